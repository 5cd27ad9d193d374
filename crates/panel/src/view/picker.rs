//! The model of the next task: a button with its name, and the list to choose another from.

use crate::state::part::SettingsPart;
use crate::state::picker::{Choice, choices, matching, short};
use crate::state::servers::{choose, is_browser, name_of, role_of, use_built_in, used_by};
use crate::state::text::{fill, t};
use crate::view::dom::by_id;
use crate::view::icon::{Icon, icon, spinner};
use crate::view::store::{Store, Surface, focus, store};
use edith_protocol::ModelRole;
use leptos::prelude::*;
use leptos::task::spawn_local;

/// The id of the built-in interpreter's place in the list: no server has it.
const BUILT_IN: &str = "";

#[derive(Clone, Copy)]
struct Picker {
    store: Store,
    open: RwSignal<bool>,
    typed: RwSignal<String>,
    /// The place in the list that Enter takes.
    at: RwSignal<usize>,
    /// Servers that were asked and have not answered.
    waiting: RwSignal<usize>,
    /// What is shown, and how many more there are.
    shown: Memo<(Vec<Choice>, usize)>,
}

/// The button and its list.
pub(super) fn picker() -> AnyView {
    let store = store();
    let (open, typed) = (RwSignal::new(false), RwSignal::new(String::new()));
    let shown = Memo::new(move |_| if open.get() { found(store, &typed.get()) } else { (Vec::new(), 0) });
    let picker = Picker { store, open, typed, at: RwSignal::new(0), waiting: RwSignal::new(0), shown };
    let now = Memo::new(move |_| {
        let role = role_of(store.mode.get());
        store.all_servers.with(|all| used_by(all, role).map(|server| (name_of(server), server.model.clone())))
    });
    let label = move || match now.get() {
        None => t("picker_built_in").to_owned(),
        Some((server, model)) if model.is_empty() => server,
        Some((_, model)) => short(&model).to_owned(),
    };
    let name = Signal::derive(move || {
        let model = match now.get() {
            None => t("preset_built_in").to_owned(),
            Some((server, model)) => format!("{server} {model}"),
        };
        Some(fill("picker_named", &[("model", model.trim())]))
    });
    let toggle = move || if open.get_untracked() { picker.close() } else { picker.show() };
    let button = view! {
        <button
            class="picker__button"
            type="button"
            id="pick-model"
            aria-haspopup="listbox"
            aria-label=name
            aria-expanded=move || open.get().to_string()
            on:click=move |_| toggle()
        >
            <span class="picker__now" dir="auto">{move || label()}</span>
            {icon(Icon::Chevron)}
        </button>
    };
    let left = move |_| {
        // The new focus is known by the next frame.
        request_animation_frame(move || {
            let active = document().active_element();
            let inside = by_id::<web_sys::Node>("model-picker").is_none_or(|menu| {
                active.as_ref().is_none_or(|active| active.tag_name() == "BODY" || menu.contains(Some(active)))
            });
            if !inside && open.try_get_untracked() == Some(true) {
                open.set(false);
            }
        });
    };
    view! {
        <div class="picker" id="model-picker" on:focusout=left>
            {button}
            {move || if open.get() { list(picker) } else { ().into_any() }}
        </div>
    }
    .into_any()
}

/// The models of every server for what was typed, and the built-in interpreter.
fn found(store: Store, typed: &str) -> (Vec<Choice>, usize) {
    let role = role_of(store.mode.get());
    let mut choices_of_all = Vec::new();
    store.all_servers.with(|all| {
        let used = used_by(all, role).map(|server| server.id.clone());
        let used_first = all.list.iter().filter(|server| Some(&server.id) == used.as_ref());
        let others = all.list.iter().filter(|server| Some(&server.id) != used.as_ref());
        store.listed.with(|listed| {
            store.settings.with(|settings| {
                for server in used_first.chain(others) {
                    let listed = listed.get(&server.base_url).map_or(&[][..], Vec::as_slice);
                    choices_of_all.extend(choices(server, listed, settings));
                }
            });
        });
    });
    choices_of_all.push(Choice {
        server: BUILT_IN.to_owned(),
        server_name: t("picker_without").to_owned(),
        model: t("preset_built_in").to_owned(),
        details: String::new(),
    });
    matching(&choices_of_all, typed)
}

impl Picker {
    fn show(self) {
        self.typed.set(String::new());
        self.at.set(0);
        self.open.set(true);
        focus("picker-filter");
        let store = self.store;
        let known = store.listed.with_untracked(|listed| listed.keys().cloned().collect::<Vec<_>>());
        let servers = store.all_servers.with_untracked(|all| all.list.clone());
        for server in servers.into_iter().filter(|server| !known.contains(&server.base_url) && !is_browser(server)) {
            self.waiting.update(|waiting| *waiting += 1);
            spawn_local(async move {
                // A server that does not list its models is shown with the one that is set.
                let _told = store.models(&server).await;
                self.waiting.try_update(|waiting| *waiting = waiting.saturating_sub(1));
            });
        }
    }

    fn close(self) {
        self.open.set(false);
        focus("pick-model");
    }

    fn take(self, choice: &Choice) {
        let role = role_of(self.store.mode.get_untracked());
        self.store.change_all_servers(|all| {
            if choice.server == BUILT_IN {
                use_built_in(all);
                // A role that names servers would go on asking them.
                all.roles.remove(&role);
                if role == ModelRole::Planner {
                    all.roles.remove(&ModelRole::Executor);
                    all.roles.remove(&ModelRole::Agent);
                }
            } else {
                choose(all, role, &choice.server, &choice.model);
            }
        });
        self.close();
    }

    fn step(self, by: isize) {
        let count = self.shown.with_untracked(|(shown, _)| shown.len());
        self.at.update(|at| *at = at.saturating_add_signed(by).min(count.saturating_sub(1)));
        let id = option_id(self.at.get_untracked());
        request_animation_frame(move || {
            if let Some(option) = by_id::<web_sys::HtmlElement>(&id) {
                option.scroll_into_view_with_bool(false);
            }
        });
    }
}

fn option_id(at: usize) -> String {
    format!("picker-option-{at}")
}

fn list(picker: Picker) -> AnyView {
    let filter = view! {
        <input
            class="input"
            id="picker-filter"
            type="text"
            role="combobox"
            aria-expanded="true"
            aria-controls="picker-list"
            aria-autocomplete="list"
            autocomplete="off"
            spellcheck="false"
            aria-label=t("picker_filter")
            placeholder=t("picker_filter")
            aria-activedescendant=move || {
                picker.shown.with(|(shown, _)| (!shown.is_empty()).then(|| option_id(picker.at.get())))
            }
            prop:value=move || picker.typed.get()
            on:input=move |event| {
                let text = event_target_value(&event);
                picker.at.set(0);
                picker.typed.set(text);
            }
            on:keydown=move |event| {
                match event.key().as_str() {
                    "ArrowDown" => picker.step(1),
                    "ArrowUp" => picker.step(-1),
                    "PageDown" => picker.step(8),
                    "PageUp" => picker.step(-8),
                    "Enter" => {
                        let at = picker.at.get_untracked();
                        if let Some(choice) = picker.shown.with_untracked(|(shown, _)| shown.get(at).cloned()) {
                            picker.take(&choice);
                        }
                    }
                    "Escape" => picker.close(),
                    _ => return,
                }
                event.prevent_default();
                event.stop_propagation();
            }
        />
    };
    let options = move || {
        let (shown, _) = picker.shown.get();
        let mut server = None;
        let rows = shown.into_iter().enumerate().flat_map(|(at, choice)| {
            let title = (server.as_ref() != Some(&choice.server_name)).then(|| {
                view! { <li class="label picker__server" role="presentation">{choice.server_name.clone()}</li> }
                    .into_any()
            });
            server = Some(choice.server_name.clone());
            title.into_iter().chain([option(picker, at, choice)])
        });
        rows.collect_view().into_any()
    };
    let status = move || {
        let (shown, more) = picker.shown.get();
        if shown.is_empty() {
            t("picker_none").to_owned()
        } else if more > 0 {
            fill("picker_more", &[("n", &more.to_string())])
        } else {
            String::new()
        }
    };
    let waits = move || {
        if picker.waiting.get() == 0 {
            return ().into_any();
        }
        view! { <p class="test">{spinner()} {t("looking_local")}</p> }.into_any()
    };
    let store = picker.store;
    let settings = move || {
        if store.surface == Surface::Options {
            return;
        }
        picker.open.set(false);
        store.open_settings(SettingsPart::Model);
    };
    view! {
        <div class="menu picker__menu">
            {filter}
            <ul class="picker__list" id="picker-list" role="listbox" aria-label=t("model")>{move || options()}</ul>
            <p class="field__note" role="status">{move || status()}</p>
            {move || waits()}
            <button class="link" type="button" on:click=move |_| settings()>{t("picker_settings")}</button>
        </div>
    }
    .into_any()
}

fn option(picker: Picker, at: usize, choice: Choice) -> AnyView {
    let store = picker.store;
    let (server, model) = (choice.server.clone(), choice.model.clone());
    let used = move |role: ModelRole| {
        store.all_servers.with(|all| match used_by(all, role) {
            Some(used) => used.id == server && used.model == model,
            None => server == BUILT_IN,
        })
    };
    let is_used = used(role_of(store.mode.get_untracked()));
    let title = choice.model.clone();
    let details = choice.details.clone();
    let class = Signal::derive(move || {
        Some(if picker.at.get() == at { "picker__option picker__option--at" } else { "picker__option" }.to_owned())
    });
    view! {
        <li
            class=class
            id=option_id(at)
            role="option"
            aria-selected=is_used.to_string()
            // The filter keeps the focus.
            on:mousedown=|event| event.prevent_default()
            on:click=move |_| picker.take(&choice)
        >
            {if is_used { icon(Icon::Check) } else { view! { <span class="picker__gap"></span> }.into_any() }}
            <span class="picker__model" dir="ltr">{title}</span>
            <span class="picker__details">{details}</span>
        </li>
    }
    .into_any()
}
