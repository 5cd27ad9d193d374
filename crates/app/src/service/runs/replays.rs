//! A finished run done again: what it would do, and its start.

use super::Runs;
use edith_core::models::ModelPool;
use edith_core::replay::{Replay, Step, fields, steps, whole_words, with_values};
use edith_core::run::Run;
use edith_protocol::{
    AnswerBody, Conversation, ConversationId, ErrorBody, ErrorCode, Extras, Message, Mode, Outcome, Progress,
    ReplayShown, Role, RunId, TabId, ToolCall,
};
use edith_words::{Sentence, say};
use serde_json::Value;
use std::collections::BTreeMap;
use std::rc::Rc;

/// A finished run as it is stored.
struct Finished {
    conversation: ConversationId,
    messages: Vec<Message>,
    progress: Vec<Progress>,
}

impl Finished {
    /// The task in the person's words.
    fn prompt(&self) -> &str {
        let first = self.messages.iter().find(|message| message.role == Role::User);
        first.map(|message| message.content.as_str()).unwrap_or_default()
    }

    /// What is done again.
    fn steps(&self) -> Result<Vec<Step>, Box<Sentence>> {
        let ending = self.messages.iter().rev().find_map(|message| message.ending.as_ref());
        if ending.is_none_or(|ending| ending.outcome != Outcome::Completed) {
            return Err(Box::new(say!(ReplayUnfinished)));
        }
        steps(&self.progress)
    }

    /// The person's answers to its questions, each with its question.
    fn answers(&self) -> Vec<(String, String)> {
        let asked = self.messages.iter().filter(|message| message.tool_call_id.is_some());
        let asked: Vec<&Message> = asked.filter(|message| message.role != Role::Tool).collect();
        let pairs = asked.iter().zip(asked.iter().skip(1)).filter(|(question, answer)| {
            question.role == Role::Assistant
                && answer.role == Role::User
                && question.tool_call_id == answer.tool_call_id
        });
        pairs.map(|(question, answer)| (question.content.clone(), answer.content.clone())).collect()
    }

    /// The words by which it said that it was done, and that code found on the page.
    fn evidence(&self) -> Vec<String> {
        let ending = self.messages.iter().rev().find_map(|message| message.ending.as_ref());
        let proofs = ending.map(|ending| ending.evidence.as_slice()).unwrap_or_default();
        let mut calls = self.messages.iter().flat_map(|message| &message.tool_calls);
        let said = calls.rfind(|call| call.name == "task_complete").map(words).unwrap_or_default();
        let is_proved = |words: &String| proofs.iter().any(|proof| proof.text.contains(words.as_str()));
        said.into_iter().filter(is_proved).collect()
    }
}

/// The lines of evidence that a call gives.
fn words(call: &ToolCall) -> Vec<String> {
    let arguments: Value = serde_json::from_str(&call.arguments).unwrap_or_default();
    let lines: Vec<String> = match arguments.get("evidence") {
        Some(Value::String(text)) => text.lines().map(str::to_owned).collect(),
        Some(Value::Array(all)) => all.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
        _ => Vec::new(),
    };
    lines.into_iter().map(|line| line.trim().to_owned()).filter(|line| line.chars().count() > 1).collect()
}

impl Runs {
    /// What a finished run would do again.
    pub(crate) async fn replay_shown(&self, run: &RunId) -> Result<AnswerBody, ErrorBody> {
        let finished = self.finished(run).await?;
        let mut shown = ReplayShown { template: finished.prompt().to_owned(), ..ReplayShown::default() };
        match finished.steps() {
            Ok(steps) => {
                shown.steps = steps.iter().map(|step| step.text.clone()).collect();
                shown.fields = fields(&steps, &finished.answers());
            }
            Err(why) => shown.why = Some(why.to_string()),
        }
        for field in shown.fields.iter().filter(|field| !field.secret && field.value.chars().count() > 1) {
            let place = format!("{{{{{}}}}}", field.label.replace(['{', '}'], ""));
            shown.template = whole_words(&shown.template, &field.value, &place);
        }
        Ok(AnswerBody::Replay { replay: shown })
    }

    /// Starts a run that does a finished one again, in its conversation.
    pub(crate) async fn start_replay(
        self: &Rc<Self>,
        run: &RunId,
        values: BTreeMap<String, String>,
        tab: Option<TabId>,
        extras: Extras,
    ) -> Result<AnswerBody, ErrorBody> {
        let finished = self.finished(run).await?;
        let cannot = |why: Box<Sentence>| ErrorBody::new(ErrorCode::CannotReplay, *why);
        let steps = finished.steps().map_err(cannot)?;
        let answers = finished.answers();
        let with = with_values(&steps, &answers, &values);
        let changed = fields(&steps, &answers).into_iter().filter_map(|field| {
            let value = values.get(&field.id)?;
            (!field.secret && !field.value.is_empty()).then(|| (field.value, value.clone()))
        });
        let prompt = changed.fold(finished.prompt().to_owned(), |text, (was, now)| whole_words(&text, &was, &now));
        let evidence = finished.evidence();
        let begin = |run: &mut Run, _: &ModelPool| run.task.replay = Some(Box::new(Replay::new(with, evidence)));
        let extras = Extras { own_tab: extras.own_tab, ..Extras::default() };
        let (run_id, conversation_id, _) =
            self.start_as(Mode::Agent, prompt, Some(finished.conversation), tab, extras, begin).await?;
        Ok(AnswerBody::Started { conversation_id, run_id })
    }

    /// A run that is over, as it is stored.
    async fn finished(&self, run: &RunId) -> Result<Finished, ErrorBody> {
        if self.is_running(run) {
            return Err(ErrorBody::new(ErrorCode::CannotReplay, say!(ReplayUnfinished)));
        }
        let progress = self.stores.journal.progress(run).await?;
        let unknown = || ErrorBody::new(ErrorCode::UnknownRun, say!(RunNotStored));
        let conversation = progress.first().map(|told| told.conversation_id.clone()).ok_or_else(unknown)?;
        let stored: Option<Conversation> = self.stores.conversations.get(&conversation).await?;
        let messages = stored.map(|stored| stored.messages).unwrap_or_default();
        let messages: Vec<Message> = messages.into_iter().filter(|one| one.run_id.as_ref() == Some(run)).collect();
        if messages.is_empty() {
            return Err(unknown());
        }
        Ok(Finished { conversation, messages, progress })
    }
}
