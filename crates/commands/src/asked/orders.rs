//! Orders as people word them: what is looked for with the most that it may cost, replies, messages to open, things for the cart.

use super::question::{before_tail, without_courtesy};
use super::said::Said;
use super::tongues::{ALL, GERMAN, MONIES, Tongue};
use crate::command::{Command, Criterion, Kind, Target};
use crate::grammar::well_known_site;
use crate::phrase::{address, literal, unquote};
use crate::picking::pick;
use crate::placing::number;
use crate::pointing::click_on;
use crate::price::{Amount, amounts, number_value};

/// A request without its courtesy.
struct Request<'a> {
    said: Said<'a>,
    from: usize,
    end: usize,
    tongue: &'static Tongue,
}

impl<'a> Request<'a> {
    fn new(text: &'a str, tongue: &'static Tongue) -> Self {
        let said = Said::new(text);
        let (from, _) = without_courtesy(&said, tongue);
        let end = before_tail(&said, from, tongue);
        Self { said, from, end, tongue }
    }

    /// Where it goes on behind the longest of these phrases, with which it begins.
    fn after(&self, phrases: &[&str]) -> Option<usize> {
        // A frame may be the verb itself: "je voudrais", "quiero".
        let begins = |at: usize| self.said.at_any(at, phrases).map(|words| at + words);
        begins(self.from).or_else(|| begins(0)).filter(|at| *at < self.end)
    }

    /// How many words a phrase takes whose verb has what it is done to hung on it or behind it: `ordénalos por`, `trie-les par`.
    fn with_object(&self, phrase: &str) -> Option<usize> {
        const OBJECTS: &[&str] = &["lo", "la", "los", "las", "le", "les"];
        let (verb, rest) = phrase.split_once(' ')?;
        let hung = self.said.word(self.from)?.strip_prefix(verb)?;
        let behind = if hung.is_empty() { self.said.word(self.from + 1)? } else { hung };
        let taken = if hung.is_empty() { 2 } else { 1 };
        Some(taken + self.said.at(self.from + taken, rest)?).filter(|_| OBJECTS.contains(&behind))
    }

    fn skip(&self, at: usize, phrases: &[&str]) -> usize {
        let next = at + self.said.at_any(at, phrases).unwrap_or(0);
        if next < self.end { next } else { at }
    }

    fn rest(&self, at: usize) -> &'a str {
        self.said.written(at, self.end)
    }
}

/// Whether something is to be shown.
pub(crate) fn shows(text: &str) -> bool {
    ALL.iter().any(|tongue| {
        let request = Request::new(text, tongue);
        request.said.at_any(request.from, tongue.show).is_some()
    })
}

/// The order that words are; none if they are none of these.
pub(crate) fn order(text: &str) -> Option<Vec<Command>> {
    if let Some(reply) = reply(text) {
        return Some(reply);
    }
    ALL.iter().find_map(|tongue| {
        let request = Request::new(text, tongue);
        if request.from >= request.end {
            return None;
        }
        dictated(&request)
            .or_else(|| known(&request))
            .or_else(|| wish(&request))
            .or_else(|| only(&request))
            .or_else(|| cart(&request))
            .or_else(|| search(&request))
            .or_else(|| typing(&request))
            .or_else(|| message(&request))
            .or_else(|| open(&request))
    })
}

/// `write in the message: I will come`: the words go on from the colon to the end, and the field is what stands before it.
fn dictated(request: &Request<'_>) -> Option<Vec<Command>> {
    const MOST_NAME: usize = 4;
    let said = &request.said;
    let field = into_field(request, &[INTO, &["in", "in the", "in my", "into", "en", "dans"]])?;
    let text = (field + 1..=field + MOST_NAME).find(|at| *at < said.len() && said.before(*at).contains(':'))?;
    let name = said.written(field, text).to_owned();
    let written = said.with_marks(text, said.len()).trim_start_matches([':', ' ']);
    let target = Some(Target::named(name));
    Some(vec![Command::Type { text: unquote(written).0, target, submit: false, append: false }])
}

/// Between a verb of writing and the field.
const INTO: &[&str] =
    &["into the", "into my", "in die", "in das", "in den", "ins", "dans le", "dans la", "dans l", "en el", "en la"];

/// Where the field is named behind a verb of writing.
fn into_field(request: &Request<'_>, into: &[&[&str]]) -> Option<usize> {
    const VERBS: &[&str] = &[
        "write", "put", "type", "enter", "schreib", "schreibe", "tippe", "tipp", "ecris", "ecrivez", "tape", "mets",
        "escribe", "escriba", "pon",
    ];
    let verb = request.from + request.said.at_any(request.from, VERBS)?;
    let words = into.iter().filter_map(|phrases| request.said.at_any(verb, phrases)).max()?;
    Some(verb + words)
}

/// What the grammar knows, in another language.
fn known(request: &Request<'_>) -> Option<Vec<Command>> {
    let orders = request.tongue.orders.iter();
    let at = |phrase| request.said.at(request.from, phrase).or_else(|| request.with_object(phrase));
    let found = orders.filter_map(|(phrase, order)| Some((at(phrase)?, *order)));
    let (words, order) = found.max_by_key(|(words, _)| *words)?;
    let at = request.from + words;
    let rest = request.rest(request.skip(at, request.tongue.articles));
    match (order.contains("{}"), rest.is_empty()) {
        (false, true) => crate::rules::apply(order),
        (true, false) if !rest.contains(['“', '”']) => {
            crate::rules::apply(&order.replace("{}", &format!("“{rest}”")))
        }
        _ => None,
    }
}

/// `I'd like it in blue`.
fn wish(request: &Request<'_>) -> Option<Vec<Command>> {
    let at = request.after(request.tongue.wish)?;
    (request.end - at <= 3).then(|| vec![Command::Select { option: literal(request.rest(at)), target: None }])
}

/// `show me only what is in stock`.
fn only(request: &Request<'_>) -> Option<Vec<Command>> {
    let at = request.after(request.tongue.only)?;
    let at = request.skip(at, request.tongue.which);
    let mut end = request.end;
    while end > at + 1 && request.said.at_any(end - 1, request.tongue.copula).is_some() {
        end -= 1;
    }
    let option = literal(request.said.written(at, end));
    (!option.is_empty() && amounts(&option).is_empty()).then(|| vec![Command::Select { option, target: None }])
}

/// `écris bonjour dans Message`.
fn typing(request: &Request<'_>) -> Option<Vec<Command>> {
    let tongue = request.tongue;
    let at = request.after(tongue.types)?;
    let into = (at + 1..request.end).rev().find(|at| request.said.at_any(*at, tongue.into).is_some())?;
    let field = into + request.said.at_any(into, tongue.into)?;
    let field = request.skip(field, tongue.articles);
    // French quotes stand apart from what is in them.
    let text = literal(request.said.with_marks(at, into)).trim().to_owned();
    let field = literal(request.said.with_marks(field, request.end)).trim().to_owned();
    if text.is_empty() || field.is_empty() {
        return None;
    }
    Some(vec![Command::Type { text, target: Some(Target::named(field)), submit: false, append: false }])
}

/// `pop it in the basket`, `mets les deux dans le panier`.
fn cart(request: &Request<'_>) -> Option<Vec<Command>> {
    let tongue = request.tongue;
    let at = request.after(tongue.put)?;
    let (place, words) = request.said.find(at, request.end, tongue.cart)?;
    // What follows is said of something else.
    if place + words < request.end {
        return None;
    }
    let what = request.said.words(at, place);
    let button = Target { or: Some("cart".to_owned()), kind: Some(Kind::Button), ..Target::named("add to cart") };
    // "put two of these in my basket"
    if let Some((count, rest)) = what.split_first()
        && let Some(count) = number(count).filter(|count| *count > 1)
        && rest.iter().all(|word| tongue.light.contains(&word.as_str()))
    {
        let [name, other] = tongue.quantity;
        let target = Target { or: Some(other.to_owned()), ..Target::named(name) };
        return Some(vec![Command::Set { target, value: count.to_string() }, click_on(button)]);
    }
    if what.iter().any(|word| word.chars().all(|c| c.is_ascii_digit())) {
        return None;
    }
    let named = !what.iter().all(|word| tongue.light.contains(&word.as_str()));
    let near = named.then(|| literal(request.said.written(request.skip(at, tongue.articles), place)));
    if near.as_deref().is_some_and(|near| pick(near).is_some()) {
        return None;
    }
    Some(vec![click_on(Target { near, ..button })])
}

/// `find me a tent under 100 euros`: the words, and the most that it may cost.
fn search(request: &Request<'_>) -> Option<Vec<Command>> {
    let tongue = request.tongue;
    let seeks = request.after(tongue.seek);
    let at = seeks.or_else(|| request.after(tongue.search))?;
    let (end, most) = match bound(request, at) {
        Bound::None => (request.end, None),
        Bound::Most(from, amount) => (from, Some(amount)),
        Bound::Unclear => return None,
    };
    // Without either the grammar reads it.
    let what = request.said.written(at, end);
    if seeks.is_none() && most.is_none() || address_in(what) && what.split_whitespace().count() > 1 {
        return None;
    }
    let at = if seeks.is_some() { request.skip(at, &["nach", "for"]) } else { at };
    let at = request.skip(at, tongue.articles);
    let first = request.said.at_any(at, &["nach", "in", "im", "auf", "on", "the web", "en", "sur", "dans"]);
    let words = literal(request.said.written(at, end));
    let is_one = tongue.superlatives.iter().any(|(phrase, _)| request.said.find(at, end, &[phrase]).is_some());
    if words.is_empty() || is_one || pick(&words).is_some() || (first.is_some() && seeks.is_none()) {
        return None;
    }
    let words = crate::phrase::without_suffix(&words, &["for"]).to_owned();
    // "show me something under 50 euros" names nothing to search for.
    let is_anything = Said::new(&words).all().all(|word| tongue.light.contains(&word));
    let limit = most.map(|amount| Command::Limit { most: amount.value.to_string(), written: amount.text });
    let search = Some(Command::Search { text: words }).filter(|_| !is_anything || limit.is_none());
    Some(search.into_iter().chain(limit).collect())
}

/// Whether something is looked for at a price that is not read, or words are to be sent that are not.
pub(crate) fn is_unclear(text: &str) -> bool {
    ALL.iter().any(|tongue| {
        let request = Request::new(text, tongue);
        // What is written where is not parted from the field.
        if into_field(&request, &[INTO]).is_some() {
            return true;
        }
        // A reply whose words are told of in a way that is not read.
        if tongue.reply.iter().any(|verb| replied(&request.said, request.from, verb, tongue).is_some()) {
            return true;
        }
        let at = request.after(tongue.seek).or_else(|| request.after(&["find", "finde"]));
        at.is_some_and(|at| !unquote(request.rest(at)).1 && matches!(bound(&request, at), Bound::Unclear))
    })
}

fn address_in(text: &str) -> bool {
    text.split_whitespace().any(|word| address(word).is_some() || well_known_site(word).is_some())
}

/// The most that something may cost.
enum Bound {
    None,
    /// Where it begins, and the amount.
    Most(usize, Amount),
    /// An amount is named in a way that is not read.
    Unclear,
}

/// The most that something may cost: a phrase for it, a figure and a currency, at the end and nowhere else.
fn bound(request: &Request<'_>, at: usize) -> Bound {
    let (said, end) = (&request.said, request.end);
    let found = amounts(said.with_marks(at, end));
    let is_figure = |at: usize| said.word(at).is_some_and(|word| word.starts_with(|c: char| c.is_ascii_digit()));
    let phrase = (at + 1..end).find_map(|place| {
        let words = said.at_any(place, request.tongue.most)?;
        // "under the bed" is no price.
        (place..=place + words + 1).any(is_figure).then_some((place, words))
    });
    let Some((place, words)) = phrase else { return if found.is_empty() { Bound::None } else { Bound::Unclear } };
    let behind = said.with_marks(place + words, end).trim_end_matches(['.', '!', '?', ',', ' ']);
    let named = behind.split_once(' ').and_then(|(figure, word)| {
        let is_money = MONIES.contains(&Said::new(word).all().collect::<Vec<_>>().join(" ").as_str());
        is_money.then(|| number_value(figure).map(|value| Amount::new(value, behind))).flatten()
    });
    let written = match found.as_slice() {
        [amount] if behind.trim_start().starts_with(amount.text.as_str()) => {
            let rest = behind.trim_start().get(amount.text.len()..).unwrap_or_default();
            // "euros" is read as far as its sign.
            rest.chars().all(|c| !c.is_alphanumeric()).then(|| amount.clone())
        }
        _ => None,
    };
    named.or(written).map_or(Bound::Unclear, |amount| Bound::Most(place, amount))
}

/// `open the mail from the bank`: listed by who it is from, or what it is about.
fn message(request: &Request<'_>) -> Option<Vec<Command>> {
    let tongue = request.tongue;
    let at = request.after(tongue.open).or_else(|| {
        let last = request.said.at_any(request.end.checked_sub(1)?, tongue.open_last)?;
        (last == 1).then_some(request.from)
    })?;
    let last = request.end.checked_sub(1)?;
    let end = if request.said.at_any(last, tongue.open_last).is_some() { last } else { request.end };
    let (letter, words) = request.said.find(at, (at + 3).min(end), tongue.letters)?;
    let between = request.said.words(at, letter);
    if !between.iter().all(|word| tongue.light.contains(&word.as_str())) {
        return None;
    }
    let name = letter + words;
    let name = name + request.said.at_any(name, tongue.from).filter(|words| name + words < end)?;
    let name = request.skip(name, tongue.articles).min(end);
    let name = literal(request.said.written(name, end));
    let whole = literal(request.said.written(letter, end));
    (!name.is_empty()).then(|| vec![click_on(Target { or: Some(name), ..Target::named(whole) })])
}

/// `llévame a las reservas`: what is pressed by its name, or an address.
fn open(request: &Request<'_>) -> Option<Vec<Command>> {
    let tongue = request.tongue;
    // The grammar reads these of German, and what belongs to the verb stands apart.
    if tongue.code == GERMAN.code {
        return None;
    }
    let at = request.after(tongue.open)?;
    let written = request.said.with_marks(at, request.end);
    let (quoted, is_quoted) = unquote(written);
    if is_quoted {
        return Some(vec![click_on(Target { words: quoted, quoted: true, ..Target::default() })]);
    }
    if let Some(url) = address(written).or_else(|| well_known_site(written).map(str::to_owned)) {
        return Some(vec![Command::Open { url, new_tab: false }]);
    }
    let at = request.skip(at, tongue.articles);
    let one = |criterion, noun: &str| Some(vec![Command::Pick { criterion, noun: noun.to_owned() }]);
    if let Some((place, words, criterion)) = tongue.superlatives.iter().find_map(|(phrase, criterion)| {
        request.said.find(at, request.end, &[phrase]).map(|(at, n)| (at, n, *criterion))
    }) {
        let noun = request.said.written(at, place);
        return (place + words == request.end).then(|| one(criterion, noun)).flatten();
    }
    const FIRST: &[&str] = &["premier", "premiere", "primer", "primera", "primero"];
    if request.said.at_any(at, FIRST).is_some() {
        return (request.end - at <= 2).then(|| one(Criterion::Nth(1), "result")).flatten();
    }
    let words = literal(request.rest(at));
    // What needs more words than a control's name is said of something else.
    (!words.is_empty() && request.end - at <= 5).then(|| vec![click_on(Target::named(words))])
}

/// `reply to Ann that I agree`: the words are those behind, up to the end.
pub(crate) fn reply(text: &str) -> Option<Vec<Command>> {
    ALL.iter().find_map(|tongue| {
        let said = Said::new(text);
        let (from, _) = without_courtesy(&said, tongue);
        let (at, to) =
            tongue.reply.iter().filter_map(|verb| replied(&said, from, verb, tongue)).max_by_key(|(at, _)| *at)?;
        let (words, _) = unquote(&words_of(&said, at, tongue)?);
        if words.is_empty() {
            return None;
        }
        Some(vec![Command::Reply { to }, Command::Compose { text: words }])
    })
}

/// Whether a text is a reply and nothing else: its words are not followed by an order to send them.
pub(crate) fn is_only_reply(text: &str) -> bool {
    let sends = |chunk: &str| {
        let commands = crate::rules::apply(crate::grammar::without_filler(chunk)).unwrap_or_default();
        crate::effects::of(&commands).contains(&"send")
    };
    crate::split::pieces(text).iter().all(|piece| crate::split::commands(piece, &sends).len() == 1 && !sends(piece))
}

/// Where the words of a reply begin with their mark, and who gets it by name.
fn replied(said: &Said<'_>, from: usize, verb: &str, tongue: &Tongue) -> Option<(usize, Option<String>)> {
    let Some((before, after)) = verb.split_once('*') else {
        let at = from + said.at(from, verb)?;
        return begins_words(said, at, tongue).then_some((at, None));
    };
    let start = from + said.at(from, before.trim_end())?;
    (start + 1..=(start + 5).min(said.len())).find_map(|end| {
        let at = if after.is_empty() { end } else { end + said.at(end, after.trim_start())? };
        if !begins_words(said, at, tongue) {
            return None;
        }
        let named = said.words(start, end);
        if named.iter().all(|word| tongue.them.contains(&word.as_str()) || tongue.light.contains(&word.as_str())) {
            return Some((at, None));
        }
        let is_letter = said.find(start, end, tongue.letters).is_some();
        let name = said.written(start, end);
        // A person's name is written large.
        let is_name = name.chars().next().is_some_and(char::is_uppercase);
        if is_letter { Some((at, None)) } else { is_name.then(|| (at, Some(name.to_owned()))) }
    })
}

/// Whether a mark stands here behind which the words begin.
fn begins_words(said: &Said<'_>, at: usize, tongue: &Tongue) -> bool {
    at < said.len() && (said.at_any(at, tongue.that).is_some() || said.before(at).contains([':', '"', '“', '„', '«']))
}

/// The words of a reply: as they stand behind a colon, or what is told of them.
fn words_of(said: &Said<'_>, at: usize, tongue: &Tongue) -> Option<String> {
    let is_marked = said.before(at).contains([':', '"', '“', '„', '«']);
    let that = said.at_any(at, tongue.that).filter(|_| !is_marked);
    let start = at + that.unwrap_or(0);
    let words = said.with_marks(start, said.len()).trim_start_matches([':', ',']).trim().to_owned();
    let is_quoted = unquote(&words).1;
    match that {
        None => Some(words),
        Some(_) if is_quoted => Some(words),
        // "with" is followed by the words themselves, and who others speak of may be the one who gets them.
        Some(_) if said.at_any(at, &["with", "mit"]).is_some() || said.at_any(start, tongue.others).is_some() => None,
        Some(_) if tongue.code == GERMAN.code => main_clause(&words),
        Some(_) => Some(words),
    }
}

/// A German clause behind `dass` by itself: its verb, which stands last, comes second.
fn main_clause(words: &str) -> Option<String> {
    const SUBJECTS: &[&str] = &["ich", "wir", "es", "das"];
    let bare = words.trim_end_matches(['.', '!', ' ']);
    let (subject, rest) = bare.split_once(' ')?;
    if !SUBJECTS.contains(&subject.to_lowercase().as_str()) || rest.contains([',', ';', ':']) {
        return None;
    }
    let (others, verb) = rest.rsplit_once(' ').map_or(("", rest), |(others, verb)| (others, verb));
    let mut subject = subject.to_owned();
    if let Some(first) = subject.get(..1).map(str::to_uppercase) {
        subject.replace_range(..1, &first);
    }
    Some([subject.as_str(), verb, others].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> String {
        let commands = crate::parser::parse(text);
        let mut out: Vec<String> = commands.commands.iter().map(Command::to_string).collect();
        out.extend(commands.unknown.iter().map(|words| format!("?{words}")));
        out.join("; ")
    }

    #[test]
    fn ordinary_orders_are_read() {
        for (text, expected) in [
            (
                "Hi! Could you find me a head torch for under $40, please?",
                "search for “head torch”; keep to at most $40",
            ),
            ("I'm looking for a pair of gloves", "search for “pair of gloves”"),
            ("find me a rug up to 120 pounds", "search for “rug”; keep to at most 120 pounds"),
            ("look for a bag for less than 60 quid", "search for “bag”; keep to at most 60 quid"),
            ("find me a tent under 3 kg", "?find me a tent under 3 kg"),
            ("find me a lamp under 1.250,50 €", "search for “lamp”; keep to at most 1.250,50 €"),
            ("find me some wine between 10 and 20 euros", "?find me some wine between 10 and 20 euros"),
            ("Ich suche ein Zelt für höchstens 150 €", "search for “Zelt”; keep to at most 150 €"),
            ("Trouve-moi une tente pour moins de 200 euros", "search for “tente”; keep to at most 200 euros"),
            ("Estoy buscando unas botas por menos de 90 euros", "search for “botas”; keep to at most 90 euros"),
            ("Reply to Ann that I agree. Then we meet at six.", "open the reply; type “I agree. Then we meet at six.”"),
            ("reply that she can come", "?reply that she can come"),
            (
                "Antworte ihm, dass wir morgen nicht kommen können",
                "open the reply; type “Wir können morgen nicht kommen”",
            ),
            ("Réponds : d'accord pour lundi", "open the reply; type “d'accord pour lundi”"),
            ("reply", "click “reply”"),
            ("Open the e-mail about the boiler", "click “e-mail about the boiler”"),
            ("Ajoute les gants au panier", "click the button “add to cart”"),
            ("Ouvre le menu", "click “menu”"),
            ("Abre example.org", "go to https://example.org"),
            ("Ordena por precio", "choose “precio” in “sort by”"),
            ("Zeig mir nur, was rot ist", "choose “rot”"),
            ("Écris bonne nuit dans « Message »", "type “bonne nuit” into “Message”"),
            ("Escribe hola en el campo Mensaje", "type “hola” into “campo Mensaje”"),
            (
                "Va sur a.example, cherche des bottes, puis lis la page",
                "go to https://a.example; search for “bottes”; read the page",
            ),
            ("Schreib in die Nachricht: Bin ich dran?", "type “Bin ich dran?” into “Nachricht”"),
            ("schreib in die Nachricht hallo", "?schreib in die Nachricht hallo"),
            (
                "Ve a a.example, busca botas, luego lee la página",
                "go to https://a.example; search for “botas”; read the page",
            ),
        ] {
            assert_eq!(read(text), expected, "{text}");
        }
    }
}
