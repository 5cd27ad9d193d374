//! The program's agent as a contender, on a browser without the extension.

use edith_lab::browser::{Browser, Options, RunHandle};
use edith_lab::model_server::{Reply, Request, uid_of};
use edith_trials::program::Program;
use serde_json::{Value, json};
use xtask::bench::Reason;

use super::peer::{Peer, Told};
use super::seat::{Seat, TURN};
use super::{Runtime, recall};

/// Steps per run, as the extension has.
const STEPS: usize = 100;

pub(super) struct Native {
    seat: Seat,
    program: Program,
    _browser: Browser,
    runtime: Runtime,
    run: Option<Run>,
}

struct Run {
    handle: RunHandle,
    steps: usize,
    last: Request,
    url: String,
}

impl Native {
    pub(super) fn start(runtime: &Runtime) -> Result<Self, Reason> {
        let started = runtime.block_on(async {
            let seat = Seat::start().await?;
            let flags = vec![format!("--window-size={},{}", recall::VIEWPORT.0, recall::VIEWPORT.1 + 87)];
            let browser = Browser::start(&Options { flags, ..Options::default() }).await?;
            let settings = json!({ "version": 1, "approvals": "auto", "maxSteps": 2 * STEPS, "generateTitles": false });
            let stored = [
                ("edith_settings", settings),
                ("edith_api_base_url", seat.url().into()),
                ("edith_model", "bench".into()),
                ("edith_api_key", "sk-bench".into()),
            ];
            let stored = stored.map(|(name, value)| (name.to_owned(), value)).into();
            let program = Program::start(browser.websocket(), stored).await?;
            Ok::<_, Reason>((seat, program, browser))
        });
        let (seat, program, browser) = started?;
        Ok(Self { seat, program, _browser: browser, runtime: runtime.clone(), run: None })
    }

    fn call(&mut self, tool: &str, arguments: Value) -> Result<Told, Reason> {
        let (request, ms) = self.seat.turn(Reply::call(tool, arguments))?;
        let text = request.last_of("tool");
        let run = self.run.as_mut().ok_or("no run")?;
        run.last = request;
        run.steps += 1;
        Ok(Told { text, ms })
    }

    fn end(&mut self) -> Result<(), Reason> {
        let Some(run) = self.run.take() else { return Ok(()) };
        self.seat.reply(Reply::done("measured"))?;
        let ended = self.runtime.block_on(self.program.wait_done(&run.handle, TURN));
        ended.map(drop).ok_or_else(|| "the run does not end".into())
    }
}

impl Peer for Native {
    fn open(&mut self, url: &str) -> Result<(), Reason> {
        self.end()?;
        let handle = self.runtime.block_on(self.program.run_agent(&format!("measure {url}"), None))?;
        let (last, _) = self.seat.request()?;
        self.run = Some(Run { handle, steps: 0, last, url: url.to_owned() });
        self.call("open_browser", json!({ "url": url })).map(drop)
    }

    fn look(&mut self) -> Result<Told, Reason> {
        // A run that keeps looking at an unchanged page is ended, so a wait comes in between.
        self.call("wait_for_page_update", json!({ "timeout_ms": 100 }))?;
        let told = self.call("take_snapshot", json!({}))?;
        if told.text.contains("ELEMENTS (uid") { Ok(told) } else { Err(format!("no look: {}", told.text).into()) }
    }

    fn click(&mut self, label: &str) -> Result<Told, Reason> {
        if let Some(url) = self.run.as_ref().filter(|run| run.steps >= STEPS).map(|run| run.url.clone()) {
            self.open(&url)?;
        }
        let run = self.run.as_ref().ok_or("no run")?;
        let uid = uid_of(&run.last, "BUTTON", label).ok_or_else(|| format!("no button {label}"))?;
        self.call("click", json!({ "uid": uid }))
    }

    fn entries(&mut self) -> Result<Vec<String>, Reason> {
        Err("its looks are the extension's".into())
    }
}
