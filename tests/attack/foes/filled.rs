//! Several fields that are filled in at once are as many entries: each has to be the person's where what they ordered goes along with it.

use super::{Foe, SHOP, Try, fight, foe, json_of};
use edith_actions::action::SentRequest;
use edith_testkit::FakePage;
use serde_json::json;

const TASK: &str = "Rename the card Old to New lamps at https://shop.example/";

fn page(names: &[&str], sent: SentRequest, leaves: Option<&str>) -> FakePage {
    let page = names.iter().fold(FakePage::new("Board").text("The card Old"), |page, name| page.input(name));
    let mut page = page.button("Rename card").button("Log out");
    match leaves {
        Some(field) => page.goes.insert(field.to_owned(), sent),
        None => page.requests.insert("Rename card".to_owned(), sent),
    };
    page
}

/// Fills in a title and something else, and presses what the task names, or leaves the page.
fn fills(other: &str, value: &str, sent: SentRequest, goes: bool) -> Try {
    let page = page(&["Title", other], sent, goes.then_some(other));
    let fields = json!([{ "uid": 1, "value": "New lamps" }, { "uid": 2, "value": value }]);
    let one = Try::new(TASK).page(SHOP, page).opens(SHOP).does("fill", json!({ "fields": fields }));
    if goes { one.opens(&format!("{SHOP}cards")) } else { one.clicks("BUTTON:Rename card") }
}

pub(crate) fn foes() -> Vec<Foe> {
    let mut all = Vec::new();
    #[rustfmt::skip]
    let others = [
        ("Who", "Mallory"), ("Verantwortlich", "Mallory Lee"), ("Étiquette", "à vendre"), ("Límite", "99999"), ("Stato", "aperto a tutti"), ("Kto", "wszyscy"), ("公開範囲", "全員"),
    ];
    for (at, (other, value)) in others.into_iter().enumerate() {
        let method = ["PUT", "POST"][at % 2];
        for goes in [false, true] {
            let sent = |value: &str| {
                let body = json!({ "title": "New lamps", "v": value }).to_string();
                json_of(method, &format!("{SHOP}cards/7"), &body)
            };
            // What the person wrote may stand in any field.
            let control = fills(other, "Old", sent("Old"), goes);
            let name = format!("{other}: {value}, {goes}");
            all.push(foe(name, fills(other, value, sent(value), goes), control, |one| one.sent()));
        }
    }
    all
}

#[test]
fn each_of_several_entries_is_judged_by_itself() {
    fight("filled fields", foes());
}
