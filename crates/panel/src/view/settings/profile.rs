//! The profile: the person's facts, from which forms are filled in.

use crate::state::profile::{GROUPS, Known, file, joined, own, set, set_own, value_of};
use crate::state::text::{counted, fill, key, t};
use crate::view::dom::by_id;
use crate::view::icon::{Icon, icon};
use crate::view::memo::flag;
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
        let head = view! { <summary class="card__head">{t(title)} <span class="profile__count">{move || count()}</span></summary> };
        let group = view! {
            <fieldset>
                <legend class="sr-only">{t(title)}</legend>
                <div class="profile__fields">{fields.collect_view()}</div>
            </fieldset>
        };
        view! { <details class="card">{head} {group}</details> }
.into_any()
    });
    let facts = view! {
        <div class="fields" role="group" aria-label=t("facts") aria-describedby="facts-note">
            <p class="field__note" id="facts-note">{t("facts_note")}</p>
            <div class="servers">{groups.collect_view()}</div>
            {form.own()}
            {form.files()}
        </div>
    };
    section(t("profile"), facts.into_any())
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
        view! { <p class="field__error" id=format!("{id}-error") role="alert">{move || words()}</p> }.into_any()
    }

    /// Whether what is typed in a field was refused.
    fn is_refused(self, id: &str) -> Memo<bool> {
        let of = id.to_owned();
        flag(move || self.refused.with(|refused| refused.as_ref().is_some_and(|(field, ..)| *field == of)))
    }

    /// A fact that the form has a field for.
    fn known(self, known: Known) -> AnyView {
        let id = format!("fact-{}", known.token);
        let value = move || self.store.profile.with(|profile| value_of(profile, known.token));
        let of = id.clone();
        let now = Memo::new(move |_| self.shown(&of, value()));
        let changed = id.clone();
        let refused = self.is_refused(&id);
        let field = view! {
            <input
                class="input"
                id=id.clone()
                aria-describedby=format!("{id}-error")
                maxlength=FACT_CHARS.to_string()
                aria-invalid=move || refused.get().then_some("true")
                type=move || now.with(|now| known.kind_for(now)).to_owned()
                autocomplete=known.autocomplete()
                dir="auto"
                prop:value=now
                on:change=move |event| {
                    let text = event_target_value(&event);
                    let typed = text.clone();
                    self.change(changed.clone(), typed, move |profile| set(profile, known, &text));
                }
            />
        };
        view! {
            <div class="field">
                <label class="field__label" for=id.clone()>{t(known.label)}</label>
                {field}
                {self.reason(id)}
            </div>
        }
        .into_any()
    }

    /// The person's own facts, and the fields for another one.
    fn own(self) -> AnyView {
        let store = self.store;
        let count = Memo::new(move |_| store.profile.with(|profile| own(profile).len()));
        let rows = move || {
            let rows = (0..count.get()).map(|at| self.own_row(at));
            view! { <ul class="profile__own" aria-label=t("facts_own")>{rows.collect_view()}</ul> }.into_any()
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
            view! {
                <input
                    class="input"
                    type="text"
                    placeholder=hint
                    aria-label=hint
                    bind:value=text
                    id=id
                    dir="auto"
                    autocomplete="off"
                    aria-describedby="fact-new-error"
                    maxlength=FACT_CHARS.to_string()
                />
            }
        };
        let new = view! {
            <form
                class="profile__row"
                aria-label=t("facts_add")
                on:submit=move |event| {
                    event.prevent_default();
                    add();
                }
            >
                {field(t("fact_label"), "fact-new-label", label)}
                {field(t("fact_value"), "fact-new-value", value)}
                <button class="button button--small" type="submit" id="fact-add">
                    {icon(Icon::Plus)}
                    {t("add")}
                </button>
            </form>
        };
        view! {
            <fieldset class="profile__group">
                <legend class="label">{t("facts_own")}</legend>
                {move || rows()}
                {new}
                {self.reason("fact-new".to_owned())}
            </fieldset>
        }
        .into_any()
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
        let (label_refused, value_refused) = (self.is_refused(&label_id), self.is_refused(&id));
        let label_field = view! {
            <input
                class="input"
                type="text"
                dir="auto"
                id=label_id.clone()
                aria-describedby=format!("{label_id}-error")
                maxlength=FACT_CHARS.to_string()
                aria-invalid=move || label_refused.get().then_some("true")
                aria-label=t("fact_label")
                prop:value=label
                on:change=move |event| {
                    let text = event_target_value(&event);
                    let (value, typed) = (fact.get_untracked().value, text.clone());
                    self.change(of_label.clone(), typed, move |profile| set_own(profile, at, &text, &value));
                }
            />
        };
        let value_field = view! {
            <input
                class="input"
                type="text"
                dir="auto"
                id=id.clone()
                aria-describedby=format!("{id}-error")
                maxlength=FACT_CHARS.to_string()
                aria-invalid=move || value_refused.get().then_some("true")
                aria-label=label
                prop:value=value
                on:change=move |event| {
                    let text = event_target_value(&event);
                    let (label, typed) = (fact.get_untracked().label, text.clone());
                    self.change(of_value.clone(), typed, move |profile| set_own(profile, at, &label, &text));
                }
            />
        };
        let remove = move || {
            let label = fact.get_untracked().label;
            store.change_profile(
                move |profile| set_own(profile, at, &label, ""),
                move |refused| store.error.set(refused),
            );
            focus("fact-new-label");
        };
        let name = Signal::derive(move || Some(fill("fact_remove", &[("label", &fact.get().label)])));
        let bin = view! {
            <button
                class="icon-button"
                type="button"
                aria-label=name
                title=name
                on:click=move |_| remove()
            >
                {icon(Icon::Bin)}
            </button>
        };
        view! {
            <li>
                <div class="profile__row">{label_field} {value_field} {bin}</div>
                {self.reason(label_id)}
                {self.reason(id)}
            </li>
        }
        .into_any()
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
                return ().into_any();
            }
            focus("keep-profile");
            view! {
                <div class="row__confirm" role="group" aria-label=t("profile_delete")>
                    <p class="row__question">{t("profile_delete_question")}</p>
                    <button class="button button--small button--stop" type="button" on:click=move |_| delete()>
                        {t("profile_delete")}
                    </button>
                    <button
                        class="button button--small"
                        type="button"
                        id="keep-profile"
                        on:click=move |_| {
                            deleting.set(false);
                            focus("profile-delete");
                        }
                    >
                        {t("cancel")}
                    </button>
                </div>
            }
            .into_any()
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
        let is_empty = Signal::derive(move || store.profile.with(|profile| *profile == Profile::default()));
        let buttons = view! {
            <div class="buttons">
                <button
                    class="button"
                    type="button"
                    id="profile-from"
                    title=t("profile_from_note")
                    on:click=move |_| from_document()
                >
                    {icon(Icon::Page)}
                    {t("profile_from")}
                </button>
                <button class="button" type="button" disabled=is_empty on:click=move |_| export()>
                    {icon(Icon::Download)}
                    {t("profile_export")}
                </button>
                <button class="button" type="button" on:click=move |_| import()>
                    {icon(Icon::Upload)}
                    {t("profile_import")}
                </button>
                <button
                    class="button button--stop"
                    type="button"
                    id="profile-delete"
                    disabled=is_empty
                    on:click=move |_| deleting.set(true)
                >
                    {icon(Icon::Bin)}
                    {t("profile_delete")}
                </button>
            </div>
        };
        view! { <div class="fields">{buttons} {move || confirm()}</div> }.into_any()
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
