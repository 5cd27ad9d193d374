//! Where the browser of a start comes from: started, lent, or running already.

use crate::arguments::BrowserWanted;
use crate::ends::Stop;
use crate::words::say;
use edith_native::launch::{Launch, Launched};
use edith_native::lent::{Lent, LentWanted};
use edith_native::wire::{Connection, WireError, resolve};

/// A browser to work in, with what ends it.
pub(crate) struct Source {
    pub(crate) connection: Connection,
    socket: String,
    held: BrowserHeld,
}

/// No browser answers at this address.
fn silent(address: &str, error: &WireError) -> Stop {
    Stop::unavailable(say!(NoBrowserAnswers { address: address, error: error.to_string() }))
}

enum BrowserHeld {
    /// Ends when it is dropped.
    Own(Launched),
    Lent(Lent),
    /// Somebody else's.
    Running,
}

impl Source {
    /// Starts, asks for or goes to the wanted browser.
    pub(crate) async fn take(wanted: &BrowserWanted) -> Result<Self, Stop> {
        let (socket, held) = match (wanted.browsers.as_slice(), &wanted.webdriver) {
            ([address], _) => (resolve(address).await.map_err(Stop::unavailable)?, BrowserHeld::Running),
            ([_, _, ..], _) => return Err(Stop::usage(say!(OneBrowser))),
            ([], Some(address)) => {
                let how = LentWanted { headed: wanted.headed, no_sandbox: wanted.no_sandbox };
                let lent = Lent::ask(address, how).await.map_err(Stop::unavailable)?;
                (lent.socket().to_owned(), BrowserHeld::Lent(lent))
            }
            ([], None) => {
                let arguments = wanted.no_sandbox.then(|| "--no-sandbox".to_owned()).into_iter().collect();
                let launch = Launch { headed: wanted.headed, profile: wanted.profile.clone(), arguments };
                let own = Launched::start(&launch).await.map_err(Stop::unavailable)?;
                (own.socket().to_owned(), BrowserHeld::Own(own))
            }
        };
        let connected = Connection::open(&socket).await;
        let connection = connected.map_err(|error| silent(&socket, &error))?;
        Ok(Self { connection, socket, held })
    }

    /// A connection of its own to the same browser.
    pub(crate) async fn beside(&self) -> Result<Connection, Stop> {
        let connected = Connection::open(&self.socket).await;
        connected.map_err(|error| silent(&self.socket, &error))
    }

    /// Whether files may go where the program says: somebody else's browser saves where it always does.
    pub(crate) fn is_own(&self) -> bool {
        matches!(self.held, BrowserHeld::Own(_) | BrowserHeld::Lent(_))
    }

    /// Ends it, gives it back or leaves it.
    pub(crate) async fn end(self) {
        match self.held {
            BrowserHeld::Own(own) => drop(own),
            BrowserHeld::Lent(lent) => lent.end().await,
            BrowserHeld::Running => {}
        }
    }
}
