//! The form that creates or edits a schedule.

use super::when::moment;
use crate::state::modes::{CHOICES, facts_of};
use crate::state::plan::{is_grave, leave_words};
use crate::state::schedules::picker::{DAYS, LAST_DAY, Repeat};
use crate::state::schedules::{Form, KINDS};
use crate::state::text::{fill, t};
use crate::view::el::{El, all, button, either, el, flag, live, nothing, when, words};
use crate::view::icon::{Icon, icon};
use crate::view::store::{focus, store};
use edith_protocol::{Command, Mode, PlanStep};
use leptos::prelude::*;
use leptos::task::spawn_local;

type Edited = RwSignal<Form>;

/// The form; it closes once stored.
pub(super) fn editor(form: Form, editing: RwSignal<Option<Form>>) -> AnyView {
    let store = store();
    let title = if form.id.is_empty() { t("new_schedule") } else { t("change_schedule") };
    let form = RwSignal::new(form);
    let wrong = RwSignal::new(None::<String>);
    focus("schedule-prompt");
    let close = move || {
        editing.set(None);
        focus("new-schedule");
    };
    let save = move || match form.with_untracked(Form::change) {
        Err(sentence) => wrong.set(Some(sentence)),
        Ok(schedule) => store.change_schedule(Command::ScheduleSave { schedule }, move |saved| match saved {
            Ok(()) => close(),
            Err(error) => wrong.set(Some(error.message)),
        }),
    };
    let error = move || match wrong.get() {
        Some(sentence) => el("p", "field__error").attr("role", "alert").text(sentence).view(),
        None => nothing(),
    };
    let buttons = el("div", "buttons")
        .add(el("button", "button button--main").attr("type", "submit").text(t("save")))
        .add(button("button", close).text(t("cancel")));
    let has_plan = flag(move || form.with(|form| form.plan.is_some()));
    el("form", "fields")
        .attr("aria-label", title)
        .attr("novalidate", "")
        .on_submit(save)
        .on_escape(close)
        .add(el("h2", "section__title").text(title))
        .add(prompt(form))
        .add(either(move || has_plan.get(), move || plan(form), move || mode(form)))
        .add(name(form))
        .add(time(form))
        .add(leave(form, has_plan))
        .add(behaviour(form))
        .add(live(error))
        .add(buttons)
        .view()
}

fn label(id: &'static str, text: &'static str) -> El {
    el("label", "field__label").attr("for", id).text(text)
}

/// A short text field bound to a part of the form.
fn text_field(form: Edited, id: &'static str, get: fn(&Form) -> &String, set: fn(&mut Form) -> &mut String) -> El {
    el("input", "input")
        .attr("id", id)
        .attr("dir", "auto")
        .attr("autocomplete", "off")
        .value(move || form.with(|form| get(form).clone()))
        .on_input(move |text| form.update_untracked(|form| *set(form) = text))
}

fn prompt(form: Edited) -> AnyView {
    let field = el("textarea", "input schedule__text")
        .attr("id", "schedule-prompt")
        .attr("rows", "3")
        .attr("dir", "auto")
        .value(move || form.with(|form| form.prompt.clone()))
        .on_input(move |text| form.update_untracked(|form| form.prompt = text));
    el("div", "field").add(label("schedule-prompt", t("schedule_what"))).add(field).view()
}

fn name(form: Edited) -> AnyView {
    let field = text_field(form, "schedule-name", |form| &form.name, |form| &mut form.name)
        .attr("type", "text")
        .attr("placeholder", t("schedule_name_hint"));
    el("div", "field").add(label("schedule-name", t("schedule_name"))).add(field).view()
}

/// The plan that its runs carry out. What it may do is all that they may do unasked.
fn plan(form: Edited) -> AnyView {
    let steps = form.with_untracked(|form| form.plan.clone()).unwrap_or_default();
    let step = |step: PlanStep| {
        let chip = |effect: &String| {
            let grave = is_grave(effect);
            el("li", if grave { "chip chip--may chip--grave" } else { "chip chip--may" })
                .add_some(grave.then(|| icon(Icon::Alert)))
                .add(el("span", "chip__may").attr("dir", "auto").text(leave_words(effect, &step.sites)))
                .view()
        };
        let may = (!step.effects.is_empty()).then(|| el("ul", "plan__may").add_all(step.effects.iter().map(chip)));
        el("li", "").add(el("span", "").attr("dir", "auto").text(step.text.clone())).add_some(may).view()
    };
    let drop_it = move || {
        form.update(|form| form.plan = None);
        focus("schedule-prompt");
    };
    el("section", "field schedule__plan")
        .attr("aria-labelledby", "schedule-plan")
        .add(el("h3", "field__label").attr("id", "schedule-plan").text(t("plan_list")))
        .add(el("p", "field__note").text(t("schedule_plan_note")))
        .add(el("ol", "").add_all(steps.into_iter().map(step)))
        .add(
            el("div", "buttons").add(
                button("button button--small", drop_it).attr("id", "schedule-no-plan").text(t("schedule_no_plan")),
            ),
        )
        .view()
}

fn mode(form: Edited) -> AnyView {
    let choice = move |value: Mode, label: &'static str| {
        let radio = el("input", "")
            .attr("type", "radio")
            .attr("name", "schedule-mode")
            .attr("value", value.name())
            .checked(move || form.with(|form| form.mode == value))
            .on_change(move |_| form.update(|form| form.mode = value));
        el("label", "segmented__item").add(radio).add(el("span", "").text(label))
    };
    el("fieldset", "segmented schedule__modes")
        .add(el("legend", "sr-only").text(t("schedule_mode")))
        .add_all(
            CHOICES
                .iter()
                .filter(|one| facts_of(one.mode).is_for_schedules)
                .map(|one| choice(one.mode, t(one.name)).view()),
        )
        .view()
}

fn time(form: Edited) -> AnyView {
    let repeat = move || form.with(|form| form.picker.repeat);
    let options = Repeat::ALL.into_iter().map(move |(value, word, label)| {
        el("option", "").attr("value", word).live_flag("selected", move || repeat() == value).text(t(label)).view()
    });
    let selected = move || Repeat::ALL.into_iter().find(|(value, ..)| *value == repeat());
    let list = el("select", "input")
        .attr("id", "schedule-repeat")
        .add_all(options)
        .value(move || selected().map(|(_, word, _)| word.to_owned()).unwrap_or_default())
        .on_change(move |word| {
            if let Some((repeat, ..)) = Repeat::ALL.into_iter().find(|(_, known, _)| *known == word) {
                form.update(|form| {
                    // An expression starts from what was picked so far.
                    let cron = form.picker.cron().unwrap_or_default();
                    if repeat == Repeat::Cron && form.picker.repeat != Repeat::Cron {
                        form.picker.cron = cron;
                    }
                    form.picker.repeat = repeat;
                });
            }
        });
    let time = move || {
        el("input", "input schedule__time")
            .attr("type", "time")
            .attr("id", "schedule-time")
            .attr("aria-label", t("time_of_day"))
            .value(move || form.with(|form| form.picker.time.clone()))
            .on_input(move |text| form.update(|form| form.picker.time = text))
            .view()
    };
    let row = el("div", "input-row").add(list).add(when(move || repeat().has_time(), time));
    el("div", "field")
        .add(label("schedule-repeat", t("schedule_when")))
        .add(row)
        .add(live(move || more(form, repeat())))
        .add(preview(form))
        .view()
}

/// The fields of one kind of repetition.
fn more(form: Edited, repeat: Repeat) -> AnyView {
    let minutes = move |words: &'static str, least: &'static str| {
        let field = el("input", "input input--number")
            .attr("type", "number")
            .attr("min", least)
            .attr("max", "59")
            .value(move || form.with(|form| form.picker.minutes.clone()))
            .on_input(move |text| form.update(|form| form.picker.minutes = text));
        el("label", "schedule__inline").add(el("span", "").text(words)).add(field).view()
    };
    match repeat {
        Repeat::Daily | Repeat::Weekdays => nothing(),
        Repeat::Minutes => minutes(t("minutes_between"), "1"),
        Repeat::Hourly => minutes(t("minute_of_hour"), "0"),
        Repeat::Weekly => el("fieldset", "schedule__days")
            .add(el("legend", "sr-only").text(t("days_of_week")))
            .add_all(DAYS.into_iter().map(move |(day, short, long)| weekday(form, day, short, long)))
            .view(),
        Repeat::Monthly => {
            let selected = move || form.with(|form| form.picker.day);
            let option = move |day: u8| {
                let words = if day == LAST_DAY {
                    t("the_last_day").to_owned()
                } else {
                    fill("day_number", &[("day", &day.to_string())])
                };
                let option = el("option", "").attr("value", day.to_string());
                option.live_flag("selected", move || selected() == day).text(words).view()
            };
            let list = el("select", "input")
                .add_all((1..=LAST_DAY).map(option))
                .value(move || selected().to_string())
                .on_change(move |day| form.update(|form| form.picker.day = day.parse().unwrap_or(1)));
            el("label", "schedule__inline").add(el("span", "").text(t("on_day"))).add(list).view()
        }
        Repeat::Cron => el("input", "input")
            .attr("aria-label", t("cron_expression"))
            .attr("dir", "ltr")
            .attr("spellcheck", "false")
            .attr("autocomplete", "off")
            .attr("placeholder", t("cron_hint"))
            .value(move || form.with(|form| form.picker.cron.clone()))
            .on_input(move |text| form.update(|form| form.picker.cron = text))
            .view(),
    }
}

fn weekday(form: Edited, day: u8, short: &'static str, long: &'static str) -> AnyView {
    let field = el("input", "")
        .attr("type", "checkbox")
        .attr("aria-label", t(long))
        .checked(move || form.with(|form| form.picker.days.contains(&day)))
        .on("change", move |event| {
            let on = event_target_checked(&event);
            form.update(|form| {
                form.picker.days.retain(|one| *one != day);
                if on {
                    form.picker.days.push(day);
                }
            });
        });
    el("label", "segmented__item").attr("title", t(long)).add(field).add(el("span", "").text(t(short))).view()
}

/// The next times, or the problem.
fn preview(form: Edited) -> AnyView {
    let store = store();
    let cron = words(move || form.with(|form| form.picker.cron().unwrap_or_else(|sentence| format!("!{sentence}"))));
    let said = RwSignal::new(None::<Result<Vec<f64>, String>>);
    Effect::new(move || {
        let asked = cron.get();
        if let Some(sentence) = asked.strip_prefix('!') {
            said.set(Some(Err(sentence.to_owned())));
            return;
        }
        spawn_local(async move {
            let answer = store.preview(asked.clone()).await.map_err(|error| error.message);
            // The expression may have changed or the form closed meanwhile.
            if cron.try_get_untracked().is_some_and(|now| now == asked) {
                said.set(Some(answer));
            }
        });
    });
    let shown = move || match said.get() {
        Some(Ok(times)) => {
            let times: Vec<String> = times.into_iter().map(moment).collect();
            el("p", "field__note").text(fill("next_times", &[("times", &times.join(" · "))])).view()
        }
        Some(Err(sentence)) => el("p", "field__error").text(sentence).view(),
        None => el("p", "field__note").text("…").view(),
    };
    el("div", "").attr("role", "status").attr("aria-live", "polite").add(live(shown)).view()
}

fn number(
    form: Edited,
    id: &'static str,
    words: &'static str,
    get: fn(&Form) -> &String,
    set: fn(&mut Form) -> &mut String,
) -> AnyView {
    let field =
        text_field(form, id, get, set).attr("type", "text").attr("inputmode", "decimal").attr("placeholder", "–");
    el("div", "field").add(label(id, words)).add(field).view()
}

fn leave(form: Edited, has_plan: Memo<bool>) -> AnyView {
    let sites = text_field(form, "schedule-sites", |form| &form.sites, |form| &mut form.sites)
        .attr("type", "text")
        .attr("spellcheck", "false")
        .attr("placeholder", t("all_sites"));
    let kinds = move || {
        let kinds = KINDS.into_iter().map(move |(kind, words)| {
            let field = el("input", "")
                .attr("type", "checkbox")
                .checked(move || form.with(|form| form.may.iter().any(|may| may == kind)))
                .on("change", move |event| {
                    let on = event_target_checked(&event);
                    form.update(|form| {
                        form.may.retain(|may| may != kind);
                        if on {
                            form.may.push(kind.to_owned());
                        }
                    });
                });
            el("label", "choice").add(field).add(el("span", "").text(t(words))).view()
        });
        el("fieldset", "schedule__kinds").add(el("legend", "sr-only").text(t("may_unattended"))).add_all(kinds).view()
    };
    let limits = el("div", "schedule__limits")
        .add(number(form, "schedule-steps", t("limit_steps"), |form| &form.steps, |form| &mut form.steps))
        .add(number(form, "schedule-minutes", t("limit_minutes"), |form| &form.minutes, |form| &mut form.minutes))
        .add(number(form, "schedule-tokens", t("limit_tokens"), |form| &form.tokens, |form| &mut form.tokens))
        .add(number(form, "schedule-price", t("limit_price"), |form| &form.price, |form| &mut form.price));
    part(
        t("may_alone"),
        all(vec![
            el("p", "field__note").text(t("alone_note")).view(),
            el("div", "field").add(label("schedule-sites", t("only_sites"))).add(sites).view(),
            // A plan says all of it.
            when(move || !has_plan.get(), move || own(form)),
            when(move || !has_plan.get() && form.with(|form| form.own_leave), kinds),
            el("p", "field__label").text(t("limits_one_run")).view(),
            el("p", "field__note").text(t("limits_empty")).view(),
            limits.view(),
        ]),
    )
}

fn own(form: Edited) -> AnyView {
    let own = el("input", "")
        .attr("type", "checkbox")
        .attr("role", "switch")
        .checked(move || form.with(|form| form.own_leave))
        .on("change", move |event| form.update(|form| form.own_leave = event_target_checked(&event)));
    el("label", "switch")
        .add(
            el("span", "switch__words")
                .add(el("span", "field__label").text(t("own_leave")))
                .add(el("span", "field__note").text(t("own_leave_note"))),
        )
        .add(own)
        .view()
}

fn behaviour(form: Edited) -> AnyView {
    let switch = |label: &'static str, note: &'static str, is_on: fn(&Form) -> bool, set: fn(&mut Form, bool)| {
        let field = el("input", "")
            .attr("type", "checkbox")
            .attr("role", "switch")
            .checked(move || form.with(is_on))
            .on("change", move |event| form.update(|form| set(form, event_target_checked(&event))));
        el("label", "switch").add(crate::view::settings::parts::words(label, note)).add(field).view()
    };
    part(
        t("missed_and_told"),
        all(vec![
            switch(t("catch_up"), t("catch_up_note"), |form| form.catch_up, |form, on| form.catch_up = on),
            switch(t("tell_always"), t("tell_always_note"), |form| form.tell_always, |form, on| form.tell_always = on),
        ]),
    )
}

fn part(title: &'static str, body: AnyView) -> AnyView {
    el("details", "schedule__part").add(el("summary", "").text(title)).add(el("div", "fields").add(body)).view()
}
