//! Rules about questions: what is asked of the page.

use super::command::{Command, Wants};
use super::grammar::is_answerable;
use super::phrase::{after, after_any, is_any, split_at, unquote, without_article, without_suffix};

/// What `give me a short summary of X` is about.
fn a_summary(text: &str) -> Option<&str> {
    let wanted = after_any(text, &["give me", "give", "make me", "make", "write me", "write", "i need", "i want"])?;
    let bare = without_article(wanted);
    let rest = after(after_any(bare, &["short", "brief", "quick"]).unwrap_or(bare), "summary")?;
    Some(after(rest, "of").unwrap_or(rest))
}

/// `tell me the total`, `what is the price`, `how many results are there`, `read this page`.
pub(crate) fn question(text: &str) -> Option<Vec<Command>> {
    let text = text.trim_end_matches(['?', '.', '!']).trim();
    if let Some(rest) = after_any(
        text,
        &[
            "summarize",
            "summarise",
            "sum up",
            "tell me what this page is about",
            "what is this page about",
            "what's this page about",
            "what is this about",
            "what's this about",
            "what is this article about",
            "tldr",
            "tl;dr",
        ],
    )
    .or_else(|| a_summary(text))
    {
        return Some(vec![read(about_page(rest), Wants::Summary)]);
    }
    if let Some(rest) = after_any(
        text,
        &["compare the prices", "compare prices", "compare all prices", "compare the offers", "compare the products"],
    ) {
        let about = after_any(rest, &["of the", "of", "for the", "for"]).unwrap_or_default();
        let about = without_suffix(about, &["on this page", "here"]);
        return Some(vec![read(about.to_owned(), Wants::Prices)]);
    }
    let rest = without_question_verb(text)?;
    let rest = after_any(rest, &["me what", "what", "out what", "which"])
        .map_or(rest, |rest| after_any(rest, &["is", "are", "was", "the"]).unwrap_or(rest));
    let rest = without_suffix(
        rest.trim_start_matches(':').trim(),
        &["on the page", "on this page", "is", "are", "in the end", "to me", "there", "now", "currently", "shown"],
    );
    let rest = after("me", rest).unwrap_or(rest);
    if rest.is_empty() {
        return None;
    }
    if let Some(counted) = after_any(rest, &["how many", "the number of", "number of", "the count of"]) {
        let counted =
            split_at(counted, &["are there", "are", "does", "do", "did", "were", "is", "has", "have", "can", "it"])
                .map_or(counted, |(what, _)| what);
        return Some(vec![read(counted.to_owned(), Wants::Count)]);
    }
    if let Some(cost) = after(rest, "how much") {
        let cost = after_any(cost, &["is", "are", "does", "do", "would", "will"]).unwrap_or(cost);
        let cost = without_article(without_suffix(cost, &["cost", "costs", "it costs", "be"]));
        let about = if is_any(cost, &["", "it", "that", "this", "all", "everything"]) {
            "price".to_owned()
        } else {
            priced(cost)
        };
        return Some(vec![read(about, Wants::Amount)]);
    }
    let mut commands = Vec::new();
    for part in both(rest) {
        commands.push(about(part));
    }
    Some(commands)
}

fn priced(thing: &str) -> String {
    if is_answerable(thing) { thing.to_owned() } else { format!("price of {thing}") }
}

fn without_question_verb(text: &str) -> Option<&str> {
    const VERBS: &[&str] = &[
        "tell me about",
        "tell me",
        "let me know",
        "report back",
        "report",
        "read out",
        "read me",
        "read aloud",
        "read",
        "what's",
        "what is",
        "what are",
        "what was",
        "what does",
        "which is",
        "who is",
        "who are",
        "where is",
        "when is",
        "find out",
        "show me",
        "give me",
        "say",
        "answer",
        "return",
        "extract",
        "is there",
        "are there",
        "does the page say",
        "does it say",
        "note down",
        "note",
        "write down",
        "print the",
        "name",
        "look at",
        "remember",
        "copy down",
        "get me",
        "tell us",
    ];
    if after(text, "how many").is_some() || after(text, "how much").is_some() {
        return Some(text);
    }
    if let Some(rest) = after_any(text, VERBS) {
        return Some(rest);
    }
    // "check the price", "get the total", "find the price": only for things a page answers.
    let rest =
        after_any(text, &["check", "get", "find", "look up", "what", "verify", "see", "display", "output", "is"])?;
    is_answerable(rest).then(|| after_any(rest, &["whether", "if", "that", "out"]).unwrap_or(rest))
}

fn both(text: &str) -> Vec<&str> {
    let (_, quoted) = unquote(text);
    match split_at(text, &["and also", "and"]) {
        Some((a, b)) if !quoted => {
            let mut out = vec![a.trim_end_matches(',')];
            out.extend(both(b));
            out
        }
        _ => vec![text],
    }
}

fn about(text: &str) -> Command {
    let (words, quoted) = unquote(text);
    if quoted {
        return read(words, Wants::Line);
    }
    let bare = without_article(text);
    let bare = split_at(bare, &["that is", "which is", "that are"]).map_or(bare, |(what, _)| what);
    if is_any(
        bare,
        &[
            "page",
            "it",
            "this",
            "page text",
            "text",
            "text of the page",
            "text of this page",
            "whole page",
            "content",
            "contents",
            "contents of the page",
            "content of the page",
            "page s text",
        ],
    ) {
        return read(String::new(), Wants::Page);
    }
    if is_any(bare, &["title", "page title", "title of the page", "title of this page", "page s title"]) {
        return read(String::new(), Wants::Title);
    }
    if is_any(
        bare,
        &[
            "url",
            "address",
            "page address",
            "url of the page",
            "address of the page",
            "current url",
            "current address",
            "page url",
            "link of this page",
        ],
    ) {
        return read(String::new(), Wants::Address);
    }
    if let Some(counted) = after_any(bare, &["how many", "number of"]) {
        return read(counted.to_owned(), Wants::Count);
    }
    let money = ["price", "total", "subtotal", "cost", "costs", "sum", "amount"];
    let is_money = bare.split_whitespace().any(|word| money.contains(&super::words::normal(word).as_str()));
    read(bare.to_owned(), if is_money { Wants::Amount } else { Wants::Line })
}

fn about_page(text: &str) -> String {
    without_article(text).to_owned()
}

fn read(about: String, wants: Wants) -> Command {
    Command::Read { about, wants, question: String::new() }
}
