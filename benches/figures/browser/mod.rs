//! Measurements in a real Chromium: the extension and other browser agents' servers take turns, each in its own browser of the same build.

mod ours;
mod overlay;
mod peer;
mod program;
mod recall;
mod references;
mod requests;
mod seat;
mod task;

use std::cell::{Cell, RefCell};
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;

use edith_lab::sites::{Sites, speed};
use edith_lab::{process, say};
use edith_page::budget;
use xtask::bench::{Contender, Figure, OTHER, Reason, THIS};

use ours::Ours;
use peer::{Mcp, Peer};
use program::Native;
use references::{Reference, WAYS};

use super::number;

/// The script that runs the browser's side.
type Runtime = Arc<tokio::runtime::Runtime>;

/// Elements of the test pages.
const LISTS: [usize; 3] = [1_000, 5_000, 10_000];

/// Pages that show how a look's time grows.
const GROWTH: [&str; 7] =
    ["list/1000", "list/10000", "list/50000", "list/100000", "deep/1000", "shadows/1000", "shadows/10000"];

/// Ordinary pages for counting a look's tokens.
const ORDINARY: [&str; 8] = ["shop", "shop?q=lamp", "mail", "form", "board", "speed/list/1000", "speed/list/5000", ""];

/// Steps after which the worker's memory is read.
const STEPS: [usize; 5] = [100, 250, 500, 750, 1_000];

/// A measurement of the extension alone, in milliseconds.
type Part = fn(&mut Ours) -> Result<f64, Reason>;

/// The parts of our own look.
const PARTS: [(&str, Part); 2] =
    [("EDITH's walk alone", |ours| ours.walk()), ("EDITH, a turn without a look", Ours::turn)];

/// The contenders, started on first use.
struct Arena {
    runtime: Runtime,
    sites: Sites,
    ours: RefCell<Option<Ours>>,
    other: RefCell<Option<Ours>>,
    native: RefCell<Option<Native>>,
    playwright: RefCell<Option<Mcp>>,
    devtools: RefCell<Option<Mcp>>,
    reference: RefCell<Option<Reference>>,
    /// The page that each peer has open.
    open: RefCell<[String; 5]>,
    peers: bool,
    /// Another build of the extension, measured instead of the peers.
    beside: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Agent {
    Ours,
    Playwright,
    DevTools,
    Other,
    /// The program without the extension.
    Native,
}

impl Arena {
    fn new(beside: Option<PathBuf>) -> Result<Rc<Self>, Reason> {
        let runtime = Arc::new(edith_lab::browser::runtime()?);
        let sites = runtime.block_on(Sites::start())?;
        let peers = process::which("npm").is_some() && process::which("node").is_some();
        if !peers && beside.is_none() {
            say("there is no Node.js with npm: measuring without the other agents' servers");
        }
        Ok(Rc::new(Self {
            runtime,
            sites,
            ours: RefCell::default(),
            other: RefCell::default(),
            native: RefCell::default(),
            playwright: RefCell::default(),
            devtools: RefCell::default(),
            reference: RefCell::default(),
            open: RefCell::default(),
            peers,
            beside,
        }))
    }

    fn agents(&self) -> &'static [Agent] {
        if self.beside.is_some() {
            return &[Agent::Ours, Agent::Other];
        }
        if self.peers {
            &[Agent::Ours, Agent::Native, Agent::Playwright, Agent::DevTools]
        } else {
            &[Agent::Ours, Agent::Native]
        }
    }

    fn name(who: Agent) -> &'static str {
        match who {
            Agent::Ours => THIS,
            Agent::Playwright => "Playwright MCP",
            Agent::DevTools => "chrome-devtools-mcp",
            Agent::Other => OTHER,
            Agent::Native => "EDITH, the program",
        }
    }

    fn ours<T>(&self, work: impl FnOnce(&mut Ours) -> Result<T, Reason>) -> Result<T, Reason> {
        self.build(Agent::Ours, work)
    }

    fn build<T>(&self, who: Agent, work: impl FnOnce(&mut Ours) -> Result<T, Reason>) -> Result<T, Reason> {
        let (place, dist) = match (who, &self.beside) {
            (Agent::Other, Some(dist)) => (&self.other, dist.clone()),
            _ => (&self.ours, edith_lab::paths::dist()),
        };
        let mut place = place.borrow_mut();
        if place.is_none() {
            *place = Some(Ours::start(&self.runtime, dist)?);
        }
        work(place.as_mut().ok_or("not started")?)
    }

    fn peer<T>(&self, who: Agent, work: impl FnOnce(&mut dyn Peer) -> Result<T, Reason>) -> Result<T, Reason> {
        match who {
            Agent::Ours | Agent::Other => self.build(who, |ours| work(ours)),
            Agent::Native => {
                let mut place = self.native.borrow_mut();
                if place.is_none() {
                    *place = Some(Native::start(&self.runtime)?);
                }
                work(place.as_mut().ok_or("not started")?)
            }
            Agent::Playwright => self.server(&self.playwright, Mcp::playwright, |server| work(server)),
            Agent::DevTools => self.server(&self.devtools, Mcp::devtools, |server| work(server)),
        }
    }

    fn server<T>(
        &self,
        place: &RefCell<Option<Mcp>>,
        start: fn() -> Result<Mcp, Reason>,
        work: impl FnOnce(&mut Mcp) -> Result<T, Reason>,
    ) -> Result<T, Reason> {
        let mut place = place.borrow_mut();
        if place.is_none() {
            *place = Some(start()?);
        }
        work(place.as_mut().ok_or("not started")?)
    }

    /// Runs something with a peer on a page, which it opens if needed.
    fn on<T>(
        &self,
        who: Agent,
        path: &str,
        work: impl FnOnce(&mut dyn Peer) -> Result<T, Reason>,
    ) -> Result<T, Reason> {
        let url = format!("{}/{path}", self.sites.origin);
        let is_there = self.open.borrow().get(who as usize) == Some(&url);
        self.peer(who, |peer| {
            if !is_there {
                peer.open(&url)?;
                if let Some(open) = self.open.borrow_mut().get_mut(who as usize) {
                    *open = url;
                }
            }
            work(peer)
        })
    }

    /// A reference's time on a page, in milliseconds.
    fn reference(&self, path: &str, method: &str, parameters: &str) -> Result<f64, Reason> {
        let url = format!("{}/{path}", self.sites.origin);
        self.ours(|ours| {
            let mut place = self.reference.borrow_mut();
            if let Some(other) = place.take_if(|reference| !reference.is_of(&url)) {
                other.close(ours)?;
            }
            if place.is_none() {
                *place = Some(Reference::open(&self.runtime, ours, &url)?);
            }
            place.as_ref().ok_or("not open")?.ask(ours, method, parameters)
        })
    }

    fn contenders(
        self: &Rc<Self>,
        sample: impl Fn(&Self, Agent) -> Result<f64, Reason> + Clone + 'static,
    ) -> Vec<Contender<'static>> {
        let series = |&who: &Agent| {
            let (arena, sample) = (Rc::clone(self), sample.clone());
            Contender::counted(Self::name(who), move || sample(&arena, who))
        };
        self.agents().iter().map(series).collect()
    }
}

/// The figures. `beside`: a folder with another build of the extension that replaces the peers.
pub(crate) fn figures(beside: Option<PathBuf>) -> Result<Vec<Figure<'static>>, Reason> {
    let arena = Arena::new(beside)?;
    let mut figures: Vec<_> = LISTS.iter().map(|&elements| look(&arena, elements)).collect();
    figures.extend(GROWTH.iter().map(|path| growth(&arena, path)));
    figures.extend(tokens(&arena));
    figures.extend(speed::kinds().flat_map(|kind| click(&arena, kind)));
    figures.push(of_builds(&arena, "turn without a look", Ours::turn));
    figures.extend(memory(&arena));
    figures.extend(recall::figures(&arena));
    figures.extend(requests::figures(&arena));
    figures.extend(overlay::figures(&arena));
    figures.extend(task::figures(&arena));
    // Last, because an active run keeps asking its model.
    figures.push(of_builds(&arena, "answer of a dead worker", Ours::revival));
    Ok(figures)
}

/// Rounds of what is compared with another build.
const COMPARED: usize = 12;

/// The times of a step, of this build and of another one alone.
pub(crate) fn of_a_step(beside: Option<PathBuf>) -> Result<Vec<Figure<'static>>, Reason> {
    let arena = Arena::new(beside)?;
    let mut figures: Vec<_> = speed::kinds().map(|kind| click(&arena, kind)).map(|[time, _]| time).collect();
    let mut first = look(&arena, LISTS[0]);
    first.contenders.retain(|contender| [THIS, OTHER].contains(&contender.name.as_str()));
    figures.push(first);
    figures.push(of_builds(&arena, "turn without a look", Ours::turn));
    figures.push(of_builds(&arena, "answer of a dead worker", Ours::revival));
    Ok(figures.into_iter().map(|figure| figure.exactly(COMPARED)).collect())
}

fn look(arena: &Rc<Arena>, elements: usize) -> Figure<'static> {
    let path = format!("speed/list/{elements}");
    let of_page = path.clone();
    let mut contenders = arena.contenders(move |arena, who| arena.on(who, &of_page, |peer| Ok(peer.look()?.ms)));
    // Our own time: the walk, and the cost of any turn (journal, history, both HTTP requests).
    for (name, part) in PARTS {
        let (arena, path) = (Rc::clone(arena), path.clone());
        contenders.push(Contender::counted(name, move || {
            arena.on(Agent::Ours, &path, |_| Ok(()))?;
            arena.ours(part)
        }));
    }
    contenders.extend(WAYS.map(|(name, method, parameters)| {
        let (arena, path) = (Rc::clone(arena), path.clone());
        Contender::counted(name, move || arena.reference(&path, method, parameters))
    }));
    Figure::time(format!("look, {elements} elements"), contenders)
}

fn growth(arena: &Rc<Arena>, path: &str) -> Figure<'static> {
    let page = format!("speed/{path}");
    let arena = Rc::clone(arena);
    let sample = move || arena.on(Agent::Ours, &page, |peer| Ok(peer.look()?.ms));
    let mut figure = Figure::time(format!("growth, {path}"), vec![Contender::counted("EDITH", sample)]);
    figure.rounds = 7;
    figure
}

/// Tokens of the looks on ordinary pages (median over the pages) and of a click's result.
fn tokens(arena: &Rc<Arena>) -> Vec<Figure<'static>> {
    let next = |at: &Cell<usize>| {
        let path = ORDINARY.get(at.get() % ORDINARY.len()).copied().unwrap_or_default();
        at.set(at.get() + 1);
        path
    };
    let first = |part: fn(&str) -> &str| {
        let series = |&who: &Agent| {
            let (arena, at) = (Rc::clone(arena), Cell::new(0));
            Contender::counted(Arena::name(who), move || {
                let told = arena.on(who, next(&at), |peer| peer.look())?;
                Ok(number(budget::tokens(part(&told.text))))
            })
        };
        arena.agents().iter().map(series).collect::<Vec<_>>()
    };
    let mut whole = Figure::count("tokens of a look", "tokens", first(|text| text));
    let mut list = Figure::count("tokens of the list of elements", "tokens", first(elements_of));
    list.contenders.truncate(1);
    whole.rounds = ORDINARY.len();
    list.rounds = ORDINARY.len();
    let sample = |arena: &Arena, who| {
        let told = arena.on(who, "speed/list/1000", |peer| peer.click("Add to cart"))?;
        Ok(number(budget::tokens(&told.text)))
    };
    let mut answer = Figure::count("tokens of a click's answer", "tokens", arena.contenders(sample));
    answer.rounds = 5;
    vec![whole, list, answer]
}

/// A look without the page's text.
fn elements_of(look: &str) -> &str {
    look.split_once("\nTEXT").map_or(look, |(list, _)| list)
}

/// The time of a click with a new look, and the number of these looks that showed the state before the click.
fn click(arena: &Rc<Arena>, kind: &'static str) -> [Figure<'static>; 2] {
    let counts: Rc<[Cell<(usize, usize)>; 5]> = Rc::default();
    let counted = Rc::clone(&counts);
    let sample = move |arena: &Arena, who: Agent| {
        let told = arena.on(who, &format!("speed/click/{kind}"), |peer| peer.click("Go"))?;
        let count = counts.get(who as usize).ok_or("no counter")?;
        let (clicks, stale) = count.get();
        let shows_it = told.text.contains(&format!("Result {}", clicks + 1));
        count.set((clicks + 1, stale + usize::from(!shows_it)));
        Ok(told.ms)
    };
    let stale = move |_: &Arena, who: Agent| Ok(number(counted.get(who as usize).map_or(0, |count| count.get().1)));
    let name = format!("click, settled, new look: {kind}");
    [
        Figure::time(name.clone(), arena.contenders(sample)),
        Figure::count(format!("{name}: old state shown"), "looks", arena.contenders(stale)),
    ]
}

/// The builds' times for what no other agent has.
fn of_builds(arena: &Rc<Arena>, name: &'static str, part: Part) -> Figure<'static> {
    let series = |&who: &Agent| {
        let arena = Rc::clone(arena);
        Contender::counted(Arena::name(who), move || {
            arena.on(who, "speed/click/static", |_| Ok(()))?;
            arena.build(who, part)
        })
    };
    let builds = arena.agents().iter().filter(|who| matches!(who, Agent::Ours | Agent::Other));
    Figure::time(name, builds.map(series).collect())
}

/// The worker's memory over many steps, and the share of the stored conversations.
fn memory(arena: &Rc<Arena>) -> [Figure<'static>; 2] {
    let taken = Rc::new(Cell::new(0));
    let kept: Rc<RefCell<Vec<f64>>> = Rc::default();
    let after = |steps: usize| {
        let (arena, taken, kept) = (Rc::clone(arena), Rc::clone(&taken), Rc::clone(&kept));
        Contender::counted(format!("after {steps} steps"), move || {
            while taken.get() < steps {
                arena.on(Agent::Ours, "speed/click/static", |peer| peer.click("Go").map(drop))?;
                taken.set(taken.get() + 1);
            }
            arena.ours(|ours| {
                kept.borrow_mut().push(ours.conversation_bytes()? / 1024.0);
                Ok(ours.worker_bytes()? / 1024.0)
            })
        })
    };
    let worker = Figure::count("memory of the worker", "KiB", STEPS.map(after).into());
    let stored = |(at, steps): (usize, usize)| {
        let kept = Rc::clone(&kept);
        Contender::counted(format!("after {steps} steps"), move || {
            kept.borrow().get(at).copied().ok_or_else(|| "measured with the worker's memory".into())
        })
    };
    let stored = STEPS.iter().copied().enumerate().map(stored).collect();
    [worker, Figure::count("memory of the worker: kept conversations", "KiB", stored)]
}
