//! How a tab came to the document that it shows.

use std::net::IpAddr;

/// How a tab came to the document that it shows, as far as it was watched.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Arrival {
    /// The network address that answered; none: not seen.
    pub answered_by: Option<IpAddr>,
    /// The cookies that the tab's first document of this host was asked for with: those that were there before it came.
    pub cookies: Vec<SentCookie>,
    /// Hosts, without port, that were sent an `Authorization` header in this tab.
    pub authorised: Vec<String>,
    /// The same of the documents in its frames.
    pub frames: Vec<FrameArrival>,
}

/// How a tab came to the documents of a host in frames.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FrameArrival {
    /// The host, without port.
    pub host: String,
    /// The network address that answered last; none: not seen.
    pub answered_by: Option<IpAddr>,
    /// The cookies that the tab's first document of this host was asked for with.
    pub cookies: Vec<SentCookie>,
}

/// A cookie, without its value.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SentCookie {
    /// Its name.
    pub name: String,
    /// Whether scripts cannot read it.
    pub http_only: bool,
    /// Name and value together, in bytes.
    pub size: u32,
}
