//! What may be allowed, in a person's words.

use super::sentence::{Sentence, foreign, say};
use edith_gate::{Commitment, Effect, SecretKind};

/// An effect as it is stored. One of a later version is shown as it is there.
pub(crate) fn effect(name: &str) -> Sentence {
    let Some(effect) = Effect::parse(name) else { return foreign(name) };
    match effect {
        Effect::Commits(what) => match what {
            Commitment::Buys => say!(Buying),
            Commitment::Pays => say!(Paying),
            Commitment::Sends => say!(Sending),
            Commitment::Posts => say!(Posting),
            Commitment::Deletes => say!(Deleting),
            Commitment::Shares => say!(Sharing),
            Commitment::Account => say!(ChangingAccount),
            Commitment::Installs => say!(Installing),
            Commitment::Downloads => say!(Downloading),
        },
        Effect::Enters(SecretKind::Password) => say!(EnteringPassword),
        Effect::Enters(SecretKind::OneTimeCode) => say!(EnteringCode),
        Effect::Enters(SecretKind::Card) => say!(EnteringCard),
        Effect::Uploads => say!(Uploading),
        Effect::AcceptsDialog(None) => say!(AcceptingDialog),
        Effect::AcceptsDialog(Some(asked)) => say!(AcceptingDialogOf { asked: asked }),
        Effect::Uses(None) => say!(UsingTools),
        Effect::Uses(Some(tool)) => say!(UsingTool { tool: tool }),
        Effect::Requests(kind) => request(&kind),
        Effect::Fills => say!(FillingForm),
        Effect::Contact => say!(Telling),
        Effect::Local => say!(OpeningLocal),
        Effect::Keys(keys) => say!(PressingKeys { keys: keys.unwrap_or_default() }),
        Effect::Close => say!(ClosingTabs),
    }
}

/// A kind of request by its method and path; what may follow is a number that stands for what is in it.
fn request(kind: &str) -> Sentence {
    let mut words = kind.split(' ');
    let (method, path) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    match method {
        "POST" => say!(SendingTo { path: path }),
        "PUT" | "PATCH" => say!(ChangingAt { path: path }),
        "DELETE" => say!(DeletingAt { path: path }),
        _ => say!(RequestsLike { request: format!("{method} {path}") }),
    }
}
