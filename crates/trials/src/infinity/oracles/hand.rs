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

    /// Opens what is listed under these words: the row, or the words themselves where they are.
    pub(super) fn open(&mut self, words: &str) -> Step<String> {
        let elements = &self.0.look().elements;
        let with_words = |element: &&Element| element.label.contains(words) && is_free(element);
        let other = elements.iter().filter(with_words).filter(|element| element.kind != "CHECKBOX");
        match row_of(elements, words).or_else(|| other.max_by_key(|element| element.uid)).map(|element| element.uid) {
            Some(uid) => self.call("click", json!({ "uid": uid })),
            None => self.press(words, ""),
        }
    }

    /// Whether there is a row with these words.
    pub(super) fn lists(&self, words: &str) -> bool {
        row_of(&self.0.look().elements, words).is_some()
    }

    /// Ticks the box that selects a row.
    pub(super) fn tick_row(&mut self, words: &str) -> Step {
        let elements = &self.0.look().elements;
        let Some(row) = row_of(elements, words) else { return stop(format!("no row {words:?} in the look")) };
        match elements.iter().find(|element| element.kind == "CHECKBOX" && holds(row, element)) {
            Some(tick) => self.call("click", json!({ "uid": tick.uid })).map(drop),
            None => stop(format!("the row {words:?} has no box to tick")),
        }
    }

    /// Presses the box that shows a colour.
    pub(super) fn swatch(&mut self, colour: &str) -> Step {
        let shows = |element: &&Element| {
            element.kind != "INPUT" && (element.label.contains(colour) || element.rest.contains(colour))
        };
        match self.0.look().elements.iter().find(shows).map(|element| element.uid) {
            Some(uid) => self.call("click", json!({ "uid": uid })).map(drop),
            None => stop(format!("nothing in the look shows the colour {colour}")),
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

    /// Enters a text in the one field of a kind.
    pub(super) fn write_in(&mut self, kind: &str, text: &str) -> Step<String> {
        let uid = self.0.find(kind, "")?.uid;
        self.call("type_text", json!({ "uid": uid, "text": text }))
    }

    /// Presses a tab that is named with a count.
    pub(super) fn counted(&mut self, name: &str) -> Step {
        let is_count = |more: &str| more.trim().parse::<u32>().is_ok();
        let is_it = |element: &&Element| element.label.strip_prefix(name).is_some_and(is_count) && is_free(element);
        match self.0.look().elements.iter().filter(is_it).map(|element| element.uid).max() {
            Some(uid) => self.call("click", json!({ "uid": uid })).map(drop),
            None => stop(format!("no tab {name:?} with a count in the look")),
        }
    }

    /// Presses the thing of that name if the page offers it.
    pub(super) fn press_offered(&mut self, name: &str) -> Step {
        match self.0.look().elements.iter().any(|element| element.label == name && is_free(element)) {
            true => self.press(name, "").map(drop),
            false => Ok(()),
        }
    }

    /// Presses the thing of that name which is in no row or section.
    pub(super) fn press_apart(&mut self, name: &str) -> Step<String> {
        let is_it = |element: &&Element| element.label == name && element.tag("in").is_none() && is_free(element);
        match self.0.look().elements.iter().find(is_it).map(|element| element.uid) {
            Some(uid) => self.call("click", json!({ "uid": uid })),
            None => self.press(name, ""),
        }
    }

    /// Chooses in a list that is known by its label or, where a look has none, by what it shows.
    pub(super) fn choose_shown(&mut self, list: &str, shown: &str, option: &str) -> Step<String> {
        let has_label = list_of(&self.0.look().elements, list, "").is_some();
        self.choose(if has_label { list } else { shown }, "", option)
    }

    /// Chooses in a list of the row that has a certain field: by the list's name, or else by its place among the row's lists.
    pub(super) fn choose_in_row(&mut self, field: &str, list: &str, nth: usize, option: &str) -> Step {
        let elements = &self.0.look().elements;
        let field = elements.iter().find(|element| element.kind == "INPUT" && element.label == field);
        let row = field.and_then(|field| elements.iter().find(|row| row.kind == "ROW" && holds(row, field)));
        let lists = || elements.iter().filter(|list| list.kind != "INPUT" && row.is_some_and(|row| holds(row, list)));
        let at = |list: &Element| row.and_then(|row| row.rest.find(&format!("[{}", list.uid)));
        let mut drawn: Vec<&Element> = lists().filter(|list| list.kind == "ELEMENT").collect();
        drawn.sort_by_key(|list| at(list));
        match lists().find(|element| element.label == list).or_else(|| drawn.get(nth).copied()).map(|list| list.uid) {
            Some(uid) => self.select(uid, option).map(drop),
            None => stop(format!("no list {list:?} in the look")),
        }
    }

    /// Enters a value and leaves the field, for pages that take it then.
    pub(super) fn enter(&mut self, field: &str, value: &str) -> Step {
        self.write(field, "", value)?;
        self.call("press_key", json!({ "key": "Tab" })).map(drop)
    }

    /// Chooses in a list, however the page draws it. "" is the one list of that place. Of an option the beginning will do.
    pub(super) fn choose(&mut self, list: &str, place: &str, option: &str) -> Step<String> {
        let known = list_of(&self.0.look().elements, list, place);
        match known.map_or_else(|| self.after(list), |uid| Ok(Some(uid)))? {
            Some(uid) => self.select(uid, option),
            None => self.act("select_option", list, place, json!({ "value": option })),
        }
    }

    /// What follows a label in the line of their row, where neither the row's words nor a name tell it.
    fn after(&mut self, label: &str) -> Step<Option<u64>> {
        let known: Vec<u64> = self.0.look().elements.iter().map(|element| element.uid).collect();
        let found = self.0.call("find_on_page", json!({ "query": label }))?;
        let mark = format!("ELEMENT \"{label}\"]");
        let rows = found.lines().filter(|line| line.contains(" | ROW | "));
        let behind = rows.filter_map(|row| Some(row.split_once(&mark)?.1)).next().unwrap_or_default();
        let mut marks = behind.split('[').filter_map(|mark| mark.split([' ', ']']).next()?.parse::<u64>().ok());
        Ok(marks.find(|uid| known.contains(uid)))
    }

    fn select(&mut self, uid: u64, option: &str) -> Step<String> {
        let answer = self.0.call("select_option", json!({ "uid": uid, "value": option }))?;
        let told = answer.lines().next().unwrap_or_default();
        let options = told.split_once("Options: ").map_or("", |(_, options)| options);
        let whole = options
            .split('"')
            .skip(1)
            .step_by(2)
            .find(|whole| whole.starts_with(option) || whole.contains(&format!(" {option}")));
        match whole {
            Some(whole) => self.call("select_option", json!({ "uid": uid, "value": whole })),
            None => done("select_option", &format!("{uid} {option:?}"), answer),
        }
    }

    /// Answers the page's own question: presses the button of that name that came last.
    pub(super) fn confirm(&mut self, name: &str) -> Step<String> {
        let named = |element: &&Element| element.label == name && is_free(element);
        match self.0.look().elements.iter().filter(named).map(|element| element.uid).max() {
            Some(uid) => self.call("click", json!({ "uid": uid })),
            None => self.press(name, ""),
        }
    }

    /// The same if the page asks at all: then there is a "Cancel", too.
    pub(super) fn agree(&mut self, name: &str) -> Step {
        match self.0.look().elements.iter().any(|element| element.label == "Cancel" && is_free(element)) {
            true => self.confirm(name).map(drop),
            false => Ok(()),
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
        done(tool, &told, answer)
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

/// The answer if the call did what it was to do: then it begins with a past tense.
fn done(tool: &str, told: &str, answer: String) -> Step<String> {
    let first = answer.lines().next().unwrap_or_default();
    let is_done = first.split_whitespace().next().is_some_and(|word| word.ends_with("ed") || DONE.contains(&word));
    let is_done = is_done || first.ends_with(" already.");
    if is_done && !first.contains("could not go on") { Ok(answer) } else { stop(format!("{tool} {told}: {first}")) }
}

/// Beginnings of answers to calls that did it.
const DONE: [&str; 6] = ["Set", "Chose", "Put", "The", "Went", "Ticked"];

/// The row that says these words; its line may end before they do.
fn row_of<'e>(elements: &'e [Element], words: &str) -> Option<&'e Element> {
    let says = |row: &&Element| {
        let last = row.label.rsplit(" · ").next().and_then(|last| last.strip_suffix('…'));
        let begins = last.is_some_and(|last| last.chars().count() >= BEGINNING && words.starts_with(last));
        row.label.contains(words) || begins
    };
    let is_part = |row: &&Element| row.label.split(" · ").flat_map(|part| part.split(" | ")).any(|part| part == words);
    let rows = || elements.iter().filter(|element| element.kind == "ROW" && is_free(element));
    rows().find(is_part).or_else(|| rows().find(says))
}

/// Fewest letters of a title that is cut.
const BEGINNING: usize = 12;

/// Whether a row's line names an element.
fn holds(row: &Element, element: &Element) -> bool {
    let mark = format!("[{}", element.uid);
    row.rest.split(&mark).skip(1).any(|after| after.starts_with([' ', ']', ':']))
}

fn is_free(element: &Element) -> bool {
    !element.rest.contains("[covered")
}

/// A list that is known by its label: as its name, as the place where it is, or as the words before its value in the line of its row.
fn list_of(elements: &[Element], list: &str, place: &str) -> Option<u64> {
    let here = |element: &&Element| place.is_empty() || element.rest.contains(place);
    let lists = || elements.iter().filter(here).filter(|element| is_free(element) && element.kind != "ROW");
    let named = |element: &&Element| !list.is_empty() && element.label == list;
    let placed =
        |element: &&Element| is_list(element) && (list.is_empty() || element.tag("in").as_deref() == Some(list));
    let within = |element: &&Element| element.kind == "ELEMENT" && element.tag("in").as_deref() == Some(list);
    let newest = |found: &mut dyn Iterator<Item = &Element>| found.map(|element| element.uid).max();
    let by_name = newest(&mut lists().filter(named)).or_else(|| newest(&mut lists().filter(placed)));
    by_name.or_else(|| newest(&mut lists().filter(within))).or_else(|| {
        let rows = elements.iter().filter(|row| row.kind == "ROW" && row.label.contains(place) && !list.is_empty());
        let before = format!("{list} · ");
        let held = rows.filter_map(|row| {
            let behind = row.label.split_once(&before)?.1;
            let shows = |value: &str| {
                let is_it = |element: &&Element| element.label.trim_end_matches([' ', '▾']) == value;
                elements.iter().filter(|element| element.kind == "ELEMENT" && holds(row, element)).find(is_it)
            };
            behind.split(" · ").find_map(shows).map(|element| element.uid)
        });
        held.max()
    })
}

/// Whether it opens a list that the page draws.
fn is_list(element: &Element) -> bool {
    element.kind == "SELECT" || element.label.ends_with('▾') || element.rest.contains("[opens")
}

/// The thing of that name and place: the same name, or one that only adds what it shows, such as a count.
fn among(elements: &[Element], name: &str, place: &str) -> Option<u64> {
    let here = |element: &&Element| place.is_empty() || element.rest.contains(place);
    let newest = |fits: &dyn Fn(&Element) -> bool| {
        let fitting = elements.iter().filter(here).filter(|element| fits(element) && is_free(element));
        fitting.map(|element| element.uid).max()
    };
    let is_control = |element: &Element| element.kind != "ELEMENT" && element.kind != "ROW";
    // Initials of an avatar may stand before a person's name.
    let has_initials = |element: &Element| {
        let before = element.label.strip_suffix(name).and_then(|before| before.strip_suffix(' '));
        before.is_some_and(|before| before.len() <= 3 && before.chars().all(char::is_uppercase))
    };
    newest(&|element| element.label == name && is_control(element))
        .or_else(|| newest(&|element| has_initials(element) && is_control(element)))
        .or_else(|| newest(&|element| element.label == name))
        .or_else(|| {
            // What has no name of its own is told with its row's words.
            let is_own = |element: &Element| !element.label.contains(" | ") && !element.label.contains(" · ");
            newest(&|element| {
                is_own(element) && element.label.strip_prefix(name).is_some_and(|more| more.starts_with([' ', '…']))
            })
        })
        .or_else(|| newest(&|element| element.label.to_lowercase() == name.to_lowercase()))
}

#[cfg(test)]
mod tests {
    use super::{among, holds, list_of, row_of};
    use crate::look::Element;

    fn elements(lines: &[&str]) -> Vec<Element> {
        lines.iter().filter_map(|line| Element::parse(line)).collect()
    }

    #[test]
    fn a_thing_is_known_by_name_and_place() {
        let lines = [
            r#"3 | BUTTON | "Delete" [in: row of Ada]"#,
            r#"5 | BUTTON | "Delete" [in: row of Bob]"#,
            r#"8 | BUTTON | "Delete" [covered by: x]"#,
            r#"9 | ELEMENT | "Issues 57" [in: nav]"#,
        ];
        let elements = elements(&lines);
        assert_eq!(among(&elements, "Delete", "Ada"), Some(3));
        assert_eq!(among(&elements, "Delete", ""), Some(5));
        assert_eq!(among(&elements, "Issues", ""), Some(9));
        assert_eq!(among(&elements, "Delete", "Cleo"), None);
    }

    #[test]
    fn a_control_goes_before_text_and_may_have_a_persons_initials() {
        let lines = [
            r#"3 | CHECKBOX | "AT Alex Thompson" [checked]"#,
            r#"4 | CHECKBOX | "Sound" [in: Notifications]"#,
            r#"8 | ELEMENT | "Alex Thompson 4h""#,
            r#"9 | ELEMENT | "Sound""#,
        ];
        let elements = elements(&lines);
        assert_eq!(among(&elements, "Alex Thompson", ""), Some(3));
        assert_eq!(among(&elements, "Sound", ""), Some(4));
    }

    #[test]
    fn a_list_is_known_by_its_label_wherever_that_stands() {
        let lines = [
            r#"2 | ELEMENT | "Inter ▾" [in: Font]"#,
            r#"4 | ROW | "Transition · Style · None · Curve · Ease" [5 ELEMENT "None ▾"] [6 ELEMENT "Ease ▾"]"#,
            r#"5 | ELEMENT | "None ▾" [in: Transition]"#,
            r#"6 | ELEMENT | "Ease ▾" [in: Transition]"#,
            r#"7 | SELECT | "Theme" [value: "Dark"]"#,
        ];
        let elements = elements(&lines);
        for (list, uid) in [("Font", Some(2)), ("Curve", Some(6)), ("Theme", Some(7)), ("Timing", None)] {
            assert_eq!(list_of(&elements, list, ""), uid, "{list}");
        }
    }

    #[test]
    fn a_row_is_known_by_a_whole_part_of_its_words_before_others() {
        let lines = [
            r#"2 | ROW | "Ann · Re: Team Dinner · Yes" [3 Star: off]"#,
            r#"4 | ROW | "Ann · Team Dinner · When?" [13 Star: off]"#,
            r#"6 | ROW | "Bob · Sponsorship of the Spr…" [7 Star: off]"#,
            r#"3 | BUTTON | "Star" [in: Ann]"#,
        ];
        let elements = elements(&lines);
        let uid = |words: &str| row_of(&elements, words).map(|row| row.uid);
        assert_eq!(uid("Team Dinner"), Some(4));
        assert_eq!(uid("Sponsorship of the Spring Fair"), Some(6));
        assert_eq!(uid("Lunch"), None);
        let held: Vec<bool> = elements.iter().map(|row| holds(row, &elements[3])).collect();
        assert_eq!(held, [true, false, false, false]);
    }
}
