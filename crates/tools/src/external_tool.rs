//! Tools of servers as a run has them: with names that model servers take, and as the model is told of them.

use edith_model::fence::unmarked;
use edith_model::{ToolSpec, folded};
use edith_port::{ListedTool, ServerAsks, ServerReply, ServerTool};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// Tools of servers that a run is offered, at most (the contract's figure).
pub const MOST_TOOLS: usize = 40;
/// Tools that a search finds, at most.
const MOST_FOUND: usize = 10;
/// Characters of a tool's name that every model server takes: letters, digits, `_` and `-`, at most so many.
const NAME_CHARS: usize = 64;
/// The longest name that servers give (the protocol's figure).
const SERVER_NAME_CHARS: usize = 128;
/// Characters of a description that the model is sent, at most: the shortest limit of the model servers.
const DESCRIPTION_CHARS: usize = 1_024;
/// Bytes of a schema that the model is sent, at most.
const SCHEMA_BYTES: usize = 10_000;
/// Bytes that all tools of servers say in one request, at most: what they say pushes nothing else out.
const ALL_BYTES: usize = 100_000;

/// A tool of a server, with the name that the model calls it by.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ExternalTool {
    /// `mcp__SERVER__TOOL`, as far as model servers take that.
    pub name: String,
    /// The tool.
    pub listed: ListedTool,
}

/// A call of a server's tool.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct External {
    /// What the model calls the tool.
    pub called: String,
    /// The tool.
    pub tool: ServerTool,
    /// Its arguments; the server checks them.
    pub arguments: Map<String, Value>,
    /// What the server asked for meanwhile; none: the call begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub continued: Option<Box<Continued>>,
}

/// What a server asked for before it goes on with a call, as far as it was replied to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Continued {
    /// What it asked for.
    pub asks: ServerAsks,
    /// The replies by the ids of what was asked for.
    pub replies: BTreeMap<String, ServerReply>,
    /// How often it has asked within this call.
    pub rounds: u32,
}

impl ExternalTool {
    /// Names the tools that servers list. Left out are those whose server or own name nobody could tell from another by looking at it, and those
    /// whose schema is not an object. Signs that model servers do not take become `_`; of two tools with one name the second gets a number.
    pub fn named(listed: Vec<ListedTool>) -> Vec<Self> {
        Self::named_beside(&[], listed)
    }

    /// The same beside tools that have names already: each of them keeps its own, and no other tool gets it.
    pub fn named_beside(known: &[Self], listed: Vec<ListedTool>) -> Vec<Self> {
        let mut named: Vec<Self> = Vec::new();
        for listed in listed.into_iter().filter(is_fit) {
            let known_name = known.iter().find(|known| known.is_of(&listed.tool)).map(|known| known.name.clone());
            let full = format!("mcp__{}__{}", plain(&listed.tool.server), plain(&listed.tool.name));
            let numbered = (2..).map(|number| format!("_{number}"));
            let mut names = std::iter::once(String::new()).chain(numbered).map(|end| {
                let begin: String = full.chars().take(NAME_CHARS - end.len()).collect();
                begin + &end
            });
            let is_free = |name: &String| named.iter().chain(known).all(|other| other.name != *name);
            let name = known_name.or_else(|| names.find(is_free));
            named.extend(name.map(|name| Self { name, listed }));
        }
        named
    }

    /// Whether it is this tool, however it is described.
    fn is_of(&self, tool: &ServerTool) -> bool {
        let own = &self.listed.tool;
        (&own.server_id, &own.server, &own.name) == (&tool.server_id, &tool.server, &tool.name)
    }

    /// What the model is told of it.
    pub(super) fn spec(&self) -> ToolSpec {
        let ListedTool { tool, description, .. } = &self.listed;
        let said = format!("Tool of the server {}, which says of it: {}", tool.server, unmarked(description));
        let description: String = said.chars().take(DESCRIPTION_CHARS).collect();
        let (name, parameters) = (self.name.clone().into(), self.parameters().into());
        ToolSpec { name, description: description.into(), parameters, foreign: true }
    }

    /// The schema of its arguments as the model is sent it: as every model server takes it, unless it is longer than any that helps. Then without its
    /// words, and if that is not enough, without itself: the server checks what it gets.
    pub fn parameters(&self) -> String {
        let mut schema = folded(&self.listed.parameters);
        let whole = unmarked(&schema.to_string());
        if whole.len() <= SCHEMA_BYTES {
            return whole;
        }
        without_words(&mut schema);
        let bare = unmarked(&schema.to_string());
        if bare.len() <= SCHEMA_BYTES { bare } else { folded(&Value::Null).to_string() }
    }

    /// So many of the first that a request has room for what they say, and at most this many.
    pub fn with_room(all: &[Self], most: usize) -> usize {
        let mut room = ALL_BYTES;
        let fits = |tool: &&Self| {
            let left = room.checked_sub(tool.parameters().len() + DESCRIPTION_CHARS.min(tool.listed.description.len()));
            room = left.unwrap_or(room);
            left.is_some()
        };
        all.iter().take(most).take_while(fits).count()
    }
}

/// Takes the words out of a schema: they are what a server can make as long as it wants.
fn without_words(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            // A property may be called so; what is not text is not words.
            for name in ["description", "title", "default", "examples", "example", "$comment"] {
                if fields.get(name).is_some_and(|value| value.is_string() || value.is_array()) {
                    fields.remove(name);
                }
            }
            fields.values_mut().for_each(without_words);
        }
        Value::Array(all) => all.iter_mut().for_each(without_words),
        _ => {}
    }
}

/// Tools of servers whose name or description has words of a query: those with most of them first.
pub fn search(all: Vec<ExternalTool>, query: &str) -> Vec<ExternalTool> {
    let words: Vec<String> = query
        .to_lowercase()
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect();
    let score = |tool: &ExternalTool| -> usize {
        let (name, said) = (tool.listed.tool.name.to_lowercase(), tool.listed.description.to_lowercase());
        // A word of the name says more than one of a long description.
        words.iter().map(|word| 3 * usize::from(name.contains(word)) + usize::from(said.contains(word))).sum()
    };
    let mut found: Vec<(usize, ExternalTool)> =
        all.into_iter().map(|tool| (score(&tool), tool)).filter(|(score, _)| *score > 0).collect();
    found.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
    found.into_iter().take(MOST_FOUND).map(|(_, tool)| tool).collect()
}

fn is_fit(listed: &ListedTool) -> bool {
    let ServerTool { server, name, .. } = &listed.tool;
    let is_plain = |text: &str| !text.is_empty() && plain(text) == text;
    let is_shown =
        !name.trim().is_empty() && !name.chars().any(|c| c.is_control() || edith_model::fence::is_invisible(c));
    is_plain(server) && is_shown && name.chars().count() <= SERVER_NAME_CHARS && listed.parameters.is_object()
}

/// The text with `_` for every sign that model servers do not take in names.
fn plain(text: &str) -> String {
    text.chars().map(|c| if c.is_ascii_alphanumeric() || matches!(c, '_' | '-') { c } else { '_' }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::BUILT_IN;
    use serde_json::json;

    fn listed(server: &str, name: &str) -> ListedTool {
        let tool = ServerTool { server: server.into(), name: name.into(), ..ServerTool::default() };
        ListedTool { tool, description: String::new(), parameters: json!({"type": "object"}) }
    }

    fn names(tools: &[(&str, &str)]) -> Vec<String> {
        let listed = tools.iter().map(|(server, name)| listed(server, name)).collect();
        ExternalTool::named(listed).into_iter().map(|tool| tool.name).collect()
    }

    #[test]
    fn a_search_finds_by_name_before_description() {
        let mut all = ExternalTool::named(vec![listed("a", "list"), listed("a", "create_issue"), listed("b", "other")]);
        all[0].listed.description = "Lists every Issue".into();
        let found = |query| search(all.clone(), query).into_iter().map(|tool| tool.name).collect::<Vec<_>>();
        assert_eq!(found("an issue, please: CREATE it"), ["mcp__a__create_issue", "mcp__a__list"]);
        assert!(found("weather").is_empty() && found(" - ").is_empty());
    }

    #[test]
    fn every_name_is_one_that_model_servers_take_and_no_other_tools() {
        let long = "x".repeat(80);
        let cut = format!("mcp__a__{}", "x".repeat(56));
        for (tools, expected) in [
            (vec![("a", "click"), ("b", "click")], vec!["mcp__a__click", "mcp__b__click"]),
            (vec![("a", "é.x/y"), ("a", "é x y")], vec!["mcp__a____x_y", "mcp__a____x_y_2"]),
            (vec![("a", "b__c"), ("a__b", "c")], vec!["mcp__a__b__c", "mcp__a__b__c_2"]),
            (vec![("a", &long), ("a", &long[1..])], vec![cut.as_str(), &format!("{}_2", &cut[..62])]),
            (vec![("", "x"), ("a b", "x"), ("a", ""), ("a", "x\u{200b}"), ("a", "x\ny")], vec![]),
            (vec![("a", &"x".repeat(129))], vec![]),
        ] {
            assert_eq!(names(&tools), expected);
        }
        let many: Vec<String> = (0..60).map(|number| format!("t{number}")).collect();
        let many = names(&many.iter().map(|name| ("a", name.as_str())).collect::<Vec<_>>());
        assert_eq!(many.len(), 60);
        assert!(BUILT_IN.iter().all(|tool| !tool.name.starts_with("mcp__")));
        let no_object = ListedTool { parameters: json!("text"), ..listed("a", "x") };
        assert!(ExternalTool::named(vec![no_object]).is_empty());
    }
}
