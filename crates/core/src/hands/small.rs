//! What a small model gets: fewer tools with fewer arguments and shorter descriptions, shorter rules, and shorter looks. Models of up to about ten billion
//! parameters choose badly among many tools; each one here is needed by some task.

use edith_model::ToolSpec;
use edith_tools::is_built_in;
use serde_json::{Map, Value};

/// Tokens of a look, at most. Local servers give 4,096 to 8,192 tokens of context unless told otherwise; two looks, the rules and the tools fit.
pub(crate) const LOOK_TOKENS: u32 = 1_500;
/// Most characters of the description of another server's tool.
const FOREIGN_CHARS: usize = 120;

/// A tool's name, its description, and the arguments that it is offered with.
type SmallTool = (&'static str, &'static str, &'static [&'static str]);

#[rustfmt::skip]
const TOOLS: &[SmallTool] = &[
    ("open_browser", "Open an address in a new tab.", &["url"]),
    ("navigate", "Open an address in this tab.", &["url"]),
    ("go_back", "Go back one page.", &[]),
    ("find_on_page", "Search the whole page for words.", &["query"]),
    ("click", "Click an element.", &["uid"]),
    ("type_text", "Type into a field. With submit it is sent.", &["uid", "text", "submit"]),
    // Also of one field what set_value does, which is left out.
    ("fill", "Give fields their values: text, option, date, true or false.", &["fields", "submit"]),
    ("select_option", "Choose an option of a list.", &["uid", "value"]),
    ("press_key", "Press a key, e.g. Enter or Escape.", &["key"]),
    ("scroll", "Scroll the page.", &["direction"]),
    ("wait_for_page_update", "Wait until a text is there.", &["text"]),
    ("handle_dialog", "Answer the open dialog.", &["accept", "text"]),
    ("upload_file", "Give the page a document of the task.", &["uid", "document"]),
    ("search_documents", "Search the task's documents.", &["query"]),
    ("read_document", "Read pages of a document.", &["document", "page"]),
    ("ask_user", "Ask the user.", &["question"]),
    ("task_complete", "The task is done. Answer it in full.", &["summary", "evidence"]),
    ("task_fail", "The task cannot be done. Say why.", &["reason"]),
    ("step_done", "This step is done.", &["outputs"]),
    ("step_failed", "This step cannot be done. Say why.", &["reason"]),
    ("extract_data", "Hand over what you found here.", &["data"]),
];

/// The arguments that an entry for an element keeps. A small model names elements by their uids alone.
const OF_ENTRIES: &[&str] = &["uid", "value"];

/// The tools as a small model gets them. Those of other servers stay, with short descriptions.
pub(crate) fn tools(all: Vec<ToolSpec>) -> Vec<ToolSpec> {
    all.into_iter().filter_map(shortened).collect()
}

fn shortened(mut tool: ToolSpec) -> Option<ToolSpec> {
    match TOOLS.iter().find(|(name, ..)| *name == tool.name) {
        Some((_, description, fields)) => {
            tool.description = (*description).into();
            tool.parameters = with_fields(&tool.parameters, fields).into();
            Some(tool)
        }
        None if is_built_in(&tool.name) => None,
        None => {
            let first = tool.description.split_inclusive(". ").next().unwrap_or_default();
            tool.description = first.trim().chars().take(FOREIGN_CHARS).collect::<String>().into();
            Some(tool)
        }
    }
}

/// A schema with these arguments alone, and without descriptions.
fn with_fields(schema: &str, fields: &[&str]) -> String {
    let Ok(mut schema) = serde_json::from_str::<Value>(schema) else { return schema.to_owned() };
    if let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) {
        properties.retain(|name, _| fields.contains(&name.as_str()));
        properties.values_mut().filter_map(Value::as_object_mut).for_each(without_words);
    }
    schema.to_string()
}

/// Removes the description of a schema, and of what is in its lists, and what else an entry may name an element by.
fn without_words(schema: &mut Map<String, Value>) {
    schema.remove("description");
    if let Some(items) = schema.get_mut("items").and_then(Value::as_object_mut) {
        without_words(items);
        let properties = items.get_mut("properties").and_then(Value::as_object_mut);
        if let Some(properties) = properties.filter(|properties| properties.contains_key("uid")) {
            properties.retain(|name, _| OF_ENTRIES.contains(&name.as_str()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use edith_tools::{Offer, offered};

    fn every() -> Vec<ToolSpec> {
        let offers = [
            Offer { documents: true, given: true, ..Offer::default() },
            Offer { dialog_open: true, ..Offer::default() },
            Offer { source: true, ..Offer::default() },
            Offer { step: true, ..Offer::default() },
        ];
        let mut all: Vec<ToolSpec> = Vec::new();
        for tool in offers.into_iter().flat_map(|offer| offered(offer, &[])) {
            if all.iter().all(|known| known.name != tool.name) {
                all.push(tool);
            }
        }
        all
    }

    fn bytes(tools: &[ToolSpec]) -> usize {
        tools.iter().map(|tool| tool.name.len() + tool.description.len() + tool.parameters.len()).sum()
    }

    #[test]
    fn it_gets_less_than_half_of_the_words() {
        let all = every();
        let few = tools(all.clone());
        assert_eq!(few.len(), TOOLS.len(), "every row is a tool");
        assert!(bytes(&few) * 2 < bytes(&all), "{} of {} bytes", bytes(&few), bytes(&all));
    }

    #[test]
    fn rules_and_tools_of_a_task_are_at_most_1_200_tokens() {
        let rules = crate::run::Work::new(edith_protocol::Mode::Agent).room().row();
        let system = rules.system("https://shop.example/", 30);
        let short = rules.for_small(&system, "https://shop.example/", 30).unwrap();
        let cost = |system: &str, few: Vec<ToolSpec>| {
            let told = few.iter().map(|tool| {
                let parameters: Value = serde_json::from_str(&tool.parameters).unwrap();
                let function =
                    serde_json::json!({ "name": tool.name, "description": tool.description, "parameters": parameters });
                serde_json::json!({ "type": "function", "function": function }).to_string()
            });
            edith_page::budget::tokens(system) + told.map(|tool| edith_page::budget::tokens(&tool)).sum::<usize>()
        };
        let all = offered(Offer::default(), &[]);
        let (few, whole) = (cost(&short, tools(all.clone())), cost(&system, all));
        println!("a small model is told {few} tokens before its first look, another one {whole}");
        assert!(few <= 1_200, "{few}");
        assert!(whole > 1_200, "the control: {whole}");
    }

    #[test]
    fn the_short_rules_forbid_what_the_long_ones_do() {
        let rules = crate::run::Work::new(edith_protocol::Mode::Agent).room().row();
        let long = format!("{}\n\nMore.", rules.system("", 30));
        let short = rules.for_small(&long, "", 30).unwrap();
        assert!(short.len() * 4 < long.len() * 3 && short.ends_with("\n\nMore."), "{short}");
        for rule in [
            "30",
            "\n- Open a site that the task does not need.\n",
            "\n- Buy, pay, book, send or delete what the ",
            "If they refuse, look for no other way.\n",
            "\n- Invent ",
            "Never take the next best without saying so.",
            "`[filled]` is a value you may not see",
            edith_model::fence::FENCE_RULE,
        ] {
            assert!(long.contains(rule) && short.contains(rule), "{rule}: {short}");
        }
        let chat = crate::run::Work::new(edith_protocol::Mode::Chat).room().row();
        assert_eq!(chat.for_small(&chat.system("", 30), "", 30), None, "the control: it has one for all");
    }

    #[test]
    fn what_a_tool_cannot_do_without_stays() {
        for tool in tools(every()) {
            let schema: Value = serde_json::from_str(&tool.parameters).unwrap();
            let offered = schema["properties"].as_object().unwrap();
            for name in schema["required"].as_array().into_iter().flatten() {
                assert!(offered.contains_key(name.as_str().unwrap()), "{}: {name}", tool.name);
            }
            let (_, _, fields) = TOOLS.iter().find(|(name, ..)| *name == tool.name).unwrap();
            assert_eq!(offered.len(), fields.len(), "{}: an argument that it does not have", tool.name);
        }
    }

    #[test]
    fn an_entry_names_its_element_by_the_uid_alone() {
        let of = |tools: &[ToolSpec]| -> Vec<String> {
            let fill = tools.iter().find(|tool| tool.name == "fill").unwrap();
            let schema: Value = serde_json::from_str(&fill.parameters).unwrap();
            schema["properties"]["fields"]["items"]["properties"].as_object().unwrap().keys().cloned().collect()
        };
        assert_eq!(of(&tools(every())), ["uid", "value"]);
        assert!(of(&every()).len() > 2, "the control");
    }

    #[test]
    fn another_servers_tool_stays_told_in_short() {
        let description = format!("Finds issues. {}", "And more. ".repeat(50));
        let foreign = ToolSpec {
            name: "tracker_find".into(),
            description: description.into(),
            parameters: r#"{"type":"object"}"#.into(),
            foreign: true,
        };
        assert_eq!(tools(vec![foreign])[0].description, "Finds issues.");
    }
}
