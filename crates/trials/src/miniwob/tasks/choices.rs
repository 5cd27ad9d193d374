//! Check boxes, radio buttons, lists, colours and sliders.

use serde_json::json;

use super::clicks::ordinal;
use crate::agent::Agent;
use crate::look::Element;
use crate::step::{Step, stop};

/// Common synonyms.
const ALIKE: &[&str] = &[
    "big large huge enormous gigantic",
    "small tiny little mini petite",
    "red scarlet crimson vermillion",
    "happy cheerful joyful gleeful delighted",
    "sad unhappy sorrowful miserable tragic",
    "angry mad furious irritated",
    "evil wicked immoral sinful corrupt depraved",
    "wrong incorrect mistaken erroneous",
    "real genuine actual",
    "strange odd peculiar unusual weird",
    "stop cease halt end finish",
    "scared terrified panicked fearful frightened afraid",
    "quiet calm peaceful serene mild",
    "old aged archaic",
    "love like adore favor",
    "kill murder assassinate",
    "keep retain preserve sustain maintain",
    "hide conceal camouflage",
    "hate despise loathe detest dislike",
    "funny humorous amusing comical laughable",
    "fat fleshy plump chubby",
    "stupid dumb dull unwise",
    "delicious savory delectable appetizing",
    "cut slice carve chop",
    "brave courageous fearless",
    "begin start initiate launch",
    "answer reply response",
    "television televisions tv tvs",
    "house home houses homes",
    "fire flame fires flames",
    "pig pork swine",
    "rabbit rabbits bunny bunnies",
    "car cars automobile automobiles vehicle vehicles",
    "water",
];

/// The names between `Select` and `and click`.
fn names(agent: &Agent<'_>, before: &str) -> Step<Vec<String>> {
    let names = agent.between(before, " and click")?;
    Ok(names.split(", ").filter(|name| *name != "nothing").map(str::to_owned).collect())
}

pub(super) fn boxes(agent: &mut Agent<'_>) -> Step {
    for name in names(agent, "Select ")? {
        let element = agent.find("CHECKBOX", &name)?;
        agent.tick(&element)?;
    }
    agent.submit().map(drop)
}

pub(super) fn similar_boxes(agent: &mut Agent<'_>) -> Step {
    for name in names(agent, "similar to ")? {
        let name = name.to_lowercase();
        let group = ALIKE.iter().find(|group| group.split(' ').any(|word| word == name)).copied().unwrap_or(&name);
        let fits = |element: &&Element| group.split(' ').any(|word| word == element.label.to_lowercase());
        let found = agent.look().of_kind("CHECKBOX").find(fits).cloned();
        match found {
            Some(element) => agent.tick(&element)?,
            None => return stop(format!("no box is like {name:?}")),
        }
    }
    agent.submit().map(drop)
}

pub(super) fn radio(agent: &mut Agent<'_>) -> Step {
    for name in names(agent, "Select ")? {
        let element = agent.find("RADIO", &name)?;
        agent.tick(&element)?;
    }
    agent.submit().map(drop)
}

pub(super) fn list(agent: &mut Agent<'_>) -> Step {
    let name = agent.between("Select ", " from the list")?;
    let list = agent.nth("SELECT", 0)?;
    agent.call("select_option", json!({ "uid": list.uid, "value": name }))?;
    agent.submit().map(drop)
}

pub(super) fn scroll_list(agent: &mut Agent<'_>) -> Step {
    let names = agent.between("Select ", " from the scroll list")?;
    let list = agent.nth("SELECT", 0)?;
    // All wanted options, one per line.
    agent.call("select_option", json!({ "uid": list.uid, "value": names.replace(", ", "\n") }))?;
    agent.submit().map(drop)
}

/// Digits as rows of four boxes.
const DIGITS: [&str; 10] = [
    "0110 1001 1001 1001 1001 1001 0110",
    "0010 0110 0010 0010 0010 0010 0010",
    "0110 1001 1001 0010 0100 1000 1111",
    "0110 1001 0001 0110 0001 1001 0110",
    "1000 1010 1010 1111 0010 0010 0010",
    "1111 1000 1000 1110 0001 1001 0110",
    "0110 1001 1000 1110 1001 1001 0110",
    "1111 1001 0001 0010 0010 0100 0100",
    "0110 1001 1001 0110 1001 1001 0110",
    "0110 1001 1001 0111 0001 1001 0110",
];

pub(super) fn drawn_digit(agent: &mut Agent<'_>) -> Step {
    let digit = agent.quote(0)?.parse().ok().and_then(|digit: usize| DIGITS.get(digit));
    let Some(digit) = digit else { return stop("no digit is named") };
    let boxes: Vec<Element> =
        agent.look().of_kind("CHECKBOX").filter(|element| !element.is("disabled")).cloned().collect();
    if boxes.len() < 28 {
        return stop(format!("{} of 28 boxes are told", boxes.len()));
    }
    let wanted = digit.chars().filter(|mark| *mark != ' ').map(|mark| mark == '1');
    for (element, _) in boxes.iter().zip(wanted).filter(|(_, wanted)| *wanted) {
        agent.click(element.uid)?;
    }
    agent.submit().map(drop)
}

/// Moves a scripted slider to a number by keyboard, in leaps while far, then in ones. `read` is the index of its number among those on the page.
fn slide(agent: &mut Agent<'_>, at: usize, to: i64) -> Step {
    let fits = |element: &&Element| {
        element.kind == "SLIDER" || element.tag("looks like").is_some_and(|told| told.starts_with("ui-slider-handle"))
    };
    let Some(handle) = agent.look().elements.iter().filter(fits).nth(at).cloned() else {
        return stop(format!("no handle number {} of a slider is told", at + 1));
    };
    let mut leaps = true;
    for _ in 0..60 {
        let Some(now) = numbers(agent)?.get(at).copied() else { return stop("the slider's number is not told") };
        if now == to {
            return Ok(());
        }
        let key = match (to > now, leaps && (to - now).abs() > 4) {
            (true, true) => "PageUp",
            (false, true) => "PageDown",
            (true, false) => "ArrowRight",
            (false, false) => "ArrowLeft",
        };
        agent.call("press_key", json!({ "key": key, "uid": handle.uid }))?;
        if let Some(then) = numbers(agent)?.get(at).copied() {
            // A leap past the number: from here on by ones.
            leaps = leaps && (then - to).signum() == (now - to).signum();
        }
    }
    stop(format!("the slider does not come to {to}"))
}

/// The numbers alone in a line of the page's text.
fn numbers(agent: &mut Agent<'_>) -> Step<Vec<i64>> {
    Ok(agent.fresh()?.text.iter().filter_map(|line| line.trim().parse().ok()).collect())
}

pub(super) fn slider(agent: &mut Agent<'_>) -> Step {
    let Ok(to) = agent.between("Select ", " with")?.parse() else { return stop("no number in the task") };
    slide(agent, 0, to)?;
    agent.submit().map(drop)
}

pub(super) fn sliders(agent: &mut Agent<'_>) -> Step {
    let wanted = agent.between("[", "]")?;
    let wanted: Vec<i64> = wanted.split(',').filter_map(|number| number.trim().parse().ok()).collect();
    for (at, to) in wanted.into_iter().enumerate() {
        slide(agent, at, to)?;
    }
    agent.submit().map(drop)
}

pub(super) fn slider_and_box(agent: &mut Agent<'_>) -> Step {
    let Ok(to) = agent.between("Select ", " with")?.parse() else { return stop("no number in the task") };
    slide(agent, 0, to)?;
    let at = ordinal(agent.task()).unwrap_or(1);
    let element = agent.nth("CHECKBOX", at - 1)?;
    agent.tick(&element)?;
    agent.submit().map(drop)
}

pub(super) fn radio_and_field(agent: &mut Agent<'_>) -> Step {
    let radio = ordinal(agent.task()).unwrap_or(1);
    let field = agent.between("into the ", "")?;
    let field = ordinal(&field).unwrap_or(1);
    let number = agent.quote(0)?;
    let radio = agent.nth("RADIO", radio - 1)?;
    agent.click(radio.uid)?;
    let field = agent.nth("INPUT", field - 1)?;
    agent.write(field.uid, &number)?;
    agent.submit().map(drop)
}

pub(super) fn dropdown_and_button(agent: &mut Agent<'_>) -> Step {
    let choice = agent.between("Choose ", " from the dropdown")?;
    let button = agent.quote(0)?;
    let list = agent.look().of_kind("SELECT").next().cloned();
    let list = match list {
        Some(list) => {
            agent.call("select_option", json!({ "uid": list.uid, "value": choice }))?;
            None
        }
        None => Some(agent.nth("ELEMENT", 0)?),
    };
    if let Some(list) = list {
        agent.click(list.uid)?;
        let label = |element: &&Element| element.label == choice;
        match agent.look().elements.iter().find(label).cloned() {
            Some(option) => agent.click(option.uid)?,
            None => return stop(format!("the open list does not show {choice:?}")),
        };
    }
    agent.press("BUTTON", &button).map(drop)
}

pub(super) fn spinner(agent: &mut Agent<'_>) -> Step {
    let number = agent.between("Select ", " with")?;
    let Ok(to) = number.parse::<i64>() else { return stop(format!("{number:?} is no number")) };
    let field = agent.field()?;
    let held = |agent: &Agent<'_>| {
        agent.look().elements.iter().find(|element| element.uid == field.uid)?.value().parse::<i64>().ok()
    };
    // If the field takes no keys, its buttons lead to the number. An earlier value is only reported once it changed.
    agent.write(field.uid, &number)?;
    let mut reckoned = held(agent);
    for _ in 0..40 {
        if reckoned == Some(to) {
            return agent.submit().map(drop);
        }
        let (way, step) =
            if reckoned.is_none_or(|now| now < to) { ("ui-spinner-up", 1) } else { ("ui-spinner-down", -1) };
        let button = agent.look().of_kind("BUTTON").find(|button| button.rest.contains(way)).cloned();
        let Some(button) = button else { return stop(format!("no button that looks like {way} is told")) };
        agent.click(button.uid)?;
        reckoned = held(agent).or_else(|| reckoned.map(|now| now + step));
    }
    stop(format!("the field does not come to {to}"))
}

pub(super) fn colour_picker(agent: &mut Agent<'_>) -> Step {
    let name = agent.between("Select ", " with")?;
    let hex = match name.as_str() {
        "red" => "FF0000",
        "blue" => "0000FF",
        "green" => "008000",
        "olive" => "808000",
        "lime" => "00FF00",
        "black" => "000000",
        "white" => "FFFFFF",
        "gray" | "grey" => "808080",
        "purple" => "800080",
        "orange" => "FFA500",
        "yellow" => "FFFF00",
        "cyan" | "aqua" => "00FFFF",
        "pink" => "FFC0CB",
        "magenta" | "fuchsia" => "FF00FF",
        "gold" => "FFD700",
        "brown" => "A52A2A",
        "maroon" => "800000",
        "navy" => "000080",
        "silver" => "C0C0C0",
        "teal" => "008080",
        "indigo" => "4B0082",
        "violet" => "EE82EE",
        "turquoise" => "40E0D0",
        "chocolate" => "D2691E",
        other => return stop(format!("the number of the colour {other:?} is not known here")),
    };
    let field = agent.field()?;
    agent.write(field.uid, hex)?;
    // The opened picker may cover the button.
    if agent.submit()?.contains("is covered by") {
        let elsewhere = agent.seek("with the color picker")?;
        agent.click(elsewhere)?;
        agent.submit()?;
    }
    Ok(())
}
