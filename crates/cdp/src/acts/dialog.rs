//! Answering JavaScript dialogs.

use crate::session::action::ActionScope;
use crate::session::calls::CALL_MS;
use crate::wire::errors::Result;
use crate::wire::protocol::page::HandleJavaScriptDialog;
use crate::wording::quoted;
use edith_actions::action::{FaultCause, TabError};

/// How long an answered dialog may take to close, in milliseconds.
const CLOSE_MS: u64 = 1_000;

pub(crate) async fn answer(tab: &ActionScope<'_>, accept: bool, text: Option<&str>) -> Result {
    let Some((dialog, number)) = tab.hub.read(|state| state.dialog.clone().map(|d| (d, state.counts.dialogs))) else {
        return Err(TabError::NotPossible("No dialog is open.".to_owned()));
    };
    let verb = if accept { "Accepted" } else { "Dismissed" };
    tab.say(format!("{verb} the {} dialog {}.", dialog.kind, quoted(&dialog.message)));
    // Whatever the dialog held up begins with the answer.
    tab.hub.change(|state| state.requests.acting = true);
    let is_written = accept && dialog.kind == "prompt";
    let prompt_text = is_written.then(|| text.unwrap_or(&dialog.default_text));
    match tab.call_anyway(CALL_MS, HandleJavaScriptDialog { accept, prompt_text }).await {
        Ok(()) => {}
        // The user answered first.
        Err(TabError::Protocol(fault)) if fault.cause == FaultCause::NoDialog => {
            tab.hub.change(|state| state.dialog = None);
            return Err(TabError::NotPossible("The dialog is no longer open.".to_owned()));
        }
        Err(error) => return Err(error),
    }
    let closed = tab.hub.when(move |state| (state.dialog.is_none() || state.counts.dialogs > number).then_some(()));
    if tab.within(CLOSE_MS, closed).await.is_none() {
        tab.hub.change(|state| state.dialog = None);
    }
    // Completes a session taken over under the dialog; if that fails, the next call says why.
    let _later = tab.recover().await;
    Ok(())
}
