//! Checks arguments against their declared shape: unambiguous values are converted (`"12"` to 12), and unknown arguments are dropped.

use super::Fault;
use super::shape::{Field, Kind, each, names_of};
use serde_json::{Map, Value};

/// Synonyms that models use for the schema's words.
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

/// The single argument that takes anything.
pub(super) fn takes_anything(fields: &'static [Field]) -> Option<&'static str> {
    match fields {
        [Field { name, kind: Kind::Loose(_), .. }] => Some(name),
        _ => None,
    }
}

/// The argument of a bare value: the only required one, else the only one.
pub(super) fn only_argument(fields: &'static [Field]) -> Option<&'static str> {
    let mut required = each(fields).filter(|field| field.required);
    let mut all = each(fields);
    match (required.next(), required.next(), all.next(), all.next()) {
        (Some(only), None, ..) | (None, None, Some(only), None) => Some(only.name),
        _ => None,
    }
}

impl Kind {
    fn read(&self, value: &Value) -> Result<Value, String> {
        match self {
            Self::Loose(_) => Ok(value.clone()),
            Self::Object(fields) | Self::Inline(fields) | Self::Quiet(fields) => {
                let given = value.as_object().ok_or_else(|| format!("must be an object, not {}", brief(value)))?;
                let within = |fault: Fault| format!("has a wrong {:?}, which {}", fault.argument, fault.problem);
                check(fields, given.clone()).map(Value::Object).map_err(within)
            }
            Self::List(Self::Point) => points(value),
            Self::Point => point(value).ok_or_else(|| format!("must be a point [x, y], not {}", brief(value))),
            Self::Uid => {
                let number = whole(value).ok_or_else(|| format!("must be a whole number, not {}", brief(value)))?;
                in_range(number as f64, (1.0, f64::from(u32::MAX)))?;
                Ok(Value::from(number))
            }
            Self::Text => text(value, &[]).map(Value::from),
            Self::OneOf(words) => text(value, words).map(Value::from),
            Self::Whole(min, max) => {
                let number = whole(value).ok_or_else(|| format!("must be a whole number, not {}", brief(value)))?;
                in_range(number as f64, (*min as f64, *max as f64))?;
                Ok(Value::from(number))
            }
            Self::Number(limits) => {
                let number = match value {
                    Value::Number(number) => number.as_f64(),
                    Value::String(text) => text.trim().trim_end_matches("px").trim().parse().ok(),
                    _ => None,
                };
                let number = number
                    .filter(|n: &f64| n.is_finite())
                    .ok_or_else(|| format!("must be a number, not {}", brief(value)))?;
                limits.map_or(Ok(()), |limits| in_range(number, limits))?;
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
            Self::List(item) => {
                let items = match value {
                    Value::Array(items) => items.clone(),
                    Value::String(one) if matches!(item, Self::Text) => {
                        one.split(", ").filter(|item| !item.is_empty()).map(Value::from).collect()
                    }
                    Value::String(one) => {
                        one.split(['+', ',', ' ']).filter(|item| !item.is_empty()).map(Value::from).collect()
                    }
                    _ => return Err(format!("must be a list, not {}", brief(value))),
                };
                items.iter().map(|each| item.read(each)).collect::<Result<Vec<_>, _>>().map(Value::from)
            }
        }
    }
}

/// Converts the given values to the schema's types.
pub(super) fn check(fields: &'static [Field], given: Map<String, Value>) -> Result<Map<String, Value>, Fault> {
    let mut checked = Map::new();
    // Models omit the level around the only argument.
    if let Some(name) = takes_anything(fields).filter(|name| !given.contains_key(*name) && !given.is_empty()) {
        checked.insert(name.to_owned(), Value::Object(given));
        return Ok(checked);
    }
    // Required ones are reported first.
    let (required, optional): (Vec<&Field>, Vec<&Field>) = each(fields).partition(|field| field.required);
    for argument in required.into_iter().chain(optional) {
        let fault = |problem: String| Fault { argument: argument.name, problem };
        match given.get(argument.name) {
            None | Some(Value::Null) if argument.required => {
                let instead = names_of(fields, argument)
                    .map(|names| format!("; give it, or the element's name as {:?}", names.text));
                return Err(fault(format!("is missing{}", instead.unwrap_or_default())));
            }
            None | Some(Value::Null) => {}
            // Models fill omitted arguments with an empty text, meaningless for anything but a text.
            Some(Value::String(empty))
                if empty.trim().is_empty()
                    && !argument.required
                    && !matches!(argument.kind, Kind::Text | Kind::OneOf(_)) => {}
            Some(value) => {
                checked.insert(argument.name.to_owned(), argument.kind.read(value).map_err(fault)?);
            }
        }
    }
    Ok(checked)
}

fn points(value: &Value) -> Result<Value, String> {
    let all = value.as_array().and_then(|all| all.iter().map(point).collect::<Option<Vec<_>>>());
    all.map(Value::from).ok_or_else(|| format!("must be a list of points [x, y], not {}", brief(value)))
}

/// A point as a pair, or as an object with `x` and `y`.
fn point(value: &Value) -> Option<Value> {
    let coordinate = |value: Option<&Value>| value.and_then(Value::as_f64).filter(|number| number.is_finite());
    let (x, y) = match value {
        Value::Array(pair) if pair.len() == 2 => (pair.first(), pair.last()),
        Value::Object(named) => (named.get("x"), named.get("y")),
        _ => (None, None),
    };
    coordinate(x).zip(coordinate(y)).map(|(x, y)| Value::from(vec![x, y]))
}

fn text(value: &Value, one_of: &[&str]) -> Result<String, String> {
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
    chosen
        .map(|word| (*word).to_owned())
        .ok_or_else(|| format!("must be one of {}, not {}", one_of.join(", "), brief(value)))
}

/// A whole number, also as `"12"`, `12.0`, `"uid 12"`, `"[12]"`.
pub(super) fn whole(value: &Value) -> Option<i64> {
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

fn in_range(number: f64, (min, max): (f64, f64)) -> Result<(), String> {
    if number >= min && number <= max { Ok(()) } else { Err(format!("must be from {min} to {max}, not {number}")) }
}

fn brief(value: &Value) -> String {
    let text = value.to_string();
    if text.chars().count() <= 60 { text } else { format!("{}…", text.chars().take(60).collect::<String>()) }
}
