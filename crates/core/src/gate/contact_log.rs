//! What a run's contacts with sites have been, as far as its reads and its history do not say.

use super::Site;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// What a site notices of a call.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Contact {
    /// Nothing.
    None,
    /// A choice among what the page offers: a link, scrolling, going back.
    Moves,
    /// A press, or pointing at something, that enters nothing.
    Presses,
    /// Anything else.
    #[default]
    Sends,
}

/// Moves on sites that the person did not name are free so often in a run, after something private was read elsewhere: each is a choice among what a
/// page offers, by which it could be told something. Ten is five links and five ways back; with eight, twice as many harmless tasks are asked about
/// (`cargo test -p edith --test attack harmless -- --nocapture`).
pub(crate) const FREE_MOVES: u32 = 10;
/// Of these, presses of buttons on one site: a banner, a next page.
pub(crate) const FREE_PRESSES: u32 = 3;

/// Stored with the run. It only grows.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct ContactLog {
    /// Free moves so far.
    moves: u32,
    /// Of these, presses, by site.
    presses: BTreeMap<Site, u32>,
    /// Since when something was entered on a site after a private read, in milliseconds since 1970: what stands there since may be the run's own.
    entered: BTreeMap<Site, f64>,
    /// Of these, those whose links it may have formed: entered elsewhere than in a search field, or after a private read on another site.
    influenced: BTreeSet<Site>,
    /// Private sources that earlier tasks of the conversation have read.
    pub(crate) earlier: BTreeSet<String>,
}

impl ContactLog {
    /// Whether one more move is free, or one more press there.
    pub(super) fn has_free(&self, site: &Site, how: Contact) -> bool {
        let presses = self.presses.get(site).copied().unwrap_or_default();
        self.moves < FREE_MOVES && (how != Contact::Presses || presses < FREE_PRESSES)
    }

    /// Whether no move is free any more.
    pub(super) fn is_spent(&self) -> bool {
        self.moves >= FREE_MOVES
    }

    /// Counts a free move.
    pub(super) fn spend(&mut self, site: &Site, how: Contact) {
        self.moves += 1;
        if how == Contact::Presses {
            *self.presses.entry(site.clone()).or_default() += 1;
        }
    }

    /// Records that something is being entered.
    pub(super) fn enter(&mut self, site: &Site, influences: bool, now: f64) {
        self.entered.entry(site.clone()).or_insert(now);
        if influences {
            self.influenced.insert(site.clone());
        }
    }

    /// Whether what this site showed at that time may hold what the run entered.
    pub(super) fn is_entered(&self, site: &Site, at: f64) -> bool {
        self.entered.get(site).is_some_and(|since| at >= *since)
    }

    /// Whether links of this site may lead where the run wanted.
    pub(super) fn is_influenced(&self, site: &Site) -> bool {
        self.influenced.contains(site)
    }
}
