//! Boxes that are no boxes, cells that fill several places, and pages within pages that are no `iframe`.

use edith_lab::model_server::Reply;
use edith_page::{ElementKind, RawPage};
use serde_json::{Value, json};

use super::lab::open;
use super::play::{at, click, play, type_into};
use super::see::{Eyes, Seen};

/// A page with this content.
pub(crate) async fn showing(eyes: &Eyes, html: &str) -> Seen {
    let seen = eyes.on(&format!("{}/see/blank?{}", eyes.sites.origin, html.len())).await;
    seen.page.eval(&format!("document.body.innerHTML = {}; true", json!(html))).await.unwrap();
    seen
}

#[tokio::test]
async fn a_box_that_overflow_does_not_apply_to_hides_nothing() {
    let eyes = Eyes::open().await;
    let html = "<div style='display: contents; overflow: hidden'><table><tbody style='overflow: hidden'><tr style='overflow: hidden'>\
        <td><input type=checkbox aria-label='Pick lamp'></td><td><button>Buy lamp</button></td></tr></tbody></table></div>\
        <p><span style='overflow: hidden'><button>In a line</button></span></p>\
        <div style='display: contents; position: absolute; overflow: auto'><button>Placed nowhere</button></div>\
        <div style='width: 0; height: 0; overflow: hidden'><button>Collapsed</button></div>\
        <div style='overflow: hidden; height: 20px'><button style='margin-top: 60px'>Cut off</button></div>";
    let seen = showing(&eyes, html).await;
    let page = eyes.walk(&seen).await;
    let names: Vec<&str> = page.nodes.iter().filter(|node| node.why != "row").map(|node| node.name.as_str()).collect();
    assert_eq!(names, ["Pick lamp", "Buy lamp", "In a line", "Placed nowhere"]);
    assert!(!page.text.contains("[unseen"), "{}", page.text);
}

#[tokio::test]
async fn what_has_no_box_of_its_own_still_groups_names_and_takes_presses() {
    let eyes = Eyes::open().await;
    let html = "<style>.grid { display: grid; grid-template-columns: repeat(3, 90px) } .row, .none { display: contents }</style>\
        <div class=grid role=table aria-label=Stock>\
          <div class=row role=row><span role=cell>Chair</span><span role=cell>3</span><span role=cell><button>Order</button></span></div>\
          <div class=row role=row><span role=cell>Stool</span><span role=cell>8</span><span role=cell><button>Order</button></span></div></div>\
        <fieldset class=none><legend>Address</legend><label>Town <input></label></fieldset>\
        <label class=none><input type=checkbox> Remember me</label>\
        <div class=none role=button tabindex=0 onclick='this.dataset.on = 1'><span>Open the box</span></div>\
        <button class=none onclick='this.dataset.on = 1'>Only words</button>";
    let seen = showing(&eyes, html).await;
    let index = eyes.index(&seen).await;
    let told: Vec<(&str, &str)> = index
        .elements
        .iter()
        .filter(|e| e.kind != ElementKind::Row)
        .map(|e| (e.name.as_str(), e.context.first().map(String::as_str).unwrap_or_default()))
        .collect();
    let wanted = [
        ("Order", "Chair"),
        ("Order", "Stool"),
        ("Town", "Address"),
        ("Remember me", ""),
        ("Open the box", ""),
        ("Only words", ""),
    ];
    assert_eq!(told, wanted);
    assert!(index.text.contains("| Chair | 3") && index.text.contains("| Stool | 8"), "{}", index.text);
    for name in ["Open the box", "Only words"] {
        let node = index.elements.iter().find(|e| e.name == name).unwrap().target.node;
        let probe = eyes.call(&seen, "number => edithPage.probe(number)", json!([node])).await;
        assert!(probe["visible"] == true && probe["point"].is_array(), "{name}: {probe}");
    }
}

/// A timetable with a head of two lines, and a page laid out by a table.
const SPANS: &str = "<table id=plan><thead><tr><th rowspan=2>Name</th><th colspan=2>Monday</th><th colspan=2>Tuesday</th></tr>\
    <tr><th>Hours</th><th>Room</th><th>Hours</th><th>Room</th></tr></thead><tbody>\
    <tr><td>Ann</td><td>8-12</td><td rowspan=3>Room 1</td><td>9-11</td><td rowspan=2>Room 4</td></tr>\
    <tr><td>Bob</td><td>10-12</td><td>8-10</td></tr>\
    <tr><td>Cid</td><td>7-9</td><td colspan=2>ill <button>Replace</button></td></tr>\
    <tr><td colspan=5>Closed at the weekend</td></tr></tbody></table>\
    <div role=table><div role=row><span role=columnheader aria-colspan=2>Both</span><span role=columnheader>Third</span></div>\
    <div role=row><span role=cell>a</span><span role=cell>b</span><span role=cell>c</span></div></div>";

#[tokio::test]
async fn a_cell_that_spans_rows_or_columns_stands_in_each_place_that_it_fills() {
    let eyes = Eyes::open().await;
    let seen = showing(&eyes, SPANS).await;
    let page = eyes.index(&seen).await;
    let lines: Vec<String> =
        page.text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    for line in [
        "| Name | Monday | Monday | Tuesday | Tuesday",
        "| Name | Hours | Room | Hours | Room",
        "| Ann | 8-12 | Room 1 | 9-11 | Room 4",
        "| Bob | 10-12 | Room 1 | 8-10 | Room 4",
        "| Closed at the weekend",
        "| Both | Both | Third",
        "| a | b | c",
    ] {
        assert!(lines.iter().any(|own| own == line), "{line}\n{}", page.text);
    }
    let cid = lines.iter().find(|line| line.starts_with("| Cid")).unwrap();
    assert!(cid.starts_with("| Cid | 7-9 | Room 1 | ill") && cid.ends_with("| ill"), "{cid}");
    let detail = eyes.call(&seen, "() => edithParts.detailOf(document.querySelector('#plan td'))", json!([])).await;
    let rows: Vec<&str> = detail["tr"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    assert_eq!(rows[3], "Bob | 10-12 | Room 1 | 8-10 | Room 4");
    assert_eq!(rows[5], "Closed at the weekend");
}

#[tokio::test]
async fn fields_in_a_spanned_table_are_named_by_the_head_above_their_place() {
    let eyes = Eyes::open().await;
    let html = "<table><thead><tr><th rowspan=2>Region</th><th rowspan=2>Laden</th><th colspan=2>Montag</th></tr><tr><th>Von</th><th>Bis</th></tr></thead>\
        <tbody><tr><th rowspan=2>Nord</th><td>Kiel</td><td><input></td><td><input></td></tr>\
        <tr><td>Plön</td><td><input></td><td><input></td></tr></tbody></table>";
    let seen = showing(&eyes, html).await;
    let index = eyes.index(&seen).await;
    let fields = index.elements.iter().filter(|e| e.kind != ElementKind::Row);
    let told: Vec<(&str, &str)> = fields.map(|e| (e.name.as_str(), e.context[0].as_str())).collect();
    let rows = ["Kiel", "Kiel", "Plön", "Plön"].map(|town| format!("Nord, {town}"));
    let rows: Vec<(&str, &str)> =
        ["Montag Von", "Montag Bis"].iter().cycle().copied().zip(rows.iter().map(String::as_str)).collect();
    assert_eq!(told, rows);
}

#[tokio::test]
async fn frames_of_old_and_embedded_pages_are_seen_and_typed_into() {
    let played = play(|sites, script| {
        script
            .then(open(&format!("{}/see/frameset", sites.origin)))
            .then(type_into("Nickname", "Löwe"))
            .then(click("Save nickname"))
            .then(click("Newsletter"))
            .then(type_into("Keys land here", "Ada"))
            .then(Reply::call("press_key", json!({ "key": "F2" })))
            .then(at("click", "Pointer pad", json!({})))
    })
    .await;
    let look = played.answer("open_browser");
    assert!(!look.contains("Shown where objects are not"), "{look}");
    assert!(look.contains("LINK | \"The picture in words\""), "a picture that fails shows what stands for it: {look}");
    played.noted("frame-inner", "nickname", &["Löwe"]).await;
    played.noted("settable", "news", &["true"]).await;
    played.noted("keys", "click", &["0"]).await;
    assert!(played.lab.sites.state().noted("keys", "key").contains(&"F2"), "{:?}", played.lab.sites.state().notes);
}

/// A component that shows its field only once it has the focus says in its place what the field is called. One that shows other words there hides it.
#[tokio::test]
async fn a_transparent_field_is_seen_where_its_component_shows_its_name() {
    let eyes = Eyes::open().await;
    let seen = showing(
        &eyes,
        "<label>Town <input></label><label>Street <input style='width: 2px; border: 0; padding: 0'></label>",
    )
    .await;
    let components = "for (const [name, shown, style] of [['Forenames', 'Forenames*', ''], ['Account number', 'Summer sale', ''], ['sale', 'Summer sale', ''], ['Passport', 'Passport', 'opacity: 0']]) {\
        const host = document.body.appendChild(document.createElement('x-field'));\
        host.style.cssText = 'display: block; width: 300px; height: 40px';\
        host.attachShadow({ mode: 'open' }).innerHTML = `<span style=\"${style}\">${shown}</span><input aria-label='${name}' style='opacity: 0'>`;\
    } true";
    seen.page.eval(components).await.unwrap();
    let answer =
        eyes.call(&seen, "options => edithPage.walk(options)", json!([{ "run": "test", "fields": true }])).await;
    let page = RawPage::parse(answer.as_str().unwrap()).unwrap();
    let unseen = page.nodes.iter().filter_map(|node| Some((node.name.as_str(), node.facts.as_ref()?.unseen)));
    let wanted = [
        ("Town", false),
        ("Street", true),
        ("Forenames", false),
        ("Account number", true),
        ("sale", true),
        ("Passport", true),
    ];
    assert_eq!(unseen.collect::<Vec<_>>(), wanted);
}
