//! What real annual reports do to statements: labels that stand higher than their numbers or take two lines, and the page's number below them.

use super::made::{BOLD, Dice, ROMAN, Sheet, prose, width};
use edith_documents::formats::Limits;
use edith_documents::pdf::PdfReader;
use edith_documents::table::{NamedTable, tables};
use edith_documents::{BlockKind, Document};

const SIZE: f32 = 8.0;
const YEARS: [&str; 3] = ["2018", "2017", "2016"];
const EDGES: [f32; 3] = [470.0, 530.0, 590.0];

/// The lines of a label, how far it is indented, and its numbers.
type Row = (&'static [&'static str], f32, Option<[&'static str; 3]>);

const CASH: &[Row] = &[
    (&["Cash flows – operating activities:"], 0.0, None),
    (&["Net earnings"], 7.0, Some(["$10,460", "$8,458", "$5,034"])),
    (&["Adjustments to reconcile net earnings to net cash provided by operating activities:"], 7.0, None),
    (&["Non-cash items –"], 18.0, None),
    (&["Share-based plans expense"], 28.0, Some(["202", "202", "190"])),
    (&["Depreciation and amortization"], 28.0, Some(["2,114", "2,047", "1,889"])),
    (&["Customer financing valuation (benefit)/expense"], 28.0, Some(["(3)", "2", "(7)"])),
    (&["Changes in assets and liabilities –"], 18.0, None),
    (&["Accounts receivable"], 28.0, Some(["(795)", "(840)", "326"])),
    (&["Inventories"], 28.0, Some(["568", "(1,403)", "4,004"])),
    (&["Other"], 28.0, Some(["610", "(260)", "(261)"])),
    (&["Net cash provided by operating activities"], 18.0, Some(["15,322", "13,346", "10,496"])),
    (&["Cash flows – investing activities:"], 0.0, None),
    (&["Property, plant and equipment additions"], 18.0, Some(["(1,722)", "(1,739)", "(2,613)"])),
    (&["Net cash used by investing activities"], 18.0, Some(["(4,621)", "(2,058)", "(3,378)"])),
];

const INCOME: &[Row] = &[
    (&["Net loss"], 0.0, Some(["($5,053)", "($4,290)", "($11,941)"])),
    (&["Other comprehensive income/(loss), net of tax:"], 16.0, None),
    (&["Currency translation adjustments"], 16.0, Some(["(62)", "(75)", "98"])),
    (&["Unrealized loss on certain investments, net of tax of $0, $0 and $0"], 16.0, Some(["(1)", "—", "—"])),
    (&["Derivative instruments:"], 16.0, None),
    (
        &["Reclassification adjustment for loss included in net earnings, net of tax of ($3) and", "($7)"],
        32.0,
        Some(["10", "(6)", "27"]),
    ),
    (&["Total gain on derivative instruments, net of tax"], 24.0, Some(["(30)", "49", "41"])),
    (&["Defined benefit pension plans:"], 24.0, None),
    (
        &[
            "Amortization of actuarial loss included in net periodic pension cost, net of tax of",
            "($11), ($60) and ($52)",
        ],
        32.0,
        Some(["791", "1,155", "917"]),
    ),
    (
        &["Amortization of credits included in net periodic pension cost, net of tax of $30,", "$10 and $6"],
        32.0,
        Some(["(114)", "(114)", "(112)"]),
    ),
    (
        &["Pension cost related to our equity method investments, net of tax of $0, ($2)", "and $0"],
        32.0,
        Some(["(3)", "6", "—"]),
    ),
    (&["Total defined benefit pension plans, net of tax"], 24.0, Some(["2,202", "5,500", "(1,119)"])),
    (&["Comprehensive loss, net of tax"], 0.0, Some(["(2,944)", "1,184", "(12,921)"])),
];

const BALANCE: &[Row] = &[
    (&["CAPITALIZATION AND LIABILITIES"], 0.0, None),
    (&["Capitalization:"], 0.0, None),
    (
        &["Common stock ($0.01 par value; 500,000,000 shares authorized; 186,466,707 shares issued,", "respectively)"],
        10.0,
        Some(["$2", "$2", "$2"]),
    ),
    (&["Paid-in-capital"], 10.0, Some(["6,747", "6,700", "6,657"])),
    (&["Retained earnings (accumulated deficit)"], 10.0, Some(["102", "(207)", "(464)"])),
    (
        &[
            "Treasury stock, at cost, of shares that were bought back in the course of the years before, net of",
            "taxes",
        ],
        10.0,
        Some(["(348)", "(338)", "(297)"]),
    ),
    // It would have fitted beside the one above, which reaches further.
    (
        &["Advances for construction, net of refunds of $24 and $30 in 2018 and", "2017, respectively"],
        10.0,
        Some(["28", "26", "21"]),
    ),
    (&["Long-term debt"], 10.0, Some(["9,329", "8,639", "7,569"])),
    (
        &["Contributions in aid of construction, net of refunds of $1 in 2018", "and of $2 in 2017"],
        10.0,
        Some(["74", "62", "29"]),
    ),
    (&["Total capitalization"], 0.0, Some(["15,787", "14,765", "13,440"])),
];

/// How far the numbers are below their label, how far apart rows are, and a page's number in the middle below them.
fn read(rows: &[Row], lower: f32, pitch: f32, number: Option<&str>) -> Document {
    let mut sheet = Sheet::new(612.0, 792.0);
    sheet.line("Years ended December 31,", 20.0, 92.0, SIZE, ROMAN);
    for (year, edge) in YEARS.iter().zip(EDGES) {
        sheet.line(year, edge - width(year, SIZE, BOLD), 92.0, SIZE, BOLD);
    }
    let mut y = 92.0;
    for (lines, indent, numbers) in rows {
        y += pitch;
        for (at, line) in lines.iter().enumerate() {
            y += if at > 0 { SIZE * 1.05 } else { 0.0 };
            sheet.line(line, 20.0 + indent, y, SIZE, ROMAN);
        }
        for (number, edge) in numbers.iter().flatten().zip(EDGES) {
            let begin = edge - width(number.trim_end_matches(')'), SIZE, ROMAN);
            sheet.line(number, begin, y + lower, SIZE, ROMAN);
        }
    }
    if let Some(number) = number {
        sheet.line(
            "See Notes to the Consolidated Financial Statements on pages 54 – 113.",
            20.0,
            y + pitch,
            SIZE,
            ROMAN,
        );
        sheet.line(number, 306.0 - width(number, SIZE, ROMAN) / 2.0, y + 2.0 * pitch, SIZE, ROMAN);
    }
    let mut page = sheet.page(1).raw;
    page.number = 1;
    let mut reader = PdfReader::new(Limits::default());
    reader.add_page(&page);
    reader.finish(Vec::new(), None, 1)
}

/// The number of a line under a year.
fn found(tables: &[NamedTable], label: &str, year: &str) -> Option<String> {
    tables.iter().find_map(|table| {
        let column = table.columns.iter().position(|name| name.contains(year))?;
        let (_, row) = table.rows.iter().find(|(_, row)| row[0].text == label)?;
        Some(row.get(column)?.text.clone())
    })
}

fn told(document: &Document) -> String {
    document.pages[0].blocks.iter().map(|block| format!("{:?}: {}\n", block.kind, block.text)).collect()
}

fn wrong(rows: &[Row], document: &Document) -> Vec<String> {
    let tables = tables(document);
    let numbers = rows.iter().flat_map(|(lines, _, numbers)| {
        let label = lines.join(" ");
        numbers.iter().flatten().zip(YEARS).map(move |(number, year)| (label.clone(), year, *number))
    });
    numbers
        .filter_map(|(label, year, number)| {
            let found = found(&tables, &label, year);
            (found.as_deref() != Some(number)).then(|| format!("{label} {year}: {number}, not {found:?}"))
        })
        .collect()
}

#[test]
fn labels_keep_their_numbers_across_a_wide_gap_and_where_they_stand_higher() {
    for (rows, lower, pitch) in [(CASH, 2.7, 13.5), (CASH, 0.0, 13.5), (INCOME, 0.0, 12.8), (INCOME, 0.0, 13.6)] {
        let document = read(rows, lower, pitch, None);
        let wrong = wrong(rows, &document);
        assert!(wrong.is_empty(), "{lower} {pitch}: {}\n{}", wrong.join("\n"), told(&document));
    }
}

#[test]
fn a_label_has_its_first_line_also_right_below_the_years_and_beside_longer_ones() {
    let document = read(BALANCE, 0.0, 11.5, None);
    let wrong = wrong(BALANCE, &document);
    assert!(wrong.is_empty(), "{}\n{}", wrong.join("\n"), told(&document));
    // The controls: titles stay rows of their own.
    let titles = ["CAPITALIZATION AND LIABILITIES", "Capitalization:"];
    let tables = tables(&document);
    for title in titles {
        assert!(tables[0].rows.iter().any(|(_, row)| row[0].text == title), "{title}: {}", told(&document));
    }
}

#[test]
fn a_pages_number_below_a_statement_is_no_row_of_it() {
    for rows in [CASH, INCOME, BALANCE] {
        let document = read(rows, 0.0, 12.8, Some("48"));
        let tables = tables(&document);
        assert_eq!(tables.len(), 1, "{}", told(&document));
        assert_eq!(tables[0].columns.len(), 4, "{:?}", tables[0].columns);
        let in_table = |text: &str| tables[0].rows.iter().flat_map(|(_, row)| row).any(|cell| cell.text == text);
        assert!(!in_table("48"), "{}", told(&document));
        assert!(document.pages[0].blocks.iter().any(|block| block.text == "48"), "nothing is lost");
        // The control: the last number of a column is one of it.
        let last = rows.iter().rev().find_map(|(_, _, numbers)| *numbers).unwrap();
        assert!(in_table(last[2]), "{}", told(&document));
    }
}

/// The other side of it: an article beside a column of numbers that are on its baselines is read by itself.
#[test]
fn text_that_runs_beside_numbers_is_no_label_of_them() {
    let mut dice = Dice::new(7);
    let mut sheet = Sheet::new(612.0, 792.0);
    let lines = Sheet::broken(&prose(&mut dice, 1, 260), 250.0, SIZE, ROMAN);
    for (at, line) in lines.iter().enumerate() {
        sheet.line(line, 40.0, 100.0 + 11.0 * at as f32, SIZE, ROMAN);
    }
    for at in 0..12 {
        let y = 100.0 + 22.0 * at as f32;
        for (column, edge) in [450.0, 520.0].into_iter().enumerate() {
            let number = (1_000 + at * 37 + column * 311).to_string();
            sheet.line(&number, edge - width(&number, SIZE, ROMAN), y, SIZE, ROMAN);
        }
    }
    let mut page = sheet.page(1).raw;
    page.number = 1;
    let mut reader = PdfReader::new(Limits::default());
    reader.add_page(&page);
    let document = reader.finish(Vec::new(), None, 1);
    let text = document.pages[0].blocks.iter().find(|block| block.text.starts_with("Entry001")).unwrap();
    assert_eq!(text.kind, BlockKind::Paragraph, "{}", told(&document));
    assert_eq!(text.text.split_whitespace().count(), 261, "{}", told(&document));
}

/// Tables right below each other: what is between them, the heads of their columns, where those end, and their rows.
type Stacked = (
    &'static [&'static str],
    &'static [&'static str],
    &'static [f32],
    &'static [(&'static str, &'static [&'static str])],
);

const TAXES: Stacked = (
    &[],
    &["2018", "2017", "2016"],
    &[410.0, 500.0, 590.0],
    &[
        ("Property and capital stock", &["140", "124", "120"]),
        ("Gross receipts", &["116", "110", "112"]),
        ("Payroll", &["36", "35", "33"]),
    ],
);
/// Two columns where three were, so that no gap goes through both.
const BORROWED: Stacked = (
    &["Presented in the table below is the short-term borrowing activity of the year:"],
    &["2018", "2017"],
    &[455.0, 545.0],
    &[
        ("Average borrowings", &["1,047", "726"]),
        ("Maximum borrowings outstanding", &["2,172", "1,271"]),
        ("Average rates", &["1.16", "2.54"]),
    ],
);
/// The same columns, of other years.
const PLANNED: Stacked = (
    &["Expected payments"],
    &["2020", "2019", "2018"],
    &[410.0, 500.0, 590.0],
    &[("Contributions", &["41", "42", "43"]), ("Benefits", &["901", "902", "903"])],
);
/// Columns that words name, two of them where those of the long numbers are one.
const SALES: Stacked = (
    &[],
    &["Organic", "Divested", "Translation", "Total"],
    &[425.0, 470.0, 530.0, 575.0],
    &[
        ("Industrial", &["2.5", "(0.1)", "(2.7)", "(0.3)"]),
        ("Health care", &["4.8", "—", "(2.4)", "2.4"]),
        ("Consumer", &["1.9", "—", "(1.8)", "0.1"]),
    ],
);
const LONG: Stacked = (
    &[],
    &["2018", "2017"],
    &[472.0, 577.0],
    &[
        ("Shares issued", &["12,345,678,901,234", "12,345,678,901,235"]),
        ("Shares outstanding", &["11,345,678,901,234", "11,345,678,901,235"]),
    ],
);
/// The control: words in a row of a table, under its columns.
const RATES: Stacked = (
    &[],
    &["2018", "2017"],
    &[455.0, 545.0],
    &[
        ("Notes", &["547", "60"]),
        ("Rate of interest", &["variable", "fixed"]),
        ("Loans", &["1,388", "1,935"]),
        ("Leases", &["72", "75"]),
    ],
);
/// Numbers as close as words are to the number of a heading.
const NARROW: Stacked = (
    &[],
    &["2018", "2017"],
    &[400.0, 430.0],
    &[
        ("Divestitures (gain) loss", &["(0.31)", "0.04"]),
        ("Transaction costs", &["0.09", "0.01"]),
        ("Tax items", &["(0.08)", "0.02"]),
        ("Adjusted earnings per share", &["3.94", "3.79"]),
    ],
);

fn stack(all: &[Stacked]) -> Vec<NamedTable> {
    let mut sheet = Sheet::new(612.0, 792.0);
    let mut y = 100.0;
    let across = |sheet: &mut Sheet, y: f32, texts: &[&str], edges: &[f32], face| {
        for (text, edge) in texts.iter().zip(edges) {
            sheet.line(text, edge - width(text.trim_end_matches(')'), SIZE, face), y, SIZE, face);
        }
    };
    for (between, heads, edges, rows) in all {
        for text in *between {
            y += 13.0;
            sheet.line(text, 30.0, y, SIZE, ROMAN);
        }
        y += 13.0;
        across(&mut sheet, y, heads, edges, BOLD);
        for (label, numbers) in *rows {
            y += 11.5;
            sheet.line(label, 20.0, y, SIZE, ROMAN);
            across(&mut sheet, y, numbers, edges, ROMAN);
        }
    }
    let mut page = sheet.page(1).raw;
    page.number = 1;
    // Many files do not say where a line ends.
    page.items.iter_mut().for_each(|item| item.flags = 0);
    let mut reader = PdfReader::new(Limits::default());
    reader.add_page(&page);
    tables(&reader.finish(Vec::new(), None, 1))
}

#[test]
fn tables_right_below_each_other_have_their_own_columns() {
    for all in [
        vec![TAXES, BORROWED],
        vec![BORROWED, TAXES],
        vec![TAXES, PLANNED],
        vec![LONG, SALES],
        vec![LONG, SALES, PLANNED],
        vec![RATES],
        vec![NARROW],
    ] {
        let tables = stack(&all);
        let told = format!("{tables:#?}");
        assert_eq!(tables.len(), all.len(), "{told}");
        for ((_, heads, _, rows), table) in all.iter().zip(&tables) {
            for (label, numbers) in *rows {
                let (_, row) = table.rows.iter().find(|(_, row)| row[0].text == *label).unwrap();
                for (head, number) in heads.iter().zip(*numbers) {
                    let at = table.columns.iter().position(|name| name.contains(head));
                    let found = at.and_then(|at| row.get(at)).map(|cell| cell.text.as_str());
                    assert_eq!(found, Some(*number), "{label}, {head}: {told}");
                }
            }
        }
    }
}
