use super::*;
use crate::{Block, BlockKind, Cell, Table};

fn page(texts: &[&str]) -> Page {
    Page { blocks: texts.iter().map(|text| Block::new(BlockKind::Paragraph, *text)).collect(), ..Page::default() }
}

fn pages(index: &Index, question: &str) -> Vec<(String, u32)> {
    index.search(&Query::new(question)).hits.into_iter().map(|hit| (hit.document, hit.page)).collect()
}

fn small() -> Index {
    let mut index = Index::default();
    index.add_page(
        "lease",
        1,
        &page(&["The tenant pays the monthly rent of 1,250.50 EUR to the landlord before the third day."]),
    );
    index.add_page("lease", 2, &page(&["Pets are allowed in the flat if they are small. See § 12 and form A-77/b."]));
    index.add_page(
        "miete",
        1,
        &page(&["Der Mieter zahlt die Miete an den Vermieter und die Kaution für die Wohnung."]),
    );
    index.add_page("miete", 2, &page(&["Die Kündigungsfristen sind in der Anlage zu diesem Vertrag und nicht hier."]));
    index
}

#[test]
fn words_are_found_in_the_form_of_their_language() {
    let index = small();
    for (question, expected) in [
        ("When does the tenant pay rent?", ("lease", 1)),
        ("are pets allowed", ("lease", 2)),
        ("1250.50", ("lease", 1)),
        ("1.250,50 EUR", ("lease", 1)),
        ("§12", ("lease", 2)),
        ("A-77/b", ("lease", 2)),
        ("Kündigungsfrist", ("miete", 2)),
        ("kundigungsfrist", ("miete", 2)),
        ("Mieten", ("miete", 1)),
    ] {
        assert_eq!(pages(&index, question).first(), Some(&(expected.0.to_owned(), expected.1)), "{question}");
    }
}

#[test]
fn a_word_that_stands_nowhere_is_replaced_or_named() {
    let index = small();
    let found = index.search(&Query::new("landlrod"));
    assert_eq!(found.hits[0].page, 1);
    assert_eq!(found.replaced, [("landlrod".to_owned(), vec!["landlord".to_owned()])]);
    let found = index.search(&Query::new("helicopter"));
    assert_eq!((found.hits.len(), found.missing), (0, vec!["helicopter".to_owned()]));
    assert_eq!(index.search(&Query::new("Vertrags")).hits[0].document, "miete");
}

#[test]
fn only_the_named_documents_are_searched() {
    let index = small();
    let only = ["miete".to_owned()];
    let found = index.search(&Query { documents: Some(&only), ..Query::new("rent Miete") });
    assert!(found.hits.iter().all(|hit| hit.document == "miete"));
    let mut index = index;
    index.remove("miete");
    assert_eq!(pages(&index, "Kaution Wohnung"), []);
}

#[test]
fn headings_and_table_headers_lead_to_their_text() {
    let mut index = Index::default();
    let row = |cells: [&str; 2]| cells.map(Cell::new).to_vec();
    let table =
        Table { name: None, header_rows: 1, rows: vec![row(["Product", "Warranty"]), row(["Lamp", "24 months"])] };
    let blocks = vec![
        Block { level: Some(1), ..Block::new(BlockKind::Heading, "Dismissal") },
        Block::new(BlockKind::Paragraph, "Four weeks are the rule."),
        Block { level: Some(1), ..Block::new(BlockKind::Heading, "Other") },
        Block::new(BlockKind::Paragraph, "Four cats are the rule."),
        Block::of_table(table),
    ];
    index.add_page("d", 1, &Page { blocks, ..Page::default() });
    let found = index.search(&Query::new("dismissal weeks"));
    assert_eq!(found.hits[0].headings, ["Dismissal"]);
    let found = index.search(&Query::new("warranty lamp"));
    assert_eq!(
        (found.hits[0].header.as_deref(), found.hits[0].text.as_str()),
        (Some("Product\tWarranty"), "Lamp\t24 months")
    );
}

#[test]
fn scripts_without_spaces_are_found_by_parts() {
    let mut index = Index::default();
    index.add_page("ja", 1, &page(&["この契約の期間は二年とする。"]));
    index.add_page("ja", 2, &page(&["家賃は毎月末に支払う。"]));
    assert_eq!(pages(&index, "家賃").first(), Some(&("ja".to_owned(), 2)));
}

#[test]
fn a_passage_is_word_for_word_and_has_the_match() {
    let filler = "Nothing of note happened in that year. ".repeat(15);
    let text = format!("{filler}The warranty lasts 24 months. {filler}");
    let mut index = Index::default();
    index.add_page("d", 1, &page(&[&text]));
    let hit = index.search(&Query::new("warranty")).hits.remove(0);
    assert!(hit.text.contains("The warranty lasts 24 months."), "{}", hit.text);
    assert!(text.contains(&hit.text) && hit.text.len() <= 330, "{}", hit.text.len());
}

#[test]
fn vectors_join_and_chunks_without_one_keep_their_words() {
    let mut index = small();
    assert!(index.search(&Query::new("animals")).hits.is_empty());
    let chunks = index.unembedded("lease", "m").chunks;
    let mut vectors = Vectors::by("m");
    vectors.insert(chunks[0].0, &[1.0, 0.1]).unwrap();
    vectors.insert(chunks[1].0, &[0.1, 1.0]).unwrap();
    index.add_vectors("lease", &vectors).unwrap();
    let of = |model: &str| Meaning { model: model.to_owned(), vector: vec![0.0, 1.0] };
    let (meaning, other) = (of("m"), of("other"));
    assert!(index.search(&Query { meaning: Some(&other), ..Query::new("animals") }).hits.is_empty());
    let found = index.search(&Query { meaning: Some(&meaning), ..Query::new("animals") });
    assert_eq!((found.hits[0].page, found.hits[0].lexical, found.hits[0].semantic), (2, 0.0, Some(1.0)));
    let found = index.search(&Query { meaning: Some(&meaning), ..Query::new("Miete") });
    let rent = found.hits.iter().find(|hit| hit.document == "miete").unwrap();
    assert_eq!((rent.lexical, rent.semantic, rent.score), (1.0, None, 1.0));
    // Those of another model take their place.
    assert!(index.has_vectors("lease", "m"));
    index.add_vectors("lease", &Vectors::by("other")).unwrap();
    assert!(!index.has_vectors("lease", "m"));
    assert!(index.search(&Query { meaning: Some(&meaning), ..Query::new("animals") }).hits.is_empty());
}

#[test]
fn chunks_are_given_out_until_each_has_its_vector() {
    let mut index = Index::default();
    let mut lines = vec!["# Rules"];
    let long = "Some words that are never the same. ".repeat(40);
    lines.extend(std::iter::repeat_n(long.as_str(), 30));
    index.add_page("d", 1, &page(&lines));
    let mut seen = Vec::new();
    loop {
        let next = index.unembedded("d", "m");
        assert_eq!(next.done as usize, seen.len());
        assert!(next.chunks.iter().all(|(id, text)| !seen.contains(id) && !text.is_empty() && text.len() <= 2_000));
        let Some((id, _)) = next.chunks.first() else {
            assert_eq!(next.done, next.total);
            break;
        };
        // One at a time, so that it is asked for again often.
        let mut vectors = Vectors::by("m");
        vectors.insert(*id, &[1.0]).unwrap();
        index.add_vectors("d", &vectors).unwrap();
        seen.push(*id);
    }
    assert!(seen.len() > 32, "{}", seen.len());
    assert_eq!(index.unembedded("gone", "m"), Default::default());
}

#[test]
fn nothing_asked_is_nothing_found() {
    let index = small();
    for question in ["", "   ", "?!", "the of", "\u{301}"] {
        assert!(index.search(&Query::new(question)).hits.is_empty(), "{question:?}");
    }
    assert!(Index::default().search(&Query::new("rent")).hits.is_empty());
}

#[test]
fn pages_join_while_others_are_read() {
    let mut index = Index::default();
    index.add_page("d", 1, &page(&["Der Mieter zahlt die Miete."]));
    assert_eq!(pages(&index, "Mieten"), [("d".to_owned(), 1)]);
    index.add_page("d", 2, &page(&["Die Katze schläft auf der Bank und die Bank ist rot."]));
    assert_eq!(pages(&index, "Katzen"), [("d".to_owned(), 2)]);
    assert_eq!(index.language("d"), Language::De);
}

#[test]
fn a_word_of_asking_is_searched_where_it_names_a_place_or_stands_alone() {
    let mut index = Index::default();
    index.add_page(
        "law",
        1,
        &page(&["The deposit is due within 12 days. It is paid back within 12 weeks. 12 keys are given."]),
    );
    index.add_page("law", 2, &page(&["Article 12. Whoever keeps dogs pays a fee to the town."]));
    index.add_page("law", 3, &page(&["The list of the keys is in the annex."]));
    for (question, first) in [("What does Article 12 say?", 2), ("Please show the list", 3), ("Find the deposit.", 1)] {
        let found = index.search(&Query::new(question));
        assert_eq!(found.hits.first().map(|hit| hit.page), Some(first), "{question}");
    }
    assert!(!index.search(&Query::new("Find the deposit.")).words.contains(&"Find".to_owned()));
}

#[test]
fn definitions_and_instructions_do_not_drown_what_is_asked() {
    let mut index = Index::default();
    let titled = |title: &str, text: &str| Page {
        blocks: vec![
            Block { level: Some(1), ..Block::new(BlockKind::Heading, title) },
            Block::new(BlockKind::Paragraph, text),
        ],
        ..Page::default()
    };
    let policies = "Amounts are rounded to two decimals and are given in millions unless a question of measurement is answered otherwise. \
                    The definition of each ratio is based on details shown in the notes, and an answer in percent is rounded.";
    for number in 1..=40 {
        let text = format!("{policies} Line {number} of the plan is about warehouses, lorries and {number} ships.");
        index.add_page("report", number, &titled("Basis of presentation", &text));
    }
    let letters = ["auditor", "banker", "teacher", "council", "surveyor", "notary"];
    for (number, who) in (50..).zip(letters) {
        let text = format!(
            "The {who} states formula, assumption, rounding, percentage points, decimal places, footnote and comment in a letter of opinion."
        );
        index.add_page("report", number, &titled("Letters", &text));
    }
    index.add_page(
        "report",
        41,
        &titled("Consolidated statements of cash flows", "Purchases of equipment 1,577. Dividends paid 3,193."),
    );
    index.add_page(
        "report",
        42,
        &titled("Dividends of the group", "Dividends were discussed with the owners in the year."),
    );
    for (question, page) in [
        (
            "What were the purchases of equipment? Answer in millions, rounded to two decimals, based on the details shown in the notes. \
             The ratio's definition: amounts given in percent unless otherwise measured.",
            41,
        ),
        (
            "What were the purchases of equipment? State the formula, each assumption and rounding, percentage points, decimal places, a footnote and a comment as in a letter of opinion.",
            41,
        ),
        (
            "State the purchases of equipment. Give them in millions, rounded to two decimals, based on the details shown in the notes. \
             The ratio's definition: amounts given in percent unless otherwise measured.",
            41,
        ),
        (
            "Calculate the purchases of equipment. State the formula, each assumption and rounding, percentage points, decimal places. \
             Add a footnote and a comment as in a letter of opinion.",
            41,
        ),
        (
            "How much was given to owners? Please base your answer on details shown in the statement of cash flows, rounded to two decimals, in millions.",
            41,
        ),
    ] {
        let best: Vec<u32> = pages(&index, question).into_iter().map(|(_, page)| page).take(3).collect();
        assert!(best.contains(&page), "{question}: {best:?}");
    }
}

#[test]
fn a_statement_of_the_years_asked_for_is_found_among_pages_that_use_more_of_the_words() {
    let mut index = Index::default();
    for number in 1..=20_u32 {
        let what = if number <= 3 { "The turnover ratio of fixed assets" } else { "A turnover of assets" };
        let text = format!("{what} is discussed with the board in part {number}, and {number} ships are bought.");
        index.add_page("report", number, &page(&[&text]));
    }
    let row = |cells: [&str; 3]| cells.map(Cell::new).to_vec();
    let statement = |years: [&str; 2]| {
        let rows = vec![
            row(["", years[0], years[1]]),
            row(["Revenue", "6,489", "7,500"]),
            row(["Cost of sales", "1,940", "2,033"]),
            row(["Equipment and other assets", "253", "282"]),
        ];
        Page { blocks: vec![Block::of_table(Table { name: None, header_rows: 1, rows })], ..Page::default() }
    };
    // A table of the same years on a page of text is no statement.
    let mut note = statement(["2019", "2018"]);
    let text =
        "Of the cranes and the lorries nothing is told here but that they are old and that they are kept. ".repeat(12);
    note.blocks.push(Block::new(BlockKind::Paragraph, text));
    index.add_page("report", 21, &note);
    index.add_page("report", 22, &statement(["2019", "2018"]));
    index.add_page("report", 23, &statement(["2017", "2016"]));
    let first = |question: &str| pages(&index, question).into_iter().map(|(_, page)| page).take(5).collect::<Vec<_>>();
    let asked = first("What is the fixed assets turnover ratio of the group in FY2019?");
    let at = |page: u32| asked.iter().position(|other| *other == page);
    assert!(at(22).is_some() && at(21).is_none_or(|note| at(22) < Some(note)) && at(23).is_none(), "{asked:?}");
    for other in
        ["What is the fixed assets turnover ratio of the group?", "Fixed assets turnover ratio of the group in 1987"]
    {
        let asked = first(other);
        assert!(!asked.contains(&22), "{other}: {asked:?}");
    }
}
