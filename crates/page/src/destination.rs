//! Link destinations that a label does not reveal: another site, a file, or an unnamed place.

use super::clean::{bare, has_words};
use super::index::Element;

/// Longest address in a line, in characters; `inspect` gives all of it.
const SHOWN: usize = 50;

/// Extensions of files to open or save rather than pages.
const FILES: [&str; 32] = [
    "pdf", "doc", "docx", "odt", "rtf", "xls", "xlsx", "ods", "csv", "tsv", "ppt", "pptx", "odp", "epub", "txt", "md",
    "json", "xml", "ics", "vcf", "eml", "zip", "gz", "tar", "7z", "rar", "dmg", "exe", "msi", "apk", "mp3", "mp4",
];

/// Labels that reveal no destination, in the panel's languages.
const EMPTY_LABELS: [&str; 40] = [
    "here",
    "click here",
    "this",
    "this link",
    "this page",
    "link",
    "more",
    "read more",
    "learn more",
    "see more",
    "show more",
    "view",
    "view more",
    "details",
    "continue",
    "continue reading",
    "go",
    "hier",
    "hier klicken",
    "mehr",
    "mehr lesen",
    "mehr erfahren",
    "weiter",
    "weiterlesen",
    "ici",
    "cliquez ici",
    "plus",
    "lire la suite",
    "en savoir plus",
    "voir plus",
    "suite",
    "aquí",
    "haga clic aquí",
    "más",
    "leer más",
    "ver más",
    "saber más",
    "download",
    "open",
    "visit",
];

/// The `[to: …]` of a link on the page `here`; none if it is not a link, or its label says enough.
pub(super) fn leads_to(element: &Element, here: &str) -> Option<String> {
    let href = element.href.as_str();
    if !super::distil::leads(href) {
        return None;
    }
    let label = element.name.to_lowercase();
    let Some((host, rest)) = web(href) else {
        // Mail, telephone and the like.
        let (_, to) = href.split_once(':')?;
        let to = to.split('?').next().unwrap_or(to);
        return (!label.contains(&to.to_lowercase())).then(|| bare(href, SHOWN));
    };
    let path = rest.split(['?', '#']).next().unwrap_or(rest);
    let is_other = web(here).is_some_and(|(own, _)| !is_same_site(host, own));
    let says_host = label.contains(&bare_host(host).to_lowercase());
    if is_other && !says_host {
        return Some(bare(&format!("{}{}", bare_host(host), path.trim_end_matches('/')), SHOWN));
    }
    if let Some(file) = file(element, path) {
        return (!label.contains(&file.to_lowercase())).then(|| bare(&file, SHOWN));
    }
    let shown = if is_other { href } else { rest };
    says_nothing(element, label.trim()).then(|| bare(shown, SHOWN))
}

/// Splits a web address into host and rest.
fn web(address: &str) -> Option<(&str, &str)> {
    let rest = address.strip_prefix("https://").or_else(|| address.strip_prefix("http://"))?;
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    rest.split_at_checked(end)
}

fn bare_host(host: &str) -> &str {
    host.strip_prefix("www.").unwrap_or(host)
}

/// Whether one host equals the other or is a subdomain of it.
fn is_same_site(one: &str, other: &str) -> bool {
    let (one, other) = (bare_host(one), bare_host(other));
    let is_part = |part: &str, whole: &str| part.strip_suffix(whole).is_some_and(|front| front.ends_with('.'));
    one == other || is_part(one, other) || is_part(other, one)
}

/// The name of the file that a link leads to.
fn file(element: &Element, path: &str) -> Option<String> {
    let last = path.rsplit('/').next().unwrap_or_default();
    if let Some(name) = &element.download {
        return Some(if name.is_empty() { last.to_owned() } else { name.clone() }).filter(|name| !name.is_empty());
    }
    let (_, end) = last.rsplit_once('.')?;
    FILES.contains(&end.to_lowercase().as_str()).then(|| last.to_owned())
}

fn says_nothing(element: &Element, label: &str) -> bool {
    let words = label.trim_end_matches(['.', '…', '»', '>', '→', ' ']);
    element.guessed || !has_words(label) || EMPTY_LABELS.contains(&words)
}

#[cfg(test)]
mod tests {
    use super::super::raw::{RAW_VERSION, RawNode, RawPage};
    use super::super::uid::UidTable;
    use super::super::{Index, RenderOptions, render};

    #[test]
    fn a_link_tells_where_it_leads_when_its_label_does_not() {
        let check = |name: &str, href: &str, download: Option<&str>, expected: &str| {
            let node = RawNode {
                node: 1,
                tag: "a".into(),
                role: "link".into(),
                name: name.into(),
                href: href.into(),
                download: download.map(str::to_owned),
                ..RawNode::default()
            };
            let url = "https://www.shop.example/lamps".to_owned();
            let raw = RawPage { version: RAW_VERSION, url, nodes: vec![node], ..RawPage::default() };
            let text = render(&Index::build(raw, &mut UidTable::default()), &RenderOptions::default());
            let line = text.lines().find(|line| line.starts_with("1 | LINK")).unwrap();
            assert_eq!(line, format!("1 | LINK | {name:?}{expected}"), "{href}");
        };
        check("Desk lamp", "https://shop.example/lamps/12?from=list", None, "");
        check("Help", "https://help.shop.example/", None, "");
        check("Partner", "https://lamps.example/start/?ref=1", None, " [to: lamps.example/start]");
        check("lamps.example", "https://lamps.example/", None, "");
        check("Manual", "https://shop.example/files/manual.PDF?v=2", None, " [to: manual.PDF]");
        check("manual.pdf", "https://shop.example/files/manual.pdf", None, "");
        check("Your data", "https://shop.example/export?all", Some("data.csv"), " [to: data.csv]");
        check("Read more…", "https://shop.example/news/4", None, " [to: /news/4]");
        check("→", "https://shop.example/lamps?page=2", None, " [to: /lamps?page=2]");
        check("", "https://shop.example/x", None, " [to: /x]");
        check("2", "https://shop.example/lamps?page=2", None, "");
        check("Write to us", "mailto:shop@shop.example?subject=x", None, " [to: mailto:shop@shop.example?subject=x]");
        check("shop@shop.example", "mailto:shop@shop.example", None, "");
        check("Menu", "https://shop.example/lamps#", None, "");
    }
}
