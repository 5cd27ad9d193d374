//! Signing in to a server of tools: Chrome's own window, a sample server, and what Chrome says when it fails.

use async_trait::async_trait;
use edith_http::{Broken, Http, HttpAnswer, HttpError, HttpRequest};
use edith_lab::browser::{Browser, Extension, Target};
use edith_lab::mcp_server::{McpReply, McpServer};
use edith_mcp::oauth::{AuthWindow, Configured, SignIn, SignInError, SignedIn, WindowError};
use edith_port::{Clock, Entropy};
use futures_util::{StreamExt, stream};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::Duration;
use url::Url;

use super::{SOON, browser};

/// What the person does in the window.
#[derive(Clone, Copy)]
enum Person {
    Allows,
    Denies,
    Closes,
}

/// A page of the extension: its network, its clock, its random numbers and its window.
struct Here {
    browser: Browser,
    extension: Extension,
    person: RefCell<Person>,
}

#[async_trait(?Send)]
impl Http for Here {
    async fn send(&self, request: HttpRequest) -> Result<HttpAnswer, HttpError> {
        let options = json!({
            "method": request.method,
            "headers": request.headers.iter().map(|(name, value)| (name.to_string(), value.clone())).collect::<BTreeMap<_, _>>(),
            "body": request.body,
            "redirect": "manual",
            "credentials": "omit",
        });
        let script = format!(
            "fetch({}, {options}).then(async a => a.type === 'opaqueredirect' ? null : [a.status, Object.fromEntries(a.headers), await a.text()])",
            json!(request.url)
        );
        let answer = self.extension.page().eval(&script).await.map_err(|error| Broken(error.to_string()))?;
        let (status, headers, body): (u16, BTreeMap<String, String>, String) = match answer {
            Value::Null => return Err(HttpError::Redirected),
            answer => serde_json::from_value(answer).unwrap(),
        };
        Ok(HttpAnswer { status, headers, body: stream::iter([Ok(body.into_bytes())]).boxed_local() })
    }
}

#[async_trait(?Send)]
impl Clock for Here {
    fn now(&self) -> f64 {
        let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
        since.as_secs_f64() * 1_000.0
    }

    fn zone_minutes(&self) -> i32 {
        0
    }

    async fn sleep(&self, ms: u64) {
        tokio::time::sleep(Duration::from_millis(ms)).await;
    }
}

impl Entropy for Here {
    fn id(&self) -> String {
        format!("{:032x}", fastrand::u128(..))
    }
}

impl Here {
    /// The person's part, in the window that shows the sample server's page.
    async fn act(&self) {
        let person = *self.person.borrow();
        let is_window = |target: &Target| target.kind == "page" && target.url.contains("/authorize?");
        let target = self.browser.wait_target("the window", is_window, SOON).await.unwrap();
        let page = self.browser.attach(&target.id).await.unwrap();
        page.wait_for("document.readyState === 'complete'", SOON).await.unwrap();
        match person {
            Person::Allows => page.click("#allow").await.unwrap(),
            Person::Denies => page.click("#deny").await.unwrap(),
            Person::Closes => page.close().await.unwrap(),
        }
    }
}

#[async_trait(?Send)]
impl AuthWindow for Here {
    fn redirect_uri(&self) -> String {
        format!("https://{}.chromiumapp.org/mcp", self.browser.extension_id().unwrap())
    }

    async fn open(&self, url: &str) -> Result<String, WindowError> {
        let script = format!("chrome.identity.launchWebAuthFlow({})", json!({ "url": url, "interactive": true }));
        let launched = self.extension.page().eval_within(&script, SOON);
        let mut launched = std::pin::pin!(launched);
        let answer = tokio::select! {
            answer = &mut launched => answer,
            () = self.act() => launched.await,
        };
        // The very words that the worker's window tells apart.
        answer.map(|address| address.as_str().unwrap().to_owned()).map_err(|error| match error.to_string() {
            words if words.contains("The user did not approve access.") => WindowError::Closed,
            words if words.contains("Authorization page could not be loaded.") => WindowError::NotLoaded,
            words => WindowError::Failed(words),
        })
    }
}

/// Calls a method; the result, or the status with its challenge.
async fn call(
    here: &Here,
    server: &McpServer,
    method: &str,
    signed_in: Option<&SignedIn>,
) -> Result<Value, (u16, String)> {
    let url = Url::parse(&server.url).unwrap();
    let mut headers = BTreeMap::from([("content-type".into(), "application/json".to_owned())]);
    headers.extend(signed_in.and_then(|s| s.header(&url, here.now())).map(|value| ("authorization".into(), value)));
    let body = json!({ "jsonrpc": "2.0", "id": 1, "method": method }).to_string();
    let request = HttpRequest { method: "POST", url: server.url.clone(), headers, body: Some(body), origin: None };
    let mut answer = here.send(request).await.unwrap();
    if answer.status != 200 {
        return Err((answer.status, answer.headers.get("www-authenticate").cloned().unwrap_or_default()));
    }
    let body = answer.body.next().await.unwrap().unwrap();
    Ok(serde_json::from_slice::<Value>(&body).unwrap()["result"].clone())
}

#[tokio::test]
async fn a_person_signs_in_in_chromes_own_window_and_every_way_out_of_it_is_told_apart() {
    let server = McpServer::start(|request| match request["method"].as_str() {
        Some("write") => McpReply::NeedsScope("write"),
        _ => McpReply::Result(json!({ "tools": [] })),
    });
    let server = server.await.unwrap();
    let browser = browser().await;
    let extension = browser.open_extension("options.html").await.unwrap();
    let redirect = extension.page().eval("chrome.identity.getRedirectURL('mcp')").await.unwrap();
    let here = Rc::new(Here { browser, extension, person: RefCell::new(Person::Allows) });
    assert_eq!(redirect, here.redirect_uri());
    let client = SignIn::new(here.clone(), here.clone(), here.clone(), here.clone());
    let url = Url::parse(&server.url).unwrap();
    let none = Configured::default();

    let (status, challenge) = call(&here, &server, "tools/list", None).await.unwrap_err();
    assert_eq!(status, 401);
    for (person, expected) in [
        (Person::Closes, SignInError::Closed),
        (
            Person::Denies,
            SignInError::Refused {
                host: url.authority().to_owned(),
                code: "access_denied".into(),
                words: "access_denied".into(),
            },
        ),
    ] {
        *here.person.borrow_mut() = person;
        assert_eq!(client.sign_in(&url, Some(&challenge), None, &none).await.unwrap_err(), expected);
    }
    *here.person.borrow_mut() = Person::Allows;
    let signed_in = client.sign_in(&url, Some(&challenge), None, &none).await.unwrap();
    assert_eq!(call(&here, &server, "tools/list", Some(&signed_in)).await.unwrap(), json!({ "tools": [] }));

    // More is allowed after a second look at the window, with what was allowed before.
    let (status, more) = call(&here, &server, "write", Some(&signed_in)).await.unwrap_err();
    assert_eq!(status, 403);
    let signed_in = client.sign_in(&url, Some(&more), Some(&signed_in), &none).await.unwrap();
    assert_eq!(signed_in.scopes(), ["read", "write"]);
    call(&here, &server, "write", Some(&signed_in)).await.unwrap();

    // Ended tokens are renewed without the window, ended sign-ins are not.
    server.expire_tokens();
    assert_eq!(call(&here, &server, "write", Some(&signed_in)).await.unwrap_err().0, 401);
    let renewed = client.refresh(&signed_in).await.unwrap();
    call(&here, &server, "write", Some(&renewed)).await.unwrap();
    assert_eq!(client.refresh(&signed_in).await.unwrap_err(), SignInError::SignInAgain);
    server.end_sign_ins();
    assert_eq!(client.refresh(&renewed).await.unwrap_err(), SignInError::SignInAgain);

    // A forgotten registration shows as a page that could not be loaded, and is made anew.
    server.forget_clients();
    let again = client.sign_in(&url, Some(&challenge), Some(&renewed), &none).await.unwrap();
    call(&here, &server, "tools/list", Some(&again)).await.unwrap();
    let registered = server.notes().iter().filter(|note| *note == "registered").count();
    assert_eq!(registered, 4, "{:?}", server.notes());
}
