//! Thinking that a server leaves in front of the answer's text, as llama.cpp, Ollama and vLLM do without a parser for their model. It is not part of
//! the answer and is not shown.

use crate::text_actions::thinking::{OWN_THOUGHT, PAIRS, ended_only};

/// Takes the thinking off a text that comes in pieces.
#[derive(Debug, Clone, Default)]
pub(super) struct LeadingThought {
    state: Scan,
    /// What came and is not decided yet.
    held: String,
}

#[derive(Debug, Clone, Copy, Default, PartialEq)]
enum Scan {
    /// Nothing but white space and parts of a mark so far.
    #[default]
    Begins,
    /// Inside, until this mark.
    Thinks(&'static str),
    /// Inside, as the model's answers have begun before: until any end mark. Without one it is all the answer.
    Within,
    /// The answer has begun.
    Passed,
}

impl LeadingThought {
    /// Of a model whose server's template begins the thinking itself, so that only its end is in the answer.
    pub(super) fn begun() -> Self {
        Self { state: Scan::Within, held: String::new() }
    }

    /// What of the next piece, and of what was held back, is the answer's.
    pub(super) fn without(&mut self, piece: &str) -> String {
        if self.state == Scan::Passed {
            return piece.to_owned();
        }
        self.held.push_str(piece);
        if self.state == Scan::Within {
            let after = ended_only(&self.held).map(|(_, after)| after.trim_start()).filter(|after| !after.is_empty());
            return match after.map(str::to_owned) {
                Some(after) => {
                    *self = Self { state: Scan::Passed, held: String::new() };
                    after
                }
                None => String::new(),
            };
        }
        if self.state == Scan::Begins {
            let text = self.held.trim_start();
            match marks().find(|(open, _)| text.starts_with(open)) {
                Some((_, close)) => self.state = Scan::Thinks(close),
                None if marks().any(|(open, _)| open.starts_with(text)) => return String::new(),
                None => return self.passed(),
            }
        }
        if let Scan::Thinks(close) = self.state {
            if let Some((_, after)) = self.held.split_once(close) {
                // Another thought may follow.
                let after = after.trim_start().to_owned();
                *self = Self::default();
                return self.without(&after);
            }
            // Only the beginning of its end is still of interest.
            let tail = self.held.ceil_char_boundary(self.held.len().saturating_sub(close.len()));
            self.held.drain(..tail);
        }
        String::new()
    }

    /// What was held back and turned out not to be thinking. Thinking without an end is not an answer.
    pub(super) fn end(&mut self) -> String {
        match self.state {
            Scan::Begins => self.passed(),
            Scan::Within => {
                let all = self.passed();
                ended_only(&all).map_or(all.clone(), |(_, after)| after.trim_start().to_owned())
            }
            Scan::Thinks(_) | Scan::Passed => String::new(),
        }
    }

    fn passed(&mut self) -> String {
        self.state = Scan::Passed;
        std::mem::take(&mut self.held)
    }
}

/// The marks around what is not for the person.
fn marks() -> impl Iterator<Item = &'static (&'static str, &'static str)> {
    PAIRS.iter().filter(|pair| **pair != OWN_THOUGHT)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> String {
        let whole = {
            let mut thought = LeadingThought::default();
            thought.without(text) + &thought.end()
        };
        let mut thought = LeadingThought::default();
        let mut in_pieces: String = text.chars().map(|c| thought.without(&c.to_string())).collect();
        in_pieces += &thought.end();
        assert_eq!(in_pieces.trim(), whole.trim(), "{text}");
        whole
    }

    #[test]
    fn thinking_in_front_is_no_answer() {
        for (text, answer) in [
            ("Hello", "Hello"),
            ("<think>hm</think>Hello", "Hello"),
            ("\n<think>\nhm\n</think>\n\nHello", "Hello"),
            ("<think></think>\n<think>again</think>Hello", "Hello"),
            ("[THINK]hm[/THINK]Hello", "Hello"),
            ("<think>without an end", ""),
            // No mark, or not in front.
            ("<thi", "<thi"),
            ("<thought>for the person</thought>", "<thought>for the person</thought>"),
            ("The tag <think> opens it.</think>", "The tag <think> opens it.</think>"),
            ("", ""),
        ] {
            assert_eq!(read(text), answer, "{text:?}");
        }
    }

    #[test]
    fn a_model_that_begins_within_its_thinking_is_waited_for() {
        for (text, answer) in [
            ("hm, Paris.\n</think>\n\nParis.", "Paris."),
            ("hm, Paris.</think>\nParis.", "Paris."),
            ("hm\n[/THINK]\nParis.", "Paris."),
            ("Paris.", "Paris."),
            ("hm\n</think>", ""),
            ("It is closed by </think> in that format.", "It is closed by </think> in that format."),
        ] {
            let mut whole = LeadingThought::begun();
            assert_eq!(whole.without(text) + &whole.end(), answer, "{text}");
            let mut thought = LeadingThought::begun();
            let mut shown: String = text.chars().map(|c| thought.without(&c.to_string())).collect();
            shown += &thought.end();
            assert_eq!(shown, answer, "{text} in pieces");
        }
    }

    #[test]
    fn a_long_thought_is_not_kept() {
        let mut thought = LeadingThought::default();
        thought.without("<think>");
        for _ in 0..1_000 {
            assert_eq!(thought.without("hm – "), "");
        }
        assert!(thought.held.len() < 20, "{}", thought.held.len());
        assert_eq!(thought.without("</thi") + &thought.without("nk>Hello"), "Hello");
    }
}
