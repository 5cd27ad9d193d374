//! Keys that a field takes for itself.

/// Listens to Enter in a field, and keeps it from the form around it.
pub(super) fn on_enter(listener: impl Fn() + 'static) -> impl Fn(web_sys::KeyboardEvent) + 'static {
    on_own_key("Enter", listener)
}

/// Listens to Escape, and keeps it from what is around it.
pub(super) fn on_escape(listener: impl Fn() + 'static) -> impl Fn(web_sys::KeyboardEvent) + 'static {
    on_own_key("Escape", listener)
}

fn on_own_key(key: &'static str, listener: impl Fn() + 'static) -> impl Fn(web_sys::KeyboardEvent) + 'static {
    move |event| {
        if event.key() == key {
            event.prevent_default();
            event.stop_propagation();
            listener();
        }
    }
}
