//! The performance figures. `cargo xtask bench` builds the extension and runs this with optimisation.
//!
//! One file per subject; each has `figures()`, called from here.

mod browser;
mod documents;
mod judging;
mod mcp_servers;
mod meaning;
mod package;
mod sample_forms;
mod snapshot;

use std::cell::RefCell;
use std::process::ExitCode;
use std::rc::Rc;

use xtask::bench::{self, Reason};

fn main() -> ExitCode {
    // cargo adds `--bench`, which has no meaning here.
    let after = |name: &str| std::env::args().skip_while(|word| word != name).nth(1);
    let only = after("--only");
    let beside = after("--beside").map(Into::into);
    let against = after("--against");
    let is_step = against.is_some() && only.is_none();
    let figures = if is_step { browser::of_a_step(beside) } else { browser::figures(beside) };
    let figures = figures.map(|browser| {
        if is_step {
            return browser;
        }
        [
            package::figures(),
            judging::figures(),
            meaning::figures(),
            snapshot::figures(),
            documents::figures(),
            sample_forms::figures(),
            mcp_servers::figures(),
            browser,
        ]
        .into_iter()
        .flatten()
        .collect()
    });
    match figures.and_then(|figures: Vec<_>| Ok(bench::report(figures, only.as_deref(), against.as_deref())?)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// A sample of a figure.
type Sample = Box<dyn FnMut() -> Result<f64, Reason>>;

/// Samples of what is measured once, together.
fn together<M: 'static>(measure: fn() -> Result<M, Reason>) -> impl Fn(fn(&M) -> f64) -> Sample {
    let measured: Rc<RefCell<Option<M>>> = Rc::default();
    move |of| {
        let measured = Rc::clone(&measured);
        Box::new(move || {
            if measured.borrow().is_none() {
                *measured.borrow_mut() = Some(measure()?);
            }
            measured.borrow().as_ref().map(of).ok_or_else(|| Reason::from("not measured"))
        })
    }
}

/// A size as a sample.
#[expect(clippy::cast_precision_loss, reason = "sizes here are far below 2^52")]
fn number(size: usize) -> f64 {
    size as f64
}
