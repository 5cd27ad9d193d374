//! The servers, at exact versions, started on a free port of this machine.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use edith_lab::{npm, paths, pypi};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::process::{Child, Command};
use xtask::bench::Reason;

/// How long a server may take to start.
const STARTS: Duration = Duration::from_secs(60);

/// A server that could not be started here.
#[derive(Debug)]
pub(super) struct Skipped {
    pub name: String,
    pub reason: String,
}

/// A server that runs until it is dropped.
pub(super) struct Served {
    pub name: &'static str,
    pub url: String,
    pub transport: &'static str,
    /// Arguments of tools for which a schema says too little, and the tool that works long.
    pub arguments: fn(&str) -> Option<Value>,
    pub long: Option<(&'static str, Value)>,
    _program: Child,
}

/// A server as it is started.
pub(super) struct Server {
    name: &'static str,
    path: &'static str,
    transport: &'static str,
    command: fn(u16) -> Result<Command, Reason>,
    arguments: fn(&str) -> Option<Value>,
    long: fn() -> Option<(&'static str, Value)>,
}

impl Server {
    /// Whether its name has this in it.
    pub(super) fn is_called(&self, part: &str) -> bool {
        self.name.contains(part)
    }

    /// Installs it if needed, starts it, and waits until it takes connections.
    pub(super) async fn start(&self) -> Result<Served, Skipped> {
        let skipped = |reason: String| Skipped { name: self.name.to_owned(), reason };
        let port = std::net::TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
        let port = port.map_err(|error| skipped(error.to_string()))?.port();
        let mut command = (self.command)(port).map_err(|error| skipped(error.to_string()))?;
        // What a server leaves behind is left here.
        let place = paths::root().join("target/tmp");
        std::fs::create_dir_all(&place).map_err(|error| skipped(error.to_string()))?;
        command.current_dir(place);
        command.env("PORT", port.to_string()).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut program = command.kill_on_drop(true).spawn().map_err(|error| skipped(error.to_string()))?;
        let began = std::time::Instant::now();
        while TcpStream::connect(("127.0.0.1", port)).await.is_err() {
            if let Ok(Some(status)) = program.try_wait() {
                return Err(skipped(format!("it ended at once ({status})")));
            }
            if began.elapsed() > STARTS {
                return Err(skipped(format!("it does not listen after {} s", STARTS.as_secs())));
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        Ok(Served {
            name: self.name,
            url: format!("http://127.0.0.1:{port}{}", self.path),
            transport: self.transport,
            arguments: self.arguments,
            long: (self.long)(),
            _program: program,
        })
    }
}

/// All of them.
pub(super) fn all() -> Vec<Server> {
    let sample = |name, path, transport, command| Server {
        name,
        path,
        transport,
        command,
        arguments: none,
        long: || Some(("works", json!({ "steps": 200 }))),
    };
    let everything = |name, path, transport, command| Server {
        name,
        path,
        transport,
        command,
        arguments: |tool| Some(json!({ "url": "https://example.com/" })).filter(|_| tool == "trigger-url-elicitation"),
        long: || Some(("trigger-long-running-operation", json!({ "duration": 60, "steps": 60 }))),
    };
    vec![
        everything("server-everything 2026.8.31", "/mcp", "HTTP", |_| node_everything("streamableHttp")),
        everything("server-everything 2026.8.31", "/sse", "SSE", |_| node_everything("sse")),
        sample("Python SDK 2.3.0", "/mcp", "HTTP", |_| python("mcp", "2.3.0", "sdk", "http")),
        sample("Python SDK 2.3.0", "/sse", "SSE", |_| python("mcp", "2.3.0", "sdk", "sse")),
        sample("Python SDK 1.30.0", "/mcp", "HTTP", |_| python("mcp", "1.30.0", "sdk", "http")),
        sample("FastMCP 4.2.3, OAuth", "/mcp", "HTTP", |_| python("fastmcp", "4.2.3", "fastmcp", "oauth")),
        Server {
            name: "Playwright MCP 0.0.83",
            path: "/mcp",
            transport: "HTTP",
            command: playwright,
            arguments: |tool| Some(json!({ "url": "about:blank" })).filter(|_| tool == "browser_navigate"),
            long: || None,
        },
        Server {
            name: "server-filesystem 2026.8.31 behind supergateway 4.0.0",
            path: "/mcp",
            transport: "HTTP",
            command: filesystem,
            arguments: in_folder,
            long: || None,
        },
        Server {
            name: "mcp-server-time 2026.10.19 behind mcp-proxy 0.13.0",
            path: "/mcp",
            transport: "HTTP",
            command: time,
            arguments: of_time,
            long: || None,
        },
    ]
}

fn none(_: &str) -> Option<Value> {
    None
}

fn node_everything(transport: &str) -> Result<Command, Reason> {
    let folder = npm::package("@modelcontextprotocol/server-everything", "2026.8.31")?;
    let mut command = Command::new("node");
    command.arg(folder.join("dist/index.js")).arg(transport);
    Ok(command)
}

/// The sample of both Python packages.
fn python(package: &str, version: &str, kind: &str, transport: &str) -> Result<Command, Reason> {
    let mut command = Command::new(pypi::environment(package, version)?);
    command.arg(paths::root().join("benches/figures/mcp_servers/server.py")).args([kind, transport]);
    Ok(command)
}

fn playwright(port: u16) -> Result<Command, Reason> {
    let folder = npm::package("@playwright/mcp", "0.0.83")?;
    let mut command = Command::new("node");
    command.arg(folder.join("cli.js")).args([
        "--headless",
        "--isolated",
        "--no-sandbox",
        "--allowed-hosts",
        "*",
        "--port",
        &port.to_string(),
    ]);
    command.arg("--executable-path").arg(edith_lab::chromium::find_chromium()?.program);
    Ok(command)
}

/// A folder that a server may use.
fn folder() -> PathBuf {
    paths::root().join("target/tmp/mcp-files")
}

fn filesystem(port: u16) -> Result<Command, Reason> {
    std::fs::create_dir_all(folder())?;
    for name in ["a.txt", "b.txt"] {
        std::fs::write(folder().join(name), "one\ntwo\n")?;
    }
    let server = npm::package("@modelcontextprotocol/server-filesystem", "2026.8.31")?.join("dist/index.js");
    let program = format!("node {} {}", server.display(), folder().display());
    let mut command = Command::new("node");
    command.arg(npm::package("supergateway", "4.0.0")?.join("dist/index.js"));
    command.args([
        "--stdio",
        &program,
        "--outputTransport",
        "streamableHttp",
        "--stateful",
        "--port",
        &port.to_string(),
    ]);
    Ok(command)
}

fn in_folder(tool: &str) -> Option<Value> {
    let at = |name: &str| folder().join(name).display().to_string();
    Some(match tool {
        "read_multiple_files" => json!({ "paths": [at("a.txt")] }),
        "write_file" => json!({ "path": at("c.txt"), "content": "three" }),
        "edit_file" => json!({ "path": at("b.txt"), "edits": [{ "oldText": "one", "newText": "1" }] }),
        "create_directory" => json!({ "path": at("d") }),
        "move_file" => json!({ "source": at("c.txt"), "destination": at(&format!("e{}.txt", fastrand::u32(..))) }),
        "search_files" => json!({ "path": at(""), "pattern": "a*" }),
        "list_allowed_directories" => json!({}),
        "list_directory" | "list_directory_with_sizes" | "directory_tree" => json!({ "path": at("") }),
        _ => json!({ "path": at("a.txt") }),
    })
}

fn of_time(tool: &str) -> Option<Value> {
    Some(match tool {
        "convert_time" => json!({ "source_timezone": "Europe/Oslo", "time": "14:30", "target_timezone": "Asia/Tokyo" }),
        _ => json!({ "timezone": "Europe/Oslo" }),
    })
}

fn time(port: u16) -> Result<Command, Reason> {
    let beside = |python: &Path, name: &str| python.with_file_name(name);
    let server = beside(&pypi::environment("mcp-server-time", "2026.10.19")?, "mcp-server-time");
    let proxy = beside(&pypi::environment("mcp-proxy", "0.13.0")?, "mcp-proxy");
    let mut command = Command::new(proxy);
    command
        .args(["--host", "127.0.0.1", "--port", &port.to_string(), "--allow-origin", "*", "--pass-environment"])
        .arg(server);
    Ok(command)
}
