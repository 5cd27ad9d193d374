//! Files instead of pages: downloads are reported with their outcome, and documents that the browser displays itself are identified.

use edith_lab::model_server::{Reply, Script};
use serde_json::json;

use super::lab::{Lab, RUN, click, open};
use super::play::{self, Played, ended, lab};

/// Plays a script with downloads saved beside the browser's profile, or refused.
async fn play(behaviour: &str, script: impl FnOnce(&edith_lab::sites::Sites, Script) -> Script) -> Played {
    let lab = lab(script).await;
    let folder = lab.browser.profile().join("saved");
    let saved = json!({ "behavior": behaviour, "downloadPath": folder });
    lab.browser.connection().call(None, "Browser.setDownloadBehavior", saved).await.unwrap();
    lab.extension.storage_set(json!({ "edith_settings": { "version": 1, "approvals": "auto" } })).await.unwrap();
    let run = lab.start("do what the script says").await;
    ended(lab, run, "completed").await
}

#[tokio::test]
async fn a_download_is_told_with_name_size_address_and_end() {
    let played = play("allow", |sites, script| {
        script
            .then(open(&sites.page_url("downloads")))
            .with(click("LINK", "The report"))
            .with(click("LINK", "A file that never ends"))
            .with(click("BUTTON", "Make a file"))
            .then(Reply::call("navigate", json!({ "url": sites.page_url("files/report.csv") })))
            .then(Reply::call("take_snapshot", json!({})))
    })
    .await;
    let answers = played.answers("click");
    let report =
        format!("\"report 2026.csv\" from {} (finished, 30 KB)", played.lab.sites.page_url("files/report.csv"));
    for (answer, expected) in answers.iter().zip([
        report.as_str(),
        "files/stuck.bin (still going on, 1 KB of 5.0 MB so far)",
        "\"made.txt\" from blob:http",
    ]) {
        assert!(answer.contains(expected), "{answer}");
    }
    let gone_to = played.answer("navigate");
    assert!(
        gone_to.contains("it is a download, and the page stayed as it was") && gone_to.contains(&report),
        "{gone_to}"
    );
    assert!(played.answer("take_snapshot").contains("Title: Downloads, documents, printing"));
    let saved = std::fs::read(played.lab.browser.profile().join("saved/report 2026.csv")).unwrap();
    assert_eq!(saved, vec![b'7'; 30_000]);
}

#[tokio::test]
async fn a_download_that_the_browser_refuses_is_told_as_refused() {
    let played =
        play("deny", |sites, script| script.then(open(&sites.page_url("downloads"))).with(click("LINK", "The report")))
            .await;
    let answer = played.answer("click");
    assert!(answer.contains("it was not saved: canceled, or blocked by the browser"), "{answer}");
}

/// The names of the files saved beside a browser's profile.
fn saved(lab: &Lab) -> Vec<String> {
    let files = std::fs::read_dir(lab.browser.profile().join("saved")).into_iter().flatten();
    let mut names: Vec<String> = files.map(|file| file.unwrap().file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// Plays clicks on the attachments page to an outcome, answering its asks. Downloads go beside the profile.
async fn clicks(outcome: &str, approvals: &str, labels: &[&str], answers: &[&str]) -> Played {
    let lab = lab(|sites, script| {
        let first = script.then(open(&sites.page_url("attachments")));
        labels.iter().fold(first, |script, label| script.then(play::click(label)))
    })
    .await;
    let folder = lab.browser.profile().join("saved");
    let behaviour = json!({ "behavior": "allow", "downloadPath": folder });
    lab.browser.connection().call(None, "Browser.setDownloadBehavior", behaviour).await.unwrap();
    lab.extension.storage_set(json!({ "edith_settings": { "version": 1, "approvals": approvals } })).await.unwrap();
    let run = lab.start("do what the script says").await;
    let mut first = run.first_event;
    for answer in answers {
        let (number, ask) = lab.extension.wait_ask(&run, first, RUN).await.unwrap();
        assert!(saved(&lab).is_empty(), "saved before it was asked: {:?}", saved(&lab));
        assert!(ask.message.to_string().contains("downloads"), "{}", ask.message);
        lab.extension.answer(&ask, answer).await.unwrap();
        first = number + 1;
    }
    ended(lab, run, outcome).await
}

#[tokio::test]
async fn a_file_behind_a_plain_link_is_saved_only_after_a_yes() {
    // A link, a page that redirects, a frame, and a submitted form.
    for label in ["The letter", "Show the table", "Show it in here"] {
        let played = clicks("completed", "ask", &[label, label], &["once"]).await;
        let answers = played.answers("click");
        assert!(answers[0].contains("was not saved: nobody has been asked yet"), "{label}: {}", answers[0]);
        assert!(answers[1].contains("A download began"), "{label}: {}", answers[1]);
        let name = if label == "Show the table" { "table.csv" } else { "letter.txt" };
        assert_eq!(saved(&played.lab), [name], "{label}");
    }
}

/// A new window makes its first request before anything is attached to it.
#[tokio::test]
async fn a_file_in_a_new_window_is_saved_only_after_a_yes() {
    for (label, name) in [
        ("More pictures", "tool.exe"),
        ("Show it beside", "tool.exe"),
        ("Look it up", "tool.exe"),
        ("A table beside", "table.csv"),
        ("Terms beside", "setup.sh"),
    ] {
        let played = clicks("completed", "ask", &[label, label], &["once"]).await;
        let answers = played.answers("click");
        assert!(answers[0].contains("was not saved"), "{label}: {}", answers[0]);
        let started = std::time::Instant::now();
        while saved(&played.lab) != [name] {
            assert!(started.elapsed() < RUN, "{label}: {:?} {}", saved(&played.lab), answers[1]);
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    }
    // What the browser shows in one is opened as ever.
    for label in ["A page beside", "Words beside"] {
        let played = clicks("completed", "ask", &[label], &[]).await;
        assert!(played.answer("click").contains("It opened a new tab"), "{label}: {}", played.answer("click"));
    }
}

#[tokio::test]
async fn a_file_that_was_refused_or_never_asked_for_leaves_nothing_on_the_disk() {
    let played = clicks("refused", "ask", &["The letter", "The letter", "Another page"], &["deny"]).await;
    let answers = played.answers("click");
    assert!(
        answers[0].contains("\"letter.txt\" from") && answers[0].contains("(text/plain, 8 bytes)"),
        "{}",
        answers[0]
    );
    assert!(answers[2].contains("Title: Arrived") || answers[2].contains("/pages/arrived"), "{}", answers[2]);
    assert_eq!(saved(&played.lab), Vec::<String>::new());
    // Few approvals still include programs.
    let played = clicks("refused", "auto", &["The tool", "The tool"], &["deny"]).await;
    assert_eq!(saved(&played.lab), Vec::<String>::new());
    let played = clicks("completed", "auto", &["The letter"], &[]).await;
    assert_eq!(saved(&played.lab), ["letter.txt"]);
}

#[tokio::test]
async fn what_the_person_downloads_in_another_tab_is_not_touched() {
    let lab = lab(|sites, script| {
        script
            .then(open(&sites.page_url("attachments")))
            .then(play::click("The letter"))
            .then(Reply::call("wait", json!({ "ms": 4_000 })))
            .then(Reply::done("done"))
    })
    .await;
    let behaviour = json!({ "behavior": "allow", "downloadPath": lab.browser.profile().join("saved") });
    lab.browser.connection().call(None, "Browser.setDownloadBehavior", behaviour).await.unwrap();
    let run = lab.start("do what the script says").await;
    lab.asked(3).await;
    assert!(saved(&lab).is_empty(), "{:?}", saved(&lab));
    let own = lab.browser.open_page(&lab.sites.page_url("attachments")).await.unwrap();
    own.click("a[href='/pages/files/tool']").await.unwrap();
    let started = std::time::Instant::now();
    while saved(&lab) != ["tool.exe"] {
        assert!(started.elapsed() < RUN, "{:?}", saved(&lab));
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    lab.done(&run).await;
}

#[tokio::test]
async fn an_address_that_is_a_download_leaves_an_empty_tab_that_can_be_used() {
    let played = play("allow", |sites, script| {
        script
            .then(open(&sites.page_url("files/report.csv")))
            .then(Reply::call("navigate", json!({ "url": sites.page_url("downloads") })))
    })
    .await;
    let opened = played.answer("open_browser");
    assert!(opened.contains("(finished, 30 KB)") && opened.contains("The tab is empty"), "{opened}");
    assert!(played.answer("navigate").contains("\"The report\""));
}

#[tokio::test]
async fn documents_are_named_as_what_they_are() {
    let files = ["paper.pdf", "picture.bmp", "picture.svg", "notes.txt", "data.json", "feed.xml"];
    let played = play("allow", |sites, script| {
        files.iter().fold(script.then(open(&sites.page_url("downloads"))), |script, file| {
            script.then(Reply::call("navigate", json!({ "url": sites.page_url(&format!("files/{file}")) })))
        })
    })
    .await;
    let answers = played.answers("navigate");
    for (answer, expected) in answers.iter().zip([
        &["(This is a PDF in the browser's viewer."][..],
        &["(This is a picture, not a page;"],
        &["(This is a picture, not a page;"],
        &["(This is a document without a page around it", "The notes say hello.\nSecond line."],
        &["(This is a document without a page around it", "\"times\": 3"],
        &["(This is a document without a page around it", "Hello from the feed"],
    ]) {
        assert!(expected.iter().all(|words| answer.contains(words)), "{answer}");
    }
}

/// Headless only: elsewhere the browser's print window blocks the page until a person closes it.
#[tokio::test]
async fn printing_does_not_hold_the_run_up() {
    if std::env::var_os("EDITH_HEADED").is_some() {
        return;
    }
    let played = play("allow", |sites, script| {
        script
            .then(open(&sites.page_url("downloads")))
            .with(click("BUTTON", "Print this page"))
            .with(click("BUTTON", "Make a file"))
    })
    .await;
    played.noted("downloads", "before", &["print"]).await;
    let answers = played.answers("click");
    assert!(answers[1].contains("made.txt"), "{answers:?}");
}
