//! Signatures and declarations: what only the person enters, whatever the field takes. To type one's name as a signature is a legal act.

use crate::meaning::Meaning;
use crate::question::{Question, Way};
use crate::whose::{asks_about_others, is_name_of_part};
use crate::words::{CONSENT, has_any};
use edith_page::fold::fold;
use edith_protocol::FieldType;

/// What signatures and signing are called, in words of their own.
const SIGNING: &[&str] = &[
    "signature",
    "signatures",
    "e signature",
    "esignature",
    "signed",
    "sign here",
    "sign by typing",
    "sign your name",
    "signatory",
    "unterschrift",
    "unterschriften",
    "unterzeichnet",
    "unterzeichner",
    "unterzeichnerin",
    "gezeichnet",
    "signe par",
    "signe le",
    "signez",
    "lu et approuve",
    "signataire",
    "firmado",
    "firmante",
    "firmato",
    "firmatario",
    "assinatura",
    "assinado",
    "signatura",
    "semnatura",
    "handtekening",
    "ondertekening",
    "underskrift",
    "undertecknad",
    "allekirjoitus",
    "podpis",
    "potpis",
    "alairas",
    "imza",
    "imzasi",
    "allkiri",
    "paraksts",
    "parasas",
    "chu ky",
    "tanda tangan",
];
/// The same in scripts whose words are inflected or not set apart: what they begin with.
const STEMS: &[&str] = &[
    "подпис",
    "підпис",
    "потпис",
    "υπογραφ",
    "签名",
    "签字",
    "簽名",
    "署名",
    "서명",
    "توقيع",
    "חתימ",
    "ลายเซ็น",
    "ลายมือชื่อ",
    "हस्ताक्षर",
];
/// In Spanish, Catalan and Italian a signature, elsewhere a company.
const FIRMA: &str = "firma";
const FIRMA_LANGUAGES: [&str; 5] = ["es", "it", "ca", "gl", "eu"];
/// Words that are beside it there.
const BESIDE_FIRMA: &[&str] = &[
    "nombre",
    "apellido",
    "apellidos",
    "completo",
    "nome",
    "cognome",
    "leggibile",
    "legible",
    "del",
    "della",
    "de",
    "digital",
    "digitale",
    "electronica",
    "elettronica",
    "solicitante",
    "declarante",
    "richiedente",
    "por",
];
/// A part of a form in which something is declared.
const DECLARATION: &[&str] = &[
    "declaration",
    "declarations",
    "erklarung",
    "erklarungen",
    "eidesstattliche erklarung",
    "attestation",
    "attestation sur l honneur",
    "declaracion",
    "declaracion jurada",
    "dichiarazione",
    "certification",
];
/// How a declaration begins that somebody makes.
const DECLARING: [&str; 13] = [
    "i",
    "ich",
    "j",
    "je",
    "hiermit",
    "acepto",
    "consiento",
    "confirmo",
    "declaro",
    "certifico",
    "reconozco",
    "autorizo",
    "he",
];
/// A list with more options is more than a declaration.
const FEW: usize = 3;

/// Whether a text speaks of signing.
fn signs(text: &str, language: &str) -> bool {
    let folded = fold(text);
    let is_firma = || {
        has_any(text, &[FIRMA])
            && (FIRMA_LANGUAGES.iter().any(|one| language.starts_with(one)) || has_any(text, BESIDE_FIRMA))
    };
    has_any(text, SIGNING)
        || STEMS.iter().any(|stem| folded.contains(stem))
        // German joins words: `Unterschriftsfeld`.
        || folded.split(' ').any(|word| word.starts_with("unterschrift"))
        // Without its accent it is a sign.
        || text.to_lowercase().split(|c: char| !c.is_alphanumeric()).any(|word| matches!(word, "signé" | "signée"))
        || is_firma()
}

/// Whether somebody declares something in these words.
fn declares(text: &str) -> bool {
    let is_said = |phrase: &&&str| phrase.split(' ').next().is_some_and(|first| DECLARING.contains(&first));
    CONSENT.iter().filter(is_said).any(|phrase| has_any(text, &[phrase]))
}

/// Whether a list is a declaration: to choose its only option says yes to it, and so does to choose what somebody says in it.
pub(crate) fn is_declaration(options: &[String], meaning: Option<Meaning>) -> bool {
    let is_said = |option: &String| option.contains(' ') && declares(option);
    meaning.is_none() && (options.len() == 1 || options.len() <= FEW && options.iter().any(is_said))
}

/// Marks the questions whose value is a signature.
pub(crate) fn mark(questions: &mut [Question]) {
    let marks: Vec<bool> = (0..questions.len()).map(|at| is_signature(questions, at)).collect();
    for (question, is_signature) in questions.iter_mut().zip(marks) {
        question.signs = is_signature;
    }
}

fn is_signature(questions: &[Question], at: usize) -> bool {
    let Some(question) = questions.get(at) else { return false };
    let is_typed = question.parts.iter().all(|part| part.way == Way::Type);
    if !is_typed || !matches!(question.kind, FieldType::Text | FieldType::LongText) {
        return false;
    }
    let of_part = is_name_of_part(&question.section)
        && (signs(&question.section, &question.language) || has_any(&question.section, DECLARATION));
    // The small print around a field may speak of signing something else.
    let hinted = || signs(&question.hint, &question.language) || declares(&question.hint);
    signs(&question.title, &question.language)
        || declares(&question.title)
        || is_name(question) && (of_part || hinted() || is_asked_again(questions, at))
}

fn is_name(question: &Question) -> bool {
    let is_one = matches!(question.meaning, Some(Meaning::FullName | Meaning::GivenName | Meaning::FamilyName));
    is_one && !question.is_apart && !asks_about_others(question)
}

/// Whether the person's whole name is asked for once more, right beside what they agree to.
fn is_asked_again(questions: &[Question], at: usize) -> bool {
    let Some(question) = questions.get(at) else { return false };
    let agrees =
        |at: Option<usize>| at.and_then(|at| questions.get(at)).is_some_and(|beside| beside.kind == FieldType::Consent);
    let is_before = |before: &Question| before.frame == question.frame && is_name(before);
    question.meaning == Some(Meaning::FullName)
        && questions.iter().take(at).any(is_before)
        && (agrees(at.checked_sub(1)) || agrees(Some(at + 1)))
}
