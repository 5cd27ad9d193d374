//! Whether a task is about the page in view, in the panel's languages.

use crate::state::typed_address::typed_address;

/// What the page in view is called.
const PAGES: &str = "page tab website site article text form video product post thread table list screen document email mail message
    listing offer story recipe paper repo repository issue review reviews comments results shop store cart seite webseite
    artikel beitrag formular produkt tabelle liste angebot rezept dokument nachricht anzeige laden warenkorb ergebnisse
    kommentare reiter bildschirm onglet texte formulaire vidéo produit tableau écran offre recette annonce panier boutique
    résultats commentaires página pestaña sitio artículo texto formulario vídeo producto tabla lista pantalla oferta
    receta anuncio carrito tienda resultados comentarios";
/// What points at it.
const POINTING: &str = "this these current open dies diese dieser dieses diesem diesen aktuelle aktuellen aktueller aktuellem offene offenen
    ce cet cette ces actuel actuelle esta este estos estas actual";
/// The same with an article, for what is a page and nothing else.
const THE_PAGE: &str = "the page|the tab|the website|the article|die seite|der seite|die webseite|der webseite|den artikel|la page|de la page|
    l’onglet|l'onglet|l’article|l'article|la página|la pagina|la pestaña|el artículo";
/// Words that mean the place in view by themselves.
const HERE: &str = "here|hier|ici|aquí|aqui|on screen|what i see|was ich sehe|ce que je vois|lo que veo";
/// What is done to what is in view, at the beginning of a task.
const ACTS: &str = "click|press|scroll|tap|tick|untick|highlight|klick|klicke|drück|drücke|scrolle|clique|cliquez|appuie|appuyez|défile|
    haz clic|pulsa|pulse|desplaza|haga clic";
/// What opens something, at the beginning of a task. It leads away only with the name of a site after it: "open the mail about dinner" is of the page in
/// view.
const OPENS: &str = "open|open up|go to|visit|navigate to|take me to|öffne|gehe auf|geh auf|gehe zu|geh zu|besuche|ouvre|ouvrez|va sur|allez sur|
    visite|abre|abra|ve a|vaya a|visita|llévame a";
/// What asks the web, at the beginning of a task.
const WEB: &str = "google|google for|search the web|search online|look online|search the internet|google nach|suche im netz|suche im web|
    suche im internet|such im internet|such im web|such im netz|cherche sur le web|cherche sur internet|recherche sur internet|
    busca en internet|busca en la web|busca en google";
/// Sites that the interpreter knows by name.
const SITES: &str = "google maps|google|youtube|wikipedia|wikipédia|amazon|gmail|whatsapp web|whatsapp|github|duckduckgo|bing|ebay|reddit|linkedin";
/// What is a site by its word, of whatever name.
const SITE_WORDS: &str = "site website webseite homepage startseite sitio";
/// Between a verb and a name.
const ARTICLES: &str = "the|la|le|el|die|der|das|den|web site";
/// What continues after the name of a site.
const GOES_ON: &str = "and then or in on for und dann oder in auf et puis ou sur dans y luego o en";
/// Most words of a site's name with its word: "the city library's site".
const NAME_WORDS: std::ops::RangeInclusive<usize> = 2..=6;

/// The phrases of a list.
fn phrases(list: &'static str) -> impl Iterator<Item = &'static str> {
    list.split('|').map(str::trim).filter(|phrase| !phrase.is_empty())
}

/// Whether a list of words has this one.
fn is_of(list: &str, word: &str) -> bool {
    list.split_whitespace().any(|one| one == word)
}

/// A text in lower case as words between single spaces, with one before and after, so that whole words are found.
fn spaced(text: &str) -> String {
    let mut out = String::from(" ");
    for c in text.to_lowercase().chars() {
        match c {
            '’' | '\'' => out.push('\''),
            c if c.is_alphanumeric() => out.push(c),
            _ if out.ends_with(' ') => {}
            _ => out.push(' '),
        }
    }
    if !out.ends_with(' ') {
        out.push(' ');
    }
    out
}

fn has(text: &str, phrase: &str) -> bool {
    text.contains(&format!(" {} ", spaced(phrase).trim()))
}

/// Whether the words point at the page in view.
pub fn speaks_of_page(task: &str) -> bool {
    let text = spaced(task);
    if phrases(HERE).chain(phrases(THE_PAGE)).any(|phrase| has(&text, phrase)) {
        return true;
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    // "this page", and with a word between: "this long article".
    let points = words.iter().enumerate().any(|(at, word)| {
        let named = words.iter().skip(at + 1).take(2).any(|next| is_of(PAGES, next));
        is_of(POINTING, word) && named && !is_to_open(&words, at)
    });
    // "Sum this up", "what is this?": nothing else is there to be meant.
    let alone = ["this", "das hier", "dies", "ceci", "ça", "cela", "esto"];
    let short = words.len() <= 6;
    points || short && alone.iter().any(|word| has(&text, word)) || begins(&text, ACTS)
}

/// "Open" points at what is open, unless it asks to open something.
fn is_to_open(words: &[&str], at: usize) -> bool {
    words.get(at) == Some(&"open") && at == 0
}

fn begins(text: &str, list: &'static str) -> bool {
    after(text, list).is_some()
}

/// What follows the longest phrase of a list at the beginning, after courtesy.
fn after<'a>(text: &'a str, list: &'static str) -> Option<&'a str> {
    let polite = "please|bitte|can you|could you|kannst du|s'il te plaît|por favor|puedes|peux tu";
    let mut rest = text.trim_start();
    for word in phrases(polite) {
        rest = rest.strip_prefix(spaced(word).trim_start()).unwrap_or(rest);
    }
    phrases(list).filter_map(|phrase| rest.strip_prefix(spaced(phrase).trim_start())).min_by_key(|rest| rest.len())
}

/// Whether the words lead to another place: an address, the web, or a site by its name.
pub fn leads_elsewhere(task: &str) -> bool {
    let text = spaced(task);
    task.split_whitespace().any(is_address) || begins(&text, WEB) || after(&text, OPENS).is_some_and(names_site)
}

/// Whether words begin with the name of a site and nothing more of a name.
fn names_site(words: &str) -> bool {
    let rest = phrases(ARTICLES).find_map(|article| words.strip_prefix(spaced(article).trim_start())).unwrap_or(words);
    let behind = phrases(SITES).find_map(|site| rest.strip_prefix(spaced(site).trim_start()));
    let ends = behind.is_some_and(|behind| behind.split_whitespace().next().is_none_or(|next| is_of(GOES_ON, next)));
    let words: Vec<&str> = words.split_whitespace().collect();
    let is_pointed = words.iter().any(|word| is_of(POINTING, word));
    let is_site = NAME_WORDS.contains(&words.len()) && words.last().is_some_and(|last| is_of(SITE_WORDS, last));
    ends || is_site && !is_pointed && rest.split_whitespace().count() > 1
}

/// The addresses that a message has in it, whole, each once.
pub fn addresses(message: &str) -> Vec<String> {
    let words = message.split_whitespace().filter(|word| is_address(word));
    let bare = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric() && c != '/' && c != '=').to_owned();
    let mut all: Vec<String> = Vec::new();
    for address in words.filter_map(|word| typed_address(&bare(word))) {
        if !all.contains(&address) {
            all.push(address);
        }
    }
    all
}

/// `shop.example`, `https://shop.example/a`: no file, no figure, no end of a sentence.
fn is_address(word: &str) -> bool {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    if word.starts_with("http://") || word.starts_with("https://") || word.starts_with("www.") {
        return true;
    }
    let host = word.split(['/', '?', '#', ':']).next().unwrap_or_default();
    let files = "pdf docx doc xlsx csv txt md png jpg jpeg json html js rs py zip";
    if host.contains('@') || word.contains('@') {
        return false;
    }
    match host.rsplit_once('.') {
        Some((name, end)) => {
            let letters = end.chars().all(char::is_alphabetic) && (2..=12).contains(&end.chars().count());
            let labels = name
                .split('.')
                .all(|label| label.chars().count() > 1 && label.chars().all(|c| c.is_alphanumeric() || c == '-'));
            letters && labels && (word.contains('/') || !is_of(files, end))
        }
        None => false,
    }
}

/// Whether a task begins in the tab in view unless the person says otherwise. One that goes on with a conversation stays where that was.
pub fn starts_here(task: &str, goes_on: bool) -> bool {
    speaks_of_page(task) || goes_on || !leads_elsewhere(task)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_points_at_the_page_is_heard_in_each_language() {
        for task in [
            "Sum up this page",
            "what does this long article say?",
            "Translate the page into German",
            "What's the cheapest lamp here?",
            "Sum this up",
            "Please click Buy",
            "which of these results is best",
            "Is this product any good?",
            "Fasse diese Seite zusammen",
            "Was steht hier?",
            "Übersetze den Artikel",
            "Klicke auf Kaufen",
            "Lies mir dieses lange Rezept vor",
            "Résume cette page",
            "Que dit l’article ?",
            "Qu'est-ce qui est écrit ici ?",
            "Resume esta página",
            "¿Qué dice este artículo?",
            "Haz clic en Comprar",
            "¿Cuánto cuesta aquí?",
            // It names a page, though not this one: what leads elsewhere is decided beside it.
            "Open the page of the city library",
        ] {
            assert!(speaks_of_page(task), "{task}");
        }
        for task in [
            "Find the cheapest flight to Rome",
            "What is the capital of France?",
            "Where is the nearest pharmacy",
            "Compare the offers of three shops for a lamp I describe: brass, small, warm light",
            "Suche den billigsten Flug nach Rom",
            "Öffne shop.example",
            "Trouve un vol pour Rome",
            "Busca un vuelo a Roma",
            "Adhere to the rules",
            "",
        ] {
            assert!(!speaks_of_page(task), "{task}");
        }
    }

    #[test]
    fn a_messages_addresses_are_found_whole_and_once() {
        for (message, found) in [
            ("What does https://a.example/lease.pdf say?", &["https://a.example/lease.pdf"][..]),
            (
                "Vergleich (lease.example/x) mit www.b.example, bitte.",
                &["https://lease.example/x", "https://www.b.example"],
            ),
            ("lease.example/x and lease.example/x", &["https://lease.example/x"]),
            ("see https://a.example/?q=1&r=.", &["https://a.example/?q=1&r="]),
            ("What does lease.pdf say about 1.200 EUR, z.B. in §3.2?", &[]),
            ("write to ann@a.example", &[]),
        ] {
            assert_eq!(addresses(message), found, "{message}");
        }
    }

    #[test]
    fn addresses_and_what_opens_them_lead_elsewhere() {
        for task in [
            "Find lamps on shop.example",
            "https://a.example/b?c tells what?",
            "Open Wikipedia",
            "please go to the city library's site",
            "Search the web for lamps",
            "Öffne Wikipedia",
            "Suche im Internet nach Lampen",
            "Ouvre Wikipédia",
            "Abre Wikipedia",
            "compare (www.a.example) with it",
            // Nothing tells this from a host.
            "Do it now.Then stop",
        ] {
            assert!(leads_elsewhere(task), "{task}");
        }
        for task in [
            // What opens something of the page in view.
            "Open the letter from the landlord",
            "open the second result",
            "Can you open Amazon's invoice for March",
            "go to the settings",
            "Öffne die Nachricht von Jana",
            "Ouvre le message de la banque",
            "Abre el pedido de ayer",
            "visit the third listing",
            "open the site",
            "Look up the opening hours",
            "Sum up report.pdf",
            "It costs 3.50 today.",
            "Write to ann@mail.example",
            "e.g. the first one",
            "Add the opened jar to the cart",
            "",
        ] {
            assert!(!leads_elsewhere(task), "{task}");
        }
    }

    /// What leads to a site by its name is a site that the interpreter opens by that name.
    #[test]
    fn the_interpreter_knows_the_same_sites() {
        let grammar = include_str!("../../../../commands/src/grammar.rs");
        for site in phrases(SITES).filter(|site| site.is_ascii()) {
            assert!(grammar.contains(&format!("\"{site}\"")), "{site}");
        }
    }

    #[test]
    fn a_task_begins_here_unless_it_leads_away() {
        for (task, goes_on, here) in [
            ("Sum up this page", false, true),
            ("Compare this page with shop.example", false, true),
            ("Add the lamp to the basket", false, true),
            ("Open the last invoice", false, true),
            ("Open YouTube and search for jazz", false, false),
            ("Find lamps on shop.example", false, false),
            ("Find lamps on shop.example", true, true),
            ("", false, true),
        ] {
            assert_eq!(starts_here(task, goes_on), here, "{task}");
        }
    }
}
