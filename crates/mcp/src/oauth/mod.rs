//! Signing in to a server: OAuth 2.1 as the specification of the protocol has it (revision 2026-07-28, *Authorization*).
//!
//! [`SignIn::discover`] finds out where the person would sign in, which they are asked about; [`SignIn::sign_in_at`] opens the window and gets
//! tokens. [`SignedIn`] is stored, makes the header of requests, and is renewed by [`SignIn::refresh`].

mod address;
mod authorize;
mod challenge;
mod client;
mod discovery;
mod error;
mod metadata;
mod scopes;
mod signed_in;
mod step_up;
#[cfg(test)]
mod tests;
mod token;
mod window;
mod wire;

pub use challenge::{Challenge, parse_challenge};
pub use client::Configured;
pub use error::SignInError;
pub use signed_in::SignedIn;
pub use window::{AuthWindow, WindowError};

use address::{Reach, host};
use client::Client;
use edith_http::Http;
use edith_port::{Clock, Entropy};
use metadata::AuthorizationServer;
use scopes::OFFLINE_ACCESS;
use signed_in::StepUps;
use std::rc::Rc;
use url::Url;
use wire::Wire;

/// Signs the person in to servers.
pub struct SignIn {
    wire: Wire,
    entropy: Rc<dyn Entropy>,
    window: Rc<dyn AuthWindow>,
}

/// Where the person would sign in, before anything is opened or registered.
pub struct SignInAt {
    server: Url,
    resource: String,
    scopes: Vec<String>,
    step_ups: StepUps,
    authorization_server: AuthorizationServer,
}

impl SignInAt {
    /// The authorization server's issuer.
    pub fn issuer(&self) -> &str {
        &self.authorization_server.issuer
    }

    /// The host of the page that is opened.
    pub fn host(&self) -> String {
        host(&self.authorization_server.authorization_endpoint)
    }

    /// All hosts that take part, each once: the opened page's, the one that gives tokens, the issuer's.
    pub fn hosts(&self) -> Vec<String> {
        let mut hosts = vec![self.host()];
        for more in [host(&self.authorization_server.token_endpoint), self.authorization_server.host.clone()] {
            if !hosts.contains(&more) {
                hosts.push(more);
            }
        }
        hosts
    }

    /// What is asked for; empty: what the server gives unasked.
    pub fn scopes(&self) -> &[String] {
        &self.scopes
    }
}

impl SignIn {
    /// On these ports.
    pub fn new(http: Rc<dyn Http>, clock: Rc<dyn Clock>, entropy: Rc<dyn Entropy>, window: Rc<dyn AuthWindow>) -> Self {
        Self { wire: Wire { http, clock }, entropy, window }
    }

    /// Finds out where the person would sign in. `challenge` is the `WWW-Authenticate` of a 401 or 403; `before` the sign-in that did not do.
    ///
    /// # Errors
    /// When there is no such place, it is not safe, or the server has asked for more scopes too often.
    pub async fn discover(
        &self,
        server: &Url,
        challenge: Option<&str>,
        before: Option<&SignedIn>,
    ) -> Result<SignInAt, SignInError> {
        let reach = Reach::of(server)?;
        let challenge = challenge.map(parse_challenge).unwrap_or_default();
        let before = before.filter(|before| before.is_for(server));
        let step_ups = step_up::step_up(&challenge, before, &host(server), self.wire.clock.now())?;
        let found = discovery::discover(&self.wire, server, &reach, &challenge, before.map(SignedIn::issuer)).await?;
        let authorization_server = found.authorization_server;
        let same = before.filter(|before| before.issuer() == authorization_server.issuer);
        let supported = &authorization_server.scopes_supported;
        Ok(SignInAt {
            scopes: step_up::to_ask(&challenge, &found.scopes_supported, same, supported),
            server: server.clone(),
            resource: found.resource,
            step_ups,
            authorization_server,
        })
    }

    /// Has the person sign in, and gets tokens. `before` is the sign-in of before, whose registration is used again where it is of the same
    /// authorization server.
    ///
    /// # Errors
    /// When the person does not, or the server refuses.
    pub async fn sign_in_at(
        &self,
        place: &SignInAt,
        before: Option<&SignedIn>,
        configured: &Configured,
    ) -> Result<SignedIn, SignInError> {
        let redirect_uri = self.window.redirect_uri();
        let before = before.filter(|before| before.is_for(&place.server)).map(|before| &before.client);
        let server = &place.authorization_server;
        let client = client::client(&self.wire, server, configured, before, &redirect_uri).await?;
        let is_of_before = before == Some(&client);
        match self.sign_in_as(client, place, &redirect_uri).await {
            // A server that forgot a registration says so in the window, which shows only that the page is an error.
            Err(SignInError::NotLoaded { .. } | SignInError::ClientForgotten { .. }) if is_of_before => {
                let client = client::client(&self.wire, server, configured, None, &redirect_uri).await?;
                self.sign_in_as(client, place, &redirect_uri).await
            }
            done => done,
        }
    }

    async fn sign_in_as(&self, client: Client, place: &SignInAt, redirect_uri: &str) -> Result<SignedIn, SignInError> {
        let SignInAt { server, resource, scopes, step_ups, authorization_server } = place;
        let request = authorize::Request {
            client_id: &client.id,
            redirect_uri,
            resource,
            scopes,
            consent: scopes.iter().any(|scope| scope == OFFLINE_ACCESS),
        };
        let (url, asked) = authorize::ask(authorization_server, &*self.entropy, &request)?;
        let answer = self.window.open(url.as_str()).await.map_err(|error| match error {
            WindowError::Closed => SignInError::Closed,
            WindowError::NotLoaded => SignInError::NotLoaded { host: host(&url) },
            WindowError::Failed(words) => SignInError::Window { words: wire::said(&words, &[]) },
        })?;
        let code = asked.code(&answer)?;
        let parameters = [
            ("grant_type", "authorization_code"),
            ("code", &*code),
            ("redirect_uri", redirect_uri),
            ("code_verifier", &*asked.verifier),
            ("resource", &**resource),
        ];
        let endpoint = &authorization_server.token_endpoint;
        let tokens = token::ask(&self.wire, endpoint, &client, &parameters, &[&code, &asked.verifier]).await?;
        Ok(SignedIn {
            server: server.to_string(),
            resource: resource.clone(),
            client,
            token_endpoint: endpoint.to_string(),
            access_token: tokens.access_token,
            refresh_token: tokens.refresh_token,
            expires_at: tokens.expires_at,
            scopes: tokens.scopes.unwrap_or_else(|| scopes.clone()),
            asked: scopes.clone(),
            step_ups: *step_ups,
        })
    }

    /// [`Self::discover`] and [`Self::sign_in_at`] in one, where the person need not be asked about the place.
    ///
    /// # Errors
    /// As both.
    pub async fn sign_in(
        &self,
        server: &Url,
        challenge: Option<&str>,
        before: Option<&SignedIn>,
        configured: &Configured,
    ) -> Result<SignedIn, SignInError> {
        let place = self.discover(server, challenge, before).await?;
        self.sign_in_at(&place, before, configured).await
    }

    /// Renews the tokens without the person. One at a time for each sign-in: a refresh token is good once, and what comes is stored before
    /// anything else is done with it.
    ///
    /// # Errors
    /// [`SignInError::Unreachable`] where it may succeed later; else the person has to sign in again.
    pub async fn refresh(&self, signed_in: &SignedIn) -> Result<SignedIn, SignInError> {
        let Some(refresh_token) = &signed_in.refresh_token else { return Err(SignInError::SignInAgain) };
        let server = Url::parse(&signed_in.server).map_err(|_| SignInError::SignInAgain)?;
        let endpoint = Reach::of(&server)?.url(&signed_in.token_endpoint)?;
        let parameters =
            [("grant_type", "refresh_token"), ("refresh_token", &**refresh_token), ("resource", &*signed_in.resource)];
        let tokens = token::ask(&self.wire, &endpoint, &signed_in.client, &parameters, &[refresh_token]).await;
        let tokens = tokens.map_err(|error| match error {
            SignInError::Unreachable { .. } | SignInError::ClientForgotten { .. } => error,
            _ => SignInError::SignInAgain,
        })?;
        Ok(SignedIn {
            access_token: tokens.access_token,
            refresh_token: tokens.refresh_token.or_else(|| Some(refresh_token.clone())),
            expires_at: tokens.expires_at,
            scopes: tokens.scopes.unwrap_or_else(|| signed_in.scopes.clone()),
            ..signed_in.clone()
        })
    }
}
