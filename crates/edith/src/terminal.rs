//! Standard output and standard error. Either may be closed or full, which is no reason to die in the middle of a task.

use crate::ends::Stop;
use crate::words::{Sentence, say};
use indicatif::{ProgressBar, ProgressStyle};
use std::cell::RefCell;
use std::io::Write;
use std::time::Duration;

/// How often the bar's clock goes on without anything else to show.
const TICK: Duration = Duration::from_secs(1);

thread_local! {
    /// The bar below the output, if there is one.
    static BAR: RefCell<Option<ProgressBar>> = const { RefCell::new(None) };
}

/// A bar at the terminal, below all output, until it is dropped. Where nobody is at a terminal there is none.
pub(crate) struct Bar;

impl Bar {
    /// `done` of `total` are done.
    pub(crate) fn begin(total: usize, done: usize) -> Self {
        let bar = ProgressBar::new(total as u64).with_position(done as u64);
        // What an earlier start did says nothing about how long the rest takes.
        bar.reset_eta();
        let times = say!(BarTimes { elapsed: "{elapsed}", eta: "{eta}" });
        let style = ProgressStyle::with_template(&format!("{{bar:30}} {{pos}}/{{len}}  {times}{{msg}}"));
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.enable_steady_tick(TICK);
        BAR.set(Some(bar));
        Self
    }

    /// One more is done; `more` comes after the bar.
    pub(crate) fn step(&self, more: String) {
        with_bar(|bar| {
            bar.set_message(more);
            bar.inc(1);
        });
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        with_bar(ProgressBar::finish_and_clear);
        BAR.set(None);
    }
}

fn with_bar(work: impl FnOnce(&ProgressBar)) {
    BAR.with_borrow(|bar| bar.as_ref().map(work));
}

/// Writes, with the bar out of the way.
fn beside_bar(write: impl FnOnce()) {
    BAR.with_borrow(|bar| match bar {
        Some(bar) => bar.suspend(write),
        None => write(),
    });
}

/// Writes a sentence to standard error. One that cannot be written changes nothing.
pub(crate) fn tell(sentence: &Sentence) {
    // There is nowhere else to say it.
    beside_bar(|| drop(writeln!(std::io::stderr().lock(), "{sentence}")));
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

/// Writes all that a command says to standard output.
///
/// # Errors
/// When it is closed or full.
pub(crate) fn printed(text: &str) -> Result<(), Stop> {
    answer(text).map_err(|error| Stop::unavailable(say!(OutputUnwritten { error: error.to_string() })))
}
