//! The network: `fetch`. A request that needs another origin than the extension's has it set by a browser rule for that address alone.

use async_trait::async_trait;
use edith_chrome::ChromeError;
use edith_chrome::fetch::{self, Request};
use edith_chrome::rules;
use edith_http::{Broken, Http, HttpAnswer, HttpError, HttpRequest};
use futures_util::{StreamExt, stream};
use serde_json::{Value, json};
use std::cell::RefCell;

/// The maximum number of origin rules, numbered from 1.
const MOST: usize = 16;

/// The browser's network.
#[derive(Debug, Default)]
pub(crate) struct ChromeHttp {
    /// Origins with a rule since this worker started. Its first request replaces earlier workers' rules.
    origins: RefCell<Vec<String>>,
}

#[async_trait(?Send)]
impl Http for ChromeHttp {
    async fn send(&self, request: HttpRequest) -> Result<HttpAnswer, HttpError> {
        let HttpRequest { method, url, headers, body, origin } = request;
        if let Some(origin) = origin {
            self.ensure(origin).await;
        }
        let response = fetch::fetch(&url, &Request { method, headers, body }).await.map_err(broken)?;
        if response.is_redirect() {
            return Err(HttpError::Redirected);
        }
        let (status, headers) = (response.status(), response.headers().map_err(broken)?);
        let pieces = stream::unfold(response, |mut response| async {
            let piece = response.next().await.map_err(broken).transpose()?;
            Some((piece, response))
        });
        Ok(HttpAnswer { status, headers, body: pieces.boxed_local() })
    }
}

fn broken(error: ChromeError) -> Broken {
    Broken(error.message().to_owned())
}

impl ChromeHttp {
    /// Ensures that requests to this origin carry it. If the browser refuses, the server's answer explains what to do.
    async fn ensure(&self, origin: String) {
        if self.origins.borrow().contains(&origin) {
            return;
        }
        let origins = {
            let mut known = self.origins.borrow_mut();
            known.push(origin.clone());
            if known.len() > MOST {
                known.remove(0);
            }
            known.clone()
        };
        let own = edith_chrome::runtime::get_url("");
        let extension = own.split('/').nth(2).unwrap_or_default();
        let numbers: Vec<i32> = (1..).take(MOST).collect();
        let added: Vec<Value> =
            numbers.iter().zip(&origins).map(|(number, origin)| rule(*number, origin, extension)).collect();
        if rules::change_kept(&numbers, &Value::Array(added)).await.is_err() {
            self.origins.borrow_mut().retain(|known| *known != origin);
        }
    }
}

/// Only the extension's own requests to that scheme, host and port.
fn rule(number: i32, origin: &str, extension: &str) -> Value {
    json!({
        "id": number,
        "action": {
            "type": "modifyHeaders",
            "requestHeaders": [{ "header": "origin", "operation": "set", "value": origin }],
        },
        "condition": {
            "urlFilter": format!("|{origin}/"),
            "initiatorDomains": [extension],
            "resourceTypes": ["xmlhttprequest", "other"],
        },
    })
}
