//! Commands recognised by a verb and its object, wherever they are in a label: `Change your password`, `Passwort jetzt ändern`, `Zmień hasło`.
//!
//! In seven languages. A pair of short lists says what a list of phrases would have to spell out.

use crate::Commitment::{self, Account, Buys, Deletes, Downloads, Pays, Posts, Sends, Shares};
use crate::words::pair_words::*;
use crate::words::phrases::{At, Ordered, divided};
use std::ops::Range;

/// A verb, and what it is done to.
pub(crate) struct Pair {
    pub what: Commitment,
    /// Lists of words, divided by commas: a text takes far less of the package than a table of texts.
    pub verbs: &'static [&'static str],
    pub objects: &'static [&'static str],
}

impl Pair {
    /// Where the verb is, if both are in the label; what only may be a command has the verb at its start or end.
    pub(crate) fn place(&self, label: &Ordered, is_command: bool) -> Option<Range<usize>> {
        let at = if is_command { At::Anywhere } else { At::Edge };
        let verb = each(self.verbs).find_map(|word| label.place_of(word, at))?;
        let has = |word| label.place_of(word, At::Anywhere).is_some_and(|place| place != verb);
        each(self.objects).any(has).then_some(verb)
    }
}

/// The words of lists.
fn each(lists: &'static [&'static str]) -> impl Iterator<Item = &'static str> {
    lists.iter().copied().flat_map(divided)
}

const fn pair(what: Commitment, verbs: &'static [&'static str], objects: &'static [&'static str]) -> Pair {
    Pair { what, verbs, objects }
}

/// The pairs, graver meanings first.
#[rustfmt::skip]
pub(crate) const PAIRS: &[Pair] = &[
    pair(Pays, &[CONFIRM, AUTHORIZE, SETTLE], &[PAYMENT]),
    pair(Pays, &[ISSUE], &[REFUND]),
    pair(Pays, &[REFUND], &[MONEY]),
    pair(Buys, &[CONFIRM, CANCEL, ACCEPT], &[ORDER]),
    pair(Buys, &[UPGRADE], &[PLAN]),
    pair(Buys, &[START], &[ORDER_ONLY]),
    pair(Deletes, &[EMPTY], &[STORED]),
    pair(Deletes, &[REMOVE], &[PUBLISHED, RECORDS, FOR_GOOD]),
    pair(Deletes, &[INSIST], &[DELETION]),
    pair(Deletes, &[CHANGE], &[FACTORY]),
    pair(Deletes, &[RESET], &[COUNTERS]),
    pair(Deletes, &[PURGE], &[PUBLISHED, RECORDS, PEOPLE]),
    pair(Account, &[CHANGE], &[PASSWORD, TWO_FACTOR, CONTACT, ROLES, LOGIN_NAME]),
    pair(Account, &[MAKE, REMOVE, ADD, CHANGE], &[KEYS]),
    pair(Account, &[MAKE, ADD], &[KEY]),
    pair(Account, &[SAVE], &[ROLES]),
    pair(Account, &[TURN, REMOVE], &[TWO_FACTOR]),
    pair(Account, &[GIVE, REMOVE, TRANSFER], &[ROLES]),
    pair(Account, &[REMOVE, BLOCK], &[PEOPLE, ACCOUNT, PAY_METHOD]),
    pair(Account, &[BLOCK], &[BLOCKED, ACCESS]),
    pair(Account, &[UNBLOCK], &[PEOPLE, ACCOUNT, BLOCKED]),
    pair(Account, &[TRANSFER], &[ACCOUNT, GROUPS, BLOCKED, PEOPLE]),
    pair(Account, &[LEAVE], &[GROUPS, PEOPLE]),
    pair(Account, &[CLOSE, ACTIVATE], &[ACCOUNT]),
    pair(Account, &[CONNECT], &[ACCOUNT, SERVICES]),
    pair(Account, &[ADD], &[ADMINS, CONTACT, MEMBERS]),
    pair(Account, &[APPROVE], &[APPLICANTS]),
    pair(Account, &[CANCEL], &[SUBSCRIPTION]),
    pair(Account, &[LOG_OUT], &[DEVICES]),
    pair(Shares, &[SHARE], &[SHARED]),
    pair(Shares, &[CHANGE, GIVE, "hacer, machen"], &[PUBLIC]),
    pair(Shares, &[MAKE], &[NEW_LINK]),
    pair(Shares, &[REMOVE, CANCEL, SEND], &[INVITATION]),
    pair(Shares, &[LADE], &[FRIENDS_IN]),
    pair(Downloads, &[EXPORT], &[FILES]),
    pair(Downloads, &[LADE], &[HERUNTER]),
    pair(Posts, &[LEAVE_OPINION], &[OPINION]),
    pair(Posts, &[START], &[DISCUSSION]),
    pair(Posts, &[ADD], &[COMMENT]),
    pair(Posts, &[INSIST], &[PUBLICATION]),
    pair(Sends, &[REPORT], &[REPORTED, PUBLISHED]),
    pair(Sends, &[SUBMIT], &[ENTRY]),
    pair(Sends, &[INSIST], &[SENDING]),
    pair(Sends, &[NOTIFY], &[PEOPLE]),
    pair(Sends, &[SENDE], &[AB]),
];
