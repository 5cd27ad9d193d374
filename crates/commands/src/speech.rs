//! The built-in model's texts: what it is, what it did not understand, what was done and what was not.

use super::command::{Command, Wants};
use super::grammar::is_greeting_or_help;
use super::record::{Kind, Line};
use edith_words::say;

/// Starts each line of an answer that is a list.
pub(crate) const ENTRY: &str = "- ";

/// Its abilities by example.
const EXAMPLES: &str = "\
- go to localhost:8000/shop, search for lamp, tick In stock, open the cheapest, add it to the cart, then tell me the total\n\
- click Save; type “hello” into Message; fill in name: Ada, email: ada@x.example; choose Germany in Country; set Quantity to 2\n\
- press Enter, scroll down, go back, hover over Products, drag A onto B, wait for “Done”, switch to tab 2, take a screenshot, accept the dialog\n\
- tell me the price, how many results are there, read this page
- in the Research mode: compare the price of the desk lamp on localhost:8000/shop and other.example/lamps";
const GERMAN_EXAMPLES: &str = "\
- öffne localhost:8000/shop, such nach Lampe, hake Auf Lager an, öffne das günstigste, leg es in den Warenkorb, dann sag mir die Gesamtsumme\n\
- klick auf Speichern; tippe „Hallo“ in Nachricht; mein Name ist Ada und meine E-Mail ada@x.example; wähle Deutschland in Land aus\n\
- drücke Enter, scroll nach unten, geh zurück, warte auf „Fertig“, wechsle zu Tab 2, mach einen Screenshot, nimm den Dialog an\n\
- was kostet das, wie viele Ergebnisse gibt es, fass diese Seite zusammen, vergleiche die Preise, such im Internet nach …";

const FRENCH_EXAMPLES: &str = "\
- va sur localhost:8000/shop, cherche une lampe, coche En stock, ouvre la moins chère\n\
- clique sur Enregistrer ; écris « Bonjour » dans Message ; choisis Allemagne\n\
- c'est combien ?, combien de résultats y a-t-il ?, quand est-ce que c'est ouvert ?, résume cette page, compare les prix\n\
- cherche une tente à moins de 100 euros, réponds que j'arrive à midi, cherche sur le web …";
const SPANISH_EXAMPLES: &str = "\
- ve a localhost:8000/shop, busca una lámpara, marca En stock, abre la más barata\n\
- haz clic en Guardar; escribe «Hola» en Mensaje; elige Alemania\n\
- ¿cuánto cuesta?, ¿cuántos resultados hay?, ¿a qué hora abre?, resume esta página, compara los precios\n\
- busca una tienda de campaña por menos de 100 euros, responde que llego a mediodía, busca en la web …";

fn abilities() -> String {
    let examples = match edith_words::language().as_str() {
        "de" => GERMAN_EXAMPLES,
        "fr" => FRENCH_EXAMPLES,
        "es" => SPANISH_EXAMPLES,
        _ => EXAMPLES,
    };
    format!("{}\n{examples}", say!(BuiltInAbilities))
}

/// The reply when there are no tools.
pub(crate) fn chat(prompt: &str) -> String {
    let me = say!(BuiltInChat { abilities: abilities(), settings: say!(BuiltInSettings) });
    if is_greeting_or_help(prompt) { say!(BuiltInHello { more: me }).into() } else { me.into() }
}

/// The reply to words not fully understood. Nothing has been done.
pub(crate) fn not_understood(unknown: &[String], understood: &[Command]) -> String {
    let words = quoted_list(unknown);
    if understood.is_empty() {
        say!(BuiltInNotUnderstood { words: words }).into()
    } else {
        say!(BuiltInPartUnderstood { words: words }).into()
    }
}

/// The reply to a task without any command.
pub(crate) fn nothing_asked(task: &str) -> String {
    if is_greeting_or_help(task) || task.trim().is_empty() {
        return say!(BuiltInGreeting { abilities: abilities(), settings: say!(BuiltInSettings) }).into();
    }
    say!(BuiltInNothing).into()
}

/// `“a”, “b”`, in the quotation marks of the person's language.
pub(crate) fn quoted_list(words: &[String]) -> String {
    let quoted =
        |words: &String| say!(BuiltInQuoted { words: words.chars().take(120).collect::<String>() }).to_string();
    words.iter().map(quoted).collect::<Vec<_>>().join(", ")
}

pub(crate) fn step(index: usize, commands: &[Command], doing: &str) -> String {
    say!(BuiltInStep { number: index + 1, all: commands.len(), doing: doing }).into()
}

pub(crate) fn done_list(commands: &[Command]) -> String {
    commands.iter().filter(|command| !tells_itself(command)).map(Command::to_string).collect::<Vec<_>>().join("; ")
}

/// Whether what it did is told in words of its own.
fn tells_itself(command: &Command) -> bool {
    matches!(command, Command::Fact { .. } | Command::Read { wants: Wants::Summary | Wants::Prices, .. })
}

/// What was filled in, in one line; empty if nothing was.
pub(crate) fn filled(own_lines: &[Line]) -> String {
    listed(own_lines, Kind::Filled)
}

fn listed(own_lines: &[Line], kind: Kind) -> String {
    let all: Vec<&str> = own_lines.iter().filter(|line| line.kind == kind).map(|line| line.words.as_str()).collect();
    if all.is_empty() { String::new() } else { format!("{}.", Line::new(kind, all.join("; "))) }
}

/// The final words: answers first, then what was done, remarks, and what was not done and why.
pub(crate) fn summary(own_lines: &[Line], commands: &[Command], done: usize, why_not: Option<&str>) -> String {
    let with = |kind: Kind| {
        let mut out: Vec<&str> = Vec::new();
        for line in own_lines.iter().filter(|line| line.kind == kind) {
            if !out.contains(&line.words.as_str()) {
                out.push(&line.words);
            }
        }
        out
    };
    let mut parts: Vec<String> = Vec::new();
    parts.extend(why_not.map(str::to_owned));
    parts.extend(with(Kind::NoAnswer).into_iter().map(str::to_owned));
    let answers = with(Kind::Answer);
    if !answers.is_empty() {
        parts.push(answers.join("\n"));
    }
    parts.extend(
        [listed(own_lines, Kind::Filled), listed(own_lines, Kind::Unfilled)]
            .into_iter()
            .filter(|part| !part.is_empty()),
    );
    let (before, after) = commands.split_at(done.min(commands.len()));
    let (before, after) = (done_list(before), done_list(after));
    if !before.is_empty() {
        parts.push(say!(BuiltInDone { list: before }).into());
    }
    if !after.is_empty() {
        parts.push(say!(BuiltInNotDone { list: after }).into());
    }
    parts.extend(with(Kind::Note).into_iter().map(str::to_owned));
    parts.join("\n\n")
}
