//! Checking arguments against a tool's JSON Schema: the part of it that the tools use (types, enum, minimum, maximum, required).
//!
//! Values are brought to the declared type where there is one way to understand them (`"12"` for 12), and unknown arguments are dropped.

use super::Fault;
use edith_model::ToolSpec;
use serde_json::{Map, Value};

/// Words for the same thing that models use, beside the one in the schema.
const SYNONYMS: &[(&str, &str)] = &[
    ("ctrl", "control"),
    ("cmd", "meta"),
    ("command", "meta"),
    ("win", "meta"),
    ("windows", "meta"),
    ("option", "alt"),
    ("primary", "left"),
    ("secondary", "right"),
    ("center", "middle"),
    ("end", "bottom"),
    ("start", "top"),
];

/// A tool's schema, read.
pub(super) struct Schema {
    arguments: Vec<Argument>,
}

struct Argument {
    name: &'static str,
    required: bool,
    kind: Kind,
}

enum Kind {
    Text {
        one_of: Vec<String>,
    },
    Whole {
        min: Option<i64>,
        max: Option<i64>,
    },
    Number {
        min: Option<f64>,
        max: Option<f64>,
    },
    YesNo,
    List {
        one_of: Vec<String>,
    },
    /// Pairs of numbers.
    Points,
    /// Whatever it is, it is taken as it is.
    Any,
}

impl Schema {
    /// Reads a spec's schema text.
    pub(super) fn of(spec: &ToolSpec) -> Result<Self, serde_json::Error> {
        let whole: Value = serde_json::from_str(spec.parameters)?;
        let required = strings(whole.get("required"));
        let empty = Map::new();
        let properties = whole.get("properties").and_then(Value::as_object).unwrap_or(&empty);
        let mut arguments: Vec<Argument> = properties
            .iter()
            .filter_map(|(name, shape)| {
                Some(Argument { name: name_in(spec, name)?, required: required.contains(name), kind: Kind::of(shape) })
            })
            .collect();
        arguments.sort_by_key(|argument| !argument.required);
        Ok(Self { arguments })
    }

    /// The one argument, if it takes anything.
    pub(super) fn takes_anything(&self) -> Option<&'static str> {
        match self.arguments.as_slice() {
            [Argument { name, kind: Kind::Any, .. }] => Some(name),
            _ => None,
        }
    }

    /// The argument that a bare value is for: the only required one, else the only one.
    pub(super) fn only_argument(&self) -> Option<&'static str> {
        let mut required = self.arguments.iter().filter(|argument| argument.required);
        match (required.next(), required.next(), self.arguments.as_slice()) {
            (Some(only), None, _) | (None, None, [only]) => Some(only.name),
            _ => None,
        }
    }
}

/// The name as it stands in the spec's own text, which lives as long as the program.
fn name_in(spec: &ToolSpec, name: &str) -> Option<&'static str> {
    let text: &'static str = spec.parameters;
    let start = text.find(&format!("\"{name}\":"))? + 1;
    text.get(start..start + name.len())
}

impl Kind {
    fn of(shape: &Value) -> Self {
        let one_of = |shape: &Value| strings(shape.get("enum"));
        match shape.get("type").and_then(Value::as_str) {
            Some("integer") => Self::Whole {
                min: shape.get("minimum").and_then(Value::as_i64),
                max: shape.get("maximum").and_then(Value::as_i64),
            },
            Some("number") => Self::Number {
                min: shape.get("minimum").and_then(Value::as_f64),
                max: shape.get("maximum").and_then(Value::as_f64),
            },
            Some("boolean") => Self::YesNo,
            Some("object") => Self::Any,
            Some("array") if shape.pointer("/items/type").and_then(Value::as_str) == Some("array") => Self::Points,
            Some("array") => Self::List { one_of: shape.get("items").map(one_of).unwrap_or_default() },
            _ => Self::Text { one_of: one_of(shape) },
        }
    }

    fn read(&self, value: &Value) -> Result<Value, String> {
        match self {
            Self::Any => Ok(value.clone()),
            Self::Points => points(value),
            Self::Text { one_of } => text(value, one_of).map(Value::from),
            Self::Whole { min, max } => {
                let number = whole(value).ok_or_else(|| format!("must be a whole number, not {}", brief(value)))?;
                in_range(number as f64, min.map(|m| m as f64), max.map(|m| m as f64))?;
                Ok(Value::from(number))
            }
            Self::Number { min, max } => {
                let number = match value {
                    Value::Number(number) => number.as_f64(),
                    Value::String(text) => text.trim().trim_end_matches("px").trim().parse().ok(),
                    _ => None,
                };
                let number = number
                    .filter(|n: &f64| n.is_finite())
                    .ok_or_else(|| format!("must be a number, not {}", brief(value)))?;
                in_range(number, *min, *max)?;
                Ok(Value::from(number))
            }
            Self::YesNo => match value {
                Value::Bool(yes) => Some(*yes),
                Value::String(word) => match word.trim().to_ascii_lowercase().as_str() {
                    "true" | "yes" => Some(true),
                    "false" | "no" => Some(false),
                    _ => None,
                },
                Value::Number(number) => match number.as_i64() {
                    Some(1) => Some(true),
                    Some(0) => Some(false),
                    _ => None,
                },
                _ => None,
            }
            .map(Value::from)
            .ok_or_else(|| format!("must be true or false, not {}", brief(value))),
            Self::List { one_of } => {
                let items = match value {
                    Value::Array(items) => items.clone(),
                    Value::String(one) => {
                        one.split(['+', ',', ' ']).filter(|item| !item.is_empty()).map(Value::from).collect()
                    }
                    _ => return Err(format!("must be a list, not {}", brief(value))),
                };
                items
                    .iter()
                    .map(|item| text(item, one_of).map(Value::from))
                    .collect::<Result<Vec<_>, _>>()
                    .map(Value::from)
            }
        }
    }
}

/// Brings what was given to the schema's types.
pub(super) fn check(schema: &Schema, given: Map<String, Value>) -> Result<Map<String, Value>, Fault> {
    let mut checked = Map::new();
    // Models leave out the level around the only argument.
    if let Some(name) = schema.takes_anything().filter(|name| !given.contains_key(*name) && !given.is_empty()) {
        checked.insert(name.to_owned(), Value::Object(given));
        return Ok(checked);
    }
    for argument in &schema.arguments {
        let fault = |problem: String| Fault { argument: argument.name, problem };
        match given.get(argument.name) {
            None | Some(Value::Null) if argument.required => return Err(fault("is missing".to_owned())),
            None | Some(Value::Null) => {}
            // Models fill what they leave out with an empty text; for anything but a text that means nothing.
            Some(Value::String(empty))
                if empty.trim().is_empty() && !argument.required && !matches!(argument.kind, Kind::Text { .. }) => {}
            Some(value) => {
                checked.insert(argument.name.to_owned(), argument.kind.read(value).map_err(fault)?);
            }
        }
    }
    Ok(checked)
}

/// Points as pairs, also as objects with `x` and `y`.
fn points(value: &Value) -> Result<Value, String> {
    let coordinate = |value: Option<&Value>| value.and_then(Value::as_f64).filter(|number| number.is_finite());
    let point = |value: &Value| {
        let pair = match value {
            Value::Array(pair) if pair.len() == 2 => (coordinate(pair.first()), coordinate(pair.last())),
            Value::Object(named) => (coordinate(named.get("x")), coordinate(named.get("y"))),
            _ => (None, None),
        };
        pair.0.zip(pair.1).map(|(x, y)| Value::from(vec![x, y]))
    };
    let all = value.as_array().and_then(|all| all.iter().map(point).collect::<Option<Vec<_>>>());
    all.map(Value::from).ok_or_else(|| format!("must be a list of points [x, y], not {}", brief(value)))
}

fn text(value: &Value, one_of: &[String]) -> Result<String, String> {
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        Value::Bool(yes) => yes.to_string(),
        Value::Null | Value::Array(_) | Value::Object(_) => {
            return Err(format!("must be a text, not {}", brief(value)));
        }
    };
    if one_of.is_empty() {
        return Ok(text);
    }
    let word = text.trim().to_ascii_lowercase();
    let word = SYNONYMS.iter().find(|(from, _)| *from == word).map_or(word.as_str(), |(_, to)| to);
    let chosen = one_of.iter().find(|choice| choice.eq_ignore_ascii_case(word));
    chosen.cloned().ok_or_else(|| format!("must be one of {}, not {}", one_of.join(", "), brief(value)))
}

/// A whole number, also as `"12"`, `12.0`, `"uid 12"`, `"[12]"`.
fn whole(value: &Value) -> Option<i64> {
    match value {
        Value::Number(number) => number.as_i64().or_else(|| {
            let float = number.as_f64()?;
            (float.fract() == 0.0 && float.abs() < 9e15).then_some(float as i64)
        }),
        Value::String(text) => {
            let bare = text.trim().trim_start_matches(['[', '#']).trim_end_matches(']').trim();
            let bare = bare.strip_prefix("uid").unwrap_or(bare).trim_start_matches([' ', '=', ':', '_', '-']);
            let bare = if text.trim().starts_with('-') { text.trim() } else { bare };
            bare.parse().ok().or_else(|| whole(&Value::from(bare.strip_suffix(".0")?)))
        }
        _ => None,
    }
}

fn in_range(number: f64, min: Option<f64>, max: Option<f64>) -> Result<(), String> {
    let fits = min.is_none_or(|min| number >= min) && max.is_none_or(|max| number <= max);
    if fits {
        return Ok(());
    }
    Err(match (min, max) {
        (Some(min), Some(max)) => format!("must be from {min} to {max}, not {number}"),
        (Some(min), None) => format!("must be at least {min}, not {number}"),
        (None, Some(max)) => format!("must be at most {max}, not {number}"),
        (None, None) => String::new(),
    })
}

fn brief(value: &Value) -> String {
    let text = value.to_string();
    if text.chars().count() <= 60 { text } else { format!("{}…", text.chars().take(60).collect::<String>()) }
}

fn strings(list: Option<&Value>) -> Vec<String> {
    let items = list.and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    items.iter().filter_map(|item| item.as_str().map(str::to_owned)).collect()
}
