//! Builds the index from a walk: elements are distilled and numbered, and the text learns their numbers.

use std::collections::HashMap;
use std::rc::Rc;

use super::classify::{ElementKind, classify, is_card, tier};
use super::clean::units;
use super::index::{Element, FieldValue, FormFacts, Index, Limits, Part, States, Switched, Tri};
use super::raw::{DrawnAs, FieldKind, RawNode, RawOverlay, RawPage, state};
use super::rows::Rows;
use super::thing::{Thing, places};
use super::uid::{ElementRef, UidTable};
use super::{anchors, distil, signs, tools};

/// Longest name of a row that nobody presses, in characters: that of the names which the walk gives.
const NAME: usize = 200;

impl Index {
    /// Distils a walk's nodes, and numbers the things that they show.
    pub fn build(mut page: RawPage, uids: &mut UidTable) -> Self {
        let nodes = std::mem::take(&mut page.nodes);
        let mut elements = Vec::with_capacity(nodes.len());
        let mut keep = distil::kept_nodes(&nodes, &page.contexts);
        let rows = Rows::of(&nodes, &keep, &page.text);
        for (node, keep) in nodes.iter().zip(&mut keep).filter(|(node, _)| node.list != 0) {
            *keep = rows.by_number.contains_key(&node.node) || (*keep && node.why != "row");
        }
        let (places, lines) = (places(&page), signs::lines_around(&page.text));
        let said = rows.said();
        let address: Rc<str> = without_query(&page.url).into();
        for (node, _) in nodes.into_iter().zip(keep).filter(|(_, keep)| *keep) {
            let (keys, context, number) = ([node.key, node.owner], node.context as usize, node.node);
            let mut element = element(node, &page, elements.len());
            let place = places.get(context).or(places.first()).cloned().unwrap_or_else(|| Rc::from([]));
            let mut line = lines.get(&number).cloned().unwrap_or_default();
            // What a list has chosen changes, and is not a part of what tells it from others.
            if let (ElementKind::Select, Some(FieldValue::Shown(value))) = (element.kind, &element.value)
                && let Some((before, after)) = line.split_once(value.as_str()).filter(|_| !value.is_empty())
            {
                line = format!("{before}{after}").into();
            }
            let mut thing = element.thing_with(keys, place, Rc::clone(&address), line);
            if let Some(said) = said.get(&number) {
                if element.name.is_empty() && rows.by_number.contains_key(&number) {
                    element.name = super::clean::line(&said.all, NAME);
                }
                thing.stands_in_row(&said.first, Rc::clone(&said.all), rows.by_number.contains_key(&number));
            }
            element.thing = Rc::new(thing.numbered());
            elements.push(element);
        }
        number(&mut elements, &page, uids);
        let focused = elements.iter().find(|e| e.target.node == page.focused).map(|e| e.uid);
        inherit_parts(&mut elements);
        let by_uid: HashMap<u32, usize> = elements.iter().enumerate().map(|(at, e)| (e.uid, at)).collect();
        let by_node: HashMap<u32, u32> = elements.iter().map(|e: &Element| (e.target.node, e.uid)).collect();
        let front = front(&page.overlays);
        let uid_of = |node: u32| by_node.get(&node).copied();
        let rows = rows.numbered(uid_of);
        let (text, placed) = signs::number(page.text, uid_of, |node| {
            if front == Some(node) {
                return Some(signs::FRONT);
            }
            uid_of(node).filter(|uid| rows.by_number.contains_key(uid))
        });
        place_in_rows(&mut elements, &rows, &by_uid);
        anchors::tell_cells(&placed, &by_uid, &mut elements);
        let (tools, more_tools) = tools::listed(std::mem::take(&mut page.tools));
        let text_length = (page.text_length as usize).max(units(&text));
        Self {
            url: page.url,
            title: page.title,
            content_type: page.content_type,
            document: page.document,
            ready_state: page.ready_state,
            elements,
            text,
            placed,
            text_length,
            focused_frame: page.frames.iter().position(|frame| frame.node == page.focused && page.focused > 0),
            frames: page.frames,
            overlays: page.overlays,
            scroll: page.viewport,
            focused,
            focus_takes_text: page.focus_takes_text,
            cut: page.cut,
            tools,
            more_tools,
            rows,
            by_uid,
        }
    }
}

/// An address without its query; what follows `#` is a page of its own in many applications.
fn without_query(url: &str) -> String {
    let (page, fragment) = url.split_once('#').unwrap_or((url, ""));
    let page = page.split('?').next().unwrap_or_default();
    format!("{page}#{}", fragment.split('?').next().unwrap_or_default())
}

/// Gives each element the uid of the thing that it shows.
fn number(elements: &mut [Element], page: &RawPage, uids: &mut UidTable) {
    let mut documents: Vec<&str> = vec![&page.document];
    for token in &page.documents {
        if !documents.contains(&token.as_str()) {
            documents.push(token);
        }
    }
    let place = |token: &str| documents.iter().position(|document| *document == token).unwrap_or_default();
    let things: Vec<(usize, u32, Rc<Thing>)> = elements
        .iter()
        .map(|element| (place(&element.target.document), element.target.node, Rc::clone(&element.thing)))
        .collect();
    let numbers = uids.assign(&documents, &things);
    for (element, uid) in elements.iter_mut().zip(numbers) {
        element.uid = uid;
    }
}

fn element(node: RawNode, page: &RawPage, order: usize) -> Element {
    let kind = classify(&node);
    let position = |number: u32| (number as usize).checked_sub(1);
    Element {
        uid: 0,
        thing: Rc::default(),
        kind,
        tier: tier(kind, is_card(&node)),
        context: context(&node, page),
        part: part(&node, page),
        own_part: own_part(&node, page),
        value: value(&node),
        lines: node.lines,
        states: states(&node, kind),
        role: node.role,
        tag: node.tag,
        input_type: node.input_type,
        name: node.name,
        option_count: (node.option_count as usize).max(node.options.len()),
        options: node.options,
        limits: Limits { min: node.min, max: node.max, step: node.step },
        placeholder: node.placeholder,
        hint: node.hint,
        autocomplete: node.autocomplete,
        is_portrait: node.drawn == DrawnAs::Portrait,
        access_key: node.access_key,
        href: node.href,
        target: ElementRef { document: page.document_at(node.document).to_owned(), node: node.node },
        form: position(node.form).and_then(|at| page.forms.get(at)).map(|form| FormFacts {
            action: form.action.clone(),
            method: form.method.clone(),
            submit_name: form.submit.clone(),
            name: form.label.clone(),
            tool: form.tool.clone(),
        }),
        form_number: position(node.form).and_then(|at| page.forms.get(at)).map_or(node.form, |form| match form.of {
            0 => node.form,
            of => of,
        }),
        submits: node.states & state::SUBMITS != 0,
        download: node.download,
        triggers: node.triggers,
        field: node.field,
        guessed: node.states & state::GUESSED != 0,
        named_by_id: node.states & state::NAMED_BY_ID != 0,
        in_view: node.states & state::IN_VIEW != 0,
        rect: node.rect,
        place: node.place,
        overlay: position(node.overlay),
        opener: node.opener,
        frame: position(node.frame),
        parameter: node.parameter,
        facts: node.facts,
        in_text: false,
        is_found: node.why == distil::SOUGHT,
        row: None,
        order,
    }
}

/// The overlay that makes the rest wait, if any does: the last one that says so, or else the last dialog.
fn front(overlays: &[RawOverlay]) -> Option<u32> {
    let last = overlays.iter().rfind(|overlay| overlay.modal).or_else(|| overlays.iter().rfind(|one| one.is_dialog()));
    last.or(overlays.last()).map(|overlay| overlay.node)
}

/// Enters which row each element is in. What a row says first is the nearest name of the place: it stays where a state or a choice further on changes.
fn place_in_rows(elements: &mut [Element], rows: &Rows, by_uid: &HashMap<u32, usize>) {
    for (uid, row) in &rows.by_number {
        if let Some(element) = by_uid.get(uid).and_then(|at| elements.get_mut(*at))
            && element.kind == ElementKind::Element
        {
            element.kind = ElementKind::Row;
        }
        let start = row.called().next().unwrap_or_default();
        for number in row.held() {
            let Some(element) = by_uid.get(&number).and_then(|at| elements.get_mut(*at)) else { continue };
            element.row = Some(*uid);
            if row.place.is_empty() || element.name == row.place {
                continue;
            }
            match element.context.first_mut() {
                Some(around) if around.contains(start) => around.clone_from(&row.place),
                _ => element.context.insert(0, row.place.clone()),
            }
            element.context.truncate(5);
        }
    }
}

/// The outermost landmark around a node.
fn part(node: &RawNode, page: &RawPage) -> Part {
    let mut part = Part::Other;
    let mut at = node.context;
    while let Some(entry) = (at as usize).checked_sub(1).and_then(|i| page.contexts.get(i)) {
        part = match entry.kind.as_str() {
            "main" => Part::Main,
            "header" => Part::Header,
            "nav" => Part::Nav,
            "aside" => Part::Aside,
            "footer" => Part::Footer,
            _ => part,
        };
        if entry.parent >= at {
            break;
        }
        at = entry.parent;
    }
    part
}

/// The outermost landmark around a node, if it is a header or navigation that is in nothing that has content: the site's own.
fn own_part(node: &RawNode, page: &RawPage) -> u32 {
    let (mut own, mut at) = (0, node.context);
    while let Some(entry) = (at as usize).checked_sub(1).and_then(|i| page.contexts.get(i)) {
        match entry.kind.as_str() {
            "header" | "nav" => own = at,
            // What only divides stays what it is in.
            "frame" | "menu" | "toolbar" | "form" | "search" | "heading" => {}
            // A list of links within a navigation is a part of it; a navigation within an item is not the site's.
            _ => own = 0,
        }
        if entry.parent >= at {
            break;
        }
        at = entry.parent;
    }
    own
}

/// A frame without landmarks of its own is in the part of the page where it is.
fn inherit_parts(elements: &mut [Element]) {
    let mut around = Part::Other;
    for element in elements {
        if element.frame.is_none() {
            around = element.part;
        } else if element.part == Part::Other {
            element.part = around;
        }
    }
}

fn context(node: &RawNode, page: &RawPage) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut at = node.context;
    // A parent's position is always smaller, so this ends; the cap guards against a broken table.
    for _ in 0..12 {
        let Some(entry) = (at as usize).checked_sub(1).and_then(|i| page.contexts.get(i)) else { break };
        // A nameless `main` or `item` locates nothing; `header` does.
        let silent = matches!(
            entry.kind.as_str(),
            "main"
                | "item"
                | "row"
                | "section"
                | "group"
                | "list"
                | "panel"
                | "frame"
                | "form"
                | "menu"
                | "toolbar"
                | "grid"
                | "tree"
        );
        let label = if !entry.label.is_empty() {
            entry.label.as_str()
        } else if silent {
            ""
        } else {
            entry.kind.as_str()
        };
        if !label.is_empty() && !repeats(&entry.kind, label, &node.name) && !out.iter().any(|c| c == label) {
            out.push(label.to_owned());
        }
        if out.len() == 5 || entry.parent >= at {
            break;
        }
        at = entry.parent;
    }
    out
}

/// Whether a context merely repeats the element's name, as an item is named by its link.
fn repeats(kind: &str, label: &str, name: &str) -> bool {
    let cut = label.strip_suffix('…').map(str::trim_end);
    let is_said_by_it = matches!(kind, "item" | "row") && !name.is_empty() && label.starts_with(name);
    label == name || is_said_by_it || cut.is_some_and(|start| !start.is_empty() && name.starts_with(start))
}

fn value(node: &RawNode) -> Option<FieldValue> {
    let has = |bit: u32| node.states & bit != 0;
    // A file that the run itself provided is named.
    if let (FieldKind::File, Some(names)) = (node.field, &node.value) {
        return Some(FieldValue::Shown(names.clone()));
    }
    if node.field.is_masked() {
        return Some(if has(state::FILLED) { FieldValue::Masked } else { FieldValue::Shown(String::new()) });
    }
    let text = node.value.clone()?;
    Some(if has(state::TYPED_BEFORE) && !text.is_empty() { FieldValue::Typed(text) } else { FieldValue::Shown(text) })
}

/// Whether it is on: as drawn, or of a switch as its markup says.
fn switched(node: &RawNode, kind: ElementKind) -> Option<Switched> {
    let has = |bit: u32| node.states & bit != 0;
    match (has(state::ON), has(state::OFF)) {
        (true, true) => Some(Switched::Unknown),
        (true, false) => Some(Switched::On),
        (false, true) => Some(Switched::Off),
        (false, false) if kind == ElementKind::Switch && !has(state::MIXED) => {
            Some(if has(state::CHECKED) { Switched::On } else { Switched::Off })
        }
        (false, false) => None,
    }
}

fn states(node: &RawNode, kind: ElementKind) -> States {
    let has = |bit: u32| node.states & bit != 0;
    let tri = |yes: bool| {
        if has(state::MIXED) {
            Tri::Mixed
        } else if yes {
            Tri::Yes
        } else {
            Tri::No
        }
    };
    let switched = switched(node, kind);
    States {
        // What nothing shows is neither ticked nor not.
        checked: (kind.is_checkable() && switched != Some(Switched::Unknown))
            .then(|| tri(has(state::CHECKED) || switched == Some(Switched::On))),
        switched,
        expanded: if has(state::EXPANDED) { Some(true) } else { has(state::COLLAPSED).then_some(false) },
        pressed: match switched {
            Some(Switched::On) if !kind.is_checkable() => Some(Tri::Yes),
            Some(Switched::Off) if !kind.is_checkable() => Some(Tri::No),
            Some(_) => None,
            None => (!kind.is_checkable() && has(state::PRESSED | state::UNPRESSED)).then(|| tri(has(state::PRESSED))),
        },
        selected: has(state::SELECTED),
        current: has(state::CURRENT),
        disabled: has(state::DISABLED),
        readonly: has(state::READONLY),
        required: has(state::REQUIRED),
        invalid: has(state::INVALID).then(|| node.invalid_message.clone()),
        multiple: has(state::MULTIPLE),
        has_popup: has(state::HAS_POPUP),
        focused: has(state::FOCUSED),
        covered: has(state::COVERED).then(|| node.covered_by.clone()),
        scrolls: has(state::SCROLLS),
        heavy: node.heavy != 0,
        on_hover: has(state::ON_HOVER),
        behind_modal: has(state::BEHIND_MODAL),
    }
}
