//! The shop's state: products, the cart, orders.

use serde::{Deserialize, Serialize};

use crate::sites::error::SitesError;

/// Shipping is free from this sum on, in cents.
const FREE_SHIPPING_FROM: u32 = 5000;
/// Shipping below that, in cents.
const SHIPPING: u32 = 490;

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Product {
    /// Its name in addresses.
    pub id: String,
    pub name: String,
    /// One of seven.
    pub category: String,
    /// In cents.
    pub cents: u32,
    /// 0: out of stock.
    pub stock: u32,
    /// Stars, of five.
    pub rating: f32,
    /// One or two sentences.
    pub about: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CartLine {
    pub id: String,
    pub quantity: u32,
}

#[derive(Debug, Clone, Serialize)]
pub struct Shop {
    /// In catalogue order.
    #[serde(skip)]
    pub products: Vec<Product>,
    /// The single customer's cart.
    pub cart: Vec<CartLine>,
    pub orders: Vec<Order>,
}

impl Shop {
    pub(super) fn new() -> Result<Self, SitesError> {
        let products = serde_json::from_str(include_str!("../assets/shop/products.json"))
            .map_err(|source| SitesError::Bundle { file: "products.json", source })?;
        Ok(Self { products, cart: Vec::new(), orders: Vec::new() })
    }

    pub fn product(&self, id: &str) -> Option<&Product> {
        self.products.iter().find(|product| product.id == id)
    }

    /// In cents.
    pub fn goods(&self) -> u32 {
        let cents = |line: &CartLine| self.product(&line.id).map_or(0, |product| product.cents * line.quantity);
        self.cart.iter().map(cents).sum()
    }

    /// In cents.
    pub fn shipping(&self) -> u32 {
        if self.cart.is_empty() || self.goods() >= FREE_SHIPPING_FROM { 0 } else { SHIPPING }
    }

    /// In cents.
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

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Address {
    pub name: String,
    pub email: String,
    pub street: String,
    pub postcode: String,
    pub city: String,
    pub country: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Order {
    /// From 1001.
    pub number: u32,
    pub lines: Vec<CartLine>,
    /// In cents, shipping included.
    pub total: u32,
    pub address: Address,
    /// The last four digits of the card; nothing else is stored.
    pub card_end: String,
}
