//! How much care a form is given, and what was typed to begin one.

use crate::state::servers::used_by;
use crate::state::text::t;
use edith_protocol::{FormQuality, ModelRole, NamedServer, Servers};

/// Every quality by its name, from the cheapest.
pub const QUALITIES: [(FormQuality, &str); 4] = [
    (FormQuality::Fast, "fast"),
    (FormQuality::FastPro, "fast-pro"),
    (FormQuality::Exact, "exact"),
    (FormQuality::ExactPro, "exact-pro"),
];

/// A quality for the person.
pub fn quality_words(quality: FormQuality) -> &'static str {
    match quality {
        FormQuality::Fast => t("form_fast"),
        FormQuality::FastPro => t("form_fast_pro"),
        FormQuality::Exact => t("form_exact"),
        FormQuality::ExactPro => t("form_exact_pro"),
    }
}

/// The servers that a form of this quality asks, each once; none: code alone fills it in, from the profile.
pub fn models(all: &Servers, quality: FormQuality) -> Vec<&NamedServer> {
    let roles: &[ModelRole] = match quality {
        FormQuality::Fast => &[ModelRole::Fast],
        FormQuality::FastPro => &[ModelRole::Fast, ModelRole::Strong],
        FormQuality::Exact | FormQuality::ExactPro => &[ModelRole::Strong],
    };
    let mut models: Vec<&NamedServer> = Vec::new();
    for server in roles.iter().filter_map(|role| used_by(all, *role)) {
        if models.iter().all(|known| known.id != server.id) {
            models.push(server);
        }
    }
    models
}

/// Whether a question can be asked again, and whether by a stronger model than the one that a form of this quality asks.
pub fn again(all: &Servers, quality: FormQuality) -> [bool; 2] {
    let first = |quality| models(all, quality).first().map(|server| server.id.clone());
    let (now, strong) = (first(quality), first(FormQuality::Exact));
    [now.is_some(), strong.is_some() && strong != now]
}

/// What `/form exact wishes` begins: a quality, if it names one, and the wishes. None for any other text.
pub fn slash(text: &str) -> Option<(Option<FormQuality>, String)> {
    let rest = text.trim().strip_prefix("/form")?;
    if !rest.is_empty() && !rest.starts_with(char::is_whitespace) {
        return None;
    }
    let rest = rest.trim();
    let (first, wishes) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let named = QUALITIES.iter().find(|(_, name)| *name == first).map(|(quality, _)| *quality);
    Some((named, if named.is_some() { wishes.trim() } else { rest }.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slash_begins_a_form_and_nothing_else_does() {
        for (text, expected) in [
            ("/form", Some((None, ""))),
            ("  /form  ", Some((None, ""))),
            ("/form exact-pro  from my CV", Some((Some(FormQuality::ExactPro), "from my CV"))),
            ("/form\nfast", Some((Some(FormQuality::Fast), ""))),
            ("/form fastidious answers", Some((None, "fastidious answers"))),
            ("/formal", None),
            ("fill in the /form", None),
            ("form", None),
        ] {
            let expected = expected.map(|(quality, wishes): (_, &str)| (quality, wishes.to_owned()));
            assert_eq!(slash(text), expected, "{text}");
        }
    }

    #[test]
    fn a_quality_asks_the_servers_of_its_roles() {
        let server = |id: &str| NamedServer { id: id.into(), ..NamedServer::default() };
        let mut all = Servers { list: ["default", "f", "s", "x"].map(server).into(), ..Servers::default() };
        let ids = |all: &Servers| {
            QUALITIES.map(|(quality, _)| models(all, quality).iter().map(|one| one.id.clone()).collect::<Vec<_>>())
        };
        assert_eq!(ids(&all), [["default"]; 4]);
        all.roles.insert(ModelRole::Form, vec!["x".into()]);
        assert_eq!(ids(&all), [["x"]; 4]);
        all.roles.insert(ModelRole::Fast, vec!["f".into()]);
        all.roles.insert(ModelRole::Strong, vec!["s".into()]);
        assert_eq!(ids(&all), [vec!["f"], vec!["f", "s"], vec!["s"], vec!["s"]]);
        assert_eq!(ids(&Servers::default()), [Vec::<String>::new(), vec![], vec![], vec![]]);
    }
}
