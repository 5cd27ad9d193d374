//! Reads HTML with html5ever, and CSS well enough, to find what a package must not contain: inline script, and anything remote.

use std::cell::RefCell;

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{BufferQueue, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts};

use crate::js::is_remote;

/// A forbidden part of a page or style sheet.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum What {
    #[error("has an inline script, which the CSP refuses: put it into a file")]
    InlineScript,
    #[error("has the event handler attribute {0}, which the CSP refuses: add the listener in a script")]
    Handler(String),
    #[error("has a javascript: address, which the CSP refuses")]
    JavascriptUrl,
    #[error("loads {0} from elsewhere; a package brings everything with it")]
    Remote(String),
    #[error("has <{0}>, which can bring in content from elsewhere")]
    Element(String),
    /// A leftover instruction for trunk.
    #[error("still has an instruction for trunk ({0}): it was not built, only copied")]
    Trunk(String),
}

/// A parsed page.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Page {
    pub problems: Vec<What>,
    /// Package files the page loads.
    pub loads: Vec<String>,
}

#[must_use]
pub fn page(source: &str) -> Page {
    let tokenizer = Tokenizer::new(Reader::default(), TokenizerOpts::default());
    let input = BufferQueue::default();
    input.push_back(StrTendril::from(source));
    // The reader never asks for a pause.
    let _ = tokenizer.feed(&input);
    tokenizer.end();
    tokenizer.sink.page.into_inner()
}

#[derive(Default)]
struct Reader {
    page: RefCell<Page>,
    /// The current raw-text element and its text so far.
    raw: RefCell<Option<(String, String)>>,
}

impl TokenSink for Reader {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        match token {
            Token::TagToken(tag) if tag.kind == TagKind::StartTag => {
                let attributes = tag.attrs.iter().map(|one| (one.name.local.to_string(), one.value.to_string()));
                self.page.borrow_mut().element(&tag.name, &attributes.collect::<Vec<_>>());
                let kind = match &*tag.name {
                    "script" => RawKind::ScriptData,
                    "style" => RawKind::Rawtext,
                    _ => return TokenSinkResult::Continue,
                };
                self.raw.replace(Some((tag.name.to_string(), String::new())));
                return TokenSinkResult::RawData(kind);
            }
            Token::CharacterTokens(text) => {
                if let Some((_, content)) = &mut *self.raw.borrow_mut() {
                    content.push_str(&text);
                }
            }
            Token::TagToken(_) | Token::EOFToken => {
                let mut page = self.page.borrow_mut();
                match self.raw.take() {
                    Some((name, content)) if name == "style" => page.problems.extend(style(&content)),
                    Some((_, content)) if !content.trim().is_empty() => page.problems.push(What::InlineScript),
                    _ => {}
                }
            }
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

#[must_use]
pub fn style(source: &str) -> Vec<What> {
    let mut problems = Vec::new();
    let mut text = source;
    let mut bare = String::new();
    while let Some((before, comment)) = text.split_once("/*") {
        bare.push_str(before);
        text = comment.split_once("*/").map_or("", |(_, rest)| rest);
    }
    bare.push_str(text);
    for start in ["url(", "@import"] {
        for (_, address) in bare.match_indices(start).filter_map(|(at, _)| bare.split_at_checked(at + start.len())) {
            let address = address.trim_start_matches(['"', '\'', ' ']);
            // Data URLs of small images and fonts bring nothing in.
            if is_remote(address) && !address.starts_with("data:") {
                problems.push(What::Remote(address.chars().take_while(|c| !"\"') ;".contains(*c)).collect()));
            }
        }
    }
    problems
}

impl Page {
    fn element(&mut self, name: &str, attributes: &[(String, String)]) {
        if ["base", "iframe", "frame", "object", "embed"].contains(&name) {
            self.problems.push(What::Element(name.to_owned()));
        }
        let value = |wanted: &str| attributes.iter().find(|(name, _)| name == wanted).map(|(_, value)| value.as_str());
        if name == "script" && value("src").is_none() {
            self.problems.push(What::InlineScript);
        }
        for (attribute, value) in attributes {
            let trunk = attribute == "data-trunk";
            if trunk {
                self.problems.push(What::Trunk(name.to_owned()));
            } else if attribute.starts_with("on") {
                self.problems.push(What::Handler(attribute.clone()));
            } else if value.trim_start().to_ascii_lowercase().starts_with("javascript:") {
                self.problems.push(What::JavascriptUrl);
            }
        }
        let loaded = match name {
            "script" | "img" | "source" | "audio" | "video" => value("src"),
            "link" => value("href"),
            _ => None,
        };
        match loaded {
            Some(address) if is_remote(address) && !(name == "img" && address.starts_with("data:")) => {
                self.problems.push(What::Remote(address.to_owned()));
            }
            Some(address) if !address.starts_with("data:") => {
                self.loads.push(address.trim_start_matches(['/', '.']).to_owned())
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_csp_refuses_is_found_in_a_page() {
        let check = |source: &str, expected: &[What]| assert_eq!(page(source).problems, expected, "{source}");
        check("<script>go()</script>", &[What::InlineScript, What::InlineScript]);
        check("<script src='a.js'>go()</script>", &[What::InlineScript]);
        check("<SCRIPT SRC=a.js></SCRIPT><p onClick = \"go()\">", &[What::Handler("onclick".to_owned())]);
        check("<a href=' JavaScript:go()'>", &[What::JavascriptUrl]);
        check("<script src=//cdn.example/a.js></script>", &[What::Remote("//cdn.example/a.js".to_owned())]);
        check("<link href='https://x.example/a.css'>", &[What::Remote("https://x.example/a.css".to_owned())]);
        check("<base href=/x>", &[What::Element("base".to_owned())]);
        check("<link data-trunk href=a>", &[What::Trunk("link".to_owned())]);
        check("<style>@import 'https://x.example/a'</style>", &[What::Remote("https://x.example/a".to_owned())]);
    }

    #[test]
    fn what_is_harmless_is_not_found_in_a_page() {
        let source = "<!doctype html><!-- <script>x</script> onload= --><html><script type=module src=\"panel.js\"></script>\
                      <a href=\"https://example.org/\">on sale</a><p title='a > b' online></p>";
        let expected = [What::Handler("online".to_owned())];
        assert_eq!(page(source).problems, expected, "every attribute that starts like a handler is one");
        assert_eq!(page(source).loads, ["panel.js"]);
    }

    #[test]
    fn style_sheets_may_only_load_from_the_package() {
        let check = |source: &str, expected: &[What]| assert_eq!(style(source), expected, "{source}");
        check("a { background: url(\"icons/16.png\") } /* url(https://x.example) */", &[]);
        check("a { background: url(data:image/png;base64,AA==) }", &[]);
        check("a { background: url('http://x.example/i.png') }", &[What::Remote("http://x.example/i.png".to_owned())]);
    }
}
