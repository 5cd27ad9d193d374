//! The worker's log as text: a line per entry, for reading and for reports.

use crate::state::format::moment;
use edith_protocol::LogEntry;

/// The entries, latest first; `zone` is the local offset from UTC in minutes.
pub fn lines(entries: &[LogEntry], zone: f64) -> String {
    let line = |entry: &LogEntry| {
        let args: String = entry.args.iter().map(|(name, value)| format!(" {name}={value}")).collect();
        format!("{} {} {}{args}", moment(entry.at, zone), entry.level.name(), entry.code)
    };
    entries.iter().rev().map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use edith_protocol::LogLevel;

    #[test]
    fn an_entry_is_a_line_and_the_latest_comes_first() {
        let entry = |at, level, code: &str, args: &[(&str, &str)]| LogEntry {
            at,
            level,
            code: code.into(),
            args: args.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect(),
        };
        let all = [
            entry(0.0, LogLevel::Info, "run.resume", &[]),
            entry(86_399_000.0, LogLevel::Warn, "run.delete", &[("run", "r1"), ("error", "full")]),
        ];
        assert_eq!(
            lines(&all, 60.0),
            "1970-01-02 00:59:59 warn run.delete error=full run=r1\n1970-01-01 01:00:00 info run.resume"
        );
        assert_eq!(lines(&[], 0.0), "");
    }
}
