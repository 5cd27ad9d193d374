//! The addresses of a research's plan before the gate. What it would ask about is asked once, as one question with the list.

use crate::research::SourceState;
use crate::run::{Intent, Run, State};
use edith_gate::{Concern, Moment, Verdict};
use edith_page::Index;
use edith_protocol::{Ask, AskAnswer, AskKind, Event, Origin, ToolCall, ValueShown};
use edith_words::{Sentence, say};

/// What the gate says about a plan's addresses.
#[derive(Default)]
struct Judged {
    /// The sources to ask about, by index, with what the question shows.
    asked: Vec<(usize, ValueShown)>,
    /// The opening of the first of them.
    first: Option<Intent>,
    concerns: Vec<Concern>,
    /// The sources that are left out, with the reason.
    left_out: Vec<(usize, String)>,
}

impl Run {
    /// Begins with the sources of a new plan, after a question if the gate has one.
    pub(in crate::run) fn begin_sources(&mut self, text: &str, now: f64) -> Vec<Event> {
        let Judged { mut asked, first, concerns, mut left_out } = self.judge_plan();
        if self.task.terms.is_some() {
            left_out.extend(asked.drain(..).map(|(at, shown)| (at, unattended(&shown.value))));
        }
        self.leave_out(left_out);
        self.state = State::Gathering;
        let Some(mut intent) = first.filter(|_| !asked.is_empty()) else { return self.go_on_gathering(text, now) };
        let read = self.trail().private_words();
        let text = say!(PlanTellsUnnamed { read: read }).to_string();
        intent = intent.with(concerns);
        intent.shown.values = asked.into_iter().map(|(_, shown)| shown).collect();
        let ask = Ask {
            run_id: self.id.clone(),
            conversation_id: self.conversation.clone(),
            ask_id: self.next_ask_id(),
            text: text.clone(),
            kind: AskKind::Approval(intent.shown.clone()),
        };
        self.state = State::Asking { ask: Box::new(ask.clone()), intent: Some(Box::new(intent)) };
        vec![self.sources_event(text, now), Event::Ask(ask)]
    }

    /// Goes on after the answer: without what was not allowed.
    pub(in crate::run) fn plan_answered(&mut self, intent: &Intent, answer: &AskAnswer, now: f64) -> Vec<Event> {
        match answer {
            AskAnswer::Once | AskAnswer::Task | AskAnswer::Site => self.allow_concerns(intent, answer),
            AskAnswer::Deny
            | AskAnswer::Approve(_)
            | AskAnswer::Revise(_)
            | AskAnswer::Fill(_)
            | AskAnswer::Again { .. }
            | AskAnswer::Text(_) => {
                let asked = self.judge_plan().asked;
                self.leave_out(asked.into_iter().map(|(at, _)| (at, say!(SourceNotAllowed).to_string())).collect());
            }
        }
        self.state = State::Gathering;
        self.go_on_gathering("", now)
    }

    fn judge_plan(&self) -> Judged {
        let mut judged = Judged::default();
        let waiting = self.research().into_iter().flat_map(|research| research.sources.iter().enumerate());
        for (at, source) in waiting.filter(|(_, source)| source.state == SourceState::Waiting) {
            let Some(intent) = self.opening(&source.url) else { continue };
            let concerns = self.concerns(&intent.proposal);
            match edith_gate::judge(&intent.proposal, self.ground(), Moment::New(&concerns)) {
                Verdict::Ask { concerns, reason } if reason.is_empty() => {
                    let field = "address".to_owned();
                    judged.asked.push((at, ValueShown { field, value: source.url.clone(), source: Origin::Model }));
                    judged.concerns.extend(concerns);
                    judged.first.get_or_insert(intent);
                }
                // What does more than show a page is not a source.
                Verdict::Ask { reason, .. } | Verdict::Refuse { reason } => judged.left_out.push((at, reason)),
                Verdict::Outside { site } => judged.left_out.push((at, unattended(&site))),
                Verdict::Allow | Verdict::CarryOut(_) | Verdict::Changed => {}
            }
        }
        judged
    }

    /// The opening of an address as a call of the model's, which is what a plan's address is.
    fn opening(&self, url: &str) -> Option<Intent> {
        let arguments = serde_json::json!({ "url": url }).to_string();
        let call = ToolCall { id: format!("{}-plan", self.id), name: "open_browser".to_owned(), arguments };
        let read = self.read_call(&call).ok()?;
        self.intend(call, read, &Index::default(), None).ok()
    }

    fn leave_out(&mut self, left_out: Vec<(usize, String)>) {
        let Some(research) = self.research_mut() else { return };
        for (at, why) in left_out {
            if let Some(source) = research.sources.get_mut(at) {
                (source.state, source.text) = (SourceState::Failed, why);
            }
        }
    }
}

fn unattended(address: &str) -> String {
    let host = edith_actions::http_url::HttpUrl::parse(address).map(|url| url.host().to_owned());
    let host = host.unwrap_or_else(|_| address.to_owned());
    let said: Sentence = say!(LeftOutUnattended { host: host });
    said.to_string()
}
