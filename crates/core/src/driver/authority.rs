//! Reads what the person allows at the moment, for a call that is judged or carried out.

use edith_gate::{Authority, Terms};
use edith_port::{Store, StoreError};
use edith_protocol::{Approvals, Schedule, Settings, keys};
use futures_util::future::join;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// What the person allows a run with these terms at the moment. What cannot be read is not allowed.
pub(super) async fn read(store: &dyn Store, terms: Option<&Terms>) -> Authority {
    let (settings, grants) = join(value::<Settings>(store, keys::SETTINGS), value(store, keys::GRANTS)).await;
    let terms = match terms {
        Some(terms) if !terms.schedule.is_empty() => {
            let stored = store.read(keys::SCHEDULES).await;
            Some(of_schedule(stored, &terms.schedule).unwrap_or_else(|| terms.clone().withdrawn()))
        }
        terms => terms.cloned(),
    };
    let is_listed = terms.as_ref().is_some_and(|terms| terms.may.is_some());
    let approvals = if is_listed { Approvals::Ask } else { settings.approvals };
    Authority { approvals, grants, terms }
}

/// Unreadable values fall back to their default, which is the cautious one.
async fn value<T: DeserializeOwned + Default>(store: &dyn Store, key: &str) -> T {
    let stored = store.read(key).await.ok().flatten();
    stored.and_then(|value| edith_protocol::json::from_value(value).ok()).unwrap_or_default()
}

fn of_schedule(stored: Result<Option<Value>, StoreError>, id: &str) -> Option<Terms> {
    let Ok(Some(Value::Array(all))) = stored else { return None };
    all.into_iter().map(Schedule::from).find(|schedule| schedule.id() == id).map(|schedule| Terms::of(&schedule))
}
