//! Invoices, quotes, credit notes, settings, themes, reminders.

use super::family::{Family, Words};
use super::hand::Hand;
use crate::agent::Agent;
use crate::step::Step;

/// In the order in which they are tried.
pub(super) const FAMILIES: &[(&str, Family)] = &[
    ("Approve the draft invoice {} for {}.", |agent, words| record(agent, "📄 Invoices", words.at(0), "Approve")),
    ("Submit draft invoice {} ({}) for approval.", |agent, words| {
        record(agent, "📄 Invoices", words.at(0), "Submit for Approval")
    }),
    ("Approve the awaiting approval invoice {} for {}.", |agent, words| {
        record(agent, "📄 Invoices", words.at(0), "Approve")
    }),
    ("Void invoice {} for {}.", |agent, words| sure(agent, "📄 Invoices", words.at(0), "Void")),
    ("Delete draft invoice {} ({}).", |agent, words| sure(agent, "📄 Invoices", words.at(0), "Delete")),
    ("Copy invoice {} ({}) to create a new draft invoice.", |agent, words| {
        record(agent, "📄 Invoices", words.at(0), "Copy")?;
        Hand(agent).press("Save as Draft", "").map(drop)
    }),
    ("Edit invoice {} ({}) and change its {} to '{}'.", |agent, words| {
        edited(agent, "📄 Invoices", words.at(0), words.at(2), words.at(3))
    }),
    ("Mark the awaiting approval invoice {} ({}) as sent.", |agent, words| {
        record(agent, "📄 Invoices", words.at(0), "Mark as Sent")
    }),
    ("Send draft quote {} for {}.", |agent, words| record(agent, "📋 Quotes", words.at(0), "Send")),
    ("Mark quote {} ({}) as accepted.", |agent, words| record(agent, "📋 Quotes", words.at(0), "Mark as Accepted")),
    ("Mark quote {} ({}) as declined.", |agent, words| record(agent, "📋 Quotes", words.at(0), "Mark as Declined")),
    ("Delete quote {} ({}).", |agent, words| sure(agent, "📋 Quotes", words.at(0), "Delete")),
    ("Copy quote {} ({}) to create a new draft quote.", |agent, words| {
        record(agent, "📋 Quotes", words.at(0), "Copy")?;
        Hand(agent).press("Save as Draft", "").map(drop)
    }),
    ("Create a draft invoice from the accepted quote {} for {}. Do not approve it.", |agent, words| {
        record(agent, "📋 Quotes", words.at(0), "Create Invoice")?;
        Hand(agent).press("Save as Draft", "").map(drop)
    }),
    ("Edit quote {} ({}) and change its title to '{}'.", |agent, words| {
        edited(agent, "📋 Quotes", words.at(0), "title", words.at(2))
    }),
    ("Edit quote {} ({}) and change its expiry date to {}.", |agent, words| {
        edited(agent, "📋 Quotes", words.at(0), "expiry Date", words.at(2))
    }),
    ("Approve draft credit note {} for {}.", |agent, words| record(agent, "💳 Credit Notes", words.at(0), "Approve")),
    ("Delete draft credit note {} for {}.", |agent, words| sure(agent, "💳 Credit Notes", words.at(0), "Delete")),
    ("Edit credit note {} ({}) and change its {} to '{}'.", |agent, words| {
        edited(agent, "💳 Credit Notes", words.at(0), words.at(2), words.at(3))
    }),
    ("Set the '{}' branding theme as the default theme.", |agent, words| {
        let mut hand = Hand(agent);
        hand.press("🎨 Branding Themes", "")?;
        hand.press("Set Default", words.at(0)).map(drop)
    }),
    ("Delete the '{}' branding theme.", |agent, words| {
        let mut hand = Hand(agent);
        hand.press("🎨 Branding Themes", "")?;
        hand.press("Delete", words.at(0))?;
        hand.confirm("Delete").map(drop)
    }),
    ("Change the invoice number prefix in Invoice Settings to '{}'.", |agent, words| {
        setting(agent, |hand| hand.write("Invoice Prefix", "", words.at(0)))
    }),
    ("Change the next invoice number in Invoice Settings to {}.", |agent, words| {
        setting(agent, |hand| hand.write("Next Invoice Number", "", words.at(0)))
    }),
    ("Change the default due date in Invoice Settings to '{}'.", |agent, words| {
        setting(agent, |hand| hand.choose("day(s) after invoice date", "", words.at(0)))
    }),
    ("Change the default tax mode in Invoice Settings to '{}'.", |agent, words| {
        setting(agent, |hand| hand.choose("Tax Exclusive", "", words.at(0)))
    }),
    ("Disable the '{}' display option in Invoice Settings.", |agent, words| {
        let (first, rest) = words.at(0).split_once(' ').unwrap_or((words.at(0), ""));
        let name = format!("{first} {} on invoices", rest.to_lowercase());
        setting(agent, |hand| hand.set(&name, "", "false"))
    }),
    ("Change the credit note number prefix in Invoice Settings to '{}'.", |agent, words| {
        setting(agent, |hand| hand.write("Credit Note Prefix", "", words.at(0)))
    }),
    ("Change the quote number prefix in Invoice Settings to '{}'.", |agent, words| {
        setting(agent, |hand| hand.write("Quote Prefix", "", words.at(0)))
    }),
    ("Disable the invoice reminder that is configured for {} days {} the due date.", |agent, words| {
        reminder(agent)?.set(&row(words), "", "false").map(drop)
    }),
    ("Enable the invoice reminder that is configured for {} days {} the due date.", |agent, words| {
        reminder(agent)?.set(&row(words), "", "true").map(drop)
    }),
    ("Delete the invoice reminder that is configured for {} days {} the due date.", |agent, words| {
        let mut hand = reminder(agent)?;
        hand.press("Delete", &row(words))?;
        hand.confirm("Delete").map(drop)
    }),
];

/// Opens a record of a list and presses a button on its page.
fn record(agent: &mut Agent<'_>, list: &str, number: &str, button: &str) -> Step {
    let mut hand = Hand(agent);
    hand.press(list, "")?;
    hand.press(number, "")?;
    hand.press(button, "").map(drop)
}

/// The same with a question after it, which is answered with the button's own word.
fn sure(agent: &mut Agent<'_>, list: &str, number: &str, button: &str) -> Step {
    record(agent, list, number, button)?;
    Hand(agent).confirm(button).map(drop)
}

fn edited(agent: &mut Agent<'_>, list: &str, number: &str, field: &str, text: &str) -> Step {
    record(agent, list, number, "Edit")?;
    let field = field.get(..1).unwrap_or_default().to_uppercase() + field.get(1..).unwrap_or_default();
    let mut hand = Hand(agent);
    hand.write(&field, "", text)?;
    hand.press("Save", "").map(drop)
}

fn setting(agent: &mut Agent<'_>, change: impl FnOnce(&mut Hand<'_, '_>) -> Step<String>) -> Step {
    let mut hand = Hand(agent);
    hand.press("⚙ Invoice Settings", "")?;
    change(&mut hand)?;
    hand.press("Save Settings", "").map(drop)
}

fn reminder<'h, 'a>(agent: &'h mut Agent<'a>) -> Step<Hand<'h, 'a>> {
    let mut hand = Hand(agent);
    hand.press("🔔 Invoice Reminders", "")?;
    Ok(hand)
}

/// What a reminder's row begins with.
fn row(words: &Words) -> String {
    format!("{} day(s) {} due date", words.at(0), words.at(1))
}
