//! Labels that resemble what a fact of the person is asked by, written by somebody who does not know the words that are looked for.

use edith_forms::{Facts, Meaning, Question, questions};
use edith_page::raw::{FieldFacts, RawNode, RawPage};
use edith_page::{Index, UidTable};
use edith_protocol::{Fact, Profile};

const LABELS: &str = "Project name|Event name|Product name|File name|Team name|Name of the course|Site name|Domain name|Brand name|Device name|Street you live near|\
    Business hours|Building size|Floor plan|Number of floors|Unit price|Unit of measure|Company size|Company type|Industry|Department|\
    Country of manufacture|Country of destination|State of the vehicle|Condition|Region of interest|City of departure|Date of purchase|\
    Date of the incident|Delivery date|Preferred contact method|Best time to call|Phone model|Phone provider|Mobile operator|Email subject|Email body|\
    Email template|Email frequency|Website budget|Page title|Title of the article|Job reference|Job ID|Position applied for|Vacancy|\
    Language of instruction|Language level|Code|Discount code|Promo code|Access code of the building|Invitation code|Serial number|Model number|\
    Account balance|Amount|Reason|Comment|Subject|Question|Answer|Feedback|How can we help?|Tell us about your project|Member since|Membership type|\
    Years at current address|Time at address|Rent per month|Number of children|Number of rooms|Height|Weight|Blood type|Allergies|Insurance number|\
    Policy number|Licence plate|Vehicle make|VIN|Flight number|Booking reference|Seat|Arrival time|Check-in|Room type|Nickname of your pet|Family size|\
    First language|First choice|First visit?|Last visit|Last four digits|Last donation|Middle school|Given discount|Prefix of the invoice|Suffix|\
    Address book|Address type|IP address|MAC address|Email server|SMTP port|Gender of the baby|Sex of the animal|Date format|Time zone|Currency|\
    Projektname|Kursname|Gerätename|Produkt|Lieferdatum|Kaufdatum|Betrag|Grund|Anzahl Personen|Zimmer|Größe|Gewicht|Kennzeichen|Versicherungsnummer|\
    Etage gesamt|Stockwerk der Wohnung|Ortsteil|Unfallort|Land der Herstellung|Firma der Gegenseite|Ansprechpartner beim Lieferanten|Titel der Arbeit|\
    Titel des Films|Nom du projet|Nom du produit|Nom de l'événement|Nom de l'animal|Date d'achat|Date de livraison|Montant|Motif|Nombre de personnes|\
    Surface|Ville de départ|Pays de destination|Code promo|Code de réduction|Titre du livre|Titre de séjour|Objet|Prénom de l'enfant|Nombre de hijos|\
    Nombre de personas|Nombre del proyecto|Nombre de la empresa matriz|Nombre del curso|Fecha de compra|Fecha de entrega|Importe|Motivo|Ciudad de salida|\
    País de destino|Código promocional|Título del libro|Piso en venta|Estado civil|Estado del pedido|Portal web del cliente|Tarjeta de residencia|\
    Número de tarjeta sanitaria|Carte de séjour|Carte vitale|Gesundheitskarte Nummer|Library card number|Loyalty card number|Student card number|\
    Business card|Card colour|Membership card number|Verification of income|Expiry of the offer|Valid until (passport)|Security deposit|Safety code|\
    Pin colour|Passport expiry date|Old address|New address|Your new employer|Company you admire|City you want to move to|Country you visited last|\
    Phone of the school|Name on the door bell|Name for the certificate|Name of the account holder|Kontoinhaber|Name der Bank|Bank name|Branch|Sort code|\
    BIC";

/// What code takes a text field for, among others: its label, and its author's name for it.
fn told(label: &str, name: &str) -> Option<Meaning> {
    asked(label, name).and_then(|question| question.meaning)
}

fn asked(label: &str, name: &str) -> Option<Question> {
    let node = |number: u32, label: &str, name: &str| RawNode {
        node: number,
        tag: "input".into(),
        input_type: "text".into(),
        role: "textbox".into(),
        name: label.into(),
        facts: Some(Box::new(FieldFacts { name: name.into(), before: label.into(), ..FieldFacts::default() })),
        ..RawNode::default()
    };
    let others = (2..8).map(|number| node(number, &format!("Question {number}"), ""));
    let nodes = std::iter::once(node(1, label, name)).chain(others).collect();
    let index = Index::build(RawPage { nodes, ..RawPage::default() }, &mut UidTable::default());
    questions(&index).into_iter().next()
}

#[test]
fn what_only_resembles_a_fact_of_the_person_is_none() {
    // A secret is nobody's to fill in, so it may be one too often.
    let is_fact = |label: &&str| told(label, "").is_some_and(|meaning| !meaning.is_secret());
    let wrong: Vec<&str> = LABELS.split('|').filter(is_fact).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    for (label, name) in [("Project", "name"), ("Event", "title"), ("Team", "id"), ("Server", "address")] {
        assert_eq!(told(label, name), None, "{label}");
    }
}

/// A profile that has a fact of each meaning, and some of its own.
fn everything() -> Facts {
    let fact = |meaning: &Meaning| Fact {
        key: meaning.token().into(),
        label: format!("My {}", meaning.token()),
        value: "1990-05-04".into(),
    };
    let own = ["Emergency contact", "Library", "Parking permit", "Hausarzt"];
    let own = own.into_iter().map(|label| Fact { key: label.into(), label: label.into(), value: "Ruth".into() });
    Facts::of(&Profile { facts: Meaning::ALL.iter().map(fact).chain(own).collect(), ..Profile::default() })
}

#[test]
fn no_fact_of_a_full_profile_goes_where_it_is_not_asked_for() {
    let facts = everything();
    let answered = |label: &&str| asked(label, "").is_some_and(|question| facts.answer(&question).is_some());
    let wrong: Vec<&str> = LABELS.split('|').filter(answered).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    // The control.
    for label in ["First name", "Wohnort", "Passport number", "Emergency contact", "Date of birth"] {
        assert!(answered(&label), "{label}");
    }
}

/// The control: the same words, where they ask for the person's own.
#[test]
fn the_persons_own_facts_are_asked_for_in_many_words() {
    use Meaning as M;
    for (label, meaning) in [
        ("Country of residence", M::Country),
        ("City where you live", M::City),
        ("Your current job title", M::JobTitle),
        ("First name (as in your passport)", M::GivenName),
        ("Phone number where we can reach you", M::Phone),
        ("Street and house number", M::Street),
        ("Derzeitiger Wohnort", M::City),
        ("Adresse complète", M::Street),
        ("Ciudad de residencia", M::City),
        ("Company", M::Organization),
    ] {
        assert_eq!(told(label, ""), Some(meaning), "{label}");
    }
    assert_eq!(told("", "name"), Some(M::FullName));
}
