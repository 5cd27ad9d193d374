//! Parts of a form that take several entries, such as jobs: which of them a question belongs to, and what opens another one.

use crate::question::{Limits, Piece, Question, QuestionElement, Way};
use crate::words::has_any;
use edith_page::fold::words_in;
use edith_page::{Element, ElementKind, Index};
use edith_protocol::{FieldType, FormValue};
use std::collections::BTreeMap;

/// Entries of one part, at most: a CV has so many jobs, and each opened one is a press.
const MOST_ENTRIES: u32 = 10;
/// What opens an entry is called in few words.
const NAME_WORDS: usize = 6;

const ADD: &[&str] = &[
    "add",
    "one more",
    "hinzufugen",
    "erganzen",
    "weiterer eintrag",
    "weiteren eintrag",
    "weitere stelle",
    "weitere position",
    "neuer eintrag",
    "ajouter",
    "anadir",
    "agregar",
];
/// What else a button adds.
const OTHER_THINGS: &[&str] = &[
    "cart",
    "basket",
    "bag",
    "wishlist",
    "favourites",
    "favorites",
    "calendar",
    "file",
    "files",
    "attachment",
    "attachments",
    "photo",
    "photos",
    "picture",
    "image",
    "comment",
    "note",
    "coupon",
    "code",
    "voucher",
    "card",
    "payment",
    "filter",
    "column",
    "widget",
    "tag",
    "tags",
    "warenkorb",
    "kalender",
    "datei",
    "dateien",
    "anhang",
    "foto",
    "fotos",
    "bild",
    "kommentar",
    "notiz",
    "gutschein",
    "karte",
    "panier",
    "calendrier",
    "fichier",
    "fichiers",
    "piece jointe",
    "commentaire",
    "carte",
    "carrito",
    "cesta",
    "calendario",
    "archivo",
    "archivos",
    "imagen",
    "comentario",
    "tarjeta",
];
/// What a person has several of.
const SEVERAL: &[&str] = &[
    "job",
    "jobs",
    "position",
    "positions",
    "employer",
    "employers",
    "employment",
    "experience",
    "experiences",
    "education",
    "school",
    "schools",
    "degree",
    "degrees",
    "language",
    "languages",
    "certificate",
    "certificates",
    "certification",
    "certifications",
    "reference",
    "references",
    "project",
    "projects",
    "stelle",
    "stellen",
    "berufserfahrung",
    "erfahrung",
    "arbeitgeber",
    "ausbildung",
    "schule",
    "abschluss",
    "sprache",
    "sprachen",
    "zertifikat",
    "zertifikate",
    "emploi",
    "emplois",
    "poste",
    "postes",
    "formation",
    "formations",
    "diplome",
    "diplomes",
    "langue",
    "langues",
    "certificat",
    "certificats",
    "empleo",
    "empleos",
    "puesto",
    "puestos",
    "experiencia",
    "formacion",
    "estudios",
    "titulo",
    "idioma",
    "idiomas",
    "certificado",
    "certificados",
];

/// Says for each question which of several entries it belongs to: where two or more questions of a part are repeated.
pub(crate) fn number(questions: &mut [Question]) {
    let mut counts: BTreeMap<(String, String), BTreeMap<String, u32>> = BTreeMap::new();
    let mut places = Vec::with_capacity(questions.len());
    for question in questions.iter_mut().filter(|question| !question.opens()) {
        let (part, title) = ((question.frame.clone(), unnumbered(&question.section)), unnumbered(&question.title));
        let count = counts.entry(part.clone()).or_default().entry(title.clone()).or_default();
        *count += 1;
        places.push((question, part, title, *count));
    }
    for (question, part, title, entry) in places {
        let Some(part) = counts.get(&part) else { continue };
        let is_repeated = part.get(&title).is_some_and(|count| *count > 1);
        if !is_repeated || part.values().filter(|count| **count > 1).count() < 2 {
            continue;
        }
        question.entry = entry;
        // A further entry asks for something else than the first. Without a part's name it may be another form.
        if entry > 1 && !question.section.is_empty() {
            question.meaning = question.meaning.filter(|meaning| meaning.is_secret());
            question.is_apart = true;
        }
    }
}

/// Adds the buttons that open another entry as questions after what comes before them: how many entries there are to be.
pub(crate) fn add_openers(page: &Index, questions: &mut Vec<Question>) {
    let mut after = 0;
    for (position, button) in page.elements.iter().enumerate().filter(|(_, element)| is_opener(element)) {
        let at = |question: &Question| {
            let first = question.parts.first()?.uid;
            page.elements.iter().position(|element| element.uid == first)
        };
        let place = questions.iter().position(|question| at(question).is_none_or(|at| at > position));
        let place = place.unwrap_or(questions.len());
        let question = opener(button, page, questions.get(after..place).unwrap_or_default());
        after = place;
        if let Some(question) = question {
            questions.insert(place, question);
            after += 1;
        }
    }
}

/// What a button asks that comes after these questions; none: it opens no entry of a part.
fn opener(button: &Element, page: &Index, before: &[Question]) -> Option<Question> {
    let around = button.context.first().map_or("", String::as_str);
    let part = unnumbered(around);
    let is_of_part = |element: &Element| {
        element.frame == button.frame
            && (part.is_empty() || element.context.iter().any(|name| unnumbered(name) == part))
    };
    let first = |question: &Question| page.element(question.parts.first()?.uid);
    let within: Vec<&Question> = before.iter().filter(|question| first(question).is_some_and(is_of_part)).collect();
    let mut counts: BTreeMap<String, u32> = BTreeMap::new();
    for question in &within {
        *counts.entry(unnumbered(&question.title)).or_default() += 1;
    }
    // One field beside a button is a list of words, which takes them by itself.
    let is_part = counts.len() > 1 || has_any(&format!("{} {around}", button.name), SEVERAL);
    let there = counts.values().copied().max().unwrap_or_default();
    if !is_part || there >= MOST_ENTRIES {
        return None;
    }
    // What is right before it says best what it adds to.
    let section = within.last().map(|question| question.section.as_str()).filter(|section| !section.is_empty());
    Some(Question {
        id: format!("q{}", button.uid),
        title: button.name.clone(),
        section: section.unwrap_or(around).to_owned(),
        kind: FieldType::Number,
        limits: Limits { min: there.to_string(), max: MOST_ENTRIES.to_string(), ..Limits::default() },
        current: FormValue::Text(there.to_string()),
        parts: vec![QuestionElement {
            uid: button.uid,
            way: Way::Open,
            piece: Piece::Whole,
            on: false,
            options: Vec::new(),
        }],
        ..Question::default()
    })
}

fn is_opener(element: &Element) -> bool {
    element.kind == ElementKind::Button
        && element.facts.is_none()
        && !element.submits
        && !element.states.disabled
        && !element.states.behind_modal
        && words_in(&element.name).len() <= NAME_WORDS
        && has_any(&element.name, ADD)
        && !has_any(&element.name, OTHER_THINGS)
}

/// A part's name without its number.
fn unnumbered(section: &str) -> String {
    words_in(section).into_iter().filter(|word| word.parse::<u32>().is_err()).collect::<Vec<_>>().join(" ")
}
