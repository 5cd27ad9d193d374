//! A mail application: settings in a drawer, mails, labels, calendar.

use serde_json::json;

use super::family::{Family, Words};
use super::hand::Hand;
use crate::agent::Agent;
use crate::step::Step;

/// In the order in which they are tried.
pub(super) const FAMILIES: &[(&str, Family)] = &[
    ("Change the theme setting from {} to {}.", |agent, words| choose(agent, "General", "Theme", words.at(1))),
    ("Disable desktop notifications in settings.", |agent, _| off(agent, "General", "Desktop notifications")),
    ("Disable sound notifications in settings.", |agent, _| off(agent, "General", "Sound")),
    ("Turn off the {} feature in settings.", |agent, words| match words.at(0) {
        "Read Receipts" => off(agent, "Read Statuses", "Enable Read Statuses"),
        feature => off(agent, "General", feature),
    }),
    ("Disable the Auto Archive feature in settings.", |agent, _| off(agent, "Auto Archive", "Enable Auto Archive")),
    ("Disable the {} feature in settings.", |agent, words| off(agent, "General", words.at(0))),
    ("Disable the Team Read Statuses setting.", |agent, _| off(agent, "Read Statuses", "Team Read Statuses")),
    ("Turn off Auto Reminders in settings.", |agent, _| off(agent, "Reminders", "Enable Auto Reminders")),
    ("Change the Auto Reminder mode from '{}' to '{}'.", |agent, words| {
        pressed(agent, "Reminders", &format!("{} emails", words.at(1)))
    }),
    ("Disable Auto Drafts in settings.", |agent, _| off(agent, "Reminders", "Enable Auto Drafts")),
    ("Change the Auto Draft type from '{}' to '{}'.", |agent, words| pressed(agent, "Reminders", words.at(1))),
    ("Change the swipe left action from '{}' to '{}'.", |agent, words| {
        choose(agent, "General", "Swipe Left", words.at(1))
    }),
    ("Change the swipe right action from '{}' to '{}'.", |agent, words| {
        choose(agent, "General", "Swipe Right", words.at(1))
    }),
    ("Change the meeting link provider from '{}' to '{}'.", |agent, words| {
        choose(agent, "Calendar", "Default provider", words.at(1))
    }),
    ("Disable the auto-add meeting link setting.", |agent, _| off(agent, "Calendar", "Auto-add meeting link")),
    ("Disable keyboard shortcuts in settings.", |agent, _| off(agent, "Shortcuts", "Enable keyboard shortcuts")),
    ("Disable calendar alerts in settings.", |agent, _| off(agent, "Calendar", "Calendar alerts")),
    ("Change the calendar alert timing to {}.", |agent, words| choose(agent, "Calendar", "Alert time", words.at(0))),
    ("Change the email signature to '{}'.", |agent, words| {
        let mut hand = drawer(agent, "Signature")?;
        hand.write_in("TEXTAREA", &words.at(0).replace("\\n", "\n"))?;
        hand.press("Save Signature", "").map(drop)
    }),
    ("Disable the Auto Label '{}'.", |agent, words| off(agent, "Auto Labels", words.at(0))),
    ("Enable the Auto Label '{}' (which is currently disabled).", |agent, words| {
        drawer(agent, "Auto Labels")?.set(words.at(0), "", "true").map(drop)
    }),
    ("Delete the custom Auto Label '{}'.", |agent, words| removed(agent, "Auto Labels", words.at(0))),
    ("Delete the '{}' custom split from the inbox.", |agent, words| removed(agent, "Splits", words.at(0))),
    ("Delete the booking page '{}'.", |agent, words| removed(agent, "Booking Pages", words.at(0))),
    ("Toggle the booking page '{}' to make it active.", |agent, words| {
        drawer(agent, "Booking Pages")?.press("❌", words.at(0)).map(drop)
    }),
    ("Toggle the booking page '{}' to make it inactive.", |agent, words| {
        drawer(agent, "Booking Pages")?.press("✅", words.at(0)).map(drop)
    }),
    ("Change the primary timezone setting to {} ({}).", |agent, words| {
        choose(agent, "Calendar", "Primary timezone", &format!("{} (PT)", words.at(0)))
    }),
    ("Change the secondary timezone to '{}'.", |agent, words| {
        choose(agent, "Calendar", "Secondary timezone", words.at(0))
    }),
    ("Star the email '{}' from {}.", |agent, words| in_row(agent, "Star", words.at(0))),
    ("Remove the star from the email '{}' from {}.", |agent, words| in_row(agent, "Star", words.at(0))),
    ("Mark the email '{}' from {} as done (archive it).", |agent, words| in_row(agent, "Mark Done (E)", words.at(0))),
    ("Mark the email '{}' from {} as read.", |agent, words| mail(agent, words.at(0)).map(drop)),
    ("Mark the email '{}' from {} as unread.", |agent, words| {
        let mut hand = Hand(agent);
        hand.tick_row(words.at(0))?;
        hand.press("Mark Unread", "").map(drop)
    }),
    ("Move the email '{}' from {} to Trash.", |agent, words| mail(agent, words.at(0))?.confirm("Trash").map(drop)),
    ("Mark the email '{}' from {} as spam.", |agent, words| moved(agent, words.at(0), "Spam")),
    ("Set a reminder on the email '{}' from {} for tomorrow (March {}, 2026).", |agent, words| {
        in_row(agent, "Remind Me (H)", words.at(0))?;
        let mut hand = Hand(agent);
        hand.write("YYYY-MM-DD", "", &format!("2026-03-{:0>2}", words.at(2)))?;
        hand.confirm("Set").map(drop)
    }),
    ("Clear the reminder on the email '{}' from {}.", |agent, words| cleared(agent, words.at(0))),
    ("Move the email '{}' from {} (currently in Reminders) back to Inbox by clearing its reminder.", |agent, words| {
        cleared(agent, words.at(0))
    }),
    ("Apply the '{}' label to the email '{}' from {}.", |agent, words| {
        labels(agent, words.at(1), &[words.at(0)], true)
    }),
    ("Apply both the '{}' and '{}' labels to the email '{}' from {}.", |agent, words| {
        labels(agent, words.at(2), &[words.at(0), words.at(1)], true)
    }),
    ("Remove the '{}' label from the email '{}' from {}.", |agent, words| {
        labels(agent, words.at(1), &[words.at(0)], false)
    }),
    ("Create a new label named '{}' with {} color ({}).", |agent, words| {
        let mut hand = Hand(agent);
        hand.press("Create label", "")?;
        hand.write("Name", "", words.at(0))?;
        hand.swatch(words.at(2))?;
        hand.confirm("Create").map(drop)
    }),
    // The application has nothing that deletes a label.
    ("Delete the '{}' label.", |agent, words| {
        let mut hand = Hand(agent);
        hand.press(words.at(0), "nav")?;
        hand.press("Delete label", "").map(drop)
    }),
    ("Compose and send a new email to {} with the subject '{}' and body '{}'.", |agent, words| {
        let mut hand = composed(agent, words.at(0), words.at(1))?;
        send(&mut hand, words.at(2))
    }),
    ("Compose and send a new email to {} with the subject '{}' and body '{}'", |agent, words| {
        let mut hand = composed(agent, words.at(0), words.at(1))?;
        send(&mut hand, words.at(2))
    }),
    ("Send a new email to {} with the subject '{}' and CC {}. The body should contain '{}'", |agent, words| {
        let mut hand = composed(agent, words.at(0), words.at(1))?;
        hand.press("Cc", "")?;
        hand.write("Cc", "", words.at(2))?;
        send(&mut hand, words.at(3))
    }),
    ("Reply to the email '{}' from {}. The reply body should contain '{}'", |agent, words| {
        let mut hand = mail(agent, words.at(0))?;
        hand.press("↩ Reply", "")?;
        send(&mut hand, words.at(2))
    }),
    ("Forward the email '{}' from {} to {}.", |agent, words| {
        let mut hand = mail(agent, words.at(0))?;
        hand.press("↪ Forward", "")?;
        hand.write("To", "", words.at(2))?;
        hand.press("Send", "").map(drop)
    }),
    ("Unsubscribe from the sender of the email '{}' from {}.", |agent, words| {
        mail(agent, words.at(0))?.press("Unsubscribe (Cmd+U)", "").map(drop)
    }),
    ("Move the trashed email '{}' back to Inbox.", |agent, words| {
        Hand(agent).press("🗑 Trash", "")?;
        moved(agent, words.at(0), "Inbox")
    }),
    ("Create a new snippet named '{}' with the body '{}' and share it with the team.", |agent, words| {
        let mut hand = Hand(agent);
        hand.path(&["📄 Snippets", "+ New Snippet"])?;
        hand.write("Name", "", words.at(0))?;
        hand.write("Body", "", words.at(1))?;
        hand.set("Share with team", "", "true")?;
        hand.confirm("Create").map(drop)
    }),
    ("Edit the snippet '{}' and change its name to '{}'.", |agent, words| {
        let mut hand = Hand(agent);
        hand.press("📄 Snippets", "")?;
        hand.press("Edit", words.at(0))?;
        hand.write("Name", "", words.at(1))?;
        hand.confirm("Save").map(drop)
    }),
    ("Delete the snippet '{}'.", |agent, words| {
        let mut hand = Hand(agent);
        hand.press("📄 Snippets", "")?;
        hand.press("Delete", words.at(0)).map(drop)
    }),
    ("Toggle the sharing setting of the snippet '{}' to make it shared with the team.", |agent, words| {
        let mut hand = Hand(agent);
        hand.press("📄 Snippets", "")?;
        hand.press("Share", words.at(0)).map(drop)
    }),
    ("Create a new calendar event titled '{}' on March {}, 2026 from {} to {} at '{}'.", |agent, words| {
        event(agent, words, None)
    }),
    (
        "Create a calendar event titled '{}' on March {}, 2026 from {} to {} at '{}' with attendee {}.",
        |agent, words| event(agent, words, Some(words.at(5))),
    ),
    ("Create a new booking page titled '{}' with a {}-minute duration and {} as the location.", |agent, words| {
        let mut hand = drawer(agent, "Booking Pages")?;
        hand.press("+ New Booking Page", "")?;
        hand.write("Title", "", words.at(0))?;
        hand.choose("Duration", "", &format!("{} minutes", words.at(1)))?;
        hand.choose("Location", "", words.at(2))?;
        hand.confirm("Create").map(drop)
    }),
    ("Create a new custom Auto Label named '{}' with from criteria '{}'.", |agent, words| {
        let mut hand = drawer(agent, "Auto Labels")?;
        hand.press("+ Create Auto Label", "")?;
        hand.write("Name", "", words.at(0))?;
        hand.write("From (optional)", "", words.at(1))?;
        hand.confirm("Create").map(drop)
    }),
    ("Create a new split in the inbox called '{}' based on the Auto Label '{}'.", |agent, words| {
        let mut hand = drawer(agent, "Splits")?;
        hand.press("+ Create Split", "")?;
        hand.write("Name", "", words.at(0))?;
        hand.write("Value", "", words.at(1))?;
        hand.confirm("Create").map(drop)
    }),
];

/// Presses a control in a mail's row.
fn in_row(agent: &mut Agent<'_>, control: &str, subject: &str) -> Step {
    let mut hand = shown(agent, subject)?;
    // A search that finds one mail shows no rows, and says of nothing where it is.
    let place = if hand.lists(subject) { subject } else { "" };
    hand.press(control, place).map(drop)
}

/// A mail's row in sight: searched for if the list does not have it.
fn shown<'h, 'a>(agent: &'h mut Agent<'a>, subject: &str) -> Step<Hand<'h, 'a>> {
    let mut hand = Hand(agent);
    if !hand.lists(subject) {
        hand.write(SEARCH, "", subject)?;
        hand.call("press_key", json!({ "key": "Enter" }))?;
    }
    Ok(hand)
}

const SEARCH: &str = "Search emails... (use from:, to:, subject:, has:attachment)";

/// Opens a mail.
fn mail<'h, 'a>(agent: &'h mut Agent<'a>, subject: &str) -> Step<Hand<'h, 'a>> {
    let mut hand = shown(agent, subject)?;
    hand.open(subject)?;
    Ok(hand)
}

fn moved(agent: &mut Agent<'_>, subject: &str, folder: &str) -> Step {
    let mut hand = mail(agent, subject)?;
    hand.press("Move (V)", "")?;
    hand.confirm(folder).map(drop)
}

fn cleared(agent: &mut Agent<'_>, subject: &str) -> Step {
    Hand(agent).press("⏰ Reminders", "")?;
    mail(agent, subject)?.press("Clear", "").map(drop)
}

fn labels(agent: &mut Agent<'_>, subject: &str, labels: &[&str], on: bool) -> Step {
    let mut hand = mail(agent, subject)?;
    hand.press("Label", "")?;
    for label in labels {
        hand.set(label, "", if on { "true" } else { "false" })?;
    }
    hand.confirm("×").map(drop)
}

/// A new mail without its body.
fn composed<'h, 'a>(agent: &'h mut Agent<'a>, to: &str, subject: &str) -> Step<Hand<'h, 'a>> {
    let mut hand = Hand(agent);
    hand.press("✎ Compose", "")?;
    hand.write("To", "", to)?;
    hand.write("Subject", "", subject)?;
    Ok(hand)
}

/// The body, and off it goes.
fn send(hand: &mut Hand<'_, '_>, body: &str) -> Step {
    hand.write("Write your message...", "", body.trim_end_matches('\''))?;
    hand.press("Send", "").map(drop)
}

/// Opens the settings at a tab.
fn drawer<'h, 'a>(agent: &'h mut Agent<'a>, tab: &str) -> Step<Hand<'h, 'a>> {
    let mut hand = Hand(agent);
    hand.press("Settings", "")?;
    hand.confirm(tab)?;
    Ok(hand)
}

fn off(agent: &mut Agent<'_>, tab: &str, name: &str) -> Step {
    drawer(agent, tab)?.set(name, "", "false").map(drop)
}

fn pressed(agent: &mut Agent<'_>, tab: &str, name: &str) -> Step {
    drawer(agent, tab)?.press(name, "").map(drop)
}

fn choose(agent: &mut Agent<'_>, tab: &str, list: &str, option: &str) -> Step {
    drawer(agent, tab)?.choose(list, "", option).map(drop)
}

fn removed(agent: &mut Agent<'_>, tab: &str, row: &str) -> Step {
    let mut hand = drawer(agent, tab)?;
    hand.press("🗑", row)?;
    hand.confirm("Delete").map(drop)
}

/// Fills in the form of a new event: title, day of March, start, end, place.
fn event(agent: &mut Agent<'_>, words: &Words, attendee: Option<&str>) -> Step {
    let mut hand = Hand(agent);
    hand.path(&["Calendar (0)", "+ New Event"])?;
    let day = format!("2026-03-{:0>2}", words.at(1));
    let fields = [("Title", words.at(0)), ("Date", &day), ("Start Time", words.at(2)), ("End Time", words.at(3))];
    for (name, text) in fields.into_iter().chain([("Location", words.at(4))]) {
        hand.write(name, "", text)?;
    }
    if let Some(attendee) = attendee {
        hand.write("Attendees", "", attendee.trim_end_matches('.'))?;
    }
    hand.press("Create", "").map(drop)
}
