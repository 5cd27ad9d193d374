//! The allowlist of DevTools commands, checked at dispatch.

/// In alphabetical order. `Runtime.evaluate` and the like are missing: the debugger runs nothing in the page's own world. Objects that functions are called on
/// (a file chooser's input, listeners) were resolved in an isolated world. A tool of a page is its own code. Nothing reads cookies, storage or network responses either.
const ALLOWED: [&str; 34] = [
    "DOM.describeNode",
    "DOM.resolveNode",
    "DOMDebugger.getEventListeners",
    "Emulation.setFocusEmulationEnabled",
    "Fetch.continueRequest",
    "Fetch.disable",
    "Fetch.enable",
    "Fetch.failRequest",
    "Fetch.fulfillRequest",
    "Input.dispatchDragEvent",
    "Input.dispatchKeyEvent",
    "Input.dispatchMouseEvent",
    "Input.insertText",
    "Input.setInterceptDrags",
    "Inspector.enable",
    "Network.enable",
    "Page.captureScreenshot",
    "Page.createIsolatedWorld",
    "Page.enable",
    "Page.getFrameTree",
    "Page.getLayoutMetrics",
    "Page.getNavigationHistory",
    "Page.handleJavaScriptDialog",
    "Page.navigate",
    "Page.navigateToHistoryEntry",
    "Page.reload",
    "Page.setInterceptFileChooserDialog",
    "Page.startScreencast",
    "Runtime.callFunctionOn",
    "Runtime.releaseObjectGroup",
    "Target.setAutoAttach",
    "WebMCP.cancelInvocation",
    "WebMCP.enable",
    "WebMCP.invokeTool",
];

/// Whether a command is one that driving a tab takes: whoever owns the connection sends no other on its behalf, whatever it was tricked into.
pub fn is_allowed(method: &str) -> bool {
    ALLOWED.binary_search(&method).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::hub::EventHub;
    use std::collections::BTreeSet;
    use std::path::Path;

    /// Every `"Domain.name"` in the sources of the calling crate.
    fn names(folder: &Path, found: &mut BTreeSet<String>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            // The list itself uses nothing.
            if path.ends_with("wire/methods.rs") {
                continue;
            }
            if path.is_dir() {
                names(&path, found);
                continue;
            }
            let source = std::fs::read_to_string(&path).unwrap();
            // Test data is below this line in every file.
            let shipped = source.split("#[cfg(test)]").next().unwrap();
            for text in shipped.split('"') {
                let is_name = text.split_once('.').is_some_and(|(domain, name)| {
                    [
                        "Emulation",
                        "Input",
                        "Inspector",
                        "Network",
                        "Page",
                        "Target",
                        "Runtime",
                        "DOM",
                        "DOMDebugger",
                        "Fetch",
                        "WebMCP",
                    ]
                    .contains(&domain)
                        && name.starts_with(|c: char| c.is_ascii_lowercase())
                        && name.chars().all(|c| c.is_ascii_alphanumeric())
                });
                if is_name && !EventHub::wants(text) {
                    found.insert(text.to_owned());
                }
            }
        }
    }

    #[test]
    fn exactly_what_is_used_is_allowed() {
        assert!(ALLOWED.is_sorted());
        let mut used = BTreeSet::new();
        names(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut used);
        let missing: Vec<_> = used.iter().filter(|name| !is_allowed(name)).collect();
        assert!(missing.is_empty(), "used, but not allowed: {missing:?}");
        let unused: Vec<_> = ALLOWED.iter().filter(|name| !used.contains(**name)).collect();
        assert!(unused.is_empty(), "allowed, but not used: {unused:?}");
    }

    #[test]
    fn powerful_commands_are_refused() {
        for method in
            ["Runtime.evaluate", "Network.getCookies", "Page.addScriptToEvaluateOnNewDocument", "", "page.enable"]
        {
            assert!(!is_allowed(method), "{method}");
        }
    }
}
