//! Servers with tools, as strict as real ones: they know their own tools only, and take only arguments that fit the schema.

use async_trait::async_trait;
use edith_core::port::{ListedTool, ServerTool, ToolError, Tools};
use serde_json::{Map, Value};
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;

/// What comes of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ToolScript {
    /// This answer.
    Says(String),
    /// The server says that it was not done.
    Fails(String),
    /// The connection breaks after the server got the call.
    Breaks,
    /// Nothing ever comes.
    Hangs,
}

#[derive(Default)]
struct Inner {
    tools: RefCell<Vec<ListedTool>>,
    script: RefCell<VecDeque<ToolScript>>,
    called: RefCell<Vec<String>>,
    dropped: Cell<usize>,
    lists: Cell<usize>,
    never_lists: Cell<bool>,
}

/// The tools of servers.
#[derive(Clone, Default)]
pub struct FakeTools(Rc<Inner>);

impl FakeTools {
    /// Adds a tool.
    pub fn add(&self, tool: ListedTool) {
        self.0.tools.borrow_mut().push(tool);
    }

    /// Adds to what comes of the next calls that a server takes.
    pub fn will(&self, script: impl IntoIterator<Item = ToolScript>) {
        self.0.script.borrow_mut().extend(script);
    }

    /// From now on no server says what tools it has.
    pub fn never_list(&self) {
        self.0.never_lists.set(true);
    }

    /// The calls that a server took: `server tool arguments`, oldest first.
    pub fn called(&self) -> Vec<String> {
        self.0.called.borrow().clone()
    }

    /// How often the tools were asked for.
    pub fn lists(&self) -> usize {
        self.0.lists.get()
    }

    /// Calls that were dropped before their answer.
    pub fn dropped(&self) -> usize {
        self.0.dropped.get()
    }
}

/// Counts a call that is dropped before its answer.
struct Open<'a>(&'a Cell<usize>);

impl Drop for Open<'_> {
    fn drop(&mut self) {
        self.0.set(self.0.get() + 1);
    }
}

#[async_trait(?Send)]
impl Tools for FakeTools {
    async fn list(&self) -> Vec<ListedTool> {
        self.0.lists.set(self.0.lists.get() + 1);
        if self.0.never_lists.get() {
            std::future::pending::<()>().await;
        }
        self.0.tools.borrow().clone()
    }

    async fn call(&self, tool: &ServerTool, arguments: &Map<String, Value>) -> Result<String, ToolError> {
        let is_it = |listed: &&ListedTool| (&listed.tool.server, &listed.tool.name) == (&tool.server, &tool.name);
        let schema = self.0.tools.borrow().iter().find(is_it).map(|listed| listed.parameters.clone());
        let Some(schema) = schema else { return Err(ToolError::Failed(format!("unknown tool {:?}", tool.name))) };
        let arguments = Value::Object(arguments.clone());
        misfit(&schema, &arguments, &schema).map_or(Ok(()), |why| Err(ToolError::Failed(why)))?;
        self.0.called.borrow_mut().push(format!("{} {} {arguments}", tool.server, tool.name));
        let open = Open(&self.0.dropped);
        let script = self.0.script.borrow_mut().pop_front();
        let answer = match script {
            Some(ToolScript::Says(text)) => Ok(text),
            Some(ToolScript::Fails(why)) => Err(ToolError::Failed(why)),
            Some(ToolScript::Breaks) => Err(ToolError::NoAnswer("connection reset".to_owned())),
            Some(ToolScript::Hangs) => std::future::pending().await,
            None => Err(ToolError::Failed("the script is over".to_owned())),
        };
        std::mem::forget(open);
        answer
    }
}

/// Why a value does not fit a JSON Schema, of which this reads what servers of tools use; `root` is where references begin.
fn misfit(schema: &Value, value: &Value, root: &Value) -> Option<String> {
    if let Some(at) = schema.get("$ref").and_then(Value::as_str) {
        return match root.pointer(at.trim_start_matches('#')) {
            Some(schema) => misfit(schema, value, root),
            None => Some(format!("{at} leads nowhere")),
        };
    }
    if let Some(any) = schema.get("anyOf").and_then(Value::as_array) {
        return any.iter().map(|schema| misfit(schema, value, root)).min().flatten();
    }
    let types = match schema.get("type") {
        Some(Value::Array(types)) => types.iter().filter_map(Value::as_str).collect(),
        Some(Value::String(name)) => vec![name.as_str()],
        _ => Vec::new(),
    };
    let is_a = |name: &&str| match *name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "null" => value.is_null(),
        _ => false,
    };
    if !types.is_empty() && !types.iter().any(is_a) {
        return Some(format!("{value} is not of type {}", types.join(" or ")));
    }
    if let Some(words) = schema.get("enum").and_then(Value::as_array)
        && !words.contains(value)
    {
        return Some(format!("{value} is none of {words:?}"));
    }
    if let Some(items) = schema.get("items") {
        return value.as_array().into_iter().flatten().find_map(|item| misfit(items, item, root));
    }
    let fields = value.as_object()?;
    let required = schema.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
    if let Some(missing) = required.into_iter().find(|name| !fields.contains_key(*name)) {
        return Some(format!("{missing} is missing"));
    }
    fields.iter().find_map(|(name, value)| match schema.get("properties").and_then(|all| all.get(name)) {
        Some(schema) => misfit(schema, value, root),
        None if schema.get("additionalProperties") == Some(&Value::Bool(false)) => Some(format!("there is no {name}")),
        None => None,
    })
}
