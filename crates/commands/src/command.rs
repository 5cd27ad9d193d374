//! The commands of the built-in model, and their wording.

use edith_protocol::{Modifier, MouseButton, ScrollDirection};
use edith_words::{Sentence, Word, say};
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
    /// Whether its words are a whole order, which the page alone can tell the meaning of.
    pub meant: bool,
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

/// What of a fact is entered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FactPart {
    Whole,
    /// Of a name, the given one, where the form asks for it by itself.
    Given,
    /// Of a name, the family's.
    Family,
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
    /// The same, or else what bears the name is opened.
    Shown,
    Page,
    /// The sentences of the page that say most.
    Summary,
    /// The things on the page with their prices, the cheapest first.
    Prices,
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
    /// A fact for whichever field asks for it. If there is none, the rest goes on.
    Fact {
        /// Its name in the person's words.
        key: String,
        value: String,
        part: FactPart,
    },
    /// The whole form, from the profile, which is a mode of its own.
    FillForm,
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
        /// The question as it was asked; empty: it was no question.
        question: String,
    },
    /// Show only what costs no more.
    Limit {
        /// The amount as a plain number.
        most: String,
        /// As the person wrote it.
        written: String,
    },
    /// Open the reply to the message in view.
    Reply {
        /// Who it goes to, if the person said so.
        to: Option<String>,
    },
    /// Write into the field for a message; nothing is sent.
    Compose {
        text: String,
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
            "passwort",
            "kennwort",
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
            "kartennummer",
            "geheimzahl",
        ]
        .iter()
        .any(|word| format!(" {words} ").contains(&format!(" {word} ")))
    }
}

/// A name that the grammar gives by itself, in the person's language; other words stay as they are.
fn named(words: &str) -> Word {
    match words {
        "add to cart" => say!(NameCart).into(),
        "sort by" => say!(NameSort).into(),
        "submit" => say!(NameSubmit).into(),
        "log in" => say!(NameLogin).into(),
        "next page" => say!(NameNext).into(),
        "price" => say!(NamePrice).into(),
        "total" => say!(NameTotal).into(),
        words => words.into(),
    }
}

impl Target {
    fn told(&self) -> Sentence {
        let own = || if self.quoted { Word::from(&self.words) } else { named(&self.words) };
        let kind = self.kind.map(Kind::told);
        match (self.ordinal.map(place), kind, self.words.is_empty()) {
            (None, None, true) => say!(ThatIt),
            (None, None, false) => say!(ThatNamed { words: own() }),
            (None, Some(kind), true) => say!(ThatKind { kind: kind }),
            (None, Some(kind), false) => say!(ThatKindNamed { kind: kind, words: own() }),
            (Some(place), Some(kind), true) => say!(ThatNth { place: place, kind: kind }),
            (Some(place), Some(kind), false) => say!(ThatNthNamed { place: place, kind: kind, words: &self.words }),
            (Some(place), None, _) => say!(ThatNthOfName { place: place, words: &self.words }),
        }
    }
}

impl Kind {
    fn told(self) -> Sentence {
        match self {
            Self::Button => say!(ThatButton),
            Self::Link => say!(ThatLink),
            Self::Field => say!(ThatField),
            Self::Checkbox => say!(ThatCheckbox),
            Self::Radio => say!(ThatRadio),
            Self::Select => say!(ThatSelect),
            Self::Tab => say!(ThatPageTab),
            Self::Menuitem => say!(ThatMenuitem),
            Self::Slider => say!(ThatSlider),
        }
    }
}

/// One of several things: `the cheapest lamp`.
pub(crate) fn which(criterion: Criterion, noun: &str) -> Sentence {
    let noun = match noun {
        "" => Word::from(say!(ThatOne)),
        "result" | "search result" | "hit" | "match" => Word::from(say!(ThatResult)),
        noun => Word::from(noun),
    };
    match criterion {
        Criterion::Cheapest => say!(ThatCheapest { noun: noun }),
        Criterion::Dearest => say!(ThatDearest { noun: noun }),
        Criterion::BestRated => say!(ThatBest { noun: noun }),
        Criterion::Nth(n) => say!(ThatPlace { place: place(n), noun: noun }),
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.told())
    }
}

/// `first`, `second`, `7th`, `last`.
fn place(ordinal: i32) -> Sentence {
    match ordinal {
        -1 => say!(PlaceLast),
        1 => say!(PlaceFirst),
        2 => say!(PlaceSecond),
        3 => say!(PlaceThird),
        4 => say!(PlaceFourth),
        5 => say!(PlaceFifth),
        n if n < 0 => say!(PlaceFromEnd { number: i64::from(-n) }),
        n => say!(PlaceNth { number: i64::from(n) }),
    }
}

/// The command as an order: `search for “lamp”`. Secrets are not repeated.
impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.told())
    }
}

impl Command {
    fn told(&self) -> Sentence {
        match self {
            Self::Open { url, new_tab: false } => say!(DoOpen { url: url }),
            Self::Open { url, new_tab: true } => say!(DoOpenNew { url: url }),
            Self::Back => say!(DoBack),
            Self::Reload => say!(DoReload),
            Self::Search { text } => say!(DoSearch { text: text }),
            Self::Type { target: Some(target), .. } if target.is_secret() => {
                say!(DoTypeSecret { target: target.told() })
            }
            Self::Type { text, target: Some(target), .. } => say!(DoTypeInto { text: text, target: target.told() }),
            Self::Type { text, target: None, .. } => say!(DoType { text: text }),
            Self::Click { target, button, count, .. } => match (button, count) {
                (MouseButton::Right, _) => say!(DoRightClick { target: target.told() }),
                (MouseButton::Middle, _) => say!(DoMiddleClick { target: target.told() }),
                (MouseButton::Left, 2) => say!(DoDoubleClick { target: target.told() }),
                (MouseButton::Left, 3) => say!(DoTripleClick { target: target.told() }),
                (MouseButton::Left, _) => say!(DoClick { target: target.told() }),
            },
            Self::Pick { criterion, noun } => say!(DoPick { which: which(*criterion, noun) }),
            Self::Press { key, target: None } => say!(DoPress { key: key }),
            Self::Press { key, target: Some(target) } => say!(DoPressIn { key: key, target: target.told() }),
            Self::Check { target, on: true } => say!(DoTick { target: target.told() }),
            Self::Check { target, on: false } => say!(DoUntick { target: target.told() }),
            Self::Select { option, target: Some(target) } => {
                say!(DoChooseIn { option: named(option), target: target.told() })
            }
            Self::Select { option, target: None } => say!(DoChoose { option: option }),
            Self::Set { target, .. } if target.is_secret() => say!(DoSetSecret { target: target.told() }),
            Self::Set { target, value } => say!(DoSet { target: target.told(), value: value }),
            Self::Fact { key, .. } if Target::named(key.clone()).is_secret() => say!(DoFillSecret { key: key }),
            Self::Fact { key, value, .. } => say!(DoFill { key: key, value: value }),
            Self::FillForm => say!(DoFillForm),
            Self::Hover { target } => say!(DoHover { target: target.told() }),
            Self::Drag { from, to } => say!(DoDrag { from: from.told(), to: to.told() }),
            Self::Scroll { direction } => match direction {
                ScrollDirection::Up => say!(DoScrollUp),
                ScrollDirection::Down => say!(DoScrollDown),
                ScrollDirection::Left => say!(DoScrollLeft),
                ScrollDirection::Right => say!(DoScrollRight),
                ScrollDirection::Top => say!(DoScrollTop),
                ScrollDirection::Bottom => say!(DoScrollBottom),
            },
            Self::ScrollTo { target } => say!(DoScrollTo { target: target.told() }),
            Self::SwitchTab { tab } => say!(DoSwitchTab { tab: tab.told() }),
            Self::CloseTab { tab: Some(tab) } => say!(DoCloseTab { tab: tab.told() }),
            Self::CloseTab { tab: None } => say!(DoCloseThis),
            Self::ListTabs => say!(DoListTabs),
            Self::Wait { text: Some(text), .. } => say!(DoWaitFor { text: text }),
            Self::Wait { text: None, .. } => say!(DoWait),
            Self::Screenshot => say!(DoPicture),
            Self::Dialog { accept: true, .. } => say!(DoAcceptDialog),
            Self::Dialog { accept: false, .. } => say!(DoDismissDialog),
            Self::Upload { document, .. } => say!(DoUpload { document: document }),
            Self::Limit { written, .. } => say!(DoLimit { amount: written }),
            Self::Reply { .. } => say!(DoReply),
            Self::Compose { text } => say!(DoType { text: text }),
            // Elsewhere than in English, what is read is in the grammar's words.
            Self::Read { question, wants: Wants::Count | Wants::Amount | Wants::Line, .. }
                if !question.is_empty() && !matches!(edith_words::language().as_str(), "" | "en") =>
            {
                say!(DoRead { about: question.trim_end_matches(['?', ' ']) })
            }
            Self::Read { about, wants, .. } => match wants {
                Wants::Title => say!(DoReadTitle),
                Wants::Address => say!(DoReadAddress),
                Wants::Page => say!(DoReadPage),
                Wants::Summary => say!(DoSumUp),
                Wants::Prices => say!(DoCompare),
                Wants::Count => say!(DoCount { about: about }),
                Wants::Amount | Wants::Line | Wants::Shown => say!(DoRead { about: named(about) }),
            },
            Self::Stop => say!(DoStop),
        }
    }
}

impl fmt::Display for TabChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.told())
    }
}

impl TabChoice {
    fn told(&self) -> Sentence {
        match self {
            Self::Nth(-1) => say!(ThatLastTab),
            Self::Nth(n) => say!(ThatTab { number: i64::from(*n) }),
            Self::Named(name) => say!(ThatTabNamed { name: name }),
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
            | Self::Compose { .. }
            | Self::Fact { .. }
            | Self::CloseTab { .. }
            | Self::Upload { .. }
            | Self::Dialog { .. } => true,
            Self::Open { .. }
            | Self::Reload
            | Self::FillForm
            | Self::Search { .. }
            | Self::Limit { .. }
            | Self::Reply { .. }
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
