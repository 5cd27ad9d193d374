//! What German orders are in the grammar's words, given what stands beside the verb.

use super::super::grammar::{key, well_known_site};
use super::super::phrase::{address, split_at, split_at_last, unquote};
use super::objects::{thing, value, without_article};
use super::reading::asked;
use super::spelling::{before_any, before_end, folded, is_any, start, start_any};

const INTO: &[&str] = &["in das", "in den", "in die", "ins", "in dem", "im", "in der", "in", "als", "bei"];

fn pages(text: &str) -> bool {
    is_any(
        text,
        &[
            "",
            "seite",
            "die seite",
            "diese seite",
            "dieser seite",
            "der seite",
            "webseite",
            "die webseite",
            "diese webseite",
            "website",
            "die website",
            "diese website",
            "den artikel",
            "diesen artikel",
            "artikel",
            "den text",
            "diesen text",
            "text",
            "das",
            "es",
            "dies",
            "alles",
            "hier",
            "das hier",
            "den inhalt",
            "die ganze seite",
            "inhalt",
            "den inhalt der seite",
            "die aktuelle seite",
        ],
    )
}

pub(super) fn sum_up(rest: &str) -> Option<String> {
    let mut rest = rest;
    while let Some(shorter) =
        ["kurz", "bitte", "mal", "in kurzen Worten", "für mich"].iter().find_map(|tail| before_end(rest, tail))
    {
        rest = shorter;
    }
    pages(without_words(rest)).then(|| "sum up this page".to_owned())
}

fn without_words(text: &str) -> &str {
    start_any(text, &["kurz", "mir", "bitte", "mal"]).unwrap_or(text)
}

pub(super) fn fill(rest: &str) -> Option<String> {
    let forms = ["das Formular", "dieses Formular", "die Felder", "das Folgende", "folgendes", "Formular", "alles"];
    let body = start_any(rest, &forms).unwrap_or(rest);
    let body = start_any(body, &["mit den Angaben", "mit folgenden Angaben", "mit", "wie folgt", "so"]).unwrap_or(body);
    let body = body.trim_start_matches([':', ',']).trim();
    if body.is_empty() {
        return Some("fill in this form".to_owned());
    }
    if body.len() == rest.trim().len()
        && let Some((field, with)) = split_at_last(body, &["mit"])
        && !body.contains(": ")
    {
        return Some(format!("fill {} with {}", thing(field), value(with)));
    }
    Some(format!("fill in {body}"))
}

pub(super) fn type_into(rest: &str) -> Option<String> {
    if rest.is_empty() {
        return None;
    }
    let rest = start_any(rest, &["den Text", "die Wörter", "Text"]).filter(|rest| !rest.is_empty()).unwrap_or(rest);
    if super::super::facts::facts(rest).is_some() {
        return Some(format!("fill in {rest}"));
    }
    // "bei Suche Kaffeemaschine": the field stands first, in one word or in quotes.
    if let Some(rest) = start_any(rest, &["bei", "unter", "in das Feld", "ins Feld", "im Feld"]) {
        let (field, text) = split_quoted(rest).or_else(|| rest.split_once(char::is_whitespace))?;
        return (!text.trim().is_empty()).then(|| format!("type {} into {}", value(text), thing(field)));
    }
    match split_at_last(rest, INTO) {
        Some((text, field)) if !unquote(rest).1 => Some(format!("type {} into {}", value(text), thing(field))),
        _ => Some(format!("type {}", value(rest))),
    }
}

pub(super) fn go(rest: &str) -> Option<String> {
    if let Some(rest) = start_any(rest, &["mit der Maus über", "über"]) {
        return Some(format!("hover over {}", thing(rest)));
    }
    if is_any(rest, &["eine seite zurueck", "zurueck"]) {
        return Some("go back".to_owned());
    }
    if let Some(scrolled) = scrolled(rest) {
        return Some(scrolled);
    }
    let place = start_any(rest, &["zu", "zur", "zum", "auf", "nach", "in", "ins"]).unwrap_or(rest);
    if start(without_article(place), "Tab").is_some() || before_end(place, "Tab").is_some() {
        return switch_tab(rest);
    }
    open(rest)
}

pub(super) fn open(rest: &str) -> Option<String> {
    let tabs = ["in einem neuen Tab", "in neuem Tab", "im neuen Tab", "in einem anderen Tab", "in einem eigenen Tab"];
    let place = before_any(rest, &tabs);
    let new = if place.len() < rest.trim().len() { " in a new tab" } else { "" };
    let place = start_any(place, &["zu", "zur", "zum", "auf", "nach"]).unwrap_or(place);
    let sites = [
        "die Seite",
        "der Seite",
        "die Webseite",
        "der Webseite",
        "die Website",
        "der Website",
        "die Adresse",
        "der Adresse",
    ];
    let place = start_any(place, &sites).filter(|place| !place.is_empty()).unwrap_or(place);
    if place.is_empty() {
        return None;
    }
    if address(place).is_some() || well_known_site(place).is_some() {
        return Some(format!("go to {place}{new}"));
    }
    Some(format!("open {}{new}", thing(place)))
}

pub(super) fn close(rest: &str) -> Option<String> {
    if let Some(tab) = tab(rest) {
        return Some(if tab == "tab" { "close the tab".to_owned() } else { format!("close {tab}") });
    }
    if is_any(without_article(rest), &["dialog", "hinweis", "meldung", "meldungsfenster"]) {
        return Some("dismiss the dialog".to_owned());
    }
    (!rest.is_empty()).then(|| format!("close {}", thing(rest)))
}

pub(super) fn reload(rest: &str) -> Option<String> {
    pages(rest).then(|| "reload".to_owned())
}

pub(super) fn search(rest: &str) -> Option<String> {
    let web = ["im Internet nach", "im Internet", "im Web nach", "im Web", "im Netz nach", "im Netz", "online nach"];
    let asks_google = |topic: &str| (!topic.is_empty()).then(|| format!("google for {}", value(topic)));
    if let Some(topic) = start_any(rest, &["bei Google nach", "mit Google nach", "auf Google nach"]) {
        return asks_google(topic);
    }
    if let Some(topic) = ["bei Google", "mit Google"].iter().find_map(|end| before_end(rest, end)) {
        return asks_google(start_any(topic, &["nach"]).unwrap_or(topic));
    }
    if let Some((site, topic)) = start_any(rest, &["auf", "bei"]).and_then(|rest| split_at(rest, &["nach"]))
        && (address(site).is_some() || well_known_site(site).is_some())
    {
        return Some(format!("search {site} for {}", value(without_indefinite(topic))));
    }
    if let Some(topic) = start_any(rest, &web) {
        return (!topic.is_empty()).then(|| format!("search the web for {}", value(topic)));
    }
    let rest = start_any(rest, &["nach", "hier nach", "auf dieser Seite nach", "auf der Seite nach", "im Shop nach"])
        .unwrap_or(rest);
    let ends = ["im Internet", "im Web", "im Netz", "online"];
    let shorter = before_any(rest, &ends);
    if shorter.len() < rest.trim().len() {
        return Some(format!("search the web for {}", value(shorter)));
    }
    let rest = before_any(rest, &["auf dieser Seite", "auf der Seite", "im Shop", "im Suchfeld", "hier"]);
    (!rest.is_empty()).then(|| format!("search for {}", value(without_indefinite(rest))))
}

fn without_indefinite(text: &str) -> &str {
    start_any(text, &["ein", "eine", "einen", "einem", "einer"]).filter(|rest| !rest.is_empty()).unwrap_or(text)
}

/// Words in quotes, and what stands behind them.
fn split_quoted(text: &str) -> Option<(&str, &str)> {
    let close = match text.chars().next()? {
        '„' => ['“', '”'],
        '“' => ['”', '”'],
        '"' => ['"', '"'],
        _ => return None,
    };
    let inner = text.char_indices().skip(1).find(|(_, c)| close.contains(c))?;
    Some(text.split_at(inner.0 + inner.1.len_utf8()))
}

pub(super) fn find(rest: &str) -> Option<String> {
    if let Some(topic) = start_any(rest, &["heraus", "raus"]) {
        return tell(topic.trim_start_matches(','));
    }
    let rest = before_any(rest, &["auf dieser Seite", "auf der Seite", "hier"]);
    let named = thing(rest);
    // What is one of a list, or of a kind, is no word to search for.
    let is_thing = named.starts_with("the ");
    (!rest.is_empty()).then(|| format!("find {}", if is_thing { named } else { value(rest) }))
}

pub(super) fn click(verb: &str, rest: &str) -> Option<String> {
    let rest = start_any(rest, &["auf", "an"]).unwrap_or(rest);
    let (rest, times) = match before_end(rest, "zweimal") {
        Some(rest) => (rest, " twice"),
        None => (rest, ""),
    };
    (!rest.is_empty()).then(|| format!("{verb} {}{times}", thing(rest)))
}

pub(super) fn press(rest: &str) -> Option<String> {
    let rest = start_any(rest, &["auf", "die Taste", "Taste"]).unwrap_or(rest);
    let bare = without_article(rest);
    let named = match folded(bare).as_str() {
        "eingabetaste" | "eingabe" | "enter" | "enter-taste" | "entertaste" | "return" => "Enter",
        "escape" | "esc" | "escape-taste" => "Escape",
        "tabulator" | "tabulatortaste" | "tab-taste" | "tabtaste" => "Tab",
        "leertaste" => "the space key",
        "ruecktaste" => "Backspace",
        "entfernen-taste" | "entf" | "entf-taste" => "the Delete key",
        "bild ab" | "bild runter" => "page down",
        "bild auf" | "bild hoch" => "page up",
        "pfeil nach unten" | "pfeiltaste nach unten" => "arrow down",
        "pfeil nach oben" | "pfeiltaste nach oben" => "arrow up",
        "pfeil nach links" => "arrow left",
        "pfeil nach rechts" => "arrow right",
        _ if key(&bare.replace("Strg", "Ctrl")).is_some() => bare,
        _ => return click("click", rest),
    };
    Some(format!("press {named}"))
}

pub(super) fn switch(verb: &str, rest: &str) -> Option<String> {
    let rest = start_any(rest, &["den Haken bei", "ein Häkchen bei", "einen Haken bei"]).unwrap_or(rest);
    (!rest.is_empty()).then(|| format!("{verb} {}", thing(rest)))
}

/// `den Haken bei Newsletter`
pub(super) fn untick(rest: &str) -> Option<String> {
    start_any(rest, &["den Haken bei", "das Häkchen bei", "den Haken vor", "den Haken von"])
        .map(|field| format!("untick {}", thing(field)))
}

pub(super) fn choose(rest: &str) -> Option<String> {
    if is_any(rest, &["alles", "den ganzen text"]) {
        return Some("select all".to_owned());
    }
    let from = [
        "aus der Liste",
        "aus dem Menü",
        "aus",
        "in der Liste",
        "in der Auswahl",
        "in",
        "bei",
        "unter",
        "als",
        "im Feld",
        "im",
        "für",
    ];
    if let Some((option, list)) = split_at_last(rest, &from) {
        return Some(format!("select {} from {}", value(without_article(option)), thing(list)));
    }
    let named = thing(rest);
    let is_thing = named.starts_with("the ");
    (!rest.is_empty()).then(|| format!("select {}", if is_thing { named } else { value(&named) }))
}

pub(super) fn set(rest: &str) -> Option<String> {
    if let Some(field) = start_any(rest, &["ein Häkchen bei", "einen Haken bei", "das Häkchen bei", "den Haken bei"])
    {
        return Some(format!("tick {}", thing(field)));
    }
    let (field, to) = split_at_last(rest, &["auf", "zu", "in"])?;
    let field = split_at_last(field, &["von"]).map_or(field, |(field, _)| field);
    // "den 3. Mai"
    let to = start(to, "den").filter(|to| to.starts_with(|c: char| c.is_ascii_digit())).unwrap_or(to);
    Some(format!("set {} to {}", thing(field), value(to)))
}

pub(super) fn by(verb: &str, rest: &str) -> Option<String> {
    let (_, by) = split_at_last(&format!("x {rest}"), &["nach", "auf"]).map(|(a, b)| (a.to_owned(), b.to_owned()))?;
    let by =
        if is_any(without_article(&by), &["preis"]) { "price".to_owned() } else { without_article(&by).to_owned() };
    Some(format!("{verb} {by}"))
}

pub(super) fn scroll(rest: &str) -> Option<String> {
    if rest.is_empty() || is_any(rest, &["weiter", "ein bisschen", "ein wenig", "ein stueck"]) {
        return Some("scroll down".to_owned());
    }
    if let Some(scrolled) = scrolled(rest) {
        return Some(scrolled);
    }
    let place = start_any(rest, &["bis zu", "bis zum", "bis zur", "zu", "zum", "zur", "bis"])?;
    Some(format!("scroll to {}", thing(place)))
}

/// A direction, or an end of the page.
fn scrolled(rest: &str) -> Option<String> {
    let rest =
        start_any(rest, &["die Seite", "ein bisschen", "ein wenig", "ein Stück", "etwas", "weiter"]).unwrap_or(rest);
    let rest = before_any(rest, &["der Seite", "dieser Seite"]);
    let to = match folded(rest).as_str() {
        "nach unten" | "runter" | "herunter" | "hinunter" | "abwaerts" | "weiter runter" | "weiter nach unten" => {
            "down"
        }
        "nach oben" | "hoch" | "rauf" | "hinauf" | "aufwaerts" | "weiter hoch" | "weiter nach oben" => "up",
        "ganz nach unten" | "ganz runter" | "ans ende" | "zum ende" | "bis zum ende" | "bis ans ende"
        | "nach ganz unten" => "to the bottom",
        "ganz nach oben" | "ganz hoch" | "an den anfang" | "zum anfang" | "bis zum anfang" | "nach ganz oben" => {
            "to the top"
        }
        _ => return None,
    };
    Some(format!("scroll {to}"))
}

pub(super) fn wait(rest: &str) -> Option<String> {
    let rest = start_any(rest, &["bis", "auf"]).unwrap_or(rest);
    let plain = [
        "",
        "kurz",
        "einen moment",
        "ein bisschen",
        "etwas",
        "die seite",
        "die seite geladen ist",
        "die seite laedt",
        "es geladen ist",
        "die seite fertig ist",
    ];
    if is_any(rest, &plain) {
        return Some("wait".to_owned());
    }
    let (number, unit) = rest.split_once(' ').unwrap_or((rest, ""));
    if number.parse::<f64>().is_ok() {
        let unit = if folded(unit).starts_with("minute") { "minutes" } else { "seconds" };
        return Some(format!("wait {number} {unit}"));
    }
    let rest = before_any(
        rest,
        &["erscheint", "da ist", "sichtbar ist", "angezeigt wird", "zu sehen ist", "auftaucht", "steht"],
    );
    Some(format!("wait for {}", value(without_article(rest))))
}

/// `Tab 2`, `den zweiten Tab`, `diesen Tab`, `Tab Cart` in the grammar's words.
fn tab(text: &str) -> Option<String> {
    let bare = without_article(start_any(text, &["aktuellen", "offenen"]).unwrap_or(text));
    let bare = start_any(bare, &["aktuellen", "offenen", "aktuelle"]).unwrap_or(bare);
    if let Some(rest) = start_any(bare, &["Tab", "Reiter"]) {
        let rest = start_any(rest, &["Nummer", "mit dem Titel", "mit", "namens"]).unwrap_or(rest);
        return Some(if rest.is_empty() { "tab".to_owned() } else { format!("tab {rest}") });
    }
    before_end(bare, "Tab")?;
    let which = thing(bare);
    which.ends_with(" tab").then_some(which)
}

pub(super) fn switch_tab(rest: &str) -> Option<String> {
    let place = start_any(rest, &["zu", "zur", "zum", "auf", "in"]).unwrap_or(rest);
    match tab(place) {
        Some(tab) if tab == "tab" => None,
        Some(tab) => Some(format!("switch to {tab}")),
        None => (!place.is_empty()).then(|| format!("switch to {}", value(without_article(place)))),
    }
}

pub(super) fn drag(rest: &str) -> Option<String> {
    let (from, to) = split_at_last(rest, &["auf", "nach", "in", "zu", "über"])?;
    Some(format!("drag {} onto {}", thing(from), thing(to)))
}

pub(super) fn cart(rest: &str) -> Option<String> {
    let places = ["in den Warenkorb", "in den Einkaufswagen", "in den Einkaufskorb"];
    let what = places.iter().find_map(|place| start(rest, place).or_else(|| before_end(rest, place)))?;
    Some(if what.is_empty() { "add to cart".to_owned() } else { format!("add {} to the cart", thing(what)) })
}

pub(super) fn accept(rest: &str) -> Option<String> {
    if is_any(without_article(rest), &["dialog", "hinweis", "meldung", "abfrage"]) {
        return Some("accept the dialog".to_owned());
    }
    let named =
        if is_any(rest, &["cookies", "die cookies", "alle cookies"]) { "cookies".to_owned() } else { thing(rest) };
    (!rest.is_empty()).then(|| format!("accept {named}"))
}

pub(super) fn dismiss(rest: &str) -> Option<String> {
    if is_any(without_article(rest), &["dialog", "hinweis", "meldung", "abfrage"]) {
        return Some("dismiss the dialog".to_owned());
    }
    (!rest.is_empty()).then(|| format!("reject {}", thing(rest)))
}

/// What the page is asked for: `den Preis`, `die Bestellnummer`, `die Tabs`, `die Seite`.
pub(super) fn tell(rest: &str) -> Option<String> {
    let rest = start_any(rest, &["mir", "uns", "auf"]).unwrap_or(rest).trim();
    if let Some(question) = super::questions::question(rest) {
        return Some(question);
    }
    let folded = folded(rest);
    if folded.split_whitespace().any(|word| word == "tabs") {
        return Some("list the tabs".to_owned());
    }
    if folded.contains("zusammenfassung") || folded.contains("ueberblick") {
        return Some("sum up this page".to_owned());
    }
    if pages(rest) && !rest.is_empty() {
        return Some("read this page".to_owned());
    }
    (!rest.is_empty()).then(|| format!("tell me {}", asked(rest)))
}

pub(super) fn log_in(rest: &str) -> Option<String> {
    let rest = start_any(rest, &["mich"]).unwrap_or(rest);
    if rest.is_empty() {
        return Some("log in".to_owned());
    }
    let rest = start_any(rest, &["als", "mit"])?;
    let (name, password) = split_at_last(
        rest,
        &["mit dem Passwort", "mit Passwort", "und dem Passwort", "und Passwort", "mit Kennwort", "Passwort"],
    )?;
    Some(format!("log in as {name} with password {password}"))
}

pub(super) fn upload(rest: &str) -> Option<String> {
    match split_at_last(rest, INTO) {
        Some((file, field)) => Some(format!("upload {} to {}", without_article(file), thing(field))),
        None => (!rest.is_empty()).then(|| format!("upload {}", without_article(rest))),
    }
}

/// A button that bears the verb itself.
pub(super) fn send(verb: &str, rest: &str) -> Option<String> {
    let plain = ["", "es", "das", "das formular", "formular", "die aenderungen", "aenderungen", "ihn", "sie"];
    Some(if is_any(rest, &plain) { verb.to_owned() } else { format!("{verb} {}", thing(rest)) })
}
