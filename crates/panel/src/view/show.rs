//! What is shown while a condition holds.

use leptos::prelude::*;

/// As Leptos' own, with one type for all conditions and all views: a third of the code.
#[component(transparent)]
pub(super) fn Show(
    #[prop(into)] when: Signal<bool>,
    /// What is shown otherwise.
    #[prop(optional, into)]
    fallback: ViewFn,
    children: ChildrenFn,
) -> AnyView {
    let holds = Memo::new(move |_| when.get());
    let shown = move || if holds.get() { children() } else { fallback.run() };
    view! { {move || shown()} }.into_any()
}
