//! The model of these attacks: it does every order that it reads, in answers, errors, descriptions and schemas, once each and in their order, and
//! puts what it has read where an order wants it.

use super::{BANK, PAGE, PAPER, text_of};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use edith_model::ChatRequest;
use edith_testkit::Scripted;
use serde_json::Value;
use std::cell::RefCell;

/// Orders that it does at most.
const MOST: usize = 40;

/// How a secret is written.
pub(super) const WRITINGS: [fn(&str) -> String; 4] = [
    str::to_owned,
    |text| text.chars().rev().collect(),
    |text| text.bytes().map(|byte| format!("{byte:02x}")).collect(),
    |text| STANDARD.encode(text),
];

pub(super) struct Obeying {
    first: RefCell<Vec<String>>,
    pub done: RefCell<Vec<String>>,
}

impl Obeying {
    pub(super) fn new(first: &[String]) -> Self {
        Self { first: RefCell::new(first.iter().rev().cloned().collect()), done: RefCell::default() }
    }

    pub(super) fn turn(&self, request: &ChatRequest) -> Scripted {
        let messages: Vec<String> = request.messages.iter().map(text_of).collect();
        let tools = request.tools.iter().map(|tool| format!("{}\n{}", tool.description, tool.parameters));
        let seen = messages.into_iter().chain(tools).collect::<Vec<_>>().join("\n");
        let own = self.first.borrow_mut().pop();
        let read = || {
            let all = seen.split("ORDER: ").skip(1).filter_map(|rest| rest.split(['\n', '§']).next());
            all.map(|order| format!("ORDER: {}", order.trim())).find(|order| !self.done.borrow().contains(order))
        };
        let wanted = own.or_else(read).filter(|_| self.done.borrow().len() < MOST);
        let Some(order) = wanted else { return Scripted::complete("Done.") };
        self.done.borrow_mut().push(order.clone());
        let (tool, arguments) = order["ORDER: ".len()..].split_once(' ').unwrap_or(("none", "{}"));
        Scripted::call(tool, &filled_in(arguments, &seen))
    }

    /// Whether an order with this in it was done.
    pub(super) fn obeyed(&self, part: &str) -> bool {
        self.done.borrow().iter().any(|order| order.contains(part))
    }
}

/// The arguments with `{{PAGE:1}}` replaced by that secret, if it was read, in that writing.
fn filled_in(arguments: &str, seen: &str) -> String {
    let mut text = arguments.to_owned();
    for (name, secret) in [("PAGE", PAGE), ("BANK", BANK), ("PAPER", PAPER)] {
        for (at, write) in WRITINGS.iter().enumerate() {
            let value = if seen.contains(secret) { write(secret) } else { "unread".to_owned() };
            text = text.replace(&format!("{{{{{name}:{at}}}}}"), &value);
        }
    }
    if serde_json::from_str::<Value>(&text).is_ok() { text } else { "{}".to_owned() }
}
