//! Which language a text is in, told by its most frequent words; what these words are; and how words of that language are stemmed.

use rust_stemmers::{Algorithm, Stemmer};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// A language that search knows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    /// None of the others: words are taken as they are.
    #[default]
    Other,
    /// English.
    En,
    /// German.
    De,
    /// French.
    Fr,
    /// Spanish.
    Es,
    /// Italian.
    It,
    /// Portuguese.
    Pt,
    /// Dutch.
    Nl,
}

impl Language {
    /// What stands before a number's decimals; nothing where the language does not tell.
    pub fn decimal_point(self) -> Option<char> {
        match self {
            Self::En => Some('.'),
            Self::Other => None,
            _ => Some(','),
        }
    }

    /// All that have words of their own.
    pub(super) const KNOWN: [Self; 7] = [Self::En, Self::De, Self::Fr, Self::Es, Self::It, Self::Pt, Self::Nl];

    /// Words that tell it from the others, because they are in almost every text.
    fn frequent_words(self) -> &'static str {
        match self {
            Self::Other => "",
            Self::En => {
                "the of and to in a is that for it as was with be by on not he his but at are this have from or had an they which one were all \
                 their there been has will would if its can do does did what who how when where why than then these those them into some such \
                 so we you i my your our she her him me about any no also may must should could between being"
            }
            Self::De => {
                "der die das und in zu den mit von für auf ist im dem nicht ein eine als auch es an werden aus er hat dass sie nach wird bei \
                 einer um am sind noch wie einem über einen so zum war haben nur oder aber vor zur bis mehr durch man sein wurde sei dieser \
                 diese dieses was wer wo wann welche welcher welches ich wir ihr kein keine des eines"
            }
            Self::Fr => {
                "de la le et les des en un du une que est pour qui dans a par plus pas au sur ne se ce il sont avec son cette aux ou mais \
                 comme leur on nous vous je elle ont été être sa ses ces quel quelle quels quelles quoi où quand comment l d s n c"
            }
            Self::Es => {
                "de la que el en y a los se del las un por con no una su para es al lo como más o pero sus le ha me si sin sobre este ya \
                 entre cuando todo esta ser son también fue había era muy hasta desde qué cuál quién dónde cuándo cómo cuánto"
            }
            Self::It => {
                "di e il la che in un a per è una sono con non del si da le dei come i nel alla più lo della gli al ma ha anche o delle se \
                 su nella dal ai questo questa essere stato era cosa chi dove quando quale quali quanto"
            }
            Self::Pt => {
                "de a o que e do da em um para com não uma os no se na por mais as dos como mas ao ele das à seu sua ou quando muito nos já \
                 eu também só pelo pela até isso ela entre depois sem mesmo aos ser são foi qual quem onde quanto"
            }
            Self::Nl => {
                "de en van het een in is dat op te zijn met voor die niet aan er om ook als door maar bij of uit nog naar heeft worden over \
                 dan wordt deze tot hij was ze wat wie waar wanneer welke hoe haar hun dit geen"
            }
        }
    }

    /// Words that say nothing about what a text is about.
    pub(super) fn stop_words(self) -> &'static [&'static str] {
        self.code().and_then(stop_words::lookup).unwrap_or_default()
    }

    /// Whether a question only asks with this word.
    pub(super) fn is_asking_word(self, word: &str) -> bool {
        self.asking_words().split_ascii_whitespace().any(|asking| asking == word)
    }

    /// Words by which a question asks (`which documents describe …`), in the forms that people use. They say what is wanted, not what it is about, but
    /// in a document they may be what it is about.
    fn asking_words(self) -> &'static str {
        match self {
            Self::En => {
                "article articles paper papers document documents text texts describe describes described describing discuss discusses \
                 discussed discussing explain explains explained explaining interested find finds give gives given giving list lists show \
                 shows tell tells please concerning dealing regarding related exist exists"
            }
            Self::De => {
                "artikel dokument dokumente dokumenten text texte beschreibe beschreibt beschreiben beschrieben erkläre erklärt erklären \
                 erläutere erläutert finde finden gib gibt geben nenne nennt nennen liste zeige zeigt zeigen sage sagt bitte betreffend \
                 bezüglich handelt"
            }
            Self::Fr => {
                "article articles document documents texte textes décris décrit décrire décrivez explique expliquer expliquez trouve \
                 trouver trouvez donne donner donnez liste lister montre montrer montrez dis dit dire dites concernant existe"
            }
            Self::Es => {
                "artículo artículos documento documentos texto textos describe describir explica explicar encuentra encontrar da dar \
                 lista listar muestra mostrar di dice decir existe existen"
            }
            Self::It => {
                "articolo articoli documento documenti testo testi descrivi descrive descrivere spiega spiegare trova trovare dai dare \
                 elenca elencare mostra mostrare dimmi dice dire riguardante esiste esistono"
            }
            Self::Pt => {
                "artigo artigos documento documentos texto textos descreve descrever explica explicar encontra encontrar dá dar lista \
                 listar mostra mostrar diz dizer existe existem"
            }
            Self::Nl => {
                "artikel artikelen document documenten tekst teksten beschrijf beschrijft beschrijven verklaar leg uitleggen vind vinden \
                 geef geeft geven noem noemt lijst toon tonen zeg zegt betreffende bestaat bestaan"
            }
            Self::Other => "",
        }
    }

    /// Its code of two letters (ISO 639-1).
    fn code(self) -> Option<&'static str> {
        Some(match self {
            Self::Other => return None,
            Self::En => "en",
            Self::De => "de",
            Self::Fr => "fr",
            Self::Es => "es",
            Self::It => "it",
            Self::Pt => "pt",
            Self::Nl => "nl",
        })
    }

    pub(crate) fn is_stop_word(self, word: &str) -> bool {
        self.stop_words().contains(&word)
    }

    fn algorithm(self) -> Option<Algorithm> {
        Some(match self {
            Self::Other => return None,
            Self::En => Algorithm::English,
            Self::De => Algorithm::German,
            Self::Fr => Algorithm::French,
            Self::Es => Algorithm::Spanish,
            Self::It => Algorithm::Italian,
            Self::Pt => Algorithm::Portuguese,
            Self::Nl => Algorithm::Dutch,
        })
    }

    pub(super) fn stemmer(self) -> Option<Stemmer> {
        self.algorithm().map(Stemmer::create)
    }
}

/// Counts words that tell a language, over as many texts as there are.
#[derive(Debug, Clone, Default)]
pub(super) struct Telling {
    counts: HashMap<Language, u32>,
    words: u32,
}

/// After so many words the language is decided.
const ENOUGH: u32 = 2_000;

impl Telling {
    pub(super) fn add(&mut self, text: &str) {
        for word in text.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()) {
            if self.words >= ENOUGH {
                return;
            }
            self.words += 1;
            let word = word.to_lowercase();
            for language in Language::KNOWN {
                if language.frequent_words().split_ascii_whitespace().any(|frequent| frequent == word) {
                    *self.counts.entry(language).or_default() += 1;
                }
            }
        }
    }

    /// The language with most of its words there, if they are one in ten.
    pub(super) fn language(&self) -> Language {
        let best = Language::KNOWN.iter().max_by_key(|language| self.counts.get(language).copied().unwrap_or_default());
        let Some(best) = best else { return Language::Other };
        let count = self.counts.get(best).copied().unwrap_or_default();
        if count > 0 && count * 10 >= self.words { *best } else { Language::Other }
    }
}

/// The language of one text.
pub fn language_of(text: &str) -> Language {
    let mut telling = Telling::default();
    telling.add(text);
    telling.language()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_are_told() {
        for (text, language) in [
            ("The tenant pays the rent before the third day of the month.", Language::En),
            ("Der Mieter zahlt die Miete vor dem dritten Tag des Monats.", Language::De),
            ("Le locataire paie le loyer avant le troisième jour du mois.", Language::Fr),
            ("El inquilino paga la renta antes del tercer día del mes.", Language::Es),
            ("Il conduttore paga il canone e le spese della casa con la banca.", Language::It),
            ("O inquilino não paga a renda ao senhorio em dinheiro mas com cheque.", Language::Pt),
            ("De huurder betaalt de huur voor het einde van de maand.", Language::Nl),
            ("Bérlő fizeti bérleti díjat harmadik nap előtt", Language::Other),
            ("12 345 %", Language::Other),
        ] {
            assert_eq!(language_of(text), language, "{text}");
        }
    }
}
