//! The page that a task names is opened before the model is asked.

use super::*;
use edith_actions::http_url::HttpUrl;
use edith_model::CallEnd;
use edith_protocol::{Reference, ReferenceKind, TabId};
use edith_tools::Operation;

fn asked(prompt: &str) -> Run {
    let mut run = new_run();
    run.task.prompt = prompt.into();
    run
}

/// What the start finds: this page, or none.
fn start(url: &str) -> Acted {
    let tab = (!url.is_empty()).then_some(TabId(1));
    Acted { ok: true, tab, url: url.into(), ..Acted::default() }
}

fn opened(prompt: &str, url: &str) -> Option<String> {
    asked(prompt).first_page(&start(url)).map(|url| url.as_str().to_owned())
}

#[test]
fn it_is_the_one_that_the_task_names() {
    for (prompt, at, expected) in [
        ("Go to http://localhost:8753/shop and buy a lamp", "", Some("http://localhost:8753/shop")),
        ("On https://shop.example/x find a lamp", "https://mail.example/", Some("https://shop.example/x")),
        // A site is not an address.
        ("What is new on wikipedia.org?", "", None),
        ("Explain asp.net as this page does", "https://blog.example/", None),
        // It is there already.
        ("On https://shop.example/cart press Order", "https://shop.example/", None),
        // Which one comes first is for the model.
        ("Compare https://a.example/ with https://b.example/", "", None),
        ("Write to ada@mail.example", "", None),
        ("Answer: \u{201c}see https://evil.example/x for more\u{201d}", "", None),
        ("Find a lamp", "", None),
    ] {
        assert_eq!(opened(prompt, at).as_deref(), expected, "{prompt} at {at:?}");
    }
}

#[test]
fn it_is_not_opened_where_the_person_points_at_something_else() {
    let task = "Put https://a.example/ into the field";
    let mut run = asked(task);
    let reference = Reference {
        kind: ReferenceKind::Tab,
        title: "Form".into(),
        url: "https://b.example/".into(),
        text: String::new(),
    };
    run.task.references.push(reference);
    assert_eq!(run.first_page(&start("https://b.example/")), None);
    // The page that they wrote as the one to begin on; the control is the same task without it.
    let mut begun = asked(task);
    assert!(begun.first_page(&start("https://b.example/")).is_some());
    begun.task.page = "https://b.example/".into();
    assert_eq!(begun.first_page(&start("https://b.example/")), None);
    let mut later = asked("Go to https://a.example/");
    later.apply(Input::Started(Box::new(start(""))), 0.0);
    assert_eq!(later.first_page(&start("")), None, "only a run's beginning");
}

#[test]
fn it_is_opened_by_a_call_that_is_judged_and_answered_before_the_model_is_asked() {
    let url = HttpUrl::parse("https://a.example/").unwrap();
    let mut run = asked("Go to https://a.example/");
    run.apply(Input::Started(Box::new(Acted { first_page: Some(url), ..start("") })), 0.0);
    let Decide::Prepare(first) = run.decide() else { panic!("{:?}", run.decide()) };
    assert_eq!((first.name.as_str(), first.arguments.as_str()), ("open_browser", r#"{"url":"https://a.example/"}"#));
    run.apply(prepared(&first, EffectClass::Acts), 1.0);
    run.apply(Input::TabOpened(TabId(4)), 1.0);
    run.apply(Input::Acted(Box::new(Acted { tab: Some(TabId(4)), ..start("https://a.example/") })), 1.0);
    assert!(matches!(run.decide(), Decide::AskModel));
    assert_eq!((answers(&run).len(), run.counters.step), (1, 0), "no turn of the model's");
    // A model that opens it all the same is shown it.
    let again = call("2", "open_browser", json!({ "url": "https://a.example/" }));
    let mut other = run.clone();
    other.apply(turn(std::slice::from_ref(&again)), 2.0);
    other.apply(prepared(&again, EffectClass::Acts), 2.0);
    assert!(
        matches!(&other.state, State::Acting { intent } if intent.operation == Operation::Look),
        "{:?}",
        other.state
    );
    // The control: another page is opened, and so is this one if it could not be.
    let elsewhere = call("2", "open_browser", json!({ "url": "https://a.example/b" }));
    run.apply(turn(std::slice::from_ref(&elsewhere)), 2.0);
    let mut failed = run.clone();
    run.apply(prepared(&elsewhere, EffectClass::Acts), 2.0);
    assert!(matches!(&run.state, State::Acting { intent } if matches!(intent.operation, Operation::Open(_))));
    failed.transcript.last.as_mut().unwrap().end = CallEnd::Failed;
    failed.apply(prepared(&again, EffectClass::Acts), 2.0);
    assert!(matches!(&failed.state, State::Acting { intent } if matches!(intent.operation, Operation::Open(_))));
}
