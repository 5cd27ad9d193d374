//! The numbers that search is set by, chosen by the odd questions of the Cranfield, CISI and CACM collections; where these were even, by all questions.

/// BM25 (Robertson and Zaragoza 2009): how soon a word's repetition stops counting.
pub(super) const K1: f32 = 1.2;
/// BM25: how much a chunk's length counts.
pub(super) const B: f32 = 0.75;
/// What a word in a heading above the chunk counts, in words of its text.
pub(super) const HEADING: f32 = 2.0;
/// From how many of the best chunks words are taken to search with again.
pub(super) const FEEDBACK_CHUNKS: usize = 8;
/// How many words are taken.
pub(super) const FEEDBACK_TERMS: usize = 20;
/// What all of these words weigh together, in the weight of all of the query's words.
pub(super) const FEEDBACK_WEIGHT: f32 = 0.5;
/// With fewer chunks in all nothing is taken: there, chance decides which words are frequent.
pub(super) const FEEDBACK_LEAST: usize = 60;
/// What a word counts that only resembles the one that was asked for.
pub(super) const FUZZY: f32 = 0.5;
/// In a question of more words than these, none is replaced by one that resembles it as long as another is found.
pub(super) const FUZZY_WORDS: usize = 4;
/// How many resembling words stand for one.
pub(super) const FUZZY_MOST: usize = 5;
/// How many chunks a server is asked to make vectors of at once.
pub(super) const EMBEDDED_AT_ONCE: usize = 32;
/// What is sent of a chunk at most, in characters: only those with a long table row have more.
pub(super) const EMBEDDED_CHARS: usize = 2_000;
/// How many chunks of a document have vectors at most, about 18 million characters: with 1,536 numbers each they take 31 MB.
pub(super) const EMBEDDED_MOST: usize = 20_000;
/// What all words of a question with instructions or definitions count together, beside its most telling part.
pub(super) const WHOLE: f32 = 0.5;
/// How much more a passage counts under a title that a question with instructions or definitions names in full.
pub(super) const TITLE: f32 = 0.5;
/// What a page that is nothing but tables under the years that a question names has beside its words, in the score of the best passage. From 0.5 to 0.8 the
/// questions on reports that this was chosen by find the same.
pub(super) const STATEMENT: f32 = 0.6;
/// The part of the vectors in a mixed score.
pub(super) const SEMANTIC: f32 = 0.5;
