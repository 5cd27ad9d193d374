//! The schemas that a model is told, and how what it writes is read.

use super::*;

const GOLDEN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/testdata/specs.json");

/// Bytes of all names, descriptions and schemas.
const TOLD_BYTES: usize = 7_404;
/// Those that a task with documents has besides.
const TOLD_BYTES_OF_DOCUMENTS: usize = 2_217;

#[test]
fn specs_are_the_golden_ones() {
    let specs: Vec<Value> = BUILT_IN
        .iter()
        .map(Declaration::spec)
        .map(|spec| {
            let parameters: Value = serde_json::from_str(&spec.parameters).unwrap();
            json!({"name": spec.name, "description": spec.description, "parameters": parameters})
        })
        .collect();
    let now = format!("{}\n", serde_json::to_string_pretty(&specs).unwrap());
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(GOLDEN, &now).unwrap();
    }
    let golden = std::fs::read_to_string(GOLDEN).unwrap();
    assert_eq!(golden, now, "UPDATE_GOLDEN=1 writes the specs as they are");
}

#[test]
fn the_table_here_names_every_tool() {
    let names: Vec<&str> = TOOLS.iter().map(|row| row.0).collect();
    let specs: Vec<&str> = BUILT_IN.iter().map(|tool| tool.name).collect();
    assert_eq!(names, specs);
}

/// The arguments that stand in for uids.
fn names_beside(fields: &'static [shape::Field]) -> Vec<&'static str> {
    let names = shape::each(fields).filter_map(|field| shape::names_of(fields, field));
    names.flat_map(|names| [names.text, names.place, names.nth]).collect()
}

#[test]
fn schema_and_struct_say_the_same() {
    for (name, arguments, is_look) in TOOLS {
        let spec = declaration(name).unwrap().spec();
        let call = parse(name, arguments);
        assert_eq!(call.name(), *name);
        assert_eq!(call.is_look(), *is_look, "{name}");
        // Every given argument is kept, so the struct has all that the schema names.
        let given: Value = serde_json::from_str(arguments).unwrap();
        assert_eq!(call.shown_args(&Facts::default()), given, "{name}");
        let schema: Value = serde_json::from_str(&spec.parameters).unwrap();
        let stand_in = names_beside(declaration(name).unwrap().fields);
        let named = schema["properties"].as_object().unwrap().keys();
        let named: Vec<&String> = named.filter(|key| !stand_in.contains(&key.as_str())).collect();
        let is_told = |key: &&String| shape::told(declaration(name).unwrap().fields).any(|field| field.name == **key);
        let told: Vec<&String> = given.as_object().unwrap().keys().filter(is_told).collect();
        assert_eq!(named, told, "{name}: the table gives every argument");
        // And each missing required one is reported; a uid is none for a schema, since a name may stand in for it.
        for required in shape::each(declaration(name).unwrap().fields).filter(|field| field.required) {
            let mut less = given.clone();
            less.as_object_mut().unwrap().remove(required.name);
            let error = Call::parse(name, &less.to_string()).unwrap_err().to_string();
            assert!(error.contains(required.name) && error.contains("is missing"), "{error}");
            let told = schema["required"].as_array().is_some_and(|all| all.contains(&json!(required.name)));
            assert_eq!(told, !matches!(required.kind, shape::Kind::Uid), "{name}: {}", required.name);
        }
        let stored = serde_json::to_string(&call).unwrap();
        assert_eq!(serde_json::from_str::<Call>(&stored).unwrap(), call, "{stored}");
    }
}

#[test]
fn examples_in_error_sentences_are_right_themselves() {
    for (name, ..) in TOOLS {
        let example = match Call::parse(name, "[1,").unwrap_err() {
            CallError::Unreadable { example, .. } => example,
            other => panic!("{name}: {other:?}"),
        };
        parse(name, example);
    }
}

#[test]
fn slips_with_a_certain_meaning_are_understood() {
    let click = Call::Click(Click { uid: 12, press: press::Press::default() });
    for (name, arguments) in [
        ("click", r#"{"uid": 12}"#),
        ("click", r#"{"uid": "12"}"#),
        ("click", r#"{"uid": 12.0}"#),
        ("click", r#"{"uid": "uid=12"}"#),
        ("click", r#"{"uid": "[12]"}"#),
        ("click", r#"{"uid": 12, "button": null, "count": "", "reason": "because"}"#),
        ("click", "```json\n{\"uid\": 12,}\n```"),
        ("click", r#""{\"uid\": 12}""#),
        ("click", "12"),
        ("Click", r#"{"uid": 12}"#),
        ("functions.click", r#"{"uid": 12}"#),
    ] {
        assert_eq!(Call::parse(name, arguments), Ok(click.clone()), "{name} {arguments}");
    }
    for arguments in ["", "  ", "{}", "null", "```json\n{}\n```", r#"{"why": 1}"#] {
        assert_eq!(Call::parse("take_snapshot", arguments), Ok(Call::TakeSnapshot(TakeSnapshot {})), "{arguments}");
    }
    for (name, arguments, expected) in [
        ("takeSnapshot", "", json!({})),
        ("type-text", r#"{"text": 42, "submit": "true"}"#, json!({"text": "42", "submit": true})),
        ("type_text", "{\"text\": \"a\nb\"}", json!({"text": "a\nb"})),
        (
            "click",
            r#"{"uid": 1, "modifiers": "ctrl+Shift", "button": "RIGHT"}"#,
            json!({"uid": 1, "modifiers": ["Control", "Shift"], "button": "right"}),
        ),
        ("scroll", r#"{"direction": "Down", "amount": "300px"}"#, json!({"direction": "down", "amount": 300.0})),
        ("navigate", "https://a.example/", json!({"url": "https://a.example/"})),
        ("handle_dialog", r#"{"accept": "no"}"#, json!({"accept": false})),
        ("set_value", r#"{"uid": 3, "value": 5}"#, json!({"uid": 3, "value": "5"})),
    ] {
        assert_eq!(parse(name, arguments).shown_args(&Facts::default()), expected, "{name} {arguments}");
    }
}

#[test]
fn what_is_wrong_is_said_with_what_to_write() {
    for (name, arguments, parts) in [
        ("click", "{}", &["uid", "is missing", r#"{"uid": 12}"#][..]),
        ("click", r#"{"uid": "the button"}"#, &["uid", "whole number", "the button"]),
        ("click", r#"{"uid": 1.5}"#, &["whole number"]),
        ("click", r#"{"uid": -12}"#, &["uid"]),
        ("click", r#"{"uid": "-12"}"#, &["uid"]),
        ("click", r#"{"uid": 0}"#, &["uid"]),
        ("click", r#"{"uid": 99999999999}"#, &["uid"]),
        ("click", r#"{"uid": 1, "count": 4}"#, &["count", "from 1 to 3"]),
        ("click", r#"{"uid": 1, "button": "upper"}"#, &["left, right, middle"]),
        ("click", r#"{"uid": 1, "modifiers": ["Hyper"]}"#, &["Alt, Control, Meta, Shift"]),
        ("click", r#"{"uid": 1"#, &["could not be read", r#"{"uid": 12}"#]),
        ("click", r#"[{"uid": 1}]"#, &["no JSON object"]),
        ("type_text", r#"{"uid": 1, "text": ["a"]}"#, &["must be a text"]),
        ("type_text", r#"{"uid": 1, "text": "a", "submit": "perhaps"}"#, &["true or false"]),
        ("press_key", r#"{"key": "Submit"}"#, &["key", "Enter", "Submit"]),
        ("drag", r#"{"from_uid": 1, "to_uid": 1}"#, &["must not be from_uid"]),
        ("ask_user", r#"{"question": "  "}"#, &["must not be empty"]),
        ("wait_for_page_update", r#"{"timeout_ms": 10000000}"#, &["from 100 to 30000"]),
        ("wait", r#"{"ms": 10001}"#, &["from 1 to 10000"]),
        ("drag_at", r#"{"uid": 1, "x": 1, "y": 1}"#, &["to_x", "path"]),
        ("drag_at", r#"{"uid": 1, "x": 1, "y": 1, "to_x": 4}"#, &["to_y", "is missing"]),
        ("drag_at", r#"{"uid": 1, "x": 1, "y": 1, "path": [[1, 2, 3]]}"#, &["list of points"]),
        ("drag", r#"{"from_uid": 1, "to_uid": 2, "to_y": 4}"#, &["to_x", "is missing"]),
        ("select_text", r#"{"uid": 1}"#, &["give text, or from and to"]),
        ("select_text", r#"{"uid": 1, "from": 4, "to": 4}"#, &["more than from"]),
        ("remember", r#"{"text": " "}"#, &["must not be empty"]),
        ("clik", "{}", &["clik", "Did you mean click?", "task_complete"]),
        ("browser_click_element", "{}", &["Did you mean click?"]),
        ("goto_url", "{}", &["The tools are: open_browser, navigate"]),
    ] {
        let error = Call::parse(name, arguments).unwrap_err().to_string();
        for part in parts {
            assert!(error.contains(part), "{name} {arguments}: {error} lacks {part}");
        }
    }
}

#[test]
fn whatever_a_model_writes_is_read_or_refused_with_a_sentence() {
    let scraps: Vec<char> = "{}[]\",:\\ \n\t`jsonuid12.-+truefalsenulltextéあ\u{0}\u{202e}".chars().collect();
    for seed in 0..5_000 {
        let mut rng = Rng::with_seed(seed);
        let (name, right, ..) = TOOLS[rng.usize(..TOOLS.len())];
        let mut text: Vec<char> = right.chars().collect();
        for _ in 0..=rng.usize(..6) {
            let at = rng.usize(..text.len() + 1);
            match rng.usize(..3) {
                0 if at < text.len() => drop(text.remove(at)),
                1 => text.truncate(at),
                _ => text.insert(at, scraps[rng.usize(..scraps.len())]),
            }
        }
        let text: String = text.into_iter().collect();
        match Call::parse(name, &text) {
            // A parsed call serialises to something that parses to the same.
            Ok(call) => {
                let again = call.shown_args(&Facts::default()).to_string();
                if !again.contains(MASK) {
                    assert_eq!(Call::parse(name, &again), Ok(call), "seed {seed}: {name} {text}");
                }
            }
            Err(error) => assert!(error.to_string().contains(name), "seed {seed}: {error}"),
        }
    }
}

#[test]
fn any_name_is_answered() {
    let letters: Vec<char> = "clicktypenavgo_.-: /()日".chars().collect();
    for seed in 0..2_000 {
        let mut rng = Rng::with_seed(seed);
        let name: String = (0..rng.usize(..80)).map(|_| letters[rng.usize(..letters.len())]).collect();
        if let Err(error) = Call::parse(&name, "{}") {
            assert!(!error.to_string().is_empty(), "seed {seed}");
        }
    }
}

#[test]
fn what_the_model_is_told_of_the_tools_does_not_grow() {
    let told = |of_documents: bool| -> usize {
        // The steps of plans are ended by tools that replace those that end a task; few pages offer tools, and few people have more than forty of servers.
        let is_rare = |when| matches!(when, Offered::EndsStep | Offered::WithPageTools | Offered::WithMoreTools);
        let is_sent = |tool: &&Declaration| !is_rare(tool.offered);
        let tools = BUILT_IN.iter().filter(is_sent);
        let tools = tools.filter(|tool| (tool.offered == Offered::ReadsDocuments) == of_documents);
        let specs = tools.map(Declaration::spec);
        specs.map(|spec| spec.name.len() + spec.description.len() + spec.parameters.len()).sum()
    };
    assert_eq!(
        (told(false), told(true)),
        (TOLD_BYTES, TOLD_BYTES_OF_DOCUMENTS),
        "each byte is sent with every turn: a quarter of a token"
    );
}

arguments! {
    /// A list of things, as a tool may take one.
    pub struct Order {
        /// Things.
        items: Vec<Item> => "what to order";
    }
}

arguments! {
    /// One of them.
    pub struct Item {
        /// Its name.
        name: String => "";
        /// How many.
        optional count: Option<u32> as shape::Kind::Whole(1, 9) => "default 1";
    }
}

#[test]
fn objects_in_lists_are_declared_told_and_read() {
    use shape::Arguments;
    assert_eq!(
        shape::schema(Order::FIELDS),
        concat!(
            r#"{"type":"object","properties":{"items":{"type":"array","items":{"type":"object","properties":{"name":{"type":"string"},"#,
            r#""count":{"type":"integer","description":"default 1"}},"required":["name"]},"#,
            r#""description":"what to order"}},"required":["items"]}"#
        )
    );
    let read = |given: Value| reading::check(Order::FIELDS, given.as_object().cloned().unwrap());
    let order = read(json!({"items": [{"name": "lamp", "count": "2", "colour": "red"}, {"name": 7}]})).unwrap();
    let order: Order = serde_json::from_value(Value::Object(order)).unwrap();
    let item = |name: &str, count| Item { name: name.into(), count };
    assert_eq!(order, Order { items: vec![item("lamp", Some(2)), item("7", None)] });
    let problem = read(json!({"items": [{"name": "lamp", "count": 12}]})).unwrap_err().problem;
    assert_eq!(problem, "has a wrong \"count\", which must be from 1 to 9, not 12");
    assert!(read(json!({"items": [{"count": 1}]})).unwrap_err().problem.contains("is missing"));
}
