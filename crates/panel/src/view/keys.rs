//! Keys that a field takes for itself.

/// Listens to Enter in a field, and keeps it from the form around it.
pub(super) fn on_enter(listener: impl Fn() + 'static) -> impl Fn(web_sys::KeyboardEvent) + 'static {
    on_own_key("Enter", listener)
}

/// Listens to Escape, and keeps it from what is around it.
pub(super) fn on_escape(listener: impl Fn() + 'static) -> impl Fn(web_sys::KeyboardEvent) + 'static {
    on_own_key("Escape", listener)
}

/// Listens to Enter with Control or Meta, which sends a form from any of its fields.
pub(super) fn on_send(listener: impl Fn() + 'static) -> impl Fn(web_sys::KeyboardEvent) + 'static {
    move |event| {
        if event.key() == "Enter" && (event.ctrl_key() || event.meta_key()) && !event.is_composing() {
            event.prevent_default();
            listener();
        }
    }
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
