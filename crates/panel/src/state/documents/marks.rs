//! Marks in what a page shows, and where the words of a search are, however they are broken into lines, cells and blocks.

/// Parts of a text, as byte ranges in order.
pub type Marks = Vec<(usize, usize)>;

/// The letters and digits of a page's texts in small letters, each with its text and place there.
struct Folded {
    letters: Vec<char>,
    places: Vec<(usize, usize, usize)>,
}

fn letters(text: &str) -> impl Iterator<Item = (usize, usize, char)> {
    text.char_indices().filter(|(_, c)| c.is_alphanumeric()).flat_map(|(at, c)| {
        let end = at + c.len_utf8();
        c.to_lowercase().map(move |small| (at, end, small))
    })
}

impl Folded {
    fn of(texts: &[&str]) -> Self {
        let mut folded = Self { letters: Vec::new(), places: Vec::new() };
        for (index, text) in texts.iter().enumerate() {
            for (start, end, letter) in letters(text) {
                folded.letters.push(letter);
                folded.places.push((index, start, end));
            }
        }
        folded
    }

    fn find(&self, sought: &[char], from: usize) -> Option<usize> {
        let rest = self.letters.get(from..)?;
        rest.windows(sought.len().max(1)).position(|window| window == sought).map(|at| at + from)
    }
}

/// The parts of each text where these words are: all of them together if they do anywhere, else each where a word begins with it.
pub fn find_words(texts: &[&str], words: &str) -> Vec<Marks> {
    let mut marks = vec![Marks::new(); texts.len()];
    let page = Folded::of(texts);
    let together: Vec<char> = letters(words).map(|(_, _, letter)| letter).collect();
    if together.is_empty() {
        return marks;
    }
    let begins = |at: usize| {
        let (text, start, _) = page.places.get(at).copied().unwrap_or_default();
        let before = texts.get(text).and_then(|text| text.get(..start)).and_then(|text| text.chars().next_back());
        before.is_none_or(|c| !c.is_alphanumeric())
    };
    let mut all = |sought: &[char]| {
        let (mut from, mut found) = (0, false);
        while let Some(at) = page.find(sought, from) {
            if begins(at) {
                cover(&page, at, sought.len(), &mut marks);
                found = true;
            }
            from = at + sought.len();
        }
        found
    };
    if !all(&together) {
        for word in words.split_whitespace() {
            let word: Vec<char> = letters(word).map(|(_, _, letter)| letter).collect();
            if word.len() > 2 {
                all(&word);
            }
        }
    }
    marks.iter_mut().for_each(join);
    marks
}

/// One mark in each text from its first letter to its last, with the signs between them.
fn cover(page: &Folded, at: usize, count: usize, marks: &mut [Marks]) {
    let mut last = None;
    for (text, start, end) in page.places.iter().skip(at).take(count) {
        let Some(marks) = marks.get_mut(*text) else { continue };
        match marks.last_mut().filter(|_| last == Some(*text)) {
            Some(mark) => mark.1 = *end,
            None => marks.push((*start, *end)),
        }
        last = Some(*text);
    }
}

/// Sorts marks and joins those that meet.
fn join(marks: &mut Marks) {
    marks.sort_unstable();
    marks.dedup_by(|next, before| {
        let meets = next.0 <= before.1;
        if meets {
            before.1 = before.1.max(next.1);
        }
        meets
    });
}

/// A text cut at its marks: pieces, and whether each is marked.
pub fn pieces<'t>(text: &'t str, marks: &Marks) -> Vec<(&'t str, bool)> {
    let (mut pieces, mut from) = (Vec::new(), 0);
    for (start, end) in marks {
        pieces.extend(text.get(from..*start).map(|piece| (piece, false)));
        pieces.extend(text.get(*start..*end).map(|piece| (piece, true)));
        from = *end;
    }
    pieces.extend(text.get(from..).map(|piece| (piece, false)));
    pieces.retain(|(piece, _)| !piece.is_empty());
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(texts: &[&str], marks: &[Marks]) -> Vec<String> {
        let marked = |(text, marks): (&&str, &Marks)| {
            let pieces = pieces(text, marks);
            assert_eq!(pieces.iter().map(|(piece, _)| *piece).collect::<String>(), **text);
            pieces.into_iter().map(|(piece, is)| if is { format!("[{piece}]") } else { piece.to_owned() }).collect()
        };
        texts.iter().zip(marks).map(marked).collect()
    }

    #[test]
    fn words_are_marked_together_or_each() {
        let texts = ["A lamp, lamps and a clamp.", "Desk lamps"];
        let words = |sought: &str| shown(&texts, &find_words(&texts, sought));
        assert_eq!(words("LAMP"), ["A [lamp], [lamp]s and a clamp.", "Desk [lamp]s"]);
        assert_eq!(words("desk lamp"), ["A lamp, lamps and a clamp.", "[Desk lamp]s"]);
        assert_eq!(words("lamp chair"), ["A [lamp], [lamp]s and a clamp.", "Desk [lamp]s"]);
        assert_eq!(words(" a "), ["[A] lamp, lamps [and] [a] clamp.".replace("[and]", "[a]nd").as_str(), "Desk lamps"]);
        assert_eq!(words("?!"), texts);
    }

    #[test]
    fn words_are_found_over_lines_cells_and_signs() {
        let texts = ["a con-", "tract: 24,50", "Größe „XL“ heißt"];
        let words = |sought: &str| shown(&texts, &find_words(&texts, sought));
        assert_eq!(words("contract 24.50"), ["a [con]-", "[tract: 24,50]", "Größe „XL“ heißt"]);
        assert_eq!(words("größe \"XL\""), ["a con-", "tract: 24,50", "[Größe „XL]“ heißt"]);
    }
}
