//! Choosing a day in a calendar that a page draws, as a person does: it is opened, turned to the month, and the day is pressed. What turns it is learnt
//! by trying: buttons are named and placed in too many ways.

use crate::acts::typing::write::type_keys;
use crate::effect::baseline::Baseline;
use crate::input;
use crate::page::element::{Need, Subject, ready};
use crate::page::frames;
use crate::session::action::ActionScope;
use crate::wire::errors::Result;
use crate::wire::keys;
use edith_actions::action::{TabError, Target};
use edith_page::page_api::{Calendar, CalendarCell, CalendarTurn, Probe, ReadValue, Selected};
use edith_protocol::{MouseButton, Typing};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// How long a calendar may take to open, in milliseconds.
const OPEN_MS: f64 = 1_200.0;
/// How long it may take to turn, in milliseconds.
const TURN_MS: f64 = 500.0;
/// How long the field may take to show the day, in milliseconds.
const TAKEN_MS: f64 = 1_000.0;
const PAUSE: u64 = 25;
/// Presses, at most: a birthday eighty years ago by years and months.
const PRESSES: u32 = 160;

/// Views of months and years that are gone through, and turned, at most.
const VIEWS: u32 = 24;
/// A way of so many months is shorter by a view of years.
const YEAR: i32 = 12;

/// A way of so many months is not gone one by one while something may turn by years.
const FAR: i32 = 24;

/// A day of the calendar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Day {
    year: i32,
    month: i32,
    day: u32,
}

impl Day {
    pub(crate) fn year(self) -> i32 {
        self.year
    }

    pub(crate) fn month(self) -> i32 {
        self.month
    }

    pub(crate) fn number(self) -> u32 {
        self.day
    }

    fn months(self) -> i32 {
        self.year * 12 + self.month
    }
}

/// The day that a value such as `2026-03-31` is; none: it is something else.
pub(crate) fn day_of(value: &str) -> Option<Day> {
    let mut parts = value.trim().splitn(3, '-');
    let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
    let is_date = year.len() == 4 && month.len() == 2 && day.len() == 2;
    let day = Day { year: year.parse().ok()?, month: month.parse().ok()?, day: day.parse().ok()? };
    (is_date && (1..=12).contains(&day.month) && (1..=31).contains(&day.day)).then_some(day)
}

/// The month that a value such as `2026-03` is; none: it is something else.
pub(crate) fn month_of(value: &str) -> Option<Day> {
    day_of(&format!("{}-01", value.trim()))
}

/// Chooses a month in the field's calendar of months; false: it has none.
///
/// # Errors
/// What it opens shows days, does not go to that month, or the field does not take it.
pub(crate) async fn pick_month(
    tab: &ActionScope<'_>,
    target: &Target,
    month: Day,
    baseline: &mut Baseline,
) -> Result<bool> {
    let subject = &ready(tab, target, Need::USE).await?;
    if !subject.probe.readonly && !opens(tab, subject).await? {
        return Ok(false);
    }
    let before = shown(tab, subject).await?;
    baseline.reach(tab, format!("Clicked {}.", subject.label)).await?;
    let view = open(tab, target, month, |seen| seen.open || has_views(seen)).await?;
    if !view.open && !has_views(&view) {
        return Ok(false);
    }
    let end = if view.open { Some(view) } else { through_views(tab, subject, month, view, true).await? };
    let problem = match end {
        Some(end) if !end.open => {
            return taken(tab, subject, before, &format!("{:04}-{:02}", month.year, month.month)).await;
        }
        Some(_) => "takes a day, and only the month is known",
        None => "does not go to that month",
    };
    input::send_keys(tab, keys::plain("Escape", 27)).await?;
    Err(TabError::NotPossible(format!("The calendar of {} {problem}.", subject.what)))
}

/// Chooses a day in the field's calendar; false: it has none.
///
/// # Errors
/// The calendar does not go to that day, or the field does not take it.
pub(crate) async fn pick(tab: &ActionScope<'_>, target: &Target, day: Day, baseline: &mut Baseline) -> Result<bool> {
    let subject = &ready(tab, target, Need::USE).await?;
    let before = shown(tab, subject).await?;
    let mut calendar = look(tab, subject, day).await?;
    if !calendar.open {
        if !subject.probe.readonly && !opens(tab, subject).await? {
            return Ok(false);
        }
        baseline.reach(tab, format!("Clicked {}.", subject.label)).await?;
        calendar = open(tab, target, day, has_days).await?;
        if !calendar.open {
            return Ok(false);
        }
    }
    let turned = turn_to(tab, target, subject, day, calendar).await;
    if let Err(error) = turned {
        input::send_keys(tab, keys::plain("Escape", 27)).await?;
        return Err(error);
    }
    taken(tab, subject, before, &format!("{:04}-{:02}-{:02}", day.year, day.month, day.day)).await
}

/// Waits until the field shows what was chosen.
async fn taken(tab: &ActionScope<'_>, subject: &Subject, before: String, chosen: &str) -> Result<bool> {
    let now = tab
        .poll(TAKEN_MS, PAUSE, async || shown(tab, subject).await.map(Some), |now| *now != Some(before.clone()))
        .await?;
    let now = now.unwrap_or_default();
    if now == before && now.is_empty() {
        return Err(TabError::NotTaken { what: subject.what.clone(), now });
    }
    tab.say(format!("Chose {chosen} in the calendar of {}.", subject.label));
    Ok(true)
}

/// Whether the field says that it opens something.
async fn opens(tab: &ActionScope<'_>, subject: &Subject) -> Result<bool> {
    let answer: Option<Value> = tab.page("opensDialog", json!([subject.node])).await?;
    Ok(answer.is_some_and(|answer| answer.get("opens") == Some(&json!(true))))
}

async fn shown(tab: &ActionScope<'_>, subject: &Subject) -> Result<String> {
    let value: Option<ReadValue> = tab.page("readValue", json!([subject.node])).await?;
    Ok(value.and_then(|value| value.value).unwrap_or_default())
}

async fn look(tab: &ActionScope<'_>, subject: &Subject, day: Day) -> Result<Calendar> {
    let answer: Option<Calendar> = tab.page("calendar", json!([subject.node, day.day])).await?;
    answer.ok_or_else(|| TabError::Gone { what: subject.what.clone() })
}

fn has_days(seen: &Calendar) -> bool {
    seen.open
}

fn has_views(seen: &Calendar) -> bool {
    !seen.years.is_empty() || !seen.months.is_empty()
}

/// Presses the field, and waits until it shows what is waited for.
async fn open(
    tab: &ActionScope<'_>,
    target: &Target,
    day: Day,
    is_there: impl Fn(&Calendar) -> bool,
) -> Result<Calendar> {
    let subject = &ready(tab, target, Need::CLICK).await?;
    input::click_at(tab, subject.point, MouseButton::Left, 1, 0).await?;
    let ask = async || look(tab, subject, day).await.map(Some);
    let seen = tab.poll(OPEN_MS, PAUSE, ask, |seen| seen.as_ref().is_some_and(&is_there));
    Ok(seen.await?.unwrap_or_default())
}

async fn turn_to(
    tab: &ActionScope<'_>,
    target: &Target,
    subject: &Subject,
    day: Day,
    mut calendar: Calendar,
) -> Result {
    let refuse = || TabError::NotPossible(format!("The calendar of {} does not go to that day.", subject.what));
    // By how many months each button turns it.
    let mut steps: BTreeMap<String, i32> = BTreeMap::new();
    let (mut has_views, mut takes_year) = (true, true);
    for _ in 0..PRESSES {
        let at = calendar.year * 12 + calendar.month;
        let left = day.months() - at;
        if left == 0 {
            return if calendar.day == 0 { Err(refuse()) } else { press(tab, calendar.day).await };
        }
        if let Some((list, option)) = list_for(&calendar, day) {
            let _: Option<Value> = tab.page("selectOption", json!([list, [option], false])).await?;
            calendar = turned(tab, subject, day, at).await?;
            if calendar.year * 12 + calendar.month != at {
                continue;
            }
        }
        if takes_year && calendar.field != 0 && calendar.year != day.year {
            takes_year = false;
            enter_year(tab, calendar.field, day).await?;
            calendar = turned(tab, subject, day, at).await?;
            continue;
        }
        if has_views && left.abs() >= YEAR && calendar.head != 0 {
            has_views = false;
            calendar = match by_views(tab, subject, day, &calendar).await? {
                Some(calendar) => calendar,
                None => open(tab, target, day, has_days).await?,
            };
            if !calendar.open {
                return Err(refuse());
            }
            continue;
        }
        let Some(button) = next_turn(&calendar, &steps, left) else { return Err(refuse()) };
        press(tab, button.node).await?;
        let after = turned(tab, subject, day, at).await?;
        if after.open {
            steps.entry(button.key).or_insert(after.year * 12 + after.month - at);
            calendar = after;
        } else {
            // It closed it, or showed something else.
            steps.insert(button.key, 0);
            calendar = open(tab, target, day, has_days).await?;
            if !calendar.open {
                // It was there still, in another view, and that press closed it.
                calendar = open(tab, target, day, has_days).await?;
            }
            if !calendar.open {
                return Err(refuse());
            }
        }
    }
    Err(refuse())
}

/// Types a day's year into a calendar's field for it: some go by the keys alone.
async fn enter_year(tab: &ActionScope<'_>, field: u32, day: Day) -> Result {
    press(tab, field).await?;
    let _: Option<Selected> = tab.page("selectAllIn", json!([field])).await?;
    type_keys(tab, &day.year.to_string(), Typing::Fast).await
}

/// Goes to a month by the views of years and months that the head leads to; none: it leads to none, or they do not go there.
async fn by_views(tab: &ActionScope<'_>, subject: &Subject, day: Day, from: &Calendar) -> Result<Option<Calendar>> {
    press(tab, from.head).await?;
    let view = viewed(tab, subject, day, &Calendar::default()).await?;
    through_views(tab, subject, day, view, false).await
}

/// Goes through views of years and months until days are shown or, where it is a calendar of months, the month was pressed; none: they do not go there.
async fn through_views(
    tab: &ActionScope<'_>,
    subject: &Subject,
    day: Day,
    mut view: Calendar,
    is_of_months: bool,
) -> Result<Option<Calendar>> {
    let mut steps: BTreeMap<String, i32> = BTreeMap::new();
    let (mut has_year, mut takes_year) = (false, true);
    for _ in 0..VIEWS {
        if view.open {
            return Ok(Some(view));
        }
        // Where a view of years begins, or the year of a view of months.
        let place = |view: &Calendar| view.years.first().map_or(view.year, |cell| cell.value);
        let first = place(&view);
        let cell = |cells: &[CalendarCell], wanted: i32| cells.iter().find(|cell| cell.value == wanted).copied();
        // A calendar of months without a view above it goes by years.
        let next = match next_view(&view, day, has_year, &steps) {
            View::None if is_of_months && first != 0 && takes_year && view.field != 0 => View::Enter,
            View::None if is_of_months && first != 0 => {
                next_turn(&view, &steps, day.year - first).map_or(View::None, View::Turn)
            }
            next => next,
        };
        match next {
            View::Year => {
                let Some(year) = cell(&view.years, day.year) else { return Ok(None) };
                has_year = true;
                press(tab, year.node).await?;
            }
            View::Month => {
                let Some(month) = cell(&view.months, day.month) else { return Ok(None) };
                press(tab, month.node).await?;
                if is_of_months {
                    return Ok(Some(Calendar::default()));
                }
            }
            View::Out => press(tab, view.head).await?,
            View::Enter => {
                takes_year = false;
                enter_year(tab, view.field, day).await?;
            }
            View::Turn(turn) => {
                press(tab, turn.node).await?;
                view = viewed(tab, subject, day, &view).await?;
                steps.insert(turn.key, if has_views(&view) { place(&view) - first } else { 0 });
                continue;
            }
            View::None => return Ok(None),
        }
        view = viewed(tab, subject, day, &view).await?;
    }
    Ok(None)
}

/// What is done in a view of years or months.
#[derive(Debug, PartialEq)]
enum View {
    /// The year is pressed.
    Year,
    /// The month is pressed.
    Month,
    /// The view above it is opened.
    Out,
    /// The year is typed into its field.
    Enter,
    /// It is turned.
    Turn(CalendarTurn),
    /// Nothing leads on.
    None,
}

/// What leads to a day's year and month; `steps`: by how many years each button turns a view of years.
fn next_view(view: &Calendar, day: Day, has_year: bool, steps: &BTreeMap<String, i32>) -> View {
    if let (Some(first), Some(last)) = (view.years.first(), view.years.last()) {
        if view.years.iter().any(|cell| cell.value == day.year) {
            return View::Year;
        }
        let left = day.year - if day.year < first.value { first.value } else { last.value };
        let step = |turn: &&CalendarTurn| steps.get(&turn.key).copied();
        let towards = |turn: &&CalendarTurn| step(turn).is_some_and(|step| step.signum() == left.signum());
        let turn = view.turns.iter().find(towards).or_else(|| view.turns.iter().find(|turn| step(turn).is_none()));
        return turn.cloned().map_or(View::None, View::Turn);
    }
    match view.months.is_empty() {
        true => View::None,
        false if has_year || view.year == day.year => View::Month,
        false if view.head != 0 => View::Out,
        false => View::None,
    }
}

/// The calendar once it shows something else than before.
async fn viewed(tab: &ActionScope<'_>, subject: &Subject, day: Day, before: &Calendar) -> Result<Calendar> {
    let ask = async || look(tab, subject, day).await.map(Some);
    let values = |cells: &[CalendarCell]| cells.iter().map(|cell| cell.value).collect::<Vec<_>>();
    let shows = |seen: &Option<Calendar>| {
        seen.as_ref().is_some_and(|now| {
            let of = |view: &Calendar| (values(&view.years), values(&view.months), view.year);
            let is_other = of(now) != of(before);
            now.open && !before.open && !(before.years.is_empty() && before.months.is_empty())
                || is_other && !(now.years.is_empty() && now.months.is_empty())
        })
    };
    Ok(tab.poll(TURN_MS, PAUSE, ask, shows).await?.unwrap_or_default())
}

/// What to press to come nearer to a month so many away: the best that is known, and before a long way by single months what was not tried yet.
fn next_turn(calendar: &Calendar, steps: &BTreeMap<String, i32>, left: i32) -> Option<CalendarTurn> {
    let step = |turn: &&CalendarTurn| steps.get(&turn.key).copied();
    let nearer = calendar
        .turns
        .iter()
        .filter_map(|turn| Some((turn, (left - step(&turn)?).abs())))
        .filter(|(_, rest)| *rest < left.abs());
    let best = nearer.min_by_key(|(_, rest)| *rest).map(|(turn, _)| turn);
    let untried = calendar.turns.iter().find(|turn| step(turn).is_none());
    let is_far = left.abs() > FAR && best.and_then(|turn| step(&turn)).is_some_and(|step| step.abs() < 12);
    match (best, untried) {
        (Some(best), None) => Some(best),
        (Some(best), Some(_)) if !is_far => Some(best),
        (_, untried) => untried,
    }
    .cloned()
}

/// The list of the head to choose in, and the option.
fn list_for(calendar: &Calendar, day: Day) -> Option<(u32, String)> {
    calendar.lists.iter().find_map(|list| {
        if list.years {
            let wanted = list.options.iter().find(|option| option.trim().parse() == Ok(day.year))?;
            return (calendar.year != day.year).then(|| (list.node, wanted.clone()));
        }
        let at = usize::try_from(day.month).ok()?.checked_sub(1)?;
        let wanted = list.options.get(at).filter(|_| list.options.len() == 12)?;
        (calendar.month != day.month).then(|| (list.node, wanted.clone()))
    })
}

/// The calendar after a press: as soon as it shows another month.
async fn turned(tab: &ActionScope<'_>, subject: &Subject, day: Day, before: i32) -> Result<Calendar> {
    let ask = async || look(tab, subject, day).await.map(Some);
    let has_turned = |seen: &Option<Calendar>| {
        seen.as_ref().is_some_and(|calendar| !calendar.open || calendar.year * 12 + calendar.month != before)
    };
    Ok(tab.poll(TURN_MS, PAUSE, ask, has_turned).await?.unwrap_or_default())
}

async fn press(tab: &ActionScope<'_>, node: u32) -> Result {
    let gone = || TabError::Gone { what: "a part of the calendar".to_owned() };
    let ask = async || {
        let probe: Option<Probe> = tab.page("probe", json!([node])).await?;
        let probe = probe.ok_or_else(gone)?;
        Ok(probe.point.filter(|_| probe.hit.reaches() && probe.enabled && probe.stable))
    };
    let Some(point) = tab.poll(OPEN_MS, PAUSE, ask, Option::is_some).await? else { return Err(gone()) };
    let point = frames::to_tab_point(tab, node, point).await?.point;
    input::click_at(tab, point, MouseButton::Left, 1, 0).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_way_to_a_month_is_learnt() {
        let turn = |node: u32, key: &str| CalendarTurn { node, key: key.into() };
        let calendar = Calendar { turns: vec![turn(1, "«"), turn(2, "‹"), turn(3, "›")], ..Calendar::default() };
        let next = |steps: &[(&str, i32)], left: i32| {
            let steps = steps.iter().map(|(key, step)| ((*key).to_owned(), *step)).collect();
            next_turn(&calendar, &steps, left).map(|turn| turn.node)
        };
        assert_eq!(next(&[], -40), Some(1));
        assert_eq!(next(&[("«", -12)], -40), Some(1));
        // A month before is not reached by years, and by what goes the other way neither.
        assert_eq!(next(&[("«", -12)], -1), Some(2));
        assert_eq!(next(&[("«", -12), ("‹", -1)], 3), Some(3));
        assert_eq!(next(&[("«", 0), ("‹", -1), ("›", 1)], -400), Some(2));
        assert_eq!(next(&[("«", 0), ("‹", 0), ("›", 0)], 5), None);
    }

    #[test]
    fn a_far_year_is_gone_to_by_views_of_years_and_months() {
        let day = Day { year: 1990, month: 5, day: 4 };
        let cells = |values: std::ops::RangeInclusive<i32>| -> Vec<CalendarCell> {
            values.map(|value| CalendarCell { node: 1, value }).collect()
        };
        let turn = |key: &str| CalendarTurn { node: 2, key: key.into() };
        let turns = vec![turn("<"), turn(">")];
        let months =
            Calendar { months: cells(1..=12), year: 2026, head: 9, turns: turns.clone(), ..Calendar::default() };
        let years = |from: i32| Calendar { years: cells(from..=from + 9), turns: turns.clone(), ..Calendar::default() };
        let none = BTreeMap::new();
        assert_eq!(next_view(&months, day, false, &none), View::Out);
        assert_eq!(next_view(&months, day, true, &none), View::Month);
        assert_eq!(next_view(&Calendar { year: 1990, ..months.clone() }, day, false, &none), View::Month);
        assert_eq!(next_view(&Calendar { head: 0, ..months }, day, false, &none), View::None);
        assert_eq!(next_view(&years(2020), day, false, &none), View::Turn(turn("<")));
        let known = BTreeMap::from([("<".to_owned(), -10), (">".to_owned(), 10)]);
        assert_eq!(next_view(&years(2020), day, false, &known), View::Turn(turn("<")));
        assert_eq!(next_view(&years(1960), day, false, &known), View::Turn(turn(">")));
        let stuck = BTreeMap::from([("<".to_owned(), 0), (">".to_owned(), 0)]);
        assert_eq!(next_view(&years(2020), day, false, &stuck), View::None);
        assert_eq!(next_view(&years(1985), day, false, &none), View::Year);
        assert_eq!(next_view(&Calendar::default(), day, false, &none), View::None);
    }

    #[test]
    fn only_a_whole_date_is_a_day() {
        assert_eq!(day_of("1988-08-14"), Some(Day { year: 1988, month: 8, day: 14 }));
        for other in ["1988-08", "14.08.1988", "1988-13-01", "88-08-14", "", "2026-01-00"] {
            assert_eq!(day_of(other), None, "{other}");
        }
    }
}
