//! The log of recovered failures, for finding faults. An entry is a code with a few arguments: numbers, EDITH's own ids and words of the code. No
//! text of a person, page, model or server can get in, and so no secret.

use async_trait::async_trait;
use edith_protocol::{LogEntry, LogLevel, RunId, TabId};

/// An argument of a code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LogArg {
    /// A run that is known here.
    Run(RunId),
    /// A tab.
    Tab(TabId),
    /// A count, a duration in milliseconds, an HTTP status.
    Number(u64),
    /// A word of the code.
    Word(&'static str),
}

/// An argument with its name.
pub type NamedArg = (&'static str, LogArg);

/// An error with a code of its own, which reveals none of its content.
pub trait Coded {
    /// The word.
    fn code(&self) -> &'static str;
}

/// Where the worker's log goes.
#[async_trait(?Send)]
pub trait Log {
    /// Adds an entry.
    fn write(&self, level: LogLevel, code: &'static str, args: &[NamedArg]);
    /// The entries, oldest first, including earlier workers'.
    async fn entries(&self) -> Vec<LogEntry>;
    /// Deletes them.
    async fn clear(&self);
}

impl dyn Log {
    /// Logs an otherwise ignored result, if it is an error.
    pub fn check<T, E: Coded>(&self, code: &'static str, result: Result<T, E>) {
        self.check_of(code, &[], result);
    }

    /// The same with arguments.
    pub fn check_of<T, E: Coded>(&self, code: &'static str, args: &[NamedArg], result: Result<T, E>) {
        if let Err(error) = result {
            let args: Vec<NamedArg> = args.iter().cloned().chain([("error", LogArg::Word(error.code()))]).collect();
            self.write(LogLevel::Warn, code, &args);
        }
    }
}
