//! Tests of texts against words of EDITH's own: what a text says was known as data before it was made, and its words change.
//!
//! Seen are `contains`, `starts_with`, `ends_with` and what takes a text apart (`strip_prefix`, `split_once` …) with a literal, or with a constant that is
//! one, if the literal is a phrase that some text of the shipped code has, too: a sentence of `crates/words`, a prompt, what a tool says. Single words are
//! not seen, as they are of a language, nor what is compared with lists of words.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};

const TESTS: &[&str] = &[
    "contains",
    "starts_with",
    "ends_with",
    "strip_prefix",
    "strip_suffix",
    "split_once",
    "rsplit_once",
    "find",
    "rfind",
];
/// A shorter phrase may be of any text.
const LETTERS: usize = 4;

/// What a crate's files say and ask.
#[derive(Debug, Default)]
pub(crate) struct Texts {
    /// The phrases that texts are tested for, by file.
    asked: BTreeSet<(String, Asked)>,
    /// The constants that are texts, by file and name.
    constants: BTreeMap<(String, String), String>,
    /// Pieces of all texts, between what is filled in, a line each.
    said: String,
}

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Asked {
    Text(String),
    Constant(String),
}

impl Texts {
    /// Reads a file of Rust.
    pub(crate) fn read(&mut self, file: &str, source: &str) {
        let tokens: TokenStream = source.parse().unwrap_or_else(|error| panic!("{file}: {error}"));
        self.tokens(file, tokens);
    }

    /// Reads a prompt.
    pub(crate) fn prompt(&mut self, text: &str) {
        self.say(text);
    }

    /// Adds a text's lines between what is filled in.
    fn say(&mut self, text: &str) {
        for line in text.lines() {
            let mut rest = line;
            while let Some((before, after)) = rest.split_once('{') {
                self.said.extend([before, "\n"]);
                rest = after.split_once('}').map_or("", |(_, after)| after);
            }
            self.said.extend([rest, "\n"]);
        }
    }

    fn tokens(&mut self, file: &str, tokens: TokenStream) {
        let all: Vec<TokenTree> = tokens.into_iter().collect();
        let mut at = 0;
        while let Some(token) = all.get(at) {
            at += 1;
            match token {
                TokenTree::Punct(mark) if mark.as_char() == '#' && is_of_tests(all.get(at)) => {
                    at = after_item(&all, at);
                }
                TokenTree::Ident(name) if name == "const" || name == "static" => self.constant(file, &all, at),
                TokenTree::Ident(name) if TESTS.iter().any(|test| name == test) => {
                    let Some(TokenTree::Group(group)) = all.get(at) else { continue };
                    let is_method = at >= 2 && matches!(&all[at - 2], TokenTree::Punct(mark) if mark.as_char() == '.');
                    let asked = if is_method { asked(group.stream()) } else { Vec::new() };
                    if !asked.is_empty() {
                        self.asked.extend(asked.into_iter().map(|asked| (file.to_owned(), asked)));
                        at += 1;
                    }
                }
                TokenTree::Group(group) => self.tokens(file, group.stream()),
                TokenTree::Literal(literal) => text_of(literal).iter().for_each(|text| self.say(text)),
                TokenTree::Ident(_) | TokenTree::Punct(_) => {}
            }
        }
    }

    /// `const NAME: &str = "…";`
    fn constant(&mut self, file: &str, all: &[TokenTree], at: usize) {
        let Some(TokenTree::Ident(name)) = all.get(at) else { return };
        let ends = |token: &&TokenTree| matches!(token, TokenTree::Punct(mark) if mark.as_char() == ';');
        let until = all[at..].iter().take_while(|token| !ends(token)).count();
        if let Some([TokenTree::Punct(mark), TokenTree::Literal(literal)]) =
            all.get((at + until).saturating_sub(2)..at + until)
            && mark.as_char() == '='
            && let Some(text) = text_of(literal)
        {
            self.constants.insert((file.to_owned(), name.to_string()), text);
        }
    }

    /// The phrases of EDITH's own that texts are tested for, with the file.
    pub(crate) fn found(&self) -> BTreeSet<(String, String)> {
        let texts = |(file, asked): &(String, Asked)| match asked {
            Asked::Text(text) => vec![text.clone()],
            Asked::Constant(name) => self.constant_of(file, name),
        };
        let asked = self.asked.iter().flat_map(|asked| texts(asked).into_iter().map(|text| (asked.0.clone(), text)));
        asked.filter(|(_, text)| is_phrase(text) && has(&self.said, text)).collect()
    }

    /// The texts of the constants that a name in a file may mean: its own, else those of its crate, else all of that name.
    fn constant_of(&self, file: &str, name: &str) -> Vec<String> {
        let package = |file: &str| file.split('/').next().map(str::to_owned);
        let near = |other: &str| u8::from(package(other) == package(file)) + u8::from(other == file);
        let known = || self.constants.iter().filter(|((_, known), _)| known == name);
        let nearest = known().map(|((other, _), _)| near(other)).max();
        let those = known().filter(|((other, _), _)| Some(near(other)) == nearest);
        those.map(|(_, text)| text.clone()).collect()
    }
}

/// Whether it is `[cfg(test)]` or `[test]`.
pub(crate) fn is_of_tests(attribute: Option<&TokenTree>) -> bool {
    let Some(TokenTree::Group(group)) = attribute else { return false };
    let text = group.stream().to_string().replace(' ', "");
    group.delimiter() == Delimiter::Bracket && (text == "cfg(test)" || text == "test")
}

/// Where the item ends whose attribute stands here.
pub(crate) fn after_item(all: &[TokenTree], from: usize) -> usize {
    let ends = |token: &TokenTree| match token {
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        TokenTree::Punct(mark) => mark.as_char() == ';',
        _ => false,
    };
    all.iter().skip(from).position(ends).map_or(all.len(), |end| from + end + 1)
}

/// What a test's arguments ask for: a literal, several in brackets, or a constant.
fn asked(arguments: TokenStream) -> Vec<Asked> {
    let is_mark = |token: &TokenTree| matches!(token, TokenTree::Punct(mark) if mark.as_char() == '&');
    let tokens: Vec<TokenTree> = arguments.into_iter().filter(|token| !is_mark(token)).collect();
    match tokens.as_slice() {
        [TokenTree::Literal(literal)] => text_of(literal).map(Asked::Text).into_iter().collect(),
        [TokenTree::Group(list)] if list.delimiter() == Delimiter::Bracket => {
            let literal = |token: TokenTree| match token {
                TokenTree::Literal(literal) => text_of(&literal).map(Asked::Text),
                _ => None,
            };
            list.stream().into_iter().filter_map(literal).collect()
        }
        [.., TokenTree::Ident(name)] => {
            let name = name.to_string();
            let is_constant = name.chars().all(|c| c.is_ascii_uppercase() || c == '_' || c.is_ascii_digit());
            is_constant.then_some(Asked::Constant(name)).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

pub(crate) fn text_of(literal: &proc_macro2::Literal) -> Option<String> {
    syn::parse_str::<syn::LitStr>(&literal.to_string()).ok().map(|text| text.value())
}

/// Whether it is more than a word.
fn is_phrase(text: &str) -> bool {
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    let has_space = text.chars().any(char::is_whitespace);
    has_space && (letters >= LETTERS || letters > 1 && text.contains(':'))
}

/// Whether the phrase stands in a text as whole words.
fn has(said: &str, phrase: &str) -> bool {
    said.match_indices(phrase).any(|(at, _)| {
        let (before, after) = (said[..at].chars().next_back(), said[at + phrase.len()..].chars().next());
        let joins = |a: Option<char>, b: Option<char>| {
            a.is_some_and(char::is_alphanumeric) && b.is_some_and(char::is_alphanumeric)
        };
        !joins(before, phrase.chars().next()) && !joins(phrase.chars().next_back(), after)
    })
}
