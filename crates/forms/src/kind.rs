//! What type of value a field takes, and how.

use crate::dates::{self, described, usual};
use crate::field::{Field, is_made_for_dates, opens_calendar};
use crate::meaning::Meaning;
use crate::question::Way;
use crate::words::has_any;
use edith_page::{ElementKind, FieldKind};
use edith_protocol::FieldType;

/// Words that ask for a date.
const DATE: &[&str] = &["date", "datum", "geburtsdatum", "fecha", "geburtstag"];
/// Words that ask for one where something can be opened, as a calendar.
const SINCE_OR_UNTIL: &[&str] = &[
    "until",
    "expires",
    "expires on",
    "valid",
    "from",
    "since",
    "check in",
    "check out",
    "arrival",
    "departure",
    "return",
    "day",
    "bis",
    "ab",
    "seit",
    "von",
    "gultig",
    "anreise",
    "abreise",
    "ruckreise",
    "tag",
    "jusqu au",
    "depuis",
    "des",
    "du",
    "au",
    "valable",
    "expire le",
    "arrivee",
    "depart",
    "retour",
    "jour",
    "hasta",
    "desde",
    "valido",
    "caduca",
    "llegada",
    "salida",
    "regreso",
    "vuelta",
    "dia",
    "born",
    "geboren",
    "ne",
    "nee",
    "nacido",
];

/// The type of a field's value, how it takes it, and how a date is written.
pub(crate) fn kind(field: &Field<'_>, title: &str, hint: &str) -> (FieldType, Way, Option<dates::DateForm>) {
    let Field { element, facts, meaning } = field;
    if element.field.is_masked() && element.field != FieldKind::File || meaning.is_some_and(Meaning::is_secret) {
        return (FieldType::Secret, Way::Type, None);
    }
    match element.kind {
        ElementKind::File => return (FieldType::File, Way::Attach, None),
        ElementKind::Textarea => return (FieldType::LongText, Way::Type, None),
        ElementKind::Editor if element.role != "combobox" => return (FieldType::LongText, Way::Type, None),
        ElementKind::Slider => return (FieldType::Number, Way::Set, None),
        ElementKind::Button if opens_days(field, title) => {
            return (FieldType::Date, Way::Set, Some(dates::DateForm::Drawn));
        }
        ElementKind::Select | ElementKind::Button | ElementKind::Row | ElementKind::Element => {
            let several = facts.multiple || element.states.multiple;
            return (if several { FieldType::Choices } else { FieldType::Choice }, Way::Choose, None);
        }
        _ if element.role == "combobox"
            && !facts.free
            && element.input_type != "email"
            && !is_calendar_field(field, title) =>
        {
            return (if facts.multiple { FieldType::Choices } else { FieldType::Choice }, Way::Choose, None);
        }
        _ => {}
    }
    let date = || {
        let says = format!("{title} {hint}");
        let is_one = *meaning == Some(Meaning::BirthDate)
            || has_any(&says, DATE)
            || element.states.has_popup && has_any(&says, SINCE_OR_UNTIL)
            || opens_calendar(element, facts)
            // What takes no words, but opens something on a press.
            || facts.opens;
        described(&says)
            .or_else(|| usual(&facts.language).filter(|_| is_one))
            .or_else(|| is_one.then_some(dates::DateForm::Iso))
    };
    match element.input_type.as_str() {
        "date" => (FieldType::Date, Way::Set, Some(dates::DateForm::Iso)),
        "month" => (FieldType::Date, Way::Set, Some(dates::DateForm::IsoMonth)),
        "time" => (FieldType::Time, Way::Set, None),
        "number" | "range" => (FieldType::Number, Way::Set, None),
        "color" | "week" | "datetime-local" => (FieldType::Text, Way::Set, None),
        "email" => (FieldType::Email, Way::Type, None),
        // There a typed `+` opens the list of countries, which takes the rest.
        "tel" if facts.class.contains("iti__") => (FieldType::Phone, Way::Set, None),
        "tel" => (FieldType::Phone, Way::Type, None),
        "url" => (FieldType::Url, Way::Type, None),
        _ if element.role == "spinbutton" => (FieldType::Number, Way::Set, None),
        _ => match meaning {
            Some(Meaning::Email) => (FieldType::Email, Way::Type, None),
            Some(Meaning::Phone | Meaning::PhoneNational) => (FieldType::Phone, Way::Type, None),
            Some(Meaning::Website | Meaning::LinkedIn | Meaning::GitHub) => (FieldType::Url, Way::Type, None),
            _ => match date() {
                // A calendar is opened from it.
                Some(_) if element.states.has_popup || element.states.readonly => {
                    (FieldType::Date, Way::Set, Some(dates::DateForm::Drawn))
                }
                Some(form) => (FieldType::Date, Way::Type, Some(form)),
                None if matches!(facts.input_mode.as_str(), "decimal" | "numeric") && meaning.is_none() => {
                    (FieldType::Number, Way::Type, None)
                }
                None => (FieldType::Text, Way::Type, None),
            },
        },
    }
}

/// Whether a button with a label of its own opens a calendar: its label asks for a day.
pub(crate) fn opens_days(field: &Field<'_>, title: &str) -> bool {
    let is_day = field.meaning == Some(Meaning::BirthDate) || has_any(title, DATE) || has_any(title, SINCE_OR_UNTIL);
    field.facts.opens && is_day
}

/// Whether a combobox opens a calendar: its label, placeholder or class says so, and it has no options.
fn is_calendar_field(field: &Field<'_>, title: &str) -> bool {
    let Field { element, facts, meaning } = field;
    let says = *meaning == Some(Meaning::BirthDate)
        || has_any(title, DATE)
        || has_any(&element.placeholder, &DAY)
        || is_made_for_dates(facts);
    element.kind == ElementKind::Input && element.states.has_popup && element.options.is_empty() && says
}

/// Placeholders of fields that open a calendar.
const DAY: [&str; 8] = ["date", "day", "datum", "tag", "jour", "fecha", "dia", "yyyy"];
