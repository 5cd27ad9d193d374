//! A schedule in the list: its next time, prompt, latest runs and actions.

use super::when::{moment, past, time_of_day};
use crate::state::format::{count, duration, money, shorten};
use crate::state::markdown::words_of;
use crate::state::schedules::picker::Picker;
use crate::state::schedules::{Form, name_of, outcome_words};
use crate::state::text::{counted, fill, key, t};
use crate::view::icon::{Icon, icon, icon_button};
use crate::view::keys::on_escape;
use crate::view::store::{Store, focus, store};
use edith_protocol::{Command, ErrorBody, PastOutcome, PastRun, ScheduleInfo, StartReason};
use leptos::prelude::*;
use serde_json::json;

/// Runs shown at once; the rest on demand.
const SHOWN: usize = 3;

/// The card of a schedule.
pub(super) fn card(id: String, editing: RwSignal<Option<Form>>) -> AnyView {
    let store = store();
    let deleting = RwSignal::new(false);
    let shown = Memo::new(move |_| store.schedules.with(|all| all.iter().find(|one| one.schedule.id() == id).cloned()));
    let draw = move || match shown.get() {
        Some(one) => drawn(one, deleting, editing),
        None => ().into_any(),
    };
    view! { <li class="schedule">{move || draw()}</li> }.into_any()
}

fn drawn(one: ScheduleInfo, deleting: RwSignal<bool>, editing: RwSignal<Option<Form>>) -> AnyView {
    let store = store();
    let stored = one.schedule;
    let picker = Picker::from_cron(stored.cron_expression());
    let (id, enabled) = (stored.id().to_owned(), stored.is_enabled());
    let (to_run, to_delete) = (id.clone(), id.clone());
    let (name, prompt) = (name_of(&stored), shorten(stored.prompt(), 200));
    let head = view! {
        <div class="schedule__head">
            <h2 class="schedule__name" dir="auto">{name.clone()}</h2>
            {toggle(store, id, &name, enabled)}
        </div>
    };
    let next = one.next;
    let coming = move || match next {
        Some(at) if enabled => fill("next_run", &[("when", &moment(at))]),
        _ if enabled => t("no_next_run").to_owned(),
        _ => t("paused").to_owned(),
    };
    let when = view! { <p class="schedule__when">{picker.words(time_of_day)} " · " {move || coming()}</p> };
    let problem = one.problem.map(|problem| view! { <p class="field__error" role="alert">{problem}</p> }.into_any());
    let actions = view! {
        <div class="schedule__actions">
            <button class="button button--small" type="button" on:click=move |_| run(store, &to_run)>
                {icon(Icon::Play)}
                {t("run_now")}
            </button>
            <button
                class="button button--small"
                type="button"
                on:click=move |_| editing.set(Some(Form::from_stored(&stored)))
            >
                {icon(Icon::Pencil)}
                {t("edit")}
            </button>
            {icon_button(Icon::Bin, t("delete_schedule"), move || deleting.set(true))}
        </div>
    };
    let bottom = move || {
        if !deleting.get() {
            return ().into_any();
        }
        focus("keep-schedule");
        let id = to_delete.clone();
        let delete = move || store.change_schedule(Command::ScheduleDelete { id: id.clone() }, said(store));
        view! {
            <div
                class="schedule__confirm"
                role="group"
                aria-label=fill("delete_schedule_named", &[("name", &name)])
                on:keydown=on_escape(move || deleting.set(false))
            >
                <p>{t("delete_schedule_question")}</p>
                <button class="button button--small button--stop" type="button" on:click=move |_| delete()>
                    {t("delete")}
                </button>
                <button
                    class="button button--small"
                    type="button"
                    id="keep-schedule"
                    on:click=move |_| deleting.set(false)
                >
                    {t("keep")}
                </button>
            </div>
        }
        .into_any()
    };
    view! {
        {head}
        {when}
        <p class="schedule__prompt" dir="auto">{prompt}</p>
        {problem.map_or_else(|| ().into_any(), |problem| problem.into_any())}
        {actions}
        {move || bottom()}
        {history(one.runs)}
    }
    .into_any()
}

fn toggle(store: Store, id: String, name: &str, enabled: bool) -> AnyView {
    let change = move |on: bool| {
        let schedule = json!({ "id": id, "enabled": on }).into();
        store.change_schedule(Command::ScheduleSave { schedule }, said(store));
    };
    let field = view! {
        <input
            type="checkbox"
            role="switch"
            aria-label=fill("schedule_on", &[("name", name)])
            prop:checked=move || enabled
            on:change=move |event| change(event_target_checked(&event))
        />
    };
    view! { <label class="switch" title=if enabled { t("on") } else { t("paused") }>{field}</label> }.into_any()
}

fn run(store: Store, id: &str) {
    store.change_schedule(Command::ScheduleRun { id: id.to_owned() }, said(store));
}

fn said(store: Store) -> impl FnOnce(Result<(), ErrorBody>) + 'static {
    move |result| store.error.set(result.err())
}

fn history(runs: Vec<PastRun>) -> AnyView {
    if runs.is_empty() {
        return ().into_any();
    }
    let more = runs.len().saturating_sub(SHOWN);
    let mut rows: Vec<AnyView> = runs.into_iter().map(row).collect();
    let rest = rows.split_off(SHOWN.min(rows.len()));
    let first = view! { <ul class="schedule__runs" aria-label=t("last_runs")>{rows.collect_view()}</ul> }.into_any();
    if rest.is_empty() {
        return first;
    }
    let rest = view! {
        <details class="schedule__more">
            <summary>{fill("before", &[("runs", &counted(more, key("run_one"), key("run_many")))])}</summary>
            <ul class="schedule__runs">{rest.collect_view()}</ul>
        </details>
    };
    view! {
        {first}
        {rest}
    }
    .into_any()
}

fn row(run: PastRun) -> AnyView {
    let store = store();
    let kind = match run.outcome {
        Some(PastOutcome::Completed) => "badge badge--good",
        Some(PastOutcome::Failed) => "badge badge--bad",
        Some(PastOutcome::NeedsInput | PastOutcome::Partial) => "badge badge--mind",
        _ => "badge",
    };
    let mut facts = vec![past(run.started_at)];
    match run.why {
        StartReason::Late => facts.push(t("made_up_for").to_owned()),
        StartReason::Hand => facts.push(t("by_hand").to_owned()),
        StartReason::Time => {}
    }
    if let (Some(end), Some(_)) = (run.ended_at, &run.conversation_id) {
        facts.push(duration(end - run.started_at));
    }
    if run.usage.tokens() > 0 {
        facts.push(fill("tokens", &[("n", &count(run.usage.tokens()))]));
    }
    if let Some(price) = run.usage.price.filter(|price| *price > 0.0) {
        facts.push(money(price));
    }
    let head = view! {
        <span class="schedule__facts">
            <span class=kind>{outcome_words(run.outcome)}</span><span>{facts.join(" · ")}</span>
        </span>
    };
    let text = (!run.summary.is_empty()).then(|| {
        view! { <span class="schedule__summary" dir="auto">{shorten(&words_of(&run.summary), 140)}</span> }.into_any()
    });
    match run.conversation_id {
        Some(conversation) => {
            let open = view! {
                <button class="schedule__run" type="button" on:click=move |_| store.open(Some(conversation.clone()))>
                    {head}
                    {text}
                </button>
            };
            view! { <li>{open}</li> }.into_any()
        }
        None => view! { <li class="schedule__run">{head} {text}</li> }.into_any(),
    }
}
