//! What a label says that pressing it does, by the tables of words.

use crate::Commitment;
use crate::effect::pairs::PAIRS;
use crate::words::phrases::{At, Ordered, divided, stands, words};
use crate::words::{self, Sure, gravity};
use std::ops::Range;

/// How sure a phrase must be.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reach {
    /// A link that leads somewhere.
    Firm,
    /// Anything else.
    Plain,
    /// The same beside a freshly written text.
    WeakPosts,
    /// What submits a form.
    Anything,
}

/// A label, and what bears it.
#[derive(Clone, Copy)]
pub(crate) struct Label<'a> {
    /// Its words.
    pub words: &'a [String],
    /// Whether it can only be a command, as on a button: then a command may be anywhere in it. Other clickable text may quote one.
    pub is_command: bool,
    /// Whether pressing it ends a purchase: then no other words of it soften those about money.
    pub at_checkout: bool,
}

/// What an option says that choosing it does: it may be a button.
pub fn option(label: &str) -> Option<Commitment> {
    let label = words(label);
    Label { words: &label, is_command: true, at_checkout: false }.says(Reach::Plain)
}

impl<'a> Label<'a> {
    /// Words of which nothing else is known.
    pub(crate) fn plain(words: &'a [String]) -> Self {
        Self { words, is_command: false, at_checkout: false }
    }

    /// The gravest effect that it says.
    pub(crate) fn says(&self, reach: Reach) -> Option<Commitment> {
        let ordered = &Ordered::of(self.words);
        let by_phrase = words::LABELS.iter().filter(|row| self.has(ordered, row, reach)).map(|row| row.what);
        let pairs = if reach == Reach::Firm { &[] } else { PAIRS };
        let by_pair = pairs.iter().filter(|pair| {
            let verb = pair.place(ordered, self.is_command);
            verb.is_some_and(|verb| !self.is_softened(ordered, pair.what, Some(verb)))
        });
        by_phrase.chain(by_pair.map(|pair| pair.what)).min_by_key(|what| gravity(*what))
    }

    fn has(&self, ordered: &Ordered, row: &words::Saying, reach: Reach) -> bool {
        let fits = match (row.sure, reach) {
            (Sure::Firm, _) => true,
            (Sure::Plain | Sure::Command | Sure::Weak, Reach::Firm) => false,
            (Sure::Plain | Sure::Command, _) | (Sure::Weak, Reach::Anything) => true,
            (Sure::Weak, Reach::WeakPosts) => row.what == Commitment::Posts,
            (Sure::Weak, Reach::Plain) => false,
        };
        let at = if row.sure == Sure::Command && self.is_command { At::Anywhere } else { row.at };
        let stands = |phrase| ordered.place_of(phrase, at);
        fits && divided(row.phrases).filter_map(stands).any(|place| !self.is_softened(ordered, row.what, Some(place)))
    }

    /// Whether other words say that it is harmless. About money only those that change the very phrase (`pay later`) do, and about deletion only if the
    /// label is about nothing else (`Delete filters`): nothing else does.
    fn is_softened(&self, ordered: &Ordered, what: Commitment, place: Option<Range<usize>>) -> bool {
        let is = |list: &[&'static str], word: &String| {
            list.iter().any(|one| stands(one, At::Whole, std::slice::from_ref(word)))
        };
        let not = || words::NOT.iter().filter(|(of, _)| *of == what).flat_map(|(_, phrases)| divided(phrases));
        match (what, place) {
            (Commitment::Pays | Commitment::Buys, Some(place)) if self.is_command => {
                let overlaps = |other: Range<usize>| other.start < place.end && place.start < other.end;
                !self.at_checkout && not().any(|phrase| ordered.place_of(phrase, At::Anywhere).is_some_and(overlaps))
            }
            (Commitment::Deletes, place) => {
                let rest =
                    self.words.iter().enumerate().filter(|(at, _)| place.as_ref().is_none_or(|p| !p.contains(at)));
                let rest: Vec<&String> = rest.map(|(_, word)| word).collect();
                rest.iter().any(|word| is(words::SOFT_OBJECTS, word))
                    && rest.iter().all(|word| is(words::SOFT_OBJECTS, word) || is(words::FILLERS, word))
            }
            // Of the rest only if the label says nothing else: another word may be a name that somebody chose.
            (_, Some(place)) => {
                let soft: Vec<Range<usize>> =
                    not().filter_map(|phrase| ordered.place_of(phrase, At::Anywhere)).collect();
                let said = |at: usize| place.contains(&at) || soft.iter().any(|soft| soft.contains(&at));
                !soft.is_empty() && self.words.iter().enumerate().all(|(at, word)| said(at) || is(words::FILLERS, word))
            }
            // A question is about what it asks, whatever else it says.
            (_, None) => false,
        }
    }
}

/// What a question is about.
pub(crate) fn asks_for(text: &str) -> Option<Commitment> {
    let text = &words(text);
    let label = Label::plain(text);
    let ordered = &Ordered::of(text);
    let is_it = |row: &&(Commitment, &'static str)| {
        divided(row.1).any(|phrase| ordered.place_of(phrase, At::Anywhere).is_some())
            && !label.is_softened(ordered, row.0, None)
    };
    words::QUESTIONS.iter().find(is_it).map(|row| row.0)
}
