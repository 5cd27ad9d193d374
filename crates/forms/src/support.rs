//! Whether a value rests on words of its source. A model names them; code finds them again, and the value in them.

use crate::countries::{citizens, nation};
use crate::dates::Date;
use crate::fit::{in_range, matched, number_of};
use crate::meaning::Meaning;
use crate::question::Question;
use crate::topics;
use crate::words::{EMPTY, NO, NOT, YES, has_any};
use edith_page::fold::{fold, words_in};
use edith_protocol::Gather as _;
use edith_protocol::{FieldType, FormValue};
use std::collections::BTreeSet;

/// Of the words of a longer text, so many must be in its source: a summary may join and bend words, not bring in its own.
const OWN_WORDS: f64 = 0.6;
/// Words this long carry a meaning.
const LONG_WORD: usize = 4;
/// A heading that is quoted beside a line has at most so many words.
const HEADING_WORDS: usize = 3;
/// A quote speaks of a question if it speaks of more than so much of its words: of `company car` one word is not enough.
const HALF: f64 = 0.5;

/// How a value rests on the words quoted for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Support {
    /// The value is in the words.
    Said,
    /// It was concluded from them: only the person can tell whether that is right.
    Concluded,
    /// The words do not say it.
    None,
}

/// How a fitted value of a question rests on the words of its source.
pub fn support(question: &Question, value: &FormValue, quote: &str) -> Support {
    if quote.trim().is_empty() || question.is_persons() {
        return Support::None;
    }
    match (question.kind, value) {
        (_, FormValue::Rows(rows)) => {
            let each = rows.iter().map(|(row, choice)| {
                let said = says_option(row, choice, &question.options, quote, false);
                if said == Support::Said && covered(row, quote) > HALF { Support::Said } else { Support::Concluded }
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

/// Whether all words of a text are in a quote, each as a whole one, next to each other or in another order.
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

/// How the choice of an option rests on a quote.
fn chosen(question: &Question, option: &str, quote: &str) -> Support {
    let is = |words: &[&str]| words_in(option).first().is_some_and(|word| words.contains(&word.as_str()));
    let is_tick = question.parts.len() == 1 && question.options.len() == 1;
    let said = match () {
        // A single tick says itself what it is about.
        () if is_tick && question.options.first().is_some_and(|only| only == option) => {
            is_so(option, quote) == Some(true)
        }
        () if is(YES) => is_so(&question.title, quote) == Some(true),
        () if is(NO) => is_so(&question.title, quote) == Some(false),
        () if question.meaning == Some(Meaning::Nationality) => is_citizen_of(option, quote),
        () => {
            let several = question.kind == FieldType::Choices;
            return says_option(&question.title, option, &question.options, quote, several);
        }
    };
    if said { Support::Said } else { Support::Concluded }
}

/// Whether a quote names the citizens of an option's country, and of no other.
fn is_citizen_of(option: &str, quote: &str) -> bool {
    let named: BTreeSet<&str> = words_in(quote).iter().filter_map(|word| citizens(word)).gathered();
    nation(option).is_some_and(|code| named.len() == 1 && named.contains(code))
}

/// Whether a quote says that something is so, or that it is not; none: it speaks of something else.
pub(crate) fn is_so(question: &str, quote: &str) -> Option<bool> {
    // `Have you never …` is for people.
    if has_any(question, NOT) {
        return None;
    }
    let about: Vec<&str> = clauses(quote).filter(|clause| covered(question, clause) > HALF).collect();
    let said = match about.as_slice() {
        [] if covered(question, quote) > HALF => vec![quote],
        [] => return None,
        _ => about,
    };
    let denied = said.iter().filter(|clause| has_any(clause, NOT)).count();
    (denied == 0 || denied == said.len()).then_some(denied == 0)
}

/// A quote without the headings that are beside what they are about: under `Ausbildung` not everything is an apprenticeship.
fn without_headings(quote: &str) -> String {
    let is_heading = |line: &&str| words_in(line).len() <= HEADING_WORDS && !line.contains([':', ',', '.']);
    let lines: Vec<&str> = quote.lines().filter(|line| !line.trim().is_empty()).collect();
    let said: Vec<&str> = lines.iter().copied().filter(|line| !is_heading(line)).collect();
    if said.is_empty() { quote.to_owned() } else { said.join("\n") }
}

/// The parts of a quote of which each says one thing.
fn clauses(quote: &str) -> impl Iterator<Item = &str> {
    quote.split([',', '.', ';', '\n', '!', '?']).filter(|clause| !clause.trim().is_empty())
}

/// How an option rests on the words of a quote about something. Where one of several is chosen, no other may be there as well.
fn says_option(about: &str, option: &str, options: &[String], quote: &str, several: bool) -> Support {
    let quote = &without_headings(quote);
    let spoken = topics::languages(about);
    let of_language: Vec<&str> =
        clauses(quote).filter(|clause| !topics::languages(clause).is_disjoint(&spoken)).collect();
    let quote = match (spoken.is_empty(), of_language.is_empty()) {
        (true, _) => quote.to_owned(),
        (false, false) => of_language.join("\n"),
        (false, true) => return Support::Concluded,
    };
    let quote = quote.as_str();
    let others = || options.iter().map(String::as_str).filter(|other| *other != option);
    // Of options in each other's words (`good`, `very good`) the longest that is said is meant.
    let is_longer = |other: &str, than: &str| fold(other).len() > fold(than).len() && fold(other).contains(&fold(than));
    let is_said =
        |one: &str| stands(one, quote) && !options.iter().any(|other| is_longer(other, one) && stands(other, quote));
    let ranged = || {
        numbers(quote).into_iter().any(|number| {
            in_range(option, number) && options.iter().filter(|other| in_range(other, number)).count() == 1
        })
    };
    let lasts = || {
        let number = |word: &str| numbers(word).first().copied();
        let said = topics::durations(quote, number);
        let wanted = topics::durations(option, number);
        wanted.len() == 1 && wanted.iter().all(|one| said.contains(one))
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
    // The same in another language.
    let by = |topics: &dyn Fn(&str) -> BTreeSet<usize>| {
        let said = topics(quote);
        let is = |one: &str| !topics(one).is_empty() && topics(one).is_subset(&said);
        is(option) && (several || !others().any(is))
    };
    let denied = clauses(quote).filter(|clause| !topics::choices(clause).is_empty()).any(|clause| has_any(clause, NOT));
    let level = || {
        let is = |one: &str| topics::levels(one).len() == 1 && topics::levels(one) == topics::levels(quote);
        !spoken.is_empty() && is(option) && !others().any(is)
    };
    match () {
        () if is_said(option) && (several || !others().any(|other| is_said(other) && !is_longer(option, other))) => {
            Support::Said
        }
        () if ranged() || lasts() || meant() || level() => Support::Said,
        () if by(&topics::choices) && !denied => Support::Said,
        () if spoken.is_empty() && by(&topics::languages) => Support::Said,
        () => Support::Concluded,
    }
}

/// Whether an option is in a quote in its own words. A letter is one only as it is written: `B` is a class, `a` an article.
fn stands(option: &str, quote: &str) -> bool {
    let wanted = fold(option);
    if wanted.chars().count() == 1 {
        return quote.split(|c: char| !c.is_alphanumeric()).any(|word| word == option.trim());
    }
    !wanted.is_empty() && format!(" {} ", fold(quote)).contains(&format!(" {wanted} "))
}

/// Whether a piece of a quote means an option and no other: the same country or month in another language.
fn same_meaning(options: &[String], piece: &str, option: &str) -> bool {
    let is_name = crate::countries::country(piece).is_some() && piece.chars().count() > 3
        || crate::dates::month_named(piece).is_some();
    is_name && matched(options, piece, None).is_some_and(|found| found == option)
}

/// The share of a question's words that a quote speaks of.
fn covered(question: &str, quote: &str) -> f64 {
    let said: BTreeSet<String> = words_in(quote).into_iter().gathered();
    let counts = |word: &str| word.chars().count() >= LONG_WORD && !EMPTY.contains(&word);
    topics::covered(question, quote, counts, |word| said.iter().any(|other| same_word(word, other)))
}

/// The same word, bent: `relocate`, `relocation`; or a part of a compound.
pub(crate) fn same_word(word: &str, other: &str) -> bool {
    let common = word.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
    common >= 5 && common + 3 >= word.chars().count().min(other.chars().count())
        || word == other
        || (word.len() >= 6 && other.contains(word))
        || (other.len() >= 6 && word.contains(other))
}

/// Whether a longer text says what its source says: its figures and names are there, and most of its words.
fn tells(text: &str, quote: &str) -> bool {
    if words_in(text).is_empty() {
        return false;
    }
    let said: BTreeSet<String> = words_in(quote).into_iter().gathered();
    let stems: BTreeSet<String> = said.iter().map(|word| stem(word)).gathered();
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
                ask(Choice, "Do you have a company car?", &["Yes", "No"]),
                "Yes",
                "I can use a car of my own.",
                Support::Concluded,
            ),
            (ask(Choice, "¿Tiene coche propio?", &["Sí", "No"]), "No", "Pas de voiture personnelle.", Support::Said),
            (
                ask(Choice, "Brauchen Sie ein Visum?", &["Ja", "Nein"]),
                "Nein",
                "Right to work: British citizen, I do not need visa sponsorship.",
                Support::Said,
            ),
            (
                ask(Choice, "Do you have the right to work here?", &["Yes", "No"]),
                "Yes",
                "Right to work: British citizen, I do not need visa sponsorship.",
                Support::Said,
            ),
            (ask(Choice, "Niveau d'anglais", &["A1", "C1", "C2"]), "C1", "Deutsch: C2. Englisch: C1.", Support::Said),
            (
                ask(Choice, "Niveau d'anglais", &["A1", "C1", "C2"]),
                "C2",
                "Deutsch: C2. Englisch: C1.",
                Support::Concluded,
            ),
            (
                ask(Choice, "Your level of English", &["Beginner", "Intermediate", "Advanced"]),
                "Advanced",
                "Français : langue maternelle. Anglais : C1. Allemand : A2.",
                Support::Said,
            ),
            (
                ask(Choice, "Your level of English", &["Beginner", "Intermediate", "Advanced"]),
                "Beginner",
                "Français : langue maternelle. Anglais : C1. Allemand : A2.",
                Support::Concluded,
            ),
            (
                ask(Choice, "Préavis", &["6 semaines", "2 mois"]),
                "6 semaines",
                "Kündigungsfrist: 6 Wochen",
                Support::Said,
            ),
            (ask(Choice, "Préavis", &["6 mois", "2 mois"]), "6 mois", "Kündigungsfrist: 6 Wochen", Support::Concluded),
            (
                ask(Choice, "Highest degree", &["Bachelor", "Master", "Doctorate"]),
                "Master",
                "MSc Operations Management, University of Leeds",
                Support::Said,
            ),
            (
                ask(Choice, "Höchster Abschluss", &["Ausbildung", "Bachelor", "Master oder Diplom"]),
                "Master oder Diplom",
                "Ausbildung\nDiplom-Ingenieur Maschinenbau, Technische Universität Chemnitz",
                Support::Said,
            ),
            (ask(Choice, "Licence category", &["A", "B", "C"]), "A", "Category B, a clean record", Support::Concluded),
            (ask(Choice, "Mother tongue", &["German", "French"]), "French", "German, French", Support::Concluded),
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
