//! What is below an article and is not of it: lists of other pages, with the words above them.

use super::line::one_line;
use dom_query::{Document, NodeRef};

/// Links of such a list, at least.
const LEAST_LINKS: usize = 3;
/// Parts that are taken away, at most.
const MOST: usize = 20;
/// Characters of the words above a list, at most.
const TITLE: usize = 80;

/// Takes the lists of other pages at the end of an article away, as long as an article of `least` characters is left.
pub(super) fn remove(article: &Document, least: usize) {
    for _ in 0..MOST {
        let Some(last) = last_part(article.root()) else { return };
        // Nothing stands below a heading at the end: the list that did was taken away before.
        if ["h2", "h3", "h4", "h5", "h6"].iter().any(|name| last.has_name(name)) {
            last.remove_from_parent();
            continue;
        }
        if !is_of_links(&last) || characters(&article.root()).saturating_sub(characters(&last)) < least {
            return;
        }
        let title = before(&last).filter(|title| is_title(title));
        last.remove_from_parent();
        title.into_iter().for_each(|title| title.remove_from_parent());
    }
}

/// Takes the menus of a page away that has more to say than them and its headings: parts that are called navigation, and lists of links before the first
/// heading.
pub(super) fn remove_menus(page: NodeRef<'_>) {
    let (mut menus, mut early, mut is_before, mut says) = (Vec::new(), Vec::new(), true, false);
    // What is in a list that is not a menu is none.
    let mut open = vec![(page, true)];
    while let Some((node, may_be)) = open.pop() {
        if is_heading(&node) {
            is_before = false;
            menus.append(&mut early);
            continue;
        }
        if node.is_text() {
            says |= has_text(&node);
        }
        let is_called_so = node.has_name("nav") || node.attr("role").is_some_and(|role| &*role == "navigation");
        let is_list = is_before && ["ul", "ol", "menu"].iter().any(|name| node.has_name(name));
        let is_asked = may_be && (is_called_so || is_list);
        if is_asked && is_of_links(&node) {
            if is_called_so { menus.push(node) } else { early.push(node) }
        } else if !node.has_name("script") && !node.has_name("style") {
            open.extend(node.children_it(true).map(|child| (child, may_be && !is_asked)));
        }
    }
    if says {
        menus.into_iter().for_each(|menu| menu.remove_from_parent());
    }
}

fn is_heading(node: &NodeRef<'_>) -> bool {
    ["h1", "h2", "h3", "h4", "h5", "h6"].iter().any(|name| node.has_name(name))
}

/// The last element with text: of the children, or of the last child if it is more than links.
fn last_part<'a>(root: NodeRef<'a>) -> Option<NodeRef<'a>> {
    let mut node = root;
    loop {
        let children: Vec<NodeRef<'a>> = node.children_it(false).filter(has_text).collect();
        let last = children.last().copied()?;
        if !last.is_element() {
            return None;
        }
        let holds_article = characters(&last) * 2 > characters(&root);
        if !last.has_name("div") && !last.has_name("section") && !holds_article || is_of_links(&last) {
            return Some(last);
        }
        node = last;
    }
}

fn has_text(node: &NodeRef<'_>) -> bool {
    (node.is_element() || node.is_text()) && node.text().chars().any(char::is_alphanumeric)
}

/// The part before this one that says something.
fn before<'a>(node: &NodeRef<'a>) -> Option<NodeRef<'a>> {
    let parent = node.parent()?;
    let children: Vec<NodeRef<'a>> = parent.children_it(false).filter(has_text).collect();
    let at = children.iter().position(|child| child.id == node.id)?;
    children.get(at.checked_sub(1)?).copied()
}

/// Whether a part is the words above a list: a heading, or a few words that make no sentence.
fn is_title(node: &NodeRef<'_>) -> bool {
    let text = one_line(&node.text());
    node.is_element()
        && text.chars().count() <= TITLE
        && (is_heading(node)
            || !text.ends_with(['.', '!', '?', '"', '”', '»'])
                && !node.descendants_it().any(|inner| inner.has_name("a")))
}

/// Whether nearly all that a part says beside its headings are links to other pages.
fn is_of_links(part: &NodeRef<'_>) -> bool {
    let (mut links, mut linked, mut others) = (0, 0, 0);
    let mut open = vec![*part];
    while let Some(node) = open.pop() {
        let leads_away = node.has_name("a")
            && node.attr("href").is_some_and(|href| !href.trim().is_empty() && !href.trim().starts_with('#'));
        if leads_away {
            links += 1;
            linked += characters(&node);
        } else if node.is_text() {
            others += one_line(&node.text()).chars().count();
        } else if !is_heading(&node) && !node.has_name("script") && !node.has_name("style") {
            open.extend(node.children_it(false));
        }
    }
    links >= LEAST_LINKS && linked > 4 * others
}

fn characters(node: &NodeRef<'_>) -> usize {
    one_line(&node.text()).chars().count()
}
