//! Account settings: profile, preferences, notifications, security.

use super::family::{Family, Words};
use super::hand::Hand;
use crate::agent::Agent;
use crate::step::Step;

/// In the order in which they are tried.
pub(super) const FAMILIES: &[(&str, Family)] = &[
    ("Change your full name to '{}'.", |agent, words| edit(agent, "Edit Full name", words)),
    ("Change your username to '{}'.", |agent, words| edit(agent, "Edit Username", words)),
    ("Change your email address to '{}'.", |agent, words| {
        let mut hand = Hand(agent);
        hand.press("Edit Email", "")?;
        hand.write("New email address", "", words.at(0))?;
        hand.press("Update email", "").map(drop)
    }),
    ("Click on your profile avatar to change its color.", |agent, _| Hand(agent).press("AM", "").map(drop)),
    ("Disconnect the {} connected account.", |agent, words| {
        remove(&mut Hand(agent), "Disconnect", words.at(0), "Disconnect")
    }),
    ("Leave the '{}' workspace.", |agent, words| {
        remove(&mut Hand(agent), "Leave workspace", words.at(0), "Leave workspace")
    }),
    ("Navigate to Preferences and change the {} to '{}'.", preference),
    ("Navigate to Preferences and turn on the '{}' toggle.", |agent, words| switch(agent, "Preferences", words, true)),
    ("Navigate to Preferences and turn off the '{}' toggle.", |agent, words| {
        switch(agent, "Preferences", words, false)
    }),
    ("Navigate to Notifications and enable the {} notification channel.", |agent, words| channel(agent, words, true)),
    ("Navigate to Notifications and disable the {} notification channel.", |agent, words| channel(agent, words, false)),
    ("Navigate to Notifications, expand the {} channel, and turn on the '{}' {}.", |agent, words| {
        in_channel(agent, words, true)
    }),
    ("Navigate to Notifications, expand the {} channel, and turn off the '{}' {}.", |agent, words| {
        in_channel(agent, words, false)
    }),
    ("Navigate to Notifications and turn on the '{}' communication preference.", |agent, words| {
        switch(agent, "Notifications", words, true)
    }),
    ("Navigate to Notifications and turn off the '{}' communication preference.", |agent, words| {
        switch(agent, "Notifications", words, false)
    }),
    ("Navigate to Security & Access and revoke the session for '{}'.", |agent, words| {
        secure(agent, "Revoke access", words.at(0), "Revoke access")
    }),
    ("Navigate to Security & Access and revoke all sessions except the current one.", |agent, _| {
        secure(agent, "Revoke all", "", "Revoke all sessions")
    }),
    ("Navigate to Security & Access and add a new passkey named '{}'.", |agent, words| {
        made(agent, "Add passkey", "Passkey name", words, "Register passkey")
    }),
    ("Navigate to Security & Access and remove the passkey named '{}'.", |agent, words| {
        secure(agent, "Remove", words.at(0), "Remove passkey")
    }),
    ("Navigate to Security & Access and create a new API key with the label '{}'.", |agent, words| {
        made(agent, "Create key", "Label", words, "Create key")
    }),
    ("Navigate to Security & Access and revoke the API key labeled '{}'.", |agent, words| {
        secure(agent, "Revoke", words.at(0), "Revoke key")
    }),
    ("Navigate to Security & Access and revoke access for the authorized application '{}'.", |agent, words| {
        secure(agent, "Revoke access", words.at(0), "Revoke access")
    }),
];

fn edit(agent: &mut Agent<'_>, button: &str, words: &Words) -> Step {
    let mut hand = Hand(agent);
    hand.press(button, "")?;
    let field = button.to_lowercase().replacen('e', "E", 1);
    hand.write(&field, "", words.at(0))?;
    hand.confirm("Save").map(drop)
}

/// Presses a button of a row, and says yes to the question after it.
fn remove(hand: &mut Hand<'_, '_>, button: &str, row: &str, yes: &str) -> Step {
    hand.press(button, row)?;
    hand.confirm(yes).map(drop)
}

fn secure(agent: &mut Agent<'_>, button: &str, row: &str, yes: &str) -> Step {
    let mut hand = Hand(agent);
    hand.press("Security & Access", "")?;
    remove(&mut hand, button, row, yes)
}

fn made(agent: &mut Agent<'_>, button: &str, field: &str, words: &Words, yes: &str) -> Step {
    let mut hand = Hand(agent);
    hand.path(&["Security & Access", button])?;
    hand.write(field, "", words.at(0))?;
    hand.confirm(yes).map(drop)
}

fn preference(agent: &mut Agent<'_>, words: &Words) -> Step {
    let mut hand = Hand(agent);
    hand.press("Preferences", "")?;
    // The page writes its first letter large.
    let name = words.at(0).get(..1).unwrap_or_default().to_uppercase() + words.at(0).get(1..).unwrap_or_default();
    hand.choose(&name, "", words.at(1)).map(drop)
}

fn switch(agent: &mut Agent<'_>, page: &str, words: &Words, on: bool) -> Step {
    let mut hand = Hand(agent);
    hand.press(page, "")?;
    hand.set(words.at(0), "", if on { "true" } else { "false" }).map(drop)
}

fn channel(agent: &mut Agent<'_>, words: &Words, on: bool) -> Step {
    let mut hand = Hand(agent);
    hand.path(&["Notifications", words.at(0)])?;
    let name = format!("Enable {} notifications", words.at(0).to_lowercase());
    hand.set(&name, "", if on { "true" } else { "false" }).map(drop)
}

fn in_channel(agent: &mut Agent<'_>, words: &Words, on: bool) -> Step {
    let mut hand = Hand(agent);
    hand.path(&["Notifications", words.at(0)])?;
    hand.set(words.at(1), "", if on { "true" } else { "false" }).map(drop)
}
