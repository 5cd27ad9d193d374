//! Which names anybody may register something below: `com`, `co.uk`, `github.io`, by the Public Suffix List.
//!
//! The list is in the package as a Bloom filter: each of its rules is found, and one of two hundred other names is taken for one. Such a name's
//! subdomains count as sites of their own, which asks once too often and never once too seldom. The list's few exceptions (`!www.ck`) are left out
//! for the same reason.

include!("suffix_filter.rs");

static FILTER: &[u8; FILTER_BYTES] = include_bytes!(concat!(env!("OUT_DIR"), "/public_suffixes.bin"));

fn has(rule: &str) -> bool {
    bits_of(rule.as_bytes()).all(|(at, bit)| FILTER.get(at).is_some_and(|byte| byte & bit != 0))
}

/// Whether a host name is a public suffix. A name that the list does not know ends with one of a single label.
pub(crate) fn is_public(name: &str) -> bool {
    match name.split_once('.') {
        None => true,
        Some((_, parent)) => has(name) || has(&format!("*.{parent}")),
    }
}

/// The name that somebody registered: `example.co.uk` of `www.example.co.uk`. A public suffix is itself.
pub(crate) fn registered(host: &str) -> &str {
    let mut registered = host;
    let mut rest = host;
    loop {
        if is_public(rest) {
            return registered;
        }
        match rest.split_once('.') {
            Some((_, parent)) => (registered, rest) = (rest, parent),
            None => return registered,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_of_the_list_is_found() {
        let list = include_str!("../../data/public_suffixes.txt");
        let rules: Vec<&str> = list.lines().filter(|line| !line.starts_with("//")).collect();
        assert!(rules.len() > 9_000);
        for rule in rules {
            assert!(has(rule), "{rule}");
        }
    }

    #[test]
    fn few_other_names_are_taken_for_rules() {
        let mut random = fastrand::Rng::with_seed(7);
        let taken = (0..20_000).filter(|_| {
            let name: String = (0..10).map(|_| char::from(random.u8(b'a'..=b'z'))).collect();
            has(&format!("{name}.com"))
        });
        let taken = taken.count();
        assert!(taken < 300, "{taken} of 20,000");
    }

    #[test]
    fn names_are_registered_below_public_suffixes() {
        for (host, expected) in [
            ("www.example.com", "example.com"),
            ("example.com", "example.com"),
            ("a.b.example.co.uk", "example.co.uk"),
            ("ann.github.io", "ann.github.io"),
            ("x.ann.github.io", "ann.github.io"),
            ("github.io", "github.io"),
            ("shop.netlify.app", "shop.netlify.app"),
            ("bucket.s3.amazonaws.com", "bucket.s3.amazonaws.com"),
            ("a.kawasaki.jp", "a.kawasaki.jp"),
            ("b.a.kawasaki.jp", "b.a.kawasaki.jp"),
            ("mail.example", "mail.example"),
            ("www.mail.example", "mail.example"),
            ("intranet", "intranet"),
        ] {
            assert_eq!(registered(host), expected, "{host}");
        }
    }
}
