//! The questions of one run, and their answers.

use edith_documents::call::ReadInfo;
use edith_protocol::{AnswerShown, Citation, Document, MAX_QUESTIONS, Outcome, QuestionState, RunId};
use edith_words::say;
use serde::{Deserialize, Serialize};

/// Questions worked on at once, at most (the contract's figure).
const AT_ONCE: usize = 10;
/// Documents go whole into the prompt up to this many characters in all: about 25,000 tokens, which every model that is much in use takes besides its
/// answer. A model that does not gets what a search finds.
const WHOLE_CHARS: u64 = 100_000;

/// Questions about documents, as stored in their run.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Answering {
    /// What became of the documents, as far as they were read.
    pub read: Vec<Reading>,
    /// What was asked one by one, a line each; empty: the task is all that was asked.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub asked: Vec<String>,
    /// In the person's order; empty until the documents are read.
    pub questions: Vec<Question>,
    /// Whether the person was asked about what is needed outside the documents.
    pub asked_outside: bool,
}

/// What became of a document.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Reading {
    /// The document's id.
    pub document: String,
    /// Its pages; 0: it could not be read.
    pub pages: u32,
    /// Characters of text.
    pub characters: u64,
    /// Why it could not be read, for the person; empty: it was.
    pub failed: String,
    /// What was not read of it, for the person; empty: nothing that is known.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub gaps: String,
}

impl Reading {
    /// A document that was read.
    pub(crate) fn of(document: &Document, info: &ReadInfo) -> Self {
        let (pages, characters) = (info.pages.max(1), info.characters);
        let gaps = crate::unread::gaps(&document.name, &info.warnings);
        Self { document: document.id.clone(), pages, characters, gaps, ..Self::default() }
    }

    /// What became of these that the person is to know, a paragraph each.
    pub(crate) fn told(all: &[Self]) -> String {
        let said = all.iter().flat_map(|read| [&read.failed, &read.gaps]).filter(|said| !said.is_empty());
        said.map(|said| format!("\n\n{said}")).collect()
    }
}

/// One question.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Question {
    /// Its run. The id is known before the start, so that it never starts twice.
    pub run: RunId,
    /// The question.
    pub text: String,
    /// Its state.
    pub state: QuestionState,
    /// The answer, or why there is none.
    #[serde(default)]
    pub answer: String,
    /// What it rests on.
    #[serde(default)]
    pub citations: Vec<Citation>,
    /// What is needed that is not in the documents; empty: nothing.
    #[serde(default)]
    pub outside: String,
}

impl Answering {
    /// Takes what was asked one by one, or else the questions that the task's own text lists.
    pub(crate) fn take(&mut self, task: &str, run: &RunId) {
        let all = if self.asked.is_empty() { read(task) } else { self.asked.clone() };
        let all = all.into_iter().take(MAX_QUESTIONS).enumerate();
        let question = |(at, text)| Question {
            // The records of its runs are found by key prefix.
            run: RunId(format!("{run}-s{:03}", at + 1)),
            text,
            state: QuestionState::Pending,
            answer: String::new(),
            citations: Vec::new(),
            outside: String::new(),
        };
        self.questions = all.map(question).collect();
    }

    /// The questions to start now.
    pub(crate) fn to_start(&self) -> Vec<usize> {
        let is = |state| move |(_, question): &(usize, &Question)| question.state == state;
        let working = self.questions.iter().enumerate().filter(is(QuestionState::Working)).count();
        let waiting = self.questions.iter().enumerate().filter(is(QuestionState::Pending));
        waiting.map(|(at, _)| at).take(AT_ONCE.saturating_sub(working)).collect()
    }

    /// Whether no question is waiting or being worked on.
    pub(crate) fn is_over(&self) -> bool {
        !self.questions.iter().any(|one| matches!(one.state, QuestionState::Pending | QuestionState::Working))
    }

    /// Whether the documents are short enough to be sent whole.
    pub(crate) fn is_short(&self) -> bool {
        self.read.iter().map(|read| read.characters).sum::<u64>() <= WHOLE_CHARS
    }

    /// The questions for events; none before there are any.
    pub(crate) fn shown(&self) -> Option<Vec<AnswerShown>> {
        let shown = |one: &Question| AnswerShown {
            question: one.text.clone(),
            state: one.state,
            answer: one.answer.clone(),
            citations: one.citations.clone(),
        };
        (!self.questions.is_empty()).then(|| self.questions.iter().map(shown).collect())
    }

    /// The outcome of all, and all answers as one text.
    pub(crate) fn summary(&self) -> (Outcome, String) {
        let done = self.questions.iter().filter(|one| one.state == QuestionState::Done).count();
        let unconfirmed = self.questions.iter().any(|one| one.state == QuestionState::Unconfirmed);
        let outcome = match done {
            0 if !unconfirmed => Outcome::Failed,
            done if done == self.questions.len() => Outcome::Completed,
            _ => Outcome::Partial,
        };
        let answer = |one: &Question| match one.state {
            QuestionState::Done | QuestionState::Unconfirmed => one.answer.clone(),
            _ if one.answer.is_empty() => say!(QuestionNotAnswered).to_string(),
            _ => say!(QuestionFailed { why: &one.answer }).to_string(),
        };
        let mut text = match self.questions.as_slice() {
            [only] => answer(only),
            all => {
                let numbered = all.iter().enumerate();
                let each = numbered.map(|(at, one)| format!("**{}. {}**\n\n{}", at + 1, one.text, answer(one)));
                each.collect::<Vec<_>>().join("\n\n")
            }
        };
        text.push_str(&Reading::told(&self.read));
        (outcome, text)
    }

    /// What questions need that is not in the documents, a line each.
    pub(crate) fn outside(&self) -> Option<String> {
        let all: Vec<String> = self
            .questions
            .iter()
            .filter(|one| {
                matches!(one.state, QuestionState::Done | QuestionState::Unconfirmed) && !one.outside.is_empty()
            })
            .map(|one| format!("- {}: {}", one.text, one.outside))
            .collect();
        (!all.is_empty()).then(|| all.join("\n"))
    }
}

/// Questions that are asked one by one, a line each, without empty ones.
pub fn one_by_one(questions: &[String]) -> Vec<String> {
    let line = |text: &String| text.split_whitespace().collect::<Vec<_>>().join(" ");
    questions.iter().map(line).filter(|line| !line.is_empty()).collect()
}

/// Several questions as one task: numbered, a line each.
pub fn written(questions: &[String]) -> String {
    match questions {
        [only] => only.clone(),
        all => all.iter().enumerate().map(|(at, line)| format!("{}. {line}", at + 1)).collect::<Vec<_>>().join("\n"),
    }
}

/// The questions of a task: its lines if they are numbered from 1 on, else all of it as one.
pub(crate) fn read(task: &str) -> Vec<String> {
    let lines = task.lines().map(str::trim).filter(|line| !line.is_empty()).enumerate();
    let numbered: Option<Vec<String>> = lines
        .map(|(at, line)| {
            let rest = line.strip_prefix(&(at + 1).to_string())?.strip_prefix(['.', ')'])?;
            Some(rest.trim().to_owned()).filter(|rest| !rest.is_empty())
        })
        .collect();
    numbered.filter(|all| all.len() > 1).unwrap_or_else(|| vec![task.trim().to_owned()])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_told_apart_again() {
        let all = ["Who signed?".to_owned(), "What is\nthe rent? 2. none".to_owned(), " ".to_owned()];
        let lines = one_by_one(&all);
        assert_eq!(read(&written(&lines)), ["Who signed?", "What is the rent? 2. none"]);
        for one in ["Who signed?", "List:\n1. the parties\n2. the rent", "1. January, was it a holiday?", "1. a\n3. b"]
        {
            assert_eq!(read(one), [one]);
            assert_eq!(read(&written(&[one.to_owned()])).len(), 1, "{one}");
        }
    }

    #[test]
    fn ten_are_worked_on_at_once() {
        let mut all = Answering::default();
        all.take(&written(&(0..30).map(|at| format!("q{at}")).collect::<Vec<_>>()), &"r".into());
        assert_eq!((all.questions.len(), all.to_start()), (30, (0..10).collect()));
        for question in all.questions.iter_mut().take(4) {
            question.state = QuestionState::Working;
        }
        assert_eq!(all.to_start(), (4..10).collect::<Vec<_>>());
        assert_eq!(all.questions[11].run.0, "r-s012");
    }

    #[test]
    fn questions_asked_one_by_one_are_never_read_out_of_a_text() {
        let asked = one_by_one(&["1. a".to_owned(), "2. b\n3. c".to_owned()]);
        let mut all = Answering { asked, ..Answering::default() };
        all.take("another text\nof two lines", &"r".into());
        let texts: Vec<&str> = all.questions.iter().map(|one| one.text.as_str()).collect();
        assert_eq!(texts, ["1. a", "2. b 3. c"]);
        // A run stored before knows its task alone.
        let stored = serde_json::to_value(Answering::default()).unwrap();
        assert_eq!(serde_json::from_value::<Answering>(stored).unwrap().asked, Vec::<String>::new());
    }
}
