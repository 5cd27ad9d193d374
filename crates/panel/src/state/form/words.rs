//! Whether a task's words ask to fill in the form of the page in view, in the panel's languages.

/// The form that is meant, and what is to be done with it.
const FORMS: [&str; 4] = ["this form", "dieses formular", "ce formulaire", "este formulario"];
const VERBS: [&str; 9] = ["fill", "complete", "füll", "ausfüllen", "remplis", "rempli", "complét", "rellen", "complet"];
/// What asks for more than this page.
const BEYOND: [&str; 8] = ["http", "www.", "open ", "go to", "öffne", "ouvre", "va sur", "abre "];

/// Whether the words ask for it and for nothing before it.
pub fn asks_for_form(task: &str) -> bool {
    let task = task.to_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| task.contains(word));
    has(&FORMS) && has(&VERBS) && !has(&BEYOND)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_form_in_view_is_meant() {
        for task in [
            "Fill in this form from my CV",
            "Please fill out this form",
            "Fülle dieses Formular aus",
            "Kannst du dieses Formular ausfüllen?",
            "Remplis ce formulaire avec mon CV",
            "Rellena este formulario",
        ] {
            assert!(asks_for_form(task), "{task}");
        }
        for task in [
            "Open shop.example and fill in this form",
            "What does this form ask?",
            "Fill the cart",
            "Write a form letter",
            "",
        ] {
            assert!(!asks_for_form(task), "{task}");
        }
    }
}
