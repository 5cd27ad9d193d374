//! The search field of the settings. While it holds words, all parts are shown at once, with only what has these words, which are marked.

use crate::state::find::{Query, SettingEntry};
use crate::state::text::{counted, key, t};
use crate::view::dom::by_id;
use crate::view::icon::{Icon, icon};
use crate::view::show::Show;
use edith_chrome::found;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

/// What is watched, and searched.
pub(super) const PLACE: &str = "settings-body";
/// What is found or missed as a whole.
const ROWS: &str = ".switch, .choice, .field, .grant, .site, .profile__group, .buttons, .sizes > div, .keys > div, [role=group], details.card, .look__theme, .look__field";
/// The class of descriptions.
const NOTE: &str = "field__note";
/// Marks what the search leaves out.
const MISSED: &str = "data-missed";
/// Marks what the search opened, to close it again.
const OPENED: &str = "data-opened";

/// What is being looked for, for the tabs and the parts.
#[derive(Clone, Copy)]
pub(super) struct Search {
    typed: RwSignal<String>,
    /// How many hits there are.
    found: RwSignal<usize>,
}

impl Search {
    /// A search for nothing.
    pub(super) fn new() -> Self {
        let search = Self { typed: RwSignal::default(), found: RwSignal::default() };
        let sift_now = move || {
            // What was drawn with the change is there by the next frame.
            request_animation_frame(move || {
                if let Some(typed) = search.typed.try_get_untracked() {
                    search.found.try_set(sift(&Query::new(&typed)));
                }
            });
        };
        Effect::new(move || {
            search.typed.track();
            sift_now();
        });
        let watch = StoredValue::new_local(None);
        let on = search.on();
        Effect::new(move || {
            // Without words nothing is hidden, and there is nothing to watch.
            watch.set_value(on.get().then(|| found::watch(PLACE, sift_now)));
        });
        on_cleanup(|| found::mark(&js_sys::Array::new()));
        search
    }

    /// Whether there is something to look for.
    pub(super) fn on(self) -> Memo<bool> {
        Memo::new(move |_| self.typed.with(|typed| !Query::new(typed).is_empty()))
    }

    /// The field, and what it found.
    pub(super) fn field(self) -> AnyView {
        let (on, found) = (self.on(), self.found);
        let told = move || match (on.get(), found.get()) {
            (false, _) => String::new(),
            (true, 0) => t("found_none").to_owned(),
            (true, n) => counted(n, key("found_one"), key("found_many")),
        };
        let typed = self.typed;
        let keys = move |event: &web_sys::KeyboardEvent| match event.key().as_str() {
            "Escape" if typed.with_untracked(|typed| !typed.is_empty()) => {
                event.prevent_default();
                event.stop_propagation();
                typed.set(String::new());
            }
            // To the first of what was found.
            "Enter" | "ArrowDown" if on.get_untracked() => {
                event.prevent_default();
                if let Some(first) = first_found() {
                    // Fails only if it cannot take the focus, which loses nothing.
                    let _ = first.focus();
                }
            }
            _ => {}
        };
        let field = view! {
            <input
                class="input"
                type="search"
                placeholder=t("find_setting")
                aria-label=t("find_setting")
                bind:value=typed
                id="setting-search"
                autocomplete="off"
                aria-controls=PLACE
                on:keydown=move |event| keys(&event)
            />
        };
        let status = view! { <p class="field__note found" id="settings-found" role="status">{move || told()}</p> };
        view! {
            <search class="settings__search">
                <label class="search">{icon(Icon::Search)} {field}</label>
                {status}
            </search>
        }
        .into_any()
    }

    /// The heading of a part, while all of them are shown.
    pub(super) fn heading(self, title: &'static str) -> AnyView {
        let on = self.on();
        view! {
            <Show when=on>
                <h2 class="label found__part">{title}</h2>
            </Show>
        }
        .into_any()
    }
}

fn first_found() -> Option<web_sys::HtmlElement> {
    let all = within(
        &by_id::<web_sys::Element>(PLACE)?,
        "button:enabled, input:enabled:not([hidden]), select, textarea, summary, a[href]",
    );
    all.into_iter()
        .filter_map(|one| one.dyn_into::<web_sys::HtmlElement>().ok())
        // What is left out has no box.
        .find(|one| one.offset_parent().is_some())
}

/// Leaves out what does not have these words, marks the words in the rest, and says how many hits there are.
fn sift(query: &Query) -> usize {
    let Some(place) = by_id::<web_sys::Element>(PLACE) else { return 0 };
    for missed in within(&place, &format!("[{MISSED}]")) {
        // Cannot fail: the attribute's name is valid.
        let _ = missed.remove_attribute(MISSED);
    }
    if query.is_empty() {
        for opened in within(&place, &format!("[{OPENED}]")) {
            let _ = opened.remove_attribute(OPENED);
            let _ = opened.remove_attribute("open");
        }
        found::mark(&js_sys::Array::new());
        return 0;
    }
    let parts: Vec<_> = within(&place, ".settings__part, .settings__look")
        .into_iter()
        .map(|part| (within(&part, ".setting"), part))
        .collect();
    let mut all: Vec<SettingEntry> = parts.iter().flat_map(|(sections, _)| sections).map(said).collect();
    let count = crate::state::find::sift(query, &mut all);
    let ranges = js_sys::Array::new();
    let mut all = all.iter();
    for (sections, part) in &parts {
        let shown =
            sections.iter().zip(&mut all).filter(|(section, found)| show(query, section, found, &ranges)).count();
        leave_out(part, shown == 0);
    }
    found::mark(&ranges);
    count
}

/// The rows directly in a row.
fn rows_in(row: &web_sys::Element) -> Vec<web_sys::Element> {
    let is_own = |inner: &web_sys::Element| parent_row(inner).is_some_and(|one| one.is_same_node(Some(row)));
    within(row, ROWS).into_iter().filter(is_own).collect()
}

/// A row and those in it, as they are searched.
fn said(row: &web_sys::Element) -> SettingEntry {
    let mut found =
        SettingEntry { words: row.get_attribute("data-words").unwrap_or_default(), ..SettingEntry::default() };
    words(row, row, false, &mut found);
    found.rows = rows_in(row).iter().map(said).collect();
    found
}

/// Shows what was found in a row, and says whether anything was.
fn show(query: &Query, row: &web_sys::Element, found: &SettingEntry, ranges: &js_sys::Array) -> bool {
    let rows = rows_in(row);
    let shown = found.hits() > 0;
    match () {
        () if found.is_hit => mark(query, row, ranges),
        () => rows.iter().zip(&found.rows).for_each(|(row, found)| {
            show(query, row, found, ranges);
        }),
    }
    if shown {
        open(row, &rows);
    }
    leave_out(row, !shown);
    shown
}

fn open(row: &web_sys::Element, rows: &[web_sys::Element]) {
    // A fold of its own, such as the log, is opened by the person; what holds rows shows them.
    if row.tag_name() == "DETAILS" && !rows.is_empty() && !row.has_attribute("open") {
        // Cannot fail: the attributes' names are valid.
        let _ = row.set_attribute("open", "");
        let _ = row.set_attribute(OPENED, "");
    }
}

fn leave_out(element: &web_sys::Element, is_out: bool) {
    if is_out {
        // Cannot fail: the attribute's name is valid.
        let _ = element.set_attribute(MISSED, "");
    }
}

fn parent_row(row: &web_sys::Element) -> Option<web_sys::Element> {
    row.parent_element()?.closest(&format!("{ROWS}, .setting")).ok().flatten()
}

fn within(element: &web_sys::Element, selector: &str) -> Vec<web_sys::Element> {
    let Ok(found) = element.query_selector_all(selector) else { return Vec::new() };
    (0..found.length()).filter_map(|at| found.get(at)?.dyn_into().ok()).collect()
}

/// The texts of a row without those of the rows in it. `noted`: within a description.
fn words(row: &web_sys::Element, node: &web_sys::Node, noted: bool, all: &mut SettingEntry) {
    let element = node.dyn_ref::<web_sys::Element>();
    if element.is_some_and(|one| !one.is_same_node(Some(row)) && one.matches(ROWS).unwrap_or_default()) {
        return;
    }
    let noted = noted || element.is_some_and(|one| one.class_list().contains(NOTE));
    let mut add = |text: String| {
        let to = if noted { &mut all.note } else { &mut all.name };
        to.push(' ');
        to.push_str(&text);
    };
    element.and_then(|one| one.get_attribute("aria-label")).map(&mut add);
    if node.node_type() == web_sys::Node::TEXT_NODE {
        add(node.node_value().unwrap_or_default());
        return;
    }
    let children = node.child_nodes();
    (0..children.length()).filter_map(|at| children.get(at)).for_each(|child| words(row, &child, noted, all));
}

/// Adds the places of the words in all texts of an element.
fn mark(query: &Query, node: &web_sys::Node, ranges: &js_sys::Array) {
    if node.node_type() == web_sys::Node::TEXT_NODE {
        for (from, to) in query.places(&node.node_value().unwrap_or_default()) {
            if let Ok(range) = document().create_range()
                && range.set_start(node, from).is_ok()
                && range.set_end(node, to).is_ok()
            {
                ranges.push(&range);
            }
        }
        return;
    }
    let children = node.child_nodes();
    (0..children.length()).filter_map(|at| children.get(at)).for_each(|child| mark(query, &child, ranges));
}
