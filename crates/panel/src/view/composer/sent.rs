//! What a sent message refers to, shown with it for good.

use super::references::{kind_words, words_of};
use crate::state::compose::{File, Sent};
use crate::state::documents::kind::shape;
use crate::state::documents::place::Opening;
use crate::state::format::shorten;
use crate::state::text::t;
use crate::view::cite::to_place;
use crate::view::documents::{shape_icon, thumb};
use crate::view::el::{el, nothing};
use crate::view::icon::{Icon, icon};
use edith_protocol::Reference;
use leptos::prelude::*;

/// Characters on a chip.
const WORDS: usize = 60;

/// The chips of a sent message.
pub(in crate::view) fn referred(sent: &Sent) -> AnyView {
    if sent.is_empty() {
        return nothing();
    }
    let prompt = sent.prompt.iter().map(|name| {
        el("li", "chip")
            .attr("title", t("prompt_used"))
            .add(icon(Icon::Spark))
            .add(el("span", "sr-only").text(t("prompt_used")))
            .add(el("span", "chip__words").attr("dir", "auto").text(shorten(name, WORDS)))
            .view()
    });
    el("ul", "chips said__files")
        .attr("aria-label", t("refers_to"))
        .add_all(prompt)
        .add_all(sent.references.iter().map(reference))
        .add_all(sent.files.iter().map(file))
        .view()
}

fn reference(one: &Reference) -> AnyView {
    let words = words_of(one);
    let kind = el("span", "chip__kind").text(kind_words(one.kind));
    let shown = el("span", "chip__words").attr("dir", "auto").text(shorten(words, WORDS));
    let chip = el("li", "chip").attr("title", shorten(words, 300));
    if one.url.starts_with("http://") || one.url.starts_with("https://") {
        let link = el("a", "to-place").attr("href", one.url.clone()).attr("target", "_blank").attr("rel", "noreferrer");
        chip.add(link.add(kind).add(shown)).view()
    } else {
        chip.add(kind).add(shown).view()
    }
}

/// A document; it opens in the viewer. A picture is shown small.
fn file(one: &File) -> AnyView {
    let words = el("span", "chip__words").attr("dir", "auto").text(shorten(&one.name, WORDS));
    let link = to_place(&Opening::start(one.id.clone())).attr("class", "to-place").attr("title", one.name.clone());
    let shown = icon(shape_icon(shape("", &one.name, "")));
    let link = if one.is_picture { link.add(thumb(one.id.clone())) } else { link.add(shown) };
    let class = if one.is_picture { "chip chip--picture" } else { "chip" };
    el("li", class).add(link.add(words)).view()
}
