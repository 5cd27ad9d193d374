//! The download of one of the browser's language tools, while a run waits for it: the browser wants a press for it.

use crate::state::text::{fill, t};
use crate::state::wire::event;
use crate::view::icon::{Icon, icon, spinner};
use edith_chrome::{language, runtime};
use edith_protocol::{Event, LanguageTool};
use leptos::prelude::*;
use leptos::task::spawn_local;
use serde_json::{Value, json};
use std::time::Duration;

/// An offer that is not repeated for so long, in milliseconds, is over: its run has ended.
const STALE: f64 = 6_000.0;
const LOOK: Duration = Duration::from_secs(2);

#[derive(Debug, Clone, PartialEq)]
enum ToolOffer {
    /// No run waits.
    None,
    /// One waits for this tool.
    Offered(LanguageTool),
    /// So many percent of it are there.
    Coming(u32),
    /// The browser refused.
    Failed(LanguageTool, String),
}

/// The card; nothing while no run waits.
pub(super) fn language_card() -> AnyView {
    let state = RwSignal::new(ToolOffer::None);
    let heard = StoredValue::new(0.0_f64);
    let listener = runtime::on_message(move |message: Value| {
        if let Some(Event::LanguageDownload(offer)) = event(message) {
            heard.try_set_value(js_sys::Date::now());
            if state.try_get_untracked() == Some(ToolOffer::None) {
                state.try_set(ToolOffer::Offered(offer.tool));
            }
        }
    });
    // It lives as long as the dock, which owns this value.
    StoredValue::new_local(listener);
    let look = move || {
        let late = heard.try_get_value().is_some_and(|at| js_sys::Date::now() - at > STALE);
        if late && !matches!(state.try_get_untracked(), None | Some(ToolOffer::None)) {
            state.try_set(ToolOffer::None);
        }
    };
    if let Ok(looks) = set_interval_with_handle(look, LOOK) {
        on_cleanup(move || looks.clear());
    }
    let begin = move |tool: LanguageTool| {
        state.set(ToolOffer::Coming(0));
        spawn_local(async move {
            let told = move |part: f64| {
                state.try_set(ToolOffer::Coming((part * 100.0).clamp(0.0, 100.0) as u32));
            };
            let done = language::download(&json!(tool).to_string(), told).await;
            state.try_set(match done {
                Ok(()) => ToolOffer::None,
                Err(error) => ToolOffer::Failed(tool, error.message().to_owned()),
            });
        });
    };
    let shown = move || {
        let (tool, words, mark) = match state.get() {
            ToolOffer::None => return ().into_any(),
            ToolOffer::Offered(tool) => (Some(tool), t("language_download").to_owned(), icon(Icon::Download)),
            ToolOffer::Coming(percent) => {
                (None, fill("browser_model_coming", &[("percent", &percent.to_string())]), spinner())
            }
            ToolOffer::Failed(tool, why) => {
                (Some(tool), fill("browser_model_failed", &[("message", &why)]), icon(Icon::Alert))
            }
        };
        let press = tool.map(|tool| {
            view! {
                <button
                    class="button button--small"
                    type="button"
                    id="language-download"
                    on:click=move |_| begin(tool.clone())
                >
                    {t("start_download")}
                </button>
            }
            .into_any()
        });
        view! {
            <div class="notice notice--ask" role="status">
                {mark}
                <p class="notice__text">{words}</p>
                {press}
            </div>
        }
        .into_any()
    };
    view! { {move || shown()} }.into_any()
}
