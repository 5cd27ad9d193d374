//! What a server asks for before it goes on with a call: the person is asked, one thing after another, and the call goes on with their replies.

use super::state::Asked;
use super::{Intent, Run, State};
use edith_actions::http_url::HttpUrl;
use edith_forms::secrets::{names_secret, wants_secret as asks_for_secret};
use edith_gate::is_on;
use edith_port::{ServerAsk, ServerAsks, ServerReply};
use edith_protocol::Gather as _;
use edith_protocol::{
    ActionShown, Arguments, Ask, AskAnswer, AskKind, CallShown, EffectClass, Event, FieldType, FormQuestion, FormState,
    FormValue, Origin, ValueShown,
};
use edith_tools::{Continued, External, Operation};
use edith_words::unseen::{seen, with_signs};
use edith_words::{Word, say};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Characters of a server's own words in a question, at most: more would push away what is asked.
const MESSAGE_CHARS: usize = 1_000;

/// How much is asked for at once. Asking for nothing counts as asking, too.
pub(crate) fn asked(asks: &ServerAsks) -> u32 {
    u32::try_from(asks.asks.len()).unwrap_or(u32::MAX).max(1)
}

impl Run {
    /// Takes what the server asks for into the call, and asks the person. What is secret is told to no server, whoever asks.
    pub(super) fn server_asks(&mut self, mut intent: Intent, asks: ServerAsks, now: f64) -> Vec<Event> {
        let Operation::External(call) = &mut intent.operation else { return Vec::new() };
        let rounds = call.continued.as_ref().map_or(0, |before| before.rounds) + asked(&asks);
        let is_secret = |wanted: &ServerAsk| is_on!(Secrets) && wants_secret(wanted);
        let has_secret = asks.asks.iter().any(|(_, wanted)| is_secret(wanted));
        let declined = asks.asks.iter().filter(|(_, wanted)| is_never_asked(wanted) || is_secret(wanted));
        let replies: BTreeMap<_, _> = declined.map(|(id, _)| (id.clone(), ServerReply::Declined)).gathered();
        let server = Word::Quoted(call.tool.server.clone());
        let told = has_secret.then(|| self.progress(say!(ServerWantsSecret { server: server }), now));
        call.continued = Some(Box::new(Continued { asks, replies, rounds }));
        told.into_iter().chain(self.ask_for_server(intent, now)).collect()
    }

    /// Asks the person for the next thing without a reply, or has the call go on.
    fn ask_for_server(&mut self, intent: Intent, now: f64) -> Vec<Event> {
        let Operation::External(call) = &intent.operation else { return Vec::new() };
        let Some(wanted) = next(call) else {
            self.unpause();
            let event = self.call_started(&intent, now);
            self.state = State::Acting { intent: Box::new(intent) };
            return vec![event];
        };
        let (text, kind) = shown(call, wanted);
        if self.task.terms.is_some() {
            return self.park(&intent, say!(AsksYou { question: text }), now);
        }
        let ask = Ask {
            run_id: self.id.clone(),
            conversation_id: self.conversation.clone(),
            ask_id: self.next_ask_id(),
            text,
            kind,
        };
        self.asked = Some(Asked::Server);
        self.asking(ask, intent, now)
    }

    /// Whether one of the values is a card's number, a key, or what was entered somewhere as a secret: whatever the server called its field.
    fn has_secret(&self, values: &BTreeMap<String, FormValue>) -> bool {
        let trail = self.trail();
        let is_secret = |text: &String| trail.holds_secret(text);
        is_on!(Secrets)
            && values.values().any(|value| match value {
                FormValue::Text(text) => is_secret(text),
                FormValue::Many(all) => all.iter().any(is_secret),
                FormValue::Rows(rows) => rows.values().any(is_secret),
            })
    }

    /// The person has replied to what a server asks for.
    pub(super) fn server_replied(&mut self, intent: Option<Box<Intent>>, answer: &AskAnswer, now: f64) -> Vec<Event> {
        let Some(mut intent) = intent else { return Vec::new() };
        let Operation::External(call) = &mut intent.operation else { return Vec::new() };
        let Some(continued) = &mut call.continued else { return Vec::new() };
        let Continued { asks, replies, .. } = &mut **continued;
        let Some((id, wanted)) = asks.asks.iter().find(|(id, _)| !replies.contains_key(id)) else { return Vec::new() };
        let mut reply = reply(wanted, answer);
        let mut told = None;
        if matches!(&reply, ServerReply::Filled { values } if self.has_secret(values)) {
            reply = ServerReply::Declined;
            let server = Word::Quoted(call.tool.server.clone());
            told = Some(self.progress(say!(ServerWantsSecret { server: server }), now));
        }
        replies.insert(id.clone(), reply);
        told.into_iter().chain(self.ask_for_server(*intent, now)).collect()
    }
}

/// Whether a form asks for a password, a key or another secret. The protocol forbids it, and a server that does it is not believed.
fn wants_secret(wanted: &ServerAsk) -> bool {
    let ServerAsk::Form { message, questions } = wanted else { return false };
    let is_for_secret = |question: &FormQuestion| {
        let said = [&question.hint, &question.section, &question.reason];
        question.kind == FieldType::Secret
            || [&question.question_id, &question.title].into_iter().any(|name| names_secret(name))
            || said.into_iter().chain(&question.options).any(|text| asks_for_secret(text))
            || matches!(&question.value, FormValue::Text(text) if asks_for_secret(text))
    };
    asks_for_secret(message) || questions.iter().any(is_for_secret)
}

/// Whether what a server asks for is nothing that the person can be asked about: it is declined.
fn is_never_asked(wanted: &ServerAsk) -> bool {
    matches!(wanted, ServerAsk::Visit { url, .. } if address(url).is_none())
}

/// A server's address, which must be a whole one: nothing is guessed of it.
fn address(url: &str) -> Option<HttpUrl> {
    let begins = |start: &&str| url.get(..start.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(start));
    ["http://", "https://"].iter().find(|start| begins(start)).and_then(|_| HttpUrl::parse(url).ok())
}

fn next(call: &External) -> Option<&ServerAsk> {
    let continued = call.continued.as_ref()?;
    continued.asks.asks.iter().find(|(id, _)| !continued.replies.contains_key(id)).map(|(_, wanted)| wanted)
}

/// What the person means. Only the words of consent are a yes.
fn reply(wanted: &ServerAsk, answer: &AskAnswer) -> ServerReply {
    match (wanted, answer) {
        (ServerAsk::Form { questions, .. }, AskAnswer::Fill(given)) => {
            let value = |question: &FormQuestion| {
                given.get(&question.question_id).cloned().unwrap_or_else(|| question.value.clone())
            };
            let values = questions.iter().map(|question| (question.question_id.clone(), value(question)));
            ServerReply::Filled { values: values.filter(|(_, value)| !value.is_empty()).collect() }
        }
        (ServerAsk::Visit { .. } | ServerAsk::Sample { .. }, AskAnswer::Once | AskAnswer::Task | AskAnswer::Site) => {
            ServerReply::Agreed
        }
        _ => ServerReply::Declined,
    }
}

/// How the person is asked: a sentence, and a form or exactly what would be done.
fn shown(call: &External, wanted: &ServerAsk) -> (String, AskKind) {
    let server = || Word::Quoted(call.tool.server.clone());
    let source = || Origin::Mcp(call.tool.server.clone());
    // All of it is shown, also what nobody would see in it.
    let value =
        |field: &str, value: &str| ValueShown { field: field.to_owned(), value: with_signs(value), source: source() };
    let said = |message: &str| Word::Quoted(message.chars().take(MESSAGE_CHARS).collect());
    match wanted {
        ServerAsk::Form { message, questions } => {
            let text = say!(ServerWantsValues { server: server(), message: said(message) }).to_string();
            let proposed = |question: &FormQuestion| FormQuestion {
                state: FormState::Proposed,
                title: seen(&question.title),
                section: seen(&question.section),
                hint: seen(&question.hint),
                reason: seen(&question.reason),
                ..question.clone()
            };
            (text, AskKind::Form { questions: questions.iter().map(proposed).collect() })
        }
        ServerAsk::Visit { message, url } => {
            let text = say!(ServerWantsVisit { server: server(), message: said(message) }).to_string();
            // As it would be opened: hosts in other scripts as they are asked for.
            let url = address(url).map_or_else(|| url.clone(), |url| url.as_str().to_owned());
            let says = say!(OpenForServer { url: Word::Quoted(url.clone()) }).to_string();
            (text, approval(call, says, json!({ "url": url }), EffectClass::Navigates, vec![value("url", &url)]))
        }
        ServerAsk::Sample { system, messages, max_tokens } => {
            let text = say!(ServerWantsAnswer { server: server() }).to_string();
            let says = say!(AskModelForServer { server: server() }).to_string();
            let system = Some(("system", system.as_str())).filter(|(_, text)| !text.is_empty());
            let said =
                messages.iter().map(|(by_model, text)| (if *by_model { "assistant" } else { "user" }, text.as_str()));
            let values = system.into_iter().chain(said).map(|(field, text)| value(field, text)).collect();
            (text, approval(call, says, json!({ "max_tokens": max_tokens }), EffectClass::External, values))
        }
    }
}

fn approval(call: &External, says: String, args: Value, class: EffectClass, values: Vec<ValueShown>) -> AskKind {
    let action = CallShown { tool: call.called.clone(), args: Arguments::from(args), target: None, says, class };
    AskKind::Approval(ActionShown { action, origin: call.tool.origin(), values })
}
