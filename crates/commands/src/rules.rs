//! The grammar's rules in order, each turning one chunk of words into commands or declining; and the rules about the browser itself.

use super::command::{Command, TabChoice};
use super::phrase::{
    address, after, after_any, is_any, literal, ordinal, split_at, target, unquote, without_article, without_suffix,
};
use super::questions::question;
use super::words::normal;
use super::{facts, forms, opening, pointing};
use edith_protocol::ScrollDirection;

type Rule = fn(&str) -> Option<Vec<Command>>;

/// In the order tried: narrow ones first.
const RULES: &[Rule] = &[
    stop,
    dialog,
    tabs,
    screenshot,
    back_or_reload,
    scroll,
    wait,
    opening::web,
    opening::login,
    pointing::cart,
    forms::whole,
    facts::facts,
    forms::fill,
    opening::shown,
    question,
    pointing::hover,
    pointing::drag,
    pointing::upload,
    opening::sort_or_filter,
    opening::open,
    pointing::press,
    forms::type_text,
    forms::check,
    forms::select,
    forms::set,
    pointing::click,
    opening::search,
    pointing::button_words,
];

pub(crate) fn apply(text: &str) -> Option<Vec<Command>> {
    RULES.iter().find_map(|rule| rule(text))
}

/// Conditions and loops, which the interpreter lacks.
pub(crate) fn is_conditional(text: &str) -> bool {
    let loops = [
        "if",
        "unless",
        "while",
        "for each",
        "for every",
        "whenever",
        "repeat",
        "as long as",
        "otherwise",
        "or else",
        "when",
    ];
    after_any(text, &loops).is_some()
}

fn stop(text: &str) -> Option<Vec<Command>> {
    is_any(
        text,
        &[
            "stop",
            "cancel",
            "never mind",
            "nevermind",
            "abort",
            "stop it",
            "stop here",
            "stop now",
            "forget it",
            "quit",
        ],
    )
    .then(|| vec![Command::Stop])
}

fn dialog(text: &str) -> Option<Vec<Command>> {
    const NAMES: &[&str] = &["dialog", "dialogue", "alert", "prompt", "confirmation", "confirm box", "message box"];
    let words = normal(text);
    if !NAMES.iter().any(|name| format!(" {words} ").contains(&format!(" {name} "))) {
        return None;
    }
    let (order, entered) = match split_at(text, &["with the text", "with", "by entering", "and enter", "and type"]) {
        Some((order, entered)) => (order, Some(literal(entered))),
        None => (text, None),
    };
    let presses = after_any(order, &["click on", "click", "press", "choose", "say", "answer"]);
    let verb = presses.map_or(order, without_article);
    let yes = after_any(
        verb,
        &["accept", "confirm", "ok", "okay", "agree to", "agree", "approve", "yes", "answer", "fill in"],
    )
    .is_some();
    let no = after_any(verb, &["dismiss", "cancel", "close", "reject", "refuse", "decline", "deny", "no"]).is_some();
    if no {
        return Some(vec![Command::Dialog { accept: false, text: None }]);
    }
    (yes || (presses.is_some() && entered.is_some())).then(|| vec![Command::Dialog { accept: true, text: entered }])
}

fn tabs(text: &str) -> Option<Vec<Command>> {
    if let Some(rest) =
        after_any(text, &["switch to", "switch back to", "change to", "go to", "go back to", "activate"])
    {
        let switch = after_any(text, &["switch to", "switch back to"]).is_some();
        if let Some(tab) = tab_choice(rest) {
            return Some(vec![Command::SwitchTab { tab }]);
        }
        return switch.then(|| vec![Command::SwitchTab { tab: TabChoice::Named(target(rest).words) }]);
    }
    if let Some(rest) = after(text, "close") {
        if is_any(rest, &["tab", "the tab", "this tab", "the current tab", "current tab", "that tab"]) {
            return Some(vec![Command::CloseTab { tab: None }]);
        }
        return Some(vec![Command::CloseTab { tab: Some(tab_choice(rest)?) }]);
    }
    let lists = [
        "list tabs",
        "list the tabs",
        "list all tabs",
        "list my tabs",
        "list all the tabs",
        "list open tabs",
        "show tabs",
        "show the tabs",
        "show me the tabs",
        "show all tabs",
        "what tabs are open",
        "which tabs are open",
        "list the open tabs",
        "show me my tabs",
    ];
    is_any(text, &lists).then(|| vec![Command::ListTabs])
}

fn tab_choice(text: &str) -> Option<TabChoice> {
    let bare = without_article(without_suffix(text, &["in the browser"]));
    if let Some(rest) = after(bare, "tab") {
        let rest =
            after_any(rest, &["number", "no", "called", "named", "titled", "with the title", "with"]).unwrap_or(rest);
        if let Ok(n) = rest.trim_start_matches('#').parse::<i32>() {
            return (n > 0).then_some(TabChoice::Nth(n));
        }
        return (!rest.is_empty()).then(|| TabChoice::Named(literal(rest)));
    }
    let (n, rest) = ordinal(bare)?;
    is_any(rest, &["tab", "browser tab", "open tab"]).then_some(TabChoice::Nth(n))
}

fn screenshot(text: &str) -> Option<Vec<Command>> {
    let words = normal(text);
    let padded = format!(" {words} ");
    let named =
        ["screenshot", "screen shot", "screen capture", "picture of the page", "picture of this page", "screenshots"];
    let asked = after_any(
        &words,
        &["take", "make", "capture", "grab", "get", "give me", "do", "screenshot", "save", "a screenshot"],
    )
    .is_some();
    (asked && named.iter().any(|name| padded.contains(&format!(" {name} ")))).then(|| vec![Command::Screenshot])
}

fn back_or_reload(text: &str) -> Option<Vec<Command>> {
    if is_any(
        text,
        &[
            "back",
            "go to the previous page",
            "return to the previous page",
            "previous page in history",
            "navigate back",
        ],
    ) {
        return Some(vec![Command::Back]);
    }
    if let Some(rest) = after_any(text, &["go one page back", "go back one page", "go back", "come back"]) {
        let short = rest.split_whitespace().count() <= 6;
        return (short && address(after(rest, "to").unwrap_or(rest)).is_none()).then(|| vec![Command::Back]);
    }
    let rest = after_any(text, &["reload", "refresh"])?;
    is_any(rest, &["", "it", "page", "the page", "this page", "the tab", "the site", "site"])
        .then(|| vec![Command::Reload])
}

fn scroll(text: &str) -> Option<Vec<Command>> {
    let towards = |direction| Some(vec![Command::Scroll { direction }]);
    let rest = match after(text, "scroll") {
        Some(rest) => rest,
        None => {
            let end = after_any(text, &["go to the", "jump to the", "go to"])?;
            let ends = ["bottom", "bottom of the page", "top", "top of the page", "end of the page"];
            if !is_any(end, &ends) {
                return None;
            }
            end
        }
    };
    let rest = after_any(rest, &["the page", "this page"]).unwrap_or(rest);
    let rest = after(rest, "all the way").unwrap_or(rest);
    let ways = [
        (ScrollDirection::Down, ["down", "further down", "downwards"].as_slice()),
        (ScrollDirection::Up, &["up", "upwards"]),
        (ScrollDirection::Left, &["to the left", "left", "leftwards"]),
        (ScrollDirection::Right, &["to the right", "right", "rightwards"]),
    ];
    let said = ways.into_iter().find_map(|(way, words)| Some((way, after_any(rest, words)?)));
    let (hint, rest) = said.unwrap_or((ScrollDirection::Down, rest));
    let place = after_any(rest, &["to", "until you see", "until", "till"]).unwrap_or(rest);
    match normal(without_article(place)).as_str() {
        "" | "a bit" | "a little" | "a page" | "page" | "bit" | "little" | "once" | "more" | "a screen" => {
            towards(hint)
        }
        "bottom" | "end" | "very bottom" | "bottom of page" | "bottom of the page" | "end of the page" | "page end" => {
            towards(ScrollDirection::Bottom)
        }
        "top" | "start" | "very top" | "beginning" | "top of the page" | "start of the page" => {
            towards(ScrollDirection::Top)
        }
        _ => Some(vec![Command::ScrollTo { target: target(place) }]),
    }
}

fn wait(text: &str) -> Option<Vec<Command>> {
    let rest = after(text, "wait")?;
    let rest = after_any(rest, &["for", "until", "till"]).unwrap_or(rest);
    let rest = after_any(rest, &["about", "up to", "at most"]).unwrap_or(rest);
    let plain = [
        "",
        "a moment",
        "a bit",
        "a second",
        "a while",
        "the page",
        "the page to load",
        "the page has loaded",
        "the page is loaded",
        "the page to finish loading",
        "it to load",
        "it loads",
        "it",
        "it has loaded",
        "the results to load",
        "a little",
        "page to load",
    ];
    if is_any(rest, &plain) {
        return Some(vec![Command::Wait { text: None, timeout_ms: None }]);
    }
    let (number, unit) = rest.split_once(' ').unwrap_or((rest, "seconds"));
    if let Ok(number) = number.parse::<f64>() {
        let factor = match normal(unit).as_str() {
            "s" | "sec" | "second" | "seconds" | "secs" => 1000.0,
            "ms" | "milliseconds" => 1.0,
            "minute" | "minutes" | "min" => 60_000.0,
            _ => 0.0,
        };
        if factor > 0.0 && number >= 0.0 {
            return Some(vec![Command::Wait { text: None, timeout_ms: Some((number * factor).min(60_000.0) as u64) }]);
        }
    }
    let endings = [
        "appears",
        "to appear",
        "is shown",
        "shows up",
        "to show up",
        "is visible",
        "is there",
        "to be visible",
        "has appeared",
        "comes up",
    ];
    let rest = without_suffix(rest, &endings);
    let rest = after_any(
        rest,
        &["you see", "i see", "the text", "text", "the words", "it says", "the page says", "the page shows"],
    )
    .unwrap_or(rest);
    let (words, quoted) = unquote(rest);
    let words = if quoted { words } else { without_article(&words).to_owned() };
    Some(vec![Command::Wait { text: Some(words), timeout_ms: None }])
}
