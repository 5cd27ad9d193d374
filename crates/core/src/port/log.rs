//! The log: what failed and was made up for, so that a fault can be found. An entry is a code with a few arguments, which are numbers, ids that
//! EDITH made and words of the code: no text that a person, a page, a model or a server wrote can get in, and so no secret.

use async_trait::async_trait;
use edith_protocol::{LogEntry, LogLevel, RunId, TabId};

/// What may stand beside a code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LogArg {
    /// A run that is known here.
    Run(RunId),
    /// A tab.
    Tab(TabId),
    /// A count, a duration in milliseconds, a number of HTTP.
    Number(u64),
    /// A word of the code.
    Word(&'static str),
}

/// An argument with its name.
pub type NamedArg = (&'static str, LogArg);

/// An error that has a word of its own, which tells nothing of what it carries.
pub trait Coded {
    /// The word.
    fn code(&self) -> &'static str;
}

/// Where the worker's log goes.
#[async_trait(?Send)]
pub trait Log {
    /// Adds an entry.
    fn write(&self, level: LogLevel, code: &'static str, args: &[NamedArg]);
    /// The entries, oldest first, also those of earlier workers.
    async fn entries(&self) -> Vec<LogEntry>;
    /// Deletes them.
    async fn clear(&self);
}

impl dyn Log {
    /// Notes a result that nobody else looks at, if it is an error.
    pub fn check<T, E: Coded>(&self, code: &'static str, result: Result<T, E>) {
        self.check_of(code, &[], result);
    }

    /// The same with what it happened to.
    pub fn check_of<T, E: Coded>(&self, code: &'static str, args: &[NamedArg], result: Result<T, E>) {
        if let Err(error) = result {
            let args: Vec<NamedArg> = args.iter().cloned().chain([("error", LogArg::Word(error.code()))]).collect();
            self.write(LogLevel::Warn, code, &args);
        }
    }
}
