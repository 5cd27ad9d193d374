//! What the next message starts: what the person chose, or else what is proposed. Nothing but the person's own choice is stored, so that nothing else can
//! change it.

use super::form::Order;
use edith_protocol::Mode;

/// The mode in which a task begins: planned first where the person wants that.
pub fn planned(mode: Mode, plan_first: bool) -> Mode {
    if mode == Mode::Agent && plan_first { Mode::Plan } else { mode }
}

/// What a message starts as long as the person chose nothing. `given`: files that can be read are attached: then it is a question about them, unless its
/// words order something else. `has_form`: the page in view has a form.
pub fn proposed(given: bool, has_form: bool, order: Option<Order>) -> Mode {
    match (given, order) {
        (true, None) => Mode::Documents,
        (true, Some(Order::FillsIn)) if has_form => Mode::Form,
        (true, Some(_)) | (false, _) => Mode::Agent,
    }
}

/// The person's choices.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ModeChoice {
    /// Chosen among the modes: stays until another is chosen.
    chosen: Option<Mode>,
    /// What this conversation is about by what was pressed or sent in it: stays until it is left.
    here: Option<Mode>,
}

impl ModeChoice {
    /// The person chose this mode, even if it was the one that was shown.
    pub fn choose(&mut self, mode: Mode) {
        *self = Self { chosen: Some(mode), here: None };
    }

    /// The person pressed what begins a conversation of this mode.
    pub fn choose_here(&mut self, mode: Mode) {
        self.here = Some(mode);
    }

    /// A message was sent in this mode: who asked documents goes on asking them, and a form is filled in once.
    pub fn sent(&mut self, mode: Mode) {
        if self.here == Some(Mode::Form) {
            self.here = None;
        }
        if self.chosen.is_none() && mode == Mode::Documents {
            self.here = Some(mode);
        }
    }

    /// The conversation was left.
    pub fn leave(&mut self) {
        self.here = None;
    }

    /// Whether documents that are attached would decide.
    pub fn is_open(self) -> bool {
        self.chosen.or(self.here).is_none()
    }

    /// The mode: what was chosen, else what is [`proposed`].
    pub fn mode(self, proposed: Mode) -> Mode {
        self.here.or(self.chosen).unwrap_or(proposed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chosen_mode_is_never_changed_by_what_is_attached() {
        for mode in [Mode::Agent, Mode::Research, Mode::Chat, Mode::Documents] {
            let mut choice = ModeChoice::default();
            assert!(choice.is_open());
            // Also the one that was shown anyway.
            choice.choose(mode);
            assert_eq!((choice.mode(Mode::Documents), choice.mode(Mode::Agent), choice.is_open()), (mode, mode, false));
            choice.sent(mode);
            choice.leave();
            assert_eq!((choice.mode(Mode::Documents), choice.mode(Mode::Agent)), (mode, mode));
        }
    }

    #[test]
    fn files_propose_a_question_unless_the_words_order_something() {
        for (given, has_form, order, expected) in [
            (false, true, Some(Order::FillsIn), Mode::Agent),
            (true, true, None, Mode::Documents),
            (true, true, Some(Order::FillsIn), Mode::Form),
            (true, false, Some(Order::FillsIn), Mode::Agent),
            (true, true, Some(Order::Gives), Mode::Agent),
        ] {
            assert_eq!(proposed(given, has_form, order), expected, "{given} {has_form} {order:?}");
        }
    }

    #[test]
    fn only_tasks_are_planned_first() {
        assert_eq!((planned(Mode::Agent, true), planned(Mode::Agent, false)), (Mode::Plan, Mode::Agent));
        for mode in [Mode::Research, Mode::Chat, Mode::Documents] {
            assert_eq!(planned(mode, true), mode);
        }
    }

    #[test]
    fn documents_propose_questions_as_long_as_they_are_there() {
        let mut choice = ModeChoice::default();
        assert_eq!((choice.mode(Mode::Agent), choice.mode(Mode::Documents)), (Mode::Agent, Mode::Documents));
        // A task that was sent says nothing about the documents that come after it.
        choice.sent(Mode::Agent);
        assert_eq!((choice.mode(Mode::Agent), choice.mode(Mode::Documents)), (Mode::Agent, Mode::Documents));
        // After a question there may be another one, until the conversation is left.
        choice.sent(Mode::Documents);
        assert_eq!((choice.mode(Mode::Agent), choice.is_open()), (Mode::Documents, false));
        choice.leave();
        assert_eq!(choice.mode(Mode::Agent), Mode::Agent);
    }

    #[test]
    fn a_form_is_filled_in_once_and_what_was_chosen_before_is_back() {
        let mut choice = ModeChoice::default();
        choice.choose(Mode::Chat);
        choice.choose_here(Mode::Form);
        assert_eq!(choice.mode(Mode::Documents), Mode::Form);
        choice.sent(Mode::Form);
        assert_eq!(choice.mode(Mode::Documents), Mode::Chat);
        // Taken back before it was sent.
        choice.choose_here(Mode::Form);
        choice.leave();
        assert_eq!(choice.mode(Mode::Agent), Mode::Chat);
    }

    #[test]
    fn what_begins_a_conversation_counts_there_and_the_last_choice_wins() {
        let mut choice = ModeChoice::default();
        choice.choose(Mode::Research);
        choice.choose_here(Mode::Documents);
        assert_eq!(choice.mode(Mode::Agent), Mode::Documents);
        choice.leave();
        assert_eq!(choice.mode(Mode::Agent), Mode::Research);
        choice.choose_here(Mode::Documents);
        choice.choose(Mode::Agent);
        assert_eq!(choice.mode(Mode::Documents), Mode::Agent);
    }
}
