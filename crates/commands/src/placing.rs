//! An order for what a form does, with values that tell by their form which field they are for: `book a table for 4 at 7 pm under the name Ada Lovelace`.
//! Every word of it has to be one of these, and each value has to have one field only; sending the form is up to the person.

use super::command::{Command, Target};
use super::facts::only_facts;
use super::grammar::moment;
use super::page::{Element, Page};
use super::words::normal;
use edith_page::ElementKind;

/// Words between the values.
const BETWEEN: &[&str] = &[
    "for", "at", "on", "under", "with", "in", "the", "from", "für", "um", "am", "auf", "den", "mit", "uhr", "pour",
    "à", "le", "au", "de", "para", "a", "las", "el", "and", "und", "et", "y",
];
/// Before a name.
const NAMES: &[&str] = &["name", "namen", "nom", "nombre"];
/// Numbers in words, from two.
const NUMBERS: &[&[&str]] = &[
    &["two", "three", "four", "five", "six", "seven", "eight"],
    &["zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht"],
    &["deux", "trois", "quatre", "cinq", "six", "sept", "huit"],
    &["dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho"],
];

/// The commands that fill such a form; none if any word of the order is not read.
pub(crate) fn placed(page: &Page, text: &str) -> Option<Vec<Command>> {
    let words: Vec<&str> = text.split_whitespace().map(|word| word.trim_end_matches([',', '.', '!'])).collect();
    let buttons = page.elements.iter().filter(|element| element.kind == ElementKind::Button);
    let names =
        page.main_heading().map(|(_, heading)| heading).into_iter().chain(buttons.map(|one| one.label.as_str()));
    let begins = |name: &str| {
        let name: Vec<String> = name.split_whitespace().map(normal).collect();
        let is_it = |words: &[&str]| words.iter().zip(&name).all(|(word, part)| normal(word) == *part);
        (name.len() > 1 && words.get(..name.len()).is_some_and(is_it)).then_some(name.len())
    };
    let mut rest = words.get(names.filter_map(begins).max()?..)?;
    let mut commands = Vec::new();
    while let Some((word, after)) = rest.split_first() {
        let lower = word.to_lowercase();
        let taken = match () {
            () if NAMES.contains(&lower.as_str()) => {
                let is_large = |word: &&&str| word.starts_with(char::is_uppercase);
                let name: Vec<&str> = after.iter().take_while(is_large).copied().collect();
                commands.extend(only_facts(&format!("my name is {}", name.join(" "))).filter(|_| !name.is_empty())?);
                name.len() + 1
            }
            () if word.contains('@') => {
                commands.extend(only_facts(&format!("my email is {word}"))?);
                1
            }
            () if BETWEEN.contains(&lower.as_str()) => 1,
            () => {
                let (value, taken) = value_of(rest)?;
                commands.push(set(page, &value)?);
                // "4 people": of what there are so many.
                let is_thing = matches!(value, Value::Number(_))
                    && rest.get(taken).is_some_and(|next| {
                        next.chars().all(char::is_lowercase) && !BETWEEN.contains(next) && !NAMES.contains(next)
                    });
                taken + usize::from(is_thing)
            }
        };
        rest = rest.get(taken..).unwrap_or_default();
    }
    (!commands.is_empty()).then_some(commands)
}

/// A value by its form.
enum Value {
    /// A date or a time of day, as fields have it.
    Moment(String),
    Number(u32),
}

/// The value that begins here, and how many words it takes.
fn value_of(words: &[&str]) -> Option<(Value, usize)> {
    let moments = (1..=3.min(words.len())).rev().find_map(|taken| {
        let text = words.get(..taken)?.join(" ");
        // "19 Uhr", "19h"
        let clock = |hour: &str| hour.parse::<u32>().ok().filter(|hour| *hour < 24).map(|hour| format!("{hour:02}:00"));
        let hour = text.to_lowercase();
        let hour = hour.strip_suffix(" uhr").or_else(|| hour.strip_suffix('h')).and_then(|hour| clock(hour.trim()));
        Some((Value::Moment(moment(&text).or(hour)?), taken))
    });
    moments.or_else(|| Some((Value::Number(number(words.first()?)?), 1)))
}

/// A small number in figures or in words.
pub(crate) fn number(word: &str) -> Option<u32> {
    let word = word.to_lowercase();
    let written = NUMBERS.iter().find_map(|names| names.iter().position(|name| *name == word));
    word.parse().ok().or_else(|| Some(u32::try_from(written?).ok()? + 2))
}

/// The command that sets the one field which takes such a value.
fn set(page: &Page, value: &Value) -> Option<Command> {
    let is_it = |option: &String| match value {
        Value::Moment(wanted) => moment(option).as_ref() == Some(wanted),
        Value::Number(wanted) => option.trim().parse() == Ok(*wanted),
    };
    let is_of_kind = |element: &&Element| match value {
        Value::Moment(wanted) if element.is_given_whole() => match element.format.as_str() {
            "time" => wanted.contains(':') && !wanted.contains('T'),
            "date" => !wanted.contains(':'),
            "datetime-local" => wanted.contains('T'),
            _ => false,
        },
        Value::Number(_) if element.format == "number" => true,
        _ => element.kind == ElementKind::Select && element.options.iter().any(is_it),
    };
    let mut fields = page.elements.iter().filter(|element| !element.is_disabled).filter(is_of_kind);
    let field = fields.next().filter(|field| !field.label.is_empty())?;
    if fields.next().is_some() {
        return None;
    }
    let written = match value {
        Value::Moment(wanted) => wanted.clone(),
        Value::Number(wanted) => wanted.to_string(),
    };
    let value = field.options.iter().find(|option| is_it(option)).cloned().unwrap_or(written);
    Some(Command::Set { target: Target { words: field.label.clone(), quoted: true, ..Target::default() }, value })
}

#[cfg(test)]
mod tests {
    use super::super::drawn::Drawn;
    use super::*;
    use ElementKind::{Button, Input, Select};

    #[test]
    fn values_go_to_the_one_field_of_their_form() {
        let form = || {
            Drawn::new("http://x.example/", "Book a table")
                .add(Input, "Name")
                .add(Input, "Day")
                .format("date")
                .add(Select, "Time")
                .options(&["18:00", "19:00"])
                .add(Select, "Guests")
                .options(&["2", "4"])
                .add(Button, "Request booking")
                .text("## Book a table\nWe are glad.")
        };
        let told = |drawn: Drawn, text: &str| {
            placed(&drawn.page(), text).map(|all| {
                let set = |command: &Command| match command {
                    Command::Set { target, value } => Some(format!("{}={value}", target.words)),
                    Command::Fact { key, value, .. } => Some(format!("{key}={value}")),
                    _ => None,
                };
                all.iter().filter_map(set).collect::<Vec<_>>()
            })
        };
        for (text, expected) in [
            ("book a table for 4 at 7pm", Some(&["Guests=4", "Time=19:00"][..])),
            ("Book a table for two people on 12 May 2027", Some(&["Guests=2", "Day=2027-05-12"])),
            ("book a table for 4 by the window", None),
            ("book a table for 9", None),
            ("book a flight for 4", None),
            ("book a table", None),
        ] {
            let got = told(form(), text);
            assert_eq!(
                got.as_deref().map(|all| all.to_vec()),
                expected.map(|all| all.iter().map(|one| (*one).to_owned()).collect::<Vec<_>>()),
                "{text}"
            );
        }
        let named = told(form(), "book a table for 4 under the name Ada Lovelace").unwrap_or_default();
        assert!(named.contains(&"name=Ada Lovelace".to_owned()), "{named:?}");
        let twice = form().add(Select, "High chairs").options(&["2", "4"]);
        assert_eq!(told(twice, "book a table for 4"), None, "which of the two is not said");
    }
}
