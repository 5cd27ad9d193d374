//! The page as witness of what reached it.

use crate::session::Session;
use crate::session::calls::CALL_MS;
use crate::wire::errors::Result;
use edith_page::page_api::{self, Witness};
use serde_json::json;

/// What the page's frames saw of the action with this mark; none if the tab no longer shows that document.
pub(crate) async fn witness(tab: &Session, mark: &str, document: &str) -> Result<Option<Witness>> {
    let asked = tab.page.run_everywhere("witness", json!([mark]));
    let answers = tab.uncut(CALL_MS, "witness", asked).await??;
    let read = |(_, answer)| page_api::read::<Witness>(answer).ok();
    let all: Vec<Witness> = answers.into_iter().filter_map(read).collect();
    let here = all.iter().any(|one| one.document == document);
    // It began in one frame; its keys may have gone to another with the focus.
    let mut sum = Witness { document: document.to_owned(), ..Witness::default() };
    for one in all {
        sum.begun |= one.begun;
        sum.presses += one.presses;
        sum.releases += one.releases;
        sum.clicks += one.clicks;
        sum.enters += one.enters;
        sum.inputs += one.inputs;
        sum.drops += one.drops;
        sum.copies += one.copies;
    }
    Ok(here.then_some(sum))
}

pub(crate) async fn is_still(tab: &Session, document: &str) -> bool {
    let asked = tab.page.run(0, "witness", json!([""]));
    let answer = tab.uncut(CALL_MS, "witness", asked).await.ok().and_then(Result::ok);
    let here = answer.and_then(|answer| page_api::read::<Witness>(answer).ok());
    here.is_some_and(|here| here.document == document)
}
