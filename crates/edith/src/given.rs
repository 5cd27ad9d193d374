//! What a start is given: its model, its documents.

use crate::arguments::ModelWanted;
use crate::ends::Stop;
use crate::words::say;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use edith_native::store::{Database, RoomStore};
use edith_port::Store;
use edith_protocol::{Given, ScheduleLimits, keys};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

/// How long to wait for a model server to refuse a connection: one that is slow to say anything is no reason to begin later.
const REFUSED: Duration = Duration::from_secs(2);
/// What of the settings says which servers are asked.
const SERVERS: [&str; 3] = ["servers", "roles", "modeServers"];

/// What is read instead of stored settings: the model of the command line. A key is only in memory.
pub(crate) async fn instead(
    wanted: &ModelWanted,
    database: &Database,
    variable: impl Fn(&str) -> Option<String>,
) -> Result<BTreeMap<String, Value>, Stop> {
    let mut instead = BTreeMap::new();
    let key = match &wanted.api_key_env {
        Some(name) => Some(variable(name).ok_or_else(|| Stop::usage(say!(VariableNotSet { name: name })))?),
        None => None,
    };
    if let Some(model) = &wanted.model {
        instead.insert(keys::MODEL.to_owned(), model.as_str().into());
    }
    if let Some(base) = &wanted.api_base {
        // A key of another server does not go there.
        instead.insert(keys::API_BASE_URL.to_owned(), base.as_str().into());
        instead.insert(keys::API_KEY.to_owned(), Value::Null);
        let stored = RoomStore::new(database.clone(), "", BTreeMap::new()).read(keys::SETTINGS).await;
        if let Value::Object(mut settings) = stored.ok().flatten().unwrap_or_default() {
            settings.retain(|name, _| !SERVERS.contains(&name.as_str()));
            instead.insert(keys::SETTINGS.to_owned(), Value::Object(settings));
        }
    }
    if let Some(key) = key {
        instead.insert(keys::API_KEY.to_owned(), key.into());
    }
    Ok(instead)
}

/// The same with the limits of one task, over the stored ones.
pub(crate) async fn limited(
    instead: &BTreeMap<String, Value>,
    database: &Database,
    limits: &ScheduleLimits,
) -> BTreeMap<String, Value> {
    let mut instead = instead.clone();
    if *limits == ScheduleLimits::default() {
        return instead;
    }
    let settings = match instead.remove(keys::SETTINGS) {
        Some(settings) => settings,
        None => {
            let stored = RoomStore::new(database.clone(), "", BTreeMap::new()).read(keys::SETTINGS).await;
            stored.ok().flatten().unwrap_or_default()
        }
    };
    let mut fields = if let Value::Object(fields) = settings { fields } else { Default::default() };
    let ScheduleLimits { max_steps, max_seconds, max_tokens, max_price } = *limits;
    let mut set = |name: &str, value: Option<Value>| value.map(|value| fields.insert(name.to_owned(), value));
    set("maxSteps", max_steps.map(Value::from));
    set("maxRunSeconds", max_seconds.map(Value::from));
    set("maxRunTokens", max_tokens.map(Value::from));
    set("maxRunPrice", max_price.map(Value::from));
    instead.insert(keys::SETTINGS.to_owned(), Value::Object(fields));
    instead
}

/// Whether the named model server accepts connections: found out while the browser starts, and reported before anything is done.
pub(crate) async fn reachable(wanted: &ModelWanted) -> Result<(), Stop> {
    let Some(base) = &wanted.api_base else { return Ok(()) };
    let client = reqwest::Client::builder().build().map_err(Stop::broken)?;
    match tokio::time::timeout(REFUSED, client.get(base).send()).await {
        Ok(Err(error)) if error.is_builder() => Err(Stop::usage(say!(NoModelAddress { address: base }))),
        Ok(Err(error)) if error.is_connect() => Err(Stop::unavailable(say!(NoModelServer { address: base }))),
        // Whatever it says to a bare question, it is there.
        _ => Ok(()),
    }
}

/// The documents of a task: files of this machine, or addresses.
pub(crate) fn documents(named: &[String]) -> Result<Vec<Given>, Stop> {
    named.iter().map(|name| document(name)).collect()
}

fn document(name: &str) -> Result<Given, Stop> {
    if name.starts_with("http://") || name.starts_with("https://") {
        return Ok(Given { url: name.to_owned(), ..Given::default() });
    }
    let path = Path::new(name);
    let unread = |error: std::io::Error| Stop::usage(say!(Unread { file: name, error: error.to_string() }));
    let bytes = std::fs::read(path).map_err(unread)?;
    let file = path.file_name().map(|file| file.to_string_lossy().into_owned()).unwrap_or_default();
    let mime = mime(path).to_owned();
    Ok(Given { name: file, mime, data: STANDARD.encode(bytes), ..Given::default() })
}

/// The media type by the file's ending, where it matters before the file is read: pictures are shown to models, and what is text is given as text. Of all
/// else the bytes tell.
fn mime(path: &Path) -> &'static str {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default().to_ascii_lowercase();
    match ending.as_str() {
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "gif" => "image/gif",
        "webp" => "image/webp",
        "txt" => "text/plain",
        "csv" => "text/csv",
        "md" => "text/markdown",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt;
    use serde_json::json;

    fn wanted(base: Option<&str>, key: Option<&str>) -> ModelWanted {
        ModelWanted {
            api_base: base.map(str::to_owned),
            model: Some("m".to_owned()),
            api_key_env: key.map(str::to_owned),
        }
    }

    fn read(wanted: &ModelWanted) -> Result<BTreeMap<String, Value>, Stop> {
        let database = Database::in_memory().unwrap();
        let store = RoomStore::new(database.clone(), "", BTreeMap::new());
        let stored = json!({"maxSteps": 9, "servers": [{"id": "other"}], "roles": {"agent": ["other"]}});
        store.write(keys::SETTINGS, stored).now_or_never().unwrap().unwrap();
        let variable = |name: &str| (name == "KEY").then(|| "secret".to_owned());
        instead(wanted, &database, variable).now_or_never().unwrap()
    }

    #[test]
    fn a_server_of_the_command_line_takes_the_place_of_the_stored_ones() {
        let given = read(&wanted(Some("http://a.example/v1"), Some("KEY"))).unwrap();
        assert_eq!(given[keys::API_BASE_URL], "http://a.example/v1");
        assert_eq!((&given[keys::API_KEY], &given[keys::MODEL]), (&json!("secret"), &json!("m")));
        assert_eq!(given[keys::SETTINGS], json!({"maxSteps": 9}), "what is no server stays");
        let without = read(&wanted(Some("http://a.example/v1"), None)).unwrap();
        assert_eq!(without[keys::API_KEY], Value::Null, "a stored key goes to its own server only");
    }

    #[test]
    fn a_model_alone_is_one_of_the_stored_server() {
        let given = read(&wanted(None, None)).unwrap();
        assert_eq!(given.keys().collect::<Vec<_>>(), [keys::MODEL]);
        assert!(read(&wanted(None, Some("MISSING"))).is_err_and(|stop| stop.why.to_string().contains("MISSING")));
    }

    #[test]
    fn a_file_is_given_with_its_bytes_and_an_address_is_not_asked_yet() {
        let folder = std::env::temp_dir().join(format!("edith-given-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let file = folder.join("Shot.PNG");
        std::fs::write(&file, [1, 2, 3]).unwrap();
        let given = documents(&[file.to_string_lossy().into_owned(), "https://a.example/x.pdf".to_owned()]).unwrap();
        std::fs::remove_dir_all(&folder).unwrap();
        assert_eq!(
            (given[0].name.as_str(), given[0].mime.as_str(), given[0].data.as_str()),
            ("Shot.PNG", "image/png", "AQID")
        );
        assert_eq!((given[1].url.as_str(), given[1].data.as_str()), ("https://a.example/x.pdf", ""));
        assert!(documents(&["/nowhere/x.txt".to_owned()]).is_err());
    }
}
