//! The grammar's rules: each turns one chunk of words into commands, or says that it is none of its kind.

use super::command::{Command, Criterion, Kind, TabChoice, Target, Wants};
use super::grammar::{is_answerable, key, well_known_site};
use super::phrase::{
    address, after, after_any, is_any, literal, ordinal, split_at, split_at_last, target, unquote, without_article,
    without_suffix,
};
use super::questions::question;
use super::words::normal;
use crate::action::{Modifier, MouseButton, ScrollDirection};

type Rule = fn(&str) -> Option<Vec<Command>>;

/// In the order in which they are tried: the narrow ones first.
const RULES: &[Rule] = &[
    stop,
    dialog,
    tabs,
    screenshot,
    back_or_reload,
    scroll,
    wait,
    login,
    cart,
    super::forms::fill,
    question,
    hover,
    drag,
    upload,
    sort_or_filter,
    open,
    press,
    super::forms::type_text,
    super::forms::check,
    super::forms::select,
    super::forms::set,
    click,
    search,
    button_words,
];

/// The commands in the words.
pub fn apply(text: &str) -> Option<Vec<Command>> {
    RULES.iter().find_map(|rule| rule(text))
}

/// Conditions and loops, which the interpreter does not have.
pub fn is_conditional(text: &str) -> bool {
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

/// A plain click.
pub fn click_on(target: Target) -> Command {
    Command::Click { target, button: MouseButton::Left, count: 1, modifiers: Vec::new() }
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
    let (hint, rest) =
        match (after_any(rest, &["down", "further down", "downwards"]), after_any(rest, &["up", "upwards"])) {
            (Some(rest), _) => (ScrollDirection::Down, rest),
            (_, Some(rest)) => (ScrollDirection::Up, rest),
            _ => (ScrollDirection::Down, rest),
        };
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

fn login(text: &str) -> Option<Vec<Command>> {
    let rest = after_any(text, &["log in", "login", "sign in", "log on", "log me in", "sign me in"])?;
    let rest = after(rest, "to the site").unwrap_or(rest);
    let rest = after_any(rest, &["as", "with", "using"])?;
    let rest = after_any(rest, &["the user", "user", "the username", "username", "user name", "the email", "email"])
        .unwrap_or(rest);
    let marks = [
        "with the password",
        "with password",
        "and the password",
        "and password",
        "password",
        "using the password",
        "with",
        "and",
        "/",
    ];
    let (name, password) = split_at(rest, &marks)?;
    let name = literal(name.trim_end_matches(','));
    let password =
        literal(after_any(password, &["the password", "password"]).unwrap_or(password).trim_start_matches(':'));
    let user = Target { or: Some("email".to_owned()), kind: Some(Kind::Field), ..Target::named("username") };
    let secret = Target { kind: Some(Kind::Field), ..Target::named("password") };
    let button = Target { or: Some("continue".to_owned()), kind: Some(Kind::Button), ..Target::named("log in") };
    Some(vec![
        Command::Set { target: user, value: name },
        Command::Set { target: secret, value: password },
        click_on(button),
    ])
}

fn cart(text: &str) -> Option<Vec<Command>> {
    let rest = after_any(text, &["add", "put", "place"])?;
    let places = ["to", "into", "in", "in to"];
    let (what, place) = match split_at_last(rest, &places) {
        Some((what, place)) => (what, place),
        None => ("", after_any(rest, &places)?),
    };
    if !is_any(
        without_article(place),
        &["cart", "basket", "bag", "shopping cart", "shopping basket", "shopping bag", "trolley"],
    ) {
        return None;
    }
    let button = Target { or: Some("cart".to_owned()), kind: Some(Kind::Button), ..Target::named("add to cart") };
    if let Some(pick @ Command::Pick { .. }) = pick(what) {
        return Some(vec![pick, click_on(button)]);
    }
    let bare = without_article(what);
    let pronouns = [
        "",
        "it",
        "this",
        "that",
        "them",
        "one",
        "item",
        "product",
        "article",
        "this one",
        "that one",
        "this item",
        "this product",
    ];
    let near = (!is_any(bare, &pronouns)).then(|| unquote(bare).0);
    Some(vec![click_on(Target { near, ..button })])
}

fn hover(text: &str) -> Option<Vec<Command>> {
    let verbs = [
        "hover over",
        "hover on",
        "hover above",
        "hover",
        "point at",
        "point to",
        "move the mouse over",
        "move the mouse to",
        "mouse over",
        "move the pointer over",
        "move the pointer to",
    ];
    let rest = after_any(text, &verbs).filter(|rest| !rest.is_empty())?;
    Some(vec![Command::Hover { target: target(rest) }])
}

fn drag(text: &str) -> Option<Vec<Command>> {
    let rest = after_any(text, &["drag and drop", "drag"])?;
    let rest = split_at_last(rest, &["and drop it"]).map_or(rest.to_owned(), |(what, place)| format!("{what} {place}"));
    let (from, to) = split_at_last(&rest, &["onto", "on to", "into", "to", "over", "on", "in"])?;
    Some(vec![Command::Drag { from: target(from), to: target(to) }])
}

fn upload(text: &str) -> Option<Vec<Command>> {
    let rest = after_any(text, &["upload", "attach"]).filter(|rest| !rest.is_empty())?;
    let (document, field) = match split_at_last(rest, &["to", "into", "in"]) {
        Some((document, field)) => (document, Some(target(field))),
        None => (rest, None),
    };
    let document = after_any(without_article(document), &["file", "document"])
        .filter(|rest| !rest.is_empty())
        .unwrap_or(without_article(document));
    Some(vec![Command::Upload { document: literal(document), target: field }])
}

fn sort_or_filter(text: &str) -> Option<Vec<Command>> {
    let sorts = ["sort", "order"];
    if let Some(rest) = after_any(text, &sorts) {
        let rest = after(rest, "by").or_else(|| split_at(rest, &["by"]).map(|(_, by)| by))?;
        let option = literal(without_article(rest));
        let sort = Target { or: Some("order by".to_owned()), ..Target::named("sort by") };
        return (!option.is_empty()).then(|| vec![Command::Select { option, target: Some(sort) }]);
    }
    let rest = after_any(
        text,
        &["filter by", "filter for", "filter the results by", "filter results by", "show only", "only show"],
    )?;
    let rest = after_any(rest, &["results", "products", "items", "those", "things"]).unwrap_or(rest);
    let rest = after_any(rest, &["that are", "which are"]).unwrap_or(rest);
    let (field, option) = rest.split_once(": ").map_or((None, rest), |(field, option)| (Some(target(field)), option));
    let option = literal(without_article(option));
    (!option.is_empty()).then(|| vec![Command::Select { option, target: field }])
}

fn open(text: &str) -> Option<Vec<Command>> {
    const GO: &[&str] = &[
        "go to",
        "goto",
        "go over to",
        "navigate to",
        "browse to",
        "head over to",
        "head to",
        "take me to",
        "bring me to",
        "visit",
        "open up",
        "open",
        "return to",
        "move to",
        "go on",
        "view",
    ];
    const LOAD: &[&str] = &[
        "load",
        "launch",
        "start at",
        "start on",
        "start with",
        "surf to",
        "enter the address",
        "call up",
        "bring up",
    ];
    let (rest, clicks) = match after_any(text, GO) {
        Some(rest) => (rest, true),
        None => match after_any(text, LOAD) {
            Some(rest) => (rest, false),
            None => (address(text).map(|_| text)?, false),
        },
    };
    let new_tab = ["in a new tab", "in another tab", "in a separate tab", "in new tab"];
    let place = without_suffix(rest, &new_tab);
    let is_new = place.len() < rest.trim().len();
    let named = after_any(
        without_article(place),
        &["web page", "page", "website", "web site", "site", "url", "address", "shop at", "shop on"],
    );
    for candidate in [Some(place), named].into_iter().flatten() {
        let candidate = after("at", candidate).unwrap_or(candidate);
        if let Some(url) = address(candidate) {
            return Some(vec![Command::Open { url, new_tab: is_new }]);
        }
        if let Some(url) = well_known_site(candidate) {
            return Some(vec![Command::Open { url: url.to_owned(), new_tab: is_new }]);
        }
    }
    if !clicks || place.is_empty() || is_any(place, &["a new tab", "new tab", "a new window"]) {
        return None;
    }
    if let Some(pick) = pick(place) {
        return Some(vec![pick]);
    }
    let button = if is_new { MouseButton::Middle } else { MouseButton::Left };
    Some(vec![Command::Click { target: with_row(place), button, count: 1, modifiers: Vec::new() }])
}

/// `the cheapest lamp`, `the second result`: one of several things.
pub fn pick(text: &str) -> Option<Command> {
    const WORDS: &[(&str, Criterion)] = &[
        ("cheapest", Criterion::Cheapest),
        ("lowest priced", Criterion::Cheapest),
        ("lowest-priced", Criterion::Cheapest),
        ("least expensive", Criterion::Cheapest),
        ("most affordable", Criterion::Cheapest),
        ("most expensive", Criterion::Dearest),
        ("dearest", Criterion::Dearest),
        ("priciest", Criterion::Dearest),
        ("highest priced", Criterion::Dearest),
        ("highest-priced", Criterion::Dearest),
        ("best rated", Criterion::BestRated),
        ("best-rated", Criterion::BestRated),
        ("top rated", Criterion::BestRated),
        ("top-rated", Criterion::BestRated),
        ("highest rated", Criterion::BestRated),
        ("highest-rated", Criterion::BestRated),
        ("best reviewed", Criterion::BestRated),
    ];
    let (_, quoted) = unquote(text);
    if quoted {
        return None;
    }
    let bare = without_article(text);
    if let Some((criterion, noun)) = WORDS.iter().find_map(|(word, criterion)| Some((*criterion, after(bare, word)?))) {
        return Some(Command::Pick { criterion, noun: noun_of(noun) });
    }
    let (n, noun) = ordinal(bare)?;
    const THINGS: &[&str] = &[
        "",
        "one",
        "result",
        "search result",
        "hit",
        "product",
        "item",
        "article",
        "entry",
        "video",
        "message",
        "mail",
        "email",
        "e mail",
        "post",
        "card",
        "row",
        "story",
        "book",
        "offer",
        "listing",
        "news item",
        "conversation",
        "thread",
        "link in the list",
        "match",
    ];
    is_any(without_suffix(noun, OF_THEM), THINGS)
        .then(|| Command::Pick { criterion: Criterion::Nth(n), noun: noun_of(noun) })
}

const OF_THEM: &[&str] = &[
    "of them",
    "of those",
    "of these",
    "in the list",
    "on the list",
    "on the page",
    "in the results",
    "from the results",
    "from the list",
    "listed",
];

fn noun_of(text: &str) -> String {
    let text = without_suffix(text, OF_THEM);
    if is_any(text, &["one", "ones", "item", "product", "of all"]) { String::new() } else { literal(text) }
}

/// A target, where "in the row of Ada" or "next to Desk lamp" says what is beside it.
fn with_row(text: &str) -> Target {
    let marks = [
        "in the row of",
        "in the row with",
        "in the row",
        "in the line of",
        "in the line with",
        "next to",
        "beside",
        "in the section",
        "under the heading",
        "belonging to",
    ];
    match split_at_last(text, &marks) {
        Some((what, near)) => Target { near: Some(unquote(without_article(near)).0), ..target(what) },
        None => target(text),
    }
}

fn press(text: &str) -> Option<Vec<Command>> {
    let rest = after_any(text, &["press", "hit", "push", "strike", "use the key"])?;
    let (rest, times) = repeated(rest);
    let rest = after(rest, "down on").unwrap_or(rest);
    let (name, field) = match split_at_last(rest, &["in", "on", "into"]) {
        Some((name, field)) if key(name).is_some() => (name, Some(target(field))),
        _ => (rest, None),
    };
    let command = match key(name) {
        Some(key) => Command::Press { key, target: field },
        None => click_on(with_row(after(rest, "on").unwrap_or(rest))),
    };
    (!rest.is_empty()).then(|| vec![command; times])
}

fn repeated(text: &str) -> (&str, usize) {
    const TIMES: &[(&str, usize)] = &[
        ("twice", 2),
        ("two times", 2),
        ("three times", 3),
        ("2 times", 2),
        ("3 times", 3),
        ("4 times", 4),
        ("5 times", 5),
        ("once", 1),
        ("again", 1),
    ];
    for (word, times) in TIMES {
        let shorter = without_suffix(text, &[word]);
        if shorter.len() < text.trim().len() {
            return (shorter, *times);
        }
    }
    (text.trim(), 1)
}

fn click(text: &str) -> Option<Vec<Command>> {
    const VERBS: &[(&str, MouseButton, u8)] = &[
        ("double-click on", MouseButton::Left, 2),
        ("double click on", MouseButton::Left, 2),
        ("double-click", MouseButton::Left, 2),
        ("double click", MouseButton::Left, 2),
        ("doubleclick", MouseButton::Left, 2),
        ("triple-click", MouseButton::Left, 3),
        ("triple click", MouseButton::Left, 3),
        ("right-click on", MouseButton::Right, 1),
        ("right click on", MouseButton::Right, 1),
        ("right-click", MouseButton::Right, 1),
        ("right click", MouseButton::Right, 1),
        ("middle-click", MouseButton::Middle, 1),
        ("middle click", MouseButton::Middle, 1),
        ("click on", MouseButton::Left, 1),
        ("click at", MouseButton::Left, 1),
        ("click", MouseButton::Left, 1),
        ("tap on", MouseButton::Left, 1),
        ("tap", MouseButton::Left, 1),
    ];
    let modifiers: &[(&str, Modifier)] = &[
        ("control", Modifier::Control),
        ("ctrl", Modifier::Control),
        ("shift", Modifier::Shift),
        ("alt", Modifier::Alt),
        ("cmd", Modifier::Meta),
        ("command", Modifier::Meta),
        ("meta", Modifier::Meta),
    ];
    let held = modifiers.iter().find_map(|(word, modifier)| {
        let rest = after_any(text, &[&format!("{word}-click"), &format!("{word}+click"), &format!("{word} click")])?;
        Some((*modifier, after(rest, "on").unwrap_or(rest)))
    });
    if let Some((modifier, rest)) = held.filter(|(_, rest)| !rest.is_empty()) {
        return Some(vec![Command::Click {
            target: with_row(rest),
            button: MouseButton::Left,
            count: 1,
            modifiers: vec![modifier],
        }]);
    }
    let (rest, button, count) =
        VERBS.iter().find_map(|(verb, button, count)| Some((after(text, verb)?, *button, *count)))?;
    let (rest, times) = repeated(rest);
    if rest.is_empty() {
        return None;
    }
    if let Some(pick) = pick(rest).filter(|_| button == MouseButton::Left && count == 1) {
        return Some(vec![pick]);
    }
    Some(vec![Command::Click { target: with_row(rest), button, count, modifiers: Vec::new() }; times])
}

fn search(text: &str) -> Option<Vec<Command>> {
    let finds = after_any(text, &["find", "locate"]);
    let rest = finds.or_else(|| {
        after_any(text, &["search", "look for", "look up", "google", "do a search for", "run a search for"])
    })?;
    let rest = after(rest, "for").unwrap_or(rest);
    // "search the shop for lamps"
    let rest = match split_at(rest, &["for"]) {
        Some((place, what))
            if finds.is_none()
                && place.split_whitespace().count() <= 4
                && after_any(place, &["the", "this", "on", "in", "my"]).is_some() =>
        {
            what
        }
        _ => rest,
    };
    let rest = without_suffix(
        rest,
        &[
            "on this page",
            "on this site",
            "on the site",
            "on the page",
            "in the shop",
            "in the search box",
            "in the search field",
            "here",
        ],
    );
    if rest.is_empty() {
        return None;
    }
    if finds.is_some() {
        if let Some(pick @ Command::Pick { .. }) = pick(rest) {
            return Some(vec![pick]);
        }
        let found = target(rest);
        if matches!(found.kind, Some(Kind::Button | Kind::Link | Kind::Field | Kind::Checkbox | Kind::Select))
            && !found.words.is_empty()
        {
            return Some(vec![Command::ScrollTo { target: found }]);
        }
    }
    let (words, quoted) = unquote(rest);
    let words = if quoted { words } else { literal(after_any(&words, &["a", "an", "some"]).unwrap_or(&words)) };
    (!words.is_empty()).then(|| vec![Command::Search { text: words }])
}

/// Words that are on buttons themselves: `save`, `send the message`, `proceed to checkout`, `delete the lamp`.
fn button_words(text: &str) -> Option<Vec<Command>> {
    const VERBS: &[&str] = &[
        "send",
        "submit",
        "save",
        "delete",
        "remove",
        "buy",
        "order",
        "checkout",
        "check out",
        "proceed",
        "continue",
        "confirm",
        "pay",
        "place",
        "reply",
        "forward",
        "archive",
        "publish",
        "post",
        "download",
        "play",
        "pause",
        "like",
        "share",
        "follow",
        "unfollow",
        "subscribe",
        "apply",
        "clear",
        "expand",
        "collapse",
        "show",
        "hide",
        "close",
        "next",
        "previous",
        "log in",
        "login",
        "sign in",
        "log out",
        "logout",
        "sign out",
        "register",
        "sign up",
        "add",
        "edit",
        "accept",
        "agree",
        "allow",
        "reject",
        "decline",
        "dismiss",
        "start",
        "create",
        "compose",
        "reset",
        "undo",
        "refresh",
        "print",
        "copy",
        "export",
        "book",
        "reserve",
        "cancel",
        "join",
        "leave",
        "mute",
        "unmute",
        "star",
        "skip",
        "finish",
    ];
    let verb = VERBS.iter().find(|verb| after(text, verb).is_some())?;
    let rest = after(text, verb).unwrap_or("");
    let bare = without_article(rest);
    if text.split_whitespace().count() > 8 {
        return None;
    }
    if is_any(rest, &["", "it", "that", "this", "them", "the form", "form", "changes"]) {
        return Some(vec![click_on(Target::named(*verb))]);
    }
    if is_answerable(rest) && matches!(*verb, "show") {
        return Some(vec![Command::Read { about: bare.to_owned(), wants: Wants::Line }]);
    }
    let near = matches!(
        *verb,
        "delete" | "remove" | "edit" | "archive" | "star" | "download" | "play" | "reply" | "book" | "follow" | "like"
    );
    let (words, _) = unquote(bare);
    let place = after_any(bare, &["to", "with", "from"]);
    let meant = Target {
        or: Some((*verb).to_owned()),
        near: near.then(|| place.unwrap_or(&words).to_owned()),
        ..Target::named(format!("{verb} {words}"))
    };
    Some(vec![click_on(meant)])
}
