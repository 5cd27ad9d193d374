//! The time and date in the user's language.

use crate::view::memo::words;
use edith_chrome::time::in_words;
use leptos::prelude::*;
use std::time::Duration;

/// The clock of the new tab.
pub(super) fn clock() -> AnyView {
    let now = RwSignal::new(read());
    if let Ok(ticks) = set_interval_with_handle(move || now.set(read()), Duration::from_secs(1)) {
        on_cleanup(move || ticks.clear());
    }
    let time = words(move || now.with(|(time, _)| time.clone()));
    let date = words(move || now.with(|(_, date)| date.clone()));
    view! {
        <div class="clock">
            <p class="clock__time">{time}</p>
            <p class="clock__date">{date}</p>
        </div>
    }
    .into_any()
}

fn read() -> (String, String) {
    let time = in_words(&[("hour", "numeric"), ("minute", "2-digit")]);
    (time, in_words(&[("weekday", "long"), ("day", "numeric"), ("month", "long")]))
}
