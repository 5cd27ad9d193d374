//! Actions' effects in the fake browser, and its refusals, as in a real one.

use crate::contents::Contents;
use crate::{FakePage, Seen, page_tools};
use edith_actions::action::{Action, Dialog, Performed, SentRequest, TabError, Target};
use edith_actions::http_url::HttpUrl;
use edith_page::classify::classify;
use edith_page::raw::{RawNode, RawOption, state};
use edith_port::browser_ask::{AskedAbout, BrowserAsk};
use edith_protocol::{MouseButton, TabId};

pub(crate) fn apply(inner: &mut Contents, id: TabId, action: &Action) -> Result<Performed, TabError> {
    let url = inner.tabs.get(&id).ok_or(TabError::Closed)?.url.clone();
    let before = inner.done.len();
    let performed = act(inner, id, action)?;
    let done: Vec<String> = inner.done.get(before..).unwrap_or_default().to_vec();
    inner.log.extend(done.into_iter().map(|done| (url.clone(), done)));
    if !matches!(action, Action::Navigate { .. } | Action::GoBack | Action::GoForward | Action::Reload) {
        inner.see(&url, Seen::Did(action.clone()));
    }
    if performed.navigated {
        inner.see(&url, Seen::Left);
        let url = inner.url(id);
        inner.see(&url, Seen::Requested);
        let dialog = inner.page(&url).and_then(|page| page.dialog.clone());
        if let Some(tab) = inner.tabs.get_mut(&id) {
            tab.dialog.clone_from(&dialog);
        }
        return Ok(Performed { dialog, ..performed });
    }
    Ok(performed)
}

/// Type and name, as a real tab reports them.
fn label(node: &RawNode) -> String {
    format!("{} \"{}\"", classify(node).label(), node.name)
}

fn takes_text(node: &RawNode) -> bool {
    let typed = !matches!(
        node.input_type.as_str(),
        "button" | "submit" | "reset" | "image" | "checkbox" | "radio" | "file" | "range" | "color"
    );
    let by_role = ["textbox", "searchbox", "combobox", "spinbutton"].contains(&node.role.as_str());
    match node.tag.as_str() {
        "input" => typed,
        "textarea" => true,
        "button" | "a" | "select" => false,
        _ => by_role,
    }
}

fn has_value(node: &RawNode) -> bool {
    let toggles = ["checkbox", "radio", "switch", "slider"].contains(&node.role.as_str());
    takes_text(node) || toggles || matches!(node.tag.as_str(), "input" | "select")
}

/// Refuses what cannot be used, as a real tab does.
fn usable(uid: u32, node: &RawNode) -> Result<(), TabError> {
    let refuse =
        |state: &str| Err(TabError::Disabled { what: format!("{uid} {}", label(node)), state: state.to_owned() });
    if node.states & state::DISABLED != 0 {
        return refuse("disabled");
    }
    if node.states & state::READONLY != 0 && takes_text(node) {
        return refuse("read-only");
    }
    Ok(())
}

/// The requests that the page makes because of an action: of what is pressed, chosen, submitted, or entered.
fn requested(page: &FakePage, action: &Action, left: Vec<SentRequest>) -> Vec<SentRequest> {
    let node = |target: &Target| page.nodes.iter().find(|node| node.node == target.element.node);
    let name = match action {
        Action::Click { target, button, .. } | Action::ClickAt { target, button, .. }
            if *button != MouseButton::Right =>
        {
            node(target).map(|node| if node.triggers.is_empty() { &node.name } else { &node.triggers })
        }
        Action::PressKey { target: Some(target), key } if matches!(key.as_str(), "Enter" | "Space" | " ") => {
            node(target).map(|node| &node.name)
        }
        Action::TypeText { target: Some(target), submit: true, .. } => {
            let form = node(target).and_then(|node| page.forms.get((node.form as usize).checked_sub(1)?));
            form.map(|form| &form.submit)
        }
        Action::SelectOption { value, .. } => Some(value),
        Action::UseTool { tool, .. } => Some(&tool.name),
        _ => None,
    };
    let mut all: Vec<SentRequest> = name.and_then(|name| page.requests.get(name)).cloned().into_iter().collect();
    all.extend(name.and_then(|name| page.more_requests.get(name)).into_iter().flatten().cloned());
    all.extend(left);
    all.extend(match action {
        Action::HandleDialog { accept, .. } => page.answered.get(accept).cloned(),
        Action::PressKey { key, .. } => page.keys.get(key).cloned(),
        _ => None,
    });
    let entered = match action {
        Action::TypeText { target: Some(target), text: value, .. }
        | Action::SetValue { target, value }
        | Action::SelectOption { target, value, .. } => node(target).map(|node| (node, value.as_str())),
        Action::Upload { target, document } => node(target).map(|node| (node, document.name.as_str())),
        _ => None,
    };
    let saved = entered.and_then(|(node, value)| Some((page.saves.get(&node.name)?, value)));
    all.extend(
        saved.map(|(request, value)| SentRequest { body: request.body.replace("{entered}", value), ..request.clone() }),
    );
    all
}

/// The requests of fields that an action leaves: of the one that has the focus, and with the page of each in which something was entered.
pub(crate) fn left(page: &FakePage, tab: &crate::contents::OpenTab, action: &Action) -> Vec<SentRequest> {
    let node = |number: u32| page.nodes.iter().find(|node| node.node == number);
    let pressed = match action {
        Action::PressKey { target: Some(target), .. } => node(target.element.node),
        _ => None,
    };
    let field = tab.focused.and_then(node).or(pressed);
    let goes =
        matches!(action, Action::Navigate { .. } | Action::GoBack | Action::GoForward | Action::Reload | Action::Leave);
    let leaves = match action {
        Action::PressKey { key, .. } => matches!(key.as_str(), "Tab" | "Shift+Tab" | "Escape"),
        Action::Click { target, .. } => field.is_some_and(|field| target.element.node != field.node),
        _ => goes,
    };
    let filled =
        |sent: &SentRequest, value: &str| SentRequest { body: sent.body.replace("{entered}", value), ..sent.clone() };
    let of_field = field.filter(|_| leaves).and_then(|field| {
        let entered = tab.values.get(&field.node)?;
        Some(filled(page.leaves.get(&field.name)?, entered))
    });
    let of_page = page.nodes.iter().filter(|_| goes).filter_map(|node| {
        let entered = tab.values.get(&node.node)?;
        Some(filled(page.goes.get(&node.name)?, entered))
    });
    of_field.into_iter().chain(of_page).collect()
}

/// Where a WebSocket connects to, as an address of the web; none: it is another request.
fn connects(address: &str) -> Option<HttpUrl> {
    HttpUrl::parse(&format!("http{}", address.strip_prefix("ws")?)).ok()
}

/// Where the server of this address leads on to.
fn lead_on(inner: &mut Contents, id: TabId, address: &str) -> Result<(), TabError> {
    if let Some(on) = inner.leads_on(address) {
        inner.see(address, Seen::Requested);
        go_on(inner, id, &on)?;
        inner.done.push(format!("navigate {on}"));
    }
    Ok(())
}

fn go_on(inner: &mut Contents, id: TabId, to: &HttpUrl) -> Result<bool, TabError> {
    if let Some(tab) = inner.tabs.get_mut(&id) {
        tab.go(to.as_str());
    }
    if inner.bounds.get(&id).is_some_and(|bounds| bounds.holds(to)) {
        let reason = "net::ERR_BLOCKED_BY_CLIENT".to_owned();
        return Err(TabError::NavigationFailed { url: to.to_string(), reason });
    }
    Ok(true)
}

fn act(inner: &mut Contents, id: TabId, action: &Action) -> Result<Performed, TabError> {
    let known = matches!(action, Action::Navigate { url } if inner.page(url.as_str()).is_some());
    let url = inner.tabs.get(&id).ok_or(TabError::Closed)?.url.clone();
    let page = inner.page(&url).cloned().unwrap_or_default();
    let links: Vec<String> = page.nodes.iter().map(|node| node.href.clone()).collect();
    let links: Vec<String> = links.into_iter().filter(|href| inner.page(href).is_some()).collect();
    let tab = inner.tabs.get_mut(&id).ok_or(TabError::Closed)?;
    if let (Some(dialog), false) = (&tab.dialog, matches!(action, Action::HandleDialog { .. })) {
        return Err(TabError::DialogOpen(dialog.clone()));
    }
    let here = tab.document(id);
    let node_of = |target: &Target| page.nodes.iter().find(|node| node.node == target.element.node);
    for target in action.clone().targets_mut() {
        if target.element.document != here || node_of(target).is_none() {
            return Err(TabError::Gone { what: format!("{} {:?}", target.uid, target.name) });
        }
    }
    let mut performed = Performed::default();
    let left = left(&page, tab, action);
    let done = match action {
        Action::Navigate { url } => {
            if !known {
                return Err(TabError::NavigationFailed { url: url.to_string(), reason: "no such page".into() });
            }
            tab.go(url.as_str());
            performed.navigated = true;
            lead_on(inner, id, url.as_str())?;
            format!("navigate {url}")
        }
        Action::GoBack => {
            let url = tab.back.pop().ok_or_else(|| TabError::NotPossible("There is no page to go back to.".into()))?;
            let left = tab.url.clone();
            let forward = std::mem::take(&mut tab.forward);
            tab.go(&url);
            tab.back.pop();
            tab.forward = forward;
            tab.forward.push(left);
            performed.navigated = true;
            "go back".to_owned()
        }
        Action::GoForward => {
            if let Some(url) = tab.forward.pop() {
                let forward = std::mem::take(&mut tab.forward);
                tab.go(&url);
                tab.forward = forward;
                performed.navigated = true;
            }
            format!("{action:?}")
        }
        Action::Leave => {
            tab.go("about:blank");
            performed.navigated = true;
            "leave".to_owned()
        }
        Action::Reload => {
            let url = tab.url.clone();
            inner.see(&url, Seen::Requested);
            format!("{action:?}")
        }
        Action::Click { target, .. } | Action::ClickAt { target, .. } => {
            let is_point = matches!(action, Action::ClickAt { .. });
            if let Some(href) = node_of(target).map(|node| node.href.clone()).filter(|href| links.contains(href)) {
                tab.go(&href);
                performed.navigated = true;
                lead_on(inner, id, &href)?;
            }
            let tab = inner.tabs.get_mut(&id).ok_or(TabError::Closed)?;
            if target.name == "Crash" {
                return Err(TabError::Crashed);
            }
            if target.name == "Open dialog" {
                let dialog = Dialog { kind: "confirm".into(), message: "Sure?".into(), ..Dialog::default() };
                tab.dialog = Some(dialog.clone());
                performed.dialog = Some(dialog);
            }
            if let Some(message) = page.asks.get(&target.name) {
                let kind = if page.alerts.contains(&target.name) { "alert" } else { "confirm" };
                let dialog =
                    Dialog { kind: kind.into(), message: message.clone(), url: tab.url.clone(), ..Dialog::default() };
                tab.dialog = Some(dialog.clone());
                performed.dialog = Some(dialog);
            }
            if target.name == "Ask for location" {
                let site = HttpUrl::parse(&tab.url).map(|url| url.host().to_owned()).unwrap_or_default();
                tab.ask = Some(BrowserAsk { about: AskedAbout::Location, site });
            }
            if let Some(node) = node_of(target) {
                usable(target.uid, node)?;
                if !performed.navigated && has_value(node) {
                    tab.focused = Some(node.node);
                }
            }
            if is_point { format!("{action:?}") } else { format!("click {:?}", target.name) }
        }
        Action::TypeText { target, text, submit, append } => {
            let focused = || page.nodes.iter().find(|node| tab.focused == Some(node.node));
            let node = match target {
                Some(target) => node_of(target),
                None => focused(),
            };
            let Some(node) = node else {
                let why = "Nothing has the focus: click a field first, or give its uid.";
                return Err(TabError::NotPossible(why.to_owned()));
            };
            let label = label(node);
            if !takes_text(node) {
                // A page is pressed before it shows that no field came of it.
                inner.done.push(format!("click {:?}", node.name));
                return Err(TabError::NotPossible(format!("No text can be typed into {label}.")));
            }
            usable(target.as_ref().map_or(0, |target| target.uid), node)?;
            tab.focused = Some(node.node);
            let before = tab.values.get(&node.node).or(node.value.as_ref()).cloned().unwrap_or_default();
            // Without a target it goes to the caret, which is at the end here.
            let keeps = *append || target.is_none();
            tab.values.insert(node.node, if keeps { format!("{before}{text}") } else { text.clone() });
            let told = if node.field.is_masked() {
                format!("{} characters", text.chars().count())
            } else {
                format!("\"{text}\"")
            };
            let pressed = if *submit { " and pressed Enter" } else { "" };
            performed.note = format!("Typed {told} into {label}{pressed}.");
            let enter = if *submit { " and enter" } else { "" };
            let done = format!("type {text:?} into {:?}{enter}", node.name);
            if *submit && let Some(to) = inner.leads_on(&format!("{url}?q={text}")) {
                performed.navigated = go_on(inner, id, &to)?;
            }
            done
        }
        Action::SetValue { target, .. } if node_of(target).is_some_and(|node| !has_value(node)) => {
            let what = node_of(target).map(label).unwrap_or_default();
            return Err(TabError::NotPossible(format!("{what} cannot be set: it is not an input.")));
        }
        Action::SetValue { target, value } => {
            if let Some(node) = node_of(target) {
                usable(target.uid, node)?;
                tab.set(node, value, &page);
            }
            format!("{action:?}")
        }
        Action::SelectOption { target, value, .. } => {
            if let Some(node) = node_of(target).filter(|node| !node.options.is_empty()) {
                let wanted: Vec<&str> = value.lines().collect();
                let is = |option: &&RawOption| {
                    wanted.iter().any(|wanted| option.label == **wanted || option.value == **wanted)
                };
                let chosen: Vec<String> = node.options.iter().filter(is).map(|option| option.label.clone()).collect();
                if chosen.len() != wanted.len() {
                    return Err(TabError::NotPossible(format!("{} has no option {value:?}.", label(node))));
                }
                tab.set(node, &chosen.join("\n"), &page);
            }
            format!("{action:?}")
        }
        Action::Upload { target, document } => {
            if let Some(node) = node_of(target) {
                tab.set(node, &document.name, &page);
            }
            format!("{action:?}")
        }
        Action::HandleDialog { accept, text } => {
            tab.dialog = None;
            match text {
                Some(text) => format!("dialog {accept} {text:?}"),
                None => format!("dialog {accept}"),
            }
        }
        Action::Wait { .. } => return Ok(performed),
        Action::Pause { .. } => {
            tab.values.extend(page.takes_back.iter().map(|node| (*node, String::new())));
            return Ok(performed);
        }
        Action::UseTool { tool, input } => {
            let tool = page_tools::meant(&page, tool, inner.done.len())?;
            let (done, called) = page_tools::call(inner, id, tool, input)?;
            performed = called;
            done
        }
        Action::FillForm { tool, fields, then } => {
            if let Some(tool) = tool {
                page_tools::meant(&page, tool, inner.done.len())?;
            }
            let mut notes = Vec::new();
            for part in page_tools::parts(fields, then) {
                let Performed { note, requests, .. } = act(inner, id, &part)?;
                notes.push(note);
                performed.requests.extend(requests);
            }
            return Ok(Performed { note: notes.join(" "), ..performed });
        }
        Action::Resend { request } => {
            let Some(request) = inner.unsent.remove(request) else {
                return Err(TabError::NotPossible("Nothing like it was held back here.".to_owned()));
            };
            let judge = inner.watches.get(&id).cloned().flatten();
            if judge.is_some_and(|judge| judge(&request).is_some()) {
                return Err(TabError::NotPossible("It was held back again.".to_owned()));
            }
            performed.note = "the server answered 200.".to_owned();
            inner.done.push(format!("{} {}", request.method, request.url));
            return Ok(performed);
        }
        Action::PressKey { target: Some(target), key } => {
            // A key that moves chooses where there is something to choose.
            if let Some(node) = node_of(target).filter(|node| has_value(node) || node.value.is_some()) {
                tab.focused = Some(node.node);
                if key.starts_with("Arrow") || key == "Space" {
                    let value = node.value.clone().unwrap_or_else(|| "true".to_owned());
                    tab.values.entry(node.node).or_insert(value);
                }
            }
            format!("{action:?}")
        }
        Action::SelectText { target, .. } => {
            tab.selected = true;
            format!("select {:?}", target.name)
        }
        other => format!("{other:?}"),
    };
    let mut requests = requested(&page, action, left);
    let mut then = match action {
        Action::Click { target, .. } => page.then_requests.get(&target.name).cloned().unwrap_or_default(),
        _ => Vec::new(),
    };
    let judge = inner.watches.get(&id).cloned().flatten();
    let keeps_messages = inner.keeps_messages.remove(&id);
    requests.reverse();
    then.reverse();
    // What follows is sent once what was before was answered.
    while let Some(request) = requests.pop().or_else(|| then.pop().filter(|_| performed.requests.is_empty())) {
        // A WebSocket is never paused: the browser keeps it within the tab's bounds.
        if let Some(to) = connects(&request.url) {
            if !inner.bounds.get(&id).is_some_and(|bounds| bounds.holds(&to)) {
                inner.done.push(format!("connect {}", request.url));
            }
            continue;
        }
        let judged = judge.as_ref().filter(|_| keeps_messages || !request.is_message);
        match judged.and_then(|judge| judge(&request)) {
            Some(held) => {
                inner.unsent.insert(held.id.clone(), request);
                performed.requests.push(held);
            }
            None => inner.done.push(format!("{} {}", request.method, request.url)),
        }
    }
    if !performed.requests.is_empty() {
        performed.note = format!("Done: {done}.");
        return Ok(performed);
    }
    if performed.note.is_empty() {
        performed.note = format!("Done: {done}.");
    }
    inner.done.push(done);
    Ok(performed)
}
