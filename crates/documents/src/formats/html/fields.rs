//! The fields of a page's forms.

use super::line::one_line;
use crate::{Field, FieldKind};
use dom_query::{Document, NodeRef};

/// Fields that are kept of a page.
const FIELDS: usize = 1_000;
/// Choices that are kept of a field: a list of countries has 250.
const OPTIONS: usize = 500;

/// What a person sees as fields. What is typed into a field for passwords is left out.
pub(crate) fn fields(document: &Document) -> Vec<Field> {
    let labels = document.select("label");
    let labels: Vec<(String, NodeRef<'_>)> = labels
        .nodes()
        .iter()
        .take(4 * FIELDS)
        .map(|label| (label.attr("for").unwrap_or_default().to_string(), *label))
        .collect();
    let found = document.select("input, select, textarea, button");
    found.nodes().iter().take(4 * FIELDS).filter_map(|node| field(node, &labels)).take(FIELDS).collect()
}

fn field(node: &NodeRef<'_>, labels: &[(String, NodeRef<'_>)]) -> Option<Field> {
    let attribute = |name: &str| node.attr(name).map(|value| value.to_string()).unwrap_or_default();
    let kind = attribute("type").to_ascii_lowercase();
    let element = node.node_name()?.to_string();
    let (field_kind, value, options) = match (element.as_str(), kind.as_str()) {
        ("input", "hidden") => return None,
        ("button", _) | ("input", "submit" | "reset" | "button" | "image") => {
            let name = if element == "button" { one_line(&node.text()) } else { attribute("value") };
            (FieldKind::Button, name, Vec::new())
        }
        ("input", "checkbox" | "radio") => {
            let value = if node.has_attr("checked") { or(attribute("value"), "on") } else { String::new() };
            (if kind == "radio" { FieldKind::Choice } else { FieldKind::Check }, value, Vec::new())
        }
        ("select", _) => {
            let options = node.descendants_it().filter(|option| option.has_name("option")).take(OPTIONS);
            let options: Vec<(bool, String)> =
                options.map(|option| (option.has_attr("selected"), one_line(&option.text()))).collect();
            let value = options.iter().find(|(chosen, _)| *chosen).or(options.first()).map(|(_, text)| text.clone());
            (FieldKind::Choice, value.unwrap_or_default(), options.into_iter().map(|(_, text)| text).collect())
        }
        ("textarea", _) => (FieldKind::Text, node.text().to_string(), Vec::new()),
        ("input", "password") => (FieldKind::Text, String::new(), Vec::new()),
        _ => (FieldKind::Text, attribute("value"), Vec::new()),
    };
    let id = attribute("id");
    let label = labels.iter().find(|(target, _)| !id.is_empty() && *target == id).map(|(_, label)| *label);
    let label = label.or_else(|| node.ancestors_it(Some(6)).find(|parent| parent.has_name("label")));
    let label = label.map(|label| one_line(&label.text())).filter(|label| !label.is_empty());
    let label = label.or_else(|| {
        ["aria-label", "placeholder", "title"].iter().map(|name| attribute(name)).find(|text| !text.is_empty())
    });
    Some(Field { name: or(attribute("name"), &id), label, kind: field_kind, value, options, area: None })
}

fn or(text: String, other: &str) -> String {
    if text.is_empty() { other.to_owned() } else { text }
}
