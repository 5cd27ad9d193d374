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

/// Verbs of filling in, and of giving a file to somebody, as they begin or end an order.
const FILL: [&str; 12] = [
    "fill",
    "complete",
    "füll",
    "ausfüllen",
    "auszufüllen",
    "rempl",
    "complète",
    "complétez",
    "rellen",
    "completa",
    "completá",
    "complétar",
];
const GIVE: [&str; 22] = [
    "upload",
    "attach",
    "submit",
    "send",
    "post",
    "hochladen",
    "lade",
    "häng",
    "anhängen",
    "reich",
    "einreichen",
    "schick",
    "schicken",
    "téléverse",
    "joins",
    "joindre",
    "dépose",
    "envoie",
    "sube",
    "adjunta",
    "envía",
    "enviar",
];
/// A verb of an order stands among its first words, further back after a polite question, or last.
const FIRST: usize = 2;
const FIRST_OF_QUESTION: usize = 5;

/// What an order does with files that are attached to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// Something is filled in from them.
    FillsIn,
    /// They are handed on.
    Gives,
}

/// What the words order, if they begin like an order.
pub fn order(task: &str) -> Option<Order> {
    let lower = task.trim().to_lowercase();
    let words: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let first = if lower.ends_with('?') { FIRST_OF_QUESTION } else { FIRST };
    let heads = || words.iter().take(first).chain(words.last());
    let has = |verbs: &[&str]| heads().any(|word| verbs.iter().any(|verb| word.starts_with(verb)));
    match () {
        () if has(&FILL) => Some(Order::FillsIn),
        () if has(&GIVE) => Some(Order::Gives),
        () => None,
    }
}

/// What a profile and what it is taken from are called.
const PROFILES: [&str; 4] = ["my profile", "mein profil", "mon profil", "mi perfil"];
const DOCUMENTS: [&str; 13] = [
    " cv",
    "resume",
    "résumé",
    "document",
    "file",
    "lebenslauf",
    "dokument",
    "datei",
    "fichier",
    "currículum",
    "curriculum",
    "documento",
    "archivo",
];
const TAKES: [&str; 10] =
    ["take", "import", "fill", "übernimm", "übernehm", "füll", "reprend", "remplis", "toma", "rellena"];

/// Whether the words ask to take the profile from a document, and for nothing else.
pub fn asks_for_profile(task: &str) -> bool {
    let task = task.to_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| task.contains(word));
    has(&PROFILES) && has(&DOCUMENTS) && has(&TAKES) && !has(&BEYOND) && !has(&FORMS)
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

    #[test]
    fn an_order_with_files_is_told_from_a_question_about_them() {
        for (task, expected) in [
            ("Fill in this form from my CV", Some(Order::FillsIn)),
            ("Please fill out the application", Some(Order::FillsIn)),
            ("Could you please fill in the registration?", Some(Order::FillsIn)),
            ("Den Antrag bitte ausfüllen", Some(Order::FillsIn)),
            ("Remplis la demande", Some(Order::FillsIn)),
            ("Rellena la solicitud con este documento", Some(Order::FillsIn)),
            ("Upload this to the ticket", Some(Order::Gives)),
            ("Send the invoice to Ann", Some(Order::Gives)),
            ("Die Datei ins Portal hochladen", Some(Order::Gives)),
            ("Envoie ce fichier au support", Some(Order::Gives)),
            ("Sube este archivo", Some(Order::Gives)),
            ("What does this contract say about notice periods?", None),
            ("Give me the complete list of deadlines", None),
            ("Who was this sent to", None),
            ("Summarise it", None),
            ("Welche Fristen gelten?", None),
            ("", None),
        ] {
            assert_eq!(order(task), expected, "{task}");
        }
    }

    #[test]
    fn a_profile_is_taken_from_a_document_only_when_that_is_all() {
        for task in [
            "Take my profile from this CV",
            "Import my profile from the attached document",
            "Übernimm mein Profil aus diesem Dokument",
            "Kannst du mein Profil aus dem Lebenslauf übernehmen?",
            "Reprends mon profil de ce document",
            "Toma mi perfil de este documento",
        ] {
            assert!(asks_for_profile(task), "{task}");
        }
        // What the settings' button writes asks for it, and is the worker's word for it.
        for json in [
            include_str!("../../../../../extension/_locales/en/messages.json"),
            include_str!("../../../../../extension/_locales/de/messages.json"),
            include_str!("../../../../../extension/_locales/fr/messages.json"),
            include_str!("../../../../../extension/_locales/es/messages.json"),
        ] {
            let messages: serde_json::Value = serde_json::from_str(json).unwrap();
            let task = messages["profile_from_task"]["message"].as_str().unwrap();
            assert!(asks_for_profile(task), "{task}");
            assert_eq!(messages["core_profile_task"]["message"], task);
        }
        for task in [
            "Fill in this form from my profile and my CV",
            "What does my profile say?",
            "Open jobs.example and take my profile photo from this file",
            "Compare my CV with this job",
            "",
        ] {
            assert!(!asks_for_profile(task), "{task}");
        }
    }
}
