//! What documents say in so many words, line by line: `Nationality: Austrian`. It answers questions without a model.

use crate::facts::role_of;
use crate::fit::fit;
use crate::meaning::{Meaning, Role, asks, of_words};
use crate::question::Question;
use crate::support::{Support, is_so, support};
use crate::whose::asks_about_others;
use crate::words::{NO, YES};
use edith_page::fold::{fold, words_in};
use edith_protocol::{FieldType, FormValue};

/// A label is at most so many words: more is a sentence.
const LABEL_WORDS: usize = 5;
/// A heading without a sign of one is at most so many words.
const HEADING_WORDS: usize = 5;
/// A value is at most so many characters.
const VALUE_CHARS: usize = 200;

/// A line that says what it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Labelled {
    /// What it says it is.
    pub label: String,
    /// The value after it.
    pub value: String,
    /// Both, as they are there.
    pub quote: String,
}

/// The lines of a text that say what they are; those of parts about other people are left out.
pub fn labelled(text: &str) -> Vec<Labelled> {
    let mut found = Vec::new();
    let mut of_others = false;
    for line in text.lines() {
        let bare = line.trim().trim_start_matches(['#', '-', '*', '•', '–', '>', '|']).trim();
        if is_heading(line.trim(), bare) {
            of_others = asks(bare).people;
            continue;
        }
        if !of_others {
            // Several are in one line: `Phone +43 … · Mail: …`.
            found.extend(bare.split(['·', '|', '\t', '•']).filter_map(piece));
        }
    }
    found
}

fn is_heading(line: &str, bare: &str) -> bool {
    let words = words_in(bare).len();
    line.starts_with('#')
        || (1..=HEADING_WORDS).contains(&words)
            && !bare.contains([':', ',', '@', '+', '.'])
            && !bare.contains(char::is_numeric)
}

fn piece(text: &str) -> Option<Labelled> {
    let text = text.trim();
    let (label, value) = match text.split_once(':') {
        Some((label, value)) if !value.starts_with("//") => (label, value),
        // A phone number often comes after its label without a sign between them.
        _ => text
            .split_once(['+', '0'])
            .filter(|(label, _)| of_words(label) == Some(Meaning::Phone))
            .map(|(label, _)| text.split_at(label.len()))?,
    };
    let (label, value) = (label.trim(), value.trim().trim_end_matches(['.', ';']));
    let is_label = (1..=LABEL_WORDS).contains(&words_in(label).len());
    let is_value = !value.is_empty() && value.chars().count() <= VALUE_CHARS;
    (is_label && is_value).then(|| Labelled {
        label: label.to_owned(),
        value: value.to_owned(),
        quote: text.to_owned(),
    })
}

/// The line that answers a question, with the fitted value: only one that says it itself, and none says otherwise.
pub fn answer_in<'l>(question: &Question, lines: &'l [Labelled]) -> Option<(FormValue, &'l Labelled)> {
    let is_other =
        matches!(question.kind, FieldType::File | FieldType::Grid | FieldType::LongText | FieldType::Choices);
    if question.is_persons() || is_other || asks_about_others(question) {
        return None;
    }
    let mut found: Option<(FormValue, &Labelled)> = None;
    for line in lines {
        let Some(value) = value_of(question, line) else { continue };
        match &found {
            Some((known, _)) if fold(&known.to_string()) != fold(&value.to_string()) => return None,
            Some(_) => {}
            None => found = Some((value, line)),
        }
    }
    found
}

fn value_of(question: &Question, line: &Labelled) -> Option<FormValue> {
    let said = |value: FormValue| (support(question, &value, &line.quote) == Support::Said).then_some(value);
    if let Some(option) = decided(question, &line.quote) {
        return said(FormValue::Text(option));
    }
    let meaning = of_words(&line.label);
    let same = match (question.meaning, meaning) {
        (Some(asked), Some(told)) => {
            let role = Role::of_label(&line.label);
            asked == told && (!asked.has_roles() || role.answers(role_of(question)).is_some())
        }
        // What asks for nothing that is known is asked by its own words.
        (None, None) => {
            words_in(&question.title).iter().any(|word| word.chars().count() > 2)
                && fold(&question.title) == fold(&line.label)
        }
        _ => false,
    };
    let value = same.then(|| fit(question, &FormValue::Text(line.value.clone())).ok()).flatten()?;
    said(value)
}

/// The yes or no of a question that a line decides.
fn decided(question: &Question, line: &str) -> Option<String> {
    let option = |words: &[&str]| {
        let is = |option: &&String| words_in(option).first().is_some_and(|word| words.contains(&word.as_str()));
        question.options.iter().find(is).cloned()
    };
    let (yes, no) = (option(YES)?, option(NO)?);
    is_so(&question.title, line).map(|is_so| if is_so { yes } else { no })
}

#[cfg(test)]
mod tests {
    use super::*;

    const CV: &str = "# Ann Miller\n\nPhone +43 660 1234567 · E-mail: ann@example.org\nNationality: Austrian\nDriving licence: yes, class B\n\
        Willing to relocate: no\nNotice period: 3 months\nShoe size: 39\n\n## Emergency contact\nName: Bob Miller\nPhone: +43 1 999999\n\n\
        ## Skills\nLanguages: English, German\nWebsite: https://ann.example\n";

    fn ask(title: &str, meaning: Option<Meaning>, kind: FieldType, options: &[&str]) -> Option<String> {
        let options = options.iter().map(|option| (*option).to_owned()).collect();
        let question = Question { title: title.into(), meaning, kind, options, ..Question::default() };
        answer_in(&question, &labelled(CV)).map(|(value, line)| {
            assert!(CV.contains(&line.quote), "{}", line.quote);
            value.to_string()
        })
    }

    #[test]
    fn lines_answer_what_they_say_they_are() {
        use FieldType::{Choice, Email, Phone, Text, Url};
        assert_eq!(ask("Telefon", Some(Meaning::Phone), Phone, &[]).as_deref(), Some("+43 660 1234567"));
        assert_eq!(ask("Correo", Some(Meaning::Email), Email, &[]).as_deref(), Some("ann@example.org"));
        assert_eq!(ask("Staatsangehörigkeit", Some(Meaning::Nationality), Text, &[]).as_deref(), Some("Austrian"));
        assert_eq!(ask("Web", Some(Meaning::Website), Url, &[]).as_deref(), Some("https://ann.example"));
        assert_eq!(ask("Avez-vous le permis de conduire ?", None, Choice, &["Oui", "Non"]).as_deref(), Some("Oui"));
        assert_eq!(ask("Would you relocate?", None, Choice, &["Yes", "No"]).as_deref(), Some("No"));
        assert_eq!(ask("Shoe size", None, Text, &[]).as_deref(), Some("39"));
    }

    #[test]
    fn lines_about_others_and_about_something_else_answer_nothing() {
        use FieldType::{Choice, Phone, Text};
        // The name is only in the part about somebody else.
        assert_eq!(ask("Name", Some(Meaning::FullName), Text, &[]), None);
        assert_eq!(ask("Phone of your referee", None, Phone, &[]), None);
        assert_eq!(ask("Do you smoke?", None, Choice, &["Yes", "No"]), None);
        assert_eq!(ask("Hat size", None, Text, &[]), None);
        // Two lines that differ answer nothing.
        let two = labelled("Phone: +43 660 1234567\nTelephone: +43 1 999999");
        let phone = Question { meaning: Some(Meaning::Phone), kind: Phone, ..Question::default() };
        assert_eq!((two.len(), answer_in(&phone, &two)), (2, None));
        assert!(answer_in(&phone, two.get(..1).unwrap_or_default()).is_some());
        let others = Question { title: "Name".into(), section: "Emergency contact".into(), ..phone.clone() };
        assert_eq!(answer_in(&others, two.get(..1).unwrap_or_default()), None);
        // The phone of their work is no other one.
        let work = labelled("Work phone: +43 1 777777");
        let at_home = Question { title: "Home phone".into(), ..phone.clone() };
        assert_eq!((answer_in(&at_home, &work), answer_in(&phone, &work).is_some()), (None, true));
        let secret = Question { kind: FieldType::Secret, ..phone };
        assert_eq!(answer_in(&secret, two.get(..1).unwrap_or_default()), None);
    }
}
