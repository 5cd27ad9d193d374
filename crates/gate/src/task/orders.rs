//! Whether the words that a person typed ask for something to be done: clauses that begin with a verb of the gate's tables and name what it is done to.

use crate::Commitment;
use crate::effect::pairs::PAIRS;
use crate::place::clauses::is_before_place;
use crate::place::named::typed;
use crate::words::LABELS;
use crate::words::gravity;
use crate::words::order_words::{
    ACTS, BEGINNINGS, CHANGES, CLOSED, COMMANDS, DETERMINERS, GOES_ON, JOINS, KNOWN, NAMES, ONTO, PARTICLES, POLITE,
    PUTS, READS, SETS, SHOWS, VOWELS,
};
use crate::words::pair_words::ADD;
use crate::words::phrases::{At, divided, place_of, words};

/// Most words of a place that a clause begins with: `in Gitea`, `on the board`.
const PLACE_WORDS: usize = 4;
/// Shortest stem of a command, in letters.
const STEM_CHARS: usize = 3;

/// A German command in two parts as what it is: its verb in one word, and whether that wants something changed.
pub(crate) struct Parted {
    /// As an infinitive: `ablehnen`.
    pub verb: String,
    changes: bool,
}

/// Reads `lehne die Einladung ab`; none: the clause is not a command in two parts.
pub(crate) fn parted(clause: &[&str]) -> Option<Parted> {
    let bare = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    let (first, last) = (bare(clause.first()?), bare(clause.get(1..)?.last()?));
    let is_in = |list: &[(&str, &[&str])]| {
        list.iter().any(|(particle, verbs)| *particle == last && verbs.iter().any(|verb| first.starts_with(verb)))
    };
    // A command ends with its stem or with an e; what ends otherwise is said about somebody, or is not a verb.
    let is_command = first.chars().count() > 2 && !first.ends_with(['t', 'n', 's']) || is_in(CHANGES) || is_in(SHOWS);
    if !PARTICLES.contains(&last.as_str()) || !is_command || !first.chars().all(char::is_alphabetic) {
        return None;
    }
    let changes = is_in(CHANGES) || !is_in(SHOWS) && !READS.contains(&first.as_str());
    let stem = first.strip_suffix('e').unwrap_or(&first);
    let stem = VOWELS.iter().find(|(command, _)| *command == stem).map_or(stem, |(_, infinitive)| infinitive);
    Some(Parted { verb: format!("{last}{stem}en"), changes })
}

/// Whether a clause begins with a change, and names the place of it before what is changed: `ändere in Redmine das Thema`.
fn acts_in_place(clause: &[&str]) -> bool {
    let acts = clause.first().is_some_and(|word| ACTS.contains(&word.to_lowercase().as_str()));
    let is_place = clause.get(1).is_some_and(|word| is_before_place(word));
    acts && is_place && (3..=PLACE_WORDS).any(|at| is_object_at(clause, at))
}

/// Whether words ask for a name to be given: `name the album "Summer"`. What is quoted stands by itself.
pub(crate) fn gives_name(text: &str) -> bool {
    let written: Vec<&str> = text.split_whitespace().take(PLACE_WORDS + 2).collect();
    let begins = written.first().is_some_and(|word| NAMES.contains(&word.to_lowercase().as_str()));
    let is_quoted = |word: &&str| word.starts_with(['"', '“', '„', '«']);
    let named = written.iter().skip(2).take(PLACE_WORDS - 1).position(is_quoted);
    begins && named.is_some() && written.get(1).is_some_and(|word| DETERMINERS.contains(&word.to_lowercase().as_str()))
}

/// What words want something set to, in quotation marks: `set my status to "Do not disturb"`.
pub(crate) fn set_to(text: &str) -> Vec<String> {
    let line = text.lines().next().unwrap_or_default();
    let sets = line.split_whitespace().next().is_some_and(|word| SETS.contains(&word.to_lowercase().as_str()));
    let parts: Vec<&str> = line.split(['"', '“', '”', '„', '«', '»']).filter(|_| sets).collect();
    let is_value = |part: &&[&str]| {
        let before = part.first().and_then(|before| before.split_whitespace().next_back());
        before.is_some_and(|word| ONTO.contains(&word.to_lowercase().as_str()))
    };
    parts.chunks(2).filter(is_value).filter_map(|part| Some(words(part.get(1)?).join(" "))).collect()
}

/// Whether a clause asks for a change after the place that it begins with: `in Gitea add the milestone`.
fn changes_behind_place(clause: &[&str]) -> bool {
    let begins = clause.first().is_some_and(|word| is_before_place(word));
    let behind = (2..=PLACE_WORDS).filter_map(|at| clause.get(at..)).filter(|_| begins);
    behind.into_iter().any(|rest| {
        let acts = rest.first().is_some_and(|word| ACTS.contains(&word.to_lowercase().as_str()));
        acts && is_object_at(rest, 1) || parted(rest).is_some_and(|one| one.changes)
    })
}

/// The German commands in two parts that words ask for, each in one word.
pub(crate) fn parted_verbs(typed: &str) -> Vec<String> {
    clauses(typed).filter_map(|(clause, _)| Some(parted(without_politeness(&clause).0)?.verb)).collect()
}

/// The words that clauses begin with, where a command stands.
pub(crate) fn commands(typed: &str) -> Vec<String> {
    let first = |(clause, _): (Vec<&str>, bool)| words(without_politeness(&clause).0.first()?).into_iter().next();
    clauses(typed).filter_map(first).collect()
}

/// What a task wants done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// Something that happens only by being done: a purchase, a message.
    Event,
    /// A state, which may be there already.
    State,
}

impl Order {
    fn of(what: Commitment) -> Self {
        match what {
            Commitment::Deletes | Commitment::Account | Commitment::Shares => Self::State,
            _ => Self::Event,
        }
    }
}

/// What the person's own words ask to be done, if they do; a question asks for an answer, and what was pasted asks for nothing.
pub fn order(task: &str) -> Option<Order> {
    let typed = typed(task);
    let found = clauses(&typed).filter_map(|(clause, is_question)| {
        let said = ordered(&clause, is_question);
        // The gravest that is said counts, in whatever form the verb stands.
        if said == Some(Order::Event) { said } else { commanded(&clause, is_question).or(said) }
    });
    found.min_by_key(|order| *order != Order::Event)
}

/// What a clause asks for that begins with the command of a verb of the tables: `bestell` of `bestellen`, `envoie` of `envoyer`, `pide` of `pedir`.
fn commanded(clause: &[&str], is_question: bool) -> Option<Order> {
    let (written, is_polite) = without_politeness(clause);
    let is_courtesy = |word: &&str| POLITE.iter().any(|phrase| starts(phrase, &[*word]).is_some());
    let written: Vec<&str> = written.iter().copied().filter(|word| !is_courtesy(word)).collect();
    let begins = words(written.first()?);
    let first = begins.first()?.as_str();
    if is_question && !is_polite || is_function_word(&written.first()?.to_lowercase()) || parted(&written).is_some() {
        return None;
    }
    let is_said = |phrase: &'static str| {
        // Most phrases are not a single verb.
        if phrase.contains(' ') {
            return false;
        }
        let verb = words(phrase);
        let [verb] = verb.as_slice() else { return false };
        match begins.get(1) {
            _ if verb == first => written.get(1).is_some_and(|next| is_object(next)),
            // A pronoun after a hyphen: `achète-moi une lampe`.
            Some(pronoun) => is_command_of(first, verb) && DETERMINERS.contains(&pronoun.as_str()),
            None => is_command_of(first, verb) && is_done_to(&written),
        }
    };
    let is_any = |list: &'static str| divided(list).any(is_said);
    let all: Vec<String> = written.iter().flat_map(|word| words(word)).collect();
    let has_any = |lists: &[&'static str]| {
        lists.iter().copied().flat_map(divided).any(|object| words(object).iter().all(|word| all.contains(word)))
    };
    if is_any(ADD) || is_any(PUTS) {
        return Some(Order::Event);
    }
    let labels = LABELS.iter().filter(|row| is_any(row.phrases)).map(|row| Order::of(row.what));
    if let Some(order) = labels.min_by_key(|order| *order != Order::Event) {
        return Some(order);
    }
    // The verb of a pair alone says nothing: `mach einen Screenshot`.
    let is_state = PAIRS.iter().any(|pair| pair.verbs.iter().any(|list| is_any(list)) && has_any(pair.objects));
    is_state.then_some(Order::State)
}

/// Whether a word is a command of the verb with this infinitive, or one without the `e` that German commands may end with.
pub(crate) fn is_command_of(word: &str, verb: &str) -> bool {
    let is_ending = |stem: &str, endings: &[&str]| {
        stem.chars().count() >= STEM_CHARS
            && stems(stem).any(|stem| word.strip_prefix(&*stem).is_some_and(|rest| endings.contains(&rest)))
    };
    verb.strip_suffix('e').is_some_and(|bare| bare.chars().count() >= STEM_CHARS && bare == word)
        || COMMANDS.iter().any(|(infinitives, commands)| {
            infinitives.iter().filter_map(|ending| verb.strip_suffix(ending)).any(|stem| is_ending(stem, commands))
        })
}

/// A stem, and as it is where its vowel is stressed: `envoi` of `envoy`, `pid` of `ped`, `cierr` of `cerr`, `vuelv` of `volv`.
fn stems(stem: &str) -> impl Iterator<Item = String> {
    let end = stem.strip_suffix('y').map(|start| format!("{start}i"));
    let inner = [("e", "i"), ("e", "ie"), ("o", "ue")].into_iter().filter_map(|(vowel, stressed)| {
        let (start, end) = stem.rsplit_once(['a', 'e', 'i', 'o', 'u'])?;
        stem.strip_prefix(start)?.starts_with(vowel).then(|| format!("{start}{stressed}{end}"))
    });
    std::iter::once(stem.to_owned()).chain(end).chain(inner)
}

/// Whether what comes after a word makes it a verb where it may be a noun as well: `bestell die Lampe`, no `Zahl der Gäste` and no `Buch Empfehlungen`.
fn is_done_to(written: &[&str]) -> bool {
    let at = |at: usize| written.get(at).map(|word| word.to_lowercase());
    let is_determiner =
        |at: Option<String>| at.is_some_and(|word| DETERMINERS.contains(&word.as_str()) && word != "der");
    let is_lower = written.first().is_some_and(|word| word.starts_with(char::is_lowercase));
    let is_number = written.get(1).is_some_and(|word| word.starts_with(|first: char| first.is_ascii_digit()));
    match written.get(1) {
        _ if is_determiner(at(1)) => true,
        Some(_) if is_number => at(2).is_some_and(|word| !is_function_word(&word)),
        Some(next) => {
            is_object(next)
                && at(1).is_some_and(|word| word != "der")
                && (is_lower || is_determiner(at(2)) || is_elided(next))
        }
        None => false,
    }
}

/// Whether words that the person typed ask for anything to be changed: a clause that is a request, or that begins with any other verb than one for reading,
/// before what it is done to.
pub(crate) fn changes(typed: &str) -> bool {
    has_order(typed, &|first, at| {
        let may_be = !READS.contains(&first) || at == 0 && BEGINNINGS.contains(&first);
        may_be && !first.is_empty() && first.chars().all(char::is_alphabetic)
    })
}

/// The same with a verb that is known to change something.
pub(crate) fn acts(typed: &str) -> bool {
    has_order(typed, &|first, at| {
        ACTS.contains(&first) || KNOWN.split(' ').any(|verb| verb == first) || at == 0 && BEGINNINGS.contains(&first)
    })
}

/// Whether a clause is a request, by the verb that it begins with and the number of the clause, or by the tables.
fn has_order(typed: &str, is_verb: &dyn Fn(&str, usize) -> bool) -> bool {
    let typed = without_places(typed);
    clauses(&typed).enumerate().any(|(at, (clause, is_question))| {
        let (written, is_polite) = without_politeness(&clause);
        let first = written.first().map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase());
        let is_verb = first.is_some_and(|first| is_verb(&first, at));
        let asks = is_polite || !is_question;
        let is_parted = asks && parted(written).is_some_and(|one| one.changes);
        let is_verb = asks
            && is_verb
            && (is_object_at(written, 1) || acts_in_place(written))
            && parted(written).is_none_or(|one| one.changes);
        is_verb || is_parted || asks && changes_behind_place(written) || ordered(&clause, is_question).is_some()
    })
}

/// Whether a clause is an order or a question by itself.
pub(crate) fn begins(clause: &str) -> bool {
    let first = clause.split(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty()).unwrap_or_default();
    let first = first.to_lowercase();
    let is_in = |list: &[&str]| list.contains(&first.as_str());
    changes(clause) || is_in(READS) && !is_in(GOES_ON) && !is_in(DETERMINERS)
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

/// Whether a word is of a class that says nothing of what a text speaks of, such as an article: `review` does, though an answer may be asked for by it.
pub(crate) fn is_of_closed_class(word: &str) -> bool {
    is_on!(Closed) && CLOSED.contains(&word)
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
    let (written, is_polite) = without_politeness(clause);
    let Some(one) = parted(written) else { return ordered_whole(clause, is_question) };
    let objects = written.get(1..written.len().saturating_sub(1)).unwrap_or_default();
    let whole: Vec<&str> = objects.iter().copied().chain([one.verb.as_str()]).collect();
    ordered_whole(&whole, is_question && !is_polite)
}

fn ordered_whole(clause: &[&str], is_question: bool) -> Option<Order> {
    if let Some(what) = labelled(clause, is_question) {
        return Some(Order::of(what));
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
    let word = word.trim_end_matches(['.', '!', '?', '…']);
    let plain = word.trim_matches(|c: char| matches!(c, '"' | '“' | '”' | '„' | '«' | '»' | '\''));
    plain != word
        || is_elided(plain)
        || DETERMINERS.contains(&plain.to_lowercase().as_str())
        || plain.chars().next().is_some_and(|first| first.is_ascii_digit() || first.is_uppercase())
}

/// Whether a word has an article before its vowel.
fn is_elided(word: &str) -> bool {
    ["l'", "l’", "d'", "d’"].iter().any(|article| word.to_lowercase().starts_with(article))
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
            ("Bestelle die Lampe", Some(Order::Event)),
            ("Bitte die Lampe bestellen", Some(Order::Event)),
            ("Lehne die Einladung ab", Some(Order::State)),
            ("Lade die Datei bericht.pdf herunter", Some(Order::Event)),
            ("Melde mich vom Newsletter ab", Some(Order::State)),
            ("Compra la lámpara", Some(Order::Event)),
            ("Delete Bob", Some(Order::State)),
            ("Turn on the weekly digest", Some(Order::State)),
            ("Find the lamp, add it to the cart", Some(Order::Event)),
        ] {
            assert_eq!(order(task), wanted, "{task}");
        }
    }

    #[test]
    fn a_verb_of_the_tables_is_known_in_each_form_of_a_command() {
        for (task, wanted) in [
            ("Bestell die Lampe", Some(Order::Event)),
            ("Kauf mir bitte eine Lampe", Some(Order::Event)),
            ("kauf Milch", Some(Order::Event)),
            ("Schick Anna eine Nachricht", Some(Order::Event)),
            ("Öffne die Seite und bestell bitte die Lampe", Some(Order::Event)),
            ("Leg die Lampe in den Warenkorb", Some(Order::Event)),
            ("Lösch den Kommentar", Some(Order::State)),
            ("Commande la lampe", Some(Order::Event)),
            ("Achète-moi une lampe", Some(Order::Event)),
            ("Achetez l'abonnement", Some(Order::Event)),
            ("Envoie Anne un message", Some(Order::Event)),
            ("Envoie un message à Anne", Some(Order::Event)),
            ("Pide 2 lámparas", Some(Order::Event)),
            ("Pídeme una lámpara", Some(Order::Event)),
            ("Cómprame la lámpara", Some(Order::Event)),
            ("Resérvanos una mesa", Some(Order::Event)),
            ("Give Ann the admin role", Some(Order::State)),
        ] {
            assert_eq!(order(task), wanted, "{task}");
        }
        // The same letters in nouns, and verbs that ask for an answer.
        for task in [
            "Zahl der Gäste",
            "Buch Empfehlungen für Kinder",
            "Kauf der Firma Acme, Einzelheiten",
            "Teil 2 der Serie",
            "Commande du 3 mai",
            "Commande 4711 : où en est-elle ?",
            "Reserva de agua",
            "Para el viernes, dime el tiempo",
            "Cuenta los comentarios",
            "Nenne den Preis",
            "Zeig die Bestellung",
            "Mach bitte einen Screenshot",
        ] {
            assert_eq!(order(task), None, "{task}");
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
            "Fass die Seite zusammen",
            "Sieh dir die Seite an",
            "Schau die Preise nach",
            "Ruf die Seite auf",
        ] {
            assert_eq!(order(task), None, "{task}");
        }
    }
}
