//! The worker's application: the router on its ports, and the entry of messages.

use crate::bringer::ChromeBringer;
use crate::browser::ChromeBrowser;
use crate::browser_model::ChromeModel;
use crate::http::ChromeHttp;
use crate::language::ChromeLanguage;
use crate::lifetime::Lifetime;
use crate::overlay::Overlays;
use crate::ports::{ChromeEvents, CryptoEntropy, JsClock, TaskSpawner};
use crate::reader::ChromeReader;
use crate::sign_in::ChromeAuthWindow;
use crate::texts::Worded;
use crate::timetable::{ChromeNotices, ChromeTimetable};
use edith_app::router::Router;
use edith_chrome::store::ChromeStore;
use edith_mcp::servers::{Servers, ServersPorts};
use edith_model::ServerModels;
use edith_port::{Clock, Log, Ports};
use edith_protocol::{Command, ErrorBody, ErrorCode, Extras, Reply, TabId, json};
use edith_records::documents::Documents;
use edith_records::log::StoredLog;
use serde::Deserialize;
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;

/// Everything that lives as long as the worker.
pub(crate) struct App {
    browser: Rc<ChromeBrowser>,
    router: Rc<Router>,
    lifetime: Rc<Lifetime>,
    overlays: Rc<Overlays>,
    /// `chrome-extension://…/`
    origin: String,
}

/// A message's sender, as `chrome.runtime.onMessage` reports it.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Sender {
    id: String,
    url: String,
}

impl App {
    /// The app on the browser's ports. `due` is called when a schedule is due.
    pub(crate) fn new(due: fn()) -> Rc<Self> {
        let store: Rc<dyn edith_port::Store> = Rc::new(ChromeStore::new());
        let overlays = Rc::new(Overlays::default());
        let documents = Documents::new(Rc::clone(&store));
        let browser = ChromeBrowser::new(Rc::new(JsClock), documents, Rc::clone(&overlays));
        let clock: Rc<dyn Clock> = Rc::new(JsClock);
        let log: Rc<dyn Log> = Rc::new(StoredLog::new(Rc::clone(&store), Rc::clone(&clock), Rc::new(TaskSpawner)));
        let http = Rc::new(ChromeHttp::default());
        let servers = Rc::new(Servers::new(ServersPorts {
            http: Rc::clone(&http) as _,
            store: Rc::clone(&store),
            clock: Rc::clone(&clock),
            spawner: Rc::new(TaskSpawner),
            entropy: Rc::new(CryptoEntropy),
            window: Rc::new(ChromeAuthWindow),
        }));
        let ports = Ports {
            models: Rc::new(
                ServerModels::new(
                    http,
                    Rc::new(JsClock),
                    Rc::new(edith_commands::WithLanguage::new(Rc::new(ChromeLanguage), Rc::new(Worded))),
                )
                .with_browser(Rc::new(ChromeModel)),
            ),
            browser: Rc::clone(&browser) as Rc<dyn edith_port::Browser>,
            store,
            clock,
            events: Rc::new(ChromeEvents(Rc::clone(&overlays))),
            entropy: Rc::new(CryptoEntropy),
            spawner: Rc::new(TaskSpawner),
            timetable: Rc::new(ChromeTimetable::new(due, Rc::clone(&log))),
            notices: Rc::new(ChromeNotices::new(Rc::clone(&log))),
            reader: Rc::new(ChromeReader),
            bringer: Rc::new(ChromeBringer),
            tools: Rc::clone(&servers) as _,
            servers,
            log: Rc::clone(&log),
        };
        let lifetime = Lifetime::new(log);
        let router = {
            let lifetime = Rc::clone(&lifetime);
            Router::new(ports, move |active| lifetime.set_active(active))
        };
        let known = Rc::downgrade(&router);
        overlays.ask(move || known.upgrade().map(|router| router.tabs_in_use()).unwrap_or_default());
        Rc::new(Self { browser, router, lifetime, overlays, origin: edith_chrome::runtime::get_url("") })
    }

    /// Continues the runs that an earlier worker left unfinished.
    pub(crate) fn start(self: &Rc<Self>) {
        let app = Rc::clone(self);
        spawn_local(async move {
            app.router.start().await;
            app.overlays.look();
            // A worker that died while its last run ended may have left its alarm.
            app.lifetime.set_active(app.router.is_active());
        });
    }

    /// Starts the schedules that are due and sets the next alarm.
    pub(crate) fn check_schedules(self: &Rc<Self>) {
        let app = Rc::clone(self);
        spawn_local(async move { app.router.check_schedules().await });
    }

    /// The tabs.
    pub(crate) fn browser(&self) -> &ChromeBrowser {
        &self.browser
    }

    /// Handles a closed tab.
    pub(crate) fn tab_gone(&self, tab: i32) {
        self.browser.gone(tab);
        self.router.tab_closed(TabId(tab));
    }

    /// Stops the run in a tab, as its page was pressed to do. Any other tab has none.
    pub(crate) fn stop_in(self: &Rc<Self>, tab: i32) {
        if let Some((run_id, _)) = self.router.run_in(TabId(tab)) {
            let app = Rc::clone(self);
            spawn_local(async move { drop(app.router.handle(Command::AgentStop { run_id: Some(run_id) }).await) });
        }
    }

    /// Handles a tab's new id. Runs learn of it before work on the old one fails.
    pub(crate) fn tab_moved(&self, from: i32, to: i32) {
        self.router.tab_moved(TabId(from), TabId(to));
        self.browser.gone(from);
    }

    /// Answers a message: `{ok: true, …}` or `{ok: false, error: {code, message}}`.
    pub(crate) async fn message(&self, message: &str, sender: &str) -> String {
        let reply = match read(message, sender, &self.origin) {
            Ok((command, extras)) => self.router.handle_with(command, extras).await,
            Err(error) => Reply::from(Err(error)),
        };
        serde_json::to_string(&reply).unwrap_or_else(|_| {
            // Cannot happen: a reply is plain data.
            String::from(r#"{"ok":false,"error":{"code":"internal","message":"The answer could not be written."}}"#)
        })
    }
}

/// Parses a message if it comes from one of the extension's own pages (side panel, new tab, options; possibly in a tab).
fn read(message: &str, sender: &str, origin: &str) -> Result<(Command, Extras), ErrorBody> {
    let sender: Sender = json::read(sender).unwrap_or_default();
    let id = origin.trim_start_matches("chrome-extension://").trim_end_matches('/');
    // This extension's content scripts have its id too, but the address of their page.
    if sender.id != id || !sender.url.starts_with(origin) {
        return Err(ErrorBody::new(ErrorCode::Forbidden, "Only EDITH's own pages may send it commands."));
    }
    let bad = |error: serde_json::Error| ErrorBody::new(ErrorCode::BadRequest, format!("This is no command: {error}."));
    edith_protocol::read_command(json::read(message).map_err(bad)?).map_err(bad)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ORIGIN: &str = "chrome-extension://abcdefghijklmnop/";

    #[test]
    fn only_the_extensions_own_pages_are_heard() {
        let code = |sender: &str| {
            read(r#"{"type":"RUN_LIST"}"#, sender, ORIGIN).map(|read| read.0).map_err(|error| error.code)
        };
        for sender in [
            r#"{"id":"abcdefghijklmnop","url":"chrome-extension://abcdefghijklmnop/sidepanel.html"}"#,
            r#"{"id":"abcdefghijklmnop","url":"chrome-extension://abcdefghijklmnop/newtab.html","tab":{"id":1}}"#,
        ] {
            assert_eq!(code(sender), Ok(Command::RunList { after: None }), "{sender}");
        }
        for sender in [
            "",
            "{}",
            r#"{"id":"abcdefghijklmnop"}"#,
            r#"{"id":"abcdefghijklmnop","url":"https://a.example/"}"#,
            r#"{"id":"other","url":"chrome-extension://other/x.html"}"#,
            r#"{"id":"other","url":"chrome-extension://abcdefghijklmnop/x.html"}"#,
            r#"{"id":"abcdefghijklmnop","url":"chrome-extension://abcdefghijklmnop.a.example/"}"#,
        ] {
            assert_eq!(code(sender), Err(ErrorCode::Forbidden), "{sender}");
        }
    }

    #[test]
    fn what_is_no_command_is_said_to_be_none() {
        let sender = r#"{"id":"abcdefghijklmnop","url":"chrome-extension://abcdefghijklmnop/x.html"}"#;
        for message in
            ["", "null", "3", "{}", r#"{"type":"NOPE"}"#, r#"{"type":"CHAT"}"#, r#"{"type":"CHAT","prompt":3}"#]
        {
            let error = read(message, sender, ORIGIN).unwrap_err();
            assert_eq!(error.code, ErrorCode::BadRequest, "{message}");
        }
    }
}
