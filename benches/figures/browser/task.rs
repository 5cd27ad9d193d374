//! What a task of 30 steps on large pages sends to a model: the same scripted decisions, taken by each agent in its own way.
//!
//! EDITH and browser-use are agents and send what they send. Playwright MCP is a server of tools without an agent: around it stands the plainest one,
//! which keeps the whole conversation and looks again only where it has no reference for the next step.

use std::cell::RefCell;
use std::collections::HashMap;
use std::process::{Command, Stdio};
use std::rc::Rc;

use edith_lab::model_server::Request;
use edith_lab::{chromium, process, pypi, say};
use edith_page::budget;
use serde_json::{Value, json};
use xtask::bench::{Contender, Figure, Reason};

use super::peer::Mcp;
use super::recall::{BROWSER_USE, VIEWPORT};
use super::{Arena, number};

/// The pages, of about a thousand elements each.
const PAGES: [&str; 3] = ["speed/list/1000", "speed/list/1008", "speed/list/1016"];

/// Servers with a cache take up what an earlier prompt began with, in blocks of 128 tokens from 1,024 on (OpenAI's guide to prompt caching).
const BLOCK: usize = 128;
const LEAST_CACHED: usize = 1_024;

/// What a cached token costs of a sent one, at most servers.
const CACHED_PRICE: f64 = 0.1;

const TASK: &str =
    "On each of the three pages of lamps search for lamp, mark lamps for comparison and put two of them into the cart.";

/// A decision that every agent takes alike.
#[derive(Clone)]
enum Decision {
    Open(String),
    Type { field: &'static str, text: &'static str },
    Press { role: &'static str, name: &'static str, nth: usize },
}

/// Thirty of them: ten on each page.
fn decisions(origin: &str) -> Vec<Decision> {
    let on_page = |path: &&str| {
        let press = |role, name, nth| Decision::Press { role, name, nth };
        let begin = [Decision::Open(format!("{origin}/{path}")), Decision::Type { field: "Search", text: "lamp" }];
        let marks = (0..6).map(move |nth| press("checkbox", "Compare", nth));
        let buys = (0..2).map(move |nth| press("button", "Add to cart", nth));
        begin.into_iter().chain(marks).chain(buys).collect::<Vec<_>>()
    };
    PAGES.iter().flat_map(on_page).collect()
}

/// The prompts of a whole task, as one text each: the tools, then the messages.
type Prompts = Vec<String>;

fn prompts(arena: &Arena, who: Who) -> Result<Prompts, Reason> {
    let decisions = decisions(&arena.sites.origin);
    let prompts = match who {
        Who::Edith => edith(arena, &decisions),
        Who::Playwright => playwright(arena, &decisions),
        Who::BrowserUse => browser_use(&decisions),
    }?;
    println!("  {:<16} {} turns, {} tokens in the last", who.name(), prompts.len(), tokens(prompts.last()));
    Ok(prompts)
}

fn tokens(prompt: Option<&String>) -> usize {
    prompt.map_or(0, |prompt| budget::tokens(prompt))
}

fn edith(arena: &Arena, decisions: &[Decision]) -> Result<Prompts, Reason> {
    let mut prompts = Prompts::new();
    let mut look = String::new();
    arena.ours(|ours| {
        prompts.push(prompt_of(ours.begin_bare(TASK, "")?));
        for decision in decisions {
            let nth = |kind: &str, name: &str, nth: usize| {
                let start = format!("| {kind} | \"{name}\"");
                let uids =
                    look.lines().filter(|line| line.contains(&start)).filter_map(|line| line.split(" | ").next());
                let uids: Vec<u64> = uids.filter_map(|uid| uid.trim().parse().ok()).collect();
                uids.get(nth).copied().ok_or_else(|| format!("{kind} {name} {nth} is not in {look}"))
            };
            let (tool, arguments) = match decision {
                Decision::Open(url) => ("open_browser", json!({ "url": url })),
                Decision::Type { field, text } => {
                    ("type_text", json!({ "uid": nth("INPUT", field, 0)?, "text": text }))
                }
                Decision::Press { role, name, nth: at } => {
                    ("click", json!({ "uid": nth(&role.to_uppercase(), name, *at)? }))
                }
            };
            let (told, _) = ours.call(tool, arguments)?;
            if told.contains("ELEMENTS (uid") {
                look = told;
            }
            prompts.push(prompt_of(ours.asked()?));
        }
        Ok(())
    })?;
    Ok(prompts)
}

/// A request as a text: its tools, then its messages.
fn prompt_of(request: &Request) -> String {
    let tools = request.body.get("tools").unwrap_or(&Value::Null).to_string();
    let messages = request.messages().iter().map(message_text);
    std::iter::once(tools).chain(messages).collect::<Vec<_>>().join("\n")
}

fn message_text(message: &Value) -> String {
    let content = match message.get("content") {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Null) | None => String::new(),
        Some(other) => other.to_string(),
    };
    let calls = message.get("tool_calls").map(Value::to_string).unwrap_or_default();
    let role = message.get("role").and_then(Value::as_str).unwrap_or_default();
    format!("{role}: {content}{calls}")
}

fn playwright(arena: &Arena, decisions: &[Decision]) -> Result<Prompts, Reason> {
    arena.server(&arena.playwright, Mcp::playwright, |server| {
        let tools = server.tools()?.to_string();
        let mut messages =
            vec!["system: You do tasks in a browser with your tools.".to_owned(), format!("user: {TASK}")];
        let mut prompts = Prompts::new();
        let mut look = String::new();
        for decision in decisions {
            let nth = |look: &str, role: &str, name: &str, nth: usize| {
                let start = format!("- {role} \"{name}\"");
                let references = look.lines().filter(|line| line.contains(&start));
                let references = references.filter_map(|line| line.split_once("[ref=")?.1.split(']').next());
                references.map(str::to_owned).nth(nth)
            };
            let target = |look: &str| match decision {
                Decision::Open(_) => Some(String::new()),
                Decision::Type { field, .. } => nth(look, "textbox", field, 0),
                Decision::Press { role, name, nth: at } => nth(look, role, name, *at),
            };
            let mut turn = |server: &mut Mcp, tool: &str, arguments: Value| {
                prompts
                    .push(std::iter::once(&tools).chain(&messages).map(String::as_str).collect::<Vec<_>>().join("\n"));
                let told = server.call(tool, arguments.clone())?.text;
                messages.push(format!("assistant: {}", json!([{ "name": tool, "arguments": arguments }])));
                messages.push(format!("tool: {told}"));
                Ok::<_, Reason>(told)
            };
            if target(&look).is_none() {
                look = turn(server, "browser_snapshot", json!({}))?;
            }
            let target = target(&look).ok_or_else(|| format!("not in {look}"))?;
            let told = match decision {
                Decision::Open(url) => turn(server, "browser_navigate", json!({ "url": url }))?,
                Decision::Type { field, text } => {
                    turn(server, "browser_type", json!({ "element": field, "target": target, "text": text }))?
                }
                Decision::Press { name, .. } => {
                    turn(server, "browser_click", json!({ "element": name, "target": target }))?
                }
            };
            if matches!(decision, Decision::Open(_)) {
                look = told;
            }
        }
        prompts.push(std::iter::once(&tools).chain(&messages).map(String::as_str).collect::<Vec<_>>().join("\n"));
        Ok(prompts)
    })
}

fn browser_use(decisions: &[Decision]) -> Result<Prompts, Reason> {
    let python = pypi::environment(BROWSER_USE.0, BROWSER_USE.1)?;
    let decision = |decision: &Decision| match decision {
        Decision::Open(url) => json!({ "open": url }),
        Decision::Type { field, text } => json!({ "type": [field, text] }),
        Decision::Press { role, name, nth } => json!({ "press": [role, name, nth] }),
    };
    let decisions = Value::Array(decisions.iter().map(decision).collect());
    let folder = tempfile::tempdir()?;
    let told = folder.path().join("decisions.json");
    std::fs::write(&told, decisions.to_string())?;
    let mut command = Command::new(python);
    command.arg("-c").arg(include_str!("task_browser_use.py")).arg(chromium::find_chromium()?.program);
    command.args([VIEWPORT.0.to_string(), VIEWPORT.1.to_string()]).arg(TASK);
    command.stdin(Stdio::from(std::fs::File::open(&told)?));
    let printed = process::output(&mut command)?;
    let prompt = |line: &str| {
        let told: Value = serde_json::from_str(line)?;
        Ok(told.get("prompt").and_then(Value::as_str).unwrap_or_default().to_owned())
    };
    printed.lines().filter(|line| line.starts_with('{')).map(prompt).collect()
}

/// The tokens that a server with a cache takes up from an earlier prompt.
fn cached(prompts: &Prompts, at: usize) -> usize {
    let Some(prompt) = prompts.get(at) else { return 0 };
    let common = |earlier: &String| {
        let same = prompt.bytes().zip(earlier.bytes()).take_while(|(one, other)| one == other).count();
        let same = (0..=same).rev().find(|&end| prompt.is_char_boundary(end)).unwrap_or(0);
        budget::tokens(prompt.get(..same).unwrap_or_default())
    };
    let longest = prompts.iter().take(at).map(common).max().unwrap_or(0);
    if longest < LEAST_CACHED { 0 } else { longest / BLOCK * BLOCK }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Who {
    Edith,
    Playwright,
    BrowserUse,
}

impl Who {
    fn name(self) -> &'static str {
        match self {
            Self::Edith => "EDITH",
            Self::Playwright => "Playwright MCP",
            Self::BrowserUse => "browser-use",
        }
    }
}

/// The figures: all tokens sent, those of them that no cache had, and what they cost in tokens at the usual price of a cached one.
pub(super) fn figures(arena: &Rc<Arena>) -> Vec<Figure<'static>> {
    let mut agents = vec![Who::Edith];
    if arena.peers {
        agents.push(Who::Playwright);
    }
    if process::which("python3").is_some() || process::which("python").is_some() {
        agents.push(Who::BrowserUse);
    } else {
        say("there is no Python: measuring a task's tokens without browser-use");
    }
    let sent: Rc<RefCell<HashMap<Who, Prompts>>> = Rc::default();
    let of = |part: fn(usize, usize) -> f64| {
        let contender = |&who: &Who| {
            let (arena, sent) = (Rc::clone(arena), Rc::clone(&sent));
            Contender::counted(who.name(), move || {
                let known = sent.borrow().get(&who).cloned();
                let prompts = match known {
                    Some(prompts) => prompts,
                    None => prompts(&arena, who)?,
                };
                let each = (0..prompts.len()).map(|at| part(tokens(prompts.get(at)), cached(&prompts, at)));
                let sum = each.sum();
                sent.borrow_mut().insert(who, prompts);
                Ok(sum)
            })
        };
        agents.iter().map(contender).collect::<Vec<_>>()
    };
    let figure = |name: &str, contenders| {
        let mut figure = Figure::count(format!("tokens of a task of 30 steps: {name}"), "tokens", contenders);
        figure.rounds = 1;
        figure
    };
    vec![
        figure("sent", of(|all, _| number(all))),
        figure("sent and not cached", of(|all, cached| number(all - cached))),
        figure("price, in uncached tokens", of(|all, cached| number(all - cached) + CACHED_PRICE * number(cached))),
    ]
}
