//! Whether the words that a person typed ask for something to be done: clauses that begin with a verb of the gate's tables and name what it is done to.

use crate::Commitment;
use crate::effect::pairs::PAIRS;
use crate::place::named::typed;
use crate::words::LABELS;
use crate::words::gravity;
use crate::words::phrases::{At, divided, place_of, words};

/// What begins another clause, in the gate's main languages.
const JOINS: &[&str] = &["and", "then", "und", "dann", "et", "puis", "y", "luego", "después"];
/// What only makes a request polite.
#[rustfmt::skip]
const POLITE: &[&str] = &[
    "please", "now", "also", "can you", "could you", "would you", "will you", "bitte", "jetzt", "auch", "kannst du", "könntest du", "können sie", "könnten sie",
    "s'il te plaît", "s'il vous plaît", "peux tu", "pouvez vous", "pourrais tu", "pourriez vous", "por favor", "puedes", "puede", "podrías", "podría",
];
/// What stands between a verb and what it is done to, and not between two nouns: articles, possessives, pronouns. `share the price`, not `share price`.
#[rustfmt::skip]
const DETERMINERS: &[&str] = &[
    "the", "a", "an", "my", "our", "this", "that", "these", "those", "it", "them", "all", "every", "everything", "me", "us", "to",
    "der", "die", "das", "den", "dem", "ein", "eine", "einen", "einem", "mein", "meine", "meinen", "diese", "diesen", "dieses", "alle", "alles", "mir", "uns", "es", "sie", "ihn",
    "le", "la", "les", "un", "une", "mon", "ma", "mes", "ce", "cet", "cette", "ces", "tout", "tous", "toutes", "moi",
    "el", "los", "las", "una", "mi", "mis", "este", "esta", "ese", "esa", "todo", "todos", "todas",
];

/// With these a clause begins that wants something read or answered, or that only says where: every other verb before an object asks for a change.
#[rustfmt::skip]
const READS: &[&str] = &[
    "tell", "show", "find", "read", "list", "compare", "sum", "summarise", "summarize", "look", "check", "search", "see", "explain", "describe",
    "translate", "count", "open", "go", "visit", "get", "give", "collect", "extract", "report", "say", "name", "calculate", "research", "identify",
    "determine", "analyze", "analyse", "review", "verify", "view", "navigate", "return", "provide", "tell", "use", "using", "need", "want", "know",
    "what", "which", "who", "whose", "when", "where", "why", "how", "is", "are", "was", "were", "do", "does", "did", "has", "have", "had", "can",
    "could", "should", "would", "will", "may", "must", "if", "there", "here", "i", "we", "you", "he", "she", "they", "it", "the", "a", "an", "my",
    "our", "this", "that", "all", "in", "on", "at", "from", "for", "with", "about", "of", "by", "as", "to", "into", "within", "under", "after",
    "before", "between", "during", "until", "since", "or", "but", "not", "no", "only", "also", "just", "based", "according", "like", "than",
    "sag", "sage", "zeig", "zeige", "finde", "find", "lies", "lese", "vergleiche", "fasse", "suche", "such", "schau", "prüfe", "erkläre", "beschreibe",
    "übersetze", "zähle", "öffne", "gehe", "geh", "nenne", "gib", "was", "welche", "welcher", "welches", "wer", "wann", "wo", "warum", "wie", "ist",
    "sind", "war", "hat", "haben", "kann", "ich", "wir", "im", "in", "auf", "an", "von", "aus", "für", "mit", "über", "nach", "bei", "zu", "der", "die",
    "das", "den", "dem", "ein", "eine", "mein", "meine", "es", "ob",
    "dis", "dites", "montre", "trouve", "lis", "liste", "compare", "résume", "cherche", "regarde", "vérifie", "explique", "décris", "traduis", "compte",
    "ouvre", "va", "donne", "quel", "quelle", "quels", "quelles", "qui", "quand", "où", "pourquoi", "comment", "que", "est", "sont", "dans", "sur", "de",
    "du", "des", "pour", "avec", "chez", "le", "la", "les", "un", "une", "mon", "ma", "mes", "je", "il", "elle",
    "di", "dime", "muestra", "encuentra", "lee", "lista", "compara", "resume", "busca", "mira", "comprueba", "explica", "describe", "traduce", "cuenta",
    "abre", "ve", "da", "dame", "qué", "cuál", "cuáles", "quién", "cuándo", "dónde", "cómo", "es", "son", "en", "sobre", "para", "con", "el", "los",
    "las", "una", "mi", "mis", "al", "del",
    "dimmi", "mostra", "trova", "leggi", "confronta", "cerca", "quanto", "quale", "diz", "mostra", "procura", "powiedz", "pokaż", "znajdź", "przeczytaj",
    "porównaj", "jak", "ile", "czy",
];

/// What a task wants done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// Something that happens only by being done: a purchase, a message.
    Event,
    /// A state, which may be there already.
    State,
}

/// What the person's own words ask to be done, if they do; a question asks for an answer, and what was pasted asks for nothing.
pub fn order(task: &str) -> Option<Order> {
    let typed = typed(task);
    let found = clauses(&typed).filter_map(|(clause, is_question)| ordered(&clause, is_question));
    found.min_by_key(|order| *order != Order::Event)
}

/// Whether words that the person typed ask for anything to be changed: a clause that is a request, or that begins with any other verb than one for reading,
/// before what it is done to.
pub(crate) fn changes(typed: &str) -> bool {
    let typed = without_places(typed);
    clauses(&typed).any(|(clause, is_question)| {
        let (written, is_polite) = without_politeness(&clause);
        let first = written.first().map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase());
        let is_verb = first.is_some_and(|first| {
            !READS.contains(&first.as_str()) && !first.is_empty() && first.chars().all(char::is_alphabetic)
        });
        (is_polite || !is_question) && is_verb && is_object_at(written, 1) || ordered(&clause, is_question).is_some()
    })
}

/// A text without the addresses in it and what leads to them, but with what ends a clause there: `mark on https://a.example/ all as read` marks all.
fn without_places(text: &str) -> String {
    let is_address = |word: &&str| word.contains("://");
    let end = |word: &str| {
        word.chars().next_back().filter(|last| matches!(last, '.' | ',' | ';' | ':' | '?' | '!')).map(String::from)
    };
    let line = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let told = words.iter().enumerate().filter_map(|(at, word)| match word {
            address if is_address(address) => end(address),
            // Who names nothing else begins with it.
            _ if at > 0 && words.get(at + 1).is_some_and(is_address) => None,
            other => Some((*other).to_owned()),
        });
        told.collect::<Vec<_>>().join(" ")
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

/// Whether what something is done to begins there: `the ticket`, `ticket 7`.
fn is_object_at(clause: &[&str], at: usize) -> bool {
    let is_number = |word: &str| word.trim_start_matches('#').starts_with(|first: char| first.is_ascii_digit());
    clause.get(at).is_some_and(|next| is_object(next)) || clause.iter().skip(at).take(2).any(|next| is_number(next))
}

/// Whether words that the person typed ask for a purchase or a payment.
pub(crate) fn buys(typed: &str) -> bool {
    let is_of_money = |what: Commitment| what.is_always_asked();
    clauses(typed).any(|(clause, is_question)| labelled(&clause, is_question).is_some_and(is_of_money))
}

/// Whether a word says nothing by itself: an article, a pronoun, a preposition, a verb for reading.
pub(crate) fn is_function_word(word: &str) -> bool {
    [READS, DETERMINERS, JOINS, POLITE].iter().any(|list| list.contains(&word))
}

/// A text's sentences, each with whether it is a question.
fn sentences(text: &str) -> impl Iterator<Item = (&str, bool)> {
    let ends = |c: char| matches!(c, '?' | '!' | '\n');
    text.split_inclusive(ends).flat_map(move |part| {
        let is_question = part.ends_with('?');
        // Only the last sentence before a question mark is the question.
        let count = part.matches(". ").count();
        part.split(". ").enumerate().map(move |(at, sentence)| (sentence, is_question && at == count))
    })
}

/// A text's clauses, as written, each with whether it is part of a question.
fn clauses(text: &str) -> impl Iterator<Item = (Vec<&str>, bool)> {
    let is_join = |word: &&str| JOINS.contains(&word.to_lowercase().as_str());
    sentences(text).flat_map(move |(sentence, is_question)| {
        let parts = sentence.split([',', ';', ':', '(', ')']);
        let words = parts.map(|part| part.split_whitespace().collect::<Vec<_>>());
        let all: Vec<Vec<&str>> =
            words.flat_map(|words| words.split(is_join).map(<[&str]>::to_vec).collect::<Vec<_>>()).collect();
        all.into_iter().filter(|clause| !clause.is_empty()).map(move |clause| (clause, is_question))
    })
}

fn ordered(clause: &[&str], is_question: bool) -> Option<Order> {
    if let Some(what) = labelled(clause, is_question) {
        return Some(if matches!(what, Commitment::Deletes | Commitment::Account | Commitment::Shares) {
            Order::State
        } else {
            Order::Event
        });
    }
    let verbs = PAIRS.iter().flat_map(|pair| pair.verbs.iter().copied()).flat_map(divided);
    let is_said = says(clause, is_question)?;
    verbs.into_iter().any(is_said).then_some(Order::State)
}

/// What the gravest label does that a clause asks for.
fn labelled(clause: &[&str], is_question: bool) -> Option<Commitment> {
    let is_said = says(clause, is_question)?;
    let rows = LABELS.iter().filter(|row| divided(row.phrases).any(&is_said)).map(|row| row.what);
    rows.min_by_key(|what| gravity(*what))
}

/// Whether a clause asks for what a phrase says; none: it asks for nothing, being a question.
fn says(clause: &[&str], is_question: bool) -> Option<impl Fn(&'static str) -> bool> {
    let (written, is_polite) = without_politeness(clause);
    if is_question && !is_polite {
        return None;
    }
    let all: Vec<String> = words(&written.join(" "));
    let objects: Vec<bool> = written.iter().map(|word| is_object(word)).collect();
    Some(move |phrase: &'static str| {
        let named = |at: usize| objects.get(at).copied().unwrap_or_default();
        // German commands may end with their verb, which is an infinitive then.
        let is_infinitive = ["en", "ern", "eln"].iter().any(|ending| phrase.ends_with(ending));
        place_of(phrase, At::Start, &all).is_some_and(|place| named(place.len()))
            || is_infinitive && all.len() > 1 && named(0) && place_of(phrase, At::End, &all).is_some()
    })
}

/// A clause without what only makes it polite, and whether there was any.
fn without_politeness<'a, 'b>(clause: &'a [&'b str]) -> (&'a [&'b str], bool) {
    let mut written = clause;
    while let Some(count) = POLITE.iter().find_map(|phrase| starts(phrase, written)) {
        written = written.get(count..).unwrap_or_default();
    }
    (written, written.len() < clause.len())
}

/// How many words a phrase takes at the start of a clause.
fn starts(phrase: &str, clause: &[&str]) -> Option<usize> {
    let (phrase, count) = (words(phrase), phrase.split_whitespace().count());
    let start = clause.get(..count)?;
    (words(&start.join(" ")) == phrase).then_some(count)
}

/// Whether a word begins what something is done to: an article or its like, a number, a name, something quoted.
fn is_object(word: &str) -> bool {
    let plain = word.trim_matches(|c: char| matches!(c, '"' | '“' | '”' | '„' | '«' | '»' | '\''));
    plain != word
        || DETERMINERS.contains(&plain.to_lowercase().as_str())
        || plain.chars().next().is_some_and(|first| first.is_ascii_digit() || first.is_uppercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_begins_with_a_verb_and_names_what_it_is_done_to() {
        for (task, wanted) in [
            ("Order the desk lamp", Some(Order::Event)),
            ("Go to shop.example and buy the cheapest lamp.", Some(Order::Event)),
            ("Could you please book a table for two?", Some(Order::Event)),
            ("Send Ann the report", Some(Order::Event)),
            ("Bestelle die Lampe", Some(Order::State)),
            ("Bitte die Lampe bestellen", Some(Order::Event)),
            ("Compra la lámpara", Some(Order::Event)),
            ("Delete Bob", Some(Order::State)),
            ("Turn on the weekly digest", Some(Order::State)),
            ("Find the lamp, add it to the cart", Some(Order::State)),
        ] {
            assert_eq!(order(task), wanted, "{task}");
        }
    }

    #[test]
    fn what_asks_for_an_answer_wants_nothing_done() {
        for task in [
            "What does the lamp cost?",
            "How do I delete an account?",
            "Find out how to cancel a subscription",
            "share price of Acme",
            "Book recommendations for children",
            "Order history of last year",
            "Did you send the report?",
            "Summarise this: \"Order the lamp now and pay at once\"",
            "Tell me the last update",
            "Read the page",
        ] {
            assert_eq!(order(task), None, "{task}");
        }
    }
}
