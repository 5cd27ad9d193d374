//! Keys that a server refused, or whose quota is used up. Known only while the worker lives, and stored nowhere.

use super::account::Account;
use std::cell::RefCell;

/// How long a key is left alone, in milliseconds: quotas of a minute are over by then, and whoever pays or mends it does not wait long.
const LEFT_ALONE_MS: f64 = 10.0 * 60_000.0;

/// The keys that do not work at present.
#[derive(Default)]
pub(super) struct WornKeys(RefCell<Vec<WornKey>>);

struct WornKey {
    base_url: String,
    key: String,
    /// Milliseconds since 1970.
    until: f64,
}

impl WornKeys {
    /// The keys to try for one turn, in this order. If none works at present, the one that was left alone for longest; "" for a server without keys.
    pub(super) fn usable(&self, account: &Account, now: f64) -> Vec<String> {
        let worn = self.0.borrow();
        let until = |key: &str| {
            let known = worn.iter().find(|worn| worn.base_url == account.server.base_url && worn.key == key);
            known.map_or(f64::NEG_INFINITY, |known| known.until)
        };
        let mut usable: Vec<String> = Vec::new();
        for key in &account.keys {
            if until(key) <= now && !usable.contains(key) {
                usable.push(key.clone());
            }
        }
        if usable.is_empty() {
            let least = account.keys.iter().min_by(|one, other| until(one).total_cmp(&until(other)));
            usable.push(least.cloned().unwrap_or_default());
        }
        usable
    }

    /// A key does not work.
    pub(super) fn note(&self, base_url: &str, key: &str, now: f64) {
        self.forget(base_url, key);
        let (base_url, key) = (base_url.to_owned(), key.to_owned());
        self.0.borrow_mut().push(WornKey { base_url, key, until: now + LEFT_ALONE_MS });
    }

    /// A key works.
    pub(super) fn forget(&self, base_url: &str, key: &str) {
        self.0.borrow_mut().retain(|worn| worn.base_url != base_url || worn.key != key);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use edith_protocol::ModelServer;

    fn account(keys: &[&str]) -> Account {
        let server = ModelServer { base_url: "u".into(), ..ModelServer::default() };
        Account { server, keys: keys.iter().map(|key| (*key).to_owned()).collect() }
    }

    #[test]
    fn worn_keys_are_left_alone_for_a_while() {
        let worn = WornKeys::default();
        assert_eq!(worn.usable(&account(&["a", "b", "a"]), 0.0), ["a", "b"]);
        worn.note("u", "a", 0.0);
        worn.note("elsewhere", "b", 0.0);
        assert_eq!(worn.usable(&account(&["a", "b"]), 1.0), ["b"]);
        worn.note("u", "b", 1.0);
        assert_eq!(worn.usable(&account(&["a", "b"]), 2.0), ["a"], "the one that rested for longest, alone");
        assert_eq!(worn.usable(&account(&["a", "b"]), LEFT_ALONE_MS), ["a"]);
        assert_eq!(worn.usable(&account(&["a", "b"]), LEFT_ALONE_MS + 1.0), ["a", "b"]);
        worn.forget("u", "b");
        assert_eq!(worn.usable(&account(&["a", "b"]), 2.0), ["b"]);
        assert_eq!(worn.usable(&account(&[]), 0.0), [""]);
    }
}
