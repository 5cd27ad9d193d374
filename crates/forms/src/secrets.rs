//! What is secret by its name: passwords, codes, keys, card numbers; and whether a sentence wants one.

use crate::meaning::{Meaning, of_words};
use crate::words::{EMPTY, has_any};
use edith_page::fold::{fold, words_in};

/// Letters of a name that is looked for within a word, at least.
const SQUEEZED: usize = 8;

/// Whether what has this name is secret: a password, a code, a key, a card's number.
pub fn names_secret(name: &str) -> bool {
    let is_named = |name: &str| {
        let meaning = Meaning::of_token(name.trim()).or_else(|| of_words(name));
        let folded = fold(name);
        meaning.is_some_and(Meaning::is_secret)
            || [SECRET, CARDS, CODES, PINS].into_iter().any(|names| has_any(name, names))
            || STEMS.iter().any(|stem| folded.contains(stem))
            || folded.split(' ').any(is_squeezed)
    };
    let apart = words_apart(name);
    [name, &as_read(name), &apart, &as_read(&apart)].into_iter().any(is_named)
}

/// Whether a word is a name without its blanks: `creditcard`.
fn is_squeezed(word: &str) -> bool {
    [SECRET, CARDS, CODES, PINS].into_iter().any(|names| is_squeezed_of(word, names))
}

fn is_squeezed_of(word: &str, names: &[&str]) -> bool {
    let mut names = names.iter().map(|name| name.replace(' ', ""));
    names.any(|name| word == name || (name.len() >= SQUEEZED && word.contains(&name)))
}

/// Whether a fact of this label and value is secret. What says about itself that it is something else is not: a library's card, the code of a booking, the
/// PIN of an Indian town.
pub(crate) fn is_secret_fact(label: &str, value: &str) -> bool {
    let apart = words_apart(label);
    [label, &as_read(label), &apart, &as_read(&apart)].into_iter().any(|label| is_secret_label(label, value))
}

fn is_secret_label(label: &str, value: &str) -> bool {
    let folded = fold(label);
    let is_of = |names: &[&str]| has_any(label, names) || folded.split(' ').any(|word| is_squeezed_of(word, names));
    let is_code = || value.chars().all(|c| c.is_ascii_digit() || matches!(c, ' ' | '-' | '#' | '*'));
    is_of(SECRET)
        || STEMS.iter().any(|stem| folded.contains(stem))
        || is_of(PINS) && !is_indian_place(&folded, value)
        || is_of(CODES) && (is_code() || is_alone(&folded, CODES))
        || crate::cards::names_card(label)
            && (value.chars().any(|c| c.is_ascii_digit()) || crate::cards::is_card_alone(label))
}

/// Whether it says nothing but names of a list.
fn is_alone(folded: &str, names: &[&str]) -> bool {
    let mut rest = format!(" {folded} ");
    for name in names {
        rest = rest.replace(&format!(" {name} "), " ");
    }
    rest.split_whitespace().all(|word| EMPTY.contains(&word) || word.chars().count() < 2)
}

/// Whether a PIN is that of a town in India: six figures, the first of which is no 0, and nothing says that it opens something.
fn is_indian_place(folded: &str, value: &str) -> bool {
    let digits: String = value.chars().filter(|c| !c.is_whitespace()).collect();
    let is_place = digits.len() == 6 && !digits.starts_with('0') && digits.chars().all(|c| c.is_ascii_digit());
    let has = |words: &[&str]| folded.split(' ').any(|word| words.contains(&word));
    is_place && has(&["code", "pincode", "area", "postal", "town", "city", "district", "village"]) && !has(OPENED)
}

/// What a PIN opens.
const OPENED: &[&str] = &[
    "bank", "banking", "card", "sim", "phone", "unlock", "login", "account", "app", "karte", "konto", "handy",
    "tablet", "door",
];

/// A name with its words apart: `userPassword`.
fn words_apart(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    let mut was_small = false;
    for c in name.chars() {
        if was_small && c.is_uppercase() {
            out.push(' ');
        }
        was_small = c.is_lowercase();
        out.push(c);
    }
    out
}

/// Whether somebody who writes this wants something secret. Those who warn of it ("do not enter your PIN") do not; only a warning that is plainly
/// about giving it counts as one.
pub fn wants_secret(text: &str) -> bool {
    wants(text) || wants(&as_read(text))
}

fn wants(text: &str) -> bool {
    let mut was_named = false;
    for clause in clauses(text) {
        let mut warned = false;
        for part in clause {
            let words: Vec<&str> = part.split(' ').collect();
            let gives = giving(&words);
            if names_secret(&part) {
                was_named = true;
                warned = match gives {
                    _ if is_denied(&words) => true,
                    Giving::Wanted => false,
                    Giving::Unwanted => true,
                    // The next one of a list.
                    Giving::None => warned,
                };
                if !warned {
                    return true;
                }
            } else if gives == Giving::Wanted && was_named && words.iter().any(|word| IT.contains(word)) {
                return true;
            } else if gives != Giving::None {
                warned = gives == Giving::Unwanted;
            }
        }
    }
    false
}

/// Whether a text talks of giving something.
#[derive(Clone, Copy, PartialEq)]
enum Giving {
    None,
    Wanted,
    Unwanted,
}

fn giving(words: &[&str]) -> Giving {
    let mut found = Giving::None;
    for at in (0..words.len()).filter(|at| words.get(*at).is_some_and(|word| GIVE.contains(word))) {
        let before = words.get(..at).unwrap_or_default().iter().rev().find(|word| !FILLERS.contains(word));
        let after = words.get(at + 1..).unwrap_or_default();
        let is_not = before.is_some_and(|word| NOT_BEFORE.contains(word))
            || after.iter().any(|word| NOT_AFTER.contains(word))
            || after.iter().find(|word| !FILLERS.contains(word)).is_some_and(|word| NO.contains(word));
        let is_for_others = after.iter().any(|word| OTHERS.contains(word));
        match is_not && !is_for_others {
            true if found == Giving::None => found = Giving::Unwanted,
            true => {}
            false => return Giving::Wanted,
        }
    }
    found
}

/// Whether it is said that there is, or is needed, no such thing, and no other one is named.
fn is_denied(words: &[&str]) -> bool {
    (1..words.len()).any(|at| {
        let rest = words.get(at..).unwrap_or_default();
        let names = |part: &[&str]| names_secret(&part.join(" "));
        let name = (1..=rest.len().min(4)).find(|length| rest.get(..*length).is_some_and(names));
        words.get(at - 1).is_some_and(|word| NO.contains(word))
            && name.is_some_and(|length| !rest.get(length..).is_some_and(names))
            && !words.get(..at).is_some_and(names)
    })
}

/// Sentences in their parts, folded: what follows "but" or a colon stands on its own, what follows a comma or "and" may go on with a list.
fn clauses(text: &str) -> Vec<Vec<String>> {
    let mut all: Vec<Vec<String>> = vec![Vec::new()];
    let mut part: Vec<String> = Vec::new();
    let end = |part: &mut Vec<String>, is_clause: bool, all: &mut Vec<Vec<String>>| {
        if let (false, Some(last)) = (part.is_empty(), all.last_mut()) {
            last.push(std::mem::take(part).join(" "));
        }
        if is_clause {
            all.push(Vec::new());
        }
    };
    // An apostrophe belongs to its word: "don't".
    let text = text.replace(['\'', '’', '`'], "");
    let ends = |c: char| c == '\n' || (!c.is_alphanumeric() && !c.is_whitespace() && c != '_');
    for piece in text.split_inclusive(ends) {
        for word in words_in(piece) {
            match word.as_str() {
                word if APART.contains(&word) => end(&mut part, true, &mut all),
                word if AND.contains(&word) => end(&mut part, false, &mut all),
                _ => part.push(word),
            }
        }
        match piece.chars().next_back() {
            Some(',' | '/' | '、' | '，') => end(&mut part, false, &mut all),
            Some(c) if ends(c) && !matches!(c, '-' | '"') => end(&mut part, true, &mut all),
            _ => {}
        }
    }
    end(&mut part, true, &mut all);
    all
}

/// The text as a person reads it: letters that look like Latin ones in words that are otherwise Latin, figures for letters, single letters in a row as
/// a word, and nothing that has no width.
fn as_read(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    // Single letters in a row, as they are and joined.
    let (mut row, mut joined) = (String::new(), String::new());
    let end = |row: &mut String, joined: &mut String, out: &mut String| {
        if joined.chars().count() > 2 {
            out.push_str(joined);
            out.push(' ');
        } else {
            out.push_str(row);
        }
        row.clear();
        joined.clear();
    };
    for word in
        text.split_inclusive(|c: char| c.is_whitespace() || matches!(c, '.' | '-' | '_' | '·' | '*' | '|' | '+'))
    {
        let read = word_as_read(word);
        let mut letters = read.chars().filter(|c| c.is_alphanumeric());
        match (letters.next(), letters.next()) {
            (Some(letter), None) => {
                row.push_str(&read);
                joined.push(letter);
            }
            // More space than one blank.
            (None, _) if !row.is_empty() => {}
            _ => {
                end(&mut row, &mut joined, &mut out);
                out.push_str(&read);
            }
        }
    }
    end(&mut row, &mut joined, &mut out);
    out
}

fn word_as_read(word: &str) -> String {
    // The joiners have no width either; the soft hyphen and the like count as letters nowhere.
    let visible: String = edith_page::fold::plain(&word.chars().filter(|c| has_width(*c)).collect::<String>());
    let ending = word.chars().next_back().filter(|c| c.is_whitespace()).map(String::from).unwrap_or_default();
    let looks: String = visible.chars().map(latin).collect();
    let is_latin = looks.chars().filter(|c| c.is_alphabetic()).all(|c| c.is_ascii());
    let mut word = if is_latin { looks } else { visible };
    let figures = word.chars().filter(|c| matches!(c, '0' | '1' | '3' | '4' | '5' | '@' | '$')).count();
    let letters = word.chars().filter(char::is_ascii_alphabetic).count();
    if figures > 0 && letters > figures {
        word = word.chars().map(figure_as_letter).collect();
    }
    word + &ending
}

fn has_width(c: char) -> bool {
    !matches!(c, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}'
        | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
        && (!c.is_control() || c.is_whitespace())
}

fn figure_as_letter(c: char) -> char {
    match c {
        '0' => 'o',
        '1' => 'i',
        '3' => 'e',
        '4' | '@' => 'a',
        '5' | '$' => 's',
        c => c,
    }
}

/// The small Latin letter that a letter looks like.
fn latin(c: char) -> char {
    let letter = |at: u32| char::from_u32(u32::from('a') + at % 26).unwrap_or(c);
    match c {
        'А' | 'а' | 'Α' | 'α' | 'ɑ' | 'ᴀ' => 'a',
        'В' | 'в' | 'Β' | 'β' | 'ʙ' | 'Ь' | 'ь' => 'b',
        'С' | 'с' | 'ϲ' | 'ᴄ' => 'c',
        'ԁ' | 'ᴅ' | 'Ꭰ' => 'd',
        'Е' | 'е' | 'Ε' | 'ε' | 'ᴇ' | 'є' => 'e',
        'ꜰ' | 'Ϝ' => 'f',
        'ɡ' | 'ɢ' | 'Ԍ' => 'g',
        'Н' | 'н' | 'Η' | 'һ' | 'ʜ' => 'h',
        'І' | 'і' | 'Ι' | 'ι' | 'ı' | 'ɪ' | 'Ӏ' | 'ӏ' => 'i',
        'Ј' | 'ј' | 'ᴊ' => 'j',
        'К' | 'к' | 'Κ' | 'κ' | 'ᴋ' => 'k',
        'ʟ' | 'Ⅼ' | 'ⅼ' => 'l',
        'М' | 'м' | 'Μ' | 'ᴍ' => 'm',
        'Ν' | 'ɴ' | 'п' | 'η' => 'n',
        'О' | 'о' | 'Ο' | 'ο' | 'σ' | 'ᴏ' => 'o',
        'Р' | 'р' | 'Ρ' | 'ρ' | 'ᴘ' => 'p',
        'ԛ' => 'q',
        'ʀ' | 'г' => 'r',
        'Ѕ' | 'ѕ' | 'ꜱ' => 's',
        'Т' | 'т' | 'Τ' | 'τ' | 'ᴛ' => 't',
        'υ' | 'ᴜ' | 'ս' => 'u',
        'ν' | 'ѵ' | 'ᴠ' => 'v',
        'ԝ' | 'ω' | 'ш' | 'ᴡ' => 'w',
        'Х' | 'х' | 'Χ' | 'χ' => 'x',
        'У' | 'у' | 'Υ' | 'γ' | 'ʏ' => 'y',
        'Ζ' | 'ᴢ' => 'z',
        'Ａ'..='Ｚ' => letter(u32::from(c) - u32::from('Ａ')),
        'ａ'..='ｚ' => letter(u32::from(c) - u32::from('ａ')),
        'Ⓐ'..='Ⓩ' => letter(u32::from(c) - u32::from('Ⓐ')),
        'ⓐ'..='ⓩ' => letter(u32::from(c) - u32::from('ⓐ')),
        // Mathematical letters: alphabets of capitals and small letters one after another.
        '\u{1d400}'..='\u{1d6a3}' => letter(u32::from(c) - 0x1d400),
        c => c.to_ascii_lowercase(),
    }
}

/// Names of what is secret, where it is not a field.
const SECRET: &[&str] = &[
    "password",
    "passwords",
    "pass word",
    "pass words",
    "passphrase",
    "pass phrase",
    "passcode",
    "pass code",
    "passkey",
    "api key",
    "api keys",
    "apikey",
    "secret key",
    "private key",
    "ssh key",
    "access token",
    "bearer",
    "credentials",
    "cvv",
    "cvc",
    "security answer",
    "recovery code",
    "recovery codes",
    "recovery phrase",
    "recovery words",
    "backup code",
    "seed phrase",
    "seed words",
    "mnemonic",
    "otp",
    "2fa",
    "2fa code",
    "one time code",
    "one time password",
    "one time passcode",
    "authenticator code",
    "authenticator",
    "sms code",
    "code from the sms",
    "code we texted you",
    "code we sent you",
    "code sent to your phone",
    "passwort",
    "passworter",
    "kennwort",
    "kennworter",
    "geheimzahl",
    "geheimnummer",
    "zugangsdaten",
    "api schlussel",
    "privater schlussel",
    "privaten schlussel",
    "prufziffer",
    "prufnummer",
    "einmalcode",
    "einmalpasswort",
    "einmalkennwort",
    "mot de passe",
    "mots de passe",
    "code secret",
    "code a usage unique",
    "code recu par sms",
    "cle api",
    "cle d api",
    "cle secrete",
    "cle privee",
    "identifiants de connexion",
    "contrasena",
    "contrasenas",
    "clave secreta",
    "clave de acceso",
    "clave api",
    "clave de api",
    "clave privada",
    "su clave",
    "tu clave",
    "codigo de un solo uso",
    "codigo sms",
    "codigo secreto",
    "credenciales",
    "senha",
    "wachtwoord",
    "haslo",
    "heslo",
    "losenord",
    "adgangskode",
    "passord",
    "salasana",
    "jelszo",
    "parola",
    "sifre",
    "sifreniz",
    "mat khau",
    "kata sandi",
    "lozinka",
    "lozinku",
    "passwd",
    "pwd",
    "mdp",
    "pw",
    "puk",
    "puk code",
    "itan",
    "cvc2",
    "cvv2",
    "csc",
    "card verification code",
    "card verification number",
    "kartenprufnummer",
    "kartenprufziffer",
    "recovery key",
    "unlock code",
    "wiederherstellungscode",
    "wiederherstellungsschlussel",
    "phrase de recuperation",
    "cryptogramme",
    "cryptogramme visuel",
    "code confidentiel",
    "code pin",
    "frase de recuperacion",
    "frase semilla",
];

/// Names of payment cards and their numbers.
const CARDS: &[&str] = &[
    "card number",
    "card numbers",
    "credit card",
    "debit card",
    "digits of your card",
    "digits on your card",
    "number on your card",
    "kreditkarte",
    "kreditkartennummer",
    "kartennummer",
    "carte bancaire",
    "carte de credit",
    "numero de carte",
    "tarjeta de credito",
    "numero de tarjeta",
];

/// Names of codes that are secret if nothing beside says about what they are.
const CODES: &[&str] = &[
    "security code",
    "verification code",
    "confirmation code",
    "authentication code",
    "login code",
    "access code",
    "secret",
    "token",
    "sicherheitscode",
    "bestatigungscode",
    "zugangscode",
    "code de securite",
    "code de verification",
    "code de confirmation",
    "codigo de seguridad",
    "codigo de verificacion",
    "clave",
];

/// Names of numbers that only their owner knows; in India that of a postal district.
const PINS: &[&str] = &["pin", "pins", "pin code", "pincode"];

/// The same in scripts whose words are inflected or not set apart: what they begin with.
const STEMS: &[&str] = &[
    "парол",
    "пін код",
    "пин код",
    "кодовое слово",
    "номер карты",
    "номер картки",
    "лозинк",
    "密码",
    "密碼",
    "口令",
    "验证码",
    "驗證碼",
    "银行卡号",
    "信用卡",
    "密钥",
    "パスワード",
    "暗証番号",
    "認証コード",
    "カード番号",
    "クレジットカード",
    "비밀번호",
    "암호",
    "인증번호",
    "카드번호",
    "카드 번호",
    "كلمة المرور",
    "كلمة السر",
    "رمز التحقق",
    "رقم البطاقة",
    "گذرواژه",
    "رمز عبور",
    "סיסמה",
    "סיסמא",
    "מספר כרטיס",
    "κωδικ",
    "पासवर",
    "รหัสผ",
];

/// Words of giving something away in a form.
const GIVE: &[&str] = &[
    "enter",
    "type",
    "write",
    "give",
    "tell",
    "send",
    "share",
    "provide",
    "put",
    "paste",
    "fill",
    "insert",
    "submit",
    "supply",
    "include",
    "use",
    "need",
    "needs",
    "require",
    "requires",
    "reveal",
    "disclose",
    "confirm",
    "input",
    "state",
    "say",
    "let",
    "want",
    "geben",
    "gib",
    "eingeben",
    "einzugeben",
    "tippen",
    "schreiben",
    "nennen",
    "senden",
    "schicken",
    "teilen",
    "tragen",
    "eintragen",
    "mitteilen",
    "verraten",
    "brauchen",
    "benotigen",
    "saisir",
    "saisissez",
    "entrez",
    "entrer",
    "tapez",
    "donnez",
    "donner",
    "indiquez",
    "indiquer",
    "envoyez",
    "communiquez",
    "partagez",
    "ecrivez",
    "fournissez",
    "introduzca",
    "introduce",
    "introducir",
    "escriba",
    "escribe",
    "escribir",
    "ponga",
    "indique",
    "envie",
    "comparta",
    "comparte",
    "facilite",
    "ingrese",
    "ingresa",
];
/// What may be between "not" and its verb.
const FILLERS: &[&str] = &["please", "ever", "bitte", "sie", "us", "nos", "se", "the", "lo", "la"];
const NOT_BEFORE: &[&str] = &[
    "not", "never", "dont", "cannot", "mustnt", "shouldnt", "wont", "nicht", "nie", "niemals", "no", "nunca", "jamas",
    "jamais",
];
const NOT_AFTER: &[&str] = &["nicht", "nie", "niemals", "pas", "jamais"];
const NO: &[&str] =
    &["no", "kein", "keine", "keinen", "keiner", "aucun", "aucune", "ningun", "ninguna", "nicht", "never"];
/// Who else should not be told: a warning about them is not a warning of this form.
const OTHERS: &[&str] = &[
    "anyone",
    "anybody",
    "others",
    "else",
    "somebody",
    "someone",
    "friends",
    "strangers",
    "nobody",
    "anderen",
    "andere",
    "dritten",
    "niemandem",
    "jemandem",
    "personne",
    "autres",
    "tiers",
    "nadie",
    "otros",
    "terceros",
    "elsewhere",
    "woanders",
    "ailleurs",
];
/// What was named before.
const IT: &[&str] = &["it", "them", "yours", "es", "ihn"];
/// What begins another thought.
const APART: &[&str] = &[
    "but",
    "however",
    "except",
    "besides",
    "than",
    "unless",
    "instead",
    "only",
    "just",
    "until",
    "before",
    "without",
    "sondern",
    "aber",
    "sonst",
    "ausser",
    "nur",
    "ohne",
    "bevor",
    "mais",
    "sauf",
    "seulement",
    "sans",
    "avant",
    "pero",
    "sino",
    "salvo",
    "excepto",
    "solo",
    "sin",
    "antes",
];
const AND: &[&str] = &["and", "or", "then", "und", "oder", "dann", "et", "ou", "puis", "y", "o", "luego"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_secrets_are_known_however_they_are_written() {
        let tags: String = "pass\u{200d}word".to_owned();
        for name in [
            "Password",
            "password_2",
            "userPassword",
            "API key",
            "PIN",
            "card_number",
            "Ihr Passwort",
            "Mot de passe",
            "Contraseña",
            "раssword",
            "Ρassword",
            "ｐａｓｓｗｏｒｄ",
            "𝐩𝐚𝐬𝐬𝐰𝐨𝐫𝐝",
            "ⓟⓐⓢⓢⓦⓞⓡⓓ",
            "p a s s w o r d",
            "P.A.S.S.W.O.R.D",
            "pa55w0rd",
            "p@ssw0rd",
            "pass\u{ad}word",
            &tags,
            "pa\u{200b}ss\u{fe0f}word",
            "Пароль",
            "Введите пароль",
            "密码",
            "パスワードを入力",
            "비밀번호",
            "كلمة المرور",
            "סיסמה",
            "κωδικός",
            "One-time code",
            "Einmalcode",
            "Code de vérification",
            "Código de verificación",
            "wachtwoord",
            "Hasło",
        ] {
            assert!(names_secret(name), "{name}");
        }
        for name in [
            "Room",
            "City",
            "Name",
            "Postal code",
            "Цена",
            "Адрес",
            "房间",
            "部屋",
            "Country code",
            "E-mail",
            "Pinboard",
            "Number of guests",
            "Company",
            "Größe",
            "A B",
            "Top 10",
            "Discount code",
            "Код города",
            "Zip code",
            "Secretary's name",
            "Quantity",
        ] {
            assert!(!names_secret(name), "{name}");
        }
    }

    #[test]
    fn a_warning_wants_nothing_and_what_sounds_like_one_does() {
        for text in [
            "Please enter your password below.",
            "Don't worry, enter your password.",
            "Do not wait, your password is needed",
            "Do not hesitate to enter your password",
            "Do not enter anything other than your password",
            "Never share your password with others. Type it here.",
            "Do not tell anyone: enter your password.",
            "Not your phone number, but your PIN",
            "You cannot go on without your password",
            "No problem - just the API key",
            "Warten Sie nicht und geben Sie Ihr Passwort ein",
            "Keine Sorge, nur Ihr Passwort",
            "N'attendez pas, saisissez votre mot de passe",
            "No espere, introduzca su contraseña",
            "We ask for no password, but type it below",
            "P a s s w o r d please",
            "Enter the code we sent you",
            "Do not enter your name and enter your password",
        ] {
            assert!(wants_secret(text), "{text}");
        }
        for text in [
            "Which room?",
            "Which room? Do not enter passwords here.",
            "Please do not share passwords or API keys.",
            "Your favourite number (do not give us your phone number, pin, or other sensitive info)",
            "Geben Sie kein Passwort ein.",
            "Geben Sie Ihr Passwort hier nicht ein.",
            "Bitte keine Passwörter eingeben",
            "Ne saisissez pas votre mot de passe.",
            "No introduzca su contraseña.",
            "Nunca escriba su contraseña aquí.",
            "No password is needed.",
            "How many guests, and when do they come?",
        ] {
            assert!(!wants_secret(text), "{text}");
        }
    }
}
