//! A browser of the system, started for a task and ended with it.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Names of Chromium and its relatives on the search path, in this order.
const PROGRAMS: [&str; 10] = [
    "chromium",
    "chromium-browser",
    "google-chrome-stable",
    "google-chrome",
    "chrome",
    "microsoft-edge-stable",
    "microsoft-edge",
    "msedge",
    "brave-browser",
    "ungoogled-chromium",
];
/// Where they are installed without being on it.
const PLACES: [&str; 7] = [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
    "C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe",
    "C:\\Program Files\\Microsoft\\Edge\\Application\\msedge.exe",
    "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
];
/// The variable that names another.
pub const VARIABLE: &str = "EDITH_CHROMIUM";
/// How long a browser may take to open its port. Cold starts on busy machines took 10 s.
const START: Duration = Duration::from_secs(60);
/// How long removing the profile of a just ended browser may take.
const REMOVE: Duration = Duration::from_secs(2);
/// Between two looks at either.
const POLL: Duration = Duration::from_millis(20);
/// Nothing in the background, no question at the start, and a mouse, as people have one: without it pages are laid out for fingers.
const FLAGS: [&str; 12] = [
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-background-timer-throttling",
    "--disable-component-update",
    "--disable-sync",
    "--disable-breakpad",
    "--password-store=basic",
    "--use-mock-keychain",
    "--window-size=1280,900",
    "--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4",
    "--remote-debugging-port=0",
];

/// How a browser is started.
#[derive(Debug, Clone, Default)]
pub struct Launch {
    /// Whether it has a window.
    pub headed: bool,
    /// The profile to keep; none: a new one, deleted at the end.
    pub profile: Option<PathBuf>,
    /// Further arguments.
    pub arguments: Vec<String>,
}

/// Why there is no browser.
#[derive(Debug, thiserror::Error)]
pub enum LaunchError {
    /// None was found.
    #[error(
        "no Chromium was found: install one (Debian: apt install chromium, Fedora: dnf install chromium, macOS: brew install --cask chromium, Windows: \
         winget install Google.Chrome), name its program file in {VARIABLE}, or use a running one with --browser or --webdriver"
    )]
    NotFound,
    /// The variable names no file.
    #[error("{VARIABLE} is \"{0}\", which is no file")]
    Variable(PathBuf),
    /// It cannot be started.
    #[error("the browser {program} cannot be started: {error}")]
    Start {
        /// Its program file.
        program: PathBuf,
        /// The system's words.
        error: std::io::Error,
    },
    /// It ended, or opened no port.
    #[error("the browser {program} did not start: {said}")]
    Silent {
        /// Its program file.
        program: PathBuf,
        /// Its last words.
        said: String,
    },
}

/// The program file of a browser of the system.
///
/// # Errors
/// When there is none.
pub fn find() -> Result<PathBuf, LaunchError> {
    if let Some(named) = std::env::var_os(VARIABLE).filter(|named| !named.is_empty()) {
        let named = PathBuf::from(named);
        return if named.is_file() { Ok(named) } else { Err(LaunchError::Variable(named)) };
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let suffix = std::env::consts::EXE_SUFFIX;
    let on_path = PROGRAMS
        .iter()
        .flat_map(|name| std::env::split_paths(&path).map(move |folder| folder.join(format!("{name}{suffix}"))));
    let mut all = on_path.chain(PLACES.iter().map(PathBuf::from));
    all.find(|program| program.is_file()).ok_or(LaunchError::NotFound)
}

/// A running browser. Dropping it ends it with its children, and deletes a profile that was made for it; so does the end of this program, however it comes.
pub struct Launched {
    child: Child,
    socket: String,
    own_profile: Option<OwnProfile>,
}

/// A profile that was made for one browser, with what deletes it when this program is killed.
struct OwnProfile {
    folder: TempDir,
    #[cfg(unix)]
    sweeper: Child,
}

impl OwnProfile {
    fn make() -> std::io::Result<Self> {
        let folder = tempfile::Builder::new().prefix("edith-browser-").tempdir()?;
        #[cfg(unix)]
        let sweeper = sweeper(folder.path())?;
        Ok(Self {
            folder,
            #[cfg(unix)]
            sweeper,
        })
    }

    /// Deletes it, once its browser is ended.
    fn remove(self) {
        let folder = self.folder.keep();
        remove(&folder);
        #[cfg(unix)]
        {
            let mut sweeper = self.sweeper;
            // What could not be removed in time is its to remove.
            if !folder.exists() {
                let _ended = (sweeper.kill(), sweeper.wait());
            }
        }
    }
}

impl Launched {
    /// Starts a browser and waits for its port.
    ///
    /// # Errors
    /// See [`LaunchError`].
    pub async fn start(launch: &Launch) -> Result<Self, LaunchError> {
        let program = find()?;
        let refused = |error: std::io::Error| LaunchError::Start { program: program.clone(), error };
        let own_profile = match &launch.profile {
            Some(_) => None,
            None => Some(OwnProfile::make().map_err(refused)?),
        };
        let own_folder = own_profile.as_ref().map(|own| own.folder.path());
        let profile = launch.profile.as_deref().or(own_folder).unwrap_or(Path::new("."));
        std::fs::create_dir_all(profile).map_err(refused)?;
        // Chromium wants a whole path, wherever it is started from.
        let profile = profile.canonicalize().map_err(refused)?;
        let port_file = profile.join("DevToolsActivePort");
        // A kept profile may have that of an earlier start.
        let _absent = std::fs::remove_file(&port_file);
        let log_file = profile.join("edith-browser.log");
        let log = std::fs::File::create(&log_file).map_err(refused)?;
        let mut command = guarded(&program);
        command.args(FLAGS).arg(format!("--user-data-dir={}", profile.display()));
        if !launch.headed {
            command.args(["--headless=new", "--disable-gpu"]);
        }
        if is_root() {
            command.arg("--no-sandbox");
        }
        command.args(&launch.arguments).arg("about:blank");
        command.stdout(Stdio::null()).stderr(Stdio::from(log));
        let child = command.spawn().map_err(refused)?;
        // From here on dropping this value ends the process.
        let mut launched = Self { child, socket: String::new(), own_profile };
        launched.socket = launched.wait(&program, &port_file, &log_file).await?;
        Ok(launched)
    }

    /// The address of its WebSocket.
    #[must_use]
    pub fn socket(&self) -> &str {
        &self.socket
    }

    async fn wait(&mut self, program: &Path, port_file: &Path, log_file: &Path) -> Result<String, LaunchError> {
        let started = Instant::now();
        loop {
            if let Some(address) = std::fs::read_to_string(port_file).ok().as_deref().and_then(socket_in) {
                return Ok(address);
            }
            let has_ended = !matches!(self.child.try_wait(), Ok(None));
            if has_ended || started.elapsed() > START {
                let log = std::fs::read_to_string(log_file).unwrap_or_default();
                let last: Vec<&str> = log.lines().rev().take(3).collect();
                let said = last.into_iter().rev().collect::<Vec<_>>().join(" / ");
                return Err(LaunchError::Silent { program: program.to_owned(), said });
            }
            tokio::time::sleep(POLL).await;
        }
    }
}

impl Drop for Launched {
    fn drop(&mut self) {
        // Closes the guard's input, which ends everything. Elsewhere the children end with the main process.
        drop(self.child.stdin.take());
        #[cfg(not(unix))]
        let _ended = self.child.kill();
        let _reaped = self.child.wait();
        if let Some(profile) = self.own_profile.take() {
            profile.remove();
        }
    }
}

/// The WebSocket in the file that a browser writes: a port in the first line, a path in the second. It is written at once, but may be seen empty.
fn socket_in(text: &str) -> Option<String> {
    let mut lines = text.lines();
    let port: u16 = lines.next()?.trim().parse().ok()?;
    let path = lines.next()?.trim();
    path.starts_with("/devtools/").then(|| format!("ws://127.0.0.1:{port}{path}"))
}

/// Whether the program runs as root, for whom Chromium has no sandbox.
pub(crate) fn is_root() -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        // A process's own folder belongs to whom it runs as.
        std::fs::metadata("/proc/self").is_ok_and(|about| about.uid() == 0)
    }
    #[cfg(not(unix))]
    {
        false
    }
}

/// A shell that ends the browser's whole group once nobody holds the other end of its input: when [`Launched`] is dropped, and also when this program is
/// killed. A browser that ends by itself takes its leftovers along.
#[cfg(unix)]
const GUARD: &str = r#"exec 3<&0
"$0" "$@" </dev/null 3<&- &
own=$!
{ cat <&3 >/dev/null; kill -KILL 0; } &
wait $own
kill -KILL 0"#;

#[cfg(unix)]
fn guarded(program: &Path) -> Command {
    use std::os::unix::process::CommandExt;
    let mut command = Command::new("/bin/sh");
    command.arg("-c").arg(GUARD).arg(program).stdin(Stdio::piped()).process_group(0);
    command
}

/// Deletes a folder once nobody holds the other end of its input. Outside of the browser's group, which ends at the same moment: what still dies may write to
/// the folder, so it is looked at again.
#[cfg(unix)]
const SWEEPER: &str = r#"cat >/dev/null
for time in 1 2 3 4 5; do
  rm -rf -- "$0"
  sleep 1
  [ -e "$0" ] || exit 0
done"#;

#[cfg(unix)]
fn sweeper(folder: &Path) -> std::io::Result<Child> {
    use std::os::unix::process::CommandExt;
    let mut command = Command::new("/bin/sh");
    command.arg("-c").arg(SWEEPER).arg(folder).process_group(0);
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn()
}

#[cfg(not(unix))]
fn guarded(program: &Path) -> Command {
    let mut command = Command::new(program);
    command.stdin(Stdio::null());
    command
}

/// Removes a folder that dying processes may still write to.
fn remove(folder: &Path) {
    let started = Instant::now();
    while std::fs::remove_dir_all(folder).is_err() && folder.exists() && started.elapsed() < REMOVE {
        std::thread::sleep(POLL);
    }
}

#[cfg(test)]
mod tests {
    use super::socket_in;

    #[test]
    fn a_port_file_is_read_only_when_it_is_whole() {
        for (text, expected) in [
            ("4123\n/devtools/browser/a-b", Some("ws://127.0.0.1:4123/devtools/browser/a-b")),
            ("4123\n", None),
            ("70000\n/devtools/browser/a", None),
            ("4123\n/other", None),
            ("", None),
        ] {
            assert_eq!(socket_in(text).as_deref(), expected, "{text:?}");
        }
    }
}
