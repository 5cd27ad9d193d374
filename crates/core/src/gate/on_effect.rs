//! The verdict on an effect alone.

use super::effect::{noun, phrase};
use super::{Commitment, DialogAnswer, EffectClass, Facts, Grants, SecretKind, Switch, Verdict};
use edith_protocol::Approvals;
use edith_words::{Sentence, Word, say};

/// The verdict on an effect alone, by the page's facts, the settings and what was granted.
pub fn on_effect(class: &EffectClass, facts: &Facts, approvals: Approvals, grants: &Grants) -> Verdict {
    let reason = match class {
        EffectClass::Reads | EffectClass::Asks | EffectClass::Ends => return Verdict::Allow,
        EffectClass::AnswersDialog(DialogAnswer::Dismisses | DialogAnswer::Acknowledges) => return Verdict::Allow,
        EffectClass::External => match &facts.server_tool {
            Some(tool) if tool.is_trusted() => return Verdict::Allow,
            Some(tool) => say!(UsesServer { tool: quoted(&tool.name), server: quoted(&tool.server) }).to_string(),
            None => return Verdict::Refuse { reason: "It is not known which tool this is.".to_owned() },
        },
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
        Verdict::Allow if grants.cover(class, facts) => Verdict::Allow,
        Verdict::Allow => Verdict::Ask { reason, concerns: Vec::new() },
        refused => refused,
    }
}

fn quoted(name: &str) -> Word {
    Word::Quoted(name.to_owned())
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
