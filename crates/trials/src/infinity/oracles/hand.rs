//! What an oracle does with things that it knows by name and place, as a model names them.

use serde_json::{Map, Value, json};

use crate::agent::Agent;
use crate::look::Element;
use crate::step::{Step, stop};

/// An oracle's hand on a page.
pub(super) struct Hand<'h, 'a>(pub &'h mut Agent<'a>);

impl Hand<'_, '_> {
    /// Presses the thing of that name, in that place ("": anywhere).
    pub(super) fn press(&mut self, name: &str, place: &str) -> Step<String> {
        self.act("click", name, place, json!({}))
    }

    /// Presses one thing after another.
    pub(super) fn path(&mut self, names: &[&str]) -> Step {
        names.iter().try_for_each(|name| self.press(name, "").map(drop))
    }

    /// Opens what is listed under these words: the row, or the words themselves where they stand.
    pub(super) fn open(&mut self, words: &str) -> Step<String> {
        let of_row = |element: &&Element| element.label.contains(words) && is_free(element);
        match self.0.look().elements.iter().filter(of_row).map(|element| element.uid).max() {
            Some(uid) => self.call("click", json!({ "uid": uid })),
            None => self.press(words, ""),
        }
    }

    /// Looks again, for a page that takes a moment.
    pub(super) fn settle(&mut self) -> Step {
        self.0.look_again().map(drop)
    }

    /// Enters a text in place of what a field holds.
    pub(super) fn write(&mut self, field: &str, place: &str, text: &str) -> Step<String> {
        // `text` is what is typed; there, the field's name is `name`.
        match self.find(field, place)? {
            Some(uid) => self.call("type_text", json!({ "uid": uid, "text": text })),
            None => self.call("type_text", json!({ "name": field, "in": place, "text": text })),
        }
    }

    /// Sets a switch, tick or field to a value.
    pub(super) fn set(&mut self, name: &str, place: &str, value: &str) -> Step<String> {
        self.act("set_value", name, place, json!({ "value": value }))
    }

    /// Chooses in a list, however the page draws it.
    pub(super) fn choose(&mut self, list: &str, place: &str, option: &str) -> Step<String> {
        self.act("select_option", list, place, json!({ "value": option }))
    }

    /// Answers the page's own question: presses the button of that name that came last.
    pub(super) fn confirm(&mut self, name: &str) -> Step<String> {
        let named = |element: &&Element| element.label == name && is_free(element);
        match self.0.look().elements.iter().filter(named).map(|element| element.uid).max() {
            Some(uid) => self.call("click", json!({ "uid": uid })),
            None => self.press(name, ""),
        }
    }

    fn act(&mut self, tool: &str, name: &str, place: &str, more: Value) -> Step<String> {
        let mut arguments = match more {
            Value::Object(more) => more,
            _ => Map::new(),
        };
        match self.find(name, place)? {
            Some(uid) => {
                arguments.insert("uid".to_owned(), uid.into());
            }
            None => {
                arguments.insert("text".to_owned(), name.into());
                if !place.is_empty() {
                    arguments.insert("in".to_owned(), place.into());
                }
            }
        }
        self.call(tool, Value::Object(arguments))
    }

    /// Calls a tool; a refusal ends the oracle, since everything after it rests on what was not done.
    pub(super) fn call(&mut self, tool: &str, arguments: Value) -> Step<String> {
        let told = arguments.to_string();
        let answer = self.0.call(tool, arguments)?;
        let first = answer.lines().next().unwrap_or_default();
        // A call that did what it was to do begins with its past tense.
        let done = first.split_whitespace().next().is_some_and(|word| word.ends_with("ed") || DONE.contains(&word));
        if done { Ok(answer) } else { stop(format!("{tool} {told}: {first}")) }
    }

    /// The uid of the one thing of that name and place in the look, if it is one: the newest of those that nothing covers.
    fn find(&mut self, name: &str, place: &str) -> Step<Option<u64>> {
        if let Some(uid) = among(&self.0.look().elements, name, place) {
            return Ok(Some(uid));
        }
        let query = if place.is_empty() { name } else { place };
        let found = self.0.call("find_on_page", json!({ "query": query }))?;
        let found = edith_page::Legends::default().unfold(&found);
        let lines = found.lines().map(|line| line.trim_start_matches(['-', '+', '~', ' ']));
        let elements: Vec<_> = lines.filter_map(Element::parse).collect();
        Ok(among(&elements, name, place))
    }
}

/// Beginnings of answers to calls that did it.
const DONE: [&str; 6] = ["Set", "Chose", "Put", "The", "Went", "Ticked"];

fn is_free(element: &Element) -> bool {
    !element.rest.contains("[covered")
}

/// The thing of that name and place: the same name, or one that only adds what it shows, such as a count.
fn among(elements: &[Element], name: &str, place: &str) -> Option<u64> {
    let here = |element: &&Element| place.is_empty() || element.rest.contains(place);
    let newest = |fits: &dyn Fn(&Element) -> bool| {
        let fitting = elements.iter().filter(here).filter(|element| fits(element) && is_free(element));
        fitting.map(|element| element.uid).max()
    };
    newest(&|element| element.label == name)
        .or_else(|| newest(&|element| element.label.strip_prefix(name).is_some_and(|more| more.starts_with(' '))))
        .or_else(|| newest(&|element| element.label.to_lowercase() == name.to_lowercase()))
}

#[cfg(test)]
mod tests {
    use super::among;
    use crate::look::Element;

    #[test]
    fn a_thing_is_known_by_name_and_place() {
        let lines = [
            r#"3 | BUTTON | "Delete" [in: row of Ada]"#,
            r#"5 | BUTTON | "Delete" [in: row of Bob]"#,
            r#"8 | BUTTON | "Delete" [covered by: x]"#,
            r#"9 | ELEMENT | "Issues 57" [in: nav]"#,
        ];
        let elements: Vec<_> = lines.iter().filter_map(|line| Element::parse(line)).collect();
        assert_eq!(among(&elements, "Delete", "Ada"), Some(3));
        assert_eq!(among(&elements, "Delete", ""), Some(5));
        assert_eq!(among(&elements, "Issues", ""), Some(9));
        assert_eq!(among(&elements, "Delete", "Cleo"), None);
    }
}
