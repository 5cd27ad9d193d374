//! What the planner and the executor of a plan are sent: the task or one step, what earlier steps gave, and only the part of the history that is theirs.

use crate::plan::{Plan, Step};
use crate::references;
use crate::run::Run;
use edith_gate::Effect;
use edith_model::fence::Data;
use edith_model::{ChatMessage, Content, ContentPart};
use edith_port::ListedTool;
use edith_protocol::StepState;
use edith_records::documents::{Uses, listed};
use edith_tools::ExternalTool;

/// The most characters of a tool's description that its planner is told.
const TOLD_CHARS: usize = 160;

impl Run {
    /// The messages of a plan's run.
    pub(in crate::run) fn plan_messages(&self, plan: &Plan) -> Vec<ChatMessage> {
        let mut messages = vec![ChatMessage::system(self.system())];
        let task = self.with_plan_task(plan);
        match plan.working() {
            Some(_) => messages.push(ChatMessage::user(task)),
            None => {
                messages.extend(self.task.earlier.iter().cloned());
                messages.push(ChatMessage::user(task));
                messages
                    .extend(self.said_before(plan.begins).map(|text| ChatMessage::user(format!("USER SAYS: {text}"))));
            }
        }
        self.transcript.append_to(plan.begins, &mut messages);
        messages
    }

    fn with_plan_task(&self, plan: &Plan) -> Content {
        let task = &self.task.prompt;
        let documents = listed(&self.task.given(), Uses::Task);
        let text = match plan.working() {
            Some(step) => {
                let done_when = match step.shown.done_when.as_str() {
                    "" => String::new(),
                    done_when => format!("\nDONE WHEN: {done_when}"),
                };
                format!(
                    "STEP: {}{done_when}\n\n(It is part of the person's task, the rest of which others do: {task}){documents}",
                    step.shown.text
                )
            }
            None => format!("TASK: {task}{documents}{}", steps(plan)),
        };
        let content = references::with(text.into(), self.task.references_data.as_ref());
        let mut content = self.with_pictures(content);
        let given = given(plan);
        if !given.is_empty() {
            content = content
                .with(ContentPart::Text("WHAT THE STEPS SO FAR GAVE, as data:".to_owned()))
                .with(ContentPart::Data(Data::new("steps", &self.id.0, given)));
        }
        if plan.working().is_none() && !self.task.external_tools.is_empty() {
            content = content
                .with(ContentPart::Text(
                    "TOOLS OF SERVERS, besides the browser, as data (effect, site: what it does):".to_owned(),
                ))
                .with(ContentPart::Data(Data::new("tools", &self.id.0, self.tools_told())));
        }
        self.with_today(self.with_notes(content))
    }

    /// The tools of servers as a step names them, with the beginning of what their servers say about them.
    fn tools_told(&self) -> String {
        let line = |tool: &ExternalTool| {
            let ListedTool { tool, description, .. } = &tool.listed;
            let effect = Effect::Uses(Some(tool.name.clone())).name();
            let says: String = description.lines().next().unwrap_or_default().chars().take(TOLD_CHARS).collect();
            format!("{effect}, {}: {says}\n", tool.origin())
        };
        self.task.external_tools.iter().map(line).collect()
    }
}

/// The steps with their states, if there are any.
fn steps(plan: &Plan) -> String {
    if plan.steps.is_empty() {
        return String::new();
    }
    let line = |(at, step): (usize, &Step)| {
        let state = match step.state {
            StepState::Pending | StepState::Working => "not begun",
            StepState::Done => "said to be done",
            StepState::Failed => "failed",
            StepState::Skipped => "skipped by the person",
        };
        let done_when = match step.shown.done_when.as_str() {
            "" => String::new(),
            done_when => format!(" (done when: {done_when})"),
        };
        let nothing = if step.state == StepState::Done && step.lacks_effects() {
            "; but nothing was done that cannot be undone, as this step was to"
        } else {
            ""
        };
        format!("\n{}. {}{done_when}: {state}{nothing}", at + 1, step.shown.text)
    };
    let lines: String = plan.steps.iter().enumerate().map(line).collect();
    format!("\n\nTHE STEPS OF THE PLAN:{lines}")
}

/// What the steps gave, and why they failed. Both may come from pages.
fn given(plan: &Plan) -> String {
    let mut lines = Vec::new();
    // Who works on one step knows the others by these words alone.
    let works = plan.working().is_some();
    for (at, step) in plan.steps.iter().enumerate() {
        if works && step.state == StepState::Done {
            lines.push(format!("Step {} was: {}", at + 1, step.shown.text));
        }
        lines.extend(step.outputs.iter().map(|(name, value)| format!("{name} (step {}): {value}", at + 1)));
        if !step.reason.is_empty() {
            lines.push(format!("Step {} failed: {}", at + 1, step.reason));
        }
    }
    lines.join("\n")
}
