//! Which addresses belong to the person's own machine or network.

use edith_actions::http_url::HttpUrl;

/// Name endings only used in private networks.
pub(crate) const OWN_ENDINGS: [&str; 10] =
    ["localhost", "local", "internal", "lan", "home", "intranet", "corp", "home.arpa", "localdomain", "private"];

/// Whether the host is the person's machine, or in a private network: loopback, private, link-local and unique-local ranges (RFC 1918, 3927, 4193,
/// 4291, 6598), also within IPv6 addresses that stand for IPv4 ones, and private names.
pub fn is_local(host: &str) -> bool {
    if let Some(v6) = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')) {
        return v6.parse::<std::net::Ipv6Addr>().is_ok_and(|v6| {
            v6.is_loopback()
                || v6.is_unspecified()
                || matches!(v6.segments(), [0xfc00..=0xfdff | 0xfe80..=0xfeff, ..])
                || inside(v6).is_some_and(is_local_number)
        });
    }
    if let Some(v4) = address(host) {
        return is_local_number(v4);
    }
    let host = host.trim_end_matches('.');
    !host.contains('.') || OWN_ENDINGS.iter().any(|own| host.strip_suffix(own).is_some_and(|sub| sub.ends_with('.')))
}

pub(crate) fn is_loopback(host: &str) -> bool {
    host == "localhost" || host == "[::1]" || address(host).is_some_and(|v4| v4.is_loopback())
}

/// The hosts of addresses, each once; of the person's own machine by all of its names.
pub(crate) fn with_other_names(addresses: impl Iterator<Item = HttpUrl>) -> Vec<String> {
    let hosts = addresses.flat_map(|address| {
        let others: &[&str] = if is_loopback(address.host()) { &["localhost", "127.0.0.1"] } else { &[] };
        std::iter::once(address.host().to_owned())
            .chain(others.iter().map(|host| (*host).to_owned()))
            .collect::<Vec<_>>()
    });
    edith_page::order::distinct(hosts)
}

/// The IPv4 address that an IPv6 address stands for: mapped and compatible ones (RFC 4291), translated ones (RFC 2765), NAT64 (RFC 6052, 8215), 6to4 (RFC 3056), and Teredo
/// (RFC 4380), which has it inverted.
fn inside(v6: std::net::Ipv6Addr) -> Option<std::net::Ipv4Addr> {
    let v4 = |high: u16, low: u16| std::net::Ipv4Addr::from(u32::from(high) << 16 | u32::from(low));
    match v6.segments() {
        [0, 0, 0, 0, 0, 0 | 0xffff, high, low]
        | [0, 0, 0, 0, 0xffff, 0, high, low]
        | [0x64, 0xff9b, 0 | 1, _, _, _, high, low] => Some(v4(high, low)),
        [0x2002, high, low, ..] => Some(v4(high, low)),
        [0x2001, 0, _, _, _, _, high, low] => Some(v4(!high, !low)),
        _ => None,
    }
}

fn is_local_number(v4: std::net::Ipv4Addr) -> bool {
    let shared = matches!(v4.octets(), [100, 64..=127, ..]);
    v4.is_loopback() || v4.is_private() || v4.is_link_local() || v4.octets().starts_with(&[0]) || shared
}

/// The parser has already normalised numbers: `http://2130706433/` is 127.0.0.1.
pub(crate) fn address(host: &str) -> Option<std::net::Ipv4Addr> {
    host.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn url(text: &str) -> HttpUrl {
        HttpUrl::parse(text).unwrap()
    }

    #[test]
    fn own_machines_and_networks_are_told_from_the_internet() {
        for host in [
            "http://localhost/",
            "http://127.0.0.1/",
            "http://127.9.9.9/",
            "http://2130706433/",
            "http://0x7f.1/",
            "http://0/",
            "http://10.1.2.3/",
            "http://172.16.0.1/",
            "http://192.168.178.1/",
            "http://169.254.169.254/latest/meta-data",
            "http://100.64.0.1/",
            "http://[::1]/",
            "http://[::ffff:10.0.0.1]/",
            "http://[fe80::1]/",
            "http://[fd00::1]/",
            "http://router/",
            "http://nas.local/",
            "http://a.internal/",
            "http://x.localhost/",
            "http://fritz.home.arpa/",
        ] {
            assert!(is_local(url(host).host()), "{host}");
        }
        for host in [
            "https://example.org/",
            "http://8.8.8.8/",
            "http://172.32.0.1/",
            "http://[2001:db8::1]/",
            "http://local.example/",
            "http://100.128.0.1/",
        ] {
            assert!(!is_local(url(host).host()), "{host}");
        }
    }
}
