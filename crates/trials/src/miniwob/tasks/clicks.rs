//! Buttons, links, tabs, menus and dialogs.

use serde_json::json;

use crate::agent::Agent;
use crate::look::Element;
use crate::step::{Step, stop};

pub(super) fn first_button(agent: &mut Agent<'_>) -> Step {
    let button = agent.nth("BUTTON", 0)?;
    agent.click(button.uid).map(drop)
}

pub(super) fn named_button(agent: &mut Agent<'_>) -> Step {
    let name = agent.between("button ", ".")?;
    agent.press("BUTTON", &name).map(drop)
}

pub(super) fn quoted_button(agent: &mut Agent<'_>) -> Step {
    let name = agent.quote(0)?;
    agent.press("BUTTON", &name).map(drop)
}

pub(super) fn two_buttons(agent: &mut Agent<'_>) -> Step {
    agent.press("BUTTON", "ONE")?;
    agent.press("BUTTON", "TWO").map(drop)
}

/// The duration of the calls around a wait, in milliseconds, deducted from it.
const CALLS_MS: u64 = 150;

pub(super) fn two_buttons_later(agent: &mut Agent<'_>) -> Step {
    let seconds: u64 = match agent.between("wait ", " seconds")?.parse() {
        Ok(seconds) => seconds,
        Err(error) => return stop(error.to_string()),
    };
    agent.press("BUTTON", "ONE")?;
    agent.call("wait", json!({ "ms": (seconds * 1000).saturating_sub(CALLS_MS) }))?;
    agent.press("BUTTON", "TWO").map(drop)
}

pub(super) fn quoted_link(agent: &mut Agent<'_>) -> Step {
    let name = agent.quote(0)?;
    agent.press_any(&name).map(drop)
}

pub(super) fn dialog(agent: &mut Agent<'_>) -> Step {
    let name = agent.quote(0)?;
    let name = if name == "x" { "Close" } else { name.as_str() };
    agent.press("BUTTON", name).map(drop)
}

pub(super) fn tab(agent: &mut Agent<'_>) -> Step {
    let name = agent.between("Click on ", ".")?;
    agent.press("TAB", &name).map(drop)
}

/// A link behind one of several tabs.
pub(super) fn link_in_tabs(agent: &mut Agent<'_>) -> Step {
    let name = agent.quote(0)?;
    let tabs: Vec<Element> = agent.look().of_kind("TAB").cloned().collect();
    for tab in tabs {
        if !tab.is("selected") && !tab.is("expanded") {
            agent.click(tab.uid)?;
        }
        let link = |element: &&Element| element.label == name && element.kind != "TAB";
        let found = agent.look().elements.iter().find(link).cloned();
        // Animated content may come a moment later.
        let found = match found {
            Some(link) => Some(link),
            None => agent.look_again()?.elements.iter().find(link).cloned(),
        };
        if let Some(link) = found {
            return agent.click(link.uid).map(drop);
        }
    }
    stop(format!("no tab has an element {name:?}"))
}

pub(super) fn button_in_section(agent: &mut Agent<'_>) -> Step {
    let section = agent.find("TAB", "Section")?;
    agent.click(section.uid)?;
    agent.press("BUTTON", "Submit").map(drop)
}

/// `A>B>C`: submenus open on hover.
pub(super) fn menu_path(agent: &mut Agent<'_>) -> Step {
    let path = agent.between("Select ", "")?;
    let mut names: Vec<&str> = path.split('>').collect();
    let Some(last) = names.pop() else { return stop("no path") };
    for name in names {
        let item = agent.find("", name)?;
        agent.call("hover", json!({ "uid": item.uid }))?;
    }
    agent.press("", last).map(drop)
}

pub(super) fn widget(agent: &mut Agent<'_>) -> Step {
    let kind = match agent.quote(0)?.as_str() {
        "button" => "BUTTON",
        "checkbox" => "CHECKBOX",
        "radio" => "RADIO",
        "textarea" => "TEXTAREA",
        _ => "INPUT",
    };
    let element = agent.nth(kind, 0)?;
    agent.click(element.uid).map(drop)
}

/// A box's or shape's described appearance.
fn looks_like(element: &Element) -> Vec<String> {
    let told = element.tag("looks like").or_else(|| element.tag("color")).unwrap_or_default();
    told.split([' ', ',']).map(str::to_lowercase).collect()
}

pub(super) fn color(agent: &mut Agent<'_>) -> Step {
    let color = agent.between("the ", " colored")?;
    // The box in the task's text is named after more than its colour.
    let words = |element: &&Element| looks_like(element).len();
    let fits = |element: &&Element| looks_like(element).contains(&color);
    match agent.look().elements.iter().filter(fits).min_by_key(words).map(|element| element.uid) {
        Some(uid) => agent.click(uid).map(drop),
        None => stop(format!("nothing is told to look {color}")),
    }
}

pub(super) fn shades(agent: &mut Agent<'_>) -> Step {
    let color = agent.between("shades of ", " and")?;
    let fits = |element: &&Element| looks_like(element).contains(&color);
    let boxes: Vec<u64> = agent.look().elements.iter().filter(fits).map(|element| element.uid).collect();
    for uid in boxes {
        agent.click(uid)?;
    }
    agent.submit().map(drop)
}

pub(super) fn pie(agent: &mut Agent<'_>) -> Step {
    let item = agent.quote(0)?;
    for _ in 0..4 {
        if agent.look().elements.iter().all(|element| element.label != item) {
            agent.press("", "+")?;
        }
        // The slices grow for a while, and too small ones are not listed. In the text, the item's name is the task's own.
        if agent.look().elements.iter().all(|element| element.label != item) {
            agent.look_again()?;
        }
        if !agent.press("", &item)?.contains("the press went to") {
            return Ok(());
        }
        // A slice being redrawn under the pointer takes no press; in a menu that just opened it is not there yet.
        agent.press("", "-")?;
        agent.look_again()?;
        agent.press("", "+")?;
    }
    stop(format!("no press comes to {item:?}"))
}

pub(super) fn grid_point(agent: &mut Agent<'_>) -> Step {
    let point = agent.between("coordinate ", ".")?;
    agent.press("", &point).map(drop)
}

/// A letter or digit is shown as such, a shape by its kind.
pub(super) fn shape_name(agent: &mut Agent<'_>) -> Step {
    let canvas = |element: &&Element| element.label != "click canvas";
    let shape = agent.look().of_kind("ELEMENT").find(canvas).cloned();
    let Some(shape) = shape else { return stop("no shape is told") };
    let kinds = looks_like(&shape);
    let has = |kind: &str| kinds.iter().any(|told| told == kind);
    let name = match shape.label.chars().next() {
        Some(letter) if letter.is_ascii_digit() => "Number",
        Some(_) => "Letter",
        None if has("circle") => "Circle",
        None if has("rect") => "Rectangle",
        None if has("polygon") => "Triangle",
        None => return stop(format!("a shape that looks like {kinds:?}")),
    };
    agent.press("BUTTON", name).map(drop)
}

/// The first, second or third field.
pub(super) fn focus(agent: &mut Agent<'_>) -> Step {
    let at = ordinal(agent.task()).unwrap_or(1);
    let field = agent.nth_field(at - 1)?;
    agent.click(field.uid).map(drop)
}

/// The first number with `st`, `nd`, `rd` or `th` in a text.
pub(super) fn ordinal(text: &str) -> Option<usize> {
    let word = |word: &str| {
        let digits = word.trim_end_matches(|letter: char| !letter.is_ascii_digit());
        let tail = word.get(digits.len()..)?.trim_end_matches(['.', ',']);
        ["st", "nd", "rd", "th"].contains(&tail).then(|| digits.parse().ok())?
    };
    text.split_whitespace().find_map(word).filter(|at: &usize| *at > 0)
}

#[cfg(test)]
mod tests {
    use super::ordinal;

    #[test]
    fn ordinals_are_found() {
        assert_eq!(ordinal("Focus into the 2nd input textbox."), Some(2));
        assert_eq!(ordinal("click the 6th search result."), Some(6));
        assert_eq!(ordinal("Focus into the textbox."), None);
        assert_eq!(ordinal("wait 3 seconds"), None);
    }
}
