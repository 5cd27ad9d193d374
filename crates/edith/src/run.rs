//! `edith run`: one task.

use crate::arguments::{Common, Run};
use crate::ends::{Code, Stop};
use crate::follow::{Ended, Follow, Heard, Task, begin};
use crate::given;
use crate::home::Home;
use crate::interrupted::interrupted;
use crate::source::Source;
use crate::told::{Lines, Person, Teller};
use edith_core::http_url::HttpUrl;
use edith_core::port::Entropy;
use edith_native::agent::{Agent, Parts};
use edith_native::small::SystemEntropy;
use edith_native::store::RoomStore;
use futures_util::future::join;
use std::io::IsTerminal;
use std::rc::Rc;

/// Does one task; returns how the program ends.
///
/// # Errors
/// When nothing could be begun.
pub(crate) async fn run(order: &Run, common: &Common) -> Result<Code, Stop> {
    let url = order.url.as_deref().map(HttpUrl::parse).transpose().map_err(Stop::usage)?;
    let documents = given::documents(&order.documents)?;
    let task = Task { prompt: order.task.clone(), mode: order.mode.into(), url, documents, may: order.may.clone() };
    let home = Home::open(common.home.as_deref())?;
    let database = home.database()?;
    let instead = given::instead(&common.model, &database, |name| std::env::var(name).ok()).await?;
    let (reachable, source) = join(given::reachable(&common.model), Source::take(&common.browser)).await;
    let source = source?;
    if let Err(stop) = reachable {
        source.end().await;
        return Err(stop);
    }
    // A task of its own: nothing that another start left unfinished is taken up.
    let room = format!("run-{}", SystemEntropy.id());
    let store = Rc::new(RoomStore::new(database.clone(), &room, instead));
    let code = work(order, &source, &home, store, task).await;
    source.end().await;
    // What is not deleted now only takes room.
    let _kept = database.forget(&room);
    code
}

async fn work(order: &Run, source: &Source, home: &Home, store: Rc<RoomStore>, task: Task) -> Result<Code, Stop> {
    let (heard, mut events) = Heard::new(|_| {});
    let parts = Parts { connection: source.connection.clone(), is_apart: false, store, events: Rc::new(heard) };
    let downloads = home.downloads();
    let saves_to = source.is_own().then_some(downloads.as_path());
    let agent = Agent::begin(parts, saves_to).await.map_err(Stop::unavailable)?;
    let attended = !order.json && std::io::stdin().is_terminal() && std::io::stderr().is_terminal();
    let mut teller: Box<dyn Teller> = if order.json { Box::new(Lines) } else { Box::new(Person::new()) };
    let id = begin(&agent, task).await?;
    let follow = Follow { agent: &agent, connection: &source.connection, yes: order.yes_to_asks, attended };
    match follow.to_the_end(&id, &mut events, &mut *teller, interrupted()).await {
        Ended::Done(done) => {
            teller.end(Some(&done));
            Ok(done.outcome.into())
        }
        Ended::Stopped(done) => {
            teller.end(done.as_deref());
            Ok(Code::Stopped)
        }
        Ended::Lost(done) => {
            teller.end(done.as_deref());
            Err(Stop::unavailable("the browser is gone"))
        }
    }
}
