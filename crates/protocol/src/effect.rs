//! What a call does to the world: the words that approvals tell and grants are kept by.

use serde::{Deserialize, Serialize};

/// What a call does, as far as can be told before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum EffectClass {
    /// Looks, points, scrolls, waits.
    Reads,
    /// Goes to another page, by address, link or history.
    Navigates,
    /// Uses the page in a way that commits to nothing.
    Acts,
    /// Puts a text or value into a field.
    Fills,
    /// Puts a secret into a field; and sends it with this commitment, where Enter is pressed too.
    EntersSecret(SecretKind, Option<Commitment>),
    /// Does what cannot be taken back.
    Commits(Commitment),
    /// Gives a document of the user's to the page.
    Uploads,
    /// Answers a JavaScript dialog.
    AnswersDialog(DialogAnswer),
    /// Asks the person.
    Asks,
    /// Ends the task.
    Ends,
    /// Uses a tool of a server, outside of EDITH.
    External,
}

/// A secret that a field is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
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

/// What cannot be taken back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
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
    /// Lets others see or use something.
    Shares,
    /// Changes an account, who may use it, or what may be done with it.
    Account,
    /// Installs something, or fetches a program.
    Installs,
    /// Puts a file on the disk.
    Downloads,
}

/// What an answer to a dialog comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum DialogAnswer {
    /// Cancel.
    Dismisses,
    /// OK to an alert, which has no other answer.
    Acknowledges,
    /// OK to a question: confirms whatever the page asks, which is this commitment where its words tell.
    Accepts(Option<Commitment>),
}

impl EffectClass {
    /// Whether the page or the world may be changed by it, so that it must never be repeated blindly.
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

    /// What it commits to, if anything is sent with it.
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

    /// This class for filling, when Enter is pressed after it.
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
    /// Whether it is asked whatever the settings say: where money goes, and where programs come.
    pub fn is_always_asked(self) -> bool {
        match self {
            Self::Buys | Self::Pays | Self::Installs => true,
            Self::Sends | Self::Posts | Self::Deletes | Self::Shares | Self::Account | Self::Downloads => false,
        }
    }
}
