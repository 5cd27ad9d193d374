//! An oracle's abilities: calling a tool and reading its answer, as a model does. It sees the task's words and the tools' texts, nothing else.

use edith_lab::model_server::Reply;
use serde_json::{Value, json};

use crate::look::{Element, KnownPage};
use crate::stage::{Run, Stage};
use crate::step::{Step, stop};

/// Calls after which an oracle is going in circles.
const MOST_CALLS: usize = 80;

/// An oracle's position in a run.
pub(crate) struct Agent<'a> {
    stage: &'a Stage,
    run: &'a Run,
    task: String,
    look: KnownPage,
    /// Tool calls and their answers.
    pub log: Vec<(String, String)>,
}

impl<'a> Agent<'a> {
    /// Begins with a whole look.
    pub(crate) fn begin(stage: &'a Stage, run: &'a Run, task: String) -> Step<Self> {
        stage.first_request(run)?;
        let mut agent = Self { stage, run, task, look: KnownPage::default(), log: Vec::new() };
        agent.call("take_snapshot", json!({}))?;
        Ok(agent)
    }

    pub(crate) fn task(&self) -> &str {
        &self.task
    }

    /// The page as last seen.
    pub(crate) fn look(&self) -> &KnownPage {
        &self.look
    }

    /// The page with its whole text: looked at again if lines went since the last whole look.
    pub(crate) fn fresh(&mut self) -> Step<&KnownPage> {
        if self.look.stale {
            self.look_again()?;
        }
        Ok(&self.look)
    }

    /// A new look at the page.
    pub(crate) fn look_again(&mut self) -> Step<&KnownPage> {
        self.call("take_snapshot", json!({}))?;
        Ok(&self.look)
    }

    /// Calls a tool and returns its answer.
    pub(crate) fn call(&mut self, tool: &str, arguments: Value) -> Step<String> {
        if self.log.len() >= MOST_CALLS {
            return stop(format!("{MOST_CALLS} calls and no end"));
        }
        let call = format!("{tool} {arguments}");
        let answer = self.stage.turn(self.run, Reply::call(tool, arguments))?;
        self.look.take(&answer);
        self.log.push((call, answer.clone()));
        Ok(answer)
    }

    /// The element of a kind (empty: any) with a label.
    pub(crate) fn find(&self, kind: &str, label: &str) -> Step<Element> {
        match self.look.find(kind, label) {
            Some(element) => Ok(element.clone()),
            None => stop(format!("no {} {label:?} in the look", if kind.is_empty() { "element" } else { kind })),
        }
    }

    /// The nth element of a kind.
    pub(crate) fn nth(&self, kind: &str, at: usize) -> Step<Element> {
        match self.look.of_kind(kind).nth(at) {
            Some(element) => Ok(element.clone()),
            None => stop(format!("no {kind} number {} in the look", at + 1)),
        }
    }

    /// The number of an element with that label, from the look or else `find_on_page`.
    pub(crate) fn seek(&mut self, label: &str) -> Step<u64> {
        let words = label.to_lowercase();
        if let Some(element) = self.look.elements.iter().find(|element| element.label.to_lowercase() == words) {
            return Ok(element.uid);
        }
        let found = self.call("find_on_page", json!({ "query": label }))?;
        match found.lines().find_map(|line| Element::parse(line.trim_start_matches(['-', '+', '~', ' ']))) {
            Some(element) => Ok(element.uid),
            None => stop(format!("{label:?} is neither in the look nor found on the page: {}", first_line(&found))),
        }
    }

    pub(crate) fn click(&mut self, uid: u64) -> Step<String> {
        self.call("click", json!({ "uid": uid }))
    }

    /// Clicks the element of a kind with a label.
    pub(crate) fn press(&mut self, kind: &str, label: &str) -> Step<String> {
        let element = self.find(kind, label)?;
        self.click(element.uid)
    }

    /// Clicks the element with that label, wherever it is.
    pub(crate) fn press_any(&mut self, label: &str) -> Step<String> {
        let uid = self.seek(label)?;
        self.click(uid)
    }

    pub(crate) fn write(&mut self, uid: u64, text: &str) -> Step<String> {
        self.call("type_text", json!({ "uid": uid, "text": text }))
    }

    pub(crate) fn submit(&mut self) -> Step<String> {
        self.press("BUTTON", "Submit")
    }

    /// Ticks a box or choice unless it is ticked.
    pub(crate) fn tick(&mut self, element: &Element) -> Step {
        if !element.is("checked") {
            self.click(element.uid)?;
        }
        Ok(())
    }

    /// The first text field.
    pub(crate) fn field(&self) -> Step<Element> {
        self.nth_field(0)
    }

    /// The nth text field.
    pub(crate) fn nth_field(&self, at: usize) -> Step<Element> {
        let is_field = |element: &&Element| ["INPUT", "TEXTAREA", "EDITOR"].contains(&element.kind.as_str());
        match self.look.elements.iter().filter(is_field).nth(at) {
            Some(element) => Ok(element.clone()),
            None => stop(format!("no field number {} in the look", at + 1)),
        }
    }

    /// The task's words between two texts.
    pub(crate) fn between(&self, before: &str, after: &str) -> Step<String> {
        match between(&self.task, before, after) {
            Some(words) => Ok(words.to_owned()),
            None => stop(format!("the task has nothing between {before:?} and {after:?}: {}", self.task)),
        }
    }

    /// The quoted texts of the task.
    pub(crate) fn quoted(&self) -> Vec<String> {
        self.task.split('"').skip(1).step_by(2).map(str::to_owned).collect()
    }

    pub(crate) fn quote(&self, at: usize) -> Step<String> {
        match self.quoted().into_iter().nth(at) {
            Some(words) => Ok(words),
            None => stop(format!("the task has no words in quotation marks: {}", self.task)),
        }
    }
}

/// The text between two others; to the end if the second is empty.
pub(crate) fn between<'a>(text: &'a str, before: &str, after: &str) -> Option<&'a str> {
    let rest = if before.is_empty() { text } else { text.split_once(before)?.1 };
    if after.is_empty() { Some(rest) } else { rest.split_once(after).map(|(words, _)| words) }
}

/// The first line with words.
pub(crate) fn first_line(text: &str) -> &str {
    text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default()
}
