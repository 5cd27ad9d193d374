//! Keys that a server refused, or whose quota is used up. Known only while the worker lives, and stored nowhere.

use super::account::Account;
use std::cell::RefCell;

/// How long a key is left alone, in milliseconds, unless the server names a time: quotas of a minute are over by then, and whoever pays or mends it does not
/// wait long.
const LEFT_ALONE_MS: f64 = 10.0 * 60_000.0;
/// The longest that a server may name, in milliseconds: whoever pays before a month is over does not wait for its end.
const LONGEST_WISH_MS: u64 = 60 * 60_000;

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

    /// A key does not work; the server may have said for how long, in milliseconds.
    pub(super) fn note(&self, base_url: &str, key: &str, wish_ms: Option<u64>, now: f64) {
        self.forget(base_url, key);
        let rest = wish_ms.map_or(LEFT_ALONE_MS, |wish| wish.min(LONGEST_WISH_MS) as f64);
        let (base_url, key) = (base_url.to_owned(), key.to_owned());
        self.0.borrow_mut().push(WornKey { base_url, key, until: now + rest });
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
        worn.note("u", "a", None, 0.0);
        worn.note("elsewhere", "b", None, 0.0);
        assert_eq!(worn.usable(&account(&["a", "b"]), 1.0), ["b"]);
        worn.note("u", "b", None, 1.0);
        assert_eq!(worn.usable(&account(&["a", "b"]), 2.0), ["a"], "the one that rested for longest, alone");
        assert_eq!(worn.usable(&account(&["a", "b"]), LEFT_ALONE_MS), ["a"]);
        assert_eq!(worn.usable(&account(&["a", "b"]), LEFT_ALONE_MS + 1.0), ["a", "b"]);
        worn.forget("u", "b");
        assert_eq!(worn.usable(&account(&["a", "b"]), 2.0), ["b"]);
        assert_eq!(worn.usable(&account(&[]), 0.0), [""]);
    }

    #[test]
    fn a_server_may_say_how_long_a_key_rests() {
        let worn = WornKeys::default();
        let both = account(&["a", "b"]);
        worn.note("u", "a", Some(20_000), 0.0);
        assert_eq!(worn.usable(&both, 19_999.0), ["b"]);
        assert_eq!(worn.usable(&both, 20_000.0), ["a", "b"]);
        worn.note("u", "a", Some(20 * 24 * 60 * 60_000), 0.0);
        assert_eq!(worn.usable(&both, 59.0 * 60_000.0), ["b"], "longer than without a word");
        assert_eq!(worn.usable(&both, 60.0 * 60_000.0), ["a", "b"], "but not for days");
    }
}
