//! Whether a call in an answer is meant, or only mentioned: quoted from a page, given as an example, considered, refused. In doubt it is not meant.

/// Words of someone who mentions words rather than acts. Whole words, lower case; English, German, French, Spanish.
const TELLING: &[&str] = &[
    "says",
    "said",
    "say",
    "saying",
    "shows",
    "showing",
    "reads",
    "contains",
    "contained",
    "containing",
    "written",
    "wrote",
    "writes",
    "text",
    "instructs",
    "instructed",
    "instructing",
    "instruction",
    "instructions",
    "tells",
    "told",
    "quote",
    "quoted",
    "quotes",
    "quoting",
    "example",
    "examples",
    "instance",
    "e.g",
    "such",
    "suggests",
    "suggested",
    "claims",
    "mentions",
    "includes",
    "included",
    "wants",
    "asks",
    "asked",
    "asking",
    "demands",
    "requests",
    "orders",
    "commands",
    "states",
    "stated",
    "reported",
    "found",
    "like",
    "respond",
    "reply",
    "would",
    "could",
    "might",
    "may",
    "can",
    "if",
    "unless",
    "never",
    "not",
    "cannot",
    "can't",
    "won't",
    "don't",
    "doesn't",
    "didn't",
    "shouldn't",
    "couldn't",
    "wouldn't",
    "instead",
    "refuse",
    "ignore",
    "ignored",
    "ignoring",
    "avoid",
    "without",
    "suspicious",
    "injection",
    "or",
    "alternatively",
    "either",
    "earlier",
    "previously",
    "before",
    "previous",
    "already",
    "was",
    "were",
    "did",
    "failed",
    "format",
    "sagt",
    "steht",
    "lautet",
    "zeigt",
    "enthält",
    "beispiel",
    "nicht",
    "könnte",
    "würde",
    "statt",
    "oder",
    "fordert",
    "zitat",
    "dit",
    "indique",
    "contient",
    "exemple",
    "pas",
    "pourrais",
    "ou",
    "affiche",
    "demande",
    "citation",
    "dice",
    "indica",
    "contiene",
    "ejemplo",
    "podría",
    "o",
    "muestra",
    "pide",
    "cita",
];

/// Words of someone about to act. With one of them a sentence may also name what a page shows.
const ACTING: &[&str] = &[
    "i'll",
    "i will",
    "let me",
    "let's",
    "i'm going to",
    "i am going to",
    "i need to",
    "i should",
    "ich werde",
    "je vais",
    "voy a",
];
/// Words that speak against acting whatever else the sentence says.
const NEVER: &[&str] = &[
    "quote",
    "quoted",
    "quotes",
    "quoting",
    "example",
    "examples",
    "instance",
    "e.g",
    "instructs",
    "instructed",
    "instructing",
    "instruction",
    "instructions",
    "never",
    "not",
    "cannot",
    "can't",
    "won't",
    "don't",
    "doesn't",
    "refuse",
    "ignore",
    "ignoring",
    "avoid",
    "suspicious",
    "injection",
    "would",
    "could",
    "might",
    "if",
    "unless",
    "or",
    "alternatively",
    "either",
    "instead",
    "wants",
    "demands",
    "told",
    "tells",
    "report",
    "repeat",
    "respond",
    "reply",
    "summarize",
    "describe",
    "explain",
    "mention",
    "warn",
    "shouldn't",
    "couldn't",
    "wouldn't",
    "nicht",
    "beispiel",
    "würde",
    "könnte",
    "oder",
    "zitat",
    "pas",
    "exemple",
    "ou",
    "ejemplo",
    "podría",
    "o",
    "cita",
];

/// Whether a call between these two texts is meant.
pub(super) fn is_meant(before: &str, after: &str) -> bool {
    follows_an_intention(before) && explains_at_most(after)
}

fn follows_an_intention(before: &str) -> bool {
    let line = before.rsplit('\n').next().unwrap_or_default();
    // In a quotation, a table, a list of options, a comment, a string.
    let trimmed = line.trim_start();
    if trimmed.starts_with(['>', '|', '#', '-', '+', '/']) || numbered(trimmed) {
        return false;
    }
    if line.trim_end().ends_with(['"', '\'', '`', '“', '‘', '«', '„', '(', '>', '|', '=', '\\']) {
        return false;
    }
    // An open quotation, also of several lines.
    if before.matches('"').count() % 2 == 1
        || before.matches('“').count() > before.matches('”').count()
        || before.matches('„').count() > before.matches(['“', '”']).count()
        || before.matches('«').count() > before.matches('»').count()
        || before.matches("```").count() % 2 == 1
        || line.matches('`').count() % 2 == 1
        || before.contains("<<<")
    {
        return false;
    }
    let sentence = last_sentence(before);
    let (lower, words) = (sentence.to_lowercase().replace('’', "'"), words(sentence));
    let has = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
    if has(NEVER) {
        return false;
    }
    !has(TELLING) || ACTING.iter().any(|intent| lower.contains(intent))
}

/// Whether words after a call, on lines of their own, say no more than what it is for.
pub(super) fn explains_at_most(after: &str) -> bool {
    let trimmed = after.trim_start();
    if trimmed.is_empty() {
        return true;
    }
    // The same sentence goes on: then it was about the call.
    let line_end = after.trim_start_matches([' ', '\t']).starts_with(['\n', '\r']);
    if !line_end {
        return false;
    }
    let words = words(trimmed);
    let telling = |word: &String| {
        NEVER.contains(&word.as_str()) || matches!(word.as_str(), "says" | "said" | "page" | "contains")
    };
    !words.iter().any(telling)
}

fn numbered(line: &str) -> bool {
    let digits = line.chars().take_while(char::is_ascii_digit).count();
    digits > 0 && line.chars().nth(digits).is_some_and(|c| matches!(c, '.' | ')'))
}

/// The sentence that leads to the call; a heading above a paragraph does not.
fn last_sentence(before: &str) -> &str {
    let text = before.trim_end().trim_end_matches([':', '.', '!', '?', '…', '*']);
    let end = |(at, c): (usize, char)| {
        let next = text.get(at + c.len_utf8()..).and_then(|rest| rest.chars().next());
        (c == '\n' || matches!(c, '.' | '!' | '?') && next.is_none_or(char::is_whitespace)).then_some(at + c.len_utf8())
    };
    let begin = text.char_indices().filter_map(end).next_back().unwrap_or(0);
    text.get(begin..).unwrap_or(text).trim()
}

fn words(text: &str) -> Vec<String> {
    let text = text.to_lowercase().replace('’', "'");
    let words = text
        .split(|c: char| !(c.is_alphanumeric() || c == '\'' || c == '.'))
        .map(|word| word.trim_matches(['.', '\'']));
    words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}
