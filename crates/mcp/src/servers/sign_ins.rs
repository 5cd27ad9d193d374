//! What servers were signed in with: stored, renewed, and given to requests of their server alone.

use super::live::Live;
use super::rows::is_stored;
use crate::oauth::{Configured, SignIn, SignInError, SignedIn};
use edith_port::{Store, StoreError};
use edith_protocol::{McpServer, json::from_value, keys};
use futures_util::lock::Mutex;
use serde_json::{Map, Value, json};
use std::rc::Rc;

/// What servers were signed in with.
pub(super) struct SignIns {
    store: Rc<dyn Store>,
    sign_in: SignIn,
    turn: Mutex<()>,
}

impl SignIns {
    pub(super) fn new(store: Rc<dyn Store>, sign_in: SignIn) -> Self {
        Self { store, sign_in, turn: Mutex::new(()) }
    }

    async fn stored(&self) -> Result<Map<String, Value>, StoreError> {
        Ok(match self.store.read(keys::MCP_SIGN_INS).await? {
            Some(Value::Object(all)) => all,
            _ => Map::new(),
        })
    }

    /// What a server was signed in with.
    pub(super) async fn of(&self, id: &str) -> Option<SignedIn> {
        let all = self.stored().await.unwrap_or_default();
        all.get(id).and_then(|one| from_value(one.clone()).ok())
    }

    /// Stores a sign-in: in the place of `before` alone, if that is given, and for a server that is still there.
    async fn put(&self, id: &str, before: Option<&SignedIn>, signed_in: &SignedIn) -> Result<(), StoreError> {
        let _turn = self.turn.lock().await;
        let mut all = self.stored().await?;
        let is_there = |before| all.get(id).and_then(|one| from_value(one.clone()).ok()).as_ref() == Some(before);
        if !before.is_none_or(is_there) || !is_stored(&*self.store, id).await? {
            return Ok(());
        }
        all.insert(id.to_owned(), json!(signed_in));
        self.store.write(keys::MCP_SIGN_INS, Value::Object(all)).await
    }

    /// Forgets it.
    pub(super) async fn forget(&self, id: &str) -> Result<(), StoreError> {
        let _turn = self.turn.lock().await;
        let mut all = self.stored().await?;
        if all.remove(id).is_none() {
            return Ok(());
        }
        self.store.write(keys::MCP_SIGN_INS, Value::Object(all)).await
    }

    /// Gives the client what its server was signed in with, renewed if it is about to end.
    pub(super) async fn authorize(&self, live: &Live, now: f64) {
        let mut signed_in = self.of(&live.server.id).await;
        if signed_in.as_ref().is_some_and(|signed_in| signed_in.needs_refresh(now)) {
            self.renew(live, now).await;
            signed_in = self.of(&live.server.id).await;
        }
        live.client.authorize(signed_in.and_then(|signed_in| signed_in.header(&live.url, now)));
    }

    /// Renews what a server was signed in with, after it was refused or before it ends; returns whether there is something new. A token is renewed
    /// by one request at a time: it is good once.
    pub(super) async fn renew(&self, live: &Live, now: f64) -> bool {
        let Some(before) = self.of(&live.server.id).await else { return false };
        let _renewing = live.renewing.lock().await;
        match self.of(&live.server.id).await {
            // Another request has renewed it meanwhile.
            Some(other) if other != before => {}
            Some(same) if same.is_for(&live.url) => match self.sign_in.refresh(&same).await {
                Ok(renewed) if self.put(&live.server.id, Some(&same), &renewed).await.is_ok() => {}
                _ => return false,
            },
            _ => return false,
        }
        let renewed = self.of(&live.server.id).await;
        live.client.authorize(renewed.and_then(|signed_in| signed_in.header(&live.url, now)));
        true
    }

    /// Finds out where the person would sign in; none: nowhere.
    pub(super) async fn place(&self, live: &Live) -> Option<String> {
        let before = self.of(&live.server.id).await;
        let challenge = live.challenge.borrow().clone();
        let place = self.sign_in.discover(&live.url, challenge.as_deref(), before.as_ref()).await;
        place.ok().map(|place| place.host())
    }

    /// Has the person sign in.
    pub(super) async fn sign_in(&self, live: &Live) -> Result<(), SignInError> {
        let server = &live.server;
        let before = self.of(&server.id).await;
        let challenge = live.challenge.borrow().clone();
        let (url, configured) = (&live.url, configured(server));
        let done = self.sign_in.sign_in(url, challenge.as_deref(), before.as_ref(), &configured).await;
        let signed_in = match done {
            // What was known before is of no use there.
            Err(SignInError::ClientForgotten { .. }) => {
                self.sign_in.sign_in(url, challenge.as_deref(), None, &configured).await?
            }
            done => done?,
        };
        let stored = self.put(&server.id, None, &signed_in).await;
        stored.map_err(|error| SignInError::Window { words: error.to_string() })
    }
}

fn configured(server: &McpServer) -> Configured {
    let given = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
    Configured {
        client_id: given(&server.client_id),
        client_secret: given(&server.client_secret),
        ..Configured::default()
    }
}
