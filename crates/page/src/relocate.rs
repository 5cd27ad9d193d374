//! Re-rendered elements: found again only beyond doubt, else the nearest ones to name in a refusal.

use super::find;
use super::index::{Element, Index};
use super::uid::{Seen, same_identity, steady};

/// The fate of an element whose node is gone or changed identity.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Relocated {
    /// Still the same, or re-rendered as exactly one new element.
    Unique(u32),
    /// None or several match, so none may be used; the nearest, for the refusal.
    Nearest(Vec<u32>),
}

/// Finds in `now` the element that was `uid` in `before`.
///
/// It has the same type, role, name, address, form and context, was and is the only such element, and had no other number before: that would be a
/// different element that has come to look like it.
pub fn relocate(before: &Index, uid: u32, now: &Index) -> Relocated {
    let Some(old) = before.element(uid) else { return Relocated::Nearest(Vec::new()) };
    if now.element(uid).is_some_and(|still| is_still(old, still)) {
        return Relocated::Unique(uid);
    }
    let alone = before.elements.iter().filter(|other| is_taken_for(old, other)).count() == 1;
    let mut same = now.elements.iter().filter(|other| is_taken_for(old, other));
    if let (true, Some(only), None) = (alone && !old.name.is_empty(), same.next(), same.next())
        && before.element(only.uid).is_none()
        && !only.states.behind_modal
    {
        return Relocated::Unique(only.uid);
    }
    Relocated::Nearest(nearest(old, now))
}

/// Whether a node is still the same, in the same place.
fn is_still(old: &Element, now: &Element) -> bool {
    let seen = Seen { role: old.role.clone(), name: old.name.clone() };
    same_identity(&seen, &now.role, &now.name)
        && old.context.len() == now.context.len()
        && old.context.iter().zip(&now.context).all(|(a, b)| a == b || steady(a) == steady(b))
}

/// Whether a person would take one for the other.
fn is_taken_for(a: &Element, b: &Element) -> bool {
    a.kind == b.kind
        && a.role == b.role
        && a.name == b.name
        && a.href == b.href
        && a.field == b.field
        && a.input_type == b.input_type
        && a.form == b.form
        && is_same_place(a, b)
}

/// The nearest context literally; outer ones may hold a count, as in `Cart (3)`.
fn is_same_place(a: &Element, b: &Element) -> bool {
    a.context.first() == b.context.first()
        && a.context.len() == b.context.len()
        && a.context.iter().zip(&b.context).all(|(a, b)| a == b || counted(a) == counted(b))
}

/// Without numbers.
fn counted(text: &str) -> String {
    steady(text).chars().filter(|c| !c.is_ascii_digit()).collect()
}

/// The most similar usable elements, best first, at most three.
fn nearest(old: &Element, now: &Index) -> Vec<u32> {
    let mut out: Vec<u32> =
        now.elements.iter().filter(|e| e.kind == old.kind && e.name == old.name).map(|e| e.uid).collect();
    for (uid, _) in find::rank(now, &old.name) {
        if out.len() >= 3 {
            break;
        }
        if !out.contains(&uid) {
            out.push(uid);
        }
    }
    out.retain(|uid| now.element(*uid).is_some_and(|e| !e.states.behind_modal));
    out.truncate(3);
    out
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;
    use std::collections::HashMap;

    use super::super::raw::{RAW_VERSION, RawContext, RawNode, RawPage};
    use super::super::uid::UidTable;
    use super::*;

    const LABELS: [&str; 7] = ["Lamp", "Chair", "Order 17", "Order 18", "Page 2", "Photo (1).jpg", "Desk, 5 min ago"];
    const CONTROLS: [&str; 4] = ["Delete", "Edit", "Delete all", "Like (3)"];

    /// A row of an application's list: its item, and the nodes of its controls.
    #[derive(Clone)]
    struct Row {
        item: u32,
        label: &'static str,
        nodes: Vec<u32>,
    }

    /// An application that renders rows with controls.
    #[derive(Clone)]
    struct App {
        rows: Vec<Row>,
        next_node: u32,
        next_item: u32,
    }

    impl App {
        fn new(rng: &mut Rng) -> Self {
            let mut app = Self { rows: Vec::new(), next_node: 1, next_item: 1 };
            for _ in 0..1 + rng.usize(..6) {
                app.insert(rng);
            }
            app
        }

        fn insert(&mut self, rng: &mut Rng) {
            let label = LABELS[rng.usize(..LABELS.len())];
            let at = rng.usize(..self.rows.len() + 1);
            let mut row = Row { item: self.next_item, label, nodes: Vec::new() };
            self.next_item += 1;
            Self::render(&mut row, &mut self.next_node);
            self.rows.insert(at, row);
        }

        fn render(row: &mut Row, next: &mut u32) {
            row.nodes = (0..CONTROLS.len() as u32).map(|i| *next + i).collect();
            *next += CONTROLS.len() as u32;
        }

        /// Something that applications do to their pages.
        fn mutate(&mut self, rng: &mut Rng) {
            let at = rng.usize(..self.rows.len().max(1));
            match rng.usize(..8) {
                0 => {
                    for row in &mut self.rows {
                        Self::render(row, &mut self.next_node);
                    }
                }
                1 if !self.rows.is_empty() => Self::render(&mut self.rows[at], &mut self.next_node),
                2 if !self.rows.is_empty() => _ = self.rows.remove(at),
                3 => self.insert(rng),
                4 if self.rows.len() > 1 => self.rows.rotate_left(1),
                // Nodes stay and show the next row: lists rendered by position, recycled rows.
                5 if self.rows.len() > 1 => {
                    let nodes: Vec<Vec<u32>> = self.rows.iter().map(|row| row.nodes.clone()).collect();
                    self.rows.rotate_left(1);
                    for (row, nodes) in self.rows.iter_mut().zip(nodes) {
                        row.nodes = nodes;
                    }
                }
                6 if !self.rows.is_empty() => self.rows[at].label = LABELS[rng.usize(..LABELS.len())],
                _ => self.rows.reverse(),
            }
        }

        fn page(&self) -> RawPage {
            let contexts = self
                .rows
                .iter()
                .map(|row| RawContext { parent: 0, kind: "item".into(), label: row.label.into() })
                .collect();
            let node = |(at, row): (usize, &Row)| {
                let named = CONTROLS.iter().zip(row.nodes.clone());
                let make = move |(name, node): (&&str, u32)| RawNode {
                    node,
                    tag: "button".into(),
                    role: "button".into(),
                    name: (*name).into(),
                    context: at as u32 + 1,
                    ..RawNode::default()
                };
                named.map(make).collect::<Vec<_>>()
            };
            RawPage {
                version: RAW_VERSION,
                url: "https://a.example/".into(),
                document: "d".into(),
                nodes: self.rows.iter().enumerate().flat_map(node).collect(),
                contexts,
                ..RawPage::default()
            }
        }

        /// What each node is about: item, label, control.
        fn meaning(&self) -> HashMap<u32, (u32, &'static str, usize)> {
            let row = |row: &Row| {
                let (item, label) = (row.item, row.label);
                row.nodes
                    .iter()
                    .enumerate()
                    .map(move |(control, node)| (*node, (item, label, control)))
                    .collect::<Vec<_>>()
            };
            self.rows.iter().flat_map(row).collect()
        }
    }

    /// The node an action on `uid` would reach, by the rules of acting: the same node if unchanged and in place, else its re-rendered successor.
    fn acted_on(before: &Index, uid: u32, now: &Index) -> Option<u32> {
        match relocate(before, uid, now) {
            Relocated::Unique(uid) => now.element(uid).map(|e| e.target.node),
            Relocated::Nearest(_) => None,
        }
    }

    #[test]
    fn whatever_a_page_does_between_look_and_action_never_is_something_else_acted_on() {
        let (mut refused, mut again, mut acted) = (0, 0, 0);
        for seed in 0..8_000 {
            let mut rng = Rng::with_seed(seed);
            let mut app = App::new(&mut rng);
            let mut uids = UidTable::default();
            let (before, meant, labels) = (Index::build(app.page(), &mut uids), app.meaning(), app.rows.clone());
            for _ in 0..1 + rng.usize(..3) {
                app.mutate(&mut rng);
            }
            let now = Index::build(app.page(), &mut uids);
            let means = app.meaning();
            for element in &before.elements {
                let Some(node) = acted_on(&before, element.uid, &now) else {
                    refused += 1;
                    continue;
                };
                acted += 1;
                again += usize::from(node != element.target.node);
                let ((item, label, control), (now_item, now_label, now_control)) =
                    (meant[&element.target.node], means[&node]);
                // Equal rows are equal to a reader; but of two that were, neither replaces a missing one.
                let alone = labels.iter().filter(|row| row.label == label).count() == 1;
                let reads_the_same = label == now_label && (alone || node == element.target.node);
                let right = control == now_control && (item == now_item || reads_the_same);
                assert!(right, "seed {seed}: {label}/{control} became {now_label}/{now_control}");
            }
        }
        assert!(refused > 10_000 && again > 10_000 && acted > 50_000, "{refused} {again} {acted}");
    }

    #[test]
    fn a_refusal_names_what_is_nearest() {
        let mut app = App::new(&mut Rng::with_seed(3));
        app.rows.truncate(1);
        let mut uids = UidTable::default();
        let before = Index::build(app.page(), &mut uids);
        let old = before.elements.iter().find(|e| e.name == "Edit").unwrap().uid;
        App::render(&mut app.rows[0], &mut app.next_node);
        let found = relocate(&before, old, &Index::build(app.page(), &mut uids));
        assert!(matches!(found, Relocated::Unique(uid) if uid != old), "{found:?}");
        app.rows[0].label = "Something else";
        App::render(&mut app.rows[0], &mut app.next_node);
        let now = Index::build(app.page(), &mut uids);
        match relocate(&before, old, &now) {
            Relocated::Nearest(near) => assert_eq!(now.element(near[0]).unwrap().name, "Edit"),
            found => panic!("{found:?}"),
        }
    }
}
