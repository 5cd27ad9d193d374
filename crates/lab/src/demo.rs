//! The demo: real tasks, done by the built extension in a real browser on the bundled sites and judged by the sites' server state, questions
//! about bundled documents, and a form filled in from a profile.

mod documents;
mod forms;
mod words;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

pub use words::DemoError;
use words::{TASK_DEADLINE, first_line};

use crate::browser::{Browser, Extension, Options, Page, RunHandle, SeenEvent, save_base64};
use crate::model_server::ModelServer;
use crate::sites::{Sites, State};
use crate::{paths, say};

#[derive(Debug, Clone, Default)]
pub struct Demo {
    pub headed: bool,
    /// A task of one's own, judged by its outcome alone.
    pub task: Option<String>,
    /// A model server instead of the built-in model.
    pub api_base: Option<String>,
    /// The variable that holds the server's key.
    pub api_key_env: Option<String>,
    pub model: Option<String>,
    /// The folder in which somebody answers each request, instead of a model server.
    pub answers: Option<PathBuf>,
    /// Whether what a task of one's own asks for is approved (once each).
    pub yes: bool,
    /// The folder for screenshots, emptied first; none: `artifacts/demo`.
    pub pictures: Option<PathBuf>,
}

impl Demo {
    /// Whether the built-in model decides.
    fn is_keyless(&self) -> bool {
        self.api_base.is_none() && self.answers.is_none()
    }

    /// Deadline of a task. Who answers by hand sets the pace.
    fn deadline(&self) -> Duration {
        if self.answers.is_some() { TASK_DEADLINE * 24 } else { TASK_DEADLINE }
    }
}

/// One task and its judgement.
struct Task {
    /// For the screenshots' names.
    name: &'static str,
    prompt: String,
    /// The conditions at the end: a sentence and whether it holds.
    judge: fn(&State, &str) -> Vec<(&'static str, bool)>,
}

fn bundled(sites: &Sites) -> Vec<Task> {
    let (shop, board) = (&sites.shop_url, &sites.board_url);
    vec![
        Task {
            name: "shop",
            prompt: format!(
                "Go to {shop}, search for lamp, tick In stock, open the cheapest, add it to the cart, then tell me the total."
            ),
            judge: |state, summary| {
                // The clip lamp would be cheaper, but is out of stock.
                let right =
                    matches!(state.shop.cart.as_slice(), [line] if line.id == "reading-lamp" && line.quantity == 1);
                vec![
                    ("the cart on the server holds one reading lamp, the cheapest in stock", right),
                    ("the answer names the total, €23.40", summary.contains("23.40")),
                    ("nothing was ordered", state.shop.orders.is_empty()),
                ]
            },
        },
        Task {
            name: "board",
            prompt: format!(
                "Go to {board}, type Buy tea into New task, select high in Priority, click Add task, then tick Water the plants."
            ),
            judge: |state, _| {
                let task = |title: &str| state.board.tasks.iter().find(|task| task.title == title);
                vec![
                    (
                        "the board on the server has the new task with high priority",
                        task("Buy tea").is_some_and(|task| task.priority == "high" && !task.done),
                    ),
                    ("the plants are watered", task("Water the plants").is_some_and(|task| task.done)),
                    ("there are four tasks", state.board.tasks.len() == 4),
                ]
            },
        },
    ]
}

/// How long the panel may take to show something.
const PANEL: Duration = Duration::from_secs(10);

/// Does the tasks with a given browser and extension.
pub async fn perform(demo: &Demo, program: &Path, dist: &Path) -> Result<(), DemoError> {
    let pictures = demo.pictures.clone().unwrap_or_else(|| paths::artifacts().join("demo"));
    clear(&pictures)?;
    let sites = Sites::start().await?;
    say(&format!("sample sites on {}", sites.origin));
    let options = Options {
        extension: Some(dist.to_owned()),
        headed: demo.headed,
        program: Some(program.to_owned()),
        // The bundled tasks with the built-in model need nothing but this machine.
        online: demo.task.is_some() || !demo.is_keyless(),
        ..Options::default()
    };
    let browser = Browser::start(&options).await?;
    say("browser started with the extension");
    let extension = browser.open_extension("sidepanel.html").await?;
    // It serves until everything is done.
    let desk = match &demo.answers {
        Some(folder) => Some(ModelServer::answered(folder).await?),
        None => None,
    };
    match (&demo.answers, &desk) {
        (Some(folder), Some(desk)) => {
            let model = json!({ "edith_api_base_url": desk.url, "edith_api_key": "none", "edith_model": "answers" });
            extension.storage_set(model).await?;
            say(&format!("each request waits for its answer in {}", folder.display()));
        }
        _ => choose_model(demo, &extension).await?,
    }

    let tasks = match &demo.task {
        Some(prompt) => vec![Task { name: "task", prompt: prompt.clone(), judge: |_, _| Vec::new() }],
        None => bundled(&sites),
    };
    let mut wrong = 0;
    for task in &tasks {
        wrong += one(demo, &browser, &extension, &sites, task, &pictures).await?;
    }
    if demo.task.is_none() {
        wrong += documents::ask(&extension, demo.deadline()).await?;
        if demo.is_keyless() {
            wrong += forms::fill(&browser, &extension, &sites).await?;
        }
    }
    extension.portraits(&pictures, "home").await?;
    // The first task's conversation, opened as a person would.
    let panel = extension.page();
    let open =
        "(() => { const tile = [...document.querySelectorAll('.tile--row')].at(-1); tile?.click(); return !!tile; })()";
    if panel.eval(open).await? == Value::Bool(true) {
        panel.wait_for("document.querySelector('.tile--row') === null", PANEL).await?;
    }
    extension.portraits(&pictures, "panel").await?;
    say(&format!("pictures are in {}", pictures.display()));
    browser.close().await?;
    if wrong > 0 {
        return Err(DemoError::Wrong(wrong));
    }
    say("everything is as it should be");
    Ok(())
}

async fn choose_model(demo: &Demo, extension: &Extension) -> Result<(), DemoError> {
    let Some(base) = &demo.api_base else {
        say("model: the built-in one, which needs no key and no network");
        return Ok(());
    };
    let key = match &demo.api_key_env {
        Some(name) => Some(std::env::var(name).map_err(|_| DemoError::NoKey(name.clone()))?),
        None => None,
    };
    extension
        .storage_set(json!({ "edith_api_base_url": base, "edith_api_key": key, "edith_model": demo.model }))
        .await?;
    say(&format!("model: {} on {base}", demo.model.as_deref().unwrap_or("the server's own choice")));
    Ok(())
}

/// Does one task; returns how many of its checks failed.
async fn one(
    demo: &Demo,
    browser: &Browser,
    extension: &Extension,
    sites: &Sites,
    task: &Task,
    pictures: &Path,
) -> Result<usize, DemoError> {
    say(&format!("task: {}", task.prompt));
    let page = browser.open_page(&sites.origin).await?;
    let tab = extension.tab_id(&sites.origin).await?;
    let run = extension.run_agent(&task.prompt, tab).await?;
    let album = Album { folder: pictures, name: task.name, page: &page };
    let done = follow(demo, extension, &run, &album).await?;
    let summary = done.text("summary");
    say(&format!("{}: {summary}", done.text("outcome")));
    let state = sites.state();
    let mut checks = vec![("the run ended as completed", done.text("outcome") == "completed")];
    checks.extend((task.judge)(&state, summary));
    for (sentence, holds) in &checks {
        say(&format!("  {} {sentence}", if *holds { "right:" } else { "WRONG:" }));
    }
    let wrong = checks.iter().filter(|(_, holds)| !holds).count();
    if wrong > 0 {
        say(&format!("  what the server remembers: {}", json!({ "shop": state.shop, "board": state.board })));
    }
    page.close().await?;
    Ok(wrong)
}

/// Prints a run's events, saves a screenshot of each step, and returns the final event.
async fn follow(
    demo: &Demo,
    extension: &Extension,
    run: &RunHandle,
    album: &Album<'_>,
) -> Result<SeenEvent, DemoError> {
    let started = Instant::now();
    let mut next = run.first_event;
    let mut last = started;
    let mut steps = 0;
    loop {
        let is_mine = |event: &SeenEvent| event.run_id() == run.run_id && event.kind() != "agent_delta";
        let left = demo.deadline().saturating_sub(started.elapsed());
        let (number, event) = extension.wait_event_from(next, "the run's next event", is_mine, left).await?;
        next = number + 1;
        match event.kind() {
            "agent_done" => return Ok(event),
            "agent_ask" => answer(demo, extension, &event).await?,
            _ => {
                // A tool has two events: at its start and, with its result, at its end.
                let over = event.message.get("result").is_some_and(|result| !result.is_null());
                let tool = event.text("tool");
                if over || tool.is_empty() {
                    let took = event.seen.saturating_duration_since(last).as_secs_f64();
                    last = event.seen;
                    say(&format!("  {}", line(&event, took)));
                }
                if over {
                    steps += 1;
                    album.save_picture(steps, &event).await;
                }
            }
        }
    }
}

/// An event's line: step, time, tool with its arguments, outcome.
fn line(event: &SeenEvent, took: f64) -> String {
    let step = event.message.get("step").and_then(Value::as_u64).unwrap_or_default();
    let tool = event.text("tool");
    if tool.is_empty() {
        return format!("{step:>2} {took:>6.2} s  {}", first_line(event.text("text"), 110));
    }
    let arguments = event.message.get("args").filter(|args| !args.is_null()).map(Value::to_string).unwrap_or_default();
    let failed = if event.message.get("ok") == Some(&Value::Bool(false)) { "FAILED " } else { "" };
    let result = first_line(event.text("result"), 70);
    format!("{step:>2} {took:>6.2} s  {tool} {}  → {failed}{result}", first_line(&arguments, 90))
}

async fn answer(demo: &Demo, extension: &Extension, ask: &SeenEvent) -> Result<(), DemoError> {
    let approval = ask.text("kind") == "approval";
    say(&format!("  {}: {}", if approval { "asks for approval" } else { "asks" }, ask.text("text")));
    for field in ["action", "origin", "values"] {
        if let Some(value) = ask.message.get(field).filter(|value| !value.is_null()) {
            say(&format!("    {field}: {value}"));
        }
    }
    // The bundled tasks are ours, on sites of ours: their author says yes.
    if approval && (demo.yes || (demo.task.is_none() && !demo.headed)) {
        extension.answer(ask, "once").await?;
        say("    approved once");
    } else if !demo.headed {
        return Err(DemoError::Asked(first_line(ask.text("text"), 120)));
    }
    Ok(())
}

/// A task's screenshots.
struct Album<'a> {
    folder: &'a Path,
    name: &'static str,
    page: &'a Page,
}

impl Album<'_> {
    /// Saves the screenshot in an event, or else takes one. A failing screenshot is no reason to stop.
    async fn save_picture(&self, number: usize, event: &SeenEvent) {
        let file = self.folder.join(format!("{}-{number:02}-{}.png", self.name, event.text("tool")));
        let kept = match event.text("screenshot") {
            "" => self.page.picture(&file).await,
            data => save_base64(&file, data),
        };
        if let Err(error) = kept {
            say(&format!("    no picture: {error}"));
        }
    }
}

/// Removes the last demo's screenshots.
fn clear(folder: &PathBuf) -> std::io::Result<()> {
    match std::fs::remove_dir_all(folder) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    std::fs::create_dir_all(folder)
}

#[cfg(test)]
mod tests {
    use super::first_line;

    #[test]
    fn long_texts_are_cut_to_one_line() {
        assert_eq!(first_line("\n a b \nc", 10), "a b");
        assert_eq!(first_line("abcdef", 3), "abc…");
    }
}
