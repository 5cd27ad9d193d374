//! A person at a page of the extension: finds controls by the names they are told by, and uses the mouse alone or the keyboard alone.

use std::collections::BTreeMap;
use std::time::Duration;

use edith_lab::browser::{Extension, Page};
use serde_json::{Value, json};

use crate::lab::RUN;

/// A long page takes seconds on a busy machine.
const LONG: Duration = Duration::from_secs(60);

/// What the person uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum By {
    Mouse,
    Keyboard,
}

/// How the page is seen and used.
#[derive(Debug, Clone, Copy)]
pub(super) struct Way {
    /// In CSS pixels.
    pub width: u32,
    /// Of the pages' texts: `en` or `de`.
    pub language: &'static str,
    pub by: By,
}

/// Every width, language and hand at least twice; light and dark are both looked at in each.
pub(super) const WAYS: [Way; 4] = [
    Way { width: 400, language: "en", by: By::Mouse },
    Way { width: 200, language: "de", by: By::Keyboard },
    Way { width: 200, language: "en", by: By::Mouse },
    Way { width: 400, language: "de", by: By::Keyboard },
];

/// What the pages say in one language.
pub(super) struct Words(BTreeMap<String, Value>);

impl Words {
    pub(super) fn of(language: &str) -> Self {
        let file = edith_lab::paths::root().join("extension/_locales").join(language).join("messages.json");
        Self(serde_json::from_slice(&std::fs::read(file).unwrap()).unwrap())
    }

    /// The text of a key, up to its first blank to fill in.
    pub(super) fn get(&self, key: &str) -> String {
        let text = self.0.get(key).and_then(|one| one["message"].as_str());
        let text = text.unwrap_or_else(|| panic!("the pages have no text {key:?}"));
        text.split('{').next().unwrap_or_default().trim_end().to_owned()
    }

    /// The text of a key with its one blank filled in.
    pub(super) fn fill(&self, key: &str, blank: &str, value: &str) -> String {
        let text = self.0.get(key).and_then(|one| one["message"].as_str());
        text.unwrap_or_else(|| panic!("the pages have no text {key:?}")).replace(&format!("{{{blank}}}"), value)
    }
}

/// Finds what can be pressed or written in by its name, as assistive technology is told it; of several the last, which is the newest.
const FIND: &str = "(name) => {
    const told = (one) => (one.getAttribute('aria-label')
        ?? (one.getAttribute('aria-labelledby') ?? '').split(' ').map(id => document.getElementById(id)?.textContent ?? '').join(' ').trim()
        ) || [...(one.labels ?? [])].map(label => label.textContent).join(' ') || one.textContent || one.title || one.placeholder || '';
    const controls = 'button, a[href], input, textarea, select, summary, [role=menuitem], [role=tab], [role=option]';
    const inside = [...document.querySelectorAll('dialog[open]')].pop() ?? document;
    const all = [...inside.querySelectorAll(controls)].filter(one => one.checkVisibility({ visibilityProperty: true }) && !one.disabled);
    const plain = (text) => text.replace(/\\s+/g, ' ').trim();
    return all.filter(one => plain(told(one)) === name).pop() ?? all.filter(one => plain(told(one)).startsWith(name)).pop() ?? null;
}";

/// Takes over what axe finds fault with, and what leaves the page's width.
const FAULTS: &str = "(async () => {
    const found = await axe.run(document, { resultTypes: ['violations'] });
    const faults = found.violations.flatMap(fault => fault.nodes.map(node => `${fault.id}: ${node.html.slice(0, 160)} ${node.any.map(one => one.message).join(' ').slice(0, 160)}`));
    if (document.documentElement.scrollWidth > innerWidth) faults.push(`the page is ${document.documentElement.scrollWidth} wide`);
    for (const one of document.querySelectorAll('button, input, select, textarea, summary')) {
        if (!one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || one.closest('.sr-only, .prose pre, .table')) continue;
        const box = one.getBoundingClientRect();
        if (box.width > 1 && (box.left < -1 || box.right > innerWidth + 1)) faults.push(`cut off: ${one.outerHTML.slice(0, 160)}`);
    }
    return faults;
})()";

/// A person at one page.
pub(super) struct Walker<'a> {
    pub way: Way,
    pub words: Words,
    page: &'a Page,
    axe: Option<&'a str>,
    /// What was wrong, by state.
    faults: Vec<String>,
}

impl<'a> Walker<'a> {
    pub(super) async fn at(panel: &'a Extension, way: Way, axe: Option<&'a str>) -> Self {
        let page = panel.page();
        page.to_front().await.unwrap();
        let size = json!({ "width": way.width, "height": 860, "deviceScaleFactor": 1, "mobile": false });
        page.send("Emulation.setDeviceMetricsOverride", size).await.unwrap();
        Self { way, words: Words::of(way.language), page, axe, faults: Vec::new() }
    }

    pub(super) fn page(&self) -> &Page {
        self.page
    }

    /// Waits until the page says this.
    pub(super) async fn reads(&self, text: &str) {
        self.until(&format!("document.body.innerText.includes({})", json!(text))).await;
    }

    /// Waits until the page says what it has for this key.
    pub(super) async fn reads_key(&self, key: &str) {
        self.reads(&self.words.get(key)).await;
    }

    pub(super) async fn until(&self, condition: &str) {
        if let Err(error) = self.page.wait_for(condition, RUN).await {
            let seen =
                "document.activeElement.outerHTML.slice(0, 200) + ' / ' + document.body.innerText.slice(0, 1500)";
            panic!("{:?}: {condition}: {error}; {}", self.way, self.page.eval(seen).await.unwrap_or_default());
        }
    }

    /// Presses the control that the page names by this key.
    pub(super) async fn press_key(&self, key: &str) {
        self.press(&self.words.get(key)).await;
    }

    /// Presses the control with this name, by mouse or from wherever the focus is by keyboard.
    pub(super) async fn press(&self, name: &str) {
        let find = format!("({FIND})({})", json!(name));
        self.until(&format!("{find} !== null")).await;
        match self.way.by {
            By::Mouse => self.click(&find, name).await,
            By::Keyboard => {
                self.go_to(&find, name).await;
                let by_space =
                    "document.activeElement.matches('input[type=checkbox], input[type=radio], [role=switch]')";
                match self.page.eval(by_space).await.unwrap() == json!(true) {
                    true => self.page.press(" ", 32).await.unwrap(),
                    false => self.page.press("Enter", 13).await.unwrap(),
                }
            }
        }
    }

    /// Goes to the control with this name without pressing it, as for buttons that show beside it only then.
    pub(super) async fn go_by(&self, name: &str) {
        let find = format!("({FIND})({})", json!(name));
        self.until(&format!("{find} !== null")).await;
        match self.way.by {
            By::Mouse => {
                let (x, y) = self.place(&find, name).await;
                self.page.mouse("mouseMoved", x, y).await.unwrap();
            }
            By::Keyboard => self.go_to(&find, name).await,
        }
    }

    /// Writes into the field with this name, instead of what stands there.
    pub(super) async fn write(&self, name: &str, text: &str) {
        let find = format!("({FIND})({})", json!(name));
        self.until(&format!("{find} !== null")).await;
        match self.way.by {
            By::Mouse => self.click(&find, name).await,
            By::Keyboard => self.go_to(&find, name).await,
        }
        self.page.eval("document.activeElement.select()").await.unwrap();
        self.page.type_keys(text).await.unwrap();
    }

    async fn click(&self, find: &str, name: &str) {
        let (x, y) = self.place(find, name).await;
        for kind in ["mouseMoved", "mousePressed", "mouseReleased"] {
            self.page.mouse(kind, x, y).await.unwrap();
        }
    }

    /// Waits for what moves or unfolds: only then it is pressed or looked at.
    async fn still(&self) {
        self.until("document.getAnimations().every(one => one.playState !== 'running' || one.effect?.getComputedTiming().endTime === Infinity)").await;
    }

    /// Where the mouse hits it.
    async fn place(&self, find: &str, name: &str) -> (f64, f64) {
        let place = format!(
            "(() => {{ const one = {find}; const shown = one.labels?.[0] ?? one; shown.scrollIntoView({{ block: 'nearest', behavior: 'instant' }});
                const box = shown.getBoundingClientRect(); const at = [box.x + box.width / 2, box.y + box.height / 2];
                const hit = document.elementFromPoint(...at); return shown.contains(hit) || one.contains(hit) ? at : (hit?.outerHTML ?? 'nothing').slice(0, 200); }})()"
        );
        self.still().await;
        let place = self.page.eval(&place).await.unwrap();
        let (Some(x), Some(y)) = (place[0].as_f64(), place[1].as_f64()) else {
            panic!("{:?}: {name:?} is covered by {place}", self.way);
        };
        (x, y)
    }

    /// Goes by Tab, and by arrows inside of what has one stop for all its parts.
    async fn go_to(&self, find: &str, name: &str) {
        let at = format!(
            "(() => {{ const wanted = {find}; const active = document.activeElement; if (wanted === active) return 'there';
                const group = wanted?.closest('[role=menu], [role=tablist], [role=listbox], [role=radiogroup], fieldset.segmented');
                return group?.contains(active) ? 'near' : 'away'; }})()"
        );
        for _ in 0..150 {
            let place = self.page.eval(&at).await.unwrap();
            match place.as_str() {
                Some("there") => return,
                Some("near") => self.page.press("ArrowDown", 40).await.unwrap(),
                _ => self.page.press("Tab", 9).await.unwrap(),
            }
        }
        panic!("{:?}: {name:?} is not reached by keyboard", self.way);
    }

    /// Looks at the page as it is now, in light and in dark.
    pub(super) async fn look(&mut self, state: &str) {
        let Some(axe) = self.axe else { return };
        self.still().await;
        self.page
            .eval_within(&format!("void (globalThis.axe ??= (() => {{ {axe}; return globalThis.axe; }})())"), LONG)
            .await
            .unwrap();
        for theme in ["light", "dark"] {
            // Without motion, or a colour in transition would be measured.
            let features = json!([
                { "name": "prefers-color-scheme", "value": theme },
                { "name": "prefers-reduced-motion", "value": "reduce" },
            ]);
            self.page.send("Emulation.setEmulatedMedia", json!({ "features": features })).await.unwrap();
            let found = self.page.eval_within(FAULTS, LONG).await.unwrap();
            let found = found.as_array().cloned().unwrap_or_default();
            let told =
                |fault: &Value| format!("{:?}, {state}, {theme}: {}", self.way, fault.as_str().unwrap_or_default());
            self.faults.extend(found.iter().map(told));
        }
    }

    /// Ends the walk.
    ///
    /// # Panics
    /// If anything was wrong in a state that was looked at.
    pub(super) fn end(self) {
        assert!(self.faults.is_empty(), "{} faults:\n{}", self.faults.len(), self.faults.join("\n"));
    }
}
