//! The fields of a form in a request.

use crate::action::SentRequest;

/// How browsers encode the fields of a form that is sent.
const URL_ENCODED: &str = "application/x-www-form-urlencoded";
const MULTIPART: &str = "multipart/form-data";

impl SentRequest {
    /// The fields of a form that is sent, with its encoding; none: it is not a form, or has files.
    pub fn form(&self) -> Option<(Vec<(String, String)>, &'static str)> {
        let kind = self.headers.iter().find(|(name, _)| name.eq_ignore_ascii_case("content-type"));
        let kind = kind.map(|(_, kind)| kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase());
        match kind.as_deref() {
            Some(URL_ENCODED) => {
                Some((url::form_urlencoded::parse(self.body.as_bytes()).into_owned().collect(), URL_ENCODED))
            }
            Some(MULTIPART) if !self.body.contains("filename=\"") => Some((parts(self.body.trim()), MULTIPART)),
            _ => None,
        }
    }
}

/// The fields of a form with parts (`multipart/form-data`); of a file, its name.
pub fn parts(text: &str) -> Vec<(String, String)> {
    let Some(boundary) = text.lines().next().map(str::trim_end) else { return Vec::new() };
    let field = |part: &str| {
        let (head, value) = part.split_once("\r\n\r\n").or_else(|| part.split_once("\n\n"))?;
        let attribute = |name: &str| {
            let (_, rest) = head.split_once(&format!("{name}=\""))?;
            rest.split('"').next().map(str::to_owned)
        };
        let value = attribute("filename").unwrap_or_else(|| value.trim_end().to_owned());
        Some((attribute(" name")?, value))
    };
    text.split(boundary).filter_map(field).collect()
}
