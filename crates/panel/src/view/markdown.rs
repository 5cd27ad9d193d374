//! Draws the safe tree of a Markdown text. Only text and safe addresses reach the page.

use crate::state::markdown::{Block, Column, Inline, Maths, plain_text};
use crate::state::text::{fill, t};
use crate::view::cite::cite;
use crate::view::copy_button::copy_button;
use crate::view::dom::by_id;
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
    match block {
        Block::Paragraph(inner) => view! { <p dir="auto">{inlines(inner, scope)}</p> }.into_any(),
        Block::Plain(inner) => inlines(inner, scope).into_any(),
        // The page has its own h1.
        Block::Heading(_, inner) => match depth {
            0 => view! { <h2 dir="auto">{inlines(inner, scope)}</h2> }.into_any(),
            1 => view! { <h3 dir="auto">{inlines(inner, scope)}</h3> }.into_any(),
            _ => view! { <h4 dir="auto">{inlines(inner, scope)}</h4> }.into_any(),
        },
        Block::Code { language, text } => code(language, text),
        Block::Quote(inner) => view! { <blockquote>{blocks(inner, scope)}</blockquote> }.into_any(),
        Block::List { start, items } => {
            let item = |item: &Vec<Block>| {
                view! { <li class=item_class(item) dir="auto">{blocks(item, scope)}</li> }
            };
            let items = items.iter().map(item).collect_view();
            match start {
                Some(start) => view! { <ol start=start.to_string()>{items}</ol> }.into_any(),
                None => view! { <ul>{items}</ul> }.into_any(),
            }
        }
        Block::Rule => view! { <hr /> }.into_any(),
        Block::Table { columns, rows } => table(columns, rows, scope),
        Block::Maths(maths) => match &maths.mathml {
            Some(_) => view! {
                <div class="formula" tabindex="0" role="region" aria-label=t("formula")>{formula(maths)}</div>
            }
            .into_any(),
            None => code("", &maths.source),
        },
        Block::Cited(items) => view! {
            <ol class="cited">
                {items
                    .iter()
                    .map(|(number, item)| {
                        view! {
                            <li id=cited_id(scope, *number) tabindex="-1" value=number.to_string()>
                                {blocks(item, scope)}
                            </li>
                        }
                            .into_any()
                    })
                    .collect_view()}
            </ol>
        }
        .into_any(),
    }
}

/// Maths, which only has elements and attributes that lay out.
fn formula(maths: &Maths) -> AnyView {
    match maths.mathml.clone() {
        Some(mathml) => view! { <span class="maths" dir="ltr" inner_html=mathml></span> }.into_any(),
        None => view! { <code dir="ltr">{maths.source.clone()}</code> }.into_any(),
    }
}

fn cited_id(scope: Scope, number: u32) -> String {
    format!("cited-{scope}-{number}")
}

/// The raised number of what is cited; it leads to its place in the list at the end.
fn number(number: u32, doubtful: bool, scope: Scope) -> AnyView {
    let id = cited_id(scope, number);
    let goal = id.clone();
    let go = move |event: web_sys::MouseEvent| {
        // The address stays as it is: it says what the page shows.
        event.prevent_default();
        if let Some(item) = by_id::<web_sys::HtmlElement>(&goal) {
            item.scroll_into_view();
            let _ = item.focus();
        }
    };
    let link = view! {
        <a href=format!("#{id}") aria-label=fill("source_number", &[("n", &number.to_string())]) on:click=go>
            {format!("[{number}]")}
        </a>
    };
    let doubt = doubtful.then(|| view! { <span role="img" aria-label=t("unconfirmed")>"⚠"</span> }.into_any());
    view! { <sup class=if doubtful { "number number--doubtful" } else { "number" }>{link} {doubt}</sup> }.into_any()
}

/// A code block, which scrolls by itself and can be copied.
pub(super) fn code(label: &str, text: &str) -> AnyView {
    let head = view! {
        <div class="code__head">
            <span>{label.to_owned()}</span>
            {copy_button(text.to_owned())}
        </div>
    };
    let body = view! { <pre tabindex="0" dir="ltr"><code>{text.to_owned()}</code></pre> };
    view! { <div class="code">{head} {body}</div> }.into_any()
}

/// A task's checkbox replaces the bullet.
fn item_class(item: &[Block]) -> Option<&'static str> {
    match item.first() {
        Some(Block::Plain(inner) | Block::Paragraph(inner)) if matches!(inner.first(), Some(Inline::Task(_))) => {
            Some("todo")
        }
        _ => None,
    }
}

fn table(columns: &[Column], rows: &[Vec<Vec<Inline>>], scope: Scope) -> AnyView {
    let class = |at: usize| match columns.get(at) {
        Some(Column::Figures) => Some("figures"),
        Some(Column::Middle) => Some("middle"),
        Some(Column::Words) | None => None,
    };
    let title = |(at, inner): (usize, &Vec<Inline>)| {
        view! { <th class=class(at) scope="col" dir="auto">{inlines(inner, scope)}</th> }
    };
    let cell = |(at, inner): (usize, &Vec<Inline>)| {
        view! { <td class=class(at) dir="auto">{inlines(inner, scope)}</td> }
    };
    let head = rows.first().map(|row| view! { <tr>{row.iter().enumerate().map(title).collect_view()}</tr> }.into_any());
    let body =
        rows.iter().skip(1).map(|row| view! { <tr>{row.iter().enumerate().map(cell).collect_view()}</tr> }.into_any());
    let table = view! {
        <table>
            <thead>{head}</thead>
            <tbody>{body.collect_view()}</tbody>
        </table>
    };
    let frame = view! { <div class="table" tabindex="0" role="region" aria-label=t("table")>{table}</div> };
    // Spreadsheets take lines of tab-separated cells.
    let cells = |row: &Vec<Vec<Inline>>| row.iter().map(|cell| plain_text(cell)).collect::<Vec<_>>().join("\t");
    let lines: Vec<String> = rows.iter().map(cells).collect();
    view! { <div class="table-frame">{frame} {copy_button(lines.join("\n"))}</div> }.into_any()
}

fn inlines(list: &[Inline], scope: Scope) -> Vec<AnyView> {
    list.iter().map(|one| inline(one, scope)).collect()
}

fn inline(inline: &Inline, scope: Scope) -> AnyView {
    match inline {
        Inline::Text(piece) => piece.clone().into_any(),
        Inline::Code(piece) => view! { <code dir="ltr">{piece.clone()}</code> }.into_any(),
        Inline::Emphasis(inner) => view! { <em>{inlines(inner, scope)}</em> }.into_any(),
        Inline::Strong(inner) => view! { <strong>{inlines(inner, scope)}</strong> }.into_any(),
        Inline::Strike(inner) => view! { <del>{inlines(inner, scope)}</del> }.into_any(),
        Inline::Link(href, inner) => view! {
            <a href=href.clone() target="_blank" rel="noopener noreferrer">{inlines(inner, scope)}</a>
        }
        .into_any(),
        Inline::Host(host) => view! { <span class="link__host">{format!(" ({host})")}</span> }.into_any(),
        Inline::Cite(cited) => cite(cited),
        Inline::Number { number: n, doubtful } => number(*n, *doubtful, scope),
        Inline::Doubt(why) => view! { <span class="doubt">{why.clone()}</span> }.into_any(),
        Inline::Task(done) => {
            let label = if *done { t("done") } else { t("task_open") };
            view! { <input type="checkbox" disabled checked=*done aria-label=label /> }.into_any()
        }
        Inline::Maths(maths) => formula(maths),
        Inline::Break => view! { <br /> }.into_any(),
    }
}
