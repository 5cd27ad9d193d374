//! The sites from outside: plain HTTP over TCP, as a browser's forms would send it.

use std::time::Duration;

use serde_json::Value;

use edith_lab::sites::Sites;

use crate::http::{Answer, send};

async fn get(sites: &Sites, path: &str) -> Answer {
    send(&sites.origin, "GET", path, &[], "").await
}

async fn post(sites: &Sites, path: &str, fields: &str) -> Answer {
    send(&sites.origin, "POST", path, &[("content-type", "application/x-www-form-urlencoded")], fields).await
}

async fn api(sites: &Sites, method: &str, path: &str, body: &str) -> Answer {
    send(&sites.origin, method, path, &[("content-type", "application/json")], body).await
}

#[tokio::test]
async fn the_shop_finds_what_its_filters_say() {
    let sites = Sites::start().await.unwrap();
    for (query, there, not_there) in [
        ("q=lamp", "Clip lamp", "Oak desk"),
        ("q=lamps", "Clip lamp", "Oak desk"),
        ("q=lamp&in_stock=1", "Reading lamp", "Clip lamp"),
        ("category=Plants", "Cactus", "Desk lamp"),
        ("q=lamp&max_price=20", "Reading lamp", "Desk lamp, black"),
        ("q=zeppelin", "Nothing found", "class=\"card\""),
        ("q=%3Cscript%3E", "&lt;script&gt;", "“<script>”"),
    ] {
        let answer = get(&sites, &format!("/shop?{query}")).await;
        assert_eq!(answer.status, 200, "{query}");
        assert!(answer.body.contains(there), "{query} shows {there}");
        assert!(!answer.body.contains(not_there), "{query} hides {not_there}");
    }
    let sorted = get(&sites, "/shop?q=lamp&sort=price").await.body;
    assert!(
        sorted.find("Clip lamp") < sorted.find("Reading lamp")
            && sorted.find("Reading lamp") < sorted.find("Floor lamp")
    );
}

#[tokio::test]
async fn an_order_goes_from_the_cart_to_the_store() {
    let sites = Sites::start().await.unwrap();
    assert_eq!(post(&sites, "/shop/cart", "id=clip-lamp&quantity=1").await.status, 409, "out of stock");
    assert_eq!(
        post(&sites, "/shop/cart", "id=reading-lamp&quantity=2").await.location(),
        "/shop/cart?added=reading-lamp"
    );
    post(&sites, "/shop/cart", "id=mug-blue").await;
    post(&sites, "/shop/cart/change", "id=mug-blue&quantity=0").await;
    let cart = get(&sites, "/shop/cart").await.body;
    assert!(cart.contains("Total: €41.90"), "two lamps and shipping: {cart}");

    let address = "name=Sam+Doe&email=sam%40postbox.example&street=Way+1&postcode=10115&city=Berlin&country=Germany";
    let refused = post(&sites, "/shop/checkout", address).await;
    assert_eq!(refused.status, 422);
    assert!(refused.body.contains("The card number is not one.") && refused.body.contains("Sam Doe"));
    assert!(sites.state().shop.orders.is_empty());

    let card = "card=4111+1111+1111+1111&expiry=12/30&cvc=123&terms=1";
    let placed = post(&sites, "/shop/checkout", &format!("{address}&{card}")).await;
    assert_eq!(placed.location(), "/shop/order/1001");
    assert!(get(&sites, placed.location()).await.body.contains("2 × Reading lamp"));
    let shop = sites.state().shop;
    assert!(shop.cart.is_empty());
    assert_eq!(shop.orders.first().map(|order| (order.total, order.card_end.as_str())), Some((4190, "1111")));
}

#[tokio::test]
async fn messages_are_read_answered_and_put_away() {
    let sites = Sites::start().await.unwrap();
    assert!(get(&sites, "/mail").await.body.contains("Contract for the studio"));
    assert!(get(&sites, "/mail/message/1").await.body.contains("Monday at 10:00"));
    let draft = get(&sites, "/mail/compose?reply=1").await.body;
    assert!(draft.contains("nora@studio.example") && draft.contains("Re: Contract for the studio"));
    let empty = post(&sites, "/mail/send", "to=nora%40studio.example&subject=Re&body=").await;
    assert_eq!(empty.status, 422);
    post(&sites, "/mail/send", "to=nora%40studio.example&subject=Re&body=Monday+suits+me&reply=1").await;
    post(&sites, "/mail/archive/2", "").await;
    post(&sites, "/mail/delete/4", "").await;
    let mail = sites.state().mail;
    let sent = mail.folder("sent");
    assert_eq!(
        sent.first().map(|message| (message.body.as_str(), message.reply_to)),
        Some(("Monday suits me", Some(1)))
    );
    let folders = [1, 2, 4].map(|id| mail.message(id).map(|message| message.folder.clone()).unwrap());
    assert_eq!(folders, ["inbox", "archive", "trash"]);
}

#[tokio::test]
async fn the_form_is_checked_on_the_server_and_keeps_what_was_written() {
    let sites = Sites::start().await.unwrap();
    let send_form = async |fields: &[(&str, &str)]| {
        let part = |(name, value): &(&str, &str)| {
            format!("--x\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
        };
        let body = fields.iter().map(part).collect::<String>() + "--x--\r\n";
        send(&sites.origin, "POST", "/form", &[("content-type", "multipart/form-data; boundary=x")], &body).await
    };
    let refused = send_form(&[("name", "Sam"), ("email", "nobody"), ("guests", "9")]).await;
    assert_eq!(refused.status, 422);
    assert!(refused.body.contains("1 to 8 guests") && refused.body.contains("[\"name\",\"Sam\"]"));
    let fields = [
        ("name", "Sam"),
        ("email", "s@x.example"),
        ("guests", "2"),
        ("interests", "music"),
        ("interests", "botany"),
        ("terms", "1"),
    ];
    assert_eq!(send_form(&fields).await.status, 200);
    let form = sites.state().form;
    assert_eq!(form.refused.len(), 1);
    assert_eq!(form.accepted.first().map(|sent| sent.values("interests")), Some(vec!["music", "botany"]));
}

#[tokio::test]
async fn the_board_adds_changes_and_removes() {
    let sites = Sites::start().await.unwrap();
    assert_eq!(api(&sites, "POST", "/board/api/tasks", r#"{"title":" "}"#).await.status, 422);
    api(&sites, "POST", "/board/api/tasks", r#"{"title":"Buy tea","priority":"high"}"#).await;
    api(&sites, "PATCH", "/board/api/tasks/1", r#"{"done":true}"#).await;
    api(&sites, "DELETE", "/board/api/tasks/2", "").await;
    let tasks = sites.state().board.tasks;
    let seen: Vec<_> = tasks.iter().map(|task| (task.id, task.title.as_str(), task.done)).collect();
    assert_eq!(seen, [(1, "Water the plants", true), (3, "Book the train", true), (4, "Buy tea", false)]);
}

#[tokio::test]
async fn every_page_is_there_on_both_origins_and_the_state_can_be_read() {
    let sites = Sites::start().await.unwrap();
    let index = get(&sites, "/pages").await.body;
    let links: Vec<&str> = index.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    let pages: Vec<&&str> = links.iter().filter(|link| link.starts_with("/pages/")).collect();
    assert!(pages.len() > 20);
    for path in pages {
        let status = get(&sites, path).await.status;
        assert!(status == 200 || (status == 303 && path.contains("redirect")), "{path}: {status}");
    }
    assert!(sites.other_origin.starts_with("http://localhost:"));
    let other = sites.other_origin.replace("localhost", "127.0.0.1");
    assert_eq!(send(&other, "GET", "/shop", &[], "").await.status, 200);
    assert_eq!(get(&sites, "/pages/nothing").await.status, 404);
    let state: Value = serde_json::from_str(&get(&sites, "/state").await.body).unwrap();
    assert_eq!(state.pointer("/board/tasks/0/title").and_then(Value::as_str), Some("Water the plants"));
    assert!(sites.state().requests.contains(&"GET /pages/nothing".to_owned()));
}

#[tokio::test]
async fn a_page_that_never_finishes_holds_its_picture_back() {
    let sites = Sites::start().await.unwrap();
    let held = tokio::time::timeout(Duration::from_millis(200), get(&sites, "/pages/data/never")).await;
    assert!(held.is_err(), "the answer must not end");
}
