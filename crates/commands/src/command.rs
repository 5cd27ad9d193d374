//! The commands of the built-in model, and their wording.

use edith_protocol::{Modifier, MouseButton, ScrollDirection};
use std::fmt;

/// The kind of element asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Button,
    Link,
    /// A text field.
    Field,
    Checkbox,
    Radio,
    Select,
    Tab,
    Menuitem,
    Slider,
}

/// An element in the person's words.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Target {
    /// Its name; empty if only kind or place are given.
    pub words: String,
    pub kind: Option<Kind>,
    /// 1 the first, 2 the second …, -1 the last.
    pub ordinal: Option<i32>,
    pub quoted: bool,
    /// An alternative name.
    pub or: Option<String>,
    /// What is beside it, such as the product whose button is meant.
    pub near: Option<String>,
}

/// Which of several similar things.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Criterion {
    Cheapest,
    Dearest,
    BestRated,
    /// 1 the first, -1 the last.
    Nth(i32),
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum TabChoice {
    /// Position in the tab list, from 1; -1 is the last.
    Nth(i32),
    /// In title or address.
    Named(String),
}

/// What a question asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wants {
    Amount,
    /// A number of things.
    Count,
    Title,
    Address,
    /// Any line with the words.
    Line,
    Page,
    /// A summary, which the built-in model cannot make: it gives the page's first lines and says so.
    Summary,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Command {
    Open {
        /// With its scheme.
        url: String,
        new_tab: bool,
    },
    Back,
    Reload,
    /// Type into the page's search field and submit.
    Search {
        text: String,
    },
    Type {
        text: String,
        /// None: the focused or last used one.
        target: Option<Target>,
        submit: bool,
        /// After the existing text.
        append: bool,
    },
    Click {
        target: Target,
        button: MouseButton,
        count: u8,
        /// Held down meanwhile.
        modifiers: Vec<Modifier>,
    },
    Pick {
        criterion: Criterion,
        /// The kind of thing; may be empty.
        noun: String,
    },
    Press {
        /// As in `Enter`, `Control+a`.
        key: String,
        target: Option<Target>,
    },
    Check {
        target: Target,
        on: bool,
    },
    Select {
        option: String,
        /// None: wherever there is such an option.
        target: Option<Target>,
    },
    Set {
        target: Target,
        value: String,
    },
    Hover {
        target: Target,
    },
    Drag {
        from: Target,
        to: Target,
    },
    Scroll {
        direction: ScrollDirection,
    },
    /// Scroll until it is there.
    ScrollTo {
        target: Target,
    },
    SwitchTab {
        tab: TabChoice,
    },
    /// None: the current one.
    CloseTab {
        tab: Option<TabChoice>,
    },
    ListTabs,
    /// Wait for the page.
    Wait {
        /// Until it shows this.
        text: Option<String>,
        timeout_ms: Option<u64>,
    },
    Screenshot,
    /// Answer a dialog.
    Dialog {
        accept: bool,
        text: Option<String>,
    },
    Upload {
        document: String,
        target: Option<Target>,
    },
    /// Answer a question from the page.
    Read {
        about: String,
        wants: Wants,
    },
    Stop,
}

impl Target {
    pub(crate) fn named(words: impl Into<String>) -> Self {
        Self { words: words.into(), ..Self::default() }
    }

    /// Whether it is a field whose content must not be repeated.
    pub(crate) fn is_secret(&self) -> bool {
        let words = super::words::normal(&self.words);
        [
            "password",
            "passcode",
            "passwd",
            "passphrase",
            "pin",
            "secret",
            "cvc",
            "cvv",
            "one time code",
            "otp",
            "card number",
        ]
        .iter()
        .any(|word| format!(" {words} ").contains(&format!(" {word} ")))
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.kind {
            None => "",
            Some(Kind::Button) => "button",
            Some(Kind::Link) => "link",
            Some(Kind::Field) => "field",
            Some(Kind::Checkbox) => "checkbox",
            Some(Kind::Radio) => "radio button",
            Some(Kind::Select) => "drop-down",
            Some(Kind::Tab) => "tab",
            Some(Kind::Menuitem) => "menu item",
            Some(Kind::Slider) => "slider",
        };
        let mut parts = Vec::new();
        if let Some(ordinal) = self.ordinal {
            parts.push(format!("the {}", ordinal_words(ordinal)));
        } else if !kind.is_empty() {
            parts.push("the".to_owned());
        }
        if !kind.is_empty() {
            parts.push(kind.to_owned());
        }
        if !self.words.is_empty() {
            parts.push(format!("“{}”", self.words));
        }
        if parts.is_empty() {
            parts.push("it".to_owned());
        }
        f.write_str(&parts.join(" "))
    }
}

/// `first`, `second`, `7th`, `last`.
pub(crate) fn ordinal_words(ordinal: i32) -> String {
    match ordinal {
        -1 => "last".to_owned(),
        1 => "first".to_owned(),
        2 => "second".to_owned(),
        3 => "third".to_owned(),
        4 => "fourth".to_owned(),
        5 => "fifth".to_owned(),
        n if n < 0 => format!("{}th from the end", -n),
        n => format!("{n}th"),
    }
}

/// The command as an order: `search for “lamp”`. Secrets are not repeated.
impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Open { url, new_tab: false } => write!(f, "go to {url}"),
            Self::Open { url, new_tab: true } => write!(f, "open {url} in a new tab"),
            Self::Back => f.write_str("go back"),
            Self::Reload => f.write_str("load the page again"),
            Self::Search { text } => write!(f, "search for “{text}”"),
            Self::Type { target: Some(target), .. } if target.is_secret() => write!(f, "type the secret into {target}"),
            Self::Type { text, target: Some(target), .. } => write!(f, "type “{text}” into {target}"),
            Self::Type { text, target: None, .. } => write!(f, "type “{text}”"),
            Self::Click { target, button, count, .. } => {
                let verb = match (button, count) {
                    (MouseButton::Right, _) => "right-click",
                    (MouseButton::Middle, _) => "middle-click",
                    (MouseButton::Left, 2) => "double-click",
                    (MouseButton::Left, 3) => "triple-click",
                    (MouseButton::Left, _) => "click",
                };
                write!(f, "{verb} {target}")
            }
            Self::Pick { criterion, noun } => {
                let which = match criterion {
                    Criterion::Cheapest => "cheapest".to_owned(),
                    Criterion::Dearest => "most expensive".to_owned(),
                    Criterion::BestRated => "best rated".to_owned(),
                    Criterion::Nth(n) => ordinal_words(*n),
                };
                write!(f, "open the {which} {}", if noun.is_empty() { "one" } else { noun })
            }
            Self::Press { key, target: None } => write!(f, "press {key}"),
            Self::Press { key, target: Some(target) } => write!(f, "press {key} in {target}"),
            Self::Check { target, on: true } => write!(f, "tick {target}"),
            Self::Check { target, on: false } => write!(f, "untick {target}"),
            Self::Select { option, target: Some(target) } => write!(f, "choose “{option}” in {target}"),
            Self::Select { option, target: None } => write!(f, "choose “{option}”"),
            Self::Set { target, .. } if target.is_secret() => write!(f, "set {target}"),
            Self::Set { target, value } => write!(f, "set {target} to “{value}”"),
            Self::Hover { target } => write!(f, "point at {target}"),
            Self::Drag { from, to } => write!(f, "drag {from} onto {to}"),
            Self::Scroll { direction } => f.write_str(match direction {
                ScrollDirection::Up => "scroll up",
                ScrollDirection::Down => "scroll down",
                ScrollDirection::Top => "scroll to the top",
                ScrollDirection::Bottom => "scroll to the bottom",
            }),
            Self::ScrollTo { target } => write!(f, "scroll to {target}"),
            Self::SwitchTab { tab } => write!(f, "switch to {tab}"),
            Self::CloseTab { tab: Some(tab) } => write!(f, "close {tab}"),
            Self::CloseTab { tab: None } => f.write_str("close the tab"),
            Self::ListTabs => f.write_str("list the tabs"),
            Self::Wait { text: Some(text), .. } => write!(f, "wait for “{text}”"),
            Self::Wait { text: None, .. } => f.write_str("wait for the page"),
            Self::Screenshot => f.write_str("take a screenshot"),
            Self::Dialog { accept: true, .. } => f.write_str("accept the dialog"),
            Self::Dialog { accept: false, .. } => f.write_str("dismiss the dialog"),
            Self::Upload { document, .. } => write!(f, "upload “{document}”"),
            Self::Read { about, wants } => match wants {
                Wants::Title => f.write_str("read the page's title"),
                Wants::Address => f.write_str("read the page's address"),
                Wants::Page => f.write_str("read the page"),
                Wants::Summary => f.write_str("sum up the page"),
                Wants::Count => write!(f, "read how many “{about}” there are"),
                Wants::Amount | Wants::Line => write!(f, "read “{about}”"),
            },
            Self::Stop => f.write_str("stop"),
        }
    }
}

impl fmt::Display for TabChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nth(-1) => f.write_str("the last tab"),
            Self::Nth(n) => write!(f, "tab {n}"),
            Self::Named(name) => write!(f, "the tab “{name}”"),
        }
    }
}

impl Command {
    /// Whether it changes something on a page rather than navigating or looking.
    pub(crate) fn changes(&self) -> bool {
        match self {
            Self::Click { .. }
            | Self::Pick { .. }
            | Self::Press { .. }
            | Self::Drag { .. }
            | Self::Type { .. }
            | Self::Check { .. }
            | Self::Select { .. }
            | Self::Set { .. }
            | Self::CloseTab { .. }
            | Self::Upload { .. }
            | Self::Dialog { .. } => true,
            Self::Open { .. }
            | Self::Reload
            | Self::Search { .. }
            | Self::Hover { .. }
            | Self::Scroll { .. }
            | Self::ScrollTo { .. }
            | Self::SwitchTab { .. }
            | Self::ListTabs
            | Self::Wait { .. }
            | Self::Screenshot
            | Self::Read { .. }
            | Self::Back
            | Self::Stop => false,
        }
    }

    /// Whether it only reads, so that later commands do not depend on it.
    pub(crate) fn only_reads(&self) -> bool {
        matches!(self, Self::Read { .. } | Self::ListTabs | Self::Screenshot)
    }
}
