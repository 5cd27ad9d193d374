//! From the page's answer to the look the model reads, natively: parsing, indexing, rendering and diffing.

use edith_page::raw::{RAW_VERSION, RawContext, RawNode, RawPage, Rect, Viewport};
use edith_page::{Index, RenderOptions, UidTable, budget, changes, look};
use xtask::bench::{Contender, Figure, Reason};

/// Actionable elements: an ordinary page, a very large one.
const SIZES: [u32; 2] = [1_000, 10_000];

/// Figures for each size.
pub(crate) fn figures() -> Vec<Figure<'static>> {
    SIZES.iter().flat_map(|&size| of_size(size)).collect()
}

fn of_size(size: u32) -> Vec<Figure<'static>> {
    let page = page(size);
    // The page's raw answer.
    let json = serde_json::to_string(&page).unwrap_or_default();
    let bytes = json.len();
    let (for_parse, for_index) = (json.clone(), json.clone());
    let parse = move || Ok(RawPage::parse(&for_parse)?);
    let build = move || Ok(index(RawPage::parse(&for_index)?, &mut UidTable::default()));
    let whole = move || {
        let index = index(RawPage::parse(&json)?, &mut UidTable::default());
        Ok(look(&index, &RenderOptions::default()))
    };

    let mut uids = UidTable::default();
    let mut after = page.clone();
    // An action ticked one box.
    if let Some(node) = after.nodes.get_mut(2) {
        node.states |= edith_page::raw::state::CHECKED;
    }
    let (before, after) = (index(page, &mut uids), index(after, &mut uids));
    let tokens = budget::tokens(&look(&before, &RenderOptions::default()).text);
    let compare =
        move || changes(&before, &after, &RenderOptions::default()).ok_or_else(|| Reason::from("too much changed"));
    vec![
        Figure::time(
            format!("snapshot, {size} elements"),
            vec![
                Contender::timed("parse", parse),
                Contender::timed("parse and index", build),
                Contender::timed("parse, index and look", whole),
                Contender::timed("changes after one click", compare),
            ],
        ),
        Figure::count(
            format!("size of a look, {size} elements"),
            "",
            vec![
                Contender::counted("the page's answer, bytes", move || Ok(super::number(bytes))),
                Contender::counted("the look, tokens", move || Ok(super::number(tokens))),
            ],
        ),
    ]
}

fn index(page: RawPage, uids: &mut UidTable) -> Index {
    Index::build(page, uids)
}

/// A page of search results: each has a picture's link, its title's link, a box and a button.
fn page(size: u32) -> RawPage {
    let node = |at: u32| {
        let item = at / 4 + 1;
        let (tag, role, name, href) = match at % 4 {
            0 => (
                "a",
                "link",
                format!("Picture of lamp number {item}"),
                format!("https://shop.example/lamp/{item}#picture"),
            ),
            1 => (
                "a",
                "link",
                format!("Desk lamp number {item}, black, with a long arm"),
                format!("https://shop.example/lamp/{item}"),
            ),
            2 => ("input", "checkbox", format!("Compare lamp number {item}"), String::new()),
            _ => ("button", "button", format!("Add lamp number {item} to the cart"), String::new()),
        };
        let top = i32::try_from(item).unwrap_or(i32::MAX).saturating_mul(40);
        RawNode {
            node: at + 1,
            tag: tag.to_owned(),
            input_type: if tag == "input" { "checkbox".to_owned() } else { String::new() },
            role: role.to_owned(),
            name,
            href,
            rect: Rect { x: 20, y: top, width: 200, height: 30 },
            context: item + 1,
            ..RawNode::default()
        }
    };
    let results = RawContext { parent: 0, kind: "main".to_owned(), label: "Results".to_owned() };
    let item = |item: u32| RawContext { parent: 1, kind: "item".to_owned(), label: format!("Desk lamp number {item}") };
    RawPage {
        version: RAW_VERSION,
        url: "https://shop.example/search?q=lamp".to_owned(),
        title: "Search results".to_owned(),
        document: "results".to_owned(),
        ready_state: "complete".to_owned(),
        viewport: Viewport { width: 1280, height: 800, full_width: 1280, full_height: 40_000, ..Viewport::default() },
        nodes: (0..size).map(node).collect(),
        contexts: std::iter::once(results).chain((1..=size / 4).map(item)).collect(),
        text: (1..=size / 4).map(|item| format!("Desk lamp number {item}, black\n€{item}.95, in stock\n")).collect(),
        element_count: size * 5,
        ..RawPage::default()
    }
}
