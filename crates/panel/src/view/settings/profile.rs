//! The profile: the person's facts, from which forms are filled in.

use crate::state::profile::{GROUPS, Known, file, joined, own, set, set_own, value_of};
use crate::state::text::{counted, fill, key, t};
use crate::view::el::{El, button, by_id, el, live, nothing, text_field};
use crate::view::icon::{Icon, icon};
use crate::view::newtab::PROFILE;
use crate::view::settings::parts::section;
use crate::view::store::{Store, Toast, focus, store};
use edith_chrome::{files, tabs};
use edith_protocol::{ErrorBody, ErrorCode, FACT_CHARS, MAX_FACTS, Profile};
use leptos::prelude::*;
use leptos::task::spawn_local;
use std::sync::Arc;

/// What the worker refused last: the field's id, what was typed, and why.
type Refused = RwSignal<Option<(String, String, String)>>;

#[derive(Clone, Copy)]
struct Form {
    store: Store,
    refused: Refused,
}

/// The section.
pub(super) fn profile() -> AnyView {
    let form = Form { store: store(), refused: RwSignal::default() };
    let groups = GROUPS.iter().map(|(title, facts)| {
        let fields = facts.iter().map(|known| form.known(*known));
        let count = move || {
            let known = form
                .store
                .profile
                .with(|profile| facts.iter().filter(|known| !value_of(profile, known.token).is_empty()).count());
            fill("facts_known", &[("n", &known.to_string()), ("all", &facts.len().to_string())])
        };
        let head = el("summary", "card__head").text(t(title)).add(el("span", "profile__count").live_text(count));
        let group = el("fieldset", "")
            .add(el("legend", "sr-only").text(t(title)))
            .add(el("div", "profile__fields").add_all(fields));
        el("details", "card").add(head).add(group).view()
    });
    let facts = el("div", "fields")
        .attr("role", "group")
        .attr("aria-label", t("facts"))
        .attr("aria-describedby", "facts-note")
        .add(el("p", "field__note").attr("id", "facts-note").text(t("facts_note")))
        .add(el("div", "servers").add_all(groups))
        .add(form.own())
        .add(form.files());
    section(t("profile"), facts.view())
}

impl Form {
    /// Stores a change made in a field; what is refused stays typed there, with the reason.
    fn change(self, id: String, typed: String, change: impl FnOnce(&mut Profile)) {
        self.refused.set(None);
        self.store.change_profile(change, move |refused| {
            if let Some(error) = refused {
                self.refused.try_set(Some((id, typed, error.message)));
            }
        });
    }

    /// What is typed in a field: what was refused, else what is known.
    fn shown(self, id: &str, known: String) -> String {
        self.refused.with(|refused| match refused {
            Some((field, typed, _)) if field == id => typed.clone(),
            _ => known,
        })
    }

    /// The reason under a field. It is there before it says something, so that it is told.
    fn reason(self, id: String) -> AnyView {
        let of = id.clone();
        let words = move || {
            self.refused.with(|refused| match refused {
                Some((field, _, why)) if *field == of => why.clone(),
                _ => String::new(),
            })
        };
        el("p", "field__error").attr("id", format!("{id}-error")).attr("role", "alert").live_text(words).view()
    }

    fn marked(self, field: El, id: &str) -> El {
        let of = id.to_owned();
        let is_refused = move || self.refused.with(|refused| refused.as_ref().is_some_and(|(field, ..)| *field == of));
        field
            .attr("id", id)
            .attr("aria-describedby", format!("{id}-error"))
            .attr("maxlength", FACT_CHARS.to_string())
            .live_attr("aria-invalid", move || is_refused().then(|| "true".to_owned()))
    }

    /// A fact that the form has a field for.
    fn known(self, known: Known) -> AnyView {
        let id = format!("fact-{}", known.token);
        let value = move || self.store.profile.with(|profile| value_of(profile, known.token));
        let of = id.clone();
        let now = Memo::new(move |_| self.shown(&of, value()));
        let changed = id.clone();
        let field = el("input", "input")
            .live_attr("type", move || Some(now.with(|now| known.kind_for(now)).to_owned()))
            .attr("autocomplete", known.autocomplete())
            .attr("dir", "auto")
            .value(move || now.get())
            .on_change(move |text| {
                let typed = text.clone();
                self.change(changed.clone(), typed, move |profile| set(profile, known, &text));
            });
        el("div", "field")
            .add(el("label", "field__label").attr("for", id.clone()).text(t(known.label)))
            .add(self.marked(field, &id))
            .add(self.reason(id))
            .view()
    }

    /// The person's own facts, and the fields for another one.
    fn own(self) -> AnyView {
        let store = self.store;
        let count = Memo::new(move |_| store.profile.with(|profile| own(profile).len()));
        let rows = move || {
            let rows = (0..count.get()).map(|at| self.own_row(at));
            el("ul", "profile__own").attr("aria-label", t("facts_own")).add_all(rows).view()
        };
        let has_room = move || store.profile.with(|profile| profile.facts.len() < MAX_FACTS);
        let (label, value) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
        let add = move || {
            let (name, text) = (label.get_untracked(), value.get_untracked());
            if name.trim().is_empty() || text.trim().is_empty() || !untrack(has_room) {
                return;
            }
            self.refused.set(None);
            let at = count.get_untracked();
            self.store.change_profile(
                move |profile| set_own(profile, at, &name, &text),
                move |refused| match refused {
                    Some(error) => {
                        drop(self.refused.try_set(Some(("fact-new".to_owned(), String::new(), error.message))))
                    }
                    None => {
                        label.try_set(String::new());
                        value.try_set(String::new());
                        focus("fact-new-label");
                    }
                },
            );
        };
        let field = |hint: &'static str, id: &'static str, text: RwSignal<String>| {
            text_field("text", hint, hint, text)
                .attr("id", id)
                .attr("dir", "auto")
                .attr("autocomplete", "off")
                .attr("aria-describedby", "fact-new-error")
                .attr("maxlength", FACT_CHARS.to_string())
        };
        let new = el("form", "profile__row")
            .attr("aria-label", t("facts_add"))
            .on_submit(add)
            .add(field(t("fact_label"), "fact-new-label", label))
            .add(field(t("fact_value"), "fact-new-value", value))
            .add(
                el("button", "button button--small")
                    .attr("type", "submit")
                    .attr("id", "fact-add")
                    .add(icon(Icon::Plus))
                    .text(t("add")),
            );
        el("fieldset", "profile__group")
            .add(el("legend", "label").text(t("facts_own")))
            .add(live(rows))
            .add(new)
            .add(self.reason("fact-new".to_owned()))
            .view()
    }

    fn own_row(self, at: usize) -> AnyView {
        let store = self.store;
        let fact = Memo::new(move |_| store.profile.with(|profile| own(profile).get(at).cloned().unwrap_or_default()));
        let (label_id, id) = (format!("fact-own-label-{at}"), format!("fact-own-{at}"));
        let shown_label = label_id.clone();
        let shown_value = id.clone();
        let label = Memo::new(move |_| self.shown(&shown_label, fact.get().label));
        let value = Memo::new(move |_| self.shown(&shown_value, fact.get().value));
        let (of_label, of_value) = (label_id.clone(), id.clone());
        let label_field = el("input", "input")
            .attr("type", "text")
            .attr("dir", "auto")
            .attr("aria-label", t("fact_label"))
            .value(move || label.get())
            .on_change(move |text| {
                let (value, typed) = (fact.get_untracked().value, text.clone());
                self.change(of_label.clone(), typed, move |profile| set_own(profile, at, &text, &value));
            });
        let value_field = el("input", "input")
            .attr("type", "text")
            .attr("dir", "auto")
            .live_attr("aria-label", move || Some(label.get()))
            .value(move || value.get())
            .on_change(move |text| {
                let (label, typed) = (fact.get_untracked().label, text.clone());
                self.change(of_value.clone(), typed, move |profile| set_own(profile, at, &label, &text));
            });
        let remove = move || {
            let label = fact.get_untracked().label;
            store.change_profile(
                move |profile| set_own(profile, at, &label, ""),
                move |refused| store.error.set(refused),
            );
            focus("fact-new-label");
        };
        let name = move || Some(fill("fact_remove", &[("label", &fact.get().label)]));
        let bin =
            button("icon-button", remove).live_attr("aria-label", name).live_attr("title", name).add(icon(Icon::Bin));
        el("li", "")
            .add(
                el("div", "profile__row")
                    .add(self.marked(label_field, &label_id))
                    .add(self.marked(value_field, &id))
                    .add(bin),
            )
            .add(self.reason(label_id))
            .add(self.reason(id))
            .view()
    }

    /// Saving the profile as a file, bringing it back, and deleting it.
    fn files(self) -> AnyView {
        let store = self.store;
        let deleting = RwSignal::new(false);
        let export = move || {
            files::save("edith-profile.json", "application/json", &store.profile.with_untracked(file));
        };
        let import = move || {
            spawn_local(async move {
                let Some(text) = files::choose(".json,application/json").await else { return };
                let before = store.profile.get_untracked();
                match joined(&before, &text) {
                    Some((profile, count)) => {
                        let words = counted(count, key("facts_imported_one"), key("facts_imported_many"));
                        replace(store, profile, words, before);
                    }
                    None => store.error.set(Some(ErrorBody::new(ErrorCode::Other, t("profile_no_file")))),
                }
            });
        };
        let delete = move || {
            deleting.set(false);
            let before = store.profile.get_untracked();
            replace(store, Profile::default(), t("profile_deleted").to_owned(), before);
            focus("profile-delete");
        };
        let confirm = move || {
            if !deleting.get() {
                return nothing();
            }
            focus("keep-profile");
            el("div", "row__confirm")
                .attr("role", "group")
                .attr("aria-label", t("profile_delete"))
                .add(el("p", "row__question").text(t("profile_delete_question")))
                .add(button("button button--small button--stop", delete).text(t("profile_delete")))
                .add(
                    button("button button--small", move || {
                        deleting.set(false);
                        focus("profile-delete");
                    })
                    .attr("id", "keep-profile")
                    .text(t("cancel")),
                )
                .view()
        };
        // A page of settings alone shows no runs: it goes on in a tab.
        let from_document = move || {
            if store.has_runs() {
                store.begin_profile();
                request_animation_frame(|| {
                    if let Some(field) = by_id::<web_sys::HtmlElement>("composer-files") {
                        field.click();
                    }
                });
                return;
            }
            spawn_local(async move {
                let url = format!("newtab.html{PROFILE}");
                let tab = tabs::Properties { url: Some(&url), ..tabs::Properties::default() };
                if let Err(error) = tabs::create(&tab).await {
                    store.error.set(Some(ErrorBody::new(ErrorCode::Other, error.message().to_owned())));
                }
            });
        };
        let is_empty = move || store.profile.with(|profile| *profile == Profile::default());
        let buttons = el("div", "buttons")
            .add(
                button("button", from_document)
                    .attr("id", "profile-from")
                    .attr("title", t("profile_from_note"))
                    .add(icon(Icon::Page))
                    .text(t("profile_from")),
            )
            .add(
                button("button", export)
                    .live_flag("disabled", is_empty)
                    .add(icon(Icon::Download))
                    .text(t("profile_export")),
            )
            .add(button("button", import).add(icon(Icon::Upload)).text(t("profile_import")))
            .add(
                button("button button--stop", move || deleting.set(true))
                    .attr("id", "profile-delete")
                    .live_flag("disabled", is_empty)
                    .add(icon(Icon::Bin))
                    .text(t("profile_delete")),
            );
        el("div", "fields").add(buttons).add(live(confirm)).view()
    }
}

/// Puts another profile in the place of what is known, and offers to take that back.
fn replace(store: Store, profile: Profile, words: String, before: Profile) {
    store.change_profile(
        move |now| *now = profile,
        move |refused| match refused {
            Some(error) => store.error.set(Some(error)),
            None => {
                let undo = move || {
                    let before = before.clone();
                    store.change_profile(move |now| *now = before, move |refused| store.error.set(refused));
                };
                store.toast.set(Some(Toast { text: words, undo: Some(Arc::new(undo)) }));
            }
        },
    );
}
