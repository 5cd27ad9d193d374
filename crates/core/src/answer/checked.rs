//! Whether the quotes of an answer are where it says, and the answer as a person sees it.

use super::cited::{Bracket, CitedAt, Mark, Says, brackets};
use super::statements::uncited;
use crate::figures::{Figure, figures};
use edith_documents::Page;
use edith_documents::quote::{QuotedText, page_text};
use edith_protocol::{Citation, Document, Origin, Proof};
use edith_tools::ending::MOST_PROOFS;
use edith_words::say;
use std::collections::BTreeMap;

/// The one answer that needs no citation, in the words that the model is told.
pub(crate) const DO_NOT_SAY: &str = "The documents do not say";

/// An answer whose citations were compared with the pages.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Checked {
    /// As the person sees it.
    pub text: String,
    /// Its citations in the order of their marks.
    pub citations: Vec<Citation>,
    /// What was not found, each as the model wrote it with why.
    pub faults: Vec<String>,
    /// Statements without a citation.
    pub uncited: Vec<String>,
    /// Whether it says that the documents do not say.
    pub says_nothing: bool,
    /// What is needed that is not in the documents; empty: nothing.
    pub outside: String,
}

/// What quotes are compared with.
#[derive(Default)]
pub(crate) struct Shelf {
    /// Pages by the document's index and number.
    pages: BTreeMap<(usize, u32), QuotedText>,
    /// What was computed from a document, each with what it was computed from.
    computed: Vec<(usize, QuotedText, Vec<Made>)>,
    /// The figures of what was computed.
    figures: Vec<String>,
}

impl Shelf {
    /// Adds a page.
    pub(crate) fn put(&mut self, document: usize, number: u32, page: &Page) {
        self.pages.insert((document, number), QuotedText::new(&page_text(page).text));
    }

    /// Adds what was computed from a document, and from what.
    pub(crate) fn put_computed(&mut self, document: usize, result: &str, inputs: Vec<Made>) {
        self.figures.extend(figures(result).into_iter().map(|figure| figure.value));
        self.computed.push((document, QuotedText::new(result), inputs));
    }

    /// What a figure was computed from; none if it was not.
    fn inputs_of(&self, document: usize, quote: &str) -> Option<&[Made]> {
        let mut own = self.computed.iter().filter(|(of, ..)| *of == document);
        own.find(|(_, text, _)| text.find(quote).is_some()).map(|(.., inputs)| inputs.as_slice())
    }

    /// Whether a figure is in what these brackets quote, or was computed. A year names what figures are about: the page with the figures says it.
    fn has(&self, below: &[&Bracket], figure: &Figure) -> bool {
        let marks = || {
            below.iter().flat_map(|bracket| match &bracket.says {
                Says::Stands(marks) => marks.as_slice(),
                Says::Nothing | Says::Outside(_) => &[],
            })
        };
        let is_quoted = |mark: &Mark| figures(&mark.quote).iter().any(|quoted| quoted.value == figure.value);
        let is_on_page = |mark: &Mark| match (mark.document, mark.place) {
            (Some(document), CitedAt::Pages(first, last)) => {
                self.page_with(document, (first, last), &figure.written).is_some()
            }
            _ => false,
        };
        self.figures.contains(&figure.value)
            || marks().any(is_quoted)
            || is_year(&figure.written) && marks().any(is_on_page)
    }

    /// The page of these that has a quote.
    fn page_with(&self, document: usize, (first, last): (u32, u32), quote: &str) -> Option<u32> {
        (first..=last)
            .find(|number| self.pages.get(&(document, *number)).is_some_and(|page| page.find(quote).is_some()))
    }
}

/// The pages that an answer's citations are about, by the document's index.
pub(crate) fn wanted(answer: &str, documents: &[Document]) -> Vec<(usize, u32)> {
    let all = read(answer, documents).into_iter().flat_map(|bracket| match bracket.says {
        Says::Stands(marks) => marks,
        Says::Nothing | Says::Outside(_) => Vec::new(),
    });
    let pages = all.filter_map(|mark| match (mark.document, mark.place) {
        (Some(document), CitedAt::Pages(first, last)) => Some((first..=last).map(move |page| (document, page))),
        _ => None,
    });
    edith_page::order::distinct(pages.flatten())
}

/// Whether an answer has anything to compare with documents.
pub(crate) fn cites(answer: &str, documents: &[Document]) -> bool {
    !documents.is_empty() && !read(answer, documents).is_empty()
}

fn read(answer: &str, documents: &[Document]) -> Vec<Bracket> {
    let names: Vec<&str> = documents.iter().map(|document| document.name.as_str()).collect();
    brackets(answer, &names)
}

/// Compares an answer's quotes with the pages.
pub(crate) fn check(answer: &str, documents: &[Document], shelf: &Shelf) -> Checked {
    let all = read(answer, documents);
    let uncited = uncited(answer, &all, &|below, figure| shelf.has(below, figure));
    let mut checked = Checked { uncited, says_nothing: says_nothing(answer), ..Checked::default() };
    let mut at = 0;
    for Bracket { at: place, says } in all {
        let before = answer.get(at..place.start).unwrap_or_default();
        at = place.end;
        match says {
            Says::Stands(marks) => {
                checked.text.push_str(before);
                let shown: Vec<String> = marks.into_iter().map(|mark| checked.take(mark, documents, shelf)).collect();
                checked.text.push_str(&shown.join(" "));
            }
            Says::Nothing => {
                checked.says_nothing = true;
                checked.text.push_str(before.trim_end_matches(' '));
            }
            Says::Outside(what) => {
                checked.outside = what;
                checked.text.push_str(before.trim_end_matches(' '));
            }
        }
    }
    checked.text.push_str(answer.get(at..).unwrap_or_default());
    checked.text = checked.text.trim().to_owned();
    if checked.says_nothing && checked.citations.is_empty() {
        checked.uncited.clear();
    }
    checked
}

/// A citation that code has made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Made {
    /// The document's index.
    pub document: usize,
    pub page: u32,
    pub quote: String,
}

/// Compares the citations of an answer that no model wrote. It says itself how it came about and is not asked again; its text stays as it is, because
/// it may have whole pages in it.
pub(crate) fn check_made(text: &str, made: Vec<Made>, documents: &[Document], shelf: &Shelf) -> Checked {
    let mut checked = Checked { text: text.trim().to_owned(), ..Checked::default() };
    for Made { document, page, quote } in made {
        let place = CitedAt::Pages(page, page);
        checked.take(Mark { document: Some(document), name: String::new(), place, quote }, documents, shelf);
    }
    checked
}

fn is_year(written: &str) -> bool {
    written.parse().is_ok_and(|year: u16| written.len() == 4 && (1900..2100).contains(&year))
}

fn says_nothing(answer: &str) -> bool {
    answer.trim().trim_start_matches(['"', '*', '_']).to_lowercase().starts_with(&DO_NOT_SAY.to_lowercase())
}

impl Checked {
    /// Takes in a citation; returns its mark for the person.
    fn take(&mut self, mark: Mark, documents: &[Document], shelf: &Shelf) -> String {
        let Mark { document, name, place, quote } = mark;
        let known = document.and_then(|at| Some((at, documents.get(at)?)));
        let name = known.map_or(name, |(_, document)| document.name.clone());
        let (confirmed, shown) = match (known, place) {
            (Some((at, _)), CitedAt::Computed) => {
                let inputs = shelf.inputs_of(at, &quote);
                inputs.into_iter().flatten().for_each(|input| self.take_input(input, documents));
                (inputs.is_some(), format!("[{name}, {}]", say!(Computed)))
            }
            (None, CitedAt::Computed) => (false, format!("[{name}, {}]", say!(Computed))),
            (known, CitedAt::Pages(first, last)) => {
                let found = known.and_then(|(at, _)| shelf.page_with(at, (first, last), &quote));
                let page = found.unwrap_or(first);
                self.citations.push(Citation {
                    document_id: known.map(|(_, document)| document.id.clone()).unwrap_or_default(),
                    name: name.clone(),
                    page,
                    quote: quote.clone(),
                    confirmed: found.is_some(),
                });
                (found.is_some(), format!("[{name}, p. {page}]"))
            }
        };
        if confirmed {
            return shown;
        }
        let why = match (known, quote.is_empty()) {
            (None, _) => "there is no document of that name",
            (_, true) => "it has no quote",
            _ => "these words do not stand there",
        };
        self.faults.push(format!("- {shown} {quote:?}: {why}"));
        format!("{shown} ({})", say!(NotConfirmed))
    }

    /// Takes in what a figure was computed from: it was found on its page when it was computed with.
    fn take_input(&mut self, input: &Made, documents: &[Document]) {
        let Some(document) = documents.get(input.document) else { return };
        let citation = Citation {
            document_id: document.id.clone(),
            name: document.name.clone(),
            page: input.page,
            quote: input.quote.clone(),
            confirmed: true,
        };
        if !self.citations.contains(&citation) {
            self.citations.push(citation);
        }
    }

    /// Whether all that it says was found where it says; `all_must_be_cited`: also whether all has a place.
    pub(crate) fn is_confirmed(&self, all_must_be_cited: bool) -> bool {
        self.faults.is_empty() && (!all_must_be_cited || self.uncited.is_empty())
    }

    /// The quotes that show it, of an answer all of whose citations were found, each with its document.
    pub(crate) fn proofs(&self) -> Vec<Proof> {
        let found = self.citations.iter().filter(|citation| self.faults.is_empty() && citation.confirmed);
        let proof = |one: &Citation| Proof {
            text: one.quote.clone(),
            url: Origin::Document(one.document_id.clone()).to_string(),
        };
        found.take(MOST_PROOFS).map(proof).collect()
    }

    /// The answer with what was not confirmed said at its end.
    pub(crate) fn told(&self, all_must_be_cited: bool) -> String {
        let mut text = self.text.clone();
        if !self.faults.is_empty() {
            text.push_str(&format!("\n\n{}", say!(QuotesNotConfirmed { count: self.faults.len() })));
        }
        if all_must_be_cited && !self.uncited.is_empty() {
            text.push_str(&format!("\n\n{}", say!(StatementsUncited)));
        }
        text
    }

    /// Why the model is asked once more, and others' words in that.
    pub(crate) fn objection(&self, all_must_be_cited: bool) -> Option<(String, String)> {
        let uncited: &[String] = if all_must_be_cited { &self.uncited } else { &[] };
        let mut why = String::new();
        if !self.faults.is_empty() {
            why.push_str("Some of your citations could not be confirmed; they are listed below with the reason. ");
        }
        if !uncited.is_empty() {
            why.push_str("Some statements have no citation; they are listed below. ");
        }
        if why.is_empty() {
            return None;
        }
        why.push_str(
            "Write the whole answer again. Copy each quote letter by letter from the page that you name, or leave the statement out. What is still not confirmed does not count as an answer. Rather than that, say that the documents do not say it, with [none].",
        );
        let listed = uncited.iter().map(|statement| format!("- without a citation: {statement}"));
        Some((why, self.faults.iter().cloned().chain(listed).collect::<Vec<_>>().join("\n")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use edith_documents::{Block, BlockKind};

    fn documents() -> Vec<Document> {
        let document = |id: &str, name: &str| Document { id: id.into(), name: name.into(), ..Document::default() };
        vec![document("d1", "contract.pdf"), document("d2", "prices.csv")]
    }

    fn shelf(answer: &str) -> Shelf {
        let mut shelf = Shelf::default();
        for (document, number) in wanted(answer, &documents()) {
            let text = match (document, number) {
                (0, 1) => "The rent is 1,200.50 EUR a month.",
                (0, 2) => "It ends on 31 May 2027.",
                (1, 1) => "Lamp\t12.50",
                _ => continue,
            };
            let page = Page { blocks: vec![Block::new(BlockKind::Paragraph, text)], ..Page::default() };
            shelf.put(document, number, &page);
        }
        shelf.put_computed(1, "| sum(price) |\n| 37.50 |", Vec::new());
        let input = |page, quote: &str| Made { document: 0, page, quote: quote.into() };
        let inputs = vec![input(1, "The rent is 1,200.50 EUR"), input(2, "It ends on 31 May 2027.")];
        shelf.put_computed(0, "rent = 1200.5 EUR\nrent * 12 = 14406 EUR", inputs);
        shelf
    }

    fn checked(answer: &str) -> Checked {
        check(answer, &documents(), &shelf(answer))
    }

    #[test]
    fn a_quote_counts_only_where_it_stands() {
        for (answer, confirmed) in [
            (r#"[contract.pdf, p. 1: "The rent is 1,200.50 EUR"]"#, true),
            (r#"[contract.pdf, p. 1: "The rent is 1,300.50 EUR"]"#, false),
            (r#"[contract.pdf, p. 1: "The rent is 200.50 EUR"]"#, false),
            (r#"[contract.pdf, p. 2: "The rent is 1,200.50 EUR"]"#, false),
            (r#"[contract.pdf, pp. 1-2: "ends on 31 May"]"#, true),
            (r#"[contract.pdf, p. 9: "ends on 31 May"]"#, false),
            (r#"[prices.csv, p. 1: "The rent is 1,200.50 EUR"]"#, false),
            (r#"[other.pdf, p. 1: "The rent is 1,200.50 EUR"]"#, false),
            ("[contract.pdf, p. 1]", false),
        ] {
            let checked = checked(answer);
            let [citation] = &checked.citations[..] else { panic!("{answer}: {checked:?}") };
            assert_eq!((citation.confirmed, checked.faults.is_empty()), (confirmed, confirmed), "{answer}");
        }
    }

    #[test]
    fn citations_of_code_are_compared_and_its_text_is_left_alone() {
        let text = "Page 1 says “[contract.pdf, p. 9]”, and so on. [contract.pdf, p. 1]";
        let made = |quote: &str| Made { document: 0, page: 1, quote: quote.into() };
        let made = vec![made("The rent is\n1,200.50 EUR"), made("The rent is 1,300.50 EUR")];
        let checked = check_made(text, made, &documents(), &shelf("[contract.pdf, p. 1]"));
        let confirmed: Vec<bool> = checked.citations.iter().map(|citation| citation.confirmed).collect();
        assert_eq!((checked.text.as_str(), confirmed), (text, vec![true, false]));
        assert!(checked.faults.len() == 1 && checked.uncited.is_empty());
    }

    #[test]
    fn the_person_sees_names_and_pages_and_what_was_not_confirmed() {
        let answer = "The rent is 1,200.50 [contract.pdf, p. 1: \"The rent is 1,200.50 EUR\"] until June [contract.pdf, pp. 1-2: \"ends in June\"].";
        let checked = checked(answer);
        assert_eq!(
            checked.text,
            "The rent is 1,200.50 [contract.pdf, p. 1] until June [contract.pdf, p. 1] (not confirmed)."
        );
        assert!(checked.told(true).contains("could not be found"), "{}", checked.told(true));
        let (why, listed) = checked.objection(true).unwrap();
        assert!(why.contains("letter by letter") && listed.contains("ends in June"), "{why} {listed}");
        assert!(!why.contains("ends in June"), "others' words are data");
    }

    #[test]
    fn what_was_computed_is_compared_with_the_results() {
        for (answer, faults) in [
            (r#"In all 37.50 [prices.csv, computed: "37.50"]."#, 0),
            (r#"In all 38.50 [prices.csv, computed: "38.50"]."#, 1),
            (r#"In all 37.50 [contract.pdf, computed: "37.50"]."#, 1),
        ] {
            let checked = checked(answer);
            assert_eq!((checked.faults.len(), checked.citations.len()), (faults, 0), "{answer}");
        }
    }

    #[test]
    fn what_was_calculated_is_shown_with_what_it_was_calculated_from() {
        let twice = r#"In all 14406 EUR [contract.pdf, computed: "14406 EUR"], so 14406 [contract.pdf, computed: "rent * 12 = 14406"]."#;
        let checked = checked(twice);
        let shown: Vec<(u32, &str, bool)> =
            checked.citations.iter().map(|one| (one.page, one.quote.as_str(), one.confirmed)).collect();
        assert_eq!(shown, [(1, "The rent is 1,200.50 EUR", true), (2, "It ends on 31 May 2027.", true)]);
        assert!(checked.is_confirmed(true) && checked.text.contains("EUR [contract.pdf, computed]"), "{checked:?}");
        let wrong = self::checked(r#"In all 14407 EUR [contract.pdf, computed: "14407 EUR"]."#);
        assert!(wrong.citations.is_empty() && !wrong.is_confirmed(true), "{wrong:?}");
    }

    #[test]
    fn what_is_concluded_from_cited_lines_below_is_confirmed_with_them() {
        let lines = "\n\n- It is 1,200.50 EUR a month [contract.pdf, p. 1: \"The rent is 1,200.50 EUR\"]\n\
            - It ends in May [contract.pdf, p. 2: \"It ends on 31 May 2027\"]";
        for (lead, all) in [
            // Calculated; quoted; the year of the page.
            ("So the rent of a year is 14,406 EUR:", true),
            ("So 1,200.50 EUR are to be paid until May:", true),
            ("So it is like this until 2027:", true),
            ("So the rent of a year is 14,407 EUR:", false),
            ("So it is like this until 2028:", false),
        ] {
            let checked = checked(&format!("{lead}{lines}"));
            assert_eq!((checked.is_confirmed(true), checked.faults.len()), (all, 0), "{lead}: {checked:?}");
            assert_eq!(checked.objection(true).is_none(), all);
        }
        // Where a line below is not confirmed, nothing is.
        let wrong = lines.replace("31 May 2027", "31 May 2028");
        assert!(!checked(&format!("So 1,200.50 EUR are to be paid until May:{wrong}")).is_confirmed(true));
    }

    #[test]
    fn an_answer_is_confirmed_if_all_of_it_is() {
        let rent = r#"The rent is 1,200.50 EUR [contract.pdf, p. 1: "The rent is 1,200.50 EUR"]"#;
        for (answer, all, cited_alone) in [
            (format!("{rent}."), true, true),
            (format!("{rent}.\n\nIt is a good one."), false, true),
            (r#"It ends in June [contract.pdf, p. 2: "ends in June"]."#.to_owned(), false, false),
            ("The documents do not say. [none]".to_owned(), true, true),
        ] {
            let checked = checked(&answer);
            assert_eq!((checked.is_confirmed(true), checked.is_confirmed(false)), (all, cited_alone), "{answer}");
        }
    }

    #[test]
    fn not_to_know_is_an_answer() {
        for answer in [
            "The documents do not say.",
            "Das steht nicht in den Dokumenten. [none]",
            "**The documents do not say** who paid.",
        ] {
            let checked = checked(answer);
            assert!(
                checked.says_nothing && checked.objection(true).is_none() && !checked.told(true).contains("[none]"),
                "{checked:?}"
            );
        }
        let outside = checked("The documents do not say. [outside: the rate of the dollar]");
        assert_eq!(
            (outside.text.as_str(), outside.outside.as_str()),
            ("The documents do not say.", "the rate of the dollar")
        );
        let made_up = checked("The capital of France is Paris.");
        assert_eq!((made_up.uncited.len(), made_up.says_nothing), (1, false));
    }
}
