//! Rules about getting somewhere: addresses, the cheapest or second of a list, searching, sorting, logging in.

use super::command::{Command, Kind, Target};
use super::grammar::{is_answerable, well_known_site};
use super::phrase::{
    address, after, after_any, is_any, literal, split_at, target, unquote, without_article, without_suffix,
};
use super::picking::pick;
use super::pointing::{click_on, with_row};
use edith_protocol::MouseButton;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

/// `go to X`, `open X`: an address, one of several things, or something to click.
pub(crate) fn open(text: &str) -> Option<Vec<Command>> {
    const GO: &[&str] = &[
        "go to",
        "goto",
        "go over to",
        "navigate to",
        "browse to",
        "head over to",
        "head to",
        "take me to",
        "bring me to",
        "visit",
        "open up",
        "open",
        "return to",
        "move to",
        "go on",
        "view",
    ];
    const LOAD: &[&str] = &[
        "load",
        "launch",
        "start at",
        "start on",
        "start with",
        "surf to",
        "enter the address",
        "call up",
        "bring up",
    ];
    let (rest, clicks) = match after_any(text, GO) {
        Some(rest) => (rest, true),
        None => match after_any(text, LOAD) {
            Some(rest) => (rest, false),
            None => (address(text).map(|_| text)?, false),
        },
    };
    let new_tab = ["in a new tab", "in another tab", "in a separate tab", "in new tab"];
    let place = without_suffix(rest, &new_tab);
    let is_new = place.len() < rest.trim().len();
    let named = after_any(
        without_article(place),
        &["web page", "page", "website", "web site", "site", "url", "address", "shop at", "shop on"],
    );
    for candidate in [Some(place), named].into_iter().flatten() {
        let candidate = after("at", candidate).unwrap_or(candidate);
        if let Some(url) = address(candidate) {
            return Some(vec![Command::Open { url, new_tab: is_new }]);
        }
        if let Some(url) = well_known_site(candidate) {
            return Some(vec![Command::Open { url: url.to_owned(), new_tab: is_new }]);
        }
    }
    if !clicks || place.is_empty() || is_any(place, &["a new tab", "new tab", "a new window"]) {
        return None;
    }
    if let Some(pick) = pick(place) {
        return Some(vec![pick]);
    }
    let button = if is_new { MouseButton::Middle } else { MouseButton::Left };
    Some(vec![Command::Click { target: with_row(place), button, count: 1, modifiers: Vec::new() }])
}

/// `show me the cheapest lamp`: one of several things is shown by opening it.
pub(crate) fn shown(text: &str) -> Option<Vec<Command>> {
    let place = after_any(text, &["show me", "show us"])?;
    (!is_answerable(place)).then(|| pick(place)).flatten().map(|pick| vec![pick])
}

/// `search the web for X`: the page of a search engine with what it finds.
pub(crate) fn web(text: &str) -> Option<Vec<Command>> {
    let (engine, rest) = match after_any(text, &["google for", "google nach", "google"]) {
        Some(rest) => ("https://www.google.com/search?q=", rest),
        None => {
            let verb = after_any(text, &["search", "look", "look up", "do a search"])?;
            (
                WEB_SEARCH,
                after_any(
                    verb,
                    &["the web for", "the internet for", "online for", "on the web for", "on the internet for"],
                )?,
            )
        }
    };
    let words = literal(rest);
    (!words.is_empty()).then(|| vec![Command::Open { url: format!("{engine}{}", encoded(&words)), new_tab: false }])
}

/// Where the web is searched if the person names no engine: it needs no consent and keeps no profile.
const WEB_SEARCH: &str = "https://duckduckgo.com/?q=";

/// The page with what the web has on these words.
pub(crate) fn web_search(words: &str) -> String {
    format!("{WEB_SEARCH}{}", encoded(words))
}

fn encoded(words: &str) -> String {
    utf8_percent_encode(words, NON_ALPHANUMERIC).to_string()
}

/// `search for X`, `find X`.
pub(crate) fn search(text: &str) -> Option<Vec<Command>> {
    let finds = after_any(text, &["find", "locate"]);
    let rest = finds.or_else(|| {
        after_any(text, &["search", "look for", "look up", "google", "do a search for", "run a search for"])
    })?;
    let rest = after(rest, "for").unwrap_or(rest);
    let rest = if finds.is_some() { after_any(rest, &["me", "us"]).unwrap_or(rest) } else { rest };
    // "search ebay.de for a bicycle"
    if let Some((site, what)) = split_at(rest, &["for"]).filter(|_| finds.is_none())
        && let Some(url) = address(site).or_else(|| well_known_site(site).map(str::to_owned))
    {
        let mut commands = vec![Command::Open { url, new_tab: false }];
        commands.extend(search(&format!("search for {what}"))?);
        return Some(commands);
    }
    // "search the shop for lamps"
    let rest = match split_at(rest, &["for"]) {
        Some((place, what))
            if finds.is_none()
                && place.split_whitespace().count() <= 4
                && after_any(place, &["the", "this", "on", "in", "my"]).is_some() =>
        {
            what
        }
        _ => rest,
    };
    let rest = without_suffix(
        rest,
        &[
            "on this page",
            "on this site",
            "on the site",
            "on the page",
            "in the shop",
            "in the search box",
            "in the search field",
            "here",
        ],
    );
    if rest.is_empty() {
        return None;
    }
    if finds.is_some() {
        if let Some(pick @ Command::Pick { .. }) = pick(rest) {
            return Some(vec![pick]);
        }
        let found = target(rest);
        if matches!(found.kind, Some(Kind::Button | Kind::Link | Kind::Field | Kind::Checkbox | Kind::Select))
            && !found.words.is_empty()
        {
            return Some(vec![Command::ScrollTo { target: found }]);
        }
    }
    let (words, quoted) = unquote(rest);
    let words = if quoted { words } else { literal(after_any(&words, &["a", "an", "some"]).unwrap_or(&words)) };
    (!words.is_empty()).then(|| vec![Command::Search { text: words }])
}

/// `sort by X`, `filter by X`.
pub(crate) fn sort_or_filter(text: &str) -> Option<Vec<Command>> {
    let sorts = ["sort", "order"];
    if let Some(rest) = after_any(text, &sorts) {
        let rest = after(rest, "by").or_else(|| split_at(rest, &["by"]).map(|(_, by)| by))?;
        let option = literal(without_article(rest));
        let sort = Target { or: Some("order by".to_owned()), ..Target::named("sort by") };
        return (!option.is_empty()).then(|| vec![Command::Select { option, target: Some(sort) }]);
    }
    let rest = after_any(
        text,
        &["filter by", "filter for", "filter the results by", "filter results by", "show only", "only show"],
    )?;
    let rest = after_any(rest, &["results", "products", "items", "those", "things"]).unwrap_or(rest);
    let rest = after_any(rest, &["that are", "which are"]).unwrap_or(rest);
    let (field, option) = rest.split_once(": ").map_or((None, rest), |(field, option)| (Some(target(field)), option));
    let option = literal(without_article(option));
    (!option.is_empty()).then(|| vec![Command::Select { option, target: field }])
}

/// `log in as X with password Y`.
pub(crate) fn login(text: &str) -> Option<Vec<Command>> {
    let rest = after_any(text, &["log in", "login", "sign in", "log on", "log me in", "sign me in"])?;
    let rest = after(rest, "to the site").unwrap_or(rest);
    let rest = after_any(rest, &["as", "with", "using"])?;
    let rest = after_any(rest, &["the user", "user", "the username", "username", "user name", "the email", "email"])
        .unwrap_or(rest);
    let marks = [
        "with the password",
        "with password",
        "and the password",
        "and password",
        "password",
        "using the password",
        "with",
        "and",
        "/",
    ];
    let (name, password) = split_at(rest, &marks)?;
    let name = literal(name.trim_end_matches(','));
    let password =
        literal(after_any(password, &["the password", "password"]).unwrap_or(password).trim_start_matches(':'));
    let user = Target { or: Some("email".to_owned()), kind: Some(Kind::Field), ..Target::named("username") };
    let secret = Target { kind: Some(Kind::Field), ..Target::named("password") };
    let button = Target { or: Some("continue".to_owned()), kind: Some(Kind::Button), ..Target::named("log in") };
    Some(vec![
        Command::Set { target: user, value: name },
        Command::Set { target: secret, value: password },
        click_on(button),
    ])
}
