//! `Date.now`.

/// Milliseconds since 1970.
pub fn now() -> f64 {
    js_sys::Date::now()
}
