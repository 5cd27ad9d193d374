//! What a task becomes and is made of: done again, researched, looked up while it is written, with maths in its answer, and what is drawn over its page.

use serde_json::{Value, json};

use super::{Tour, TourError, Visitor, choose_more, click, say, shows};
use crate::browser::Page;
use crate::model_server::{Fault, ModelServer, Reply, Request, Script};
use crate::sites::{Behaviour, Sites, Source};

/// Maths set in a line and alone, tasks, and citations of a page.
const MATHS: &str = "# What it costs\n\nWith $n$ lamps at $p$ euros each and a discount $d$, the price is\n\n\
$$\\sum_{i=1}^{n} p_i \\cdot \\left(1 - \\frac{d}{100}\\right) \\approx \\sqrt{2} \\cdot 24.90$$\n\n\
That is $5 less than last year [1].\n\n- [x] compared\n- [ ] ordered\n\n\
### Sources\n- [1] “Desk lamp, black” — [lamps.example](https://lamps.example/#:~:text=Desk%20lamp%2C%20black)";

/// What a source of the research says of a lamp.
fn found(request: &Request) -> Reply {
    let said = request.messages().iter().map(ToString::to_string).collect::<String>();
    let price = if said.contains("19.90") { "19.90" } else { "24.90" };
    let quote = format!("Desk lamp, black. Price: € {price}, in stock.");
    let fact = json!({ "fact": format!("The desk lamp costs € {price}."), "quote": quote });
    Reply::call("extract_data", json!({ "data": { "facts": [fact] } }))
}

/// Plans a research of these addresses, reads them, and answers.
fn researcher(request: &Request, urls: &[String]) -> Reply {
    if request.tools().contains(&"extract_data") {
        return found(request);
    }
    let said = request.messages().iter().map(ToString::to_string).collect::<String>();
    if said.contains("FINDINGS:") {
        return Reply::text("The cheapest desk lamp costs **€ 19.90** [2]; the other shop asks € 24.90 [1].");
    }
    let tasks = urls.iter().map(
        |url| json!({ "description": "A shop for lamps", "url": url, "extractionGoal": "the price of the desk lamp" }),
    );
    let tasks: Vec<Value> = tasks.collect();
    Reply::text(json!({ "isResearch": true, "subTasks": tasks }).to_string())
}

/// The answer to a task that was done in the shop.
const SHOPPED: &str = "### The cheapest lamp in stock is in your cart\n\n\
| In the cart | Price |\n|---|---:|\n| Reading lamp | €18.50 |\n| Shipping | €4.90 |\n| **Total** | **€23.40** |\n\n\
Nothing was ordered: the cart waits for you.";

impl Tour {
    /// A task as people give one, done and found on the page, and an order that is asked about: for the pictures of the listing.
    pub(super) async fn shopping(&self, sites: &Sites, visitor: &mut impl Visitor) -> Result<(), TourError> {
        let on = |tool: &str, role: &str, name: &str, mut more: Value| {
            if let Some(arguments) = more.as_object_mut() {
                arguments.insert("uid".to_owned(), json!({ "$uid": [role, name] }));
            }
            Reply::call(tool, more)
        };
        let script = Script::new()
            .then(Reply::call("open_browser", json!({ "url": sites.shop_url })))
            .then(on("type_text", "INPUT", "Search products", json!({ "text": "lamp", "submit": true })))
            .then(on("click", "LINK", "Reading lamp", json!({})))
            .then(on("click", "BUTTON", "Add to cart", json!({})))
            .then(Reply::call(
                "task_complete",
                json!({ "summary": SHOPPED, "evidence": "Reading lamp was added to your cart." }),
            ))
            .then(Reply::call("navigate", json!({ "url": format!("{}/checkout", sites.shop_url) })))
            .then(on("type_text", "INPUT", "Full name", json!({ "text": "Ann Lee" })))
            .then(on("type_text", "INPUT", "E-mail", json!({ "text": "ann@example.org" })))
            .then(on("type_text", "INPUT", "Street and number", json!({ "text": "Mill Lane 4" })))
            .then(on("type_text", "INPUT", "Postal code", json!({ "text": "1070" })))
            .then(on("type_text", "INPUT", "City", json!({ "text": "Vienna" })))
            .then(on("click", "BUTTON", "Place order", json!({})));
        let model = ModelServer::scripted(script).await?;
        let panel = self.open("sidepanel.html").await?;
        let page = panel.page();
        panel.storage_set(json!({ "edith_api_base_url": model.url })).await?;
        say(page, "Find the cheapest lamp in stock on lumen.example and put it into the cart").await?;
        shows("shopping", page, "document.querySelector('.ended--completed') !== null").await?;
        visitor.visit("shopping", page).await?;
        let shop = async |path: &str| {
            let url = format!("{}{path}", sites.shop_url);
            let all = self.browser.targets().await?;
            let target = all.iter().find(|one| one.kind == "page" && one.url.starts_with(&url));
            let target = target.ok_or_else(|| TourError::Visit(format!("no tab is at {url}")))?;
            let tab = self.browser.attach(&target.id).await?;
            tab.to_front().await?;
            Ok::<Page, TourError>(tab)
        };
        let cart = shop("/cart").await?;
        visitor.over("cart", &cart).await?;
        cart.close().await?;
        page.to_front().await?;
        say(page, "Order it to Ann Lee, Mill Lane 4, 1070 Vienna").await?;
        shows("order", page, "document.querySelector('.ask') !== null").await?;
        visitor.visit("order", page).await?;
        let checkout = shop("/checkout").await?;
        visitor.over("checkout", &checkout).await?;
        page.to_front().await?;
        click(page, ".button--stop").await?;
        shows("order", page, "document.querySelector('.ask') === null").await?;
        checkout.close().await?;
        click(page, "header .icon-button:nth-of-type(2)").await?;
        panel.storage_set(json!({ "edith_api_base_url": self.model })).await?;
        Ok(panel.close().await?)
    }

    /// A research: its sources side by side while they are read, and chips and citations when it is done.
    pub(super) async fn research(&self, visitor: &mut impl Visitor) -> Result<(), TourError> {
        let says = |price: &str| Behaviour::Says(format!("Desk lamp, black. Price: € {price}, in stock."));
        let (dear, cheap) = (Source::start(says("24.90")).await?, Source::start(says("19.90")).await?);
        let hangs = Source::start(Behaviour::Hangs).await?;
        let urls = [&dear, &cheap, &hangs].map(|source| source.url.clone());
        let model = ModelServer::start(move |request| researcher(request, &urls)).await?;
        let panel = self.open("sidepanel.html").await?;
        let page = panel.page();
        panel.storage_set(json!({ "edith_api_base_url": model.url })).await?;
        panel.change_settings(json!({ "maxSourceSeconds": 20 })).await?;
        click(page, "input[value=research]").await?;
        say(page, "Which desk lamp is the cheapest?").await?;
        let two = "document.querySelectorAll('.source[data-state=done]').length === 2 && document.querySelector('.source[data-state=working]') !== null";
        shows("research", page, two).await?;
        visitor.visit("research", page).await?;
        let over = "document.querySelector('.sources__chips .source-chip') !== null && document.querySelector('.prose .cited') !== null && document.querySelector('.run') === null";
        shows("research-done", page, over).await?;
        visitor.visit("research-done", page).await?;
        click(page, "header .icon-button:nth-of-type(2)").await?;
        click(page, "input[value=agent]").await?;
        panel.storage_set(json!({ "edith_api_base_url": self.model })).await?;
        Ok(panel.close().await?)
    }

    /// An answer with maths.
    pub(super) async fn maths(&self, visitor: &mut impl Visitor) -> Result<(), TourError> {
        let model = ModelServer::start(|_| Reply::text(MATHS)).await?;
        let panel = self.open("sidepanel.html").await?;
        let page = panel.page();
        panel.storage_set(json!({ "edith_api_base_url": model.url })).await?;
        click(page, "input[value=chat]").await?;
        say(page, "What do the lamps cost?").await?;
        let over =
            "document.querySelector('.prose math[display=block]') !== null && document.querySelector('.run') === null";
        shows("maths", page, over).await?;
        visitor.visit("maths", page).await?;
        click(page, "header .icon-button:nth-of-type(2)").await?;
        click(page, "input[value=agent]").await?;
        panel.storage_set(json!({ "edith_api_base_url": self.model })).await?;
        Ok(panel.close().await?)
    }

    /// What a message is written with: the menus of `@` and `/`, a saved prompt being filled in; and the saved prompts in the settings.
    pub(super) async fn written(&self, visitor: &mut impl Visitor) -> Result<(), TourError> {
        let panel = self.open("sidepanel.html").await?;
        for (name, text) in [
            ("Weekly report", "Write my report for week {{week}} from {{source}}."),
            ("Prices of a product", "Compare the prices of {{product}} in three shops, and make a table of them."),
        ] {
            panel
                .accepted(json!({ "type": "PROMPT_SAVE", "prompt": { "id": "", "name": name, "text": text } }))
                .await?;
        }
        panel.close().await?;
        let panel = self.open("sidepanel.html").await?;
        let page = panel.page();
        let listed = "document.querySelectorAll('.lookup__option').length > 1";
        for (surface, typed) in [("at-menu", "@"), ("slash-menu", "/")] {
            shows(surface, page, "document.getElementById('composer-input') !== null").await?;
            page.eval("document.getElementById('composer-input').focus()").await?;
            page.send("Input.insertText", json!({ "text": typed })).await?;
            shows(surface, page, listed).await?;
            visitor.visit(surface, page).await?;
            page.eval("document.getElementById('composer-input').focus()").await?;
            page.press("Escape", 27).await?;
            page.press("Backspace", 8).await?;
        }
        panel.close().await?;
        let panel = self.open("sidepanel.html").await?;
        let page = panel.page();
        choose_more(page, "#open-settings").await?;
        click(page, "#tab-data").await?;
        shows("prompts", page, "document.querySelectorAll('.saved').length === 2").await?;
        page.eval("document.querySelector('.saved-list').closest('section').scrollIntoView()").await?;
        visitor.visit("prompts", page).await?;
        Ok(panel.close().await?)
    }

    /// The parts of the settings that are not seen first.
    pub(super) async fn parts(&self, visitor: &mut impl Visitor) -> Result<(), TourError> {
        let panel = self.open("sidepanel.html").await?;
        let page = panel.page();
        choose_more(page, "#open-settings").await?;
        for (surface, tab) in
            [("settings-permissions", "permissions"), ("settings-limits", "limits"), ("settings-data", "data")]
        {
            click(page, &format!("#tab-{tab}")).await?;
            shows(surface, page, &format!("document.querySelector('#tab-{tab}[aria-selected=true]') !== null")).await?;
            visitor.visit(surface, page).await?;
        }
        Ok(panel.close().await?)
    }

    /// What is drawn over a page that is worked in: the glow, the pointer, what is typed, and the pill.
    pub(super) async fn overlay(&self, sites: &Sites, visitor: &mut impl Visitor) -> Result<(), TourError> {
        let script = Script::new()
            .then(Reply::call("take_snapshot", json!({})))
            .then(Reply::call("hover", json!({ "uid": { "$uid": ["LINK", "Desk lamp, black"] } })))
            .then(Reply::text("late").with(Fault::Delay { milliseconds: 120_000 }));
        let model = ModelServer::scripted(script).await?;
        let panel = self.open("sidepanel.html").await?;
        panel.storage_set(json!({ "edith_api_base_url": model.url })).await?;
        // No tab of an earlier task.
        let address = format!("{}?q=desk", sites.shop_url);
        let shop = self.browser.open_page(&address).await?;
        let find = format!("chrome.tabs.query({{}}).then(tabs => tabs.find(tab => tab.url === {}).id)", json!(address));
        let tab = panel.page().eval(&find).await?;
        shop.to_front().await?;
        shop.narrow(1_100, 860).await?;
        panel.accepted(json!({ "type": "AGENT_RUN", "prompt": "Look for a desk lamp", "tabId": tab })).await?;
        shows("overlay", &shop, "document.querySelector('html > [popover], body > [popover]') !== null").await?;
        shows("overlay", &shop, "document.querySelector('a:hover') !== null").await?;
        visitor.over("overlay", &shop).await?;
        let stop = "chrome.runtime.sendMessage({ type: 'RUN_LIST' }).then(({ runs }) => Promise.all(runs.map(run => chrome.runtime.sendMessage({ type: 'AGENT_STOP', runId: run.runId }))))";
        panel.page().eval(stop).await?;
        shop.close().await?;
        panel.storage_set(json!({ "edith_api_base_url": self.model })).await?;
        Ok(panel.close().await?)
    }
}
