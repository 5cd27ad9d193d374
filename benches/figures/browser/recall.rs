//! How many of a page's actionable elements a look names within 4,000 tokens on real pages from packages, and how many it names falsely.
//!
//! The ground truth comes from [`TRUTH`], which shares no code with any contender: native controls, roles, and pointer listeners as the debugger
//! reports them, if a point in their middle hits them. Elements are identified by their path from the root, which works across browsers and
//! contenders.

use std::cell::RefCell;
use std::collections::HashSet;
use std::process::Command;
use std::rc::Rc;

use edith_lab::browser::{Browser, Options};
use edith_lab::folder::Folder;
use edith_lab::{chromium, npm, process, pypi, say};
use edith_page::budget;
use serde_json::{Value, json};
use xtask::bench::{Contender, Figure, Reason};

use super::{Agent, Arena, number};

/// Tokens of a look, at most; the rest is cut off.
pub(super) const BUDGET: usize = 4_000;

/// The viewport of every contender, which determines the layout.
pub(super) const VIEWPORT: (u32, u32) = (1280, 800);

/// Real built pages: templates for applications.
const PACKAGES: [(&str, &str, &[&str]); 3] = [
    (
        "admin-lte",
        "3.2.0",
        &[
            "index3.html",
            "pages/UI/buttons.html",
            "pages/UI/general.html",
            "pages/UI/modals.html",
            "pages/UI/navbar.html",
            "pages/calendar.html",
            "pages/examples/contact-us.html",
            "pages/examples/contacts.html",
            "pages/examples/e-commerce.html",
            "pages/examples/faq.html",
            "pages/examples/invoice.html",
            "pages/examples/login.html",
            "pages/examples/profile.html",
            "pages/examples/project-add.html",
            "pages/forms/advanced.html",
            "pages/forms/general.html",
            "pages/gallery.html",
            "pages/kanban.html",
            "pages/mailbox/compose.html",
            "pages/mailbox/mailbox.html",
            "pages/tables/data.html",
        ],
    ),
    (
        "gentelella",
        "4.2.0",
        &[
            "dist/production/index.html",
            "dist/production/index2.html",
            "dist/production/calendar.html",
            "dist/production/chat.html",
            "dist/production/contacts.html",
            "dist/production/e_commerce.html",
            "dist/production/faq.html",
            "dist/production/file_manager.html",
            "dist/production/form.html",
            "dist/production/form_buttons.html",
            "dist/production/form_validation.html",
            "dist/production/inbox.html",
        ],
    ),
    (
        "startbootstrap-sb-admin-2",
        "4.1.4",
        &[
            "index.html",
            "buttons.html",
            "cards.html",
            "login.html",
            "register.html",
            "tables.html",
            "utilities-other.html",
        ],
    ),
];

/// A JavaScript function that returns an element's path from the root.
pub(super) const PATH: &str = "(element) => { const parts = []; for (let e = element; e && e.nodeType === 1; e = e.parentElement) { let at = 1; \
    for (let s = e.previousElementSibling; s; s = s.previousElementSibling) if (s.localName === e.localName) at++; \
    parts.unshift(e.localName + '[' + at + ']'); } return parts.join('/'); }";

/// Waits until the page has stopped growing.
const STILL: &str = "(async () => { let before = -1; for (let i = 0; i < 20; i++) { const now = document.querySelectorAll('*').length; \
    if (now === before && document.readyState === 'complete') return true; before = now; await new Promise(done => setTimeout(done, 300)); } return true; })()";

/// `{known, neutral}`: the paths of actionable elements, and of those that count neither way (disabled, hidden, or around an actionable one).
const TRUTH: &str = "(() => { const path = PATH; const roles = new Set('button link textbox searchbox checkbox radio combobox listbox option slider switch tab \
    menuitem menuitemcheckbox menuitemradio spinbutton treeitem'.split(' ')); \
    const events = ['click', 'dblclick', 'mousedown', 'mouseup', 'pointerdown', 'pointerup', 'touchstart', 'touchend']; \
    const native = e => e.matches('a[href], area[href], button, input:not([type=hidden]), select, textarea, summary, video[controls], audio[controls], [contenteditable=\"\"], [contenteditable=true]'); \
    const listens = e => { const told = getEventListeners(e); return events.some(name => told[name]?.length); }; \
    const wants = [...document.querySelectorAll('body *')].filter(e => native(e) || roles.has(e.getAttribute('role')) || e.hasAttribute('onclick') || listens(e)); \
    const known = [], neutral = []; \
    for (const e of wants) { \
      if (!native(e) && wants.some(other => other !== e && e.contains(other))) { neutral.push(path(e)); continue; } \
      e.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' }); \
      const box = e.getClientRects()[0]; \
      const off = e.disabled || e.getAttribute('aria-disabled') === 'true' || e.closest('[inert]') || getComputedStyle(e).visibility !== 'visible'; \
      if (off || !box || box.width < 3 || box.height < 3) { neutral.push(path(e)); continue; } \
      const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2); \
      const hits = hit && (hit === e || e.contains(hit) || hit.closest('label')?.control === e); \
      (hits ? known : neutral).push(path(e)); } \
    scrollTo(0, 0); return { known, neutral }; })()";

/// The ground truth of a page.
struct Truth {
    url: String,
    known: HashSet<String>,
    neutral: HashSet<String>,
}

impl Truth {
    /// The element that acts when the one at a path is clicked: itself or its nearest ancestor.
    fn acting<'a>(&self, path: &'a str) -> Option<&'a str> {
        let ends = path.match_indices('/').map(|(at, _)| at).rev();
        std::iter::once(path.len())
            .chain(ends)
            .filter_map(|end| path.get(..end))
            .find(|path| self.known.contains(*path))
    }

    /// Whether an entry counts neither way: around something actionable, or in something undecidable.
    fn is_neutral(&self, path: &str) -> bool {
        let around = format!("{path}/");
        let mut within = std::iter::once(path.len())
            .chain(path.match_indices('/').map(|(at, _)| at))
            .filter_map(|end| path.get(..end));
        self.known.iter().any(|known| known.starts_with(&around)) || within.any(|path| self.neutral.contains(path))
    }
}

/// A contender's totals over all pages.
#[derive(Clone, Copy, Default)]
struct Counts {
    found: usize,
    wrong: usize,
}

/// The pages with their ground truth.
struct Pages {
    truths: Vec<Truth>,
    _folders: Vec<Folder>,
}

impl Pages {
    fn new(arena: &Arena) -> Result<Self, Reason> {
        let (mut truths, mut folders) = (Vec::new(), Vec::new());
        let flags = vec![format!("--window-size={},{}", VIEWPORT.0, VIEWPORT.1)];
        let browser = arena.runtime.block_on(Browser::start(&Options { flags, ..Options::default() }))?;
        for (name, version, pages) in PACKAGES {
            let folder = npm::package(name, version)?;
            arena.runtime.block_on(async {
                let folder = Folder::serve(folder).await?;
                for page in pages {
                    let url = format!("{}/{page}", folder.origin);
                    let tab = browser.open_page(&url).await?;
                    let size = json!({ "width": VIEWPORT.0, "height": VIEWPORT.1, "deviceScaleFactor": 1, "mobile": false });
                    tab.send("Emulation.setDeviceMetricsOverride", size).await?;
                    tab.eval(STILL).await?;
                    let asked = json!({ "expression": TRUTH.replace("PATH", PATH), "includeCommandLineAPI": true, "returnByValue": true });
                    let told = tab.send("Runtime.evaluate", asked).await?;
                    let paths = |name: &str| {
                        let paths = told.pointer(&format!("/result/value/{name}")).and_then(Value::as_array);
                        let paths = paths.ok_or_else(|| Reason::from(format!("{url}: {told}")))?;
                        Ok::<_, Reason>(paths.iter().filter_map(Value::as_str).map(str::to_owned).collect())
                    };
                    truths.push(Truth { url: url.clone(), known: paths("known")?, neutral: paths("neutral")? });
                    tab.close().await?;
                }
                folders.push(folder);
                Ok::<_, Reason>(())
            })?;
        }
        Ok(Self { truths, _folders: folders })
    }

    fn known(&self) -> usize {
        self.truths.iter().map(|truth| truth.known.len()).sum()
    }

    fn count(&self, arena: &Arena, who: Source) -> Result<Counts, Reason> {
        let mut counts = Counts::default();
        let together = match who {
            Source::Peer(_) => Vec::new(),
            Source::BrowserUse => browser_use(self.truths.iter().map(|truth| truth.url.as_str()))?,
        };
        let mut together = together.into_iter();
        for truth in &self.truths {
            let entries = match who {
                Source::Peer(who) => arena.peer(who, |peer| {
                    peer.open(&truth.url)?;
                    peer.entries()
                })?,
                Source::BrowserUse => together.next().ok_or("browser-use told of fewer pages")?,
            };
            let found: HashSet<&str> = entries.iter().filter_map(|path| truth.acting(path)).collect();
            let wrong = entries.iter().filter(|path| truth.acting(path).is_none() && !truth.is_neutral(path));
            let wrong = wrong.collect::<HashSet<_>>().len();
            let (found, known) = (found.len(), truth.known.len());
            println!("  {:<20} {found:>4} of {known:>4}, {wrong:>3} false  {}", who.name(), truth.url);
            if who == Source::Peer(Agent::Ours) {
                let named: HashSet<&str> = entries.iter().filter_map(|path| truth.acting(path)).collect();
                let lost = truth.known.iter().filter(|path| !named.contains(path.as_str()));
                arena.ours(|ours| {
                    println!("    {} tokens", ours.look_tokens());
                    lost.for_each(|path| println!("    lost, {}: {path}", ours.why_lost(path)));
                    Ok(())
                })?;
            }
            counts.found += found;
            counts.wrong += wrong;
        }
        Ok(counts)
    }
}

/// Where a contender's entries come from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Source {
    Peer(Agent),
    BrowserUse,
}

impl Source {
    fn name(self) -> &'static str {
        match self {
            Self::Peer(who) => Arena::name(who),
            Self::BrowserUse => "browser-use",
        }
    }
}

/// browser-use from the Python Package Index, at the version of the documented figures.
pub(super) const BROWSER_USE: (&str, &str) = ("browser-use", "0.13.14");

/// The paths, as written by [`PATH`], that browser-use names on each page.
fn browser_use<'a>(urls: impl Iterator<Item = &'a str>) -> Result<Vec<Vec<String>>, Reason> {
    let python = pypi::environment(BROWSER_USE.0, BROWSER_USE.1)?;
    let mut command = Command::new(python);
    command.arg("-c").arg(include_str!("browser_use.py")).arg(chromium::find_chromium()?.program);
    command.args([VIEWPORT.0.to_string(), VIEWPORT.1.to_string()]).args(urls);
    let told = process::output(&mut command)?;
    let page = |line: &str| {
        let told: Value = serde_json::from_str(line)?;
        let text = told.get("text").and_then(Value::as_str).unwrap_or_default();
        let number = |line: &str| Some(line.split_once('[')?.1.split_once("]<")?.0.to_owned());
        let path = |number: String| told.pointer(&format!("/paths/{number}")).and_then(Value::as_str).map(with_places);
        Ok(cut(text).filter_map(number).filter_map(path).collect())
    };
    told.lines().filter(|line| line.starts_with('{')).map(page).collect()
}

/// An XPath with an index on every part, even for a single element of its kind.
fn with_places(path: &str) -> String {
    let part = |part: &str| if part.ends_with(']') { part.to_owned() } else { format!("{part}[1]") };
    path.trim_matches('/').split('/').map(part).collect::<Vec<_>>().join("/")
}

/// The figures: the number of elements, and each contender's hits and false entries.
pub(super) fn figures(arena: &Rc<Arena>) -> Vec<Figure<'static>> {
    let pages: Rc<RefCell<Option<Pages>>> = Rc::default();
    let counted: Rc<RefCell<Vec<(Source, Counts)>>> = Rc::default();
    // The program's looks are the extension's: `cargo xtask bench --only same`.
    let peers = arena.agents().iter().copied().filter(|who| *who != Agent::Native);
    let mut sources: Vec<Source> = peers.map(Source::Peer).collect();
    if process::which("python3").is_some() || process::which("python").is_some() {
        sources.push(Source::BrowserUse);
    } else {
        say("there is no Python: measuring recall without browser-use");
    }
    let with = {
        let (arena, pages) = (Rc::clone(arena), Rc::clone(&pages));
        move |work: &dyn Fn(&Arena, &Pages) -> Result<f64, Reason>| {
            let mut place = pages.borrow_mut();
            if place.is_none() {
                *place = Some(Pages::new(&arena)?);
            }
            work(&arena, place.as_ref().ok_or("no pages")?)
        }
    };
    let known = {
        let with = with.clone();
        Contender::counted("all", move || with(&|_, pages| Ok(number(pages.known()))))
    };
    let of = |part: fn(Counts) -> usize| {
        let contender = |&who: &Source| {
            let (with, counted) = (with.clone(), Rc::clone(&counted));
            Contender::counted(who.name(), move || {
                with(&|arena, pages| {
                    let already = counted.borrow().iter().find(|(known, _)| *known == who).map(|(_, counts)| *counts);
                    let counts = match already {
                        Some(counts) => counts,
                        None => pages.count(arena, who)?,
                    };
                    counted.borrow_mut().push((who, counts));
                    Ok(number(part(counts)))
                })
            })
        };
        sources.iter().map(contender).collect::<Vec<_>>()
    };
    vec![
        Figure::count("recall on 40 real pages: actionable", "elements", vec![known]),
        Figure::count(
            format!("recall on 40 real pages: found in {BUDGET} tokens"),
            "elements",
            of(|counts| counts.found),
        ),
        Figure::count("recall on 40 real pages: false entries", "elements", of(|counts| counts.wrong)),
    ]
}

/// The lines of a text that fit the budget.
pub(super) fn cut(text: &str) -> impl Iterator<Item = &str> {
    let mut left = BUDGET;
    text.lines().take_while(move |line| match left.checked_sub(budget::tokens(line)) {
        Some(rest) => {
            left = rest;
            true
        }
        None => false,
    })
}
