//! Addresses and tabs that documents come from, as strict as real ones: an address that is not scripted does not answer.

use async_trait::async_trait;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use edith_actions::http_url::HttpUrl;
use edith_port::{Answered, BringError, Bringer, Brought, TabPage};
use edith_protocol::TabId;
use std::cell::RefCell;
use std::collections::HashMap;
use std::net::IpAddr;
use std::rc::Rc;

#[derive(Default)]
struct Inner {
    answers: RefCell<HashMap<String, Option<Result<Brought, BringError>>>>,
    tabs: RefCell<HashMap<i32, TabPage>>,
    asked: RefCell<Vec<String>>,
}

/// Scripted addresses and tabs.
#[derive(Clone, Default)]
pub struct FakeBringer(Rc<Inner>);

/// A public machine, as it answers for every scripted address unless told otherwise.
const PUBLIC: &str = "93.184.215.14";

impl FakeBringer {
    fn script(&self, url: &str, answer: Option<Result<Brought, BringError>>) {
        self.0.answers.borrow_mut().insert(url.to_owned(), answer);
    }

    fn brought(answer: Answered, by: &str) -> Option<Result<Brought, BringError>> {
        Some(Ok(Brought { by: by.parse::<IpAddr>().ok(), answer }))
    }

    /// This address answers with a file.
    pub fn file(&self, url: &str, mime: &str, disposition: &str, bytes: &[u8]) {
        self.file_by(url, mime, disposition, bytes, PUBLIC);
    }

    /// The same from a machine with that number; empty: the browser does not say.
    pub fn file_by(&self, url: &str, mime: &str, disposition: &str, bytes: &[u8], by: &str) {
        let answer =
            Answered::File { data: STANDARD.encode(bytes), mime: mime.to_owned(), disposition: disposition.to_owned() };
        self.script(url, Self::brought(answer, by));
    }

    /// This address leads to that one.
    pub fn leads(&self, url: &str, to: &str) {
        self.script(url, Self::brought(Answered::Redirect(to.to_owned()), PUBLIC));
    }

    /// This address fails.
    pub fn fails(&self, url: &str, error: BringError) {
        self.script(url, Some(Err(error)));
    }

    /// This address never answers.
    pub fn hangs(&self, url: &str) {
        self.script(url, None);
    }

    /// What a tab shows.
    pub fn shows(&self, tab: TabId, page: TabPage) {
        self.0.tabs.borrow_mut().insert(tab.0, page);
    }

    /// The addresses asked so far, oldest first.
    pub fn asked(&self) -> Vec<String> {
        self.0.asked.borrow().clone()
    }
}

#[async_trait(?Send)]
impl Bringer for FakeBringer {
    async fn bring(&self, url: &HttpUrl, most_bytes: u64) -> Result<Brought, BringError> {
        self.0.asked.borrow_mut().push(url.as_str().to_owned());
        let scripted = self.0.answers.borrow().get(url.as_str()).cloned();
        let answer = match scripted {
            None => return Err(BringError::Unreachable("net::ERR_NAME_NOT_RESOLVED".to_owned())),
            Some(None) => std::future::pending().await,
            Some(Some(answer)) => answer?,
        };
        match &answer.answer {
            Answered::File { data, .. } if data.len() as u64 / 4 * 3 > most_bytes + 2 => Err(BringError::TooLarge),
            _ => Ok(answer),
        }
    }

    async fn tab(&self, tab: TabId) -> Result<TabPage, BringError> {
        self.0.tabs.borrow().get(&tab.0).cloned().ok_or(BringError::NoTab)
    }
}
