//! What notifies only on change.

use leptos::prelude::*;

/// A condition that notifies only on change.
pub(super) fn flag(holds: impl Fn() -> bool + Send + Sync + 'static) -> Memo<bool> {
    let holds: Box<dyn Fn() -> bool + Send + Sync> = Box::new(holds);
    Memo::new(move |_| holds())
}

/// A text that notifies only on change.
pub(super) fn words(text: impl Fn() -> String + Send + Sync + 'static) -> Memo<String> {
    let text: Box<dyn Fn() -> String + Send + Sync> = Box::new(text);
    Memo::new(move |_| text())
}
