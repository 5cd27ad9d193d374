//! Finds a quote in what a page shows, however it is broken into lines, cells and blocks.

/// Parts of a text, as byte ranges in order.
pub type Marks = Vec<(usize, usize)>;

/// Letters and digits that the start of a quote needs to be shown alone, when its rest is not on the page.
const LEAST: usize = 12;

/// Letters and digits of a quote that are looked for and marked at most.
const MOST: usize = 600;

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

/// The parts of each text that a quote covers, and whether it stands there as a whole. If it does not, its start is marked, as far as it stands there.
pub fn find(texts: &[&str], quote: &str) -> (Vec<Marks>, bool) {
    let mut marks = vec![Marks::new(); texts.len()];
    let (mut pieces, mut whole) = (0, 0);
    let page = Folded::of(texts);
    // What was left out is not on the page.
    for piece in quote.split(['…']).flat_map(|piece| piece.split("...")) {
        let sought: Vec<char> = letters(piece).map(|(_, _, letter)| letter).take(MOST).collect();
        if sought.is_empty() {
            continue;
        }
        pieces += 1;
        let mut length = sought.len();
        while let Some(start) = sought.get(..length) {
            if let Some(at) = page.find(start, 0) {
                cover(&page, at, length, &mut marks);
                whole += usize::from(length == sought.len());
                break;
            }
            length = length * 3 / 4;
            if length < LEAST {
                break;
            }
        }
    }
    for list in &mut marks {
        join(list);
    }
    (marks, pieces > 0 && whole == pieces)
}

/// The parts of each text where these words stand: all of them together if they do anywhere, else each where a word begins with it.
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
    for list in &mut marks {
        join(list);
    }
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

    fn found(texts: &[&str], quote: &str) -> Vec<String> {
        shown(texts, &find(texts, quote).0)
    }

    #[test]
    fn a_quote_is_found_over_lines_cells_and_signs() {
        assert_eq!(
            found(&["The term is  12\nmonths, from May."], "term is 12 months"),
            ["The [term is  12\nmonths], from May."]
        );
        assert_eq!(found(&["Desk lamp", "€24.50", "yes"], "desk lamp 24,50"), ["[Desk lamp]", "€[24.50]", "yes"]);
        assert_eq!(found(&["a con-", "tract of sale"], "contract of"), ["a [con]-", "[tract of] sale"]);
        assert_eq!(found(&["Größe „XL“ heißt"], "GRÖSSE"), ["Größe „XL“ heißt"]);
        assert_eq!(found(&["Größe „XL“ heißt"], "größe \"XL\""), ["[Größe „XL]“ heißt"]);
    }

    #[test]
    fn what_is_left_out_or_not_there_is_not_marked() {
        let page = ["It begins on 1 May 2024 and, unless ended, is renewed each year by itself."];
        assert_eq!(
            found(&page, "begins on 1 May … renewed each year"),
            ["It [begins on 1 May] 2024 and, unless ended, is [renewed each year] by itself."]
        );
        assert_eq!(found(&page, "begins on 2 May"), page);
        assert_eq!(found(&page, ""), page);
        let longer = "It begins on 1 May 2024 and, unless ended, is then something else that no page says";
        assert!(found(&page, longer).concat().starts_with("[It begins on 1 May 2024"));
        let whole = |quote: &str| find(&page, quote).1;
        assert!(
            whole("begins on 1 May … renewed each year") && !whole(longer) && !whole("") && !whole("begins on 2 May")
        );
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
    fn a_long_page_is_searched_in_no_time() {
        let page = "lorem ipsum dolor ".repeat(20_000);
        let (marks, whole) = find(&[&page], &"lorem ipsum dolor x".repeat(50));
        assert_eq!((marks.len(), whole), (1, false));
    }
}
