//! The effects of calls, in the words of approvals and grants.

use serde::{Deserialize, Serialize};

/// The effect of a call, as far as it can be predicted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum EffectClass {
    /// Looks, points, scrolls, waits.
    Reads,
    /// Goes to another page, by address, link or history.
    Navigates,
    /// Uses the page without committing to anything.
    Acts,
    /// Puts a text or value into a field.
    Fills,
    /// Puts a secret into a field, and with Enter also sends it with this commitment.
    EntersSecret(SecretKind, Option<Commitment>),
    /// Does something irreversible.
    Commits(Commitment),
    /// Uploads one of the user's documents.
    Uploads,
    /// Answers a JavaScript dialog.
    AnswersDialog(DialogAnswer),
    /// Asks the user.
    Asks,
    /// Ends the task.
    Ends,
    /// Uses a tool of an external server.
    External,
}

/// A kind of secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum SecretKind {
    /// A password.
    Password,
    /// A one-time code.
    OneTimeCode,
    /// Part of a payment card.
    Card,
}

/// An irreversible effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Commitment {
    /// Orders something.
    Buys,
    /// Moves money.
    Pays,
    /// Sends a message or form to somebody.
    Sends,
    /// Publishes something.
    Posts,
    /// Deletes something.
    Deletes,
    /// Shares something.
    Shares,
    /// Changes an account, its access or its permissions.
    Account,
    /// Installs or downloads a program.
    Installs,
    /// Saves a file to disk.
    Downloads,
}

/// The effect of a dialog's answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum DialogAnswer {
    /// Cancel.
    Dismisses,
    /// OK to an alert, its only answer.
    Acknowledges,
    /// OK to a question: confirms whatever the page asks, which is this commitment if the text tells.
    Accepts(Option<Commitment>),
}

/// The longest that a yes to an effect holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Lasts {
    /// For what was shown.
    Once,
    /// For the task.
    Task,
    /// For the site, from then on.
    Site,
}

impl EffectClass {
    /// The longest that a yes to all of it holds.
    pub fn lasts(&self) -> Lasts {
        match self {
            Self::EntersSecret(kind, then) => kind.lasts().min(then.map_or(Lasts::Site, Commitment::lasts)),
            Self::Commits(what) | Self::AnswersDialog(DialogAnswer::Accepts(Some(what))) => what.lasts(),
            Self::Reads
            | Self::Navigates
            | Self::Acts
            | Self::Fills
            | Self::Uploads
            | Self::AnswersDialog(DialogAnswer::Dismisses | DialogAnswer::Acknowledges | DialogAnswer::Accepts(None))
            | Self::Asks
            | Self::Ends
            | Self::External => Lasts::Site,
        }
    }

    /// Whether it may change the page or the world, and so must never be repeated blindly.
    pub fn changes_something(&self) -> bool {
        match self {
            Self::Reads | Self::Asks | Self::Ends => false,
            Self::Navigates
            | Self::Acts
            | Self::Fills
            | Self::Uploads
            | Self::EntersSecret(..)
            | Self::Commits(_)
            | Self::AnswersDialog(_)
            | Self::External => true,
        }
    }

    /// The commitment, if anything is sent.
    pub fn commitment(&self) -> Option<Commitment> {
        match self {
            Self::Commits(what) => Some(*what),
            Self::EntersSecret(_, then) => *then,
            Self::AnswersDialog(_)
            | Self::Reads
            | Self::Navigates
            | Self::Acts
            | Self::Fills
            | Self::Uploads
            | Self::Asks
            | Self::Ends
            | Self::External => None,
        }
    }

    /// The class of filling followed by Enter.
    #[must_use]
    pub fn and_then_enter(self, enter: Self) -> Self {
        match (self, enter) {
            (Self::EntersSecret(kind, _), Self::Commits(commitment)) => Self::EntersSecret(kind, Some(commitment)),
            (Self::EntersSecret(kind, _), _) => Self::EntersSecret(kind, None),
            (_, Self::Commits(commitment)) => Self::Commits(commitment),
            (filled, _) => filled,
        }
    }
}

impl Commitment {
    /// Whether it needs approval whatever the settings: payments and programs.
    pub fn is_always_asked(self) -> bool {
        match self {
            Self::Buys | Self::Pays | Self::Installs => true,
            Self::Sends | Self::Posts | Self::Deletes | Self::Shares | Self::Account | Self::Downloads => false,
        }
    }

    /// Whether both are the same deed: to buy something is to pay for it.
    pub fn is_same_deed(self, other: Self) -> bool {
        let is_money = |what: Self| matches!(what, Self::Buys | Self::Pays);
        self == other || is_money(self) && is_money(other)
    }

    /// The longest that a yes to it holds: money, programs and access never for a site.
    pub fn lasts(self) -> Lasts {
        match self {
            Self::Buys | Self::Pays | Self::Installs | Self::Account => Lasts::Task,
            Self::Sends | Self::Posts | Self::Deletes | Self::Shares | Self::Downloads => Lasts::Site,
        }
    }
}

impl SecretKind {
    /// The longest that a yes to entering one holds.
    pub fn lasts(self) -> Lasts {
        match self {
            Self::Password | Self::OneTimeCode | Self::Card => Lasts::Once,
        }
    }
}
