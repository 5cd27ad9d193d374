//! The next call of a replay on the page as it is: the step that is next, or a question where it does not fit.

use super::alike::shape;
use super::amounts::amounts;
use super::call_id::What;
use super::element::{held, state, told};
use super::fits::{Misfit, find};
use super::place::{page, same_page};
use super::state::{Choice, Replay, Stage, Trouble};
use super::steps::Step;
use edith_actions::http_url::HttpUrl;
use edith_page::{Element, FieldValue, Index};
use edith_protocol::ToolCall;
use edith_words::{Sentence, Word, say};
use serde_json::{Map, Value, json};

/// Names of arguments that are uids, in the order of a recording's elements.
const UIDS: [&str; 3] = ["uid", "from_uid", "to_uid"];

/// What a turn is made from.
pub(crate) struct Now<'a> {
    /// The page; none: there is none, or a dialog is over it.
    pub(crate) page: Option<&'a Index>,
    /// The open dialog's text.
    pub(crate) dialog: Option<String>,
    /// Whether the run has a tab.
    pub(crate) has_tab: bool,
    /// Whether a model could go on.
    pub(crate) has_model: bool,
    /// Whether an element's number is stored with the run.
    pub(crate) known: &'a dyn Fn(u32) -> bool,
    /// The turn's number.
    pub(crate) turn: u32,
}

/// Why a step is not done, whether the person may have it done anyway, and whether it may be left out.
struct Stop {
    why: Sentence,
    anyway: bool,
}

impl Stop {
    fn certain(why: Sentence) -> Box<Self> {
        Box::new(Self { why, anyway: true })
    }

    fn unclear(why: Sentence) -> Box<Self> {
        Box::new(Self { why, anyway: false })
    }
}

impl Replay {
    /// The next call.
    pub(crate) fn turn(&self, now: &Now<'_>) -> ToolCall {
        let step = self.steps.get(self.at);
        match &self.stage {
            Stage::Stopping => self.stop(now),
            Stage::Trouble(trouble) => self.ask_about(trouble, now),
            Stage::Next | Stage::Anyway | Stage::Entered | Stage::Left => match step {
                None => self.end(now),
                Some(step) => self.step(step, now).unwrap_or_else(|stop| self.ask_why(step, *stop, now)),
            },
        }
    }

    fn call(&self, what: What, tool: &str, args: Value, now: &Now<'_>) -> ToolCall {
        ToolCall { id: what.id(self.at, now.turn, ""), name: tool.to_owned(), arguments: args.to_string() }
    }

    fn step(&self, step: &Step, now: &Now<'_>) -> Result<ToolCall, Box<Stop>> {
        let anyway = self.stage == Stage::Anyway;
        let does = |args: Value| self.call(What::Do, &step.tool, args, now);
        match (&now.dialog, step.tool.as_str()) {
            (Some(_), "handle_dialog") => return Ok(does(Value::Object(step.args.clone()))),
            (None, "handle_dialog") => return Err(Stop::unclear(say!(ReplayNoDialog))),
            (Some(message), _) => {
                return Err(Stop::unclear(say!(ReplayDialog { message: Word::Quoted(message.clone()) })));
            }
            (None, "navigate" | "open_browser") => return Ok(does(Value::Object(step.args.clone()))),
            (None, _) => {}
        }
        let first = &step.recorded.page;
        let can_open = self.at == 0 && !self.opened && HttpUrl::parse(&first.url).is_ok();
        let Some(index) = now.page else {
            let open = || self.call(What::Open, "open_browser", json!({ "url": first.url }), now);
            return if can_open && !now.has_tab { Ok(open()) } else { Err(Stop::unclear(say!(ReplayNoPage))) };
        };
        let here = page(index);
        if let Some((was, other)) = same_page(first, &here).filter(|_| !anyway) {
            if can_open {
                return Ok(self.call(What::Open, "navigate", json!({ "url": first.url }), now));
            }
            if !self.waited {
                return Ok(self.call(What::Wait, "wait_for_page_update", json!({}), now));
            }
            return Err(Stop::certain(say!(ReplayOtherPage { was: was, now: other })));
        }
        if step.tool == "scroll" {
            return Ok(self.scroll(step, index, now));
        }
        let mut found: Vec<&Element> = Vec::new();
        for wanted in &step.recorded.elements {
            let what = || Word::Quoted(wanted.name.clone());
            let element = match find(wanted, index) {
                Ok(element) => element,
                Err(misfit) => match misfit.uid().filter(|_| anyway).and_then(|uid| index.element(uid)) {
                    Some(element) => element,
                    None if !self.waited => return Ok(self.call(What::Wait, "wait_for_page_update", json!({}), now)),
                    None => return Err(stop_at(wanted, misfit)),
                },
            };
            if !wanted.only && !anyway {
                return Err(Stop::certain(say!(ReplayAlike { what: what() })));
            }
            if !(now.known)(element.uid) {
                return Ok(self.call(What::Look, "take_snapshot", json!({}), now));
            }
            found.push(element);
        }
        let to_focus = step.tool == "press_key" || step.tool == "type_text";
        if to_focus && !step.args.get("uid").is_some_and(Value::is_number) && !anyway {
            let wanted = found.first().map(|element| element.uid);
            // A key is sent to what had the focus; text goes to where the caret is.
            if index.focused != wanted && (step.tool == "type_text" || wanted.is_none()) {
                return Err(Stop::certain(say!(ReplayFocus)));
            }
        }
        let pair = step.recorded.elements.first().zip(found.first().copied());
        if step.secret {
            return self.secret(step, pair.map(|(_, element)| element), now);
        }
        if let Some((wanted, element)) = pair.filter(|_| !anyway) {
            let (then, is) = (&wanted.state, if keeps_text(step) { held(element) } else { state(element) });
            // What it led to is there: doing it again may undo it.
            if is != *then && !keeps_text(step) && step.recorded.then.as_deref() == Some(told(element).as_str()) {
                return Ok(self.call(What::Pass, "take_snapshot", json!({}), now));
            }
            if is != *then {
                let what = Word::Quoted(wanted.name.clone());
                return Err(Stop::certain(say!(ReplayState { what: what, was: or_none(then), now: or_none(&is) })));
            }
            let row = amounts(&index.row_of(element.uid));
            same_amounts(&wanted.amounts, &row, step)?;
            same_amounts(&first.amounts, &here.amounts, step)?;
        }
        Ok(does(with_uids(&step.args, &found)))
    }

    /// Scrolls if what is needed next is not there.
    fn scroll(&self, step: &Step, index: &Index, now: &Now<'_>) -> ToolCall {
        let next = self.steps.iter().skip(self.at + 1).find(|step| step.tool != "scroll");
        let is_there = next.is_none_or(|next| next.recorded.elements.iter().all(|wanted| find(wanted, index).is_ok()));
        let around: Result<Vec<&Element>, Misfit> =
            step.recorded.elements.iter().map(|wanted| find(wanted, index)).collect();
        match around {
            Ok(around) if !is_there && around.iter().all(|element| (now.known)(element.uid)) => {
                self.call(What::Do, "scroll", with_uids(&step.args, &around), now)
            }
            _ => self.call(What::Pass, "take_snapshot", json!({}), now),
        }
    }

    /// A secret is never recorded: the person enters it, and what else the step did is done.
    fn secret(&self, step: &Step, element: Option<&Element>, now: &Now<'_>) -> Result<ToolCall, Box<Stop>> {
        let name = step.recorded.elements.first().map(|element| element.name.clone()).unwrap_or_default();
        let filled = element.filter(|element| {
            matches!(&element.value, Some(FieldValue::Masked | FieldValue::Typed(_)))
                || matches!(&element.value, Some(FieldValue::Shown(text)) if !text.is_empty())
        });
        let submits = step.args.get("submit").and_then(Value::as_bool).unwrap_or_default();
        match filled.filter(|_| self.stage == Stage::Entered) {
            Some(element) if submits => {
                Ok(self.call(What::Do, "press_key", json!({ "key": "Enter", "uid": element.uid }), now))
            }
            Some(_) => Ok(self.call(What::Pass, "take_snapshot", json!({}), now)),
            None => {
                let why = say!(ReplaySecret { what: Word::Quoted(name) });
                Ok(self.ask(&why, &[Choice::Entered, Choice::GoOn, Choice::Stop], now))
            }
        }
    }

    /// Says that it is done, with the words of the page that showed it then.
    fn end(&self, now: &Now<'_>) -> ToolCall {
        let lines: Vec<&str> =
            now.page.map(|index| index.text.lines().chain([index.title.as_str()]).collect()).unwrap_or_default();
        let names =
            now.page.map(|index| index.elements.iter().map(|element| element.name.as_str()).collect::<Vec<_>>());
        let lines: Vec<&str> = lines.into_iter().chain(names.unwrap_or_default()).collect();
        let stands =
            |words: &String| lines.iter().find(|line| shape(line).contains(&shape(words))).map(|line| line.trim());
        let found: Vec<&str> = self.evidence.iter().filter_map(stands).collect();
        if found.is_empty() && !self.evidence.is_empty() && self.stage != Stage::Anyway {
            if !self.waited && now.page.is_some() {
                return self.call(What::Wait, "wait_for_page_update", json!({}), now);
            }
            let expected = Word::Quoted(self.evidence.join(" · "));
            let mut choices = vec![Choice::Anyway, Choice::Again];
            choices.extend(now.has_model.then_some(Choice::Model));
            choices.push(Choice::Stop);
            return self.ask(&say!(ReplayNoEvidence { words: expected }), &choices, now);
        }
        let mut args = json!({ "summary": say!(ReplayDone).to_string() });
        if let (false, Some(args)) = (found.is_empty(), args.as_object_mut()) {
            args.insert("evidence".to_owned(), found.join("\n").into());
        }
        self.call(What::End, "task_complete", args, now)
    }

    fn stop(&self, now: &Now<'_>) -> ToolCall {
        let does = self.steps.get(self.at).map(|step| step.text.clone()).unwrap_or_default();
        let reason = match does.is_empty() {
            true => say!(ReplayStoppedAtEnd),
            false => say!(ReplayStopped { step: self.at + 1, of: self.steps.len(), does: does }),
        };
        let mut args = Map::from_iter([("reason".to_owned(), Value::from(reason.to_string()))]);
        let done: Vec<String> = self.steps.iter().take(self.at).map(|step| format!("- {}", step.text)).collect();
        if !done.is_empty() {
            args.insert("done".to_owned(), done.join("\n").into());
        }
        self.call(What::End, "task_fail", Value::Object(args), now)
    }

    fn ask_about(&self, trouble: &Trouble, now: &Now<'_>) -> ToolCall {
        let model = now.has_model.then_some(Choice::Model);
        let (why, own): (Sentence, &[Choice]) = match trouble {
            Trouble::NotDone(why) => {
                (say!(ReplayNotDone { why: why.lines().next().unwrap_or_default() }), &[Choice::Again, Choice::GoOn])
            }
            Trouble::Refused => return self.stop(now),
            Trouble::Unsure => (say!(ReplayUnsure), &[Choice::GoOn, Choice::Again]),
            Trouble::Differs { was, now } => {
                // The step is done: what is reported belongs to the one before the next.
                let does = self.at.checked_sub(1).and_then(|at| self.steps.get(at)).map(|step| step.text.as_str());
                (say!(ReplayDiffers { does: does.unwrap_or_default(), was: was, now: now }), &[Choice::GoOn])
            }
            Trouble::Said(words) => (say!(ReplaySaid { words: Word::Quoted(words.clone()) }), &[Choice::GoOn]),
            Trouble::Doubt => (say!(ReplayDoubt), &[Choice::GoOn]),
        };
        let choices: Vec<Choice> = own.iter().copied().chain(model).chain([Choice::Stop]).collect();
        match (trouble, self.steps.get(self.at)) {
            (Trouble::NotDone(_) | Trouble::Unsure, Some(step)) => self.ask(&self.at_step(step, why), &choices, now),
            _ => self.ask(&why, &choices, now),
        }
    }

    fn at_step(&self, step: &Step, why: Sentence) -> Sentence {
        say!(ReplayAsk { step: self.at + 1, of: self.steps.len(), does: &step.text, why: why })
    }

    fn ask_why(&self, step: &Step, stop: Stop, now: &Now<'_>) -> ToolCall {
        let anyway = stop.anyway.then_some(Choice::Anyway);
        let model = now.has_model.then_some(Choice::Model);
        let choices = [Choice::Again].into_iter().chain(anyway).chain(model).chain([Choice::GoOn, Choice::Stop]);
        self.ask(&self.at_step(step, stop.why), &choices.collect::<Vec<_>>(), now)
    }

    fn ask(&self, question: &Sentence, choices: &[Choice], now: &Now<'_>) -> ToolCall {
        let is_step_next =
            !matches!(self.stage, Stage::Trouble(Trouble::Differs { .. } | Trouble::Said(_) | Trouble::Doubt));
        let at_end = self.at >= self.steps.len();
        let word = |choice: &Choice| match choice {
            Choice::Anyway if at_end => say!(ReplayIsDone),
            Choice::Anyway => say!(ReplayAnyway),
            Choice::Model => say!(ReplayWithModel),
            Choice::Again => say!(ReplayTryAgain),
            Choice::GoOn if matches!(self.stage, Stage::Trouble(Trouble::Unsure)) => say!(ReplayHappened),
            Choice::GoOn if matches!(self.stage, Stage::Trouble(Trouble::Doubt)) => say!(ReplayIsDone),
            Choice::GoOn if is_step_next => say!(ReplaySkip),
            Choice::GoOn => say!(ReplayGoOn),
            Choice::Entered => say!(ReplayEntered),
            Choice::Stop => say!(ReplayStopHere),
        };
        let letters: String = choices.iter().map(|choice| choice.letter()).collect();
        let options: Vec<String> = choices.iter().map(|choice| word(choice).to_string()).collect();
        let arguments = json!({ "question": question.to_string(), "options": options }).to_string();
        ToolCall { id: What::Ask.id(self.at, now.turn, &letters), name: "ask_user".to_owned(), arguments }
    }
}

fn stop_at(wanted: &edith_protocol::RecordedElement, misfit: Misfit) -> Box<Stop> {
    let what = Word::Quoted(wanted.name.clone());
    let was = wanted.context.first().map(String::as_str).unwrap_or_default();
    match misfit {
        Misfit::Missing => Stop::unclear(say!(ReplayMissing { what: what })),
        Misfit::Behind => Stop::unclear(say!(ReplayBehind { what: what })),
        Misfit::Several(count) => Stop::unclear(say!(ReplaySeveral { what: what, count: count })),
        Misfit::Moved { now, .. } => {
            Stop::certain(say!(ReplayMoved { what: what, was: or_none(was), now: or_none(&now) }))
        }
        Misfit::Leads { now, .. } => {
            Stop::certain(say!(ReplayLeads { what: what, was: or_none(&wanted.leads), now: or_none(&now) }))
        }
    }
}

/// A step that acts is not done where it would cost something else.
fn same_amounts(then: &[String], now: &[String], step: &Step) -> Result<(), Box<Stop>> {
    let differs = then.len() != now.len() || then.iter().any(|amount| !now.contains(amount));
    if !step.recorded.acts || then.is_empty() || !differs {
        return Ok(());
    }
    Err(Stop::certain(say!(ReplayPrices { was: then.join(", "), now: or_none(&now.join(", ")) })))
}

fn keeps_text(step: &Step) -> bool {
    let appends = step.args.get("append").and_then(Value::as_bool).unwrap_or_default();
    step.tool == "type_text" && (appends || !step.args.get("uid").is_some_and(Value::is_number))
}

fn or_none(text: &str) -> String {
    if text.is_empty() { "–".to_owned() } else { text.to_owned() }
}

/// The arguments with the numbers that the elements have now. A key goes to what had the focus.
fn with_uids(args: &Map<String, Value>, found: &[&Element]) -> Value {
    let mut args = args.clone();
    if let (true, Some(element)) = (args.contains_key("key") && !args.contains_key("uid"), found.first()) {
        args.insert("uid".to_owned(), element.uid.into());
    }
    let mut found = found.iter();
    for name in UIDS {
        if args.get(name).is_some_and(Value::is_number)
            && let Some(element) = found.next()
        {
            args.insert(name.to_owned(), element.uid.into());
        }
    }
    Value::Object(args)
}
