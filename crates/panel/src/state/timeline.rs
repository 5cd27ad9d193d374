//! A conversation as the chat shows it: messages, step cards and endings in the order in which they happened.

use crate::state::runs::{Run, Runs};
use edith_protocol::{Conversation, Ending, Message, Outcome, Role, RunId};
use std::collections::{BTreeMap, BTreeSet};

/// Messages at the end of a conversation whose runs are asked for their steps in any case.
const LATEST: usize = 60;

/// One thing in the chat.
#[derive(Debug, Clone, PartialEq)]
pub enum Item {
    /// What the person said.
    Said {
        /// Unique in the chat.
        key: String,
        /// The text.
        text: String,
        /// The names of the files given with it.
        files: Vec<String>,
        /// Whether a turn begins with it, so that it can be written anew.
        begins: bool,
        /// The run it is in.
        run: Option<RunId>,
    },
    /// The line that stands for the steps of a run that is over; they are shown when it is opened.
    Fold {
        /// The run.
        run: RunId,
    },
    /// What the model said: Markdown.
    Replied {
        /// Unique in the chat.
        key: String,
        /// The text.
        text: String,
    },
    /// A step card; what is in it is looked up in the run.
    Step {
        /// The run.
        run: RunId,
        /// The step.
        number: u32,
    },
    /// The sources of a research; they are looked up in the run.
    Sources {
        /// The run.
        run: RunId,
    },
    /// The model's text as it comes in; it is looked up in the run.
    Streaming {
        /// The run.
        run: RunId,
    },
    /// How a run ended; for a completed one the summary is the reply before it.
    Ended {
        /// The run.
        run: RunId,
        /// How, by what evidence, and at what cost.
        ending: Ending,
        /// Why, in words.
        summary: String,
        /// The task, to try it again.
        prompt: String,
    },
}

impl Item {
    /// A key that is unique in the chat and changes when the item must be drawn anew.
    pub fn key(&self) -> String {
        match self {
            Self::Said { key, text, files, .. } => format!("said {key} {} {}", text.len(), files.len()),
            Self::Replied { key, text } => format!("replied {key} {}", text.len()),
            Self::Fold { run } => format!("fold {run}"),
            Self::Step { run, number } => format!("step {run} {number}"),
            Self::Sources { run } => format!("sources {run}"),
            Self::Streaming { run } => format!("streaming {run}"),
            Self::Ended { run, ending, .. } => format!("ended {run} {:?} {}", ending.outcome, ending.evidence.len()),
        }
    }
}

/// Everything the chat shows of a conversation. `waiting` is a prompt that was sent and is not stored yet; of the runs that are over,
/// only the steps of those that are `open` are shown.
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
    for run in runs.iter().filter(|run| !shown.contains(&&run.id)) {
        let prompt = waiting.take().unwrap_or(&run.prompt);
        // A stored prompt without a run id is the one of a chat's reply that is coming in.
        if !prompt.is_empty() && (run.is_agent() || stored_prompt.is_none_or(|stored| stored != prompt)) {
            let key = format!("{} prompt", run.id);
            items.push(Item::Said { key, text: prompt.to_owned(), begins: false, run: None, files: Vec::new() });
        }
        items.extend(run_items(&[], Some(run), open));
    }
    if let Some(prompt) = waiting {
        items.push(Item::Said {
            key: "waiting".to_owned(),
            text: prompt.to_owned(),
            begins: false,
            run: None,
            files: Vec::new(),
        });
    }
    items
}

/// The runs of a conversation whose steps are stored and not yet known.
pub fn missing_runs(conversation: &Conversation, runs: &Runs, asked: &[RunId]) -> Vec<RunId> {
    // A run that called no tool is a chat, or a research, whose sources are told by its steps too: of these only the latest are asked for.
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
        Role::User => {
            let files = message.documents.iter().map(|document| document.name.clone()).collect();
            Some(Item::Said { key, text, begins, run: message.run_id.clone(), files })
        }
        Role::Assistant => (!text.is_empty()).then_some(Item::Replied { key, text }),
        Role::Tool => None,
    }
}

/// One run: the prompt first, the answer last, and between them words and steps by their time.
fn run_items(messages: &[&Message], run: Option<&Run>, open: &[RunId]) -> Vec<Item> {
    let first = messages.iter().position(|message| message.role == Role::User);
    let live = run.is_some_and(Run::is_live);
    let last = messages
        .iter()
        .rposition(|message| message.role == Role::Assistant && message.tool_calls.is_empty())
        .filter(|at| !live && *at + 1 == messages.len());
    let between = messages.iter().enumerate().filter(|(at, _)| Some(*at) != first && Some(*at) != last);
    let mut middle = Vec::new();
    for (_, message) in between {
        if let Some(item) = message_item(message, false) {
            place(&mut middle, message.timestamp, item);
        }
    }
    if let Some(run) = run {
        for step in &run.steps {
            let stored = messages.iter().any(|message| message.content.trim() == step.thought);
            if !step.thought.is_empty() && !stored {
                let key = format!("{} thought {}", run.id, step.number);
                place(&mut middle, step.timestamp, Item::Replied { key, text: step.thought.clone() });
            }
            place(&mut middle, step.timestamp, Item::Step { run: run.id.clone(), number: step.number });
        }
    }

    let mut items: Vec<Item> =
        first.and_then(|at| messages.get(at)).and_then(|message| message_item(message, true)).into_iter().collect();
    let folds = run.filter(|run| is_folded(run));
    if let Some(run) = folds {
        items.push(Item::Fold { run: run.id.clone() });
    }
    if folds.is_none_or(|run| open.contains(&run.id)) {
        items.extend(middle.into_iter().map(|(_, item)| item));
    }
    if let Some(run) = run.filter(|run| !run.sources.is_empty()) {
        items.push(Item::Sources { run: run.id.clone() });
    }
    let answer = last.and_then(|at| messages.get(at));
    let said = || answer.and_then(|message| message_item(message, false));
    // What the worker told of the end, or what the conversation keeps of it.
    let told = run.and_then(|run| run.done.as_ref().map(|done| (run.ending(done), done.summary.trim().to_owned())));
    let kept = || {
        let message = messages.last()?;
        Some((message.ending.clone()?, message.content.trim().to_owned()))
    };
    let id = run.map(|run| &run.id).or_else(|| messages.first().and_then(|message| message.run_id.as_ref()));
    match (told.or_else(|| if live { None } else { kept() }), id) {
        (Some((ending, summary)), Some(id)) => {
            let prompt = match run {
                Some(run) if !run.prompt.is_empty() => run.prompt.clone(),
                _ => first.and_then(|at| messages.get(at)).map(|message| message.content.clone()).unwrap_or_default(),
            };
            if ending.outcome == Outcome::Completed {
                let key = format!("{id} answer");
                let told = || (!summary.is_empty()).then(|| Item::Replied { key, text: summary.clone() });
                items.extend(said().or_else(told));
            } else if answer.is_some_and(|message| message.content.trim() != summary) {
                items.extend(said());
            }
            items.push(Item::Ended { run: id.clone(), ending, summary, prompt });
        }
        _ => items.extend(said()),
    }
    let Some(run) = run else { return items };
    if live && !run.streaming.trim().is_empty() {
        items.push(Item::Streaming { run: run.id.clone() });
    }
    items
}

/// Whether the steps of a run are behind one line: it is over, and did not fail, where they would tell why.
fn is_folded(run: &Run) -> bool {
    let well = run.done.as_ref().is_none_or(|done| done.outcome == Outcome::Completed);
    !run.is_live() && run.steps.len() > 1 && well
}

/// Puts an item at its time; at the same time, what came first stays first: words before the step they led to.
fn place(items: &mut Vec<(f64, Item)>, time: f64, item: Item) {
    let at = items.partition_point(|(other, _)| *other <= time);
    items.insert(at, (time, item));
}

#[cfg(test)]
mod tests {
    use super::*;
    use edith_protocol::{Done, Event, Progress, Proof, ToolCall, Usage};

    fn message(id: &str, role: Role, content: &str, run: Option<&str>, timestamp: f64) -> Message {
        Message {
            refers: Vec::new(),
            documents: Vec::new(),
            ending: None,
            id: id.into(),
            role,
            content: content.into(),
            tool_calls: vec![],
            tool_call_id: None,
            tool_name: None,
            run_id: run.map(Into::into),
            timestamp,
        }
    }

    fn conversation(messages: Vec<Message>) -> Conversation {
        Conversation { id: "c".into(), title: "t".into(), messages, created_at: 0.0, updated_at: 0.0, pinned: false }
    }

    fn step(number: u32, timestamp: f64) -> Event {
        Event::Progress(Progress {
            run_id: "r".into(),
            conversation_id: "c".into(),
            step: number,
            text: "Click".into(),
            timestamp,
            call_id: Some(format!("k{number}")),
            tool: Some("click".into()),
            args: None,
            result: Some("ok".into()),
            ok: Some(true),
            screenshot: None,
            usage: None,
            step_usage: None,
            parent_run_id: None,
            sources: None,
        })
    }

    fn done(outcome: Outcome, summary: &str) -> Event {
        let (usage, evidence) = (Usage::default(), Vec::new());
        let (run_id, conversation_id) = ("r".into(), "c".into());
        Event::Done(Done { run_id, conversation_id, outcome, summary: summary.into(), evidence, usage })
    }

    fn shown(conversation: Option<&Conversation>, events: Vec<Event>, waiting: Option<&str>) -> Vec<String> {
        shown_open(conversation, events, waiting, &["r".into()])
    }

    fn shown_open(
        conversation: Option<&Conversation>,
        events: Vec<Event>,
        waiting: Option<&str>,
        open: &[RunId],
    ) -> Vec<String> {
        let mut runs = Runs::default();
        events.into_iter().for_each(|event| runs.apply(event));
        let id = "c".into();
        let list: Vec<&Run> = runs.of(&id).collect();
        let words = |item: Item| match item {
            Item::Said { text, .. } => format!("you: {text}"),
            Item::Fold { .. } => "steps".to_owned(),
            Item::Replied { text, .. } => format!("it: {text}"),
            Item::Step { number, .. } => format!("step {number}"),
            Item::Sources { .. } => "sources".to_owned(),
            Item::Streaming { .. } => "streaming".to_owned(),
            Item::Ended { ending, summary, .. } => format!("{:?}: {summary}", ending.outcome),
        };
        timeline(conversation, &list, waiting, open).into_iter().map(words).collect()
    }

    #[test]
    fn steps_stand_between_the_prompt_and_the_answer_with_words_at_their_time() {
        let turn = Message {
            tool_calls: vec![ToolCall { id: "k2".into(), name: "click".into(), arguments: "{}".into() }],
            ..message("3", Role::Assistant, "Now the cart.", Some("r"), 25.0)
        };
        let stored = conversation(vec![
            message("1", Role::User, "Buy a lamp", Some("r"), 5.0),
            message("2", Role::User, "the black one", Some("r"), 20.0),
            turn,
            message("4", Role::Tool, "ok", Some("r"), 31.0),
            message("5", Role::Assistant, "Done: 12 €.", Some("r"), 31.0),
            message("6", Role::User, "Thanks", None, 50.0),
        ]);
        let events = vec![step(1, 10.0), step(2, 30.0), done(Outcome::Completed, "Done: 12 €.")];
        assert_eq!(
            shown(Some(&stored), events, None),
            [
                "you: Buy a lamp",
                "steps",
                "step 1",
                "you: the black one",
                "it: Now the cart.",
                "step 2",
                "it: Done: 12 €.",
                "Completed: Done: 12 €.",
                "you: Thanks"
            ]
        );
    }

    #[test]
    fn a_stored_run_whose_steps_are_not_there_yet_shows_its_words() {
        let stored = conversation(vec![
            message("1", Role::User, "Hi", Some("r"), 5.0),
            message("2", Role::Assistant, "Hello", Some("r"), 6.0),
        ]);
        assert_eq!(shown(Some(&stored), vec![], None), ["you: Hi", "it: Hello"]);
    }

    #[test]
    fn the_steps_of_a_run_that_is_over_are_behind_one_line_until_it_is_opened() {
        let stored = conversation(vec![
            message("1", Role::User, "Go", Some("r"), 5.0),
            message("2", Role::Assistant, "There.", Some("r"), 50.0),
        ]);
        let two = vec![step(1, 10.0), step(2, 20.0)];
        let with = |last: Vec<Event>| two.iter().cloned().chain(last).collect::<Vec<_>>();
        let shown = |events: Vec<Event>| shown_open(Some(&stored), events, None, &[]);
        let ended = shown(with(vec![done(Outcome::Completed, "There.")]));
        assert_eq!(ended, ["you: Go", "steps", "it: There.", "Completed: There."]);
        // While it goes on, and where it failed, they are seen.
        assert_eq!(shown(with(vec![])), ["you: Go", "step 1", "step 2", "it: There."]);
        let failed = shown(with(vec![done(Outcome::Failed, "No key.")]));
        assert_eq!(failed, ["you: Go", "step 1", "step 2", "it: There.", "Failed: No key."]);
        // A single step needs no line for itself.
        assert_eq!(shown(vec![step(1, 10.0), done(Outcome::Completed, "There.")])[1], "step 1");
    }

    #[test]
    fn a_failure_is_told_once_and_as_one() {
        let stored = conversation(vec![
            message("1", Role::User, "Go", Some("r"), 5.0),
            message("2", Role::Assistant, "No key.", Some("r"), 6.0),
        ]);
        assert_eq!(shown(Some(&stored), vec![done(Outcome::Failed, "No key.")], None), ["you: Go", "Failed: No key."]);
    }

    #[test]
    fn an_answer_shows_before_it_is_stored() {
        let stored = conversation(vec![message("1", Role::User, "Go", Some("r"), 5.0)]);
        assert_eq!(
            shown(Some(&stored), vec![done(Outcome::Completed, "There.")], None),
            ["you: Go", "it: There.", "Completed: There."]
        );
    }

    #[test]
    fn a_stored_end_is_shown_without_its_run_and_once_with_it() {
        let ended = |outcome, words: &str| {
            let evidence = vec![Proof { text: "Saved".into(), url: "https://a.example/".into() }];
            let ending = Some(Ending { outcome, evidence, steps: 2, usage: Usage::default() });
            conversation(vec![
                message("1", Role::User, "Go", Some("r"), 5.0),
                Message { ending, ..message("2", Role::Assistant, words, Some("r"), 6.0) },
            ])
        };
        let good = ended(Outcome::Completed, "There.");
        assert_eq!(shown(Some(&good), vec![], None), ["you: Go", "it: There.", "Completed: There."]);
        let told = vec![done(Outcome::Completed, "There.")];
        assert_eq!(shown(Some(&good), told, None), ["you: Go", "it: There.", "Completed: There."]);
        let items = timeline(Some(&good), &[], None, &[]);
        let Some(Item::Ended { ending, prompt, .. }) = items.last() else { panic!() };
        assert_eq!((ending.evidence[0].text.as_str(), ending.steps, prompt.as_str()), ("Saved", 2, "Go"));
        // What did not succeed says why once, in its card.
        for outcome in [Outcome::Partial, Outcome::Failed, Outcome::Refused, Outcome::Stopped, Outcome::NeedsInput] {
            let bad = ended(outcome, "You refused.");
            assert_eq!(shown(Some(&bad), vec![], None), ["you: Go".into(), format!("{outcome:?}: You refused.")]);
        }
    }

    #[test]
    fn what_was_just_sent_shows_at_once_and_only_once() {
        assert_eq!(shown(None, vec![], Some("Go")), ["you: Go"]);
        assert_eq!(shown(None, vec![step(1, 1.0)], Some("Go")), ["you: Go", "step 1"]);
    }

    #[test]
    fn streamed_text_stands_last() {
        let delta = Event::Delta { run_id: "r".into(), conversation_id: "c".into(), text: "Hel".into() };
        let stored = conversation(vec![message("1", Role::User, "Hi", Some("r"), 5.0)]);
        assert_eq!(shown(Some(&stored), vec![delta.clone()], None), ["you: Hi", "streaming"]);
        let stored = conversation(vec![message("1", Role::User, "Hi", None, 5.0)]);
        assert_eq!(shown(Some(&stored), vec![delta], None), ["you: Hi", "streaming"]);
    }

    #[test]
    fn steps_are_fetched_once_for_each_stored_run() {
        let stored = conversation(vec![
            message("1", Role::User, "a", Some("r"), 5.0),
            message("2", Role::Assistant, "b", Some("r"), 6.0),
            message("3", Role::User, "c", Some("s"), 7.0),
        ]);
        let runs = Runs::default();
        assert_eq!(missing_runs(&stored, &runs, &[]), ["r".into(), "s".into()]);
        assert_eq!(missing_runs(&stored, &runs, &["r".into()]), ["s".into()]);
        // Of a long conversation, those that used tools and the latest.
        let long = (0..200).map(|number| {
            let role = if number == 3 { Role::Tool } else { Role::Assistant };
            message("m", role, "x", Some(&format!("{number:03}")), f64::from(number))
        });
        let missing = missing_runs(&conversation(long.collect()), &runs, &[]);
        assert_eq!((missing.len(), missing[0].0.as_str(), missing[1].0.as_str()), (61, "003", "140"));
    }
}
