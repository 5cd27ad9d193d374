//! Accounts: what names one, and which password it is.

use super::context::{Purpose, purpose};
use super::kinds::Meaning;
use super::phrases::Words;
use super::token::{Token, by_token};
use edith_page::{Element, ElementKind, FieldFacts, Index};

fn is_typed(element: &Element) -> bool {
    let is_text = matches!(element.input_type.as_str(), "" | "text" | "email" | "tel" | "number" | "search");
    element.kind == ElementKind::Input && is_text && element.options.is_empty()
}

/// The last word: which password, and what names an account where somebody signs in.
pub(super) fn settled(found: Option<Meaning>, element: &Element, facts: &FieldFacts, page: &Index) -> Option<Meaning> {
    let purpose: Purpose = purpose(element, page);
    let says_user = || {
        Words::of_attribute(&format!("{} {}", facts.name, facts.id)).has(&[
            "username",
            "user name",
            "login",
            "userid",
            "user id",
            "account",
        ])
    };
    let names_account = || {
        let is_text = is_typed(element);
        let alone = purpose.texts <= if purpose.passwords == 1 { 2 } else { 1 };
        is_text && purpose.signs_in && (alone || says_user())
    };
    match found {
        Some(found @ (Meaning::Password | Meaning::NewPassword)) => {
            let token = by_token(&element.autocomplete);
            let all = format!("{} {} {} {}", element.name, element.placeholder, facts.name, facts.id);
            let words = Words::of_attribute(&all);
            // Of two, the second repeats the first.
            let says_new = words.has(NEW) || purpose.passwords > 1 && words.has(&["2", "password2"]);
            let is_new = says_new && !(words.has(SIGNS) && purpose.passwords == 1);
            let is_old = words.has(OLD) && !is_new;
            Some(match token {
                // Some authors write this to keep browsers from filling in.
                Token::Means(Meaning::NewPassword) if purpose.signs_in && purpose.passwords == 1 && !is_new => {
                    Meaning::Password
                }
                Token::Means(Meaning::Password) if is_new || purpose.makes_account && !is_old => Meaning::NewPassword,
                Token::Means(_) => found,
                _ if is_old => Meaning::Password,
                _ if is_new => Meaning::NewPassword,
                _ if purpose.signs_in => Meaning::Password,
                _ if purpose.makes_account => Meaning::NewPassword,
                _ => Meaning::Password,
            })
        }
        // What takes either is an account's name.
        Some(Meaning::Email | Meaning::Phone)
            if is_typed(element)
                && !purpose.makes_account
                && [&element.name, &element.placeholder]
                    .into_iter()
                    .any(|text| *text != facts.name && *text != facts.id && takes_either(text)) =>
        {
            Some(Meaning::Username)
        }
        Some(Meaning::Email | Meaning::Phone) if is_typed(element) && says_user() && !purpose.makes_account => {
            Some(Meaning::Username)
        }
        Some(Meaning::FullName | Meaning::GivenName)
            if Words::of_attribute(&format!("{} {}", facts.name, facts.id)).has_piece(&["username"]) =>
        {
            Some(Meaning::Username)
        }
        // An account's name may be an address: it is asked for as one where an account is made.
        Some(Meaning::Username)
            if element.input_type == "email"
                && !purpose.signs_in
                && !Words::of_label(&element.name).has(&["username", "user name"]) =>
        {
            Some(Meaning::Email)
        }
        Some(Meaning::GivenName | Meaning::FullName) if purpose.signs_in && says_user() => Some(Meaning::Username),
        Some(
            kept @ (Meaning::OneTimeCode
            | Meaning::Search
            | Meaning::Country
            | Meaning::PhoneCountry
            | Meaning::CardCode
            | Meaning::CardNumber
            | Meaning::GivenName
            | Meaning::FamilyName
            | Meaning::PostalCode
            | Meaning::City
            | Meaning::Organization),
        ) => Some(kept),
        // What comes before a password and is nothing else is whose it is.
        None if purpose.before_password && is_typed(element) => Some(Meaning::Username),
        found if names_account() => {
            found.map_or_else(|| (purpose.passwords == 1).then_some(Meaning::Username), |_| Some(Meaning::Username))
        }
        found => found,
    }
}

/// Whether a label names two of what an account may be called by: `Email or username`.
fn takes_either(text: &str) -> bool {
    let found = Words::of_label(text).found();
    let has = |meaning: Meaning| found.iter().any(|found| found.meaning == meaning);
    [has(Meaning::Email), has(Meaning::Phone), has(Meaning::Username)].iter().filter(|has| **has).count() > 1
}

/// What passwords are called that are set, and those that exist.
const NEW: &[&str] = &[
    "new",
    "confirm",
    "confirmation",
    "repeat",
    "again",
    "retype",
    "reenter",
    "re enter",
    "create",
    "choose",
    "verify",
    "set",
    "neues",
    "wiederholen",
    "bestatigen",
    "nouveau",
    "confirmer",
    "nueva",
    "confirmar",
    "repetir",
    "nuova",
    "nieuw",
    "nytt",
    "nowe",
    "reg",
    "register",
    "signup",
];
/// What those that exist are called where somebody signs in.
const SIGNS: &[&str] = &["login", "signin", "log in", "sign in"];
const OLD: &[&str] =
    &["current", "old", "existing", "aktuelles", "altes", "actuel", "ancien", "actual", "login", "signin"];
