//! A plan that awaits approval: its steps with what each may do, to be edited, approved or refused. Words for the planner are written in the composer.

use crate::state::markdown;
use crate::state::plan::{PlanDraft, PlanRow, is_grave, leave_words};
use crate::state::text::{fill, t};
use crate::view::dom::by_id;
use crate::view::icon::{Icon, icon};
use crate::view::markdown::drawn;
use crate::view::memo::flag;
use crate::view::show::Show;
use crate::view::store::{Store, store};
use edith_protocol::{Ask, AskAnswer, PlanStep};
use leptos::prelude::*;

#[derive(Clone, Copy)]
struct Card {
    store: Store,
    /// What was changed last, for screen readers.
    told: RwSignal<String>,
}

/// The card of a plan.
pub(super) fn plan_card(ask: &Ask, steps: &[PlanStep], message: &str) -> AnyView {
    let card = Card { store: store(), told: RwSignal::default() };
    let plan = card.store.plan;
    // An edited plan stays so while the person looks at something else.
    if plan.with_untracked(|plan| !plan.is_of(&ask.ask_id)) {
        plan.set(PlanDraft::of(&ask.ask_id, steps));
    }
    let shape = Memo::new(move |_| plan.with(PlanDraft::shape));
    let rows = move || {
        let shape = shape.get();
        let last = shape.len().saturating_sub(1);
        shape.into_iter().enumerate().map(|(at, row)| card.row(at, at == last, row)).collect_view().into_any()
    };
    let asks_leave = flag(move || plan.with(PlanDraft::asks_leave));
    let leave = move || if asks_leave.get() { t("plan_leave") } else { t("plan_leave_none") }.to_owned();
    let add = move || {
        let more = move || {
            if let Some(key) = plan.try_update(PlanDraft::add).flatten() {
                focus_on(field_id(key));
            }
        };
        view! {
            <button class="button button--small" type="button" id="plan-add" on:click=move |_| more()>
                {icon(Icon::Plus)}
                {t("plan_add")}
            </button>
        }
        .into_any()
    };
    let add = view! { <Show when=move || plan.with(PlanDraft::has_room)>{add()}</Show> }.into_any();
    let body = view! {
        <div class="ask__scroll plan" tabindex="0">
            <p class="plan__ask" id="ask-text" dir="auto">{ask.text.clone()}</p>
            <div class="prose plan__message" dir="auto">{drawn(&markdown::parse(message))}</div>
            <p class="plan__leave" id="plan-leave">{move || leave()}</p>
            <ol class="plan__steps" aria-label=t("plan_steps")>{move || rows()}</ol>
            {add}
        </div>
    };
    let refused = (ask.run_id.clone(), ask.ask_id.clone());
    let refuse = move || card.store.answer(refused.0.clone(), refused.1.clone(), AskAnswer::Deny);
    let (run_id, ask_id) = (ask.run_id.clone(), ask.ask_id.clone());
    let approve = move || {
        if let Some(answer) = plan.with_untracked(PlanDraft::approval) {
            card.store.answer(run_id.clone(), ask_id.clone(), answer);
        }
    };
    let approve = view! {
        <button
            class="button button--main"
            type="button"
            aria-describedby="plan-leave"
            disabled=move || plan.with(|plan| !plan.says_something())
            on:click=move |_| approve()
        >
            {t("plan_approve")}
        </button>
    };
    let refuse = view! {
        <button class="button" type="button" on:click=move |_| refuse()>{t("plan_refuse")}</button>
    };
    view! {
        <section class="ask ask--plan" aria-labelledby="ask-title">
            {body}
            <div class="ask__buttons">{approve} {refuse}</div>
            <p class="sr-only" role="status">{move || card.told.get()}</p>
        </section>
    }
    .into_any()
}

impl Card {
    fn row(self, at: usize, is_last: bool, row: PlanRow) -> AnyView {
        let (key, plan) = (row.key, self.store.plan);
        let number = (at + 1).to_string();
        let about = format!("plan-about-{key}");
        let by_key = move |event: web_sys::KeyboardEvent| match event.key().as_str() {
            // A step is one sentence. What completes an IME composition is not for us.
            "Enter" if !event.is_composing() => event.prevent_default(),
            way @ ("ArrowUp" | "ArrowDown") if event.alt_key() => {
                event.prevent_default();
                self.shift(key, way == "ArrowUp", &field_id(key));
            }
            _ => {}
        };
        let field = view! {
            <textarea
                class="plan__text"
                id=field_id(key)
                rows="1"
                dir="auto"
                aria-label=fill("step_number", &[("step", &number)])
                aria-describedby=about.clone()
                aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
                placeholder=t("plan_new")
                prop:value=move || plan.with(|plan| plan.text(key))
                on:input=move |event| plan.update(|plan| plan.say(key, event_target_value(&event)))
                on:keydown=by_key
            ></textarea>
        };
        let way = |up: bool, edge: bool| {
            let (id, words, shown) = match up {
                true => (format!("plan-up-{key}"), fill("plan_up", &[("n", &number)]), Icon::Up),
                false => (format!("plan-down-{key}"), fill("plan_down", &[("n", &number)]), Icon::Down),
            };
            let goes_on = id.clone();
            view! {
                <button
                    class="icon-button"
                    type="button"
                    id=id
                    aria-label=words.clone()
                    title=words
                    disabled=edge
                    on:click=move |_| self.shift(key, up, &goes_on)
                >
                    {icon(shown)}
                </button>
            }
        };
        let gone = number.clone();
        let words = fill("plan_remove", &[("n", &number)]);
        let remove = view! {
            <button
                class="icon-button"
                type="button"
                aria-label=words.clone()
                title=words
                on:click=move |_| {
                    let next = plan.try_update(|plan| plan.remove(key)).flatten();
                    self.told.set(fill("plan_removed", &[("n", &gone)]));
                    focus_on(next.map_or_else(|| "plan-add".to_owned(), field_id));
                }
            >
                {icon(Icon::Bin)}
            </button>
        };
        let tools = view! { <div class="plan__tools">{way(true, at == 0)} {way(false, is_last)} {remove}</div> };
        let PlanStep { done_when, effects, sites, .. } = row.step;
        let done = (!done_when.is_empty()).then(|| {
            view! { <p class="plan__done" dir="auto">{fill("plan_done_when", &[("text", &done_when)])}</p> }.into_any()
        });
        let chips = (!effects.is_empty()).then(|| {
            let chips = effects.into_iter().map(|effect| self.chip(key, effect, &sites));
            view! { <ul class="plan__may">{chips.collect_view()}</ul> }
        });
        view! {
            <li class="plan__step">
                <div class="plan__line">{field} {tools}</div>
                <div class="plan__about" id=about>
                    {done}
                    {chips}
                </div>
            </li>
        }
        .into_any()
    }

    /// What a step may do, with a button that takes it away.
    fn chip(self, key: u32, effect: String, sites: &[String]) -> AnyView {
        let words = leave_words(&effect, sites);
        let grave = is_grave(&effect);
        let away = fill("plan_take_away", &[("effect", &words)]);
        let gone = fill("plan_taken_away", &[("effect", &words)]);
        let take = view! {
            <button
                class="icon-button"
                type="button"
                aria-label=away.clone()
                title=away
                on:click=move |_| {
                    self.store.plan.update(|plan| plan.take_away(key, &effect));
                    self.told.set(gone.clone());
                    focus_on(field_id(key));
                }
            >
                {icon(Icon::Cross)}
            </button>
        };
        view! {
            <li class=if grave { "chip chip--may chip--grave" } else { "chip chip--may" }>
                {grave.then(|| icon(Icon::Alert))}
                <span class="chip__may" dir="auto">{words}</span>
                {take}
            </li>
        }
        .into_any()
    }

    /// Moves a step; the focus goes with it.
    fn shift(self, key: u32, up: bool, focused: &str) {
        let Some((from, to)) = self.store.plan.try_update(|plan| plan.shift(key, up)).flatten() else { return };
        let (from, to) = ((from + 1).to_string(), (to + 1).to_string());
        self.told.set(fill("plan_moved", &[("from", &from), ("to", &to)]));
        let id = focused.to_owned();
        request_animation_frame(move || {
            // At an end of the list the button rests.
            let rests = by_id::<web_sys::Element>(&id).is_some_and(|button| button.has_attribute("disabled"));
            focus_on(if rests { field_id(key) } else { id });
        });
    }
}

fn field_id(key: u32) -> String {
    format!("plan-step-{key}")
}

/// Focuses an element once pending drawing is done.
fn focus_on(id: String) {
    request_animation_frame(move || {
        if let Some(element) = by_id::<web_sys::HtmlElement>(&id) {
            // Fails only if the element cannot take the focus, which loses nothing.
            let _ = element.focus();
        }
    });
}
