//! Superlatives of the four languages, and what each compares: `the fastest`, `die mit den meisten`.

use super::said::Said;

/// What is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum By {
    Duration,
    Distance,
    Date,
    Rating,
    /// A figure under a head, or beside a word, that the question names.
    Named,
}

/// Which of several is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Superlative {
    pub by: By,
    /// Whether the highest figure wins.
    pub most: bool,
}

/// A superlative of some language with what it compares, and whether the highest figure wins.
type Compared = (By, bool, &'static [&'static str]);

use By::{Date, Distance, Duration, Named, Rating};

const PHRASES: &[Compared] = &[
    (
        Duration,
        false,
        &[
            "fastest",
            "quickest",
            "shortest",
            "schnellste",
            "schnellsten",
            "schnellster",
            "schnellstes",
            "kurzeste",
            "kurzesten",
            "plus rapide",
            "plus rapides",
            "plus court",
            "plus courte",
            "mas rapido",
            "mas rapida",
            "mas corto",
            "mas corta",
        ],
    ),
    (Duration, true, &["longest", "langste", "langsten", "plus long", "plus longue", "mas largo", "mas larga"]),
    (
        Distance,
        false,
        &["nearest", "closest", "am nachsten", "plus proche", "plus pres", "mas cerca", "mas cercano", "mas cercana"],
    ),
    (Distance, true, &["farthest", "furthest", "am weitesten", "plus loin", "mas lejos"]),
    (
        Date,
        true,
        &[
            "newest",
            "latest",
            "most recent",
            "neueste",
            "neuesten",
            "neuester",
            "neuestes",
            "plus recent",
            "plus recente",
            "mas reciente",
        ],
    ),
    (Date, false, &["oldest", "alteste", "altesten", "plus ancien", "plus ancienne", "mas antiguo", "mas antigua"]),
    (
        Rating,
        true,
        &[
            "best rating",
            "best rated",
            "highest rated",
            "highest rating",
            "top rated",
            "best reviewed",
            "best",
            "best bewertete",
            "bestbewertete",
            "am besten bewertet",
            "beste bewertung",
            "besten bewertungen",
            "beste",
            "besten",
            "mieux note",
            "mieux notee",
            "meilleur",
            "meilleure",
            "meilleure note",
            "mejor valorado",
            "mejor valorada",
            "mejor valoracion",
            "mejor",
        ],
    ),
    (Rating, false, &["worst", "worst rated", "lowest rated", "schlechteste", "schlechtesten", "pire", "peor"]),
    (
        Named,
        true,
        &[
            "most",
            "highest",
            "largest",
            "biggest",
            "meisten",
            "hochste",
            "hochsten",
            "grosste",
            "grossten",
            "plus de",
            "plus eleve",
            "plus elevee",
            "mas",
        ],
    ),
    (
        Named,
        false,
        &[
            "fewest",
            "least",
            "lowest",
            "smallest",
            "wenigsten",
            "niedrigste",
            "niedrigsten",
            "kleinste",
            "kleinsten",
            "moins de",
            "plus bas",
            "plus basse",
            "menos",
        ],
    ),
];

/// The longest superlative that begins here, with the words it takes.
pub(super) fn at(said: &Said<'_>, at: usize) -> Option<(usize, Superlative)> {
    let of_row = |(by, most, phrases): &Compared| {
        said.at_any(at, phrases).map(|words| (words, Superlative { by: *by, most: *most }))
    };
    PHRASES.iter().filter_map(of_row).max_by_key(|(words, _)| *words)
}
