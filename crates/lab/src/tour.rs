//! Walks through everything the extension shows, in realistic states: for screenshots and accessibility checks.

mod following;
mod forms;
mod more;
mod servers;

use std::path::Path;
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use crate::browser::{Browser, BrowserError, Extension, Options, Page};
use crate::model_server::{Fault, ModelServer, ModelServerError, Reply, Request, Script};
use crate::papers::{Pdf, PdfPage, contract, price_list};
use crate::sites::{Sites, SitesError};

/// The sample sites' name in pictures.
pub const HOST: &str = "lumen.example";

/// The model's name in pictures.
const MODEL: &str = "qwen3-32b";

/// How long a surface may take to appear, and a scripted run to end.
const SOON: Duration = Duration::from_secs(60);

/// A task's answer with all Markdown that an answer may have.
const ANSWER: &str = "## Three lamps are in stock\n\nThe **cheapest** is the *reading lamp*, see [the shop](https://shop.example/).\n\n\
| Lamp | Price | In stock |\n|---|---:|---|\n| Reading lamp | €18.90 | yes |\n| Desk lamp, black | €24.50 | yes |\n| Floor lamp | €89.00 | no |\n\n\
1. It has a shade of linen.\n2. Shipping is `€4.50`.\n\n> Prices include VAT.\n\n```json\n{ \"lamp\": \"reading\", \"price\": 18.9 }\n```";

const LEASE: &str = "# Lease agreement\n\n## Term and notice\n\nThe lease begins on 1 May 2024 and runs for five years. It is renewed by one year \
each.\n\n- Notice is given by registered letter.\n- The day of receipt counts.\n\n| Year | Rent |\n|---|---|\n| 2024 | 2,450.00 |\n| 2025 | 2,520.00 |\n";
const PRICES: &str = "lamp,price,in stock\nReading lamp,18.90,yes\nDesk lamp,24.50,no\n";

/// What is asked about the lease; the answers are in [`answer`].
const QUESTIONS: &str =
    "What is the notice period?\nWho signs it?\nWhen may the rent be raised?\nWho pays for repairs?\nMay it be sublet?";

/// A document that is never read to its end: what it tells of its progress is told by hand.
const ENDLESS: &str = "(() => {
    const send = chrome.runtime.sendMessage.bind(chrome.runtime);
    chrome.runtime.sendMessage = async (message) => {
        if (message.type === 'DOCUMENT_READ' && message.documentId === globalThis.endless) return new Promise(() => {});
        const answer = await send(message);
        if (message.type === 'DOCUMENT_ADD' && message.name === 'minutes of all meetings.pdf') globalThis.endless = answer.documentId;
        return answer;
    };
})()";

/// Draws a scanned letter, and gives it to the panel.
const GIVE_SCAN: &str = "new Promise((given) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 1000, height: 640 });
    const context = canvas.getContext('2d');
    context.fillStyle = '#fdfcf7';
    context.fillRect(0, 0, 1000, 640);
    context.fillStyle = '#222';
    context.font = '34px serif';
    ['Dear tenant,', '', 'the heating will be repaired on Monday', 'the third of June between nine and noon.',
        'Please let the plumber into the workshop.', '', 'With kind regards', 'Alder Property'].forEach((line, at) => context.fillText(line, 90, 100 + at * 62));
    canvas.toBlob((blob) => {
        const all = new DataTransfer();
        all.items.add(new File([blob], 'scan.png', { type: 'image/png' }));
        const field = document.querySelector('#composer-files');
        field.files = all.files;
        field.dispatchEvent(new Event('change', { bubbles: true }));
        given(true);
    });
})";

/// Gives the panel files, as if they were chosen.
fn give(files: &[(&str, &[u8])]) -> String {
    let files: Vec<Value> = files.iter().map(|(name, bytes)| json!([name, STANDARD.encode(bytes)])).collect();
    format!(
        "(() => {{ const all = new DataTransfer(); \
         for (const [name, data] of {}) all.items.add(new File([Uint8Array.from(atob(data), one => one.charCodeAt(0))], name)); \
         const field = document.querySelector('#composer-files'); field.files = all.files; \
         field.dispatchEvent(new Event('change', {{ bubbles: true }})); }})()",
        Value::from(files)
    )
}

/// The model's answer to a question about the lease: one that stands there, one that does not, one that the lease does not say, one that fails.
fn answer(request: &Request, endless: bool) -> Reply {
    let said = request.body.get("messages").map(ToString::to_string).unwrap_or_default();
    let question = said.split("QUESTION: ").nth(1).unwrap_or_default();
    if question.starts_with("What is the notice period") {
        return Reply::text(
            "The notice period is **three months** to the end of a month [lease.pdf, p. 2: \"Either party may end it with a notice period of three months to the end of a month\"].",
        );
    }
    if question.starts_with("Who pays") {
        return Reply::text(
            "The tenant pays up to 300 euros a year [lease.pdf, p. 2: \"small repairs up to 300 euros a year\"].",
        );
    }
    if question.starts_with("When may") {
        return Reply::error(400, "bad_request", "the model is not loaded");
    }
    if question.starts_with("May it be sublet") && endless {
        return Reply::text("late").with(Fault::Delay { milliseconds: 120_000 });
    }
    Reply::text("The documents do not say. [none]")
}

/// A plan with money in it, whose second step is never done.
fn planner(request: &Request, shop: &str) -> Reply {
    let said = request.body.get("messages").map(ToString::to_string).unwrap_or_default();
    let site = shop.split('/').nth(2).unwrap_or_default();
    if said.contains("You plan a person's task") {
        let step = |text: &str, done_when: &str, effects: &[&str]| json!({ "text": text, "done_when": done_when, "effects": effects, "sites": [site] });
        let steps = json!([
            step(
                "Find the cheapest reading lamp that is in stock, and note its price",
                "Its page shows the price",
                &[]
            ),
            step("The cart holds this lamp, once", "The cart shows one lamp", &[]),
            step("Order it to the address that the shop knows", "The shop confirms the order", &["buy", "pay"]),
            step("Send Ann the number of the order", "The message is among those sent", &["send"]),
        ]);
        let message = "I look for the cheapest lamp, order it, and tell Ann.";
        return Reply::text(json!({ "steps": steps, "message": message }).to_string());
    }
    if !said.contains("STEP: Find") {
        return Reply::text("late").with(Fault::Delay { milliseconds: 120_000 });
    }
    match said.contains("\"role\":\"tool\"") {
        true => Reply::call("step_done", json!({ "outputs": { "price": "18.90" } })),
        false => Reply::call("open_browser", json!({ "url": shop })),
    }
}

#[derive(Debug, thiserror::Error)]
pub enum TourError {
    #[error(transparent)]
    Browser(#[from] BrowserError),
    #[error("{surface}: {source}")]
    Surface { surface: &'static str, source: BrowserError },
    #[error(transparent)]
    Sites(#[from] SitesError),
    #[error(transparent)]
    Model(#[from] ModelServerError),
    #[error("{0}")]
    Visit(String),
}

/// Called on each surface.
#[allow(async_fn_in_trait, reason = "only used within this repository, on one thread")]
pub trait Visitor {
    /// A surface is shown.
    async fn visit(&mut self, surface: &'static str, page: &Page) -> Result<(), TourError>;

    /// Something is drawn over a page of somebody else, whose faults are not ours.
    async fn over(&mut self, _surface: &'static str, _page: &Page) -> Result<(), TourError> {
        Ok(())
    }
}

/// Walks through everything in a new browser. `program`: the browser's; none to look for it. `language`: that of the pages.
pub async fn walk(
    program: Option<&Path>,
    dist: &Path,
    language: &str,
    visitor: &mut impl Visitor,
) -> Result<(), TourError> {
    let (sites, port) = Sites::start().await?.named(HOST);
    let model = ModelServer::scripted(script(&sites)).await?;
    let options =
        Options { program: program.map(Path::to_owned), hosts: vec![(HOST, port)], ..Options::with_extension(dist) };
    let browser = Browser::start(&options).await?;
    let tour = Tour { browser, language: language.to_owned(), model: model.url.clone() };
    tour.fresh(visitor).await?;
    tour.shopping(&sites, visitor).await?;
    tour.talks(visitor).await?;
    tour.following(visitor).await?;
    tour.plans(&sites, visitor).await?;
    tour.maths(visitor).await?;
    tour.research(visitor).await?;
    tour.overlay(&sites, visitor).await?;
    tour.settings(visitor).await?;
    tour.parts(visitor).await?;
    tour.servers(visitor).await?;
    tour.written(visitor).await?;
    tour.schedules(visitor).await?;
    tour.documents(visitor).await?;
    tour.pictures(visitor).await?;
    tour.answers(visitor).await?;
    tour.new_tab(visitor).await?;
    // Last: it leaves documents and a profile.
    tour.forms(&sites, visitor).await
}

/// A task with steps, a failure, an approval, and an immediate failure.
fn script(sites: &Sites) -> Script {
    let call = |tool: &str, arguments: Value| Reply::call(tool, arguments);
    Script::new()
        .then(call("open_browser", json!({ "url": sites.shop_url })))
        .then(call("screenshot", json!({})))
        .then(call("click", json!({ "uid": 999_999 })))
        .then(call("find_on_page", json!({ "query": "lamp" })))
        .then(Reply::done(ANSWER))
        .then(call("open_browser", json!({ "url": sites.form_url })))
        .then(call("type_text", json!({ "uid": { "$uid": ["INPUT", "Password"] }, "text": "hunter2" })))
        .then(Reply::done("The form is filled in."))
        .then(Reply::text("").with(Fault::Status { status: 401, headers: Default::default(), body: String::new() }))
        .then(Reply::text("late").with(Fault::Delay { milliseconds: 120_000 }))
}

struct Tour {
    browser: Browser,
    language: String,
    model: String,
}

impl Tour {
    async fn open(&self, path: &str) -> Result<Extension, TourError> {
        let page = self.browser.open_extension(path).await?;
        page.page().to_front().await?;
        Ok(page)
    }

    /// Right after installation.
    async fn fresh(&self, visitor: &mut impl Visitor) -> Result<(), TourError> {
        let first = self.open("options.html").await?;
        first.change_settings(json!({ "language": self.language })).await?;
        first.close().await?;
        let panel = self.open("sidepanel.html").await?;
        shows("first-run", panel.page(), "document.querySelector('#find-local')?.disabled === false").await?;
        visitor.visit("first-run", panel.page()).await?;
        panel.close().await?;
        self.new_server(visitor).await?;
        let server = json!({ "edith_api_base_url": self.model, "edith_model": MODEL, "edith_api_key": "sk-test" });
        let options = self.open("options.html").await?;
        let prices = json!([{ "model": MODEL, "prompt": 2.0, "cached": 0.5, "completion": 10.0 }]);
        options.change_settings(json!({ "prices": prices, "maxSteps": 25 })).await?;
        options.storage_set(server).await?;
        Ok(options.close().await?)
    }

    /// Tasks: done, with an open card, asking, failed, running; and their list.
    async fn talks(&self, visitor: &mut impl Visitor) -> Result<(), TourError> {
        let panel = self.open("sidepanel.html").await?;
        let page = panel.page();
        let ended = |class: &str| format!("document.querySelector('.ended--{class}') !== null");
        say(page, "Which lamps are in stock, and what is the cheapest one?").await?;
        shows("conversation", page, &ended("completed")).await?;
        visitor.visit("conversation", page).await?;
        click(page, ".step__head, .fold").await?;
        click(page, ".step__head").await?;
        visitor.visit("steps", page).await?;
        click(page, ".thumb").await?;
        shows("picture", page, "document.querySelector('#viewer[open] img') !== null").await?;
        visitor.visit("picture", page).await?;
        page.press("Escape", 27).await?;
        click(page, "header .icon-button:nth-of-type(2)").await?;
        say(page, "Log in to the form").await?;
        shows("ask", page, "document.querySelector('.ask') !== null").await?;
        visitor.visit("ask", page).await?;
        click(page, ".ask .button--main").await?;
        shows("ask", page, &ended("completed")).await?;
        // The menu opens where there is room when it does.
        page.narrow(420, 860).await?;
        click(page, ".again .actions-root > button").await?;
        shows("task-menu", page, "document.querySelector('.again .actions .menu__item') !== null").await?;
        visitor.visit("task-menu", page).await?;
        page.press("Escape", 27).await?;
        click(page, ".again > .button").await?;
        shows("replay", page, "document.querySelector('#again-form .field') !== null").await?;
        visitor.visit("replay", page).await?;
        click(page, "header .icon-button:nth-of-type(2)").await?;
        say(page, "Something that fails").await?;
        shows("failed", page, &ended("failed")).await?;
        visitor.visit("failed", page).await?;
        click(page, "header .icon-button:nth-of-type(2)").await?;
        say(page, "Something that takes long").await?;
        shows("running", page, "document.querySelector('.run') !== null").await?;
        visitor.visit("running", page).await?;
        click(page, ".run .button--stop").await?;
        shows("running", page, &ended("stopped")).await?;
        click(page, "header .icon-button").await?;
        shows("conversations", page, "document.querySelector('dialog[open] .row') !== null").await?;
        visitor.visit("conversations", page).await?;
        Ok(panel.close().await?)
    }

    /// A plan that awaits approval, and one that is carried out.
    async fn plans(&self, sites: &Sites, visitor: &mut impl Visitor) -> Result<(), TourError> {
        let shop = sites.shop_url.clone();
        let model = ModelServer::start(move |request| planner(request, &shop)).await?;
        let panel = self.open("sidepanel.html").await?;
        let page = panel.page();
        panel.storage_set(json!({ "edith_api_base_url": model.url })).await?;
        click(page, "#plan-first").await?;
        say(page, "Order the cheapest reading lamp, and tell Ann").await?;
        shows("plan", page, "document.querySelectorAll('.plan__step').length === 4").await?;
        visitor.visit("plan", page).await?;
        click(page, ".ask--plan .button--main").await?;
        let at_work = "document.querySelector('.plan-step:nth-of-type(2)[data-state=working]') !== null";
        shows("plan-running", page, at_work).await?;
        visitor.visit("plan-running", page).await?;
        click(page, ".run .button--stop").await?;
        shows("plan-running", page, "document.querySelector('.ended--stopped') !== null").await?;
        click(page, "#plan-first").await?;
        panel.storage_set(json!({ "edith_api_base_url": self.model })).await?;
        Ok(panel.close().await?)
    }

    /// A new server: chosen from the presets, and another one that is tried.
    async fn new_server(&self, visitor: &mut impl Visitor) -> Result<(), TourError> {
        let options = self.open("options.html").await?;
        let page = options.page();
        click(page, "#add-server").await?;
        choose(page, "#new-server", "azure").await?;
        shows("new-server", page, "document.getElementById('new-server-key') !== null").await?;
        visitor.visit("new-server", page).await?;
        choose(page, "#new-server", "own").await?;
        shows("new-server", page, "document.getElementById('new-server-url') !== null").await?;
        // A server of its own: the test's question is none of the script's.
        let tried = ModelServer::start(|_| Reply::text("OK")).await?;
        choose(page, "#new-server-url", &tried.url).await?;
        let tried = "document.querySelectorAll('.new-server .tick').length === 6 && !document.querySelector('.new-server .spinner')";
        shows("new-server-tried", page, tried).await?;
        visitor.visit("new-server-tried", page).await?;
        Ok(options.close().await?)
    }

    async fn settings(&self, visitor: &mut impl Visitor) -> Result<(), TourError> {
        let options = self.open("options.html").await?;
        let server = |id: &str, name: &str, model: &str| json!({ "id": id, "name": name, "baseUrl": self.model, "apiKeys": ["sk-1", "sk-2"], "model": model });
        let first =
            json!({ "id": "default", "baseUrl": self.model, "apiKeys": ["sk-test", "sk-second"], "model": MODEL });
        let servers = json!([first, server("s1", "Ollama", "qwen3:8b"), server("s2", "Claude", "claude-sonnet-5-5")]);
        options
            .change_settings(json!({ "servers": servers, "roles": { "agent": ["default", "s2"], "chat": ["s1"] } }))
            .await?;
        options.close().await?;
        let panel = self.open("sidepanel.html").await?;
        let page = panel.page();
        click(page, "#pick-model").await?;
        shows(
            "picker",
            page,
            "document.querySelectorAll('.picker__option').length >= 4 && !document.querySelector('.picker .spinner')",
        )
        .await?;
        visitor.visit("picker", page).await?;
        page.press("Escape", 27).await?;
        choose_more(page, "#open-settings").await?;
        shows("settings", page, "document.querySelector('.settings .section') !== null").await?;
        visitor.visit("settings", page).await?;
        page.eval(
            "document.querySelectorAll('.servers details, .servers + * details').forEach(one => { one.open = true; })",
        )
        .await?;
        visitor.visit("server", page).await?;
        panel.close().await?;
        let options = self.open("options.html").await?;
        shows("options", options.page(), "document.querySelector('.settings .section') !== null").await?;
        visitor.visit("options", options.page()).await?;
        options.change_settings(json!({ "servers": [], "roles": {}, "modeServers": {} })).await?;
        Ok(options.close().await?)
    }

    async fn schedules(&self, visitor: &mut impl Visitor) -> Result<(), TourError> {
        let panel = self.open("sidepanel.html").await?;
        let page = panel.page();
        for (name, prompt, cron) in [
            ("Morning papers", "Read the front pages and tell me what is new.", "0 9 * * 1-5"),
            ("Prices", "Compare the price of the desk lamp in three shops.", "30 18 L * *"),
        ] {
            let schedule = json!({ "name": name, "prompt": prompt, "cronExpression": cron });
            panel.accepted(json!({ "type": "SCHEDULE_SAVE", "schedule": schedule })).await?;
        }
        choose_more(page, "#open-schedules").await?;
        shows("schedules", page, "document.querySelectorAll('.schedule').length === 2").await?;
        visitor.visit("schedules", page).await?;
        click(page, ".schedule__actions button:nth-of-type(2)").await?;
        shows("schedule-editor", page, "document.getElementById('schedule-prompt') !== null").await?;
        visitor.visit("schedule-editor", page).await?;
        Ok(panel.close().await?)
    }

    /// Documents that came in, the menu they come by, those that are kept, and one of them opened at a quote.
    async fn documents(&self, visitor: &mut impl Visitor) -> Result<(), TourError> {
        let panel = self.open("sidepanel.html").await?;
        let page = panel.page();
        choose_more(page, "#open-documents").await?;
        shows("library-empty", page, "document.querySelector('.library .empty') !== null").await?;
        visitor.visit("library-empty", page).await?;
        panel.close().await?;
        let panel = self.open("sidepanel.html").await?;
        let page = panel.page();
        shows("attached", page, "document.querySelector('#composer-files') !== null").await?;
        page.eval(&give(&[("lease.md", LEASE.as_bytes()), ("prices.csv", PRICES.as_bytes())])).await?;
        let read = "document.querySelectorAll('.chip[data-state=done]').length === 2";
        shows("attached", page, read).await?;
        click(page, "input[value=documents]").await?;
        click(page, "#composer-input").await?;
        page.eval("document.getElementById('composer-input').focus()").await?;
        page.send("Input.insertText", json!({ "text": "When does it begin?\nWho signs it?\nWhat is the rent?" }))
            .await?;
        shows("attached", page, "document.querySelector('.composer__several') !== null").await?;
        visitor.visit("attached", page).await?;
        click(page, "#add-to-task").await?;
        shows("add-menu", page, "document.querySelector('.menu') !== null").await?;
        visitor.visit("add-menu", page).await?;
        page.press("Escape", 27).await?;
        choose_more(page, "#open-documents").await?;
        shows("library", page, "document.querySelectorAll('.library__row').length === 2").await?;
        visitor.visit("library", page).await?;
        let lease = id_of(&panel, "lease.md").await?;
        panel.close().await?;
        let address = format!("document.html#id={lease}&page=1&quote=runs%20for%20five%20years");
        let document = self.open(&address).await?;
        shows("document", document.page(), "document.querySelector('.sheet mark') !== null").await?;
        visitor.visit("document", document.page()).await?;
        click(document.page(), ".reader__outline-head").await?;
        shows(
            "document-outline",
            document.page(),
            "document.querySelector('.reader__outline[open] .reader__hit') !== null",
        )
        .await?;
        visitor.visit("document-outline", document.page()).await?;
        Ok(document.close().await?)
    }

    /// Documents of every state, with the pictures of their pages.
    async fn pictures(&self, visitor: &mut impl Visitor) -> Result<(), TourError> {
        let panel = self.open("sidepanel.html").await?;
        let page = panel.page();
        shows("reading", page, "document.querySelector('#composer-files') !== null").await?;
        page.eval(ENDLESS).await?;
        let minutes = Pdf::new("Minutes").page(PdfPage::of("Minutes of all meetings")).bytes();
        let locked = Pdf::new("Salaries").page(PdfPage::of("# Salaries")).locked("secret").bytes();
        let files: [(&str, &[u8]); 5] = [
            ("lease.pdf", &contract()),
            ("prices.xlsx", &price_list()),
            ("minutes of all meetings.pdf", &minutes),
            ("salaries.pdf", &locked),
            ("broken.docx", &[80, 75, 3, 4, 0, 1, 2, 255]),
        ];
        page.eval(&give(&files)).await?;
        let states = "['done', 'done', 'working', 'locked', 'doubtful'].every((state, at) => \
                      document.querySelectorAll('.chip--document')[at]?.dataset.state === state)";
        shows("reading", page, states).await?;
        let endless = page.eval("globalThis.endless").await?;
        let told =
            json!({ "type": "document_progress", "documentId": endless, "stage": "ocr", "done": 5, "total": 12 });
        let other = self.open("options.html").await?;
        other.page().eval(&format!("void chrome.runtime.sendMessage({told}).catch(() => {{}})")).await?;
        other.close().await?;
        page.to_front().await?;
        shows("reading", page, "document.querySelector('.chip__bar[style*=\"41\"]') !== null").await?;
        visitor.visit("reading", page).await?;
        panel.close().await?;
        let panel = self.open("sidepanel.html").await?;
        let page = panel.page();
        shows("scan", page, "document.querySelector('#composer-files') !== null").await?;
        page.eval(GIVE_SCAN).await?;
        shows("scan", page, "document.querySelector('.chip--document[data-state=done]') !== null").await?;
        let (lease, scan) = (id_of(&panel, "lease.pdf").await?, id_of(&panel, "scan.png").await?);
        panel.close().await?;
        let address = format!("document.html#id={lease}&page=2&quote=notice%20period%20of%20three%20months");
        for (surface, address, found) in [
            ("document-picture", address.as_str(), ".page-picture__mark"),
            ("document-scan", &format!("document.html#id={scan}&page=1"), ".page-picture img"),
        ] {
            let document = self.open(address).await?;
            shows(surface, document.page(), &format!("document.querySelector('{found}') !== null")).await?;
            shows(surface, document.page(), "document.querySelector('.page-picture img').complete").await?;
            visitor.visit(surface, document.page()).await?;
            if surface == "document-picture" {
                click(document.page(), "input[name=view][value=text]").await?;
                shows("document-text", document.page(), "document.querySelector('.sheet mark') !== null").await?;
                visitor.visit("document-text", document.page()).await?;
            }
            document.close().await?;
        }
        Ok(())
    }

    /// Questions about a document: many while they are answered, all of them, and one alone.
    async fn answers(&self, visitor: &mut impl Visitor) -> Result<(), TourError> {
        let endless = ModelServer::start(|request| answer(request, true)).await?;
        let quick = ModelServer::start(|request| answer(request, false)).await?;
        let panel = self.open("sidepanel.html").await?;
        let page = panel.page();
        let asked = async |questions: &str| -> Result<(), TourError> {
            click(page, "header .icon-button:nth-of-type(2)").await?;
            shows("answers", page, "document.querySelector('#composer-files') !== null").await?;
            page.eval(&give(&[("lease.pdf", &contract())])).await?;
            shows("answers", page, "document.querySelector('.chip--document[data-state=done]') !== null").await?;
            click(page, "input[value=documents]").await?;
            say(page, questions).await
        };
        panel.storage_set(json!({ "edith_api_base_url": endless.url })).await?;
        asked(QUESTIONS).await?;
        let over = "document.querySelectorAll('.answer:is([data-state=done], [data-state=doubtful], [data-state=failed])').length";
        shows("batch-filling", page, &format!("{over} === 4")).await?;
        visitor.visit("batch-filling", page).await?;
        click(page, ".run .button--stop").await?;
        shows("batch-filling", page, "document.querySelector('.run') === null").await?;
        panel.storage_set(json!({ "edith_api_base_url": quick.url })).await?;
        asked(QUESTIONS).await?;
        shows("batch", page, &format!("{over} === 5 && document.querySelector('.run') === null")).await?;
        visitor.visit("batch", page).await?;
        asked("What is the notice period?").await?;
        shows(
            "answer",
            page,
            "document.querySelector('.answers-one .cite') !== null && document.querySelector('.run') === null",
        )
        .await?;
        click(page, ".evidence__head").await?;
        visitor.visit("answer", page).await?;
        panel.storage_set(json!({ "edith_api_base_url": self.model })).await?;
        Ok(panel.close().await?)
    }

    async fn new_tab(&self, visitor: &mut impl Visitor) -> Result<(), TourError> {
        let asks = self.open("newtab.html").await?;
        shows("newtab-asks", asks.page(), "document.querySelector('#newtab-yes') !== null").await?;
        visitor.visit("newtab-asks", asks.page()).await?;
        asks.close().await?;
        let tab = self.open("newtab.html#open").await?;
        shows("newtab", tab.page(), "document.querySelector('.tile') !== null").await?;
        visitor.visit("newtab", tab.page()).await?;
        Ok(tab.close().await?)
    }
}

/// The id of the newest document of that name.
async fn id_of(panel: &Extension, name: &str) -> Result<String, TourError> {
    let kept = panel.accepted(json!({ "type": "DOCUMENT_LIST" })).await?;
    let mut all = kept.get("documents").and_then(Value::as_array).into_iter().flatten();
    let found = all.find(|one| one.get("name").is_some_and(|one| one == name));
    Ok(found.and_then(|one| one["id"].as_str()).unwrap_or_default().to_owned())
}

async fn shows(surface: &'static str, page: &Page, condition: &str) -> Result<(), TourError> {
    // Animations are waited for, except endless ones.
    const REST: &str = "document.getAnimations().every(one => one.effect.getComputedTiming().endTime === Infinity || one.playState !== 'running')";
    for condition in [condition, REST] {
        page.wait_for(condition, SOON).await.map_err(|source| TourError::Surface { surface, source })?;
    }
    Ok(())
}

/// Clicks by script, independent of layout.
async fn click(page: &Page, selector: &str) -> Result<(), TourError> {
    let selector = Value::from(selector);
    page.wait_for(&format!("document.querySelector({selector}) !== null"), SOON).await?;
    page.eval(&format!("document.querySelector({selector}).click()")).await?;
    // Two frames: the click's effect is drawn.
    page.eval("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))").await?;
    Ok(())
}

/// Opens the header's menu and chooses an entry.
async fn choose_more(page: &Page, entry: &str) -> Result<(), TourError> {
    click(page, "#more").await?;
    click(page, entry).await
}

/// Sets a field, as if it was chosen or typed and left.
async fn choose(page: &Page, selector: &str, value: &str) -> Result<(), TourError> {
    let (selector, value) = (Value::from(selector), Value::from(value));
    page.wait_for(&format!("document.querySelector({selector}) !== null"), SOON).await?;
    let set = format!(
        "(() => {{ const field = document.querySelector({selector}); field.value = {value}; \
         for (const kind of ['input', 'change']) field.dispatchEvent(new Event(kind, {{ bubbles: true }})); }})()"
    );
    page.eval(&set).await?;
    Ok(())
}

async fn say(page: &Page, words: &str) -> Result<(), TourError> {
    page.wait_for("document.getElementById('composer-input') !== null", SOON).await?;
    page.eval("document.getElementById('composer-input').focus()").await?;
    page.send("Input.insertText", json!({ "text": words })).await?;
    page.press("Enter", 13).await?;
    Ok(())
}
