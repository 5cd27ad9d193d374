//! Research without a language model: a question that names its sites is split by them ("compare the price of the desk lamp on a.example and
//! b.example"), and the findings are page lines with the question's words.

use super::matcher::covered_by;
use super::page::Page;
use super::phrase::address;
use super::price::{amounts, price};
use super::progress::Progress;
use super::words::{content_tokens, is_light};
use edith_model::{ChatMessage, ChatRequest, ModelTurn};
use edith_protocol::ToolCall;
use serde_json::{Value, json};

/// Most lines handed over per item.
const LINES: usize = 3;
/// Most lines from a name to its amount in a separate cell.
const NEAR: usize = 4;
/// Words before the item.
const LEADING: [&str; 16] = [
    "please", "compare", "research", "find", "out", "look", "up", "check", "tell", "me", "read", "what", "is", "are",
    "get", "show",
];
/// Words between the addresses.
const CONNECTING: [&str; 14] =
    ["on", "and", "at", "in", "from", "with", "vs", "versus", "or", "between", "to", "of", "by", "sites"];

/// The plan: a question that names its sites is split by them.
pub(crate) fn plan(question: &str) -> Value {
    let mut addresses: Vec<String> = Vec::new();
    let mut words: Vec<&str> = Vec::new();
    for word in question.split_whitespace() {
        match address(word.trim_matches(['(', ')', '"', '“', '”', ':'])) {
            Some(found) if !addresses.contains(&found) => addresses.push(found),
            Some(_) => {}
            None => words.push(word),
        }
    }
    let bare = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    while words.last().is_some_and(|word| bare(word).is_empty() || CONNECTING.contains(&bare(word).as_str())) {
        words.pop();
    }
    let start = words.iter().position(|word| !LEADING.contains(&bare(word).as_str())).unwrap_or(words.len());
    let goal = words.get(start..).unwrap_or_default().join(" ");
    let goal = goal.trim_end_matches(['?', '.', ',', ':']);
    let tasks = addresses.iter().map(|url| json!({ "description": goal, "url": url, "extractionGoal": goal }));
    json!({ "isResearch": addresses.len() > 1 && !goal.is_empty(), "subTasks": tasks.collect::<Vec<_>>() })
}

/// Hands over what the page says about the goal; if it says nothing so far, the rest of its text is read first.
pub(crate) fn source(request: &ChatRequest) -> ModelTurn {
    let progress = Progress::read(request);
    let goal = request.brief.task.as_str();
    let look = progress.page.unwrap_or_default();
    let mut lines = look.text.clone();
    lines.extend(look.elements.iter().map(|element| element.label.clone()));
    let has_read = request.messages.iter().any(|message| matches!(message, ChatMessage::Tool { .. }));
    let facts = facts(goal, &lines, &look);
    let (tool, arguments) = match look.more_text_at.filter(|_| facts.is_empty() && !has_read) {
        Some(offset) => ("read_page", json!({ "offset": offset })),
        None => ("extract_data", json!({ "data": { "facts": facts } })),
    };
    let call = ToolCall { id: format!("research-{tool}"), name: tool.to_owned(), arguments: arguments.to_string() };
    ModelTurn { tool_calls: vec![call], ..ModelTurn::default() }
}

fn facts(goal: &str, lines: &[String], look: &Page) -> Vec<Value> {
    let mut facts: Vec<Value> = Vec::new();
    let pieces =
        goal.split([',', ';']).flat_map(|part| part.split(" and ")).map(str::trim).filter(|piece| !piece.is_empty());
    for piece in pieces {
        for quote in quotes(piece, lines) {
            let fact = json!({ "fact": quote.replace(" … ", ": "), "quote": quote, "url": look.url });
            if !facts.contains(&fact) {
                facts.push(fact);
            }
        }
    }
    facts
}

/// The lines about one item; with the amount, if wanted.
fn quotes(piece: &str, lines: &[String]) -> Vec<String> {
    let all = content_tokens(piece);
    let is_amount = |word: &str| matches!(word, "price" | "cost" | "costs" | "amount" | "much" | "total" | "fee");
    let wants_amount = all.iter().any(|word| is_amount(word));
    let words: Vec<&str> = all.iter().map(String::as_str).filter(|word| !is_amount(word) && !is_light(word)).collect();
    if words.is_empty() {
        return lines.iter().filter(|line| wants_amount && price(line).is_some()).take(LINES).cloned().collect();
    }
    let words = words.join(" ");
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate().filter(|(_, line)| covered_by(&words, line) >= 0.6) {
        if !wants_amount || !amounts(line).is_empty() {
            found.push(line.clone());
        } else if let Some(amount) = lines.iter().skip(at + 1).take(NEAR).find(|line| !amounts(line).is_empty()) {
            found.push(format!("{line} … {amount}"));
        }
        if found.len() == LINES {
            break;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_that_names_its_sites_is_divided_by_them() {
        for (question, goal, urls) in [
            (
                "Compare the price of the desk lamp on http://127.0.0.1:80/a and localhost:81/b.",
                "the price of the desk lamp",
                vec!["http://127.0.0.1:80/a", "http://localhost:81/b"],
            ),
            (
                "What are the opening hours at a.example, b.example and c.example?",
                "the opening hours",
                vec!["https://a.example", "https://b.example", "https://c.example"],
            ),
        ] {
            let plan = plan(question);
            assert_eq!(plan["isResearch"], true, "{question}");
            let tasks = plan["subTasks"].as_array().unwrap();
            let found: Vec<&str> = tasks.iter().map(|task| task["url"].as_str().unwrap()).collect();
            assert_eq!(found, urls, "{question}");
            assert_eq!(tasks[0]["extractionGoal"], goal, "{question}");
        }
        for question in ["Which lamp is the best?", "the price on a.example", "a.example b.example", ""] {
            assert_eq!(plan(question)["isResearch"], false, "{question}");
        }
    }

    #[test]
    fn only_lines_of_the_page_are_handed_over() {
        let lines: Vec<String> =
            ["Shop", "Reading lamp", "€ 39.00", "Desk lamp, black", "€ 24.90", "Delivery takes 3 days"]
                .map(str::to_owned)
                .into();
        let of = |goal: &str| {
            let found = facts(goal, &lines, &Page::default());
            found.iter().map(|fact| fact["quote"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(of("the price of the desk lamp"), ["Desk lamp, black … € 24.90"]);
        assert_eq!(
            of("the price of the desk lamp and the delivery"),
            ["Desk lamp, black … € 24.90", "Delivery takes 3 days"]
        );
        assert_eq!(of("the price"), ["€ 39.00", "€ 24.90"]);
        assert_eq!(of("the colour of the sofa"), Vec::<String>::new());
    }
}
