//! What a page says around its form.

use crate::question::Question;
use edith_page::fold::fold;
use std::collections::BTreeSet;

/// A page's text without the lines that only repeat what its questions say: their words go with them, or to nobody.
pub fn text_around(text: &str, questions: &[Question]) -> String {
    let mut own: BTreeSet<String> = BTreeSet::new();
    for question in questions {
        let options = question.options.join(" ");
        let joined = [&question.title, &question.hint, &options].map(String::as_str).join(" ");
        let with_options = format!("{} {options}", question.title);
        let with_hint = format!("{} {}", question.title, question.hint);
        let all = [&question.title, &question.hint, &question.error, &options, &joined, &with_options, &with_hint];
        own.extend(all.into_iter().chain(&question.options).chain(&question.rows).map(|text| fold(text)));
    }
    let is_told = |line: &&str| !own.contains(&fold(line)) || line.trim().is_empty();
    text.lines().filter(is_told).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use edith_protocol::FieldType;

    #[test]
    fn what_the_questions_say_is_not_said_again() {
        let question = |title: &str, kind, options: &[&str]| Question {
            title: title.into(),
            kind,
            options: options.iter().map(|option| (*option).to_owned()).collect(),
            ..Question::default()
        };
        let questions = [
            question("Last employer", FieldType::Text, &[]),
            question("Would you move?", FieldType::Choice, &["Yes", "No"]),
            question("I agree to the terms", FieldType::Consent, &["I agree to the terms"]),
        ];
        let text = "Post of a project lead\nLast employer *\nWould you move?\nYes No\nLast employer: the one before is asked below\n\
            I agree to the terms\nYour membership number is 4711";
        assert_eq!(
            text_around(text, &questions),
            "Post of a project lead\nLast employer: the one before is asked below\nYour membership number is 4711"
        );
    }
}
