//! The servers that a person has set up: stored, spoken to, signed in to; their tools as the core's port [`edith_port::Tools`].

mod admin;
mod asking;
mod asks;
mod calls;
mod elicit;
mod import;
mod known;
mod live;
mod local;
mod problem;
mod rows;
mod said;
mod sign_ins;

/// The servers in another program's configuration, for hosts that are given one instead of storing it.
pub use import::servers as configured;

use crate::client::ClientPorts;
use crate::oauth::{AuthWindow, SignIn};
use edith_http::Http;
use edith_port::{Clock, Entropy, Spawner, Store};
use known::Known;
use live::Live;
use local::AsLocal;
use rows::Rows;
use sign_ins::SignIns;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// What the servers need from outside.
#[derive(Clone)]
pub struct ServersPorts {
    /// The network.
    pub http: Rc<dyn Http>,
    /// Where they are stored.
    pub store: Rc<dyn Store>,
    /// The time.
    pub clock: Rc<dyn Clock>,
    /// Background work.
    pub spawner: Rc<dyn Spawner>,
    /// Random numbers.
    pub entropy: Rc<dyn Entropy>,
    /// The window for signing in.
    pub window: Rc<dyn AuthWindow>,
}

/// The servers that a person has set up.
pub struct Servers {
    rows: Rows,
    known: Known,
    sign_ins: SignIns,
    ports: ClientPorts,
    entropy: Rc<dyn Entropy>,
    /// Those that were spoken to since the worker started, by id.
    live: RefCell<BTreeMap<String, Rc<Live>>>,
}

impl Servers {
    /// On these ports.
    pub fn new(ports: ServersPorts) -> Self {
        let ServersPorts { http, store, clock, spawner, entropy, window } = ports;
        let http: Rc<dyn Http> = Rc::new(AsLocal(http));
        let sign_in = SignIn::new(Rc::clone(&http), Rc::clone(&clock), Rc::clone(&entropy), window);
        Self {
            rows: Rows::new(Rc::clone(&store)),
            known: Known::new(Rc::clone(&store)),
            sign_ins: SignIns::new(store, sign_in),
            ports: ClientPorts { http, clock, spawner },
            entropy,
            live: RefCell::default(),
        }
    }
}
