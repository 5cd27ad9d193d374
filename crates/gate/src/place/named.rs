//! Which sites a person named: in words that they typed for the task. What they quoted or pasted was written by somebody else, and is asked about.

use crate::Site;
use crate::place::clauses::{calls, placed, placed_names, wanted};
use crate::place::origins::{is_local, is_loopback};
use crate::place::written::{addresses, written};
use crate::words::phrases::words;
use edith_actions::http_url::HttpUrl;
use edith_page::order::distinct;

/// Shortest site name that counts without its ending: `wikipedia`.
const NAME_CHARS: usize = 4;
/// A longer line was pasted, in characters; so was a longer block of lines.
const LINE_CHARS: usize = 280;
const BLOCK_LINES: usize = 8;

/// Names that everybody uses for one owner's sites.
#[rustfmt::skip]
const SERVICES: &[(&str, &[&str])] = &[
    ("google", &["google.com", "google.de", "google.es", "google.fr", "google.co.uk", "google.at", "google.ch", "google.it"]), ("gmail", &["google.com"]),
    ("youtube", &["youtube.com"]), ("wikipedia", &["wikipedia.org"]), ("openstreetmap", &["openstreetmap.org"]),
    ("amazon", &[
        "amazon.com", "amazon.de", "amazon.co.uk", "amazon.fr", "amazon.es", "amazon.it", "amazon.nl", "amazon.pl", "amazon.se", "amazon.ca", "amazon.in",
        "amazon.com.au", "amazon.com.br", "amazon.com.mx", "amazon.co.jp",
    ]),
    ("ebay", &["ebay.com", "ebay.de", "ebay.co.uk", "ebay.fr", "ebay.es", "ebay.it", "ebay.at", "ebay.ch", "ebay.ca", "ebay.com.au"]),
    ("github", &["github.com"]), ("gitlab", &["gitlab.com"]), ("bitbucket", &["bitbucket.org"]), ("stackoverflow", &["stackoverflow.com"]),
    ("reddit", &["reddit.com"]), ("linkedin", &["linkedin.com"]), ("facebook", &["facebook.com"]), ("instagram", &["instagram.com"]),
    ("twitter", &["twitter.com", "x.com"]), ("whatsapp", &["whatsapp.com"]), ("telegram", &["telegram.org"]), ("mastodon", &["mastodon.social"]),
    ("outlook", &["live.com", "office.com", "outlook.com"]), ("hotmail", &["live.com"]), ("onedrive", &["live.com"]), ("dropbox", &["dropbox.com"]),
    ("slack", &["slack.com"]), ("trello", &["trello.com"]), ("jira", &["atlassian.net"]), ("confluence", &["atlassian.net"]),
    ("notion", &["notion.so"]), ("airtable", &["airtable.com"]), ("spotify", &["spotify.com"]), ("netflix", &["netflix.com"]),
    ("paypal", &["paypal.com"]), ("airbnb", &["airbnb.com", "airbnb.de", "airbnb.fr", "airbnb.es", "airbnb.co.uk"]),
    ("tripadvisor", &["tripadvisor.com", "tripadvisor.de", "tripadvisor.fr", "tripadvisor.es", "tripadvisor.co.uk"]),
    ("skyscanner", &["skyscanner.net", "skyscanner.com", "skyscanner.de"]), ("expedia", &["expedia.com", "expedia.de", "expedia.fr", "expedia.es"]),
    ("ikea", &["ikea.com"]), ("etsy", &["etsy.com"]), ("zalando", &["zalando.de", "zalando.com", "zalando.fr", "zalando.es", "zalando.co.uk"]),
    ("idealo", &["idealo.de", "idealo.fr", "idealo.es", "idealo.co.uk"]), ("imdb", &["imdb.com"]), ("arxiv", &["arxiv.org"]), ("deepl", &["deepl.com"]),
];

/// How many sites a person's own words speak of, wherever in them.
pub(crate) fn spoken_of(texts: &[&str]) -> usize {
    let typed = texts.iter().flat_map(|text| addresses(&parts(text).0));
    let sites = typed.map(|address| Site::of(&address).as_str().to_owned());
    distinct(sites.chain(Named::by(texts.iter().copied()).services)).len()
}

/// What a person named in their own words.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Named {
    typed: Vec<HttpUrl>,
    quoted: Vec<HttpUrl>,
    words: Vec<String>,
    /// The clauses that want something of what they name.
    clauses: Vec<String>,
    /// The names that everybody uses for one owner's sites, where they are so.
    services: Vec<String>,
    open: Vec<Site>,
}

impl Named {
    /// Reads texts that the person typed.
    pub fn by<'a>(texts: impl Iterator<Item = &'a str>) -> Self {
        let mut named = Self::default();
        for text in texts {
            let (typed, quoted) = parts(text);
            for clause in wanted(&typed) {
                named.typed.extend(placed(&clause));
                named
                    .services
                    .extend(placed_names(&clause, &|token| service(token).is_some()).into_iter().filter_map(service));
                // What is in an address is not a word: `github.com/ann` names no other account there.
                let bare = |token: &&str| written(token).next().is_none();
                let words = words(&clause.split_whitespace().filter(bare).collect::<Vec<_>>().join(" "));
                named.words.extend(words);
                named.clauses.push(clause);
            }
            named.quoted.extend(addresses(&quoted));
        }
        named
    }

    /// The same with pages that the person pointed at, or with the sites of a schedule.
    #[must_use]
    pub fn with<'a>(mut self, addresses: impl Iterator<Item = &'a str>) -> Self {
        let site = |address: &str| HttpUrl::parse(address.trim_start_matches("*.")).ok();
        self.typed.extend(addresses.filter_map(site));
        self
    }

    /// The same with the sites of the tabs that the person had open: among these a site's name alone says which is meant.
    #[must_use]
    pub fn beside(mut self, open: impl Iterator<Item = Site>) -> Self {
        self.open.extend(open);
        self
    }

    /// Whether the person named the site: by its address, by a name that everybody uses for it, or by the name of one of their open tabs' sites.
    pub fn has(&self, site: &Site, address: &HttpUrl) -> bool {
        let is_it = |named: &HttpUrl| is_same(named, site, address);
        // Of a service with tenants the only one that is open is meant.
        let is_theirs = |sites: &[&str]| {
            sites.contains(&site.service())
                && (site.is_account() || self.is_only_open(site, &|open| open.service() == site.service()))
        };
        let by_service = |word: &String| {
            SERVICES.iter().any(|(name, sites)| name == word && (sites.contains(&site.as_str()) || is_theirs(sites)))
        };
        self.typed.iter().any(is_it) || self.services.iter().any(by_service) || self.is_tab(site)
    }

    /// Whether the person named the site by the name of one of their open tabs' sites, and no other is called so.
    pub(crate) fn is_tab(&self, site: &Site) -> bool {
        let name = name_of(site);
        name.len() >= NAME_CHARS
            && self.is_only_open(site, &|open| name_of(open) == name)
            && self.clauses.iter().any(|clause| calls(clause, name))
    }

    /// Whether the site is the only open one of which this holds.
    fn is_only_open(&self, site: &Site, holds: &dyn Fn(&Site) -> bool) -> bool {
        self.open.contains(site) && self.open.iter().filter(|open| *open != site).all(|open| !holds(open))
    }

    /// The sites of the person's open tabs.
    pub(crate) fn open(&self) -> &[Site] {
        &self.open
    }

    /// Whether one site at most is named by these.
    pub(crate) fn is_one(&self) -> bool {
        let sites = self.typed.iter().map(|address| Site::of(address).as_str().to_owned());
        distinct(sites.chain(self.services.iter().cloned())).len() < 2
    }

    /// Whether any site is named by an address, or by a name that everybody uses for it.
    pub(crate) fn has_any(&self) -> bool {
        !self.typed.is_empty() || !self.services.is_empty()
    }

    /// Whether the person named a server of tools where a place is named, by what they call it themselves.
    pub fn has_server(&self, called: &str) -> bool {
        let called = words(called);
        let is_long = called.iter().map(|word| word.chars().count()).sum::<usize>() >= NAME_CHARS;
        let stands = || self.words.windows(called.len()).any(|part| part == called);
        let is_it = |token: &str| words(token).first() == called.first();
        is_long && stands() && self.clauses.iter().any(|clause| !placed_names(clause, &is_it).is_empty())
    }

    /// Whether the site is in what the person quoted or pasted.
    pub fn quotes(&self, site: &Site, address: &HttpUrl) -> bool {
        self.quoted.iter().any(|named| is_same(named, site, address))
    }

    /// The sites in what the person quoted or pasted.
    pub fn quoted(&self) -> Vec<String> {
        distinct(self.quoted.iter().map(|address| Site::of(address).as_str().to_owned()))
    }

    /// The addresses and hosts that the person wrote.
    pub fn addresses(&self) -> impl Iterator<Item = &HttpUrl> {
        self.typed.iter()
    }

    /// The one address that a person wrote in full in this text, with `http` or `https`, and named by that; none: there is none, or several.
    pub fn only_whole(text: &str) -> Option<HttpUrl> {
        let (typed, _) = parts(text);
        let mut whole =
            written(&typed).filter(|token| token.contains("://")).filter_map(|token| HttpUrl::parse(token).ok());
        let first = whole.next()?;
        let is_named = || Self::by(std::iter::once(text)).typed.contains(&first);
        (whole.all(|other| other == first) && is_named()).then_some(first)
    }

    /// Whether it is a private address the person did not speak of.
    pub fn is_foreign_local(&self, address: &HttpUrl) -> bool {
        is_local(address.host()) && !self.has_local(address)
    }

    /// Whether the person named any address of the same machine or network.
    fn has_local(&self, wanted: &HttpUrl) -> bool {
        let same = |site: &HttpUrl| {
            is_local(site.host())
                && (site.host() == wanted.host() || is_loopback(site.host()) && is_loopback(wanted.host()))
        };
        self.typed.iter().any(same)
    }
}

/// What a site is called without its ending.
fn name_of(site: &Site) -> &str {
    site.as_str().split('.').next().unwrap_or_default()
}

/// The name of a site in a word, if everybody uses it for that.
fn service(token: &str) -> Option<String> {
    let word = words(token).into_iter().next()?;
    SERVICES.iter().any(|(name, _)| *name == word).then_some(word)
}

/// Whether a named address is of the same site; one of the person's own network without a port is so for each port.
fn is_same(named: &HttpUrl, site: &Site, address: &HttpUrl) -> bool {
    Site::of(named) == *site
        || site.is_of_service(named)
        || (is_local(named.host()) && named.port().is_none() && named.host() == address.host())
}

/// What the person typed, and what they quoted or pasted: fenced or marked lines, long lines, long blocks of lines, and texts of several words in
/// quotation marks.
fn parts(text: &str) -> (String, String) {
    if !is_on!(Passages) {
        return (text.to_owned(), String::new());
    }
    let (mut own, mut quoted) = (String::new(), String::new());
    let lines: Vec<&str> = text.lines().collect();
    let mut fenced = false;
    for (at, line) in lines.iter().enumerate() {
        let trimmed = line.trim();
        let is_mark = trimmed.starts_with("```") || trimmed.starts_with("~~~");
        fenced ^= is_mark;
        let in_block = || {
            let is_text = |line: &&&str| !line.trim().is_empty();
            let before = lines.iter().take(at).rev().take_while(is_text).count();
            let after = lines.iter().skip(at).take_while(is_text).count();
            before + after > BLOCK_LINES && trimmed.split_whitespace().nth(1).is_some()
        };
        let is_marked = fenced || is_mark || trimmed.starts_with(['>', '|']);
        if is_marked {
            quoted.push_str(line);
        } else if trimmed.chars().count() > LINE_CHARS || in_block() {
            // However much follows, a task begins with the person's own sentence.
            let (begin, rest) = line.split_at(if at == 0 { first_sentence(line) } else { 0 });
            own.push_str(begin);
            quoted.push_str(rest);
        } else {
            own.push_str(line);
        }
        own.push('\n');
        quoted.push('\n');
    }
    let typed = unquote(&own, &mut quoted);
    (typed, quoted)
}

/// Where the first sentence of a line ends, in bytes: before what it introduces, or at the next sentence. One that is too long was pasted.
fn first_sentence(line: &str) -> usize {
    let ends = [". ", ": ", "! ", "? ", "; "].into_iter().filter_map(|end| line.find(end));
    let end = ends.min().unwrap_or(line.len());
    let is_short = line.get(..end).is_some_and(|own| own.chars().count() <= LINE_CHARS);
    if is_short { end } else { 0 }
}

/// What is still in a text of what was put into it and not typed: whole passages, else their lines, and of lines that were changed since the places, which
/// are still those of whoever wrote them. A single word is such a place.
pub fn passages(text: &str, put: &[String]) -> Vec<String> {
    let is_text = |put: &&str| put.split_whitespace().nth(1).is_some();
    let lines = || put.iter().flat_map(|put| put.lines().map(str::trim));
    let whole = put.iter().flat_map(|put| match text.contains(put.trim()) {
        true => vec![put.trim()],
        false => put.lines().map(str::trim).filter(|line| text.contains(line)).collect(),
    });
    let mut standing: Vec<&str> = whole.filter(is_text).collect();
    edith_page::order::sort_by_key(&mut standing, |put| std::cmp::Reverse(put.len()));
    // Each as often as it was there.
    let changed = lines().filter(|line| standing.iter().all(|put| !put.contains(line)));
    let places: Vec<&str> = changed.flat_map(written).filter(|place| text.contains(place)).collect();
    standing.into_iter().chain(places).map(str::to_owned).collect()
}

/// A text with what of it was put into it ([`passages`]) marked as quoted; empty: nothing was.
pub fn marked(text: &str, passages: &[String]) -> String {
    let quoted = |put: &str| put.lines().map(|line| format!("\n> {line}")).collect::<String>() + "\n";
    let marked = passages.iter().fold(text.to_owned(), |text, put| {
        if put.split_whitespace().nth(1).is_some() {
            return text.replace(put.as_str(), &quoted(put));
        }
        let lines = text.split_inclusive('\n');
        let before = lines.take_while(|line| line.trim_start().starts_with('>') || !line.contains(put.as_str()));
        let at = before.map(str::len).sum();
        let (before, rest) = text.split_at(at);
        format!("{before}{}", rest.replacen(put.as_str(), &quoted(put), 1))
    });
    if marked == text { String::new() } else { marked }
}

/// What the person typed of a text: without what they quoted or pasted.
pub(crate) fn typed(text: &str) -> String {
    parts(text).0
}

/// The quotation marks of all languages: which one opens, and which close it.
#[rustfmt::skip]
const MARKS: &[(char, &[char])] = &[
    ('"', &['"']), ('“', &['”', '“']), ('„', &['“', '”']), ('”', &['”']), ('«', &['»']), ('»', &['«']), ('\'', &['\'']), ('‘', &['’']), ('‚', &['‘', '’']), ('’', &['’']), ('‹', &['›']),
    ('›', &['‹']), ('「', &['」']), ('『', &['』']), ('《', &['》']), ('〈', &['〉']), ('〝', &['〞', '〟']), ('＂', &['＂']), ('`', &['`']),
];
/// Those that are apostrophes, signs of minutes and inches, or stray as well: they open only before a word, and close only after one.
const EDGES: &[char] = &['"', '\'', '’', '`', '”', '»', '›'];
/// Of these, those that stand alone as well.
const STRAYS: &[char] = &['\'', '’', '`', '»', '›'];

/// What was typed of a text without what is in quotation marks, which goes to the rest. A single word in them is a name. What is not closed is quoted to
/// its end, but for marks that may be none.
fn unquote(text: &str, quoted: &mut String) -> String {
    let (mut typed, mut rest, mut last) = (String::new(), text, None);
    while let Some(c) = rest.chars().next() {
        let after = rest.get(c.len_utf8()..).unwrap_or_default();
        let is_edge = EDGES.contains(&c);
        let begins =
            last.is_none_or(|last: char| !last.is_alphanumeric()) && after.starts_with(|c: char| !c.is_whitespace());
        let ends = MARKS.iter().find(|(open, _)| *open == c).map(|(_, ends)| *ends).filter(|_| !is_edge || begins);
        let closing = ends.and_then(|ends| closes(after, ends));
        let inside = match (ends, closing) {
            (Some(_), None) if !STRAYS.contains(&c) => Some((after, "")),
            (_, Some((at, length))) => after.get(..at).zip(after.get(at + length..)),
            _ => None,
        };
        match inside {
            Some((inside, behind)) => {
                let is_passage = inside.split_whitespace().nth(1).is_some();
                typed.push(' ');
                if is_passage { &mut *quoted } else { &mut typed }.push_str(inside);
                typed.push(' ');
                quoted.push(' ');
                (rest, last) = (behind, Some(' '));
            }
            None => {
                typed.push(c);
                (rest, last) = (after, Some(c));
            }
        }
    }
    typed
}

/// Where a quotation is closed by one of these marks, and how long that one is, in bytes.
fn closes(text: &str, ends: &[char]) -> Option<(usize, usize)> {
    let is_end = |(at, c): &(usize, char)| {
        let next = text.get(at + c.len_utf8()..).and_then(|rest| rest.chars().next());
        ends.contains(c) && (!EDGES.contains(c) || next.is_none_or(|next| !next.is_alphanumeric()))
    };
    text.char_indices().find(is_end).map(|(at, c)| (at, c.len_utf8()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn has(named: &Named, address: &str) -> bool {
        let address = HttpUrl::parse(address).unwrap();
        named.has(&Site::of(&address), &address)
    }

    #[test]
    fn what_a_person_types_names_a_site() {
        for (words, site, named) in [
            ("go to http://127.0.0.1:4000/shop and buy", "http://127.0.0.1:4000/x", true),
            ("go to http://127.0.0.1:4000/shop and buy", "http://127.0.0.1:4001/x", false),
            ("open localhost:8000/shop", "http://localhost:8000/", true),
            ("open localhost:8000/shop", "http://localhost:9000/", false),
            ("look at shop.example.", "https://www.shop.example/lamps", true),
            ("look at (www.shop.example), please", "https://shop.example/lamps", true),
            ("look at shop.example", "https://shop.example.evil.example/", false),
            ("compare a.github.io", "https://b.github.io/", false),
            ("write to ann@mail.example", "https://mail.example/", false),
            ("compare three phones", "https://phones.example/", false),
            ("version 1.5 of it, e.g. this", "https://1.5/", false),
            ("find it on Wikipedia or Amazon", "https://en.wikipedia.org/", true),
            ("find it on Wikipedia or Amazon", "https://www.amazon.co.uk/", true),
            ("find it on Wikipedia or Amazon", "https://amazon.evil.example/", false),
            ("find it on Wikipedia or Amazon", "https://amazon.github.io/", false),
            ("put it into docs.google.com/document/d/1A/edit", "https://docs.google.com/document/d/1A/edit", true),
            ("put it into docs.google.com/document/d/1A/edit", "https://docs.google.com/document/d/2B/edit", false),
            ("put it into a Google document", "https://docs.google.com/document/d/2B/edit", false),
            ("open 'shop.example' and \"mail.example\"", "https://mail.example/", true),
            // What is ruled out, or only asked about.
            ("read shop.example and do not open evil.example", "https://evil.example/", false),
            ("read shop.example and do not open evil.example", "https://shop.example/", true),
            ("read shop.example without logging in", "https://shop.example/", true),
            ("Öffne evil.example nicht, lies shop.example", "https://evil.example/", false),
            ("Öffne evil.example nicht, lies shop.example", "https://shop.example/", true),
            ("Is evil.example a fraud?", "https://evil.example/", false),
            ("never go to evil.example", "https://evil.example/", false),
            ("compare the prices on Amazon, but do not use eBay", "https://www.amazon.de/", true),
            ("compare the prices on Amazon, but do not use eBay", "https://www.ebay.de/", false),
            // Somebody else's words.
            ("answer this: \"please write to us at evil.example today\"", "https://evil.example/", false),
            ("answer this: „schreiben Sie an evil.example“", "https://evil.example/", false),
            ("answer:\n> see evil.example\nand shop.example", "https://evil.example/", false),
            ("answer:\n> see evil.example\nand shop.example", "https://shop.example/", true),
            ("answer:\n```\nsee evil.example\n```\nat shop.example", "https://evil.example/", false),
            ("answer:\n```\nsee evil.example\n```\nat shop.example", "https://shop.example/", true),
            ("compare\na.example\nb.example\nc.example", "https://b.example/", true),
            ("what is my code? who owns evil.example?", "https://evil.example/", false),
            ("ignore evil.example, other.example", "https://other.example/", false),
            ("Bob says I should use evil.example", "https://evil.example/", false),
            ("I have an account at evil.example that was hacked", "https://evil.example/", false),
            ("evil.example è una truffa?", "https://evil.example/", false),
            ("evil.example は開かないで", "https://evil.example/", false),
            ("shop.example: find a lamp", "https://shop.example/", true),
            ("which mails are from evil.example?", "https://evil.example/", false),
            ("does it link to evil.example?", "https://evil.example/", false),
            ("gibt es Post von evil.example?", "https://evil.example/", false),
            ("what does the lamp cost at shop.example?", "https://shop.example/", true),
            ("can you open shop.example?", "https://shop.example/", true),
            ("Put 12 lamps from https://shop.example/ into the cart", "https://shop.example/", true),
            ("buy the lamp from shop.example", "https://shop.example/", true),
            ("do what the script says at shop.example", "https://shop.example/", true),
            ("tell me what it says on shop.example", "https://shop.example/", true),
            ("get the prices from a.example, b.example and shop.example", "https://shop.example/", true),
            ("Tell me what https://shop.example/ says", "https://shop.example/", true),
            ("open https://github.com/acme/app", "https://github.com/evil/app", false),
            ("open my mail on GitHub", "https://github.com/acme/app", true),
            ("https://medium.com/@ann/a", "https://medium.com/@ann/b", true),
        ] {
            assert_eq!(has(&Named::by([words].into_iter()), site), named, "{words}: {site}");
        }
        let long = format!("answer this mail: {} evil.example", "word ".repeat(60));
        assert!(!has(&Named::by([long.as_str()].into_iter()), "https://evil.example/"));
        let long = format!("On http://localhost:8753 archive what I list. {} evil.example", "word ".repeat(60));
        assert!(has(&Named::by([long.as_str()].into_iter()), "http://localhost:8753/"), "a long task's own sentence");
        assert!(!has(&Named::by([long.as_str()].into_iter()), "https://evil.example/"));
        let lines = format!("Use localhost:8753 for this\n{}see evil.example", "- a line of it\n".repeat(9));
        let named = Named::by([lines.as_str()].into_iter());
        assert!(has(&named, "http://localhost:8753/") && !has(&named, "https://evil.example/"));
        let endless = format!("{} evil.example and more", "word ".repeat(60));
        assert!(
            !has(&Named::by([endless.as_str()].into_iter()), "https://evil.example/"),
            "one long sentence was pasted"
        );
        let block = format!("answer this\n{}see evil.example", "a line of it\n".repeat(9));
        let named = Named::by([block.as_str()].into_iter());
        assert!(!has(&named, "https://evil.example/"));
        assert_eq!(named.quoted(), ["evil.example"]);
    }

    #[test]
    fn a_files_name_is_no_site_unless_more_says_so() {
        for (words, site, named) in [
            ("put my notes.md into the form", "https://notes.md/", false),
            ("send ~/notes.md, ./setup.py and 'taxes.zip'", "https://notes.md/", false),
            ("send ~/notes.md, ./setup.py and 'taxes.zip'", "https://setup.py/", false),
            ("send ~/notes.md, ./setup.py and 'taxes.zip'", "https://taxes.zip/", false),
            ("what does src/main.rs:42 do, and MAIN.RS?", "https://main.rs/", false),
            ("run script.sh?", "https://script.sh/", false),
            ("play \"readme.mov\"", "https://readme.mov/", false),
            ("look up notes.old.md.", "https://notes.old.md/", false),
            // Asked about once: the safe side.
            ("open docs.rs", "https://docs.rs/", false),
            ("open www.docs.rs", "https://docs.rs/", true),
            ("open https://docs.rs", "https://docs.rs/serde", true),
            ("open docs.rs/serde", "https://docs.rs/", true),
            ("compare allegro.pl and notion.so", "https://allegro.pl/x", true),
            ("compare allegro.pl and notion.so", "https://notion.so/", true),
            ("send report.pdf to shop.example", "https://shop.example/", true),
        ] {
            assert_eq!(has(&Named::by([words].into_iter()), site), named, "{words}: {site}");
        }
    }

    #[test]
    fn what_was_put_into_a_task_names_nothing() {
        let mail = "Hi, please look at evil.example today";
        let names = |put: &[&str], site: &str| {
            let put: Vec<String> = put.iter().map(|put| (*put).to_owned()).collect();
            let text = format!("answer this {mail} at shop.example");
            let text = Some(marked(&text, &passages(&text, &put))).filter(|marked| !marked.is_empty()).unwrap_or(text);
            has(&Named::by([text.as_str()].into_iter()), site)
        };
        assert!(names(&[], "https://evil.example/"), "the control: one short line counts as typed");
        assert!(!names(&[mail], "https://evil.example/") && names(&[mail], "https://shop.example/"));
        let changed = format!("Dear Ann,\n{mail}\nYours");
        assert!(!names(&[&changed], "https://evil.example/"), "of a mail that was shortened afterwards");
        // The composer leaves out what the person put in by itself; a prompt's one word is somebody else's.
        assert!(!names(&["shop.example"], "https://shop.example/"), "an address");
        assert!(names(&["not in it at all"], "https://evil.example/"));
    }

    #[test]
    fn the_name_alone_says_which_of_the_open_tabs_is_meant() {
        let named = || Named::by(["put it into lumina"].into_iter());
        assert!(!has(&named(), "https://www.lumina.example/"));
        let open = Site::parse("https://lumina.example").into_iter();
        assert!(has(&named().beside(open), "https://www.lumina.example/"));
    }

    #[test]
    fn a_named_machine_is_named_with_all_its_ports() {
        let named = Named::by(["go to localhost:8000"].into_iter());
        let is_foreign = |address| named.is_foreign_local(&HttpUrl::parse(address).unwrap());
        assert!(!is_foreign("http://127.0.0.1:9000/"));
        assert!(is_foreign("http://192.168.0.1/"));
        assert!(!is_foreign("https://example.org/"));
    }
}
