//! Before acting: whether a thing still is what the model saw, and what became of one that is gone.

use super::index::{Element, Index};
use super::thing::{Beside, Fit, Thing};
use super::uid::UidTable;

/// Most elements that a refusal names.
const NAMED: usize = 5;

/// What became of a thing since it was seen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Relocated {
    /// It is there under its uid, as it was seen.
    Still,
    /// It is there under its uid, but says something else.
    Changed,
    /// It is this one beyond doubt.
    Successor(u32),
    /// None or several could be it, so none may be used: those of its name, for the refusal.
    Alike(Vec<u32>),
}

/// The present page beside what was seen of it.
#[derive(Debug, Clone, Copy)]
pub struct Sight<'a> {
    /// The look that something was decided on; none: the present page is all that is known.
    pub seen: Option<&'a Index>,
    /// What earlier looks showed.
    pub known: &'a UidTable,
    /// The present page.
    pub now: &'a Index,
}

impl<'a> Sight<'a> {
    /// What became of `uid`.
    ///
    /// A successor has its type and name, contradicts nothing that is known of its place, is the only such element, and was not there before: that
    /// would be a different thing that has come to look like it.
    pub fn find(&self, uid: u32) -> Relocated {
        let still = self.now.element(uid);
        let Some(old) = self.thing(uid) else {
            return if still.is_some() { Relocated::Still } else { Relocated::Alike(Vec::new()) };
        };
        match still {
            Some(still) if old.is_as_seen(&still.thing) && self.is_own(old, still) => return Relocated::Still,
            Some(still) if old.is_way_with_count(&still.thing) && self.is_only_way(uid, old) => {
                return Relocated::Still;
            }
            Some(_) => return Relocated::Changed,
            None => {}
        }
        let is_successor = |other: &&Element| {
            old.is_kind_of(&other.thing)
                && old.is_named_like(&other.thing)
                && old.fit(&other.thing) != Fit::Other
                && old.may_be(&other.thing)
        };
        let rivals = self.seen.into_iter().flat_map(|seen| &seen.elements);
        let alone = !rivals.filter(|other| other.uid != uid).any(|other| is_successor(&other));
        let mut successors = self.now.elements.iter().filter(is_successor);
        if let (true, Some(only), None) = (alone && !old.name.is_empty(), successors.next(), successors.next())
            && !only.states.behind_modal
        {
            return Relocated::Successor(only.uid);
        }
        Relocated::Alike(alike(old, self.now))
    }

    /// Whether an element's row says what it said, or no other one is called the same.
    fn is_own(&self, old: &Thing, still: &Element) -> bool {
        !old.is_in_row()
            || old.beside(&still.thing) == Beside::Same
            || !self.now.elements.iter().any(|other| other.uid != still.uid && old.is_as_seen(&other.thing))
    }

    /// Whether nothing else is or was called the same but for numbers: then they count, and tell nothing apart.
    fn is_only_way(&self, uid: u32, old: &Thing) -> bool {
        let all = self.now.elements.iter().chain(self.seen.into_iter().flat_map(|seen| &seen.elements));
        let mut others = all.filter(|other| other.uid != uid);
        !others.any(|other| old.is_kind_of(&other.thing) && old.is_named_but_for_counts(&other.thing))
    }

    /// The element that `uid` means by now, if that is beyond doubt.
    pub fn element(&self, uid: u32) -> Option<&'a Element> {
        match self.find(uid) {
            Relocated::Still => self.now.element(uid),
            Relocated::Successor(uid) => self.now.element(uid),
            Relocated::Changed | Relocated::Alike(_) => None,
        }
    }

    /// What `uid` was when it was last seen, as in a look; none: that is not known.
    pub fn was(&self, uid: u32) -> Option<String> {
        let thing = self.thing(uid)?;
        Some(format!("{} {}", thing.kind.label(), super::clean::quoted(&thing.name, super::line::NAME_CAP)))
    }

    fn thing(&self, uid: u32) -> Option<&'a Thing> {
        let seen = self.seen.and_then(|seen| seen.element(uid)).map(|element| &*element.thing);
        seen.or_else(|| self.known.thing(uid))
    }
}

/// The usable elements of a thing's name: of its type if there are any, at most five, in the page's order.
fn alike(thing: &Thing, now: &Index) -> Vec<u32> {
    let named = || now.elements.iter().filter(|e| !e.states.behind_modal && thing.is_named_like(&e.thing));
    let of_kind: Vec<u32> = named().filter(|e| e.kind == thing.kind).map(|e| e.uid).take(NAMED).collect();
    if of_kind.is_empty() { named().map(|e| e.uid).take(NAMED).collect() } else { of_kind }
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
    fn acted_on(before: &Index, uids: &UidTable, uid: u32, now: &Index) -> Option<u32> {
        let sight = Sight { seen: Some(before), known: uids, now };
        sight.element(uid).map(|e| e.target.node)
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
                let Some(node) = acted_on(&before, &uids, element.uid, &now) else {
                    refused += 1;
                    continue;
                };
                acted += 1;
                again += usize::from(node != element.target.node);
                let ((item, label, control), (now_item, now_label, now_control)) =
                    (meant[&element.target.node], means[&node]);
                // Equal rows are equal to a reader, as long as there are as many; but of two that were, neither replaces a missing one.
                let count = |rows: &[Row]| rows.iter().filter(|row| row.label == label).count();
                let as_many = count(&labels) == count(&app.rows);
                let reads_the_same = label == now_label && (as_many || node == element.target.node);
                let right = control == now_control && (item == now_item || reads_the_same);
                assert!(right, "seed {seed}: {label}/{control} became {now_label}/{now_control}");
            }
        }
        assert!(refused > 10_000 && again > 10_000 && acted > 50_000, "{refused} {again} {acted}");
    }

    #[test]
    fn a_count_beside_the_name_of_a_way_is_no_other_thing() {
        let found_at = |href: &str, kind: &str, role: &str, before: &[&str], after: &[&str]| {
            let node = |(at, name): (usize, &&str)| RawNode {
                node: at as u32 + 1,
                tag: "div".into(),
                role: role.into(),
                name: (*name).into(),
                href: href.into(),
                context: 1,
                ..RawNode::default()
            };
            let page = |names: &[&str]| RawPage {
                version: RAW_VERSION,
                url: "https://a.example/".into(),
                document: "d".into(),
                nodes: names.iter().enumerate().map(node).collect(),
                contexts: vec![RawContext { parent: 0, kind: kind.into(), label: String::new() }],
                ..RawPage::default()
            };
            let mut uids = UidTable::default();
            let seen = Index::build(page(before), &mut uids);
            let now = Index::build(page(after), &mut uids);
            Sight { seen: Some(&seen), known: &uids, now: &now }.find(seen.elements[0].uid)
        };
        let found = |kind: &str, role: &str, before: &[&str], after: &[&str]| found_at("", kind, role, before, after);
        let link = |href: &str| found_at(href, "form", "link", &["Order 17"], &["Order 18"]);
        assert_eq!(link("https://a.example/orders"), Relocated::Still);
        // A link that stays does what a button does.
        for href in ["https://a.example/#", "https://a.example/?x=1#", "javascript:void(0)"] {
            assert_ne!(link(href), Relocated::Still, "{href}");
        }
        assert_eq!(found("nav", "link", &["Invoices 14", "Bills 3"], &["Invoices 13", "Bills 3"]), Relocated::Still);
        assert_eq!(found("form", "tab", &["Open 14", "Closed 3"], &["Open 13", "Closed 4"]), Relocated::Still);
        // Beside another such one, or on a button, the number tells what it is.
        assert_ne!(found("nav", "link", &["Page 1", "Page 2"], &["Page 2", "Page 3"]), Relocated::Still);
        assert_ne!(found("form", "button", &["Delete order 17"], &["Delete order 18"]), Relocated::Still);
        assert_ne!(found("nav", "button", &["Delete order 17"], &["Delete order 18"]), Relocated::Still);
        assert_ne!(found("nav", "link", &["14"], &["13"]), Relocated::Still);
        assert_ne!(found("nav", "link", &["Invoices 14"], &["Receipts 14"]), Relocated::Still);
    }

    #[test]
    fn a_refusal_names_what_is_nearest() {
        let mut app = App::new(&mut Rng::with_seed(3));
        app.rows.truncate(1);
        let mut uids = UidTable::default();
        let before = Index::build(app.page(), &mut uids);
        let old = before.elements.iter().find(|e| e.name == "Edit").unwrap().uid;
        App::render(&mut app.rows[0], &mut app.next_node);
        let now = Index::build(app.page(), &mut uids);
        assert_eq!(Sight { seen: Some(&before), known: &uids, now: &now }.find(old), Relocated::Still);
        app.rows[0].label = "Something else";
        App::render(&mut app.rows[0], &mut app.next_node);
        let now = Index::build(app.page(), &mut uids);
        match (Sight { seen: Some(&before), known: &uids, now: &now }).find(old) {
            Relocated::Alike(near) => assert_eq!(now.element(near[0]).unwrap().name, "Edit"),
            found => panic!("{found:?}"),
        }
    }
}
