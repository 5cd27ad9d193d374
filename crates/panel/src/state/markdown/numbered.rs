//! Numbered citations: a list of `[1] …` is what an answer cites, and `[1]` in its text leads there.

use super::tree::{Block, Inline};

/// What marks a quote that was not found.
const FLAG: char = '⚠';

/// The blocks with their last list of numbered sources made one, and the numbers in the text made marks. Without such a list they stay as they are.
pub fn numbered(mut blocks: Vec<Block>) -> Vec<Block> {
    let Some((at, items)) =
        blocks.iter().enumerate().rev().find_map(|(at, block)| numbered_items(block).map(|items| (at, items)))
    else {
        return blocks;
    };
    let known: Vec<u32> = items.iter().map(|(number, _)| *number).collect();
    let items = items.into_iter().map(|(number, item)| (number, item.into_iter().map(doubts).collect())).collect();
    blocks = blocks.into_iter().map(|one| block(one, &known)).collect();
    if let Some(list) = blocks.get_mut(at) {
        *list = Block::Cited(items);
    }
    blocks
}

/// The items of a list in which each begins with a number in brackets, without it. No number occurs twice.
fn numbered_items(block: &Block) -> Option<Vec<(u32, Vec<Block>)>> {
    let Block::List { start: None, items } = block else { return None };
    let mut found: Vec<(u32, Vec<Block>)> = Vec::new();
    for item in items {
        let mut item = item.clone();
        let (Block::Plain(inner) | Block::Paragraph(inner)) = item.first_mut()? else { return None };
        let Inline::Text(text) = inner.first_mut()? else { return None };
        let (number, rest) = text.strip_prefix('[')?.split_once(']')?;
        let number: u32 = number.parse().ok()?;
        if found.iter().any(|(other, _)| *other == number) {
            return None;
        }
        *text = rest.trim_start().to_owned();
        found.push((number, item));
    }
    (!found.is_empty()).then_some(found)
}

fn block(block: Block, known: &[u32]) -> Block {
    let all = |list: Vec<Block>| list.into_iter().map(|one| self::block(one, known)).collect();
    match block {
        Block::Paragraph(inner) => Block::Paragraph(inlines(inner, known)),
        Block::Plain(inner) => Block::Plain(inlines(inner, known)),
        Block::Heading(level, inner) => Block::Heading(level, inlines(inner, known)),
        Block::Quote(inner) => Block::Quote(all(inner)),
        Block::List { start, items } => Block::List { start, items: items.into_iter().map(all).collect() },
        Block::Table { columns, rows } => {
            let row = |row: Vec<Vec<Inline>>| row.into_iter().map(|cell| inlines(cell, known)).collect();
            Block::Table { columns, rows: rows.into_iter().map(row).collect() }
        }
        other @ (Block::Code { .. } | Block::Rule | Block::Maths(_) | Block::Cited(_)) => other,
    }
}

fn inlines(list: Vec<Inline>, known: &[u32]) -> Vec<Inline> {
    let mut out = Vec::with_capacity(list.len());
    for inline in list {
        match inline {
            Inline::Text(text) => numbers(&text, known, &mut out),
            Inline::Emphasis(inner) => out.push(Inline::Emphasis(inlines(inner, known))),
            Inline::Strong(inner) => out.push(Inline::Strong(inlines(inner, known))),
            Inline::Strike(inner) => out.push(Inline::Strike(inlines(inner, known))),
            other => out.push(other),
        }
    }
    out
}

/// Cuts a text at the numbers that are known; the space before one goes, since it is raised after its word.
fn numbers(text: &str, known: &[u32], out: &mut Vec<Inline>) {
    let (mut from, mut start) = (0, 0);
    while let Some(open) = text.get(from..).and_then(|rest| rest.find('[')).map(|at| at + from) {
        from = open + 1;
        let Some((inside, after)) = text.get(from..).and_then(|rest| rest.split_once(']')) else { break };
        let Some(number) = inside.parse().ok().filter(|number| known.contains(number)) else { continue };
        let before = text.get(start..open).unwrap_or_default().trim_end_matches([' ', '\u{a0}']);
        if !before.is_empty() {
            out.push(Inline::Text(before.to_owned()));
        }
        let flagged = after.strip_prefix(' ').and_then(|after| after.strip_prefix(FLAG));
        out.push(Inline::Number { number, doubtful: flagged.is_some() });
        from = text.len() - flagged.unwrap_or(after).len();
        start = from;
    }
    if let Some(rest) = text.get(start..).filter(|rest| !rest.is_empty()) {
        out.push(Inline::Text(rest.to_owned()));
    }
}

/// An item of the list with the reason of its flag set apart.
fn doubts(block: Block) -> Block {
    let of = |inner: Vec<Inline>| {
        inner
            .into_iter()
            .flat_map(|inline| match inline {
                Inline::Text(text) => match text.split_once(FLAG) {
                    Some((before, why)) => {
                        vec![Inline::Text(before.to_owned()), Inline::Doubt(format!("{FLAG} {}", why.trim()))]
                    }
                    None => vec![Inline::Text(text)],
                },
                other => vec![other],
            })
            .collect()
    };
    match block {
        Block::Paragraph(inner) => Block::Paragraph(of(inner)),
        Block::Plain(inner) => Block::Plain(of(inner)),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::super::{parse, plain_text};
    use super::*;

    const ANSWER: &str = "B costs 19.90 [2] ⚠ and **A 24.90** [1] [7].\n\n| A | 24.90 [1] |\n|---|---|\n| x | [9] |\n\n\
        ### Sources\n- [1] “only € 24.90” — [a.example](http://a.example/#:~:text=24)\n\
        - [2] “€ 19.90” — [b.example](http://b.example/) — ⚠ the quote was not found\n\n### Without an answer\n- c: nothing";

    fn marks(inner: &[Inline]) -> Vec<(u32, bool)> {
        inner
            .iter()
            .filter_map(
                |one| if let Inline::Number { number, doubtful } = one { Some((*number, *doubtful)) } else { None },
            )
            .collect()
    }

    #[test]
    fn numbers_lead_to_the_list_that_ends_the_answer() {
        let tree = numbered(parse(ANSWER));
        let Block::Paragraph(inner) = &tree[0] else { panic!("{tree:?}") };
        assert_eq!(marks(inner), [(2, true), (1, false)], "what is not listed stays text");
        assert_eq!(plain_text(inner), "B costs 19.90[2] ⚠ and A 24.90[1] [7].");
        let Block::Table { rows, .. } = &tree[1] else { panic!("{tree:?}") };
        assert_eq!((marks(&rows[0][1]), marks(&rows[1][1])), (vec![(1, false)], vec![]));
        let Some(Block::Cited(items)) = tree.iter().find(|block| matches!(block, Block::Cited(_))) else {
            panic!("{tree:?}")
        };
        assert_eq!(items.iter().map(|(number, _)| *number).collect::<Vec<_>>(), [1, 2]);
        let Block::Plain(second) = &items[1].1[0] else { panic!("{items:?}") };
        assert_eq!(second.last(), Some(&Inline::Doubt("⚠ the quote was not found".into())));
        assert!(plain_text(second).starts_with("“€ 19.90”"), "{second:?}");
    }

    #[test]
    fn other_lists_and_brackets_stay_what_they_are() {
        for source in
            ["- [1] a\n- b", "1. [1] a", "- [x] done\n- [ ] open", "text [1]", "- [1] a\n- [1] b", "- [a] b", ""]
        {
            let tree = parse(source);
            assert_eq!(numbered(tree.clone()), tree, "{source}");
        }
        let tree = numbered(parse("`[1]` and [1](https://x.example)\n\n- [1] a"));
        let Block::Paragraph(inner) = &tree[0] else { panic!("{tree:?}") };
        assert_eq!(marks(inner), [], "neither code nor a link is a mark");
    }
}
