//! The interface of the contenders: anything that opens a page, looks at it and clicks.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use edith_lab::{chromium, npm, process};
use serde_json::{Value, json};
use xtask::bench::Reason;

use super::recall;

/// The version of the Model Context Protocol in use.
const PROTOCOL: &str = "2025-06-18";

/// The peers' packages at the versions of the documented figures.
const PLAYWRIGHT: (&str, &str, &str) = ("@playwright/mcp", "0.0.83", "cli.js");
const DEVTOOLS: (&str, &str, &str) = ("chrome-devtools-mcp", "1.11.0", "build/src/bin/chrome-devtools-mcp.js");

/// The time for a server to exit with its browser.
const END: Duration = Duration::from_secs(10);

/// A result for the model, with its milliseconds.
pub(super) struct Told {
    /// The text.
    pub text: String,
    /// From the call to the result.
    pub ms: f64,
}

/// A browser agent under measurement.
pub(super) trait Peer {
    /// Opens a page.
    fn open(&mut self, url: &str) -> Result<(), Reason>;
    /// Looks at the page.
    fn look(&mut self) -> Result<Told, Reason>;
    /// Clicks a button and returns the page's new state, with an extra look if the result has none.
    fn click(&mut self, label: &str) -> Result<Told, Reason>;
    /// The paths ([`recall::PATH`]) of the actionable elements that its look names within the budget.
    fn entries(&mut self) -> Result<Vec<String>, Reason>;
}

/// The roles of actionable elements.
const ROLES: [&str; 18] = [
    "button",
    "link",
    "textbox",
    "searchbox",
    "checkbox",
    "radio",
    "combobox",
    "listbox",
    "option",
    "slider",
    "switch",
    "tab",
    "menuitem",
    "menuitemcheckbox",
    "menuitemradio",
    "spinbutton",
    "treeitem",
    "Iframe",
];

/// An MCP server with its own browser.
pub(super) struct Mcp {
    kind: Kind,
    child: Child,
    /// None after shutdown: the server closes its browser and exits when its input ends.
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    calls: u64,
    last: String,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Playwright,
    DevTools,
}

impl Mcp {
    /// Starts Playwright MCP, installing it if missing.
    pub(super) fn playwright() -> Result<Self, Reason> {
        let (name, version, program) = PLAYWRIGHT;
        let script = npm::package(name, version)?.join(program);
        let flags = ["--headless", "--isolated", "--no-sandbox", "--viewport-size=1280x800", "--executable-path"];
        Self::start(Kind::Playwright, &script, &flags, &[])
    }

    /// Starts chrome-devtools-mcp, installing it if missing.
    pub(super) fn devtools() -> Result<Self, Reason> {
        let (name, version, program) = DEVTOOLS;
        let script = npm::package(name, version)?.join(program);
        let last =
            ["--viewport=1280x800", "--chromeArg=--no-sandbox", "--usageStatistics=false", "--no-page-id-routing"];
        Self::start(Kind::DevTools, &script, &["--headless", "--isolated", "--executablePath"], &last)
    }

    fn start(kind: Kind, script: &Path, flags: &[&str], last: &[&str]) -> Result<Self, Reason> {
        let node = process::which("node").ok_or("there is no Node.js")?;
        let browser = chromium::find_chromium()?.program;
        let mut command = Command::new(node);
        command.arg(script).args(flags).arg(browser).args(last);
        // Playwright MCP writes looks that it does not return into its folder.
        command.current_dir(edith_lab::paths::cache());
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().ok_or("no standard output")?);
        let mut own = Self { kind, child, input, output, calls: 0, last: String::new() };
        let client = json!({ "name": "edith-bench", "version": "1" });
        own.ask("initialize", &json!({ "protocolVersion": PROTOCOL, "capabilities": {}, "clientInfo": client }))?;
        own.write(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }))?;
        Ok(own)
    }

    fn write(&mut self, message: &Value) -> Result<(), Reason> {
        let input = self.input.as_mut().ok_or("the server is closed")?;
        writeln!(input, "{message}")?;
        Ok(input.flush()?)
    }

    fn ask(&mut self, method: &str, params: &Value) -> Result<Value, Reason> {
        self.calls += 1;
        self.write(&json!({ "jsonrpc": "2.0", "id": self.calls, "method": method, "params": params }))?;
        loop {
            let mut line = String::new();
            if self.output.read_line(&mut line)? == 0 {
                return Err(format!("the server ended during {method}").into());
            }
            let Ok(message) = serde_json::from_str::<Value>(&line) else { continue };
            if message.get("method").is_none() && message.get("id") == Some(&json!(self.calls)) {
                return message.get("result").cloned().ok_or_else(|| format!("{method}: {message}").into());
            }
        }
    }

    /// The tools that it offers, as it describes them.
    pub(super) fn tools(&mut self) -> Result<Value, Reason> {
        Ok(self.ask("tools/list", &json!({}))?.get("tools").cloned().unwrap_or_default())
    }

    /// Calls a tool and returns its text and milliseconds.
    pub(super) fn call(&mut self, tool: &str, arguments: Value) -> Result<Told, Reason> {
        let started = Instant::now();
        let result = self.ask("tools/call", &json!({ "name": tool, "arguments": arguments }))?;
        let ms = started.elapsed().as_secs_f64() * 1000.0;
        let parts = result.get("content").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        let texts: Vec<_> = parts.iter().filter_map(|part| part.get("text").and_then(Value::as_str)).collect();
        let text = texts.join("\n");
        if result.get("isError") == Some(&Value::Bool(true)) {
            return Err(format!("{tool}: {text}").into());
        }
        Ok(Told { text, ms })
    }

    /// A button's reference in the last look: `[ref=e3]` or `uid=1_2`.
    fn reference(&self, label: &str) -> Option<&str> {
        let wanted = format!("button \"{label}\"");
        let line = self.last.lines().find(|line| line.contains(&wanted))?;
        let (before, after) = match self.kind {
            Kind::Playwright => ("[ref=", ']'),
            Kind::DevTools => ("uid=", ' '),
        };
        line.split_once(before)?.1.split(after).next()
    }
}

impl Mcp {
    /// The reference in a line of its look, if that names something actionable.
    fn entry(kind: Kind, line: &str) -> Option<String> {
        let (words, before, after) = match kind {
            Kind::Playwright => (line.trim_start_matches(['-', ' ', '\'']), "[ref=", ']'),
            Kind::DevTools => (line.trim_start().split_once(' ')?.1, "uid=", ' '),
        };
        let acts = ROLES.contains(&words.split([' ', ':']).next()?) || line.contains("[cursor=pointer]");
        let reference = line.split_once(before)?.1.split(after).next()?;
        acts.then(|| reference.to_owned())
    }

    /// The paths of elements by their references. An element that cannot be found by its reference is no use to a model either, and gets none.
    fn paths(&mut self, references: &[String]) -> Result<Vec<String>, Reason> {
        let told = match self.kind {
            Kind::Playwright => {
                let code = format!(
                    "async page => Promise.all({}.map(name => page.locator('aria-ref=' + name).evaluate({}, undefined, {{ timeout: 2000 }}).catch(() => '?' + name)))",
                    json!(references),
                    recall::PATH
                );
                self.call("browser_run_code_unsafe", json!({ "code": code }))?
            }
            Kind::DevTools => {
                let function = format!("(...elements) => elements.map({})", recall::PATH);
                self.call("evaluate_script", json!({ "function": function, "args": references }))?
            }
        };
        let list =
            told.text.split_once('[').and_then(|(_, rest)| rest.rsplit_once(']')).map(|(list, _)| format!("[{list}]"));
        // The text around the list has brackets of its own.
        let list = list.as_deref().and_then(|list| {
            let ends = list.match_indices(']').map(|(at, _)| at);
            ends.filter_map(|end| serde_json::from_str::<Vec<Value>>(list.get(..=end)?).ok()).next_back()
        });
        let list = list.ok_or_else(|| format!("no paths: {}", told.text))?;
        let path = |(at, path): (usize, &Value)| match path.as_str().filter(|path| path.starts_with("html[")) {
            Some(path) => path.to_owned(),
            None => format!("?{at}"),
        };
        let paths = list.iter().enumerate().map(path).collect();
        Ok(paths)
    }
}

impl Peer for Mcp {
    fn open(&mut self, url: &str) -> Result<(), Reason> {
        match self.kind {
            Kind::Playwright => self.call("browser_navigate", json!({ "url": url }))?,
            Kind::DevTools => self.call("navigate_page", json!({ "type": "url", "url": url }))?,
        };
        self.look().map(drop)
    }

    fn look(&mut self) -> Result<Told, Reason> {
        let told = match self.kind {
            Kind::Playwright => self.call("browser_snapshot", json!({}))?,
            Kind::DevTools => self.call("take_snapshot", json!({}))?,
        };
        self.last.clone_from(&told.text);
        Ok(told)
    }

    fn click(&mut self, label: &str) -> Result<Told, Reason> {
        let reference = self.reference(label).ok_or_else(|| format!("no button {label} in {}", self.last))?.to_owned();
        match self.kind {
            Kind::Playwright => {
                let clicked = self.call("browser_click", json!({ "element": label, "target": reference }))?;
                let look = self.look()?;
                Ok(Told { text: look.text, ms: clicked.ms + look.ms })
            }
            Kind::DevTools => {
                let clicked = self.call("click", json!({ "uid": reference, "includeSnapshot": true }))?;
                self.last.clone_from(&clicked.text);
                Ok(clicked)
            }
        }
    }

    fn entries(&mut self) -> Result<Vec<String>, Reason> {
        let text = self.look()?.text;
        let references: Vec<_> = recall::cut(&text).filter_map(|line| Self::entry(self.kind, line)).collect();
        if references.is_empty() {
            return Ok(Vec::new());
        }
        self.paths(&references)
    }
}

impl Drop for Mcp {
    fn drop(&mut self) {
        self.input = None;
        let started = Instant::now();
        while started.elapsed() < END && matches!(self.child.try_wait(), Ok(None)) {
            std::thread::sleep(Duration::from_millis(20));
        }
        // Usually gone already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
