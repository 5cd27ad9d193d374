//! Templates, escaping and bundled files: just enough to write server-rendered pages as separate files.

use axum::extract::Path;
use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Response};

/// Escapes text for HTML content and quoted attributes.
pub(super) fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            other => safe.push(other),
        }
    }
    safe
}

/// Fills a template: `{{name}}` with the escaped value, `{{{name}}}` with the raw one. Unknown names become empty.
pub(super) fn fill(template: &str, values: &[(&str, &str)]) -> String {
    let value_of = |name: &str| values.iter().find(|(known, _)| *known == name).map_or("", |(_, value)| *value);
    let mut filled = String::with_capacity(template.len());
    let mut rest = template;
    while let Some((before, after)) = rest.split_once("{{") {
        filled.push_str(before);
        let (name, tail) = match after.strip_prefix('{') {
            Some(raw) => raw.split_once("}}}").unwrap_or((raw, "")),
            None => after.split_once("}}").unwrap_or((after, "")),
        };
        if after.starts_with('{') {
            filled.push_str(value_of(name));
        } else {
            filled.push_str(&escape(value_of(name)));
        }
        rest = tail;
    }
    filled.push_str(rest);
    filled
}

/// A whole page in the sites' common frame.
pub(super) fn page(title: &str, site: &str, home: &str, header: &str, main: &str) -> Html<String> {
    let values = [("title", title), ("site", site), ("home", home), ("header", header), ("main", main)];
    Html(fill(include_str!("assets/layout.html"), &values))
}

/// A sentence in a box, or nothing.
pub(super) fn notice(text: &str, tone: &str) -> String {
    if text.is_empty() {
        return String::new();
    }
    let role = if tone == "bad" { "alert" } else { "status" };
    format!("<p class=\"notice {tone}\" role=\"{role}\">{}</p>", escape(text))
}

/// `<option>` elements with one selected.
pub(super) fn options(choices: &[(&str, &str)], chosen: &str) -> String {
    let option = |(value, label): &(&str, &str)| {
        let selected = if *value == chosen { " selected" } else { "" };
        format!("<option value=\"{}\"{selected}>{}</option>", escape(value), escape(label))
    };
    choices.iter().map(option).collect()
}

/// Formats cents.
pub(super) fn euros(cents: u32) -> String {
    format!("€{}.{:02}", cents / 100, cents % 100)
}

pub(super) fn missing(what: &str) -> Response {
    let main = format!("<h1>Not found</h1><p>{}</p>", escape(what));
    (StatusCode::NOT_FOUND, page("Not found", "Sample sites", "/", "", &main)).into_response()
}

/// The bundled style sheet and scripts.
pub(super) async fn asset(Path(name): Path<String>) -> Response {
    let (kind, text) = match name.as_str() {
        "site.css" => ("text/css", include_str!("assets/site.css")),
        "shop.js" => ("text/javascript", include_str!("assets/shop/shop.js")),
        "tools.js" => ("text/javascript", include_str!("assets/shop/tools.js")),
        "form.js" => ("text/javascript", include_str!("assets/form/form.js")),
        "board.js" => ("text/javascript", include_str!("assets/board/board.js")),
        "pages.js" => ("text/javascript", include_str!("assets/pages/pages.js")),
        "controlled.js" => ("text/javascript", include_str!("assets/pages/controlled.js")),
        _ => return missing("No such file."),
    };
    ([(header::CONTENT_TYPE, format!("{kind}; charset=utf-8"))], text).into_response()
}

#[cfg(test)]
mod tests {
    use super::{euros, fill};

    #[test]
    fn templates_escape_unless_told_otherwise() {
        let check = |template: &str, expected: &str| assert_eq!(fill(template, &[("a", "<b>\"")]), expected);
        check("x{{a}}y", "x&lt;b&gt;&quot;y");
        check("x{{{a}}}y", "x<b>\"y");
        check("{{unknown}}{{a", "&lt;b&gt;&quot;");
        check("{ plain }", "{ plain }");
    }

    #[test]
    fn amounts_have_two_decimals() {
        assert_eq!(euros(2490), "€24.90");
        assert_eq!(euros(5), "€0.05");
    }
}
