//! Documents from addresses and tabs: which addresses are asked, what redirects lead to, and what is a file.

mod error;
mod named;
mod share;

pub(crate) use error::NotBrought;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use edith_actions::http_url::HttpUrl;
use edith_gate::{Answers, is_local};
use edith_port::{Answered, BringError, Brought, Ports, TabPage};
use edith_protocol::{DocumentProgress, DocumentStage, Event, MAX_DOCUMENT_BYTES, TabId};
use edith_records::documents::Documents;
use futures_util::future::{Either, select};
use std::pin::pin;

/// Redirects that are followed, at most (browsers follow 20).
const MOST_REDIRECTS: usize = 10;
/// A fetch with all its redirects takes this long at most, in seconds.
const FETCH_SECONDS: u64 = 120;
/// Base64 of a web page that is searched for a password field, at most: 192 KB of it.
const PAGE_CHARS: usize = 256 << 10;

/// Who chose an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Chosen {
    /// The person: it may be in their own network.
    ByPerson,
    /// A tab shows it, so that its address may be in the person's own network. Only this file is wanted, not what else the site leads to by now.
    Shown,
}

/// Where documents come from.
pub struct Bringing<'a> {
    /// For the network, the time and the events.
    pub ports: &'a Ports,
    /// Where they go.
    pub documents: &'a Documents,
}

/// A fetched file.
struct File {
    address: HttpUrl,
    data: String,
    mime: String,
    disposition: String,
}

impl Bringing<'_> {
    /// Stores the file at an address under that id; `name` is its own if empty.
    pub async fn address(&self, id: &str, address: &str, name: &str, chosen: Chosen) -> Result<(), NotBrought> {
        self.at_most(id, address, name, chosen, MAX_DOCUMENT_BYTES).await
    }

    /// The same, if the file has no more bytes than these.
    pub(crate) async fn at_most(
        &self,
        id: &str,
        address: &str,
        name: &str,
        chosen: Chosen,
        most: u64,
    ) -> Result<(), NotBrought> {
        let url = HttpUrl::parse(address).map_err(NotBrought::Address)?;
        self.tell(id, 0, 0);
        let late = || NotBrought::TooLate(url.host().to_owned(), FETCH_SECONDS);
        let file = {
            let in_time = pin!(self.ports.clock.sleep(FETCH_SECONDS * 1_000));
            match select(pin!(self.file(&url, chosen, most)), in_time).await {
                Either::Left((file, _)) => file?,
                Either::Right(_) => return Err(late()),
            }
        };
        let own =
            if name.trim().is_empty() { named::name_of(&file.disposition, &file.address) } else { name.to_owned() };
        let size = bare(&file.data).len() as u64 / 4 * 3;
        if size == 0 {
            return Err(NotBrought::Empty(own));
        }
        self.documents.add(id, &own, &file.mime, &file.data, self.ports.clock.now()).await?;
        self.documents.keep(id, file.address.as_str()).await.map_err(edith_records::documents::DocumentError::from)?;
        self.tell(id, size, size);
        Ok(())
    }

    /// Stores what a tab shows under that id: its article if it is a web page, or else its file. The person sees it there, so that its address may be
    /// in their own network.
    pub async fn tab(&self, id: &str, tab: TabId, name: &str) -> Result<(), NotBrought> {
        let tabs = self.ports.browser.tabs().await.map_err(|_| NotBrought::NoTab)?;
        let shown = tabs.into_iter().find(|shown| shown.id == tab).ok_or(NotBrought::NoTab)?;
        // Scripts are refused in some viewers of files.
        let page = self.ports.bringer.tab(tab).await.unwrap_or_default();
        if page.html.is_empty() {
            let is_local_file = shown.url.get(..5).is_some_and(|scheme| scheme.eq_ignore_ascii_case("file:"));
            return match HttpUrl::parse(&shown.url) {
                _ if is_local_file => Err(NotBrought::LocalFile),
                Ok(url) => self.address(id, url.as_str(), name, Chosen::ByPerson).await,
                Err(_) => Err(NotBrought::NoTab),
            };
        }
        self.store(id, &page, &[name, &page.title, &shown.title, "page"]).await
    }

    /// Stores the article of the web page that a tab shows, if it has no more bytes than these.
    pub(crate) async fn article(&self, id: &str, tab: TabId, most: u64) -> Result<(), NotBrought> {
        let page = self.ports.bringer.tab(tab).await.unwrap_or_default();
        if page.html.is_empty() {
            return Err(NotBrought::NoTab);
        }
        if page.html.len() as u64 > most {
            return Err(NotBrought::Document(edith_records::documents::DocumentError::TooLarge(page.title)));
        }
        self.store(id, &page, &[&page.title, "page"]).await
    }

    /// `titles`: the first that says anything is its name.
    async fn store(&self, id: &str, page: &TabPage, titles: &[&str]) -> Result<(), NotBrought> {
        let title = titles.iter().map(|title| title.trim()).find(|title| !title.is_empty()).unwrap_or_default();
        // A separator would cut the title.
        let title = title.replace(['/', '\\'], " ");
        let data = STANDARD.encode(&page.html);
        self.documents.add(id, &format!("{title}.html"), "text/html", &data, self.ports.clock.now()).await?;
        self.documents.keep(id, &page.url).await.map_err(edith_records::documents::DocumentError::from)?;
        Ok(())
    }

    fn tell(&self, id: &str, done: u64, total: u64) {
        self.ports.events.emit(Event::Document(DocumentProgress {
            document_id: id.to_owned(),
            stage: DocumentStage::Fetch,
            done: done as f64,
            total: total as f64,
        }));
    }

    /// The file at an address, or where it leads. Each address is judged before it is asked.
    async fn file(&self, first: &HttpUrl, chosen: Chosen, most: u64) -> Result<File, NotBrought> {
        let shared = share::file_of(first).filter(|_| chosen != Chosen::Shown);
        let is_shared = shared.is_some();
        let mut address = shared.unwrap_or_else(|| first.clone());
        // Once a way has left the person's own network, it leads back into it no more.
        let mut may_be_own = true;
        let mut answers = Answers::default();
        for _ in 0..=MOST_REDIRECTS {
            let host = address.host().to_owned();
            may_be_own &= is_local(&host);
            if is_local(&host) && !may_be_own {
                return Err(NotBrought::Private(host));
            }
            let Brought { by, answer } =
                self.ports.bringer.bring(&address, most).await.map_err(|error| match error {
                    BringError::Unreachable(error) => NotBrought::Unreachable(host.clone(), error),
                    BringError::Status(401) => NotBrought::SignIn(host.clone()),
                    BringError::Status(status) => NotBrought::Status(host.clone(), status),
                    BringError::TooLarge => NotBrought::Document(edith_records::documents::DocumentError::TooLarge(
                        named::name_of("", &address),
                    )),
                    BringError::NoTab => NotBrought::NoTab,
                })?;
            if answers.note(&address, by, true) {
                return Err(NotBrought::Private(host));
            }
            match answer {
                Answered::Redirect(to) => {
                    let next = HttpUrl::parse(&to).map_err(NotBrought::Address)?;
                    if signs_in(&next) && !signs_in(&address) {
                        return Err(NotBrought::SignIn(next.host().to_owned()));
                    }
                    if chosen == Chosen::Shown && next.origin() != first.origin() {
                        return Err(NotBrought::Elsewhere(host));
                    }
                    address = next;
                }
                Answered::File { data, mime, disposition } => {
                    if is_web_page(&mime) && (is_shared || asks_for_password(&data)) {
                        return Err(NotBrought::SignIn(host));
                    }
                    if chosen == Chosen::Shown && is_web_page(&mime) {
                        return Err(NotBrought::Elsewhere(host));
                    }
                    return Ok(File { address, data, mime, disposition });
                }
            }
        }
        Err(NotBrought::Endless(first.host().to_owned()))
    }
}

/// Without the head of a data URL.
fn bare(data: &str) -> &str {
    data.split_once(";base64,").map_or(data, |(_, bare)| bare).trim_end_matches('=')
}

fn is_web_page(mime: &str) -> bool {
    ["text/html", "application/xhtml+xml"].iter().any(|page| mime.trim().eq_ignore_ascii_case(page))
}

/// Whether an address is a place to sign in, as sites and services of identity name theirs.
fn signs_in(address: &HttpUrl) -> bool {
    const HOSTS: [&str; 7] = ["login", "accounts", "signin", "auth", "sso", "idp", "identity"];
    const PARTS: [&str; 9] =
        ["login", "signin", "sign-in", "sign_in", "servicelogin", "oauth2", "oauth", "saml2", "authorize"];
    let host = address.host().split('.').next().unwrap_or_default();
    let mut parts = address.path().split('/').map(|part| part.split('.').next().unwrap_or_default());
    HOSTS.contains(&host) || parts.any(|part| PARTS.iter().any(|known| part.eq_ignore_ascii_case(known)))
}

/// Whether a web page has a password field, so that it is asked for instead of the file.
fn asks_for_password(data: &str) -> bool {
    let start = bare(data);
    let end = start.len().min(PAGE_CHARS) / 4 * 4;
    let page = STANDARD.decode(start.get(..end).unwrap_or_default()).unwrap_or_default();
    let page = String::from_utf8_lossy(&page).to_ascii_lowercase();
    ["type=\"password\"", "type='password'", "type=password"].iter().any(|field| page.contains(field))
}
