//! The article of a web page: pages of the article extraction benchmark, scored as its `evaluate.py` does it. Its truth is the running text, so what the reader
//! marks as belonging to a picture (the alternative text, the caption) is left out.

use super::corpora::ARTICLES;
use super::{once, text_of};
use edith_documents::BlockKind;
use flate2::read::GzDecoder;
use serde_json::Value;
use std::collections::HashMap;
use std::io::Read as _;
use std::rc::Rc;
use xtask::bench::{Contender, Figure, Reason};

/// Words of a shingle.
const SHINGLE: usize = 4;

pub(super) fn figures() -> Vec<Figure<'static>> {
    let scores = once(scores);
    let (f1, precision, recall) = (Rc::clone(&scores), Rc::clone(&scores), scores);
    vec![Figure::count(
        "documents: articles of HTML",
        "share",
        vec![
            Contender::counted("F1", move || f1().map(|(p, r)| 2.0 * p * r / (p + r))),
            Contender::counted("precision", move || precision().map(|(p, _)| p)),
            Contender::counted("recall", move || recall().map(|(_, r)| r)),
        ],
    )]
}

fn scores() -> Result<(f64, f64), Reason> {
    let folder = ARTICLES.folder()?;
    let truth: HashMap<String, Value> = serde_json::from_slice(&std::fs::read(folder.join("ground-truth.json"))?)?;
    let (mut precisions, mut recalls) = (Vec::new(), Vec::new());
    for (page, fields) in &truth {
        let mut html = Vec::new();
        let file = std::fs::File::open(folder.join("html").join(format!("{page}.html.gz")))?;
        GzDecoder::new(file).read_to_end(&mut html)?;
        let pages = text_of(&html, "page.html").map(|(_, document)| document.pages).unwrap_or_default();
        let blocks = pages.iter().flat_map(|page| &page.blocks);
        let running = blocks.filter(|block| !matches!(block.kind, BlockKind::Image | BlockKind::Caption));
        let found = running.map(|block| block.text.as_str()).collect::<Vec<_>>().join("\n");
        let truth = shingles(fields["articleBody"].as_str().unwrap_or_default());
        let found = shingles(&found);
        let common: usize = truth.iter().map(|(key, count)| (*count).min(found.get(key).copied().unwrap_or(0))).sum();
        let (in_truth, in_found) = (truth.values().sum::<usize>(), found.values().sum::<usize>());
        if in_found > 0 {
            precisions.push(crate::number(common) / crate::number(in_found));
        }
        if in_truth > 0 {
            recalls.push(crate::number(common) / crate::number(in_truth));
        }
    }
    let mean = |values: &[f64]| values.iter().sum::<f64>() / crate::number(values.len().max(1));
    Ok((mean(&precisions), mean(&recalls)))
}

fn shingles(text: &str) -> HashMap<Vec<&str>, usize> {
    let words: Vec<&str> =
        text.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|word| !word.is_empty()).collect();
    let mut counted = HashMap::new();
    let starts = (words.len() + 1).saturating_sub(SHINGLE).max(1);
    for start in 0..starts {
        let shingle = words.iter().skip(start).take(SHINGLE).copied().collect::<Vec<_>>();
        if !shingle.is_empty() {
            *counted.entry(shingle).or_default() += 1;
        }
    }
    counted
}
