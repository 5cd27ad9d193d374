//! Messages from the user and the model, and how a run ended.

use crate::state::compose::Sent;
use crate::state::documents::answers::{at_end, by_name};
use crate::state::format::{count, money};
use crate::state::markdown;
use crate::state::part::SettingsPart;
use crate::state::runs::{Run, outcome_words};
use crate::state::text::{counted, fill, key, t};
use crate::view::again::actions;
use crate::view::commands::Instead;
use crate::view::composer::referred;
use crate::view::copy_button::copy_button;
use crate::view::icon::{Icon, icon};
use crate::view::markdown::drawn;
use crate::view::memo::{flag, words};
use crate::view::settings::servers::fix::fix_key;
use crate::view::store::{Store, focus, store};
use crate::view::suggestions::suggestions;
use edith_protocol::{Ending, Message, Mode, Origin, Outcome, Role, RunId};
use leptos::prelude::*;

/// A message from the user. One that starts a turn can be edited: `message` is its id, `run` its run.
pub(super) fn said(text: String, sent: Sent, message: Option<String>, run: Option<RunId>) -> AnyView {
    let store = store();
    let editing = RwSignal::new(false);
    let draw = move || {
        let given = || referred(&sent);
        let who = view! { <span class="sr-only">{t("you")}</span> };
        let words = view! { <p class="said__text" dir="auto">{text.clone()}</p> };
        let Some(message) = message.clone() else {
            return view! {
                {who}
                {words}
                {given()}
            }
            .into_any();
        };
        if editing.get() {
            return editor(text.clone(), message, run.clone(), editing);
        }
        let edit = view! {
            <button
                class="icon-button said__edit"
                type="button"
                aria-label=t("edit_message")
                title=t("edit_message")
                hidden=move || store.is_busy()
                on:click=move |_| editing.set(true)
            >
                {icon(Icon::Pencil)}
            </button>
        };
        view! {
            {who}
            {edit}
            {words}
            {given()}
        }
        .into_any()
    };
    view! { <li class="said">{move || draw()}</li> }.into_any()
}

fn editor(text: String, message: String, run: Option<RunId>, editing: RwSignal<bool>) -> AnyView {
    let store = store();
    let draft = RwSignal::new(text);
    focus("edit-message");
    let send = move || {
        let text = draft.get_untracked().trim().to_owned();
        if !text.is_empty() && !store.is_busy() {
            let mode = run.as_ref().map_or(Mode::Chat, |run| mode_of(store, run));
            store.begin_at(mode, text, Instead { message: message.clone(), keeps: false, server: None });
        }
    };
    let submit = send.clone();
    let field = view! {
        <textarea
            class="input said__field"
            id="edit-message"
            rows="3"
            dir="auto"
            aria-label=t("edit_message")
            prop:value=draft
            on:input=move |event| draft.set(event_target_value(&event))
            on:keydown=move |event| match event.key().as_str() {
                "Enter" if !event.shift_key() && !event.is_composing() => {
                    event.prevent_default();
                    send();
                }
                "Escape" => {
                    event.prevent_default();
                    editing.set(false);
                }
                _ => {}
            }
        ></textarea>
    };
    let cancel = view! {
        <button class="button button--small" type="button" on:click=move |_| editing.set(false)>{t("cancel")}</button>
    };
    let submit = view! {
        <button
            class="button button--small button--main"
            type="button"
            disabled=move || store.is_busy()
            on:click=move |_| submit()
        >
            {t("send")}
        </button>
    };
    let buttons = view! { <div class="buttons">{cancel} {submit}</div> };
    view! { <div class="said__editor">{field} <p class="field__note">{t("edit_note")}</p> {buttons}</div> }.into_any()
}

/// A run's mode, as far as it is known: a research has sources, a plan has steps, a form has questions, an agent has tools.
fn mode_of(store: Store, run: &RunId) -> Mode {
    let known = store.runs.with_untracked(|runs| {
        runs.get(run).map(|run| {
            let asked = !run.answers.is_empty() || run.mode == Some(Mode::Documents);
            let research = !run.sources.is_empty() || run.mode == Some(Mode::Research);
            let formed = !run.form.questions.is_empty() || run.mode == Some(Mode::Form);
            let planned = !run.plan.is_empty() || run.mode == Some(Mode::Plan);
            let mode = match () {
                () if research => Mode::Research,
                () if planned => Mode::Plan,
                () if formed => Mode::Form,
                () => Mode::Agent,
            };
            if asked { (true, Mode::Documents) } else { (research || planned || formed || run.is_agent(), mode) }
        })
    });
    let tools = || {
        store.with_current(|conversation| {
            let of_run = |message: &&Message| message.run_id.as_ref() == Some(run);
            conversation.messages.iter().filter(of_run).any(|message| message.role == Role::Tool)
        })
    };
    match known {
        Some((true, mode)) => mode,
        _ if tools() == Some(true) => Mode::Agent,
        _ => Mode::Chat,
    }
}

/// A message from the model, with a copy button.
pub(super) fn replied(text: String) -> AnyView {
    let body = view! { <div class="prose" dir="auto">{drawn(&linked(store(), &text))}</div> };
    view! {
        <li class="replied">
            <span class="sr-only">"EDITH: "</span>
            {body}
            {copy_button(text)}
        </li>
    }
    .into_any()
}

/// A text's blocks, with links to the conversation's documents where it cites them.
fn linked(store: Store, text: &str) -> Vec<markdown::Block> {
    let known = store.talked_of();
    let tree = markdown::numbered(markdown::parse(text));
    if known.is_empty() { tree } else { markdown::cited(tree, &mut |name, page| by_name(&known, name, page)) }
}

/// A run's final answer, streaming or complete; the live region reads it out when complete. Its element stays the same throughout, and so does the
/// reader's place.
pub(super) fn answer(run: RunId) -> AnyView {
    let store = store();
    let id = run.clone();
    let comes = flag(move || store.runs.with(|runs| runs.get(&id).is_some_and(Run::is_live)));
    let text = words(move || store.answer_of(&run));
    let body = view! { {move || text.with(|text| drawn(&linked(store, text))).into_any()} }.into_any();
    let whole = move || text.with(|text| if comes.get() { ().into_any() } else { copy_button(text.clone()) });
    view! {
        <li
            class=move || if comes.get() { "replied replied--streaming" } else { "replied" }
            aria-busy=move || comes.get().then_some("true")
        >
            <span class="sr-only">"EDITH: "</span>
            <div class="prose" dir="auto">{body}</div>
            {move || whole()}
        </li>
    }
    .into_any()
}

/// How a run ended: a line with its evidence if completed, else a card with the reason and a retry.
pub(super) fn ended(run: RunId, ending: Ending, summary: String, prompt: String) -> AnyView {
    let store = store();
    let (outcome, steps) = (ending.outcome, ending.steps);
    let mode = mode_of(store, &run);
    let sources = store.runs.with_untracked(|runs| runs.get(&run).map_or(0, |run| run.sources.len()));
    let figures = figures(&ending, sources);
    if outcome == Outcome::Completed {
        // Each value that was written into a form was read back from its page.
        let proved = !ending.evidence.is_empty() || (mode == Mode::Form && steps > 0);
        let words = match (proved, steps, mode) {
            (true, ..) => key("done_line"),
            (false, 0, _) | (false, _, Mode::Chat | Mode::Documents) => key("answered_line"),
            (false, ..) => key("unconfirmed_line"),
        };
        let unconfirmed = words == key("unconfirmed_line");
        let mark = if proved { Some(icon(Icon::Check)) } else { unconfirmed.then(|| icon(Icon::Alert)) };
        let line = view! { <p class="ended__line">{mark} <span>{fill(words, &[("figures", &figures)])}</span></p> };
        let class = match () {
            () if proved => "ended ended--completed ended--proved",
            () if unconfirmed => "ended ended--completed ended--doubtful",
            () => "ended ended--completed",
        };
        let then = actions(run, prompt, mode, true);
        return view! {
            <li class=class>
                {suggestions(&ending.suggestions)} {line}
                {unconfirmed.then(|| view! { <p class="field__note">{t("unconfirmed_note")}</p> }.into_any())} {proofs(&ending)}
                {then}
            </li>
        }
        .into_any();
    }
    // What was not understood is not a failure: nothing was begun, and the same words again would not help.
    let unbegun = steps == 0 && !ending.suggestions.is_empty();
    let class = match outcome {
        Outcome::Failed if !unbegun => "ended ended--failed",
        _ => "ended ended--stopped",
    };
    // Continues from where it was, with everything it did before.
    let goes_on = !matches!(outcome, Outcome::NeedsInput);
    let go_on = (mode == Mode::Agent && steps > 0 && goes_on).then(|| {
        let retried = run.clone();
        view! {
            <button
                class="button button--small"
                type="button"
                disabled=move || store.is_busy()
                on:click=move |_| store.retry(retried.clone(), steps + 1)
            >
                {t("go_on_here")}
            </button>
        }
    });
    let id = run.clone();
    // A form's lists have a button of their own; what was put back would be filled in again.
    let formed = store.runs.with_untracked(|runs| runs.get(&run).is_some_and(|run| !run.form.questions.is_empty()));
    let again = prompt.clone();
    let retry = (!prompt.is_empty() && goes_on && !formed && !unbegun).then(|| {
        // The mode may become known only after the end was reported.
        view! {
            <button
                class="button button--small"
                type="button"
                disabled=move || store.is_busy()
                on:click=move |_| store.begin(mode_of(store, &id), again.clone())
            >
                {t("try_again")}
            </button>
        }
    });
    let fix = ending.refused_key.clone().map(|server| {
        view! {
            <button class="button button--small button--main" type="button" on:click=move |_| fix_key(store, &server)>
                {t("fix_key")}
            </button>
        }
        .into_any()
    });
    let settings = (outcome == Outcome::Failed && fix.is_none()).then(|| {
        view! {
            <button
                class="button button--small button--quiet"
                type="button"
                on:click=move |_| store.open_settings(SettingsPart::Model)
            >
                {t("settings")}
            </button>
        }
        .into_any()
    });
    let then = actions(run.clone(), prompt, mode, false);
    let mark = match outcome {
        Outcome::Stopped => Icon::Stop,
        Outcome::Refused | Outcome::NeedsInput => Icon::Hand,
        _ => Icon::Alert,
    };
    let says_more = summary.trim_end_matches('.') != outcome_words(outcome);
    let told = move || {
        let short = |run: &Run| at_end(&run.answers, &summary);
        let told = store.runs.with(|runs| runs.get(&run).map_or_else(|| summary.clone(), short));
        drawn(&linked(store, &told)).into_any()
    };
    let text = says_more.then(|| view! { <div class="ended__text prose" dir="auto">{move || told()}</div> }.into_any());
    view! {
        <li class=class>
            {(!unbegun).then(|| view! { <p class="ended__title">{icon(mark)} {outcome_words(outcome)}</p> }.into_any())}
            {text}
            {(!unbegun).then(|| view! { <p class="ended__cost">{figures}</p> }.into_any())}
            {suggestions(&ending.suggestions)}
            <div class="ended__then">{fix} {go_on} {retry} {settings} {then}</div>
        </li>
    }
    .into_any()
}

/// A run's cost: steps or sources, tokens, and their price if known.
fn figures(ending: &Ending, sources: usize) -> String {
    let mut parts = Vec::new();
    match (sources, ending.steps as usize) {
        (0, 0) => {}
        (0, steps) => parts.push(counted(steps, key("step_one"), key("step_many"))),
        (sources, _) => parts.push(counted(sources, key("source_one"), key("source_many"))),
    }
    parts.push(fill("tokens", &[("n", &count(ending.usage.tokens()))]));
    parts.extend(ending.usage.price.filter(|price| *price > 0.0).map(money));
    parts.join(" · ")
}

/// The evidence that code found on the pages, in one line.
fn proofs(ending: &Ending) -> Option<AnyView> {
    let first = ending.evidence.first()?;
    let texts: Vec<String> = ending.evidence.iter().map(|proof| fill("quoted", &[("text", &proof.text)])).collect();
    let texts = texts.join(" · ");
    let line = |title: Option<String>, words: String| {
        view! { <p class="ended__proof" dir="auto" title=title>{words}</p> }.into_any()
    };
    let Origin::Document(id) = Origin::from(first.url.as_str()) else {
        return Some(line(Some(first.url.clone()), fill("evidence_line", &[("texts", &texts)])));
    };
    let named = store().talked_of().into_iter().find(|(known, _)| *known == id);
    let name = named.map(|(_, name)| name).unwrap_or(id);
    Some(line(None, fill("evidence_document_line", &[("document", &name), ("texts", &texts)])))
}
