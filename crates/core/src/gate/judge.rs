//! The gate's one verdict on a proposal: when it is made, and once more just before it is carried out.

use super::effect::{noun, phrase};
use super::{
    Commitment, Concern, DialogAnswer, EffectClass, Facts, Grants, Limits, Proposal, SecretKind, Switch, Terms, Trail,
    limits, open,
};
use crate::action::Dialog;
use edith_protocol::Approvals;
use edith_words::{Sentence, say};

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

/// Judges a proposal.
pub fn judge(proposal: &Proposal, ground: Ground<'_>, moment: Moment<'_>) -> Verdict {
    match moment {
        Moment::New(concerns) => {
            if let Some(site) = ground.terms.and_then(|terms| terms.outside(proposal)) {
                return Verdict::Outside { site };
            }
            let concerns: Vec<Concern> = open(concerns, ground.approvals, ground.grants).cloned().collect();
            match on_effect(&proposal.class, &proposal.facts, ground.approvals, ground.grants) {
                Verdict::Ask { reason, .. } => Verdict::Ask { reason, concerns },
                Verdict::Allow if !concerns.is_empty() => Verdict::Ask { reason: String::new(), concerns },
                allowed_or_refused => allowed_or_refused,
            }
        }
        Moment::Dispatch { seal, now, trail } => {
            if is_same(proposal, seal, &now) {
                Verdict::CarryOut(limits(proposal, ground, trail))
            } else {
                Verdict::Changed
            }
        }
    }
}

/// Whether the page must be looked at again before a proposal is carried out. What was not asked about is looked at again only where it goes to
/// whatever has the focus: a page can move that.
pub fn must_be_examined_again(proposal: &Proposal, seal: Option<&str>) -> bool {
    Switch::Seal.is_on() && (seal.is_some() || proposal.to_focus)
}

fn is_same(proposal: &Proposal, seal: Option<&str>, now: &Now) -> bool {
    match (now, seal) {
        (Now::Unseen, _) => true,
        (Now::Dialog(dialog), _) => *dialog == proposal.facts.dialog,
        (Now::Unreadable, seal) => seal.is_none(),
        (Now::Page(now), Some(seal)) => now.seal() == seal,
        (Now::Page(now), None) => now.class == proposal.class && now.facts.origin == proposal.facts.origin,
    }
}

/// The verdict on an effect alone, by the page's facts, the settings and what was granted.
pub fn on_effect(class: &EffectClass, facts: &Facts, approvals: Approvals, grants: &Grants) -> Verdict {
    let reason = match class {
        EffectClass::Reads | EffectClass::Asks | EffectClass::Ends => return Verdict::Allow,
        EffectClass::AnswersDialog(DialogAnswer::Dismisses | DialogAnswer::Acknowledges) => return Verdict::Allow,
        EffectClass::Navigates | EffectClass::Acts | EffectClass::Fills => return on_web_page(facts),
        EffectClass::EntersSecret(..) if !Switch::Secrets.is_on() => return on_web_page(facts),
        EffectClass::Commits(_) if !Switch::Effects.is_on() => return on_web_page_for(class, facts),
        // The user wrote it for this very site, and wants to be asked little.
        EffectClass::EntersSecret(SecretKind::Password, None) if facts.given_secret && approvals == Approvals::Auto => {
            return on_web_page(facts);
        }
        EffectClass::EntersSecret(kind, None) => say!(EntersSecret { secret: noun(*kind) }).to_string(),
        EffectClass::EntersSecret(kind, Some(then)) => {
            say!(EntersSecretAnd { secret: noun(*kind), then: phrase(*then) }).to_string()
        }
        EffectClass::Commits(what) => match (approvals, what.is_always_asked()) {
            (Approvals::Auto, false) => return on_web_page(facts),
            (Approvals::Auto, true) | (Approvals::Ask, _) => say!(ThisDoes { does: phrase(*what) }).to_string(),
        },
        // The user attached it to this very task: to a site of the user's choice it goes without a question.
        EffectClass::Uploads => match (approvals, facts.chosen_site) {
            (Approvals::Auto, true) => return on_web_page(facts),
            (Approvals::Auto, false) | (Approvals::Ask, _) => say!(GivesDocument).to_string(),
        },
        EffectClass::AnswersDialog(DialogAnswer::Accepts(what)) => match (approvals, what) {
            (Approvals::Auto, Some(what)) if what.is_always_asked() => dialog_reason(Some(phrase(*what))),
            (Approvals::Auto, _) => return Verdict::Allow,
            (Approvals::Ask, Some(what)) => dialog_reason(Some(phrase(*what))),
            (Approvals::Ask, None) => dialog_reason(None),
        },
    };
    match on_web_page_for(class, facts) {
        Verdict::Allow if grants.cover(class, &facts.origin) => Verdict::Allow,
        Verdict::Allow => Verdict::Ask { reason, concerns: Vec::new() },
        refused => refused,
    }
}

fn dialog_reason(what: Option<Sentence>) -> String {
    match what {
        Some(what) => say!(AcceptingDoes { does: what }).to_string(),
        None => say!(AcceptingConfirms).to_string(),
    }
}

/// Only web pages are acted on, and no link is followed to anything else.
fn on_web_page(facts: &Facts) -> Verdict {
    on_web_page_for(&EffectClass::Navigates, facts)
}

fn on_web_page_for(class: &EffectClass, facts: &Facts) -> Verdict {
    let scheme = |address: &str| address.split_once(':').map(|(scheme, _)| scheme.trim().to_ascii_lowercase());
    let page_is_web = match scheme(&facts.url).as_deref() {
        // No page yet; or the empty page that a new tab or pop-up starts with.
        None | Some("http" | "https") => true,
        Some("about") => facts.url == "about:blank",
        Some(_) => false,
    };
    if !page_is_web {
        return Verdict::Refuse { reason: "Only web pages (http and https) are acted on.".to_owned() };
    }
    match scheme(&facts.follows).as_deref().filter(|_| Switch::Scheme.is_on()) {
        // What a script address does is what a button does: the page's own code.
        None | Some("http" | "https" | "javascript") => Verdict::Allow,
        // A file that the page made itself is saved, not opened.
        Some("blob" | "data") if is_file(class) => Verdict::Allow,
        Some(other) => {
            Verdict::Refuse { reason: format!("The link leads to a {other}: address; only http and https are opened.") }
        }
    }
}

fn is_file(class: &EffectClass) -> bool {
    matches!(class.commitment(), Some(Commitment::Downloads | Commitment::Installs))
}
