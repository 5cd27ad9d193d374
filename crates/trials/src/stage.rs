//! A browser with the extension and its decider, for doing one task after another.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use edith_lab::browser::{Browser, Options, Page, RunHandle, SeenEvent};
use edith_lab::model_server::{ModelServer, Reply, Request};
use serde_json::{Value, json};

use crate::host::{Host, Through};
use crate::program::Program;
use crate::step::{Step, Stop};
use crate::trouble::Trouble;

/// Deadline of one tool call with everything around it.
const TURN: Duration = Duration::from_secs(40);

/// How often the run's end is checked during a turn.
const POLL: Duration = Duration::from_millis(100);

/// How often a run's ending is repeated.
const ENDS: usize = 3;

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

/// Who decides what to do next.
#[derive(Debug, Clone)]
pub(crate) enum Decider {
    /// A program of ours, turn by turn.
    Oracle,
    /// A real model.
    Server(Server),
    /// Whoever answers in this folder.
    Answers(PathBuf),
}

/// What a suite allows a run.
#[derive(Debug, Clone)]
pub(crate) struct Rules {
    /// Most turns.
    pub steps: usize,
    /// Deadline of a run that a real model decides.
    pub run: Duration,
    /// Further words for the browser.
    pub flags: &'static [&'static str],
    /// How a small model's tools are told (`native` or `text`); none: it is not a small model.
    pub small: Option<&'static str>,
    pub through: Through,
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

/// Where a run's requests go.
enum Voice {
    Oracle(Seat),
    Server,
    /// Kept, since it serves until it is dropped.
    Answers {
        _server: ModelServer,
    },
}

pub(crate) struct Stage {
    // Dropped in this order: a runtime waits for its handlers, which wait for replies until the seat is gone.
    voice: Voice,
    rules: Rules,
    tab: Page,
    host: Host,
    _browser: Browser,
    runtime: tokio::runtime::Runtime,
}

/// A running run.
pub(crate) struct Run {
    handle: RunHandle,
    /// Asks already answered.
    answered: Mutex<Vec<String>>,
}

impl Stage {
    /// Starts a browser, with the built extension unless the program is played.
    ///
    /// # Errors
    /// When the browser does not start.
    pub(crate) fn start(dist: &Path, decider: &Decider, rules: &Rules) -> Result<Self, Trouble> {
        let runtime = edith_lab::browser::runtime()?;
        let started = runtime.block_on(async {
            let bare = match rules.through {
                Through::Extension => Options::with_extension(dist),
                Through::Program => Options::default(),
            };
            let options = Options {
                online: matches!(decider, Decider::Server(_)),
                flags: rules.flags.iter().map(|flag| (*flag).to_owned()).collect(),
                ..bare
            };
            let browser = Browser::start(&options).await?;
            let (voice, stored) = voice(decider, rules).await?;
            let host = match rules.through {
                Through::Extension => {
                    let extension = browser.open_extension("options.html").await?;
                    extension.storage_set(json!(stored)).await?;
                    Host::Extension(extension)
                }
                Through::Program => Host::Program(Program::start(browser.websocket(), stored).await?),
            };
            let tab = browser.open_blank().await?;
            Ok::<_, Trouble>((voice, browser, host, tab))
        });
        let (voice, browser, host, tab) = started?;
        Ok(Self { voice, rules: rules.clone(), tab, host, _browser: browser, runtime })
    }

    /// Waits for something of the network.
    pub(crate) fn wait<T>(&self, work: impl Future<Output = T>) -> T {
        self.runtime.block_on(work)
    }

    /// Opens an address and waits for a condition of its script.
    ///
    /// # Errors
    /// When the page does not load.
    pub(crate) fn open(&self, address: &str, ready: &str, deadline: Duration) -> Result<(), Trouble> {
        self.runtime.block_on(async {
            self.tab.goto(address).await?;
            self.tab.wait_for(ready, deadline).await?;
            Ok(())
        })
    }

    /// What the page says to an expression. For verdicts alone: a decider sees no more than a model.
    ///
    /// # Errors
    /// When the page does not answer.
    pub(crate) fn eval(&self, expression: &str) -> Result<Value, Trouble> {
        Ok(self.runtime.block_on(self.tab.eval(expression))?)
    }

    /// Begins a run in the tab at this origin.
    ///
    /// # Errors
    /// When it is refused.
    pub(crate) fn run(&self, task: &str, origin: &str) -> Result<Run, Trouble> {
        let handle = self.runtime.block_on(self.host.run_agent(task, origin))?;
        Ok(Run { handle, answered: Mutex::default() })
    }

    /// Waits for the end of a real model's run.
    ///
    /// # Errors
    /// When it does not end in time.
    pub(crate) fn finish(&self, run: &Run) -> Result<SeenEvent, Trouble> {
        let started = Instant::now();
        loop {
            match self.runtime.block_on(self.host.wait_done(&run.handle, POLL))? {
                Some(end) => return Ok(end),
                None if started.elapsed() < self.rules.run => self.allow(run).map_err(|stop| stop.0)?,
                // An endless model has failed; the browser has not.
                None => return self.stop(run),
            }
        }
    }

    fn stop(&self, run: &Run) -> Result<SeenEvent, Trouble> {
        self.runtime.block_on(async {
            self.host.accepted(json!({ "type": "AGENT_STOP", "runId": run.handle.run_id })).await?;
            self.host.wait_done(&run.handle, TURN).await?.ok_or_else(|| "a stopped run does not end".into())
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
            self.runtime.block_on(self.host.answer(ask, answer)).map_err(|error| Stop(error.to_string()))?;
            answered.push(id.to_owned());
        }
        Ok(())
    }

    /// The record of a finished run's requests, as `RUN_DEBUG` has it.
    ///
    /// # Errors
    /// When the extension refuses.
    pub(crate) fn record(&self, run: &Run) -> Result<Vec<Value>, Trouble> {
        self.runtime.block_on(async {
            let (mut all, mut after) = (Vec::new(), Value::Null);
            loop {
                let id = &run.handle.run_id;
                let asked = match &after {
                    Value::Null => json!({ "type": "RUN_DEBUG", "runId": id }),
                    after => json!({ "type": "RUN_DEBUG", "runId": id, "after": after }),
                };
                let answer = self.host.accepted(asked).await?;
                all.extend(answer.get("entries").and_then(Value::as_array).cloned().unwrap_or_default());
                after = answer.get("after").cloned().unwrap_or_default();
                if after.is_null() {
                    return Ok(all);
                }
            }
        })
    }

    pub(crate) fn events(&self, run: &Run) -> Vec<SeenEvent> {
        let all = self.host.events_since(run.handle.first_event);
        all.into_iter().filter(|event| event.run_id() == run.handle.run_id).collect()
    }

    /// Waits for the extension's first request.
    pub(crate) fn first_request(&self, run: &Run) -> Step<Request> {
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
    pub(crate) fn turn(&self, run: &Run, reply: Reply) -> Step<String> {
        self.reply(reply)?;
        Ok(self.first_request(run)?.last_of("tool"))
    }

    /// Ends an oracle's run, whatever it is doing.
    ///
    /// # Errors
    /// When it does not end.
    pub(crate) fn end(&self, run: &Run) -> Result<SeenEvent, Trouble> {
        // A questioned ending is repeated.
        for _ in 0..ENDS {
            let said = self.reply(Reply::done("The task is done.")).and_then(|()| self.first_request(run));
            if said.is_err() {
                break;
            }
        }
        let orderly = self.runtime.block_on(self.host.wait_done(&run.handle, POLL));
        let end = match orderly {
            Ok(Some(end)) => end,
            _ => self.stop(run)?,
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
        match &self.voice {
            Voice::Oracle(seat) => Ok(seat),
            Voice::Server | Voice::Answers { .. } => Err(Stop("a real model decides here".to_owned())),
        }
    }
}

/// Who answers, and what is stored so that they are asked. Nobody is there to be asked, and nothing here can do harm. No titles: the requests are those of
/// tasks alone.
async fn voice(decider: &Decider, rules: &Rules) -> Result<(Voice, BTreeMap<String, Value>), Trouble> {
    let mut more = json!({});
    let (voice, base, model, key) = match decider {
        Decider::Oracle => {
            let seat = seat().await?;
            let base = seat.server.url.clone();
            (Voice::Oracle(seat), base, "oracle", Some("none"))
        }
        Decider::Server(server) => {
            if let Some(tools) = rules.small {
                let first = json!({ "id": "default", "baseUrl": server.base, "model": server.model, "tools": tools, "small": true });
                more = json!({ "servers": [first] });
            }
            if let Some((sent, received)) = server.prices {
                let price = json!({ "model": server.model, "prompt": sent, "cached": sent, "completion": received });
                if let Some(more) = more.as_object_mut() {
                    more.insert("prices".to_owned(), json!([price]));
                }
            }
            (Voice::Server, server.base.clone(), server.model.as_str(), server.key.as_deref())
        }
        Decider::Answers(folder) => {
            let server = ModelServer::answered(folder).await?;
            let base = server.url.clone();
            (Voice::Answers { _server: server }, base, "answers", Some("none"))
        }
    };
    let mut settings = json!({ "version": 1, "approvals": "auto", "maxSteps": rules.steps, "generateTitles": false });
    if let (Some(settings), Value::Object(more)) = (settings.as_object_mut(), more) {
        settings.extend(more);
    }
    let stored = [
        ("edith_settings", settings),
        ("edith_api_base_url", json!(base)),
        ("edith_model", json!(model)),
        ("edith_api_key", json!(key)),
    ];
    Ok((voice, stored.map(|(name, value)| (name.to_owned(), value)).into()))
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

/// Calls and answers of a run that somebody else decided.
pub(crate) fn told(events: &[SeenEvent]) -> Vec<(String, String)> {
    let over = events.iter().filter(|event| event.message.get("result").is_some_and(Value::is_string));
    let call = |event: &SeenEvent| {
        let arguments = event.message.get("args").map(Value::to_string).unwrap_or_default();
        (format!("{} {arguments}", event.text("tool")), event.text("result").to_owned())
    };
    over.map(call).collect()
}
