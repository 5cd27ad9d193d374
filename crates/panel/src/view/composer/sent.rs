//! What a sent message refers to, shown with it for good.

use super::references::{kind_words, words_of};
use crate::state::compose::{File, Sent};
use crate::state::documents::kind::shape;
use crate::state::documents::place::Opening;
use crate::state::format::shorten;
use crate::state::text::t;
use crate::view::cite::ToPlace;
use crate::view::documents::{shape_icon, thumb};
use crate::view::icon::{Icon, icon};
use edith_protocol::Reference;
use leptos::prelude::*;

/// Characters on a chip.
const WORDS: usize = 60;

/// The chips of a sent message.
pub(in crate::view) fn referred(sent: &Sent) -> AnyView {
    if sent.is_empty() {
        return ().into_any();
    }
    let prompt = sent.prompt.iter().map(|name| {
        view! {
            <li class="chip" title=t("prompt_used")>
                {icon(Icon::Spark)}
                <span class="sr-only">{t("prompt_used")}</span>
                <span class="chip__words" dir="auto">{shorten(name, WORDS)}</span>
            </li>
        }
        .into_any()
    });
    view! {
        <ul class="chips said__files" aria-label=t("refers_to")>
            {prompt.collect_view()}
            {sent.references.iter().map(reference).collect_view()}
            {sent.files.iter().map(file).collect_view()}
        </ul>
    }
    .into_any()
}

fn reference(one: &Reference) -> AnyView {
    let words = words_of(one);
    let kind = view! { <span class="chip__kind">{kind_words(one.kind)}</span> };
    let shown = view! { <span class="chip__words" dir="auto">{shorten(words, WORDS)}</span> };
    let inside = view! {
        {kind}
        {shown}
    };
    let inside = if one.url.starts_with("http://") || one.url.starts_with("https://") {
        view! { <a class="to-place" href=one.url.clone() target="_blank" rel="noreferrer">{inside}</a> }.into_any()
    } else {
        inside.into_any()
    };
    view! { <li class="chip" title=shorten(words, 300)>{inside}</li> }.into_any()
}

/// A document; it opens in the viewer. A picture is shown small.
fn file(one: &File) -> AnyView {
    let words = view! { <span class="chip__words" dir="auto">{shorten(&one.name, WORDS)}</span> };
    let shown = if one.is_picture { thumb(one.id.clone()) } else { icon(shape_icon(shape("", &one.name, ""))) };
    let class = if one.is_picture { "chip chip--picture" } else { "chip" };
    view! {
        <li class=class>
            <ToPlace class="to-place" title=Some(one.name.clone()) place=Opening::start(one.id.clone())>
                {shown}
                {words}
            </ToPlace>
        </li>
    }
    .into_any()
}
