//! A recording: what of a finished run's stored steps is done again, which of its values may be others, and why it cannot be done again.

use super::element::text as kept;
use edith_gate::MASK;
use edith_protocol::{Progress, Recorded, RecordedElement, RecordedPage, ReplayField};
use edith_tools::declaration;
use edith_words::{Sentence, Word, say};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use url::Url;

/// Tools that are used again, and the argument of each that is a value to fill in.
const AGAIN: [(&str, Option<&str>); 15] = [
    ("navigate", None),
    ("open_browser", None),
    ("go_back", None),
    ("go_forward", None),
    ("reload", None),
    ("click", None),
    ("hover", None),
    ("drag", None),
    ("press_key", None),
    ("scroll", None),
    ("select_text", None),
    ("type_text", Some("text")),
    ("set_value", Some("value")),
    ("select_option", Some("value")),
    ("handle_dialog", Some("text")),
];
/// Tools that only look, note or end: a replay has no use for them.
const LEFT_OUT: [&str; 18] = [
    "take_snapshot",
    "find_on_page",
    "read_page",
    "inspect",
    "screenshot",
    "search_documents",
    "read_document",
    "query_table",
    "calculate",
    "wait",
    "wait_for_page_update",
    "list_tabs",
    "remember",
    "ask_user",
    "task_complete",
    "task_fail",
    "step_done",
    "step_failed",
];
/// Types of elements that open what is chosen from.
const CHOSEN_FROM: [&str; 2] = ["BUTTON", "ELEMENT"];
/// Types of elements whose value is on or off.
const ON_OR_OFF: [&str; 3] = ["CHECKBOX", "RADIO", "SWITCH"];

/// A call to make again.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Step {
    /// The tool.
    pub(super) tool: String,
    /// Its arguments, with the uids of then.
    pub(super) args: Map<String, Value>,
    /// What it does, in words for the person.
    pub text: String,
    /// What it acted on and brought then.
    pub(super) recorded: Recorded,
    /// Whether its value is a secret, which the person enters.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) secret: bool,
}

/// The steps of a finished run's progress, oldest first.
///
/// # Errors
/// Why they cannot be done again.
pub fn steps(progress: &[Progress]) -> Result<Vec<Step>, Box<Sentence>> {
    if progress.iter().any(|told| told.sources.is_some() || told.answers.is_some() || told.parent_run_id.is_some()) {
        return Err(Box::new(say!(ReplayNoPages)));
    }
    if progress.iter().any(|told| told.form.is_some()) {
        return Err(Box::new(say!(ReplayForm)));
    }
    let mut steps = Vec::new();
    for told in progress.iter().filter(|told| told.ok == Some(true)) {
        let tool = told.tool.as_deref().unwrap_or_default();
        if LEFT_OUT.contains(&tool) {
            continue;
        }
        match tool {
            "click_at" | "drag_at" => return Err(Box::new(say!(ReplayPoints))),
            "switch_tab" | "close_tab" => return Err(Box::new(say!(ReplayTabs))),
            "upload_file" => return Err(Box::new(say!(ReplayFiles))),
            _ => {}
        }
        let Some(recorded) = told.recorded.as_deref().cloned() else { return Err(Box::new(say!(ReplayNotRecorded))) };
        let args = told.args.clone().unwrap_or_default().0;
        if tool == "fill" {
            steps.extend(filled(&args, &recorded).ok_or_else(|| Box::new(say!(ReplayNotRecorded)))?);
            continue;
        }
        let Some((_, value)) = AGAIN.iter().find(|(name, _)| *name == tool) else {
            let is_own = declaration(tool).is_some();
            let does = told.text.clone();
            return Err(Box::new(if is_own { say!(ReplayStep { does: does }) } else { say!(ReplayTools) }));
        };
        let secret =
            value.and_then(|name| args.get(name)).and_then(Value::as_str).is_some_and(|text| text.contains(MASK));
        if !secret && Value::Object(args.clone()).to_string().contains(MASK) {
            return Err(Box::new(say!(ReplayNotRecorded)));
        }
        steps.push(Step { tool: tool.to_owned(), args, text: told.text.clone(), recorded, secret });
    }
    if steps.iter().all(|step| step.tool == "scroll") {
        return Err(Box::new(say!(ReplayNothing)));
    }
    Ok(steps)
}

/// The steps of a call that filled in several fields: each field by itself, then what submitted them. None: not all of it was recorded.
fn filled(args: &Map<String, Value>, recorded: &Recorded) -> Option<Vec<Step>> {
    let fields = args.get("fields")?.as_array()?;
    let values: Vec<&str> = fields.iter().map(|field| field.get("value")?.as_str()).collect::<Option<_>>()?;
    let (own, beyond) = recorded.elements.split_at_checked(values.len())?;
    let on = |tool: &str, element: &RecordedElement, args: Value, text: Sentence| {
        let page = recorded.page.clone();
        let recorded = Recorded { elements: vec![element.clone()], after: page.clone(), page, ..Recorded::default() };
        let args = args.as_object().cloned().unwrap_or_default();
        let secret = args.get("value").and_then(Value::as_str).is_some_and(|value| value.contains(MASK));
        Step { tool: tool.to_owned(), args, text: text.to_string(), recorded, secret }
    };
    let quoted = |text: &str| Word::Quoted(text.to_owned());
    let mut steps: Vec<Step> = Vec::new();
    for (element, value) in own.iter().zip(&values) {
        let tool = if CHOSEN_FROM.contains(&element.kind.as_str()) { "select_option" } else { "set_value" };
        let text = say!(SetTo { name: quoted(&element.name), value: quoted(value) });
        let mut step = on(tool, element, json!({ "uid": 0, "value": value }), text);
        let held = match (ON_OR_OFF.contains(&element.kind.as_str()), *value) {
            (true, "true") => "on".to_owned(),
            (true, _) => "off".to_owned(),
            (false, value) => kept(value),
        };
        step.recorded.then = Some(format!("{} {held}", element.name).trim().to_owned());
        steps.push(step);
    }
    if args.get("submit").and_then(Value::as_bool).unwrap_or_default() {
        let press = match beyond.first() {
            Some(button) => on("click", button, json!({ "uid": 0 }), say!(Click { name: quoted(&button.name) })),
            None => {
                let field = own.iter().rev().find(|element| element.kind == "INPUT")?;
                let text = say!(PressIn { key: "Enter", name: quoted(&field.name) });
                on("press_key", field, json!({ "uid": 0, "key": "Enter" }), text)
            }
        };
        steps.push(press);
    }
    let last = steps.last_mut()?;
    let Recorded { acts, after, dialog, said, .. } = recorded.clone();
    last.recorded = Recorded { acts, after, dialog, said, ..last.recorded.clone() };
    Some(steps)
}

impl Step {
    /// The name of the argument that is a value to fill in.
    fn value_name(&self) -> Option<&'static str> {
        let name = AGAIN.iter().find(|(tool, _)| *tool == self.tool).and_then(|(_, value)| *value)?;
        let is_tick = self.recorded.elements.first().is_some_and(|element| ON_OR_OFF.contains(&element.kind.as_str()));
        (!is_tick).then_some(name)
    }

    /// The value that was filled in.
    fn value(&self) -> Option<&str> {
        self.args.get(self.value_name()?).and_then(Value::as_str).filter(|value| !value.is_empty())
    }
}

/// The values that were entered, and the field of each step that enters one. Equal values of equally named fields are one.
fn numbered(steps: &[Step], answers: &[(String, String)]) -> (Vec<ReplayField>, BTreeMap<usize, String>) {
    let (mut fields, mut of): (Vec<ReplayField>, BTreeMap<usize, String>) = Default::default();
    for (at, step) in steps.iter().enumerate() {
        let Some(value) = step.value() else { continue };
        let asked = answers.iter().find(|(_, answer)| answer == value).map(|(question, _)| question.as_str());
        let name = step.recorded.elements.first().map(|element| element.name.as_str()).unwrap_or_default();
        let label = asked.unwrap_or(if name.is_empty() { &step.text } else { name }).to_owned();
        let value = if step.secret { "" } else { value };
        let known =
            fields.iter().find(|field| field.label == label && field.value == value && field.secret == step.secret);
        let id = known.map_or_else(|| format!("f{}", fields.len() + 1), |field| field.id.clone());
        if known.is_none() {
            fields.push(ReplayField { id: id.clone(), label, value: value.to_owned(), secret: step.secret });
        }
        of.insert(at, id);
    }
    (fields, of)
}

/// The values that were entered. `answers`: the person's answers to the run's questions, by question.
pub fn fields(steps: &[Step], answers: &[(String, String)]) -> Vec<ReplayField> {
    numbered(steps, answers).0
}

/// The steps with these values, by field; what was expected then is expected with them.
pub fn with_values(steps: &[Step], answers: &[(String, String)], values: &BTreeMap<String, String>) -> Vec<Step> {
    let (fields, of) = numbered(steps, answers);
    let other =
        |field: &&ReplayField| !field.secret && values.get(&field.id).is_some_and(|value| *value != field.value);
    let changed: Vec<(&str, &str)> = fields
        .iter()
        .filter(other)
        .filter_map(|field| Some((field.value.as_str(), values.get(&field.id)?.as_str())))
        .collect();
    let mut steps = steps.to_vec();
    for (at, step) in steps.iter_mut().enumerate() {
        let new = of.get(&at).and_then(|id| values.get(id)).filter(|_| !step.secret);
        if let (Some(name), Some(value)) = (step.value_name(), new) {
            step.args.insert(name.to_owned(), Value::from(value.as_str()));
        } else if let Some(url) =
            step.args.get("url").and_then(Value::as_str).map(|url| replaced_in_address(url, &changed))
        {
            step.args.insert("url".to_owned(), Value::from(url));
        }
        for (was, now) in &changed {
            step.text = step.text.replace(was, now);
        }
        expect(&mut step.recorded, &changed);
    }
    steps
}

fn expect(recorded: &mut Recorded, changed: &[(&str, &str)]) {
    for page in [&mut recorded.page, &mut recorded.after] {
        expect_page(page, changed);
    }
    recorded.elements.iter_mut().for_each(|element| expect_element(element, changed));
    let texts = recorded.then.iter_mut().chain(&mut recorded.said);
    texts.for_each(|text| *text = replaced(text, changed));
}

fn expect_page(page: &mut RecordedPage, changed: &[(&str, &str)]) {
    page.url = replaced_in_address(&page.url, changed);
    page.title = replaced(&page.title, changed);
}

fn expect_element(element: &mut RecordedElement, changed: &[(&str, &str)]) {
    element.leads = replaced_in_address(&element.leads, changed);
    for text in [&mut element.name, &mut element.state].into_iter().chain(&mut element.context) {
        *text = replaced(text, changed);
    }
}

fn replaced(text: &str, changed: &[(&str, &str)]) -> String {
    changed.iter().fold(text.to_owned(), |text, (was, now)| whole_words(&text, was, now))
}

/// The text with a value replaced where it is as whole words.
pub fn whole_words(text: &str, was: &str, now: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(was).filter(|_| !was.is_empty()) {
        let (before, found) = rest.split_at(at);
        let after = found.get(was.len()..).unwrap_or_default();
        let inside = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        out.push_str(before);
        let joined = inside(out.chars().next_back()) || inside(after.chars().next());
        out.push_str(if joined { was } else { now });
        rest = after;
    }
    out.push_str(rest);
    out
}

/// The same in the query of an address, and in its path's parts.
fn replaced_in_address(address: &str, changed: &[(&str, &str)]) -> String {
    let Ok(mut url) = Url::parse(address) else { return address.to_owned() };
    if changed.is_empty() {
        return address.to_owned();
    }
    let other = |text: &str| changed.iter().find(|(was, _)| *was == text).map(|(_, now)| (*now).to_owned());
    let pairs: Vec<(String, String)> = url.query_pairs().into_owned().collect();
    if pairs.iter().any(|(_, value)| other(value).is_some()) {
        let mut query = url.query_pairs_mut();
        query.clear();
        for (name, value) in &pairs {
            query.append_pair(name, other(value).as_ref().unwrap_or(value));
        }
    }
    url.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn step(tool: &str, args: Value, name: &str) -> Step {
        let elements = vec![RecordedElement { kind: "INPUT".into(), name: name.into(), ..RecordedElement::default() }];
        let page = RecordedPage {
            url: "https://a.example/find?q=lamp&p=1".into(),
            title: "Results for lamp".into(),
            ..RecordedPage::default()
        };
        let recorded = Recorded { elements, page, ..Recorded::default() };
        let Value::Object(args) = args else { panic!("{args}") };
        Step { tool: tool.into(), args, text: format!("Use {name}"), recorded, secret: false }
    }

    #[test]
    fn other_values_are_entered_and_expected() {
        let steps = [
            step("type_text", json!({ "uid": 1, "text": "lamp" }), "Search"),
            step("click", json!({ "uid": 2 }), "Desk lamp"),
            step("click", json!({ "uid": 3 }), "Clamp"),
        ];
        let fields = fields(&steps, &[("What for?".into(), "lamp".into())]);
        assert_eq!(fields.len(), 1);
        assert_eq!((fields[0].label.as_str(), fields[0].value.as_str()), ("What for?", "lamp"));
        let values = BTreeMap::from([(fields[0].id.clone(), "chair & table".to_owned())]);
        let with = with_values(&steps, &[], &values);
        assert_eq!(with[0].args["text"], "chair & table");
        assert_eq!(with[1].recorded.elements[0].name, "Desk chair & table");
        assert_eq!(with[2].recorded.elements[0].name, "Clamp", "a part of a word is no value");
        assert_eq!(with[1].recorded.page.title, "Results for chair & table");
        assert_eq!(with[1].recorded.page.url, "https://a.example/find?q=chair+%26+table&p=1");
        assert_eq!(with_values(&steps, &[], &BTreeMap::new()), steps);
    }

    #[test]
    fn a_secret_is_a_field_without_a_value_that_nothing_fills() {
        let mut secret = step("type_text", json!({ "uid": 1, "text": MASK }), "Password");
        secret.secret = true;
        let fields = fields(&[secret.clone()], &[]);
        assert!(fields[0].secret && fields[0].value.is_empty());
        let values = BTreeMap::from([(fields[0].id.clone(), "pw".to_owned())]);
        assert_eq!(with_values(&[secret.clone()], &[], &values), [secret]);
    }
}
