//! The authorization request and its answer: PKCE (RFC 7636), state, issuer (RFC 9207).

use super::client::Fault;
use super::error::SignInError;
use super::metadata::AuthorizationServer;
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use edith_port::Entropy;
use sha2::{Digest, Sha256};
use url::Url;

/// What is known of one authorization request until its answer comes.
pub(super) struct AuthorizationRequest {
    /// 256 random bits.
    pub(super) verifier: String,
    state: String,
    issuer: String,
    says_issuer: bool,
    host: String,
    redirect_uri: String,
}

/// What a request asks for.
pub(super) struct Request<'a> {
    pub(super) client_id: &'a str,
    pub(super) redirect_uri: &'a str,
    pub(super) resource: &'a str,
    pub(super) scopes: &'a [String],
    /// Whether the person is to be asked even if they agreed before, as OpenID Connect wants it for refresh tokens.
    pub(super) consent: bool,
}

fn digest(text: &str) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(text.as_bytes()))
}

/// 256 random bits in 43 characters. An id has 128 bits or more.
fn random(entropy: &dyn Entropy) -> String {
    digest(&format!("{} {} {}", entropy.id(), entropy.id(), entropy.id()))
}

/// The address to open, and what its answer is compared with.
///
/// # Errors
/// When the server's own address already says what only the request may say.
pub(super) fn ask(
    server: &AuthorizationServer,
    entropy: &dyn Entropy,
    request: &Request<'_>,
) -> Result<(Url, AuthorizationRequest), SignInError> {
    let asked = AuthorizationRequest {
        verifier: random(entropy),
        state: random(entropy),
        issuer: server.issuer.clone(),
        says_issuer: server.says_issuer,
        host: server.host.clone(),
        redirect_uri: request.redirect_uri.to_owned(),
    };
    let challenge = digest(&asked.verifier);
    let scope = request.scopes.join(" ");
    let mut parameters = vec![
        ("response_type", "code"),
        ("client_id", request.client_id),
        ("redirect_uri", request.redirect_uri),
        ("state", asked.state.as_str()),
        ("code_challenge", challenge.as_str()),
        ("code_challenge_method", "S256"),
        ("resource", request.resource),
    ];
    if !scope.is_empty() {
        parameters.push(("scope", &scope));
    }
    if request.consent {
        parameters.push(("prompt", "consent"));
    }
    let mut url = server.authorization_endpoint.clone();
    if url.query_pairs().any(|(name, _)| parameters.iter().any(|(known, _)| *known == name)) {
        return Err(SignInError::UnsafeAddress { address: url.as_str().chars().take(200).collect() });
    }
    url.query_pairs_mut().extend_pairs(parameters);
    Ok((url, asked))
}

impl AuthorizationRequest {
    /// The code of the answer.
    ///
    /// # Errors
    /// When the answer is not of this request, of which then nothing is shown, or the server refused.
    pub(super) fn code(&self, answer: &str) -> Result<String, SignInError> {
        let address = |text: &str| {
            let url = Url::parse(text).map_err(|_| SignInError::Forged)?;
            let place = (url.scheme().to_owned(), url.host_str().map(str::to_owned), url.port(), url.path().to_owned());
            Ok((url, place))
        };
        let (answer, place) = address(answer)?;
        let (_, expected) = address(&self.redirect_uri)?;
        let one = |wanted: &str| {
            let mut found =
                answer.query_pairs().filter(|(name, _)| name == wanted).map(|(_, value)| value.into_owned());
            match (found.next(), found.next()) {
                (value, None) => Ok(value),
                _ => Err(SignInError::Forged),
            }
        };
        let issuer = one("iss")?;
        let is_of_issuer = issuer.as_ref().map_or(!self.says_issuer, |issuer| *issuer == self.issuer);
        if place != expected || one("state")?.as_ref() != Some(&self.state) || !is_of_issuer {
            return Err(SignInError::Forged);
        }
        if let Some(error) = one("error")? {
            return Err(
                Fault { error, error_description: one("error_description")? }.refused(&self.host, &[&self.state])
            );
        }
        let no_code = || SignInError::BadAnswer { host: self.host.clone(), words: "no code".to_owned() };
        one("code")?.filter(|code| !code.is_empty()).ok_or_else(no_code)
    }
}
