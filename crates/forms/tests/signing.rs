//! Signatures by text and declarations as lists are the person's, in every language; names and lists that are none are not.

use edith_forms::{Question, questions};
use edith_page::raw::{FieldFacts, RawContext, RawNode, RawOption, RawPage};
use edith_page::{Index, UidTable};

/// Questions of fields: `part//label (language)`; with options behind `=` a list of them, with `!` before a tick that has to be set.
fn asked(fields: &[&str]) -> Vec<Question> {
    let mut page = RawPage::default();
    for (at, field) in fields.iter().enumerate() {
        let (field, language) = field.rsplit_once('@').unwrap_or((field, ""));
        let (rest, options) = field.split_once('=').map_or((field, None), |(rest, options)| (rest, Some(options)));
        let (part, label) = rest.split_once("//").unwrap_or(("", rest));
        let (label, must) = label.strip_prefix('!').map_or((label, false), |label| (label, true));
        page.contexts.push(RawContext { parent: 0, kind: "group".into(), label: part.into() });
        let option = |label: &str| RawOption { label: label.into(), ..RawOption::default() };
        let (tag, role, input_type) = match () {
            () if options.is_some() => ("select", "combobox", ""),
            () if must => ("input", "checkbox", "checkbox"),
            () => ("input", "textbox", "text"),
        };
        page.nodes.push(RawNode {
            node: at as u32 + 1,
            tag: tag.into(),
            role: role.into(),
            input_type: input_type.into(),
            name: label.into(),
            context: if part.is_empty() { 0 } else { at as u32 + 1 },
            options: options.into_iter().flat_map(|all| all.split('|')).map(option).collect(),
            facts: Some(Box::new(FieldFacts {
                before: label.into(),
                language: language.into(),
                required: must,
                ..FieldFacts::default()
            })),
            ..RawNode::default()
        });
    }
    questions(&Index::build(page, &mut UidTable::default()))
}

fn persons(field: &str) -> bool {
    asked(&[field, "Town", "Colour"]).first().is_some_and(Question::is_persons)
}

#[test]
fn a_signature_by_text_is_the_persons_in_every_language() {
    for field in [
        "Signature of applicant (print your full name)",
        "Electronic signature",
        "Signed by",
        "Sign here: first and last name",
        "Unterschrift des Antragstellers (Name in Druckbuchstaben)",
        "Elektronische Unterschrift",
        "Gezeichnet",
        "Signature du demandeur (nom et prénom)",
        "Nom du signataire",
        "Signé (nom et prénom)",
        "Firma del solicitante (nombre y apellidos)",
        "Firma@es-MX",
        "Firma digitale@it",
        "Assinatura (nome completo)@pt",
        "Handtekening (volledige naam)",
        "Underskrift (fullständigt namn)",
        "Allekirjoitus",
        "Podpis (imię i nazwisko)",
        "Aláírás",
        "İmza (ad soyad)",
        "Подпись (ФИО)",
        "Підпис",
        "Υπογραφή",
        "签名",
        "署名（氏名）",
        "서명",
        "التوقيع",
        "חתימה",
        "Declaration//Full name",
        "Eidesstattliche Erklärung//Vor- und Nachname",
        "I certify that all of this is true (type your name)",
        "Ich bestätige die Angaben mit meinem Namen",
    ] {
        assert!(persons(field), "{field}");
    }
    for field in [
        "Full name",
        "Name in Druckbuchstaben",
        "Firma@de",
        "Firma",
        "Name der Firma",
        "Nom et prénom",
        "Nombre y apellidos@es",
        "Podpora",
        "Assigned to",
        "Signe astrologique",
        "Design",
        "Personal details//Full name",
        "Emergency contact//Full name",
    ] {
        assert!(!persons(field), "{field}");
    }
}

#[test]
fn a_name_that_is_asked_for_again_beside_what_is_agreed_to_signs_it() {
    let signs = |fields: &[&str]| asked(fields).iter().map(|question| question.signs).collect::<Vec<_>>();
    let form = ["Full name", "Town", "!Ich habe alles gelesen", "Your full name"];
    assert_eq!(signs(&form), [false, false, false, true]);
    // The control: with nothing agreed to beside it, and where it is the first.
    assert_eq!(signs(&["Full name", "Town", "Colour", "Your full name"]), [false; 4]);
    assert_eq!(signs(&["!I agree", "Full name", "Town"]), [false; 3]);
    assert_eq!(signs(&["Full name", "Street", "Emergency contact//Full name", "!Soglasen"]), [false; 4]);
}

#[test]
fn a_declaration_as_a_list_or_as_a_tick_that_must_be_set_is_the_persons() {
    for field in [
        "Erklärung=Hiermit versichere ich die Richtigkeit",
        "Oświadczenie=Potwierdzam prawdziwość danych",
        "Consent=I agree to the use of my data|I do not agree",
        "!Zgadzam się",
        "!Souhlasím s podmínkami",
    ] {
        assert!(persons(field), "{field}");
    }
    for field in
        ["Colour=Red|Green", "Country=Austria", "Department=Marketing|Sales", "Newsletter language=English|German"]
    {
        assert!(!persons(field), "{field}");
    }
}
