//! Reading the page through its script, even while documents come and go.

use crate::page::{frames, listeners, tools};
use crate::session::Session;
use crate::state::{Phase, TabState};
use crate::wire::errors::Result;
use edith_actions::action::{Fault, FaultCause, TabError};
use edith_page::RawPage;
use edith_page::page_api::Activity;
use edith_page::raw::{ERROR_PAGE, RAW_VERSION};
use futures_util::future::join;
use serde_json::json;

/// Deadline of reading a page, in milliseconds; one of 100,000 elements takes a while.
const WALK_MS: u64 = 15_000;
/// How long a look waits for a document that just began to load, in milliseconds.
const LOADING_MS: u64 = 3_000;
/// How often to retry while documents come and go.
const WALK_TRIES: u32 = 4;
/// How long a page may be blank after an action, or one with scripts since it is known, in milliseconds.
const BLANK_MS: f64 = 3_000.0;
/// Pause before a blank page is read again, in milliseconds.
const BLANK_PAUSE: u64 = 60;

pub(crate) async fn look(tab: &Session) -> Result<RawPage> {
    let documents = || tab.hub.read(|state| state.counts.commits);
    let asked_of = documents();
    // The browser and the page's script are asked at once: neither needs the other's answer.
    let (walked, mut offered) = join(walked(tab), tools::offered(tab)).await;
    let mut page = walked?;
    let shown = tab.looked.borrow().1;
    if shown != asked_of {
        offered = tools::offered(tab).await;
    }
    // Another document may have come meanwhile: its tools come with its own look.
    let is_still = shown == documents();
    page.tools = offered.into_iter().filter(|_| is_still).map(|(_, tool)| tool).collect();
    Ok(page)
}

async fn walked(tab: &Session) -> Result<RawPage> {
    let (begun, known) = (tab.clock.now(), tab.looked.borrow().0.clone());
    let mut page = read_page(tab, true).await?;
    // An application that is blank right after an action, or at its first look, is about to show something.
    let acted = tab.hub.read(|state| state.requests.idle_since);
    let is_known = page.document == known;
    let end = BLANK_MS + if is_known { acted } else { begun };
    // What an action emptied was filled by scripts, which may be gone with the rest.
    while is_blank(&page) && tab.clock.now() < end && (is_known || is_scripted(tab).await) {
        tab.clock.sleep(BLANK_PAUSE).await;
        page = read_page(tab, true).await?;
    }
    Ok(page)
}

/// `looks`: for a look, which also lists mere listeners.
pub(crate) async fn read_page(tab: &Session, looks: bool) -> Result<RawPage> {
    let mut tries = 0;
    loop {
        tries += 1;
        let commits = tab.hub.read(|state| state.counts.commits);
        let options = tab.walk.borrow().clone();
        if looks {
            listeners::point_out(tab).await;
        }
        let walked = tab.page_within::<String>(WALK_MS, "walk", json!([options])).await;
        let error = match walked {
            Ok(Some(json)) => {
                let mut page = RawPage::parse(&json)
                    .map_err(|error| TabError::Protocol(Fault::new(FaultCause::Other, error.to_string())))?;
                tab.hub.note(|state| state.asks.page_tells(&page.asks));
                let new = tab.looked.borrow().0 != page.document;
                if tries == 1 && new && page.ready_state == "loading" {
                    loaded_enough(tab, true).await;
                    continue;
                }
                *tab.looked.borrow_mut() = (page.document.clone(), commits);
                frames::join(tab, &mut page, &options).await;
                return Ok(page);
            }
            Ok(None) => TabError::Protocol(Fault::new(FaultCause::Other, "the page is gone")),
            Err(error) => error,
        };
        match error {
            TabError::Protocol(fault) if fault.cause == FaultCause::ErrorPage => return Ok(error_page(tab)),
            // A new tab whose first address was a download.
            TabError::Protocol(fault) if fault.cause == FaultCause::EmptyTab => return Ok(empty_page()),
            // The document may just be being replaced.
            TabError::Protocol(_) if tries < WALK_TRIES && !tab.is_detached() => {
                if !loaded_enough(tab, false).await && tries > 1 {
                    return Err(error);
                }
            }
            _ => return Err(error),
        }
    }
}

/// Waits for a loading document; whether there was one. `begun`: the page itself says that it is loading.
async fn loaded_enough(tab: &Session, begun: bool) -> bool {
    let now = tab.clock.now();
    tab.hub.change(|state| {
        if begun && !state.is_navigating() {
            state.set_phase(Phase::Committed, now);
        }
    });
    let loading = tab.hub.read(|state| state.is_navigating());
    let read = tab.hub.when(|state| (!state.is_navigating() || state.dialog.is_some()).then_some(()));
    if tab.within(LOADING_MS, read).await.is_none() {
        tab.hub.change(|state| state.set_phase(Phase::Interactive, now));
    }
    loading
}

/// Stands for the browser's error page, which no script can read.
fn error_page(tab: &Session) -> RawPage {
    let url =
        tab.hub.read(|state| if state.unreachable.is_empty() { state.url.clone() } else { state.unreachable.clone() });
    let why = tab.hub.read(TabState::failure);
    let text = match why {
        Some(why) => format!("The browser shows an error page: {why}.\n"),
        None => "The browser shows an error page: this address could not be loaded.\n".to_owned(),
    };
    RawPage {
        version: RAW_VERSION,
        url,
        title: "Page not loaded".to_owned(),
        document: ERROR_PAGE.to_owned(),
        ready_state: "complete".to_owned(),
        text,
        ..RawPage::default()
    }
}

/// Stands for a tab where no script may run.
fn empty_page() -> RawPage {
    RawPage {
        version: RAW_VERSION,
        url: "about:blank".to_owned(),
        document: "empty".to_owned(),
        ready_state: "complete".to_owned(),
        text: "The tab is empty: no page is open in it.\n".to_owned(),
        ..RawPage::default()
    }
}

/// Whether scripts may still fill the page. One that cannot be asked may be between two documents.
async fn is_scripted(tab: &Session) -> bool {
    let asked = tab.page::<Activity>("activity", json!([])).await;
    asked.ok().flatten().is_none_or(|activity| activity.scripted)
}

fn is_blank(page: &RawPage) -> bool {
    let is_page = page.content_type.is_empty() && page.url.starts_with("http");
    is_page && page.nodes.is_empty() && page.frames.is_empty() && page.text.trim().is_empty()
}
