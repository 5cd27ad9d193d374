//! Performing an action, from its start to its outcome.

use crate::acts::typing::methods::How;
use crate::acts::{
    click, dialog, drag, fields, forms, lists, navigate, points, resend, scroll, tools, typing, upload, waiting,
};
use crate::effect::baseline::Baseline;
use crate::effect::outcome::conclude;
use crate::effect::settle::settle;
use crate::input::Press;
use crate::page::tools as page_tools;
use crate::session::Session;
use crate::session::action::ActionScope;
use crate::wire::errors::Result;
use crate::wire::overlay::Sign;
use edith_actions::action::{Action, Performed, TabError};
use edith_protocol::Typing;
use futures_util::future::{Either, join, select};
use std::future::Future;
use std::pin::pin;

/// How much longer than its action takes a page keeps what it sends over sockets, in milliseconds: a handler may wait a little.
const LATE_MS: u64 = 30;

/// Performs an action and waits until its effects are over.
pub(crate) async fn perform(tab: &Session, action: &Action, typing: Typing) -> Result<Performed> {
    let answers = matches!(action, Action::HandleDialog { .. });
    // A hung page can still be left.
    let leaves = matches!(
        action,
        Action::Navigate { .. }
            | Action::GoBack
            | Action::GoForward
            | Action::Reload
            | Action::Leave
            | Action::Wait { .. }
            | Action::Pause { .. }
    );
    let tab = &ActionScope::new(tab, !answers && !leaves);
    // A click probes its element first; other actions may begin with their first call.
    let probes = matches!(action, Action::Click { .. });
    if !probes || tab.is_detached() {
        tab.permitted().await;
    }
    tab.recover().await?;
    let (dialog, crashed) = tab.hub.read(|state| (state.dialog.clone(), state.crashed));
    match dialog {
        Some(dialog) if !answers => return Err(TabError::DialogOpen(dialog)),
        _ if crashed && !matches!(action, Action::Navigate { .. } | Action::Reload) => {
            return Err(TabError::Crashed);
        }
        _ => {}
    }
    if !answers && !crashed {
        tab.hold_files().await?;
        tab.adopt_children().await;
    }
    if !crashed && (!answers || tab.hub.read(|state| state.holds_files)) {
        tab.begin_watching().await;
    }
    let mut baseline = Baseline::take(tab, probes).await;
    baseline.presses = matches!(
        action,
        Action::Click { .. } | Action::ClickAt { .. } | Action::PressKey { .. } | Action::TypeText { submit: true, .. }
    );
    let _acting = Acting(tab);
    let presses = baseline.presses;
    let asks = async {
        if presses {
            tab.hear_asks(action).await;
        }
    };
    // Well before the press, and nothing waits for it.
    let outcome = beside(act(tab, action, typing, &mut baseline), asks).await;
    if tab.judge_messages(false).await && outcome.is_ok() {
        // The page answers what it sent.
        settle(tab, &baseline).await;
    }
    let keeps = tab.hub.read(|state| state.watch.keeps_messages && state.watch.has_sockets && state.dialog.is_none());
    let later = async {
        tab.end_watching().await;
        if keeps {
            tab.clock.sleep(LATE_MS).await;
        }
    };
    let (concluded, ()) = join(conclude(tab, outcome, &baseline), later).await;
    tab.judge_messages(true).await;
    let mut late = Vec::new();
    tab.hub.change(|state| late = state.watch.held.extract_if(.., |held| held.is_message).collect());
    let concluded = match concluded {
        Ok(mut performed) => {
            performed.requests.extend(late);
            Ok(performed)
        }
        // It failed because the page could not send something: that is what a person is asked about.
        Err(
            error @ (TabError::NotTaken { .. }
            | TabError::NotPossible(_)
            | TabError::Incomplete { .. }
            | TabError::Redrawn { .. }),
        ) if !late.is_empty() => Ok(Performed { note: error.to_string(), requests: late, ..Performed::default() }),
        Err(error) => Err(error),
    };
    if concluded.is_err() {
        tab.show(&Sign::Failed);
    }
    concluded
}

/// Does the work, and the other beside it as far as it comes.
async fn beside<T>(work: impl Future<Output = T>, other: impl Future<Output = ()>) -> T {
    match select(pin!(work), pin!(other)).await {
        Either::Left((done, _)) => done,
        Either::Right(((), work)) => work.await,
    }
}

/// While it lives, new requests count as the action's; also dropped with an abandoned action.
struct Acting<'a>(&'a Session);

impl Drop for Acting<'_> {
    fn drop(&mut self) {
        let now = self.0.clock.now();
        self.0.hub.change(|state| {
            state.requests.acting = false;
            state.requests.idle_since = now;
            state.watch.end(now);
        });
    }
}

/// Does the action; returns whether something continues that need not be waited for.
async fn act(tab: &ActionScope<'_>, action: &Action, typing: Typing, baseline: &mut Baseline) -> Result<bool> {
    match action {
        Action::Navigate { url } => navigate::navigate(tab, url, baseline).await?,
        Action::GoBack => navigate::go_in_history(tab, false, baseline).await?,
        Action::GoForward => navigate::go_in_history(tab, true, baseline).await?,
        Action::Reload => navigate::reload(tab, baseline).await?,
        Action::Leave => navigate::leave(tab, baseline).await?,
        Action::Click { target, button, count, modifiers, hold_ms } => {
            let press = Press { button: *button, count: *count, modifiers: modifiers.clone(), hold_ms: *hold_ms };
            let subject = click::click(tab, target, &press, baseline).await?;
            let more = settle(tab, baseline).await;
            click::tell_tick(tab, &subject, &press).await;
            return Ok(more);
        }
        Action::ClickAt { target, at, button, count, modifiers, hold_ms } => {
            let press = Press { button: *button, count: *count, modifiers: modifiers.clone(), hold_ms: *hold_ms };
            points::click(tab, target, *at, &press, baseline).await?;
        }
        Action::DragAt { target, way } => points::draw(tab, target, way, baseline).await?,
        Action::SelectText { target, text, range } => points::select_text(tab, target, text, *range, baseline).await?,
        Action::Pause { ms } => return waiting::pause(tab, *ms, baseline).await,
        Action::Hover { target } => click::hover(tab, target, baseline).await?,
        Action::TypeText { target, text, submit, append } => {
            let how = How { submit: *submit, append: *append, typing };
            typing::type_text(tab, target.as_ref(), text, how, baseline).await?;
        }
        Action::PressKey { key, target } => typing::press_key(tab, key, target.as_ref(), baseline).await?,
        Action::Scroll { direction, amount, target } => {
            scroll::scroll(tab, *direction, *amount, target.as_ref(), baseline).await?;
        }
        Action::SelectOption { target, value, add } => lists::select_option(tab, target, value, *add, baseline).await?,
        Action::SetValue { target, value } => fields::set_value(tab, target, value, typing, baseline).await?,
        Action::Drag { from, to, at } => drag::drag(tab, from, to, *at, baseline).await?,
        Action::Upload { target, document } => upload::upload(tab, target, document, baseline).await?,
        Action::Wait { timeout_ms, text } => return waiting::wait(tab, *timeout_ms, text.as_deref(), baseline).await,
        Action::UseTool { tool, input } => tools::call(tab, tool, input, baseline).await?,
        Action::FillForm { tool, fields, then } => {
            if let Some(tool) = tool {
                page_tools::find(tab, tool).await?;
            }
            forms::fill(tab, fields, then, tool.is_none(), typing, baseline).await?;
        }
        Action::Resend { request } => resend::resend(tab, request, baseline).await?,
        Action::HandleDialog { accept, text } => dialog::answer(tab, *accept, text.as_deref()).await?,
    }
    Ok(settle(tab, baseline).await)
}
