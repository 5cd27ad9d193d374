//! Research: one question, several sites, a run for each, and an answer in which every figure has its source.
//!
//! The parent is a [`crate::run::Run`] of the mode research: it asks the model for a plan ([`plan`]), starts a run per source, takes in their
//! [`findings`] (each quote matched with the captured pages by [`quote`]), asks the model for the answer ([`report`]) and checks its citations and
//! figures ([`cite`]). Everything here is data and pure functions; the transitions are in `run/mode/research/`.

pub(crate) mod cite;
pub(crate) mod findings;
mod fragment;
pub(crate) mod loose;
pub(crate) mod plan;
pub(crate) mod quote;
pub(crate) mod report;
mod stored;

use edith_actions::http_url::HttpUrl;
pub(crate) use edith_protocol::SourceState;
use edith_protocol::{Proof, RunId, SourceShown, TabId, Usage};
use findings::{Check, Fact, Findings};

/// A research, as stored in its run.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Research {
    /// Where it is.
    pub phase: Phase,
    /// In the plan's order.
    pub sources: Vec<Source>,
    /// Unusable parts of the plan, as sentences for the person.
    pub notes: Vec<String>,
    /// Whether the model was asked again for a readable plan.
    pub(crate) asked_again: bool,
}

/// A research's phase.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Phase {
    /// The model divides the question.
    #[default]
    Planning,
    /// Runs work on the sources.
    Gathering,
    /// The model writes the answer.
    Reporting,
}

/// One source and its progress.
#[derive(Debug, Clone, PartialEq)]
pub struct Source {
    /// Its run. The id is known before the start, so that it never starts twice.
    pub run: RunId,
    /// What is looked for there.
    pub description: String,
    /// Its starting address.
    pub url: String,
    /// What to find out.
    pub goal: String,
    /// Its state.
    pub state: SourceState,
    /// Why it ended as it did; empty while it works.
    pub text: String,
    /// Model turns taken.
    pub step: u32,
    /// Its tab.
    pub tab: Option<TabId>,
    /// The other tabs it opened.
    pub tabs: Vec<TabId>,
    /// What it used.
    pub usage: Usage,
    /// What it found.
    pub found: Findings,
}

impl Research {
    /// The sources to start now, with at most `at_once` working.
    pub(crate) fn to_start(&self, at_once: usize) -> Vec<usize> {
        let working = self.sources.iter().filter(|source| source.state == SourceState::Working).count();
        let waiting = self.sources.iter().enumerate().filter(|(_, source)| source.state == SourceState::Waiting);
        waiting.map(|(at, _)| at).take(at_once.max(1).saturating_sub(working)).collect()
    }

    /// Whether no source is waiting or working.
    pub(crate) fn is_gathered(&self) -> bool {
        !self.sources.iter().any(|source| matches!(source.state, SourceState::Waiting | SourceState::Working))
    }

    /// Whether anything was found.
    pub(crate) fn has_findings(&self) -> bool {
        self.sources.iter().any(|source| !source.found.is_empty())
    }

    /// What was confirmed on the pages, the first of each source before the second of any.
    pub(crate) fn proofs(&self) -> Vec<Proof> {
        let confirmed = self.sources.iter().map(|source| {
            let is_page = |fact: &&Fact| fact.check == Check::Confirmed && HttpUrl::parse(&fact.url).is_ok();
            let facts = source.found.facts.iter().filter(is_page);
            facts.map(|fact| Proof { text: fact.quote.clone(), url: fact.url.clone() }).collect::<Vec<_>>()
        });
        let by_source: Vec<Vec<Proof>> = confirmed.collect();
        (0..PROOFS)
            .flat_map(|at| by_source.iter().filter_map(move |proofs| proofs.get(at).cloned()))
            .take(PROOFS)
            .collect()
    }

    /// Every tab that belongs to it.
    pub(crate) fn tabs(&self) -> Vec<TabId> {
        self.sources.iter().flat_map(|source| source.tab.into_iter().chain(source.tabs.iter().copied())).collect()
    }

    /// The sources for events.
    pub(crate) fn shown(&self) -> Vec<SourceShown> {
        let each = |source: &Source| SourceShown {
            run_id: source.run.clone(),
            description: source.description.clone(),
            url: source.url.clone(),
            state: source.state,
            text: source.text.clone(),
            step: source.step,
            tab_id: source.tab,
            tabs: source.tabs.clone(),
            facts: source.found.facts.len() as u64,
            flagged: source.found.flagged() as u64,
        };
        self.sources.iter().map(each).collect()
    }
}

/// Most proofs of an answer.
const PROOFS: usize = 3;

/// Characters of the question used as the tab group's title: Chrome shows little more.
const TITLE_CHARS: usize = 40;

/// The title of a research's tab group.
pub fn group_title(question: &str) -> String {
    format!("EDITH: {}", edith_protocol::shorten(question, TITLE_CHARS))
}
