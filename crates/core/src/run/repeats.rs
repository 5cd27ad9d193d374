//! Detects a run going in circles: the same actions with the same results on an unchanging page.

use super::{Acted, Intent, Run};
use edith_actions::action::Action;
use edith_page::uid::steady;
use edith_page::{FieldValue, Index, Tri};
use edith_protocol::ToolCall;
use edith_tools::Operation;
use edith_words::say;
use serde_json::Value;

/// Longest recognised circle, in actions.
const LONGEST: usize = 3;
/// Rounds until the model is told, and until the run hands over to the person.
const ROUNDS: Patience = Patience { told: 3, ended: 10 };
/// The same for actions that work by repetition, whose progress a look may not show: keystrokes, points of a canvas.
const STROKES: Patience = Patience { told: 8, ended: 24 };
/// The same for looks that show nothing new.
const LOOKS: Patience = Patience { told: 3, ended: 10 };
/// Different actions that failed one after the other, until the model is told, and until the person is asked (figures of the product's rules).
const FAILURES: Patience = Patience { told: 3, ended: 5 };
/// The fingerprint bit of those actions.
const STROKE: u64 = 1;

/// How often something may be repeated.
#[derive(Debug, Clone, Copy)]
struct Patience {
    told: usize,
    ended: usize,
}

/// The reaction to a circle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Circle {
    /// Tell the model this.
    Tell(String),
    /// End the run with this sentence.
    End(String),
    /// Ask the person how to go on.
    Ask,
}

impl Run {
    /// Records an action's result; returns the reaction if the last actions only repeat earlier ones.
    pub(super) fn going_in_circles(&mut self, intent: &Intent, acted: &Acted) -> Option<Circle> {
        // Numbers of elements are others wherever a page is drawn again or reloaded: what counts is what they stand for.
        let page = match (acted.content, &acted.look) {
            (Some(content), _) => content.to_string(),
            (None, Some(look)) => look.text.clone(),
            (None, None) => String::new(),
        };
        let uids = named_in(&intent.proposal.call);
        let text = without(&acted.text, &uids);
        let data = acted.data.iter().map(|data| edith_page::without_uids(&without(&data.text, &uids), |_| true));
        let mut parts = vec![what_is_done(intent), text, page, acted.picture.clone().unwrap_or_default()];
        parts.extend(data);
        let print = fingerprint(&parts.iter().map(String::as_str).collect::<Vec<_>>());
        if intent.proposal.only_looks {
            return self.looking_in_circles(print, &intent.text);
        }
        self.counters.looked.clear();
        self.counters.equal_looks = 0;
        if matches!(intent.operation, Operation::Perform(Action::Wait { .. } | Action::Pause { .. })) {
            return None;
        }
        let again = matches!(
            intent.operation,
            Operation::Perform(
                Action::PressKey { .. } | Action::Scroll { .. } | Action::ClickAt { .. } | Action::DragAt { .. }
            )
        );
        self.circle(if again { print | STROKE } else { print & !STROKE }, &intent.text)
    }

    /// Records a call that could not be done at all.
    pub(super) fn failing_in_circles(&mut self, call: &ToolCall, sentence: &str) -> Option<Circle> {
        let print = fingerprint(&[&call.name, &call.arguments, sentence]);
        self.circle(print & !STROKE, &format!("{} {}", call.name, call.arguments))
    }

    /// Records that an action failed; returns the reaction if several different ones have, with none that worked in between.
    pub(super) fn action_failed(&mut self, intent: &Intent) -> Option<Circle> {
        self.note_failure(fingerprint(&[&what_is_done(intent)]), &intent.text)
    }

    /// The same of a call that could not be done at all.
    pub(super) fn call_failed(&mut self, call: &ToolCall, shown: &str) -> Option<Circle> {
        self.note_failure(fingerprint(&[&call.name, &call.arguments]), shown)
    }

    fn note_failure(&mut self, print: u64, shown: &str) -> Option<Circle> {
        if self.rules().by_code || self.counters.failed.iter().any(|(known, _)| *known == print) {
            return None;
        }
        self.counters.failed.push((print, shown.to_owned()));
        match self.counters.failed.len() {
            // Only whom the person talks to asks them.
            failed if failed >= FAILURES.ended && self.parent().is_none() => Some(Circle::Ask),
            failed if failed >= FAILURES.told => Some(Circle::Tell(format!(
                "{failed} different actions have failed, one after the other. This way does not work: look at the page as it is (take_snapshot, read_page), \
                 find out why, and go about it in another way. Do not try another variant of the same."
            ))),
            _ => None,
        }
    }

    fn circle(&mut self, print: u64, text: &str) -> Option<Circle> {
        if self.rules().by_code {
            // Code makes its calls, and gives up by itself what is not taken.
            return None;
        }
        self.counters.recent.push_back(print);
        while self.counters.recent.len() > LONGEST * ROUNDS.ended.max(STROKES.ended) {
            self.counters.recent.pop_front();
        }
        let rounds = (1..=LONGEST).map(|length| self.rounds_of(length)).max().unwrap_or(0);
        let is_stroke = print & STROKE != 0 && self.rounds_of(1) >= rounds;
        let patience = if is_stroke { STROKES } else { ROUNDS };
        let same = format!("the same {rounds} times in a row, with the same result each time");
        if rounds >= patience.ended {
            return Some(Circle::End(say!(SameAgain { rounds: rounds, does: text }).into()));
        }
        let advice = if is_stroke {
            "If it must be done more often, go on; if it has no effect, try another way, or take a picture to see how far it got."
        } else {
            "It does not help: try another way, or tell the user with ask_user or task_fail what does not work."
        };
        (rounds >= patience.told).then(|| Circle::Tell(format!("You have done {same}. {advice}")))
    }

    /// Looks that show nothing new, with nothing done and nothing waited for in between.
    fn looking_in_circles(&mut self, print: u64, text: &str) -> Option<Circle> {
        if self.counters.looked.contains(&print) {
            self.counters.equal_looks += 1;
        } else {
            self.counters.looked.push_back(print);
        }
        while self.counters.looked.len() > LOOKS.ended {
            self.counters.looked.pop_front();
        }
        match self.counters.equal_looks as usize + 1 {
            looks if looks >= LOOKS.ended => Some(Circle::End(say!(LookedAgain { looks: looks, does: text }).into())),
            looks if looks >= LOOKS.told => Some(Circle::Tell(
                "This shows nothing that you have not seen already. If you expect something, wait for it with wait_for_page_update; else act, or tell \
                 the user what is missing."
                    .to_owned(),
            )),
            _ => None,
        }
    }

    /// How often the last `length` actions were repeated in a row.
    fn rounds_of(&self, length: usize) -> usize {
        let mut newest = self.counters.recent.iter().rev();
        let last: Vec<_> = newest.by_ref().take(length).collect();
        // A single repeated action is a circle of one.
        let is_one = length > 1 && last.windows(2).all(|pair| pair.first() == pair.last());
        if last.len() < length || is_one {
            return 0;
        }
        let same = newest.zip(last.iter().cycle()).take_while(|(older, wanted)| older == *wanted).count();
        1 + same / length
    }
}

/// What a call does, to things and not to numbers: the tool, its other arguments, and what its elements are.
fn what_is_done(intent: &Intent) -> String {
    let things = intent.proposal.facts.elements.iter().map(|element| {
        let place = element.context.first().map(|place| steady(place)).unwrap_or_default();
        format!("{}|{}|{}|{place}", element.kind.label(), element.role, steady(&element.name))
    });
    let things: Vec<String> = things.collect();
    format!("{} {} {}", intent.proposal.call.name, arguments(&intent.proposal.call), things.join("\n"))
}

/// The arguments of a call without uids.
fn arguments(call: &ToolCall) -> String {
    let Ok(mut given) = serde_json::from_str::<Value>(&call.arguments) else { return call.arguments.clone() };
    strip(&mut given, &mut Vec::new());
    given.to_string()
}

/// The uids among the arguments of a call.
fn named_in(call: &ToolCall) -> Vec<String> {
    let mut uids = Vec::new();
    if let Ok(mut given) = serde_json::from_str::<Value>(&call.arguments) {
        strip(&mut given, &mut uids);
    }
    uids
}

/// Takes the uids out of arguments.
fn strip(given: &mut Value, uids: &mut Vec<String>) {
    match given {
        Value::Object(fields) => fields.retain(|name, value| {
            let is_uid = name == "uid" || name.ends_with("_uid");
            if is_uid {
                uids.push(value.to_string().trim_matches('"').to_owned());
            } else {
                strip(value, uids);
            }
            !is_uid
        }),
        Value::Array(items) => items.iter_mut().for_each(|item| strip(item, uids)),
        _ => {}
    }
}

/// A text without these numbers.
fn without(text: &str, numbers: &[String]) -> String {
    let words = text.split_inclusive(|c: char| !c.is_ascii_digit());
    let kept = words
        .filter(|word| !numbers.iter().any(|number| word.trim_end_matches(|c: char| !c.is_ascii_digit()) == number));
    kept.collect()
}

/// What a page shows, as a number: its elements, their values and states, and its text, without uids and without what ticks by itself.
pub(crate) fn content(index: &Index) -> u64 {
    let mut hash = fingerprint(&[index.url.split(['?', '#']).next().unwrap_or_default(), &steady(&index.title)]);
    let tri = |state: Option<Tri>| state.map_or(0, |state| state as u8 + 1);
    for element in &index.elements {
        let value = match &element.value {
            Some(FieldValue::Shown(value)) => value.as_str(),
            Some(FieldValue::Typed(_) | FieldValue::Masked) => "filled",
            None => "",
        };
        let states = &element.states;
        let flags = [states.selected, states.current, states.disabled];
        let flags = flags
            .into_iter()
            .fold(states.expanded.map_or(0, |is| u8::from(is) + 1), |all, flag| all * 2 + u8::from(flag));
        hash = summed(hash, &[tri(states.checked), tri(states.pressed), flags]);
        let place = element.context.first().map(|place| steady(place)).unwrap_or_default();
        for part in [element.kind.label(), &steady(&element.name), value, &place] {
            hash = summed(hash, part.as_bytes());
        }
    }
    index.text.lines().fold(hash, |hash, line| summed(hash, steady(line).as_bytes()))
}

/// FNV-1a, 64 bits: it only has to tell apart a few texts of one run.
pub(crate) fn fingerprint(parts: &[&str]) -> u64 {
    parts.iter().fold(0xcbf2_9ce4_8422_2325, |hash, part| summed(hash, part.as_bytes()))
}

/// The same with one more part.
fn summed(hash: u64, part: &[u8]) -> u64 {
    part.iter().chain([&0]).fold(hash, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}
