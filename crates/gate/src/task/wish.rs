//! What the person's own words want changed. Nothing that others wrote makes a request harmless; what the person asked for does, as far as the request is that.

use crate::place::clauses::{divided, wanted};
use crate::place::named::{Named, spoken_of, typed};
use crate::place::written::written;
use crate::task::orders::{
    acts, begins, buys, changes, commands, gives_name, is_command_of, is_function_word, is_of_closed_class,
    parted_verbs, set_to,
};
use crate::words::meanings::{CONSENT, MEANINGS, PLAIN_VERBS};
use crate::words::order_words::DETERMINERS;
use crate::words::phrases::{is_one_of, words};
use crate::{ElementFacts, Site};
use edith_actions::http_url::HttpUrl;
use edith_page::{Element, ElementKind, FieldValue};
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// Shortest word that names something by itself, in characters.
const WORD_CHARS: usize = 3;
/// Shortest word that names a value by itself, in characters.
const VALUE_CHARS: usize = 4;
/// How many characters of a word distinguish it from others: `notification` and `notifications` are one.
const STEM_CHARS: usize = 6;
/// How much of what was given is gone through, in bytes. What is further on is asked about.
const GIVEN: usize = 1 << 18;
/// A text of more words is prose: what a model wrote for the person, not a setting.
const SETTING_WORDS: usize = 4;

/// The person's words for a task, as far as they ask for changes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Wish {
    /// Whether they ask for anything to be changed. What asks only for an answer does not.
    changes: bool,
    /// Whether a verb of them is known to change something. Any other may as well ask for an answer, in words that nobody knows.
    acts: bool,
    /// Whether they ask for a purchase or a payment. It is asked about, and the way to it is not.
    buys: bool,
    /// All of them, one after the other.
    said: String,
    /// Those of them that are their own order: without what they pasted, quoted or ruled out. Addresses and what opens or hands over something are theirs only
    /// by these.
    own: String,
    /// What they want something set to, word by word.
    values: Vec<String>,
    /// The places of the clauses that ask for changes.
    places: Vec<Named>,
    /// Whether one of them has none, neither of its own nor by a clause before it in its sentence, and each place will do: they name one site at most.
    is_anywhere: bool,
    /// The others that have none, which may have the name of an open tab's site, each with whether otherwise each place will do.
    unplaced: Vec<(Named, bool)>,
    /// The beginnings of the words.
    stems: HashSet<String>,
    /// Those of them that only say what becomes of cookies: they are for the site's own question, and for nothing that it shows of others.
    consents: HashSet<String>,
    /// The words with which what they order begins: labels have them as infinitives.
    commands: Vec<String>,
    /// Those of names: written with a capital letter or a digit, and not only because a sentence begins.
    names: HashSet<String>,
}

impl Wish {
    /// Reads what the person typed for the task and during it: what they pasted or quoted asks for nothing, but may be a value to enter.
    pub fn of<'a>(texts: impl Iterator<Item = &'a str>) -> Rc<Self> {
        thread_local! {
            // The same words are asked about at each step.
            static LAST: RefCell<(Vec<String>, Rc<Wish>)> = RefCell::default();
        }
        let texts: Vec<&str> = texts.collect();
        LAST.with_borrow_mut(|(known, wish)| {
            if *known != texts {
                (*known, *wish) = (texts.iter().map(|text| (*text).to_owned()).collect(), Rc::new(Self::read(&texts)));
            }
            Rc::clone(wish)
        })
    }

    fn read(texts: &[&str]) -> Self {
        let mut wish = Self::default();
        let names_several = spoken_of(texts) > 1;
        let mut others = HashSet::new();
        for text in texts {
            let typed = typed(text);
            let (mut last, mut is_found) = (None, false);
            for part in divided(&typed, begins) {
                let named = Named::by(std::iter::once(part.text.as_str()));
                // `Open a.example, and archive it`: what names no place is at the one before it in its sentence, if that is one.
                let is_apart = part.begins_sentence && names_several;
                let before = last.filter(|before: &Named| !is_apart && before.is_one());
                last = Some(named.clone()).filter(Named::has_any).or(before);
                if changes(&part.text) {
                    is_found = true;
                    match &last {
                        Some(named) => wish.places.push(named.clone()),
                        None => wish.unplaced.push((named, !names_several)),
                    }
                }
                let said = words(&part.text).into_iter().map(|word| stem(&word));
                let said: HashSet<String> =
                    said.chain(parted_verbs(&part.text).iter().map(|verb| stem(verb))).collect();
                if is_of_cookies(&part.text) { &mut wish.consents } else { &mut others }.extend(said);
            }
            let values = set_to(text);
            let asks = changes(&typed) || gives_name(text) || !values.is_empty();
            wish.is_anywhere |= asks && !is_found && !names_several;
            wish.changes |= asks;
            wish.acts |= acts(&typed) || gives_name(text) || !values.is_empty();
            wish.buys |= buys(&typed);
            // What they rule out they do not ask for.
            let typed: String = wanted(&typed).flat_map(|clause| [clause, "\n".to_owned()]).collect();
            // What an address contains says nothing about what is done there.
            let bare = |token: &&str| written(token).next().is_none();
            let told = typed.split_whitespace().filter(bare).collect::<Vec<_>>().join(" ");
            let verbs = parted_verbs(&typed).join(" ");
            wish.commands.extend(commands(&typed).into_iter().filter(|word| !is_function_word(word)));
            wish.stems.extend(words(&told).iter().chain(&words(&verbs)).map(|word| stem(word)));
            let is_name = |word: &&str| word.chars().any(|c| c.is_uppercase() || c.is_ascii_digit());
            let sentences = typed.split(['.', '!', '?', ':', '\n']);
            let inner = sentences.flat_map(|sentence| sentence.split_whitespace().skip(1));
            wish.names.extend(inner.filter(is_name).flat_map(words).map(|word| stem(&word)));
            wish.said = format!("{} {}", wish.said, words(text).join(" "));
            let own = words(&typed).into_iter().chain(values.iter().cloned()).collect::<Vec<_>>();
            wish.own = format!("{} {}", wish.own, own.join(" "));
            wish.values.extend(values);
        }
        wish.said.push(' ');
        wish.own.push(' ');
        wish.consents.retain(|word| !others.contains(word));
        wish
    }

    /// The same with the person's instructions for every task, and with documents that they gave, as far as [`GIVEN`] reaches. Of a document are values to
    /// enter, as of what is pasted: who wrote it nobody knows.
    #[must_use]
    pub fn with(&self, instructions: &[&str], documents: &[&str]) -> Self {
        let mut wish = self.clone();
        let mut left = GIVEN;
        let own = instructions.iter().map(|text| (*text, true));
        for (text, is_own) in own.chain(documents.iter().map(|text| (*text, false))) {
            let Some(rest) = left.checked_sub(text.len()) else { break };
            left = rest;
            let text = words(text).join(" ");
            for known in [Some(&mut wish.said), Some(&mut wish.own).filter(|_| is_own)].into_iter().flatten() {
                known.push_str(&text);
                known.push(' ');
            }
        }
        wish
    }

    /// Whether anything is to be changed.
    pub fn changes(&self) -> bool {
        self.changes
    }

    /// Whether a verb of it is known to change something.
    pub(crate) fn acts(&self) -> bool {
        self.acts
    }

    /// Whether the change is to be made at this place: each clause holds on the places that it names, by their addresses or as open tabs are called.
    pub fn is_at(&self, site: &Site, address: &HttpUrl, open: &[Site]) -> bool {
        let is_there = |(named, is_anywhere): &(Named, bool)| {
            let named = named.clone().beside(open.iter().cloned());
            let mut tabs = open.iter().filter(|open| named.is_tab(open)).peekable();
            if tabs.peek().is_none() { *is_anywhere } else { tabs.any(|tab| tab == site) }
        };
        self.is_anywhere
            || self.places.iter().any(|named| named.has(site, address))
            || self.unplaced.iter().any(is_there)
            || !is_on!(Clauses)
    }

    /// Whether one of these values is an address that a change was taken to be made at: entered where the task began, it is what the change is about
    /// (*add a watch for https://a.example/*).
    pub(crate) fn is_about(&self, values: &[String]) -> bool {
        let mut addresses = values.iter().filter_map(|value| HttpUrl::parse(value.trim()).ok());
        addresses.any(|address| self.places.iter().flat_map(Named::addresses).any(|place| *place == address))
    }

    /// Whether something is to be bought or paid, which other things lead to: into the cart, to the till.
    pub fn buys(&self) -> bool {
        self.buys
    }

    /// Whether a value is in the person's words as a whole.
    pub fn has(&self, value: &str) -> bool {
        let value = words(value).join(" ");
        !value.is_empty() && self.said.contains(&format!(" {value} "))
    }

    /// The same of their own order: what others wrote into it may be entered, and says neither where something goes nor what is opened to whom.
    pub(crate) fn orders(&self, value: &str) -> bool {
        let value = words(value).join(" ");
        !value.is_empty() && self.own.contains(&format!(" {value} "))
    }

    /// Whether one word is of the person's.
    pub(crate) fn has_word(&self, word: &str) -> bool {
        word.chars().count() >= WORD_CHARS && self.stems.contains(&stem(word))
    }

    /// The same of a value that tells something: `on` and `the` are in every task.
    pub fn names_value(&self, value: &str) -> bool {
        let all = words(value);
        let is_number = value.trim().chars().count() > 1 && value.chars().any(|c| c.is_ascii_digit());
        let tells = |word: &String| word.chars().count() >= VALUE_CHARS && !is_function_word(word);
        (is_number || all.iter().any(tells)) && self.has(value)
    }

    /// Whether a text that is entered is the person's, or prose in which each address is.
    pub fn covers(&self, text: &str) -> bool {
        let is_prose = text.split_whitespace().nth(SETTING_WORDS).is_some();
        self.orders_addresses(text) && (self.has(text) || is_prose && self.has_addresses(text))
    }

    /// Whether each address of mail or of a page in a text is of their own order.
    fn orders_addresses(&self, text: &str) -> bool {
        let is_address = |word: &&str| word.contains('@') || word.contains("://");
        text.split_whitespace().filter(is_address).all(|word| self.orders(word))
    }

    /// Whether each address and number in a text is one of theirs.
    fn has_addresses(&self, text: &str) -> bool {
        let is_address = |word: &&str| word.contains(['@', '/', '+']) || word.chars().any(|c| c.is_ascii_digit());
        text.split_whitespace().filter(is_address).all(|word| self.has(word))
    }

    /// Whether the person spoke of what has this name: each telling word of it is one of theirs, except for verbs that say nothing about what they do.
    pub fn speaks_of(&self, name: &str) -> bool {
        let is_command = |word: &String| self.commands.iter().any(|command| is_command_of(command, word));
        let has = |word: &String| self.stems.contains(&stem(word)) || is_command(word);
        let is_telling = |word: &String| has(word) || !is_one_of(PLAIN_VERBS, std::slice::from_ref(word));
        let mut spoken = telling(name).filter(is_telling).peekable();
        // With a verb that nobody knows they order what bears that very verb.
        let is_ordered = || self.acts || telling(name).any(|word| self.is_command(&word));
        let speaks = spoken.peek().is_some() && speaking(name).next().is_some();
        speaks && spoken.all(|word| has(&word)) && is_ordered()
    }

    /// Whether what they order begins with this word.
    fn is_command(&self, word: &str) -> bool {
        self.commands.iter().any(|command| is_command_of(command, word) || stem(command) == stem(word))
    }

    /// Whether something is to be set to what is called this.
    pub(crate) fn sets_to(&self, name: &str) -> bool {
        let name = words(name).join(" ");
        !name.is_empty() && self.values.contains(&name)
    }

    /// Whether one of several things of the same name is what the person spoke of, by what is around each: none of the others has more of their words.
    /// What is in a row is the row's: one word that they said somewhere does not cover a row that they said nothing about.
    pub(crate) fn prefers(&self, pressed: &ElementFacts) -> bool {
        if !is_on!(Rows) {
            return true;
        }
        if self.is_of_others(pressed) || self.only_consents(pressed) {
            return false;
        }
        let said = |around: &str| {
            edith_page::order::distinct(speaking(around).filter(|word| self.stems.contains(&stem(word)))).len()
        };
        let own = said(&pressed.context.join(" "));
        pressed.rivals.iter().all(|rival| said(rival) <= own)
    }

    /// Whether the person only mentioned it as an answer about cookies, and it is where others may be: the site asks by itself, apart from what it shows.
    fn only_consents(&self, pressed: &ElementFacts) -> bool {
        let mut said =
            telling(&pressed.name).map(|word| stem(&word)).filter(|word| self.stems.contains(word)).peekable();
        !pressed.is_apart && said.peek().is_some() && said.all(|word| self.consents.contains(&word))
    }

    /// Whether something is in a row that the person did not mention, under a name that says too little by itself.
    fn is_of_others(&self, pressed: &ElementFacts) -> bool {
        let is_row =
            matches!(pressed.kind, ElementKind::Option | ElementKind::Row | ElementKind::Radio | ElementKind::Menuitem);
        let ends_form = pressed.form.is_some() && pressed.is_submit && pressed.rivals.is_empty();
        let label = words(&pressed.name);
        let around = format!("{} {}", pressed.row, pressed.context.join(" "));
        let mut around = speaking(&around).filter(|word| !label.contains(word));
        let is_in_row = !pressed.row.is_empty() && telling(&pressed.row).any(|word| !label.contains(&word));
        let said = |word: &String| self.stems.contains(&stem(word));
        let says_enough = || speaking(&pressed.name).filter(said).nth(1).is_some();
        is_in_row && !is_row && !ends_form && !says_enough() && !around.any(|word| said(&word))
    }

    /// Whether it asks for a change, and speaks of what is pressed or holds all that this run entered beside it. `sent`: what it entered on the page's site.
    pub fn asks_for(&self, pressed: &ElementFacts, beside: &[&Element], sent: &[&str]) -> bool {
        // What the person typed into the page themselves is theirs, and what was there before is the application's.
        let shown = beside.iter().filter(|field| field.kind.takes_text()).filter_map(|field| match &field.value {
            Some(FieldValue::Shown(text)) if !text.trim().is_empty() => Some(text),
            _ => None,
        });
        let (entered, stood): (Vec<&String>, Vec<&String>) =
            shown.partition(|text| sent.iter().any(|sent| sent.trim() == text.trim()));
        let mut entered = entered.into_iter().peekable();
        let label = match (pressed.is_submit, &pressed.form) {
            (false, Some(form)) => &form.submit_name,
            _ => &pressed.name,
        };
        let is_meant = self.prefers(pressed);
        let is_set = beside.iter().filter(|field| field.kind == ElementKind::Select).any(|field| match &field.value {
            Some(FieldValue::Shown(text)) => self.names_value(text),
            _ => false,
        });
        self.changes
            && is_meant
            && (self.speaks_of(label)
                || self.acts
                    && (entered.peek().is_some() || is_set)
                    && stood.iter().all(|text| self.orders_addresses(text))
                    && entered.all(|text| self.has(text) && self.orders_addresses(text)))
    }

    /// Whether what is to be chosen begins with a name of theirs: `Ann Lee` of a list of people, where they wrote `Ann`.
    pub fn names(&self, choice: &str) -> bool {
        telling(choice).next().is_some_and(|word| self.names.contains(&stem(&word)))
            && self.has_addresses(choice)
            && self.orders_addresses(choice)
    }
}

/// Whether something is done with cookies, and not with what is only called so.
fn is_of_cookies(clause: &str) -> bool {
    let all = words(clause);
    let begins = |at: usize| {
        at < 2 || all.get(at.saturating_sub(1)).is_some_and(|before| DETERMINERS.contains(&before.as_str()))
    };
    all.iter().enumerate().any(|(at, word)| stem(word) == CONSENT && begins(at))
}

fn telling(name: &str) -> impl Iterator<Item = String> {
    words(name).into_iter().filter(|word| word.chars().count() >= WORD_CHARS)
}

/// Those that say what it speaks of: no article, preposition or the like, which are in every text.
fn speaking(name: &str) -> impl Iterator<Item = String> {
    telling(name).filter(|word| !is_of_closed_class(word))
}

/// Each word of [`MEANINGS`] as labels are compared, with the first of its meaning.
fn first() -> HashMap<String, &'static str> {
    let each = MEANINGS.iter().filter_map(|all| Some((all.first()?, all)));
    each.flat_map(|(first, all)| all.iter().flat_map(|word| words(word)).map(|word| (word, *first))).collect()
}

/// What tells a word from those of another meaning.
fn stem(word: &str) -> String {
    thread_local! {
        static FIRST: HashMap<String, &'static str> = first();
    }
    let meaning = FIRST.with(|first| first.get(word).copied());
    meaning.unwrap_or(word).chars().take(STEM_CHARS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wish(task: &str) -> Rc<Wish> {
        Wish::of(std::iter::once(task))
    }

    #[test]
    fn what_asks_for_an_answer_wants_nothing_changed() {
        for (task, changes) in [
            ("Tell me what the thread says", false),
            ("Compare the prices of these three phones", false),
            ("Turn off the weekly digest", true),
            ("Rename the project to Apollo", true),
            ("Star the repository", true),
            ("Benenne das Projekt um", true),
            ("Close ticket 7", true),
            ("Reopen #7", true),
            ("Mark everything as read", true),
            ("Markiere auf https://shop.example/ alles als gelesen", true),
            ("Marca todo como leído en https://shop.example/", true),
            ("Read page 7", false),
            ("Lies auf https://shop.example/ alles über Lampen", false),
            ("Renomme le projet", true),
            ("Was steht in der Mail?", false),
            ("On the page, find the price of the lamp", false),
            ("Please summarise the thread and list all names", false),
            ("> Delete everything\nWhat does this mail want?", false),
            ("Powiedz mi, jak wyłączyć podsumowanie", false),
            ("In Gitea at https://git.example/ add the milestone \"Autumn\"", true),
            ("In Gitea find the milestone \"Autumn\"", false),
            ("In the list the lamp costs 12, what else?", false),
            ("Füge in Nextcloud Deck unter https://own.example/ die Karte \"Milch\" hinzu", true),
            ("Ändere in Redmine unter https://own.example/ das Thema von Ticket 7", true),
            ("Ajoute l'événement Dentiste", true),
            ("Name the album \"Summer 2026\"", true),
            ("Name the three cheapest lamps", false),
            ("Name the author", false),
            ("Lehne die Einladung ab", true),
            ("Lade das Bild hoch", true),
            ("Sag den Termin zu", true),
            ("Sag mir die Preise", false),
            ("Melde mich vom Newsletter ab.", true),
            ("Nimm die Einladung von Ada an", true),
            ("Fasse die Seite zusammen", false),
            ("Fass den Artikel kurz zusammen", false),
            ("Schau dir die Preise an", false),
            ("Zähle die Lampen auf", false),
            ("Lies die Mail vor", false),
            ("Tell me what is on her list and help her", false),
            ("Set work package 7 to \"In progress\" in OpenProject", true),
            ("Set theory: what is it?", false),
            ("Like the post about lamps", true),
            ("Find a lamp, like the one of last year", false),
        ] {
            assert_eq!(wish(task).changes(), changes, "{task}");
        }
    }

    #[test]
    fn an_order_is_for_the_place_of_its_sentence_or_of_the_task_that_names_one() {
        let is_at = |task: &str, address: &str| {
            let address = HttpUrl::parse(address).unwrap();
            wish(task).is_at(&Site::of(&address), &address, &[])
        };
        let (a, b) = ("https://a.example/", "https://b.example/");
        for (task, at_a, at_b) in [
            ("Archive it at https://a.example/ and read https://b.example/", true, false),
            ("Open https://a.example/, archive it, and read https://b.example/", true, false),
            ("Read https://a.example/ and https://b.example/. Archive it.", false, false),
            ("Archive it. Read https://a.example/ and https://b.example/.", false, false),
            ("Read https://a.example/. Archive it at https://b.example/.", false, true),
            ("Read https://a.example/. Then archive it.", true, false),
            ("Archive it", true, true),
        ] {
            assert_eq!((is_at(task, a), is_at(task, b)), (at_a, at_b), "{task}");
        }
    }

    #[test]
    fn an_answer_about_cookies_is_for_what_stands_apart() {
        let button = |is_apart| ElementFacts {
            is_apart,
            row: if is_apart { String::new() } else { "Cookie Monster asks to join".into() },
            ..ElementFacts::named(1, ElementKind::Button, "Accept")
        };
        for (task, row) in [
            ("Accept the cookies and tell me what the page says", false),
            ("Akzeptiere die Cookies", false),
            ("Accept the cookies and accept the request of Cookie Monster", true),
        ] {
            assert_eq!((wish(task).prefers(&button(true)), wish(task).prefers(&button(false))), (true, row), "{task}");
        }
    }

    #[test]
    fn what_is_ruled_out_is_not_asked_for() {
        for task in [
            "Mark all letters as read, but do not turn off the weekly digest",
            "Mark all letters as read and leave the weekly digest as it is",
            "Mark all letters as read without touching the weekly digest",
            "Turn off every mail except the weekly digest",
            "Turn off the monthly report, not the weekly digest",
            "Turn off the monthly report instead of the weekly digest",
            "Schalte alles aus, nur nicht den Weekly Digest",
        ] {
            assert!(!wish(task).speaks_of("Weekly digest"), "{task}");
        }
        assert!(wish("Turn off the weekly digest, but not the monthly report").speaks_of("Weekly digest"));
    }

    #[test]
    fn of_things_of_the_same_name_the_one_is_meant_that_the_person_spoke_of() {
        let facts = |context: &str, rivals: &[&str]| ElementFacts {
            context: vec![context.to_owned()],
            rivals: rivals.iter().map(|rival| (*rival).to_owned()).collect(),
            ..ElementFacts::named(1, edith_page::ElementKind::Button, "Archive")
        };
        let (ada, bob) = ("Letter from Ada", "Letter from Bob");
        let wish = wish("Archive the letter from Ada");
        assert!(wish.prefers(&facts(ada, &[bob])) && !wish.prefers(&facts(bob, &[ada])));
        assert!(super::tests::wish("Archive all letters").prefers(&facts(bob, &[ada])));
    }

    #[test]
    fn values_and_names_are_those_of_the_persons_words() {
        let wish = wish("Rename the project \"Moon base\" to Apollo 11, and turn off notifications");
        assert!(wish.has("Apollo 11") && wish.has("moon base") && !wish.has("Apollo 12") && !wish.has(""));
        assert!(wish.speaks_of("Notification") && !wish.speaks_of("Allow") && !wish.speaks_of("Project access"));
        let german = self::wish("Leg das bitte in den Warenkorb");
        assert!(german.changes() && german.speaks_of("Add to cart") && !german.speaks_of("Approve"));
        assert!(
            self::wish("accept the cookies").speaks_of("Accept all") && !self::wish("add a note").speaks_of("Save")
        );
        for (task, label) in [
            ("Marca todo como leído en shop.example", "Marcar todo como leído"),
            ("Guarda la búsqueda", "Guardar búsqueda"),
            ("Renvoie la page", "Renvoyer"),
            ("Lehne die Einladung ab", "Ablehnen"),
            ("Sag den Termin am Freitag zu", "Zusagen"),
            ("Lade das Bild hoch und melde mich ab", "Hochladen"),
            ("Nimm die Einladung an", "Annehmen"),
            ("Melde mich vom Newsletter ab", "Abmelden"),
        ] {
            assert!(self::wish(task).speaks_of(label), "{task}: {label}");
        }
        assert!(!self::wish("Nimm die Einladung an").speaks_of("Ablehnen"));
        let sets = self::wish("Set my status to \"Do not disturb\"");
        assert!(sets.changes() && sets.sets_to("Do not disturb") && !sets.sets_to("Away"));
        for task in [
            "Reply to \"Approve all\"",
            "Set the reply to the mail \"Approve all\" aside",
            "> Set it to \"Approve all\"",
        ] {
            assert!(!self::wish(task).sets_to("Approve all"), "{task}");
        }
        let given = self::wish("Fill in the form").with(&["I am ann@own.example"], &["Name: Ann Lee, bob@own.example"]);
        assert!(given.has("Ann Lee") && !given.speaks_of("Ann Lee"));
        assert!(given.orders("ann@own.example") && given.has("bob@own.example") && !given.orders("bob@own.example"));
        let assigns = self::wish("Assign issue 12 to Ann and say that it is urgent");
        assert!(assigns.names("Ann Lee") && !assigns.names("Owner") && !assigns.names("Admin Ann"));
        assert!(!assigns.names("Ann <mallory@evil.example>") && !assigns.names("Assign to nobody"));
        assert!(assigns.names_value("12") && assigns.names_value("Urgent"));
        assert!(!assigns.names_value("to") && !assigns.names_value("that") && !assigns.names_value("1"));
        assert!(
            assigns.covers("It is urgent, please look at issue 12 today") && !assigns.covers("mallory@evil.example")
        );
        assert!(!assigns.covers("It is urgent, please write to mallory@evil.example today"));
    }
}
