//! What is asked, and how typed words answer it.

use crate::state::form::Words;
use crate::state::text::t;
use edith_protocol::{AskAnswer, AskKind, FormTarget};

/// The answer in typed words; none if there are none, or if they are a word to the run as ever: only a button raises a limit. For an approval or a form they are a no with its reason, and for a plan how it is to be
/// changed, whatever they say: only a button, or its keys, allow something.
pub fn answer_of(kind: &AskKind, words: &str) -> Option<AskAnswer> {
    let words = words.trim();
    if words.is_empty() {
        return None;
    }
    match kind {
        AskKind::Approval(_) | AskKind::Form { .. } => Some(AskAnswer::deny(words)),
        AskKind::Plan { .. } => Some(AskAnswer::Revise(words.to_owned())),
        AskKind::Limit { .. } => None,
        AskKind::Question { .. } => Some(words.into()),
    }
}

/// The heading over it. `target`: where a form is written; none: it is a server that asks.
pub fn title(kind: &AskKind, target: Option<FormTarget>) -> &'static str {
    match kind {
        AskKind::Approval(_) => t("allow_this"),
        AskKind::Question { .. } => t("question_title"),
        AskKind::Limit { .. } => t("limit_title"),
        AskKind::Plan { .. } => t("plan_title"),
        AskKind::Form { .. } => target.map_or_else(|| t("ask_server_title"), |target| t(Words::of(target).title)),
    }
}

/// The placeholder of the message box.
pub fn hint(kind: &AskKind) -> &'static str {
    match kind {
        AskKind::Approval(_) | AskKind::Form { .. } => t("why_not"),
        AskKind::Plan { .. } => t("plan_revise"),
        AskKind::Limit { .. } => t("say_running"),
        AskKind::Question { .. } => t("your_answer"),
    }
}

/// What sending the words does.
pub fn sends(kind: &AskKind) -> &'static str {
    match kind {
        AskKind::Approval(_) | AskKind::Form { .. } => t("deny_say_why"),
        AskKind::Plan { .. } => t("plan_revise_send"),
        AskKind::Limit { .. } => t("send"),
        AskKind::Question { .. } => t("answer"),
    }
}

/// What the keys do meanwhile.
pub fn keys(kind: &AskKind) -> &'static str {
    match kind {
        AskKind::Approval(_) | AskKind::Form { .. } => t("keys_approval"),
        AskKind::Plan { .. } => t("plan_keys"),
        AskKind::Limit { .. } => t("goes_running"),
        AskKind::Question { .. } => t("keys_question"),
    }
}

/// The one-press answers.
pub fn choices(kind: &AskKind) -> &[String] {
    match kind {
        AskKind::Question { options, .. } => options,
        AskKind::Approval(_) | AskKind::Limit { .. } | AskKind::Plan { .. } | AskKind::Form { .. } => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use edith_protocol::ActionShown;
    use serde_json::json;

    #[test]
    fn typed_words_never_allow_anything() {
        let action = json!({ "tool": "click", "args": {}, "says": "", "class": "acts" });
        let action = serde_json::from_value(action).unwrap();
        let approval = AskKind::Approval(ActionShown { action, origin: String::new(), values: Vec::new() });
        let question = AskKind::Question { options: Vec::new(), about: None };
        let form = AskKind::Form { questions: Vec::new() };
        for words in ["once", " task ", "site", "yes", "fill", "deny", "use the blue one\nplease"] {
            for kind in [&approval, &form] {
                let answer = answer_of(kind, words).unwrap();
                assert_eq!(answer.as_str(), format!("deny: {}", words.trim()));
            }
        }
        let plan = AskKind::Plan { steps: Vec::new(), message: String::new() };
        for words in ["approve", " once ", "task", "site", "deny", "yes", "revise"] {
            assert_eq!(answer_of(&plan, words), Some(AskAnswer::Revise(words.trim().to_owned())));
        }
        assert_eq!(answer_of(&question, " once\n").unwrap().as_str(), "once");
        for kind in [&approval, &question, &plan] {
            assert_eq!(answer_of(kind, " \n "), None);
        }
    }
}
