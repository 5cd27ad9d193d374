//! Issues, epics, milestones, labels, iterations, to-dos.

use super::family::{Family, Words};
use super::hand::Hand;
use crate::agent::Agent;
use crate::step::Step;

/// In the order in which they are tried.
pub(super) const FAMILIES: &[(&str, Family)] = &[
    ("Create a new issue with the title '{}' and set the weight to {}.", |agent, words| {
        let mut hand = Hand(agent);
        hand.press("New issue", "")?;
        hand.write("Title *", "", words.at(0))?;
        hand.write("Weight", "", words.at(1))?;
        hand.press("Create issue", "").map(drop)
    }),
    (
        "Create a new issue titled '{}' with the description '{}'. Assign it to {} and {}, add the label '{}', and set the milestone to '{}'.",
        |agent, words| {
            let mut hand = Hand(agent);
            hand.press("New issue", "")?;
            hand.write("Title *", "", words.at(0))?;
            hand.write("Description", "", words.at(1))?;
            for tick in [words.at(2), words.at(3), &plain(words.at(4))] {
                hand.set(tick, "", "true")?;
            }
            hand.choose_shown("Milestone", "Select milestone...", words.at(5))?;
            hand.press("Create issue", "").map(drop)
        },
    ),
    ("Create a new confidential issue titled '{}' and add the labels '{}' and '{}'.", |agent, words| {
        let mut hand = Hand(agent);
        hand.press("New issue", "")?;
        hand.write("Title *", "", words.at(0))?;
        for tick in [&plain(words.at(1)), &plain(words.at(2)), "This issue is confidential"] {
            hand.set(tick, "", "true")?;
        }
        hand.press("Create issue", "").map(drop)
    }),
    ("Create a new issue titled '{}' with start date '{}' and due date '{}'.", |agent, words| {
        let mut hand = Hand(agent);
        hand.press("New issue", "")?;
        hand.write("Title *", "", words.at(0))?;
        hand.write("Start date", "", words.at(1))?;
        hand.write("Due date", "", words.at(2))?;
        hand.press("Create issue", "").map(drop)
    }),
    ("Edit the issue '{}' and change its title to '{}'.", |agent, words| {
        let mut hand = issue(agent, words.at(0))?;
        hand.press_apart("Edit")?;
        hand.write("Title *", "", words.at(1))?;
        hand.press("Save changes", "").map(drop)
    }),
    ("Close the issue '{}'.", |agent, words| issue(agent, words.at(0))?.press("Close issue", "").map(drop)),
    ("Reopen the closed issue '{}'.", |agent, words| {
        Hand(agent).press("Closed", "")?;
        issue(agent, words.at(0))?.press("Reopen issue", "").map(drop)
    }),
    ("Delete the issue '{}'.", |agent, words| {
        let mut hand = issue(agent, words.at(0))?;
        hand.press("Delete", "")?;
        hand.confirm("Delete").map(drop)
    }),
    ("Add {} as an assignee to the issue '{}'.", |agent, words| {
        edited(agent, words.at(1), "Assignees", words.at(0), "true")
    }),
    ("Remove {} from the assignees of the issue '{}'.", |agent, words| {
        edited(agent, words.at(1), "Assignees", words.at(0), "false")
    }),
    ("Assign {} to the issue '{}', which currently has no assignees.", |agent, words| {
        edited(agent, words.at(1), "Assignees", words.at(0), "true")
    }),
    ("Add the '{}' label to the issue '{}'.", |agent, words| {
        edited(agent, words.at(1), "Labels", &plain(words.at(0)), "true")
    }),
    ("Remove the '{}' label from the issue '{}'.", |agent, words| {
        edited(agent, words.at(1), "Labels", &plain(words.at(0)), "false")
    }),
    // The page's own "Edit" beside the milestone leads to the form of a new milestone.
    ("Set the milestone to '{}' on the issue '{}'.", |agent, words| in_form(agent, words.at(1), words.at(0))),
    ("Remove the milestone from the issue '{}'.", |agent, words| in_form(agent, words.at(0), "Select milestone...")),
    ("Set the iteration to '{}' on the issue '{}'.", |agent, words| {
        radio(agent, words.at(1), "Iteration", words.at(0))
    }),
    ("Remove the iteration from the issue '{}'.", |agent, words| radio(agent, words.at(0), "Iteration", "None")),
    ("Set the epic to '{}' on the issue '{}'.", |agent, words| radio(agent, words.at(1), "Epic", words.at(0))),
    ("Remove the epic from the issue '{}'.", |agent, words| radio(agent, words.at(0), "Epic", "None")),
    ("Change the health status to '{}' on the issue '{}'.", |agent, words| {
        radio(agent, words.at(1), "Health status", words.at(0))
    }),
    ("Clear the health status from the issue '{}'.", |agent, words| radio(agent, words.at(0), "Health status", "None")),
    ("Set the due date to '{}' on the issue '{}'.", |agent, words| field(agent, words.at(1), "Due date", words.at(0))),
    ("Clear the due date from the issue '{}'.", |agent, words| field(agent, words.at(0), "Due date", "")),
    ("Set the weight to {} on the issue '{}'.", |agent, words| field(agent, words.at(1), "Weight", words.at(0))),
    ("Clear the weight from the issue '{}'.", |agent, words| field(agent, words.at(0), "Weight", "")),
    ("Add a time log entry of '{}' with the summary '{}' to the issue '{}'.", |agent, words| {
        let mut hand = issue(agent, words.at(2))?;
        hand.press("Add time entry", "")?;
        hand.write("Time spent (e.g., 2h 30m)", "", words.at(0))?;
        hand.write("Summary", "", words.at(1))?;
        hand.confirm("Add").map(drop)
    }),
    ("Delete the time log entry '{}' from the issue '{}'.", |agent, words| {
        let mut hand = issue(agent, words.at(1))?;
        // A lone entry is not a row.
        let place = if hand.lists(words.at(0)) { words.at(0) } else { "Time tracking" };
        hand.press("Delete", place).map(drop)
    }),
    ("Close the milestone '{}'.", |agent, words| opened(agent, "Milestones", words.at(0), "Close")),
    ("Reopen the closed milestone '{}'.", |agent, words| opened(agent, "Milestones", words.at(0), "Reopen")),
    ("Close the epic '{}'.", |agent, words| opened(agent, "Epics", words.at(0), "Close epic")),
    ("Reopen the closed epic '{}'.", |agent, words| {
        let mut hand = Hand(agent);
        hand.path(&["Epics", "Closed"])?;
        hand.open(words.at(0))?;
        hand.press("Reopen epic", "").map(drop)
    }),
    ("Delete the label '{}'.", |agent, words| {
        listed(agent, "Labels", words.at(0), "Delete")?;
        Hand(agent).confirm("Delete").map(drop)
    }),
    ("Mark the to-do item about issue '{}' (assigned by {}) as done.", |agent, words| {
        listed(agent, "To-Do List", words.at(0), "Done")
    }),
    ("On the issue '{}', change the priority label from '{}' to '{}'.", |agent, words| {
        let mut hand = part(agent, words.at(0), "Labels")?;
        hand.set(&plain(words.at(1)), "", "false")?;
        hand.set(&plain(words.at(2)), "", "true")?;
        hand.confirm("Save").map(drop)
    }),
    ("On the issue '{}', set the iteration to '{}' and add the label '{}'.", |agent, words| {
        radio(agent, words.at(0), "Iteration", words.at(1))?;
        let mut hand = Hand(agent);
        hand.press("Edit", "Labels")?;
        hand.set(&plain(words.at(2)), "", "true")?;
        hand.confirm("Save").map(drop)
    }),
    ("Set the time estimate to '{}' on the issue '{}'.", |agent, words| {
        let mut hand = part(agent, words.at(1), "Time tracking")?;
        hand.write("Time estimate (e.g., 2h 30m, 1d, 3w)", "", words.at(0))?;
        hand.confirm("Save").map(drop)
    }),
    ("Remove the time estimate from the issue '{}'.", |agent, words| {
        part(agent, words.at(0), "Time tracking")?.confirm("Remove").map(drop)
    }),
    ("Create a new label called '{}' with the color {} and type '{}'.", new_label),
    ("Create a new scoped label called '{}' with the color {} and type '{}'.", new_label),
    ("Edit the label '{}' and change its title to '{}'.", |agent, words| {
        listed(agent, "Labels", &plain(words.at(0)), "Edit")?;
        let mut hand = Hand(agent);
        hand.write("Title *", "", words.at(1))?;
        hand.press("Save changes", "").map(drop)
    }),
    ("Edit the label '{}' and change its color to {}.", |agent, words| {
        listed(agent, "Labels", &plain(words.at(0)), "Edit")?;
        let mut hand = Hand(agent);
        colour(&mut hand, words.at(1))?;
        hand.press("Save changes", "").map(drop)
    }),
    ("Create a new milestone titled '{}' with start date '{}' and due date '{}'.", |agent, words| {
        let mut hand = Hand(agent);
        hand.path(&["Milestones", "New milestone"])?;
        hand.write("Title *", "", words.at(0))?;
        hand.write("Start date", "", words.at(1))?;
        hand.write("Due date", "", words.at(2))?;
        hand.press("Create milestone", "").map(drop)
    }),
    ("Edit the milestone '{}' and change its description to '{}'", |agent, words| {
        let mut hand = Hand(agent);
        hand.press("Milestones", "")?;
        hand.open(words.at(0))?;
        hand.press_apart("Edit")?;
        hand.write("Description", "", words.at(1))?;
        hand.press("Save changes", "").map(drop)
    }),
    ("Create a new epic titled '{}' with the description '{}' and add the label '{}'.", |agent, words| {
        let mut hand = Hand(agent);
        hand.path(&["Epics", "New epic"])?;
        hand.write("Title *", "", words.at(0))?;
        hand.write("Description", "", words.at(1))?;
        hand.set(&plain(words.at(2)), "", "true")?;
        hand.press("Create epic", "").map(drop)
    }),
    ("Create a new epic titled '{}' and set its parent epic to '{}'.", |agent, words| {
        let mut hand = Hand(agent);
        hand.path(&["Epics", "New epic"])?;
        hand.write("Title *", "", words.at(0))?;
        hand.choose_shown("Parent epic", "None", words.at(1))?;
        hand.press("Create epic", "").map(drop)
    }),
    ("Edit the epic '{}' and change its title to '{}'.", |agent, words| {
        let mut hand = epic(agent, words.at(0))?;
        hand.press_apart("Edit")?;
        hand.write("Title *", "", words.at(1))?;
        hand.press("Save changes", "").map(drop)
    }),
    ("Add the '{}' label to the epic '{}'.", |agent, words| epic_label(agent, words.at(1), words.at(0), "true")),
    ("Remove the label '{}' from the epic '{}'.", |agent, words| epic_label(agent, words.at(1), words.at(0), "false")),
    (
        "Create a new iteration cadence titled '{}' with automatic scheduling enabled, a duration of {} week, and {} upcoming iterations.",
        |agent, words| {
            let mut hand = Hand(agent);
            hand.path(&["Iterations", "New cadence"])?;
            hand.write("Title *", "", words.at(0))?;
            hand.set("Enable automatic scheduling", "", "true")?;
            hand.write("Duration (weeks)", "", words.at(1))?;
            hand.write("Upcoming iterations", "", words.at(2))?;
            hand.press("Create cadence", "").map(drop)
        },
    ),
    ("Edit the iteration cadence '{}' and change its description to '{}'", |agent, words| {
        listed(agent, "Iterations", words.at(0), "Edit")?;
        let mut hand = Hand(agent);
        hand.write("Description", "", words.at(1))?;
        hand.press("Save changes", "").map(drop)
    }),
    (
        "Create a new iteration titled '{}' in the '{}' cadence with start date '{}' and due date '{}'.",
        |agent, words| {
            listed(agent, "Iterations", words.at(1), "Add iteration")?;
            let mut hand = Hand(agent);
            hand.write("Title *", "", words.at(0))?;
            hand.write("Start date *", "", words.at(2))?;
            hand.write("Due date *", "", words.at(3))?;
            hand.press("Create iteration", "").map(drop)
        },
    ),
    ("Snooze the to-do item about issue '{}' (mentioned by {}).", |agent, words| {
        listed(agent, "To-Do List", words.at(0), "Snooze")?;
        Hand(agent).press("Next week", "").map(drop)
    }),
    ("Remove the snooze from the snoozed to-do item about issue '{}'.", |agent, words| {
        tab(agent, "Snoozed", words.at(0), "Remove snooze")
    }),
    ("Restore the completed to-do item about issue '{}' back to pending.", |agent, words| {
        tab(agent, "Done", words.at(0), "Restore")
    }),
    ("Mark all pending to-do items as done.", |agent, _| Hand(agent).path(&["To-Do List", "Mark all as done"])),
];

/// A label as forms name it: its scope, then itself.
fn plain(label: &str) -> String {
    label.replace("::", " ")
}

/// Searches an issue by its title and opens it.
fn issue<'h, 'a>(agent: &'h mut Agent<'a>, title: &str) -> Step<Hand<'h, 'a>> {
    let mut hand = Hand(agent);
    hand.write("Search issues...", "", title)?;
    hand.settle()?;
    hand.open(title)?;
    Ok(hand)
}

/// Sets an issue's milestone in its form.
fn in_form(agent: &mut Agent<'_>, title: &str, milestone: &str) -> Step {
    let mut hand = issue(agent, title)?;
    let rows = hand.0.look().of_kind("ROW");
    let shown = rows.filter_map(|row| row.label.strip_prefix("Milestone · ")).next();
    // The form's list has no label in a look.
    let shown = shown.filter(|shown| *shown != "None").unwrap_or("Select milestone...").to_owned();
    hand.press_apart("Edit")?;
    hand.choose_shown("Milestone", &shown, milestone)?;
    hand.press("Save changes", "").map(drop)
}

/// Opens the editor of a part of an issue.
fn part<'h, 'a>(agent: &'h mut Agent<'a>, title: &str, part: &str) -> Step<Hand<'h, 'a>> {
    let mut hand = issue(agent, title)?;
    hand.press("Edit", part)?;
    Ok(hand)
}

fn edited(agent: &mut Agent<'_>, title: &str, name: &str, tick: &str, value: &str) -> Step {
    let mut hand = part(agent, title, name)?;
    hand.set(tick, "", value)?;
    hand.confirm("Save").map(drop)
}

fn radio(agent: &mut Agent<'_>, title: &str, name: &str, choice: &str) -> Step {
    let mut hand = part(agent, title, name)?;
    hand.set(choice, "", "true")?;
    hand.confirm("Save").map(drop)
}

fn field(agent: &mut Agent<'_>, title: &str, name: &str, text: &str) -> Step {
    let mut hand = part(agent, title, name)?;
    hand.write(name, "", text)?;
    hand.confirm("Save").map(drop)
}

fn listed(agent: &mut Agent<'_>, page: &str, row: &str, button: &str) -> Step {
    let mut hand = Hand(agent);
    hand.press(page, "")?;
    hand.press(button, row).map(drop)
}

/// Presses a button of a to-do item in another tab than the first.
fn tab(agent: &mut Agent<'_>, tab: &str, row: &str, button: &str) -> Step {
    let mut hand = Hand(agent);
    hand.press("To-Do List", "")?;
    hand.counted(tab)?;
    hand.press(button, row).map(drop)
}

fn new_label(agent: &mut Agent<'_>, words: &Words) -> Step {
    let mut hand = Hand(agent);
    hand.path(&["Labels", "New label"])?;
    hand.write("Title *", "", words.at(0))?;
    hand.choose_shown("Type", "Project", words.at(2))?;
    colour(&mut hand, words.at(1))?;
    hand.press("Create label", "").map(drop)
}

fn colour(hand: &mut Hand<'_, '_>, value: &str) -> Step {
    hand.write("#hex color", "", value)?;
    hand.press("Apply", "").map(drop)
}

fn epic<'h, 'a>(agent: &'h mut Agent<'a>, title: &str) -> Step<Hand<'h, 'a>> {
    let mut hand = Hand(agent);
    hand.press("Epics", "")?;
    hand.open(title)?;
    Ok(hand)
}

fn epic_label(agent: &mut Agent<'_>, title: &str, label: &str, value: &str) -> Step {
    let mut hand = epic(agent, title)?;
    hand.press("Edit", "Labels")?;
    hand.set(&plain(label), "", value)?;
    hand.confirm("Save").map(drop)
}

fn opened(agent: &mut Agent<'_>, page: &str, name: &str, button: &str) -> Step {
    let mut hand = Hand(agent);
    hand.press(page, "")?;
    hand.open(name)?;
    hand.press(button, "").map(drop)
}
