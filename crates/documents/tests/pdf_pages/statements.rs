//! Thirty statements in the shape of annual reports, each set in its own way, with what is right: which number is under which year of which line.

use super::made::{BOLD, Dice, Face, ROMAN, SANS, Sheet, width};
use edith_documents::formats::Limits;
use edith_documents::pdf::{PdfReader, RawPage};
use edith_documents::table::{NamedTable, tables};

/// How a statement is set.
#[derive(Clone, Copy)]
struct Setting {
    size: f32,
    /// Distance of the rows in sizes.
    pitch: f32,
    face: Face,
    /// Signs of money: in the first row of a part and in totals alone, in each row, or nowhere.
    money: Money,
    /// What the columns are called.
    heads: Heads,
    /// On which of its lines a label that wraps has its numbers.
    wrapped: Wrapped,
    /// A bracket that closes is drawn on its own.
    loose_brackets: bool,
    /// Dots from the label to the numbers.
    leader: bool,
    /// A column of numbers of notes.
    notes: bool,
    /// Changes in percent in the last column, each sign on its own.
    change: bool,
    /// Rows of one part that stand closer than its lines of text.
    tight_wraps: bool,
}

#[derive(Clone, Copy, PartialEq)]
enum Money {
    Seldom(&'static str),
    Always(&'static str),
    Never,
}

#[derive(Clone, Copy, PartialEq)]
enum Heads {
    /// `2023  2022`
    Years,
    /// `Year ended December 31,` over years.
    Spanned(&'static str),
    /// `December 31, 2023`, the year on a line of its own.
    Stacked,
    /// `31.12.2023`
    Days,
    /// `FY2023`
    Fiscal,
    /// Years over units.
    Units(&'static str),
}

#[derive(Clone, Copy, PartialEq)]
enum Wrapped {
    Last,
    First,
    Middle,
}

/// A row of a statement.
enum Row {
    Section(&'static str),
    /// Indented by so many steps.
    Line(&'static str, u8),
    Total(&'static str),
    /// A gap without text.
    Space,
}

use Row::{Line, Section, Space, Total};

const INCOME: &[Row] = &[
    Section("Net sales:"),
    Line("Products", 1),
    Line("Services and other income from licences", 1),
    Total("Total net sales"),
    Line("Cost of goods sold, exclusive of depreciation and amortization shown separately below", 0),
    Line("Selling, general and administrative", 0),
    Line("Research and development", 0),
    Line("Impairment", 0),
    Total("Operating income"),
    Line("Interest expense, net of amounts that were capitalised in the course of the year", 0),
    Line("Income taxes", 0),
    Total("Net income"),
];

const BALANCE: &[Row] = &[
    Section("Assets"),
    Section("Current assets"),
    Line("Cash and cash equivalents", 1),
    Line("Trade receivables, less allowances of the year and of the years before it", 1),
    Line("Inventories", 1),
    Total("Total current assets"),
    Line("Property, plant and equipment", 0),
    Line("Goodwill", 0),
    Total("Total assets"),
    Space,
    Section("Liabilities and equity"),
    Line("Accounts payable", 1),
    Line("Borrowings", 1),
    Line("Retained earnings", 1),
    Total("Total liabilities and equity"),
];

const CASH: &[Row] = &[
    Section("Cash flows from operating activities"),
    Line("Net income", 0),
    Section(
        "Adjustments to reconcile net income to net cash provided by operating activities of continuing operations:",
    ),
    Line("Depreciation and amortization", 1),
    Line("Share-based compensation", 1),
    Line("Receivables", 1),
    Total("Net cash provided by operating activities"),
    Section("Cash flows from investing activities"),
    Line("Purchases of property and equipment", 0),
    Line("Proceeds from the sale of businesses and of other investments, net of cash that was sold with them", 0),
    Total("Net cash used in investing activities"),
    Line("Effect of exchange rates", 0),
    Total("Cash at end of year"),
];

const GERMAN: &[Row] = &[
    Section("Langfristige Vermögenswerte"),
    Line("Immaterielle Vermögenswerte", 1),
    Line("Sachanlagen", 1),
    Line("Nach der Equity-Methode bilanzierte Beteiligungen und sonstige finanzielle Vermögenswerte", 1),
    Total("Summe langfristige Vermögenswerte"),
    Section("Kurzfristige Vermögenswerte"),
    Line("Vorräte", 1),
    Line("Forderungen aus Lieferungen und Leistungen", 1),
    Line("Zahlungsmittel", 1),
    Total("Bilanzsumme"),
];

/// A number that must be in a row under a year.
struct Truth {
    label: String,
    year: u32,
    number: String,
}

/// A statement as a page, and what is right about it.
struct Statement {
    name: String,
    page: RawPage,
    truths: Vec<Truth>,
}

const SETTINGS: usize = 10;

fn setting(at: usize) -> Setting {
    let plain = Setting {
        size: 9.0,
        pitch: 1.4,
        face: ROMAN,
        money: Money::Never,
        heads: Heads::Years,
        wrapped: Wrapped::Last,
        loose_brackets: false,
        leader: false,
        notes: false,
        change: false,
        tight_wraps: false,
    };
    match at {
        0 => Setting { money: Money::Seldom("$"), heads: Heads::Spanned("Year ended December 31,"), ..plain },
        1 => Setting { money: Money::Always("$"), loose_brackets: true, heads: Heads::Stacked, ..plain },
        2 => Setting { face: SANS, size: 8.0, notes: true, heads: Heads::Days, wrapped: Wrapped::First, ..plain },
        3 => Setting { leader: true, money: Money::Seldom("$"), heads: Heads::Years, pitch: 1.25, ..plain },
        4 => Setting { change: true, heads: Heads::Fiscal, face: SANS, size: 7.5, ..plain },
        5 => Setting { money: Money::Seldom("€"), heads: Heads::Units("€ million"), notes: true, ..plain },
        6 => Setting { money: Money::Always("£"), heads: Heads::Units("£000"), wrapped: Wrapped::First, ..plain },
        7 => Setting { pitch: 1.9, tight_wraps: true, wrapped: Wrapped::Middle, heads: Heads::Days, ..plain },
        8 => Setting {
            money: Money::Seldom("US$"),
            loose_brackets: true,
            heads: Heads::Spanned("For the fiscal years ended"),
            pitch: 1.6,
            ..plain
        },
        _ => Setting { pitch: 1.8, tight_wraps: true, face: SANS, size: 8.5, heads: Heads::Stacked, ..plain },
    }
}

fn grouped(number: u64, mark: char) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (at, c) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(mark);
        }
        out.push(c);
    }
    out
}

/// Sets a statement.
fn statement(rows: &[Row], kind: usize, at: usize) -> Statement {
    let setting = setting(at);
    let Setting { size, face, .. } = setting;
    let mut dice = Dice::new((1 + kind * 100 + at) as u64);
    let mut sheet = Sheet::new(612.0, 792.0);
    let years: Vec<u32> = (0..if at.is_multiple_of(3) { 3 } else { 2 }).map(|back| 2023 - back).collect();
    let left = 60.0;
    let column = if years.len() == 3 { 66.0 } else { 78.0 };
    let extra = if setting.change { 1 } else { 0 };
    // Right edges of the columns of numbers.
    let right = |column_at: usize| 552.0 - column * (years.len() + extra - 1 - column_at) as f32;
    let numbers_left = right(0) - column;
    let note_at = numbers_left - 8.0;
    let label_width = numbers_left - left - if setting.notes { 34.0 } else { 12.0 };
    let mark = if kind == 3 { '.' } else { ',' };
    sheet.line(
        [
            "CONSOLIDATED STATEMENTS OF INCOME",
            "CONSOLIDATED BALANCE SHEETS",
            "STATEMENTS OF CASH FLOWS",
            "Konzernbilanz",
        ][kind],
        180.0,
        80.0,
        11.0,
        BOLD,
    );
    sheet.line(if kind == 3 { "(in Millionen Euro)" } else { "(In millions)" }, 260.0, 94.0, size, face);
    let mut y = 122.0;
    let step = setting.pitch * size;
    let heads = |sheet: &mut Sheet, y: f32, texts: &[String]| {
        for (at, text) in texts.iter().enumerate() {
            sheet.line(text, right(at) - width(text, size, BOLD), y, size, BOLD);
        }
    };
    let each = |text: &dyn Fn(u32) -> String| years.iter().map(|year| text(*year)).collect::<Vec<String>>();
    match setting.heads {
        Heads::Years => heads(&mut sheet, y, &each(&|year| year.to_string())),
        Heads::Fiscal => {
            let mut texts = each(&|year| format!("FY{year}"));
            texts.extend(setting.change.then(|| "Change".to_owned()));
            heads(&mut sheet, y, &texts);
        }
        Heads::Days => heads(&mut sheet, y, &each(&|year| format!("31.12.{year}"))),
        Heads::Spanned(text) => {
            let middle = (right(0) - 0.5 * column + right(years.len() - 1)) / 2.0;
            sheet.line(text, middle - width(text, size, BOLD) / 2.0, y, size, BOLD);
            y += step;
            heads(&mut sheet, y, &each(&|year| year.to_string()));
        }
        Heads::Stacked => {
            heads(&mut sheet, y, &each(&|_| "December 31,".to_owned()));
            y += step;
            heads(&mut sheet, y, &each(&|year| year.to_string()));
        }
        Heads::Units(unit) => {
            heads(&mut sheet, y, &each(&|year| year.to_string()));
            y += step;
            heads(&mut sheet, y, &each(&|_| unit.to_owned()));
        }
    }
    if setting.notes {
        sheet.line("Note", note_at - width("Note", size, BOLD), y, size, BOLD);
    }
    y += step;
    let mut truths = Vec::new();
    let mut first_of_part = true;
    for (count, row) in rows.iter().enumerate() {
        let (label, indent, bold) = match row {
            Space => {
                y += step;
                continue;
            }
            Section(text) => (*text, 0, true),
            Line(text, indent) => (*text, *indent, false),
            Total(text) => (*text, 0, false),
        };
        let is_section = matches!(row, Section(_));
        let own = if bold { BOLD } else { face };
        let x = left + 10.0 * f32::from(indent);
        // A section's title may reach over the numbers' columns.
        let lines = match is_section {
            true => vec![label.to_owned()],
            false => Sheet::broken(label, label_width - 10.0 * f32::from(indent), size, own),
        };
        let leading = if setting.tight_wraps { 1.15 * size } else { step };
        let first = y;
        for (line_at, line) in lines.iter().enumerate() {
            y = first + leading * line_at as f32;
            let hang = if line_at > 0 { 8.0 } else { 0.0 };
            let mut text = line.clone();
            if setting.leader && !is_section && line_at + 1 == lines.len() {
                while width(&text, size, own) + x + hang < numbers_left - 6.0 {
                    text.push_str(" .");
                }
            }
            sheet.line(&text, x + hang, y, size, own);
        }
        let base = match setting.wrapped {
            Wrapped::Last => y,
            Wrapped::First => first,
            Wrapped::Middle => (first + y) / 2.0,
        };
        y += step;
        if is_section {
            first_of_part = true;
            continue;
        }
        if setting.notes && dice.below(3) == 0 {
            let note = (dice.below(30) + 1).to_string();
            sheet.line(&note, note_at - width(&note, size, face), base, size, face);
        }
        let has_money = match setting.money {
            Money::Always(sign) => Some(sign),
            Money::Seldom(sign) => (first_of_part || matches!(row, Total(_))).then_some(sign),
            Money::Never => None,
        };
        for (at, year) in years.iter().enumerate() {
            let edge = right(at);
            if let Some(sign) = has_money {
                sheet.line(sign, edge - column + 12.0, base, size, face);
            }
            // Small ones and nothing at all are as frequent as large ones; a row has at least one.
            let value = match dice.below(8) {
                0 if at > 0 => None,
                1 => Some(dice.below(90) as u64 + 1),
                2 => Some(dice.below(900_000) as u64 + 100_000),
                _ => Some(dice.below(90_000) as u64 + 1_000),
            };
            let negative = value.is_some() && dice.below(4) == 0;
            let number = value.map_or("—".to_owned(), |value| grouped(value, mark));
            let text = match (negative, setting.loose_brackets) {
                (true, _) => format!("({number}"),
                (false, _) => number.clone(),
            };
            let at_left = edge - width(&text, size, face);
            if negative && !setting.loose_brackets {
                sheet.line(&format!("{text})"), at_left, base, size, face);
            } else {
                sheet.line(&text, at_left, base, size, face);
                if negative {
                    sheet.line(")", edge + 0.2 * size, base, size, face);
                }
            }
            let number = if negative { format!("({number})") } else { number };
            truths.push(Truth { label: label.to_owned(), year: *year, number });
        }
        if setting.change && count % 2 == 0 {
            let edge = right(years.len());
            let text = format!("{}.{}", dice.below(60), dice.below(10));
            sheet.line(&text, edge - 14.0 - width(&text, size, face), base, size, face);
            sheet.line("%", edge - 12.0 + 1.2 * size, base, size, face);
        }
        first_of_part = false;
    }
    let mut page = sheet.page(1).raw;
    page.number = 1;
    Statement { name: format!("statement {kind}, setting {at}"), page, truths }
}

/// Thirty of them: three in ten settings, German ones in those that fit.
fn statements() -> Vec<Statement> {
    let all = [INCOME, BALANCE, CASH, GERMAN];
    let kinds = |at: usize| if matches!(at, 2 | 5 | 7) { [0, 2, 3] } else { [0, 1, 2] };
    (0..SETTINGS).flat_map(|at| kinds(at).map(|kind| statement(all[kind], kind, at))).collect()
}

/// A number without what is said beside it.
fn bare(text: &str) -> String {
    text.chars().filter(|c| c.is_ascii_digit() || matches!(c, '.' | ',' | '(' | ')' | '—')).collect()
}

fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The number that the tables have in the row of a label under a year.
fn found(tables: &[NamedTable], truth: &Truth) -> Option<String> {
    let year = truth.year.to_string();
    tables.iter().find_map(|table| {
        let column = table.columns.iter().position(|name| name.contains(&year))?;
        let (_, row) = table.rows.iter().find(|(_, row)| flat(&row[0].text) == truth.label)?;
        Some(bare(&row.get(column)?.text))
    })
}

#[test]
fn numbers_of_statements_stand_under_their_year() {
    let (mut right, mut all, mut wrong) = (0, 0, String::new());
    for Statement { name, page, truths } in statements() {
        let mut reader = PdfReader::new(Limits::default());
        reader.add_page(&page);
        let document = reader.finish(Vec::new(), None, 1);
        let tables = tables(&document);
        let before = right;
        for truth in &truths {
            all += 1;
            let found = found(&tables, truth);
            if found.as_ref() == Some(&truth.number) {
                right += 1;
            } else {
                wrong.push_str(&format!("{name}: {} {}: {} is {found:?}\n", truth.label, truth.year, truth.number));
            }
        }
        if right - before < truths.len() {
            for block in &document.pages[0].blocks {
                wrong.push_str(&format!("{:?}: {}\n", block.kind, block.text));
            }
        }
    }
    println!("{right} of {all} numbers stand under their year\n{wrong}");
    assert!(right * 100 >= all * 99, "{right} of {all}\n{wrong}");
}

/// As reports set them: a bracket behind a number reaches to the next sign of money, dots lead to a sign, and titles of parts look like labels.
#[test]
fn a_statement_stays_whole_under_its_years_where_its_rows_come_close() {
    const SIZE: f32 = 8.0;
    /// A label, its indent, and its numbers; a sign of money before each.
    type Set = (&'static str, f32, Option<[&'static str; 2]>, bool);
    const ROWS: [Set; 13] = [
        ("ASSETS", 0.0, None, false),
        ("Current assets", 0.0, None, false),
        ("Cash and cash equivalents", 0.0, Some(["1,876,560", "1,117,400"]), true),
        (
            "Trade receivables, net of allowances for accounts in doubt of $7,293 and $7,867",
            0.0,
            Some(["672,006", "591,800"]),
            false,
        ),
        ("Inventories", 0.0, None, false),
        ("Finished goods", 0.0, Some(["161,802", "175,758"]), false),
        ("Raw materials", 0.0, Some(["787,421", "785,123"]), false),
        ("Total assets", 0.0, Some(["3,497,789", "2,670,081"]), true),
        ("Other comprehensive loss", 0.0, Some(["(169,080)", "(8,094)"]), false),
        ("Treasury stock, at cost", 0.0, Some(["(2,267,715)", "(1,918,851)"]), false),
        ("Other liabilities", 0.0, Some(["85,459", "73,747"]), false),
        ("Total equity", 0.0, Some(["7,001,580", "6,775,905"]), true),
        ("Net income per share", 0.0, Some(["1.26", "0.54"]), true),
    ];
    for dotted in [false, true] {
        let mut sheet = Sheet::new(595.0, 842.0);
        let edges = [400.0, 448.0];
        let begins = |text: &str, edge: f32| edge - width(text.trim_end_matches(')'), SIZE, ROMAN);
        for (year, edge) in [("2015", edges[0]), ("2014", edges[1])] {
            sheet.line(year, begins(year, edge), 100.0, SIZE, BOLD);
        }
        for (at, (label, indent, numbers, signs)) in ROWS.iter().enumerate() {
            let y = 110.0 + 10.0 * at as f32;
            let mut text = (*label).to_owned();
            if let Some(numbers) = numbers {
                while dotted && width(&text, SIZE, ROMAN) < 296.0 {
                    text.push('.');
                }
                // The sign before the first number is led to by the dots, or stands by itself.
                match (dotted, signs) {
                    (true, true) => text.push_str(" $"),
                    (false, true) => sheet.line("$", 352.0, y, SIZE, ROMAN),
                    _ => {}
                }
                for (number, edge) in numbers.iter().zip(edges) {
                    sheet.line(number, begins(number, edge), y, SIZE, ROMAN);
                }
                if *signs {
                    sheet.line("$", 406.0, y, SIZE, ROMAN);
                }
            }
            let face = if *label == "ASSETS" { BOLD } else { ROMAN };
            sheet.line(&text, 40.0 + indent, y, SIZE, face);
        }
        let mut page = sheet.page(1).raw;
        page.number = 1;
        let mut reader = PdfReader::new(Limits::default());
        reader.add_page(&page);
        let document = reader.finish(Vec::new(), None, 1);
        let tables = tables(&document);
        let told = || {
            document.pages[0]
                .blocks
                .iter()
                .map(|block| format!("{:?}: {}\n", block.kind, block.text))
                .collect::<String>()
        };
        assert_eq!(tables.len(), 1, "dotted {dotted}: {}", told());
        for (label, _, numbers, _) in ROWS {
            for (number, year) in numbers.into_iter().flatten().zip([2015, 2014]) {
                let truth = Truth { label: label.to_owned(), year, number: number.to_owned() };
                assert_eq!(
                    found(&tables, &truth).as_deref(),
                    Some(number),
                    "{label} {year}, dotted {dotted}: {}",
                    told()
                );
            }
        }
    }
}

/// A balance sheet names its columns on both of its pages, at the same place: they are not running lines, where the company's name is one.
#[test]
fn columns_that_two_pages_name_alike_are_no_running_lines() {
    const SIZE: f32 = 9.0;
    let mut reader = PdfReader::new(Limits::default());
    let parts = [["Cash", "547", "60"], ["Debt", "9,329", "8,639"]];
    for (number, part) in (1..).zip(parts) {
        let mut sheet = Sheet::new(595.0, 842.0);
        sheet.line("Waterworks, Inc. and Subsidiaries", 200.0, 40.0, SIZE, BOLD);
        for (head, edge) in [("December 31, 2020", 440.0), ("December 31, 2019", 540.0)] {
            sheet.line(head, edge - width(head, SIZE, BOLD), 60.0, SIZE, BOLD);
        }
        for row in 0..12 {
            let y = 80.0 + 12.0 * row as f32;
            let words =
                ["alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa", "lambda", "mu"];
            sheet.line(&format!("{} {}", part[0], words[row]), 50.0, y, SIZE, ROMAN);
            for (text, edge) in [(part[1], 440.0), (part[2], 540.0)] {
                sheet.line(text, edge - width(text, SIZE, ROMAN), y, SIZE, ROMAN);
            }
        }
        let mut page = sheet.page(1).raw;
        page.number = number;
        reader.add_page(&page);
    }
    let document = reader.finish(Vec::new(), None, 2);
    let tables = tables(&document);
    for (label, year, number) in [("Cash alpha", 2020, "547"), ("Debt mu", 2019, "8,639")] {
        let truth = Truth { label: label.to_owned(), year, number: number.to_owned() };
        assert_eq!(found(&tables, &truth).as_deref(), Some(number), "{label}: {:?}", document.pages);
    }
    let is_name = |block: &&edith_documents::Block| block.text.starts_with("Waterworks");
    let name = document.pages[1].blocks.iter().find(is_name).map(|block| block.kind);
    assert_eq!(name, Some(edith_documents::BlockKind::Header));
}
