//! What a server asks for before it goes on with a call: the person is asked, one thing after another, and the call goes on with their replies.

use super::state::Asked;
use super::{Intent, Run, State};
use crate::port::{ServerAsk, ServerAsks, ServerReply};
use crate::tool::{Continued, External, Operation};
use edith_forms::profile::names_secret;
use edith_protocol::{
    ActionShown, Arguments, Ask, AskAnswer, AskKind, CallShown, EffectClass, Event, FieldType, FormQuestion, FormState,
    Origin, ValueShown,
};
use edith_words::{Word, say};
use serde_json::{Value, json};
use std::collections::BTreeMap;

impl Run {
    /// Takes what the server asks for into the call, and asks the person. What is secret is told to no server, whoever asks.
    pub(super) fn server_asks(&mut self, mut intent: Intent, asks: ServerAsks, now: f64) -> Vec<Event> {
        let Operation::External(call) = &mut intent.operation else { return Vec::new() };
        let rounds = call.continued.as_ref().map_or(0, |before| before.rounds) + 1;
        let secret = asks.asks.iter().filter(|(_, wanted)| wants_secret(wanted));
        let replies: BTreeMap<_, _> = secret.map(|(id, _)| (id.clone(), ServerReply::Declined)).collect();
        let server = Word::Quoted(call.tool.server.clone());
        let told = (!replies.is_empty()).then(|| self.progress(say!(ServerWantsSecret { server: server }), now));
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

    /// The person has replied to what a server asks for.
    pub(super) fn server_replied(&mut self, intent: Option<Box<Intent>>, answer: &AskAnswer, now: f64) -> Vec<Event> {
        let Some(mut intent) = intent else { return Vec::new() };
        let Operation::External(call) = &mut intent.operation else { return Vec::new() };
        let Some(continued) = &mut call.continued else { return Vec::new() };
        let Continued { asks, replies, .. } = &mut **continued;
        let Some((id, wanted)) = asks.asks.iter().find(|(id, _)| !replies.contains_key(id)) else { return Vec::new() };
        replies.insert(id.clone(), reply(wanted, answer));
        self.ask_for_server(*intent, now)
    }
}

/// Whether a form asks for a password, a key or another secret. The protocol forbids it, and a server that does it is not believed.
fn wants_secret(wanted: &ServerAsk) -> bool {
    let ServerAsk::Form { message, questions } = wanted else { return false };
    asks_for_secret(message)
        || questions.iter().any(|question| {
            question.kind == FieldType::Secret
                || [&question.question_id, &question.title].into_iter().any(|name| names_secret(name))
                || asks_for_secret(&question.hint)
        })
}

/// Words that say that something is not wanted, in the languages of the pages.
const NEGATIONS: &[&str] = &[
    "not", "never", "no", "don", "don't", "without", "nicht", "kein", "keine", "keinen", "nie", "niemals", "ohne",
    "pas", "jamais", "aucun", "aucune", "sans", "nunca", "ningún", "ninguna", "sin",
];

/// Whether a sentence wants something secret. Servers that warn of it ("do not enter your PIN") are well-behaved ones; each clause stands for itself,
/// so that no warning covers a wish.
fn asks_for_secret(text: &str) -> bool {
    let text = text.to_lowercase();
    let clauses = text
        .split(['.', ';', ':', '!', '?', '(', ')', '\n'])
        .flat_map(|clause| clause.split(" but "))
        .flat_map(|clause| clause.split(" sondern "));
    clauses.filter(|clause| names_secret(clause)).any(|clause| {
        let mut words = clause.split(|c: char| !c.is_alphanumeric() && c != '\'');
        !words.any(|word| NEGATIONS.contains(&word))
    })
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
    let value =
        |field: &str, value: &str| ValueShown { field: field.to_owned(), value: value.to_owned(), source: source() };
    match wanted {
        ServerAsk::Form { message, questions } => {
            let text = say!(ServerWantsValues { server: server(), message: Word::Quoted(message.clone()) }).to_string();
            let proposed = |question: &FormQuestion| FormQuestion { state: FormState::Proposed, ..question.clone() };
            (text, AskKind::Form { questions: questions.iter().map(proposed).collect() })
        }
        ServerAsk::Visit { message, url } => {
            let text = say!(ServerWantsVisit { server: server(), message: Word::Quoted(message.clone()) }).to_string();
            let says = say!(OpenForServer { url: Word::Quoted(url.clone()) }).to_string();
            (text, approval(call, says, json!({ "url": url }), EffectClass::Navigates, vec![value("url", url)]))
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
