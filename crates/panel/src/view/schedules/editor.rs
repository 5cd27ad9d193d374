//! The form that creates or edits a schedule.

use super::when::moment;
use crate::state::modes::{CHOICES, facts_of};
use crate::state::plan::{is_grave, leave_words};
use crate::state::schedules::picker::{DAYS, LAST_DAY, Repeat};
use crate::state::schedules::{Form, KINDS};
use crate::state::text::{fill, t};
use crate::view::icon::{Icon, icon};
use crate::view::keys::on_escape;
use crate::view::memo::{flag, words};
use crate::view::settings::parts::Words;
use crate::view::show::Show;
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
        Some(sentence) => view! { <p class="field__error" role="alert">{sentence}</p> }.into_any(),
        None => ().into_any(),
    };
    let buttons = view! {
        <div class="buttons">
            <button class="button button--main" type="submit">{t("save")}</button>
            <button class="button" type="button" on:click=move |_| close()>{t("cancel")}</button>
        </div>
    };
    let has_plan = flag(move || form.with(|form| form.plan.is_some()));
    view! {
        <form
            class="fields"
            aria-label=title
            novalidate
            on:submit=move |event| {
                event.prevent_default();
                save();
            }
            on:keydown=on_escape(close)
        >
            <h2 class="section__title">{title}</h2>
            {prompt(form)}
            <Show when=has_plan fallback=move || mode(form)>
                {plan(form)}
            </Show>
            {name(form)}
            {time(form)}
            {leave(form, has_plan)}
            {behaviour(form)}
            {move || error()}
            {buttons}
        </form>
    }
    .into_any()
}

fn label(id: &'static str, text: &'static str) -> AnyView {
    view! { <label class="field__label" for=id>{text}</label> }.into_any()
}

/// A short text field bound to a part of the form.
#[component]
fn TextField(
    form: Edited,
    id: &'static str,
    get: fn(&Form) -> &String,
    set: fn(&mut Form) -> &mut String,
    hint: &'static str,
    #[prop(optional)] inputmode: Option<&'static str>,
    #[prop(optional)] spellcheck: Option<&'static str>,
) -> impl IntoView {
    view! {
        <input
            class="input"
            type="text"
            id=id
            placeholder=hint
            inputmode=inputmode
            spellcheck=spellcheck
            dir="auto"
            autocomplete="off"
            prop:value=move || form.with(|form| get(form).clone())
            on:input=move |event| form.update_untracked(|form| *set(form) = event_target_value(&event))
        />
    }
}

fn prompt(form: Edited) -> AnyView {
    let field = view! {
        <textarea
            class="input schedule__text"
            id="schedule-prompt"
            rows="3"
            dir="auto"
            prop:value=move || form.with(|form| form.prompt.clone())
            on:input=move |event| form.update_untracked(|form| form.prompt = event_target_value(&event))
        ></textarea>
    };
    view! { <div class="field">{label("schedule-prompt", t("schedule_what"))} {field}</div> }.into_any()
}

fn name(form: Edited) -> AnyView {
    view! {
        <div class="field">
            {label("schedule-name", t("schedule_name"))}
            <TextField
                form
                id="schedule-name"
                get=|form| &form.name
                set=|form| &mut form.name
                hint=t("schedule_name_hint")
            />
        </div>
    }
    .into_any()
}

/// The plan that its runs carry out. What it may do is all that they may do unasked.
fn plan(form: Edited) -> AnyView {
    let steps = form.with_untracked(|form| form.plan.clone()).unwrap_or_default();
    let step = |step: PlanStep| {
        let chip = |effect: &String| {
            let grave = is_grave(effect);
            view! {
                <li class=if grave { "chip chip--may chip--grave" } else { "chip chip--may" }>
                    {grave.then(|| icon(Icon::Alert))}
                    <span class="chip__may" dir="auto">{leave_words(effect, &step.sites)}</span>
                </li>
            }
            .into_any()
        };
        let may = (!step.effects.is_empty())
            .then(|| view! { <ul class="plan__may">{step.effects.iter().map(chip).collect_view()}</ul> }.into_any());
        view! {
            <li>
                <span dir="auto">{step.text.clone()}</span>
                {may}
            </li>
        }
        .into_any()
    };
    let drop_it = move || {
        form.update(|form| form.plan = None);
        focus("schedule-prompt");
    };
    view! {
        <section class="field schedule__plan" aria-labelledby="schedule-plan">
            <h3 class="field__label" id="schedule-plan">{t("plan_list")}</h3>
            <p class="field__note">{t("schedule_plan_note")}</p>
            <ol>{steps.into_iter().map(step).collect_view()}</ol>
            <div class="buttons">
                <button class="button button--small" type="button" id="schedule-no-plan" on:click=move |_| drop_it()>
                    {t("schedule_no_plan")}
                </button>
            </div>
        </section>
    }
    .into_any()
}

fn mode(form: Edited) -> AnyView {
    let choice = move |value: Mode, label: &'static str| {
        let radio = view! {
            <input
                type="radio"
                name="schedule-mode"
                value=value.name()
                prop:checked=move || form.with(|form| form.mode == value)
                on:change=move |_| form.update(|form| form.mode = value)
            />
        };
        view! { <label class="segmented__item">{radio} <span>{label}</span></label> }
    };
    view! {
        <fieldset class="segmented schedule__modes">
            <legend class="sr-only">{t("schedule_mode")}</legend>
            {CHOICES
                .iter()
                .filter(|one| facts_of(one.mode).is_for_schedules)
                .map(|one| choice(one.mode, t(one.name)).into_any())
                .collect_view()}
        </fieldset>
    }
    .into_any()
}

fn time(form: Edited) -> AnyView {
    let repeat = move || form.with(|form| form.picker.repeat);
    let options = Repeat::ALL.into_iter().map(move |(value, word, label)| {
        view! { <option value=word selected=move || repeat() == value>{t(label)}</option> }.into_any()
    });
    let selected = move || Repeat::ALL.into_iter().find(|(value, ..)| *value == repeat());
    let chosen = move |event| {
        let word = event_target_value(&event);
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
    };
    let list = view! {
        <select
            class="input"
            id="schedule-repeat"
            prop:value=move || selected().map(|(_, word, _)| word.to_owned()).unwrap_or_default()
            on:change=chosen
        >
            {options.collect_view()}
        </select>
    };
    let time = move || {
        view! {
            <input
                class="input schedule__time"
                type="time"
                id="schedule-time"
                aria-label=t("time_of_day")
                prop:value=move || form.with(|form| form.picker.time.clone())
                on:input=move |event| form.update(|form| form.picker.time = event_target_value(&event))
            />
        }
        .into_any()
    };
    let row = view! { <div class="input-row">{list} <Show when=move || repeat().has_time()>{time()}</Show></div> };
    view! {
        <div class="field">
            {label("schedule-repeat", t("schedule_when"))} {row} {move || more(form, repeat())} {preview(form)}
        </div>
    }
    .into_any()
}

/// The fields of one kind of repetition.
fn more(form: Edited, repeat: Repeat) -> AnyView {
    let minutes = move |words: &'static str, least: &'static str| {
        let field = view! {
            <input
                class="input input--number"
                type="number"
                min=least
                max="59"
                prop:value=move || form.with(|form| form.picker.minutes.clone())
                on:input=move |event| form.update(|form| form.picker.minutes = event_target_value(&event))
            />
        };
        view! {
            <label class="schedule__inline">
                <span>{words}</span>
                {field}
            </label>
        }
        .into_any()
    };
    match repeat {
        Repeat::Daily | Repeat::Weekdays => ().into_any(),
        Repeat::Minutes => minutes(t("minutes_between"), "1"),
        Repeat::Hourly => minutes(t("minute_of_hour"), "0"),
        Repeat::Weekly => view! {
            <fieldset class="schedule__days">
                <legend class="sr-only">{t("days_of_week")}</legend>
                {DAYS.into_iter().map(move |(day, short, long)| weekday(form, day, short, long)).collect_view()}
            </fieldset>
        }
        .into_any(),
        Repeat::Monthly => {
            let selected = move || form.with(|form| form.picker.day);
            let option = move |day: u8| {
                let words = if day == LAST_DAY {
                    t("the_last_day").to_owned()
                } else {
                    fill("day_number", &[("day", &day.to_string())])
                };
                view! { <option value=day.to_string() selected=move || selected() == day>{words}</option> }
            };
            let list = view! {
                <select
                    class="input"
                    prop:value=move || selected().to_string()
                    on:change=move |event| {
                        let day = event_target_value(&event);
                        form.update(|form| form.picker.day = day.parse().unwrap_or(1))
                    }
                >
                    {(1..=LAST_DAY).map(option).collect_view()}
                </select>
            };
            view! {
                <label class="schedule__inline">
                    <span>{t("on_day")}</span>
                    {list}
                </label>
            }
            .into_any()
        }
        Repeat::Cron => view! {
            <input
                class="input"
                aria-label=t("cron_expression")
                dir="ltr"
                spellcheck="false"
                autocomplete="off"
                placeholder=t("cron_hint")
                prop:value=move || form.with(|form| form.picker.cron.clone())
                on:input=move |event| form.update(|form| form.picker.cron = event_target_value(&event))
            />
        }
        .into_any(),
    }
}

fn weekday(form: Edited, day: u8, short: &'static str, long: &'static str) -> AnyView {
    let field = view! {
        <input
            type="checkbox"
            aria-label=t(long)
            prop:checked=move || form.with(|form| form.picker.days.contains(&day))
            on:change=move |event| {
                let on = event_target_checked(&event);
                form.update(|form| {
                    form.picker.days.retain(|one| *one != day);
                    if on {
                        form.picker.days.push(day);
                    }
                });
            }
        />
    };
    view! {
        <label class="segmented__item" title=t(long)>
            {field}
            <span>{t(short)}</span>
        </label>
    }
    .into_any()
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
            view! { <p class="field__note">{fill("next_times", &[("times", &times.join(" · "))])}</p> }.into_any()
        }
        Some(Err(sentence)) => view! { <p class="field__error">{sentence}</p> }.into_any(),
        None => view! { <p class="field__note">"…"</p> }.into_any(),
    };
    view! { <div role="status" aria-live="polite">{move || shown()}</div> }.into_any()
}

fn number(
    form: Edited,
    id: &'static str,
    words: &'static str,
    get: fn(&Form) -> &String,
    set: fn(&mut Form) -> &mut String,
) -> AnyView {
    view! { <div class="field">{label(id, words)} <TextField form id get set inputmode="decimal" hint="–" /></div> }
        .into_any()
}

fn leave(form: Edited, has_plan: Memo<bool>) -> AnyView {
    let sites = view! {
        <TextField
            form
            id="schedule-sites"
            get=|form| &form.sites
            set=|form| &mut form.sites
            spellcheck="false"
            hint=t("all_sites")
        />
    };
    let kinds = move || {
        let kinds = KINDS.into_iter().map(move |(kind, words)| {
            let field = view! {
                <input
                    type="checkbox"
                    prop:checked=move || form.with(|form| form.may.iter().any(|may| may == kind))
                    on:change=move |event| {
                        let on = event_target_checked(&event);
                        form.update(|form| {
                            form.may.retain(|may| may != kind);
                            if on {
                                form.may.push(kind.to_owned());
                            }
                        });
                    }
                />
            };
            view! { <label class="choice">{field} <span>{t(words)}</span></label> }.into_any()
        });
        view! {
            <fieldset class="schedule__kinds">
                <legend class="sr-only">{t("may_unattended")}</legend>
                {kinds.collect_view()}
            </fieldset>
        }
        .into_any()
    };
    let limits = view! {
        <div class="schedule__limits">
            {number(form, "schedule-steps", t("limit_steps"), |form| &form.steps, |form| &mut form.steps)}
            {number(form, "schedule-minutes", t("limit_minutes"), |form| &form.minutes, |form| &mut form.minutes)}
            {number(form, "schedule-tokens", t("limit_tokens"), |form| &form.tokens, |form| &mut form.tokens)}
            {number(form, "schedule-price", t("limit_price"), |form| &form.price, |form| &mut form.price)}
        </div>
    };
    part(
        t("may_alone"),
        view! {
            <p class="field__note">{t("alone_note")}</p>
            <div class="field">{label("schedule-sites", t("only_sites"))} {sites}</div>
            // A plan says all of it.
            <Show when=move || !has_plan.get()>{own(form)}</Show>
            <Show when=move || !has_plan.get() && form.with(|form| form.own_leave)>{kinds()}</Show>
            <p class="field__label">{t("limits_one_run")}</p>
            <p class="field__note">{t("limits_empty")}</p>
            {limits}
        }
        .into_any(),
    )
}

fn own(form: Edited) -> AnyView {
    let own = view! {
        <input
            type="checkbox"
            role="switch"
            prop:checked=move || form.with(|form| form.own_leave)
            on:change=move |event| form.update(|form| form.own_leave = event_target_checked(&event))
        />
    };
    view! {
        <label class="switch">
            <span class="switch__words">
                <span class="field__label">{t("own_leave")}</span>
                <span class="field__note">{t("own_leave_note")}</span>
            </span>
            {own}
        </label>
    }
    .into_any()
}

fn behaviour(form: Edited) -> AnyView {
    let switch = |label: &'static str, note: &'static str, is_on: fn(&Form) -> bool, set: fn(&mut Form, bool)| {
        let field = view! {
            <input
                type="checkbox"
                role="switch"
                prop:checked=move || form.with(is_on)
                on:change=move |event| form.update(|form| set(form, event_target_checked(&event)))
            />
        };
        view! {
            <label class="switch">
                <Words label note />
                {field}
            </label>
        }
        .into_any()
    };
    part(
        t("missed_and_told"),
        view! {
            {switch(t("catch_up"), t("catch_up_note"), |form| form.catch_up, |form, on| form.catch_up = on)}
            {switch(t("tell_always"), t("tell_always_note"), |form| form.tell_always, |form, on| form.tell_always = on)}
        }
        .into_any(),
    )
}

fn part(title: &'static str, body: AnyView) -> AnyView {
    view! {
        <details class="schedule__part">
            <summary>{title}</summary>
            <div class="fields">{body}</div>
        </details>
    }
    .into_any()
}
