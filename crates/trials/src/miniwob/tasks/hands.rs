//! Dragging, marking, drawing, and number games.

use serde_json::json;

use super::clicks::ordinal;
use crate::agent::Agent;
use crate::look::Element;
use crate::step::{Step, stop};

fn drag(agent: &mut Agent<'_>, from: u64, to: u64) -> Step {
    agent.call("drag", json!({ "from_uid": from, "to_uid": to })).map(drop)
}

/// Draggable elements, in page order.
fn items(agent: &Agent<'_>) -> Vec<Element> {
    let item = |element: &&Element| !element.label.is_empty() && element.label != "click canvas";
    agent.look().elements.iter().filter(|element| element.kind != "BUTTON").filter(item).cloned().collect()
}

pub(super) fn box_into_box(agent: &mut Agent<'_>) -> Step {
    let (small, large) = (agent.find("", "s")?, agent.find("", "L")?);
    drag(agent, small.uid, large.uid)?;
    agent.submit().map(drop)
}

/// Pushes a shape a little to one side: shapes are about 30 pixels large, and a point near a corner suits one at the opposite side.
pub(super) fn push(agent: &mut Agent<'_>) -> Step {
    const MIDDLE: u32 = 13;
    const STEP: u32 = 10;
    let shape = agent.look().of_kind("ELEMENT").find(|element| element.label != "click canvas").cloned();
    let Some(shape) = shape else { return stop("no shape is told") };
    let task = agent.task().to_owned();
    let (x, y) = match ["left", "right", "up"].into_iter().find(|side| task.contains(side)) {
        Some("left") => (MIDDLE - STEP, MIDDLE),
        Some("right") => (MIDDLE + STEP, MIDDLE),
        Some(_) => (MIDDLE, MIDDLE - STEP),
        None => (MIDDLE, MIDDLE + STEP),
    };
    let stroke = json!({ "uid": shape.uid, "x": MIDDLE, "y": MIDDLE, "to_x": x, "to_y": y });
    agent.call("drag_at", stroke)?;
    agent.submit().map(drop)
}

/// A list item's target position, from 0.
fn place(task: &str, now: usize, count: usize, columns: usize) -> Option<usize> {
    let has = |words: &str| task.contains(words);
    let row_and_column = || {
        let row = if has("top") {
            0
        } else if has("bottom") {
            2
        } else {
            1
        };
        let column = if has("left") {
            0
        } else if has("right") {
            2
        } else {
            1
        };
        row * 3 + column
    };
    if has("by one") {
        let step = if columns == 1 { 1 } else { columns };
        if has("down by") {
            Some(now + step)
        } else if has("up by") {
            now.checked_sub(step)
        } else if has("left by") {
            now.checked_sub(1)
        } else {
            Some(now + 1)
        }
    } else if columns > 1 {
        Some(row_and_column())
    } else if has("to the top") {
        Some(0)
    } else if has("to the bottom") {
        Some(count - 1)
    } else {
        ordinal(task).map(|at| at - 1)
    }
}

fn move_item(agent: &mut Agent<'_>, columns: usize) -> Step {
    let rest = agent.between("Drag ", "")?;
    let items = items(agent);
    let at = items.iter().position(|item| rest.split(' ').next() == Some(item.label.as_str()));
    let Some(at) = at else { return stop("the item is not told") };
    let Some(to) = place(&rest, at, items.len(), columns) else { return stop(format!("no place in {rest:?}")) };
    match (items.get(at), items.get(to)) {
        (Some(item), Some(target)) => drag(agent, item.uid, target.uid),
        _ => stop("the place is not told"),
    }
}

pub(super) fn list_item(agent: &mut Agent<'_>) -> Step {
    move_item(agent, 1)
}

pub(super) fn grid_item(agent: &mut Agent<'_>) -> Step {
    move_item(agent, 3)
}

pub(super) fn sort(agent: &mut Agent<'_>) -> Step {
    for at in 0..6 {
        let now: Vec<Element> = agent.look_again().map(|_| ()).map(|()| items(agent))?;
        let number = |element: &Element| element.label.trim().parse::<i64>().unwrap_or(i64::MAX);
        let mut sorted = now.clone();
        sorted.sort_by_key(number);
        let wrong = now.iter().zip(&sorted).find(|(there, wanted)| there.label != wanted.label);
        let Some((there, wanted)) = wrong else { break };
        if at == 5 {
            return stop("the numbers do not get into order");
        }
        drag(agent, wanted.uid, there.uid)?;
    }
    agent.submit().map(drop)
}

/// The page's paragraphs, without the task.
fn paragraphs(agent: &mut Agent<'_>) -> Step<Vec<String>> {
    let task = agent.task().to_owned();
    Ok(agent.fresh()?.text.iter().map(|line| line.trim().to_owned()).filter(|line| *line != task).collect())
}

fn select_paragraph(agent: &mut Agent<'_>, at: usize) -> Step {
    let Some(text) = paragraphs(agent)?.get(at).cloned() else { return stop("the paragraph is not told") };
    let words = text.split(' ').take(3).collect::<Vec<_>>().join(" ");
    let uid = agent.seek(&words)?;
    agent.call("select_text", json!({ "uid": uid, "text": text }))?;
    agent.submit().map(drop)
}

pub(super) fn mark_paragraph(agent: &mut Agent<'_>) -> Step {
    select_paragraph(agent, 0)
}

pub(super) fn mark_named_paragraph(agent: &mut Agent<'_>) -> Step {
    let at = ordinal(agent.task()).unwrap_or(1);
    select_paragraph(agent, at - 1)
}

pub(super) fn editor(agent: &mut Agent<'_>) -> Step {
    let task = agent.task().to_owned();
    let editor = agent.nth_field(0)?;
    if task.contains("everything") {
        agent.click(editor.uid)?;
        agent.call("press_key", json!({ "key": "Control+a", "uid": editor.uid }))?;
    } else {
        let word = agent.between("give the text ", " the ")?;
        agent.call("select_text", json!({ "uid": editor.uid, "text": word }))?;
    }
    let styles = [("bold", "bold"), ("italics", "italic"), ("underlined", "underline")];
    match styles.iter().find(|(style, _)| task.contains(&format!("the style {style}"))) {
        Some((_, name)) => {
            let button = pressable(agent, name)?;
            agent.click(button)?;
        }
        None => {
            let color = task.rsplit("color ").next().unwrap_or_default();
            let color = color.split([' ', '.']).next().unwrap_or_default().to_owned();
            let label = pressable(agent, "color")?;
            agent.click(label)?;
            let hex = match color.as_str() {
                "red" => "#e60000",
                "orange" => "#ff9900",
                "yellow" => "#ffff00",
                "green" => "#008a00",
                "blue" => "#0066cc",
                _ => "#9933ff",
            };
            let number = |hex: &str, at: usize| {
                u8::from_str_radix(hex.get(at..at + 2).unwrap_or_default(), 16).unwrap_or_default()
            };
            let rgb = format!("rgb({}, {}, {})", number(hex, 1), number(hex, 3), number(hex, 5));
            let fits = |element: &&Element| {
                let told = format!("{} {}", element.label, element.rest).to_lowercase();
                told.contains(hex) || told.contains(&rgb)
            };
            let exact = agent.look_again()?.elements.iter().find(fits).map(|element| element.uid);
            let named = |element: &&Element| {
                element.tag("looks like").is_some_and(|told| told.split([' ', ',']).any(|word| word == color))
            };
            match exact.or_else(|| agent.look().elements.iter().find(named).map(|element| element.uid)) {
                Some(uid) => agent.click(uid)?,
                None => return stop(format!("no field of the colour {color} is told")),
            };
        }
    }
    agent.submit().map(drop)
}

/// An element that looks like or bears the name.
fn pressable(agent: &Agent<'_>, name: &str) -> Step<u64> {
    let fits = |element: &&Element| {
        let told = element.tag("looks like").unwrap_or_default();
        element.label.to_lowercase() == name || told.split([' ', '-']).any(|word| word == name)
    };
    match agent.look().elements.iter().find(fits) {
        Some(element) => Ok(element.uid),
        None => stop(format!("nothing is told to look like {name:?}")),
    }
}

pub(super) fn generate(agent: &mut Agent<'_>) -> Step {
    let task = agent.task().to_owned();
    let limit =
        |words: &str| task.split(words).nth(1).and_then(|rest| rest.split([',', ' ']).next()?.parse::<i64>().ok());
    let (less, greater) = (limit("less than "), limit("greater than "));
    let fits = |number: i64| match (less, greater) {
        (Some(limit), _) => number < limit,
        (_, Some(limit)) => number > limit,
        _ if task.contains("odd") => number % 2 != 0,
        _ => number % 2 == 0,
    };
    for _ in 0..30 {
        agent.press("BUTTON", "Generate")?;
        let number = agent.look_again()?.text.iter().find_map(|line| line.trim().parse::<i64>().ok());
        match number {
            Some(number) if fits(number) => return agent.submit().map(drop),
            Some(_) => {}
            None => return stop("the number is not told"),
        }
    }
    stop("no number fits")
}

pub(super) fn odd_or_even(agent: &mut Agent<'_>) -> Step {
    // A row is shown as its number, or as a row with its buttons.
    let number = |line: &String| line.split(['|', ' ']).find_map(|part| part.trim().parse::<i64>().ok());
    let task = agent.task().to_owned();
    let look = agent.look();
    let rows = look.of_kind("ROW").map(|row| &row.label);
    let told = look.text.iter().filter(|line| **line != task).chain(rows);
    let numbers: Vec<i64> = told.filter_map(number).collect();
    for (at, number) in numbers.into_iter().enumerate() {
        let name = if number % 2 == 0 { "Even" } else { "Odd" };
        let button = agent.look().of_kind("BUTTON").filter(|element| element.label == name).nth(at).cloned();
        match button {
            Some(button) => agent.click(button.uid)?,
            None => return stop(format!("no {name} number {} is told", at + 1)),
        };
    }
    agent.press("BUTTON", "Submit").map(drop)
}

pub(super) fn greatest(agent: &mut Agent<'_>) -> Step {
    let number = |element: &Element| Some((element.label.trim().parse::<i64>().ok()?, element.uid));
    let cards = agent.look().of_kind("ELEMENT").filter_map(number).max();
    match cards {
        Some((_, uid)) => agent.click(uid)?,
        None => return stop("no card is told"),
    };
    agent.press("BUTTON", "Submit").map(drop)
}

#[cfg(test)]
mod tests {
    use super::place;

    #[test]
    fn places_in_lists_and_grids() {
        assert_eq!(place("A down by one position.", 1, 5, 1), Some(2));
        assert_eq!(place("A to the 4th position.", 1, 5, 1), Some(3));
        assert_eq!(place("A to the bottom.", 1, 5, 1), Some(4));
        assert_eq!(place("A up by one.", 7, 9, 3), Some(4));
        assert_eq!(place("A to the center right.", 7, 9, 3), Some(5));
        assert_eq!(place("A to the center.", 7, 9, 3), Some(4));
        assert_eq!(place("A to the bottom left.", 1, 9, 3), Some(6));
    }
}
