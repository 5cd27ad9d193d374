//! Where a tab may lead, enforced by the browser itself.

/// A tab's bounds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TabBounds {
    /// These hosts and their subdomains.
    Only {
        /// The hosts, in lower case.
        hosts: Vec<String>,
        /// Whether for an address that reveals what was read, rather than a schedule's sites.
        tells: bool,
    },
    /// Anything but the person's own machine and network.
    NotHome,
}
