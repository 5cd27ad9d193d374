//! IndexedDB: tables of JSON texts under text keys.
//!
//! Bound by hand, since little is needed: one database, tables without indexes, three operations.

use crate::ChromeError;
use futures_util::future::{Either, select};
use gloo_timers::future::TimeoutFuture;
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

#[wasm_bindgen]
extern "C" {
    type Factory;
    type Request;
    type Database;
    type Transaction;
    type ObjectStore;
    type NameList;
    type Event;

    #[wasm_bindgen(method, getter, js_name = type)]
    fn kind(this: &Event) -> String;

    #[wasm_bindgen(thread_local_v2, js_name = indexedDB)]
    static FACTORY: Factory;

    #[wasm_bindgen(method, catch)]
    fn open(this: &Factory, name: &str, version: u32) -> Result<Request, JsValue>;

    #[wasm_bindgen(method, getter)]
    fn result(this: &Request) -> JsValue;
    #[wasm_bindgen(method, getter)]
    fn error(this: &Request) -> JsValue;
    #[wasm_bindgen(method, setter, js_name = onsuccess)]
    fn set_onsuccess(this: &Request, callback: &JsValue);
    #[wasm_bindgen(method, setter, js_name = onerror)]
    fn set_onerror(this: &Request, callback: &JsValue);
    #[wasm_bindgen(method, setter, js_name = onupgradeneeded)]
    fn set_onupgradeneeded(this: &Request, callback: &JsValue);

    #[wasm_bindgen(method)]
    fn close(this: &Database);
    #[wasm_bindgen(method, getter, js_name = objectStoreNames)]
    fn object_store_names(this: &Database) -> NameList;
    #[wasm_bindgen(method)]
    fn contains(this: &NameList, name: &str) -> bool;
    #[wasm_bindgen(method, catch, js_name = createObjectStore)]
    fn create_object_store(this: &Database, name: &str) -> Result<ObjectStore, JsValue>;
    #[wasm_bindgen(method, setter, js_name = onversionchange)]
    fn set_onversionchange(this: &Database, callback: &JsValue);
    #[wasm_bindgen(method, setter, js_name = onclose)]
    fn set_onclose(this: &Database, callback: &JsValue);
    #[wasm_bindgen(method, catch)]
    fn transaction(this: &Database, tables: &JsValue, mode: &str, options: &JsValue) -> Result<Transaction, JsValue>;

    #[wasm_bindgen(method, catch, js_name = objectStore)]
    fn object_store(this: &Transaction, table: &str) -> Result<ObjectStore, JsValue>;
    #[wasm_bindgen(method, catch)]
    fn abort(this: &Transaction) -> Result<(), JsValue>;
    #[wasm_bindgen(method, getter)]
    fn error(this: &Transaction) -> JsValue;
    #[wasm_bindgen(method, setter, js_name = oncomplete)]
    fn set_oncomplete(this: &Transaction, callback: &JsValue);
    #[wasm_bindgen(method, setter, js_name = onabort)]
    fn set_onabort(this: &Transaction, callback: &JsValue);

    #[wasm_bindgen(method, catch)]
    fn put(this: &ObjectStore, value: &str, key: &str) -> Result<Request, JsValue>;
    #[wasm_bindgen(method, catch)]
    fn get(this: &ObjectStore, key: &str) -> Result<Request, JsValue>;
    #[wasm_bindgen(method, catch, js_name = getAll)]
    fn get_all(this: &ObjectStore, range: &JsValue, most: u32) -> Result<Request, JsValue>;
    #[wasm_bindgen(method, catch, js_name = getAllKeys)]
    fn get_all_keys(this: &ObjectStore, range: &JsValue, most: u32) -> Result<Request, JsValue>;
    #[wasm_bindgen(method, catch)]
    fn delete(this: &ObjectStore, range: &JsValue) -> Result<Request, JsValue>;

    #[wasm_bindgen(catch, js_namespace = IDBKeyRange, js_name = bound)]
    fn key_range(lower: &str, upper: &str) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(catch, js_namespace = IDBKeyRange, js_name = bound)]
    fn open_range(lower: &str, upper: &str, without_lower: bool) -> Result<JsValue, JsValue>;
}

/// Deadline of the database's answer, in milliseconds. Durable writes to a busy disk take tenths of a second, to a very busy one some seconds.
const ANSWER_MS: u32 = 15_000;
/// The message then.
const SILENT: &str = "it does not answer";

/// How durable a write is when answered. Either survives the worker's and the browser's end, even a kill.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Durability {
    /// Handed to the operating system: a power cut may lose the last seconds.
    Relaxed,
    /// On the disk.
    Strict,
}

/// A stored number that a write depends on.
#[derive(Debug, Clone, Copy)]
pub struct Guard {
    /// Its table.
    pub table: &'static str,
    /// Its key.
    pub key: &'static str,
    /// Its required value.
    pub number: u64,
}

/// A database, opened on first use and reopened when the browser closed it.
#[derive(Clone)]
pub struct Db {
    name: &'static str,
    version: u32,
    tables: Rc<[&'static str]>,
    open: Rc<RefCell<Option<Rc<Connection>>>>,
}

struct Connection {
    database: Database,
    _forget: Closure<dyn FnMut()>,
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.database.set_onversionchange(&JsValue::NULL);
        self.database.set_onclose(&JsValue::NULL);
        self.database.close();
    }
}

impl Db {
    /// A database with these tables. A version higher than the stored one creates missing tables.
    pub fn new(name: &'static str, version: u32, tables: &[&'static str]) -> Self {
        Self { name, version, tables: tables.into(), open: Rc::default() }
    }

    /// Puts a record; stored once this returns.
    ///
    /// # Errors
    /// When the database fails or the disk is full.
    pub async fn put(&self, table: &str, key: &str, record: &str, durability: Durability) -> Result<(), ChromeError> {
        self.write("indexedDB.put", table, durability, |store| store.put(record, key)).await
    }

    /// Puts a record if a number has the required value, in one transaction; returns whether it had.
    ///
    /// # Errors
    /// When the database fails or the disk is full.
    pub async fn put_if(
        &self,
        guard: Guard,
        table: &str,
        key: &str,
        record: &str,
        durability: Durability,
    ) -> Result<bool, ChromeError> {
        const API: &str = "indexedDB.put";
        let thrown = |error: JsValue| ChromeError::thrown(API, &error);
        let transaction = self.begin(API, &[guard.table, table], "readwrite", durability).await?;
        let ended = committed(&transaction);
        let number = transaction.object_store(guard.table).and_then(|store| store.get(guard.key)).map_err(thrown)?;
        // Both are requested at once, which spares the usual case a round trip; the exception is rolled back.
        transaction.object_store(table).and_then(|store| store.put(record, key)).map_err(thrown)?;
        let number = answered(finished(&number)).await.map_err(thrown)?;
        if number_in(&number) != guard.number {
            // The transaction is still open: this runs in the turn of the answer.
            transaction.abort().map_err(thrown)?;
            // It ends with the requested abort.
            drop(answered(ended).await);
            return Ok(false);
        }
        answered(ended).await.map_err(thrown)?;
        Ok(true)
    }

    /// Increments a number in one transaction and returns it.
    ///
    /// # Errors
    /// When the database fails or the disk is full.
    pub async fn raise(&self, table: &str, key: &str) -> Result<u64, ChromeError> {
        const API: &str = "indexedDB.put";
        let thrown = |error: JsValue| ChromeError::thrown(API, &error);
        let transaction = self.begin(API, &[table], "readwrite", Durability::Relaxed).await?;
        let ended = committed(&transaction);
        let store = transaction.object_store(table).map_err(thrown)?;
        let number = answered(finished(&store.get(key).map_err(thrown)?)).await.map_err(thrown)?;
        let number = number_in(&number) + 1;
        store.put(&number.to_string(), key).map_err(thrown)?;
        answered(ended).await.map_err(thrown)?;
        Ok(number)
    }

    /// Deletes a record, durably: what is over must not return after a power cut.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn delete(&self, table: &str, key: &str) -> Result<(), ChromeError> {
        self.write("indexedDB.delete", table, Durability::Strict, |store| store.delete(&key.into())).await
    }

    /// Deletes the records whose key starts with `prefix`, durably.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn delete_all(&self, table: &str, prefix: &str) -> Result<(), ChromeError> {
        self.write("indexedDB.delete", table, Durability::Strict, |store| store.delete(&range(prefix)?)).await
    }

    /// The records whose key starts with `prefix`, by key.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn list(&self, table: &str, prefix: &str) -> Result<Vec<(String, String)>, ChromeError> {
        self.get(table, range(prefix), u32::MAX).await
    }

    /// The first of these after a key, up to a limit.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn page(
        &self,
        table: &str,
        prefix: &str,
        after: &str,
        most: u32,
    ) -> Result<Vec<(String, String)>, ChromeError> {
        self.get(table, open_range(after.max(prefix), &end(prefix), true), most).await
    }

    async fn get(
        &self,
        table: &str,
        range: Result<JsValue, JsValue>,
        most: u32,
    ) -> Result<Vec<(String, String)>, ChromeError> {
        const API: &str = "indexedDB.getAll";
        let thrown = |error: JsValue| ChromeError::thrown(API, &error);
        let (keys, records) = {
            let transaction = self.begin(API, &[table], "readonly", Durability::Relaxed).await?;
            let store = transaction.object_store(table).map_err(thrown)?;
            let range = range.map_err(thrown)?;
            // Both are requested before any await: a transaction ends when it has nothing to do.
            let keys = finished(&store.get_all_keys(&range, most).map_err(thrown)?);
            let records = finished(&store.get_all(&range, most).map_err(thrown)?);
            (keys, records)
        };
        let keys = answered(keys).await.map_err(thrown)?;
        let records = answered(records).await.map_err(thrown)?;
        Ok(texts(&keys).into_iter().zip(texts(&records)).collect())
    }

    async fn write(
        &self,
        api: &'static str,
        table: &str,
        durability: Durability,
        work: impl FnOnce(&ObjectStore) -> Result<Request, JsValue>,
    ) -> Result<(), ChromeError> {
        let thrown = |error: JsValue| ChromeError::thrown(api, &error);
        let transaction = self.begin(api, &[table], "readwrite", durability).await?;
        let store = transaction.object_store(table).map_err(thrown)?;
        work(&store).map_err(thrown)?;
        // A request's success is not enough: only the transaction's end means stored.
        answered(committed(&transaction)).await.map_err(thrown)?;
        Ok(())
    }

    async fn begin(
        &self,
        api: &'static str,
        tables: &[&str],
        mode: &str,
        durability: Durability,
    ) -> Result<Transaction, ChromeError> {
        let tables: JsValue = tables.iter().map(|table| JsValue::from_str(table)).collect::<js_sys::Array>().into();
        let options = js_sys::Object::new();
        let durability = match durability {
            Durability::Relaxed => "relaxed",
            Durability::Strict => "strict",
        };
        js_sys::Reflect::set(&options, &"durability".into(), &durability.into())
            .map_err(|error| ChromeError::thrown(api, &error))?;
        let first = self.connection(api).await?;
        if let Ok(transaction) = first.database.transaction(&tables, mode, &options) {
            return Ok(transaction);
        }
        // The browser may close a connection (storage pressure, a damaged file): retry with a new one.
        self.open.borrow_mut().take();
        let second = self.connection(api).await?;
        second.database.transaction(&tables, mode, &options).map_err(|error| ChromeError::thrown(api, &error))
    }

    async fn connection(&self, api: &'static str) -> Result<Rc<Connection>, ChromeError> {
        if let Some(connection) = self.open.borrow().as_ref() {
            return Ok(connection.clone());
        }
        let thrown = |error: JsValue| ChromeError::thrown(api, &error);
        let request = FACTORY.with(|factory| factory.open(self.name, self.version)).map_err(thrown)?;
        let tables = self.tables.clone();
        let opening: Request = JsValue::from(&request).unchecked_into();
        let upgrade = Closure::once(move || {
            let database: Database = opening.result().unchecked_into();
            for table in tables.iter().filter(|table| !database.object_store_names().contains(table)) {
                // A failure aborts the upgrade, and so the opening, which reports it.
                drop(database.create_object_store(table));
            }
        });
        request.set_onupgradeneeded(upgrade.as_ref());
        let database: Database = answered(finished(&request)).await.map_err(thrown)?.unchecked_into();
        // Somebody else opened it meanwhile.
        if let Some(connection) = self.open.borrow().as_ref() {
            database.close();
            return Ok(connection.clone());
        }
        let slot = Rc::downgrade(&self.open);
        let forget: Closure<dyn FnMut()> = Closure::new(move || {
            // Dropped later: the closure is part of what it drops.
            if let Some(connection) = slot.upgrade().and_then(|slot| slot.borrow_mut().take()) {
                wasm_bindgen_futures::spawn_local(async move { drop(connection) });
            }
        });
        database.set_onversionchange(forget.as_ref());
        database.set_onclose(forget.as_ref());
        let connection = Rc::new(Connection { database, _forget: forget });
        *self.open.borrow_mut() = Some(connection.clone());
        Ok(connection)
    }
}

impl std::fmt::Debug for Db {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Db").field("name", &self.name).field("version", &self.version).finish_non_exhaustive()
    }
}

/// All keys with a prefix.
fn range(prefix: &str) -> Result<JsValue, JsValue> {
    key_range(prefix, &end(prefix))
}

/// No key has a character after U+FFFF, so this ends the keys with a prefix.
fn end(prefix: &str) -> String {
    format!("{prefix}\u{ffff}")
}

fn number_in(record: &JsValue) -> u64 {
    record.as_string().and_then(|text| text.parse().ok()).unwrap_or_default()
}

fn texts(array: &JsValue) -> Vec<String> {
    js_sys::Array::from(array).iter().map(|item| item.as_string().unwrap_or_default()).collect()
}

/// A promise's answer, or a timeout: after a write to a full disk, Chromium's IndexedDB may never answer, and a run waiting for it could not be
/// stopped. The timer ends with the answer.
async fn answered(promise: js_sys::Promise) -> Result<JsValue, JsValue> {
    match select(JsFuture::from(promise), TimeoutFuture::new(ANSWER_MS)).await {
        Either::Left((answer, _)) => answer,
        Either::Right(_) => Err(SILENT.into()),
    }
}

/// A promise of a request's result.
///
/// One function handles both outcomes: one that is never called is never freed, along with the request and record it holds.
fn finished(request: &Request) -> js_sys::Promise {
    js_sys::Promise::new(&mut |resolve, reject| {
        let own: Request = JsValue::from(request).unchecked_into();
        let heard = Closure::once_into_js(move |event: Event| {
            drop(match event.kind().as_str() {
                "success" => resolve.call1(&JsValue::NULL, &own.result()),
                _ => reject.call1(&JsValue::NULL, &own.error()),
            });
        });
        request.set_onsuccess(&heard);
        request.set_onerror(&heard);
    })
}

/// A promise of a transaction's end.
fn committed(transaction: &Transaction) -> js_sys::Promise {
    js_sys::Promise::new(&mut |resolve, reject| {
        let own: Transaction = JsValue::from(transaction).unchecked_into();
        let heard = Closure::once_into_js(move |event: Event| {
            drop(match event.kind().as_str() {
                "complete" => resolve.call0(&JsValue::NULL),
                _ => reject.call1(&JsValue::NULL, &own.error()),
            });
        });
        transaction.set_oncomplete(&heard);
        transaction.set_onabort(&heard);
    })
}
