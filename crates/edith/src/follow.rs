//! One run, followed from its start to its end.

use crate::arguments::YesTo;
use crate::asks::{self, Decision};
use crate::ends::Stop;
use crate::told::Teller;
use crate::words::{foreign, say};
use edith_actions::http_url::HttpUrl;
use edith_gate::Mandate;
use edith_native::agent::Agent;
use edith_native::wire::Connection;
use edith_port::Events;
use edith_protocol::{AnswerBody, Ask, AskAnswer, Command, Done, Event, Extras, Given, Mode, RunId};
use futures_channel::mpsc;
use futures_util::future::{Either, pending, select};
use futures_util::{FutureExt, StreamExt};
use std::collections::BTreeMap;
use std::future::Future;
use std::pin::pin;
use std::time::Duration;

/// How long a stopped run may take to say so.
const STOP: Duration = Duration::from_millis(250);
/// How often the browser is looked after.
const LOOK: Duration = Duration::from_millis(200);
/// How long a run may take to tell how it ends without its browser.
const LOST: Duration = Duration::from_secs(5);

/// A task.
pub(crate) struct Task {
    pub(crate) prompt: String,
    pub(crate) mode: Mode,
    /// The page to begin on.
    pub(crate) url: Option<HttpUrl>,
    pub(crate) documents: Vec<Given>,
    pub(crate) may: Vec<Mandate>,
}

/// How a run ended.
#[derive(Debug)]
pub(crate) enum Ended {
    /// By itself.
    Done(Box<Done>),
    /// The person stopped it; its own end, if it came in time.
    Stopped(Option<Box<Done>>),
    /// Its browser is gone; its own end, if it came in time.
    Lost(Option<Box<Done>>),
}

impl Ended {
    /// Its own end, if it came.
    pub(crate) fn done(&self) -> Option<&Done> {
        match self {
            Self::Done(done) => Some(done),
            Self::Stopped(done) | Self::Lost(done) => done.as_deref(),
        }
    }
}

/// What comes next.
enum Next {
    Event(Option<Box<Event>>),
    /// The person wants it to stop.
    Stop,
    /// A line of the person's; none: the terminal is closed.
    Typed(Option<String>),
    /// The browser is gone.
    Lost,
}

/// The events of an agent, in their order.
pub(crate) struct Heard {
    events: mpsc::UnboundedSender<Event>,
    /// Hears of an end before the run's record is deleted.
    ends: Box<dyn Fn(&Done)>,
}

impl Heard {
    /// `ends`: hears of each end at once, while the run's record still exists: what it writes is written, whenever the program dies.
    pub(crate) fn new(ends: impl Fn(&Done) + 'static) -> (Self, mpsc::UnboundedReceiver<Event>) {
        let (events, receiver) = mpsc::unbounded();
        (Self { events, ends: Box::new(ends) }, receiver)
    }
}

impl Events for Heard {
    fn emit(&self, event: Event) {
        if let Event::Done(done) = &event {
            (self.ends)(done);
        }
        // At the end nobody is listening.
        let _unheard = self.events.unbounded_send(event);
    }
}

/// Begins a task.
///
/// # Errors
/// When its page cannot be opened or it is refused.
pub(crate) async fn begin(agent: &Agent, task: Task) -> Result<RunId, Stop> {
    let page = match task.url {
        Some(url) => Some((agent.browser.open(&url).await.map_err(Stop::broken)?, url)),
        None => None,
    };
    let extras = Extras { own_tab: page.is_none(), documents: task.documents, ..Extras::default() };
    let reply = agent.router.begin(task.mode, task.prompt, page, extras, &task.may).await;
    match (reply.body, reply.error) {
        (Some(AnswerBody::Started { run_id, .. }), _) => Ok(run_id),
        (_, Some(error)) => Err(Stop::usage(foreign(error.message))),
        _ => Err(Stop::unavailable(say!(NotBegun))),
    }
}

/// How a run is followed.
pub(crate) struct Follow<'a> {
    pub(crate) agent: &'a Agent,
    pub(crate) connection: &'a Connection,
    pub(crate) yes: YesTo,
    /// Whether a person is at the terminal.
    pub(crate) attended: bool,
}

impl Follow<'_> {
    /// Follows a run to its end. `stop`: resolves when the person wants it to stop.
    pub(crate) async fn to_the_end(
        &self,
        run: &RunId,
        events: &mut mpsc::UnboundedReceiver<Event>,
        teller: &mut dyn Teller,
        stop: impl Future<Output = ()>,
    ) -> Ended {
        let mut stop = pin!(stop.fuse());
        // The ask that a person is being asked, and their line.
        let mut asked: Option<Ask> = None;
        let mut line = pending().boxed_local();
        let mut closed = Box::pin(lost(self.connection).fuse());
        loop {
            let next = match select(events.next(), select(&mut stop, select(&mut line, &mut closed))).await {
                Either::Left((event, _)) => Next::Event(event.map(Box::new)),
                Either::Right((Either::Left(_), _)) => Next::Stop,
                Either::Right((Either::Right((Either::Left((typed, _)), _)), _)) => Next::Typed(typed),
                Either::Right((Either::Right((Either::Right(_), _)), _)) => Next::Lost,
            };
            match next {
                Next::Event(None) => return Ended::Lost(None),
                Next::Event(Some(event)) => {
                    teller.hear(&event);
                    match *event {
                        Event::Done(done) if done.run_id == *run => return Ended::Done(Box::new(done)),
                        Event::Ask(ask) => match asks::decide(&ask, self.yes, self.attended) {
                            Decision::Answer(answer) => self.answer(&ask, answer).await,
                            Decision::Nobody => self.leave_open(ask).await,
                            Decision::Person => {
                                teller.ask(&self.shown(&ask).await);
                                // A line that is waited for already is the answer to the newest ask.
                                if asked.replace(ask).is_none() {
                                    line = asks::typed().boxed_local();
                                }
                            }
                        },
                        _ => {}
                    }
                }
                Next::Stop => return Ended::Stopped(self.stop(run, events, teller).await),
                Next::Typed(typed) => {
                    line = pending().boxed_local();
                    let Some(ask) = asked.take() else { continue };
                    match typed.as_deref().map(|line| asks::read(&ask, line)) {
                        Some(Some(answer)) => self.answer(&ask, answer).await,
                        Some(None) => {
                            teller.ask(&format!("{}\n\n{}", say!(NoneOfTheAnswers), self.shown(&ask).await));
                            asked = Some(ask);
                            line = asks::typed().boxed_local();
                        }
                        // The terminal is closed.
                        None => self.leave_open(ask).await,
                    }
                }
                Next::Lost => return Ended::Lost(within(LOST, end_of(run, events, teller)).await),
            }
        }
    }

    /// An ask as a person reads it.
    async fn shown(&self, ask: &Ask) -> String {
        let is_of_documents = asks::documents(ask).next().is_some();
        asks::shown(ask, &if is_of_documents { self.documents().await } else { BTreeMap::new() })
    }

    /// The names of the documents that are kept, by id.
    async fn documents(&self) -> BTreeMap<String, String> {
        match self.agent.router.handle(Command::DocumentList { after: None }).await.body {
            Some(AnswerBody::Documents { documents, .. }) => {
                documents.into_iter().map(|document| (document.id, document.name)).collect()
            }
            _ => BTreeMap::new(),
        }
    }

    /// Nobody is there to answer it.
    pub(crate) async fn leave_open(&self, ask: Ask) {
        // One that is no longer open needs no answer.
        drop(self.agent.router.leave_open(&ask.run_id, ask.ask_id).await);
    }

    async fn answer(&self, ask: &Ask, answer: AskAnswer) {
        let (run_id, ask_id) = (ask.run_id.clone(), ask.ask_id.clone());
        // An ask that is no longer open needs no answer.
        drop(self.agent.router.handle(Command::AgentAnswer { run_id, ask_id, answer }).await);
    }

    async fn stop(
        &self,
        run: &RunId,
        events: &mut mpsc::UnboundedReceiver<Event>,
        teller: &mut dyn Teller,
    ) -> Option<Box<Done>> {
        let stopping = self.agent.router.handle(Command::AgentStop { run_id: Some(run.clone()) });
        let both = async {
            let ((), done) = futures_util::future::join(stopping.map(drop), end_of(run, events, teller)).await;
            done
        };
        within(STOP, both).await
    }
}

/// The end of a run, which tells everything until then.
async fn end_of(
    run: &RunId,
    events: &mut mpsc::UnboundedReceiver<Event>,
    teller: &mut dyn Teller,
) -> Option<Box<Done>> {
    while let Some(event) = events.next().await {
        teller.hear(&event);
        if let Event::Done(done) = event
            && done.run_id == *run
        {
            return Some(Box::new(done));
        }
    }
    None
}

async fn within<T>(limit: Duration, work: impl Future<Output = Option<T>>) -> Option<T> {
    tokio::time::timeout(limit, work).await.ok().flatten()
}

/// Resolves when the browser is gone.
async fn lost(connection: &Connection) {
    while !connection.is_closed() {
        tokio::time::sleep(LOOK).await;
    }
}
