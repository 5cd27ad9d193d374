//! Turns of the model: calls that fail, malformed calls, and actions or looks that repeat.

use super::*;

/// A page of two rows with a star each, and two forms with a field and a button each.
fn page() -> edith_page::Index {
    page_after(0)
}

/// The same after so many others: each number on it is another one.
fn page_after(others: u32) -> edith_page::Index {
    use edith_page::raw::{RawContext, RawForm, RawNode};
    let node = |number: u32, tag: &str, name: &str, context: u32, form: u32| RawNode {
        node: number,
        tag: tag.into(),
        role: if tag == "button" { "button".into() } else { "textbox".into() },
        name: name.into(),
        context,
        form,
        value: (tag == "input").then(String::new),
        ..RawNode::default()
    };
    let row = |label: &str| RawContext { parent: 0, kind: "row".into(), label: label.into() };
    let form = |action: &str| RawForm { action: format!("https://a.example/{action}"), ..RawForm::default() };
    let raw = edith_page::RawPage {
        url: "https://a.example/list".into(),
        document: "d".into(),
        nodes: vec![
            node(1, "button", "Star", 1, 0),
            node(2, "button", "Star", 2, 0),
            node(3, "input", "Name", 0, 1),
            node(4, "button", "Save", 0, 1),
            node(5, "input", "Search", 0, 2),
            node(6, "button", "Look up", 0, 2),
        ],
        contexts: vec![row("Ann"), row("Bob")],
        forms: vec![form("save"), form("find")],
        ..edith_page::RawPage::default()
    };
    let mut uids = edith_page::UidTable::default();
    for other in 0..others {
        let nodes = vec![node(1, "button", &format!("Other {other}"), 0, 0)];
        let raw = edith_page::RawPage { document: format!("before {other}"), nodes, ..edith_page::RawPage::default() };
        edith_page::Index::build(raw, &mut uids);
    }
    edith_page::Index::build(raw, &mut uids)
}

/// What a model decides on that knows this page as it is.
fn as_it_is<'a>(run: &'a Run, page: &'a edith_page::Index) -> edith_page::relocate::Sight<'a> {
    edith_page::relocate::Sight { seen: Some(page), known: &run.tabs.uids, now: page }
}

fn uid_of(page: &edith_page::Index, node: u32) -> u32 {
    page.elements.iter().find(|element| element.target.node == node).unwrap().uid
}

/// A run that thinks on that page.
fn on_page() -> Run {
    let mut run = new_run();
    let acted = Acted { ok: true, tab: Some(TabId(1)), url: page().url, ..Acted::default() };
    run.apply(Input::Started(Box::new(acted)), 0.0);
    run
}

/// Reads the next call on a page; returns whether it is carried out.
fn reads(run: &mut Run, page: &edith_page::Index) -> bool {
    let call = run.transcript.pending.front().cloned().unwrap();
    let input =
        match run.read_call_on(&call, as_it_is(run, page), None).and_then(|read| run.intend_read(read, page, None)) {
            Ok(intent) => Input::Prepared(Box::new(intent)),
            Err(input) => *input,
        };
    run.apply(input, 1.0);
    matches!(run.state, State::Acting { .. })
}

/// The action worked, or not, and the tab is at this address now.
fn came_of(run: &mut Run, ok: bool, url: &str, cuts_turn: bool) {
    let (tab, url) = (Some(TabId(1)), url.to_owned());
    run.apply(
        Input::Acted(Box::new(Acted { ok, text: "did it".into(), tab, url, cuts_turn, ..Acted::default() })),
        1.0,
    );
}

#[test]
fn what_does_not_rest_on_a_failed_action_is_done_all_the_same() {
    let page = page();
    let mut run = on_page();
    run.apply(
        turn(&[
            call("1", "click", json!({"uid": uid_of(&page, 1)})),
            call("2", "click", json!({"uid": uid_of(&page, 2)})),
            call("3", "remember", json!({"text": "starred"})),
            call("4", "type_text", json!({"text": "x"})),
            call("5", "click", json!({"text": "Save"})),
            call("6", "go_back", json!({})),
            call("7", "task_complete", json!({"summary": "Starred both."})),
        ]),
        1.0,
    );
    assert!(reads(&mut run, &page));
    came_of(&mut run, false, &page.url, false);
    assert!(reads(&mut run, &page), "the other star rests on nothing of the first");
    came_of(&mut run, true, &page.url, false);
    assert!(!reads(&mut run, &page));
    assert!(answers(&run)[2].contains("Noted"), "{:?}", answers(&run));
    for (at, id) in [(3, "4"), (4, "5"), (5, "6"), (6, "7")] {
        assert!(!reads(&mut run, &page), "{id}");
        let told = &answers(&run)[at];
        assert!(told.starts_with(&format!("{id}: Not done: it may depend on")) && told.contains("Star"), "{told}");
    }
    assert_eq!(run.state, State::Thinking { attempt: 0 });
    assert!(run.completion.last_failure.is_some(), "what worked afterwards does not make up for it");
}

#[test]
fn a_press_does_not_go_on_without_one_before_it_that_found_nothing() {
    let page = page();
    // The control is a number that the page has.
    for (first, goes_on) in [(uid_of(&page, 1), true), (99, false)] {
        let mut run = on_page();
        let presses = [
            call("1", "click", json!({ "uid": first })),
            call("2", "type_text", json!({"uid": uid_of(&page, 5), "text": "lamp"})),
            call("3", "click", json!({"uid": uid_of(&page, 6)})),
        ];
        run.apply(turn(&presses), 1.0);
        for (at, expected) in [(0, goes_on), (1, true), (2, goes_on)] {
            assert_eq!(reads(&mut run, &page), expected, "{first}: {at}");
            if expected {
                came_of(&mut run, true, &page.url, false);
            }
        }
    }
}

#[test]
fn what_was_not_entered_is_not_sent_but_another_form_is() {
    let page = page();
    let mut run = on_page();
    run.apply(
        turn(&[
            call("1", "type_text", json!({"uid": uid_of(&page, 3), "text": "Ann"})),
            call("2", "type_text", json!({"uid": uid_of(&page, 5), "text": "lamp"})),
            call("3", "click", json!({"uid": uid_of(&page, 4)})),
            call("4", "click", json!({"uid": uid_of(&page, 6)})),
        ]),
        1.0,
    );
    assert!(reads(&mut run, &page));
    came_of(&mut run, false, &page.url, false);
    assert!(reads(&mut run, &page), "another field");
    came_of(&mut run, true, &page.url, false);
    assert!(!reads(&mut run, &page), "the button of the form whose field was not filled in");
    assert!(answers(&run)[2].starts_with("3: Not done"));
    assert!(reads(&mut run, &page), "the other form");
}

#[test]
fn a_turn_goes_on_after_the_page_was_loaded_once_more_and_by_name_on_another_one() {
    let page = page();
    let turn = || {
        turn(&[
            call("1", "click", json!({"uid": uid_of(&page, 1)})),
            call("2", "click", json!({"uid": uid_of(&page, 2)})),
            call("3", "click", json!({"text": "Star", "in": "Bob"})),
            call("4", "press_key", json!({"key": "Enter"})),
            call("5", "remember", json!({"text": "x"})),
        ])
    };
    for (address, by_uid) in [("https://a.example/list?starred=1", true), ("https://a.example/other", false)] {
        let mut run = on_page();
        run.apply(turn(), 1.0);
        assert!(reads(&mut run, &page));
        came_of(&mut run, true, address, true);
        assert_eq!(reads(&mut run, &page), by_uid, "{address}");
        if by_uid {
            came_of(&mut run, true, address, false);
        } else {
            let told = &answers(&run)[1];
            assert!(told.contains("the page is another one since an earlier call") && told.contains("Star"), "{told}");
        }
        assert!(reads(&mut run, &page), "a name is meant of what is shown now");
        came_of(&mut run, true, address, false);
        assert!(!reads(&mut run, &page), "the focus is gone");
        assert!(answers(&run)[3].contains("Not done"));
        assert!(!reads(&mut run, &page));
        assert!(answers(&run)[4].contains("Noted"));
    }
}

#[test]
fn a_dialog_cuts_what_is_on_the_page_and_nothing_else() {
    let page = page();
    let mut run = on_page();
    run.apply(
        turn(&[
            call("1", "click", json!({"uid": uid_of(&page, 1)})),
            call("2", "click", json!({"uid": uid_of(&page, 2)})),
            call("3", "remember", json!({"text": "x"})),
        ]),
        1.0,
    );
    assert!(reads(&mut run, &page));
    let acted = Acted { ok: true, tab: Some(TabId(1)), url: page.url.clone(), dialog_open: true, ..Acted::default() };
    run.apply(Input::Acted(Box::new(acted)), 1.0);
    for _ in 0..2 {
        let call = run.transcript.pending.front().cloned().unwrap();
        let dialog = Some(edith_actions::action::Dialog { kind: "confirm".into(), ..Default::default() });
        let input = match run
            .read_call_on(&call, as_it_is(&run, &page), dialog.as_ref())
            .and_then(|read| run.intend_read(read, &page, dialog.clone()))
        {
            Ok(intent) => Input::Prepared(Box::new(intent)),
            Err(input) => *input,
        };
        run.apply(input, 1.0);
    }
    assert!(answers(&run)[1].contains("a dialog is open since"), "{:?}", answers(&run));
    assert!(answers(&run)[2].contains("Noted"), "{:?}", answers(&run));
    assert_eq!(run.counters.malformed_in_a_row, 0);
}

#[test]
fn a_turn_of_malformed_or_failing_calls_counts_once() {
    let page = page();
    let mut run = on_page();
    let calls: Vec<ToolCall> = (0..5).map(|id| call(&id.to_string(), "clik", json!({"n": id}))).collect();
    run.apply(turn(&calls), 1.0);
    (0..5).for_each(|_| assert!(!reads(&mut run, &page)));
    assert_eq!((run.counters.malformed_in_a_row, run.is_done()), (1, false));
    let calls: Vec<ToolCall> = (0..6).map(|id| call(&id.to_string(), "click", json!({"uid": 900 + id}))).collect();
    run.apply(turn(&calls), 1.0);
    (0..6).for_each(|_| assert!(!reads(&mut run, &page)));
    assert_eq!(run.counters.failed.len(), 1);
    assert_eq!(run.state, State::Thinking { attempt: 0 }, "the person is not asked for one turn");
}

#[test]
fn doubled_and_empty_call_ids_get_an_answer_each() {
    let look = |id: &str| call(id, "take_snapshot", json!({}));
    let mut run = thinking();
    run.apply(turn(&[look("a"), look("a"), look("")]), 1.0);
    let ids: std::collections::HashSet<_> = run.transcript.pending.iter().map(|call| call.id.clone()).collect();
    assert_eq!(ids.len(), 3);
}

#[test]
fn three_malformed_turns_in_a_row_end_the_run() {
    let mut run = thinking();
    for _ in 0..3 {
        assert!(!run.is_done());
        run.apply(turn(&[call("1", "clik", json!({}))]), 1.0);
        run.apply(Input::Malformed("There is no tool clik.".into()), 1.0);
    }
    assert_eq!(outcome(&run), Some(Outcome::Failed));
}

#[test]
fn a_turn_cut_at_the_token_limit_runs_no_tool() {
    let mut run = thinking();
    let cut =
        ModelTurn { tool_calls: vec![call("1", "go_back", json!({}))], cut_at_limit: true, ..ModelTurn::default() };
    run.apply(Input::Turn(cut), 1.0);
    assert_eq!(run.state, State::Thinking { attempt: 0 });
    assert!(answers(&run)[0].contains("cut at the token limit"));
}

#[test]
fn three_looks_in_a_row_are_warned_about() {
    let mut run = thinking();
    for number in 1..=4 {
        let look = call("1", "take_snapshot", json!({}));
        run.apply(turn(std::slice::from_ref(&look)), 1.0);
        run.apply(prepared(&look, EffectClass::Reads), 1.0);
        run.apply(acted(true), 1.0);
        assert_eq!(answers(&run).last().unwrap().contains("in a row without acting"), number >= 3, "look {number}");
    }
}

#[test]
fn looks_of_one_turn_are_one_look() {
    let mut run = thinking();
    let turn_of = |run: &mut Run| {
        let looks: Vec<_> = (1..=3).map(|uid| call(&uid.to_string(), "inspect", json!({ "uid": uid }))).collect();
        run.apply(turn(&looks), 1.0);
        for look in &looks {
            let look = call(&look.id, "take_snapshot", json!({}));
            run.apply(prepared(&look, EffectClass::Reads), 1.0);
            run.apply(acted(true), 1.0);
        }
    };
    let warned = |run: &Run| answers(run).iter().any(|answer| answer.contains("in a row without acting"));
    turn_of(&mut run);
    turn_of(&mut run);
    assert!(!warned(&run), "{:?}", answers(&run));
    turn_of(&mut run);
    assert!(warned(&run), "the third turn that only looks");
}

/// Performs an action with this result, on a page that shows this.
fn did(run: &mut Run, tool: &str, arguments: serde_json::Value, shown: &str) {
    let call = call(&format!("{}", run.counters.step), tool, arguments);
    run.apply(turn(std::slice::from_ref(&call)), 1.0);
    run.apply(prepared(&call, EffectClass::Acts), 2.0);
    let look = PageText { nonce: "n0nce".into(), text: shown.to_string(), whole: false, ..PageText::default() };
    run.apply(
        Input::Acted(Box::new(Acted { ok: true, text: "Pressed.".into(), look: Some(look), ..Acted::default() })),
        3.0,
    );
}

#[test]
fn a_run_that_goes_in_circles_is_told_and_then_ended() {
    let told = |run: &Run| answers(run).last().is_some_and(|answer| answer.contains("in a row, with the same result"));
    // A key may be needed repeatedly where no look shows progress: six presses are not a circle.
    for (circle, first, last) in
        [(&["Enter"][..], 8, 24), (&["Tab", "Enter"], 3, 10), (&["Tab", "ArrowDown", "End"], 3, 10)]
    {
        let mut run = thinking();
        run.task.settings.max_steps = 100;
        for round in 1..last {
            for key in circle {
                did(&mut run, "press_key", json!({ "key": key }), "nothing changed");
            }
            assert_eq!(told(&run), round >= first, "{circle:?}, round {round}: {:?}", answers(&run).last());
            assert!(!run.is_done());
        }
        circle.iter().for_each(|key| did(&mut run, "press_key", json!({ "key": key }), "nothing changed"));
        assert_eq!(outcome(&run), Some(Outcome::NeedsInput), "{circle:?}");
    }
    let mut run = thinking();
    run.task.settings.max_steps = 100;
    for round in 0..40 {
        did(&mut run, "press_key", json!({ "key": "ArrowDown" }), &format!("row {round}"));
        assert!(!told(&run), "the page changes each time");
    }
}

#[test]
fn a_page_that_is_drawn_anew_at_each_press_does_not_hide_a_circle() {
    let told = |run: &Run| answers(run).last().is_some_and(|answer| answer.contains("in a row, with the same result"));
    let press = |run: &mut Run, round: u32, content: u64| {
        // Each time the button has another number, and so has everything in the look.
        let page = page_after(round);
        let star = call(&format!("{round}"), "click", json!({"text": "Star", "in": "Ann"}));
        run.apply(turn(&[star]), 1.0);
        let look = PageText {
            nonce: "n".into(),
            text: format!("{} | BUTTON | \"Star\"", 100 * round),
            whole: true,
            ..PageText::default()
        };
        let call = run.transcript.pending.front().cloned().unwrap();
        let intent = run
            .read_call_on(&call, as_it_is(run, &page), None)
            .and_then(|read| run.intend_read(read, &page, None))
            .unwrap();
        run.apply(Input::Prepared(Box::new(intent)), 2.0);
        let acted = Acted { ok: true, look: Some(look), content: Some(content), ..Acted::default() };
        run.apply(Input::Acted(Box::new(acted)), 3.0);
    };
    let mut run = on_page();
    run.task.settings.max_steps = 100;
    for round in 1..10 {
        press(&mut run, round, 7);
        assert_eq!(told(&run), round >= 3, "round {round}: {:?}", answers(&run).last());
    }
    press(&mut run, 10, 7);
    assert_eq!(outcome(&run), Some(Outcome::NeedsInput));
    let mut run = on_page();
    run.task.settings.max_steps = 100;
    for round in 1..20 {
        press(&mut run, round, u64::from(round));
        assert!(!told(&run), "the page shows something else each time");
    }
}

#[test]
fn what_a_page_shows_has_nothing_to_do_with_numbers() {
    let shown = page();
    let mut other = page();
    other.elements.iter_mut().for_each(|element| {
        element.uid += 40;
        element.target.document = "another".into();
        element.in_view = !element.in_view;
    });
    assert_eq!(content(&shown), content(&other));
    assert_ne!(uid_of(&shown, 1), uid_of(&page_after(3), 1));
    assert_eq!(content(&shown), content(&page_after(3)));
    other.text = "Saved".into();
    assert_ne!(content(&shown), content(&other));
    let mut pressed = page();
    pressed.elements[0].states.pressed = Some(edith_page::Tri::Yes);
    assert_ne!(content(&shown), content(&pressed));
}

/// Looks or waits, with this on the page.
fn looked(run: &mut Run, tool: &str, shown: &str) {
    let call = call(&format!("{}", run.counters.step), tool, json!({}));
    run.apply(turn(std::slice::from_ref(&call)), 1.0);
    run.apply(prepared(&call, EffectClass::Reads), 2.0);
    let look = PageText { nonce: "n0nce".into(), text: shown.to_string(), whole: true, ..PageText::default() };
    run.apply(Input::Acted(Box::new(Acted { ok: true, look: Some(look), ..Acted::default() })), 3.0);
}

#[test]
fn looks_that_stay_equal_without_waiting_are_told_and_end() {
    let told = |run: &Run| answers(run).last().is_some_and(|answer| answer.contains("not seen already"));
    let mut run = thinking();
    run.task.settings.max_steps = 100;
    for round in 1..10 {
        looked(&mut run, "take_snapshot", "the same");
        assert_eq!(told(&run), round >= 3, "look {round}");
        assert!(!run.is_done());
    }
    looked(&mut run, "take_snapshot", "the same");
    assert_eq!(outcome(&run), Some(Outcome::NeedsInput));
    // Two alternating kinds of looks are equal looks too.
    let mut run = thinking();
    run.task.settings.max_steps = 100;
    for _ in 0..12 {
        looked(&mut run, "take_snapshot", "the same");
        if !run.is_done() {
            looked(&mut run, "read_page", "the same");
        }
    }
    assert_eq!(outcome(&run), Some(Outcome::NeedsInput));
    // Waiting, or seeing something new each time, may continue.
    for waits in [true, false] {
        let mut run = thinking();
        run.task.settings.max_steps = 100;
        for round in 0..24 {
            let shown = if waits { "the same".to_owned() } else { format!("line {round}") };
            looked(&mut run, "take_snapshot", &shown);
            if waits {
                looked(&mut run, "wait_for_page_update", &shown);
            }
            assert!(!told(&run) && !run.is_done(), "waits {waits}, round {round}");
        }
    }
}

#[test]
fn a_number_that_no_element_has_is_told_as_what_it_is() {
    let mut run = thinking();
    run.task.settings.max_steps = 100;
    let sentence = "No element with uid 99 is on the page. Near it are: 12 | BUTTON | \"Go\".";
    let unfit = || Input::Unfit { told: sentence.into(), said: say!(NoSuchElement) };
    for round in 1..10 {
        run.apply(turn(&[call("1", "click", json!({ "uid": 99 }))]), 1.0);
        let events = run.apply(unfit(), 1.0);
        let told = serde_json::to_string(&events).unwrap();
        assert!(told.contains("What was meant is no longer on the page.") && !told.contains("malformed"), "{told}");
        assert!(answers(&run).last().unwrap().contains(sentence));
        assert!(!run.is_done(), "round {round}");
    }
    run.apply(turn(&[call("1", "click", json!({ "uid": 99 }))]), 1.0);
    run.apply(unfit(), 1.0);
    assert_eq!(outcome(&run), Some(Outcome::NeedsInput));
}

#[test]
fn a_secret_goes_by_name_into_the_only_field_for_it_and_else_by_its_uid() {
    let page = |fields: &[(&str, edith_page::FieldKind)]| {
        let nodes = fields.iter().enumerate().map(|(at, (name, field))| edith_page::raw::RawNode {
            node: at as u32 + 1,
            name: (*name).into(),
            tag: "input".into(),
            role: "textbox".into(),
            field: *field,
            value: Some(String::new()),
            ..edith_page::raw::RawNode::default()
        });
        let raw = edith_page::RawPage {
            url: "https://a.example/".into(),
            document: "d".into(),
            nodes: nodes.collect(),
            ..edith_page::RawPage::default()
        };
        edith_page::Index::build(raw, &mut edith_page::UidTable::default())
    };
    let told = |page: &edith_page::Index, name: &str| {
        let run = on_page();
        let typed = call("1", "type_text", json!({"name": name, "text": "hunter2"}));
        let read = run.read_call_on(&typed, as_it_is(&run, page), None);
        match read.and_then(|read| run.intend_read(read, page, None)) {
            Ok(intent) => format!("{:?}", intent.proposal.class),
            Err(input) => format!("{input:?}"),
        }
    };
    let (plain, password) = (edith_page::FieldKind::Plain, edith_page::FieldKind::Password);
    let only = page(&[("User", plain), ("Password", password)]);
    assert!(told(&only, "Password").starts_with("EntersSecret"), "{}", told(&only, "Password"));
    // The controls: of two the name may mean the other.
    let two = page(&[("Password", password), ("New password", password)]);
    assert!(told(&two, "New password").contains("single field for it"), "{}", told(&two, "New password"));
}
