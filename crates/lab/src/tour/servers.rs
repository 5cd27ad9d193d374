//! Servers with tools: none yet, a new one, those of every state, what was imported, what they ask, their prompts and their resources.

use serde_json::{Value, json};

use super::{Tour, TourError, Visitor, choose_more, click, shows};
use crate::browser::{Extension, Page};

/// Tells of servers as the worker would, in the page.
const SERVERS: &str = include_str!("servers.js");

const CONFIGURATION: &str =
    r#"{ "mcpServers": { "Tracker": { "url": "https://mcp.tracker.example/v1" }, "shell": { "command": "npx" } } }"#;

impl Tour {
    /// All of it.
    pub(super) async fn servers(&self, visitor: &mut impl Visitor) -> Result<(), TourError> {
        self.servers_in_settings(visitor).await?;
        self.what_servers_ask(visitor).await?;
        self.what_servers_offer(visitor).await
    }

    async fn with_servers(&self) -> Result<Extension, TourError> {
        let panel = self.open("sidepanel.html").await?;
        shows("servers", panel.page(), "document.getElementById('composer-input') !== null").await?;
        panel.page().eval(SERVERS).await?;
        Ok(panel)
    }

    async fn servers_in_settings(&self, visitor: &mut impl Visitor) -> Result<(), TourError> {
        let panel = self.with_servers().await?;
        let page = panel.page();
        choose_more(page, "#open-settings").await?;
        shows("tools-empty", page, "document.getElementById('add-tool-server') !== null").await?;
        to_servers(page).await?;
        visitor.visit("tools-empty", page).await?;
        click(page, "#add-tool-server").await?;
        shows("tools-new", page, "document.activeElement?.id === 'new-tool-server-url'").await?;
        page.send("Input.insertText", json!({ "text": "mcp.tracker.example/v1" })).await?;
        page.press("Enter", 13).await?;
        shows("tools-new", page, "document.querySelector('#tool-server-tested details') !== null").await?;
        page.eval("document.querySelectorAll('.new-server details').forEach(one => { one.open = true; })").await?;
        click(page, "#new-tool-server-header-add").await?;
        to_servers(page).await?;
        visitor.visit("tools-new", page).await?;
        panel.close().await?;
        let panel = self.with_servers().await?;
        let page = panel.page();
        page.eval("served.all()").await?;
        choose_more(page, "#open-settings").await?;
        shows("tools", page, "document.querySelectorAll('.mcp-head').length === 4").await?;
        to_servers(page).await?;
        visitor.visit("tools", page).await?;
        let open = "document.querySelectorAll('.mcp-head').forEach(head => { head.parentElement.open = true; })";
        page.eval(open).await?;
        page.eval("document.querySelectorAll('.card:has(> #tool-server-tracker) details').forEach(one => { one.open = true; })")
            .await?;
        shows("tools-server", page, "document.querySelectorAll('.mcp-call').length === 4").await?;
        to_servers(page).await?;
        visitor.visit("tools-server", page).await?;
        click(page, "#import-tool-servers").await?;
        shows("tools-imported", page, "document.activeElement?.id === 'import-tool-servers-text'").await?;
        page.send("Input.insertText", json!({ "text": CONFIGURATION })).await?;
        page.eval(&open.replace("true", "false")).await?;
        click(page, "#import-tool-servers-begin").await?;
        shows("tools-imported", page, "document.activeElement?.id === 'import-tool-servers-result'").await?;
        page.eval("document.activeElement.scrollIntoView({ block: 'center' })").await?;
        visitor.visit("tools-imported", page).await?;
        Ok(panel.close().await?)
    }

    async fn what_servers_ask(&self, visitor: &mut impl Visitor) -> Result<(), TourError> {
        let panel = self.with_servers().await?;
        let page = panel.page();
        page.eval("served.ask('nothing')").await?;
        shows("server-progress", page, "document.querySelector('.run') !== null").await?;
        let other = self.open("options.html").await?;
        for told in steps() {
            other.page().eval(&format!("void chrome.runtime.sendMessage({told}).catch(() => {{}})")).await?;
        }
        other.close().await?;
        page.to_front().await?;
        shows("server-progress", page, "document.querySelector('.step__told') !== null").await?;
        visitor.visit("server-progress", page).await?;
        for (surface, asked, shown) in [
            ("ask-server", "form", ".ask--server .asked__row"),
            ("ask-tool", "tool", ".ask .values"),
            ("ask-visit", "visit", ".ask .facts"),
            ("ask-sample", "sample", ".ask .values"),
        ] {
            page.eval(&format!("served.ask('{asked}')")).await?;
            shows(surface, page, &format!("document.querySelector('{shown}') !== null")).await?;
            visitor.visit(surface, page).await?;
            if surface == "ask-server" {
                click(page, "#ask-send").await?;
                shows(surface, page, "document.activeElement?.getAttribute('aria-invalid') === 'true'").await?;
                visitor.visit("ask-server-missing", page).await?;
            }
        }
        Ok(panel.close().await?)
    }

    async fn what_servers_offer(&self, visitor: &mut impl Visitor) -> Result<(), TourError> {
        let panel = self.with_servers().await?;
        let page = panel.page();
        page.eval("served.all()").await?;
        page.eval("document.getElementById('composer-input').focus()").await?;
        page.send("Input.insertText", json!({ "text": "/" })).await?;
        let offered = "[...document.querySelectorAll('.lookup__option')].some(one => one.innerText.includes('Triage'))";
        shows("server-prompts", page, offered).await?;
        visitor.visit("server-prompts", page).await?;
        page.eval("document.getElementById('composer-input').focus()").await?;
        page.send("Input.insertText", json!({ "text": "triage" })).await?;
        shows("server-prompt", page, "document.querySelectorAll('.lookup__option').length === 1").await?;
        page.press("Enter", 13).await?;
        shows("server-prompt", page, "document.activeElement?.id === 'prompt-field-0'").await?;
        visitor.visit("server-prompt", page).await?;
        page.press("Escape", 27).await?;
        click(page, "#add-to-task").await?;
        click(page, "#attach-resource").await?;
        shows("server-resources", page, "document.querySelectorAll('.resources .menu__item').length === 2").await?;
        visitor.visit("server-resources", page).await?;
        Ok(panel.close().await?)
    }
}

/// What the worker tells of a run that uses a server's tools, the last of them for some time already.
fn steps() -> [Value; 5] {
    let told = |step: u32, more: Value| {
        let mut told = json!({ "type": "agent_progress", "runId": "served", "conversationId": "served", "step": step, "timestamp": step });
        if let (Some(told), Value::Object(more)) = (told.as_object_mut(), more) {
            told.extend(more);
        }
        told
    };
    let found = json!({ "callId": "1", "tool": "find_tools", "args": { "query": "create an issue" }, "text": "" });
    let listed =
        json!({ "callId": "2", "tool": "mcp__Tracker__list_issues", "args": { "project": "WEB" }, "text": "" });
    let ended = |mut call: Value| {
        if let Some(call) = call.as_object_mut() {
            call.extend([("result".to_owned(), json!("The server answers: 3 issues")), ("ok".to_owned(), json!(true))]);
        }
        call
    };
    let created =
        json!({ "callId": "3", "tool": "mcp__Tracker__create_issue", "args": { "project": "WEB" }, "text": "" });
    [
        told(1, ended(found)),
        told(2, listed.clone()),
        told(2, ended(listed)),
        told(3, created),
        told(3, json!({ "text": "“Tracker”: The picture is being uploaded · 40 %" })),
    ]
}

/// The section is in view.
async fn to_servers(page: &Page) -> Result<(), TourError> {
    let script =
        "document.querySelector('.setting:has(#add-tool-server, .mcp-head, #new-tool-server-url)').scrollIntoView()";
    page.eval(script).await?;
    Ok(())
}
