//! Each state: restarts, pauses, stops, faults of the model, and the start of a research.

use super::*;

#[test]
fn every_state_round_trips_and_decides_the_same_again() {
    for (name, run) in every_state() {
        let stored = serde_json::to_string(&run).unwrap();
        let restored: Run = serde_json::from_str(&stored).unwrap();
        assert_eq!(restored, run, "{name}");
        assert_eq!(restored.decide(), run.decide(), "{name}");
        if run.decide() == Decide::AskModel {
            assert_eq!(restored.request(), run.request(), "{name}");
        }
    }
}

#[test]
fn after_a_restart_only_an_effect_under_way_becomes_unknown() {
    for (name, run) in every_state() {
        let mut restarted = run.clone();
        restarted.restarted();
        let becomes_unknown = matches!(restarted.state, State::Unknown { .. });
        assert_eq!(becomes_unknown, name == "acting" || name == "unknown", "{name}");
        if !becomes_unknown {
            assert_eq!(restarted, run, "{name}");
        }
    }
}

#[test]
fn an_unknown_effect_is_looked_at_and_the_model_is_told_instead_of_repeating() {
    let (_, mut run) = every_state().into_iter().find(|(name, _)| *name == "unknown").unwrap();
    assert!(matches!(run.decide(), Decide::Probe(_)));
    run.apply(Input::Probed(Verdict::Unknown("The page says nothing.".into()), Box::default()), 3.0);
    assert!(answers(&run)[0].contains("not known whether it took effect"), "{:?}", answers(&run));
    assert_eq!(run.state, State::Thinking { attempt: 0 });
}

#[test]
fn stop_ends_every_state_and_answers_every_call() {
    for (name, mut run) in every_state() {
        let was_done = run.is_done();
        run.control(Control::Stop, 9.0);
        assert!(run.is_done() && run.transcript.pending.is_empty(), "{name}");
        if !was_done {
            assert_eq!(outcome(&run), Some(Outcome::Stopped), "{name}");
        }
    }
}

#[test]
fn a_paused_run_begins_nothing_new_and_finishes_what_it_began() {
    for (name, mut run) in every_state() {
        run.control(Control::Pause, 9.0);
        // A paused research still hears the results of its sources, which are paused themselves.
        let expected_to_go_on =
            ["acting", "reading", "unknown", "done", "gathering", "one source open", "form answering", "answers found"]
                .contains(&name);
        assert_eq!(run.decide() != Decide::Hold, expected_to_go_on, "{name}");
        let (work, _) = run.control(Control::Resume, 10.0);
        if !run.is_done() {
            assert_eq!(work, Disposition::IsDropped, "{name}");
        }
        assert_eq!(
            run.decide() == Decide::Hold,
            ["asking", "limit asked", "plan shown", "form reviewing"].contains(&name),
            "{name}"
        );
    }
}

#[test]
fn an_input_that_does_not_fit_the_state_changes_nothing() {
    for (name, run) in every_state() {
        let inputs = [Input::Waited, acted(true), text("late"), Input::Malformed("late".into())];
        let fits = |input: &Input| match name {
            "thinking" | "planning" | "reporting" | "plan wanted" | "plan worked on" | "plan compared"
            | "answers wanted" => {
                matches!(input, Input::Turn(_))
            }
            "backing off" => matches!(input, Input::Waited),
            "preparing" | "form filling" => matches!(input, Input::Malformed(_)),
            "acting" | "reading" => matches!(input, Input::Acted(_)),
            _ => false,
        };
        for input in inputs.into_iter().filter(|input| !fits(input)) {
            let mut other = run.clone();
            other.apply(input.clone(), 9.0);
            assert_eq!(other, run, "{name} took {input:?}");
        }
    }
}

#[test]
fn faults_of_the_model_are_retried_as_the_table_says() {
    let broken = || ModelError::BrokenAnswer { message: "cut".into() };
    let refused = || ModelError::Unauthorized { message: "no".into() };
    let too_long = || ModelError::ContextTooLong { message: "8192".into() };
    let failed = || ModelError::ServerFailed { status: 500, message: "oops".into(), retry_after_ms: None };
    // How often the model is asked in all before the run gives up.
    for (name, error, asked) in [
        ("401", refused(), 1),
        ("429", busy(None), 3),
        ("500", failed(), 3),
        ("cut stream", broken(), 4),
        ("silence", ModelError::Stalled { after_ms: 150_000 }, 2),
        ("context too long", too_long(), 2),
        ("429 with a long Retry-After", busy(Some(600_000)), 1),
    ] {
        let mut run = thinking();
        let mut times = 0;
        while !run.is_done() {
            match run.decide() {
                Decide::AskModel => {
                    times += 1;
                    run.apply(Input::ModelFailed(error.clone(), Served::default()), 0.0);
                }
                Decide::WaitUntil(_) => {
                    run.apply(Input::Waited, 0.0);
                }
                other => panic!("{name}: {other:?}"),
            }
        }
        assert_eq!(times, asked, "{name}");
        assert_eq!(outcome(&run), Some(Outcome::Failed), "{name}");
    }
}

#[test]
fn retry_after_is_obeyed_and_own_pauses_double() {
    let wait = |run: &Run| match run.decide() {
        Decide::WaitUntil(until) => until,
        other => panic!("{other:?}"),
    };
    let mut run = thinking();
    run.apply(Input::ModelFailed(busy(Some(7_000)), Served::default()), 100.0);
    assert_eq!(wait(&run), 7_100.0);
    let mut run = thinking();
    run.apply(Input::ModelFailed(busy(None), Served::default()), 0.0);
    assert!((400.0..=600.0).contains(&wait(&run)), "{}", wait(&run));
    run.apply(Input::Waited, 0.0);
    run.apply(Input::ModelFailed(busy(None), Served::default()), 0.0);
    assert!((800.0..=1200.0).contains(&wait(&run)), "{}", wait(&run));
}

#[test]
fn a_broken_answer_is_waited_for_with_a_countdown() {
    let broken = || Input::ModelFailed(ModelError::BrokenAnswer { message: "cut".into() }, Served::default());
    let mut run = thinking();
    for pause in [1_000.0, 2_000.0, 4_000.0] {
        let events = run.apply(broken(), 100.0);
        let Decide::WaitUntil(until) = run.decide() else { panic!("{:?}", run.decide()) };
        assert!((0.8..=1.2).contains(&((until - 100.0) / pause)), "{until}");
        let shown = events.iter().find_map(|event| match event {
            Event::Progress(progress) => progress.waiting.clone(),
            _ => None,
        });
        assert_eq!(shown.map(|shown| shown.until), Some(until), "the countdown ends with the pause");
        run.apply(Input::Waited, 0.0);
    }
    run.apply(broken(), 100.0);
    assert_eq!(outcome(&run), Some(Outcome::Failed));
}

#[test]
fn a_word_from_the_user_keeps_the_run_going_and_reaches_the_model() {
    let mut run = thinking();
    run.control(Control::Say { text: "in red".into(), pasted: Vec::new() }, 1.0);
    run.apply(text("42"), 1.0);
    assert_eq!(run.state, State::Thinking { attempt: 0 });
    assert_eq!(run.decide(), Decide::AskModel);
    let request = run.request();
    assert!(serde_json::to_string(&request.messages).unwrap().contains("USER SAYS: in red"));
}

#[test]
fn what_is_said_while_paused_is_heard_when_the_run_goes_on() {
    let mut run = thinking();
    run.control(Control::Pause, 1.0);
    run.control(Control::Say { text: "in red".into(), pasted: Vec::new() }, 1.0);
    run.control(Control::Resume, 1.0);
    assert_eq!(run.decide(), Decide::AskModel);
    let request = run.request();
    assert!(serde_json::to_string(&request.messages).unwrap().contains("USER SAYS: in red"));
}

#[test]
fn ending_debugging_in_the_browser_is_a_stop() {
    let (_, mut run) = every_state().into_iter().find(|(name, _)| *name == "acting").unwrap();
    run.apply(Input::Acted(Box::new(Acted { stopped_by_user: true, ..Acted::default() })), 3.0);
    assert_eq!(outcome(&run), Some(Outcome::Stopped));
}

#[test]
fn a_research_starts_only_as_many_sources_as_may_work_at_once_and_writes_when_all_are_over() {
    let at = |wanted: &str| every_state().into_iter().find(|(name, _)| *name == wanted).unwrap().1;
    assert_eq!(at("gathering").decide(), Decide::OpenSources(vec![0, 1]));
    assert_eq!(at("one source open").decide(), Decide::AwaitSource, "the other waits for its turn");
    let mut next = at("one source open");
    next.apply(source_ended(&next, 0), 3.0);
    assert_eq!(next.decide(), Decide::OpenSources(vec![1]));
    // The same end twice, as after a restart, changes nothing.
    let before = next.clone();
    next.apply(source_ended(&next, 0), 4.0);
    assert_eq!(next, before);
    assert_eq!(at("reporting").decide(), Decide::AskModel);
    let request = at("reporting").request();
    let all = serde_json::to_string(&request.messages).unwrap();
    assert!(all.contains("found 0") && all.contains("found 1") && request.tools.is_empty(), "{all}");
    let mut paused = at("gathering");
    paused.paused = true;
    assert_eq!(paused.decide(), Decide::AwaitSource, "nothing new is begun");
}

#[test]
fn only_the_tab_where_a_run_began_is_the_persons() {
    let stands = |url: &str| Input::Started(Box::new(Acted { url: url.into(), ok: true, ..Acted::default() }));
    let mut run = new_run();
    run.apply(stands("https://mail.example/inbox"), 0.0);
    assert!(run.guard.places.is_private("https://mail.example"));
    // A run that goes on after a pause may be anywhere.
    for url in ["https://evil.example/form", "https://shop.example/"] {
        run.state = State::Starting;
        run.apply(stands(url), 1.0);
        let site = url.split('/').take(3).collect::<Vec<_>>().join("/");
        assert!(run.guard.places.has(&site) && !run.guard.places.is_private(&site), "{url}");
        assert_eq!(run.guard.home, "https://mail.example", "{url}");
    }
}
