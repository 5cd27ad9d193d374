//! German verbs: `such nach …`, `fülle … aus`, `geh … zurück`, `… öffnen`. The first form that fits, separated or not, says which order it is.

use super::orders::*;
use super::reading::compare;
use super::spelling::{before_end, folded, start_any};
use strsim::osa_distance;

/// From what stands beside the verb to an English order; none if it does not fit.
type Order = fn(&str) -> Option<String>;

struct Verb {
    /// Imperatives and the plain infinitive, spelled out; the first is not special.
    forms: &'static [&'static str],
    /// The part that stands apart: `aus` of `ausfüllen`; empty: none.
    particle: &'static str,
    order: Order,
}

const fn verb(forms: &'static [&'static str], particle: &'static str, order: Order) -> Verb {
    Verb { forms, particle, order }
}

const SUCH: &[&str] = &["such", "suche", "suchen"];
const FINDE: &[&str] = &["finde", "finden"];
const SCHREIB: &[&str] = &["schreib", "schreibe", "schreiben", "tipp", "tippe", "tippen"];
const TRAG: &[&str] = &["trag", "trage", "tragen"];
const FUELL: &[&str] = &["fuell", "fuelle", "fuellen"];
const GEH: &[&str] = &["geh", "gehe", "gehen"];
const GIB: &[&str] = &["gib", "gebe", "geben"];
const LAD: &[&str] = &["lad", "lade", "laden"];
const SCHALT: &[&str] = &["schalt", "schalte", "schalten"];
const WAEHL: &[&str] = &["waehl", "waehle", "waehlen"];
const SCHLIESS: &[&str] = &["schliess", "schliesse", "schliessen"];
const NIMM: &[&str] = &["nimm", "nehme", "nehmen"];
const SCHICK: &[&str] = &["schick", "schicke", "schicken"];
const SEND: &[&str] = &["sende", "senden"];
const MACH: &[&str] = &["mach", "mache", "machen"];
const KLICK: &[&str] = &["klick", "klicke", "klicken"];
const LIES: &[&str] = &["lies", "lese", "lesen"];
const ZEIG: &[&str] = &["zeig", "zeige", "zeigen"];
const STELL: &[&str] = &["stell", "stelle", "stellen"];
const MELD: &[&str] = &["meld", "melde", "melden"];

/// In the order tried: those with a part that stands apart before the bare ones.
const VERBS: &[Verb] = &[
    verb(&["fass", "fasse", "fassen"], "zusammen", sum_up),
    verb(FUELL, "aus", fill),
    verb(FUELL, "ein", fill),
    verb(FUELL, "", fill),
    verb(TRAG, "ein", type_into),
    verb(GIB, "ein", type_into),
    verb(&["setz", "setze", "setzen", "fueg", "fuege", "fuegen"], "ein", type_into),
    verb(SCHREIB, "", type_into),
    verb(GEH, "zurueck", |_| Some("go back".into())),
    verb(GEH, "", go),
    verb(&["navigier", "navigiere", "navigieren", "spring", "springe", "springen", "fahr", "fahre", "fahren"], "", go),
    verb(&["ruf", "rufe", "rufen"], "auf", open),
    verb(&["besuch", "besuche", "besuchen", "oeffne", "oeffnen", "starte", "starten"], "", open),
    verb(MACH, "auf", open),
    verb(MACH, "zu", close),
    verb(SCHLIESS, "", close),
    verb(LAD, "neu", |_| Some("reload".into())),
    verb(LAD, "hoch", upload),
    verb(LAD, "herunter", |rest| Some(format!("download {}", super::objects::thing(rest)))),
    verb(LAD, "runter", |rest| Some(format!("download {}", super::objects::thing(rest)))),
    verb(LAD, "", open),
    verb(&["aktualisier", "aktualisiere", "aktualisieren"], "", reload),
    verb(SUCH, "", search),
    verb(FINDE, "", find),
    verb(&["doppelklick", "doppelklicke", "doppelklicken"], "", |rest| click("double-click", rest)),
    verb(&["rechtsklick", "rechtsklicke", "rechtsklicken"], "", |rest| click("right-click", rest)),
    verb(KLICK, "an", |rest| click("click", rest)),
    verb(KLICK, "", |rest| click("click", rest)),
    verb(&["drueck", "druecke", "druecken", "betaetige", "betaetigen"], "", press),
    verb(&["kreuz", "kreuze", "kreuzen", "hak", "hake", "haken"], "an", |rest| switch("tick", rest)),
    verb(&["hak", "hake", "haken"], "ab", |rest| switch("tick", rest)),
    verb(SCHALT, "ein", |rest| switch("tick", rest)),
    verb(SCHALT, "an", |rest| switch("tick", rest)),
    verb(SCHALT, "aus", |rest| switch("untick", rest)),
    verb(&["aktivier", "aktiviere", "aktivieren"], "", |rest| switch("tick", rest)),
    verb(&["deaktivier", "deaktiviere", "deaktivieren"], "", |rest| switch("untick", rest)),
    verb(WAEHL, "ab", |rest| switch("untick", rest)),
    verb(WAEHL, "aus", choose),
    verb(WAEHL, "", choose),
    verb(STELL, "ein", set),
    verb(&["aendere", "aendern", "stell", "stelle", "stellen", "setz", "setze", "setzen"], "", set),
    verb(&["sortier", "sortiere", "sortieren"], "", |rest| by("sort by", rest)),
    verb(&["filtere", "filtern"], "", |rest| by("filter by", rest)),
    verb(&["scroll", "scrolle", "scrollen", "rolle", "blaettere", "blaettern"], "", scroll),
    verb(&["wart", "warte", "warten"], "", wait),
    verb(&["wechsle", "wechsel", "wechsele", "wechseln"], "", switch_tab),
    verb(&["zieh", "ziehe", "ziehen"], "", drag),
    verb(&["leg", "lege", "legen", "pack", "packe", "packen"], "", cart),
    verb(NIMM, "raus", untick),
    verb(NIMM, "heraus", untick),
    verb(NIMM, "weg", untick),
    verb(&["entfern", "entferne", "entfernen"], "", untick),
    verb(NIMM, "an", accept),
    verb(&["bestaetige", "bestaetigen", "akzeptier", "akzeptiere", "akzeptieren"], "", accept),
    verb(&["lehn", "lehne", "lehnen"], "ab", dismiss),
    verb(&["vergleich", "vergleiche", "vergleichen"], "", compare),
    verb(LIES, "vor", tell),
    verb(LIES, "", tell),
    verb(ZEIG, "an", tell),
    verb(ZEIG, "", tell),
    verb(&["sag", "sage", "sagen", "nenn", "nenne", "nennen", "erzaehl", "erzaehle"], "", tell),
    verb(GIB, "", tell),
    verb(MELD, "an", log_in),
    verb(MELD, "ab", |_| Some("log out".into())),
    verb(&["logg", "logge", "loggen"], "ein", log_in),
    verb(&["logg", "logge", "loggen"], "aus", |_| Some("log out".into())),
    verb(SCHICK, "ab", |rest| send("submit", rest)),
    verb(SEND, "ab", |rest| send("submit", rest)),
    verb(&["reich", "reiche", "reichen"], "ein", |rest| send("submit", rest)),
    verb(SCHICK, "", |rest| send("send", rest)),
    verb(SEND, "", |rest| send("send", rest)),
    verb(&["speicher", "speichere", "speichern", "sichere", "sichern"], "", |rest| send("save", rest)),
    verb(&["loesch", "loesche", "loeschen"], "", |rest| send("delete", rest)),
    verb(&["kauf", "kaufe", "kaufen"], "", |rest| send("buy", rest)),
    verb(&["bestell", "bestelle", "bestellen"], "", |rest| send("order", rest)),
    verb(&["hoer", "hoere", "hoeren"], "auf", |rest| rest.is_empty().then(|| "stop".into())),
    verb(&["stopp", "stoppe", "stoppen", "halt", "abbrechen"], "", |rest| rest.is_empty().then(|| "stop".into())),
];

/// Verbs beside which the person's own words stand.
const TAKES_WORDS: &[&[&str]] = &[SUCH, FINDE, SCHREIB, TRAG, GIB, FUELL];

/// Words between a verb and what it is about.
const AFTER_VERB: &[&str] =
    &["Sie", "du", "mir", "uns", "bitte", "mal", "doch", "jetzt", "einmal", "mich", "nun", "dann"];

const NOT: &[&str] = &[
    "nicht",
    "nichts",
    "nie",
    "niemals",
    "nirgends",
    "nirgendwo",
    "kein",
    "keine",
    "keinen",
    "keinem",
    "keiner",
    "keines",
    "keinesfalls",
];

/// Beginnings of what is not to be done.
const FORBIDS: &[&str] = &["ohne", "auf keinen Fall", "auf gar keinen Fall", "lass", "lasse", "unterlass", "vermeide"];

/// Whether words forbid what their verb says: `bestell die Lampe nicht`, `nicht auf Kaufen klicken`. What is looked for or written may say "not"
/// itself, and so may names, which begin with a capital letter.
pub(super) fn forbids(text: &str) -> bool {
    if start_any(text, FORBIDS).or_else(|| start_any(text, NOT)).is_some() {
        return true;
    }
    let words = super::super::phrase::outside_quotes(text).into_iter().map(|(_, c)| c).collect::<String>();
    let words: Vec<&str> = words.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let Some((first, others)) = words.split_first() else { return false };
    let (first, last) = (folded(first), others.last().map(|word| folded(word)).unwrap_or_default());
    let is_early =
        others.iter().find(|word| start_any(word, AFTER_VERB).is_none()).is_some_and(|word| NOT.contains(word));
    let is_not = |verb: &Verb| !TAKES_WORDS.contains(&verb.forms) && others.iter().any(|word| NOT.contains(word));
    let begun = |verb: &Verb| verb.forms.contains(&first.as_str());
    let ended = |verb: &Verb| verb.forms.iter().any(|form| form.ends_with('n') && last.ends_with(form));
    VERBS.iter().any(|verb| begun(verb) && (is_early || is_not(verb)) || ended(verb) && is_not(verb))
}

/// The words without courtesy among them: `stell die Lautstärke bitte auf 3`. Verbs beside which the person's own words stand keep theirs.
pub(super) fn without_courtesy(text: &str) -> Option<String> {
    let first = folded(text.split_whitespace().next()?);
    let takes_words = TAKES_WORDS.iter().any(|forms| forms.contains(&first.as_str()));
    let is_quoted = super::super::phrase::outside_quotes(text).len() < text.chars().count();
    if takes_words || is_quoted {
        return None;
    }
    let kept: Vec<&str> = text.split_whitespace().filter(|word| folded(word) != "bitte").collect();
    let bare = kept.join(" ");
    (bare.len() < text.len()).then_some(bare)
}

/// The English order of an imperative, or of an infinitive at the end.
pub(super) fn order(text: &str, mended: bool) -> Option<String> {
    let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let first = folded(first.trim_end_matches([',', ':']));
    let mut rest = rest.trim();
    while let Some(shorter) = start_any(rest, AFTER_VERB) {
        rest = shorter;
    }
    let is = |verb: &&Verb| {
        let near = |form: &&'static str| mended && form.len() > 4 && osa_distance(form, &first) == 1;
        verb.forms.contains(&first.as_str()) || verb.forms.iter().any(near)
    };
    let begun = VERBS.iter().filter(is).find_map(|verb| (verb.order)(&apart(rest, verb.particle)?));
    begun.or_else(|| at_the_end(text))
}

/// `nach Lampen suchen`, `das Formular ausfüllen`, `die Seite neu laden`.
fn at_the_end(text: &str) -> Option<String> {
    let (rest, last) = text.rsplit_once(char::is_whitespace).unwrap_or(("", text));
    let last = folded(last);
    let mut rest = rest.trim();
    while let Some(shorter) = start_any(rest, AFTER_VERB) {
        rest = shorter;
    }
    // "hör auf zu klicken": what depends on other words is no order.
    if before_end(rest, "zu").is_some() {
        return None;
    }
    VERBS.iter().find_map(|verb| {
        verb.forms.iter().filter(|form| form.ends_with('n')).find_map(|infinitive| {
            if last == format!("{}{infinitive}", verb.particle) {
                return (verb.order)(rest);
            }
            (last == *infinitive && !rest.is_empty()).then(|| (verb.order)(&apart(rest, verb.particle)?)).flatten()
        })
    })
}

/// What stands beside the verb without the part that stands apart: the last word, or one before a colon, a comma or `mit`.
fn apart(rest: &str, particle: &str) -> Option<String> {
    if particle.is_empty() {
        return Some(rest.to_owned());
    }
    let words: Vec<(usize, char)> = super::super::phrase::outside_quotes(rest);
    let starts = words.iter().filter(|(at, c)| {
        let before = rest.get(..*at).and_then(|before| before.chars().next_back());
        !c.is_whitespace() && before.is_none_or(char::is_whitespace)
    });
    let mut found = None;
    for (at, _) in starts {
        let tail = rest.get(*at..).unwrap_or_default();
        let word =
            tail.split(|c: char| c.is_whitespace() || matches!(c, ':' | ',' | '.' | '!')).next().unwrap_or_default();
        if folded(word) != particle {
            continue;
        }
        let behind = tail.get(word.len()..).unwrap_or_default().trim_start();
        let ends = behind.is_empty()
            || behind.starts_with([':', ',', '.', '!'])
            || start_any(behind, &["mit", "als", "und", "wie", "auf", "in", "unter"]).is_some() && particle != "ein";
        if ends {
            let before = rest.get(..*at).unwrap_or_default().trim();
            let behind = behind.trim_start_matches([',', '.', '!']).trim();
            found = Some(if before.is_empty() || behind.starts_with(':') || behind.is_empty() {
                format!("{before}{behind}")
            } else {
                format!("{before} {behind}")
            });
        }
    }
    found
}
