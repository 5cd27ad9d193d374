//! Findings handed over with `extract_data`: facts with quotes, from whatever shape the model gave them.

use super::fragment::Around;
use super::loose::{is_one_of, json_in, pick, text, text_of};
use edith_words::{Sentence, say};
use serde_json::{Map, Value};

/// Between several quotes of one fact.
pub(super) const SEVERAL: &str = "” … “";
/// Most facts per source.
const MOST_FACTS: usize = 60;

/// One source's findings.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Findings {
    /// The model's words beside the facts.
    pub summary: String,
    /// The facts.
    pub facts: Vec<Fact>,
}

#[derive(Debug, Clone, Default, PartialEq)]
pub struct Fact {
    /// In the model's words.
    pub text: String,
    /// The words on the page that show it.
    pub quote: String,
    /// The page: as named by the model, and after the check where it was found.
    pub url: String,
    /// What tells the quote from the same words elsewhere on that page.
    pub around: Around,
    /// The result of the check.
    pub check: Check,
}

/// Whether a fact's quote is on the page.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Check {
    /// There is no quote.
    #[default]
    NoQuote,
    /// The quote is on the page.
    Confirmed,
    /// It is on no page that was read.
    NotFound,
    /// It is, but lacks these numbers of the fact.
    Figures(Vec<String>),
}

impl Check {
    /// Why the fact is flagged, if it is.
    pub(crate) fn flag(&self) -> Option<Sentence> {
        match self {
            Self::Confirmed => None,
            Self::NoQuote => Some(say!(NoQuote)),
            Self::NotFound => Some(say!(QuoteNotFound)),
            Self::Figures(figures) => Some(say!(QuoteWithout { figures: figures.join(", ") })),
        }
    }
}

const FACTS: [&str; 9] =
    ["facts", "findings", "data", "items", "results", "claims", "quotes", "extracteddata", "extracted"];
const FACT: [&str; 10] =
    ["fact", "claim", "statement", "finding", "text", "answer", "information", "content", "value", "data"];
const NAME: [&str; 6] = ["name", "label", "field", "key", "attribute", "title"];
const QUOTE: [&str; 8] =
    ["quote", "verbatimquote", "verbatim", "exactquote", "evidence", "sourcetext", "excerpt", "citation"];
const QUOTES: [&str; 1] = ["quotes"];
const PAGE: [&str; 7] = ["url", "page", "pageurl", "sourceurl", "source", "link", "address"];
const SUMMARY: [&str; 5] = ["summary", "note", "notes", "conclusion", "comment"];

impl Findings {
    /// Reads the argument of `extract_data`.
    pub(crate) fn read(data: &Value) -> Self {
        let mut findings = Self::default();
        match data {
            Value::String(written) => {
                let structured = |value: &Value| (value.is_object() || value.is_array()).then(|| Self::read(value));
                match json_in(written, structured) {
                    Some(read) => return read,
                    // Each line may be on the page by itself.
                    None => {
                        let bare = |line: &str| line.trim_start_matches(['-', '*', '•', ' ']).to_owned();
                        written.lines().for_each(|line| findings.add(&Value::from(bare(line)), ""));
                    }
                }
            }
            other => findings.add(other, ""),
        }
        findings.facts.truncate(MOST_FACTS);
        findings
    }

    /// The number of unconfirmed facts.
    pub(crate) fn flagged(&self) -> usize {
        self.facts.iter().filter(|fact| fact.check != Check::Confirmed).count()
    }

    /// Whether it says nothing at all.
    pub(crate) fn is_empty(&self) -> bool {
        self.facts.is_empty() && self.summary.is_empty()
    }

    fn add(&mut self, value: &Value, page: &str) {
        match value {
            Value::Null => {}
            Value::Array(items) => items.iter().for_each(|item| self.add(item, page)),
            Value::Object(map) => self.add_object(map, page),
            other => self.push(text(other), String::new(), page.to_owned()),
        }
    }

    fn add_object(&mut self, map: &Map<String, Value>, page: &str) {
        let own_page = text_of(map, &PAGE);
        let page = if own_page.is_empty() { page } else { &own_page };
        let quotes: Vec<String> = match pick(map, &QUOTE).or_else(|| pick(map, &QUOTES)) {
            Some(Value::Array(items)) if items.iter().all(Value::is_string) => items.iter().map(text).collect(),
            Some(Value::String(quote)) => vec![quote.trim().to_owned()],
            _ => Vec::new(),
        };
        let fact = pick(map, &FACT).filter(|value| !value.is_object() && !value.is_array()).map(text);
        let name = text_of(map, &NAME);
        if !quotes.is_empty() || fact.is_some() {
            let said = match (fact, name.is_empty()) {
                (Some(fact), true) => fact,
                (Some(fact), false) => format!("{name}: {fact}"),
                (None, false) => name,
                (None, true) => self.others(map),
            };
            let said = if said.is_empty() { quotes.join(" … ") } else { said };
            self.push(said, quotes.join(SEVERAL), page.to_owned());
            return;
        }
        if let Some(facts) = pick(map, &FACTS).filter(|facts| facts.is_array() || facts.is_object()) {
            let summary = text_of(map, &SUMMARY);
            if !summary.is_empty() {
                self.summary = summary;
            }
            self.add(facts, page);
            return;
        }
        // Plain values by name.
        for (key, value) in map.iter().filter(|(key, value)| !value.is_null() && !is_one_of(key, &PAGE)) {
            match value {
                _ if is_one_of(key, &SUMMARY) && map.len() > 1 => self.summary = text(value),
                Value::Object(inner) if inner.values().any(|value| value.is_object() || value.is_array()) => {
                    self.add_object(inner, page);
                }
                Value::Object(inner) => {
                    let before = self.facts.len();
                    self.add_object(inner, page);
                    for fact in self.facts.iter_mut().skip(before) {
                        fact.text = format!("{key}: {}", fact.text);
                    }
                }
                Value::Array(items) if items.iter().any(Value::is_object) => self.add(value, page),
                // The value itself should be on the page.
                other => self.push(format!("{key}: {}", text(other)), text(other), page.to_owned()),
            }
        }
    }

    /// An object's fields beside its quote and page.
    fn others(&self, map: &Map<String, Value>) -> String {
        let about = |key: &str| !is_one_of(key, &QUOTE) && !is_one_of(key, &QUOTES) && !is_one_of(key, &PAGE);
        let parts = map.iter().filter(|(key, value)| about(key) && !value.is_null());
        parts.map(|(key, value)| format!("{key}: {}", text(value))).collect::<Vec<_>>().join(", ")
    }

    fn push(&mut self, text: String, quote: String, url: String) {
        if !text.is_empty() {
            self.facts.push(Fact { text, quote, url, ..Fact::default() });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// Facts as `text | quote | url`.
    fn read(data: Value) -> Vec<String> {
        let findings = Findings::read(&data);
        findings.facts.iter().map(|fact| format!("{} | {} | {}", fact.text, fact.quote, fact.url)).collect()
    }

    #[test]
    fn facts_are_read_from_every_usual_shape() {
        let fact = json!({"fact": "It costs 5", "quote": "Price: 5", "url": "http://a/"});
        let expected = ["It costs 5 | Price: 5 | http://a/"];
        for data in [
            fact.clone(),
            json!([fact]),
            json!({"facts": [fact]}),
            json!({"findings": [fact], "summary": "s"}),
            json!({"data": {"facts": [fact]}}),
            json!({"url": "http://a/", "facts": [{"claim": "It costs 5", "verbatim_quote": "Price: 5"}]}),
            json!(json!({"facts": [fact]}).to_string()),
            json!(format!("```json\n{}\n```", json!([fact]))),
            json!([{"text": "It costs 5", "quotes": ["Price: 5"], "page": "http://a/"}]),
        ] {
            assert_eq!(read(data.clone()), expected, "{data}");
        }
    }

    #[test]
    fn plain_values_are_their_own_quotes() {
        assert_eq!(
            read(json!({"price": "€ 24.90", "stock": 3, "url": "http://a/"})),
            ["price: € 24.90 | € 24.90 | http://a/", "stock: 3 | 3 | http://a/"]
        );
        assert_eq!(read(json!({"lamp": {"price": "5"}})), ["lamp: price: 5 | 5 | "]);
        assert_eq!(read(json!({"price": {"value": "5", "quote": "only 5 today"}})), ["price: 5 | only 5 today | "]);
    }

    #[test]
    fn words_alone_are_a_fact_without_a_quote() {
        assert_eq!(read(json!("The lamp costs 5.")), ["The lamp costs 5. |  | "]);
        assert_eq!(read(json!(["a", "b"])), ["a |  | ", "b |  | "]);
        assert_eq!(read(json!("- a\n\n* b\n")), ["a |  | ", "b |  | "]);
        for nothing in [json!(null), json!({}), json!([]), json!(""), json!({"facts": []})] {
            assert!(Findings::read(&nothing).is_empty(), "{nothing}");
        }
    }

    #[test]
    fn a_quote_alone_speaks_for_itself() {
        assert_eq!(read(json!([{"quote": "Price: 5"}])), ["Price: 5 | Price: 5 | "]);
        assert_eq!(read(json!([{"quote": "Price: 5", "price": 5}])), ["price: 5 | Price: 5 | "]);
    }
}
