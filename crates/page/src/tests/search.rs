//! Search, reading, and the changes between two looks.

use super::*;

#[test]
fn a_small_change_is_told_small_and_a_large_one_in_full() {
    let mut uids = UidTable::default();
    let before = Index::build(page("controls"), &mut uids);
    let same = changes(&before, &before, &RenderOptions::default()).unwrap();
    assert!(same.contains("no visible change"), "{same}");

    let mut raw = page("controls");
    raw.nodes.retain(|n| n.name != "the help");
    raw.nodes.iter_mut().find(|n| n.name == "In stock").unwrap().states &= !state::CHECKED;
    raw.nodes.push(RawNode {
        node: 900,
        tag: "button".into(),
        role: "button".into(),
        name: "Undo".into(),
        ..RawNode::default()
    });
    raw.text.push_str("\n3 results");
    let after = Index::build(raw, &mut uids);
    let text = changes(&before, &after, &RenderOptions::default()).unwrap();
    let uid = |index: &Index, name: &str| index.elements.iter().find(|e| e.name == name).unwrap().uid;
    assert!(text.starts_with("CHANGES since the last look:\n"), "{text}");
    assert!(text.contains(&format!("+ {} | BUTTON | \"Undo\"", uid(&after, "Undo"))), "{text}");
    assert!(text.contains(&format!("- {} | LINK", uid(&before, "the help"))), "{text}");
    assert!(text.contains(&format!("~ {} | CHECKBOX | \"In stock\" [in: Order]\n", uid(&after, "In stock"))), "{text}");
    assert!(text.contains("+ TEXT 3 results"), "{text}");

    assert_eq!(changes(&before, &index("nested"), &RenderOptions::default()), None);
    let mut moved = page("controls");
    moved.nodes.iter_mut().for_each(|n| n.name.push('!'));
    let moved = Index::build(moved, &mut uids);
    assert_eq!(changes(&before, &moved, &RenderOptions::default()), None);
}

#[test]
fn search_finds_names_values_options_and_text() {
    let index = index("controls");
    let check = |query: &str, expected: &str| {
        let best = find::rank(&index, query);
        let name = best.first().and_then(|(uid, _)| index.element(*uid)).map_or("", |e| e.name.as_str());
        assert_eq!(name, expected, "{query}: {best:?}");
    };
    check("sort by", "Sort by");
    check("e-mail", "E-mail");
    check("Order", "Order now");
    check("shiping", "Shipping");
    check("add to cart desk lamp", "Add to cart");
    check("checkbox stock", "In stock");
    check("Rating", "Sort by");
    check("zebra", "");
    let text = find::find(&index, "phone", 5, &RenderOptions::default());
    assert!(text.contains("Phone 555"), "{text}");
}

#[test]
fn identity_allows_counters_but_not_other_words() {
    let check = |seen: (&str, &str), now: (&str, &str), same: bool| {
        let seen = Seen { role: seen.0.into(), name: seen.1.into() };
        assert_eq!(same_identity(&seen, now.0, now.1), same, "{seen:?} {now:?}");
    };
    check(("button", "Like (3)"), ("button", "Like (4)"), true);
    check(("button", "Save"), ("button", "Delete"), false);
    check(("button", "Save"), ("link", "Save"), false);
    check(("button", "3"), ("button", "4"), false);
    check(("link", "Page 2"), ("link", "Page 3"), false);
    check(("link", "Photo (1).jpg"), ("link", "Photo (2).jpg"), false);
    check(("button", "Resend in 0:59"), ("button", "Resend in 0:58"), true);
    check(("link", "Report, 5 minutes ago"), ("link", "Report, 6 minutes ago"), true);
    check(("link", "Upload 40%"), ("link", "Upload 41%"), true);
    check(("", ""), ("", ""), true);
}

#[test]
fn what_waits_behind_an_open_menu_is_counted_and_not_listed() {
    let mut before = page("controls");
    before.overlays.clear();
    let mut after = before.clone();
    after.overlays.push(RawOverlay { node: 9_000, kind: "menu".into(), ..RawOverlay::default() });
    for node in &mut after.nodes {
        node.states |= state::BEHIND_MODAL;
    }
    after.nodes.push(RawNode {
        node: 9_001,
        tag: "div".into(),
        role: "menuitem".into(),
        name: "Copy".into(),
        overlay: 1,
        ..RawNode::default()
    });
    let mut uids = UidTable::default();
    let (before, after) = (Index::build(before, &mut uids), Index::build(after, &mut uids));
    let text = crate::changes::changes(&before, &after, &RenderOptions::default()).unwrap();
    assert!(text.contains("MENUITEM | \"Copy\"") && text.contains("(behind it: "), "{text}");
    assert!(!text.lines().any(|line| line.starts_with("- ")) && !text.contains("no visible change"), "{text}");
}

#[test]
fn signs_short_words_accents_and_any_order_are_found() {
    let names = ["+", "€", "H", "Straße", "Häagen", "Search the shop", "Café crème"];
    let nodes = names.iter().zip(1..).map(|(name, node)| button(node, name)).collect();
    let index = Index::build(page_of(nodes, "Total: 5 €\nThe shop\nKöln liegt am Rhein"), &mut UidTable::default());
    let check = |query: &str, expected: &[&str]| {
        let found = find::rank(&index, query);
        let found: Vec<&str> = found.iter().filter_map(|(uid, _)| Some(index.element(*uid)?.name.as_str())).collect();
        assert_eq!(found, expected, "{query}");
    };
    check("+", &["+"]);
    check("€", &["€"]);
    check("H", &["H"]);
    check("strasse", &["Straße"]);
    check("haagen", &["Häagen"]);
    check("shop search", &["Search the shop"]);
    check("creme cafe", &["Café crème"]);
    check("CAFE", &["Café crème"]);
    let text = |query: &str| find::find(&index, query, 5, &RenderOptions::default());
    assert!(text("€").contains("Total: 5 €"), "{}", text("€"));
    assert!(text("rhein koln").contains("Köln liegt am Rhein"), "{}", text("rhein koln"));
}

#[test]
fn rows_are_told_with_their_controls() {
    let sign = |node: u32, end: char| format!("\u{fdd0}{node}{end}");
    let (unsaid, said) = ('\u{fdd1}', '\u{fdd2}');
    let cell = |node: u32, name: &str| RawNode { tag: "td".into(), role: "gridcell".into(), ..button(node, name) };
    let text = format!(
        "| Ann | {} |\n| Bob | {} |\n| {} Oslo | {} Rome\n{}\nPress {} to go on",
        sign(1, unsaid),
        sign(2, unsaid),
        sign(3, said),
        sign(4, said),
        sign(5, unsaid),
        sign(5, unsaid)
    );
    let nodes = vec![
        button(1, "Delete"),
        button(2, "Delete"),
        cell(3, "Oslo"),
        cell(4, "Rome"),
        button(5, "Go"),
        button(6, "End"),
    ];
    let index = Index::build(page_of(nodes, &text), &mut UidTable::default());
    let look = render(&index, &RenderOptions::default());
    assert!(
        look.ends_with("TEXT:\n| Ann | [1] |\n| Bob | [2] |\n| [3] Oslo | [4] Rome\nPress [5] to go on\n"),
        "{look}"
    );
    assert!(!look.contains("\"Oslo\"") && look.contains("6 | BUTTON | \"End\""), "{look}");
    // Elements that did not fit into the list are named in the text.
    let tight = render(&index, &RenderOptions { tokens: 230, ..RenderOptions::default() });
    assert!(tight.contains("2 | BUTTON") != tight.contains("[2 Delete]"), "{tight}");
    assert_eq!(index.text, "| Ann | |\n| Bob | |\n| Oslo | Rome\nPress to go on");
    let (read, _) = find::read(&index, 0, 10_000);
    assert!(read.starts_with("| Ann | [1 Delete] |\n") && read.contains("\n[5 Go]\nPress [5 Go] to go on"), "{read}");
    assert!(find::find(&index, "Bob", 5, &RenderOptions::default()).contains("| Bob | [2 Delete] |"));
}

#[test]
fn a_search_is_for_words_and_what_matches_in_part_is_left_out_or_marked() {
    let names = ["Martinez, 8 mails", "Report of Mar 8, 2024", "March 18", "Mar 80", "Starred", "Star"];
    let nodes = names.iter().zip(1..).map(|(name, node)| button(node, name)).collect();
    let text = "Lunch with Martinez at 8\nInvoice of Mar 8, paid\nInvoice of Mar 80";
    let index = Index::build(page_of(nodes, text), &mut UidTable::default());
    let found = |query: &str| find::find(&index, query, 25, &RenderOptions::default());
    let dated = found("Mar 8,");
    assert!(dated.contains("\"Report of Mar 8, 2024\"") && dated.contains(": Invoice of Mar 8, paid"), "{dated}");
    for other in ["Martinez", "March 18", "Mar 80"] {
        assert!(!dated.contains(other), "{other} in {dated}");
    }
    assert!(dated.contains(" elements that match only in part are left out)"), "{dated}");
    let best: Vec<u32> = find::rank(&index, "star").into_iter().map(|(uid, _)| uid).collect();
    assert_eq!(best, [6, 5], "an equal name comes first, and one that merely begins so last");
    let part = found("tarre");
    assert!(part.contains("\"Starred\" [not in view] [matches in part]"), "{part}");
    // The text alone has it: no element that merely resembles it is offered.
    let text = found("lunch with martinez");
    assert!(text.contains(": Lunch with Martinez at 8") && !text.contains("BUTTON"), "{text}");
}

#[test]
fn scripts_without_blanks_are_searched_without_them() {
    let index = Index::build(page_of(vec![button(1, "台灯泡架")], "新灯泡到了"), &mut UidTable::default());
    let found = find::find(&index, "灯泡", 25, &RenderOptions::default());
    assert!(found.contains("台灯泡架") && found.contains("新灯泡到了") && !found.contains("in part"), "{found}");
}

#[test]
fn text_keeps_the_words_that_name_what_stands_beside_them() {
    let said = |node: u32| format!("\u{fdd0}{node}\u{fdd2}");
    let link = |node: u32, name: &str| RawNode { tag: "a".into(), role: "link".into(), ..button(node, name) };
    let nodes = vec![
        link(1, "Minimum Payment Due"),
        link(2, "Home"),
        link(3, "Help"),
        button(4, "Inter"),
        link(5, "Terms"),
        link(6, "Privacy"),
    ];
    let text = format!(
        "{} Home\n{} Help\n## Card\n{} Minimum Payment Due\n$35.00\nFont\n{} Inter\nInter\n## More\n{} Terms | {} Privacy",
        said(2),
        said(3),
        said(1),
        said(4),
        said(5),
        said(6)
    );
    let mut uids = UidTable::default();
    let look = render(&Index::build(page_of(nodes, &text), &mut uids), &RenderOptions::default());
    // What names a value stays, with the control's number; an equal text that is not a control stays; links among themselves are in the list alone.
    assert!(
        look.ends_with("TEXT:\n## Card\n[1] Minimum Payment Due\n$35.00\nFont\n[4] Inter\nInter\n## More\n"),
        "{look}"
    );
}

#[test]
fn words_that_were_sought_are_told_by_the_search_alone() {
    let found = |node: u32, name: &str| RawNode { why: "text".into(), tag: "div".into(), ..button(node, name) };
    let text = "\u{fdd0}2\u{fdd2} Theme\nLight\n\u{fdd0}3\u{fdd2} Which theme suits you?\n";
    let mut uids = UidTable::default();
    let plain = "Theme\nLight\nWhich theme suits you?\n";
    let before = Index::build(page_of(vec![button(1, "Theme")], plain), &mut uids);
    let nodes = vec![button(1, "Theme"), found(2, "Theme"), found(3, "Which theme suits you?")];
    let after = Index::build(page_of(nodes, text), &mut uids);
    let told = find::find(&after, "Theme", 5, &RenderOptions::default());
    assert_eq!(told.matches("| \"Theme\"").count(), 1, "the caption gives its control: {told}");
    assert!(told.contains("| \"Which theme suits you?\""), "{told}");
    let changes = changes(&before, &after, &RenderOptions::default()).unwrap();
    assert!(changes.contains("no visible change"), "{changes}");
    let look = render(&after, &RenderOptions::default());
    assert!(look.contains("\nWhich theme suits you?\n"), "{look}");
}
