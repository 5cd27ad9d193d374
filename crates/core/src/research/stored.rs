//! A research's stored form: read and written by hand, which takes 5 KB less of the compressed worker than derived code.

use super::findings::{Check, Fact, Findings};
use super::fragment::Around;
use super::{Phase, Research, Source, SourceState};
use edith_protocol::{RunId, TabId, json};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Value, json};

impl Serialize for Research {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        write_research(self).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Research {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(read_research(&Value::deserialize(deserializer)?))
    }
}

impl Serialize for Findings {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        write_findings(self).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Findings {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(read_findings(&Value::deserialize(deserializer)?))
    }
}

fn text(value: &Value, name: &str) -> String {
    value.get(name).and_then(Value::as_str).unwrap_or_default().to_owned()
}

fn list<'a>(value: &'a Value, name: &str) -> impl Iterator<Item = &'a Value> {
    value.get(name).and_then(Value::as_array).into_iter().flatten()
}

fn tab(value: &Value) -> Option<TabId> {
    value.as_i64().and_then(|id| i32::try_from(id).ok()).map(TabId)
}

fn write_research(research: &Research) -> Value {
    let phase = match research.phase {
        Phase::Planning => "planning",
        Phase::Gathering => "gathering",
        Phase::Reporting => "reporting",
    };
    let sources: Vec<Value> = research.sources.iter().map(write_source).collect();
    json!({ "phase": phase, "sources": sources, "notes": research.notes, "askedAgain": research.asked_again })
}

fn read_research(value: &Value) -> Research {
    Research {
        phase: match text(value, "phase").as_str() {
            "gathering" => Phase::Gathering,
            "reporting" => Phase::Reporting,
            _ => Phase::Planning,
        },
        sources: list(value, "sources").map(read_source).collect(),
        notes: list(value, "notes").filter_map(Value::as_str).map(str::to_owned).collect(),
        asked_again: value.get("askedAgain") == Some(&Value::Bool(true)),
    }
}

fn write_source(source: &Source) -> Value {
    json!({
        "run": source.run,
        "description": source.description,
        "url": source.url,
        "goal": source.goal,
        "state": source.state,
        "text": source.text,
        "step": source.step,
        "tab": source.tab,
        "tabs": source.tabs,
        "usage": source.usage,
        "found": write_findings(&source.found),
    })
}

fn read_source(value: &Value) -> Source {
    let part = |name: &str| value.get(name).unwrap_or(&Value::Null);
    Source {
        run: RunId(text(value, "run")),
        description: text(value, "description"),
        url: text(value, "url"),
        goal: text(value, "goal"),
        state: json::from_value(part("state").clone()).unwrap_or(SourceState::Failed),
        text: text(value, "text"),
        step: part("step").as_u64().and_then(|step| u32::try_from(step).ok()).unwrap_or_default(),
        tab: tab(part("tab")),
        tabs: list(value, "tabs").filter_map(tab).collect(),
        usage: json::from_value(part("usage").clone()).unwrap_or_default(),
        found: read_findings(part("found")),
    }
}

fn write_findings(findings: &Findings) -> Value {
    let fact = |fact: &Fact| {
        let (check, figures) = match &fact.check {
            Check::NoQuote => ("no_quote", &[][..]),
            Check::Confirmed => ("confirmed", &[][..]),
            Check::NotFound => ("not_found", &[][..]),
            Check::Figures(figures) => ("figures", figures.as_slice()),
        };
        json!({
            "text": fact.text,
            "quote": fact.quote,
            "url": fact.url,
            "before": fact.around.before,
            "after": fact.around.after,
            "check": check,
            "figures": figures,
        })
    };
    json!({ "summary": findings.summary, "facts": findings.facts.iter().map(fact).collect::<Vec<_>>() })
}

fn read_findings(value: &Value) -> Findings {
    let fact = |value: &Value| Fact {
        text: text(value, "text"),
        quote: text(value, "quote"),
        url: text(value, "url"),
        around: Around { before: text(value, "before"), after: text(value, "after") },
        check: match text(value, "check").as_str() {
            "confirmed" => Check::Confirmed,
            "not_found" => Check::NotFound,
            "figures" => Check::Figures(list(value, "figures").filter_map(Value::as_str).map(str::to_owned).collect()),
            _ => Check::NoQuote,
        },
    };
    Findings { summary: text(value, "summary"), facts: list(value, "facts").map(fact).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_read_as_it_was_written() {
        let checks =
            [Check::NoQuote, Check::Confirmed, Check::NotFound, Check::Figures(vec!["1".into(), "2,5".into()])];
        let around = Around { before: "b".into(), after: "a".into() };
        let facts = checks.into_iter().map(|check| Fact {
            text: "t".into(),
            quote: "q".into(),
            url: "u".into(),
            around: around.clone(),
            check,
        });
        let found = Findings { summary: "s".into(), facts: facts.collect() };
        let states =
            [SourceState::Waiting, SourceState::Working, SourceState::Done, SourceState::Failed, SourceState::Stopped];
        let sources = states.into_iter().map(|state| Source {
            run: "r".into(),
            description: "d".into(),
            url: "u".into(),
            goal: "g".into(),
            state,
            text: "t".into(),
            step: 3,
            tab: Some(TabId(7)),
            tabs: vec![TabId(8), TabId(9)],
            usage: edith_protocol::Usage {
                prompt_tokens: 5,
                completion_tokens: 6,
                cached_tokens: 1,
                price: Some(0.25),
            },
            found: found.clone(),
        });
        let sources: Vec<Source> = sources.collect();
        for phase in [Phase::Planning, Phase::Gathering, Phase::Reporting] {
            let research = Research { phase, sources: sources.clone(), notes: vec!["n".into()], asked_again: true };
            let stored = serde_json::to_string(&research).unwrap();
            assert_eq!(serde_json::from_str::<Research>(&stored).unwrap(), research);
        }
        assert_eq!(serde_json::from_str::<Research>("{}").unwrap(), Research::default());
    }
}
