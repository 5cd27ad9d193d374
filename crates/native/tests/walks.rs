//! What looks say of pages, by the page's script in a plain Chromium: many small pages in one tab, each with the look that it should give beside it
//! (`tests/data/walks/`).

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, reason = "tests may panic")]

mod site;

use edith_actions::action::Action;
use edith_actions::http_url::HttpUrl;
use edith_native::browser::NativeBrowser;
use edith_native::launch::{Launch, Launched};
use edith_native::small::SystemClock;
use edith_native::store::{Database, RoomStore};
use edith_native::wire::Connection;
use edith_page::page_api::WalkOptions;
use edith_page::{Index, RawPage, RenderOptions, UidTable, render};
use edith_port::{Browser, Tab};
use edith_protocol::Typing;
use edith_records::documents::Documents;
use serde_json::json;
use site::{Site, html};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::Instant;
use tokio::runtime::Builder;
use tokio::task::LocalSet;

/// Begins a case, with its title.
const TITLE: &str = "=== ";
/// Ends its page; then comes its look.
const LOOK: &str = "\n---\n";
/// How often a page is looked at until its look is as written: on a busy machine a look goes without listeners and frames that are late.
const LOOKS: usize = 4;
/// Shows a page in the document that is there: its scripts run, and its frames are loaded. In a document of its own each page would take ten times as long.
const SHOW: &str = "async function (html) {
  document.documentElement.setHTMLUnsafe(html);
  const frames = [...document.querySelectorAll('iframe[srcdoc]')];
  const loaded = Promise.all(frames.map((frame) => new Promise((done) => frame.addEventListener('load', done, { once: true }))));
  for (const script of document.querySelectorAll('script')) {
    const again = document.createElement('script');
    again.textContent = `{${script.textContent}}`;
    script.replaceWith(again);
  }
  await loaded;
}";

/// A small page and what a look at it should say.
struct Case {
    title: String,
    html: String,
    look: String,
}

/// The cases of a file.
struct Topic {
    path: PathBuf,
    cases: Vec<Case>,
}

impl Topic {
    fn read(path: PathBuf) -> Self {
        let text = std::fs::read_to_string(&path).unwrap();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let (text, begin) = (format!("\n{text}"), format!("\n{TITLE}"));
        let cases = text.split(&begin).skip(1).map(|case| {
            let (title, rest) = case.split_once('\n').unwrap();
            let (html, look) = rest.split_once(LOOK).unwrap_or((rest, ""));
            Case { title: format!("{name}: {title}"), html: html.to_owned(), look: look.trim_end().to_owned() }
        });
        let cases = cases.collect();
        Self { path, cases }
    }

    /// Writes the file with these looks.
    fn write(&self, looks: &[String]) {
        let cases = self.cases.iter().zip(looks).map(|(case, look)| {
            let title = case.title.split_once(": ").unwrap().1;
            format!("{TITLE}{title}\n{}{LOOK}{look}{}", case.html, if look.is_empty() { "" } else { "\n" })
        });
        std::fs::write(&self.path, cases.collect::<Vec<_>>().join("\n")).unwrap();
    }
}

fn topics() -> Vec<Topic> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/walks");
    let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let mut paths: Vec<PathBuf> = files.filter(|path| path.extension().is_some_and(|end| end == "walks")).collect();
    paths.sort();
    paths.into_iter().map(Topic::read).collect()
}

/// A tab for pages, and a connection that shows them in it.
struct Stage {
    tab: Rc<dyn Tab>,
    connection: Connection,
    session: String,
    /// In the page's own world.
    document: String,
    _browser: Rc<NativeBrowser>,
    _launched: Launched,
}

impl Stage {
    async fn open() -> Self {
        let launched = Launched::start(&Launch::default()).await.unwrap();
        let site = Site::start(|_| html("<!doctype html><title>Stage</title>"));
        let store = RoomStore::new(Database::in_memory().unwrap(), "r", BTreeMap::new());
        let connection = Connection::open(launched.socket()).await.unwrap();
        let documents = Documents::new(Rc::new(store));
        let browser = NativeBrowser::begin(connection, Rc::new(SystemClock), documents, false).await.unwrap();
        let tab = browser.attach(browser.open_blank(None).await.unwrap()).await.unwrap();
        let url = HttpUrl::parse(&site.url("/")).unwrap();
        tab.perform(&Action::Navigate { url }, Typing::Fast).await.unwrap();
        // What shows the pages is another session, as the page itself would do it.
        let connection = Connection::open(launched.socket()).await.unwrap();
        let targets = connection.call(None, "Target.getTargets", json!({})).await.unwrap();
        let shown = targets["targetInfos"].as_array().unwrap().iter();
        let target = shown.clone().find(|target| target["url"] == site.url("/")).unwrap();
        let attach = json!({"targetId": target["targetId"], "flatten": true});
        let session = connection.call(None, "Target.attachToTarget", attach).await.unwrap();
        let session = session["sessionId"].as_str().unwrap().to_owned();
        let document = json!({"expression": "document"});
        let document = connection.call(Some(&session), "Runtime.evaluate", document).await.unwrap();
        let document = document["result"]["objectId"].as_str().unwrap().to_owned();
        Self { tab, connection, session, document, _browser: browser, _launched: launched }
    }

    /// What the page's script says of a page. Each is that of another run, for which it is the first.
    async fn walked(&self, case: &Case) -> RawPage {
        let show = json!({
            "functionDeclaration": SHOW, "objectId": self.document, "arguments": [{"value": case.html}], "awaitPromise": true, "userGesture": true,
        });
        let shown = self.connection.call(Some(&self.session), "Runtime.callFunctionOn", show).await.unwrap();
        assert!(shown.get("exceptionDetails").is_none(), "{}: {shown}", case.title);
        let options = WalkOptions { run: case.title.clone(), ..WalkOptions::default() };
        let mut page = self.tab.look(&options).await.unwrap();
        for _ in 1..LOOKS {
            if look_at(page.clone()) == case.look {
                break;
            }
            page = self.tab.look(&options).await.unwrap();
        }
        page
    }
}

/// The look without what is the same in all.
fn look_at(page: RawPage) -> String {
    let look = render(&Index::build(page, &mut UidTable::default()), &RenderOptions::default());
    let is_common = |line: &&str| ["URL: ", "Title: ", "ELEMENTS ("].iter().any(|begin| line.starts_with(begin));
    let look = look.lines().filter(|line| !is_common(line)).collect::<Vec<_>>().join("\n");
    look.trim_end_matches("TEXT:").trim_end().to_owned()
}

/// The lines that only one of two texts has.
fn difference(wanted: &str, found: &str) -> String {
    let mut out = String::new();
    for (sign, of, other) in [('-', wanted, found), ('+', found, wanted)] {
        for line in of.lines().filter(|line| !other.lines().any(|another| another == *line)) {
            let _ = writeln!(out, "  {sign} {line}");
        }
    }
    if out.is_empty() { "  the same lines in another order\n".to_owned() } else { out }
}

/// What a broken walk would lose.
type Loses = (&'static str, fn(&mut RawPage));
const BROKEN: &[Loses] = &[
    ("names", |page| page.nodes.iter_mut().for_each(|node| node.name.clear())),
    ("roles", |page| page.nodes.iter_mut().for_each(|node| node.role.clear())),
    ("states", |page| page.nodes.iter_mut().for_each(|node| node.states = 0)),
    ("values", |page| page.nodes.iter_mut().for_each(|node| node.value = None)),
    ("options", |page| page.nodes.iter_mut().for_each(|node| node.options.clear())),
    ("contexts", |page| page.nodes.iter_mut().for_each(|node| node.context = 0)),
    ("overlays", |page| page.overlays.clear()),
    ("text", |page| page.text.clear()),
    ("elements", |page| drop(page.nodes.pop())),
];

#[test]
#[ignore = "needs a browser: cargo xtask test runs it"]
fn looks_at_small_pages_are_as_written_beside_them() {
    let (mut wrong, mut count) = (String::new(), 0);
    let mut noticed: BTreeMap<&str, usize> = BTreeMap::new();
    LocalSet::new().block_on(&Builder::new_current_thread().enable_all().build().unwrap(), async {
        let stage = Stage::open().await;
        let begun = Instant::now();
        for topic in topics() {
            let mut looks = Vec::new();
            for case in &topic.cases {
                let page = stage.walked(case).await;
                for (what, loses) in BROKEN {
                    let mut page = page.clone();
                    loses(&mut page);
                    *noticed.entry(what).or_default() += usize::from(look_at(page) != case.look);
                }
                looks.push(look_at(page));
            }
            if std::env::var_os("UPDATE_GOLDEN").is_some() {
                topic.write(&looks);
            } else {
                for (case, look) in topic.cases.iter().zip(&looks).filter(|(case, look)| case.look != **look) {
                    let _ = write!(wrong, "{}\n{}", case.title, difference(&case.look, look));
                }
            }
            count += looks.len();
        }
        println!("{count} pages in {:?}", begun.elapsed());
    });
    assert!(wrong.is_empty(), "{wrong}UPDATE_GOLDEN=1 writes the looks as they are");
    // The control: of a walk that loses something, the looks are others.
    assert!(noticed.values().all(|times| *times > 0), "{noticed:?}");
}
