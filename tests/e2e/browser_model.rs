//! The browser's own model: said to be missing where it is, downloaded with one press where it can be, and a task done by it. The browser of the tests
//! has none, so one stands in its place that is as strict as the interface (<https://webmachinelearning.github.io/prompt-api/>).

use super::lab::RUN;
use super::{SOON, browser};
use edith_lab::browser::Page;
use serde_json::{Value, json};

/// A model behind the browser's interface. It answers what `ANSWERS` says, in order, in two pieces; it downloads in quarters, only while the person's press
/// counts, and only then can be used.
const STAND_IN: &str = r#"(() => {
    const refuse = (name, message) => { throw new DOMException(message, name); };
    const tokens = messages => JSON.stringify(messages).length / 4;
    let state = self.STATE ?? 'available';
    const check = options => {
        for (const side of ['expectedInputs', 'expectedOutputs'])
            if (!Array.isArray(options?.[side]) || options[side].some(part => part.type !== 'text'))
                throw new TypeError(side);
    };
    class Session {
        #used = 0; #destroyed = false;
        constructor(initial) { this.#used = tokens(initial); }
        get contextUsage() { return this.#used; }
        get contextWindow() { return 9216; }
        async measureContextUsage(messages) { return tokens(messages); }
        async clone() { if (this.#destroyed) refuse('InvalidStateError', 'destroyed'); return new Session([]); }
        destroy() { this.#destroyed = true; }
        promptStreaming(messages, options) {
            if (this.#destroyed) refuse('InvalidStateError', 'destroyed');
            if (!(options.signal instanceof AbortSignal)) throw new TypeError('signal');
            for (const { role, content } of messages)
                if (!['user', 'assistant'].includes(role) || typeof content !== 'string') throw new TypeError('messages');
            this.#used += tokens(messages);
            if (this.#used > this.contextWindow) refuse('QuotaExceededError', 'too long');
            self.PROMPTS = (self.PROMPTS ?? 0) + 1;
            const answer = self.ANSWERS(messages.at(-1).content);
            const half = answer.length >> 1;
            return new ReadableStream({ start(stream) {
                stream.enqueue(answer.slice(0, half)); stream.enqueue(answer.slice(half)); stream.close();
            } });
        }
    }
    self.LanguageModel = class {
        static async availability(options) { check(options); return state; }
        static async create(options) {
            check(options);
            if (options.initialPrompts?.some(({ role }, at) => role === 'system' && at > 0)) throw new TypeError('system');
            if (state !== 'available') {
                if (!self.navigator?.userActivation?.isActive) refuse('NotAllowedError', 'Requires a user gesture.');
                const monitor = new EventTarget();
                options.monitor(monitor);
                state = 'downloading';
                for (const loaded of [0, 0.25, 0.5, 0.75, 1]) {
                    monitor.dispatchEvent(Object.assign(new Event('downloadprogress'), { loaded, total: 1 }));
                    await new Promise(done => setTimeout(done, 150));
                }
                state = 'available';
            }
            return new Session(options.initialPrompts ?? []);
        }
    };
})()"#;

/// Loads the page again, with a script that runs before its own.
async fn reload_with(page: &Page, script: &str) {
    page.send("Page.enable", json!({})).await.unwrap();
    page.send("Page.addScriptToEvaluateOnNewDocument", json!({ "source": script })).await.unwrap();
    page.send("Page.reload", json!({})).await.unwrap();
}

#[tokio::test]
async fn a_browser_without_a_model_says_so_and_what_to_do() {
    let browser = browser().await;
    let options = browser.open_extension("options.html").await.unwrap();
    let page = options.page();
    // Whatever this browser has.
    reload_with(page, "delete self.LanguageModel").await;
    page.wait_for("document.querySelector('#no-browser-model')?.textContent.includes('Chrome')", RUN).await.unwrap();
    assert_eq!(page.eval("document.querySelector('#start-browser')").await.unwrap(), Value::Null);
}

#[tokio::test]
async fn the_browsers_model_is_downloaded_with_one_press_and_does_a_task() {
    let browser = browser().await;
    let options = browser.open_extension("options.html").await.unwrap();
    let page = options.page();
    reload_with(page, &format!("self.STATE = 'downloadable'; {STAND_IN}")).await;
    page.to_front().await.unwrap();
    page.wait_for("document.querySelector('#start-browser') !== null", RUN).await.unwrap();
    let seen = "self.SEEN = []; new MutationObserver(() => self.SEEN.push(document.querySelector('#browser-model')?.textContent ?? '')).observe(document.body, { subtree: true, childList: true, characterData: true }); document.querySelector('#start-browser').focus()";
    page.eval(seen).await.unwrap();
    page.press("Enter", 13).await.unwrap();
    page.wait_for("document.querySelector('#start-begin') !== null", RUN).await.unwrap();
    for percent in ["25", "50", "75"] {
        let was_shown = format!("self.SEEN.some(text => text.includes('{percent}'))");
        assert_eq!(page.eval(&was_shown).await.unwrap(), true, "{percent} percent was shown");
    }
    let settings = options.storage_get("edith_settings").await.unwrap();
    assert_eq!(settings["servers"][0]["kind"], "browser", "{settings}");

    // The worker's model.
    let worker = browser.attach(&browser.worker().await.unwrap().unwrap().id).await.unwrap();
    let answers = "self.ANSWERS = words => words.includes('lamp') ? '<thought>It is there.</thought><action>task_complete(summary=\"The lamp costs 39 euros.\")</action>' : '<thought>Hm.</thought><action>task_fail(reason=\"no lamp\")</action>'";
    worker.eval(&format!("{answers}; {STAND_IN}")).await.unwrap();
    let run = options.run_agent("what does the lamp cost?", None).await.unwrap();
    let done = options.wait_done(&run, RUN).await.unwrap();
    assert_eq!((done.text("outcome"), done.text("summary")), ("completed", "The lamp costs 39 euros."));
    assert!(worker.eval("self.PROMPTS").await.unwrap().as_u64().unwrap() >= 1);
    page.wait_for("document.querySelector('#start-browser') === null", SOON).await.unwrap();
}
