//! A driver's access to model and tabs. Carries out decisions and reports; decides nothing.

mod acting;
mod admission;
mod answering;
mod asking;
mod bounds;
mod browser_asks;
mod documents;
mod ending;
mod examining;
mod external;
mod form;
mod known;
mod looking;
mod open_call;
mod page_tools;
mod reading;
mod relocate;
mod replaying;
mod resending;
mod returning;
mod small;
mod source_runs;
mod sources;
mod starting;
mod tab_claims;
mod tabs;
mod unknown;
mod viewed;

use crate::models::ModelPool;
use crate::request_log::RequestLog;
use crate::research::quote::Page;
use crate::run::{Acted, Arrived, Decide, Input, Run};
use crate::usage::Ledger;
use edith_actions::action::{Saves, TabError};
use edith_gate::{HeldRequests, LedToFile};
use edith_model::fence::Data;
use edith_page::{Index, UidTable};
use edith_port::browser_ask::BrowserAsk;
use edith_port::{Permit, Ports, Tab, TabBounds, Windows};
use edith_protocol::TabId;
use edith_tools::ExternalTool;
use futures_util::future::{Either, select};
use open_call::OpenCall;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::pin::pin;
use std::rc::Rc;

pub use asking::used;
pub use source_runs::{RunRegistry, SourceRuns};
pub use tab_claims::TabClaims;

/// A run's access to the model and the tabs.
pub struct Hands {
    ports: Ports,
    models: ModelPool,
    ledger: Ledger,
    requests: RequestLog,
    claims: TabClaims,
    attached: BTreeMap<TabId, Rc<dyn Tab>>,
    /// What the model last saw: the base of the next answer's changes.
    shown: Option<(TabId, Rc<Index>)>,
    /// What the model had been shown when it was last asked: what its turn's uids mean.
    decided_on: Option<(TabId, Rc<Index>)>,
    /// What it last saw of the page without a dialog that makes the rest wait.
    backdrop: Option<(TabId, Rc<Index>)>,
    /// The tools that the person was told the model's server refuses.
    left_out: RefCell<BTreeSet<String>>,
    /// The last walk, shown or not: where uids are resolved.
    walked: Option<(TabId, Rc<Index>)>,
    /// The page before the last action that changed something; none: unknown, or after a restart.
    before: Option<Rc<Index>>,
    /// The runs of a research's sources.
    source_runs: SourceRuns,
    /// The pages that a source's run has read; none: not yet loaded after a restart.
    pages: Option<Vec<Page>>,
    /// Each tab's bounds, with the hosts whose new windows they apply to; a missing tab is unknown.
    bounds: BTreeMap<TabId, (Option<TabBounds>, Vec<String>)>,
    /// Tabs that show what the run may not read, and why.
    kept_out: BTreeMap<TabId, String>,
    /// How a tab came to the page walked last, until the run is told.
    arrived: Option<Arrived>,
    /// What pages may not open in new windows, by tab; a missing tab is unknown.
    windows: BTreeMap<TabId, Windows>,
    /// Permission for the present action.
    leave: Permit,
    /// What the browser asks the person, as it was told last, and where.
    asked: Option<(TabId, BrowserAsk)>,
    /// The call that a server holds open until it is replied to.
    open_call: Option<OpenCall>,
}

/// A step's result before looking at the page.
struct StepResult {
    text: String,
    /// Others' words in it.
    data: Vec<Data>,
    ok: bool,
    tab: Option<TabId>,
    /// The tab whose page has just opened `tab`.
    opener: Option<TabId>,
    cuts_turn: bool,
    picture: Option<String>,
    look: LookWanted,
    /// The elements' numbers, if there are new ones.
    uids: Option<UidTable>,
    /// What it led to that was not saved.
    files: Vec<LedToFile>,
    /// What it led to that was not sent.
    held: Option<HeldRequests>,
    /// What was sent beside that.
    sent: Vec<String>,
    /// Whether the page proved that something was copied.
    copied: bool,
    /// Tools of servers that were found.
    found_tools: Vec<ExternalTool>,
    /// Whether it is not known what became of it.
    unsure: bool,
    /// Whether a request was made of which the page knows nothing.
    unknown_to_page: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum LookWanted {
    None,
    /// Only the changes, if few.
    Changes,
    Whole,
}

impl Hands {
    /// Hands with nothing in them.
    pub fn new(
        ports: Ports,
        models: ModelPool,
        ledger: Ledger,
        requests: RequestLog,
        claims: TabClaims,
        source_runs: SourceRuns,
    ) -> Self {
        let (attached, bounds) = (BTreeMap::new(), BTreeMap::new());
        Self {
            ports,
            models,
            ledger,
            requests,
            claims,
            attached,
            shown: None,
            decided_on: None,
            backdrop: None,
            left_out: RefCell::default(),
            walked: None,
            before: None,
            source_runs,
            pages: None,
            bounds,
            windows: BTreeMap::new(),
            kept_out: BTreeMap::new(),
            arrived: None,
            leave: Permit::default(),
            asked: None,
            open_call: None,
        }
    }

    /// Carries out a decision; pages and browser are only changed with permission. None: there is nothing to do but wait for the user, and this never
    /// returns.
    pub(crate) async fn work(&mut self, run: &Run, decide: Decide, leave: Permit) -> Option<Input> {
        if let Decide::Act(intent) = &decide
            && !Self::waits_by_itself(intent)
        {
            leave.given().await;
        }
        self.leave = leave;
        self.ledger.know(run);
        if matches!(decide, Decide::AskModel) {
            self.decided_on.clone_from(&self.shown);
        }
        match decide {
            Decide::OpenSources(which) => Some(Input::SourcesOpened(self.open_sources(run, which).await)),
            Decide::AwaitSource => {
                let (ended, wanted) = (pin!(self.source_runs.next_ended()), pin!(self.ledger.wanted(&run.id)));
                Some(match select(ended, wanted).await {
                    Either::Left((ended, _)) => Input::SourceEnded(Box::new(ended)),
                    Either::Right((reached, _)) => Input::LimitReached(reached),
                })
            }
            Decide::AwaitRaise(_) => {
                self.ledger.raised(run).await;
                Some(Input::Raised)
            }
            Decide::ReadDocuments => {
                let read = self.read_documents(run).await;
                let seen = self.first_sight(run, &read).await;
                Some(Input::DocumentsRead(read, seen))
            }
            Decide::StoreProfile => Some(Input::ProfileStored(self.store_profile(run).await)),
            Decide::AskBatches(which) => Some(Input::QuestionsAsked(self.ask_batches(run, which).await)),
            Decide::AskQuestions(which) => Some(Input::QuestionsAsked(self.ask_questions(run, which).await)),
            Decide::Search if self.interprets(run) => Some(Input::Searched(Vec::new())),
            Decide::Search => Some(Input::Searched(self.search_first(run).await)),
            Decide::SearchForAnswers => Some(Input::Searched(self.search_for_answers(run).await)),
            Decide::Compare(answer) => Some(self.compare(run, &answer).await),
            Decide::CompareClaims(answer) => Some(self.compare_claims(run, &answer).await),
            Decide::Start => {
                let tools = if run.wants_external() { self.list_external().await } else { Vec::new() };
                Some(Input::Started(Box::new(Acted { tools, ..self.start(run).await })))
            }
            Decide::AskModel if run.replay().is_some() => match run.replay() {
                Some(replay) => Some(self.replay(run, replay).await),
                None => None,
            },
            Decide::AskModel if self.interprets(run) => {
                let pending = self.requests.sent(run, None, &run.request());
                let input = self.interpret(run).await;
                match &input {
                    Input::Compared(checked) => pending.said(Ok(checked.text.clone())),
                    Input::NotAsked(why) => pending.said(Err(why)),
                    _ => {}
                }
                Some(input)
            }
            Decide::AskModel => match self.with_whole_documents(run, run.request()).await {
                Ok(request) => match self.ask_knowing(run, request).await {
                    Input::Turn(turn) if self.leaves_to_documents(run, &turn) => Some(self.interpret(run).await),
                    input => Some(input),
                },
                Err(failure) => {
                    let name = run.task.documents.first().map(|document| document.name.clone()).unwrap_or_default();
                    Some(Input::NotAsked(crate::unread::sentence(&failure, &name).to_string()))
                }
            },
            Decide::WaitUntil(until) => {
                let left = (until - self.ports.clock.now()).max(0.0);
                self.ports.clock.sleep(left as u64).await;
                Some(Input::Waited)
            }
            Decide::Prepare(call) => Some(self.prepare(run, call).await),
            Decide::Act(intent) if Self::opens_a_tab(run, &intent) => Some(self.open_blank(run, &intent).await),
            Decide::Act(intent) => Some(self.act(run, &intent).await.map_or(Input::Interrupted, Input::Acted)),
            Decide::Confirm(claim) => Some(self.confirm(run, &claim).await),
            Decide::Probe(intent) => Some(self.probe(run, &intent).await),
            Decide::Hold => {
                if run.paused {
                    // The tab is the person's now.
                    self.free(&self.tabs(run)).await;
                    self.attached.values().for_each(|tab| tab.may_save(Saves::Everything));
                }
                std::future::pending().await
            }
            Decide::Finish => None,
        }
    }

    async fn attach(&mut self, run: &Run, id: TabId) -> Result<Rc<dyn Tab>, TabError> {
        if let Some(tab) = self.attached.get(&id) {
            return Ok(Rc::clone(tab));
        }
        self.leave.given().await;
        if !self.claims.claim(id, &run.id) {
            return Err(TabError::NotPossible(format!("Tab {id} is used by another run.")));
        }
        let tab = self.ports.browser.attach(id).await?;
        self.attached.insert(id, Rc::clone(&tab));
        Ok(tab)
    }

    /// Brings a tab to the front if the user wants to watch.
    async fn follow(&self, run: &Run, tab: TabId) {
        if run.task.settings.follow_along
            && let Err(error) = self.ports.browser.activate(tab).await
        {
            self.ports.events.emit(run.progress(error.for_person(), self.ports.clock.now()));
        }
    }

    /// 12 of an id's characters are 48 random bits: enough that no page guesses a mark made after it was read, and few tokens.
    fn nonce(&self) -> String {
        self.ports.entropy.id().chars().filter(|c| *c != '-').take(12).collect()
    }

    fn data(&self, kind: &str, text: &str) -> Data {
        Data::new(kind, &self.nonce(), edith_gate::masked(text))
    }

    fn step(&self, text: &str, tab: Option<TabId>, look: LookWanted) -> StepResult {
        let (text, data, files) = (text.to_owned(), Vec::new(), Vec::new());
        StepResult {
            text,
            data,
            ok: true,
            tab,
            opener: None,
            cuts_turn: false,
            picture: None,
            look,
            uids: None,
            files,
            held: None,
            sent: Vec::new(),
            copied: false,
            found_tools: Vec::new(),
            unsure: false,
            unknown_to_page: false,
        }
    }
}

fn no_page() -> TabError {
    TabError::NotPossible("No page is open; open_browser opens one.".to_owned())
}
