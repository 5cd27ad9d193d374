//! A profile taken from documents: its facts are the questions, and what is decided about them is stored instead of written into a page.

use super::{FormLook, FormRow, FormWork, Phase};
use edith_protocol::{FormState, FormTarget, Profile};
use edith_records::profile::{Put, questions, set};

impl FormWork {
    /// Begins with what the profile holds: it is taken from documents, or what an earlier run has put into it is taken back.
    pub fn begin_import(&mut self, stored: &Profile, has_model: bool) {
        self.target = FormTarget::Profile;
        self.look(FormLook { questions: questions(stored), has_model, ..FormLook::default() });
        if self.undo.is_empty() {
            self.answer_by_code();
            self.phase = Phase::Reading;
        } else {
            self.put_back();
            self.begin_filling();
        }
    }

    /// Whether an answer for a row is looked for: of a profile also beside what it holds.
    pub(crate) fn is_looked_for(&self, row: &FormRow) -> bool {
        let revises = self.target == FormTarget::Profile && row.state == FormState::Kept;
        row.state == FormState::Pending || revises && row.value.is_empty()
    }

    /// Whether what was decided is to be stored now.
    pub(crate) fn stores(&self) -> bool {
        self.target == FormTarget::Profile && self.phase == Phase::Filling
    }

    /// Puts what the person wants into a profile, and says what became of each fact.
    pub(crate) fn put_into(&self, profile: &mut Profile) -> Vec<Put> {
        let wanted = self.rows.iter().filter(|row| row.wanted && row.state == FormState::Proposed);
        let put = |row: &FormRow| (row.question.id.clone(), set(profile, &row.question, &row.value));
        wanted.map(put).collect()
    }

    /// Takes in what became of them.
    pub(crate) fn take_stored(&mut self, stored: Vec<Put>) {
        for (id, stored) in stored {
            let Some(row) = self.row_mut(&id) else { continue };
            row.state = match stored {
                Ok(()) => FormState::Filled,
                Err(why) => {
                    row.reason = why;
                    FormState::Failed
                }
            };
        }
    }

    /// Whether nothing was found that the profile does not hold.
    pub(crate) fn found_nothing(&self) -> bool {
        let is_nothing = |row: &FormRow| row.value.is_empty() && row.state != FormState::Filled;
        self.target == FormTarget::Profile && self.rows.iter().all(is_nothing)
    }
}
