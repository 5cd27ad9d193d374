//! Fields: writing what is named, read or computed.

use serde_json::json;

use super::clicks::ordinal;
use crate::agent::Agent;
use crate::look::Element;
use crate::step::{Step, stop};

/// Writes a text into the first field and submits it.
fn answer(agent: &mut Agent<'_>, text: &str) -> Step {
    let field = agent.field()?;
    agent.write(field.uid, text)?;
    agent.submit().map(drop)
}

pub(super) fn quoted(agent: &mut Agent<'_>) -> Step {
    let text = agent.quote(0)?;
    answer(agent, &text)
}

pub(super) fn in_case(agent: &mut Agent<'_>) -> Step {
    let text = agent.quote(0)?;
    let text = if agent.task().contains("lower case") { text.to_lowercase() } else { text.to_uppercase() };
    answer(agent, &text)
}

pub(super) fn password(agent: &mut Agent<'_>) -> Step {
    let text = agent.quote(0)?;
    for at in 0..2 {
        let field = agent.nth("INPUT", at)?;
        agent.write(field.uid, &text)?;
    }
    agent.submit().map(drop)
}

/// A user's name and password; popups in between are dismissed.
pub(super) fn sign_in(agent: &mut Agent<'_>) -> Step {
    for (at, label) in ["Username", "Password"].into_iter().enumerate() {
        let text = agent.quote(at)?;
        for _ in 0..2 {
            let field = agent.find("INPUT", label)?;
            agent.write(field.uid, &text)?;
            let Some(cancel) = agent.look().find("BUTTON", "Cancel").cloned() else { break };
            agent.click(cancel.uid)?;
            agent.look_again()?;
        }
    }
    match agent.look().find("BUTTON", "Login").cloned() {
        Some(button) => agent.click(button.uid).map(drop),
        None => agent.press("BUTTON", "OK").map(drop),
    }
}

/// A date in a date field's format.
pub(super) fn date(agent: &mut Agent<'_>) -> Step {
    let date = agent.between("Enter ", " as the date")?;
    let parts: Vec<&str> = date.split('/').collect();
    let [month, day, year] = parts.as_slice() else { return stop(format!("{date:?} is no date")) };
    let text = format!("{year}-{month}-{day}");
    let field = agent.field()?;
    agent.call("set_value", json!({ "uid": field.uid, "value": text }))?;
    agent.submit().map(drop)
}

/// A time in a time field's format.
pub(super) fn time(agent: &mut Agent<'_>) -> Step {
    let told = agent.between("Enter ", " as the time")?;
    let told = told.replace('\u{202f}', " ");
    let parts = told.split_once(' ').and_then(|(clock, half)| Some((clock.split_once(':')?, half)));
    let Some(((hours, minutes), half)) = parts else { return stop(format!("{told:?} is no time")) };
    let Ok(hours) = hours.parse::<u32>() else { return stop(format!("{told:?} is no time")) };
    let hours = hours % 12 + if half == "PM" { 12 } else { 0 };
    let field = agent.field()?;
    agent.call("set_value", json!({ "uid": field.uid, "value": format!("{hours:02}:{minutes}") }))?;
    agent.submit().map(drop)
}

/// The page's text lines without the task.
fn lines(agent: &mut Agent<'_>) -> Step<Vec<String>> {
    let task = agent.task().to_owned();
    let lines = agent.fresh()?.text.iter().map(|line| line.trim().to_owned());
    Ok(lines.filter(|line| *line != task && !line.is_empty()).collect())
}

pub(super) fn word(agent: &mut Agent<'_>) -> Step {
    let at = ordinal(agent.task()).unwrap_or(1);
    let lines = lines(agent)?.join(" ");
    let Some(word) = lines.split_whitespace().nth(at - 1) else { return stop("the paragraph is too short") };
    let word = word.trim_end_matches([',', '.']).to_owned();
    answer(agent, &word)
}

pub(super) fn drawn_letters(agent: &mut Agent<'_>) -> Step {
    match lines(agent)?.first().cloned() {
        Some(letters) => answer(agent, &letters.replace([' ', '|'], "")),
        None => stop("the letters are not told"),
    }
}

/// Copies a field into another by keyboard.
fn copy(agent: &mut Agent<'_>, at: usize) -> Step {
    let from = agent.nth("TEXTAREA", at)?;
    let to = agent.nth("INPUT", 0)?;
    agent.click(from.uid)?;
    agent.call("press_key", json!({ "key": "Control+a", "uid": from.uid }))?;
    agent.call("press_key", json!({ "key": "Control+c", "uid": from.uid }))?;
    agent.click(to.uid)?;
    agent.call("press_key", json!({ "key": "Control+v", "uid": to.uid }))?;
    agent.submit().map(drop)
}

pub(super) fn copy_first(agent: &mut Agent<'_>) -> Step {
    copy(agent, 0)
}

pub(super) fn copy_named(agent: &mut Agent<'_>) -> Step {
    let at = ordinal(agent.task()).unwrap_or(1);
    copy(agent, at - 1)
}

/// A table row as `| name | value`.
fn cell(agent: &mut Agent<'_>, name: &str) -> Step<String> {
    let wanted = name.trim().trim_end_matches(':');
    let row = |line: &String| {
        let mut cells = line.trim_matches(['|', ' ']).split(" | ");
        (cells.next()?.trim() == wanted).then(|| cells.next().map(|value| value.trim().to_owned()))?
    };
    match agent.fresh()?.text.iter().find_map(row) {
        Some(value) => Ok(value),
        None => stop(format!("no row {wanted:?} is told")),
    }
}

pub(super) fn table(agent: &mut Agent<'_>) -> Step {
    let name = agent.between("value of ", " into")?;
    let value = cell(agent, &name)?;
    answer(agent, &value)
}

pub(super) fn table_twice(agent: &mut Agent<'_>) -> Step {
    for at in 0..2 {
        let field = agent.nth("INPUT", at)?;
        let value = cell(agent, &field.label)?;
        agent.write(field.uid, &value)?;
    }
    agent.submit().map(drop)
}

/// Copies a long field's last word as a person would: selected from the end, copied, then without its full stop.
pub(super) fn last_word(agent: &mut Agent<'_>) -> Step {
    let (area, field) = (agent.nth("TEXTAREA", 0)?, agent.nth("INPUT", 0)?);
    agent.click(area.uid)?;
    for key in ["Control+End", "Control+Shift+ArrowLeft", "Control+Shift+ArrowLeft", "Control+c"] {
        agent.call("press_key", json!({ "key": key, "uid": area.uid }))?;
    }
    agent.click(field.uid)?;
    agent.call("press_key", json!({ "key": "Control+v", "uid": field.uid }))?;
    let copied = agent.look_again()?.of_kind("INPUT").next().map(Element::value).unwrap_or_default();
    let Some(word) = copied.split_whitespace().next_back() else { return stop("nothing was copied") };
    let word: String = word.chars().filter(|letter| *letter != '.').collect();
    agent.write(field.uid, &word)?;
    agent.submit().map(drop)
}

pub(super) fn scroll_field(agent: &mut Agent<'_>) -> Step {
    let direction = if agent.task().contains("bottom") { "bottom" } else { "top" };
    let area = agent.nth("TEXTAREA", 0)?;
    agent.call("scroll", json!({ "direction": direction, "uid": area.uid }))?;
    agent.submit().map(drop)
}

pub(super) fn agreement(agent: &mut Agent<'_>) -> Step {
    if agent.task().starts_with("Click the cancel") {
        return agent.press("BUTTON", "Cancel").map(drop);
    }
    let (name, button) = (agent.quote(0)?, agent.quote(1)?);
    let area = agent.nth("TEXTAREA", 0)?;
    agent.call("scroll", json!({ "direction": "bottom", "uid": area.uid }))?;
    let field = agent.find("INPUT", "Name")?;
    agent.write(field.uid, &name)?;
    agent.press("BUTTON", &button).map(drop)
}

/// A sum with two numbers; `x` stands for the unknown one.
pub(super) fn reckon(agent: &mut Agent<'_>) -> Step {
    let told = lines(agent)?.join(" ");
    let clean: String = told.chars().map(|sign| if sign == '=' { ' ' } else { sign }).collect();
    let parts: Vec<&str> = clean.split_whitespace().collect();
    let at = parts.windows(3).position(|three| matches!(three, [_, "+" | "-" | "*" | "×", _]));
    let Some([one, sign, other]) = at.and_then(|at| parts.get(at..at + 3)) else {
        return stop(format!("no sum is told: {told}"));
    };
    let (one, other): (Option<i64>, Option<i64>) = (one.parse().ok(), other.parse().ok());
    let result = at.and_then(|at| parts.get(at + 3)).and_then(|word| word.parse::<i64>().ok());
    let x = match (one, *sign, other, result) {
        (Some(one), "+", Some(other), _) => one + other,
        (Some(one), "-", Some(other), _) => one - other,
        (Some(one), _, Some(other), _) => one * other,
        (None, "+", Some(other), Some(result)) => result - other,
        (None, "-", Some(other), Some(result)) => result + other,
        (Some(one), "+", None, Some(result)) => result - one,
        (Some(one), "-", None, Some(result)) => one - result,
        _ => return stop(format!("a sum that is not understood: {told}")),
    };
    answer(agent, &x.to_string())
}

pub(super) fn movies(agent: &mut Agent<'_>) -> Step {
    let words = [
        ("genre", agent.between("Search for ", " movies")?),
        ("director", agent.between("directed by ", " from")?),
        ("year", agent.between("from year ", ".")?),
    ];
    let fields: Vec<Element> = agent.look().of_kind("INPUT").cloned().collect();
    for (name, text) in words {
        let fits = |element: &&Element| {
            let label = format!("{} {}", element.label, element.rest).to_lowercase();
            label.contains(name) || (name == "year" && (label.contains("date") || label.contains("released")))
        };
        match fields.iter().find(fits) {
            Some(field) => agent.write(field.uid, &text).map(drop)?,
            None => {
                return stop(format!(
                    "no field is called after {name}: {:?}",
                    fields.iter().map(|field| &field.label).collect::<Vec<_>>()
                ));
            }
        }
    }
    for name in ["Submit", "Search", "Go!"] {
        let last = agent.look().elements.iter().rfind(|element| element.label == name).cloned();
        if let Some(button) = last {
            return agent.click(button.uid).map(drop);
        }
    }
    stop("no button to search with")
}

pub(super) fn autocomplete(agent: &mut Agent<'_>) -> Step {
    let (start, end) = (agent.quote(0)?, agent.quoted().get(1).cloned().unwrap_or_default());
    let field = agent.field()?;
    agent.write(field.uid, &start)?;
    let fits = |element: &&Element| {
        !["INPUT", "BUTTON"].contains(&element.kind.as_str())
            && element.label.starts_with(&start)
            && element.label.ends_with(&end)
    };
    let option = match agent.look().elements.iter().find(fits).cloned() {
        Some(option) => Some(option),
        None => agent.look_again()?.elements.iter().find(fits).cloned(),
    };
    match option {
        Some(option) => agent.click(option.uid)?,
        None => return stop(format!("nothing from {start:?} to {end:?} is offered")),
    };
    agent.submit().map(drop)
}

pub(super) fn guess(agent: &mut Agent<'_>) -> Step {
    let (mut low, mut high) = (0_u32, 9_u32);
    while low <= high {
        let middle = low.midpoint(high);
        let field = agent.field()?;
        agent.write(field.uid, &middle.to_string())?;
        agent.submit()?;
        let told = agent.look_again()?.words().to_lowercase();
        if told.contains(&format!("higher than {middle}")) {
            low = middle + 1;
        } else if told.contains(&format!("lower than {middle}")) {
            high = middle.saturating_sub(1);
        } else {
            return Ok(());
        }
    }
    stop("no number is left")
}
