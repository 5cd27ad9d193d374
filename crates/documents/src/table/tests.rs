use super::*;
use crate::{Block, Cell, CellValue, Kind, Page, Table};

fn document(tables: Vec<(u32, Table)>) -> Document {
    let last = tables.iter().map(|(page, _)| *page).max().unwrap_or(1);
    let mut pages = vec![Page::default(); last as usize];
    for (page, table) in tables {
        pages[page as usize - 1].blocks.push(Block::of_table(table));
    }
    Document { kind: Kind::Pdf, title: None, pages, outline: Vec::new(), warnings: Vec::new() }
}

fn table(rows: &[&[&str]]) -> Table {
    let rows = rows.iter().map(|row| row.iter().map(|text| Cell::new(*text)).collect()).collect();
    Table { name: None, header_rows: 1, rows }
}

fn sales() -> Document {
    document(vec![(
        1,
        table(&[
            &["City", "Sold on", "Net price (EUR)", "Pieces"],
            &["Bonn", "05.03.2021", "1.234,50 €", "3"],
            &["Köln", "17.04.2021", "99,95 €", "10"],
            &["Bonn", "01.01.2022", "(20,00) €", "n/a"],
            &["Aachen", "", "0,05", "7"],
        ]),
    )])
}

fn query(select: &[&str], condition: &str, group_by: &[&str], order_by: &[&str]) -> TableQuery {
    let list = |items: &[&str]| items.iter().map(|item| (*item).to_owned()).collect();
    TableQuery {
        table: String::new(),
        select: list(select),
        condition: condition.to_owned(),
        group_by: list(group_by),
        order_by: list(order_by),
        limit: None,
    }
}

fn rows(document: &Document, query: &TableQuery) -> Vec<String> {
    query_table(document, query, None).unwrap().rows.iter().map(|row| row.join("|")).collect()
}

fn error(document: &Document, query: &TableQuery) -> String {
    query_table(document, query, None).unwrap_err().to_string()
}

#[test]
fn tables_are_computed() {
    let sales = sales();
    for (asked, expected) in [
        (query(&["sum(net price (eur))"], "", &[], &[]), vec!["1314.50 EUR"]),
        (query(&["sum(Net price)", "count(*)"], "city = 'bonn'", &[], &[]), vec!["1214.50 EUR|2"]),
        (query(&["avg(pieces)", "min(pieces)", "max(pieces)"], "", &[], &[]), vec!["6.666667|3|10"]),
        (
            query(&["city", "sum(net price eur) as total"], "", &["city"], &["total desc"]),
            vec!["Bonn|1214.50 EUR", "Köln|99.95 EUR", "Aachen|0.05"],
        ),
        (query(&["count(distinct city)"], "", &[], &[]), vec!["3"]),
        (query(&["city"], "sold on >= '2021-04-01' and sold on < '2022-01-01'", &[], &[]), vec!["Köln"]),
        (query(&["city"], "sold on is empty", &[], &[]), vec!["Aachen"]),
        (query(&["city"], "pieces between 5 and 10", &[], &["pieces"]), vec!["Aachen", "Köln"]),
        (query(&["city"], "not (city in ('Bonn', 'Aachen'))", &[], &[]), vec!["Köln"]),
        (query(&["pieces"], "", &[], &["pieces desc"]), vec!["10", "7", "3", "n/a"]),
        (query(&["max(sold on)"], "sold on is not empty", &[], &[]), vec!["01.01.2022"]),
        (
            query(&["city"], "\"Net price (EUR)\" < 0 or city starts with 'aach'", &[], &["city asc"]),
            vec!["Aachen", "Bonn"],
        ),
        (query(&["*"], "city = Köln", &[], &[]), vec!["Köln|17.04.2021|99,95 €|10"]),
    ] {
        assert_eq!(rows(&sales, &asked), expected, "{asked:?}");
    }
}

#[test]
fn columns_are_computed_with_each_other() {
    let years = document(vec![(
        1,
        table(&[
            &["", "December 31, / 2023", "December 31, / 2022", "Share of it (%)"],
            &["Net sales", "$ 1,200", "$ 1,000", "50 %"],
            &["Costs", "(900)", "(800)", "25 %"],
            &["Other", "—", "30", "0.5 %"],
        ]),
    )]);
    for (asked, expected) in [
        (query(&["2023 - 2022"], "", &[], &[]), vec!["200 USD", "-100", ""]),
        (query(&["(2023 - 2022) / 2022 * 100 as growth"], "column 1 = 'Net sales'", &[], &[]), vec!["20"]),
        (query(&["sum(2023) / sum(2022)"], "", &[], &[]), vec!["1.304348"]),
        (query(&["sum(2023 - 2022)"], "", &[], &[]), vec!["100 USD"]),
        (query(&["max(2023, 2022)"], "", &[], &["max(2023, 2022) desc"]), vec!["1200 USD", "-800", ""]),
        (query(&["round(avg(2022), 1)"], "", &[], &[]), vec!["76.7 USD"]),
        (query(&["2023 * share"], "column 1 starts with 'net'", &[], &[]), vec!["600 USD"]),
        (query(&["abs(2023)"], "column 1 = Costs", &[], &[]), vec!["900"]),
        (query(&["sum(2022) - 2 * count(2023)"], "2022 < 0", &[], &[]), vec!["-802"]),
    ] {
        assert_eq!(rows(&years, &asked), expected, "{asked:?}");
    }
    let answer = query_table(&years, &query(&["sum(2023) / sum(2022)"], "", &[], &[]), None).unwrap();
    assert!(answer.notes.iter().any(|note| note.contains("rounded to 6 decimals")), "{:?}", answer.notes);
    assert_eq!((answer.columns[0].as_str(), answer.ignored.len()), ("sum(2023) / sum(2022)", 1));
    for (asked, said) in [
        (query(&["2023 - sum(2022)"], "", &[], &[]), "has many values in a group"),
        (query(&["2023 / 0"], "", &[], &[]), "divides by zero"),
        (query(&["2021 - 2022"], "", &[], &[]), "There is no column “2021”"),
        (query(&["December 31 - 5"], "", &[], &[]), "was not understood"),
    ] {
        assert!(error(&years, &asked).contains(said), "{asked:?}: {}", error(&years, &asked));
    }
}

#[test]
fn what_was_left_out_is_said() {
    let sales = sales();
    let answer = query_table(&sales, &query(&["sum(pieces)", "avg(pieces)"], "", &[], &[]), None).unwrap();
    assert_eq!((answer.used, answer.total), (4, 4));
    assert_eq!(answer.ignored, [Ignored { column: "Pieces".into(), count: 1, examples: vec!["n/a".into()] }]);
    let text = answer.to_markdown();
    assert!(
        text.contains("| 20 | 6.666667 |")
            && text.contains("1 cells that are not numbers (“n/a”)")
            && text.contains("half to even"),
        "{text}"
    );
    let answer = query_table(&sales, &TableQuery { limit: Some(2), ..TableQuery::default() }, None).unwrap();
    assert_eq!((answer.rows.len(), answer.found), (2, 4));
}

#[test]
fn what_cannot_be_computed_is_refused_in_a_sentence() {
    let mixed = document(vec![(
        1,
        table(&[&["Item", "Price", "Share", "Size"], &["a", "5 €", "1.5", "1,234"], &["b", "$7", "2,5", "5,678"]]),
    )]);
    for (asked, said) in [
        (query(&["sum(price)"], "", &[], &[]), "mixes EUR and USD"),
        (query(&["sum(share)"], "", &[], &[]), "some numbers with a decimal point and others with a decimal comma"),
        (query(&["sum(size)"], "", &[], &[]), "can be read in two ways"),
        (query(&["item"], "size > 3", &[], &[]), "can be read in two ways"),
        (query(&["median(price)"], "", &[], &[]), "“median” cannot be computed"),
        (query(&["item", "sum(price)"], "", &[], &[]), "has many values in a group"),
        (query(&["prise"], "", &[], &[]), "Did you mean “Price”?"),
        (query(&[], "", &["citi"], &[]), "There is no column “citi”"),
    ] {
        assert!(error(&mixed, &asked).contains(said), "{}", error(&mixed, &asked));
    }
    assert_eq!(rows(&mixed, &query(&["sum(price)"], "price contains '€'", &[], &[])), ["5 EUR"]);
    let english = query_table(&mixed, &query(&["sum(size)"], "", &[], &[]), Some('.')).unwrap();
    assert_eq!((english.rows[0][0].as_str(), english.notes.len()), ("6912", 1));
    assert_eq!(error(&document(Vec::new()), &TableQuery::default()), "The document has no tables.");
}

#[test]
fn tables_are_picked_and_put_together() {
    let part = |rows: &[&[&str]]| table(&[&[&["Item", "Price"] as &[&str]], rows].concat());
    let other = Table { name: Some("Staff".into()), ..table(&[&["Name", "Age"], &["Ann", "30"]]) };
    let document =
        document(vec![(1, part(&[&["a", "1"]])), (2, part(&[&["b", "2"]])), (2, other), (4, part(&[&["c", "4"]]))]);
    let list = tables(&document);
    assert_eq!(
        list.iter().map(|table| (table.number, table.page, table.last_page)).collect::<Vec<_>>(),
        [(1, 1, 2), (2, 2, 2), (3, 4, 4)]
    );
    let sum = |named: &str, column: &str| {
        let query = TableQuery { table: named.into(), ..query(&[&format!("sum({column})")], "", &[], &[]) };
        query_table(&document, &query, None).map(|answer| answer.rows[0][0].clone()).map_err(|error| error.to_string())
    };
    assert_eq!(sum("1", "price"), Ok("3".into()));
    assert_eq!(sum("page 1", "price"), Ok("3".into()));
    assert_eq!(sum("page 2 table 2", "age"), Ok("30".into()));
    assert_eq!(sum("staff", "age"), Ok("30".into()));
    assert_eq!(sum("page 4", "price"), Ok("4".into()));
    assert!(sum("page 2", "age").unwrap_err().contains("may be several tables"));
    assert!(
        sum("", "age")
            .unwrap_err()
            .starts_with("Say which table: 1 (pages 1–2, 2 rows; columns Item, Price); 2 “Staff”")
    );
    assert!(sum("costs", "age").unwrap_err().starts_with("There is no table “costs”."));
}

#[test]
fn a_spreadsheets_values_count_and_not_what_is_shown() {
    let cell = |text: &str, number: &str| Cell { text: text.into(), value: Some(CellValue::Number(number.into())) };
    let date = |text: &str, date: &str| Cell { text: text.into(), value: Some(CellValue::Date(date.into())) };
    let rows = vec![
        ["Price", "Share", "Day"].map(Cell::new).to_vec(),
        vec![cell("1.2", "1.2345"), cell("12 %", "0.1234"), date("1. May", "2021-05-01T10:00")],
        vec![cell("€ 2", "2.0005"), cell("50 %", "0.5"), date("2. May", "2021-05-02")],
    ];
    let document = document(vec![(1, Table { name: None, header_rows: 1, rows })]);
    assert_eq!(self::rows(&document, &query(&["sum(price)", "sum(share)"], "", &[], &[])), ["3.2350 EUR|62.34 %"]);
    assert_eq!(self::rows(&document, &query(&["day"], "day = '2021-05-01'", &[], &[])), ["1. May"]);
    assert_eq!(self::rows(&document, &query(&["day"], "share > 20", &[], &[])), ["2. May"]);
}

#[test]
fn totals_are_pointed_out() {
    let document = document(vec![(1, table(&[&["Item", "Price"], &["a", "1"], &["b", "2"], &["Total", "3"]]))]);
    let answer = query_table(&document, &query(&["sum(price)"], "", &[], &[]), None).unwrap();
    assert!(answer.notes[0].contains("“Total” seems to be a total"), "{:?}", answer.notes);
    let answer = query_table(&document, &query(&["sum(price)"], "item != 'Total'", &[], &[]), None).unwrap();
    assert_eq!((answer.rows[0][0].as_str(), answer.notes.len()), ("3", 0));
}

#[test]
fn answers_are_those_of_a_simple_count() {
    let mut random = fastrand::Rng::with_seed(5);
    for round in 0..400 {
        let comma = round % 2 == 0;
        // Thousandths, so that all is whole in the oracle.
        let data: Vec<(usize, i128)> = (0..random.usize(1..40))
            .map(|_| (random.usize(0..4), i128::from(random.i64(-5_000_000..5_000_000)) * 10))
            .collect();
        let written = |thousandths: i128| {
            let whole = (thousandths.abs() / 1_000).to_string();
            let mut grouped = String::new();
            for (index, c) in whole.chars().enumerate() {
                if index > 0 && (whole.len() - index).is_multiple_of(3) {
                    grouped.push(if comma { '.' } else { ',' });
                }
                grouped.push(c);
            }
            let fraction = thousandths.abs() / 10 % 100;
            let sign = if thousandths < 0 { "-" } else { "" };
            format!("{sign}{grouped}{}{fraction:02}", if comma { ',' } else { '.' })
        };
        let mut all: Vec<Vec<String>> = vec![vec!["Group".into(), "Amount".into()]];
        all.extend(data.iter().map(|(group, amount)| vec![format!("g{group}"), written(*amount)]));
        let borrowed: Vec<Vec<&str>> = all.iter().map(|row| row.iter().map(String::as_str).collect()).collect();
        let slices: Vec<&[&str]> = borrowed.iter().map(Vec::as_slice).collect();
        let document = document(vec![(1, table(&slices))]);
        let limit = i128::from(random.i64(-5_000..5_000));
        let asked = query(
            &["group", "count(*)", "sum(amount)", "min(amount)", "max(amount)", "avg(amount)"],
            &format!("amount >= {limit} and group != 'g3'"),
            &["group"],
            &["group"],
        );
        let answer = query_table(&document, &asked, None).unwrap();
        let mut expected = Vec::new();
        for group in 0..3 {
            let kept: Vec<i128> = data
                .iter()
                .filter(|(own, amount)| *own == group && *amount >= limit * 1_000)
                .map(|(_, amount)| *amount)
                .collect();
            if let (Some(least), Some(most)) = (kept.iter().min(), kept.iter().max()) {
                expected.push((group, kept.len(), kept.iter().sum::<i128>(), *least, *most));
            }
        }
        assert_eq!(answer.rows.len(), expected.len());
        for (row, (group, count, sum, least, most)) in answer.rows.iter().zip(expected) {
            // Back to thousandths, by text alone.
            let thousandths = |text: &str| -> i128 {
                let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
                let digits = format!("{}{:0<3}", whole.trim_start_matches('-'), fraction);
                digits.parse::<i128>().unwrap() * if text.starts_with('-') { -1 } else { 1 }
            };
            assert_eq!(row[0], format!("g{group}"));
            assert_eq!(row[1], count.to_string());
            assert_eq!(
                [thousandths(&row[2]), thousandths(&row[3]), thousandths(&row[4])],
                [sum, least, most],
                "{row:?}"
            );
            // The average times the count is the sum, but for the rounding of its last decimal.
            let average: f64 = row[5].parse().unwrap();
            assert!((average * count as f64 * 1_000.0 - sum as f64).abs() < 0.001 * count as f64 + 0.001, "{row:?}");
        }
    }
}

#[test]
fn no_query_ends_in_a_panic() {
    let sales = sales();
    let words = [
        "city",
        "pieces",
        "sum(",
        ")",
        "(",
        "and",
        "or",
        "not",
        "'",
        "\"",
        "in",
        "between",
        "=",
        "<",
        "Köln",
        "1,5",
        "*",
        ",",
        "is",
        "empty",
        " as ",
        "ß",
        "İ",
        "count(distinct ",
        "page 1",
        "[",
        "]",
        "99999999999999999999999999999999",
        "-",
        "desc",
    ];
    let mut random = fastrand::Rng::with_seed(9);
    for _ in 0..3_000 {
        let mut text =
            || (0..random.usize(0..7)).map(|_| words[random.usize(0..words.len())]).collect::<Vec<_>>().join(" ");
        let asked = TableQuery {
            table: String::new(),
            select: vec![text()],
            condition: text(),
            group_by: vec![text()],
            order_by: vec![text()],
            limit: Some(3),
        };
        let _ = query_table(&sales, &asked, None);
        let _ = query_table(&sales, &TableQuery { condition: text(), ..TableQuery::default() }, None);
        let _ = query_table(&sales, &TableQuery { select: vec![text()], ..TableQuery::default() }, None);
    }
}
