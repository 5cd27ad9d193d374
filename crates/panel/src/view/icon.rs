//! The icons, as strokes on a 20 by 20 grid in the surrounding text's colour.

use leptos::prelude::*;

/// The icons by meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Icon {
    /// Start something.
    Plus,
    /// The list of conversations.
    List,
    /// Settings.
    Gear,
    /// Back.
    Back,
    /// Close.
    Cross,
    /// Send.
    Send,
    /// Stop.
    Stop,
    /// Pause.
    Pause,
    /// Resume.
    Play,
    /// Done.
    Check,
    /// Failed, or a warning.
    Alert,
    /// Rename.
    Pencil,
    /// Delete.
    Bin,
    /// Copy.
    Copy,
    /// Opens something.
    Chevron,
    /// Scroll to the end, or move back.
    Down,
    /// Move forward.
    Up,
    /// A question.
    Hand,
    /// Search.
    Search,
    /// Show.
    Eye,
    /// An example.
    Spark,
    /// A conversation.
    Bubble,
    /// Schedules.
    Calendar,
    /// Light colours.
    Sun,
    /// Dark colours.
    Moon,
    /// The system's colours.
    Monitor,
    /// Further actions.
    More,
    /// Attach.
    Clip,
    /// Pin.
    Pin,
    /// Export.
    Download,
    /// Import.
    Upload,
    /// The user takes over.
    Cursor,
    /// Repeat.
    Retry,
    /// A document of text.
    Page,
    /// A spreadsheet.
    Sheet,
    /// Slides.
    Slides,
    /// A picture.
    Picture,
    /// A mail.
    Mail,
    /// A web page.
    Globe,
    /// Documents that are kept.
    Library,
    /// A key.
    Key,
    /// Typed commands.
    Terminal,
    /// A program that lends its tools.
    Plug,
    /// Switched off.
    Off,
}

impl Icon {
    fn path(self) -> &'static str {
        match self {
            Self::Plus => "M10 4v12M4 10h12",
            Self::List => "M4 6h12M4 10h12M4 14h8",
            Self::Gear => "M4 6h5M13 6h3M11 4v4M4 14h2M10 14h6M8 12v4",
            Self::Back => "M12 4l-6 6 6 6",
            Self::Cross => "M5 5l10 10M15 5L5 15",
            Self::Send => "M10 16V4M5 9l5-5 5 5",
            Self::Stop => "M6 6h8v8H6z",
            Self::Pause => "M7 5v10M13 5v10",
            Self::Play => "M7 5l8 5-8 5z",
            Self::Check => "M4 10.5l4 4 8-9",
            Self::Alert => "M10 5v6M10 14.5v.01",
            Self::Pencil => "M4 16l1-4 8-8 3 3-8 8zM11 6l3 3",
            Self::Bin => "M4 6h12M8 6V4h4v2M6 6l1 10h6l1-10M9 9v4M11 9v4",
            Self::Copy => "M7 7h9v9H7zM4 13V4h9",
            Self::Chevron => "M7 4l6 6-6 6",
            Self::Down => "M10 4v12M5 11l5 5 5-5",
            Self::Up => "M10 16V4M5 9l5-5 5 5",
            Self::Hand => "M10 3l7 13H3zM10 8v4M10 14v.01",
            Self::Search => "M9 4a5 5 0 100 10A5 5 0 009 4zM13 13l4 4",
            Self::Eye => "M2 10s3-5 8-5 8 5 8 5-3 5-8 5-8-5-8-5zM10 8a2 2 0 100 4 2 2 0 000-4z",
            Self::Spark => "M10 3l1.8 5.2L17 10l-5.2 1.8L10 17l-1.8-5.2L3 10l5.2-1.8z",
            Self::Bubble => "M4 5h12v8H9l-4 3v-3H4z",
            Self::Clip => {
                "M14 7l-5.5 5.5a1.8 1.8 0 002.5 2.5L16.5 9.5a3.5 3.5 0 00-5-5L5.5 10.5a5.2 5.2 0 007.4 7.4L16 14.8"
            }
            Self::Pin => "M7 3h6l-1 5 3 3H5l3-3zM10 11v6",
            Self::Download => "M10 3v9M6 9l4 4 4-4M4 16h12",
            Self::Upload => "M10 13V4M6 8l4-4 4 4M4 16h12",
            Self::Cursor => "M5 3l10 6-4.500 1.200L8 15z",
            Self::Retry => "M15 6a6 6 0 10 1 6M15.5 3v3.500h-3.500",
            Self::Page => "M5 3h7l3 3v11H5zM12 3v3h3M8 10h4M8 13h4",
            Self::Sheet => "M4 4h12v12H4zM4 8h12M4 12h12M9 4v12",
            Self::Slides => "M3 4h14v9H3zM10 13v3M7 17h6",
            Self::Picture => "M3 4h14v12H3zM3 14l4-4 3 3 3-4 4 5M8 7.500v.01",
            Self::Mail => "M3 5h14v10H3zM3 6l7 5 7-5",
            Self::Globe => "M10 3a7 7 0 100 14 7 7 0 000-14zM3 10h14M10 3c-5 5-5 9 0 14M10 3c5 5 5 9 0 14",
            Self::Library => "M4 4h3v12H4zM8.500 4h3v12h-3zM13 4.500l2.800-.6 2.200 11.600-2.800.6z",
            Self::Calendar => "M4 5h12v11H4zM4 8.500h12M7.500 3v3M12.500 3v3M7 12h.01M10 12h.01M13 12h.01",
            Self::Sun => {
                "M10 6.500a3.500 3.500 0 100 7 3.500 3.500 0 000-7zM10 2v1.500M10 16.500V18M2 10h1.500M16.500 10H18M4.300 4.300l1.100 1.100M14.600 14.600l1.100 1.100M15.700 4.300l-1.100 1.100M5.400 14.600l-1.100 1.100"
            }
            Self::Moon => "M16 11.500A6.500 6.500 0 118.500 4 5 5 0 0016 11.500z",
            Self::Monitor => "M3 4h14v9H3zM7 16.500h6",
            Self::More => {
                "M4.500 10a.5.5 0 101 0 .5.5 0 10-1 0zM9.500 10a.5.5 0 101 0 .5.5 0 10-1 0zM14.500 10a.5.5 0 101 0 .5.5 0 10-1 0z"
            }
            Self::Key => "M6.500 7a3.500 3.500 0 100 7 3.500 3.500 0 000-7zM10 10.500h8M15 10.500v3M18 10.500v2",
            Self::Plug => "M7 3v4M13 3v4M5 7h10v3a5 5 0 01-10 0zM10 15v3",
            Self::Off => "M10 4a6 6 0 100 12 6 6 0 000-12zM6 10h8",
            Self::Terminal => "M4 6l4 4-4 4M10 14h6",
        }
    }
}

/// Draws an icon. It is unlabelled, so its parent needs a label.
pub(super) fn icon(icon: Icon) -> AnyView {
    // Directional icons are mirrored in right-to-left writing.
    let turns = matches!(icon, Icon::Back | Icon::Chevron | Icon::List);
    let class = if turns { "icon icon--turns" } else { "icon" };
    view! {
        <svg class=class viewBox="0 0 20 20" aria-hidden="true" focusable="false"><path d=icon.path()></path></svg>
    }
    .into_any()
}

/// An icon button.
pub(super) fn icon_button(shown: Icon, name: &'static str, click: impl Fn() + 'static) -> AnyView {
    named_button(shown, name, UnsyncCallback::new(move |()| click()))
}

fn named_button(shown: Icon, name: &'static str, click: UnsyncCallback<()>) -> AnyView {
    view! {
        <button class="icon-button" type="button" aria-label=name title=name on:click=move |_| click.run(())>
            {icon(shown)}
        </button>
    }
    .into_any()
}

/// A spinner.
pub(super) fn spinner() -> AnyView {
    view! { <span class="spinner"></span> }.into_any()
}
