//! Controls of a page's own making: whether they are on, what they are called, and that `set_value` leads to what is wanted.

use edith_lab::model_server::{Reply, Request};
use edith_page::{Element, ElementKind, FieldValue, RenderOptions, Tri, render};
use serde_json::{Value, json};

use super::boxes::showing;
use super::lab::open;
use super::play::{at, look, play};
use super::see::Eyes;

/// What each element with a wish has to tell: `[number, wish]`.
const WISHES: &str = "() => [...document.querySelectorAll('[data-want]')].map((one) => [edithParts.numberOf(one), one.dataset.want, one.outerHTML.slice(0, 80)])";

/// The wishes of a page that are not met, as `told` tells of each element.
async fn unmet(eyes: &Eyes, page: &str, told: impl Fn(&Element) -> String) -> (usize, Vec<String>) {
    let seen = eyes.on(&format!("{}/see/{page}", eyes.sites.origin)).await;
    let index = eyes.index(&seen).await;
    let wishes = eyes.call(&seen, WISHES, json!([])).await;
    let wishes = wishes.as_array().unwrap();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let unmet = wishes.iter().filter_map(|wish| {
        let node = wish[0].as_u64().unwrap();
        let element = index.elements.iter().find(|element| u64::from(element.target.node) == node);
        let is = element.map_or_else(|| "not listed".to_owned(), &told);
        (is != text(&wish[1])).then(|| format!("{is:?}, not {:?}: {}", text(&wish[1]), text(&wish[2])))
    });
    (wishes.len(), unmet.collect())
}

#[tokio::test]
async fn what_a_page_draws_says_whether_it_is_on() {
    let eyes = Eyes::open().await;
    let state = |element: &Element| {
        let states = &element.states;
        let word = match (states.checked, states.pressed) {
            _ if states.selected => "selected",
            (Some(Tri::Yes), _) if element.kind == ElementKind::Checkbox => "checked",
            (Some(Tri::No), _) if element.kind == ElementKind::Checkbox => "unchecked",
            (Some(Tri::Yes), _) | (_, Some(Tri::Yes)) => "on",
            (Some(Tri::No), _) | (_, Some(Tri::No)) => "off",
            _ if element.kind == ElementKind::Switch => "unknown",
            _ => "",
        };
        word.to_owned()
    };
    let (count, wrong) = unmet(&eyes, "drawn", state).await;
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(count > 40, "{count}");
}

#[tokio::test]
async fn a_control_without_words_of_its_own_is_called_what_its_row_says() {
    let eyes = Eyes::open().await;
    let (count, wrong) = unmet(&eyes, "unlabelled", |element| element.name.clone()).await;
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(count > 25, "{count}");
    let seen = eyes.on(&format!("{}/see/unlabelled?again", eyes.sites.origin)).await;
    let index = eyes.index(&seen).await;
    // A hidden box and what is drawn for it are one line.
    for name in ["Desktop notifications", "Sound", "Terms accepted"] {
        assert_eq!(index.elements.iter().filter(|element| element.name == name).count(), 1, "{name}");
    }
    let text = edith_page::render(&index, &edith_page::RenderOptions::default());
    assert!(text.contains("\"btn 44 x\" [named by id]"), "{text}");
    assert_eq!(text.matches("[named by id]").count(), 2, "{text}");
}

#[tokio::test]
async fn a_field_holds_what_a_person_sees_in_it_and_is_called_otherwise() {
    let eyes = Eyes::open().await;
    let told = |element: &Element| {
        let value = match &element.value {
            Some(FieldValue::Shown(value) | FieldValue::Typed(value)) => value.as_str(),
            Some(FieldValue::Masked) => "masked",
            None => "",
        };
        format!("{}|{value}", element.name)
    };
    let (count, wrong) = unmet(&eyes, "held", told).await;
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong.join("\n"));
    assert_eq!(count, 17);
    // The button that opens a field's list is no field of its own.
    let seen = eyes.on(&format!("{}/see/held?again", eyes.sites.origin)).await;
    let is_wrong = "(one) => (edithParts.fieldFacts(one) !== undefined) !== (one.dataset.asked === 'yes')";
    let script = format!("() => [...document.querySelectorAll('[data-asked]')].map((one) => ({is_wrong})(one))");
    assert_eq!(eyes.call(&seen, &script, json!([])).await, json!([false, false, false, false]));
}

#[tokio::test]
async fn set_value_turns_what_is_drawn_to_what_is_wanted() {
    let set = |name: &'static str, value: &'static str| at("set_value", name, json!({ "value": value }));
    let played = play(|sites, script| {
        script
            .then(open(&sites.page_url("drawn-states")))
            .then(set("Weekly digest", "true"))
            .then(set("Weekly digest", "true"))
            .then(set("Previews", "true"))
            .then(set("Previews", "false"))
            .then(set("Red", "true"))
            .then(set("Red", "true"))
            .then(at("set_value", "☆", json!({ "value": "true" })))
            .then(set("Without a knob", "true"))
            .then(look())
    })
    .await;
    let page = "drawn-states";
    let first = played.answer("open_browser");
    for line in [
        "SWITCH | \"Weekly digest\" [off]",
        "SWITCH | \"Previews\" [on]",
        "SWITCH | \"Without a knob\" [state unknown]",
        "BUTTON | \"☆\"",
    ] {
        assert!(first.contains(line), "{line}\n{first}");
    }
    let answers = played.answers("set_value");
    assert!(answers[1].contains("already") && answers[2].contains("already"), "{answers:?}");
    assert!(answers[5].contains("already"), "{answers:?}");
    assert!(
        answers[7].contains("does not show whether it is on") && answers[7].contains("Nothing was done"),
        "{answers:?}"
    );
    played.noted(page, "digest", &["true"]).await;
    played.noted(page, "previews", &["false"]).await;
    played.noted(page, "red", &["true"]).await;
    played.noted(page, "star", &["true"]).await;
    assert!(played.lab.sites.state().noted(page, "blind").is_empty());
    let last = played.answer("take_snapshot");
    assert!(last.contains("\"Weekly digest\" [on]") && last.contains("\"Red\" [selected]"), "{last}");
}

#[tokio::test]
async fn a_tick_that_its_row_takes_back_is_told_and_the_row_is_there_to_press() {
    let line_of = |kind: &'static str| {
        move |request: &Request| {
            let text = request.last_of("tool");
            let is_it = |line: &&str| line.contains(kind) && line.contains("\"Milk and honey\"");
            let uid = text.lines().find(is_it).and_then(|line| line.split(' ').next()?.parse::<u64>().ok());
            Reply::call("click", json!({ "uid": uid.unwrap_or_default() }))
        }
    };
    let played = play(|sites, script| {
        script
            .then(open(&sites.page_url("drawn-states")))
            .with(line_of("| CHECKBOX |"))
            .then(look())
            .with(line_of("| ELEMENT |"))
    })
    .await;
    let answers = played.answers("click");
    assert!(answers[0].contains("but it is still off"), "{}", answers[0]);
    assert!(!answers[1].contains("still off"), "{}", answers[1]);
    played.noted("drawn-states", "milk", &["false", "true"]).await;
}

#[tokio::test]
async fn captions_thumbs_icons_and_fields_with_calendars_are_told_as_a_person_means_them() {
    let eyes = Eyes::open().await;
    let html = "<style>.sw { width: 24px; height: 24px; display: inline-block; cursor: pointer } \
        .bar { width: 200px; height: 12px; border: 1px solid; position: relative; cursor: pointer } \
        .thumb { position: absolute; width: 18px; height: 18px; left: 40px; top: -4px; background: #ccc } \
        .icon { display: inline-block; width: 14px; height: 14px; background: #333 }</style>\
        <div><div><span class=sw style='background: #c00'></span><small>Crimson</small></div><div><span class=sw style='background: #0c0'></span><small>Fern</small></div></div>\
        <div><label>Theme</label><div onclick='' style='border: 1px solid'>Light \u{25be}</div></div>\
        <p>Volume</p><div id=slider-1 class=bar onclick=''><span tabindex=0 class=thumb></span></div>\
        <p>Press <i class=icon role=img aria-label=bin></i> to delete, or <svg width=12 height=12><title>Archive</title><path d='M0 0h9v9z'/></svg> to keep <i class='icon icon-star'></i> it.</p>\
        <div role=dialog aria-label='Delete file'><footer><button>Cancel</button></footer></div><footer><a href='/x'>Imprint</a></footer>\
        <label>Born <input readonly placeholder='Pick a date'></label><label>Number <input readonly value='A-1029'></label>\
        <label>Link <input readonly onclick='' value='https://a.example/x'></label><label>Till <input readonly onclick='' value='05/10/2026'></label>";
    let seen = showing(&eyes, html).await;
    let index = eyes.index(&seen).await;
    let named = |name: &str| index.elements.iter().filter(|element| element.name == name).collect::<Vec<_>>();
    for name in ["Crimson", "Fern", "Volume", "Theme"] {
        assert_eq!(named(name).len(), 1, "{name}: {:?}", index.elements);
    }
    assert_eq!(named("Theme")[0].value, Some(FieldValue::Shown("Light".to_owned())));
    assert!(!index.elements.iter().any(|element| element.name.contains("slider")), "one thing, one line");
    assert!(
        index.text.contains("Press (icon: bin) to delete, or (icon: Archive) to keep (icon: star) it."),
        "{}",
        index.text
    );
    assert_eq!(
        (named("Cancel")[0].context[0].as_str(), named("Imprint")[0].context[0].as_str()),
        ("Delete file", "footer")
    );
    let is_field = |name: &str| (named(name)[0].states.has_popup, named(name)[0].states.readonly);
    assert_eq!(["Born", "Till"].map(is_field), [(true, false); 2]);
    assert_eq!(["Number", "Link"].map(is_field), [(false, true); 2]);
}

/// A list of mails as applications draw it: one class makes a row heavier, or its sender only; and lists that are all of one weight.
const MAILS: &str = "<style>.unread { font-weight: 700 } .title { font-weight: 600 }</style><div id=a>\
    <div class='mail unread'><span>☆</span><span>Ann Lee</span> <span>Lease</span><button>Archive</button></div>\
    <div class=mail><span>☆</span><span>Bob Roe</span> <span>Offer</span><button>Archive</button></div>\
    <div class=mail><span>☆</span><span class=unread>Cleo Fox</span> <span>Plan</span><button>Archive</button></div></div>\
    <ul><li><b>Desk lamp</b> bright <button>Add</button></li><li><b>Floor lamp</b> tall <button>Add</button></li></ul>";

#[tokio::test]
async fn a_row_that_is_written_heavier_than_others_of_its_list_says_so() {
    let eyes = Eyes::open().await;
    let seen = showing(&eyes, MAILS).await;
    let look = render(&eyes.index(&seen).await, &RenderOptions::default());
    let rows: Vec<&str> = look.lines().filter(|line| line.contains("| ROW |")).collect();
    let bold: Vec<bool> = rows.iter().map(|row| row.contains(" [bold]")).collect();
    assert_eq!(bold, [true, false, true, false, false], "{look}");
}

/// Sliders as a library draws them, the second and third below the number that the one before shows; a palette below a line about all of it; and
/// samples with a caption each.
const SMALL: &str = "<style>.bar { position: relative; width: 200px; height: 10px; border: 1px solid } .thumb { position: absolute; width: 16px; height: 16px; top: -4px; left: 40%; border: 1px solid; background: #eee }\
    .sample { width: 20px; height: 20px; cursor: pointer }</style>\
    <div><div class=bar><span tabindex=0 class='thumb lib-handle'></span></div><div>7</div></div>\
    <div><div class=bar><span tabindex=0 class='thumb lib-handle'></span></div><div>5</div></div>\
    <p>Select all the shades of red.</p><div><div class=sample onclick='' style='background: rgb(216, 34, 34)'></div><div class=sample onclick='' style='background: rgb(75, 195, 75)'></div><button>Submit</button></div>\
    <div><div>Sky <div class=sample onclick='' style='background: rgb(30, 60, 220)'></div></div><div>Sun <div class=sample onclick='' style='background: rgb(230, 200, 20)'></div></div></div>";

#[tokio::test]
async fn thumbs_of_sliders_and_samples_are_what_they_are() {
    let eyes = Eyes::open().await;
    let seen = showing(&eyes, SMALL).await;
    let index = eyes.index(&seen).await;
    let look = render(&index, &RenderOptions::default());
    let is_thumb = |element: &&Element| element.hint.contains("lib-handle") && element.kind == ElementKind::Element;
    let thumbs: Vec<&Element> = index.elements.iter().filter(is_thumb).collect();
    assert!(thumbs.len() == 2 && thumbs.iter().all(|thumb| thumb.name.is_empty()), "{look}");
    assert!(!look.contains("CHECKBOX"), "{look}");
    let samples: Vec<&str> = look.lines().filter(|line| line.contains("ELEMENT") && line.contains("rgb(")).collect();
    assert!(samples.iter().any(|line| line.contains("\"\"") && line.contains("rgb(216, 34, 34)")), "{look}");
    assert!(!samples.iter().any(|line| line.contains("shades")), "{look}");
    for caption in ["\"Sky\"", "\"Sun\""] {
        assert!(look.contains(caption), "{look}");
    }
}

/// A picture that loads: what a missing one leaves of its box is up to the browser.
const PICTURE: &str =
    "data:image/svg+xml,%3Csvg%20xmlns=%22http://www.w3.org/2000/svg%22%20width=%2232%22%20height=%2232%22/%3E";

/// Headers as applications draw them, each control with whether it is a portrait that opens something.
const HEADERS: &str = "<style>img { width: 32px; height: 32px } .round { border-radius: 50% } .avatar { width: 40px; height: 40px; border-radius: 50%; overflow: hidden; display: flex }\
    .avatar img { width: 100%; height: 100%; object-fit: cover } .pill { border-radius: 9999px } .open { border-radius: 50%; width: 40px; height: 40px; display: inline-block } .flag { width: 24px; height: 16px }</style>\
    <header>\
    <button aria-haspopup=menu aria-label='Navigation' data-want=yes><span><img class=round src=PICTURE alt='@zoltan'></span></button>\
    <a href='#' role=button aria-expanded=false aria-label='Konto' data-want=yes><img class=round src=PICTURE></a>\
    <button aria-haspopup=true data-want=yes><div class=avatar><img src=PICTURE alt='Zoltán'></div></button>\
    <button aria-expanded=false data-want=yes><span class=open style='overflow: hidden'><img class=pill src=PICTURE></span> Zoltán</button>\
    <details><summary data-want=yes><img class=round src=PICTURE alt=me></summary><a href='/a'>One</a></details>\
    <a href='/' aria-label='Home' data-want=no><img class=round src=PICTURE></a>\
    <button aria-haspopup=menu data-want=no><img class=flag src=PICTURE alt='Deutsch'></button>\
    <button aria-haspopup=menu data-want=no><img src=PICTURE alt='Menu'></button>\
    <button aria-haspopup=menu data-want=no><span class=open><img src=PICTURE alt='Menu'></span></button>\
    <button aria-haspopup=menu data-want=no>Products</button>\
    </header>";

#[tokio::test]
async fn a_round_picture_that_opens_something_is_a_portrait() {
    let eyes = Eyes::open().await;
    let seen = showing(&eyes, &HEADERS.replace("PICTURE", PICTURE)).await;
    let index = eyes.index(&seen).await;
    let wishes = eyes.call(&seen, WISHES, json!([])).await;
    let wishes = wishes.as_array().unwrap();
    assert_eq!(wishes.len(), 10);
    for wish in wishes {
        let node = wish[0].as_u64().unwrap();
        let element = index.elements.iter().find(|element| u64::from(element.target.node) == node);
        let element = element.unwrap_or_else(|| panic!("not listed: {}", wish[2]));
        assert_eq!(element.is_portrait, wish[1] == "yes", "{}", wish[2]);
    }
}

#[tokio::test]
async fn a_scale_of_icons_says_how_many_of_each_there_are() {
    let eyes = Eyes::open().await;
    let star = |class: &str, times: usize| format!("<span class='{class}'></span>").repeat(times);
    let of = |on: usize, off: usize| {
        star("glyphicon glyphicon-star good", on) + &star("glyphicon glyphicon-star-empty", off)
    };
    let html = format!(
        "<style>.glyphicon {{ display: inline-block; width: 14px; height: 14px; background: #333 }} .flex {{ display: flex }}</style>\
        <a id=list_2 href='/rated/4'><div>{}</div></a><p>Emma <span class=flex>{}</span></p>\
        <p>Nana <b aria-label='2 of 5'>{}</b></p><p>Share <i class='glyphicon fa-x'></i><i class='glyphicon fa-mail'></i><i class='glyphicon fa-link'></i></p>",
        of(4, 1),
        of(3, 2),
        of(2, 3)
    );
    let seen = showing(&eyes, &html).await;
    let index = eyes.index(&seen).await;
    let name = "glyphicon-star good ×4, glyphicon-star-empty ×1";
    assert!(index.elements.iter().any(|element| element.name == name), "{:?}", index.elements);
    assert!(!render(&index, &RenderOptions::default()).contains("[named by id]"));
    assert!(index.text.contains("(icons: glyphicon-star good ×3, glyphicon-star-empty ×2)"), "{}", index.text);
    assert!(index.text.contains("(icons: 2 of 5)"), "{}", index.text);
    // The control: other icons side by side are no scale.
    assert_eq!(index.text.matches("(icons: ").count(), 2, "{}", index.text);
}

#[tokio::test]
async fn what_the_focus_has_not_reached_yet_and_links_for_scripts_are_elements_and_a_canvas_says_that_it_is_one() {
    let eyes = Eyes::open().await;
    let file = |name: &str, own: &str| {
        format!("<li class=item><span class=name><span class=text {own}>{name}</span></span><span>3m ago</span></li>")
    };
    let html = format!(
        "<ul>{}{}</ul><div><button aria-expanded=true>Add</button><ul><li><a data-href='/shelf/1'>Summer</a></li></ul></div>\
        <div><button aria-expanded=false>Add</button><ul><li><a data-href='/shelf/1'>Winter</a></li></ul></div><p>See <a name=x data-x=1>the anchor</a></p>\
        <div tabindex=0><canvas width=200 height=90></canvas></div><p class=text>weather.txt</p>",
        file("untitled.txt", "tabindex=0 role=button"),
        file("weather.csv", ""),
    );
    let seen = showing(&eyes, &html).await;
    let index = eyes.index(&seen).await;
    let kind = |name: &str| index.elements.iter().find(|element| element.name == name).map(|element| element.kind);
    assert_eq!(["untitled.txt", "weather.csv"].map(kind), [Some(ElementKind::Button); 2]);
    // What each menu stands in is a row of that name.
    let is_link = |name: &str| index.elements.iter().any(|element| element.name == name && element.tag == "a");
    assert!(is_link("Summer"));
    let look = render(&index, &RenderOptions::default());
    assert!(look.contains("[looks like: canvas"), "{look}");
    // The controls.
    assert_eq!(["Winter", "the anchor"].map(is_link), [false; 2]);
    assert_eq!(kind("weather.txt"), None);
}
