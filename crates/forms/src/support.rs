//! Whether a value stands on words of its source. A model names them; code finds them again, and the value in them.

use crate::dates::Date;
use crate::fit::{in_range, matched, number_of};
use crate::question::Question;
use crate::words::{EMPTY, NO, NOT, YES, has_any};
use edith_page::fold::{fold, words_in};
use edith_protocol::{FieldType, FormValue};
use std::collections::BTreeSet;

/// Of the words of a longer text, so many must stand in its source: a summary may join and bend words, not bring in its own.
const OWN_WORDS: f64 = 0.6;
/// Words this long carry a meaning.
const LONG_WORD: usize = 4;

/// How a value stands on the words quoted for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Support {
    /// The value is in the words.
    Said,
    /// It was concluded from them: only the person can tell whether that is right.
    Concluded,
    /// The words do not say it.
    None,
}

/// How a fitted value of a question stands on the words of its source.
pub fn support(question: &Question, value: &FormValue, quote: &str) -> Support {
    if quote.trim().is_empty() || question.is_persons() {
        return Support::None;
    }
    match (question.kind, value) {
        (_, FormValue::Rows(rows)) => {
            let each = rows.iter().map(|(row, choice)| {
                let said = says_option(choice, &question.options, quote);
                if said == Support::Said && shares_word(row, quote) { Support::Said } else { Support::Concluded }
            });
            weakest(each)
        }
        (_, FormValue::Many(all)) => weakest(all.iter().map(|one| chosen(question, one, quote))),
        (FieldType::Choice | FieldType::Choices, FormValue::Text(text)) if question.options.is_empty() => {
            if has_words(quote, text) { Support::Said } else { Support::Concluded }
        }
        (FieldType::Choice, FormValue::Text(text)) => chosen(question, text, quote),
        (FieldType::LongText, FormValue::Text(text)) => {
            if tells(text, quote) {
                Support::Said
            } else {
                Support::None
            }
        }
        (kind, FormValue::Text(text)) => {
            if has(kind, question, text, quote) {
                Support::Said
            } else {
                Support::None
            }
        }
    }
}

fn weakest(all: impl Iterator<Item = Support>) -> Support {
    let all: Vec<Support> = all.collect();
    match () {
        () if all.is_empty() || all.contains(&Support::None) => Support::None,
        () if all.contains(&Support::Concluded) => Support::Concluded,
        () => Support::Said,
    }
}

fn has(kind: FieldType, question: &Question, text: &str, quote: &str) -> bool {
    match kind {
        FieldType::Date => {
            let forms = [question.date, None];
            let said: Vec<Date> = forms.iter().flat_map(|form| Date::all_in(quote, *form)).collect();
            Date::read(text, None).is_some_and(|date| {
                said.iter().any(|said| {
                    said.year == date.year && said.month == date.month && (date.day.is_none() || said.day == date.day)
                })
            })
        }
        FieldType::Number => number_of(text).is_some_and(|number| numbers(quote).contains(&number)),
        FieldType::Email | FieldType::Url => {
            let bare = |text: &str| text.to_lowercase().replace(char::is_whitespace, "");
            let wanted = bare(text);
            let wanted = wanted.trim_start_matches("https://").trim_start_matches("http://").trim_end_matches('/');
            !wanted.is_empty() && bare(quote).contains(wanted)
        }
        FieldType::Phone => {
            let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
            let wanted = digits(text);
            let wanted = wanted.trim_start_matches('0');
            wanted.len() >= 5 && digits(quote).contains(wanted)
        }
        FieldType::Time => {
            let plain = |text: &str| words_in(text).join(":");
            let wanted = plain(text);
            let short = wanted.trim_start_matches('0').trim_end_matches(":00").to_owned();
            let said = format!(":{}:", plain(&quote.replace(['h', 'H'], ":")));
            said.contains(&format!(":{wanted}:")) || said.contains(&format!(":{short}:"))
        }
        _ => has_words(quote, text),
    }
}

/// Whether all words of a text stand in a quote, each as a whole one, next to each other or in another order.
fn has_words(quote: &str, text: &str) -> bool {
    let (said, wanted) = (words_in(quote), words_in(text));
    let joined = |words: &[String]| words.concat();
    !wanted.is_empty()
        && (wanted.iter().all(|word| said.contains(word))
            || (wanted.len() > 1 && joined(&said).contains(&joined(&wanted)) && joined(&wanted).len() > 5))
}

/// Figures of a text, and the small numbers that it writes as words.
fn numbers(text: &str) -> Vec<f64> {
    let words = text
        .split(|c: char| c.is_whitespace() || matches!(c, '(' | ')' | '/' | '–' | '€' | '$' | '£' | '%' | ';' | ':'));
    let figures = words.clone().filter_map(|word| number_of(word.trim_matches(|c: char| !c.is_ascii_digit())));
    let spaced =
        text.split(|c: char| !c.is_ascii_digit() && c != ' ' && c != '\u{a0}' && c != '\u{202f}').filter_map(number_of);
    let named = words_in(text).into_iter().filter_map(|word| {
        let at = NUMBERS.iter().position(|names| names.contains(&word.as_str()))?;
        u32::try_from(at).ok().map(f64::from)
    });
    figures.chain(spaced).chain(named).collect()
}

const NUMBERS: [&[&str]; 13] = [
    &["zero", "null", "cero"],
    &["one", "eins", "une", "uno", "una"],
    &["two", "zwei", "deux", "dos"],
    &["three", "drei", "trois", "tres"],
    &["four", "vier", "quatre", "cuatro"],
    &["five", "funf", "cinq", "cinco"],
    &["six", "sechs", "seis"],
    &["seven", "sieben", "sept", "siete"],
    &["eight", "acht", "huit", "ocho"],
    &["nine", "neun", "neuf", "nueve"],
    &["ten", "zehn", "dix", "diez"],
    &["eleven", "elf", "onze", "once"],
    &["twelve", "zwolf", "douze", "doce"],
];

/// How the choice of an option stands on a quote.
fn chosen(question: &Question, option: &str, quote: &str) -> Support {
    let is = |words: &[&str]| words_in(option).first().is_some_and(|word| words.contains(&word.as_str()));
    let denies = has_any(quote, NOT);
    let about = || shares_word(&question.title, quote);
    match () {
        // A single tick says itself what it is about.
        () if question.parts.len() == 1
            && question.options.len() == 1
            && question.options.first().is_some_and(|only| only == option) =>
        {
            if shares_word(option, quote) && !denies {
                Support::Said
            } else {
                Support::Concluded
            }
        }
        () if is(YES) => {
            if about() && !denies {
                Support::Said
            } else {
                Support::Concluded
            }
        }
        () if is(NO) => {
            if about() && denies {
                Support::Said
            } else {
                Support::Concluded
            }
        }
        () => says_option(option, &question.options, quote),
    }
}

fn says_option(option: &str, options: &[String], quote: &str) -> Support {
    let whole = || {
        let said = format!(" {} ", fold(quote));
        said.contains(&format!(" {} ", fold(option))) && !fold(option).is_empty()
    };
    // Of options in each other's words (`good`, `very good`) the longest that is said is meant.
    let longer = || {
        let said = format!(" {} ", fold(quote));
        options.iter().any(|other| {
            let other = fold(other);
            other.len() > fold(option).len() && other.contains(&fold(option)) && said.contains(&format!(" {other} "))
        })
    };
    let ranged = || {
        numbers(quote).into_iter().any(|number| {
            in_range(option, number) && options.iter().filter(|other| in_range(other, number)).count() == 1
        })
    };
    let meant = || {
        let pieces = quote
            .split([',', ';', ':', '(', ')', '\n', '.', '|', '–'])
            .flat_map(|piece| [piece].into_iter().chain(piece.split_whitespace()));
        pieces
            .map(str::trim)
            .filter(|piece| !piece.is_empty() && piece.chars().count() > 1)
            .any(|piece| same_meaning(options, piece, option))
    };
    match () {
        () if whole() && !longer() => Support::Said,
        () if ranged() || meant() => Support::Said,
        () => Support::Concluded,
    }
}

/// Whether a piece of a quote means an option and no other: the same country or month in another language.
fn same_meaning(options: &[String], piece: &str, option: &str) -> bool {
    let is_name = crate::countries::country(piece).is_some() && piece.chars().count() > 3
        || crate::dates::month_named(piece).is_some();
    is_name && matched(options, piece, None).is_some_and(|found| found == option)
}

/// Whether a question and a quote speak of the same: they share a word that carries a meaning.
fn shares_word(question: &str, quote: &str) -> bool {
    let said: BTreeSet<String> = words_in(quote).into_iter().collect();
    words_in(question).iter().filter(|word| word.chars().count() >= LONG_WORD && !EMPTY.contains(&word.as_str())).any(
        |word| {
            said.iter().any(|other| {
                let common = word.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
                // The same word, bent: `relocate`, `relocation`; or a part of a compound.
                common >= 5 && common + 3 >= word.chars().count().min(other.chars().count())
                    || word == other
                    || (word.len() >= 6 && other.contains(word.as_str()))
                    || (other.len() >= 6 && word.contains(other.as_str()))
            })
        },
    )
}

/// Whether a longer text says what its source says: its figures and names are there, and most of its words.
fn tells(text: &str, quote: &str) -> bool {
    if words_in(text).is_empty() {
        return false;
    }
    let said: BTreeSet<String> = words_in(quote).into_iter().collect();
    let stems: BTreeSet<String> = said.iter().map(|word| stem(word)).collect();
    let mut begins = true;
    let mut all = 0.0;
    let mut own = 0.0;
    for word in text.split_whitespace() {
        let bare = fold(word);
        let ends = word.ends_with(['.', '!', '?', ':', '\n']);
        let is_name = !begins && word.chars().next().is_some_and(char::is_uppercase) && word.chars().count() > 1;
        let has_figure = word.chars().any(|c| c.is_ascii_digit());
        let parts: Vec<&str> = bare.split(' ').filter(|part| !part.is_empty()).collect();
        let is_said = parts.iter().all(|part| said.contains(*part) || stems.contains(&stem(part)));
        if has_figure
            && !parts.iter().filter(|part| part.chars().any(|c| c.is_ascii_digit())).all(|part| said.contains(*part))
        {
            return false;
        }
        if is_name && !is_said && !is_common_noun(&bare) {
            return false;
        }
        if parts.iter().any(|part| part.chars().count() >= LONG_WORD && !EMPTY.contains(part)) {
            all += 1.0;
            own += f64::from(u8::from(is_said));
        }
        begins = ends;
    }
    all > 0.0 && own / all >= OWN_WORDS && !has_any(text, CONSENT_LINE)
}

/// What nobody may write in a person's name.
const CONSENT_LINE: &[&str] =
    &["i hereby declare", "i agree to", "hiermit erklare ich", "je soussigne", "declaro bajo juramento"];

/// German writes every noun with a capital: such a word is a name only if it looks like one elsewhere. Endings of common nouns.
fn is_common_noun(word: &str) -> bool {
    [
        "ung",
        "heit",
        "keit",
        "schaft",
        "tion",
        "ment",
        "tat",
        "nis",
        "tum",
        "jahre",
        "jahren",
        "erfahrung",
        "arbeit",
        "team",
        "bereich",
    ]
    .iter()
    .any(|ending| word.ends_with(ending))
}

/// A word without its ending.
fn stem(word: &str) -> String {
    let length = word.chars().count();
    if length <= 5 { word.to_owned() } else { word.chars().take(length.saturating_sub(2).clamp(5, 8)).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dates::DateForm;

    fn ask(kind: FieldType, title: &str, options: &[&str]) -> Question {
        Question {
            kind,
            title: title.into(),
            options: options.iter().map(|option| (*option).to_owned()).collect(),
            date: (kind == FieldType::Date).then_some(DateForm::Iso),
            ..Question::default()
        }
    }

    #[test]
    fn a_value_is_said_concluded_or_neither() {
        use FieldType::{Choice, Date, Email, LongText, Number, Phone, Text, Url};
        let years = ["0–2 years", "3–5 years", "6+ years"];
        for (question, value, quote, expected) in [
            (ask(Text, "Employer", &[]), "Alpenstrom AG", "2019–2023 Engineer at Alpenstrom AG, Graz", Support::Said),
            (ask(Text, "Employer", &[]), "Wasserkraft AG", "2019–2023 Engineer at Alpenstrom AG, Graz", Support::None),
            (ask(Text, "Name", &[]), "Ann", "Anna Miller", Support::None),
            (ask(Text, "Name", &[]), "Miller, Ann", "Ann Miller", Support::Said),
            (ask(Email, "E-mail", &[]), "ann@example.org", "Mail: ann@example.org", Support::Said),
            (ask(Email, "E-mail", &[]), "ann@evil.example", "Mail: ann@example.org", Support::None),
            (ask(Phone, "Phone", &[]), "+43 660 1234567", "Tel. 0660 / 123 45 67", Support::None),
            (ask(Phone, "Phone", &[]), "0660 1234567", "Tel. +43 660 / 123 45 67", Support::Said),
            (ask(Url, "Web", &[]), "https://ann.example/", "ann.example", Support::Said),
            (ask(Number, "Notice period in months", &[]), "3", "notice period: three months", Support::Said),
            (ask(Number, "Salary", &[]), "52000", "Salary expectation: € 52.000 gross", Support::Said),
            (ask(Number, "Salary", &[]), "52000", "Salary expectation: 52 000 €", Support::Said),
            (ask(Number, "Salary", &[]), "60000", "Salary expectation: € 52.000 gross", Support::None),
            (ask(Date, "Start", &[]), "2026-03-01", "available from 1 March 2026", Support::Said),
            (ask(Date, "Start", &[]), "2026-04-01", "available from 1 March 2026", Support::None),
            (ask(Choice, "Years of experience", &years), "3–5 years", "4 years of Rust", Support::Said),
            (ask(Choice, "Years of experience", &years), "6+ years", "4 years of Rust", Support::Concluded),
            (
                ask(Choice, "Do you have a driving licence?", &["Yes", "No"]),
                "Yes",
                "Driving licence: class B",
                Support::Said,
            ),
            (ask(Choice, "Do you have a driving licence?", &["Yes", "No"]), "Yes", "Ann Miller", Support::Concluded),
            (ask(Choice, "Do you have a driving licence?", &["Yes", "No"]), "No", "No driving licence", Support::Said),
            (
                ask(Choice, "Do you have a driving licence?", &["Yes", "No"]),
                "Yes",
                "No driving licence",
                Support::Concluded,
            ),
            (ask(Choice, "English", &["Good", "Very good"]), "Good", "English: very good", Support::Concluded),
            (
                ask(Choice, "Country", &["Deutschland", "Österreich", "Schweiz"]),
                "Österreich",
                "Graz, Austria",
                Support::Said,
            ),
            (
                ask(LongText, "Tell us about your experience", &[]),
                "I worked as an engineer at Alpenstrom AG in Graz from 2019 to 2023.",
                "2019–2023 Engineer at Alpenstrom AG, Graz",
                Support::Said,
            ),
            (
                ask(LongText, "Tell us about your experience", &[]),
                "I led a team of 40 at Alpenstrom AG.",
                "2019–2023 Engineer at Alpenstrom AG, Graz",
                Support::None,
            ),
            (
                ask(LongText, "Tell us about your experience", &[]),
                "I worked at NASA.",
                "2019–2023 Engineer at Alpenstrom AG, Graz",
                Support::None,
            ),
            (ask(FieldType::Secret, "PIN", &[]), "1234", "PIN 1234", Support::None),
            (ask(Text, "x", &[]), "x", "", Support::None),
        ] {
            assert_eq!(support(&question, &value.into(), quote), expected, "{}: {value} from {quote}", question.title);
        }
    }
}
