//! Grammar tables: filler, keys, colours, dates, well-known sites, what a question can be about.

use super::phrase::{after, after_any, without_suffix};
use super::words::normal;

const FILLER: &[&str] = &[
    "please",
    "kindly",
    "now",
    "next",
    "first of all",
    "firstly",
    "secondly",
    "finally",
    "lastly",
    "also",
    "just",
    "then",
    "and",
    "so",
    "ok",
    "okay",
    "well",
    "could you",
    "can you",
    "would you",
    "will you",
    "can we",
    "i want you to",
    "i'd like you to",
    "i would like you to",
    "i'd like to",
    "i would like to",
    "i want to",
    "i need you to",
    "i need to",
    "you should",
    "you must",
    "you can",
    "let's",
    "let us",
    "try to",
    "go ahead and",
    "go and",
    "make sure to",
    "be sure to",
    "help me to",
    "help me",
    "hey",
    "hi",
    "hello",
    "edith",
    "to",
    "in the end",
    "at the end",
    "after that",
    "afterwards",
    "once there",
    "there",
    "once that is done",
    "when done",
    "your task is to",
    "quickly",
    "simply",
    "proceed to click",
    "use the page to",
];

/// The words without surrounding politeness and filler.
pub(crate) fn without_filler(text: &str) -> &str {
    let mut text = text.trim();
    loop {
        let before = text;
        text = text.trim_start_matches([',', ':', '-', '.', '!']).trim();
        if let Some(rest) = after_any(text, FILLER)
            && !rest.is_empty()
        {
            text = rest;
        }
        // "first, go to …" and "first go to …", but not the "first" of "first name".
        if let Some(rest) = after(text, "first")
            && (rest.starts_with(',') || FIRST_VERBS.iter().any(|verb| after(rest, verb).is_some()))
        {
            text = rest;
        }
        if text == before {
            break;
        }
    }
    let tail = ["please", "for me", "thanks", "thank you", "right now", "if you can", "if possible", "again please"];
    without_suffix(text, &tail)
}

const FIRST_VERBS: &[&str] = &[
    "go", "open", "visit", "search", "click", "type", "enter", "fill", "tick", "check", "select", "choose", "press",
    "scroll", "log", "sign", "take", "read", "find", "wait", "close",
];

/// Whether the words ask for nothing.
pub(crate) fn is_chitchat(text: &str) -> bool {
    let words = normal(text);
    if words.is_empty() {
        return true;
    }
    const SAYINGS: &[&str] = &[
        "thanks",
        "thank you",
        "thank you very much",
        "thanks a lot",
        "many thanks",
        "thx",
        "cheers",
        "please",
        "bye",
        "goodbye",
        "that s all",
        "thats all",
        "that is all",
        "that s it",
        "thats it",
        "that is it",
        "ok",
        "okay",
        "good luck",
        "great",
        "hello",
        "hi",
        "hey",
        "good morning",
        "good evening",
        "good afternoon",
        "hi there",
        "hello there",
        "hi edith",
        "hello edith",
        "how are you",
        "perfect",
        "cool",
        "nice",
        "well done",
        "done",
        "thanks in advance",
        "thank you in advance",
        "first",
        "i trust you",
        "take your time",
        "be careful",
        "be quick",
        "is that ok",
        "have fun",
        "see you",
        "here is your task",
        "here is what to do",
        "do the following",
        "the following",
        "follow these steps",
        "steps",
    ];
    // Prohibitions need no action: only commands are carried out.
    let forbids = ["do not", "don t", "dont", "never", "without"].iter().any(|word| after(&words, word).is_some());
    // "buy nothing"
    forbids || text.split_whitespace().nth(1) == Some("nothing") || SAYINGS.contains(&words.as_str())
}

pub(crate) fn is_greeting_or_help(text: &str) -> bool {
    let words = normal(text);
    let greets = ["hello", "hi", "hey", "good morning", "good evening", "good afternoon"]
        .iter()
        .any(|w| after(&words, w).is_some());
    let short = words.split(' ').count() <= 4;
    (greets && short)
        || matches!(
            words.as_str(),
            "help"
                | "what can you do"
                | "what can i do"
                | "what do you do"
                | "who are you"
                | "what are you"
                | "commands"
                | "how does this work"
        )
}

/// A word that suggests a question rather than a search.
pub(crate) fn is_answerable(text: &str) -> bool {
    const NOUNS: &[&str] = &[
        "price",
        "total",
        "subtotal",
        "sum",
        "cost",
        "costs",
        "amount",
        "status",
        "balance",
        "rating",
        "title",
        "url",
        "address bar",
        "heading",
        "headline",
        "number of",
        "result count",
        "delivery date",
        "order number",
        "confirmation number",
        "confirmation",
        "error message",
        "error",
        "message",
        "whether",
        "if",
        "that",
        "out",
        "weather",
        "temperature",
        "shipping",
    ];
    let text = super::phrase::without_article(text);
    NOUNS.iter().any(|noun| after(text, noun).is_some())
        || ["price", "total", "rating", "status", "costs"]
            .iter()
            .any(|noun| normal(text).split(' ').next_back() == Some(noun))
}

/// The key in the tool's spelling: `Enter`, `Control+a`.
pub(crate) fn key(text: &str) -> Option<String> {
    let (inner, quoted) = super::phrase::unquote(text);
    let whole = after(&inner, "the").unwrap_or(inner.trim());
    let bare = without_suffix(whole, &["key", "keys"]);
    let spaced = bare.replace(['+', '-'], " ").to_lowercase();
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let (last, modifiers) = words.split_last()?;
    let mut out = String::new();
    let mut modifiers = modifiers;
    let mut joined = (*last).to_owned();
    // "page down", "arrow left", "left arrow"
    if let Some((before, rest)) = modifiers.split_last()
        && (matches!(*before, "page" | "arrow") || *last == "arrow")
    {
        joined = if *last == "arrow" { format!("arrow{before}") } else { format!("{before}{last}") };
        modifiers = rest;
    }
    for modifier in modifiers {
        out.push_str(match *modifier {
            "control" | "ctrl" | "strg" => "Control+",
            "shift" => "Shift+",
            "alt" | "option" => "Alt+",
            "cmd" | "command" | "meta" | "win" | "windows" => "Meta+",
            _ => return None,
        });
    }
    let named = match joined.as_str() {
        "enter" | "return" => "Enter",
        "escape" | "esc" => "Escape",
        "tab" => "Tab",
        "space" | "spacebar" => "Space",
        "backspace" => "Backspace",
        "delete" | "del" => "Delete",
        "home" => "Home",
        "end" => "End",
        "pageup" => "PageUp",
        "pagedown" => "PageDown",
        "up" | "arrowup" => "ArrowUp",
        "down" | "arrowdown" => "ArrowDown",
        "left" | "arrowleft" => "ArrowLeft",
        "right" | "arrowright" => "ArrowRight",
        "insert" => "Insert",
        _ => "",
    };
    // A bare "delete" or "home" is more likely a button of the page; the person says "the Delete key".
    let said_key = bare.len() < whole.trim().len();
    let ambiguous = matches!(named, "Delete" | "Home" | "End" | "Insert" | "Space")
        || named.starts_with("Arrow") && joined.len() < 6;
    if !named.is_empty() {
        return (!ambiguous || said_key || !out.is_empty() || quoted).then(|| out + named);
    }
    if joined.strip_prefix('f').and_then(|n| n.parse::<u8>().ok()).is_some_and(|n| (1..=12).contains(&n)) {
        return Some(out + &joined.to_uppercase());
    }
    let single = joined.chars().count() == 1 && (said_key || !out.is_empty());
    single.then(|| out + &joined)
}

/// Addresses of sites known by name.
pub(crate) fn well_known_site(text: &str) -> Option<&'static str> {
    Some(match normal(text).as_str() {
        "google" => "https://www.google.com",
        "youtube" => "https://www.youtube.com",
        "wikipedia" | "wikipédia" => "https://www.wikipedia.org",
        "amazon" => "https://www.amazon.com",
        "gmail" => "https://mail.google.com",
        "whatsapp" | "whatsapp web" => "https://web.whatsapp.com",
        "github" => "https://github.com",
        "duckduckgo" => "https://duckduckgo.com",
        "bing" => "https://www.bing.com",
        "ebay" => "https://www.ebay.com",
        "reddit" => "https://www.reddit.com",
        "linkedin" => "https://www.linkedin.com",
        "google maps" => "https://maps.google.com",
        _ => return None,
    })
}

/// A colour's name as HTML's colour field takes it; hex stays unchanged.
pub(crate) fn colour(text: &str) -> Option<String> {
    let lower = text.trim().to_lowercase();
    if let Some(hex) = lower.strip_prefix('#')
        && hex.len() == 6
        && hex.chars().all(|c| c.is_ascii_hexdigit())
    {
        return Some(lower);
    }
    let hex = match lower.as_str() {
        "black" => "#000000",
        "white" => "#ffffff",
        "red" => "#ff0000",
        "green" => "#008000",
        "lime" => "#00ff00",
        "blue" => "#0000ff",
        "yellow" => "#ffff00",
        "orange" => "#ffa500",
        "purple" => "#800080",
        "pink" => "#ffc0cb",
        "grey" | "gray" => "#808080",
        "brown" => "#a52a2a",
        "cyan" => "#00ffff",
        "magenta" => "#ff00ff",
        _ => return None,
    };
    Some(hex.to_owned())
}

/// A date, time or both in HTML's form: `24 December 2026`, `24.12.2026`, `12/24/2026` (month first), `2026-12-24`, `14:30`, `2:30 pm`.
pub(crate) fn moment(text: &str) -> Option<String> {
    let text = text.trim().trim_end_matches('.');
    if let Some(time) = time(text) {
        return Some(time);
    }
    if let Some(date) = date(text) {
        return Some(date);
    }
    let (day, hour) = text.split_once(" at ").or_else(|| text.rsplit_once(' ')).or_else(|| text.split_once('T'))?;
    Some(format!("{}T{}", date(day)?, time(hour)?))
}

fn time(text: &str) -> Option<String> {
    let lower = text.trim().to_lowercase();
    let (clock, shift) = match (lower.strip_suffix("pm"), lower.strip_suffix("am")) {
        (Some(clock), _) => (clock.trim(), Some(12)),
        (_, Some(clock)) => (clock.trim(), Some(0)),
        _ => (lower.as_str(), None),
    };
    let (hours, minutes) = match (clock.split_once(':'), shift) {
        (Some((h, m)), _) if m.len() == 2 => (h.parse::<u32>().ok()?, m.parse::<u32>().ok()?),
        (None, Some(_)) => (clock.parse::<u32>().ok()?, 0),
        _ => return None,
    };
    let hours = shift.map_or(hours, |shift| hours % 12 + shift);
    (hours < 24 && minutes < 60).then(|| format!("{hours:02}:{minutes:02}"))
}

fn date(text: &str) -> Option<String> {
    const MONTHS: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
    let parts: Vec<&str> =
        text.split(['-', '.', '/', ' ', ',']).filter(|part| !part.is_empty() && *part != "of").collect();
    let [a, b, c] = parts.as_slice() else { return None };
    let number = |part: &str| {
        let digits = ["st", "nd", "rd", "th"].iter().find_map(|ending| part.strip_suffix(ending)).unwrap_or(part);
        digits.parse::<u32>().ok()
    };
    let month = |part: &str| {
        let lower = part.to_lowercase();
        MONTHS
            .iter()
            .position(|m| lower.starts_with(m) && lower.chars().all(char::is_alphabetic))
            .map(|at| at as u32 + 1)
    };
    let (y, m, d) = if a.len() == 4 {
        (number(a)?, number(b)?, number(c)?)
    } else if let Some(m) = month(a) {
        (number(c)?, m, number(b)?)
    } else if let Some(m) = month(b) {
        (number(c)?, m, number(a)?)
    } else if text.contains('/') {
        (number(c)?, number(a)?, number(b)?)
    } else {
        (number(c)?, number(b)?, number(a)?)
    };
    let good = (1000..=9999).contains(&y) && (1..=12).contains(&m) && (1..=31).contains(&d);
    good.then(|| format!("{y:04}-{m:02}-{d:02}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn filler_goes() {
        for (text, expected) in [
            ("Please go to x", "go to x"),
            ("could you please click Save for me", "click Save"),
            ("First, open a", "open a"),
            ("first name", "first name"),
            ("I want you to search for x right now", "search for x"),
        ] {
            assert_eq!(without_filler(text), expected, "{text}");
        }
    }

    #[test]
    fn keys() {
        for (text, expected) in [
            ("Enter", Some("Enter")),
            ("the escape key", Some("Escape")),
            ("ctrl+a", Some("Control+a")),
            ("Control+Shift+K", Some("Control+Shift+k")),
            ("page down", Some("PageDown")),
            ("left arrow", Some("ArrowLeft")),
            ("F5", Some("F5")),
            ("Delete", None),
            ("the Delete key", Some("Delete")),
            ("Save", None),
            ("the a key", Some("a")),
        ] {
            assert_eq!(key(text).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn moments() {
        for (text, expected) in [
            ("24 December 2026", Some("2026-12-24")),
            ("Dec 24, 2026", Some("2026-12-24")),
            ("24.12.2026", Some("2026-12-24")),
            ("12/24/2026", Some("2026-12-24")),
            ("2026-12-24", Some("2026-12-24")),
            ("14:30", Some("14:30")),
            ("2:30 pm", Some("14:30")),
            ("24.12.2026 14:30", Some("2026-12-24T14:30")),
            ("Ada", None),
            ("42", None),
        ] {
            assert_eq!(moment(text).as_deref(), expected, "{text}");
        }
    }
}
