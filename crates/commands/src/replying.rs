//! Replies to the message in view: opened, and written, and left for the person to send.

use super::command::{Kind, Target};
use super::matcher::{Purpose, covered_by, nearest};
use super::page::{Element, Page};
use super::scene::{Move, Scene, call, missing};
use edith_page::ElementKind;
use edith_words::say;
use serde_json::json;

/// How a button that opens a reply is called, without accents.
const REPLY: &[&str] = &[
    "reply",
    "respond",
    "answer",
    "antworten",
    "repondre",
    "responder",
    "contestar",
    "respuesta",
    "reponse",
    "antwort",
];

/// Presses the button for a reply, unless the field for it is there.
pub(crate) fn open(to: Option<&str>, page: &Page) -> Move {
    // Who is named has to be there.
    if let Some(to) = to.filter(|to| !is_named(page, to)) {
        return Move::Missing { what: say!(ThatNamed { words: to }).into(), query: to.to_owned(), near: Vec::new() };
    }
    let is_it = |element: &&Element| {
        let words = super::words::normal(&element.label);
        let kinds = [ElementKind::Button, ElementKind::Link, ElementKind::Menuitem];
        kinds.contains(&element.kind) && !element.is_disabled && REPLY.contains(&words.as_str())
    };
    let mut buttons = page.elements.iter().filter(is_it);
    match (buttons.next(), buttons.next(), fields(page).len()) {
        (Some(button), None, _) => call("click", json!({ "uid": button.uid })),
        (None, _, 1) => Move::Skip,
        _ => {
            let target = Target { kind: Some(Kind::Button), ..Target::named("reply") };
            Move::Missing {
                what: target.to_string(),
                query: target.words,
                near: nearest(page, "reply", Purpose::Press),
            }
        }
    }
}

fn is_named(page: &Page, name: &str) -> bool {
    let elements = page.elements.iter().flat_map(|element| [element.label.as_str(), element.context.as_str()]);
    page.text.iter().map(String::as_str).chain(elements).any(|text| covered_by(name, text) > 0.9)
}

/// Fields that take more than a line.
fn fields(page: &Page) -> Vec<&Element> {
    let takes = |element: &&Element| {
        matches!(element.kind, ElementKind::Textarea | ElementKind::Editor) && !element.is_disabled
    };
    page.elements.iter().filter(takes).collect()
}

/// Writes the words into the field that came with the reply, or the only one there is.
pub(crate) fn write(text: &str, page: &Page, scene: &Scene) -> Move {
    let all = fields(page);
    let known = |element: &&&Element| {
        scene.page_before.is_none_or(|before| before.elements.iter().any(|other| other.uid == element.uid))
    };
    let new: Vec<&&Element> = all.iter().filter(|element| !known(element)).collect();
    let field = match (new.as_slice(), all.as_slice()) {
        ([one], _) => one,
        ([], [one]) => one,
        _ => return missing(page, &Target { kind: Some(Kind::Field), ..Target::named("message") }, Purpose::Value),
    };
    Move::Call {
        tool: "type_text",
        args: json!({ "uid": field.uid, "text": text }),
        stage: super::progress::Stage::Act,
        remark: say!(BuiltInNotSent).into(),
    }
}
