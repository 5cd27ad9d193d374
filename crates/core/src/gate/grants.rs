//! What the person has allowed: for one task, or for a site from now on.

use super::{Commitment, DialogAnswer, EffectClass, SecretKind};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The person's answer to an approval.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// This one time.
    Once,
    /// Whenever the same is to be done on this site in this task.
    Task,
    /// Whenever the same is to be done on this site.
    Site,
    /// No.
    Deny,
}

impl Answer {
    /// Reads the `answer` of `AGENT_ANSWER`.
    pub fn parse(text: &str) -> Option<Self> {
        match text.trim() {
            "once" => Some(Self::Once),
            "task" => Some(Self::Task),
            "site" => Some(Self::Site),
            "deny" => Some(Self::Deny),
            _ => None,
        }
    }
}

/// One kind of effect on one origin.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
struct Grant {
    what: String,
    origin: String,
}

/// What was allowed beyond the one time.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Grants {
    /// For this task.
    task: BTreeSet<Grant>,
    /// For good.
    site: BTreeSet<Grant>,
}

impl Grants {
    /// Remembers an answer. Only `task` and `site` leave something to remember, and only on a page that has an origin.
    pub fn record(&mut self, answer: Answer, class: &EffectClass, origin: &str) {
        let grants = keys(class).into_iter().map(|what| Grant { what: what.to_owned(), origin: origin.to_owned() });
        match answer {
            Answer::Once | Answer::Deny => {}
            Answer::Task | Answer::Site if origin.is_empty() => {}
            Answer::Task => self.task.extend(grants),
            Answer::Site => self.site.extend(grants),
        }
    }

    /// Whether everything that the class does is allowed on that origin.
    pub fn cover(&self, class: &EffectClass, origin: &str) -> bool {
        let keys = keys(class);
        let allowed = |what: &&str| {
            let is_it = |grant: &Grant| grant.what == **what && grant.origin == origin;
            self.task.iter().any(is_it) || self.site.iter().any(is_it)
        };
        !origin.is_empty() && !keys.is_empty() && keys.iter().all(allowed)
    }

    /// What is to be kept when the task is over.
    #[must_use]
    pub fn for_good(&self) -> Self {
        Self { task: BTreeSet::new(), site: self.site.clone() }
    }
}

/// Names of what is granted, as stored. A class that is never asked has none.
fn keys(class: &EffectClass) -> Vec<&'static str> {
    match class {
        EffectClass::EntersSecret(kind, then) => {
            let secret = match kind {
                SecretKind::Password => "password",
                SecretKind::OneTimeCode => "one_time_code",
                SecretKind::Card => "card",
            };
            [Some(secret), then.map(commitment)].into_iter().flatten().collect()
        }
        EffectClass::Commits(what) => vec![commitment(*what)],
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
    }
}

fn commitment(what: Commitment) -> &'static str {
    match what {
        Commitment::Buys => "buy",
        Commitment::Pays => "pay",
        Commitment::Sends => "send",
        Commitment::Posts => "post",
        Commitment::Deletes => "delete",
    }
}
