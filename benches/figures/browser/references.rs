//! Reference points for a look: the cheapest ways to query a whole page, each through `chrome.debugger` from an extension page.

use serde_json::json;
use xtask::bench::Reason;

use super::Runtime;
use super::ours::Ours;

/// A query: its name, the protocol's method, its parameters as JavaScript.
pub(super) const WAYS: [(&str, &str, &str); 3] = [
    ("bare walk", "Runtime.evaluate", "{ returnByValue: true, expression: BARE }"),
    ("accessibility tree", "Accessibility.getFullAXTree", "{}"),
    (
        "DOMSnapshot",
        "DOMSnapshot.captureSnapshot",
        "{ computedStyles: ['display', 'visibility', 'cursor'], includePaintOrder: true }",
    ),
];

/// A walk that only reads each element's rectangle and style and keeps one line per visible one.
const BARE: &str = "(() => { const lines = []; for (const element of document.querySelectorAll('*')) { const box = element.getBoundingClientRect(); \
    const style = getComputedStyle(element); if (box.width && box.height && style.visibility === 'visible') \
    lines.push(element.localName + ' ' + Math.round(box.x) + ' ' + Math.round(box.y)); } return lines.join('\\n'); })()";

/// A tab with a page, attached from an extension page.
pub(super) struct Reference {
    runtime: Runtime,
    tab: i64,
    url: String,
}

impl Reference {
    /// Opens a page for the references and attaches the debugger.
    pub(super) fn open(runtime: &Runtime, ours: &Ours, url: &str) -> Result<Self, Reason> {
        // The address differs from the contender's tab, so that they cannot be confused.
        let url = format!("{url}?reference");
        let tab = runtime.block_on(async {
            let page = ours.extension().page();
            let opened = "new Promise(done => chrome.tabs.onUpdated.addListener(function seen(id, change, tab) { \
                          if (change.status === 'complete' && tab.url === URL) { chrome.tabs.onUpdated.removeListener(seen); done(id); } }))";
            let url = json!(url).to_string();
            let script = format!(
                "(async () => {{ const wait = {}; await chrome.tabs.create({{ url: {url}, active: false }}); const tabId = await wait; \
                 await chrome.debugger.attach({{ tabId }}, '1.3'); \
                 for (const name of ['Page', 'Runtime', 'DOM', 'Accessibility', 'DOMSnapshot']) await chrome.debugger.sendCommand({{ tabId }}, name + '.enable'); \
                 return tabId; }})()",
                opened.replace("URL", &url)
            );
            page.eval(&script).await
        })?;
        let tab = tab.as_i64().ok_or("no tab")?;
        Ok(Self { runtime: runtime.clone(), tab, url })
    }

    /// Whether the event is this page's.
    pub(super) fn is_of(&self, url: &str) -> bool {
        self.url.strip_suffix("?reference") == Some(url)
    }

    /// A query's milliseconds, seen from the extension page.
    pub(super) fn ask(&self, ours: &Ours, method: &str, parameters: &str) -> Result<f64, Reason> {
        let parameters = parameters.replace("BARE", &json!(BARE).to_string());
        let script = format!(
            "(async () => {{ const started = performance.now(); await chrome.debugger.sendCommand({{ tabId: {} }}, '{method}', {parameters}); \
             return performance.now() - started; }})()",
            self.tab
        );
        let answer = self.runtime.block_on(ours.extension().page().eval(&script))?;
        answer.as_f64().ok_or_else(|| format!("{method}: {answer}").into())
    }

    /// Closes the tab.
    pub(super) fn close(self, ours: &Ours) -> Result<(), Reason> {
        let script = format!("chrome.tabs.remove({}).then(() => true)", self.tab);
        self.runtime.block_on(ours.extension().page().eval(&script))?;
        Ok(())
    }
}
