//! What a finished task can become, under its answer: done again, kept as a prompt, made a schedule, answered again, saved as a page.

use crate::state::again::{changed, kept, replaced, scheduled};
use crate::state::export::{file_name, to_debug};
use crate::state::format::shorten;
use crate::state::page_file::to_html;
use crate::state::runs::Run;
use crate::state::servers::{answering, with_model};
use crate::state::text::{counted, fill, key, t};
use crate::state::wire::field;
use crate::view::bridge;
use crate::view::commands::Instead;
use crate::view::icon::{Icon, icon};
use crate::view::keys::on_escape;
use crate::view::menu::{Item, menu_button};
use crate::view::store::{Screen, Store, focus, store, zone};
use edith_chrome::files;
use edith_protocol::{Command, ConversationId, Extras, Mode, ReplayShown, RunId, TabId};
use leptos::prelude::*;
use leptos::task::spawn_local;
use serde_json::Value;
use std::collections::BTreeMap;

/// The form before a task is done again.
#[derive(Clone, Default, PartialEq)]
enum Form {
    #[default]
    Closed,
    /// What would be done.
    Open(ReplayShown),
}

/// The row of actions of a finished run, and the form that one of them opens.
pub(super) fn actions(run: RunId, prompt: String, mode: Mode, completed: bool) -> AnyView {
    let store = store();
    let form = RwSignal::new(Form::Closed);
    let typed = RwSignal::new(BTreeMap::<String, String>::new());
    let replays = completed && matches!(mode, Mode::Agent | Mode::Plan);
    let opener = format!("again-{run}");
    let begin = {
        let run = run.clone();
        move || {
            let run = run.clone();
            spawn_local(async move {
                let Some(shown) = store.replay_of(&run).await else { return };
                typed.set(shown.fields.iter().map(|field| (field.id.clone(), field.value.clone())).collect());
                form.set(Form::Open(shown));
                focus("again-form");
            });
        }
    };
    let again = replays.then(|| {
        view! {
            <button
                class="button button--small button--quiet"
                type="button"
                id=opener.clone()
                disabled=move || store.is_busy()
                aria-expanded=move || (form.get() != Form::Closed).to_string()
                on:click=move |_| begin()
            >
                {icon(Icon::Retry)}
                {t("do_again")}
            </button>
        }
        .into_any()
    });
    let menu_id = format!("more-{run}");
    let of_menu = run.clone();
    let menu = menu_button(menu_id, t("task_actions"), move || items(store, &of_menu, &prompt, mode));
    let shown = move || match form.get() {
        Form::Closed => ().into_any(),
        Form::Open(shown) => replay_form(store, run.clone(), shown, typed, form),
    };
    view! {
        <div class="again">{again} {menu}</div>
        {move || shown()}
    }
    .into_any()
}

fn items(store: Store, run: &RunId, prompt: &str, mode: Mode) -> Vec<Item> {
    let (run, prompt) = (run.clone(), prompt.to_owned());
    let mut items = Vec::new();
    if !prompt.is_empty() && !store.is_busy() && mode != Mode::Form {
        let anew = |words: String, server: Option<String>| {
            let (run, prompt) = (run.clone(), prompt.clone());
            Item::new(Icon::Retry, words, move || store.regenerate(&run, mode, prompt.clone(), server.clone()))
        };
        items.push(anew(t("regenerate").to_owned(), None));
        store.all_servers.with_untracked(|all| {
            let by = answering(all).into_iter();
            items.extend(by.map(|server| {
                anew(fill("regenerate_with", &[("model", &with_model(server))]), Some(server.id.clone()))
            }));
        });
    }
    if !prompt.is_empty() {
        let (of, text) = (run.clone(), prompt.clone());
        items.push(Item::new(Icon::Plus, t("save_as_prompt"), move || store.keep_prompt(of.clone(), text.clone())));
        let text = prompt.clone();
        let of = run.clone();
        items.push(Item::new(Icon::Calendar, t("make_schedule"), move || {
            let steps = store.runs.with_untracked(|runs| runs.get(&of).map(|run| run.plan.clone()).unwrap_or_default());
            let here = store.here.get_untracked();
            let page = here.filter(|here| {
                let is_its = |run: &Run| run.tab == Some(TabId(here.tab)) && run.begins_where_it_is();
                store.runs.with_untracked(|runs| runs.get(&of).is_some_and(is_its))
            });
            let page = page.as_ref().map(|here| here.url.as_str());
            store.schedule_draft.set(Some(scheduled(&text, mode, &steps, page)));
            store.screen.set(Screen::Schedules);
        }));
    }
    let of = run.clone();
    items.push(Item::new(Icon::Download, t("save_as_page"), move || store.save_page(of.clone())));
    items.push(Item::new(Icon::Download, t("debug_export"), move || store.save_debug(run.clone())));
    items
}

/// What would be done again, its values as fields, and the button that starts it.
fn replay_form(
    store: Store,
    run: RunId,
    shown: ReplayShown,
    typed: RwSignal<BTreeMap<String, String>>,
    form: RwSignal<Form>,
) -> AnyView {
    let close = move || form.set(Form::Closed);
    if let Some(why) = shown.why {
        let note = view! { <p class="field__note" role="alert" dir="auto">{why}</p> };
        let back = view! {
            <div class="buttons">
                <button class="button button--small" type="button" on:click=move |_| close()>{t("close")}</button>
            </div>
        };
        return view! {
            <div
                class="again__form card"
                id="again-form"
                tabindex="-1"
                role="group"
                aria-label=t("do_again")
                on:keydown=on_escape(close)
            >
                {note}
                {back}
            </div>
        }
        .into_any();
    }
    let fields = shown.fields.iter().enumerate().map(|(at, one)| {
        let id = format!("again-field-{at}");
        let label = view! { <label class="field__label" for=id.clone() dir="auto">{one.label.clone()}</label> };
        if one.secret {
            let note = view! { <p class="field__note" id=id>{t("again_secret")}</p> };
            return view! {
                <div class="field">
                    <p class="field__label" dir="auto">{one.label.clone()}</p>
                    {note}
                </div>
            }
            .into_any();
        }
        let (read, written) = (one.id.clone(), one.id.clone());
        let input = view! {
            <input
                class="input"
                id=id
                type="text"
                dir="auto"
                autocomplete="off"
                prop:value=move || typed.with(|typed| typed.get(&read).cloned().unwrap_or_default())
                on:input=move |event| {
                    let text = event_target_value(&event);
                    typed.update_untracked(|typed| drop(typed.insert(written.clone(), text)));
                }
            />
        };
        view! { <div class="field">{label} {input}</div> }.into_any()
    });
    let fields: Vec<AnyView> = fields.collect();
    let steps = shown.steps.iter().map(|step| view! { <li dir="auto">{step.clone()}</li> }.into_any());
    let list = view! {
        <details class="again__steps">
            <summary>{counted(shown.steps.len(), key("step_one"), key("step_many"))}</summary>
            <ol>{steps.collect_view()}</ol>
        </details>
    };
    let known = shown.fields;
    let start = move || {
        if store.is_busy() {
            return;
        }
        let values = typed.with_untracked(|typed| changed(&known, typed));
        form.set(Form::Closed);
        store.replay(run.clone(), values);
    };
    let buttons = view! {
        <div class="buttons">
            <button class="button button--small button--main" type="submit" disabled=move || store.is_busy()>
                {t("again_start")}
            </button>
            <button class="button button--small" type="button" on:click=move |_| close()>{t("cancel")}</button>
        </div>
    };
    view! {
        <form
            class="again__form card"
            id="again-form"
            tabindex="-1"
            aria-label=t("do_again")
            on:submit=move |event| {
                event.prevent_default();
                start();
            }
            on:keydown=on_escape(close)
        >
            <p class="field__note">{t("again_note")}</p>
            {fields}
            {list}
            {buttons}
        </form>
    }
    .into_any()
}

impl Store {
    async fn replay_of(self, run: &RunId) -> Option<ReplayShown> {
        match bridge::send(&Command::ReplayGet { run_id: run.clone() }).await {
            Ok(mut answer) => field(&mut answer, "replay"),
            Err(error) => {
                self.error.set(Some(error));
                None
            }
        }
    }

    fn replay(self, run: RunId, values: BTreeMap<String, String>) {
        self.error.set(None);
        spawn_local(async move {
            let extras = Extras { own_tab: self.surface == crate::view::store::Surface::NewTab, ..Extras::default() };
            let command = Command::ReplayRun { run_id: run, values, tab_id: None };
            match bridge::send_with(&command, &extras).await {
                Ok(mut answer) => {
                    let id = field(&mut answer, "conversationId").map(ConversationId);
                    if let (Some(id), Some(run)) = (id, field(&mut answer, "runId").map(RunId)) {
                        self.runs.update(|runs| runs.started(&run, &id, Mode::Agent, ""));
                    }
                }
                Err(error) => self.error.set(Some(error)),
            }
        });
    }

    /// Answers again, by that server if one is named. Once there is a new answer it takes the place of the old one and what came after it.
    fn regenerate(self, run: &RunId, mode: Mode, prompt: String, server: Option<String>) {
        let message = self.with_current(|conversation| replaced(&conversation.messages, run)).flatten();
        if let Some(message) = message {
            self.begin_at(mode, prompt, Instead { message, keeps: true, server });
        }
    }

    fn keep_prompt(self, run: RunId, prompt: String) {
        spawn_local(async move {
            // What was entered is in it as fields, if that is known.
            let replay = bridge::send(&Command::ReplayGet { run_id: run }).await.ok();
            let shown: Option<ReplayShown> = replay.and_then(|mut answer| field(&mut answer, "replay"));
            let template = shown.map(|shown| shown.template).filter(|text| !text.is_empty()).unwrap_or(prompt);
            let prompt = kept(&template);
            let name = prompt.name.clone();
            match bridge::send(&Command::PromptSave { prompt }).await {
                Ok(_) => self.show_toast(fill("prompt_kept", &[("name", &name)]), None),
                Err(error) => self.error.set(Some(error)),
            }
        });
    }

    /// Saves what a task sent to models and got from them.
    fn save_debug(self, run: RunId) {
        spawn_local(async move {
            match bridge::list::<Value>("entries", |after| Command::RunDebug { run_id: run.clone(), after }).await {
                Ok(entries) => {
                    let text = to_debug(entries, &self.secrets());
                    files::save(&file_name(&fill("debug_name", &[("run", &run.0)]), "json"), "application/json", &text);
                }
                Err(error) => self.error.set(Some(error)),
            }
        });
    }

    fn save_page(self, run: RunId) {
        let Some(id) = self.current.get_untracked() else { return };
        spawn_local(async move {
            let Some((conversation, steps)) = self.whole(&id).await else { return };
            let steps = edith_protocol::json::from_value(serde_json::Value::Array(steps)).unwrap_or_default();
            self.take_all_steps(&id, steps);
            let Ok(conversation) = edith_protocol::json::from_value(conversation) else { return };
            let page = self.runs.with_untracked(|runs| {
                runs.get(&run)
                    .map(|run| (shorten(&run.prompt, 50), to_html(&conversation, run, zone(), &self.secrets())))
            });
            if let Some((name, page)) = page {
                files::save(&file_name(&name, "html"), "text/html", &page);
            }
        });
    }
}
