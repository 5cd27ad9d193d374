//! Answers from documents: one as an ordinary answer, several as a list that fills.

use crate::state::documents::answers::{Cited, of_answer, progress, quotes, style, words};
use crate::state::documents::tables::Format;
use crate::state::export::file_name;
use crate::state::format::shorten;
use crate::state::markdown::{Block, cited, parse};
use crate::state::text::{fill, t};
use crate::view::cite::cite;
use crate::view::copy_button::copy_button;
use crate::view::icon::{Icon, icon, spinner};
use crate::view::markdown::drawn;
use crate::view::store::store;
use edith_chrome::files;
use edith_protocol::{AnswerShown, QuestionState, RunId};
use leptos::prelude::*;

/// Characters of a quote under an answer.
const QUOTE: usize = 400;

/// The answers of a run.
pub(in crate::view) fn answers(run: RunId) -> AnyView {
    let store = store();
    let count = Memo::new({
        let run = run.clone();
        move |_| store.runs.with(|runs| runs.get(&run).map_or(0, |run| run.answers.len()))
    });
    let shown = move || match count.get() {
        0 => ().into_any(),
        1 => view! { <li class="replied answers-one">{one(run.clone())}</li> }.into_any(),
        count => several(&run, count),
    };
    view! { {move || shown()} }.into_any()
}

/// A question of a run, which notifies only when it changes.
fn nth(run: RunId, index: usize) -> Memo<AnswerShown> {
    let store = store();
    Memo::new(move |_| {
        store.runs.with(|runs| runs.get(&run).and_then(|run| run.answers.get(index).cloned())).unwrap_or_default()
    })
}

fn one(run: RunId) -> impl Fn() -> AnyView + Send {
    let shown = nth(run, 0);
    move || {
        let answer = shown.get();
        // Until then the bar above the message says what is being done; a failure is told by the end.
        if answer.answer.is_empty() {
            return ().into_any();
        }
        view! {
            <span class="sr-only">"EDITH: "</span>
            <div class="prose" dir="auto">{drawn(&tree(&answer))}</div>
            {evidence(&answer)}
            {copy_button(answer.answer.clone())}
        }
        .into_any()
    }
}

fn several(run: &RunId, count: usize) -> AnyView {
    let store = store();
    let id = run.clone();
    let all_of = move || store.runs.with(|runs| runs.get(&id).map(|run| run.answers.clone()).unwrap_or_default());
    let told = all_of.clone();
    let save = |format: Format| {
        let all_of = all_of.clone();
        let click = move || {
            let answers = untrack(&all_of);
            let name = answers.first().map(|one| one.question.clone()).unwrap_or_default();
            files::save(&file_name(&name, format.ending()), format.mime(), &format.write(&answers));
        };
        view! {
            <button
                class="button button--small button--quiet"
                type="button"
                aria-label=fill("save_as_named", &[("kind", format.name())])
                on:click=move |_| click()
            >
                {format.name()}
            </button>
        }
        .into_any()
    };
    let copied = all_of.clone();
    let head = view! {
        <div class="answers__head">
            <p class="answers__count" role="status">{move || progress(&told())}</p>
            <div class="answers__save" role="group" aria-label=t("save_file")>
                {icon(Icon::Download)}
                {Format::ALL.map(save).collect_view()}
            </div>
            {move || copy_button(Format::Markdown.write(&copied()))}
        </div>
    };
    let rows = (0..count).map(|index| row(nth(run.clone(), index)));
    view! {
        <li class="answers">
            {head}
            <ol class="answers__list" aria-label=t("answers")>{rows.collect_view()}</ol>
        </li>
    }
    .into_any()
}

fn row(shown: Memo<AnswerShown>) -> AnyView {
    let draw = move || {
        let answer = shown.get();
        let doubtful = style(&answer) == "doubtful";
        let mark = match answer.state {
            QuestionState::Working => spinner(),
            QuestionState::Pending => icon(Icon::Pause),
            QuestionState::Done if !doubtful => icon(Icon::Check),
            QuestionState::Done | QuestionState::Unconfirmed | QuestionState::Failed => icon(Icon::Alert),
            QuestionState::Stopped => icon(Icon::Stop),
        };
        let state = view! {
            <span class=if answer.state == QuestionState::Done { "sr-only" } else { "answer__state" }>
                {words(&answer)}
            </span>
        };
        let body = if answer.answer.is_empty() { Vec::new() } else { drawn(&tree(&answer)) };
        view! {
            <span class="step__mark" aria-hidden="true">{mark}</span>
            <div class="answer__question">
                <p dir="auto">{answer.question.clone()}</p>
                {state}
            </div>
            <div class="answer__words">
                <div class="prose" dir="auto">{body.collect_view()}</div>{evidence(&answer)}
            </div>
        }
        .into_any()
    };
    view! { <li class="answer" data-state=move || shown.with(style).to_owned()>{move || draw()}</li> }.into_any()
}

/// An answer's blocks with its citations.
fn tree(answer: &AnswerShown) -> Vec<Block> {
    let mut used = Vec::new();
    cited(parse(&answer.answer), &mut |name, page| of_answer(&answer.citations, &mut used, name, page))
}

/// The quotes behind an answer, behind one line that says whether they are there.
fn evidence(answer: &AnswerShown) -> AnyView {
    let line = quotes(answer);
    if line.is_empty() {
        return ().into_any();
    }
    let doubtful = answer.citations.iter().any(|one| !one.confirmed);
    let rows = answer.citations.iter().map(|citation| {
        let cited = Cited { citation: citation.clone(), checked: true };
        let words = view! { <q class="evidence__quote" dir="auto">{shorten(&citation.quote, QUOTE)}</q> };
        view! { <li>{cite(&cited)} {words}</li> }.into_any()
    });
    let mark = icon(if doubtful { Icon::Alert } else { Icon::Check });
    let head = view! { <summary class="evidence__head">{mark} {line}</summary> };
    view! {
        <details class=if doubtful { "evidence evidence--doubtful" } else { "evidence" }>
            {head}
            <ul class="evidence__list">{rows.collect_view()}</ul>
        </details>
    }
    .into_any()
}
