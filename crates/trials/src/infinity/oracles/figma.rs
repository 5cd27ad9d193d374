//! A presentation: slides and what is on them, their properties, the deck's settings.
//!
//! The application has no control at all for some of its tasks, and for others one that it does not listen to. Their families do what a person would
//! try, and fail.

use serde_json::json;

use super::family::Family;
use super::hand::Hand;
use crate::agent::Agent;
use crate::look::Element;
use crate::step::{Step, stop};

/// In the order in which they are tried.
pub(super) const FAMILIES: &[(&str, Family)] = &[
    ("Change the title of the '{}' slide to '{}'.", |agent, words| titled(agent, words.at(0), "title", words.at(1))),
    ("Update the presenter notes on the '{}' slide to '{}'.", |agent, words| {
        slide(agent, words.at(0))?.write("Add presenter notes...", "", words.at(1)).map(drop)
    }),
    ("Mark the '{}' slide as skipped.", |agent, words| menu(agent, words.at(0), "Skip slide").map(drop)),
    ("Unskip the '{}' slide (it is currently marked as skipped).", |agent, words| {
        menu(agent, words.at(0), "Unskip slide").map(drop)
    }),
    ("Delete the '{}' slide from the presentation.", |agent, words| {
        menu(agent, words.at(0), "Delete")?.confirm("Delete").map(drop)
    }),
    ("Duplicate the '{}' slide.", |agent, words| menu(agent, words.at(0), "Duplicate").map(drop)),
    ("Rename the slide group '{}' to '{}'.", |agent, words| {
        let mut hand = Hand(agent);
        hand.open(words.at(0))?;
        hand.write("Group name", "", words.at(1)).map(drop)
    }),
    ("Add a new blank slide after the '{}' slide.", |agent, words| {
        let mut hand = slide(agent, words.at(0))?;
        hand.press("New slide", "")?;
        hand.press("Blank", "").map(drop)
    }),
    ("Change the background of the '{}' slide to a solid color {}.", |agent, words| {
        solid(agent, words.at(0), words.at(1).trim_end_matches('.'))
    }),
    ("Change the '{}' slide background from gradient to solid color {}.", |agent, words| {
        solid(agent, words.at(0), words.at(1))
    }),
    ("Set the background of the '{}' slide to a linear gradient from {} to {} at {} degrees.", |agent, words| {
        let mut hand = slide(agent, words.at(0))?;
        hand.press("Gradient", "")?;
        hand.write("Start", "", words.at(1))?;
        hand.write("End", "", words.at(2))?;
        hand.write("Angle", "", words.at(3)).map(drop)
    }),
    ("Change the transition of the '{}' slide to '{}' with direction '{}'.", |agent, words| {
        let mut hand = animated(agent, words.at(0))?;
        hand.choose("Style", "", words.at(1))?;
        hand.press(words.at(2), "").map(drop)
    }),
    ("Set the transition duration of the '{}' slide to {} milliseconds.", |agent, words| {
        let mut hand = animated(agent, words.at(0))?;
        hand.enter("Duration (ms)", words.at(1))
    }),
    ("Change the transition easing of the '{}' slide to '{}'.", |agent, words| {
        animated(agent, words.at(0))?.choose("Curve", "", words.at(1)).map(drop)
    }),
    ("Set the default deck transition to '{}' with direction '{}'.", |agent, words| {
        let mut hand = settings(agent)?;
        hand.choose("Default transition", "", words.at(0))?;
        hand.press(words.at(1), "").map(drop)
    }),
    ("Change the text of the {} on the '{}' slide to '{}'.", |agent, words| {
        object(agent, words.at(1), words.at(0))?.write("Text", "", words.at(2)).map(drop)
    }),
    ("Change the font size of the {} on the '{}' slide to {}.", |agent, words| {
        object(agent, words.at(1), words.at(0))?.enter("Size", words.at(2))
    }),
    ("Change the font family of the {} on the '{}' slide to '{}'.", |agent, words| {
        object(agent, words.at(1), words.at(0))?.choose("Font", "", words.at(2)).map(drop)
    }),
    ("Set the opacity of the {} on the '{}' slide to {}%.", |agent, words| {
        object(agent, words.at(1), words.at(0))?.set("Opacity", "", words.at(2)).map(drop)
    }),
    ("Lock the {} on the '{}' slide.", |agent, words| {
        object(agent, words.at(1), words.at(0))?.press("Lock", "").map(drop)
    }),
    ("Change the text alignment of the {} on the '{}' slide to {}-aligned.", |agent, words| {
        object(agent, words.at(1), words.at(0))?.choose("Align", "", &large(words.at(2))).map(drop)
    }),
    ("Change the fill color of the {} on the '{}' slide to {}.", |agent, words| {
        colour(&mut object(agent, words.at(1), words.at(0))?, "Fill", words.at(2))
    }),
    ("Change the text color of the {} on the '{}' slide to {}.", |agent, words| {
        colour(&mut object(agent, words.at(1), words.at(0))?, "Color", words.at(2))
    }),
    ("Set the rotation of the {} on the '{}' slide to {} degrees.", |agent, words| {
        object(agent, words.at(1), words.at(0))?.enter("Rotation", words.at(2))
    }),
    ("Change the font weight of the {} on the '{}' slide to {} ({}).", |agent, words| {
        let name = large(&words.at(3).replace('-', ""));
        object(agent, words.at(1), words.at(0))?.choose("Weight", "", &name).map(drop)
    }),
    ("Delete the {} text object ({}) from the '{}' slide.", |agent, words| removed(agent, words.at(2), words.at(0))),
    ("Delete the {} shape ({}) from the '{}' slide.", |agent, words| removed(agent, words.at(2), words.at(0))),
    ("In the {} table on the '{}' slide, update the '{}' row's '{}' value from '{}' to '{}'.", |agent, words| {
        cell(agent, words.at(1), words.at(2), words.at(4), words.at(5))
    }),
    ("In the {} table on the '{}' slide, change the '{}' value for '{}' from '{}' to '{}'.", |agent, words| {
        cell(agent, words.at(1), words.at(2), words.at(4), words.at(5))
    }),
    ("Add a new row to the {} table on the '{}' slide.", |agent, words| {
        object(agent, words.at(1), "table")?.press("+ Row", "").map(drop)
    }),
    ("Add a new column to the {} table on the '{}' slide.", |agent, words| {
        object(agent, words.at(1), "table")?.press("+ Column", "").map(drop)
    }),
    ("Delete the last row (the '{}' row) from the {} table on the '{}' slide.", |agent, words| {
        object(agent, words.at(2), "table")?.press("Delete row", "").map(drop)
    }),
    ("Change the programming language of the code block on the '{}' slide to '{}'.", |agent, words| {
        object(agent, words.at(0), "code")?.choose("Language", "", words.at(1)).map(drop)
    }),
    ("Change the theme of the code block on the '{}' slide to '{}'.", |agent, words| {
        object(agent, words.at(0), "code")?.choose("Theme", "", words.at(1)).map(drop)
    }),
    ("Update the code content in the code block on the '{}' slide to '{}'.", |agent, words| {
        object(agent, words.at(0), "code")?.write("Code", "", words.at(1)).map(drop)
    }),
    ("Add a '{}' animation to the {} on the '{}' slide.", |agent, words| {
        let mut hand = object(agent, words.at(2), words.at(1))?;
        hand.press("Animate", "")?;
        // There may be one already.
        hand.press_offered("Add animation")?;
        hand.choose("Style", "Object Animation", words.at(0)).map(drop)
    }),
    ("Remove the animation from the {} on the '{}' slide.", |agent, words| {
        object(agent, words.at(1), words.at(0))?.path(&["Animate", "Remove animation"])
    }),
    ("Change the animation duration of the {} on the '{}' slide to {}ms.", |agent, words| {
        let mut hand = object(agent, words.at(1), words.at(0))?;
        hand.press("Animate", "")?;
        hand.enter("Duration (ms)", words.at(2))
    }),
    ("Add a new comment on the '{}' slide with the text '{}'.", |agent, words| {
        let mut hand = slide(agent, words.at(0))?;
        hand.press("Comments", "")?;
        hand.write("Add a comment...", "", words.at(1))?;
        hand.press("Comment", "").map(drop)
    }),
    ("Resolve the comment by {} that says '{}'.", |agent, words| comment(agent, words.at(1), "Resolve")),
    ("Reply to the comment by {} about {} with the text '{}'.", |agent, words| {
        let mut hand = Hand(agent);
        hand.press("Comments", "")?;
        hand.write("Reply...", words.at(0), words.at(2))?;
        hand.press("Reply", words.at(0)).map(drop)
    }),
    ("Delete the comment by {} that says '{}'.", |agent, words| comment(agent, words.at(1), "Delete")),
    ("Unresolve the comment by {} about {} (currently marked as resolved).", |agent, words| {
        comment(agent, words.at(0), "Unresolve")
    }),
    ("Change {}'s role from {} to {}.", |agent, words| {
        let mut hand = Hand(agent);
        hand.press("Share", "")?;
        let role = if words.at(2) == "Editor" { "Can edit" } else { "Can view" };
        hand.choose(words.at(0), "", role).map(drop)
    }),
    ("Remove {} from the collaborators list.", |agent, words| {
        let mut hand = Hand(agent);
        hand.press("Share", "")?;
        hand.press("Remove", words.at(0)).map(drop)
    }),
    ("Rename the '{}' template style to '{}'.", |agent, words| {
        styles(agent, words.at(0))?.write("Style name", "", words.at(1)).map(drop)
    }),
    ("Change the '{}' color in the '{}' template style from {} to {}.", |agent, words| {
        let mut hand = styles(agent, words.at(1))?;
        hand.write(words.at(0), "", words.at(3)).map(drop)
    }),
    ("Add a new color named '{}' with value {} to the '{}' template style.", |agent, words| {
        let mut hand = styles(agent, words.at(2))?;
        hand.press("+", "Colors")?;
        hand.write("Color name", "", words.at(0)).map(drop)
    }),
    ("Remove the '{}' text style from the '{}' template style.", |agent, words| {
        styles(agent, words.at(1))?.press("Remove", words.at(0)).map(drop)
    }),
    ("Disable the '{}' library.", |agent, words| libraries(agent)?.set("Enabled", words.at(0), "false").map(drop)),
    ("Remove the '{}' library from the project.", |agent, words| {
        libraries(agent)?.press("Remove", words.at(0)).map(drop)
    }),
    ("Rename the presentation deck to '{}'.", |agent, words| {
        Hand(agent).write("Rename deck", "", words.at(0)).map(drop)
    }),
    ("Change the deck's aspect ratio to {}.", |agent, words| {
        let mut hand = settings(agent)?;
        hand.choose("Aspect ratio", "", &format!("{} (Standard)", words.at(0)))?;
        hand.press("Save", "").map(drop)
    }),
    ("Disable the '{}' option in the deck's share settings.", |agent, words| {
        let mut hand = Hand(agent);
        hand.press("Share", "")?;
        hand.set(words.at(0), "", "false").map(drop)
    }),
    ("Enable the '{}' setting for the deck.", |agent, words| {
        let mut hand = Hand(agent);
        hand.press("▶ Present", "")?;
        hand.set(words.at(0), "", "true").map(drop)
    }),
    ("Change the slide number format on the '{}' slide to '{}'.", |agent, words| {
        slide(agent, words.at(0))?.choose("Format", "", words.at(1)).map(drop)
    }),
    ("Enable slide numbers on the '{}' slide.", |agent, words| {
        slide(agent, words.at(0))?.set("Show number", "", "true").map(drop)
    }),
    ("Vote for '{}' in the priority poll on the '{}' slide.", |agent, words| {
        slide(agent, words.at(1))?.press(words.at(0), "").map(drop)
    }),
    ("Submit a response of {} on the '{}' alignment scale on the '{}' slide.", |agent, words| {
        slide(agent, words.at(2))?.press(words.at(0), "").map(drop)
    }),
    ("Add a '{}' reaction stamp on the '{}' slide.", |agent, words| {
        let stamp = if words.at(0) == "thumbsUp" { "👍" } else { words.at(0) };
        slide(agent, words.at(1))?.press(stamp, "").map(drop)
    }),
];

/// A word with its first letter large, as the page writes it.
fn large(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// Whether it is a slide in the list: its number, or the sign of a skipped one, and its title.
fn is_listed(element: &Element) -> bool {
    element.label.split_once(' ').is_some_and(|(number, _)| number == "--" || number.parse::<u32>().is_ok())
}

/// A slide in the list.
fn listed(agent: &Agent<'_>, title: &str) -> Step<Element> {
    let is_it = |element: &&Element| {
        let rest = element.label.split_once(' ').map_or("", |(_, rest)| rest);
        is_listed(element) && rest.strip_prefix(title).is_some_and(|more| more.is_empty() || more.starts_with(' '))
    };
    match agent.look().elements.iter().find(is_it) {
        Some(element) => Ok(element.clone()),
        None => stop(format!("no slide {title:?} in the list")),
    }
}

/// Opens a slide.
fn slide<'h, 'a>(agent: &'h mut Agent<'a>, title: &str) -> Step<Hand<'h, 'a>> {
    let uid = listed(agent, title)?.uid;
    let mut hand = Hand(agent);
    hand.call("click", json!({ "uid": uid }))?;
    Ok(hand)
}

/// Opens a slide with its transition.
fn animated<'h, 'a>(agent: &'h mut Agent<'a>, title: &str) -> Step<Hand<'h, 'a>> {
    let mut hand = slide(agent, title)?;
    hand.press("Animate", "")?;
    Ok(hand)
}

/// Does what a slide's own menu offers.
fn menu<'h, 'a>(agent: &'h mut Agent<'a>, title: &str, name: &str) -> Step<Hand<'h, 'a>> {
    let uid = listed(agent, title)?.uid;
    let mut hand = Hand(agent);
    hand.call("click", json!({ "uid": uid, "button": "right" }))?;
    hand.confirm(name)?;
    Ok(hand)
}

/// Selects what is meant on a slide: presses one thing of it after another until the panel shows the name of its layer.
fn object<'h, 'a>(agent: &'h mut Agent<'a>, title: &str, words: &str) -> Step<Hand<'h, 'a>> {
    let mut hand = slide(agent, title)?;
    let elements = hand.0.look_again()?.elements.clone();
    // They are between the list of slides and the notes.
    let notes = elements.iter().position(|element| element.label.contains("Presenter notes")).unwrap_or_default();
    let before = elements.iter().take_while(|element| !is_listed(element)).count();
    let in_list = |element: &&Element| is_listed(element) || element.label.starts_with('▾');
    let slides = before + elements.iter().skip(before).take_while(in_list).count();
    for element in elements.iter().take(notes).skip(slides).filter(|element| element.label != "New slide") {
        hand.call("click", json!({ "uid": element.uid }))?;
        let layer = hand.0.find("INPUT", "Layer name").map(|field| field.value()).unwrap_or_default();
        if is_meant(&layer, words) {
            return Ok(hand);
        }
    }
    stop(format!("nothing on {title:?} has a layer {words:?}"))
}

/// Whether these words of a task mean a layer: they have its whole name, or it has theirs.
fn is_meant(layer: &str, words: &str) -> bool {
    let parts = |text: &str| -> Vec<String> {
        let letters = |part: &str| part.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
        text.split_whitespace().map(letters).filter(|part| !part.is_empty()).collect()
    };
    let (layer, words) = (parts(layer), parts(words));
    let has = |all: &[String], some: &[String]| !some.is_empty() && all.windows(some.len()).any(|part| part == some);
    has(&words, &layer) || has(&layer, &words)
}

fn titled(agent: &mut Agent<'_>, title: &str, field: &str, text: &str) -> Step {
    slide(agent, title)?.write(field, "", text).map(drop)
}

fn solid(agent: &mut Agent<'_>, title: &str, value: &str) -> Step {
    let mut hand = slide(agent, title)?;
    hand.press("Solid", "")?;
    hand.enter("Color", value)
}

/// Opens a palette and takes a colour from it; one that it does not have is entered.
fn colour(hand: &mut Hand<'_, '_>, name: &str, value: &str) -> Step {
    let elements = &hand.0.look().elements;
    let at = elements.iter().position(|element| element.kind == "INPUT" && element.label == name);
    let Some(swatch) = at.and_then(|at| elements.get(at.checked_sub(1)?)) else {
        return stop(format!("no colour {name:?} in the look"));
    };
    let uid = swatch.uid;
    hand.call("click", json!({ "uid": uid }))?;
    hand.swatch(value).or_else(|_| hand.enter(name, value))
}

fn removed(agent: &mut Agent<'_>, title: &str, words: &str) -> Step {
    object(agent, title, words.trim_matches('\''))?.press("Delete object", "").map(drop)
}

/// Changes a cell of a table, which is known by its row and what it holds.
fn cell(agent: &mut Agent<'_>, title: &str, row: &str, old: &str, new: &str) -> Step {
    let mut hand = slide(agent, title)?;
    hand.press(old, row)?;
    hand.write("Enter cell value...", "", new)?;
    hand.press("Save", "").map(drop)
}

fn comment(agent: &mut Agent<'_>, words: &str, button: &str) -> Step {
    let mut hand = Hand(agent);
    hand.press("Comments", "")?;
    hand.press(button, words).map(drop)
}

/// Opens the deck's settings.
fn settings<'h, 'a>(agent: &'h mut Agent<'a>) -> Step<Hand<'h, 'a>> {
    let mut hand = Hand(agent);
    hand.press("Figma Slides", "")?;
    Ok(hand)
}

/// Opens the editor of template styles at one of them.
fn styles<'h, 'a>(agent: &'h mut Agent<'a>, style: &str) -> Step<Hand<'h, 'a>> {
    let mut hand = settings(agent)?;
    hand.press("Edit template styles", "")?;
    // The first one is shown.
    if hand.0.look().find("INPUT", "Style name").is_none_or(|field| field.value() != style) {
        let shown = hand.0.find("INPUT", "Style name")?.value();
        hand.choose(&shown, "", style)?;
    }
    Ok(hand)
}

fn libraries<'h, 'a>(agent: &'h mut Agent<'a>) -> Step<Hand<'h, 'a>> {
    let mut hand = Hand(agent);
    hand.path(&["♦ Assets", "Add your own"])?;
    Ok(hand)
}

#[cfg(test)]
mod tests {
    use super::is_meant;

    #[test]
    fn a_layer_is_meant_by_its_whole_name() {
        for (layer, words, expected) in [
            ("Title", "main title object", true),
            ("Title", "subtitle text", false),
            ("Subtitle", "subtitle text", true),
            ("Risk 3", "'Risk 3'", true),
            ("Adoption Table", "table", true),
            ("", "table", false),
        ] {
            assert_eq!(is_meant(layer, words), expected, "{layer:?} by {words:?}");
        }
    }
}
