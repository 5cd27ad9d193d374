//! The network as servers on the person's own machine need it.

use async_trait::async_trait;
use edith_http::{Http, HttpAnswer, HttpError, HttpRequest};
use std::rc::Rc;
use url::{Host, Url};

/// Sends to a server on this machine with its own origin: such servers refuse others, so that no web page speaks to them, and an extension's is
/// another to them. The person has named the server here.
pub(super) struct AsLocal(pub(super) Rc<dyn Http>);

#[async_trait(?Send)]
impl Http for AsLocal {
    async fn send(&self, mut request: HttpRequest) -> Result<HttpAnswer, HttpError> {
        if let Ok(url) = Url::parse(&request.url)
            && is_local(&url)
        {
            request.origin = Some(url.origin().ascii_serialization());
        }
        self.0.send(request).await
    }
}

fn is_local(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}
