//! Crash schedules: whole agents without a browser, whose worker is killed at random port boundaries (before and after every write, browser call
//! and model call), several times per run, while a user answers, pauses, speaks and stops.
//!
//! Every schedule follows from its seed. `EDITH_CRASH_SCHEDULES=100000` sets their number, `EDITH_CRASH_SEED=7` plays one alone and prints
//! its events.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "tests may panic; clippy's own exception covers the test functions but not their helpers"
)]

mod model;
mod play;
mod rng;
mod stops;

use edith_lab::sample::sample;
use play::{Kind, Tally, play};
use std::time::Instant;

/// Schedules over all kinds, of which an ordinary run plays a third.
const ORDINARY: u64 = 2_000;

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().and_then(|text| text.trim().replace('_', "").parse().ok())
}

/// What some schedules came to.
#[derive(Default)]
struct Played {
    failed: Vec<(u64, String)>,
    all: Tally,
    /// Seconds by kind.
    times: [f64; Kind::ALL.len()],
}

impl Played {
    fn of(seeds: impl Iterator<Item = u64>) -> Self {
        let mut played = Self::default();
        for seed in seeds {
            let began = Instant::now();
            let outcome = play(seed, false);
            played.times[(seed % Kind::ALL.len() as u64) as usize] += began.elapsed().as_secs_f64();
            match outcome {
                Ok(tally) => played.all.add(&tally),
                Err(error) => played.failed.push((seed, error)),
            }
        }
        played
    }

    fn together(each: Vec<Self>) -> Self {
        let mut together = Self::default();
        for mut one in each {
            together.all.add(&one.all);
            together.failed.append(&mut one.failed);
            together.times.iter_mut().zip(one.times).for_each(|(all, one)| *all += one);
        }
        together.failed.sort_unstable_by_key(|(seed, _)| *seed);
        together
    }
}

#[test]
fn no_schedule_of_deaths_doubles_an_effect_loses_a_step_or_leaves_a_run_stuck() {
    if let Some(seed) = number("EDITH_CRASH_SEED") {
        match play(seed, true) {
            Ok(tally) => println!("seed {seed}: {tally:?}"),
            Err(error) => panic!("seed {seed}: {error}"),
        }
        return;
    }
    let first = number("EDITH_CRASH_FIRST").unwrap_or(0);
    let seeds: Vec<u64> = match number("EDITH_CRASH_SCHEDULES") {
        Some(count) => (first..first + count).collect(),
        // Each third has schedules of every kind.
        None => sample("schedules of deaths", (first..first + ORDINARY).collect(), 3),
    };
    let count = seeds.len() as u64;
    let started = Instant::now();
    let workers = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    // Each schedule is a world of its own.
    let played: Vec<Played> = std::thread::scope(|scope| {
        let seeds = &seeds;
        let share = move |worker: usize| seeds.iter().copied().skip(worker).step_by(workers);
        let threads: Vec<_> = (0..workers).map(|worker| scope.spawn(move || Played::of(share(worker)))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    let Played { failed, all, times } = Played::together(played);
    println!(
        "{count} schedules from seed {first} in {:.1} s: {} deaths, {} stale workers, {} effects, {} doubled, {} lost, {} stuck; kinds: {:?}",
        started.elapsed().as_secs_f64(),
        all.deaths,
        all.stale,
        all.effects,
        failed.iter().filter(|(_, error)| error.contains("doubled")).count(),
        failed.iter().filter(|(_, error)| error.contains("lost")).count(),
        failed.iter().filter(|(_, error)| error.contains("stuck")).count(),
        Kind::ALL.iter().zip(times).map(|(kind, time)| format!("{kind:?} {time:.1} s")).collect::<Vec<_>>(),
    );
    for (seed, error) in failed.iter().take(12) {
        println!("seed {seed} ({:?}): {error}", Kind::from_seed(*seed));
    }
    assert!(failed.is_empty(), "{} of {count} schedules failed; EDITH_CRASH_SEED=<seed> tells one", failed.len());
    assert!(all.deaths > count / 2, "the workers hardly died: {} times", all.deaths);
}

/// Regressions: a research's findings were left behind when the worker died while it was being forgotten, and a tab stayed attached by a worker
/// that returned after, or while, another one ended its run.
const ONCE_FAILED: [u64; 7] = [3_932, 4_031, 11_124, 12_111, 15_495, 38_263, 59_903];

#[test]
fn schedules_that_once_failed() {
    for seed in ONCE_FAILED {
        if let Err(error) = play(seed, false) {
            panic!("seed {seed}: {error}");
        }
    }
}
