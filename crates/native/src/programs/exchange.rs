//! Which of what a program says belongs to what it was asked.

use edith_http::Broken;
use futures_channel::mpsc::{UnboundedReceiver, UnboundedSender, unbounded};
use serde_json::Value;
use std::cell::RefCell;

type Hearing = UnboundedSender<Result<String, Broken>>;

/// The questions that are open.
#[derive(Default)]
pub(super) struct Exchange {
    /// By their ids, the oldest first.
    open: RefCell<Vec<(Value, Hearing)>>,
    /// Who hears what belongs to no question.
    listening: RefCell<Option<UnboundedSender<String>>>,
}

impl Exchange {
    /// A question with this id is asked.
    pub(super) fn ask(&self, id: &Value) -> UnboundedReceiver<Result<String, Broken>> {
        let (hearing, heard) = unbounded();
        self.open.borrow_mut().push((id.clone(), hearing));
        heard
    }

    /// What belongs to no question is heard here from now on.
    pub(super) fn listen(&self) -> UnboundedReceiver<String> {
        let (hearing, heard) = unbounded();
        *self.listening.borrow_mut() = Some(hearing);
        heard
    }

    /// Whether a question still waits, which is forgotten.
    pub(super) fn forget(&self, id: &Value) -> bool {
        let mut open = self.open.borrow_mut();
        let before = open.len();
        open.retain(|(asked, _)| asked != id);
        open.len() < before
    }

    /// A line came. What is not a message is what a program should not have said there, and nobody's.
    pub(super) fn hear(&self, line: &str) {
        let Ok(message) = serde_json::from_str::<Value>(line) else { return };
        let all = match message {
            Value::Array(all) => all,
            one => vec![one],
        };
        for message in all.into_iter().filter(Value::is_object) {
            self.deliver(&message);
        }
    }

    fn deliver(&self, message: &Value) {
        let mut open = self.open.borrow_mut();
        if message.get("method").is_none() {
            let id = message.get("id").unwrap_or(&Value::Null);
            if let Some(at) = open.iter().position(|(asked, _)| asked == id) {
                let (_, hearing) = open.remove(at);
                // Whoever asked may no longer want to know.
                let _unheard = hearing.unbounded_send(Ok(message.to_string()));
            }
            return;
        }
        // How far a question is names it; what is asked back belongs to the newest.
        let token = message.pointer("/params/progressToken");
        let named = token.and_then(|token| open.iter().find(|(asked, _)| asked == token));
        let is_for_all = message.get("id").is_none() && token.is_none();
        if is_for_all && let Some(listening) = &*self.listening.borrow() {
            let _unheard = listening.unbounded_send(message.to_string());
        } else if let Some((_, hearing)) = named.or(open.last()) {
            let _unheard = hearing.unbounded_send(Ok(message.to_string()));
        }
    }

    /// The program has ended: nobody gets an answer.
    pub(super) fn end(&self, why: &str) {
        self.listening.borrow_mut().take();
        for (_, hearing) in self.open.take() {
            let _unheard = hearing.unbounded_send(Err(Broken(why.to_owned())));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn heard(of: &mut UnboundedReceiver<Result<String, Broken>>) -> Option<Value> {
        of.try_recv().ok().and_then(Result::ok).map(|text| serde_json::from_str(&text).unwrap())
    }

    #[test]
    fn each_answer_goes_to_its_question_and_what_is_asked_back_to_the_newest() {
        let exchange = Exchange::default();
        let (mut first, mut second) = (exchange.ask(&json!(1)), exchange.ask(&json!(2)));
        for line in [
            "a word in between",
            r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":1}}"#,
            r#"{"jsonrpc":"2.0","id":"q","method":"elicitation/create"}"#,
            r#"{"jsonrpc":"2.0","id":1,"result":{}}"#,
            r#"{"jsonrpc":"2.0","id":9,"result":{}}"#,
        ] {
            exchange.hear(line);
        }
        assert_eq!(heard(&mut first).unwrap()["method"], "notifications/progress");
        assert_eq!(heard(&mut first).unwrap()["id"], 1);
        assert_eq!(heard(&mut second).unwrap()["id"], "q");
        assert!(heard(&mut second).is_none());
        assert!(exchange.forget(&json!(2)) && !exchange.forget(&json!(1)));
    }

    #[test]
    fn what_is_for_all_goes_to_whoever_listens_and_an_end_is_told() {
        let exchange = Exchange::default();
        let (mut asked, mut listening) = (exchange.ask(&json!(1)), exchange.listen());
        exchange.hear(r#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}"#);
        assert!(listening.try_recv().unwrap().contains("list_changed"));
        exchange.end("gone");
        assert_eq!(asked.try_recv().unwrap(), Err(Broken("gone".to_owned())));
    }
}
