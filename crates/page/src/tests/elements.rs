//! The list of elements: which are in it, how each is described, and what is shortened first.

use super::*;

/// A page with one section of buttons in view and a long one of links below it.
fn long_page(links: u32) -> RawPage {
    let link = |at: u32| RawNode {
        node: 100 + at,
        tag: "a".into(),
        role: "link".into(),
        name: format!("Archive of month {at}"),
        href: format!("https://a.example/{at}"),
        rect: Rect { x: 0, y: 2_000, width: 90, height: 20 },
        context: 1,
        ..RawNode::default()
    };
    let twin = RawNode { node: 9_000, context: 2, ..link(7) };
    RawPage {
        version: RAW_VERSION,
        document: "long".into(),
        viewport: Viewport { width: 1_000, height: 800, full_height: 9_000, ..Viewport::default() },
        nodes: (0..links).map(link).chain([twin]).collect(),
        contexts: vec![
            RawContext { parent: 0, kind: "section".into(), label: "All months".into() },
            RawContext { parent: 0, kind: "footer".into(), label: String::new() },
        ],
        ..RawPage::default()
    }
}

#[test]
fn what_is_out_of_sight_is_told_in_fewer_words_before_any_of_it_is_left_out() {
    let index = Index::build(long_page(300), &mut UidTable::default());
    let options = RenderOptions { task_words: task_words("read month 299"), ..RenderOptions::default() };
    let all = look(&index, &options);
    assert_eq!((all.left_out, all.shown.len()), (0, 300), "{}", all.text);
    let list = all.text.split("TEXT:").next().unwrap();
    let lines: Vec<&str> = list.lines().filter(|line| line.contains("| LINK |")).collect();
    let whole = lines.iter().filter(|line| line.contains(" [in: All months]")).count();
    let cost: usize = lines.iter().filter(|line| line.contains(" [in: ")).map(|line| tokens(line) + 1).sum();
    assert!(whole > 50 && cost <= options.tokens / 4, "{whole} whole ones, {cost} tokens");
    assert!(list.contains("\"Archive of month 299\" [in: "), "the task's words come first");
    assert!(list.contains("| LINK | \"Archive of month 298\"\n"), "{list}");
}

#[test]
fn what_has_no_room_is_named_by_section() {
    let index = Index::build(long_page(900), &mut UidTable::default());
    let look = look(&index, &RenderOptions::default());
    let list = look.text.split("TEXT:").next().unwrap();
    assert!(look.left_out > 100 && look.shown.len() > 300, "{}", look.left_out);
    assert!(
        list.contains(&format!("({} more elements (", look.left_out)) && list.contains("in \"All months\")"),
        "{list}"
    );
    let section = find::find(&index, "All months", 25, &RenderOptions::default());
    assert!(section.contains("\"Archive of month 0\"") && section.contains(" more elements)"), "{section}");
}

#[test]
fn the_same_link_twice_has_one_line_that_names_both_and_is_found_twice() {
    let index = Index::build(long_page(20), &mut UidTable::default());
    let look = look(&index, &RenderOptions::default());
    assert_eq!(look.text.matches("\"Archive of month 7\"").count(), 1, "{}", look.text);
    let uid = |node: u32| index.elements.iter().find(|e| e.target.node == node).unwrap().uid;
    let line = format!("{} | LINK | \"Archive of month 7\" [in: All months] [also: {}]\n", uid(107), uid(9_000));
    assert!(look.text.contains(&line), "{line}{}", look.text);
    assert_eq!(look.left_out, 0);
    let found = find::find(&index, "Archive of month 7", 25, &RenderOptions::default());
    assert_eq!(found.matches("| \"Archive of month 7\"").count(), 2, "{found}");
}

#[test]
fn a_card_around_one_link_is_the_link_and_one_with_a_button_stays() {
    let card = |node: u32, name: &str| RawNode {
        node,
        tag: "div".into(),
        why: "pointer".into(),
        name: name.into(),
        ..RawNode::default()
    };
    let inner = |node: u32, parent: u32, tag: &str, name: &str, href: &str| RawNode {
        node,
        parent,
        tag: tag.into(),
        role: if tag == "a" { "link".into() } else { "button".into() },
        name: name.into(),
        href: href.into(),
        ..RawNode::default()
    };
    let raw = RawPage {
        version: RAW_VERSION,
        nodes: vec![
            card(1, "Lamp Lamp 12 EUR"),
            inner(2, 1, "a", "Lamp", "https://a.example/lamp"),
            card(3, "Chair 40 EUR"),
            inner(4, 3, "button", "Add", ""),
        ],
        ..RawPage::default()
    };
    let index = Index::build(raw, &mut UidTable::default());
    let kept: Vec<u32> = index.elements.iter().map(|e| e.target.node).collect();
    assert_eq!(kept, [2, 3, 4]);
}

#[test]
fn long_options_are_told_apart_by_both_ends() {
    let option = |label: &str| crate::raw::RawOption { label: label.to_owned(), ..Default::default() };
    let labels = [
        "Authentication and Authorization | group | Can add group",
        "Authentication and Authorization | group | Can view group",
    ];
    let node = raw::RawNode {
        node: 1,
        tag: "select".into(),
        role: "listbox".into(),
        name: "Available".into(),
        options: labels.map(option).into(),
        option_count: 2,
        rect: raw::Rect { x: 0, y: 0, width: 100, height: 20 },
        ..raw::RawNode::default()
    };
    let page = RawPage { version: raw::RAW_VERSION, nodes: vec![node], ..RawPage::default() };
    let text = render(&Index::build(page, &mut UidTable::default()), &RenderOptions::default());
    assert!(
        text.contains("\"Authentication and A…oup | Can add group\", \"Authentication and A…up | Can view group\""),
        "{text}"
    );
}

#[test]
fn links_whose_address_says_nothing_are_each_told() {
    let link = |node: u32, name: &str, href: &str, context: u32| RawNode {
        node,
        tag: "a".into(),
        role: "link".into(),
        name: name.into(),
        href: href.into(),
        context,
        ..RawNode::default()
    };
    let row = |label: &str| RawContext { parent: 0, kind: "row".into(), label: label.into() };
    let raw = RawPage {
        version: RAW_VERSION,
        url: "https://a.example/list?page=2".into(),
        contexts: vec![row("Ann"), row("Bob")],
        nodes: vec![
            link(1, "Open Open", "https://a.example/list?page=2#", 0),
            link(2, "Open Open", "https://a.example/list?page=2#", 0),
            link(3, "Edit", "https://a.example/list", 1),
            link(4, "Edit inline", "https://a.example/list#", 1),
            link(5, "Edit", "https://a.example/list", 2),
            link(6, "Home", "https://a.example/", 0),
            link(7, "Home", "https://a.example/", 0),
        ],
        ..RawPage::default()
    };
    let index = Index::build(raw, &mut UidTable::default());
    let text = render(&index, &RenderOptions::default());
    for (line, times) in [("\"Open\"\n", 2), ("\"Edit\" ", 2), ("\"Edit inline\"", 1), ("\"Home\"", 1)] {
        assert_eq!(text.matches(line).count(), times, "{line} in {text}");
    }
}

#[test]
fn what_is_around_one_control_and_says_no_more_is_no_element_of_its_own() {
    let node = |number: u32, role: &str, why: &str, name: &str, parent: u32| RawNode {
        node: number,
        tag: "div".into(),
        role: role.into(),
        why: why.into(),
        name: name.into(),
        parent,
        ..RawNode::default()
    };
    let kept = |nodes: &[RawNode]| -> Vec<u32> {
        let keep = crate::distil::kept_nodes(nodes, &[]);
        nodes.iter().zip(keep).filter(|(_, keep)| *keep).map(|(node, _)| node.node).collect()
    };
    // A calendar day; a cell around a tick box, with what is drawn for it in between.
    assert_eq!(kept(&[node(1, "gridcell", "", "March 1", 0), node(2, "button", "", "March 1", 1)]), [2]);
    let ticked =
        [node(1, "gridcell", "", "Select", 0), node(2, "", "pointer", "", 1), node(3, "checkbox", "", "Select", 2)];
    assert_eq!(kept(&ticked), [3]);
    // A field's box, which repeats its label and name.
    assert_eq!(kept(&[node(1, "", "pointer", "Food Food", 0), node(2, "combobox", "", "Food", 1)]), [2]);
    // A cell that says more, and one with two controls.
    assert_eq!(kept(&[node(1, "gridcell", "", "Ann Edit", 0), node(2, "button", "", "Edit", 1)]), [1, 2]);
    let two =
        [node(1, "gridcell", "", "Edit Edit", 0), node(2, "button", "", "Edit", 1), node(3, "button", "", "Edit", 1)];
    assert_eq!(kept(&two), [1, 2, 3]);
    // Rows selected through their cells, rows without anything to press, and expandable rows.
    let cell = node(2, "gridcell", "", "Ann", 1);
    assert_eq!(kept(&[node(1, "row", "", "Ann", 0), cell.clone()]), [2]);
    assert_eq!(kept(&[node(1, "row", "", "Ann", 0)]), [1]);
    assert_eq!(kept(&[RawNode { states: state::COLLAPSED, ..node(1, "row", "", "Ann", 0) }, cell]), [1, 2]);
}

#[test]
fn a_field_without_a_name_says_its_kind_and_a_cut_value_where_the_rest_is() {
    let field = |node: u32, kind: &str, value: &str| RawNode {
        node,
        tag: "input".into(),
        input_type: kind.into(),
        role: "textbox".into(),
        value: Some(value.into()),
        ..RawNode::default()
    };
    let long = "word ".repeat(40);
    let nodes = vec![
        field(1, "search", ""),
        field(2, "email", ""),
        field(3, "tel", ""),
        RawNode { name: "Mail".into(), ..field(4, "email", "") },
        RawNode { name: "Note".into(), ..field(5, "text", &long) },
    ];
    let text = render(&Index::build(page_of(nodes, ""), &mut UidTable::default()), &RenderOptions::default());
    for line in [
        "1 | INPUT | \"\" [search]\n",
        "2 | INPUT | \"\" [email]\n",
        "3 | INPUT | \"\" [phone]\n",
        "4 | INPUT | \"Mail\"\n",
    ] {
        assert!(text.contains(line), "{line}{text}");
    }
    assert!(text.contains("word…\" (all 200 characters: inspect)]\n"), "{text}");
}

#[test]
fn what_lies_over_many_is_told_once() {
    let covered = |node: u32, by: &str| RawNode {
        states: state::COVERED,
        covered_by: by.into(),
        ..button(node, &format!("Button {node}"))
    };
    let nodes = vec![covered(1, "dialog \"Cookies\""), covered(2, "dialog \"Cookies\""), covered(3, "div.bar")];
    let text = render(&Index::build(page_of(nodes, ""), &mut UidTable::default()), &RenderOptions::default());
    assert_eq!(text.matches("Cookies").count(), 1, "{text}");
    for line in ["\n(covered by dialog \"Cookies\": 1 2)\n", "\"Button 2\"\n", "\"Button 3\" [covered by: div.bar]\n"] {
        assert!(text.contains(line), "{line}{text}");
    }
    // Runs of them are shown by their ends, over numbers that no line has.
    let nodes = (1..=9).map(|at| RawNode { parent: at / 4, ..covered(at, if at == 7 { "" } else { "div.shade" }) });
    let text = render(&Index::build(page_of(nodes.collect(), ""), &mut UidTable::default()), &RenderOptions::default());
    assert!(text.contains("\n(covered by div.shade: 1-6 8 9)\n"), "{text}");
    assert!(text.contains("7\" [covered by: something]\n") && text.matches("[covered").count() == 1, "{text}");
}

/// A page of groups of twelve buttons each, mostly out of view, and one button outside them all.
fn page_of_groups(groups: u32) -> RawPage {
    let button = |at: u32| RawNode {
        node: 1 + at,
        rect: Rect { x: 0, y: 40 * i32::try_from(at).unwrap(), width: 90, height: 20 },
        context: 1 + at / 12,
        states: if at < 20 { state::IN_VIEW } else { 0 },
        hint: if at.is_multiple_of(3) { "btn-primary icon-left align-left".into() } else { String::new() },
        ..self::button(0, ["", "Primary button", "Secondary button"][at as usize % 3])
    };
    let last = RawNode { context: 0, ..button(groups * 12) };
    let context = |at| RawContext { parent: 0, kind: "section".into(), label: format!("Buttons of group {at}") };
    RawPage {
        viewport: Viewport { width: 1_000, height: 800, full_height: 40 * 12 * 40, ..Viewport::default() },
        contexts: (0..groups).map(context).collect(),
        ..page_of((0..groups * 12).map(button).chain([last]).collect(), "")
    }
}

#[test]
fn lines_share_their_surroundings_before_any_is_left_out() {
    let index = Index::build(page_of_groups(24), &mut UidTable::default());
    let all = look(&index, &RenderOptions::default());
    assert_eq!((all.left_out, all.shown.len()), (0, 289), "{}", all.text);
    assert!(all.text.contains("\n(a line without [in: …] is where the one above it is)\nELEMENTS"), "{}", all.text);
    let lines = all.text.lines().skip_while(|line| !line.starts_with("ELEMENTS")).skip(1).take(289);
    let mut place = String::new();
    for (line, uid) in lines.zip(&all.shown) {
        let element = index.element(*uid).unwrap();
        if let Some((_, told)) = line.split_once(" [in: ") {
            place = told.split(']').next().unwrap().to_owned();
        }
        assert!(line.starts_with(&format!("{uid} | BUTTON | \"")), "{line}");
        assert_eq!(place, element.context.first().map_or("page", String::as_str), "{line}");
        assert_eq!(line.contains("[looks like: icon-left align-left]"), element.name.is_empty(), "{line}");
    }
    // When not everything fits, it is shortened line by line.
    let more = Index::build(page_of_groups(90), &mut UidTable::default());
    let more = look(&more, &RenderOptions::default());
    assert!(more.left_out > 500 && !more.text.contains("(a line without"), "{}", more.left_out);
}

#[test]
fn what_is_on_or_off_says_which_and_what_shows_neither_says_that() {
    let node = |at: u32, drawn, states| RawNode {
        node: at,
        tag: "span".into(),
        name: format!("Number {at}"),
        why: "pointer".into(),
        drawn,
        states,
        ..RawNode::default()
    };
    let raw = RawPage {
        version: RAW_VERSION,
        nodes: vec![
            node(1, DrawnAs::Switch, state::ON),
            node(2, DrawnAs::Switch, state::OFF),
            node(3, DrawnAs::Switch, state::ON | state::OFF),
            node(4, DrawnAs::Tick, state::CHECKED),
            node(5, DrawnAs::Tick, 0),
            node(6, DrawnAs::Plain, state::ON),
            node(7, DrawnAs::Plain, state::SELECTED),
            RawNode { role: "switch".into(), ..node(8, DrawnAs::Plain, 0) },
            RawNode { role: "button".into(), ..node(9, DrawnAs::Plain, state::UNPRESSED) },
            RawNode { name: "toggle rem 004".into(), ..node(10, DrawnAs::Plain, state::NAMED_BY_ID) },
        ],
        ..RawPage::default()
    };
    let text = render(&Index::build(raw, &mut UidTable::default()), &RenderOptions::default());
    for line in [
        "| SWITCH | \"Number 1\" [on]\n",
        "| SWITCH | \"Number 2\" [off]\n",
        "| SWITCH | \"Number 3\" [state unknown]\n",
        "| CHECKBOX | \"Number 4\" [checked]\n",
        "| CHECKBOX | \"Number 5\"\n",
        "| ELEMENT | \"Number 6\" [on]\n",
        "| ELEMENT | \"Number 7\" [selected]\n",
        "| SWITCH | \"Number 8\" [off]\n",
        "| BUTTON | \"Number 9\" [not pressed]\n",
        "| ELEMENT | \"toggle rem 004\" [named by id]\n",
    ] {
        assert!(text.contains(line), "{line}{text}");
    }
}

/// A row of these properties around a check box, as the list keeps them.
fn row_around_box(why: &str, row: Rect, name: &str) -> Vec<String> {
    let box_at = Rect { x: 4, y: 4, width: 16, height: 16 };
    let nodes = vec![
        RawNode { node: 1, tag: "div".into(), why: why.into(), name: name.into(), rect: row, ..RawNode::default() },
        RawNode {
            node: 2,
            tag: "input".into(),
            input_type: "checkbox".into(),
            role: "checkbox".into(),
            name: "Milk".into(),
            rect: box_at,
            parent: 1,
            ..RawNode::default()
        },
    ];
    let raw = RawPage { version: RAW_VERSION, nodes, ..RawPage::default() };
    let index = Index::build(raw, &mut UidTable::default());
    index.elements.iter().map(|element| element.tag.clone()).collect()
}

#[test]
fn a_row_that_turns_its_own_box_over_stays_beside_it() {
    let wide = Rect { x: 0, y: 0, width: 300, height: 24 };
    assert_eq!(row_around_box("onclick", wide, "Milk"), ["div", "input"]);
    // The box fills what is around it, or nothing says that the row takes a press: both are one control.
    let tight = Rect { x: 2, y: 2, width: 20, height: 20 };
    assert_eq!(row_around_box("onclick", tight, "Milk"), ["input"]);
    assert_eq!(row_around_box("tabindex", wide, "Milk"), ["input"]);
    assert_eq!(row_around_box("pointer", wide, ""), ["input"]);
}

/// A page with a header, two forms in the main part, and a footer.
fn sections_page() -> RawPage {
    let of = |node: u32, context: u32, tag: &str, role: &str, name: &str| RawNode {
        node,
        tag: tag.into(),
        role: role.into(),
        name: name.into(),
        context,
        ..RawNode::default()
    };
    let context = |kind: &str, label: &str, parent: u32| RawContext { parent, kind: kind.into(), label: label.into() };
    RawPage {
        version: RAW_VERSION,
        document: "sections".into(),
        contexts: vec![
            context("header", "", 0),
            context("main", "", 0),
            context("form", "Person", 2),
            context("form", "Address", 2),
            context("footer", "", 0),
        ],
        nodes: vec![
            of(1, 1, "a", "link", "Home"),
            of(2, 1, "input", "searchbox", "Search"),
            of(3, 3, "input", "textbox", "Name"),
            of(4, 3, "button", "button", "Save person"),
            of(5, 4, "input", "textbox", "Street"),
            of(6, 4, "button", "button", "Save address"),
            of(7, 5, "a", "link", "Imprint"),
        ],
        ..RawPage::default()
    }
}

#[test]
fn elements_stand_in_the_order_of_the_page_with_the_part_that_matters_first() {
    let order = |change: &dyn Fn(&mut RawPage)| {
        let mut page = sections_page();
        change(&mut page);
        look(&Index::build(page, &mut UidTable::default()), &RenderOptions::default()).shown
    };
    // A form's fields and its button are together; the main part comes before what is around it.
    assert_eq!(order(&|_| {}), [3, 4, 5, 6, 1, 2, 7]);
    let focus = |page: &mut RawPage, at: usize| {
        page.focused = page.nodes[at].node;
        page.nodes[at].states |= state::FOCUSED;
    };
    assert_eq!(order(&|page| focus(page, 1)), [1, 2, 3, 4, 5, 6, 7]);
    assert_eq!(order(&|page| focus(page, 4)), [3, 4, 5, 6, 1, 2, 7]);
    // A list that opened comes first wherever the focus is.
    let opened = order(&|page| {
        focus(page, 1);
        page.overlays.push(RawOverlay { node: 90, kind: "listbox".into(), ..RawOverlay::default() });
        page.nodes[6].overlay = 1;
    });
    assert_eq!(opened, [7, 1, 2, 3, 4, 5, 6]);
    // Without landmarks it is the page's order.
    let plain = order(&|page| page.nodes.iter_mut().for_each(|node| node.context = 0));
    assert_eq!(plain, [1, 2, 3, 4, 5, 6, 7]);
}

#[test]
fn another_name_of_what_is_around_is_no_change() {
    let mut uids = UidTable::default();
    let before = Index::build(sections_page(), &mut uids);
    let told = |change: &dyn Fn(&mut RawPage), uids: &mut UidTable| {
        let mut page = sections_page();
        change(&mut page);
        changes(&before, &Index::build(page, uids), &RenderOptions::default()).unwrap()
    };
    let renamed = told(&|page| page.contexts[2].label = "Person (2)".into(), &mut uids);
    assert!(renamed.contains("no visible change") && !renamed.contains("~"), "{renamed}");
    let off = told(&|page| page.nodes[3].states |= state::DISABLED, &mut uids);
    assert!(off.contains("~ 4 | BUTTON | \"Save person\" [in: Person] [disabled]\n"), "{off}");
}
