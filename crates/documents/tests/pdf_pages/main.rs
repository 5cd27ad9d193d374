//! Pages of PDFs: reading order, running headers, hostile input, and blocks as they should be.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, clippy::too_many_arguments)]

mod golden;
mod hostile;
mod made;

use edith_documents::formats::Limits;
use edith_documents::pdf::{PdfReader, RawPage};
use edith_documents::{BlockKind, Page};

fn read(pages: &[RawPage]) -> Vec<Page> {
    let mut reader = PdfReader::new(Limits::default());
    for page in pages {
        reader.add_page(page);
    }
    reader.finish(Vec::new(), None, pages.len() as u32).pages
}

fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

const BODY: &[BlockKind] = &[
    BlockKind::Heading,
    BlockKind::Paragraph,
    BlockKind::List,
    BlockKind::Table,
    BlockKind::Caption,
    BlockKind::Image,
];

#[test]
fn made_pages_are_in_order_and_their_running_lines_are_marked() {
    let (mut pages, mut ordered, mut marked) = (0, 0, 0);
    let mut wrong = String::new();
    for document in made::documents() {
        let raw: Vec<RawPage> = document.pages.iter().map(|page| page.raw.clone()).collect();
        for (at, (page, made)) in read(&raw).iter().zip(&document.pages).enumerate() {
            let (order, running) = (&made.order, &made.running);
            pages += 1;
            let texts = |wanted: &[BlockKind]| -> Vec<String> {
                page.blocks.iter().filter(|block| wanted.contains(&block.kind)).map(|block| flat(&block.text)).collect()
            };
            let notes = texts(&[BlockKind::Note]);
            let (texts, marks) = (texts(BODY), texts(&[BlockKind::Header, BlockKind::Footer]));
            let body = texts.join(" ");
            let mut from = 0;
            let broken = order.iter().find(|text| match body[from..].find(&flat(text)) {
                Some(found) => {
                    from += found;
                    false
                }
                None => true,
            });
            let lost = made.notes.iter().find(|note| !notes.contains(&flat(note)));
            match broken.or(lost) {
                None => ordered += 1,
                Some(text) => wrong.push_str(&format!(
                    "{} {}: not in order: {text}\n   in: {}\n",
                    document.name,
                    at + 1,
                    texts.join("\n       ")
                )),
            }
            let mut rest = marks.join(" ");
            let all = running.iter().all(|line| {
                let found = rest.find(line.as_str());
                if let Some(found) = found {
                    rest.replace_range(found..found + line.len(), "");
                }
                found.is_some()
            });
            if all && rest.trim().is_empty() {
                marked += 1;
            } else {
                wrong.push_str(&format!(
                    "{} {}: running: wanted {running:?}, got {:?}\n",
                    document.name,
                    at + 1,
                    marks
                ));
            }
        }
    }
    println!("of {pages} made pages, {ordered} are in order, of {marked} the running lines are marked\n{wrong}");
    assert_eq!(pages, 30);
    assert!(ordered >= 28 && marked >= 27, "{ordered} in order, {marked} marked\n{wrong}");
}
