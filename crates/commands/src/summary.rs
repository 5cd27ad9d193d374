//! The sentences of a page that say most, taken as they stand: LexRank (Erkan and Radev, 2004). A sentence counts by how much it has in common with the
//! others, likeness being the cosine of its words weighed by how rare they are, so that no list of empty words is needed in any language.

use super::words::normal;
use std::collections::HashMap;

/// Fewest and most sentences of a summary.
const SENTENCES: std::ops::RangeInclusive<usize> = 3..=7;
/// A sentence of a summary for this many of the page.
const SHARE: usize = 7;
/// Fewest words and characters of a sentence, so that menus and captions are none.
const LEAST_WORDS: usize = 6;
const LEAST_CHARS: usize = 30;
/// Most characters of a sentence that is still worth quoting.
const MOST_CHARS: usize = 420;
/// Most sentences that are compared with each other.
const MOST: usize = 800;
/// From this likeness on, two sentences say the same.
const SAME: f32 = 0.6;
/// Below this, they have nothing in common.
const APART: f32 = 0.05;
/// How much of a sentence's weight comes from the others.
const DAMPING: f32 = 0.85;
const ROUNDS: usize = 30;

/// The most telling sentences in the order of the page, of which the one that its text begins with is always one; none if there is no running text.
pub(crate) fn summary(lines: &[String], lead: Option<&str>) -> Vec<String> {
    let mut all: Vec<&str> = Vec::new();
    for sentence in lines.iter().flat_map(|line| sentences(line)) {
        if all.len() < MOST && !all.contains(&sentence) {
            all.push(sentence);
        }
    }
    let most = (all.len() / SHARE).clamp(*SENTENCES.start(), *SENTENCES.end());
    if all.len() <= most {
        return all.into_iter().map(str::to_owned).collect();
    }
    let weights = weighed(&all);
    let ranks = ranks(&weights);
    let mut order: Vec<usize> = (0..all.len()).collect();
    edith_page::order::sort_by(&mut order, |a, b| {
        let rank = |at: &usize| ranks.get(*at).copied().unwrap_or_default();
        rank(b).total_cmp(&rank(a)).then(a.cmp(b))
    });
    let lead = lead.and_then(|line| sentences(line).into_iter().next());
    let mut chosen: Vec<usize> = all.iter().position(|sentence| Some(*sentence) == lead).into_iter().collect();
    for at in order {
        let same = |other: &usize| match (weights.get(at), weights.get(*other)) {
            (Some(a), Some(b)) => cosine(a, b) > SAME,
            _ => true,
        };
        if chosen.len() < most && !chosen.iter().any(same) {
            chosen.push(at);
        }
    }
    all.iter().enumerate().filter(|(at, _)| chosen.contains(at)).map(|(_, sentence)| (*sentence).to_owned()).collect()
}

/// The words of a sentence with their weights, sorted by word; its length as a vector is 1.
type Weights = Vec<(usize, f32)>;

fn weighed(sentences: &[&str]) -> Vec<Weights> {
    let mut ids: HashMap<String, usize> = HashMap::new();
    let mut seen: Vec<f32> = Vec::new();
    let mut counted: Vec<Vec<(usize, f32)>> = Vec::new();
    for sentence in sentences {
        let mut counts: Vec<(usize, f32)> = Vec::new();
        for word in normal(sentence).split(' ').filter(|word| word.chars().count() > 1) {
            let next = ids.len();
            let id = *ids.entry(stem(word)).or_insert(next);
            match counts.iter_mut().find(|(known, _)| *known == id) {
                Some((_, count)) => *count += 1.0,
                None => counts.push((id, 1.0)),
            }
        }
        seen.resize(ids.len(), 0.0);
        for (id, _) in &counts {
            if let Some(seen) = seen.get_mut(*id) {
                *seen += 1.0;
            }
        }
        edith_page::order::sort_by_key(&mut counts, |(id, _)| *id);
        counted.push(counts);
    }
    let all = sentences.len() as f32;
    for counts in &mut counted {
        for (id, count) in counts.iter_mut() {
            *count *= (all / seen.get(*id).copied().unwrap_or(1.0)).ln();
        }
        let length = counts.iter().map(|(_, weight)| weight * weight).sum::<f32>().sqrt();
        if length > 0.0 {
            counts.iter_mut().for_each(|(_, weight)| *weight /= length);
        }
    }
    counted
}

/// The beginning of a long word, which its forms share.
fn stem(word: &str) -> String {
    let length = word.chars().count();
    if length > 6 { word.chars().take(length - 2).collect() } else { word.to_owned() }
}

fn cosine(a: &Weights, b: &Weights) -> f32 {
    let (mut a, mut b) = (a.iter().peekable(), b.iter().peekable());
    let mut sum = 0.0;
    while let (Some((left, x)), Some((right, y))) = (a.peek(), b.peek()) {
        match left.cmp(right) {
            std::cmp::Ordering::Less => drop(a.next()),
            std::cmp::Ordering::Greater => drop(b.next()),
            std::cmp::Ordering::Equal => {
                sum += x * y;
                a.next();
                b.next();
            }
        }
    }
    sum
}

/// How central each sentence is among all.
fn ranks(weights: &[Weights]) -> Vec<f32> {
    let count = weights.len();
    let mut links: Vec<Vec<(usize, f32)>> = vec![Vec::new(); count];
    for (at, a) in weights.iter().enumerate() {
        for (other, b) in weights.iter().enumerate().skip(at + 1) {
            let like = cosine(a, b);
            if like > APART {
                if let Some(links) = links.get_mut(at) {
                    links.push((other, like));
                }
                if let Some(links) = links.get_mut(other) {
                    links.push((at, like));
                }
            }
        }
    }
    let mut ranks = vec![1.0; count];
    for _ in 0..ROUNDS {
        let mut next = vec![1.0 - DAMPING; count];
        for (links, rank) in links.iter().zip(&ranks) {
            let out: f32 = links.iter().map(|(_, like)| like).sum();
            for (to, like) in links {
                if let Some(slot) = next.get_mut(*to) {
                    *slot += DAMPING * rank * like / out;
                }
            }
        }
        ranks = next;
    }
    ranks
}

/// Words that end with a full stop in the middle of a sentence.
const SHORT_FORMS: &[&str] = &[
    "e.g", "i.e", "mr", "mrs", "ms", "dr", "st", "no", "vs", "approx", "etc", "jr", "sr", "prof", "fig", "ca", "bzw",
    "usw", "z.b", "d.h", "u.a", "nr", "abs", "vgl", "hl", "evtl", "ggf", "inkl", "str", "mio", "mrd", "jh", "bd",
    "jan", "feb", "aug", "sept", "okt", "nov", "dez", "v. chr", "chr", "u.s", "inc", "ltd", "co",
];

/// The sentences of a line that are running text, without marks of notes.
fn sentences(line: &str) -> Vec<&str> {
    let line = line.trim();
    if line.starts_with('|') || line.starts_with('#') || line.starts_with('[') {
        return Vec::new();
    }
    let mut out = Vec::new();
    let mut start = 0;
    for (at, c) in line.char_indices() {
        let end = at + c.len_utf8();
        let rest = line.get(end..).unwrap_or("");
        let follows = rest.trim_start_matches(['"', '”', '“', '’', '»', '«', ')', ']']);
        let is_end = match c {
            '。' | '！' | '？' => true,
            '.' | '!' | '?' => {
                let next = follows.trim_start().chars().next();
                let apart = follows.is_empty() || follows.starts_with(char::is_whitespace);
                let begins = next.is_none_or(|c| c.is_uppercase() || c.is_numeric() || !c.is_alphanumeric());
                apart && begins && !(c == '.' && is_short_form(line.get(start..at).unwrap_or("")))
            }
            _ => false,
        };
        if is_end && at >= start {
            let end = line.len() - follows.len();
            out.push(line.get(start..end).unwrap_or("").trim());
            start = end;
        }
    }
    // What has no end is a heading, a caption or a menu.
    out.retain(|sentence| is_telling(sentence));
    out
}

fn is_short_form(before: &str) -> bool {
    let word = before.rsplit(char::is_whitespace).next().unwrap_or("").trim_start_matches(['(', '„', '"', '“']);
    let letters = word.chars().count();
    // "3. Oktober", "J. Doe"
    let counted = !word.is_empty() && letters <= 2 && word.chars().all(|c| c.is_ascii_digit());
    let initial = letters == 1 && word.chars().all(char::is_uppercase);
    counted || initial || SHORT_FORMS.contains(&word.to_lowercase().as_str())
}

fn is_telling(sentence: &str) -> bool {
    let chars = sentence.chars().count();
    let wide = sentence.chars().any(|c| matches!(c, '\u{3040}'..='\u{30ff}' | '\u{4e00}'..='\u{9fff}'));
    let words = sentence.split_whitespace().count();
    let long = if wide { chars >= 12 } else { words >= LEAST_WORDS && chars >= LEAST_CHARS };
    long && chars <= MOST_CHARS
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<String> {
        text.lines().map(str::to_owned).collect()
    }

    #[test]
    fn lines_fall_into_sentences() {
        for (line, expected) in [
            (
                "The river is 340 km long, i.e. longer than most. Dr. Miller measured it in the summer of 1904.",
                &["The river is 340 km long, i.e. longer than most.", "Dr. Miller measured it in the summer of 1904."]
                    [..],
            ),
            (
                "Am 3. Oktober 1990 wurde der Vertrag bzw. das Abkommen gültig. „Das war ein großer Tag für uns alle.“ Danach gab es ein Fest am Fluss.",
                &[
                    "Am 3. Oktober 1990 wurde der Vertrag bzw. das Abkommen gültig.",
                    "„Das war ein großer Tag für uns alle.“",
                    "Danach gab es ein Fest am Fluss.",
                ],
            ),
            ("Home | About | Contact us today", &[]),
            ("| a cell of a table | that has many words in it and ends. |", &[]),
            ("Read more.", &[]),
            ("", &[]),
        ] {
            assert_eq!(sentences(line), expected, "{line}");
        }
    }

    /// What the page is about stands in many sentences; what stands beside it does not.
    #[test]
    fn central_sentences_are_chosen_in_the_order_of_the_page() {
        let page = lines(
            "Home\nProducts\nSign in to see your orders\n\
             The lighthouse of Alden Point was built in 1871 on the cliffs above the harbour.\n\
             Its keeper lived with his family in a small house beside the lighthouse.\n\
             Yesterday we had soup for lunch and it was rather cold.\n\
             The lamp of the lighthouse could be seen by ships from twenty miles away.\n\
             My cousin prefers trains because they have larger windows.\n\
             In 1950 the lighthouse of Alden Point was given an electric lamp and the keeper left.\n\
             Today the lighthouse above the harbour is a museum that the harbour council runs.\n\
             Please subscribe to our newsletter and never miss anything again.\n\
             Copyright 2024 by whoever wrote this whole page for you.",
        );
        let told = summary(&page, None);
        assert!((3..=7).contains(&told.len()), "{told:?}");
        assert!(told.iter().all(|sentence| page.contains(sentence)), "only sentences of the page");
        assert!(told.iter().all(|sentence| sentence.contains("lighthouse")), "{told:#?}");
        let places: Vec<usize> = told.iter().map(|one| page.iter().position(|line| line == one).unwrap()).collect();
        assert!(places.is_sorted(), "{places:?}");
    }

    #[test]
    fn german_is_summed_up_as_well() {
        let page = lines(
            "Startseite\nAnmelden\n\
             Der Leuchtturm von Altenhafen wurde im Jahr 1871 auf den Klippen über dem Hafen errichtet.\n\
             Der Wärter wohnte mit seiner Familie in einem kleinen Haus neben dem Leuchtturm.\n\
             Gestern gab es zum Mittagessen eine ziemlich kalte Suppe.\n\
             Das Licht des Leuchtturms konnten Schiffe aus dreißig Kilometern Entfernung sehen.\n\
             Meine Cousine fährt lieber mit der Bahn, weil die Fenster größer sind.\n\
             Im Jahr 1950 bekam der Leuchtturm elektrisches Licht, und der Wärter zog aus.\n\
             Heute ist der Leuchtturm über dem Hafen ein Museum der Stadt Altenhafen.\n\
             Abonnieren Sie unseren Newsletter und verpassen Sie nie wieder etwas.",
        );
        let told = summary(&page, None);
        assert!(told.iter().all(|sentence| sentence.contains("Leuchtt")), "{told:#?}");
    }

    #[test]
    fn odd_pages_have_an_answer() {
        assert!(summary(&[], None).is_empty());
        assert!(summary(&lines("Home\nAbout\nContact"), None).is_empty());
        let one = "This page has one single sentence that tells something.";
        assert_eq!(summary(&lines(&format!("{one}\n{one}\n{one}")), None), [one]);
        let endless: Vec<String> =
            (0..3000).map(|n| format!("Sentence number {n} tells of the very same thing again.")).collect();
        assert!(summary(&endless, None).len() <= 7);
    }
}
