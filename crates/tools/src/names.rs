//! Tool names as models write them.

use super::declare::{Declaration, Offered};
use super::{CallError, ExternalTool};

/// The tool a name means, ignoring case, separators and prefixes like `functions.`.
pub(super) fn exact_name(tools: &[Declaration], name: &str) -> Option<&'static str> {
    let bare = |text: &str| -> String {
        text.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
    };
    let wrote = name.trim().trim_end_matches("()");
    let wrote = bare(wrote.rsplit(['.', ':', '/']).next().unwrap_or(wrote));
    tools.iter().map(|tool| tool.name).find(|name| bare(name) == wrote)
}

/// The error for a name that no tool has, where these of servers are offered besides.
pub(super) fn unknown(tools: &[Declaration], external: &[ExternalTool], name: &str) -> CallError {
    let wrote: String = name.chars().take(60).collect();
    let others = || external.iter().map(|tool| tool.name.as_str());
    let all = tools.iter().map(|tool| tool.name).chain(others());
    let nearest = all.min_by_key(|known| distance(&wrote, known)).unwrap_or_default().to_owned();
    let offered = tools
        .iter()
        .filter(|tool| matches!(tool.offered, Offered::OnPages | Offered::Always | Offered::EndsTask))
        .map(|tool| tool.name)
        .chain(others())
        .collect::<Vec<_>>()
        .join(", ");
    CallError::UnknownTool { wrote, nearest, offered }
}

/// Edit distance between two names; a shared word counts as closer.
fn distance(a: &str, b: &str) -> usize {
    let shared = a.split('_').filter(|word| word.len() > 2 && b.split('_').any(|other| other == *word)).count();
    // A name with words beyond those written is further away.
    let more = b.split('_').filter(|word| !a.split('_').any(|other| other == *word)).count();
    (strsim::levenshtein(&a.to_lowercase(), b) + 4 * more).saturating_sub(4 * shared)
}
