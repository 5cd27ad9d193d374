//! The internet of the tests, and the window. Every breach of a rule is noted, and every secret that is told to another.

use crate::oauth::{AuthWindow, Configured, SignIn, SignInError, SignedIn, WindowError};
use async_trait::async_trait;
use edith_http::{Broken, Http, HttpAnswer, HttpError, HttpRequest};
use edith_testkit::{CountingIds, ManualClock};
use futures_util::{FutureExt, StreamExt, stream};
use serde_json::{Value, json};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::future::Future;
use std::rc::Rc;
use url::Url;

pub(super) const SERVER: &str = "https://mcp.example/mcp";
pub(super) const REDIRECT: &str = "https://abc.chromiumapp.org/mcp";
pub(super) const AUTH: &str = "https://auth.example";
pub(super) const CHALLENGE: &str =
    r#"Bearer resource_metadata="https://mcp.example/.well-known/oauth-protected-resource/mcp", scope="read""#;

/// What an authorization server knows of a client.
#[derive(Clone)]
pub(super) struct Known {
    pub(super) secret: Option<String>,
    pub(super) method: &'static str,
    pub(super) redirect_uri: String,
}

pub(super) struct Code {
    pub(super) client: String,
    pub(super) challenge: String,
    pub(super) resource: String,
    pub(super) scope: Option<String>,
}

/// An authorization server.
#[derive(Default)]
pub(super) struct Authorizing {
    pub(super) clients: RefCell<BTreeMap<String, Known>>,
    pub(super) codes: RefCell<BTreeMap<String, Code>>,
    /// Refresh tokens that are good, with their client.
    pub(super) refresh: RefCell<BTreeMap<String, String>>,
    pub(super) registered: Cell<u32>,
    pub(super) tokens: Cell<u32>,
    /// `token_endpoint_auth_methods_supported`.
    pub(super) methods: RefCell<Vec<&'static str>>,
    /// What a token request is answered instead.
    pub(super) token_answer: RefCell<Option<(u16, String)>>,
    /// What a registration is answered instead.
    pub(super) registration_answer: RefCell<Option<(u16, String)>>,
    /// Scopes that it grants; empty: what is asked for.
    pub(super) grants: RefCell<String>,
    pub(super) rotates: Cell<bool>,
    pub(super) loses_answers: Cell<bool>,
}

type Twist = Box<dyn Fn(Url) -> Result<String, WindowError>>;

/// The internet as the sign-in sees it.
#[derive(Default)]
pub(super) struct Net {
    /// Documents by address.
    pub(super) documents: RefCell<BTreeMap<String, (u16, String)>>,
    pub(super) redirects: RefCell<Vec<String>>,
    pub(super) servers: RefCell<BTreeMap<String, Rc<Authorizing>>>,
    pub(super) resource: RefCell<String>,
    /// What becomes of the address that the window is led back to.
    pub(super) twist: RefCell<Option<Twist>>,
    /// Whether the answers in the window have an issuer.
    pub(super) says_issuer: Cell<bool>,
    /// What was opened in the window.
    pub(super) opened: RefCell<Vec<Url>>,
    pub(super) requests: RefCell<Vec<String>>,
    pub(super) breaches: RefCell<Vec<String>>,
    /// Secrets with the origin that may see them.
    pub(super) secrets: RefCell<Vec<(String, String)>>,
    pub(super) clock: ManualClock,
    ids: CountingIds,
}

#[derive(Clone)]
pub(super) struct World(pub(super) Rc<Net>);

/// An authorization server's metadata at its usual addresses.
pub(super) fn metadata(issuer: &str) -> Value {
    let base = issuer.trim_end_matches('/');
    json!({
        "issuer": issuer,
        "authorization_endpoint": format!("{base}/authorize"),
        "token_endpoint": format!("{base}/token"),
        "registration_endpoint": format!("{base}/register"),
        "response_types_supported": ["code"],
        "grant_types_supported": ["authorization_code", "refresh_token"],
        "code_challenge_methods_supported": ["S256"],
        "token_endpoint_auth_methods_supported": ["none"],
        "authorization_response_iss_parameter_supported": true,
    })
}

impl World {
    /// A server and its authorization server, all in order.
    pub(super) fn new() -> Self {
        let world = Self(Rc::new(Net::default()));
        world.0.says_issuer.set(true);
        world.resource(SERVER, &[AUTH]);
        world.authorizing(AUTH, &["none"]);
        world.0.clock.set(1_000_000.0);
        world
    }

    pub(super) fn document(&self, url: &str, document: &Value) {
        self.0.documents.borrow_mut().insert(url.to_owned(), (200, document.to_string()));
    }

    /// What the server says about itself, for its path.
    pub(super) fn resource(&self, resource: &str, issuers: &[&str]) {
        *self.0.resource.borrow_mut() = resource.to_owned();
        self.document(
            "https://mcp.example/.well-known/oauth-protected-resource/mcp",
            &json!({ "resource": resource, "authorization_servers": issuers, "scopes_supported": ["basic"] }),
        );
    }

    /// An authorization server at an origin.
    pub(super) fn authorizing(&self, issuer: &str, methods: &[&'static str]) -> Rc<Authorizing> {
        let server = Rc::new(Authorizing { methods: RefCell::new(methods.to_vec()), ..Authorizing::default() });
        server.rotates.set(true);
        self.0.servers.borrow_mut().insert(issuer.to_owned(), Rc::clone(&server));
        let mut described = metadata(issuer);
        described["token_endpoint_auth_methods_supported"] = json!(methods);
        self.document(&format!("{issuer}/.well-known/oauth-authorization-server"), &described);
        server
    }

    /// Changes a field of the authorization server's metadata; null takes it away.
    pub(super) fn describe(&self, field: &str, value: Value) {
        let mut described = metadata(AUTH);
        if value.is_null() {
            described.as_object_mut().unwrap().remove(field);
        } else {
            described[field] = value;
        }
        self.document(&format!("{AUTH}/.well-known/oauth-authorization-server"), &described);
    }

    pub(super) fn auth(&self) -> Rc<Authorizing> {
        Rc::clone(&self.0.servers.borrow()[AUTH])
    }

    pub(super) fn twist(&self, twist: impl Fn(Url) -> Result<String, WindowError> + 'static) {
        *self.0.twist.borrow_mut() = Some(Box::new(twist));
    }

    pub(super) fn client(&self) -> SignIn {
        SignIn::new(
            Rc::new(self.clone()),
            Rc::new(self.0.clock.clone()),
            Rc::new(self.0.ids.clone()),
            Rc::new(self.clone()),
        )
    }

    /// Signs in to the server. What is wrong with any request fails the test.
    pub(super) fn sign_in(&self) -> Result<SignedIn, SignInError> {
        self.sign_in_with(Some(CHALLENGE), None, &Configured::default())
    }

    pub(super) fn sign_in_with(
        &self,
        challenge: Option<&str>,
        before: Option<&SignedIn>,
        configured: &Configured,
    ) -> Result<SignedIn, SignInError> {
        let client = self.client();
        let signed_in = now(client.sign_in(&Url::parse(SERVER).unwrap(), challenge, before, configured));
        self.check(&signed_in);
        signed_in
    }

    pub(super) fn refresh(&self, signed_in: &SignedIn) -> Result<SignedIn, SignInError> {
        let refreshed = now(self.client().refresh(signed_in));
        self.check(&refreshed);
        refreshed
    }

    /// No request broke a rule, and nothing of what came shows a secret.
    pub(super) fn check(&self, result: &Result<SignedIn, SignInError>) {
        assert_eq!(*self.0.breaches.borrow(), Vec::<String>::new());
        let shown = match result {
            Ok(signed_in) => format!("{signed_in:?}"),
            Err(error) => format!("{error:?} {error}"),
        };
        for (secret, _) in self.0.secrets.borrow().iter() {
            let encoded: String = url::form_urlencoded::byte_serialize(secret.as_bytes()).collect();
            assert!(!shown.contains(secret.as_str()) && !shown.contains(&encoded), "{secret} in {shown}");
        }
    }

    /// The query of what was opened last.
    pub(super) fn opened(&self) -> BTreeMap<String, String> {
        self.0.opened.borrow().last().unwrap().query_pairs().into_owned().collect()
    }

    pub(super) fn asked(&self, part: &str) -> usize {
        self.0.requests.borrow().iter().filter(|request| request.contains(part)).count()
    }

    pub(super) fn breach(&self, what: impl Into<String>) {
        self.0.breaches.borrow_mut().push(what.into());
    }

    pub(super) fn expect(&self, holds: bool, what: &str) {
        if !holds {
            self.breach(what);
        }
    }

    pub(super) fn keep_secret(&self, secret: &str, origin: &str) {
        self.0.secrets.borrow_mut().push((secret.to_owned(), origin.to_owned()));
    }

    /// The authorization server that an address is of.
    fn server_at(&self, url: &Url, path: &str) -> Option<(String, Rc<Authorizing>)> {
        let issuer = url.as_str().split('?').next()?.strip_suffix(path)?.to_owned();
        let server = Rc::clone(self.0.servers.borrow().get(&issuer)?);
        Some((issuer, server))
    }

    /// Nobody is told what belongs to another.
    fn overhear(&self, url: &Url, request: &HttpRequest) {
        let told = format!("{url} {:?} {:?}", request.headers, request.body);
        let plain = percent(&told);
        for (secret, origin) in self.0.secrets.borrow().iter() {
            let is_told = told.contains(secret.as_str()) || plain.contains(secret.as_str());
            let is_theirs = url.as_str().starts_with(origin.as_str());
            assert!(!is_told || is_theirs, "{secret} was sent to {url}");
        }
    }
}

/// A form's text decoded.
fn percent(text: &str) -> String {
    text.split('&')
        .flat_map(|pair| url::form_urlencoded::parse(pair.as_bytes()))
        .fold(String::new(), |all, (name, value)| format!("{all}{name}={value}&"))
}

pub(super) fn now<T>(future: impl Future<Output = T>) -> T {
    future.now_or_never().expect("it waits for nothing that comes")
}

#[async_trait(?Send)]
impl Http for World {
    async fn send(&self, request: HttpRequest) -> Result<HttpAnswer, HttpError> {
        let url = Url::parse(&request.url).unwrap();
        self.0.requests.borrow_mut().push(format!("{} {url}", request.method));
        self.overhear(&url, &request);
        if self.0.redirects.borrow().iter().any(|from| url.as_str().starts_with(from)) {
            return Err(HttpError::Redirected);
        }
        let document = self.0.documents.borrow().get(url.as_str()).cloned();
        let (status, body) = if request.method == "GET" {
            self.expect(request.body.is_none() && !request.headers.contains_key("authorization"), "a plain GET");
            document.unwrap_or((404, "<html>Not found</html>".to_owned()))
        } else if let Some((issuer, server)) = self.server_at(&url, "/register") {
            self.register(&issuer, &server, &request)
        } else if let Some((issuer, server)) = self.server_at(&url, "/token") {
            let answer = self.token(&issuer, &server, &request);
            if server.loses_answers.get() {
                return Err(Broken("network error".to_owned()).into());
            }
            answer
        } else {
            self.breach(format!("{} {url}", request.method));
            (404, String::new())
        };
        let pieces: Vec<Vec<u8>> = body.into_bytes().chunks(64 * 1024).map(<[u8]>::to_vec).collect();
        Ok(HttpAnswer {
            status,
            headers: BTreeMap::new(),
            body: stream::iter(pieces.into_iter().map(Ok)).boxed_local(),
        })
    }
}

#[async_trait(?Send)]
impl AuthWindow for World {
    fn redirect_uri(&self) -> String {
        REDIRECT.to_owned()
    }

    async fn open(&self, url: &str) -> Result<String, WindowError> {
        let url = Url::parse(url).unwrap();
        self.overhear(&url, &HttpRequest::default());
        self.0.opened.borrow_mut().push(url.clone());
        let Some((issuer, server)) = self.server_at(&url, "/authorize") else {
            self.breach(format!("opened {url}"));
            return Err(WindowError::Failed("no such page".to_owned()));
        };
        let back = self.authorize(&issuer, &server, &url)?;
        match &*self.0.twist.borrow() {
            Some(twist) => twist(back),
            None => Ok(back.to_string()),
        }
    }
}

/// An honest person's own client at an authorization server.
pub(super) fn known(world: &World, issuer: &str, id: &str, secret: Option<&str>, method: &'static str) {
    let known = Known { secret: secret.map(str::to_owned), method, redirect_uri: REDIRECT.to_owned() };
    world.0.servers.borrow()[issuer].clients.borrow_mut().insert(id.to_owned(), known);
    if let Some(secret) = secret {
        world.keep_secret(secret, issuer);
    }
}
