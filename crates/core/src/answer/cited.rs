//! Citations in a model's answer. The model is told to write `[name, p. N: "quote"]`; what models make of that is read here: names with brackets, other
//! languages' words for a page, ranges, several citations in one bracket, quotes with brackets and quotation marks in them.

use std::ops::Range;

/// Citations in one bracket, at most.
const MOST_MARKS: usize = 12;
/// Ways of reading one bracket that are tried, at most.
const MOST_TRIES: u32 = 400;
/// Bytes of one bracket, at most.
const MOST_BYTES: usize = 6_000;
/// Bytes of a name that no document has, at most.
const MOST_NAME_BYTES: usize = 200;
/// Pages that one citation may span, at most.
const MOST_PAGES: u32 = 20;
/// Characters of a word for a page, at most.
const PAGE_WORD_CHARS: usize = 12;
/// Words for a page, a slide or a sheet, where the name before it is of no document that is known.
const PAGE_WORDS: &[&str] = &[
    "p",
    "pp",
    "pg",
    "page",
    "pages",
    "s",
    "seite",
    "seiten",
    "pág",
    "págs",
    "página",
    "páginas",
    "slide",
    "folie",
    "diapositive",
    "diapositiva",
    "sheet",
    "blatt",
    "feuille",
    "hoja",
];
/// What an answer has instead of a page for what was computed from a table.
const COMPUTED: &str = "computed";

/// A bracket in an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Bracket {
    /// Where it is in the answer, in bytes.
    pub at: Range<usize>,
    /// What it says.
    pub says: Says,
}

/// What a bracket says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Says {
    /// Where the statement before it is.
    Stands(Vec<Mark>),
    /// `[none]`: the documents do not say it.
    Nothing,
    /// `[outside: …]`: what is needed that is not in the documents.
    Outside(String),
}

/// One citation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Mark {
    /// Which of the documents; none: a name that none of them has.
    pub document: Option<usize>,
    /// The name as written.
    pub name: String,
    /// Where in it.
    pub place: CitedAt,
    /// The words; empty: none were given.
    pub quote: String,
}

/// Where in a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CitedAt {
    /// On these pages, from 1.
    Pages(u32, u32),
    /// In what was computed from one of its tables.
    Computed,
}

/// The brackets of an answer that say where something is. `names`: those of the documents.
pub(crate) fn brackets(answer: &str, names: &[&str]) -> Vec<Bracket> {
    let mut found: Vec<Bracket> = Vec::new();
    for (start, c) in answer.char_indices() {
        let close = match c {
            '[' => ']',
            '【' => '】',
            _ => continue,
        };
        if found.last().is_some_and(|last| start < last.at.end) {
            continue;
        }
        let from = start + c.len_utf8();
        let end = answer.floor_char_boundary(from + MOST_BYTES);
        let inside = answer.get(from..end).unwrap_or_default();
        let mut reader = Reader { names, close, tries: MOST_TRIES };
        if let Some((says, rest)) = reader.bracket(inside) {
            found.push(Bracket { at: start..end - rest.len(), says });
        }
    }
    found
}

struct Reader<'n> {
    names: &'n [&'n str],
    close: char,
    tries: u32,
}

/// A document and the name it was called by.
type CalledAs = (Option<usize>, String);

impl Reader<'_> {
    fn bracket<'t>(&mut self, inside: &'t str) -> Option<(Says, &'t str)> {
        let bare = inside.trim_start();
        let word = |word: &str| after_word(bare, word).map(str::trim_start);
        if let Some(rest) = word("none").and_then(|rest| rest.strip_prefix(self.close)) {
            return Some((Says::Nothing, rest));
        }
        if let Some(rest) = word("outside").and_then(|rest| rest.strip_prefix(':')) {
            let (what, rest) = rest.split_once(self.close)?;
            return Some((Says::Outside(what.trim().to_owned()), rest));
        }
        let mut marks = Vec::new();
        let rest = self.marks(inside, None, &mut marks)?;
        Some((Says::Stands(marks), rest))
    }

    /// Reads citations up to the closing bracket; returns what follows it.
    fn marks<'t>(
        &mut self,
        text: &'t str,
        last: Option<(CalledAs, CitedAt)>,
        marks: &mut Vec<Mark>,
    ) -> Option<&'t str> {
        self.tries = self.tries.checked_sub(1)?;
        if marks.len() >= MOST_MARKS {
            return None;
        }
        let text = text.trim_start();
        let another_quote = last.as_ref().filter(|_| text.chars().next().is_some_and(|c| closers(c).is_some()));
        let (named, place, rest) = match another_quote {
            Some((named, place)) => (named.clone(), *place, text),
            None => self.named_place(text, last.as_ref().map(|(named, _)| named))?,
        };
        let (document, name) = named.clone();
        for (quote, rest) in quotes(rest, self.close) {
            let rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '.');
            let end = rest.strip_prefix(self.close);
            let more = rest.strip_prefix([';', ',', '&']).or_else(|| after_word(rest, "and"));
            if end.or(more).is_none() {
                continue;
            }
            let length = marks.len();
            marks.push(Mark { document, name: name.clone(), place, quote: tidy(quote) });
            let after = end.or_else(|| self.marks(more?, Some((named.clone(), place)), marks));
            if after.is_some() {
                return after;
            }
            marks.truncate(length);
        }
        None
    }

    /// A name and a place; without a name it is the last one, or the only document.
    fn named_place<'t>(&self, text: &'t str, last: Option<&CalledAs>) -> Option<(CalledAs, CitedAt, &'t str)> {
        let is_wrap = |c: char| matches!(c, '*' | '_' | '`' | '"' | '\'' | '“' | '„' | '”' | '«' | '»' | '\\');
        let text = text.trim_start_matches(is_wrap);
        let known = self.names.iter().enumerate().flat_map(|(at, name)| {
            let stem = name.rsplit_once('.').map_or(*name, |(stem, _)| stem);
            [*name, stem].into_iter().filter_map(move |name| Some((at, name, after_ignoring_case(text, name)?)))
        });
        let placed = known.filter_map(|(at, name, rest)| {
            let rest = rest.trim_start_matches(is_wrap);
            // Else the name only begins like it.
            rest.starts_with(|c: char| !c.is_alphanumeric()).then_some(())?;
            let (place, rest) = place(rest, true)?;
            Some((name.len(), ((Some(at), self.names.get(at).copied()?.to_owned()), place, rest)))
        });
        if let Some((_, found)) = placed.reduce(|best, one| if one.0 > best.0 { one } else { best }) {
            return Some(found);
        }
        if let Some((place, rest)) = place(text, false) {
            let named = match (last, self.names) {
                (Some(last), _) => last.clone(),
                (None, [only]) => (Some(0), (*only).to_owned()),
                (None, _) => (None, String::new()),
            };
            return Some((named, place, rest));
        }
        let head = text.get(..text.floor_char_boundary(MOST_NAME_BYTES)).unwrap_or_default();
        let until = head.find(['\n', self.close]).unwrap_or(head.len());
        head.match_indices([',', ':', '(']).map(|(at, _)| at).take_while(|at| *at < until).find_map(|at| {
            let (name, rest) = text.split_at_checked(at)?;
            let (place, rest) = place(rest, false)?;
            let name = name.trim_matches(|c: char| c.is_whitespace() || is_wrap(c));
            Some((self.resolved(name), place, rest))
        })
    }

    /// The only document whose name has this in it, or is in it.
    fn resolved(&self, name: &str) -> CalledAs {
        let wanted = name.to_lowercase();
        let mut alike = self.names.iter().enumerate().filter(|(_, name)| {
            let name = name.to_lowercase();
            !wanted.is_empty() && (name.contains(&wanted) || wanted.contains(&name))
        });
        match (alike.next(), alike.next()) {
            (Some((at, name)), None) => (Some(at), (*name).to_owned()),
            _ => (None, name.to_owned()),
        }
    }
}

/// A place after a name. `after_name`: any word may stand for a page, or none.
fn place(text: &str, after_name: bool) -> Option<(CitedAt, &str)> {
    let text = text.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, ',' | ':' | '(' | '–' | '-' | '|'));
    if let Some(rest) = after_word(text, COMPUTED) {
        return Some((CitedAt::Computed, rest));
    }
    let rest = after_page_word(text, after_name)?;
    let (first, rest) = number(rest)?;
    let (last, rest) = range_end(rest).filter(|(last, _)| *last > first).unwrap_or((first, rest));
    let last = last.min(first.saturating_add(MOST_PAGES - 1));
    Some((CitedAt::Pages(first, last), rest.trim_start().trim_start_matches(')')))
}

fn after_page_word(text: &str, any: bool) -> Option<&str> {
    let end = text.find(|c: char| !c.is_alphabetic()).unwrap_or(text.len());
    let (word, rest) = text.split_at_checked(end)?;
    let is_known = PAGE_WORDS.contains(&word.to_lowercase().as_str());
    let fits = is_known || any && word.chars().count() <= PAGE_WORD_CHARS;
    fits.then(|| rest.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '.' | '#' | '№' | '°')))
}

fn number(text: &str) -> Option<(u32, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (digits, rest) = text.split_at_checked(end)?;
    digits.parse().ok().filter(|number| *number > 0).map(|number| (number, rest))
}

/// `-5`, `– p. 5`, ` to 5`, `, 5`.
fn range_end(text: &str) -> Option<(u32, &str)> {
    let text = text.trim_start();
    let words = ["to", "bis", "and", "und", "et", "à", "y", "a"];
    let rest = text
        .strip_prefix(['-', '–', '—', '‑', '/', '&', ','])
        .or_else(|| words.iter().find_map(|word| after_word(text, word)))?
        .trim_start();
    let end = rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len());
    let (word, after) = rest.split_at_checked(end)?;
    let rest =
        if PAGE_WORDS.contains(&word.to_lowercase().as_str()) { after.trim_start_matches(['.', ' ']) } else { rest };
    let (last, rest) = number(rest)?;
    // Else it is the beginning of something else.
    rest.trim_start().starts_with([':', ',', ';', ']', '】', ')', '"', '“', '„', '«']).then_some((last, rest))
}

/// The quotes that may begin here, each with what follows it, the likeliest first.
fn quotes(text: &str, close: char) -> Vec<(&str, &str)> {
    let bare = text.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, ':' | ',' | '–' | '—' | '=' | '-'));
    let Some(open) = bare.chars().next() else { return Vec::new() };
    if open == close || open == ';' {
        return vec![("", bare)];
    }
    let bare_quote = || {
        // Without quotation marks it goes to the end; brackets within it are its own.
        let mut depth = 0;
        let end = bare.char_indices().find(|(_, c)| match *c {
            '[' => {
                depth += 1;
                false
            }
            c if c == close && depth > 0 => {
                depth -= 1;
                false
            }
            c => c == close,
        });
        end.and_then(|(end, _)| bare.split_at_checked(end))
    };
    // A backslash is left over from JSON.
    let unescaped = bare.strip_prefix('\\').unwrap_or(bare);
    let Some(closers) = unescaped.chars().next().and_then(closers) else {
        let is_marked = text.trim_start().starts_with(':');
        return bare_quote().filter(|_| is_marked).into_iter().collect();
    };
    let Some(open) = unescaped.chars().next() else { return Vec::new() };
    let body = unescaped.get(open.len_utf8()..).unwrap_or_default();
    let ends = body.char_indices().filter(|(_, c)| closers.contains(*c)).filter_map(|(end, c)| {
        let (quote, rest) = body.split_at_checked(end)?;
        Some((quote, rest.get(c.len_utf8()..)?))
    });
    ends.collect()
}

fn tidy(quote: &str) -> String {
    quote.trim().trim_end_matches('\\').replace("\\\"", "\"")
}

/// What may close a quotation that this opens; none: it opens none.
fn closers(open: char) -> Option<&'static str> {
    Some(match open {
        '"' => "\"”“",
        '“' | '„' | '”' => "”“\"",
        '«' => "»",
        '»' => "«",
        '‘' | '‚' | '\'' | '’' => "’‘'",
        '「' => "」",
        _ => return None,
    })
}

/// What follows this word, in any case.
fn after_word<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let rest = after_ignoring_case(text, word)?;
    (!rest.starts_with(char::is_alphanumeric)).then_some(rest)
}

fn after_ignoring_case<'t>(text: &'t str, beginning: &str) -> Option<&'t str> {
    let mut rest = text.chars();
    for wanted in beginning.chars() {
        let c = rest.next()?;
        if c != wanted && !c.to_lowercase().eq(wanted.to_lowercase()) {
            return None;
        }
    }
    (!beginning.is_empty()).then_some(rest.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: [&str; 4] = ["Contract.pdf", "Report [final].pdf", "prices.xlsx", "Contract.pdf (2)"];

    /// The citations as `document:from-to:quote`.
    fn marks(answer: &str) -> Vec<String> {
        let all = brackets(answer, &NAMES).into_iter().flat_map(|bracket| match bracket.says {
            Says::Stands(marks) => marks,
            other => panic!("{other:?}"),
        });
        let place = |place| match place {
            CitedAt::Pages(first, last) if first == last => first.to_string(),
            CitedAt::Pages(first, last) => format!("{first}-{last}"),
            CitedAt::Computed => "computed".to_owned(),
        };
        let document = |mark: &Mark| mark.document.map_or_else(|| format!("?{}", mark.name), |at| at.to_string());
        all.map(|mark| format!("{}:{}:{}", document(&mark), place(mark.place), mark.quote)).collect()
    }

    #[test]
    fn a_citation_is_read_however_a_model_writes_it() {
        for (answer, expected) in [
            (r#"It ends in May [Contract.pdf, p. 3: "ends on 31 May"]."#, vec!["0:3:ends on 31 May"]),
            (r#"[contract.PDF, S. 3: „endet am 31. Mai“]"#, vec!["0:3:endet am 31. Mai"]),
            (r#"[Contract, page 3: "x y"]"#, vec!["0:3:x y"]),
            (r#"[Contract.pdf, pág. 3: «x y»]"#, vec!["0:3:x y"]),
            (r#"[Contract.pdf, стр. 3: "x y"]"#, vec!["0:3:x y"]),
            (r#"[Contract.pdf, 3: "x y"]"#, vec!["0:3:x y"]),
            (r#"[Contract.pdf p.3 "x y"]"#, vec!["0:3:x y"]),
            (r#"[Contract.pdf (p. 3): "x y"]"#, vec!["0:3:x y"]),
            (r#"["Contract.pdf", p. 3: "x y"]"#, vec!["0:3:x y"]),
            (r#"[**Contract.pdf**, p. 3: "x y"]"#, vec!["0:3:x y"]),
            (r#"【Contract.pdf, p. 3: "x y"】"#, vec!["0:3:x y"]),
            (r#"[Contract.pdf (2), p. 3: "x y"]"#, vec!["3:3:x y"]),
            (r#"[Report [final].pdf, p. 12: "a [sic] b"]"#, vec!["1:12:a [sic] b"]),
            (r#"[Contract.pdf, pp. 3–5: "x y"]"#, vec!["0:3-5:x y"]),
            (r#"[Contract.pdf, p. 3 bis S. 4: "x y"]"#, vec!["0:3-4:x y"]),
            (r#"[Contract.pdf, pp. 3 and 4: "x y"]"#, vec!["0:3-4:x y"]),
            (r#"[Contract.pdf, pp. 1-900: "x y"]"#, vec!["0:1-20:x y"]),
            (r#"[Contract.pdf, p. 3: "he said "yes" to it"]"#, vec![r#"0:3:he said "yes" to it"#]),
            (r#"[Contract.pdf, p. 3: "he said "yes", and no"]"#, vec![r#"0:3:he said "yes", and no"#]),
            (r#"[Contract.pdf, p. 3: \"x y\"]"#, vec!["0:3:x y"]),
            (r#"[Contract.pdf, p. 3: 'x y']"#, vec!["0:3:x y"]),
            (r#"[Contract.pdf, p. 3: x [y] z]"#, vec!["0:3:x [y] z"]),
            ("[Contract.pdf, p. 3]", vec!["0:3:"]),
            (r#"[Contract.pdf, p. 3: "x y"; prices.xlsx, sheet 2: "9.50"]"#, vec!["0:3:x y", "2:2:9.50"]),
            (r#"[Contract.pdf, p. 3: "x y"; p. 5: "z"]"#, vec!["0:3:x y", "0:5:z"]),
            (r#"[Contract.pdf, p. 3: "x y", "z"]"#, vec!["0:3:x y", "0:3:z"]),
            (r#"[Contract.pdf, p. 3: "x"][prices.xlsx, p. 1: "y"]"#, vec!["0:3:x", "2:1:y"]),
            (r#"| a | 5 [Contract.pdf, p. 3: "x | y"] | b |"#, vec!["0:3:x | y"]),
            (r#"- 5 [other.pdf, p. 3: "x y"]"#, vec!["?other.pdf:3:x y"]),
            (r#"[prices.xlsx, computed: "12.50"]"#, vec!["2:computed:12.50"]),
        ] {
            assert_eq!(marks(answer), expected, "{answer}");
        }
    }

    #[test]
    fn what_is_no_citation_is_left_alone() {
        for answer in [
            "[1]",
            "[see the contract](https://a.example/, p. 3)",
            "an array[3] and [x]",
            "[Contract.pdf]",
            r#"[Contract.pdf, p. 3: "never closed"#,
            "[Note, in 2024 it was]",
            "- [ ] to do",
            "[Contract.pdf, p. 0: \"x\"]",
        ] {
            assert_eq!(brackets(answer, &NAMES), [], "{answer}");
        }
    }

    #[test]
    fn without_a_name_it_is_the_only_document() {
        let only = brackets(r#"[p. 3: "x y"]"#, &["a.txt"]);
        assert!(matches!(&only[0].says, Says::Stands(marks) if marks[0].document == Some(0)), "{only:?}");
        assert_eq!(marks(r#"[p. 3: "x y"]"#), ["?:3:x y"]);
    }

    #[test]
    fn nothing_and_what_is_outside_are_told() {
        let answer = "The documents do not say. [none] [outside: today's rate of the dollar]";
        let says: Vec<Says> = brackets(answer, &NAMES).into_iter().map(|bracket| bracket.says).collect();
        assert_eq!(says, [Says::Nothing, Says::Outside("today's rate of the dollar".into())]);
        assert_eq!(brackets("[nonexistent] [outsider: x]", &NAMES), []);
    }

    #[test]
    fn hostile_answers_end_soon() {
        let many = format!("[{}", r#"Contract.pdf, p. 1: "x", "#.repeat(1_000));
        let open = "[".repeat(5_000);
        let quotes = format!("[Contract.pdf, p. 1: {}", "\"".repeat(5_000));
        let began = std::time::Instant::now();
        for answer in [many, open, quotes] {
            assert_eq!(brackets(&answer, &NAMES), []);
        }
        // Without the limits it takes hours.
        assert!(began.elapsed().as_secs() < 60, "{:?}", began.elapsed());
    }
}
