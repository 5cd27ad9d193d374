//! How the columns of a table are set: as its marks say, else figures at the end.

use super::tree::{Column, Inline, plain_text};
use pulldown_cmark::Alignment;

/// The most letters beside a figure: a currency or a unit.
const UNIT: usize = 4;

/// The columns of rows whose first one is the head.
pub(super) fn columns(marks: &[Alignment], rows: &[Vec<Vec<Inline>>]) -> Vec<Column> {
    let column = |(at, mark): (usize, &Alignment)| match mark {
        Alignment::Left => Column::Words,
        Alignment::Center => Column::Middle,
        Alignment::Right => Column::Figures,
        Alignment::None => {
            let cells = || rows.iter().skip(1).filter_map(|row| row.get(at)).map(|cell| plain_text(cell));
            let told = || cells().filter(|cell| cell.chars().any(char::is_alphanumeric));
            let all = told().next().is_some() && told().all(|cell| is_figure(&cell));
            if all { Column::Figures } else { Column::Words }
        }
    };
    marks.iter().enumerate().map(column).collect()
}

/// Whether a cell is one figure with its sign and unit, such as `€ 18.90`, `−3 °C` or `1,200 kg [2]`.
fn is_figure(cell: &str) -> bool {
    let figure = cell.split('[').next().unwrap_or_default();
    let letters = figure.chars().filter(|c| c.is_alphabetic()).count();
    let digits = figure.chars().filter(char::is_ascii_digit).count();
    // A date or a range has several groups that nothing but a mark of thousands or decimals may join.
    let is_one = figure
        .split(|c: char| !(c.is_ascii_digit() || ".,'’\u{a0}\u{202f}".contains(c)))
        .filter(|part| part.chars().any(|c| c.is_ascii_digit()))
        .count()
        == 1;
    digits > 0 && letters <= UNIT && is_one
}

#[cfg(test)]
mod tests {
    use super::super::{Block, parse};
    use super::*;

    #[test]
    fn a_figure_may_have_a_sign_and_a_unit_but_no_words() {
        for (cell, figure) in [
            ("18.90", true),
            ("€18.90", true),
            ("1.200,50 €", true),
            ("−3 °C", true),
            ("12 %", true),
            ("USD 5", true),
            ("4.50 [2] ⚠", true),
            ("1’200 kg", true),
            ("2026-03-01", false),
            ("3 to 5", false),
            ("Lamp 3000", true),
            ("Desk lamp 2", false),
            ("yes", false),
            ("[2]", false),
        ] {
            assert_eq!(is_figure(cell), figure, "{cell}");
        }
    }

    #[test]
    fn columns_of_figures_are_set_at_their_end_unless_the_text_says_otherwise() {
        let columns = |source: &str| match parse(source).into_iter().next() {
            Some(Block::Table { columns, .. }) => columns,
            other => panic!("{other:?}"),
        };
        use Column::{Figures, Middle, Words};
        assert_eq!(
            columns("| a | b | c |\n|---|---|---|\n| x | 1 | 2 |\n| y | – | z |"),
            [Words, Figures, Words],
            "a dash says nothing, a word does"
        );
        assert_eq!(columns("| a | b | c |\n|:--|:-:|--:|\n| 1 | 2 | x |"), [Words, Middle, Figures]);
        assert_eq!(columns("| 2025 | 2026 |\n|---|---|\n| | |"), [Words, Words], "the head alone says nothing");
    }
}
