//! The clipboard carries its source: what a run copied on a site goes to another one as anything else does, and what the person copied is theirs.
//!
//! What is in the clipboard cannot be read, so a copy counts as the run's own only where the page proved it, and only for a while: the person may
//! copy something at any time.

use crate::words::phrases::{At, stands, words};
use crate::{ElementFacts, Site};
use serde::{Deserialize, Serialize};

/// How long after a copy the clipboard is taken to hold it still, in milliseconds: some steps of a run.
const OWN_MS: f64 = 120_000.0;
/// Buttons that paste, in seven languages.
#[rustfmt::skip]
const PASTES: &[&str] = &[
    "paste", "paste from clipboard", "paste here", "paste as plain text", "paste without formatting", "einfügen", "aus zwischenablage einfügen",
    "aus der zwischenablage einfügen", "pegar", "pegar del portapapeles", "coller", "coller depuis le presse papiers", "incolla", "incolla dagli appunti",
    "plakken", "plakken vanaf klembord", "wklej", "wklej ze schowka", "colar", "colar da área de transferência",
];

/// What a call does with the clipboard.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum ClipboardUse {
    /// Nothing that is known.
    #[default]
    None,
    /// It copies or cuts what is selected.
    Copies,
    /// It pastes the clipboard.
    Pastes,
    /// It pastes what was last selected, in whatever program.
    PastesSelection,
}

impl ClipboardUse {
    /// The use of a button of a page.
    pub fn of_press(element: &ElementFacts) -> Self {
        let label = words(&element.name);
        let pastes = PASTES.iter().any(|paste| stands(paste, At::Whole, &label));
        if pastes && !element.kind.takes_text() { Self::Pastes } else { Self::None }
    }
}

/// What a run knows of the clipboard.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Clipboard {
    /// What the run itself copied; none: what is in it is the person's.
    own: Option<Copied>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Copied {
    /// Where.
    origin: String,
    /// Whether it may be meant for the person alone.
    private: bool,
    /// When, in milliseconds since 1970.
    at: f64,
}

impl Clipboard {
    /// Records a copy that the page proved.
    pub fn copied(&mut self, origin: &str, private: bool, at: f64) {
        self.own = Some(Copied { origin: origin.to_owned(), private, at });
    }

    /// Forgets a copy that is too long ago to be still there.
    pub fn expire(&mut self, now: f64) {
        self.own.take_if(|own| now - own.at > OWN_MS);
    }

    /// The site of a private copy.
    pub fn private_source(&self) -> Option<String> {
        let own = self.own.as_ref().filter(|own| own.private && is_on!(Clipboard))?;
        Site::parse(&own.origin).map(|site| site.as_str().to_owned())
    }

    /// Whether this use pastes what is not the run's own.
    pub fn is_foreign_to(&self, wanted: ClipboardUse) -> bool {
        let pastes = match wanted {
            ClipboardUse::None | ClipboardUse::Copies => false,
            ClipboardUse::Pastes => self.own.is_none(),
            ClipboardUse::PastesSelection => true,
        };
        pastes && is_on!(Clipboard)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_is_the_runs_own_for_a_while() {
        let mut clipboard = Clipboard::default();
        let (paste, middle) = (ClipboardUse::Pastes, ClipboardUse::PastesSelection);
        assert!(clipboard.is_foreign_to(paste));
        clipboard.copied("https://mail.example", true, 1_000.0);
        clipboard.expire(121_000.0);
        assert!(!clipboard.is_foreign_to(paste) && clipboard.is_foreign_to(middle));
        assert_eq!(clipboard.private_source().as_deref(), Some("mail.example"));
        clipboard.expire(121_001.0);
        assert!(clipboard.is_foreign_to(paste) && clipboard.private_source().is_none());
    }
}
