//! Which parts of a text occur in other texts, in time linear in their lengths: a suffix automaton of the text that reads the others.
//!
//! Long texts are processed in slices ([`Breath`]). Texts are bytes of lower-case letters and digits ([`plain`]). Matches shorter than [`GRAM`] bytes
//! are reported only on request.

use super::breath::{BYTES, Breath};

/// Bytes matched at once before anything is compared in full.
pub(super) const GRAM: usize = 8;
/// Separates texts that are searched together; no UTF-8 contains it.
const BETWEEN: u8 = 0xff;
/// No state.
const NONE: u32 = u32::MAX;

/// Lower-case letters and digits.
pub(super) fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_ascii() {
            if c.is_ascii_alphanumeric() {
                plain.push(c.to_ascii_lowercase());
            }
        } else if c.is_alphanumeric() {
            plain.extend(c.to_lowercase());
        }
    }
    plain
}

/// An approximate set of windows of [`GRAM`] bytes: false positives, never false negatives.
pub(super) struct Grams {
    bits: Vec<u64>,
    shift: u32,
}

impl Grams {
    /// Room for the windows of so many bytes.
    pub(super) fn for_bytes(bytes: usize) -> Self {
        // Sixteen bits each: one in sixteen foreign windows is a false positive.
        let size = (bytes.max(4_096) * 16).next_power_of_two();
        Self { bits: vec![0; size / 64], shift: u64::BITS - size.trailing_zeros() }
    }

    /// Adds the windows of a text.
    pub(super) fn add(&mut self, text: &[u8]) {
        windows(text, |_, window| self.set(window));
    }

    fn place(&self, window: u64) -> (usize, u64) {
        // Fibonacci hashing: the product's upper bits depend on the whole window.
        let at = window.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> self.shift;
        (at as usize / 64, 1 << (at % 64))
    }

    fn set(&mut self, window: u64) {
        let (at, bit) = self.place(window);
        if let Some(bits) = self.bits.get_mut(at) {
            *bits |= bit;
        }
    }

    fn has(&self, window: u64) -> bool {
        let (at, bit) = self.place(window);
        self.bits.get(at).is_some_and(|bits| bits & bit != 0)
    }

    /// The ranges of a text all of whose windows are in the set; met windows are recorded.
    pub(super) fn parts(&self, text: &[u8], met: &mut Met) -> Vec<(usize, usize)> {
        let mut parts: Vec<(usize, usize)> = Vec::new();
        windows(text, |end, window| {
            if self.has(window) {
                met.0.push(window);
                match parts.last_mut() {
                    Some((_, before)) if *before + 1 == end => *before = end,
                    _ => parts.push((end - GRAM, end)),
                }
            }
        });
        parts
    }
}

/// The windows met, exactly.
#[derive(Default)]
pub(super) struct Met(Vec<u64>);

impl Met {
    /// Whether a text has one of them.
    pub(super) fn are_in<'a>(mut self) -> impl Fn(&'a [u8]) -> bool {
        self.0.sort_unstable();
        self.0.dedup();
        let mut roughly = Grams::for_bytes(self.0.len());
        self.0.iter().for_each(|window| roughly.set(*window));
        move |text| {
            let mut any = false;
            windows(text, |_, window| {
                any = any || roughly.has(window) && self.0.binary_search(&window).is_ok();
            });
            any
        }
    }
}

/// Calls back with each window of a text and its end.
fn windows(text: &[u8], mut each: impl FnMut(usize, u64)) {
    let mut window = 0_u64;
    for (at, byte) in text.iter().enumerate() {
        window = window << 8 | u64::from(*byte);
        if at + 1 >= GRAM {
            each(at + 1, window);
        }
    }
}

#[derive(Clone, Copy)]
struct State {
    /// Length of the longest text that ends here.
    len: u32,
    /// The state of its longest suffix that also occurs elsewhere.
    link: u32,
    first_edge: u32,
}

#[derive(Clone, Copy)]
struct Edge {
    byte: u8,
    to: u32,
    next: u32,
}

/// Every substring of some texts, as an automaton with at most two states per byte.
pub(super) struct Parts {
    states: Vec<State>,
    edges: Vec<Edge>,
    /// The state after each byte of the texts.
    ends: Vec<u32>,
    last: u32,
    /// States by length, shortest first; made when the first text is read.
    order: Vec<u32>,
}

impl Parts {
    /// The substrings of these texts, none crossing a border between two. Also returns where each begins in [`Found`].
    pub(super) async fn of<'a>(texts: impl Iterator<Item = &'a [u8]>, breath: &Breath<'_>) -> (Self, Vec<usize>) {
        let root = State { len: 0, link: NONE, first_edge: NONE };
        let mut parts = Self { states: vec![root], edges: Vec::new(), ends: Vec::new(), last: 0, order: Vec::new() };
        let mut begins = Vec::new();
        for text in texts {
            begins.push(parts.ends.len());
            for slice in text.chunks(BYTES) {
                slice.iter().for_each(|byte| parts.extend(*byte));
                breath.take().await;
            }
            parts.extend(BETWEEN);
        }
        parts.order = parts.by_length();
        breath.take().await;
        (parts, begins)
    }

    fn state(&self, at: u32) -> State {
        self.states.get(at as usize).copied().unwrap_or(State { len: 0, link: NONE, first_edge: NONE })
    }

    fn state_mut(&mut self, at: u32, change: impl FnOnce(&mut State)) {
        if let Some(state) = self.states.get_mut(at as usize) {
            change(state);
        }
    }

    fn edge(&self, from: u32, byte: u8) -> Option<usize> {
        let mut at = self.state(from).first_edge;
        while let Some(edge) = self.edges.get(at as usize) {
            if edge.byte == byte {
                return Some(at as usize);
            }
            at = edge.next;
        }
        None
    }

    fn go(&self, from: u32, byte: u8) -> Option<u32> {
        self.edge(from, byte).and_then(|at| self.edges.get(at)).map(|edge| edge.to)
    }

    fn add_edge(&mut self, from: u32, byte: u8, to: u32) {
        let next = self.state(from).first_edge;
        let at = self.edges.len() as u32;
        self.edges.push(Edge { byte, to, next });
        self.state_mut(from, |state| state.first_edge = at);
    }

    fn add_state(&mut self, state: State) -> u32 {
        self.states.push(state);
        self.states.len() as u32 - 1
    }

    /// Blumer et al., "The smallest automaton recognizing the subwords of a text", 1985.
    fn extend(&mut self, byte: u8) {
        let new = self.add_state(State { len: self.state(self.last).len + 1, link: 0, first_edge: NONE });
        let mut from = self.last;
        while from != NONE && self.edge(from, byte).is_none() {
            self.add_edge(from, byte, new);
            from = self.state(from).link;
        }
        if from != NONE
            && let Some(to) = self.go(from, byte)
        {
            let len = self.state(from).len + 1;
            let link = if self.state(to).len == len { to } else { self.split(from, byte, to, len) };
            self.state_mut(new, |state| state.link = link);
        }
        self.last = new;
        self.ends.push(new);
    }

    fn split(&mut self, mut from: u32, byte: u8, old: u32, len: u32) -> u32 {
        let twin = self.add_state(State { len, link: self.state(old).link, first_edge: NONE });
        let mut at = self.state(old).first_edge;
        while let Some(edge) = self.edges.get(at as usize).copied() {
            self.add_edge(twin, edge.byte, edge.to);
            at = edge.next;
        }
        self.state_mut(old, |state| state.link = twin);
        while from != NONE
            && let Some(at) = self.edge(from, byte)
            && let Some(edge) = self.edges.get_mut(at)
            && edge.to == old
        {
            edge.to = twin;
            from = self.state(from).link;
        }
        twin
    }

    fn by_length(&self) -> Vec<u32> {
        let mut counts = vec![0_usize; self.ends.len() + 2];
        for state in &self.states {
            if let Some(count) = counts.get_mut(state.len as usize + 1) {
                *count += 1;
            }
        }
        let mut before = 0;
        for count in &mut counts {
            before += *count;
            *count = before;
        }
        let mut order = vec![0; self.states.len()];
        for (at, state) in self.states.iter().enumerate() {
            if let Some(place) = counts.get_mut(state.len as usize)
                && let Some(slot) = order.get_mut(*place)
            {
                *slot = at as u32;
                *place += 1;
            }
        }
        order
    }

    /// What occurs in these other texts.
    pub(super) async fn found_in<'a>(&self, others: impl Iterator<Item = &'a [u8]>, breath: &Breath<'_>) -> Found {
        let mut most = vec![0_u32; self.states.len()];
        for other in others {
            let (mut at, mut len) = (0, 0);
            for (place, byte) in other.iter().enumerate() {
                if place % BYTES == 0 {
                    breath.take().await;
                }
                let mut next = self.go(at, *byte);
                while next.is_none() && at != 0 {
                    at = self.state(at).link;
                    len = self.state(at).len;
                    next = self.go(at, *byte);
                }
                if let Some(next) = next {
                    at = next;
                    len += 1;
                }
                if let Some(most) = most.get_mut(at as usize) {
                    *most = len.max(*most);
                }
            }
        }
        breath.take().await;
        // Wherever a state ends, so do its suffixes.
        for at in self.order.iter().rev() {
            let state = self.state(*at);
            if most.get(*at as usize).is_some_and(|most| *most > 0)
                && let Some(of_link) = most.get_mut(state.link as usize)
            {
                *of_link = self.state(state.link).len;
            }
        }
        breath.take().await;
        for at in &self.order {
            let inherited = most.get(self.state(*at).link as usize).copied().unwrap_or_default();
            if let Some(own) = most.get_mut(*at as usize).filter(|own| **own == 0) {
                *own = inherited;
            }
        }
        Found { longest: self.ends.iter().map(|end| most.get(*end as usize).copied().unwrap_or_default()).collect() }
    }
}

/// By position in the texts of [`Parts`]: the length of the longest part ending there that occurs in the others.
pub(super) struct Found {
    longest: Vec<u32>,
}

impl Found {
    /// Whether the bytes between two positions occur in the others.
    pub(super) fn has(&self, begin: usize, end: usize) -> bool {
        end.checked_sub(begin).is_some_and(|length| length <= self.longest_at(end))
    }

    /// Length of the longest match ending before this position.
    pub(super) fn longest_at(&self, end: usize) -> usize {
        end.checked_sub(1).and_then(|last| self.longest.get(last)).map_or(0, |length| *length as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gate::at_once;

    #[test]
    fn the_longest_parts_are_those_of_a_search_by_hand() {
        for seed in 1..400 {
            let mut rng = fastrand::Rng::with_seed(seed);
            let letters = 1 + (seed % 4) as u8;
            let mut text = |longest: usize| -> Vec<u8> {
                let length = rng.usize(..longest);
                (0..length).map(|_| b'a' + rng.u8(..letters)).collect()
            };
            let (needles, others) = ([text(30), text(12)], [text(60), text(8)]);
            let never = Breath::never();
            let (parts, begins) = at_once(Parts::of(needles.iter().map(Vec::as_slice), &never)).unwrap();
            let found = at_once(parts.found_in(others.iter().map(Vec::as_slice), &never)).unwrap();
            let stands = |part: &[u8]| {
                part.is_empty() || others.iter().any(|other| other.windows(part.len()).any(|at| at == part))
            };
            for (needle, begin) in needles.iter().zip(begins) {
                for end in 1..=needle.len() {
                    let expected = (0..=end).find(|start| stands(&needle[*start..end])).unwrap();
                    assert_eq!(
                        found.longest_at(begin + end),
                        end - expected,
                        "seed {seed}: {needles:?} {others:?} {end}"
                    );
                    assert!(found.has(begin + expected, begin + end));
                }
            }
        }
    }

    #[test]
    fn windows_that_are_there_are_always_found() {
        let mut grams = Grams::for_bytes(40);
        grams.add(b"the quick brown fox");
        let mut met = Met::default();
        assert_eq!(grams.parts(b"a quick brown dog", &mut met), [(1, 14)]);
        assert_eq!(grams.parts(b"a slow red cat sat", &mut met), []);
        let are_in = met.are_in();
        assert!(are_in(b"xx quick b") && !are_in(b"the quick") && !are_in(b"quick"));
    }

    #[test]
    fn plain_is_letters_and_digits_in_lower_case() {
        assert_eq!(plain("Äpfel & BIRNEN, 3 €; İ"), "äpfelbirnen3i\u{307}");
    }
}
