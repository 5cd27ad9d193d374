//! A schedule in the list: its next time, prompt, latest runs and actions.

use super::when::{moment, past, time_of_day};
use crate::state::format::{count, duration, money, shorten};
use crate::state::markdown::words_of;
use crate::state::schedules::picker::Picker;
use crate::state::schedules::{Form, name_of, outcome_words};
use crate::state::text::{counted, fill, key, t};
use crate::view::el::{all, button, el, live, nothing};
use crate::view::icon::{Icon, icon, icon_button};
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
        None => nothing(),
    };
    el("li", "schedule").add(live(draw)).view()
}

fn drawn(one: ScheduleInfo, deleting: RwSignal<bool>, editing: RwSignal<Option<Form>>) -> AnyView {
    let store = store();
    let stored = one.schedule;
    let picker = Picker::from_cron(stored.cron_expression());
    let (id, enabled) = (stored.id().to_owned(), stored.is_enabled());
    let (to_run, to_delete) = (id.clone(), id.clone());
    let (name, prompt) = (name_of(&stored), shorten(stored.prompt(), 200));
    let head = el("div", "schedule__head")
        .add(el("h2", "schedule__name").attr("dir", "auto").text(name.clone()))
        .add(toggle(store, id, &name, enabled));
    let next = one.next;
    let coming = move || match next {
        Some(at) if enabled => fill("next_run", &[("when", &moment(at))]),
        _ if enabled => t("no_next_run").to_owned(),
        _ => t("paused").to_owned(),
    };
    let when = el("p", "schedule__when").text(picker.words(time_of_day)).text(" · ").live_text(coming);
    let problem = one.problem.map(|problem| el("p", "field__error").attr("role", "alert").text(problem));
    let actions = el("div", "schedule__actions")
        .add(button("button button--small", move || run(store, &to_run)).add(icon(Icon::Play)).text(t("run_now")))
        .add(
            button("button button--small", move || editing.set(Some(Form::from_stored(&stored))))
                .add(icon(Icon::Pencil))
                .text(t("edit")),
        )
        .add(icon_button(Icon::Bin, t("delete_schedule"), move || deleting.set(true)));
    let bottom = move || {
        if !deleting.get() {
            return nothing();
        }
        focus("keep-schedule");
        let id = to_delete.clone();
        let delete = move || store.change_schedule(Command::ScheduleDelete { id: id.clone() }, said(store));
        el("div", "schedule__confirm")
            .attr("role", "group")
            .attr("aria-label", fill("delete_schedule_named", &[("name", &name)]))
            .on_escape(move || deleting.set(false))
            .add(el("p", "").text(t("delete_schedule_question")))
            .add(button("button button--small button--stop", delete).text(t("delete")))
            .add(
                button("button button--small", move || deleting.set(false)).attr("id", "keep-schedule").text(t("keep")),
            )
            .view()
    };
    all(vec![
        head.view(),
        when.view(),
        el("p", "schedule__prompt").attr("dir", "auto").text(prompt).view(),
        problem.map_or_else(nothing, |problem| problem.view()),
        actions.view(),
        live(bottom),
        history(one.runs),
    ])
}

fn toggle(store: Store, id: String, name: &str, enabled: bool) -> AnyView {
    let change = move |on: bool| {
        let schedule = json!({ "id": id, "enabled": on }).into();
        store.change_schedule(Command::ScheduleSave { schedule }, said(store));
    };
    let field = el("input", "")
        .attr("type", "checkbox")
        .attr("role", "switch")
        .attr("aria-label", fill("schedule_on", &[("name", name)]))
        .checked(move || enabled)
        .on("change", move |event| change(event_target_checked(&event)));
    el("label", "switch").attr("title", if enabled { t("on") } else { t("paused") }).add(field).view()
}

fn run(store: Store, id: &str) {
    store.change_schedule(Command::ScheduleRun { id: id.to_owned() }, said(store));
}

fn said(store: Store) -> impl FnOnce(Result<(), ErrorBody>) + 'static {
    move |result| store.error.set(result.err())
}

fn history(runs: Vec<PastRun>) -> AnyView {
    if runs.is_empty() {
        return nothing();
    }
    let more = runs.len().saturating_sub(SHOWN);
    let mut rows: Vec<AnyView> = runs.into_iter().map(row).collect();
    let rest = rows.split_off(SHOWN.min(rows.len()));
    let first = el("ul", "schedule__runs").attr("aria-label", t("last_runs")).add_all(rows).view();
    if rest.is_empty() {
        return first;
    }
    let rest = el("details", "schedule__more")
        .add(el("summary", "").text(fill("before", &[("runs", &counted(more, key("run_one"), key("run_many")))])))
        .add(el("ul", "schedule__runs").add_all(rest));
    all(vec![first, rest.view()])
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
    let head = el("span", "schedule__facts")
        .add(el("span", kind).text(outcome_words(run.outcome)))
        .add(el("span", "").text(facts.join(" · ")));
    let text = (!run.summary.is_empty())
        .then(|| el("span", "schedule__summary").attr("dir", "auto").text(shorten(&words_of(&run.summary), 140)));
    match run.conversation_id {
        Some(conversation) => {
            let open = button("schedule__run", move || store.open(Some(conversation.clone())));
            el("li", "").add(open.add(head).add_some(text)).view()
        }
        None => el("li", "schedule__run").add(head).add_some(text).view(),
    }
}
