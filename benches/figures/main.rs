//! The performance figures. `cargo xtask bench` builds the extension and runs this with optimisation.

mod package;

use std::process::ExitCode;

use xtask::bench;

fn main() -> ExitCode {
    // cargo adds `--bench`, which says nothing here.
    let only = std::env::args().skip_while(|word| word != "--only").nth(1);
    let figures = [package::figures()].into_iter().flatten().collect();
    match bench::report(figures, only.as_deref()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
