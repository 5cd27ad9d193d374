//! Running headers and footers: what neighbouring pages repeat at the same place, up to their numbers.

use super::line::Line;
use super::piece::{Direction, Extent};
use super::text::is_superscript;
use crate::BlockKind;
use crate::figures::is_period;

/// How much of a page's height, at its top and at its foot, running lines may take up.
const MARGIN: f32 = 0.16;
/// The same for the outermost row: pages with wide margins.
const OUTERMOST: f32 = 0.28;
/// How many rows at each edge may be running lines.
const ROWS: usize = 5;
/// How far away a page may be to be compared: left and right pages differ, so that the one after the next counts too.
const NEIGHBOURS: usize = 4;

/// A line at an edge of a page.
#[derive(Debug, Clone)]
pub(super) struct Edge {
    /// Its index in the page's lines.
    line: usize,
    top: bool,
    /// 0 is the outermost row.
    row: usize,
    base: f32,
    left: f32,
    right: f32,
    size: f32,
    /// The text with `#` for each number.
    shape: String,
    /// The numbers in it.
    numbers: Vec<u32>,
    /// How far away the next row towards the middle is, in parts of the line's size.
    distance: f32,
    artifact: bool,
    /// It names a year or a day of one.
    is_period: bool,
    /// It differs in size or style from most of the page.
    other_look: bool,
    /// It is larger than most of the page.
    larger: bool,
}

/// The lines at the edges of a page, and others that are nothing but a page's number.
pub(super) fn edges(lines: &[Line], extent: Extent) -> Vec<Edge> {
    let upright: Vec<(usize, &Line)> =
        lines.iter().enumerate().filter(|(_, line)| line.turn == Direction::None).collect();
    let mut edges = Vec::new();
    let usual = super::order::median(upright.iter().map(|(_, line)| line.size).collect());
    for top in [true, false] {
        let near = |line: &Line, row: usize| {
            let margin = extent.height * if row == 0 { OUTERMOST } else { MARGIN };
            if top { line.base < margin } else { line.base > extent.height - margin }
        };
        let mut sorted: Vec<(usize, &Line)> = upright.to_vec();
        sorted.sort_by(|a, b| if top { a.1.base.total_cmp(&b.1.base) } else { b.1.base.total_cmp(&a.1.base) });
        let mut row = 0;
        let mut base: Option<f32> = None;
        let mut from = edges.len();
        for (index, line) in sorted {
            if base.is_some_and(|base| (line.base - base).abs() > 0.4 * line.size) {
                let distance = base.map_or(0.0, |base| (line.base - base).abs());
                for edge in edges.iter_mut().skip(from) {
                    let edge: &mut Edge = edge;
                    edge.distance = distance / edge.size.max(1.0);
                }
                from = edges.len();
                row += 1;
                base = Some(line.base);
            }
            if row >= ROWS || !near(line, row) {
                break;
            }
            base = base.or(Some(line.base));
            edges.push(edge(index, line, top, row, usual));
        }
    }
    // A statement on two pages names its columns on both: what stands side by side and is a year or day each is not a running line.
    let periods: Vec<(bool, usize)> =
        edges.iter().filter(|edge| edge.is_period).map(|edge| (edge.top, edge.row)).collect();
    edges.retain(|edge| periods.iter().filter(|at| **at == (edge.top, edge.row)).count() < 2);
    // Numbers beside the text, half way down an outer margin.
    for (index, line) in upright {
        if edges.len() < 200 && line.letters <= 6 && !edges.iter().any(|edge| edge.line == index) {
            let beside = line.rect.right < 0.14 * extent.width || line.rect.left > 0.86 * extent.width;
            let found = edge(index, line, line.base < 0.5 * extent.height, ROWS, usual);
            if beside && found.is_number() {
                edges.push(found);
            }
        }
    }
    edges
}

fn edge(index: usize, line: &Line, top: bool, row: usize, usual: f32) -> Edge {
    let (shape, numbers) = shape(&line.text);
    Edge {
        line: index,
        top,
        row,
        base: line.base,
        left: line.rect.left,
        right: line.rect.right,
        size: line.size,
        shape,
        numbers,
        distance: f32::MAX,
        artifact: line.artifact,
        is_period: is_period(&line.text),
        larger: line.size > 1.1 * usual,
        other_look: (line.size - usual).abs() > 0.06 * usual
            || line.style.italic
            || line.style.bold
            || is_capitals(&line.text),
    }
}

fn is_capitals(text: &str) -> bool {
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    letters >= 4 && text.chars().filter(|c| c.is_uppercase()).count() == letters
}

/// A text without its numbers, and the numbers. A text that is a Roman number alone counts as one.
fn shape(text: &str) -> (String, Vec<u32>) {
    if let Some(number) = roman(text.trim()) {
        return ("#".to_owned(), vec![number]);
    }
    let mut shape = String::new();
    let mut numbers = Vec::new();
    let mut number: Option<u32> = None;
    for c in text.chars() {
        if let Some(digit) = c.to_digit(10) {
            number = Some(number.unwrap_or(0).saturating_mul(10).saturating_add(digit));
            continue;
        }
        if let Some(whole) = number.take() {
            numbers.push(whole);
            shape.push('#');
        }
        if !c.is_whitespace() && !is_superscript(c) {
            shape.extend(c.to_lowercase());
        }
    }
    if let Some(whole) = number {
        numbers.push(whole);
        shape.push('#');
    }
    (shape, numbers)
}

fn roman(text: &str) -> Option<u32> {
    let lower = text.to_lowercase();
    if lower.is_empty() || lower.len() > 8 || lower != text && lower.to_uppercase() != text {
        return None;
    }
    let mut total: u32 = 0;
    let mut last = 0;
    for c in lower.chars().rev() {
        let value = match c {
            'i' => 1,
            'v' => 5,
            'x' => 10,
            'l' => 50,
            'c' => 100,
            _ => return None,
        };
        total = if value < last { total.checked_sub(value)? } else { total + value };
        last = last.max(value);
    }
    Some(total)
}

impl Edge {
    /// Nothing but a number, perhaps with a word for *page* or what it is of.
    fn is_number(&self) -> bool {
        let letters: String = self.shape.chars().filter(|c| c.is_alphabetic()).collect();
        let words = [
            "",
            "page",
            "pageof",
            "seite",
            "seitevon",
            "página",
            "páginade",
            "pagina",
            "paginadi",
            "p",
            "pg",
            "s",
            "of",
            "von",
            "de",
            "sur",
            "pagesur",
        ];
        !self.numbers.is_empty() && self.numbers.len() <= 2 && words.contains(&letters.as_str())
    }

    fn same_place(&self, other: &Self) -> bool {
        self.top == other.top
            && (self.base - other.base).abs() < 0.4 * self.size.min(other.size)
            && (self.size - other.size).abs() < 0.1 * self.size
    }

    /// Whether another page's line says the same, or a page's number that fits. `apart` is how many pages later the other one is.
    fn repeats(&self, other: &Self, apart: i64) -> bool {
        if !self.same_place(other) {
            return false;
        }
        if self.shape != other.shape {
            return false;
        }
        if self.is_number() {
            return self.numbers.iter().zip(&other.numbers).any(|(a, b)| i64::from(*b) - i64::from(*a) == apart);
        }
        // Large titles that differ in a number are those of a series.
        if self.larger && self.numbers != other.numbers {
            return false;
        }
        // Beside the number, equal words; a number in a bare row of figures is no sign.
        self.shape.chars().any(char::is_alphabetic)
    }
}

/// What is a running header or footer on the page at `index`, which has so many lines: the indexes of those.
pub(super) fn running(
    pages: &[Vec<Edge>],
    index: usize,
    lines: usize,
    label: Option<&str>,
    count_known: bool,
) -> Vec<(usize, BlockKind)> {
    let Some(own) = pages.get(index) else { return Vec::new() };
    let neighbours = || {
        let from = index.saturating_sub(NEIGHBOURS);
        pages.iter().enumerate().skip(from).take(index + NEIGHBOURS + 1 - from).filter(move |(at, _)| *at != index)
    };
    let apart = |at: usize| i64::try_from(at).unwrap_or(0) - i64::try_from(index).unwrap_or(0);
    let mut marked: Vec<&Edge> = Vec::new();
    // What is taken for a running header by its place and look alone.
    let mut by_place: Vec<usize> = Vec::new();
    for edge in own {
        let repeats =
            neighbours().filter(|(at, page)| page.iter().any(|other| edge.repeats(other, apart(*at)))).count();
        let placed = neighbours()
            .filter(|(_, page)| page.iter().any(|other| edge.row.max(other.row) < ROWS && edge.same_place(other)))
            .count();
        let alone = edge.distance > 1.7;
        let fits = |number: u32| {
            label == Some(number.to_string().as_str()) || i64::from(number) == apart(index * 2) + 1 || !count_known
        };
        let repeated = repeats >= 1 && (edge.row < ROWS || repeats >= 2);
        let numbered = edge.row == 0 && alone && edge.is_number() && edge.numbers.first().copied().is_some_and(fits)
            || edge.row == 0
                && label.is_some_and(|label| edge.shape == "#" && roman(label) == edge.numbers.first().copied());
        // A chapter's name changes; its place and its look do not. At the foot that could be a note, in large letters a title.
        let chapter = edge.top
            && edge.row == 0
            && edge.other_look
            && alone
            && !edge.larger
            && edge.shape.chars().count() < 90
            && placed >= 3;
        let is_running = repeated || numbered || chapter || edge.artifact && edge.row < ROWS;
        if is_running {
            marked.push(edge);
            by_place.extend(chapter.then_some(edge.line).filter(|_| !repeated && !numbered && !edge.artifact));
        }
    }
    // A title that has its page for itself, but for what runs on all pages.
    if marked.len() == lines {
        marked.retain(|edge| !by_place.contains(&edge.line));
    }
    // From the edge inwards without a gap; what touches the text is the text's (a table's head on each page).
    let mut kept = Vec::new();
    for top in [true, false] {
        let side: Vec<&Edge> = marked.iter().copied().filter(|edge| edge.top == top).collect();
        let mut row = 0;
        while row < ROWS && own.iter().any(|edge| edge.top == top && edge.row == row) {
            let here: Vec<&&Edge> = side.iter().filter(|edge| edge.row == row).collect();
            // A row has a running line if any of it is: a name on the left, the chapter that changes on the right.
            if here.is_empty() {
                break;
            }
            row += 1;
        }
        // What looks like the text and stands beyond the widest gap is text, as are rows close to it.
        let distance = |row: usize| {
            own.iter().filter(|edge| edge.top == top && edge.row == row).map(|edge| edge.distance).fold(0.0, f32::max)
        };
        let looks = |row: usize| {
            side.iter().any(|edge| edge.row == row && (edge.other_look || edge.artifact || edge.is_number()))
        };
        let widest = (0..row).fold(0, |widest, row| if distance(row) > 1.2 * distance(widest) { row } else { widest });
        while row > widest + 1 && !looks(row - 1) {
            row -= 1;
        }
        if row > 0 && distance(row - 1) < 1.5 && !looks(row - 1) {
            row -= 1;
        }
        let kind = if top { BlockKind::Header } else { BlockKind::Footer };
        kept.extend(
            own.iter()
                .filter(|edge| edge.top == top && edge.row < row)
                .filter(|edge| {
                    side.iter().any(|marked| marked.line == edge.line)
                        || edge.shape.chars().count() < 90
                            && side.iter().any(|marked| {
                                marked.row == edge.row
                                    && (marked.base - edge.base).abs() < 0.3 * edge.size
                                    && gap(marked, edge) > edge.size
                            })
                })
                .map(|edge| (edge.line, kind)),
        );
        kept.extend(side.iter().filter(|edge| edge.row == ROWS).map(|edge| (edge.line, kind)));
    }
    kept.sort_by_key(|(line, _)| *line);
    kept.dedup_by_key(|(line, _)| *line);
    kept
}

fn gap(a: &Edge, b: &Edge) -> f32 {
    (a.left - b.right).max(b.left - a.right)
}
