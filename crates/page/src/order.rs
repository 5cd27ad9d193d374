//! Sorting with little code: the standard library's sort is some 4 KB for each type and comparison, and this one for all of them.

use std::cmp::Ordering;

/// Sorts stably.
pub fn sort_by<T>(list: &mut Vec<T>, compare: impl Fn(&T, &T) -> Ordering) {
    let order = order_of(list.len(), &|a, b| match (list.get(a), list.get(b)) {
        (Some(a), Some(b)) => compare(a, b),
        _ => Ordering::Equal,
    });
    let mut taken: Vec<Option<T>> = list.drain(..).map(Some).collect();
    list.extend(order.into_iter().filter_map(|at| taken.get_mut(at)?.take()));
}

/// Sorts stably by a key, which is computed at each comparison.
pub fn sort_by_key<T, K: Ord>(list: &mut Vec<T>, key: impl Fn(&T) -> K) {
    sort_by(list, |a, b| key(a).cmp(&key(b)));
}

/// Sorts, and leaves each value once.
#[must_use]
pub fn distinct<T: Ord>(list: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut list: Vec<T> = list.into_iter().collect();
    sort_by(&mut list, T::cmp);
    list.dedup();
    list
}

#[inline(never)]
fn order_of(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|a, b| compare(*a, *b));
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_sorts_as_the_standard_library_does() {
        let mut random = fastrand::Rng::with_seed(3);
        for count in [0, 1, 2, 30, 1_000] {
            let list: Vec<(u8, usize)> = (0..count).map(|at| (random.u8(..9), at)).collect();
            let (mut ours, mut theirs) = (list.clone(), list);
            sort_by_key(&mut ours, |(key, _)| std::cmp::Reverse(*key));
            theirs.sort_by_key(|(key, _)| std::cmp::Reverse(*key));
            assert_eq!(ours, theirs);
        }
        assert_eq!(distinct(["b", "a", "b"]), ["a", "b"]);
    }
}
