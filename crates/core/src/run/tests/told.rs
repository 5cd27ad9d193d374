//! What each turn of a task costs before anything of the task is said: the rules, and the tools with their schemas.

use super::*;
use edith_page::budget::tokens;

/// Most tokens of both together, as they are sent.
const MOST: usize = 2_600;

#[test]
fn rules_and_tools_are_short() {
    let run = thinking();
    assert_eq!(run.decide(), Decide::AskModel);
    let request = run.request();
    let rules = request.messages.first().unwrap().text().into_owned();
    let tools: Vec<serde_json::Value> = request
        .tools
        .iter()
        .map(|tool| {
            let parameters: serde_json::Value = serde_json::from_str(&tool.parameters).unwrap();
            let function = json!({ "name": tool.name, "description": tool.description, "parameters": parameters });
            json!({ "type": "function", "function": function })
        })
        .collect();
    let sent = serde_json::to_string(&tools).unwrap();
    let (of_rules, of_tools) = (tokens(&rules), tokens(&sent));
    println!("rules: {of_rules} tokens, {} tools: {of_tools}, together {}", tools.len(), of_rules + of_tools);
    assert!(of_rules + of_tools <= MOST, "{of_rules} + {of_tools}");
    assert!(!sent.contains("4294967295"), "limits that are only a type's");
}
