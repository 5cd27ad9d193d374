//! Checks every surface with axe-core, light and dark: names, roles, contrast, landmarks, order of headings.

use edith_lab::browser::Page;
use edith_lab::tour::{TourError, Visitor};
use serde_json::{Value, json};
use std::time::Duration;

/// A long page takes seconds on a busy machine.
const LONG: Duration = Duration::from_secs(60);

pub(crate) struct Axe {
    /// Its source.
    axe: String,
    pub faults: Vec<String>,
}

impl Axe {
    /// None, and a word of it: this machine has no npm to fetch it with.
    pub(crate) fn new() -> Option<Self> {
        let axe = edith_lab::axe::source().unwrap();
        if axe.is_none() {
            eprintln!("left out: there is no npm on this machine to fetch axe-core with");
        }
        Some(Self { axe: axe?, faults: Vec::new() })
    }
}

impl Visitor for Axe {
    async fn visit(&mut self, surface: &'static str, page: &Page) -> Result<(), TourError> {
        page.eval_within(&format!("void (() => {{ {} }})()", self.axe), LONG).await?;
        // What else axe finds is the same in both.
        let contrast = json!({ "runOnly": ["color-contrast", "link-in-text-block"] });
        for (theme, rules) in [("light", json!({})), ("dark", contrast)] {
            // Without motion, or a colour in transition would be measured.
            let features = json!([
                { "name": "prefers-color-scheme", "value": theme },
                { "name": "prefers-reduced-motion", "value": "reduce" },
            ]);
            page.send("Emulation.setEmulatedMedia", json!({ "features": features })).await?;
            let check = format!(
                "axe.run(document, {{ resultTypes: ['violations'], ...{rules} }}).then(found => found.violations.flatMap(fault =>
                fault.nodes.map(node => `${{fault.id}}: ${{fault.help}}: ${{node.html.slice(0, 160)}} ${{node.any.map(one => one.message).join(' ').slice(0, 160)}}`)))"
            );
            let found = page.eval_within(&check, LONG).await?;
            let found = found.as_array().cloned().unwrap_or_default();
            self.faults
                .extend(found.iter().filter_map(Value::as_str).map(|fault| format!("{surface}, {theme}: {fault}")));
        }
        Ok(())
    }
}
