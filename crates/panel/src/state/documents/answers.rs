//! Answers from documents: how each question stands, and what its answer rests on.

use super::place::Place;
use crate::state::text::{counted, fill, key, t};
use edith_protocol::{AnswerShown, Citation, QuestionState};

/// The state of a question in a word.
pub fn words(answer: &AnswerShown) -> &'static str {
    match answer.state {
        QuestionState::Pending => t("answer_waiting"),
        QuestionState::Working => t("answer_working"),
        QuestionState::Done => t("answer_done"),
        QuestionState::Failed => t("answer_failed"),
        QuestionState::Stopped => t("stopped"),
    }
}

/// Whether a question has been dealt with.
pub fn is_over(answer: &AnswerShown) -> bool {
    !matches!(answer.state, QuestionState::Pending | QuestionState::Working)
}

/// Whether every quote of an answer stands in its document.
pub fn is_confirmed(answer: &AnswerShown) -> bool {
    !answer.citations.is_empty() && answer.citations.iter().all(|one| one.confirmed)
}

/// The state for the style sheet, shared with steps.
pub fn style(answer: &AnswerShown) -> &'static str {
    match answer.state {
        QuestionState::Pending => "waiting",
        QuestionState::Working => "working",
        QuestionState::Done if answer.citations.iter().any(|one| !one.confirmed) => "doubtful",
        QuestionState::Done => "done",
        QuestionState::Failed => "failed",
        QuestionState::Stopped => "unanswered",
    }
}

/// `7 of 12 questions`.
pub fn progress(answers: &[AnswerShown]) -> String {
    let done = answers.iter().filter(|one| is_over(one)).count();
    fill("questions_of", &[("n", &done.to_string()), ("all", &answers.len().to_string())])
}

/// Under an answer: "3 quotes, all found in the documents", "3 quotes, 1 not confirmed"; empty without quotes.
pub fn quotes(answer: &AnswerShown) -> String {
    let all = counted(answer.citations.len(), key("quote_one"), key("quote_many"));
    match (answer.citations.len(), answer.citations.iter().filter(|one| !one.confirmed).count()) {
        (0, _) => String::new(),
        (_, 0) => fill("quotes_confirmed", &[("quotes", &all)]),
        (_, not) => fill("quotes_doubtful", &[("quotes", &all), ("n", &not.to_string())]),
    }
}

/// `contract.pdf, p. 3`.
pub fn label(citation: &Citation) -> String {
    fill("citation", &[("name", &citation.name), ("page", &citation.page.to_string())])
}

/// What a citation says beside its label.
pub fn verdict(citation: &Citation) -> &'static str {
    if citation.confirmed { t("confirmed") } else { t("unconfirmed") }
}

/// Where a citation leads.
pub fn place(citation: &Citation) -> Place {
    Place { id: citation.document_id.clone(), page: citation.page.max(1), quote: citation.quote.clone() }
}

/// A piece of an answer: text, or the number of a citation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece<'t> {
    /// Words.
    Text(&'t str),
    /// A mark, by its index among the citations.
    Mark(usize),
}

/// Cuts a text at its marks `[name, p. N]`. Marks that no citation knows stay text; of several for one page each mark takes the next.
pub fn pieces<'t>(text: &'t str, citations: &[Citation], used: &mut Vec<usize>) -> Vec<Piece<'t>> {
    let (mut pieces, mut rest) = (Vec::new(), text);
    let (mut plain, mut from) = (text, 0);
    while let Some(open) = rest.get(from..).and_then(|after| after.find('[')).map(|at| at + from) {
        let known = rest.get(open + 1..).and_then(|after| {
            let (inside, _) = after.split_once(']')?;
            Some((find(inside, citations, used)?, open + inside.len() + 2))
        });
        match known {
            Some((index, end)) => {
                used.push(index);
                pieces.extend(rest.get(..open).filter(|before| !before.is_empty()).map(Piece::Text));
                pieces.push(Piece::Mark(index));
                rest = rest.get(end..).unwrap_or_default();
                (plain, from) = (rest, 0);
            }
            None => from = open + 1,
        }
    }
    if !plain.is_empty() {
        pieces.push(Piece::Text(plain));
    }
    pieces
}

/// The citation that a mark's words name: `name, p. 3`, in whatever language the page is abbreviated.
fn find(inside: &str, citations: &[Citation], used: &[usize]) -> Option<usize> {
    let (name, page) = inside.rsplit_once(',')?;
    let digits = page.trim_start_matches(|c: char| !c.is_ascii_digit());
    let digits: &str = digits.split(|c: char| !c.is_ascii_digit()).next().unwrap_or_default();
    let page: u32 = digits.parse().ok()?;
    let fits = |index: &usize| citations.get(*index).is_some_and(|one| one.page == page && one.name == name.trim());
    let all: Vec<usize> = (0..citations.len()).filter(fits).collect();
    all.iter().find(|index| !used.contains(index)).or(all.last()).copied()
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) fn citation(name: &str, page: u32, confirmed: bool) -> Citation {
        Citation { document_id: format!("id-{name}"), name: name.into(), page, quote: "words".into(), confirmed }
    }

    fn answer(state: QuestionState, citations: Vec<Citation>) -> AnswerShown {
        AnswerShown { question: "Who?".into(), state, answer: "They.".into(), citations }
    }

    #[test]
    fn only_what_stands_there_looks_done() {
        let (good, bad) = (citation("a.pdf", 1, true), citation("a.pdf", 2, false));
        let done = |citations| answer(QuestionState::Done, citations);
        assert_eq!(style(&done(vec![good.clone()])), "done");
        assert_eq!(style(&done(vec![good.clone(), bad.clone()])), "doubtful");
        assert_eq!(quotes(&done(vec![good.clone()])), "1 quote, found in the document");
        assert_eq!(quotes(&done(vec![good.clone(), bad.clone()])), "2 quotes, 1 not confirmed");
        assert_eq!(quotes(&done(vec![])), "");
        assert!(is_confirmed(&done(vec![good.clone()])) && !is_confirmed(&done(vec![])));
        assert_eq!((verdict(&good), verdict(&bad)), ("confirmed", "not confirmed"));
        let all = [done(vec![]), answer(QuestionState::Failed, vec![]), answer(QuestionState::Working, vec![])];
        assert_eq!(progress(&all), "2 of 3 questions");
    }

    #[test]
    fn marks_become_citations_and_other_brackets_stay() {
        let citations = [citation("a, b.pdf", 3, true), citation("c.xlsx", 1, true), citation("a, b.pdf", 3, false)];
        let mut used = Vec::new();
        let text = "See [1] [a, b.pdf, p. 3] and [c.xlsx, S. 1][a, b.pdf, p. 3], [d.pdf, p. 1] [open, p. 3";
        assert_eq!(
            pieces(text, &citations, &mut used),
            [
                Piece::Text("See [1] "),
                Piece::Mark(0),
                Piece::Text(" and "),
                Piece::Mark(1),
                Piece::Mark(2),
                Piece::Text(", [d.pdf, p. 1] [open, p. 3"),
            ]
        );
        // One that is named once more leads to the last.
        assert_eq!(pieces("[a, b.pdf, p. 3]", &citations, &mut used), [Piece::Mark(2)]);
        assert_eq!(pieces("[größe, [x, p. 3]", &citations, &mut Vec::new()), [Piece::Text("[größe, [x, p. 3]")]);
        assert!(pieces("", &citations, &mut used).is_empty());
    }

    #[test]
    fn a_citation_leads_to_its_words() {
        let one = citation("a.pdf", 0, true);
        assert_eq!(place(&one), Place { id: "id-a.pdf".into(), page: 1, quote: "words".into() });
        assert_eq!(label(&citation("a.pdf", 7, true)), "a.pdf, p. 7");
    }
}
