//! The words by which the clauses of what a person typed are told apart, and where in them a place is named.

/// With these a person says that they do not want what follows.
#[rustfmt::skip]
pub(crate) const NEGATIONS: &[&str] = &[
    "not", "don't", "don’t", "never", "avoid", "without", "except", "instead", "ohne", "außer", "statt", "ne", "n'ouvre", "n’ouvre", "jamais", "sans", "sauf", "évite",
    "no", "nunca", "sin", "excepto", "evita", "non", "mai", "tranne", "senza", "nie", "oprócz", "bez",
];
/// What is done with these to a place leads nowhere.
#[rustfmt::skip]
pub(crate) const AVOIDS: &[&str] = &[
    "ignore", "skip", "block", "distrust", "beware", "away", "meide", "ignoriere", "blockiere", "bloque", "ignora", "bloquea",
];
/// The same where it may follow.
pub(crate) const NEGATIONS_AFTER: &[&str] = &["nicht", "nie", "niemals", "kein", "keine", "keinesfalls"];
/// What is left as it is: with one of these a clause begins, and one of the others it has.
pub(crate) const LEAVES: &[&str] = &["leave", "keep", "lass", "lasse", "laisse", "deja", "lascia"];
pub(crate) const AS_IT_IS: &[&str] =
    &["as", "alone", "unchanged", "untouched", "wie", "unverändert", "tel", "telle", "comme", "como", "come"];
/// With these a question about what follows begins.
#[rustfmt::skip]
pub(crate) const ASKS: &[&str] = &[
    "is", "are", "was", "were", "am", "does", "did", "do", "has", "have", "had", "should", "can", "may", "might", "ist", "sind", "war", "waren", "hat", "haben", "gibt", "kann",
    "est", "sont", "es", "son", "era", "hay", "está", "czy",
];
/// With these a question begins that wants something read, of the place that it names.
#[rustfmt::skip]
pub(crate) const INTERROGATIVES: &[&str] = &[
    "what", "what's", "which", "who", "whose", "when", "where", "how", "was", "welche", "welcher", "welches", "wer", "wann", "wo", "wie", "wieviel", "quel", "quelle", "quels",
    "quelles", "qui", "quand", "où", "combien", "que", "qué", "cuál", "cuáles", "quién", "cuándo", "dónde", "cómo", "cuánto", "cuánta", "quanto", "quale",
];
/// What makes a question of an order.
#[rustfmt::skip]
pub(crate) const POLITE: &[&str] = &[
    "please", "bitte", "you", "du", "sie", "ihr", "tu", "vous", "usted", "puedes", "puede", "podrías", "peux-tu", "pouvez-vous", "pourrais-tu", "pourriez-vous",
];
/// Who does or says something begins a statement, and what somebody says is no order.
#[rustfmt::skip]
pub(crate) const TELLERS: &[&str] = &[
    "he", "she", "they", "it", "somebody", "someone", "anybody", "er", "man", "jemand", "il", "elle", "quelqu'un", "él", "ella", "alguien",
];
#[rustfmt::skip]
pub(crate) const REPORTS: &[&str] = &[
    "says", "said", "wrote", "writes", "told", "tells", "asks", "asked", "suggests", "claims", "sagt", "sagte", "schreibt", "schrieb", "meint", "behauptet", "dit", "écrit",
    "demande", "dice", "dijo", "escribe", "pide",
];
/// With these after `I` somebody says how things are.
pub(crate) const STATES: &[&str] =
    &["have", "had", "got", "am", "was", "were", "habe", "haben", "hatte", "bin", "war", "tengo", "tuve"];
/// After these a place is named.
#[rustfmt::skip]
pub(crate) const BEFORE_PLACES: &[&str] = &[
    "on", "in", "at", "to", "into", "onto", "via", "with", "my", "open", "use", "using", "check", "visit", "auf", "bei", "zu", "mit", "im", "mein", "meine", "meinem", "öffne",
    "sur", "dans", "chez", "vers", "mon", "ma", "ouvre", "en", "a", "à", "con", "mi", "abre", "por", "su", "na", "w", "em", "apri", "otwórz",
];
/// Those of them that lead on to it.
pub(crate) const ONWARDS: &[&str] = &["to", "into", "onto", "zu", "vers", "à", "a", "con"];
/// The same where what follows is taken there.
pub(crate) const FROM_PLACES: &[&str] = &["from", "of", "von", "aus", "de", "du", "da", "z"];
/// With these a clause begins that takes something from a place.
#[rustfmt::skip]
pub(crate) const FETCHES: &[&str] = &[
    "get", "fetch", "collect", "extract", "take", "copy", "read", "download", "import", "compare", "sum", "summarise", "summarize", "hol", "hole", "nimm", "lies", "kopiere",
    "lade", "vergleiche", "fasse", "prends", "récupère", "copie", "lis", "télécharge", "toma", "copia", "lee", "descarga", "obtén", "compara", "resume", "put", "add", "buy",
    "order", "book", "reserve", "save", "leg", "lege", "kauf", "kaufe", "bestell", "bestelle", "buche", "mets", "ajoute", "achète", "commande", "réserve", "pon", "añade", "pide",
    "reserva",
];
/// Verbs that a place may follow at once.
#[rustfmt::skip]
pub(crate) const READS: &[&str] = &[
    "read", "search", "browse", "see", "view", "summarise", "summarize", "up", "compare", "translate", "follow", "through", "lies", "durchsuche", "vergleiche", "übersetze",
    "besuche", "lis", "visite", "consulte", "traduis", "lee", "compara", "visita", "consulta", "traduce", "says", "say",
];
/// These join places, or stand in between.
pub(crate) const JOINS: &[&str] =
    &["and", "or", "also", "und", "oder", "auch", "et", "ou", "aussi", "y", "o", "también", "e", "i", "&"];
/// With these another clause begins.
pub(crate) const THEN: &[&str] = &["then", "dann", "puis", "luego", "después"];
/// These may stand in between.
pub(crate) const ARTICLES: &[&str] = &[
    "the", "der", "die", "das", "dem", "den", "le", "la", "les", "el", "los", "las", "site", "page", "website",
    "seite", "webseite",
];
