//! What a page does not show.

/// Elements that are no text of the page.
const NO_TEXT: &str = "script, style, template, noscript, link, object, embed, iframe, canvas, audio, video, dialog:not([open]), [hidden]:not([hidden=until-found])";

/// Takes out what is not shown: elements that are hidden by an attribute or by a style of their own, and those that are no text. Classes are not looked
/// at, because what they do stands in another file.
pub(crate) fn remove(document: &dom_query::Document) {
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
}
