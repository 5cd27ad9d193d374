//! Statements as filings have them on pages: signs in cells of their own, merged cells over years, columns of nothing between.
#![cfg(all(feature = "formats", feature = "search"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use edith_documents::Document;
use edith_documents::call::TableQuery;
use edith_documents::formats::{self, Input, Limits};
use edith_documents::table::{query_table, tables};

fn read(html: &str) -> Document {
    let input = Input::new(html.as_bytes(), "statement.html", "text/html");
    formats::read(&input, Limits::default(), &mut |_, _| {}).unwrap().document
}

/// How a statement's cells are made.
#[derive(Clone, Copy)]
struct Style {
    /// Signs of money in each row, or in the first and the last alone.
    always: bool,
    /// Rows without a sign have one cell for the place of sign and number.
    joined: bool,
    /// A bracket that closes has a cell.
    closing: bool,
    /// Empty columns between.
    room: bool,
    /// A line over all years.
    spanned: bool,
    /// Header cells are `th`.
    marked: bool,
}

const LABELS: [&str; 7] =
    ["Net sales", "Cost of sales", "Gross margin", "Research", "Other income, net", "Income taxes", "Net income"];

fn number(row: usize, year: usize) -> i64 {
    let number = 1_000 + (row as i64 * 7_919 + year as i64 * 104_729) % 90_000;
    if (row + year).is_multiple_of(3) { -number } else { number }
}

fn shown(number: i64) -> String {
    let digits = number.abs().to_string();
    let (thousands, rest) = digits.split_at(digits.len() - 3);
    if number < 0 { format!("({thousands},{rest}") } else { format!("{thousands},{rest}") }
}

fn page(style: Style, years: &[u32]) -> String {
    let cell = if style.marked { "th" } else { "td" };
    let width = 2 + usize::from(style.closing);
    let room = if style.room { "<td></td>" } else { "" };
    let mut rows = String::new();
    if style.spanned {
        let all = years.len() * (width + usize::from(style.room)) - usize::from(style.room);
        rows.push_str(&format!(
            "<tr><{cell}></{cell}>{room}<{cell} colspan={all}>Years ended September 30,</{cell}></tr>"
        ));
    }
    let heads: String = years.iter().map(|year| format!("{room}<{cell} colspan={width}>{year}</{cell}>")).collect();
    rows.push_str(&format!("<tr><{cell}></{cell}>{heads}</tr>"));
    rows.push_str("<tr><td>Operations:</td></tr>");
    for (at, label) in LABELS.iter().enumerate() {
        let mut row = format!("<tr><td>{label}</td>");
        for year in 0..years.len() {
            let value = number(at, year);
            let text = shown(value);
            let close = match (value < 0, style.closing) {
                (true, true) => (String::new(), "<td>)</td>"),
                (true, false) => (")".to_owned(), ""),
                (false, true) => (String::new(), "<td></td>"),
                (false, false) => (String::new(), ""),
            };
            let has_sign = style.always || at == 0 || at + 1 == LABELS.len();
            let value = match (has_sign, style.joined) {
                (true, _) => format!("<td>$</td><td>{text}{}</td>", close.0),
                (false, true) => format!("<td colspan=2>{text}{}</td>", close.0),
                (false, false) => format!("<td></td><td>{text}{}</td>", close.0),
            };
            row.push_str(&format!("{room}{value}{}", close.1));
        }
        rows.push_str(&format!("{row}</tr>"));
    }
    format!("<html><body><h1>Statements</h1><p>(In millions)</p><table>{rows}</table></body></html>")
}

#[test]
fn numbers_of_filings_stand_under_their_year() {
    let (mut right, mut all, mut wrong) = (0, 0, String::new());
    for bits in 0..64_u32 {
        let bit = |at: u32| bits >> at & 1 == 1;
        let style =
            Style { always: bit(0), joined: bit(1), closing: bit(2), room: bit(3), spanned: bit(4), marked: bit(5) };
        let years: &[u32] = if bits.is_multiple_of(3) { &[2024, 2023, 2022] } else { &[2024, 2023] };
        let document = read(&page(style, years));
        for (at, label) in LABELS.iter().enumerate() {
            for (place, year) in years.iter().enumerate() {
                all += 1;
                let query = TableQuery {
                    table: "1".into(),
                    select: vec![format!("sum({year})")],
                    condition: format!("column 1 = '{label}'"),
                    ..TableQuery::default()
                };
                let found = query_table(&document, &query, Some('.'));
                let expected = number(at, place).to_string();
                match found {
                    Ok(answer) if answer.rows[0][0].trim_end_matches(" USD") == expected => right += 1,
                    other => wrong.push_str(&format!("{bits:b} {label} {year} {expected}: {other:?}\n")),
                }
            }
        }
        let table = &tables(&document)[0];
        assert_eq!((table.columns.len(), table.unit.as_str()), (years.len() + 1, "(In millions)"), "{table:?}");
    }
    assert!(right * 100 >= all * 99, "{right} of {all}\n{}", wrong.chars().take(6_000).collect::<String>());
}

#[test]
fn a_column_of_signs_with_a_name_stays_and_so_do_texts() {
    let rows = "<tr><th>Item</th><th>Sign</th><th>Price</th></tr><tr><td>Lamp</td><td>$</td><td>5</td></tr><tr><td>Desk</td><td>€</td><td>7</td></tr>";
    let document = read(&format!("<table>{rows}</table>"));
    let table = &tables(&document)[0];
    assert_eq!(table.columns, ["Item", "Sign", "Price"]);
    assert_eq!((table.rows[0].1[1].text.as_str(), table.rows[0].1[2].text.as_str()), ("$", "5"));
    let merged = "<tr><th>Name</th><th colspan=2>Where</th></tr><tr><td>Ada</td><td>Bonn</td><td>3</td></tr><tr><td>Bob</td><td>Ulm</td><td>4</td></tr>";
    let table = &tables(&read(&format!("<table>{merged}</table>")))[0];
    assert_eq!(table.rows[1].1.iter().map(|cell| cell.text.as_str()).collect::<Vec<_>>(), ["Bob", "Ulm", "4"]);
}
