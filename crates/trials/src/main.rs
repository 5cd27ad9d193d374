//! The program behind `cargo xtask bench` with `--only miniwob`, `--only small`, `--only infinity` and `--only same`.

use std::process::ExitCode;

use edith_trials::{infinity, miniwob, same};

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let played = match words.split_first() {
        Some((suite, words)) if suite == edith_lab::suites::INFINITY => infinity::run_cli(words),
        Some((suite, words)) if suite == edith_lab::suites::MINIWOB => miniwob::run_cli(words),
        Some((suite, words)) if suite == edith_lab::suites::SMALL => miniwob::run_small(words),
        Some((suite, words)) if suite == edith_lab::suites::SAME => same::run_cli(words),
        _ => {
            eprintln!("error: the first word names the suite: miniwob, small, infinity or same");
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
