//! The worker's log: a ring of the last entries, with errors stored beyond the worker's life.

use async_trait::async_trait;
use edith_port::{Clock, Log, LogArg, NamedArg, Spawner, Store};
use edith_protocol::Gather as _;
use edith_protocol::{LogEntry, LogLevel, keys};
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;

/// Most entries.
const ENTRIES: usize = 200;
/// Most bytes of codes and arguments: it is one stored value, written whole.
const BYTES: usize = 32 << 10;

/// The log in a store. An error is written there at once, along with everything before it.
#[derive(Clone)]
pub struct StoredLog(Rc<Inner>);

struct Inner {
    store: Rc<dyn Store>,
    clock: Rc<dyn Clock>,
    spawner: Rc<dyn Spawner>,
    entries: RefCell<VecDeque<LogEntry>>,
    /// Earlier workers' entries are loaded.
    is_loaded: Cell<bool>,
    is_unsaved: Cell<bool>,
    is_saving: Cell<bool>,
}

impl StoredLog {
    /// The log in that store.
    pub fn new(store: Rc<dyn Store>, clock: Rc<dyn Clock>, spawner: Rc<dyn Spawner>) -> Self {
        Self(Rc::new(Inner {
            store,
            clock,
            spawner,
            entries: RefCell::default(),
            is_loaded: Cell::new(false),
            is_unsaved: Cell::new(false),
            is_saving: Cell::new(false),
        }))
    }

    fn save_soon(&self) {
        self.0.is_unsaved.set(true);
        if self.0.is_saving.replace(true) {
            return;
        }
        let inner = Rc::clone(&self.0);
        self.0.spawner.spawn(Box::pin(async move {
            while inner.is_unsaved.replace(false) {
                inner.load().await;
                let Ok(value) = serde_json::to_value(&*inner.entries.borrow()) else { break };
                // A log that cannot be stored is still shown by this worker.
                let _unsaved = inner.store.write(keys::LOG, value).await;
            }
            inner.is_saving.set(false);
        }));
    }
}

impl Inner {
    async fn load(&self) {
        if self.is_loaded.get() {
            return;
        }
        let stored = self.store.read(keys::LOG).await.ok().flatten().unwrap_or_default();
        // Two may have waited for it.
        if !self.is_loaded.replace(true) {
            let earlier: Vec<LogEntry> = edith_protocol::json::from_value(stored).unwrap_or_default();
            let mut entries = self.entries.borrow_mut();
            earlier.into_iter().rev().for_each(|entry| entries.push_front(entry));
            shorten(&mut entries);
        }
    }
}

#[async_trait(?Send)]
impl Log for StoredLog {
    fn write(&self, level: LogLevel, code: &'static str, args: &[NamedArg]) {
        let args = args.iter().map(|(name, value)| ((*name).to_owned(), told(value))).gathered();
        let entry = LogEntry { at: self.0.clock.now(), level, code: code.to_owned(), args };
        {
            let mut entries = self.0.entries.borrow_mut();
            entries.push_back(entry);
            shorten(&mut entries);
        }
        if level >= LogLevel::Warn {
            self.save_soon();
        }
    }

    async fn entries(&self) -> Vec<LogEntry> {
        self.0.load().await;
        self.0.entries.borrow().iter().cloned().collect()
    }

    async fn clear(&self) {
        self.0.is_loaded.set(true);
        self.0.entries.borrow_mut().clear();
        let _unsaved = self.0.store.write(keys::LOG, serde_json::json!([])).await;
    }
}

fn told(arg: &LogArg) -> String {
    match arg {
        LogArg::Run(run) => run.to_string(),
        LogArg::Tab(tab) => tab.to_string(),
        LogArg::Number(number) => number.to_string(),
        LogArg::Word(word) => (*word).to_owned(),
    }
}

fn shorten(entries: &mut VecDeque<LogEntry>) {
    let size = |entry: &LogEntry| {
        entry.code.len() + entry.args.iter().map(|(name, value)| name.len() + value.len()).sum::<usize>()
    };
    let mut bytes: usize = entries.iter().map(size).sum();
    while entries.len() > ENTRIES || bytes > BYTES {
        let Some(oldest) = entries.pop_front() else { return };
        bytes -= size(&oldest);
    }
}
