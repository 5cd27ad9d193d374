//! Standard output and standard error. Either may be closed or full, which is no reason to die in the middle of a task.

use std::fmt::Arguments;
use std::io::Write;

/// Writes a line to standard error, as `eprintln!` does. One that cannot be written changes nothing.
macro_rules! tell {
    ($($words:tt)*) => { $crate::terminal::told(format_args!($($words)*)) };
}
pub(crate) use tell;

/// See [`tell!`].
pub(crate) fn told(line: Arguments<'_>) {
    // There is nowhere else to say it.
    let _unheard = writeln!(std::io::stderr().lock(), "{line}");
}

/// Writes a text to standard error as it is.
pub(crate) fn tell_text(text: &str) {
    let mut out = std::io::stderr().lock();
    let _unheard = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

/// Writes a text to standard output.
///
/// # Errors
/// When it is closed or full.
pub(crate) fn answer(text: &str) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush())
}
