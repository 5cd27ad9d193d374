//! What a look says is said once, and nothing of the page is missing.

use super::*;

const PALETTE: [&str; 5] = ["common", "inject", "websocket in", "websocket out", "link call"];

fn said(node: u32) -> String {
    format!("\u{fdd0}{node}\u{fdd2}")
}

/// Draggable things that hold blocks: the mark of each is in a line of its own before its words.
fn palette() -> RawPage {
    let nodes = PALETTE.iter().zip(1..).map(|(name, at)| RawNode { why: "drag".into(), ..button(at, name) }).collect();
    let lines: Vec<String> =
        PALETTE.iter().zip(1..).map(|(name, at)| format!("{}\n{}", said(at), name.replace(" out", "\nout"))).collect();
    page_of(nodes, &format!("## Palette\n{}\n## Hint\nDrag a node onto a wire", lines.join("\n")))
}

const TRIPS: [&str; 6] =
    ["Oslo | 128.72", "Oslo | 97.2", "Bonn | 230.86", "Rome | 79.84", "Lyon | 44.78", "Rome | 188.0"];

/// A table of trips, of which those with these numbers are links.
fn trips(linked: &[u32]) -> RawPage {
    let (mut nodes, mut text) = (Vec::new(), "## Trips\n| id | city | price\n".to_owned());
    for (trip, id) in TRIPS.iter().zip(1..) {
        let (row, link) = (id * 2, id * 2 + 1);
        let is_linked = linked.contains(&id);
        if is_linked {
            let name = id.to_string();
            nodes.push(RawNode { node: row, tag: "tr".into(), why: "row".into(), list: 1, ..RawNode::default() });
            let href = format!("https://a.example/trips/{id}");
            nodes.push(RawNode { tag: "a".into(), role: "link".into(), href, row, ..button(link, &name) });
        }
        let sign = if is_linked { said(link) } else { String::new() };
        text += &format!("\u{fdd0}{row}\u{fdd3} | {sign} {id} | {trip} \u{fdd0}{row}\u{fdd4}\n");
    }
    page_of(nodes, &(text + "That is all"))
}

fn look_at(page: RawPage) -> String {
    render(&Index::build(page, &mut UidTable::default()), &RenderOptions::default())
}

#[test]
fn what_a_control_says_in_several_lines_is_in_its_own_alone() {
    let look = look_at(palette());
    assert!(look.ends_with("TEXT:\n## Palette\n## Hint\nDrag a node onto a wire\n"), "{look}");
    for name in PALETTE {
        assert_eq!(look.matches(&format!("\"{name}\"")).count(), 1, "{look}");
    }
    // Beside words a whole name may be what names them, a part of one is not.
    let beside = format!("Balance\n{}\nlink call\n$35.00\n{}\nwebsocket\nout", said(5), said(4));
    let look = look_at(page_of(palette().nodes, &beside));
    assert!(look.ends_with("TEXT:\nBalance\nlink call\n$35.00\n"), "{look}");
    // Other words after its mark are the page's own.
    let other = format!("{}\nlinked\nBroken pipe", said(5));
    let look = look_at(page_of(palette().nodes, &other));
    assert!(look.ends_with("TEXT:\nlinked\nBroken pipe\n"), "{look}");
}

#[test]
fn the_names_of_several_controls_in_a_line_are_not_repeated_beside_words() {
    let text = format!("Choose one\n{} common | {} inject\nThen go on", said(1), said(2));
    let look = look_at(page_of(palette().nodes, &text));
    assert!(look.ends_with("TEXT:\nChoose one\nThen go on\n"), "{look}");
}

#[test]
fn a_table_with_one_link_in_each_row_is_told_once() {
    let look = look_at(trips(&[1, 2, 3, 4, 5, 6]));
    assert!(look.contains("columns \"id | city | price\")\n"), "{look}");
    for (trip, id) in TRIPS.iter().zip(1..) {
        assert_eq!(look.matches(trip).count(), 1, "{look}");
        let row = look.lines().find(|line| line.contains(trip)).unwrap_or_default();
        assert!(row.contains(&format!("| ROW | \"{id} | {trip}\" [")) && row.contains(" LINK \""), "{row}");
    }
    assert!(look.ends_with("\nThat is all\n"), "{look}");
}

#[test]
fn a_table_of_which_few_rows_hold_a_link_is_read_in_the_text() {
    let look = look_at(trips(&[2, 3]));
    assert!(!look.contains(" | ROW | "), "{look}");
    let table: Vec<&str> = look.lines().filter(|line| line.starts_with("| ")).collect();
    let cells = |line: &str| anchors::without_uids(line, |_| true);
    let whole: Vec<String> = ["id | city | price".to_owned()]
        .into_iter()
        .chain(TRIPS.iter().zip(1..).map(|(trip, id)| format!("{id} | {trip}")))
        .collect();
    let told: Vec<String> = table.iter().map(|line| cells(line).trim_start_matches(['|', ' ']).to_owned()).collect();
    assert_eq!(told, whole, "{look}");
}

/// The letters and digits of a text.
fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).collect()
}

/// What a page says that its look does not, piece by piece: where a line of the look is cut, all that begins as it does counts as said.
fn missing(index: &Index) -> Vec<String> {
    let look = render(index, &RenderOptions { tokens: 20_000, text_chars: 60_000, ..RenderOptions::default() });
    let all = letters(&look);
    let cuts: Vec<String> = look
        .split(['"', '\n', '[', ']', '|', '·'])
        .filter_map(|part| part.trim().strip_suffix('…'))
        .map(letters)
        .collect();
    let is_said = |piece: &String| {
        let wanted = letters(piece);
        all.contains(&wanted) || cuts.iter().any(|cut| !cut.is_empty() && wanted.contains(cut))
    };
    // A name may be said without the sign between its words.
    let pieces =
        index.text.lines().flat_map(|line| line.split('|')).map(|piece| anchors::without_uids(piece, |_| true));
    pieces.filter(|piece| !is_said(piece)).collect()
}

#[test]
fn everything_that_a_page_says_is_in_its_look() {
    for name in ["controls", "nested", "overlay", "popover"] {
        assert_eq!(missing(&index(name)), Vec::<String>::new(), "{name}");
    }
    for page in [palette(), trips(&[1, 2, 3, 4, 5, 6]), trips(&[2, 3]), trips(&[])] {
        assert_eq!(missing(&Index::build(page, &mut UidTable::default())), Vec::<String>::new());
    }
    let mut rng = Rng::with_seed(41);
    for _ in 0..300 {
        let index = Index::build(rows_page(&mut rng), &mut UidTable::default());
        assert_eq!(missing(&index), Vec::<String>::new(), "{}", render(&index, &RenderOptions::default()));
    }
    // The control: a line that no look tells.
    let mut lost = Index::build(palette(), &mut UidTable::default());
    lost.text.push_str("\nNobody says this");
    assert_eq!(missing(&lost), ["Nobody says this"]);
}
