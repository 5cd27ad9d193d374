//! Draws the safe tree of a Markdown text. Only text and safe addresses reach the page.

use crate::state::markdown::{Block, Inline, plain_text};
use crate::state::text::t;
use crate::view::cite::cite;
use crate::view::copy_button::copy_button;
use crate::view::el::{El, all, el, text};
use leptos::prelude::*;

/// Draws a text. Its top heading follows the page's own, whatever level the model began with.
pub(super) fn blocks(list: &[Block]) -> Vec<AnyView> {
    let level = |block: &Block| if let Block::Heading(level, _) = block { Some(*level) } else { None };
    let highest = list.iter().filter_map(level).min().unwrap_or(1);
    list.iter().map(|one| block(one, highest)).collect()
}

fn block(block: &Block, highest: u8) -> AnyView {
    let with = |tag: &'static str, inner: &[Inline]| el(tag, "").add_all(inlines(inner)).view();
    match block {
        Block::Paragraph(inner) => with("p", inner),
        Block::Plain(inner) => all(inlines(inner)),
        // The page has its own h1.
        Block::Heading(level, inner) => match level.saturating_sub(highest) {
            0 => with("h2", inner),
            1 => with("h3", inner),
            _ => with("h4", inner),
        },
        Block::Code { language, text } => code(language, text),
        Block::Quote(inner) => el("blockquote", "").add_all(blocks(inner)).view(),
        Block::List { start, items } => {
            let list = match start {
                Some(start) => el("ol", "").attr("start", start.to_string()),
                None => el("ul", ""),
            };
            list.add_all(items.iter().map(|item| el("li", item_class(item)).add_all(blocks(item)).view())).view()
        }
        Block::Rule => el("hr", "").view(),
        Block::Table(rows) => table(rows),
    }
}

/// A code block, which scrolls by itself and can be copied.
pub(super) fn code(label: &str, text: &str) -> AnyView {
    let head = el("div", "code__head").add(el("span", "").text(label)).add(copy_button(text.to_owned()));
    let body = el("pre", "").attr("tabindex", "0").attr("dir", "ltr").add(el("code", "").text(text));
    el("div", "code").add(head).add(body).view()
}

/// A task's checkbox replaces the bullet.
fn item_class(item: &[Block]) -> &'static str {
    match item.first() {
        Some(Block::Plain(inner) | Block::Paragraph(inner)) if plain_text(inner).starts_with(['☑', '☐']) => "task",
        _ => "",
    }
}

fn table(rows: &[Vec<Vec<Inline>>]) -> AnyView {
    let cells = |row: &Vec<Vec<Inline>>, cell: &dyn Fn() -> El| -> AnyView {
        el("tr", "").add_all(row.iter().map(|inner| cell().add_all(inlines(inner)).view())).view()
    };
    let head = rows.first().map(|row| cells(row, &|| el("th", "").attr("scope", "col")));
    let body = rows.iter().skip(1).map(|row| cells(row, &|| el("td", "")));
    let table = el("table", "").add(el("thead", "").add_some(head)).add(el("tbody", "").add_all(body));
    let frame =
        el("div", "table").attr("tabindex", "0").attr("role", "region").attr("aria-label", t("table")).add(table);
    // Spreadsheets take lines of tab-separated cells.
    let cells = |row: &Vec<Vec<Inline>>| row.iter().map(|cell| plain_text(cell)).collect::<Vec<_>>().join("\t");
    let lines: Vec<String> = rows.iter().map(cells).collect();
    el("div", "table-frame").add(frame).add(copy_button(lines.join("\n"))).view()
}

fn inlines(list: &[Inline]) -> Vec<AnyView> {
    list.iter().map(inline).collect()
}

fn inline(inline: &Inline) -> AnyView {
    match inline {
        Inline::Text(piece) => text(piece),
        Inline::Code(piece) => el("code", "").attr("dir", "ltr").text(piece).view(),
        Inline::Emphasis(inner) => el("em", "").add_all(inlines(inner)).view(),
        Inline::Strong(inner) => el("strong", "").add_all(inlines(inner)).view(),
        Inline::Strike(inner) => el("del", "").add_all(inlines(inner)).view(),
        Inline::Link(href, inner) => {
            let link = el("a", "").attr("href", href).attr("target", "_blank").attr("rel", "noopener noreferrer");
            link.add_all(inlines(inner)).view()
        }
        Inline::Cite(cited) => cite(cited),
        Inline::Break => el("br", "").view(),
    }
}
