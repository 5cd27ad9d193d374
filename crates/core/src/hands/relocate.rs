//! Acting on an element re-rendered between look and action.

use crate::action::{Action, Performed, TabError, Target};
use crate::port::Tab;
use crate::run::Run;
use edith_page::line::element_line;
use edith_page::relocate::{Relocated, relocate};
use edith_page::{Index, UidTable};
use edith_protocol::TabId;
use std::rc::Rc;

impl super::Hands {
    /// Repeats an action on the present counterparts of its targets, if beyond doubt; else the refusal names the nearest.
    pub(super) async fn perform_again(
        &mut self,
        run: &Run,
        id: TabId,
        tab: &Rc<dyn Tab>,
        action: &Action,
        refusal: TabError,
    ) -> Result<Performed, TabError> {
        let Some((_, before)) = self.walked.clone().filter(|(walked, _)| *walked == id) else { return Err(refusal) };
        // The numbers assigned here are discarded: the following look assigns its own, and the refusal names none.
        let mut uids: UidTable = run.tabs.uids.clone();
        let now = self.walk(run, id, &mut uids).await?;
        let mut action = action.clone();
        for target in action.targets_mut() {
            match relocate(&before, &run.tabs.uids, target.uid, &now) {
                Relocated::Unique(uid) => {
                    let Some(element) = now.element(uid) else { return Err(refusal) };
                    *target = Target::of(element);
                }
                Relocated::Alike(alike) => return Err(named(refusal, &alike, &now)),
            }
        }
        // The repetition is tried only once, under the same mark.
        tab.perform(&action, run.task.settings.typing).await
    }
}

/// The refusal with the nearest elements, as in a look but without numbers.
fn named(refusal: TabError, near: &[u32], now: &Index) -> TabError {
    let lines: Vec<String> = near
        .iter()
        .filter_map(|uid| now.element(*uid))
        .map(|e| {
            element_line(e, 1, false)
                .split_once(" | ")
                .map(|(_, rest)| rest.replacen(" | ", " ", 1))
                .unwrap_or_default()
        })
        .collect();
    if lines.is_empty() {
        return refusal;
    }
    TabError::NotPossible(format!("{refusal} Nearest now: {}.", lines.join("; ")))
}
