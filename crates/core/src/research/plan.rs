//! A research's plan, as the model gives it: whether this is research at all, and a sub-task per site.

use super::loose::{json_in, pick, text_of};
use edith_actions::http_url::HttpUrl;
use edith_model::ModelTurn;
use edith_words::say;
use serde_json::{Map, Value};

/// Most sources of one research: more is not a plan but a list of links.
pub(crate) const MOST_SOURCES: usize = 20;

#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Plan {
    /// Whether the model considers the question research.
    pub is_research: bool,
    /// What is to be done where.
    pub tasks: Vec<Task>,
    /// Unusable parts, as sentences for the person.
    pub notes: Vec<String>,
}

/// One sub-task.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Task {
    /// What is looked for there.
    pub description: String,
    /// Its starting address.
    pub url: HttpUrl,
    /// What to find out.
    pub goal: String,
}

const URL: [&str; 10] =
    ["url", "starturl", "link", "href", "address", "website", "site", "source", "domain", "sourceurl"];
const DESCRIPTION: [&str; 7] = ["description", "task", "subtask", "title", "name", "query", "label"];
const GOAL: [&str; 8] =
    ["extractiongoal", "goal", "extract", "extraction", "objective", "question", "instructions", "what"];
const TASKS: [&str; 9] =
    ["subtasks", "tasks", "sources", "sites", "plan", "queries", "steps", "items", "researchtasks"];
const IS_RESEARCH: [&str; 5] = ["isresearch", "research", "needsresearch", "isgenuineresearch", "genuineresearch"];

/// Reads a plan from the model's answer, if it has one.
pub(crate) fn read(turn: &ModelTurn) -> Option<Plan> {
    let called = turn.tool_calls.iter().find_map(|call| json_in(&call.arguments, plan));
    called.or_else(|| json_in(&turn.text, plan))
}

/// The longest text anywhere in a call's arguments.
pub(crate) fn longest_text(arguments: &str) -> String {
    fn longest(value: &Value) -> &str {
        match value {
            Value::String(text) => text,
            Value::Array(items) => items.iter().map(longest).max_by_key(|text| text.len()).unwrap_or_default(),
            Value::Object(map) => map.values().map(longest).max_by_key(|text| text.len()).unwrap_or_default(),
            _ => "",
        }
    }
    serde_json::from_str(arguments).map_or_else(|_| arguments.to_owned(), |value| longest(&value).to_owned())
}

impl Plan {
    /// The number of distinct sites.
    pub(crate) fn sites(&self) -> usize {
        let mut sites: Vec<String> = Vec::new();
        for site in self.tasks.iter().map(|task| site(&task.url)) {
            if !sites.contains(&site) {
                sites.push(site);
            }
        }
        sites.len()
    }
}

/// Sites differ by origin. On the person's own machine, applications share an address and differ by the start of their paths.
fn site(url: &HttpUrl) -> String {
    let origin = url.origin();
    if !(url.host() == "localhost" || url.host().starts_with("127.")) {
        return origin;
    }
    let path = url.as_str().strip_prefix(origin.as_str()).unwrap_or_default();
    let first = path.split(['/', '?', '#']).nth(1).unwrap_or_default();
    format!("{origin}/{first}")
}

fn plan(value: &Value) -> Option<Plan> {
    let mut plan = Plan::default();
    let said = said_research(value);
    let tasks = tasks(value);
    if said.is_none() && tasks.is_none() {
        return None;
    }
    for item in tasks.into_iter().flatten() {
        match task(item) {
            Ok(task) if plan.tasks.len() < MOST_SOURCES => plan.tasks.push(task),
            Ok(task) => plan.notes.push(say!(LeftOutLimit { url: task.url.to_string(), limit: MOST_SOURCES }).into()),
            Err(note) => plan.notes.push(note),
        }
    }
    plan.is_research = said.unwrap_or(!plan.tasks.is_empty());
    Some(plan)
}

/// Whether the answer declares this research, possibly one level down.
fn said_research(value: &Value) -> Option<bool> {
    let map = value.as_object()?;
    match pick(map, &IS_RESEARCH) {
        Some(Value::Bool(said)) => Some(*said),
        Some(Value::String(word)) => Some(matches!(word.trim().to_lowercase().as_str(), "true" | "yes")),
        _ => map.values().find_map(said_research),
    }
}

/// The list of sub-tasks, wherever it is.
fn tasks(value: &Value) -> Option<&Vec<Value>> {
    match value {
        Value::Array(items) => {
            let could_be = |item: &Value| item.as_object().is_some_and(|map| pick(map, &URL).is_some()) || is_url(item);
            items.iter().any(could_be).then_some(items)
        }
        Value::Object(map) => {
            pick(map, &TASKS).and_then(tasks).or_else(|| map.values().filter(|v| !v.is_string()).find_map(tasks))
        }
        _ => None,
    }
}

fn is_url(value: &Value) -> bool {
    value.as_str().is_some_and(|text| !text.contains(' ') && text.contains(['.', ':']) && HttpUrl::parse(text).is_ok())
}

fn task(item: &Value) -> Result<Task, String> {
    let empty = Map::new();
    let map = item.as_object().unwrap_or(&empty);
    let address = item.as_str().map_or_else(|| text_of(map, &URL), str::to_owned);
    let (mut description, mut goal) = (text_of(map, &DESCRIPTION), text_of(map, &GOAL));
    let named = if description.is_empty() { address.clone() } else { description.clone() };
    let url = HttpUrl::parse(&address)
        .map_err(|error| say!(LeftOut { name: named.to_string(), error: error.for_person() }).to_string())?;
    if description.is_empty() {
        description = if goal.is_empty() { url.host().to_owned() } else { goal.clone() };
    }
    if goal.is_empty() {
        goal.clone_from(&description);
    }
    Ok(Task { description, url, goal })
}

#[cfg(test)]
mod tests {
    use super::*;
    use edith_protocol::ToolCall;
    use serde_json::json;

    fn text(text: &str) -> Option<Plan> {
        read(&ModelTurn { text: text.to_owned(), ..ModelTurn::default() })
    }

    fn two(plan: &Plan) {
        assert!(plan.is_research);
        assert_eq!((plan.tasks.len(), plan.sites()), (2, 2), "{plan:?}");
        assert_eq!(plan.tasks[0].url.as_str(), "https://a.example/x");
        assert_eq!((plan.tasks[0].description.as_str(), plan.tasks[0].goal.as_str()), ("A's lamps", "the price"));
    }

    #[test]
    fn a_plan_is_read_however_it_is_written() {
        let camel = r#"{"isResearch": true, "subTasks": [
            {"description": "A's lamps", "url": "https://a.example/x", "extractionGoal": "the price"},
            {"description": "B's lamps", "url": "https://b.example/", "extractionGoal": "the price"}]}"#;
        let snake = camel
            .replace("isResearch", "is_research")
            .replace("subTasks", "sub_tasks")
            .replace("extractionGoal", "extraction_goal");
        for written in [
            camel.to_owned(),
            snake.clone(),
            format!("```json\n{camel}\n```"),
            format!("Here is the plan:\n\n```\n{snake}\n```\nShall I go on?"),
            format!("I think {{so}}. {camel}"),
            format!(r#"{{"result": {camel}}}"#),
            serde_json::to_string(camel).unwrap(),
            camel.replace("the price\"}]}", "the price\"},]}"),
        ] {
            two(&text(&written).unwrap_or_else(|| panic!("{written}")));
        }
        let list = &camel[camel.find('[').unwrap()..camel.rfind('}').unwrap()];
        two(&text(list).unwrap());
        let call = ToolCall { id: "1".into(), name: "plan".into(), arguments: snake };
        two(&read(&ModelTurn { tool_calls: vec![call], ..ModelTurn::default() }).unwrap());
    }

    #[test]
    fn what_is_no_research_is_understood() {
        for (written, sites) in [
            (r#"{"isResearch": false}"#, 0),
            (r#"{"is_research": "no", "subTasks": []}"#, 0),
            (r#"{"isResearch": false, "subTasks": [{"url": "a.example"}, {"url": "b.example"}]}"#, 2),
        ] {
            let plan = text(written).unwrap();
            assert!(!plan.is_research, "{written}");
            assert_eq!(plan.sites(), sites, "{written}");
        }
        for written in ["", "I cannot do that.", "{\"answer\": 42}", "[1, 2]"] {
            assert_eq!(text(written), None, "{written}");
        }
    }

    #[test]
    fn addresses_that_cannot_be_opened_are_left_out_and_said() {
        let written = json!({"subTasks": [
            {"description": "files", "url": "file:///etc/passwd"},
            {"url": "localhost:8000/a", "goal": "g"},
            {"url": "127.0.0.1:9/", "extractionGoal": "h"},
            {"description": "nothing"},
        ]});
        let plan = text(&written.to_string()).unwrap();
        assert_eq!((plan.tasks.len(), plan.notes.len()), (2, 2), "{plan:?}");
        assert!(plan.notes[0].contains("file"));
        assert_eq!(plan.tasks[0].url.as_str(), "http://localhost:8000/a");
        assert_eq!(plan.tasks[0].description, "g");
    }

    #[test]
    fn two_pages_of_one_site_are_one_site() {
        let plan = text(r#"["https://a.example/1", "https://a.example/2"]"#).unwrap();
        assert_eq!((plan.tasks.len(), plan.sites()), (2, 1));
        for (local, sites) in [
            (r#"["http://127.0.0.1:80/shop/a", "http://127.0.0.1:80/shop/b?c"]"#, 1),
            (r#"["http://localhost:80/shop/a", "http://localhost:80/mail"]"#, 2),
            (r#"["http://localhost:80/", "http://localhost:81/"]"#, 2),
            (r#"["http://localhost:80/?a", "http://localhost:80/?b"]"#, 1),
        ] {
            assert_eq!(text(local).unwrap().sites(), sites, "{local}");
        }
    }

    #[test]
    fn a_list_without_end_is_cut() {
        let urls: Vec<String> = (0..30).map(|n| format!("https://s{n}.example/")).collect();
        let plan = text(&json!(urls).to_string()).unwrap();
        assert_eq!((plan.tasks.len(), plan.notes.len()), (MOST_SOURCES, 10));
    }
}
