//! The usage and price of runs, and limits that stop before the call that would exceed them.

use edith_lab::model_server::{Reply, Script};
use serde_json::{Value, json};

use super::lab::{Lab, outcome};

#[tokio::test]
async fn tokens_and_their_price_are_told_with_every_step_and_kept_by_day() {
    let script = Script::new().then(Reply::call("list_tabs", json!({}))).then(Reply::done("done"));
    let lab = Lab::with(script).await;
    let prices = json!([{ "model": "scripted", "prompt": 2.0, "cached": 1.0, "completion": 10.0 }]);
    lab.extension.change_settings(json!({ "prices": prices })).await.unwrap();
    let run = lab.start("look around").await;
    let done = lab.done(&run).await;
    let usage = &done.message["usage"];
    let number = |usage: &Value, name: &str| usage[name].as_f64().unwrap();
    let expected = (number(usage, "promptTokens") * 2.0 + number(usage, "completionTokens") * 10.0) / 1e6;
    assert!(expected > 0.0 && (number(usage, "price") - expected).abs() < 1e-9, "{usage}");
    let events = lab.extension.events_since(run.first_event);
    let step = events.iter().find(|event| event.text("tool") == "list_tabs").unwrap();
    assert!(number(&step.message["stepUsage"], "promptTokens") < number(usage, "promptTokens"), "{}", step.message);
    let days = lab.extension.storage_get("edith_usage").await.unwrap();
    assert_eq!((&days[0]["steps"], &days[0]["usage"]["promptTokens"]), (&json!(2), &usage["promptTokens"]));
    let today = "Math.floor((Date.now() - new Date().getTimezoneOffset() * 60000) / 86400000)";
    assert_eq!(days[0]["day"], lab.extension.page().eval(&format!("Promise.resolve({today})")).await.unwrap());
}

#[tokio::test]
async fn a_call_that_would_cross_a_limit_is_not_made() {
    for (settings, word) in [
        (json!({ "maxRunTokens": 1_000 }), "1000 tokens per task"),
        (json!({ "maxDayTokens": 1_000 }), "1000 tokens per day"),
        (
            json!({ "maxRunPrice": 0.001, "prices": [{ "model": "scripted", "prompt": 5.0, "cached": 5.0, "completion": 5.0 }] }),
            "price of a task",
        ),
        (json!({ "maxDayPrice": 1.0 }), "price of this model is not known"),
    ] {
        let lab = Lab::with(Script::new().then(Reply::done("done"))).await;
        lab.extension.change_settings(settings.clone()).await.unwrap();
        let run = lab.start("look around").await;
        // No answer gives a model a price.
        let is_asked = !word.contains("not known");
        if is_asked {
            let ask = lab.ask(&run).await;
            assert!(ask.text("text").contains(word), "{settings}: {}", ask.message);
            lab.extension
                .accepted(json!({ "type": "AGENT_ANSWER", "runId": run.run_id, "askId": ask.text("askId"), "answer": "deny" }))
                .await
                .unwrap();
        }
        let done = lab.done(&run).await;
        assert_eq!(outcome(&done), if is_asked { "stopped" } else { "failed" }, "{settings}: {}", done.message);
        assert!(done.text("summary").contains(word), "{settings}: {}", done.message);
        assert_eq!(lab.model.requests().len(), 0, "{settings}");
    }
    // Near the limit, the answer's length is capped at the rest.
    let lab = Lab::with(Script::new().then(Reply::done("done"))).await;
    lab.extension.change_settings(json!({ "maxRunTokens": 5_500 })).await.unwrap();
    let done = lab.run("look around").await;
    assert_eq!(outcome(&done), "completed", "{}", done.message);
    let most = lab.model.requests()[0].body["max_completion_tokens"].as_u64().unwrap();
    assert!((256..4096).contains(&most), "{most}");
}
