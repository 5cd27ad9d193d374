//! What the message starts: a task, a research, a talk; questions where there are documents to ask.

use crate::state::mode::planned;
use crate::state::modes::{CHOICES, Choice};
use crate::state::text::t;
use crate::view::show::Show;
use crate::view::store::{Store, store};
use edith_protocol::Mode;
use leptos::prelude::*;

pub(super) fn modes() -> AnyView {
    let store = store();
    // Where there is nothing to ask about, it is not a choice.
    let asks = move || store.mode.get() == Mode::Documents || store.files.with(|files| !files.is_empty());
    view! {
        <fieldset class="segmented">
            <legend class="sr-only">{t("what_starts")}</legend>
            {CHOICES
                .iter()
                .map(|one| {
                    if one.mode == Mode::Documents {
                        view! { <Show when=asks>{choice(store, one)}</Show> }.into_any()
                    } else {
                        choice(store, one).into_any()
                    }
                })
                .collect_view()}
        </fieldset>
    }
    .into_any()
}

fn choice(store: Store, one: &'static Choice) -> AnyView {
    let mode = one.mode;
    let radio = view! {
        <input
            type="radio"
            name="mode"
            value=mode.name()
            prop:checked=move || store.mode.get() == mode || store.mode.get() == planned(mode, true)
            // A click, and what arrow keys do, whether or not it changes anything; a space on the checked one is not a click.
            on:click=move |_| store.choose_mode(mode)
            on:keydown=move |event| {
                if event.key() == " " {
                    store.choose_mode(mode);
                }
            }
        />
    };
    view! {
        <label class="segmented__item" title=t(one.note)>
            {radio}
            <span>{t(one.name)}</span>
        </label>
    }
    .into_any()
}
