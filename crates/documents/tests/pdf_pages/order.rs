//! How the made pages come out: what is in order, and which running lines are marked.

use super::made;
use edith_documents::formats::Limits;
use edith_documents::pdf::{PdfReader, RawPage};
use edith_documents::{BlockKind, Page};

const BODY: &[BlockKind] = &[
    BlockKind::Heading,
    BlockKind::Paragraph,
    BlockKind::List,
    BlockKind::Table,
    BlockKind::Caption,
    BlockKind::Image,
];

/// Counts of pages, and a line for each that is not as it should be.
#[derive(Debug, Clone, Default)]
pub(crate) struct Outcome {
    pub(crate) pages: usize,
    pub(crate) ordered: usize,
    pub(crate) marked: usize,
    pub(crate) wrong: String,
}

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

pub(crate) fn outcome() -> Outcome {
    let mut outcome = Outcome::default();
    for document in made::documents() {
        let raw: Vec<RawPage> = document.pages.iter().map(|page| page.raw.clone()).collect();
        for (at, (page, made)) in read(&raw).iter().zip(&document.pages).enumerate() {
            let (order, running) = (&made.order, &made.running);
            outcome.pages += 1;
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
                None => outcome.ordered += 1,
                Some(text) => outcome.wrong.push_str(&format!(
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
                outcome.marked += 1;
            } else {
                outcome.wrong.push_str(&format!(
                    "{} {}: running: wanted {running:?}, got {:?}\n",
                    document.name,
                    at + 1,
                    marks
                ));
            }
        }
    }
    outcome
}
