//! Draws a page of a document. Its texts are data: only text nodes are made of them.

use crate::state::documents::page::{DrawnBlock, Text};
use crate::state::markdown::safe_href;
use crate::state::text::t;
use crate::view::el::{El, el, nothing};
use edith_protocol::{FieldShown, LinkShown, PageShown};
use leptos::prelude::*;

/// A page's blocks, with its fields and links.
pub(super) fn sheet(parts: Vec<DrawnBlock>, page: &PageShown) -> AnyView {
    let parts = parts.into_iter().map(part);
    el("div", "sheet").attr("dir", "auto").add_all(parts).add(fields(&page.fields)).add(links(&page.links)).view()
}

fn part(part: DrawnBlock) -> AnyView {
    match part {
        // The document's name is the page's h1.
        DrawnBlock::Heading(1, words) => text(el("h2", ""), words).view(),
        DrawnBlock::Heading(2, words) => text(el("h3", ""), words).view(),
        DrawnBlock::Heading(_, words) => text(el("h4", ""), words).view(),
        DrawnBlock::Paragraph(words) => text(el("p", ""), words).view(),
        DrawnBlock::List(items) => {
            el("ul", "").add_all(items.into_iter().map(|words| text(el("li", ""), words).view())).view()
        }
        DrawnBlock::Table(head, rows) => table(head, rows),
        DrawnBlock::Caption(words) => text(el("p", "sheet__caption"), words).view(),
        DrawnBlock::Margin(words) => text(el("p", "sheet__margin"), words).view(),
        DrawnBlock::Note(words) => text(el("p", "sheet__note"), words).view(),
        DrawnBlock::Image(words) => {
            let label = el("span", "label").text(t("in_picture"));
            el("div", "sheet__image").add(label).add(text(el("p", ""), words)).view()
        }
    }
}

fn text(element: El, words: Text) -> El {
    words.into_iter().fold(element, |element, (piece, marked)| match marked {
        true => element.add(el("mark", "").text(piece)),
        false => element.text(piece),
    })
}

fn table(head: Vec<Vec<Text>>, rows: Vec<Vec<Text>>) -> AnyView {
    let row = |cells: Vec<Text>, cell: fn() -> El| {
        el("tr", "").add_all(cells.into_iter().map(|words| text(cell(), words).view())).view()
    };
    let head = (!head.is_empty()).then(|| {
        el("thead", "").add_all(head.into_iter().map(|cells| row(cells, || el("th", "").attr("scope", "col"))))
    });
    let body = el("tbody", "").add_all(rows.into_iter().map(|cells| row(cells, || el("td", ""))));
    el("div", "table")
        .attr("tabindex", "0")
        .attr("role", "region")
        .attr("aria-label", t("table"))
        .add(el("table", "").add_some(head).add(body))
        .view()
}

fn fields(fields: &[FieldShown]) -> AnyView {
    if fields.is_empty() {
        return nothing();
    }
    let rows = fields.iter().map(|field| {
        let value = if field.value.is_empty() { t("field_empty").to_owned() } else { field.value.clone() };
        el("div", "").add(el("dt", "").text(field.name.clone())).add(el("dd", "").text(value)).view()
    });
    aside("page-fields", t("form_fields"), el("dl", "sheet__fields").add_all(rows))
}

fn links(links: &[LinkShown]) -> AnyView {
    if links.is_empty() {
        return nothing();
    }
    let rows = links.iter().map(|link| {
        let words =
            (!link.text.trim().is_empty() && link.text != link.url).then(|| el("span", "").text(link.text.clone()));
        let address = match safe_href(&link.url) {
            Some(href) => el("a", "sheet__address")
                .attr("href", href)
                .attr("target", "_blank")
                .attr("rel", "noopener noreferrer")
                .attr("dir", "ltr")
                .text(link.url.clone()),
            None => el("span", "sheet__address").attr("dir", "ltr").text(link.url.clone()),
        };
        el("li", "").add_some(words).add(address).view()
    });
    aside("page-links", t("links_of_page"), el("ul", "sheet__links").add_all(rows))
}

fn aside(id: &'static str, title: &'static str, body: El) -> AnyView {
    el("section", "sheet__aside")
        .attr("aria-labelledby", id)
        .add(el("h2", "label").attr("id", id).text(title))
        .add(body)
        .view()
}
