//! Reading more of a page than a look shows: a search, its text, one element, a picture.

use super::{Hands, LookWanted, StepResult, no_page};
use crate::run::Run;
use edith_actions::action::{TabError, Target};
use edith_page::page_api::WalkOptions;
use edith_page::{Index, Marks};
use edith_protocol::TabId;

/// Characters per page of `read_page` (contract: TEXT is 5,000 characters).
pub(super) const TEXT_PAGE_CHARS: usize = 5_000;

/// Most elements that `find_on_page` lists.
const FOUND: usize = 25;

impl Hands {
    /// Searches the whole page.
    pub(super) async fn find(&mut self, run: &Run, query: &str) -> Result<StepResult, TabError> {
        let wanted = WalkOptions { seek: query.to_owned(), ..WalkOptions::default() };
        let options = self.options(run);
        self.read(run, wanted, |index| edith_page::find::find(index, query, FOUND, &options)).await
    }

    /// Reads a page of the text. Of a very long one the walk sends only as much as is read.
    pub(super) async fn read_text(&mut self, run: &Run, offset: usize) -> Result<StepResult, TabError> {
        let wanted = WalkOptions { text_limit: text_limit(offset), ..WalkOptions::default() };
        self.read(run, wanted, |index| text_page(index, offset)).await
    }

    async fn read(
        &mut self,
        run: &Run,
        wanted: WalkOptions,
        read: impl FnOnce(&Index) -> String,
    ) -> Result<StepResult, TabError> {
        let mut uids = run.tabs.uids.clone();
        let Some(id) = run.tabs.current else { return Err(no_page()) };
        let (index, _) = self.walk_for(run, id, &mut uids, wanted).await?;
        let data = self.data("page", &read(&index));
        Ok(StepResult { uids: Some(uids), data: vec![data], ..self.step("", run.tabs.current, LookWanted::None) })
    }

    /// Reads one element in full.
    pub(super) async fn inspect(&mut self, run: &Run, target: &Target) -> Result<StepResult, TabError> {
        let mut uids = run.tabs.uids.clone();
        let Some(id) = run.tabs.current else { return Err(no_page()) };
        let wanted = WalkOptions { inspect: target.element.node, ..WalkOptions::default() };
        let (index, detail) = self.walk_for(run, id, &mut uids, wanted).await?;
        let element = index.element(target.uid).ok_or_else(|| TabError::Gone { what: target.uid.to_string() })?;
        let told = edith_page::inspect::inspect(&index, element, detail.as_ref(), run.task.settings.show_typed_values);
        let data = self.data("page", &told);
        Ok(StepResult { uids: Some(uids), data: vec![data], ..self.step("", run.tabs.current, LookWanted::None) })
    }

    /// What is in view of a tab that was just looked at, with uids; none if it cannot be taken.
    pub(super) async fn picture_of(&mut self, run: &Run, id: TabId) -> Option<String> {
        let (_, index) = self.walked.clone().filter(|(walked, _)| *walked == id)?;
        let marks = Marks::of(&index, true, run.task.settings.show_typed_values);
        let tab = self.attach(run, id).await.ok()?;
        tab.screenshot(&marks).await.ok()
    }

    pub(super) async fn picture(&mut self, run: &Run, of: Option<&Target>) -> Result<StepResult, TabError> {
        let Some(id) = run.tabs.current else { return Err(no_page()) };
        let mut uids = run.tabs.uids.clone();
        let tab = self.attach(run, id).await?;
        // It is scrolled into view before the walk, so that the marks match the positions.
        let place = match of {
            Some(target) => Some(tab.bring(target).await?),
            None => None,
        };
        let index = self.walk(run, id, &mut uids).await?;
        let marks = Marks::of(&index, run.task.settings.model_sees_pictures, run.task.settings.show_typed_values);
        let marks = match place {
            Some(place) => marks.within(place),
            None => marks,
        };
        let picture = tab.screenshot(&marks).await?;
        let text = match (run.task.settings.model_sees_pictures, marks.clip) {
            (true, Some(clip)) => format!(
                "The picture of the element is attached, {} by {} pixels as in click_at; the numbers in it are uids.",
                clip.width, clip.height
            ),
            (true, None) => "The picture of what is in view is attached; the numbers in it are uids.".to_owned(),
            (false, _) => {
                "The picture was taken for the user. You are not sent pictures; read the page with take_snapshot."
                    .to_owned()
            }
        };
        Ok(StepResult {
            picture: Some(picture),
            uids: Some(uids),
            ..self.step(&text, run.tabs.current, LookWanted::None)
        })
    }
}

/// How much of the page's text to read from an offset, in UTF-16 units: uids between the words shift the offset.
fn text_limit(offset: usize) -> u32 {
    let usual = WalkOptions::default().text_limit;
    u32::try_from(offset).unwrap_or(u32::MAX).saturating_add(usual)
}

fn text_page(index: &Index, offset: usize) -> String {
    match edith_page::find::read(index, offset, TEXT_PAGE_CHARS) {
        (text, Some(next)) => format!("{text}\n… goes on: read_page with offset {next}"),
        (text, None) if text.is_empty() => "(no more text)".to_owned(),
        (text, None) => text,
    }
}
