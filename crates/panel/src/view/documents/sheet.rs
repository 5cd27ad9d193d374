//! Draws a page of a document. Its texts are data: only text nodes are made of them.

use crate::state::documents::page::{DrawnBlock, Text};
use crate::state::markdown::safe_href;
use crate::state::text::t;
use edith_protocol::{FieldShown, LinkShown, PageShown};
use leptos::prelude::*;

/// A page's blocks, with its fields and links.
pub(super) fn sheet(parts: Vec<DrawnBlock>, page: &PageShown) -> AnyView {
    let parts = parts.into_iter().map(part);
    view! {
        <div class="sheet" dir="auto">
            {parts.collect_view()}
            {fields(&page.fields)}
            {links(&page.links)}
        </div>
    }
    .into_any()
}

fn part(part: DrawnBlock) -> AnyView {
    match part {
        // The document's name is the page's h1.
        DrawnBlock::Heading(1, words) => view! { <h2>{text(words)}</h2> }.into_any(),
        DrawnBlock::Heading(2, words) => view! { <h3>{text(words)}</h3> }.into_any(),
        DrawnBlock::Heading(_, words) => view! { <h4>{text(words)}</h4> }.into_any(),
        DrawnBlock::Paragraph(words) => view! { <p>{text(words)}</p> }.into_any(),
        DrawnBlock::List(items) => {
            let items = items.into_iter().map(|words| view! { <li>{text(words)}</li> }.into_any());
            view! { <ul>{items.collect_view()}</ul> }.into_any()
        }
        DrawnBlock::Table(head, rows) => table(head, rows),
        DrawnBlock::Caption(words) => view! { <p class="sheet__caption">{text(words)}</p> }.into_any(),
        DrawnBlock::Margin(words) => view! { <p class="sheet__margin">{text(words)}</p> }.into_any(),
        DrawnBlock::Note(words) => view! { <p class="sheet__note">{text(words)}</p> }.into_any(),
        DrawnBlock::Image(words) => view! {
            <div class="sheet__image">
                <span class="label">{t("in_picture")}</span>
                <p>{text(words)}</p>
            </div>
        }
        .into_any(),
    }
}

fn text(words: Text) -> AnyView {
    let piece = |(piece, marked): (String, bool)| match marked {
        true => view! { <mark>{piece}</mark> }.into_any(),
        false => piece.into_any(),
    };
    words.into_iter().map(piece).collect_view().into_any()
}

fn table(head: Vec<Vec<Text>>, rows: Vec<Vec<Text>>) -> AnyView {
    let row = |cells: Vec<Text>, cell: fn(Text) -> AnyView| {
        view! { <tr>{cells.into_iter().map(cell).collect_view()}</tr> }
    };
    let title = |words| view! { <th scope="col">{text(words)}</th> }.into_any();
    let cell = |words| view! { <td>{text(words)}</td> }.into_any();
    let head = (!head.is_empty())
        .then(|| view! { <thead>{head.into_iter().map(|cells| row(cells, title)).collect_view()}</thead> }.into_any());
    let body = rows.into_iter().map(|cells| row(cells, cell)).collect_view();
    view! {
        <div class="table" tabindex="0" role="region" aria-label=t("table")>
            <table>{head} <tbody>{body}</tbody></table>
        </div>
    }
    .into_any()
}

fn fields(fields: &[FieldShown]) -> AnyView {
    if fields.is_empty() {
        return ().into_any();
    }
    let rows = fields.iter().map(|field| {
        let value = if field.value.is_empty() { t("field_empty").to_owned() } else { field.value.clone() };
        view! {
            <div>
                <dt>{field.name.clone()}</dt>
                <dd>{value}</dd>
            </div>
        }
        .into_any()
    });
    let list = view! { <dl class="sheet__fields">{rows.collect_view()}</dl> };
    aside("page-fields", t("form_fields"), list.into_any())
}

fn links(links: &[LinkShown]) -> AnyView {
    if links.is_empty() {
        return ().into_any();
    }
    let rows = links.iter().map(|link| {
        let words = (!link.text.trim().is_empty() && link.text != link.url)
            .then(|| view! { <span>{link.text.clone()}</span> }.into_any());
        let address = match safe_href(&link.url) {
            Some(href) => view! {
                <a class="sheet__address" href=href target="_blank" rel="noopener noreferrer" dir="ltr">
                    {link.url.clone()}
                </a>
            }
            .into_any(),
            None => view! { <span class="sheet__address" dir="ltr">{link.url.clone()}</span> }.into_any(),
        };
        view! { <li>{words} {address}</li> }.into_any()
    });
    let list = view! { <ul class="sheet__links">{rows.collect_view()}</ul> };
    aside("page-links", t("links_of_page"), list.into_any())
}

fn aside(id: &'static str, title: &'static str, body: AnyView) -> AnyView {
    view! {
        <section class="sheet__aside" aria-labelledby=id>
            <h2 class="label" id=id>{title}</h2>
            {body}
        </section>
    }
    .into_any()
}
