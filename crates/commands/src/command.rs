//! The commands the built-in model knows, and how it speaks of them.

use edith_protocol::{Modifier, MouseButton, ScrollDirection};
use std::fmt;

/// Which kind of element the words asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A button.
    Button,
    /// A link.
    Link,
    /// Something that is typed into.
    Field,
    /// A checkbox or switch.
    Checkbox,
    /// A radio button.
    Radio,
    /// A drop-down.
    Select,
    /// A tab of a tab list.
    Tab,
    /// An entry of a menu.
    Menuitem,
    /// A slider.
    Slider,
}

/// An element in the person's words.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Target {
    /// What it is called; empty where only kind or place are given.
    pub words: String,
    /// What kind it is, where the words say so.
    pub kind: Option<Kind>,
    /// 1 the first, 2 the second …, -1 the last.
    pub ordinal: Option<i32>,
    /// The words were quoted.
    pub quoted: bool,
    /// What it may also be called when nothing answers to the words.
    pub or: Option<String>,
    /// What is beside it, e.g. the product whose button is meant.
    pub near: Option<String>,
}

/// One of several things that look alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Criterion {
    /// Lowest price.
    Cheapest,
    /// Highest price.
    Dearest,
    /// Best rating.
    BestRated,
    /// 1 the first, -1 the last.
    Nth(i32),
}

/// Which tab.
#[derive(Debug, Clone, PartialEq)]
pub enum TabChoice {
    /// Place in the list of tabs, from 1; -1 is the last.
    Nth(i32),
    /// Words of its title or address.
    Named(String),
}

/// What a question wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wants {
    /// An amount of money.
    Amount,
    /// A number of things.
    Count,
    /// The page's title.
    Title,
    /// The page's address.
    Address,
    /// Any line that has the words.
    Line,
    /// The page's text.
    Page,
    /// A summary, which the built-in model cannot make: it gives the page's first lines and says so.
    Summary,
}

/// One command.
#[derive(Debug, Clone, PartialEq)]
pub enum Command {
    /// Go to an address.
    Open {
        /// With its scheme.
        url: String,
        /// In a tab of its own.
        new_tab: bool,
    },
    /// One page back.
    Back,
    /// Load the page again.
    Reload,
    /// Type into the page's search field and submit.
    Search {
        /// What for.
        text: String,
    },
    /// Type into a field.
    Type {
        /// What.
        text: String,
        /// Where; none: what has the focus or was used last.
        target: Option<Target>,
        /// Enter afterwards.
        submit: bool,
        /// After what is there.
        append: bool,
    },
    /// Click.
    Click {
        /// What.
        target: Target,
        /// With which button.
        button: MouseButton,
        /// How many times.
        count: u8,
        /// Keys held meanwhile.
        modifiers: Vec<Modifier>,
    },
    /// Open one of several things.
    Pick {
        /// Which.
        criterion: Criterion,
        /// What kind of thing; may be empty.
        noun: String,
    },
    /// Press a key.
    Press {
        /// As in `Enter`, `Control+a`.
        key: String,
        /// In what.
        target: Option<Target>,
    },
    /// Tick or untick.
    Check {
        /// What.
        target: Target,
        /// Tick.
        on: bool,
    },
    /// Choose an option.
    Select {
        /// Its text.
        option: String,
        /// In what; none: wherever there is such an option.
        target: Option<Target>,
    },
    /// Give a field a value.
    Set {
        /// Which.
        target: Target,
        /// What.
        value: String,
    },
    /// Point at something.
    Hover {
        /// What.
        target: Target,
    },
    /// Drag something onto something.
    Drag {
        /// What.
        from: Target,
        /// Where to.
        to: Target,
    },
    /// Scroll the page.
    Scroll {
        /// Where to.
        direction: ScrollDirection,
    },
    /// Scroll until something is there.
    ScrollTo {
        /// What.
        target: Target,
    },
    /// Work in another tab.
    SwitchTab {
        /// Which.
        tab: TabChoice,
    },
    /// Close a tab; none: the current one.
    CloseTab {
        /// Which.
        tab: Option<TabChoice>,
    },
    /// Name the tabs.
    ListTabs,
    /// Wait for the page.
    Wait {
        /// Until it shows this.
        text: Option<String>,
        /// At most so long.
        timeout_ms: Option<u64>,
    },
    /// Take a picture.
    Screenshot,
    /// Answer a dialog.
    Dialog {
        /// OK or Cancel.
        accept: bool,
        /// What to enter.
        text: Option<String>,
    },
    /// Give one of the task's documents to a file field.
    Upload {
        /// Which document.
        document: String,
        /// Where.
        target: Option<Target>,
    },
    /// Answer a question from the page.
    Read {
        /// What about.
        about: String,
        /// What is wanted.
        wants: Wants,
    },
    /// Do nothing more.
    Stop,
}

impl Target {
    /// A target called so.
    pub fn named(words: impl Into<String>) -> Self {
        Self { words: words.into(), ..Self::default() }
    }

    /// Whether it is a field whose content must not be repeated.
    pub fn is_secret(&self) -> bool {
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
pub fn ordinal_words(ordinal: i32) -> String {
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
    /// Whether it changes something on a page, and does not only go there or look.
    pub fn changes(&self) -> bool {
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

    /// Whether the command only reads: what comes after it does not depend on it.
    pub fn only_reads(&self) -> bool {
        matches!(self, Self::Read { .. } | Self::ListTabs | Self::Screenshot)
    }
}
