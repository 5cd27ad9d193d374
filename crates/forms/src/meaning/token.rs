//! What `autocomplete` says about a field.

use super::kinds::Meaning;

/// What `autocomplete` says.
pub(super) enum Token {
    /// This.
    Means(Meaning),
    /// Something that is not a meaning of ours.
    Nothing,
    /// Nothing.
    Says,
}

impl Token {
    pub(super) fn means(&self, wanted: Meaning) -> bool {
        matches!(self, Self::Means(meaning) if *meaning == wanted)
    }
}

/// Reads the last of its tokens.
pub(super) fn by_token(autocomplete: &str) -> Token {
    let tokens: Vec<String> = autocomplete.split_whitespace().map(str::to_lowercase).collect();
    let Some(last) = tokens.iter().rev().find(|token| token.as_str() != "webauthn") else { return Token::Says };
    // Another machine's number.
    if tokens.iter().any(|token| matches!(token.as_str(), "fax" | "pager")) {
        return Token::Nothing;
    }
    let meaning = match last.as_str() {
        "address-line1" => Meaning::Street,
        "address-line2" | "address-line3" => Meaning::StreetMore,
        "country-name" => Meaning::Country,
        // The name on a card is a person's.
        "cc-given-name" => Meaning::GivenName,
        "cc-family-name" => Meaning::FamilyName,
        "cc-additional-name" | "cc-type" | "tel-area-code" | "tel-local" | "tel-extension" | "nickname" => {
            return Token::Nothing;
        }
        "fname" => Meaning::GivenName,
        "lname" => Meaning::FamilyName,
        "phone" | "mobile" => Meaning::Phone,
        "zip" | "zip-code" | "postal" => Meaning::PostalCode,
        "city" => Meaning::City,
        "state" => Meaning::Region,
        "search" => return Token::Says,
        token => match Meaning::of_token(token) {
            Some(meaning) => meaning,
            None => return Token::Says,
        },
    };
    Token::Means(meaning)
}
