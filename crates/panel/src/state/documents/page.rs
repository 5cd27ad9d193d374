//! A page of a document as it is drawn: blocks of texts, with what is looked for marked in them.

use super::marks::{Marks, find_words, pieces};
use edith_documents::quote::{BlockSpan, PageText, QuotedText};
use edith_protocol::{BlockShown, BoxShown, PageShown};
use std::borrow::Cow;

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

/// A text in pieces, each with whether it is marked.
pub type Text = Vec<(String, bool)>;

/// A block as it is drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DrawnBlock {
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

/// A page as it is drawn.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Drawn {
    /// Its blocks.
    pub parts: Vec<DrawnBlock>,
    /// Whether what is looked for is there: a quote whole, as code compares it with the page before an answer is told.
    pub found: bool,
    /// Where on the page the blocks are that have marks.
    pub areas: Vec<BoxShown>,
}

/// The blocks of a page with what is looked for marked in them.
pub fn drawn(page: &PageShown, sought: Sought<'_>) -> Drawn {
    let blocks: Vec<Vec<(usize, &str)>> = page.blocks.iter().map(texts_of).collect();
    let texts: Vec<&str> = blocks.iter().flatten().map(|(_, text)| *text).collect();
    let (marks, found) = match sought {
        Sought::Nothing => (Vec::new(), false),
        Sought::Quote(quote) => match places(page, quote) {
            Some(places) => (marks_of(&blocks, &places), true),
            None => (Vec::new(), false),
        },
        Sought::Words(words) => {
            let marks = find_words(&texts, words);
            let found = marks.iter().any(|marks| !marks.is_empty());
            (marks, found)
        }
    };
    let mut rest = marks.as_slice();
    let mut areas = Vec::new();
    for (block, texts) in page.blocks.iter().zip(&blocks) {
        let (own, others) = rest.split_at(texts.len().min(rest.len()));
        rest = others;
        areas.extend(block.area.filter(|_| own.iter().any(|marks| !marks.is_empty())));
    }
    let mut left = Cut { texts: texts.into_iter(), marks: marks.into_iter() };
    Drawn { parts: page.blocks.iter().map(|block| left.part(block)).collect(), found, areas }
}

/// The pieces of blocks that a quote covers; none if it is not there.
fn places(page: &PageShown, quote: &str) -> Option<Vec<BlockSpan>> {
    let texts: Vec<(Cow<'_, str>, bool)> =
        page.blocks.iter().map(|block| (text_of(block), block.rows.is_none() && block.kind == "list")).collect();
    let fields = page.fields.iter().map(|field| (field.name.as_str(), field.value.as_str()));
    let whole = PageText::of(texts.iter().map(|(text, lines)| (text.as_ref(), *lines)), fields);
    let found = QuotedText::new(&whole.text).find(quote)?;
    Some(found.parts.iter().flat_map(|part| whole.places(part)).collect())
}

/// A block's text. That of a table is made of its rows, so that a place in it is a place in a cell.
fn text_of(block: &BlockShown) -> Cow<'_, str> {
    let Some(rows) = &block.rows else { return Cow::Borrowed(&block.text) };
    let bare = |cell: &String| cell.replace(['\n', '\r', '\t'], " ");
    let row = |cells: &Vec<String>| cells.iter().map(bare).collect::<Vec<_>>().join("\t");
    Cow::Owned(rows.iter().map(row).collect::<Vec<_>>().join("\n"))
}

/// The texts of a block in the order in which they are drawn, each with where it begins in the block's text.
fn texts_of(block: &BlockShown) -> Vec<(usize, &str)> {
    let mut texts = Vec::new();
    let mut at = 0;
    match (&block.rows, block.kind.as_str()) {
        (Some(rows), _) => {
            for row in rows {
                for cell in row {
                    texts.push((at, cell.as_str()));
                    at += cell.len() + 1;
                }
                // A row without cells is an empty line.
                at += usize::from(row.is_empty());
            }
        }
        (None, "list") => {
            for line in block.text.split_inclusive('\n') {
                texts.push((at, line.trim_end_matches(['\n', '\r'])));
                at += line.len();
            }
        }
        (None, _) => texts.push((0, block.text.as_str())),
    }
    texts
}

/// The marks of each text of all blocks.
fn marks_of(blocks: &[Vec<(usize, &str)>], places: &[BlockSpan]) -> Vec<Marks> {
    let mut all = Vec::new();
    for (index, texts) in blocks.iter().enumerate() {
        for (start, text) in texts {
            let part = |place: &BlockSpan| {
                let (from, to) = (place.start.max(*start), place.end.min(start + text.len()));
                (place.block == index && from < to).then(|| (from - start, to - start))
            };
            all.push(places.iter().filter_map(part).collect());
        }
    }
    all
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

    fn part(&mut self, block: &BlockShown) -> DrawnBlock {
        if let Some(rows) = &block.rows {
            let mut rows: Vec<Vec<Text>> = rows.iter().map(|row| row.iter().map(|_| self.next()).collect()).collect();
            let body = rows.split_off(block.header_rows.unwrap_or_default().min(rows.len()));
            return DrawnBlock::Table(rows, body);
        }
        match block.kind.as_str() {
            "heading" => DrawnBlock::Heading(block.level.unwrap_or(1), self.next()),
            "list" => DrawnBlock::List(texts_of(block).iter().map(|_| self.next()).collect()),
            "caption" => DrawnBlock::Caption(self.next()),
            "header" | "footer" => DrawnBlock::Margin(self.next()),
            "note" => DrawnBlock::Note(self.next()),
            "image" => DrawnBlock::Image(self.next()),
            // Also of a later kind: its words are shown.
            _ => DrawnBlock::Paragraph(self.next()),
        }
    }
}

/// A place on a page as a style.
pub fn inset(area: &BoxShown) -> String {
    let BoxShown { left, top, width, height } = area;
    let part = |part: f32| part.clamp(0.0, 1.0) * 100.0;
    format!(
        "left: {:.2}%; top: {:.2}%; width: {:.2}%; height: {:.2}%",
        part(*left),
        part(*top),
        part(*width),
        part(*height)
    )
}

/// Puts the next part of a page after what came before it.
pub fn join(page: &mut PageShown, more: PageShown) {
    page.text.push_str(&more.text);
    page.blocks.extend(more.blocks);
    page.links.extend(more.links);
    page.fields.extend(more.fields);
}

#[cfg(test)]
mod tests {
    use super::*;
    use edith_protocol::FieldShown;

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
            area: Some(BoxShown { left: 0.1, top: 0.2, width: 0.5, height: 0.1 }),
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
        let Drawn { parts, found, areas } = drawn(&page(), Sought::Nothing);
        assert_eq!((found, areas), (false, Vec::new()));
        let text = |text: &str| vec![(text.to_owned(), false)];
        assert_eq!(parts[0], DrawnBlock::Margin(text("Page head")));
        assert_eq!(parts[1], DrawnBlock::Heading(2, text("Prices")));
        assert_eq!(parts[2], DrawnBlock::List(vec![text("one"), text("two")]));
        let rows = |cells: [&str; 2]| vec![cells.map(text).to_vec()];
        assert_eq!(parts[3], DrawnBlock::Table(rows(["Lamp", "Price"]), rows(["Desk", "24.50"])));
        assert_eq!(parts[4], DrawnBlock::Paragraph(text("desk 24.50 <b>not markup</b>")));
    }

    #[test]
    fn a_quote_is_marked_where_it_stands() {
        let whole = drawn(&page(), Sought::Quote("Lamp\tPrice\nDesk\t24.50"));
        assert!(whole.found);
        assert!(
            matches!(&whole.parts[3], DrawnBlock::Table(head, rows) if plain(&head[0][0]) == "[Lamp]" && plain(&rows[0][1]) == "[24.50]")
        );
        assert_eq!(whole.areas, [BoxShown { left: 0.1, top: 0.2, width: 0.5, height: 0.1 }]);
        let item = drawn(&page(), Sought::Quote("two"));
        assert!(
            matches!(&item.parts[2], DrawnBlock::List(items) if plain(&items[1]) == "[two]" && plain(&items[0]) == "one")
        );
        let words = "The tenant pays the rent at the bank each month and keeps the garden in good order.";
        let page = PageShown { blocks: vec![block("paragraph", words)], ..page() };
        let left_out = drawn(&page, Sought::Quote("The tenant pays the rent … keeps the garden in good order"));
        let expected = "[The tenant pays the rent] at the bank each month and [keeps the garden in good order].";
        assert!(matches!(&left_out.parts[0], DrawnBlock::Paragraph(text) if plain(text) == expected), "{left_out:?}");
        assert!(drawn(&self::page(), Sought::Words("price")).found);
    }

    #[test]
    fn a_quote_that_does_not_stand_there_is_not_marked_in_part() {
        for quote in ["nowhere at all", "Lamp Price Desk 24.51", "desk 24.50 not markup at all", "esk 24.5", ""] {
            let Drawn { parts, found, areas } = drawn(&page(), Sought::Quote(quote));
            assert_eq!((found, areas.len()), (false, 0), "{quote}");
            assert_eq!(parts, drawn(&page(), Sought::Nothing).parts, "{quote}");
        }
    }

    #[test]
    fn what_stands_in_a_field_is_found_without_a_mark() {
        let field =
            FieldShown { name: "Name".into(), kind: "text".into(), value: "Ada Lovelace".into(), options: Vec::new() };
        let page = PageShown { fields: vec![field], ..page() };
        let shown = drawn(&page, Sought::Quote("Name: Ada Lovelace"));
        assert_eq!((shown.found, shown.areas.len()), (true, 0));
    }

    #[test]
    fn damaged_tables_and_empty_pages_are_no_harm() {
        let odd = BlockShown {
            rows: Some(vec![vec![], vec!["a\tb\nc".into(), "größe".into()]]),
            header_rows: Some(9),
            ..block("table", "")
        };
        let page = PageShown { blocks: vec![odd, block("list", ""), block("paragraph", "b")], ..PageShown::default() };
        let shown = drawn(&page, Sought::Words("b"));
        assert!(matches!(&shown.parts[0], DrawnBlock::Table(head, rows) if head.len() == 2 && rows.is_empty()));
        assert!(matches!(&shown.parts[2], DrawnBlock::Paragraph(text) if plain(text) == "[b]"));
        let cell = drawn(&page, Sought::Quote("b c\tgröße"));
        assert!(
            matches!(&cell.parts[0], DrawnBlock::Table(head, _) if plain(&head[1][0]) == "a\t[b\nc]" && plain(&head[1][1]) == "[größe]"),
            "{cell:?}"
        );
        assert_eq!(drawn(&PageShown::default(), Sought::Quote("x")), Drawn::default());
    }

    #[test]
    fn a_place_is_a_style_within_the_page() {
        let area = BoxShown { left: 0.125, top: -0.2, width: 0.5, height: 7.0 };
        assert_eq!(inset(&area), "left: 12.50%; top: 0.00%; width: 50.00%; height: 100.00%");
    }

    #[test]
    fn a_page_in_parts_becomes_one() {
        let mut whole = page();
        join(&mut whole, page());
        assert_eq!(whole.blocks.len(), 10);
    }
}
