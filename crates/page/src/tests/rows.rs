//! Rows as units: which lists are shown so, what a row's line says, and what it costs.

use super::*;
use crate::relocate::{Relocated, Sight};

/// A page whose text and nodes grow together, as the walk makes them.
#[derive(Default)]
struct Drawn {
    nodes: Vec<RawNode>,
    text: String,
    row: u32,
}

impl Drawn {
    /// A row of the list, holding what `fill` adds.
    fn row(&mut self, list: u32, why: &str, fill: impl FnOnce(&mut Self)) {
        let number = self.next();
        let node =
            RawNode { node: number, tag: "div".into(), why: why.into(), list, row: self.row, ..RawNode::default() };
        self.nodes.push(node);
        let around = std::mem::replace(&mut self.row, number);
        self.text += &format!("\u{fdd0}{number}\u{fdd3} ");
        fill(self);
        self.text += &format!("\n\u{fdd0}{number}\u{fdd4}\n");
        self.row = around;
    }

    fn next(&self) -> u32 {
        self.nodes.len() as u32 + 1
    }

    fn words(&mut self, words: &str) {
        self.text += &format!("{words}\n");
    }

    /// A control whose words are not in the text.
    fn control(&mut self, tag: &str, role: &str, name: &str) -> u32 {
        let number = self.next();
        self.nodes.push(RawNode { tag: tag.into(), role: role.into(), row: self.row, ..button(number, name) });
        self.text += &format!(" \u{fdd0}{number}\u{fdd1} ");
        number
    }

    /// A link, whose words are.
    fn link(&mut self, name: &str) {
        let number = self.next();
        self.nodes.push(RawNode { tag: "a".into(), role: "link".into(), row: self.row, ..button(number, name) });
        self.text += &format!("\u{fdd0}{number}\u{fdd2} {name}\n");
    }

    fn index(self, uids: &mut UidTable) -> Index {
        let viewport = Viewport { width: 1_200, height: 800, full_height: 800, ..Viewport::default() };
        Index::build(RawPage { viewport, ..page_of(self.nodes, &self.text) }, uids)
    }

    fn look(self) -> String {
        render(&self.index(&mut UidTable::default()), &RenderOptions::default())
    }
}

const NAMES: [&str; 5] = ["Tom Bradley", "Sarah Chen", "Alex Rivera", "Nora Quist", "GitHub"];
const SUBJECTS: [&str; 3] =
    ["Re: Infrastructure budget for the third quarter", "Lunch on Thursday?", "Invoice 4711 is ready"];
const DEEDS: [&str; 6] = ["Star", "Mark as important", "Archive", "Delete", "Mark as unread", "Snooze"];

/// A list of mails with seven controls each, and what is around such a list.
fn mails(count: usize, starred: Option<usize>) -> Drawn {
    let mut page = Drawn::default();
    for name in ["Compose", "Inbox", "Sent", "Drafts", "Settings"] {
        page.control("button", "button", name);
    }
    page.words("\n## Inbox");
    for at in 0..count {
        page.row(1, "onclick", |row| {
            row.words(if at % 2 == 0 { "TB" } else { "S" });
            row.control("input", "checkbox", "Select conversation");
            for deed in DEEDS {
                let number = row.control("button", "button", deed);
                if deed == "Star" && starred == Some(at) {
                    row.nodes.last_mut().unwrap().states |= state::PRESSED;
                }
                assert!(number > 0);
            }
            row.words(&format!("\n{}\n{}\nMar {}", NAMES[at % 5], SUBJECTS[at % 3], at % 28 + 1));
        });
    }
    page
}

#[test]
fn a_list_of_mails_with_seven_controls_each_fits_and_everything_in_it_can_be_reached() {
    let mut uids = UidTable::default();
    let index = mails(48, None).index(&mut uids);
    let look = look(&index, &RenderOptions::default());
    assert!(tokens(&look.text) <= 2_500, "{} tokens: {}", tokens(&look.text), look.text);
    assert_eq!((look.text.matches(" | ROW | ").count(), look.left_out), (48, 0));
    let told = Legends::default().unfold(&look.text);
    for element in index.elements.iter().filter(|e| e.kind != ElementKind::Row) {
        let line = format!("{} | {} | \"{}\"", element.uid, element.kind.label(), element.name);
        assert!(told.lines().any(|told| told.starts_with(&line)), "{line} in {}", look.text);
    }
    let first = look.text.lines().find(|line| line.contains(" | ROW | ")).unwrap();
    assert!(first.contains("\"Tom Bradley · Re: Infrastructure budget for the third quarter · Mar 1\" ["), "{first}");
    let text = look.text.split("TEXT:\n").nth(1).unwrap();
    assert_eq!(text, "## Inbox\n", "rows are told once");
}

#[test]
fn a_star_that_was_set_is_one_line() {
    let mut uids = UidTable::default();
    let before = mails(48, None).index(&mut uids);
    let after = mails(48, Some(7)).index(&mut uids);
    assert!(after.elements.len() > 300);
    let told = changes(&before, &after, &RenderOptions::default()).unwrap();
    assert!(tokens(&told) <= 150, "{} tokens: {told}", tokens(&told));
    let rows: Vec<&str> = told.lines().filter(|line| line.contains(" | ROW | ")).collect();
    assert!(matches!(rows[..], [row] if row.starts_with("~ ") && row.contains(" Star: pressed]")), "{told}");
}

#[test]
fn what_differs_from_row_to_row_is_told_in_each() {
    let mut page = Drawn::default();
    for (who, files) in [("Ann Lee", "3 files"), ("Bo", "12 files"), ("Cy", "notes.pdf")] {
        page.row(1, "row", |row| {
            row.words(who);
            row.link(files);
            row.control("input", "checkbox", &format!("Done: {who}"));
            row.control("button", "button", &format!("Delete {who}"));
        });
    }
    let index = page.index(&mut UidTable::default());
    let delete = index.elements.iter().find(|element| element.name.starts_with("Delete")).unwrap();
    assert_eq!(
        index.row_of(delete.uid),
        "3 files\nAnn Lee",
        "what a control shows is of the row, and what can be done is not"
    );
    let look = render(&index, &RenderOptions::default());
    assert!(look.contains("(rows: BUTTON Delete; CHECKBOX Done; LINK files)\n"), "{look}");
    assert!(look.contains("| ROW | \"Ann Lee\" [2 3 files] [3 Done] [4 Delete]\n"), "{look}");
    assert!(look.contains("| ROW | \"Cy · notes.pdf\" [10 LINK \"notes.pdf\"] [11 Done] [12 Delete]\n"), "{look}");
}

#[test]
fn a_control_is_told_by_the_row_it_stands_in_and_equal_ones_by_more() {
    let mut page = Drawn::default();
    for (who, what) in [("Bruno", "Figures of May"), ("Bruno", "Figures of June"), ("Ada", "Lunch")] {
        page.row(1, "row", |row| {
            row.words(who);
            row.words(what);
            row.control("button", "button", "Archive");
        });
    }
    let index = page.index(&mut UidTable::default());
    let places: Vec<&str> =
        index.elements.iter().filter(|e| e.name == "Archive").map(|e| e.context[0].as_str()).collect();
    assert_eq!(places, ["Bruno, Figures of May", "Bruno, Figures of June", "Ada"]);
    assert_eq!(index.row_of(index.elements.last().unwrap().uid), "Ada\nLunch");
}

#[test]
fn forms_menus_and_groups_of_buttons_are_no_rows() {
    let is_plain = |page: Drawn| {
        let look = page.look();
        assert!(!look.contains(" | ROW | "), "{look}");
    };
    // Fields with a hint each; two fields in each line of a form.
    let mut form = Drawn::default();
    for name in ["E-mail", "Street", "City"] {
        form.row(1, "row", |row| {
            _ = row.control("input", "textbox", name);
            row.words("This is shown to nobody else");
        });
    }
    for names in [["First name", "Last name"], ["Code", "Town"]] {
        form.row(2, "row", |row| names.iter().for_each(|name| _ = row.control("input", "textbox", name)));
    }
    is_plain(form);
    // A list of links, and groups of buttons without a word of their own.
    let mut menu = Drawn::default();
    for name in ["Home", "Shop", "Help"] {
        menu.row(1, "row", |row| row.link(name));
    }
    for names in [["Bold", "Italic"], ["Left", "Right"]] {
        menu.row(2, "row", |row| names.iter().for_each(|name| _ = row.control("button", "button", name)));
    }
    is_plain(menu);
    // Switches that are named by what is beside them.
    let mut settings = Drawn::default();
    for name in ["Summary", "Chime", "Previews"] {
        settings.row(1, "row", |row| {
            row.words(name);
            row.control("span", "switch", name);
        });
    }
    is_plain(settings);
    // Columns of a board are not rows, but their cards are.
    let mut board = Drawn::default();
    for (column, cards) in [("To do", ["Roof", "Door"]), ("Done", ["Wall", "Gate"])] {
        board.row(1, "row", |list| {
            list.words(&format!("## {column}"));
            for card in cards {
                list.row(if column == "Done" { 3 } else { 2 }, "row", |row| {
                    row.words(card);
                    row.control("button", "button", "Edit");
                    row.control("button", "button", "Move");
                });
            }
        });
    }
    let look = board.look();
    assert_eq!(look.matches(" | ROW | ").count(), 4, "{look}");
    assert!(look.contains("| ROW | \"Gate\" [") && look.contains("## To do\n"), "{look}");
}

#[test]
fn a_long_row_stays_in_the_text() {
    let mut page = Drawn::default();
    for at in 0..3 {
        page.row(1, "row", |row| {
            row.words(&format!("Post {at}: {}", "what happened on that day, told at length; ".repeat(8)));
            row.control("button", "button", "Like");
            row.control("button", "button", "Reply");
        });
    }
    let look = page.look();
    assert!(look.contains("| ROW | \"Post 0: what happened") && look.contains("[2 Like] [3 Reply]"), "{look}");
    assert!(look.split("TEXT:\n").nth(1).unwrap().contains("Post 2: what happened"), "{look}");
}

#[test]
fn an_open_dialog_is_the_look() {
    let mut uids = UidTable::default();
    let page = |open: bool| {
        let mut page = mails(40, None);
        if open {
            page.nodes.iter_mut().for_each(|node| node.states |= state::BEHIND_MODAL);
            let from = page.nodes.len();
            let behind = std::mem::take(&mut page.text);
            page.words("\u{fdd0}9000\u{fdd3}");
            page.words("## New label");
            page.text += "Label name";
            page.control("input", "textbox", "Label name");
            page.words("\nLabels are seen by all.");
            page.control("button", "button", "Cancel");
            page.control("button", "button", "Save label");
            page.words("\n\u{fdd0}9000\u{fdd4}");
            page.text += &behind;
            page.nodes.iter_mut().skip(from).for_each(|node| node.overlay = 1);
        }
        let overlay = RawOverlay { node: 9_000, kind: "dialog".into(), label: "New label".into(), modal: true };
        let overlays = if open { vec![overlay] } else { Vec::new() };
        RawPage { overlays, ..page_of(page.nodes, &page.text) }
    };
    let before = Index::build(page(false), &mut uids);
    let after = Index::build(page(true), &mut uids);
    let look = render(&after, &RenderOptions::default());
    let behind = before.elements.len();
    let expected = format!("(behind it: {behind} elements)\nTEXT:\n## New label\nLabel name [");
    assert!(look.contains("(open: dialog \"New label\"") && look.contains(&expected), "{look}");
    assert!(!look.contains("Tom Bradley") && look.lines().count() < 15, "{look}");
    // In order, with the place of each control.
    let order: Vec<usize> =
        ["## New label", "Label name [", "Labels are seen", "] ["].map(|part| look.find(part).unwrap()).into();
    assert!(order.is_sorted(), "{look}");
    let told = changes(&before, &after, &RenderOptions::default()).unwrap();
    assert!(tokens(&told) < 150 && told.contains("+ TEXT ## New label\n"), "{told}");
}

#[test]
fn a_box_that_only_looks_like_a_row_is_none_by_itself() {
    let page = |tags: &[&str]| {
        let mut page = Drawn::default();
        for tag in tags {
            page.row(1, "row", |row| {
                row.words("Choose the longest flight, then press one.");
                row.control("button", "button", "Book");
                row.control("button", "button", "Cancel");
            });
            let row = page.nodes.iter_mut().rfind(|node| node.list == 1).unwrap();
            row.tag = (*tag).into();
        }
        page.look()
    };
    assert!(!page(&["div"]).contains("| ROW |"), "{}", page(&["div"]));
    for tags in [&["li"][..], &["tr"], &["div", "div"]] {
        assert!(page(tags).contains("| ROW |"), "{tags:?}: {}", page(tags));
    }
}

#[test]
fn what_changes_where_a_rows_line_is_cut_is_told() {
    let mail = |label: Option<&str>, age: &str| {
        let mut page = Drawn::default();
        for name in ["Ann Lee", "Bob Roe"] {
            page.row(1, "row", |row| {
                row.words(name);
                row.words(&"about the plans for the spring and all that has to be done until then ".repeat(2));
                row.words(age);
                row.words(label.filter(|_| name == "Ann Lee").unwrap_or_default());
                row.control("button", "button", "Star");
                row.control("button", "button", "Archive");
            });
        }
        page
    };
    let told = |before: Drawn, after: Drawn| {
        let mut uids = UidTable::default();
        let before = before.index(&mut uids);
        changes(&before, &after.index(&mut uids), &RenderOptions::default()).unwrap()
    };
    let (without, with) = (|| mail(None, "5 min"), || mail(Some("External Partners"), "5 min"));
    assert!(
        told(without(), with()).contains("(further on in 1: + \"External Partners\")\n"),
        "{}",
        told(without(), with())
    );
    assert!(
        told(with(), without()).contains("(further on in 1: - \"External Partners\")\n"),
        "{}",
        told(with(), without())
    );
    // Ages tick, and what did not change is not reported.
    let ticked = told(with(), mail(Some("External Partners"), "6 min"));
    assert!(!ticked.contains("further on"), "{ticked}");
}

/// People by name and town, each with two buttons.
fn people(rows: &[(&str, &str)]) -> Drawn {
    let mut drawn = Drawn::default();
    for (name, town) in rows {
        drawn.row(1, "row", |row| {
            row.words(name);
            row.words(town);
            row.control("button", "button", "Delete");
            row.control("button", "button", "Edit");
        });
    }
    drawn
}

#[test]
fn of_two_rows_with_one_name_the_one_that_was_seen_is_acted_on() {
    let rows = [("Ann Lee", "Oslo"), ("Bob Roe", "Lima"), ("Ann Lee", "Rome")];
    let swapped = [rows[2], rows[1], rows[0]];
    let delete = |index: &Index, town: &str| {
        let row = index.elements.iter().find(|e| e.kind == ElementKind::Row && e.thing.line.contains(town)).unwrap();
        let is_its = |e: &&Element| e.name == "Delete" && e.row == Some(row.uid);
        index.elements.iter().find(is_its).unwrap().uid
    };
    let mut uids = UidTable::default();
    let seen = people(&rows).index(&mut uids);
    let wanted = delete(&seen, "Oslo");
    // Drawn by index, in the other order: the uid goes with the row.
    let now = people(&swapped).index(&mut uids);
    assert_eq!(delete(&now, "Oslo"), wanted);
    let sight = Sight { seen: Some(&seen), known: &uids, now: &now };
    assert_eq!(sight.find(wanted), Relocated::Still);
    // Where numbers alone are known, the one that has it by now is the other one's.
    let mut others = UidTable::default();
    let renumbered = people(&swapped).index(&mut others);
    assert_eq!(delete(&renumbered, "Rome"), wanted);
    let sight = Sight { seen: Some(&seen), known: &others, now: &renumbered };
    assert_eq!(sight.find(wanted), Relocated::Changed);
    // A row that is the only one of its name may say something else.
    let moved = people(&[("Ann Lee", "Bergen"), rows[1]]).index(&mut UidTable::default());
    let before = people(&rows[..2]).index(&mut UidTable::default());
    let sight = Sight { seen: Some(&before), known: &uids, now: &moved };
    assert_eq!(sight.find(delete(&before, "Oslo")), Relocated::Still);
}

/// A part of a settings page: its heading, and a line for each setting.
fn settings(page: &mut Drawn, title: &str, of: &[(&str, &str, &str)]) {
    page.row(1, "row", |part| {
        part.words(&format!("## {title}"));
        for (role, name, words) in of {
            part.words(words);
            part.control("div", role, name);
        }
    });
}

#[test]
fn parts_of_a_settings_page_are_no_rows() {
    let mut page = Drawn::default();
    settings(
        &mut page,
        "General",
        &[
            ("combobox", "Home view", "The view that opens when you log in."),
            ("switch", "Display full names", "Show full names instead of usernames."),
            ("combobox", "First day", "How calendars display your weeks."),
        ],
    );
    settings(
        &mut page,
        "Desktop",
        &[
            ("switch", "Notification badge", "Show badges on the icon."),
            ("switch", "Spell check", "Check spelling as you type."),
        ],
    );
    settings(
        &mut page,
        "Data",
        &[
            ("button", "Import", "Bring everything from another workspace."),
            ("button", "Export", "Take everything with you."),
            ("button", "Erase", "Forget everything."),
        ],
    );
    let look = page.look();
    assert!(!look.contains("ROW"), "{look}");
    for line in ["| SWITCH | \"Spell check\"", "| SELECT | \"First day\"", "| BUTTON | \"Export\""] {
        assert!(look.contains(line), "{line} in {look}");
    }
    // The control: what repeats in each makes rows of them.
    let mut page = Drawn::default();
    for name in NAMES {
        page.row(1, "row", |row| {
            row.words(&format!("## {name}"));
            row.control("div", "switch", "Muted");
            row.control("button", "button", "Call");
        });
    }
    assert_eq!(page.look().matches(" | ROW | ").count(), NAMES.len());
}

#[test]
fn names_keep_their_signs() {
    let mut page = Drawn::default();
    for name in NAMES {
        page.row(1, "onclick", |row| {
            row.words(name);
            row.control("button", "button", "Mark Done (E)");
            row.control("button", "button", &format!("Delete ({name})"));
        });
    }
    let look = page.look();
    assert!(look.contains("BUTTON Mark Done (E), Delete") || look.contains("BUTTON Delete, Mark Done (E)"), "{look}");
}

#[test]
fn cells_stand_under_their_heads_also_where_one_is_empty_or_says_what_another_says() {
    let mut page = Drawn::default();
    page.words("| | Number | Reference | To | Total | Due |");
    for (number, cells) in [("INV-1", "RB | Redback | $5 | $5"), ("INV-2", " | Bright Spark | $7 | $0")] {
        page.row(1, "pointer", |row| {
            row.text += "| ";
            row.control("input", "checkbox", "Select");
            row.words(&format!("| {number} | {cells} |"));
        });
    }
    let look = page.look();
    for row in ["\"INV-1 | RB | Redback | $5 | $5\" [", "\"INV-2 | | Bright Spark | $7 | $0\" ["] {
        assert!(look.contains(row), "{row} in {look}");
    }
    assert!(look.contains("columns \"Number | Reference | To | Total | Due\""), "{look}");
}

#[test]
fn what_a_list_in_a_row_has_chosen_is_its_value_and_no_name_of_the_row() {
    let lines = |chosen: &str, total: &str| {
        let mut page = Drawn::default();
        page.row(1, "row", |row| {
            row.link(chosen);
            let list = row.nodes.last_mut().unwrap();
            (list.tag, list.role, list.name, list.value) =
                ("div".into(), "combobox".into(), "Item".into(), Some(chosen.into()));
            row.control("input", "textbox", "Qty");
            row.nodes.last_mut().unwrap().value = Some("1".into());
            row.control("button", "button", "Remove");
            row.words(&format!("\n{total}"));
        });
        page
    };
    let mut uids = UidTable::default();
    let before = lines("-- Select Item --", "$0.00").index(&mut uids);
    let after = lines("TRAINING - On-site", "$2,200.00").index(&mut uids);
    let numbers = |index: &Index| index.elements.iter().map(|element| element.uid).collect::<Vec<_>>();
    assert_eq!(numbers(&before), numbers(&after));
    let look = render(&after, &RenderOptions::default());
    assert!(!look.contains("ROW | \"TRAINING"), "{look}");
}

#[test]
fn another_record_in_the_same_place_is_another_thing_and_one_in_another_state_is_not() {
    let of = |mails: &[(&str, u32)], url: &str| {
        let mut page = Drawn::default();
        for (words, record) in mails {
            page.row(1, "onclick", |row| {
                row.words(words);
                row.control("button", "button", "Archive");
                row.control("button", "button", "Star");
                row.nodes.iter_mut().filter(|node| node.owner == 0).for_each(|node| node.owner = *record);
            });
            page.nodes.last_mut().unwrap().owner = *record;
        }
        RawPage { url: url.into(), ..page_of(page.nodes, &page.text) }
    };
    let kept = |before: RawPage, after: RawPage| {
        let mut uids = UidTable::default();
        let numbers =
            |index: Index| index.elements.iter().map(|element| element.uid).collect::<std::collections::BTreeSet<_>>();
        let (before, after) = (numbers(Index::build(before, &mut uids)), numbers(Index::build(after, &mut uids)));
        before.intersection(&after).count()
    };
    let here = "https://mail.example/#inbox";
    let other = ("Zoe Young\nWeekly figures of the northern region\nMar 1", 0);
    let ben = |words: &'static str, record: u32| [(words, record), other];
    let (lease, security) =
        ("Ben Carter\nOffice Lease Renewal\nMar 3", "Ben Carter\nVendor Security Assessment\nMar 5");
    // By words: another mail of the same person.
    assert_eq!(kept(of(&ben(lease, 0), here), of(&ben(security, 0), here)), 3, "only the other mail stays");
    // By its record, where words tell too little.
    let (lunch, dinner) = ("Ben Carter\nLunch\nMar 3", "Ben Carter\nDinner\nMar 3");
    assert_eq!(kept(of(&ben(lunch, 7), here), of(&ben(dinner, 8), here)), 3);
    assert_eq!(kept(of(&ben(lunch, 7), here), of(&ben(dinner, 7), here)), 6, "the control: the same record");
    // On another page of the site nothing is what it was, but below the same address it is.
    let at = |url: &str| of(&ben(lease, 0), url);
    assert_eq!(kept(at("https://mail.example/#issue/13"), at("https://mail.example/#issue/15")), 0);
    assert_eq!(kept(at(here), at("https://mail.example/#inbox/5")), 6);
    // Nor does a press follow there.
    let mut uids = UidTable::default();
    let seen = Index::build(at("https://mail.example/#issue/13"), &mut uids);
    let known = uids.clone();
    let now = Index::build(at("https://mail.example/#issue/15"), &mut uids);
    let sight = Sight { seen: Some(&seen), known: &known, now: &now };
    let star = seen.elements.iter().find(|element| element.name == "Star").unwrap();
    assert!(matches!(sight.find(star.uid), Relocated::Alike(_)), "{:?}", sight.find(star.uid));
}

#[test]
fn what_a_button_pays_is_read_from_the_lines_around_it() {
    let shown = |draw: &dyn Fn(&mut Drawn) -> u32| {
        let mut page = Drawn::default();
        let node = draw(&mut page);
        let index = page.index(&mut UidTable::default());
        let uid = index.elements.iter().find(|element| element.target.node == node).unwrap().uid;
        index.amounts_near(uid)
    };
    let cart = |page: &mut Drawn| {
        page.words("Lamp | € 19.90");
        page.words("Delivery in 3 days, order 1290");
        page.words("Shipping 4,50 EUR");
        page.words("Total: €53.40");
        page.control("button", "button", "Pay")
    };
    assert_eq!(shown(&cart), ["Lamp | € 19.90", "Shipping 4,50 EUR", "Total: €53.40"]);
    // The nearest ones of many, and none from far away.
    let many = |page: &mut Drawn| {
        (1..=9).for_each(|price| page.words(&format!("Thing {price} ${price}.00")));
        page.control("button", "button", "Buy")
    };
    assert_eq!(shown(&many), ["Thing 7 $7.00", "Thing 8 $8.00", "Thing 9 $9.00"]);
    let far = |page: &mut Drawn| {
        page.words("Total: €53.40");
        (0..40).for_each(|_| page.words("Words about something else altogether."));
        page.control("button", "button", "Buy")
    };
    assert!(shown(&far).is_empty());
    // A column after the button, where the page writes it so.
    let behind = |page: &mut Drawn| {
        let button = page.control("button", "button", "Pay");
        page.words("Your order");
        page.words("Total CHF 1'299.00");
        button
    };
    assert_eq!(shown(&behind), ["Total CHF 1'299.00"]);
}

#[test]
fn amounts_are_told_from_other_numbers() {
    for line in ["$5", "5 €", "Total: €1,299", "₹ 500", "12,50 EUR", "PLN 9.99", "|Sum|£3|"] {
        assert!(crate::has_amount(line), "{line}");
    }
    for line in ["Page 2 of 7", "Version 1.25", "May 12", "THE 12", "ISO 4217", "GPT 4.5", "C$", "12.05.2026", ""] {
        assert!(!crate::has_amount(line), "{line}");
    }
}

/// Cards with a title and the link of whoever wrote it, under a heading: nothing repeats in them.
fn cards(page: &mut Drawn, list: u32, place: u32, of: &[(&str, &str)]) {
    for (title, by) in of {
        let from = page.nodes.len();
        page.row(list, "row", |row| {
            row.control("a", "link", title);
            row.words(&format!("\n{title}"));
            row.link(by);
        });
        page.nodes.iter_mut().skip(from).for_each(|node| node.context = place);
    }
}

#[test]
fn rows_of_several_lists_say_in_which_they_are() {
    let wells = ("The Time Machine", "H. G. Wells");
    let mut page = Drawn::default();
    page.words("## Discover");
    cards(&mut page, 1, 1, &[("Frankenstein", "Mary Shelley"), wells]);
    page.words("## Rating: 3 stars");
    cards(&mut page, 2, 2, &[("Silas Marner", "George Eliot"), wells]);
    let contexts = ["Discover", "Rating: 3 stars"]
        .map(|label| RawContext { kind: "heading".into(), label: label.into(), ..RawContext::default() })
        .to_vec();
    let look = |page: Drawn, contexts: &[RawContext]| {
        let raw = RawPage { contexts: contexts.to_vec(), ..page_of(page.nodes, &page.text) };
        render(&Index::build(raw, &mut UidTable::default()), &RenderOptions::default())
    };
    let told = look(page, &contexts);
    let at = |part: &str| told.find(part).unwrap_or_else(|| panic!("{part} in {told}"));
    let order = [
        at("(rows in \"Discover\")\n"),
        at("| ROW | \"Frankenstein"),
        at("(rows in \"Rating: 3 stars\")\n"),
        at("| ROW | \"Silas Marner"),
    ];
    assert!(order.is_sorted(), "{told}");
    // The control: one list alone needs no such line.
    let mut page = Drawn::default();
    cards(&mut page, 2, 2, &[("Silas Marner", "George Eliot"), wells]);
    let told = look(page, &contexts);
    assert!(told.contains("| ROW |") && !told.contains("(rows"), "{told}");
}

#[test]
fn a_row_that_is_called_as_the_one_link_in_it_means_the_link() {
    let mut page = Drawn::default();
    for links in [vec!["Silas Marner"], vec!["Frankenstein"], vec!["Twice told", "Twice told"]] {
        page.row(1, "row", |row| {
            for link in &links {
                row.control("a", "link", link);
            }
            row.words(&format!("\n{}", links[0]));
            row.control("button", "button", "Read");
        });
    }
    let index = page.index(&mut UidTable::default());
    let named = |text: &str| {
        let wanted = crate::named::Wanted { text: text.into(), ..Default::default() };
        crate::named::named(&index, &wanted)
    };
    let kind = |named: &crate::named::Named| match named {
        crate::named::Named::One(uid) => index.element(*uid).map(|element| element.kind),
        _ => None,
    };
    let names: Vec<&str> =
        index.elements.iter().filter(|e| e.kind == ElementKind::Row).map(|e| e.name.as_str()).collect();
    assert_eq!(names, ["Silas Marner", "Frankenstein", "Twice told"]);
    assert_eq!(kind(&named("Frankenstein")), Some(ElementKind::Link));
    // The control: which of two links is meant is not known.
    assert_eq!(kind(&named("Twice told")), None);
}

#[test]
fn a_short_title_is_a_row_where_most_of_its_list_are() {
    let look = |of: &[(&str, &str)]| {
        let mut page = Drawn::default();
        cards(&mut page, 1, 0, of);
        page.look()
    };
    let (emma, nana) = (("Emma", "Jane Austen"), ("Nana", "Zola"));
    let told = look(&[emma, ("Frankenstein", "Mary Shelley"), nana, ("Silas Marner", "George Eliot")]);
    assert_eq!(told.matches(" | ROW | ").count(), 4, "{told}");
    // The control: where most say little, nothing is a row.
    let told = look(&[emma, nana, ("Dracula", "Stoker"), ("Frankenstein", "Mary Shelley")]);
    assert!(!told.contains(" | ROW | "), "{told}");
}

#[test]
fn a_row_is_called_by_its_name_and_not_by_a_time_that_ticks() {
    let files = |files: &[(&str, &str)], link: bool| {
        let mut page = Drawn::default();
        for (name, age) in files {
            page.row(1, "row", |row| {
                if link {
                    row.link(name)
                } else {
                    row.words(name)
                }
                row.words(age);
                row.control("input", "checkbox", "Select");
            });
        }
        page.nodes.iter_mut().filter(|node| node.list == 1).for_each(|node| node.tag = "li".into());
        page
    };
    let check = |before: &[(&str, &str)], after: &[(&str, &str)], link: bool, expected: &str| {
        let mut uids = UidTable::default();
        let before = files(before, link).index(&mut uids);
        let after = files(after, link).index(&mut uids);
        let uids = |index: &Index| index.elements.iter().map(|one| one.uid).collect::<Vec<_>>();
        assert_eq!(uids(&before), uids(&after));
        let box_ = after.elements.iter().find(|one| one.kind == ElementKind::Checkbox).unwrap();
        assert_eq!(box_.context.first().map(String::as_str), Some(expected));
    };
    check(&[("untitled.txt", "1s ago")], &[("untitled.txt", "6s ago")], true, "untitled.txt");
    check(&[("untitled.txt", "vor 1 Sek.")], &[("untitled.txt", "vor 6 Sek.")], true, "untitled.txt");
    let two = |age| [("notes 1", age), ("notes 2", "3m ago")];
    check(&two("1s ago"), &two("6s ago"), true, "notes 1");
    // The control: what says its own name is called by it.
    check(&[("untitled.txt", "1s ago")], &[("untitled.txt", "6s ago")], false, "untitled.txt");
    check(&[("Order 17", "1s ago")], &[("Order 17", "6s ago")], false, "Order 17");
}

#[test]
fn what_a_menu_offers_is_about_the_row_of_the_control_that_opened_it() {
    let mut page = Drawn::default();
    let openers: Vec<u32> = ["Welcome", "Breads", "Contact"]
        .into_iter()
        .map(|title| {
            let mut opener = 0;
            page.row(1, "row", |row| {
                row.words(title);
                row.words("Live");
                opener = row.control("button", "button", "More");
            });
            opener
        })
        .collect();
    let mut opened = |name: &str, by: u32| {
        let number = page.control("button", "menuitem", name);
        page.nodes.last_mut().unwrap().opener = by;
        number
    };
    let more = opened("Settings", openers[1]);
    opened("Delete", openers[1]);
    opened("Delete for good", more);
    opened("Log out", 0);
    // Nothing is known of one that is no longer there.
    opened("Leave", 99);
    let index = page.index(&mut UidTable::default());
    let about = |name: &str| index.opened_for(index.elements.iter().find(|one| one.name == name).unwrap().uid);
    assert_eq!(about("Delete"), "Breads\nLive");
    assert_eq!(about("Delete for good"), "Breads\nLive");
    assert_eq!(about("Log out"), "");
    assert_eq!(about("Leave"), "");
    assert!(index.elements.iter().all(|one| one.name != "Delete" || index.row_of(one.uid).is_empty()));
}
