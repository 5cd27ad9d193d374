//! The order in which a page is read: that of the content stream, unless the places of the lines speak clearly against it.

use super::line::Line;
use super::piece::Rect;
use super::text;
use crate::figures::is_value;
use std::collections::VecDeque;

/// A part of a page in reading order; numbers are indexes of lines.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Ordered {
    /// A line of text.
    Line(usize),
    /// Rows of short texts side by side: perhaps a table. Rows from top to bottom, in each from left to right.
    Grid(Vec<Vec<usize>>),
}

/// How often regions are cut into columns inside columns.
const MAX_DEPTH: usize = 12;
/// So many rows above one show where the numbers of a grid end.
const NEAR_ROWS: usize = 8;
/// The least width of a gutter, in parts of the size of the text.
const GUTTER: f32 = 0.8;

/// The parts of a page. All of the lines run in one direction.
pub(super) fn order(lines: &[Line]) -> Vec<Ordered> {
    let rtl = lines.iter().filter(|line| line.rtl).map(|line| line.letters).sum::<usize>() * 2
        > lines.iter().map(|line| line.letters).sum();
    let mut cutter = Cutter { lines, rtl, parts: Vec::new() };
    cutter.cut((0..lines.len()).collect(), 0);
    let placed = cutter.parts;
    let streamed = in_stream_order(lines, &placed);
    if !is_disordered(lines, &streamed, rtl) || continuity(lines, &placed) < continuity(lines, &streamed) {
        streamed
    } else {
        placed
    }
}

/// The same parts in the order in which their first lines are drawn.
fn in_stream_order(lines: &[Line], parts: &[Ordered]) -> Vec<Ordered> {
    let mut keyed: Vec<(usize, Ordered)> = parts
        .iter()
        .map(|part| {
            let place = |index: &usize| lines.get(*index).map_or(usize::MAX, |line| line.place);
            let first = match part {
                Ordered::Line(index) => place(index),
                Ordered::Grid(rows) => rows.iter().flatten().map(place).min().unwrap_or(usize::MAX),
            };
            (first, part.clone())
        })
        .collect();
    keyed.sort_by_key(|(place, _)| *place);
    keyed.into_iter().map(|(_, part)| part).collect()
}

fn rect_of(lines: &[Line], part: &Ordered) -> Option<(Rect, f32)> {
    match part {
        Ordered::Line(index) => lines.get(*index).map(|line| (line.core(), line.size)),
        Ordered::Grid(rows) => {
            let mut cells = rows.iter().flatten().filter_map(|index| lines.get(*index));
            let first = cells.next()?;
            Some((cells.fold(first.core(), |rect, line| rect.join(line.core())), first.size))
        }
    }
}

/// Whether the parts jump where no reader would: up in the same column, back to a column on the left, or from side to side again and again.
fn is_disordered(lines: &[Line], parts: &[Ordered], rtl: bool) -> bool {
    let rects: Vec<(Rect, f32)> = parts.iter().filter_map(|part| rect_of(lines, part)).collect();
    let mut beside = 0;
    for ((a, size), (b, _)) in rects.iter().zip(rects.iter().skip(1)) {
        let slack = 0.4 * size;
        if b.top >= a.bottom - slack {
            continue;
        }
        let onward = if rtl { b.right <= a.left + slack } else { b.left >= a.right - slack };
        if !onward {
            return true;
        }
        if a.overlap_y(b) > 0.0 {
            beside += 1;
        }
    }
    beside >= 3
}

/// How well lines go on from one to the next: sentences that continue, less those that break off.
fn continuity(lines: &[Line], parts: &[Ordered]) -> i32 {
    let mut score = 0;
    let mut last: Option<&Line> = None;
    for part in parts {
        let Ordered::Line(index) = part else {
            last = None;
            continue;
        };
        let Some(line) = lines.get(*index) else { continue };
        if let Some(last) = last {
            let open = !last.ends_sentence() && last.letters > 15;
            if open && line.starts_small() {
                score += 2;
            } else if open && last.text.ends_with(['-', ',']) || line.starts_small() && last.ends_sentence() {
                score -= 2;
            }
        }
        last = Some(line);
    }
    score
}

/// A stretch without ink, from left to right.
type Gap = (f32, f32);

struct Cutter<'a> {
    lines: &'a [Line],
    rtl: bool,
    parts: Vec<Ordered>,
}

/// Lines that overlap from top to bottom, and the gaps between them.
struct Strip {
    lines: Vec<usize>,
    rect: Rect,
    gaps: Vec<Gap>,
}

impl Cutter<'_> {
    fn cores(&self, lines: &[usize]) -> Vec<Rect> {
        lines.iter().filter_map(|index| self.lines.get(*index)).map(Line::core).collect()
    }

    /// Cuts a region into strips, and those that have a gutter in common into columns.
    fn cut(&mut self, lines: Vec<usize>, depth: usize) {
        let gutter = GUTTER
            * median(lines.iter().filter_map(|index| self.lines.get(*index)).map(|line| line.size).collect()).max(4.0);
        let mut strips = VecDeque::from(self.strips(lines, gutter));
        let mut waiting: Vec<Strip> = Vec::new();
        while let Some(strip) = strips.pop_front() {
            let mut shared = inner(&strip.gaps, strip.rect, gutter);
            if shared.is_empty() || depth >= MAX_DEPTH {
                waiting.push(strip);
                continue;
            }
            let mut rect = strip.rect;
            let mut group = vec![strip];
            while let Some(next) = strips.front() {
                let whole = rect.join(next.rect);
                let both = inner(&common(&shared, &next.gaps), whole, gutter);
                let far = next.rect.top - rect.bottom > 0.25 * (rect.height() + 200.0);
                if far {
                    break;
                }
                if !both.is_empty() {
                    (shared, rect) = (both, whole);
                } else if self.has_same_figures(next, &group)
                    || strips.get(1).is_some_and(|after| self.is_title(next, after, &group, &shared, gutter))
                {
                    rect = whole;
                } else {
                    break;
                }
                group.extend(strips.pop_front());
            }
            self.take_before(&mut waiting, &mut group, &shared);
            let after = if strips.is_empty() { Vec::new() } else { leave_after(&mut group, strips.front(), &shared) };
            for strip in waiting.drain(..) {
                self.emit(strip.lines);
            }
            self.columns(group, &shared, depth);
            waiting.extend(after);
        }
        for strip in waiting {
            self.emit(strip.lines);
        }
    }

    /// Whether a strip is a row of a grid's figures although it leaves no gap where the rows above have one: its numbers end where theirs do, and a bracket
    /// behind one may reach to the next sign of money.
    fn has_same_figures(&self, strip: &Strip, group: &[Strip]) -> bool {
        let figures = |strip: &Strip| -> Vec<&Line> {
            let lines = strip.lines.iter().filter_map(|index| self.lines.get(*index));
            lines.filter(|line| is_value(&line.text)).collect()
        };
        let own = figures(strip);
        let above: Vec<&Line> = group.iter().rev().take(NEAR_ROWS).flat_map(figures).collect();
        let is_near =
            |last: &Strip| own.first().is_some_and(|line| strip.rect.top - last.rect.bottom < 1.5 * line.size);
        let ends =
            |line: &&Line| above.iter().any(|other| (other.rect.right - line.rect.right).abs() < 0.8 * line.size);
        own.len() > 1 && group.last().is_some_and(is_near) && own.iter().all(ends)
    }

    /// Whether a strip is the title of a part of a grid that reaches over its gaps: a line of its own between rows, as close as they are.
    fn is_title(&self, strip: &Strip, after: &Strip, group: &[Strip], shared: &[Gap], gutter: f32) -> bool {
        let (Some(above), [index]) = (group.last(), strip.lines.as_slice()) else { return false };
        let Some(line) = self.lines.get(*index) else { return false };
        let left = group.iter().map(|strip| strip.rect.left).fold(f32::MAX, f32::min);
        let rect = group.iter().map(|strip| strip.rect).fold(above.rect, Rect::join);
        let near = |top: &Strip, bottom: &Strip| bottom.rect.top - top.rect.bottom < 1.5 * line.size;
        let lines: Vec<usize> = group.iter().flat_map(|strip| strip.lines.iter().copied()).collect();
        (line.rect.left - left).abs() < 2.0 * line.size
            && near(above, strip)
            && near(strip, after)
            && after.lines.len() > 1
            && !inner(&common(shared, &after.gaps), rect.join(after.rect), gutter).is_empty()
            && !text::is_caption(&line.text)
            && !shared.iter().any(|gap| self.parts_columns(&lines, *gap))
    }

    fn strips(&self, mut lines: Vec<usize>, gutter: f32) -> Vec<Strip> {
        let core = |index: &usize| self.lines.get(*index).map(Line::core);
        lines.sort_by(|a, b| core(a).map_or(0.0, |rect| rect.top).total_cmp(&core(b).map_or(0.0, |rect| rect.top)));
        let mut strips: Vec<Strip> = Vec::new();
        for index in lines {
            let Some(rect) = core(&index) else { continue };
            match strips.last_mut() {
                Some(strip) if rect.top < strip.rect.bottom => {
                    strip.lines.push(index);
                    strip.rect = strip.rect.join(rect);
                }
                _ => strips.push(Strip { lines: vec![index], rect, gaps: Vec::new() }),
            }
        }
        for strip in &mut strips {
            strip.gaps = gaps(self.cores(&strip.lines), gutter);
        }
        strips
    }

    /// The right column may begin higher than the left: strips above that are in it alone belong to it.
    fn take_before(&self, waiting: &mut Vec<Strip>, group: &mut Vec<Strip>, shared: &[Gap]) {
        let Some(last) = shared.last().map(|gap| gap.1) else { return };
        let lefts: Vec<f32> = group
            .iter()
            .flat_map(|strip| self.cores(&strip.lines))
            .map(|rect| rect.left)
            .filter(|left| *left >= last - 1.0)
            .collect();
        let Some(edge) = lefts.into_iter().reduce(f32::min) else { return };
        let mut taken = Vec::new();
        while let Some(strip) = waiting.pop() {
            let next_top = taken.last().map_or_else(
                || group.first().map_or(0.0, |strip: &Strip| strip.rect.top),
                |strip: &Strip| strip.rect.top,
            );
            let close = next_top - strip.rect.bottom < 3.0 * strip.rect.height();
            if close && (strip.rect.left - edge).abs() < 6.0 {
                taken.push(strip);
            } else {
                waiting.push(strip);
                break;
            }
        }
        group.splice(0..0, taken.into_iter().rev());
    }

    /// Cuts a group at its gutters if its columns are text of their own; else it is a grid.
    fn columns(&mut self, group: Vec<Strip>, shared: &[Gap], depth: usize) {
        let all: Vec<usize> = group.iter().flat_map(|strip| strip.lines.iter().copied()).collect();
        let gutters: Vec<f32> =
            shared.iter().filter(|gap| self.parts_columns(&all, **gap)).map(|gap| (gap.0 + gap.1) / 2.0).collect();
        if gutters.is_empty() {
            let rows = group.into_iter().map(|strip| strip.lines).collect::<Vec<_>>();
            self.grid(rows);
            return;
        }
        let mut columns: Vec<Vec<usize>> = vec![Vec::new(); gutters.len() + 1];
        for index in all {
            let Some(rect) = self.lines.get(index).map(|line| line.rect) else { continue };
            let at = gutters.iter().filter(|gutter| rect.left + rect.right > 2.0 * **gutter).count();
            if let Some(column) = columns.get_mut(at) {
                column.push(index);
            }
        }
        if self.rtl {
            columns.reverse();
        }
        for column in columns {
            self.cut(column, depth + 1);
        }
    }

    /// Whether a gap parts columns of text, not cells of a table: full lines on both sides, or lines that are not in rows.
    fn parts_columns(&self, lines: &[usize], gap: Gap) -> bool {
        let middle = gap.0 + gap.1;
        let side = |right: bool| {
            let lines = lines.iter().filter_map(|index| self.lines.get(*index));
            Side::of(lines.filter(|line| (line.rect.left + line.rect.right > middle) == right))
        };
        let (left, right) = (side(false), side(true));
        let fewest = left.bases.len().min(right.bases.len());
        if fewest < 2 || left.labels(&right) || right.labels(&left) {
            return false;
        }
        let aligned = left.aligned(&right) as f32 / fewest as f32;
        match (left.is_prose(), right.is_prose()) {
            (true, true) => true,
            (false, false) => aligned < 0.5 && fewest >= 3 && left.letters + right.letters >= 16,
            (prose_left, _) => {
                let (prose, other) = if prose_left { (&left, &right) } else { (&right, &left) };
                aligned < 0.5 && fewest >= 3 || other.bases.len() * 10 >= prose.bases.len() * 7 && aligned < 0.8
            }
        }
    }

    fn grid(&mut self, rows: Vec<Vec<usize>>) {
        let rows: Vec<Vec<usize>> = rows.into_iter().map(|row| self.row(row)).collect();
        self.parts.push(Ordered::Grid(rows));
    }

    /// From left to right (or the other way), and what is above each other from top to bottom.
    fn row(&self, mut row: Vec<usize>) -> Vec<usize> {
        let line = |index: &usize| self.lines.get(*index);
        row.sort_by(|a, b| {
            let (Some(a), Some(b)) = (line(a), line(b)) else { return std::cmp::Ordering::Equal };
            let across = a.rect.left.total_cmp(&b.rect.left);
            if self.rtl { across.reverse() } else { across }
        });
        let mut stacks: Vec<(Rect, Vec<usize>)> = Vec::new();
        for index in row {
            let Some(rect) = line(&index).map(|line| line.rect) else { continue };
            match stacks.last_mut() {
                Some((extent, stack)) if extent.overlap_x(&rect) > 0.0 => {
                    *extent = extent.join(rect);
                    stack.push(index);
                }
                _ => stacks.push((rect, vec![index])),
            }
        }
        for (_, stack) in &mut stacks {
            stack.sort_by(|a, b| {
                line(a).map_or(0.0, |line| line.base).total_cmp(&line(b).map_or(0.0, |line| line.base))
            });
        }
        stacks.into_iter().flat_map(|(_, stack)| stack).collect()
    }

    fn emit(&mut self, lines: Vec<usize>) {
        let row = self.row(lines);
        self.parts.extend(row.into_iter().map(Ordered::Line));
    }
}

/// Leaves to what follows the short lines at a group's end that are nearer to it: the heading of a section that goes over all columns.
fn leave_after(group: &mut Vec<Strip>, next: Option<&Strip>, shared: &[Gap]) -> Vec<Strip> {
    let (Some(next), Some(gutter)) = (next, shared.first()) else { return Vec::new() };
    let mut count = 0;
    let mut below = next.rect.top;
    for strip in group.iter().rev().take(2) {
        let one_sided = strip.rect.right <= gutter.0 + 1.0;
        if !one_sided {
            break;
        }
        count += 1;
        let above =
            group.len().checked_sub(count + 1).and_then(|at| group.get(at)).map_or(f32::MIN, |strip| strip.rect.bottom);
        if strip.rect.top - above > 1.3 * (below - strip.rect.bottom)
            && strip.rect.top - above > 1.2 * strip.rect.height()
        {
            return group.split_off(group.len() - count);
        }
        below = strip.rect.top;
    }
    Vec::new()
}

/// What is on one side of a gap.
struct Side {
    bases: Vec<f32>,
    size: f32,
    /// The usual number of letters of a line.
    letters: usize,
    /// The usual part of the column's width that a line fills.
    fill: f32,
    /// Whether these are numbers, but for a few.
    figures: bool,
}

impl Side {
    fn of<'a>(lines: impl Iterator<Item = &'a Line>) -> Self {
        let lines: Vec<&Line> = lines.collect();
        let left = lines.iter().map(|line| line.rect.left).fold(f32::MAX, f32::min);
        let right = lines.iter().map(|line| line.rect.right).fold(f32::MIN, f32::max);
        let width = (right - left).max(1.0);
        let mut bases: Vec<f32> = lines.iter().map(|line| line.base).collect();
        bases.sort_by(f32::total_cmp);
        Self {
            bases,
            size: median(lines.iter().map(|line| line.size).collect()),
            letters: median(lines.iter().map(|line| line.letters as f32).collect()) as usize,
            fill: median(lines.iter().map(|line| line.rect.width() / width).collect()),
            figures: lines.iter().filter(|line| is_value(&line.text)).count() * 5 >= lines.len() * 4,
        }
    }

    /// Whether these lines, ragged and with titles and second lines among them, say what the numbers of the other side are: each row of those has one
    /// beside it. A cell's number may stand a little lower than its label; text that runs beside numbers is on their baselines by chance alone.
    fn labels(&self, numbers: &Self) -> bool {
        const RAGGED: f32 = 0.8;
        let near = numbers.size.max(4.0) * if self.is_prose() { 0.15 } else { 0.5 };
        let rows = numbers.bases.chunk_by(|a, b| b - a < 0.5 * numbers.size).filter_map(|row| row.first());
        let has_label = |base: &&f32| {
            let at = self.bases.partition_point(|other| *other < **base - near);
            self.bases.get(at).is_some_and(|other| *other <= **base + near)
        };
        let (with, without): (Vec<&f32>, Vec<&f32>) = rows.partition(has_label);
        numbers.figures && self.fill < RAGGED && with.len() >= 3.max(9 * without.len())
    }

    fn is_prose(&self) -> bool {
        self.letters >= 16 && self.fill >= 0.55 && self.bases.len() >= 3
    }

    /// How many baselines of the side with fewer have one on the other side.
    fn aligned(&self, other: &Self) -> usize {
        let (few, many) = if self.bases.len() <= other.bases.len() { (self, other) } else { (other, self) };
        let near = 0.15 * few.size.max(4.0);
        few.bases
            .iter()
            .filter(|base| {
                let at = many.bases.partition_point(|other| *other < **base - near);
                many.bases.get(at).is_some_and(|other| *other <= **base + near)
            })
            .count()
    }
}

/// The stretches without ink of a strip, those outside it included.
fn gaps(mut rects: Vec<Rect>, least: f32) -> Vec<Gap> {
    rects.sort_by(|a, b| a.left.total_cmp(&b.left));
    let mut gaps = Vec::new();
    let mut end = f32::MIN;
    for rect in rects {
        if rect.left - end >= least {
            gaps.push((end, rect.left));
        }
        end = end.max(rect.right);
    }
    gaps.push((end, f32::MAX));
    gaps
}

/// What two lists of gaps have in common. Both are in order.
fn common(a: &[Gap], b: &[Gap]) -> Vec<Gap> {
    let mut both = Vec::new();
    let (mut a, mut b) = (a.iter().peekable(), b.iter().peekable());
    while let (Some(x), Some(y)) = (a.peek(), b.peek()) {
        let gap = (x.0.max(y.0), x.1.min(y.1));
        if gap.1 > gap.0 {
            both.push(gap);
        }
        if x.1 < y.1 {
            a.next()
        } else {
            b.next()
        };
    }
    both
}

/// The gaps that have ink on both sides and are wide enough.
fn inner(gaps: &[Gap], rect: Rect, least: f32) -> Vec<Gap> {
    gaps.iter().copied().filter(|gap| gap.0 >= rect.left && gap.1 <= rect.right && gap.1 - gap.0 >= least).collect()
}

/// The middle value; 0 of nothing.
pub(super) fn median(mut values: Vec<f32>) -> f32 {
    values.sort_by(f32::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(0.0)
}
