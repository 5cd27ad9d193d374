//! The core's view of the tab.

use crate::acts::lists;
use crate::page::{element, picture, read, witness};
use crate::perform::perform;
use crate::session::Session;
use crate::state::TabState;
use crate::state::hub::EventHub;
use crate::wire::overlay::Overlay;
use crate::wire::transport::{PageScript, Transport};
use async_trait::async_trait;
use edith_actions::action::{Action, Dialog, Performed, RequestJudge, Saves, TabError, Target};
use edith_page::page_api::{WalkOptions, Witness};
use edith_page::{Marks, RawPage, Rect};
use edith_port::browser_ask::BrowserAsk;
use edith_port::{Arrival, Clock, Permit, Tab};
use edith_protocol::{TabId, Typing};
use edith_records::documents::Documents;
use std::rc::Rc;

/// A tab driven over a transport. Made by [`CdpTab::attach`]; used through [`edith_port::Tab`].
pub struct CdpTab {
    id: TabId,
    pub(crate) session: Session,
}

impl CdpTab {
    /// Takes over a tab whose debugger session is already attached on `transport`, with its events going to `hub`.
    ///
    /// `walk`: how to read the page if an element must be checked before the first look.
    pub async fn attach(
        id: TabId,
        transport: Rc<dyn Transport>,
        page: Rc<dyn PageScript>,
        hub: Rc<EventHub>,
        clock: Rc<dyn Clock>,
        walk: WalkOptions,
    ) -> Result<Self, TabError> {
        let session = Session::new(transport, page, hub, clock, walk);
        session.enable().await?;
        Ok(Self { id, session })
    }

    /// Takes over a session left by an earlier worker with a dialog open, which a new session could not answer.
    pub fn under_dialog(
        id: TabId,
        transport: Rc<dyn Transport>,
        page: Rc<dyn PageScript>,
        hub: Rc<EventHub>,
        clock: Rc<dyn Clock>,
        dialog: Dialog,
    ) -> Self {
        hub.change(|state| {
            state.counts.dialogs += 1;
            state.dialog = Some(dialog);
            state.half_attached = true;
        });
        Self { id, session: Session::new(transport, page, hub, clock, WalkOptions::default()) }
    }

    /// Sets where documents to upload are read from.
    #[must_use]
    pub fn with_documents(mut self, documents: Documents) -> Self {
        self.session.documents = Some(documents);
        self
    }

    /// Sets what the person sees of what is done.
    #[must_use]
    pub fn with_overlay(mut self, overlay: Rc<dyn Overlay>) -> Self {
        self.session.overlay = Some(overlay);
        self
    }
}

#[async_trait(?Send)]
impl Tab for CdpTab {
    fn id(&self) -> TabId {
        self.id
    }

    async fn look(&self, options: &WalkOptions) -> Result<RawPage, TabError> {
        *self.session.walk.borrow_mut() = options.clone();
        match self.session.recover().await {
            // Where the debugger is not allowed, the page's script often is.
            Ok(()) | Err(TabError::NotAttachable { .. }) => {}
            Err(error) => return Err(error),
        }
        read::look(&self.session).await
    }

    async fn perform(&self, action: &Action, typing: Typing) -> Result<Performed, TabError> {
        perform(&self.session, action, typing).await
    }

    fn mark(&self, mark: &str, leave: Permit) {
        *self.session.intent.borrow_mut() = mark.to_owned();
        *self.session.leave.borrow_mut() = leave;
    }

    fn may_save(&self, saves: Saves) {
        self.session.hub.change(|state| state.saves = saves);
    }

    fn watch(&self, requests: Option<RequestJudge>) {
        self.session.hub.change(|state| state.watch.judge = requests);
    }

    fn keep_messages(&self) {
        self.session.hub.change(|state| state.watch.wants_messages = true);
    }

    fn tries_again(&self, request: Option<&str>) -> bool {
        self.session.hub.read(|state| state.watch.tries_again(request))
    }

    async fn end_messages(&self) -> bool {
        self.session.end_messages().await
    }

    async fn witness(&self, mark: &str, document: &str) -> Result<Option<Witness>, TabError> {
        self.session.recover().await?;
        witness::witness(&self.session, mark, document).await
    }

    async fn bring(&self, target: &Target) -> Result<Rect, TabError> {
        self.session.recover().await?;
        element::place_of(&self.session, target).await
    }

    async fn list_options(&self, target: &Target) -> Result<Vec<String>, TabError> {
        self.session.recover().await?;
        lists::list_options(&self.session, target).await
    }

    async fn screenshot(&self, marks: &Marks) -> Result<String, TabError> {
        self.session.recover().await?;
        picture::take(&self.session, marks).await
    }

    fn arrival(&self) -> Arrival {
        self.session.hub.read(|state| state.arrivals.of(&state.url))
    }

    fn dialog(&self) -> Option<Dialog> {
        self.session.hub.read(|state| state.dialog.clone())
    }

    fn browser_ask(&self) -> Option<BrowserAsk> {
        self.session.hub.read(TabState::browser_ask)
    }
}
