//! What is drawn over the page that EDITH works in: seen by the person alone, pressed by the person alone, and gone with the work.

use std::time::{Duration, Instant};

use edith_lab::browser::{Page, RunHandle};
use edith_lab::model_server::{Fault, Reply, Script};
use edith_lab::sites::Sites;
use serde_json::{Value, json};

use super::lab::{Lab, RUN, outcome};
use super::play::{at, click, event_log, go, look, press, type_into};

/// How soon a press on Stop must have ended the run, in milliseconds. An idle machine takes 90 to 170 of them, 60 being the press itself; what is printed counts.
const STOPPED_MS: u128 = 1_000;
/// The most that what is drawn may stay after the worker's death.
const DEAD: Duration = Duration::from_secs(3);

/// The pill as the browser shows it to its debugger, which alone sees into a closed root.
struct Pill {
    words: String,
    /// The middle of Stop.
    stop: [f64; 2],
}

/// What is drawn over a page now.
async fn pill(page: &Page) -> Option<Pill> {
    let document = page.send("DOM.getDocument", json!({ "depth": -1, "pierce": true })).await.ok()?;
    let host = find(&document["root"], &|node| {
        let attributes = node["attributes"].as_array().is_some_and(|all| all.first() == Some(&json!("popover")));
        attributes && node["shadowRoots"][0]["shadowRootType"] == "closed"
    })?;
    let button = find(&host["shadowRoots"][0], &|node| node["nodeName"] == "BUTTON")?;
    let words = find(&host["shadowRoots"][0], &|node| {
        node["attributes"].as_array().is_some_and(|all| all.contains(&json!("words")))
    })?;
    let model = page.send("DOM.getBoxModel", json!({ "nodeId": button["nodeId"] })).await.ok()?;
    let edges: Vec<f64> = model["model"]["border"].as_array()?.iter().filter_map(Value::as_f64).collect();
    let stop = [f64::midpoint(edges[0], edges[4]), f64::midpoint(edges[1], edges[5])];
    Some(Pill { words: words["children"][0]["nodeValue"].as_str()?.to_owned(), stop })
}

fn find<'a>(node: &'a Value, is_it: &dyn Fn(&Value) -> bool) -> Option<&'a Value> {
    if is_it(node) {
        return Some(node);
    }
    let lists = ["children", "shadowRoots"].map(|name| node[name].as_array());
    let documents = node.get("contentDocument");
    lists.into_iter().flatten().flatten().chain(documents).find_map(|inner| find(inner, is_it))
}

/// Waits until the pill says these words.
async fn says(page: &Page, words: &str) -> Pill {
    let started = Instant::now();
    loop {
        let now = pill(page).await;
        if let Some(pill) = now.as_ref()
            && pill.words == words
        {
            return now.unwrap();
        }
        let seen = now.map(|pill| pill.words);
        assert!(started.elapsed() < RUN, "the pill does not say {words:?} but {seen:?}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Waits until nothing is drawn.
async fn gone(page: &Page, when: &str, within: Duration) {
    let started = Instant::now();
    while pill(page).await.is_some() {
        assert!(started.elapsed() < within, "still drawn: {when}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

fn slow(reply: Reply, milliseconds: u64) -> Reply {
    reply.with(Fault::Delay { milliseconds })
}

/// Everything that a run's model was told, in order: tool, result, picture.
fn told(lab: &Lab, run: &RunHandle) -> Vec<[String; 3]> {
    let events = lab.extension.events_since(run.first_event);
    let results = events.iter().filter(|event| event.run_id() == run.run_id && event.message.get("result").is_some());
    // The marks around what a page says are made anew each time, and pages that log what the pointer does grow by it.
    let own = |line: &&str| !line.starts_with("<<<") && !line.starts_with("(screen ");
    let stripped = |text: &str| text.lines().filter(own).collect::<Vec<_>>().join("\n");
    results.map(|event| ["tool", "result", "screenshot"].map(|field| stripped(event.text(field)))).collect()
}

/// Pages of every kind: plain, drawn, with shadow roots, frames, popups, editors, and the sites.
const PAGES: [&str; 20] = [
    "tools-controlled",
    "shadow",
    "frame",
    "keys",
    "drag",
    "kinds",
    "covered",
    "hover-menu",
    "popups",
    "dialogs",
    "drawn",
    "drawn-places",
    "own-caret",
    "code-editor",
    "consuming",
    "disabled",
    "article",
    "settable",
    "unseen",
    "points",
];
/// How long the model takes on each page, in milliseconds, so that there is something drawn when the picture is taken.
const THINKS_MS: u64 = 250;

fn tour(mut script: Script, sites: &Sites) -> Script {
    for name in PAGES {
        let picture = slow(Reply::call("screenshot", json!({})), THINKS_MS);
        script = script.then(go(&sites.page_url(name))).then(picture);
    }
    script
        .then(go(&sites.page_url("tools-plain")))
        .then(slow(type_into("Plain text", "hello"), THINKS_MS))
        .then(click("Plain button"))
        .then(at("set_value", "Plain date", json!({ "value": "2026-05-04" })))
        .then(at("select_option", "Plain select", json!({ "value": "Banana" })))
        .then(type_into("Plain editor", "some text"))
        .then(at("click", "Plain checkbox", json!({})))
        .then(press("Tab"))
        .then(look())
        .then(Reply::done("done"))
}

#[tokio::test]
async fn what_is_drawn_is_in_no_look_no_picture_and_no_read_back() {
    let sites = Sites::start().await.unwrap();
    let url = sites.page_url("tools-plain");
    let script = tour(tour(Script::new(), &sites), &sites);
    let lab = Lab::on(sites, script).await;
    lab.extension.change_settings(json!({ "maxSteps": 200, "modelSeesPictures": true })).await.unwrap();
    let page = lab.browser.open_page(&url).await.unwrap();
    page.to_front().await.unwrap();
    let tab = lab.extension.tab_id(&url).await.unwrap();

    // Both times the pointer begins where nothing is.
    page.mouse("mouseMoved", 1.0, 1.0).await.unwrap();
    let run = lab.extension.run_agent("look around", tab).await.unwrap();
    let (mut drawn, mut untouched) = (0, None);
    for (number, name) in PAGES.iter().enumerate() {
        if lab.model.wait_requests(2 * number + 2, Duration::from_secs(15)).await.is_err() {
            panic!("on {name}: {}\n{}", event_log(&lab, &run), json!(lab.runs().await));
        }
        let until = Instant::now() + Duration::from_millis(THINKS_MS);
        while Instant::now() < until {
            if pill(&page).await.is_some() {
                drawn += 1;
                break;
            }
        }
        if *name == "article" {
            let picture =
                page.send("Page.captureScreenshot", json!({ "format": "jpeg", "quality": 60 })).await.unwrap();
            untouched = Some(picture["data"].clone());
        }
    }
    let done = lab.done(&run).await;
    assert_eq!(outcome(&done), "completed", "{}\n{}", done.message, event_log(&lab, &run));
    let with = told(&lab, &run);

    lab.extension.change_settings(json!({ "showOnPage": false })).await.unwrap();
    page.goto(&url).await.unwrap();
    // Both times the pointer begins where nothing is.
    page.mouse("mouseMoved", 1.0, 1.0).await.unwrap();
    let run = lab.extension.run_agent("look around", tab).await.unwrap();
    lab.asked(2 * PAGES.len() + 11).await;
    assert!(pill(&page).await.is_none(), "drawn although it is switched off");
    let done = lab.done(&run).await;
    assert_eq!(outcome(&done), "completed", "{}\n{}", done.message, event_log(&lab, &run));
    let without = told(&lab, &run);

    println!("drawn on {drawn} of {} pages, {} results compared", PAGES.len(), with.len());
    // On a busy machine the model may be faster than a page's first frame.
    assert!(drawn >= PAGES.len() - 4, "drawn on {drawn} of {} pages only: nothing was compared", PAGES.len());
    assert_eq!(with.len(), without.len());
    let pictures = with.iter().filter(|[_, _, picture]| !picture.is_empty()).count();
    assert_eq!(pictures, PAGES.len(), "pictures");
    for (one, other) in with.iter().zip(&without) {
        assert_eq!(one[..2], other[..2], "a look or a read-back differs");
        assert!(one[2] == other[2], "a picture differs after {}", one[1]);
    }
    // The control: whoever takes a picture without having it cleared sees it.
    let shown = without.iter().filter(|[_, _, picture]| !picture.is_empty()).nth(16).unwrap();
    assert_ne!(shown[2].rsplit(',').next().unwrap(), untouched.unwrap().as_str().unwrap());
}

/// A page that was there first and wants all events for itself.
const HOSTILE: &str = "
    globalThis.seen = [];
    for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'keydown']) addEventListener(type, event => {
        seen.push(type); event.stopImmediatePropagation(); event.preventDefault(); }, true);
    globalThis.host = () => [...document.querySelectorAll('[popover=manual]')].find(one => !one.firstChild);
    0";
/// What it does to find, press and restyle what is drawn: everything that it got hold of.
const ATTACK: &str = "(() => {
    const one = host(), found = [];
    if (one.shadowRoot || one.textContent || one.innerText || one.innerHTML || document.body.innerText.includes('EDITH is')) found.push('content');
    if (one.getRootNode({ composed: true }) !== document || getSelection().selectAllChildren(document.documentElement) || String(getSelection()).includes('Stop')) found.push('text');
    getSelection().removeAllRanges();
    const { x, y } = at;
    if (document.elementFromPoint(x, y) !== one || document.elementsFromPoint(x, y)[0] !== one) found.push('another element');
    one.click();
    for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'])
        one.dispatchEvent(new PointerEvent(type, { bubbles: true, composed: true, clientX: x, clientY: y, button: 0 }));
    one.focus();
    for (const key of ['Enter', ' ']) one.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, composed: true }));
    one.animate([{ opacity: 0 }, { opacity: 0 }], { duration: 1e6, fill: 'both' });
    const style = document.createElement('style');
    style.textContent = '[popover], [popover] * { display: none !important; opacity: 0 !important; visibility: hidden !important; transform: scale(0) !important;' +
        ' pointer-events: none !important; inset: auto !important; font-size: 0 !important; animation: none !important } :root { font-size: 99px; color: red }';
    document.head.append(style);
    one.style.cssText = 'display: none !important; pointer-events: none !important';
    one.className = 'mine';
    return found.join() })()";

/// A press of the person's in a page.
async fn press_at(page: &Page, [x, y]: [f64; 2]) {
    page.mouse("mouseMoved", x, y).await.unwrap();
    page.mouse("mousePressed", x, y).await.unwrap();
    // Nobody presses for less than a few frames.
    tokio::time::sleep(Duration::from_millis(60)).await;
    page.mouse("mouseReleased", x, y).await.unwrap();
}

/// Waits until a press there reaches what is drawn.
async fn reached(page: &Page, when: &str) -> [f64; 2] {
    let (started, mut last) = (Instant::now(), [0.0; 2]);
    loop {
        if let Some(Pill { stop: [x, y], .. }) = pill(page).await {
            let hit = page.eval(&format!("document.elementFromPoint({x}, {y}) === host()")).await.unwrap();
            // The browser's own bar may still be moving everything.
            if hit == json!(true) && last == [x, y] {
                return [x, y];
            }
            last = [x, y];
        }
        assert!(started.elapsed() < DEAD, "Stop cannot be pressed: {when}");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

async fn is_over(lab: &Lab, run: &RunHandle) -> bool {
    lab.runs().await.iter().any(|info| info["runId"] == json!(run.run_id) && info["state"] == "done")
}

#[tokio::test]
async fn a_page_can_neither_read_nor_press_nor_lose_what_is_drawn_and_every_ending_removes_it() {
    let thinking = || slow(Reply::done("done"), 120_000);
    let sites = Sites::start().await.unwrap();
    let url = sites.page_url("tools-plain");
    let script = Script::new()
        .then(thinking())
        .then(thinking())
        .then(click("Under"))
        .then(Reply::done("done"))
        .then(Reply::call("ask_user", json!({ "question": "Which one?" })))
        // Pausing gives a turn up, and resuming asks for it again.
        .then(thinking())
        .then(thinking())
        .then(Reply::call("task_fail", json!({ "reason": "it cannot be done" })))
        .then(thinking())
        .then(thinking())
        .then(thinking())
        .then(thinking());
    let lab = Lab::on(sites, script).await;
    let page = lab.browser.open_page(&url).await.unwrap();
    page.to_front().await.unwrap();
    let tab = lab.extension.tab_id(&url).await.unwrap();
    let start = async || lab.extension.run_agent("try", tab).await.unwrap();

    // A hostile page, which was there first.
    page.eval(HOSTILE).await.unwrap();
    let run = start().await;
    // Each run is stopped only when its turn was asked for, so that the next one gets its own.
    lab.asked(1).await;
    says(&page, "EDITH is working").await;
    let before = reached(&page, "drawn").await;
    page.eval(&format!("globalThis.at = {{ x: {}, y: {}, height: innerHeight }}; 0", before[0], before[1]))
        .await
        .unwrap();
    assert_eq!(page.eval(ATTACK).await.unwrap(), json!(""), "found by the page");
    let now = reached(&page, "restyled").await;
    // The browser's own bar moves the window's edge, from which it keeps its distance.
    let edge = page.eval("[at.height, innerHeight]").await.unwrap();
    let distance = |y: f64, edge: &Value| edge.as_f64().unwrap() - y;
    assert_eq!((now[0], distance(now[1], &edge[1])), (before[0], distance(before[1], &edge[0])), "moved by styles");
    assert!(!is_over(&lab, &run).await, "pressed by the page");
    page.eval("host().remove()").await.unwrap();
    reached(&page, "removed").await;
    page.eval("host().hidePopover(); document.body.append(host())").await.unwrap();
    reached(&page, "moved").await;
    let cover = "document.body.insertAdjacentHTML('beforeend', '<div popover=manual id=cover style=\"display: block !important; opacity: 1 !important; \
        visibility: visible !important; transform: none !important; pointer-events: auto !important; inset: 0 !important; width: 100vw; height: 100vh\">cover</div>'); \
        cover.showPopover()";
    page.eval(cover).await.unwrap();
    reached(&page, "covered").await;
    page.eval("cover.remove(); document.body.insertAdjacentHTML('beforeend', '<dialog id=modal><p>Modal</p></dialog>'); modal.showModal()").await.unwrap();
    let stop = reached(&page, "beside a modal dialog").await;
    let pressed = Instant::now();
    press_at(&page, stop).await;
    let done = lab.done(&run).await;
    let took = pressed.elapsed().as_millis();
    println!("a press on Stop ended the run after {took} ms");
    assert_eq!(outcome(&done), "stopped");
    assert!(took <= STOPPED_MS, "stopped after {took} ms");
    gone(&page, "stopped by its button", DEAD).await;
    // The control: the page's listeners did get in the way of everything.
    assert!(page.eval("seen.includes('pointerdown')").await.unwrap() == json!(true));

    // An ordinary page hears nothing of it, and the keyboard reaches it last.
    page.goto(&url).await.unwrap();
    let listen = "globalThis.heard = []; for (const type of ['pointerdown', 'mousemove', 'click', 'keydown', 'mouseover']) \
        document.addEventListener(type, () => heard.push(type), true)";
    page.eval(listen).await.unwrap();
    let run = start().await;
    lab.asked(2).await;
    let [x, y] = says(&page, "EDITH is working").await.stop;
    page.mouse("mouseMoved", x, y).await.unwrap();
    page.mouse("mouseMoved", x + 1.0, y).await.unwrap();
    assert_eq!(page.eval("heard.join()").await.unwrap(), json!(""), "heard by the page");
    assert_eq!(page.eval("document.activeElement.localName").await.unwrap(), json!("body"), "took the focus");
    page.eval("document.querySelector('[type=submit]').focus()").await.unwrap();
    page.press("Tab", 9).await.unwrap();
    assert_eq!(
        page.eval("document.activeElement.popover").await.unwrap(),
        json!("manual"),
        "out of reach of the keyboard"
    );
    assert_eq!(page.eval("heard.join()").await.unwrap(), json!("keydown"), "the control");
    page.press("Enter", 13).await.unwrap();
    assert_eq!(outcome(&lab.done(&run).await), "stopped");
    gone(&page, "stopped by the keyboard", DEAD).await;

    // EDITH's own press on what lies under the pill.
    page.goto(&url).await.unwrap();
    let under = "document.body.insertAdjacentHTML('beforeend', '<button style=\"position: fixed; left: 0; bottom: 0; width: 100vw; height: 60px\">Under</button>'); \
        document.body.lastChild.addEventListener('click', event => note('under', event.isTrusted))";
    page.eval(under).await.unwrap();
    let run = start().await;
    assert_eq!(outcome(&lab.done(&run).await), "completed", "{}", event_log(&lab, &run));
    assert_eq!(lab.sites.state().noted("tools-plain", "under"), ["true"]);
    gone(&page, "completed", DEAD).await;

    // Asked, paused, taken over, given back, failed.
    page.goto(&url).await.unwrap();
    let run = start().await;
    let ask = lab.ask(&run).await;
    says(&page, "EDITH is waiting for you").await;
    lab.extension.answer(&ask, "the first").await.unwrap();
    says(&page, "EDITH is working").await;
    lab.asked(6).await;
    lab.steer("AGENT_PAUSE", &run).await;
    says(&page, "EDITH is waiting for you").await;
    press_at(&page, [5.0, 300.0]).await;
    gone(&page, "touched by the person", DEAD).await;
    lab.steer("AGENT_RESUME", &run).await;
    says(&page, "EDITH is working").await;
    lab.asked(7).await;
    lab.steer("AGENT_STOP", &run).await;
    gone(&page, "stopped by a command", DEAD).await;
    let run = start().await;
    assert_eq!(outcome(&lab.done(&run).await), "failed");
    gone(&page, "failed", DEAD).await;

    // Out of sight, another language, switched off and on, another page, and the worker's death.
    let run = start().await;
    says(&page, "EDITH is working").await;
    lab.extension.page().to_front().await.unwrap();
    gone(&page, "out of sight", DEAD).await;
    page.to_front().await.unwrap();
    lab.extension.change_settings(json!({ "language": "de" })).await.unwrap();
    says(&page, "EDITH arbeitet").await;
    lab.extension.change_settings(json!({ "showOnPage": false })).await.unwrap();
    gone(&page, "switched off", DEAD).await;
    lab.extension.change_settings(json!({ "showOnPage": true })).await.unwrap();
    says(&page, "EDITH arbeitet").await;
    page.goto(&url).await.unwrap();
    says(&page, "EDITH arbeitet").await;
    assert!(lab.browser.kill_worker().await.unwrap());
    gone(&page, "its worker died", DEAD).await;
    // The next worker goes on with the run.
    lab.runs().await;
    says(&page, "EDITH arbeitet").await;
    // At the press, before the person does anything in the page.
    lab.steer("AGENT_TAKE_OVER", &run).await;
    gone(&page, "taken over", DEAD).await;
    lab.steer("AGENT_RESUME", &run).await;
    says(&page, "EDITH arbeitet").await;
    lab.steer("AGENT_STOP", &run).await;
    gone(&page, "stopped", DEAD).await;
}
