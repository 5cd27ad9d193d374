use super::*;
use crate::quote::{find_quote, page_text};
use crate::{Block, BlockKind, Cell, Document, Kind, Page, Table};

fn lease() -> Document {
    let row = |cells: [&str; 3]| cells.map(Cell::new).to_vec();
    let table = Table {
        name: Some("Costs".into()),
        header_rows: 1,
        rows: vec![
            row(["Item", "City", "Price"]),
            row(["Rent", "Bonn", "1,250.50 €"]),
            row(["Heating", "Bonn", "99.50 €"]),
            row(["Parking", "Köln", "50.00 €"]),
        ],
    };
    let text = |text: &str| Block::new(BlockKind::Paragraph, text);
    let first = Page {
        blocks: vec![
            text("The tenant pays the rent before the third working day of the month."),
            Block::new(BlockKind::Footer, "page 1"),
            text("The deposit is three monthly rents and is paid to the landlord."),
        ],
        ..Page::default()
    };
    let second =
        Page { blocks: vec![Block::of_table(table), text("Pets are allowed if they are small.")], ..Page::default() };
    Document { kind: Kind::Pdf, title: None, pages: vec![first, second], outline: Vec::new(), warnings: Vec::new() }
}

fn ask(question: &str) -> Answered {
    let document = lease();
    let mut index = Index::default();
    index.add_document("d1", &document);
    interpret(&index, &[AskedDocument { id: "d1", name: "lease.pdf", document: &document }], question)
}

#[test]
fn words_that_say_nothing_in_a_documents_language_are_not_missed_in_it() {
    let lease = lease();
    let line = |text: &str| Block::new(BlockKind::Paragraph, text);
    let other = Page { blocks: vec![line("4711 0815")], ..Page::default() };
    let other = Document { pages: vec![other], ..lease.clone() };
    let mut index = Index::default();
    index.add_document("d1", &lease);
    index.add_document("d2", &other);
    let asked = [
        AskedDocument { id: "d1", name: "lease.pdf", document: &lease },
        AskedDocument { id: "d2", name: "numbers.txt", document: &other },
    ];
    for (question, found) in [("Are the pets of her?", true), ("Are the yachts of her allowed?", false)] {
        assert_eq!(!interpret(&index, &asked, question).citations.is_empty(), found, "{question}");
    }
    let told = interpret(&index, &asked, "Find the pets.").text;
    assert!(told.starts_with("I looked for these words: “pets”. "), "{told}");
    let told = interpret(&index, &asked, "What is it?").text;
    assert!(told.ends_with("I looked for these words: “it”."), "{told}");
}

#[test]
fn questions_are_answered_with_pages() {
    for (question, text, page) in [
        ("When does the tenant pay the rent?", "before the third working day", 1),
        ("what does it say about pets", "Pets are allowed if they are small.", 2),
        ("find deposit", "The deposit is three monthly rents", 1),
        ("show page 2", "| Rent | Bonn | 1,250.50 € |", 2),
        ("list tables", "1 “Costs” (page 2, 3 rows; columns Item, City, Price)", 2),
        ("sum of column Price", "I computed sum(Price): 1400.00 EUR. [lease.pdf, p. 2]", 2),
        ("sum of price where city = 'Bonn'", "for rows where city = 'Bonn': 1350.00 EUR", 2),
        ("What is the average price?", "466.666667 EUR", 2),
        ("count rows where city is Bonn", "count(*) for rows where city is Bonn: 2.", 2),
        (
            "Summe der Spalte Price mit City ist Bonn",
            "Ich habe sum(Price) für Zeilen mit City = Bonn berechnet: 1350.00 EUR",
            2,
        ),
        ("highest price per city", "| Köln | 50.00 EUR |", 2),
        ("Zeige Seite 1", "The deposit is three monthly rents", 1),
    ] {
        let answered = ask(question);
        assert!(answered.text.contains(text), "{question}: {}", answered.text);
        assert!(
            answered.citations.iter().any(|cited| cited.page == page && cited.document == "d1"),
            "{question}: {answered:?}"
        );
    }
}

#[test]
fn what_the_documents_do_not_say_is_said() {
    for question in ["Who is the president of France?", "find helicopters", "What does it say about swimming pools?"] {
        let answered = ask(question);
        assert!(
            answered.text.starts_with("The documents do not say. I looked for these words: "),
            "{question}: {}",
            answered.text
        );
        assert_eq!(answered.citations, [], "{question}");
    }
    assert!(ask("Was steht über Hubschrauber?").text.starts_with("Die Dokumente sagen dazu nichts."));
    assert!(ask("show page 9").text.contains("has no page 9; it has 2."));
    assert!(ask("").text.starts_with("I found no words"));
    assert!(
        ask("sum of price where town = 'Bonn'")
            .text
            .starts_with("I could not compute that: There is no column “town”.")
    );
    assert!(ask("what about depositt").text.contains("looked for instead: deposit"));
}

#[test]
fn every_citation_stands_on_its_page() {
    let document = lease();
    for question in [
        "rent",
        "pay rent tenant",
        "price",
        "monthly",
        "find small pets",
        "sum of price per city",
        "show page 1",
        "list tables",
        "count",
    ] {
        for cited in ask(question).citations {
            let page = page_text(&document.pages[cited.page as usize - 1]);
            assert!(find_quote(&page.text, &cited.quote).is_some(), "{question}: {cited:?}");
        }
    }
}
