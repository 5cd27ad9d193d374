//! An application's server, and the suite's verdict on its state. Both are programs of the suite, run as they are.

use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use edith_lab::process;
use edith_lab::pypi::{self, PypiError};

use super::task::Task;
use crate::trouble::Trouble;

/// What the verifiers import, where the machine's Python does not have it.
const REQUESTS: (&str, &str) = ("requests", "2.32.5");

/// Calls a verifier and prints its verdict.
const VERIFY: &str = include_str!("verify.py");

/// Deadline of a server's start.
const START: Duration = Duration::from_secs(20);

/// Starts of a server until it has a port: another program may take the free one first.
const TRIES: usize = 3;

/// How often the start is looked at.
const POLL: Duration = Duration::from_millis(20);

/// A Python that has what the verifiers import.
///
/// # Errors
/// When there is none, and none can be made.
pub(super) fn python() -> Result<PathBuf, PypiError> {
    let has_it = |python: &PathBuf| {
        process::output(Command::new(python).args(["-c", "import requests"]).stderr(Stdio::null())).is_ok()
    };
    match process::which("python3").or_else(|| process::which("python")).filter(has_it) {
        Some(python) => Ok(python),
        None => pypi::environment(REQUESTS.0, REQUESTS.1),
    }
}

/// The running server. Stops on drop.
pub(super) struct Server {
    /// Such as `http://localhost:40123`.
    pub origin: String,
    child: Child,
}

impl Server {
    /// Serves an application on a free port.
    ///
    /// # Errors
    /// When it does not start.
    pub(super) fn start(python: &Path, folder: &Path) -> Result<Self, Trouble> {
        let mut last = None;
        for _ in 0..TRIES {
            match Self::try_start(python, folder) {
                Ok(server) => return Ok(server),
                Err(trouble) => last = Some(trouble),
            }
        }
        Err(last.unwrap_or_else(|| "no server was started".into()))
    }

    fn try_start(python: &Path, folder: &Path) -> Result<Self, Trouble> {
        let port = TcpListener::bind(("127.0.0.1", 0))?.local_addr()?.port();
        let mut command = Command::new(python);
        command.args(["server.py", "--port", &port.to_string()]).current_dir(folder);
        // Its folder is the suite's, which stays as it was fetched.
        command.env("PYTHONDONTWRITEBYTECODE", "1").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut server = Self { origin: format!("http://localhost:{port}"), child: command.spawn()? };
        let started = Instant::now();
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            if let Some(status) = server.child.try_wait()? {
                return Err(format!("{} ended at once ({status})", folder.join("server.py").display()).into());
            }
            if started.elapsed() > START {
                return Err(format!("{} does not answer", folder.join("server.py").display()).into());
            }
            std::thread::sleep(POLL);
        }
        Ok(server)
    }

    /// The suite's verdict on the server's state: whether the task is done, and why.
    ///
    /// # Errors
    /// When the verifier itself fails.
    pub(super) fn verdict(&self, python: &Path, task: &Task) -> Result<(bool, String), Trouble> {
        let mut command = Command::new(python);
        command.arg("-c").arg(VERIFY).arg(&task.verifier).arg(&self.origin).env("PYTHONDONTWRITEBYTECODE", "1");
        Ok(serde_json::from_str(&process::output(&mut command)?)?)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It has ended already if this fails.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
