//! Whether a typed line is the address of a page rather than words to search for.

/// Endings of files that are not domains: `notes.txt` is searched for.
const FILES: [&str; 24] = [
    "txt", "pdf", "doc", "docx", "xls", "xlsx", "ppt", "pptx", "csv", "json", "xml", "html", "htm", "css", "js", "exe",
    "png", "jpg", "jpeg", "gif", "webp", "svg", "mp3", "mp4",
];

/// The address that a typed line stands for; none if it is words. Only http and https.
pub fn typed_address(line: &str) -> Option<String> {
    let line = line.trim();
    if line.is_empty() || line.chars().any(char::is_whitespace) {
        return None;
    }
    if let Some((scheme, rest)) = line.split_once("://") {
        let is_web = ["http", "https"].iter().any(|one| scheme.eq_ignore_ascii_case(one));
        return (is_web && is_host(host_of(rest)?, true)).then(|| line.to_owned());
    }
    let host = host_of(line)?;
    if !is_host(host, false) {
        return None;
    }
    // A machine of one's own rarely has a certificate.
    let (name, _) = split_port(host);
    let scheme = if is_own(name) { "http" } else { "https" };
    Some(format!("{scheme}://{line}"))
}

/// The part before the path. None for one with a user in it, which is a mail address or a trick.
fn host_of(rest: &str) -> Option<&str> {
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    (!host.is_empty() && !host.contains('@')).then_some(host)
}

fn split_port(host: &str) -> (&str, Option<&str>) {
    match host.rsplit_once(':') {
        Some((name, port)) => (name, Some(port)),
        None => (host, None),
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_own(name: &str) -> bool {
    name == "localhost" || name.ends_with(".localhost") || is_machine(name)
}

/// Four numbers.
fn is_machine(name: &str) -> bool {
    let parts: Vec<&str> = name.split('.').collect();
    parts.len() == 4 && parts.iter().all(|part| part.parse::<u8>().is_ok())
}

/// Whether it is the name of a host. With its scheme it may have one part only.
fn is_host(host: &str, with_scheme: bool) -> bool {
    let (name, port) = split_port(host);
    if port.is_some_and(|port| !is_number(port) || port.parse::<u16>().is_err()) {
        return false;
    }
    if is_own(name) {
        return true;
    }
    let name = name.strip_suffix('.').unwrap_or(name);
    let fits = |label: &str| {
        let inner = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
        !label.is_empty() && label.chars().all(inner) && !label.starts_with('-') && !label.ends_with('-')
    };
    if !name.split('.').all(fits) {
        return false;
    }
    match name.rsplit_once('.') {
        None => with_scheme,
        Some((_, last)) => {
            let is_file = FILES.contains(&last.to_ascii_lowercase().as_str()) && port.is_none() && !with_scheme;
            let is_word =
                last.chars().count() >= 2 && last.chars().all(char::is_alphabetic) || last.starts_with("xn--");
            is_word && !is_file
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_told_from_words() {
        for (line, address) in [
            ("example.com", Some("https://example.com")),
            (" en.wikipedia.org/wiki/Ada?x=1#y ", Some("https://en.wikipedia.org/wiki/Ada?x=1#y")),
            ("example.com:8443/a", Some("https://example.com:8443/a")),
            ("HTTP://Example.com", Some("HTTP://Example.com")),
            ("http://intranet/", Some("http://intranet/")),
            ("localhost:3000/x", Some("http://localhost:3000/x")),
            ("127.0.0.1", Some("http://127.0.0.1")),
            ("münchen.de", Some("https://münchen.de")),
            ("xn--mnchen-3ya.de", Some("https://xn--mnchen-3ya.de")),
            ("weather", None),
            ("weather in example.com", None),
            ("3.5", None),
            ("1.2.3", None),
            ("300.1.1.1", None),
            ("e.g.", None),
            ("notes.txt", None),
            ("ada@example.com", None),
            ("https://me:secret@example.com", None),
            ("javascript:alert(1)", None),
            ("javascript://example.com/%0aalert(1)", None),
            ("data:text/html,x", None),
            ("file:///etc/passwd", None),
            ("chrome://settings", None),
            ("what?", None),
            ("a..b", None),
            ("-a.com", None),
            ("example.com:99999", None),
            ("note:buy.milk", None),
            ("", None),
        ] {
            assert_eq!(typed_address(line).as_deref(), address, "{line}");
        }
    }
}
