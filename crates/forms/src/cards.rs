//! Payment cards: what names one, and which figures are the number of one.

use crate::words::EMPTY;
use edith_page::fold::{fold, words_in};

/// Cards that pay, by their names.
const PAYING: &[&str] = &[
    "credit card",
    "credit cards",
    "creditcard",
    "debit card",
    "debitcard",
    "bank card",
    "payment card",
    "kreditkarte",
    "kreditkartennummer",
    "debitkarte",
    "bankkarte",
    "girokarte",
    "girocard",
    "ec karte",
    "carte bancaire",
    "carte bleue",
    "carte de credit",
    "carte de debit",
    "tarjeta de credito",
    "tarjeta de debito",
    "tarjeta bancaria",
    "mastercard",
    "amex",
    "american express",
    "visa card",
    "visakarte",
];
/// A card of any kind.
const CARD: &[&str] =
    &["card", "cards", "karte", "karten", "kartennummer", "carte", "cartes", "tarjeta", "tarjetas", "cardnumber"];
/// What is said about a payment card: its number, its end, its owner.
const OF_CARD: &[&str] = &[
    "number",
    "numbers",
    "no",
    "nr",
    "num",
    "numero",
    "nummer",
    "digits",
    "digit",
    "last",
    "four",
    "expiry",
    "expires",
    "expiration",
    "exp",
    "valid",
    "until",
    "thru",
    "through",
    "date",
    "month",
    "year",
    "holder",
    "cardholder",
    "owner",
    "name",
    "code",
    "security",
    "verification",
    "gultig",
    "bis",
    "ablauf",
    "ablaufdatum",
    "inhaber",
    "karteninhaber",
    "validite",
    "expire",
    "titulaire",
    "valable",
    "caducidad",
    "vencimiento",
    "titular",
    "s",
    "fecha",
    "valida",
    "hasta",
    "new",
    "old",
    "main",
    "first",
    "second",
];

/// Whether a label names a payment card: by its kind, or as a card of which nothing says that it is another one.
pub(crate) fn names_card(label: &str) -> bool {
    is_paying(label) || is_bare(label)
}

/// Whether a label names a payment card and nothing else of it but its number, end and owner.
pub(crate) fn is_card_alone(label: &str) -> bool {
    let mut rest = format!(" {} ", fold(label));
    for name in PAYING {
        rest = rest.replace(&format!(" {name} "), " ");
    }
    rest.split_whitespace().all(|word| CARD.contains(&word) || is_of_card(word))
}

fn is_paying(label: &str) -> bool {
    crate::words::has_any(label, PAYING)
}

fn is_bare(label: &str) -> bool {
    let words = words_in(label);
    words.iter().any(|word| CARD.contains(&word.as_str()))
        && words.iter().all(|word| CARD.contains(&word.as_str()) || is_of_card(word))
}

fn is_of_card(word: &str) -> bool {
    OF_CARD.contains(&word) || EMPTY.contains(&word) || word.bytes().all(|byte| byte.is_ascii_digit())
}

/// The networks that issue cards: the first figures from and to, and how many there are in all. Source: ISO/IEC 7812 and the networks' own tables.
const NETWORKS: &[(u32, u32, &[usize])] = &[
    // Visa.
    (4000, 4999, &[13, 16, 19]),
    // Mastercard, and Mir.
    (5100, 5599, &[16]),
    (2200, 2720, &[16]),
    // American Express.
    (3400, 3499, &[15]),
    (3700, 3799, &[15]),
    // JCB.
    (3528, 3589, &[16, 19]),
    // Discover, UnionPay, RuPay.
    (6011, 6011, &[16, 19]),
    (6440, 6599, &[16, 19]),
    (6200, 6299, &[16, 17, 18, 19]),
    (6080, 6082, &[16]),
    (8100, 8199, &[16]),
    // Maestro.
    (5018, 5020, &[13, 14, 15, 16, 17, 18, 19]),
    (5038, 5038, &[13, 14, 15, 16, 17, 18, 19]),
    (5893, 5893, &[13, 14, 15, 16, 17, 18, 19]),
    (6304, 6304, &[13, 14, 15, 16, 17, 18, 19]),
    (6759, 6763, &[13, 14, 15, 16, 17, 18, 19]),
    // Diners Club, which others number in as many figures: written in its own groups.
    (3000, 3059, &[14]),
    (3600, 3699, &[14]),
    (3800, 3999, &[14]),
];
/// How the figures of a card of fourteen are grouped.
const OF_FOURTEEN: [usize; 3] = [4, 6, 4];
/// Figures that tell the network.
const FIRST: usize = 4;

/// Whether a text holds the number of a payment card: as many figures as its network gives, that pass the check of ISO/IEC 7812. The international
/// number of a bank account is none, though its figures may look so.
pub(crate) fn has_card(text: &str) -> bool {
    let mut groups: Vec<String> = vec![String::new()];
    if is_iban(text) {
        return false;
    }
    for c in text.chars().chain(['|']) {
        match (c, groups.last_mut()) {
            ('0'..='9', Some(last)) => last.push(c),
            (' ' | '-', Some(last)) if !last.is_empty() => groups.push(String::new()),
            (' ' | '-', _) => {}
            _ => {
                if is_card(&groups) {
                    return true;
                }
                groups = vec![String::new()];
            }
        }
    }
    false
}

fn is_card(groups: &[String]) -> bool {
    let digits = groups.concat();
    let Some(first) = digits.get(..FIRST).and_then(|first| first.parse::<u32>().ok()) else { return false };
    let sizes: Vec<usize> = groups.iter().map(String::len).filter(|size| *size > 0).collect();
    let is_of_network = |(from, to, lengths): &(u32, u32, &[usize])| {
        (*from..=*to).contains(&first)
            && lengths.contains(&digits.len())
            && (*lengths != [OF_FOURTEEN.iter().sum::<usize>()] || sizes == OF_FOURTEEN)
    };
    NETWORKS.iter().any(is_of_network) && passes(&digits)
}

/// The check of ISO/IEC 7812.
fn passes(digits: &str) -> bool {
    let sum: u32 = digits
        .bytes()
        .rev()
        .enumerate()
        .map(|(at, digit)| {
            let digit = u32::from(digit.wrapping_sub(b'0'));
            match (at % 2, digit * 2) {
                (0, _) => digit,
                (_, double) if double > 9 => double - 9,
                (_, double) => double,
            }
        })
        .sum();
    sum.is_multiple_of(10)
}

/// Whether a whole text is the international number of a bank account, by the check of ISO 13616.
fn is_iban(text: &str) -> bool {
    let bare: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let is_shaped = (15..=34).contains(&bare.len())
        && bare.chars().all(|c| c.is_ascii_alphanumeric())
        && bare.chars().take(2).all(|c| c.is_ascii_uppercase());
    let (Some(country), Some(rest)) = (bare.get(..4), bare.get(4..)) else { return false };
    let remainder = rest
        .chars()
        .chain(country.chars())
        .filter_map(|c| c.to_digit(36))
        .fold(0, |sum, digit| if digit < 10 { (sum * 10 + digit) % 97 } else { (sum * 100 + digit) % 97 });
    is_shaped && remainder == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_is_told_by_its_network_and_check() {
        for text in [
            "4111 1111 1111 1111",
            "my card 5555-5555-5555-4444, old",
            "378282246310005",
            "3056 930902 5904",
            "6011000990139424",
            "3530111333300000",
        ] {
            assert!(has_card(text), "{text}");
        }
        for text in [
            "4111 1111 1111 1112",
            // A phone's, a company's, a SIM's and a bank account's, each of which passes the check.
            "490154203237518",
            "36252187900034",
            "8944110068123456785",
            "BE41 4111 1111 1111",
            "AT61 1904 3002 3457 3201",
            "0000000000000000",
        ] {
            assert!(!has_card(text), "{text}");
        }
    }

    #[test]
    fn a_card_pays_by_its_kind_or_if_it_is_called_nothing_else() {
        for label in [
            "Card number",
            "Credit card",
            "Expiry date of my credit card",
            "Karte gültig bis",
            "Numéro de la carte",
            "Fecha de caducidad de la tarjeta",
            "Card",
        ] {
            assert!(names_card(label), "{label}");
        }
        for label in
            ["Library card number", "Student card", "Carte de séjour", "Tarjeta sanitaria", "Valid until", "Wildcard"]
        {
            assert!(!names_card(label), "{label}");
        }
    }
}
