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
        Hand(agent).press_offered("Save as Draft")
    }),
    ("Edit invoice {} ({}) and change its {} to '{}'.", |agent, words| {
        edited(agent, "📄 Invoices", words.at(0), words.at(2), words.at(3))
    }),
    ("Mark the awaiting approval invoice {} ({}) as sent.", |agent, words| {
        // Only what is approved can be sent.
        record(agent, "📄 Invoices", words.at(0), "Approve")?;
        Hand(agent).press("Send", "").map(drop)
    }),
    ("Send draft quote {} for {}.", |agent, words| record(agent, "📋 Quotes", words.at(0), "Send")),
    ("Mark quote {} ({}) as accepted.", |agent, words| record(agent, "📋 Quotes", words.at(0), "Mark as Accepted")),
    ("Mark quote {} ({}) as declined.", |agent, words| record(agent, "📋 Quotes", words.at(0), "Mark as Declined")),
    ("Delete quote {} ({}).", |agent, words| sure(agent, "📋 Quotes", words.at(0), "Delete")),
    ("Copy quote {} ({}) to create a new draft quote.", |agent, words| {
        record(agent, "📋 Quotes", words.at(0), "Copy")?;
        Hand(agent).press_offered("Save as Draft")
    }),
    ("Create a draft invoice from the accepted quote {} for {}. Do not approve it.", |agent, words| {
        record(agent, "📋 Quotes", words.at(0), "Create Invoice")?;
        Hand(agent).press_offered("Save as Draft")
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
        hand.agree("Delete")
    }),
    ("Change the invoice number prefix in Invoice Settings to '{}'.", |agent, words| {
        setting(agent, |hand| hand.write("Invoice Prefix", "", words.at(0)))
    }),
    ("Change the next invoice number in Invoice Settings to {}.", |agent, words| {
        setting(agent, |hand| hand.write("Next Invoice Number", "", words.at(0)))
    }),
    ("Change the default due date in Invoice Settings to '{}'.", |agent, words| {
        setting(agent, |hand| hand.choose("Type", "", words.at(0)))
    }),
    ("Change the default tax mode in Invoice Settings to '{}'.", |agent, words| {
        setting(agent, |hand| hand.choose("Default Tax Mode", "", words.at(0)))
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
        hand.agree("Delete")
    }),
    (
        "Record a full payment of ${} on invoice {} for {}. Use today's date, reference '{}', and the {}.",
        |agent, words| payment(agent, words.at(1), words.at(0), words.at(3), words.at(4)),
    ),
    (
        "Record a partial payment of ${} on invoice {} for {}. Use today's date, reference '{}', and the {}.",
        |agent, words| payment(agent, words.at(1), words.at(0), words.at(3), words.at(4)),
    ),
    (
        "Record a payment for the remaining amount due (${}) on invoice {} for {} to fully pay it. Use today's date, reference '{}', and the {}.",
        |agent, words| payment(agent, words.at(1), words.at(0), words.at(3), words.at(4)),
    ),
    ("Remove the existing partial payment of ${} from invoice {} for {}.", |agent, words| {
        record(agent, "📄 Invoices", words.at(1), "Remove")
    }),
    (
        "Create a new invoice for {} with one line item: {} hours of '{}' ({}) at ${} per hour, using the {} account and {} tax rate. Set the date to {}, due date to {}, and save as draft.",
        |agent, words| {
            let mut hand = new(agent, "📄 Invoices", "New Invoice", words.at(0))?;
            hand.write("Date", "", words.at(7))?;
            hand.write("Due Date", "", words.at(8))?;
            item(&mut hand, words.at(3))?;
            line(&mut hand, words.at(1), words.at(4), words.at(5), words.at(6))?;
            hand.press("Save as Draft", "").map(drop)
        },
    ),
    (
        "Create a new invoice for {} in {} currency with one line item: {} hours of {} ({}) at ${} per hour. Use the {} account and {} tax rate. Date: {}, due date: {}. Save as draft.",
        |agent, words| {
            let mut hand = new(agent, "📄 Invoices", "New Invoice", words.at(0))?;
            hand.write("Date", "", words.at(8))?;
            hand.write("Due Date", "", words.at(9))?;
            hand.choose("Currency", "", words.at(1))?;
            item(&mut hand, words.at(4))?;
            line(&mut hand, words.at(2), words.at(5), words.at(6), words.at(7))?;
            hand.press("Save as Draft", "").map(drop)
        },
    ),
    (
        "Create a new quote for {} with one line item: {} hours of {} ({}) at ${} per hour, using the {} account and {} tax rate. Set date to {}, expiry to {}. Save as draft.",
        |agent, words| {
            let mut hand = new(agent, "📋 Quotes", "New Quote", words.at(0))?;
            hand.write("Date", "", words.at(7))?;
            hand.write("Expiry Date", "", words.at(8))?;
            item(&mut hand, words.at(3))?;
            line(&mut hand, words.at(1), words.at(4), words.at(5), words.at(6))?;
            hand.press("Save as Draft", "").map(drop)
        },
    ),
    ("Allocate the full amount (${}) of credit note {} to invoice {} for {}.", |agent, words| {
        record(agent, "💳 Credit Notes", words.at(1), "Allocate to Invoice")?;
        let mut hand = Hand(agent);
        hand.choose("Invoice", "", words.at(2))?;
        hand.write("Amount", "", &plain(words.at(0)))?;
        hand.press("Allocate", "").map(drop)
    }),
    (
        "Create a new credit note for {} with one line item: '{}' for {} unit at ${}, using the {} account and {} tax rate. Set date to {} and save as draft.",
        |agent, words| credit_note(agent, words, "Save as Draft"),
    ),
    (
        "Create a new credit note for {} with one line item: '{}' for {} hours at ${}, using the {} account and {} tax rate. Set date to {} and approve it directly (not as draft).",
        |agent, words| credit_note(agent, words, "Approve"),
    ),
    (
        "Create a new {} repeating invoice for {} with one line item: {} ({}) at ${}, using the {} account and {} tax rate. Set start date to {} and save-as mode to {}.",
        |agent, words| {
            let mut hand = new(agent, "🔄 Repeating Invoices", "New Repeating Invoice", words.at(1))?;
            hand.choose("Frequency", "", &large(words.at(0)))?;
            hand.write("Start Date", "", words.at(7))?;
            hand.choose("Save As", "", words.at(8))?;
            item(&mut hand, words.at(3))?;
            line(&mut hand, "1", words.at(4), words.at(5), words.at(6))?;
            hand.press("Save", "").map(drop)
        },
    ),
    ("Edit the repeating invoice for {} and change its frequency from {} to {}.", |agent, words| {
        let mut hand = repeating(agent, words.at(0))?;
        hand.choose("Frequency", "", &large(words.at(2)))?;
        hand.press("Save", "").map(drop)
    }),
    ("Edit the repeating invoice for {} and set its end date to {}.", |agent, words| {
        let mut hand = repeating(agent, words.at(0))?;
        hand.write("End Date", "", words.at(1))?;
        hand.press("Save", "").map(drop)
    }),
    ("Edit the repeating invoice for {} and change its reference to '{}'.", |agent, words| {
        let mut hand = repeating(agent, words.at(0))?;
        hand.write("Reference", "", words.at(1))?;
        hand.press("Save", "").map(drop)
    }),
    ("Delete the draft repeating invoice for {}.", |agent, words| {
        let mut hand = Hand(agent);
        hand.press("🔄 Repeating Invoices", "")?;
        hand.press("Delete", words.at(0))?;
        hand.agree("Delete")
    }),
    (
        "Create a new branding theme called '{}' with payment terms '{}' and no terms and conditions. Enable both show tax number and show payment advice.",
        |agent, words| {
            let mut hand = Hand(agent);
            hand.path(&["🎨 Branding Themes", "New Theme"])?;
            hand.write("Theme Name *", "", words.at(0))?;
            hand.write("Payment Terms", "", words.at(1))?;
            hand.set("Show tax number on invoice", "", "true")?;
            hand.set("Show payment advice", "", "true")?;
            hand.press("Create Theme", "").map(drop)
        },
    ),
    ("Edit the '{}' branding theme and change its name to '{}'.", |agent, words| {
        theme(agent, words.at(0), |hand| hand.write("Theme Name *", "", words.at(1)))
    }),
    ("Edit the '{}' branding theme and disable the '{}' option.", |agent, words| {
        let (first, rest) = words.at(1).split_once(' ').unwrap_or((words.at(1), ""));
        let name = format!("{first} {} on invoice", rest.to_lowercase());
        theme(agent, words.at(0), |hand| hand.set(&name, "", "false"))
    }),
    ("Edit the '{}' branding theme and change its terms and conditions to '{}'", |agent, words| {
        theme(agent, words.at(0), |hand| hand.write("Terms & Conditions", "", words.at(1)))
    }),
    (
        "Create a new invoice reminder for {} days {} the due date with the subject '{}' and body '{}' Enable it and include the invoice PDF.",
        |agent, words| {
            let mut hand = reminder(agent)?;
            hand.press("Add Reminder", "")?;
            hand.choose("Timing", "", &format!("{} due date", large(words.at(1))))?;
            hand.write("Days", "", words.at(0))?;
            hand.write("Subject", "", words.at(2))?;
            hand.write("Email Body", "", words.at(3))?;
            hand.set("Include invoice PDF", "", "true")?;
            hand.press("Add Reminder", "").map(drop)
        },
    ),
    ("Edit the invoice reminder for {} day {} the due date and change its subject to '{}'.", |agent, words| {
        let mut hand = reminder(agent)?;
        hand.press("Edit", &row(words))?;
        hand.write("Subject", "", words.at(2))?;
        hand.press("Save", "").map(drop)
    }),
];

/// A word with its first letter large, as the page writes it.
fn large(word: &str) -> String {
    word.get(..1).unwrap_or_default().to_uppercase() + word.get(1..).unwrap_or_default()
}

/// An amount as a field takes it.
fn plain(amount: &str) -> String {
    amount.replace(',', "")
}

/// Records a payment of an invoice; its date is today's already.
fn payment(agent: &mut Agent<'_>, invoice: &str, amount: &str, reference: &str, account: &str) -> Step {
    record(agent, "📄 Invoices", invoice, "Add Payment")?;
    let mut hand = Hand(agent);
    hand.write("Amount", "", &plain(amount))?;
    hand.write("Reference", "", reference)?;
    // It is the one that is chosen from the start.
    if !hand.0.look().elements.iter().any(|element| element.label.contains(account)) {
        hand.choose("Account", "", account)?;
    }
    hand.press("Record Payment", "").map(drop)
}

/// Begins something new for a contact.
fn new<'h, 'a>(agent: &'h mut Agent<'a>, list: &str, button: &str, contact: &str) -> Step<Hand<'h, 'a>> {
    let mut hand = Hand(agent);
    hand.path(&[list, button])?;
    hand.write("To *", "", contact)?;
    hand.press(contact, "")?;
    Ok(hand)
}

/// Chooses what the first line sells.
fn item(hand: &mut Hand<'_, '_>, code: &str) -> Step {
    hand.choose_in_row("Qty", "Item", 0, code)
}

/// Fills in the rest of the first line.
fn line(hand: &mut Hand<'_, '_>, count: &str, price: &str, account: &str, tax: &str) -> Step {
    hand.write("Qty", "", count)?;
    hand.write("Price", "", &plain(price))?;
    hand.choose_in_row("Qty", "Account", 1, account.trim_end_matches(" revenue"))?;
    hand.choose_in_row("Qty", "Tax", 2, tax)
}

fn credit_note(agent: &mut Agent<'_>, words: &Words, end: &str) -> Step {
    let mut hand = new(agent, "💳 Credit Notes", "New Credit Note", words.at(0))?;
    hand.write("Date", "", words.at(6))?;
    hand.write("Description", "", words.at(1))?;
    line(&mut hand, words.at(2), words.at(3), words.at(4), words.at(5))?;
    hand.press(end, "").map(drop)
}

fn repeating<'h, 'a>(agent: &'h mut Agent<'a>, contact: &str) -> Step<Hand<'h, 'a>> {
    let mut hand = Hand(agent);
    hand.press("🔄 Repeating Invoices", "")?;
    hand.press(contact, "")?;
    Ok(hand)
}

fn theme(agent: &mut Agent<'_>, name: &str, change: impl FnOnce(&mut Hand<'_, '_>) -> Step<String>) -> Step {
    let mut hand = Hand(agent);
    hand.press("🎨 Branding Themes", "")?;
    hand.press("Edit", name)?;
    change(&mut hand)?;
    hand.press("Save", "").map(drop)
}

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
    Hand(agent).agree(button)
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
