//! Where the keys of a menu lead: to the neighbour, to an end, or to what begins with the typed letters.

/// How long after a letter the next one still continues the same word, in milliseconds.
pub const WORD: f64 = 700.0;

/// The letters typed into an open menu, and when the last of them was.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Typed {
    letters: String,
    at: f64,
}

/// The entry that a key leads to from the one at `at`; none if the key is none of the menu's, or nothing begins with what was typed.
/// `now` is in milliseconds.
pub fn next(words: &[String], at: Option<usize>, key: &str, typed: &mut Typed, now: f64) -> Option<usize> {
    let last = words.len().checked_sub(1)?;
    match key {
        "ArrowDown" => Some(at.filter(|at| *at < last).map_or(0, |at| at + 1)),
        "ArrowUp" => Some(at.filter(|at| *at > 0).map_or(last, |at| at - 1)),
        "Home" => Some(0),
        "End" => Some(last),
        _ => found(words, at, key, typed, now),
    }
}

fn found(words: &[String], at: Option<usize>, key: &str, typed: &mut Typed, now: f64) -> Option<usize> {
    let mut letters = key.chars();
    let (Some(letter), None) = (letters.next(), letters.next()) else { return None };
    if now - typed.at > WORD {
        typed.letters.clear();
    }
    // A blank presses the entry, unless it is in its name.
    if letter.is_control() || letter == ' ' && typed.letters.is_empty() {
        return None;
    }
    typed.at = now;
    typed.letters.extend(letter.to_lowercase());
    // The same letter again goes on to the next entry that begins with it.
    let mut alike = typed.letters.chars();
    let first = alike.next()?;
    let repeated = alike.all(|one| one == first);
    let begin = if repeated { first.to_string() } else { typed.letters.clone() };
    let from = at.map_or(0, |at| if repeated { at + 1 } else { at });
    (from..from + words.len())
        .map(|place| place % words.len())
        .find(|place| words.get(*place).is_some_and(|word| word.to_lowercase().starts_with(&begin)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words() -> Vec<String> {
        ["Documents", "Schedules", "Save as Markdown", "Settings"].map(str::to_owned).into()
    }

    #[test]
    fn arrows_go_round_and_home_and_end_lead_to_the_ends() {
        for (at, key, to) in [
            (None, "ArrowDown", 0),
            (None, "ArrowUp", 3),
            (Some(0), "ArrowDown", 1),
            (Some(3), "ArrowDown", 0),
            (Some(0), "ArrowUp", 3),
            (Some(2), "Home", 0),
            (Some(1), "End", 3),
        ] {
            assert_eq!(next(&words(), at, key, &mut Typed::default(), 0.0), Some(to), "{at:?} {key}");
        }
        assert_eq!(next(&[], None, "ArrowDown", &mut Typed::default(), 0.0), None);
    }

    #[test]
    fn letters_lead_to_the_name_that_begins_with_them() {
        let mut typed = Typed::default();
        assert_eq!(next(&words(), Some(0), "s", &mut typed, 1000.0), Some(1));
        assert_eq!(next(&words(), Some(1), "E", &mut typed, 1200.0), Some(3));
        // A pause begins a new word.
        assert_eq!(next(&words(), Some(3), "d", &mut typed, 9000.0), Some(0));
        assert_eq!(next(&words(), Some(0), "z", &mut typed, 9100.0), None);
    }

    #[test]
    fn the_same_letter_goes_through_all_names_that_begin_with_it() {
        let mut typed = Typed::default();
        let mut at = Some(0);
        let visited: Vec<_> = (0..4)
            .map(|press| {
                at = next(&words(), at, "s", &mut typed, 1000.0 + f64::from(press) * 100.0);
                at.unwrap()
            })
            .collect();
        assert_eq!(visited, [1, 2, 3, 1]);
    }

    #[test]
    fn other_keys_are_not_the_menus() {
        for key in ["Enter", "Tab", " ", "Shift", "F2"] {
            assert_eq!(next(&words(), Some(0), key, &mut Typed::default(), 0.0), None, "{key}");
        }
        let mut typed = Typed::default();
        for letter in ["s", "a", "v", "e"] {
            next(&words(), Some(0), letter, &mut typed, 10.0);
        }
        assert_eq!(next(&words(), Some(2), " ", &mut typed, 20.0), Some(2), "a blank within a name");
    }
}
