//! What a run learns of where things come from: the clipboard, sessions of the browser, addresses that answer.

use std::net::{IpAddr, UdpSocket};

use edith_lab::browser::{Browser, Options};
use edith_lab::internet::{Answer, Internet};
use edith_lab::model_server::{ModelServer, Reply, Script};
use edith_lab::sites::Sites;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use super::lab::{Lab, RUN, on, open, outcome};

#[tokio::test]
async fn what_the_run_copied_is_pasted_unasked_and_what_it_did_not_is_asked_about() {
    let sites = Sites::start().await.unwrap();
    let page = sites.page_url("tools-plain");
    let script = Script::new()
        .then(open(&page))
        .with(on("type_text", "INPUT", "Plain text", json!({ "text": "lamps" })))
        // Nothing is selected: this copies nothing, and the clipboard is the person's.
        .with(on("press_key", "INPUT", "Plain text", json!({ "key": "End" })))
        .then(Reply::call("press_key", json!({ "key": "Control+c" })))
        .then(Reply::call("press_key", json!({ "key": "Control+v" })))
        .then(Reply::call("press_key", json!({ "key": "Control+a" })))
        .then(Reply::call("press_key", json!({ "key": "Control+c" })))
        .then(Reply::call("press_key", json!({ "key": "End" })))
        .then(Reply::call("press_key", json!({ "key": "Control+v" })))
        .then(Reply::done("done"));
    let lab = Lab::on(sites, script).await;
    let run = lab.start(&format!("write into {page}")).await;
    let ask = lab.ask(&run).await;
    assert!(ask.text("text").contains("your clipboard"), "{}", ask.message);
    lab.extension.answer(&ask, "deny").await.unwrap();
    let done = lab.done(&run).await;
    assert_eq!(outcome(&done), "completed", "{}", done.message);
    let asked = lab.extension.events_since(run.first_event).iter().filter(|event| event.kind() == "agent_ask").count();
    assert_eq!(asked, 1, "the run's own copy is pasted without a question");
    let last = lab.model.requests().last().map(|request| request.body.to_string()).unwrap_or_default();
    assert!(last.contains("lampslamps"), "the copy was pasted");
}

/// A browser on a small internet of its own, with a script as the model.
async fn with_flags(flags: Vec<String>, script: Script) -> (Browser, edith_lab::browser::Extension, ModelServer) {
    let model = ModelServer::scripted(script).await.unwrap();
    let browser =
        Browser::start(&Options { flags, ..Options::with_extension(edith_lab::paths::dist()) }).await.unwrap();
    let extension = browser.open_bare().await.unwrap();
    let server = json!({ "edith_api_base_url": model.url, "edith_model": "scripted", "edith_api_key": "sk-test" });
    extension.storage_set(server).await.unwrap();
    (browser, extension, model)
}

#[tokio::test]
async fn a_session_that_the_browser_had_before_makes_a_page_private_though_it_shows_no_sign_of_it() {
    for (cookie, asked) in [("remember_user_token", true), ("PHPSESSID", false)] {
        let page = "<title>T</title><p>weather</p><label>Note <input></label>".to_owned();
        let internet = Internet::start(move |_| Answer::Page(page.clone())).await.unwrap();
        let script = Script::new()
            .then(open("http://news.example/"))
            .then(open("http://forum.example/"))
            .with(on("type_text", "INPUT", "Note", json!({ "text": "weather" })))
            .then(Reply::done("done"));
        let (_browser, extension, _model) = with_flags(internet.flags(), script).await;
        let value = "0123456789abcdef0123456789abcdef";
        let page = extension.page();
        let cookie = json!({ "name": cookie, "value": value, "url": "http://news.example/", "httpOnly": true });
        page.send("Network.setCookie", cookie.clone()).await.unwrap();
        let run = extension.run_agent("sum up http://news.example/ and look around", None).await.unwrap();
        let (_, event) = extension.wait_ask_or_done(&run, run.first_event, RUN).await.unwrap();
        assert_eq!(event.kind() == "agent_ask", asked, "{cookie}: {}", event.message);
        assert!(!asked || event.text("text").contains("news.example"), "{}", event.message);
    }
}

/// An address of this machine in a private network, if it has one.
fn own_address() -> Option<IpAddr> {
    let towards = |to: &str| {
        let socket = UdpSocket::bind(if to.starts_with('[') { "[::]:0" } else { "0.0.0.0:0" }).ok()?;
        socket.connect(to).ok()?;
        Some(socket.local_addr().ok()?.ip())
    };
    let is_private = |address: &IpAddr| match address {
        IpAddr::V4(v4) => v4.is_private(),
        IpAddr::V6(v6) => v6.is_unique_local(),
    };
    ["10.255.255.254:9", "192.168.255.254:9", "172.31.255.254:9", "[fd00::1]:9"]
        .into_iter()
        .filter_map(towards)
        .find(is_private)
}

#[tokio::test]
async fn a_public_name_that_the_own_network_answers_for_is_not_read_before_a_question() {
    let Some(address) = own_address() else {
        eprintln!("skipped: this machine is in no private network");
        return;
    };
    let router = tokio::net::TcpListener::bind((address, 0)).await.unwrap();
    let port = router.local_addr().unwrap().port();
    let server = tokio::spawn(async move {
        let page = "<title>Router</title><p>Wifi key: 9922-router</p>";
        let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nCache-Control: no-store\r\nConnection: close\r\n";
        let answer = format!("{head}Content-Length: {}\r\n\r\n{page}", page.len());
        while let Ok((mut caller, _)) = router.accept().await {
            // A connection opened in advance may never ask.
            let answer = answer.clone();
            tokio::spawn(async move {
                let mut asked = [0; 4096];
                if caller.read(&mut asked).await.is_ok_and(|read| read > 0) {
                    drop(caller.write_all(answer.as_bytes()).await);
                }
            });
        }
    });
    let internet = Internet::start(|_| Answer::Page("<title>News</title><p>weather</p>".into())).await.unwrap();
    let rebound = || open("http://rebound.example/");
    let script =
        Script::new().then(open("http://news.example/")).then(rebound()).then(rebound()).then(Reply::done("done"));
    let to = std::net::SocketAddr::new(address, port);
    let flags = internet
        .flags()
        .into_iter()
        .map(|flag| flag.replace("rules=", &format!("rules=MAP rebound.example:80 {to}, ")));
    let (_browser, extension, model) = with_flags(flags.collect(), script).await;
    let run = extension.run_agent("sum up http://news.example/ and what it links to", None).await.unwrap();
    let (_, ask) = extension.wait_ask(&run, run.first_event, RUN).await.unwrap();
    assert!(
        ask.text("text").contains("rebound.example is an address of your own computer or network"),
        "{}",
        ask.message
    );
    let told = || model.requests().iter().map(|request| request.body.to_string()).collect::<String>();
    assert!(told().contains("was answered from the person's own computer or network") && !told().contains("9922"));
    extension.answer(&ask, "task").await.unwrap();
    extension.wait_done(&run, RUN).await.unwrap();
    assert!(told().contains("9922"), "allowed, it is read");
    server.abort();
}

/// A public page with a frame that a redirection leads elsewhere; its other sites have a field each. Returns the question, if any, and what the servers were
/// asked for.
async fn with_frame(shown: &'static str, calls: Script, task: &str) -> (String, Vec<String>) {
    let internet = Internet::start(move |hit| match (hit.host.as_str(), hit.path.as_str()) {
        ("news.example", "/go") => Answer::Redirect(format!("http://{shown}/")),
        ("news.example", _) => {
            let frame = "<iframe src=/go width=300 height=200></iframe>";
            Answer::Page(format!("<title>News</title><p>weather</p><label>Name <input></label>{frame}"))
        }
        ("192.168.0.1", _) => Answer::Page("<p>Wifi key: 4711-router</p><button>Restart</button>".into()),
        ("bank.example", _) => Answer::Page("<p>Balance: 4,711.00</p><button>Log out</button>".into()),
        ("mail.example", _) => Answer::Page("<p>Code 4711</p><button>Log out</button>".into()),
        ("talk.example", _) => {
            Answer::Page("<p>Comments</p><button>Settings</button><label>Reply <input></label>".into())
        }
        _ => Answer::Page("<title>Forum</title><label>Note <input oninput=\"fetch('/told?' + value)\"></label>".into()),
    })
    .await
    .unwrap();
    let (_browser, extension, model) = with_flags(internet.flags(), calls).await;
    let run = extension.run_agent(task, None).await.unwrap();
    let (_, event) = extension.wait_ask_or_done(&run, run.first_event, RUN).await.unwrap();
    let told = model.requests().iter().map(|request| request.body.to_string()).collect::<String>();
    assert!(!shown.starts_with("192") || told.contains("4711-router"), "the frame was read: {told}");
    let asked = if event.kind() == "agent_ask" { event.text("text").to_owned() } else { String::new() };
    (asked, internet.hits().into_iter().map(|hit| format!("{}{}", hit.host, hit.path)).collect())
}

#[tokio::test]
async fn what_a_frame_shows_was_read_on_the_site_of_its_document_whatever_the_markup_says() {
    for (shown, private) in [("192.168.0.1", true), ("bank.example", true), ("talk.example", false)] {
        let script = Script::new()
            .then(open("http://news.example/"))
            .then(open("http://forum.example/"))
            .with(on("type_text", "INPUT", "Note", json!({ "text": "weather" })))
            .then(Reply::done("done"));
        let (asked, hits) = with_frame(shown, script, "sum up the news and look around").await;
        let question = format!("You did not name forum.example, and EDITH has read {shown}.");
        assert_eq!(asked.contains(&question), private, "{shown}: {asked}");
        assert_eq!(hits.iter().any(|hit| hit.starts_with("forum.example/told")), !private, "{hits:?}");
    }
}

#[tokio::test]
async fn what_is_typed_in_a_frame_goes_to_the_site_of_its_document() {
    for (field, asked) in [("Name", false), ("Reply", true)] {
        let script = Script::new()
            .then(open("http://mail.example/"))
            .then(open("http://news.example/"))
            .with(on("type_text", "INPUT", field, json!({ "text": "4711" })))
            .then(Reply::done("done"));
        let (question, _) = with_frame("talk.example", script, "put my code from mail.example into news.example").await;
        assert_eq!(
            question.contains("You did not name talk.example, and EDITH has read mail.example."),
            asked,
            "{question}"
        );
    }
}
