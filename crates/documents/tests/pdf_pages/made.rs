//! Pages made for the tests: a small typesetter, and thirty pages of nine kinds with what is right about them.

use edith_documents::pdf::{ARTIFACT, LINE_ENDS, RawFont, RawItem, RawPage};

/// Numbers that are the same at every run.
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub(crate) fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    pub(crate) fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * (self.next() % 10_000) as f32 / 10_000.0
    }
}

const WORDS: &[&str] = &[
    "river", "the", "of", "market", "a", "stone", "and", "light", "in", "window", "to", "garden", "measure", "is",
    "for", "council", "report", "that", "winter", "with", "engine", "harbour", "by", "letter", "on", "copper",
    "result", "as", "village", "number", "from", "teacher", "it", "morning", "an", "increase", "was", "paper",
    "several", "bridge", "at", "question", "between", "small", "their", "machine", "which", "water",
];

/// Sentences of about so many words; the first word is unique, so that the paragraph can be found.
pub(crate) fn prose(dice: &mut Dice, id: usize, count: usize) -> String {
    let mut text = format!("Entry{id:03}");
    let mut left = dice.below(9) + 6;
    for at in 0..count {
        let word = WORDS[dice.below(WORDS.len())];
        if left == 0 && at + 4 < count {
            left = dice.below(11) + 5;
            text.push_str(". ");
            text.push_str(&word[..1].to_uppercase());
            text.push_str(&word[1..]);
        } else {
            left = left.saturating_sub(1);
            text.push(' ');
            text.push_str(word);
        }
    }
    text.push('.');
    text
}

/// How a font looks on the page: its index, and how wide it runs.
#[derive(Clone, Copy)]
pub(crate) struct Face {
    pub(crate) index: usize,
    pub(crate) run: f32,
}

pub(crate) const ROMAN: Face = Face { index: 0, run: 0.92 };
pub(crate) const BOLD: Face = Face { index: 1, run: 1.0 };
pub(crate) const SANS: Face = Face { index: 2, run: 1.02 };
pub(crate) const ITALIC: Face = Face { index: 3, run: 0.9 };

fn fonts() -> Vec<RawFont> {
    let font = |name: &str, bold, italic, ascent, descent| RawFont {
        name: name.into(),
        bold,
        italic,
        monospace: false,
        ascent,
        descent,
    };
    vec![
        font("Times-Roman", false, false, 0.68, -0.21),
        font("Helvetica-Bold", true, false, 0.91, -0.22),
        font("DejaVuSans", false, false, 0.93, -0.24),
        font("Times-Italic", false, true, 0.0, 0.0),
    ]
}

pub(crate) fn width(text: &str, size: f32, face: Face) -> f32 {
    let units: f32 = text
        .chars()
        .map(|c| match c {
            'i' | 'l' | 'j' | '.' | ',' | ':' | '\'' | '|' => 0.27,
            't' | 'f' | 'r' | ' ' | '-' | '(' | ')' => 0.33,
            'm' | 'w' | 'M' | 'W' => 0.8,
            c if c.is_uppercase() => 0.68,
            _ => 0.5,
        })
        .sum();
    units * size * face.run
}

/// What is set on a page: groups of items that are drawn together, to be put into the order of the stream.
#[derive(Default)]
pub(crate) struct Sheet {
    pub(crate) width: f32,
    pub(crate) height: f32,
    pub(crate) groups: Vec<Vec<RawItem>>,
    /// Texts that must follow each other in what is read.
    pub(crate) order: Vec<String>,
    /// Footnotes, which must be marked as such.
    pub(crate) notes: Vec<String>,
    /// Lines that must be marked as headers or footers, all others must not.
    pub(crate) running: Vec<String>,
    /// Each word is an item of its own.
    pub(crate) by_word: bool,
}

impl Sheet {
    pub(crate) fn new(width: f32, height: f32) -> Self {
        Self { width, height, ..Self::default() }
    }

    pub(crate) fn line(&mut self, text: &str, x: f32, y: f32, size: f32, face: Face) {
        let item = |text: &str, x: f32, flags: u8| RawItem {
            text: text.into(),
            x,
            y,
            width: width(text, size, face),
            size,
            font: face.index,
            flags,
            angle: 0.0,
            tag: -1,
        };
        let mut group = Vec::new();
        if self.by_word {
            let mut at = x;
            let words: Vec<&str> = text.split(' ').collect();
            for (count, word) in words.iter().enumerate() {
                group.push(item(word, at, if count + 1 == words.len() { LINE_ENDS } else { 0 }));
                at += width(word, size, face);
                if count + 1 < words.len() {
                    group.push(item(" ", at, 0));
                    at += width(" ", size, face);
                }
            }
        } else {
            group.push(item(text, x, LINE_ENDS));
        }
        self.groups.push(group);
    }

    pub(crate) fn running(&mut self, text: &str, x: f32, y: f32, size: f32, face: Face) {
        self.running.push(text.into());
        self.line(text, x, y, size, face);
    }

    /// Breaks a text into lines of at most this width.
    pub(crate) fn broken(text: &str, across: f32, size: f32, face: Face) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        for word in text.split(' ') {
            match lines.last_mut() {
                Some(line) if width(line, size, face) + width(word, size, face) + 0.3 * size < across => {
                    line.push(' ');
                    line.push_str(word);
                }
                _ => lines.push(word.to_owned()),
            }
        }
        lines
    }

    /// Sets a paragraph and gives where the next baseline would be.
    pub(crate) fn paragraph(
        &mut self,
        text: &str,
        x: f32,
        y: f32,
        across: f32,
        size: f32,
        leading: f32,
        face: Face,
    ) -> f32 {
        let mut y = y;
        for line in Self::broken(text, across, size, face) {
            self.line(&line, x, y, size, face);
            y += leading;
        }
        y
    }

    pub(crate) fn page(self, number: u32) -> MadePage {
        let page = RawPage {
            number,
            width: self.width,
            height: self.height,
            fonts: fonts(),
            items: self.groups.into_iter().flatten().collect(),
            ..RawPage::default()
        };
        MadePage { raw: page, order: self.order, notes: self.notes, running: self.running }
    }
}

/// A page and what is right about it.
pub(crate) struct MadePage {
    pub(crate) raw: RawPage,
    /// Texts in order.
    pub(crate) order: Vec<String>,
    /// Footnotes.
    pub(crate) notes: Vec<String>,
    /// Running headers and footers.
    pub(crate) running: Vec<String>,
}

/// A document of some kind.
pub(crate) struct Made {
    pub(crate) name: &'static str,
    pub(crate) pages: Vec<MadePage>,
}

/// A column: left, first baseline, width, last baseline.
type Column = (f32, f32, f32, f32);

/// How running text is set.
#[derive(Clone, Copy)]
struct Setting {
    size: f32,
    leading: f32,
    face: Face,
    /// Paragraphs begin with an indent, else with a space above.
    indent: bool,
}

/// Fills columns with paragraphs; texts go on from one column to the next.
fn flow(sheet: &mut Sheet, dice: &mut Dice, id: &mut usize, columns: &[Column], setting: Setting) {
    let Setting { size, leading, face, indent } = setting;
    let mut rest = columns.iter();
    let Some(mut column) = rest.next() else { return };
    let mut y = column.1;
    loop {
        let count = dice.below(50) + 25;
        let text = prose(dice, *id, count);
        *id += 1;
        let shift = if indent { 1.2 * size } else { 0.0 };
        let mut set: Vec<String> = Vec::new();
        for (at, line) in Sheet::broken(&text, column.2 - shift, size, face).into_iter().enumerate() {
            if y > column.3 {
                match rest.next() {
                    Some(next) => column = next,
                    None => {
                        if !set.is_empty() {
                            sheet.order.push(set.join(" "));
                        }
                        return;
                    }
                }
                y = column.1;
            }
            sheet.line(&line, column.0 + if at == 0 { shift } else { 0.0 }, y, size, face);
            set.push(line);
            y += leading;
        }
        sheet.order.push(set.join(" "));
        if !indent {
            y += 0.55 * leading;
        }
    }
}

/// Draws the groups from `from` on in another order: row by row across the page.
fn by_rows(sheet: &mut Sheet, from: usize) {
    let mut tail = sheet.groups.split_off(from);
    tail.sort_by(|a, b| {
        let key = |group: &Vec<RawItem>| group.first().map_or((0.0, 0.0), |item| (item.y, item.x));
        key(a).partial_cmp(&key(b)).unwrap_or(std::cmp::Ordering::Equal)
    });
    sheet.groups.extend(tail);
}

/// Draws what begins right of `x` first.
fn right_first(sheet: &mut Sheet, from: usize, x: f32) {
    let tail = sheet.groups.split_off(from);
    let (right, left): (Vec<_>, Vec<_>) =
        tail.into_iter().partition(|group| group.first().is_some_and(|item| item.x > x));
    sheet.groups.extend(right);
    sheet.groups.extend(left);
}

/// Cells that are in columns; numbers on their right edges. Gives the next baseline.
fn table(
    sheet: &mut Sheet,
    dice: &mut Dice,
    id: &mut usize,
    x: f32,
    y: f32,
    columns: usize,
    rows: usize,
    size: f32,
) -> f32 {
    let step = 440.0 / columns as f32;
    let mut y = y;
    let names = ["Item", "Amount", "Share", "Change", "Total"];
    for row in 0..=rows {
        let mut cells = Vec::new();
        for column in 0..columns {
            let (text, face) = match (row, column) {
                (0, _) => (names[column % names.len()].to_owned(), BOLD),
                (_, 0) => {
                    *id += 1;
                    (format!("Row{:03} {}", *id, WORDS[dice.below(WORDS.len())]), SANS)
                }
                _ => (format!("{}.{:02}", dice.below(9_000) + 1, dice.below(100)), SANS),
            };
            let left = if column == 0 { x } else { x + step * (column + 1) as f32 - width(&text, size, face) - 12.0 };
            sheet.line(&text, left, y, size, face);
            cells.push(text);
        }
        sheet.order.push(cells.join(" "));
        y += 1.5 * size;
    }
    y
}

/// Thirty pages of nine documents.
pub(crate) fn documents() -> Vec<Made> {
    let mut made =
        vec![report(), article(), magazine(), newsletter(), tables(), invoice(), book(), sections(), slides()];
    for document in &mut made {
        for (at, page) in document.pages.iter_mut().enumerate() {
            page.raw.number = at as u32 + 1;
        }
    }
    made
}

/// One column; the chapter in the header changes with each page, and the header is drawn last.
fn report() -> Made {
    let mut dice = Dice::new(11);
    let mut id = 0;
    let chapters = ["Introduction", "Introduction", "What was found", "Costs and benefits"];
    let setting = Setting { size: 11.0, leading: 14.5, face: ROMAN, indent: false };
    let pages = chapters
        .iter()
        .enumerate()
        .map(|(at, chapter)| {
            let mut sheet = Sheet::new(595.0, 842.0);
            sheet.by_word = true;
            flow(&mut sheet, &mut dice, &mut id, &[(72.0, 100.0, 451.0, 760.0)], setting);
            sheet.running("Annual report of the harbour council", 72.0, 48.0, 9.0, ITALIC);
            let left = 523.0 - width(chapter, 9.0, ITALIC);
            sheet.running(chapter, left, 48.0, 9.0, ITALIC);
            sheet.running(&format!("Page {} of 4", at + 1), 270.0, 806.0, 9.0, SANS);
            sheet.page(0)
        })
        .collect();
    Made { name: "report", pages }
}

/// Two narrow columns below a title, a footnote in the left one, a bare number at the foot.
fn article() -> Made {
    let mut dice = Dice::new(12);
    let mut id = 100;
    let setting = Setting { size: 9.5, leading: 11.4, face: ROMAN, indent: true };
    let pages = (0..4)
        .map(|at| {
            let mut sheet = Sheet::new(612.0, 792.0);
            let mut top = 72.0;
            if at == 0 {
                sheet.line("A study of small rivers and their bridges", 130.0, 80.0, 17.0, BOLD);
                sheet.order.push("A study of small rivers and their bridges".into());
                sheet.line("Ada Miller and Tom Weaver", 230.0, 104.0, 10.5, ROMAN);
                sheet.order.push("Ada Miller and Tom Weaver".into());
                top = 140.0;
            }
            let (left, right) = ((54.0, top, 246.0, 660.0), (313.0, top, 246.0, 712.0));
            // The note belongs below the left column, and is read with it.
            let before = sheet.order.len();
            flow(&mut sheet, &mut dice, &mut id, &[left, right], setting);
            let note = format!("{} {}", at + 1, prose(&mut dice, id, 5));
            id += 1;
            sheet.line(&note, 54.0, 700.0, 7.5, ROMAN);
            let _ = before;
            sheet.running(&format!("{}", 118 + at), 300.0, 752.0, 9.0, ROMAN);
            sheet.page(0)
        })
        .collect();
    Made { name: "article", pages }
}

/// Two columns of unequal length, drawn row by row; the number is in the outer corner above.
fn magazine() -> Made {
    let mut dice = Dice::new(13);
    let mut id = 200;
    let pages = (0..4)
        .map(|at: usize| {
            let mut sheet = Sheet::new(540.0, 720.0);
            sheet.by_word = !at.is_multiple_of(2);
            let gutter = 15.0 + 4.0 * at as f32;
            let across = (440.0 - gutter) / 2.0;
            let columns =
                [(50.0, 90.0, across, 640.0), (50.0 + across + gutter, 90.0, across, 480.0 + 20.0 * at as f32)];
            let setting =
                Setting { size: 10.0, leading: 12.5 + 0.3 * at as f32, face: SANS, indent: at.is_multiple_of(2) };
            let number = format!("{}", 36 + at);
            let x = if at.is_multiple_of(2) { 50.0 } else { 490.0 - width(&number, 10.0, BOLD) };
            sheet.running(&number, x, 40.0, 10.0, BOLD);
            let title = "THE QUIET HARBOUR";
            sheet.running(
                title,
                if at.is_multiple_of(2) { 490.0 - width(title, 8.0, SANS) } else { 50.0 },
                40.0,
                8.0,
                SANS,
            );
            let from = sheet.groups.len();
            flow(&mut sheet, &mut dice, &mut id, &columns, setting);
            by_rows(&mut sheet, from);
            sheet.page(0)
        })
        .collect();
    Made { name: "magazine", pages }
}

/// Three columns, the right ones drawn first; a line over all columns at the foot.
fn newsletter() -> Made {
    let mut dice = Dice::new(14);
    let mut id = 300;
    let pages = (0..3)
        .map(|at| {
            let mut sheet = Sheet::new(612.0, 1008.0);
            sheet.running("The Bridge Letter", 45.0, 50.0, 14.0, BOLD);
            sheet.running(&format!("Number {}, winter", 40), 450.0, 50.0, 9.0, ITALIC);
            let across = 164.0;
            let columns = [
                (45.0, 110.0, across, 880.0),
                (45.0 + across + 13.0, 122.0, across, 900.0),
                (45.0 + 2.0 * (across + 13.0), 110.0, across, 700.0),
            ];
            let from = sheet.groups.len();
            flow(
                &mut sheet,
                &mut dice,
                &mut id,
                &columns,
                Setting { size: 9.0, leading: 11.0, face: ROMAN, indent: false },
            );
            right_first(&mut sheet, from, 200.0);
            sheet.running(&format!("Village council - write to us at the mill - {}", at + 1), 170.0, 960.0, 8.0, SANS);
            sheet.page(0)
        })
        .collect();
    Made { name: "newsletter", pages }
}

/// Tables between paragraphs, drawn column by column; the page's number is beside the text.
fn tables() -> Made {
    let mut dice = Dice::new(15);
    let mut id = 400;
    let pages = (0..3)
        .map(|at| {
            let mut sheet = Sheet::new(595.0, 842.0);
            let text = prose(&mut dice, id, 70);
            id += 1;
            let mut y = sheet.paragraph(&text, 70.0, 90.0, 450.0, 10.5, 14.0, ROMAN);
            sheet.order.push(text);
            sheet.line(&format!("Table {}. Goods by village", at + 1), 70.0, y + 14.0, 9.5, BOLD);
            sheet.order.push(format!("Table {}. Goods by village", at + 1));
            let from = sheet.groups.len();
            y = table(&mut sheet, &mut dice, &mut id, 70.0, y + 36.0, 3 + at, 7 + at, 9.5);
            if at > 0 {
                let mut cells = sheet.groups.split_off(from);
                let columns = 3 + at;
                let mut keyed: Vec<(usize, Vec<RawItem>)> =
                    cells.drain(..).enumerate().map(|(place, group)| (place % columns, group)).collect();
                keyed.sort_by_key(|(column, _)| *column);
                sheet.groups.extend(keyed.into_iter().map(|(_, group)| group));
            }
            for _ in 0..2 {
                let text = prose(&mut dice, id, 60);
                id += 1;
                y = sheet.paragraph(&text, 70.0, y + 20.0, 450.0, 10.5, 14.0, ROMAN);
                sheet.order.push(text);
            }
            sheet.running(&format!("{}", at + 7), 560.0, 410.0, 9.0, SANS);
            sheet.page(0)
        })
        .collect();
    Made { name: "tables", pages }
}

/// Names and values in two columns; a letterhead of two lines and three lines of small print below.
fn invoice() -> Made {
    let mut dice = Dice::new(16);
    let mut id = 500;
    let pages = (0..3)
        .map(|at| {
            let mut sheet = Sheet::new(595.0, 842.0);
            sheet.running("Miller & Weaver Timber", 60.0, 45.0, 13.0, BOLD);
            sheet.running("Mill Lane 4, Harbour Village", 60.0, 60.0, 8.0, SANS);
            let names = ["Customer", "Order number", "Date of delivery", "Contact", "Terms"];
            let mut y = 130.0;
            for name in names {
                let value = format!("Value{id:03} {}", WORDS[dice.below(WORDS.len())]);
                id += 1;
                sheet.line(name, 60.0, y, 10.0, SANS);
                sheet.line(&value, 220.0, y, 10.0, SANS);
                sheet.order.push(format!("{name} {value}"));
                y += 16.0;
            }
            for _ in 0..3 {
                let text = prose(&mut dice, id, 45);
                id += 1;
                y = sheet.paragraph(&text, 60.0, y + 18.0, 470.0, 10.0, 13.0, SANS);
                sheet.order.push(text);
            }
            for (line, below) in [
                "Bank of the Harbour, account 4471 0092",
                "Register of the village, 77 B",
                "Directors: A. Miller, T. Weaver",
            ]
            .into_iter()
            .zip([0.0, 9.5, 19.0])
            {
                sheet.running(line, 60.0, 785.0 + below, 7.0, SANS);
            }
            let _ = at;
            sheet.page(0)
        })
        .collect();
    Made { name: "invoice", pages }
}

/// Left and right pages differ; the first are counted in Roman numerals; footnotes.
fn book() -> Made {
    let mut dice = Dice::new(17);
    let mut id = 600;
    let pages = (0..5)
        .map(|at: usize| {
            let mut sheet = Sheet::new(420.0, 595.0);
            let number = ["ii", "iii", "iv", "1", "2"][at];
            let left = at.is_multiple_of(2);
            let title = if left { "The Bridges of the North" } else { "A Morning at the Mill" };
            sheet.running(number, if left { 50.0 } else { 370.0 - width(number, 10.0, ROMAN) }, 40.0, 10.0, ROMAN);
            sheet.running(title, 210.0 - width(title, 10.0, ITALIC) / 2.0, 40.0, 10.0, ITALIC);
            flow(
                &mut sheet,
                &mut dice,
                &mut id,
                &[(50.0, 66.0, 320.0, 480.0)],
                Setting { size: 10.0, leading: 12.6, face: ROMAN, indent: true },
            );
            let note = format!("{} {}", at + 1, prose(&mut dice, id, 9));
            id += 1;
            sheet.line(&note, 50.0, 530.0, 8.0, ROMAN);
            sheet.notes.push(note);
            sheet.page(0)
        })
        .collect();
    Made { name: "book", pages }
}

/// Two columns, a heading over both in the middle of the page, two columns again; what goes over both is drawn last.
fn sections() -> Made {
    let mut dice = Dice::new(18);
    let mut id = 700;
    let pages = (0..2)
        .map(|at| {
            let mut sheet = Sheet::new(595.0, 842.0);
            let setting = Setting { size: 10.0, leading: 13.0, face: ROMAN, indent: false };
            let upper = [(60.0, 110.0, 228.0, 380.0), (308.0, 110.0, 228.0, 372.0)];
            let lower = [(60.0, 470.0, 228.0, 760.0), (308.0, 470.0, 228.0, 740.0)];
            flow(&mut sheet, &mut dice, &mut id, &upper, setting);
            let heading = format!("{}. On the measure of water in copper and stone vessels", at + 2);
            sheet.order.push(heading.clone());
            flow(&mut sheet, &mut dice, &mut id, &lower, setting);
            sheet.line(&heading, 60.0, 434.0, 15.0, BOLD);
            sheet.running("Proceedings of the winter meeting", 60.0, 60.0, 8.5, SANS);
            sheet.running(&format!("{} / 2", at + 1), 500.0, 60.0, 8.5, SANS);
            sheet.page(0)
        })
        .collect();
    Made { name: "sections", pages }
}

/// Wide pages with a title and bullets; date and number at the foot, marked as artifacts.
fn slides() -> Made {
    let mut dice = Dice::new(19);
    let mut id = 800;
    let pages = (0..2)
        .map(|at| {
            let mut sheet = Sheet::new(960.0, 540.0);
            let title = format!("Slide{at} water and light");
            sheet.line(&title, 60.0, 80.0, 36.0, SANS);
            sheet.order.push(title);
            let mut y = 150.0;
            for _ in 0..4 {
                let text = format!("• {}", prose(&mut dice, id, 8));
                id += 1;
                y = sheet.paragraph(&text, 60.0, y, 820.0, 20.0, 26.0, SANS) + 10.0;
                sheet.order.push(text);
            }
            sheet.running("12 March", 60.0, 515.0, 12.0, SANS);
            sheet.running(&format!("{}", at + 1), 880.0, 515.0, 12.0, SANS);
            for group in sheet.groups.iter_mut().rev().take(2) {
                group.iter_mut().for_each(|item| item.flags |= ARTIFACT);
            }
            sheet.page(0)
        })
        .collect();
    Made { name: "slides", pages }
}
