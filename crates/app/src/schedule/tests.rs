//! Times of cron expressions, with croner as the reference and real places' clocks.

use super::cron::Cron;
use super::log::ScheduleRecord;
use super::slots::{latest, next};
use super::task::Task;
use chrono::{DateTime, Offset, TimeZone, Utc};
use chrono_tz::Tz;
use edith_port::Zone;
use edith_protocol::{PastOutcome, PastRun, StartReason};
use serde_json::json;

struct Zoned(Tz);

impl Zone for Zoned {
    fn lead_minutes(&self, at: f64) -> i32 {
        let moment = DateTime::<Utc>::from_timestamp_millis(at as i64).unwrap();
        self.0.offset_from_utc_datetime(&moment.naive_utc()).fix().local_minus_utc() / 60
    }
}

const BERLIN: Zoned = Zoned(Tz::Europe__Berlin);

fn at(text: &str) -> f64 {
    DateTime::parse_from_rfc3339(text).unwrap().timestamp_millis() as f64
}

/// The next times after a moment, on the place's own clock with its offset.
fn times(expression: &str, place: &Zoned, after: &str, count: usize) -> Vec<String> {
    let cron = Cron::parse(expression).unwrap();
    let mut moment = at(after);
    (0..count)
        .map(|_| {
            moment = next(&cron, moment, place).unwrap();
            let shown = DateTime::from_timestamp_millis(moment as i64).unwrap().with_timezone(&place.0);
            shown.format("%m-%d %H:%M%:z").to_string()
        })
        .collect()
}

#[test]
fn expressions_mean_what_croner_says_they_mean() {
    let expressions = [
        "* * * * *",
        "*/7 * * * *",
        "0 9 * * 1-5",
        "30 6,18 * * *",
        "15 10 1 * *",
        "0 0 29 2 *",
        "0 0 L * *",
        "0 12 * * FRI#2",
        "0 12 * * 5L",
        "0 12 * * MON#5",
        "5/20 8-10 * JAN,jul *",
        "0 0 13 * 5",
        "0 0 31 * *",
        "59 23 31 12 ?",
        "0 7 * * sun",
        "0 7 * * 7",
        "@hourly",
        "@daily",
        "@weekly",
        "@monthly",
        "@yearly",
    ];
    let starts = ["1999-12-31T23:59:59Z", "2026-02-28T23:58:30Z", "2027-06-15T10:10:10Z", "2028-02-29T00:00:00Z"];
    for expression in expressions {
        let reference: croner::Cron = expression.parse().unwrap_or_else(|error| panic!("{expression}: {error}"));
        let ours = Cron::parse(expression).unwrap_or_else(|error| panic!("{expression}: {error}"));
        for start in starts {
            let (mut there, mut here) = (DateTime::parse_from_rfc3339(start).unwrap().to_utc(), at(start));
            for round in 0..40 {
                there = reference.find_next_occurrence(&there, false).unwrap();
                here = next(&ours, here, &Zoned(Tz::UTC)).unwrap();
                assert_eq!(here, there.timestamp_millis() as f64, "{expression} after {start}, round {round}");
            }
        }
    }
}

#[test]
fn seconds_may_come_first() {
    let cron = Cron::parse("*/20 30 9 * * *").unwrap();
    let mut moment = at("2026-01-01T00:00:00Z");
    let mut seconds = Vec::new();
    for _ in 0..4 {
        moment = next(&cron, moment, &Zoned(Tz::UTC)).unwrap();
        seconds.push(DateTime::from_timestamp_millis(moment as i64).unwrap().format("%d %H:%M:%S").to_string());
    }
    assert_eq!(seconds, ["01 09:30:00", "01 09:30:20", "01 09:30:40", "02 09:30:00"]);
}

#[test]
fn what_makes_no_sense_is_refused_with_a_sentence() {
    for (expression, words) in [
        ("", "5 parts"),
        ("every day", "5 parts"),
        ("0 9 * * 1-5 2026 x", "5 parts"),
        ("60 * * * *", "not a valid minute"),
        ("0 24 * * *", "not a valid hour"),
        ("0 0 0 * *", "not a valid day of the month"),
        ("0 0 * 13 *", "not a valid month"),
        ("0 0 * * 8", "not a valid weekday"),
        ("0 0 * * fry", "not a valid weekday"),
        ("*/0 * * * *", "not a valid minute"),
        ("9-5 * * * *", "not a valid minute"),
        ("-1 * * * *", "not a valid minute"),
        ("0 0 * * fri#6", "not a valid weekday"),
        ("0 0 30 2 *", "never comes"),
    ] {
        let error = Cron::parse(expression).unwrap_err().to_string();
        assert!(error.contains(words), "{expression}: {error}");
    }
    // A range of weekdays may wrap around the week's end.
    assert_eq!(Cron::parse("0 0 * * fri-mon").unwrap().next_wall(0), Some(86_400), "Friday 2 January 1970");
}

#[test]
fn in_spring_a_skipped_time_comes_at_the_change_and_hours_go_on() {
    // On 29 March 2026 at 2:00 clocks in Berlin show 3:00.
    let before = "2026-03-28T12:00:00+01:00";
    assert_eq!(times("30 2 * * *", &BERLIN, before, 2), ["03-29 03:00+02:00", "03-30 02:30+02:00"]);
    // Skipped times of one schedule come once.
    assert_eq!(
        times("*/20 2-3 * * *", &BERLIN, before, 5),
        ["03-29 03:00+02:00", "03-29 03:20+02:00", "03-29 03:40+02:00", "03-30 02:00+02:00", "03-30 02:20+02:00"]
    );
    assert_eq!(
        times("30 * * * *", &BERLIN, "2026-03-29T00:45:00+01:00", 3),
        ["03-29 01:30+01:00", "03-29 03:30+02:00", "03-29 04:30+02:00"]
    );
    assert_eq!(times("0 9 * * *", &BERLIN, before, 2), ["03-29 09:00+02:00", "03-30 09:00+02:00"]);
}

#[test]
fn in_autumn_a_doubled_time_comes_once_and_hours_go_on() {
    // On 25 October 2026 at 3:00 clocks in Berlin show 2:00 again.
    let before = "2026-10-24T12:00:00+02:00";
    assert_eq!(times("30 2 * * *", &BERLIN, before, 2), ["10-25 02:30+02:00", "10-26 02:30+01:00"]);
    assert_eq!(
        times("*/30 1-2 * * *", &BERLIN, before, 5),
        ["10-25 01:00+02:00", "10-25 01:30+02:00", "10-25 02:00+02:00", "10-25 02:30+02:00", "10-26 01:00+01:00"]
    );
    assert_eq!(
        times("30 * * * *", &BERLIN, "2026-10-25T00:45:00+02:00", 4),
        ["10-25 01:30+02:00", "10-25 02:30+02:00", "10-25 02:30+01:00", "10-25 03:30+01:00"]
    );
    assert_eq!(
        times("*/30 * * * *", &BERLIN, "2026-10-25T01:45:00+02:00", 5),
        ["10-25 02:00+02:00", "10-25 02:30+02:00", "10-25 02:00+01:00", "10-25 02:30+01:00", "10-25 03:00+01:00"]
    );
}

#[test]
fn odd_places_keep_their_clocks() {
    // Half an hour is skipped on Lord Howe Island, at 2:00 on 4 October 2026; doubled on 5 April.
    let howe = Zoned(Tz::Australia__Lord_Howe);
    assert_eq!(times("15 2 * * *", &howe, "2026-10-03T12:00:00+10:30", 2), ["10-04 02:30+11:00", "10-05 02:15+11:00"]);
    assert_eq!(times("45 1 * * *", &howe, "2026-04-04T12:00:00+11:00", 2), ["04-05 01:45+11:00", "04-06 01:45+10:30"]);
    // South of the equator the clock is put forward in autumn's month.
    let auckland = Zoned(Tz::Pacific__Auckland);
    assert_eq!(times("30 2 * * *", &auckland, "2026-09-26T12:00:00+12:00", 1), ["09-27 03:00+13:00"]);
    // Far west without any changes.
    let pago = Zoned(Tz::Pacific__Pago_Pago);
    assert_eq!(times("0 0 1 1 *", &pago, "2026-06-01T00:00:00Z", 1), ["01-01 00:00-11:00"]);
    // New York changes on other dates.
    let york = Zoned(Tz::America__New_York);
    assert_eq!(times("30 2 * * *", &york, "2026-03-07T12:00:00-05:00", 1), ["03-08 03:00-04:00"]);
}

#[test]
fn a_whole_year_has_each_day_once_in_every_place() {
    let zones = [
        Tz::Europe__Berlin,
        Tz::America__New_York,
        Tz::Australia__Lord_Howe,
        Tz::Asia__Kathmandu,
        Tz::Africa__Casablanca,
    ];
    for zone in zones {
        for expression in ["30 2 * * *", "0 0 * * *", "59 23 * * *", "15 1 * * *"] {
            let cron = Cron::parse(expression).unwrap();
            let place = Zoned(zone);
            let (mut moment, end) = (at("2026-01-01T12:00:00Z"), at("2027-01-01T12:00:00Z"));
            let mut days = std::collections::BTreeSet::new();
            let mut count = 0;
            while let Some(slot) = next(&cron, moment, &place).filter(|slot| *slot <= end) {
                assert!(slot > moment);
                moment = slot;
                count += 1;
                days.insert(DateTime::from_timestamp_millis(slot as i64).unwrap().with_timezone(&zone).date_naive());
            }
            assert_eq!((count, days.len()), (365, 365), "{expression} in {zone}");
        }
    }
}

#[test]
fn the_latest_missed_time_is_found_however_long_ago() {
    let utc = Zoned(Tz::UTC);
    let found = |expression: &str, after: &str, until: &str| {
        latest(&Cron::parse(expression).unwrap(), at(after), at(until), &utc)
    };
    assert_eq!(found("0 9 * * *", "2026-01-01T09:00:00Z", "2026-01-02T08:59:59Z"), None);
    assert_eq!(found("0 9 * * *", "2026-01-01T09:00:00Z", "2026-01-02T09:00:00Z"), Some(at("2026-01-02T09:00:00Z")));
    assert_eq!(found("0 9 * * *", "2026-01-01T00:00:00Z", "2026-06-10T10:00:00Z"), Some(at("2026-06-10T09:00:00Z")));
    assert_eq!(found("* * * 1 *", "2024-06-01T00:00:00Z", "2026-06-10T10:00:00Z"), Some(at("2026-01-31T23:59:00Z")));
    assert_eq!(found("0 0 29 2 *", "2020-03-01T00:00:00Z", "2027-01-01T00:00:00Z"), Some(at("2024-02-29T00:00:00Z")));
}

fn task(more: serde_json::Value) -> Task {
    let mut stored = json!({"id": "1", "prompt": "p", "cronExpression": "0 9 * * *", "enabled": true});
    stored.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    Task::check(&stored.into()).unwrap()
}

/// Due at these moments.
fn due(entry: &mut ScheduleRecord, task: &Task, now: &str) -> Option<StartReason> {
    entry.due(task, &task.cron().unwrap(), at(now), &BERLIN)
}

#[test]
fn a_time_comes_once_and_only_after_the_schedule_was_made() {
    let (mut entry, task) = (ScheduleRecord::default(), task(json!({})));
    assert_eq!(due(&mut entry, &task, "2026-05-01T12:00:00+02:00"), None, "this morning was before it was made");
    assert_eq!(due(&mut entry, &task, "2026-05-02T08:59:58+02:00"), None);
    // A timer may come a moment early.
    assert_eq!(due(&mut entry, &task, "2026-05-02T08:59:59.800+02:00"), Some(StartReason::Time));
    assert_eq!(due(&mut entry, &task, "2026-05-02T09:00:00+02:00"), None);
    assert_eq!(due(&mut entry, &task, "2026-05-02T23:00:00+02:00"), None);
    // The entry outlives the worker, and a schedule rewritten without its last run is the same.
    let mut read: ScheduleRecord = serde_json::from_value(serde_json::to_value(&entry).unwrap()).unwrap();
    assert_eq!(due(&mut read, &task, "2026-05-02T23:30:00+02:00"), None);
    assert_eq!(due(&mut read, &task, "2026-05-03T09:00:10+02:00"), Some(StartReason::Time));
}

#[test]
fn missed_times_are_caught_up_once_or_skipped() {
    for (missed, expected) in [("once", Some(StartReason::Late)), ("skip", None)] {
        let (mut entry, task) = (ScheduleRecord::default(), task(json!({"missed": missed})));
        due(&mut entry, &task, "2026-05-01T12:00:00+02:00");
        assert_eq!(
            due(&mut entry, &task, "2026-05-05T14:00:00+02:00"),
            expected,
            "{missed}: four mornings were missed"
        );
        assert_eq!(due(&mut entry, &task, "2026-05-05T14:01:00+02:00"), None, "{missed}");
        let told = entry.runs.first().and_then(|past| past.outcome);
        assert_eq!(told, expected.is_none().then_some(PastOutcome::Missed), "{missed}");
        assert_eq!(due(&mut entry, &task, "2026-05-06T09:00:00+02:00"), Some(StartReason::Time), "{missed}");
    }
}

#[test]
fn what_was_switched_off_or_changed_counts_from_then() {
    let (mut entry, on, off) = (ScheduleRecord::default(), task(json!({})), task(json!({"enabled": false})));
    due(&mut entry, &on, "2026-05-01T12:00:00+02:00");
    assert_eq!(due(&mut entry, &off, "2026-05-02T09:00:00+02:00"), None);
    assert_eq!(
        due(&mut entry, &on, "2026-05-02T10:00:00+02:00"),
        None,
        "what came while it was off is not made up for"
    );
    let changed = task(json!({"cronExpression": "0 8 * * *"}));
    assert_eq!(due(&mut entry, &changed, "2026-05-02T10:30:00+02:00"), None);
    assert_eq!(due(&mut entry, &changed, "2026-05-03T08:00:00+02:00"), Some(StartReason::Time));
}

#[test]
fn a_run_that_is_still_on_is_not_overtaken() {
    let (mut entry, task) = (ScheduleRecord::default(), task(json!({})));
    due(&mut entry, &task, "2026-05-01T12:00:00+02:00");
    assert_eq!(due(&mut entry, &task, "2026-05-02T09:00:00+02:00"), Some(StartReason::Time));
    entry.add(PastRun { run_id: Some("r".into()), ..Default::default() });
    assert_eq!(due(&mut entry, &task, "2026-05-03T09:00:00+02:00"), None);
    assert_eq!(entry.runs.first().unwrap().outcome, Some(PastOutcome::Skipped));
    assert!(entry.is_running());
}

#[test]
fn times_nearer_than_half_a_minute_are_one() {
    let (mut entry, task) = (ScheduleRecord::default(), task(json!({"cronExpression": "*/10 * * * * *"})));
    due(&mut entry, &task, "2026-05-01T12:00:00+02:00");
    let starts = (0..120).filter(|second| {
        let now = at("2026-05-01T12:00:01+02:00") + f64::from(*second) * 1_000.0;
        entry.due(&task, &task.cron().unwrap(), now, &BERLIN).is_some()
    });
    assert_eq!(starts.count(), 4);
}
