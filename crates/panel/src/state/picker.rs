//! The models to choose from in the composer: those of every server, with what they cost and how much they hold.

use crate::state::format::decimal;
use crate::state::servers::name_of;
use crate::state::text::{fill, key};
use edith_protocol::{ModelDetails, NamedServer, Settings, default_context};

/// Models shown at once; more are found by typing.
pub const SHOWN: usize = 60;

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
pub fn choices(server: &NamedServer, listed: &[ModelDetails], settings: &Settings) -> Vec<Choice> {
    let own = ModelDetails { id: server.model.clone(), ..ModelDetails::default() };
    let current = listed.iter().find(|one| one.id == server.model).unwrap_or(&own);
    let others = listed.iter().filter(|one| one.id != server.model && crate::state::presets::chats(&one.id));
    let shown = std::iter::once(current).filter(|one| !one.id.is_empty()).chain(others);
    shown
        .map(|one| Choice {
            server: server.id.clone(),
            server_name: name_of(server),
            model: one.id.clone(),
            details: details(one, settings),
        })
        .collect()
}

fn details(listed: &ModelDetails, settings: &Settings) -> String {
    let told = listed.price.filter(|_| settings.own_price_of(&listed.id).is_none());
    let told = told.map(|price| (price.prompt, price.completion));
    let price = told.or_else(|| settings.price_of(&listed.id).map(|price| (price.prompt, price.completion)));
    let price = price.map(|(sent, received)| {
        fill(key("picker_price"), &[("sent", &dollars(sent)), ("received", &dollars(received))])
    });
    let context = listed.context.or_else(|| default_context(&listed.id).map(u64::from));
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
fn thousands(tokens: u64) -> String {
    match tokens {
        0..1_000 => tokens.to_string(),
        1_000..1_000_000 => format!("{}K", ((tokens as f64) / 1_000.0).round()),
        _ => {
            let millions = format!("{:.1}", (tokens as f64) / 1_000_000.0);
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
    use serde_json::{Value, json};

    fn server(model: &str) -> NamedServer {
        NamedServer { id: "s1".into(), name: "Mine".into(), model: model.into(), ..NamedServer::default() }
    }

    #[test]
    fn a_model_has_the_price_that_counts_and_its_context() {
        let shown = |entry: Value, settings: &Settings| {
            let listed: ModelDetails = serde_json::from_value(entry).unwrap();
            choices(&server(""), &[listed], settings).pop().unwrap().details
        };
        let settings = Settings::default();
        assert_eq!(shown(json!({ "id": "gpt-5-mini" }), &settings), "$0.25 in, $2 out · 400K tokens");
        let told = json!({ "id": "x/y", "context": 1_048_576, "price": { "prompt": 0.075, "completion": 3.0 } });
        assert_eq!(shown(told.clone(), &settings), "$0.075 in, $3 out · 1M tokens");
        assert_eq!(shown(json!({ "id": "unknown" }), &settings), "");
        // What the person set goes before what the server says.
        for model in ["x/y", "x/"] {
            let own = ModelPrice { model: model.into(), prompt: 1.0, completion: 2.0, ..ModelPrice::default() };
            let settings = Settings { prices: vec![own], ..settings.clone() };
            assert!(shown(told.clone(), &settings).starts_with("$1 in, $2 out"), "as it is counted");
        }
        assert!(serde_json::from_value::<ModelDetails>(json!({ "context": 3 })).is_err());
    }

    fn listed(names: impl IntoIterator<Item = String>) -> Vec<ModelDetails> {
        names.into_iter().map(|id| ModelDetails { id, ..ModelDetails::default() }).collect()
    }

    #[test]
    fn the_model_in_use_is_first_and_stays_without_a_list() {
        let listed = listed(["a", "text-embedding-3", "b"].map(str::to_owned));
        let models = |server: &NamedServer, listed: &[ModelDetails]| {
            choices(server, listed, &Settings::default()).into_iter().map(|one| one.model).collect::<Vec<_>>()
        };
        assert_eq!(models(&server("b"), &listed), ["b", "a"]);
        assert_eq!(models(&server("mine"), &[]), ["mine"]);
        assert!(models(&server(""), &[]).is_empty());
    }

    #[test]
    fn hundreds_of_models_are_found_by_typing() {
        let listed = listed((0..400).map(|n| format!("maker-{}/model-{n}", n % 7)));
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
