//! Costly tables of tests: the usual run does a share of each, another one every week, and `cargo xtask test --all` does them whole.

use std::io::Write as _;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Set to do every table whole.
pub const ALL: &str = "EDITH_ALL";
/// Which share is done: a number. Unless it is set, that of the week.
pub const SEED: &str = "EDITH_SEED";
/// How the line begins that says what was left out.
pub const SAID: &str = "sampled: ";

const WEEK: Duration = Duration::from_secs(7 * 24 * 60 * 60);

/// One in `one_in` of these, evenly spread, and all of them where everything was asked for. What is left out is said even if the test passes.
pub fn sample<T>(what: &str, all: Vec<T>, one_in: usize) -> Vec<T> {
    if is_whole() {
        return all;
    }
    let (count, seed) = (all.len(), seed());
    let taken = share(all, one_in, seed);
    // Not `println!`, which a test that passes keeps to itself.
    let line = format!("{SAID}{what}: {} of {count} (seed {seed})\n", taken.len());
    let _ = std::io::stdout().lock().write_all(line.as_bytes());
    taken
}

/// Whether tables are done whole.
#[must_use]
pub fn is_whole() -> bool {
    std::env::var_os(ALL).is_some()
}

/// Which share this run does.
#[must_use]
pub fn seed() -> usize {
    let given = std::env::var(SEED).ok().and_then(|seed| seed.parse().ok());
    given.unwrap_or_else(|| {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        usize::try_from(since.as_secs() / WEEK.as_secs()).unwrap_or_default()
    })
}

fn share<T>(all: Vec<T>, one_in: usize, seed: usize) -> Vec<T> {
    let one_in = one_in.max(1);
    all.into_iter().enumerate().filter(|(at, _)| at % one_in == seed % one_in).map(|(_, one)| one).collect()
}

#[cfg(test)]
mod tests {
    use super::share;

    #[test]
    fn the_shares_of_as_many_seeds_are_the_whole_table() {
        let table: Vec<usize> = (0..10).collect();
        let mut together: Vec<usize> = (7..10).flat_map(|seed| share(table.clone(), 3, seed)).collect();
        assert_eq!(share(table.clone(), 3, 7), [1, 4, 7]);
        together.sort_unstable();
        assert_eq!(together, table);
        assert_eq!(share(table.clone(), 0, 5), table);
    }
}
