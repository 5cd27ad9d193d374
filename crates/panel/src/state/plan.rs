//! A plan as the person edits it before they approve it, and the words for its steps.

use crate::state::text::{fill, t};
use edith_protocol::{AskAnswer, AskId, MAX_PLAN_STEPS, PlanStep, StepAction, StepState};

/// Effects that cost money or give a secret away.
const GRAVE: [&str; 5] = ["buy", "pay", "password", "one_time_code", "card"];

/// A step under edit.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PlanRow {
    /// Stays the same wherever the step is moved.
    pub key: u32,
    /// The step as it would be approved.
    pub step: PlanStep,
}

/// A plan under edit.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PlanDraft {
    ask: Option<AskId>,
    shown: Vec<PlanStep>,
    rows: Vec<PlanRow>,
    next: u32,
}

impl PlanDraft {
    /// The plan of an ask, as it was shown.
    pub fn of(ask: &AskId, steps: &[PlanStep]) -> Self {
        let mut draft = Self { ask: Some(ask.clone()), shown: steps.to_vec(), ..Self::default() };
        for step in steps {
            draft.push(step.clone());
        }
        draft
    }

    /// Whether it is the plan of this ask.
    pub fn is_of(&self, ask: &AskId) -> bool {
        self.ask.as_ref() == Some(ask)
    }

    /// Its rows without their texts: what is drawn again when it changes. A text changes in its field.
    pub fn shape(&self) -> Vec<PlanRow> {
        let blank = |row: &PlanRow| PlanRow { step: PlanStep { text: String::new(), ..row.step.clone() }, ..*row };
        self.rows.iter().map(blank).collect()
    }

    /// The text of a step.
    pub fn text(&self, key: u32) -> String {
        self.at(key).and_then(|at| self.rows.get(at)).map(|row| row.step.text.clone()).unwrap_or_default()
    }

    /// The place of a step in the plan, from 0.
    pub fn at(&self, key: u32) -> Option<usize> {
        self.rows.iter().position(|row| row.key == key)
    }

    /// Whether another step can be added.
    pub fn has_room(&self) -> bool {
        self.rows.len() < MAX_PLAN_STEPS
    }

    /// Whether any step may do something.
    pub fn asks_leave(&self) -> bool {
        self.rows.iter().any(|row| !row.step.effects.is_empty())
    }

    /// Sets the text of a step.
    pub fn say(&mut self, key: u32, text: String) {
        if let Some(row) = self.rows.iter_mut().find(|row| row.key == key) {
            row.step.text = text;
        }
    }

    /// Moves a step by one place. Returns its places before and now, from 0.
    pub fn shift(&mut self, key: u32, up: bool) -> Option<(usize, usize)> {
        let from = self.at(key)?;
        let to = if up { from.checked_sub(1)? } else { from + 1 };
        if to >= self.rows.len() {
            return None;
        }
        self.rows.swap(from, to);
        Some((from, to))
    }

    /// Removes a step. Returns the one that has its place now, or the last one.
    pub fn remove(&mut self, key: u32) -> Option<u32> {
        let at = self.at(key)?;
        self.rows.remove(at);
        self.rows.get(at).or_else(|| self.rows.last()).map(|row| row.key)
    }

    /// Adds an empty step at the end.
    pub fn add(&mut self) -> Option<u32> {
        self.has_room().then(|| self.push(PlanStep::default()))
    }

    /// Takes away an effect of a step; the sites are for effects alone.
    pub fn take_away(&mut self, key: u32, effect: &str) {
        if let Some(row) = self.rows.iter_mut().find(|row| row.key == key) {
            row.step.effects.retain(|one| one != effect);
            if row.step.effects.is_empty() {
                row.step.sites.clear();
            }
        }
    }

    /// What approving answers: exactly the steps that are seen. None if no step says anything.
    pub fn approval(&self) -> Option<AskAnswer> {
        let steps = self.steps();
        let answer = if steps == self.shown { AskAnswer::Approve(None) } else { AskAnswer::Approve(Some(steps)) };
        self.says_something().then_some(answer)
    }

    /// Whether any step has a text.
    pub fn says_something(&self) -> bool {
        self.rows.iter().any(|row| !row.step.text.trim().is_empty())
    }

    /// How the plan is to be changed: the typed words, and the person's own version of the steps if they edited them.
    pub fn words(&self, ask: &AskId, typed: &str) -> String {
        let steps = self.steps();
        if !self.is_of(ask) || steps == self.shown {
            return typed.to_owned();
        }
        let lines = steps.iter().enumerate().map(|(at, step)| format!("{}. {}", at + 1, step.text.trim()));
        fill("plan_my_version", &[("words", typed), ("steps", &lines.collect::<Vec<_>>().join("\n"))])
    }

    fn steps(&self) -> Vec<PlanStep> {
        let said = self.rows.iter().filter(|row| !row.step.text.trim().is_empty());
        said.map(|row| row.step.clone()).collect()
    }

    fn push(&mut self, step: PlanStep) -> u32 {
        self.next += 1;
        self.rows.push(PlanRow { key: self.next, step });
        self.next
    }
}

/// Whether an effect costs money or gives a secret away.
pub fn is_grave(effect: &str) -> bool {
    GRAVE.contains(&effect)
}

/// What a step may do, in words: the effect and its sites.
pub fn leave_words(effect: &str, sites: &[String]) -> String {
    let sites = sites.join(", ");
    let values = [("sites", sites.as_str()), ("effect", effect)];
    match effect {
        "send" => fill("plan_send", &values),
        "post" => fill("plan_post", &values),
        "delete" => fill("plan_delete", &values),
        "share" => fill("plan_share", &values),
        "download" => fill("plan_download", &values),
        "install" => fill("plan_install", &values),
        "account" => fill("plan_account", &values),
        "buy" => fill("plan_buy", &values),
        "pay" => fill("plan_pay", &values),
        "password" => fill("plan_password", &values),
        "one_time_code" => fill("plan_code", &values),
        "card" => fill("plan_card", &values),
        "upload" => fill("plan_upload", &values),
        "accept_dialog" => fill("plan_dialog", &values),
        _ => fill("plan_other", &values),
    }
}

/// The state of a step in words.
pub fn state_words(state: StepState) -> &'static str {
    match state {
        StepState::Pending => t("plan_pending"),
        StepState::Working => t("at_work"),
        StepState::Done => t("step_done"),
        StepState::Failed => t("step_failed"),
        StepState::Skipped => t("plan_skipped"),
    }
}

/// The state of a step as its list marks it.
pub fn state_name(state: StepState) -> &'static str {
    match state {
        StepState::Pending => "pending",
        StepState::Working => "working",
        StepState::Done => "done",
        StepState::Failed => "failed",
        StepState::Skipped => "skipped",
    }
}

/// What is offered for a step. One that has not begun can be skipped when its turn comes.
pub fn offered(state: StepState) -> Vec<StepAction> {
    let suits = |action: &StepAction| state != StepState::Pending && action.suits(state);
    [StepAction::Retry, StepAction::Skip].into_iter().filter(suits).collect()
}

/// Whether nothing remains to be done for a step.
pub fn is_over(state: StepState) -> bool {
    matches!(state, StepState::Done | StepState::Skipped)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask() -> AskId {
        AskId("run-1/1".into())
    }

    fn step(id: &str, effects: &[&str]) -> PlanStep {
        let effects = effects.iter().map(|effect| (*effect).to_owned()).collect();
        let sites = vec!["mail.example".to_owned()];
        PlanStep { step_id: id.into(), text: format!("do {id}"), done_when: "seen".into(), effects, sites }
    }

    fn draft() -> PlanDraft {
        PlanDraft::of(&ask(), &[step("a", &[]), step("b", &["send", "pay"]), step("c", &["send"])])
    }

    fn keys(draft: &PlanDraft) -> Vec<u32> {
        draft.shape().iter().map(|row| row.key).collect()
    }

    fn approved(draft: &PlanDraft) -> Vec<PlanStep> {
        match draft.approval() {
            Some(AskAnswer::Approve(Some(steps))) => steps,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn what_is_approved_is_what_is_seen() {
        let mut draft = draft();
        assert_eq!(draft.approval(), Some(AskAnswer::Approve(None)));
        let [a, b, c] = keys(&draft)[..] else { panic!() };
        draft.say(a, "look".into());
        assert_eq!(draft.shift(c, true), Some((2, 1)));
        draft.take_away(b, "pay");
        let added = draft.add().unwrap();
        draft.say(added, "tell me".into());
        let steps = approved(&draft);
        let seen: Vec<(&str, &str, usize)> =
            steps.iter().map(|step| (step.step_id.as_str(), step.text.as_str(), step.effects.len())).collect();
        assert_eq!(seen, [("a", "look", 0), ("c", "do c", 1), ("b", "do b", 1), ("", "tell me", 0)]);
        assert_eq!(steps[2].effects, ["send"]);
        assert_eq!(steps[2].sites, ["mail.example"]);
    }

    #[test]
    fn what_was_changed_back_is_the_plan_as_shown() {
        let mut draft = draft();
        let [a, ..] = keys(&draft)[..] else { panic!() };
        draft.shift(a, false);
        assert!(matches!(draft.approval(), Some(AskAnswer::Approve(Some(_)))));
        draft.shift(a, true);
        // An added step without words is not a step.
        draft.add();
        assert_eq!(draft.approval(), Some(AskAnswer::Approve(None)));
    }

    #[test]
    fn a_plan_without_a_step_cannot_be_approved() {
        let mut draft = draft();
        let [a, b, c] = keys(&draft)[..] else { panic!() };
        assert_eq!(draft.remove(b), Some(c), "the focus goes on to what has its place");
        assert_eq!(draft.remove(c), Some(a));
        draft.say(a, "  ".into());
        assert_eq!(draft.approval(), None);
        assert_eq!(draft.remove(a), None);
        assert_eq!(draft.approval(), None);
    }

    #[test]
    fn a_step_moves_within_the_plan_only_and_effects_go_with_their_sites() {
        let mut draft = draft();
        let [a, b, c] = keys(&draft)[..] else { panic!() };
        assert_eq!((draft.shift(a, true), draft.shift(c, false), draft.shift(99, true)), (None, None, None));
        assert!(draft.asks_leave());
        for (key, effect) in [(b, "send"), (b, "pay"), (c, "send")] {
            draft.take_away(key, effect);
        }
        assert!(!draft.asks_leave());
        assert!(approved(&draft)[1].sites.is_empty());
        while draft.add().is_some() {}
        assert_eq!(keys(&draft).len(), MAX_PLAN_STEPS);
    }

    #[test]
    fn words_for_the_planner_have_the_persons_own_version() {
        let mut draft = draft();
        assert_eq!(draft.words(&ask(), "less"), "less");
        let [a, ..] = keys(&draft)[..] else { panic!() };
        draft.remove(a);
        let words = draft.words(&ask(), "less");
        assert!(words.starts_with("less") && words.ends_with("1. do b\n2. do c"), "{words}");
        assert_eq!(draft.words(&AskId("run-1/2".into()), "less"), "less", "another plan was not edited");
    }

    #[test]
    fn every_effect_has_words_with_its_sites() {
        let sites = ["mail.example".to_owned(), "b.example".to_owned()];
        assert_eq!(leave_words("send", &sites), "may send on mail.example, b.example");
        let all = [
            "send",
            "post",
            "delete",
            "share",
            "download",
            "install",
            "account",
            "buy",
            "pay",
            "password",
            "one_time_code",
            "card",
            "upload",
            "accept_dialog",
        ];
        for effect in all {
            let words = leave_words(effect, &sites);
            assert!(words.ends_with("mail.example, b.example") && !words.contains('_'), "{effect}: {words}");
        }
        assert!(leave_words("launch", &sites).contains("launch"));
        assert_eq!(all.iter().filter(|effect| is_grave(effect)).count(), 5);
    }

    #[test]
    fn steps_are_retried_and_skipped_where_it_can_be_done() {
        use StepAction::{Retry, Skip};
        for (state, expected) in [
            (StepState::Pending, &[][..]),
            (StepState::Working, &[Retry, Skip]),
            (StepState::Done, &[]),
            (StepState::Failed, &[Retry, Skip]),
            (StepState::Skipped, &[]),
        ] {
            assert_eq!(offered(state), expected, "{state:?}");
        }
    }
}
