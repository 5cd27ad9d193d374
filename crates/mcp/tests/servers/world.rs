//! A person's servers on a scripted network.

use super::auth::Auth;
use super::common::background::{Tasks, run};
use super::common::server::{Era, Seen, Server};
use edith_http::HttpRequest;
use edith_mcp::servers::{Servers, ServersPorts};
use edith_port::{ListedTool, Store, ToolAnswer, ToolError, ToolSaid, ToolServers, ToolUse, Tools};
use edith_port::{ServerAsks, ServerReply};
use edith_protocol::{McpServer, McpServerShown, keys};
use edith_testkit::{CountingIds, FakeAnswer, FakeHttp, ManualClock, MemoryStore};
use serde_json::{Map, Value, json};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::future::Future;
use std::rc::Rc;

type Answer = Box<dyn Fn(&Seen, &Server) -> Option<FakeAnswer>>;

/// A server: right in its era, but for what the test changes.
pub(crate) struct Host {
    pub(crate) server: Server,
    pub(crate) era: Cell<Era>,
    answer: RefCell<Answer>,
}

impl Host {
    /// What it answers instead of what is right.
    pub(crate) fn answers(&self, answer: impl Fn(&Seen, &Server) -> Option<FakeAnswer> + 'static) {
        *self.answer.borrow_mut() = Box::new(answer);
    }

    /// The tools that it lists.
    pub(crate) fn offers(&self, tools: Value) {
        self.answers(move |seen, _| {
            let listed = json!({ "resultType": "complete", "tools": tools, "ttlMs": 0, "cacheScope": "private" });
            (seen.rpc == "tools/list").then(|| seen.ok(listed))
        });
    }
}

/// A person's servers, and those who answer.
pub(crate) struct World {
    pub(crate) http: FakeHttp,
    pub(crate) clock: ManualClock,
    pub(crate) store: MemoryStore,
    pub(crate) servers: Rc<Servers>,
    pub(crate) auth: Rc<Auth>,
    tasks: Tasks,
    ids: CountingIds,
    hosts: Rc<RefCell<BTreeMap<String, Rc<Host>>>>,
}

fn host(request: &HttpRequest) -> String {
    request.url.parse::<url::Url>().unwrap().host_str().unwrap().to_owned()
}

impl World {
    pub(crate) fn new() -> Self {
        let clock = ManualClock::default();
        clock.set(1_000_000.0);
        let (http, store, tasks, ids) =
            (FakeHttp::by(&clock), MemoryStore::default(), Tasks::default(), CountingIds::default());
        let auth = Rc::new(Auth::default());
        let hosts: Rc<RefCell<BTreeMap<String, Rc<Host>>>> = Rc::default();
        let (known, authorizing) = (Rc::clone(&hosts), Rc::clone(&auth));
        http.refuse(move |request| {
            if let Some(answer) = authorizing.answer(request) {
                return Some(answer);
            }
            let host = known.borrow().get(&host(request)).cloned();
            let Some(host) = host else { return Some(FakeAnswer::Unreachable) };
            let seen = host.server.see(request);
            let changed = (host.answer.borrow())(&seen, &host.server);
            Some(changed.unwrap_or_else(|| host.server.serve(host.era.get(), &seen)))
        });
        let servers = Self::worker(&http, &store, &clock, &tasks, &ids, &auth);
        Self { http, clock, store, servers, auth, tasks, ids, hosts }
    }

    fn worker(
        http: &FakeHttp,
        store: &MemoryStore,
        clock: &ManualClock,
        tasks: &Tasks,
        ids: &CountingIds,
        auth: &Rc<Auth>,
    ) -> Rc<Servers> {
        Rc::new(Servers::new(ServersPorts {
            http: Rc::new(http.clone()),
            store: Rc::new(store.clone()),
            clock: Rc::new(clock.clone()),
            spawner: Rc::new(tasks.clone()),
            entropy: Rc::new(ids.clone()),
            window: Rc::clone(auth) as Rc<_>,
        }))
    }

    /// The worker dies, and another begins: only what is stored is left.
    pub(crate) fn restart(&mut self) {
        self.servers = Self::worker(&self.http, &self.store, &self.clock, &self.tasks, &self.ids, &self.auth);
    }

    /// Somebody answers at this host.
    pub(crate) fn host(&self, name: &str, era: Era) -> Rc<Host> {
        let answer: Answer = Box::new(|_, _| None);
        let host = Rc::new(Host { server: Server::default(), era: Cell::new(era), answer: RefCell::new(answer) });
        self.hosts.borrow_mut().insert(name.to_owned(), Rc::clone(&host));
        host
    }

    pub(crate) fn run<T>(&self, work: impl Future<Output = T>) -> T {
        run(work, &self.tasks, &self.clock)
    }

    pub(crate) fn save(&self, server: McpServer) -> McpServerShown {
        self.run(self.servers.save(server)).unwrap()
    }

    /// A server under this name at `https://HOST/mcp`; returns its id.
    pub(crate) fn add(&self, name: &str, host: &str) -> String {
        self.save(server(name, host)).id
    }

    pub(crate) fn stored(&self, id: &str) -> McpServer {
        let all: Vec<Value> = serde_json::from_value(self.store.local(keys::MCP_SERVERS).unwrap()).unwrap();
        serde_json::from_value(all.into_iter().find(|one| one["id"] == id).unwrap()).unwrap()
    }

    /// What is stored under a key of servers, for one of them.
    pub(crate) fn of(&self, key: &str, id: &str) -> Value {
        self.store.local(key).map(|all| all[id].clone()).unwrap_or_default()
    }

    pub(crate) fn plant(&self, key: &str, value: Value) {
        self.run(self.store.write(key, value)).unwrap();
    }

    /// All servers. The lists of before hold no longer, where the server does not say how long.
    pub(crate) fn all(&self) -> Vec<McpServerShown> {
        self.clock.advance(10.0);
        self.run(self.servers.all()).unwrap()
    }

    pub(crate) fn shown(&self, id: &str) -> McpServerShown {
        self.all().into_iter().find(|shown| shown.id == id).unwrap()
    }

    /// All tools, as [`Self::all`].
    pub(crate) fn list(&self) -> Vec<ListedTool> {
        self.clock.advance(10.0);
        self.run(self.servers.list())
    }

    /// The tools' names, with their servers'.
    pub(crate) fn names(&self) -> Vec<String> {
        self.list().iter().map(|listed| format!("{} {}", listed.tool.server, listed.tool.name)).collect()
    }

    /// The one tool of this name.
    pub(crate) fn tool(&self, name: &str) -> ListedTool {
        let mut all = self.list();
        all.retain(|listed| listed.tool.name == name);
        assert_eq!(all.len(), 1, "{name}: {all:?}");
        all.remove(0)
    }

    pub(crate) fn call(&self, tool: &ListedTool) -> Result<ToolAnswer, ToolError> {
        self.call_with(tool, &json!({ "x": "what the tool is told" }))
    }

    pub(crate) fn call_with(&self, tool: &ListedTool, arguments: &Value) -> Result<ToolAnswer, ToolError> {
        let used = ToolUse { tool: &tool.tool, arguments: arguments.as_object().unwrap(), replies: None };
        self.run(self.servers.call(used, &|_| ()))
    }

    /// What the tool says.
    pub(crate) fn said(&self, tool: &ListedTool) -> ToolSaid {
        said(self.call(tool))
    }

    /// What the server asks for within the call.
    pub(crate) fn asked(&self, tool: &ListedTool) -> ServerAsks {
        asked(self.call(tool))
    }

    pub(crate) fn reply(
        &self,
        tool: &ListedTool,
        asks: &ServerAsks,
        replies: &[(&str, ServerReply)],
    ) -> Result<ToolAnswer, ToolError> {
        // Both are stored with the run.
        let asks: ServerAsks = serde_json::from_value(json!(asks)).unwrap();
        let replies = replies.iter().map(|(id, reply)| ((*id).to_owned(), reply.clone())).collect();
        let arguments = Map::new();
        let used = ToolUse { tool: &tool.tool, arguments: &arguments, replies: Some((&asks, &replies)) };
        self.run(self.servers.call(used, &|_| ()))
    }

    /// The requests to a host that hold this text in a header or in their body.
    pub(crate) fn told(&self, text: &str) -> Vec<String> {
        let holds = |request: &HttpRequest| format!("{:?} {:?}", request.headers, request.body).contains(text);
        self.http.requests().iter().filter(|request| holds(request)).map(host).collect()
    }
}

pub(crate) fn server(name: &str, host: &str) -> McpServer {
    McpServer { name: name.into(), url: format!("https://{host}/mcp"), ..McpServer::default() }
}

pub(crate) fn said(answer: Result<ToolAnswer, ToolError>) -> ToolSaid {
    match answer {
        Ok(ToolAnswer::Said(said)) => said,
        other => panic!("{other:?}"),
    }
}

pub(crate) fn asked(answer: Result<ToolAnswer, ToolError>) -> ServerAsks {
    match answer {
        Ok(ToolAnswer::Asks(asks)) => asks,
        other => panic!("{other:?}"),
    }
}

pub(crate) fn failed(answer: Result<ToolAnswer, ToolError>) -> String {
    match answer {
        Err(ToolError::Failed(why)) => why,
        other => panic!("{other:?}"),
    }
}
