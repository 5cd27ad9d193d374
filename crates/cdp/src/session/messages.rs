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

    /// Has nothing kept any longer, and sends what may go; whether anything went.
    pub(crate) async fn free_messages(&self) -> bool {
        // A dialog that is open keeps the page from answering: the next action frees them.
        if !self.hub.read(|state| state.watch.keeps_messages && state.dialog.is_none()) {
            return false;
        }
        let answers = self.page.run_everywhere("freeMessages", json!([]));
        let Ok(Ok(answers)) = self.uncut(CALL_MS, "freeMessages", answers).await else { return false };
        self.hub.change(|state| state.watch.keeps_messages = false);
        let mut some_went = false;
        for (frame, answer) in answers {
            let (free, held) = self.judged(frame, answer);
            some_went |= self.pass_messages(frame, &free, &held).await && !free.is_empty();
        }
        some_went
    }

    /// Judges what a frame kept; the numbers of what may go, and of what may not.
    fn judged(&self, frame: i32, answer: Value) -> (Vec<u32>, Vec<u32>) {
        let mut kept: Vec<KeptMessage> = page_api::read(answer).unwrap_or_default();
        let (mut free, mut held) = (Vec::new(), Vec::new());
        let at = |message: &KeptMessage| (message.turn, message.socket);
        while let Some(first) = kept.first().map(at) {
            // An application may send a head, a name and a body each by itself.
            let (together, others): (Vec<_>, Vec<_>) = kept.into_iter().partition(|message| at(message) == first);
            kept = others;
            let numbers: Vec<u32> = together.iter().map(|message| message.number).collect();
            let texts: Vec<String> = together.iter().filter_map(|message| message.text.clone()).collect();
            let (page, commits) = self.hub.read(|state| (state.url.clone(), state.counts.commits));
            let token = format!("{commits} {frame} {numbers:?}");
            let request = SentRequest { token, ..as_request(&together, &texts, page) };
            let messages = KeptMessages { id: String::new(), frame, numbers: numbers.clone(), request };
            let mut goes = true;
            self.hub.change(|state| goes = state.watch.lets_go(messages, &texts));
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
