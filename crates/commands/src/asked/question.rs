//! What a question asks for: the kind of its answer, and the words that say what it is about.

use super::clauses::{CONDITIONS, asking};
use super::said::Said;
use super::superlatives::{self, By, Superlative};
use super::tongues::{ALL, CONCEPTS, Dimension, PLACES, Sort, Tongue};
use crate::command::Criterion;

/// A question.
#[derive(Debug, Default)]
pub(crate) struct Question {
    pub sort: Sort,
    /// Whether things are to be counted.
    pub counts: bool,
    /// What it is about, as it is compared.
    pub words: Vec<String>,
    /// Those of the words that stand where a verb does.
    pub verbs: Vec<String>,
    /// Those that the person points at (`this course`): what the page is about, whatever it calls it.
    pub pointed: Vec<String>,
    /// What is told behind the question.
    pub besides: Vec<String>,
    /// Whether something is told behind it, in whatever words.
    pub is_bound: bool,
    /// What is told in front of it.
    pub told: Vec<String>,
    /// The thing of which one is asked for: `which platform`.
    pub head: Option<String>,
    /// Whether the cheapest or the dearest of a list is asked for.
    pub superlative: Option<Criterion>,
    /// Whether what is open is asked for, or what is closed.
    pub is_open: Option<bool>,
    /// Which else of several is asked for.
    pub extreme: Option<Superlative>,
}

/// A word under the first of those that say the same.
pub(crate) fn concept(word: &str) -> &str {
    let row = CONCEPTS.iter().find(|row| row.contains(&word));
    row.and_then(|row| row.first().copied()).unwrap_or(word)
}

/// Whether a word is one for what something costs in some language.
pub(super) fn is_money(word: &str) -> bool {
    ALL.iter().any(|tongue| tongue.money.contains(&word))
}

/// Whether a word is one that requests are read by in some language.
pub(crate) fn is_word(word: &str) -> bool {
    is_money(word)
        || ALL.iter().any(|tongue| tongue.light.contains(&word))
        || CONCEPTS.iter().any(|row| row.contains(&word))
}

/// Whether a word says that something is open, or that it is closed; none if it says neither.
pub(super) fn openness(word: &str) -> Option<bool> {
    const CLOSED: &[&str] = &["clos", "geschlossen", "schliess", "ferm", "cerra", "cierr"];
    (concept(word) == "open").then(|| !CLOSED.iter().any(|stem| word.starts_with(stem)))
}

/// A word under the first of those that say the same; Spanish hangs who it is done to on the verb: `llevarme`.
fn concept_of(word: &str) -> &str {
    concept(without_clitic(word))
}

fn without_clitic(word: &str) -> &str {
    const CLITICS: &[&str] = &["melo", "mela", "selo", "me", "te", "se", "nos", "lo", "la", "los", "las", "le", "les"];
    let is_verb = |rest: &&str| rest.len() > 4 && ["ar", "er", "ir"].iter().any(|end| rest.ends_with(end));
    CLITICS.iter().find_map(|clitic| word.strip_suffix(clitic).filter(is_verb)).unwrap_or(word)
}

/// The words of a text as they are compared with those of a question.
pub(crate) fn compared(text: &str) -> Vec<String> {
    Said::new(text).all().map(|word| concept(word).to_owned()).collect()
}

/// The language of a request, as its small words tell; none if they tell nothing.
pub(crate) fn tongue_of(text: &str) -> Option<&'static Tongue> {
    let said = Said::new(text);
    let weight = |tongue: &Tongue| {
        let begins = |phrases: &[&str]| said.at_any(0, phrases).unwrap_or(0);
        let asks: Vec<&str> = tongue.asks.iter().map(|(phrase, _)| *phrase).collect();
        let orders: Vec<&str> = tongue.orders.iter().map(|(phrase, _)| *phrase).collect();
        let starts = [
            tongue.polite,
            tongue.frames,
            tongue.tell,
            tongue.seek,
            tongue.open,
            tongue.only,
            tongue.put,
            tongue.begins,
            &asks,
            &orders,
        ];
        let verbs = starts.iter().map(|phrases| begins(phrases)).max().unwrap_or(0);
        let small = said.all().filter(|word| tongue.light.contains(word) || tongue.money.contains(word)).count();
        let ends = (0..said.len()).any(|at| {
            let behind = said.at_any(at, tongue.tail);
            at > 0 && behind.is_some_and(|words| at + words == said.len())
        });
        small * 2 + verbs * 3 + usize::from(ends)
    };
    let mut rated: Vec<(usize, &'static Tongue)> = ALL.iter().map(|tongue| (weight(tongue), *tongue)).collect();
    edith_page::order::sort_by_key(&mut rated, |(weight, _)| std::cmp::Reverse(*weight));
    match rated.as_slice() {
        [(best, tongue), (second, _), ..] if best > second => Some(tongue),
        _ => None,
    }
}

/// The code of a request's language; empty if its words do not tell. What stands in quotes is the page's.
pub(crate) fn language(text: &str) -> &'static str {
    let own: String = crate::phrase::outside_quotes(text).into_iter().map(|(_, c)| c).collect();
    match tongue_of(&own) {
        Some(tongue) => tongue.code,
        None if crate::german::is_german(&own) => "de",
        None => "",
    }
}

/// Where the request begins behind courtesy, and whether a frame says that it is an order.
pub(crate) fn without_courtesy(said: &Said<'_>, tongue: &Tongue) -> (usize, bool) {
    let (mut at, mut is_order) = (0, false);
    loop {
        let polite = said.at_any(at, tongue.polite);
        let frame = said.at_any(at, tongue.frames);
        is_order |= frame.is_some();
        match polite.max(frame) {
            Some(words) if at + words < said.len() => at += words,
            _ => return (at, is_order),
        }
    }
}

/// Where it ends before courtesy.
pub(crate) fn before_tail(said: &Said<'_>, from: usize, tongue: &Tongue) -> usize {
    let mut end = said.len();
    while let Some(words) = tongue.tail.iter().find_map(|tail| {
        let words = tail.split(' ').count();
        let at = end.checked_sub(words).filter(|at| *at > from)?;
        said.at(at, tail)
    }) {
        end -= words;
    }
    end
}

/// Whether the words ask something of the page rather than order something.
pub(crate) fn is_question(text: &str) -> bool {
    read(text).is_some()
}

/// The question that a text asks.
pub(crate) fn read(text: &str) -> Option<Question> {
    let said = Said::new(text);
    // A superlative that begins a request needs no small words.
    let is_extreme = superlatives::at(&said, 0).is_some_and(|(_, wanted)| wanted.by != By::Named);
    let any = || {
        let begins = |tongue: &&&Tongue| tongue.superlatives.iter().any(|(phrase, _)| said.at(0, phrase).is_some());
        ALL.iter().find(begins).or(ALL.first().filter(|_| is_extreme)).copied()
    };
    let tongue = tongue_of(text).or_else(|| of_pages(text, said.len())).or_else(any)?;
    let ends = text.trim_end().trim_end_matches(['"', '”', '“', '»', ')']).ends_with('?');
    let (mut at, mut is_order) = without_courtesy(&said, tongue);
    if ends && said.at_any(0, tongue.begins).is_some() && said.at_any(0, tongue.frames).is_some() && tongue.code == "fr"
    {
        (at, is_order) = (0, false);
    }
    let end = before_tail(&said, at, tongue);
    if let Some(words) = said.at_any(at, tongue.tell) {
        (at, is_order) = (at + words, false);
    }
    let (whole, ask) = (at..end, asking(&said, at, end, tongue));
    is_order &= ask.start == at;
    let (mut at, end) = (ask.start, ask.end);
    let asks_at = |at: usize| {
        let asked = tongue.asks.iter().filter_map(|(phrase, sort)| Some((said.at(at, phrase)?, *sort)));
        asked.max_by_key(|(words, _)| *words)
    };
    // "for how many", "in which"
    if asks_at(at).is_none() && said.at_any(at, tongue.prepositions) == Some(1) && asks_at(at + 1).is_some() {
        at += 1;
    }
    let asked = asks_at(at).map(|(words, sort)| match sort {
        Sort::Other if said.at_any(at + words, MOMENTS).is_some() && words == 1 => (words + 1, Sort::Time),
        // "wie lang dauert", but not "wie lang ist"
        Sort::Measure(Dimension::Length) if said.at(at, "wie lang").is_some() => {
            let next = said.word(at + words).map(str::to_owned);
            (words, if is_copula(next.as_ref()) { sort } else { Sort::Duration })
        }
        sort => (words, sort),
    });
    // "it is how much?"
    let inner = if !is_order && asked.is_none_or(|(_, sort)| sort == Sort::YesNo) {
        // French leaves it where the answer stands, also without a mark.
        inside(&said, at, end, tongue).filter(|(at, words, _)| {
            ends || tongue.code == "fr" && (*words > 1 || at + words == end || said.word(*at) == Some("combien"))
        })
    } else {
        None
    };
    // What depends on a moment is a condition unless it is asked.
    let is_short = tongue.code != "en" && said.len() <= SHORT && !text.contains(',');
    let may_be_condition = !is_short
        && said.at_any(at, CONDITIONS).is_some()
        && said.word(at + 1).is_none_or(|next| next != "s" && !tongue.begins.contains(&next));
    let is_deed = said.word(at) == Some("do") && said.word(at + 1).is_some_and(|next| DEED.contains(&next));
    let begins = said.at_any(at, tongue.begins).is_some() && !is_deed;
    let is_asked = match asked {
        Some((_, Sort::Time)) => ends || !may_be_condition,
        Some((_, Sort::YesNo)) => ends || !is_order,
        Some(_) => true,
        None => {
            !is_order
                && (ends
                    || begins
                    || is_stated(&said, at, end)
                    || inner.is_some()
                    || is_superlative(&said, at, tongue)
                    || is_bare(&said.words(at, end), tongue))
        }
    };
    if !is_asked || at >= end {
        return None;
    }
    let (taken, mut sort) = match inner {
        Some((.., sort)) => (0, sort),
        None => asked.unwrap_or((0, Sort::YesNo)),
    };
    let counts = sort == Sort::Number;
    let inner = inner.map_or(end..end, |(from, words, _)| from..from + words);
    let rest: Vec<String> =
        (at + taken..end).filter(|at| !inner.contains(at)).flat_map(|at| said.words(at, at + 1)).collect();
    let is_money = |word: &String| tongue.money.contains(&word.as_str());
    let is_light = |word: &String| tongue.light.contains(&word.as_str());
    let superlative = (at..end).find_map(|at| {
        tongue.superlatives.iter().find_map(|(phrase, criterion)| Some((at, said.at(at, phrase)?, *criterion)))
    });
    let costs = rest.iter().any(is_money);
    let weighs = rest.iter().any(|word| concept(word) == "weight");
    sort = match sort {
        Sort::Much if rest.iter().any(|word| concept(word) == "duration") => Sort::Duration,
        // "how much is" asks for a price, "how much sugar" does not.
        Sort::Much if costs || rest.iter().all(is_light) || is_copula(rest.first()) => Sort::Money,
        // "how much do I owe"
        Sort::Much if rest.first().is_some_and(|word| DOES.contains(&word.as_str())) && !weighs => Sort::Money,
        Sort::Much => Sort::Number,
        Sort::Other if costs => Sort::Money,
        // "price?"
        Sort::YesNo if costs && asked.is_none() && rest.iter().all(|word| is_light(word) || is_money(word)) => {
            Sort::Money
        }
        sort => sort,
    };
    let extreme = (at..end)
        .filter(|_| superlative.is_none())
        .find_map(|at| superlatives::at(&said, at).map(|(words, wanted)| (at, words, wanted)));
    let mut skipped = superlative.map_or(0..0, |(at, words, _)| at..at + words);
    if let Some((at, words, _)) = extreme {
        skipped = at..at + words;
    }
    let total =
        said.find(at, end, TOTALS).filter(|_| !counts && matches!(sort, Sort::Money | Sort::Number | Sort::Other));
    if let Some((at, words)) = total {
        (skipped, sort) = (at..at + words, Sort::Money);
    }
    let (mut words, mut verbs, mut pointed) = (Vec::<String>::new(), Vec::new(), Vec::new());
    words.extend(total.map(|_| "total".to_owned()));
    let first = at + taken;
    for at in (at + taken..end).filter(|at| !skipped.contains(at) && !inner.contains(at)) {
        let word = said.words(at, at + 1).concat();
        let is_price = sort == Sort::Money && is_money(&word);
        // "dure combien"
        let is_said = sort == Sort::Duration && concept(&word) == "duration";
        if !is_price && !is_said && !is_light(&word) && !words.iter().any(|known| known == concept_of(&word)) {
            words.push(concept_of(&word).to_owned());
            if is_verb(&said, at, first, end, sort, tongue) {
                verbs.push(concept_of(&word).to_owned());
            }
            if at.checked_sub(1).and_then(|before| said.word(before)).is_some_and(|before| THIS.contains(&before)) {
                pointed.push(concept_of(&word).to_owned());
            }
        }
    }
    // "is it heavy?"
    if sort == Sort::YesNo && words.as_slice() == ["weight"] {
        sort = Sort::Measure(Dimension::Weight);
    }
    let telling = |words: std::ops::Range<usize>| -> Vec<String> {
        let words = words.filter_map(|at| said.word(at)).filter(|word| {
            !tongue.light.contains(word) && !tongue.clauses.contains(word) && !tongue.money.contains(word)
        });
        words.map(|word| concept_of(word).to_owned()).collect()
    };
    // A condition says of which case it is asked wherever it stands.
    let is_condition = said.at_any(whole.start, tongue.clauses).is_some();
    let (mut told, mut besides) = (telling(whole.start..ask.start), telling(ask.end..whole.end));
    if is_condition {
        besides.append(&mut told);
    }
    let which = if inner.is_empty() { at + taken } else { inner.end };
    let asks_which = said.at_any(which.saturating_sub(1), WHICH).is_some() && sort == Sort::Other;
    let head = said.word(which).filter(|word| asks_which && which < end && !tongue.light.contains(word));
    let head = head.map(|word| concept_of(word).to_owned());
    let superlative = superlative.map(|(.., criterion)| criterion);
    let is_bound = ask.end < whole.end;
    let extreme = extreme.map(|(.., wanted)| wanted);
    let is_open = said.all().find_map(openness);
    Some(Question { sort, counts, words, verbs, pointed, besides, is_bound, told, head, superlative, is_open, extreme })
}

/// Whether it is worded as a statement, which no order is: a thing, and that it is so.
fn is_stated(said: &Said<'_>, at: usize, end: usize) -> bool {
    const ARTICLES: &[&str] = &["the", "der", "die", "das", "le", "la", "les", "l", "el", "los", "las"];
    let is_so = |at: usize| {
        ["is", "are", "ist", "sind", "est", "sont", "es", "son", "esta", "estan"]
            .contains(&said.word(at).unwrap_or_default())
    };
    said.at_any(at, ARTICLES).is_some() && (at + 2..end).any(is_so)
}

/// Whether it begins with a superlative, with at most an article before it, and is short: `newest entry`, `die schnellste Verbindung`.
fn is_superlative(said: &Said<'_>, at: usize, tongue: &Tongue) -> bool {
    let begins = |at: usize| {
        let priced = tongue.superlatives.iter().any(|(phrase, _)| said.at(at, phrase).is_some());
        priced || superlatives::at(said, at).is_some_and(|(_, wanted)| wanted.by != By::Named)
    };
    let is_article = said.word(at).is_some_and(|word| tongue.light.contains(&word));
    said.len() <= SHORT && (begins(at) || is_article && begins(at + 1))
}

/// Most words of a request that is one clause.
const SHORT: usize = 7;
/// What asks for one of several.
const WHICH: &[&str] = &[
    "what", "which", "welche", "welcher", "welches", "welchen", "welchem", "quel", "quelle", "quels", "quelles", "que",
    "cual",
];
/// For all that is to be paid.
const TOTALS: &[&str] = &[
    "in total",
    "altogether",
    "all together",
    "in the end",
    "all in all",
    "insgesamt",
    "alles in allem",
    "en tout",
    "au total",
    "en total",
];
/// Nouns of a moment, of which one is asked for behind `which`.
const MOMENTS: &[&str] = &[
    "day", "days", "date", "dates", "night", "nights", "month", "tag", "tage", "tagen", "datum", "uhrzeit", "nacht",
    "nachten", "monat", "jour", "jours", "date", "nuit", "nuits", "dia", "dias", "fecha", "fechas", "noche", "noches",
];

/// Whether an address is asked for that is somebody's, rather than the page's.
pub(crate) fn is_of_somebody(text: &str) -> bool {
    const OWNERS: &[&str] = &["your", "their", "his", "her", "its", "eure", "ihre", "votre", "leur", "su", "vuestra"];
    Said::new(text).all().any(|word| OWNERS.contains(&word))
}

/// The language of the extension's pages, for a word or two with a question mark that could be of any.
fn of_pages(text: &str, words: usize) -> Option<&'static Tongue> {
    let is_bare = (1..=2).contains(&words) && text.trim_end().ends_with('?');
    let own = edith_words::language();
    is_bare.then(|| ALL.iter().find(|tongue| tongue.code == own.as_str()).or(ALL.first()).copied()).flatten()
}

/// Before who does it.
const DOES: &[&str] = &["do", "does", "did"];

fn is_copula(word: Option<&String>) -> bool {
    const COPULA: &[&str] = &["is", "are", "was", "would", "will", "ist", "sind", "est", "sont", "es", "son"];
    word.is_some_and(|word| COPULA.contains(&word.as_str()))
}

/// Words that point at what is in view.
pub(super) const THIS: &[&str] = &[
    "this", "these", "dieser", "diese", "dieses", "diesen", "diesem", "ce", "cet", "cette", "ces", "este", "esta",
    "estos", "estas",
];

/// Words that ask where they do not stand first: several that belong together, or the last.
fn inside(said: &Said<'_>, from: usize, end: usize, tongue: &Tongue) -> Option<(usize, usize, Sort)> {
    let asks = tongue.asks.iter().filter(|(_, sort)| *sort != Sort::YesNo);
    let found =
        asks.flat_map(|(phrase, sort)| (from + 1..end).filter_map(move |at| Some((at, said.at(at, phrase)?, *sort))));
    let is_said = |(at, words, _): &(usize, usize, Sort)| {
        *words > 1
            || at + words == end
            || said.word(*at) == Some("combien")
            || *at <= from + 2 && tongue.code == "fr" && said.at_any(from, &["c est"]).is_some()
    };
    found.filter(is_said).max_by_key(|(_, words, _)| *words)
}

/// Behind `do`, what makes an order of it.
const DEED: &[&str] = &["it", "this", "that", "the", "not", "so"];
/// What is asked for by its name alone.
const BARE: &[&str] = &["phone", "email", "address"];

/// Whether the words are nothing but the name of something that every page may have.
fn is_bare(words: &[String], tongue: &Tongue) -> bool {
    let heavy: Vec<&String> = words.iter().filter(|word| !tongue.light.contains(&word.as_str())).collect();
    !heavy.is_empty() && heavy.iter().all(|word| BARE.contains(&concept(word)))
}

/// Whether a word stands where the language has its verb: right behind the words that ask, behind who does it or a verb that wants another, or
/// at the end. A noun that German writes large is none.
fn is_verb(said: &Said<'_>, at: usize, first: usize, end: usize, sort: Sort, tongue: &Tongue) -> bool {
    let is_large = said.written(at, at + 1).chars().next().is_none_or(char::is_uppercase);
    if is_large && at > 0 {
        return false;
    }
    let word = without_clitic(said.word(at).unwrap_or_default());
    let before = at.checked_sub(1).and_then(|before| said.word(before)).unwrap_or_default();
    let is_infinitive = ["er", "ir", "re", "ar"].iter().any(|ending| word.ends_with(ending));
    let leads =
        at == first && matches!(sort, Sort::Who | Sort::Time | Sort::Place | Sort::Duration | Sort::Often | Sort::Why);
    // German has who does it behind the verb: "wie viel brauch ich".
    let next = said.word(at + 1).unwrap_or_default();
    let is_turned = tongue.code == "de"
        && (at > first || !matches!(sort, Sort::Number | Sort::Much))
        && (tongue.subjects.contains(&next) || next == "das");
    // "was sagen die Kommentare", "what do the comments say"
    let is_article = |word: &str| tongue.articles.contains(&word);
    let is_asked_of = sort == Sort::Other && at == first && is_article(next) && tongue.code != "en"
        || sort == Sort::Other
            && at + 1 == end
            && at > first + 1
            && said.word(first).is_some_and(|word| DOES.contains(&word));
    let follows = tongue.subjects.contains(&before) || tongue.modals.contains(&before) && is_infinitive;
    // A question that is answered by yes or no begins with its verb, except where that is one for any.
    if at == 0 && sort == Sort::YesNo {
        return true;
    }
    let is_participle = match tongue.code {
        "fr" => ["suis", "es", "ai", "as", "ont", "avons", "avez", "a"].contains(&before),
        "es" => ["he", "has", "ha", "han", "hemos", "habeis"].contains(&before),
        _ => false,
    };
    // "im juni" is written small, too.
    let is_noun = tongue.prepositions.contains(&before) || is_article(before) || PLACES.contains(&before);
    let closes = at + 1 == end && at > first && !is_noun;
    leads
        || is_asked_of
        || is_turned
        || is_participle
        || follows
        || closes && (tongue.code == "es" && matches!(sort, Sort::Number | Sort::Much))
        || closes && (tongue.code == "de" || tongue.code == "en" && word.ends_with("ed"))
}

#[cfg(test)]
mod tests {
    use super::super::tongues::Dimension;
    use super::*;

    #[test]
    fn a_question_is_told_from_an_order() {
        for (text, expected) in [
            ("Does the ticket include breakfast?", Some((Sort::YesNo, vec!["ticket", "include", "breakfast"]))),
            ("how tall is the tower", Some((Sort::Measure(Dimension::Length), vec!["tower"]))),
            ("When does the market start?", Some((Sort::Time, vec!["market", "begin"]))),
            ("when it is done, click Save", None),
            ("Could you press Save?", None),
            ("Can you tell me where the toilets are?", Some((Sort::Place, vec!["toilets"]))),
            ("click Why", None),
            ("Was kostet das Kombiticket?", Some((Sort::Money, vec!["kombiticket"]))),
            ("Wie viel ist das?", Some((Sort::Money, vec![]))),
            ("Kannst du auf Weiter klicken?", None),
            ("Wie lange dauert die Führung?", Some((Sort::Duration, vec!["fuhrung"]))),
            ("Combien de places reste-t-il ?", Some((Sort::Number, vec!["places", "reste"]))),
            ("Peux-tu cliquer sur Suivant ?", None),
            ("¿Dónde está la taquilla?", Some((Sort::Place, vec!["taquilla"]))),
            ("¿Puedes abrir el menú?", None),
            ("", None),
        ] {
            let read = read(text).map(|question| (question.sort, question.words));
            let expected = expected.map(|(sort, words)| (sort, words.into_iter().map(str::to_owned).collect()));
            assert_eq!(read, expected, "{text}");
        }
    }

    #[test]
    fn what_stands_in_quotes_has_no_say() {
        assert_eq!(language("click “Was ist das für ein Haus”"), "");
        assert_eq!(language("Fülle das Feld aus"), "de");
        assert_eq!(language("Save"), "");
    }

    #[test]
    fn small_words_tell_the_language() {
        for (text, expected) in [
            ("open the door", Some("en")),
            ("Gibt es hier ein Café?", Some("de")),
            ("Où sont les toilettes ?", Some("fr")),
            ("¿Dónde están los baños?", Some("es")),
            ("qwer asdf", None),
        ] {
            assert_eq!(tongue_of(text).map(|tongue| tongue.code), expected, "{text}");
        }
    }
}
