//! What the chat shows, and in which order.

use super::*;
use edith_protocol::{Done, Event, Progress, Proof, ToolCall, Usage};

fn message(id: &str, role: Role, content: &str, run: Option<&str>, timestamp: f64) -> Message {
    Message {
        refers: Vec::new(),
        documents: Vec::new(),
        prompt_name: None,
        pasted: Vec::new(),
        replies: false,
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
    Conversation {
        id: "c".into(),
        title: "t".into(),
        name: None,
        messages,
        created_at: 0.0,
        updated_at: 0.0,
        pinned: false,
        private_sources: None,
        contacts: Default::default(),
    }
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
        answers: None,
        plan: None,
        form: None,
        recorded: None,
        waiting: None,
    })
}

fn done(outcome: Outcome, summary: &str) -> Event {
    let (usage, evidence) = (Usage::default(), Vec::new());
    let (run_id, conversation_id) = ("r".into(), "c".into());
    Event::Done(Done {
        run_id,
        conversation_id,
        outcome,
        summary: summary.into(),
        evidence,
        usage,
        refused_key: None,
        form: None,
        suggestions: vec![],
    })
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
    let list: Vec<&Run> = runs.in_conversation(&id).collect();
    let words = |item: Item| match item {
        Item::Said { text, .. } => format!("you: {text}"),
        Item::Fold { .. } => "steps".to_owned(),
        Item::Replied { text, .. } => format!("it: {text}"),
        Item::Step { number, .. } => format!("step {number}"),
        Item::Answers { run } => format!("answers of {run}"),
        Item::Sources { .. } => "sources".to_owned(),
        Item::Answer { run } => match runs.get(&run).filter(|run| run.is_live()) {
            Some(_) => "streaming".to_owned(),
            None => format!("it: {}", answer_of(conversation, runs.get(&run), &run)),
        },
        Item::Plan { .. } => "plan".to_owned(),
        Item::Form { run } => format!("form of {run}"),
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
fn answers_from_documents_are_shown_once() {
    let Event::Progress(told) = step(0, 10.0) else { panic!() };
    let answers = Some(vec![edith_protocol::AnswerShown::default(); 2]);
    let told = Event::Progress(Progress { answers, call_id: None, tool: None, result: None, ok: None, ..told });
    let stored = conversation(vec![
        message("1", Role::User, "Who?\nWhen?", Some("r"), 5.0),
        message("2", Role::Assistant, "**1. Who?** …", Some("r"), 50.0),
        message("3", Role::Assistant, "**1. Who?** …", Some("r"), 51.0),
    ]);
    for end in [None, Some(done(Outcome::Partial, "**1. Who?** …"))] {
        let events = std::iter::once(told.clone()).chain(end).collect();
        let shown = shown(Some(&stored), events, None);
        assert!(shown.contains(&"answers of r".to_owned()), "{shown:?}");
        assert!(!shown.iter().any(|item| item.starts_with("it: ")), "{shown:?}");
    }
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
    let two = [step(1, 10.0), step(2, 20.0)];
    let with = |last: Vec<Event>| two.iter().cloned().chain(last).collect::<Vec<_>>();
    let shown = |events: Vec<Event>| shown_open(Some(&stored), events, None, &[]);
    let ended = shown(with(vec![done(Outcome::Completed, "There.")]));
    assert_eq!(ended, ["you: Go", "steps", "it: There.", "Completed: There."]);
    // A few steps stay visible while the run works.
    assert_eq!(shown(with(vec![])), ["you: Go", "step 1", "step 2", "it: There."]);
    let failed = shown(with(vec![done(Outcome::Failed, "No key.")]));
    assert_eq!(failed, ["you: Go", "steps", "it: There.", "Failed: No key."]);
    // A single step is not folded.
    assert_eq!(shown(vec![step(1, 10.0), done(Outcome::Completed, "There.")])[1], "step 1");
}

#[test]
fn of_a_run_at_work_the_latest_steps_stay_in_sight() {
    let stored = conversation(vec![
        message("1", Role::User, "Go", Some("r"), 5.0),
        message("2", Role::User, "faster", Some("r"), 15.0),
    ]);
    let steps = |count: u32| (1..=count).map(|at| step(at, f64::from(at) * 10.0)).collect::<Vec<_>>();
    let shown = |count, open: &[RunId]| shown_open(Some(&stored), steps(count), None, open);
    // One more than stays is no reason for a line.
    assert_eq!(shown(5, &[])[1..], ["step 1", "you: faster", "step 2", "step 3", "step 4", "step 5"]);
    assert_eq!(shown(6, &[])[1..], ["steps", "you: faster", "step 3", "step 4", "step 5", "step 6"]);
    assert_eq!(shown(6, &["r".into()]).len(), 9, "opened, all are there");
}

#[test]
fn the_line_says_how_many_steps_failed() {
    let mut runs = Runs::default();
    for at in 1..=14 {
        let Event::Progress(told) = step(at, f64::from(at)) else { panic!() };
        runs.apply(Event::Progress(Progress { ok: Some(at != 3), ..told }));
    }
    let run = runs.get(&"r".into()).unwrap();
    assert_eq!((folded_of(run), run.folded(10)), (10, "10 steps · 1 failed".to_owned()));
    assert_eq!(run.folded(2), "2 steps", "the failed one is not among them");
    runs.apply(done(Outcome::Failed, "No."));
    let run = runs.get(&"r".into()).unwrap();
    assert_eq!((folded_of(run), run.folded(14)), (14, "14 steps · 1 failed".to_owned()));
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
fn an_answer_that_ends_in_a_line_break_is_shown_once() {
    const WORDS: &str = "Two beds:\n\n- one\n- another";
    let ends = ["", "\n", "\n\n", " \n"];
    let all = ends
        .iter()
        .flat_map(|stored| ends.iter().map(move |told| (format!("{WORDS}{stored}"), format!("{WORDS}{told}"))));
    for (stored, told) in all {
        for (outcome, expected) in [
            (Outcome::Completed, vec!["you: Go".to_owned(), format!("it: {WORDS}"), format!("Completed: {WORDS}")]),
            (Outcome::Partial, vec!["you: Go".to_owned(), format!("Partial: {WORDS}")]),
            (Outcome::Failed, vec!["you: Go".to_owned(), format!("Failed: {WORDS}")]),
            (Outcome::Refused, vec!["you: Go".to_owned(), format!("Refused: {WORDS}")]),
        ] {
            let kept = conversation(vec![
                message("1", Role::User, "Go", Some("r"), 5.0),
                message("2", Role::Assistant, &stored, Some("r"), 6.0),
            ]);
            let end = || done(outcome, &told);
            assert_eq!(shown(Some(&kept), vec![end()], None), expected, "{stored:?}, {told:?}");
            // The same where it came in word by word.
            assert_eq!(shown(Some(&kept), vec![delta(&told), end()], None), expected, "{stored:?}, {told:?}");
        }
    }
    // There are words other than the end's.
    let kept = conversation(vec![
        message("1", Role::User, "Go", Some("r"), 5.0),
        message("2", Role::Assistant, "Three beds", Some("r"), 6.0),
    ]);
    let told = vec![done(Outcome::Partial, WORDS)];
    assert_eq!(
        shown(Some(&kept), told, None),
        ["you: Go".to_owned(), "it: Three beds".to_owned(), format!("Partial: {WORDS}")]
    );
}

#[test]
fn a_stored_end_is_shown_without_its_run_and_once_with_it() {
    let ended = |outcome, words: &str| {
        let evidence = vec![Proof { text: "Saved".into(), url: "https://a.example/".into() }];
        let ending = Some(Ending {
            outcome,
            evidence,
            steps: 2,
            usage: Usage::default(),
            suggestions: vec![],
            refused_key: None,
        });
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
    // A failed step gives its reason once, in its card.
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

fn delta(text: &str) -> Event {
    Event::Delta { run_id: "r".into(), conversation_id: "c".into(), text: text.into() }
}

#[test]
fn what_came_in_is_the_same_item_when_it_is_whole_and_is_never_there_twice() {
    let prompt = message("1", Role::User, "Hi", Some("r"), 5.0);
    let stored = conversation(vec![prompt, message("2", Role::Assistant, "Hello there.", Some("r"), 6.0)]);
    let mut runs = Runs::default();
    let id = "c".into();
    let keys = |runs: &Runs, conversation: &Conversation| {
        let list: Vec<&Run> = runs.in_conversation(&id).collect();
        timeline(Some(conversation), &list, None, &[]).iter().map(Item::key).collect::<Vec<_>>()
    };
    runs.apply(delta("Hello there."));
    let before = keys(&runs, &stored);
    assert_eq!(before.len(), 2, "{before:?}");
    runs.apply(done(Outcome::Completed, "Hello there."));
    // The end and its cost come below it.
    let after = keys(&runs, &stored);
    assert_eq!((&after[..2], after.len()), (&before[..], 3), "{after:?}");
    assert_eq!(answer_of(Some(&stored), runs.get(&"r".into()), &"r".into()), "Hello there.");
}

#[test]
fn what_was_asked_and_answered_stays_in_sight_when_the_steps_are_folded() {
    let of_call = |message: Message| Message { tool_call_id: Some("k1".into()), ..message };
    let stored = conversation(vec![
        message("1", Role::User, "Go", Some("r"), 5.0),
        of_call(message("2", Role::Assistant, "Which?", Some("r"), 12.0)),
        of_call(message("3", Role::User, "M", Some("r"), 12.0)),
        message("4", Role::Assistant, "There.", Some("r"), 50.0),
    ]);
    let events = vec![step(1, 10.0), step(2, 20.0), done(Outcome::Completed, "There.")];
    let shown = shown_open(Some(&stored), events, None, &[]);
    assert_eq!(shown, ["you: Go", "steps", "it: Which?", "you: M", "it: There.", "Completed: There."]);
}

#[test]
fn a_run_that_failed_before_it_was_known_can_be_tried_again() {
    let stored = conversation(vec![message("1", Role::User, "Go", Some("r"), 5.0)]);
    let mut runs = Runs::default();
    runs.apply(done(Outcome::Failed, "No key."));
    let id = "c".into();
    let list: Vec<&Run> = runs.in_conversation(&id).collect();
    let last = timeline(Some(&stored), &list, None, &[]).pop();
    assert!(matches!(&last, Some(Item::Ended { prompt, .. }) if prompt == "Go"), "{last:?}");
    // The task is unknown until stored; then the ending is redrawn.
    let unknown = timeline(None, &list, None, &[]).pop().unwrap().key();
    assert_ne!(Some(unknown), last.map(|last| last.key()));
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
    // Of a long conversation: the runs that used tools, and the latest.
    let long = (0..200).map(|number| {
        let role = if number == 3 { Role::Tool } else { Role::Assistant };
        message("m", role, "x", Some(&format!("{number:03}")), f64::from(number))
    });
    let missing = missing_runs(&conversation(long.collect()), &runs, &[]);
    assert_eq!((missing.len(), missing[0].0.as_str(), missing[1].0.as_str()), (61, "003", "140"));
}

#[test]
fn a_form_has_its_lists_once() {
    let question: edith_protocol::FormQuestion = serde_json::from_value(serde_json::json!({ "questionId": "q", "title": "Phone", "type": "phone",
        "required": false, "current": "", "value": "", "source": { "kind": "none" }, "confidence": 0.0, "state": "left" }))
    .unwrap();
    let form = edith_protocol::FormShown { questions: vec![question], ..Default::default() };
    let told = || {
        let Event::Progress(mut progress) = step(1, 10.0) else { panic!() };
        (progress.tool, progress.result, progress.form) = (None, None, Some(Box::new(form.clone())));
        Event::Progress(progress)
    };
    let talk = conversation(vec![
        message("u", Role::User, "Fill in this form", Some("r"), 1.0),
        message("a", Role::Assistant, "Filled in: 0.\n\nLeft as they are: 1\n- Phone", Some("r"), 20.0),
    ]);
    let runs = |events: Vec<Event>| {
        let mut runs = Runs::default();
        events.into_iter().for_each(|event| runs.apply(event));
        timeline(Some(&talk), &runs.in_conversation(&"c".into()).collect::<Vec<_>>(), None, &[])
    };
    let items = runs(vec![told(), done(Outcome::Completed, "Filled in: 0.\n\nLeft as they are: 1\n- Phone")]);
    let kinds: Vec<String> = items.iter().map(Item::key).collect();
    assert!(kinds[1].starts_with("form r") && kinds[2].starts_with("replied a"), "{kinds:?}");
    assert!(matches!(&items[2], Item::Replied { text, .. } if text == "Filled in: 0."), "{items:?}");
    // A partial end is stored after the run's own words.
    let talk = conversation(vec![
        message("u", Role::User, "Fill in this form", Some("r"), 1.0),
        message("a", Role::Assistant, "Filled in: 0.\n\nNot filled in: 1\n- Phone", Some("r"), 20.0),
        Message {
            ending: Some(Ending {
                outcome: Outcome::Partial,
                evidence: vec![],
                steps: 0,
                usage: Usage::default(),
                suggestions: vec![],
                refused_key: None,
            }),
            ..message("b", Role::Assistant, "Filled in: 0.\n\nNot filled in: 1\n- Phone", Some("r"), 21.0)
        },
    ]);
    let mut stored = Runs::default();
    [told(), done(Outcome::Partial, "Filled in: 0.\n\nNot filled in: 1\n- Phone")]
        .into_iter()
        .for_each(|event| stored.apply(event));
    let items = timeline(Some(&talk), &stored.in_conversation(&"c".into()).collect::<Vec<_>>(), None, &[]);
    assert!(
        matches!(&items[..], [Item::Said { .. }, Item::Form { .. }, Item::Ended { summary, .. }] if summary == "Filled in: 0."),
        "{items:?}"
    );
    // Without the form's questions, as for an old run, the words say all of it.
    let items = runs(vec![step(1, 10.0), done(Outcome::Completed, "Filled in: 0.")]);
    assert!(
        items.iter().any(|item| matches!(item, Item::Replied { text, .. } if text.contains("- Phone"))),
        "{items:?}"
    );
}
