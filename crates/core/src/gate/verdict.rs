//! What the gate is asked, and what it answers.

use super::{Concern, Grants, Proposal, Terms, Trail};
use crate::action::{Dialog, Saves};
use crate::port::TabBounds;
use edith_protocol::Approvals;

/// What becomes of a proposal.
#[derive(Debug, Clone, PartialEq)]
pub enum Verdict {
    /// It is done.
    Allow,
    /// It is carried out now, within these limits.
    CarryOut(Limits),
    /// A person is asked.
    Ask {
        /// Why, in a sentence for the person; empty: only for the concerns.
        reason: String,
        /// What speaks against it beyond its effect.
        concerns: Vec<Concern>,
    },
    /// It is not done, whoever wants it.
    Refuse {
        /// Why, in a sentence for the model and the person.
        reason: String,
    },
    /// It uses a site that an unattended run may not use.
    Outside {
        /// Host and port.
        site: String,
    },
    /// It is not any more what was judged or asked about.
    Changed,
}

/// What the person has set and allowed.
#[derive(Debug, Clone, Copy)]
pub struct Ground<'a> {
    /// How much the person wants to be asked.
    pub approvals: Approvals,
    /// What they have allowed before.
    pub grants: &'a Grants,
    /// What an unattended run may do; none: a person is there.
    pub terms: Option<&'a Terms>,
}

/// When a proposal is judged.
#[derive(Debug)]
pub enum Moment<'a> {
    /// It is new. These concerns speak against it beyond its effect.
    New(&'a [Concern]),
    /// It was allowed, and is about to be carried out.
    Dispatch {
        /// What exactly the person was asked about; none: nobody was asked.
        seal: Option<&'a str>,
        /// What it would do on the page as it is now.
        now: Now,
        /// What the run has read; none: it changes nothing that pages could lead on from.
        trail: Option<&'a Trail<'a>>,
    },
}

/// A proposal on the page as it is when it is about to be carried out.
#[derive(Debug)]
pub enum Now {
    /// The page need not be looked at, or cannot be.
    Unseen,
    /// A dialog is open, or was when it was proposed.
    Dialog(Option<Dialog>),
    /// The call cannot be read any more.
    Unreadable,
    /// The same call, examined anew.
    Page(Box<Proposal>),
}

/// What holds while a proposal is carried out, until the next is.
#[derive(Debug, Clone, PartialEq)]
pub struct Limits {
    /// Which files may be saved.
    pub saves: Saves,
    /// Where the tab may be led; none: anywhere.
    pub bounds: Option<TabBounds>,
}
