use super::*;
use futures_util::FutureExt;
use serde_json::json;
use std::future::Future;

/// Nothing here waits.
fn now<T>(work: impl Future<Output = T>) -> T {
    work.now_or_never().unwrap()
}

fn room(database: &Database, name: &str) -> RoomStore {
    RoomStore::new(database.clone(), name, BTreeMap::new())
}

#[test]
fn what_is_stored_is_there_after_the_program() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("edith.db");
    {
        let store = room(&Database::open(&path).unwrap(), "r");
        now(store.write("edith_model", json!("m"))).unwrap();
        now(store.put(Table::Runs, "1", "{}")).unwrap();
    }
    let store = room(&Database::open(&path).unwrap(), "r");
    assert_eq!(now(store.read("edith_model")), Ok(Some(json!("m"))));
    assert_eq!(now(store.list(Table::Runs, "")), Ok(vec![("1".to_owned(), "{}".to_owned())]));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    }
}

#[test]
fn a_file_of_a_later_version_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("edith.db");
    rusqlite::Connection::open(&path).unwrap().pragma_update(None, "user_version", 99).unwrap();
    assert!(matches!(Database::open(&path), Err(OpenError::Later(99))));
}

#[test]
fn rooms_share_settings_and_nothing_else() {
    let database = Database::in_memory().unwrap();
    let (one, other) = (room(&database, "one"), room(&database, "other"));
    now(one.write(keys::SETTINGS, json!({"maxSteps": 3}))).unwrap();
    now(one.write(keys::CONVERSATIONS, json!(["c"]))).unwrap();
    now(one.put(Table::Steps, "s", "1")).unwrap();
    assert_eq!(now(other.read(keys::SETTINGS)), Ok(Some(json!({"maxSteps": 3}))));
    assert_eq!(now(other.read(keys::CONVERSATIONS)), Ok(None));
    assert_eq!(now(other.list(Table::Steps, "")), Ok(Vec::new()));
    assert_eq!(database.rooms("o"), Ok(vec!["one".to_owned()]), "the other has nothing of its own");
    assert_eq!(database.rooms("one-").map(|rooms| rooms.len()), Ok(0));
    database.forget("one").unwrap();
    assert!(!database.has("one").unwrap());
    assert_eq!(now(one.read(keys::SETTINGS)), Ok(Some(json!({"maxSteps": 3}))), "shared by all");
}

#[test]
fn a_value_for_one_start_is_read_and_never_stored() {
    let database = Database::in_memory().unwrap();
    let stored = room(&database, "r");
    now(stored.write(keys::API_KEY, json!("kept"))).unwrap();
    let given = BTreeMap::from([(keys::API_KEY.to_owned(), json!("given")), (keys::MODEL.to_owned(), Value::Null)]);
    let store = RoomStore::new(database, "r", given);
    assert_eq!(now(store.read(keys::API_KEY)), Ok(Some(json!("given"))));
    assert_eq!(now(store.read(keys::MODEL)), Ok(None));
    now(store.write(keys::API_KEY, json!("given"))).unwrap();
    assert_eq!(now(stored.read(keys::API_KEY)), Ok(Some(json!("kept"))));
}

#[test]
fn only_the_latest_lease_of_a_room_writes() {
    let database = Database::in_memory().unwrap();
    let (store, other) = (room(&database, "r"), room(&database, "o"));
    let first = now(store.take_lease()).unwrap();
    assert_eq!(now(store.put_leased(first, Table::Runs, "1", "a")), Ok(()));
    let second = now(store.take_lease()).unwrap();
    assert!(second > first);
    assert_eq!(now(store.put_leased(first, Table::Runs, "1", "b")), Err(StoreError::Superseded));
    assert_eq!(now(store.write_leased(first, Map::new())), Err(StoreError::Superseded));
    assert_eq!(now(store.list(Table::Runs, "1")).unwrap()[0].1, "a");
    let apart = now(other.take_lease()).unwrap();
    assert_eq!(now(other.put_leased(apart, Table::Runs, "1", "c")), Ok(()), "a room of its own");
    assert_eq!(now(store.put_leased(second, Table::Runs, "1", "d")), Ok(()));
}

#[test]
fn records_are_listed_paged_and_deleted_by_the_beginning_of_their_keys() {
    let store = room(&Database::in_memory().unwrap(), "r");
    for key in ["a", "a/1", "a/2", "a/3", "ab", "a%1", "b", "Ä/1"] {
        now(store.put(Table::Pages, key, key)).unwrap();
    }
    let names = |found: Vec<(String, String)>| found.into_iter().map(|(key, _)| key).collect::<Vec<_>>();
    assert_eq!(names(now(store.list(Table::Pages, "a/")).unwrap()), ["a/1", "a/2", "a/3"]);
    assert_eq!(names(now(store.list(Table::Pages, "Ä")).unwrap()), ["Ä/1"]);
    assert_eq!(names(now(store.page(Table::Pages, "a/", "a/1", 1)).unwrap()), ["a/2"]);
    assert_eq!(names(now(store.page(Table::Pages, "a/", "", 2)).unwrap()), ["a/1", "a/2"]);
    now(store.delete(Table::Pages, Which::StartingWith("a/"))).unwrap();
    now(store.delete(Table::Pages, Which::Key("a"))).unwrap();
    assert_eq!(names(now(store.list(Table::Pages, "")).unwrap()), ["a%1", "ab", "b", "Ä/1"]);
}
