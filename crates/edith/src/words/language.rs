//! Which language is spoken, and the core's sentences in it.

use clap::ValueEnum;
use edith_words::Catalogue;

/// The languages of the person.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Language {
    #[value(name = "en")]
    English,
    #[value(name = "de")]
    German,
    #[value(name = "fr")]
    French,
    #[value(name = "es")]
    Spanish,
}

/// What says which language a person has, the first that says anything.
const VARIABLES: [&str; 3] = ["LC_ALL", "LC_MESSAGES", "LANG"];

impl Language {
    /// All of them.
    pub(crate) const ALL: [Self; 4] = [Self::English, Self::German, Self::French, Self::Spanish];

    /// As the core and pages name it.
    pub(crate) fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::German => "de",
            Self::French => "fr",
            Self::Spanish => "es",
        }
    }

    /// The core's words in it; English ones are in the code.
    fn catalogue(self) -> Catalogue {
        let messages = match self {
            Self::English => "{}",
            Self::German => include_str!("../../../../extension/_locales/de/messages.json"),
            Self::French => include_str!("../../../../extension/_locales/fr/messages.json"),
            Self::Spanish => include_str!("../../../../extension/_locales/es/messages.json"),
        };
        Catalogue::read(self.code(), messages)
    }

    /// The one that is named, else the environment's, else English.
    pub(crate) fn wanted(named: Option<Self>, variable: impl Fn(&str) -> Option<String>) -> Self {
        let said = || VARIABLES.iter().find_map(|name| variable(name).filter(|value| !value.is_empty()));
        named.or_else(|| Self::of_locale(&said()?)).unwrap_or(Self::English)
    }

    /// That of a locale such as `de_AT.UTF-8`; none: it is none of them, as `C` is.
    fn of_locale(locale: &str) -> Option<Self> {
        let language = locale.split(['_', '-', '.', '@']).next().unwrap_or_default().to_ascii_lowercase();
        Self::ALL.into_iter().find(|one| one.code() == language)
    }

    /// Speaks it from now on, on this thread. The plain commands answer in the language of the task, whichever is spoken.
    pub(crate) fn speak(self) {
        Self::ALL.into_iter().filter(|one| *one != self).for_each(|other| edith_words::know(other.catalogue()));
        edith_words::speak(self.catalogue());
    }

    /// The one that is spoken.
    pub(crate) fn spoken() -> Self {
        let spoken = edith_words::language();
        Self::ALL.into_iter().find(|one| one.code() == spoken).unwrap_or(Self::English)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_counts_before_the_environment_and_that_in_its_order() {
        let wanted = |named, all: &[(&str, &str)]| {
            Language::wanted(named, |name| {
                all.iter().find(|(one, _)| *one == name).map(|(_, value)| (*value).to_owned())
            })
        };
        for (named, all, expected) in [
            (None, &[][..], Language::English),
            (None, &[("LANG", "de_DE.UTF-8")][..], Language::German),
            (None, &[("LANG", "de_DE.UTF-8"), ("LC_MESSAGES", "fr_CA@euro")], Language::French),
            (None, &[("LANG", "de_DE"), ("LC_ALL", "es")], Language::Spanish),
            (None, &[("LANG", "de_DE"), ("LC_ALL", "")], Language::German),
            (None, &[("LANG", "de_DE"), ("LC_ALL", "C.UTF-8")], Language::English),
            (None, &[("LANG", "ja_JP.UTF-8")], Language::English),
            (None, &[("LANG", "eo")], Language::English),
            (Some(Language::French), &[("LC_ALL", "de_DE")], Language::French),
        ] {
            assert_eq!(wanted(named, all), expected, "{named:?} {all:?}");
        }
    }
}
