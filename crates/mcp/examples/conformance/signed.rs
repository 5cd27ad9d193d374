//! The client with a sign-in: what a server refuses is asked again with what it wants, as often as the sign-in lets it.

use super::native::{NativeHttp, Quick};
use super::window::{Random, Window};
use edith_mcp::client::{Client, McpError};
use edith_mcp::oauth::{Configured, SignIn, SignInError, SignedIn, parse_challenge};
use std::cell::RefCell;
use std::ops::AsyncFn;
use std::rc::Rc;
use url::Url;

/// Times that one request is refused before it is given up.
const MOST_REFUSALS: usize = 4;

/// The client with a sign-in.
pub(crate) struct Signed {
    pub(crate) client: Client,
    url: Url,
    configured: Configured,
    sign_in: SignIn,
    signed_in: RefCell<Option<SignedIn>>,
}

/// Why a scenario ended early.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PlayError {
    #[error(transparent)]
    Mcp(#[from] McpError),
    #[error(transparent)]
    SignIn(#[from] SignInError),
}

impl Signed {
    pub(crate) fn new(client: Client, url: Url, configured: Configured) -> Self {
        let sign_in = SignIn::new(Rc::new(NativeHttp), Rc::new(Quick(1)), Rc::new(Random), Rc::new(Window));
        Self { client, url, configured, sign_in, signed_in: RefCell::default() }
    }

    /// Asks, and signs in where that is wanted.
    pub(crate) async fn with<T>(&self, ask: impl AsyncFn(&Client) -> Result<T, McpError>) -> Result<T, PlayError> {
        for _ in 0..MOST_REFUSALS {
            let challenge = match ask(&self.client).await {
                Err(McpError::Unauthorized { challenge }) => challenge,
                Err(McpError::Forbidden { challenge: Some(challenge) })
                    if parse_challenge(&challenge).needs_more_scopes() =>
                {
                    Some(challenge)
                }
                answer => return Ok(answer?),
            };
            self.sign_in(challenge.as_deref()).await?;
        }
        Ok(ask(&self.client).await?)
    }

    async fn sign_in(&self, challenge: Option<&str>) -> Result<(), SignInError> {
        let before = self.signed_in.borrow().clone();
        let signed_in = self.sign_in.sign_in(&self.url, challenge, before.as_ref(), &self.configured).await?;
        println!("{signed_in:?}");
        self.client.authorize(signed_in.header(&self.url, f64::MIN));
        *self.signed_in.borrow_mut() = Some(signed_in);
        Ok(())
    }
}
