//! `page_tool`: a tool that the page itself offers. A script's is called; a form's is filled in as with the other tools.

use super::declare::{Offered, Operation, Tool, quoted};
use super::page_form;
use super::shape::{Kind, arguments};
use super::{CallError, Fault};
use edith_actions::action::{Action, Then};
use edith_gate::{EffectClass, ElementFacts, Facts, PageView, Sends, ToolFacts, leaves, origin_of, recognise};
use edith_words::{Sentence, say};
use serde_json::{Map, Value};

arguments! {
    /// Use a tool of the page.
    pub struct PageTool {
        /// Its name in looks.
        name: String => "";
        /// Its input; none: it takes none.
        optional input: Option<Value> as Kind::Loose(&[]) => "as its schema says";
    }
}

impl PageTool {
    /// The input as an object, which some models write as a text.
    fn given(&self) -> Option<Map<String, Value>> {
        match &self.input {
            None | Some(Value::Null) => Some(Map::new()),
            Some(Value::Object(fields)) => Some(fields.clone()),
            Some(Value::String(text)) => serde_json::from_str(text).ok(),
            Some(_) => None,
        }
    }

    fn input_given(&self) -> Map<String, Value> {
        self.given().unwrap_or_default()
    }

    /// The facts of the tool on this page, and of the fields of its form.
    pub(super) fn examine(&self, page: &dyn PageView) -> Facts {
        let mut facts = Facts {
            url: page.url().to_owned(),
            title: page.title().to_owned(),
            origin: origin_of(page.url()),
            ..Facts::default()
        };
        let Some(tool) = page.tool(&self.name) else { return facts };
        let frame = origin_of(&tool.raw.address);
        facts.frame = if frame == facts.origin { String::new() } else { frame };
        let input = self.input_given();
        let Ok(Action::FillForm { fields, then, .. }) = page_form::fill(tool, &input, page) else {
            facts.page_tool = Some(ToolFacts::of(tool, &input, &[], false));
            return facts;
        };
        let on = |uid: u32| page.element(uid).map(|element| ElementFacts::on(page, element));
        let entries: Vec<(ElementFacts, &str)> =
            fields.iter().filter_map(|entry| Some((on(entry.target.uid)?, entry.value.as_str()))).collect();
        let named: Vec<(&ElementFacts, &str)> = entries.iter().map(|(element, value)| (element, *value)).collect();
        let press = match then {
            Then::Press(button) => Some(button),
            Then::Nothing | Then::Enter(_) => None,
        };
        facts.page_tool = Some(ToolFacts::of(tool, &input, &named, press.is_some()));
        let options = fields.iter().filter(|entry| page_form::is_choice(entry)).flat_map(|entry| entry.value.lines());
        facts.chosen = options.filter_map(recognise::option).min_by_key(|what| recognise::gravity(*what));
        let button = press.and_then(|button| on(button.uid));
        facts.elements = button.into_iter().chain(entries.into_iter().map(|(element, _)| element)).collect();
        facts
    }
}

impl Tool for PageTool {
    const NAME: &'static str = "page_tool";
    const DESCRIPTION: &'static str = "Use a tool that the page itself offers (TOOLS OF THIS PAGE in the look) instead of clicking and typing. Its answer is the page's claim: check it on the page. A form's tool only fills in fields, unless the look says that it submits.";
    const OFFERED: Offered = Offered::WithPageTools;
    const EXAMPLE: &'static str = r#"{"name": "search_products", "input": {"query": "lamp"}}"#;

    fn check(&self) -> Result<(), Fault> {
        super::declare::not_empty("name", &self.name)?;
        let problem = || "must be an object, as the tool's schema says".to_owned();
        self.given().map(drop).ok_or_else(|| Fault { argument: "input", problem: problem() })
    }

    fn class(&self, facts: &Facts) -> EffectClass {
        facts.page_tool.as_ref().map_or(EffectClass::Acts, |tool| tool.class(facts))
    }

    fn operation(&self, page: &dyn PageView) -> Result<Operation, CallError> {
        let Some(tool) = page.tool(&self.name) else {
            return Err(CallError::UnknownPageTool { wrote: self.name.clone(), offered: page.tool_names() });
        };
        let input = self.input_given();
        Ok(Operation::Perform(match tool.raw.is_form {
            true => page_form::fill(tool, &input, page)?,
            false => Action::UseTool { tool: page_form::named(tool), input },
        }))
    }

    fn describe(&self, facts: &Facts) -> Sentence {
        let tool = quoted(&self.name);
        match &facts.page_tool {
            Some(of) if of.is_form && of.submits => say!(SubmitPageForm { tool: tool }),
            Some(of) if of.is_form => say!(FillPageForm { tool: tool }),
            _ => say!(UsePageTool { tool: tool }),
        }
    }

    fn sends(&self) -> Option<Sends> {
        Some(Sends::Arguments(leaves(&Value::Object(self.input_given()))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Call;
    use crate::gather;
    use edith_gate::{Commitment, Grants, MASK, SecretKind, Verdict, on_effect};
    use edith_page::raw::{RawForm, RawNode, RawPage, state};
    use edith_page::{FieldKind, Index, RawTool, UidTable};
    use edith_protocol::Approvals;
    use serde_json::json;

    fn tool(name: &str, description: &str) -> RawTool {
        RawTool { name: name.into(), description: description.into(), frame: "main".into(), ..RawTool::default() }
    }

    /// A page with a form of a field, a password and a button.
    fn page(tools: Vec<RawTool>, button: &str) -> Index {
        let node = |node, parameter: &str, name: &str, field| RawNode {
            node,
            tag: "input".into(),
            role: "textbox".into(),
            name: name.into(),
            parameter: parameter.into(),
            value: Some(String::new()),
            form: 1,
            field,
            ..RawNode::default()
        };
        let button = RawNode {
            node: 3,
            tag: "button".into(),
            role: "button".into(),
            name: button.into(),
            states: state::SUBMITS,
            form: 1,
            ..RawNode::default()
        };
        let nodes =
            vec![node(1, "mail", "E-mail", FieldKind::Plain), node(2, "key", "Key", FieldKind::Password), button];
        let form = RawForm {
            action: "https://shop.example/x".into(),
            method: "post".into(),
            submit: "Go".into(),
            tool: "join".into(),
            ..RawForm::default()
        };
        let url = "https://shop.example/".into();
        let page = RawPage { document: "d".into(), url, nodes, forms: vec![form], tools, ..RawPage::default() };
        Index::build(page, &mut UidTable::default())
    }

    fn call(arguments: &Value) -> Call {
        Call::parse("page_tool", &arguments.to_string()).unwrap()
    }

    fn class(page: &Index, arguments: &Value) -> EffectClass {
        let call = call(arguments);
        call.class(&gather(&call, Some(page)))
    }

    #[test]
    fn a_tool_is_judged_by_its_words_and_its_input() {
        let shop = page(vec![tool("get_weather", ""), tool("buy_now", ""), tool("log", "Keeps the password.")], "Go");
        let kind = |name: &str, input: Value| class(&shop, &json!({"name": name, "input": input}));
        assert_eq!(kind("get_weather", json!({"city": "Oslo"})), EffectClass::Acts);
        assert_eq!(kind("buy_now", json!({})), EffectClass::Commits(Commitment::Buys));
        assert_eq!(
            kind("get_weather", json!({"password": "x"})),
            EffectClass::EntersSecret(SecretKind::Password, None)
        );
        let both = kind("buy_now", json!({"card": "4111 1111 1111 1111"}));
        assert_eq!(both, EffectClass::EntersSecret(SecretKind::Card, Some(Commitment::Buys)));
    }

    #[test]
    fn a_forms_tool_is_judged_as_its_fields_and_as_its_button_if_that_is_pressed() {
        let form = |submits, button| page(vec![RawTool { is_form: true, submits, ..tool("join", "") }], button);
        let input = |input: Value| json!({"name": "join", "input": input});
        let mail = input(json!({"mail": "a@b.example"}));
        assert_eq!(class(&form(false, "Place order"), &mail), EffectClass::Fills);
        assert_eq!(class(&form(true, "Place order"), &mail), EffectClass::Commits(Commitment::Buys));
        assert_eq!(class(&form(true, "Search"), &mail), EffectClass::Acts);
        let secret = input(json!({"key": "hunter2"}));
        assert_eq!(class(&form(false, "Go"), &secret), EffectClass::EntersSecret(SecretKind::Password, None));
        let pays = EffectClass::EntersSecret(SecretKind::Password, Some(Commitment::Buys));
        assert_eq!(class(&form(true, "Place order"), &secret), pays);
    }

    #[test]
    fn a_question_shows_the_input_without_its_secrets_and_is_about_that_tool() {
        let shown = page(vec![tool("buy_now", "Buys it.")], "Go");
        let arguments = json!({"name": "buy_now", "input": {"to": "Ann", "pin": "4711"}});
        let wrote =
            edith_protocol::ToolCall { id: "1".into(), name: "page_tool".into(), arguments: arguments.to_string() };
        let call = call(&arguments);
        let proposal = |page: &Index| {
            let facts = gather(&call, Some(page));
            let operation = call.operation(page).unwrap();
            (call.propose(wrote.clone(), facts.clone(), &operation), facts)
        };
        let (first, facts) = proposal(&shown);
        assert!(matches!(on_effect(&first.class, &facts, Approvals::Auto, &Grants::default()), Verdict::Ask { .. }));
        let args = call.shown_args(&facts);
        assert_eq!(args, json!({"name": "buy_now", "input": {"to": "Ann", "pin": MASK}}));
        let told = first.shown(&args, "Use it", "task");
        let values: Vec<_> = told.values.iter().map(|value| (value.field.as_str(), value.value.as_str())).collect();
        assert_eq!(values, [("pin", MASK), ("to", "Ann")]);
        assert_eq!(first.discreet("It was 4711.".into()), format!("It was {MASK}."));
        // Another description, another schema: another tool.
        for other in
            [tool("buy_now", "Buys it twice."), RawTool { schema: "{\"a\":1}".into(), ..tool("buy_now", "Buys it.") }]
        {
            assert_ne!(proposal(&page(vec![other], "Go")).0.seal(), first.seal());
        }
    }

    #[test]
    fn what_the_page_does_not_offer_is_answered_with_what_it_does() {
        let shop = page(vec![tool("search", "")], "Go");
        let error = call(&json!({"name": "click"})).operation(&shop).unwrap_err().to_string();
        assert!(error.contains("no tool \"click\"") && error.contains("search"), "{error}");
        for input in [json!("text"), json!([1]), json!(3)] {
            assert!(
                Call::parse("page_tool", &json!({"name": "search", "input": input}).to_string()).is_err(),
                "{input}"
            );
        }
        let as_text = call(&json!({"name": "search", "input": "{\"q\": \"x\"}"}));
        let Ok(Operation::Perform(Action::UseTool { input, .. })) = as_text.operation(&shop) else {
            panic!("{as_text:?}")
        };
        assert_eq!(input.get("q"), Some(&json!("x")));
    }
}
