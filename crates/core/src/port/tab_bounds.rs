//! Where a tab may lead, enforced by the browser itself.

/// A tab's bounds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TabBounds {
    /// These hosts and their subdomains.
    Only {
        /// The hosts, in lower case.
        hosts: Vec<String>,
        /// Why these.
        why: Confined,
    },
    /// Anything but the person's own machine and network.
    NotHome,
}

/// Why a tab stays on some sites.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Confined {
    /// They are a schedule's.
    Schedule,
    /// The address that is opened reveals what was read.
    Telling,
    /// The page was told something that was read.
    Told,
    /// No move on sites that nobody named is free any more, and this is done.
    Spent(Deed),
}

/// What is done on a page, as far as a sentence about it needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Deed {
    /// An address is opened.
    Opens,
    /// A link is followed.
    Follows,
    /// Something is pressed, or pointed at.
    Presses,
    /// Something is entered, chosen or dragged.
    Enters,
    /// The page is scrolled, or left for an earlier one.
    Moves,
}
