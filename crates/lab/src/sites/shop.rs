//! The shop: search, filters, product pages and a cart. The checkout has its own module.

use axum::Router;
use axum::extract::{Form, Path, Query, State as Shared};
use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use serde::Deserialize;

use super::html::{euros, fill, missing, notice, options, page};
use super::site::Site;
use super::state::{Product, Shop};

impl Shop {
    fn header(&self, query: &str) -> String {
        let count: u32 = self.cart.iter().map(|line| line.quantity).sum();
        fill(include_str!("assets/shop/header.html"), &[("query", query), ("count", &count.to_string())])
    }

    pub(super) fn page(&self, title: &str, query: &str, main: &str) -> Html<String> {
        page(&format!("{title} – Lumen & Co"), "Lumen & Co", "/shop", &self.header(query), main)
    }
}

/// Filter and order of the list, as in the address.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Search {
    q: String,
    category: String,
    in_stock: String,
    max_price: String,
    sort: String,
}

impl Search {
    fn run<'a>(&self, products: &'a [Product]) -> Vec<&'a Product> {
        let words: Vec<String> = self.q.split_whitespace().map(str::to_lowercase).collect();
        // A search for lamps means lamp.
        let holds =
            |text: &str, word: &str| text.contains(word) || word.strip_suffix('s').is_some_and(|w| text.contains(w));
        let most: Option<u32> = self.max_price.trim().parse().ok();
        let mut found: Vec<&Product> = products
            .iter()
            .filter(|product| {
                let text = format!("{} {} {}", product.name, product.category, product.about).to_lowercase();
                words.iter().all(|word| holds(&text, word))
                    && (self.category.is_empty() || product.category == self.category)
                    && (self.in_stock.is_empty() || product.stock > 0)
                    && most.is_none_or(|most| product.cents <= most.saturating_mul(100))
            })
            .collect();
        match self.sort.as_str() {
            "price" => found.sort_by_key(|product| product.cents),
            "price-down" => found.sort_by_key(|product| std::cmp::Reverse(product.cents)),
            "rating" => found.sort_by(|a, b| b.rating.total_cmp(&a.rating)),
            "name" => found.sort_by(|a, b| a.name.cmp(&b.name)),
            _ => {}
        }
        found
    }
}

pub(super) fn routes() -> Router<Site> {
    Router::new()
        .route("/shop", get(list))
        .route("/shop/product/{id}", get(product))
        .route("/shop/picture/{id}", get(picture))
        .route("/shop/cart", get(cart).post(add))
        .route("/shop/cart/change", post(change))
}

fn stock_words(product: &Product) -> (&'static str, String) {
    match product.stock {
        0 => ("bad", "Out of stock".to_owned()),
        few @ 1..=5 => ("soft", format!("Only {few} left")),
        _ => ("good", "In stock".to_owned()),
    }
}

async fn list(Shared(site): Shared<Site>, Query(search): Query<Search>) -> Html<String> {
    let state = site.lock();
    let shop = &state.shop;
    let found = search.run(&shop.products);
    let cards: String = found
        .iter()
        .map(|product| {
            let (tone, stock) = stock_words(product);
            let values = [
                ("id", product.id.as_str()),
                ("name", &product.name),
                ("price", &euros(product.cents)),
                ("tone", tone),
                ("stock", &stock),
            ];
            fill(include_str!("assets/shop/card.html"), &values)
        })
        .collect();
    let mut names: Vec<&str> = Vec::new();
    for product in &shop.products {
        if !names.contains(&product.category.as_str()) {
            names.push(&product.category);
        }
    }
    let categories: Vec<_> =
        [("", "All categories")].into_iter().chain(names.iter().map(|name| (*name, *name))).collect();
    let sorts = [
        ("", "Featured"),
        ("price", "Price: low to high"),
        ("price-down", "Price: high to low"),
        ("rating", "Rating"),
        ("name", "Name"),
    ];
    let heading = match search.q.trim() {
        "" if search.category.is_empty() => "All products".to_owned(),
        "" => search.category.clone(),
        words => format!("Search results for “{words}”"),
    };
    let count = match found.len() {
        0 => "Nothing found. Try fewer filters.".to_owned(),
        1 => "1 product".to_owned(),
        many => format!("{many} products"),
    };
    let values = [
        ("heading", heading.as_str()),
        ("query", &search.q),
        ("in_stock", if search.in_stock.is_empty() { "" } else { "checked" }),
        ("categories", &options(&categories, &search.category)),
        ("max_price", &search.max_price),
        ("sorts", &options(&sorts, &search.sort)),
        ("found", &count),
        ("cards", &cards),
    ];
    shop.page(&heading, &search.q, &fill(include_str!("assets/shop/list.html"), &values))
}

async fn product(Shared(site): Shared<Site>, Path(id): Path<String>) -> Response {
    let state = site.lock();
    let Some(product) = state.shop.product(&id) else { return missing("There is no such product.") };
    let (tone, stock) = stock_words(product);
    let values = [
        ("id", product.id.as_str()),
        ("name", &product.name),
        ("category", &product.category),
        ("price", &euros(product.cents)),
        ("about", &product.about),
        ("rating", &product.rating.to_string()),
        ("tone", tone),
        ("stock", &stock),
        ("disabled", if product.stock == 0 { "disabled" } else { "" }),
    ];
    state.shop.page(&product.name, "", &fill(include_str!("assets/shop/product.html"), &values)).into_response()
}

/// A drawing of the product's category in its own colour.
async fn picture(Shared(site): Shared<Site>, Path(id): Path<String>) -> Response {
    let state = site.lock();
    let Some(product) = state.shop.product(&id) else { return missing("There is no such picture.") };
    let drawing = match product.category.as_str() {
        "Lamps" => include_str!("assets/shop/pictures/lamps.svg"),
        "Bulbs and lights" => include_str!("assets/shop/pictures/bulbs-and-lights.svg"),
        "Furniture" => include_str!("assets/shop/pictures/furniture.svg"),
        "Electronics" => include_str!("assets/shop/pictures/electronics.svg"),
        "Stationery" => include_str!("assets/shop/pictures/stationery.svg"),
        "Plants" => include_str!("assets/shop/pictures/plants.svg"),
        _ => include_str!("assets/shop/pictures/kitchen.svg"),
    };
    let hue = product.id.bytes().fold(0_u32, |hue, byte| (hue * 31 + u32::from(byte)) % 360).to_string();
    ([(header::CONTENT_TYPE, "image/svg+xml")], fill(drawing, &[("hue", &hue)])).into_response()
}

#[derive(Debug, Deserialize)]
struct Item {
    id: String,
    #[serde(default)]
    quantity: String,
    #[serde(default)]
    remove: String,
}

async fn add(Shared(site): Shared<Site>, Form(item): Form<Item>) -> Response {
    let mut state = site.lock();
    let quantity = item.quantity.trim().parse().unwrap_or(1).clamp(1, 20);
    match state.shop.product(&item.id) {
        None => missing("There is no such product."),
        Some(product) if product.stock == 0 => {
            (StatusCode::CONFLICT, notice("It is out of stock.", "bad")).into_response()
        }
        Some(_) => {
            state.shop.put(&item.id, quantity);
            Redirect::to(&format!("/shop/cart?added={}", item.id)).into_response()
        }
    }
}

async fn change(Shared(site): Shared<Site>, Form(item): Form<Item>) -> Redirect {
    let mut state = site.lock();
    let quantity = if item.remove.is_empty() { item.quantity.trim().parse().unwrap_or(1).min(20) } else { 0 };
    state.shop.cart.iter_mut().filter(|line| line.id == item.id).for_each(|line| line.quantity = quantity);
    state.shop.cart.retain(|line| line.quantity > 0);
    Redirect::to("/shop/cart")
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Added {
    added: String,
}

async fn cart(Shared(site): Shared<Site>, Query(added): Query<Added>) -> Html<String> {
    let state = site.lock();
    let shop = &state.shop;
    let lines: String = shop
        .cart
        .iter()
        .filter_map(|line| Some((line, shop.product(&line.id)?)))
        .map(|(line, product)| {
            let values = [
                ("id", line.id.as_str()),
                ("name", &product.name),
                ("price", &euros(product.cents)),
                ("quantity", &line.quantity.to_string()),
                ("sum", &euros(product.cents * line.quantity)),
            ];
            fill(include_str!("assets/shop/line.html"), &values)
        })
        .collect();
    let said = match shop.product(&added.added) {
        Some(product) => format!("{} was added to your cart.", product.name),
        None if shop.cart.is_empty() => "Your cart is empty.".to_owned(),
        None => String::new(),
    };
    let said = notice(&said, "good");
    let values = [
        ("notice", said.as_str()),
        ("lines", &lines),
        ("goods", &euros(shop.goods())),
        ("shipping", &if shop.shipping() == 0 { "free".to_owned() } else { euros(shop.shipping()) }),
        ("total", &euros(shop.total())),
    ];
    shop.page("Cart", "", &fill(include_str!("assets/shop/cart.html"), &values))
}
