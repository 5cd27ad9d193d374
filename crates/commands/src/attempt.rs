//! One command on one page: the call that carries it out, or why there is none.

use super::answer::answer;
use super::asked::{self, Meant};
use super::cards;
use super::command::{Command, Criterion, Kind, TabChoice, Target, Wants, which};
use super::fields;
use super::matcher::{Match, Purpose, covered_by, find, nearest, search_field};
use super::opening::web_search;
use super::page::{Element, Page};
use super::progress::Stage;
use super::replying;
use super::scene::{Move, Scene, call, call_for, missing, on_target};
use super::speech::{ENTRY, not_understood};
use super::summary::summary;
use super::words::{content_tokens, score, tokens};
use edith_model::OpenTab;
use edith_page::ElementKind;
use edith_protocol::{Modifier, MouseButton, ScrollDirection, TabId};
use edith_words::say;
use serde_json::{Value, json};

pub(crate) fn attempt(command: &Command, scene: &Scene) -> Move {
    match command {
        Command::Open { url, new_tab } => {
            let tool = if *new_tab || scene.page.is_none() { "open_browser" } else { "navigate" };
            call(tool, json!({ "url": url }))
        }
        Command::Screenshot => call("screenshot", json!({})),
        Command::ListTabs => match scene.round.filter(|_| scene.was(Stage::Tabs)) {
            Some(round) if round.tabs.is_empty() => Move::Answer(say!(BuiltInNoTabs).into()),
            Some(round) => Move::Answer(say!(BuiltInTabs { list: listed(&round.tabs) }).into()),
            None => call_for(Stage::Tabs, "list_tabs", json!({})),
        },
        Command::SwitchTab { tab } => switch_tab(tab, scene),
        Command::CloseTab { tab } => close_tab(tab.as_ref(), scene),
        Command::Stop => Move::Halt(say!(BuiltInStopped).into()),
        Command::Wait { text: None, timeout_ms } => call("wait_for_page_update", with_timeout(json!({}), *timeout_ms)),
        Command::Wait { text: Some(text), timeout_ms } => {
            call("wait_for_page_update", with_timeout(json!({ "text": text }), *timeout_ms))
        }
        Command::Dialog { .. } if scene.was(Stage::Wait) => Move::Halt(say!(BuiltInNoDialog).into()),
        Command::Dialog { .. } => call_for(Stage::Wait, "wait_for_page_update", json!({})),
        _ => match scene.page {
            Some(page) => on_page(command, page, scene),
            None if scene.was(Stage::Look) => match command {
                Command::Search { text } => Move::Call {
                    tool: "open_browser",
                    args: json!({ "url": web_search(text) }),
                    stage: Stage::Act,
                    remark: say!(BuiltInSearchedWeb).into(),
                },
                _ => Move::Halt(say!(BuiltInNoPage).into()),
            },
            None => call_for(Stage::Look, "take_snapshot", json!({})),
        },
    }
}

fn with_timeout(mut args: Value, timeout_ms: Option<u64>) -> Value {
    if let (Some(ms), Some(args)) = (timeout_ms, args.as_object_mut()) {
        args.insert("timeout_ms".to_owned(), json!(ms));
    }
    args
}

fn on_page(command: &Command, page: &Page, scene: &Scene) -> Move {
    match command {
        Command::Back => call("go_back", json!({})),
        Command::Reload => call("navigate", json!({ "url": page.url })),
        Command::Search { text } => search(text, page, scene),
        Command::Click { target, .. } if target.meant => as_meant(&target.words, page),
        Command::Click { target, button, count, modifiers } => {
            let named = target.near.as_deref().filter(|_| !scene.was(Stage::Open));
            if let Some(first) = named.and_then(|near| variant(near, page)) {
                return first;
            }
            let target = beside(target, scene.before);
            on_target(page, &target, Purpose::Press, |found| {
                let mut args = json!({ "uid": found.element.uid });
                add_click(&mut args, *button, *count, modifiers);
                Move::Call { tool: "click", args, stage: Stage::Act, remark: ambiguity(found) }
            })
        }
        Command::Pick { criterion, noun } => pick(*criterion, noun, page),
        Command::Press { key, target: None } => call("press_key", json!({ "key": key })),
        Command::Press { key, target: Some(target) } => on_target(page, target, Purpose::Value, |found| {
            call("press_key", json!({ "key": key, "uid": found.element.uid }))
        }),
        Command::Hover { target } => {
            on_target(page, target, Purpose::Press, |found| call("hover", json!({ "uid": found.element.uid })))
        }
        Command::Drag { from, to } => on_target(page, from, Purpose::Press, |from| {
            on_target(page, to, Purpose::Press, |to| {
                call("drag", json!({ "from_uid": from.element.uid, "to_uid": to.element.uid }))
            })
        }),
        Command::Scroll { direction } => call("scroll", json!({ "direction": direction_word(*direction) })),
        Command::ScrollTo { target } => scroll_to(target, page),
        Command::Check { target, on } => fields::check(target, *on, page),
        Command::Select { option, target } => fields::select(option, target.as_ref(), page, scene),
        Command::Type { text, target, submit, append } => {
            fields::type_text(text, target.as_ref(), *submit, *append, page, scene)
        }
        Command::Set { target, value } => fields::set(target, value, page, scene),
        Command::Fact { key, value, part } => fields::fact(key, value, *part, page, scene),
        Command::FillForm => Move::Halt(say!(BuiltInFormMode).into()),
        Command::Upload { document, target } => upload(document, target.as_ref(), page),
        Command::Limit { most, written } => asked::limit(most, written, page),
        Command::Reply { to } => replying::open(to.as_deref(), page),
        Command::Compose { text } => replying::write(text, page, scene),
        Command::Read { question, wants: Wants::Line | Wants::Amount | Wants::Count, about }
            if !question.is_empty() =>
        {
            match asked::answer(page, question) {
                Some(text) => Move::Answer(text),
                None => Move::Unanswered { query: about.clone() },
            }
        }
        Command::Read { about, wants, .. } => {
            match wants {
                Wants::Summary => return sum_up(page),
                Wants::Prices => return prices(about, page),
                _ => {}
            }
            let named = Target::named(about.clone());
            match answer(page, about, *wants) {
                Some(text) => Move::Answer(text),
                None if *wants == Wants::Shown
                    && find(page, &named, Purpose::Press).is_some_and(|found| opens(&found)) =>
                {
                    on_target(page, &named, Purpose::Press, |found| call("click", json!({ "uid": found.element.uid })))
                }
                None => Move::Missing {
                    what: say!(AnAnswer { doing: command.to_string() }).into(),
                    query: about.clone(),
                    near: Vec::new(),
                },
            }
        }
        _ => Move::Halt(say!(BuiltInCannotHere { doing: command.to_string() }).into()),
    }
}

/// What an order in words of its own means here, or that it is not understood.
fn as_meant(words: &str, page: &Page) -> Move {
    let (tool, args, label) = match asked::meant(page, words) {
        Some(Meant::Press(element)) => ("click", json!({ "uid": element.uid }), element.label.as_str()),
        Some(Meant::Choose(list, option)) => ("select_option", json!({ "uid": list.uid, "value": option }), option),
        None => return Move::Halt(not_understood(&[words.to_owned()], &[])),
    };
    Move::Call { tool, args, stage: Stage::Meant, remark: say!(ItIs { what: format!("“{label}”") }).into() }
}

/// Whether it is one thing that a press shows.
fn opens(found: &Match) -> bool {
    found.others == 0 && matches!(found.element.kind, ElementKind::Link | ElementKind::Tab | ElementKind::Menuitem)
}

/// What comes before a press that is meant for a variant, as the person names it ("in size 43"): the choice of it in its list. What has a figure in it that
/// stands nowhere on the page is not there, and of several lists none is chosen from without the others.
fn variant(near: &str, page: &Page) -> Option<Move> {
    let words = content_tokens(near);
    let has_figure = |word: &String| word.chars().any(|c| c.is_ascii_digit()) || asked::is_several(word);
    let is_named = |option: &String| {
        let option = tokens(option);
        !option.is_empty() && option.iter().all(|word| words.contains(word))
    };
    let lists = page.elements.iter().filter(|element| element.kind == ElementKind::Select);
    let named: Vec<(&Element, &String)> =
        lists.filter_map(|list| Some((list, list.options.iter().find(|option| is_named(option))?))).collect();
    let is_said = |word: &String| {
        let of = |text: &str| tokens(text).contains(word);
        page.text.iter().any(|line| of(line)) || page.elements.iter().any(|element| of(&element.label))
    };
    let is_missing = |word: &&String| {
        has_figure(word) && !named.iter().any(|(_, option)| tokens(option).contains(word)) && !is_said(word)
    };
    let to_choose: Vec<_> = named.iter().filter(|(list, option)| list.value.as_ref() != Some(*option)).collect();
    if let Some(word) = words.iter().find(is_missing).or_else(|| words.first().filter(|_| to_choose.len() > 1)) {
        return Some(Move::Missing { what: Target::named(near).to_string(), query: word.clone(), near: Vec::new() });
    }
    let (list, option) = to_choose.first()?;
    Some(call_for(Stage::Open, "select_option", json!({ "uid": list.uid, "value": option })))
}

/// A button that many things have, located by the previous command's target.
fn beside(target: &Target, before: Option<&Command>) -> Target {
    let near = match before {
        Some(Command::Pick { noun, .. }) => noun.clone(),
        Some(Command::Click { target, .. } | Command::Hover { target } | Command::ScrollTo { target }) => {
            target.words.clone()
        }
        _ => String::new(),
    };
    if target.near.is_some() || near.is_empty() {
        target.clone()
    } else {
        Target { near: Some(near), ..target.clone() }
    }
}

fn ambiguity(found: &Match) -> String {
    if found.others == 0 {
        return String::new();
    }
    say!(BuiltInFirstOf { count: found.others + 1, label: &found.element.label }).into()
}

fn add_click(args: &mut Value, button: MouseButton, count: u8, modifiers: &[Modifier]) {
    let Some(args) = args.as_object_mut() else { return };
    match button {
        MouseButton::Left => None,
        MouseButton::Right => args.insert("button".to_owned(), json!("right")),
        MouseButton::Middle => args.insert("button".to_owned(), json!("middle")),
    };
    if count > 1 {
        args.insert("count".to_owned(), json!(count));
    }
    if !modifiers.is_empty() {
        args.insert("modifiers".to_owned(), json!(modifiers));
    }
}

fn direction_word(direction: ScrollDirection) -> &'static str {
    match direction {
        ScrollDirection::Up => "up",
        ScrollDirection::Down => "down",
        ScrollDirection::Left => "left",
        ScrollDirection::Right => "right",
        ScrollDirection::Top => "top",
        ScrollDirection::Bottom => "bottom",
    }
}

fn search(text: &str, page: &Page, scene: &Scene) -> Move {
    if let Some(field) = search_field(page) {
        return call("type_text", json!({ "uid": field.uid, "text": text, "submit": true }));
    }
    // Many sites hide the field behind a button.
    let opener = Target { kind: Some(Kind::Button), ..Target::named("search") };
    if !scene.was(Stage::Open)
        && let Some(found) = find(page, &opener, Purpose::Press)
    {
        return call_for(Stage::Open, "click", json!({ "uid": found.element.uid }));
    }
    Move::Missing {
        what: say!(SearchField).into(),
        query: "search".to_owned(),
        near: nearest(page, "search", Purpose::Value),
    }
}

/// Tells the page's most telling sentences.
fn sum_up(page: &Page) -> Move {
    let sentences = summary(&page.text, page.lead());
    if sentences.is_empty() {
        return Move::NoAnswer(say!(BuiltInNoSentences { title: &page.title }).into());
    }
    let entries: Vec<String> = sentences.iter().map(|sentence| format!("{ENTRY}{sentence}")).collect();
    let cut = page.more_text_at.map(|read| format!("{} ", say!(LanguageCut { characters: read }))).unwrap_or_default();
    Move::Answer(format!("{cut}{}\n{}", say!(BuiltInSentences), entries.join("\n")))
}

fn prices(about: &str, page: &Page) -> Move {
    let lines = cards::prices(page, about);
    if lines.is_empty() {
        return Move::NoAnswer(say!(BuiltInNoPrices { title: &page.title }).into());
    }
    let entries: Vec<String> = lines.iter().map(|line| format!("{ENTRY}{line}")).collect();
    Move::Answer(format!("{}\n{}", say!(BuiltInPrices), entries.join("\n")))
}

fn pick(criterion: Criterion, noun: &str, page: &Page) -> Move {
    match cards::choose(page, criterion, noun) {
        Some((element, why)) => Move::Call {
            tool: "click",
            args: json!({ "uid": element.uid }),
            stage: Stage::Act,
            remark: say!(ItIs { what: why }).into(),
        },
        None => Move::Missing {
            what: which(criterion, noun).to_string(),
            query: noun.to_owned(),
            near: nearest(page, noun, Purpose::Press),
        },
    }
}

fn scroll_to(target: &Target, page: &Page) -> Move {
    if let Some(found) = find(page, target, Purpose::Press) {
        // Hovering scrolls into view.
        return call("hover", json!({ "uid": found.element.uid }));
    }
    if page.text.iter().any(|line| covered_by(&target.words, line) > 0.8) {
        return Move::Done(say!(BuiltInInText { words: &target.words }).into());
    }
    missing(page, target, Purpose::Press)
}

fn upload(document: &str, target: Option<&Target>, page: &Page) -> Move {
    let files: Vec<_> = page.elements.iter().filter(|element| element.kind == ElementKind::File).collect();
    let words = target.map(|target| target.words.as_str()).unwrap_or("");
    let best = files.iter().max_by(|a, b| score(words, &a.label).total_cmp(&score(words, &b.label)));
    match best {
        Some(file) => call("upload_file", json!({ "uid": file.uid, "document": document })),
        None => Move::Missing { what: say!(FileField).into(), query: "file".to_owned(), near: Vec::new() },
    }
}

/// A line for each tab, as in the answer of `list_tabs`.
fn listed(tabs: &[OpenTab]) -> String {
    tabs.iter().map(|tab| format!("{} | {} | {}", tab.id, tab.title, tab.url)).collect::<Vec<_>>().join("; ")
}

fn chosen_tab(choice: &TabChoice, tabs: &[OpenTab]) -> Option<TabId> {
    match choice {
        TabChoice::Nth(n) => {
            let at = if *n < 0 { tabs.len() as i32 + n } else { n - 1 };
            let by_place = usize::try_from(at).ok().and_then(|at| tabs.get(at)).map(|tab| tab.id);
            // "tab 417": the browser's number.
            by_place.or_else(|| tabs.iter().map(|tab| tab.id).find(|id| id.0 == *n))
        }
        TabChoice::Named(name) => {
            let rated = tabs.iter().map(|tab| (covered_by(name, &format!("{} {}", tab.title, tab.url)), tab.id));
            rated.filter(|(share, _)| *share > 0.6).max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, id)| id)
        }
    }
}

fn switch_tab(choice: &TabChoice, scene: &Scene) -> Move {
    let Some(round) = scene.round.filter(|_| scene.was(Stage::Tabs)) else {
        return call_for(Stage::Tabs, "list_tabs", json!({}));
    };
    if let Some(id) = chosen_tab(choice, &round.tabs) {
        return call("switch_tab", json!({ "tab_id": id }));
    }
    // A tab inside the page.
    if let (TabChoice::Named(name), Some(page)) = (choice, scene.page)
        && let Some(found) =
            find(page, &Target { kind: Some(Kind::Tab), ..Target::named(name.clone()) }, Purpose::Press)
    {
        return call("click", json!({ "uid": found.element.uid }));
    }
    Move::Halt(say!(BuiltInNoTab { choice: choice.to_string(), list: listed(&round.tabs) }).into())
}

fn close_tab(choice: Option<&TabChoice>, scene: &Scene) -> Move {
    let Some(round) = scene.round.filter(|_| scene.was(Stage::Tabs)) else {
        return call_for(Stage::Tabs, "list_tabs", json!({}));
    };
    let id = match choice {
        Some(choice) => chosen_tab(choice, &round.tabs),
        None => round.tabs.iter().find(|tab| tab.is_here).map(|tab| tab.id),
    };
    match id {
        Some(id) => call("close_tab", json!({ "tab_id": id })),
        None => Move::Halt(say!(BuiltInNoTabToClose { list: listed(&round.tabs) }).into()),
    }
}
