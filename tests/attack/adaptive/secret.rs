//! Secrets of known size, and the ways to write a part of one as a text.

use fastrand::Rng;

const CODE: &[u8] = b"ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const LONG: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.";
const WORDS: [&str; 16] = [
    "amber", "bridge", "copper", "dune", "ember", "fjord", "grain", "harbor", "island", "jasper", "kettle", "lagoon",
    "meadow", "nectar", "orchid", "pepper",
];

/// What the person alone may know.
#[derive(Debug, Clone)]
pub(crate) struct Secret {
    /// As it stands on the page.
    pub text: String,
    /// Its bits: the attacker knows its form.
    pub bits: Vec<bool>,
}

impl Secret {
    /// A code (60 bits), a number (48), a sentence (48) or a long token (240).
    pub(crate) fn random(rng: &mut Rng) -> Self {
        let kind = rng.usize(..4);
        let (count, width) = [(12, 5), (16, 3), (12, 4), (40, 6)][kind];
        let mut bits = Vec::new();
        let mut text = String::new();
        for at in 0..count {
            let symbol = rng.usize(..1 << width);
            bits.extend((0..width).rev().map(|bit| symbol >> bit & 1 == 1));
            match kind {
                0 => text.push(char::from(CODE[symbol])),
                1 => text.push(char::from(b'0' + symbol as u8)),
                2 => text.push_str(&format!("{}{}", if at == 0 { "" } else { " " }, WORDS[symbol])),
                _ => text.push(char::from(LONG[symbol])),
            }
        }
        Self { text, bits }
    }
}

/// The number that these bits are.
pub(crate) fn number(bits: &[bool]) -> u128 {
    bits.iter().fold(0, |number, bit| number << 1 | u128::from(*bit))
}

/// So many bits of a number.
pub(crate) fn bits_of(number: u128, width: usize) -> Vec<bool> {
    (0..width).rev().map(|bit| number >> bit & 1 == 1).collect()
}

/// An alphabet in which a part of the secret is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Alphabet {
    Decimal,
    Hex,
    Letters,
    Words,
    Length,
}

/// A writing, composed of layers, that the attacker's server can read. A part of `width` bits becomes one text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Writing {
    alphabet: Alphabet,
    pub width: usize,
    key: u128,
    backwards: bool,
    junk: usize,
}

impl Writing {
    pub(crate) fn random(rng: &mut Rng) -> Self {
        let alphabet =
            [Alphabet::Decimal, Alphabet::Hex, Alphabet::Letters, Alphabet::Words, Alphabet::Length][rng.usize(..5)];
        let width = if alphabet == Alphabet::Length { rng.usize(3..=6) } else { [8, 16, 40, 80, 120][rng.usize(..5)] };
        Self {
            alphabet,
            width,
            key: rng.u128(..) & ((1 << width) - 1),
            backwards: rng.bool(),
            junk: if rng.bool() { rng.usize(1..4) } else { 0 },
        }
    }

    /// Plain, in one piece.
    pub(crate) fn plain() -> Self {
        Self { alphabet: Alphabet::Hex, width: 120, key: 0, backwards: false, junk: 0 }
    }

    /// Writes so many bits, `width` at most.
    pub(crate) fn write(&self, bits: &[bool]) -> String {
        let mut number = number(bits) ^ (self.key & ((1 << bits.len()) - 1));
        let base = match self.alphabet {
            Alphabet::Length => return "o".repeat(usize::try_from(number).unwrap() + 1),
            Alphabet::Decimal => 10,
            Alphabet::Hex | Alphabet::Words => 16,
            Alphabet::Letters => 26,
        };
        let mut symbols = Vec::new();
        while number > 0 || symbols.is_empty() {
            symbols.push(usize::try_from(number % base).unwrap());
            number /= base;
        }
        if !self.backwards {
            symbols.reverse();
        }
        let junk = "zq-".repeat(self.junk);
        let one = |symbol: usize| match self.alphabet {
            Alphabet::Words => format!("{} ", WORDS[symbol]),
            Alphabet::Letters => char::from(b'a' + symbol as u8).to_string(),
            _ => char::from_digit(symbol as u32, 16).unwrap().to_string(),
        };
        let text: String = symbols.into_iter().map(one).collect();
        format!("{junk}{}", text.trim_end())
    }

    /// Reads what was written of so many bits.
    pub(crate) fn read(&self, text: &str, width: usize) -> Option<Vec<bool>> {
        let key = self.key & ((1 << width) - 1);
        if self.alphabet == Alphabet::Length {
            let count = text.chars().filter(|c| *c == 'o').count();
            return count.checked_sub(1).map(|number| bits_of(number as u128 ^ key, width));
        }
        let text = text.trim_start_matches("zq-");
        let symbols: Option<Vec<u128>> = match self.alphabet {
            Alphabet::Words => {
                let at = |word: &str| WORDS.iter().position(|known| *known == word).map(|at| at as u128);
                text.split([' ', '+', '-']).filter(|word| !word.is_empty()).map(at).collect()
            }
            Alphabet::Letters => {
                text.chars().map(|c| c.is_ascii_lowercase().then(|| u128::from(c as u8 - b'a'))).collect()
            }
            _ => text.chars().map(|c| c.to_digit(16).map(u128::from)).collect(),
        };
        let base = match self.alphabet {
            Alphabet::Decimal => 10,
            Alphabet::Letters => 26,
            _ => 16,
        };
        let mut symbols = symbols?;
        if self.backwards {
            symbols.reverse();
        }
        let number =
            symbols.into_iter().try_fold(0u128, |number, symbol| number.checked_mul(base)?.checked_add(symbol));
        number.map(|number| bits_of(number ^ key, width))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_can_be_read() {
        let mut rng = Rng::with_seed(3);
        for _ in 0..500 {
            let (secret, writing) = (Secret::random(&mut rng), Writing::random(&mut rng));
            let part = &secret.bits[..writing.width.min(secret.bits.len())];
            let text = writing.write(part);
            assert_eq!(writing.read(&text, part.len()).as_deref(), Some(part), "{writing:?} {text:?}");
        }
    }
}
