//! The strings that a workbook's cells share, one after the other: a workbook of short ones has ten million of them.

use std::ops::Range;

/// The strings, by their number.
#[derive(Debug, Default)]
pub(super) struct Strings {
    text: String,
    /// Where each ends in the text.
    ends: Vec<u32>,
}

impl Strings {
    /// Adds one. What would not be found again, beyond four gigabytes, is empty.
    pub(super) fn push(&mut self, string: &str) {
        if u32::try_from(self.text.len() + string.len()).is_ok() {
            self.text.push_str(string);
        }
        self.ends.push(u32::try_from(self.text.len()).unwrap_or(u32::MAX));
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The one with this number, from 0.
    pub(super) fn get(&self, number: usize) -> Option<&str> {
        let before = number.checked_sub(1).map_or(Some(&0), |before| self.ends.get(before))?;
        let range: Range<usize> = *before as usize..*self.ends.get(number)? as usize;
        self.text.get(range)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_is_found_by_its_number() {
        let mut strings = Strings::default();
        assert_eq!(strings.get(0), None);
        for string in ["größer", "", "b"] {
            strings.push(string);
        }
        let all: Vec<_> = (0..4).map(|number| strings.get(number)).collect();
        assert_eq!((all, strings.len()), (vec![Some("größer"), Some(""), Some("b"), None], 3));
        assert_eq!(strings.get(usize::MAX), None);
    }
}
