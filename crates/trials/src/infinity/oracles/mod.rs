//! The function tasks' oracles: families of instructions, each with what it means in its application. They act on the instructions and on the texts
//! that a model would read; they see no page's code or state, and no verifier.

mod family;
mod figma;
mod gitlab;
mod gmail;
mod hand;
mod linear;
mod superhuman;
mod xero;

use super::task::Task;
use crate::agent::Agent;
use crate::step::Step;
use family::{Family, Words};

/// A family with the words of one instruction.
pub(super) struct Oracle {
    family: Family,
    words: Words,
}

impl Oracle {
    pub(super) fn decide(&self, agent: &mut Agent<'_>) -> Step {
        (self.family)(agent, &self.words)
    }
}

/// An application's families, in the order in which they are tried.
fn families(application: &str) -> &'static [(&'static str, Family)] {
    match application {
        "figma-slides" => figma::FAMILIES,
        "gitlab-plan-and-track" => gitlab::FAMILIES,
        "gmail" => gmail::FAMILIES,
        "linear-account-settings" => linear::FAMILIES,
        "superhuman-general" => superhuman::FAMILIES,
        "xero-invoicing" => xero::FAMILIES,
        _ => &[],
    }
}

/// The oracle that knows a task's words.
pub(super) fn of(task: &Task) -> Option<Oracle> {
    families(task.application).iter().find_map(|(pattern, family)| {
        Some(Oracle { family: *family, words: Words::of(captured(pattern, &task.instruction)?) })
    })
}

/// The words that stand for each `{}` of a pattern in a text; none if the rest differs.
fn captured(pattern: &str, text: &str) -> Option<Vec<String>> {
    let mut parts = pattern.split("{}");
    let mut rest = text.strip_prefix(parts.next()?)?;
    let mut words = Vec::new();
    let mut parts = parts.peekable();
    while let Some(part) = parts.next() {
        let (word, after) = match parts.peek() {
            // The last part must end the text.
            None => (rest.strip_suffix(part)?, ""),
            Some(_) => rest.split_once(part)?,
        };
        words.push(word.to_owned());
        rest = after;
    }
    rest.is_empty().then_some(words)
}

#[cfg(test)]
mod tests {
    use super::super::APPLICATIONS;
    use super::{captured, families};

    #[test]
    fn a_pattern_takes_the_words_that_differ() {
        let check = |pattern: &str, text: &str, expected: Option<&[&str]>| {
            let words = captured(pattern, text);
            let words: Option<Vec<&str>> = words.as_ref().map(|words| words.iter().map(String::as_str).collect());
            assert_eq!(words.as_deref(), expected, "{pattern} on {text}");
        };
        check("Star '{}' from {}.", "Star 'A 'b' c' from Dora.", Some(&["A 'b' c", "Dora"]));
        check("Star '{}'.", "Star 'A' now.", None);
        check("Star '{}'", "Star 'Q4'", Some(&["Q4"]));
        check("Empty the trash.", "Empty the trash.", Some(&[]));
        check("Empty the trash.", "Empty the trash. Now.", None);
        check("Star {}", "Unstar A", None);
    }

    #[test]
    fn no_family_takes_the_words_of_another() {
        for application in APPLICATIONS {
            let families = families(application);
            for (at, (pattern, _)) in families.iter().enumerate() {
                let text = pattern.replace("{}", "Some Words");
                let first = families.iter().position(|(pattern, _)| captured(pattern, &text).is_some());
                // A pattern before it that takes these words would decide every task of this one.
                let by = first.and_then(|first| families.get(first)).map(|(pattern, _)| *pattern);
                assert_eq!(first, Some(at), "{application}: {pattern:?} is taken by {by:?}");
            }
        }
    }
}
