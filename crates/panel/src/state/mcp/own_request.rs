//! What a server asks for itself within a call: that a page is opened, or the model is asked. It is approved like a call, and is none.

use edith_protocol::{ActionShown, EffectClass};

/// Who says a text that the model will be asked with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// What the model is told first.
    System,
    /// The one who asks it.
    User,
    /// The model.
    Assistant,
}

/// Whose words a value of a server's own request are; none: it is another value.
pub fn role(field: &str) -> Option<Role> {
    Some(match field {
        "system" => Role::System,
        "user" => Role::User,
        "assistant" => Role::Assistant,
        _ => return None,
    })
}

/// Whether a server asks for this itself. The values of a call are its arguments; those of a request are not.
pub fn is_own_request(shown: &ActionShown) -> bool {
    let action = &shown.action;
    let is_argument = |field: &str| action.args.0.contains_key(field);
    action.tool.starts_with("mcp__")
        && match action.class {
            EffectClass::Navigates => true,
            EffectClass::External => {
                !shown.values.is_empty()
                    && shown.values.iter().all(|value| role(&value.field).is_some() && !is_argument(&value.field))
            }
            _ => false,
        }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn shown(tool: &str, class: &str, args: Value, fields: &[&str]) -> ActionShown {
        let values: Vec<Value> =
            fields.iter().map(|field| json!({ "field": field, "value": "v", "source": "mcp:tracker" })).collect();
        let action = json!({ "tool": tool, "args": args, "says": "Use it", "class": class });
        serde_json::from_value(json!({ "action": action, "origin": "mcp:tracker", "values": values })).unwrap()
    }

    #[test]
    fn a_call_is_never_taken_for_a_request_whatever_its_arguments_are_called() {
        let tool = "mcp__tracker__create";
        for (action, expected) in [
            (shown(tool, "navigates", json!({ "url": "https://a.example" }), &["url"]), true),
            (shown(tool, "external", json!({ "max_tokens": 5 }), &["system", "user", "assistant"]), true),
            (shown(tool, "external", json!({ "user": "Ann", "max_tokens": 5 }), &["user"]), false),
            (shown(tool, "external", json!({ "user": "Ann" }), &["user", "assistant"]), false),
            (shown(tool, "external", json!({ "max_tokens": 5 }), &["max_tokens"]), false),
            (shown(tool, "external", json!({}), &[]), false),
            (shown("navigate", "navigates", json!({ "url": "https://a.example" }), &["url"]), false),
        ] {
            assert_eq!(is_own_request(&action), expected, "{action:?}");
        }
    }
}
