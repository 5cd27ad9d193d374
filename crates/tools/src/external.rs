//! A tool outside EDITH as a tool like any other: what it does is the server's word.

use super::declare::{Operation, Tool, quoted};
use super::external_tool::{External, ExternalTool};
use super::shape::{Arguments, Field};
use super::{CallError, arguments};
use edith_gate::{EffectClass, Facts, PageView, Sends, leaves};
use edith_port::ServerTool;
use edith_words::{Sentence, say};
use serde_json::Value;

impl ExternalTool {
    /// Reads the arguments of a call of it.
    pub(super) fn read(&self, text: &str) -> Result<External, CallError> {
        let arguments = arguments::object(text, External::FIELDS).map_err(|problem| CallError::Unreadable {
            tool: self.name.clone(),
            problem,
            example: External::EXAMPLE,
        })?;
        let arguments = edith_model::unfolded(&self.listed.parameters, arguments);
        Ok(External { called: self.name.clone(), tool: self.listed.tool.clone(), arguments, continued: None })
    }
}

/// Its arguments are the server's, in any shape.
impl Arguments for External {
    const FIELDS: &'static [Field] = &[];
}

impl Tool for External {
    const NAME: &'static str = "mcp";
    const DESCRIPTION: &'static str = "";
    const EXAMPLE: &'static str = r#"{"name": "value"}"#;
    const TOUCHES_PAGE: bool = false;

    fn name(&self) -> &str {
        &self.called
    }

    fn arguments(&self) -> Value {
        Value::Object(self.arguments.clone())
    }

    fn server_tool(&self) -> Option<&ServerTool> {
        Some(&self.tool)
    }

    fn class(&self, _facts: &Facts) -> EffectClass {
        EffectClass::External
    }

    fn operation(&self, _page: &dyn PageView) -> Result<Operation, CallError> {
        Ok(Operation::External(self.clone()))
    }

    fn describe(&self, _facts: &Facts) -> Sentence {
        say!(UseTool { tool: quoted(&self.tool.name), server: quoted(&self.tool.server) })
    }

    fn sends(&self) -> Option<Sends> {
        Some(Sends::Arguments(leaves(&self.arguments())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Call;
    use edith_port::ListedTool;
    use serde_json::json;

    fn listed(server: &str, name: &str) -> ListedTool {
        let tool = ServerTool { server: server.into(), name: name.into(), ..ServerTool::default() };
        ListedTool { tool, description: String::new(), parameters: json!({"type": "object"}) }
    }

    #[test]
    fn a_call_is_read_among_the_built_in_ones_and_stored_as_it_is() {
        let tools = ExternalTool::named(vec![listed("a", "click")]);
        for name in ["mcp__a__click", " functions.mcp__a__click "] {
            let call = Call::parse_among(&tools, name, r#"{"x": {"y": [1, "z",]}}"#).unwrap();
            assert_eq!((call.name(), call.server_tool()), ("mcp__a__click", Some(&tools[0].listed.tool)));
            let Call::External(external) = &call else { panic!("{call:?}") };
            let stored = serde_json::to_value(Operation::External(external.clone())).unwrap();
            let operation: Operation = serde_json::from_value(stored).unwrap();
            let wrote = edith_protocol::ToolCall { id: "1".into(), name: name.into(), arguments: String::new() };
            assert_eq!(Call::stored(&wrote, &operation), Some(call));
        }
        assert!(Call::parse_among(&tools, "click", r#"{"uid": 1}"#).unwrap().server_tool().is_none());
        let error = Call::parse_among(&tools, "mcp__a__clic", "{}").unwrap_err().to_string();
        assert!(error.contains("Did you mean mcp__a__click?"), "{error}");
        assert!(Call::parse_among(&tools, "mcp__a__click", "[1]").unwrap_err().to_string().contains("mcp__a__click"));
    }
}
