//! A run's reaction when the model gives no turn: the retry table as code.

use super::{Run, Served, State};
use edith_model::{ModelError, Retry};
use edith_protocol::{Event, Outcome, Progress, WaitShown};
use edith_words::{Sentence, Word, say};

/// Retries for a busy or failing server (the fault table of the platform notes).
const RETRIES: u32 = 2;
/// The first pause, doubled each time, in milliseconds.
const FIRST_PAUSE_MS: f64 = 500.0;
/// Our own longest pause, in milliseconds.
const LONGEST_PAUSE_MS: f64 = 8_000.0;
/// The pauses before a broken answer is asked for again, in milliseconds.
const BREAK_PAUSES_MS: [f64; 3] = [1_000.0, 2_000.0, 4_000.0];
/// A longer `Retry-After`, in milliseconds, ends the run with a sentence.
const LONGEST_WISH_MS: u64 = 120_000;

impl Run {
    pub(super) fn model_failed(&mut self, error: &ModelError, served: &Served, attempt: u32, now: f64) -> Vec<Event> {
        match error.retry() {
            Retry::Never => self.give_up(error, error.for_person(), served, now),
            Retry::BackOff { wish_ms: Some(wish) } if wish > LONGEST_WISH_MS => {
                let minutes = wish.div_ceil(60_000);
                self.give_up(error, say!(WaitMinutes { error: error.for_person(), minutes: minutes }), served, now)
            }
            Retry::BackOff { wish_ms } if attempt < RETRIES => {
                let own =
                    (FIRST_PAUSE_MS * f64::from(1_u32 << attempt.min(10))).min(LONGEST_PAUSE_MS) * self.jitter(attempt);
                self.back_off(error, attempt, wish_ms.map_or(own, |wish| wish as f64), now)
            }
            Retry::Again => match BREAK_PAUSES_MS.get(attempt as usize) {
                Some(pause) => self.back_off(error, attempt, pause * self.jitter(attempt), now),
                None => self.give_up(error, error.for_person(), served, now),
            },
            Retry::Once if attempt == 0 => {
                self.state = State::Thinking { attempt: 1 };
                vec![self.progress(say!(TryingAgain { error: error.for_person() }), now)]
            }
            Retry::Compact if let Some(events) = self.room().on_too_long(self, now) => events,
            Retry::Compact if !self.transcript.compacted => {
                self.transcript.compacted = true;
                self.state = State::Thinking { attempt };
                vec![self.progress(say!(ShorterHistory), now)]
            }
            Retry::BackOff { .. } | Retry::Once | Retry::Compact => {
                self.give_up(error, error.for_person(), served, now)
            }
        }
    }

    /// Waits before the next attempt, for so many milliseconds, and reports it with its end.
    fn back_off(&mut self, error: &ModelError, attempt: u32, pause: f64, now: f64) -> Vec<Event> {
        let reason: String = error.for_person().into();
        self.state = State::BackingOff { attempt: attempt + 1, until: now + pause, reason: reason.clone() };
        let text = say!(TryingAgainIn { error: error.for_person(), seconds: Word::Number(pause / 1000.0, 1) });
        let waiting = Some(WaitShown { until: now + pause, reason });
        vec![Event::Progress(Progress { waiting, ..self.blank_progress(text.into(), now) })]
    }

    /// Goes on with the role's next server, or ends.
    fn give_up(&mut self, why: &ModelError, error: Sentence, served: &Served, now: f64) -> Vec<Event> {
        if let Some(next) = self.serving.next(served, now) {
            self.state = State::Thinking { attempt: 0 };
            return vec![
                self.progress(say!(NextServer { server: served.name(), error: error, next: &next.name }), now),
            ];
        }
        if matches!(why, ModelError::Unauthorized { .. }) {
            self.completion.refused_key = Some(served.by.clone());
        }
        let sentence = match self.serving.gave_up.len() {
            0 | 1 => error,
            servers => say!(AllServersFailed { servers: servers, error: error }),
        };
        self.serving.begin_again();
        self.finish(Outcome::Failed, sentence, now)
    }

    /// A per-run factor from 0.8 to 1.2, so that runs which failed together do not retry together. From the run's random id, since the machine itself
    /// must be deterministic.
    fn jitter(&self, attempt: u32) -> f64 {
        let sum = self.id.0.bytes().fold(attempt, |sum, byte| sum.wrapping_mul(31).wrapping_add(u32::from(byte)));
        0.8 + f64::from(sum % 401) / 1000.0
    }
}
