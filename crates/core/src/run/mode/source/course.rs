//! The transitions of a source's run: begun, and its findings handed over.

use super::state::SourceWork;
use crate::research::findings::Findings;
use crate::run::step::Shown;
use crate::run::{Acted, Intent, NewRun, Run, Work};
use edith_actions::http_url::HttpUrl;
use edith_protocol::{Event, Outcome, TabId, ToolCall};
use edith_tools::Operation;
use edith_words::say;

impl Run {
    /// The source it works on.
    pub(crate) fn source(&self) -> Option<&SourceWork> {
        match &self.work {
            Work::Source(source) => Some(source),
            _ => None,
        }
    }

    /// The run for one of this research's sources, in a tab opened for it.
    pub(crate) fn for_source(&self, at: usize, tab: TabId, now: f64) -> Option<Self> {
        let source = self.research()?.sources.get(at)?;
        let prompt = format!(
            "{}\nTo find out: {}\nPage to begin with: {}\n(One part of a larger question, which others work on too: {})",
            source.description, source.goal, source.url, self.task.prompt
        );
        let mut settings = self.task.settings.clone();
        // A research brings nothing to the front: several tabs would compete.
        settings.follow_along = false;
        let limits = [settings.max_source_seconds, settings.max_run_seconds];
        settings.max_run_seconds = limits.into_iter().filter(|limit| *limit > 0).min().unwrap_or(0);
        let work = Work::Source(Box::new(SourceWork {
            parent: self.id.clone(),
            address: HttpUrl::parse(&source.url).ok(),
            goal: source.goal.clone(),
            found: None,
        }));
        let mut run = Self::new(NewRun {
            id: source.run.clone(),
            conversation: self.conversation.clone(),
            work,
            prompt,
            tab: Some(tab),
            settings,
            earlier: Vec::new(),
            grants: self.guard.grants.clone(),
            now,
        });
        run.task.terms.clone_from(&self.task.terms);
        run.tell_alike(self);
        run.task.documents.clone_from(&self.task.documents);
        run.task.earlier_documents = run.task.documents.len();
        // Its prompt is the model's plan: only the person's words name sites.
        run.task.words = self.typed_words().into_iter().map(str::to_owned).collect();
        run.task.page.clone_from(&self.task.page);
        run.guard.home.clone_from(&self.guard.home);
        run.guard.open.clone_from(&self.guard.open);
        run.guard.contacts = self.log_for_part(self.research()?.sources.len());
        run.paused = self.paused;
        Some(run)
    }

    /// A source's model answers in words only: these are its findings.
    pub(in crate::run) fn words_as_findings(&self, text: &str) -> ToolCall {
        let arguments = serde_json::json!({ "data": text }).to_string();
        ToolCall { id: format!("words-{}", self.counters.step), name: "extract_data".to_owned(), arguments }
    }

    /// The quotes were compared with the pages. Missing ones are asked for once more; then they are taken with a flag.
    pub(in crate::run) fn extracted(&mut self, intent: &Intent, acted: Acted, found: Findings, now: f64) -> Vec<Event> {
        let flagged: Vec<String> = found
            .facts
            .iter()
            .filter_map(|fact| {
                Some(format!("- {:?} (quote {:?}): {}", fact.text, fact.quote, fact.check.flag()?.english()))
            })
            .collect();
        let count = found.facts.len();
        if let Work::Source(source) = &mut self.work {
            source.found = Some(found);
        }
        let stopped_by_user = acted.stopped_by_user;
        self.observe(acted);
        if stopped_by_user {
            return self.finish(Outcome::Stopped, say!(CancelledInBar), now);
        }
        if !flagged.is_empty() && !self.completion.questioned {
            self.completion.questioned = true;
            let text = format!(
                "These could not be confirmed on the pages you were shown:\n{}\nCopy each quote letter by letter from the page, or leave the fact out. Then call \
                 extract_data again with everything you found; what is still not confirmed will be marked so.",
                flagged.join("\n")
            );
            return self.answer_call(intent, text, false, now);
        }
        let summary = match (count, flagged.len()) {
            (0, _) => say!(NothingFoundThere).to_string(),
            (1, 0) => say!(OneFactConfirmed).to_string(),
            (count, 0) => say!(FactsConfirmed { count: count }).to_string(),
            (1, _) => say!(OneFactFlagged).to_string(),
            (count, flagged) => say!(FactsFlagged { count: count, flagged: flagged }).to_string(),
        };
        let event = self.call_ended(intent, &Acted { ok: true, ..Acted::default() }, &summary, now);
        self.pop_pending(intent, "Accepted.".to_owned(), Shown::default(), now);
        let mut events = vec![event];
        events.extend(self.finish(Outcome::Completed, summary, now));
        events
    }

    /// Whether this intent hands over findings.
    pub(in crate::run) fn hands_over(intent: &Intent) -> bool {
        matches!(intent.operation, Operation::Extract(_))
    }
}
