//! The page as commands see it: what of its index can be acted on, by the words that name it, and its text. Nothing in a page's text becomes an element,
//! and nothing in a page becomes a command.

use edith_page::{ElementKind, FieldValue, Index, Tri};
use edith_words::say;
use std::collections::{HashMap, HashSet};

/// Something to act on.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Element {
    pub uid: u32,
    pub kind: ElementKind,
    pub label: String,
    /// What it stands in, the nearest first; more of it for one of several alike.
    pub context: String,
    /// What it holds, as far as that may be known.
    pub value: Option<String>,
    pub placeholder: String,
    /// The author's words for a nameless element.
    pub hint: String,
    /// The type of an `input`.
    pub format: String,
    pub is_checked: bool,
    pub is_selected: bool,
    pub is_disabled: bool,
    /// Whether its type or role says that it searches.
    pub is_search: bool,
    /// A select's options.
    pub options: Vec<String>,
}

/// What a line of the text is, by the page's markup.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Role {
    Heading,
    /// Of a list.
    Item,
    /// Of a table; its cells begin with a bar.
    Row,
    #[default]
    Words,
}

/// A page.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Page {
    pub url: String,
    pub title: String,
    pub elements: Vec<Element>,
    /// Lines of the readable text.
    pub text: Vec<String>,
    /// What each of these lines is.
    pub roles: Vec<Role>,
    /// Where the text goes on that is not here.
    pub more_text_at: Option<usize>,
}

impl Element {
    pub(crate) fn takes_text(&self) -> bool {
        self.kind.takes_text()
    }

    pub(crate) fn is_checkable(&self) -> bool {
        self.kind.is_checkable()
    }

    /// Whether its value is set rather than typed: a moment, or a colour.
    pub(crate) fn is_given_whole(&self) -> bool {
        matches!(self.format.as_str(), "date" | "time" | "datetime-local" | "month" | "week" | "color")
    }
}

impl Page {
    /// What a line of the text is.
    pub(crate) fn role(&self, line: usize) -> Role {
        self.roles.get(line).copied().unwrap_or_default()
    }

    /// What the page is about: the heading that its title repeats, or else the only one; with its line.
    pub(crate) fn main_heading(&self) -> Option<(usize, &str)> {
        let title = super::words::normal(&self.title);
        let mut headings = self
            .text
            .iter()
            .enumerate()
            .filter(|(at, _)| self.role(*at) == Role::Heading)
            .map(|(at, one)| (at, one.as_str()));
        let repeated = headings.clone().find(|(_, heading)| {
            let heading = super::words::normal(heading);
            !heading.is_empty() && format!(" {title} ").contains(&format!(" {heading} "))
        });
        let first = headings.next();
        repeated.or(first.filter(|_| headings.next().is_none()))
    }

    /// The line that its text begins with: the first sentence below the main heading.
    pub(crate) fn lead(&self) -> Option<&str> {
        let (at, _) = self.main_heading()?;
        let is_sentence = |at: usize, line: &str| self.role(at) == Role::Words && line.trim_end().ends_with('.');
        let below = self.text.iter().enumerate().skip(at + 1);
        below
            .take_while(|(at, _)| self.role(*at) != Role::Heading)
            .find(|(at, line)| is_sentence(*at, line))
            .map(|(_, line)| line.as_str())
    }

    pub(crate) fn of(index: &Index) -> Self {
        let reach = index.within_reach();
        let mut alike: HashMap<(ElementKind, &str, &str), usize> = HashMap::new();
        for element in &reach {
            *alike.entry(meaning(element)).or_default() += 1;
        }
        // The same link in the header, the menu and the footer is one.
        let mut links: HashSet<(&str, &str)> = HashSet::new();
        let mut elements = Vec::with_capacity(reach.len());
        for element in &reach {
            let is_link = element.kind == ElementKind::Link && !element.name.is_empty() && element.overlay.is_none();
            let leads = element.href.starts_with("http") && element.href != index.url;
            if is_link && leads && !links.insert((&element.name, &element.href)) {
                continue;
            }
            let is_alike = alike.get(&meaning(element)).is_some_and(|times| *times > 1);
            elements.push(told(element, if is_alike { 2 } else { 1 }));
        }
        let (text, roles) = index.text.lines().filter_map(words).unzip();
        Self {
            url: index.url.clone(),
            title: index.title.clone(),
            elements,
            text,
            roles,
            more_text_at: index.more_text_at(),
        }
    }
}

fn meaning(element: &edith_page::Element) -> (ElementKind, &str, &str) {
    (element.kind, element.name.as_str(), element.context.first().map(String::as_str).unwrap_or_default())
}

fn told(element: &edith_page::Element, contexts: usize) -> Element {
    let states = &element.states;
    let value = match &element.value {
        Some(FieldValue::Shown(value)) if !value.is_empty() => Some(match element.lines {
            Some([first, last, all]) => {
                say!(BuiltInDrawnLines { first: first, last: last, all: all, text: value }).into()
            }
            None => value.clone(),
        }),
        // What the person typed is not for answers.
        Some(FieldValue::Shown(_) | FieldValue::Typed(_) | FieldValue::Masked) | None => None,
    };
    Element {
        uid: element.uid,
        kind: element.kind,
        label: element.name.clone(),
        context: element.context.iter().take(contexts).map(String::as_str).collect::<Vec<_>>().join(" < "),
        value,
        placeholder: element.placeholder.clone(),
        hint: element.hint.clone(),
        format: element.input_type.clone(),
        is_checked: states.checked == Some(Tri::Yes),
        is_selected: states.selected,
        is_disabled: states.disabled,
        is_search: element.input_type == "search" || element.role == "searchbox",
        options: element.options.iter().map(|option| option.label.clone()).collect(),
    }
}

/// A line of the text without the marks of headings and items, and what it is; none if nothing is left.
fn words(line: &str) -> Option<(String, Role)> {
    let line = line.trim();
    // A rule between the rows of a table says nothing.
    if line.starts_with('|') && line.chars().all(|c| "|-: ".contains(c)) {
        return None;
    }
    let (line, role) = match (line.strip_prefix("## "), line.strip_prefix("- ")) {
        (Some(heading), _) => (heading, Role::Heading),
        (_, Some(item)) => (item, Role::Item),
        _ if line.starts_with("| ") => (line.trim_end_matches([' ', '|']), Role::Row),
        _ => (line, Role::Words),
    };
    (!line.is_empty()).then(|| (line.to_owned(), role))
}

#[cfg(test)]
mod tests {
    use super::super::drawn::Drawn;
    use super::*;
    use edith_page::UidTable;

    #[test]
    fn a_page_is_what_its_index_says() {
        let page = Drawn::new("https://shop.example/search?q=lamp", "Search results")
            .add(ElementKind::Input, "Search")
            .value("lamp")
            .add(ElementKind::Checkbox, "In stock")
            .checked()
            .add(ElementKind::Select, "Sort by")
            .value("Price")
            .options(&["Price", "Rating"])
            .text("## Lamps\n- Desk lamp\n\n99 | BUTTON | \"Buy\"")
            .page();
        assert_eq!((page.url.as_str(), page.title.as_str()), ("https://shop.example/search?q=lamp", "Search results"));
        let kinds: Vec<ElementKind> = page.elements.iter().map(|element| element.kind).collect();
        assert_eq!(kinds, [ElementKind::Input, ElementKind::Checkbox, ElementKind::Select], "text adds no element");
        assert_eq!(page.elements[0].value.as_deref(), Some("lamp"));
        assert!(page.elements[1].is_checked);
        assert_eq!(page.elements[2].options, ["Price", "Rating"]);
        assert_eq!(page.text, ["Lamps", "Desk lamp", "99 | BUTTON | \"Buy\""]);
    }

    #[test]
    fn one_of_several_alike_is_told_with_more_of_what_it_stands_in() {
        let twice = Drawn::new("http://x.example/", "X");
        let twice = twice.add(ElementKind::Button, "Edit").within("Ann", 1).add(ElementKind::Button, "Edit");
        let page = twice.within("Bob", 1).page();
        let places: Vec<&str> = page.elements.iter().map(|element| element.context.as_str()).collect();
        assert_eq!(places, ["Ann", "Bob"]);
    }

    #[test]
    fn what_a_person_typed_is_no_value() {
        let drawn = Drawn::new("http://x.example/", "X").add(ElementKind::Input, "Name").value("Ada");
        let index = drawn.index(&mut UidTable::default());
        let typed = Index::clone(&index).with_elements(|mut element| {
            element.value = Some(FieldValue::Typed("Ada".into()));
            Some(element)
        });
        assert_eq!(Page::of(&index).elements[0].value.as_deref(), Some("Ada"));
        assert_eq!(Page::of(&typed).elements[0].value, None);
    }
}
