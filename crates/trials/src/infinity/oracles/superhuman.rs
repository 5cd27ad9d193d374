//! A mail application: settings in a drawer, mails, labels, calendar.

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
    ("Disable the auto-add meeting link setting.", |agent, _| off(agent, "Calendar", "Auto-add meeting links")),
    ("Disable keyboard shortcuts in settings.", |agent, _| off(agent, "Shortcuts", "Enable keyboard shortcuts")),
    ("Disable calendar alerts in settings.", |agent, _| off(agent, "Calendar", "Calendar alerts")),
    ("Change the calendar alert timing to {}.", |agent, words| choose(agent, "Calendar", "Alert timing", words.at(0))),
    ("Change the email signature to '{}'.", |agent, words| {
        let mut hand = drawer(agent, "Signature")?;
        hand.write("Signature", "", &words.at(0).replace("\\n", "\n"))?;
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
    ("Star the email '{}' from {}.", |agent, words| Hand(agent).press("☆", words.at(0)).map(drop)),
    ("Remove the star from the email '{}' from {}.", |agent, words| Hand(agent).press("★", words.at(0)).map(drop)),
    ("Mark the email '{}' from {} as done (archive it).", |agent, words| Hand(agent).press("✓", words.at(0)).map(drop)),
    ("Mark the email '{}' from {} as read.", |agent, words| Hand(agent).open(words.at(0)).map(drop)),
    ("Compose and send a new email to {} with the subject '{}' and body '{}'.", |agent, words| {
        let mut hand = Hand(agent);
        hand.press("✎ Compose", "")?;
        hand.write("To", "", words.at(0))?;
        hand.write("Subject", "", words.at(1))?;
        hand.write("Body", "", words.at(2))?;
        hand.press("Send", "").map(drop)
    }),
    ("Create a new calendar event titled '{}' on March {}, 2026 from {} to {} at '{}'.", |agent, words| {
        event(agent, words, None)
    }),
    (
        "Create a calendar event titled '{}' on March {}, 2026 from {} to {} at '{}' with attendee {}.",
        |agent, words| event(agent, words, Some(words.at(5))),
    ),
];

/// Opens the settings at a tab.
fn drawer<'h, 'a>(agent: &'h mut Agent<'a>, tab: &str) -> Step<Hand<'h, 'a>> {
    let mut hand = Hand(agent);
    hand.press("⚙", "")?;
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
    hand.path(&["📅", "+ New Event"])?;
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
