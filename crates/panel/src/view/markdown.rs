//! The safe tree of a Markdown text as views. Only text and addresses that were found safe get into the page.

use crate::state::markdown::{Block, Inline};
use crate::view::message::copy_button;
use leptos::prelude::*;

/// Draws blocks.
pub fn blocks(list: &[Block]) -> Vec<AnyView> {
    list.iter().map(block).collect()
}

fn block(block: &Block) -> AnyView {
    match block {
        Block::Paragraph(inner) => view! { <p>{inlines(inner)}</p> }.into_any(),
        Block::Plain(inner) => inlines(inner).into_any(),
        // The page has its own h1 and h2.
        Block::Heading(1 | 2, inner) => view! { <h3>{inlines(inner)}</h3> }.into_any(),
        Block::Heading(3, inner) => view! { <h4>{inlines(inner)}</h4> }.into_any(),
        Block::Heading(_, inner) => view! { <h5>{inlines(inner)}</h5> }.into_any(),
        Block::Code { language, text } => view! {
            <div class="code">
                <div class="code__head"><span>{language.clone()}</span>{copy_button(text.clone())}</div>
                <pre tabindex="0" dir="ltr"><code>{text.clone()}</code></pre>
            </div>
        }
        .into_any(),
        Block::Quote(inner) => view! { <blockquote>{blocks(inner)}</blockquote> }.into_any(),
        Block::List { start, items } => {
            let rows: Vec<AnyView> = items.iter().map(|item| view! { <li>{blocks(item)}</li> }.into_any()).collect();
            match start {
                Some(start) => view! { <ol start=start.to_string()>{rows}</ol> }.into_any(),
                None => view! { <ul>{rows}</ul> }.into_any(),
            }
        }
        Block::Rule => view! { <hr/> }.into_any(),
        Block::Table(rows) => {
            let (head, body) = rows.split_first().map_or((None, &[][..]), |(head, body)| (Some(head), body));
            let head = head.into_iter().flatten().map(|cell| view! { <th scope="col">{inlines(cell)}</th> }.into_any());
            let head: Vec<AnyView> = head.collect();
            let body: Vec<AnyView> = body
                .iter()
                .map(|row| {
                    let cells: Vec<AnyView> =
                        row.iter().map(|cell| view! { <td>{inlines(cell)}</td> }.into_any()).collect();
                    view! { <tr>{cells}</tr> }.into_any()
                })
                .collect();
            view! {
                <div class="table" tabindex="0" role="region" aria-label="Table">
                    <table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>
                </div>
            }
            .into_any()
        }
    }
}

fn inlines(list: &[Inline]) -> Vec<AnyView> {
    list.iter().map(inline).collect()
}

fn inline(inline: &Inline) -> AnyView {
    match inline {
        Inline::Text(text) => text.clone().into_any(),
        Inline::Code(text) => view! { <code dir="ltr">{text.clone()}</code> }.into_any(),
        Inline::Emphasis(inner) => view! { <em>{inlines(inner)}</em> }.into_any(),
        Inline::Strong(inner) => view! { <strong>{inlines(inner)}</strong> }.into_any(),
        Inline::Strike(inner) => view! { <del>{inlines(inner)}</del> }.into_any(),
        Inline::Link(href, inner) => {
            view! { <a href=href.clone() target="_blank" rel="noopener noreferrer">{inlines(inner)}</a> }.into_any()
        }
        Inline::Break => view! { <br/> }.into_any(),
    }
}
