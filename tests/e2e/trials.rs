//! The benchmark's harness with a scripted model in place of a real one: its verdicts and its counts.

use std::path::Path;

use edith_lab::model_server::{ModelServer, Reply, uid_of};
use edith_trials::Server;
use edith_trials::miniwob::{Outcome, Sum, play_with_model};
use serde_json::json;

/// The pages as packaged.
fn pages(folder: &Path) {
    for (name, text) in
        [("core/core.js", include_str!("trials/core.js")), ("miniwob/button.html", include_str!("trials/button.html"))]
    {
        let file = folder.join(name);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, text).unwrap();
    }
}

async fn play(model: ModelServer, seeds: u32) -> Vec<Outcome> {
    let folder = tempfile::tempdir().unwrap();
    pages(folder.path());
    let server = Server {
        base: model.url.clone(),
        key: Some("none".to_owned()),
        model: "scripted".to_owned(),
        prices: Some((10.0, 20.0)),
    };
    let played = tokio::task::spawn_blocking(move || {
        play_with_model(&edith_lab::paths::dist(), folder.path(), &["button"], seeds, &server)
    });
    played.await.unwrap().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_model_is_counted_by_what_the_page_says_at_the_end() {
    // Always presses the left one, which is right only for the first seed.
    let model = ModelServer::start(|request| match uid_of(request, "BUTTON", "Left") {
        Some(uid) if !request.last_of("tool").contains("Clicked") => Reply::call("click", json!({ "uid": uid })),
        Some(_) => Reply::done("Pressed it."),
        None => Reply::call("take_snapshot", json!({})),
    });
    let outcomes = play(model.await.unwrap(), 2).await;
    let told: Vec<_> = outcomes.iter().map(|outcome| (outcome.seed, outcome.success, outcome.reward)).collect();
    assert_eq!(told, [(1, true, Some(1.0)), (2, false, Some(-1.0))], "{outcomes:?}");
    assert_eq!(outcomes[1].words, "Click Right.");
    assert!(outcomes[1].reason.contains("pressed Left"), "{}", outcomes[1].reason);
    for outcome in &outcomes {
        let price = outcome.prompt_tokens as f64 * 10e-6 + outcome.completion_tokens as f64 * 20e-6;
        assert!(outcome.steps >= 2 && outcome.prompt_tokens > 0 && outcome.completion_tokens > 0, "{outcome:?}");
        assert!(outcome.price.is_some_and(|told| (told - price).abs() < 1e-9), "{outcome:?}");
    }
    let sum = Sum::of(&outcomes);
    assert_eq!((sum.successes, sum.episodes), (1, 2));
    assert!(sum.words().starts_with("1 of 2 episodes (50.0 %)") && sum.words().contains('$'), "{}", sum.words());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_model_that_only_says_so_has_done_nothing() {
    let model = ModelServer::start(|_| Reply::done("All is done."));
    let outcomes = play(model.await.unwrap(), 1).await;
    assert!(!outcomes[0].success && outcomes[0].reward.is_none(), "{outcomes:?}");
    assert!(outcomes[0].reason.contains("did not end"), "{}", outcomes[0].reason);
}
