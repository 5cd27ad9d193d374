//! Whether a quote is on a page, and where. Only the form may differ; every word, number, sign and unit must be the page's own.

mod case;
mod edges;
mod elision;
mod item;
mod matching;
mod page;

pub use page::{BlockSpan, PageText, page_text};

use item::{Item, items};
use std::ops::Range;

/// A quote that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuoteMatch {
    /// Where it begins in the page's text, in bytes.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
    /// Its parts in order: more than one if the quote leaves something out.
    pub parts: Vec<Range<usize>>,
}

/// A page's text, prepared for looking for many quotes.
///
/// Cells of a row are separated by tabs, rows by line ends, paragraphs by empty lines.
#[derive(Debug, Clone)]
pub struct QuotedText {
    items: Vec<Item>,
}

impl QuotedText {
    /// Prepares a text.
    pub fn new(text: &str) -> Self {
        Self { items: items(text) }
    }

    /// Where the quote is in the text, if it does.
    ///
    /// May differ: white space and line ends with their hyphens, ligatures, composed letters, full-width forms, kinds of dashes and quotation marks, raised
    /// digits, a word's case where it means nothing. `…` and `[...]` leave out a short piece. Words and numbers are only found whole, with their signs.
    pub fn find(&self, quote: &str) -> Option<QuoteMatch> {
        let found = self.find_parts(&[quote]);
        if found.is_some() {
            return found;
        }
        let unlinked;
        let mut quote = quote;
        if quote.contains("](") {
            unlinked = without_links(quote);
            quote = &unlinked;
            let found = self.find_parts(&[quote]);
            if found.is_some() {
                return found;
            }
        }
        let parts = elision::parts(quote);
        if parts.len() == 1 && parts.first().is_some_and(|part| part.len() == quote.len()) {
            return None;
        }
        self.find_parts(&parts)
    }

    /// The line that a byte of the text is on, from 1; a row of a table is one.
    pub fn line_at(&self, byte: usize) -> usize {
        self.items.iter().take_while(|item| item.start <= byte).filter(|item| item.gap & item::LINE != 0).count()
    }

    fn find_parts(&self, parts: &[&str]) -> Option<QuoteMatch> {
        let parts: Vec<Vec<Item>> = parts.iter().map(|part| bare(items(part))).collect();
        let (first, others) = parts.split_first()?;
        let no_words = |part: &Vec<Item>| !part.iter().any(|item| item.c.is_alphanumeric());
        if parts.iter().any(no_words) || (!others.is_empty() && !parts.iter().all(|part| elision::says_enough(part))) {
            return None;
        }
        let numbers = parts.iter().flatten().any(Item::is_digit);
        for start in 0..self.items.len() {
            let Some(last) = self.part_at(start, first) else { continue };
            let mut places = vec![(start, last)];
            for part in others {
                let after = places.last().map_or(0, |(_, last)| last + 1);
                let next = (after..self.items.len()).find_map(|at| Some((at, self.part_at(at, part)?)));
                let fits = next.filter(|(at, _)| elision::may_be_left_out(&self.items, after - 1, *at, numbers));
                let Some(place) = fits else { break };
                places.push(place);
            }
            if places.len() == parts.len() {
                return self.found(&places);
            }
        }
        None
    }

    /// The last item of a part that begins at this item.
    fn part_at(&self, start: usize, part: &[Item]) -> Option<usize> {
        let first = part.first()?;
        if self.items.get(start)?.c != first.c {
            return None;
        }
        let places = matching::match_at(&self.items, start, part)?;
        let last = *places.last()?;
        (edges::are_free(&self.items, start, last) && case::is_harmless(&self.items, &places, part)).then_some(last)
    }

    fn found(&self, places: &[(usize, usize)]) -> Option<QuoteMatch> {
        let range = |(start, last): &(usize, usize)| Some(self.items.get(*start)?.start..self.items.get(*last)?.end);
        let parts: Vec<Range<usize>> = places.iter().filter_map(range).collect();
        Some(QuoteMatch { start: parts.first()?.start, end: parts.last()?.end, parts })
    }
}

/// Where a quote is in a text, if it does. See [`QuotedText::find`].
pub fn find_quote(text: &str, quote: &str) -> Option<QuoteMatch> {
    QuotedText::new(text).find(quote)
}

/// Without what models put around a quote: marks, emphasis, a heading's `#`, the full stop.
fn bare(mut items: Vec<Item>) -> Vec<Item> {
    let is_mark = |item: &Item| matches!(item.c, '"' | '\'' | '*' | '_');
    loop {
        let before = items.len();
        let digit_ends = items.len() > 1 && items.get(items.len() - 2).is_some_and(Item::is_digit);
        let marked = items.first().is_some_and(is_mark);
        // A quotation's or a heading's sign, but none of a number.
        let follows = |test: fn(&Item) -> bool| items.get(1).is_some_and(|item| item.gap != 0 && test(item));
        let starts = items.first().is_some_and(|item| match item.c {
            '>' => follows(Item::is_letter),
            '#' => follows(|_| true) || items.get(1).is_some_and(|item| item.c == '#'),
            _ => marked || item.optional,
        });
        let ends =
            items.last().is_some_and(|item| matches!(item.c, '.' | ',') || (is_mark(item) && (!digit_ends || marked)));
        if ends {
            items.pop();
        }
        if starts && !items.is_empty() {
            items.remove(0);
        }
        if items.len() == before {
            return items;
        }
    }
}

/// `[text](address)` as its text.
fn without_links(quote: &str) -> String {
    let mut out = String::new();
    let mut rest = quote;
    while let Some((head, tail)) = rest.split_once("](") {
        let Some((before, text)) = head.rsplit_once('[') else { break };
        let Some((_, after)) = tail.split_once(')') else { break };
        out.push_str(before);
        out.push_str(text);
        rest = after;
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests;
