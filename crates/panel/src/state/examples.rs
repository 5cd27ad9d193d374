//! One-click tasks of the first page: those that fit the page beside the panel.

use super::here::Kind;
use crate::state::text::key;

/// What a tile does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Act {
    /// Starts this task.
    Task(&'static str),
    /// Puts these words into the composer, to be ended by the person.
    Begin(&'static str),
    /// Fills in the page's form.
    Form,
    /// Adds the page as a document, to ask about it.
    Attach,
    /// Chooses files to ask about.
    Files,
}

/// A one-click task.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Example {
    /// A key of the catalogue.
    pub title: &'static str,
    /// What it does.
    pub act: Act,
}

const fn task(title: &'static str, words: &'static str) -> Example {
    Example { title, act: Act::Task(words) }
}

const FILES: Example = Example { title: key("example_documents"), act: Act::Files };
const FORM: Example = Example { title: key("fill_form"), act: Act::Form };
const ATTACH: Example = Example { title: key("example_ask_document"), act: Act::Attach };
const SUM_UP: Example = task(key("example_sum_up"), key("example_sum_up"));
const COMPARE: Example = task(key("example_compare"), key("example_compare"));
/// The tiles for a kind of page. Without a model only what the interpreter understands, in its words. `language` is the pages' one, as a code.
pub fn examples(kind: Kind, has_model: bool, language: &str) -> Vec<Example> {
    let begin = |title: &'static str| Example { title, act: Act::Begin(title) };
    let plain = |title, english, german, french, spanish| {
        let words = match language {
            "de" => german,
            "fr" => french,
            "es" => spanish,
            _ => english,
        };
        task(title, words)
    };
    let read = plain(key("example_read"), "Read the page", "Lies die Seite", "Lis la page", "Lee la página");
    let tabs =
        plain(key("example_tabs"), "List the tabs", "Liste die Tabs auf", "Liste les onglets", "Lista las pestañas");
    let look = plain(
        key("example_look"),
        "Go to en.wikipedia.org, search for Ada Lovelace, then read the page",
        "Geh zu de.wikipedia.org, suche nach Ada Lovelace, dann lies die Seite",
        "Va sur fr.wikipedia.org, cherche Ada Lovelace, puis lis la page",
        "Ve a es.wikipedia.org, busca Ada Lovelace, luego lee la página",
    );
    if !has_model {
        let sum_up = plain(
            key("example_sum_up"),
            "Sum up this page",
            "Fasse diese Seite zusammen",
            "Résume cette page",
            "Resume esta página",
        );
        let compare = plain(
            key("example_compare"),
            "Compare the prices",
            "Vergleiche die Preise",
            "Compare les prix",
            "Compara los precios",
        );
        return match kind {
            Kind::None => vec![look, tabs, FILES],
            Kind::Article | Kind::Talk => vec![sum_up, read, FILES],
            Kind::Form => vec![FORM, read, FILES],
            Kind::Shop => vec![compare, read, FILES],
            Kind::Document => vec![ATTACH, FILES],
            Kind::Page => vec![read, tabs, FILES],
        };
    }
    match kind {
        Kind::None => vec![look, tabs, FILES],
        Kind::Article => vec![SUM_UP, begin(key("example_say_about")), FILES],
        Kind::Talk => {
            vec![
                task(key("example_sum_up_talk"), key("example_sum_up_talk")),
                task(key("example_answer"), key("example_answer_task")),
                begin(key("example_say_about")),
            ]
        }
        Kind::Form => vec![FORM, task(key("example_needed"), key("example_needed")), FILES],
        Kind::Shop => vec![COMPARE, begin(key("example_cheapest")), begin(key("example_say_about"))],
        Kind::Document => vec![ATTACH, FILES],
        Kind::Page => vec![SUM_UP, begin(key("example_say_about")), FILES],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KINDS: [Kind; 7] =
        [Kind::None, Kind::Article, Kind::Form, Kind::Shop, Kind::Document, Kind::Talk, Kind::Page];

    #[test]
    fn each_kind_of_page_has_tasks_of_its_own() {
        for has_model in [false, true] {
            for (at, kind) in KINDS.into_iter().enumerate() {
                let tiles = examples(kind, has_model, "en");
                assert!((2..=3).contains(&tiles.len()), "{kind:?}");
                let first = tiles[0].title;
                let others = KINDS.iter().take(at).filter(|other| examples(**other, has_model, "en")[0].title == first);
                let same: Vec<_> = others.collect();
                assert!(same.len() <= 1, "{kind:?} begins as {same:?}");
            }
        }
        assert_eq!(examples(Kind::Form, true, "de")[0].act, Act::Form);
        assert_eq!(examples(Kind::Document, false, "de")[0].act, Act::Attach);
    }

    #[test]
    fn without_a_model_nothing_is_offered_that_needs_one() {
        for kind in KINDS {
            for (language, tile) in ["en", "de", "fr", "es"]
                .into_iter()
                .flat_map(|one| examples(kind, false, one).into_iter().map(move |tile| (one, tile)))
            {
                assert!(!matches!(tile.act, Act::Begin(_)), "{tile:?}");
                if let Act::Task(words) = tile.act {
                    // Words, not a key whose text may be in a language that is not understood.
                    assert!(words.contains(' '), "{language}: {tile:?}");
                }
            }
        }
    }
}
