//! Answers as files: CSV, JSON and Markdown.

use super::answers::{label, verdict, words};
use crate::state::text::t;
use edith_protocol::AnswerShown;
use serde_json::json;

/// A file of answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// For spreadsheets.
    Csv,
    /// For programs.
    Json,
    /// For people.
    Markdown,
}

impl Format {
    /// Every format.
    pub const ALL: [Self; 3] = [Self::Csv, Self::Json, Self::Markdown];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Csv => "CSV",
            Self::Json => "JSON",
            Self::Markdown => "Markdown",
        }
    }

    /// The ending of its files.
    pub fn ending(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Json => "json",
            Self::Markdown => "md",
        }
    }

    /// Its media type.
    pub fn mime(self) -> &'static str {
        match self {
            Self::Csv => "text/csv",
            Self::Json => "application/json",
            Self::Markdown => "text/markdown",
        }
    }

    /// The answers as the text of a file.
    pub fn write(self, answers: &[AnswerShown]) -> String {
        match self {
            Self::Csv => csv(answers),
            Self::Json => serde_json::to_string_pretty(&json!({ "answers": answers })).unwrap_or_default(),
            Self::Markdown => markdown(answers),
        }
    }
}

fn csv(answers: &[AnswerShown]) -> String {
    // Spreadsheets take a file without this mark for one in the system's old charset.
    let mut out = String::from('\u{feff}');
    line(&mut out, &[t("question"), t("state"), t("answer"), t("citations"), t("quotes")].map(str::to_owned));
    for one in answers {
        let places = one.citations.iter().map(|citation| format!("{} ({})", label(citation), verdict(citation)));
        let quotes = one.citations.iter().map(|citation| citation.quote.clone());
        let cells = [
            one.question.clone(),
            words(one).to_owned(),
            one.answer.clone(),
            places.collect::<Vec<_>>().join("\n"),
            quotes.collect::<Vec<_>>().join("\n"),
        ];
        line(&mut out, &cells);
    }
    out
}

fn line(out: &mut String, cells: &[String]) {
    let cells: Vec<String> = cells.iter().map(|cell| format!("\"{}\"", harmless(cell).replace('"', "\"\""))).collect();
    out.push_str(&cells.join(","));
    out.push_str("\r\n");
}

/// A text that no spreadsheet takes for a formula (OWASP, "CSV Injection"): what begins as one gets an apostrophe before it.
fn harmless(cell: &str) -> String {
    let begins = cell
        .trim_start_matches([' ', '\u{a0}', '\u{feff}'])
        .starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']);
    if begins { format!("'{cell}") } else { cell.to_owned() }
}

fn markdown(answers: &[AnswerShown]) -> String {
    let mut out = String::new();
    for one in answers {
        let question = one.question.split_whitespace().collect::<Vec<_>>().join(" ");
        out.push_str(&format!("## {question}\n\n"));
        let answer = one.answer.trim();
        out.push_str(if answer.is_empty() { words(one) } else { answer });
        out.push_str("\n\n");
        for citation in &one.citations {
            let quote = citation.quote.split_whitespace().collect::<Vec<_>>().join(" ");
            out.push_str(&format!("- {} ({}): “{quote}”\n", label(citation), verdict(citation)));
        }
        if !one.citations.is_empty() {
            out.push('\n');
        }
    }
    out.truncate(out.trim_end().len());
    out.push('\n');
    out
}

#[cfg(test)]
mod tests {
    use super::super::answers::tests::citation;
    use super::*;
    use edith_protocol::QuestionState;

    fn answers() -> Vec<AnswerShown> {
        vec![
            AnswerShown {
                question: "Who \"signs\"?".into(),
                state: QuestionState::Done,
                answer: "=HYPERLINK(\"http://evil.example\";\"x\") [a.pdf, p. 1]".into(),
                citations: vec![citation("a.pdf", 1, true), citation("-b.pdf", 2, false)],
            },
            AnswerShown { question: "+1?".into(), ..AnswerShown::default() },
        ]
    }

    #[test]
    fn a_spreadsheet_gets_texts_and_no_formula() {
        let csv = Format::Csv.write(&answers());
        let rows: Vec<&str> = csv.split("\r\n").collect();
        assert_eq!(rows[0], "\u{feff}\"Question\",\"State\",\"Answer\",\"Citations\",\"Quotes\"");
        assert!(rows[1].starts_with("\"Who \"\"signs\"\"?\",\"Answered\",\"'=HYPERLINK(\"\"http"), "{}", rows[1]);
        assert!(rows[1].contains("\"a.pdf, p. 1 (confirmed)\n-b.pdf, p. 2 (not confirmed)\""), "{}", rows[1]);
        assert!(rows[2].starts_with("\"'+1?\",\"Waiting\",\"\""), "{}", rows[2]);
        for cell in ["=1", "+1", "-1", "@x", "\t=1", " =1", "\r=1", "\n=1", "＝1", "\u{a0}=1"] {
            assert!(harmless(cell).starts_with('\''), "{cell:?}");
        }
        for cell in ["1-1", "a=b", "", "12 %", "(5)"] {
            assert_eq!(harmless(cell), cell);
        }
    }

    #[test]
    fn programs_get_the_wires_own_names_and_people_get_sentences() {
        let json: serde_json::Value = serde_json::from_str(&Format::Json.write(&answers())).unwrap();
        assert_eq!(json["answers"][0]["citations"][1]["confirmed"], false);
        assert_eq!(json["answers"][1]["state"], "pending");
        let markdown = Format::Markdown.write(&answers());
        assert!(markdown.starts_with("## Who \"signs\"?\n\n=HYPERLINK"), "{markdown}");
        assert!(
            markdown.contains(
                "- a.pdf, p. 1 (confirmed): “words”\n- -b.pdf, p. 2 (not confirmed): “words”\n\n## +1?\n\nWaiting\n"
            ),
            "{markdown}"
        );
    }
}
