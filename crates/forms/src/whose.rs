//! Whose facts questions ask for, by what is around them: their section, the questions beside them, and those of the same name. A fact of the
//! person answers only what asks about them, here and now.

use crate::meaning::{Asks, Meaning, asks};
use crate::question::Question;
use edith_page::fold::{fold, words_in};
use edith_protocol::FieldType;

/// So many questions after one about somebody may still be about them.
const FOLLOWING: usize = 3;
/// A part of a form named in more words is a sentence, which may speak of anybody.
const NAME_WORDS: usize = 8;

/// Takes the meaning from questions about somebody or something else, and makes that of parts more exact.
pub(crate) fn settle(questions: &mut [Question]) {
    let repeats: Vec<bool> =
        (0..questions.len()).map(|at| repeats(questions, at) || goes_on_about_others(questions, at)).collect();
    for (question, repeats) in questions.iter_mut().zip(repeats) {
        let is_apart = repeats || question.meaning.is_some_and(|meaning| !is_of_person(question, meaning));
        question.is_apart |= is_apart;
        question.meaning = question.meaning.filter(|meaning| meaning.is_secret() || !is_apart);
    }
    for at in 0..questions.len() {
        let meaning = beside(questions, at);
        if let Some(question) = questions.get_mut(at) {
            question.meaning = meaning;
        }
    }
}

/// Whether a question or the part that it is in is about somebody other than the person.
pub fn asks_about_others(question: &Question) -> bool {
    of_section(question).people || asks(&question.title).people
}

/// Whether the part of a form that a question is in is about somebody other than the person.
pub(crate) fn of_people(question: &Question) -> bool {
    of_section(question).people
}

/// Whether words name a part of a form. A sentence may speak of anybody.
pub(crate) fn is_name_of_part(section: &str) -> bool {
    words_in(section).len() <= NAME_WORDS
}

fn of_section(question: &Question) -> Asks {
    if is_name_of_part(&question.section) { asks(&question.section) } else { Asks::default() }
}

fn is_of_person(question: &Question, meaning: Meaning) -> bool {
    use Meaning as M;
    let title = asks(&question.title);
    let job = matches!(meaning, M::Organization | M::JobTitle);
    let place_or_job = job || matches!(meaning, M::City | M::Region | M::Country | M::PostalCode | M::Street);
    let asks_elsewhere = place_or_job && title.elsewhere;
    let asks_earlier = place_or_job && title.earlier || job && of_section(question).earlier;
    !(asks_about_others(question) || asks_elsewhere || asks_earlier)
}

/// Whether the same was asked before for an entry before this one: the second traveller, the job before.
fn repeats(questions: &[Question], at: usize) -> bool {
    let Some(question) = questions.get(at) else { return false };
    let title = fold(&question.title);
    let (name, number) = numbered(&question.section);
    questions.iter().take(at).any(|earlier| {
        let same = earlier.meaning == question.meaning && fold(&earlier.title) == title;
        let (other, before) = numbered(&earlier.section);
        // An address of e-mail is often asked for twice in a row.
        let again = earlier.section == question.section
            && earlier.frame == question.frame
            && matches!(question.meaning, Some(Meaning::Organization | Meaning::JobTitle));
        same && (again || name == other && number > before && number.is_some_and(|number| number > 1))
    })
}

/// Whether it asks for more about whom the question before it is about: after `Whom shall we call?`, the second phone number of a form is theirs.
fn goes_on_about_others(questions: &[Question], at: usize) -> bool {
    use Meaning as M;
    let Some(question) = questions.get(at) else { return false };
    let is_of_somebody = matches!(
        question.meaning,
        Some(M::Phone | M::PhoneNational | M::Email | M::FullName | M::GivenName | M::FamilyName)
    );
    let before: Vec<&Question> = questions
        .iter()
        .take(at)
        .rev()
        .take(FOLLOWING)
        .take_while(|before| before.section == question.section && before.frame == question.frame)
        .collect();
    let Some(others) = before.iter().position(|before| asks(&before.title).people) else { return false };
    let others = at - 1 - others;
    is_of_somebody && questions.iter().take(others).any(|earlier| earlier.meaning == question.meaning)
}

/// The name of a part of a form, and its number if it is one of several.
fn numbered(section: &str) -> (String, Option<u32>) {
    let words = words_in(section);
    let number = words.iter().rev().find_map(|word| word.parse().ok());
    let name: Vec<String> = words.into_iter().filter(|word| word.parse::<u32>().is_err()).collect();
    (name.join(" "), number)
}

/// What a question means beside its neighbours: a name beside a given name is the family's, a street beside a number is without it.
fn beside(questions: &[Question], at: usize) -> Option<Meaning> {
    use Meaning as M;
    let question = questions.get(at)?;
    let is_near = |other: &&Question| other.frame == question.frame && other.section == question.section;
    let around = at.saturating_sub(2)..(at + 3).min(questions.len());
    let near = |meaning: Meaning| {
        questions
            .get(around.clone())
            .unwrap_or_default()
            .iter()
            .filter(is_near)
            .any(|other| other.meaning == Some(meaning))
    };
    let previous =
        at.checked_sub(1).and_then(|before| questions.get(before)).filter(is_near).and_then(|other| other.meaning);
    let next = questions.get(at + 1).filter(is_near);
    let is_number = |question: &Question| {
        let title = fold(&question.title);
        ["number", "no", "nr", "num", "numero", "nummer", "hausnummer", "n", "n o"].contains(&title.as_str())
    };
    match question.meaning {
        Some(M::FullName) if near(M::GivenName) && !near(M::FamilyName) => Some(M::FamilyName),
        // In India it is the post's, beside a town.
        None if is_pin(question) && (near(M::City) || near(M::Region)) => Some(M::PostalCode),
        None if matches!(previous, Some(M::Street | M::StreetName)) && is_number(question) => Some(M::HouseNumber),
        Some(M::Street)
            if next.is_some_and(|next| {
                next.meaning == Some(M::HouseNumber) || next.meaning.is_none() && is_number(next)
            }) =>
        {
            Some(M::StreetName)
        }
        Some(M::Phone) if previous == Some(M::PhoneCountry) || says_national(&question.title) => Some(M::PhoneNational),
        // A postal code and a town in one field are neither.
        Some(M::City | M::PostalCode) if asks_both(&question.title) => None,
        meaning => meaning,
    }
}

fn is_pin(question: &Question) -> bool {
    question.kind == FieldType::Text && ["pin", "pin code", "pincode"].contains(&fold(&question.title).as_str())
}

/// Whether a question asks for a phone number without the country's code.
fn says_national(title: &str) -> bool {
    let wanted = [
        "without prefix",
        "without country code",
        "ohne vorwahl",
        "ohne landervorwahl",
        "sans indicatif",
        "sin prefijo",
    ];
    wanted.iter().any(|words| fold(title).contains(words))
}

/// Whether a question asks for a postal code and a town in one field.
fn asks_both(title: &str) -> bool {
    let words = words_in(title);
    let has = |wanted: &[&str]| words.iter().any(|word| wanted.contains(&word.as_str()));
    has(&["plz", "postleitzahl", "zip", "postcode", "postal", "cp"])
        && has(&["ort", "wohnort", "stadt", "city", "town", "ville", "commune", "ciudad", "localidad", "poblacion"])
}

#[cfg(test)]
mod tests {
    use super::*;
    use Meaning as M;

    fn settled(all: &[(&str, &str, Option<Meaning>)]) -> Vec<Option<Meaning>> {
        let question = |(section, title, meaning): &(&str, &str, Option<Meaning>)| Question {
            section: (*section).into(),
            title: (*title).into(),
            meaning: *meaning,
            ..Question::default()
        };
        let mut questions: Vec<Question> = all.iter().map(question).collect();
        settle(&mut questions);
        questions.into_iter().map(|question| question.meaning).collect()
    }

    #[test]
    fn facts_of_the_person_do_not_answer_for_others() {
        let others = [
            ("Angaben zum Kind", "Vorname", M::GivenName),
            ("Geschädigte Person", "E-Mail", M::Email),
            ("", "Guarantor's e-mail", M::Email),
            ("", "Avalista: nombre y teléfono", M::Phone),
            ("", "Ville d'accueil souhaitée", M::City),
            ("", "Employer before that", M::Organization),
            ("Previous jobs", "Employer", M::Organization),
            ("", "Country of birth", M::Country),
        ];
        for (section, title, meaning) in others {
            assert_eq!(settled(&[(section, title, Some(meaning))]), [None], "{section} {title}");
        }
        for (section, title, meaning) in [("Angaben zur Person", "Vorname", M::GivenName), ("", "Ville", M::City)] {
            assert_eq!(settled(&[(section, title, Some(meaning))]), [Some(meaning)], "{section} {title}");
        }
    }

    #[test]
    fn only_the_first_of_several_entries_is_todays() {
        let job = |section| (section, "Employer", Some(M::Organization));
        assert_eq!(settled(&[job("Position 1"), job("Position 2")]), [Some(M::Organization), None]);
        assert_eq!(settled(&[job("Work"), job("Work")]), [Some(M::Organization), None]);
        let name = |section| (section, "First name", Some(M::GivenName));
        assert_eq!(settled(&[name("Traveller 1"), name("Traveller 2")]), [Some(M::GivenName), None]);
        // Two addresses are both the person's.
        let street = |section| (section, "Street", Some(M::Street));
        assert_eq!(settled(&[street("Billing"), street("Delivery")]), [Some(M::Street), Some(M::Street)]);
    }

    #[test]
    fn parts_are_told_by_their_neighbours() {
        assert_eq!(
            settled(&[("", "Name", Some(M::FullName)), ("", "Vorname", Some(M::GivenName))]),
            [Some(M::FamilyName), Some(M::GivenName)]
        );
        assert_eq!(
            settled(&[("", "Calle", Some(M::Street)), ("", "Número", None)]),
            [Some(M::StreetName), Some(M::HouseNumber)]
        );
        assert_eq!(
            settled(&[("", "Prefijo", Some(M::PhoneCountry)), ("", "Teléfono", Some(M::Phone))]),
            [Some(M::PhoneCountry), Some(M::PhoneNational)]
        );
    }
}
