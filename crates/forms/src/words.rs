//! Words that tell what a field is for, in English, German, French and Spanish; folded as [`edith_page::fold::fold`] does.

use edith_page::fold::fold;

/// Whether a text has one of these phrases, each of whole words.
pub(crate) fn has_any(text: &str, phrases: &[&str]) -> bool {
    let padded = format!(" {} ", fold(text));
    phrases.iter().any(|phrase| padded.contains(&format!(" {phrase} ")))
}

/// What a person agrees to, declares or subscribes to. Only they do.
pub(crate) const CONSENT: &[&str] = &[
    "i agree",
    "i accept",
    "i consent",
    "i confirm",
    "i declare",
    "i certify",
    "i acknowledge",
    "i have read",
    "i authorize",
    "i authorise",
    "i understand",
    "agree to",
    "accept the",
    "consent to",
    "terms",
    "terms of service",
    "privacy policy",
    "privacy notice",
    "data protection",
    "newsletter",
    "subscribe",
    "send me",
    "keep me informed",
    "keep me updated",
    "marketing",
    "cookies",
    "signature",
    "i would like to receive",
    "yes i want to receive",
    "ich stimme",
    "ich akzeptiere",
    "ich willige",
    "ich bestatige",
    "ich erklare",
    "ich versichere",
    "ich habe die",
    "ich bin damit einverstanden",
    "einverstanden",
    "einwilligung",
    "einverstandnis",
    "agb",
    "nutzungsbedingungen",
    "datenschutz",
    "datenschutzerklarung",
    "datenschutzhinweise",
    "abonnieren",
    "werbung",
    "ich mochte informiert",
    "zustimmung",
    "hiermit",
    "j accepte",
    "je consens",
    "je confirme",
    "je declare",
    "je certifie",
    "je reconnais",
    "j ai lu",
    "j autorise",
    "conditions generales",
    "politique de confidentialite",
    "donnees personnelles",
    "infolettre",
    "je souhaite recevoir",
    "m abonner",
    "consentement",
    "acepto",
    "consiento",
    "confirmo",
    "declaro",
    "certifico",
    "reconozco",
    "he leido",
    "autorizo",
    "terminos y condiciones",
    "condiciones de uso",
    "politica de privacidad",
    "proteccion de datos",
    "boletin",
    "deseo recibir",
    "quiero recibir",
    "suscribirme",
    "consentimiento",
];

/// What is in a list before anything is chosen.
pub(crate) const UNCHOSEN: &[&str] = &[
    "select",
    "choose",
    "please select",
    "please choose",
    "select one",
    "choose one",
    "select an option",
    "choose an option",
    "pick one",
    "option wahlen",
    "choisissez une option",
    "selectionnez une option",
    "seleccione una opcion",
    "selecciona una opcion",
    "elija una opcion",
    "none selected",
    "pick",
    "not selected",
    "wahlen",
    "auswahlen",
    "bitte wahlen",
    "bitte auswahlen",
    "auswahl",
    "keine auswahl",
    "nicht ausgewahlt",
    "choisir",
    "choisissez",
    "selectionner",
    "selectionnez",
    "veuillez choisir",
    "veuillez selectionner",
    "elegir",
    "elija",
    "elige",
    "seleccionar",
    "seleccione",
    "selecciona",
    "escoja",
];

/// Whether an option stands for no choice, by its words.
pub(crate) fn is_unchosen(label: &str) -> bool {
    let label = fold(label);
    label.is_empty() || (has_any(&label, UNCHOSEN) && label.split(' ').count() <= 5)
}

/// Searches.
pub(crate) const SEARCH: &[&str] =
    &["search", "find", "suche", "suchen", "rechercher", "recherche", "buscar", "busqueda"];

/// What follows a choice that lets people say something else.
pub(crate) const YES: &[&str] = &["yes", "ja", "oui", "si"];
pub(crate) const NO: &[&str] = &["no", "nein", "non"];

/// Words that turn a statement round.
pub(crate) const NOT: &[&str] = &[
    "no", "not", "none", "never", "without", "don t", "doesn t", "isn t", "cannot", "nicht", "kein", "keine", "keinen",
    "keiner", "ohne", "nie", "non", "pas", "ne", "aucun", "aucune", "sans", "jamais", "ningun", "ninguna", "ninguno",
    "sin", "nunca", "tampoco",
];

/// Words without a meaning of their own.
pub(crate) const EMPTY: &[&str] = &[
    "the", "a", "an", "of", "to", "in", "on", "at", "for", "and", "or", "is", "are", "do", "does", "did", "you",
    "your", "have", "has", "with", "what", "which", "how", "who", "when", "where", "any", "this", "that", "be", "been",
    "will", "would", "can", "could", "please", "if", "from", "as", "by", "we", "our", "us", "it", "i", "my", "me",
    "yes", "der", "die", "das", "des", "dem", "den", "ein", "eine", "einen", "einer", "und", "oder", "ist", "sind",
    "sie", "ihr", "ihre", "ihren", "haben", "mit", "was", "welche", "wie", "wer", "wann", "wo", "bitte", "von", "im",
    "am", "zu", "zum", "zur", "fur", "ich", "mein", "meine", "wir", "uns", "es", "auf", "bei", "ja", "le", "la", "les",
    "un", "une", "du", "et", "ou", "est", "sont", "vous", "votre", "vos", "avez", "avec", "quel", "quelle", "quels",
    "comment", "qui", "quand", "pour", "dans", "sur", "je", "mon", "ma", "mes", "nous", "notre", "oui", "l", "d", "au",
    "aux", "el", "los", "las", "unos", "y", "o", "es", "son", "usted", "su", "sus", "tiene", "con", "que", "cual",
    "como", "quien", "cuando", "donde", "para", "en", "por", "mi", "mis", "nuestro", "si", "de", "del", "al", "se",
];
