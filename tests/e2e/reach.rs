//! Everything within reach of scrolling or the arrow keys is on the page: anything that scrolling reveals, and every item of a list with a
//! single tab stop.

use edith_lab::model_server::Reply;
use edith_page::RawPage;
use edith_page::raw::state;
use serde_json::json;

use super::lab::open;
use super::play::{look, play, press, type_into};
use super::see::{Eyes, Seen};

/// A page with this content.
async fn showing(eyes: &Eyes, html: &str) -> Seen {
    let seen = eyes.on(&format!("{}/see/blank?{}", eyes.sites.origin, html.len())).await;
    seen.page.eval(&format!("document.documentElement.innerHTML = {}; true", json!(html))).await.unwrap();
    seen
}

/// The names with this prefix, in page order.
fn names<'a>(page: &'a RawPage, with: &str) -> Vec<&'a str> {
    let all = page.nodes.iter().filter(|node| node.why != "row").map(|node| node.name.as_str());
    all.filter(|name| name.starts_with(with)).collect()
}

const FIELDS: &str =
    "Array.from({ length: 40 }, (_, i) => `<p><label>Field ${i + 1} <input></label> note ${i + 1}</p>`).join('')";

#[tokio::test]
async fn what_some_scrolling_shows_is_listed_wherever_it_is_scrolled_to() {
    let eyes = Eyes::open().await;
    let pages = [
        // The main part of an application, with content that no scrolling reaches.
        "<head><style>html, body { height: 100%; margin: 0 } body { display: flex; flex-direction: column } main { flex: 1; overflow: auto; position: relative } \
         .away { position: absolute; left: -999px } .above { position: absolute; top: -90px; height: 20px }</style>\
         <body><header><button>Menu</button></header><main data-scrolls><button class=away>Never left</button><button class=above>Never above</button><div data-fill></div></main>",
        "<head><style>html { height: 100%; overflow: hidden } body { height: 100%; margin: 0; overflow: auto }</style>\
         <body data-scrolls><button>Menu</button><button style='position: absolute; left: -999px'>Never left</button><div data-fill></div>",
        "<body><p>Page</p><dialog data-scrolls style='height: 300px; overflow: auto'><button>Menu</button><div data-fill></div></dialog>",
        // Starts at its end, as conversations do.
        "<body><button>Menu</button><div data-scrolls style='height: 300px; overflow: auto; display: flex; flex-direction: column-reverse'><div data-fill></div></div>",
        // A nested scroller.
        "<body><button>Menu</button><div data-scrolls style='height: 300px; overflow: auto'><div data-scrolls style='height: 900px; overflow: auto'><div data-fill></div></div></div>",
    ];
    for html in pages {
        let seen = showing(&eyes, html).await;
        let fill = format!(
            "document.querySelector('[data-fill]').innerHTML = {FIELDS}; document.querySelector('dialog')?.showModal(); true"
        );
        seen.page.eval(&fill).await.unwrap();
        for place in [0, 1, 2] {
            let scroll = format!(
                "[...document.querySelectorAll('[data-scrolls]')].map((box) => {{ const room = box.scrollHeight - box.clientHeight; \
                 const reversed = getComputedStyle(box).flexDirection === 'column-reverse'; box.scrollTop = (reversed ? -room : room) * {place} / 2; return box.scrollTop; }})"
            );
            let at = seen.page.eval(&scroll).await.unwrap();
            let page = eyes.walk(&seen).await;
            assert_eq!(names(&page, "Field").len(), 40, "{html} at {at}: {:?}", names(&page, ""));
            assert_eq!((names(&page, "Menu").len(), names(&page, "Never")), (1, vec![]), "{html} at {at}");
            assert!(!page.text.contains("[unseen") && page.text.contains("note 1\n"), "{html} at {at}: {}", page.text);
            let in_view = page.nodes.iter().filter(|n| n.name.starts_with("Field") && n.states & state::IN_VIEW != 0);
            let count = in_view.count();
            assert!((2..40).contains(&count), "{count} in view: {html} at {at}");
        }
    }
    // In right-to-left writing the beginning is at the right, and the rest to its left.
    let seen =
        showing(&eyes, "<body dir=rtl><div id=strip style='width: 300px; overflow: auto; white-space: nowrap'></div>")
            .await;
    let fill = "document.getElementById('strip').innerHTML = Array.from({ length: 9 }, (_, i) => `<button style='width: 200px'>Part ${i + 1}</button>`).join('')";
    seen.page.eval(fill).await.unwrap();
    for left in [0, -500, -5_000] {
        seen.page.eval(&format!("document.getElementById('strip').scrollLeft = {left}")).await.unwrap();
        assert_eq!(names(&eyes.walk(&seen).await, "Part").len(), 9, "{left}");
    }
}

#[tokio::test]
async fn what_lies_above_in_a_scrolled_box_is_found_and_typed_into() {
    let played = play(|sites, script| {
        let down = Reply::call("scroll", json!({ "direction": "bottom" }));
        script
            .then(open(&sites.page_url("app-scroller")))
            .then(down)
            .then(look())
            .then(Reply::call("find_on_page", json!({ "query": "Field 2" })))
            .then(type_into("Field 2", "above"))
            .then(press("Tab"))
    })
    .await;
    let look = played.answer("take_snapshot");
    assert!(look.contains("| INPUT | \"Field 1\"") && look.contains("| INPUT | \"Field 40\""), "{look}");
    assert!(!look.contains("unseen") && look.contains("[scrolls]"), "{look}");
    assert!(played.answer("find_on_page").contains("| INPUT | \"Field 2\""), "{}", played.answer("find_on_page"));
    played.noted("app-scroller", "field 2", &["above"]).await;
}

#[tokio::test]
async fn a_box_that_scrolls_says_so_whatever_is_in_it() {
    let eyes = Eyes::open().await;
    let html = "<body><section id=a aria-label='Rooms' style='height: 90px; overflow: auto'><div data-fill></div></section>\
         <div id=b tabindex=0 aria-label='Guests' style='height: 90px; overflow: auto'><button>Ask</button><p style='height: 400px'>long</p></div>\
         <div id=c style='height: 90px; overflow: auto'><p style='height: 300px'>Only words</p></div>\
         <div id=d style='height: 90px; overflow: auto'><button>All of it shows</button></div>";
    let seen = showing(&eyes, html).await;
    seen.page.eval(&format!("document.querySelector('[data-fill]').innerHTML = {FIELDS}; true")).await.unwrap();
    let index = eyes.index(&seen).await;
    let scrolls: Vec<&str> =
        index.elements.iter().filter(|element| element.states.scrolls).map(|element| element.name.as_str()).collect();
    assert_eq!(scrolls, ["Rooms", "Guests", "Only words"]);
}

#[tokio::test]
async fn every_item_is_listed_of_what_lets_only_one_take_the_focus() {
    let eyes = Eyes::open().await;
    let html = "<body><ul><li tabindex=0>Ash</li><li tabindex=-1>Birch</li><li tabindex=-1>Cedar</li></ul>\
         <table><tr><td tabindex=-1>1</td><td tabindex=0>2</td></tr><tr><td tabindex=-1>8</td><td tabindex=-1>9</td></tr></table>\
         <div id=files><div class=row><div class='cell on' tabindex=-1>Notes</div></div><div class=row><div class=cell tabindex=0>Plans</div></div></div>\
         <main><h2 tabindex=-1>Where a link leads to</h2><div class=panel tabindex=0>A panel</div><div class=toast tabindex=-1>A message</div></main>";
    let seen = showing(&eyes, html).await;
    let all = ["Ash", "Birch", "Cedar", "1", "2", "8", "9", "Notes", "Plans", "A panel"];
    let before = eyes.walk(&seen).await;
    assert_eq!(names(&before, ""), all);
    // Moving the focus changes nothing.
    let rove = "for (const [from, to] of [['Ash', 'Cedar'], ['2', '8'], ['Plans', 'Notes']]) { const at = (text) => [...document.querySelectorAll('[tabindex]')].find((one) => \
         one.textContent === text); at(from).tabIndex = -1; at(to).tabIndex = 0; at(to).focus(); }; true";
    seen.page.eval(rove).await.unwrap();
    let after = eyes.walk(&seen).await;
    let numbers = |page: &RawPage| page.nodes.iter().map(|node| (node.node, node.name.clone())).collect::<Vec<_>>();
    assert_eq!(numbers(&after), numbers(&before));
}

#[tokio::test]
async fn what_nobody_can_scroll_stays_where_it_was_and_what_was_pressed_in_it_is_hit() {
    let html = "<head><style>body { margin: 0; overflow: hidden } #whole { height: 400px; overflow: hidden } #bar { height: 60px } \
         #list { height: 380px; overflow: auto } #list button { display: block; height: 90px } #list :last-child { height: 30px }</style>\
         <body><div id=whole><div id=bar><button>Bar</button></div><div id=list></div><p style='height: 300px'>Below</p></div>";
    let eyes = Eyes::open().await;
    let seen = showing(&eyes, html).await;
    let fill = "document.querySelector('#list').innerHTML = Array.from({ length: 12 }, (_, i) => `<button>Slide ${i}</button>`).join(''); true";
    seen.page.eval(fill).await.unwrap();
    let shift = "document.querySelector('#whole').scrollTop";
    // The last one lies below the edge, however its list is scrolled: only there the box around is scrolled, and the next look puts it back.
    for (name, is_shifted) in [("Slide 2", false), ("Slide 6", false), ("Slide 11", true), ("Slide 1", false)] {
        let page = eyes.walk(&seen).await;
        assert_eq!(seen.page.eval(shift).await.unwrap(), json!(0), "before {name}");
        let number = page.nodes.iter().find(|node| node.name == name).unwrap().node;
        let probe = eyes.call(&seen, "number => edithPage.probe(number, {})", json!([number])).await;
        assert_eq!(probe["hit"], "itself", "{name}: {probe}");
        assert_eq!(seen.page.eval(shift).await.unwrap() != json!(0), is_shifted, "{name}");
    }
}

#[tokio::test]
async fn a_press_of_a_whole_never_lands_on_one_of_its_parts_by_chance() {
    let part = "<div class=part onclick='' style='cursor: pointer; height: 30px; width: 200px'>";
    let parts = |words: &str| ["One", "Two", "Three"].map(|name| format!("{part}{words} {name}</div>")).concat();
    let whole = |name: &str, padding: &str, inside: &str| {
        format!(
            "<div id={name} onclick='' style='cursor: pointer; width: 200px; padding-bottom: {padding}'>{inside}</div>"
        )
    };
    let html = whole("full", "0", &parts("Vote"))
        + &whole("plain", "0", &parts("Cell").replace("class=part ", ""))
        + &whole("roomy", "60px", &parts("Cell"))
        + &whole("wrapped", "0", &format!("{part}Just words</div>"));
    let eyes = Eyes::open().await;
    let seen = showing(&eyes, &html).await;
    eyes.walk(&seen).await;
    for (id, hit) in [("full", "other"), ("plain", "other"), ("roomy", "itself"), ("wrapped", "descendant")] {
        let ask = "id => edithPage.probe(edithParts.numberOf(document.getElementById(id)), {})";
        let probe = eyes.call(&seen, ask, json!([id])).await;
        assert_eq!(probe["hit"], hit, "{id}: {probe}");
    }
}
