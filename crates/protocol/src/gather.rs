//! Maps and sets from iterators with little code.

/// Puts what an iterator gives into a map or set.
pub trait Gather: Iterator + Sized {
    /// Like `collect`, but adds one after the other: for a tree the standard library sorts all items first, and its sort is some 4 KB of the package for
    /// each type.
    fn gathered<C: Default + Extend<Self::Item>>(self) -> C {
        let mut all = C::default();
        all.extend(self);
        all
    }
}

impl<I: Iterator> Gather for I {}
