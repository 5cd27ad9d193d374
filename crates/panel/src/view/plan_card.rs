//! A plan that awaits approval: its steps with what each may do, to be edited, approved or refused. Words for the planner are written in the composer.

use crate::state::markdown;
use crate::state::plan::{PlanDraft, PlanRow, is_grave, leave_words};
use crate::state::text::{fill, t};
use crate::view::el::{El, all, button, by_id, el, flag, live, when};
use crate::view::icon::{Icon, icon};
use crate::view::markdown::drawn;
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
        all(shape.into_iter().enumerate().map(|(at, row)| card.row(at, at == last, row)).collect())
    };
    let asks_leave = flag(move || plan.with(PlanDraft::asks_leave));
    let leave = move || if asks_leave.get() { t("plan_leave") } else { t("plan_leave_none") }.to_owned();
    let add = move || {
        let more = move || {
            if let Some(key) = plan.try_update(PlanDraft::add).flatten() {
                focus_on(field_id(key));
            }
        };
        button("button button--small", more).attr("id", "plan-add").add(icon(Icon::Plus)).text(t("plan_add")).view()
    };
    let add = when(move || plan.with(PlanDraft::has_room), add);
    let body = el("div", "ask__scroll plan")
        .attr("tabindex", "0")
        .add(el("p", "plan__ask").attr("id", "ask-text").attr("dir", "auto").text(ask.text.clone()))
        .add(el("div", "prose plan__message").attr("dir", "auto").add_all(drawn(&markdown::parse(message))))
        .add(el("p", "plan__leave").attr("id", "plan-leave").live_text(leave))
        .add(el("ol", "plan__steps").attr("aria-label", t("plan_steps")).add(live(rows)))
        .add(add);
    let answer = |answer: AskAnswer| {
        let (run_id, ask_id) = (ask.run_id.clone(), ask.ask_id.clone());
        move || card.store.answer(run_id.clone(), ask_id.clone(), answer.clone())
    };
    let (run_id, ask_id) = (ask.run_id.clone(), ask.ask_id.clone());
    let approve = move || {
        if let Some(answer) = plan.with_untracked(PlanDraft::approval) {
            card.store.answer(run_id.clone(), ask_id.clone(), answer);
        }
    };
    let approve = button("button button--main", approve)
        .attr("aria-describedby", "plan-leave")
        .live_flag("disabled", move || plan.with(|plan| !plan.says_something()))
        .text(t("plan_approve"));
    let refuse = button("button", answer(AskAnswer::Deny)).text(t("plan_refuse"));
    el("section", "ask ask--plan")
        .attr("aria-labelledby", "ask-title")
        .add(body)
        .add(el("div", "ask__buttons").add(approve).add(refuse))
        .add(el("p", "sr-only").attr("role", "status").live_text(move || card.told.get()))
        .view()
}

impl Card {
    fn row(self, at: usize, is_last: bool, row: PlanRow) -> AnyView {
        let (key, plan) = (row.key, self.store.plan);
        let number = (at + 1).to_string();
        let about = format!("plan-about-{key}");
        let field = el("textarea", "plan__text")
            .attr("id", field_id(key))
            .attr("rows", "1")
            .attr("dir", "auto")
            .attr("aria-label", fill("step_number", &[("step", &number)]))
            .attr("aria-describedby", about.clone())
            .attr("aria-keyshortcuts", "Alt+ArrowUp Alt+ArrowDown")
            .attr("placeholder", t("plan_new"))
            .value(move || plan.with(|plan| plan.text(key)))
            .on_input(move |text| plan.update(|plan| plan.say(key, text)))
            .on_key(move |event| match event.key().as_str() {
                // A step is one sentence. What completes an IME composition is not for us.
                "Enter" if !event.is_composing() => event.prevent_default(),
                way @ ("ArrowUp" | "ArrowDown") if event.alt_key() => {
                    event.prevent_default();
                    self.shift(key, way == "ArrowUp", &field_id(key));
                }
                _ => {}
            });
        let named = |words: String, shown: Icon, button: El| {
            button.attr("aria-label", words.clone()).attr("title", words).add(icon(shown))
        };
        let way = |up: bool, edge: bool| {
            let (id, words, shown) = match up {
                true => (format!("plan-up-{key}"), fill("plan_up", &[("n", &number)]), Icon::Up),
                false => (format!("plan-down-{key}"), fill("plan_down", &[("n", &number)]), Icon::Down),
            };
            let goes_on = id.clone();
            let button = button("icon-button", move || self.shift(key, up, &goes_on)).attr("id", id);
            named(words, shown, button.live_flag("disabled", move || edge))
        };
        let gone = number.clone();
        let remove = button("icon-button", move || {
            let next = plan.try_update(|plan| plan.remove(key)).flatten();
            self.told.set(fill("plan_removed", &[("n", &gone)]));
            focus_on(next.map_or_else(|| "plan-add".to_owned(), field_id));
        });
        let remove = named(fill("plan_remove", &[("n", &number)]), Icon::Bin, remove);
        let tools = el("div", "plan__tools").add(way(true, at == 0)).add(way(false, is_last)).add(remove);
        let PlanStep { done_when, effects, sites, .. } = row.step;
        let done = (!done_when.is_empty())
            .then(|| el("p", "plan__done").attr("dir", "auto").text(fill("plan_done_when", &[("text", &done_when)])));
        let chips = (!effects.is_empty()).then(|| {
            let chips = effects.into_iter().map(|effect| self.chip(key, effect, &sites));
            el("ul", "plan__may").add_all(chips)
        });
        el("li", "plan__step")
            .add(el("div", "plan__line").add(field).add(tools))
            .add(el("div", "plan__about").attr("id", about).add_some(done).add_some(chips))
            .view()
    }

    /// What a step may do, with a button that takes it away.
    fn chip(self, key: u32, effect: String, sites: &[String]) -> AnyView {
        let words = leave_words(&effect, sites);
        let grave = is_grave(&effect);
        let away = fill("plan_take_away", &[("effect", &words)]);
        let gone = fill("plan_taken_away", &[("effect", &words)]);
        let take = button("icon-button", move || {
            self.store.plan.update(|plan| plan.take_away(key, &effect));
            self.told.set(gone.clone());
            focus_on(field_id(key));
        });
        el("li", if grave { "chip chip--may chip--grave" } else { "chip chip--may" })
            .add_some(grave.then(|| icon(Icon::Alert)))
            .add(el("span", "chip__may").attr("dir", "auto").text(words))
            .add(take.attr("aria-label", away.clone()).attr("title", away).add(icon(Icon::Cross)))
            .view()
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
