//! German words as people spell them: with umlauts or without, in any case.

/// Lower case, umlauts and ß spelled out.
pub(super) fn folded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars().flat_map(char::to_lowercase) {
        match c {
            'ä' => out.push_str("ae"),
            'ö' => out.push_str("oe"),
            'ü' => out.push_str("ue"),
            'ß' => out.push_str("ss"),
            c => out.push(c),
        }
    }
    out
}

/// Strips a leading phrase at a word's end, in any case, with umlauts or spelled out.
pub(super) fn start<'a>(text: &'a str, phrase: &str) -> Option<&'a str> {
    let text = text.trim_start();
    let wanted = folded(phrase);
    let mut seen = String::new();
    for (at, c) in text.char_indices() {
        seen.push_str(&folded(c.encode_utf8(&mut [0; 4])));
        if !wanted.starts_with(&seen) {
            return None;
        }
        if seen == wanted {
            let rest = text.get(at + c.len_utf8()..)?;
            let ends = rest.chars().next().is_none_or(|c| !c.is_alphanumeric() && c != '-' && c != '_');
            return ends.then(|| rest.trim_start());
        }
    }
    None
}

pub(super) fn start_any<'a>(text: &'a str, phrases: &[&str]) -> Option<&'a str> {
    phrases.iter().find_map(|phrase| start(text, phrase))
}

/// What stands before a last phrase, at a word's beginning; empty if that is all.
pub(super) fn before_end<'a>(text: &'a str, phrase: &str) -> Option<&'a str> {
    let text = text.trim();
    let wanted = folded(phrase);
    let words = phrase.split_whitespace().count();
    let begins = text.char_indices().filter(|(at, c)| {
        !c.is_whitespace()
            && text.get(..*at).is_some_and(|before| before.is_empty() || before.ends_with(char::is_whitespace))
    });
    let starts: Vec<usize> = begins.map(|(at, _)| at).collect();
    let at = *starts.get(starts.len().checked_sub(words)?)?;
    let tail = folded(text.get(at..)?);
    let same = tail.split_whitespace().eq(wanted.split_whitespace());
    same.then(|| text.get(..at).unwrap_or_default().trim_end().trim_end_matches(',').trim_end())
}

pub(super) fn before_any<'a>(text: &'a str, phrases: &[&str]) -> &'a str {
    phrases.iter().find_map(|phrase| before_end(text, phrase)).unwrap_or(text)
}

/// Whether the words are one of these phrases, which are spelled out.
pub(super) fn is_any(text: &str, phrases: &[&str]) -> bool {
    let folded = folded(text.trim());
    phrases.contains(&folded.split_whitespace().collect::<Vec<_>>().join(" ").as_str())
}
