//! What may become of a proposal, and what its effect alone decides.

pub(crate) mod on_effect;

use crate::TabBounds;
use crate::{Concern, Effect, Grants, Meant, Proposal, RequestWatch, Review, StepPermits, Terms, Trail};
use edith_actions::action::{Dialog, Saves};
use edith_protocol::{Approvals, TabId};

/// The verdict on a proposal.
#[derive(Debug, Clone, PartialEq)]
pub enum Verdict {
    /// It is done.
    Allow,
    /// It is carried out now, within these limits.
    CarryOut(Box<Limits>),
    /// A person is asked.
    Ask {
        /// Why, as a sentence for the person; empty: only the concerns.
        reason: String,
        /// Concerns beyond its effect.
        concerns: Vec<Concern>,
    },
    /// It is not done, whoever wants it.
    Refuse {
        /// Why, as a sentence for the model and the person.
        reason: String,
    },
    /// It uses a site forbidden to an unattended run.
    Outside {
        /// Host and port.
        site: String,
    },
    /// It is no longer what was judged or asked about.
    Changed,
}

/// The person's settings and permissions.
#[derive(Debug, Clone, Copy)]
pub struct Ground<'a> {
    /// How much the person wants to be asked.
    pub approvals: Approvals,
    /// Earlier permissions.
    pub grants: &'a Grants,
    /// An unattended run's terms; none: a person is there.
    pub terms: Option<&'a Terms>,
    /// What the step of an approved plan may still do once; none: no step is worked on.
    pub step: Option<&'a StepPermits>,
    /// What of it is used for the proposal that is carried out.
    pub uses: &'a [Effect],
    /// The deed that was just allowed, about which the page may ask whether it is meant; none: nothing was, or no person is there.
    pub meant: Option<&'a Meant>,
    /// The values of a form that the person went over; none: nothing was gone over.
    pub review: Option<Review<'a>>,
    /// The tabs that the run opened itself.
    pub own_tabs: &'a [TabId],
}

/// When a proposal is judged.
#[derive(Debug)]
pub enum Moment<'a> {
    /// It is new. These concerns go beyond its effect.
    New(&'a [Concern]),
    /// It was allowed, and is about to be carried out.
    Dispatch {
        /// What exactly the person was asked about; none: nobody was asked.
        seal: Option<&'a str>,
        /// Its effect on the present page.
        now: Now,
        /// What the run has read; none: it changes nothing that pages could lead on from.
        trail: Option<&'a Trail<'a>>,
    },
}

/// A proposal on the present page, just before it is carried out.
#[derive(Debug)]
pub enum Now {
    /// The page need not, or cannot, be examined.
    Unseen,
    /// A dialog is open, or was when it was proposed.
    Dialog(Option<Dialog>),
    /// The call is no longer readable.
    Unreadable,
    /// The same call, examined again.
    Page(Box<Proposal>),
}

/// The limits in force until the next proposal is carried out.
#[derive(Debug, Clone, PartialEq)]
pub struct Limits {
    /// Which files may be saved.
    pub saves: Saves,
    /// Where the tab may be led; none: anywhere.
    pub bounds: Option<TabBounds>,
    /// Which requests its page may make; none: any.
    pub watch: Option<RequestWatch>,
}
