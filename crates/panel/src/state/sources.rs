//! A research's sources, in words and style sheet classes.

use crate::state::text::{counted, fill, key, t};
use edith_protocol::{SourceShown, SourceState};

/// A source's state, as a label.
pub fn words(state: SourceState) -> &'static str {
    match state {
        SourceState::Waiting => t("source_waiting"),
        SourceState::Working => t("source_reading"),
        SourceState::Done => t("source_read"),
        SourceState::Failed => t("source_failed"),
        SourceState::Stopped => t("stopped"),
    }
}

/// Whether it has finished.
pub fn is_over(source: &SourceShown) -> bool {
    !matches!(source.state, SourceState::Waiting | SourceState::Working)
}

/// Whether all its facts were confirmed on their pages.
pub fn is_confirmed(source: &SourceShown) -> bool {
    source.facts > 0 && source.flagged == 0
}

/// The host and port of its page.
pub fn host(source: &SourceShown) -> &str {
    let rest = source.url.split_once("://").map_or(source.url.as_str(), |(_, rest)| rest);
    rest.split('/').next().unwrap_or_default()
}

/// Style sheet classes, shared with steps: its state, and whether its facts need checking.
pub fn style(source: &SourceShown) -> &'static str {
    match source.state {
        SourceState::Done if !is_confirmed(source) => "doubtful",
        SourceState::Waiting => "waiting",
        SourceState::Working => "working",
        SourceState::Done => "done",
        SourceState::Failed => "failed",
        SourceState::Stopped => "unanswered",
    }
}

/// The line below the description. `doing` is its run's current activity.
pub fn line(source: &SourceShown, doing: &str) -> String {
    let facts = counted(source.facts as usize, key("fact_one"), key("fact_many"));
    match source.state {
        SourceState::Working if !doing.is_empty() => doing.to_owned(),
        SourceState::Done if source.facts == 0 => t("source_nothing").to_owned(),
        SourceState::Done if source.flagged == 0 => facts,
        SourceState::Done => fill("not_confirmed", &[("facts", &facts), ("flagged", &source.flagged.to_string())]),
        SourceState::Failed if !source.text.is_empty() => source.text.clone(),
        state => words(state).to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use SourceState::{Done, Failed, Stopped, Waiting, Working};

    fn source(state: SourceState, facts: u64, flagged: u64) -> SourceShown {
        let (description, url) = ("lamps".to_owned(), "http://a.example:81/x".to_owned());
        let (text, tab_id, tabs) = ("why".to_owned(), None, Vec::new());
        SourceShown { run_id: "r-s01".into(), description, url, state, text, step: 2, tab_id, tabs, facts, flagged }
    }

    #[test]
    fn only_what_is_confirmed_looks_done() {
        let style = |state, facts, flagged| style(&source(state, facts, flagged));
        assert_eq!(style(Done, 2, 0), "done");
        assert_eq!((style(Done, 3, 1), style(Done, 0, 0)), ("doubtful", "doubtful"));
        assert_eq!((style(Working, 0, 0), style(Failed, 0, 0)), ("working", "failed"));
    }

    #[test]
    fn a_card_says_how_its_source_stands() {
        let line = |state, facts, flagged| line(&source(state, facts, flagged), "Scroll down");
        assert_eq!(line(Waiting, 0, 0), "Waiting");
        assert_eq!(line(Working, 0, 0), "Scroll down");
        assert_eq!(line(Done, 1, 0), "1 fact");
        assert_eq!(line(Done, 3, 1), "3 facts, 1 not confirmed");
        assert_eq!(line(Done, 0, 0), "Nothing was found there.");
        assert_eq!(line(Failed, 0, 0), "why");
        assert_eq!(line(Stopped, 0, 0), "Stopped");
        assert_eq!(host(&source(Done, 0, 0)), "a.example:81");
    }
}
