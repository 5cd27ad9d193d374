//! A mailbox: rows with their own controls, labels, filters, settings.

use serde_json::json;

use super::family::{Family, Words};
use super::hand::Hand;
use crate::agent::Agent;
use crate::step::{Step, stop};

/// In the order in which they are tried.
pub(super) const FAMILIES: &[(&str, Family)] = &[
    ("Mark the email '{}' from {} as read.", |agent, words| in_row(agent, "Mark as read", words.at(0))),
    ("Mark the email '{}' from {} as unread.", |agent, words| in_row(agent, "Mark as unread", words.at(0))),
    ("Mark the email '{}' from {} as important.", |agent, words| in_row(agent, "▷", words.at(0))),
    ("Star the email '{}' from {}.", |agent, words| in_row(agent, "☆", words.at(0))),
    ("Remove the star from the email '{}' from {}.", |agent, words| in_row(agent, "★", words.at(0))),
    ("Remove the important marker from the email '{}' from {}.", |agent, words| in_row(agent, "▶", words.at(0))),
    ("Archive the email '{}' from {}.", |agent, words| in_row(agent, "Archive", words.at(0))),
    ("Delete the email '{}' from {} by moving it to Trash.", |agent, words| in_row(agent, "Delete", words.at(0))),
    ("Report the email '{}' from {} as spam.", |agent, words| opened(agent, words, &["Report spam"])),
    ("Snooze the email '{}' from {} until March {}, 2026 at {}:00 AM.", |agent, words| {
        // The row's own button does nothing here.
        let mut hand = shown(agent, words.at(0))?;
        hand.open(words.at(0))?;
        hand.path(&["Snooze", "Pick date & time"])?;
        hand.write("Date", "", &format!("2026-03-{:0>2}", words.at(2)))?;
        hand.write("Time", "", &format!("{:0>2}:00", words.at(3)))?;
        hand.confirm("Snooze").map(drop)
    }),
    (
        "Create a new email filter with the From field set to '{}'. Set the filter action to apply the '{}' label and to skip the inbox (archive it).",
        |agent, words| {
            let mut hand = Hand(agent);
            hand.path(&["Settings", "Filters and Blocked Addresses", "Create a new filter"])?;
            hand.write("From", "", words.at(0))?;
            hand.choose("Apply label", "", words.at(1))?;
            hand.set("Skip the Inbox (Archive it)", "", "true")?;
            hand.confirm("Create filter").map(drop)
        },
    ),
    ("Mute the conversation '{}' from {}.", |agent, words| {
        let mut hand = shown(agent, words.at(0))?;
        hand.tick_row(words.at(0))?;
        hand.path(&["More", "Mute"])
    }),
    ("Apply the '{}' label to the email '{}' from {}.", |agent, words| label(agent, words.at(1), words.at(0), true)),
    ("Remove the '{}' label from the email '{}' from {}.", |agent, words| {
        label(agent, words.at(1), words.at(0), false)
    }),
    ("Move the email '{}' from {} to the {} category.", |agent, words| opened(agent, words, &["Move to", words.at(2)])),
    ("Create a new label called '{}'.", |agent, words| new_label(agent, words.at(0), None)),
    ("Create a new label called '{}' nested under the '{}' label.", |agent, words| {
        new_label(agent, words.at(0), Some(words.at(1)))
    }),
    ("Rename the '{}' label to '{}'.", rename_label),
    ("Delete the '{}' label.", delete_label),
    ("Compose and send a new email to {} with the subject '{}' and body '{}'", |agent, words| {
        compose(agent, words, "Send")
    }),
    (
        "Start composing an email to {} with the subject '{}' and body '{}' Save it as a draft without sending.",
        |agent, words| compose(agent, words, "Close"),
    ),
    ("Change the display theme to {} mode.", |agent, words| {
        let theme = words.at(0).get(..1).unwrap_or_default().to_uppercase() + words.at(0).get(1..).unwrap_or_default();
        setting(agent, |hand| hand.choose("Theme", "", &theme))
    }),
    ("Change the display density to {}.", |agent, words| {
        let density =
            words.at(0).get(..1).unwrap_or_default().to_uppercase() + words.at(0).get(1..).unwrap_or_default();
        setting(agent, |hand| hand.press(&density, ""))
    }),
    ("Turn off the conversation view setting.", |agent, _| {
        setting(agent, |hand| hand.press("Conversation view off", ""))
    }),
    ("Change the undo send cancellation period to {}.", |agent, words| {
        setting(agent, |hand| hand.choose("Send cancellation period", "", words.at(0)))
    }),
    ("Disable the {} category tab in the inbox.", |agent, words| {
        let mut hand = Hand(agent);
        hand.path(&["Settings", "Inbox"])?;
        hand.set(words.at(0), "", "false")?;
        hand.press("Save Changes", "").map(drop)
    }),
    ("Delete the filter that matches emails from '{}'.", |agent, words| {
        let mut hand = Hand(agent);
        hand.path(&["Settings", "Filters and Blocked Addresses"])?;
        hand.press("delete", words.at(0))?;
        hand.confirm("Delete").map(drop)
    }),
    ("Block the email address '{}'.", |agent, words| {
        // A sender is blocked from one of their mails.
        let mut hand = Hand(agent);
        hand.write("Search mail", "", words.at(0))?;
        hand.call("press_key", json!({ "key": "Enter" }))?;
        let Some(row) = hand.0.look().of_kind("ROW").next() else { return stop("no mail of theirs is found") };
        let words = row.label.clone();
        hand.tick_row(&words)?;
        hand.press("More", "")?;
        hand.press("Block", "").map(drop)
    }),
    ("Unblock the email address '{}'.", |agent, words| {
        let mut hand = Hand(agent);
        hand.path(&["Settings", "Filters and Blocked Addresses"])?;
        hand.press("unblock", words.at(0)).map(drop)
    }),
    ("Go to the Trash folder and move the email '{}' back to the {}.", |agent, words| {
        let mut hand = Hand(agent);
        hand.path(&["Trash", words.at(0), "Move to", words.at(1)])
    }),
];

/// A mail's row in sight: searched for if the list does not have it.
fn shown<'h, 'a>(agent: &'h mut Agent<'a>, subject: &str) -> Step<Hand<'h, 'a>> {
    let mut hand = Hand(agent);
    if !hand.lists(subject) {
        hand.write("Search mail", "", subject)?;
        hand.call("press_key", json!({ "key": "Enter" }))?;
    }
    Ok(hand)
}

/// Presses a control in a mail's row.
fn in_row(agent: &mut Agent<'_>, control: &str, subject: &str) -> Step {
    shown(agent, subject)?.press(control, subject).map(drop)
}

/// Opens a mail and presses one thing after another.
fn opened(agent: &mut Agent<'_>, words: &Words, then: &[&str]) -> Step {
    let mut hand = shown(agent, words.at(0))?;
    hand.open(words.at(0))?;
    hand.path(then)
}

fn label(agent: &mut Agent<'_>, subject: &str, label: &str, on: bool) -> Step {
    let mut hand = shown(agent, subject)?;
    hand.open(subject)?;
    hand.press("Labels", "")?;
    hand.set(label, "", if on { "true" } else { "false" })?;
    hand.press("Apply", "").map(drop)
}

fn new_label(agent: &mut Agent<'_>, name: &str, parent: Option<&str>) -> Step {
    let mut hand = Hand(agent);
    hand.press("Create new label", "")?;
    hand.write("Label name", "", name)?;
    if let Some(parent) = parent {
        hand.choose("Nest under", "", parent)?;
    }
    hand.confirm("Create").map(drop)
}

fn rename_label(agent: &mut Agent<'_>, words: &Words) -> Step {
    let mut hand = Hand(agent);
    hand.path(&["Settings", "Labels"])?;
    hand.press("edit", words.at(0))?;
    hand.write("Label name", "", words.at(1))?;
    hand.confirm("Save").map(drop)
}

fn delete_label(agent: &mut Agent<'_>, words: &Words) -> Step {
    let mut hand = Hand(agent);
    hand.path(&["Settings", "Labels"])?;
    hand.press("remove", words.at(0))?;
    hand.confirm("Delete").map(drop)
}

fn compose(agent: &mut Agent<'_>, words: &Words, end: &str) -> Step {
    let mut hand = Hand(agent);
    hand.press("Compose", "")?;
    hand.write("To", "", words.at(0))?;
    hand.write("Subject", "", words.at(1))?;
    hand.write_in("TEXTAREA", words.at(2).trim_end_matches('\''))?;
    hand.press(end, "").map(drop)
}

fn setting(agent: &mut Agent<'_>, change: impl FnOnce(&mut Hand<'_, '_>) -> Step<String>) -> Step {
    let mut hand = Hand(agent);
    hand.press("Settings", "")?;
    change(&mut hand)?;
    hand.press("Save Changes", "").map(drop)
}
