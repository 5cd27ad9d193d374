//! Text to inline content.

use super::{Inline, MAX_DEPTH, linked, safe_href};

/// Reads the text of one block and makes links of bare addresses in it.
pub(super) fn read(text: &str) -> Vec<Inline> {
    linked(nested(text, 0))
}

fn nested(text: &str, depth: usize) -> Vec<Inline> {
    if depth >= MAX_DEPTH {
        return vec![Inline::Text(text.to_owned())];
    }
    let mut reader = Reader { text, at: 0, out: Vec::new(), hopeless: Vec::new(), depth };
    while reader.step() {}
    reader.out
}

struct Reader<'t> {
    text: &'t str,
    /// Where it is, in bytes.
    at: usize,
    out: Vec<Inline>,
    /// Ends that were looked for and are not in the rest, so that a text full of openings is read in linear time.
    hopeless: Vec<(char, usize)>,
    depth: usize,
}

impl<'t> Reader<'t> {
    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// Reads one piece; false at the end.
    fn step(&mut self) -> bool {
        let Some(c) = self.rest().chars().next() else { return false };
        let done = match c {
            '\\' => self.escape(),
            '`' => self.code(),
            '*' | '_' | '~' => self.emphasis(c),
            '[' => self.link(0),
            '!' if self.rest().starts_with("![") => self.link(1),
            '<' => self.angle(),
            '&' => self.entity(),
            '\n' => self.line_end(),
            _ => false,
        };
        if !done {
            self.push(c);
            self.at += c.len_utf8();
        }
        true
    }

    fn push(&mut self, c: char) {
        match self.out.last_mut() {
            Some(Inline::Text(text)) => text.push(c),
            _ => self.out.push(Inline::Text(c.to_string())),
        }
    }

    fn escape(&mut self) -> bool {
        match self.rest().chars().nth(1) {
            Some('\n') => self.out.push(Inline::Break),
            Some(c) if c.is_ascii_punctuation() => self.push(c),
            _ => return false,
        }
        self.at += 2;
        true
    }

    fn line_end(&mut self) -> bool {
        let hard = matches!(self.out.last(), Some(Inline::Text(text)) if text.ends_with("  "));
        if let Some(Inline::Text(text)) = self.out.last_mut() {
            text.truncate(text.trim_end_matches(' ').len());
        }
        if hard {
            self.out.push(Inline::Break);
            self.at += 1;
        }
        hard
    }

    fn code(&mut self) -> bool {
        let length = run(self.rest(), '`');
        let Some(end) = self.close('`', length, self.at + length) else {
            // The whole run is text: a shorter one inside it opens nothing.
            (0..length).for_each(|_| self.push('`'));
            self.at += length;
            return true;
        };
        let code = self.text.get(self.at + length..end).unwrap_or_default().replace('\n', " ");
        let trimmed =
            code.strip_prefix(' ').and_then(|code| code.strip_suffix(' ')).filter(|code| !code.trim().is_empty());
        self.out.push(Inline::Code(trimmed.unwrap_or(&code).to_owned()));
        self.at = end + length;
        true
    }

    fn emphasis(&mut self, mark: char) -> bool {
        let length = run(self.rest(), mark);
        let inner_at = self.at + length;
        let before = self.text.get(..self.at).and_then(|text| text.chars().next_back());
        let opens = self.text.get(inner_at..).and_then(|text| text.chars().next()).is_some_and(|c| !c.is_whitespace());
        // Inside a word an underscore is one.
        let in_word = mark == '_' && before.is_some_and(char::is_alphanumeric);
        let known = if mark == '~' { length == 2 } else { length <= 3 };
        let end = if opens && known && !in_word { self.close(mark, length, inner_at) } else { None };
        let Some(end) = end else {
            (0..length).for_each(|_| self.push(mark));
            self.at = inner_at;
            return true;
        };
        let inner = nested(self.text.get(inner_at..end).unwrap_or_default(), self.depth + 1);
        self.out.push(match (mark, length) {
            ('~', _) => Inline::Strike(inner),
            (_, 1) => Inline::Emphasis(inner),
            (_, 2) => Inline::Strong(inner),
            _ => Inline::Strong(vec![Inline::Emphasis(inner)]),
        });
        self.at = end + length;
        true
    }

    /// Where the run that closes one of this length starts.
    fn close(&mut self, mark: char, length: usize, from: usize) -> Option<usize> {
        if self.hopeless.contains(&(mark, length)) {
            return None;
        }
        let mut at = from;
        let mut previous = ' ';
        while let Some(c) = self.text.get(at..).and_then(|text| text.chars().next()) {
            let rest = self.text.get(at..).unwrap_or_default();
            if c == '\\' && mark != '`' {
                at += 1 + rest.chars().nth(1).map_or(0, char::len_utf8);
                previous = 'x';
                continue;
            }
            if c == mark {
                let found = run(rest, mark);
                let after = rest.get(found..).and_then(|text| text.chars().next());
                let in_word = mark == '_' && after.is_some_and(char::is_alphanumeric);
                if mark == '`' && found == length {
                    return Some(at);
                }
                // The three that end both an outer and an inner one: the outer takes the last.
                let fits = found == length || found == 3 && length < 3 && mark != '~';
                if mark != '`' && fits && !previous.is_whitespace() && !in_word {
                    return Some(at + found - length);
                }
                at += found;
            } else {
                at += c.len_utf8();
            }
            previous = c;
        }
        self.hopeless.push((mark, length));
        None
    }

    /// A link, or an image, which is shown as one: nothing remote is loaded.
    fn link(&mut self, skip: usize) -> bool {
        let open = self.at + skip;
        let Some((words_end, target, after)) = self.link_parts(open) else { return false };
        let inner = self.text.get(open + 1..words_end).unwrap_or_default();
        let mut words = nested(inner, self.depth + 1);
        match safe_href(target) {
            Some(href) => {
                if words.is_empty() {
                    words.push(Inline::Text(href.clone()));
                }
                self.out.push(Inline::Link(href, words));
            }
            // The words stay, the address goes.
            None => self.out.extend(words),
        }
        self.at = after;
        true
    }

    /// Where the words of `[words](target "title")` end, its target, and where it ends.
    fn link_parts(&mut self, open: usize) -> Option<(usize, &'t str, usize)> {
        let text: &'t str = self.text;
        let words_end = self.balanced(open, '[', ']')?;
        let paren = words_end + 1;
        if !text.get(paren..)?.starts_with('(') {
            return None;
        }
        let end = self.balanced(paren, '(', ')')?;
        let target = text.get(paren + 1..end)?.trim();
        let target = match target.strip_prefix('<') {
            Some(rest) => rest.split('>').next()?,
            None => target.split_whitespace().next().unwrap_or_default(),
        };
        Some((words_end, target, end + 1))
    }

    /// Where the bracket that closes the one at `from` is.
    fn balanced(&mut self, from: usize, open: char, close: char) -> Option<usize> {
        if self.hopeless.contains(&(open, 0)) {
            return None;
        }
        let mut depth = 0_usize;
        let mut escaped = false;
        for (offset, c) in self.text.get(from..)?.char_indices() {
            if escaped {
                escaped = false;
            } else if c == '\\' {
                escaped = true;
            } else if c == open {
                depth += 1;
            } else if c == close {
                depth -= 1;
                if depth == 0 {
                    return Some(from + offset);
                }
            }
        }
        // Brackets that are open to the end: the next ones are not tried again.
        self.hopeless.push((open, 0));
        None
    }

    /// `<https://example.com>`; every other angle bracket is text.
    fn angle(&mut self) -> bool {
        let Some((address, _)) = self.rest().get(1..).and_then(|rest| rest.split_once('>')) else { return false };
        if address.contains(char::is_whitespace) {
            return false;
        }
        let Some(href) = safe_href(address) else { return false };
        self.out.push(Inline::Link(href, vec![Inline::Text(address.to_owned())]));
        self.at += address.len() + 2;
        true
    }

    fn entity(&mut self) -> bool {
        const ENTITIES: [(&str, char); 7] = [
            ("&amp;", '&'),
            ("&lt;", '<'),
            ("&gt;", '>'),
            ("&quot;", '"'),
            ("&#39;", '\''),
            ("&apos;", '\''),
            ("&nbsp;", '\u{a0}'),
        ];
        let found = ENTITIES.into_iter().find(|(name, _)| self.rest().starts_with(name));
        if let Some((name, c)) = found {
            self.push(c);
            self.at += name.len();
        }
        found.is_some()
    }
}

/// How many of a mark stand at the start.
fn run(text: &str, mark: char) -> usize {
    text.len() - text.trim_start_matches(mark).len()
}
