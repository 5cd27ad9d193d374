//! How far a replay has come, and what it hears of its calls and of the person.

use super::alike::{same_name, shape};
use super::call_id::What;
use super::place::same_page;
use super::steps::Step;
use edith_protocol::Recorded;
use serde::{Deserialize, Serialize};

/// The replay that a run is, as far as it has come.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Replay {
    /// What is done, in order.
    pub(crate) steps: Vec<Step>,
    /// The words of the page that showed its end then.
    pub(crate) evidence: Vec<String>,
    /// The step that is next.
    pub(crate) at: usize,
    /// How it goes on.
    pub(crate) stage: Stage,
    /// Whether the first page was opened because another one was there.
    pub(super) opened: bool,
    /// Whether the page was waited for before the step that is next.
    pub(super) waited: bool,
}

/// How a replay goes on.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Stage {
    /// With the next step.
    #[default]
    Next,
    /// With the next step, although the page around it is another one: the person says so.
    Anyway,
    /// The person has entered the secret.
    Entered,
    /// It asks what to do about this.
    Trouble(Trouble),
    /// It ends.
    Stopping,
    /// A model goes on.
    Left,
}

/// What a step came to other than what it came to then.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Trouble {
    /// It was not done, for this reason.
    NotDone(String),
    /// The person or the gate refused it.
    Refused,
    /// It is not known whether it was done.
    Unsure,
    /// It was done and brought this instead of that.
    Differs {
        /// What it brought then.
        was: String,
        /// What it brings now.
        now: String,
    },
    /// The person said this meanwhile.
    Said(String),
    /// The page speaks against the end.
    Doubt,
}

/// What a person may choose where a replay stops.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Choice {
    /// Do the step all the same; or take it for done, at the end.
    Anyway,
    /// Let the model go on.
    Model,
    /// Try it again.
    Again,
    /// Leave the step out; or, if it is done, go on.
    GoOn,
    /// The secret is entered.
    Entered,
    /// End here.
    Stop,
}

impl Choice {
    const LETTERS: [(Self, char); 6] = [
        (Self::Anyway, 'a'),
        (Self::Model, 'm'),
        (Self::Again, 'r'),
        (Self::GoOn, 'g'),
        (Self::Entered, 'e'),
        (Self::Stop, 's'),
    ];

    pub(super) fn letter(self) -> char {
        Self::LETTERS.iter().find(|(choice, _)| *choice == self).map_or('s', |(_, letter)| *letter)
    }

    fn of(letter: char) -> Option<Self> {
        Self::LETTERS.iter().find(|(_, known)| *known == letter).map(|(choice, _)| *choice)
    }
}

impl Replay {
    /// Begins with these steps; `evidence` are the words that showed the end then.
    pub fn new(steps: Vec<Step>, evidence: Vec<String>) -> Self {
        Self { steps, evidence, ..Self::default() }
    }

    /// Whether it still makes the turns.
    pub(crate) fn goes_on(&self) -> bool {
        self.stage != Stage::Left
    }

    /// A call of its own was answered, by whatever way and for this reason: unless its result is reported, it is not done.
    pub(crate) fn answered(&mut self, call: &str, why: &str) {
        match What::of_id(call) {
            Some(What::Do) => self.stage = Stage::Trouble(Trouble::NotDone(why.to_owned())),
            Some(What::End) => self.stage = Stage::Trouble(Trouble::Doubt),
            Some(What::Open) => self.opened = true,
            Some(What::Wait) => self.waited = true,
            Some(What::Pass) => self.advance(),
            Some(What::Look | What::Ask) | None => {}
        }
    }

    /// The result of the step that is next: compares what it brought with what it brought then. `news`: all lines of text that came with it.
    pub(crate) fn did(&mut self, call: &str, brought: Option<&Recorded>, news: &[String]) {
        if What::of_id(call) != Some(What::Do) {
            return;
        }
        let differs = match (self.steps.get(self.at), brought) {
            (Some(step), Some(now)) if step.secret => same_page(&step.recorded.after, &now.after),
            (Some(step), Some(now)) => difference(&step.recorded, now, news),
            // It was done before a death: the next step compares the page.
            _ => None,
        };
        self.advance();
        if let Some((was, now)) = differs {
            self.stage = Stage::Trouble(Trouble::Differs { was, now });
        }
    }

    /// It is not known what became of the step that is next.
    pub(crate) fn unsure(&mut self, call: &str) {
        if What::of_id(call) == Some(What::Do) {
            self.stage = Stage::Trouble(Trouble::Unsure);
        }
    }

    /// The step that is next was refused.
    pub(crate) fn refused(&mut self, call: &str) {
        if matches!(What::of_id(call), Some(What::Do | What::Open)) {
            self.stage = Stage::Trouble(Trouble::Refused);
        }
    }

    /// The person said something.
    pub(crate) fn heard(&mut self, words: &str) {
        if self.goes_on() {
            self.stage = Stage::Trouble(Trouble::Said(words.to_owned()));
        }
    }

    /// The person chose one of the options of an ask; other words are for a model, where one was offered. Whether the page is to be looked at again.
    pub(crate) fn told(&mut self, call: &str, options: &[String], answer: &str) -> bool {
        let Some((What::Ask, letters)) = What::with_letters(call) else { return false };
        let chosen = options.iter().zip(letters.chars()).find(|(option, _)| *option == answer);
        let choice = chosen.and_then(|(_, letter)| Choice::of(letter));
        let has_model = letters.contains(Choice::Model.letter());
        let is_done =
            matches!(&self.stage, Stage::Trouble(Trouble::Differs { .. } | Trouble::Doubt | Trouble::Said(_)));
        match choice {
            Some(Choice::Anyway) => self.stage = Stage::Anyway,
            Some(Choice::Model) => self.stage = Stage::Left,
            Some(Choice::Again) => self.stage = Stage::Next,
            Some(Choice::GoOn) if is_done => self.stage = Stage::Next,
            Some(Choice::GoOn) => self.advance(),
            Some(Choice::Entered) => self.stage = Stage::Entered,
            Some(Choice::Stop) => self.stage = Stage::Stopping,
            None if has_model => self.stage = Stage::Left,
            None => {}
        }
        self.waited = false;
        choice.is_some_and(|choice| choice != Choice::Stop)
    }

    fn advance(&mut self) {
        self.at += 1;
        self.stage = Stage::Next;
        self.waited = false;
    }
}

/// What a step brought then and now, if these differ.
fn difference(then: &Recorded, now: &Recorded, news: &[String]) -> Option<(String, String)> {
    if then.dialog != now.dialog {
        let word = |is_open| if is_open { "dialog" } else { "–" };
        return Some((word(then.dialog).to_owned(), word(now.dialog).to_owned()));
    }
    if let Some(differs) = same_page(&then.after, &now.after).filter(|_| !then.dialog) {
        return Some(differs);
    }
    let line = |text: &Option<String>| text.clone().unwrap_or_else(|| "–".to_owned());
    let same_then = match (&then.then, &now.then) {
        (Some(then), Some(now)) => then == now || same_name(then, now),
        (then, now) => then.is_none() == now.is_none(),
    };
    if !same_then {
        return Some((line(&then.then), line(&now.then)));
    }
    let came = |line: &String| news.iter().any(|new| shape(new) == shape(line));
    if !then.said.is_empty() && !then.said.iter().any(came) {
        return Some((then.said.join(" · "), line(&news.first().cloned())));
    }
    None
}
