//! Drops wrappers and doubled links before elements get their numbers.

use std::collections::{HashMap, HashSet};

use super::raw::{RawContext, RawNode, state};

/// How far apart two links to one address may be to count as one card's picture and title.
const NEIGHBOURS: usize = 4;

/// Why the walk names words that were searched for.
pub(crate) const SOUGHT: &str = "text";

/// For each node, whether it stays in the list.
pub(crate) fn kept_nodes(nodes: &[RawNode], contexts: &[RawContext]) -> Vec<bool> {
    let mut keep = vec![true; nodes.len()];
    let by_number: HashMap<u32, usize> = nodes.iter().enumerate().map(|(at, node)| (node.node, at)).collect();
    let mut inner: HashMap<u32, Vec<usize>> = HashMap::new();
    for (at, node) in nodes.iter().enumerate() {
        if node.parent != 0 {
            inner.entry(node.parent).or_default().push(at);
        }
    }
    // From the inside out: a dropped wrapper leaves its content.
    for (at, node) in nodes.iter().enumerate().rev() {
        let Some(direct) = inner.get(&node.node) else { continue };
        let mut children: Vec<&RawNode> = Vec::new();
        let mut open = direct.clone();
        while let Some(i) = open.pop() {
            let Some(child) = nodes.get(i) else { continue };
            match inner.get(&child.node) {
                Some(deeper) if keep.get(i) == Some(&false) => open.extend(deeper),
                _ => children.push(child),
            }
        }
        if is_wrapper(node, &children) {
            drop_node(&mut keep, at);
        }
    }
    for (at, node) in nodes.iter().enumerate() {
        // A plain part of a control with the control's own name has no function of its own.
        if node.parent == 0 || !is_plain(node) {
            continue;
        }
        let parent = by_number.get(&node.parent).and_then(|i| nodes.get(*i).zip(keep.get(*i)));
        if let Some((parent, true)) = parent
            && (node.name.is_empty() || parent.name.contains(node.name.as_str()))
            && !is_plain(parent)
        {
            drop_node(&mut keep, at);
        }
    }
    // Who searched for a control's caption meant the control.
    let named = |node: &&RawNode| node.why != SOUGHT && node.why != "row" && !node.name.is_empty();
    let names: HashSet<(u16, &str)> =
        nodes.iter().filter(named).map(|node| (node.document, node.name.as_str())).collect();
    for (at, node) in nodes.iter().enumerate().filter(|(_, node)| node.why == SOUGHT) {
        if names.contains(&(node.document, node.name.as_str())) {
            drop_node(&mut keep, at);
        }
    }
    doubled_links(nodes, contexts, &mut keep);
    keep
}

/// Whether a link's address leads somewhere, rather than to a script.
pub(super) fn leads(href: &str) -> bool {
    !href.is_empty() && !href.ends_with('#') && !href.starts_with("javascript:")
}

fn drop_node(keep: &mut [bool], at: usize) {
    if let Some(slot) = keep.get_mut(at) {
        *slot = false;
    }
}

/// Neither tag nor role says what it is.
fn is_plain(node: &RawNode) -> bool {
    !node.drawn.has_state() && matches!(node.why.as_str(), "pointer" | "onclick" | "tabindex")
}

/// Whether no person would have a name for it.
fn is_nameless(node: &RawNode) -> bool {
    node.name.is_empty() || node.states & state::NAMED_BY_ID != 0
}

/// Whether a text has no word beyond the child's name and value.
fn says_no_more(text: &str, child: &RawNode) -> bool {
    let value = child.value.as_deref().unwrap_or_default();
    let said = || child.name.split_whitespace().chain(value.split_whitespace());
    text.split_whitespace().all(|word| said().any(|own| own == word))
}

/// Whether a press on a row does what one on the tick in it does: it has no handler of its own that turns the tick over once more.
fn presses_its_tick(row: &RawNode, tick: &RawNode) -> bool {
    if !matches!(row.why.as_str(), "onclick" | "pointer") || is_nameless(row) {
        return true;
    }
    let is_tick =
        tick.input_type == "checkbox" || matches!(tick.role.as_str(), "checkbox" | "switch") || tick.drawn.has_state();
    let (x, y) = (row.rect.x + row.rect.width / 2, row.rect.y + row.rect.height / 2);
    let covers =
        x >= tick.rect.x && x < tick.rect.x + tick.rect.width && y >= tick.rect.y && y < tick.rect.y + tick.rect.height;
    !is_tick || covers
}

fn is_wrapper(node: &RawNode, children: &[&RawNode]) -> bool {
    if let [only] = children
        && !presses_its_tick(node, only)
    {
        return false;
    }
    let only = match children {
        [only] => !is_plain(only) && !only.name.is_empty() && says_no_more(&node.name, only),
        _ => false,
    };
    // A row is selected through its cells, but expanded itself.
    if node.role == "row" && node.states & (state::EXPANDED | state::COLLAPSED) == 0 {
        return children.iter().any(|child| child.role == "gridcell");
    }
    // A list that is closed is opened by itself, whatever option it shows.
    if node.role == "listbox" && node.states & state::COLLAPSED != 0 {
        return false;
    }
    if !is_plain(node) {
        // A cell around one control is pressed through that control.
        return only && node.role == "gridcell";
    }
    if only {
        return true;
    }
    // Its name was only guessed, while its content speaks for itself.
    let guessed = node.states & state::GUESSED != 0 && children.iter().any(|child| !is_plain(child));
    if node.why == "tabindex" || is_nameless(node) || guessed {
        return true;
    }
    // Around a slider's thumbs or a rating's stars there is nothing else to press.
    let thumbs = |child: &&&RawNode| matches!(child.role.as_str(), "slider" | "radio");
    if node.why == "pointer" && !children.is_empty() && children.iter().filter(thumbs).count() == children.len() {
        return true;
    }
    // A card around one link, however often repeated, does what the link does.
    let mut links = children.iter().filter(|child| leads(&child.href));
    if let Some(first) = links.next()
        && links.all(|link| link.href == first.href)
        && children.iter().any(|child| !child.name.is_empty() && node.name.contains(child.name.as_str()))
    {
        return true;
    }
    children.iter().any(|child| child.name == node.name || child.name.contains(node.name.as_str()))
}

/// Whether the two are in different rows or items.
fn are_in_two_rows(one: &RawNode, other: &RawNode, contexts: &[RawContext]) -> bool {
    let is_row = |node: &RawNode| {
        let context = (node.context as usize).checked_sub(1).and_then(|at| contexts.get(at));
        context.is_some_and(|context| matches!(context.kind.as_str(), "row" | "item"))
    };
    one.context != other.context && is_row(one) && is_row(other)
}

/// A card's picture and title are often two links to one address: the one with the better name stays.
fn doubled_links(nodes: &[RawNode], contexts: &[RawContext], keep: &mut [bool]) {
    for (at, node) in nodes.iter().enumerate() {
        if !leads(&node.href) || keep.get(at) != Some(&true) {
            continue;
        }
        for (other_at, other) in nodes.iter().enumerate().skip(at + 1).take(NEIGHBOURS) {
            if are_in_two_rows(node, other, contexts) {
                continue;
            }
            if other.href != node.href || other.overlay != node.overlay || keep.get(other_at) != Some(&true) {
                continue;
            }
            if node.name.is_empty() || (other.name != node.name && other.name.contains(node.name.as_str())) {
                drop_node(keep, at);
                break;
            }
            if other.name.is_empty() || node.name.contains(other.name.as_str()) {
                drop_node(keep, other_at);
            }
        }
    }
}
