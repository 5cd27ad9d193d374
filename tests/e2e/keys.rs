//! Every surface by keyboard alone: Tab reaches every control and shows the focus.

use edith_lab::browser::Page;
use edith_lab::tour::{TourError, Visitor};
use serde_json::{Value, json};

/// A surface's controls, numbered; an open dialog hides all others. One of each radio group is reached.
const FIND: &str = r#"(() => {
    const scope = document.querySelector('dialog[open]') ?? document;
    const kinds = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';
    const groups = new Set();
    const found = [...scope.querySelectorAll(kinds)].filter(element => {
        if (element.disabled || element.tabIndex < 0 || element.type === 'file') return false;
        if (!element.checkVisibility({ visibilityProperty: true })) return false;
        if (element.type !== 'radio') return true;
        const group = [...document.getElementsByName(element.name)];
        return element === (group.find(one => one.checked) ?? group[0]);
    });
    // The appearance of it and its surroundings, which changes with the focus.
    const look = element => {
        const parts = [element, element.nextElementSibling, element.parentElement, element.parentElement?.parentElement, element.closest('form, label')];
        return parts.filter(Boolean).map(part => {
            const { outlineStyle, outlineColor, boxShadow, borderColor, backgroundColor } = getComputedStyle(part);
            return [outlineStyle, outlineColor, boxShadow, borderColor, backgroundColor].join();
        }).join('|');
    };
    document.activeElement?.blur();
    globalThis.keys = { found, look, plain: new Map(found.map(element => [element, look(element)])), reached: new Set(), unseen: [] };
    return found.length;
})()"#;

/// Records the focused element and returns how many are left to reach.
const NOTE: &str = r#"(() => {
    const element = document.activeElement;
    const { found, look, plain, reached, unseen } = globalThis.keys;
    if (plain.has(element) && !reached.has(element)) {
        reached.add(element);
        if (look(element) === plain.get(element)) unseen.push(element.outerHTML.slice(0, 120));
    }
    return found.length - reached.size;
})()"#;

#[derive(Default)]
pub(crate) struct Keys {
    pub faults: Vec<String>,
}

impl Visitor for Keys {
    async fn visit(&mut self, surface: &'static str, page: &Page) -> Result<(), TourError> {
        // Without motion, or a ring in transition would be missed.
        let features = json!([{ "name": "prefers-reduced-motion", "value": "reduce" }]);
        page.send("Emulation.setEmulatedMedia", json!({ "features": features })).await?;
        let count = page.eval(FIND).await?.as_u64().unwrap_or_default();
        if count == 0 {
            self.faults.push(format!("{surface}: nothing can be worked"));
        }
        // Once around and a little more: it may start in the middle, and rows show more controls while focused.
        for _ in 0..count * 2 + 20 {
            page.press("Tab", 9).await?;
            if page.eval(NOTE).await? == json!(0) {
                break;
            }
        }
        let told = "({ missed: keys.found.filter(one => !keys.reached.has(one) && one.isConnected).map(one => one.outerHTML.slice(0, 120)), unseen: keys.unseen })";
        let told = page.eval(told).await?;
        for (kind, words) in [("missed", "is not reached by Tab"), ("unseen", "does not show that it has the focus")] {
            let list = told[kind].as_array().cloned().unwrap_or_default();
            self.faults.extend(list.iter().filter_map(Value::as_str).map(|one| format!("{surface}: {words}: {one}")));
        }
        Ok(())
    }
}
