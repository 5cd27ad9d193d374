//! Vectors of chunks as whole numbers of eight bits, compared one by one. They come from an embedding server; there is no model here.

use crate::chunk::ChunkId;
use serde::{Deserialize, Serialize};

/// The vectors of a document's chunks. Not all chunks need to have one.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Vectors {
    /// How many numbers a vector has.
    dimensions: usize,
    /// Which chunk each vector belongs to, in the order of `values`.
    chunks: Vec<ChunkId>,
    /// All vectors one after another, each scaled so that its largest number is ±127.
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
    /// It is empty, all zeros, or has a number that is none.
    #[error("the vector has no direction")]
    Direction,
}

impl Vectors {
    /// How many numbers each vector has; 0 as long as there is none.
    pub fn dimensions(&self) -> usize {
        self.dimensions
    }

    /// The chunks that have a vector.
    pub fn chunks(&self) -> &[ChunkId] {
        &self.chunks
    }

    /// Adds a chunk's vector, or replaces it.
    ///
    /// # Errors
    /// A vector of another length than the first one, or without a direction, is refused.
    pub fn insert(&mut self, chunk: ChunkId, vector: &[f32]) -> Result<(), VectorError> {
        if !self.chunks.is_empty() && vector.len() != self.dimensions {
            return Err(VectorError::Dimensions { expected: self.dimensions, given: vector.len() });
        }
        let quantised = quantised(vector).ok_or(VectorError::Direction)?;
        self.dimensions = vector.len();
        match self.chunks.iter().position(|known| *known == chunk) {
            Some(at) => {
                let place = self.values.get_mut(at * self.dimensions..(at + 1) * self.dimensions);
                place.into_iter().for_each(|place| place.copy_from_slice(&quantised));
            }
            None => {
                self.chunks.push(chunk);
                self.values.extend(quantised);
            }
        }
        Ok(())
    }

    /// The cosine of every chunk's vector with this one; nothing if it has another length or no direction.
    pub fn cosines(&self, query: &[f32]) -> Vec<(ChunkId, f32)> {
        let Some(query) = quantised(query).filter(|query| query.len() == self.dimensions) else { return Vec::new() };
        let length = dot(&query, &query).sqrt();
        let cosine = |vector: &[i8]| dot(vector, &query) / (dot(vector, vector).sqrt() * length);
        self.chunks.iter().copied().zip(self.values.chunks_exact(self.dimensions.max(1)).map(cosine)).collect()
    }
}

/// A vector whose largest number becomes ±127.
fn quantised(vector: &[f32]) -> Option<Vec<i8>> {
    let largest = vector.iter().fold(0.0_f32, |largest, value| largest.max(value.abs()));
    let fine = largest > 0.0 && vector.iter().all(|value| value.is_finite());
    // Rounded and within ±127, so nothing is cut off.
    #[expect(clippy::cast_possible_truncation)]
    fine.then(|| vector.iter().map(|value| (value / largest * 127.0).round() as i8).collect())
}

#[expect(clippy::cast_precision_loss)]
fn dot(a: &[i8], b: &[i8]) -> f32 {
    a.iter().zip(b).map(|(a, b)| i32::from(*a) * i32::from(*b)).sum::<i32>() as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(part: u32) -> ChunkId {
        ChunkId { page: 1, part }
    }

    #[test]
    fn cosines_are_those_of_the_given_vectors() {
        let mut seed = 7_u32;
        let mut next = || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            f32::from(u16::try_from(seed >> 16).unwrap()) / 32_768.0 - 1.0
        };
        let all: Vec<Vec<f32>> = (0..50).map(|_| (0..384).map(|_| next()).collect()).collect();
        let mut vectors = Vectors::default();
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
        let mut vectors = Vectors::default();
        assert_eq!(vectors.insert(id(0), &[0.0, 0.0]), Err(VectorError::Direction));
        assert_eq!(vectors.insert(id(0), &[f32::NAN, 1.0]), Err(VectorError::Direction));
        vectors.insert(id(0), &[1.0, 0.0]).unwrap();
        assert_eq!(vectors.insert(id(1), &[1.0]), Err(VectorError::Dimensions { expected: 2, given: 1 }));
        vectors.insert(id(0), &[0.0, 1.0]).unwrap();
        assert_eq!(vectors.chunks().len(), 1);
        assert!(vectors.cosines(&[0.0, 2.0])[0].1 > 0.99);
        assert_eq!(vectors.cosines(&[1.0, 1.0, 1.0]), []);
    }
}
