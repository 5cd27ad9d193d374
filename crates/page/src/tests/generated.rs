//! Properties that hold for thousands of generated pages and broken answers.

use super::*;

#[test]
fn a_look_never_costs_more_than_its_budget_nor_tells_a_secret() {
    for seed in 0..400 {
        let mut rng = Rng::with_seed(seed);
        let raw = random_page(&mut rng);
        let names: BTreeMap<u32, String> = raw.nodes.iter().map(|n| (n.node, n.name.clone())).collect();
        let index = Index::build(raw, &mut UidTable::default());
        let budget = [250, 400, 1_000, 4_000][rng.usize(..4)];
        let options = RenderOptions { tokens: budget, task_words: task_words("desk lamp"), ..RenderOptions::default() };
        let look = look(&index, &options);
        assert!(tokens(&look.text) <= budget, "seed {seed}: {} > {budget}\n{}", tokens(&look.text), look.text);
        assert!(!look.text.contains(SECRET), "seed {seed}: {}", look.text);
        assert!(!look.text.contains('\u{202e}'));
        let found = find::find(&index, SECRET, 20, &options);
        assert_eq!(found.matches(SECRET).count(), 1, "only the query itself: {found}");
        // Each listed line belongs to an element of that number, each number once.
        let mut listed = HashSet::new();
        for uid in &look.shown {
            assert!(listed.insert(*uid), "seed {seed}: {uid} twice");
            let element = index.element(*uid).unwrap();
            assert_eq!(names.get(&element.target.node), Some(&element.name));
        }
        let lines = look
            .text
            .lines()
            .skip_while(|l| !l.starts_with("ELEMENTS"))
            .skip(1)
            .take_while(|l| !l.starts_with(['(', 'T']));
        assert_eq!(lines.count(), look.shown.len(), "seed {seed}: {}", look.text);
    }
}

#[test]
fn uids_stay_with_their_nodes_and_are_never_given_twice_also_after_a_restart() {
    for seed in 0..100 {
        let mut rng = Rng::with_seed(seed);
        let mut uids = UidTable::default();
        let mut known: BTreeMap<(String, u32), u32> = BTreeMap::new();
        let mut numbers: BTreeMap<&str, u32> = BTreeMap::new();
        for _ in 0..20 {
            let document = pick(&mut rng, &["a", "b", "c"]);
            let highest = numbers.entry(document).or_default();
            *highest += rng.u32(..30);
            let nodes: BTreeSet<u32> = (0..rng.usize(..40)).map(|_| 1 + rng.u32(..*highest + 1)).collect();
            let node = |node: &u32| RawNode {
                node: *node,
                tag: "button".into(),
                name: format!("Button of node {node}"),
                ..RawNode::default()
            };
            let raw = RawPage {
                version: RAW_VERSION,
                document: document.to_owned(),
                nodes: nodes.iter().map(node).collect(),
                ..RawPage::default()
            };
            for element in &Index::build(raw, &mut uids).elements {
                let (uid, node) = (element.uid, element.target.node);
                assert_eq!(*known.entry((document.to_owned(), node)).or_insert(uid), uid, "seed {seed}");
                assert_eq!(uids.element(uid), Some(element.target.clone()));
            }
            let stored = serde_json::to_string(&uids).unwrap();
            uids = serde_json::from_str(&stored).unwrap();
        }
        let given: HashSet<u32> = known.values().copied().collect();
        assert_eq!(given.len(), known.len(), "seed {seed}: a uid was given twice");
    }
}

#[test]
fn a_chain_of_changes_resolves_every_uid_as_a_full_look_does() {
    for seed in 0..300 {
        let mut rng = Rng::with_seed(seed);
        let mut uids = UidTable::default();
        let mut raw = random_page(&mut rng);
        let mut before = Index::build(raw.clone(), &mut uids);
        let mut valid: HashSet<u32> = before.elements.iter().map(|e| e.uid).collect();
        for step in 0..8 {
            match rng.usize(..4) {
                0 if raw.nodes.len() > 1 => _ = raw.nodes.remove(rng.usize(..raw.nodes.len())),
                1 => raw.nodes.reverse(),
                2 => {
                    let at = rng.usize(..raw.nodes.len());
                    raw.nodes[at].name.push_str(" more");
                }
                _ => {
                    let number = 1_000 + step;
                    let node = random_node(&mut rng, number);
                    raw.nodes.push(node);
                }
            }
            let after = Index::build(raw.clone(), &mut uids);
            match changes(&before, &after, &RenderOptions::default()) {
                None => valid = after.elements.iter().map(|e| e.uid).collect(),
                Some(text) => {
                    for line in text.lines() {
                        let number = line.get(2..).and_then(|l| l.split(' ').next()).and_then(|n| n.parse().ok());
                        match (line.get(..2), number) {
                            (Some("+ "), Some(uid)) => _ = valid.insert(uid),
                            (Some("- "), Some(uid)) => _ = valid.remove(&uid),
                            _ => {}
                        }
                    }
                }
            }
            let real: HashSet<u32> = after.elements.iter().map(|e| e.uid).collect();
            assert_eq!(valid, real, "seed {seed}");
            before = after;
        }
    }
}

#[test]
fn paging_gives_the_whole_text_once() {
    for seed in 0..300 {
        let mut rng = Rng::with_seed(seed);
        let mut raw = random_page(&mut rng);
        // Link addresses are appended when reading.
        raw.nodes.iter_mut().for_each(|node| node.href.clear());
        let expected: String = raw.text.chars().filter(|c| !clean::is_hidden(*c)).collect();
        let index = Index::build(raw, &mut UidTable::default());
        let limit = 5 + rng.usize(..200);
        let (mut whole, mut offset) = (String::new(), 0);
        loop {
            let (text, next) = find::read(&index, offset, limit);
            whole.push_str(&text);
            match next {
                Some(next) => {
                    assert!(next > offset);
                    offset = next;
                }
                None => break,
            }
        }
        assert_eq!(whole, expected, "seed {seed}");
    }
}

#[test]
fn broken_answers_are_errors_never_panics() {
    let good = std::fs::read_to_string(testdata("controls.json")).unwrap();
    for seed in 0..2_000 {
        let mut rng = Rng::with_seed(seed);
        let mut bytes = good.clone().into_bytes();
        for _ in 0..1 + rng.usize(..4) {
            let at = rng.usize(..bytes.len());
            bytes[at] = b"0{}[],:\"9"[rng.usize(..9)];
        }
        if let Ok(raw) = RawPage::parse(&String::from_utf8_lossy(&bytes)) {
            let index = Index::build(raw, &mut UidTable::default());
            assert!(tokens(&render(&index, &RenderOptions::default())) <= 4_000);
        }
    }
    assert!(RawPage::parse("{\"v\":99}").is_err());
    assert!(RawPage::parse("").is_err());
}

#[test]
fn page_answers_tell_missing_and_gone_from_good() {
    use page_api::{PageApiError, Probe, read, read_walk};
    let json = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
    assert!(matches!(read::<Probe>(json("{\"missing\":true}")), Err(PageApiError::Missing)));
    assert!(matches!(read::<Probe>(json("null")), Err(PageApiError::Missing)));
    assert!(matches!(read::<Probe>(json("{\"gone\":true}")), Err(PageApiError::Gone)));
    assert!(matches!(read::<Probe>(json("{\"failed\":\"no\"}")), Err(PageApiError::Failed(_))));
    let probe =
        read::<Probe>(json("{\"role\":\"button\",\"hit\":\"itself\",\"point\":[1.5,2],\"rect\":[1,2,3,4]}")).unwrap();
    assert!(probe.hit.reaches() && probe.point == Some([1.5, 2.0]));
    assert!(matches!(read_walk(json("{\"missing\":true}")), Err(PageApiError::Missing)));
    assert!(read_walk(serde_json::Value::String("{\"v\":1}".into())).is_ok());
}
