//! Gates that the tests switch off one by one, to show that each of them holds something back. In the product there are no switches: every
//! gate is on.

/// One gate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Switch {
    /// Asking before what cannot be taken back.
    Effects,
    /// Asking before a secret is entered.
    Secrets,
    /// Asking before something is carried to another site as it stands.
    Carry,
    /// Finding it in other texts: encoded, turned round, in parts.
    Hidden,
    /// Asking before a text that may hide anything goes to a site nobody named.
    Opaque,
    /// Asking before a site is written to that nobody named.
    Use,
    /// Asking before an address of the person's own network is opened from outside.
    Local,
    /// Asking before a tab of the person's is closed.
    Tabs,
    /// Doing an allowed action only if it still is the one that was asked about.
    Seal,
    /// Following links to the web only.
    Scheme,
    /// Waiting for the person after three refusals.
    Pause,
    /// Keeping secrets out of what the model is sent.
    Mask,
    /// Making page text unable to look like a fence.
    Fence,
    /// Looking for addresses in addresses.
    Inner,
    /// Holding tabs where an address tells what was read.
    Hold,
}

impl Switch {
    /// All of them.
    pub const ALL: [Self; 15] = [
        Self::Effects,
        Self::Secrets,
        Self::Carry,
        Self::Hidden,
        Self::Opaque,
        Self::Use,
        Self::Local,
        Self::Tabs,
        Self::Seal,
        Self::Scheme,
        Self::Pause,
        Self::Mask,
        Self::Fence,
        Self::Inner,
        Self::Hold,
    ];

    /// Whether the gate is on.
    #[cfg(not(feature = "switches"))]
    #[inline]
    pub(crate) const fn is_on(self) -> bool {
        true
    }

    /// Whether the gate is on.
    #[cfg(feature = "switches")]
    pub(crate) fn is_on(self) -> bool {
        OFF.get() != Some(self)
    }

    /// Switches one gate off, and all others on; none: all on. For this thread.
    #[cfg(feature = "switches")]
    pub fn only_off(gate: Option<Self>) {
        OFF.set(gate);
        edith_model::fence::leave_open(gate == Some(Self::Fence));
    }
}

#[cfg(feature = "switches")]
thread_local! {
    static OFF: std::cell::Cell<Option<Switch>> = const { std::cell::Cell::new(None) };
}
