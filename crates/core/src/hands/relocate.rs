//! Acting on an element re-rendered between look and action.

use crate::run::Run;
use edith_actions::action::{Action, Performed, TabError, Target};
use edith_page::line::element_line;
use edith_page::relocate::{Relocated, Sight};
use edith_page::uid::{Seen, same_identity};
use edith_page::{Index, UidTable};
use edith_port::Tab;
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
        let sight = Sight { seen: Some(&before), known: &run.tabs.uids, now: &now };
        for target in action.targets_mut() {
            match sight.find(target.uid) {
                Relocated::Still | Relocated::Successor(_) => {
                    let Some(element) = sight.element(target.uid) else { return Err(refusal) };
                    *target = Target::of(element);
                }
                Relocated::Changed => return Err(named(refusal, &[target.uid], &now)),
                Relocated::Alike(alike) => return Err(named(refusal, &alike, &now)),
            }
        }
        // The repetition is tried only once, under the same mark.
        tab.perform(&action, run.task.settings.typing).await
    }

    /// Goes on filling in fields of a page that one of them had drawn again, each where it is now.
    pub(super) async fn go_on(
        &mut self,
        run: &Run,
        id: TabId,
        tab: &Rc<dyn Tab>,
        action: &Action,
        mut performed: Result<Performed, TabError>,
    ) -> Result<Performed, TabError> {
        let mut action = action.clone();
        while let Err(TabError::Redrawn { done, entered, .. }) = performed {
            if let Action::FillForm { fields, .. } = &mut action {
                fields.drain(..entered.min(fields.len()));
            }
            let before = self.walked.clone().filter(|(walked, _)| *walked == id).map(|(_, index)| index);
            let now = self.walk(run, id, &mut run.tabs.uids.clone()).await.map_err(|error| error.after(&done))?;
            let sight = Sight { seen: before.as_deref(), known: &run.tabs.uids, now: &now };
            for target in action.targets_mut() {
                // One that is gone for good is refused by itself.
                if let (Relocated::Still | Relocated::Successor(_), Some(element)) =
                    (sight.find(target.uid), sight.element(target.uid))
                {
                    *target = Target::of(element);
                }
            }
            performed = match tab.perform(&action, run.task.settings.typing).await {
                Ok(performed) => Ok(Performed { note: format!("{done} {}", performed.note), ..performed }),
                Err(TabError::Redrawn { done: more, why, entered }) => {
                    Err(TabError::Redrawn { done: format!("{done} {more}"), why, entered })
                }
                Err(TabError::Incomplete { done: more, why }) => {
                    Err(TabError::Incomplete { done: format!("{done} {more}"), why })
                }
                Err(error) => Err(error.after(&done)),
            };
        }
        performed
    }
}

/// The refusal with what is called the same by now. The look that follows it gives the same numbers.
fn named(refusal: TabError, alike: &[u32], now: &Index) -> TabError {
    let lines: Vec<String> =
        alike.iter().filter_map(|uid| now.element(*uid)).map(|element| element_line(element, 2, false)).collect();
    if lines.is_empty() {
        return refusal;
    }
    TabError::NotPossible(format!("{refusal} Now there is: {}.", lines.join("; ")))
}

impl super::Hands {
    /// The action with its targets where the newest walk has them: lists that are drawn by index show other rows in the same nodes.
    pub(super) fn aimed(&self, id: TabId, action: &Action) -> Result<Action, TabError> {
        let mut action = action.clone();
        let Some((_, now)) = self.walked.as_ref().filter(|(walked, _)| *walked == id) else { return Ok(action) };
        for target in action.targets_mut() {
            // What is no longer there is for the tab to refuse, which waits for it a while.
            let Some(element) = now.element(target.uid) else { continue };
            let seen = Seen { role: target.role.clone(), name: target.name.clone() };
            if !same_identity(&seen, &element.role, &element.name) {
                let what = format!("{} {} {:?}", target.uid, target.role, target.name);
                return Err(TabError::Changed { what, now: format!("{} {:?}", element.role, element.name) });
            }
            target.element = element.target.clone();
        }
        Ok(action)
    }
}
