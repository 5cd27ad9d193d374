//! What servers answer, as text.

use crate::client::{Content, PromptResult, Resource, ResourceContents, ToolResult};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use edith_port::{ServerResource, ToolSaid};
use edith_words::unseen::seen;
use serde_json::Value;

/// Kinds of pictures that models are shown.
const PICTURES: [&str; 4] = ["image/png", "image/jpeg", "image/webp", "image/gif"];
/// Pictures of one answer, at most.
const MOST_PICTURES: usize = 4;

/// A tool's answer.
pub(super) fn tool_said(result: &ToolResult) -> ToolSaid {
    let mut pictures = Vec::new();
    let mut parts: Vec<String> = Vec::new();
    for content in &result.content {
        if let Content::Image { data, mime_type } = content
            && PICTURES.contains(&mime_type.as_str())
            && pictures.len() < MOST_PICTURES
            && STANDARD.decode(data).is_ok()
        {
            pictures.push(format!("data:{mime_type};base64,{data}"));
        }
        parts.push(text_of(content));
    }
    let mut text = parts.join("\n");
    // Servers that structure their answer may repeat it as text for clients that do not know the structure, or say something else there.
    if let Some(structured) = result.structured_content.as_ref().filter(|structured| !says(&text, structured)) {
        let gap = if text.is_empty() { "" } else { "\n" };
        text.extend([gap, &structured.to_string()]);
    }
    ToolSaid { is_error: result.is_error, text, pictures }
}

/// Whether a text has all that an answer's structure holds, in whichever form: each of its values, and the name of each that a text could mean otherwise.
fn says(text: &str, structured: &Value) -> bool {
    if serde_json::from_str::<Value>(text).is_ok_and(|said| said == *structured) {
        return true;
    }
    match structured {
        Value::Object(fields) => fields.iter().all(|(name, value)| match value {
            // Whose yes or number it is, the text must say too.
            Value::Bool(_) | Value::Number(_) => has_word(text, name) && says(text, value),
            _ => says(text, value),
        }),
        Value::Array(all) => all.iter().all(|value| says(text, value)),
        Value::String(value) => has_word(text, value),
        Value::Number(_) | Value::Bool(_) => has_word(text, &structured.to_string()),
        Value::Null => true,
    }
}

/// Whether a text has these words, not only as a part of others: 5 is not in 15, nor in 5.5.
fn has_word(text: &str, words: &str) -> bool {
    let joins = |c: char| c.is_alphanumeric();
    text.match_indices(words).any(|(at, _)| {
        let before = text.get(..at).unwrap_or_default();
        let after = text.get(at + words.len()..).unwrap_or_default();
        let mut next = after.chars();
        let follows = next
            .next()
            .is_some_and(|c| joins(c) || matches!(c, '.' | ',') && next.next().is_some_and(|c| c.is_ascii_digit()));
        let leads = before.ends_with(joins)
            || before.ends_with(['.', ',', '-']) && words.starts_with(|c: char| c.is_ascii_digit());
        !follows && !leads
    }) || words.is_empty()
}

/// A prompt: what its messages say, with who says it if there are several.
pub(super) fn prompt_text(prompt: &PromptResult) -> String {
    let one = prompt.messages.len() == 1;
    let messages = prompt.messages.iter().map(|message| match (one, message.role.as_str()) {
        (true, _) | (_, "user") => text_of(&message.content),
        (_, role) => format!("{role}: {}", text_of(&message.content)),
    });
    messages.collect::<Vec<_>>().join("\n\n")
}

/// A resource as a file. Several parts of text become one.
pub(super) fn file(uri: &str, name: &str, contents: &[ResourceContents]) -> Option<ServerResource> {
    let first = contents.first()?;
    let mime = first.mime_type.clone().unwrap_or_default();
    let name = if name.is_empty() { uri.rsplit('/').find(|part| !part.is_empty()).unwrap_or(uri) } else { name };
    let name = &name.split_whitespace().map(seen).collect::<Vec<_>>().join(" ");
    let bytes = match &first.blob {
        Some(blob) => STANDARD.decode(blob).ok()?,
        None => {
            let texts: Vec<&str> = contents.iter().filter_map(|part| part.text.as_deref()).collect();
            if texts.is_empty() {
                return None;
            }
            texts.join("\n").into_bytes()
        }
    };
    Some(ServerResource { name: with_ending(name, &mime, first.blob.is_some()), mime, bytes })
}

/// The name with an ending by which its kind is known.
fn with_ending(name: &str, mime: &str, is_binary: bool) -> String {
    let has_one = name.rsplit_once('.').is_some_and(|(start, end)| {
        !start.is_empty() && (1..=5).contains(&end.len()) && end.chars().all(|c| c.is_ascii_alphanumeric())
    });
    let ending = match mime.split(';').next().unwrap_or_default().trim() {
        _ if has_one => "",
        "text/markdown" => ".md",
        "text/html" => ".html",
        "text/csv" => ".csv",
        "application/json" => ".json",
        "application/pdf" => ".pdf",
        "image/png" => ".png",
        "image/jpeg" => ".jpg",
        _ if is_binary => "",
        _ => ".txt",
    };
    format!("{name}{ending}")
}

fn text_of(content: &Content) -> String {
    match content {
        Content::Text { text } => text.clone(),
        Content::Image { data, mime_type } => format!("(a picture, {mime_type}, {} bytes)", size(data)),
        Content::Audio { data, mime_type } => format!("(a recording, {mime_type}, {} bytes)", size(data)),
        Content::ResourceLink(resource) => link(resource),
        Content::Resource { resource } => embedded(resource),
        Content::Other(Value::Object(fields)) if fields.len() <= 1 => String::new(),
        Content::Other(other) => other.to_string(),
    }
}

fn link(resource: &Resource) -> String {
    let Resource { uri, name, title, description, mime_type, .. } = resource;
    let more = [description, mime_type].into_iter().flatten().map(String::as_str).collect::<Vec<_>>().join(", ");
    let name = title.as_deref().unwrap_or(name);
    format!("Resource {name:?} at {uri}{}", if more.is_empty() { String::new() } else { format!(" ({more})") })
}

fn embedded(resource: &ResourceContents) -> String {
    match (&resource.text, &resource.blob) {
        (Some(text), _) => format!("Resource {}:\n{text}", resource.uri),
        (None, Some(blob)) => {
            let mime = resource.mime_type.as_deref().unwrap_or("a file");
            format!("Resource {} ({mime}, {} bytes)", resource.uri, size(blob))
        }
        (None, None) => format!("Resource {}", resource.uri),
    }
}

/// The decoded size of base64.
fn size(data: &str) -> usize {
    data.trim_end_matches('=').len() * 3 / 4
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{from_value, json};

    #[test]
    fn mixed_answers_become_text_and_pictures() {
        let result: ToolResult = from_value(json!({
            "content": [
                { "type": "text", "text": "Two things." },
                { "type": "image", "data": "iVBORw0KGgo=", "mimeType": "image/png" },
                { "type": "image", "data": "not base64!", "mimeType": "image/png" },
                { "type": "audio", "data": "AAAA", "mimeType": "audio/wav" },
                { "type": "resource_link", "uri": "file:///a.md", "name": "a", "mimeType": "text/markdown" },
                { "type": "resource", "resource": { "uri": "mem://1", "text": "inside" } },
                { "type": "resource", "resource": { "uri": "mem://2", "blob": "AAAA", "mimeType": "application/zip" } },
                { "type": "later", "x": 1 },
            ],
            "structuredContent": { "total": 2 },
            "isError": true,
        }))
        .unwrap();
        let said = tool_said(&result);
        assert!(said.is_error);
        assert_eq!(said.pictures, ["data:image/png;base64,iVBORw0KGgo="]);
        for part in [
            "Two things.",
            "(a recording, audio/wav, 3 bytes)",
            "\"a\" at file:///a.md (text/markdown)",
            "inside",
            "application/zip",
            "later",
        ] {
            assert!(said.text.contains(part), "{part}: {}", said.text);
        }
        assert!(said.text.ends_with(r#"{"total":2}"#), "the text does not say so: {}", said.text);
        let structured: ToolResult = from_value(json!({ "content": [], "structuredContent": { "a": [1] } })).unwrap();
        assert_eq!(tool_said(&structured).text, r#"{"a":[1]}"#);
    }

    #[test]
    fn what_is_structured_is_kept_unless_the_text_says_it() {
        let kept = |text: &str, structured: Value| {
            let content = json!([{ "type": "text", "text": text }]);
            let result: ToolResult =
                from_value(json!({ "content": content, "structuredContent": structured })).unwrap();
            let said = tool_said(&result).text;
            assert!(said.starts_with(text), "{said}");
            said.contains(&structured.to_string()) && said != text
        };
        let weather = json!({ "city": "Rostock", "degrees": 5, "rain": true });
        for text in [
            "Found it.",
            "",
            "Rostock",
            "Rostock: 15 degrees, rain: true",
            "Rostock: 5.5 degrees, rain: true",
            "Rostock: -5 degrees, rain: true",
            "degrees 5, rain: true",
            // Whose they are is not said.
            "Rostock 5 true",
            r#"{"city":"Rostock","degrees":6,"rain":true}"#,
        ] {
            assert!(kept(text, weather.clone()), "{text}");
        }
        for text in [
            r#"{"rain": true, "degrees": 5, "city": "Rostock"}"#,
            "city: Rostock\ndegrees: 5\nrain: true",
            "In Rostock it has 5 degrees, rain = true.",
        ] {
            assert!(!kept(text, weather.clone()), "{text}");
        }
        let rows = json!({ "rows": [{ "id": "a-1" }, { "id": "a-2" }], "next": null });
        assert!(kept("1 of 2: a-1", rows.clone()));
        assert!(!kept("a-1, a-2", rows));
    }

    #[test]
    fn a_resource_becomes_a_file_whose_kind_is_known() {
        let contents = |value| -> Vec<ResourceContents> { from_value(value).unwrap() };
        let text = contents(
            json!([{ "uri": "notes://a/b", "mimeType": "text/markdown", "text": "# A" }, { "uri": "notes://a/c", "text": "more" }]),
        );
        let found = file("notes://a/b", "", &text).unwrap();
        assert_eq!((found.name.as_str(), found.bytes.as_slice()), ("b.md", "# A\nmore".as_bytes()));
        let blob = contents(json!([{ "uri": "x:1", "mimeType": "application/pdf", "blob": "JVBERg==" }]));
        assert_eq!(file("x:1", "Report", &blob).unwrap().name, "Report.pdf");
        assert_eq!(file("x:1", "Report.2024.pdf", &blob).unwrap().name, "Report.2024.pdf");
        assert!(file("x:1", "", &contents(json!([{ "uri": "x:1", "blob": "no base64" }]))).is_none());
        assert!(file("x:1", "", &[]).is_none());
    }
}
