//! An oracle's knowledge of a page: the looks a model would read, accumulated over an episode.

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Element {
    pub uid: u64,
    /// Such as `BUTTON`.
    pub kind: String,
    pub label: String,
    /// What follows the label: places, values, states.
    pub rest: String,
}

impl Element {
    /// Parses a line such as `12 | BUTTON | "Search" [in: header] [value: "a"]`.
    pub(crate) fn parse(line: &str) -> Option<Self> {
        let mut parts = line.trim().splitn(3, " | ");
        let uid = parts.next()?.trim().parse().ok()?;
        let kind = parts.next()?.trim().to_owned();
        let upper = !kind.is_empty() && kind.chars().all(|letter| letter.is_ascii_uppercase());
        let (label, rest) = match parts.next() {
            Some(rest) => unquoted(rest).unwrap_or((String::new(), rest)),
            None => (String::new(), ""),
        };
        upper.then(|| Self { uid, kind, label, rest: rest.trim().to_owned() })
    }

    /// The content of `[name: …]`, with its first part unquoted.
    pub(crate) fn tag(&self, name: &str) -> Option<String> {
        let start = format!("[{name}: ");
        let rest = self.rest.split_once(&start)?.1;
        match unquoted(rest) {
            Some((text, _)) => Some(text),
            None => Some(rest.split(']').next().unwrap_or_default().to_owned()),
        }
    }

    pub(crate) fn value(&self) -> String {
        self.tag("value").unwrap_or_default()
    }

    /// Whether it has a state such as `checked`.
    pub(crate) fn is(&self, state: &str) -> bool {
        self.rest.contains(&format!("[{state}]"))
    }
}

/// A leading quoted text, and the rest.
fn unquoted(text: &str) -> Option<(String, &str)> {
    let mut label = String::new();
    let inner = text.strip_prefix('"')?;
    let mut characters = inner.char_indices();
    while let Some((at, character)) = characters.next() {
        match character {
            '"' => return Some((label, inner.get(at + 1..).unwrap_or_default())),
            '\\' => label.extend(characters.next().map(|(_, character)| character)),
            other => label.push(other),
        }
    }
    None
}

/// A page as its looks describe it.
#[derive(Debug, Clone, Default)]
pub(crate) struct KnownPage {
    pub elements: Vec<Element>,
    /// Line by line.
    pub text: Vec<String>,
    /// Whether unknown lines have gone, which only a whole look shows.
    pub stale: bool,
    legends: edith_page::Legends,
}

impl KnownPage {
    /// Marks what a look says once to be covered: `(covered by div.shade: 1-39 76)`.
    fn cover(&mut self, look: &str) {
        let said =
            look.lines().filter_map(|line| line.strip_prefix("(covered by ")?.strip_suffix(')')?.rsplit_once(": "));
        let run = |part: &str| -> Option<(u64, u64)> {
            let (first, last) = part.split_once('-').unwrap_or((part, part));
            Some((first.parse().ok()?, last.parse().ok()?))
        };
        let runs: Vec<(u64, u64)> = said.flat_map(|(_, uids)| uids.split(' ').filter_map(run)).collect();
        let is_covered = |uid: u64| runs.iter().any(|(first, last)| (*first..=*last).contains(&uid));
        for element in self.elements.iter_mut().filter(|element| is_covered(element.uid)) {
            element.rest.push_str(" [covered]");
        }
    }

    /// Applies an answer: a whole look replaces everything, changes are merged.
    pub(crate) fn take(&mut self, answer: &str) {
        let answer = &self.legends.unfold(answer);
        if let Some((_, look)) = answer.split_once("ELEMENTS (uid | type | label):") {
            let look = look.split("\n<<<END").next().unwrap_or_default();
            let (list, text) = look.split_once("\nTEXT:").unwrap_or((look, ""));
            self.elements = list.lines().filter_map(Element::parse).collect();
            self.cover(answer);
            let elements = &self.elements;
            let bare = |line: &str| {
                edith_page::without_uids(line, |uid| elements.iter().any(|known| known.uid == u64::from(uid)))
            };
            self.text = text.lines().map(|line| bare(line).trim().to_owned()).filter(|line| !line.is_empty()).collect();
            self.stale = false;
        } else if let Some((_, changes)) = answer.split_once("CHANGES since") {
            changes.lines().skip(1).for_each(|line| self.change(line));
        }
    }

    fn change(&mut self, line: &str) {
        if line.starts_with("- TEXT") || line.starts_with("~ TEXT") {
            self.stale = true;
        } else if let Some(text) = line.strip_prefix("+ TEXT ") {
            self.text.push(text.to_owned());
            self.stale = true;
        } else if let Some(gone) = line.strip_prefix("- ") {
            let uid = gone.split(' ').next().and_then(|uid| uid.parse::<u64>().ok());
            self.elements.retain(|element| Some(element.uid) != uid);
        } else if let Some(element) = line.strip_prefix(['+', '~']).and_then(Element::parse) {
            match self.elements.iter_mut().find(|known| known.uid == element.uid) {
                Some(known) => *known = element,
                None => self.elements.push(element),
            }
        }
    }

    /// The elements of a kind (empty: any), in order.
    pub(crate) fn of_kind<'a>(&'a self, kind: &'a str) -> impl Iterator<Item = &'a Element> {
        self.elements.iter().filter(move |element| kind.is_empty() || element.kind == kind)
    }

    /// The element of a kind with that label, or else one containing it in any case.
    pub(crate) fn find<'a>(&'a self, kind: &'a str, label: &str) -> Option<&'a Element> {
        let words = label.to_lowercase();
        let first = |fits: &dyn Fn(&Element) -> bool| self.of_kind(kind).find(|element| fits(element));
        first(&|element| element.label == label)
            .or_else(|| first(&|element| element.label.to_lowercase() == words))
            .or_else(|| first(&|element| element.label.to_lowercase().contains(&words)))
    }

    /// The text as one line.
    pub(crate) fn words(&self) -> String {
        self.text.join("\n")
    }
}

#[cfg(test)]
mod tests {
    use super::{Element, KnownPage};

    #[test]
    fn looks_and_changes_are_put_together() {
        let mut look = KnownPage::default();
        look.take(
            "URL: http://x/\nTitle: t\nELEMENTS (uid | type | label):\n1 | INPUT | \"a \\\"b\\\"\" [value: \"c]\"] [required]\n\
             2 | BUTTON | \"Go\" [in: row < list]\n3 | INPUT | \"\" [search]\nTEXT:\nhello\n9 | no line\n",
        );
        let first = &look.elements[0];
        assert_eq!((first.label.as_str(), first.value().as_str(), first.is("required")), ("a \"b\"", "c]", true));
        assert_eq!(look.elements[1].tag("in").as_deref(), Some("row < list"));
        assert_eq!(look.elements.len(), 3);
        assert_eq!(look.text, ["hello", "9 | no line"]);
        look.take("Clicked.\nCHANGES since the last look:\n~ 2 | BUTTON | \"Gone\"\n+ 4 | LINK | \"Next\"\n- 1 | INPUT\n+ TEXT new\n- TEXT 1 line\n(all other uids are still valid)\n");
        let labels: Vec<_> = look.elements.iter().map(|element| (element.uid, element.label.as_str())).collect();
        assert_eq!(labels, [(2, "Gone"), (3, ""), (4, "Next")]);
        assert!(look.stale && look.text.contains(&"new".to_owned()));
    }

    #[test]
    fn what_is_covered_is_known_from_the_looks_head() {
        let mut look = KnownPage::default();
        look.take("(covered by div.shade: 1-2 5)\nELEMENTS (uid | type | label):\n1 | BUTTON | \"A\"\n3 | BUTTON | \"B\"\n5 | BUTTON | \"C\"\nTEXT:\n");
        let covered =
            look.elements.iter().filter(|element| element.rest.contains("[covered]")).map(|element| element.uid);
        assert_eq!(covered.collect::<Vec<_>>(), [1, 5]);
    }

    #[test]
    fn the_controls_of_a_row_are_elements_of_their_own() {
        let mut look = KnownPage::default();
        look.take(
            "ELEMENTS (uid | type | label):\n(rows: BUTTON Star = \"Star this message\"; CHECKBOX Select)\n\
             65 | ROW | \"Tom Bradley · Mar 7\" [43 Select] [70 Star: on, pressed] [71 BUTTON \"Archive\"]\nTEXT:\n",
        );
        let told: Vec<_> = look.elements.iter().map(|e| (e.uid, e.kind.as_str(), e.label.as_str())).collect();
        let star = (70, "BUTTON", "Star this message");
        assert_eq!(
            told,
            [(65, "ROW", "Tom Bradley · Mar 7"), (43, "CHECKBOX", "Select"), star, (71, "BUTTON", "Archive")]
        );
        assert!(look.elements[2].is("on") && look.elements[2].is("pressed"));
        assert_eq!(look.elements[2].tag("in").as_deref(), Some("Tom Bradley"));
    }

    #[test]
    fn lines_of_text_are_no_elements() {
        for line in ["9 | no line", "TEXT:", "a | BUTTON | \"x\"", "3 | "] {
            assert_eq!(Element::parse(line), None, "{line}");
        }
    }
}
