//! What a click, an Enter, a text or an answer comes to: recognised from the element, its form, what is around it, and the page.

use super::{Commitment, DialogAnswer, EffectClass, SecretKind};
use crate::action::Dialog;
use crate::snapshot::ElementKind;
use crate::tool::{ElementFacts, Entry, Facts};

/// What a click on the element does.
pub(crate) fn click(_element: Option<&ElementFacts>, _facts: &Facts) -> EffectClass {
    EffectClass::Acts
}

/// What Enter does in the element: mostly what its form's submit button does.
pub(crate) fn enter(_element: Option<&ElementFacts>, _facts: &Facts) -> EffectClass {
    EffectClass::Acts
}

/// What Control+Enter does: in editors and text areas it sends, whatever Enter does.
pub(crate) fn send_chord(element: Option<&ElementFacts>, facts: &Facts) -> EffectClass {
    match (enter(element, facts), element.map(|element| element.kind)) {
        (EffectClass::Acts, Some(ElementKind::Textarea | ElementKind::Editor)) => {
            EffectClass::Commits(Commitment::Sends)
        }
        (class, _) => class,
    }
}

/// What putting the text into the field does.
pub(crate) fn entry(element: Option<&ElementFacts>, text: &str) -> EffectClass {
    match secret(element, text) {
        Some(kind) => EffectClass::EntersSecret(kind, None),
        None => EffectClass::Fills,
    }
}

/// What dropping something on the element does.
pub(crate) fn drop_on(_element: Option<&ElementFacts>) -> EffectClass {
    EffectClass::Acts
}

/// What the answer to a dialog comes to.
pub(crate) fn dialog(accept: bool, dialog: Option<&Dialog>) -> DialogAnswer {
    match (accept, dialog) {
        (false, _) => DialogAnswer::Dismisses,
        (true, Some(dialog)) if dialog.kind == "alert" => DialogAnswer::Acknowledges,
        (true, _) => DialogAnswer::Accepts(None),
    }
}

/// Whether the text is a secret, by the field it is for or by what it is.
pub(crate) fn holds_secret(entry: &Entry<'_>, facts: &Facts) -> bool {
    secret(facts.element_or_focus(entry.uid), entry.text).is_some()
}

fn secret(element: Option<&ElementFacts>, text: &str) -> Option<SecretKind> {
    let by_field = element.and_then(|element| SecretKind::of(element.field));
    by_field.or_else(|| is_card_number(text).then_some(SecretKind::Card))
}

/// Whether the text is a payment card's number, which is a secret wherever it is typed: payment fields often stand in frames that nothing
/// is known of. 13 to 19 digits that start as cards do, with a right check digit (ISO/IEC 7812-1).
fn is_card_number(text: &str) -> bool {
    if !text.chars().all(|c| c.is_ascii_digit() || matches!(c, ' ' | '-')) {
        return false;
    }
    let digits: Vec<u32> = text.chars().filter_map(|c| c.to_digit(10)).collect();
    let checksum: u32 = digits
        .iter()
        .rev()
        .enumerate()
        .map(|(at, digit)| if at % 2 == 0 { *digit } else { digit * 2 / 10 + digit * 2 % 10 })
        .sum();
    (13..=19).contains(&digits.len())
        && digits.first().is_some_and(|first| (3..=6).contains(first))
        && checksum % 10 == 0
}
