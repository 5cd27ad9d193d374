//! Services that speak the common interface and have more.

/// What a service has beyond the common interface.
pub(crate) struct Service {
    /// Further headers of every request.
    pub headers: &'static [(&'static str, &'static str)],
    /// Its `usage.cost` is the price of an answer in US dollars.
    pub tells_price: bool,
    /// Whether this model's prompts are cached only where a request says so.
    pub wants_cache_mark: fn(&str) -> bool,
}

impl Default for Service {
    fn default() -> Self {
        Self { headers: &[], tells_price: false, wants_cache_mark: |_| false }
    }
}
