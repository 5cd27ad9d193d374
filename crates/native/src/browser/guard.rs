//! The bounds of tabs: what they and the windows that their pages open may show, held by the browser for what no gate sees.
//!
//! The extension has them held by the browser's own rules. Here a second session of each tab pauses its main frame's requests (`Fetch`), which is in force
//! from before the first request of a new tab: such a tab waits until it is let go on.

use edith_actions::http_url::HttpUrl;
use edith_cdp::is_file;
use edith_port::{TabBounds, Windows};
use serde_json::{Value, json};
use std::collections::{HashMap, HashSet};

/// What is held in a tab.
#[derive(Debug, Default)]
pub(super) struct Guard {
    /// The tabs' bounds; tabs that their pages open inherit them.
    held: HashMap<i32, (TabBounds, Vec<i32>)>,
    /// Bounds of new tabs that do not say who opened them, by the tab that they are held for.
    fresh: HashMap<i32, TabBounds>,
    /// What new windows may not do, by the tab they are held for, and the tabs that are not new.
    windows: HashMap<i32, (Windows, Vec<i32>)>,
    /// Who opened a tab.
    openers: HashMap<i32, i32>,
    /// Tabs whose pages connect to some hosts only.
    connected: HashSet<i32>,
}

impl Guard {
    /// Notes a new tab, and bounds it as its opener; one that says nothing of its opener is bounded as any new tab.
    pub(super) fn opened(&mut self, tab: i32, opener: Option<i32>) {
        if let Some(opener) = opener {
            self.openers.insert(tab, opener);
        }
        let holder = opener.or_else(|| self.fresh.keys().copied().find(|holder| self.held.contains_key(holder)));
        if let Some((_, opened)) = holder.and_then(|holder| self.held.get_mut(&holder)) {
            opened.push(tab);
        }
    }

    /// Replaces the bounds of a tab and of what its pages opened; returns the tabs that they are the bounds of.
    pub(super) fn set(&mut self, tab: i32, bounds: Option<&TabBounds>, binds_new: bool) -> Vec<i32> {
        // It has bounds of its own now.
        self.held.values_mut().for_each(|(_, opened)| opened.retain(|opened| *opened != tab));
        let mut tabs = self.held.remove(&tab).map(|(_, opened)| opened).unwrap_or_default();
        self.fresh.remove(&tab);
        if let Some(bounds) = bounds {
            self.held.insert(tab, (bounds.clone(), tabs.clone()));
            if binds_new {
                self.fresh.insert(tab, bounds.clone());
            }
        }
        tabs.push(tab);
        tabs
    }

    /// Replaces what new windows may not do on account of a tab. `known`: the tabs that are not new.
    pub(super) fn hold(&mut self, tab: i32, held: &Windows, known: Vec<i32>) {
        if held.is_free() {
            self.windows.remove(&tab);
        } else {
            self.windows.insert(tab, (held.clone(), known));
        }
    }

    pub(super) fn forget(&mut self, tab: i32) {
        self.held.remove(&tab);
        self.fresh.remove(&tab);
        self.windows.remove(&tab);
        self.openers.remove(&tab);
        self.connected.remove(&tab);
        self.held.values_mut().for_each(|(_, opened)| opened.retain(|opened| *opened != tab));
    }

    fn bounds_of(&self, tab: i32) -> Option<&TabBounds> {
        let own = self.held.get(&tab).map(|(bounds, _)| bounds);
        own.or_else(|| self.held.values().find(|(_, opened)| opened.contains(&tab)).map(|(bounds, _)| bounds))
    }

    /// What a tab may not do as a new window.
    fn windows_of(&self, tab: i32) -> impl Iterator<Item = &Windows> {
        let opener = self.openers.get(&tab).copied();
        let holds =
            move |holder: &i32, known: &[i32]| !known.contains(&tab) && opener.is_none_or(|opener| opener == *holder);
        self.windows.iter().filter(move |(holder, (_, known))| holds(holder, known)).map(|(_, (held, _))| held)
    }

    /// The command that has the browser pause what must be judged in a tab, or nothing.
    pub(super) fn command(&self, tab: i32) -> (&'static str, Value) {
        let bounds = self.bounds_of(tab).is_some();
        let (forms, files) = self
            .windows_of(tab)
            .fold((false, false), |(forms, files), held| (forms || held.forms, files || held.files));
        let stage = |stage: &str| json!({"urlPattern": "*", "resourceType": "Document", "requestStage": stage});
        let mut patterns = Vec::new();
        if bounds || forms {
            patterns.push(stage("Request"));
        }
        if files {
            patterns.push(stage("Response"));
        }
        if patterns.is_empty() { ("Fetch.disable", json!({})) } else { ("Fetch.enable", json!({"patterns": patterns})) }
    }

    /// The command that keeps a tab's pages from connecting (`WebSocket`) to other hosts than its bounds have, or does so no longer; none: nothing has to
    /// change. Such a request is never paused: for what it may not reach the tab is offline.
    pub(super) fn connections(&mut self, tab: i32) -> Option<(&'static str, Value)> {
        let condition = |address: String, offline: bool| json!({"urlPattern": address, "offline": offline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1});
        let both = |host: &str, offline: bool| {
            ["ws", "wss"].map(|scheme| condition(format!("{scheme}://{host}:*/*"), offline))
        };
        let (is_bound, conditions) = match self.bounds_of(tab) {
            // The first that matches an address counts.
            Some(TabBounds::Only { hosts, .. }) => {
                let subdomains =
                    |host: &String| if host.starts_with('[') { host.clone() } else { format!("{{*.}}?{host}") };
                let known = hosts.iter().flat_map(|host| both(&subdomains(host), false));
                (true, known.chain(both("*", true)).collect())
            }
            _ => (false, Vec::new()),
        };
        let was_bound = if is_bound { !self.connected.insert(tab) } else { self.connected.remove(&tab) };
        (is_bound || was_bound)
            .then(|| ("Network.emulateNetworkConditionsByRule", json!({"matchedNetworkConditions": conditions})))
    }

    /// What becomes of a paused request of a tab whose main frame this is.
    pub(super) fn answer(&self, tab: i32, main_frame: &str, params: &Value) -> (&'static str, Value) {
        let id = params.get("requestId").cloned().unwrap_or_default();
        if self.refuses(tab, main_frame, params) {
            ("Fetch.failRequest", json!({"requestId": id, "errorReason": "BlockedByClient"}))
        } else {
            ("Fetch.continueRequest", json!({"requestId": id}))
        }
    }

    fn refuses(&self, tab: i32, main_frame: &str, params: &Value) -> bool {
        let text = |path: &str| params.pointer(path).and_then(Value::as_str).unwrap_or_default();
        // What pages load into frames is theirs.
        if text("/frameId") != main_frame {
            return false;
        }
        if params.get("responseStatusCode").is_some() || params.get("responseErrorReason").is_some() {
            return self.windows_of(tab).any(|held| held.files) && is_file(params);
        }
        // What is not an address of the web for EDITH is bounded to nothing.
        let leads_out =
            |bounds: &TabBounds| HttpUrl::parse(text("/request/url")).map_or(true, |url| bounds.holds(&url));
        self.bounds_of(tab).is_some_and(leads_out)
            || text("/request/method") == "POST" && self.windows_of(tab).any(|held| held.forms)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use edith_port::Confined;

    fn only(hosts: &[&str]) -> TabBounds {
        TabBounds::only(hosts.iter().map(|host| (*host).to_owned()).collect(), Confined::Told)
    }

    fn asks(method: &str, url: &str) -> Value {
        json!({"requestId": "r", "frameId": "MAIN", "request": {"url": url, "method": method}})
    }

    fn is_held(guard: &Guard, tab: i32, params: &Value) -> bool {
        guard.answer(tab, "MAIN", params).0 == "Fetch.failRequest"
    }

    #[test]
    fn a_tab_and_what_it_opens_stay_within_its_bounds() {
        let mut guard = Guard::default();
        assert_eq!(guard.set(1, Some(&only(&["a.example"])), false), [1]);
        guard.opened(2, Some(1));
        for (tab, url, held) in [
            (1, "https://a.example/x", false),
            (1, "https://www.a.example/", false),
            (1, "https://evil.example/", true),
            (1, "https://user@a.example/", true),
            (2, "https://evil.example/", true),
            (2, "https://a.example/", false),
            (3, "https://evil.example/", false),
        ] {
            assert_eq!(is_held(&guard, tab, &asks("GET", url)), held, "{tab} {url}");
        }
        let frame =
            json!({"requestId": "r", "frameId": "OTHER", "request": {"url": "https://evil.example/", "method": "GET"}});
        assert!(!is_held(&guard, 1, &frame), "frames are the page's own");
        assert_eq!(guard.command(2).0, "Fetch.enable");
        assert_eq!(guard.set(1, None, false), [2, 1]);
        assert_eq!((guard.command(1).0, guard.command(2).0), ("Fetch.disable", "Fetch.disable"));
        assert!(!is_held(&guard, 2, &asks("GET", "https://evil.example/")));
    }

    #[test]
    fn pages_connect_to_the_hosts_of_their_bounds_only_and_to_any_without() {
        let mut guard = Guard::default();
        let patterns = |guard: &mut Guard, tab: i32| {
            let (_, params) = guard.connections(tab)?;
            let all = params["matchedNetworkConditions"].as_array()?.clone();
            Some(
                all.iter()
                    .map(|one| format!("{} {}", one["urlPattern"].as_str().unwrap(), one["offline"]))
                    .collect::<Vec<_>>(),
            )
        };
        assert_eq!(patterns(&mut guard, 1), None);
        guard.set(1, Some(&only(&["a.example", "[::1]"])), false);
        guard.opened(2, Some(1));
        for tab in [1, 2] {
            assert_eq!(
                patterns(&mut guard, tab).unwrap(),
                [
                    "ws://[::1]:*/* false",
                    "wss://[::1]:*/* false",
                    "ws://{*.}?a.example:*/* false",
                    "wss://{*.}?a.example:*/* false",
                    "ws://*:*/* true",
                    "wss://*:*/* true",
                ]
            );
        }
        guard.set(1, Some(&TabBounds::not_home()), false);
        assert_eq!(patterns(&mut guard, 1), Some(Vec::new()));
        assert_eq!(patterns(&mut guard, 1), None);
    }

    #[test]
    fn a_new_tab_of_an_unknown_opener_is_bounded_as_any() {
        let mut guard = Guard::default();
        guard.set(1, Some(&TabBounds::not_home()), true);
        guard.opened(2, None);
        assert!(is_held(&guard, 2, &asks("GET", "http://192.168.0.1/")));
        assert!(!is_held(&guard, 2, &asks("GET", "https://a.example/")));
        let mut guard = Guard::default();
        guard.set(1, Some(&TabBounds::not_home()), false);
        guard.opened(2, None);
        assert!(!is_held(&guard, 2, &asks("GET", "http://192.168.0.1/")), "nothing was said of new tabs");
    }

    #[test]
    fn a_tab_with_bounds_of_its_own_no_longer_has_its_openers() {
        let mut guard = Guard::default();
        guard.set(1, Some(&only(&["a.example"])), false);
        guard.opened(2, Some(1));
        guard.set(2, Some(&only(&["b.example"])), false);
        assert!(is_held(&guard, 2, &asks("GET", "https://a.example/")));
        assert_eq!(guard.set(1, None, false), [1]);
        assert!(is_held(&guard, 2, &asks("GET", "https://a.example/")));
    }

    #[test]
    fn new_windows_send_no_forms_and_save_no_files_while_that_is_held() {
        let held = Windows { from: vec!["a.example".to_owned()], forms: true, files: true };
        let mut guard = Guard::default();
        guard.hold(1, &held, vec![1, 5]);
        guard.opened(2, Some(1));
        guard.opened(3, None);
        guard.opened(4, Some(9));
        let file = json!({"requestId": "r", "frameId": "MAIN", "request": {"url": "https://a.example/f"}, "responseStatusCode": 200,
            "responseHeaders": [{"name": "Content-Disposition", "value": "attachment"}]});
        for (tab, held) in [(1, false), (5, false), (2, true), (3, true), (4, false)] {
            assert_eq!(is_held(&guard, tab, &asks("POST", "https://a.example/send")), held, "{tab}");
            assert_eq!(is_held(&guard, tab, &file), held, "{tab}");
            assert!(!is_held(&guard, tab, &asks("GET", "https://a.example/")), "{tab}");
        }
        let (method, params) = guard.command(2);
        assert_eq!((method, params["patterns"].as_array().map(Vec::len)), ("Fetch.enable", Some(2)));
        guard.hold(1, &Windows::default(), Vec::new());
        assert!(!is_held(&guard, 2, &asks("POST", "https://a.example/send")));
        assert_eq!(guard.command(2).0, "Fetch.disable");
    }
}
