//! Search measured on a collection in the format of the SMART system (Cranfield: `cran.all.1400`, `cran.qry`, `cranqrel`).
//!
//! `cargo run --release -p edith-documents --features search --example retrieval FOLDER`
//!
//! Prints nDCG@10 with binary judgements. Any other collection of that format works if its files end in `.all`, `.qry` and `.rel` or hold `qrel`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, missing_docs)]

use edith_documents::search::{Index, Query};
use edith_documents::{Block, BlockKind, Page};
use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::time::Instant;

fn main() {
    let folder = std::env::args().nth(1).expect("a folder with a collection");
    let (documents, queries, judged) = collection(Path::new(&folder));
    let mut index = Index::default();
    let start = Instant::now();
    for (number, (title, text)) in &documents {
        let title = Block { level: Some(1), ..Block::new(BlockKind::Heading, title.as_str()) };
        let blocks = if title.text.is_empty() { Vec::new() } else { vec![title] };
        let page = Page {
            blocks: [blocks, vec![Block::new(BlockKind::Paragraph, text.as_str())]].concat(),
            ..Page::default()
        };
        index.add_page("collection", u32::try_from(*number).unwrap(), &page);
    }
    println!("{} documents indexed in {} ms", documents.len(), start.elapsed().as_millis());
    let (mut sum, mut count) = (0.0, 0.0);
    let start = Instant::now();
    for (number, text) in &queries {
        let Some(relevant) = judged.get(number) else { continue };
        let found = index.search(&Query { limit: 60, ..Query::new(text) });
        // A document's rank is that of its best chunk.
        let mut seen = HashSet::new();
        let ranks: Vec<i64> =
            found.hits.iter().map(|hit| i64::from(hit.page)).filter(|page| seen.insert(*page)).take(10).collect();
        let gain = |rank: usize| 1.0 / (rank as f64 + 2.0).log2();
        let got: f64 =
            ranks.iter().enumerate().filter(|(_, page)| relevant.contains(page)).map(|(rank, _)| gain(rank)).sum();
        let best: f64 = (0..relevant.len().min(10)).map(gain).sum();
        sum += got / best;
        count += 1.0;
    }
    println!(
        "nDCG@10 {:.4} over {count} questions, {:.1} ms each",
        sum / count,
        start.elapsed().as_secs_f64() * 1_000.0 / count
    );
}

type Collection = (Vec<(i64, (String, String))>, Vec<(i64, String)>, HashMap<i64, HashSet<i64>>);

fn collection(folder: &Path) -> Collection {
    let read = |test: &dyn Fn(&str) -> bool| {
        let mut files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let file = files
            .find(|path| test(&path.file_name().unwrap().to_string_lossy().to_lowercase()))
            .expect("a file of the collection");
        String::from_utf8_lossy(&std::fs::read(file).unwrap()).into_owned()
    };
    let documents: Vec<(i64, (String, String))> = records(&read(&|name| name.contains(".all")))
        .into_iter()
        .map(|(number, mut fields)| {
            let title = fields.remove("T").unwrap_or_default();
            let text = fields.remove("W").unwrap_or_default();
            // Cranfield repeats the title before the abstract.
            let text = text.strip_prefix(title.as_str()).map_or(text.clone(), str::to_owned);
            (number, (title, text))
        })
        .collect();
    let relations = read(&|name| name.contains("qrel") && !name.contains("readme") || name.ends_with(".rel"));
    let mut queries: Vec<(i64, String)> = records(&read(&|name| name.contains(".qry") || name.contains("query")))
        .into_iter()
        .map(|(number, mut fields)| (number, fields.remove("W").unwrap_or_default()))
        .collect();
    // Cranfield's judgements count the questions; their own numbers have gaps.
    if folder.join("cranqrel").exists() {
        queries.iter_mut().zip(1..).for_each(|((number, _), at)| *number = at);
    }
    let mut judged: HashMap<i64, HashSet<i64>> = HashMap::new();
    for line in relations.lines() {
        let mut numbers = line.split_whitespace().map_while(|word| word.parse::<i64>().ok());
        if let (Some(query), Some(document)) = (numbers.next(), numbers.next()) {
            // Cranfield's grade -1 stands for "of no interest".
            if numbers.next().is_none_or(|grade| grade >= 0) {
                judged.entry(query).or_default().insert(document);
            }
        }
    }
    (documents, queries, judged)
}

/// `.I number`, then fields that begin with `.X` alone on a line.
fn records(text: &str) -> Vec<(i64, HashMap<String, String>)> {
    let mut out: Vec<(i64, HashMap<String, String>)> = Vec::new();
    let mut field = String::new();
    for line in text.lines() {
        if let Some(number) = line.strip_prefix(".I ") {
            out.push((number.trim().parse().unwrap(), HashMap::new()));
            field.clear();
        } else if line.len() >= 2
            && line.starts_with('.')
            && line.as_bytes()[1].is_ascii_uppercase()
            && line.trim().len() == 2
        {
            field = line.trim()[1..].to_owned();
        } else if let Some((_, fields)) = out.last_mut() {
            let text = fields.entry(field.clone()).or_default();
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(line.trim_end());
        }
    }
    out
}
