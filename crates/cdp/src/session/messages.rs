//! What pages send over their sockets while a watched action is carried out: kept by the page itself, told when the action is over, and judged as a request
//! is. What may not go stays where it is and goes as it was made once a person allowed it. The browser's own ways to hold it up were no good
//! (docs/decisions/requests.md).

use super::Session;
use super::calls::CALL_MS;
use crate::state::watch::KeptMessages;
use crate::wire::protocol::{Command, Message, page};
use crate::wire::transport::PageScript;
use edith_actions::action::SentRequest;
use edith_page::page_api::{self, KEEPING_SOURCE, KeptMessage};
use serde_json::{Value, json};
use std::rc::Rc;

/// Has the page and its frames keep what they send from now on. Where that fails nothing can be pressed either.
pub(super) async fn keep(page: Rc<dyn PageScript>, word: String) {
    drop(page.run_everywhere("keepMessages", json!([word])).await);
}

impl Session {
    /// What puts into pages, before their own scripts, what keeps their messages: some take the browser's function for later.
    pub(super) fn keeping(&self) -> Message {
        let source = format!("{{\n{KEEPING_SOURCE}\nedithKeepMessages({});\n}}", json!(self.word));
        page::AddScript { source: &source, run_immediately: true }.message()
    }

    /// Judges what was kept, sends what may go, and has the rest wait for a person; whether anything went. `ends`: nothing is kept any longer.
    pub(crate) async fn judge_messages(&self, ends: bool) -> bool {
        // A dialog that is open keeps the page from answering: the next action frees them.
        if !self.hub.read(|state| state.watch.keeps_messages && state.dialog.is_none()) {
            return false;
        }
        let answers = self.page.run_everywhere("keptMessages", json!([ends]));
        let Ok(Ok(answers)) = self.uncut(CALL_MS, "keptMessages", answers).await else { return false };
        self.hub.change(|state| state.watch.keeps_messages = !ends);
        let mut some_went = false;
        for (frame, answer) in answers {
            let (free, held) = self.judged(frame, answer);
            some_went |= self.pass_messages(frame, &free, &held).await && !free.is_empty();
        }
        some_went
    }

    /// Has pages send again over sockets what they like, but what was not allowed; whether one tried that.
    pub(crate) async fn end_messages(&self) -> bool {
        if !self.hub.read(|state| state.watch.bars() && state.dialog.is_none()) {
            return false;
        }
        let answers = self.page.run_everywhere("endMessages", json!([]));
        let answers = self.uncut(CALL_MS, "endMessages", answers).await.ok().and_then(Result::ok).unwrap_or_default();
        answers.into_iter().any(|(_, has_tried)| has_tried == true)
    }

    /// Judges what a frame kept; the numbers of what may go, and of what may not.
    fn judged(&self, frame: i32, answer: Value) -> (Vec<u32>, Vec<u32>) {
        let mut kept: Vec<KeptMessage> = page_api::read(answer).unwrap_or_default();
        let (mut free, mut held) = (Vec::new(), Vec::new());
        // What a page sends by itself may be a head, a name and a body, each a message.
        let others: Vec<(u32, u32)> = kept.iter().filter(|message| !message.own).map(turn_of).collect();
        kept.retain(|message| {
            let is_own = !others.contains(&turn_of(message));
            if is_own {
                free.push(message.number);
            }
            !is_own
        });
        while let Some(socket) = kept.first().map(|message| message.socket) {
            // One by one, keys in a text would be as many questions.
            let (together, others): (Vec<_>, Vec<_>) = kept.into_iter().partition(|message| message.socket == socket);
            kept = others;
            let numbers: Vec<u32> = together.iter().map(|message| message.number).collect();
            let texts: Vec<String> = together.iter().filter_map(|message| message.text.clone()).collect();
            let (page, commits) = self.hub.read(|state| (state.url.clone(), state.counts.commits));
            let token = format!("{commits} {frame} {numbers:?}");
            let request = SentRequest { token, ..as_request(&together, &texts, page) };
            let messages = KeptMessages { id: String::new(), frame, numbers: numbers.clone(), request };
            let mut goes = true;
            self.hub.change(|state| goes = state.watch.lets_go(messages));
            if goes { &mut free } else { &mut held }.extend(numbers);
        }
        (free, held)
    }

    /// Sends what a frame kept, and keeps it from sending such as the others again; whether all that was to go went.
    pub(crate) async fn pass_messages(&self, frame: i32, passes: &[u32], bars: &[u32]) -> bool {
        if passes.is_empty() && bars.is_empty() {
            return true;
        }
        let passed = self.page.run(frame, "passMessages", json!([passes, bars]));
        let passed = self.uncut(CALL_MS, "passMessages", passed).await;
        let passed = passed.ok().and_then(Result::ok).and_then(|answer| page_api::read::<usize>(answer).ok());
        passed == Some(passes.len())
    }
}

fn turn_of(message: &KeptMessage) -> (u32, u32) {
    (message.turn, message.socket)
}

/// What is sent over one socket as a request that is judged. `page`: where the tab is by now.
fn as_request(messages: &[KeptMessage], texts: &[String], page: String) -> SentRequest {
    let url = messages.first().map(|message| message.url.replacen("ws", "http", 1)).unwrap_or_default();
    let read = |text: &String| serde_json::from_str(text).unwrap_or_else(|_| Value::String(text.clone()));
    let body = match texts {
        [text] => text.clone(),
        texts => Value::Array(texts.iter().map(read).collect()).to_string(),
    };
    SentRequest {
        method: "POST".to_owned(),
        url,
        headers: vec![("Referer".to_owned(), page)],
        body: if texts.is_empty() { String::new() } else { body },
        is_untold: texts.len() < messages.len(),
        is_message: true,
        ..SentRequest::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_goes_over_a_socket_at_once_is_judged_as_one_request() {
        let message = |text: Option<&str>| KeptMessage {
            url: "wss://app.example/live".to_owned(),
            text: text.map(str::to_owned),
            ..KeptMessage::default()
        };
        let of = |texts: &[Option<&str>]| {
            let messages: Vec<KeptMessage> = texts.iter().map(|text| message(*text)).collect();
            let texts: Vec<String> = messages.iter().filter_map(|message| message.text.clone()).collect();
            as_request(&messages, &texts, "https://app.example/rooms".to_owned())
        };
        let one = of(&[Some(r#"{"event":"delete","id":7}"#)]);
        assert_eq!((one.url.as_str(), one.body.as_str()), ("https://app.example/live", r#"{"event":"delete","id":7}"#));
        assert!(one.is_message && !one.is_unread());
        let parts = of(&[Some(r#"{"type":"patch"}"#), Some(""), Some("42[\"x\"]")]);
        assert_eq!(parts.body, r#"[{"type":"patch"},"","42[\"x\"]"]"#);
        assert!(of(&[Some("a"), None]).is_unread(), "what is no text is not told");
        let binary = of(&[None]);
        assert!(binary.is_unread() && binary.body.is_empty());
    }
}
