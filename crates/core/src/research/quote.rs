//! Whether the facts of a source rest on the pages that it read: their quotes are matched as those of documents are.

use super::findings::{Check, Fact, Findings, SEVERAL};
use super::fragment::{Around, END_OF_TEXT};
use crate::figures::{Figure, figures};
use edith_actions::http_url::HttpUrl;
use edith_documents::quote::QuotedText;
use edith_page::{FieldValue, Index, without_uids};

/// A page's content when it was read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Page {
    /// Its address.
    pub url: String,
    /// The text, and after a mark what is not in it: title, names and shown values of elements.
    pub text: String,
}

impl Page {
    /// Captures what the model could read of a page.
    pub(crate) fn of(index: &Index) -> Self {
        // What is shown one after another, then what is not: a link to a quote must not lead by the words beside it there.
        let mut text = format!("{}\n{END_OF_TEXT}\n{}\n", index.text, index.title);
        for element in &index.elements {
            let mut line = |words: &str| {
                if !words.is_empty() {
                    text.push_str(words);
                    text.push('\n');
                }
            };
            line(&element.name);
            if let Some(FieldValue::Shown(value)) = &element.value {
                line(value);
            }
            element.options.iter().for_each(|option| line(&option.label));
        }
        Self { url: index.url.clone(), text }
    }
}

/// Checks every fact against the captured pages, and replaces the named page by the one where the quote was found.
pub(crate) fn check(findings: &mut Findings, pages: &[Page], start: &str) {
    let pages: Vec<(&Page, QuotedText)> = pages.iter().map(|page| (page, QuotedText::new(&page.text))).collect();
    for fact in &mut findings.facts {
        check_fact(fact, &pages);
        if fact.url.is_empty() {
            fact.url = start.to_owned();
        }
    }
}

fn check_fact(fact: &mut Fact, pages: &[(&Page, QuotedText)]) {
    let own = same_page(&fact.url);
    // The named page first, latest states before older ones.
    let named = pages.iter().rev().filter(|(page, _)| same_page(&page.url) == own);
    let others = pages.iter().rev().filter(|(page, _)| same_page(&page.url) != own);
    let found = |quote: &str| {
        // A quote may have been copied with the uids between its words.
        let bare = without_uids(quote, |_| true);
        let is_there = |quote: &str, text: &QuotedText| quote.split(SEVERAL).all(|part| text.find(part).is_some());
        let stands = |text: &QuotedText| is_there(quote, text) || is_there(&bare, text);
        named.clone().chain(others.clone()).find(|(_, text)| stands(text))
    };
    let has_quote = !fact.quote.trim().is_empty();
    // A fact that is itself on the page, word for word, is its own quote.
    match found(if has_quote { &fact.quote } else { &fact.text }) {
        Some((at, page)) => {
            fact.url.clone_from(&at.url);
            if !has_quote {
                fact.quote.clone_from(&fact.text);
            }
            fact.around = Around::of(&at.text, &fact.quote, &fact.text);
            let mut missing = figures_not_in(&fact.text, &fact.quote);
            missing.retain(|figure| !is_of_a_name(figure, &fact.text, page));
            let missing: Vec<String> = missing.into_iter().map(|figure| figure.written).collect();
            fact.check = if missing.is_empty() { Check::Confirmed } else { Check::Figures(missing) };
        }
        None => fact.check = if has_quote { Check::NotFound } else { Check::NoQuote },
    }
}

/// An address for comparing pages: without fragment and trailing slash.
fn same_page(url: &str) -> String {
    let url = HttpUrl::parse(url).map_or_else(|_| url.to_owned(), |url| url.as_str().to_owned());
    let bare = url.split('#').next().unwrap_or_default();
    bare.trim_end_matches('/').to_owned()
}

/// Whether a number belongs to a name ("iPhone 15"): it directly follows a word of a name, on the page as well.
fn is_of_a_name(figure: &Figure, fact: &str, page: &QuotedText) -> bool {
    let before = fact.get(..figure.at).unwrap_or_default();
    let word = before.trim_end().rsplit(|c: char| c.is_whitespace() || c == '(').next().unwrap_or_default();
    let is_name = word.chars().all(|c| c.is_alphanumeric() || c == '-')
        && word.chars().filter(|c| c.is_alphabetic()).count() > 1
        && word.chars().any(char::is_uppercase)
        && before.ends_with([' ', '\u{a0}']);
    is_name && page.find(&format!("{word} {}", figure.written)).is_some()
}

fn figures_not_in(fact: &str, quote: &str) -> Vec<Figure> {
    let known: Vec<String> = figures(quote).into_iter().map(|figure| figure.value).collect();
    figures(fact).into_iter().filter(|figure| !known.contains(&figure.value)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_the_same_however_they_are_written() {
        let values = |text: &str| figures(text).into_iter().map(|figure| figure.value).collect::<Vec<_>>();
        for (text, expected) in [
            ("€ 24.90", vec!["24.9"]),
            ("24,9 Euro", vec!["24.9"]),
            ("1,299.00 and 1.299", vec!["1299", "1299"]),
            ("12 % of 3.", vec!["12", "3"]),
            ("the X200 and H2O", vec![]),
            ("see http://a.example:80/5 there", vec![]),
            ("0.50", vec!["0.5"]),
            ("1\u{202f}299", vec!["1299"]),
            ("from 5-7 h", vec!["5", "7"]),
        ] {
            assert_eq!(values(text), expected, "{text}");
        }
    }

    fn fact(text: &str, quote: &str, url: &str) -> Fact {
        Fact { text: text.into(), quote: quote.into(), url: url.into(), ..Fact::default() }
    }

    fn checked(fact: Fact) -> Fact {
        let pages = [
            Page { url: "http://a.example/".into(), text: "Lamp, € 24.90".into() },
            Page { url: "http://b.example/x".into(), text: "Lamp, € 19.90".into() },
        ];
        let mut findings = Findings { facts: vec![fact], ..Findings::default() };
        check(&mut findings, &pages, "http://start.example/");
        findings.facts.remove(0)
    }

    #[test]
    fn a_number_in_the_name_of_a_product_is_no_claim() {
        let page = Page {
            url: "http://a.example/".into(),
            text: "iPhone 15 Pro\nfrom € 999\nSony WH-1000XM5\n€ 299\nGalaxy S24\n€ 849\nThe lamp costs 24".into(),
        };
        for (text, quote, expected) in [
            ("The iPhone 15 costs € 999", "from € 999", Check::Confirmed),
            ("The Sony WH-1000XM5 costs € 299", "€ 299", Check::Confirmed),
            ("The Galaxy S24 costs € 849", "€ 849", Check::Confirmed),
            // Another number than the name's, or another name, still counts.
            ("The iPhone 16 costs € 999", "from € 999", Check::Figures(vec!["16".into()])),
            ("The iPhone 15 costs € 899", "from € 999", Check::Figures(vec!["899".into()])),
            ("It costs 24", "from € 999", Check::Figures(vec!["24".into()])),
        ] {
            let fact = Fact { text: text.into(), quote: quote.into(), url: page.url.clone(), ..Fact::default() };
            let mut findings = Findings { summary: String::new(), facts: vec![fact] };
            check(&mut findings, std::slice::from_ref(&page), "http://a.example/");
            assert_eq!(findings.facts[0].check, expected, "{text}");
        }
    }

    #[test]
    fn a_quote_is_put_to_the_page_it_stands_on() {
        let named = checked(fact("costs 24.90", "Lamp, € 24.90", "http://a.example/#x"));
        assert_eq!((named.check, named.url.as_str()), (Check::Confirmed, "http://a.example/"));
        let with_uid = checked(fact("costs 24.90", "Lamp, [31] € 24.90 [32 Buy]", "http://a.example/#x"));
        assert_eq!(with_uid.check, Check::Confirmed);
        let elsewhere = checked(fact("costs 19.90", "Lamp, € 19.90", "http://a.example/"));
        assert_eq!((elsewhere.check, elsewhere.url.as_str()), (Check::Confirmed, "http://b.example/x"));
        let nowhere = checked(fact("costs 9.90", "Lamp, € 9.90", ""));
        assert_eq!((nowhere.check, nowhere.url.as_str()), (Check::NotFound, "http://start.example/"));
    }

    #[test]
    fn a_quote_is_matched_as_those_of_documents_are() {
        let page = Page {
            url: "http://a.example/".into(),
            text: "Profit fell by −3.5 % in May. Costs rose by 2 %. The lamp is not cheap.".into(),
        };
        let several = format!("fell by -3.5 %{SEVERAL}Costs rose by 2 %");
        for (quote, check) in [
            ("by −3.5 % in May", Check::Confirmed),
            (several.as_str(), Check::Confirmed),
            ("3.5 %", Check::NotFound),
            ("The lamp is … cheap", Check::NotFound),
        ] {
            let fact = Fact { text: "So it says".into(), quote: quote.into(), ..Fact::default() };
            let mut findings = Findings { facts: vec![fact], ..Findings::default() };
            super::check(&mut findings, std::slice::from_ref(&page), "");
            assert_eq!(findings.facts[0].check, check, "{quote}");
        }
    }

    #[test]
    fn a_figure_that_is_not_in_its_quote_is_named() {
        let other = checked(fact("costs 19.90", "Lamp, € 24.90", ""));
        assert_eq!(other.check, Check::Figures(vec!["19.90".into()]));
    }

    #[test]
    fn a_fact_that_stands_on_the_page_needs_no_other_quote() {
        assert_eq!(checked(fact("€ 24.90", "", "")).check, Check::Confirmed);
        assert_eq!(checked(fact("The lamp is cheap", "", "")).check, Check::NoQuote);
    }
}
