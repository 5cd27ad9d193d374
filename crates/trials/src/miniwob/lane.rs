//! A browser with the extension and its decider, for playing one episode after another.

use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use xtask::browser::{Browser, BrowserError, Extension, Options, Page, RunHandle, SeenEvent};
use xtask::folder::Folder;
use xtask::model_server::{ModelServer, Reply, Request};

use super::step::{Step, Stop};

/// Deadline of one tool call with everything around it.
const TURN: Duration = Duration::from_secs(40);

/// Deadline of a real model's run.
const RUN: Duration = Duration::from_secs(300);

/// How often the run's end is checked during a turn.
const POLL: Duration = Duration::from_millis(100);

/// How often a run's ending is repeated.
const ENDS: usize = 3;

/// Most turns of a run.
const STEPS: usize = 90;

/// A failure outside the episodes.
pub(super) type Trouble = Box<dyn std::error::Error + Send + Sync>;

/// An existing model server.
#[derive(Debug, Clone)]
pub struct Server {
    pub base: String,
    /// If it wants one.
    pub key: Option<String>,
    pub model: String,
    /// Dollars per million tokens sent and received; none: as the extension knows them.
    pub prices: Option<(f64, f64)>,
}

/// A request of the extension and the channel of its answer. If that is dropped, the answer is meaningless words.
type PendingRequest = (Request, Sender<Reply>);

/// Receives the extension's requests.
struct Seat {
    asked: Receiver<PendingRequest>,
    /// The open request.
    open: Mutex<Option<Sender<Reply>>>,
    server: ModelServer,
}

pub(super) struct Lane {
    // Dropped in this order: a runtime waits for its handlers, which wait for replies until the seat is gone.
    seat: Option<Seat>,
    tab: Page,
    extension: Extension,
    folder: Folder,
    _browser: Browser,
    runtime: tokio::runtime::Runtime,
}

/// A running run.
pub(super) struct Run {
    handle: RunHandle,
    /// Asks already answered.
    answered: Mutex<Vec<String>>,
}

impl Lane {
    /// Starts a browser with the built extension and serves the pages to it. Without a server an oracle decides.
    ///
    /// # Errors
    /// When the browser does not start.
    pub(super) fn start(dist: &Path, pages: &Path, server: Option<&Server>) -> Result<Self, Trouble> {
        let runtime = xtask::browser::runtime()?;
        let started = runtime.block_on(async {
            let seat = match server {
                None => Some(seat().await?),
                Some(_) => None,
            };
            let options = Options { online: server.is_some(), ..Options::with_extension(dist) };
            let browser = Browser::start(&options).await?;
            let extension = browser.open_extension("options.html").await?;
            let chosen = match (server, &seat) {
                (Some(server), _) => json!({ "edith_api_base_url": server.base, "edith_model": server.model, "edith_api_key": server.key }),
                (None, Some(seat)) => json!({ "edith_api_base_url": seat.server.url, "edith_model": "oracle", "edith_api_key": "none" }),
                (None, None) => json!({}),
            };
            extension.storage_set(chosen).await?;
            // Nobody is there to be asked, and nothing here can do harm.
            let settings = json!({ "version": 1, "approvals": "auto", "maxSteps": STEPS });
            extension.storage_set(json!({ "edith_settings": settings })).await?;
            if let Some((server, (sent, received))) = server.and_then(|server| Some((server, server.prices?))) {
                let price = json!([{ "model": server.model, "prompt": sent, "cached": sent, "completion": received }]);
                extension.change_settings(json!({ "prices": price })).await?;
            }
            let folder = Folder::serve(pages.to_owned()).await?;
            let tab = browser.open_blank().await?;
            Ok::<_, Trouble>((seat, browser, extension, folder, tab))
        });
        let (seat, browser, extension, folder, tab) = started?;
        Ok(Self { seat, tab, extension, folder, _browser: browser, runtime })
    }

    /// Opens a page and begins an episode; returns the task's words. The page then keeps its final reward instead of restarting.
    ///
    /// # Errors
    /// When the page does not load.
    pub(super) fn open(&self, path: &str, seed: &str) -> Result<String, Trouble> {
        self.runtime.block_on(async {
            self.tab.goto(&format!("{}/{path}", self.folder.origin)).await?;
            self.tab.wait_for("typeof core === 'object' && core.cover_div !== null", TURN).await?;
            let task = self.tab.eval(&begin(seed)).await?;
            Ok(task.as_str().unwrap_or_default().to_owned())
        })
    }

    /// The page's account of the episode: `{done, raw, reason}`.
    ///
    /// # Errors
    /// When the page does not answer.
    pub(super) fn reward(&self) -> Result<Value, Trouble> {
        let asked = "({ done: WOB_DONE_GLOBAL, raw: WOB_RAW_REWARD_GLOBAL, reason: WOB_REWARD_REASON })";
        Ok(self.runtime.block_on(self.tab.eval(asked))?)
    }

    /// Begins a run on the page.
    ///
    /// # Errors
    /// When the extension refuses.
    pub(super) fn run(&self, task: &str) -> Result<Run, Trouble> {
        self.runtime.block_on(async {
            let tab = self.extension.tab_id(&self.folder.origin).await?;
            Ok(Run { handle: self.extension.run_agent(task, tab).await?, answered: Mutex::default() })
        })
    }

    /// Waits for the end of a real model's run.
    ///
    /// # Errors
    /// When it does not end in time.
    pub(super) fn finish(&self, run: &Run) -> Result<SeenEvent, Trouble> {
        let started = Instant::now();
        loop {
            match self.runtime.block_on(self.extension.wait_done(&run.handle, POLL)) {
                Err(BrowserError::StillNot { .. }) if started.elapsed() < RUN => {
                    self.allow(run).map_err(|stop| stop.0)?;
                }
                // An endless model has failed; the browser has not.
                Err(BrowserError::StillNot { .. }) => return self.stop(run),
                ended => return Ok(ended?),
            }
        }
    }

    fn stop(&self, run: &Run) -> Result<SeenEvent, Trouble> {
        self.runtime.block_on(async {
            self.extension.accepted(json!({ "type": "AGENT_STOP", "runId": run.handle.run_id })).await?;
            Ok(self.extension.wait_done(&run.handle, TURN).await?)
        })
    }

    /// Approves once whatever the extension asks for: everything here is a game. A question gets the only true answer.
    fn allow(&self, run: &Run) -> Step {
        for ask in self.events(run).iter().filter(|event| event.kind() == "agent_ask") {
            let mut answered = run.answered.lock().unwrap_or_else(PoisonError::into_inner);
            let id = ask.text("askId");
            if answered.iter().any(|known| known == id) {
                continue;
            }
            let answer =
                if ask.text("kind") == "approval" { "once" } else { "Nobody is here to answer. Decide yourself." };
            self.runtime.block_on(self.extension.answer(ask, answer)).map_err(|error| Stop(error.to_string()))?;
            answered.push(id.to_owned());
        }
        Ok(())
    }

    pub(super) fn events(&self, run: &Run) -> Vec<SeenEvent> {
        let all = self.extension.events_since(run.handle.first_event);
        all.into_iter().filter(|event| event.run_id() == run.handle.run_id).collect()
    }

    /// Waits for the extension's first request.
    pub(super) fn first_request(&self, run: &Run) -> Step<Request> {
        let seat = self.seat()?;
        let started = Instant::now();
        loop {
            match seat.asked.recv_timeout(POLL) {
                Ok((request, answer)) => {
                    *seat.open.lock().unwrap_or_else(PoisonError::into_inner) = Some(answer);
                    return Ok(request);
                }
                Err(RecvTimeoutError::Disconnected) => return Err(Stop("the model's server has gone".to_owned())),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if let Some(end) = self.events(run).iter().find(|event| event.kind() == "agent_done") {
                return Err(Stop(format!("the run ended by itself: {}: {}", end.text("outcome"), end.text("summary"))));
            }
            self.allow(run)?;
            if started.elapsed() > TURN {
                return Err(Stop(format!("no turn within {} s", TURN.as_secs())));
            }
        }
    }

    /// Answers the extension's last request and waits for the next one; returns what the tool said.
    pub(super) fn turn(&self, run: &Run, reply: Reply) -> Step<String> {
        self.reply(reply)?;
        Ok(self.first_request(run)?.last_of("tool"))
    }

    /// Ends an oracle's run, whatever it is doing.
    ///
    /// # Errors
    /// When it does not end.
    pub(super) fn end(&self, run: &Run) -> Result<SeenEvent, Trouble> {
        // A questioned ending is repeated.
        for _ in 0..ENDS {
            let said = self.reply(Reply::done("The task is done.")).and_then(|()| self.first_request(run));
            if said.is_err() {
                break;
            }
        }
        let orderly = self.runtime.block_on(self.extension.wait_done(&run.handle, POLL));
        let end = match orderly {
            Ok(end) => end,
            Err(_) => self.stop(run)?,
        };
        // Requests made meanwhile no longer matter.
        if let Ok(seat) = self.seat() {
            *seat.open.lock().unwrap_or_else(PoisonError::into_inner) = None;
            while seat.asked.try_recv().is_ok() {}
        }
        Ok(end)
    }

    fn reply(&self, reply: Reply) -> Step {
        let open = self.seat()?.open.lock().unwrap_or_else(PoisonError::into_inner).take();
        match open.is_some_and(|answer| answer.send(reply).is_ok()) {
            true => Ok(()),
            false => Err(Stop("the extension waits for no answer".to_owned())),
        }
    }

    fn seat(&self) -> Step<&Seat> {
        self.seat.as_ref().ok_or_else(|| Stop("a real model decides here".to_owned()))
    }
}

/// A model server that this program answers.
async fn seat() -> Result<Seat, Trouble> {
    let (sent, asked) = channel::<PendingRequest>();
    let sent = Mutex::new(sent);
    let answer = move |request: &Request| {
        tokio::task::block_in_place(|| {
            let (answer, given) = channel();
            // If these fail, the player has left or moved on to another episode; then any answer will do.
            let told = sent.lock().is_ok_and(|sent| sent.send((request.clone(), answer)).is_ok());
            let reply = if told { given.recv().ok() } else { None };
            reply.unwrap_or_else(|| Reply::text("The episode is over."))
        })
    };
    Ok(Seat { asked, open: Mutex::default(), server: ModelServer::start(answer).await? })
}

/// The script that begins an episode. The page's clock is for people who know it; a model's answer alone may take longer.
fn begin(seed: &str) -> String {
    let seed = json!(seed);
    format!(
        "(() => {{ Math.seedrandom({seed}); core.EPISODE_MAX_TIME = 1800000; core.startEpisodeReal(); core.hideDisplay(); \
         core.startEpisode = () => {{}}; const told = core.getUtterance(); return told.utterance ?? told; }})()"
    )
}
