//! The shop's checkout: an address, a payment, an order that is stored.

use axum::Router;
use axum::extract::{Form, Path, State as Shared};
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::get;
use serde::Deserialize;

use super::html::{euros, fill, missing, notice};
use super::site::Site;
use super::state::{Address, CartLine, Order, Shop};

pub(super) fn routes() -> Router<Site> {
    Router::new().route("/shop/checkout", get(checkout).post(order)).route("/shop/order/{number}", get(ordered))
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Checkout {
    #[serde(flatten)]
    address: Address,
    card: String,
    expiry: String,
    cvc: String,
    terms: String,
}

impl Checkout {
    /// Its errors, or "".
    fn faults(&self) -> String {
        let digits = |text: &str| text.chars().filter(char::is_ascii_digit).count();
        let address = &self.address;
        let mut faults = Vec::new();
        for (value, name) in [
            (&address.name, "name"),
            (&address.street, "street"),
            (&address.postcode, "postal code"),
            (&address.city, "city"),
        ] {
            if value.trim().is_empty() {
                faults.push(format!("The {name} is missing."));
            }
        }
        if !address.email.contains('@') {
            faults.push("The e-mail address is not one.".to_owned());
        }
        if !(12..=19).contains(&digits(&self.card)) {
            faults.push("The card number is not one.".to_owned());
        }
        if digits(&self.expiry) != 4 || !(3..=4).contains(&digits(&self.cvc)) {
            faults.push("The card's expiry or security code is missing.".to_owned());
        }
        if self.terms.is_empty() {
            faults.push("Please agree to the terms of sale.".to_owned());
        }
        faults.join(" ")
    }
}

fn checkout_page(shop: &Shop, said: &str, address: &Address) -> Html<String> {
    let said = notice(said, "bad");
    let values = [
        ("notice", said.as_str()),
        ("name", &address.name),
        ("email", &address.email),
        ("street", &address.street),
        ("postcode", &address.postcode),
        ("city", &address.city),
        ("total", &euros(shop.total())),
    ];
    shop.page("Checkout", "", &fill(include_str!("assets/shop/checkout.html"), &values))
}

async fn checkout(Shared(site): Shared<Site>) -> Response {
    let state = site.lock();
    if state.shop.cart.is_empty() {
        return Redirect::to("/shop/cart").into_response();
    }
    checkout_page(&state.shop, "", &Address::default()).into_response()
}

async fn order(Shared(site): Shared<Site>, Form(checkout): Form<Checkout>) -> Response {
    let mut state = site.lock();
    let shop = &mut state.shop;
    let faults = if shop.cart.is_empty() { "Your cart is empty.".to_owned() } else { checkout.faults() };
    if !faults.is_empty() {
        let page = checkout_page(shop, &faults, &checkout.address);
        return (StatusCode::UNPROCESSABLE_ENTITY, page).into_response();
    }
    let number = 1001 + u32::try_from(shop.orders.len()).unwrap_or(0);
    let digits: Vec<char> = checkout.card.chars().filter(char::is_ascii_digit).collect();
    let card_end = digits.iter().skip(digits.len().saturating_sub(4)).collect();
    let total = shop.total();
    let lines = std::mem::take(&mut shop.cart);
    shop.orders.push(Order { number, lines, total, address: checkout.address, card_end });
    Redirect::to(&format!("/shop/order/{number}")).into_response()
}

async fn ordered(Shared(site): Shared<Site>, Path(number): Path<u32>) -> Response {
    let state = site.lock();
    let Some(order) = state.shop.orders.iter().find(|order| order.number == number) else {
        return missing("There is no such order.");
    };
    let name = |line: &CartLine| state.shop.product(&line.id).map_or_else(|| line.id.clone(), |p| p.name.clone());
    let items: Vec<String> = order.lines.iter().map(|line| format!("{} × {}", line.quantity, name(line))).collect();
    let values = [
        ("number", order.number.to_string()),
        ("items", items.join(", ")),
        ("total", euros(order.total)),
        ("name", order.address.name.clone()),
        ("street", order.address.street.clone()),
        ("postcode", order.address.postcode.clone()),
        ("city", order.address.city.clone()),
        ("country", order.address.country.clone()),
    ];
    let values: Vec<(&str, &str)> = values.iter().map(|(name, value)| (*name, value.as_str())).collect();
    state.shop.page("Order placed", "", &fill(include_str!("assets/shop/order.html"), &values)).into_response()
}
