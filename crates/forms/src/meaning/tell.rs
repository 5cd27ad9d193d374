//! Weighing what speaks for each meaning of a field.

use super::account::settled;
use super::context::{is_password, purpose};
use super::kinds::Meaning;
use super::options::{CARD, CARDS, by_options, pays};
use super::phrases::{Words, captchas, earlier, elsewhere, foreign, is_bare_name, people, pins, says_given};
use super::token::{Token, by_token};
use edith_page::fold::fold;
use edith_page::{Element, ElementKind, FieldFacts, Index};
use std::collections::BTreeMap;

/// What a label, a placeholder, an attribute and so on weigh.
const LABEL: f64 = 4.0;
const PLACEHOLDER: f64 = 3.0;
const ATTRIBUTE: f64 = 2.4;
const BEFORE: f64 = 2.0;
const CLASS: f64 = 0.6;
const ABOUT: f64 = 0.5;
/// What the best must reach.
const ENOUGH: f64 = 1.1;
/// A text that explains itself in so few parts says nothing.
const LEAST_EXPLAINED: f64 = 0.3;

/// What a field asks for; none: nothing says it beyond doubt.
pub fn meaning(element: &Element, page: &Index) -> Option<Meaning> {
    use ElementKind::{Button, Checkbox, Editor, File, Input, Radio, Select, Slider, Switch, Textarea};
    if matches!(element.kind, Checkbox | Switch | File | Slider) {
        return None;
    }
    let none = FieldFacts::default();
    let facts = element.facts.as_deref().unwrap_or(&none);
    if element.kind == Radio {
        let said = [&facts.question, &facts.name].into_iter().find_map(|text| of_words(text));
        return said.filter(|meaning| matches!(meaning, Meaning::Gender | Meaning::Prefix));
    }
    if !matches!(element.kind, Input | Select | Textarea | Editor | Button) {
        return None;
    }
    let texts = || by_texts(element, facts, page);
    let found = match by_token(&element.autocomplete) {
        Token::Nothing => None,
        // Some authors keep browsers from remembering an address by this.
        Token::Means(Meaning::Password | Meaning::NewPassword)
            if element.input_type != "password" && texts() == Some(Meaning::Email) =>
        {
            Some(Meaning::Email)
        }
        Token::Means(meaning) => Some(meaning),
        Token::Says => texts(),
    };
    settled(found, element, facts, page)
}

/// The meaning of a bare label or key, as `firstName`, `Vorname`, `E-Mail`.
pub fn of_words(label: &str) -> Option<Meaning> {
    let words = Words::of_attribute(label).without_clause();
    if words.is_of_others() {
        return None;
    }
    let mut found = words.found();
    edith_page::order::sort_by(&mut found, |a, b| b.explains.total_cmp(&a.explains).then(b.words.cmp(&a.words)));
    match found.as_slice() {
        [first, ..] if first.explains > 0.6 => Some(first.meaning),
        [] => foreign(label),
        _ => None,
    }
}

/// What a text asks about besides today's facts of the person.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Asks {
    /// Somebody else.
    pub people: bool,
    /// Another place or job.
    pub elsewhere: bool,
    /// A job before.
    pub earlier: bool,
}

/// Whom and what a text asks about.
pub(crate) fn asks(text: &str) -> Asks {
    let words = Words::of_label(text);
    Asks { people: words.is_about(people()), elsewhere: words.is_of(elsewhere()), earlier: words.is_of(earlier()) }
}

/// All that is said about a field, weighed.
fn by_texts(element: &Element, facts: &FieldFacts, page: &Index) -> Option<Meaning> {
    if element.input_type == "search" || element.role == "searchbox" {
        return Some(Meaning::Search);
    }
    let mut scores: BTreeMap<Meaning, f64> = BTreeMap::new();
    let label = if is_no_label(element) { String::new() } else { element.name.clone() };
    // What the page takes for a name may be an attribute: then it has the shape of one.
    let is_attribute = |text: &str| !text.is_empty() && (text == facts.name || text == facts.id);
    let texts: [(Words, f64); 8] = [
        (if is_attribute(&label) { Words::default() } else { Words::of_label(&label) }, LABEL),
        (Words::of_label(&element.placeholder), PLACEHOLDER),
        (Words::of_attribute(&facts.name), ATTRIBUTE),
        (Words::of_attribute(if facts.id == facts.name { "" } else { &facts.id }), ATTRIBUTE),
        (
            Words::of_label(if facts.before == label { "" } else { &facts.before }),
            if label.is_empty() { LABEL } else { BEFORE },
        ),
        (Words::of_attribute(&facts.class), CLASS),
        (Words::of_label(&facts.about), ABOUT),
        (Words::of_label(element.autocomplete.as_str()), ABOUT),
    ];
    // What an author calls it counts where no person reads anything.
    let is_unlabelled = texts.iter().take(2).all(|(words, _)| words.is_empty());
    let read = texts
        .iter()
        .enumerate()
        .filter(|(at, _)| *at < 2 || *at == 4 || is_unlabelled && *at < 4)
        .map(|(_, (words, _))| words);
    let is_short = |around: &&String| around.split_whitespace().count() <= 4;
    let of_others = read.clone().any(Words::is_of_others)
        || element.context.first().filter(is_short).is_some_and(|around| Words::of_label(around).is_of_others());
    // A captcha is for the person.
    if texts.iter().any(|(words, _)| words.is_of(captchas())) && !is_password(element) {
        return None;
    }
    let is_pin = is_password(element)
        && !purpose(element, page).signs_in
        && read.clone().any(|words| words.is_of(pins()))
        && !read.clone().any(|words| words.has(&["password", "passwort", "kennwort", "mot de passe", "contrasena"]));
    if is_pin || of_others && !is_password(element) {
        return None;
    }
    // A label that a person reads tells more than its author's name for it, which may stand for a neighbour's meaning: `titel` for a job's.
    let label_tells = !is_unlabelled && texts.iter().take(2).any(|(words, _)| !words.is_empty());
    // Words in other letters may be any.
    let is_read = texts.iter().take(2).all(|(words, _)| words.is_ascii());
    for (at, (words, weight)) in texts.iter().enumerate() {
        let is_authors = matches!(at, 2 | 3) && label_tells;
        for found in words.found() {
            // What an author calls a labelled field says little: `name` may be a project's, `id` part of a number.
            let is_account = || found.meaning == Meaning::Username && purpose(element, page).before_password;
            if is_authors && (found.meaning == Meaning::Prefix || is_read && !found.much && !is_account()) {
                continue;
            }
            if found.explains < LEAST_EXPLAINED && *weight > CLASS {
                *scores.entry(found.meaning).or_default() += weight * 0.25 * found.explains;
                continue;
            }
            let bonus = 1.0 + 0.15 * (found.words as f64 - 1.0);
            *scores.entry(found.meaning).or_default() += weight * found.explains * bonus;
        }
    }
    for (text, weight) in [(&label, LABEL), (&element.placeholder, PLACEHOLDER), (&facts.before, BEFORE)] {
        if let Some(meaning) = foreign(text) {
            *scores.entry(meaning).or_default() += weight * 0.9;
        }
    }
    by_type(element, &texts, &mut scores);
    by_options(element, page, &mut scores);
    let (best, score) = scores.into_iter().max_by(|(_, a), (_, b)| a.total_cmp(b))?;
    let best = whole_or_part(best, element, facts, page);
    // The number of a company is not its name.
    let asks_number = || {
        let first = texts.iter().enumerate().find(|(at, (words, _))| matches!(at, 0 | 1 | 4) && !words.is_empty());
        first.is_some_and(|(_, (words, _))| words.has(NUMBER))
    };
    let is_name = matches!(
        best,
        Meaning::Organization
            | Meaning::JobTitle
            | Meaning::FullName
            | Meaning::GivenName
            | Meaning::FamilyName
            | Meaning::City
            | Meaning::Country
            | Meaning::Nationality
    );
    if is_name && asks_number() {
        return None;
    }
    // A library has cards too.
    let is_other_card = !crate::cards::names_card(&label) && Words::of_label(&label).has(CARDS);
    if is_other_card && matches!(best, Meaning::CardNumber | Meaning::CardName) {
        return None;
    }
    let expires = matches!(best, Meaning::CardExpiry | Meaning::CardExpiryMonth | Meaning::CardExpiryYear);
    // Passports and certificates expire as well.
    let of_card = || !is_other_card && (pays(element, page) || texts.iter().any(|(words, _)| words.has(CARD)));
    // A code sent to a phone is called a security code too.
    let best = if best == Meaning::CardCode && !of_card() { Meaning::OneTimeCode } else { best };
    (score >= ENOUGH && (!expires || of_card())).then_some(best)
}

/// Whether what a person reads of a field says more than that it asks for this fact of theirs. What its author or its type says beyond doubt counts.
pub(crate) fn says_more(element: &Element, facts: &FieldFacts, meaning: Meaning) -> bool {
    let by_type = matches!((element.input_type.as_str(), meaning), ("email", Meaning::Email) | ("tel", Meaning::Phone));
    if by_type || by_token(&element.autocomplete).means(meaning) {
        return false;
    }
    let read = [element.name.as_str(), &facts.before, &element.placeholder];
    let label = read.into_iter().skip(usize::from(is_no_label(element))).find(|text| !text.is_empty());
    label.is_some_and(|label| {
        let (bare, _) = label.split_once(['(', '[']).unwrap_or((label, ""));
        Words::of_label(if bare.trim().is_empty() { label } else { bare }).says_more(meaning)
    })
}

/// Words for the number of something that has a name as well.
const NUMBER: &[&str] = &[
    "number",
    "nummer",
    "nr",
    "numero",
    "siret",
    "siren",
    "matricule",
    "registernummer",
    "cif",
    "nif",
    "vat",
    "tax id",
];

/// Whether what an element is called is not a label of its author's: its placeholder, what it shows while nothing is chosen, or an example.
pub(crate) fn is_no_label(element: &Element) -> bool {
    let name = element.name.trim();
    let is_list = element.kind == ElementKind::Select || matches!(element.role.as_str(), "combobox" | "listbox");
    name == element.placeholder.trim()
        || is_list && crate::words::UNCHOSEN.contains(&fold(name).as_str())
        || name.chars().any(|c| c.is_ascii_digit()) && !name.chars().any(char::is_alphabetic)
}

/// A date of birth in several fields, of which this one takes a part; and a name that stands for all of it where nothing else asks for the rest.
fn whole_or_part(meaning: Meaning, element: &Element, facts: &FieldFacts, page: &Index) -> Meaning {
    match meaning {
        Meaning::BirthDate => part_of_date(element, facts).unwrap_or(meaning),
        Meaning::GivenName => {
            let texts = [&element.name, &element.placeholder, &facts.before];
            let is_bare = texts.iter().any(|text| is_bare_name(text))
                && !texts.iter().any(|text| says_given(&Words::of_label(text)))
                && ![&facts.name, &facts.id].iter().any(|text| says_given(&Words::of_attribute(text)));
            let is_family = |other: &Element| {
                let facts = other.facts.as_deref();
                let attributes = facts.map(|facts| format!("{} {}", facts.name, facts.id)).unwrap_or_default();
                let said = [&other.name, &other.placeholder];
                let found = said.iter().flat_map(|text| Words::of_label(text).found());
                found.chain(Words::of_attribute(&attributes).found()).any(|found| found.meaning == Meaning::FamilyName)
                    || said.iter().any(|text| foreign(text) == Some(Meaning::FamilyName))
            };
            let mut others = page.elements.iter().filter(|other| other.uid != element.uid && other.facts.is_some());
            let alone = !others.any(|other| other.form_number == element.form_number && is_family(other));
            if is_bare && alone { Meaning::FullName } else { meaning }
        }
        _ => meaning,
    }
}

/// The part of a date of birth that a field takes by its author's name for it or its placeholder: `dob_day`, `yyyy`.
fn part_of_date(element: &Element, facts: &FieldFacts) -> Option<Meaning> {
    let last = |text: &str| Words::of_attribute(text).last().map(str::to_owned);
    let said = [last(&facts.name), last(&facts.id), Some(fold(&element.placeholder))];
    let is = |words: &[&str]| said.iter().flatten().any(|word| words.contains(&word.as_str()));
    match () {
        () if is(&["day", "d", "dd", "tt", "jj", "tag", "jour", "dia"]) => Some(Meaning::BirthDay),
        () if is(&["month", "m", "mm", "mon", "monat", "mois", "mes"]) => Some(Meaning::BirthMonth),
        () if is(&["year", "y", "yy", "yyyy", "jjjj", "aaaa", "jahr", "annee", "ano"]) => Some(Meaning::BirthYear),
        () => None,
    }
}

/// What the kind of field speaks for and against.
fn by_type(element: &Element, texts: &[(Words, f64)], scores: &mut BTreeMap<Meaning, f64>) {
    let mut add = |meaning: Meaning, by: f64| *scores.entry(meaning).or_default() += by;
    match element.input_type.as_str() {
        "email" => add(Meaning::Email, 6.0),
        "tel" => add(Meaning::Phone, 1.5),
        "url" => add(Meaning::Website, 1.5),
        "password" => add(Meaning::Password, 4.0),
        _ => {}
    }
    let attributes = || texts.iter().skip(2).take(2).map(|(words, _)| words);
    for (meaning, pieces) in RUN_TOGETHER {
        if attributes().any(|words| words.has_piece(pieces)) {
            add(*meaning, 1.2);
        }
    }
    let is_list = element.kind == ElementKind::Select || !element.options.is_empty();
    let is_text = element.kind == ElementKind::Textarea || element.kind == ElementKind::Editor;
    for (meaning, score) in scores.iter_mut() {
        use Meaning as M;
        let unlikely = match meaning {
            M::Email
            | M::Username
            | M::Phone
            | M::GivenName
            | M::FamilyName
            | M::FullName
            | M::Street
            | M::PostalCode
            | M::CardNumber
            | M::CardCode
            | M::CardName
            | M::Password
            | M::NewPassword
            | M::OneTimeCode
            | M::StreetMore => is_list,
            // What is listed are kinds of them, or whom to write to.
            M::Organization => element.kind == ElementKind::Select,
            M::CardExpiryMonth
            | M::CardExpiryYear
            | M::BirthDay
            | M::BirthMonth
            | M::BirthYear
            | M::Country
            | M::Region
            | M::Gender => is_text,
            // Cards expire in a month.
            M::CardExpiry => element.input_type == "date",
            _ => false,
        };
        let is_long = is_text && !matches!(meaning, M::Street);
        let is_secret = element.input_type == "password"
            && !meaning.is_issued()
            && !matches!(meaning, M::Password | M::NewPassword | M::OneTimeCode | M::CardCode | M::CardNumber);
        if unlikely
            || is_long
            || is_secret
            || (element.input_type == "number" && matches!(meaning, M::Email | M::FullName | M::City))
        {
            *score *= 0.1;
        }
    }
}

/// Pieces of names that run words together.
const RUN_TOGETHER: &[(Meaning, &[&str])] = &[
    (Meaning::Email, &["email"]),
    (Meaning::Password, &["password", "passwd"]),
    (Meaning::Username, &["username", "userid", "loginid", "userlogin"]),
    (Meaning::GivenName, &["firstname", "givenname"]),
    (Meaning::FamilyName, &["lastname", "surname", "familyname"]),
    (Meaning::Phone, &["phone", "telephone"]),
    (Meaning::PostalCode, &["zipcode", "postcode", "postalcode"]),
    (Meaning::CardNumber, &["cardnumber", "cardnum"]),
    (Meaning::CardCode, &["cvv", "cvc"]),
];

#[cfg(test)]
mod tests {
    use super::*;
    use edith_page::UidTable;
    use edith_page::raw::{RawNode, RawPage};

    /// What a text field is told to mean: its label, and its author's name for it.
    fn told(label: &str, name: &str) -> Option<Meaning> {
        let facts = FieldFacts { name: name.to_owned(), before: label.to_owned(), ..FieldFacts::default() };
        let node = |number: u32, facts: FieldFacts, label: &str| RawNode {
            node: number,
            tag: "input".into(),
            input_type: "text".into(),
            role: "textbox".into(),
            name: label.into(),
            facts: Some(Box::new(facts)),
            ..RawNode::default()
        };
        let others = (2..8).map(|number| node(number, FieldFacts::default(), &format!("Question {number}")));
        let nodes = std::iter::once(node(1, facts, label)).chain(others).collect();
        let index = Index::build(RawPage { nodes, ..RawPage::default() }, &mut UidTable::default());
        index.elements.first().and_then(|element| meaning(element, &index))
    }

    #[test]
    fn fields_in_four_languages_mean_what_they_ask_for() {
        use Meaning as M;
        let labels = [
            ("First name", M::GivenName),
            ("Vorname*", M::GivenName),
            ("Prénom", M::GivenName),
            ("Nombre", M::FullName),
            ("Last name", M::FamilyName),
            ("Nachname", M::FamilyName),
            ("Nom de famille", M::FamilyName),
            ("Apellidos", M::FamilyName),
            ("Your full name", M::FullName),
            ("Vor- und Nachname", M::FullName),
            ("Nom et prénom", M::FullName),
            ("Nombre y apellidos", M::FullName),
            ("E-mail address", M::Email),
            ("E-Mail-Adresse", M::Email),
            ("Adresse e-mail", M::Email),
            ("Correo electrónico", M::Email),
            ("Phone number (optional)", M::Phone),
            ("Telefonnummer", M::Phone),
            ("Numéro de téléphone", M::Phone),
            ("Teléfono móvil", M::Phone),
            ("Handynummer", M::Phone),
            ("Street and house number", M::Street),
            ("Straße und Hausnummer", M::Street),
            ("Adresse", M::Street),
            ("Calle y número", M::Street),
            ("Apartment, suite", M::StreetMore),
            ("Adresszusatz", M::StreetMore),
            ("Complément d'adresse", M::StreetMore),
            ("ZIP code", M::PostalCode),
            ("Postleitzahl", M::PostalCode),
            ("Code postal", M::PostalCode),
            ("Código postal", M::PostalCode),
            ("PLZ", M::PostalCode),
            ("City", M::City),
            ("Wohnort", M::City),
            ("Ville", M::City),
            ("Ciudad", M::City),
            ("Country of residence", M::Country),
            ("Land", M::Country),
            ("Pays", M::Country),
            ("País", M::Country),
            ("State / Province", M::Region),
            ("Bundesland", M::Region),
            ("Provincia", M::Region),
            ("Date of birth (dd/mm/yyyy)", M::BirthDate),
            ("Geburtsdatum", M::BirthDate),
            ("Date de naissance", M::BirthDate),
            ("Fecha de nacimiento", M::BirthDate),
            ("Company name", M::Organization),
            ("Arbeitgeber", M::Organization),
            ("Entreprise", M::Organization),
            ("Empresa", M::Organization),
            ("Job title", M::JobTitle),
            ("Berufsbezeichnung", M::JobTitle),
            ("Website", M::Website),
            ("LinkedIn profile", M::LinkedIn),
            ("GitHub", M::GitHub),
            ("Gender", M::Gender),
            ("Geschlecht", M::Gender),
            ("Nationality", M::Nationality),
            ("Staatsangehörigkeit", M::Nationality),
            ("Nacionalidad", M::Nationality),
            ("IBAN", M::BankAccount),
            ("Passport number", M::PassportNumber),
            ("Name as in your passport", M::FullName),
            ("Steuernummer", M::TaxNumber),
            ("Steuer-ID", M::TaxId),
            ("Diensttelefon", M::Phone),
            ("Card number", M::CardNumber),
            ("Verification code", M::OneTimeCode),
        ];
        let wrong: Vec<_> = labels
            .iter()
            .map(|(label, meaning)| (label, told(label, ""), meaning))
            .filter(|(_, told, meaning)| *told != Some(**meaning))
            .collect();
        assert!(wrong.is_empty(), "{wrong:#?}");
        for (name, meaning) in [
            ("billing_first_name", M::GivenName),
            ("user[email]", M::Email),
            ("txtLastName", M::FamilyName),
            ("shippingAddress.postalCode", M::PostalCode),
            ("customerPhone", M::Phone),
        ] {
            assert_eq!(told("", name), Some(meaning), "{name}");
        }
    }

    #[test]
    fn what_asks_about_somebody_or_something_else_means_nothing() {
        let labels = [
            "Name of your school",
            "E-mail of your referee",
            "Company you want to complain about",
            "Emergency contact name",
            "Emergency contact phone",
            "Mother's maiden name",
            "Name of the child",
            "Landlord's e-mail",
            "Name of your GP",
            "Your doctor's phone number",
            "Spouse first name",
            "Name of insurance company",
            "How did you hear about us?",
            "Referral code",
            "Number of guests",
            "Message",
            "Why do you want to work here?",
            "Name des Hausarztes",
            "Telefon im Notfall",
            "Geburtsname der Mutter",
            "E-Mail des Vermieters",
            "Name des Kindes",
            "Nom de votre médecin",
            "Téléphone de la personne à prévenir en cas d'urgence",
            "Nombre de la mascota",
            "Teléfono de emergencia",
            "Years of experience",
            "Salary expectation",
            "Notice period",
            "Favourite colour",
            "Order number",
            "Coupon code",
            "Birthdate of your child",
            "Title of your book",
            "Titular de la cuenta",
            "Titulaire du compte",
            "Intestatario del conto",
            "Portal",
            "Company registration number",
        ];
        let wrong: Vec<_> =
            labels.iter().map(|label| (label, told(label, ""))).filter(|(_, told)| told.is_some()).collect();
        assert!(wrong.is_empty(), "{wrong:#?}");
        // The control: without the words of others they would mean something.
        assert_eq!(told("Contact phone", ""), Some(Meaning::Phone));
        assert_eq!(
            (of_words("firstName"), of_words("Vorname"), of_words("tel"), of_words("Shoe size")),
            (Some(Meaning::GivenName), Some(Meaning::GivenName), Some(Meaning::Phone), None)
        );
    }
}
