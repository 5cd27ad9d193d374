//! Inputs of members, as arguments of EDITH's tools.

use serde_json::{Map, Value, json};
use std::time::Duration;

/// Longest wait, as of EDITH's tool.
const LONGEST_WAIT: Duration = Duration::from_secs(10);

/// A call's tool and arguments.
pub(super) type Made = (&'static str, Value);

/// The input of a member's call.
pub(super) struct Input<'a> {
    member: &'a str,
    fields: &'a Map<String, Value>,
}

impl<'a> Input<'a> {
    /// The input, unless it names a tab: EDITH mentions none, so no name means one.
    pub(super) fn of(member: &'a str, fields: &'a Map<String, Value>) -> Result<Self, String> {
        match fields.get("tab_id").and_then(Value::as_str) {
            None | Some("") => Ok(Self { member, fields }),
            Some(_) => {
                Err(format!("{member} cannot name a tab. Leave tab_id out; the tool switch_tab moves to another."))
            }
        }
    }

    fn wrong(&self, what: &str) -> String {
        format!("{} {what}.", self.member)
    }

    fn text(&self, name: &str) -> Result<&'a str, String> {
        self.fields.get(name).and_then(Value::as_str).ok_or_else(|| self.wrong(&format!("needs the text {name}")))
    }

    /// The element that the target names.
    fn uid(&self) -> Result<u32, String> {
        let target = self.fields.get("target");
        let named = target.and_then(|target| target.get("ref")).and_then(Value::as_str);
        match named {
            Some(named) => self.element(named),
            None => Err(self.wrong(
                "needs an element by its ref: points of the window cannot be used; for a point inside of an element there is the tool click_at",
            )),
        }
    }

    fn element(&self, named: &str) -> Result<u32, String> {
        let number = named.trim().trim_start_matches("ref_");
        number.parse().map_err(|_| self.wrong(&format!("has the ref {named:?}; element 12 is ref_12")))
    }

    /// The keys that are held, as EDITH names them.
    fn modifiers(&self) -> Result<Vec<&'static str>, String> {
        let held = self.fields.get("modifiers").and_then(Value::as_str).unwrap_or_default();
        let names = held.split('+').map(str::trim).filter(|name| !name.is_empty());
        names
            .map(|name| match name.to_ascii_lowercase().as_str() {
                "alt" | "option" => Ok("Alt"),
                "control" | "ctrl" => Ok("Control"),
                "meta" | "cmd" | "command" | "win" | "super" => Ok("Meta"),
                "shift" => Ok("Shift"),
                _ => Err(self.wrong(&format!("cannot hold {name:?}"))),
            })
            .collect()
    }

    fn click(&self, how: Value) -> Result<Made, String> {
        let Value::Object(mut arguments) = how else { return Err(String::new()) };
        arguments.insert("uid".into(), self.uid()?.into());
        let held = self.modifiers()?;
        if !held.is_empty() {
            arguments.insert("modifiers".into(), held.into());
        }
        Ok(("click", Value::Object(arguments)))
    }
}

pub(super) fn navigate(input: &Input<'_>) -> Result<Made, String> {
    let url = input.text("url")?;
    Ok(match url.trim().to_ascii_lowercase().as_str() {
        "back" => ("go_back", json!({})),
        "forward" => ("go_forward", json!({})),
        "reload" => ("reload", json!({})),
        _ => ("navigate", json!({ "url": url })),
    })
}

pub(super) fn screenshot(_input: &Input<'_>) -> Result<Made, String> {
    Ok(("screenshot", json!({})))
}

pub(super) fn left_click(input: &Input<'_>) -> Result<Made, String> {
    input.click(json!({}))
}

pub(super) fn right_click(input: &Input<'_>) -> Result<Made, String> {
    input.click(json!({ "button": "right" }))
}

pub(super) fn middle_click(input: &Input<'_>) -> Result<Made, String> {
    input.click(json!({ "button": "middle" }))
}

pub(super) fn double_click(input: &Input<'_>) -> Result<Made, String> {
    input.click(json!({ "count": 2 }))
}

pub(super) fn triple_click(input: &Input<'_>) -> Result<Made, String> {
    input.click(json!({ "count": 3 }))
}

pub(super) fn hover(input: &Input<'_>) -> Result<Made, String> {
    Ok(("hover", json!({ "uid": input.uid()? })))
}

pub(super) fn typed(input: &Input<'_>) -> Result<Made, String> {
    Ok(("type_text", json!({ "text": input.text("text")? })))
}

pub(super) fn key(input: &Input<'_>) -> Result<Made, String> {
    let key = input.text("text")?;
    let is_sequence = key.split_whitespace().nth(1).is_some();
    let is_repeated = input.fields.get("repeat").and_then(Value::as_f64).is_some_and(|times| times > 1.0);
    if is_sequence || is_repeated {
        return Err(input.wrong("presses one key or chord, once: call it for each press"));
    }
    Ok(("press_key", json!({ "key": key })))
}

pub(super) fn form_input(input: &Input<'_>) -> Result<Made, String> {
    let value = match input.fields.get("value") {
        Some(Value::String(text)) => text.clone(),
        Some(value @ (Value::Number(_) | Value::Bool(_))) => value.to_string(),
        _ => return Err(input.wrong("needs a value: a text, a number, true or false")),
    };
    Ok(("set_value", json!({ "uid": input.uid()?, "value": value })))
}

/// A look has every element, so `filter` and `depth` would only leave some out.
pub(super) fn read_page(input: &Input<'_>) -> Result<Made, String> {
    match input.fields.get("ref").and_then(Value::as_str) {
        Some(named) => Ok(("inspect", json!({ "uid": input.element(named)? }))),
        None => Ok(("take_snapshot", json!({}))),
    }
}

pub(super) fn find(input: &Input<'_>) -> Result<Made, String> {
    Ok(("find_on_page", json!({ "query": input.text("query")? })))
}

pub(super) fn get_page_text(_input: &Input<'_>) -> Result<Made, String> {
    Ok(("read_page", json!({})))
}

pub(super) fn wait(input: &Input<'_>) -> Result<Made, String> {
    let seconds = input.fields.get("duration").and_then(Value::as_f64);
    let duration = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    match duration.filter(|duration| *duration <= LONGEST_WAIT) {
        Some(duration) => Ok(("wait", json!({ "ms": u64::try_from(duration.as_millis()).unwrap_or_default().max(1) }))),
        None => Err(input.wrong("takes a duration of 10 seconds at most")),
    }
}
