//! Words of Office files, beside an oracle that shares no code with the readers: all text elements of the package's parts, and for spreadsheets what
//! openpyxl and xlrd read.

use super::corpora::{CALAMINE, DOCLING, MARKITDOWN, PANDOC, PYTHON_DOCX, PYTHON_PPTX};
use super::words::{Score, mean, words};
use super::{all_text, once};
use edith_documents::CellValue;
use edith_lab::corpora::Corpus;
use edith_lab::{process, pypi};
use quick_xml::Reader;
use quick_xml::events::Event;
use std::borrow::Cow;
use std::collections::HashMap;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::rc::Rc;
use xtask::bench::{Contender, Figure, Reason};

pub(super) fn figures() -> Vec<Figure<'static>> {
    let packages = |name: &'static str, ending: &'static str, corpora: &'static [Corpus], oracle: fn(&str) -> bool| {
        let scores = once(move || of_packages(ending, corpora, oracle));
        let (recall, precision, files) = (Rc::clone(&scores), Rc::clone(&scores), scores);
        Figure::count(
            format!("documents: {name} words"),
            "share",
            vec![
                Contender::counted("recall", move || Ok(mean(&recall()?, |score| score.recall))),
                Contender::counted("precision", move || Ok(mean(&precision()?, |score| score.precision))),
                Contender::counted("files", move || Ok(crate::number(files()?.len()))),
            ],
        )
    };
    let sheets = |name: &'static str, ending: &'static str, library: Library| {
        let scores = once(move || of_sheets(ending, library));
        let (text, numbers, files) = (Rc::clone(&scores), Rc::clone(&scores), scores);
        Figure::count(
            format!("documents: {name} beside {}", library.name),
            "share",
            vec![
                Contender::counted("words", move || Ok(mean(&text()?.0, |score| score.recall))),
                Contender::counted("numbers", move || Ok(mean(&numbers()?.1, |score| score.recall))),
                Contender::counted("files", move || Ok(crate::number(files()?.0.len()))),
            ],
        )
    };
    vec![
        packages("DOCX", "docx", &[PYTHON_DOCX, DOCLING, MARKITDOWN, PANDOC], |part| {
            let file = part.strip_prefix("word/").unwrap_or_default();
            ["document", "header", "footer", "footnotes", "endnotes", "comments"]
                .iter()
                .any(|start| file.starts_with(start) && file.ends_with(".xml") && !file.contains('/'))
                && !file.starts_with("commentsE")
                && !file.starts_with("commentsI")
        }),
        packages("PPTX", "pptx", &[PYTHON_PPTX, DOCLING, MARKITDOWN, PANDOC], |part| {
            ["ppt/slides/slide", "ppt/notesSlides/notesSlide"].iter().any(|start| part.starts_with(start))
                && part.ends_with(".xml")
        }),
        sheets("XLSX", "xlsx", Library { name: "openpyxl", version: "3.1.5", script: OPENPYXL }),
        sheets("XLS", "xls", Library { name: "xlrd", version: "2.0.2", script: XLRD }),
    ]
}

/// A Python library that reads spreadsheets: its script prints for each file a line of JSON with its texts and numbers.
#[derive(Debug, Clone, Copy)]
struct Library {
    name: &'static str,
    version: &'static str,
    script: &'static str,
}

/// The library leaves the escapes of OOXML's strings (`_x000D_`) to its own `unescape`. `_cells` are those that the file has: `iter_rows` makes all up to the
/// last one, which for a cell in the last row takes 20 GB.
const OPENPYXL: &str = r#"
import sys, json, numbers, warnings
warnings.simplefilter("ignore")
import openpyxl
from openpyxl.utils.escape import unescape
for path in sys.argv[1:]:
    try:
        book = openpyxl.load_workbook(path, data_only=True)
        cells = [c.value for s in book.worksheets for c in s._cells.values()]
    except Exception:
        print("null"); continue
    texts = [unescape(v) for v in cells if isinstance(v, str)]
    nums = [v for v in cells if isinstance(v, (int, float)) and not isinstance(v, bool)]
    print(json.dumps({"texts": texts, "numbers": nums}))
"#;

const XLRD: &str = r#"
import sys, json, os
import xlrd
for path in sys.argv[1:]:
    try:
        book = xlrd.open_workbook(path, logfile=open(os.devnull, "w"))
        cells = [c for s in book.sheets() for r in range(s.nrows) for c in s.row(r)]
    except Exception:
        print("null"); continue
    print(json.dumps({"texts": [c.value for c in cells if c.ctype == 1], "numbers": [c.value for c in cells if c.ctype == 2]}))
"#;

fn of_packages(ending: &str, corpora: &[Corpus], oracle: fn(&str) -> bool) -> Result<Vec<Score>, Reason> {
    let mut scores = Vec::new();
    for corpus in corpora {
        for path in corpus.files(&[ending])? {
            // What is no archive, or an encrypted one, has no oracle.
            let Some(truth) = truth(&path, oracle) else { continue };
            if truth.is_empty() {
                continue;
            }
            let found = words(&all_text(&path).map(|(text, _)| text).unwrap_or_default());
            let score = Score::of(&found, &truth);
            if score.recall < 0.9 {
                println!("  {:.3} {}", score.recall, path.display());
            }
            scores.push(score);
        }
    }
    Ok(scores)
}

/// The words of all text elements of the parts.
fn truth(path: &Path, oracle: fn(&str) -> bool) -> Option<HashMap<String, usize>> {
    let mut archive = zip::ZipArchive::new(std::fs::File::open(path).ok()?).ok()?;
    let names: Vec<String> = archive.file_names().flatten().map(Cow::into_owned).filter(|name| oracle(name)).collect();
    let mut text = String::new();
    for name in names {
        let mut part = Vec::new();
        archive.by_name(&name).ok()?.read_to_end(&mut part).ok()?;
        elements(&part, &mut text);
    }
    Some(words(&text))
}

/// Adds the text of `t` elements, a line a paragraph, without what was deleted, fallbacks for older programs, and the slide numbers and dates that the program
/// writes (`fld`).
fn elements(part: &[u8], text: &mut String) {
    let mut reader = Reader::from_reader(part);
    let (mut skipped, mut inside) = (0_usize, false);
    let is_skipped = |name: &str| matches!(name, "del" | "Fallback" | "fld");
    loop {
        match reader.read_event() {
            Ok(Event::Start(element)) => {
                let name = element.local_name();
                skipped += usize::from(skipped > 0 || is_skipped(name.as_ref()));
                inside = name.as_ref() == "t";
            }
            Ok(Event::End(element)) => {
                skipped = skipped.saturating_sub(1);
                inside = false;
                if element.local_name().as_ref() == "p" {
                    text.push('\n');
                }
            }
            Ok(Event::Empty(element)) if matches!(element.local_name().as_ref(), "br" | "tab" | "cr") => {
                text.push(' ');
            }
            Ok(Event::Text(part)) if inside && skipped == 0 => text.push_str(&part),
            Ok(Event::GeneralRef(reference)) if inside && skipped == 0 => match reference.resolve_char_ref() {
                Ok(Some(c)) => text.push(c),
                _ => text.push(' '),
            },
            Ok(Event::Eof) | Err(_) => return,
            Ok(_) => {}
        }
    }
}

type Sheets = (Vec<Score>, Vec<Score>);

fn of_sheets(ending: &str, library: Library) -> Result<Sheets, Reason> {
    let mut paths: Vec<PathBuf> = Vec::new();
    for corpus in [CALAMINE, DOCLING, MARKITDOWN] {
        paths.extend(corpus.files(&[ending])?);
    }
    let python = pypi::environment(library.name, library.version)?;
    let printed = process::output(Command::new(python).args(["-c", library.script]).args(&paths))?;
    let (mut texts, mut numbers) = (Vec::new(), Vec::new());
    for (path, line) in paths.iter().zip(printed.lines()) {
        let Ok(read) = serde_json::from_str::<serde_json::Value>(line) else { continue };
        let truth: String = read["texts"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(serde_json::Value::as_str)
            .collect::<Vec<_>>()
            .join("\n");
        let truth_numbers: Vec<f64> =
            read["numbers"].as_array().into_iter().flatten().filter_map(serde_json::Value::as_f64).collect();
        let (found, document) = match all_text(path) {
            Ok((text, document)) => (text, Some(document)),
            Err(_) => (String::new(), None),
        };
        let tables = document.iter().flat_map(|document| &document.pages).flat_map(|page| &page.blocks);
        let cells = tables.filter_map(|block| block.table.as_ref()).flat_map(|table| table.rows.iter().flatten());
        let values = cells.filter_map(|cell| match &cell.value {
            Some(CellValue::Number(number)) => number.parse::<f64>().ok(),
            _ => cell.text.parse().ok(),
        });
        if !truth.trim().is_empty() {
            let score = Score::of(&words(&found), &words(&truth));
            if score.recall < 0.97 {
                println!("  words {:.3} {}", score.recall, path.display());
            }
            texts.push(score);
        }
        if !truth_numbers.is_empty() {
            let count = |numbers: &mut dyn Iterator<Item = f64>| {
                let mut counted: HashMap<String, usize> = HashMap::new();
                numbers.for_each(|number| *counted.entry(format!("{number:e}")).or_default() += 1);
                counted
            };
            let score = Score::of(&count(&mut values.into_iter()), &count(&mut truth_numbers.into_iter()));
            if score.recall < 0.97 {
                println!("  numbers {:.3} {}", score.recall, path.display());
            }
            numbers.push(score);
        }
    }
    Ok((texts, numbers))
}
