//! German questions, and sayings that no verb begins: `was kostet …`, `wie viele … gibt es`, `worum geht es`, `zurück`, `Screenshot`.

use super::objects::without_article;
use super::reading::{asked, compare, count};
use super::spelling::{before_any, folded, is_any, start, start_any};

/// The English order for a question or a saying.
pub(super) fn question(text: &str) -> Option<String> {
    let text = text.trim_end_matches(['?', '!', '.']).trim();
    let folded = folded(text);
    let has = |word: &str| folded.split(|c: char| !c.is_alphanumeric() && c != '-').any(|one| one == word);
    let shot = ["screenshot", "bildschirmfoto", "bildschirmaufnahme", "screenshots"].into_iter().any(has);
    let first = folded.split_whitespace().next().unwrap_or_default();
    if shot
        && ["mach", "mache", "machen", "erstelle", "erstell", "nimm", "ein", "einen", "screenshot", "bildschirmfoto"]
            .contains(&first)
    {
        return Some("take a screenshot".to_owned());
    }
    let pictured = start_any(text, &["mach ein Foto", "mache ein Foto", "mach ein Bild", "mache ein Bild"]);
    if pictured.is_some_and(|of| is_any(of, &["", "davon", "von der seite", "von dieser seite", "vom bildschirm"])) {
        return Some("take a screenshot".to_owned());
    }
    if is_any(text, &["naechste seite", "zur naechsten seite", "weiter zur naechsten seite"]) {
        return Some("next page".to_owned());
    }
    if let Some(topic) = start_any(
        text,
        &[
            "was steht auf der Seite über",
            "was steht auf dieser Seite über",
            "was steht hier über",
            "was steht da über",
        ],
    ) {
        return (!topic.is_empty()).then(|| format!("find {}", super::objects::value(without_article(topic))));
    }
    if is_any(
        text,
        &["zurueck", "eine seite zurueck", "zur vorherigen seite", "geh zur vorherigen seite", "zurueckgehen"],
    ) {
        return Some("go back".to_owned());
    }
    if is_any(text, &["neu laden", "seite neu laden", "die seite neu laden", "diese seite neu laden"]) {
        return Some("reload".to_owned());
    }
    if is_any(text, &["nach unten", "runter", "weiter runter", "nach unten scrollen", "runterscrollen"]) {
        return Some("scroll down".to_owned());
    }
    if is_any(text, &["nach oben", "hoch", "weiter hoch", "hochscrollen"]) {
        return Some("scroll up".to_owned());
    }
    if is_any(text, &["in den warenkorb", "ab in den warenkorb"]) {
        return Some("add to cart".to_owned());
    }
    if is_any(
        text,
        &[
            "welche tabs sind offen",
            "welche tabs sind geoeffnet",
            "alle tabs",
            "offene tabs",
            "liste die tabs auf",
            "liste die tabs",
            "liste alle tabs auf",
            "tabs auflisten",
        ],
    ) {
        return Some("list the tabs".to_owned());
    }
    if start_any(
        text,
        &[
            "worum geht es",
            "wovon handelt",
            "um was geht es",
            "Zusammenfassung",
            "eine Zusammenfassung",
            "mach eine Zusammenfassung",
            "erstelle eine Zusammenfassung",
            "schreib eine Zusammenfassung",
        ],
    )
    .is_some()
    {
        return Some("sum up this page".to_owned());
    }
    if is_any(text, &["was steht hier", "was steht auf der seite", "was steht auf dieser seite", "was steht da"]) {
        return Some("read this page".to_owned());
    }
    if is_any(text, &["absenden", "abschicken", "senden", "einreichen"]) {
        return Some("submit".to_owned());
    }
    if is_any(text, &["preise vergleichen", "preisvergleich", "was ist am guenstigsten", "was ist am billigsten"]) {
        return compare("Preise");
    }
    if let Some(thing) = start_any(
        text,
        &["was kostet", "was kosten", "wie viel kostet", "wie viel kosten", "wieviel kostet", "wie teuer ist"],
    ) {
        let thing = without_article(before_any(thing, &["hier", "auf dieser Seite"]));
        return Some(if is_any(thing, &["", "es", "das", "dies"]) {
            "how much is it".to_owned()
        } else {
            format!("how much is {thing}")
        });
    }
    if let Some(what) = start_any(text, &["wie viele", "wieviele"]) {
        let what = before_any(what, &["auf der Seite", "auf dieser Seite", "hier"]);
        let what = before_any(
            what,
            &["gibt es", "sind es", "sind das", "sind da", "stehen", "hat die Seite", "hat diese Seite", "habe ich"],
        );
        return (!what.is_empty()).then(|| count(what));
    }
    if is_any(text, &["wie heisst die seite", "wie heisst diese seite", "wie ist der titel"]) {
        return Some("tell me the title".to_owned());
    }
    let what = start_any(
        text,
        &[
            "was ist",
            "was sind",
            "wie ist",
            "wie sind",
            "wie lautet",
            "wie hoch ist",
            "wie heißt",
            "wer ist",
            "wo ist",
            "wann ist",
            "wann kommt",
            "welche ist",
            "wie wird",
            "wann wird",
        ],
    )?;
    (!what.is_empty() && start(what, "es").is_none_or(str::is_empty)).then(|| format!("tell me {}", asked(what)))
}
