//! Whether words that differ in case are still the same words: a sentence's first letter, a heading in capitals; not `US` for `us` or `MW` for `mW`.

use super::item::Item;

/// Words in capitals up to this length may be names of their own (`WHO`), unless the words around them are in capitals too.
const SHORT: usize = 4;
/// How many words around a short one are looked at.
const AROUND: usize = 3;

struct Word {
    /// From where in the quote.
    from: usize,
    to: usize,
    /// Whether only the first letter differs, or none.
    first_only: bool,
    differs: bool,
    /// Whether it is in capitals in one text alone: 1 in the quote, 2 on the page.
    capitals: u8,
}

/// Whether the cases of a match differ only harmlessly.
pub(super) fn is_harmless(page: &[Item], places: &[usize], quote: &[Item]) -> bool {
    let pairs: Vec<(&Item, &Item)> =
        quote.iter().zip(places).filter_map(|(here, place)| Some((here, page.get(*place)?))).collect();
    if pairs.iter().all(|(here, there)| here.raw == there.raw) {
        return true;
    }
    let words = words(&pairs);
    words.iter().enumerate().all(|(index, word)| {
        if !word.differs {
            return true;
        }
        let length = word.to - word.from;
        let before = word.from.checked_sub(1).and_then(|at| quote.get(at));
        if before.is_some_and(|item| item.is_digit() || item.c == '%') && length < SHORT {
            return false;
        }
        if length > 1 && word.first_only {
            return true;
        }
        if length == 1 && word.first_only && quote.get(word.from).is_some_and(|item| item.c == 'a') {
            return true;
        }
        let around = words.get(index.saturating_sub(AROUND)..).unwrap_or_default().iter().take(2 * AROUND + 1);
        let mut long = around.filter(|other| other.capitals == word.capitals && other.to - other.from > SHORT);
        word.capitals != 0 && (length > SHORT || long.next().is_some())
    })
}

fn words(pairs: &[(&Item, &Item)]) -> Vec<Word> {
    let mut words = Vec::new();
    let mut from = 0;
    while from < pairs.len() {
        let rest = pairs.get(from..).unwrap_or_default().iter().enumerate();
        let length = rest.take_while(|(at, (here, _))| here.is_letter() && (*at == 0 || here.gap == 0)).count();
        if length == 0 {
            from += 1;
            continue;
        }
        let word = pairs.get(from..from + length).unwrap_or_default();
        let upper = |side: fn(&(&Item, &Item)) -> char| word.iter().all(|pair| !side(pair).is_lowercase());
        let (quote, page) = (upper(|pair| pair.0.raw), upper(|pair| pair.1.raw));
        words.push(Word {
            from,
            to: from + length,
            first_only: word.iter().skip(1).all(|(here, there)| here.raw == there.raw),
            differs: word.iter().any(|(here, there)| here.raw != there.raw),
            capitals: match (quote, page) {
                (true, false) => 1,
                (false, true) => 2,
                _ => 0,
            },
        });
        from += length;
    }
    words
}
