//! How runs end: completed only if the page shows it, otherwise as what they are, in the event, the conversation and the panel.

use edith_lab::browser::Page;
use edith_lab::model_server::{Reply, Script};
use edith_lab::sites::Sites;
use serde_json::{Value, json};

use super::lab::{Lab, outcome};
use super::play::{click, go, type_into};

struct Ended {
    outcome: String,
    summary: String,
    evidence: Vec<String>,
    lab: Lab,
}

/// Runs a script on the page of endings, approving everything but what is to be refused.
async fn ended(deny: bool, script: impl FnOnce(Script) -> Script) -> Ended {
    let sites = Sites::start().await.unwrap();
    let opened = Script::new().then(go(&sites.page_url("endings")));
    let lab = Lab::on(sites, script(opened)).await;
    end(lab, "do it", deny).await
}

async fn end(lab: Lab, task: &str, deny: bool) -> Ended {
    let run = lab.start(task).await;
    let asked_or_done = |event: &edith_lab::browser::SeenEvent| matches!(event.kind(), "agent_ask" | "agent_done");
    let (_, told) =
        lab.extension.wait_event_from(run.first_event, "the end", asked_or_done, super::lab::RUN).await.unwrap();
    if told.kind() == "agent_ask" {
        lab.extension.answer(&told, if deny { "deny" } else { "once" }).await.unwrap();
    }
    let done = lab.done(&run).await;
    let evidence = done.message["evidence"].as_array().cloned().unwrap_or_default();
    let texts = evidence.iter().map(|proof| proof["text"].as_str().unwrap().to_owned()).collect();
    // The conversation and the list of runs agree.
    let stored = lab.extension.conversations().await.unwrap();
    let last = stored[0]["messages"].as_array().unwrap().last().unwrap().clone();
    assert_eq!(last["ending"]["outcome"], done.message["outcome"]);
    assert_eq!(last["ending"].get("evidence").cloned().unwrap_or(json!([])), json!(evidence));
    assert_eq!(lab.runs().await[0]["outcome"], done.message["outcome"]);
    Ended { outcome: outcome(&done).to_owned(), summary: done.text("summary").to_owned(), evidence: texts, lab }
}

fn summary(words: &str) -> Value {
    json!({ "summary": words })
}

#[tokio::test]
async fn a_refused_password_is_no_success_however_often_the_model_says_so() {
    let end = ended(false, |script| {
        script
            .then(type_into("User", "ada"))
            .then(type_into("Password", "guessed"))
            .then(click("Sign in"))
            .then(Reply::done("Signed in."))
            .then(Reply::done("Signed in."))
    })
    .await;
    assert_eq!(end.outcome, "partial", "{}", end.summary);
    assert!(end.summary.contains("Wrong password."), "{}", end.summary);
    assert!(end.evidence.is_empty());
    let requests = end.lab.model.requests();
    let told = serde_json::to_string(requests.last().unwrap().messages()).unwrap();
    assert!(told.contains("Is it really done?") && told.contains("Wrong password."), "the model was asked again");
}

#[tokio::test]
async fn what_the_page_shows_makes_it_done() {
    for (script, words, expected) in [
        (vec![type_into("City", "Paris"), click("Save city")], "The city is saved.", "The city is saved."),
        (vec![type_into("City", "Paris")], "Filled in.", "City: Paris"),
        (vec![click("Add to basket")], "It is there.", "Basket (0) → Basket (1)"),
    ] {
        let end = ended(false, |all| script.into_iter().fold(all, Script::then).then(Reply::done(words))).await;
        assert_eq!((end.outcome.as_str(), end.evidence.join("|").as_str()), ("completed", expected), "{words}");
    }
    // Without evidence it is only the model's claim.
    let end = ended(false, |script| script.then(click("Quiet button")).then(Reply::done("The order is placed."))).await;
    assert_eq!((end.outcome.as_str(), end.evidence.len()), ("completed", 0));
    let named = json!({ "summary": "Saved.", "evidence": ["city is saved"] });
    let end = ended(false, |script| script.then(click("Save city")).then(Reply::call("task_complete", named))).await;
    assert_eq!(end.evidence, ["The city is saved."]);
}

#[tokio::test]
async fn what_did_not_work_is_told_so() {
    let failed = json!({ "url": "http://127.0.0.1:1/" });
    let end = ended(false, |script| {
        script.then(Reply::call("navigate", failed)).then(Reply::done("Opened.")).then(Reply::done("Opened."))
    })
    .await;
    assert_eq!((end.outcome.as_str(), end.evidence.len()), ("failed", 0), "{}", end.summary);
    let end =
        ended(false, |script| script.then(Reply::call("task_fail", json!({ "reason": "It is sold out." })))).await;
    assert_eq!((end.outcome.as_str(), end.summary.as_str()), ("failed", "It is sold out."));
    let part = json!({ "reason": "The second is sold out.", "done": "The first is in the basket." });
    let end = ended(false, |script| script.then(click("Add to basket")).then(Reply::call("task_fail", part))).await;
    assert_eq!(end.outcome, "partial");
    let end = ended(false, |script| script.then(Reply::text("I cannot do that here."))).await;
    assert_eq!(end.outcome, "failed");
    let end = ended(true, |script| {
        script.then(type_into("Password", "x")).then(Reply::call("task_complete", summary("You did not want that.")))
    })
    .await;
    assert_eq!(end.outcome, "refused");
}

#[tokio::test]
async fn the_built_in_model_says_what_it_did_not_do() {
    for (task, expected, deny) in [
        ("go to PAGE, summarize this page", "failed", false),
        ("go to PAGE, click Add to basket, summarize this page", "partial", false),
        ("go to PAGE, click the button that is not there", "failed", false),
        ("go to PAGE, type guessed into Password", "refused", true),
        ("go to PAGE, type guessed into Password, click Sign in", "partial", false),
        ("The weather in Paris", "failed", false),
        ("go to PAGE, type Paris into City, click Save city", "completed", false),
    ] {
        let sites = Sites::start().await.unwrap();
        let task = task.replace("PAGE", &sites.page_url("endings"));
        let lab = Lab::on(sites, Script::new()).await;
        lab.extension.storage_set(json!({ "edith_api_base_url": "" })).await.unwrap();
        let end = end(lab, &task, deny).await;
        assert_eq!(end.outcome, expected, "{task}: {}", end.summary);
        assert_eq!(end.evidence.is_empty(), expected != "completed", "{task}: {:?}", end.evidence);
    }
}

/// The text of the ending in the panel.
async fn ending_in(page: &Page, class: &str) -> String {
    let shown = format!("document.querySelector('.ended.{class}') !== null");
    page.wait_for(&shown, super::lab::RUN).await.unwrap_or_else(|error| panic!("{class}: {error}"));
    let green = page.eval("document.querySelector('.ended--proved .icon') !== null").await.unwrap();
    assert_eq!(green, json!(class == "ended--proved"), "{class}");
    page.eval("document.querySelector('.ended').innerText").await.unwrap().as_str().unwrap().to_owned()
}

#[tokio::test]
async fn the_panel_is_green_only_where_the_page_shows_it_and_tells_the_cost() {
    let sites = Sites::start().await.unwrap();
    let script = Script::new()
        .then(go(&sites.page_url("endings")))
        .then(click("Save city"))
        .then(Reply::done("The city is kept."))
        .then(Reply::text("Just words."))
        .then(Reply::call("task_fail", json!({ "reason": "It is sold out." })));
    let lab = Lab::on(sites, script).await;
    let panel = lab.browser.open_extension("sidepanel.html").await.unwrap();
    let page = panel.page();
    for (task, class, words) in [
        ("save it", "ended--proved", &["Done", "The city is saved.", "2 steps", "tokens"][..]),
        ("talk", "ended--completed", &["Answered", "tokens"]),
        ("buy it", "ended--failed", &["Not done", "It is sold out.", "tokens"]),
    ] {
        page.to_front().await.unwrap();
        page.wait_for("document.querySelector('textarea') !== null", super::SOON).await.unwrap();
        page.eval("document.querySelector('textarea').focus()").await.unwrap();
        page.type_keys(task).await.unwrap();
        page.press("Enter", 13).await.unwrap();
        let text = ending_in(page, class).await;
        assert!(words.iter().all(|word| text.contains(word)), "{task}: {text}");
        // The same after the panel has forgotten the run.
        let again = lab.browser.open_extension("sidepanel.html").await.unwrap();
        let open =
            format!("[...document.querySelectorAll('button')].find(one => one.textContent.includes({}))", json!(task));
        again.page().wait_for(&format!("{open} !== undefined"), super::SOON).await.unwrap();
        again.page().eval(&format!("{open}.click()")).await.unwrap();
        assert_eq!(ending_in(again.page(), class).await, text);
        again.close().await.unwrap();
        page.to_front().await.unwrap();
        page.eval("document.querySelector('header .icon-button:nth-of-type(2)').click()").await.unwrap();
    }
}

/// A title, words, code, a list and a table, of two scripts.
const MARKDOWN: &str = "## What came\n\nThe **first** is `there`.\n\n\u{5e9}\u{5dc}\u{5d5}\u{5dd}, **\u{5d6}\u{5d4}** \u{5e0}\u{5d2}\u{5de}\u{5e8} (end).\n\n\
- one\n- \u{5e9}\u{5e0}\u{5d9}\u{5d9}\u{5dd}\n\n| Name | \u{5e9}\u{5dd} |\n|---|---|\n| lamp | \u{5de}\u{5e0}\u{5d5}\u{5e8}\u{5d4} |\n";

/// What is drawn of it: how often each element is there, signs that are left of the markup, and blocks that do not run as their first letter does.
const DRAWN: &str = r"(text => {
    const blocks = [...text.querySelectorAll('h2, h3, h4, p, li, th, td')];
    const runs = block => /[A-Za-z\u0590-\u05ff]/.exec(block.textContent)?.[0] > '\u0590' ? 'rtl' : 'ltr';
    return {
        kinds: ['h2, h3, h4', 'strong', 'code', 'li', 'td'].map(kind => text.querySelectorAll(kind).length),
        raw: /[*#`|]/.test(text.innerText),
        turned: blocks.filter(block => runs(block) === 'rtl').length,
        wrong: blocks.filter(block => getComputedStyle(block).direction !== runs(block)).map(block => block.outerHTML),
    };
})";

#[tokio::test]
async fn whatever_the_end_its_markdown_is_drawn_and_each_block_runs_as_its_words_do() {
    let fails = |done: Option<&str>| {
        let mut why = json!({ "reason": MARKDOWN });
        if let Some(done) = done {
            why["done"] = json!(done);
        }
        Reply::call("task_fail", why)
    };
    let says = || Reply::call("task_complete", summary(MARKDOWN));
    for (expected, deny, replies) in [
        ("failed", false, vec![fails(None)]),
        ("partial", false, vec![click("Add to basket"), fails(Some("The basket has one."))]),
        ("refused", true, vec![type_into("Password", "x"), says()]),
        ("completed", false, vec![click("Add to basket"), says()]),
    ] {
        let end = ended(deny, |script| replies.into_iter().fold(script, Script::then)).await;
        assert_eq!(end.outcome, expected, "{}", end.summary);
        let panel = end.lab.browser.open_extension("sidepanel.html").await.unwrap();
        let page = panel.page();
        page.wait_for("document.querySelector('.tile--row') !== null", super::lab::RUN).await.unwrap();
        page.click(".tile--row").await.unwrap();
        let place = if expected == "completed" { ".replied .prose" } else { ".ended__text" };
        let text = format!("document.querySelector({})", json!(place));
        let there = format!("{text}?.querySelector('table') != null");
        if let Err(error) = page.wait_for(&there, super::lab::RUN).await {
            panic!("{expected}: {error}: {}", page.eval("document.body.innerHTML").await.unwrap());
        }
        let drawn = page.eval(&format!("{DRAWN}({text})")).await.unwrap();
        let right = json!({ "kinds": [1, 2, 1, 2, 2], "raw": false, "turned": 4, "wrong": [] });
        assert_eq!(drawn, right, "{expected}");
    }
}
