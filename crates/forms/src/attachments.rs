//! Which of some documents a field for files asks for: by the kinds of documents that its title and their names speak of, and by the words that both
//! have. In doubt none, and the person chooses.

use crate::{Question, takes_file};
use edith_page::fold::fold;
use edith_protocol::FieldType;

/// Kinds of documents, as forms and people's files call them in English, German, French and Spanish: folded, a row a kind.
#[rustfmt::skip]
const KINDS: &[&[&str]] = &[
    &["cv", "resume", "lebenslauf", "curriculum vitae", "curriculum", "vitae", "hoja de vida", "curriculo", "bewerbungsunterlagen"],
    &["cover letter", "covering letter", "motivation letter", "letter of motivation", "anschreiben", "motivationsschreiben", "bewerbungsschreiben",
      "lettre de motivation", "carta de presentacion", "carta de motivacion"],
    &["photo", "photograph", "portrait", "headshot", "passport photo", "foto", "lichtbild", "passfoto", "passbild", "bewerbungsfoto", "photo d identite",
      "fotografia", "foto carnet"],
    &["passport", "reisepass", "pass", "passeport", "pasaporte"],
    &["id card", "identity card", "identity document", "proof of identity", "personalausweis", "ausweis", "carte d identite", "piece d identite", "dni",
      "documento de identidad", "cedula"],
    &["driving licence", "driving license", "driver s license", "drivers license", "driver licence", "fuhrerschein", "permis de conduire",
      "carnet de conducir", "permiso de conducir"],
    &["birth certificate", "geburtsurkunde", "acte de naissance", "partida de nacimiento", "certificado de nacimiento"],
    &["diploma", "degree certificate", "degree", "abschlusszeugnis", "diplom", "diplome", "titulo"],
    &["transcript", "transcript of records", "notenspiegel", "leistungsubersicht", "releve de notes", "expediente academico", "expediente"],
    &["certificate", "certificates", "zeugnis", "zeugnisse", "zertifikat", "zertifikate", "bescheinigung", "certificat", "certificats", "certificado",
      "certificados"],
    &["reference", "references", "reference letter", "letter of recommendation", "recommendation letter", "arbeitszeugnis", "arbeitszeugnisse",
      "empfehlungsschreiben", "lettre de recommandation", "carta de recomendacion"],
    &["payslip", "payslips", "pay slip", "salary statement", "gehaltsabrechnung", "lohnabrechnung", "gehaltsnachweis", "bulletin de salaire",
      "fiche de paie", "nomina", "nominas"],
    &["bank statement", "bank statements", "kontoauszug", "kontoauszuge", "releve bancaire", "releve de compte", "extracto bancario"],
    &["proof of address", "utility bill", "meldebescheinigung", "wohnsitznachweis", "justificatif de domicile", "certificado de empadronamiento",
      "comprobante de domicilio"],
    &["invoice", "invoices", "rechnung", "rechnungen", "facture", "factures", "factura", "facturas"],
    &["receipt", "receipts", "quittung", "beleg", "belege", "kassenbon", "recu", "recibo", "recibos"],
    &["contract", "agreement", "vertrag", "mietvertrag", "arbeitsvertrag", "contrat", "contrato", "lease"],
    &["portfolio", "arbeitsproben", "work samples"],
    &["business plan", "geschaftsplan", "plan d affaires", "plan de negocios"],
    &["insurance", "versicherungsnachweis", "versicherungsschein", "attestation d assurance", "poliza"],
    &["tax return", "tax assessment", "steuerbescheid", "steuererklarung", "avis d imposition", "declaracion de la renta"],
];

/// The only one of these documents that the field asks for; none: it takes no files, or none or several may be meant.
pub fn document_for<'d, D>(
    question: &Question,
    given: &'d [D],
    called: impl for<'a> Fn(&'a D) -> (&'a str, &'a str),
) -> Option<&'d D> {
    if question.kind != FieldType::File {
        return None;
    }
    let fitting: Vec<&D> = given
        .iter()
        .filter(|document| {
            let (name, mime) = called(document);
            takes_file(&question.limits.accept, name, mime)
        })
        .collect();
    let asked = kinds(&words(&question.title));
    // Several kinds may be asked for in one field: nobody says which.
    let &[asked] = asked.as_slice() else { return None };
    let of = |document: &D| kinds(&words(stem(called(document).0)));
    let mut named = fitting.iter().filter(|document| of(document) == [asked]);
    match (named.next(), named.next(), fitting.as_slice()) {
        (Some(only), None, _) => Some(only),
        // The only one that there is, if its name says nothing else.
        (None, _, [only]) if of(only).is_empty() => Some(only),
        _ => None,
    }
}

/// A file's name without its ending.
fn stem(name: &str) -> &str {
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

/// Folded words, also of `AdaCoverLetter`.
fn words(text: &str) -> Vec<String> {
    let mut spaced = String::with_capacity(text.len());
    let mut before = ' ';
    for c in text.chars() {
        if c.is_uppercase() && before.is_lowercase() || c.is_numeric() != before.is_numeric() {
            spaced.push(' ');
        }
        spaced.push(if c.is_alphanumeric() { c } else { ' ' });
        before = c;
    }
    fold(&spaced).split_whitespace().map(str::to_owned).collect()
}

/// The kinds that the words speak of, each once; the longest name counts, so that a passport photo is no passport.
fn kinds(words: &[String]) -> Vec<usize> {
    let mut found = Vec::new();
    let mut rest = words;
    while !rest.is_empty() {
        let names = KINDS.iter().enumerate().flat_map(|(kind, names)| names.iter().map(move |name| (kind, name)));
        let here = names.filter_map(|(kind, name)| {
            let name: Vec<&str> = name.split(' ').collect();
            let begins = rest.len() >= name.len() && rest.iter().zip(&name).all(|(word, part)| word == part);
            begins.then_some((kind, name.len()))
        });
        let longest = here.max_by_key(|(_, length)| *length);
        if let Some((kind, _)) = longest
            && !found.contains(&kind)
        {
            found.push(kind);
        }
        rest = rest.get(longest.map_or(1, |(_, length)| length)..).unwrap_or_default();
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(title: &str, accept: &str, names: &[&'static str]) -> Option<&'static str> {
        let mut question = Question { title: title.into(), kind: FieldType::File, ..Question::default() };
        question.limits.accept = accept.into();
        document_for(&question, names, |name| (*name, "")).copied()
    }

    #[test]
    fn a_field_gets_the_document_that_it_asks_for() {
        let all =
            &["cv.pdf", "cover_letter.pdf", "passport-scan.png", "AdaPassportPhoto2024.jpg", "Zeugnis Universität.pdf"];
        for (title, expected) in [
            ("Upload your CV", Some("cv.pdf")),
            ("Lebenslauf hochladen", Some("cv.pdf")),
            ("Votre lettre de motivation", Some("cover_letter.pdf")),
            ("Anschreiben (optional)", Some("cover_letter.pdf")),
            ("Copia del pasaporte", Some("passport-scan.png")),
            ("Passport photo", Some("AdaPassportPhoto2024.jpg")),
            ("Bewerbungsfoto", Some("AdaPassportPhoto2024.jpg")),
            ("Certificates", Some("Zeugnis Universität.pdf")),
            ("CV and cover letter in one file", None),
            ("Further documents", None),
            ("Bank statement", None),
        ] {
            assert_eq!(chosen(title, "", all), expected, "{title}");
        }
    }

    #[test]
    fn in_doubt_the_person_chooses() {
        // The only one goes where nothing speaks against it.
        assert_eq!(chosen("Upload your CV", "", &["ada.pdf"]), Some("ada.pdf"));
        assert_eq!(chosen("Upload your CV", "", &["passport.pdf"]), None);
        assert_eq!(chosen("Upload a file", "", &["ada.pdf"]), None);
        // Two of a kind, or none that the field takes.
        assert_eq!(chosen("Your résumé", "", &["cv-2023.pdf", "cv-2024.pdf"]), None);
        assert_eq!(chosen("Your résumé", ".docx", &["cv.pdf"]), None);
        assert_eq!(chosen("Your résumé", ".pdf", &["cv.pdf", "cv.docx"]), Some("cv.pdf"));
    }

    #[test]
    fn names_of_kinds_are_folded_and_stand_in_one_row() {
        let all: Vec<&str> = KINDS.iter().flat_map(|names| names.iter().copied()).collect();
        for name in &all {
            assert_eq!(fold(name), *name);
            assert_eq!(all.iter().filter(|other| *other == name).count(), 1, "{name}");
        }
    }
}
