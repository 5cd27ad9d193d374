//! Icons of sites as the browser keeps them: `_favicon/` of the extension's own origin, which asks no network.

use crate::runtime;

/// Pixels of an icon's side, for screens of twice the density.
const SIZE: u32 = 32;

/// The address of a page's icon; none if the page is not on the web. A site without one has a plain globe.
pub fn address(page: &str) -> Option<String> {
    let is_web = page.starts_with("https://") || page.starts_with("http://");
    let page = String::from(js_sys::encode_uri_component(page));
    is_web.then(|| runtime::get_url(&format!("_favicon/?pageUrl={page}&size={SIZE}")))
}
