//! Making a request that was held back: by the page's own means, so that its server sees what it would have seen.

use crate::effect::baseline::Baseline;
use crate::session::action::ActionScope;
use crate::state::watch::{KeptMessages, Unsent};
use crate::wire::errors::Result;
use edith_actions::action::TabError;
use edith_page::page_api::{Resend, Resent};
use serde_json::json;

/// How long a server may take to answer, in milliseconds.
const ANSWER_MS: u64 = 30_000;
/// Headers that the browser sets, or that belong to one journey of a request.
#[rustfmt::skip]
const SET_BY_BROWSER: &[&str] = &[
    "accept-encoding", "connection", "content-length", "cookie", "host", "origin", "referer", "upgrade-insecure-requests", "user-agent",
];
/// What a page may not be told to send again.
const NOT_THERE: &str = "What was allowed could not be sent: the page that would have sent it is gone, or EDITH has restarted since. \
    Nothing was sent. Look at the page, and do it again if it is still wanted.";
const CLOSED: &str =
    "What was allowed could not be sent, or only a part of it: the page has closed the connection. Look at the page.";
const NOT_ALLOWED: &str = "What was allowed was not sent: the page would send something else. Look at the page.";
const NOT_WHOLE: &str = "What was allowed could not be sent again on its own: it has a file, or comes from a frame. Nothing was sent. Look at the page, and \
    do it again if it is still wanted.";

/// Makes the held request with this id.
pub(crate) async fn resend(tab: &ActionScope<'_>, id: &str, baseline: &mut Baseline) -> Result {
    if let Some(kept) = tab.hub.read(|state| state.watch.kept(id).cloned()) {
        return pass(tab, &kept, baseline).await;
    }
    let unsent = tab.hub.read(|state| state.watch.unsent(id, &state.main_frame, &state.frames).cloned());
    let unsent = unsent.ok_or_else(|| TabError::NotPossible(NOT_THERE.to_owned()))?;
    let spec = spec(&unsent).ok_or_else(|| TabError::NotPossible(NOT_WHOLE.to_owned()))?;
    baseline.reach(tab, "it was sent, but no answer was seen.".to_owned()).await?;
    tab.hub.change(|state| state.watch.unsent.retain(|unsent| unsent.id != id));
    let is_form = spec.form.is_some();
    match tab.page_within::<Resent>(ANSWER_MS, "resend", json!([spec])).await? {
        Some(_) if is_form => tab.say("its form was sent.".to_owned()),
        Some(Resent { status: 0, failure }) => {
            tab.say(format!("it was sent, but its answer could not be read ({failure})."))
        }
        Some(Resent { status, .. }) => tab.say(format!("the server answered {status}.")),
        None => {}
    }
    Ok(())
}

/// Has the page send what it kept.
async fn pass(tab: &ActionScope<'_>, kept: &KeptMessages, baseline: &mut Baseline) -> Result {
    let judge = tab.hub.read(|state| state.watch.judge.clone());
    if judge.is_some_and(|judge| judge(&kept.request).is_some()) {
        return Err(TabError::NotPossible(NOT_ALLOWED.to_owned()));
    }
    baseline.reach(tab, "it was sent.".to_owned()).await?;
    tab.hub.change(|state| state.watch.let_go(&kept.id));
    let went = tab.pass_messages(kept.frame, &kept.numbers, &[]).await;
    if went { Ok(()) } else { Err(TabError::NotPossible(CLOSED.to_owned())) }
}

/// What the page's script needs for it; none: it is not known whole.
fn spec(unsent: &Unsent) -> Option<Resend> {
    let Unsent { request, body, .. } = unsent;
    let (method, url) = (request.method.clone(), request.url.clone());
    if request.is_document {
        let (fields, encoding) = request.form()?;
        return Some(Resend { method, url, form: Some(fields), encoding: encoding.to_owned(), ..Resend::default() });
    }
    let is_own = |(name, _): &&(String, String)| {
        let name = name.to_ascii_lowercase();
        !name.starts_with("sec-") && !name.starts_with("proxy-") && !SET_BY_BROWSER.contains(&name.as_str())
    };
    let headers = request.headers.iter().filter(is_own).cloned().collect();
    let has_file = request.body.contains("filename=\"") && !request.body.contains("filename=\"\"");
    let body = body.clone().filter(|_| !has_file)?;
    Some(Resend { method, url, headers, body, is_ping: request.is_ping, ..Resend::default() })
}
