//! Pages that draw themselves again: uids stay with the things that are shown, and never name another one.

use super::*;

const PEOPLE: [&str; 9] =
    ["Ann", "Bob", "Cid", "Dora", "Emil", "Order 17", "Order 18", "Dr Bob Smith", "Report, 5 min ago"];
const CONTROLS: usize = 4;

/// How the page draws.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Way {
    /// Everything again, as with `innerHTML`.
    Whole,
    /// The nodes of a row go with it.
    Keyed,
    /// The nodes stay in their places and show the next row.
    ByIndex,
}

/// How a row is known to be one.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Rows {
    /// Its context is labelled.
    Labelled,
    /// Only the line of text says whose it is.
    Lines,
    /// Each control says it: `Delete Bob`.
    Names,
}

#[derive(Debug, Clone)]
struct Row {
    item: u32,
    label: &'static str,
    is_starred: bool,
    follows: bool,
    nodes: u32,
}

struct App {
    way: Way,
    rows_are: Rows,
    rows: Vec<Row>,
    hidden: Vec<Row>,
    next_node: u32,
    frame: u32,
}

impl App {
    fn new(rng: &mut Rng) -> Self {
        let way = [Way::Whole, Way::Keyed, Way::ByIndex][rng.usize(..3)];
        let rows_are = [Rows::Labelled, Rows::Lines, Rows::Names][rng.usize(..3)];
        let mut app = Self { way, rows_are, rows: Vec::new(), hidden: Vec::new(), next_node: 1, frame: 0 };
        for _ in 0..2 + rng.usize(..6) {
            app.insert(rng);
        }
        app.draw();
        app
    }

    fn nodes(&mut self, count: u32) -> u32 {
        let first = self.next_node;
        self.next_node += count;
        first
    }

    fn insert(&mut self, rng: &mut Rng) {
        let free: Vec<&'static str> = PEOPLE
            .into_iter()
            .filter(|label| !self.rows.iter().chain(&self.hidden).any(|row| row.label == *label))
            .collect();
        if free.is_empty() {
            return;
        }
        // Who comes again under the same name is the same to a reader.
        let label = free[rng.usize(..free.len())];
        let item = 1 + PEOPLE.iter().position(|known| *known == label).unwrap() as u32;
        let nodes = self.nodes(CONTROLS as u32);
        let row = Row { item, label, is_starred: false, follows: false, nodes };
        let at = rng.usize(..self.rows.len() + 1);
        self.rows.insert(at, row);
    }

    fn draw(&mut self) {
        match self.way {
            Way::Whole => {
                self.frame = self.nodes(3);
                for at in 0..self.rows.len() {
                    self.rows[at].nodes = self.nodes(CONTROLS as u32);
                }
            }
            Way::Keyed => {}
            Way::ByIndex => {
                for (at, row) in self.rows.iter_mut().enumerate() {
                    row.nodes = 1_000 + at as u32 * CONTROLS as u32;
                }
            }
        }
        if self.frame == 0 {
            self.frame = self.nodes(3);
        }
    }

    /// Something that a person or a server does to it.
    fn mutate(&mut self, rng: &mut Rng) {
        let at = rng.usize(..self.rows.len().max(1));
        match rng.usize(..8) {
            0 | 1 => self.insert(rng),
            2 if self.rows.len() > 1 => _ = self.rows.remove(at),
            3 => self.rows.sort_by_key(|row| row.label),
            4 if !self.rows.is_empty() => self.rows[at].is_starred ^= true,
            5 if !self.rows.is_empty() => self.rows[at].follows ^= true,
            // Filters, and shows all again.
            6 if self.rows.len() > 2 => self.hidden.push(self.rows.remove(at)),
            _ => {
                let hidden = std::mem::take(&mut self.hidden);
                self.rows.extend(hidden);
            }
        }
        self.draw();
    }

    fn page(&self) -> RawPage {
        let count = self.rows.len();
        let heading = RawContext { parent: 0, kind: "heading".into(), label: format!("Contacts {count}") };
        let mut contexts = vec![heading];
        let button = |node: u32, name: String, context: u32| RawNode {
            node,
            tag: "button".into(),
            role: "button".into(),
            name,
            context,
            ..RawNode::default()
        };
        let mut nodes =
            vec![button(self.frame, format!("All ({count})"), 0), button(self.frame + 1, "New contact".into(), 0)];
        let mut text = String::from("## Contacts\n");
        for row in &self.rows {
            let context = if self.rows_are == Rows::Labelled {
                contexts.push(RawContext { parent: 1, kind: "row".into(), label: row.label.into() });
                contexts.len() as u32
            } else {
                1
            };
            let suffix = if self.rows_are == Rows::Names { format!(" {}", row.label) } else { String::new() };
            let star = if row.is_starred { "★" } else { "☆" };
            let follow = if row.follows { "Following" } else { "Follow" };
            let names =
                [star.to_owned(), format!("{follow}{suffix}"), format!("Edit{suffix}"), format!("Delete{suffix}")];
            text.push_str(&format!("| {} |", row.label));
            for (at, name) in names.into_iter().enumerate() {
                let node = row.nodes + at as u32;
                text.push_str(&format!(" \u{fdd0}{node}\u{fdd1}"));
                nodes.push(button(node, name, context));
            }
            text.push('\n');
        }
        RawPage {
            version: RAW_VERSION,
            url: "https://a.example/".into(),
            document: "d".into(),
            nodes,
            contexts,
            text,
            ..RawPage::default()
        }
    }

    /// What each node shows: an item and its control, or 0 and one of the page's own.
    fn meaning(&self) -> BTreeMap<u32, (u32, u32)> {
        let own = [(self.frame, (0, 0)), (self.frame + 1, (0, 1))];
        let rows = self.rows.iter().flat_map(|row| (0..CONTROLS as u32).map(|at| (row.nodes + at, (row.item, at))));
        own.into_iter().chain(rows).collect()
    }
}

/// The uid of each thing that the page shows.
fn drawn(app: &App, uids: &mut UidTable) -> (Index, BTreeMap<(u32, u32), u32>) {
    let index = Index::build(app.page(), uids);
    let means = app.meaning();
    let named = index.elements.iter().map(|element| (means[&element.target.node], element.uid)).collect();
    (index, named)
}

/// Whether a star's row says nothing but in its line, so that only the order of equal stars tells whose it is when one of them changes.
fn is_bare_star(app: &App, thing: (u32, u32)) -> bool {
    app.rows_are != Rows::Labelled && thing.0 > 0 && thing.1 == 0
}

#[test]
fn whatever_is_drawn_again_keeps_its_uid_and_no_uid_ever_names_another_thing() {
    let (mut stayed, mut kept, mut redraws) = (0, 0, 0);
    for seed in 0..1_000 {
        let mut rng = Rng::with_seed(seed);
        let mut app = App::new(&mut rng);
        let mut uids = UidTable::default();
        let mut ever: BTreeMap<u32, (u32, u32)> = BTreeMap::new();
        let (_, mut before) = drawn(&app, &mut uids);
        for step in 0..10 {
            app.mutate(&mut rng);
            redraws += 1;
            let (_, now) = drawn(&app, &mut uids);
            for (thing, uid) in &now {
                let named = *ever.entry(*uid).or_insert(*thing);
                assert_eq!(
                    named, *thing,
                    "seed {seed} step {step}: {uid} names another thing ({:?} {:?})",
                    app.way, app.rows_are
                );
                if let Some(was) = before.get(thing).filter(|_| !is_bare_star(&app, *thing)) {
                    stayed += 1;
                    kept += usize::from(was == uid);
                    assert_eq!(
                        was, uid,
                        "seed {seed} step {step}: {thing:?} lost its uid ({:?} {:?})",
                        app.way, app.rows_are
                    );
                }
            }
            before = now;
        }
    }
    assert!(redraws == 10_000 && stayed > 50_000 && kept == stayed, "{redraws} {stayed} {kept}");
}

#[test]
fn what_comes_back_has_the_uid_that_it_had() {
    let mut rng = Rng::with_seed(7);
    for way in [Way::Whole, Way::Keyed] {
        let mut app = App::new(&mut rng);
        (app.way, app.rows_are) = (way, Rows::Labelled);
        let mut uids = UidTable::default();
        let (_, before) = drawn(&app, &mut uids);
        let row = app.rows.remove(0);
        app.draw();
        drawn(&app, &mut uids);
        app.rows.push(row);
        app.draw();
        let (_, now) = drawn(&app, &mut uids);
        assert_eq!(before, now, "{way:?}");
    }
}

#[test]
fn keys_that_are_mixed_keep_their_names_and_fields_that_are_swapped_are_new() {
    let page = |names: &[&str], tag: &str| {
        let node = |(at, name): (usize, &&str)| RawNode {
            node: at as u32 + 1,
            tag: tag.into(),
            input_type: if tag == "input" { "text".into() } else { String::new() },
            name: (*name).into(),
            ..RawNode::default()
        };
        let nodes = names.iter().enumerate().map(node).collect();
        RawPage { version: RAW_VERSION, document: "d".into(), nodes, ..RawPage::default() }
    };
    let mut uids = UidTable::default();
    let before = Index::build(page(&["1", "2", "3", "4"], "button"), &mut uids);
    let after = Index::build(page(&["3", "1", "4", "2"], "button"), &mut uids);
    for element in &before.elements {
        assert_eq!(after.element(element.uid).unwrap().name, element.name);
    }
    let mut uids = UidTable::default();
    let before = Index::build(page(&["Name", "Street"], "input"), &mut uids);
    let after = Index::build(page(&["Card holder", "Town"], "input"), &mut uids);
    assert!(before.elements.iter().all(|e| after.element(e.uid).is_none()));
}

#[test]
fn after_a_restart_things_are_known_by_what_they_mean() {
    let mut rng = Rng::with_seed(3);
    let mut app = App::new(&mut rng);
    (app.way, app.rows_are) = (Way::Whole, Rows::Labelled);
    app.draw();
    let mut uids = UidTable::default();
    let (_, before) = drawn(&app, &mut uids);
    let stored = serde_json::to_string(&uids).unwrap();
    let mut uids: UidTable = serde_json::from_str(&stored).unwrap();
    app.draw();
    let (_, now) = drawn(&app, &mut uids);
    assert_eq!(before, now);
    // Nodes that show other rows by now are not proof.
    (app.way, app.rows_are) = (Way::ByIndex, Rows::Labelled);
    app.draw();
    let (_, before) = drawn(&app, &mut uids);
    let mut uids: UidTable = serde_json::from_str(&serde_json::to_string(&uids).unwrap()).unwrap();
    let gone = app.rows.remove(0);
    app.draw();
    let (_, now) = drawn(&app, &mut uids);
    for (thing, uid) in &before {
        assert_eq!(now.get(thing), Some(uid).filter(|_| thing.0 != gone.item), "{thing:?}");
    }
}

#[test]
fn what_stands_in_no_named_place_is_another_thing_on_another_page_of_an_application() {
    let page = |route: &str, first: u32| {
        let node = |number: u32, name: &str, context: u32| RawNode {
            node: number,
            tag: "button".into(),
            name: name.into(),
            context,
            ..RawNode::default()
        };
        RawPage {
            version: RAW_VERSION,
            url: format!("https://a.example/app?x={first}#/{route}"),
            document: "d".into(),
            nodes: vec![node(first, "Invoices", 1), node(first + 1, "Edit", 0)],
            contexts: vec![RawContext { parent: 0, kind: "nav".into(), label: String::new() }],
            ..RawPage::default()
        }
    };
    let mut uids = UidTable::default();
    let mut uid = |route: &str, first: u32| {
        let index = Index::build(page(route, first), &mut uids);
        index.elements.iter().map(|element| element.uid).collect::<Vec<_>>()
    };
    let invoice = uid("invoices/7", 1);
    let theme = uid("settings/themes", 11);
    assert_eq!(theme[0], invoice[0], "the menu is on every page");
    assert_ne!(theme[1], invoice[1], "an invoice's Edit is no theme's");
    assert_eq!(uid("settings/themes", 21), theme, "drawn again");
    assert_eq!(uid("invoices/7", 31), invoice, "what comes back has the uid that it had");
}
