//! What the program says stands in its catalogue, in every language: no other text of it is a sentence.

use super::sentences::{after_item, is_of_tests, text_of};
use proc_macro2::{TokenStream, TokenTree};

/// Two words that stand beside each other, outside of a page's tags and of code in a text.
pub(crate) fn is_said(text: &str) -> bool {
    let mut bare = String::new();
    let mut depth = 0_usize;
    for c in text.chars() {
        match c {
            '<' | '{' => depth += 1,
            '>' | '}' => depth = depth.saturating_sub(1),
            _ if depth == 0 => bare.push(c),
            _ => {}
        }
    }
    let is_word = |word: &str| word.len() > 1 && word.chars().all(|c| c.is_alphabetic() || c == '\'');
    let words: Vec<&str> = bare.split(' ').map(|word| word.trim_end_matches([',', '.', ':', ';', '!', '?'])).collect();
    words.windows(2).any(|pair| pair.iter().all(|word| is_word(word)))
}

/// The sentences that stand in a file's code.
pub(crate) fn said_in(tokens: TokenStream, found: &mut Vec<String>) {
    let all: Vec<TokenTree> = tokens.into_iter().collect();
    let mut at = 0;
    while let Some(token) = all.get(at) {
        at += 1;
        match token {
            // What stands in an attribute, a comment for one, is said to nobody.
            TokenTree::Punct(mark) if mark.as_char() == '#' => {
                at = match all.get(at) {
                    attribute @ Some(TokenTree::Group(_)) if is_of_tests(attribute) => after_item(&all, at),
                    Some(TokenTree::Group(_)) => at + 1,
                    Some(TokenTree::Punct(_)) => at + 2,
                    _ => at,
                };
            }
            TokenTree::Group(group) => said_in(group.stream(), found),
            TokenTree::Literal(literal) => found.extend(text_of(literal).filter(|text| is_said(text))),
            TokenTree::Ident(_) | TokenTree::Punct(_) => {}
        }
    }
}
