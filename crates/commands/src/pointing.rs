//! Rules about pointing and pressing: click, press a key, hover, drag, and button captions.

use super::command::{Command, Kind, Target, Wants};
use super::grammar::{is_answerable, key};
use super::phrase::{
    after, after_any, is_any, literal, split_at_last, target, unquote, without_article, without_suffix,
};
use super::picking::pick;
use edith_protocol::{Modifier, MouseButton};

pub(crate) fn click_on(target: Target) -> Command {
    Command::Click { target, button: MouseButton::Left, count: 1, modifiers: Vec::new() }
}

/// A target, where "in the row of Ada" or "next to Desk lamp" says what is beside it.
pub(crate) fn with_row(text: &str) -> Target {
    let marks = [
        "in the row of",
        "in the row with",
        "in the row",
        "in the line of",
        "in the line with",
        "next to",
        "beside",
        "in the section",
        "under the heading",
        "belonging to",
    ];
    // Two names in marks are a thing and what it belongs to.
    let of_other = || {
        split_at_last(text, &["of", "for", "in", "by", "from", "with", "at"])
            .filter(|(what, near)| target(what).quoted && unquote(without_article(near)).1)
    };
    match split_at_last(text, &marks).or_else(of_other) {
        Some((what, near)) => Target { near: Some(unquote(without_article(near)).0), ..target(what) },
        None => thing_named(text),
    }
}

/// "the message from Ada" is listed as "Ada", "the article about lamps" as "… lamps".
fn thing_named(text: &str) -> Target {
    const THINGS: &[&str] = &[
        "message",
        "mail",
        "email",
        "e-mail",
        "conversation",
        "thread",
        "chat",
        "product",
        "article",
        "video",
        "item",
        "entry",
        "row",
        "post",
    ];
    let name = after_any(without_article(text), THINGS)
        .and_then(|rest| after_any(rest, &["from", "with", "about", "called", "named", "titled", "by", "for", "of"]))
        .filter(|name| !name.is_empty());
    Target { or: name.map(literal), ..target(text) }
}

/// `click X`, with button, count and modifiers.
pub(crate) fn click(text: &str) -> Option<Vec<Command>> {
    const VERBS: &[(&str, MouseButton, u8)] = &[
        ("double-click on", MouseButton::Left, 2),
        ("double click on", MouseButton::Left, 2),
        ("double-click", MouseButton::Left, 2),
        ("double click", MouseButton::Left, 2),
        ("doubleclick", MouseButton::Left, 2),
        ("triple-click", MouseButton::Left, 3),
        ("triple click", MouseButton::Left, 3),
        ("right-click on", MouseButton::Right, 1),
        ("right click on", MouseButton::Right, 1),
        ("right-click", MouseButton::Right, 1),
        ("right click", MouseButton::Right, 1),
        ("middle-click", MouseButton::Middle, 1),
        ("middle click", MouseButton::Middle, 1),
        ("click on", MouseButton::Left, 1),
        ("click at", MouseButton::Left, 1),
        ("click", MouseButton::Left, 1),
        ("tap on", MouseButton::Left, 1),
        ("tap", MouseButton::Left, 1),
    ];
    let modifiers: &[(&str, Modifier)] = &[
        ("control", Modifier::Control),
        ("ctrl", Modifier::Control),
        ("shift", Modifier::Shift),
        ("alt", Modifier::Alt),
        ("cmd", Modifier::Meta),
        ("command", Modifier::Meta),
        ("meta", Modifier::Meta),
    ];
    let held = modifiers.iter().find_map(|(word, modifier)| {
        let rest = after_any(text, &[&format!("{word}-click"), &format!("{word}+click"), &format!("{word} click")])?;
        Some((*modifier, after(rest, "on").unwrap_or(rest)))
    });
    if let Some((modifier, rest)) = held.filter(|(_, rest)| !rest.is_empty()) {
        return Some(vec![Command::Click {
            target: with_row(rest),
            button: MouseButton::Left,
            count: 1,
            modifiers: vec![modifier],
        }]);
    }
    let (rest, button, count) =
        VERBS.iter().find_map(|(verb, button, count)| Some((after(text, verb)?, *button, *count)))?;
    let (rest, times) = repeated(rest);
    if rest.is_empty() {
        return None;
    }
    if let Some(pick) = pick(rest).filter(|_| button == MouseButton::Left && count == 1) {
        return Some(vec![pick]);
    }
    Some(vec![Command::Click { target: with_row(rest), button, count, modifiers: Vec::new() }; times])
}

/// `press X`: a key, or a button.
pub(crate) fn press(text: &str) -> Option<Vec<Command>> {
    let rest = after_any(text, &["press", "hit", "push", "strike", "use the key"])?;
    let (rest, times) = repeated(rest);
    let rest = after(rest, "down on").unwrap_or(rest);
    let (name, field) = match split_at_last(rest, &["in", "on", "into"]) {
        Some((name, field)) if key(name).is_some() => (name, Some(target(field))),
        _ => (rest, None),
    };
    let command = match key(name) {
        Some(key) => Command::Press { key, target: field },
        None => click_on(with_row(after(rest, "on").unwrap_or(rest))),
    };
    (!rest.is_empty()).then(|| vec![command; times])
}

fn repeated(text: &str) -> (&str, usize) {
    const TIMES: &[(&str, usize)] = &[
        ("twice", 2),
        ("two times", 2),
        ("three times", 3),
        ("2 times", 2),
        ("3 times", 3),
        ("4 times", 4),
        ("5 times", 5),
        ("once", 1),
        ("again", 1),
    ];
    for (word, times) in TIMES {
        let shorter = without_suffix(text, &[word]);
        if shorter.len() < text.trim().len() {
            return (shorter, *times);
        }
    }
    (text.trim(), 1)
}

/// `hover over X`.
pub(crate) fn hover(text: &str) -> Option<Vec<Command>> {
    let verbs = [
        "hover over",
        "hover on",
        "hover above",
        "hover",
        "point at",
        "point to",
        "move the mouse over",
        "move the mouse to",
        "mouse over",
        "move the pointer over",
        "move the pointer to",
    ];
    let rest = after_any(text, &verbs).filter(|rest| !rest.is_empty())?;
    Some(vec![Command::Hover { target: target(rest) }])
}

/// `drag X onto Y`.
pub(crate) fn drag(text: &str) -> Option<Vec<Command>> {
    let rest = after_any(text, &["drag and drop", "drag"])?;
    let rest = split_at_last(rest, &["and drop it"]).map_or(rest.to_owned(), |(what, place)| format!("{what} {place}"));
    let (from, to) = split_at_last(&rest, &["onto", "on to", "into", "to", "over", "on", "in"])?;
    Some(vec![Command::Drag { from: target(from), to: target(to) }])
}

/// `upload X to Y`.
pub(crate) fn upload(text: &str) -> Option<Vec<Command>> {
    let rest = after_any(text, &["upload", "attach"]).filter(|rest| !rest.is_empty())?;
    let (document, field) = match split_at_last(rest, &["to", "into", "in"]) {
        Some((document, field)) => (document, Some(target(field))),
        None => (rest, None),
    };
    let document = after_any(without_article(document), &["file", "document"])
        .filter(|rest| !rest.is_empty())
        .unwrap_or(without_article(document));
    Some(vec![Command::Upload { document: literal(document), target: field }])
}

/// `add it to the cart`.
pub(crate) fn cart(text: &str) -> Option<Vec<Command>> {
    let rest = after_any(text, &["add", "put", "place"])?;
    let places = ["to", "into", "in", "in to"];
    let (what, place) = match split_at_last(rest, &places) {
        Some((what, place)) => (what, place),
        None => ("", after_any(rest, &places)?),
    };
    if !is_any(
        without_article(place),
        &["cart", "basket", "bag", "shopping cart", "shopping basket", "shopping bag", "trolley"],
    ) {
        return None;
    }
    let button = Target { or: Some("cart".to_owned()), kind: Some(Kind::Button), ..Target::named("add to cart") };
    if let Some(pick @ Command::Pick { .. }) = pick(what) {
        return Some(vec![pick, click_on(button)]);
    }
    let bare = without_article(what);
    let pronouns = [
        "",
        "it",
        "this",
        "that",
        "them",
        "one",
        "item",
        "product",
        "article",
        "this one",
        "that one",
        "this item",
        "this product",
    ];
    let near = (!is_any(bare, &pronouns)).then(|| unquote(bare).0);
    Some(vec![click_on(Target { near, ..button })])
}

/// Button captions: `save`, `send the message`, `proceed to checkout`, `delete the lamp`.
pub(crate) fn button_words(text: &str) -> Option<Vec<Command>> {
    const VERBS: &[&str] = &[
        "send",
        "submit",
        "save",
        "delete",
        "remove",
        "buy",
        "order",
        "checkout",
        "check out",
        "proceed",
        "continue",
        "confirm",
        "pay",
        "place",
        "reply",
        "forward",
        "archive",
        "publish",
        "post",
        "download",
        "play",
        "pause",
        "like",
        "share",
        "follow",
        "unfollow",
        "subscribe",
        "apply",
        "clear",
        "expand",
        "collapse",
        "show",
        "hide",
        "close",
        "next",
        "previous",
        "log in",
        "login",
        "sign in",
        "log out",
        "logout",
        "sign out",
        "register",
        "sign up",
        "add",
        "edit",
        "accept",
        "agree",
        "allow",
        "reject",
        "decline",
        "dismiss",
        "start",
        "create",
        "compose",
        "reset",
        "undo",
        "refresh",
        "print",
        "copy",
        "export",
        "book",
        "reserve",
        "cancel",
        "join",
        "leave",
        "mute",
        "unmute",
        "star",
        "skip",
        "finish",
    ];
    let verb = VERBS.iter().find(|verb| after(text, verb).is_some())?;
    let rest = after(text, verb).unwrap_or("");
    let bare = without_article(rest);
    if text.split_whitespace().count() > 8 {
        return None;
    }
    if is_any(rest, &["", "it", "that", "this", "them", "the form", "form", "changes"]) {
        return Some(vec![click_on(Target::named(*verb))]);
    }
    if is_answerable(rest) && matches!(*verb, "show") {
        return Some(vec![Command::Read { about: bare.to_owned(), wants: Wants::Line, question: String::new() }]);
    }
    let near = matches!(
        *verb,
        "delete" | "remove" | "edit" | "archive" | "star" | "download" | "play" | "reply" | "book" | "follow" | "like"
    );
    let (words, _) = unquote(bare);
    let place = after_any(bare, &["to", "with", "from"]);
    let meant = Target {
        // What is shown is there by its own name; what else is done to something may have a control called so.
        or: Some(if *verb == "show" { words.clone() } else { (*verb).to_owned() }),
        near: near.then(|| place.unwrap_or(&words).to_owned()),
        ..Target::named(format!("{verb} {words}"))
    };
    Some(vec![click_on(meant)])
}
