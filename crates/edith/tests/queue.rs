//! A batch in a queue, with a real server and real workers that are killed.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, reason = "tests may panic")]

mod support;

use edith_native::queue::{Begun, Queue, QueueAddress, TaskKey};
use edith_native::store::{Database, RoomStore};
use edith_port::Store;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::time::Duration;
use support::fleet::{Machine, Server, mail, nothing_is_lost_or_doubled, sent};
use support::*;

#[test]
#[ignore = "needs a browser and nats-server: cargo xtask test runs it"]
fn a_queue_is_worked_off_by_workers_that_are_killed() {
    let Some(mut server) = Server::start("a_queue_is_worked_off_by_workers_that_are_killed") else { return };
    const COUNT: usize = 16;
    let (site, home) = (pages(), Machine::new());
    let tasks: Vec<Value> = (0..COUNT).map(|id| mail(&site, id)).collect();
    let mut batch = home.batch(&server, &tasks);
    let machines = [Machine::new(), Machine::new()];
    // Killed at moments that move through a task, from the browser's start on.
    for wait in [1_500_u64, 1_900, 2_300, 2_700] {
        let mut worker = machines[0].worker(&server, &["--parallel", "2"]);
        std::thread::sleep(Duration::from_millis(wait));
        worker.kill();
    }
    server.restart(Duration::from_secs(1));
    let _workers = machines.each_ref().map(|machine| machine.worker(&server, &["--parallel", "2"]));
    until(|| lines(&home.results()).len() > COUNT / 2);
    server.restart(Duration::from_secs(3));
    let ended = batch.0.wait().unwrap();
    let completed = nothing_is_lost_or_doubled(&site, &lines(&home.results()), COUNT);
    eprintln!("{completed} of {COUNT} completed");
    assert!(completed >= COUNT / 2, "a killed worker's task is gone on with");
    assert!(matches!(ended.code(), Some(0 | 2)), "{ended}");
}

#[test]
#[ignore = "needs a browser and nats-server: cargo xtask test runs it"]
fn a_batch_that_is_killed_finds_its_results_and_puts_nothing_in_twice() {
    let Some(server) = Server::start("a_batch_that_is_killed_finds_its_results_and_puts_nothing_in_twice") else {
        return;
    };
    const COUNT: usize = 4;
    let (site, home, machine) = (pages(), Machine::new(), Machine::new());
    let tasks: Vec<Value> = (0..COUNT).map(|id| mail(&site, id)).collect();
    let mut batch = home.batch(&server, &tasks);
    let _worker = machine.worker(&server, &[]);
    until(|| !lines(&home.results()).is_empty());
    batch.kill();
    until(|| (0..COUNT).all(|id| sent(&site, id) == 1));
    let mut again = home.batch(&server, &tasks);
    assert_eq!(again.0.wait().unwrap().code(), Some(0));
    assert_eq!(nothing_is_lost_or_doubled(&site, &lines(&home.results()), COUNT), COUNT);
}

#[cfg(unix)]
#[test]
#[ignore = "needs a browser and nats-server: cargo xtask test runs it"]
fn a_stopped_worker_gives_back_what_it_has_and_one_ends_when_nothing_is_left() {
    let Some(server) = Server::start("a_stopped_worker_gives_back_what_it_has_and_one_ends_when_nothing_is_left")
    else {
        return;
    };
    let (site, home) = (pages(), Machine::new());
    let mut batch = home.batch(&server, &(0..3).map(|id| mail(&site, id)).collect::<Vec<_>>());
    let first = Machine::new();
    // Given back oftener than a task may die.
    for _ in 0..5 {
        let before = site.asked().len();
        let mut worker = first.worker(&server, &[]);
        until(|| site.asked().len() > before || lines(&home.results()).len() == 3);
        interrupt(&worker.0);
        assert!(matches!(worker.0.wait().unwrap().code(), Some(0 | 5)));
    }
    let mut last = Machine::new().worker(&server, &["--until-empty"]);
    assert_eq!(last.0.wait().unwrap().code(), Some(0));
    batch.0.wait().unwrap();
    nothing_is_lost_or_doubled(&site, &lines(&home.results()), 3);
    for result in lines(&home.results()) {
        assert!(!result["summary"].as_str().unwrap().contains("died"), "{result}");
        // Stopped while it was entering words, it is started again; stopped while it was sending them, that is unknown.
        assert_ne!(result["outcome"], "failed", "{result}");
    }
}

/// A server refuses the 513th request that waits, unless the queue was made with more.
#[test]
#[ignore = "needs nats-server: cargo xtask test runs it"]
fn a_thousand_sessions_wait_for_a_task_at_once() {
    let Some(server) = Server::start("a_thousand_sessions_wait_for_a_task_at_once") else { return };
    on_a_thread(async {
        let queue = Queue::open(server.address().parse().unwrap(), Duration::from_secs(30)).await.unwrap();
        let waiting = (0..1_000).map(|_| queue.take(Duration::from_secs(3)));
        let taken = futures_util::future::join_all(waiting);
        let posted = async {
            // All of them wait by then: nothing says so from outside.
            tokio::time::sleep(Duration::from_secs(1)).await;
            queue.post(&TaskKey::of("b", "a"), "task".into()).await.unwrap()
        };
        let (taken, posted) = futures_util::future::join(taken, posted).await;
        assert!(posted);
        let taken: Vec<_> = taken.into_iter().map(Result::unwrap).collect();
        assert_eq!(taken.iter().flatten().count(), 1, "one of them gets it");
    });
}

fn settings() -> RoomStore {
    RoomStore::new(Database::in_memory().unwrap(), "", BTreeMap::new())
}

#[test]
#[ignore = "needs nats-server: cargo xtask test runs it"]
fn a_task_that_three_workers_died_of_is_put_beside() {
    let Some(server) = Server::start("a_task_that_three_workers_died_of_is_put_beside") else { return };
    let home = Machine::new();
    let mut batch = home.batch(&server, &[json!({"id": "a", "task": "look"})]);
    on_a_thread(async {
        let place: QueueAddress = server.address().parse().unwrap();
        for _ in 0..3 {
            let queue = Queue::open(place.clone(), Duration::from_secs(2)).await.unwrap();
            let delivery = queue.take(Duration::from_secs(20)).await.unwrap().unwrap();
            assert!(matches!(delivery.begin(settings()).await.unwrap(), Begun::Work(_)));
        }
    });
    let _worker = Machine::new().worker(&server, &[]);
    assert_eq!(batch.0.wait().unwrap().code(), Some(3));
    let results = lines(&home.results());
    assert!(results[0]["summary"].as_str().unwrap().contains("crashed"), "{results:?}");
}

#[test]
#[ignore = "needs a browser and nats-server: cargo xtask test runs it"]
fn a_task_that_cannot_be_read_has_a_result_that_says_so() {
    let Some(server) = Server::start("a_task_that_cannot_be_read_has_a_result_that_says_so") else { return };
    let home = Machine::new();
    std::fs::write(home.results(), "").unwrap();
    let room = format!("queued {}", home.results().canonicalize().unwrap().display());
    let tasks = ["a", "b", "c"];
    let line = json!({"id": "a", "task": "look", "may": [], "limits": {}});
    let posted = [
        json!({"line": line, "documents": [], "yesToReads": false, "later": true}).to_string(),
        json!({"task": "look"}).to_string(),
        "nonsense".to_owned(),
    ];
    on_a_thread(async {
        // As a program of a later version puts them in, which the batch then finds there.
        let database = Database::open(&home.0.path().join("edith.db")).unwrap();
        RoomStore::new(database, &room, BTreeMap::new()).write("queued", json!("b1")).await.unwrap();
        let queue = Queue::open(server.address().parse().unwrap(), Duration::from_secs(2)).await.unwrap();
        for (id, payload) in tasks.iter().zip(posted) {
            assert!(queue.post(&TaskKey::of("b1", id), payload.into()).await.unwrap());
        }
    });
    let mut batch = home.batch(&server, &tasks.map(|id| json!({"id": id, "task": "look"})));
    let _worker = Machine::new().worker(&server, &[]);
    assert_eq!(batch.0.wait().unwrap().code(), Some(3));
    let results = lines(&home.results());
    assert_eq!(ids(&results), tasks);
    for result in &results {
        let summary = result["summary"].as_str().unwrap();
        assert!(result["outcome"] == "failed" && summary.contains("cannot be read"), "{result}");
        assert_eq!(summary.contains("later"), result["id"] == "a", "{result}");
    }
}

#[test]
#[ignore = "needs nats-server: cargo xtask test runs it"]
fn a_worker_that_was_taken_for_dead_cannot_write_any_more() {
    use edith_port::{Store, StoreError, Table, Which};
    let Some(server) = Server::start("a_worker_that_was_taken_for_dead_cannot_write_any_more") else { return };
    on_a_thread(async {
        let place: QueueAddress = server.address().parse().unwrap();
        let queue = Queue::open(place, Duration::from_secs(1)).await.unwrap();
        let key = TaskKey::of("b", "1");
        assert!(queue.post(&key, "task".into()).await.unwrap());
        assert!(!queue.post(&key, "task".into()).await.unwrap(), "it is there");
        let first = queue.take(Duration::from_secs(5)).await.unwrap().unwrap();
        let Begun::Work(one) = first.begin(settings()).await.unwrap() else { panic!("it is new") };
        let lease = one.take_lease().await.unwrap();
        // Longer than a message may be, and nothing that packs well.
        let mut random = fastrand::Rng::with_seed(1);
        let large: String = (0..4_000_000).map(|_| random.alphanumeric()).collect();
        one.put_leased(lease, Table::Runs, "run", "1").await.unwrap();
        one.put(Table::Documents, "large", &large).await.unwrap();
        one.put(Table::Steps, "shown", "s").await.unwrap();
        one.write("edith_conversations", json!(["c"])).await.unwrap();
        one.put_leased(lease, Table::Runs, "run", "2").await.unwrap();
        // Its silence was too long.
        let second = queue.take(Duration::from_secs(10)).await.unwrap().unwrap();
        let Begun::Work(other) = second.begin(settings()).await.unwrap() else { panic!("it is not done") };
        assert_eq!(one.put_leased(lease, Table::Runs, "run", "3").await, Err(StoreError::Superseded));
        assert_eq!(one.put_leased(lease, Table::Runs, "another", "1").await, Err(StoreError::Superseded));
        assert!(one.is_over());
        let runs = other.list(Table::Runs, "").await.unwrap();
        assert_eq!(runs, [("run".to_owned(), "2".to_owned())]);
        assert!(other.list(Table::Documents, "").await.unwrap()[0].1 == large);
        assert_eq!(other.list(Table::Steps, "").await.unwrap().len(), 0);
        assert_eq!(other.read("edith_conversations").await.unwrap(), Some(json!(["c"])));
        let newer = other.take_lease().await.unwrap();
        assert!(newer > lease);
        assert_eq!(other.put_leased(lease, Table::Runs, "run", "3").await, Err(StoreError::Superseded), "an old lease");
        other.delete(Table::Runs, Which::Key("run")).await.unwrap();
        other.set_result(json!({"done": 1}));
        other.set_result(json!({"done": 2}));
        other.write_result().await.unwrap();
        // It died before it could tell: the third finds the result.
        let third = queue.take(Duration::from_secs(10)).await.unwrap().unwrap();
        let Begun::Work(last) = third.begin(settings()).await.unwrap() else { panic!("it is not told") };
        assert_eq!(last.result(), Some(json!({"done": 1})));
        assert!(queue.tell(third.task(), "r".into()).await.unwrap());
        assert!(!queue.tell(third.task(), "r".into()).await.unwrap(), "a result is there once");
        third.done().await.unwrap();
        assert_eq!(queue.left().await.unwrap(), 0);
        // Who still has the second delivery finds that it is done, though the journal is gone.
        assert!(matches!(second.begin(settings()).await.unwrap(), Begun::Done));
        queue.forget("b").await.unwrap();
        assert!(matches!(second.begin(settings()).await.unwrap(), Begun::Done), "also when its result is fetched");
    });
}

#[test]
#[ignore = "needs nats-server: cargo xtask test runs it"]
fn a_long_task_comes_whole() {
    let Some(server) = Server::start("a_long_task_comes_whole") else { return };
    on_a_thread(async {
        let queue = Queue::open(server.address().parse().unwrap(), Duration::from_secs(1)).await.unwrap();
        let mut random = fastrand::Rng::with_seed(2);
        let long: Vec<u8> = (0..3_000_000).map(|_| random.u8(..)).collect();
        queue.post(&TaskKey::of("b", "1"), long.clone().into()).await.unwrap();
        let delivery = queue.take(Duration::from_secs(5)).await.unwrap().unwrap();
        assert!(delivery.payload().await.unwrap() == long);
    });
}

#[test]
fn a_queue_that_is_not_there_is_told() {
    let machine = Machine::new();
    let output = edith(machine.0.path()).args(["worker", "--queue", "nats://127.0.0.1:9"]).output().unwrap();
    assert_eq!(code(&output), 69, "{}", said(&output));
    let output = edith(machine.0.path()).args(["worker", "--queue", "http://127.0.0.1:9"]).output().unwrap();
    assert_eq!(code(&output), 64, "{}", said(&output));
}
