//! Arithmetic over figures that are in documents: each is compared with its source before it is used.

use crate::Cell;
use crate::call::{Calculation, Figure};
use crate::exact::{Exact, Quantity, RESULT_DIGITS, Sign, Unit};
use crate::expression::{Function, Term, parse};
use crate::quote::{QuotedText, find_quote};
use crate::table::{QueryError, amount_of, style_of};
use crate::units::{unit_line, words};

/// What a figure rests on.
#[derive(Debug, Clone, Default)]
pub struct Source {
    /// The text of its page, or earlier results.
    pub text: String,
    /// The decimal point that numbers there have where they do not tell (`.` or `,`).
    pub point: Option<char>,
}

/// Figures of one calculation, at most.
const MOST_FIGURES: usize = 40;

/// Computes an expression over figures, exactly, and shows the figures as they were read, the result, and what should be known of it. `source` gives what a
/// figure stands on, or a sentence why there is nothing.
///
/// # Errors
/// [`QueryError`] says in a sentence which figure does not stand where it is said to, or what cannot be computed.
pub fn calculate(
    calculation: &Calculation,
    mut source: impl FnMut(&Figure) -> Result<Source, String>,
) -> Result<String, QueryError> {
    let Calculation { expression, figures } = calculation;
    check_names(figures)?;
    let mut quantities = Vec::with_capacity(figures.len());
    let mut notes: Vec<String> = Vec::new();
    let mut out = String::new();
    for figure in figures {
        let source = source(figure).map_err(QueryError)?;
        let quantity = read(figure, &source)?;
        let (shown, _) = quantity.shown(RESULT_DIGITS).ok_or_else(too_large)?;
        out.push_str(&format!("{} = {shown}\n", figure.name));
        notes.extend(note_of(figure, &quantity, &source.text).filter(|note| !notes.contains(note)));
        quantities.push(quantity);
    }
    let names = |text: &str| {
        let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
        let name = text.get(..end)?;
        figures.iter().position(|figure| figure.name.trim() == name).map(|at| (at, end))
    };
    let term = parse(expression, &names).map_err(QueryError)?;
    if !uses_figures(&term) {
        return Err(QueryError("The expression uses none of the figures. Name them in it.".to_owned()));
    }
    let result = value(&term, &quantities).map_err(QueryError)?;
    let (shown, exact) = result.shown(RESULT_DIGITS).ok_or_else(too_large)?;
    let written = expression.split_whitespace().collect::<Vec<_>>().join(" ");
    out.push_str(&format!("{written} = {shown}"));
    let percent = result.in_percent().filter(|_| matches!(term, Term::Pair(_, Sign::Over | Sign::Minus, _)));
    if let Some((percent, _)) = percent.filter(|_| has_quotient(&term)) {
        out.push_str(&format!(" = {percent}"));
    }
    if !exact {
        notes.push(format!("The result is rounded to {RESULT_DIGITS} decimals, half to even."));
    }
    for note in notes {
        out.push('\n');
        out.push_str(&note);
    }
    Ok(out)
}

fn too_large() -> QueryError {
    QueryError("A number is too large to be computed exactly.".to_owned())
}

fn check_names(figures: &[Figure]) -> Result<(), QueryError> {
    if figures.len() > MOST_FIGURES {
        return Err(QueryError(format!("A calculation has {MOST_FIGURES} figures at most; compute in steps.")));
    }
    for (at, figure) in figures.iter().enumerate() {
        let name = figure.name.trim();
        let sound = name.starts_with(|c: char| c.is_alphabetic() || c == '_')
            && name.chars().all(|c| c.is_alphanumeric() || c == '_')
            && Function::of(name).is_none();
        if !sound {
            return Err(QueryError(format!(
                "“{name}” cannot be a name: take letters, digits and “_”, and no function's name."
            )));
        }
        if figures.iter().take(at).any(|other| other.name.trim() == name) {
            return Err(QueryError(format!("Two figures are called “{name}”.")));
        }
    }
    Ok(())
}

/// A figure as a quantity, once it is found where it is said to be.
fn read(figure: &Figure, source: &Source) -> Result<Quantity, QueryError> {
    let Figure { name, value, quote, .. } = figure;
    let place = match figure.page {
        Some(page) => format!("on page {page}"),
        None => "in earlier results".to_owned(),
    };
    let page = QuotedText::new(&source.text);
    if page.find(quote).is_none() {
        return Err(QueryError(format!(
            "The quote of “{name}” does not stand {place}: {quote:?}. Copy it letter by letter."
        )));
    }
    if find_quote(quote, value).is_none() {
        return Err(QueryError(format!(
            "The value of “{name}” does not stand in its quote, with its sign: {value:?}. Copy it as it is written there."
        )));
    }
    let no_number = || QueryError(format!("The value of “{name}” is not a number: {value:?}."));
    let first = value.find(|c: char| c.is_ascii_digit()).ok_or_else(no_number)?;
    let first = if value.get(..first).is_some_and(|before| before.ends_with(['.', ','])) { first - 1 } else { first };
    let end = value.rfind(|c: char| c.is_ascii_digit()).map_or(value.len(), |last| last + 1);
    let part = |range: std::ops::Range<usize>| value.get(range).unwrap_or_default();
    let (before, digits, after) = (part(0..first), part(first..end), part(end..value.len()));
    let bracketed = before.contains('(') && after.contains(')');
    let signed = before.contains(['-', '−', '–']) || after.starts_with(['-', '−']);
    let plain = style_of(std::iter::empty());
    let told = || {
        let cells: Vec<Cell> = source.text.split_whitespace().map(Cell::new).collect();
        let style = style_of(cells.iter());
        style.point.filter(|_| !style.mixed).or(source.point)
    };
    let amount = amount_of(digits, plain).or_else(|| {
        let mut style = plain;
        style.point = Some(told()?);
        amount_of(digits, style)
    });
    let amount = amount.ok_or_else(|| {
        QueryError(format!("The value of “{name}” can be read in two ways, or is not a number: {value:?}."))
    })?;
    let number = Exact::parse(&amount.number.to_string()).ok_or_else(no_number)?;
    let number = if bracketed || signed { number.negated().ok_or_else(no_number)? } else { number };
    let is_mark = |c: char| matches!(c, '(' | ')' | '-' | '−' | '–' | '+');
    let beside = format!("{} {}", before.replace(is_mark, " "), after.replace(is_mark, " "));
    let unit = Unit::read(&beside).or(Unit::read(&figure.unit));
    Quantity::written(number, unit).ok_or_else(no_number)
}

/// What should be known of a figure: that its page counts in thousands or millions, or that it does not say so.
fn note_of(figure: &Figure, quantity: &Quantity, text: &str) -> Option<String> {
    let page = figure.page?;
    let said = unit_line(text.lines());
    match (quantity.unit.scale, said) {
        (0, Some(line)) if !quantity.unit.percent => Some(format!(
            "Page {page} says “{line}”, and the figures from there were given no such unit: if it holds for them, the result is to be read so."
        )),
        (scale, None) if scale > 0 && !says_scale(text, scale) => {
            Some(format!("Page {page} does not say what its figures count; the unit is as you gave it."))
        }
        _ => None,
    }
}

fn says_scale(text: &str, scale: u32) -> bool {
    words(text).any(|word| Unit::read(word).scale == scale)
}

fn uses_figures(term: &Term) -> bool {
    match term {
        Term::Number(_) => false,
        Term::Name(_) => true,
        Term::Negated(inner) => uses_figures(inner),
        Term::Pair(a, _, b) => uses_figures(a) || uses_figures(b),
        Term::Call(_, values) => values.iter().any(uses_figures),
    }
}

/// Whether the result is a quotient, or one less another: a share, or a growth.
fn has_quotient(term: &Term) -> bool {
    match term {
        Term::Pair(_, Sign::Over, _) => true,
        Term::Pair(a, Sign::Plus | Sign::Minus, b) => has_quotient(a) || has_quotient(b),
        _ => false,
    }
}

fn value(term: &Term, figures: &[Quantity]) -> Result<Quantity, String> {
    match term {
        Term::Number(quantity) => Ok(quantity.clone()),
        Term::Name(at) => figures.get(*at).cloned().ok_or_else(|| "There is no such figure.".to_owned()),
        Term::Negated(inner) => Quantity::plain(Exact::whole(-1)).with(Sign::Times, value(inner, figures)?),
        Term::Pair(a, sign, b) => value(a, figures)?.with(*sign, value(b, figures)?),
        Term::Call(function, values) => {
            function.of_values(values.iter().map(|one| value(one, figures)).collect::<Result<_, _>>()?)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "(In millions, except per share data)\n\nNet sales\t$ 1,250\t$ 1,000\nCosts\t(900)\t(800)\n\nEarnings per share\t2.50\t2.00";

    fn figure(name: &str, value: &str, quote: &str, unit: &str) -> Figure {
        Figure {
            name: name.into(),
            value: value.into(),
            document: "d".into(),
            page: Some(7),
            quote: quote.into(),
            unit: unit.into(),
        }
    }

    fn run_on(text: &str, expression: &str, figures: &[Figure]) -> Result<String, String> {
        let calculation = Calculation { expression: expression.into(), figures: figures.to_vec() };
        let source = |_: &Figure| Ok(Source { text: text.to_owned(), point: Some('.') });
        calculate(&calculation, source).map_err(|error| error.to_string())
    }

    #[test]
    fn figures_are_compared_with_their_page_and_computed_exactly() {
        let sales = |unit: &str| figure("now", "$ 1,250", "Net sales | $ 1,250 | $ 1,000", unit);
        let before = |unit: &str| figure("before", "$ 1,000", "Net sales | $ 1,250 | $ 1,000", unit);
        let costs = |unit: &str| figure("costs", "(900)", "Costs | (900)", unit);
        let last = |found: Result<String, String>| found.unwrap().lines().map(str::to_owned).collect::<Vec<_>>();
        let lines = last(run_on(PAGE, "(now - before) / before", &[sales("million"), before("million")]));
        assert_eq!(
            lines,
            ["now = 1250 USD million", "before = 1000 USD million", "(now - before) / before = 0.25 = 25 %"]
        );
        let lines = last(run_on(PAGE, "now + costs", &[sales("million"), costs("USD million")]));
        assert_eq!(lines[2], "now + costs = 350 USD million");
        // What the page says about its figures is reported, and never applied unasked.
        let lines = last(run_on(PAGE, "now / before - 1", &[sales(""), before("")]));
        assert_eq!(lines[2], "now / before - 1 = 0.25 = 25 %");
        assert!(lines[3].contains("Page 7 says “(In millions, except per share data)”"), "{lines:?}");
        let per_share = figure("eps", "2.50", "Earnings per share | 2.50", "USD/share");
        let lines = last(run_on(PAGE, "now / eps", &[sales("million"), per_share]));
        assert_eq!(lines[2], "now / eps = 500000000 share");
        let plain = "Costs of 27,5 Mio. € in all, of which 3 % are new";
        let cost = figure("all", "27,5 Mio. €", "Costs of 27,5 Mio. €", "");
        let share = figure("share", "3 %", "of which 3 % are", "");
        assert_eq!(last(run_on(plain, "all * share", &[cost, share]))[2], "all * share = 0.825 EUR million");
        let results = Figure { page: None, ..figure("r", "0.25", "(now - before) / before = 0.25", "") };
        let lines = last(run_on("now = 1\n(now - before) / before = 0.25 = 25 %", "r * 2", &[results]));
        assert_eq!(lines, ["r = 0.25", "r * 2 = 0.5"]);
    }

    #[test]
    fn what_does_not_stand_there_is_refused() {
        let row = "Net sales | $ 1,250 | $ 1,000";
        for (expression, figures, said) in [
            ("a", vec![figure("a", "$ 1,260", "Net sales | $ 1,260", "")], "does not stand on page 7"),
            ("a", vec![figure("a", "$ 1,260", row, "")], "does not stand in its quote"),
            ("a", vec![figure("a", "250", row, "")], "does not stand in its quote"),
            ("a", vec![figure("a", "Net sales", row, "")], "is not a number"),
            ("a + b", vec![figure("a", "$ 1,250", row, "")], "was not understood"),
            ("1 + 1", vec![figure("a", "$ 1,250", row, "")], "uses none of the figures"),
            ("a + a", vec![figure("a", "$ 1,250", row, ""), figure("a", "$ 1,000", row, "")], "Two figures"),
            ("sum", vec![figure("sum", "$ 1,250", row, "")], "cannot be a name"),
            (
                "a + b",
                vec![figure("a", "$ 1,250", row, "million"), figure("b", "(900)", "Costs | (900)", "")],
                "Say the unit of both",
            ),
            (
                "a + b",
                vec![figure("a", "$ 1,250", row, ""), figure("b", "(900)", "Costs | (900)", "EUR")],
                "cannot be added",
            ),
        ] {
            let error = run_on(PAGE, expression, &figures).unwrap_err();
            assert!(error.contains(said), "{expression}: {error}");
        }
    }
}
