//! Amounts of money in a text: what a replay compares before it acts.

use edith_page::order::distinct;

/// Signs and codes of currencies that are beside an amount.
const CURRENCIES: [&str; 16] =
    ["€", "$", "£", "¥", "₹", "eur", "usd", "gbp", "chf", "jpy", "sek", "nok", "dkk", "pln", "euro", "dollar"];

/// The distinct amounts of a text, in order: numbers with two decimals, and those beside a currency.
pub(super) fn amounts(text: &str) -> Vec<String> {
    distinct(text.lines().flat_map(of_line))
}

fn of_line(line: &str) -> Vec<String> {
    let words: Vec<&str> =
        line.split(|c: char| c.is_whitespace() || c == '|').filter(|word| !word.is_empty()).collect();
    let is_currency = |at: Option<usize>| at.and_then(|at| words.get(at)).is_some_and(|word| currency(word));
    let found = words.iter().enumerate().filter_map(|(at, word)| {
        let number = number(word)?;
        let beside = currency(word) || is_currency(at.checked_sub(1)) || is_currency(Some(at + 1));
        (beside || has_cents(&number)).then_some(number)
    });
    found.collect()
}

/// The digits of a word with what separates them.
fn number(word: &str) -> Option<String> {
    let from = word.find(|c: char| c.is_ascii_digit())?;
    let rest = word.get(from..)?;
    let end = rest.find(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | ',' | '\'' | '’'))).unwrap_or(rest.len());
    Some(rest.get(..end)?.trim_end_matches(['.', ',', '\'', '’']).to_owned())
}

fn has_cents(number: &str) -> bool {
    number.rsplit_once(['.', ',']).is_some_and(|(whole, cents)| !whole.is_empty() && cents.len() == 2)
}

/// Whether a word is or bears a currency.
fn currency(word: &str) -> bool {
    let word = word.to_lowercase();
    let bare: String =
        word.chars().filter(|c| !c.is_ascii_digit() && !matches!(c, '.' | ',' | ':' | '(' | ')')).collect();
    CURRENCIES.contains(&bare.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_told_from_other_numbers() {
        for (text, expected) in [
            ("Desk lamp 24.90 | In stock: 3", vec!["24.90"]),
            ("Total: €1,299 and 5 EUR", vec!["1,299", "5"]),
            ("Summe 12,50 €, 12,50 €", vec!["12,50"]),
            ("Page 2 of 7, version 1.2.3", vec![]),
            ("$5", vec!["5"]),
        ] {
            assert_eq!(amounts(text), expected, "{text}");
        }
    }
}
