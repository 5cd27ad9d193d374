//! Ids that count up, so that runs are told apart and records are reproducible.

use edith_port::Entropy;
use std::cell::Cell;
use std::rc::Rc;

/// `id1`, `id2`, …
#[derive(Clone, Default)]
pub struct CountingIds(Rc<Cell<u32>>);

impl Entropy for CountingIds {
    fn id(&self) -> String {
        self.0.set(self.0.get() + 1);
        format!("id{}", self.0.get())
    }
}
