//! A number as its format shows it.

use super::code::{Section, Token};
use super::days::{Moment, moment};
use super::decimal::{fixed, general, scientific};

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];
const WEEKDAYS: [&str; 7] = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/// The section that shows a number, and whether it shows the sign itself.
pub(super) fn choose(sections: &[Section], value: f64) -> Option<(&Section, bool)> {
    let has_conditions = sections.iter().any(|section| section.condition.is_some());
    if has_conditions {
        let numeric = sections.iter().take(3);
        let found = numeric.enumerate().find(|(index, section)| match section.condition {
            Some(condition) => condition.holds(value),
            None => *index > 0 || sections.len() == 1,
        });
        return found
            .map(|(index, section)| (section, index > 0 && value < 0.0))
            .or(sections.first().map(|s| (s, false)));
    }
    match sections {
        [] => None,
        [_, negative, ..] if value < 0.0 => Some((negative, true)),
        [_, _, zero, ..] if value == 0.0 => Some((zero, false)),
        [first, ..] => Some((first, false)),
    }
}

/// A number in a section of a format; `shows_sign` leaves the minus out. None for a date that is none.
pub(super) fn show(section: &Section, value: f64, shows_sign: bool, since_1904: bool) -> Option<String> {
    let tokens = &section.tokens;
    let text = if section.is_date() {
        date(tokens, value, since_1904)?
    } else {
        let text = number(tokens, value.abs());
        let is_zero = !text.bytes().any(|byte| (b'1'..=b'9').contains(&byte));
        let sign = if value < 0.0 && !shows_sign && !is_zero { "-" } else { "" };
        format!("{sign}{}", text.trim())
    };
    Some(text.trim().to_owned())
}

fn number(tokens: &[Token], value: f64) -> String {
    if tokens.iter().any(|token| matches!(token, Token::General | Token::Text)) {
        let part = |token: &Token| match token {
            Token::General | Token::Text => general(value),
            Token::Literal(text) => text.clone(),
            Token::Percent => "%".to_owned(),
            _ => String::new(),
        };
        return tokens.iter().map(part).collect();
    }
    let is_digit = |token: &Token| matches!(token, Token::Digit(_));
    if tokens.is_empty() {
        return String::new();
    }
    let percents = tokens.iter().filter(|token| **token == Token::Percent).count();
    let slash = tokens.iter().position(|token| *token == Token::Slash);
    let value = value * 100f64.powi(i32::try_from(percents.min(4)).unwrap_or(0));
    if let Some(slash) = slash.filter(|slash| tokens.iter().take(*slash).any(is_digit)) {
        return fraction(tokens, slash, value);
    }
    let exponent_at = tokens.iter().position(|token| matches!(token, Token::Exponent(_)));
    let mantissa_end = exponent_at.unwrap_or(tokens.len());
    let point = tokens.iter().take(mantissa_end).position(|token| *token == Token::Point);
    let whole_end = point.unwrap_or(mantissa_end);
    let whole_places = tokens.iter().take(whole_end).filter(|token| is_digit(token)).count();
    let decimals = tokens.iter().take(mantissa_end).skip(whole_end).filter(|token| is_digit(token)).count();
    let last_whole = tokens.iter().take(whole_end).rposition(is_digit);
    let first_whole = tokens.iter().take(whole_end).position(is_digit);
    let is_comma = |index: usize| tokens.get(index) == Some(&Token::Comma);
    let commas = (0..mantissa_end).filter(|index| is_comma(*index));
    let (grouping, scaling): (Vec<usize>, Vec<usize>) = commas
        .filter(|index| first_whole.is_some_and(|first| *index > first))
        .partition(|index| last_whole.is_some_and(|last| *index < last));
    let value = value / 1_000f64.powi(i32::try_from(scaling.len().min(20)).unwrap_or(0));
    let (whole, decimal, exponent) = match exponent_at {
        Some(_) => scientific(value, whole_places, decimals),
        None => {
            let (whole, decimal) = fixed(value, decimals);
            (whole, decimal, 0)
        }
    };
    let mut text = whole_part(tokens.get(..whole_end).unwrap_or_default(), &whole, !grouping.is_empty());
    let mut place = 0;
    let mut in_exponent = false;
    for token in tokens.get(whole_end..).unwrap_or_default() {
        match token {
            Token::Point => text.push('.'),
            Token::Digit(kind) if !in_exponent => {
                let rest = decimal.get(place..).unwrap_or_default();
                place += 1;
                match kind {
                    '0' => text.extend(rest.chars().next()),
                    _ if rest.bytes().any(|digit| digit != b'0') => text.extend(rest.chars().next()),
                    '?' => text.push(' '),
                    _ => {}
                }
            }
            Token::Exponent(plus) => {
                in_exponent = true;
                text.push('E');
                if exponent < 0 {
                    text.push('-');
                } else if *plus {
                    text.push('+');
                }
                let after = tokens.iter().skip(mantissa_end).filter(|token| is_digit(token)).count();
                text.push_str(&format!("{:0after$}", exponent.unsigned_abs()));
            }
            Token::Literal(literal) => text.push_str(literal),
            Token::Percent => text.push('%'),
            _ => {}
        }
    }
    text
}

/// The digits before the point, in their places from the right.
fn whole_part(tokens: &[Token], whole: &str, grouped: bool) -> String {
    let mut digits: Vec<char> = if whole == "0" { Vec::new() } else { whole.chars().collect() };
    let mut places = tokens.iter().filter(|token| matches!(token, Token::Digit(_))).count();
    if places == 0 && !digits.is_empty() && tokens.is_empty() {
        return whole.to_owned();
    }
    let mut reversed: Vec<char> = Vec::new();
    let mut count = 0;
    let push = |digit: char, reversed: &mut Vec<char>, count: &mut usize| {
        if grouped && *count > 0 && count.is_multiple_of(3) {
            reversed.push(',');
        }
        *count += 1;
        reversed.push(digit);
    };
    for token in tokens.iter().rev() {
        match token {
            Token::Digit(kind) => {
                places -= 1;
                match (digits.pop(), kind) {
                    (Some(digit), _) => push(digit, &mut reversed, &mut count),
                    (None, '0') => push('0', &mut reversed, &mut count),
                    (None, '?') => reversed.push(' '),
                    (None, _) => {}
                }
                while places == 0
                    && let Some(digit) = digits.pop()
                {
                    push(digit, &mut reversed, &mut count);
                }
            }
            Token::Literal(text) => reversed.extend(text.chars().rev()),
            Token::Percent => reversed.push('%'),
            _ => {}
        }
    }
    reversed.into_iter().rev().collect()
}

/// A number as a fraction: `# ?/?`, `# ?/8`.
fn fraction(tokens: &[Token], slash: usize, value: f64) -> String {
    let after: String = tokens
        .iter()
        .skip(slash + 1)
        .map_while(|token| match token {
            Token::Digit(digit) => Some(digit.to_string()),
            Token::Literal(text) if text.trim().bytes().all(|b| b.is_ascii_digit()) => Some(text.trim().to_owned()),
            _ => None,
        })
        .collect();
    let set: Option<u32> = after.parse().ok().filter(|denominator| *denominator > 0);
    let largest = 10u32.pow(u32::try_from(after.len().min(3)).unwrap_or(1)) - 1;
    let before_slash = tokens.get(..slash).unwrap_or_default();
    let groups = before_slash.split(|token| matches!(token, Token::Literal(_)));
    let has_whole = groups.filter(|group| group.iter().any(|token| matches!(token, Token::Digit(_)))).count() > 1;
    let whole = if has_whole { value.floor() } else { 0.0 };
    let part = value - whole;
    let distance = |denominator: u32| {
        let denominator = f64::from(denominator);
        ((part * denominator).round() / denominator - part).abs()
    };
    let denominator = set.unwrap_or_else(|| {
        let nearest = |best: u32, next: u32| if distance(next) + 1e-12 < distance(best) { next } else { best };
        (1..=largest.max(1)).fold(1, nearest)
    });
    let mut numerator = (part * f64::from(denominator)).round();
    let mut whole = whole;
    if has_whole && numerator >= f64::from(denominator) {
        whole += 1.0;
        numerator = 0.0;
    }
    match (has_whole, numerator == 0.0) {
        (true, true) => general(whole),
        (true, false) if whole > 0.0 => format!("{} {}/{denominator}", general(whole), general(numerator)),
        _ => format!("{}/{denominator}", general(numerator)),
    }
}

fn date(tokens: &[Token], value: f64, since_1904: bool) -> Option<String> {
    let is_elapsed = tokens.iter().any(|token| matches!(token, Token::Elapsed(_)));
    let decimals = sub_second(tokens);
    // Without decimals a second that is nearly full counts.
    let step = 10f64.powi(i32::try_from(decimals.min(3)).unwrap_or(0)) * 86_400.0;
    let rounded = (value.abs() * step).round() / step;
    let moment = moment(if is_elapsed { rounded.fract() } else { (value * step).round() / step }, since_1904)?;
    let noon = tokens.iter().any(|token| matches!(token, Token::Noon(_)));
    let mut text = String::new();
    if is_elapsed && value < 0.0 {
        text.push('-');
    }
    let mut after_second = false;
    let mut tokens = tokens.iter().peekable();
    while let Some(token) = tokens.next() {
        let was_second =
            std::mem::replace(&mut after_second, matches!(token, Token::Date('s', _) | Token::Elapsed('s')));
        match token {
            Token::Date(unit, count) => text.push_str(&unit_text(&moment, *unit, *count, noon)),
            Token::Minute(count) => text.push_str(&padded(moment.minute, *count)),
            Token::Elapsed(unit) => {
                let units = match unit {
                    'h' => 24.0,
                    'm' => 1_440.0,
                    _ => 86_400.0,
                };
                text.push_str(&fixed((rounded * units + 1e-6).floor(), 0).0);
            }
            Token::Noon(short) => {
                let word = if moment.hour < 12 { "AM" } else { "PM" };
                text.push_str(word.get(..if *short { 1 } else { 2 }).unwrap_or(word));
            }
            Token::Point => {
                let places = std::iter::from_fn(|| tokens.next_if(|token| matches!(token, Token::Digit('0')))).count();
                text.push('.');
                if places > 0 && was_second {
                    let milliseconds = format!("{:03}", moment.millisecond);
                    text.push_str(milliseconds.get(..places.min(3)).unwrap_or_default());
                }
            }
            Token::Literal(literal) => text.push_str(literal),
            Token::Slash => text.push('/'),
            Token::Comma => text.push(','),
            Token::General | Token::Text => text.push_str(&general(value)),
            Token::Digit(_) | Token::Percent | Token::Exponent(_) => {}
        }
    }
    Some(text)
}

/// The places of parts of a second.
fn sub_second(tokens: &[Token]) -> usize {
    let point = tokens.iter().position(|token| *token == Token::Point);
    point
        .map_or(0, |point| tokens.iter().skip(point + 1).take_while(|token| matches!(token, Token::Digit('0'))).count())
}

fn padded(value: u64, count: usize) -> String {
    if count > 1 { format!("{value:02}") } else { value.to_string() }
}

fn unit_text(moment: &Moment, unit: char, count: usize, noon: bool) -> String {
    let name = |names: &[&str], index: usize| names.get(index).copied().unwrap_or_default().to_owned();
    let short = |name: String, count: usize| name.chars().take(count).collect::<String>();
    match (unit, count) {
        ('y', 1 | 2) => format!("{:02}", moment.year.rem_euclid(100)),
        ('y' | 'e', _) => format!("{:04}", moment.year),
        ('m', 1 | 2) => padded(u64::from(moment.month), count),
        ('m', 3) => short(name(&MONTHS, moment.month as usize - 1), 3),
        ('m', 5) => short(name(&MONTHS, moment.month as usize - 1), 1),
        ('m', _) => name(&MONTHS, moment.month as usize - 1),
        ('d', 1 | 2) => padded(u64::from(moment.day), count),
        ('d', 3) => short(name(&WEEKDAYS, moment.weekday), 3),
        ('d', _) => name(&WEEKDAYS, moment.weekday),
        ('h', _) if noon => padded((moment.hour + 11) % 12 + 1, count),
        ('h', _) => padded(moment.hour, count),
        _ => padded(moment.second, count),
    }
}
