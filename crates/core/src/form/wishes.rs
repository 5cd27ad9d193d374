//! What a task's words ask of a form besides its values, in the panel's languages.

use edith_page::fold::fold;
use serde::{Deserialize, Serialize};

/// What is done after the fields are filled in.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum After {
    /// Nothing.
    #[default]
    Stop,
    /// The form's next page is opened and filled in too.
    Next,
    /// It is submitted.
    Submit,
}

/// What a task's words ask for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Wishes {
    /// What is done in the end.
    pub after: After,
    /// Whether pages that follow should be filled in before.
    pub pages: bool,
    /// Whether the person does not want to check values that are their own anyway.
    pub unasked: bool,
}

const SUBMIT: [&str; 14] = [
    "submit",
    "send it",
    "send the form",
    "send it off",
    "absenden",
    "abschicken",
    "einreichen",
    "schick es ab",
    "schicke es ab",
    "envoie",
    "envoyer",
    "soumettre",
    "envia",
    "enviar",
];
/// Before the word that submits, these reverse it, or leave it to the person.
const NOT_SUBMIT: [&str; 24] = [
    "not", "don t", "never", "without", "before", "no", "i ll", "i will", "let me", "myself", "nicht", "ohne", "bevor",
    "nie", "selbst", "selber", "ne", "n", "pas", "sans", "avant", "sin", "antes", "nunca",
];
/// So many words before, and in the same clause.
const NEAR: usize = 4;
const AND: [&str; 9] = ["and", "then", "but", "und", "dann", "et", "puis", "y", "luego"];
const PAGES: [&str; 14] = [
    "next page",
    "next pages",
    "all pages",
    "every page",
    "all steps",
    "every step",
    "nachste seite",
    "nachsten seiten",
    "alle seiten",
    "alle schritte",
    "page suivante",
    "toutes les pages",
    "pagina siguiente",
    "todas las paginas",
];
const UNASKED: [&str; 12] = [
    "without asking",
    "don t ask",
    "do not ask",
    "no questions",
    "ohne zu fragen",
    "ohne mich zu fragen",
    "ohne ruckfrage",
    "ohne nachzufragen",
    "sans demander",
    "sans me demander",
    "sin preguntar",
    "sin preguntarme",
];

impl Wishes {
    /// The wishes of a task's words.
    pub fn of(prompt: &str) -> Self {
        let text = format!(" {} ", fold(prompt));
        let clauses = prompt.split(['.', ',', ';', ':', '!', '?', '\n']).map(|clause| format!(" {} ", fold(clause)));
        let has = |phrases: &[&str]| phrases.iter().any(|phrase| text.contains(&format!(" {phrase} ")));
        let submits = clauses.into_iter().any(|clause| submits(&clause));
        let after = match (submits, has(&PAGES)) {
            (true, _) => After::Submit,
            (false, true) => After::Next,
            (false, false) => After::Stop,
        };
        Self { after, pages: has(&PAGES), unasked: has(&UNASKED) }
    }
}

/// Whether a clause says that the form is to be submitted, and no word right before that reverses it.
fn submits(clause: &str) -> bool {
    let is_meant = |at: usize| {
        let words: Vec<&str> = clause.get(..at).unwrap_or_default().split_whitespace().collect();
        let own = words.rsplit(|word| AND.contains(word)).next().unwrap_or_default();
        let near = format!(" {} ", own.get(own.len().saturating_sub(NEAR)..).unwrap_or_default().join(" "));
        !NOT_SUBMIT.iter().any(|word| near.contains(&format!(" {word} ")))
    };
    SUBMIT.iter().any(|phrase| clause.match_indices(&format!(" {phrase} ")).any(|(at, _)| is_meant(at)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_words_submit() {
        for (prompt, after, unasked) in [
            ("", After::Stop, false),
            ("Fill this in from my CV", After::Stop, false),
            ("Fill it in and submit it", After::Submit, false),
            ("Fill it in but do not submit it", After::Stop, false),
            ("Füll das aus, alle Seiten, ohne zu fragen", After::Next, true),
            ("Bitte ausfüllen und abschicken", After::Submit, false),
            ("Remplis le formulaire sans envoyer", After::Stop, false),
            ("Rellena todas las páginas y enviar", After::Submit, false),
            ("Fill it in, never press submit", After::Stop, false),
            ("Fill this in. I'll submit it", After::Stop, false),
            ("Don't click on submit", After::Stop, false),
            ("Bitte noch nicht absenden", After::Stop, false),
            ("Rellena el formulario antes de enviar", After::Stop, false),
            ("Do not fill in the phone number, and submit it", After::Submit, false),
            ("Fill it in without asking me and submit it", After::Submit, true),
            ("No questions, submit it", After::Submit, true),
            ("Ohne zu fragen ausfüllen und absenden", After::Submit, true),
            ("Fill it in but I will submit it myself", After::Stop, false),
            ("The subject is submission of evidence", After::Stop, false),
        ] {
            let wishes = Wishes::of(prompt);
            assert_eq!((wishes.after, wishes.unasked), (after, unasked), "{prompt}");
        }
    }
}
