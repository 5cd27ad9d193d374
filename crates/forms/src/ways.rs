//! What leads from a form on: to its next page, or to whom it is for.

use crate::words::has_any;
use edith_page::{ElementKind, Index};

const NEXT: &[&str] = &[
    "next",
    "next step",
    "next page",
    "continue",
    "save and continue",
    "proceed",
    "weiter",
    "fortfahren",
    "nachster schritt",
    "nachste seite",
    "speichern und weiter",
    "suivant",
    "continuer",
    "etape suivante",
    "page suivante",
    "siguiente",
    "continuar",
    "paso siguiente",
    "siguiente paso",
];
const SUBMIT: &[&str] = &[
    "submit",
    "send",
    "send application",
    "apply",
    "finish",
    "complete",
    "register",
    "sign up",
    "request",
    "absenden",
    "senden",
    "abschicken",
    "einreichen",
    "bewerben",
    "bewerbung absenden",
    "anmelden",
    "registrieren",
    "abschliessen",
    "envoyer",
    "soumettre",
    "valider",
    "postuler",
    "s inscrire",
    "terminer",
    "enviar",
    "presentar",
    "registrarse",
    "inscribirse",
    "finalizar",
    "solicitar",
];
const OTHER: &[&str] =
    &["with", "mit", "avec", "con", "google", "facebook", "apple", "shopping", "login", "log in", "sign in"];

/// What opens a form's next page, and what submits it, by their numbers in looks; none where nothing on the page is called so beyond doubt.
pub fn page_ways(page: &Index) -> (Option<u32>, Option<u32>) {
    let fields: Vec<u32> = page
        .elements
        .iter()
        .filter(|element| element.facts.is_some() && element.form_number > 0)
        .map(|element| element.form_number)
        .collect();
    let in_form = |number: u32| fields.is_empty() || number == 0 || fields.contains(&number);
    let buttons = page.elements.iter().filter(|element| {
        let is_button = element.kind == ElementKind::Button || element.submits;
        is_button
            && element.facts.is_none()
            && !element.states.disabled
            && !element.states.behind_modal
            && in_form(element.form_number)
    });
    let (mut next, mut submit) = (Vec::new(), Vec::new());
    for button in buttons {
        let name = &button.name;
        if name.split_whitespace().count() > 5 || has_any(name, OTHER) {
            continue;
        }
        if has_any(name, NEXT) {
            next.push(button.uid);
        } else if has_any(name, SUBMIT) || (button.submits && button.form_number > 0) {
            submit.push(button.uid);
        }
    }
    let only = |all: Vec<u32>| if let [only] = all.as_slice() { Some(*only) } else { None };
    (only(next), only(submit))
}
