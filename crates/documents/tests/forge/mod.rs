//! Pages made up by chance, right quotes of them whose form alone differs, and forged ones.

/// Numbers by chance, the same on every machine (SplitMix64).
pub struct Chance(u64);

impl Chance {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Below `n`, which is not 0.
    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % n as u64) as usize
    }

    pub fn of<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }
}

const NAMES: [&str; 12] = [
    "Anna Weber",
    "Ben Okafor",
    "Carla Ruiz",
    "Northwind",
    "Südwerk AG",
    "Café Lumière",
    "Dr. Ito",
    "Frau Müller",
    "the tenant",
    "the seller",
    "Kestrel Ltd",
    "Žižek & Co",
];
const VERBS: [&str; 10] = [
    "pays",
    "receives",
    "must deliver",
    "sold",
    "expects",
    "shall not exceed",
    "does not owe",
    "reported",
    "never charged",
    "lost",
];
const NOUNS: [&str; 12] = [
    "the monthly rent",
    "the annual fee",
    "the official files",
    "a fine for delays",
    "the final offer",
    "net revenue",
    "the well-known surplus",
    "the flat-rate price",
    "the deposit",
    "operating profit",
    "the first shipment",
    "the efficient workflow",
];
const TAILS: [&str; 10] = [
    "within 30 days",
    "before 5 March 2021",
    "by the end of the quarter",
    "under § 12 of the contract",
    "in the second half of 2019",
    "unless both parties agree",
    "without any interest",
    "as the \"Schedule B\" says",
    "on each working day",
    "– in good faith – at once",
];
const GERMAN: [&str; 6] = [
    "Der Mieter zahlt die Miete von 1.250,50 € nicht vor dem 3. Werktag.",
    "Die Prüfung ergab keinen Mangel an der Größe der Räume.",
    "Das Gerät wiegt 12,5 kg und misst 40 × 30 cm.",
    "Im Jahr 2018 sank der Umsatz um 4,2 % auf 118 Mio. Euro.",
    "Die Kündigungsfrist beträgt 3 Monate, sofern nichts anderes gilt.",
    "Für die Überprüfung gelten die Fristen aus Anlage 2.",
];
const UNITS: [&str; 8] = ["kg", "EUR", "%", "km", "MW", "hours", "USD", "m²"];

fn number(chance: &mut Chance) -> String {
    match chance.below(6) {
        0 => format!("{}", chance.below(90) + 10),
        1 => format!("{}.{:02}", chance.below(90) + 10, chance.below(89) + 10),
        2 => format!("{},{:03}", chance.below(9) + 1, chance.below(899) + 100),
        3 => format!("{},{:03}.{:02}", chance.below(90) + 10, chance.below(899) + 100, chance.below(89) + 10),
        4 => format!("-{}.{}", chance.below(9) + 1, chance.below(9) + 1),
        _ => format!("{}", chance.below(9000) + 1000),
    }
}

fn sentence(chance: &mut Chance) -> String {
    if chance.below(5) == 0 {
        return chance.of(&GERMAN).to_owned();
    }
    let mut name = chance.of(&NAMES).to_owned();
    if name.is_char_boundary(1) {
        name[..1].make_ascii_uppercase();
    }
    let (verb, noun, tail) = (chance.of(&VERBS), chance.of(&NOUNS), chance.of(&TAILS));
    let (number, unit) = (number(chance), chance.of(&UNITS));
    match chance.below(4) {
        0 => format!("{name} {verb} {noun} of {number} {unit} {tail}."),
        1 => format!("In total, {name} {verb} {noun}, which is {number} {unit}, {tail}."),
        2 => format!("{name} {verb} {noun} {tail}, but {} {} {number} {unit}.", chance.of(&NAMES), chance.of(&VERBS)),
        _ => format!("{name} {verb} {noun} ({number} {unit}) {tail}; see page {}.", chance.below(300) + 1),
    }
}

/// A page: its sentences, the rows of its table, and the text that has both as a reader gives it.
pub struct Made {
    pub sentences: Vec<String>,
    pub rows: Vec<Vec<String>>,
    pub text: String,
}

pub fn page(chance: &mut Chance) -> Made {
    let sentences: Vec<String> = (0..14).map(|_| sentence(chance)).collect();
    let mut rows = vec![["Item", "Unit", "2019", "2020"].map(str::to_owned).to_vec()];
    for _ in 0..6 {
        let noun = chance.of(&NOUNS).trim_start_matches("the ").to_owned();
        rows.push(vec![noun, chance.of(&UNITS).to_owned(), number(chance), number(chance)]);
    }
    let mut text = String::from("GENERAL TERMS OF THE AGREEMENT\n\n");
    for (index, sentence) in sentences.iter().enumerate() {
        text.push_str(&broken(chance, sentence));
        text.push_str(if index % 4 == 3 { "\n\n" } else { " " });
    }
    text.push('\n');
    for row in &rows {
        text.push_str(&row.join("\t"));
        text.push('\n');
    }
    Made { sentences, rows, text }
}

/// A sentence as lines of a page: broken at spaces, words divided by hyphens, ligatures, soft hyphens.
fn broken(chance: &mut Chance, sentence: &str) -> String {
    let mut out = String::new();
    for (index, word) in sentence.split(' ').enumerate() {
        if index > 0 {
            out.push(if chance.below(7) == 0 { '\n' } else { ' ' });
        }
        let plain = word.len() > 7 && word.chars().all(|c| c.is_ascii_lowercase());
        match chance.below(6) {
            0 if plain => out.push_str(&format!("{}-\n{}", &word[..4], &word[4..])),
            1 if plain => out.push_str(&format!("{}\u{ad}{}", &word[..4], &word[4..])),
            2 => out.push_str(&word.replace("ffi", "ﬃ").replace("fi", "ﬁ").replace("fl", "ﬂ")),
            3 if word.chars().all(|c| c.is_ascii_lowercase()) && word.len() > 4 => {
                out.push_str(word);
                if chance.below(6) == 0 {
                    out.push('⁴');
                }
            }
            _ => out.push_str(word),
        }
    }
    out
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

/// A run of words of a sentence that begins and ends at words.
fn piece(chance: &mut Chance, made: &Made) -> Vec<String> {
    let all = words(&made.sentences[chance.below(made.sentences.len())]);
    let from = chance.below(all.len() - 4);
    let length = 4 + chance.below(all.len() - from - 3);
    all[from..(from + length).min(all.len())].to_vec()
}

/// Whether a piece may be quoted on its own: its ends cut nothing off a number.
fn is_whole(piece: &[String], sentence_words: &[String]) -> bool {
    let Some(at) = sentence_words.windows(piece.len()).position(|window| window == piece) else { return false };
    let last = piece.last().unwrap();
    let next = sentence_words.get(at + piece.len()).map_or("", String::as_str);
    let ends_in_digit = last.ends_with(|c: char| c.is_ascii_digit());
    !(ends_in_digit && (next.starts_with('%') || next.starts_with("Mio")))
}

/// A right quote, and how its form was changed.
pub fn right(chance: &mut Chance, made: &Made) -> (String, &'static str) {
    loop {
        let all = words(&made.sentences[chance.below(made.sentences.len())]);
        let piece = if chance.below(3) == 0 { all.clone() } else { piece(chance, made) };
        let home = made.sentences.iter().map(|sentence| words(sentence)).find(|all| is_whole(&piece, all));
        if home.is_none() {
            continue;
        }
        let text = piece.join(" ");
        let is_letter = |c: char| c.is_alphabetic();
        return match chance.below(14) {
            0 => (text, "as it is"),
            1 => (piece.join("\n"), "line ends"),
            2 => (format!("“{text}”"), "marks around it"),
            3 => (text.replace('"', "”").replace('-', "\u{2011}"), "other marks and dashes"),
            4 => (decomposed(&text), "letters taken apart"),
            5 => (text.replace("fi", "ﬁ").replace("fl", "ﬂ"), "ligatures"),
            6 => (text.replace(' ', "\u{a0}"), "hard spaces"),
            7 => (format!("{}.", text.trim_end_matches('.')), "a full stop"),
            8 => {
                let mut text = text;
                if text.starts_with(is_letter) {
                    let first = text.chars().next().unwrap();
                    let lower: String =
                        if piece[0].len() > 1 { first.to_lowercase().collect() } else { first.to_string() };
                    text.replace_range(..first.len_utf8(), &lower);
                }
                (text, "the first letter")
            }
            9 => (text.chars().map(full_width).collect(), "full-width forms"),
            10 => ("general terms of the agreement".to_owned(), "a heading in capitals"),
            11 => {
                let row = &made.rows[chance.below(made.rows.len())];
                (format!("| {} |", row.join(" | ")), "a row with bars")
            }
            12 => (made.rows[chance.below(made.rows.len())].join("   "), "a row with spaces"),
            _ => match elided(chance, &all) {
                Some(text) => (text, "a part left out"),
                None => continue,
            },
        };
    }
}

/// A sentence with some words left out that carry neither a number nor a turn.
fn elided(chance: &mut Chance, all: &[String]) -> Option<String> {
    let turning = ["not", "never", "but", "unless", "without", "nicht", "keinen"];
    let from = 2 + chance.below(3);
    let to = from + 1 + chance.below(3);
    let plain = |word: &String| {
        !word.contains(|c: char| c.is_ascii_digit() || c == '.' || c == ';') && !turning.contains(&word.as_str())
    };
    let (head, gap, tail) = (all.get(..from)?, all.get(from..to)?, all.get(to..)?);
    let two = |part: &[String]| part.iter().filter(|word| word.contains(char::is_alphanumeric)).count() >= 2;
    let fits = gap.iter().all(plain) && two(head) && two(tail) && head.last()?.chars().all(char::is_alphanumeric);
    fits.then(|| format!("{} {} {}", head.join(" "), chance.of(&["…", "...", "[...]", "[…]"]), tail.join(" ")))
}

fn decomposed(text: &str) -> String {
    let table = [
        ('ü', "u\u{308}"),
        ('ö', "o\u{308}"),
        ('ä', "a\u{308}"),
        ('é', "e\u{301}"),
        ('è', "e\u{300}"),
        ('Ž', "Z\u{30c}"),
        ('ž', "z\u{30c}"),
        ('Ü', "U\u{308}"),
    ];
    let mut out = String::new();
    for c in text.chars() {
        match table.iter().find(|(composed, _)| *composed == c) {
            Some((_, apart)) => out.push_str(apart),
            None => out.push(c),
        }
    }
    out
}

fn full_width(c: char) -> char {
    if c.is_ascii_alphanumeric() { char::from_u32(c as u32 + 0xfee0).unwrap() } else { c }
}

const SYNONYMS: [(&str, &str); 14] = [
    ("pays", "owes"),
    ("receives", "obtains"),
    ("sold", "bought"),
    ("monthly", "yearly"),
    ("annual", "monthly"),
    ("rent", "loan"),
    ("fee", "fine"),
    ("first", "last"),
    ("within", "after"),
    ("before", "after"),
    ("revenue", "profit"),
    ("zahlt", "erhält"),
    ("sank", "stieg"),
    ("lost", "won"),
];

/// A forged quote, and how it was forged.
pub fn forged(chance: &mut Chance, made: &Made, other: &Made) -> (String, &'static str) {
    loop {
        let piece = piece(chance, made);
        let text = piece.join(" ");
        let digits: Vec<usize> = text.char_indices().filter(|(_, c)| c.is_ascii_digit()).map(|(at, _)| at).collect();
        let (quote, how) = match chance.below(20) {
            0 if !digits.is_empty() => {
                let at = chance.of(&digits);
                let digit = (text.as_bytes()[at] - b'0' + 1 + chance.below(9) as u8) % 10;
                let mut text = text.clone();
                text.replace_range(at..=at, &digit.to_string());
                (text, "a digit changed")
            }
            1 if digits.len() > 1 => {
                let at = chance.below(digits.len() - 1);
                let mut bytes = text.clone().into_bytes();
                bytes.swap(digits[at], digits[at + 1]);
                (String::from_utf8(bytes).unwrap(), "two digits swapped")
            }
            2 if !digits.is_empty() => {
                let at = chance.of(&digits);
                let mut text = text.clone();
                let put_in = chance.of(&['-', '−', '.', ',', '1', '+', ' ']);
                if put_in == ' ' && text[..at].ends_with(['(', ' ']) {
                    continue;
                }
                text.insert(at, put_in);
                (text, "a sign or separator put in")
            }
            3 => {
                (text.replace(chance.of(&[".", ",", "-", "−"]), chance.of(&[",", "", ".", " "])), "a separator changed")
            }
            4 => (swapped(&piece, &UNITS, chance), "a unit changed"),
            5 => {
                let negations = ["not", "never", "nicht", "without", "unless"];
                let kept: Vec<&str> =
                    piece.iter().map(String::as_str).filter(|word| !negations.contains(word)).collect();
                (kept.join(" "), "a negation dropped")
            }
            6 => {
                let mut piece = piece.clone();
                piece.insert(
                    1 + chance.below(piece.len() - 1),
                    chance.of(&["not", "never", "only", "nearly"]).to_owned(),
                );
                (piece.join(" "), "a word put in")
            }
            7 => {
                let (word, other) = chance.of(&SYNONYMS);
                (piece.iter().map(|w| if w == word { other } else { w }).collect::<Vec<_>>().join(" "), "another word")
            }
            8 => {
                let (one, two) = (chance.of(&NAMES), chance.of(&NAMES));
                (text.replace(one, two), "another name")
            }
            9 => {
                let mut piece = piece.clone();
                let (a, b) = (chance.below(piece.len()), chance.below(piece.len()));
                piece.swap(a, b);
                (piece.join(" "), "words swapped")
            }
            10 => {
                let at = 1 + chance.below(piece.len() - 1);
                (format!("{} {}", piece[at..].join(" "), piece[..at].join(" ")), "another order")
            }
            11 => {
                let mut piece = piece.clone();
                piece.remove(1 + chance.below(piece.len() - 2));
                (piece.join(" "), "a word dropped")
            }
            12 => {
                let second = self::piece(chance, made);
                (format!("{text} {}", second.join(" ")), "joined from two places")
            }
            13 => {
                let second = self::piece(chance, other);
                (format!("{text} {} {}", chance.of(&["", "…", "[...]"]), second.join(" ")), "joined from two pages")
            }
            14 => {
                let (a, b) = (1 + chance.below(made.rows.len() - 1), 1 + chance.below(made.rows.len() - 1));
                let (row, second) = (&made.rows[a], &made.rows[b]);
                let cell = 1 + chance.below(3);
                (format!("{}{}{}", row[0], chance.of(&[" ", " | ", "\t"]), second[cell]), "cells of two rows")
            }
            15 => {
                let at = 1 + chance.below(made.rows.len() - 2);
                let (row, next) = (&made.rows[at], &made.rows[at + 1]);
                (format!("{} {} {}", row[2], row[3], next[0]), "the end of a row and the next one")
            }
            16 => {
                let table =
                    [('a', 'а'), ('e', 'е'), ('o', 'о'), ('p', 'р'), ('i', 'і'), ('0', 'O'), ('1', 'l'), ('5', 'S')];
                let (one, two) = chance.of(&table);
                (text.replacen(one, &two.to_string(), 1), "a letter that looks the same")
            }
            17 => {
                let at = text.char_indices().map(|(at, _)| at).nth(1 + chance.below(text.chars().count() - 1)).unwrap();
                let mut text = text.clone();
                text.insert(at, chance.of(&['\u{202e}', 'x', '7', '\u{301}']));
                (text, "a character put in")
            }
            18 if !digits.is_empty() => {
                let at = chance.of(&digits);
                let inside = text[..at].ends_with(|c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | '-'));
                if !inside {
                    continue;
                }
                (text[at..].to_owned(), "a number cut")
            }
            19 => {
                let second = self::piece(chance, made);
                (format!("{text} {} {}", chance.of(&["…", "...", "[...]"]), second.join(" ")), "joined over a gap")
            }
            _ => continue,
        };
        if !holds(&made.text, &quote) {
            return (quote, how);
        }
    }
}

fn swapped(piece: &[String], list: &[&str], chance: &mut Chance) -> String {
    let other = chance.of(list);
    piece.iter().map(|word| if list.contains(&word.as_str()) { other } else { word }).collect::<Vec<_>>().join(" ")
}

/// The words of a text without what may differ, to tell by another way than the code under test whether a forged quote happens to be right.
fn tokens(text: &str) -> Vec<String> {
    let text =
        text.replace("-\n", "").replace(['\u{ad}', '⁴'], "").replace('ﬃ', "ffi").replace('ﬁ', "fi").replace('ﬂ', "fl");
    let text = text.replace(['\u{2011}', '−', '–'], "-").replace('|', " ");
    let bare = |word: &str| word.trim_matches(['.', ',', ';', '(', ')', '"']).to_lowercase();
    text.split_whitespace().map(bare).filter(|word| !word.is_empty() && word != "-").collect()
}

/// Whether a page holds a quote, word by word; with parts left out, whether it holds each of them in order within a sentence or as whole sentences.
fn holds(page: &str, quote: &str) -> bool {
    let page_tokens = tokens(page);
    let mut parts = vec![quote];
    for mark in ["[...]", "[…]", "...", "…"] {
        parts = parts.into_iter().flat_map(|part| part.split(mark)).collect();
    }
    let mut from = 0;
    parts.iter().all(|part| {
        let part = tokens(part);
        let rest = &page_tokens[from..];
        match rest.windows(part.len().max(1)).position(|window| window == part) {
            Some(at) if from == 0 || at < 40 => {
                from += at + part.len();
                true
            }
            _ => false,
        }
    })
}

/// A check as it is often written: letters and digits alone, in lower case, and nine of ten words suffice.
pub fn naive(page: &str, quote: &str) -> bool {
    let squeeze =
        |text: &str| text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect::<String>();
    if squeeze(page).contains(&squeeze(quote)) {
        return true;
    }
    let page = tokens(page);
    let quote = tokens(quote);
    let known = quote.iter().filter(|word| page.contains(word)).count();
    known * 10 >= quote.len() * 9
}
