//! `Date`: the time as a number, and in the person's language.

use wasm_bindgen::JsValue;

/// Milliseconds since 1970.
pub fn now() -> f64 {
    js_sys::Date::now()
}

/// How far the local clock is ahead of UTC now, in minutes.
pub fn zone_minutes() -> i32 {
    // JavaScript's sign is the opposite; it is a whole number.
    -(js_sys::Date::new_0().get_timezone_offset() as i32)
}

/// How far the local clock is ahead of UTC at a moment, in minutes; the moment in milliseconds since 1970.
pub fn zone_minutes_at(at: f64) -> i32 {
    -(js_sys::Date::new(&JsValue::from(at)).get_timezone_offset() as i32)
}

/// The present time and date in the person's language, with these fields of `Intl.DateTimeFormat`, such as `("hour", "numeric")`.
pub fn in_words(fields: &[(&str, &str)]) -> String {
    in_words_at(now(), fields)
}

/// The same for a moment in milliseconds since 1970.
pub fn in_words_at(at: f64, fields: &[(&str, &str)]) -> String {
    let options = js_sys::Object::new();
    for (name, form) in fields {
        // Setting a field of a plain object cannot fail.
        let _ = js_sys::Reflect::set(&options, &JsValue::from(*name), &JsValue::from(*form));
    }
    String::from(js_sys::Date::new(&JsValue::from(at)).to_locale_string(&language(), &options))
}

/// The pages' chosen language, else the browser's.
fn language() -> String {
    Some(crate::i18n::language()).filter(|code| !code.is_empty()).unwrap_or_else(|| "default".to_owned())
}

/// The local time zone's name, such as `Europe/Berlin`.
pub fn zone_name() -> String {
    let options = js_sys::Intl::DateTimeFormat::new(&js_sys::Array::new(), &js_sys::Object::new()).resolved_options();
    let name = js_sys::Reflect::get(&options, &JsValue::from("timeZone"));
    name.ok().and_then(|name| name.as_string()).unwrap_or_default()
}
