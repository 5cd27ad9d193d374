//! Answers from documents: one as an ordinary answer, several as a list that fills.

use crate::state::documents::answers::{Cited, of_answer, progress, quotes, style, words};
use crate::state::documents::tables::Format;
use crate::state::export::file_name;
use crate::state::format::shorten;
use crate::state::markdown::{Block, cited, parse};
use crate::state::text::{fill, t};
use crate::view::cite::cite;
use crate::view::copy_button::copy_button;
use crate::view::el::{all, button, el, live, nothing};
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
    live(move || match count.get() {
        0 => nothing(),
        1 => el("li", "replied answers-one").add(live(one(run.clone()))).view(),
        count => several(&run, count),
    })
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
            return nothing();
        }
        all(vec![
            el("span", "sr-only").text("EDITH: ").view(),
            el("div", "prose").attr("dir", "auto").add_all(drawn(&tree(&answer))).view(),
            evidence(&answer),
            copy_button(answer.answer.clone()),
        ])
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
        button("button button--small button--quiet", click)
            .attr("aria-label", fill("save_as_named", &[("kind", format.name())]))
            .text(format.name())
            .view()
    };
    let copied = all_of.clone();
    let head = el("div", "answers__head")
        .add(el("p", "answers__count").attr("role", "status").live_text(move || progress(&told())))
        .add(
            el("div", "answers__save")
                .attr("role", "group")
                .attr("aria-label", t("save_file"))
                .add(icon(Icon::Download))
                .add_all(Format::ALL.map(save)),
        )
        .add(live(move || copy_button(Format::Markdown.write(&copied()))));
    let rows = (0..count).map(|index| row(nth(run.clone(), index)));
    el("li", "answers").add(head).add(el("ol", "answers__list").attr("aria-label", t("answers")).add_all(rows)).view()
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
        let state = el("span", if answer.state == QuestionState::Done { "sr-only" } else { "answer__state" })
            .text(words(&answer));
        let body = if answer.answer.is_empty() { Vec::new() } else { drawn(&tree(&answer)) };
        all(vec![
            el("span", "step__mark").attr("aria-hidden", "true").add(mark).view(),
            el("div", "answer__question")
                .add(el("p", "").attr("dir", "auto").text(answer.question.clone()))
                .add(state)
                .view(),
            el("div", "answer__words")
                .add(el("div", "prose").attr("dir", "auto").add_all(body))
                .add(evidence(&answer))
                .view(),
        ])
    };
    el("li", "answer").live_attr("data-state", move || Some(shown.with(style).to_owned())).add(live(draw)).view()
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
        return nothing();
    }
    let doubtful = answer.citations.iter().any(|one| !one.confirmed);
    let rows = answer.citations.iter().map(|citation| {
        let cited = Cited { citation: citation.clone(), checked: true };
        let words = el("q", "evidence__quote").attr("dir", "auto").text(shorten(&citation.quote, QUOTE));
        el("li", "").add(cite(&cited)).add(words).view()
    });
    let head = el("summary", "evidence__head").add(icon(if doubtful { Icon::Alert } else { Icon::Check })).text(line);
    el("details", if doubtful { "evidence evidence--doubtful" } else { "evidence" })
        .add(head)
        .add(el("ul", "evidence__list").add_all(rows))
        .view()
}
