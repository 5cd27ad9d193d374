//! What is done in each scenario: nearly always everything that the server offers.

use super::signed::{PlayError, Signed};
use edith_mcp::client::{Client, InputRequest, McpError, Step, Tool, ToolResult};
use edith_mcp::oauth::SignInError;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// Plays a scenario. Where the suite wants a sign-in given up, it counts only if it is for what is wrong there.
pub(crate) async fn play(signed: &Signed, scenario: &str, context: &Value) -> Result<(), PlayError> {
    let done = offers(signed, scenario, context).await;
    let is_wanted: fn(&SignInError) -> bool = match scenario {
        "auth/resource-mismatch" => |error| matches!(error, SignInError::OtherResource { .. }),
        "auth/metadata-issuer-mismatch" => |error| matches!(error, SignInError::OtherIssuer { .. }),
        "auth/iss-supported-missing" | "auth/iss-wrong-issuer" | "auth/iss-unexpected" | "auth/iss-normalized" => {
            |error| matches!(error, SignInError::Forged)
        }
        "auth/scope-retry-limit" => |error| matches!(error, SignInError::TooManyScopes { .. }),
        _ => return done,
    };
    match done {
        Err(PlayError::SignIn(error)) if is_wanted(&error) => {
            println!("{error}");
            Ok(())
        }
        done => panic!("the sign-in was to be given up: {done:?}"),
    }
}

async fn offers(signed: &Signed, scenario: &str, context: &Value) -> Result<(), PlayError> {
    let about = signed.with(async |client: &Client| client.connect().await).await?;
    println!("{about:?}");
    let listed = signed.with(async |client: &Client| client.tools().await).await?;
    println!("{} tools; {:?}", listed.items.len(), listed.warnings);
    if scenario == "json-schema-ref-no-deref" {
        return Ok(());
    }
    if let Some(calls) = context.get("toolCalls").and_then(Value::as_array) {
        for call in calls {
            let name = call["name"].as_str().unwrap_or_default();
            self::call(signed, name, call["arguments"].as_object().cloned().unwrap_or_default()).await?;
        }
        return Ok(());
    }
    for tool in &listed.items {
        let mut given = arguments(&tool.input_schema);
        if tool.name == "json_schema_echo" {
            given = echoed(&listed.items);
        }
        call(signed, &tool.name, given).await?;
    }
    let client = &signed.client;
    for resource in client.resources().await?.items {
        println!("{:?}", client.read_resource(&resource.uri, &mut |_| ()).await?);
    }
    println!("{} templates", client.resource_templates().await?.items.len());
    for prompt in client.prompts().await?.items {
        let given = prompt.arguments.iter().map(|argument| (argument.name.clone(), "a".to_owned())).collect();
        println!("{:?}", client.get_prompt(&prompt.name, &given, &mut |_| ()).await?);
    }
    Ok(())
}

/// Calls a tool, and answers what the server asks back. A failed call is reported and is not the program's failure: some scenarios want it.
async fn call(signed: &Signed, name: &str, arguments: Map<String, Value>) -> Result<(), PlayError> {
    let begin =
        async |client: &Client| client.call_tool(name, &arguments, &mut |progress| println!("{progress:?}")).await;
    let mut step = signed.with(begin).await;
    while let Ok(Step::Asks(waiting)) = step {
        // Another call meanwhile must not carry what belongs to this one.
        if name == "test_mrtr_echo_state" {
            drop(signed.client.call_tool("test_mrtr_unrelated", &Map::new(), &mut |_| ()).await?);
        }
        let answers = waiting.asks.iter().map(|(id, ask)| (id.clone(), answer(ask))).collect::<BTreeMap<_, _>>();
        let go_on = async |client: &Client| client.go_on::<ToolResult>(&waiting, answers.clone(), &mut |_| ()).await;
        step = signed.with(go_on).await;
    }
    match step {
        Err(PlayError::Mcp(error @ McpError::Rpc { .. })) => println!("{name}: {error}"),
        step => println!("{name}: {:?}", step?),
    }
    Ok(())
}

/// An answer without a person: the defaults of a form, no address opened, a model that says little.
fn answer(ask: &InputRequest) -> Value {
    match ask {
        InputRequest::Form { schema, .. } => {
            let properties = schema["properties"].as_object().into_iter().flatten();
            let value = |field: &Value| match field.get("default") {
                Some(default) => default.clone(),
                None => example(field),
            };
            let content: Map<String, Value> = properties.map(|(name, field)| (name.clone(), value(field))).collect();
            json!({ "action": "accept", "content": content })
        }
        InputRequest::Url { .. } => json!({ "action": "accept" }),
        InputRequest::Sample(_) => {
            json!({ "role": "assistant", "model": "none", "stopReason": "endTurn", "content": { "type": "text", "text": "yes" } })
        }
    }
}

fn arguments(schema: &Value) -> Map<String, Value> {
    let properties = schema["properties"].as_object().into_iter().flatten();
    properties.map(|(name, property)| (name.clone(), example(property))).collect()
}

fn example(schema: &Value) -> Value {
    if let Some(first) = schema["enum"].get(0) {
        return first.clone();
    }
    match schema["type"].as_str() {
        Some("number" | "integer") => json!(2),
        Some("boolean") => json!(true),
        Some("array") => json!([]),
        Some("object") => Value::Object(arguments(schema)),
        _ => json!("a"),
    }
}

/// The schema of the suite's tool as it was listed, for the tool that gives it back.
fn echoed(tools: &[Tool]) -> Map<String, Value> {
    let focal = tools.iter().find(|tool| tool.name == "json_schema_2020_12_tool");
    let schema = focal.map(|tool| tool.input_schema.clone()).unwrap_or_default();
    Map::from_iter([("schema".to_owned(), schema)])
}
