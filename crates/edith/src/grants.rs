//! `edith grants`: what a person allowed on sites from now on, which every later start has.

use crate::arguments::{Common, Grants, GrantsOrder};
use crate::ends::{Code, Stop};
use crate::home::Home;
use crate::terminal::{printed, tell};
use crate::told::plain;
use crate::words::{effect, say};
use edith_native::store::RoomStore;
use edith_port::Store;
use edith_protocol::{Grant, SiteGrants, json, keys};
use serde_json::Value;
use std::collections::BTreeMap;

/// Lists them, or takes them back; returns how the program ends.
///
/// # Errors
/// When there is none of the number, or the store cannot be used.
pub(crate) async fn grants(order: &Grants, common: &Common) -> Result<Code, Stop> {
    let database = Home::open(common.home.as_deref())?.database()?;
    let store = RoomStore::new(database, "", BTreeMap::new());
    match &order.order {
        None => {
            let all = list(&store).await?;
            if order.json {
                let text: String = all.iter().map(|grant| serde_json::json!(grant).to_string() + "\n").collect();
                printed(&text)?;
                return Ok(Code::Completed);
            }
            if all.is_empty() {
                tell(&say!(NothingAllowed));
            }
            let text: String = (1..).zip(&all).map(|(number, grant)| line(number, grant)).collect();
            printed(&text)?;
        }
        Some(GrantsOrder::Revoke { number, all }) => {
            for grant in revoke(&store, number.filter(|_| !all)).await? {
                tell(&say!(NotAllowedAnyMore { grant: plain(&shown(&grant)) }));
            }
        }
    }
    Ok(Code::Completed)
}

fn shown(grant: &Grant) -> String {
    say!(EffectAt { effect: effect(&grant.what), place: &grant.origin }).to_string()
}

fn line(number: usize, grant: &Grant) -> String {
    let told = say!(Grant { number: number, effect: effect(&grant.what), place: &grant.origin });
    plain(&told.to_string()) + "\n"
}

async fn stored(store: &dyn Store) -> Result<Value, Stop> {
    Ok(store.read(keys::GRANTS).await.map_err(Stop::broken)?.unwrap_or_default())
}

fn of(stored: &Value) -> Result<Vec<Grant>, Stop> {
    if stored.is_null() {
        return Ok(Vec::new());
    }
    let grants: Result<SiteGrants, _> = json::from_value(stored.clone());
    grants
        .map(|grants| grants.site)
        .map_err(|error| Stop::unavailable(say!(GrantsUnreadable { error: error.to_string() })))
}

async fn list(store: &dyn Store) -> Result<Vec<Grant>, Stop> {
    of(&stored(store).await?)
}

/// Takes back the one of this number, or all; returns what was taken back.
async fn revoke(store: &dyn Store, number: Option<usize>) -> Result<Vec<Grant>, Stop> {
    let mut stored = stored(store).await?;
    let gone = match number {
        // Also what can no longer be read.
        None => {
            let gone = of(&stored).unwrap_or_default();
            stored = serde_json::json!({});
            gone
        }
        Some(number) => {
            let all = of(&stored)?;
            let gone = number.checked_sub(1).and_then(|index| all.get(index));
            let gone = gone.ok_or_else(|| Stop::usage(say!(NoSuchGrant { number: number })))?;
            // From whichever list has it, as the extension does.
            for list in stored.as_object_mut().into_iter().flat_map(|lists| lists.values_mut()) {
                if let Value::Array(grants) = list {
                    grants.retain(|one| json::from_value(one.clone()).ok().as_ref() != Some(gone));
                }
            }
            vec![gone.clone()]
        }
    };
    store.write(keys::GRANTS, stored).await.map_err(Stop::broken)?;
    Ok(gone)
}

#[cfg(test)]
mod tests {
    use super::*;
    use edith_native::store::Database;
    use futures_util::FutureExt;
    use serde_json::json;

    #[test]
    fn what_was_allowed_is_taken_back_by_its_number_or_all_at_once() {
        let store = RoomStore::new(Database::in_memory().unwrap(), "", BTreeMap::new());
        assert_eq!(list(&store).now_or_never().unwrap(), Ok(Vec::new()));
        let [send, password] = [("send", "https://a.example"), ("post", "https://b.example")]
            .map(|(what, origin)| Grant { what: what.to_owned(), origin: origin.to_owned() });
        let kept = json!({"task": [], "site": [send, password], "anywhere": [], "later": 1});
        store.write(keys::GRANTS, kept).now_or_never().unwrap().unwrap();
        assert_eq!(line(1, &send), "1\tsending\thttps://a.example\n");
        let kind = Grant { what: "request:POST /api/notes b1a8a19a739eee0f".into(), ..send.clone() };
        assert_eq!(line(2, &kind), "2\tsending what the page sends to /api/notes\thttps://a.example\n");
        for wrong in [0, 3] {
            assert_eq!(revoke(&store, Some(wrong)).now_or_never().unwrap().unwrap_err().code, Code::Usage);
        }
        let before: edith_gate::Grants = json::from_value(stored(&store).now_or_never().unwrap().unwrap()).unwrap();
        assert_eq!(revoke(&store, Some(1)).now_or_never().unwrap(), Ok(vec![send]));
        assert_eq!(list(&store).now_or_never().unwrap(), Ok(vec![password.clone()]));
        let left = stored(&store).now_or_never().unwrap().unwrap();
        assert_eq!(left["later"], 1, "what else is stored there stays");
        // As later starts read it.
        let left: edith_gate::Grants = json::from_value(left).unwrap();
        assert!(left != before && left != edith_gate::Grants::default());
        assert_eq!(revoke(&store, None).now_or_never().unwrap(), Ok(vec![password]));
        let left: edith_gate::Grants = json::from_value(stored(&store).now_or_never().unwrap().unwrap()).unwrap();
        assert_eq!(left, edith_gate::Grants::default());
        store.write(keys::GRANTS, json!({"site": 1})).now_or_never().unwrap().unwrap();
        assert!(list(&store).now_or_never().unwrap().is_err());
        assert_eq!(revoke(&store, None).now_or_never().unwrap(), Ok(Vec::new()));
        assert_eq!(list(&store).now_or_never().unwrap(), Ok(Vec::new()));
    }
}
