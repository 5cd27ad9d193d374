//! How the servers are stored, and by which names their tools are known.

use edith_actions::http_url::HttpUrl;
use edith_port::{Store, StoreError};
use edith_protocol::Gather as _;
use edith_protocol::{ErrorBody, ErrorCode, MAX_MCP_SERVERS, McpServer, json::from_value, keys};
use edith_words::unseen::seen;
use edith_words::{Sentence, Word, say};
use futures_util::lock::Mutex;
use serde_json::{Map, Value, json};
use std::rc::Rc;

/// Characters of a server's name, at most.
const NAME_CHARS: usize = 60;
/// Characters of its name in the names of its tools: they have 64 in all.
const SHORT_CHARS: usize = 24;

/// The stored servers. What is stored and cannot be read stays as it is.
pub(super) struct Rows {
    store: Rc<dyn Store>,
    /// Two changes never read the same list.
    turn: Mutex<()>,
}

impl Rows {
    pub(super) fn new(store: Rc<dyn Store>) -> Self {
        Self { store, turn: Mutex::new(()) }
    }

    async fn stored(&self) -> Result<Vec<Value>, StoreError> {
        Ok(match self.store.read(keys::MCP_SERVERS).await? {
            Some(Value::Array(all)) => all,
            _ => Vec::new(),
        })
    }

    /// All that can be read.
    pub(super) async fn list(&self) -> Result<Vec<McpServer>, StoreError> {
        Ok(readable(&self.stored().await?).collect())
    }

    /// The one with this id.
    pub(super) async fn get(&self, id: &str) -> Result<McpServer, ErrorBody> {
        self.list().await?.into_iter().find(|server| server.id == id).ok_or_else(unknown)
    }

    /// Puts a server in the place of the one with its id, or at the end. What was not the person's word for it is not by being stored again. What it does not say about secrets stays as it is stored, as long as the
    /// address is the same origin: a secret goes to no other.
    pub(super) async fn put(
        &self,
        mut server: McpServer,
        new_id: impl FnOnce() -> String,
    ) -> Result<McpServer, ErrorBody> {
        let _turn = self.turn.lock().await;
        let mut all = self.stored().await?;
        let known = readable(&all).find(|known| known.id == server.id);
        server = tidy(complete(server, known.as_ref()));
        let url = HttpUrl::parse(&server.url)
            .map_err(|_| bad(say!(McpBadAddress { url: Word::Quoted(server.url.clone()) })))?;
        // A person may leave out the scheme.
        server.url = url.as_str().to_owned();
        let own_name = known.as_ref().filter(|known| known.named_by_itself && known.name == server.name);
        server.named_by_itself |= server.name.is_empty() || own_name.is_some();
        if own_name.is_some_and(|known| known.url != server.url) {
            // Another server is called otherwise.
            server.name.clear();
        }
        if server.name.is_empty() {
            server.name = url.host().to_owned();
        }
        if server.id.is_empty() {
            if readable(&all).count() >= MAX_MCP_SERVERS {
                return Err(bad(say!(McpTooMany { limit: MAX_MCP_SERVERS })));
            }
            server.id = new_id();
            all.push(json!(server));
        } else {
            let is_it = |one: &&mut Value| one.get("id").and_then(Value::as_str) == Some(&server.id);
            match all.iter_mut().find(is_it) {
                Some(place) => *place = json!(server),
                // A person's own id, as in a configuration that is restored.
                None => all.push(json!(server)),
            }
        }
        self.write(all).await?;
        Ok(server)
    }

    /// Calls a server by what it calls itself, as long as it is only known by its host: once, so that it is no other one later on.
    pub(super) async fn learn_name(&self, id: &str, own: &str) -> Result<(), StoreError> {
        let own = one_line(own);
        let is_by_host = |server: &McpServer| {
            let host = HttpUrl::parse(&server.url).ok().map(|url| url.host().to_owned());
            server.id == id && server.named_by_itself && Some(&server.name) == host.as_ref()
        };
        let _turn = self.turn.lock().await;
        let mut all = self.stored().await?;
        let Some(mut server) = readable(&all).find(is_by_host).filter(|_| !own.is_empty()) else { return Ok(()) };
        server.name = own;
        if let Some(place) = all.iter_mut().find(|one| one.get("id").and_then(Value::as_str) == Some(id)) {
            *place = json!(server);
        }
        self.write(all).await
    }

    /// Deletes the one with this id.
    pub(super) async fn delete(&self, id: &str) -> Result<(), ErrorBody> {
        let _turn = self.turn.lock().await;
        let mut all = self.stored().await?;
        let before = all.len();
        all.retain(|one| one.get("id").and_then(Value::as_str) != Some(id));
        if all.len() == before {
            return Err(unknown());
        }
        Ok(self.write(all).await?)
    }

    /// Writes the list. What was allowed on a server that has another name in its tools now, or is gone, is taken back before: it was not meant for the
    /// one that comes to its name.
    async fn write(&self, all: Vec<Value>) -> Result<(), StoreError> {
        let named = |all: &[Value]| -> Vec<(String, String)> {
            let servers: Vec<McpServer> = readable(all).collect();
            let names = short_names(&servers);
            servers.into_iter().map(|server| server.id).zip(names).gathered()
        };
        let (before, now) = (named(&self.stored().await?), named(&all));
        let gone: Vec<String> =
            before.iter().filter(|one| !now.contains(one)).map(|(_, name)| format!("mcp:{name}")).collect();
        let grants = self.store.read(keys::GRANTS).await?;
        if let Some(mut grants) = grants.filter(|_| !gone.is_empty()) {
            let is_gone =
                |grant: &Value| gone.iter().any(|name| grant.get("origin").and_then(Value::as_str) == Some(name));
            for list in grants.as_object_mut().into_iter().flat_map(Map::values_mut).filter_map(Value::as_array_mut) {
                list.retain(|grant| !is_gone(grant));
            }
            self.store.write(keys::GRANTS, grants).await?;
        }
        self.store.write(keys::MCP_SERVERS, json!(all)).await
    }
}

/// Whether there is such a server. What is learnt of one comes from the network, and it may be deleted meanwhile.
pub(super) async fn is_stored(store: &dyn Store, id: &str) -> Result<bool, StoreError> {
    let all = store.read(keys::MCP_SERVERS).await?;
    let mut all = all.as_ref().and_then(Value::as_array).into_iter().flatten();
    Ok(all.any(|one| one.get("id").and_then(Value::as_str) == Some(id)))
}

fn readable(all: &[Value]) -> impl Iterator<Item = McpServer> {
    all.iter().filter_map(|one| from_value(one.clone()).ok()).filter(|server: &McpServer| !server.id.is_empty())
}

/// A server with what it does not say as it is stored.
pub(super) fn complete(mut server: McpServer, known: Option<&McpServer>) -> McpServer {
    let Some(known) = known else { return server };
    if server.url.trim().is_empty() {
        // Only its id is known.
        return known.clone();
    }
    let origin = |url: &str| HttpUrl::parse(url.trim()).ok().map(|url| url.origin());
    if origin(&server.url).is_some() && origin(&server.url) == origin(&known.url) {
        for (name, value) in &mut server.headers {
            if value.is_empty()
                && let Some((_, stored)) = known.headers.iter().find(|(stored, _)| stored.eq_ignore_ascii_case(name))
            {
                value.clone_from(stored);
            }
        }
        if server.client_secret.is_empty() && server.client_id == known.client_id {
            server.client_secret.clone_from(&known.client_secret);
        }
    }
    server
}

/// A name as it is stored: what nobody sees in it is seen, and it is not too long.
fn one_line(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    seen(&line).chars().filter(|c| !c.is_control()).take(NAME_CHARS).collect()
}

fn tidy(mut server: McpServer) -> McpServer {
    server.url = server.url.trim().to_owned();
    server.name = one_line(&server.name);
    server.client_id = server.client_id.trim().to_owned();
    server.headers =
        server.headers.into_iter().map(|(name, value)| (name.trim().to_owned(), value.trim().to_owned())).gathered();
    server.headers.retain(|name, _| !name.is_empty());
    server
}

fn bad(why: Sentence) -> ErrorBody {
    ErrorBody::new(ErrorCode::BadServer, why)
}

pub(super) fn unknown() -> ErrorBody {
    ErrorBody::new(ErrorCode::UnknownServer, say!(McpNoServer))
}

/// The servers' names in the names of their tools and as origins: letters, digits, `-` and `_`, no two alike.
pub(super) fn short_names(servers: &[McpServer]) -> Vec<String> {
    let mut names: Vec<String> = Vec::with_capacity(servers.len());
    for server in servers {
        let plain = |text: &str| -> String {
            let signs =
                text.trim().chars().map(|c| if c.is_ascii_alphanumeric() || c == '-' || c == '_' { c } else { '-' });
            let text: String = signs.take(SHORT_CHARS).collect();
            text.trim_matches('-').to_owned()
        };
        let own =
            [plain(&server.name), plain(&server.id), "server".to_owned()].into_iter().find(|name| !name.is_empty());
        let own = own.unwrap_or_default();
        let numbered = (2..).map(|number| format!("{own}-{number}"));
        let name = std::iter::once(own.clone())
            .chain(numbered)
            .find(|name| !names.iter().any(|other| other.eq_ignore_ascii_case(name)));
        names.push(name.unwrap_or(own));
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt;

    fn server(id: &str, name: &str) -> McpServer {
        McpServer { id: id.into(), name: name.into(), url: "https://a.example/mcp".into(), ..McpServer::default() }
    }

    #[test]
    fn no_two_servers_have_the_same_name_in_their_tools() {
        let all = [
            server("1", "Tickets"),
            server("2", "tickets"),
            server("3", "Büro & Co."),
            server("x", "日本"),
            server("", "…"),
            server("5", "-a very long name that nobody could read in a tool's name"),
        ];
        let expected = ["Tickets", "tickets-2", "B-ro---Co", "x", "server", "a-very-long-name-that-n"];
        assert_eq!(short_names(&all), expected);
    }

    #[test]
    fn what_was_allowed_on_a_server_is_no_permission_for_the_next_of_its_name() {
        let start = || {
            let store = Rc::new(edith_testkit::MemoryStore::default());
            let rows = Rows::new(Rc::clone(&store) as Rc<dyn Store>);
            for (id, name) in [("1", "Tickets"), ("2", "Tickets")] {
                rows.put(server(id, name), String::new).now_or_never().unwrap().unwrap();
            }
            let grant = |site: &str| json!({ "origin": site, "what": "external:delete" });
            let grants = json!({ "site": [grant("mcp:Tickets"), grant("mcp:Tickets-2"), grant("https://a.example")] });
            store.write(keys::GRANTS, grants).now_or_never().unwrap().unwrap();
            (store, rows)
        };
        let left = |store: &edith_testkit::MemoryStore| -> Vec<String> {
            let grants = store.local(keys::GRANTS).unwrap();
            let sites = grants["site"].as_array().unwrap();
            sites.iter().map(|grant| grant["origin"].as_str().unwrap().to_owned()).collect()
        };
        // The second one comes to the name of the first.
        let (store, rows) = start();
        rows.delete("1").now_or_never().unwrap().unwrap();
        assert_eq!(left(&store), ["https://a.example"]);
        let (store, rows) = start();
        rows.put(server("1", "Old"), String::new).now_or_never().unwrap().unwrap();
        assert_eq!(left(&store), ["https://a.example"]);
        // What keeps its name keeps what was allowed.
        let (store, rows) = start();
        rows.put(McpServer { enabled: false, ..server("1", "Tickets") }, String::new).now_or_never().unwrap().unwrap();
        assert_eq!(left(&store).len(), 3);
        rows.delete("2").now_or_never().unwrap().unwrap();
        assert_eq!(left(&store), ["mcp:Tickets", "https://a.example"]);
    }

    #[test]
    fn a_stored_secret_goes_to_no_other_address() {
        let mut known = server("1", "a");
        known.headers = [("Authorization".to_owned(), "Bearer s3".to_owned())].into();
        (known.client_id, known.client_secret) = ("c".into(), "s4".into());
        let mut asked = known.without_secrets();
        let same = complete(asked.clone(), Some(&known));
        assert_eq!((same.headers["Authorization"].as_str(), same.client_secret.as_str()), ("Bearer s3", "s4"));
        for url in ["https://b.example/mcp", "http://a.example/mcp", "https://a.example:8443/mcp", "nonsense"] {
            asked.url = url.into();
            let other = complete(asked.clone(), Some(&known));
            assert_eq!((other.headers["Authorization"].as_str(), other.client_secret.as_str()), ("", ""), "{url}");
        }
        asked = McpServer { id: "1".into(), ..McpServer::default() };
        assert_eq!(complete(asked, Some(&known)), known);
    }
}
