//! What commands do that cannot be taken back, as their words tell. A plan names it, so that its approval is the leave for it; what is not recognised here
//! is asked about when it comes up.

use super::command::{Command, Target};
use super::phrase::without_article;
use super::words::normal;

/// How a label begins, or reads as a whole where it ends with a full stop; and its effect, named as in grants. The first match counts.
const LABELS: &[(&str, &[&str])] = &[
    ("pay", &["pay", "donate.", "confirm payment", "transfer money", "send money"]),
    (
        "buy",
        &[
            "place order",
            "place your order",
            "place my order",
            "order now",
            "buy",
            "confirm order",
            "complete order",
            "submit order",
            "confirm purchase",
            "complete purchase",
            "confirm booking",
            "book now",
            "purchase",
        ],
    ),
    ("account", &["create account", "create an account", "register.", "sign up.", "close account", "delete account"]),
    ("delete", &["delete", "erase", "empty trash", "discard"]),
    ("post", &["post.", "post now", "post comment", "post reply", "post message", "publish", "tweet."]),
    ("share", &["share.", "share with", "share now", "invite."]),
    ("send", &["send", "resend", "submit message"]),
    ("install", &["install"]),
    ("download", &["download"]),
];

/// The effects of these commands, each once.
pub(crate) fn of(commands: &[Command]) -> Vec<&'static str> {
    let mut all = Vec::new();
    for effect in commands.iter().filter_map(one) {
        if !all.contains(&effect) {
            all.push(effect);
        }
    }
    all
}

fn one(command: &Command) -> Option<&'static str> {
    match command {
        Command::Click { target, .. } => label(&target.words),
        Command::Select { option, .. } => label(option),
        Command::Upload { .. } => Some("upload"),
        Command::Dialog { accept: true, .. } => Some("accept_dialog"),
        Command::Type { target: Some(target), .. } | Command::Set { target, .. } => secret(target),
        Command::Fact { key, .. } => secret(&Target::named(key.clone())),
        _ => None,
    }
}

/// The effect of pressing what has this label.
fn label(words: &str) -> Option<&'static str> {
    let words = plain(words);
    let is = |phrase: &&str| match phrase.strip_suffix('.') {
        Some(whole) => words == plain(whole),
        None => words.strip_prefix(&plain(phrase)).is_some_and(|rest| rest.is_empty() || rest.starts_with(' ')),
    };
    LABELS.iter().find(|(_, phrases)| phrases.iter().any(&is)).map(|(effect, _)| *effect)
}

/// The kind of secret that a field with this name takes.
fn secret(target: &Target) -> Option<&'static str> {
    let words = plain(&target.words);
    let has = |all: &[&str]| all.iter().any(|word| format!(" {words} ").contains(&format!(" {word} ")));
    match () {
        () if !target.is_secret() => None,
        () if has(&["cvc", "cvv", "card number"]) => Some("card"),
        () if has(&["otp", "one time code"]) => Some("one_time_code"),
        () => Some("password"),
    }
}

/// Words of a label without articles, for comparing with phrases.
fn plain(words: &str) -> String {
    normal(without_article(words))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parser::parse;

    #[test]
    fn effects_are_read_from_the_words() {
        for (task, effects) in [
            ("click Send", &["send"][..]),
            ("click the Send message button", &["send"]),
            ("press “Place order”", &["buy"]),
            ("click Pay now", &["pay"]),
            ("click Delete", &["delete"]),
            ("click Post comment", &["post"]),
            ("click Publish", &["post"]),
            ("click Delete, then click Delete", &["delete"]),
            ("click Delete, then click Send", &["delete", "send"]),
            ("type hunter2 into Password", &["password"]),
            ("type 123 into CVC", &["card"]),
            ("accept the dialog", &["accept_dialog"]),
            ("click Add to cart", &[]),
            ("click Posts", &[]),
            ("click Sender", &[]),
            ("click Order history", &[]),
            ("open shop.example/delete", &[]),
            ("type Send into Message", &[]),
            ("dismiss the dialog", &[]),
        ] {
            let parsed = parse(task);
            assert!(parsed.unknown.is_empty(), "{task}: {parsed:?}");
            assert_eq!(of(&parsed.commands), effects, "{task}: {:?}", parsed.commands);
        }
    }
}
