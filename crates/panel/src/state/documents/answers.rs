//! Answers from documents: each question's state, and what its answer rests on.

use super::place::Opening;
use crate::state::text::{counted, fill, key, t};
use edith_protocol::{AnswerShown, Citation, QuestionState};

/// The state of a question in a word.
pub fn words(answer: &AnswerShown) -> &'static str {
    match answer.state {
        QuestionState::Pending => t("answer_waiting"),
        QuestionState::Working => t("answer_working"),
        QuestionState::Done => t("answer_done"),
        QuestionState::Unconfirmed => t("answer_unconfirmed"),
        QuestionState::Failed => t("answer_failed"),
        QuestionState::Stopped => t("stopped"),
    }
}

/// Whether a question has been dealt with.
pub fn is_over(answer: &AnswerShown) -> bool {
    !matches!(answer.state, QuestionState::Pending | QuestionState::Working)
}

/// Whether every quote of an answer is in its document.
pub fn is_confirmed(answer: &AnswerShown) -> bool {
    !answer.citations.is_empty() && answer.citations.iter().all(|one| one.confirmed)
}

/// The state for the style sheet, shared with steps.
pub fn style(answer: &AnswerShown) -> &'static str {
    match answer.state {
        QuestionState::Pending => "waiting",
        QuestionState::Working => "working",
        QuestionState::Done if answer.citations.iter().any(|one| !one.confirmed) => "doubtful",
        QuestionState::Unconfirmed => "doubtful",
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

/// What the end of a run says: of several answers, which are above it, only how many there are, and what follows them.
pub fn at_end(answers: &[AnswerShown], summary: &str) -> String {
    let [_, .., last] = answers else { return summary.to_owned() };
    if !summary.starts_with("**1. ") {
        return summary.to_owned();
    }
    let done = answers.iter().filter(|one| one.state == QuestionState::Done).count();
    let mut told = fill("questions_answered", &[("n", &done.to_string()), ("all", &answers.len().to_string())]);
    let after = summary.rsplit_once(last.answer.as_str()).and_then(|(_, after)| after.split_once("\n\n"));
    if let Some((_, more)) = after.filter(|_| !last.answer.is_empty()) {
        told.push('\n');
        told.push_str(more);
    }
    told
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

/// What a citation says besides its label.
pub fn verdict(citation: &Citation) -> &'static str {
    if citation.confirmed { t("confirmed") } else { t("unconfirmed") }
}

/// Where a citation leads.
pub fn place(citation: &Citation) -> Opening {
    let (id, quote) = (citation.document_id.clone(), citation.quote.clone());
    Opening { id, page: citation.page.max(1), quote, ..Opening::default() }
}

/// A place in a document that a text names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cited {
    /// The place, and the words if they are known.
    pub citation: Citation,
    /// Whether code looked for the words there.
    pub checked: bool,
}

/// What a mark cites that names a document of the conversation; its words are not known.
pub fn by_name(known: &[(String, String)], name: &str, page: u32) -> Option<Cited> {
    let (id, name) = known.iter().find(|(_, one)| one == name)?;
    let citation = Citation { document_id: id.clone(), name: name.clone(), page, ..Citation::default() };
    Some(Cited { citation, checked: false })
}

/// What a mark cites among an answer's citations: of several for one page each mark takes the next. `used`: those that have a mark.
pub fn of_answer(citations: &[Citation], used: &mut Vec<usize>, name: &str, page: u32) -> Option<Cited> {
    let fits = |index: &usize| citations.get(*index).is_some_and(|one| one.page == page && one.name == name);
    let all: Vec<usize> = (0..citations.len()).filter(fits).collect();
    let index = all.iter().find(|index| !used.contains(index)).or(all.last()).copied()?;
    used.push(index);
    citations.get(index).map(|citation| Cited { citation: citation.clone(), checked: true })
}

/// A piece of a text: words, or what a mark cites.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece<'t> {
    /// Words.
    Text(&'t str),
    /// A mark.
    Mark(Cited),
}

/// Cuts a text at its marks `[name, p. N]`, however the page is abbreviated. Marks that `resolve` does not know stay text.
pub fn pieces<'t>(text: &'t str, resolve: &mut dyn FnMut(&str, u32) -> Option<Cited>) -> Vec<Piece<'t>> {
    let (mut pieces, mut rest, mut from) = (Vec::new(), text, 0);
    while let Some(open) = rest.get(from..).and_then(|after| after.find('[')).map(|at| at + from) {
        let known = rest.get(open + 1..).and_then(|after| {
            let (inside, _) = after.split_once(']')?;
            let (name, page) = inside.rsplit_once(',')?;
            let digits = page.trim_start_matches(|c: char| !c.is_ascii_digit());
            let digits = digits.split(|c: char| !c.is_ascii_digit()).next().unwrap_or_default();
            Some((resolve(name.trim(), digits.parse().ok()?)?, open + inside.len() + 2))
        });
        match known {
            Some((cited, end)) => {
                pieces.extend(rest.get(..open).filter(|before| !before.is_empty()).map(Piece::Text));
                rest = rest.get(end..).unwrap_or_default();
                if cited.checked && !cited.citation.confirmed {
                    // The mark says so itself.
                    rest = rest.strip_prefix(&format!(" ({})", t("unconfirmed"))).unwrap_or(rest);
                }
                pieces.push(Piece::Mark(cited));
                from = 0;
            }
            None => from = open + 1,
        }
    }
    if !rest.is_empty() {
        pieces.push(Piece::Text(rest));
    }
    pieces
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
    fn an_end_does_not_repeat_the_answers_above_it() {
        let answers = [answer(QuestionState::Done, vec![]), answer(QuestionState::Failed, vec![])];
        let summary = "**1. Who?**\n\nThey.\n\n**2. Who?**\n\nNot answered: They.";
        assert_eq!(at_end(&answers, summary), "1 of 2 questions were answered.");
        let more = format!("{summary}\n\nb.pdf is damaged.");
        assert_eq!(at_end(&answers, &more), "1 of 2 questions were answered.\nb.pdf is damaged.");
        assert_eq!(at_end(&answers, "The limit is reached."), "The limit is reached.");
        assert_eq!(at_end(&answers[..1], "They."), "They.");
    }

    #[test]
    fn marks_become_citations_and_other_brackets_stay() {
        let citations = [citation("a, b.pdf", 3, true), citation("c.xlsx", 1, true), citation("a, b.pdf", 3, false)];
        let mut used = Vec::new();
        let mut cut = |text: &str| {
            let mut find = |name: &str, page| of_answer(&citations, &mut used, name, page);
            let shown = |piece| match piece {
                Piece::Text(text) => text.to_owned(),
                Piece::Mark(cited) => format!("<{} {}>", cited.citation.name, cited.citation.confirmed),
            };
            pieces(text, &mut find).into_iter().map(shown).collect::<Vec<_>>().join("|")
        };
        let text = "See [1] [a, b.pdf, p. 3] and [c.xlsx, S. 1][a, b.pdf, p. 3], [d.pdf, p. 1] [open, p. 3";
        let expected = "See [1] |<a, b.pdf true>| and |<c.xlsx true>|<a, b.pdf false>|, [d.pdf, p. 1] [open, p. 3";
        assert_eq!(cut(text), expected);
        // What a mark says is not repeated beside it.
        assert_eq!(cut("[a, b.pdf, p. 3] (not confirmed)."), "<a, b.pdf false>|.");
        assert_eq!(cut("[c.xlsx, p. 1] (not confirmed)."), "<c.xlsx true>| (not confirmed).");
        // One that is named once more leads to the last.
        assert_eq!(cut("[a, b.pdf, p. 3]"), "<a, b.pdf false>");
        assert_eq!(cut("[größe, [x, p. 3]"), "[größe, [x, p. 3]");
        assert_eq!(cut(""), "");
    }

    #[test]
    fn a_document_of_the_conversation_is_cited_by_its_name() {
        let known = [("d".to_owned(), "a.pdf".to_owned())];
        let cited = by_name(&known, "a.pdf", 3).unwrap();
        assert_eq!((cited.citation.document_id.as_str(), cited.citation.page, cited.checked), ("d", 3, false));
        assert_eq!(by_name(&known, "b.pdf", 3), None);
    }

    #[test]
    fn a_citation_leads_to_its_words() {
        let one = citation("a.pdf", 0, true);
        assert_eq!(place(&one), Opening { quote: "words".into(), ..Opening::start("id-a.pdf") });
        assert_eq!(label(&citation("a.pdf", 7, true)), "a.pdf, p. 7");
    }
}
