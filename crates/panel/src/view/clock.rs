//! The time and the date, as the person's language writes them.

use leptos::prelude::*;
use std::time::Duration;
use wasm_bindgen::JsValue;

/// The clock of the new tab.
pub fn clock() -> impl IntoView {
    let now = RwSignal::new(words());
    if let Ok(ticks) = set_interval_with_handle(move || now.set(words()), Duration::from_secs(1)) {
        on_cleanup(move || ticks.clear());
    }
    let time = Memo::new(move |_| now.with(|(time, _)| time.clone()));
    let date = Memo::new(move |_| now.with(|(_, date)| date.clone()));
    view! {
        <div class="clock">
            <p class="clock__time">{move || time.get()}</p>
            <p class="clock__date">{move || date.get()}</p>
        </div>
    }
}

fn words() -> (String, String) {
    let now = js_sys::Date::new_0();
    let written = |fields: &[(&str, &str)]| {
        let options = js_sys::Object::new();
        for (name, form) in fields {
            // Setting a field of a plain object cannot fail.
            let _ = js_sys::Reflect::set(&options, &JsValue::from(*name), &JsValue::from(*form));
        }
        String::from(now.to_locale_string("default", &options))
    };
    let time = written(&[("hour", "numeric"), ("minute", "2-digit")]);
    (time, written(&[("weekday", "long"), ("day", "numeric"), ("month", "long")]))
}
