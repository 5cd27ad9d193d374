//! Web pages: the article, or the whole body where there is none. Nothing is run.

mod blocks;
mod bound;
mod css;
mod fields;
mod hidden;
mod line;
mod other_pages;
mod parse;
mod table;

use super::{
    charset,
    flow::{Flow, outline},
    reading::{Input, ReadError, Reading},
    sniff::{self, NAMED, SYNTAX, Sniff},
    text,
};
use crate::{Document, Kind, Warning};
use blocks::Blocks;
use dom_smoothie::{CandidateSelectMode, Config, Readability, TextMode};
pub(crate) use line::one_line;
use parse::parse;
use url::Url;

/// A page with more elements is read whole, because looking for its article takes too long.
const ELEMENTS: usize = 60_000;

/// An article shorter than this, in characters, is none.
const ARTICLE: usize = 140;

/// On a page that does not look like one with an article, what is found must have this many characters (the finder's own threshold for a second
/// attempt), and half of the page's text outside links: else it is only a part of a page of another sort, a list of prices or a form.
const DOUBTFUL: usize = 500;

/// A page by its syntax; a piece of one by its name.
pub(crate) fn sniff(input: &Input<'_>) -> Sniff {
    let head = sniff::head(input)?;
    let start = without_prolog(&head).get(..15).unwrap_or_else(|| without_prolog(&head)).to_ascii_lowercase();
    let is_named = sniff::is_named(input, &["html", "htm", "xhtml", "xht"], &["text/html", "application/xhtml+xml"]);
    if start.starts_with("<!doctype html") || ["<html", "<head", "<body"].iter().any(|tag| start.starts_with(tag)) {
        return Some((Kind::Html, SYNTAX + 10));
    }
    let is_piece = [
        "<div", "<p>", "<p ", "<table", "<h1", "<h2", "<ul", "<article", "<section", "<meta", "<title", "<span",
        "<style", "<script",
    ];
    match is_piece.iter().any(|tag| start.starts_with(tag)) {
        true if is_named => Some((Kind::Html, SYNTAX)),
        true => Some((Kind::Html, NAMED - 10)),
        false => (is_named && head.contains('<')).then_some((Kind::Html, NAMED)),
    }
}

/// What comes after blanks, comments, an XML declaration and other instructions.
fn without_prolog(head: &str) -> &str {
    let mut rest = head.trim_start();
    loop {
        let end = match rest {
            _ if rest.starts_with("<!--") => rest.find("-->").map(|at| at + 3),
            _ if rest.starts_with("<?") => rest.find('>').map(|at| at + 1),
            _ => return rest,
        };
        let Some(after) = end.and_then(|end| rest.get(end..)) else { return rest };
        rest = after.trim_start();
    }
}

/// Reads a page.
pub(crate) fn read(input: &Input<'_>, reading: &mut Reading<'_>) -> Result<Document, ReadError> {
    let told = input.mime.to_ascii_lowercase();
    let told = told.split_once("charset=").map(|(_, label)| label.trim_matches(['"', '\'', ' ']));
    let html = charset::decode(input.bytes, told.or_else(|| charset::declared_in_markup(input.bytes)));
    let mut warnings = Vec::new();
    let html = text::limited(&html, reading.limits.characters, &mut warnings);
    let (title, flow) = page(html, input.base, true, &mut warnings);
    let pages = flow.into_pages(reading.limits.pages);
    reading.progress(pages.len(), pages.len());
    let outline = outline(&pages);
    Ok(Document { kind: Kind::Html, title, pages, outline, warnings })
}

/// The title and the blocks of a page: of its article if it is to be found, else of all that is shown.
pub(crate) fn page(
    html: &str,
    address: Option<&str>,
    article: bool,
    warnings: &mut Vec<Warning>,
) -> (Option<String>, Flow) {
    let (document, is_cut) = parse(html);
    let unseen = hidden::remove(&document);
    let address = address.and_then(|address| Url::parse(address).ok());
    let base = document.base_uri().filter(|base| !base.is_empty());
    let base = match (base, address) {
        (Some(base), Some(address)) => address.join(&base).ok().or(Some(address)),
        (Some(base), None) => Url::parse(&base).ok(),
        (None, address) => address,
    };
    let lang = document.html_root().attr("lang").map(|lang| lang.to_string());
    let title = document.select_single("title").text();
    let title = Some(one_line(&title)).filter(|title| !title.is_empty());
    let mut flow = Flow::default();
    flow.hide(unseen);
    let fields = fields::fields(&document);
    let mut blocks = Blocks::new(&mut flow, base.as_ref(), lang.as_deref());
    let found = if article { article_of(&document) } else { None };
    let title = match found {
        Some((better, content)) => {
            let content = dom_query::Document::fragment(content.as_str());
            other_pages::remove(&content, ARTICLE);
            blocks.read(content.root());
            better.or(title)
        }
        None => {
            match document.body() {
                Some(body) => {
                    other_pages::remove_menus(body);
                    blocks.read(body);
                }
                None => blocks.read(document.root()),
            }
            title
        }
    };
    if (blocks.is_cut() || is_cut) && !warnings.contains(&Warning::TextCut) {
        warnings.push(Warning::TextCut);
    }
    fields.into_iter().for_each(|field| flow.field(field));
    (title, flow)
}

/// The title and the HTML of the article, if the page looks like one.
fn article_of(document: &dom_query::Document) -> Option<(Option<String>, String)> {
    let config = Config {
        max_elements_to_parse: ELEMENTS,
        candidate_select_mode: CandidateSelectMode::Readability,
        text_mode: TextMode::Raw,
        ..Config::default()
    };
    let mut reader = Readability::with_document(document.clone(), None, Some(config)).ok()?;
    let is_readable = reader.is_probably_readable();
    let article = reader.parse().ok()?;
    let is_enough = if is_readable {
        article.length >= ARTICLE
    } else {
        article.length >= DOUBTFUL.max(text_outside_links(document) / 2)
    };
    let title = Some(one_line(&article.title)).filter(|title| !title.is_empty());
    is_enough.then(|| (title, article.content.to_string()))
}

/// How many characters of a page are outside its links. Menus, lists of other pages and advertisements are links.
fn text_outside_links(document: &dom_query::Document) -> usize {
    let mut open: Vec<dom_query::NodeRef<'_>> = document.body().into_iter().collect();
    let mut characters = 0;
    while let Some(node) = open.pop() {
        if node.is_text() {
            characters += one_line(&node.text()).chars().count();
        } else if !["a", "script", "style", "button", "select", "textarea"].iter().any(|name| node.has_name(name)) {
            open.extend(node.children_it(false));
        }
    }
    characters
}

/// Adds the blocks of a piece of HTML, as it is in Markdown.
pub(crate) fn piece(html: &str, base: Option<&Url>, flow: &mut Flow) {
    let (document, _) = parse(html);
    flow.hide(hidden::remove(&document));
    if let Some(body) = document.body() {
        Blocks::new(flow, base, None).read(body);
    }
}
