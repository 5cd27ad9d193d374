//! Words: normal forms, synonyms, typos. Every comparison of a person's words with a page's goes through here.

use strsim::osa_distance;

/// Nouns for an item of a list, whatever it is.
pub(crate) const THINGS: &[&str] = &[
    "",
    "result",
    "search result",
    "hit",
    "article",
    "entry",
    "video",
    "message",
    "mail",
    "email",
    "e mail",
    "post",
    "card",
    "row",
    "story",
    "book",
    "offer",
    "listing",
    "news item",
    "conversation",
    "thread",
    "link in the list",
    "match",
];

/// Phrases with the same meaning in labels, each with its representative. Longer phrases come first.
const SYNONYMS: &[(&str, &str)] = &[
    ("in den warenkorb legen", "add to cart"),
    ("in den einkaufswagen legen", "add to cart"),
    ("in den warenkorb", "add to cart"),
    ("in den einkaufswagen", "add to cart"),
    ("zum warenkorb", "cart"),
    ("zur kasse gehen", "checkout"),
    ("zur kasse", "checkout"),
    ("konto anlegen", "register"),
    ("konto erstellen", "register"),
    ("e mail adresse", "email"),
    ("sortieren nach", "sort by"),
    ("mobilnummer", "phone"),
    ("telefonnummer", "phone"),
    ("handynummer", "phone"),
    ("warenkorb", "cart"),
    ("einkaufswagen", "cart"),
    ("absenden", "submit"),
    ("abschicken", "submit"),
    ("senden", "submit"),
    ("speichern", "save"),
    ("loschen", "delete"),
    ("loeschen", "delete"),
    ("suche", "search"),
    ("suchen", "search"),
    ("anmelden", "login"),
    ("einloggen", "login"),
    ("abmelden", "logout"),
    ("registrieren", "register"),
    ("vorname", "firstname"),
    ("nachname", "lastname"),
    ("familienname", "lastname"),
    ("benutzername", "username"),
    ("passwort", "password"),
    ("kennwort", "password"),
    ("postleitzahl", "zip"),
    ("plz", "zip"),
    ("telefon", "phone"),
    ("nachricht", "message"),
    ("menge", "quantity"),
    ("anadir al carrito", "add to cart"),
    ("agregar al carrito", "add to cart"),
    ("anadir a la cesta", "add to cart"),
    ("anadir al cesto", "add to cart"),
    ("ajouter au panier", "add to cart"),
    ("mettre au panier", "add to cart"),
    ("ajouter a mon panier", "add to cart"),
    ("panier", "cart"),
    ("carrito", "cart"),
    ("cesta", "cart"),
    ("trier par", "sort by"),
    ("classer par", "sort by"),
    ("ordenar por", "sort by"),
    ("rechercher", "search"),
    ("recherche", "search"),
    ("chercher", "search"),
    ("buscar", "search"),
    ("busqueda", "search"),
    ("envoyer", "submit"),
    ("enviar", "submit"),
    ("enregistrer", "save"),
    ("guardar", "save"),
    ("supprimer", "delete"),
    ("eliminar", "delete"),
    ("prix", "price"),
    ("precio", "price"),
    ("precios", "price"),
    ("en stock", "instock"),
    ("preis", "price"),
    ("preise", "price"),
    ("gesamtsumme", "total"),
    ("gesamtbetrag", "total"),
    ("lieferbar", "instock"),
    ("auf lager", "instock"),
    ("create an account", "register"),
    ("create account", "register"),
    ("log me in", "login"),
    ("shopping cart", "cart"),
    ("shopping basket", "cart"),
    ("shopping bag", "cart"),
    ("postal code", "zip"),
    ("zip code", "zip"),
    ("post code", "zip"),
    ("postcode", "zip"),
    ("first name", "firstname"),
    ("given name", "firstname"),
    ("forename", "firstname"),
    ("last name", "lastname"),
    ("family name", "lastname"),
    ("surname", "lastname"),
    ("user name", "username"),
    ("e mail", "email"),
    ("mail address", "email"),
    ("email address", "email"),
    ("sign in", "login"),
    ("log in", "login"),
    ("log on", "login"),
    ("signin", "login"),
    ("sign up", "register"),
    ("signup", "register"),
    ("sign out", "logout"),
    ("log out", "logout"),
    ("log off", "logout"),
    ("check out", "checkout"),
    ("look up", "search"),
    ("find", "search"),
    ("in stock", "instock"),
    ("available", "instock"),
    ("basket", "cart"),
    ("trolley", "cart"),
    ("bag", "cart"),
    ("colour", "color"),
    ("telephone", "phone"),
    ("mobile", "phone"),
    ("qty", "quantity"),
    ("remove", "delete"),
    ("okay", "ok"),
    ("cost", "price"),
    ("costs", "price"),
    ("favorite", "favourite"),
    ("favorites", "favourites"),
    ("preferences", "settings"),
];

/// Words with little meaning in a label or description.
const LIGHT: &[&str] = &[
    "the", "a", "an", "of", "to", "in", "on", "for", "my", "your", "this", "that", "it", "with", "and", "or", "is",
    "are", "at", "by", "its", "all", "please",
];

/// The least similarity of two words that counts.
const WORD_FLOOR: f32 = 0.6;

/// Lower case, common accents folded, everything but letters and digits turned into single spaces.
pub(crate) fn normal(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars().flat_map(char::to_lowercase) {
        match c {
            '’' | '\'' => {}
            c if c.is_alphanumeric() => fold(c, &mut out),
            _ if out.ends_with(' ') || out.is_empty() => {}
            _ => out.push(' '),
        }
    }
    out.truncate(out.trim_end().len());
    out
}

/// A letter or digit as words are compared: small, without its accent.
pub(crate) fn folded(c: char) -> String {
    let mut out = String::new();
    c.to_lowercase().for_each(|c| fold(c, &mut out));
    out
}

fn fold(c: char, out: &mut String) {
    match c {
        'á' | 'à' | 'â' | 'ä' | 'ã' | 'å' => out.push('a'),
        'é' | 'è' | 'ê' | 'ë' => out.push('e'),
        'í' | 'ì' | 'î' | 'ï' => out.push('i'),
        'ó' | 'ò' | 'ô' | 'ö' | 'õ' | 'ø' => out.push('o'),
        'ú' | 'ù' | 'û' | 'ü' => out.push('u'),
        'ç' => out.push('c'),
        'ñ' => out.push('n'),
        'ß' => out.push_str("ss"),
        'œ' => out.push_str("oe"),
        'æ' => out.push_str("ae"),
        c => out.push(c),
    }
}

/// The normal form with synonyms unified.
pub(crate) fn canonical(text: &str) -> String {
    let mut padded = format!(" {} ", normal(text));
    for (phrase, word) in SYNONYMS {
        let phrase = format!(" {phrase} ");
        if padded.contains(&phrase) {
            padded = padded.replace(&phrase, &format!(" {word} "));
        }
    }
    padded.trim().to_owned()
}

pub(crate) fn tokens(text: &str) -> Vec<String> {
    canonical(text).split(' ').filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// The meaningful words of the canonical form, or all if there are none.
pub(crate) fn content_tokens(text: &str) -> Vec<String> {
    let all = tokens(text);
    let heavy: Vec<String> = all.iter().filter(|word| !is_light(word)).cloned().collect();
    if heavy.is_empty() { all } else { heavy }
}

pub(crate) fn is_light(word: &str) -> bool {
    LIGHT.contains(&word)
}

/// Similarity of two canonical words: 1 the same, 0 nothing in common.
pub(crate) fn likeness(a: &str, b: &str) -> f32 {
    if a == b {
        return 1.0;
    }
    if stem(a) == stem(b) {
        return 0.95;
    }
    let (short, long) = if a.chars().count() <= b.chars().count() { (a, b) } else { (b, a) };
    let length = short.chars().count();
    // Numbers are not mistyped into each other, and short words are too often different words.
    if length < 4 || short.chars().any(|c| c.is_ascii_digit()) {
        return 0.0;
    }
    if long.starts_with(short) {
        return 0.75;
    }
    let allowed = if length >= 8 { 2 } else { 1 };
    let edits = osa_distance(a, b);
    // Of four letters one that is another makes another word: "show", "slow".
    let is_swapped = || a.chars().all(|c| a.matches(c).count() == b.matches(c).count());
    if length == 4 && long.chars().count() == 4 && !is_swapped() {
        return 0.0;
    }
    if edits > allowed { 0.0 } else { 0.9 - 0.1 * edits as f32 }
}

fn stem(word: &str) -> &str {
    let cut = |suffix: &str| word.strip_suffix(suffix).filter(|rest| rest.len() >= 3);
    cut("ies").or_else(|| cut("es")).or_else(|| cut("s")).or_else(|| cut("y")).or_else(|| cut("e")).unwrap_or(word)
}

/// How well a label matches a description: 1 the same words, 0 nothing in common.
pub(crate) fn score(wanted: &str, label: &str) -> f32 {
    // Synonyms first; also as written, since a typo hides a synonym.
    compare(&canonical(wanted), &canonical(label)).max(compare(&normal(wanted), &normal(label)))
}

fn compare(a: &str, b: &str) -> f32 {
    if a.is_empty() || b.is_empty() {
        return 0.0;
    }
    if a == b {
        return 1.0;
    }
    let wanted: Vec<&str> = a.split(' ').collect();
    let label: Vec<&str> = b.split(' ').collect();
    // "check out" against "checkout", "e-mail" against "email" and the like.
    if wanted.concat() == label.concat() {
        return 0.99;
    }
    let phrase = if format!(" {b} ").contains(&format!(" {a} ")) { 0.06 } else { 0.0 };
    (covered(&wanted, &label) * 0.72 + covered(&label, &wanted) * 0.2 + phrase).min(0.98)
}

/// The share of `words`, by weight, found in `pool`.
pub(crate) fn covered(words: &[&str], pool: &[&str]) -> f32 {
    let (mut got, mut all) = (0.0, 0.0);
    for word in words {
        let weight = if is_light(word) { 0.15 } else { 1.0 };
        let best = pool.iter().map(|other| likeness(word, other)).fold(0.0, f32::max);
        all += weight;
        if best >= WORD_FLOOR {
            got += weight * best;
        }
    }
    if all > 0.0 { got / all } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_are_counted_with_swaps() {
        for (a, b, expected) in [
            ("search", "search", 0),
            ("serach", "search", 1),
            ("", "abc", 3),
            ("kitten", "sitting", 3),
            ("ab", "ba", 1),
        ] {
            assert_eq!(osa_distance(a, b), expected, "{a} {b}");
        }
    }

    #[test]
    fn labels_are_scored() {
        for (wanted, label, at_least, below) in [
            ("add to cart", "Add to cart", 1.0, 1.1),
            ("add to cart", "Add to basket", 1.0, 1.1),
            ("add to cart", "Add to wishlist", 0.0, 0.6),
            ("sign in", "Log in", 1.0, 1.1),
            ("checkout", "Check out", 0.99, 1.1),
            ("in stock", "Only available", 0.7, 1.0),
            ("email", "E-mail address *", 0.9, 1.1),
            ("serach", "Search", 0.6, 1.0),
            ("desk lamp", "Desk lamp, black", 0.8, 1.0),
            ("desk lamp", "Floor lamp, black", 0.0, 0.6),
            ("café", "CAFE", 1.0, 1.1),
            ("page 2", "Page 3", 0.0, 0.6),
            ("", "x", 0.0, 0.1),
        ] {
            let got = score(wanted, label);
            assert!(got >= at_least && got < below, "{wanted} / {label}: {got}");
        }
    }
}
