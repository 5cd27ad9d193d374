//! The models to choose from in the composer: those of every server, with what they cost and how much they hold.

use crate::state::format::decimal;
use crate::state::servers::name_of;
use crate::state::text::{fill, key};
use edith_protocol::{NamedServer, Settings, default_context};
use serde_json::Value;

/// Models shown at once; more are found by typing.
pub const SHOWN: usize = 60;

/// A model that a server told of.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Listed {
    /// Its name at the server.
    pub model: String,
    /// Tokens that its context takes; none if the server does not say.
    pub context: Option<u32>,
    /// Prices per million tokens, sent and received; none if the server does not say.
    pub price: Option<(f64, f64)>,
}

impl Listed {
    /// Reads an entry of a server's list.
    pub fn read(entry: &Value) -> Option<Self> {
        let number = |from: &Value, name: &str| from.get(name).and_then(Value::as_f64);
        let price = entry.get("price").and_then(|price| Some((number(price, "prompt")?, number(price, "completion")?)));
        Some(Self {
            model: entry.get("id")?.as_str()?.to_owned(),
            context: number(entry, "context").map(|tokens| tokens as u32).filter(|tokens| *tokens > 0),
            price,
        })
    }
}

/// A model of a server.
#[derive(Debug, Clone, PartialEq)]
pub struct Choice {
    /// The server's id.
    pub server: String,
    /// The server's name.
    pub server_name: String,
    /// The model.
    pub model: String,
    /// Context and price in words; empty if not known.
    pub details: String,
}

/// The models of a server, the one in use first; that one also if the server told of none.
pub fn choices(server: &NamedServer, listed: &[Listed], settings: &Settings) -> Vec<Choice> {
    let own = Listed { model: server.model.clone(), ..Listed::default() };
    let current = listed.iter().find(|one| one.model == server.model).unwrap_or(&own);
    let others = listed.iter().filter(|one| one.model != server.model && crate::state::presets::chats(&one.model));
    let shown = std::iter::once(current).filter(|one| !one.model.is_empty()).chain(others);
    shown
        .map(|one| Choice {
            server: server.id.clone(),
            server_name: name_of(server),
            model: one.model.clone(),
            details: details(one, settings),
        })
        .collect()
}

fn details(listed: &Listed, settings: &Settings) -> String {
    let own = settings.prices.iter().any(|price| price.model == listed.model);
    let told = listed.price.filter(|_| !own);
    let price = told.or_else(|| settings.price_of(&listed.model).map(|price| (price.prompt, price.completion)));
    let price = price.map(|(sent, received)| {
        fill(key("picker_price"), &[("sent", &dollars(sent)), ("received", &dollars(received))])
    });
    let context = listed.context.or_else(|| default_context(&listed.model));
    let context = context.map(|tokens| fill(key("picker_context"), &[("tokens", &thousands(tokens))]));
    price.into_iter().chain(context).collect::<Vec<_>>().join(" · ")
}

/// A price without superfluous zeros.
fn dollars(price: f64) -> String {
    let figure = format!("{price:.3}");
    let figure = figure.trim_end_matches('0').trim_end_matches('.');
    fill("price_form", &[("n", &decimal(figure))])
}

/// A number of tokens as models are described: `128K`, `1M`.
fn thousands(tokens: u32) -> String {
    match tokens {
        0..1_000 => tokens.to_string(),
        1_000..1_000_000 => format!("{}K", (f64::from(tokens) / 1_000.0).round()),
        _ => {
            let millions = format!("{:.1}", f64::from(tokens) / 1_000_000.0);
            format!("{}M", decimal(millions.trim_end_matches(".0")))
        }
    }
}

/// What of a list is shown for what was typed, and how many more there are.
pub fn matching(all: &[Choice], typed: &str) -> (Vec<Choice>, usize) {
    let typed = typed.to_lowercase();
    let parts: Vec<&str> = typed.split_whitespace().collect();
    let fits = |choice: &&Choice| {
        let name = format!("{} {}", choice.model, choice.server_name).to_lowercase();
        parts.iter().all(|part| name.contains(part))
    };
    let found: Vec<&Choice> = all.iter().filter(fits).collect();
    let shown = found.iter().take(SHOWN).map(|choice| (*choice).clone()).collect();
    (shown, found.len().saturating_sub(SHOWN))
}

/// The end of a model's name, which tells it from others in a narrow place.
pub fn short(model: &str) -> &str {
    model.rsplit('/').next().filter(|name| !name.is_empty()).unwrap_or(model)
}

#[cfg(test)]
mod tests {
    use super::*;
    use edith_protocol::ModelPrice;
    use serde_json::json;

    fn server(model: &str) -> NamedServer {
        NamedServer { id: "s1".into(), name: "Mine".into(), model: model.into(), ..NamedServer::default() }
    }

    #[test]
    fn a_model_has_the_price_that_counts_and_its_context() {
        let shown = |entry: Value, settings: &Settings| {
            let listed: Vec<Listed> = Listed::read(&entry).into_iter().collect();
            choices(&server(""), &listed, settings).pop().unwrap().details
        };
        let settings = Settings::default();
        assert_eq!(shown(json!({ "id": "gpt-5-mini" }), &settings), "$0.25 in, $2 out · 400K tokens");
        let told = json!({ "id": "x/y", "context": 1_048_576, "price": { "prompt": 0.075, "completion": 3.0 } });
        assert_eq!(shown(told.clone(), &settings), "$0.075 in, $3 out · 1M tokens");
        assert_eq!(shown(json!({ "id": "unknown" }), &settings), "");
        // What the person set goes before what the server says.
        let own = ModelPrice { model: "x/y".into(), prompt: 1.0, completion: 2.0, ..ModelPrice::default() };
        let settings = Settings { prices: vec![own], ..settings };
        assert!(shown(told, &settings).starts_with("$1 in, $2 out"));
        assert_eq!(Listed::read(&json!({ "context": 3 })), None);
    }

    #[test]
    fn the_model_in_use_is_first_and_stays_without_a_list() {
        let listed: Vec<Listed> =
            ["a", "text-embedding-3", "b"].iter().filter_map(|name| Listed::read(&json!({ "id": name }))).collect();
        let models = |server: &NamedServer, listed: &[Listed]| {
            choices(server, listed, &Settings::default()).into_iter().map(|one| one.model).collect::<Vec<_>>()
        };
        assert_eq!(models(&server("b"), &listed), ["b", "a"]);
        assert_eq!(models(&server("mine"), &[]), ["mine"]);
        assert!(models(&server(""), &[]).is_empty());
    }

    #[test]
    fn hundreds_of_models_are_found_by_typing() {
        let listed: Vec<Listed> =
            (0..400).filter_map(|n| Listed::read(&json!({ "id": format!("maker-{}/model-{n}", n % 7) }))).collect();
        let all = choices(&server(""), &listed, &Settings::default());
        let (shown, more) = matching(&all, "");
        assert_eq!((shown.len(), more), (SHOWN, 400 - SHOWN));
        let (shown, more) = matching(&all, "MODEL-39 mine maker-4");
        assert_eq!(
            (shown.iter().map(|one| one.model.as_str()).collect::<Vec<_>>(), more),
            (vec!["maker-4/model-39", "maker-4/model-396"], 0)
        );
        assert_eq!((short("a/b/c"), short("c"), short("c/")), ("c", "c", "c/"));
    }
}
