//! The parts of a number format's code (ECMA-376 part 1, 18.8.31): `#,##0.00;[Red]-0`.

/// Characters of a code that are read; Excel takes 255.
const MAX_CODE: usize = 1_000;

/// A part of a section.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Token {
    /// What is there as it is.
    Literal(String),
    /// A place for a digit: `0`, `#` or `?`.
    Digit(char),
    Point,
    Comma,
    Percent,
    Slash,
    /// `E+` or `E-`: whether a plus is shown.
    Exponent(bool),
    /// The number as a cell without a format shows it.
    General,
    /// A cell's text.
    Text,
    /// A part of a date or time and how often its letter is there.
    Date(char, usize),
    /// Minutes.
    Minute(usize),
    /// Elapsed hours, minutes or seconds.
    Elapsed(char),
    /// `AM/PM` or `A/P`: whether it is short.
    Noon(bool),
}

/// What a section is for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Condition {
    Less(f64),
    LessOrEqual(f64),
    Greater(f64),
    GreaterOrEqual(f64),
    Equal(f64),
    Unequal(f64),
}

impl Condition {
    fn parse(text: &str) -> Option<Self> {
        let end = text.find(|c| !matches!(c, '<' | '>' | '='))?;
        let (sign, limit) = text.split_at_checked(end)?;
        let limit = limit.trim().parse().ok()?;
        Some(match sign {
            "<=" => Self::LessOrEqual(limit),
            ">=" => Self::GreaterOrEqual(limit),
            "<>" => Self::Unequal(limit),
            "<" => Self::Less(limit),
            ">" => Self::Greater(limit),
            "=" => Self::Equal(limit),
            _ => return None,
        })
    }

    /// Whether it holds of a number.
    #[expect(clippy::float_cmp, reason = "the code means exactly this number")]
    pub(super) fn holds(self, value: f64) -> bool {
        match self {
            Self::Less(limit) => value < limit,
            Self::LessOrEqual(limit) => value <= limit,
            Self::Greater(limit) => value > limit,
            Self::GreaterOrEqual(limit) => value >= limit,
            Self::Equal(limit) => value == limit,
            Self::Unequal(limit) => value != limit,
        }
    }
}

/// A section of a code.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Section {
    pub(super) condition: Option<Condition>,
    pub(super) tokens: Vec<Token>,
}

impl Section {
    /// Whether it shows a date, a time or a duration.
    pub(super) fn is_date(&self) -> bool {
        let is_date = |token: &Token| matches!(token, Token::Date(..) | Token::Minute(_) | Token::Elapsed(_));
        self.tokens.iter().any(is_date)
    }
}

/// The sections of a code.
pub(super) fn parse(code: &str) -> Vec<Section> {
    let mut sections = vec![Section::default()];
    let chars: Vec<char> = code.chars().take(MAX_CODE).collect();
    let mut at = 0;
    while let Some(c) = chars.get(at).copied() {
        at += 1;
        let rest = chars.get(at..).unwrap_or_default();
        let Some(section) = sections.last_mut() else { break };
        let literal = |section: &mut Section, c: char| match section.tokens.last_mut() {
            Some(Token::Literal(text)) => text.push(c),
            _ => section.tokens.push(Token::Literal(c.to_string())),
        };
        match c {
            ';' => sections.push(Section::default()),
            '"' => {
                let end = rest.iter().position(|c| *c == '"').unwrap_or(rest.len());
                rest.iter().take(end).for_each(|c| literal(section, *c));
                at += end + 1;
            }
            '\\' => {
                rest.iter().take(1).for_each(|c| literal(section, *c));
                at += 1;
            }
            '_' => {
                literal(section, ' ');
                at += 1;
            }
            '*' => at += 1,
            '[' => {
                let end = rest.iter().position(|c| *c == ']').unwrap_or(rest.len());
                let inner: String = rest.iter().take(end).collect();
                at += end + 1;
                bracket(section, &inner);
            }
            '0' | '#' | '?' => section.tokens.push(Token::Digit(c)),
            '.' => section.tokens.push(Token::Point),
            ',' => section.tokens.push(Token::Comma),
            '%' => section.tokens.push(Token::Percent),
            '/' => section.tokens.push(Token::Slash),
            '@' => section.tokens.push(Token::Text),
            'E' | 'e' if matches!(rest.first(), Some('+' | '-')) => {
                section.tokens.push(Token::Exponent(rest.first() == Some(&'+')));
                at += 1;
            }
            'G' | 'g' if starts(rest, "eneral") => {
                section.tokens.push(Token::General);
                at += 6;
            }
            'A' | 'a' if starts(rest, "m/pm") => {
                section.tokens.push(Token::Noon(false));
                at += 4;
            }
            'A' | 'a' if starts(rest, "/p") => {
                section.tokens.push(Token::Noon(true));
                at += 2;
            }
            'y' | 'Y' | 'm' | 'M' | 'd' | 'D' | 'h' | 'H' | 's' | 'S' | 'e' => {
                let same = rest.iter().take_while(|other| other.eq_ignore_ascii_case(&c)).count();
                at += same;
                section.tokens.push(Token::Date(c.to_ascii_lowercase(), same + 1));
            }
            c => literal(section, c),
        }
    }
    for section in &mut sections {
        name_minutes(&mut section.tokens);
    }
    sections
}

fn starts(chars: &[char], word: &str) -> bool {
    chars.len() >= word.len() && chars.iter().zip(word.chars()).all(|(c, w)| c.eq_ignore_ascii_case(&w))
}

/// What is in brackets: a currency with a language, a condition, elapsed time; colours say nothing.
fn bracket(section: &mut Section, inner: &str) {
    if let Some(currency) = inner.strip_prefix('$') {
        let sign = currency.rsplit_once('-').map_or(currency, |(sign, _)| sign);
        if !sign.is_empty() {
            section.tokens.push(Token::Literal(sign.to_owned()));
        }
    } else if let Some(condition) = Condition::parse(inner) {
        section.condition = Some(condition);
    } else {
        let lower = inner.to_ascii_lowercase();
        let unit = lower.chars().next().filter(|unit| matches!(unit, 'h' | 'm' | 's'));
        if let Some(unit) = unit.filter(|unit| lower.chars().all(|c| c == *unit)) {
            section.tokens.push(Token::Elapsed(unit));
        }
    }
}

/// An `m` after hours or before seconds means minutes.
fn name_minutes(tokens: &mut [Token]) {
    let parts: Vec<(usize, Token)> = tokens
        .iter()
        .enumerate()
        .filter(|(_, token)| matches!(token, Token::Date(..) | Token::Elapsed(_)))
        .map(|(index, token)| (index, token.clone()))
        .collect();
    for (order, (index, token)) in parts.iter().enumerate() {
        let Token::Date('m', count) = token else { continue };
        let before = order.checked_sub(1).and_then(|order| parts.get(order)).map(|(_, token)| token);
        let after = parts.get(order + 1).map(|(_, token)| token);
        let is_minute = *count <= 2
            && (matches!(before, Some(Token::Date('h', _) | Token::Elapsed('h')))
                || matches!(after, Some(Token::Date('s', _) | Token::Elapsed('s'))));
        if let (true, Some(token)) = (is_minute, tokens.get_mut(*index)) {
            *token = Token::Minute(*count);
        }
    }
}
