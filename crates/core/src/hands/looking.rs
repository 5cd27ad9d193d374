//! Looking at the page, and putting together the result of a step.

use super::known::print;
use super::{Hands, LookWanted, StepResult};
use crate::history::{Entry, PageText};
use crate::research::quote::Page;
use crate::run::{Acted, Run, content};
use edith_actions::action::TabError;
use edith_gate::{framed, is_private};
use edith_page::page_api::WalkOptions;
use edith_page::raw::RawDetail;
use edith_page::{Index, RenderOptions, UidTable};
use edith_protocol::TabId;
use std::rc::Rc;

/// The history keeps all changes together with the whole look they build on: after this many rounds of calls the page is shown whole again.
const BASE_ROUNDS: usize = 8;
/// Longer addresses are not kept with a look, in bytes.
const LONGEST_ADDRESS: usize = 500;

impl Hands {
    /// Looks, if wanted and possible, and assembles the result.
    pub(super) async fn report(&mut self, run: &Run, step: StepResult) -> Acted {
        let stood = step.tab;
        let mut acted = self.look_after(run, step).await;
        if let (Some(gone), None) = (stood, acted.tab) {
            acted = self.stand_again(run, gone, acted).await;
        }
        self.tell_browser_ask(run, &mut acted);
        Acted { arrived: self.arrived.take(), ..acted }
    }

    pub(super) async fn look_after(&mut self, run: &Run, step: StepResult) -> Acted {
        let mut acted = Acted {
            text: step.text,
            data: step.data,
            ok: step.ok,
            picture: step.picture,
            tab: step.tab,
            opener: step.opener,
            url: run.tabs.url.clone(),
            cuts_turn: step.cuts_turn,
            files: step.files,
            held: step.held,
            sent: step.sent,
            copied: step.copied,
            found_tools: step.found_tools,
            unsure: step.unsure,
            uids: step.uids.unwrap_or_else(|| run.tabs.uids.clone()),
            ..Acted::default()
        };
        let Some(id) = step.tab else {
            acted.url = String::new();
            return acted;
        };
        if let Some(dialog) = self.attached.get(&id).and_then(|tab| tab.dialog()) {
            acted.dialog_open = true;
            acted.data.push(self.data("dialog", &format!("{}: {}", dialog.kind, dialog.message)));
            acted.text.push_str("\nA dialog is open; answer it with handle_dialog before anything else.");
            return acted;
        }
        if step.look == LookWanted::None {
            if let Some((_, index)) = self.walked.as_ref().filter(|(walked, _)| *walked == id) {
                acted.url.clone_from(&index.url);
                acted.private = is_private(index);
            }
            return acted;
        }
        let mut uids = run.tabs.uids.clone();
        match self.walk(run, id, &mut uids).await {
            Ok(index) => {
                let before = self
                    .shown
                    .take()
                    .filter(|(tab, _)| *tab == id && step.look == LookWanted::Changes && still_sees_whole_look(run));
                let look = self.look_text(run, before.as_ref().map(|(_, index)| &**index), &index);
                if !index.is_blocked() {
                    self.backdrop = Some((id, Rc::clone(&index)));
                } else if look.whole {
                    self.backdrop = None;
                }
                acted.url = index.url.clone();
                acted.private = is_private(&index);
                if let Some(mut form) = self.form_look(run, &index) {
                    self.read_lists(run, id, &index, &mut form).await;
                    acted.form = Some(Box::new(form));
                }
                if look.whole {
                    self.take_viewed(run, id, &index, &mut acted).await;
                }
                // A model that is code is told so; others read the look.
                acted.print = (!self.has_server(run)).then(|| print(&index));
                acted.look = Some(look);
                acted.content = Some(content(&index));
                acted.page_tools = Some(index.tools.iter().map(|tool| (tool.name.clone(), tool.digest())).collect());
                self.shown = Some((id, index));
            }
            Err(error @ TabError::Closed) => self.absorb(id, &error, &mut acted),
            Err(error) => {
                self.absorb(id, &error, &mut acted);
                let strayed = self.arrived.as_ref().and_then(|arrived| self.held_back(run, id, &arrived.url));
                if strayed.is_some() {
                    // The run got nowhere.
                    (acted.ok, self.shown) = (false, None);
                }
                acted.text.push_str(&match strayed {
                    Some(why) => format!("\n{why}"),
                    None => format!("\nThe page could not be read: {error}"),
                });
            }
        }
        acted.uids = uids;
        acted
    }

    pub(super) async fn report_error(&mut self, run: &Run, error: &TabError) -> Acted {
        let dead = matches!(
            error,
            TabError::Closed | TabError::CanceledByUser | TabError::Crashed | TabError::NotAttachable { .. }
        );
        let look = if dead || run.tabs.current.is_none() { LookWanted::None } else { LookWanted::Changes };
        let step = StepResult { ok: false, ..self.step(&error.to_string(), run.tabs.current, look) };
        let mut acted = self.report(run, step).await;
        acted.said = Some(error.for_person().to_string());
        if let Some(id) = run.tabs.current {
            self.absorb(id, error, &mut acted);
            if *error == TabError::Closed {
                acted = self.stand_again(run, id, acted).await;
            }
        }
        acted
    }

    /// Applies what an error says about the tab.
    fn absorb(&mut self, id: TabId, error: &TabError, acted: &mut Acted) {
        match error {
            TabError::Closed => {
                self.attached.remove(&id);
                acted.tab = None;
                acted.url = String::new();
            }
            TabError::CanceledByUser => acted.stopped_by_user = true,
            TabError::DialogOpen(_) => acted.dialog_open = true,
            _ => {}
        }
    }

    pub(super) async fn walk(&mut self, run: &Run, id: TabId, uids: &mut UidTable) -> Result<Rc<Index>, TabError> {
        Ok(self.walk_for(run, id, uids, WalkOptions::default()).await?.0)
    }

    /// Walks the page with extras: a search text, more of the text, one element in full.
    pub(super) async fn walk_for(
        &mut self,
        run: &Run,
        id: TabId,
        uids: &mut UidTable,
        wanted: WalkOptions,
    ) -> Result<(Rc<Index>, Option<RawDetail>), TabError> {
        let tab = self.attach(run, id).await?;
        let since = run.task.started_at.max(0.0) as u64;
        let options = WalkOptions { run: run.id.0.clone(), since, fields: run.rules().by_code, ..wanted };
        let mut page = tab.look(&options).await?;
        self.admit(run, id, &page, tab.arrival())?;
        let detail = page.detail.take();
        let index = Rc::new(Index::build(page, uids));
        if let Some(arrived) = &mut self.arrived {
            arrived.frames = framed(&index);
        }
        if run.rules().is_planned {
            self.capture(run, Page::of(&index)).await;
        }
        self.walked = Some((id, Rc::clone(&index)));
        Ok((index, detail))
    }

    /// How looks of this run are rendered.
    pub(super) fn options(&self, run: &Run) -> RenderOptions {
        let tokens = run.task.settings.look_tokens;
        let is_small = self.models.serving(run.role(), &run.serving).is_some_and(|server| server.small);
        RenderOptions {
            tokens: if is_small { tokens.min(super::small::LOOK_TOKENS) } else { tokens } as usize,
            task_words: edith_page::task_words(&run.task.prompt),
            show_typed_values: run.task.settings.show_typed_values,
            ..RenderOptions::default()
        }
    }

    fn look_text(&self, run: &Run, before: Option<&Index>, now: &Index) -> PageText {
        let options = self.options(run);
        let changes = before.and_then(|before| {
            let behind = self.backdrop.as_ref().filter(|_| before.is_blocked() && !now.is_blocked());
            let behind = behind.filter(|(tab, _)| Some(*tab) == run.tabs.current);
            let behind = behind.and_then(|(_, behind)| edith_page::changes_behind(behind, now, &options));
            behind.or_else(|| edith_page::changes(before, now, &options))
        });
        let (text, whole) = match changes {
            Some(changes) => (changes, false),
            None => (edith_page::render(now, &options), true),
        };
        let masked = |text: &str| edith_gate::masked(text).into_owned();
        let url = if now.url.len() <= LONGEST_ADDRESS { masked(&now.url) } else { String::new() };
        PageText { nonce: self.nonce(), text: masked(&text), whole, url }
    }
}

/// Whether the changes since the last whole look are few enough to continue.
fn still_sees_whole_look(run: &Run) -> bool {
    let whole = run.transcript.entries.iter().rposition(|entry| entry.look().is_some_and(|look| look.whole));
    let Some(since) = whole.and_then(|at| run.transcript.entries.get(at..)) else { return false };
    let is_round = |entry: &&Entry| matches!(entry, Entry::Assistant { calls, .. } if !calls.is_empty());
    since.iter().filter(is_round).count() <= BASE_ROUNDS && !run.transcript.compacted
}
