//! An order in words of its own: the one control of the page whose name it has, or the one option of a list. Every word counts that is not courtesy or a
//! verb for anything; what the page is about, and what the control's row or list is called by, may be named besides.

use super::likeness::{SAME, best};
use super::question::{before_tail, tongue_of, without_courtesy};
use super::said::Said;
use super::tongues::ALL;
use super::units::{Unit, pointed_at, units};
use crate::page::{Element, Page};
use edith_page::ElementKind;

/// Most words of such an order, and of those that say something.
const MOST_WORDS: usize = 14;
const MOST_CONTENT: usize = 6;
/// How far in front a verb of fetching stands.
const FETCHED_WITHIN: usize = 4;
/// Least letters of a verb's part.
const PART: usize = 6;
/// The least share of a control's name that is said, and by how much the next has to be behind.
const LEAST_SHARE: f32 = 0.5;
const MARGIN: f32 = 0.2;
/// Verbs that stand for whatever the control does.
const ANY_DEED: &[&str] = &[
    "make",
    "mark",
    "set",
    "put",
    "use",
    "choose",
    "pick",
    "select",
    "show",
    "see",
    "open",
    "press",
    "give",
    "let",
    "start",
    "switch",
    "change",
    "turn",
    "view",
    "markiere",
    "setz",
    "setze",
    "stell",
    "stelle",
    "mach",
    "mache",
    "leg",
    "lege",
    "nimm",
    "nehme",
    "wahle",
    "wahlen",
    "zeig",
    "zeige",
    "zeigen",
    "offne",
    "bring",
    "gib",
    "gern",
    "gerne",
    "damit",
    "marque",
    "mets",
    "mettre",
    "prends",
    "choisis",
    "choisir",
    "montre",
    "ouvre",
    "passe",
    "passer",
    "voudrais",
    "veux",
    "aimerais",
    "marca",
    "pon",
    "ponme",
    "ponlo",
    "ponla",
    "quiero",
    "quisiera",
    "gustaria",
    "elige",
    "elegir",
    "muestra",
    "muestrame",
    "ensename",
    "abre",
    "ver",
    "cambia",
    "cambiar",
    "get",
    "fetch",
    "read",
    "lies",
    "lesen",
    "lire",
    "leer",
];
/// Verbs that control names have in another word, under the one that they have.
const DEEDS: &[(&str, &[&str])] = &[("descargar", &["baja", "bajar", "bajame", "bajate"])];
/// What turns an order round.
const NEVER: &[&str] = &[
    "not", "don", "never", "no", "without", "nicht", "kein", "keine", "keinen", "ohne", "nie", "pas", "sans", "jamais",
    "sin", "nunca", "off", "out",
];

/// Whether any of the words turns round what is said.
pub(super) fn is_turned(words: &[String]) -> bool {
    words.iter().any(|word| NEVER.contains(&word.as_str()))
}

/// What an order means on a page.
#[derive(Debug, PartialEq)]
pub(crate) enum Meant<'a> {
    Press(&'a Element),
    /// An option of a list.
    Choose(&'a Element, &'a str),
}

/// What the words mean on this page, if it is one thing only.
pub(crate) fn meant<'a>(page: &'a Page, text: &str) -> Option<Meant<'a>> {
    let Some(words) = ordered(text) else { return refused(page, text) };
    if let Some(link) = opened(page, text, &words) {
        return Some(Meant::Press(link));
    }
    let units = units(page);
    let subject = subject(page, &units);
    let order = Order { words: &words, subject: &subject, units: &units };
    let may = |element: &&Element| !(opens(text) && is_choice(element));
    let pressed = page.elements.iter().filter(may).filter_map(|element| Some((order.press(element, page)?, element)));
    let pressed = clear(pressed.collect());
    let lists = page.elements.iter().filter(|element| element.kind == ElementKind::Select && !element.is_disabled);
    let options = lists.flat_map(|list| list.options.iter().map(move |option| (list, option)));
    let chosen =
        options.filter_map(|(list, option)| Some((order.choose(list, option, page)?, (list, option.as_str()))));
    match (pressed, clear(chosen.collect())) {
        (Some(element), None) => Some(Meant::Press(element)),
        (None, Some((list, option))) => Some(Meant::Choose(list, option)),
        _ => None,
    }
}

/// Something to be ticked or chosen among others.
fn is_choice(element: &Element) -> bool {
    matches!(element.kind, ElementKind::Radio | ElementKind::Checkbox | ElementKind::Switch)
}

/// Whether the words want something opened.
fn opens(text: &str) -> bool {
    const OPENS: &[&str] = &["open", "offne", "offnen", "ouvre", "ouvrez", "ouvrir", "abre", "abreme", "abrir"];
    let said = Said::new(text);
    tongue_of(text)
        .is_some_and(|tongue| said.word(without_courtesy(&said, tongue).0).is_some_and(|verb| OPENS.contains(&verb)))
}

/// The one link that is to be opened by a part of its name, where what it is is not said (`open the Bose one`) or nowhere called so (`the CSV bug`, of
/// what has these capitals in its name).
fn opened<'a>(page: &'a Page, text: &str, words: &[String]) -> Option<&'a Element> {
    const ONES: &[&str] = &["one", "ones"];
    if !opens(text) {
        return None;
    }
    let is_one = Said::new(text).all().last().is_some_and(|last| ONES.contains(&last));
    let is_known = |word: &String| page.elements.iter().any(|element| best(word, &named(&element.label)) >= SAME);
    let kept = match words.split_last() {
        _ if is_one => words,
        Some((last, rest)) if !rest.is_empty() && !is_known(last) => rest,
        _ => return None,
    };
    let is_capital = |word: &String, label: &str| {
        let mut written = label.split(|c: char| !c.is_alphanumeric());
        written.any(|part| part.len() > 1 && part == part.to_uppercase() && part.to_lowercase() == *word)
    };
    let is_it = |element: &&Element| {
        element.kind == ElementKind::Link
            && kept
                .iter()
                .all(|word| best(word, &named(&element.label)) >= SAME && (is_one || is_capital(word, &element.label)))
    };
    let mut found = page.elements.iter().filter(is_it);
    let one = found.next()?;
    found.next().is_none().then_some(one)
}

/// What is on and not wanted any more: `I don't want the newsletter`.
fn refused<'a>(page: &'a Page, text: &str) -> Option<Meant<'a>> {
    const WANTS: &[&str] = &[
        "want", "need", "will", "mochte", "brauche", "veux", "voudrais", "quiero", "necesito", "any", "more",
        "anymore", "longer", "mehr", "plus", "mas",
    ];
    let all: Vec<String> = Said::new(text).all().map(str::to_owned).collect();
    let is_empty = |word: &String| WANTS.contains(&word.as_str()) || NEVER.contains(&word.as_str());
    if all.len() > MOST_WORDS || !is_turned(&all) || !all.iter().any(|word| WANTS.contains(&word.as_str())) {
        return None;
    }
    let words: Vec<String> = all.into_iter().filter(|word| !is_empty(word) && is_telling(word, None)).collect();
    let is_it = |element: &&Element| {
        let name = named(&element.label);
        is_choice(element)
            && element.kind != ElementKind::Radio
            && element.is_checked
            && !element.is_disabled
            && !words.is_empty()
            && name.iter().all(|part| best(part, &words) >= SAME)
            && words.iter().all(|word| best(word, &name) >= SAME)
    };
    let mut found = page.elements.iter().filter(is_it);
    let one = found.next()?;
    found.next().is_none().then_some(Meant::Press(one))
}

/// Whether words that want something brought name what the one control meant does something to: `Download invoice` for the invoice.
pub(crate) fn fetched(page: &Page, text: &str) -> bool {
    const FETCHES: &[&str] = &["get", "fetch", "give", "hol", "hole", "gib", "bring"];
    let is_fetched = Said::new(text).all().take(FETCHED_WITHIN).any(|word| FETCHES.contains(&word));
    let (Some(words), Some(Meant::Press(element))) = (ordered(text).filter(|_| is_fetched), meant(page, text)) else {
        return false;
    };
    let name = named(&element.label);
    let is_said = |word: &String| best(word, &words) >= SAME;
    // The verb stands first, or last where it is German.
    name.len() > 1
        && name.iter().filter(|word| !is_said(word)).count() == 1
        && (name.first().is_some_and(|word| !is_said(word))
            || name.last().is_some_and(|word| word.ends_with("en") && !is_said(word)))
}

/// The best of these, if no other comes near.
fn clear<T: Copy>(mut rated: Vec<(f32, T)>) -> Option<T> {
    edith_page::order::sort_by(&mut rated, |a, b| b.0.total_cmp(&a.0));
    match rated.as_slice() {
        [(_, one)] => Some(*one),
        [(top, one), (next, _), ..] if top - next >= MARGIN => Some(*one),
        _ => None,
    }
}

/// The words of an order that say something, as they are written small; none if it is turned round or too long.
pub(super) fn ordered(text: &str) -> Option<Vec<String>> {
    let said = Said::new(text);
    let tongue = tongue_of(text);
    let (from, to) = tongue.map_or((0, said.len()), |tongue| {
        let from = without_courtesy(&said, tongue).0;
        (from, before_tail(&said, from, tongue))
    });
    let all = said.words(from, to);
    if all.len() > MOST_WORDS || is_turned(&all) {
        return None;
    }
    let all = joined(all, tongue.is_some_and(|tongue| tongue.code == "de"));
    let deed = |word: String| {
        let known = DEEDS.iter().find(|(_, others)| others.contains(&word.as_str()));
        known.map_or(word, |(deed, _)| (*deed).to_owned())
    };
    let telling = all.into_iter().filter(|word| is_telling(word, tongue.map(|tongue| tongue.light)));
    let words: Vec<String> = telling.map(deed).collect();
    (1..=MOST_CONTENT).contains(&words.len()).then_some(words)
}

/// What German sets apart from its verbs.
const APART: &[&str] = &[
    "an", "auf", "aus", "ab", "ein", "zu", "mit", "vor", "nach", "um", "runter", "herunter", "hoch", "hinzu", "weiter",
    "zuruck", "durch",
];

/// The words with a German verb and the part of it that stands last put together: `lade … runter`, `melde … an`.
fn joined(mut words: Vec<String>, is_german: bool) -> Vec<String> {
    let is_apart = is_german && words.len() > 2 && words.last().is_some_and(|last| APART.contains(&last.as_str()));
    // The part of a verb that stands for anything says no more than that.
    if is_apart && words.first().is_some_and(|verb| ANY_DEED.contains(&verb.as_str())) {
        words.pop();
        return words;
    }
    if let Some(apart) = is_apart.then(|| words.pop()).flatten()
        && let Some(verb) = words.first_mut()
    {
        *verb = format!("{apart}{}{}", verb, if verb.ends_with('e') { "n" } else { "en" });
    }
    words
}

fn is_telling(word: &str, light: Option<&[&str]>) -> bool {
    let is_light = match light {
        Some(light) => light.contains(&word),
        None => ALL.iter().any(|tongue| tongue.light.contains(&word)),
    };
    !is_light && !ANY_DEED.contains(&word)
}

/// The words of a name that say something.
fn named(label: &str) -> Vec<String> {
    let all: Vec<String> = Said::new(label).all().map(str::to_owned).collect();
    let telling: Vec<String> = all.iter().filter(|word| is_telling(word, None)).cloned().collect();
    if telling.is_empty() { all } else { telling }
}

/// What the page is about.
fn subject(page: &Page, units: &[Unit]) -> Vec<String> {
    let heading = page.main_heading().map(|(_, heading)| heading).unwrap_or_default();
    let pointed = units.iter().flat_map(pointed_at);
    Said::new(&format!("{heading} {}", page.title)).all().map(str::to_owned).chain(pointed).collect()
}

struct Order<'a> {
    words: &'a [String],
    subject: &'a [String],
    units: &'a [Unit],
}

impl Order<'_> {
    /// How well the words are a control's name; none if they say anything else.
    fn press(&self, element: &Element, page: &Page) -> Option<f32> {
        let kinds = [
            ElementKind::Button,
            ElementKind::Link,
            ElementKind::Tab,
            ElementKind::Menuitem,
            ElementKind::Radio,
            ElementKind::Checkbox,
            ElementKind::Switch,
        ];
        if !kinds.contains(&element.kind) || element.is_disabled || element.is_checked {
            return None;
        }
        let name = named(&element.label);
        if !is_choice(element) {
            return self.covers(&name, &[]).filter(|share| *share >= LEAST_SHARE);
        }
        // What a choice is one of may be named besides, and what kind of thing it is, if the page says nothing of that: `dark mode`.
        let besides = named(&element.context);
        // What stands behind a dash or in brackets explains the choice.
        let head = element.label.split([':', '(', '–', '—']).next().map(named).filter(|head| !head.is_empty());
        let name = head.unwrap_or(name);
        let share = self.covers(&name, &besides).filter(|share| *share >= LEAST_SHARE);
        share.or_else(|| {
            let (kind, words) = self.words.split_last()?;
            let is_last = words
                .last()
                .is_some_and(|word| name.last().is_some_and(|last| best(word, std::slice::from_ref(last)) >= SAME));
            let order = Order { words, ..*self };
            order.covers(&name, &besides).filter(|share| *share >= 1.0 && is_last && !self.is_said(kind, page))
        })
    }

    /// Whether the page says a word anywhere.
    fn is_said(&self, word: &str, page: &Page) -> bool {
        let of_element = |element: &Element| {
            let options = element.options.iter().map(String::as_str);
            options
                .chain([element.label.as_str(), element.context.as_str()])
                .any(|text| best(word, &named(text)) >= SAME)
        };
        self.units.iter().any(|unit| best(word, &unit.own).max(best(word, &unit.around)) >= SAME)
            || page.elements.iter().any(of_element)
    }

    /// How well they are an option of a list, all of which is said but what all the others have, too: the year of months.
    fn choose(&self, list: &Element, option: &str, page: &Page) -> Option<f32> {
        if list.value.as_deref() == Some(option) {
            return None;
        }
        // What stands in the same form is of the same thing.
        let is_beside = |element: &&Element| !list.context.is_empty() && element.context == list.context;
        let beside = page.elements.iter().filter(is_beside).flat_map(|element| named(&element.label));
        let context: Vec<String> =
            named(&format!("{} {}", list.label, list.context)).into_iter().chain(beside).collect();
        let others: Vec<Vec<String>> =
            list.options.iter().filter(|other| *other != option).map(|other| named(other)).collect();
        let is_common = |word: &String| others.len() > 1 && others.iter().all(|other| other.contains(word));
        let telling: Vec<String> = named(option).into_iter().filter(|word| !is_common(word)).collect();
        self.covers(&telling, &context).filter(|share| *share >= 1.0)
    }

    /// The share of a name that is said; none if a word is neither in it nor in what may be named besides, or none is in it.
    fn covers(&self, name: &[String], besides: &[String]) -> Option<f32> {
        // German sets the first part of a verb apart, and others leave one out: `lade … runter`, `herunterladen`.
        let is_part =
            |word: &String, of: &String| word.len() >= PART && of.len() > word.len() && of.ends_with(word.as_str());
        // `druck … aus`, `drucken`
        let is_whole = |word: &String, of: &String| {
            of.len() >= PART && word.strip_suffix(of.as_str()).is_some_and(|apart| APART.contains(&apart))
        };
        let is_verb = |word: &String, of: &String| is_part(word, of) || is_whole(word, of);
        let is_in = |word: &String| best(word, name) >= SAME || name.iter().any(|part| is_verb(word, part));
        let is_kind = |word: &String| {
            self.units.iter().any(|unit| {
                best(word, &unit.around) >= SAME
                    && name.iter().any(|part| self.words.contains(part) && best(part, &unit.label) >= SAME)
            })
        };
        let may = |word: &String| {
            is_in(word) || best(word, besides) >= SAME || best(word, self.subject) >= SAME || is_kind(word)
        };
        // What the page is about does not tell one of its controls from another, unless it is the whole of its name.
        let tells = |word: &String| {
            is_in(word) && (best(word, self.subject) < SAME || name.iter().all(|part| self.words.contains(part)))
        };
        if name.is_empty() || !self.words.iter().any(tells) || !self.words.iter().all(may) {
            return None;
        }
        let is_said =
            |part: &&String| best(part, self.words) >= SAME || self.words.iter().any(|word| is_verb(word, part));
        let said = name.iter().filter(is_said).count();
        Some(said as f32 / name.len() as f32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawn::Drawn;
    use ElementKind::{Button, Link, Select};

    #[test]
    fn an_order_means_the_one_control_that_it_names() {
        let page = Drawn::new("http://x.example/", "Garden tour - Town walks")
            .add(Button, "Book this tour")
            .add(Link, "All tours")
            .add(Button, "Leave a review")
            .add(Link, "Delete my account")
            .add(Select, "Language")
            .options(&["English", "Polish"])
            .value("English")
            .text("## Garden tour\nA walk.")
            .page();
        for (text, expected) in [
            ("I'd love to leave a review", None),
            ("I would like to leave a review", Some("Leave a review")),
            ("book the tour for me please", Some("Book this tour")),
            ("set the language to Polish", Some("Polish")),
            ("do not leave a review", None),
            ("delete the review", None),
            ("cancel my tour", None),
            ("review", Some("Leave a review")),
            ("tour", None),
        ] {
            let got = meant(&page, text).map(|meant| match meant {
                Meant::Press(element) => element.label.clone(),
                Meant::Choose(_, option) => option.to_owned(),
            });
            assert_eq!(got.as_deref(), expected, "{text}");
        }
    }
}
