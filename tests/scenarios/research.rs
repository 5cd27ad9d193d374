//! Research on fakes: several sources at once, of which one fails, one hangs and one lies; kills, stops, limits.

use edith_model::{ChatMessage, ChatRequest, ModelTurn};
use edith_port::Table;
use edith_protocol::{
    AnswerBody, Ask, AskKind, Command, Conversation, Done, Event, Mode, Outcome, Progress, RunInfo, Usage,
};
use edith_testkit::{FakeAnswer, FakePage, Scripted, World};
use serde_json::{Value, json};
use std::cell::Cell;
use std::rc::Rc;

/// Five sites, each with a lamp at its own price. The fourth is missing.
const SITES: [(&str, &str); 5] = [
    ("http://a.example/", "Desk lamp € 24.90, in stock"),
    ("http://b.example/", "Desk lamp € 19.90, two weeks"),
    ("http://c.example/", "Desk lamp € 31.50, in stock"),
    ("http://gone.example/", ""),
    ("http://liar.example/", "Desk lamp € 99.00, in stock"),
];

fn world() -> World {
    let world = World::default();
    for (url, text) in SITES.iter().filter(|(_, text)| !text.is_empty()) {
        world.browser.add_page(url, FakePage::new("Lamps").text(text).button("Buy"));
    }
    world
}

fn plan(urls: &[&str]) -> Scripted {
    let tasks: Vec<Value> = urls
        .iter()
        .map(|url| json!({"description": format!("lamps on {url}"), "url": url, "extractionGoal": "the price"}))
        .collect();
    Scripted::Text(json!({"isResearch": true, "subTasks": tasks}).to_string())
}

fn whole(request: &ChatRequest) -> String {
    serde_json::to_string(&request.messages).unwrap()
}

fn is_source(request: &ChatRequest) -> bool {
    request.tools.iter().any(|tool| tool.name == "extract_data")
}

fn is_report(request: &ChatRequest) -> bool {
    matches!(&request.messages[0], ChatMessage::System { content } if content.contains("You write the answer"))
}

/// The fact on the page of the request's source, with its quote.
fn extract(request: &ChatRequest) -> Scripted {
    let all = whole(request);
    let (url, text) = SITES.iter().find(|(url, _)| all.contains(&format!("begin with: {url}"))).unwrap();
    // The liar's quote is not on its page.
    let quote = if url.contains("liar") { "Desk lamp € 5.00, in stock" } else { text };
    let price = quote.split(['€', ',']).nth(1).unwrap().trim();
    let fact = json!({"fact": format!("The desk lamp costs {price}."), "quote": quote, "url": url});
    Scripted::call("extract_data", &json!({"data": {"facts": [fact]}}).to_string())
}

const REPORT: &str =
    "The cheapest desk lamp is on B for 19.90 [2].\n\n| site | price |\n|---|---|\n| A | 24.90 |\n| B | 19.90 [2] |";

/// A model that masters a whole research.
fn able(urls: &'static [&'static str]) -> impl Fn(&ChatRequest) -> Scripted {
    move |request| {
        if is_source(request) {
            extract(request)
        } else if is_report(request) {
            Scripted::Text(REPORT.to_owned())
        } else {
            plan(urls)
        }
    }
}

fn urls() -> &'static [&'static str] {
    &["http://a.example/", "http://b.example/", "http://c.example/", "http://gone.example/", "http://liar.example/"]
}

fn runs(world: &World) -> Vec<RunInfo> {
    let Some(AnswerBody::Runs { runs, .. }) = world.send(Command::RunList { after: None }).unwrap().body else {
        panic!()
    };
    runs
}

fn live(world: &World, mode: Mode) -> usize {
    runs(world).iter().filter(|run| run.mode == mode && run.state != edith_protocol::RunState::Done).count()
}

fn done(world: &World) -> Done {
    world.events.done().expect("the research is over")
}

fn progress(world: &World) -> Vec<Progress> {
    let sources_of = |event: Event| match event {
        Event::Progress(progress) => Some(progress),
        _ => None,
    };
    world.events.all().into_iter().filter_map(sources_of).collect()
}

/// The sources' states as last reported.
fn states(world: &World) -> Vec<String> {
    let told = progress(world).into_iter().rev().find_map(|progress| progress.sources).unwrap_or_default();
    told.iter().map(|source| serde_json::to_value(source.state).unwrap().as_str().unwrap().to_owned()).collect()
}

fn conversation(world: &World) -> Conversation {
    let all = world.store.conversations();
    assert_eq!(all.len(), 1);
    all.into_iter().next().unwrap()
}

#[test]
fn five_sources_are_read_and_the_answer_cites_flags_and_names_what_failed() {
    let world = world();
    world.model.always(able(urls()));
    let front = world.browser.open_in_front("http://a.example/");
    let run = world.research("Which desk lamp is the cheapest?").unwrap();
    world.settle();
    let done = done(&world);
    assert_eq!((done.run_id.clone(), done.outcome), (run, Outcome::Completed), "{}", done.summary);
    for part in [
        "B for 19.90 [2]",
        // The uncited figure got a citation.
        "| A | 24.90 [1] |",
        "[1] “Desk lamp € 24.90, in stock” — [a.example](http://a.example/#:~:text=Desk%20lamp%20%E2%82%AC%2024.90%2C%20in%20stock)",
        "gone.example",
    ] {
        assert!(done.summary.contains(part), "{part} in {}", done.summary);
    }
    assert_eq!(states(&world), ["done", "done", "done", "failed", "done"]);
    assert_eq!(world.browser.front(), Some(front), "nothing came to the front");
    assert_eq!(world.browser.attached(), [], "every tab is let go");
    assert_eq!(world.store.count(Table::Runs), 0);
    assert_eq!(world.store.count(Table::Pages), 0);
    let messages = conversation(&world).messages;
    assert_eq!(messages.len(), 2, "question and answer, nothing of the sources' own runs: {messages:?}");
    // The liar was asked again, and its quote is flagged in the findings for the final answer.
    let report = world.model.requests().into_iter().find(is_report).unwrap();
    assert!(whole(&report).contains("NOT CONFIRMED: the quote was not found on the page"));
    let questioned =
        world.model.requests().iter().filter(|request| whole(request).contains("could not be confirmed")).count();
    assert_eq!(questioned, 1);
    // Only the research itself sends an end; it reports its sources' ends.
    let ends = world.events.all().into_iter().filter(|event| matches!(event, Event::Done(_))).count();
    assert_eq!(ends, 1);
}

#[test]
fn a_lie_that_is_cited_is_flagged_in_the_answer() {
    let world = world();
    world.model.always(|request| {
        if is_report(request) {
            Scripted::Text("The cheapest is 5.00 on the fifth site [2].".to_owned())
        } else {
            able(&["http://a.example/", "http://liar.example/"])(request)
        }
    });
    world.research("lamps?").unwrap();
    world.settle();
    let summary = done(&world).summary;
    assert!(summary.contains("5.00 on the fifth site [2] ⚠."), "{summary}");
    assert!(summary.contains("⚠ the quote was not found on the page"), "{summary}");
}

/// A source works in a tab of its own: only what begins in the person's tab says so.
#[test]
fn sources_do_not_say_that_they_begin_in_the_persons_tab() {
    const HERE: &str = "Starting in the current tab.";
    let says_here = |world: &World, of_source: bool| {
        let told = progress(world);
        told.iter().any(|step| step.parent_run_id.is_some() == of_source && step.text.contains(HERE))
    };
    let world = self::world();
    world.model.always(able(urls()));
    world.browser.open_in_front("http://a.example/");
    world.research("Which desk lamp is the cheapest?").unwrap();
    world.settle();
    let of_sources = progress(&world).iter().filter(|step| step.parent_run_id.is_some()).count();
    assert!(of_sources > 0 && !says_here(&world, true));
    // An ordinary task in the same tab is the control.
    world.model.always(|_| Scripted::Text("Done.".to_owned()));
    world.run("Look").unwrap();
    world.settle();
    assert!(says_here(&world, false));
}

#[test]
fn as_many_tabs_work_at_once_as_the_setting_says_and_the_others_wait_their_turn() {
    let world = world();
    world.set("edith_settings", json!({"maxResearchTabs": 2}));
    let hanging = Rc::new(Cell::new(true));
    let hangs = Rc::clone(&hanging);
    world.model.always(
        move |request| {
            if is_source(request) && hangs.get() { Scripted::Hang } else { able(urls())(request) }
        },
    );
    world.research("lamps?").unwrap();
    world.settle_now();
    assert_eq!(states(&world), ["working", "working", "waiting", "waiting", "waiting"]);
    assert_eq!(world.browser.grouped().len(), 2);
    hanging.set(false);
    world.restart_worker();
    world.settle();
    assert_eq!(states(&world), ["done", "done", "done", "failed", "done"]);
    assert_eq!(done(&world).outcome, Outcome::Completed);
}

#[test]
fn a_source_that_hangs_runs_into_its_time_and_the_others_are_not_harmed() {
    let world = world();
    world.set("edith_settings", json!({"maxSourceSeconds": 20}));
    world.model.always(|request| {
        if is_source(request) && whole(request).contains("c.example") { Scripted::Hang } else { able(urls())(request) }
    });
    world.research("lamps?").unwrap();
    world.settle();
    assert_eq!(states(&world), ["done", "done", "failed", "failed", "done"]);
    let done = done(&world);
    assert_eq!(done.outcome, Outcome::Completed);
    assert!(done.summary.contains("It was not done within 20 seconds"), "{}", done.summary);
}

#[test]
fn each_source_has_its_own_history_tools_and_stop() {
    let world = world();
    world.model.always(|request| {
        if is_source(request) && whole(request).contains("begin with: http://b.example/") {
            Scripted::Hang
        } else {
            able(&["http://a.example/", "http://b.example/", "http://c.example/"])(request)
        }
    });
    world.research("lamps?").unwrap();
    world.settle_now();
    let source =
        runs(&world).into_iter().find(|run| run.mode == Mode::Source && run.prompt.contains("b.example")).unwrap();
    assert!(world.send(Command::AgentStop { run_id: Some(source.run_id) }).unwrap().ok);
    world.settle();
    assert_eq!(states(&world), ["done", "stopped", "done"]);
    assert_eq!(done(&world).outcome, Outcome::Completed);
    for request in world.model.requests().iter().filter(|request| is_source(request)) {
        let all = whole(request);
        let named = ["a.example", "b.example", "c.example"].iter().filter(|site| all.contains(*site)).count();
        assert_eq!(named, 1, "a source knows nothing of the others: {all}");
        let names: Vec<&str> = request.tools.iter().map(|tool| &*tool.name).collect();
        assert!(names.contains(&"click") && names.contains(&"ask_user") && !names.contains(&"task_complete"));
    }
}

#[test]
fn stop_ends_everything_and_shows_what_was_found_so_far() {
    let world = world();
    world.model.always(|request| {
        if is_source(request) && !whole(request).contains("begin with: http://a.example/") {
            Scripted::Hang
        } else {
            able(urls())(request)
        }
    });
    let run = world.research("lamps?").unwrap();
    world.settle_now();
    assert!(world.send(Command::AgentStop { run_id: Some(run) }).unwrap().ok);
    world.settle();
    let done = done(&world);
    assert_eq!(done.outcome, Outcome::Stopped);
    assert!(done.summary.contains("The desk lamp costs 24.90. [1]"), "{}", done.summary);
    assert_eq!((live(&world, Mode::Source), live(&world, Mode::Research)), (0, 0));
    assert_eq!(world.browser.attached(), []);
    assert_eq!(world.store.count(Table::Runs), 0);
    let asked = world.model.requests().len();
    world.restart_worker();
    world.settle();
    assert_eq!(world.model.requests().len(), asked, "nothing of it comes back");
}

#[test]
fn a_paused_research_begins_nothing_until_it_is_resumed() {
    let world = world();
    world.model.always(|request| if is_source(request) { Scripted::Hang } else { able(urls())(request) });
    let run = world.research("lamps?").unwrap();
    world.settle_now();
    assert!(world.send(Command::AgentPause { run_id: run.clone() }).unwrap().ok);
    world.model.always(able(urls()));
    let asked = world.model.requests().len();
    world.restart_worker();
    world.settle();
    assert!(world.events.done().is_none());
    assert_eq!(world.model.requests().len(), asked, "a paused research asks nothing");
    assert!(runs(&world).iter().all(|run| run.state == edith_protocol::RunState::Paused));
    assert!(world.send(Command::AgentResume { run_id: run }).unwrap().ok);
    world.settle();
    assert_eq!(done(&world).outcome, Outcome::Completed);
}

#[test]
fn a_killed_worker_goes_on_with_the_research_from_every_write() {
    const TWO: &[&str] = &["http://a.example/", "http://b.example/"];
    let writes = {
        let world = world();
        world.model.always(able(TWO));
        world.research("lamps?").unwrap();
        world.settle();
        world.store.run_writes()
    };
    assert!(writes > 15, "{writes}");
    for dies_after in 1..=writes {
        let world = world();
        world.model.always(able(TWO));
        world.store.die_after(Some(dies_after));
        world.research("lamps?");
        world.settle();
        world.restart_worker();
        world.settle();
        let done = world.events.done().unwrap_or_else(|| panic!("killed after write {dies_after}: it is stuck"));
        assert_eq!(done.outcome, Outcome::Completed, "killed after write {dies_after}: {}", done.summary);
        assert!(done.summary.contains("| A | 24.90 [1] |"), "killed after write {dies_after}: {}", done.summary);
        assert!(!done.summary.contains('⚠'), "killed after write {dies_after}: {}", done.summary);
        assert_eq!(world.browser.attached(), [], "killed after write {dies_after}");
        assert_eq!(world.store.count(Table::Runs), 0, "killed after write {dies_after}");
        assert_eq!(conversation(&world).messages.len(), 2, "killed after write {dies_after}");
    }
}

#[test]
fn fewer_than_two_sites_are_an_ordinary_task_and_it_says_so() {
    for answer in [
        json!({"isResearch": false}).to_string(),
        json!({"isResearch": true, "subTasks": [{"url": "http://a.example/", "description": "d"}]}).to_string(),
        json!({"isResearch": true, "subTasks": [{"url": "http://a.example/"}, {"url": "http://a.example/2"}]})
            .to_string(),
        "I would just look it up.".to_owned(),
    ] {
        let world = world();
        world.model.will([Scripted::Text(answer.clone()), Scripted::complete("24.90")]);
        let run = world.research("What does the lamp on A cost?").unwrap();
        world.settle();
        let done = done(&world);
        assert_eq!((done.run_id, done.outcome, done.summary.as_str()), (run, Outcome::Completed, "24.90"), "{answer}");
        let request = world.model.requests().pop().unwrap();
        let names: Vec<&str> = request.tools.iter().map(|tool| &*tool.name).collect();
        assert!(names.contains(&"task_complete") && !names.contains(&"extract_data"), "{answer}: {names:?}");
        let said = serde_json::to_string(&conversation(&world)).unwrap();
        assert!(said.contains("so I do it as an ordinary task"), "{answer}: {said}");
        assert!(progress(&world).iter().any(|step| step.text.contains("as an ordinary task")), "{answer}");
    }
}

#[test]
fn a_plan_that_does_not_read_is_asked_for_once_more() {
    let world = world();
    let asked = Rc::new(Cell::new(0));
    let counted = Rc::clone(&asked);
    world.model.always(move |request| {
        if is_source(request) || is_report(request) {
            return able(&["http://a.example/", "http://b.example/"])(request);
        }
        counted.set(counted.get() + 1);
        let broken = "{\"isResearch\": true, \"subTasks\": [{\"url\": ";
        if counted.get() == 1 {
            Scripted::Text(broken.into())
        } else {
            plan(&["http://a.example/", "http://b.example/"])
        }
    });
    world.research("lamps?").unwrap();
    world.settle();
    assert_eq!((asked.get(), done(&world).outcome), (2, Outcome::Completed));
    assert_eq!(conversation(&world).messages.len(), 2);
}

#[test]
fn when_the_model_fails_at_the_end_the_findings_are_shown_as_they_are() {
    let world = world();
    world.model.always(|request| {
        if is_report(request) { Scripted::Sent(FakeAnswer::status(401, &[], "no")) } else { able(urls())(request) }
    });
    world.research("lamps?").unwrap();
    world.settle();
    let done = done(&world);
    assert_eq!(done.outcome, Outcome::Partial);
    for part in
        ["The answer could not be written", "- The desk lamp costs 24.90. [1]", "costs 5.00. [4] ⚠", "gone.example"]
    {
        assert!(done.summary.contains(part), "{part} in {}", done.summary);
    }
}

#[test]
fn when_no_source_gives_anything_it_failed_and_says_why() {
    let world = world();
    world.model.always(|request| {
        if is_source(request) { Scripted::Sent(FakeAnswer::status(404, &[], "model")) } else { able(urls())(request) }
    });
    world.research("lamps?").unwrap();
    world.settle();
    let done = done(&world);
    assert_eq!(done.outcome, Outcome::Failed);
    assert!(
        done.summary.contains("None of the sources") && done.summary.contains("does not know this model"),
        "{}",
        done.summary
    );
}

#[test]
fn words_and_task_complete_are_taken_for_findings() {
    for answer in
        [Scripted::Text("Desk lamp € 24.90, in stock".into()), Scripted::complete("Desk lamp € 24.90, in stock")]
    {
        let world = world();
        world.model.always(move |request| {
            if is_source(request) { answer.clone() } else { able(&["http://a.example/", "http://b.example/"])(request) }
        });
        world.research("lamps?").unwrap();
        world.settle();
        let report = world.model.requests().into_iter().find(is_report).unwrap();
        let told = whole(&report);
        assert!(told.contains("[1] Desk lamp € 24.90, in stock"), "{told}");
        // What is on A is not on B.
        assert_eq!(told.matches("NOT CONFIRMED").count(), 2, "{told}");
    }
}

#[test]
fn the_tabs_stay_in_a_titled_group_until_they_are_closed() {
    let world = world();
    world.model.always(able(&["http://a.example/", "http://b.example/"]));
    let run = world.research("Which desk lamp\nis the cheapest?").unwrap();
    world.settle();
    let grouped = world.browser.grouped();
    assert_eq!(grouped.len(), 2);
    assert!(grouped.iter().all(|(_, title)| title == "EDITH: Which desk lamp is the cheapest?"), "{grouped:?}");
    world.restart_worker();
    let close = || world.send(Command::ResearchClose { run_id: run.clone() }).unwrap().body;
    assert_eq!(close(), Some(AnswerBody::Closed { closed: 2 }));
    assert_eq!(world.browser.grouped().len(), 0);
    assert_eq!(close(), Some(AnswerBody::Closed { closed: 0 }));
}

#[test]
fn deleting_the_conversation_deletes_the_steps_of_every_source() {
    let world = world();
    world.model.always(able(&["http://a.example/", "http://b.example/"]));
    world.research("lamps?").unwrap();
    world.settle();
    assert!(world.store.count(Table::Steps) > 4);
    let id = conversation(&world).id;
    assert!(world.send(Command::ConversationDelete { conversation_id: id }).unwrap().ok);
    assert_eq!(world.store.count(Table::Steps), 0);
}

/// The same with usage: every call takes 1,000 tokens and returns 100.
fn with_usage(scripted: Scripted, request: &ChatRequest) -> Scripted {
    let usage = Some(Usage { prompt_tokens: 1_000, completion_tokens: 100, cached_tokens: 200, price: None });
    match scripted {
        Scripted::Text(text) => Scripted::Turn(Box::new(ModelTurn { text, usage, ..ModelTurn::default() })),
        Scripted::Calls(calls) => {
            let call = |(at, (name, arguments)): (usize, (String, String))| edith_protocol::ToolCall {
                id: format!("{}-{at}", request.messages.len()),
                name,
                arguments,
            };
            let tool_calls = calls.into_iter().enumerate().map(call).collect();
            Scripted::Turn(Box::new(ModelTurn { tool_calls, usage, ..ModelTurn::default() }))
        }
        other => other,
    }
}

#[test]
fn usage_and_price_are_counted_for_the_whole_research_and_the_day() {
    let world = world();
    world.set("edith_model", json!("m"));
    world.set("edith_settings", json!({"prices": [{"model": "m", "prompt": 10.0, "cached": 5.0, "completion": 20.0}]}));
    world.model.always(|request| with_usage(able(&["http://a.example/", "http://b.example/"])(request), request));
    world.research("lamps?").unwrap();
    world.settle();
    // A plan, two sources, an answer.
    let usage = done(&world).usage;
    assert_eq!((usage.prompt_tokens, usage.cached_tokens, usage.completion_tokens), (4_000, 800, 400));
    assert!((usage.price.unwrap() - 4.0 * (0.008 + 0.001 + 0.002)).abs() < 1e-9, "{usage:?}");
    let days = world.store.local("edith_usage").unwrap();
    assert_eq!((days[0]["steps"].as_u64(), days[0]["usage"]["promptTokens"].as_u64()), (Some(4), Some(4_000)));
    let step = progress(&world).into_iter().find(|step| step.tool.as_deref() == Some("extract_data")).unwrap();
    assert_eq!(step.step_usage.unwrap().prompt_tokens, 1_000);
    assert!(step.parent_run_id.is_some());
}

#[test]
fn a_limit_on_the_task_counts_all_its_sources_and_stops_before_the_call() {
    let world = world();
    // Room for the plan and three sources' first calls at most.
    world.set("edith_settings", json!({"maxRunTokens": 6000, "maxCompletionTokens": 300}));
    world.model.always(|request| with_usage(able(urls())(request), request));
    let research = world.research("lamps?").unwrap();
    world.settle();
    // Ten sources would ask ten times: the research asks once.
    let asks = limit_asks(&world);
    assert_eq!(asks.len(), 1, "{asks:?}");
    assert!(asks[0].text.contains("The limit of 6000 tokens per task is reached"), "{}", asks[0].text);
    assert_eq!(asks[0].run_id, research);
    answer(&world, &asks[0], "deny");
    let usage = done(&world).usage;
    assert!(usage.tokens() <= 6_000, "{usage:?}");
    assert_eq!(done(&world).outcome, Outcome::Partial);
    assert!(done(&world).summary.contains("The limit of 6000 tokens per task is reached"), "{}", done(&world).summary);
}

fn limit_asks(world: &World) -> Vec<Ask> {
    let ask = |event: Event| match event {
        Event::Ask(ask) if matches!(ask.kind, AskKind::Limit { .. }) => Some(ask),
        _ => None,
    };
    world.events.all().into_iter().filter_map(ask).collect()
}

fn answer(world: &World, ask: &Ask, words: &str) {
    let (run_id, ask_id) = (ask.run_id.clone(), ask.ask_id.clone());
    assert!(world.send(Command::AgentAnswer { run_id, ask_id, answer: words.into() }).unwrap().ok);
    world.settle();
}

#[test]
fn a_research_whose_limit_is_raised_goes_on_with_every_source_also_after_a_death() {
    for dies in [false, true] {
        let world = world();
        world.set("edith_settings", json!({"maxRunTokens": 6000, "maxCompletionTokens": 300}));
        world.model.always(|request| with_usage(able(urls())(request), request));
        world.research("lamps?").unwrap();
        world.settle();
        for count in 1..=9 {
            let asks = limit_asks(&world);
            let Some(ask) = asks.last().filter(|_| world.events.done().is_none()) else { break };
            assert!(asks.len() <= count, "{asks:?}");
            if dies {
                world.restart_worker();
                world.settle();
            }
            answer(&world, ask, "once");
        }
        let usage = done(&world).usage;
        assert!(usage.tokens() > 6_000, "{usage:?}");
        assert_eq!(done(&world).outcome, Outcome::Completed, "{}", done(&world).summary);
        let done_sources = states(&world).iter().filter(|state| *state == "done").count();
        assert!(done_sources >= 4, "{dies}: {:?}", states(&world));
    }
}

#[test]
fn a_limit_on_the_day_holds_over_tasks_and_restarts() {
    let world = world();
    world.set("edith_settings", json!({"maxDaySteps": 2}));
    world.model.always(|_| Scripted::Text("Hello.".into()));
    for _ in 0..2 {
        assert!(world.send(Command::Chat { prompt: "Hi".into(), conversation_id: None }).unwrap().ok);
    }
    world.restart_worker();
    let refused = world.send(Command::Chat { prompt: "Hi".into(), conversation_id: None }).unwrap();
    assert!(refused.error.unwrap().message.contains("limit of 2 steps per day"));
    assert_eq!(world.model.requests().len(), 2, "the call was not made");
    // On the next day it may continue.
    world.clock.advance(86_400_000.0);
    assert!(world.send(Command::Chat { prompt: "Hi".into(), conversation_id: None }).unwrap().ok);
    let days = world.store.local("edith_usage").unwrap();
    assert_eq!(days.as_array().unwrap().len(), 2);
}

#[test]
fn the_built_in_model_compares_what_given_addresses_say_and_otherwise_says_what_it_can_do() {
    let world = world();
    world.set("edith_api_base_url", json!(""));
    world.research("Compare the price of the desk lamp on http://a.example/ and http://b.example/").unwrap();
    world.settle();
    let summary = done(&world).summary;
    for part in ["no language model", "- Desk lamp € 24.90, in stock [1]", "- Desk lamp € 19.90, two weeks [2]"] {
        assert!(summary.contains(part), "{part} in {summary}");
    }
    assert!(!summary.contains('⚠'), "{summary}");
    assert_eq!(world.store.local("edith_usage"), None, "it takes no tokens");
    world.research("Which phone is the best?").unwrap();
    world.settle();
    let done = done(&world);
    assert_eq!(done.summary, "I did not understand “Which phone is the best?”, so nothing was done.");
    assert_eq!(done.suggestions[0].text, "search the web for “Which phone is the best”");
}

#[test]
fn a_quote_from_a_page_that_was_left_before_the_kill_is_still_confirmed() {
    let world = world();
    let hanging = Rc::new(Cell::new(true));
    let hangs = Rc::clone(&hanging);
    world.model.always(move |request| {
        if !is_source(request) {
            return able(&["http://a.example/", "http://b.example/"])(request);
        }
        if !request.messages.iter().any(|message| matches!(message, ChatMessage::Tool { .. })) {
            return Scripted::call("navigate", r#"{"url": "http://c.example/"}"#);
        }
        if hangs.get() { Scripted::Hang } else { extract(request) }
    });
    world.research("lamps?").unwrap();
    world.settle_now();
    hanging.set(false);
    world.restart_worker();
    world.settle();
    let summary = done(&world).summary;
    assert!(summary.contains("[1] “Desk lamp € 24.90, in stock” — [a.example](http://a.example/#:~:text=Desk%20lamp%20%E2%82%AC%2024.90%2C%20in%20stock)"), "{summary}");
    assert!(!summary.contains('⚠'), "{summary}");
}

/// A task that holds something of the person's, so that the plan's addresses could tell it.
const PERSONAL: &str = "which lamp do I get for customer number 4711081522, also at http://a.example/?";

fn answered(world: &World, answer: &str) {
    let ask = world.events.ask().expect("a question");
    let run_id = ask.run_id.clone();
    world.send(Command::AgentAnswer { run_id, ask_id: ask.ask_id, answer: answer.into() }).unwrap();
    world.settle();
}

#[test]
fn the_addresses_of_a_plan_are_asked_about_once_with_their_list() {
    for (answer, expected) in [
        ("once", ["done", "done", "done", "failed", "done"]),
        ("deny", ["done", "failed", "failed", "failed", "failed"]),
    ] {
        let world = world();
        world.model.always(able(urls()));
        world.research(PERSONAL).unwrap();
        world.settle();
        let ask = world.events.ask().expect("a question");
        assert!(
            ask.text.contains("You did not name these sites") && ask.text.contains("what you wrote"),
            "{}",
            ask.text
        );
        let listed: Vec<_> = ask.action().unwrap().values.iter().map(|value| value.value.clone()).collect();
        assert_eq!(listed, urls()[1..], "the one that was named is not asked about");
        assert!(world.browser.done().is_empty(), "{:?}", world.browser.done());
        world.restart_worker();
        answered(&world, answer);
        assert_eq!(states(&world), expected);
        assert_eq!(world.events.all().iter().filter(|event| matches!(event, Event::Ask(_))).count(), 1);
        assert_eq!(done(&world).outcome, Outcome::Completed);
        let visited = urls()[1..].iter().any(|url| world.browser.done().iter().any(|done| done.contains(url)));
        assert_eq!(visited, answer == "once", "{:?}", world.browser.done());
    }
}

#[test]
fn a_plan_of_which_nothing_is_allowed_ends_without_opening_anything() {
    let world = world();
    world.model.always(able(&["http://b.example/", "http://c.example/"]));
    world.research(PERSONAL).unwrap();
    world.settle();
    answered(&world, "no, only at a.example");
    assert_eq!(done(&world).outcome, Outcome::Failed);
    assert!(done(&world).summary.contains("You did not allow it."), "{}", done(&world).summary);
    assert!(world.browser.done().is_empty());
}
