//! A real browser, driven by this crate: what tabs show, what they are kept from, and how it ends.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, reason = "tests may panic")]

mod site;

use edith_actions::action::{Action, EntryWay, FormEntry, Target, Then};
use edith_actions::http_url::HttpUrl;
use edith_native::browser::NativeBrowser;
use edith_native::launch::{Launch, Launched};
use edith_native::small::SystemClock;
use edith_native::store::{Database, RoomStore};
use edith_native::wire::Connection;
use edith_page::page_api::WalkOptions;
use edith_page::{Index, UidTable};
use edith_port::{Browser, Clock, Confined, Tab, TabBounds, Windows};
use edith_protocol::{TabId, Typing};
use edith_records::documents::Documents;
use site::{Site, html, missing};
use std::collections::BTreeMap;
use std::future::Future;
use std::rc::Rc;
use std::time::{Duration, Instant};
use tokio::runtime::Builder;
use tokio::task::LocalSet;

/// Time for something that must not happen.
const NOTHING: Duration = Duration::from_millis(1_500);
/// How long what comes may take on a busy machine.
const SOON: Duration = Duration::from_secs(20);

/// A browser with its driver.
struct World {
    browser: Rc<NativeBrowser>,
    socket: String,
    _launched: Launched,
}

fn within<T>(work: impl Future<Output = T>) -> T {
    let runtime = Builder::new_current_thread().enable_all().build().unwrap();
    let limited = async { tokio::time::timeout(Duration::from_secs(120), work).await.expect("it takes too long") };
    LocalSet::new().block_on(&runtime, limited)
}

async fn world(is_apart: bool) -> World {
    let launched = Launched::start(&Launch::default()).await.unwrap();
    let socket = launched.socket().to_owned();
    let connection = Connection::open(&socket).await.unwrap();
    let store = RoomStore::new(Database::in_memory().unwrap(), "r", BTreeMap::new());
    let documents = Documents::new(Rc::new(store));
    let browser = NativeBrowser::begin(connection, Rc::new(SystemClock), documents, is_apart).await.unwrap();
    World { browser, socket, _launched: launched }
}

/// A tab that shows a page.
async fn open(world: &World, url: &str) -> (TabId, Rc<dyn Tab>) {
    let id = world.browser.open_blank(None).await.unwrap();
    let tab = world.browser.attach(id).await.unwrap();
    go(&*tab, url).await;
    (id, tab)
}

async fn go(tab: &dyn Tab, url: &str) {
    let url = HttpUrl::parse(url).unwrap();
    tab.perform(&Action::Navigate { url }, Typing::Fast).await.unwrap();
}

async fn until(what: &str, mut is_so: impl AsyncFnMut() -> bool) {
    for _ in 0..200 {
        if is_so().await {
            return;
        }
        SystemClock.sleep(50).await;
    }
    panic!("{what}: never");
}

fn pages() -> Site {
    Site::start(|asked| match asked.path.split('?').next().unwrap_or_default() {
        "/" => html("<title>Home</title><h1>Welcome</h1><button>Greet</button>"),
        "/framed" => {
            let port = asked.path.split("port=").nth(1).unwrap_or_default();
            html(&format!(
                "<title>Outside</title><h1>Outside</h1><iframe src='http://localhost:{port}/inside' width=400 height=200></iframe>"
            ))
        }
        "/inside" => html("<h2>Inside</h2><button>Press in the frame</button>"),
        "/leads" => {
            let to = asked.path.split("to=").nth(1).unwrap_or_default();
            html(&format!(
                "<title>Leads</title><script>setTimeout(() => location.href = decodeURIComponent('{to}'), 700)</script>Soon"
            ))
        }
        "/redirects" => {
            let to = asked.path.split("to=").nth(1).unwrap_or_default().replace("%3A", ":").replace("%2F", "/");
            (format!("302 Found\r\nLocation: {to}"), String::new())
        }
        "/opens" => {
            let to = asked.path.split("to=").nth(1).unwrap_or_default();
            html(&format!(
                "<title>Opens</title><a id=a autofocus target=_blank href=\"#\">Open</a>\
                <script>a.href = decodeURIComponent('{to}')</script>"
            ))
        }
        "/sends" => html(
            "<title>Sends</title><form method=post action=/sent target=_blank><button autofocus>Post it</button></form>",
        ),
        "/application" => html(
            "<title>Late</title><body><script>setTimeout(() => { document.body.innerHTML = '<button>Ready</button>'; }, 2000)</script>",
        ),
        "/empty" => html("<title>Empty</title>"),
        "/editor" => html(
            "<title>Editor</title><input aria-label=Title><iframe src=/writes width=300 height=80></iframe><iframe width=300 height=80 \
            srcdoc='<input aria-label=Tags>'></iframe><button>Save</button>",
        ),
        "/writes" => html("<textarea aria-label=Words></textarea>"),
        "/sent" | "/stolen" => html("<title>There</title>There"),
        _ => missing(),
    })
}

fn encoded(url: &str) -> String {
    url.replace(':', "%3A").replace('/', "%2F")
}

/// Presses what has the focus.
async fn press(tab: &dyn Tab) {
    let action = Action::PressKey { key: "Enter".to_owned(), target: None };
    tab.perform(&action, Typing::Fast).await.unwrap();
}

async fn urls(world: &World) -> Vec<String> {
    world.browser.tabs().await.unwrap().into_iter().map(|tab| tab.url).collect()
}

fn only_here() -> TabBounds {
    TabBounds::only(vec!["127.0.0.1".to_owned()], Confined::Told)
}

/// A page that soon leads to another site, when its run is over already: what arrives there.
async fn late(free: bool) -> usize {
    let (world, site) = (world(true).await, pages());
    let (id, tab) = open(&world, &site.url("/")).await;
    world.browser.set_bounds(id, Some(&only_here()), &["127.0.0.1".to_owned()]).await.unwrap();
    let to = encoded(&format!("http://localhost:{}/stolen", site.port));
    go(&*tab, &site.url(&format!("/leads?to={to}"))).await;
    if free {
        world.browser.set_bounds(id, None, &[]).await.unwrap();
    }
    world.browser.let_go(id, true).await;
    let arrived = || site.asked().iter().filter(|asked| asked.path == "/stolen").count();
    // What comes may be late on a busy machine; that nothing comes takes a while to see.
    let begun = Instant::now();
    while begun.elapsed() < if free { SOON } else { NOTHING } && arrived() == 0 {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    arrived()
}

#[test]
#[ignore = "needs a browser: cargo xtask test runs it"]
fn what_a_tab_was_kept_from_it_is_kept_from_when_its_run_is_over() {
    within(async {
        assert_eq!(late(false).await, 0);
        assert_eq!(late(true).await, 1, "without bounds it arrives");
    });
}

#[test]
#[ignore = "needs a browser: cargo xtask test runs it"]
fn a_tab_shows_its_page_and_the_frames_of_other_sites() {
    within(async {
        let (world, site) = (world(false).await, pages());
        let (_, tab) = open(&world, &site.url(&format!("/framed?port={}", site.port))).await;
        let page = tab.look(&WalkOptions::default()).await.unwrap();
        assert_eq!(page.title, "Outside");
        let nodes = format!("{:?}", page.nodes);
        assert!(nodes.contains("Press in the frame"), "{nodes}");
    });
}

#[test]
#[ignore = "needs a browser: cargo xtask test runs it"]
fn the_first_look_at_an_application_waits_until_it_has_drawn_something() {
    within(async {
        let (world, site) = (world(false).await, pages());
        // As the person left it: nothing was done in this tab by the run.
        let look = async |path: &str| {
            let id = world.browser.open(&HttpUrl::parse(&site.url(path)).unwrap()).await.unwrap();
            until("its page comes", async || urls(&world).await.contains(&site.url(path))).await;
            let tab = world.browser.attach(id).await.unwrap();
            let begun = Instant::now();
            let page = tab.look(&WalkOptions::default()).await.unwrap();
            (page.nodes.len(), begun.elapsed())
        };
        let (nodes, took) = look("/application").await;
        assert!(nodes == 1 && took < Duration::from_secs(10), "{nodes} {took:?}");
        // The control: what has no scripts stays as it is.
        let (nodes, took) = look("/empty").await;
        assert!(nodes == 0 && took < Duration::from_millis(2_500), "{nodes} {took:?}");
    });
}

#[test]
#[ignore = "needs a browser: cargo xtask test runs it"]
fn fields_in_several_frames_are_filled_in_by_one_action() {
    within(async {
        let (world, site) = (world(false).await, pages());
        let (_, tab) = open(&world, &site.url("/editor")).await;
        let page = tab.look(&WalkOptions::default()).await.unwrap();
        let index = Index::build(page, &mut UidTable::default());
        let entry = |name: &str| {
            let element = index.elements.iter().find(|element| element.name == name).unwrap();
            FormEntry { target: Target::of(element), value: format!("its {name}"), way: EntryWay::Sets }
        };
        // From one frame to the next and back.
        let fields = vec![entry("Words"), entry("Title"), entry("Tags")];
        let fill = Action::FillForm { tool: None, fields, then: Then::Nothing };
        let done = tab.perform(&fill, Typing::Fast).await.unwrap();
        let page = tab.look(&WalkOptions::default()).await.unwrap();
        for name in ["Title", "Words", "Tags"] {
            let value = page.nodes.iter().find(|node| node.name == name).and_then(|node| node.value.clone());
            assert_eq!(value, Some(format!("its {name}")), "{}", done.note);
        }
    });
}

#[test]
#[ignore = "needs a browser: cargo xtask test runs it"]
fn a_page_that_cannot_be_loaded_is_told_as_that() {
    within(async {
        let world = world(false).await;
        let id = world.browser.open_blank(None).await.unwrap();
        let tab = world.browser.attach(id).await.unwrap();
        let empty = tab.look(&WalkOptions::default()).await.unwrap();
        assert_eq!((empty.url.as_str(), empty.document.as_str()), ("about:blank", "empty"));
        // Nobody listens on a port that was free a moment ago.
        let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let url = HttpUrl::parse(&format!("http://127.0.0.1:{port}/")).unwrap();
        let went = tab.perform(&Action::Navigate { url }, Typing::Fast).await;
        let page = tab.look(&WalkOptions::default()).await.unwrap();
        assert!(went.is_err() || page.title == "Page not loaded", "{went:?} {page:?}");
        assert!(page.text.contains("error page"), "{}", page.text);
    });
}

#[test]
#[ignore = "needs a browser: cargo xtask test runs it"]
fn the_browser_holds_a_bounded_tab_on_its_sites() {
    within(async {
        let (world, site) = (world(false).await, pages());
        let (id, tab) = open(&world, &site.url("/")).await;
        world.browser.set_bounds(id, Some(&only_here()), &["127.0.0.1".to_owned()]).await.unwrap();
        for way in ["/leads?to=", "/redirects?to="] {
            let url = HttpUrl::parse(&site.url(&format!("{way}{}", encoded(&site.other_url("/stolen"))))).unwrap();
            // Where it is led to is refused, with what is opened here or after it.
            let _refused = tab.perform(&Action::Navigate { url }, Typing::Fast).await;
            tokio::time::sleep(NOTHING).await;
            assert_eq!(site.count("GET", "/stolen"), 0, "{way}");
        }
        world.browser.set_bounds(id, None, &[]).await.unwrap();
        go(&*tab, &site.url(&format!("/leads?to={}", encoded(&site.other_url("/stolen"))))).await;
        until("it is led there once nothing bounds it", async || site.count("GET", "/stolen") == 1).await;
    });
}

#[test]
#[ignore = "needs a browser: cargo xtask test runs it"]
fn a_window_that_a_page_opens_is_bounded_from_its_first_request_on() {
    within(async {
        let (world, site) = (world(false).await, pages());
        let (id, tab) = open(&world, &site.url(&format!("/opens?to={}", encoded(&site.other_url("/stolen"))))).await;
        world.browser.set_bounds(id, Some(&only_here()), &["127.0.0.1".to_owned()]).await.unwrap();
        press(&*tab).await;
        tokio::time::sleep(NOTHING).await;
        assert_eq!(site.count("GET", "/stolen"), 0);
        let opened = world.browser.tabs().await.unwrap().len();
        assert!(opened > 2, "no window was opened at all: {:?}", urls(&world).await);
        world.browser.set_bounds(id, None, &[]).await.unwrap();
        press(&*tab).await;
        until("it opens once nothing bounds it", async || site.count("GET", "/stolen") == 1).await;
    });
}

#[test]
#[ignore = "needs a browser: cargo xtask test runs it"]
fn a_tab_that_a_page_opened_is_told_with_its_opener() {
    within(async {
        let (world, site) = (world(false).await, pages());
        let (_, tab) = open(&world, &site.url(&format!("/opens?to={}", encoded(&site.url("/"))))).await;
        let action = Action::PressKey { key: "Enter".to_owned(), target: None };
        let done = tab.perform(&action, Typing::Fast).await.unwrap();
        let [opened] = done.opened_tabs.as_slice() else { panic!("{done:?}") };
        until("it is listed", async || {
            let tabs = world.browser.tabs().await.unwrap();
            tabs.iter().any(|tab| tab.id == *opened && tab.url == site.url("/"))
        })
        .await;
    });
}

#[test]
#[ignore = "needs a browser: cargo xtask test runs it"]
fn a_new_window_sends_no_form_while_that_is_held() {
    within(async {
        let (world, site) = (world(false).await, pages());
        let (id, tab) = open(&world, &site.url("/sends")).await;
        let held = Windows { from: vec!["127.0.0.1".to_owned()], forms: true, files: true };
        world.browser.hold_windows(id, &held).await.unwrap();
        press(&*tab).await;
        tokio::time::sleep(NOTHING).await;
        assert_eq!(site.count("POST", "/sent"), 0);
        world.browser.hold_windows(id, &Windows::default()).await.unwrap();
        press(&*tab).await;
        until("it is sent once nothing is held", async || site.count("POST", "/sent") == 1).await;
    });
}

#[test]
#[ignore = "needs a browser: cargo xtask test runs it"]
fn contexts_share_no_tabs_and_a_closed_tab_is_told() {
    within(async {
        let (world, site) = (world(false).await, pages());
        let store = RoomStore::new(Database::in_memory().unwrap(), "r", BTreeMap::new());
        let socket = world.socket.clone();
        let connection = Connection::open(&socket).await.unwrap();
        let documents = Documents::new(Rc::new(store));
        let apart = NativeBrowser::begin(connection, Rc::new(SystemClock), documents, true).await.unwrap();
        let url = HttpUrl::parse(&site.url("/")).unwrap();
        let id = apart.open(&url).await.unwrap();
        until("its page comes", async || apart.tabs().await.unwrap().iter().any(|tab| tab.url == site.url("/"))).await;
        assert_eq!(apart.tabs().await.unwrap().len(), 1, "the tabs of others are not its own");
        let gone = Rc::new(std::cell::Cell::new(None));
        let hears = Rc::clone(&gone);
        apart.on_gone(move |tab| hears.set(Some(tab)));
        apart.close(id).await.unwrap();
        until("it is told", async || gone.get() == Some(id)).await;
    });
}
