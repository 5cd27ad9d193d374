//! The browser's own translator: said to be lacking where it is, downloaded with one press in the panel while the run waits, and answering from the offscreen page.
//! The browser of the tests can download none, so one stands in its place that is as strict as the interface (<https://webmachinelearning.github.io/translation-api/>).

use super::lab::RUN;
use super::{SOON, browser};
use edith_lab::sites::Sites;
use serde_json::json;

/// A translator from English into German, which is downloaded only while a person's press counts. Pages of one extension share what is there.
const STAND_IN: &str = r#"(() => {
    const refuse = (name, message) => { throw new DOMException(message, name); };
    const state = () => localStorage.getItem('STAND_IN') ?? 'downloadable';
    const check = options => {
        for (const name of ['sourceLanguage', 'targetLanguage']) if (typeof options?.[name] !== 'string') throw new TypeError(name);
    };
    const known = options => options.sourceLanguage === 'en' && options.targetLanguage === 'de';
    self.Translator = class Translator {
        #destroyed = false;
        static async availability(options) { check(options); return known(options) ? state() : 'unavailable'; }
        static async create(options) {
            check(options);
            if (!known(options)) refuse('NotSupportedError', 'this pair of languages is not supported');
            if (state() !== 'available') {
                if (!navigator.userActivation.isActive) refuse('NotAllowedError', 'Requires a user gesture.');
                const monitor = new EventTarget();
                options.monitor?.(monitor);
                for (const loaded of [0, 0.5, 1]) {
                    monitor.dispatchEvent(Object.assign(new Event('downloadprogress'), { loaded, total: 1 }));
                    await new Promise(done => setTimeout(done, 150));
                }
                localStorage.setItem('STAND_IN', 'available');
            }
            return new Translator();
        }
        async translate(text) {
            if (this.#destroyed) refuse('InvalidStateError', 'destroyed');
            return text.split('\n').map(line => line && `DE(${line})`).join('\n');
        }
        destroy() { this.#destroyed = true; }
    };
})()"#;

#[tokio::test]
async fn a_page_is_translated_after_a_press_for_the_download() {
    let sites = Sites::start().await.unwrap();
    let browser = browser().await;
    let options = browser.open_extension("options.html").await.unwrap();
    let address = sites.page_url("article");
    let _page = browser.open_page(&address).await.unwrap();
    let tab = options.tab_id(&address).await.unwrap();
    const TASK: &str = "translate this page into German";
    // The page that uses the tools is opened for a document, too.
    let text = json!({ "type": "DOCUMENT_ADD", "name": "a.txt", "mime": "text/plain", "data": "aGVsbG8=" });
    let added = options.accepted(text).await.unwrap();
    options.accepted(json!({ "type": "DOCUMENT_READ", "documentId": added["documentId"] })).await.unwrap();
    let reader =
        browser.targets().await.unwrap().into_iter().find(|target| target.url.ends_with("/reader/reader.html"));
    let reader = browser.attach(&reader.expect("the page that uses the tools").id).await.unwrap();
    // Without the tool, whatever this browser has: one sentence, and what helps.
    reader.eval("delete self.Translator").await.unwrap();
    let run = options.run_agent(TASK, tab).await.unwrap();
    let done = options.wait_done(&run, RUN).await.unwrap();
    assert_eq!(done.text("outcome"), "failed");
    assert!(done.text("summary").contains("model server"), "{}", done.text("summary"));

    reader.eval(STAND_IN).await.unwrap();
    let panel = browser.open_extension("sidepanel.html").await.unwrap();
    let page = panel.page();
    page.send("Page.enable", json!({})).await.unwrap();
    page.send("Page.addScriptToEvaluateOnNewDocument", json!({ "source": STAND_IN })).await.unwrap();
    page.send("Page.reload", json!({})).await.unwrap();
    page.to_front().await.unwrap();
    page.wait_for("document.getElementById('composer-input') !== null", SOON).await.unwrap();
    let run = options.run_agent(TASK, tab).await.unwrap();
    page.wait_for("document.getElementById('language-download') !== null", RUN).await.unwrap();
    page.click("#language-download").await.unwrap();
    let done = options.wait_done(&run, RUN).await.unwrap();
    assert_eq!(done.text("outcome"), "completed", "{}", done.text("summary"));
    assert!(done.text("summary").contains("DE("), "{}", done.text("summary"));
    page.wait_for("document.getElementById('language-download') === null", SOON).await.unwrap();
}
