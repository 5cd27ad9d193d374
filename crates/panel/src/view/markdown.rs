//! Draws the safe tree of a Markdown text. Only text and safe addresses reach the page.

use crate::state::markdown::{Block, Column, Inline, Maths, plain_text};
use crate::state::text::{fill, t};
use crate::view::cite::cite;
use crate::view::copy_button::copy_button;
use crate::view::el::{El, all, by_id, el, text};
use leptos::prelude::*;
use std::sync::atomic::{AtomicU32, Ordering};

/// What sets the ids of one drawn text apart from those of others.
type Scope = u32;

static SCOPES: AtomicU32 = AtomicU32::new(0);

/// Draws a text. Its top heading follows the page's own, whatever level the model began with.
pub(super) fn drawn(list: &[Block]) -> Vec<AnyView> {
    blocks(list, SCOPES.fetch_add(1, Ordering::Relaxed))
}

fn blocks(list: &[Block], scope: Scope) -> Vec<AnyView> {
    let level = |block: &Block| if let Block::Heading(level, _) = block { Some(*level) } else { None };
    let highest = list.iter().filter_map(level).min().unwrap_or(1);
    // A heading is one level below the one before it at most, whatever the model wrote.
    let mut below = 0;
    let draw = |one: &Block| {
        let depth = level(one).map(|level| level.saturating_sub(highest).min(below));
        below = depth.map_or(below, |depth| depth + 1);
        block(one, depth.unwrap_or_default(), scope)
    };
    list.iter().map(draw).collect()
}

/// `depth`: of a heading, below the highest.
fn block(block: &Block, depth: u8, scope: Scope) -> AnyView {
    // Each block may be in another script.
    let with =
        |tag: &'static str, inner: &[Inline]| el(tag, "").attr("dir", "auto").add_all(inlines(inner, scope)).view();
    match block {
        Block::Paragraph(inner) => with("p", inner),
        Block::Plain(inner) => all(inlines(inner, scope)),
        // The page has its own h1.
        Block::Heading(_, inner) => match depth {
            0 => with("h2", inner),
            1 => with("h3", inner),
            _ => with("h4", inner),
        },
        Block::Code { language, text } => code(language, text),
        Block::Quote(inner) => el("blockquote", "").add_all(blocks(inner, scope)).view(),
        Block::List { start, items } => {
            let list = match start {
                Some(start) => el("ol", "").attr("start", start.to_string()),
                None => el("ul", ""),
            };
            list.add_all(
                items
                    .iter()
                    .map(|item| el("li", item_class(item)).attr("dir", "auto").add_all(blocks(item, scope)).view()),
            )
            .view()
        }
        Block::Rule => el("hr", "").view(),
        Block::Table { columns, rows } => table(columns, rows, scope),
        Block::Maths(maths) => match &maths.mathml {
            Some(_) => {
                let frame = el("div", "formula").attr("tabindex", "0").attr("role", "region");
                frame.attr("aria-label", t("formula")).add(formula(maths)).view()
            }
            None => code("", &maths.source),
        },
        Block::Cited(items) => el("ol", "cited")
            .add_all(items.iter().map(|(number, item)| {
                el("li", "")
                    .attr("id", cited_id(scope, *number))
                    .attr("tabindex", "-1")
                    .attr("value", number.to_string())
                    .add_all(blocks(item, scope))
                    .view()
            }))
            .view(),
    }
}

/// Maths, which only has elements and attributes that lay out.
fn formula(maths: &Maths) -> AnyView {
    match maths.mathml.clone() {
        Some(mathml) => {
            el("span", "maths").attr("dir", "ltr").live_property("innerHTML", move || mathml.clone()).view()
        }
        None => el("code", "").attr("dir", "ltr").text(&maths.source).view(),
    }
}

fn cited_id(scope: Scope, number: u32) -> String {
    format!("cited-{scope}-{number}")
}

/// The raised number of what is cited; it leads to its place in the list at the end.
fn number(number: u32, doubtful: bool, scope: Scope) -> AnyView {
    let id = cited_id(scope, number);
    let goal = id.clone();
    let go = move |event: web_sys::Event| {
        // The address stays as it is: it says what the page shows.
        event.prevent_default();
        if let Some(item) = by_id::<web_sys::HtmlElement>(&goal) {
            item.scroll_into_view();
            let _ = item.focus();
        }
    };
    let link = el("a", "").attr("href", format!("#{id}")).on("click", go);
    let link =
        link.attr("aria-label", fill("source_number", &[("n", &number.to_string())])).text(format!("[{number}]"));
    let doubt = doubtful.then(|| el("span", "").attr("role", "img").attr("aria-label", t("unconfirmed")).text("⚠"));
    el("sup", if doubtful { "number number--doubtful" } else { "number" }).add(link).add_some(doubt).view()
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
        Some(Block::Plain(inner) | Block::Paragraph(inner)) if matches!(inner.first(), Some(Inline::Task(_))) => "todo",
        _ => "",
    }
}

fn table(columns: &[Column], rows: &[Vec<Vec<Inline>>], scope: Scope) -> AnyView {
    let class = |at: usize| match columns.get(at) {
        Some(Column::Figures) => "figures",
        Some(Column::Middle) => "middle",
        Some(Column::Words) | None => "",
    };
    let cells = |row: &Vec<Vec<Inline>>, cell: &dyn Fn(&'static str) -> El| -> AnyView {
        let one = |(at, inner): (usize, &Vec<Inline>)| {
            cell(class(at)).attr("dir", "auto").add_all(inlines(inner, scope)).view()
        };
        let cells = row.iter().enumerate().map(one);
        el("tr", "").add_all(cells).view()
    };
    let head = rows.first().map(|row| cells(row, &|class| el("th", class).attr("scope", "col")));
    let body = rows.iter().skip(1).map(|row| cells(row, &|class| el("td", class)));
    let table = el("table", "").add(el("thead", "").add_some(head)).add(el("tbody", "").add_all(body));
    let frame =
        el("div", "table").attr("tabindex", "0").attr("role", "region").attr("aria-label", t("table")).add(table);
    // Spreadsheets take lines of tab-separated cells.
    let cells = |row: &Vec<Vec<Inline>>| row.iter().map(|cell| plain_text(cell)).collect::<Vec<_>>().join("\t");
    let lines: Vec<String> = rows.iter().map(cells).collect();
    el("div", "table-frame").add(frame).add(copy_button(lines.join("\n"))).view()
}

fn inlines(list: &[Inline], scope: Scope) -> Vec<AnyView> {
    list.iter().map(|one| inline(one, scope)).collect()
}

fn inline(inline: &Inline, scope: Scope) -> AnyView {
    match inline {
        Inline::Text(piece) => text(piece),
        Inline::Code(piece) => el("code", "").attr("dir", "ltr").text(piece).view(),
        Inline::Emphasis(inner) => el("em", "").add_all(inlines(inner, scope)).view(),
        Inline::Strong(inner) => el("strong", "").add_all(inlines(inner, scope)).view(),
        Inline::Strike(inner) => el("del", "").add_all(inlines(inner, scope)).view(),
        Inline::Link(href, inner) => {
            let link = el("a", "").attr("href", href).attr("target", "_blank").attr("rel", "noopener noreferrer");
            link.add_all(inlines(inner, scope)).view()
        }
        Inline::Host(host) => el("span", "link__host").text(format!(" ({host})")).view(),
        Inline::Cite(cited) => cite(cited),
        Inline::Number { number: n, doubtful } => number(*n, *doubtful, scope),
        Inline::Doubt(why) => el("span", "doubt").text(why).view(),
        Inline::Task(done) => {
            let field = el("input", "").attr("type", "checkbox").attr("disabled", "");
            let field = if *done { field.attr("checked", "") } else { field };
            field.attr("aria-label", if *done { t("done") } else { t("task_open") }).view()
        }
        Inline::Maths(maths) => formula(maths),
        Inline::Break => el("br", "").view(),
    }
}
