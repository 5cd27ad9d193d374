//! A mailbox: messages found by sender, answered, forwarded, deleted and starred.

use crate::agent::{Agent, between};
use crate::look::Element;
use crate::step::{Step, stop};

/// What to do with a message.
#[derive(Debug, PartialEq, Eq)]
enum Wish {
    Reply(String),
    Forward(String),
    Delete,
    Star,
}

/// Parses the task: whose message, and what to do. `senders`: the names on the page.
fn read(task: &str, senders: &[String]) -> Option<(String, Wish)> {
    let words = |text: &str| {
        text.replace("'s", " ").split(|letter: char| !letter.is_alphabetic()).map(str::to_owned).collect::<Vec<_>>()
    };
    let quoted = task.split('"').nth(1).map(str::to_owned);
    let plain = task.split('"').step_by(2).collect::<Vec<_>>().join(" ");
    let lower = plain.to_lowercase();
    let all = words(&plain);
    let named: Vec<&String> = senders.iter().filter(|sender| all.contains(sender)).collect();
    // If two of the names have a message there, the sender follows one of these.
    let after = ["by ", "from ", "email ", "message "];
    let owns = |name: &&&String| {
        plain.contains(&format!("{name}'s")) || after.iter().any(|word| plain.contains(&format!("{word}{name}")))
    };
    let by = named.iter().find(owns);
    let by = (*by.or_else(|| named.first())?).clone();
    let wish = if let Some(text) = quoted {
        Wish::Reply(text)
    } else if ["trash", "delete", "remove", "erase", "get rid", "throw away"].iter().any(|word| lower.contains(word)) {
        Wish::Delete
    } else if ["star", "important", "imiportant", "flag"].iter().any(|word| lower.contains(word)) {
        Wish::Star
    } else {
        let common = |word: &String| COMMON.contains(&word.as_str());
        let capital = |word: &&String| word.chars().next().is_some_and(char::is_uppercase);
        let to = all.iter().filter(capital).find(|word| **word != by && !common(word));
        Wish::Forward(to.cloned().or_else(|| between(&plain, "forward that email to ", ".").map(str::to_owned))?)
    };
    Some((by, wish))
}

/// Common first words of sentences.
const COMMON: [&str; 25] = [
    "Find", "Locate", "Look", "Forward", "Send", "Go", "Please", "The", "Give", "I", "Navigate", "Search", "Get", "It",
    "Email", "Open", "Ask", "Let", "You", "Hi", "Take", "Pass", "Can", "My", "To",
];

pub(super) fn mailbox(agent: &mut Agent<'_>) -> Step {
    // A message begins with its sender on a line of its own.
    let task = agent.task().to_owned();
    let lines: Vec<String> = agent.look().text.iter().filter(|line| **line != task).cloned().collect();
    let labels =
        agent.look().elements.iter().map(|element| element.label.split(' ').next().unwrap_or_default().to_owned());
    let senders: Vec<String> =
        lines.iter().map(|line| first_word(line)).chain(labels).filter(|name| !name.is_empty()).collect();
    let Some((by, wish)) = read(agent.task(), &senders) else {
        return stop("the message's sender is not told");
    };
    match wish {
        Wish::Delete => act_on(agent, &by, "trash"),
        Wish::Star => act_on(agent, &by, "star"),
        Wish::Reply(text) => {
            open(agent, &by)?;
            part(agent, "reply")?;
            let field = agent.nth_field(0)?;
            agent.write(field.uid, &text)?;
            part(agent, "send")
        }
        Wish::Forward(to) => {
            open(agent, &by)?;
            part(agent, "forward")?;
            let field = agent.nth("INPUT", 0)?;
            agent.write(field.uid, &to)?;
            part(agent, "send")
        }
    }
}

fn first_word(line: &str) -> String {
    line.trim_start_matches(['#', '|', ' ']).split([' ', '|']).next().unwrap_or_default().to_owned()
}

/// Whether an element is in a sender's message.
fn of_sender(element: &Element, by: &str) -> bool {
    element.tag("in").is_some_and(|place| place.split(' ').next() == Some(by))
}

fn says(element: &Element, name: &str) -> bool {
    let told = element.tag("looks like").unwrap_or_default();
    element.label.to_lowercase().split(' ').any(|word| word == name) || told.split([' ', '-']).any(|word| word == name)
}

/// Clicks a message's icon in the list.
fn act_on(agent: &mut Agent<'_>, by: &str, name: &str) -> Step {
    match agent.look().elements.iter().find(|element| says(element, name) && of_sender(element, by)).cloned() {
        Some(element) => agent.click(element.uid).map(drop),
        None => stop(format!("no {name} in the message of {by} is told")),
    }
}

fn open(agent: &mut Agent<'_>, by: &str) -> Step {
    let begins = |element: &&Element| element.label.split(' ').next() == Some(by);
    match agent.look().elements.iter().find(begins).cloned() {
        Some(element) => agent.click(element.uid)?,
        None => agent.press_any(by)?,
    };
    agent.fresh().map(drop)
}

/// Clicks a part of the open message by name or appearance.
fn part(agent: &mut Agent<'_>, name: &str) -> Step {
    let exact = |element: &&Element| element.label.to_lowercase() == name;
    let look = agent.fresh()?;
    let near = |element: &&Element| says(element, name) && !element.label.contains(' ');
    let found = look.elements.iter().find(exact).or_else(|| look.elements.iter().find(near)).cloned();
    let found = match found {
        None if look.elements.iter().all(|element| !says(element, name)) => None,
        None => {
            let again = agent.look_again()?;
            again
                .elements
                .iter()
                .find(exact)
                .or_else(|| again.elements.iter().find(|element| says(element, name)))
                .cloned()
        }
        found => found,
    };
    match &found {
        Some(element) => agent.click(element.uid)?,
        None => agent.press_any(name)?,
    };
    // An element listed together with others may be listed alone once clicked.
    let only_near = found.is_none_or(|element| element.label.to_lowercase() != name);
    if let Some(element) = agent.fresh()?.elements.iter().find(exact).filter(|_| only_near).cloned() {
        agent.click(element.uid)?;
    }
    agent.fresh().map(drop)
}

#[cfg(test)]
mod tests {
    use super::{Wish, read};

    #[test]
    fn wishes_are_read() {
        let senders: Vec<String> = ["Mandi", "Zita", "Kimmi"].map(str::to_owned).to_vec();
        let check =
            |task: &str, by: &str, wish: Wish| assert_eq!(read(task, &senders), Some((by.to_owned(), wish)), "{task}");
        check("Find the email by Mandi and click the trash icon to delete it.", "Mandi", Wish::Delete);
        check("Find the email by Zita and forward that email to Zorah.", "Zita", Wish::Forward("Zorah".to_owned()));
        check("Dede wants the email Kimmi sent to you.", "Kimmi", Wish::Forward("Dede".to_owned()));
        check("Kimmi wants the email you got from Zita.", "Zita", Wish::Forward("Kimmi".to_owned()));
        check(
            "Find the email by Kimmi and reply to them with the text \"Zita star.\".",
            "Kimmi",
            Wish::Reply("Zita star.".to_owned()),
        );
    }
}
