//! Servers with tools that a start is given: a file as other programs have, with addresses and with programs that are started here.

use crate::ends::Stop;
use crate::home::Home;
use crate::words::{Sentence, foreign, say};
use edith_native::programs::{ToolProgram, address_of, configured};
use edith_native::reading::ReaderFiles;
use edith_native::store::{Database, RoomStore};
use edith_port::Store;
use edith_protocol::{McpServer, McpTransport, McpTrust, keys};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The beginning of the ids of servers that came from a file.
const GIVEN: &str = "given-";
/// What such a file is like.
const EXAMPLE: &str = "{\"mcpServers\": {\"NAME\": {\"command\": …}}}";

/// What a start is given of tools, its own and those of servers.
#[derive(Debug, Default)]
pub(crate) struct Toolbox {
    servers: Vec<McpServer>,
    pub(crate) programs: Vec<ToolProgram>,
    /// What PDFs and pictures of text are read with.
    pub(crate) reader_files: ReaderFiles,
}

impl Toolbox {
    /// Reads the file in the program's folder, if there is one, and those that were named.
    ///
    /// # Errors
    /// When a file cannot be read or makes no sense.
    pub(crate) fn open(home: &Home, named: &[PathBuf]) -> Result<Self, Stop> {
        let mut toolbox = Self { reader_files: ReaderFiles::find(home.folder()), ..Self::default() };
        let kept = home.tools();
        let kept = kept.exists().then_some(kept.as_path());
        for file in kept.into_iter().chain(named.iter().map(PathBuf::as_path)) {
            let text = std::fs::read_to_string(file).map_err(|error| {
                Stop::usage(say!(Unread { file: file.display().to_string(), error: error.to_string() }))
            })?;
            toolbox.add(file, &text)?;
        }
        Ok(toolbox)
    }

    fn add(&mut self, file: &Path, text: &str) -> Result<(), Stop> {
        let wrong = |why: Sentence| Stop::usage(say!(About { what: file.display().to_string(), why: why }));
        let nonsense = || wrong(say!(NoToolsFile { example: EXAMPLE }));
        let (servers, left) = configured(text).ok_or_else(nonsense)?;
        let config: Value = serde_json::from_str(text).map_err(|error| wrong(foreign(error)))?;
        let all = ["mcpServers", "servers"].into_iter().find_map(|name| config.get(name)).unwrap_or(&config);
        let entry = |name: &str| all.get(name).and_then(Value::as_object).cloned().unwrap_or_default();
        for server in servers {
            let trust = trust(&entry(&server.name)).map_err(wrong)?;
            self.servers.push(McpServer { id: format!("{GIVEN}{}", server.name), trust, ..server });
        }
        for one in left {
            let entry = entry(&one.name);
            let neither = || wrong(say!(NeitherAddressNorCommand { name: &one.name }));
            let program = program(&entry).ok_or_else(neither)?;
            self.servers.push(McpServer {
                id: format!("{GIVEN}{}", one.name),
                trust: trust(&entry).map_err(wrong)?,
                url: address_of(self.programs.len()),
                transport: McpTransport::Http,
                enabled: entry.get("disabled").and_then(Value::as_bool) != Some(true),
                name: one.name,
                ..McpServer::default()
            });
            self.programs.push(program);
        }
        Ok(())
    }

    /// Adds its servers to the stored ones, for this start.
    pub(crate) async fn among(
        &self,
        mut instead: BTreeMap<String, Value>,
        database: &Database,
    ) -> Result<BTreeMap<String, Value>, Stop> {
        if self.servers.is_empty() {
            return Ok(instead);
        }
        let stored = RoomStore::new(database.clone(), "", BTreeMap::new()).read(keys::MCP_SERVERS).await;
        let mut all = match stored.map_err(Stop::broken)? {
            Some(Value::Array(all)) => all,
            _ => Vec::new(),
        };
        all.extend(self.servers.iter().map(|server| json!(server)));
        instead.insert(keys::MCP_SERVERS.to_owned(), Value::Array(all));
        Ok(instead)
    }
}

fn program(entry: &Map<String, Value>) -> Option<ToolProgram> {
    let texts =
        |field: &str| entry.get(field).and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
    let variables = entry.get("env").and_then(Value::as_object).into_iter().flatten();
    Some(ToolProgram {
        command: entry.get("command")?.as_str().filter(|command| !command.trim().is_empty())?.to_owned(),
        arguments: texts("args").map(str::to_owned).collect(),
        variables: variables.filter_map(|(name, value)| Some((name.clone(), value.as_str()?.to_owned()))).collect(),
    })
}

/// Which of its tools are used without asking: an addition to what other programs have in such files.
fn trust(entry: &Map<String, Value>) -> Result<McpTrust, Sentence> {
    match entry.get("trust") {
        None => Ok(McpTrust::default()),
        Some(trust) => {
            serde_json::from_value(trust.clone()).map_err(|error| say!(About { what: "trust", why: error.to_string() }))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt;

    #[test]
    fn programs_and_addresses_stand_beside_what_is_stored() {
        let mut toolbox = Toolbox::default();
        let config = json!({"mcpServers": {
            "notes": {"command": "notes", "args": ["--all"], "env": {"KEY": "k"}, "trust": "reads"},
            "web": {"url": "https://a.example/mcp"},
        }});
        toolbox.add(Path::new("f.json"), &config.to_string()).unwrap();
        let variables = BTreeMap::from([("KEY".to_owned(), "k".to_owned())]);
        let program = ToolProgram { command: "notes".to_owned(), arguments: vec!["--all".to_owned()], variables };
        assert_eq!(toolbox.programs, [program]);
        let database = Database::in_memory().unwrap();
        let store = RoomStore::new(database.clone(), "", BTreeMap::new());
        store.write(keys::MCP_SERVERS, json!([{"id": "stored"}])).now_or_never().unwrap().unwrap();
        let instead = toolbox.among(BTreeMap::new(), &database).now_or_never().unwrap().unwrap();
        let all = instead[keys::MCP_SERVERS].as_array().unwrap();
        let of = |id: &str| all.iter().find(|one| one["id"] == id).unwrap();
        assert_eq!((all.len(), &of("given-web")["url"]), (3, &json!("https://a.example/mcp")));
        assert_eq!((&of("given-notes")["url"], &of("given-notes")["trust"]), (&json!(address_of(0)), &json!("reads")));
    }

    #[test]
    fn what_makes_no_sense_is_told_with_its_file() {
        for text in [
            "nonsense",
            "{\"mcpServers\": {\"a\": {}}}",
            "{\"mcpServers\": {\"a\": {\"command\": \"c\", \"trust\": \"blind\"}}}",
        ] {
            let stop = Toolbox::default().add(Path::new("f.json"), text).unwrap_err();
            assert!(stop.why.to_string().starts_with("f.json"), "{}", stop.why);
        }
    }
}
