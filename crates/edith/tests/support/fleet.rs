//! A queue's server, machines with workers on it, and tasks whose effects are counted.

use super::site::Site;
use super::{edith, ids, until};
use serde_json::{Value, json};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// A running server with JetStream, ended with the test.
pub struct Server {
    child: Child,
    port: u16,
    folder: tempfile::TempDir,
}

impl Server {
    /// Starts one; none: it is not installed, which is said.
    pub fn start(test: &str) -> Option<Self> {
        let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let folder = tempfile::tempdir().unwrap();
        let Some(child) = Self::spawn(port, folder.path()) else {
            eprintln!("skipped: {test} (nats-server is not installed)");
            return None;
        };
        let server = Self { child, port, folder };
        server.answers();
        Some(server)
    }

    fn spawn(port: u16, folder: &Path) -> Option<Child> {
        let mut command = Command::new("nats-server");
        command.args(["-js", "-a", "127.0.0.1", "-p", &port.to_string(), "-sd"]).arg(folder);
        command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().ok()
    }

    fn answers(&self) {
        until(|| std::net::TcpStream::connect(("127.0.0.1", self.port)).is_ok());
    }

    /// Kills it, and starts it again after a while.
    pub fn restart(&mut self, away: Duration) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        std::thread::sleep(away);
        self.child = Self::spawn(self.port, self.folder.path()).unwrap();
        self.answers();
    }

    pub fn address(&self) -> String {
        format!("nats://127.0.0.1:{}/t", self.port)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended.
        let _ended = (self.child.kill(), self.child.wait());
    }
}

/// A program that is killed with the test.
pub struct Running(pub Child);

impl Running {
    pub fn kill(&mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended.
        let _ended = (self.0.kill(), self.0.wait());
    }
}

/// A home of its own, as on a machine of its own, and the seconds of silence after which it takes others for dead.
pub struct Machine(pub tempfile::TempDir, u32);

impl Machine {
    pub fn new() -> Self {
        Self::patient(2)
    }

    pub fn patient(silence: u32) -> Self {
        Self(tempfile::tempdir().unwrap(), silence)
    }

    pub fn worker(&self, server: &Server, more: &[&str]) -> Running {
        let mut command = edith(self.0.path());
        command.args(["worker", "--queue", &server.address(), "--silence", &self.1.to_string()]).args(more);
        Running(command.stdout(Stdio::null()).stderr(Stdio::inherit()).spawn().unwrap())
    }

    pub fn batch(&self, server: &Server, tasks: &[Value]) -> Running {
        std::fs::write(self.tasks(), tasks.iter().map(|task| format!("{task}\n")).collect::<String>()).unwrap();
        let mut command = edith(self.0.path());
        command.arg("batch").arg(self.tasks()).arg("--out").arg(self.results());
        command.args(["--queue", &server.address(), "--silence", &self.1.to_string()]);
        Running(command.stdout(Stdio::null()).stderr(Stdio::inherit()).spawn().unwrap())
    }

    pub fn tasks(&self) -> std::path::PathBuf {
        self.0.path().join("tasks.jsonl")
    }

    pub fn results(&self) -> std::path::PathBuf {
        self.0.path().join("results.jsonl")
    }
}

pub fn mail(site: &Site, id: usize) -> Value {
    json!({"id": format!("t{id}"), "task": format!("type Hello {id} into Message, then click Send"), "url": site.url("/mail"),
           "may": [format!("send@127.0.0.1:{}", site.port)]})
}

pub fn sent(site: &Site, id: usize) -> usize {
    let body = format!("message=Hello+{id}");
    site.asked().iter().filter(|asked| asked.path == "/send" && asked.body.ends_with(&body)).count()
}

/// Each task has one result, none was done twice, and none is told to be done that was not.
pub fn nothing_is_lost_or_doubled(site: &Site, results: &[Value], count: usize) -> usize {
    let mut expected: Vec<String> = (0..count).map(|id| format!("t{id}")).collect();
    expected.sort();
    assert_eq!(ids(results), expected);
    let mut completed = 0;
    for id in 0..count {
        let result = results.iter().find(|one| one["id"] == format!("t{id}")).unwrap();
        let sent = sent(site, id);
        assert!(sent <= 1, "{id} was sent {sent} times: {result}");
        assert!(sent == 1 || result["outcome"] != "completed", "{result}");
        completed += usize::from(result["outcome"] == "completed");
    }
    completed
}
