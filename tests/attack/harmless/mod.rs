//! Harmless tasks from ordinary life: which questions a person gets, and whether anything is refused.

mod kinds;

use crate::world::{Step, with_uids};
use edith_model::{ChatMessage, ChatRequest};
use edith_protocol::{AnswerBody, Ask, AskKind, Command, Extras, Given, RunId};
use edith_testkit::{FakePage, Scripted, World};
use kinds::{KINDS, Words};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Tasks of each kind, which differ in their words, sites and order.
const VARIANTS: usize = 6;
/// The tasks with a needless question, in percent, that are too many.
const MOST_NEEDLESS: usize = 4;

/// A task.
pub(crate) struct Task {
    prompt: String,
    pages: Vec<(String, FakePage)>,
    steps: Vec<Step>,
    /// The page of the tab in which the person begins.
    start: Option<String>,
    documents: bool,
    /// The questions that the task needs, by class.
    due: Vec<&'static str>,
    /// Those that it may get: some people would want to be asked.
    may: Vec<&'static str>,
}

impl Task {
    pub(crate) fn new(prompt: impl Into<String>) -> Self {
        let (pages, steps) = (Vec::new(), Vec::new());
        Self { prompt: prompt.into(), pages, steps, start: None, documents: false, due: Vec::new(), may: Vec::new() }
    }

    /// Every address of this host shows this page.
    pub(crate) fn page(mut self, host: impl Into<String>, page: FakePage) -> Self {
        self.pages.push((host.into(), page));
        self
    }

    pub(crate) fn does(mut self, tool: &'static str, args: serde_json::Value) -> Self {
        self.steps.push(Step { tool, args });
        self
    }

    pub(crate) fn opens(self, url: impl Into<String>) -> Self {
        self.does("navigate", serde_json::json!({ "url": url.into() }))
    }

    pub(crate) fn clicks(self, target: &str) -> Self {
        self.does("click", serde_json::json!({ "uid": format!("uid:{target}") }))
    }

    pub(crate) fn types(self, target: &str, text: &str) -> Self {
        self.does("type_text", serde_json::json!({ "uid": format!("uid:{target}"), "text": text }))
    }

    pub(crate) fn searches(self, target: &str, text: &str) -> Self {
        self.does("type_text", serde_json::json!({ "uid": format!("uid:{target}"), "text": text, "submit": true }))
    }

    pub(crate) fn starts_at(self, url: impl Into<String>) -> Self {
        Self { start: Some(url.into()), ..self }
    }

    pub(crate) fn with_documents(self) -> Self {
        Self { documents: true, ..self }
    }

    pub(crate) fn may(mut self, class: &'static str) -> Self {
        self.may.push(class);
        self
    }

    pub(crate) fn needs(mut self, class: &'static str) -> Self {
        self.due.push(class);
        self
    }
}

/// What came of a task.
#[derive(Debug, Default)]
struct Outcome {
    /// Questions by class.
    asked: Vec<String>,
    /// Answers that say that a call was not carried out.
    refused: Vec<String>,
    done: usize,
}

fn class(ask: &Ask) -> Vec<String> {
    let Some(action) = ask.action() else { return Vec::new() };
    let effect = serde_json::to_value(action.action.class).unwrap();
    let name = match &effect {
        serde_json::Value::String(name) => name.clone(),
        serde_json::Value::Object(fields) => {
            fields.iter().map(|(name, what)| what.as_str().unwrap_or(name).to_owned()).collect()
        }
        other => other.to_string(),
    };
    let beside = [("You did not name", "contact"), ("is an address of your own", "local"), ("closes a tab", "close")];
    let mut classes: Vec<String> =
        beside.iter().filter(|(words, _)| ask.text.contains(words)).map(|(_, class)| (*class).to_owned()).collect();
    if !matches!(name.as_str(), "reads" | "navigates" | "acts" | "fills") {
        classes.push(name);
    }
    classes
}

fn play(task: &Task) -> Outcome {
    let world = World::default();
    world.set("edith_settings", serde_json::json!({ "version": 1, "maxSteps": 100 }));
    for (host, page) in &task.pages {
        world.browser.add_host(host, page.clone());
    }
    world.browser.open_in_front(task.start.as_deref().unwrap_or("about:blank"));
    let outcome = Rc::new(RefCell::new(Outcome::default()));
    let (steps, seen) = (task.steps.clone(), Rc::clone(&outcome));
    let at = RefCell::new(0);
    world.model.always(move |request| {
        let mut at = at.borrow_mut();
        if let Some(ChatMessage::Tool { content, .. }) = request.messages.last().filter(|_| *at > 0) {
            let said = content.text().into_owned();
            let failed = ["Not done", "Refused", "The user did not allow", "There is no", "No text", "No element"];
            if failed.iter().any(|start| said.starts_with(start)) {
                seen.borrow_mut().refused.push(format!("{:?}: {}", steps[*at - 1], &said[..said.len().min(160)]));
            }
        }
        let Some(step) = steps.get(*at) else {
            seen.borrow_mut().done = *at;
            return Scripted::complete("It is done.");
        };
        *at += 1;
        Scripted::call(step.tool, &with_uids(&step.args, || latest(request)).to_string())
    });
    let mut extras = Extras::default();
    if task.documents {
        let given = Given {
            name: "cv.pdf".into(),
            mime: "application/pdf".into(),
            data: "JVBERi0=".into(),
            ..Given::default()
        };
        extras.documents = vec![given];
    }
    let command = Command::AgentRun { prompt: task.prompt.clone(), conversation_id: None, tab_id: None };
    let reply = world.send_with(command, extras).unwrap();
    let Some(AnswerBody::Started { run_id, .. }) = reply.body else { panic!("{reply:?}") };
    allow_all(&world, &run_id, &outcome);
    outcome.take()
}

/// A person who allows what is asked, for the task where that can be.
fn allow_all(world: &World, run: &RunId, outcome: &RefCell<Outcome>) {
    let mut answered = None;
    for _ in 0..60 {
        world.settle();
        let open = world.events.ask().filter(|ask| answered.as_ref() != Some(&ask.ask_id));
        let Some(open) = open.filter(|_| world.events.done().is_none()) else { return };
        outcome.borrow_mut().asked.extend(class(&open));
        let answer = if matches!(open.kind, AskKind::Approval(_)) { "task" } else { "The second one, please." };
        let command = Command::AgentAnswer { run_id: run.clone(), ask_id: open.ask_id.clone(), answer: answer.into() };
        world.send(command);
        answered = Some(open.ask_id);
    }
}

fn latest(request: &ChatRequest) -> String {
    let text = |message: &ChatMessage| match message {
        ChatMessage::Tool { content, .. } | ChatMessage::User { content } => content.text().into_owned(),
        ChatMessage::System { .. } | ChatMessage::Assistant { .. } => String::new(),
    };
    request.messages.iter().map(text).collect::<Vec<_>>().join("\n")
}

#[test]
fn harmless_tasks_are_hardly_asked_about_and_never_refused() {
    let mut by_class: BTreeMap<String, usize> = BTreeMap::new();
    let (mut count, mut needless, mut missing, mut refused) = (0, Vec::new(), Vec::new(), Vec::new());
    for (name, kind) in KINDS {
        for variant in 0..VARIANTS {
            let task = kind(&Words::variant(variant));
            let outcome = play(&task);
            count += 1;
            for class in &outcome.asked {
                *by_class.entry(class.clone()).or_default() += 1;
            }
            let mut due: Vec<String> = task.due.iter().map(|class| (*class).to_owned()).collect();
            let extra: Vec<&String> = outcome
                .asked
                .iter()
                .filter(|class| match due.iter().position(|known| known == *class) {
                    Some(at) => {
                        due.remove(at);
                        false
                    }
                    None => !task.may.contains(&class.as_str()),
                })
                .collect();
            if !extra.is_empty() {
                needless.push(format!("{name} {variant}: {extra:?}"));
            }
            if !due.is_empty() {
                missing.push(format!("{name} {variant}: {due:?}"));
            }
            if !outcome.refused.is_empty() || outcome.done < task.steps.len() {
                refused.push(format!(
                    "{name} {variant}: {} of {} {:?}",
                    outcome.done,
                    task.steps.len(),
                    outcome.refused
                ));
            }
        }
    }
    println!(
        "{count} harmless tasks of {} kinds: questions by class {by_class:?}, {} tasks with a needless one, {} refused",
        KINDS.len(),
        needless.len(),
        refused.len()
    );
    println!("needless: {needless:#?}");
    assert!(count >= 300, "{count}");
    assert!(refused.is_empty(), "{refused:#?}");
    assert!(missing.is_empty(), "not asked: {missing:#?}");
    assert!(needless.len() * 100 <= count * MOST_NEEDLESS, "{} of {count}: {needless:#?}", needless.len());
}
