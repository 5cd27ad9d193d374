//! A page of a document as it is drawn: blocks of texts, with what is looked for marked in them.

use super::quote::{Marks, find, find_words, pieces};
use edith_protocol::{BlockShown, PageShown};

/// What is looked for on a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sought<'t> {
    /// Nothing.
    Nothing,
    /// The words of a citation.
    Quote(&'t str),
    /// Words of a search.
    Words(&'t str),
}

/// How much of what is looked for stands on a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Found {
    /// Nothing.
    Nothing,
    /// A part, which is marked.
    Part,
    /// All of it.
    Whole,
}

/// A text in pieces, each with whether it is marked.
pub type Text = Vec<(String, bool)>;

/// A block as it is drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// A heading; 1 is the highest.
    Heading(u8, Text),
    /// Running text.
    Paragraph(Text),
    /// Items.
    List(Vec<Text>),
    /// Header rows, and rows.
    Table(Vec<Vec<Text>>, Vec<Vec<Text>>),
    /// What belongs to a picture or a table.
    Caption(Text),
    /// What is repeated on pages.
    Margin(Text),
    /// A footnote or a comment.
    Note(Text),
    /// What was recognised in a picture, or its alternative text.
    Image(Text),
}

/// The blocks of a page, and how much of what is looked for is marked in them.
pub fn parts(page: &PageShown, sought: Sought<'_>) -> (Vec<Part>, Found) {
    let texts: Vec<&str> = page.blocks.iter().flat_map(texts_of).collect();
    let (marks, whole) = match sought {
        Sought::Nothing => (Vec::new(), false),
        Sought::Quote(quote) => find(&texts, quote),
        Sought::Words(words) => (find_words(&texts, words), true),
    };
    let found = match (marks.iter().any(|marks| !marks.is_empty()), whole) {
        (false, _) => Found::Nothing,
        (true, false) => Found::Part,
        (true, true) => Found::Whole,
    };
    let mut left = Cut { texts: texts.into_iter(), marks: marks.into_iter() };
    (page.blocks.iter().map(|block| left.part(block)).collect(), found)
}

/// The texts of a block in the order in which they are drawn.
fn texts_of(block: &BlockShown) -> Vec<&str> {
    match (&block.rows, block.kind.as_str()) {
        (Some(rows), _) => rows.iter().flatten().map(String::as_str).collect(),
        (None, "list") => block.text.lines().collect(),
        (None, _) => vec![block.text.as_str()],
    }
}

/// The texts that are not drawn yet, with their marks.
struct Cut<'t> {
    texts: std::vec::IntoIter<&'t str>,
    marks: std::vec::IntoIter<Marks>,
}

impl Cut<'_> {
    fn next(&mut self) -> Text {
        let (text, marks) = (self.texts.next().unwrap_or_default(), self.marks.next().unwrap_or_default());
        pieces(text, &marks).into_iter().map(|(piece, marked)| (piece.to_owned(), marked)).collect()
    }

    fn part(&mut self, block: &BlockShown) -> Part {
        if let Some(rows) = &block.rows {
            let mut rows: Vec<Vec<Text>> = rows.iter().map(|row| row.iter().map(|_| self.next()).collect()).collect();
            let body = rows.split_off(block.header_rows.unwrap_or_default().min(rows.len()));
            return Part::Table(rows, body);
        }
        match block.kind.as_str() {
            "heading" => Part::Heading(block.level.unwrap_or(1), self.next()),
            "list" => Part::List(block.text.lines().map(|_| self.next()).collect()),
            "caption" => Part::Caption(self.next()),
            "header" | "footer" => Part::Margin(self.next()),
            "note" => Part::Note(self.next()),
            "image" => Part::Image(self.next()),
            // Also of a later kind: its words are shown.
            _ => Part::Paragraph(self.next()),
        }
    }
}

/// Puts the next part of a page behind what came before it.
pub fn join(page: &mut PageShown, more: PageShown) {
    page.text.push_str(&more.text);
    page.blocks.extend(more.blocks);
    page.links.extend(more.links);
    page.fields.extend(more.fields);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(kind: &str, text: &str) -> BlockShown {
        BlockShown { kind: kind.into(), text: text.into(), ..BlockShown::default() }
    }

    fn plain(text: &Text) -> String {
        text.iter().map(|(piece, marked)| if *marked { format!("[{piece}]") } else { piece.clone() }).collect()
    }

    fn page() -> PageShown {
        let row = |cells: [&str; 2]| cells.map(str::to_owned).to_vec();
        let table = BlockShown {
            rows: Some(vec![row(["Lamp", "Price"]), row(["Desk", "24.50"])]),
            header_rows: Some(1),
            ..block("table", "Lamp\tPrice\nDesk\t24.50")
        };
        let blocks = vec![
            block("header", "Page head"),
            BlockShown { level: Some(2), ..block("heading", "Prices") },
            block("list", "one\ntwo"),
            table,
            block("something new", "desk 24.50 <b>not markup</b>"),
        ];
        PageShown { blocks, ..PageShown::default() }
    }

    #[test]
    fn every_block_is_drawn_with_its_own_texts() {
        let (parts, found) = parts(&page(), Sought::Nothing);
        assert_eq!(found, Found::Nothing);
        let text = |text: &str| vec![(text.to_owned(), false)];
        assert_eq!(parts[0], Part::Margin(text("Page head")));
        assert_eq!(parts[1], Part::Heading(2, text("Prices")));
        assert_eq!(parts[2], Part::List(vec![text("one"), text("two")]));
        let rows = |cells: [&str; 2]| vec![cells.map(text).to_vec()];
        assert_eq!(parts[3], Part::Table(rows(["Lamp", "Price"]), rows(["Desk", "24.50"])));
        assert_eq!(parts[4], Part::Paragraph(text("desk 24.50 <b>not markup</b>")));
    }

    #[test]
    fn a_quote_is_marked_where_it_stands() {
        let (parts, found) = parts(&page(), Sought::Quote("two Lamp Price Desk 24.50"));
        assert_eq!(found, Found::Whole);
        assert!(matches!(&parts[2], Part::List(items) if plain(&items[1]) == "[two]"));
        assert!(
            matches!(&parts[3], Part::Table(head, rows) if plain(&head[0][0]) == "[Lamp]" && plain(&rows[0][1]) == "[24.50]")
        );
        assert_eq!(super::parts(&page(), Sought::Quote("nowhere at all")).1, Found::Nothing);
        assert_eq!(super::parts(&page(), Sought::Quote("Page head Prices one two three")).1, Found::Part);
        assert_eq!(super::parts(&page(), Sought::Words("price")).1, Found::Whole);
    }

    #[test]
    fn damaged_tables_and_empty_pages_are_no_harm() {
        let odd = BlockShown { rows: Some(vec![vec![], vec!["a".into()]]), header_rows: Some(9), ..block("table", "") };
        let page = PageShown { blocks: vec![odd, block("list", ""), block("paragraph", "b")], ..PageShown::default() };
        let (parts, _) = parts(&page, Sought::Words("b"));
        assert!(matches!(&parts[0], Part::Table(head, rows) if head.len() == 2 && rows.is_empty()));
        assert!(matches!(&parts[2], Part::Paragraph(text) if plain(text) == "[b]"));
        assert_eq!(super::parts(&PageShown::default(), Sought::Quote("x")), (Vec::new(), Found::Nothing));
    }

    #[test]
    fn a_page_in_parts_becomes_one() {
        let mut whole = page();
        join(&mut whole, page());
        assert_eq!(whole.blocks.len(), 10);
    }
}
