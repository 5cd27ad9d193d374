//! A batch by a queue and a Selenium Grid whose parts are killed all the while. It takes all cores for many minutes, so it is no part of `cargo xtask test`:
//!
//! ```sh
//! EDITH_GRID=selenium-server-4.48.0.jar EDITH_TASKS=1000 cargo test --release -p edith-program --test grid -- --ignored --nocapture
//! ```

#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, reason = "tests may panic")]

mod support;

use serde_json::Value;
use std::collections::BTreeMap;
use std::net::{TcpListener, TcpStream};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use support::fleet::{Machine, Running, Server, mail, nothing_is_lost_or_doubled};
use support::{lines, pages, until};

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
