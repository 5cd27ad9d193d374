//! Interrupted effects, by every kind of action and evidence; and the run's reaction.

use super::intent::Trace;
use super::*;
use crate::history::Entry;
use edith_gate::{Commitment, EffectClass, Grants};
use edith_page::page_api::Witness;
use edith_page::raw::{RAW_VERSION, RawNode, RawPage};
use edith_page::{Index, UidTable};
use edith_protocol::{Mode, Settings};
use edith_protocol::{TabId, ToolCall};
use edith_tools::Call;
use edith_tools::gather;
use serde_json::json;

const PAGE: &str = "https://a.example/";

/// A page with a text field (uid 1), a button (2) and a link (3).
fn page(url: &str, document: &str, value: &str) -> Index {
    let node = |number: u32, tag: &str, role: &str, name: &str| RawNode {
        node: number,
        tag: tag.into(),
        role: role.into(),
        name: name.into(),
        ..RawNode::default()
    };
    let mut field = node(1, "input", "textbox", "Name");
    field.input_type = "text".into();
    field.value = Some(value.to_owned());
    let mut link = node(3, "a", "link", "More");
    link.href = "https://a.example/more".into();
    let nodes = vec![field, node(2, "button", "button", "Buy"), link];
    let raw = RawPage { version: RAW_VERSION, url: url.into(), document: document.into(), nodes, ..RawPage::default() };
    Index::build(raw, &mut UidTable::default())
}

fn intent(tool: &str, arguments: serde_json::Value, class: Option<EffectClass>) -> Intent {
    let index = page(PAGE, "doc", "");
    let call = Call::parse(tool, &arguments.to_string()).unwrap();
    let facts = gather(&call, Some(&index));
    let class = class.unwrap_or_else(|| call.class(&facts));
    let wrote = ToolCall { id: "1".into(), name: tool.into(), arguments: arguments.to_string() };
    let operation = call.operation(&index).unwrap();
    let proposal = edith_gate::Proposal { class, ..call.propose(wrote, facts, &operation) };
    let trace = Trace { at: 1_000.0, document: "doc".into(), ..Trace::default() };
    Intent { trace, ..Intent::new(call, proposal, operation, String::new(), "task") }
}

fn witness(change: impl FnOnce(&mut Witness)) -> Seen {
    let mut witness = Witness { document: "doc".into(), begun: true, ..Witness::default() };
    change(&mut witness);
    Seen::Here(witness)
}

fn never() -> Seen {
    Seen::Here(Witness { document: "doc".into(), ..Witness::default() })
}

fn word(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Done(_) => "done",
        Verdict::NotDone(_) => "not done",
        Verdict::Unknown(_) => "unknown",
    }
}

#[test]
fn every_kind_of_effect_is_judged_by_what_the_page_saw_and_shows() {
    let same = page(PAGE, "doc", "");
    let filled = page(PAGE, "doc", "Anna");
    let more = page("https://a.example/more", "other", "");
    let reloaded = page(PAGE, "other", "");
    let click = || ("click", json!({"uid": 2}));
    let twice = || ("click", json!({"uid": 2, "count": 2}));
    let follow = || ("click", json!({"uid": 3}));
    let fill = || ("type_text", json!({"uid": 1, "text": "Anna"}));
    let send = || ("type_text", json!({"uid": 1, "text": "Anna", "submit": true}));
    let add = || ("type_text", json!({"uid": 1, "text": "Anna", "append": true}));
    let key = || ("press_key", json!({"key": "a"}));
    let drag = || ("drag", json!({"from_uid": 2, "to_uid": 3}));
    let go = || ("navigate", json!({"url": "https://a.example/more"}));
    let back = || ("go_back", json!({}));
    let set = || ("set_value", json!({"uid": 1, "value": "Anna"}));
    let rows = [
        ("a click that never began", click(), never(), Some(&same), "not done"),
        ("a click that arrived", click(), witness(|w| w.clicks = 1), Some(&same), "done"),
        ("a press without its release", click(), witness(|w| w.presses = 1), Some(&same), "unknown"),
        ("a click that began and was not seen", click(), witness(|_| {}), Some(&same), "unknown"),
        ("half of a double click", twice(), witness(|w| w.clicks = 1), Some(&same), "unknown"),
        ("a double click", twice(), witness(|w| w.clicks = 2), Some(&same), "done"),
        ("a click whose page went", click(), Seen::Gone, Some(&more), "unknown"),
        ("a click whose page was loaded anew", click(), Seen::Gone, Some(&reloaded), "unknown"),
        ("a link that was followed", follow(), Seen::Gone, Some(&more), "done"),
        ("a link and another page", follow(), Seen::Gone, Some(&reloaded), "unknown"),
        ("a click on a page that hangs", click(), Seen::Silent, None, "unknown"),
        ("a field that holds it", fill(), witness(|w| w.inputs = 4), Some(&filled), "done"),
        ("a field that holds something else", fill(), witness(|w| w.inputs = 2), Some(&same), "not done"),
        ("a text that never began", fill(), never(), Some(&same), "not done"),
        ("a text with Enter", send(), witness(|w| w.enters = 1), Some(&filled), "done"),
        ("a text whose Enter was not seen", send(), witness(|w| w.inputs = 4), Some(&filled), "unknown"),
        ("a text that is added", add(), witness(|w| w.inputs = 2), Some(&filled), "unknown"),
        ("a key", key(), witness(|w| w.presses = 1), Some(&same), "done"),
        ("a key that was not seen", key(), witness(|_| {}), Some(&same), "unknown"),
        ("a drop", drag(), witness(|w| w.drops = 1), Some(&same), "done"),
        ("a drag without its end", drag(), witness(|w| w.presses = 1), Some(&same), "unknown"),
        ("an address that is there", go(), Seen::Gone, Some(&more), "done"),
        ("an address that was not asked for", go(), never(), Some(&same), "not done"),
        ("an address under way", go(), witness(|_| {}), Some(&same), "unknown"),
        ("a step back", back(), Seen::Gone, Some(&more), "done"),
        ("a step back that never began", back(), never(), Some(&same), "not done"),
        ("a step back under way", back(), witness(|_| {}), Some(&same), "unknown"),
        ("a value that is set", set(), witness(|_| {}), Some(&filled), "done"),
        ("a value that is not", set(), witness(|_| {}), Some(&same), "not done"),
        ("a value in a field that is gone", set(), Seen::Gone, None, "unknown"),
    ];
    for (name, (tool, arguments), seen, page, expected) in &rows {
        let intent = intent(tool, arguments.clone(), None);
        let evidence = Evidence { seen, page: *page, dialog_open: false, tab_is_there: true, holds_requests: false };
        let verdict = Verdict::of(&intent, evidence);
        assert_eq!(word(&verdict), *expected, "{name}: {verdict:?}");
    }
}

#[test]
fn dialogs_and_tabs_tell_by_being_there() {
    for (tool, arguments, there, expected) in [
        ("handle_dialog", json!({"accept": true}), true, "not done"),
        ("handle_dialog", json!({"accept": true}), false, "done"),
        ("close_tab", json!({"tab_id": 7}), true, "not done"),
        ("close_tab", json!({"tab_id": 7}), false, "done"),
    ] {
        let intent = intent(tool, arguments, None);
        let evidence = Evidence {
            seen: &Seen::Silent,
            page: None,
            dialog_open: there,
            tab_is_there: there,
            holds_requests: false,
        };
        assert_eq!(word(&Verdict::of(&intent, evidence)), expected, "{tool} {there}");
    }
}

#[test]
fn only_what_changes_something_is_unknown_after_a_restart() {
    for (tool, arguments, changes) in [
        ("take_snapshot", json!({}), false),
        ("scroll", json!({"direction": "down"}), false),
        ("list_tabs", json!({}), false),
        ("switch_tab", json!({"tab_id": 7}), false),
        ("screenshot", json!({}), false),
        ("inspect", json!({"uid": 2}), false),
        ("open_browser", json!({"url": PAGE}), false),
        ("click", json!({"uid": 2}), true),
        ("navigate", json!({"url": PAGE}), true),
        ("close_tab", json!({"tab_id": 7}), true),
        ("handle_dialog", json!({"accept": false}), true),
    ] {
        assert_eq!(intent(tool, arguments, None).changes_something(), changes, "{tool}");
    }
}

/// A run whose worker died during a click.
fn interrupted(class: EffectClass) -> Run {
    let mut run = Run::new(NewRun {
        id: "run".into(),
        conversation: "conversation".into(),
        work: Work::new(Mode::Agent),
        prompt: "task".into(),
        tab: Some(TabId(1)),
        settings: Settings::default(),
        earlier: Vec::new(),
        grants: Grants::default(),
        now: 0.0,
    });
    let intent = intent("click", json!({"uid": 2}), Some(class));
    run.transcript.pending.push_back(intent.proposal.call.clone());
    run.state = State::Acting { intent: Box::new(intent) };
    run.restarted();
    assert!(matches!(run.decide(), Decide::Probe(_)));
    run
}

fn answer(run: &Run) -> String {
    let text = |entry: &Entry| match entry {
        Entry::Answer { text, .. } => Some(text.clone()),
        _ => None,
    };
    run.transcript.entries.iter().rev().find_map(text).unwrap_or_default()
}

fn probed(verdict: Verdict) -> Input {
    Input::Probed(verdict, Box::new(Acted { tab: Some(TabId(1)), ..Acted::default() }))
}

#[test]
fn what_was_not_done_is_begun_anew_under_another_mark_and_not_for_ever() {
    let mut run = interrupted(EffectClass::Acts);
    let mut marks = std::collections::BTreeSet::new();
    for _ in 0..3 {
        run.apply(probed(Verdict::NotDone("Nothing.".into())), 2_000.0);
        let Decide::Act(intent) = run.decide() else { panic!("{:?}", run.state) };
        assert!(marks.insert(intent.mark(&run.id)), "the mark that was made void is used again");
        run.restarted();
    }
    run.apply(probed(Verdict::NotDone("Nothing.".into())), 2_000.0);
    assert!(matches!(run.decide(), Decide::AskModel));
    assert!(answer(&run).contains("was not done"), "{}", answer(&run));
}

#[test]
fn what_was_decided_long_ago_or_is_paused_is_not_begun_anew() {
    let mut late = interrupted(EffectClass::Acts);
    late.apply(probed(Verdict::NotDone("Nothing.".into())), 3_600_000.0);
    assert!(answer(&late).contains("was not done"));
    let mut paused = interrupted(EffectClass::Acts);
    paused.control(Control::Pause, 1_500.0);
    paused.apply(probed(Verdict::NotDone("Nothing.".into())), 2_000.0);
    assert_eq!(paused.decide(), Decide::Hold);
}

#[test]
fn a_grave_effect_that_is_unknown_is_asked_about_and_never_repeated() {
    let mut run = interrupted(EffectClass::Commits(Commitment::Buys));
    run.apply(probed(Verdict::Unknown("The page does not show it.".into())), 2_000.0);
    let ask = run.ask().cloned().expect("the person is asked");
    assert!(ask.text.contains("did it happen?") && ask.text.contains("“Buy”"), "{}", ask.text);
    // The question outlives the worker too.
    let stored = serde_json::to_string(&run).unwrap();
    let mut run: Run = serde_json::from_str(&stored).unwrap();
    run.restarted();
    run.control(Control::Answer { ask_id: ask.ask_id, answer: "yes, it is ordered".into() }, 3_000.0);
    assert!(matches!(run.decide(), Decide::AskModel));
    assert!(answer(&run).contains("The user answers: yes, it is ordered"), "{}", answer(&run));
    assert!(answer(&run).contains("not repeated"));
}

#[test]
fn unattended_a_grave_unknown_ends_the_run_and_says_so() {
    let mut run = interrupted(EffectClass::Commits(Commitment::Buys));
    run.task.terms = Some(Default::default());
    run.apply(probed(Verdict::Unknown("The page does not show it.".into())), 2_000.0);
    let State::Done { outcome, summary } = &run.state else { panic!("{:?}", run.state) };
    assert_eq!(*outcome, Outcome::NeedsInput);
    assert!(summary.contains("It is not known whether it took effect"), "{summary}");
}

#[test]
fn an_effect_whose_tab_was_lost_in_the_middle_is_probed_like_one_whose_worker_died() {
    let mut run = interrupted(EffectClass::Acts);
    run.apply(probed(Verdict::NotDone("Nothing.".into())), 2_000.0);
    assert!(matches!(run.state, State::Acting { .. }), "begun anew");
    run.apply(Input::Interrupted, 3_000.0);
    assert!(matches!(run.decide(), Decide::Probe(_)), "{:?}", run.state);
}

#[test]
fn a_tab_that_moved_is_the_runs_under_its_new_id_and_what_was_under_way_in_it_is_probed() {
    let mut run = interrupted(EffectClass::Acts);
    run.apply(probed(Verdict::NotDone("Nothing.".into())), 2_000.0);
    (run.tabs.current, run.tabs.attached, run.tabs.opened) = (Some(TabId(7)), vec![TabId(5), TabId(7)], vec![TabId(7)]);
    run.tabs.dialog_open = true;
    let moved = |from, to| Control::TabMoved { from: TabId(from), to: TabId(to) };
    let (work, told) = run.control(moved(5, 6), 3_000.0);
    assert_eq!((work, told.len()), (Disposition::GoesOn, 0), "it is not there now");
    let (work, told) = run.control(moved(7, 8), 3_000.0);
    assert_eq!((work, told.len()), (Disposition::IsDropped, 1));
    assert_eq!(
        (run.tabs.current, run.tabs.attached.clone(), run.tabs.opened.clone()),
        (Some(TabId(8)), vec![TabId(6), TabId(8)], vec![TabId(8)])
    );
    assert!(!run.tabs.dialog_open, "a dialog does not outlive its page");
    assert!(matches!(run.decide(), Decide::Probe(_)), "{:?}", run.state);
    // A thinking model need not be asked again.
    run.state = State::Thinking { attempt: 0 };
    assert_eq!(run.control(moved(8, 9), 4_000.0).0, Disposition::GoesOn);
    assert_eq!(run.tabs.current, Some(TabId(9)));
}

#[test]
fn a_dialog_that_opened_at_a_click_shows_that_it_was_done() {
    let intent = intent("click", json!({"uid": 2}), Some(EffectClass::Acts));
    fn evidence(seen: &Seen, dialog_open: bool) -> Evidence<'_> {
        Evidence { seen, page: None, dialog_open, tab_is_there: true, holds_requests: false }
    }
    assert_eq!(word(&Verdict::of(&intent, evidence(&Seen::Silent, true))), "done");
    assert_eq!(word(&Verdict::of(&intent, evidence(&Seen::Silent, false))), "unknown");
    assert_eq!(word(&Verdict::of(&intent, evidence(&never(), true))), "not done");
    let mut under = intent.clone();
    under.proposal.facts.dialog =
        Some(edith_actions::action::Dialog { kind: "alert".into(), ..edith_actions::action::Dialog::default() });
    assert_eq!(word(&Verdict::of(&under, evidence(&Seen::Silent, true))), "unknown", "it was open before");
}

#[test]
fn what_cannot_be_stored_is_not_done_until_there_is_room() {
    let mut run = interrupted(EffectClass::Acts);
    run.apply(probed(Verdict::NotDone("Nothing.".into())), 2_000.0);
    let full = || Err(edith_port::StoreError::Full("quota".into()));
    let told = run.stored(full(), 3_000.0);
    assert!(format!("{told:?}").contains("EDITH does nothing that it could not record"), "{told:?}");
    assert_eq!(run.decide(), Decide::Hold);
    run.control(Control::Resume, 4_000.0);
    run.stored(full(), 4_000.0);
    assert_eq!(run.decide(), Decide::Hold, "there is still no room");
    run.control(Control::Resume, 5_000.0);
    run.stored(Ok(()), 5_000.0);
    assert!(matches!(run.decide(), Decide::Act(_)));
}
