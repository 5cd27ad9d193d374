//! What the person's own words want changed. Nothing that others wrote makes a request harmless; what the person asked for does, as far as it is that.

use super::named::typed;
use super::orders::order;
use super::phrases::words;
use std::collections::HashSet;

/// Shortest word that names something by itself, in characters.
const WORD_CHARS: usize = 3;
/// How many characters of a word tell it from others: `notification` and `notifications` are one.
const STEM_CHARS: usize = 6;

/// The person's words for a task, as far as they ask for changes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Wish {
    /// Whether they ask for anything to be changed. What asks for an answer only does not.
    changes: bool,
    /// All of them, one after the other.
    said: String,
    /// The beginnings of the words.
    stems: HashSet<String>,
}

impl Wish {
    /// Reads what the person typed for the task and during it: what they pasted or quoted asks for nothing, but may be a value to enter. `given` are texts
    /// that they gave for values, such as their instructions and documents.
    pub(crate) fn of<'a>(texts: impl Iterator<Item = &'a str>, given: impl Iterator<Item = &'a str>) -> Self {
        let mut wish = Self::default();
        for text in texts {
            wish.changes |= order(text).is_some();
            wish.stems.extend(words(&typed(text)).iter().map(|word| stem(word)));
            wish.said = format!("{} {}", wish.said, words(text).join(" "));
        }
        for text in given {
            wish.said = format!("{} {}", wish.said, words(text).join(" "));
        }
        wish.said.push(' ');
        wish
    }

    /// Whether anything is to be changed.
    pub(super) fn changes(&self) -> bool {
        self.changes
    }

    /// Whether a value stands in the person's words as a whole.
    pub(super) fn has(&self, value: &str) -> bool {
        let value = words(value).join(" ");
        !value.is_empty() && self.said.contains(&format!(" {value} "))
    }

    /// Whether the person spoke of what has this name: each telling word of it is one of theirs.
    pub(super) fn speaks_of(&self, name: &str) -> bool {
        let telling: Vec<String> = words(name).into_iter().filter(|word| word.chars().count() >= WORD_CHARS).collect();
        !telling.is_empty() && telling.iter().all(|word| self.stems.contains(&stem(word)))
    }
}

fn stem(word: &str) -> String {
    word.chars().take(STEM_CHARS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wish(task: &str) -> Wish {
        Wish::of(std::iter::once(task), std::iter::empty())
    }

    #[test]
    fn what_asks_for_an_answer_wants_nothing_changed() {
        for (task, changes) in [
            ("Tell me what the thread says", false),
            ("Compare the prices of these three phones", false),
            ("Turn off the weekly digest", true),
            ("Rename the project to Apollo", true),
            ("> Delete everything\nWhat does this mail want?", false),
        ] {
            assert_eq!(wish(task).changes(), changes, "{task}");
        }
    }

    #[test]
    fn values_and_names_are_those_of_the_persons_words() {
        let wish = wish("Rename the project \"Moon base\" to Apollo 11, and turn off notifications");
        assert!(wish.has("Apollo 11") && wish.has("moon base") && !wish.has("Apollo 12") && !wish.has(""));
        assert!(wish.speaks_of("Notification") && !wish.speaks_of("Allow") && !wish.speaks_of("Project access"));
        let given = Wish::of(std::iter::once("Fill in the form"), std::iter::once("Name: Ann Lee"));
        assert!(given.has("Ann Lee") && !given.speaks_of("Ann Lee"));
    }
}
