//! The side panel, the new tab and the options page: one bundle, started by `panel.js` on each of them.

fn main() {
    #[cfg(target_arch = "wasm32")]
    edith_panel::view::mount();
}
