//! From the input of a form's tool to what goes into which of its fields.

use super::CallError;
use super::declare::target;
use edith_actions::action::{Action, EntryWay, FormEntry, Then, ToolTarget};
use edith_gate::PageView;
use edith_page::{Element, ElementKind, PageTool};
use serde_json::{Map, Value};

/// Types of an `input` that hold a value in HTML's own format.
const SET: [&str; 7] = ["date", "time", "datetime-local", "month", "week", "color", "range"];

/// What a call of a form's tool does: each value with its field, in the page's order.
pub(super) fn fill(tool: &PageTool, input: &Map<String, Value>, page: &dyn PageView) -> Result<Action, CallError> {
    let unfit = |problem: String| CallError::PageToolInput { tool: tool.name.clone(), problem };
    let all = page.fields_of(tool);
    if let Some(unknown) = input.keys().find(|name| !all.iter().any(|field| field.parameter() == name.as_str())) {
        let mut names: Vec<&str> = all.iter().map(|field| field.parameter()).collect();
        names.dedup();
        return Err(unfit(format!("its form shows no field {unknown:?}; it shows {}", names.join(", "))));
    }
    let mut fields = Vec::new();
    for (at, field) in all.iter().enumerate() {
        let Some(value) = input.get(field.parameter()).filter(|value| !value.is_null()) else { continue };
        let same = |other: &&&Element| other.parameter() == field.parameter();
        let (place, count) = (all.iter().take(at).filter(same).count(), all.iter().filter(same).count());
        let options = options(tool, field.parameter());
        let Some((value, way)) = entry(field, value, &options, (place, count)).map_err(unfit)? else { continue };
        fields.push(FormEntry { target: target(field.uid, page)?, value, way });
    }
    if fields.is_empty() {
        return Err(unfit("none of its fields would get a value".to_owned()));
    }
    Ok(Action::FillForm { tool: Some(named(tool)), fields, then: button(tool, page)? })
}

/// Whether a value is what an option is called.
pub(super) fn is_choice(entry: &FormEntry) -> bool {
    entry.way == EntryWay::Chooses
}

/// What goes into this field, and how; none: it stays as it is. `place`: which of how many fields of the same name it is.
fn entry(
    field: &Element,
    value: &Value,
    options: &[String],
    (place, count): (usize, usize),
) -> Result<Option<(String, EntryWay)>, String> {
    use ElementKind::{Checkbox, File, Radio, Select, Slider, Switch};
    let name = field.parameter();
    let one = || text(value).ok_or_else(|| format!("{name:?} takes one value, not {value}"));
    // Ticks of one name are known by the values that the schema lists, in the page's order.
    let own = options.get(place).filter(|_| options.len() == count);
    let is_own = |wanted: &str| own.is_some_and(|own| own == wanted) || field.name.trim() == wanted;
    Ok(match field.kind {
        File => {
            return Err(format!(
                "{name:?} takes a file: only a document that the user gave to this task can go there, in a call of its own"
            ));
        }
        Select => {
            let values = match value {
                Value::Array(items) => items.iter().map(text).collect::<Option<Vec<_>>>(),
                one => text(one).map(|one| vec![one]),
            };
            let values = values.ok_or_else(|| format!("{name:?} takes options, not {value}"))?;
            Some((values.join("\n"), EntryWay::Chooses))
        }
        Radio => Some(("true".to_owned(), EntryWay::Sets)).filter(|_| one().is_ok_and(|wanted| is_own(&wanted))),
        Checkbox | Switch => {
            let on = match value {
                Value::Bool(on) => *on,
                Value::Array(items) => items.iter().filter_map(text).any(|wanted| is_own(&wanted)),
                other if count > 1 => text(other).is_some_and(|wanted| is_own(&wanted)),
                other => matches!(text(other).unwrap_or_default().to_lowercase().as_str(), "true" | "on" | "yes" | "1"),
            };
            Some((on.to_string(), EntryWay::Sets))
        }
        Slider => Some((one()?, EntryWay::Sets)),
        _ if SET.contains(&field.input_type.as_str()) => Some((one()?, EntryWay::Sets)),
        _ if place > 0 => None,
        _ => Some((one()?, EntryWay::Types)),
    })
}

fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(_) | Value::Bool(_) => Some(value.to_string()),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

/// The values that a tool's schema lists for a parameter.
fn options(tool: &PageTool, parameter: &str) -> Vec<String> {
    let schema = tool.schema().unwrap_or_default();
    let property = schema.get("properties").and_then(|all| all.get(parameter));
    let listed = property.and_then(|property| property.get("enum").or_else(|| property.pointer("/items/enum")));
    listed.and_then(Value::as_array).into_iter().flatten().filter_map(text).collect()
}

/// The tool as the browser knows it. Whether it is the one that was looked at, the run says.
pub(super) fn named(tool: &PageTool) -> ToolTarget {
    ToolTarget { name: tool.raw.name.clone(), frame: tool.raw.frame.clone(), digest: tool.digest() }
}

/// The button of a tool's form, where the form is to be submitted with it.
fn button(tool: &PageTool, page: &dyn PageView) -> Result<Then, CallError> {
    let button = page.button_of(tool).filter(|_| tool.raw.submits);
    button.map_or(Ok(Then::Nothing), |button| target(button.uid, page).map(Then::Press))
}

#[cfg(test)]
mod tests {
    use super::*;
    use edith_page::raw::{RawForm, RawNode, RawPage, state};
    use edith_page::{Index, RawTool, UidTable};
    use serde_json::json;

    fn index(submits: bool) -> Index {
        let node = |node: u32, (tag, role, kind): (&str, &str, &str), name: &str, parameter: &str| RawNode {
            node,
            tag: tag.into(),
            role: role.into(),
            input_type: kind.into(),
            name: name.into(),
            parameter: parameter.into(),
            value: (role != "radio" && role != "checkbox" && tag != "button").then(String::new),
            states: if tag == "button" { state::SUBMITS } else { 0 },
            form: 1,
            ..RawNode::default()
        };
        let (typed, date) = (("input", "textbox", "text"), ("input", "", "date"));
        let nodes = vec![
            node(1, typed, "City", "city"),
            node(2, date, "Day", "day"),
            node(3, ("select", "combobox", ""), "Size", "size"),
            node(4, ("input", "radio", "radio"), "By post", "way"),
            node(5, ("input", "radio", "radio"), "By hand", "way"),
            node(6, ("input", "checkbox", "checkbox"), "News", "news"),
            node(7, ("input", "checkbox", "checkbox"), "Red", "colours"),
            node(8, ("input", "checkbox", "checkbox"), "Blue", "colours"),
            node(9, ("button", "button", ""), "Order now", ""),
        ];
        let schema = json!({"properties": {"way": {"enum": ["p", "h"]}, "colours": {"items": {"enum": ["r", "b"]}}}});
        let tool =
            RawTool { name: "ship".into(), schema: schema.to_string(), is_form: true, submits, ..RawTool::default() };
        let forms = vec![RawForm { tool: "ship".into(), ..RawForm::default() }];
        let page = RawPage {
            document: "d".into(),
            url: "https://a.example/".into(),
            nodes,
            forms,
            tools: vec![tool],
            ..RawPage::default()
        };
        Index::build(page, &mut UidTable::default())
    }

    fn filled(index: &Index, input: Value) -> Result<Vec<(String, String, EntryWay)>, String> {
        let tool = index.tool("ship").unwrap();
        match fill(tool, input.as_object().unwrap(), index) {
            Ok(Action::FillForm { fields, .. }) => {
                Ok(fields.into_iter().map(|entry| (entry.target.name, entry.value, entry.way)).collect())
            }
            Ok(other) => panic!("{other:?}"),
            Err(error) => Err(error.to_string()),
        }
    }

    #[test]
    fn each_value_goes_into_the_field_of_its_name_the_way_that_field_takes_it() {
        use EntryWay::{Chooses, Sets, Types};
        let input = json!({"city": "Oslo", "day": "2026-01-02", "size": ["S", "M"], "way": "h", "news": true, "colours": ["r"]});
        let told = filled(&index(false), input).unwrap();
        let expected = [
            ("City", "Oslo", Types),
            ("Day", "2026-01-02", Sets),
            ("Size", "S\nM", Chooses),
            ("By hand", "true", Sets),
            ("News", "true", Sets),
            ("Red", "true", Sets),
            ("Blue", "false", Sets),
        ];
        assert_eq!(told, expected.map(|(name, value, way)| (name.to_owned(), value.to_owned(), way)));
    }

    #[test]
    fn what_its_form_does_not_show_is_refused_whole() {
        for (input, told) in [
            (json!({"city": "Oslo", "hidden": "x"}), "shows no field \"hidden\""),
            (json!({"city": {"a": 1}}), "takes one value"),
            (json!({"way": "x"}), "none of its fields"),
            (json!({}), "none of its fields"),
        ] {
            let error = filled(&index(false), input.clone()).unwrap_err();
            assert!(error.contains(told) && error.contains("Nothing was done"), "{input}: {error}");
        }
    }

    #[test]
    fn it_is_submitted_only_if_the_page_says_so() {
        let press = |submits| {
            let index = index(submits);
            let input = json!({"city": "Oslo"});
            match fill(index.tool("ship").unwrap(), input.as_object().unwrap(), &index) {
                Ok(Action::FillForm { then: Then::Press(button), .. }) => Some(button.name),
                Ok(Action::FillForm { .. }) => None,
                other => panic!("{other:?}"),
            }
        };
        assert_eq!((press(false), press(true)), (None, Some("Order now".to_owned())));
    }
}
