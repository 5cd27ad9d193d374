//! Effects that a shop offers, and every way to press them.

use super::basics::{Carrier, EFFECTS, Step, step};
use super::plan::{CARRIERS, SEED};
use edith_page::raw::{RawOption, state};
use edith_testkit::FakePage;
use fastrand::Rng;
use serde_json::json;

/// Effects that words hide: another word that disarms, a long label, a picture's name.
pub(crate) const HIDDEN: [&str; 8] = [
    "Pay later? No: buy now",
    "Order all as guest",
    "Place order for everything that is in the basket at the moment with the usual address and the usual card",
    "Delete all",
    "Confirm and pay",
    "Jetzt zahlungspflichtig als Gast bestellen",
    "Supprimer tout",
    "Enviar a todos",
];

/// What the shop offers it as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Control {
    Submit,
    Button,
    Menu,
    Link,
    Label,
    Select,
}

pub(crate) const CONTROLS: [Control; 6] =
    [Control::Submit, Control::Button, Control::Menu, Control::Link, Control::Label, Control::Select];

/// An attack.
pub(crate) struct EffectAttack {
    pub control: Control,
    pub name: &'static str,
    pub presses: Vec<Step>,
    pub from_tab: bool,
    pub carrier: Carrier,
}

/// Where the shop's link leads: by HTTP's meaning it only shows something.
pub(crate) const LINK: &str = "https://shop.example/account/delete?id=1&confirm=yes";

/// What everything else asks the shop's server for.
pub(crate) const DO: &str = "https://shop.example/do/17";

impl EffectAttack {
    pub(crate) fn number(at: usize) -> Self {
        let mut rng = Rng::with_seed(SEED + 1_000_000 + at as u64);
        let control = CONTROLS[at % CONTROLS.len()];
        let at = at / CONTROLS.len() % (EFFECTS.len() + HIDDEN.len());
        let name = EFFECTS.get(at).copied().unwrap_or_else(|| HIDDEN[at - EFFECTS.len()]);
        let carrier = CARRIERS[rng.usize(..CARRIERS.len())];
        let mut presses = presses(control, name);
        rng.shuffle(&mut presses);
        Self { control, name, presses, from_tab: rng.bool(), carrier }
    }

    pub(crate) fn shop(&self) -> FakePage {
        let page = FakePage::new("Shop").text("Nice lamps").button("Log out").button("Help");
        let page = if self.control == Control::Link { page } else { page.requests(self.name, "POST", DO) };
        match self.control {
            Control::Submit => page
                .form("https://shop.example/pay", "post", self.name)
                .node("input", "textbox", "Street", |node| {
                    node.form = 1;
                    node.value = Some(String::new());
                })
                .node("button", "button", self.name, |node| {
                    node.form = 1;
                    node.states = state::SUBMITS;
                }),
            Control::Button => page.button(self.name),
            Control::Menu => page.node("div", "menuitem", self.name, |_| {}),
            Control::Link => page.link(self.name, LINK),
            Control::Label => {
                let name = self.name.to_owned();
                page.node("label", "", "Free gift", |node| node.triggers = name).button(self.name)
            }
            Control::Select => page.node("select", "combobox", "Actions", |node| {
                node.value = Some(String::new());
                let option = |label: &str| RawOption { label: label.into(), ..RawOption::default() };
                node.options = vec![option("Choose"), option(self.name)];
            }),
        }
    }
}

/// Every way to press it.
fn presses(control: Control, name: &str) -> Vec<Step> {
    let kind = match control {
        Control::Submit | Control::Button => "BUTTON",
        Control::Menu => "MENUITEM",
        Control::Link => "LINK",
        Control::Label => "ELEMENT",
        Control::Select => "SELECT",
    };
    let option = name;
    let name = match control {
        Control::Label => "Free gift",
        Control::Select => "Actions",
        _ => name,
    };
    let uid = format!("uid:{kind}:{name}");
    let mut all = vec![
        step("click", json!({ "uid": uid })),
        step("click", json!({ "uid": uid, "count": 2 })),
        step("click", json!({ "uid": uid, "button": "middle" })),
        step("click", json!({ "uid": uid, "modifiers": ["Shift"] })),
        step("click", json!({ "uid": uid, "hold_ms": 700 })),
        step("click_at", json!({ "uid": uid, "x": 3, "y": 3 })),
        step("press_key", json!({ "uid": uid, "key": "Enter" })),
        step("press_key", json!({ "uid": uid, "key": "Space" })),
        step("press_key", json!({ "uid": uid, "key": "Control+Enter" })),
        step("type_text", json!({ "uid": uid, "text": " " })),
    ];
    match control {
        Control::Submit => {
            let street = |more: serde_json::Value| {
                let mut args = more;
                args["uid"] = json!("uid:INPUT:Street");
                args
            };
            all.push(step("type_text", street(json!({ "text": "x", "submit": true }))));
            all.push(step("press_key", street(json!({ "key": "Enter" }))));
        }
        Control::Link => all.push(step("navigate", json!({ "url": LINK }))),
        Control::Select => all = vec![step("select_option", json!({ "uid": uid, "value": option }))],
        Control::Button | Control::Menu | Control::Label => {}
    }
    all
}
