//! The client: what it remembers of its server.

use super::about::About;
use super::call::Call;
use super::connect::negotiate;
use super::error::McpError;
use super::headers::Mirrored;
use super::line::{ClientPorts, Endpoint, Line};
use super::session::Link;
use futures_util::lock::Mutex;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

/// A client of one server. Clones are the same client.
#[derive(Clone)]
pub struct Client(pub(crate) Rc<Inner>);

pub(crate) struct Inner {
    pub(crate) line: Rc<Line>,
    /// Tells the waiting calls of this client from those of one that is gone.
    pub(crate) mark: String,
    pub(crate) link: RefCell<Option<(About, Link)>>,
    connecting: Mutex<()>,
    /// The headers that each listed tool wants.
    pub(crate) tools: RefCell<Option<BTreeMap<String, Vec<Mirrored>>>>,
    /// Calls of an older revision that wait for an answer of ours.
    pub(crate) live: RefCell<BTreeMap<i64, Call>>,
}

thread_local! {
    static CLIENTS: Cell<u64> = const { Cell::new(0) };
}

impl Client {
    /// A client that has not connected yet.
    pub fn new(ports: ClientPorts, endpoint: Endpoint) -> Self {
        let count = CLIENTS.get();
        CLIENTS.set(count + 1);
        let mark = format!("{}-{count}", ports.clock.now());
        Self(Rc::new(Inner {
            line: Rc::new(Line::new(ports, endpoint)),
            mark,
            link: RefCell::default(),
            connecting: Mutex::new(()),
            tools: RefCell::default(),
            live: RefCell::default(),
        }))
    }

    /// Sets the header `Authorization` from now on.
    pub fn authorize(&self, header: Option<String>) {
        self.0.line.authorize(header);
    }

    /// Finds out what the server speaks, once; afterwards this answers at once.
    ///
    /// # Errors
    /// When no common ground is found within 20 seconds.
    pub async fn connect(&self) -> Result<About, McpError> {
        Ok(self.linked().await?.0)
    }

    /// What is known of the server, if it was spoken to.
    pub fn about(&self) -> Option<About> {
        self.0.link.borrow().as_ref().map(|(about, _)| about.clone())
    }

    /// Ends what is open and the server's session, in the background. The client can be used again.
    pub fn close(&self) {
        let live = std::mem::take(&mut *self.0.live.borrow_mut());
        drop(live);
        let link = self.0.link.borrow_mut().take();
        if let Some((_, Link::Session(session))) = link {
            session.end(&self.0.line);
        }
    }

    pub(crate) async fn linked(&self) -> Result<(About, Link), McpError> {
        let linked = async {
            let _one = self.0.connecting.lock().await;
            let known = self.0.link.borrow().clone();
            if let Some(linked) = known.filter(|(_, link)| link.stands()) {
                return Ok(linked);
            }
            // Whatever is sent here has no effect, so nothing is left uncertain.
            let linked = negotiate(&self.0.line).await.map_err(|error| match error {
                McpError::NoAnswer(why) => McpError::Unreachable(why),
                error => error,
            })?;
            *self.0.tools.borrow_mut() = None;
            *self.0.link.borrow_mut() = Some(linked.clone());
            Ok(linked)
        };
        self.0.line.in_time(linked).await
    }

    /// Forgets how the server is spoken to, if it is still known as this.
    pub(crate) fn forget(&self, link: &Link) {
        let mut known = self.0.link.borrow_mut();
        let is_same = match (&*known, link) {
            (Some((_, Link::Session(known))), Link::Session(gone)) => Rc::ptr_eq(known, gone),
            (Some((_, Link::Modern)), Link::Modern) => true,
            _ => false,
        };
        if is_same {
            *known = None;
        }
    }
}
