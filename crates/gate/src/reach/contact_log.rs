//! What a run's contacts with sites have been, as far as its reads and its history do not say.

use crate::{Contact, Site};
use edith_protocol::Contacts;
use edith_protocol::Gather as _;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// Moves on sites that the person did not name are free so often in a run, after something private was read elsewhere: each is a choice among what a
/// page offers, by which it could be told something. Ten is five links and five ways back; with eight, twice as many harmless tasks are asked about
/// (`cargo test -p attack harmless -- --nocapture`).
pub(crate) const FREE_MOVES: u32 = 10;
/// Of these, presses of buttons on one site: a banner, a next page.
pub(crate) const FREE_PRESSES: u32 = 3;

/// Stored with the run. It only grows.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ContactLog {
    /// Free moves so far.
    moves: u32,
    /// Of these, presses, by site.
    presses: BTreeMap<Site, u32>,
    /// Free moves that others have had before: earlier tasks of the conversation, or the run that this is a part of, with the shares of its other parts.
    others_moves: u32,
    /// Of these, presses, by site.
    others_presses: BTreeMap<Site, u32>,
    /// Since when something was entered on a site after a private read, in milliseconds since 1970: what is there since may be the run's own.
    entered: BTreeMap<Site, f64>,
    /// Of these, those whose links it may have formed: entered elsewhere than in a search field, or after a private read on another site.
    influenced: BTreeSet<Site>,
    /// Private sources that earlier tasks of the conversation, or parts of this one, have read.
    pub earlier: BTreeSet<String>,
    /// Whether these have read pages of the internet.
    pub internet: bool,
}

impl ContactLog {
    /// Whether one more move is free, or one more press there.
    pub fn has_free(&self, site: &Site, how: Contact) -> bool {
        self.all_moves() < FREE_MOVES && (how != Contact::Presses || self.presses_on(site) < FREE_PRESSES)
    }

    fn all_moves(&self) -> u32 {
        self.moves + self.others_moves
    }

    fn presses_on(&self, site: &Site) -> u32 {
        [&self.presses, &self.others_presses].into_iter().filter_map(|all| all.get(site)).sum()
    }

    /// The log that one of `parts` begins with: what was read and entered so far, and its share of what is free, since all are at work at once.
    pub fn for_part(&self, parts: usize) -> Self {
        let parts = u32::try_from(parts.max(1)).unwrap_or(u32::MAX);
        let share = FREE_MOVES.saturating_sub(self.all_moves()) / parts;
        let mut others_presses = self.others_presses.clone();
        add(&mut others_presses, &self.presses);
        Self { moves: 0, presses: BTreeMap::new(), others_moves: FREE_MOVES - share, others_presses, ..self.clone() }
    }

    /// Takes in what a part of the run, or an earlier task of the conversation, did.
    pub fn take_in(&mut self, other: &Self) {
        self.others_moves += other.moves;
        add(&mut self.others_presses, &other.presses);
        for (site, since) in &other.entered {
            let known = self.entered.entry(site.clone()).or_insert(*since);
            *known = known.min(*since);
        }
        self.influenced.extend(other.influenced.iter().cloned());
        self.earlier.extend(other.earlier.iter().cloned());
        self.internet |= other.internet;
    }

    /// What the conversation is to remember of it. `earlier` is kept by itself.
    pub fn kept(&self) -> Contacts {
        let mut presses = self.others_presses.clone();
        add(&mut presses, &self.presses);
        Contacts {
            moves: self.all_moves(),
            presses: presses.into_iter().map(|(site, count)| (site.as_str().to_owned(), count)).gathered(),
            entered: self.entered.iter().map(|(site, since)| (site.as_str().to_owned(), *since)).gathered(),
            influenced: self.influenced.iter().map(|site| site.as_str().to_owned()).gathered(),
            internet: self.internet,
        }
    }

    /// The log that a task begins with in a conversation that remembers this.
    pub fn after(earlier: BTreeSet<String>, kept: &Contacts) -> Self {
        Self {
            others_moves: kept.moves,
            others_presses: kept.presses.iter().map(|(site, count)| (Site::named(site), *count)).gathered(),
            entered: kept.entered.iter().map(|(site, since)| (Site::named(site), *since)).gathered(),
            influenced: kept.influenced.iter().map(|site| Site::named(site)).gathered(),
            internet: kept.internet,
            earlier,
            ..Self::default()
        }
    }

    /// Whether no move is free.
    pub fn is_spent(&self) -> bool {
        self.all_moves() >= FREE_MOVES
    }

    /// Counts a free move.
    pub fn spend(&mut self, site: &Site, how: Contact) {
        self.moves += 1;
        if how == Contact::Presses {
            *self.presses.entry(site.clone()).or_default() += 1;
        }
    }

    /// Records that something is being entered.
    pub fn enter(&mut self, site: &Site, influences: bool, now: f64) {
        self.entered.entry(site.clone()).or_insert(now);
        if influences {
            self.influenced.insert(site.clone());
        }
    }

    /// Whether what this site showed at that time may hold what the run entered.
    pub fn is_entered(&self, site: &Site, at: f64) -> bool {
        self.entered.get(site).is_some_and(|since| at >= *since)
    }

    /// Whether links of this site may lead where the run wanted.
    pub fn is_influenced(&self, site: &Site) -> bool {
        self.influenced.contains(site)
    }
}

fn add(all: &mut BTreeMap<Site, u32>, more: &BTreeMap<Site, u32>) {
    for (site, count) in more {
        *all.entry(site.clone()).or_default() += count;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn site() -> Site {
        Site::named("news.example")
    }

    #[test]
    fn parts_that_work_at_once_share_what_is_free() {
        let mut whole = ContactLog::default();
        whole.spend(&site(), Contact::Moves);
        let mut parts = [whole.for_part(3), whole.for_part(3), whole.for_part(3)];
        for part in &mut parts {
            while part.has_free(&site(), Contact::Moves) {
                part.spend(&site(), Contact::Moves);
            }
            whole.take_in(part);
        }
        assert_eq!(whole.kept().moves, FREE_MOVES);
        assert!(whole.is_spent());
    }

    #[test]
    fn a_later_task_of_the_conversation_goes_on_counting() {
        let mut first = ContactLog::default();
        for _ in 0..FREE_PRESSES {
            first.spend(&site(), Contact::Presses);
        }
        first.enter(&site(), true, 5.0);
        let next = ContactLog::after(BTreeSet::new(), &first.kept());
        assert!(!next.has_free(&site(), Contact::Presses) && next.has_free(&site(), Contact::Moves));
        assert!(next.is_influenced(&site()) && next.is_entered(&site(), 6.0) && !next.is_entered(&site(), 4.0));
        assert_eq!(next.kept(), first.kept());
    }
}
