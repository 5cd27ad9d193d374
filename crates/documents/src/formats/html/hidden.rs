//! What a page does not show.

use super::css::{LetterStyle, Sheet};
use crate::Unseen;
use crate::seen::hide;
use dom_query::NodeRef;

/// Elements that are not text of the page.
const NO_TEXT: &str = "script, style, template, noscript, link, object, embed, iframe, canvas, audio, video, dialog:not([open]), [hidden]:not([hidden=until-found])";

/// Takes out what is not shown: elements that are hidden by an attribute or by a style of their own, and those that are not text. Whether a class hides an
/// element is not looked at, because scripts show it at times. Words that are there and that nobody can see, for their colour, size or place, are taken
/// out as well and given back.
pub(crate) fn remove(document: &dom_query::Document) -> Vec<Unseen> {
    let sheet = Sheet::of(document);
    // The article's finder reads metadata from scripts of this type, and they are taken out after it.
    document
        .select(NO_TEXT)
        .iter()
        .filter(|node| node.attr("type").is_none_or(|kind| &*kind != "application/ld+json"))
        .for_each(|node| node.remove());
    for node in document.select("[style], [aria-hidden=true]").iter() {
        let style: String = node.attr("style").unwrap_or_default().to_ascii_lowercase().split_whitespace().collect();
        let is_hidden =
            style.contains("display:none") || style.contains("visibility:hidden") || style.contains("mso-hide:all");
        // Pictures of formulas and icons are hidden from screen readers as well, and are shown; large parts that are, are drafts of what may come.
        let is_draft = node.attr("aria-hidden").is_some_and(|value| &*value == "true")
            && node.select("p, li, td, form, h1, h2, h3").exists();
        if is_hidden || is_draft {
            node.remove();
        }
    }
    unseen(document, &sheet)
}

/// Takes out words that nobody can see.
fn unseen(document: &dom_query::Document, sheet: &Sheet) -> Vec<Unseen> {
    let mut unseen = Vec::new();
    let mut open: Vec<(NodeRef<'_>, LetterStyle)> = vec![(document.root(), sheet.root())];
    while let Some((node, outer)) = open.pop() {
        if node.is_text() {
            if let Some(why) = outer.hiding().filter(|_| !node.text().trim().is_empty()) {
                hide(&mut unseen, why, &node.text());
                node.remove_from_parent();
            }
        } else if !["head", "script"].iter().any(|name| node.has_name(name)) {
            let look = if node.is_element() { sheet.look(&node, outer) } else { outer };
            // The last is taken first.
            open.extend(node.children_it(true).map(|child| (child, look)));
        }
    }
    unseen
}
