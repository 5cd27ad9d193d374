//! A question against documents: words, their chunks, the vectors where there are some, the best hits.

use super::feedback::widened;
use super::fuzzy::resembling;
use super::parts::parts;
use super::postings::Indexed;
use super::scoring::{Collection, Spot, Wanted, best};
use super::snippet::snippet;
use super::statements::add_statements;
use super::tokens::Analyzer;
use super::tuning::{FEEDBACK_CHUNKS, FUZZY_WORDS, SEMANTIC, TITLE, WHOLE};
use crate::call::{ChunkId, Meaning};
use edith_protocol::HitShown;
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, HashSet};

/// A passage that was found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Hit {
    /// The document's id.
    pub document: String,
    /// The page, from 1.
    pub page: u32,
    /// Which chunk of the document.
    pub chunk: ChunkId,
    /// The headings that it stands under.
    pub headings: Vec<String>,
    /// The table's header, if it is a piece of a table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub header: Option<String>,
    /// The best passage of the chunk, word for word.
    pub text: String,
    /// Which of the question's words stand in it or in the headings above.
    pub words: Vec<String>,
    /// How well it fits, 0 to 1: the mean of `lexical` and `semantic`, or `lexical` alone where the chunk has no vector. Comparable within one answer.
    pub score: f32,
    /// How well its words fit, 0 to 1.
    pub lexical: f32,
    /// How close its vector is, 0 to 1; absent where there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub semantic: Option<f32>,
}

/// As it is told: the headings stand in the first line.
impl From<Hit> for HitShown {
    fn from(found: Hit) -> Self {
        let above = found.headings.into_iter().chain(found.header);
        let above: Vec<String> = above.filter(|line| !line.is_empty()).collect();
        let text = if above.is_empty() { found.text } else { format!("{}\n{}", above.join(" > "), found.text) };
        Self {
            document_id: found.document,
            page: found.page,
            text,
            score: f64::from(found.score),
            lexical: f64::from(found.lexical),
            semantic: found.semantic.map(f64::from),
        }
    }
}

/// What a search found.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SearchResult {
    /// The passages, best first.
    pub hits: Vec<Hit>,
    /// Words of the question that stand nowhere, and what was taken instead.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub replaced: Vec<(String, Vec<String>)>,
    /// Words that stand nowhere, and nothing like them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<String>,
    /// The words that were looked for.
    pub words: Vec<String>,
}

/// Searches these documents for the words of a text, and by its vector if there is one.
pub(super) fn search(documents: Vec<&Indexed>, text: &str, meaning: Option<&Meaning>, limit: usize) -> SearchResult {
    let collection = Collection::new(documents);
    let mut found = SearchResult::default();
    let (wanted, names) = wanted(&collection, text, &mut found);
    let mut lexical = collection.scores(&wanted);
    // Words that only resemble are no ground to search with further ones.
    if found.replaced.is_empty() {
        let wider = widened(&collection, &wanted, &best(&lexical, FEEDBACK_CHUNKS));
        // What has none of the words itself is not found.
        let scores = collection.scores(&wider);
        lexical.iter_mut().for_each(|(spot, score)| *score = scores.get(spot).copied().unwrap_or(*score));
    }
    scale(&mut lexical, true);
    mix_parts(&collection, text, &mut lexical);
    if add_statements(&collection, text, &mut lexical) {
        scale(&mut lexical, true);
    }
    let mut semantic = meaning.map(|meaning| cosines(&collection, meaning)).unwrap_or_default();
    scale(&mut semantic, false);
    let mut mixed = HashMap::new();
    for spot in lexical.keys().chain(semantic.keys()) {
        let words = lexical.get(spot).copied().unwrap_or_default();
        let score = semantic.get(spot).map_or(words, |close| (1.0 - SEMANTIC) * words + SEMANTIC * close);
        mixed.insert(*spot, score);
    }
    let weights = weights(&collection, &wanted);
    let mut analyzers = HashMap::new();
    for (spot, score) in best(&mixed, limit) {
        let Some(document) = collection.documents.get(spot.0) else { continue };
        let Some(chunk) = document.chunks.get(spot.1) else { continue };
        let analyzer = analyzers.entry(document.language).or_insert_with(|| Analyzer::new(document.language));
        found.hits.push(Hit {
            document: document.id.clone(),
            page: chunk.id.page,
            chunk: chunk.id,
            words: standing(&collection, &wanted, &names, spot),
            headings: chunk.headings.clone(),
            header: chunk.header.clone(),
            text: snippet(&chunk.text, analyzer, &weights),
            score,
            lexical: lexical.get(&spot).copied().unwrap_or_default(),
            semantic: semantic.get(&spot).copied(),
        });
    }
    found
}

/// Adds what the parts of a question find by themselves, and raises what stands under a title that the question names. A part counts by how telling its
/// words are in the mean, so that many words of instructions do not outweigh few that are asked for; words that stand nowhere tell nothing.
fn mix_parts(collection: &Collection<'_>, text: &str, lexical: &mut HashMap<Spot, f32>) {
    let parts = parts(text);
    if parts.is_empty() {
        return;
    }
    let mut found: Vec<(HashMap<Spot, f32>, f32)> = Vec::with_capacity(parts.len());
    for (part, counts) in parts {
        let (wanted, _) = wanted(collection, part, &mut SearchResult::default());
        let known = wanted.iter().map(|word| collection.frequency(word)).filter(|frequency| *frequency > 0);
        let tells = known.map(|frequency| collection.rarity(frequency)).sum::<f32>() / wanted.len().max(1) as f32;
        let mut scores = collection.scores(&wanted);
        scale(&mut scores, true);
        found.push((scores, counts * tells));
    }
    let most = found.iter().map(|(_, weight)| *weight).fold(f32::MIN_POSITIVE, f32::max);
    lexical.values_mut().for_each(|score| *score *= WHOLE);
    for (scores, weight) in found {
        for (spot, score) in scores {
            *lexical.entry(spot).or_default() += score * weight / most;
        }
    }
    let titles = titles(collection, text);
    for (spot, score) in lexical.iter_mut() {
        let chunk = collection.documents.get(spot.0).and_then(|document| document.chunks.get(spot.1));
        let own = chunk.into_iter().flat_map(|chunk| &chunk.headings);
        *score *= 1.0 + TITLE * own.filter_map(|title| titles.get(title.as_str())).copied().fold(0.0, f32::max);
    }
    scale(lexical, true);
}

/// The titles that a text names, with the part of their words that it has: at least two, and more than half.
fn titles<'c>(collection: &Collection<'c>, text: &str) -> HashMap<&'c str, f32> {
    let mut titles = HashMap::new();
    for document in &collection.documents {
        let mut analyzer = Analyzer::new(document.language);
        let asked: HashSet<String> = analyzer.terms(text).into_iter().collect();
        let mut last: Option<&str> = None;
        for title in document.chunks.iter().flat_map(|chunk| &chunk.headings) {
            if last.replace(title) == Some(title) || titles.contains_key(title.as_str()) {
                continue;
            }
            let terms: HashSet<String> = analyzer.terms(title).into_iter().collect();
            let named = terms.iter().filter(|term| asked.contains(*term)).count();
            let share = named as f32 / terms.len().max(1) as f32;
            titles.insert(title.as_str(), if named >= 2 && share > 0.5 { share } else { 0.0 });
        }
    }
    titles
}

/// The words of a question, for each document in the form that its language gives them.
fn wanted(collection: &Collection<'_>, text: &str, found: &mut SearchResult) -> (Vec<Wanted>, Vec<String>) {
    let mut analyzers: HashMap<_, _> =
        collection.documents.iter().map(|document| (document.language, Analyzer::new(document.language))).collect();
    let words_in_order: Vec<&str> = text.split_whitespace().collect();
    let asks = |word: &str| {
        let word = bare(word).to_lowercase();
        collection.documents.iter().any(|document| document.language.is_asking_word(&word))
    };
    // "Article 12" is a place, not a way to ask.
    let has_number = |word: Option<&&str>| word.is_some_and(|word| word.contains(|c: char| c.is_ascii_digit()));
    let mut asked: Vec<&str> = Vec::new();
    for (at, word) in words_in_order.iter().enumerate() {
        if !asks(word) || has_number(words_in_order.get(at + 1)) {
            asked.push(word);
        }
    }
    if asked.iter().all(|word| analyzers.values_mut().all(|analyzer| analyzer.terms(word).is_empty())) {
        asked = words_in_order;
    }
    let mut words: Vec<(Wanted, String)> = Vec::new();
    for word in asked {
        // One word may be several terms; each counts as a word of its own.
        let forms: Vec<Vec<String>> = collection
            .documents
            .iter()
            .map(|document| {
                analyzers.get_mut(&document.language).map(|analyzer| analyzer.terms(word)).unwrap_or_default()
            })
            .collect();
        let most = forms.iter().map(Vec::len).max().unwrap_or_default();
        for at in 0..most {
            let terms: Vec<Vec<(String, f32)>> =
                forms.iter().map(|form| form.get(at).map(|term| (term.clone(), 1.0)).into_iter().collect()).collect();
            match words.iter_mut().find(|(known, _)| known.terms == terms) {
                Some((known, _)) => known.weight += 1.0,
                None => words.push((Wanted { terms, weight: 1.0 }, bare(word))),
            }
        }
    }
    // In a long question the other words suffice; what only resembles would mislead.
    let resembles = words.len() <= FUZZY_WORDS || words.iter().all(|(wanted, _)| collection.frequency(wanted) == 0);
    for (wanted, word) in &mut words {
        if !found.words.contains(word) {
            found.words.push(word.clone());
        }
        if collection.frequency(wanted) > 0 {
            continue;
        }
        for (document, terms) in collection.documents.iter().zip(&mut wanted.terms).filter(|_| resembles) {
            *terms = terms.iter().flat_map(|(term, _)| resembling(document, term)).collect();
        }
        let mut instead: Vec<String> =
            wanted.terms.iter().flatten().map(|(term, _)| term.clone()).filter(|_| resembles).collect();
        instead.sort();
        instead.dedup();
        if instead.is_empty() {
            found.missing.push(word.clone());
        } else {
            found.replaced.push((word.clone(), instead));
        }
    }
    words.into_iter().unzip()
}

/// The words of which a term stands in this chunk.
fn standing(collection: &Collection<'_>, wanted: &[Wanted], names: &[String], spot: Spot) -> Vec<String> {
    let Some(document) = collection.documents.get(spot.0) else { return Vec::new() };
    let stands = |term: &String| {
        let list = document.terms.get(term).map(Vec::as_slice).unwrap_or_default();
        list.binary_search_by_key(&spot.1, |posting| posting.chunk as usize).is_ok()
    };
    let mut out: Vec<String> = Vec::new();
    for (word, name) in wanted.iter().zip(names) {
        if !out.contains(name) && word.terms.get(spot.0).into_iter().flatten().any(|(term, _)| stands(term)) {
            out.push(name.clone());
        }
    }
    out
}

fn bare(word: &str) -> String {
    word.trim_matches(|c: char| !c.is_alphanumeric() && !matches!(c, '§' | '%' | '€' | '$')).to_owned()
}

fn cosines(collection: &Collection<'_>, meaning: &Meaning) -> HashMap<Spot, f32> {
    let mut out = HashMap::new();
    for (index, document) in collection.documents.iter().enumerate() {
        let vectors = document.vectors.as_ref().filter(|vectors| vectors.model() == meaning.model);
        let Some(vectors) = vectors else { continue };
        let places: HashMap<ChunkId, usize> =
            document.chunks.iter().enumerate().map(|(at, chunk)| (chunk.id, at)).collect();
        for (chunk, cosine) in vectors.cosines(&meaning.vector) {
            out.extend(places.get(&chunk).map(|at| ((index, *at), cosine)));
        }
    }
    out
}

/// Brings scores to 0 … 1, the largest at 1; the smallest is at 0 unless 0 means that nothing fits.
fn scale(scores: &mut HashMap<Spot, f32>, from_zero: bool) {
    let largest = scores.values().copied().fold(f32::MIN, f32::max);
    let smallest = if from_zero { 0.0 } else { scores.values().copied().fold(f32::MAX, f32::min) };
    let span = largest - smallest;
    scores.values_mut().for_each(|score| *score = if span > 0.0 { (*score - smallest) / span } else { 1.0 });
}

fn weights(collection: &Collection<'_>, wanted: &[Wanted]) -> HashMap<String, f32> {
    let mut out = HashMap::new();
    for word in wanted {
        let rarity = collection.rarity(collection.frequency(word));
        out.extend(word.terms.iter().flatten().map(|(term, weight)| (term.clone(), weight * rarity)));
    }
    out
}
