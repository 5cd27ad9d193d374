//! What people's documents and the questions of forms speak of, in English, German, French and Spanish, so that a question in one language is compared
//! with words in another. Data, not rules: to teach a word, add it to its line.

use edith_page::fold::words_in;
use edith_protocol::Gather as _;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

/// A line of a table; lines that mean the same have the same number.
pub(crate) type Topic = usize;

/// What is asked for or said, a line each: phrases as `words_in` gives them, with `|` between them; a star stands for the rest of a word.
const SUBJECTS: &[&str] = &[
    "driving licence|driving license|driver s licence|driver s license|drivers license|licence category|licence class|license class|\
     fuhrerschein*|fahrerlaubnis|permis de conduire|permis b|carnet de conducir|permiso de conducir|carne de conducir|licencia de conducir",
    "car|auto|autos|pkw|wagen|voiture|vehicule|coche|automovil|vehicle|fahrzeug|vehiculo",
    "first aid|first aider|erste hilfe|erster hilfe|ersthelfer*|premiers secours|secourisme|secouriste|primeros auxilios|socorrista",
    "relocate|relocation|relocating|umzug|umziehen|umzugsbereit*|demenager|demenagement|mobilite geographique|etes vous mobile|\
     mudarse|mudanza|traslado|trasladarse|cambiar de residencia|movilidad geografica",
    "travel|travelling|traveling|business trips|reisebereit*|dienstreise*|geschaftsreise*|deplacements|deplacement|voyager|\
     viajar|viajes|desplazamientos",
    "volunteer|volunteers|voluntary work|voluntary|volunteering|ehrenamt*|freiwilligenarbeit|benevolat|benevole|benevoles|\
     voluntariado|voluntario|voluntaria",
    "visa|visa sponsorship|sponsorship|visum|visums|visado",
    "right to work|work permit|work authorization|work authorisation|authorized to work|authorised to work|arbeitserlaubnis|\
     droit au travail|droit de travailler|permis de travail|autorisation de travail|permiso de trabajo|autorizacion de trabajo",
    "notice period|notice|kundigungsfrist|preavis|plazo de preaviso|preaviso",
    "salary|pay|wage|gehalt*|lohn*|verdienst|salaire|pretentions salariales|remuneration|salario|sueldo|pretensiones",
    "smoke|smoker|smoking|rauchen|raucher*|rauchst|fumer|fumeur|fumeuse|fumez|fumar|fumador|fumadora|fuma",
    "pets|pet|haustier*|animaux|animal|mascota|mascotas",
    "children|child|kinder|kind|enfants|enfant|hijos|hijo|hijas|hija",
    "allergy|allergies|allergic|allergie*|allergisch|allergique|alergia|alergias|alergico|alergica",
    "shift work|shifts|schichtarbeit|schichtdienst|travail poste|travail en equipe|turnos",
    "weekend|weekends|wochenende*|week end|week ends|fin de semana|fines de semana",
    "disability|disabled|behinderung|schwerbehindert*|handicap|handicape|discapacidad",
    "self employed|freelance|freelancer|selbststandig*|selbstandig*|independant|independante|autonomo|autonoma",
];

/// What options say, a line each.
const CHOICES: &[&str] = &[
    "full time|fulltime|vollzeit|temps plein|temps complet|jornada completa|tiempo completo|completa",
    "part time|parttime|teilzeit|temps partiel|media jornada|tiempo parcial|jornada parcial|parcial",
    "at home|from home|remote|remotely|home office|homeoffice|telework|zu hause|mobil arbeiten|telearbeit|teletravail|a domicile|\
     a la maison|a distance|teletrabajo|remoto|en casa|desde casa|a distancia",
    "on site|onsite|in the office|at the office|vor ort|im betrieb|im buro|sur place|sur site|au bureau|presentiel|en la oficina|\
     presencial",
    "hybrid|hybride|hibrido|hibrida|both|beides|les deux|ambos|ambas",
    "bachelor|bachelors|bachelor s|bsc|undergraduate degree|grado",
    "master|masters|master s|msc|mba|diplom|diplom ingenieur*|diplomingenieur*|maestria|postgraduate degree",
    "doctorate|phd|ph d|doctoral|promotion|doktor*|doctorat|doctorado",
    "a levels|abitur|matura|baccalaureat|bachillerato|secondary school",
    "apprenticeship|ausbildung|berufsausbildung|lehre|apprentissage|formacion profesional",
    "single|unmarried|ledig|celibataire|soltero|soltera",
    "married|verheiratet|marie|mariee|casado|casada",
    "divorced|geschieden|divorce|divorcee|divorciado|divorciada",
    "widowed|verwitwet|veuf|veuve|viudo|viuda",
    "retired|pensioner|rentner*|im ruhestand|retraite|retraitee|jubilado|jubilada",
    "student|studierend*|studentin|etudiant|etudiante|estudiante",
    "unemployed|arbeitslos|arbeitssuchend|sans emploi|demandeur d emploi|desempleado|desempleada",
    "vegetarian|vegetarisch|vegetarier*|vegetarien|vegetarienne|vegetariano|vegetariana",
    "vegan|vegane*|veganer*|vegetalien|vegetalienne|vegano|vegana",
];

/// Languages, a line each.
const LANGUAGES: &[&str] = &[
    "english|englisch|anglais|ingles",
    "german|deutsch|allemand|aleman",
    "french|franzosisch|francais|frances",
    "spanish|spanisch|espagnol|espanol|castellano",
    "italian|italienisch|italien|italiano",
    "portuguese|portugiesisch|portugais|portugues",
    "dutch|niederlandisch|neerlandais|neerlandes|holandes",
    "polish|polnisch|polonais|polaco",
    "russian|russisch|russe|ruso",
    "turkish|turkisch|turc|turco",
    "arabic|arabisch|arabe",
    "chinese|mandarin|chinesisch|chinois|chino",
    "japanese|japanisch|japonais|japones",
    "swedish|schwedisch|suedois|sueco",
    "danish|danisch|danois|danes",
    "norwegian|norwegisch|norvegien|noruego",
    "finnish|finnisch|finnois|finlandes",
    "czech|tschechisch|tcheque|checo",
    "ukrainian|ukrainisch|ukrainien|ucraniano",
    "hungarian|ungarisch|hongrois|hungaro",
    "greek|griechisch|grec|griego",
    "romanian|rumanisch|roumain|rumano",
    "croatian|kroatisch|croate|croata",
    "hindi",
    "korean|koreanisch|coreen|coreano",
    "catalan|katalanisch",
    "latin|latein",
];

/// How well a language is spoken, from nothing to the mother tongue: names of the levels of the Common European Framework of Reference.
const LEVELS: [&str; 5] = [
    "not at all|none|keine|gar nicht|aucun|aucune|ninguno|ninguna|nada",
    "a1|a2|beginner|elementary|basic|basics|anfanger|grundkenntnisse|grundlagen|debutant|notions|elementaire|principiante|basico|elemental",
    "b1|b2|intermediate|conversational|mittelstufe|mittel|intermediaire|intermedio",
    "c1|c2|advanced|fluent|proficient|fortgeschritten|fliessend|verhandlungssicher|avance|courant|bilingue|avanzado|fluido",
    "native|native speaker|mother tongue|muttersprache|muttersprachlich*|langue maternelle|nativo|nativa|lengua materna",
];

/// Units of time.
const UNITS: [&str; 4] = [
    "day|days|tag|tage|tagen|jour|jours|dia|dias",
    "week|weeks|woche|wochen|semaine|semaines|semana|semanas",
    "month|months|monat|monate|monaten|mois|mes|meses",
    "year|years|jahr|jahre|jahren|an|ans|annee|annees|ano|anos",
];

/// Words of a question that say nothing of what it is about.
const GENERAL: &str = "hold|holds|holding|own|need|needs|require|required|use|uses|using|willing|ready|prepared|able|possible|available|currently|\
    already|valid|existing|there|some|prefer|preferred|most|mostly|level|well|speak|spoken|eigenes|eigener|eigene|eigenen|brauchen|benotigen|\
    besitzen|besitz|vorhanden|bereit|wurden|mochten|konnen|nutzen|sprechen|gultig|gultige|gultiger|derzeit|bereits|propre|propres|besoin|pret|\
    prete|disponible|actuellement|deja|valable|possedez|disposez|parlez|utilisez|personnel|personnelle|necesita|necesitas|tiene|tienes|propio|\
    propia|dispuesto|dispuesta|actualmente|valido|vigente|habla|hablas|usa|dispone|avez|etes|haben|besitzt|have|owns|esta|estas|does|your";

struct Phrases {
    by_first: BTreeMap<&'static str, Vec<(Vec<&'static str>, Topic)>>,
    /// Beginnings of words, with their topic.
    begins: Vec<(&'static str, Topic)>,
}

impl Phrases {
    fn of(lines: &[&'static str]) -> Self {
        let mut phrases = Self { by_first: BTreeMap::new(), begins: Vec::new() };
        for (topic, line) in lines.iter().enumerate() {
            for phrase in line.split('|') {
                let words: Vec<&str> = phrase.split(' ').collect();
                match (words.as_slice(), phrase.strip_suffix('*')) {
                    ([_], Some(begin)) => phrases.begins.push((begin, topic)),
                    ([first, ..], _) => phrases.by_first.entry(first).or_default().push((words, topic)),
                    _ => {}
                }
            }
        }
        phrases
    }

    /// The topics of a text: where each begins, and its words.
    fn places(&self, words: &[String]) -> Vec<(usize, usize, Topic)> {
        let mut places = Vec::new();
        for (at, word) in words.iter().enumerate() {
            let phrases = self.by_first.get(word.as_str()).into_iter().flatten();
            let here = phrases.filter(|(phrase, _)| {
                words
                    .get(at..at + phrase.len())
                    .is_some_and(|said| said.iter().zip(phrase).all(|(said, word)| is_word(said, word)))
            });
            places.extend(here.map(|(phrase, topic)| (at, phrase.len(), *topic)));
            places.extend(
                self.begins.iter().filter(|(begin, _)| word.starts_with(begin)).map(|(_, topic)| (at, 1, *topic)),
            );
        }
        places
    }

    fn topics(&self, words: &[String]) -> BTreeSet<Topic> {
        self.places(words).into_iter().map(|(_, _, topic)| topic).gathered()
    }
}

fn is_word(said: &str, word: &str) -> bool {
    word.strip_suffix('*').map_or(said == word, |begin| said.starts_with(begin))
}

macro_rules! tables {
    ($($name:ident = $lines:expr;)*) => {
        $(fn $name() -> &'static Phrases {
            static PHRASES: OnceLock<Phrases> = OnceLock::new();
            PHRASES.get_or_init(|| Phrases::of(&$lines))
        })*
    };
}

tables! {
    subject_table = SUBJECTS;
    choice_table = CHOICES;
    language_table = LANGUAGES;
    level_table = LEVELS;
    unit_table = UNITS;
}

/// The topic of a `both` and of what is between two places.
const HYBRID: Topic = 4;
/// The topics that it joins.
const JOINED: [Topic; 2] = [2, 3];

/// What a text chooses, in other words.
pub(crate) fn choices(text: &str) -> BTreeSet<Topic> {
    let mut found = choice_table().topics(&words_in(text));
    if found.contains(&HYBRID) {
        found.retain(|topic| !JOINED.contains(topic));
    }
    found
}

/// The languages that a text names.
pub(crate) fn languages(text: &str) -> BTreeSet<Topic> {
    // German joins them with what is asked.
    let bare = |word: String| match word.strip_suffix("niveau").or_else(|| word.strip_suffix("kenntnisse")) {
        Some(language) if !language.is_empty() => language.to_owned(),
        _ => word,
    };
    language_table().topics(&words_in(text).into_iter().map(bare).collect::<Vec<_>>())
}

/// How well something is spoken.
pub(crate) fn levels(text: &str) -> BTreeSet<Topic> {
    level_table().topics(&words_in(text))
}

/// Lengths of time that a text names: how many of which unit.
pub(crate) fn durations(text: &str, number: impl Fn(&str) -> Option<f64>) -> Vec<(f64, Topic)> {
    let words = words_in(text);
    let units = unit_table().places(&words);
    units.iter().filter_map(|(at, _, unit)| Some((number(words.get(at.checked_sub(1)?)?)?, *unit))).collect()
}

/// The share of a question's words that a text speaks of, from 0 to 1: by the same word, as `same` tells, or by another of the same topic.
pub(crate) fn covered(question: &str, text: &str, counts: impl Fn(&str) -> bool, same: impl Fn(&str) -> bool) -> f64 {
    let (asked, said) = (words_in(question), words_in(text));
    let tables = [subject_table(), language_table()];
    let mut is_topic = vec![None; asked.len()];
    for table in tables {
        let touched = table.topics(&said);
        for (at, length, topic) in table.places(&asked) {
            for place in is_topic.iter_mut().skip(at).take(length) {
                *place = Some(place.unwrap_or(false) || touched.contains(&topic));
            }
        }
    }
    let mut all = 0.0;
    let mut found = 0.0;
    for (word, topic) in asked.iter().zip(is_topic) {
        if topic.is_none() && (!counts(word) || GENERAL.split('|').any(|general| general == word)) {
            continue;
        }
        all += 1.0;
        found += f64::from(u8::from(topic == Some(true) || same(word)));
    }
    if all > 0.0 { found / all } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn topics_are_the_same_in_four_languages() {
        let share = |question: &str, text: &str| covered(question, text, |word| word.len() > 3, |_| false);
        assert!(share("Do you have a driving licence?", "Führerschein: ja, Klasse B") > 0.9);
        assert!(share("Führerscheinklasse", "Permis de conduire : oui, permis B") > 0.9);
        assert!(share("¿Está dispuesto a trasladarse?", "Willing to relocate: no") > 0.9);
        assert!(share("Do you have a company car?", "Ein eigener Pkw ist vorhanden.") <= 0.5);
        assert!(share("Do you have a driving licence?", "I drive a hard bargain") < 0.1);
        assert_eq!(choices("hybrid work preferred, two days a week at home"), choices("Les deux"));
        assert_eq!(choices("télétravail souhaité"), choices("At home"));
        assert_eq!(languages("Deutsch, Anglais"), languages("English and German"));
        assert_eq!(languages("Englischniveau"), languages("Anglais"));
        assert_eq!(levels("verhandlungssicher"), levels("C1"));
        let number = |word: &str| word.parse().ok();
        assert_eq!(durations("Kündigungsfrist: 6 Wochen", number), durations("6 semaines", number));
        assert_eq!(durations("months", number), []);
    }
}
