//! The exact subject of an approval, compared verbatim, so nothing else can be made to look like it.

use crate::{ElementFacts, Proposal};
use edith_page::uid::steady;
use serde_json::{Value, json};

impl Proposal {
    /// Tool, arguments, origin, the elements (name, kind, destination, form target, whether they are on, whether nobody sees them), the submitted values, the open dialog, and the page's tool. What ticks by itself
    /// around an element is left out.
    pub fn seal(&self) -> String {
        let (call, facts) = (&self.call, &self.facts);
        let focused =
            if facts.elements.is_empty() && facts.page_tool.is_none() { facts.focused.as_ref() } else { None };
        let fields: Vec<_> = facts.fields.iter().map(|field| json!([field.name, field.value])).collect();
        let dialog = facts.dialog.as_ref().map(|dialog| json!([dialog.kind, dialog.message]));
        let mut seal = json!([
            call.name,
            call.arguments,
            facts.origin,
            facts.frame,
            facts.elements.iter().chain(focused).map(identity).collect::<Vec<_>>(),
            fields,
            dialog,
        ]);
        if let (Some(tool), Some(parts)) = (&facts.page_tool, seal.as_array_mut()) {
            parts.push(json!([tool.name, tool.description, tool.digest]));
        }
        seal.to_string()
    }
}

fn identity(element: &ElementFacts) -> Value {
    let form = element.form.as_ref().map(|form| json!([form.action, form.method, form.submit_name]));
    let around: Vec<String> = element.context.iter().map(|around| steady(around)).collect();
    json!([
        element.kind.label(),
        element.role,
        element.name,
        element.href,
        element.download,
        element.triggers,
        element.is_submit,
        element.is_on,
        form,
        around,
        element.is_unseen,
    ])
}
