//! The worker's log: failures appear in codes, and nothing that anybody wrote.

use edith_port::{Log, LogArg, Spawner, Store, StoreError, Table};
use edith_protocol::{AnswerBody, Command, LogEntry, LogLevel, RunId, keys};
use edith_records::log::StoredLog;
use edith_testkit::{ManualClock, MemoryStore, World};
use std::future::Future;
use std::pin::{Pin, pin};
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

/// Runs work that never waits to its end.
struct AtOnce;

impl Spawner for AtOnce {
    fn spawn(&self, work: Pin<Box<dyn Future<Output = ()>>>) {
        now(work);
    }
}

fn now<T>(work: impl Future<Output = T>) -> T {
    match pin!(work).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(value) => value,
        Poll::Pending => panic!("it waits"),
    }
}

fn log_in(store: &MemoryStore) -> Rc<dyn Log> {
    Rc::new(StoredLog::new(Rc::new(store.clone()), Rc::new(ManualClock::default()), Rc::new(AtOnce)))
}

fn listed(world: &World) -> Vec<LogEntry> {
    let Some(AnswerBody::Log { log }) = world.send(Command::LogList).unwrap().body else { panic!() };
    log
}

#[test]
fn an_errors_text_stays_out() {
    let store = MemoryStore::default();
    let log = log_in(&store);
    let secret = "POST https://api.example/v1 with Bearer sk-secret-123, password hunter2, card 4111 1111 1111 1111";
    for error in
        [StoreError::Full(secret.into()), StoreError::Failed(secret.into()), StoreError::Corrupt(secret.into())]
    {
        log.check("run.delete", Err::<(), _>(error));
    }
    let run = RunId("id7".into());
    log.check_of("run.store", &[("run", LogArg::Run(run))], Err::<(), _>(StoreError::Failed(secret.into())));
    log.check("run.store", Ok::<_, StoreError>(secret));
    let entries = now(log.entries());
    assert_eq!(entries.len(), 4);
    assert_eq!(entries[3].args.get("run").map(String::as_str), Some("id7"));
    assert_eq!(entries[3].args.get("error").map(String::as_str), Some("failed"));
    for text in [serde_json::to_string(&entries).unwrap(), store.local(keys::LOG).unwrap().to_string()] {
        assert!(text.contains("run.delete"), "{text}");
        for part in ["sk-secret", "hunter2", "4111", "api.example"] {
            assert!(!text.contains(part), "{part} in {text}");
        }
    }
}

#[test]
fn it_is_a_ring_that_outlives_the_worker() {
    let store = MemoryStore::default();
    let log = log_in(&store);
    (0..300).for_each(|number| log.write(LogLevel::Warn, "test.count", &[("n", LogArg::Number(number))]));
    let numbers =
        |entries: &[LogEntry]| -> Vec<String> { entries.iter().map(|entry| entry.args["n"].clone()).collect() };
    let kept = numbers(&now(log.entries()));
    assert_eq!((kept.len(), kept[0].as_str(), kept[199].as_str()), (200, "100", "299"));
    // Another worker's entries follow the stored ones, though they were written before those were read.
    let next = log_in(&store);
    next.write(LogLevel::Info, "test.count", &[("n", LogArg::Number(300))]);
    let kept = numbers(&now(next.entries()));
    assert_eq!((kept.len(), kept[0].as_str(), kept[199].as_str()), (200, "101", "300"));
    // Long entries push out more of the others.
    let long = LogArg::Run(RunId("r".repeat(10_000)));
    (0..9).for_each(|_| next.write(LogLevel::Warn, "test.long", &[("n", long.clone())]));
    let kept = now(next.entries());
    assert_eq!(kept.len(), 3);
    assert!(store.local(keys::LOG).unwrap().to_string().len() < 33 << 10);
}

#[test]
fn what_cannot_be_stored_is_still_shown_and_what_is_damaged_is_begun_anew() {
    let store = MemoryStore::default();
    now(store.write(keys::LOG, serde_json::json!({"not": "a list"}))).unwrap();
    store.fill(true);
    let log = log_in(&store);
    log.check("run.delete", Err::<(), _>(StoreError::Full(String::new())));
    assert_eq!(now(log.entries()).len(), 1);
}

#[test]
fn a_record_that_cannot_be_read_is_noted_and_everything_is_deleted_with_the_rest() {
    let world = World::default();
    world.store.plant(Table::Runs, "broken", r#"{"prompt": "my secret task"#);
    world.restart_worker();
    world.settle();
    let noted = |world: &World| listed(world).iter().filter(|entry| entry.code == "run.unreadable").count();
    assert_eq!(noted(&world), 1);
    world.restart_worker();
    assert_eq!(noted(&world), 1, "kept over the worker's death, and not noted again");
    assert!(!format!("{:?}", listed(&world)).contains("secret task"));
    assert!(world.send(Command::DataDelete).unwrap().ok);
    assert_eq!(listed(&world), []);
    world.restart_worker();
    assert_eq!(listed(&world), []);
}

#[test]
fn a_run_that_nothing_goes_wrong_with_stores_no_log() {
    let world = World::default();
    world.model.will([edith_testkit::Scripted::complete("done")]);
    world.run("do it");
    world.settle();
    assert_eq!(world.store.local(keys::LOG), None);
}
