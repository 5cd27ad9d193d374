//! What the shop remembers: products, the cart, orders.

use serde::{Deserialize, Serialize};

use crate::sites::error::SitesError;

/// Goods from this sum on are sent free of charge, in cents.
const FREE_SHIPPING_FROM: u32 = 5000;
/// What sending costs below that, in cents.
const SHIPPING: u32 = 490;

/// Something that is sold.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Product {
    /// Its name in addresses.
    pub id: String,
    /// Its name.
    pub name: String,
    /// One of seven.
    pub category: String,
    /// Its price in cents.
    pub cents: u32,
    /// How many there are; none: out of stock.
    pub stock: u32,
    /// Stars, of five.
    pub rating: f32,
    /// One or two sentences.
    pub about: String,
}

/// A product in the cart or in an order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CartLine {
    /// The product's id.
    pub id: String,
    /// How many.
    pub quantity: u32,
}

/// What the shop remembers.
#[derive(Debug, Clone, Serialize)]
pub struct Shop {
    /// Everything that is sold, in the order of the catalogue.
    #[serde(skip)]
    pub products: Vec<Product>,
    /// The one customer's cart.
    pub cart: Vec<CartLine>,
    /// All orders.
    pub orders: Vec<Order>,
}

impl Shop {
    pub(super) fn new() -> Result<Self, SitesError> {
        let products = serde_json::from_str(include_str!("../assets/shop/products.json"))
            .map_err(|source| SitesError::Bundle { file: "products.json", source })?;
        Ok(Self { products, cart: Vec::new(), orders: Vec::new() })
    }

    /// The product with an id.
    pub fn product(&self, id: &str) -> Option<&Product> {
        self.products.iter().find(|product| product.id == id)
    }

    /// The sum of the goods in the cart, in cents.
    pub fn goods(&self) -> u32 {
        let cents = |line: &CartLine| self.product(&line.id).map_or(0, |product| product.cents * line.quantity);
        self.cart.iter().map(cents).sum()
    }

    /// What sending the cart costs, in cents.
    pub fn shipping(&self) -> u32 {
        if self.cart.is_empty() || self.goods() >= FREE_SHIPPING_FROM { 0 } else { SHIPPING }
    }

    /// What the cart costs with shipping, in cents.
    pub fn total(&self) -> u32 {
        self.goods() + self.shipping()
    }

    pub(in crate::sites) fn put(&mut self, id: &str, quantity: u32) {
        match self.cart.iter_mut().find(|line| line.id == id) {
            Some(line) => line.quantity += quantity,
            None => self.cart.push(CartLine { id: id.to_owned(), quantity }),
        }
    }
}

/// Where an order goes.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Address {
    /// Full name.
    pub name: String,
    /// E-mail address.
    pub email: String,
    /// Street and number.
    pub street: String,
    /// Postal code.
    pub postcode: String,
    /// City.
    pub city: String,
    /// Country.
    pub country: String,
}

/// An order that was placed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Order {
    /// Its number, from 1001 on.
    pub number: u32,
    /// What was ordered.
    pub lines: Vec<CartLine>,
    /// What it costs in cents, shipping included.
    pub total: u32,
    /// Where it goes.
    pub address: Address,
    /// The last four digits of the card; nothing else of it is kept.
    pub card_end: String,
}
