//! Markdown from a model as a safe tree: no raw HTML, no remote images, links only to http, https and mailto.

mod cite;
mod dialect;
mod links;
mod mathml;
mod maths;
mod numbered;
mod read;
mod table;
mod tree;

#[cfg(test)]
mod tests;

pub use cite::cited;
pub use links::safe_href;
pub use maths::Maths;
pub use numbered::numbered;
pub use read::parse;
pub use tree::{Block, Column, Inline, plain_text};

/// A Markdown text as plain words, for reading out or showing in a line: blocks are separated by a full stop or a space.
pub fn words_of(text: &str) -> String {
    let mut words = Vec::new();
    parse(text).iter().for_each(|block| tree::block_words(block, &mut words));
    let mut out = String::new();
    for piece in words.iter().map(|piece| piece.split_whitespace().collect::<Vec<_>>().join(" ")) {
        if piece.is_empty() {
            continue;
        }
        if !out.is_empty() {
            out.push_str(if out.ends_with(|c: char| c.is_alphanumeric() || c == ')') { ". " } else { " " });
        }
        out.push_str(&piece);
    }
    out
}
