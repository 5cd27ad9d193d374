//! Words taken from the best chunks of a first search, to search with again (pseudo-relevance feedback). A word counts once for each chunk that has it,
//! as much as the chunk fits: by how often it stands there, short chunks (titles alone) would decide everything.

use super::scoring::{Collection, Spot, Wanted};
use super::tokens::Analyzer;
use super::tuning::{FEEDBACK_CHUNKS, FEEDBACK_LEAST, FEEDBACK_TERMS, FEEDBACK_WEIGHT};
use std::collections::{HashMap, HashSet};

/// The wanted words with those that the best chunks have in common and few others have.
pub(super) fn widened(collection: &Collection<'_>, wanted: &[Wanted], best: &[(Spot, f32)]) -> Vec<Wanted> {
    let mut out = wanted.to_vec();
    if collection.chunks < FEEDBACK_LEAST {
        return out;
    }
    let top = best.get(..FEEDBACK_CHUNKS.min(best.len())).unwrap_or_default();
    let all: f32 = top.iter().map(|(_, score)| score).sum();
    let mut shares: HashMap<String, f32> = HashMap::new();
    let mut analyzers = HashMap::new();
    for ((document, chunk), score) in top {
        let Some(document) = collection.documents.get(*document) else { continue };
        let Some(chunk) = document.chunks.get(*chunk) else { continue };
        let analyzer = analyzers.entry(document.language).or_insert_with(|| Analyzer::new(document.language));
        let terms: HashSet<String> = analyzer.terms(&chunk.full_text()).into_iter().collect();
        for term in terms {
            *shares.entry(term).or_default() += score / all.max(f32::MIN_POSITIVE);
        }
    }
    let known = |term: &str| wanted.iter().flat_map(|word| &word.terms).flatten().any(|(known, _)| known == term);
    let mut candidates: Vec<(Wanted, f32)> = shares
        .into_iter()
        .filter(|(term, _)| !known(term))
        .map(|(term, share)| {
            let word = Wanted { terms: vec![vec![(term, 1.0)]; collection.documents.len()], weight: 0.0 };
            let frequency = collection.frequency(&word);
            let worth = share * collection.rarity(frequency).sqrt();
            (word, if frequency < 2 { 0.0 } else { worth })
        })
        .filter(|(_, worth)| *worth > 0.0)
        .collect();
    let name = |word: &Wanted| word.terms.first().and_then(|terms| terms.first()).map(|(term, _)| term.clone());
    candidates.sort_by(|(a, worth), (b, other)| other.total_cmp(worth).then_with(|| name(a).cmp(&name(b))));
    candidates.truncate(FEEDBACK_TERMS);
    let total: f32 = candidates.iter().map(|(_, worth)| worth).sum();
    let weight: f32 = FEEDBACK_WEIGHT * wanted.iter().map(|word| word.weight).sum::<f32>();
    out.extend(candidates.into_iter().map(|(word, worth)| Wanted { weight: weight * worth / total, ..word }));
    out
}
