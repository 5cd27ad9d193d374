//! The search of the settings: which rows have the words that were typed, and where in a text they are.
//!
//! Case and accents do not count: "grun" finds "Grün". All words must be there, in any order, and the beginning of one is enough. What things are called
//! goes before what is said about them: descriptions are searched where no name has the words.

/// Letters of a word that says what is looked for, at least, where there is one.
const TELLING: usize = 3;

/// What was typed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Query {
    words: Vec<String>,
}

impl Query {
    /// The words of a text.
    pub fn new(typed: &str) -> Self {
        let words = typed.split_whitespace().map(|word| word.chars().flat_map(plain).collect());
        Self { words: words.filter(|word: &String| !word.is_empty()).collect() }
    }

    /// Whether nothing is looked for.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Whether a text has all the words.
    pub fn finds(&self, text: &str) -> bool {
        self.finds_in(text, "")
    }

    /// The same for a text within others: some words may be in what is around it, but not all, and not all but those that are too short to mean
    /// anything, such as *de* or *of*.
    pub fn finds_in(&self, text: &str, around: &str) -> bool {
        let (own, around) = (Plain::of(text), Plain::of(around));
        let in_own = |word: &String| own.find(word, 0).is_some();
        let least = self.words.iter().map(|word| word.chars().count()).max().map_or(0, |longest| longest.min(TELLING));
        let mut telling = self.words.iter().filter(|word| word.chars().count() >= least);
        telling.any(in_own) && self.words.iter().all(|word| in_own(word) || around.find(word, 0).is_some())
    }

    /// Where the words are in a text: beginnings and ends in UTF-16 units, in order and apart.
    pub fn places(&self, text: &str) -> Vec<(u32, u32)> {
        let plain = Plain::of(text);
        let mut found = Vec::new();
        for word in &self.words {
            let mut from = 0;
            while let Some((begin, end, next)) = plain.find(word, from) {
                found.push((begin, end));
                from = next;
            }
        }
        found.sort_unstable();
        let mut apart: Vec<(u32, u32)> = Vec::new();
        for (begin, end) in found {
            match apart.last_mut() {
                Some(last) if begin <= last.1 => last.1 = last.1.max(end),
                _ => apart.push((begin, end)),
            }
        }
        apart
    }
}

/// A row of the settings, as far as it is searched.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SettingEntry {
    /// What it is called: its title, its label, its choices.
    pub name: String,
    /// What is said about it.
    pub note: String,
    /// Of a section: further words that it is found by.
    pub words: String,
    /// The rows in it.
    pub rows: Vec<SettingEntry>,
    /// Whether it is one of the hits, with all that is in it. Of a row without a hit in it nothing is shown.
    pub is_hit: bool,
}

impl SettingEntry {
    /// How many hits it and the rows in it are.
    pub fn hits(&self) -> usize {
        if self.is_hit { 1 } else { self.rows.iter().map(Self::hits).sum() }
    }

    /// `around`: what the rows around it say.
    fn sift(&mut self, query: &Query, around: &str, notes: bool) {
        let note = if notes { self.note.as_str() } else { "" };
        let (own, around) = (format!("{} {note}", self.name), format!("{around} {}", self.words));
        self.is_hit = query.finds_in(&own, &around);
        if !self.is_hit {
            let told = format!("{around} {own}");
            self.rows.iter_mut().for_each(|row| row.sift(query, &told, notes));
            // A section is also found by its further words, where none of its rows has them.
            self.is_hit = !self.words.is_empty() && self.hits() == 0 && query.finds(&told);
        }
    }
}

/// Looks for the words in sections, and says how many hits there are.
pub fn sift(query: &Query, sections: &mut [SettingEntry]) -> usize {
    let mut hits = 0;
    for notes in [false, true] {
        if hits == 0 {
            sections.iter_mut().for_each(|section| section.sift(query, "", notes));
            hits = sections.iter().map(SettingEntry::hits).sum();
        }
    }
    hits
}

/// A text without case and accents, with the place of each of its characters in the original, in UTF-16 units.
struct Plain {
    text: Vec<char>,
    places: Vec<(u32, u32)>,
}

impl Plain {
    fn of(text: &str) -> Self {
        let mut all = Self { text: Vec::new(), places: Vec::new() };
        let mut at = 0;
        for c in text.chars() {
            let end = at + c.len_utf16() as u32;
            for one in plain(c) {
                all.text.push(one);
                all.places.push((at, end));
            }
            at = end;
        }
        all
    }

    /// The first beginning of a word like this from `from` on: its place, and where to look further.
    fn find(&self, word: &str, from: usize) -> Option<(u32, u32, usize)> {
        let word: Vec<char> = word.chars().collect();
        let length = word.len();
        (from..self.text.len().saturating_sub(length.saturating_sub(1)))
            .find(|at| {
                let begins =
                    at.checked_sub(1).and_then(|before| self.text.get(before)).is_none_or(|c| !c.is_alphanumeric());
                begins && self.text.get(*at..at + length) == Some(word.as_slice())
            })
            .and_then(|at| Some((self.places.get(at)?.0, self.places.get(at + length - 1)?.1, at + length)))
    }
}

/// A character in lower case and without accents, as the pages' languages have them.
fn plain(c: char) -> impl Iterator<Item = char> {
    c.to_lowercase().map(|c| match c {
        'à' | 'á' | 'â' | 'ã' | 'ä' | 'å' => 'a',
        'ç' => 'c',
        'è' | 'é' | 'ê' | 'ë' => 'e',
        'ì' | 'í' | 'î' | 'ï' => 'i',
        'ñ' => 'n',
        'ò' | 'ó' | 'ô' | 'õ' | 'ö' => 'o',
        'ù' | 'ú' | 'û' | 'ü' => 'u',
        '’' => '\'',
        c => c,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_words_must_be_there_in_any_order_and_case() {
        for (typed, text, found) in [
            ("dark", "Theme: system, light, Dark", true),
            ("DARK theme", "Theme: dark", true),
            ("dark blue", "Theme: dark", false),
            ("lang", "Language of these pages", true),
            ("guage", "Language of these pages", false),
            ("grun", "Grün", true),
            ("GRÜN", "grun", true),
            ("mail", "E-mail", true),
            ("l'app", "L’apparence", true),
            ("1000", "at most 1000 steps", true),
            ("  ", "anything", false),
        ] {
            assert_eq!(Query::new(typed).finds(text), found, "{typed:?} in {text:?}");
        }
        assert!(Query::new(" \t").is_empty());
    }

    #[test]
    fn some_words_may_stand_around_a_row_but_not_all() {
        let query = Query::new("day tokens");
        assert!(query.finds_in("Tokens", "Limits of a day"));
        assert!(!query.finds_in("Steps", "Limits of a day"));
        assert!(!query.finds_in("Steps", "Tokens of a day"));
        let query = Query::new("mot de passe");
        assert!(!query.finds_in("Demander avant", "mots de passe"));
        assert!(query.finds_in("Mots secrets", "de passe"));
        assert!(Query::new("de").finds_in("Demander avant", ""));
    }

    #[test]
    fn places_are_in_units_of_the_page_and_apart() {
        // An emoji takes two units.
        assert_eq!(Query::new("model").places("😀 Model, modèle"), [(3, 8), (10, 15)]);
        assert_eq!(Query::new("modele").places("😀 Model, modèle"), [(10, 16)]);
        assert_eq!(Query::new("to tok").places("tokens to"), [(0, 3), (7, 9)]);
        assert!(Query::new("ok").places("tokens").is_empty());
        assert!(Query::new("a").places("").is_empty());
    }

    const LANGUAGES: [&str; 4] = [
        include_str!("../../../../extension/_locales/en/messages.json"),
        include_str!("../../../../extension/_locales/de/messages.json"),
        include_str!("../../../../extension/_locales/fr/messages.json"),
        include_str!("../../../../extension/_locales/es/messages.json"),
    ];

    /// The settings in a language: sections by the key of their title, with the keys of their note, further words, and rows with notes.
    fn settings(catalogue: &str) -> Vec<SettingEntry> {
        let texts: serde_json::Value = serde_json::from_str(catalogue).unwrap();
        let text = |key: &str| match key {
            "" => String::new(),
            key => texts[key]["message"].as_str().unwrap_or_else(|| panic!("{key}")).to_owned(),
        };
        let row = |(name, note): &(&str, &str)| SettingEntry {
            name: text(name),
            note: text(note),
            ..SettingEntry::default()
        };
        let facts = [("name", ""); 30];
        let approvals = [("approvals_ask", "approvals_ask_note"), ("approvals_auto", "approvals_auto_note")];
        let work = [("follow", "follow_note"), ("show_typed", "show_typed_note"), ("pictures", "pictures_note")];
        let limits = [("limit_steps", ""), ("limit_price", ""), ("limits_day", "")];
        let all: [(&str, &str, &str, &[(&str, &str)]); 8] = [
            ("approvals", "", "find_approvals", &approvals),
            ("work", "", "find_work", &work),
            ("limits", "limits_note", "find_limits", &limits),
            ("profile", "facts_note", "find_profile", &facts),
            ("instructions", "instructions_note", "find_instructions", &[]),
            ("theme", "", "find_appearance", &[]),
            ("about", "privacy_text", "find_about", &[]),
            ("prices", "prices_note", "find_prices", &[]),
        ];
        let all = all.map(|(name, note, words, rows)| SettingEntry {
            words: text(words),
            rows: rows.iter().map(row).collect(),
            ..row(&(name, note))
        });
        all.into()
    }

    /// Which sections have hits, and how many there are.
    fn found(catalogue: &str, typed: &str) -> (Vec<usize>, usize) {
        let mut all = settings(catalogue);
        let hits = sift(&Query::new(typed), &mut all);
        (all.iter().enumerate().filter(|(_, one)| one.hits() > 0).map(|(at, _)| at).collect(), hits)
    }

    #[test]
    fn what_people_call_a_setting_finds_it_in_every_language() {
        const APPROVALS: usize = 0;
        const LIMITS: usize = 2;
        const LOOK: usize = 5;
        let [en, de, fr, es] = [
            [
                ("daily limit", LIMITS),
                ("limit per day", LIMITS),
                ("spend", LIMITS),
                ("spending limit", LIMITS),
                ("notification", APPROVALS),
                ("Notifications", APPROVALS),
                ("font size", LOOK),
                ("text size", LOOK),
            ],
            [
                ("Tageslimit", LIMITS),
                ("tägliche Grenze", LIMITS),
                ("ausgeben", LIMITS),
                ("Limit pro Tag", LIMITS),
                ("Benachrichtigung", APPROVALS),
                ("benachrichtigungen", APPROVALS),
                ("Schriftgröße", LOOK),
                ("Größe der Schrift", LOOK),
            ],
            [
                ("limite quotidienne", LIMITS),
                ("limite par jour", LIMITS),
                ("dépenser", LIMITS),
                ("dépense", LIMITS),
                ("notification", APPROVALS),
                ("Notifications", APPROVALS),
                ("taille de police", LOOK),
                ("taille du texte", LOOK),
            ],
            [
                ("límite diario", LIMITS),
                ("limite por dia", LIMITS),
                ("gastar", LIMITS),
                ("gastos", LIMITS),
                ("notificación", APPROVALS),
                ("notificaciones", APPROVALS),
                ("tamaño de letra", LOOK),
                ("tamaño de fuente", LOOK),
            ],
        ];
        for (catalogue, cases) in LANGUAGES.iter().zip([en, de, fr, es]) {
            for (typed, section) in cases {
                assert!(found(catalogue, typed).0.contains(&section), "{typed}: {:?}", found(catalogue, typed));
            }
            assert_eq!(found(catalogue, "zeppelin").1, 0);
        }
    }

    #[test]
    fn passwords_find_what_is_called_so_and_no_list_that_a_note_mentions_them_in() {
        for (catalogue, typed) in LANGUAGES.iter().zip(["password", "Passwort", "mot de passe", "contraseña"]) {
            assert_eq!(found(catalogue, typed), (vec![0], 1), "{typed}");
        }
        // The control: without a name that has it, notes are searched, and a section is one hit.
        let note = || SettingEntry {
            note: "Never a password".into(),
            rows: vec![SettingEntry::default(); 30],
            ..SettingEntry::default()
        };
        let named = SettingEntry { name: "Passwords".into(), ..SettingEntry::default() };
        assert_eq!(sift(&Query::new("password"), &mut [note(), note()]), 2);
        let mut all = [note(), named];
        assert_eq!((sift(&Query::new("password"), &mut all), all[0].hits()), (1, 0));
    }
}
