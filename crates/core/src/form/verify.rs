//! Claims compared with their sources: only what code finds again becomes an answer.

use super::claims::Claim;
use edith_documents::quote::QuotedText;
use edith_forms::{Date, Question, Support, calculated, fit, support};
use edith_page::fold::fold;
use edith_protocol::Gather as _;
use edith_protocol::{Document, FieldType, FormSource, FormValue};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The confidence in what was concluded, at most.
const CONCLUDED: f64 = 0.4;

/// An answer that rests on its source.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// The question's id.
    pub id: String,
    pub value: FormValue,
    pub source: FormSource,
    pub confidence: f64,
    /// Whether its source does not say it in so many words.
    #[serde(default)]
    pub concluded: bool,
    /// What speaks against it.
    #[serde(default)]
    pub reason: String,
    /// What it was concluded from, if it was.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub concluded_from: Vec<String>,
}

/// What a model's answer amounts to.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Compared {
    pub found: Vec<Answer>,
    /// The questions that it does not come to because it is cut or broken, by id.
    pub left: Vec<String>,
}

/// One source with its text.
pub(crate) struct Source {
    /// A document, or one of the others.
    pub of: Of,
    /// A document's page.
    pub page: u32,
    pub text: QuotedText,
}

/// What a source is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Of {
    Task,
    Profile,
    Page,
    Document(String),
}

/// What a claim names as its source; none: nothing that was given.
pub(crate) fn named(claim: &Claim, documents: &[Document]) -> Option<Of> {
    let name = fold(&claim.source);
    match name.as_str() {
        "" => return None,
        "task" | "user" | "person" | "prompt" => return Some(Of::Task),
        "profile" => return Some(Of::Profile),
        "page" | "website" | "form" => return Some(Of::Page),
        _ => {}
    }
    let is_it = |document: &&Document| document.id == claim.source || fold(&document.name) == name;
    let found = documents.iter().find(is_it).or_else(|| {
        let mut like = documents
            .iter()
            .filter(|document| name.contains(&fold(&document.name)) || fold(&document.name).contains(&name));
        like.next().filter(|_| like.next().is_none())
    });
    found.map(|document| Of::Document(document.id.clone()))
}

/// Whether a claim gives a field for files one of the documents that it may ask for, and names the same one as its source.
pub(crate) fn chooses(question: &Question, claim: &Claim, of: &Of, documents: &[Document]) -> bool {
    let name = claim.value.to_string();
    let is_it = |document: &&Document| question.options.contains(&document.name) && fold(&document.name) == fold(&name);
    documents.iter().find(is_it).is_some_and(|document| *of == Of::Document(document.id.clone()))
}

/// Compares a claim with the sources: the value must fit the field, each quote must stand where it says, and the value must be in the quotes. None:
/// it does not, and is not an answer. What follows from them by calculation, with today's date, is concluded.
pub(crate) fn verified(
    question: &Question,
    claim: &Claim,
    of: &Of,
    sources: &[Source],
    today: Option<Date>,
) -> Option<Answer> {
    if question.is_persons() {
        return None;
    }
    let value = match (question.kind, of) {
        (FieldType::File, Of::Document(id)) => FormValue::Text(id.clone()),
        (FieldType::File, _) => return None,
        _ if question.opens() => counted(question, claim, of, sources)?,
        _ => fit(question, &claim.value).ok()?,
    };
    let mut at = None;
    let mut said = String::new();
    for quote in &claim.quotes {
        let mut pages: Vec<&Source> = sources.iter().filter(|source| source.of == *of).collect();
        // The page that it names goes first.
        edith_page::order::sort_by_key(&mut pages, |source| Some(source.page) != claim.page);
        let page = pages.into_iter().find(|source| source.text.find(quote).is_some())?;
        // The longest is shown: a heading beside it only says what it is about.
        if at.as_ref().is_none_or(|(_, longest): &(u32, String)| longest.chars().count() < quote.chars().count()) {
            at = Some((page.page, quote.clone()));
        }
        said.push_str(quote);
        said.push('\n');
    }
    let (page, quote) = at?;
    let support = match question.kind {
        // A document says what it is at its beginning; elsewhere it speaks of others as well.
        FieldType::File if page == 1 => Support::Said,
        FieldType::File => Support::Concluded,
        _ if question.opens() => Support::Said,
        _ => support(question, &value, &said),
    };
    let concluded = match support {
        Support::Said => false,
        Support::Concluded => true,
        Support::None if is_calculated(question, &value, &said, today) => true,
        Support::None => return None,
    };
    let source = match of {
        Of::Task => FormSource::Task { quote },
        Of::Profile => FormSource::Profile,
        Of::Page => FormSource::Page { quote },
        Of::Document(id) => FormSource::Document { document_id: id.clone(), page, quote },
    };
    let confidence = if concluded { claim.confidence.min(CONCLUDED) } else { claim.confidence };
    let concluded_from = if concluded { claim.quotes.clone() } else { Vec::new() };
    let id = question.id.clone();
    Some(Answer { id, value, source, confidence, concluded, concluded_from, ..Answer::default() })
}

fn is_calculated(question: &Question, value: &FormValue, said: &str, today: Option<Date>) -> bool {
    let is_figure = matches!(question.kind, FieldType::Text | FieldType::Number);
    is_figure && calculated(&value.to_string(), said, today)
}

/// How many entries a part of the form is to have: no more than there are lines with quoted words. None: no more than it has.
fn counted(question: &Question, claim: &Claim, of: &Of, sources: &[Source]) -> Option<FormValue> {
    let wanted: usize = claim.value.to_string().trim().parse().ok()?;
    let line_of = |quote: &String| {
        sources.iter().filter(|source| source.of == *of).find_map(|source| {
            let found = source.text.find(quote)?;
            Some((source.page, source.text.line_at(found.start)))
        })
    };
    let lines: BTreeSet<(u32, usize)> = claim.quotes.iter().filter_map(line_of).gathered();
    let value = fit(question, &FormValue::Text(wanted.min(lines.len()).to_string())).ok()?;
    (!edith_forms::actions::reached(question, &value)).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claim(value: &str, source: &str, quote: &str) -> Claim {
        Claim {
            id: "q1".into(),
            value: value.into(),
            source: source.into(),
            page: Some(1),
            quotes: vec![quote.into()],
            confidence: 0.9,
        }
    }

    #[test]
    fn only_what_stands_in_its_source_is_an_answer() {
        let documents = [Document { id: "d1".into(), name: "cv.pdf".into(), ..Document::default() }];
        let sources = [
            Source { of: Of::Document("d1".into()), page: 1, text: QuotedText::new("Ann Miller") },
            Source { of: Of::Document("d1".into()), page: 2, text: QuotedText::new("Employer: Alpenstrom AG, Graz") },
            Source { of: Of::Task, page: 0, text: QuotedText::new("My employer is Alpenstrom AG") },
        ];
        let question = Question { id: "q1".into(), title: "Employer".into(), ..Question::default() };
        let check =
            |claim: &Claim| named(claim, &documents).and_then(|of| verified(&question, claim, &of, &sources, None));
        let good = check(&claim("Alpenstrom AG", "cv.pdf", "Employer: Alpenstrom AG")).unwrap();
        assert_eq!(
            good.source,
            FormSource::Document { document_id: "d1".into(), page: 2, quote: "Employer: Alpenstrom AG".into() }
        );
        for (value, source, quote) in [
            ("Wasserkraft AG", "cv.pdf", "Employer: Alpenstrom AG"),
            ("Wasserkraft AG", "cv.pdf", "Employer: Wasserkraft AG"),
            ("Alpenstrom AG", "letter.pdf", "Employer: Alpenstrom AG"),
            ("Alpenstrom AG", "cv.pdf", ""),
            ("Alpenstrom AG", "", "Employer: Alpenstrom AG"),
            ("Alpenstrom AG", "page", "Employer: Alpenstrom AG"),
            ("", "cv.pdf", "Ann Miller"),
        ] {
            assert_eq!(check(&claim(value, source, quote)), None, "{value} from {source}: {quote}");
        }
        let secret = Question { kind: FieldType::Secret, ..question.clone() };
        assert_eq!(
            verified(&secret, &claim("Ann", "cv.pdf", "Ann Miller"), &Of::Document("d1".into()), &sources, None),
            None
        );
        // What is calculated from the words is concluded, and shown as that.
        let sources = [Source { of: Of::Task, page: 0, text: QuotedText::new("Engineer from 2019 to 2023") }];
        let years = Question { id: "q1".into(), title: "Years".into(), kind: FieldType::Number, ..Question::default() };
        let answer = |value: &str| {
            verified(&years, &claim(value, "task", "Engineer from 2019 to 2023"), &Of::Task, &sources, None)
        };
        assert!(answer("4").is_some_and(|answer| answer.concluded && answer.confidence <= CONCLUDED));
        assert_eq!(answer("3"), None);
    }
}
