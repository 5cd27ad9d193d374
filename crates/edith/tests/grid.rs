//! A batch by a queue and a Selenium Grid whose parts are killed all the while. It takes all cores for many minutes, so it is not a part of `cargo xtask test`:
//!
//! ```sh
//! EDITH_GRID=selenium-server-4.48.0.jar EDITH_TASKS=1000 cargo test --release -p edith-program --test grid -- --ignored --nocapture
//! ```
//!
//! How the queue serves more and more sessions is simulated: real workers' traffic to a real server, and browsers that only take the measured time.

#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, reason = "tests may panic")]

mod support;

use edith_native::queue::{Begun, Queue, TaskKey};
use edith_native::store::{Database, RoomStore};
use edith_port::{Store, Table};
use futures_util::future::join_all;
use serde_json::Value;
use std::collections::BTreeMap;
use std::net::{TcpListener, TcpStream};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use support::fleet::{Machine, Running, Server, mail, nothing_is_lost_or_doubled};
use support::{lines, on_a_thread, pages, until};

/// Sessions at once, each on a node of its own.
const NODES: usize = 4;
/// How often each of them dies or is started again while the tasks are done.
const WORKERS_DIE: usize = 20;
const NODES_DIE: usize = 5;
const QUEUE_DIES: usize = 2;

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

/// A program with all that it started, which dies as its machine would.
struct Group(Child);

impl Group {
    fn start(command: &mut Command) -> Self {
        Self(command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).process_group(0).spawn().unwrap())
    }

    fn kill(&mut self) {
        // Browsers have groups of their own: their driver's are found by the driver.
        let id = self.0.id().to_string();
        let script = format!(
            "all() {{ for p in $(pgrep -P $1); do all $p; done; echo $1; }}; kill -KILL $(all {id}) 2>/dev/null; true"
        );
        assert!(Command::new("/bin/sh").args(["-c", &script]).status().unwrap().success());
        self.0.wait().unwrap();
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        if matches!(self.0.try_wait(), Ok(None)) {
            self.kill();
        }
    }
}

/// A hub and its nodes.
struct Grid {
    jar: String,
    port: u16,
    events: [u16; 2],
    nodes: Vec<Group>,
    _hub: Group,
}

impl Grid {
    /// None: no jar is named, which is said.
    fn start() -> Option<Self> {
        let Ok(jar) = std::env::var("EDITH_GRID") else {
            eprintln!("skipped: EDITH_GRID names no jar of the Selenium Grid");
            return None;
        };
        let (port, events) = (free_port(), [free_port(), free_port()]);
        let mut hub = Self::java(&jar, "hub", port, events);
        let mut grid = Self { jar, port, events, nodes: Vec::new(), _hub: Group::start(&mut hub) };
        until(|| TcpStream::connect(("127.0.0.1", port)).is_ok());
        for _ in 0..NODES {
            let node = grid.node();
            grid.nodes.push(node);
        }
        Some(grid)
    }

    fn java(jar: &str, role: &str, port: u16, events: [u16; 2]) -> Command {
        let mut command = Command::new("java");
        command.args(["-jar", jar, role, "--host", "127.0.0.1", "--port", &port.to_string()]);
        for (name, port) in [("--publish-events", events[0]), ("--subscribe-events", events[1])] {
            command.args([name, &format!("tcp://127.0.0.1:{port}")]);
        }
        command
    }

    fn node(&self) -> Group {
        let mut command = Self::java(&self.jar, "node", free_port(), self.events);
        let hub = format!("http://127.0.0.1:{}", self.port);
        command.args(["--grid-url", &hub, "--selenium-manager", "false"]);
        Group::start(command.args(["--max-sessions", "1", "--session-timeout", "20"]))
    }

    /// A node dies with its browser, and another is started.
    fn replace(&mut self, at: usize) {
        self.nodes[at].kill();
        self.nodes[at] = self.node();
    }

    fn address(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }
}

#[derive(Clone, Copy)]
enum Dies {
    Worker,
    Node,
    Queue,
}

/// What dies when: spread over the time until so many results are there, by a seed that is printed.
fn deaths(count: usize) -> Vec<(usize, Dies)> {
    let seed = std::env::var("EDITH_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or_else(|| fastrand::u64(..));
    eprintln!("EDITH_SEED={seed}");
    let mut random = fastrand::Rng::with_seed(seed);
    let kinds = [(Dies::Worker, WORKERS_DIE), (Dies::Node, NODES_DIE), (Dies::Queue, QUEUE_DIES)];
    let each = kinds.into_iter().flat_map(|(kind, times)| std::iter::repeat_n(kind, times));
    let mut all: Vec<(usize, Dies)> = each.map(|kind| (random.usize(..count * 9 / 10), kind)).collect();
    all.sort_by_key(|(at, _)| *at);
    all
}

#[test]
#[ignore = "takes all cores for minutes, Java and the Grid's jar: see the top of this file"]
fn nothing_is_lost_or_doubled_by_a_fleet_whose_parts_die() {
    let Some(mut grid) = Grid::start() else { return };
    let Some(mut server) = Server::start("nothing_is_lost_or_doubled_by_a_fleet_whose_parts_die") else { return };
    let count: usize = std::env::var("EDITH_TASKS").ok().and_then(|count| count.parse().ok()).unwrap_or(60);
    let (site, home) = (pages(), Machine::patient(8));
    let tasks: Vec<Value> = (0..count).map(|id| mail(&site, id)).collect();
    let begun = Instant::now();
    let mut batch = home.batch(&server, &tasks);
    let machines = [Machine::patient(8), Machine::patient(8)];
    let address = grid.address();
    let start = |machine: &Machine, server: &Server| -> Running {
        machine.worker(server, &["--parallel", "2", "--webdriver", &address])
    };
    let mut workers = machines.each_ref().map(|machine| start(machine, &server));
    for (number, (at, dies)) in deaths(count).into_iter().enumerate() {
        while lines(&home.results()).len() < at && batch.0.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(100));
            // As whatever keeps programs running would: one that finds no queue at its start ends.
            for (worker, machine) in workers.iter_mut().zip(&machines) {
                if worker.0.try_wait().unwrap().is_some() {
                    *worker = start(machine, &server);
                }
            }
        }
        match dies {
            Dies::Worker => {
                let which = number % machines.len();
                workers[which].kill();
                workers[which] = start(&machines[which], &server);
            }
            Dies::Node => grid.replace(number % NODES),
            Dies::Queue => server.restart(Duration::from_secs(2)),
        }
    }
    let ended = batch.0.wait().unwrap();
    let results = lines(&home.results());
    let completed = nothing_is_lost_or_doubled(&site, &results, count);
    let mut kinds: BTreeMap<(String, bool), usize> = BTreeMap::new();
    for result in &results {
        let id: usize = result["id"].as_str().unwrap()[1..].parse().unwrap();
        let outcome = result["outcome"].as_str().unwrap().to_owned();
        *kinds.entry((outcome, support::fleet::sent(&site, id) == 1)).or_default() += 1;
    }
    eprintln!(
        "{count} tasks in {:.0} s; killed: worker {WORKERS_DIE} times, node {NODES_DIE}, NATS {QUEUE_DIES}; {completed} completed; outcome, sent: {kinds:?}",
        begun.elapsed().as_secs_f64()
    );
    assert!(matches!(ended.code(), Some(0 | 2)), "{ended}");
    assert!(completed * 10 >= count * 8, "most are done in spite of it");
}

/// Sessions of one worker.
const SLOTS: usize = 8;
/// What a task of three steps was measured to take through a Grid, and to write into its journal.
const TASK: Duration = Duration::from_millis(3_400);
const WRITES: u32 = 21;
const WRITE_BYTES: usize = 2_600;

/// One session that does tasks until none is left.
async fn session(queue: &Queue, entry: &str) -> usize {
    let mut done = 0;
    while let Some(delivery) = queue.take(Duration::from_secs(1)).await.unwrap() {
        let settings = RoomStore::new(Database::in_memory().unwrap(), "", BTreeMap::new());
        let Begun::Work(room) = delivery.begin(settings).await.unwrap() else { panic!("it is nobody else's") };
        let lease = room.take_lease().await.unwrap();
        // The browser's part of the task passes whatever the queue does meanwhile.
        let (browser, journal) = (tokio::time::sleep(TASK), async {
            for _ in 0..WRITES {
                tokio::time::sleep(TASK / (WRITES + 1)).await;
                room.put_leased(lease, Table::Runs, "run", entry).await.unwrap();
            }
        });
        futures_util::future::join(browser, journal).await;
        assert!(queue.tell(delivery.task(), "result".into()).await.unwrap());
        delivery.done().await.unwrap();
        done += 1;
    }
    done
}

/// What so many sessions do in a second, as a share of what they would do if only their browsers took time.
fn share(sessions: usize, rounds: u32) -> f64 {
    let server = Server::start("sessions").expect("nats-server is needed");
    let (place, entry) = (server.address(), "e".repeat(WRITE_BYTES));
    on_a_thread(async {
        let queue = Queue::open(place.parse().unwrap(), Duration::from_secs(30)).await.unwrap();
        for id in 0..sessions * rounds as usize {
            assert!(queue.post(&TaskKey::of("b", &id.to_string()), "task".into()).await.unwrap());
        }
    });
    let workers = sessions.div_ceil(SLOTS);
    let threads = std::thread::available_parallelism().map_or(2, usize::from).min(workers);
    let (begun, all_are_there) = (Instant::now(), std::sync::Barrier::new(threads));
    let ended: Vec<(usize, Instant, Instant)> = std::thread::scope(|scope| {
        let thread = |number: usize| {
            let (place, entry, all_are_there) = (&place, &entry, &all_are_there);
            move || {
                on_a_thread(async {
                    let own = (0..workers).filter(|worker| worker % threads == number);
                    let queues = own.map(|worker| async move {
                        let slots = SLOTS.min(sessions - worker * SLOTS);
                        (Queue::open(place.parse().unwrap(), Duration::from_secs(30)).await.unwrap(), slots)
                    });
                    let queues = join_all(queues).await;
                    all_are_there.wait();
                    let began = Instant::now();
                    let each = queues.iter().flat_map(|(queue, slots)| std::iter::repeat_n(queue, *slots));
                    let done = join_all(each.map(|queue| session(queue, entry))).await;
                    // The last second is spent waiting for another task.
                    (done.into_iter().sum(), began, Instant::now() - Duration::from_secs(1))
                })
            }
        };
        let all: Vec<_> = (0..threads).map(|number| scope.spawn(thread(number))).collect();
        all.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    let done: usize = ended.iter().map(|(done, ..)| done).sum();
    assert_eq!(done, sessions * rounds as usize, "each task is done once");
    let from = ended.iter().map(|(_, began, _)| *began).min().unwrap_or(begun);
    let until = ended.iter().map(|(.., ended)| *ended).max().unwrap_or(begun);
    (TASK * rounds).as_secs_f64() / (until - from).as_secs_f64()
}

#[test]
#[ignore = "takes all cores for minutes and nats-server: see the top of this file"]
fn a_queue_serves_many_sessions_as_it_serves_ten() {
    if Server::start("a_queue_serves_many_sessions_as_it_serves_ten").is_none() {
        return;
    }
    let ten = share(10, 4);
    for sessions in [10, 30, 100, 300, 1_000] {
        let share = share(sessions, 4);
        let writes = f64::from(WRITES) * sessions as f64 * share / TASK.as_secs_f64();
        eprintln!("{sessions:>5} sessions: {:.3} of linear ({writes:.0} writes of the journal a second)", share / ten);
        assert!(sessions > 100 || share >= 0.9 * ten, "{sessions}: {share}");
    }
}
