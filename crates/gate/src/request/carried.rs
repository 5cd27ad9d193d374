//! What a request carries besides what was asked for: a switch that the person spoke of may send an address that they never wrote.
//!
//! A value is of a kind: a flag, a number and a word of the application's own say nothing by themselves; an address tells where something goes, and the
//! name of a field may say that it opens, grants or hands over. Such a value has to be the person's.

use crate::place::decode::percent;
use crate::place::written::written;
use crate::request::request_body::Body;
use crate::secret::mask::is_sensitive;
use crate::task::wish::Wish;
use crate::words::request_words::tokens;
use crate::{Site, leaves};
use base64::Engine;
use base64::engine::general_purpose::{STANDARD_NO_PAD, URL_SAFE_NO_PAD};
use edith_actions::action::SentRequest;
use serde_json::Value;

/// Names of fields that open something, hand it over, or say how much: graver than what is in them.
#[rustfmt::skip]
const GRAVE: &[&str] = &[
    "admin", "amount", "approve", "approver", "assignee", "bcc", "callback", "cc", "collaborator", "collaborators", "delegate", "forward", "forwarding", "grant",
    "guest", "guests", "hook", "invite", "invites", "limit", "member", "members", "owner", "owners", "permission", "permissions", "plan", "price", "privacy",
    "public", "publish", "published", "quota", "recipient", "recipients", "redirect", "reviewer", "role", "roles", "scope", "scopes", "share", "shared", "sharing", "tier",
    "to", "transfer", "visibility", "visible", "webhook",
];
/// Names of places where what is written into a text area takes effect: it is a setting.
#[rustfmt::skip]
const SETTINGS: &[&str] = &[
    "account", "admin", "auto", "config", "configuration", "filters", "forwarding", "hooks", "integrations", "keys", "permissions", "preferences", "prefs", "profile", "rules",
    "settings", "webhooks",
];
/// Names of text areas whose lines take effect, besides those.
#[rustfmt::skip]
const LISTS: &[&str] = &[
    "uri", "uris", "url", "urls", "domain", "domains", "host", "hosts", "ip", "ips", "address", "addresses", "email", "emails", "origin", "origins", "keys", "key",
];
/// Schemes under which applications name their own things.
const NAMING: &[&str] = &["gid", "id", "urn", "app", "ari"];
/// Most words of a line that is not prose.
const LINE_WORDS: usize = 4;
/// How often a text that is JSON is read as such.
const DEPTH: u32 = 3;
/// The longest text that is tried as base64, in bytes, and the shortest.
const BASE64: std::ops::RangeInclusive<usize> = 12..=4_096;

/// A shorter text that was entered may be in another by chance, in bytes.
const ENTERED_BYTES: usize = 4;

/// By whose words a value is explained.
pub(crate) struct Explained<'a> {
    /// What the person wants; none: nothing is known of it.
    pub wish: Option<&'a Wish>,
    /// What was entered, now and before.
    pub entered: Vec<&'a str>,
    /// Those of them that the person's own order has: what others wrote into it opens nothing, and hands nothing over.
    pub ordered: Vec<&'a str>,
    /// How many fields of a grave name are the entered thing itself, under a number of the application's.
    pub chosen: usize,
    /// Whether a file goes along with it.
    pub gives_file: bool,
}

impl Explained<'_> {
    fn has(&self, value: &str) -> bool {
        self.is_among(&self.entered, value)
    }

    fn is_among(&self, entered: &[&str], value: &str) -> bool {
        let value = value.trim();
        let is_it = |text: &&str| {
            let text = text.trim();
            text.eq_ignore_ascii_case(value) || text.starts_with(value) || addresses(text).any(|one| one == value)
        };
        entered.iter().any(is_it) || self.wish.is_some_and(|wish| wish.orders(value))
    }

    /// A text without what was entered.
    fn without(&self, value: &str) -> String {
        let texts = self.entered.iter().map(|text| text.trim()).filter(|text| text.len() >= ENTERED_BYTES);
        texts.fold(value.to_owned(), |rest, text| rest.replace(text, " "))
    }

    fn speaks_of(&self, name: &str) -> bool {
        self.wish.is_some_and(|wish| tokens(name).iter().any(|word| wish.has_word(word)))
    }
}

/// Whether a request carries what nobody asked for.
pub(crate) fn carries_more(request: &SentRequest, body: &Body, explained: &Explained<'_>) -> bool {
    if !is_on!(Carried) {
        return false;
    }
    let url = url::Url::parse(&request.url).ok();
    let query = url.iter().flat_map(|url| url.query_pairs().into_owned().collect::<Vec<_>>());
    let mut open: Vec<(String, String, u32)> =
        body.fields.iter().cloned().chain(query).map(|(name, value)| (name, value, 0)).collect();
    let segments = url.iter().flat_map(|url| url.path_segments().into_iter().flatten());
    open.extend(segments.map(|segment| (String::new(), percent(segment), DEPTH)));
    let mut grave = 0;
    while let Some((name, value, depth)) = open.pop() {
        if value.trim().is_empty() {
            continue;
        }
        if depth < DEPTH
            && let Some(inner) = within(&value)
        {
            open.extend(inner.into_iter().map(|(below, value)| (format!("{name}.{below}"), value, depth + 1)));
            continue;
        }
        let is_grave = weight(&name) != Weight::None;
        let is_explained = match is_grave && !explained.speaks_of(&name) {
            true => explained.is_among(&explained.ordered, &value),
            false => explained.has(&value),
        };
        if is_explained {
            continue;
        }
        let is_others = |text: &str| addresses(text).any(|address| !explained.has(address));
        if is_others(&explained.without(&value)) || is_others(&name) {
            return true;
        }
        // Where a form leads back to on its own site.
        let leads_back = value.starts_with('/')
            && !value.starts_with("//")
            && !value.contains('\\')
            && tokens(&name).iter().any(|word| word == "redirect");
        let is_off = leads_back || matches!(value.trim(), "false" | "0");
        grave += usize::from(is_grave && !is_off && !explained.speaks_of(&name));
    }
    // What nobody can read may be anything.
    if is_on!(Unread) && !explained.gives_file && request.is_unread() {
        return true;
    }
    let has_file = request.body.contains("filename=\"") && !request.body.contains("filename=\"\"");
    grave > explained.chosen || has_file && !explained.gives_file
}

/// How grave the name of a field makes what is in it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Weight {
    /// It opens something, or hands it over.
    Grave,
    /// It is a part of what does.
    Below,
    None,
}

/// What a field's name says about it.
pub(crate) fn weight(name: &str) -> Weight {
    let mut parts = name.split(['.', '[', ']']).rev().filter(|part| part.chars().any(char::is_alphabetic));
    let is_grave = |part: &str| tokens(part).iter().any(|word| GRAVE.contains(&word.as_str()));
    match parts.next().is_some_and(is_grave) {
        true => Weight::Grave,
        false if parts.any(is_grave) => Weight::Below,
        false => Weight::None,
    }
}

/// Whether a text area's content takes effect where a request puts it: what is put in the place of the only one of its kind does, and so do lines that are
/// made for a program.
pub(crate) fn is_setting(request: &SentRequest, drafts: &[String]) -> bool {
    if !is_on!(Drafts) {
        return false;
    }
    let path = url::Url::parse(&request.url).map(|url| url.path().to_owned()).unwrap_or_default();
    let is_place = tokens(&path).iter().any(|word| SETTINGS.contains(&word.as_str()));
    // Of several, one has a number.
    let last = path.rsplit('/').find(|segment| !segment.is_empty()).unwrap_or_default();
    let is_only_one = matches!(request.method.to_ascii_uppercase().as_str(), "PUT" | "PATCH")
        && !last.chars().any(|c| c.is_ascii_digit());
    is_place || is_only_one || drafts.iter().flat_map(|text| text.lines()).any(is_for_a_program)
}

/// Whether a line is none of prose: it is nothing but addresses and what names them, or a few words with somebody's address, a number or a key.
fn is_for_a_program(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    let is_place = |word: &str| addresses(word).next().is_some() || written(word).next().is_some();
    let names_it = |word: &str| word.ends_with([':', '=']) || word.chars().all(|c| !c.is_alphanumeric());
    let only_places =
        words.iter().any(|word| is_place(word)) && words.iter().all(|word| is_place(word) || names_it(word));
    only_places || words.len() <= LINE_WORDS && (is_sensitive(line) || words.iter().any(|word| is_placed_in(word)))
}

/// Whether a place comes after a name in one word: `copy=https://a.example/`.
fn is_placed_in(word: &str) -> bool {
    word.split_once(['=', ':']).is_some_and(|(name, rest)| {
        let is_scheme = rest.starts_with("//");
        !name.is_empty() && !is_scheme && (addresses(rest).next().is_some() || written(rest).next().is_some())
    })
}

/// Whether a text area's name says that its lines take effect.
pub(crate) fn names_setting(name: &str) -> bool {
    tokens(name).iter().any(|word| [GRAVE, SETTINGS, LISTS].iter().any(|list| list.contains(&word.as_str())))
}

/// The fields of a text that is itself a body: JSON, or base64 of a text.
fn within(value: &str) -> Option<Vec<(String, String)>> {
    let trimmed = value.trim();
    if trimmed.starts_with(['{', '[']) {
        return serde_json::from_str::<Value>(trimmed).ok().map(|value| leaves(&value));
    }
    let text = base64(trimmed)?;
    let is_text = text.chars().all(|c| !c.is_control() || c.is_whitespace());
    is_text.then(|| vec![(String::new(), text)])
}

fn base64(text: &str) -> Option<String> {
    let is_long = BASE64.contains(&text.len());
    let read = is_long
        .then(|| text.trim_end_matches('='))
        .map(|text| STANDARD_NO_PAD.decode(text).or_else(|_| URL_SAFE_NO_PAD.decode(text)));
    String::from_utf8(read?.ok()?).ok()
}

/// The addresses in a text: of mail, of pages, of hosts.
pub(crate) fn addresses(text: &str) -> impl Iterator<Item = &str> {
    let ends = |c: char| {
        c.is_whitespace()
            || matches!(c, '"' | '\'' | '<' | '>' | '(' | ')' | '[' | ']' | '{' | '}' | ',' | ';' | '&' | '=')
    };
    text.split(ends).map(|word| word.trim_matches(['.', ':', '!', '?'])).filter(|word| {
        let is_mail = word.split_once('@').is_some_and(|(who, host)| !who.is_empty() && host.contains('.'));
        // What is of no scheme of the network and names no host is the application's own name for something: `gid://app/Item/7`.
        let is_page = word.split_once("://").is_some_and(|(scheme, rest)| {
            let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
            let is_name = !host.is_empty() && host.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_'));
            !(rest.is_empty() || is_name && NAMING.contains(&scheme.to_ascii_lowercase().as_str()))
        });
        is_mail || is_page
    })
}

/// Whether a request goes to one of these sites.
pub(crate) fn is_to(request: &SentRequest, pages: &[Site]) -> bool {
    Site::parse(&request.url).is_some_and(|site| pages.contains(&site))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::rc::Rc;

    fn request(line: &str, body: &str) -> SentRequest {
        let (method, url) = line.split_once(' ').unwrap();
        let url = format!("https://a.example{url}");
        SentRequest { method: method.into(), url, body: body.into(), ..SentRequest::default() }
    }

    fn carries(task: &str, entered: &[&str], line: &str, body: &str) -> bool {
        let wish: Rc<Wish> = Wish::of(std::iter::once(task));
        let explained = Explained {
            wish: Some(&wish),
            entered: entered.to_vec(),
            ordered: entered.to_vec(),
            chosen: entered.len(),
            gives_file: false,
        };
        carries_more(&request(line, body), &Body::read(body), &explained)
    }

    #[test]
    fn flags_numbers_and_words_of_the_application_go_along_and_addresses_and_grants_do_not() {
        let task = "Turn off the weekly digest";
        let put = |body: &str| carries(task, &[], "PUT /settings/7", body);
        for body in [
            r#"{"digest":false}"#,
            r#"{"digest":false,"id":7,"v":"2026-01-01","tz":"Europe/Berlin","frequency":"weekly"}"#,
            r#"{"digest":false,"csrf":"bWFsbG9yeQ","etag":"9f86d081884c7d65"}"#,
            r#"{"digest":false,"public":false}"#,
            r#"{"digest":false,"note":"Call me at eight"}"#,
            r#"{"digest":false,"id":"gid://app/Item/7"}"#,
            "digest=0&redirect_to=%2Fsettings",
        ] {
            assert!(!put(body), "{body}");
        }
        for body in [
            r#"{"digest":false,"to":"x@evil.example"}"#,
            r#"{"digest":false,"rules":[{"v":"https://evil.example/h"}]}"#,
            r#"{"members":{"x@evil.example":true}}"#,
            r#"{"digest":false,"more":"{\"cc\":\"x@evil.example\"}"}"#,
            r#"{"digest":false,"more":"bWFsbG9yeUBldmlsLmV4YW1wbGU="}"#,
            r#"{"digest":false,"role":"admin"}"#,
            r#"{"digest":false,"allowGuests":true}"#,
            r#"{"digest":false,"limit":99999}"#,
            r#"{"digest":false,"hook":"gid://evil.example/7"}"#,
            r#"{"digest":false,"hook":"smb://files/7"}"#,
            "digest=0&redirect_to=%2F%2Fevil.example",
            "digest=0&to=%2Fsettings",
            "<digest>0</digest><cc>x@evil.example</cc>",
            "digest=0&member%5B%5D=mallory",
        ] {
            assert!(put(body), "{body}");
        }
        assert!(carries(task, &[], "PUT /settings/7?to=x%40evil.example", "{}"));
        assert!(carries(task, &[], "PUT /settings/7/x%40evil.example", "{}"));
        assert!(!carries(task, &[], "PUT /settings/7?tab=mail", "{}"));
    }

    #[test]
    fn what_the_person_wrote_or_chose_goes_along() {
        let share = "Make the list public and forward it to ann@own.example";
        assert!(!carries(share, &[], "PUT /lists/7", r#"{"public":true,"forwardTo":"ann@own.example"}"#));
        assert!(carries(share, &[], "PUT /lists/7", r#"{"public":true,"owner":9}"#));
        let chosen = &["Ann Lee"];
        assert!(!carries("Give it to Ann", chosen, "PUT /issues/7", r#"{"reviewer":7}"#));
        assert!(carries("Give it to Ann", chosen, "PUT /issues/7", r#"{"reviewer":7,"role":"admin"}"#));
        let note = &["see https://own.example/a now"];
        assert!(!carries("Note it", note, "PUT /notes/7", r#"{"text":"<p>see https://own.example/a now</p>"}"#));
        assert!(carries("Note it", note, "PUT /notes/7", r#"{"text":"see https://own.example/a now x@evil.example"}"#));
        let lines = &["write to ann@own.example\nor call"];
        assert!(!carries("Note it", lines, "PUT /notes/7", r#"{"text":"write to ann@own.example\r\nor call"}"#));
        assert!(carries("Note it", lines, "PUT /notes/7", r#"{"text":"write to dan@own.example\r\nor call"}"#));
    }

    #[test]
    fn a_text_is_none_of_prose_whatever_the_language() {
        let setting = |line: &str, draft: &str| is_setting(&request(line, ""), &[draft.to_owned()]);
        for text in [
            "an mallory@evil.example",
            "à mallory@evil.example",
            "Hallo,\nan mallory@evil.example\nDanke",
            "para: https://evil.example/hook",
            "copia=https://evil.example/hook",
            "evil.example",
            "- *.evil.example",
            "10.0.0.0/8",
            "+43 660 1234567",
            "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ8 mallory",
            "klucz: q7x1m4c9k2v8z3b6",
        ] {
            assert!(setting("PUT /items/7", text) && setting("POST /items", text), "{text}");
        }
        for text in [
            "siehe https://a.example/cb",
            "Der Raum ist ab Montag frei, mehr dazu bei ann@own.example",
            "Milch\nBrot\n12 Eier",
            "voir notes.txt",
            "10:30 dentista",
            "Treffen: Montag 9:15",
        ] {
            assert!(!setting("PUT /items/7", text), "{text}");
        }
        // What has no number is the only one of its kind.
        assert!(setting("PUT /me/firma", "Grüße") && setting("PATCH /api/v2/raum/beschreibung", "Grüße"));
        assert!(!setting("POST /api/v2/raum/speichern", "Grüße"));
    }

    #[test]
    fn a_text_area_is_a_setting_by_where_it_is_kept_and_by_holding_addresses_alone() {
        let setting = |line: &str, draft: &str| is_setting(&request(line, ""), &[draft.to_owned()]);
        assert!(setting("PUT /settings/keys", "ssh-ed25519 AAAA") && setting("PUT /apps/7", "https://a.example/cb"));
        assert!(!setting("PUT /notes/7", "ssh-ed25519 AAAA") && !setting("PUT /notes/7", "see https://a.example/cb"));
    }
}
