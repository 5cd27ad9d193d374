//! The person's permissions: for one task, or for a site from now on.

use super::Facts;
use super::{Commitment, DialogAnswer, EffectClass, SecretKind};
use edith_protocol::{AskAnswer, Grant};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Permissions beyond a single time.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Grants {
    /// For this task.
    task: BTreeSet<Grant>,
    /// Permanent.
    site: BTreeSet<Grant>,
    /// For this task on every site: a schedule's unattended permissions.
    anywhere: BTreeSet<String>,
}

impl Grants {
    /// Records the answer to an approval. Only `task` and `site` are recorded, and only on a page with an origin.
    pub(crate) fn allow(&mut self, answer: &AskAnswer, class: &EffectClass, facts: &Facts) {
        if facts.places().any(str::is_empty) {
            return;
        }
        let keys = keys(class, facts);
        let at = |place: &str| {
            keys.iter().map(|what| Grant { what: what.clone(), origin: place.to_owned() }).collect::<Vec<_>>()
        };
        let grants = facts.places().flat_map(at);
        match answer {
            AskAnswer::Task => self.task.extend(grants),
            AskAnswer::Site => self.site.extend(grants),
            _ => {}
        }
    }

    /// The same for something that is no effect, by name.
    pub(crate) fn allow_named(&mut self, answer: &AskAnswer, what: &str, origin: &str) {
        let grant = Grant { what: what.to_owned(), origin: origin.to_owned() };
        match answer {
            AskAnswer::Task => drop(self.task.insert(grant)),
            AskAnswer::Site => drop(self.site.insert(grant)),
            _ => {}
        }
    }

    /// Whether it is allowed there.
    pub(crate) fn cover_named(&self, what: &str, origin: &str) -> bool {
        let is_it = |grant: &Grant| grant.what == what && grant.origin == origin;
        !origin.is_empty() && (self.task.iter().any(is_it) || self.site.iter().any(is_it))
    }

    /// Whether everything that the class does is allowed in each document that it touches: what is allowed on a page is not allowed in a frame of it.
    pub(crate) fn cover(&self, class: &EffectClass, facts: &Facts) -> bool {
        let keys = keys(class, facts);
        let allowed = |what: &String| {
            facts.places().all(|place| self.cover_named(what, place))
                || what.split(':').next().is_some_and(|kind| self.anywhere.contains(kind))
        };
        !facts.place().is_empty() && !keys.is_empty() && keys.iter().all(allowed)
    }

    /// Adds permanent permissions given between `before` and `now`; revoked ones stay revoked.
    pub(crate) fn add_new(&mut self, now: &Self, before: &Self) {
        self.site.extend(now.site.difference(&before.site).cloned());
    }

    /// Takes the permanent permissions as they are stored now, and an unattended run's leave. A list of what it may do is complete: permissions of
    /// the person's own tasks do not add to it.
    pub(crate) fn renew(&mut self, stored: Self, may: Option<&[String]>) {
        self.site = if may.is_some() { BTreeSet::new() } else { stored.site };
        self.anywhere = may.unwrap_or_default().iter().cloned().collect();
    }
}

/// Names of what is granted, as stored. A class that is never asked has none. Of a server each tool is granted by itself.
pub(super) fn keys(class: &EffectClass, facts: &Facts) -> Vec<String> {
    let keys = match class {
        EffectClass::EntersSecret(kind, then) => {
            let secret = match kind {
                SecretKind::Password => "password",
                SecretKind::OneTimeCode => "one_time_code",
                SecretKind::Card => "card",
            };
            [Some(secret), then.map(commitment)].into_iter().flatten().collect()
        }
        EffectClass::Commits(what) => vec![commitment(*what)],
        EffectClass::Uploads => vec!["upload"],
        EffectClass::External => {
            return facts.server_tool.iter().map(|tool| format!("external:{}", tool.name)).collect();
        }
        EffectClass::AnswersDialog(DialogAnswer::Accepts(what)) => {
            [Some("accept_dialog"), what.map(commitment)].into_iter().flatten().collect()
        }
        EffectClass::AnswersDialog(DialogAnswer::Dismisses | DialogAnswer::Acknowledges)
        | EffectClass::Reads
        | EffectClass::Navigates
        | EffectClass::Acts
        | EffectClass::Fills
        | EffectClass::Asks
        | EffectClass::Ends => Vec::new(),
    };
    keys.into_iter().map(str::to_owned).collect()
}

fn commitment(what: Commitment) -> &'static str {
    match what {
        Commitment::Buys => "buy",
        Commitment::Pays => "pay",
        Commitment::Sends => "send",
        Commitment::Posts => "post",
        Commitment::Deletes => "delete",
        Commitment::Shares => "share",
        Commitment::Account => "account",
        Commitment::Installs => "install",
        Commitment::Downloads => "download",
    }
}
