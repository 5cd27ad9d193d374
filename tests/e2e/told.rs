//! The text of a look: rows with their controls, readable names, changes, search results, one element in full.

use edith_lab::model_server::{Reply, Request, uid_of};
use serde_json::json;

use super::lab::{click, open};
use super::play::{at, play};

/// The page.
const PAGE: &str = "told";

fn find(query: &str) -> Reply {
    Reply::call("find_on_page", json!({ "query": query }))
}

/// The uid of the first line that contains this.
fn uid_in(text: &str, part: &str) -> u64 {
    let line = text.lines().find(|line| line.contains(part)).unwrap_or_else(|| panic!("no {part} in {text}"));
    line.split(' ').next().and_then(|uid| uid.parse().ok()).unwrap_or_else(|| panic!("no uid: {line}"))
}

#[tokio::test]
async fn every_button_is_told_with_its_row() {
    let played = play(|sites, script| script.then(open(&sites.page_url(PAGE)))).await;
    let look = edith_page::Legends::default().unfold(&played.answer("open_browser"));
    let has = |line: &str| assert!(look.contains(line), "{line}\n{look}");
    has("\"Book for $10\" [in: To Oslo 8:00]");
    has("\"Book for $30\" [in: To Lima 10:00]");
    // Unique in its row, since the other row has none.
    has("\"Reserve\" [in: Hotel Beta]");
    // A row is not named after its checkbox, and two equal ones are told apart.
    assert!(!look.contains("[in: Select comment"), "{look}");
    assert_eq!(look.matches("BUTTON | \"Delete\" ").count(), 3, "{look}");
    // Each row is a line with its button, below the heads of the columns.
    has("columns \"Author | Comment | Do\"");
    for (name, month) in [("Lisa Davis", "May"), ("Lisa Davis", "June"), ("Bob Roe", "May")] {
        let row = look.lines().find(|line| line.contains(&format!(" | ROW | \"{name} | ")) && line.contains(month));
        let row = row.unwrap_or_else(|| panic!("{name}, {month}: {look}"));
        let sign = row.rsplit_once(" Delete]").and_then(|(front, _)| front.rsplit_once('[')).unwrap().1;
        has(&format!("{sign} | BUTTON | \"Delete\""));
    }
    // A grid row is one line of text, rather than one per cell.
    assert!(!look.contains("ELEMENT | \"Rome\""), "{look}");
    let row = look.lines().find(|line| line.contains("Ann") && line.contains("Rome")).unwrap();
    assert_eq!(row.matches('[').count(), 2, "{row}");
}

#[tokio::test]
async fn fields_are_called_what_a_person_reads_and_nothing_where_that_is_not_certain() {
    let played = play(|sites, script| script.then(open(&sites.page_url(PAGE)))).await;
    let look = edith_page::Legends::default().unfold(&played.answer("open_browser"));
    let has = |line: &str| assert!(look.contains(line), "{line}\n{look}");
    for name in ["Date", "Time", "Amount", "Country", "Pieces", "Price", "Discount"] {
        has(&format!("INPUT | \"{name}\" [in: "));
    }
    for name in ["Red", "Blue"] {
        has(&format!("RADIO | \"{name}\""));
    }
    has("INPUT | \"\" [in: Fields] [search]");
    has("INPUT | \"\" [in: Fields] [email]");
    has("INPUT | \"Street\" [in: Delivery address]");
    assert!(!look.contains("\"Please read"), "a text is no label: {look}");
    let city = look.lines().find(|line| line.contains("\"City\"")).unwrap();
    assert!(!city.contains("[value:"), "{city}");
    has("(all 360 characters: inspect)");
    has("[looks like: swatch rgb(255, 0, 0)]");
    has("\"partners\" [to: lamps.example/partners]");
    has("\"manual\" [to: manual.pdf]");
    has("\"more\" [to: /pages/article?long=1]");
}

#[tokio::test]
async fn what_a_look_would_show_differently_is_told_as_changed() {
    let played = play(|sites, script| {
        script
            .then(open(&sites.page_url(PAGE)))
            .with(click("BUTTON", "Sort the rows"))
            .with(click("BUTTON", "Rate"))
            .with(click("BUTTON", "Take a line away"))
            .with(click("BUTTON", "Cover"))
    })
    .await;
    let told = played.answers("click");
    let is_kept = !told[0].lines().any(|line| line.starts_with("- ") || line.starts_with("+ "));
    assert!(told[0].contains("(order now: ") && is_kept, "what is sorted keeps its uid: {}", told[0]);
    assert!(told[1].contains("BUTTON | \"A2\"") && told[1].contains("[looks like: taken]"), "{}", told[1]);
    assert!(told[2].contains("- TEXT This line goes away."), "{}", told[2]);
    assert_eq!(
        told[3].matches("Veil").count(),
        told[3].lines().filter(|line| line.contains("Veil")).count(),
        "{}",
        told[3]
    );
    assert!(told[3].contains("(covered by ") && !told[3].contains("[covered by: "), "{}", told[3]);
}

#[tokio::test]
async fn signs_letters_accents_and_words_in_any_order_are_found_and_can_be_acted_on() {
    let press = |sign: &'static str| {
        move |request: &Request| {
            let uid = uid_of(request, "ELEMENT", sign).unwrap_or_default();
            Reply::call("click", json!({ "uid": uid }))
        }
    };
    let played = play(|sites, script| {
        script
            .then(open(&sites.page_url(PAGE)))
            .then(find("+"))
            .with(press("+"))
            .then(find("€"))
            .with(press("€"))
            .then(find("H"))
            .with(press("H"))
            .then(find("koln strasse"))
    })
    .await;
    played.noted(PAGE, "pressed", &["+", "€", "H"]).await;
    let found = played.answers("find_on_page");
    assert!(found[3].contains("Straße nach Köln"), "{}", found[3]);
    // A single letter is not matched inside words.
    assert!(!found[2].contains("\"Author\""), "{}", found[2]);
}

#[tokio::test]
async fn one_element_is_read_in_full_and_no_secret_of_it() {
    let inspect = |part: &'static str| {
        move |request: &Request| {
            let mut looks = request.messages().iter().filter_map(|message| message["content"].as_str());
            let look = looks.rfind(|text| text.contains("ELEMENTS (uid")).unwrap_or_default();
            let look = edith_page::Legends::default().unfold(look);
            Reply::call("inspect", json!({ "uid": uid_in(&look, part) }))
        }
    };
    let played = play(|sites, script| {
        script
            .then(open(&sites.page_url(PAGE)))
            .with(inspect("| LINK | \"more\""))
            .with(inspect("| TEXTAREA | \"Terms\""))
            .with(inspect("| BUTTON | \"Delete\""))
            .with(inspect("| INPUT | \"Password\""))
            .then(Reply::call("read_page", json!({})))
            .then(at("inspect", "Single pages", json!({})))
    })
    .await;
    let told = played.answers("inspect");
    let has = |at: usize, part: &str| assert!(told[at].contains(part), "{part}\n{}", told[at]);
    has(0, "/pages/article?long=1\n");
    has(0, "title=\"A long story\"");
    has(0, "data-kind=\"story\"");
    has(1, &format!("value:\n{}", "Clause by clause. ".repeat(20).trim()));
    has(2, "table of 4 rows; it is in row 2:");
    has(2, "Bob Roe | Good desk | May Delete");
    has(3, "[password] [filled]");
    for secret in ["hunter2", "csrf-77"] {
        assert!(told.iter().all(|told| !told.contains(secret)), "{secret}");
    }
    has(4, "address: http://");
    let read = played.answer("read_page");
    for address in ["https://lamps.example/partners?from=us", "/files/manual.pdf", "/pages/article?long=1"] {
        assert!(read.contains(address), "{address}\n{read}");
    }
}
