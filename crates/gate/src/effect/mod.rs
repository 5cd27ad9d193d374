//! What an action does, tells and leads to: recognised from the element, its form, its words and the page.

pub(crate) mod facts;
pub(crate) mod held_files;
pub mod key_effect;
pub(crate) mod label;
pub(crate) mod leads;
pub(crate) mod page_tools;
pub(crate) mod pairs;
pub mod recognise;
pub(crate) mod sends;
pub(crate) mod tool_facts;

use edith_page::FieldKind;
pub use edith_protocol::{Commitment, DialogAnswer, EffectClass, SecretKind};
use edith_words::{Sentence, say};

/// The secret that a field of this kind holds.
pub(crate) fn secret_of(field: FieldKind) -> Option<SecretKind> {
    match field {
        FieldKind::Password => Some(SecretKind::Password),
        FieldKind::OneTimeCode => Some(SecretKind::OneTimeCode),
        FieldKind::Card => Some(SecretKind::Card),
        FieldKind::Plain | FieldKind::File => None,
    }
}

/// A secret in a sentence.
pub(crate) fn noun(secret: SecretKind) -> Sentence {
    match secret {
        SecretKind::Password => say!(APassword),
        SecretKind::OneTimeCode => say!(AOneTimeCode),
        SecretKind::Card => say!(CardDetails),
    }
}

/// A commitment in a sentence: `This buys something.`
pub(crate) fn phrase(commitment: Commitment) -> Sentence {
    match commitment {
        Commitment::Buys => say!(Buys),
        Commitment::Pays => say!(Pays),
        Commitment::Sends => say!(Sends),
        Commitment::Posts => say!(Posts),
        Commitment::Deletes => say!(Deletes),
        Commitment::Shares => say!(Shares),
        Commitment::Account => say!(ChangesAccount),
        Commitment::Installs => say!(Installs),
        Commitment::Downloads => say!(Downloads),
    }
}
