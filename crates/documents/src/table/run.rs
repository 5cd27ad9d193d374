//! A query over a table's rows: the ones that fit, their groups, what is shown of them, in order.

use super::answer::{Evidence, Ignored, QueryError, TableAnswer};
use super::condition::{Condition, Operator, Test, parse};
use super::decimal::Decimal;
use super::names::{column, unknown_column};
use super::pick::NamedTable;
use super::reading::{Amount, Style, amount, amount_of, date, date_of, style};
use super::select::{Aggregate, Item, Shown, is_aggregate_call, items, order};
use super::value::{TableRow, Value, count, plain, text};
use crate::Cell;
use crate::call::TableQuery;
use crate::exact::{Exact, Quantity, Sign, Unit};
use crate::expression::{Function, Term};
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

/// How many digits an average has after the point, unless its numbers have more.
const AVERAGE_DIGITS: u32 = 6;
/// How many rows are shown if the query does not say.
const ROWS: usize = 100;
/// How many rows are kept as they are.
const EVIDENCE: usize = 3;
/// How many cells are named that are not numbers.
const NAMED: usize = 5;

struct Query<'a> {
    table: &'a NamedTable,
    styles: Vec<Style>,
    /// For each column, the cells that should be numbers and are not.
    ignored: BTreeMap<usize, BTreeMap<*const Cell, String>>,
    notes: BTreeSet<String>,
}

pub(super) fn run(table: &NamedTable, query: &TableQuery, point: Option<char>) -> Result<TableAnswer, QueryError> {
    let columns = &table.columns;
    let mut run = Query { table, styles: Vec::new(), ignored: BTreeMap::new(), notes: BTreeSet::new() };
    run.read_styles(point);
    let condition = parse(&query.condition, columns)?;
    let mut rows: Vec<TableRow<'_>> = Vec::new();
    let mut evidence = Vec::new();
    for (page, row) in &table.rows {
        if run.fits(row, &condition)? {
            rows.push(row);
            if evidence.len() < EVIDENCE {
                let cells = (0..row.len()).map(|at| text(row, at)).filter(|text| !text.is_empty());
                evidence.push(Evidence { page: *page, quote: cells.collect::<Vec<_>>().join(" | ") });
            }
        }
    }
    let mut groups: Vec<usize> = Vec::new();
    for name in &query.group_by {
        let name = name.trim().trim_matches(['"', '`', '[', ']']);
        groups.push(column(name, columns).ok_or_else(|| unknown_column(name, columns))?);
    }
    let mut selected: Vec<Item> = Vec::new();
    for text in &query.select {
        selected.extend(items(text, columns)?);
    }
    let ordered: Vec<(Item, bool)> =
        query.order_by.iter().map(|text| order(text, columns, &selected)).collect::<Result<_, _>>()?;
    let is_aggregate = |item: &Item| item.shown.is_aggregate();
    let aggregated =
        !groups.is_empty() || selected.iter().any(is_aggregate) || ordered.iter().any(|(item, _)| is_aggregate(item));
    if selected.is_empty() {
        selected = if groups.is_empty() { items("*", columns)? } else { Vec::new() };
    }
    if aggregated {
        // The groups' columns are always shown, so that a row says what it is about.
        for group in groups.iter().rev() {
            if !selected.iter().any(|item| item.shown == Shown::Column(*group)) {
                let name = columns.get(*group).cloned().unwrap_or_default();
                selected.insert(0, Item { shown: Shown::Column(*group), name });
            }
        }
        let alone = |item: &Item| item.shown.row_columns().into_iter().find(|at| !groups.contains(at));
        if let Some(at) = selected.iter().chain(ordered.iter().map(|(item, _)| item)).find_map(alone) {
            return Err(QueryError(format!(
                "The column “{}” has many values in a group. Add it to group_by, or take sum, min, max or count of it.",
                columns.get(at).map_or("", String::as_str)
            )));
        }
    }
    let sets = if aggregated { grouped(&rows, &groups) } else { rows.iter().map(|row| vec![*row]).collect() };
    let mut out: Vec<(Vec<Value>, Vec<String>)> = Vec::new();
    for set in &sets {
        let keys = ordered.iter().map(|(item, _)| run.value(&item.shown, set)).collect::<Result<Vec<_>, _>>()?;
        let shown = selected.iter().map(|item| Ok(run.value(&item.shown, set)?.to_string()));
        out.push((keys, shown.collect::<Result<Vec<_>, QueryError>>()?));
    }
    out.sort_by(|(a, _), (b, _)| {
        let pairs = a.iter().zip(b).zip(&ordered);
        pairs
            .map(|((a, b), (_, descending))| a.order(b, *descending))
            .find(|order| *order != Ordering::Equal)
            .unwrap_or(Ordering::Equal)
    });
    let found = out.len();
    out.truncate(query.limit.unwrap_or(ROWS));
    if aggregated {
        run.note_totals(&rows);
    }
    Ok(TableAnswer {
        table: table.label(),
        columns: selected.into_iter().map(|item| item.name).collect(),
        rows: out.into_iter().map(|(_, row)| row).collect(),
        found,
        used: rows.len(),
        total: table.rows.len(),
        ignored: run
            .ignored
            .iter()
            .map(|(at, cells)| Ignored {
                column: columns.get(*at).cloned().unwrap_or_default(),
                count: cells.len(),
                examples: cells.values().cloned().collect::<BTreeSet<_>>().into_iter().take(NAMED).collect(),
            })
            .collect(),
        notes: run.notes.into_iter().collect(),
        evidence,
    })
}

/// Rows with the same values in these columns, in the order in which each first comes; all rows without columns.
fn grouped<'a>(rows: &[TableRow<'a>], groups: &[usize]) -> Vec<Vec<TableRow<'a>>> {
    if groups.is_empty() {
        return vec![rows.to_vec()];
    }
    let mut places: BTreeMap<Vec<String>, usize> = BTreeMap::new();
    let mut sets: Vec<Vec<TableRow<'a>>> = Vec::new();
    for row in rows {
        let key = groups.iter().map(|at| plain(&text(row, *at))).collect();
        let at = *places.entry(key).or_insert_with(|| {
            sets.push(Vec::new());
            sets.len() - 1
        });
        sets.get_mut(at).into_iter().for_each(|set| set.push(row));
    }
    sets
}

impl Query<'_> {
    fn read_styles(&mut self, point: Option<char>) {
        let count = self.table.columns.len();
        self.styles = (0..count).map(|at| style(self.table.rows.iter().filter_map(|(_, row)| row.get(at)))).collect();
        // What one column leaves open, the others may show, or the document's language.
        let told = |point| self.styles.iter().any(|style| style.point == Some(point) && !style.mixed);
        let of_table = match (told('.'), told(',')) {
            (true, false) => Some('.'),
            (false, true) => Some(','),
            _ => None,
        };
        let day_first = self.styles.iter().find_map(|style| style.day_first);
        let mut notes = Vec::new();
        for (style, name) in self.styles.iter_mut().zip(&self.table.columns) {
            style.day_first = style.day_first.or(day_first);
            if style.point.is_none() && !style.mixed {
                style.point = of_table.or(point);
                if let (true, None, Some(point)) = (style.ambiguous, of_table, point) {
                    let group = if point == '.' { ',' } else { '.' };
                    notes.push(format!("In “{name}”, “{group}” is read as the separator of thousands, as the document's language has it."));
                }
            }
        }
        self.notes.extend(notes);
    }

    fn style(&self, column: usize) -> Style {
        self.styles.get(column).copied().unwrap_or_default()
    }

    /// Refuses a column whose numbers can be read in two ways.
    fn readable(&self, column: usize) -> Result<(), QueryError> {
        let style = self.style(column);
        let name = self.table.columns.get(column).map_or("", String::as_str);
        if style.mixed {
            return Err(QueryError(format!(
                "The column “{name}” writes some numbers with a decimal point and others with a decimal comma, so they cannot be read for certain."
            )));
        }
        if style.ambiguous && style.point.is_none() {
            return Err(QueryError(format!(
                "The numbers of the column “{name}” can be read in two ways (1.234 as 1234 or as 1 and a fraction), and nothing in the table tells which."
            )));
        }
        Ok(())
    }

    fn number(&self, row: TableRow<'_>, column: usize) -> Option<Amount> {
        amount(row.get(column)?, self.style(column))
    }

    fn fits(&mut self, row: TableRow<'_>, condition: &Condition) -> Result<bool, QueryError> {
        Ok(match condition {
            Condition::All(parts) => {
                for part in parts {
                    if !self.fits(row, part)? {
                        return Ok(false);
                    }
                }
                true
            }
            Condition::Any(parts) => {
                for part in parts {
                    if self.fits(row, part)? {
                        return Ok(true);
                    }
                }
                false
            }
            Condition::Not(inside) => !self.fits(row, inside)?,
            Condition::Test(column, test) => self.passes(row, *column, test)?,
        })
    }

    fn passes(&mut self, row: TableRow<'_>, column: usize, test: &Test) -> Result<bool, QueryError> {
        let own = plain(&text(row, column));
        Ok(match test {
            Test::Empty => own.is_empty(),
            Test::Contains(part) => own.contains(&plain(part)),
            Test::StartsWith(part) => own.starts_with(&plain(part)),
            Test::EndsWith(part) => own.ends_with(&plain(part)),
            Test::In(values) => {
                for value in values {
                    if self.compared(row, column, value, Operator::Equal)? == Some(Ordering::Equal) {
                        return Ok(true);
                    }
                }
                false
            }
            Test::Between(low, high) => {
                let low = self.compared(row, column, low, Operator::MoreOrEqual)?;
                let high = self.compared(row, column, high, Operator::LessOrEqual)?;
                low.is_some_and(Ordering::is_ge) && high.is_some_and(Ordering::is_le)
            }
            Test::Compare(operator, value) => {
                let order = self.compared(row, column, value, *operator)?;
                match operator {
                    Operator::Equal => order == Some(Ordering::Equal),
                    Operator::Unequal => order != Some(Ordering::Equal),
                    Operator::Less => order.is_some_and(Ordering::is_lt),
                    Operator::LessOrEqual => order.is_some_and(Ordering::is_le),
                    Operator::More => order.is_some_and(Ordering::is_gt),
                    Operator::MoreOrEqual => order.is_some_and(Ordering::is_ge),
                }
            }
        })
    }

    /// How a cell compares with a value: as dates, as numbers, else as texts. None if one of them is a number or a date and the other is not.
    fn compared(
        &mut self,
        row: TableRow<'_>,
        column: usize,
        value: &str,
        operator: Operator,
    ) -> Result<Option<Ordering>, QueryError> {
        let Some(cell) = row.get(column) else { return Ok(None) };
        let style = self.style(column);
        let own = plain(&text(row, column));
        if own == plain(value) && matches!(operator, Operator::Equal | Operator::Unequal) {
            return Ok(Some(Ordering::Equal));
        }
        let whole_days = Style { day_first: style.day_first.or(Some(true)), ..style };
        if let Some(wanted) = date_of(value, whole_days) {
            // A day includes its times.
            let own = date(cell, style).map(|own| own.get(..wanted.len()).map_or(own.clone(), str::to_owned));
            return Ok(own.map(|own| own.cmp(&wanted)));
        }
        // A plain number is one in any column; else it is read as the column writes its own.
        let wanted = Decimal::parse(value.trim()).map(|number| Amount { number, unit: String::new() });
        if let Some(wanted) = wanted.or_else(|| amount_of(value, style)) {
            self.readable(column)?;
            let Some(own) = self.number(row, column) else {
                if !own.is_empty() {
                    self.ignore(column, row);
                }
                return Ok(None);
            };
            if !wanted.unit.is_empty() && !own.unit.is_empty() && wanted.unit != own.unit {
                return Ok(None);
            }
            return Ok(Some(own.number.cmp(&wanted.number)));
        }
        Ok(match operator {
            // Texts are in the dictionary's order.
            _ if own.is_empty() => None,
            _ => Some(own.cmp(&plain(value))),
        })
    }

    fn ignore(&mut self, column: usize, row: TableRow<'_>) {
        // A row counts once, however often it is looked at.
        self.ignored.entry(column).or_default().insert(row.as_ptr(), text(row, column));
    }

    fn value(&mut self, shown: &Shown, rows: &[TableRow<'_>]) -> Result<Value, QueryError> {
        match shown {
            Shown::Column(at) => Ok(rows.first().map_or(Value::None, |row| self.cell(row, *at))),
            Shown::Aggregate(_, None) => Ok(count(rows.len())),
            Shown::Aggregate(aggregate, Some(at)) => self.aggregate(*aggregate, *at, rows),
            Shown::Term(term) => {
                let Some(quantity) = self.term(term, rows)? else { return Ok(Value::None) };
                let shown = quantity.shown(AVERAGE_DIGITS);
                let too_large = || QueryError("A number is too large to be computed exactly.".to_owned());
                let ((shown, exact), (number, _)) =
                    shown.zip(quantity.number.decimal(AVERAGE_DIGITS)).ok_or_else(too_large)?;
                if !exact {
                    self.notes.insert(format!("Quotients are rounded to {AVERAGE_DIGITS} decimals, half to even."));
                }
                let number = Decimal::parse(&number).ok_or_else(too_large)?;
                Ok(Value::Number(Amount { number, unit: String::new() }, Some(shown)))
            }
        }
    }

    /// The result of arithmetic on rows; none if a cell that it needs is not a number.
    fn term(&mut self, term: &Term, rows: &[TableRow<'_>]) -> Result<Option<Quantity>, QueryError> {
        Ok(match term {
            Term::Number(number) => Some(number.clone()),
            Term::Name(column) => match rows.first() {
                Some(row) => self.quantity(row, *column)?,
                None => None,
            },
            Term::Negated(inner) => match self.term(inner, rows)? {
                Some(inner) => Some(Quantity::plain(Exact::whole(-1)).with(Sign::Times, inner).map_err(QueryError)?),
                None => None,
            },
            Term::Pair(a, sign, b) => match (self.term(a, rows)?, self.term(b, rows)?) {
                (Some(a), Some(b)) => Some(a.with(*sign, b).map_err(QueryError)?),
                _ => None,
            },
            Term::Call(function, values) if is_aggregate_call(*function, values) => {
                let mut found = Vec::new();
                for row in rows {
                    for value in values {
                        found.extend(self.term(value, std::slice::from_ref(row))?);
                    }
                }
                let counts = *function == Function::Count;
                if found.is_empty() && !counts { None } else { Some(function.of_values(found).map_err(QueryError)?) }
            }
            Term::Call(function, values) => {
                let found: Vec<Option<Quantity>> =
                    values.iter().map(|value| self.term(value, rows)).collect::<Result<_, _>>()?;
                match found.into_iter().collect::<Option<Vec<_>>>() {
                    Some(found) => Some(function.of_values(found).map_err(QueryError)?),
                    None => None,
                }
            }
        })
    }

    /// A cell as a quantity.
    fn quantity(&mut self, row: TableRow<'_>, column: usize) -> Result<Option<Quantity>, QueryError> {
        self.readable(column)?;
        let Some(Amount { number, unit }) = self.number(row, column) else {
            if !text(row, column).is_empty() {
                self.ignore(column, row);
            }
            return Ok(None);
        };
        let number = Exact::parse(&number.to_string());
        Ok(number.and_then(|number| Quantity::written(number, Unit::read(&unit))))
    }

    /// A cell as it is shown, and as it compares.
    fn cell(&self, row: TableRow<'_>, column: usize) -> Value {
        let Some(cell) = row.get(column) else { return Value::None };
        let shown = text(row, column);
        if shown.is_empty() {
            return Value::None;
        }
        let style = self.style(column);
        if let Some(date) = date(cell, style) {
            return Value::Date(date, shown);
        }
        match amount(cell, style).filter(|_| !style.mixed) {
            Some(amount) => Value::Number(amount, cell.value.is_none().then_some(shown)),
            None => Value::Text(shown),
        }
    }

    fn aggregate(&mut self, aggregate: Aggregate, column: usize, rows: &[TableRow<'_>]) -> Result<Value, QueryError> {
        let filled: Vec<TableRow<'_>> = rows.iter().copied().filter(|row| !text(row, column).is_empty()).collect();
        match aggregate {
            Aggregate::Count => return Ok(count(filled.len())),
            Aggregate::CountDistinct => {
                let distinct: BTreeSet<String> = filled.iter().map(|row| plain(&text(row, column))).collect();
                return Ok(count(distinct.len()));
            }
            Aggregate::Minimum | Aggregate::Maximum => {
                let style = self.style(column);
                let dates: Vec<(String, String)> =
                    filled.iter().filter_map(|row| Some((date(row.get(column)?, style)?, text(row, column)))).collect();
                if !dates.is_empty() && dates.len() == filled.len() {
                    let best =
                        if aggregate == Aggregate::Minimum { dates.into_iter().min() } else { dates.into_iter().max() };
                    return Ok(best.map_or(Value::None, |(date, shown)| Value::Date(date, shown)));
                }
            }
            Aggregate::Sum | Aggregate::Average => {}
        }
        self.readable(column)?;
        let mut amounts = Vec::new();
        for row in filled {
            match self.number(row, column) {
                Some(amount) => amounts.push(amount),
                None => self.ignore(column, row),
            }
        }
        let name = self.table.columns.get(column).cloned().unwrap_or_default();
        let units: BTreeSet<&str> =
            amounts.iter().map(|amount| amount.unit.as_str()).filter(|unit| !unit.is_empty()).collect();
        if units.len() > 1 {
            let units: Vec<&str> = units.into_iter().collect();
            return Err(QueryError(format!(
                "The column “{name}” mixes {}, which cannot be computed together. Choose one with a condition, such as {name} contains '…'.",
                units.join(" and ")
            )));
        }
        let unit = units.first().copied().unwrap_or_default().to_owned();
        let bare = amounts.iter().filter(|amount| amount.unit.is_empty()).count();
        if !unit.is_empty() && bare > 0 {
            self.notes.insert(format!("In “{name}”, {bare} numbers without a unit are taken as {unit}."));
        }
        let number = match aggregate {
            Aggregate::Minimum => amounts.iter().map(|amount| amount.number).min(),
            Aggregate::Maximum => amounts.iter().map(|amount| amount.number).max(),
            _ if amounts.is_empty() => None,
            _ => {
                let too_large = || QueryError(format!("The numbers of “{name}” are too large to be added."));
                let sum = amounts
                    .iter()
                    .try_fold(Decimal::default(), |sum, amount| sum.plus(amount.number))
                    .ok_or_else(too_large)?;
                if aggregate == Aggregate::Average {
                    let digits = AVERAGE_DIGITS.max(sum.scale());
                    let (average, exact) = sum.over(amounts.len() as u64, digits).ok_or_else(too_large)?;
                    if !exact {
                        self.notes.insert(format!("avg({name}) is rounded to {digits} decimals, half to even."));
                    }
                    Some(average)
                } else {
                    Some(sum)
                }
            }
        };
        Ok(number.map_or(Value::None, |number| Value::Number(Amount { number, unit }, None)))
    }

    /// Says which of the rows seem to be totals of others.
    fn note_totals(&mut self, rows: &[TableRow<'_>]) {
        const WORDS: [&str; 9] =
            ["total", "totals", "subtotal", "sum", "summe", "gesamt", "gesamtsumme", "zwischensumme", "somme"];
        for row in rows {
            let first = row.iter().map(|cell| cell.text.trim()).find(|text| !text.is_empty()).unwrap_or_default();
            let word = plain(first).split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default().to_owned();
            if rows.len() > 1 && WORDS.contains(&word.as_str()) {
                self.notes.insert(format!("The row “{first}” seems to be a total and is counted as well; leave it out with a condition if it should not be."));
            }
        }
    }
}
