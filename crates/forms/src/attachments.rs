//! Which of some documents a field for files asks for: by the kinds of documents that its title speaks of, and what a document is called and says it is
//! at the beginning of its first page. In doubt none: a model is asked, or the person chooses.

use crate::{Question, takes_file};
use edith_documents::{BlockKind, Page};
use edith_page::fold::fold;
use edith_protocol::FieldType;

/// So many lines at the beginning of a page say what it is, unless they head a part of it.
const FIRST_LINES: usize = 6;
/// Of these, so many do whatever they head: a title comes first.
const TITLES: usize = 1;
/// A line of more words is a sentence, which may speak of any document.
const TITLE_WORDS: usize = 8;

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

/// What is known of a document without asking anybody what it is.
#[derive(Debug, Clone, Copy, Default)]
pub struct Called<'d> {
    /// Its name.
    pub name: &'d str,
    /// Its media type.
    pub mime: &'d str,
    /// The kinds that its first page says it is ([`kinds_said`]).
    pub says: &'d [String],
}

/// The only one of these documents that the field asks for; none: it takes no files, or none or several may be meant.
pub fn document_for<'d, D>(question: &Question, given: &'d [D], called: impl Fn(&'d D) -> Called<'d>) -> Option<&'d D> {
    let fitting = fitting(question, given, &called);
    let asked = kinds(&words(&question.title));
    // Several kinds may be asked for in one field: nobody says which.
    let &[asked] = asked.as_slice() else { return None };
    let mut are_it = fitting.iter().copied().filter(|document| kinds_of(&called(document)) == [asked]);
    match (are_it.next(), are_it.next(), fitting.as_slice()) {
        (Some(only), None, _) => Some(only),
        // The only one that there is, if nothing says that it is something else.
        (None, _, [only]) if kinds_of(&called(only)).is_empty() => Some(only),
        _ => None,
    }
}

/// The documents that the field may ask for: those that it takes and that are not known to be something else.
pub fn documents_for<'d, D>(question: &Question, given: &'d [D], called: impl Fn(&'d D) -> Called<'d>) -> Vec<&'d D> {
    let asked = kinds(&words(&question.title));
    let mut found = fitting(question, given, &called);
    found.retain(|document| {
        let is = kinds_of(&called(document));
        asked.is_empty() || is.is_empty() || is.iter().any(|kind| asked.contains(kind))
    });
    found
}

/// Whether something says what kind of document it is.
pub fn is_known(called: &Called<'_>) -> bool {
    !kinds_of(called).is_empty()
}

fn fitting<'d, D>(question: &Question, given: &'d [D], called: &impl Fn(&'d D) -> Called<'d>) -> Vec<&'d D> {
    let takes = |document: &&'d D| {
        let of = called(document);
        question.kind == FieldType::File && takes_file(&question.limits.accept, of.name, of.mime)
    };
    given.iter().filter(takes).collect()
}

/// What a document is by its name and by its first page. Where they contradict each other it may be any of it.
fn kinds_of(called: &Called<'_>) -> Vec<usize> {
    let named = kinds(&words(stem(called.name)));
    let mut said: Vec<usize> = called.says.iter().flat_map(|kind| kinds(&words(kind))).collect();
    let both: Vec<usize> = named.iter().filter(|kind| said.contains(kind)).copied().collect();
    if !both.is_empty() {
        return both;
    }
    said.extend(named);
    said
}

/// The kinds of documents that a document says it is: in its own title, and in the first lines of its first page as far as they are titles, and neither
/// sentences nor heads of its parts nor labels of values.
pub fn kinds_said(title: Option<&str>, first: &Page) -> Vec<String> {
    let headings = || first.blocks.iter().filter(|block| block.kind == BlockKind::Heading);
    let lines = first.blocks.iter().flat_map(|block| {
        let heads_part =
            block.kind == BlockKind::Heading && headings().filter(|other| other.level == block.level).count() > 1;
        block.text.lines().filter(|line| !line.trim().is_empty()).map(move |line| (line, heads_part))
    });
    let lines = lines.take(FIRST_LINES).enumerate().filter(|(at, (_, heads_part))| *at < TITLES || !heads_part);
    let all = title.into_iter().chain(lines.map(|(_, (line, _))| line)).filter(|line| is_title(line));
    let mut found: Vec<usize> = Vec::new();
    for kind in all.flat_map(|line| kinds(&words(line))) {
        if !found.contains(&kind) {
            found.push(kind);
        }
    }
    found.iter().filter_map(|kind| Some((*KINDS.get(*kind)?.first()?).to_owned())).collect()
}

fn is_title(line: &str) -> bool {
    let is_labelled = line.split_once(':').is_some_and(|(_, value)| !value.trim().is_empty());
    let spoken = words(line).iter().filter(|word| word.contains(char::is_alphabetic)).count();
    !is_labelled && (1..=TITLE_WORDS).contains(&spoken)
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

/// The kinds that the words speak of, each once; the longest name counts, so that a passport photo is not a passport.
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
    use edith_documents::Block;

    fn chosen(title: &str, accept: &str, names: &[&'static str]) -> Option<&'static str> {
        let mut question = Question { title: title.into(), kind: FieldType::File, ..Question::default() };
        question.limits.accept = accept.into();
        document_for(&question, names, |name| Called { name, ..Called::default() }).copied()
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

    fn said(title: Option<&str>, blocks: &[(BlockKind, u8, &str)]) -> Vec<String> {
        let block = |(kind, level, text): &(BlockKind, u8, &str)| Block {
            level: (*kind == BlockKind::Heading).then_some(*level),
            ..Block::new(*kind, *text)
        };
        kinds_said(title, &Page { blocks: blocks.iter().map(block).collect(), ..Page::default() })
    }

    #[test]
    fn a_document_says_what_it_is_at_the_beginning_of_its_first_page() {
        use BlockKind::{Heading, Paragraph};
        for (title, blocks, expected) in [
            (None, &[(Paragraph, 0, "Ann Miller\nCurriculum vitae\n\nBorn in Graz")][..], &["cv"][..]),
            (None, &[(Heading, 1, "Lebenslauf"), (Heading, 2, "Zeugnisse"), (Heading, 2, "Sprachen")], &["cv"]),
            (Some("Bewerbung – Anschreiben"), &[(Paragraph, 0, "Sehr geehrte Frau Berger,")], &["cover letter"]),
            (
                None,
                &[(
                    Paragraph,
                    0,
                    "BUNDESREPUBLIK DEUTSCHLAND\nFEDERAL REPUBLIC OF GERMANY\nREISEPASS PASSPORT PASSEPORT",
                )],
                &["passport"],
            ),
            (
                None,
                &[(Heading, 1, "Sparkasse Graz"), (Heading, 2, "Kontoauszug 3/2024 vom 31.03.2024")],
                &["bank statement"],
            ),
            // Heads of parts, labels and sentences speak of other documents.
            (
                None,
                &[
                    (Paragraph, 0, "Ann Miller"),
                    (Paragraph, 0, "Graz"),
                    (Heading, 2, "Certificates"),
                    (Heading, 2, "References"),
                ],
                &[],
            ),
            (None, &[(Paragraph, 0, "Ann Miller\nPassport: P 1234\nDriving licence: B")], &[]),
            (None, &[(Paragraph, 0, "I send you my CV together with this letter, as you have asked me to do.")], &[]),
            // What is far below does not head the page.
            (None, &[(Paragraph, 0, "Ann\nMiller\nGraz\nAustria\nMay\n2024\nInvoice")], &[]),
        ] {
            assert_eq!(said(title, blocks), expected, "{title:?} {blocks:?}");
        }
    }

    #[test]
    fn the_first_page_decides_where_names_do_not_and_speaks_against_them() {
        let file = |title: &str| Question { title: title.into(), kind: FieldType::File, ..Question::default() };
        let (cv, letter, pass) = (["cv".to_owned()], ["cover letter".to_owned()], ["passport".to_owned()]);
        let of = |given: &[(&'static str, &[String])], title: &str| {
            let called = |document: &(&'static str, &[String])| document.0;
            let say = |given: &[(&'static str, &[String])]| {
                let one = document_for(&file(title), given, |(name, says)| Called { name, mime: "", says }).map(called);
                let all = documents_for(&file(title), given, |(name, says)| Called { name, mime: "", says });
                (one, all.into_iter().map(called).collect::<Vec<_>>())
            };
            say(given)
        };
        let scans = [("img_0042.pdf", &cv[..]), ("img_0043.pdf", &letter[..]), ("img_0044.pdf", &[][..])];
        assert_eq!(of(&scans, "Upload your CV"), (Some("img_0042.pdf"), vec!["img_0042.pdf", "img_0044.pdf"]));
        assert_eq!(of(&scans, "Anschreiben").0, Some("img_0043.pdf"));
        assert_eq!(of(&scans, "Passport"), (None, vec!["img_0044.pdf"]));
        // Without their first pages nobody knows.
        let blank = scans.map(|(name, _)| (name, &[][..]));
        assert_eq!(of(&blank, "Upload your CV"), (None, vec!["img_0042.pdf", "img_0043.pdf", "img_0044.pdf"]));
        // The only one is not given where its first page says that it is something else, and a name that the page contradicts counts no more.
        assert_eq!(of(&[("scan.pdf", &pass[..])], "Upload your CV"), (None, vec![]));
        assert_eq!(of(&[("cv.pdf", &letter[..])], "Upload your CV"), (None, vec!["cv.pdf"]));
        assert_eq!(of(&[("cv.pdf", &cv[..])], "Upload your CV").0, Some("cv.pdf"));
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
