//! The languages that a person speaks, and how well, as facts of their profile say it: `Languages: English (native), German (B2)`.

use crate::fit::fit;
use crate::question::Question;
use crate::support::{Support, support};
use crate::topics;
use edith_page::fold::fold;
use edith_protocol::{FieldType, FormValue};

/// A language, as a fact says it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Spoken {
    /// Its name in the person's words.
    pub name: String,
    /// What is said about it, with its name.
    said: String,
    /// Whether it is the first that the person spoke.
    pub native: bool,
}

impl Spoken {
    /// Whether it is said how well.
    pub(crate) fn has_level(&self) -> bool {
        !topics::levels(&self.said).is_empty()
    }

    /// Takes in what another fact says about the same language.
    pub(crate) fn join(&mut self, other: &Self) {
        self.native |= other.native;
        if !self.has_level() {
            self.said.clone_from(&other.said);
        }
    }
}

/// The last row of levels.
const NATIVE: usize = 4;

/// The languages of a text, each with what comes after it up to the next one.
pub(crate) fn spoken(text: &str) -> Vec<Spoken> {
    let mut found: Vec<Spoken> = Vec::new();
    for word in text.split_inclusive(char::is_whitespace) {
        let bare = word.trim_matches(|c: char| !c.is_alphabetic());
        match topics::languages(bare).len() {
            1 => found.push(Spoken { name: bare.to_owned(), said: word.to_owned(), native: false }),
            _ => found.iter_mut().last().into_iter().for_each(|last| last.said.push_str(word)),
        }
    }
    for one in &mut found {
        one.native = topics::levels(&one.said).contains(&NATIVE);
    }
    found
}

/// Whether two names are of one language, in whatever language they are said.
pub(crate) fn is_same(one: &str, other: &str) -> bool {
    let (language, same) = (topics::languages(one), topics::languages(other));
    if language.is_empty() || same.is_empty() { fold(one) == fold(other) } else { language == same }
}

/// The only one of some languages; none: they differ.
pub(crate) fn agreed(all: &[String]) -> Option<&String> {
    let (first, rest) = all.split_first()?;
    rest.iter().all(|other| is_same(first, other)).then_some(first)
}

/// The option of a list that names this language and no other.
pub(crate) fn option<'q>(question: &'q Question, name: &str) -> Option<&'q String> {
    let mut named = question.options.iter().filter(|option| is_same(option, name));
    named.next().filter(|_| named.next().is_none())
}

/// How well the only language of a question's title is spoken, as an option.
pub(crate) fn level(question: &Question, all: &[Spoken]) -> Option<FormValue> {
    let asked = topics::languages(&question.title);
    let names_languages = question.options.iter().any(|option| !topics::languages(option).is_empty());
    if asked.len() != 1 || question.kind != FieldType::Choice || names_languages {
        return None;
    }
    let mut of_it = all.iter().filter(|one| topics::languages(&one.name) == asked);
    let one = of_it.next().filter(|_| of_it.next().is_none())?;
    let is_said = |option: &&String| support(question, &FormValue::Text((*option).clone()), &one.said) == Support::Said;
    let mut said = question.options.iter().filter(is_said);
    let option = said.next().filter(|_| said.next().is_none())?;
    fit(question, &FormValue::Text(option.clone())).ok()
}

/// The options of a list of languages that are spoken.
pub(crate) fn options(question: &Question, all: &[Spoken]) -> Option<FormValue> {
    let is_spoken = |option: &&String| all.iter().any(|one| is_same(&one.name, option));
    let spoken: Vec<String> = question.options.iter().filter(is_spoken).cloned().collect();
    if spoken.is_empty() { None } else { fit(question, &FormValue::Many(spoken)).ok() }
}
