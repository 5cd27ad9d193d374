//! A conversation as the chat shows it: messages, step cards and endings in chronological order.

use crate::state::compose::Sent;
use crate::state::form::at_end;
use crate::state::runs::{Run, Runs};
use edith_protocol::{Conversation, Ending, Message, Outcome, Role, RunId};
use std::collections::{BTreeMap, BTreeSet};

/// The runs of this many latest messages always have their steps loaded.
const LATEST: usize = 60;

/// A run at work shows so many of its steps.
const LATEST_STEPS: usize = 4;

/// An item of the chat.
#[derive(Debug, Clone, PartialEq)]
pub enum Item {
    /// A message from the user.
    Said {
        /// Unique in the chat.
        key: String,
        /// The text.
        text: String,
        /// What it refers to.
        sent: Sent,
        /// Whether it starts a turn, and so can be edited.
        begins: bool,
        /// Its run.
        run: Option<RunId>,
    },
    /// The line that replaces steps of a run until it is opened: all of a finished one, the earlier ones of one at work.
    Fold {
        /// The run.
        run: RunId,
    },
    /// A message from the model, in Markdown.
    Replied {
        /// Unique in the chat.
        key: String,
        /// The text.
        text: String,
    },
    /// A step card; its content is looked up in the run.
    Step {
        /// The run.
        run: RunId,
        /// The step.
        number: u32,
    },
    /// The sources of a research, looked up in the run.
    Sources {
        /// The run.
        run: RunId,
    },
    /// The plan of a run and how far it has come, looked up in the run.
    Plan {
        /// The run.
        run: RunId,
    },
    /// The answers of a run about documents, looked up in the run.
    Answers {
        /// The run.
        run: RunId,
    },
    /// The form of a run: how far it is, then what became of it; looked up in the run.
    Form {
        /// The run.
        run: RunId,
    },
    /// A run's final answer, streaming or complete: one item throughout, so that a reader keeps their place. Its text comes from [`answer_of`].
    Answer {
        /// The run.
        run: RunId,
    },
    /// How a run ended; a completed run's summary is the answer above it.
    Ended {
        /// The run.
        run: RunId,
        /// The outcome, its evidence and cost.
        ending: Ending,
        /// The reason in words.
        summary: String,
        /// The task, for a retry.
        prompt: String,
    },
}

impl Item {
    /// A key that is unique in the chat and changes when the item must be redrawn.
    pub fn key(&self) -> String {
        match self {
            Self::Said { key, text, sent, .. } => format!("said {key} {} {}", text.len(), sent.len()),
            Self::Replied { key, text } => format!("replied {key} {}", text.len()),
            Self::Answer { run } => format!("answer {run}"),
            Self::Fold { run } => format!("fold {run}"),
            Self::Step { run, number } => format!("step {run} {number}"),
            Self::Sources { run } => format!("sources {run}"),
            Self::Plan { run } => format!("plan {run}"),
            Self::Answers { run } => format!("answers {run}"),
            Self::Form { run } => format!("form {run}"),
            Self::Ended { run, ending, prompt, .. } => {
                format!("ended {run} {:?} {} {}", ending.outcome, ending.evidence.len(), prompt.is_empty())
            }
        }
    }
}

/// All items of a conversation. `waiting` is a prompt that was sent but is not stored yet; finished runs show their steps only if in `open`.
pub fn timeline(
    conversation: Option<&Conversation>,
    runs: &[&Run],
    waiting: Option<&str>,
    open: &[RunId],
) -> Vec<Item> {
    let messages = conversation.map_or(&[][..], |conversation| &conversation.messages);
    let mut items = Vec::new();
    let known: BTreeMap<&RunId, &Run> = runs.iter().map(|run| (&run.id, *run)).collect();
    let mut of_run: BTreeMap<&RunId, Vec<&Message>> = BTreeMap::new();
    for message in messages {
        if let Some(id) = &message.run_id {
            of_run.entry(id).or_default().push(message);
        }
    }
    let mut shown: BTreeSet<&RunId> = BTreeSet::new();
    for message in messages {
        match &message.run_id {
            None => items.extend(message_item(message, true)),
            Some(id) => {
                if let (true, Some(own)) = (shown.insert(id), of_run.get(id)) {
                    items.extend(run_items(own, known.get(id).copied(), open));
                }
            }
        }
    }
    let stored_prompt =
        messages.iter().rev().find(|message| message.role == Role::User).map(|message| &message.content);
    let mut waiting = waiting;
    // One that is over and not stored was replaced.
    for run in runs.iter().filter(|run| !shown.contains(&&run.id) && (run.is_live() || messages.is_empty())) {
        let prompt = waiting.take().unwrap_or(&run.prompt);
        // A stored prompt without a run id belongs to the chat reply that is being streamed.
        if !prompt.is_empty() && (run.is_agent() || stored_prompt.is_none_or(|stored| stored != prompt)) {
            let key = format!("{} prompt", run.id);
            items.push(Item::Said { key, text: prompt.to_owned(), begins: false, run: None, sent: Sent::default() });
        }
        items.extend(run_items(&[], Some(run), open));
    }
    if let Some(prompt) = waiting {
        items.push(Item::Said {
            key: "waiting".to_owned(),
            text: prompt.to_owned(),
            begins: false,
            run: None,
            sent: Sent::default(),
        });
    }
    items
}

/// The conversation's runs with stored steps that are not loaded yet.
pub fn missing_runs(conversation: &Conversation, runs: &Runs, asked: &[RunId]) -> Vec<RunId> {
    // A run without tool calls is a chat or a research, whose sources are stored as steps too: only the latest of these are loaded.
    let from = conversation.messages.len().saturating_sub(LATEST);
    let has_steps = |at: usize, message: &Message| at >= from || message.role == Role::Tool;
    let messages = conversation.messages.iter().enumerate().filter(|(at, message)| has_steps(*at, message));
    let mut missing: BTreeSet<&RunId> = BTreeSet::new();
    for id in messages.filter_map(|(_, message)| message.run_id.as_ref()) {
        let complete =
            runs.get(id).is_some_and(|run| run.is_live() && !run.steps.is_empty() && run.find_step(1).is_some());
        if !complete && !asked.contains(id) {
            missing.insert(id);
        }
    }
    missing.into_iter().cloned().collect()
}

fn message_item(message: &Message, begins: bool) -> Option<Item> {
    let (key, text) = (message.id.clone(), message.content.trim().to_owned());
    match message.role {
        Role::User => Some(Item::Said { key, text, begins, run: message.run_id.clone(), sent: Sent::with(message) }),
        Role::Assistant => (!text.is_empty()).then_some(Item::Replied { key, text }),
        Role::Tool => None,
    }
}

/// A run's final answer: the streamed text, else the stored one, else its summary.
pub fn answer_of(conversation: Option<&Conversation>, run: Option<&Run>, id: &RunId) -> String {
    let came_in = || run.map(|run| run.streaming.clone()).filter(|text| !text.trim().is_empty());
    if let Some(text) = came_in().filter(|_| run.is_some_and(Run::is_live)) {
        return text;
    }
    let messages = conversation.map_or(&[][..], |conversation| &conversation.messages);
    let last = messages.iter().rfind(|message| message.run_id.as_ref() == Some(id)).filter(|last| last.is_answer());
    let done = || run.and_then(|run| run.done.as_ref()).map(|done| done.summary.trim().to_owned());
    last.map(|last| last.content.trim().to_owned()).or_else(done).or_else(came_in).unwrap_or_default()
}

/// The items of a run: the prompt, then words and steps by time, then the answer.
fn run_items(messages: &[&Message], run: Option<&Run>, open: &[RunId]) -> Vec<Item> {
    let first = messages.iter().position(|message| message.role == Role::User);
    let live = run.is_some_and(Run::is_live);
    let last = messages.iter().rposition(|message| message.is_answer()).filter(|at| *at + 1 == messages.len());
    let streams = run.is_some_and(|run| !run.streaming.trim().is_empty());
    // When stored before the run's end is reported, it replaces the streamed text. A different text belongs to an earlier turn.
    let comes_in = |text: &str| run.is_some_and(|run| run.streaming.trim() == text.trim());
    let last = last.filter(|at| !live || messages.get(*at).is_some_and(|message| comes_in(&message.content)));
    // Answers from documents are the stored answer with what each rests on.
    let answered = run.is_some_and(|run| !run.answers.is_empty());
    let formed = run.filter(|run| !run.form.questions.is_empty());
    let is_told = |at: usize, message: &Message| {
        Some(at) == first || Some(at) == last || (answered || formed.is_some()) && message.is_answer()
    };
    let between = messages.iter().enumerate().filter(|(at, message)| !is_told(*at, message));
    let mut middle = Vec::new();
    for (_, message) in between {
        if let Some(item) = message_item(message, false) {
            place(&mut middle, message.timestamp, item);
        }
    }
    if let Some(run) = run {
        for step in &run.steps {
            let stored = messages.iter().any(|message| message.content.trim() == step.thought.trim());
            if !step.thought.is_empty() && !stored {
                let key = format!("{} thought {}", run.id, step.number);
                place(&mut middle, step.timestamp, Item::Replied { key, text: step.thought.clone() });
            }
            place(&mut middle, step.timestamp, Item::Step { run: run.id.clone(), number: step.number });
        }
    }

    let mut items: Vec<Item> =
        first.and_then(|at| messages.get(at)).and_then(|message| message_item(message, true)).into_iter().collect();
    let folds = run.filter(|run| folded_of(run) > 0);
    if let Some(run) = folds {
        items.push(Item::Fold { run: run.id.clone() });
    }
    // What comes before the first step that stays.
    let until = folds
        .filter(|run| !open.contains(&run.id))
        .map(|run| run.steps.get(folded_of(run)).map_or(f64::INFINITY, |step| step.timestamp));
    let is_shown = |time: f64| until.is_none_or(|until| time >= until);
    // Words in between stay visible.
    let is_talk = |item: &Item| match item {
        Item::Said { .. } => true,
        Item::Replied { key, .. } => messages.iter().any(|message| message.id == *key && message.tool_calls.is_empty()),
        _ => false,
    };
    items.extend(middle.into_iter().filter(|(time, item)| is_shown(*time) || is_talk(item)).map(|(_, item)| item));
    if let Some(run) = run.filter(|run| !run.sources.is_empty()) {
        items.push(Item::Sources { run: run.id.clone() });
    }
    if let Some(run) = run.filter(|run| !run.plan.is_empty()) {
        items.push(Item::Plan { run: run.id.clone() });
    }
    if let Some(run) = run.filter(|_| answered) {
        items.push(Item::Answers { run: run.id.clone() });
    }
    if let Some(run) = formed {
        items.push(Item::Form { run: run.id.clone() });
    }
    let before = items.len();
    let answer = last.and_then(|at| messages.get(at)).filter(|message| !message.content.trim().is_empty());
    let stored = || answer.and_then(|message| message_item(message, false));
    // The end as the worker reported it, or as the conversation stores it.
    let told = run.and_then(|run| run.done.as_ref().map(|done| (run.ending(done), done.summary.trim().to_owned())));
    let kept = || {
        let message = messages.last()?;
        Some((message.ending.clone()?, message.content.trim().to_owned()))
    };
    let id = run.map(|run| &run.id).or_else(|| messages.first().and_then(|message| message.run_id.as_ref()));
    // A streamed answer is not redrawn when it is complete.
    let says = |id: &RunId, text: &str| match stored() {
        _ if run.is_some_and(|run| run.streamed) => Some(Item::Answer { run: id.clone() }),
        None if !text.is_empty() => Some(Item::Replied { key: format!("{id} answer"), text: text.to_owned() }),
        stored => stored,
    };
    match (told.or_else(|| if live { None } else { kept() }), id) {
        (Some((ending, summary)), Some(id)) => {
            // A run that failed before it was listed takes its task from the stored message.
            let prompt = match run {
                Some(run) if !run.prompt.is_empty() => run.prompt.clone(),
                _ => first.and_then(|at| messages.get(at)).map(|message| message.content.clone()).unwrap_or_default(),
            };
            if ending.outcome == Outcome::Completed {
                if !answered && (answer.is_some() || !summary.is_empty()) {
                    items.extend(says(id, &summary));
                }
            } else if !answered && answer.is_some_and(|message| message.content.trim() != summary) {
                items.extend(says(id, ""));
            }
            items.push(Item::Ended { run: id.clone(), ending, summary, prompt });
        }
        (None, _) if answered => {}
        (None, Some(id)) if streams => items.push(Item::Answer { run: id.clone() }),
        _ => items.extend(stored()),
    }
    // Its lists are shown by themselves.
    for item in items.iter_mut().skip(before).filter(|_| formed.is_some()) {
        if let Item::Replied { text, .. } | Item::Ended { summary: text, .. } = item {
            *text = at_end(text);
        }
    }
    items
}

/// How many of a run's steps are folded into one line: all of one that is over, and of one at work those before the latest.
pub fn folded_of(run: &Run) -> usize {
    match run.steps.len() {
        all if run.is_live() => Some(all.saturating_sub(LATEST_STEPS)).filter(|earlier| *earlier > 1).unwrap_or(0),
        1 => 0,
        all => all,
    }
}

/// Inserts an item by time; ties keep their order, so words stay before the step they led to.
fn place(items: &mut Vec<(f64, Item)>, time: f64, item: Item) {
    let at = items.partition_point(|(other, _)| *other <= time);
    items.insert(at, (time, item));
}

#[cfg(test)]
mod tests;
