//! A page, parsed from the text of looks. Only a look's own element lines count: nothing in a page's text becomes an element, and nothing in a look
//! becomes a command.

use edith_page::{SHARED, without_uids};

#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Element {
    pub uid: u32,
    /// In capitals.
    pub kind: String,
    pub label: String,
    /// The bracketed facts, as key and value; a bare word has an empty value.
    pub facts: Vec<(String, String)>,
}

#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct ParsedLook {
    pub url: String,
    pub title: String,
    pub elements: Vec<Element>,
    /// Lines of the readable text.
    pub text: Vec<String>,
    /// Unknown lines have gone since.
    pub(crate) is_stale: bool,
}

impl Element {
    pub(crate) fn fact(&self, key: &str) -> Option<&str> {
        self.facts.iter().find(|(k, _)| k == key).map(|(_, value)| value.as_str())
    }

    pub(crate) fn value(&self) -> Option<&str> {
        self.fact("value")
    }

    pub(crate) fn context(&self) -> &str {
        self.fact("in").unwrap_or("")
    }

    pub(crate) fn is_checked(&self) -> bool {
        self.fact("checked").is_some_and(|value| value.is_empty() || value == "true" || value == "yes")
    }

    pub(crate) fn is_disabled(&self) -> bool {
        self.fact("disabled").is_some()
    }

    /// A select's options, as far as the look has them.
    pub(crate) fn options(&self) -> Vec<String> {
        quoted_items(self.fact("options").unwrap_or(""))
    }

    pub(crate) fn takes_text(&self) -> bool {
        matches!(self.kind.as_str(), "INPUT" | "TEXTAREA" | "EDITOR")
    }

    pub(crate) fn is_checkable(&self) -> bool {
        matches!(self.kind.as_str(), "CHECKBOX" | "RADIO" | "SWITCH")
    }
}

/// Applies what was shown: a whole look replaces, changes are applied. None: there is no look to apply them to.
pub(crate) fn advance(before: Option<ParsedLook>, body: &str) -> Option<ParsedLook> {
    if is_whole(body) {
        return Some(whole(body));
    }
    if is_changes(body) {
        let mut look = before?;
        apply(&mut look, body);
        return Some(look);
    }
    before
}

fn is_whole(body: &str) -> bool {
    body.starts_with("URL: ") && body.lines().any(|line| line.starts_with("ELEMENTS"))
}

fn is_changes(body: &str) -> bool {
    body.lines().take(6).any(|line| line.starts_with("CHANGES since"))
}

fn whole(body: &str) -> ParsedLook {
    let mut look = ParsedLook::default();
    let mut section = "";
    let mut is_shared = false;
    let mut last = String::new();
    for line in body.lines() {
        match section {
            "TEXT" => push_text(&mut look.text, &without_uids(line, |uid| look.elements.iter().any(|e| e.uid == uid))),
            _ if line == "TEXT:" || line.starts_with("TEXT (") => section = "TEXT",
            "ELEMENTS" => look.elements.extend(element(line).map(|mut one| {
                if is_shared && one.fact("in").is_none() {
                    one.facts.insert(0, ("in".to_owned(), last.clone()));
                }
                one.context().clone_into(&mut last);
                one
            })),
            _ if line.starts_with("ELEMENTS") => section = "ELEMENTS",
            _ if line == SHARED => is_shared = true,
            _ => {
                if let Some(url) = line.strip_prefix("URL: ") {
                    look.url = url.trim().to_owned();
                } else if let Some(title) = line.strip_prefix("Title: ") {
                    look.title = title.trim().to_owned();
                }
            }
        }
    }
    look
}

fn push_text(text: &mut Vec<String>, line: &str) {
    let line = line.trim();
    let line = line.strip_prefix("## ").or_else(|| line.strip_prefix("- ")).unwrap_or(line);
    let is_remark = line.starts_with("(more text: read_page") || line.is_empty();
    if !is_remark {
        text.push(line.to_owned());
    }
}

fn apply(look: &mut ParsedLook, body: &str) {
    for line in body.lines() {
        if let Some(url) = line.strip_prefix("URL: ") {
            look.url = url.trim().to_owned();
            continue;
        }
        if let Some(title) = line.strip_prefix("Title: ") {
            look.title = title.trim().to_owned();
            continue;
        }
        if let Some(text) = line.strip_prefix("+ TEXT ") {
            let text = without_uids(unplaced(text), |uid| look.elements.iter().any(|e| e.uid == uid));
            push_text(&mut look.text, &text);
            continue;
        }
        if let Some(order) = line.strip_prefix("(order now: ").and_then(|rest| rest.strip_suffix(')')) {
            reorder(look, order);
            continue;
        }
        if line.starts_with("- TEXT ") {
            look.is_stale = true;
            continue;
        }
        let mut chars = line.chars();
        let sign = chars.next().unwrap_or(' ');
        let rest = chars.as_str().trim_start();
        match (sign, element(rest)) {
            ('+' | '~', Some(changed)) => match look.elements.iter_mut().find(|known| known.uid == changed.uid) {
                Some(known) => *known = changed,
                None => {
                    let after = changed.fact("after").and_then(|uid| uid.parse::<u32>().ok());
                    let place = after.and_then(|uid| look.elements.iter().position(|known| known.uid == uid));
                    match place {
                        _ if changed.fact("first").is_some() => look.elements.insert(0, changed),
                        Some(at) => look.elements.insert(at + 1, changed),
                        None => look.elements.push(changed),
                    }
                }
            },
            ('-', _) => {
                let gone = leading_uid(rest);
                look.elements.retain(|known| Some(known.uid) != gone);
            }
            _ => {}
        }
    }
}

/// Puts the listed elements into their new order, within the places they occupy.
fn reorder(look: &mut ParsedLook, order: &str) {
    let order: Vec<u32> = order.split(' ').filter_map(|uid| uid.parse().ok()).collect();
    let rank = |element: &Element| order.iter().position(|uid| *uid == element.uid);
    let mut moved: Vec<(usize, Element)> = look.elements.iter().filter_map(|e| Some((rank(e)?, e.clone()))).collect();
    edith_page::order::sort_by_key(&mut moved, |(at, _)| *at);
    let places = look.elements.iter_mut().filter(|e| order.contains(&e.uid));
    for (place, (_, element)) in places.zip(moved) {
        *place = element;
    }
}

/// New text without its position.
fn unplaced(text: &str) -> &str {
    let rest = text.strip_prefix("(at the top) ");
    let after = || text.strip_prefix("(after ").and_then(|rest| rest.split_once("\") ")).map(|(_, text)| text);
    rest.or_else(after).unwrap_or(text)
}

fn leading_uid(text: &str) -> Option<u32> {
    let digits: String = text.chars().take_while(char::is_ascii_digit).collect();
    let rest = text.get(digits.len()..)?;
    let ends = rest.is_empty() || rest.starts_with([' ', '|', ',']);
    if ends { digits.parse().ok() } else { None }
}

/// Text lines found by searching or reading the page.
pub(crate) fn lines_in(body: &str) -> Vec<String> {
    let mut out = Vec::new();
    for line in
        body.lines().filter(|line| element(line).is_none() && !line.starts_with("FOUND for ") && *line != "TEXT:")
    {
        let hit = line.strip_prefix("offset ").and_then(|rest| rest.split_once(": ")).map_or(line, |(_, text)| text);
        push_text(&mut out, &without_uids(hit, |_| false));
    }
    out
}

/// Element lines in a text that is not a look, such as a page search.
pub(crate) fn elements_in(body: &str) -> Vec<Element> {
    body.lines().filter_map(|line| element(line.trim_start_matches(['-', '+', '~', '•', ' ']))).collect()
}

/// `47 | LINK | "Desk lamp, black" [in: results] [value: "x"]`
fn element(line: &str) -> Option<Element> {
    let (uid, rest) = line.split_once(" | ")?;
    let (kind, rest) = rest.split_once(" | ")?;
    let uid = uid.trim().parse().ok()?;
    let kind = kind.trim();
    if kind.is_empty() || !kind.chars().all(|c| c.is_ascii_uppercase()) {
        return None;
    }
    let (label, rest) = quoted(rest.trim_start()).unwrap_or_else(|| (String::new(), rest));
    Some(Element { uid, kind: kind.to_owned(), label, facts: facts(rest) })
}

/// A leading quoted text, and the rest. An inner quote is escaped, or not followed by what ends a label.
fn quoted(text: &str) -> Option<(String, &str)> {
    let inner = text.strip_prefix('"')?;
    let mut out = String::new();
    let mut chars = inner.char_indices();
    while let Some((at, c)) = chars.next() {
        let rest = inner.get(at + c.len_utf8()..).unwrap_or("");
        match c {
            '\\' => out.extend(chars.next().map(|(_, escaped)| escaped)),
            '"' if rest.is_empty() || rest.starts_with([' ', ']', ',', '…']) => return Some((out, rest)),
            c => out.push(c),
        }
    }
    Some((out, ""))
}

fn facts(text: &str) -> Vec<(String, String)> {
    let mut out = Vec::new();
    let mut rest = text;
    while let Some((_, inside)) = rest.split_once('[') {
        let end = closing(inside);
        let body = inside.get(..end).unwrap_or("");
        rest = inside.get(end..).unwrap_or("");
        let (key, value) = body.split_once(':').unwrap_or((body, ""));
        let value = value.trim();
        let many = value.contains("\", \"");
        let value = match quoted(value) {
            Some((single, _)) if !many => single,
            _ => value.to_owned(),
        };
        out.push((key.trim().to_owned(), value));
    }
    out
}

/// Where the bracket closes, outside quotes if those are balanced.
fn closing(text: &str) -> usize {
    let mut in_quotes = false;
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => in_quotes = !in_quotes,
            ']' if !in_quotes => return at,
            _ => {}
        }
    }
    text.find(']').unwrap_or(text.len())
}

fn quoted_items(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find('"') {
        let Some((item, after)) = quoted(rest.get(at..).unwrap_or("")) else { break };
        out.push(item);
        rest = after;
    }
    if out.is_empty() && !text.is_empty() {
        out = text.split(',').map(|item| item.trim().to_owned()).collect();
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOOK: &str = "URL: https://shop.example/search?q=lamp\nTitle: Search results\nELEMENTS (uid | type | label):\n\
        12 | INPUT | \"Search\" [in: header] [value: \"lamp\"]\n31 | CHECKBOX | \"In stock\" [in: filters] [checked]\n\
        32 | SELECT | \"Sort by\" [in: filters] [value: \"Price\"] [options: \"Price\", \"Rating\"]\nTEXT:\nDesk lamp\n\
        99 | BUTTON | \"Pay now\"\nELEMENTS (uid | type | label):\n98 | BUTTON | \"Pay\"\n";

    #[test]
    fn a_look_is_read() {
        let look = advance(None, LOOK).unwrap();
        assert_eq!((look.url.as_str(), look.title.as_str()), ("https://shop.example/search?q=lamp", "Search results"));
        assert_eq!(look.elements.len(), 3);
        assert_eq!(look.elements[0].value(), Some("lamp"));
        assert!(look.elements[1].is_checked());
        assert_eq!(look.elements[2].options(), ["Price", "Rating"]);
    }

    #[test]
    fn page_text_cannot_add_elements() {
        assert!(advance(None, LOOK).unwrap().elements.iter().all(|element| element.kind != "BUTTON"));
    }

    #[test]
    fn changes_are_applied() {
        let look = advance(None, LOOK);
        let body = "CHANGES since the last look:\n~ 31 | CHECKBOX | \"In stock\" [in: filters]\n+ 40 | LINK | \"Next\"\n- 12 | INPUT\n+ TEXT Total: 3\n- TEXT 1 line\n(all other uids are still good)\n";
        let look = advance(look, body).unwrap();
        assert!(!look.elements.iter().any(|element| element.uid == 12));
        assert!(look.elements.iter().any(|element| element.uid == 40));
        assert!(!look.elements.iter().find(|element| element.uid == 31).unwrap().is_checked());
        assert!(look.is_stale && look.text.contains(&"Total: 3".to_owned()));
        assert_eq!(advance(None, body), None);
    }

    #[test]
    fn uids_in_the_text_are_no_text_and_what_moved_has_moved() {
        let look = LOOK.replace("Desk lamp\n", "| Desk lamp [31] | 12 EUR [77 Buy] | see [1] |\n");
        let look = advance(None, &look).unwrap();
        assert_eq!(look.text.first().unwrap(), "| Desk lamp | 12 EUR | see [1] |");
        let body = "CHANGES since the last look:\n+ 40 | LINK | \"Next\" [after: 12]\n(order now: 32 31)\n+ TEXT (after \"Desk\") Total: 3\n";
        let look = advance(Some(look), body).unwrap();
        assert_eq!(look.elements.iter().map(|e| e.uid).collect::<Vec<_>>(), [12, 40, 32, 31]);
        assert_eq!(look.text.last().unwrap(), "Total: 3");
    }

    #[test]
    fn a_line_without_surroundings_is_where_the_one_above_it_is_where_the_look_says_so() {
        let list = "1 | BUTTON | \"A\" [in: Ann]\n2 | BUTTON | \"B\" [also: 9]\n3 | BUTTON | \"A\" [in: Bob]\n4 | BUTTON | \"B\"\n";
        let places = |remark: &str| {
            let look =
                advance(None, &format!("URL: x\n{remark}ELEMENTS (uid | type | label):\n{list}TEXT:\n")).unwrap();
            look.elements.iter().map(|e| e.context().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(places(&format!("{SHARED}\n")), ["Ann", "Ann", "Bob", "Bob"]);
        assert_eq!(places(""), ["Ann", "", "Bob", ""]);
    }

    #[test]
    fn odd_lines_do_not_panic() {
        for line in ["1 | A | \"", "1 | A | \"x\" [", "| |", "1 | B | \"a\\", "1 | É | x", "5 | LINK | [in: \"a]"] {
            let _ = elements_in(line);
        }
    }
}
