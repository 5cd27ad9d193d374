//! BM25 over the chunks of several documents.

use super::postings::{Indexed, Posting};
use super::tuning::{B, HEADING, K1};
use std::collections::{HashMap, HashSet};

/// A chunk among the searched documents: the document's index, and the chunk's in it.
pub(super) type Spot = (usize, usize);

/// A word that is searched for.
#[derive(Debug, Clone)]
pub(super) struct Wanted {
    /// What stands for it in each of the documents, with how much that counts.
    pub terms: Vec<Vec<(String, f32)>>,
    /// How much the word counts.
    pub weight: f32,
}

/// What the searched documents have in common.
pub(super) struct Collection<'a> {
    pub documents: Vec<&'a Indexed>,
    pub chunks: usize,
    average_length: f32,
}

impl<'a> Collection<'a> {
    pub(super) fn new(documents: Vec<&'a Indexed>) -> Self {
        let chunks: usize = documents.iter().map(|document| document.chunks.len()).sum();
        let terms: u64 = documents.iter().flat_map(|document| &document.lengths).map(|length| u64::from(*length)).sum();
        let average_length = (terms as f32 / chunks.max(1) as f32).max(1.0);
        Self { documents, chunks, average_length }
    }

    /// In how many chunks a word stands.
    pub(super) fn frequency(&self, wanted: &Wanted) -> usize {
        let of = |(document, terms): (&&Indexed, &Vec<(String, f32)>)| match terms.as_slice() {
            [] => 0,
            [(term, _)] => document.terms.get(term).map_or(0, Vec::len),
            several => {
                let lists = several.iter().filter_map(|(term, _)| document.terms.get(term));
                lists.flatten().map(|posting| posting.chunk).collect::<HashSet<_>>().len()
            }
        };
        self.documents.iter().zip(&wanted.terms).map(of).sum()
    }

    /// How much a word that stands in so many chunks tells.
    pub(super) fn rarity(&self, frequency: usize) -> f32 {
        let (all, with) = (self.chunks as f32, frequency as f32);
        (1.0 + (all - with + 0.5) / (with + 0.5)).ln()
    }

    /// The scores of all chunks that have one of the words.
    pub(super) fn scores(&self, wanted: &[Wanted]) -> HashMap<Spot, f32> {
        let mut scores = HashMap::new();
        for word in wanted {
            let rarity = self.rarity(self.frequency(word)) * word.weight;
            for (index, (document, terms)) in self.documents.iter().zip(&word.terms).enumerate() {
                for (term, weight) in terms {
                    for posting in document.terms.get(term).into_iter().flatten() {
                        let chunk = posting.chunk as usize;
                        let length = document.lengths.get(chunk).copied().unwrap_or_default() as f32;
                        let score = rarity * weight * saturated(posting, length / self.average_length);
                        *scores.entry((index, chunk)).or_insert(0.0) += score;
                    }
                }
            }
        }
        scores
    }
}

/// A term's count, less and less for each further time, and for longer chunks.
fn saturated(posting: &Posting, length: f32) -> f32 {
    let count = f32::from(posting.text) + HEADING * f32::from(posting.headings);
    count * (K1 + 1.0) / (count + K1 * (1.0 - B + B * length))
}

/// The best of them, with equal ones in the order of the documents.
pub(super) fn best(scores: &HashMap<Spot, f32>, limit: usize) -> Vec<(Spot, f32)> {
    let mut all: Vec<(Spot, f32)> = scores.iter().map(|(spot, score)| (*spot, *score)).collect();
    all.sort_unstable_by(|(spot, score), (other, second)| second.total_cmp(score).then(spot.cmp(other)));
    all.truncate(limit);
    all
}
