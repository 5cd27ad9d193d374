//! The transitions of a research.

use crate::history::Entry;
use crate::research::findings::Findings;
use crate::research::plan::{self, Plan};
use crate::research::{Phase, Research, Source, SourceState, cite};
use crate::run::{Opened, Run, State, Work};
use edith_model::ModelTurn;
use edith_protocol::{Event, Outcome, Progress, RunId, SourceShown};
use edith_words::say;

impl Run {
    pub(crate) fn research(&self) -> Option<&Research> {
        match &self.work {
            Work::Research(research) => Some(research),
            _ => None,
        }
    }

    pub(in crate::run) fn research_mut(&mut self) -> Option<&mut Research> {
        match &mut self.work {
            Work::Research(research) => Some(research),
            _ => None,
        }
    }

    /// A line of progress with the states of a research's sources.
    pub(in crate::run) fn sources_event(&self, text: String, now: f64) -> Event {
        Event::Progress(Progress { sources: self.sources_shown(), ..self.blank_progress(text, now) })
    }

    /// The sources' states; none before there is a plan.
    pub(in crate::run) fn sources_shown(&self) -> Option<Vec<SourceShown>> {
        let research = self.research().filter(|research| !research.sources.is_empty())?;
        Some(research.shown())
    }

    /// The title of this run's tab group.
    pub(crate) fn group_title(&self) -> String {
        crate::research::group_title(&self.task.prompt)
    }

    /// A research's model turn: its plan, or its answer.
    pub(in crate::run) fn research_turn(&mut self, turn: ModelTurn, now: f64) -> Vec<Event> {
        let Some(research) = self.research_mut() else { return Vec::new() };
        let mut research = std::mem::take(research);
        if research.phase == Phase::Reporting {
            let mut text = turn.text;
            if text.trim().is_empty() {
                // Some models put their answer into a call, though none is offered.
                text = turn.tool_calls.first().map(|call| plan::longest_text(&call.arguments)).unwrap_or_default();
            }
            if turn.cut_at_limit {
                text.push_str(&format!("\n\n{}", say!(CutAtLimit)));
            }
            let answer = cite::checked(&text, &research);
            self.completion.evidence = research.proofs();
            self.work = Work::Research(Box::new(research));
            self.transcript.entries.push(Entry::words(answer.as_str(), now));
            return self.finish(Outcome::Completed, answer, now);
        }
        let mut plan = plan::read(&turn);
        if let (Some(plan), Some(terms)) = (&mut plan, &self.task.terms) {
            // Sites that a schedule may not use are not even opened.
            let (may, not): (Vec<_>, Vec<_>) =
                std::mem::take(&mut plan.tasks).into_iter().partition(|task| terms.allow(&task.url));
            plan.tasks = may;
            let note = |host: &str| say!(LeftOutUnattended { host: host }).to_string();
            plan.notes.extend(not.iter().map(|task| note(task.url.host())));
        }
        match plan {
            Some(plan) if plan.is_research && plan.tasks.len() > 1 && plan.sites() > 1 => {
                self.take_plan(&mut research, plan);
                let text = say!(ReadingSources { count: research.sources.len() }).to_string();
                self.work = Work::Research(Box::new(research));
                self.begin_sources(&text, now)
            }
            // An unreadable attempt at a plan: ask once more.
            None if turn.text.contains('{') && !research.asked_again => {
                research.asked_again = true;
                self.work = Work::Research(Box::new(research));
                self.transcript.entries.push(Entry::words(turn.text, now));
                let text = "That is not readable JSON. Answer with the JSON object alone.".to_owned();
                self.transcript.entries.push(Entry::User { text });
                self.state = State::Thinking { attempt: 0 };
                Vec::new()
            }
            plan => self.go_on_as_agent(plan.unwrap_or_default(), now),
        }
    }

    fn take_plan(&mut self, research: &mut Research, plan: Plan) {
        research.phase = Phase::Gathering;
        research.notes = plan.notes;
        // A plan that took two attempts is not in the conversation.
        self.transcript.entries.clear();
        research.sources = plan
            .tasks
            .into_iter()
            .enumerate()
            .map(|(at, task)| Source {
                // The records of a research's sources are found by key prefix.
                run: RunId(format!("{}-s{:02}", self.id, at + 1)),
                description: task.description,
                url: task.url.as_str().to_owned(),
                goal: task.goal,
                state: SourceState::Waiting,
                text: String::new(),
                step: 0,
                tab: None,
                tabs: Vec::new(),
                usage: Default::default(),
                found: Findings::default(),
            })
            .collect();
    }

    /// Fewer than two sites make an ordinary task, as the person is told.
    fn go_on_as_agent(&mut self, plan: Plan, now: f64) -> Vec<Event> {
        let text = match (plan.tasks.as_slice(), plan.is_research) {
            ([], true) | (_, false) => say!(NoResearch).to_string(),
            (tasks, true) => {
                let hosts = tasks.first().map(|task| task.url.host().to_owned()).unwrap_or_default();
                say!(OneSite { hosts: hosts }).to_string()
            }
        };
        self.transcript.entries.clear();
        self.transcript.entries.push(Entry::words(text.as_str(), now));
        self.go_on_as_task();
        vec![self.progress(text, now)]
    }

    pub(in crate::run) fn sources_to_start(&self) -> Vec<usize> {
        let at_once = self.task.settings.max_research_tabs as usize;
        self.research().map(|research| research.to_start(at_once)).unwrap_or_default()
    }

    pub(in crate::run) fn sources_opened(&mut self, opened: Vec<Opened>, now: f64) -> Vec<Event> {
        let Some(research) = self.research_mut() else { return Vec::new() };
        for Opened { at, tab } in opened {
            let Some(source) = research.sources.get_mut(at) else { continue };
            match tab {
                Ok(tab) => {
                    source.state = SourceState::Working;
                    source.tab = Some(tab);
                }
                Err(why) => {
                    source.state = SourceState::Failed;
                    source.text = why;
                }
            }
        }
        self.go_on_gathering("", now)
    }

    /// A source's run is over.
    pub(in crate::run) fn source_ended(&mut self, ended: &Self, now: f64) -> Vec<Event> {
        let State::Done { outcome, summary } = &ended.state else { return Vec::new() };
        let Some(research) = self.research_mut() else { return Vec::new() };
        let Some(source) = research.sources.iter_mut().find(|source| source.run == ended.id) else { return Vec::new() };
        if source.state != SourceState::Working {
            return Vec::new();
        }
        self.take_in(ended);
        let Some(research) = self.research_mut() else { return Vec::new() };
        let Some(source) = research.sources.iter_mut().find(|source| source.run == ended.id) else { return Vec::new() };
        source.found = ended.source().and_then(|source| source.found.clone()).unwrap_or_default();
        source.state = match outcome {
            // What was handed over before the end counts.
            _ if !source.found.is_empty() => SourceState::Done,
            Outcome::Completed => SourceState::Done,
            Outcome::Stopped => SourceState::Stopped,
            Outcome::Partial | Outcome::Failed | Outcome::Refused | Outcome::NeedsInput => SourceState::Failed,
        };
        source.text.clone_from(summary);
        source.step = ended.counters.step;
        source.usage = ended.counters.usage;
        source.tab = ended.tabs.current.or(source.tab);
        source.tabs = ended.tabs.attached.iter().copied().filter(|tab| Some(*tab) != source.tab).collect();
        let text = format!("{}: {}", source.description, summary);
        self.counters.usage += ended.counters.usage;
        self.go_on_gathering(&text, now)
    }

    pub(in crate::run) fn go_on_gathering(&mut self, text: &str, now: f64) -> Vec<Event> {
        let event = self.sources_event(text.to_owned(), now);
        let Some(research) = self.research_mut() else { return vec![event] };
        if !research.is_gathered() {
            return vec![event];
        }
        let documents = self.task.documents.iter().map(edith_records::documents::origin);
        self.guard.contacts.earlier.extend(documents);
        let Some(research) = self.research_mut() else { return vec![event] };
        if research.has_findings() {
            research.phase = Phase::Reporting;
            self.think();
            return vec![event, self.progress(say!(WritingAnswer), now)];
        }
        let mut events = vec![event];
        events.extend(self.finish(Outcome::Failed, say!(NoSourceAnswered), now));
        events
    }

    /// A research's summary: any end but the answer itself includes the findings so far. If the model could not write the answer, the research is
    /// partly done and the findings are shown as they are.
    pub(in crate::run) fn with_findings(&self, outcome: Outcome, summary: String) -> (Outcome, String) {
        match self.research() {
            Some(research)
                if outcome == Outcome::Failed && !research.sources.is_empty()
                    || research.has_findings() && outcome != Outcome::Completed =>
            {
                let found = cite::as_found(research);
                if outcome == Outcome::Failed && research.has_findings() && research.phase == Phase::Reporting {
                    let text = format!("{}\n\n{found}", say!(AnswerNotWritten { summary: summary }));
                    (Outcome::Partial, text)
                } else {
                    (outcome, format!("{summary}\n\n{found}"))
                }
            }
            _ => (outcome, summary),
        }
    }
}
