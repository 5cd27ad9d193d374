//! The verdict on an effect alone.

use crate::effect::{noun, phrase};
use crate::{Commitment, DialogAnswer, EffectClass, Facts, Grants, SecretKind, Verdict};
use edith_actions::ServerTool;
use edith_protocol::Approvals;
use edith_words::{Sentence, Word, say};

/// The verdict on an effect alone, from the page's facts, the settings and the permissions.
pub fn on_effect(class: &EffectClass, facts: &Facts, approvals: Approvals, grants: &Grants) -> Verdict {
    if !is_on!(Effects)
        && matches!(
            class,
            EffectClass::Commits(_) | EffectClass::Uploads | EffectClass::AnswersDialog(_) | EffectClass::External
        )
    {
        return on_web_page_for(class, facts);
    }
    let reason = match class {
        EffectClass::Reads | EffectClass::Asks | EffectClass::Ends => return Verdict::Allow,
        EffectClass::AnswersDialog(DialogAnswer::Dismisses | DialogAnswer::Acknowledges) => return Verdict::Allow,
        EffectClass::External => match &facts.server_tool {
            Some(tool) if tool.is_trusted() => return Verdict::Allow,
            Some(tool) if tool.has_changed() => {
                let (name, server) = (quoted(&tool.name), quoted(&tool.server));
                say!(UsesChangedTool { tool: name, server: server, says: quoted(&tool.changed) }).to_string()
            }
            Some(tool) => say!(UsesServer { tool: quoted(&tool.name), server: quoted(&tool.server) }).to_string(),
            None => return Verdict::Refuse { reason: "It is not known which tool this is.".to_owned() },
        },
        EffectClass::Navigates | EffectClass::Acts | EffectClass::Fills => return on_web_page(facts),
        EffectClass::EntersSecret(..) if !is_on!(Secrets) => return on_web_page(facts),
        // The user wrote it for this very site, and wants few questions.
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
        // The user attached it to this very task: to a site of the user's choice it goes unasked.
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
        Verdict::Allow if grants.cover(class, facts) && !has_changed(facts) => Verdict::Allow,
        Verdict::Allow => Verdict::Ask { reason, concerns: Vec::new() },
        refused => refused,
    }
}

/// Whether it is a server's tool that is not described as it was when it was allowed.
fn has_changed(facts: &Facts) -> bool {
    facts.server_tool.as_ref().is_some_and(ServerTool::has_changed)
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

/// Only web pages are acted on, and links to anything else are not followed.
fn on_web_page(facts: &Facts) -> Verdict {
    on_web_page_for(&EffectClass::Navigates, facts)
}

fn on_web_page_for(class: &EffectClass, facts: &Facts) -> Verdict {
    let scheme = |address: &str| address.split_once(':').map(|(scheme, _)| scheme.trim().to_ascii_lowercase());
    let page_is_web = match scheme(&facts.url).as_deref() {
        // No page yet; or the empty page of a new tab or popup.
        None | Some("http" | "https") => true,
        Some("about") => facts.url == "about:blank",
        Some(_) => false,
    };
    if !page_is_web {
        return Verdict::Refuse { reason: "Only web pages (http and https) are acted on.".to_owned() };
    }
    match scheme(&facts.follows).as_deref().filter(|_| is_on!(Scheme)) {
        // A script address does what a button does: the page's own code.
        None | Some("http" | "https" | "javascript") => Verdict::Allow,
        // A file generated by the page is saved, not opened.
        Some("blob" | "data") if is_file(class) => Verdict::Allow,
        Some(other) => {
            Verdict::Refuse { reason: format!("The link leads to a {other}: address; only http and https are opened.") }
        }
    }
}

fn is_file(class: &EffectClass) -> bool {
    matches!(class.commitment(), Some(Commitment::Downloads | Commitment::Installs))
}
