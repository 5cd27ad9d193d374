//! `edith run`: one task.

use crate::arguments::{Common, Run};
use crate::ends::{Code, Stop};
use crate::follow::{Ended, Follow, Heard, Task, begin};
use crate::given;
use crate::home::Home;
use crate::interrupted::Interrupt;
use crate::kit::Kit;
use crate::record::Record;
use crate::source::Source;
use crate::terminal::tell;
use crate::told::{Lines, Person, Teller};
use crate::toolbox::Toolbox;
use crate::traces::Trace;
use crate::words::say;
use edith_actions::http_url::HttpUrl;
use edith_native::agent::{Agent, Parts};
use edith_native::small::{SystemClock, SystemEntropy};
use edith_native::store::{Database, RoomStore};
use edith_port::{Clock, Entropy};
use futures_util::FutureExt;
use futures_util::future::join;
use std::io::IsTerminal;
use std::rc::Rc;

/// The beginning of the names of rooms.
const ROOM: &str = "run-";
/// How long the journal of a task stays whose program was killed, in milliseconds: seven days.
const KEPT_MS: f64 = 7.0 * 24.0 * 3_600_000.0;

/// Does one task; returns how the program ends.
///
/// # Errors
/// When nothing could be begun.
pub(crate) async fn run(order: &Run, common: &Common) -> Result<Code, Stop> {
    let mut lines = order.json.then(Lines::new);
    let ended = whole(order, common, lines.as_mut()).await;
    if let (Err(stop), Some(lines)) = (&ended, &mut lines) {
        lines.fail(stop);
    }
    ended
}

async fn whole(order: &Run, common: &Common, lines: Option<&mut Lines>) -> Result<Code, Stop> {
    let interrupt = Interrupt::listen();
    let url = order.url.as_deref().map(HttpUrl::parse).transpose().map_err(Stop::usage)?;
    let documents = given::documents(&order.documents)?;
    let task = Task { prompt: order.task.clone(), mode: order.mode.into(), url, documents, may: order.may.clone() };
    let Kit { home, database, instead, collector, toolbox } = interrupt.unless(Kit::open(common)).await?;
    let record = Record::open(&order.wish())?;
    let both = join(given::reachable(&common.model), Source::take(&common.browser)).map(Ok);
    let (reachable, source) = interrupt.unless(both).await?;
    let source = source?;
    if let Err(stop) = reachable {
        source.end().await;
        return Err(stop);
    }
    // A task of its own: nothing that another start left unfinished is taken up.
    let now = SystemClock.now();
    forget_old(&database, now);
    let room = room(now, &SystemEntropy.id());
    let store = Rc::new(RoomStore::new(database.clone(), &room, instead));
    let trace = Trace::begin(collector.as_ref(), &room);
    let with = (Rc::clone(&store), toolbox, trace, &record);
    let code = work(order, &source, &home, with, task, (&interrupt, lines)).await;
    let recorded = record.end(&*store);
    source.end().await;
    // What is not deleted now only takes room.
    let _kept = database.forget(&room);
    match (code, recorded) {
        (Ok(code), recorded) => recorded.map(|()| code),
        (Err(stop), Err(unwritten)) => {
            tell(&say!(Edith { why: unwritten.why }));
            Err(stop)
        }
        (Err(stop), Ok(())) => Err(stop),
    }
}

/// The room of a task that began at this time, in milliseconds since 1970.
fn room(now: f64, id: &str) -> String {
    format!("{ROOM}{now:.0}-{id}")
}

/// Forgets what killed programs left of their tasks, once nobody looks into it.
fn forget_old(database: &Database, now: f64) {
    for room in database.rooms(ROOM).unwrap_or_default() {
        let begun = room.trim_start_matches(ROOM).split('-').next().and_then(|begun| begun.parse::<f64>().ok());
        if begun.is_none_or(|begun| now - begun > KEPT_MS) {
            // What is not deleted now is tried again at the next start.
            let _kept = database.forget(&room);
        }
    }
}

async fn work(
    order: &Run,
    source: &Source,
    home: &Home,
    (store, toolbox, trace, record): (Rc<RoomStore>, Toolbox, Trace, &Record),
    task: Task,
    (interrupt, lines): (&Interrupt, Option<&mut Lines>),
) -> Result<Code, Stop> {
    let notes = record.notes(Rc::clone(&store) as _);
    let (heard, mut events) = Heard::new(move |_| notes());
    let parts = Parts {
        connection: source.connection.clone(),
        is_apart: false,
        store,
        events: Rc::new(heard),
        programs: toolbox.programs,
        reader_files: toolbox.reader_files,
        model_calls: trace.model_calls(),
        tab_commands: trace.tab_commands(),
        recorder: record.recorder(&source.connection).await,
    };
    let downloads = home.downloads();
    let saves_to = source.is_own().then_some(downloads.as_path());
    let agent = Agent::begin(parts, saves_to).map(|agent| agent.map_err(Stop::unavailable));
    let agent = interrupt.unless(agent).await?;
    let attended = !order.json && std::io::stdin().is_terminal() && std::io::stderr().is_terminal();
    let mut person = Person::new();
    let teller: &mut dyn Teller = match lines {
        Some(lines) => lines,
        None => &mut person,
    };
    let id = interrupt.unless(begin(&agent, task)).await?;
    let follow = Follow { agent: &agent, connection: &source.connection, yes: order.yes_to_asks, attended };
    let ended = follow.to_the_end(&id, &mut events, &mut trace.over(&mut *teller), interrupt.came()).await;
    // Whoever waits for the answer does not wait for a collector.
    let told = match &ended {
        Ended::Done(_) | Ended::Stopped(_) | Ended::Lost(Some(_)) => teller.end(ended.done()),
        Ended::Lost(None) => Ok(()),
    };
    if record.has_film() {
        agent.browser.last_picture().await;
    }
    trace.end(ended.done()).await;
    told.map_err(|error| Stop::unavailable(say!(AnswerUnwritten { error: error.to_string() })))?;
    match ended {
        Ended::Done(done) => Ok(done.outcome.into()),
        Ended::Stopped(_) => Ok(Code::Stopped),
        Ended::Lost(_) => Err(Stop::unavailable(say!(BrowserGone))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use edith_port::{Store, Table};
    use futures_util::FutureExt;
    use std::collections::BTreeMap;

    #[test]
    fn what_a_killed_program_left_goes_after_a_week() {
        let database = Database::in_memory().unwrap();
        let now = 1_800_000_000_000.0;
        for name in
            [room(now - 2.0 * KEPT_MS, "a"), room(now - 1_000.0, "b"), "run-odd".to_owned(), "batch x 1".to_owned()]
        {
            let store = RoomStore::new(database.clone(), &name, BTreeMap::new());
            store.put(Table::Runs, "r", "{}").now_or_never().unwrap().unwrap();
        }
        forget_old(&database, now);
        assert_eq!(database.rooms(""), Ok(vec!["batch x 1".to_owned(), room(now - 1_000.0, "b")]));
    }
}
