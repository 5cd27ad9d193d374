//! Known things as one short text, because they are stored with every step: a base-64 number of six letters each, and uid and node only where they do
//! not both go up by one.

use std::rc::Rc;

use serde::{Deserialize, Deserializer, Serializer};

use super::thing::Thing;

/// A thing with its number, as last seen.
#[derive(Debug, Clone)]
pub(crate) struct Known {
    pub(crate) uid: u32,
    /// The node that showed it.
    pub(crate) node: u32,
    /// [`Thing::meaning`].
    pub(crate) meaning: u32,
    /// None after a restart: the meaning is all that is stored.
    pub(crate) thing: Option<Rc<Thing>>,
}

impl PartialEq for Known {
    fn eq(&self, other: &Self) -> bool {
        (self.uid, self.node, self.meaning) == (other.uid, other.node, other.meaning)
    }
}

impl Eq for Known {}

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
/// Letters of a meaning: 32 bits.
const WIDTH: usize = 6;

pub(super) fn serialize<S: Serializer>(known: &Rc<Vec<Known>>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&written(known))
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Rc<Vec<Known>>, D::Error> {
    let text = String::deserialize(deserializer)?;
    read(&text).map(Rc::new).ok_or_else(|| serde::de::Error::custom("things that cannot be read"))
}

fn written(known: &[Known]) -> String {
    let mut out = String::with_capacity(known.len() * (WIDTH + 2));
    let (mut uid, mut node) = (0, 0);
    for one in known {
        if (one.uid, one.node) != (uid + 1, node + 1) {
            out.push_str(&format!("({},{})", one.uid, one.node));
        }
        (uid, node) = (one.uid, one.node);
        for at in 0..WIDTH {
            let six = (one.meaning >> (6 * at)) & 63;
            out.extend(LETTERS.get(six as usize).map(|letter| char::from(*letter)));
        }
    }
    out
}

fn read(text: &str) -> Option<Vec<Known>> {
    let mut known = Vec::with_capacity(text.len() / WIDTH);
    let (mut uid, mut node) = (0_u32, 0_u32);
    let mut rest = text;
    while !rest.is_empty() {
        (uid, node) = (uid.checked_add(1)?, node.checked_add(1)?);
        if let Some(inside) = rest.strip_prefix('(') {
            let (pair, after) = inside.split_once(')')?;
            let (first, second) = pair.split_once(',')?;
            (uid, node, rest) = (first.parse().ok()?, second.parse().ok()?, after);
        }
        let letters = rest.get(..WIDTH)?;
        rest = rest.get(WIDTH..)?;
        let mut meaning = 0_u32;
        for (at, letter) in letters.bytes().enumerate() {
            let six = u32::try_from(LETTERS.iter().position(|known| *known == letter)?).ok()?;
            meaning |= six.checked_shl(6 * u32::try_from(at).ok()?)?;
        }
        known.push(Known { uid, node, meaning, thing: None });
    }
    Some(known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_and_other_texts_are_not() {
        let mut random = fastrand::Rng::with_seed(5);
        for count in [0, 1, 5, 300] {
            let (mut uid, mut node) = (0, 0);
            let mut one = || {
                uid += if random.bool() { 1 } else { random.u32(1..9) };
                node = if random.u8(..9) == 0 { random.u32(1..1 << 31) } else { node + 1 };
                Known { uid, node, meaning: random.u32(..), thing: None }
            };
            let known: Vec<Known> = (0..count).map(|_| one()).collect();
            assert_eq!(read(&written(&known)), Some(known));
        }
        for broken in ["AAA", "(1,2", "(1)AAAAAA", "AAAA!A", "(x,y)AAAAAA", "ÄÄÄ"] {
            assert_eq!(read(broken), None, "{broken}");
        }
    }

    #[test]
    fn things_in_a_row_cost_six_letters_each() {
        let one = |at: u32| Known { uid: at, node: at + 40, meaning: at, thing: None };
        let known: Vec<Known> = (1..=300).map(one).collect();
        assert!(written(&known).len() < 300 * WIDTH + 10);
    }
}
