//! Why a sign-in failed.

use edith_words::{Sentence, say};

/// Why there is no sign-in. No variant holds a secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SignInError {
    /// The person closed the window.
    Closed,
    /// The page of the authorization server could not be loaded, or was an error.
    NotLoaded {
        /// The page's host.
        host: String,
    },
    /// The window failed otherwise.
    Window {
        /// The browser's words.
        words: String,
    },
    /// The sign-in is void: the person has to sign in again.
    SignInAgain,
    /// The authorization server no longer knows the client: the person has to sign in again, from scratch.
    ClientForgotten {
        /// The authorization server.
        host: String,
    },
    /// Nobody answers, or says to try later.
    Unreachable {
        /// Who.
        host: String,
        /// The network's words, or the status.
        words: String,
    },
    /// An answer of more than 1 MB.
    TooLarge {
        /// Whose.
        host: String,
    },
    /// A redirect, which is not followed.
    Redirected {
        /// Whose.
        host: String,
    },
    /// An address that is not safe: neither https nor http on this machine.
    UnsafeAddress {
        /// The address.
        address: String,
    },
    /// A server of the internet leads into the person's own network.
    OwnNetwork {
        /// The server.
        server: String,
        /// Where it leads.
        host: String,
    },
    /// The server's metadata is about another resource.
    OtherResource {
        /// The server.
        server: String,
        /// What it says it is.
        resource: String,
    },
    /// An authorization server's metadata names another issuer.
    OtherIssuer {
        /// The issuer that was asked.
        asked: String,
        /// The issuer that it names.
        named: String,
    },
    /// Nothing says where or how to sign in.
    NoMetadata {
        /// Who was asked.
        host: String,
    },
    /// The authorization server does not say that it does PKCE with S256.
    NoPkce {
        /// The authorization server.
        host: String,
    },
    /// The authorization server has no flow or client authentication that is known here.
    Unsupported {
        /// The authorization server.
        host: String,
    },
    /// There is no client ID, and none can be had.
    NoClient {
        /// The authorization server.
        host: String,
        /// The redirect address to register there.
        redirect_uri: String,
    },
    /// The person's client ID belongs to another authorization server.
    ClientOfAnother {
        /// The authorization server of the client ID.
        issuer: String,
        /// The authorization server that the server names now.
        host: String,
    },
    /// The answer in the window is not of this sign-in: wrong state, wrong issuer, wrong address.
    Forged,
    /// The authorization server refused.
    Refused {
        /// The authorization server.
        host: String,
        /// The error's code.
        code: String,
        /// Code and description, for the person.
        words: String,
    },
    /// The authorization server's answer makes no sense.
    BadAnswer {
        /// The authorization server.
        host: String,
        /// What is wrong.
        words: String,
    },
    /// The server asks for scopes again and again.
    TooManyScopes {
        /// The server.
        server: String,
        /// The scopes that it asked for last.
        scopes: String,
    },
}

impl SignInError {
    /// As a sentence for the person.
    pub fn for_person(&self) -> Sentence {
        match self {
            Self::Closed => say!(SignInClosed),
            Self::NotLoaded { host } => say!(SignInNotLoaded { host: host }),
            Self::Window { words } => say!(SignInWindow { message: words }),
            Self::SignInAgain => say!(SignInAgain),
            Self::ClientForgotten { host } => say!(SignInForgotten { host: host }),
            Self::Unreachable { host, words } => say!(SignInUnreachable { host: host, message: words }),
            Self::TooLarge { host } => say!(SignInTooLarge { host: host }),
            Self::Redirected { host } => say!(SignInRedirected { host: host }),
            Self::UnsafeAddress { address } => say!(SignInUnsafe { url: address }),
            Self::OwnNetwork { server, host } => say!(SignInOwnNetwork { server: server, host: host }),
            Self::OtherResource { server, resource } => say!(SignInResource { server: server, resource: resource }),
            Self::OtherIssuer { asked, named } => say!(SignInIssuer { asked: asked, named: named }),
            Self::NoMetadata { host } => say!(SignInNowhere { host: host }),
            Self::NoPkce { host } => say!(SignInNoPkce { host: host }),
            Self::Unsupported { host } => say!(SignInUnsupported { host: host }),
            Self::NoClient { host, redirect_uri } => say!(SignInNoClient { host: host, url: redirect_uri }),
            Self::ClientOfAnother { issuer, host } => say!(SignInClientOfAnother { issuer: issuer, host: host }),
            Self::Forged => say!(SignInForged),
            Self::Refused { host, words, .. } => say!(SignInRefused { host: host, message: words }),
            Self::BadAnswer { host, words } => say!(SignInBadAnswer { host: host, message: words }),
            Self::TooManyScopes { server, scopes } => say!(SignInScopes { server: server, scopes: scopes }),
        }
    }

    /// Whether the same may succeed later without the person.
    pub fn is_temporary(&self) -> bool {
        matches!(self, Self::Unreachable { .. })
    }
}

impl std::fmt::Display for SignInError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.for_person().fmt(f)
    }
}

impl std::error::Error for SignInError {}
