//! What the browser itself asks the person: prompts that no page and no run sees or answers.

use edith_words::{Sentence, say};
use serde::{Deserialize, Serialize};

/// A question of the browser's own that waits for the person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BrowserAsk {
    /// What it is about.
    pub about: AskedAbout,
    /// The host that it is asked for.
    pub site: String,
}

/// What the browser asks about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AskedAbout {
    /// Where the person is.
    Location,
    /// Whether the site may show notifications.
    Notifications,
    /// Camera or microphone.
    Camera,
    /// What the screen shows.
    Screen,
    /// What was copied.
    Clipboard,
    /// A device: Bluetooth, USB, serial, MIDI.
    Device,
    /// Passkeys, and accounts that the browser knows.
    Account,
    /// Payment by the browser.
    Payment,
    /// Files and folders of the person.
    Files,
    /// Cookies of a site within another.
    Storage,
    /// A name and password for HTTP.
    SignIn,
    /// Whether to go on though the server's certificate is not valid.
    Certificate,
}

impl BrowserAsk {
    /// For the person.
    pub fn for_person(&self) -> Sentence {
        let site = &self.site;
        match self.about {
            AskedAbout::Location => say!(BrowserAsksLocation { site: site }),
            AskedAbout::Notifications => say!(BrowserAsksNotifications { site: site }),
            AskedAbout::Camera => say!(BrowserAsksCamera { site: site }),
            AskedAbout::Screen => say!(BrowserAsksScreen { site: site }),
            AskedAbout::Clipboard => say!(BrowserAsksClipboard { site: site }),
            AskedAbout::Device => say!(BrowserAsksDevice { site: site }),
            AskedAbout::Account => say!(BrowserAsksAccount { site: site }),
            AskedAbout::Payment => say!(BrowserAsksPayment { site: site }),
            AskedAbout::Files => say!(BrowserAsksFiles { site: site }),
            AskedAbout::Storage => say!(BrowserAsksStorage { site: site }),
            AskedAbout::SignIn => say!(BrowserAsksSignIn { site: site }),
            AskedAbout::Certificate => say!(BrowserAsksCertificate { site: site }),
        }
    }

    /// For the model.
    pub fn for_model(&self) -> String {
        let what = match self.about {
            AskedAbout::Location => "whether this site may know the user's location",
            AskedAbout::Notifications => "whether this site may show notifications",
            AskedAbout::Camera => "whether this site may use the camera or the microphone",
            AskedAbout::Screen => "which part of the screen this site may see",
            AskedAbout::Clipboard => "whether this site may read what was copied",
            AskedAbout::Device => "which device this site may use",
            AskedAbout::Account => "for a passkey or an account to sign in with",
            AskedAbout::Payment => "how to pay",
            AskedAbout::Files => "which files or folders of the user this site may use",
            AskedAbout::Storage => "whether a site within this one may use its cookies",
            AskedAbout::SignIn => "for a name and a password (HTTP sign-in)",
            AskedAbout::Certificate => "whether to go on although the server's certificate is not valid",
        };
        format!(
            "The browser itself asks the user {what} ({}). Only the user can answer, in the browser's own window, and was notified. Until then nothing comes of it: wait with wait_for_page_update, or go on without it.",
            self.site
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [AskedAbout; 12] = [
        AskedAbout::Location,
        AskedAbout::Notifications,
        AskedAbout::Camera,
        AskedAbout::Screen,
        AskedAbout::Clipboard,
        AskedAbout::Device,
        AskedAbout::Account,
        AskedAbout::Payment,
        AskedAbout::Files,
        AskedAbout::Storage,
        AskedAbout::SignIn,
        AskedAbout::Certificate,
    ];

    #[test]
    fn every_question_names_its_site_and_who_can_answer() {
        for about in ALL {
            let ask = BrowserAsk { about, site: "shop.example".to_owned() };
            let (person, model) = (ask.for_person().english(), ask.for_model());
            assert!(person.contains("shop.example") && person.contains("Only you can"), "{person}");
            assert!(model.contains("shop.example") && model.contains("Only the user can"), "{model}");
        }
    }
}
