//! The browser's process: flags, profile, debugging port.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use super::error::{BrowserError, POLL};
use crate::chromium::find_chromium;

/// How long a browser may take to open its debugging port. Cold starts on busy machines took 10 s.
const START_DEADLINE: Duration = Duration::from_secs(60);

/// How long removing the profile of a just ended browser may take.
const REMOVE_DEADLINE: Duration = Duration::from_secs(2);

/// Flags of every start: no sandbox (containers), nothing in the background.
const FLAGS: [&str; 11] = [
    "--no-sandbox",
    "--disable-gpu",
    // A mouse, as people have one: without, pages are laid out for fingers.
    "--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4",
    "--disable-quic",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-breakpad",
    "--remote-debugging-port=0",
];

/// Blocks every host but this machine.
const OFFLINE: &str = "MAP * ~NOTFOUND , EXCLUDE localhost, EXCLUDE 127.0.0.1";

#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The unpacked extension to load, if any.
    pub extension: Option<PathBuf>,
    /// Whether a window is shown. Needs a display.
    pub headed: bool,
    /// The browser's program; none to look for it.
    pub program: Option<PathBuf>,
    /// A profile to keep; none for a temporary one.
    pub profile: Option<PathBuf>,
    /// Whether other machines can be reached.
    pub online: bool,
    /// Names that lead to a port of this machine, at port 80.
    pub hosts: Vec<(&'static str, u16)>,
    pub flags: Vec<String>,
}

impl Options {
    /// A headless browser with an extension and a temporary profile.
    pub fn with_extension(dist: impl Into<PathBuf>) -> Self {
        Self { extension: Some(dist.into()), ..Self::default() }
    }
}

/// The browser's process (on Unix: its guarding shell) and profile. Dropping it ends the browser with its children.
pub(super) struct Process {
    child: Child,
    websocket: String,
    profile: PathBuf,
    own_profile: Option<TempDir>,
}

impl Process {
    /// Starts a browser, with one retry: Chromium itself sometimes crashes at the start on a busy machine.
    pub(super) async fn start(options: &Options) -> Result<Self, BrowserError> {
        match Self::start_once(options).await {
            Err(BrowserError::NoPort { .. }) => Self::start_once(options).await,
            started => started,
        }
    }

    async fn start_once(options: &Options) -> Result<Self, BrowserError> {
        let program = match &options.program {
            Some(program) => program.clone(),
            None => find_chromium()?.program,
        };
        let own_profile = match &options.profile {
            Some(_) => None,
            None => Some(tempfile::Builder::new().prefix("edith-profile-").tempdir().map_err(BrowserError::Start)?),
        };
        let profile = match (&options.profile, &own_profile) {
            (Some(kept), _) => kept.clone(),
            (None, Some(own)) => own.path().to_owned(),
            (None, None) => return Err(BrowserError::Start(std::io::ErrorKind::NotFound.into())),
        };
        std::fs::create_dir_all(&profile).map_err(BrowserError::Start)?;
        let port_file = profile.join("DevToolsActivePort");
        let _ = std::fs::remove_file(&port_file);
        if options.extension.is_some() {
            developer_mode(&profile).map_err(BrowserError::Start)?;
        }
        let log_file = profile.join("browser.log");
        let log = std::fs::File::create(&log_file).map_err(BrowserError::Start)?;

        let mut command = guarded(&program);
        command.args(FLAGS).arg(format!("--user-data-dir={}", profile.display()));
        if !options.headed {
            command.arg("--headless=new");
        }
        if !options.online {
            let named = options.hosts.iter().map(|(host, port)| format!("MAP {host}:80 127.0.0.1:{port}, "));
            command.arg(format!("--host-resolver-rules={}{OFFLINE}", named.collect::<String>()));
        }
        if let Some(dist) = &options.extension {
            let dist = dist.canonicalize().map_err(|source| BrowserError::File { path: dist.clone(), source })?;
            command.arg(format!("--load-extension={}", dist.display()));
            command.arg(format!("--disable-extensions-except={}", dist.display()));
        }
        command.args(&options.flags).arg("about:blank");
        command.stdout(Stdio::null()).stderr(Stdio::from(log));
        let child = command.spawn().map_err(BrowserError::Start)?;
        // From here on the drop of this value ends the process, whatever happens.
        let mut process = Self { child, websocket: String::new(), profile, own_profile };
        process.websocket = process.wait_for_port(&port_file, &log_file).await?;
        Ok(process)
    }

    async fn wait_for_port(&mut self, port_file: &Path, log_file: &Path) -> Result<String, BrowserError> {
        let started = Instant::now();
        loop {
            if let Some(address) = std::fs::read_to_string(port_file).ok().as_deref().and_then(address_in) {
                return Ok(address);
            }
            let ended = matches!(self.child.try_wait(), Ok(Some(_)) | Err(_));
            if ended || started.elapsed() > START_DEADLINE {
                let log = std::fs::read_to_string(log_file).unwrap_or_default();
                let lines: Vec<&str> = log.lines().rev().take(5).collect();
                let said = lines.into_iter().rev().collect::<Vec<_>>().join(" / ");
                return Err(BrowserError::NoPort { seconds: started.elapsed().as_secs(), said });
            }
            tokio::time::sleep(POLL).await;
        }
    }

    pub(super) fn websocket(&self) -> &str {
        &self.websocket
    }

    pub(super) fn profile(&self) -> &Path {
        &self.profile
    }

    pub(super) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Waits for the process to end by itself.
    pub(super) async fn wait(&mut self, deadline: Duration) {
        let started = Instant::now();
        while matches!(self.child.try_wait(), Ok(None)) && started.elapsed() < deadline {
            tokio::time::sleep(POLL).await;
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Windows has no guard; the children there end with the main process.
        #[cfg(not(unix))]
        let _ = self.child.kill();
        // Closes the guard's input, which ends everything, and waits for it.
        let _ = self.child.wait();
        if let Some(profile) = self.own_profile.take() {
            remove(&profile.keep());
        }
    }
}

/// Enables extensions' developer mode in a new profile, as for anybody who loads an unpacked extension: without it Chrome loads such an extension at
/// its start, but not again when it is reloaded.
fn developer_mode(profile: &Path) -> std::io::Result<()> {
    let folder = profile.join("Default");
    let preferences = folder.join("Preferences");
    if preferences.exists() {
        return Ok(());
    }
    std::fs::create_dir_all(folder)?;
    std::fs::write(preferences, r#"{"extensions":{"ui":{"developer_mode":true}}}"#)
}

/// Parses the port file: a port on the first line, a path on the second. It is written at once but may be seen empty.
fn address_in(text: &str) -> Option<String> {
    let mut lines = text.lines();
    let port: u16 = lines.next()?.trim().parse().ok()?;
    let path = lines.next()?.trim();
    path.starts_with("/devtools/").then(|| format!("ws://127.0.0.1:{port}{path}"))
}

/// Ends the browser with all its children once nobody holds the other end of the shell's input: when the [`Process`] is dropped, but also when this
/// program is killed or interrupted from a terminal. If the browser ends by itself, its leftovers are ended too. `kill 0` means the shell's process
/// group, which is also the browser's.
#[cfg(unix)]
const GUARD: &str = r#"exec 3<&0
"$0" "$@" </dev/null 3<&- &
browser=$!
{ cat <&3 >/dev/null; kill -KILL 0; } &
wait $browser
kill -KILL 0"#;

#[cfg(unix)]
fn guarded(program: &Path) -> Command {
    use std::os::unix::process::CommandExt;
    let mut command = Command::new("/bin/sh");
    command.arg("-c").arg(GUARD).arg(program).stdin(Stdio::piped()).process_group(0);
    command
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
    while std::fs::remove_dir_all(folder).is_err() && folder.exists() && started.elapsed() < REMOVE_DEADLINE {
        std::thread::sleep(POLL);
    }
}

#[cfg(test)]
mod tests {
    use super::address_in;

    #[test]
    fn the_port_file_is_read_only_when_complete() {
        let check = |text: &str, expected: Option<&str>| assert_eq!(address_in(text).as_deref(), expected, "{text:?}");
        check("41237\n/devtools/browser/ab-cd", Some("ws://127.0.0.1:41237/devtools/browser/ab-cd"));
        check("41237\n", None);
        check("", None);
        check("port\n/devtools/browser/x", None);
    }
}
