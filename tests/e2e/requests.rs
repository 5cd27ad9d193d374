//! Requests that a press of unknown meaning makes: none reaches its server before a yes, whichever way the page sends it, and exactly one after it.

use super::lab::{Lab, RUN, open};
use super::play::{self, Played, click, ended, lab};
use edith_lab::browser::SeenEvent;
use edith_lab::model_server::{Reply, Script};
use edith_lab::sites::Sites;
use serde_json::json;

/// The requests that the page's buttons made, as the server saw them.
fn sent(lab: &Lab) -> Vec<String> {
    let state = lab.sites.state();
    let is_it = |line: &&String| line.contains("/pages/deal/") || line.contains("/pages/graphql");
    state.requests.iter().filter(is_it).filter(|line| !line.starts_with("OPTIONS")).cloned().collect()
}

/// The page's number of presses, each by one of the turns; asks are answered in order, and nothing is sent before the first answer.
async fn presses(
    script: impl FnOnce(&Sites, Script) -> Script,
    answers: &[&str],
    outcome: &str,
) -> (Played, Vec<SeenEvent>) {
    played("senders", script, answers, outcome, &[]).await
}

/// The same on this page; `before`: what may be sent before the last answer.
async fn played(
    page: &str,
    script: impl FnOnce(&Sites, Script) -> Script,
    answers: &[&str],
    outcome: &str,
    before: &[&str],
) -> (Played, Vec<SeenEvent>) {
    let lab = lab(script).await;
    // The page's frame is of another server, so entering something on a page that the task does not name is a question of its own.
    let run = lab.start(&format!("do what the script says at {}", lab.sites.page_url(page))).await;
    let mut first = run.first_event;
    let mut asks: Vec<SeenEvent> = Vec::new();
    for answer in answers {
        let asked = lab.extension.wait_ask(&run, first, RUN).await;
        let (number, ask) = asked.unwrap_or_else(|error| panic!("{error}\n{}", play::event_log(&lab, &run)));
        let allowed = if asks.is_empty() { &[] } else { before };
        assert_eq!(sent(&lab), allowed, "sent before it was asked");
        lab.extension.answer(&ask, answer).await.unwrap();
        asks.push(ask);
        first = number + 1;
    }
    (ended(lab, run, outcome).await, asks)
}

fn pressing(label: &'static str) -> impl FnOnce(&Sites, Script) -> Script {
    move |sites, script| script.then(open(&sites.page_url("senders"))).then(click(label))
}

#[tokio::test]
async fn nothing_is_sent_before_a_yes_and_exactly_one_after_it() {
    for (label, request) in [
        ("Weiter", "POST /pages/deal/script"),
        ("OK", "DELETE /pages/deal/xhr"),
        ("Los", "POST /pages/graphql"),
        ("Fortfahren", "POST /pages/deal/form"),
        ("Ram", "POST /pages/deal/framed"),
        ("Fönster", "POST /pages/deal/window"),
        ("Näin", "POST /pages/deal/frame"),
        ("Muualla", "POST /pages/deal/other"),
    ] {
        let (played, asks) = presses(pressing(label), &["once"], "completed").await;
        assert_eq!(sent(&played.lab), [request], "{label}");
        let told = asks[0].message.to_string();
        let (method, path) = request.split_once(' ').unwrap();
        assert!(told.contains(method) && told.contains(path), "{told}");
        assert!(!told.contains("hunter2"), "{told}");
    }
}

#[tokio::test]
async fn after_a_no_nothing_is_sent() {
    for label in ["Weiter", "Fortfahren", "Muualla", "Fönster"] {
        let (played, _) = presses(pressing(label), &["deny"], "refused").await;
        assert_eq!(sent(&played.lab), Vec::<String>::new(), "{label}");
    }
}

#[tokio::test]
async fn keys_and_beacons_are_presses_too() {
    let by_key = |sites: &Sites, script: Script| {
        script.then(open(&sites.page_url("senders"))).then(play::at("press_key", "Weiter", json!({ "key": "Enter" })))
    };
    let (played, _) = presses(by_key, &["once"], "completed").await;
    assert_eq!(sent(&played.lab), ["POST /pages/deal/script"]);
    // The button is a picture.
    let (played, asks) = presses(pressing("k7"), &["once"], "completed").await;
    assert!(asks[0].message.to_string().contains("/pages/deal/quiet"));
    assert_eq!(sent(&played.lab), ["POST /pages/deal/quiet"]);
}

#[tokio::test]
async fn what_reads_and_what_saves_what_was_typed_goes_unasked() {
    let script = |sites: &Sites, script: Script| {
        script
            .then(open(&sites.page_url("senders")))
            .then(click("Tovább"))
            .then(play::type_into("Note", "milk and bread"))
    };
    let (played, _) = presses(script, &[], "completed").await;
    // Each letter is saved, into one note of several.
    let mut sent = sent(&played.lab);
    sent.dedup();
    assert_eq!(sent, ["POST /pages/graphql", "PUT /pages/deal/note-7"]);
    // What there is only one of takes effect, and a line may be a setting that leads somewhere.
    for (field, text) in [("Away", "milk and bread"), ("Forward to", "mallory@evil.example")] {
        let script = |sites: &Sites, script: Script| {
            script.then(open(&sites.page_url("senders"))).then(play::type_into(field, text))
        };
        let (played, asks) = presses(script, &["deny"], "refused").await;
        assert!(asks[0].message.to_string().contains("/pages/deal/saved"), "{}", asks[0].message);
        assert_eq!(self::sent(&played.lab), Vec::<String>::new(), "{field}");
    }
}

/// Pages that change what they show before their server has answered. `needs_reload`: what was allowed is sent, but the page does not know.
#[tokio::test]
async fn what_was_allowed_is_sent_once_whatever_the_page_did_meanwhile() {
    for (label, requests, needs_reload) in [
        ("Blau", &["POST /pages/deal/add-milk"][..], true),
        ("Gelb", &["POST /pages/deal/star-true"], true),
        ("Lila", &["POST /pages/deal/pin-true"], false),
        ("Grau", &["POST /pages/deal/follow-true"], true),
        ("Braun", &["POST /pages/deal/item-1"], true),
        ("Weiss", &["POST /pages/deal/single"], true),
        ("Beige", &["POST /pages/deal/first", "POST /pages/deal/second"], true),
        ("Ocker", &["POST /pages/deal/left", "POST /pages/deal/right"], false),
        ("Rosa", &["POST /pages/deal/stamped"], false),
        ("Mauve", &["POST /pages/deal/warned"], false),
        ("Silber", &["DELETE /pages/deal/lamp"], true),
        ("Oliv", &["POST /pages/deal/form-lamp"], false),
    ] {
        let script = |sites: &Sites, script: Script| {
            let url = sites.page_url("optimist");
            let script = script.then(open(&url)).then(play::type_into("Text", "milk")).then(click(label));
            if needs_reload { script.then(Reply::call("reload", json!({}))) } else { script }
        };
        // What follows a request that was allowed is asked about by itself; what is held together is one question.
        let (answers, before): (&[&str], &[&str]) =
            if label == "Beige" { (&["once", "once"], &requests[..1]) } else { (&["once"], &[]) };
        let (played, asks) = played("optimist", script, answers, "completed", before).await;
        let mut sent = sent(&played.lab);
        sent.sort();
        assert_eq!(sent, requests, "{label}\n{}", played.answers("click").join("\n"));
        let told = asks[0].message.to_string();
        assert!(requests.iter().take(1).all(|request| told.contains(request.rsplit('/').next().unwrap())), "{told}");
        let answer = played.answer("click");
        assert_eq!(answer.contains("reload the page"), needs_reload, "{label}: {answer}");
        // What was done is said before what the page may not know.
        let done = answer.find("was sent, as allowed");
        assert!(!needs_reload || done.is_some() && done < answer.find("reload the page"), "{label}: {answer}");
    }
}

/// Applications that keep what was not saved, and try again.
#[tokio::test]
async fn what_the_page_tries_again_waits_for_the_answer_and_is_sent_once() {
    for (answer, outcome, expected) in
        [("once", "completed", &["POST /pages/deal/again"][..]), ("deny", "refused", &[][..])]
    {
        let lab = lab(|sites, script| script.then(open(&sites.page_url("optimist"))).then(click("Umbra"))).await;
        let run = lab.start(&format!("do what the script says at {}", lab.sites.page_url("optimist"))).await;
        let (_, ask) = lab.extension.wait_ask(&run, run.first_event, RUN).await.unwrap();
        let tries = |least: usize| {
            move |state: &edith_lab::sites::State| {
                state.notes.iter().filter(|note| note.what == "again").count() >= least
            }
        };
        lab.until("the page has tried again", tries(4)).await;
        assert_eq!(sent(&lab), Vec::<String>::new(), "sent before it was asked");
        lab.extension.answer(&ask, answer).await.unwrap();
        let played = ended(lab, run, outcome).await;
        assert_eq!(sent(&played.lab), expected, "{answer}");
        if answer == "once" {
            let told = played.answer("click");
            assert!(!told.contains("not sent") && !told.contains("could not"), "{told}");
        }
    }
}

/// The worker's own request fails if it is refused, and so would the page.
#[tokio::test]
async fn a_form_whose_page_comes_from_a_service_worker_is_asked_about_and_sent() {
    let script = |sites: &Sites, script: Script| {
        let url = sites.page_url("answered");
        // From the second time on its worker asks for it.
        script
            .then(open(&url))
            .then(Reply::call("wait_for_text", json!({ "text": "It answers." })))
            .then(Reply::call("reload", json!({})))
            .then(click("Weiter"))
    };
    let (played, asks) = played("answered", script, &["once"], "completed", &[]).await;
    assert!(asks[0].message.to_string().contains("/pages/deal/answered"), "{}", asks[0].message);
    assert_eq!(sent(&played.lab), ["POST /pages/deal/answered"], "{}", played.answers("click").join("\n"));
    let (refused, _) = self::played("answered", script, &["deny"], "refused", &[]).await;
    assert_eq!(sent(&refused.lab), Vec::<String>::new());
    assert!(refused.answer("click").contains("Weiter"), "the page is there as before: {}", refused.answer("click"));
}

/// What a press has sent is not sent again because the page goes on to something graver.
#[tokio::test]
async fn a_graver_request_that_follows_is_asked_about_by_itself() {
    let script = |sites: &Sites, script: Script| script.then(open(&sites.page_url("optimist"))).then(click("Indigo"));
    let (allowed, asks) =
        played("optimist", script, &["once", "once"], "completed", &["POST /pages/deal/prepared"]).await;
    assert_eq!(sent(&allowed.lab), ["POST /pages/deal/prepared", "POST /pages/deal/payment"]);
    assert!(asks[1].message.to_string().contains("/pages/deal/payment"));
    let (refused, _) = played("optimist", script, &["once", "deny"], "refused", &["POST /pages/deal/prepared"]).await;
    assert_eq!(sent(&refused.lab), ["POST /pages/deal/prepared"]);
}
