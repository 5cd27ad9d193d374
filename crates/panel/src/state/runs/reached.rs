//! How far a run is, in words: the step of its plan, or what it has reached. Never a count against a limit.

use super::{Call, Run};
use crate::state::documents::answers;
use crate::state::form;
use crate::state::format::{count, money, shorten};
use crate::state::plan;
use crate::state::site::host;
use crate::state::sources::is_over;
use crate::state::text::{counted, fill, key, t};
use crate::state::tool_title::{humanised, of_server};
use edith_protocol::{RunState, WaitShown};
use serde_json::Value;
use std::collections::BTreeSet;

/// Characters of what somebody else wrote.
const CHARS: usize = 40;

impl Run {
    /// The two lines of the running indicator: what it has reached or is doing, and what is beside it.
    pub fn told(&self) -> (String, String) {
        let (reached, does) = (self.reached(), self.headline());
        let works = matches!(self.state, RunState::Starting | RunState::Thinking | RunState::Acting);
        match () {
            () if reached.is_empty() || reached == does => (does, String::new()),
            // A state that waits for somebody is told before anything else.
            () if !works => (does, reached),
            () => (reached, does),
        }
    }

    /// What it has reached: of a plan the step it is at, of a research `2 of 5 sources`, of questions `7 of 12 questions`, of a form `7 of 12 answered`,
    /// of any other task the last thing that was done.
    pub fn reached(&self) -> String {
        if !self.answers.is_empty() {
            return answers::progress(&self.answers);
        }
        if !self.form.questions.is_empty() {
            return form::progress(&self.form);
        }
        if !self.plan.is_empty() {
            return self.plan_step();
        }
        if let Some((read, all)) = self.share().filter(|_| !self.sources.is_empty()) {
            return fill("sources_of", &[("read", &read.to_string()), ("all", &all.to_string())]);
        }
        let done: Vec<&Call> =
            self.steps.iter().flat_map(|step| &step.calls).filter(|call| call.ok == Some(true)).collect();
        let last = done.iter().rev().find_map(|call| deed(call));
        let opened: BTreeSet<String> = done.iter().filter_map(|call| address(call)).collect();
        let pages = (opened.len() > 1).then(|| counted(opened.len(), key("pages_one"), key("pages_many")));
        [pages, last].into_iter().flatten().collect::<Vec<_>>().join(" · ")
    }

    /// `Step 2 of 4: The cart holds this lamp`.
    fn plan_step(&self) -> String {
        let all = self.plan.len();
        let at = self.plan.iter().position(|step| !plan::is_over(step.state)).unwrap_or(all - 1);
        let text = self.plan.get(at).map(|step| step.text.as_str()).unwrap_or_default();
        fill("plan_step_of", &[("step", &(at + 1).to_string()), ("max", &all.to_string()), ("text", text)])
    }

    /// How much of it is done, where it is known how much there is: sources, questions, fields or steps of a plan, and their total.
    pub fn share(&self) -> Option<(u32, u32)> {
        let share = |over: usize, all: usize| (all > 0).then_some((over as u32, all as u32));
        match () {
            () if !self.answers.is_empty() => {
                share(self.answers.iter().filter(|one| answers::is_over(one)).count(), self.answers.len())
            }
            () if !self.form.questions.is_empty() => Some(form::share(&self.form)),
            () if !self.plan.is_empty() => {
                share(self.plan.iter().filter(|step| plan::is_over(step.state)).count(), self.plan.len())
            }
            () => share(self.sources.iter().filter(|source| is_over(source)).count(), self.sources.len()),
        }
    }

    /// `12,400 tokens · $0.03`; without the price where it is not known, and nothing before the first.
    pub fn spent(&self) -> String {
        if self.usage.tokens() == 0 {
            return String::new();
        }
        let tokens = fill("tokens", &[("n", &count(self.usage.tokens()))]);
        match self.usage.price.filter(|price| *price > 0.0) {
            Some(price) => format!("{tokens} · {}", money(price)),
            None => tokens,
        }
    }

    /// Steps that are over, and of these the failed ones: `14 steps · 1 failed`.
    pub fn folded(&self, steps: usize) -> String {
        let count = counted(steps, key("step_one"), key("step_many"));
        let failed = self.steps.iter().take(steps).filter(|step| self.step_state(step) == super::StepState::Failed);
        match failed.count() {
            0 => count,
            failed => format!("{count} · {}", fill("steps_failed", &[("n", &failed.to_string())])),
        }
    }
}

/// The seconds until a server is asked again, at least 1: `Goes on in 12 s`.
pub fn goes_on_in(waiting: &WaitShown, now: f64) -> String {
    let seconds = ((waiting.until - now) / 1000.0).ceil().max(1.0);
    fill("goes_on_in", &[("n", &format!("{seconds:.0}"))])
}

/// What a call has done, if that brought the task on.
fn deed(call: &Call) -> Option<String> {
    let text = |name: &str| match call.args.0.get(name) {
        Some(Value::String(text)) => shorten(text, CHARS),
        _ => String::new(),
    };
    let (words, what) = match call.tool.as_str() {
        "open_browser" | "navigate" => (key("did_open"), address(call).and_then(|url| Some(host(&url)?.to_owned()))?),
        "find_on_page" => (key("did_search"), fill("quoted", &[("text", &text("query"))])),
        "read_page" => return Some(t("did_read").to_owned()),
        "click" => (key("did_click"), named(&call.text)?),
        "type_text" => (key("did_type"), fill("quoted", &[("text", &text("text"))])),
        "select_option" => (key("did_choose"), fill("quoted", &[("text", &text("value"))])),
        "set_value" => (key("did_type"), fill("quoted", &[("text", &text("value"))])),
        "upload_file" => (key("did_upload"), named(&call.text)?),
        other => {
            let (server, tool) = of_server(other)?;
            let tool = fill("quoted", &[("text", &shorten(&humanised(tool), CHARS))]);
            let server = fill("quoted", &[("text", &shorten(server, CHARS))]);
            return Some(fill("did_use", &[("tool", &tool), ("server", &server)]));
        }
    };
    Some(fill(words, &[("what", &what)]))
}

fn address(call: &Call) -> Option<String> {
    let opens = matches!(call.tool.as_str(), "open_browser" | "navigate");
    match call.args.0.get("url").filter(|_| opens) {
        Some(Value::String(url)) => Some(url.clone()),
        _ => None,
    }
}

/// What a sentence of the worker quotes, in its quotation marks.
fn named(sentence: &str) -> Option<String> {
    let from = sentence.find(['“', '„', '«'])?;
    let to = sentence.rfind(['”', '“', '»']).filter(|to| *to > from)?;
    let quoted = sentence.get(from..to)?;
    let end = sentence.get(to..)?.chars().next()?;
    let inner: String = quoted.chars().skip(1).collect();
    Some(format!("{}{}{end}", quoted.chars().next()?, shorten(&inner, CHARS)))
}
