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
use crate::view::el::{El, all, button, el, flag, live, nothing, words};
use crate::view::icon::{Icon, icon};
use crate::view::markdown::drawn;
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
        let who = el("span", "sr-only").text(t("you"));
        let words = el("p", "said__text").attr("dir", "auto").text(text.clone());
        let Some(message) = message.clone() else { return all(vec![who.view(), words.view(), given()]) };
        if editing.get() {
            return editor(text.clone(), message, run.clone(), editing);
        }
        let edit = button("icon-button said__edit", move || editing.set(true))
            .attr("aria-label", t("edit_message"))
            .attr("title", t("edit_message"))
            .live_flag("hidden", move || store.is_busy())
            .add(icon(Icon::Pencil));
        all(vec![who.view(), edit.view(), words.view(), given()])
    };
    el("li", "said").add(live(draw)).view()
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
    let field = el("textarea", "input said__field")
        .attr("id", "edit-message")
        .attr("rows", "3")
        .attr("dir", "auto")
        .attr("aria-label", t("edit_message"))
        .value(move || draft.get())
        .on_input(move |text| draft.set(text))
        .on_key(move |event| match event.key().as_str() {
            "Enter" if !event.shift_key() && !event.is_composing() => {
                event.prevent_default();
                send();
            }
            "Escape" => {
                event.prevent_default();
                editing.set(false);
            }
            _ => {}
        });
    let cancel = button("button button--small", move || editing.set(false)).text(t("cancel"));
    let submit = button("button button--small button--main", submit)
        .live_flag("disabled", move || store.is_busy())
        .text(t("send"));
    let buttons = el("div", "buttons").add(cancel).add(submit);
    el("div", "said__editor").add(field).add(el("p", "field__note").text(t("edit_note"))).add(buttons).view()
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
    let body = el("div", "prose").attr("dir", "auto").add_all(drawn(&linked(store(), &text)));
    el("li", "replied").add(el("span", "sr-only").text("EDITH: ")).add(body).add(copy_button(text)).view()
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
    let body = live(move || all(text.with(|text| drawn(&linked(store, text)))));
    let whole = move || text.with(|text| if comes.get() { nothing() } else { copy_button(text.clone()) });
    el("li", "")
        .live_attr("class", move || Some(if comes.get() { "replied replied--streaming" } else { "replied" }.to_owned()))
        .live_attr("aria-busy", move || comes.get().then(|| "true".to_owned()))
        .add(el("span", "sr-only").text("EDITH: "))
        .add(el("div", "prose").attr("dir", "auto").add(body))
        .add(live(whole))
        .view()
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
        let line =
            el("p", "ended__line").add_some(mark).add(el("span", "").text(fill(words, &[("figures", &figures)])));
        let class = match () {
            () if proved => "ended ended--completed ended--proved",
            () if unconfirmed => "ended ended--completed ended--doubtful",
            () => "ended ended--completed",
        };
        let then = actions(run, prompt, mode, true);
        return el("li", class)
            .add_some(suggestions(&ending.suggestions))
            .add(line)
            .add_some(unconfirmed.then(|| el("p", "field__note").text(t("unconfirmed_note"))))
            .add_some(proofs(&ending))
            .add(then)
            .view();
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
        button("button button--small", move || store.retry(retried.clone(), steps + 1))
            .live_flag("disabled", move || store.is_busy())
            .text(t("go_on_here"))
    });
    let id = run.clone();
    // A form's lists have a button of their own; what was put back would be filled in again.
    let formed = store.runs.with_untracked(|runs| runs.get(&run).is_some_and(|run| !run.form.questions.is_empty()));
    let again = prompt.clone();
    let retry = (!prompt.is_empty() && goes_on && !formed && !unbegun).then(|| {
        // The mode may become known only after the end was reported.
        button("button button--small", move || store.begin(mode_of(store, &id), again.clone()))
            .live_flag("disabled", move || store.is_busy())
            .text(t("try_again"))
    });
    let fix = ending
        .refused_key
        .clone()
        .map(|server| button("button button--small button--main", move || fix_key(store, &server)).text(t("fix_key")));
    let settings = (outcome == Outcome::Failed && fix.is_none()).then(|| {
        button("button button--small button--quiet", move || store.open_settings(SettingsPart::Model))
            .text(t("settings"))
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
        all(drawn(&linked(store, &told)))
    };
    el("li", class)
        .add_some((!unbegun).then(|| el("p", "ended__title").add(icon(mark)).text(outcome_words(outcome))))
        .add_some(says_more.then(|| el("div", "ended__text prose").attr("dir", "auto").add(live(told))))
        .add_some((!unbegun).then(|| el("p", "ended__cost").text(figures)))
        .add_some(suggestions(&ending.suggestions))
        .add(el("div", "ended__then").add_some(fix).add_some(go_on).add_some(retry).add_some(settings).add(then))
        .view()
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
fn proofs(ending: &Ending) -> Option<El> {
    let first = ending.evidence.first()?;
    let texts: Vec<String> = ending.evidence.iter().map(|proof| fill("quoted", &[("text", &proof.text)])).collect();
    let texts = texts.join(" · ");
    let line = el("p", "ended__proof").attr("dir", "auto");
    let Origin::Document(id) = Origin::from(first.url.as_str()) else {
        return Some(line.attr("title", first.url.clone()).text(fill("evidence_line", &[("texts", &texts)])));
    };
    let named = store().talked_of().into_iter().find(|(known, _)| *known == id);
    let name = named.map(|(_, name)| name).unwrap_or(id);
    Some(line.text(fill("evidence_document_line", &[("document", &name), ("texts", &texts)])))
}
