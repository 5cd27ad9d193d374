//! The fields of a saved prompt: `{{name}}` must be filled in, `{{name?}}` may stay empty.

use crate::state::text::{fill, t};
use crate::state::tool_title::named;
use edith_protocol::{McpArgument, McpPrompt};
use std::collections::BTreeMap;

/// A field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// Whether it may stay empty.
    pub optional: bool,
    /// What it is; empty if nothing is said.
    pub note: String,
}

/// A prompt of a server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FromServer {
    /// The server.
    pub id: String,
    /// The server's name for the prompt.
    pub prompt: String,
}

/// Characters of a field's name, at most.
const NAME: usize = 60;

/// The text of a key with its `{field}` and `{optional}` as examples of fields, as they are written.
pub fn explained(key: &'static str) -> String {
    let field = format!("{{{{{}}}}}", t("prompt_field_example"));
    let optional = format!("{{{{{}?}}}}", t("prompt_optional_example"));
    fill(key, &[("field", &field), ("optional", &optional)])
}

/// A part of a prompt's text.
enum PromptPart<'a> {
    Text(&'a str),
    Field(Field),
}

fn parts(text: &str) -> Vec<PromptPart<'_>> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some((before, inside)) = rest.split_once("{{") {
        // Of "{{{name}}" the last two braces count.
        let shift = inside.len() - inside.trim_start_matches('{').len();
        let (before_end, inside) = (before.len() + shift, inside.get(shift..).unwrap_or_default());
        let field = inside.split_once("}}").and_then(|(name, after)| Some((field(name)?, after)));
        match field {
            Some((field, after)) => {
                parts.push(PromptPart::Text(rest.get(..before_end).unwrap_or(before)));
                parts.push(PromptPart::Field(field));
                rest = after;
            }
            None => {
                let end = before_end + 2;
                parts.push(PromptPart::Text(rest.get(..end).unwrap_or(rest)));
                rest = rest.get(end..).unwrap_or_default();
            }
        }
    }
    parts.push(PromptPart::Text(rest));
    parts
}

fn field(inside: &str) -> Option<Field> {
    let name = inside.trim();
    let (name, optional) = match name.strip_suffix('?') {
        Some(name) => (name.trim_end(), true),
        None => (name, false),
    };
    let fits = !name.is_empty() && !name.contains(['{', '}', '\n']) && name.chars().count() <= NAME;
    fits.then(|| Field { name: name.to_owned(), optional, note: String::new() })
}

/// What a server's prompt is called for people.
pub fn prompt_name(prompt: &McpPrompt) -> String {
    named(&prompt.name, &prompt.title)
}

/// A text's fields, each once, in their order. One that must be filled in somewhere must be.
pub fn fields(text: &str) -> Vec<Field> {
    let mut found: Vec<Field> = Vec::new();
    for part in parts(text) {
        let PromptPart::Field(field) = part else { continue };
        match found.iter_mut().find(|known| known.name == field.name) {
            Some(known) => known.optional &= field.optional,
            None => found.push(field),
        }
    }
    found
}

/// A prompt whose fields are being filled in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Filling {
    /// The prompt's name.
    pub name: String,
    /// Its text with the fields.
    pub text: String,
    /// The fields with what was typed into each.
    pub fields: Vec<(Field, String)>,
    /// The server whose prompt it is, which makes the text; none: it is the person's own.
    pub server: Option<FromServer>,
}

impl Filling {
    /// A prompt with empty fields; none if it has no field.
    pub fn of(name: &str, text: &str) -> Option<Self> {
        let fields: Vec<(Field, String)> = fields(text).into_iter().map(|field| (field, String::new())).collect();
        let (name, text) = (name.to_owned(), text.to_owned());
        (!fields.is_empty()).then_some(Self { name, text, fields, server: None })
    }

    /// A server's prompt with empty fields, one for each of its arguments.
    pub fn of_server(id: &str, prompt: &McpPrompt) -> Self {
        let field = |one: &McpArgument| Field {
            name: one.name.clone(),
            optional: !one.required,
            note: one.description.clone(),
        };
        Self {
            name: prompt_name(prompt),
            text: prompt.description.clone(),
            fields: prompt.arguments.iter().map(|one| (field(one), String::new())).collect(),
            server: Some(FromServer { id: id.to_owned(), prompt: prompt.name.clone() }),
        }
    }

    /// What a server is told: the fields that were filled in.
    pub fn arguments(&self) -> BTreeMap<String, String> {
        let filled = self.fields.iter().filter(|(_, value)| !value.trim().is_empty());
        filled.map(|(field, value)| (field.name.clone(), value.trim().to_owned())).collect()
    }

    /// The place of the first field that must be filled in and is not, and the names of all of them.
    pub fn missing(&self) -> Option<(usize, Vec<&str>)> {
        let is_missing = |(field, value): &(Field, String)| !field.optional && value.trim().is_empty();
        let first = self.fields.iter().position(is_missing)?;
        Some((first, self.fields.iter().filter(|one| is_missing(one)).map(|(field, _)| field.name.as_str()).collect()))
    }

    /// The text with what was typed. What is typed is never read for fields of its own.
    pub fn filled(&self) -> String {
        let value =
            |name: &str| self.fields.iter().find(|(field, _)| field.name == name).map_or("", |(_, value)| value.trim());
        let parts = parts(&self.text).into_iter().map(|part| match part {
            PromptPart::Text(text) => text.to_owned(),
            PromptPart::Field(field) => value(&field.name).to_owned(),
        });
        parts.collect::<String>().trim().to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<String> {
        let shown = |field: Field| if field.optional { format!("{}?", field.name) } else { field.name };
        fields(text).into_iter().map(shown).collect()
    }

    #[test]
    fn fields_stand_between_two_braces_and_count_once() {
        for (text, expected) in [
            ("Write to {{ name }} about {{topic?}}, dear {{name}}", vec!["name", "topic?"]),
            ("{{a?}} and {{a}}", vec!["a"]),
            ("{{größe in cm}}", vec!["größe in cm"]),
            ("no {field} {{}} {{ }} {{?}} {{a", vec![]),
            ("{{{a}}}", vec!["a"]),
            ("{{a\nb}} {{c}}", vec!["c"]),
            ("{{a {{b}}", vec!["b"]),
            ("", vec![]),
        ] {
            assert_eq!(names(text), expected, "{text}");
        }
    }

    #[test]
    fn what_is_typed_is_put_in_everywhere_and_never_read_again() {
        let mut filling = Filling::of("n", "Dear {{name}}: {{what?}} from {{sender}}, {{name}} {x}").unwrap();
        assert_eq!(filling.missing(), Some((0, vec!["name", "sender"])));
        filling.fields[0].1 = " {{sender}} ".into();
        assert_eq!(filling.missing(), Some((2, vec!["sender"])));
        filling.fields[2].1 = "Ann".into();
        assert_eq!(filling.missing(), None);
        assert_eq!(filling.filled(), "Dear {{sender}}:  from Ann, {{sender}} {x}");
        assert_eq!(Filling::of("n", "no field"), None);
    }

    #[test]
    fn the_arguments_of_a_servers_prompt_are_fields_and_only_filled_ones_are_sent() {
        let argument = |name: &str, required| McpArgument { name: name.into(), description: "What".into(), required };
        let prompt = McpPrompt {
            name: "code_review".into(),
            description: "Reviews {{code}}".into(),
            arguments: vec![argument("code", true), argument("style", false)],
            ..McpPrompt::default()
        };
        let mut filling = Filling::of_server("s", &prompt);
        assert_eq!((filling.name.as_str(), filling.missing()), ("Code review", Some((0, vec!["code"]))));
        filling.fields[0].1 = " {{style}} ".into();
        assert_eq!(filling.missing(), None);
        assert_eq!(filling.arguments(), BTreeMap::from([("code".to_owned(), "{{style}}".to_owned())]));
        let from = filling.server.unwrap();
        assert_eq!((from.id.as_str(), from.prompt.as_str()), ("s", "code_review"));
    }
}
