//! Why something of the system did not work, as sentences.

use super::sentence::{Sentence, foreign, say};
use edith_actions::http_url::UrlError;
use edith_gate::MandateError;
use edith_native::agent::AgentError;
use edith_native::launch::{LaunchError, VARIABLE};
use edith_native::lent::LentError;
use edith_native::queue::QueueError;
use edith_native::recording::FilmError;
use edith_native::store::OpenError;
use edith_native::wire::{EndpointError, WireError};

impl From<LaunchError> for Sentence {
    fn from(error: LaunchError) -> Self {
        match error {
            LaunchError::NotFound => say!(NoChromium { variable: VARIABLE }),
            LaunchError::Variable(path) => {
                say!(VariableNoFile { variable: VARIABLE, path: path.display().to_string() })
            }
            LaunchError::Start { program, error } => {
                say!(BrowserNotStarted { program: program.display().to_string(), error: error.to_string() })
            }
            LaunchError::Silent { program, said } => {
                say!(BrowserNotUp { program: program.display().to_string(), said: said })
            }
        }
    }
}

impl From<LentError> for Sentence {
    fn from(error: LentError) -> Self {
        match error {
            LentError::Silent { address, error } => say!(NoWebDriver { address: address, error: error }),
            LentError::Refused { address, error } => say!(NoSession { address: address, error: error }),
            LentError::NotDriven(address) => say!(NotDriven { address: address }),
            LentError::Over => say!(ProgramEnds),
        }
    }
}

impl From<EndpointError> for Sentence {
    fn from(error: EndpointError) -> Self {
        match error {
            EndpointError::Scheme(address) => say!(NoBrowserAddress { address: address }),
            EndpointError::Silent { address, error } => say!(NoBrowserAnswers { address: address, error: error }),
            EndpointError::Other(address) => say!(NoDevTools { address: address }),
        }
    }
}

impl From<WireError> for Sentence {
    fn from(error: WireError) -> Self {
        match error {
            WireError::Closed => say!(BrowserClosed),
            WireError::Refused(_) | WireError::NotConnected(_) => foreign(error),
        }
    }
}

impl From<AgentError> for Sentence {
    fn from(error: AgentError) -> Self {
        match error {
            AgentError::Browser(error) => say!(BrowserNotDriven { error: Self::from(error) }),
            AgentError::Network(error) => say!(NoNetwork { error: error }),
        }
    }
}

impl From<QueueError> for Sentence {
    fn from(error: QueueError) -> Self {
        match error {
            QueueError::Server(error) => say!(QueueServer { error: error }),
            QueueError::Unreadable(error) => say!(QueueUnread { error: error }),
        }
    }
}

impl From<FilmError> for Sentence {
    fn from(error: FilmError) -> Self {
        match error {
            FilmError::Unwritten(error) => foreign(error),
            FilmError::NotWebP => say!(NoWebP),
        }
    }
}

impl From<OpenError> for Sentence {
    fn from(error: OpenError) -> Self {
        match error {
            OpenError::Sqlite(error) => say!(DataUnusable { error: error.to_string() }),
            OpenError::Later(version) => say!(DataLater { version: version }),
        }
    }
}

impl From<UrlError> for Sentence {
    fn from(error: UrlError) -> Self {
        match error {
            UrlError::Unreadable(address) => say!(NoWebAddress { address: address }),
            UrlError::Scheme(scheme) => say!(NeverOpened { scheme: scheme }),
            UrlError::Credentials => say!(AddressWithPassword),
        }
    }
}

impl From<MandateError> for Sentence {
    fn from(error: MandateError) -> Self {
        match error {
            MandateError::Form(may) => say!(NoMandate { may: may }),
            MandateError::Effect(effect) => say!(NoMandateEffect { effect: effect }),
            MandateError::Host(host) => say!(NoMandateHost { host: host }),
        }
    }
}
