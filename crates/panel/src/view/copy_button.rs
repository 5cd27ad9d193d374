//! Copying text to the clipboard.

use crate::state::text::t;
use crate::view::icon::{Icon, icon};
use leptos::prelude::*;
use std::time::Duration;

/// How long t("copied") is shown.
const COPIED: Duration = Duration::from_secs(2);

/// A button that copies a text.
pub(super) fn copy_button(text: String) -> AnyView {
    let copied = RwSignal::new(false);
    let copy = move || {
        // Copying fails only without focus, which the click has just given.
        let _ = window().navigator().clipboard().write_text(&text);
        copied.set(true);
        let after = move || {
            copied.try_set(false);
        };
        set_timeout(after, COPIED);
    };
    let name = Signal::derive(move || Some(if copied.get() { t("copied") } else { t("copy") }.to_owned()));
    view! {
        <button
            class="icon-button copy"
            type="button"
            aria-label=name
            title=name
            on:click=move |_| copy()
        >
            {move || icon(if copied.get() { Icon::Check } else { Icon::Copy })}
        </button>
    }
    .into_any()
}
