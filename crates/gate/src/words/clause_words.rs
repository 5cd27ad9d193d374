//! The words by which the clauses of what a person typed are told apart, and where in them a place is named.

/// With these a person says that they do not want what follows: the negators of each language, which no new ones join, and what excepts or replaces.
/// Beside them is what has a negator in it: `mustn't`, `n'ouvre`.
#[rustfmt::skip]
pub(crate) const NEGATIONS: &[&str] = &[
    "not", "no", "never", "cannot", "neither", "nor", "none", "nothing", "nobody", "nowhere", "without", "except", "excluding", "instead", "avoid", "avoiding",
    "nichts", "ohne", "außer", "ausser", "statt", "anstatt", "anstelle", "ausgenommen", "weder", "vermeide", "vermeiden",
    "ne", "jamais", "sans", "sauf", "excepté", "hormis", "aucun", "aucune", "rien", "ni", "plutôt", "évite", "évitez", "éviter",
    "nunca", "jamás", "tampoco", "sin", "excepto", "salvo", "ningún", "ninguno", "ninguna", "nada", "evita", "evite", "evites", "evitar",
    "não", "nem", "sem", "jamais", "exceto", "tampouco", "nenhum", "nenhuma", "nenhuns", "nenhumas",
    "non", "mai", "tranne", "eccetto", "senza", "nessun", "nessuno", "nessuna", "niente", "nulla", "né", "neanche", "nemmeno", "neppure", "invece", "evitare",
    "niets", "zonder", "behalve", "vermijd", "vermijden",
    "nie", "nigdy", "nic", "nigdzie", "ani", "żaden", "żadna", "żadne", "żadnego", "żadnej", "żadnych", "oprócz", "bez", "poza", "prócz", "zamiast", "unikaj",
];
/// The same in two words.
#[rustfmt::skip]
pub(crate) const NEGATION_PAIRS: &[(&str, &str)] = &[
    ("rather", "than"), ("other", "than"), ("apart", "from"), ("bis", "auf"), ("à", "part"), ("vez", "de"), ("lugar", "de"), ("posto", "di"), ("plaats", "van"),
    ("pas", "question"),
];
/// After one of these words the words for a lack except something: `everything but`, `todo menos`.
#[rustfmt::skip]
pub(crate) const UNIVERSALS: &[&str] = &["all", "every", "everything", "any", "anything", "each", "todo", "todos", "toda", "todas", "tudo", "tutto", "tutti", "tutte"];
pub(crate) const LACKS: &[&str] = &["but", "menos", "meno"];
/// What is done with these to a place leads nowhere.
#[rustfmt::skip]
pub(crate) const AVOIDS: &[&str] = &[
    "ignore", "skip", "block", "distrust", "beware", "away", "boycott", "meide", "ignoriere", "blockiere", "boykottiere", "ignorez", "bloque", "boycotte", "ignora", "bloquea",
    "negeer", "mijd", "ignoruj", "omijaj", "pomiń",
];
/// The negators that may follow what they rule out, of languages that have them there, as they are or as words begin.
pub(crate) const NEGATIONS_AFTER: &[&str] =
    &["nicht", "nie", "niemals", "niemand", "nirgends", "nirgendwo", "pas", "niet", "nooit", "nergens", "geen"];
pub(crate) const NEGATION_BEGINNINGS: &[&str] = &["kein"];
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
/// A subject that does or says something begins a statement, and what somebody says is not an order.
#[rustfmt::skip]
pub(crate) const TELLERS: &[&str] = &[
    "he", "she", "they", "it", "somebody", "someone", "anybody", "er", "man", "jemand", "il", "elle", "quelqu'un", "él", "ella", "alguien",
];
#[rustfmt::skip]
pub(crate) const REPORTS: &[&str] = &[
    "says", "said", "wrote", "writes", "told", "tells", "asks", "asked", "suggests", "claims", "wants", "wanted", "invited", "invites", "recommends", "recommended", "mentions",
    "mentioned", "warns", "warned", "thinks", "believes", "sagt", "sagte", "schreibt", "schrieb", "meint", "behauptet", "empfiehlt", "empfahl", "erwähnt", "warnt", "glaubt", "dit", "écrit",
    "demande", "veut", "conseille", "recommande", "dice", "dijo", "escribe", "pide", "quiere", "recomienda", "vuole", "consiglia", "scrive", "diz", "disse", "escreveu", "recomenda",
    "zegt", "zei", "schrijft", "raadt", "mówi", "powiedział", "powiedziała", "pisze", "poleca",
];
/// With these a person begins to speak of themselves: how things are, or that they want something.
#[rustfmt::skip]
pub(crate) const SELVES: &[&str] = &[
    "i", "we", "i've", "i’ve", "we've", "we’ve", "i'm", "i’m", "we're", "we’re", "ich", "wir", "je", "nous", "yo", "nosotros", "io", "eu", "nós", "ik", "wij", "we", "j'ai", "j’ai",
    "tengo", "ho", "tenho", "mam",
];
/// And with one of these after it they want it.
#[rustfmt::skip]
pub(crate) const WANTS: &[&str] = &[
    "want", "need", "would", "wish", "must", "looking", "searching", "trying", "möchte", "möchten", "will", "wollen", "brauche", "brauchen", "würde", "würden", "suche", "suchen", "muss",
    "müssen", "hätte", "hätten", "dois", "devons", "debo", "devo", "moet", "muszę", "veux", "voulons", "voudrais", "voudrions", "aimerais", "aimerions", "cherche", "cherchons", "souhaite", "souhaitons", "besoin", "quiero", "queremos", "necesito",
    "necesitamos", "quisiera", "busco", "buscamos", "quero", "preciso", "precisamos", "gostaria", "procuro", "voglio", "vogliamo", "vorrei", "vorremmo", "cerco", "wil", "willen",
    "zoek", "zou", "chcę", "chcemy", "chciałbym", "chciałabym", "potrzebuję", "szukam",
];
/// What would be, and is not; and the same before a word for oneself.
pub(crate) const CONDITIONS: &[&str] = &["if", "wenn", "falls", "si", "jeśli", "gdyby"];
pub(crate) const CONDITIONS_OF_SELVES: &[&str] = &["when", "als", "quand", "quando", "cuando", "se"];
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
/// Whose it is, and prepositions with an article in them: what follows is a common noun.
#[rustfmt::skip]
pub(crate) const POSSESSIVES: &[&str] = &[
    "my", "our", "your", "his", "her", "their", "a", "an", "mein", "meine", "meinem", "meinen", "meiner", "unser", "unsere", "im", "am", "zum", "zur", "vom", "ein", "eine", "einem", "mon",
    "ma", "mes", "notre", "nos", "un", "une", "du", "au", "aux", "mi", "mis", "una", "del", "al", "mio", "mia", "il", "nel", "nella", "sul", "sulla", "meu", "minha", "ao", "mijn", "het", "de",
    "mój", "moja", "moje", "mojej",
];
/// After these there may be a verb as well.
pub(crate) const BEFORE_VERBS: &[&str] = &["to", "zu", "à", "a"];
/// These may be in between.
pub(crate) const ARTICLES: &[&str] = &[
    "the", "der", "die", "das", "dem", "den", "le", "la", "les", "el", "los", "las", "site", "page", "website",
    "seite", "webseite",
];
