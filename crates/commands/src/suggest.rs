//! What else can be asked for: commands that this interpreter understands and that fit the page that is looked at. What they have of the page's words is a
//! short label in quotes, and each is read by the interpreter's own grammar before it is offered.

use super::cards::cards;
use super::command::{Command, Wants};
use super::matcher::{Purpose, find, search_field};
use super::page::{Element, Page};
use super::parser::{chunks, parse};
use super::price::price;
use super::words::normal;
use super::{effects, german};
use edith_model::ChatRequest;
use edith_page::ElementKind;
use edith_protocol::{Mode, Suggestion};

/// How many are offered.
const MOST: usize = 3;
/// Most characters of a label in a suggestion; a longer one makes none.
const LABEL_CHARS: usize = 48;
/// Most characters of the person's own words in a suggestion.
const OWN_CHARS: usize = 80;
/// Lines of this many words are running text.
const SENTENCE_WORDS: usize = 9;

/// The commands in one language; `…` is a blank, `{}` the place of a label.
struct Phrases {
    web: &'static str,
    search: &'static str,
    fill: &'static str,
    enter: &'static str,
    compare: &'static str,
    cheapest: &'static str,
    sum_up: &'static str,
    open: &'static str,
    row: &'static str,
    read: &'static str,
    go: &'static str,
    site: &'static str,
    search_web: &'static str,
    tabs: &'static str,
}

const ENGLISH: Phrases = Phrases {
    web: "search the web for “{}”",
    search: "search for …",
    fill: "fill in this form",
    enter: "type … into “{}”",
    compare: "compare the prices",
    cheapest: "open the cheapest",
    sum_up: "sum up this page",
    open: "open “{}”",
    row: "show me …",
    read: "read this page",
    go: "go to …",
    site: "open wikipedia.org",
    search_web: "search the web for …",
    tabs: "list the tabs",
};

const GERMAN: Phrases = Phrases {
    web: "suche im Web nach „{}“",
    search: "suche nach …",
    fill: "fülle dieses Formular aus",
    enter: "tippe … in „{}“",
    compare: "vergleiche die Preise",
    cheapest: "öffne das günstigste",
    sum_up: "fasse diese Seite zusammen",
    open: "öffne „{}“",
    row: "zeig mir …",
    read: "lies diese Seite vor",
    go: "geh zu …",
    site: "öffne wikipedia.org",
    search_web: "suche im Web nach …",
    tabs: "zeig die Tabs",
};

const FRENCH: Phrases = Phrases {
    web: "cherche sur le web « {} »",
    search: "cherche …",
    fill: "remplis ce formulaire",
    enter: "écris … dans « {} »",
    compare: "compare les prix",
    cheapest: "ouvre le moins cher",
    sum_up: "résume cette page",
    open: "ouvre « {} »",
    row: "montre-moi …",
    read: "lis cette page",
    go: "va sur …",
    site: "ouvre wikipedia.org",
    search_web: "cherche sur le web …",
    tabs: "liste les onglets",
};

const SPANISH: Phrases = Phrases {
    web: "busca en la web «{}»",
    search: "busca …",
    fill: "rellena este formulario",
    enter: "escribe … en «{}»",
    compare: "compara los precios",
    cheapest: "abre el más barato",
    sum_up: "resume esta página",
    open: "abre «{}»",
    row: "muéstrame …",
    read: "lee esta página",
    go: "ve a …",
    site: "abre wikipedia.org",
    search_web: "busca en la web …",
    tabs: "lista las pestañas",
};

/// Three commands that fit the page, in the language of the task.
pub(crate) fn suggestions(request: &ChatRequest, page: Option<&Page>) -> Vec<Suggestion> {
    let task = request.brief.task.as_str();
    let of_task = if german::is_german(task) { "de" } else { super::asked::language(task) };
    let own = edith_words::language();
    let language = match of_task {
        "" if is_english(task) => "en",
        "" => own.as_str(),
        language => language,
    };
    let phrases = match language {
        "de" => &GERMAN,
        "fr" => &FRENCH,
        "es" => &SPANISH,
        _ => &ENGLISH,
    };
    let mut found = Vec::new();
    found.extend(understood_part(task).map(Suggestion::task));
    found.extend(asked_of_the_web(task, phrases));
    match page {
        Some(page) => of_page(page, phrases, &mut found),
        None => {
            found.push(Suggestion::with_blank(phrases.go));
            found.push(Suggestion::with_blank(phrases.search_web));
            found.push(Suggestion::task(phrases.site));
        }
    }
    let asked = normal(task);
    let mut out: Vec<Suggestion> = Vec::new();
    for one in found {
        let again = normal(&one.text) == asked || out.iter().any(|other| other.text == one.text);
        if out.len() < MOST && !again && is_understood(&one) {
            out.push(one);
        }
    }
    out
}

/// Whether the words are a command in English, such as an address, which has no language.
fn is_english(task: &str) -> bool {
    let parsed = parse(task);
    parsed.unknown.is_empty() && !parsed.commands.is_empty()
}

fn of_page(page: &Page, phrases: &Phrases, found: &mut Vec<Suggestion>) {
    let search = search_field(page);
    let fields: Vec<&Element> = page.elements.iter().filter(|element| is_field(element, search)).collect();
    if fields.len() > 1 {
        found.push(Suggestion { mode: Some(Mode::Form), ..Suggestion::task(phrases.fill) });
    }
    if search.is_some() {
        found.push(Suggestion::with_blank(phrases.search));
    }
    let priced = cards(page).iter().filter(|card| price(&card.about).is_some()).count();
    if priced > 1 {
        found.push(Suggestion::task(phrases.compare));
        found.push(Suggestion::task(phrases.cheapest));
    }
    let running = page.text.iter().filter(|line| line.split_whitespace().count() >= SENTENCE_WORDS).count();
    if running > 1 {
        found.push(Suggestion::task(phrases.sum_up));
    }
    let named = |element: &&Element| is_told_by(element, page);
    if let Some(field) = fields.iter().copied().filter(|field| field.takes_text()).find(named) {
        found.push(Suggestion::with_blank(phrases.enter.replace("{}", field.label.trim())));
    }
    if page.text.iter().filter(|line| line.starts_with('|')).count() > 2 {
        found.push(Suggestion::with_blank(phrases.row));
    }
    let links = cards(page).into_iter().map(|card| card.element);
    let buttons = page
        .elements
        .iter()
        .filter(|element| matches!(element.kind, ElementKind::Link | ElementKind::Button | ElementKind::Tab));
    let opens = |element: &&Element| element.kind == ElementKind::Link && is_told_by(element, page);
    found.extend(links.chain(buttons).filter(opens).take(2).map(|link| open(link, phrases)));
    if !page.text.is_empty() {
        found.push(Suggestion::task(phrases.read));
    }
    found.push(Suggestion::with_blank(phrases.go));
    found.push(Suggestion::with_blank(phrases.search_web));
    found.push(Suggestion::task(phrases.tabs));
}

fn open(link: &Element, phrases: &Phrases) -> Suggestion {
    Suggestion::task(phrases.open.replace("{}", link.label.trim()))
}

/// A field of a form: not the page's search, nothing secret, and to be filled in.
fn is_field(element: &Element, search: Option<&Element>) -> bool {
    let takes = element.takes_text()
        || matches!(element.kind, ElementKind::Select | ElementKind::Radio | ElementKind::Checkbox);
    takes && !element.is_disabled && search.is_none_or(|search| search.uid != element.uid)
}

/// Whether a label names its element by itself: short, of plain characters, nothing that takes effect, and found on the page by these words.
fn is_told_by(element: &Element, page: &Page) -> bool {
    let label = element.label.trim();
    let is_plain = |c: char| c.is_alphanumeric() || " -'&.,/()+#%!?:".contains(c);
    let fits = (2..=LABEL_CHARS).contains(&label.chars().count()) && label.chars().all(is_plain);
    if !fits || element.is_disabled {
        return false;
    }
    let Some(Command::Click { target, .. }) = only(&format!("click “{label}”")) else { return false };
    let harmless = effects::of(&[super::pointing::click_on(target.clone())]).is_empty() && !target.is_secret();
    let purpose = if element.takes_text() { Purpose::Value } else { Purpose::Press };
    harmless
        && target.words == label
        && find(page, &target, purpose).is_some_and(|found| found.element.uid == element.uid)
}

fn only(text: &str) -> Option<Command> {
    let mut parsed = parse(text);
    let command = parsed.commands.pop()?;
    (parsed.commands.is_empty() && parsed.unknown.is_empty()).then_some(command)
}

/// What of a task is understood, where only a part is not.
fn understood_part(task: &str) -> Option<String> {
    let parts = chunks(task);
    let known: Vec<&str> = parts
        .iter()
        .map(String::as_str)
        .filter(|part| {
            let parsed = parse(part);
            parsed.unknown.is_empty() && !parsed.commands.is_empty()
        })
        .collect();
    let text = known.join(", ");
    (known.len() < parts.len() && !text.is_empty() && text.chars().count() <= OWN_CHARS).then_some(text)
}

/// A question, or a topic of a few words, can be asked of the web.
fn asked_of_the_web(task: &str, phrases: &Phrases) -> Option<Suggestion> {
    const BEGINS: &[&str] = &[
        "what", "whats", "who", "whos", "when", "where", "why", "which", "how", "is", "are", "does", "did", "was",
        "wer", "wie", "wo", "wann", "warum", "wieso", "welche", "welcher", "welches", "ist", "gibt",
    ];
    let words = normal(task);
    let first = words.split(' ').next().unwrap_or_default();
    let asks = task.trim_end().ends_with('?') || BEGINS.contains(&first);
    let asked = match parse(task).commands.as_slice() {
        [] => asks,
        // Something that the page was asked, or was searched for.
        [Command::Read { wants: Wants::Line | Wants::Shown | Wants::Amount, .. } | Command::Search { .. }] => true,
        _ => false,
    };
    let topic = match only(task) {
        Some(Command::Read { about, .. } | Command::Search { text: about }) => about,
        _ => task.trim().trim_end_matches(['?', '.', '!']).to_owned(),
    };
    let plain = |c: char| c.is_alphanumeric() || " -'+.,:/&%€$#".contains(c);
    let fits = !topic.is_empty() && topic.chars().count() <= OWN_CHARS && topic.chars().all(plain);
    (asked && fits).then(|| Suggestion::task(phrases.web.replace("{}", &topic)))
}

/// Whether the interpreter carries it out: what has a mode of its own is not for it to read.
fn is_understood(suggestion: &Suggestion) -> bool {
    if suggestion.mode.is_some() {
        return true;
    }
    let text = suggestion.text.replacen(Suggestion::BLANK, "example.org", 1);
    let parsed = parse(&text);
    parsed.unknown.is_empty() && !parsed.commands.is_empty()
}
