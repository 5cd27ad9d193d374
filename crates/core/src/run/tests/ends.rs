//! How runs end, and the approvals that decide about it.

use super::*;

#[test]
fn a_text_without_calls_is_the_answer() {
    let mut run = thinking();
    run.apply(text("42"), 1.0);
    assert_eq!(run.state, State::Done { outcome: Outcome::Completed, summary: "42".into() });
}

/// Scrolls until the step limit of 2.
fn at_step_limit(mut run: Run) -> Run {
    run.task.settings.max_steps = 2;
    for _ in 0..2 {
        let scroll = call("1", "scroll", json!({"direction": "down"}));
        run.apply(turn(std::slice::from_ref(&scroll)), 1.0);
        run.apply(prepared(&scroll, EffectClass::Acts), 1.0);
        run.apply(acted(true), 1.0);
    }
    run
}

fn answer_limit(run: &mut Run, answer: &str) {
    let ask_id = run.ask().unwrap().ask_id.clone();
    run.control(Control::Answer { ask_id, answer: answer.into() }, 2.0);
}

#[test]
fn at_the_step_limit_a_person_is_asked_and_nobody_else_may_raise_it() {
    let asking = at_step_limit(thinking());
    let Some(AskKind::Limit { options, limit }) = asking.ask().map(|ask| ask.kind.clone()) else {
        panic!("{:?}", asking.state)
    };
    assert_eq!((limit.kind, limit.used, limit.limit, limit.more), (LimitKind::Steps, 2.0, 2.0, 1.0));
    assert_eq!(options, ["Allow 1 more step", "Stop here"]);
    for (answer, goes_on) in
        [("once", true), ("Allow 1 more step", true), ("deny", false), ("task", false), ("Allow 99 more steps", false)]
    {
        let mut run = asking.clone();
        answer_limit(&mut run, answer);
        assert_eq!(matches!(run.decide(), Decide::AskModel), goes_on, "{answer}");
        assert_eq!(outcome(&run), (!goes_on).then_some(Outcome::Partial), "{answer}");
    }
    // Raised by one, it is asked about again after one.
    let mut run = asking;
    answer_limit(&mut run, "once");
    let scroll = call("1", "scroll", json!({"direction": "down"}));
    run.apply(turn(std::slice::from_ref(&scroll)), 3.0);
    run.apply(prepared(&scroll, EffectClass::Acts), 3.0);
    run.apply(acted(true), 3.0);
    let Some(AskKind::Limit { limit, .. }) = run.ask().map(|ask| ask.kind.clone()) else { panic!("{:?}", run.state) };
    assert_eq!((limit.used, limit.limit, limit.more), (3.0, 3.0, 1.0));
}

#[test]
fn without_a_person_the_step_limit_ends_the_run_with_a_sentence() {
    let mut unattended = thinking();
    unattended.task.terms = Some(Default::default());
    let run = at_step_limit(unattended);
    let State::Done { outcome: Outcome::NeedsInput, summary } = &run.state else { panic!("{:?}", run.state) };
    assert!(summary.contains("limit of 2 steps") && summary.contains("in the settings"), "{summary}");
}

#[test]
fn an_effect_under_way_at_the_end_of_the_time_is_looked_at_and_not_repeated() {
    let scroll = call("1", "scroll", json!({"direction": "down"}));
    let mut run = thinking();
    run.task.settings.max_run_seconds = 10;
    run.counters.worked_ms = 10_000.0;
    run.apply(turn(std::slice::from_ref(&scroll)), 1.0);
    run.apply(prepared(&scroll, EffectClass::Acts), 2.0);
    run.apply(Input::OutOfTime, 3.0);
    assert!(matches!(run.ask().map(|ask| &ask.kind), Some(AskKind::Limit { .. })), "{:?}", run.state);
    assert_eq!(run.time_left(), Some(0));
    answer_limit(&mut run, "once");
    assert!(matches!(run.decide(), Decide::Probe(_)), "{:?}", run.state);
    assert_eq!(run.time_left(), Some(60_000));
}

#[test]
fn completion_is_questioned_once_after_a_failed_action() {
    let mut run = thinking();
    let scroll = call("1", "scroll", json!({"direction": "down"}));
    run.apply(turn(std::slice::from_ref(&scroll)), 1.0);
    run.apply(prepared(&scroll, EffectClass::Acts), 1.0);
    run.apply(acted(false), 1.0);
    let complete = call("2", "task_complete", json!({"summary": "all done"}));
    for questioned in [true, false] {
        run.apply(turn(std::slice::from_ref(&complete)), 1.0);
        run.apply(prepared(&complete, EffectClass::Ends), 1.0);
        assert_eq!(!run.is_done(), questioned);
    }
    // It insists without evidence on the page: saying so does not make it done.
    let State::Done { outcome: Outcome::Failed, summary } = &run.state else { panic!("{:?}", run.state) };
    assert!(summary.starts_with("all done") && summary.contains("The last action failed: "), "{summary}");
}

#[test]
fn an_end_is_told_as_what_it_is() {
    let scroll = call("1", "scroll", json!({"direction": "down"}));
    let complete = |run: &mut Run| {
        let call = call("9", "task_complete", json!({"summary": "It is done."}));
        run.apply(turn(std::slice::from_ref(&call)), 5.0);
        run.apply(prepared(&call, EffectClass::Ends), 5.0);
    };
    let fail = |run: &mut Run, arguments: serde_json::Value| {
        let call = call("9", "task_fail", arguments);
        run.apply(turn(std::slice::from_ref(&call)), 5.0);
        run.apply(prepared(&call, EffectClass::Ends), 5.0);
    };
    let denied = || {
        let mut run = thinking();
        run.apply(turn(std::slice::from_ref(&scroll)), 1.0);
        run.apply(prepared(&scroll, EffectClass::Commits(edith_gate::Commitment::Buys)), 2.0);
        let ask_id = run.ask().unwrap().ask_id.clone();
        run.control(Control::Answer { ask_id, answer: "deny".into() }, 3.0);
        run
    };
    let did = |run: &mut Run| {
        run.apply(turn(std::slice::from_ref(&scroll)), 4.0);
        run.apply(prepared(&scroll, EffectClass::Acts), 4.0);
        run.apply(acted(true), 4.0);
    };
    let mut run = thinking();
    complete(&mut run);
    assert_eq!(outcome(&run), Some(Outcome::Completed));
    let mut run = thinking();
    fail(&mut run, json!({"reason": "Sold out."}));
    assert_eq!(outcome(&run), Some(Outcome::Failed));
    let mut run = thinking();
    fail(&mut run, json!({"reason": "Sold out.", "done": "Searched."}));
    assert_eq!(run.state, State::Done { outcome: Outcome::Partial, summary: "Sold out.\n\nSearched.".into() });
    for end in [0, 1, 2] {
        let mut run = denied();
        match end {
            0 => complete(&mut run),
            1 => fail(&mut run, json!({"reason": "You did not want it.", "done": "Searched."})),
            _ => drop(run.apply(text("I did not order it."), 5.0)),
        }
        assert_eq!(outcome(&run), Some(Outcome::Refused), "{end}");
    }
    // The end is about what was done after the refusal.
    let mut run = denied();
    did(&mut run);
    complete(&mut run);
    assert_eq!(outcome(&run), Some(Outcome::Completed));
    // Words alone that report failure are not success.
    for (words, done, expected) in [
        ("I cannot do that.", false, Outcome::Failed),
        ("I could not find the second one.", true, Outcome::Partial),
        ("The first one is in the cart.", true, Outcome::Completed),
    ] {
        let mut run = thinking();
        if done {
            did(&mut run);
        }
        run.apply(text(words), 5.0);
        assert_eq!(outcome(&run), Some(expected), "{words}");
    }
}

#[test]
fn what_the_page_says_against_the_end_is_questioned_once_and_then_told() {
    let mut run = thinking();
    let scroll = call("1", "scroll", json!({"direction": "down"}));
    run.apply(turn(std::slice::from_ref(&scroll)), 4.0);
    run.apply(prepared(&scroll, EffectClass::Acts), 4.0);
    run.apply(acted(true), 4.0);
    run.tabs.current = Some(TabId(1));
    let complete = call("9", "task_complete", json!({"summary": "Signed in."}));
    let checked = Checked { complaint: Some("Wrong password".into()), ..Checked::default() };
    for questioned in [true, false] {
        run.apply(turn(std::slice::from_ref(&complete)), 5.0);
        run.apply(prepared(&complete, EffectClass::Ends), 5.0);
        assert!(matches!(run.decide(), Decide::Confirm(_)));
        run.apply(Input::Confirmed(checked.clone(), None), 5.0);
        assert_eq!(!run.is_done(), questioned);
    }
    let summary = "Signed in.\n\nThe page says: “Wrong password”".to_owned();
    assert_eq!(run.state, State::Done { outcome: Outcome::Partial, summary });
}

#[test]
fn evidence_goes_with_the_end() {
    let mut run = thinking();
    run.tabs.current = Some(TabId(1));
    run.apply(text("The total is 24.90."), 5.0);
    let proof = Proof { text: "Total: 24.90".into(), url: "https://a.example/".into() };
    // Looked for again after a restart: it only looks.
    let mut run: Run = serde_json::from_value(serde_json::to_value(&run).unwrap()).unwrap();
    run.restarted();
    run.apply(Input::Confirmed(Checked { proofs: vec![proof.clone()], ..Checked::default() }, None), 6.0);
    let Some(Event::Done(done)) = run.done() else { panic!() };
    assert_eq!((done.outcome, done.evidence), (Outcome::Completed, vec![proof]));
}

#[test]
fn an_ask_that_nobody_answers_ends_the_run_as_one_that_needs_a_person() {
    let (_, asking) = every_state().into_iter().find(|(name, _)| *name == "asking").unwrap();
    for mut run in [asking, at_step_limit(thinking())] {
        let ask = run.ask().unwrap().ask_id.clone();
        run.control(Control::LeftOpen("another".into()), 3.0);
        assert!(run.ask().is_some(), "another ask was meant");
        run.control(Control::LeftOpen(ask), 3.0);
        assert_eq!(outcome(&run), Some(Outcome::NeedsInput));
    }
}

#[test]
fn only_the_words_of_consent_let_an_asked_action_happen() {
    for (answer, acts) in [("once", true), ("task", true), ("site", true), ("deny", false), ("yes", false), ("", false)]
    {
        let (_, mut run) = every_state().into_iter().find(|(name, _)| *name == "asking").unwrap();
        let ask = run.ask().unwrap().ask_id.clone();
        run.control(Control::Answer { ask_id: "another".into(), answer: answer.into() }, 3.0);
        assert!(run.ask().is_some(), "an answer to another ask was taken");
        run.control(Control::Answer { ask_id: ask, answer: answer.into() }, 3.0);
        assert_eq!(matches!(run.state, State::Acting { .. }), acts, "{answer:?}");
    }
}

#[test]
fn words_for_an_approval_are_a_no_with_a_reason_that_the_model_is_told() {
    let typed = [("deny: use the blue one", "use the blue one"), ("use the blue one", "use the blue one")];
    // Words of consent after a refusal do not count.
    for (answer, why) in typed.into_iter().chain([("deny: once", "once"), ("deny:  ", ""), ("deny", "")]) {
        let (_, mut run) = every_state().into_iter().find(|(name, _)| *name == "asking").unwrap();
        let ask_id = run.ask().unwrap().ask_id.clone();
        run.control(Control::Answer { ask_id, answer: answer.into() }, 3.0);
        assert!(!matches!(run.state, State::Acting { .. }), "{answer:?}");
        let told = answers(&run).pop().unwrap();
        assert!(told.contains("The user did not allow this"), "{told}");
        assert_eq!(told.contains("The user says: "), !why.is_empty(), "{told}");
        assert!(told.contains(why), "{told}");
        let said = run.transcript.entries.iter().any(|entry| matches!(entry, Entry::Told { text, .. } if text == why));
        assert_eq!(said, !why.is_empty(), "{answer:?}");
    }
}

#[test]
fn with_approvals_on_auto_only_what_cannot_be_taken_back_is_asked() {
    use edith_gate::Commitment::{Buys, Posts};
    for (class, asked) in [(EffectClass::Commits(Buys), true), (EffectClass::Commits(Posts), false)] {
        let mut run = thinking();
        run.task.settings.approvals = Approvals::Auto;
        let scroll = call("1", "scroll", json!({"direction": "down"}));
        run.apply(turn(std::slice::from_ref(&scroll)), 1.0);
        run.apply(prepared(&scroll, class), 1.0);
        assert_eq!(run.ask().is_some(), asked, "{class:?}");
    }
}
