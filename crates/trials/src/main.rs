//! The program behind `cargo xtask bench --only miniwob` `--only small` and `--only infinity`.

use std::process::ExitCode;

use edith_trials::{infinity, miniwob};

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let played = match words.split_first() {
        Some((suite, words)) if suite == xtask::bench::INFINITY => infinity::run_cli(words),
        Some((suite, words)) if suite == xtask::bench::MINIWOB => miniwob::run_cli(words),
        Some((suite, words)) if suite == xtask::bench::SMALL => miniwob::run_small(words),
        _ => {
            eprintln!("error: the first word names the suite: miniwob, small or infinity");
            return ExitCode::from(2);
        }
    };
    match played {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
