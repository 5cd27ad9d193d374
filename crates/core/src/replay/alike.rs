//! What counts as the same on another day: names but for what ticks, addresses and titles but for numbers.

use edith_page::uid::steady;
use url::Url;

/// Whether two names of elements are the same.
pub(super) fn same_name(one: &str, other: &str) -> bool {
    let (one, other) = (one.trim(), other.trim());
    !one.is_empty() && (one == other || (!steady(one).is_empty() && steady(one) == steady(other)))
}

/// Whether two surroundings are the same; none and none are.
pub(super) fn same_place(one: Option<&String>, other: Option<&String>) -> bool {
    match (one, other) {
        (None, None) => true,
        (Some(one), Some(other)) => one == other || same_name(one, other),
        _ => false,
    }
}

/// Whether two addresses lead to the same kind of page of the same host.
pub(super) fn same_address(one: &str, other: &str) -> bool {
    let kind = |address: &str| {
        let url = Url::parse(address).ok()?;
        let path: Vec<String> = url.path().split('/').filter(|part| !part.is_empty()).map(shape).collect();
        Some((url.host_str().map(str::to_owned), url.port_or_known_default(), path))
    };
    match (kind(one), kind(other)) {
        (Some(one), Some(other)) => one == other,
        _ => one == other,
    }
}

/// A text with a sign for each number, on one line.
pub(super) fn shape(text: &str) -> String {
    let mut out = String::new();
    let mut in_number = false;
    for word in text.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        for c in word.chars() {
            if c.is_ascii_digit() {
                if !in_number {
                    out.push('#');
                }
                in_number = true;
            } else {
                in_number = false;
                out.push(c);
            }
        }
        in_number = false;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_do_not_make_a_page_another_one() {
        assert!(same_address("https://a.example/order/12?x=1", "https://a.example/order/977"));
        assert!(same_address("https://a.example/", "https://a.example"));
        for other in ["https://b.example/order/12", "https://a.example/login", "https://a.example/order/12/edit"] {
            assert!(!same_address("https://a.example/order/12", other), "{other}");
        }
        assert!(!same_address("http://a.example:1/", "http://a.example:2/"));
        assert_eq!(shape("Order  1234 of 5"), shape("Order 9 of 61"));
        assert_ne!(shape("Desk lamp"), shape("Floor lamp"));
    }

    #[test]
    fn a_count_does_not_make_a_name_another_one_and_a_price_does() {
        assert!(same_name("Cart (3)", "Cart (4)"));
        assert!(!same_name("Buy for 24.90", "Buy for 29.90"));
        assert!(!same_name("", ""));
        assert!(same_place(None, None) && !same_place(None, Some(&"Cart".to_owned())));
    }
}
