//! Windows that close themselves, presses that lead to an error, and servers that want a password.

use edith_lab::browser::RunHandle;
use edith_lab::internet::{Answer, Internet};
use edith_lab::model_server::{Reply, Script};
use edith_lab::sites::Sites;
use serde_json::json;

use super::lab::Lab;
use super::play::{Played, click, ended, go};

const SHOP: &str = "http://shop.example/";

/// Signing in by a window that tells the page who it is, and closes itself as its address says: after so many milliseconds, or at once (`now`).
const SHOP_PAGE: &str = "<!doctype html><title>Shop</title><h1>Shop</h1>\
    <button onclick=\"open('/window?300', 'signin', 'width=420,height=480')\">Continue with Acme ID</button>\
    <button onclick=\"open('/window?now', 'signin', 'width=420,height=480')\">Continue at once</button>\
    <button onclick=\"open('/window?silent', 'signin', 'width=420,height=480')\">Continue without asking</button>\
    <p id=said>Guest</p><button id=save hidden onclick=\"said.textContent = 'Favourite saved'\">Save favourite</button>\
    <script>onmessage = event => { said.textContent = 'Signed in as ' + event.data; save.hidden = false; }</script>";
const WINDOW_PAGE: &str = "<!doctype html><title>Acme</title><p>Shop wants to know your name.</p><button id=allow>Allow</button><script>\
    const when = location.search.slice(1), tell = () => opener.postMessage('Ada', '*');\
    allow.onclick = () => { tell(); when === 'now' ? close() : setTimeout(close, Number(when)); };\
    if (when === 'silent') { tell(); close(); }</script>";

/// Links to what cannot be opened, each with what is said of it.
const BROKEN: [(&str, &str, &str); 7] = [
    ("Unknown", "http://unknown.invalid/", "there is no server of that name"),
    ("Refused", "http://refused.example/", "the server refused the connection"),
    ("Unsafe", "https://unsafe.example/", "unsafe.example/ could not be opened: "),
    ("Circle", "http://circle.example/", "circle.example/ could not be opened: "),
    ("Staff", "http://staff.example/", "the server answered 401 (sign-in required)"),
    ("Empty", "http://empty.example/", "the server answered 403 (not allowed)"),
    ("Broken", "http://broken.example/", "the server answered 500"),
];

fn broken_page() -> String {
    let links = BROKEN.map(|(name, url, _)| format!("<p><a href='{url}'>{name}</a>"));
    format!("<!doctype html><title>Links</title>{}", links.concat())
}

async fn played(script: Script) -> Played {
    let internet = Internet::start(|hit| match (hit.host.as_str(), hit.path.as_str()) {
        ("shop.example", "/") => Answer::Page(SHOP_PAGE.to_owned()),
        ("shop.example", "/links") => Answer::Page(broken_page()),
        ("shop.example", path) if path.starts_with("/window") => Answer::Page(WINDOW_PAGE.to_owned()),
        ("circle.example", _) => Answer::Redirect("http://circle.example/".to_owned()),
        ("staff.example", _) => Answer::Password,
        ("empty.example", _) => Answer::Error(403, ""),
        ("broken.example", _) => Answer::Error(500, "<title>Oops</title><p>It broke"),
        _ => Answer::Missing,
    })
    .await
    .unwrap();
    let flags = internet.flags();
    let flags: Vec<&str> = flags.iter().map(String::as_str).collect();
    let lab = Lab::with_flags(Sites::start().await.unwrap(), script, &flags).await;
    let settings = json!({ "edith_settings": { "version": 1, "approvals": "auto" } });
    lab.extension.storage_set(settings).await.unwrap();
    let named = BROKEN.map(|(_, url, _)| url).join(" ");
    let run: RunHandle = lab.start(&format!("use {SHOP} and try {named}")).await;
    ended(lab, run, "completed").await
}

#[tokio::test]
async fn a_window_that_closes_itself_leads_back_to_the_page_that_opened_it() {
    for first in ["Continue with Acme ID", "Continue at once"] {
        let script = Script::new().then(Reply::call("open_browser", json!({ "url": SHOP }))).then(click(first));
        let script = script.then(click("Allow")).then(click("Save favourite")).then(Reply::done("saved"));
        let played = played(script).await;
        let [_, allowed, saved] = &played.answers("click")[..] else { panic!("{:?}", played.answers("click")) };
        assert!(allowed.contains("The window closed, and you are back in tab"), "{first}: {allowed}");
        assert!(
            allowed.contains("Signed in as Ada") && saved.contains("Favourite saved"),
            "{first}: {allowed}\n{saved}"
        );
    }
}

#[tokio::test]
async fn a_window_that_is_gone_before_it_was_seen_leaves_the_run_where_it_was() {
    let script = Script::new().then(Reply::call("open_browser", json!({ "url": SHOP })));
    let script = script.then(click("Continue without asking")).then(click("Save favourite")).then(Reply::done("saved"));
    let played = played(script).await;
    let [opened, saved] = &played.answers("click")[..] else { panic!("{:?}", played.answers("click")) };
    assert!(!opened.contains("No page is open") && saved.contains("Favourite saved"), "{opened}\n{saved}");
}

#[tokio::test]
async fn a_press_that_leads_to_an_error_says_why() {
    let links = format!("{SHOP}links");
    let mut script = Script::new().then(Reply::call("open_browser", json!({ "url": links })));
    for (name, ..) in BROKEN {
        script = script.then(click(name)).then(go(&links));
    }
    let played = played(script.then(Reply::done("tried"))).await;
    let answers = played.answers("click");
    for ((name, _, why), answer) in BROKEN.iter().zip(&answers) {
        assert!(answer.contains(why), "{name}: {answer}");
    }
    assert_eq!(answers.len(), BROKEN.len());
}
