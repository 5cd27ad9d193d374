//! Servers with tools as the person meets them: set up, switched, imported, and used from the panel, with the sample tracker.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use edith_lab::browser::{Extension, Page, Target};
use edith_lab::mcp_server::{McpServer, tracker};
use edith_lab::model_server::{Reply, Script};
use serde_json::{Value, json};

use super::composer::write;
use super::lab::{Lab, RUN};

async fn until(page: &Page, condition: &str) {
    page.wait_for(condition, RUN).await.unwrap_or_else(|error| panic!("{condition}: {error}"));
}

async fn click(page: &Page, selector: &str) {
    let selector = json!(selector);
    until(page, &format!("document.querySelector({selector}) && !document.querySelector({selector}).disabled")).await;
    page.eval(&format!("document.querySelector({selector}).click()")).await.unwrap();
}

async fn typed(page: &Page, id: &str, words: &str) {
    until(page, &format!("document.getElementById('{id}') !== null")).await;
    page.eval(&format!("document.getElementById('{id}').focus()")).await.unwrap();
    page.type_keys(words).await.unwrap();
}

/// The tracker, and what it was asked.
async fn server() -> (McpServer, Arc<Mutex<Vec<Value>>>) {
    let asked = Arc::new(Mutex::new(Vec::new()));
    let seen = Arc::clone(&asked);
    let answer = move |request: &Value| {
        seen.lock().unwrap().push(request.clone());
        tracker(request)
    };
    (McpServer::open(answer).await.unwrap(), asked)
}

async fn stored(lab: &Lab) -> Value {
    lab.extension
        .page()
        .eval("chrome.storage.local.get('edith_mcp_servers').then(all => all.edith_mcp_servers)")
        .await
        .unwrap()
}

/// Waits until what is stored fits.
async fn until_stored(lab: &Lab, fits: impl Fn(&Value) -> bool) -> Value {
    for _ in 0..200 {
        let now = stored(lab).await;
        if fits(&now) {
            return now;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("{}", stored(lab).await);
}

async fn add(lab: &Lab, url: &str, trust: &str) {
    let server = json!({ "id": "", "name": "Tracker", "url": url, "trust": trust });
    lab.extension.accepted(json!({ "type": "MCP_SAVE", "server": server })).await.unwrap();
}

async fn panel(lab: &Lab) -> Extension {
    let panel = lab.browser.open_extension("sidepanel.html").await.unwrap();
    panel.page().to_front().await.unwrap();
    until(panel.page(), "document.getElementById('composer-input') !== null").await;
    panel
}

#[tokio::test]
async fn a_server_is_tested_added_switched_and_deleted_and_no_secret_comes_back() {
    let (server, asked) = server().await;
    let lab = Lab::with(Script::always(|_| Reply::text("ok"))).await;
    let options = lab.browser.open_extension("options.html").await.unwrap();
    let page = options.page();
    page.to_front().await.unwrap();
    until(page, "document.querySelector('.setting:has(#add-tool-server)')?.innerText.includes('No server is set up')")
        .await;
    click(page, "#add-tool-server").await;
    until(page, "document.activeElement.id === 'new-tool-server-url'").await;
    // As people write it, and tested by Enter: nothing is stored yet.
    page.type_keys(server.url.strip_prefix("http://").unwrap()).await.unwrap();
    page.press("Enter", 13).await.unwrap();
    until(page, "document.getElementById('tool-server-tested').innerText.includes('Sample Tracker 1.2')").await;
    let said = page.eval("document.getElementById('tool-server-tested').innerText").await.unwrap().to_string();
    assert!(said.contains("Connected") && said.contains("MCP 2026-07-28") && said.contains("3 tools"), "{said}");
    assert_eq!(stored(&lab).await, Value::Null);
    click(page, ".new-server summary").await;
    click(page, "#new-tool-server-header-add").await;
    typed(page, "new-tool-server-header-0", "X-Key").await;
    page.press("Tab", 9).await.unwrap();
    page.type_keys("s3cret").await.unwrap();
    click(page, "#new-tool-server-add").await;
    let one = until_stored(&lab, |all| all[0]["headers"]["X-Key"] == "s3cret").await[0].clone();
    let id = one["id"].as_str().unwrap();
    assert_eq!((&one["enabled"], &one["trust"], one.get("allow")), (&json!(true), &json!("ask"), None));
    let card = format!("document.getElementById('tool-server-{id}').parentElement");
    until(page, &format!("{card}.open && document.activeElement.id === 'tool-server-{id}'")).await;
    until(page, &format!("{card}.innerText.includes('Tools: 3 of 3 on') && {card}.innerText.includes('Connected')"))
        .await;

    // One tool off: the others are listed. It is on again: all are allowed, also those to come.
    let tool = |name: &str| {
        format!(
            "[...{card}.querySelectorAll('.mcp-tools label')].find(one => one.innerText.includes('{name}')).querySelector('input')"
        )
    };
    page.eval(&format!("{}.click()", tool("Delete issue"))).await.unwrap();
    until_stored(&lab, |all| all[0]["allow"] == json!(["list_issues", "create_issue"])).await;
    until(page, &format!("{card}.innerText.includes('Tools: 2 of 3 on') && !{}.checked", tool("Delete issue"))).await;
    page.eval(&format!("{}.click()", tool("Delete issue"))).await.unwrap();
    until_stored(&lab, |all| all[0].get("allow").is_none_or(Value::is_null)).await;
    page.eval(&format!("{card}.querySelectorAll('input[type=radio]')[2].click()")).await.unwrap();
    let now = until_stored(&lab, |all| all[0]["trust"] == "all").await;
    until(page, &format!("{card}.innerText.includes('Choose this only for a server of your own')")).await;
    // All these changes were without the secret, which stays and is shown nowhere.
    assert_eq!(now[0]["headers"]["X-Key"], "s3cret");
    let shown = page
        .eval("document.body.innerHTML + [...document.querySelectorAll('input')].map(one => one.value)")
        .await
        .unwrap();
    assert!(!shown.as_str().unwrap().contains("s3cret"));
    assert_eq!(
        page.eval(&format!("{card}.querySelector('.header-row input[type=password]').placeholder")).await.unwrap(),
        "••••••••"
    );

    // Another host gets none of it.
    let url = format!("tool-server-{id}-url");
    page.eval(&format!("{card}.querySelectorAll('details').forEach(one => {{ one.open = true; }})")).await.unwrap();
    page.eval(&format!("document.getElementById('{url}').select()")).await.unwrap();
    typed(page, &url, "http://127.0.0.1:9/mcp").await;
    page.press("Tab", 9).await.unwrap();
    let moved = until_stored(&lab, |all| all[0]["url"] == "http://127.0.0.1:9/mcp").await;
    assert!(!moved.to_string().contains("s3cret"), "{moved}");
    until(page, "document.querySelector('.toast')?.innerText.includes('headers')").await;
    until(page, &format!("{card}.querySelector('.mcp-state').innerText.includes('Failed') && {card}.querySelector('.field__error') !== null")).await;

    // Deleting asks first; No keeps it.
    click(page, &format!("#tool-server-{id}-delete")).await;
    until(page, &format!("document.activeElement.id === 'tool-server-{id}-keep'")).await;
    page.press("Enter", 13).await.unwrap();
    until(page, &format!("document.activeElement.id === 'tool-server-{id}-delete'")).await;
    assert_eq!(stored(&lab).await.as_array().unwrap().len(), 1);
    click(page, &format!("#tool-server-{id}-delete")).await;
    click(page, &format!("#tool-server-{id}-gone")).await;
    until_stored(&lab, |all| all.as_array().is_some_and(Vec::is_empty)).await;
    until(page, "document.activeElement.id === 'add-tool-server' && document.querySelector('.mcp-head') === null")
        .await;
    assert!(!asked.lock().unwrap().is_empty());
}

#[tokio::test]
async fn a_configuration_is_imported_and_what_cannot_be_reached_is_named() {
    let (server, _) = server().await;
    let lab = Lab::with(Script::always(|_| Reply::text("ok"))).await;
    let options = lab.browser.open_extension("options.html").await.unwrap();
    let page = options.page();
    page.to_front().await.unwrap();
    click(page, "#import-tool-servers").await;
    until(page, "document.activeElement.id === 'import-tool-servers-text'").await;
    page.send("Input.insertText", json!({ "text": "nothing of that kind" })).await.unwrap();
    click(page, "#import-tool-servers-begin").await;
    until(page, "document.querySelector('.new-server [role=alert] .field__error')?.innerText.length > 10").await;
    page.eval("document.getElementById('import-tool-servers-text').select()").await.unwrap();
    let text =
        json!({ "mcpServers": { "Tracker": { "url": server.url }, "shell": { "command": "npx", "args": ["x"] } } });
    page.send("Input.insertText", json!({ "text": text.to_string() })).await.unwrap();
    click(page, "#import-tool-servers-begin").await;
    until(page, "document.activeElement.id === 'import-tool-servers-result'").await;
    let said = page.eval("document.activeElement.innerText").await.unwrap().as_str().unwrap().to_owned();
    assert!(said.contains("1 server was added") && said.contains("Tracker"), "{said}");
    let left = said.split("1 was left out").nth(1).unwrap();
    assert!(left.contains("shell") && left.trim().lines().count() >= 3, "{said}");
    until(page, "document.querySelector('.mcp-head')?.innerText.includes('Connected')").await;
    click(page, "#import-tool-servers-result button").await;
    until(page, "document.activeElement.id === 'add-tool-server'").await;
}

#[tokio::test]
async fn a_sign_in_is_waited_for_and_its_refusal_stands_at_the_card() {
    let server = McpServer::start(tracker).await.unwrap();
    let lab = Lab::with(Script::always(|_| Reply::text("ok"))).await;
    add(&lab, &server.url, "ask").await;
    let options = lab.browser.open_extension("options.html").await.unwrap();
    let page = options.page();
    page.to_front().await.unwrap();
    let id = until_stored(&lab, |all| all[0]["id"].is_string()).await[0]["id"].as_str().unwrap().to_owned();
    until(page, "document.querySelector('.mcp-head')?.innerText.includes('Wants you to sign in')").await;
    click(page, &format!("#tool-server-{id}")).await;
    let button = format!("document.getElementById('tool-server-{id}-sign-in')");
    for (decision, expected) in [
        ("#deny", "document.querySelector('.mcp-said .mcp-wrong.field__error') !== null"),
        ("#allow", "document.querySelector('.mcp-head').innerText.includes('Connected')"),
    ] {
        click(page, &format!("#tool-server-{id}-sign-in")).await;
        until(page, &format!("{button}.disabled && {button}.innerText.includes('Waiting')")).await;
        let is_window = |target: &Target| target.kind == "page" && target.url.contains("/authorize?");
        let target = lab.browser.wait_target("the window", is_window, RUN).await.unwrap();
        let window = lab.browser.attach(&target.id).await.unwrap();
        until(&window, "document.readyState === 'complete'").await;
        window.click(decision).await.unwrap();
        until(page, expected).await;
    }
    until(page, "document.querySelector('.mcp-tools')?.innerText.includes('Create an issue')").await;
    until(page, &format!("{button} === null && [...document.querySelectorAll('.card button')].some(one => one.innerText === 'Sign out')")).await;
}

#[tokio::test]
async fn a_servers_prompt_is_filled_in_and_read_before_it_is_sent() {
    let (server, asked) = server().await;
    let lab = Lab::with(Script::always(|_| Reply::text("Done."))).await;
    add(&lab, &server.url, "ask").await;
    let panel = panel(&lab).await;
    let page = panel.page();
    let options = "[...document.querySelectorAll('.lookup [role=option]')]";
    write(page, "/").await;
    until(page, &format!("{options}.some(one => one.innerText.includes('Triage new issues'))")).await;
    until(page, "document.querySelector('.lookup').innerText.includes('From Tracker')").await;
    page.type_keys("tri").await.unwrap();
    until(page, &format!("{options}.length === 1")).await;
    page.press("Enter", 13).await.unwrap();
    until(page, "document.activeElement.id === 'prompt-field-0'").await;
    // Enter goes on to the next field, and what is missing is told.
    page.press("Enter", 13).await.unwrap();
    page.press("Enter", 13).await.unwrap();
    until(page, "document.getElementById('prompt-missing').innerText.includes('project')").await;
    assert!(asked.lock().unwrap().iter().all(|request| request["method"] != "prompts/get"));
    page.type_keys("WEB").await.unwrap();
    page.press("Enter", 13).await.unwrap();
    until(page, "document.activeElement.id === 'prompt-field-1'").await;
    page.type_keys("May").await.unwrap();
    page.press("Enter", 13).await.unwrap();
    let draft = "document.getElementById('composer-input').value";
    until(page, &format!("{draft} === 'Go over the new issues of WEB since May.'")).await;
    until(page, "document.activeElement.id === 'composer-input' && !document.activeElement.hidden").await;
    // It is the person who sends it.
    assert_eq!(page.eval("document.querySelector('.said') === null").await.unwrap(), true);
    assert!(lab.model.requests().is_empty());
    page.eval("document.getElementById('composer-input').select()").await.unwrap();
    page.press("Backspace", 8).await.unwrap();
    // Without arguments it comes at once; a server that is gone is told of.
    write(page, "/stand").await;
    until(page, &format!("{options}.length === 1")).await;
    page.press("Enter", 13).await.unwrap();
    until(page, &format!("{draft} === 'Sum up what was done yesterday.'")).await;
    page.eval("document.getElementById('composer-input').select()").await.unwrap();
    page.press("Backspace", 8).await.unwrap();
    write(page, "/stand").await;
    until(page, &format!("{options}.length === 1")).await;
    drop(server);
    page.press("Enter", 13).await.unwrap();
    until(page, "document.querySelector('.notice--error') !== null").await;
    until(page, "document.querySelector('.filling') === null && document.activeElement.id === 'composer-input'").await;
}

#[tokio::test]
async fn a_resource_is_attached_from_the_menu_and_by_its_sign() {
    let (server, _) = server().await;
    let lab = Lab::with(Script::always(|_| Reply::text("In June."))).await;
    add(&lab, &server.url, "ask").await;
    let panel = panel(&lab).await;
    let page = panel.page();
    click(page, "#add-to-task").await;
    click(page, "#attach-resource").await;
    until(page, "document.activeElement.id === 'resource-search'").await;
    until(page, "document.querySelectorAll('.resources button').length === 2").await;
    page.type_keys("markdown").await.unwrap();
    until(page, "document.querySelectorAll('.resources button').length === 1").await;
    click(page, ".resources button").await;
    until(page, "document.querySelector('.composer .chip[data-state=done]')?.innerText.includes('oadmap')").await;
    // What the server does not have is told at its chip.
    write(page, "@gone").await;
    until(page, "document.querySelectorAll('.lookup [role=option]').length === 1").await;
    page.press("Enter", 13).await.unwrap();
    until(page, "document.querySelector('.composer .chip[data-state=failed] .chip__note')?.innerText.length > 10")
        .await;
    click(page, ".chip[data-state=failed] button").await;
    click(page, "input[value=documents]").await;
    write(page, "When does the lamp come?").await;
    page.press("Enter", 13).await.unwrap();
    let text = lab.asked(1).await.remove(0).body.to_string();
    assert!(text.contains("The brass lamp comes in June."), "{text}");
}

#[tokio::test]
async fn what_a_server_asks_is_answered_by_keyboard_alone() {
    let (server, asked) = server().await;
    let call = Reply::call("mcp__Tracker__create_issue", json!({ "title": "The lamp page is blank" }));
    let lab = Lab::with(Script::new().then(call).then(Reply::done("It is created."))).await;
    add(&lab, &server.url, "ask").await;
    let panel = panel(&lab).await;
    let page = panel.page();
    write(page, "Report that the lamp page is blank").await;
    page.press("Enter", 13).await.unwrap();
    // The call itself first, with what it sends.
    until(page, "document.querySelector('.ask--external') !== null").await;
    let said = page.eval("document.querySelector('.ask').innerText").await.unwrap().as_str().unwrap().to_owned();
    assert!(said.contains("“create issue” of “Tracker”") && said.contains("The lamp page is blank"), "{said}");
    click(page, ".ask .button--main").await;
    until(page, "document.querySelector('.ask--server .asked__row') !== null").await;
    let title = page.eval("document.getElementById('ask-title').innerText").await.unwrap();
    assert_eq!(title, "A server asks you");
    until(page, "document.getElementById('ask-text').innerText.includes('How urgent is it?')").await;
    page.eval("document.querySelector('.asked select').focus()").await.unwrap();
    page.press("ArrowDown", 40).await.unwrap();
    page.press("ArrowDown", 40).await.unwrap();
    until(page, "document.activeElement.value === 'high'").await;
    // Control+Enter sends; what is missing is told at its field, which gets the focus.
    let send =
        json!({ "type": "keyDown", "key": "Enter", "code": "Enter", "windowsVirtualKeyCode": 13, "modifiers": 2 });
    page.send("Input.dispatchKeyEvent", send.clone()).await.unwrap();
    until(
        page,
        "document.activeElement.type === 'email' && document.activeElement.getAttribute('aria-invalid') === 'true'",
    )
    .await;
    let about = "document.getElementById(document.activeElement.getAttribute('aria-describedby')).innerText";
    until(page, &format!("{about}.includes('When it is done.') && {about}.includes('This is required.')")).await;
    page.type_keys("ann").await.unwrap();
    until(page, &format!("{about}.includes('An e-mail address is needed.')")).await;
    page.type_keys("@example.org").await.unwrap();
    until(page, "document.activeElement.getAttribute('aria-invalid') === null").await;
    page.send("Input.dispatchKeyEvent", send).await.unwrap();
    until(page, "document.querySelector('.ended--completed') !== null").await;
    let answers: Vec<Value> = {
        let asked = asked.lock().unwrap();
        asked.iter().filter_map(|request| request["params"].get("inputResponses").cloned()).collect()
    };
    assert_eq!(answers.len(), 1, "{answers:?}");
    assert_eq!(answers[0]["urgency"]["action"], "accept");
    assert_eq!(answers[0]["urgency"]["content"], json!({ "priority": "high", "mail": "ann@example.org" }));
    // The log of the card knows the call.
    let listed = lab.extension.accepted(json!({ "type": "MCP_LIST" })).await.unwrap();
    let outcomes: Vec<&Value> =
        listed["servers"][0]["calls"].as_array().unwrap().iter().map(|one| &one["outcome"]).collect();
    assert_eq!(outcomes, [&json!("answered"), &json!("asks")]);
}
