//! Parts of a form that take several entries, such as jobs: which of them a question is of, and what opens another one.

use crate::question::{Limits, Part, Piece, Question, Way};
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
/// What else is added by a button.
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

/// Says of each question which of several entries it is of: where two questions or more stand there again and again.
pub(crate) fn number(questions: &mut [Question]) {
    let mut entries: BTreeMap<(String, String), BTreeMap<String, u32>> = BTreeMap::new();
    let part = |question: &Question| (question.frame.clone(), unnumbered(&question.section));
    for question in questions.iter_mut().filter(|question| !question.opens()) {
        let count = entries.entry(part(question)).or_default().entry(unnumbered(&question.title)).or_default();
        *count += 1;
        question.entry = *count;
    }
    for question in questions.iter_mut().filter(|question| !question.opens()) {
        let repeated = entries.get(&part(question)).map_or(0, |all| all.values().filter(|count| **count > 1).count());
        let again = entries.get(&part(question)).and_then(|all| all.get(&unnumbered(&question.title))).copied();
        if repeated < 2 || again.is_none_or(|count| count < 2) {
            question.entry = 0;
        }
        // A further entry asks for something else than the first. Without a part's name it may be another form.
        if question.entry > 1 && !question.section.is_empty() {
            question.meaning = question.meaning.filter(|meaning| meaning.is_secret());
        }
    }
}

/// The buttons that open another entry as questions: how many entries there are to be. Each with its position among the page's elements.
pub(crate) fn openers(page: &Index, questions: &[Question]) -> Vec<(usize, Question)> {
    let at = |uid: u32| page.elements.iter().position(|element| element.uid == uid);
    let placed: Vec<(usize, &Question)> = questions
        .iter()
        .filter_map(|question| Some((question.parts.first().and_then(|part| at(part.uid))?, question)))
        .collect();
    let mut found: Vec<(usize, Question)> = Vec::new();
    let mut after = 0;
    for (position, button) in page.elements.iter().enumerate().filter(|(_, element)| is_opener(element)) {
        let part = button.context.first().map(|name| unnumbered(name)).unwrap_or_default();
        let is_within = |element: &Element| {
            element.frame == button.frame
                && (part.is_empty() || element.context.iter().any(|name| unnumbered(name) == part))
        };
        let within: Vec<&Question> = placed
            .iter()
            .filter(|(at, _)| (after..position).contains(at))
            .filter(|(at, _)| page.elements.get(*at).is_some_and(is_within))
            .map(|(_, question)| *question)
            .collect();
        let titles = within.iter().map(|question| unnumbered(&question.title));
        let mut counts: BTreeMap<String, u32> = BTreeMap::new();
        for title in titles {
            *counts.entry(title).or_default() += 1;
        }
        let about = format!("{} {}", button.name, button.context.first().map_or("", String::as_str));
        // One field beside a button is a list of words, which takes them by itself.
        let is_part = counts.len() > 1 || has_any(&about, SEVERAL);
        after = position;
        let there = counts.values().copied().max().unwrap_or_default();
        if is_part && there < MOST_ENTRIES {
            // What stands right before it says best what it adds to.
            let last = within.last().map(|question| question.section.clone()).filter(|section| !section.is_empty());
            let section = last.or_else(|| button.context.first().cloned()).unwrap_or_default();
            found.push((position, opener(button, section, there)));
        }
    }
    found
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

fn opener(button: &Element, section: String, there: u32) -> Question {
    Question {
        id: format!("q{}", button.uid),
        title: button.name.clone(),
        section,
        kind: FieldType::Number,
        limits: Limits { min: there.to_string(), max: MOST_ENTRIES.to_string(), ..Limits::default() },
        current: FormValue::Text(there.to_string()),
        parts: vec![Part { uid: button.uid, way: Way::Open, piece: Piece::Whole, on: false, options: Vec::new() }],
        ..Question::default()
    }
}

/// A part's name without its number.
fn unnumbered(section: &str) -> String {
    words_in(section).into_iter().filter(|word| word.parse::<u32>().is_err()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use edith_page::UidTable;
    use edith_page::raw::{FieldFacts, RawContext, RawNode, RawPage};

    /// A page of elements as `part/name`: a button if the name ends in `!`, else a field.
    fn asked(elements: &[&str]) -> Vec<Question> {
        let mut page = RawPage::default();
        for (at, element) in elements.iter().enumerate() {
            let (part, name) = element.split_once('/').unwrap();
            page.contexts.push(RawContext { parent: 0, kind: "group".into(), label: part.into() });
            let button = name.strip_suffix('!');
            page.nodes.push(RawNode {
                node: at as u32 + 1,
                tag: if button.is_some() { "button" } else { "input" }.into(),
                role: if button.is_some() { "button" } else { "textbox" }.into(),
                input_type: if button.is_some() { "" } else { "text" }.into(),
                name: button.unwrap_or(name).into(),
                context: at as u32 + 1,
                facts: button.is_none().then(|| Box::new(FieldFacts::default())),
                ..RawNode::default()
            });
        }
        crate::questions(&Index::build(page, &mut UidTable::default()))
    }

    fn opened(elements: &[&str]) -> Vec<(String, String)> {
        let openers = asked(elements).into_iter().filter(Question::opens);
        openers.map(|question| (question.title, question.current.to_string())).collect()
    }

    #[test]
    fn a_button_that_opens_another_entry_asks_how_many_there_are_to_be() {
        let count = |elements: &[&str]| opened(elements).into_iter().map(|(_, count)| count).collect::<Vec<_>>();
        let job = ["Work/Employer", "Work/From", "Work/To"];
        assert_eq!(count(&[&job[..], &["Work/Add another job!"]].concat()), ["1"]);
        assert_eq!(count(&[&job[..], &job[..], &["Work/+ Add!"]].concat()), ["2"]);
        // Numbered parts are entries of one, and each button has its own.
        let elements = [
            "Stelle 1/Arbeitgeber",
            "Stelle 1/Von",
            "Stelle 2/Arbeitgeber",
            "Stelle 2/Von",
            "Stelle 2/Weitere Stelle hinzufügen!",
            "Ausbildung/Schule",
            "Ausbildung/Von",
            "Ausbildung/Hinzufügen!",
        ];
        assert_eq!(count(&elements), ["2", "1"]);
        // None is shown before it is pressed.
        assert_eq!(count(&["You/Name", "You/Town", "Languages/Add!"]), ["0"]);
        let others = [
            "Order/Name",
            "Order/Town",
            "Order/Add to cart!",
            "Order/Add a file!",
            "Order/Address book!",
            "Skills/Skill",
            "Skills/Add!",
            "Order/Send!",
            "Order/Additional information!",
        ];
        assert_eq!(opened(&others), []);
    }

    #[test]
    fn questions_say_which_entry_they_are_of() {
        let entries = |elements: &[&str]| asked(elements).iter().map(|question| question.entry).collect::<Vec<_>>();
        assert_eq!(entries(&["Work/Employer", "Work/From", "Work/Employer", "Work/From", "You/Name"]), [1, 1, 2, 2, 0]);
        assert_eq!(entries(&["Job 1/Employer", "Job 1/From", "Job 2/Employer", "Job 2/From"]), [1, 1, 2, 2]);
        // An address that is asked for twice is one.
        assert_eq!(entries(&["You/Name", "You/E-mail", "You/E-mail"]), [0, 0, 0]);
        let second =
            asked(&["Traveller/First name", "Traveller/Last name", "Traveller/First name", "Traveller/Last name"]);
        assert!(
            second.iter().take(2).all(|one| one.meaning.is_some())
                && second.iter().skip(2).all(|one| one.meaning.is_none())
        );
    }
}
