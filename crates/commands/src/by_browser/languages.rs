//! Names of languages, as people write them in the four languages of EDITH.

/// Code, then its names in English, German, French and Spanish; further ones behind.
const NAMES: [(&str, &[&str]); 30] = [
    ("en", &["English", "Englisch", "anglais", "inglés"]),
    ("de", &["German", "Deutsch", "allemand", "alemán"]),
    ("fr", &["French", "Französisch", "français", "francés"]),
    ("es", &["Spanish", "Spanisch", "espagnol", "español", "castellano", "castilian"]),
    ("it", &["Italian", "Italienisch", "italien", "italiano"]),
    ("pt", &["Portuguese", "Portugiesisch", "portugais", "portugués"]),
    ("nl", &["Dutch", "Niederländisch", "néerlandais", "neerlandés", "holländisch", "holandés"]),
    ("pl", &["Polish", "Polnisch", "polonais", "polaco"]),
    ("ru", &["Russian", "Russisch", "russe", "ruso"]),
    ("uk", &["Ukrainian", "Ukrainisch", "ukrainien", "ucraniano"]),
    ("tr", &["Turkish", "Türkisch", "turc", "turco"]),
    ("ar", &["Arabic", "Arabisch", "arabe", "árabe"]),
    ("zh", &["Chinese", "Chinesisch", "chinois", "chino", "mandarin"]),
    ("ja", &["Japanese", "Japanisch", "japonais", "japonés"]),
    ("ko", &["Korean", "Koreanisch", "coréen", "coreano"]),
    ("hi", &["Hindi", "Hindi", "hindi", "hindi"]),
    ("sv", &["Swedish", "Schwedisch", "suédois", "sueco"]),
    ("da", &["Danish", "Dänisch", "danois", "danés"]),
    ("no", &["Norwegian", "Norwegisch", "norvégien", "noruego"]),
    ("fi", &["Finnish", "Finnisch", "finnois", "finés", "finlandés"]),
    ("cs", &["Czech", "Tschechisch", "tchèque", "checo"]),
    ("sk", &["Slovak", "Slowakisch", "slovaque", "eslovaco"]),
    ("hu", &["Hungarian", "Ungarisch", "hongrois", "húngaro"]),
    ("ro", &["Romanian", "Rumänisch", "roumain", "rumano"]),
    ("bg", &["Bulgarian", "Bulgarisch", "bulgare", "búlgaro"]),
    ("el", &["Greek", "Griechisch", "grec", "griego"]),
    ("he", &["Hebrew", "Hebräisch", "hébreu", "hebreo"]),
    ("vi", &["Vietnamese", "Vietnamesisch", "vietnamien", "vietnamita"]),
    ("id", &["Indonesian", "Indonesisch", "indonésien", "indonesio"]),
    ("th", &["Thai", "Thailändisch", "thaï", "tailandés"]),
];

/// The code of a language in the person's words: a name, or the code itself. German ones have endings: "ins Englische", "aus dem Deutschen".
pub(super) fn code_of(words: &str) -> Option<&'static str> {
    let words = words.to_lowercase();
    let is_name = |words: &str, name: &&str| name.to_lowercase() == words;
    let is_it = |(code, names): &&(&str, &[&str])| *code == words || names.iter().any(|name| is_name(&words, name));
    let german = |ending: &str| {
        let words = words.strip_suffix(ending)?;
        NAMES.iter().find(|(_, names)| names.get(1).is_some_and(|name| is_name(words, name)))
    };
    NAMES.iter().find(is_it).or_else(|| german("e")).or_else(|| german("en")).map(|(code, _)| *code)
}

/// The name of a language in another one; a code without a name stands for itself.
pub(super) fn name_of(code: &str, language: &str) -> String {
    let at = match main(language) {
        "de" => 1,
        "fr" => 2,
        "es" => 3,
        _ => 0,
    };
    let row = NAMES.iter().find(|(known, _)| *known == main(code));
    row.and_then(|(_, names)| names.get(at)).map_or_else(|| code.to_owned(), |name| (*name).to_owned())
}

/// A code without its script and region: `zh` of `zh-Hant`.
pub(super) fn main(code: &str) -> &str {
    code.split(['-', '_']).next().unwrap_or(code)
}
