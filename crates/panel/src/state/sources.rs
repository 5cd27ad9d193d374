//! The sources of a research, as its events tell them.

use crate::state::text::{counted, fill, key, t};
use edith_protocol::RunId;
use serde_json::Value;

/// How a source stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SourceState {
    /// Others are before it.
    Waiting,
    /// A run works on it.
    Working,
    /// It was read.
    Done,
    /// It gave nothing.
    Failed,
    /// The person stopped it.
    Stopped,
}

impl SourceState {
    /// In a word, for the card.
    pub fn words(self) -> &'static str {
        match self {
            Self::Waiting => t("source_waiting"),
            Self::Working => t("source_reading"),
            Self::Done => t("source_read"),
            Self::Failed => t("source_failed"),
            Self::Stopped => t("stopped"),
        }
    }

    /// For the style sheet: the names that steps have too.
    pub fn name(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Working => "working",
            Self::Done => "done",
            Self::Failed => "failed",
            Self::Stopped => "unanswered",
        }
    }
}

/// One source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// The run that works on it.
    pub run: RunId,
    /// What is looked for there.
    pub description: String,
    /// Host and port of its page.
    pub host: String,
    /// How it stands.
    pub state: SourceState,
    /// Why it ended as it did.
    pub text: String,
    /// Facts that were found.
    pub facts: u64,
    /// Of them, how many could not be confirmed on the page.
    pub flagged: u64,
}

impl Source {
    /// Whether all that was found there stands on its pages.
    pub fn is_confirmed(&self) -> bool {
        self.facts > 0 && self.flagged == 0
    }

    /// For the style sheet: how it stands, and whether its facts need a look.
    pub fn style(&self) -> &'static str {
        match self.state {
            SourceState::Done if !self.is_confirmed() => "doubtful",
            state => state.name(),
        }
    }

    /// What the card says below the description. `doing` is what its run is doing now.
    pub fn line(&self, doing: &str) -> String {
        let facts = counted(self.facts as usize, key("fact_one"), key("fact_many"));
        match self.state {
            SourceState::Working if !doing.is_empty() => doing.to_owned(),
            SourceState::Done if self.facts == 0 => t("source_nothing").to_owned(),
            SourceState::Done if self.flagged == 0 => facts,
            SourceState::Done => fill("not_confirmed", &[("facts", &facts), ("flagged", &self.flagged.to_string())]),
            SourceState::Failed if !self.text.is_empty() => self.text.clone(),
            state => state.words().to_owned(),
        }
    }
}

/// The sources of an event; one that cannot be read is left out.
pub fn read(sources: &Value) -> Vec<Source> {
    sources.as_array().into_iter().flatten().filter_map(source).collect()
}

fn source(value: &Value) -> Option<Source> {
    let text = |name: &str| value.get(name).and_then(Value::as_str).unwrap_or_default();
    let number = |name: &str| value.get(name).and_then(Value::as_u64).unwrap_or_default();
    let state = match text("state") {
        "waiting" => SourceState::Waiting,
        "working" => SourceState::Working,
        "done" => SourceState::Done,
        "failed" => SourceState::Failed,
        "stopped" => SourceState::Stopped,
        _ => return None,
    };
    let url = text("url");
    let host = url.split_once("://").map_or(url, |(_, rest)| rest);
    Some(Source {
        run: RunId(text("runId").to_owned()),
        description: text("description").to_owned(),
        host: host.split('/').next().unwrap_or_default().to_owned(),
        state,
        text: text("text").to_owned(),
        facts: number("facts"),
        flagged: number("flagged"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn told(state: &str, facts: u64, flagged: u64) -> Value {
        json!({"runId": "r-s01", "description": "lamps", "url": "http://a.example:81/x", "state": state, "text": "why",
               "step": 2, "tabId": 3, "tabs": [], "facts": facts, "flagged": flagged})
    }

    #[test]
    fn sources_are_read_as_the_worker_tells_them() {
        let read = read(&json!([told("done", 3, 1), {"state": "later"}, 5]));
        assert_eq!(read.len(), 1);
        assert_eq!((read[0].run.0.as_str(), read[0].host.as_str()), ("r-s01", "a.example:81"));
        assert!(super::read(&json!(null)).is_empty());
    }

    #[test]
    fn only_what_is_confirmed_looks_done() {
        let style = |state, facts, flagged| read(&json!([told(state, facts, flagged)]))[0].style();
        assert_eq!(style("done", 2, 0), "done");
        assert_eq!((style("done", 3, 1), style("done", 0, 0)), ("doubtful", "doubtful"));
        assert_eq!((style("working", 0, 0), style("failed", 0, 0)), ("working", "failed"));
    }

    #[test]
    fn a_card_says_how_its_source_stands() {
        let line = |state, facts, flagged| read(&json!([told(state, facts, flagged)]))[0].line("Scroll down");
        assert_eq!(line("waiting", 0, 0), "Waiting");
        assert_eq!(line("working", 0, 0), "Scroll down");
        assert_eq!(line("done", 1, 0), "1 fact");
        assert_eq!(line("done", 3, 1), "3 facts, 1 not confirmed");
        assert_eq!(line("done", 0, 0), "Nothing was found there.");
        assert_eq!(line("failed", 0, 0), "why");
        assert_eq!(line("stopped", 0, 0), "Stopped");
    }
}
