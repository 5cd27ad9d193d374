//! One turn's work grows linearly, not quadratically, with the length of any text: the worker has a single thread, and while it is busy nobody can
//! stop it. These are measurements, so no other test runs beside them.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "tests may panic; clippy's own exception covers the test functions but not their helpers"
)]

use edith_protocol::{Command, Outcome};
use edith_testkit::{FakePage, Scripted, World};
use serde_json::json;
use std::time::{Duration, Instant};

const MAIL: &str = "https://mail.example/";
const SITE: &str = "https://other.example/";
/// The base length in characters; it is compared with one four times as long.
const SHORT: usize = 25_000;
/// Linear work takes four times as long, n log n five times; quadratic work sixteen times.
const MOST: f64 = 10.0;
/// Below this, noise dominates.
const FLOOR: Duration = Duration::from_millis(8);

/// The fastest of several tries, since other programs can only slow it down.
fn quickest(work: impl Fn() -> Duration) -> Duration {
    (0..3).map(|_| work()).min().unwrap()
}

/// This thread's CPU time; elapsed time if the system does not report it.
struct Worked {
    began: Instant,
    ran: Option<u64>,
}

impl Worked {
    fn since_now() -> Self {
        Self { began: Instant::now(), ran: ran() }
    }

    fn so_far(&self) -> Duration {
        match (self.ran, ran()) {
            (Some(before), Some(now)) => Duration::from_nanos(now - before),
            _ => self.began.elapsed(),
        }
    }
}

/// Nanoseconds of CPU time of this thread (Linux).
fn ran() -> Option<u64> {
    std::fs::read_to_string("/proc/thread-self/schedstat").ok()?.split(' ').next()?.parse().ok()
}

fn assert_grows_evenly(name: &str, work: impl Fn(usize) -> Duration) {
    let (short, long) = (quickest(|| work(SHORT)).max(FLOOR), quickest(|| work(4 * SHORT)));
    let ratio = long.as_secs_f64() / short.as_secs_f64();
    println!("{name}: {short:?}, four times as long: {long:?} ({ratio:.1} times)");
    assert!(ratio < MOST, "{name}: {short:?} becomes {long:?}, {ratio:.1} times as long");
}

/// Distinct words.
fn words(characters: usize) -> String {
    let mut text: String = (0..characters / 5).map(|number| format!("{} ", word(number))).collect();
    text.truncate(characters);
    text
}

fn word(mut number: usize) -> String {
    number = number.wrapping_mul(2_654_435_761) % 0x1_0000_0000;
    (0..4).map(|place| char::from(b'a' + (number >> (place * 7)) as u8 % 26)).collect()
}

/// All work between two model calls when it types a text: into the same site, or into one that nobody named.
fn typing(text: &str, shown: &str, said: &str) -> Duration {
    let world = World::default();
    world.browser.add_page(MAIL, FakePage::new("Mail").text(&format!("See {SITE}form {shown}")).input("Reply"));
    world.browser.add_page(&format!("{SITE}form"), FakePage::new("Other").input("Message"));
    world.browser.open_in_front(MAIL);
    let open = Scripted::call("open_browser", &json!({ "url": format!("{SITE}form") }).to_string());
    world.model.will([Scripted::call("read_page", "{}"), open, Scripted::Hang]);
    let command = Command::AgentRun { prompt: format!("answer it {said}"), conversation_id: None, tab_id: None };
    assert!(world.send(command).unwrap().ok);
    world.settle();
    let all = serde_json::to_string(&world.events.answers()).unwrap();
    let before = &all[..all.rfind(" | INPUT | ").unwrap_or_else(|| panic!("no field"))];
    let uid: u32 = before[before.rfind("\\n").unwrap() + 2..].parse().unwrap();
    let typed = Scripted::call("type_text", &json!({ "uid": uid, "text": text }).to_string());
    world.model.will([typed, Scripted::complete("done")]);
    world.restart_worker();
    let began = Worked::since_now();
    world.settle();
    let took = began.so_far();
    let asked = world.events.ask();
    let done = world.events.done().map(|done| done.outcome);
    assert!(asked.is_some() || done == Some(Outcome::Completed), "it neither asked nor typed");
    took
}

#[test]
fn typing_a_long_text_takes_as_long_as_the_text_is() {
    let again = |text: &dyn Fn(usize) -> String| -> Box<dyn Fn(usize) -> Duration> {
        let texts = [text(SHORT), text(4 * SHORT)];
        Box::new(move |length| {
            let text = &texts[usize::from(length > SHORT)];
            typing(text, text, "")
        })
    };
    assert_grows_evenly("what a page says, again", again(&words));
    assert_grows_evenly("one word without end", again(&|length| words(length).replace(' ', "")));
    assert_grows_evenly("one letter without end", again(&|length| "a".repeat(length)));
    assert_grows_evenly("one word over and over", again(&|length| "a b ".repeat(length / 4)));
    assert_grows_evenly("numbers", again(&|length| (0..length / 7).map(|number| format!("{number:06} ")).collect()));
    assert_grows_evenly("beginnings of keys", again(&|length| "sk-".repeat(length / 3)));
    assert_grows_evenly("addresses", again(&|length| "a.b//c.d ".repeat(length / 9)));
    assert_grows_evenly("what nobody said", |length| typing(&words(length), "Nothing of it.", ""));
    assert_grows_evenly("what the person said", |length| typing(&words(length), "Nothing of it.", &words(length)));
}

#[test]
fn going_to_a_long_address_takes_as_long_as_the_address_is() {
    let going = |address: String| {
        let world = World::default();
        world.browser.add_page(MAIL, FakePage::new("Mail").text("A secret code: QX7719KLM2"));
        world.browser.open_in_front(MAIL);
        world
            .model
            .will([Scripted::call("navigate", &json!({ "url": address }).to_string()), Scripted::complete("done")]);
        let began = Worked::since_now();
        assert!(world.run("read my mail").is_some());
        world.settle();
        began.so_far()
    };
    assert_grows_evenly("an address of addresses", |length| {
        going(format!("https://a.example/?{}", "//b.cc".repeat(length / 6)))
    });
    assert_grows_evenly("an address of words", |length| {
        going(format!("https://a.example/?{}", words(length).replace(' ', "/")))
    });
    assert_grows_evenly("an address of percent signs", |length| {
        going(format!("https://a.example/?{}", "%2541".repeat(length / 5)))
    });
}
