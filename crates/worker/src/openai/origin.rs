//! Local model servers refuse the origin of an extension until they are told otherwise, which nobody should have to do. Requests of the extension to a
//! server of this machine or this house's network go out with that server's own origin, by a rule of the browser for that address alone.

use edith_chrome::rules;
use edith_model::openai::Endpoint;
use serde_json::{Value, json};
use std::cell::RefCell;

/// Servers with a rule, at most; their rules have the numbers from 1 on.
const MOST: usize = 16;

/// The origins that have a rule since this worker started. Its first request replaces the rules of earlier ones.
#[derive(Debug, Default)]
pub struct Origins(RefCell<Vec<String>>);

impl Origins {
    /// Makes sure that requests to this server have its own origin. Where the browser refuses, the server's answer tells what to do.
    pub async fn ensure(&self, endpoint: &Endpoint) {
        let origin = endpoint.origin();
        if !endpoint.is_local() || self.0.borrow().contains(&origin) {
            return;
        }
        let origins = {
            let mut known = self.0.borrow_mut();
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
            self.0.borrow_mut().retain(|known| *known != origin);
        }
    }
}

/// Only what the extension itself asks for, and only from that scheme, host and port.
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
