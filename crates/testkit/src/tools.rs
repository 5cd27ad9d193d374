//! Servers with tools, as strict as real ones: they know their own tools only, and take only arguments that fit the schema.

use async_trait::async_trait;
use edith_port::{
    Clock, ListedTool, ServerAsks, ServerReply, ServerTool, ToolAnswer, ToolError, ToolProgress, ToolSaid, ToolUse,
    Tools,
};
use serde_json::Value;
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;

/// What comes of a call.
#[derive(Debug, Clone, PartialEq)]
pub enum ToolScript {
    /// This answer.
    Says(String),
    /// This answer, said to be an error.
    SaysWrong(String),
    /// The server asks for this first. What comes after the replies is the next of the script.
    Asks(ServerAsks),
    /// It tells how far it is, so often and so many milliseconds apart, and then answers.
    Works(u32, u64, String),
    /// It tells these one after another while it works, and then answers.
    Tells(Vec<String>, String),
    /// The server says that it was not done.
    Fails(String),
    /// The connection breaks after the server got the call.
    Breaks,
    /// Nothing ever comes.
    Hangs,
}

/// What a server is told.
#[derive(Debug, Clone, PartialEq)]
pub struct Heard {
    /// Its name.
    pub server: String,
    /// The tool that is used.
    pub tool: String,
    /// With these arguments.
    pub arguments: Value,
    /// The replies to what it asked for; none: the call begins.
    pub replies: Option<BTreeMap<String, ServerReply>>,
}

type Mind = Rc<dyn Fn(&Heard) -> ToolScript>;

#[derive(Default)]
struct Inner {
    mind: RefCell<Option<Mind>>,
    tools: RefCell<Vec<ListedTool>>,
    script: RefCell<VecDeque<ToolScript>>,
    called: RefCell<Vec<String>>,
    replied: RefCell<Vec<BTreeMap<String, ServerReply>>>,
    abandoned: RefCell<Vec<ServerAsks>>,
    open: RefCell<Vec<ServerAsks>>,
    clock: RefCell<Option<Rc<dyn Clock>>>,
    dropped: Cell<usize>,
    lists: Cell<usize>,
    never_lists: Cell<bool>,
}

/// The tools of servers.
#[derive(Clone, Default)]
pub struct FakeTools(Rc<Inner>);

impl FakeTools {
    /// Adds a tool.
    pub fn add(&self, tool: ListedTool) {
        self.0.tools.borrow_mut().push(tool);
    }

    /// Adds to what comes of the next calls that a server takes.
    pub fn will(&self, script: impl IntoIterator<Item = ToolScript>) {
        self.0.script.borrow_mut().extend(script);
    }

    /// From now on servers answer as this says where the script is over: they hear what they are told.
    pub fn answers(&self, mind: impl Fn(&Heard) -> ToolScript + 'static) {
        *self.0.mind.borrow_mut() = Some(Rc::new(mind));
    }

    /// From now on these are the tools.
    pub fn describe(&self, tools: Vec<ListedTool>) {
        *self.0.tools.borrow_mut() = tools;
    }

    /// From now on no server says what tools it has.
    pub fn never_list(&self) {
        self.0.never_lists.set(true);
    }

    /// The calls that a server took: `server tool arguments`, oldest first.
    pub fn called(&self) -> Vec<String> {
        self.0.called.borrow().clone()
    }

    /// What servers got as replies to what they asked for, oldest first.
    pub fn replied(&self) -> Vec<BTreeMap<String, ServerReply>> {
        self.0.replied.borrow().clone()
    }

    /// What servers asked for and nobody replied to, as they were told.
    pub fn abandoned(&self) -> Vec<ServerAsks> {
        self.0.abandoned.borrow().clone()
    }

    /// The clock by which servers work.
    pub fn works_by(&self, clock: Rc<dyn Clock>) {
        *self.0.clock.borrow_mut() = Some(clock);
    }

    /// How often the tools were asked for.
    pub fn lists(&self) -> usize {
        self.0.lists.get()
    }

    /// Calls that were dropped before their answer.
    pub fn dropped(&self) -> usize {
        self.0.dropped.get()
    }
}

/// Counts a call that is dropped before its answer.
struct Open<'a>(&'a Cell<usize>);

impl Drop for Open<'_> {
    fn drop(&mut self) {
        self.0.set(self.0.get() + 1);
    }
}

#[async_trait(?Send)]
impl Tools for FakeTools {
    async fn list(&self) -> Vec<ListedTool> {
        self.0.lists.set(self.0.lists.get() + 1);
        if self.0.never_lists.get() {
            std::future::pending::<()>().await;
        }
        self.0.tools.borrow().clone()
    }

    async fn call(&self, used: ToolUse<'_>, told: &dyn Fn(ToolProgress)) -> Result<ToolAnswer, ToolError> {
        let ToolUse { tool, arguments, replies } = used;
        let is_it = |listed: &&ListedTool| (&listed.tool.server, &listed.tool.name) == (&tool.server, &tool.name);
        let schema = self.0.tools.borrow().iter().find(is_it).map(|listed| listed.parameters.clone());
        let Some(schema) = schema else { return Err(ToolError::Failed(format!("unknown tool {:?}", tool.name))) };
        let arguments = Value::Object(arguments.clone());
        misfit(&schema, &arguments, &schema).map_or(Ok(()), |why| Err(ToolError::Failed(why)))?;
        match replies {
            None => self.0.called.borrow_mut().push(format!("{} {} {arguments}", tool.server, tool.name)),
            Some((asks, replies)) => {
                // Each thing asked for has its reply, to a question that is open, once.
                let known = self.0.open.borrow().iter().position(|open| open == asks);
                let known = known.ok_or_else(|| ToolError::NoAnswer("nothing was asked for".to_owned()))?;
                self.0.open.borrow_mut().remove(known);
                if asks.asks.iter().any(|(id, _)| !replies.contains_key(id)) || asks.asks.len() != replies.len() {
                    return Err(ToolError::Failed("a reply is missing".to_owned()));
                }
                self.0.replied.borrow_mut().push(replies.clone());
            }
        }
        let open = Open(&self.0.dropped);
        let script = self.0.script.borrow_mut().pop_front();
        let mind = self.0.mind.borrow().clone().filter(|_| script.is_none());
        let heard = Heard {
            server: tool.server.clone(),
            tool: tool.name.clone(),
            arguments,
            replies: replies.map(|(_, replies)| replies.clone()),
        };
        let script = script.or_else(|| mind.map(|mind| mind(&heard)));
        let said = |text, is_error| ToolAnswer::Said(ToolSaid { text, is_error, pictures: Vec::new() });
        let answer = match script {
            Some(ToolScript::Says(text)) => Ok(said(text, false)),
            Some(ToolScript::SaysWrong(text)) => Ok(said(text, true)),
            Some(ToolScript::Asks(asks)) => {
                self.0.open.borrow_mut().push(asks.clone());
                Ok(ToolAnswer::Asks(asks))
            }
            Some(ToolScript::Works(times, ms, text)) => {
                let clock = self.0.clock.borrow().clone();
                for number in 1..=times {
                    if let Some(clock) = &clock {
                        clock.sleep(ms).await;
                    }
                    told(ToolProgress {
                        done: number.into(),
                        total: Some(times.into()),
                        message: "working".to_owned(),
                    });
                }
                Ok(said(text, false))
            }
            Some(ToolScript::Tells(all, text)) => {
                all.into_iter().for_each(|message| told(ToolProgress { message, ..ToolProgress::default() }));
                Ok(said(text, false))
            }
            Some(ToolScript::Fails(why)) => Err(ToolError::Failed(why)),
            Some(ToolScript::Breaks) => Err(ToolError::NoAnswer("connection reset".to_owned())),
            Some(ToolScript::Hangs) => std::future::pending().await,
            None => Err(ToolError::Failed("the script is over".to_owned())),
        };
        std::mem::forget(open);
        answer
    }

    fn abandon(&self, _: &ServerTool, asks: &ServerAsks) {
        self.0.open.borrow_mut().retain(|open| open != asks);
        self.0.abandoned.borrow_mut().push(asks.clone());
    }
}

/// Why a value does not fit a JSON Schema, of which this reads what servers of tools use; `root` is where references begin.
fn misfit(schema: &Value, value: &Value, root: &Value) -> Option<String> {
    if let Some(at) = schema.get("$ref").and_then(Value::as_str) {
        return match root.pointer(at.trim_start_matches('#')) {
            Some(schema) => misfit(schema, value, root),
            None => Some(format!("{at} leads nowhere")),
        };
    }
    if let Some(any) = schema.get("anyOf").and_then(Value::as_array) {
        return any.iter().map(|schema| misfit(schema, value, root)).min().flatten();
    }
    let types = match schema.get("type") {
        Some(Value::Array(types)) => types.iter().filter_map(Value::as_str).collect(),
        Some(Value::String(name)) => vec![name.as_str()],
        _ => Vec::new(),
    };
    let is_a = |name: &&str| match *name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "null" => value.is_null(),
        _ => false,
    };
    if !types.is_empty() && !types.iter().any(is_a) {
        return Some(format!("{value} is not of type {}", types.join(" or ")));
    }
    if let Some(words) = schema.get("enum").and_then(Value::as_array)
        && !words.contains(value)
    {
        return Some(format!("{value} is none of {words:?}"));
    }
    if let Some(items) = schema.get("items") {
        return value.as_array().into_iter().flatten().find_map(|item| misfit(items, item, root));
    }
    let fields = value.as_object()?;
    let required = schema.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
    if let Some(missing) = required.into_iter().find(|name| !fields.contains_key(*name)) {
        return Some(format!("{missing} is missing"));
    }
    fields.iter().find_map(|(name, value)| match schema.get("properties").and_then(|all| all.get(name)) {
        Some(schema) => misfit(schema, value, root),
        None if schema.get("additionalProperties") == Some(&Value::Bool(false)) => Some(format!("there is no {name}")),
        None => None,
    })
}
