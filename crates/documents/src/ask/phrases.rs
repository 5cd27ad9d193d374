//! What a question asks for, by the words that people use.

/// In which language it is answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tongue {
    English,
    German,
}

/// What is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Understood {
    Page(u32),
    Tables,
    Compute(Wanted),
    /// Passages with these words.
    Find(String),
    About(String),
}

/// A computation as it was asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Wanted {
    /// `sum`, `avg`, `count`, `min` or `max`.
    pub aggregate: &'static str,
    /// What comes after the word for it, up to the condition.
    pub of: String,
    /// A condition as a query takes it; empty for none.
    pub condition: String,
    /// What to group by, as it is written; empty for nothing.
    pub by: String,
}

const AGGREGATES: [(&str, &str); 40] = [
    ("how many rows", "count"),
    ("number of rows", "count"),
    ("count of", "count"),
    ("count", "count"),
    ("wie viele zeilen", "count"),
    ("anzahl der zeilen", "count"),
    ("anzahl", "count"),
    ("zähle", "count"),
    ("combien de lignes", "count"),
    ("cuántas filas", "count"),
    ("sum of", "sum"),
    ("sum", "sum"),
    ("total of", "sum"),
    ("add up", "sum"),
    ("summe", "sum"),
    ("summiere", "sum"),
    ("addiere", "sum"),
    ("somme", "sum"),
    ("suma", "sum"),
    ("average", "avg"),
    ("mean of", "avg"),
    ("mean", "avg"),
    ("durchschnitt", "avg"),
    ("durchschnittlicher", "avg"),
    ("mittelwert", "avg"),
    ("moyenne", "avg"),
    ("promedio", "avg"),
    ("minimum", "min"),
    ("lowest", "min"),
    ("smallest", "min"),
    ("kleinster", "min"),
    ("niedrigster", "min"),
    ("mínimo", "min"),
    ("maximum", "max"),
    ("highest", "max"),
    ("largest", "max"),
    ("größter", "max"),
    ("höchster", "max"),
    ("máximo", "max"),
    ("maximal", "max"),
];

const FIND: [&str; 22] = [
    "search for",
    "look for",
    "find me",
    "find",
    "search",
    "where is",
    "where does it say",
    "suche nach",
    "suche",
    "such nach",
    "finde",
    "wo steht etwas über",
    "wo steht",
    "cherche",
    "trouve",
    "recherche",
    "busca",
    "buscar",
    "encuentra",
    "where do they mention",
    "where",
    "wo",
];

const ABOUT: [&str; 20] = [
    "what does it say about",
    "what do they say about",
    "what do the documents say about",
    "what does the document say about",
    "what is said about",
    "tell me about",
    "what is",
    "what are",
    "was steht dort über",
    "was steht über",
    "was steht zu",
    "was sagt das dokument über",
    "was sagt es über",
    "was sagen die dokumente über",
    "was ist",
    "que dit le document sur",
    "que dit-il sur",
    "qué dice sobre",
    "qué dice el documento sobre",
    "qu'est-ce que",
];

const GERMAN: &str = " der die das und ist sind was wie wo wer wann welche welcher welches viele zeige zeig seite suche finde summe anzahl tabellen \
    durchschnitt liste nach über steht ich den dem des von für spalte mittelwert zähle nicht kein keine ein eine größter kleinster höchster niedrigster ";

/// Understands a question.
pub(super) fn understand(question: &str) -> (Tongue, Understood) {
    let question = question.trim().trim_end_matches(['?', '.', '!']).trim();
    let lower = question.to_lowercase();
    let words: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let german = words.iter().filter(|word| GERMAN.contains(&format!(" {word} "))).count();
    let tongue = if german > 0 && german * 4 >= words.len() { Tongue::German } else { Tongue::English };
    let understood = page(&words)
        .map(Understood::Page)
        .or_else(|| lists_tables(&words).then_some(Understood::Tables))
        .or_else(|| wanted(question).map(Understood::Compute))
        .or_else(|| after(question, &ABOUT).map(Understood::About))
        .or_else(|| after(question, &FIND).map(Understood::Find))
        .unwrap_or_else(|| Understood::About(question.to_owned()));
    (tongue, understood)
}

/// `show page 3`, `zeige Seite 3`, `page 3`.
fn page(words: &[&str]) -> Option<u32> {
    let at = words.iter().position(|word| {
        matches!(
            *word,
            "page" | "seite" | "slide" | "folie" | "sheet" | "blatt" | "página" | "pagina" | "hoja" | "diapositive"
        )
    })?;
    let number = words.get(at + 1)?.parse().ok()?;
    let shows = |word: &&str| {
        matches!(
            *word,
            "show"
                | "read"
                | "open"
                | "display"
                | "me"
                | "the"
                | "please"
                | "zeige"
                | "zeig"
                | "lies"
                | "öffne"
                | "mir"
                | "bitte"
                | "die"
                | "das"
                | "montre"
                | "affiche"
                | "moi"
                | "la"
                | "lis"
                | "muestra"
                | "muéstrame"
                | "lee"
                | "go"
                | "to"
                | "gehe"
                | "zu"
                | "what"
                | "is"
                | "on"
                | "was"
                | "steht"
                | "auf"
                | "give"
                | "gib"
        )
    };
    (words.len() == at + 2 && words.iter().take(at).all(shows)).then_some(number)
}

fn lists_tables(words: &[&str]) -> bool {
    let tables = |word: &&str| matches!(*word, "tables" | "tabellen" | "tableaux" | "tablas");
    let lists = |word: &&str| {
        matches!(
            *word,
            "list"
                | "show"
                | "which"
                | "what"
                | "all"
                | "zeige"
                | "zeig"
                | "welche"
                | "liste"
                | "nenne"
                | "alle"
                | "montre"
                | "quels"
                | "lista"
                | "muestra"
                | "cuáles"
                | "qué"
        )
    };
    words.len() <= 8 && words.iter().any(tables) && (words.len() == 1 || words.iter().any(lists))
}

/// A computation, if a word for one is there.
fn wanted(question: &str) -> Option<Wanted> {
    let found = AGGREGATES.iter().filter_map(|(phrase, name)| Some((find_phrase(question, phrase)?, *phrase, *name)));
    // The first, and of those the longest.
    let ((start, end), _, aggregate) = found.min_by_key(|((start, end), _, _)| (*start, usize::MAX - *end))?;
    // It is what the question begins with, but for a few words.
    if question.get(..start)?.split_whitespace().count() > 4 {
        return None;
    }
    let rest = question.get(end..)?;
    let (of, condition) =
        cut(rest, &["where", "for which", "with", "wo", "bei denen", "mit", "für die", "où", "donde"])
            .unwrap_or((rest, ""));
    let (of, by) = cut(
        of,
        &["grouped by", "group by", "by", "per", "for each", "pro", "je", "nach", "gruppiert nach", "par", "por"],
    )
    .unwrap_or((of, ""));
    Some(Wanted { aggregate, of: of.trim().to_owned(), condition: translated(condition), by: by.trim().to_owned() })
}

/// Where a phrase is in a text as whole words, without case.
fn find_phrase(text: &str, phrase: &str) -> Option<(usize, usize)> {
    let is_free = |at: usize, end: usize| {
        let before = text.get(..at).and_then(|head| head.chars().next_back());
        let after = text.get(end..).and_then(|tail| tail.chars().next());
        !before.is_some_and(char::is_alphanumeric) && !after.is_some_and(char::is_alphanumeric)
    };
    text.char_indices().map(|(at, _)| at).find_map(|at| {
        let mut rest = text.get(at..)?.chars();
        let mut end = at;
        for wanted in phrase.chars() {
            let c = rest.next()?;
            if c.to_lowercase().next() != Some(wanted) {
                return None;
            }
            end += c.len_utf8();
        }
        is_free(at, end).then_some((at, end))
    })
}

/// The text before and after the first of these phrases.
fn cut<'a>(text: &'a str, phrases: &[&str]) -> Option<(&'a str, &'a str)> {
    let found = phrases.iter().filter_map(|phrase| find_phrase(text, phrase));
    let (start, end) = found.min_by_key(|(start, end)| (*start, usize::MAX - *end))?;
    Some((text.get(..start)?, text.get(end..)?.trim()))
}

/// What follows a phrase that the text begins with.
fn after(text: &str, phrases: &[&str]) -> Option<String> {
    let ends = phrases
        .iter()
        .filter_map(|phrase| find_phrase(text, phrase))
        .filter(|(start, _)| *start == 0)
        .map(|(_, end)| end);
    let rest = text.get(ends.max()?..)?.trim();
    (!rest.is_empty()).then(|| rest.to_owned())
}

/// A condition in the words of a query.
fn translated(condition: &str) -> String {
    const WORDS: [(&str, &str); 28] = [
        ("ist größer oder gleich", ">="),
        ("ist kleiner oder gleich", "<="),
        ("is greater than", ">"),
        ("is more than", ">"),
        ("is less than", "<"),
        ("is at least", ">="),
        ("is at most", "<="),
        ("is above", ">"),
        ("is below", "<"),
        ("is equal to", "="),
        ("ist größer als", ">"),
        ("ist kleiner als", "<"),
        ("größer als", ">"),
        ("kleiner als", "<"),
        ("mindestens", ">="),
        ("höchstens", "<="),
        ("ist gleich", "="),
        ("ist leer", "is empty"),
        ("ist nicht leer", "is not empty"),
        ("nicht", "not"),
        ("enthält", "contains"),
        ("beginnt mit", "starts with"),
        ("zwischen", "between"),
        ("oder", "or"),
        ("und", "and"),
        ("ist", "="),
        ("es", "="),
        ("est", "="),
    ];
    let mut out = condition.to_owned();
    for (phrase, word) in WORDS {
        let mut from = 0;
        while let Some((start, end)) = out.get(from..).and_then(|rest| find_phrase(rest, phrase)) {
            let (start, end) = (from + start, from + end);
            // What is in quotation marks is a value.
            let quoted = out.get(..start).is_some_and(|head| head.matches(['\'', '"']).count() % 2 == 1);
            if !quoted {
                out.replace_range(start..end, word);
            }
            from = start + if quoted { end - start } else { word.len() };
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_understood() {
        let compute = |aggregate, of: &str, condition: &str, by: &str| {
            Understood::Compute(Wanted { aggregate, of: of.into(), condition: condition.into(), by: by.into() })
        };
        for (question, expected) in [
            ("show page 3", Understood::Page(3)),
            ("Zeige mir bitte die Seite 12.", Understood::Page(12)),
            ("list the tables", Understood::Tables),
            ("Welche Tabellen gibt es?", Understood::Tables),
            ("sum of column Price where City = 'Bonn'", compute("sum", "column Price", "City = 'Bonn'", "")),
            ("What is the average of Price per City?", compute("avg", "of Price", "", "City")),
            (
                "Summe der Spalte Preis, bei denen Ort ist 'Bonn und Köln' und Preis größer als 5",
                compute("sum", "der Spalte Preis,", "Ort = 'Bonn und Köln' and Preis > 5", ""),
            ),
            ("find the deposit", Understood::Find("the deposit".into())),
            ("Suche nach Kaution", Understood::Find("Kaution".into())),
            ("What does it say about pets?", Understood::About("pets".into())),
            ("Was steht über Haustiere?", Understood::About("Haustiere".into())),
            ("When is the rent due?", Understood::About("When is the rent due".into())),
        ] {
            let understood = understand(question).1;
            let trimmed = match understood {
                Understood::Compute(wanted) => {
                    Understood::Compute(Wanted { of: wanted.of.replace(" ,", ","), ..wanted })
                }
                other => other,
            };
            assert_eq!(trimmed, expected, "{question}");
        }
        assert_eq!(understand("Wie hoch ist die Miete?").0, Tongue::German);
        assert_eq!(understand("How high is the rent?").0, Tongue::English);
    }
}
