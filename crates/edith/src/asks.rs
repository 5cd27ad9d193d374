//! Who answers what a run asks: the arguments, a person at the terminal, or nobody.

use crate::arguments::YesTo;
use crate::told::plain;
use crate::words::{Sentence, effect, foreign, say};
use edith_protocol::{Ask, AskAnswer, AskKind, EffectClass, FormValue, Origin};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::io::BufRead;

/// What becomes of an ask.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Decision {
    /// It is answered.
    Answer(AskAnswer),
    /// A person is asked.
    Person,
    /// Nobody is there.
    Nobody,
}

/// Decides about an ask. `attended`: a person is at the terminal.
pub(crate) fn decide(ask: &Ask, yes: YesTo, attended: bool) -> Decision {
    let only_reads = || matches!(&ask.kind, AskKind::Approval(shown) if shown.action.class == EffectClass::Reads);
    match yes {
        YesTo::Reads if only_reads() => Decision::Answer(AskAnswer::Once),
        YesTo::Reads | YesTo::Never if attended => Decision::Person,
        YesTo::Reads | YesTo::Never => Decision::Nobody,
    }
}

/// An ask as a person reads it at a terminal, with what may be typed. `names`: those of the documents, by id.
pub(crate) fn shown(ask: &Ask, names: &BTreeMap<String, String>) -> String {
    let mut text = String::new();
    // Writing to a text cannot fail.
    let mut line = |words: Sentence| {
        let _written = writeln!(text, "{}", plain(&words.to_string()));
    };
    if !ask.text.is_empty() {
        line(foreign(&ask.text));
    }
    if let Some(about) = ask.action() {
        line(say!(AskedDoes { does: &about.action.says }));
        if !about.origin.is_empty() {
            line(say!(AskedAt { place: &about.origin }));
        }
        for value in &about.values {
            let source = source(&value.source, names);
            line(if value.field.is_empty() {
                say!(AskedValue { value: &value.value, source: source })
            } else {
                say!(AskedField { field: &value.field, value: &value.value, source: source })
            });
        }
    }
    let choices = match &ask.kind {
        AskKind::Approval(_) => say!(ApprovalChoices),
        AskKind::Limit { options, .. } => match options.as_slice() {
            [more, stop] => say!(LimitChoices { more: more, stop: stop }),
            _ => say!(LimitChoices { more: say!(GoOn), stop: say!(Stop) }),
        },
        AskKind::Question { options, .. } => {
            for (number, option) in (1..).zip(options) {
                line(foreign(format_args!("  {number}: {option}")));
            }
            if options.is_empty() { say!(AnswerFreely) } else { say!(AnswerByNumber) }
        }
        AskKind::Plan { steps, message } => {
            line(foreign(message));
            for (number, step) in (1..).zip(steps) {
                let effects: Vec<String> = step.effects.iter().map(|name| effect(name).to_string()).collect();
                let effects = if effects.is_empty() { String::new() } else { format!(" [{}]", effects.join(", ")) };
                line(foreign(format_args!("  {number}. {}{effects}", step.text)));
            }
            say!(PlanChoices)
        }
        AskKind::Form { questions } => {
            for row in questions {
                line(foreign(format_args!("  {}: {}", row.title, written(&row.value))));
            }
            say!(FormChoices)
        }
    };
    line(say!(Choices { choices: choices }));
    text
}

/// Where a value comes from, in words.
fn source(source: &Origin, names: &BTreeMap<String, String>) -> Sentence {
    match source {
        Origin::Task => say!(SourceTask),
        Origin::Model => say!(SourceModel),
        Origin::Page => say!(SourcePage),
        Origin::User => say!(SourceUser),
        Origin::Profile => say!(SourceProfile),
        Origin::Earlier => say!(SourceEarlier),
        Origin::Tabs => say!(SourceTabs),
        // By its number nobody knows it.
        Origin::Document(id) => names.get(id).map_or(say!(SourceADocument), |name| say!(SourceDocument { name: name })),
        Origin::Mcp(server) => say!(SourceServer { name: server }),
        Origin::Site(site) => foreign(site),
    }
}

/// The documents that values of an ask come from, by id.
pub(crate) fn documents(ask: &Ask) -> impl Iterator<Item = &str> {
    ask.action().into_iter().flat_map(|about| &about.values).filter_map(|value| match &value.source {
        Origin::Document(id) => Some(id.as_str()),
        _ => None,
    })
}

/// A form's value in words.
fn written(value: &FormValue) -> String {
    match serde_json::to_value(value).unwrap_or_default() {
        serde_json::Value::String(text) => text,
        other => other.to_string(),
    }
}

/// What a typed line answers; none: it answers nothing, and is asked for again.
pub(crate) fn read(ask: &Ask, line: &str) -> Option<AskAnswer> {
    let line = line.trim();
    let (word, rest) = line.split_once(':').map_or((line, ""), |(word, rest)| (word.trim(), rest.trim()));
    let word = word.to_lowercase();
    let is = |full: &str| !word.is_empty() && full.starts_with(&word);
    match &ask.kind {
        AskKind::Approval(_) if is("no") || is("deny") => {
            Some(if rest.is_empty() { AskAnswer::Deny } else { AskAnswer::deny(rest) })
        }
        AskKind::Approval(_) if is("once") => Some(AskAnswer::Once),
        AskKind::Approval(_) if is("task") => Some(AskAnswer::Task),
        AskKind::Approval(_) if is("site") => Some(AskAnswer::Site),
        AskKind::Limit { .. } if is("yes") => Some(AskAnswer::Once),
        AskKind::Limit { .. } | AskKind::Form { .. } | AskKind::Plan { .. } if is("no") => Some(AskAnswer::Deny),
        AskKind::Form { .. } if is("yes") => Some(AskAnswer::Fill(Default::default())),
        AskKind::Plan { .. } if is("yes") => Some(AskAnswer::Approve(None)),
        AskKind::Plan { .. } if !line.is_empty() => Some(AskAnswer::Revise(line.to_owned())),
        AskKind::Question { options, .. } if !line.is_empty() => {
            let number = line.parse::<usize>().ok().and_then(|number| options.get(number.checked_sub(1)?));
            Some(AskAnswer::Text(number.map_or(line, String::as_str).to_owned()))
        }
        AskKind::Approval(_)
        | AskKind::Limit { .. }
        | AskKind::Form { .. }
        | AskKind::Plan { .. }
        | AskKind::Question { .. } => None,
    }
}

/// The next line that a person types; none: the terminal is closed.
pub(crate) async fn typed() -> Option<String> {
    let line = tokio::task::spawn_blocking(|| {
        let mut line = String::new();
        std::io::stdin().lock().read_line(&mut line).ok().filter(|bytes| *bytes > 0).map(|_| line)
    });
    line.await.ok().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn ask(more: &Value) -> Ask {
        let mut ask = json!({"runId": "r", "conversationId": "c", "askId": "a", "text": "Well?"});
        ask.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        serde_json::from_value(ask).unwrap()
    }

    fn approval(class: &Value) -> Ask {
        let action = json!({"tool": "click", "args": {}, "target": null, "says": "Click \"Send\"", "class": class});
        let values = json!([
            {"field": "To", "value": "ann\u{1b}[2J", "source": "task"},
            {"field": "", "value": "and 2 more", "source": "page"},
            {"field": "Item", "value": "lamp", "source": "document:a388"},
            {"field": "Count", "value": "3", "source": "document:a389"},
        ]);
        ask(&json!({"kind": "approval", "action": action, "origin": "https://a.example", "values": values}))
    }

    #[test]
    fn only_what_reads_is_answered_by_itself_and_only_if_that_is_wanted() {
        let (reads, sends) = (approval(&json!("reads")), approval(&json!({"commits": "sends"})));
        let question = ask(&json!({"kind": "question"}));
        let yes = Decision::Answer(AskAnswer::Once);
        for (one, which, attended, expected) in [
            (&reads, YesTo::Reads, false, &yes),
            (&reads, YesTo::Reads, true, &yes),
            (&reads, YesTo::Never, false, &Decision::Nobody),
            (&reads, YesTo::Never, true, &Decision::Person),
            (&sends, YesTo::Reads, false, &Decision::Nobody),
            (&sends, YesTo::Reads, true, &Decision::Person),
            (&question, YesTo::Reads, false, &Decision::Nobody),
        ] {
            assert_eq!(&decide(one, which, attended), expected, "{one:?} {which:?}");
        }
    }

    #[test]
    fn only_words_of_consent_allow_something() {
        let one = approval(&json!({"commits": "sends"}));
        for (line, expected) in [
            ("o", Some(AskAnswer::Once)),
            ("Once\n", Some(AskAnswer::Once)),
            ("t", Some(AskAnswer::Task)),
            ("site", Some(AskAnswer::Site)),
            ("n", Some(AskAnswer::Deny)),
            ("n: too dear", Some(AskAnswer::deny("too dear"))),
            ("y", None),
            ("", None),
            ("ones", None),
        ] {
            assert_eq!(read(&one, line), expected, "{line:?}");
        }
    }

    #[test]
    fn other_asks_are_answered_in_their_own_ways() {
        let question = ask(&json!({"kind": "question", "options": ["red", "green"]}));
        assert_eq!(read(&question, "2"), Some(AskAnswer::Text("green".into())));
        assert_eq!(read(&question, "3"), Some(AskAnswer::Text("3".into())));
        assert_eq!(read(&question, "no: blue"), Some(AskAnswer::Text("no: blue".into())));
        let plan = ask(&json!({"kind": "plan", "message": "m", "steps": [{"stepId": "s", "text": "t"}]}));
        assert_eq!(read(&plan, "y"), Some(AskAnswer::Approve(None)));
        assert_eq!(read(&plan, "first the other"), Some(AskAnswer::Revise("first the other".into())));
        let limit = json!({"kind": "steps", "span": "task", "used": 1.0, "limit": 1.0, "more": 1.0});
        let limit = ask(&json!({"kind": "question", "options": ["more", "stop"], "limit": limit}));
        assert_eq!(
            (read(&limit, "yes"), read(&limit, "n"), read(&limit, "")),
            (Some(AskAnswer::Once), Some(AskAnswer::Deny), None)
        );
        let form = ask(&json!({"kind": "form", "questions": []}));
        assert_eq!(read(&form, "y"), Some(AskAnswer::Fill(Default::default())));
    }

    #[test]
    fn what_a_page_says_cannot_drive_the_terminal() {
        let names = BTreeMap::from([("a389".to_owned(), "order.txt".to_owned())]);
        let text = shown(&approval(&json!({"commits": "sends"})), &names);
        assert!(
            text.contains("Click \"Send\"") && text.contains("https://a.example") && text.contains("To: ann"),
            "{text}"
        );
        assert!(!text.contains('\u{1b}'), "{text:?}");
        assert!(text.contains("\n  and 2 more (from the page)\n  Item: lamp (from a document)\n"), "{text}");
        assert!(text.contains("\n  Count: 3 (from the document order.txt)\n"), "{text}");
    }
}
