//! How well search by words finds: nDCG@10 with binary judgements on the collections of the SMART system.

use super::corpora::{CACM, CISI, CRANFIELD};
use edith_documents::search::{Index, Query};
use edith_documents::{Block, BlockKind, Page};
use edith_lab::corpora::Corpus;
use std::collections::{HashMap, HashSet};
use std::path::Path;
use xtask::bench::{Contender, Figure, Reason};

/// A collection: where its documents, questions and judgements stand.
#[derive(Clone, Copy)]
struct Smart {
    corpus: Corpus,
    documents: &'static str,
    questions: &'static str,
    judgements: &'static str,
    /// Judgements count the questions, whose own numbers have gaps.
    counted: bool,
}

const CRANFIELD_FILES: Smart = Smart {
    corpus: CRANFIELD,
    documents: "data/cran.all.1400",
    questions: "data/cran.qry",
    judgements: "data/cranqrel",
    counted: true,
};
const CISI_FILES: Smart =
    Smart { corpus: CISI, documents: "CISI.ALL", questions: "CISI.QRY", judgements: "CISI.REL", counted: false };
const CACM_FILES: Smart = Smart {
    corpus: CACM,
    documents: "data/cacm/cacm.all",
    questions: "data/cacm/query.text",
    judgements: "data/cacm/qrels.text",
    counted: false,
};

pub(super) fn figures() -> Vec<Figure<'static>> {
    let figure = |name: &'static str, files: Smart| {
        Figure::count(
            name,
            "nDCG@10",
            vec![
                Contender::counted("all questions", move || files.measure(|_| true)),
                Contender::counted("even ones", move || files.measure(|number| number % 2 == 0)),
            ],
        )
    };
    vec![
        figure("documents: retrieval by words, Cranfield", CRANFIELD_FILES),
        figure("documents: retrieval by words, CISI", CISI_FILES),
        figure("documents: retrieval by words, CACM", CACM_FILES),
    ]
}

impl Smart {
    fn measure(self, counts: impl Fn(u32) -> bool) -> Result<f64, Reason> {
        let folder = self.corpus.folder()?;
        let mut index = Index::default();
        for record in records(&folder.join(self.documents))? {
            index.add_page("collection", record.number, &record.page());
        }
        let judged = judgements(&folder.join(self.judgements))?;
        let (mut sum, mut count) = (0.0, 0.0);
        for (at, question) in (1..).zip(records(&folder.join(self.questions))?) {
            let number = if self.counted { at } else { question.number };
            let Some(relevant) = judged.get(&number).filter(|_| counts(number)) else { continue };
            let found = index.search(&Query { limit: 60, ..Query::new(question.field('W')) });
            // A document's rank is that of its best chunk.
            let mut seen = HashSet::new();
            let ranked = found.hits.iter().map(|hit| hit.page).filter(|page| seen.insert(*page)).take(10);
            let got: f64 =
                ranked.enumerate().filter(|(_, page)| relevant.contains(page)).map(|(rank, _)| gain(rank)).sum();
            sum += got / (0..relevant.len().min(10)).map(gain).sum::<f64>();
            count += 1.0;
        }
        Ok(sum / count)
    }
}

fn gain(rank: usize) -> f64 {
    1.0 / (crate::number(rank) + 2.0).log2()
}

/// `.I number`, then fields that begin with `.X` alone on a line.
#[derive(Default)]
struct Record {
    number: u32,
    fields: HashMap<char, String>,
}

impl Record {
    fn field(&self, name: char) -> &str {
        self.fields.get(&name).map_or("", |text| text.trim())
    }

    /// The title as a heading, then the abstract and the keywords.
    fn page(&self) -> Page {
        let (title, text) = (self.field('T'), self.field('W'));
        // Cranfield repeats the title before the abstract.
        let text = text.strip_prefix(title).unwrap_or(text);
        let heading = Block { level: Some(1), ..Block::new(BlockKind::Heading, title) };
        let others = [text, self.field('K')].map(|text| Block::new(BlockKind::Paragraph, text));
        let blocks = std::iter::once(heading).chain(others).filter(|block| !block.text.is_empty()).collect();
        Page { blocks, ..Page::default() }
    }
}

fn records(path: &Path) -> Result<Vec<Record>, Reason> {
    let mut records: Vec<Record> = Vec::new();
    let mut field = None;
    for line in String::from_utf8_lossy(&std::fs::read(path)?).lines() {
        if let Some(number) = line.strip_prefix(".I ") {
            records.push(Record { number: number.trim().parse()?, ..Record::default() });
            field = None;
        } else if let ['.', name @ 'A'..='Z'] = line.trim_end().chars().collect::<Vec<_>>()[..] {
            field = Some(name);
        } else if let (Some(record), Some(name)) = (records.last_mut(), field) {
            let text = record.fields.entry(name).or_default();
            text.push_str(line.trim_end());
            text.push(' ');
        }
    }
    Ok(records)
}

/// Each question's documents.
fn judgements(path: &Path) -> Result<HashMap<u32, HashSet<u32>>, Reason> {
    let mut judged: HashMap<u32, HashSet<u32>> = HashMap::new();
    for line in std::fs::read_to_string(path)?.lines() {
        let numbers: Vec<i64> = line.split_whitespace().map_while(|word| word.parse().ok()).collect();
        // Cranfield's grade -1 stands for "of no interest".
        if let [question, document, rest @ ..] = numbers.as_slice()
            && rest.first().is_none_or(|grade| *grade >= 0)
        {
            judged.entry(u32::try_from(*question)?).or_default().insert(u32::try_from(*document)?);
        }
    }
    Ok(judged)
}
