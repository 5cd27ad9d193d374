//! Where the page in a tab may lead, held by the browser itself.

/// What a tab is held to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TabBounds {
    /// These hosts, and what is below them.
    Only {
        /// The hosts, in lower case.
        hosts: Vec<String>,
        /// Whether it is for an address that tells what was read; else for the schedule's sites.
        tells: bool,
    },
    /// Anything but the person's own machine and network.
    NotHome,
}
