//! The sites and pages in the browser: trusted input works, faked input does not.

use serde_json::{Value, json};

use crate::{SOON, start};

#[tokio::test]
#[ignore = "starts a real Chromium"]
async fn the_shop_can_be_used_by_hand() {
    let (browser, sites) = start().await;
    let page = browser.open_page(&sites.shop_url).await.unwrap();
    page.click("[name=q]").await.unwrap();
    page.type_keys("lamp").await.unwrap();
    page.press("Enter", 13).await.unwrap();
    page.wait_for("location.search.includes('q=lamp') && document.readyState === 'complete'", SOON).await.unwrap();
    page.click("[name=in_stock]").await.unwrap();
    page.wait_for("location.search.includes('in_stock=1') && document.readyState === 'complete'", SOON).await.unwrap();
    assert!(!page.eval("document.body.innerText").await.unwrap().as_str().unwrap().contains("Out of stock"));
    page.eval("document.getElementById('sort').value = 'price'; document.getElementById('sort').dispatchEvent(new Event('change', { bubbles: true }))").await.unwrap();
    page.wait_for("location.search.includes('sort=price') && document.readyState === 'complete'", SOON).await.unwrap();
    page.click("a.card").await.unwrap();
    page.wait_for("location.pathname.startsWith('/shop/product/') && document.readyState === 'complete'", SOON)
        .await
        .unwrap();
    page.click("article button").await.unwrap();
    page.wait_for("location.pathname === '/shop/cart'", SOON).await.unwrap();
    let cart = sites.state().shop.cart;
    assert_eq!(cart.first().map(|line| (line.id.as_str(), line.quantity)), Some(("reading-lamp", 1)));
}

#[tokio::test]
#[ignore = "starts a real Chromium"]
async fn the_board_believes_real_keys_and_nothing_else() {
    let (browser, sites) = start().await;
    let page = browser.open_page(&sites.board_url).await.unwrap();
    page.wait_for("document.querySelectorAll('[aria-label=Tasks] li').length === 3", SOON).await.unwrap();
    let field = "document.querySelector('[aria-label=\"New task\"]')";

    // A value set by script is removed again, with and without a faked input event.
    page.eval(&format!("{field}.value = 'faked'; {field}.dispatchEvent(new InputEvent('input', {{ bubbles: true }}))"))
        .await
        .unwrap();
    page.wait_for(&format!("{field}.value === ''"), SOON).await.unwrap();
    page.eval(&format!("{field}.value = 'faked'; true")).await.unwrap();
    page.wait_for(&format!("{field}.value === ''"), SOON).await.unwrap();
    // So is text inserted without keys.
    page.click("[aria-label='New task']").await.unwrap();
    page.send("Input.insertText", json!({ "text": "inserted" })).await.unwrap();
    page.wait_for(&format!("{field}.value === ''"), SOON).await.unwrap();

    page.type_keys("Buy tea").await.unwrap();
    assert_eq!(page.eval(&format!("{field}.value")).await.unwrap(), "Buy tea");
    page.press("Enter", 13).await.unwrap();
    page.wait_for("document.querySelectorAll('[aria-label=Tasks] li').length === 4", SOON).await.unwrap();
    page.click("[aria-label='Done: Buy tea']").await.unwrap();
    page.wait_for("document.querySelector('[aria-label=\"Done: Buy tea\"]').checked", SOON).await.unwrap();
    // The list is redrawn after the server's answer: an earlier click could land beside its button.
    let started = std::time::Instant::now();
    while !sites.state().board.tasks.last().is_some_and(|task| task.done) {
        assert!(started.elapsed() < SOON, "the server was never told");
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    page.wait_for("document.querySelector('[aria-busy=true]') === null", SOON).await.unwrap();
    page.click("[aria-label='Edit Buy tea']").await.unwrap();
    page.wait_for("document.activeElement.value === 'Buy tea'", SOON).await.unwrap();
    page.type_keys("!").await.unwrap();
    page.press("Enter", 13).await.unwrap();
    page.wait_for("document.querySelector('[aria-label=\"Done: Buy tea!\"]')", SOON).await.unwrap();
    let tasks = sites.state().board.tasks;
    assert_eq!(tasks.last().map(|task| (task.title.as_str(), task.done)), Some(("Buy tea!", true)));
}

#[tokio::test]
#[ignore = "starts a real Chromium"]
async fn the_form_sends_what_its_widgets_show() {
    let (browser, sites) = start().await;
    let page = browser.open_page(&sites.form_url).await.unwrap();
    for (selector, text) in [("[name=name]", "Sam"), ("[name=email]", "sam@x.example"), ("#bio", "Born.")] {
        page.click(selector).await.unwrap();
        page.type_keys(text).await.unwrap();
    }
    for selector in ["#newsletter-switch", "[value=double]", "#tab-b"] {
        page.click(selector).await.unwrap();
    }
    assert_eq!(page.eval("document.getElementById('panel-b').hidden").await.unwrap(), Value::Bool(false));
    page.click("form button[type=submit]").await.unwrap();
    page.wait_for("document.body.innerText.includes('Please accept the terms')", SOON).await.unwrap();
    // What was sent is filled in again by the page's script, which comes after the text.
    page.wait_for("document.querySelector('[name=name]').value === 'Sam'", SOON).await.unwrap();
    page.click("[name=terms]").await.unwrap();
    page.click("form button[type=submit]").await.unwrap();
    page.wait_for("document.body.innerText.includes('Registration received')", SOON).await.unwrap();
    let sent = sites.state().form.accepted.remove(0);
    let values = ["name", "room", "newsletter", "bio", "token"].map(|name| sent.value(name).to_owned());
    assert_eq!(values, ["Sam", "double", "on", "Born.", "hidden-token-4711"]);
}

#[tokio::test]
#[ignore = "starts a real Chromium"]
async fn no_bundled_page_throws_and_each_notes_what_happens() {
    let (browser, sites) = start().await;
    let page = browser.open_blank().await.unwrap();
    page.send("Runtime.enable", json!({})).await.unwrap();
    let mut thrown = page.subscribe("Runtime.exceptionThrown");
    let index = "Array.from(document.querySelectorAll('main a'), a => a.href)";
    page.goto(&format!("{}/pages", sites.origin)).await.unwrap();
    let links = page.eval(index).await.unwrap();
    let links: Vec<&str> = links.as_array().unwrap().iter().filter_map(Value::as_str).collect();
    assert!(links.len() > 20);
    for link in
        links.iter().copied().chain([sites.shop_url.as_str(), &sites.mail_url, &sites.form_url, &sites.board_url])
    {
        if link.ends_with("/slow") {
            continue;
        }
        page.goto(link).await.unwrap();
        assert!(thrown.try_next().is_none(), "{link}");
    }
    assert!(page.eval("document.querySelector('main') !== null").await.unwrap() == Value::Bool(true));

    let click_and_see = async |name: &str, selector: &str, what: &str| {
        page.goto(&sites.page_url(name)).await.unwrap();
        page.click(selector).await.unwrap();
        let logged = format!("document.getElementById('log').textContent.includes({})", Value::from(what));
        page.wait_for(&logged, SOON).await.unwrap();
    };
    click_and_see("tools-plain", "#click", "click: true").await;
    click_and_see("tools-controlled", "#click", "click: true").await;
    click_and_see("tools-controlled", "#check", "check: true").await;
    click_and_see("keys", "#pad", "click: 0").await;
    click_and_see("covered", "#accept", "accepted").await;
    click_and_see("restless", "#press", "pressed").await;
    click_and_see("covered", "#through", "through").await;
    let many = page.goto(&sites.page_url("many")).await;
    many.unwrap();
    assert!(page.eval("document.querySelectorAll('*').length").await.unwrap().as_u64() >= Some(20_000));
    assert_eq!(sites.state().noted("covered", "accepted"), [""]);

    let slow = browser.open_page_unwaited(&sites.page_url("slow")).await.unwrap();
    slow.wait_for("document.getElementById('press')", SOON).await.unwrap();
    assert_eq!(slow.eval("document.readyState").await.unwrap(), "interactive");
}

#[tokio::test]
#[ignore = "starts a real Chromium"]
async fn both_kinds_of_drag_arrive() {
    let (browser, sites) = start().await;
    let page = browser.open_page(&sites.page_url("drag")).await.unwrap();
    let drag = async |from: &str, to: &str| {
        let (x, y) = page.centre_of(from).await.unwrap();
        let (to_x, to_y) = page.centre_of(to).await.unwrap();
        page.mouse("mouseMoved", x, y).await.unwrap();
        page.mouse("mousePressed", x, y).await.unwrap();
        for part in 1..=10 {
            let part = f64::from(part) / 10.0;
            let params = json!({ "type": "mouseMoved", "x": x + (to_x - x) * part, "y": y + (to_y - y) * part, "button": "left", "buttons": 1 });
            page.send("Input.dispatchMouseEvent", params).await.unwrap();
        }
        page.mouse("mouseReleased", to_x, to_y).await.unwrap();
    };
    drag("#knob", "#target").await;
    page.wait_for("document.getElementById('log').textContent.includes('placed')", SOON).await.unwrap();
    drag("#card", "#tray").await;
    page.wait_for("document.getElementById('log').textContent.includes('dropped: blue')", SOON).await.unwrap();
}

#[tokio::test]
#[ignore = "starts a real Chromium"]
async fn the_difficult_pages_are_as_difficult_as_they_say() {
    let (browser, sites) = start().await;
    let page = browser.open_blank().await.unwrap();
    let go = async |name: &str| page.goto(&sites.page_url(name)).await.unwrap();
    let wait = async |condition: &str| page.wait_for(condition, SOON).await.map(drop);
    let noted = async |what: &str| {
        let logged = format!("document.getElementById('log').textContent.includes({})", Value::from(what));
        page.wait_for(&logged, SOON).await.map(drop)
    };

    go("hover-menu").await;
    let (x, y) = page.centre_of("#lazy").await.unwrap();
    page.mouse("mouseMoved", x, y).await.unwrap();
    wait("document.querySelectorAll('#recent li').length === 3").await.unwrap();
    page.click("#recent li").await.unwrap();
    noted("chosen: Ash").await.unwrap();

    go("shadow").await;
    page.eval("document.querySelector('nested-card').shadowRoot.querySelector('inner-switch').shadowRoot.querySelector('input').click()").await.unwrap();
    noted("deep setting: true").await.unwrap();
    page.click("slot-button").await.unwrap();
    noted("slotted").await.unwrap();

    go("frame").await;
    wait("document.querySelector('iframe').contentDocument.getElementById('save')").await.unwrap();
    page.eval("document.querySelector('iframe').contentDocument.getElementById('bottom').click()").await.unwrap();
    page.eval("document.getElementById('written').contentDocument.querySelector('button').click()").await.unwrap();
    noted("blank frame").await.unwrap();
    go("cross-frame").await;
    assert_eq!(page.eval("document.querySelector('iframe').contentDocument").await.unwrap(), Value::Null);

    go("moving").await;
    let place = "document.getElementById('mover').getBoundingClientRect().x";
    let early = page.eval(place).await.unwrap();
    wait(&format!("{place} > {early} + 100")).await.unwrap();
    wait("document.getElementById('mover').getAnimations().every(a => a.playState === 'finished')").await.unwrap();
    page.click("#mover").await.unwrap();
    noted("caught: resting").await.unwrap();

    go("covered").await;
    page.click("#under").await.unwrap();
    page.click("#accept").await.unwrap();
    noted("accepted").await.unwrap();
    assert_eq!(page.eval("document.getElementById('log').textContent.includes('buried')").await.unwrap(), false);

    go("disabled").await;
    assert_eq!(page.eval("document.getElementById('late').disabled").await.unwrap(), true);
    wait("!document.getElementById('late').disabled").await.unwrap();

    go("late").await;
    page.click("#chain").await.unwrap();
    wait("document.querySelectorAll('#list button').length === 3").await.unwrap();

    go("scrollers").await;
    assert_eq!(page.eval("document.getElementById('feed').children.length").await.unwrap(), 0);
    page.click("#deep").await.unwrap();
    noted("deep").await.unwrap();
    page.eval("scrollTo(0, document.body.scrollHeight)").await.unwrap();
    wait("document.getElementById('feed').children.length >= 8").await.unwrap();

    go("popups").await;
    page.click("#late").await.unwrap();
    let arrived = |from: &'static str| move |target: &edith_lab::browser::Target| target.url.ends_with(from);
    browser.wait_target("the late tab", arrived("from=late"), SOON).await.unwrap();
    page.to_front().await.unwrap();
    page.click("a[target=_blank]").await.unwrap();
    browser.wait_target("the link's tab", arrived("from=link"), SOON).await.unwrap();

    page.goto(&sites.page_url("redirect/3")).await.unwrap();
    assert_eq!(page.eval("location.pathname + location.search").await.unwrap(), "/pages/arrived?from=redirect");

    page.to_front().await.unwrap();
    go("dialogs").await;
    page.send("Page.enable", json!({})).await.unwrap();
    let mut opened = page.subscribe("Page.javascriptDialogOpening");
    page.click("#guard").await.unwrap();
    for (selector, kind, answer, expected) in [
        ("#confirm", "confirm", json!({ "accept": false }), "confirmed: false"),
        ("#prompt", "prompt", json!({ "accept": true, "promptText": "Ada" }), "prompted: Ada"),
    ] {
        let (x, y) = page.centre_of(selector).await.unwrap();
        page.mouse("mousePressed", x, y).await.unwrap();
        // While the dialog is open, the release is not acknowledged.
        let released = page.mouse("mouseReleased", x, y);
        let answered = async {
            assert_eq!(opened.next(SOON).await.unwrap().params["type"], kind);
            page.send("Page.handleJavaScriptDialog", answer).await.unwrap();
        };
        tokio::join!(async { released.await.unwrap() }, answered);
        noted(expected).await.unwrap();
    }
    let left = page.send("Page.navigate", json!({ "url": sites.shop_url }));
    let answered = async {
        assert_eq!(opened.next(SOON).await.unwrap().params["type"], "beforeunload");
        page.send("Page.handleJavaScriptDialog", json!({ "accept": true })).await.unwrap();
    };
    let (left, ()) = tokio::join!(left, answered);
    left.unwrap();
    wait("location.pathname === '/shop'").await.unwrap();
}
