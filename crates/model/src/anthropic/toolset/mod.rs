//! Anthropic's browser toolset, `browser_toolset_20260801`: one entry among the tools stands for members that its models were trained with
//! (<https://platform.claude.com/docs/en/agents-and-tools/tool-use/browser-use-tool>). Whoever asks carries them out, so each member that EDITH can
//! serve becomes a call of one of its own tools; nothing else of EDITH ever sees a member. The rest is withheld in the entry.

mod members;
mod reading;
#[cfg(test)]
mod tests;
mod writing;

use crate::ToolSpec;
use edith_protocol::{Gather as _, ToolCall};
use members::{MEMBERS, Member, Served};
use serde_json::{Map, Value, json};

/// The entry's type.
const TYPE: &str = "browser_toolset_20260801";
/// What the model's calls of members, and their results, carry as `toolset_name`.
pub(super) const FAMILY: &str = "browser";
/// Stands before a member's name where the order of a turn's blocks is kept.
const MARK: &str = "browser.";

/// The members that a request offers.
pub(super) struct Toolset {
    offered: Vec<(&'static Member, &'static Served)>,
}

impl Toolset {
    /// The members that these tools can serve; none: without any, the entry would be refused.
    pub(super) fn of(tools: &[ToolSpec]) -> Option<Self> {
        let has = |name: &&str| tools.iter().any(|tool| !tool.foreign && tool.name == *name);
        let served = MEMBERS.iter().filter_map(|member| Some((member, member.served()?)));
        let offered: Vec<_> = served.filter(|(_, served)| served.needs.iter().all(&has)).collect();
        (!offered.is_empty()).then_some(Self { offered })
    }

    /// The entry among the tools. All that is not offered is switched off by name.
    pub(super) fn entry(&self) -> Value {
        let is_offered = |name: &str| self.offered.iter().any(|(member, _)| member.name == name);
        let withheld = MEMBERS.iter().filter(|member| !is_offered(member.name));
        let configs: Map<String, Value> =
            withheld.map(|member| (member.name.to_owned(), json!({ "enabled": false }))).gathered();
        json!({ "type": TYPE, "configs": configs })
    }

    /// Whether the model gets members in place of this tool.
    pub(super) fn replaces(&self, tool: &ToolSpec) -> bool {
        !tool.foreign && self.offered.iter().any(|(_, served)| served.replaces.contains(&&*tool.name))
    }

    /// What the model must know besides the members' own descriptions.
    pub(super) fn rules(&self) -> String {
        let mut rows: Vec<(&[&str], Vec<&str>)> = Vec::new();
        for (member, served) in self.offered.iter().filter(|(_, served)| !served.replaces.is_empty()) {
            match rows.iter_mut().find(|(tools, _)| *tools == served.replaces) {
                Some((_, members)) => members.push(member.name),
                None => rows.push((served.replaces, vec![member.name])),
            }
        }
        let rows: Vec<String> =
            rows.iter().map(|(tools, members)| format!("{} → {}", tools.join(", "), members.join(", "))).collect();
        format!(
            "# The browser toolset\nWhere these rules or a result name a tool that you do not have, use a member of the browser toolset: {}. The uid of an \
             element is its ref: the target of element 12 is {{\"type\": \"ref\", \"ref\": \"ref_12\"}}. Coordinates and tab_id cannot be used.",
            rows.join("; ")
        )
    }
}

/// The call that a member's call stands for.
///
/// # Errors
/// If it cannot be done, with why, as a sentence for the model.
pub(super) fn read(id: String, member: &str, input: &str) -> Result<ToolCall, String> {
    let Some(row) = MEMBERS.iter().find(|row| row.name == member) else {
        return Err(format!("The browser toolset has no member {member:?}."));
    };
    let served = row.served().ok_or_else(|| row.why_withheld())?;
    let given: Value =
        serde_json::from_str(input).map_err(|error| format!("The input of {member} is no JSON ({error})."))?;
    let fields = given.as_object().ok_or_else(|| format!("The input of {member} is no JSON object."))?;
    let (name, arguments) = (served.read)(&reading::Input::of(member, fields)?)?;
    Ok(ToolCall { id, name: name.to_owned(), arguments: arguments.to_string() })
}

/// What stands for a member's call where the order of a turn's blocks is kept.
pub(super) fn mark(member: &str) -> String {
    format!("{MARK}{member}")
}

/// Whether something stands for a member's call there.
pub(super) fn is_mark(kept: &str) -> bool {
    kept.starts_with(MARK)
}

/// The block of a call that was made as the member of this mark; none: it was made otherwise, or is no longer what was read from it.
pub(super) fn block(mark: &str, id: &str, call: &ToolCall) -> Option<Value> {
    let row = MEMBERS.iter().find(|row| mark.strip_prefix(MARK) == Some(row.name))?;
    let served = row.served().filter(|served| served.needs.contains(&&*call.name))?;
    let given: Value = serde_json::from_str(&call.arguments).ok()?;
    let input = (served.write)(&call.name, given.as_object()?)?;
    Some(json!({ "type": "tool_use", "id": id, "name": row.name, "toolset_name": FAMILY, "input": input }))
}
