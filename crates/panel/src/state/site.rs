//! The site of an address, as a person knows it.

/// The host and port of a web address; none for others. What comes before an `@` is not a host, however much it looks like one.
pub fn host(address: &str) -> Option<&str> {
    let rest = address.strip_prefix("https://").or_else(|| address.strip_prefix("http://"))?;
    let authority = rest.split(['/', '?', '#', '\\']).next().unwrap_or_default();
    let host = authority.rsplit('@').next().unwrap_or_default();
    (!host.is_empty()).then_some(host)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_told_by_its_host_alone() {
        for (address, expected) in [
            ("https://shop.example/cart?x=1#y", Some("shop.example")),
            ("http://127.0.0.1:8080", Some("127.0.0.1:8080")),
            ("https://bank.example@evil.example/", Some("evil.example")),
            ("https://bank.example:pw@evil.example?@bank.example", Some("evil.example")),
            ("https://evil.example\\@bank.example", Some("evil.example")),
            ("https://", None),
            ("chrome://settings/", None),
            ("about:blank", None),
            ("", None),
        ] {
            assert_eq!(host(address), expected, "{address}");
        }
    }
}
