//! What pages send over their sockets while a watched action is carried out: kept by the page itself, told when the action is over, and judged as a request
//! is. What may not go stays where it is and goes as it was made once a person allowed it. The browser's own ways to hold it up were no good
//! (docs/decisions/requests.md).

use super::Session;
use super::calls::CALL_MS;
use crate::state::watch::KeptMessages;
use crate::wire::transport::{Guest, PageScript};
use edith_core::action::SentRequest;
use edith_page::page_api::{self, AwaitedEvents, KeptMessage};
use futures_util::future::join_all;
use serde_json::{Value, json};
use std::rc::Rc;

/// Most frames whose sockets are watched; advertisements alone can be dozens.
const MOST_FRAMES: usize = 16;

/// Has the page and its frames keep what they send from now on. A frame where that fails is one where nothing can be pressed.
pub(super) async fn keep(page: Rc<dyn PageScript>) {
    let Ok(answers) = page.run_everywhere("keepMessages", json!([])).await else { return };
    let new = answers.into_iter().filter_map(|(frame, answer)| {
        let AwaitedEvents { word } = page_api::read(answer).ok()?;
        (!word.is_empty()).then_some((frame, word))
    });
    let new: Vec<(i32, String)> = new.take(MOST_FRAMES).collect();
    join_all(new.iter().map(|(frame, word)| page.put(*frame, Guest::Messages, word))).await;
}

impl Session {
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
            let free = self.free(frame, answer);
            some_went |= self.pass_messages(frame, &free).await;
        }
        some_went
    }

    /// Judges what a frame kept; the numbers of what may go.
    fn free(&self, frame: i32, answer: Value) -> Vec<u32> {
        let mut kept: Vec<KeptMessage> = page_api::read(answer).unwrap_or_default();
        let mut free = Vec::new();
        while let Some(socket) = kept.first().map(|message| message.socket) {
            // An application may send a head, a name and a body each by itself.
            let (together, others): (Vec<_>, Vec<_>) = kept.into_iter().partition(|message| message.socket == socket);
            kept = others;
            let numbers: Vec<u32> = together.iter().map(|message| message.number).collect();
            let texts: Vec<String> = together.iter().filter_map(|message| message.text.clone()).collect();
            let page = self.hub.read(|state| state.url.clone());
            let request = as_request(&together, &texts, page);
            let messages = KeptMessages { id: String::new(), frame, numbers: numbers.clone(), request };
            let mut goes = true;
            self.hub.change(|state| goes = state.watch.lets_go(messages, &texts));
            if goes {
                free.extend(numbers);
            }
        }
        free
    }

    /// Sends what a frame kept; whether all of it went.
    pub(crate) async fn pass_messages(&self, frame: i32, numbers: &[u32]) -> bool {
        if numbers.is_empty() {
            return false;
        }
        let passed = self.uncut(CALL_MS, "passMessages", self.page.run(frame, "passMessages", json!([numbers]))).await;
        let passed = passed.ok().and_then(Result::ok).and_then(|answer| page_api::read::<usize>(answer).ok());
        passed == Some(numbers.len())
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
