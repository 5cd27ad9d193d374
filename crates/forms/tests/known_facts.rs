//! Which fact of a profile goes into which field of a form: by issuer, kind and role, by the person's own labels, and of others only where a form asks
//! about them.

use edith_forms::{Facts, Question, actions, questions};
use edith_page::raw::{FieldFacts, RawContext, RawNode, RawOption, RawPage};
use edith_page::{Index, UidTable};
use edith_protocol::{Fact, Profile};

/// A profile of `key|label|value`, a line each; without a key the label is one.
fn profile(lines: &[&str]) -> Profile {
    let fact = |line: &&str| {
        let mut parts = line.rsplitn(3, '|');
        let (value, label) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        Fact { key: parts.next().unwrap_or(label).into(), label: label.into(), value: value.into() }
    };
    Profile { facts: lines.iter().map(fact).collect(), ..Profile::default() }
}

/// What goes into the fields of a form, each `type#part//label`, with a sample behind `~` or options behind `=`; without them a text field of no part.
fn filled(facts: &[&str], fields: &[&str]) -> Vec<String> {
    let facts = Facts::of(&profile(facts));
    let all = asked(fields);
    assert_eq!(all.len(), fields.len(), "{all:#?}");
    let value = |question: &Question| {
        // As it is written into the page.
        let calls = facts.answer(question).map(|value| actions::calls(question, &value)).unwrap_or_default();
        let (_, arguments) = calls.into_iter().next().unwrap_or_default();
        ["text", "value"].iter().find_map(|name| arguments.get(*name)?.as_str()).unwrap_or_default().to_owned()
    };
    all.iter().map(value).collect()
}

fn asked(fields: &[&str]) -> Vec<Question> {
    let mut page = RawPage::default();
    for (at, field) in fields.iter().enumerate() {
        let (input_type, rest) = field.split_once('#').unwrap_or(("text", field));
        let (rest, options) = rest.split_once('=').map_or((rest, None), |(rest, options)| (rest, Some(options)));
        let (rest, sample) = rest.split_once('~').unwrap_or((rest, ""));
        let (part, label) = rest.split_once("//").unwrap_or(("", rest));
        let option = |label: &str| RawOption { label: label.into(), ..RawOption::default() };
        page.contexts.push(RawContext { parent: 0, kind: "group".into(), label: part.into() });
        page.nodes.push(RawNode {
            node: at as u32 + 1,
            tag: if options.is_some() { "select" } else { "input" }.into(),
            role: if options.is_some() { "combobox" } else { "textbox" }.into(),
            input_type: if options.is_some() { "" } else { input_type }.into(),
            placeholder: sample.into(),
            options: options.into_iter().flat_map(|all| all.split('|')).map(option).collect(),
            name: label.into(),
            context: if part.is_empty() { 0 } else { at as u32 + 1 },
            value: Some(String::new()),
            facts: Some(Box::new(FieldFacts { before: label.into(), ..FieldFacts::default() })),
            ..RawNode::default()
        });
    }
    questions(&Index::build(page, &mut UidTable::default()))
}

fn table(facts: &[&str], rows: &[(&str, &str)]) {
    let fields: Vec<&str> = rows.iter().map(|(field, _)| *field).collect();
    let all = filled(facts, &fields);
    let wrong: Vec<_> = rows.iter().zip(&all).filter(|((_, wanted), got)| wanted != got).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

const NUMBERS: [&str; 5] = [
    "Passport number|P7700112",
    "Steuer-ID|57549285017",
    "Número de la Seguridad Social|281234567840",
    "Library card|B-20117",
    "National Insurance number|QQ123456C",
];

#[test]
fn a_number_is_that_of_its_issuer_and_of_no_other() {
    table(
        &NUMBERS,
        &[
            ("Passport no.", "P7700112"),
            ("Reisepassnummer", "P7700112"),
            ("Numéro de passeport", "P7700112"),
            ("Steuer-Identifikationsnummer", "57549285017"),
            ("Steuernummer", ""),
            ("Tax number", ""),
            ("Social security number", ""),
            ("Sozialversicherungsnummer", ""),
            ("Numéro de sécurité sociale", ""),
            ("Seguridad social", "281234567840"),
            ("NI number", ""),
            ("National insurance no.", "QQ123456C"),
            ("Identity card number", ""),
            ("Personalausweisnummer", ""),
            ("Driving licence number", ""),
            ("DNI", ""),
            ("VAT number", ""),
            ("IBAN", ""),
            ("Library card number", "B-20117"),
            ("Student card number", ""),
        ],
    );
    // The control: a profile with one of them fills in that one alone.
    for (fact, label) in
        [("SSN|536-90-4399", "Social security number"), ("tax-number|Steuernr.|12/345", "Steuernummer")]
    {
        let all = filled(&[fact], &[label, "Passport number", "Numéro fiscal", "NIE"]);
        assert_eq!((all[0].is_empty(), all[1..].concat()), (false, String::new()), "{label}");
    }
}

#[test]
fn a_second_phone_or_address_has_its_own_role() {
    let facts = [
        "Work phone|+49 30 111111",
        "Mobile|+49 170 2222222",
        "Telefon privat (Festnetz)|+49 381 333333",
        "Dienstliche E-Mail|ann@firm.example",
        "Private e-mail|ann@home.example",
        "Office address: city|Berlin",
        "City|Rostock",
    ];
    table(
        &facts,
        &[
            ("tel#Business phone", "+49 30 111111"),
            ("tel#Diensttelefon", "+49 30 111111"),
            ("tel#Handynummer", "+49 170 2222222"),
            ("tel#Teléfono móvil", "+49 170 2222222"),
            ("tel#Home phone", "+49 381 333333"),
            ("tel#Festnetz", "+49 381 333333"),
            ("email#Private E-Mail-Adresse", "ann@home.example"),
            ("email#E-mail (work)", "ann@firm.example"),
            ("email#Correo electrónico profesional", "ann@firm.example"),
            ("email#E-mail", "ann@home.example"),
            ("City", "Rostock"),
            ("Work address//City", "Berlin"),
            ("Delivery address//City", "Rostock"),
        ],
    );
    // One that is called nothing is the person's own, not their work's.
    table(
        &["tel|Phone|+49 170 2222222", "email|E-mail|ann@home.example"],
        &[
            ("tel#Mobile phone", "+49 170 2222222"),
            ("tel#Work phone", ""),
            ("email#Business e-mail", ""),
            ("email#Personal e-mail", "ann@home.example"),
        ],
    );
}

#[test]
fn the_persons_own_label_beats_what_it_means() {
    let facts = [
        "organization|Company|Skerry Ltd",
        "Company (billing)|Skerry Holding",
        "given-name|Spitzname im Verein|Anni",
        "Website|https://ann.example",
        "Portfolio|https://work.example",
    ];
    table(
        &facts,
        &[
            ("Company (billing)", "Skerry Holding"),
            ("Company", "Skerry Ltd"),
            ("Spitzname im Verein", "Anni"),
            ("url#Portfolio", "https://work.example"),
            ("url#Website", "https://ann.example"),
        ],
    );
}

#[test]
fn what_a_model_is_told_keeps_labels_and_every_fact() {
    let text = Facts::of(&profile(&["tel|Handy|+43 660 1", "tel|Büro|+43 1 2", "passport-number||P77"])).text();
    assert_eq!(text, "Handy: +43 660 1\nBüro: +43 1 2\npassport-number: P77\n");
}

#[test]
fn facts_about_others_answer_what_asks_about_them_in_any_words() {
    let facts = [
        "name|Name|Ann Miller",
        "tel|Phone|+43 660 1234567",
        "email|E-mail|ann@example.org",
        "Emergency contact|Bob Miller",
        "Emergency contact: phone|+43 1 999999",
        "Wife's first name|Eve",
        "Child 1: name|Lea Miller",
        "Child 2: name|Tom Miller",
        "Child 2: date of birth|2019-03-04",
        "Neighbour with the spare key|Olga Berg",
        "Neighbour with the spare key: number|+43 1 888888",
    ];
    table(
        &facts,
        &[
            ("tel#Telefon im Notfall", "+43 1 999999"),
            ("Notfallkontakt//Name", "Bob Miller"),
            ("tel#Notfallkontakt//Telefonnummer", "+43 1 999999"),
            ("email#Notfallkontakt//E-Mail", ""),
            ("Contact d'urgence : prénom", "Bob"),
            ("Prénom de l'épouse", "Eve"),
            ("Spouse's phone", ""),
            ("Child//Name", "Lea Miller"),
            ("Child 2//Full name", "Tom Miller"),
            ("date#Child 2//Date of birth", "2019-03-04"),
            ("date#Child 1//Date of birth", ""),
            ("tel#Number of the neighbour with the spare key", "+43 1 888888"),
            ("email#E-mail of the neighbour with the spare key", ""),
            ("Mother//Name", ""),
            ("Name", "Ann Miller"),
            ("tel#Phone", "+43 660 1234567"),
        ],
    );
}

#[test]
fn what_a_model_may_stand_on_is_about_whom_the_question_is() {
    use edith_forms::Meaning;
    let facts = Facts::of(&profile(&[
        "name|Name|Ann Miller",
        "tel|Phone|+43 660 1234567",
        "Emergency contact|Bob Miller",
        "Wife's phone|+43 1 777777",
        "Shoe size|39",
    ]));
    let about = |title: &str, section: &str, meaning| {
        facts.text_for(&Question { title: title.into(), section: section.into(), meaning, ..Question::default() })
    };
    assert_eq!(about("Whom do we ring?", "In case of emergency", None), "Emergency contact: Bob Miller\n");
    assert_eq!(about("Phone", "Ehepartner", None), "Wife's phone: +43 1 777777\n");
    let own = about("Phone", "", Some(Meaning::Phone));
    assert!(own.contains("+43 660 1234567") && own.contains("Shoe size") && !own.contains("777777"), "{own}");
}

#[test]
fn two_things_in_one_field_are_both_filled_in_or_none() {
    let facts = [
        "given-name|First name|Ann",
        "family-name|Last name|Miller",
        "street-address|Street|Ankergasse 7",
        "postal-code|Code|18055",
        "address-level2|Town|Rostock",
    ];
    table(
        &facts,
        &[
            ("Name, Vorname", "Miller, Ann"),
            ("Vorname Name", "Ann Miller"),
            ("Nom et prénom", "Miller Ann"),
            ("Apellidos / Nombre", "Miller, Ann"),
            ("First and last name", "Ann Miller"),
            ("Street, number", "Ankergasse 7"),
            ("House number and street", "7 Ankergasse"),
            ("PLZ, Ort", "18055 Rostock"),
            ("Code postal / Ville", "18055 Rostock"),
            ("City, postal code", "Rostock 18055"),
            ("City, country", ""),
            ("Notfallkontakt//Name, Vorname", ""),
        ],
    );
}

#[test]
fn values_are_written_as_the_field_shows() {
    let facts = [
        "bday|Born|1991-10-05",
        "tel|Phone|+1 415 555 0142",
        "address-level1|State|California",
        "country|Country|United States",
    ];
    table(
        &facts,
        &[
            ("Date of birth~DD/MM/YYYY", "05/10/1991"),
            ("Date of birth~MM/DD/YY", "10/05/91"),
            ("Geburtsdatum~z. B. 31.12.1980", "05.10.1991"),
            ("Birthday~YYYY/MM/DD", "1991/10/05"),
            ("tel#Phone~(555) 555-5555", "(415) 555-0142"),
            ("tel#Phone~+1 555 555 5555", "+1 415 555 0142"),
            ("State=AL|AK|AZ|AR|CA|CO|CT", "CA"),
            ("State=Alabama|Alaska|Arizona|California", "California"),
            ("Phone country code=+1|+33|+43|+49", "+1"),
            ("Country code=Austria|Germany|United States|France|Spain", "United States"),
        ],
    );
    table(
        &["tel|Telefon|+49 176 04069012", "country|Land|Deutschland"],
        &[
            ("tel#Telefon~0170 1234567", "0176 04069012"),
            ("Ländervorwahl=Österreich (+43)|Deutschland (+49)|Schweiz (+41)|Italien (+39)", "Deutschland (+49)"),
        ],
    );
}

#[test]
fn a_cards_end_is_one_only_beside_a_card_and_a_pin_is_the_posts_beside_a_town() {
    use edith_forms::Meaning;
    use edith_protocol::FieldType;
    let kinds = |fields: &[&str]| asked(fields).iter().map(|question| question.kind).collect::<Vec<_>>();
    assert_eq!(
        kinds(&["Library card number", "Expiry date", "Passport valid until", "Available from~MM/YY"])
            .iter()
            .filter(|kind| **kind == FieldType::Secret)
            .count(),
        0
    );
    assert_eq!(kinds(&["Card number", "Expiry date~MM/YY", "CVC"]), [FieldType::Secret; 3]);
    let pin = |fields: &[&str]| asked(fields).last().and_then(|question| question.meaning);
    assert_eq!(pin(&["Street", "City", "PIN code"]), Some(Meaning::PostalCode));
    assert_eq!(pin(&["Colour", "Size", "PIN code"]), None);
}

#[test]
fn languages_that_a_person_speaks_answer_what_asks_for_one_of_them_for_all_or_for_a_level() {
    const SPEAKS: &str = "Main spoken language=Arabic|English|French|German";
    const LEVEL: &str = "Level of German=A1/A2|B1/B2|C1/C2|Native";
    // The profile of the sample form: what it prefers is all that it says.
    table(&["language|Preferred language|English"], &[(SPEAKS, "English"), ("Mother tongue", ""), (LEVEL, "")]);
    let said = ["Languages|English (native), German (B2), French: A2"];
    table(
        &said,
        &[
            (SPEAKS, "English"),
            ("Hauptsprache=Arabisch|Englisch|Deutsch", "Englisch"),
            ("Primary language", "English"),
            ("Mother tongue", "English"),
            (LEVEL, "B1/B2"),
            ("Deutschkenntnisse=Grundkenntnisse|Mittelstufe|Fließend|Muttersprache", "Mittelstufe"),
            ("Niveau de français=Notions|Intermédiaire|Courant", "Notions"),
            ("Languages spoken", "English (native), German (B2), French: A2"),
            // What is not said about a language, and what is not a language that is spoken.
            ("Level of Italian=A1/A2|B1/B2|C1/C2|Native", ""),
            ("Programming language", ""),
            ("Language of the newsletter=English|German", ""),
        ],
    );
    table(&["German|B2", "English|native speaker"], &[(SPEAKS, "English"), (LEVEL, "B1/B2")]);
    table(&["Muttersprache|Deutsch", "Sprachen|Deutsch, Englisch"], &[(SPEAKS, "German"), ("First name", "")]);
    // What contradicts itself, or leaves two, says nothing.
    table(
        &["language|Preferred language|English", "Mother tongue|Arabic"],
        &[(SPEAKS, ""), ("Native language", "Arabic")],
    );
    table(&["Languages|English, German"], &[(SPEAKS, ""), ("Mother tongue", ""), (LEVEL, "")]);
    // What others speak, and what is cooked.
    table(&["Mother tongue of my child|Arabic"], &[(SPEAKS, ""), ("Mother tongue", "")]);
    table(&["Favourite kitchen|Italian"], &[("Main spoken language=Italian|French", "")]);
}
