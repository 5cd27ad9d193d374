//! The extension as a contender: a browser with the built `dist/` and this program as its model. A tool is timed from the model's call to its
//! result, including the journal, the history and both HTTP requests.

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::time::Instant;

use edith_lab::browser::{Browser, Extension, Options, RunHandle};
use edith_lab::internet::Internet;
use edith_lab::model_server::{Reply, Request, uid_of};
use edith_page::raw::RawPage;
use edith_page::{Index, Legends, RenderOptions, UidTable, budget, look};
use serde_json::{Value, json};
use xtask::bench::Reason;

use super::peer::{Peer, Told};
use super::seat::{Seat, TURN};
use super::{Runtime, recall};

/// Steps per run, so that its history has a realistic length.
const STEPS: usize = 100;

/// The extension in its own browser.
pub(super) struct Ours {
    runtime: Runtime,
    seat: Seat,
    browser: Browser,
    extension: Extension,
    run: Option<Run>,
    /// The last walk for [`Peer::entries`]: elements by path, with the uids of unmerged ones; its index, and its look's tokens.
    walked: HashMap<String, Option<u32>>,
    index: Index,
    tokens: usize,
}

struct Run {
    handle: RunHandle,
    steps: usize,
    last: Request,
    task: String,
    url: String,
}

impl Ours {
    /// Starts the browser with the extension from that folder and configures its model.
    pub(super) fn start(runtime: &Runtime, dist: PathBuf) -> Result<Self, Reason> {
        Self::start_on(runtime, dist, None)
    }

    /// The same, where names of the internet lead to a server of this program.
    pub(super) fn start_on(runtime: &Runtime, dist: PathBuf, internet: Option<&Internet>) -> Result<Self, Reason> {
        let started = runtime.block_on(async {
            let seat = Seat::start().await?;
            // The browser's own bars take 87 pixels of the window's height.
            let mut flags = vec![format!("--window-size={},{}", recall::VIEWPORT.0, recall::VIEWPORT.1 + 87)];
            flags.extend(internet.into_iter().flat_map(Internet::flags));
            let options = Options { flags, online: internet.is_some(), ..Options::with_extension(dist) };
            let browser = Browser::start(&options).await?;
            let extension = browser.open_extension("options.html").await?;
            let settings = json!({ "version": 1, "approvals": "auto", "maxSteps": 2 * STEPS });
            let server =
                json!({ "edith_api_base_url": seat.url(), "edith_model": "bench", "edith_api_key": "sk-bench" });
            extension.storage_set(server).await?;
            extension.storage_set(json!({ "edith_settings": settings })).await?;
            Ok::<_, Reason>((seat, browser, extension))
        });
        let (seat, browser, extension) = started?;
        let runtime = runtime.clone();
        Ok(Self {
            runtime,
            seat,
            browser,
            extension,
            run: None,
            walked: HashMap::new(),
            index: Index::default(),
            tokens: 0,
        })
    }

    /// The extension page that gives commands: it may use `chrome.debugger` as the worker does.
    pub(super) fn extension(&self) -> &Extension {
        &self.extension
    }

    /// The worker's memory in bytes: its JavaScript heap and its WebAssembly memory.
    pub(super) fn worker_bytes(&self) -> Result<f64, Reason> {
        self.runtime.block_on(async {
            let worker = self.browser.worker().await?.ok_or("the worker does not run")?;
            let worker = self.browser.attach(&worker.id).await?;
            worker.send("HeapProfiler.collectGarbage", json!({})).await?;
            let usage = worker.send("Runtime.getHeapUsage", json!({})).await?;
            let bytes = |name: &str| usage.get(name).and_then(Value::as_f64).unwrap_or_default();
            Ok(bytes("usedSize") + bytes("backingStorageSize"))
        })
    }

    /// The stored conversations' size in bytes; one passes through the worker whenever it is stored.
    pub(super) fn conversation_bytes(&self) -> Result<f64, Reason> {
        let script = "(async () => { const keys = Object.keys(await chrome.storage.local.get(null)); \
                      return chrome.storage.local.getBytesInUse(keys.filter(key => key.startsWith('edith_conversation'))); })()";
        let bytes = self.runtime.block_on(self.extension.page().eval(script))?;
        bytes.as_f64().ok_or_else(|| format!("no size: {bytes}").into())
    }

    /// Lets the model call a tool and returns the next turn's prompt, with the milliseconds in between.
    pub(super) fn call(&mut self, tool: &str, arguments: Value) -> Result<(String, f64), Reason> {
        let (request, ms) = self.seat.turn(Reply::call(tool, arguments))?;
        let text = request.last_of("tool");
        let run = self.run.as_mut().ok_or("no run")?;
        run.last = request;
        run.steps += 1;
        Ok((text, ms))
    }

    /// The milliseconds of a turn whose tool uses no page: a turn's cost without its look.
    pub(super) fn turn(&mut self) -> Result<f64, Reason> {
        self.renew()?;
        // A run that repeats the same call is ended, so a wait comes in between.
        self.call("wait_for_page_update", json!({ "timeout_ms": 100 }))?;
        Ok(self.call("list_tabs", json!({}))?.1)
    }

    /// The milliseconds from a command to its answer right after the worker was terminated.
    pub(super) fn revival(&mut self) -> Result<f64, Reason> {
        self.runtime.block_on(async {
            self.browser.kill_worker().await?;
            let started = Instant::now();
            self.extension.accepted(json!({ "type": "RUN_LIST" })).await?;
            Ok(started.elapsed().as_secs_f64() * 1000.0)
        })
    }

    /// The result of a function in the open page's isolated world, with `PARAMETERS` as its argument.
    fn in_page(&self, function: &str, parameters: &Value) -> Result<Value, Reason> {
        let url = self.run.as_ref().map(|run| run.url.clone()).ok_or("no run")?;
        // The references use a tab of their own, whose address starts the same way.
        let script = format!(
            "(async () => {{ const tab = (await chrome.tabs.query({{}})).find(tab => tab.url === {}); const started = performance.now(); \
             const [{{ result }}] = await chrome.scripting.executeScript({{ target: {{ tabId: tab.id }}, injectImmediately: true, \
             func: {function}, args: [{parameters}] }}); return {{ result, ms: performance.now() - started }}; }})()",
            json!(url)
        );
        Ok(self.runtime.block_on(self.extension.page().eval(&script))?)
    }

    /// The page script's milliseconds for the open page, including the round trip.
    pub(super) fn walk(&self) -> Result<f64, Reason> {
        let walked = self.in_page(WALK, &Value::Null)?;
        let ms =
            walked.get("ms").and_then(Value::as_f64).filter(|_| walked.get("result").is_some_and(Value::is_string));
        ms.ok_or_else(|| format!("no walk: {walked}").into())
    }

    /// Why the last [`Peer::entries`] did not name the element at a path.
    pub(super) fn why_lost(&self, path: &str) -> &'static str {
        let element = match self.walked.get(path) {
            None => return "not walked",
            Some(None) => return "merged into another",
            Some(Some(uid)) => self.index.element(*uid),
        };
        match element {
            Some(element) if element.states.behind_modal => "behind a dialog",
            Some(element) => {
                let twins = self.index.elements.iter().filter(|e| e.name == element.name && e.href == element.href);
                if !element.href.is_empty() && twins.count() > 1 { "the same link twice" } else { "no room" }
            }
            None => "not walked",
        }
    }

    /// Tokens of the look that the last [`Peer::entries`] read.
    pub(super) fn look_tokens(&self) -> usize {
        self.tokens
    }

    fn begin(&mut self, url: &str) -> Result<(), Reason> {
        self.begin_task(&format!("measure {url}"), url)
    }

    /// Starts a run with this task, and opens the page.
    pub(super) fn begin_task(&mut self, task: &str, url: &str) -> Result<(), Reason> {
        self.begin_bare(task, url)?;
        self.call("open_browser", json!({ "url": url })).map(drop)
    }

    /// Starts a run with this task. Returns its first request.
    pub(super) fn begin_bare(&mut self, task: &str, url: &str) -> Result<&Request, Reason> {
        self.end()?;
        let handle = self.runtime.block_on(self.extension.run_agent(task, None))?;
        let (last, _) = self.seat.request()?;
        self.run = Some(Run { handle, steps: 0, last, task: task.to_owned(), url: url.to_owned() });
        self.asked()
    }

    /// The run's latest request.
    pub(super) fn asked(&self) -> Result<&Request, Reason> {
        Ok(&self.run.as_ref().ok_or("no run")?.last)
    }

    /// Starts a new run once this one has had its steps.
    fn renew(&mut self) -> Result<(), Reason> {
        match self.run.as_ref().filter(|run| run.steps >= STEPS).map(|run| (run.task.clone(), run.url.clone())) {
            Some((task, url)) => self.begin_task(&task, &url),
            None => Ok(()),
        }
    }

    fn end(&mut self) -> Result<(), Reason> {
        let Some(run) = self.run.take() else { return Ok(()) };
        self.seat.reply(Reply::done("measured"))?;
        self.runtime.block_on(async {
            self.extension.wait_done(&run.handle, TURN).await?;
            let others = "chrome.tabs.query({}).then(tabs => chrome.tabs.remove(tabs.filter(tab => /^http/.test(tab.url) && !/reference$/.test(tab.url)).map(tab => tab.id)))";
            self.extension.page().eval(others).await?;
            Ok(())
        })
    }
}

impl Peer for Ours {
    fn open(&mut self, url: &str) -> Result<(), Reason> {
        self.begin(url)
    }

    fn look(&mut self) -> Result<Told, Reason> {
        // A run that keeps looking at an unchanged page is ended, so a wait comes in between.
        self.call("wait_for_page_update", json!({ "timeout_ms": 100 }))?;
        let (text, ms) = self.call("take_snapshot", json!({}))?;
        if text.contains("ELEMENTS (uid") { Ok(Told { text, ms }) } else { Err(format!("no look: {text}").into()) }
    }

    fn click(&mut self, label: &str) -> Result<Told, Reason> {
        self.renew()?;
        let run = self.run.as_ref().ok_or("no run")?;
        let uid = uid_of(&run.last, "BUTTON", label).ok_or_else(|| format!("no button {label}"))?;
        let (text, ms) = self.call("click", json!({ "uid": uid }))?;
        Ok(Told { text, ms })
    }

    fn entries(&mut self) -> Result<Vec<String>, Reason> {
        // The look is built as in the worker, so that the elements behind its uids are known.
        let walked = self.in_page(WALK, &Value::Null)?;
        let walked = walked.get("result").and_then(Value::as_str).ok_or("no walk")?;
        let raw = RawPage::parse(walked)?;
        let walked: Vec<u32> = raw.nodes.iter().map(|node| node.node).collect();
        let index = Index::build(raw, &mut UidTable::default());
        let options = RenderOptions { tokens: recall::BUDGET, ..RenderOptions::default() };
        let look = look(&index, &options);
        // What a row holds has lines of its own there.
        let named: HashSet<u32> = uids_in(&Legends::default().unfold(&look.text)).collect();
        let paths = format!("nodes => nodes.map(node => ({})(edithParts.elementOf(node)))", recall::PATH);
        let told = self.in_page(&paths, &json!(walked))?;
        let told = told.get("result").and_then(Value::as_array).ok_or_else(|| format!("no paths: {told}"))?;
        let paths = told.iter().map(|path| path.as_str().unwrap_or_default().to_owned());
        let uids: HashMap<u32, u32> = index.elements.iter().map(|e| (e.target.node, e.uid)).collect();
        self.walked = walked.iter().zip(paths).map(|(node, path)| (path, uids.get(node).copied())).collect();
        let found = self.walked.iter().filter(|(_, uid)| uid.is_some_and(|uid| named.contains(&uid)));
        let found = found.map(|(path, _)| path.clone()).collect();
        self.index = index;
        self.tokens = budget::tokens(&look.text);
        Ok(found)
    }
}

/// The uids that a look with unfolded rows names: in its list, as `also` of the same link, and in its text.
fn uids_in(look: &str) -> impl Iterator<Item = u32> {
    let list = look.split_once("ELEMENTS (uid").map_or("", |(_, list)| list);
    let (list, text) = list.split_once("\nTEXT").unwrap_or((list, ""));
    let listed = list.lines().filter_map(|line| line.split(" | ").next());
    let again =
        list.lines().filter_map(|line| line.rsplit_once(" [also: ")).flat_map(|(_, uids)| uids.split([' ', ']']));
    let placed = text.split('[').skip(1).filter_map(|after| after.split([']', ' ']).next());
    listed.chain(again).chain(placed).filter_map(|uid| uid.trim().parse().ok())
}

/// The worker's call for a look.
const WALK: &str = "() => edithPage.walk({ run: 'bench' })";
