//! A new server: one of the presets or any other, tried as soon as its key is there, used with one button.

use super::fields::{self, labelled, technical};
use super::trial::Trial;
use crate::state::draft::Draft;
use crate::state::presets::{PRESETS, Preset, by_id};
use crate::state::server::{UrlRemark, remark};
use crate::state::servers::{add, make_first};
use crate::state::text::t;
use crate::view::el::{all, button, either, el, flag, live, nothing, when, words};
use crate::view::icon::{Icon, icon};
use crate::view::store::{Store, focus};
use leptos::prelude::*;

/// The button, or the form of the server that is being set up.
pub(super) fn adder(store: Store) -> AnyView {
    let open = move || {
        store.draft_server.set(Some(Draft::default()));
        focus("new-server");
    };
    let closed = move || {
        let button = button("button", open).attr("id", "add-server").add(icon(Icon::Plus)).text(t("add_server"));
        el("div", "buttons").add(button).view()
    };
    either(move || store.draft_server.with(Option::is_some), move || form(store), closed)
}

fn form(store: Store) -> AnyView {
    let trial = Trial::new();
    let preset = Memo::new(move |_| read(store, |draft| draft.preset));
    let chosen = move |id: String| {
        change(store, |draft| draft.choose(by_id(&id)));
        trial.clear();
        if by_id(&id).is_local() {
            attempt(store, trial);
        }
    };
    let option = move |one: &Preset| {
        let id = one.id;
        el("option", "").attr("value", id).live_flag("selected", move || preset.get() == id).text(t(one.name)).view()
    };
    let group = move |label: &'static str, fits: fn(&Preset) -> bool| {
        let options = PRESETS.iter().filter(|one| fits(one)).map(option);
        el("optgroup", "").attr("label", label).add_all(options).view()
    };
    let choose = el("option", "").attr("value", "").attr("disabled", "").text(t("choose_server"));
    let list = el("select", "input")
        .attr("id", "new-server")
        .attr("aria-describedby", "new-server-note")
        .add(choose.live_flag("selected", move || preset.get().is_empty()))
        .add(group(t("presets_key"), |one| one.wants_key && !one.base_url.is_empty()))
        .add(group(t("presets_local"), Preset::is_local))
        .add(group(t("presets_other"), |one| one.base_url.is_empty()))
        .value(move || preset.get().to_owned())
        .on_change(chosen);
    let note = move || {
        let preset = preset.get();
        if preset.is_empty() { String::new() } else { t(by_id(preset).note).to_owned() }
    };
    let note = el("p", "field__note").attr("id", "new-server-note").live_text(note);
    let rest = move || if preset.get().is_empty() { nothing() } else { details(store, trial, by_id(preset.get())) };
    let cancel = move || {
        store.draft_server.set(None);
        focus("add-server");
    };
    let whole = flag(move || read(store, Draft::is_whole));
    let used = move || use_it(store, trial);
    let buttons = el("div", "buttons")
        .add(button("button button--main", used).live_flag("disabled", move || !whole.get()).text(t("use_server")))
        .add(button("button button--quiet", cancel).text(t("cancel")));
    el("div", "new-server fields")
        .attr("role", "group")
        .attr("aria-label", t("add_server"))
        .add(labelled("new-server", t("which_server"), list).add(note))
        .add(live(rest))
        .add(buttons)
        .view()
}

/// What the chosen preset needs.
fn details(store: Store, trial: Trial, preset: Preset) -> AnyView {
    let mut parts = Vec::new();
    if !preset.key_page.is_empty() {
        let link = el("a", "link-out")
            .attr("href", preset.key_page)
            .attr("target", "_blank")
            .attr("rel", "noreferrer")
            .text(t("get_key"));
        parts.push(el("p", "").add(link).view());
    }
    if preset.wants_resource() {
        let field = technical("new-server-resource")
            .attr("placeholder", "my-resource")
            .value(move || read(store, |draft| draft.resource.clone()))
            .on_input(move |text| change_of(store, preset.id, |draft| draft.set_resource(&text)))
            .on_change(move |_| attempt(store, trial));
        let shown = move || read(store, Draft::base_url);
        let address = el("p", "field__note").attr("dir", "ltr").live_text(shown);
        parts.push(labelled("new-server-resource", t("azure_resource"), field).add(address).view());
    }
    if read_now(store, Draft::types_address) {
        parts.push(address(store, trial, preset));
    }
    parts.push(key(store, trial, preset));
    let set = move |text: String| {
        change_of(store, preset.id, |draft| text.trim().clone_into(&mut draft.model));
        attempt(store, trial);
    };
    let value = move || read(store, |draft| draft.model.clone());
    parts.push(fields::model("new-server-model", move || preset.model.to_owned(), trial.listed, value, set));
    parts.push(trial.view(move || untrack(|| read(store, Draft::server))));
    all(parts)
}

fn address(store: Store, trial: Trial, preset: Preset) -> AnyView {
    let said = words(move || read(store, |draft| draft.address.clone()));
    let wrong = move || {
        let address = said.get();
        if address.is_empty() {
            return nothing();
        }
        match remark(&address, read(store, |draft| !draft.key.is_empty())) {
            Some(UrlRemark::Error(text)) => el("p", "field__error").attr("role", "alert").text(text).view(),
            Some(UrlRemark::Warning(text)) => el("p", "field__warning").attr("role", "status").text(text).view(),
            None => nothing(),
        }
    };
    let field = technical("new-server-url")
        .attr("type", "url")
        .attr("placeholder", "https://example.com/v1")
        .value(move || read(store, |draft| draft.address.clone()))
        .on_change(move |text| {
            change_of(store, preset.id, |draft| draft.set_address(&text));
            attempt(store, trial);
        });
    labelled("new-server-url", t("address"), field).add(live(wrong)).view()
}

fn key(store: Store, trial: Trial, preset: Preset) -> AnyView {
    let shown = RwSignal::new(false);
    let field = fields::secret(
        "new-server-key",
        t("key").to_owned(),
        shown,
        move || read(store, |draft| draft.key.clone()),
        move |text| change_of(store, preset.id, |draft| text.trim().clone_into(&mut draft.key)),
        move || attempt(store, trial),
    );
    let optional = if preset.wants_key && preset.id != "own" { "" } else { t("not_needed") };
    let label = el("label", "field__label").attr("for", "new-server-key").text(t("key")).text(optional);
    let row = el("div", "input-row").add(field).add(fields::reveal(shown, "new-server-key".to_owned()));
    let tried = || el("p", "field__note").text(t("key_tried")).view();
    let waits = move || read(store, |draft| draft.key.is_empty()) && preset.wants_key && preset.id != "own";
    el("div", "field").add(label).add(row).add(when(waits, tried)).view()
}

fn read<T: Default>(store: Store, look: impl FnOnce(&Draft) -> T) -> T {
    store.draft_server.with(|draft| draft.as_ref().map(look)).unwrap_or_default()
}

fn read_now<T: Default>(store: Store, look: impl FnOnce(&Draft) -> T) -> T {
    untrack(|| read(store, look))
}

/// Changes the draft by a field of this preset. A field that is taken away tells what was typed in it, when another preset is chosen already: what was meant
/// for one server, its key above all, must not get to another.
fn change_of(store: Store, preset: &str, set: impl FnOnce(&mut Draft)) {
    if read_now(store, |draft| draft.preset == preset) {
        change(store, set);
    }
}

fn change(store: Store, set: impl FnOnce(&mut Draft)) {
    store.draft_server.update(|draft| {
        if let Some(draft) = draft {
            set(draft);
        }
    });
}

/// Tries the server once there is enough of it.
fn attempt(store: Store, trial: Trial) {
    let draft = store.draft_server.get_untracked().unwrap_or_default();
    let waits = draft.preset().wants_key && draft.preset().id != "own" && draft.key.trim().is_empty();
    let base_url = draft.base_url();
    if waits || base_url.is_empty() || matches!(remark(&base_url, false), Some(UrlRemark::Error(_))) {
        return;
    }
    let chosen = move |model: &str| change(store, |draft| model.clone_into(&mut draft.model));
    trial.begin(store, draft.server(), chosen, |_| {});
}

/// Stores the server, with what its test found, as the one that tasks ask first.
fn use_it(store: Store, trial: Trial) {
    let mut server = read_now(store, Draft::server);
    if let crate::state::tested::Test::Done(tested) = trial.test.get_untracked() {
        tested.keep(&mut server);
    }
    store.change_all_servers(|all| {
        let id = add(all, server);
        make_first(all, &id);
    });
    store.draft_server.set(None);
    focus("server-card-default");
}
