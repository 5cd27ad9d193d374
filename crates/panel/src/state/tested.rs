//! What a test of a model server found, as a row of ticks.

use crate::state::format::duration;
use crate::state::text::{counted, fill, key, t};
use edith_protocol::{ErrorBody, ErrorCode, NamedServer, ToolStyle};
use serde_json::Value;

/// What a server's test found.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Tested {
    /// Its models; empty if it has no list.
    pub models: Vec<String>,
    /// Whether the chosen model answered.
    pub chat: bool,
    /// Whether it called a tool; none: not tried.
    pub tools: Option<bool>,
    /// Whether it did so in its text only.
    pub as_text: bool,
    /// Whether it did so by Anthropic's browser toolset.
    pub by_toolset: bool,
    /// Whether it is a small model; none: not known.
    pub small: Option<bool>,
    /// Whether it takes pictures; none: not tried.
    pub pictures: Option<bool>,
    /// Tokens per second; none if the server does not count them.
    pub pace: Option<f64>,
    /// Milliseconds until the answer.
    pub ms: f64,
    /// The address at which it answered, if that is another than the one that was typed.
    pub at: Option<String>,
}

impl Tested {
    /// Keeps with a server what was found out about its model.
    pub fn keep(&self, server: &mut NamedServer) {
        if let Some(at) = &self.at {
            server.base_url.clone_from(at);
        }
        if (self.as_text || self.tools == Some(false)) && server.tools == ToolStyle::Auto {
            server.tools = ToolStyle::Text;
        }
        server.small = self.small.unwrap_or(server.small);
        server.sees_pictures = self.pictures.or(server.sees_pictures);
    }

    /// Reads an answer to `MODEL_TEST`.
    pub fn read(answer: &Value) -> Self {
        let flag = |name: &str| answer.get(name).and_then(Value::as_bool);
        let models = answer.get("models").and_then(Value::as_array).into_iter().flatten();
        let style = answer.get("toolStyle").and_then(Value::as_str).unwrap_or_default();
        Self {
            models: models.filter_map(Value::as_str).map(str::to_owned).collect(),
            chat: flag("chat").unwrap_or_default(),
            tools: flag("tools"),
            as_text: style == "text",
            by_toolset: style == "toolset",
            small: flag("small"),
            pictures: flag("pictures"),
            pace: answer.get("tokensPerSecond").and_then(Value::as_f64),
            ms: answer.get("ms").and_then(Value::as_f64).unwrap_or_default(),
            at: None,
        }
    }
}

/// A test's course.
#[derive(Debug, Clone, Default, PartialEq)]
pub enum Test {
    /// Nothing was asked yet.
    #[default]
    NotYet,
    /// The server is being asked; whether it listed its models already.
    Running {
        /// It listed its models.
        listed: bool,
    },
    /// It answered.
    Done(Tested),
    /// It did not; whether it listed its models before.
    Failed {
        /// Why, with the mend.
        error: ErrorBody,
        /// It listed its models.
        listed: bool,
    },
}

impl Test {
    /// Whether a model answered.
    pub fn works(&self) -> bool {
        matches!(self, Self::Done(tested) if tested.chat)
    }
}

/// How a part of a test went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// It works.
    Good,
    /// It does not.
    Bad,
    /// Not known, or not tried.
    Open,
    /// Being tried.
    Running,
}

impl Mark {
    /// In words, for those who do not see the mark.
    pub fn words(self) -> &'static str {
        match self {
            Self::Good => t("mark_good"),
            Self::Bad => t("mark_bad"),
            Self::Open => t("mark_open"),
            Self::Running => t("mark_running"),
        }
    }
}

/// A part of a test.
#[derive(Debug, Clone, PartialEq)]
pub struct Tick {
    /// Its name.
    pub name: &'static str,
    /// How it went.
    pub mark: Mark,
    /// A figure; empty if there is none.
    pub figure: String,
}

/// The row of ticks; empty before a test.
pub fn ticks(test: &Test) -> Vec<Tick> {
    use Mark::{Bad, Good, Open, Running};
    let known = |found: Option<bool>| match found {
        Some(true) => Good,
        Some(false) => Bad,
        None => Open,
    };
    let (marks, speed) = match test {
        Test::NotYet => return Vec::new(),
        Test::Running { listed: false } => ([Running; 5], Running),
        Test::Running { listed: true } => ([Good, Running, Running, Running, Running], Running),
        Test::Done(tested) => (
            [
                Good,
                // Many servers list their models to anybody: only an answer shows that the key is good.
                if tested.chat { Good } else { Open },
                if tested.chat { Good } else { Open },
                known(tested.tools),
                known(tested.pictures),
            ],
            if tested.chat { Good } else { Open },
        ),
        Test::Failed { error, listed } => {
            let marks = match error.code {
                ErrorCode::ModelUnreachable | ErrorCode::OriginRefused if !listed => [Bad, Open, Open, Open, Open],
                ErrorCode::KeyRefused => [Good, Bad, Open, Open, Open],
                _ => [Good, Open, Bad, Open, Open],
            };
            (marks, Open)
        }
    };
    let names = [t("tick_reachable"), t("tick_key"), t("tick_chat"), t("tick_tools"), t("tick_pictures")]
        .into_iter()
        .zip(marks);
    let mut row: Vec<Tick> = names.map(|(name, mark)| Tick { name, mark, figure: String::new() }).collect();
    let figure = match test {
        Test::Done(tested) if tested.chat => match tested.pace {
            Some(pace) => {
                format!("{} · {}", duration(tested.ms), fill("per_second", &[("n", &format!("{pace:.0}"))]))
            }
            None => duration(tested.ms),
        },
        _ => String::new(),
    };
    row.push(Tick { name: t("tick_speed"), mark: speed, figure });
    row
}

/// The result in a sentence: it works only if a model answered.
pub fn sentence(test: &Test, model: &str) -> String {
    match test {
        Test::NotYet => String::new(),
        Test::Running { .. } => t("asking_server").to_owned(),
        Test::Failed { error, .. } => error.message.clone(),
        Test::Done(tested) => {
            let models = counted(tested.models.len(), key("model_one"), key("model_many"));
            let time = duration(tested.ms);
            match (tested.chat, tested.models.is_empty()) {
                (true, true) => fill("model_answers", &[("model", model), ("time", &time)]),
                (true, false) => fill("it_works", &[("model", model), ("time", &time), ("models", &models)]),
                (false, _) => fill("choose_and_test", &[("models", &models)]),
            }
        }
    }
}

/// What to do about a part that does not work although the model answers, on a server whose tools are set to `style`.
pub fn mends(test: &Test, style: ToolStyle) -> Vec<&'static str> {
    let Test::Done(tested) = test else { return Vec::new() };
    if style == ToolStyle::Toolset && tested.tools == Some(true) && !tested.by_toolset {
        return vec![t("mend_toolset")];
    }
    if tested.as_text {
        return vec![t("tools_as_text")];
    }
    let missing = [(tested.tools, t("mend_tools")), (tested.pictures, t("mend_pictures"))];
    missing.into_iter().filter(|(found, _)| *found == Some(false)).map(|(_, mend)| mend).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn row(test: &Test) -> Vec<Mark> {
        ticks(test).iter().map(|tick| tick.mark).collect()
    }

    #[test]
    fn only_a_model_that_answered_works() {
        let listed = Tested::read(&json!({ "models": ["a", "b"], "chat": false, "ms": 3 }));
        assert_eq!(
            sentence(&Test::Done(listed.clone()), "a"),
            "The server answers and offers 2 models. Choose one, then test again."
        );
        assert!(!Test::Done(listed).works());
        let answered = Test::Done(Tested::read(&json!({ "models": [], "chat": true, "ms": 1200 })));
        assert!(answered.works() && sentence(&answered, "a").starts_with("It works: a answered in 1"));
    }

    #[test]
    fn what_was_found_is_kept_unless_the_person_said_otherwise() {
        let found = Tested::read(
            &json!({ "chat": true, "tools": true, "toolStyle": "text", "pictures": false, "small": true, "ms": 1, "tokensPerSecond": 41.6 }),
        );
        let mut server = NamedServer::default();
        found.keep(&mut server);
        assert_eq!((server.tools, server.small, server.sees_pictures), (ToolStyle::Text, true, Some(false)));
        let mut server = NamedServer { tools: ToolStyle::Native, ..NamedServer::default() };
        found.keep(&mut server);
        assert_eq!(server.tools, ToolStyle::Native);
        let figure = ticks(&Test::Done(found)).pop().unwrap().figure;
        assert!(figure.ends_with("42 tokens/s"), "{figure}");
        // What was not tried changes nothing.
        let mut server = NamedServer { small: true, sees_pictures: Some(true), ..NamedServer::default() };
        Tested::read(&json!({ "chat": true, "ms": 1 })).keep(&mut server);
        assert_eq!((server.tools, server.small, server.sees_pictures), (ToolStyle::Auto, true, Some(true)));
    }

    #[test]
    fn a_server_set_to_the_toolset_is_told_where_the_model_has_none() {
        let found = |style: &str| {
            Test::Done(Tested::read(&json!({ "chat": true, "tools": true, "toolStyle": style, "ms": 1 })))
        };
        assert_eq!(mends(&found("native"), ToolStyle::Toolset), [t("mend_toolset")]);
        assert!(mends(&found("toolset"), ToolStyle::Toolset).is_empty());
        assert!(mends(&found("native"), ToolStyle::Auto).is_empty(), "the control");
    }

    #[test]
    fn each_tick_says_only_what_was_seen() {
        use Mark::{Bad, Good, Open, Running};
        assert!(ticks(&Test::NotYet).is_empty());
        assert_eq!(row(&Test::Running { listed: false }), [Running; 6]);
        let tested = json!({ "models": ["a"], "chat": true, "tools": true, "pictures": false, "ms": 900 });
        let test = Test::Done(Tested::read(&tested));
        assert_eq!(row(&test), [Good, Good, Good, Good, Bad, Good]);
        assert_eq!(mends(&test, ToolStyle::Auto).len(), 1);
        // An older worker does not say.
        let test = Test::Done(Tested::read(&json!({ "models": ["a"], "chat": true, "ms": 900 })));
        assert_eq!(row(&test), [Good, Good, Good, Open, Open, Good]);
        assert!(mends(&test, ToolStyle::Auto).is_empty());
        let failed = |code, listed| Test::Failed { error: ErrorBody::new(code, "why"), listed };
        assert_eq!(row(&failed(ErrorCode::OriginRefused, false)), [Bad, Open, Open, Open, Open, Open]);
        assert_eq!(row(&failed(ErrorCode::ModelUnreachable, false)), [Bad, Open, Open, Open, Open, Open]);
        assert_eq!(row(&failed(ErrorCode::KeyRefused, true)), [Good, Bad, Open, Open, Open, Open]);
        assert_eq!(row(&failed(ErrorCode::ModelFailed, true)), [Good, Open, Bad, Open, Open, Open]);
        assert_eq!(sentence(&failed(ErrorCode::ModelFailed, true), "a"), "why");
    }
}
