//! The page beside the panel: what kind of page it is, by what it shows and not by whose it is.

use crate::state::documents::kind::is_pdf;
use serde::Deserialize;

/// Fields from which on a page has a form.
const FIELDS: u32 = 3;
/// Prices from which on it is a list of goods.
const PRICES: usize = 4;
/// Characters of paragraphs from which on it is something to read; less is enough where the page says that it is an article.
const PROSE: u32 = 1_200;
const SHORT_PROSE: u32 = 400;
/// Dated entries from which on it is a conversation, if there is a field for an answer.
const ENTRIES: u32 = 2;

/// A kind of page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// None that can be worked on: a new tab, a page of the browser.
    None,
    /// Something to read.
    Article,
    /// Fields to fill in.
    Form,
    /// Goods with prices.
    Shop,
    /// A PDF.
    Document,
    /// People writing to each other: mail, an issue, a forum.
    Talk,
    /// Any other page.
    Page,
}

/// The page beside the panel, if it can be worked on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Here {
    /// Its tab.
    pub tab: i32,
    /// Its title, or its address where it has none.
    pub title: String,
    /// Its address.
    pub url: String,
    /// The kind of page it is.
    pub kind: Kind,
    /// Whether it has a form. A search, a login or a box for a newsletter has fewer fields.
    pub has_form: bool,
}

/// What a page shows at first sight.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Facts {
    /// The type of its content.
    kind: String,
    /// The beginning of its text.
    text: String,
    /// The characters of its longer paragraphs.
    prose: u32,
    /// Whether it says that it is an article.
    article: bool,
    /// How many dates it marks as such.
    times: u32,
    /// Whether there is a field for longer words.
    reply: bool,
}

impl Here {
    /// The page of a tab with these questions of forms; `facts` is JSON, and "" where the page cannot be read.
    pub fn new(tab: i32, url: String, title: String, fields: u32, facts: &str) -> Self {
        let facts: Facts = serde_json::from_str(facts).unwrap_or_default();
        let kind = kind(&url, fields, &facts);
        let title = if title.trim().is_empty() { url.clone() } else { title };
        Self { tab, title, url, kind, has_form: fields >= FIELDS }
    }
}

fn kind(url: &str, fields: u32, facts: &Facts) -> Kind {
    if facts.kind == "application/pdf" || is_pdf(url) {
        return Kind::Document;
    }
    let prices = prices(&facts.text);
    // A list of goods has filters, and an order form has a price or two.
    if prices >= PRICES && prices > fields as usize / 2 && facts.prose < PROSE {
        return Kind::Shop;
    }
    if facts.times >= ENTRIES && facts.reply && fields <= FIELDS {
        return Kind::Talk;
    }
    if fields >= FIELDS {
        return Kind::Form;
    }
    if facts.prose >= if facts.article { SHORT_PROSE } else { PROSE } { Kind::Article } else { Kind::Page }
}

/// How many amounts of money a text names.
fn prices(text: &str) -> usize {
    const SIGNS: [&str; 8] = ["€", "$", "£", "¥", "EUR", "USD", "CHF", "zł"];
    let is_digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    let is_space = |c: char| matches!(c, ' ' | '\u{a0}' | '\u{202f}');
    let at = |sign: &str| {
        text.match_indices(sign)
            .filter(|(at, sign)| {
                let before = text.get(..*at).unwrap_or_default().trim_end_matches(is_space).chars().next_back();
                let after = text.get(at + sign.len()..).unwrap_or_default().trim_start_matches(is_space).chars().next();
                is_digit(before) || is_digit(after)
            })
            .count()
    };
    SIGNS.iter().map(|sign| at(sign)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn kind_of(url: &str, fields: u32, facts: &serde_json::Value) -> Kind {
        Here::new(1, url.into(), "t".into(), fields, &facts.to_string()).kind
    }

    #[test]
    fn a_page_is_told_by_what_it_shows() {
        let goods = "Desk lamp €24.90 In stock\nFloor lamp €89.00\nBulb 4,50 €\nShade 12 EUR";
        for (what, url, fields, facts, expected) in [
            ("goods", "https://a.example/", 0, json!({"text": goods}), Kind::Shop),
            ("goods with filters", "https://a.example/", 4, json!({"text": goods}), Kind::Shop),
            ("an order form", "https://a.example/", 9, json!({"text": "Total $ 20.00, shipping $5"}), Kind::Form),
            ("a report on prices", "https://a.example/", 0, json!({"text": goods, "prose": 5_000}), Kind::Article),
            ("a form", "https://shop.example/", 5, json!({"text": "Name Street"}), Kind::Form),
            ("a post", "https://a.example/", 0, json!({"prose": 500, "article": true}), Kind::Article),
            ("an article", "https://a.example/", 1, json!({"prose": 3_000}), Kind::Article),
            ("an issue", "https://a.example/", 1, json!({"prose": 3_000, "times": 6, "reply": true}), Kind::Talk),
            ("dated news", "https://a.example/", 0, json!({"prose": 100, "times": 9}), Kind::Page),
            ("a PDF by its type", "https://a.example/x", 0, json!({"kind": "application/pdf"}), Kind::Document),
            ("a PDF by its name", "https://a.example/X.PDF?v=2#page=3", 0, json!({}), Kind::Document),
            ("a search", "https://a.example/", 1, json!({"text": "Search"}), Kind::Page),
        ] {
            assert_eq!(kind_of(url, fields, &facts), expected, "{what}");
        }
        assert_eq!(Here::new(1, "https://a.example/".into(), " ".into(), 0, "").title, "https://a.example/");
    }

    #[test]
    fn an_amount_has_its_sign_beside_a_figure() {
        for (text, count) in
            [("€5, 5 €, $ 5, 5\u{a0}EUR", 4), ("$HOME and US$", 0), ("the € fell", 0), ("", 0), ("ü€5", 1)]
        {
            assert_eq!(prices(text), count, "{text}");
        }
    }
}
