//! Where a text was read, for the question about it. It decides nothing: an encoded text is asked about all the same, without an explanation.

use crate::place::decode::percent;
use crate::{Read, Site};
use edith_protocol::{Origin, ValueShown};

/// Shortest piece that says where a text is from, in letters and digits: shorter ones occur everywhere.
const PIECE: usize = 8;
/// The most that is compared: words of the text, and bytes of what was read, the latest first. It bounds the time to a few milliseconds.
const WORDS: usize = 60;
const BYTES: usize = 100_000;

/// The longest piece of a text that the person wrote or that was read elsewhere, and where; else the text itself, which the model made. What is in
/// the person's own words is theirs, wherever else it is.
pub(crate) fn value(text: &str, said: &str, reads: &[Read<'_>], to: &str) -> Option<ValueShown> {
    let text = percent(text);
    let words: Vec<&str> = text.split_whitespace().take(WORDS).collect();
    let plain: Vec<String> = words.iter().map(|word| letters(word)).collect();
    if plain.iter().all(String::is_empty) {
        return None;
    }
    let mut best: Option<(usize, usize, &str)> = None;
    let mut left = BYTES;
    let task = Origin::Task.to_string();
    let elsewhere = reads.iter().rev().filter(|read| Site::parse(read.origin).is_none_or(|site| site.as_str() != to));
    let texts = elsewhere.map(|read| (read.text, read.origin));
    for (text, origin) in std::iter::once((said, task.as_str())).chain(texts) {
        if left == 0 {
            break;
        }
        let shown = start_of(text, left);
        left -= shown.len().min(left);
        let searched: String =
            std::iter::once(String::new()).chain(shown.split_whitespace().map(letters)).collect::<Vec<_>>().join(" ")
                + " ";
        let mut from = 0;
        for to in 0..plain.len() {
            // A window that is not there is not there with one word more either.
            while from <= to && !searched.contains(&format!(" {} ", plain.get(from..=to).unwrap_or_default().join(" ")))
            {
                from += 1;
            }
            let length =
                plain.get(from..=to).unwrap_or_default().iter().map(|word| word.chars().count()).sum::<usize>();
            let is_longer = best.is_none_or(|(first, last, _)| {
                length
                    > plain.get(first..=last).unwrap_or_default().iter().map(|word| word.chars().count()).sum::<usize>()
            });
            if from <= to && length >= PIECE && is_longer {
                best = Some((from, to, origin));
            }
        }
    }
    let (value, source) = match best {
        Some((from, to, origin)) => (words.get(from..=to).unwrap_or_default().join(" "), Origin::from(origin)),
        None => (words.join(" "), Origin::Model),
    };
    Some(ValueShown { field: String::new(), value, source })
}

fn letters(word: &str) -> String {
    word.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

fn start_of(text: &str, bytes: usize) -> &str {
    crate::place::addresses::start_of(text, bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_told_with_the_place_where_it_was_read() {
        let read = |origin, text| Read { origin, text, private: true, shown: None };
        let reads = [
            read("https://mail.example", "Your code is 4711-0815, keep it to yourself. Redaktion Editorial"),
            read("https://shop.example", "Lamps for every room of the house"),
        ];
        let told = |text| {
            let value = value(text, "Sign in as Redaktion on lamps.example", &reads, "evil.example").unwrap();
            (value.value, value.source.to_string())
        };
        assert_eq!(told("redaktion"), ("redaktion".to_owned(), "task".to_owned()), "it stands in the mail as well");
        assert_eq!(told("editorial"), ("editorial".to_owned(), "https://mail.example".to_owned()), "the control");
        assert_eq!(told("x 4711-0815 y"), ("4711-0815".to_owned(), "https://mail.example".to_owned()));
        assert_eq!(told("for%20every%20room now"), ("for every room".to_owned(), "https://shop.example".to_owned()));
        assert_eq!(told("NTcxMS0wODE1"), ("NTcxMS0wODE1".to_owned(), "model".to_owned()));
        assert_eq!(value(" … ", "", &reads, "evil.example"), None);
    }
}
