//! Amounts and ratings in a page's text: `31.50 €`, `$1,299`, `EUR 12,-`, `4.5 out of 5`.

/// Signs and codes that make a number an amount.
const CURRENCIES: &[&str] = &[
    "€", "$", "£", "¥", "₹", "zł", "₽", "₺", "kr", "eur", "usd", "gbp", "chf", "jpy", "inr", "cad", "aud", "sek",
    "nok", "dkk", "pln", "czk", "kč", "euro", "euros", "dollars", "fr.",
];

/// Words near an amount that is not the current price.
const NOT_THE_PRICE: &[&str] = &[
    "was",
    "instead of",
    "rrp",
    "list price",
    "uvp",
    "before",
    "shipping",
    "delivery",
    "save",
    "you save",
    "discount",
    "per month",
    "off",
    "deposit",
    "coupon",
];

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Amount {
    pub value: f64,
    /// As written, sign included.
    pub text: String,
    /// Byte offset in the text.
    start: usize,
}

impl Amount {
    /// An amount that stands at the beginning.
    pub(crate) fn new(value: f64, text: &str) -> Self {
        Self { value, text: text.to_owned(), start: 0 }
    }
}

pub(crate) fn amounts(text: &str) -> Vec<Amount> {
    let mut found = Vec::new();
    for (start, end) in numbers(text) {
        let (before, number, after) =
            (text.get(..start).unwrap_or(""), text.get(start..end).unwrap_or(""), text.get(end..).unwrap_or(""));
        let Some(value) = number_value(number) else { continue };
        let left = currency_before(before);
        let right = currency_after(after);
        // A trailing sign takes precedence: a leading one may belong to the number before.
        let (from, to) = match (left, right) {
            (_, Some(right)) => (start, end + right),
            (Some(left), None) => (start - left, end),
            (None, None) => continue,
        };
        found.push(Amount { value, text: text.get(from..to).unwrap_or(number).trim().to_owned(), start: from });
    }
    found
}

/// The current price of what the text describes: marked old prices, shipping and savings are left out.
pub(crate) fn price(text: &str) -> Option<Amount> {
    let all = amounts(text);
    let mut end_of_last = 0;
    let mut good = Vec::new();
    for amount in &all {
        let lead = text.get(end_of_last..amount.start).unwrap_or("").to_lowercase();
        end_of_last = amount.start + amount.text.len();
        let lead = format!(" {} ", lead.replace([':', '(', ','], " ").split_whitespace().collect::<Vec<_>>().join(" "));
        if !NOT_THE_PRICE.iter().any(|word| lead.contains(&format!(" {word} "))) {
            good.push(amount.clone());
        }
    }
    // Of two adjacent prices, the struck-out one is the higher.
    good.into_iter().min_by(|a, b| a.value.total_cmp(&b.value))
}

/// A rating as a fraction of its scale.
pub(crate) fn rating(text: &str) -> Option<f64> {
    let lower = text.to_lowercase();
    let filled = lower.chars().filter(|c| *c == '★' || *c == '⭐').count();
    let hollow = lower.chars().filter(|c| *c == '☆').count();
    for (start, end) in numbers(&lower) {
        let Some(value) = lower.get(start..end).and_then(number_value) else { continue };
        let after = lower.get(end..).unwrap_or("").trim_start();
        for (word, scale) in
            [("/ 5", 5.0), ("/5", 5.0), ("out of 5", 5.0), ("of 5", 5.0), ("von 5", 5.0), ("/10", 10.0), ("/ 10", 10.0)]
        {
            if after.starts_with(word) && value <= scale {
                return Some(value / scale);
            }
        }
        if (after.starts_with("star") || after.starts_with('★')) && value <= 5.0 {
            return Some(value / 5.0);
        }
        let before = lower.get(..start).unwrap_or("").trim_end().trim_end_matches(':').trim_end();
        if (before.ends_with("rating") || before.ends_with("rated") || before.ends_with('★')) && value <= 5.0 {
            return Some(value / 5.0);
        }
    }
    (filled > 0).then(|| filled as f64 / (filled + hollow).max(5) as f64)
}

pub(crate) fn has_number(text: &str) -> bool {
    text.chars().any(|c| c.is_ascii_digit())
}

/// Byte ranges of numbers with their separators.
fn numbers(text: &str) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut open: Option<(usize, usize)> = None;
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let next_is_digit = chars.peek().is_some_and(|(_, next)| next.is_ascii_digit());
        let inner = matches!(c, '.' | ',' | '\'' | '’' | '\u{a0}' | '\u{202f}') && next_is_digit;
        match (&mut open, c.is_ascii_digit(), inner) {
            (Some(range), true, _) => range.1 = at + 1,
            (Some(_), false, true) => {}
            (None, true, _) => open = Some((at, at + 1)),
            (Some(range), false, false) => {
                found.push(*range);
                open = None;
            }
            (None, false, _) => {}
        }
    }
    found.extend(open);
    found
}

/// A number's value in English or continental notation.
pub(crate) fn number_value(number: &str) -> Option<f64> {
    let plain: String = number.chars().filter(|c| c.is_ascii_digit() || matches!(c, '.' | ',')).collect();
    let point = match (plain.rfind('.'), plain.rfind(',')) {
        (Some(dot), Some(comma)) => Some(dot.max(comma)),
        (Some(at), None) | (None, Some(at)) => {
            let sign = plain.get(at..at + 1).unwrap_or("");
            // `1,299` and `1.299` are thousands; `12.5` and `1.299.000` are unambiguous.
            let decimals = plain.len() - at - 1;
            let thousands = decimals == 3 && at <= 3 && !plain.starts_with('0');
            (plain.matches(sign).count() == 1 && !thousands).then_some(at)
        }
        (None, None) => None,
    };
    let mut cleaned = String::new();
    for (at, c) in plain.char_indices() {
        if c.is_ascii_digit() {
            cleaned.push(c);
        } else if Some(at) == point {
            cleaned.push('.');
        }
    }
    cleaned.parse().ok()
}

fn currency_before(before: &str) -> Option<usize> {
    let trimmed = before.trim_end_matches([' ', '\u{a0}', '\u{202f}']);
    let gap = before.len() - trimmed.len();
    if before.len() > trimmed.len() + 2 {
        return None;
    }
    let word = trimmed.rsplit(|c: char| c.is_whitespace() || c == '(').next().unwrap_or("");
    let sign = word.chars().next_back().filter(|c| "€$£¥₹₽₺".contains(*c));
    if let Some(sign) = sign {
        return Some(gap + sign.len_utf8());
    }
    CURRENCIES.contains(&word.to_lowercase().as_str()).then_some(gap + word.len())
}

fn currency_after(after: &str) -> Option<usize> {
    let dash = [",-", ",–", ".-"].iter().find(|dash| after.starts_with(**dash)).map_or(0, |dash| dash.len());
    let rest = after.get(dash..).unwrap_or("");
    let trimmed = rest.trim_start_matches([' ', '\u{a0}', '\u{202f}']);
    let gap = dash + rest.len() - trimmed.len();
    if let Some(sign) = trimmed.chars().next().filter(|c| "€$£¥₹₽₺".contains(*c)) {
        // `5 $10` is a five and ten dollars.
        let digits_follow = trimmed.chars().nth(1).is_some_and(|c| c.is_ascii_digit());
        return (!digits_follow).then_some(gap + sign.len_utf8());
    }
    let word: String = trimmed.chars().take_while(|c| c.is_alphabetic()).collect();
    (!word.is_empty() && CURRENCIES.contains(&word.to_lowercase().as_str())).then_some(gap + word.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_read_in_many_writings() {
        for (text, expected) in [
            ("Total: 31.50 €", vec![31.5]),
            ("$1,299", vec![1299.0]),
            ("1.299,00 €", vec![1299.0]),
            ("EUR 12,-", vec![12.0]),
            ("12,99 EUR", vec![12.99]),
            ("£0.99 each, 3 left", vec![0.99]),
            ("CHF 1'250.50", vec![1250.5]),
            ("3 items", vec![]),
            ("was $40.00 now $31.50", vec![40.0, 31.5]),
            ("100 kr", vec![100.0]),
            ("2026-11-21", vec![]),
            ("5 $10", vec![10.0]),
        ] {
            let got: Vec<f64> = amounts(text).iter().map(|a| a.value).collect();
            assert_eq!(got, expected, "{text}");
        }
    }

    #[test]
    fn the_price_is_what_it_costs_now() {
        for (text, expected) in [
            ("was 40.00 € now 31.50 €", "31.50 €"),
            ("19.90 € + shipping: 4.90 €", "19.90 €"),
            ("€ 25", "€ 25"),
            ("Lamp 40,00 € 32,00 €", "32,00 €"),
        ] {
            assert_eq!(price(text).map(|a| a.text).as_deref(), Some(expected), "{text}");
        }
        assert_eq!(price("no price"), None);
    }

    #[test]
    fn ratings_are_read() {
        for (text, expected) in [
            ("4.5 out of 5", Some(0.9)),
            ("Rating: 4", Some(0.8)),
            ("★★★★☆", Some(0.8)),
            ("3 stars", Some(0.6)),
            ("4,5/5 (120)", Some(0.9)),
            ("12 lamps", None),
        ] {
            assert_eq!(rating(text), expected, "{text}");
        }
    }
}
