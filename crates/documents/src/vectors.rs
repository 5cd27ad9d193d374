//! Vectors of chunks as whole numbers of eight bits, compared one by one. They come from an embedding server; there is no model here.

use crate::call::ChunkId;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The vectors of a document's chunks by one model. Not all chunks need to have one.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Vectors {
    /// The model that made them: those of another are not comparable.
    model: String,
    /// How many numbers a vector has.
    dimensions: usize,
    /// Which chunk each vector belongs to, in order.
    chunks: Vec<ChunkId>,
    /// All vectors one after another, each scaled so that its largest number is ±127. One without a direction is all zeros.
    #[serde(serialize_with = "written", deserialize_with = "read")]
    values: Vec<i8>,
}

/// Why a vector cannot be taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum VectorError {
    /// It has another length than the others.
    #[error("the vector has {given} numbers, the others have {expected}")]
    Dimensions {
        /// Of the others.
        expected: usize,
        /// Its own.
        given: usize,
    },
    /// It is empty or has a number that is none.
    #[error("the vector is not made of numbers")]
    Numbers,
}

impl Vectors {
    /// None yet, by this model.
    pub fn by(model: &str) -> Self {
        Self { model: model.to_owned(), ..Self::default() }
    }

    /// The model that made them.
    pub fn model(&self) -> &str {
        &self.model
    }

    /// The first chunk that has one.
    pub fn first(&self) -> Option<ChunkId> {
        self.chunks.first().copied()
    }

    /// Whether a chunk has a vector.
    pub fn has(&self, chunk: ChunkId) -> bool {
        self.chunks.binary_search(&chunk).is_ok()
    }

    /// Adds a chunk's vector, or replaces it.
    ///
    /// # Errors
    /// A vector of another length than the first one, an empty one, or one with a number that is none.
    pub fn insert(&mut self, chunk: ChunkId, vector: &[f32]) -> Result<(), VectorError> {
        self.insert_quantised(chunk, &quantised(vector).ok_or(VectorError::Numbers)?)
    }

    /// Takes over others by the same model; those by another are left out.
    ///
    /// # Errors
    /// If they have another length.
    pub fn join(&mut self, others: &Self) -> Result<(), VectorError> {
        if others.model != self.model {
            return Ok(());
        }
        let mut pairs = others.chunks.iter().zip(others.values.chunks_exact(others.dimensions.max(1)));
        pairs.try_for_each(|(chunk, vector)| self.insert_quantised(*chunk, vector))
    }

    fn insert_quantised(&mut self, chunk: ChunkId, vector: &[i8]) -> Result<(), VectorError> {
        if !self.chunks.is_empty() && vector.len() != self.dimensions {
            return Err(VectorError::Dimensions { expected: self.dimensions, given: vector.len() });
        }
        self.dimensions = vector.len();
        match self.chunks.binary_search(&chunk) {
            Ok(at) => {
                let place = self.values.get_mut(at * self.dimensions..(at + 1) * self.dimensions);
                place.into_iter().for_each(|place| place.copy_from_slice(vector));
            }
            Err(at) => {
                self.chunks.insert(at, chunk);
                let at = at * self.dimensions;
                self.values.splice(at..at, vector.iter().copied());
            }
        }
        Ok(())
    }

    /// The cosine of every chunk's vector with this one; nothing if it has another length or no direction.
    pub fn cosines(&self, query: &[f32]) -> Vec<(ChunkId, f32)> {
        let Some(query) = quantised(query).filter(|query| query.len() == self.dimensions) else { return Vec::new() };
        let length = dot(&query, &query).sqrt();
        if length <= 0.0 {
            return Vec::new();
        }
        let cosine = |vector: &[i8]| dot(vector, &query) / (dot(vector, vector).sqrt() * length).max(1.0);
        self.chunks.iter().copied().zip(self.values.chunks_exact(self.dimensions.max(1)).map(cosine)).collect()
    }
}

/// A vector whose largest number becomes ±127.
fn quantised(vector: &[f32]) -> Option<Vec<i8>> {
    let largest = vector.iter().fold(f32::MIN_POSITIVE, |largest, value| largest.max(value.abs()));
    let fine = !vector.is_empty() && vector.iter().all(|value| value.is_finite());
    // Rounded and within ±127, so nothing is cut off.
    #[expect(clippy::cast_possible_truncation)]
    fine.then(|| vector.iter().map(|value| (value / largest * 127.0).round() as i8).collect())
}

#[expect(clippy::cast_precision_loss)]
fn dot(a: &[i8], b: &[i8]) -> f32 {
    a.iter().zip(b).map(|(a, b)| i32::from(*a) * i32::from(*b)).sum::<i32>() as f32
}

fn written<S: Serializer>(values: &[i8], to: S) -> Result<S::Ok, S::Error> {
    let bytes: Vec<u8> = values.iter().map(|value| value.cast_unsigned()).collect();
    to.serialize_str(&STANDARD.encode(bytes))
}

fn read<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<i8>, D::Error> {
    let text = String::deserialize(from)?;
    let bytes = STANDARD.decode(text).map_err(serde::de::Error::custom)?;
    Ok(bytes.into_iter().map(u8::cast_signed).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(part: u32) -> ChunkId {
        ChunkId { page: 1, part }
    }

    fn random(count: u32) -> Vec<Vec<f32>> {
        let mut seed = 7_u32;
        let mut next = || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            f32::from(u16::try_from(seed >> 16).unwrap()) / 32_768.0 - 1.0
        };
        (0..count).map(|_| (0..384).map(|_| next()).collect()).collect()
    }

    #[test]
    fn cosines_are_those_of_the_given_vectors() {
        let all = random(50);
        let mut vectors = Vectors::by("m");
        for (index, vector) in all.iter().enumerate() {
            vectors.insert(id(u32::try_from(index).unwrap()), vector).unwrap();
        }
        let exact = |a: &[f32], b: &[f32]| {
            let dot = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f32>();
            dot(a, b) / (dot(a, a) * dot(b, b)).sqrt()
        };
        for (chunk, cosine) in vectors.cosines(&all[3]) {
            let expected = exact(&all[chunk.part as usize], &all[3]);
            assert!((cosine - expected).abs() < 0.01, "{cosine} {expected}");
        }
    }

    #[test]
    fn vectors_that_do_not_fit_are_refused() {
        let mut vectors = Vectors::by("m");
        assert_eq!(vectors.insert(id(0), &[]), Err(VectorError::Numbers));
        assert_eq!(vectors.insert(id(0), &[f32::NAN, 1.0]), Err(VectorError::Numbers));
        vectors.insert(id(0), &[1.0, 0.0]).unwrap();
        assert_eq!(vectors.insert(id(1), &[1.0]), Err(VectorError::Dimensions { expected: 2, given: 1 }));
        vectors.insert(id(0), &[0.0, 1.0]).unwrap();
        assert!(vectors.has(id(0)) && !vectors.has(id(1)));
        assert!(vectors.cosines(&[0.0, 2.0])[0].1 > 0.99);
        assert_eq!(vectors.cosines(&[1.0, 1.0, 1.0]), []);
        // What a server could make nothing of is close to nothing.
        vectors.insert(id(1), &[0.0, 0.0]).unwrap();
        assert_eq!(vectors.cosines(&[0.0, 2.0])[1], (id(1), 0.0));
        assert_eq!(vectors.cosines(&[0.0, 0.0]), []);
    }

    #[test]
    fn pieces_join_to_the_whole_in_any_order_and_through_the_store() {
        let all = random(9);
        let made = |parts: &[u32], model: &str| {
            let mut vectors = Vectors::by(model);
            parts.iter().for_each(|part| vectors.insert(id(*part), &all[*part as usize]).unwrap());
            serde_json::from_str::<Vectors>(&serde_json::to_string(&vectors).unwrap()).unwrap()
        };
        let whole = made(&[0, 1, 2, 3, 4, 5, 6, 7, 8], "m");
        let mut joined = Vectors::by("m");
        for piece in [made(&[8, 6, 7], "m"), made(&[1, 0, 2], "m"), made(&[1, 2], "other"), made(&[5, 3, 4], "m")] {
            joined.join(&piece).unwrap();
        }
        assert_eq!(joined, whole);
        let mut longer = Vectors::by("m");
        longer.insert(id(9), &[1.0]).unwrap();
        assert!(matches!(joined.join(&longer), Err(VectorError::Dimensions { expected: 384, given: 1 })));
    }
}
