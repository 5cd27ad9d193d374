//! The list above the composer while something is looked up: tabs, documents and resources of servers after `@`, prompts after `/`. The focus stays in the text.

use crate::state::compose::{
    BUILT_IN, BuiltIn, Group, Offer, Offered, Sign, Trigger, offers, prompt_offers, resource_offers, trigger,
};
use crate::state::documents::kind::{is_pdf, shape};
use crate::state::format::shorten;
use crate::state::site::host;
use crate::state::text::{counted, fill, key, t};
use crate::view::bridge;
use crate::view::documents::shape_icon;
use crate::view::dom::by_id;
use crate::view::icon::{Icon, icon};
use crate::view::store::{Store, focus};
use edith_chrome::tabs;
use edith_protocol::{Command, DocumentShown, McpServerShown};
use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::HtmlTextAreaElement;

/// Characters of a title in the list.
const TITLE: usize = 80;
/// The id of the list.
pub(super) const LIST: &str = "lookup-list";

/// What is being looked up.
#[derive(Clone, Copy)]
pub(super) struct Lookup {
    store: Store,
    /// The look-up at the caret; none: nothing is looked up.
    at_caret: RwSignal<Option<Trigger>>,
    /// The place in the list that Enter takes.
    at: RwSignal<usize>,
    /// Escape closed the list: it stays closed until the sign is gone.
    closed: StoredValue<bool>,
    tabs: RwSignal<Vec<tabs::Tab>>,
    documents: RwSignal<Vec<DocumentShown>>,
    offers: Memo<Vec<Offer>>,
}

impl Lookup {
    pub(super) fn new(store: Store) -> Self {
        let at_caret = RwSignal::new(None::<Trigger>);
        let (tabs, documents) = (RwSignal::new(Vec::<tabs::Tab>::new()), RwSignal::new(Vec::<DocumentShown>::new()));
        let served = move |offers: fn(&[McpServerShown]) -> Vec<Offer>| {
            store.mcp.servers.with(|servers| offers(servers.as_deref().unwrap_or_default()))
        };
        let offers = Memo::new(move |_| {
            let Some(trigger) = at_caret.get() else { return Vec::new() };
            let all = match trigger.sign {
                Sign::At => {
                    let open = tabs.with(|tabs| tabs.iter().map(tab_offer).collect::<Vec<_>>());
                    open.into_iter()
                        .chain(documents.with(|all| all.iter().map(document_offer).collect::<Vec<_>>()))
                        .chain(served(|servers| resource_offers(servers, "")))
                        .collect()
                }
                Sign::Slash => {
                    let own = store.compose.prompts.with(|all| all.iter().map(own_offer).collect::<Vec<_>>());
                    own.into_iter().chain(served(prompt_offers)).chain(BUILT_IN.map(Offer::built_in)).collect()
                }
            };
            offers(trigger.sign, all, &trigger.typed)
        });
        let (at, closed) = (RwSignal::new(0), StoredValue::new(false));
        Self { store, at_caret, at, closed, tabs, documents, offers }
    }

    /// Whether the list is open.
    pub(super) fn is_open(self) -> bool {
        self.offers.with(|offers| !offers.is_empty())
    }

    /// The id of the place that Enter takes.
    pub(super) fn active(self) -> Option<String> {
        self.is_open().then(|| option_id(self.at.get()))
    }

    /// The text or the caret changed.
    pub(super) fn follow(self, field: &HtmlTextAreaElement) {
        let caret = field.selection_start().ok().flatten().unwrap_or(u32::MAX);
        let found = trigger(&field.value(), caret);
        if found.is_none() {
            self.closed.set_value(false);
        }
        let found = found.filter(|_| !self.closed.get_value());
        let (was, is) = (self.at_caret.get_untracked().map(|one| one.sign), found.as_ref().map(|one| one.sign));
        if self.at_caret.with_untracked(|before| *before != found) {
            self.at.set(0);
            self.at_caret.set(found);
        }
        if was != is && is.is_some() {
            self.store.refresh_mcp(false);
        }
        if was != is && is == Some(Sign::At) {
            self.gather();
        }
    }

    /// Reads the tabs and the documents.
    fn gather(self) {
        spawn_local(async move {
            let query = tabs::Query { window_type: Some("normal"), ..tabs::Query::default() };
            // Without tabs from the browser there are documents to choose from.
            let mut open = tabs::query(&query).await.unwrap_or_default();
            open.retain(|tab| tab.url.starts_with("http"));
            open.sort_by_key(|tab| !tab.active);
            self.tabs.set(open);
            if let Ok(kept) = bridge::list("documents", |after| Command::DocumentList { after }).await {
                self.documents.set(kept);
            }
        });
    }

    /// Takes a key while the list is open; returns whether it was one of its own.
    pub(super) fn key(self, event: &web_sys::KeyboardEvent) -> bool {
        if !untrack(|| self.is_open()) || event.is_composing() {
            return false;
        }
        match event.key().as_str() {
            "ArrowDown" => self.step(1),
            "ArrowUp" => self.step(-1),
            "Enter" | "Tab" if event.shift_key() || event.alt_key() => return false,
            // A command that is written out is sent.
            "Enter" if self.is_written_out() => {
                self.close();
                return false;
            }
            "Enter" | "Tab" => {
                let offer = self.offers.with_untracked(|offers| offers.get(self.at.get_untracked()).cloned());
                if let Some(offer) = offer {
                    self.take(&offer);
                }
            }
            "Escape" => {
                self.closed.set_value(true);
                self.close();
            }
            _ => return false,
        }
        event.prevent_default();
        event.stop_propagation();
        true
    }

    fn is_written_out(self) -> bool {
        self.store.draft.with_untracked(|draft| draft.trim() == BuiltIn::Form.name())
    }

    pub(super) fn close(self) {
        if self.at_caret.with_untracked(Option::is_some) {
            self.at_caret.set(None);
        }
    }

    fn step(self, by: isize) {
        let count = self.offers.with_untracked(Vec::len);
        self.at.update(|at| *at = (*at + count).saturating_add_signed(by) % count.max(1));
        let id = option_id(self.at.get_untracked());
        request_animation_frame(move || {
            if let Some(option) = by_id::<web_sys::HtmlElement>(&id) {
                option.scroll_into_view_with_bool(false);
            }
        });
    }

    fn take(self, offer: &Offer) {
        let Some(trigger) = self.at_caret.get_untracked() else { return };
        let store = self.store;
        self.close();
        match &offer.what {
            Offered::Tab(id) => {
                self.write(&trigger);
                let tab = self.tabs.with_untracked(|all| all.iter().find(|tab| tab.id == *id).cloned());
                match tab {
                    Some(tab) if is_pdf(&tab.url) => store.attach_tab(tab.id, &tab.title),
                    Some(tab) => store.refer_to(tab),
                    None => {}
                }
            }
            Offered::Document(id) => {
                self.write(&trigger);
                let kept = self.documents.with_untracked(|all| all.iter().find(|one| one.id == *id).cloned());
                if let Some(kept) = kept {
                    store.attach_kept(kept);
                }
            }
            Offered::Prompt(id) => {
                let prompt = store.compose.prompts.with_untracked(|all| all.iter().find(|one| one.id == *id).cloned());
                if let Some(prompt) = prompt {
                    store.take_prompt(Some(&prompt.name), &prompt.name, &prompt.text);
                }
            }
            Offered::ServerPrompt(server, name) => store.take_server_prompt(server, name),
            Offered::Resource(server, uri) => {
                self.write(&trigger);
                store.attach_resource(server, uri);
            }
            Offered::BuiltIn(one) => match one.text() {
                Some(text) => store.take_prompt(None, one.name(), &text),
                None => {
                    store.draft.set(format!("{} ", one.name()));
                    focus("composer-input");
                }
            },
        }
    }

    /// Takes what was typed for the look-up out of the text, and leaves the caret where it was.
    fn write(self, trigger: &Trigger) {
        let (text, caret) = trigger.without();
        self.store.draft.set(text);
        request_animation_frame(move || {
            if let Some(field) = by_id::<HtmlTextAreaElement>("composer-input") {
                let _ = field.focus();
                // Fails only where the field is gone.
                let _ = field.set_selection_range(caret, caret);
            }
        });
    }

    /// The list.
    pub(super) fn list(self) -> AnyView {
        let told = move || {
            let count = self.offers.with(Vec::len);
            if count == 0 { String::new() } else { counted(count, key("lookup_one"), key("lookup_many")) }
        };
        let drawn = move || {
            let offers = self.offers.get();
            if offers.is_empty() {
                return ().into_any();
            }
            let mut group = None::<Group>;
            let rows = offers.into_iter().enumerate().flat_map(|(at, offer)| {
                let head = (group.as_ref() != Some(&offer.group)).then(|| {
                    let head = view! {
                        <li class="label lookup__group" role="presentation" dir="auto">
                            {group_words(&offer.group)}
                        </li>
                    };
                    head.into_any()
                });
                group = Some(offer.group.clone());
                head.into_iter().chain([self.option(at, offer)])
            });
            view! {
                <ul
                    class="menu lookup"
                    id=LIST
                    role="listbox"
                    // It scrolls, and its options are gone over from the text: browsers give it the focus anyway.
                    tabindex="0"
                    aria-label=t("lookup")
                >
                    {rows.collect_view()}
                </ul>
            }
            .into_any()
        };
        // Always there, so that its words are told when they come.
        view! {
            <p class="sr-only" role="status">{move || told()}</p>
            {move || drawn()}
        }
        .into_any()
    }

    fn option(self, at: usize, offer: Offer) -> AnyView {
        let shown = match &offer.what {
            Offered::Tab(_) => Icon::Globe,
            Offered::Document(_) => shape_icon(shape("", &offer.title, "")),
            Offered::Resource(..) => Icon::Plug,
            Offered::Prompt(_) | Offered::ServerPrompt(..) | Offered::BuiltIn(_) => Icon::Spark,
        };
        let is_at = move || self.at.get() == at;
        let words = view! {
            <span class="menu__words">
                <span class="menu__title" dir="auto">{shorten(&offer.title, TITLE)}</span>
                <span class="menu__note" dir="auto">{shorten(&offer.note, TITLE)}</span>
            </span>
        };
        view! {
            <li
                class=move || if is_at() { "lookup__option lookup__option--at" } else { "lookup__option" }
                id=option_id(at)
                role="option"
                aria-selected=move || is_at().to_string()
                // The text keeps the focus.
                on:mousedown=|event| event.prevent_default()
                on:click=move |_| self.take(&offer)
            >
                {icon(shown)}
                {words}
            </li>
        }
        .into_any()
    }
}

fn option_id(at: usize) -> String {
    format!("lookup-option-{at}")
}

fn group_words(group: &Group) -> String {
    match group {
        Group::Tabs => t("open_tabs").to_owned(),
        Group::Documents => t("documents").to_owned(),
        Group::Resources => t("mcp_resources").to_owned(),
        Group::Own => t("prompts").to_owned(),
        Group::Server(server) => fill("mcp_prompts_of", &[("server", &shorten(server, TITLE))]),
        Group::BuiltIn => t("prompts_built_in").to_owned(),
    }
}

fn tab_offer(tab: &tabs::Tab) -> Offer {
    let title = if tab.title.is_empty() { t("untitled").to_owned() } else { tab.title.clone() };
    let host = host(&tab.url).unwrap_or_default();
    let note = host.strip_prefix("www.").unwrap_or(host).to_owned();
    Offer { what: Offered::Tab(tab.id), group: Group::Tabs, title, note }
}

fn document_offer(one: &DocumentShown) -> Offer {
    let note = one.title.clone().filter(|title| *title != one.name).unwrap_or_default();
    Offer { what: Offered::Document(one.id.clone()), group: Group::Documents, title: one.name.clone(), note }
}

fn own_offer(prompt: &edith_protocol::SavedPrompt) -> Offer {
    let fields = crate::state::compose::fields(&prompt.text);
    let names: Vec<&str> = fields.iter().map(|field| field.name.as_str()).collect();
    let note =
        if names.is_empty() { prompt.text.clone() } else { fill("prompt_asks", &[("fields", &names.join(", "))]) };
    Offer { what: Offered::Prompt(prompt.id.clone()), group: Group::Own, title: prompt.name.clone(), note }
}
