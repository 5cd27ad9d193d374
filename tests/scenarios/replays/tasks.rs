//! Tasks that are recorded, the pages they were done on, and thirty-odd ways in which somebody changed these since.

use edith_page::raw::state;
use edith_testkit::FakePage;
use serde_json::{Value, json};

pub(super) const SHOP: &str = "http://shop.example/";
pub(super) const LAMP: &str = "http://shop.example/lamp";
pub(super) const FLOOR: &str = "http://shop.example/floor";
const CART: &str = "http://shop.example/cart";
const CONTACT: &str = "http://office.example/contact";
const INVOICES: &str = "http://office.example/invoices";
const SETTINGS: &str = "http://office.example/settings";

/// The width of what is really meant: an element of another one's is a decoy. Nothing compares it but the oracle.
const GENUINE: i32 = 7;

pub(super) type Pages = Vec<(&'static str, FakePage)>;

/// A call of a recorded task: the page, its element's number there, the tool, further arguments.
pub(super) type Step = (&'static str, u32, &'static str, fn() -> Value);

/// A task as it was done.
pub(super) struct Task {
    pub(super) prompt: &'static str,
    pub(super) start: &'static str,
    pub(super) steps: &'static [Step],
    pub(super) evidence: &'static str,
    pub(super) pages: fn() -> Pages,
}

fn none() -> Value {
    json!({})
}

pub(super) const BUY: Task = Task {
    prompt: "Search for lamp and put the desk lamp into the cart",
    start: SHOP,
    steps: &[
        (SHOP, 1, "type_text", || json!({ "text": "lamp" })),
        (SHOP, 2, "click", none),
        (LAMP, 1, "click", none),
        (LAMP, 2, "click", none),
    ],
    evidence: "Desk lamp 24.90 EUR",
    pages: || {
        let product = |title: &str, price: &str| {
            FakePage::new(title).text(&format!("{title}\nPrice {price} EUR")).button("Add to cart").link("Cart", CART)
        };
        vec![
            (SHOP, FakePage::new("Shop").input("Search").link("Desk lamp", LAMP).link("Floor lamp", FLOOR)),
            (LAMP, product("Desk lamp", "24.90")),
            (FLOOR, product("Floor lamp", "79.00")),
            (CART, FakePage::new("Cart").text("Your cart\nDesk lamp 24.90 EUR")),
        ]
    },
};

pub(super) const WRITE: Task = Task {
    prompt: "Tell the office that I am Ada Lovelace",
    start: CONTACT,
    steps: &[
        (CONTACT, 1, "type_text", || json!({ "text": "Ada Lovelace" })),
        (CONTACT, 2, "type_text", || json!({ "text": "ada@mail.example" })),
        (CONTACT, 3, "select_option", || json!({ "value": "Praise" })),
        (CONTACT, 4, "click", none),
    ],
    evidence: "",
    pages: || {
        let page = FakePage::new("Contact").input("Name").input("Email").list("Topic", &["Praise", "Blame"]);
        vec![(CONTACT, page.button("Send message").button("Delete my account"))]
    },
};

pub(super) const TIDY: Task = Task {
    prompt: "Delete invoice 8",
    start: INVOICES,
    steps: &[(INVOICES, 2, "click", none)],
    evidence: "",
    pages: || vec![(INVOICES, rows(&["Invoice 7", "Invoice 8", "Invoice 9"]))],
};

pub(super) const SET: Task = Task {
    prompt: "Switch the dark mode on and save it",
    start: SETTINGS,
    steps: &[(SETTINGS, 1, "set_value", || json!({ "value": "true" })), (SETTINGS, 2, "click", none)],
    evidence: "",
    pages: || {
        let page = FakePage::new("Settings").node("button", "switch", "Dark mode", |_| {});
        vec![(SETTINGS, page.button("Apply").button("Reset"))]
    },
};

pub(super) const ALL: [&Task; 4] = [&BUY, &WRITE, &TIDY, &SET];

fn rows(labels: &[&str]) -> FakePage {
    labels.iter().fold(FakePage::new("Invoices"), |page, label| page.button("Delete").within(label))
}

impl Task {
    /// Its pages, with what it used marked as what is meant.
    pub(super) fn marked(&self) -> Pages {
        let mut pages = (self.pages)();
        for (url, page) in &mut pages {
            for node in &mut page.nodes {
                let used = self.steps.iter().any(|(at, number, ..)| at == url && *number == node.node);
                node.rect.width = if used { GENUINE } else { 1 };
            }
        }
        pages
    }
}

/// Whether an element is the one that the task is about.
pub(super) fn is_meant(page: &FakePage, node: u32) -> bool {
    page.nodes.iter().any(|one| one.node == node && one.rect.width == GENUINE)
}

/// How a replay has to end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// All of it is done, on what is meant.
    Right,
    /// The same without so many steps that are no longer needed.
    RightWithout(usize),
    /// It stops, and has done nothing else before.
    Stopped,
}

pub(super) type Change = fn(&mut Pages);

fn at<'a>(pages: &'a mut Pages, url: &str) -> &'a mut FakePage {
    &mut pages.iter_mut().find(|(known, _)| *known == url).unwrap().1
}

/// Numbers the elements of a page anew, as another version of it would.
fn renumber(page: &mut FakePage) {
    for (node, number) in page.nodes.iter_mut().zip(1..) {
        node.node = number;
    }
}

fn rename(page: &mut FakePage, from: &str, to: &str) {
    page.nodes.iter_mut().filter(|node| node.name == from).for_each(|node| node.name = to.to_owned());
}

fn swap(page: &mut FakePage, one: usize, other: usize) {
    page.nodes.swap(one, other);
    renumber(page);
}

/// Another element that is called like this one, before it; what stands around it is as given.
fn decoy(page: &mut FakePage, of: usize, context: Option<&str>, href: &str) {
    let mut node = page.nodes[of].clone();
    node.rect.width = 1;
    if !href.is_empty() {
        node.href = href.to_owned();
    }
    page.nodes.push(node);
    if let Some(context) = context {
        *page = std::mem::take(page).within(context);
    }
    let node = page.nodes.pop().unwrap();
    page.nodes.insert(of, node);
    renumber(page);
}

fn remove(page: &mut FakePage, at: usize) {
    page.nodes.remove(at);
    renumber(page);
}

fn replace(pages: &mut Pages, url: &str, by: FakePage) {
    *at(pages, url) = by;
}

/// The changed pages, each with how the replay has to end on it.
pub(super) const CASES: &[(&str, &Task, Change, End)] = &[
    ("the link has another name", &BUY, |pages| rename(at(pages, SHOP), "Desk lamp", "Lamp for desks"), End::Stopped),
    ("the list is in another order", &BUY, |pages| swap(at(pages, SHOP), 1, 2), End::Right),
    (
        "the link has moved to the sponsored ones",
        &BUY,
        |pages| {
            decoy(at(pages, SHOP), 1, Some("Sponsored"), "");
            remove(at(pages, SHOP), 2);
        },
        End::Stopped,
    ),
    ("a second link of that name leads elsewhere", &BUY, |pages| decoy(at(pages, SHOP), 1, None, FLOOR), End::Right),
    (
        "a second link of that name leads there too",
        &BUY,
        |pages| {
            decoy(at(pages, SHOP), 1, None, "");
            // Whichever is followed, the same page is there.
            at(pages, SHOP).nodes[1].rect.width = GENUINE;
        },
        End::Right,
    ),
    ("the link is gone", &BUY, |pages| remove(at(pages, SHOP), 1), End::Stopped),
    (
        "the link leads to another lamp",
        &BUY,
        |pages| {
            let node = &mut at(pages, SHOP).nodes[1];
            (node.href, node.rect.width) = (FLOOR.to_owned(), 1);
        },
        End::Stopped,
    ),
    (
        "the link leads to another site",
        &BUY,
        |pages| {
            let node = &mut at(pages, SHOP).nodes[1];
            (node.href, node.rect.width) = ("http://evil.example/lamp".to_owned(), 1);
            let page = at(pages, LAMP).clone();
            pages.push(("http://evil.example/lamp", page));
        },
        End::Stopped,
    ),
    ("the price has changed", &BUY, |pages| at(pages, LAMP).text = "Desk lamp\nPrice 29.90 EUR".into(), End::Stopped),
    (
        "another product is at the address",
        &BUY,
        |pages| {
            let page = at(pages, FLOOR).clone();
            replace(pages, LAMP, page);
        },
        End::Stopped,
    ),
    (
        "another product is there under the same title",
        &BUY,
        |pages| {
            let page = FakePage { title: "Desk lamp".into(), ..at(pages, FLOOR).clone() };
            replace(pages, LAMP, page);
        },
        End::Stopped,
    ),
    ("two buttons have changed places", &BUY, |pages| swap(at(pages, LAMP), 0, 1), End::Right),
    (
        "the page is in another language",
        &BUY,
        |pages| {
            for (from, to) in [("Search", "Suche"), ("Desk lamp", "Tischlampe"), ("Floor lamp", "Stehlampe")] {
                rename(at(pages, SHOP), from, to);
            }
        },
        End::Stopped,
    ),
    ("a dialog comes in between", &BUY, |pages| at(pages, LAMP).dialog = Some(Default::default()), End::Stopped),
    (
        "a banner lies over the page",
        &BUY,
        |pages| at(pages, LAMP).nodes.iter_mut().for_each(|node| node.states |= state::BEHIND_MODAL),
        End::Stopped,
    ),
    ("a decoy of the same name stands before it", &BUY, |pages| decoy(at(pages, LAMP), 0, None, ""), End::Stopped),
    (
        "a decoy of the same name stands in an advertisement",
        &BUY,
        |pages| decoy(at(pages, LAMP), 0, Some("Sponsored"), ""),
        End::Right,
    ),
    (
        "a decoy stands in its place",
        &BUY,
        |pages| {
            decoy(at(pages, LAMP), 0, Some("Extended warranty"), "");
            remove(at(pages, LAMP), 1);
        },
        End::Stopped,
    ),
    ("the button cannot be used", &BUY, |pages| at(pages, LAMP).nodes[0].states |= state::DISABLED, End::Stopped),
    ("the search has another name", &BUY, |pages| rename(at(pages, SHOP), "Search", "Find"), End::Stopped),
    (
        "a field has come before the search",
        &BUY,
        |pages| {
            let page = at(pages, SHOP);
            *page = std::mem::take(page).input("Email for offers");
            let field = page.nodes.pop().unwrap();
            page.nodes.insert(0, field);
            renumber(page);
        },
        End::Right,
    ),
    ("the cart stays empty", &BUY, |pages| at(pages, CART).text = "Your cart is empty".into(), End::Stopped),
    ("the cart is another page", &BUY, |pages| at(pages, CART).title = "Please sign in".into(), End::Stopped),
    ("two fields have changed places", &WRITE, |pages| swap(at(pages, CONTACT), 0, 1), End::Right),
    ("what sends and what deletes have changed places", &WRITE, |pages| swap(at(pages, CONTACT), 3, 4), End::Right),
    (
        "a field has another name",
        &WRITE,
        |pages| rename(at(pages, CONTACT), "Email", "Email of a friend"),
        End::Stopped,
    ),
    ("there are two fields of that name", &WRITE, |pages| decoy(at(pages, CONTACT), 0, None, ""), End::Stopped),
    (
        "the list has no such option any more",
        &WRITE,
        |pages| {
            let list = &mut at(pages, CONTACT).nodes[2];
            list.options.retain(|option| option.label != "Praise");
        },
        End::Stopped,
    ),
    ("the rows are in another order", &TIDY, |pages| swap(at(pages, INVOICES), 0, 1), End::Right),
    ("the row is gone", &TIDY, |pages| remove(at(pages, INVOICES), 1), End::Stopped),
    (
        "only another row is left",
        &TIDY,
        |pages| {
            remove(at(pages, INVOICES), 1);
            remove(at(pages, INVOICES), 0);
        },
        End::Stopped,
    ),
    ("there are two such rows", &TIDY, |pages| decoy(at(pages, INVOICES), 1, Some("Invoice 8"), ""), End::Stopped),
    (
        "a row has come before the others",
        &TIDY,
        |pages| decoy(at(pages, INVOICES), 0, Some("Invoice 6"), ""),
        End::Right,
    ),
    ("the button does more", &TIDY, |pages| rename(at(pages, INVOICES), "Delete", "Delete all"), End::Stopped),
    (
        "it is switched on already",
        &SET,
        |pages| at(pages, SETTINGS).nodes[0].states |= state::CHECKED,
        End::RightWithout(1),
    ),
    ("what applies and what resets have changed places", &SET, |pages| swap(at(pages, SETTINGS), 1, 2), End::Right),
];
