//! The person's facts, and which of them answers a question.

use crate::dates::Date;
use crate::fit::fit;
use crate::languages::{self, Spoken, is_same, spoken};
use crate::meaning::{Meaning, Role, Subject, of_words};
use crate::question::Question;
use crate::together;
use crate::whose::{asks_about_others, is_name_of_part, of_people};
use edith_page::fold::{fold, words_in};
use edith_protocol::{FieldType, FormValue, Profile};

/// Whoever is asked about in so many words of a person's own, as in a fact's label, is who the fact is about; one word may be in any question.
const OWN_WORDS: usize = 2;

/// A profile's facts. Several may have one meaning: they are told apart by their roles and labels.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Facts(Vec<LabelledFact>);

/// A fact, and what its label says about it.
#[derive(Debug, Clone, PartialEq)]
struct LabelledFact {
    /// In the person's words.
    label: String,
    value: String,
    /// What it is of the person; none: it is something else, or somebody else's.
    meaning: Option<Meaning>,
    role: Role,
    subject: Subject,
}

/// What a key or a label means. A key may have tokens of `autocomplete` before it: `work tel`.
fn meaning_of(name: &str) -> Option<Meaning> {
    let (before, last) = name.trim().rsplit_once(' ').unwrap_or(("", name.trim()));
    let is_role = |token: &str| Role::of_tokens(token) != Role::default();
    let token = Meaning::of_token(last).filter(|_| before.split_whitespace().all(is_role));
    token.or_else(|| of_words(name))
}

/// What a question is about, with the part of the form that it is in.
fn asked(question: &Question) -> Subject {
    let section = if is_name_of_part(&question.section) { Subject::of(&question.section) } else { Subject::default() };
    Subject::of(&question.title).within(&section)
}

/// The kind of thing that a question asks for about somebody or something.
fn kind_of(question: &Question, subject: &Subject) -> Option<Meaning> {
    subject.kind.or(match question.kind {
        FieldType::Email => Some(Meaning::Email),
        FieldType::Phone => Some(Meaning::Phone),
        _ => None,
    })
}

/// Which of several a question asks for: its author's tokens say it, else its own words, else those of its part.
pub(crate) fn role_of(question: &Question) -> Role {
    let around = if is_name_of_part(&question.section) { Role::of_label(&question.section) } else { Role::default() };
    question.role.or(Role::of_label(&question.title)).or(Role { line: None, ..around })
}

impl LabelledFact {
    /// As a line of text.
    fn line(&self) -> String {
        format!("{}: {}\n", self.label, self.value)
    }

    fn of(fact: &edith_protocol::Fact) -> Option<Self> {
        let value = fact.value.trim();
        if value.is_empty() {
            return None;
        }
        let label = if fact.label.trim().is_empty() { &fact.key } else { &fact.label };
        let subject = Subject::of(label);
        let own = meaning_of(&fact.key).or_else(|| meaning_of(label)).filter(|meaning| !meaning.is_secret());
        Some(Self {
            label: label.trim().to_owned(),
            value: value.to_owned(),
            meaning: own,
            role: Role::of_tokens(&fact.key).or(Role::of_label(label)),
            subject,
        })
    }

    /// What kind of thing it is about somebody or something: its label says it, else its value does.
    fn kind(&self) -> Option<Meaning> {
        let has_letters = self.value.chars().any(char::is_alphabetic);
        let digits = self.value.chars().filter(char::is_ascii_digit).count();
        self.subject.kind.or(match () {
            () if self.value.contains('@') && !self.value.contains(' ') => Some(Meaning::Email),
            () if !has_letters && digits >= PHONE_DIGITS && self.value.starts_with(['+', '0', '(']) => {
                Some(Meaning::Phone)
            }
            () => None,
        })
    }

    /// Whether it may be a name.
    fn is_like_a_name(&self) -> bool {
        !self.value.contains(|c: char| c.is_ascii_digit() || matches!(c, '@' | '/' | ':'))
    }
}

/// The only language that was spoken first.
fn native(all: &[Spoken]) -> Option<String> {
    let mut native = all.iter().filter(|one| one.native);
    native.next().filter(|_| native.next().is_none()).map(|one| one.name.clone())
}

/// A phone number has so many digits at least.
const PHONE_DIGITS: usize = 6;

impl Facts {
    /// The facts of a profile. A fact's key, else its label, gives its meaning.
    pub fn of(profile: &Profile) -> Self {
        Self(profile.facts.iter().filter_map(LabelledFact::of).collect())
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The facts as text, a line each, with the person's own labels.
    pub fn text(&self) -> String {
        self.0.iter().map(LabelledFact::line).collect()
    }

    /// The same of those that may answer this question: what is asked about somebody else is answered by no fact of the person, and what a fact's label
    /// names only by that.
    pub fn text_for(&self, question: &Question) -> String {
        let asked = asked(question);
        let named = self.named(&asked);
        let is_about_others = asks_about_others(question);
        let may = |fact: &&LabelledFact| {
            let is_of_somebody = fact.subject.is_about_somebody() && fact.meaning.is_none();
            named.contains(fact)
                || match is_about_others {
                    true => is_of_somebody && fact.subject.may_be_about(&asked),
                    // What asks for the person's own is not answered with somebody else's.
                    false => !is_of_somebody && named.is_empty() || is_of_somebody && question.meaning.is_none(),
                }
        };
        self.0.iter().filter(may).map(LabelledFact::line).collect()
    }

    /// Whether a value is a fact of the person and of nobody else that they have stored something about.
    pub fn is_persons(&self, value: &FormValue) -> bool {
        let value = fold(&value.to_string());
        let has = |of_others: bool| {
            self.0.iter().any(|fact| fact.meaning.is_none() == of_others && fold(&fact.value) == value)
        };
        has(false) && !has(true)
    }

    /// What fits a question, if a fact answers it.
    pub fn answer(&self, question: &Question) -> Option<FormValue> {
        if question.is_persons() || matches!(question.kind, FieldType::File | FieldType::Grid) {
            return None;
        }
        let fitted = |value: &str| {
            let shaped = if question.kind == FieldType::Phone { shaped(question, value) } else { None };
            let fitted = shaped.and_then(|value| fit(question, &FormValue::Text(value)).ok());
            let fitted = fitted.or_else(|| fit(question, &FormValue::Text(value.to_owned())).ok());
            fitted.or_else(|| {
                shorter(question, value).into_iter().find_map(|value| fit(question, &FormValue::Text(value)).ok())
            })
        };
        if let Some(answer) = self.of_languages(question) {
            return Some(answer);
        }
        if let Some(value) = self.labelled(question).or_else(|| self.about_others(question)) {
            return fitted(&value);
        }
        if question.is_apart || asks_about_others(question) || !self.named(&asked(question)).is_empty() {
            return None;
        }
        if question.meaning == Some(Meaning::PhoneCountry) {
            return self.dial_code(question);
        }
        let role = role_of(question);
        if let Some(pieces) = together::asked(&question.title) {
            return self.together(&pieces, role, question).and_then(|value| fitted(&value));
        }
        fitted(&self.value(question.meaning?, role, &question.title)?)
    }

    /// The languages that the person speaks.
    fn spoken(&self) -> Vec<Spoken> {
        let mut all: Vec<Spoken> = Vec::new();
        for fact in self.0.iter().filter(|fact| !fact.subject.is_about_somebody()) {
            let is_native = fact.meaning == Some(Meaning::NativeLanguage);
            let found = match fact.meaning {
                Some(Meaning::Languages | Meaning::MainLanguage | Meaning::NativeLanguage) => spoken(&fact.value),
                // `English: C1`.
                None => spoken(&format!("{} {}", fact.label, fact.value)),
                _ => continue,
            };
            let is_one = fact.meaning.is_some() || found.len() == 1 && found.iter().all(Spoken::has_level);
            for mut one in found.into_iter().filter(|_| is_one) {
                one.native |= is_native;
                match all.iter_mut().find(|known| is_same(&known.name, &one.name)) {
                    Some(known) => known.join(&one),
                    None => all.push(one),
                }
            }
        }
        all
    }

    /// A level of a language, or some of a list of languages, chosen by what the person speaks.
    fn of_languages(&self, question: &Question) -> Option<FormValue> {
        if question.is_apart || asks_about_others(question) || question.options.is_empty() {
            return None;
        }
        let one = || {
            let meaning = question.meaning.filter(|meaning| meaning.is_language())?;
            let name = self.value(meaning, Role::default(), &question.title)?;
            fit(question, &FormValue::Text(languages::option(question, &name)?.clone())).ok()
        };
        match question.kind {
            FieldType::Choices if question.meaning == Some(Meaning::Languages) => {
                languages::options(question, &self.spoken())
            }
            FieldType::Choice => languages::level(question, &self.spoken()).or_else(one),
            _ => None,
        }
    }

    /// The language that the person speaks most: what they say about it, as far as it is one.
    fn main_language(&self, of_all: &[Spoken]) -> Option<String> {
        let get = |meaning| self.best(meaning, Role::default(), "").map(str::to_owned);
        let native = get(Meaning::NativeLanguage).or_else(|| native(of_all));
        let only = || Some(of_all).filter(|all| all.len() == 1)?.first().map(|one| one.name.clone());
        let said: Vec<String> = native.or_else(only).into_iter().chain(get(Meaning::Language)).collect();
        languages::agreed(&said).cloned()
    }

    /// The fact with the same label, word for word. Where a question is about somebody else, or another entry, the label has to say so too.
    fn labelled(&self, question: &Question) -> Option<String> {
        let title = fold(&question.title);
        let role = role_of(question);
        let is_it = |fact: &&LabelledFact| {
            let is_whose = fact.subject.is_about_somebody() || !of_people(question) && question.entry < 2;
            let may_mean =
                |meaning: Meaning| !question.is_apart && (!meaning.has_roles() || fact.role.answers(role).is_some());
            !title.is_empty() && fold(&fact.label) == title && is_whose && fact.meaning.is_none_or(may_mean)
        };
        // Another part of the form may ask for another role. Of the same the first one counts.
        let labelled = self.0.iter().filter(is_it).rev();
        labelled.max_by_key(|fact| fact.role.answers(role)).map(|fact| fact.value.clone())
    }

    /// The fact about somebody or something that a question is about, in whatever words.
    fn about_others(&self, question: &Question) -> Option<String> {
        let alone = Subject::of(&question.title);
        let whole = asked(question);
        let by_words = |asked: &Subject| -> Vec<&LabelledFact> {
            self.0.iter().filter(|fact| fact.meaning.is_none() && fact.subject.is_same(asked)).collect()
        };
        let mut found = by_words(&whole);
        if found.is_empty() && !of_people(question) && question.entry < 2 {
            found = by_words(&alone);
        }
        let kind = kind_of(question, &alone);
        let is_name = matches!(kind, Some(Meaning::FullName | Meaning::GivenName | Meaning::FamilyName));
        let all = |is: &dyn Fn(&LabelledFact) -> bool| -> Vec<&str> {
            found.iter().filter(|fact| is(fact)).map(|fact| fact.value.as_str()).collect()
        };
        let direct = [
            all(&|fact| fact.kind() == kind && (kind.is_some() || fact.subject.number == alone.number)),
            // A card is its number, and somebody is their name.
            all(&|fact| kind.is_none() && fact.kind().is_none() && !fact.is_like_a_name()),
            all(&|fact| kind.is_none() && whole.is_about_somebody() && fact.kind() == Some(Meaning::FullName)),
        ];
        if let Some([first, rest @ ..]) = direct.iter().map(Vec::as_slice).find(|values| !values.is_empty())
            && rest.iter().all(|other| other == first)
        {
            return Some((*first).to_owned());
        }
        // The same facts as if they were the person's: a name falls into its parts, a phone has its role.
        let as_own = |fact: &&LabelledFact| {
            let kind = fact.kind().or(Some(Meaning::FullName).filter(|_| is_name && fact.is_like_a_name()));
            LabelledFact { meaning: kind, ..(*fact).clone() }
        };
        let theirs = Self(found.iter().map(as_own).collect());
        let of_meaning = || theirs.0.iter().enumerate().filter(|(_, fact)| fact.meaning == kind);
        // Two that are called the same are of two people.
        if of_meaning().any(|(at, fact)| of_meaning().any(|(other, same)| other > at && same.role == fact.role)) {
            return None;
        }
        theirs.value(kind?, role_of(question), &question.title)
    }

    /// The facts about somebody or something whose labels say all of it in a question too.
    fn named(&self, asked: &Subject) -> Vec<&LabelledFact> {
        let is_named = |fact: &&LabelledFact| {
            fact.meaning.is_none()
                && (fact.subject.words.len() >= OWN_WORDS || fact.subject.is_about_somebody())
                && fact.subject.is_within(asked)
        };
        self.0.iter().filter(is_named).collect()
    }

    /// What a field asks for that takes several things, in its order; none: one of them is not known.
    fn together(&self, pieces: &[Meaning], role: Role, question: &Question) -> Option<String> {
        // `Street and number` is what such a line is called everywhere; whether its number comes before or after is the custom of its country.
        if pieces == [Meaning::StreetName, Meaning::HouseNumber]
            && let Some(line) = self.best(Meaning::Street, role, &question.title)
            && street_and_number(line).is_some()
        {
            return Some(line.to_owned());
        }
        let values: Option<Vec<(Meaning, String)>> =
            pieces.iter().map(|piece| Some((*piece, self.value(*piece, role, &question.title)?))).collect();
        Some(together::written(&values?, &question.title))
    }

    /// The fact of that meaning whose role answers best, and of several whose label is most like the question.
    fn best(&self, meaning: Meaning, role: Role, title: &str) -> Option<&str> {
        let role = if meaning.has_roles() { role } else { Role::default() };
        let asked = words_in(title);
        let of_meaning = self.0.iter().enumerate().filter(|(_, fact)| fact.meaning == Some(meaning));
        let ranked = of_meaning.filter_map(|(at, fact)| {
            let own = if meaning.has_roles() { fact.role } else { Role::default() };
            let shared = words_in(&fact.label).iter().filter(|word| asked.contains(word)).count();
            Some((own.answers(role)?, shared, std::cmp::Reverse(at), fact.value.as_str()))
        });
        ranked.max_by_key(|(answers, shared, first, _)| (*answers, *shared, *first)).map(|(.., value)| value)
    }

    /// The fact of that meaning, also put together from others, or taken out of them.
    fn value(&self, meaning: Meaning, role: Role, title: &str) -> Option<String> {
        let get = |meaning: Meaning| self.best(meaning, role, title);
        let birth = || Date::read(get(Meaning::BirthDate)?, None);
        match (meaning, get(meaning)) {
            (Meaning::Street, Some(street)) => {
                let number = get(Meaning::HouseNumber).filter(|_| street_and_number(street).is_none());
                return Some(number.map_or_else(|| street.to_owned(), |number| format!("{street} {number}")));
            }
            (_, Some(value)) => return Some(value.to_owned()),
            _ => {}
        }
        match meaning {
            Meaning::FullName => {
                let (given, family) = (get(Meaning::GivenName)?, get(Meaning::FamilyName)?);
                Some(format!("{given} {family}"))
            }
            // Only a name of two words falls into two parts without doubt.
            Meaning::GivenName | Meaning::FamilyName => {
                let words: Vec<&str> = get(Meaning::FullName)?.split_whitespace().collect();
                match (words.as_slice(), meaning) {
                    ([given, _], Meaning::GivenName) => Some((*given).to_owned()),
                    ([_, family], _) => Some((*family).to_owned()),
                    _ => None,
                }
            }
            Meaning::MainLanguage => self.main_language(&self.spoken()),
            Meaning::NativeLanguage => native(&self.spoken()),
            Meaning::BirthDay => Some(birth()?.day?.to_string()),
            Meaning::BirthMonth => Some(birth()?.month.to_string()),
            Meaning::BirthYear => Some(birth()?.year.to_string()),
            Meaning::PhoneNational => Some(divided(get(Meaning::Phone)?).1),
            Meaning::StreetName => match get(Meaning::HouseNumber) {
                Some(_) => get(Meaning::Street).map(str::to_owned),
                None => street_and_number(get(Meaning::Street)?).map(|(street, _)| street),
            },
            Meaning::HouseNumber => street_and_number(get(Meaning::Street)?).map(|(_, number)| number),
            _ => None,
        }
    }

    /// The country's code of the phone number: of a list the option with the person's country, else the one with the code.
    fn dial_code(&self, question: &Question) -> Option<FormValue> {
        // An extension or the kind of a phone is asked for in much the same words.
        if crate::words::has_any(
            &question.title,
            &["extension", "ext", "type", "area", "durchwahl", "ortsvorwahl", "poste"],
        ) {
            return None;
        }
        let code = divided(self.best(Meaning::Phone, role_of(question), &question.title)?).0?;
        let as_number = question.kind == FieldType::Number || (1..=3).contains(&question.limits.max_length);
        if question.options.is_empty() {
            let text = if as_number { code } else { format!("+{code}") };
            return fit(question, &FormValue::Text(text)).ok();
        }
        let has_code = |option: &&String| {
            option.split(|c: char| !c.is_ascii_digit()).any(|digits| digits.trim_start_matches('0') == code)
        };
        let all: Vec<&String> = question.options.iter().filter(has_code).collect();
        let country = self.best(Meaning::Country, Role::default(), "").and_then(crate::countries::country);
        let names_it = |option: &&String| {
            option
                .split(|c: char| !c.is_alphabetic() && c != ' ')
                .any(|name| country.is_some() && crate::countries::country(name) == country)
        };
        // A list may name only the countries: that of the person, if their number is one of there.
        let is_there = || country.is_some_and(|country| crate::countries::dials(country) == Some(code.as_str()));
        let option = match all.as_slice() {
            [] if is_there() => question.options.iter().find(names_it)?,
            [only] => only,
            several => several.iter().copied().find(names_it)?,
        };
        Some(FormValue::Text(option.clone()))
    }
}

/// Street and number of a line that has both: the number is first or last and may have a letter or a short word after it, as in `12 bis rue Verte`.
fn street_and_number(line: &str) -> Option<(String, String)> {
    let words: Vec<&str> = line.split([' ', ',']).filter(|word| !word.is_empty()).collect();
    let is_number = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
    let is_addition = |word: &str| {
        word.chars().count() == 1 && word.chars().all(char::is_alphabetic)
            || ["bis", "ter", "quater"].contains(&word.to_lowercase().as_str())
    };
    let (street, number): (&[&str], &[&str]) = match words.as_slice() {
        [number, addition, street @ ..] if is_number(number) && is_addition(addition) && !street.is_empty() => {
            (street, words.get(..2)?)
        }
        [number, street @ ..] if is_number(number) && !street.is_empty() => (street, words.get(..1)?),
        [street @ .., number, addition] if is_number(number) && is_addition(addition) && !street.is_empty() => {
            (street, words.get(street.len()..)?)
        }
        [street @ .., number] if is_number(number) && !street.is_empty() => (street, words.get(street.len()..)?),
        _ => return None,
    };
    // A second number may be of a flat or a town: which is which only a person knows.
    (!street.iter().any(|word| is_number(word))).then(|| (street.join(" "), number.join(" ")))
}

/// A phone number's country code, without the sign before it, and the rest.
fn divided(phone: &str) -> (Option<String>, String) {
    let phone = phone.trim();
    let Some(rest) = phone.strip_prefix('+').or_else(|| phone.strip_prefix("00")) else {
        return (None, phone.to_owned());
    };
    let digits: String = rest.chars().filter(char::is_ascii_digit).collect();
    let length = code_length(&digits);
    let code: String = digits.chars().take(length).collect();
    // After as many digits, wherever there are signs between them.
    let mut left = length;
    let national: String = rest
        .chars()
        .skip_while(|c| {
            let is_code = left > 0;
            left -= usize::from(is_code && c.is_ascii_digit());
            is_code
        })
        .collect();
    let national =
        national.trim_start_matches(|c: char| !c.is_alphanumeric() && c != '(').trim_start_matches("(0)").trim();
    (Some(code), national.to_owned())
}

/// How many digits a country's code has, by ITU-T E.164: those of one and two are few, all others have three.
fn code_length(digits: &str) -> usize {
    const TWO: [&str; 43] = [
        "20", "27", "30", "31", "32", "33", "34", "36", "39", "40", "41", "43", "44", "45", "46", "47", "48", "49",
        "51", "52", "53", "54", "55", "56", "57", "58", "60", "61", "62", "63", "64", "65", "66", "81", "82", "84",
        "86", "90", "91", "92", "93", "94", "95",
    ];
    match digits.get(..2) {
        Some(two) if two.starts_with(['1', '7']) => 1,
        Some("98") => 2,
        Some(two) if TWO.contains(&two) => 2,
        _ => 3,
    }
}

/// A phone number in the form that a field shows.
fn shaped(question: &Question, value: &str) -> Option<String> {
    let (code, national) = divided(value);
    // Without its code it would be taken for one of the country that the field shows.
    let is_others = |code: &str| question.limits.dial.strip_prefix('+').is_some_and(|shown| shown != code);
    if code.as_deref().is_some_and(is_others) {
        return None;
    }
    crate::shapes::phone(&question.limits.shape, code.as_deref(), &national)
}

/// The same value in the shorter forms that a field may want.
fn shorter(question: &Question, value: &str) -> Vec<String> {
    match question.meaning {
        Some(Meaning::Country | Meaning::Nationality) => {
            crate::countries::country(value).map(str::to_uppercase).into_iter().collect()
        }
        Some(Meaning::Region) => crate::regions::other_way(value).map(str::to_uppercase).into_iter().collect(),
        Some(Meaning::Phone | Meaning::PhoneNational) => {
            let bare = |text: &str| text.chars().filter(|c| c.is_ascii_digit() || *c == '+').collect();
            vec![bare(value), bare(&divided(value).1)]
        }
        Some(Meaning::PostalCode) => vec![value.chars().filter(|c| !c.is_whitespace()).collect()],
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::tests::profile;

    #[test]
    fn facts_answer_by_meaning_and_by_their_own_label() {
        let facts = Facts::of(&profile(&[
            ("given-name", "First name", "Ann"),
            ("family-name", "Last name", "Miller"),
            ("bday", "Birthday", "1990-05-04"),
            ("country", "Country", "Austria"),
            ("x1", "Shoe size", "39"),
        ]));
        let ask = |meaning, kind| {
            facts.answer(&Question { meaning, kind, ..Question::default() }).map(|value| value.to_string())
        };
        assert_eq!(ask(Some(Meaning::FullName), FieldType::Text).as_deref(), Some("Ann Miller"));
        assert_eq!(ask(Some(Meaning::BirthYear), FieldType::Text).as_deref(), Some("1990"));
        assert_eq!(ask(Some(Meaning::Email), FieldType::Email), None);
        assert_eq!(ask(None, FieldType::Text), None);
        let size = Question { title: "Shoe size".into(), ..Question::default() };
        assert_eq!(facts.answer(&size), Some("39".into()));
        let list = Question {
            kind: FieldType::Choice,
            meaning: Some(Meaning::Country),
            options: vec!["Deutschland".into(), "Österreich".into()],
            ..Question::default()
        };
        assert_eq!(facts.answer(&list), Some("Österreich".into()));
        let secret = Question { kind: FieldType::Secret, meaning: Some(Meaning::GivenName), ..Question::default() };
        assert_eq!(facts.answer(&secret), None);
    }

    #[test]
    fn a_phone_keeps_its_code_where_the_field_shows_another() {
        for (dial, value, written) in [
            ("+44", "+49 341 5550162", None),
            ("+44", "+44 7700 900412", Some("7700 900412")),
            ("+49", "0049 341 5550162", Some("3415 550162")),
            ("+1", "+44 7700 900412", None),
            // Whoever writes no code means the country that is shown; and a field may show none.
            ("+44", "7700 900412", Some("7700 900412")),
            ("", "+49 341 5550162", Some("3415 550162")),
        ] {
            let limits =
                crate::question::Limits { shape: "7400 123456".into(), dial: dial.into(), ..Default::default() };
            let question = Question { kind: FieldType::Phone, limits, ..Question::default() };
            assert_eq!(shaped(&question, value).as_deref(), written, "{dial} {value}");
        }
    }

    #[test]
    fn streets_and_phones_fall_into_their_parts() {
        let both = |line: &str| street_and_number(line).map(|(street, number)| format!("{street}|{number}"));
        for (line, parts) in [
            ("Lindenstraße 27a", Some("Lindenstraße|27a")),
            ("Am Markt 5 b", Some("Am Markt|5 b")),
            ("31 rue des Trois-Maries", Some("rue des Trois-Maries|31")),
            ("12 bis, rue Verte", Some("rue Verte|12 bis")),
            ("Calle Mayor, 12", Some("Calle Mayor|12")),
            ("Straße des 17. Juni 135", None),
            ("Castle View", None),
            ("7", None),
        ] {
            assert_eq!(both(line).as_deref(), parts, "{line}");
        }
        for (phone, code, national) in [
            ("+44 7700 900412", Some("44"), "7700 900412"),
            ("+436601234567", Some("43"), "6601234567"),
            ("0049 (0)341 5550162", Some("49"), "341 5550162"),
            ("+1-202-555-0100", Some("1"), "202-555-0100"),
            ("+352 26 12 34", Some("352"), "26 12 34"),
            ("0341 5550162", None, "0341 5550162"),
        ] {
            assert_eq!(divided(phone), (code.map(str::to_owned), national.to_owned()), "{phone}");
        }
    }

    #[test]
    fn a_country_code_is_chosen_as_the_list_words_it() {
        let facts =
            Facts::of(&profile(&[("tel", "Phone", "+44 7700 900412"), ("country", "Country", "United Kingdom")]));
        let ask = |title: &str, options: &[&str]| {
            let options = options.iter().map(|option| (*option).to_owned()).collect::<Vec<_>>();
            let kind = if options.is_empty() { FieldType::Text } else { FieldType::Choice };
            let meaning = Some(Meaning::PhoneCountry);
            let question = Question { title: title.into(), kind, meaning, options, ..Question::default() };
            facts.answer(&question).map(|value| value.to_string())
        };
        assert_eq!(ask("Code", &[]).as_deref(), Some("+44"));
        assert_eq!(ask("Code", &["+33", "+44", "+49"]).as_deref(), Some("+44"));
        assert_eq!(ask("Code", &["Jersey (+44)", "United Kingdom (+44)"]).as_deref(), Some("United Kingdom (+44)"));
        assert_eq!(ask("Phone extension", &[]), None);
    }
}
