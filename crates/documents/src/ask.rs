//! The built-in interpreter: answers simple questions from the index and the tables, without a model, and says how it understood them.

mod answer;
mod compute;
mod phrases;
#[cfg(test)]
mod tests;

pub use answer::{Answered, AskedDocument, InterpretedAs};

use crate::call::Cited;
use crate::search::{Hit, Index, Query, language_of};
use crate::table::tables;
use crate::to_markdown;
use answer::cited;
use phrases::{Tongue, Understood};

/// How many passages an answer has.
const PASSAGES: usize = 3;
/// How many there are when a person asks to find something.
const FINDINGS: usize = 8;
/// How much of a page is shown, in characters.
const PAGE: usize = 4_000;
/// How many letters of a word tell its line from others.
const STEM: usize = 5;
/// How long the first words of a page are that are cited for it.
const BEGINNING: usize = 120;

/// Answers a question about documents that are in the index. English and German are answered in their language; French and Spanish are understood.
pub fn interpret(index: &Index, asked: &[AskedDocument<'_>], question: &str) -> Answered {
    let (tongue, understood) = phrases::understand(question);
    match understood {
        Understood::Page(page) => show(asked, page, tongue),
        Understood::Tables => list(asked, tongue),
        Understood::Compute(wanted) => match compute::compute(asked, &wanted, tongue) {
            Some(answered) => answered,
            None => search(index, asked, question, PASSAGES, tongue),
        },
        Understood::Find(words) => search(index, asked, &words, FINDINGS, tongue),
        Understood::About(words) => search(index, asked, &words, PASSAGES, tongue),
    }
}

fn show(asked: &[AskedDocument<'_>], page: u32, tongue: Tongue) -> Answered {
    let mut parts = Vec::new();
    let mut citations = Vec::new();
    for AskedDocument { id, name, document } in asked {
        let count = document.pages.len();
        let Some(shown) = (page as usize).checked_sub(1).and_then(|at| document.pages.get(at)) else {
            parts.push(match tongue {
                Tongue::German => format!("{name} hat keine Seite {page}; es sind {count}."),
                Tongue::English => format!("{name} has no page {page}; it has {count}."),
            });
            continue;
        };
        let text = to_markdown(document, page..=page, PAGE);
        let more = match (text.cut, tongue) {
            (false, _) => "",
            (true, Tongue::German) => "\n\n(Der Rest der Seite ist hier weggelassen.)",
            (true, Tongue::English) => "\n\n(The rest of the page is left out here.)",
        };
        parts.push(format!("{}{more} [{name}, p. {page}]", text.text));
        let first =
            shown.blocks.iter().flat_map(|block| block.text.lines()).map(str::trim).find(|line| !line.is_empty());
        citations.extend(first.and_then(|line| cited(asked, id, page, &beginning(line))));
    }
    Answered { text: parts.join("\n\n"), citations, interpreted_as: InterpretedAs::Page { page } }
}

/// The first words of a line.
fn beginning(line: &str) -> String {
    let mut out = String::new();
    for word in line.split_inclusive(char::is_whitespace) {
        if !out.is_empty() && out.chars().count() + word.chars().count() > BEGINNING {
            break;
        }
        out.push_str(word);
    }
    out.trim().to_owned()
}

fn list(asked: &[AskedDocument<'_>], tongue: Tongue) -> Answered {
    let mut parts = Vec::new();
    let mut citations = Vec::new();
    for AskedDocument { id, name, document } in asked {
        let tables = tables(document);
        if tables.is_empty() {
            parts.push(match tongue {
                Tongue::German => format!("{name} hat keine Tabellen."),
                Tongue::English => format!("{name} has no tables."),
            });
            continue;
        }
        let lines: Vec<String> = tables.iter().map(|table| format!("- {}", table.label())).collect();
        parts.push(match tongue {
            Tongue::German => format!("Tabellen in {name}:\n{}", lines.join("\n")),
            Tongue::English => format!("Tables in {name}:\n{}", lines.join("\n")),
        });
        citations.extend(tables.iter().filter_map(|table| cited(asked, id, table.page, &table.columns.join(" | "))));
    }
    Answered { text: parts.join("\n\n"), citations, interpreted_as: InterpretedAs::Tables }
}

fn search(index: &Index, asked: &[AskedDocument<'_>], text: &str, limit: usize, tongue: Tongue) -> Answered {
    let ids: Vec<String> = asked.iter().map(|asked| asked.id.to_owned()).collect();
    let found = index.search(&Query { documents: Some(&ids), limit, ..Query::new(text) });
    let words = found.words.clone();
    // A document in no known language is searched for "the" too, which nobody needs to be told.
    let language = language_of(text);
    let mut looked: Vec<&String> = words.iter().filter(|word| !language.is_stop_word(&word.to_lowercase())).collect();
    if looked.is_empty() {
        looked = words.iter().collect();
    }
    let looked = looked.iter().map(|word| format!("“{word}”")).collect::<Vec<_>>().join(", ");
    let interpreted_as = InterpretedAs::Search { words: words.clone() };
    // Most of the words must stand together; one that is everywhere answers nothing. Which ones say something, a document's language tells.
    let needed = |hit: &Hit| {
        let language = index.language(&hit.document);
        let telling = words.iter().filter(|word| !language.is_stop_word(&word.to_lowercase())).count();
        (telling * 3).div_ceil(5).max(1)
    };
    let fitting: Vec<&Hit> = found.hits.iter().filter(|hit| hit.words.len() >= needed(hit)).collect();
    let mut citations = Vec::new();
    let mut lines = Vec::new();
    for hit in fitting {
        let Some(citation) = passage(asked, hit) else { continue };
        let name = asked.iter().find(|asked| asked.id == hit.document).map_or("", |asked| asked.name);
        lines.push(format!(
            "{}. “{}” [{name}, p. {}]",
            lines.len() + 1,
            citation.quote.replace(['\t', '\n'], " "),
            hit.page
        ));
        citations.push(citation);
    }
    let mut text = match (words.is_empty(), lines.is_empty(), tongue) {
        (true, _, Tongue::German) => {
            "Ich habe keine Wörter gefunden, nach denen ich suchen kann. Nennen Sie, worum es geht.".to_owned()
        }
        (true, _, Tongue::English) => "I found no words to look for. Say what it is about.".to_owned(),
        (_, true, Tongue::German) => {
            format!("Die Dokumente sagen dazu nichts. Ich habe nach diesen Wörtern gesucht: {looked}.")
        }
        (_, true, Tongue::English) => format!("The documents do not say. I looked for these words: {looked}."),
        (_, false, Tongue::German) => {
            format!(
                "Ich habe nach diesen Wörtern gesucht: {looked}. Am besten passt, ohne dass ein Modell es gelesen hat:\n\n{}",
                lines.join("\n")
            )
        }
        (_, false, Tongue::English) => {
            format!(
                "I looked for these words: {looked}. The passages that fit best, which no model has read:\n\n{}",
                lines.join("\n")
            )
        }
    };
    for (word, instead) in &found.replaced {
        let instead = instead.join(", ");
        text.push_str(&match tongue {
            Tongue::German => format!("\n“{word}” steht nirgends; gesucht wurde stattdessen: {instead}."),
            Tongue::English => format!("\n“{word}” stands nowhere; looked for instead: {instead}."),
        });
    }
    Answered { text, citations, interpreted_as }
}

/// A hit as a citation that is on its page: all of it, or else the line that has most of the words.
fn passage(asked: &[AskedDocument<'_>], hit: &Hit) -> Option<Cited> {
    let stems: Vec<String> = hit.words.iter().map(|word| word.to_lowercase().chars().take(STEM).collect()).collect();
    let has = |line: &str| {
        let line = line.to_lowercase();
        stems.iter().filter(|stem| line.contains(stem.as_str())).count()
    };
    let mut lines: Vec<&str> = hit.text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    lines.sort_by_key(|line| std::cmp::Reverse((has(line), line.len())));
    let mut candidates = std::iter::once(hit.text.as_str()).chain(lines);
    candidates.find_map(|quote| cited(asked, &hit.document, hit.page, quote))
}
