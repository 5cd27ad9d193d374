//! Small applications: posts, an order form, an address book, a search engine, flights and calendars.

use std::collections::BTreeMap;

use serde_json::json;

use super::clicks::ordinal;
use crate::agent::Agent;
use crate::look::Element;
use crate::step::{Step, stop};

/// The `@name` in the task.
fn user(agent: &Agent<'_>) -> Step<String> {
    let word = agent.task().split_whitespace().find(|word| word.starts_with('@'));
    match word {
        Some(word) => Ok(word.trim_end_matches([',', '.']).to_owned()),
        None => stop("no user is named"),
    }
}

/// Whether an element is in a user's post.
fn is_by(element: &Element, user: &str) -> bool {
    element.tag("in").is_some_and(|place| place.split(' ').any(|word| word == user))
}

fn is_named(element: &Element, name: &str) -> bool {
    let told = element.tag("looks like").unwrap_or_default();
    element.label.to_lowercase() == name || told.split(' ').next() == Some(name)
}

/// Elements of a name in a user's posts.
fn of_user(agent: &Agent<'_>, user: &str, name: &str) -> Vec<u64> {
    let fits = |element: &&Element| is_by(element, user) && is_named(element, name);
    agent.look().elements.iter().filter(fits).map(|element| element.uid).collect()
}

pub(super) fn post(agent: &mut Agent<'_>) -> Step {
    let (user, action) = (user(agent)?, agent.quote(0)?);
    let name = action.to_lowercase();
    if ["reply", "retweet", "like"].contains(&name.as_str()) {
        return match of_user(agent, &user, &name).first() {
            Some(uid) => agent.click(*uid).map(drop),
            None => stop(format!("no {name} in a post of {user} is told")),
        };
    }
    let Some(more) = of_user(agent, &user, "more").first().copied() else {
        return stop(format!("no list of further actions in a post of {user} is told"));
    };
    let before: Vec<u64> = agent.look().elements.iter().map(|element| element.uid).collect();
    agent.click(more)?;
    let fits = |element: &&Element| element.label.to_lowercase().starts_with(&name) && !before.contains(&element.uid);
    match agent.look().elements.iter().find(fits).cloned() {
        Some(item) => agent.click(item.uid).map(drop),
        None => agent.press_any(&action).map(drop),
    }
}

pub(super) fn posts(agent: &mut Agent<'_>) -> Step {
    let (user, name) = (user(agent)?, agent.quote(0)?.to_lowercase());
    let wanted = match agent.between("button on ", " post")?.parse::<usize>() {
        Ok(number) => number,
        Err(_) => usize::MAX,
    };
    let all = of_user(agent, &user, &name);
    if all.is_empty() {
        return stop(format!("no {name} in a post of {user} is told"));
    }
    for uid in all.into_iter().take(wanted) {
        agent.click(uid)?;
    }
    agent.submit().map(drop)
}

/// The order form's descriptions of its dishes.
const DISHES: [(&str, &str); 12] = [
    ("Caesar Salad", "vegan gluten-free"),
    ("Garlic bread", "vegan"),
    ("Spinach and goat cheese dip", "dairy gluten-free"),
    ("Chicken wings", "meat"),
    ("Tofu and Vegetable stone pot", "vegan gluten-free"),
    ("Spicy Thai Peanut Chicken", "meat peanuts"),
    ("Grilled Pork Tenderloin", "meat gluten-free"),
    ("Spaghetti and Meatballs", "meat"),
    ("Cheese wheel", "dairy gluten-free"),
    ("Chocolate cake", "dairy"),
    ("Ice cream sundae", "dairy peanuts gluten-free"),
    ("Coconut mango tart", "vegan"),
];

pub(super) fn order(agent: &mut Agent<'_>) -> Step {
    let wanted: Vec<(String, usize)> = match agent.between("each item: ", "") {
        Ok(names) => names.split(", ").map(|name| (name.trim().to_owned(), 1)).collect(),
        Err(_) => {
            let number = agent.between("Order ", " items")?.parse().unwrap_or(1);
            let kind = agent.between("that are ", "")?;
            let fits = |kinds: &str| kinds.split(' ').any(|told| told == kind);
            match DISHES.iter().find(|(_, kinds)| fits(kinds)) {
                Some((name, _)) => vec![((*name).to_owned(), number)],
                None => return stop(format!("no dish is {kind}")),
            }
        }
    };
    for (name, number) in wanted {
        let fits = |element: &&Element| element.label.trim() == "+" && element.rest.contains(&name);
        let Some(plus) = agent.look().elements.iter().find(fits).cloned() else {
            return stop(format!("no + beside {name:?} is told"));
        };
        for _ in 0..number {
            agent.click(plus.uid)?;
        }
    }
    agent.press("BUTTON", "Order!").map(drop)
}

pub(super) fn phone_book(agent: &mut Agent<'_>) -> Step {
    let name = agent.between("Find ", " in the")?;
    let part = agent.between("click on their ", "")?;
    for page in 1..=5 {
        let words = agent.fresh()?.text.clone();
        if words.iter().any(|line| line.trim_start_matches(['#', ' ']) == name) {
            let label = match part.split([' ', '.']).next().unwrap_or_default() {
                "phone" => "Phone:",
                "email" => "Email:",
                _ => "Address:",
            };
            let value =
                words.iter().find_map(|line| line.trim().strip_prefix(label)).map(|value| value.trim().to_owned());
            return match value {
                Some(value) => agent.press_any(&value).map(drop),
                None => stop(format!("{name} has no {label}")),
            };
        }
        if page < 5 {
            let next = agent.find("", ">")?;
            agent.click(next.uid)?;
        }
    }
    stop(format!("{name} is on none of the pages"))
}

pub(super) fn search(agent: &mut Agent<'_>) -> Step {
    let name = agent.quote(0)?;
    let at = agent.between("click the ", " search")?;
    let at = ordinal(&at).unwrap_or(1) - 1;
    let field = agent.field()?;
    agent.write(field.uid, &name)?;
    agent.press("BUTTON", "Search")?;
    let page = (at / 3 + 1).to_string();
    if page != "1" {
        agent.press("LINK", &page)?;
    }
    let is_result = |element: &&Element| {
        element.kind == "LINK" && element.label.parse::<u32>().is_err() && !["<", ">"].contains(&element.label.as_str())
    };
    match agent.look_again()?.elements.iter().filter(is_result).nth(at % 3).cloned() {
        Some(link) => agent.click(link.uid).map(drop),
        None => stop(format!("result {} is not told", at + 1)),
    }
}

/// Picks a date `MM/DD/YYYY` in an open month calendar.
fn choose(agent: &mut Agent<'_>, field: &Element, date: &str) -> Step {
    const MONTHS: [&str; 12] = [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ];
    let mut parts = date.split('/').map(|part| part.parse::<usize>().unwrap_or_default());
    let (Some(month), Some(day)) = (parts.next(), parts.next()) else { return stop(format!("{date:?} is no date")) };
    agent.click(field.uid)?;
    for _ in 0..14 {
        let words = agent.look_again()?.words();
        let shown = MONTHS.iter().position(|name| words.contains(&format!("{name} 20")));
        let Some(shown) = shown else { return stop(format!("no calendar is told: {words}")) };
        let step = match (shown + 1).cmp(&month) {
            std::cmp::Ordering::Equal => {
                let day = day.to_string();
                let fits = |element: &&Element| element.label == day && element.kind != "INPUT";
                return match agent.look().elements.iter().find(fits).cloned() {
                    Some(element) => agent.click(element.uid).map(drop),
                    None => stop(format!("day {day} of the calendar is not told")),
                };
            }
            std::cmp::Ordering::Less => "Next",
            std::cmp::Ordering::Greater => "Prev",
        };
        agent.press("", step)?;
    }
    stop("the calendar does not come to the month")
}

pub(super) fn date(agent: &mut Agent<'_>) -> Step {
    let date = agent.between("Select ", " as the date")?;
    let field = agent.field()?;
    choose(agent, &field, &date)?;
    agent.submit().map(drop)
}

/// `28h 25m` in minutes.
fn minutes(text: &str) -> Option<u32> {
    let (hours, minutes) = text.trim().strip_suffix('m')?.split_once("h ")?;
    Some(hours.trim().parse::<u32>().ok()? * 60 + minutes.parse::<u32>().ok()?)
}

/// The button of the best offer by price or duration. Each offer lists its duration and then its button.
fn best(agent: &mut Agent<'_>, by_price: bool, least: bool) -> Step<u64> {
    let words = agent.look_again()?.words();
    let lengths: Vec<u32> = words
        .lines()
        .flat_map(|line| line.split(" | "))
        .filter_map(|part| minutes(part.trim_start_matches("Duration:")))
        .collect();
    let buttons: Vec<Element> =
        agent.look().of_kind("BUTTON").filter(|element| element.label.contains('$')).cloned().collect();
    let price = |element: &Element| element.label.split('$').nth(1).and_then(|price| price.trim().parse::<u32>().ok());
    if !by_price && lengths.len() != buttons.len() {
        return stop(format!("{} lengths are told for {} offers", lengths.len(), buttons.len()));
    }
    let values: BTreeMap<(u32, usize), u64> = buttons
        .iter()
        .enumerate()
        .filter_map(|(at, element)| {
            let value = if by_price { price(element)? } else { *lengths.get(at)? };
            Some(((value, at), element.uid))
        })
        .collect();
    let found = if least { values.first_key_value() } else { values.last_key_value() };
    match found {
        Some((_, uid)) => Ok(*uid),
        None => stop("no offer is told"),
    }
}

pub(super) fn ticket(agent: &mut Agent<'_>) -> Step {
    let wish = agent.between("with the ", ".")?;
    let (by_price, least) = (wish.contains("cost"), wish.contains("cheapest") || wish.contains("shortest"));
    let uid = best(agent, by_price, least)?;
    agent.click(uid).map(drop)
}

pub(super) fn flight(agent: &mut Agent<'_>) -> Step {
    let by_price = agent.task().contains("cheapest");
    let places = [agent.between("from: ", " to: ")?, agent.between(" to: ", " on ")?];
    let date = agent.task().rsplit(" on ").next().unwrap_or_default().trim_end_matches('.').to_owned();
    for (at, place) in places.into_iter().enumerate() {
        let field = agent.nth("INPUT", at)?;
        agent.write(field.uid, &place)?;
        let fits = |element: &&Element| {
            element.kind != "INPUT" && element.label.contains(&place) && element.label.contains('(')
        };
        let option = match agent.look().elements.iter().find(fits).cloned() {
            Some(option) => option,
            None => match agent.look_again()?.elements.iter().find(fits).cloned() {
                Some(option) => option,
                None => return stop(format!("no airport is offered for {place:?}")),
            },
        };
        agent.click(option.uid)?;
    }
    let field = agent.find("INPUT", "Departure")?;
    choose(agent, &field, &date)?;
    agent.press("BUTTON", "Search")?;
    let uid = best(agent, by_price, true)?;
    agent.click(uid).map(drop)
}

/// Buys while the price is low: it changes ten times a second, so a look may be outdated.
pub(super) fn stock(agent: &mut Agent<'_>) -> Step {
    let Some(limit) = agent.task().rsplit('$').next().and_then(|price| price.trim_end_matches('.').parse::<f64>().ok())
    else {
        return stop("no price in the task");
    };
    let buy = agent.find("BUTTON", "Buy")?;
    for turn in 0..60 {
        let words = agent.look_again()?.words();
        let price = words
            .lines()
            .find_map(|line| line.split_once("price: $"))
            .and_then(|(_, price)| price.trim().parse::<f64>().ok());
        // It moves by at most 1.50 a step, seldom all in one direction, and a press comes one to three steps later. Waiting too long gets nothing.
        let margin = if turn < 30 { 2.5 } else { 1.5 };
        if price.is_some_and(|price| price <= limit - margin) {
            return agent.click(buy.uid).map(drop);
        }
        // Another look at the same page follows on purpose.
        agent.call("wait_for_page_update", json!({ "timeout_ms": 100 }))?;
    }
    stop("the price was never low enough")
}

pub(super) fn tree(agent: &mut Agent<'_>) -> Step {
    let name = agent.quote(0)?;
    let mut opened = Vec::new();
    for _ in 0..12 {
        let elements: Vec<Element> =
            agent.look_again()?.elements.iter().filter(|element| element.label != "click canvas").cloned().collect();
        if let Some(element) = elements.iter().find(|element| element.label == name) {
            return agent.click(element.uid).map(drop);
        }
        // Clicking a file ends the episode: only folded items are opened.
        let folded = |element: &&Element| {
            let says = |word| element.label.contains(word) || element.rest.contains(word);
            element.is("collapsed") || says("expandable") || says("folder")
        };
        let Some(next) = elements.iter().filter(folded).find(|element| !opened.contains(&element.uid)) else { break };
        opened.push(next.uid);
        agent.click(next.uid)?;
    }
    stop(format!("{name:?} is not told, and no folder is"))
}

/// Types a command, checks that it follows the prompt, and sends it.
fn command(agent: &mut Agent<'_>, text: &str) -> Step {
    // Its field cannot be seen before it has the focus.
    if agent.look().of_kind("INPUT").next().is_none() {
        let screen = agent.nth("ELEMENT", 0)?;
        agent.click(screen.uid)?;
    }
    let field = agent.nth("INPUT", 0)?;
    agent.write(field.uid, text)?;
    let prompt = format!("user$ {text}");
    if !agent.look_again()?.text.iter().any(|line| line.trim_end_matches(['\u{2588}', ' ', '|']).ends_with(&prompt)) {
        return stop(format!("the prompt does not show {text:?}"));
    }
    agent.call("press_key", json!({ "key": "Enter", "uid": field.uid })).map(drop)
}

pub(super) fn terminal(agent: &mut Agent<'_>) -> Step {
    let ending = agent
        .task()
        .rsplit("extension ")
        .next()
        .map(|ending| ending.trim().to_owned())
        .filter(|ending| ending.starts_with('.'));
    command(agent, "ls")?;
    let lines = agent.look_again()?.text.clone();
    // The text between the command and the next prompt.
    let files = lines
        .iter()
        .skip_while(|line| !line.contains("user$ ls"))
        .skip(1)
        .take_while(|line| !line.starts_with("user$"));
    let files: Vec<String> = files.flat_map(|line| line.split_whitespace()).map(str::to_owned).collect();
    let fits = |file: &&String| match &ending {
        Some(ending) => file.ends_with(ending.as_str()),
        None => !file.contains('.'),
    };
    match files.iter().find(fits) {
        Some(file) => command(agent, &format!("rm {file}")),
        None => stop(format!("none of the files {files:?} fits")),
    }
}

#[cfg(test)]
mod tests {
    use super::minutes;

    #[test]
    fn lengths_are_read() {
        assert_eq!(minutes("28h 25m"), Some(1705));
        assert_eq!(minutes(" 0h 5m"), Some(5));
        assert_eq!(minutes("Depart:"), None);
    }
}
