//! The codes that the program ends with.

use crate::words::{Sentence, foreign, say};
use edith_protocol::Outcome;
use std::fmt::Display;
use std::process::ExitCode;

/// How the program ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Code {
    /// Done.
    Completed,
    /// Done in part.
    Partial,
    /// Not done.
    Failed,
    /// Something needed was refused, or needs a person.
    NeedsPerson,
    /// The person stopped it.
    Stopped,
    /// Wrong arguments (`EX_USAGE` of sysexits.h).
    Usage,
    /// No browser or no server (`EX_UNAVAILABLE` there).
    Unavailable,
}

impl Code {
    /// All of them.
    pub(crate) const ALL: [Self; 7] = [
        Self::Completed,
        Self::Partial,
        Self::Failed,
        Self::NeedsPerson,
        Self::Stopped,
        Self::Usage,
        Self::Unavailable,
    ];

    /// What it says, in the words of the manual.
    pub(crate) fn meaning(self) -> &'static str {
        match self {
            Self::Completed => "completed",
            Self::Partial => "done in part",
            Self::Failed => "failed",
            Self::NeedsPerson => "refused or needs a person",
            Self::Stopped => "stopped",
            Self::Usage => "wrong arguments",
            Self::Unavailable => "no browser or server",
        }
    }

    /// The number.
    pub(crate) fn number(self) -> u8 {
        match self {
            Self::Completed => 0,
            Self::Partial => 2,
            Self::Failed => 3,
            Self::NeedsPerson => 4,
            Self::Stopped => 5,
            Self::Usage => 64,
            Self::Unavailable => 69,
        }
    }

    /// The outcome of a task that ended so without an end of its own.
    pub(crate) fn outcome(self) -> Outcome {
        match self {
            Self::Completed => Outcome::Completed,
            Self::Partial => Outcome::Partial,
            Self::NeedsPerson => Outcome::NeedsInput,
            Self::Stopped => Outcome::Stopped,
            Self::Failed | Self::Usage | Self::Unavailable => Outcome::Failed,
        }
    }
}

impl From<Outcome> for Code {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Completed => Self::Completed,
            Outcome::Partial => Self::Partial,
            Outcome::Failed => Self::Failed,
            Outcome::Refused | Outcome::NeedsInput => Self::NeedsPerson,
            Outcome::Stopped => Self::Stopped,
        }
    }
}

impl From<Code> for ExitCode {
    fn from(code: Code) -> Self {
        Self::from(code.number())
    }
}

/// Why nothing was done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Stop {
    pub(crate) code: Code,
    pub(crate) why: Sentence,
}

impl Stop {
    /// The arguments are wrong.
    pub(crate) fn usage(why: impl Into<Sentence>) -> Self {
        Self { code: Code::Usage, why: why.into() }
    }

    /// The person stopped it.
    pub(crate) fn stopped() -> Self {
        Self { code: Code::Stopped, why: say!(StoppedBefore) }
    }

    /// There is no browser, no server or no room.
    pub(crate) fn unavailable(why: impl Into<Sentence>) -> Self {
        Self { code: Code::Unavailable, why: why.into() }
    }

    /// The same, of which only others have words.
    pub(crate) fn broken(why: impl Display) -> Self {
        Self::unavailable(foreign(why))
    }
}
