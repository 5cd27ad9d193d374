use super::*;
use crate::{Block, BlockKind, Cell, Page, Table};

fn wrong<'a>(cases: &[(&'a str, &'a str)], expected: bool) -> Vec<(&'a str, &'a str)> {
    cases.iter().copied().filter(|(quote, text)| stands(quote, text) != expected).collect()
}

fn stands(quote: &str, text: &str) -> bool {
    find_quote(text, quote).is_some()
}

#[test]
fn form_does_not_matter() {
    let cases = [
        ("Price: € 24.90", "Lamps\nPrice:\u{a0}€\u{202f}24.90\nBuy"),
        ("“the best lamp”", "It is \"The best lamp\" of all."),
        ("‘the best lamp’", "It is \"The best lamp\" of all."),
        ("it's a well-known lamp", "It’s a well\u{2011}known\u{200b} lamp"),
        ("Delivery in 3 days.", "delivery in 3 days, or later"),
        ("The lamp … costs 5", "The lamp that you want costs 5"),
        ("The lamp [...] costs 5", "The lamp that you want costs 5"),
        ("light bulb included", "Light bu\u{ad}lb included"),
        ("light bulb included", "Light bu\u{ad}\nlb included"),
        ("Weight2.4kgBattery", "Weight 2.4 kg\nBattery 12 h"),
        ("価格は5円", "この価格は5円です"),
        ("価格は5円", "この価格は\n5円です"),
        ("GRÖSSE 12", "Größe: x, GRÖSSE 12 cm"),
        ("the information is", "so the infor-\nmation is"),
        ("the infor-mation is", "so the infor-\nmation is"),
        ("a well-known lamp", "a well-\nknown lamp"),
        ("the office finds", "the oﬃce ﬁnds"),
        ("Cafe\u{301} cre\u{300}me", "Café crème"),
        ("Café crème", "Cafe\u{301} cre\u{300}me"),
        ("revenue6 rose", "The revenue⁶ rose"),
        ("revenue 6 rose", "The revenue⁶ rose"),
        ("revenue rose", "The revenue⁶ rose"),
        ("the revenue rose.", "In spring the revenue rose.⁶ Then"),
        ("CO2 and m2", "CO₂ and m² count"),
        ("Total 12", "Ｔｏｔａｌ　１２ yen"),
        ("Summary of the results", "SUMMARY OF THE RESULTS\nWe found"),
        ("2019 - 2020 was", "2019–2020 was"),
        ("word - word", "word — word"),
        ("word -- word", "word — word"),
        ("12% of", "12 % of all"),
        ("€24", "for € 24 each"),
        ("| Lamp | 24.90 |", "Item\tPrice\nLamp\t24.90\nBulb\t5"),
        ("Lamp 24.90", "Item\tPrice\nLamp\t24.90\nBulb\t5"),
        ("Item Price Lamp 24.90", "Item\tPrice\nLamp\t24.90\nBulb\t5"),
        ("see [the report](https://a.example/x) for", "Please see the report for more"),
        ("- First thing", "• First thing\n• Second thing"),
        ("First thing\n- Second thing", "• First thing\n• Second thing"),
        ("# Results", "Results\nWe"),
        ("homme est", "l’homme est"),
        ("\"24.90\"", "price 24.90"),
        ("he said ``yes'' twice", "he said “yes” twice"),
        ("It rained. … The match ended.", "It rained. People left early. The match ended."),
        ("-3.5 %", "down −3.5 % in"),
        ("5-3", "so 5 - 3 is"),
        ("mu is μm", "mu is µm wide"),
    ];
    assert_eq!(wrong(&cases, true), []);
}

#[test]
fn other_words_numbers_signs_and_units_do_not_stand_there() {
    let cases = [
        ("Price: € 19.90", "Price: € 24.90"),
        ("24", "Price: € 24.90"),
        ("90", "Price: € 24.90"),
        ("4.9", "24.90"),
        ("299", "1,299"),
        ("1,2", "1,299"),
        ("1", "1 299 km"),
        ("299", "1\u{202f}299 km"),
        ("1.5", "11.5"),
        ("12", "123"),
        ("lam", "The lamp"),
        ("costs 5 … the lamp", "the lamp costs 5"),
        ("", "anything"),
        ("…", "anything ..."),
        ("\"\"", "anything \"\""),
        ("cheap lamp", "che aplamp"),
        ("is notable to", "is not able to"),
        ("now here", "nowhere"),
        ("1,2", "1, 2"),
        ("1, 2", "1,2"),
        ("1.234", "1,234"),
        ("24,90", "24.90"),
        ("3 %", "-3 %"),
        ("3 %", "fell by −3 %"),
        ("-3", "3"),
        ("5 -3", "5 - 3"),
        ("12 kg", "12 g"),
        ("12", "12 %"),
        ("12 million", "12 billion"),
        ("12", "12 million"),
        ("12.50", "Net loss (12.50)"),
        ("loss 12.50", "Net loss (12.50)"),
        ("5 MW", "5 mW"),
        ("for us", "for US"),
        ("people WHO protected", "people who PROTECTED"),
        ("106", "10⁶"),
        ("10⁶", "106"),
        ("10", "10⁶"),
        ("x₂", "x²"),
        ("100 metre", "100 metre²"),
        ("can", "he can’t go"),
        ("smoking", "non-smoking rooms"),
        ("mation", "infor-\nmation"),
        ("infor", "infor-\nmation"),
        ("It is … allowed here", "It is never allowed here"),
        ("It is … allowed here", "It isn't ever so allowed here"),
        ("The lamp … costs 5", "The lamp is nice. The chair costs 5"),
        ("The lamp … chair costs 5", "The lamp is 3 and the chair costs 5"),
        ("Lamp … 5", "Lamp is here for 5"),
        ("the lamp … a chair", "the lamp\n\na table and a chair"),
        ("24.90 Bulb", "Item\tPrice\nLamp\t24.90\nBulb\t5"),
        ("Lamp 5", "Item\tPrice\nLamp\t24.90\nBulb\t5"),
        ("Lamp 24.90 Bulb", "Item\tPrice\nLamp\t24.90\nBulb\t5"),
        ("А lamp", "A lamp"),
        ("> 5", "5 lamps"),
        ("5 lamps", "< 5 lamps"),
        ("5'", "5\" wide"),
        ("pay\u{202e}12", "pay12"),
        ("2020", "2020-01-05"),
        ("2020", "call 555-2020"),
        ("5 items", "1.5 items"),
        ("$5", "-$5"),
        ("Lamp | 24.90", "Lamp 24.90"),
    ];
    assert_eq!(wrong(&cases, false), []);
}

#[test]
fn the_place_is_that_of_the_original_characters() {
    let text = "Preis: „Die ﬁne Lam-\npe“ kostet 5 €.";
    let found = find_quote(text, "\"die fine Lampe\" kostet").unwrap();
    assert_eq!(&text[found.start..found.end], "Die ﬁne Lam-\npe“ kostet");
    let text = "The lamp that you want costs 5.";
    let found = find_quote(text, "The lamp … costs 5").unwrap();
    let parts: Vec<&str> = found.parts.iter().map(|part| &text[part.clone()]).collect();
    assert_eq!(parts, ["The lamp", "costs 5"]);
}

#[test]
fn a_page_is_quoted_by_its_blocks() {
    let row = |cells: [&str; 2]| cells.map(Cell::new).to_vec();
    let table = Table { rows: vec![row(["Item", "Price"]), row(["Lamp", "24.90"])], header_rows: 1, name: None };
    let page = Page {
        blocks: vec![
            Block::new(BlockKind::Heading, "Prices"),
            Block::new(BlockKind::List, "a lamp\na chair"),
            Block::of_table(table),
        ],
        ..Page::default()
    };
    let text = page_text(&page);
    let found = find_quote(&text.text, "a chair").unwrap();
    assert_eq!(text.places(&(found.start..found.end)), [BlockSpan { block: 1, start: 7, end: 14 }]);
    let found =
        find_quote(&text.text, "a lamp a chair | Item | Price |").map(|found| text.places(&(found.start..found.end)));
    assert_eq!(found.map(|places| places.len()), None, "a list runs into a table's row");
    let found = find_quote(&text.text, "Lamp | 24.90").unwrap();
    assert_eq!(text.places(&(found.start..found.end)), [BlockSpan { block: 2, start: 11, end: 21 }]);
}
