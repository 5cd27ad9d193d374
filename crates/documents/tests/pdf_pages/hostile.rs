//! Pages as nobody draws them: absurd numbers, absurd counts. Each must end soon and without a panic.

use crate::made::{Dice, documents};
use edith_documents::formats::Limits;
use edith_documents::pdf::{PdfReader, RawBox, RawField, RawItem, RawLink, RawNote, RawPage, RawTag};
use std::time::{Duration, Instant};

fn absurd(dice: &mut Dice) -> f32 {
    let values = [
        f32::NAN,
        f32::INFINITY,
        f32::NEG_INFINITY,
        0.0,
        -0.0,
        -1.0,
        1e-30,
        1e30,
        f32::MAX,
        f32::MIN,
        1e6,
        99_999.0,
        -300.0,
    ];
    values[dice.below(values.len())]
}

fn mutate(page: &mut RawPage, dice: &mut Dice) {
    for _ in 0..dice.below(60) + 1 {
        let count = page.items.len().max(1);
        let at = dice.below(count);
        let other = dice.below(count);
        match dice.below(14) {
            0 => page.width = absurd(dice),
            1 => page.height = absurd(dice),
            2 => page.picture_share = absurd(dice),
            3 => page.links.push(RawLink {
                url: "x".repeat(dice.below(500)),
                boxes: vec![RawBox(absurd(dice), absurd(dice), absurd(dice), absurd(dice)); dice.below(80)],
            }),
            4 => page.fields.push(RawField {
                kind: "radio".into(),
                area: RawBox(absurd(dice), absurd(dice), absurd(dice), absurd(dice)),
                ..RawField::default()
            }),
            5 => page.tags.push(RawTag {
                role: "TD".into(),
                element: u32::MAX,
                table: Some(u32::MAX),
                row: Some(u32::MAX),
                column: Some(u32::MAX),
            }),
            6 => page.fonts.truncate(dice.below(3)),
            7 if at.max(other) < page.items.len() => page.items.swap(at, other),
            _ => {
                let Some(item) = page.items.get_mut(at) else { continue };
                match dice.below(10) {
                    0 => item.x = absurd(dice),
                    1 => item.y = absurd(dice),
                    2 => item.width = absurd(dice),
                    3 => item.size = absurd(dice),
                    4 => item.angle = absurd(dice),
                    5 => item.angle = dice.below(360) as f32,
                    6 => item.tag = dice.next() as i32,
                    7 => item.font = dice.next() as usize,
                    8 => item.flags = dice.next() as u8,
                    _ => {
                        item.text = [
                            "\u{ad}",
                            "-",
                            "",
                            " ",
                            "\u{fffd}\u{e000}",
                            "\u{202e}א ב",
                            "ﬁ\u{0}",
                            "...",
                            "1",
                            "\u{10ffff}",
                        ][dice.below(10)]
                        .repeat(dice.below(40))
                    }
                }
            }
        }
    }
    if dice.below(4) == 0 {
        page.notes.push(RawNote { text: "\n".into(), area: RawBox(0.0, absurd(dice), 1.0, 1.0) });
    }
}

#[test]
fn three_hundred_mutated_pages_end_soon() {
    let sound: Vec<RawPage> =
        documents().into_iter().flat_map(|document| document.pages).map(|page| page.raw).collect();
    let mut dice = Dice::new(4242);
    for round in 0..100 {
        let begun = Instant::now();
        let mut reader = PdfReader::new(Limits::default());
        for number in 1..=3 {
            let mut page = sound[dice.below(sound.len())].clone();
            page.number = if dice.below(20) == 0 { dice.next() as u32 } else { number };
            mutate(&mut page, &mut dice);
            reader.add_page(&page);
            let blocks: usize = reader.pages_so_far().iter().map(|page| page.blocks.len()).sum();
            assert!(blocks < 100_000);
        }
        let document = reader.finish(Vec::new(), None, 3);
        for area in document.pages.iter().flat_map(|page| &page.blocks).filter_map(|block| block.area) {
            let inside = [area.left, area.top, area.left + area.width, area.top + area.height];
            assert!(inside.iter().all(|at| (0.0..=1.001).contains(at)), "{area:?}");
        }
        assert!(begun.elapsed() < Duration::from_secs(30), "round {round}");
    }
}

/// Left, baseline and width of the item of this number.
type Place = fn(usize, &mut Dice) -> (f32, f32, f32);

/// Twenty thousand items each, in arrangements that invite work that grows with the square.
#[test]
fn crowded_pages_end_soon() {
    const COUNT: usize = 20_000;
    let arrangements: [(&str, Place); 7] = [
        ("one place", |_, _| (100.0, 100.0, 5.0)),
        ("anywhere", |_, dice| (dice.between(0.0, 600.0), dice.between(0.0, 800.0), 10.0)),
        ("a row", |at, _| ((at * 20) as f32 / 4000.0, 100.0, 0.001)),
        ("a stack", |at, _| (100.0, at as f32 / 125.0, 50.0)),
        ("a grid", |at, _| ((at % 316) as f32 * 1.9, (at / 316) as f32 * 2.5, 1.0)),
        ("two columns of slivers", |at, _| (if at.is_multiple_of(2) { 50.0 } else { 400.0 }, at as f32 / 130.0, 100.0)),
        ("stairs", |at, _| (at as f32 / 200.0, at as f32 / 125.0, 1.0)),
    ];
    for (name, place) in arrangements {
        let mut dice = Dice::new(7);
        let items = (0..COUNT).map(|at| {
            let (x, y, width) = place(at, &mut dice);
            let size = if name == "one place" || name == "anywhere" { 8.0 } else { 0.9 };
            RawItem {
                text: format!("w{}", at % 977),
                x,
                y,
                width,
                size,
                flags: (at % 2) as u8,
                tag: -1,
                ..RawItem::default()
            }
        });
        let page = RawPage { number: 1, width: 612.0, height: 800.0, items: items.collect(), ..RawPage::default() };
        let begun = Instant::now();
        let mut reader = PdfReader::new(Limits::default());
        reader.add_page(&page);
        let read = begun.elapsed();
        let document = reader.finish(Vec::new(), None, 1);
        println!("{name}: {read:?}, {:?} in all, {} blocks", begun.elapsed(), document.pages[0].blocks.len());
        assert!(begun.elapsed() < Duration::from_secs(60), "{name}: {:?}", begun.elapsed());
    }
}
