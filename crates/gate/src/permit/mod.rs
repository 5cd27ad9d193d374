//! What the person allows ahead of a question: one effect at one place, for how often, by whose word.

pub(crate) mod answers;
pub(crate) mod authority;
pub(crate) mod grants;
pub(crate) mod mandate;
pub(crate) mod meant;
pub(crate) mod review;
pub(crate) mod step_permits;
pub(crate) mod terms;

use crate::{Commitment, DialogAnswer, EffectClass, Facts, SecretKind};
use edith_actions::action::Dialog;
use edith_actions::http_url::HttpUrl;
use edith_protocol::{Lasts, Origin};
use serde::{Deserialize, Serialize};
use std::hash::{DefaultHasher, Hash, Hasher};

/// Most characters that are kept of a question.
const QUESTION_CHARS: usize = 200;

/// One permission.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Permit {
    /// What may be done.
    pub effect: Effect,
    /// Where.
    pub place: Scope,
    /// How often.
    pub uses: Uses,
    /// Who said so.
    pub from: GivenBy,
}

/// What can be allowed ahead. Whoever adds one decides below how long a yes to it may hold, and whether a plan or a schedule may name it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Effect {
    /// A commitment.
    Commits(Commitment),
    /// Entering a secret.
    Enters(SecretKind),
    /// Giving a document to a site.
    Uploads,
    /// OK to a question of a page in these words; none: to any, for whoever names it in advance without having seen one.
    AcceptsDialog(Option<String>),
    /// A tool of a server by its name; none: every tool.
    Uses(Option<String>),
    /// A request that nobody knows, by its kind: its method, the shape of its path, and what its body has.
    Requests(String),
    /// Entering values that the person went over.
    Fills,
    /// The first contact with a site that the person did not name.
    Contact,
    /// Opening an address of the person's own network.
    Local,
    /// A key for which a page may have a shortcut, or keys in a row; none: any.
    Keys(Option<String>),
    /// Closing one of the person's tabs.
    Close,
}

/// Where a permission holds.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Scope {
    /// What exactly was shown: an origin, a site or a server of tools.
    Shown(String),
    /// A host, with a port unless it is the usual one.
    Host(String),
    /// Every site.
    Anywhere,
}

/// How often a permission may be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Uses {
    /// Once.
    Once,
    /// As long as it stands.
    Always,
}

/// Whose word a permission is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum GivenBy {
    /// An answer for the task.
    Task,
    /// An answer for the site, from then on.
    Site,
    /// The schedule that the run is of.
    Schedule,
    /// The step of an approved plan.
    Step,
    /// The review of a form.
    Review,
    /// What the person allowed as they gave the task.
    Mandate,
}

impl Permit {
    /// Whether it allows this there.
    pub(crate) fn allows(&self, effect: &Effect, place: &str) -> bool {
        let is_it = match (&self.effect, effect) {
            (Effect::Uses(None), Effect::Uses(_)) | (Effect::AcceptsDialog(None), Effect::AcceptsDialog(_)) => true,
            // Who names an effect ahead has seen no request.
            (Effect::Commits(Commitment::Sends), Effect::Requests(_)) => {
                matches!(self.from, GivenBy::Schedule | GivenBy::Mandate)
            }
            (allowed, effect) => allowed == effect,
        };
        is_it && self.place.is(place)
    }
}

impl Scope {
    /// The host of an address or a bare host; none: it names none.
    pub(crate) fn host(place: &str) -> Option<Self> {
        let url = HttpUrl::parse(place).ok()?;
        let is_host = (url.host() == "localhost" || url.host().contains(['.', ':'])) && !url.host().contains('*');
        let port = url.port().map(|port| format!(":{port}")).unwrap_or_default();
        is_host.then(|| Self::Host(format!("{}{port}", url.host())))
    }

    /// A server of tools, as `mcp:NAME`; none: it is none.
    pub(crate) fn server(place: &str) -> Option<Self> {
        match Origin::from(place.trim()) {
            Origin::Mcp(name) if !name.is_empty() => Some(Self::Shown(Origin::Mcp(name).to_string())),
            _ => None,
        }
    }

    fn is(&self, place: &str) -> bool {
        match self {
            Self::Shown(shown) => !place.is_empty() && shown == place,
            Self::Host(_) => Self::host(place).as_ref() == Some(self),
            Self::Anywhere => true,
        }
    }
}

impl Effect {
    /// Everything that an effect class needs permission for; none: it is never asked about.
    pub fn of(class: &EffectClass, facts: &Facts) -> Vec<Self> {
        match class {
            EffectClass::EntersSecret(kind, then) => {
                std::iter::once(Self::Enters(*kind)).chain(then.map(Self::Commits)).collect()
            }
            // Allowing drafts to be deleted does not allow an account to be.
            EffectClass::Commits(Commitment::Deletes) if facts.is_of_account() => {
                vec![Self::Commits(Commitment::Deletes), Self::Commits(Commitment::Account)]
            }
            EffectClass::Commits(what) => {
                let kinds = || facts.kinds.iter().cloned().map(Self::Requests);
                let is_known = *what != Commitment::Sends || facts.kinds.is_empty();
                is_known.then_some(Self::Commits(*what)).into_iter().chain(kinds()).collect()
            }
            EffectClass::Uploads => vec![Self::Uploads],
            // Of a server each tool is allowed by itself.
            EffectClass::External => facts.server_tool.iter().map(|tool| Self::Uses(Some(tool.name.clone()))).collect(),
            EffectClass::AnswersDialog(DialogAnswer::Accepts(what)) => {
                let asked = facts.dialog.as_ref().and_then(question);
                std::iter::once(Self::AcceptsDialog(asked)).chain(what.map(Self::Commits)).collect()
            }
            EffectClass::AnswersDialog(DialogAnswer::Dismisses | DialogAnswer::Acknowledges)
            | EffectClass::Reads
            | EffectClass::Navigates
            | EffectClass::Acts
            | EffectClass::Fills
            | EffectClass::Asks
            | EffectClass::Ends => Vec::new(),
        }
    }

    /// Whether both are one deed, whatever it is called.
    pub fn is_same_deed(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Commits(one), Self::Commits(other)) => one.is_same_deed(*other),
            (Self::Commits(one), Self::Requests(_)) => *one == Commitment::Sends,
            (Self::AcceptsDialog(_), Self::AcceptsDialog(_)) => true,
            _ => self == other,
        }
    }

    /// The longest that a yes to it holds.
    pub fn lasts(&self) -> Lasts {
        match self {
            Self::Commits(what) => what.lasts(),
            Self::Requests(_) => Commitment::Sends.lasts(),
            Self::Enters(kind) => kind.lasts(),
            Self::Uploads
            | Self::AcceptsDialog(Some(_))
            | Self::Uses(_)
            | Self::Contact
            | Self::Local
            | Self::Keys(Some(_))
            | Self::Close => Lasts::Site,
            // Of what a page asks next, and of what its other keys do, nobody has seen anything.
            Self::AcceptsDialog(None) | Self::Keys(None) | Self::Fills => Lasts::Once,
        }
    }

    /// What a step of a plan may name, as models write it.
    pub fn of_plan(name: &str) -> Option<Self> {
        let name = name.trim();
        let plain = || name.to_ascii_lowercase().replace([' ', '-'], "_");
        // A server's own name for its tool is taken as it is.
        let effect = Self::parse(name).or_else(|| Self::parse(&plain()));
        effect.filter(|effect| effect.can_be_named() && *effect != Self::Uses(None))
    }

    /// What a schedule may do unattended, as its settings name it.
    pub fn of_schedule(name: &str) -> Option<Self> {
        Self::parse(name).filter(|effect| effect.can_be_named() && !matches!(effect, Self::Uses(Some(_))))
    }

    /// Whether it may be named before anything is known of what it is for.
    fn can_be_named(&self) -> bool {
        match self {
            Self::Commits(_) | Self::Enters(_) | Self::Uploads | Self::AcceptsDialog(None) | Self::Uses(_) => true,
            Self::AcceptsDialog(Some(_))
            | Self::Requests(_)
            | Self::Fills
            | Self::Contact
            | Self::Local
            | Self::Keys(_)
            | Self::Close => false,
        }
    }

    /// What may be allowed as a task is given: what a schedule may do, where it is on a host.
    pub(crate) fn of_mandate(name: &str) -> Option<Self> {
        Self::of_schedule(name).filter(|effect| *effect != Self::Uses(None))
    }

    /// Its name in settings, plans and stored permissions.
    pub fn name(&self) -> String {
        match self {
            Self::Commits(what) => commitment(*what).to_owned(),
            Self::Enters(kind) => secret(*kind).to_owned(),
            Self::Uploads => "upload".to_owned(),
            Self::AcceptsDialog(None) => "accept_dialog".to_owned(),
            Self::AcceptsDialog(Some(asked)) => format!("accept_dialog:{asked}"),
            Self::Uses(None) => "external".to_owned(),
            Self::Uses(Some(tool)) => format!("external:{tool}"),
            Self::Requests(kind) => format!("request:{kind}"),
            Self::Fills => "fill".to_owned(),
            Self::Contact => "contact".to_owned(),
            Self::Local => "local".to_owned(),
            Self::Keys(None) => "keys".to_owned(),
            Self::Keys(Some(keys)) => format!("keys:{keys}"),
            Self::Close => "close".to_owned(),
        }
    }

    /// The effect of this name; none: there is no such effect.
    pub fn parse(name: &str) -> Option<Self> {
        use Commitment::{Account, Buys, Deletes, Downloads, Installs, Pays, Posts, Sends, Shares};
        let commitments = [Buys, Pays, Sends, Posts, Deletes, Shares, Account, Installs, Downloads].map(Self::Commits);
        let secrets = [SecretKind::Password, SecretKind::OneTimeCode, SecretKind::Card].map(Self::Enters);
        let others = [
            Self::Uploads,
            Self::AcceptsDialog(None),
            Self::Uses(None),
            Self::Contact,
            Self::Local,
            Self::Keys(None),
            Self::Close,
        ];
        let mut all = commitments.into_iter().chain(secrets).chain(others);
        let of_one = name.split_once(':').and_then(|(kind, of)| {
            let of = of.to_owned();
            match kind {
                "external" => Some(Self::Uses(Some(of))),
                "accept_dialog" => Some(Self::AcceptsDialog(Some(of))),
                "keys" => Some(Self::Keys(Some(of))),
                "request" => Some(Self::Requests(of)),
                _ => None,
            }
        });
        of_one.or_else(|| all.find(|effect| effect.name() == name))
    }
}

impl TryFrom<String> for Effect {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        Self::parse(&name).ok_or_else(|| format!("{name} is no effect"))
    }
}

impl From<Effect> for String {
    fn from(effect: Effect) -> Self {
        effect.name()
    }
}

/// What a question of a page asks, if OK is all that is answered to it: of a long one its beginning, and a number of all of it. What is written into a
/// prompt is an answer of its own.
fn question(dialog: &Dialog) -> Option<String> {
    if !matches!(dialog.kind.as_str(), "confirm" | "beforeunload") {
        return None;
    }
    let asked = dialog.message.split_whitespace().collect::<Vec<_>>().join(" ");
    Some(if asked.chars().count() <= QUESTION_CHARS { asked } else { numbered(&asked) })
}

/// The beginning of a text, and a number of all of it.
fn numbered(text: &str) -> String {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    let begin: String = text.chars().take(QUESTION_CHARS).collect();
    format!("{begin}… {:x}", hasher.finish())
}

fn secret(kind: SecretKind) -> &'static str {
    match kind {
        SecretKind::Password => "password",
        SecretKind::OneTimeCode => "one_time_code",
        SecretKind::Card => "card",
    }
}

fn commitment(what: Commitment) -> &'static str {
    match what {
        Commitment::Buys => "buy",
        Commitment::Pays => "pay",
        Commitment::Sends => "send",
        Commitment::Posts => "post",
        Commitment::Deletes => "delete",
        Commitment::Shares => "share",
        Commitment::Account => "account",
        Commitment::Installs => "install",
        Commitment::Downloads => "download",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_effect_is_read_back_by_its_name() {
        let names = "buy pay send post delete share account install download password one_time_code card upload accept_dialog \
                     external external:mcp__a__b request:PUT contact local keys keys:ctrl+e close";
        for name in names.split(' ') {
            assert_eq!(Effect::parse(name).map(|effect| effect.name()).as_deref(), Some(name));
        }
        let asks = Effect::AcceptsDialog(Some("Go on: now?".into()));
        assert_eq!(Effect::parse(&asks.name()), Some(asks));
        for name in ["", "Send", "everything", "fill", "secret", "clipboard", "accept dialog"] {
            assert_eq!(Effect::parse(name), None, "{name}");
        }
    }

    #[test]
    fn an_ok_that_lasts_is_one_to_those_words() {
        let dialog = |kind: &str, message: &str| Facts {
            origin: "https://a.example".into(),
            dialog: Some(Dialog { kind: kind.into(), message: message.into(), ..Dialog::default() }),
            ..Facts::default()
        };
        let of = |kind, message: &str| {
            Effect::of(&EffectClass::AnswersDialog(DialogAnswer::Accepts(None)), &dialog(kind, message))
        };
        let permit =
            |effect: &Effect, from| Permit { effect: effect.clone(), place: Scope::Anywhere, uses: Uses::Always, from };
        let (long, other) = (format!("{} a?", "very ".repeat(100)), format!("{} b?", "very ".repeat(100)));
        for (one, other, same) in [
            ("Shall I go on?", "Shall  I go\non?", true),
            ("Shall I go on?", "Shall I go on with all?", false),
            (&long, &long, true),
            (&long, &other, false),
        ] {
            let (one, other) = (of("confirm", one), of("confirm", other));
            assert_eq!(permit(&one[0], GivenBy::Site).allows(&other[0], ""), same, "{one:?} {other:?}");
            assert_eq!(one[0].lasts(), Lasts::Site);
        }
        let prompt = of("prompt", "New name?");
        assert_eq!(prompt, [Effect::AcceptsDialog(None)], "its answer is another each time");
        assert_eq!(prompt[0].lasts(), Lasts::Once);
        assert!(permit(&prompt[0], GivenBy::Schedule).allows(&of("confirm", "Go on?")[0], ""), "named ahead");
        assert_eq!(Effect::of_plan("accept_dialog:Go on?"), None);
    }

    #[test]
    fn a_permit_is_for_its_effect_at_its_place() {
        let permit = |effect, place| Permit { effect, place, uses: Uses::Always, from: GivenBy::Site };
        let sends = Effect::Commits(Commitment::Sends);
        let here = permit(sends.clone(), Scope::Shown("https://a.example".into()));
        assert!(here.allows(&sends, "https://a.example"));
        assert!(!here.allows(&sends, "https://b.example") && !here.allows(&sends, ""));
        assert!(!here.allows(&Effect::Commits(Commitment::Posts), "https://a.example"));
        let host = permit(sends.clone(), Scope::host("a.example:8080").unwrap());
        assert!(host.allows(&sends, "http://a.example:8080/x") && !host.allows(&sends, "http://a.example/x"));
        let any = permit(Effect::Uses(None), Scope::Anywhere);
        assert!(any.allows(&Effect::Uses(Some("a".into())), "mcp:b") && !any.allows(&sends, "mcp:b"));
        let one = permit(Effect::Uses(Some("a".into())), Scope::Anywhere);
        assert!(!one.allows(&Effect::Uses(None), "mcp:b") && !one.allows(&Effect::Uses(Some("b".into())), "mcp:b"));
    }
}
