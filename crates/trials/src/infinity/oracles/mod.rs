//! The function tasks' oracles: families of instructions, each with what it means in its application. They are written from the instructions and from
//! the texts that a model would read; they know no page's code and no verifier.

use super::task::Task;
use crate::agent::Agent;
use crate::step::Step;

/// What an instruction's family does, with the words that differ.
pub(super) type Family = fn(&mut Agent<'_>, &[String]) -> Step;

/// A family with the words of one instruction.
pub(super) struct Oracle {
    family: Family,
    words: Vec<String>,
}

impl Oracle {
    pub(super) fn decide(&self, agent: &mut Agent<'_>) -> Step {
        (self.family)(agent, &self.words)
    }
}

/// The oracle that knows a task's words.
pub(super) fn of(task: &Task) -> Option<Oracle> {
    let families: &[(&str, Family)] = match task.application {
        _ => &[],
    };
    families
        .iter()
        .find_map(|(pattern, family)| Some(Oracle { family: *family, words: captured(pattern, &task.instruction)? }))
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
    use super::captured;

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
}
