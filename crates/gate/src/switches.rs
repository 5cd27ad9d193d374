//! Switches with which tests turn off single gates, to show that each of them holds something back. What ships has neither the switches nor a question
//! about them: without the feature `switches`, which only tests ask for, [`is_on!`] is the word `true`.

/// Whether a gate is on, by its name in `Switch`: in what ships, each is.
#[cfg(not(feature = "switches"))]
#[macro_export]
macro_rules! is_on {
    ($gate:ident) => {
        true
    };
}

/// Whether a gate is on, by its name in `Switch`.
#[cfg(feature = "switches")]
#[macro_export]
macro_rules! is_on {
    ($gate:ident) => {
        $crate::Switch::$gate.is_on()
    };
}

/// One gate.
#[cfg(feature = "switches")]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Switch {
    /// Asking before irreversible effects.
    Effects,
    /// Asking before a secret is entered.
    Secrets,
    /// Asking before the first contact with an unnamed site after something private was read elsewhere.
    Contact,
    /// Counting what is free there.
    Moves,
    /// Asking before a link is followed that the run may have formed.
    Influence,
    /// Not taking sites in quoted or pasted passages as named.
    Passages,
    /// Asking before a private address is opened from outside.
    Local,
    /// Asking before one of the person's tabs is closed.
    Tabs,
    /// Doing an allowed action only if it is still the one asked about.
    Seal,
    /// Following links to the web only.
    Scheme,
    /// Ending a run after three refusals in a row.
    Refusals,
    /// Keeping secrets from the model.
    Mask,
    /// Making page text unable to look like a fence.
    Fence,
    /// Looking for addresses in addresses.
    Inner,
    /// Bounding tabs whose address the run made after it read something private.
    Hold,
    /// Taking the person's permissions as they are when they are used.
    Authority,
    /// Keeping an unattended run to its sites and its own tabs in what it reads.
    Terms,
    /// Not making a request of unknown or grave meaning that nobody allowed.
    Requests,
    /// Asking before the person's own clipboard is pasted.
    Clipboard,
    /// Treating a page as private if the browser had the person signed in there.
    Cookies,
    /// Treating the site of a frame that shows something private on another site's page as read.
    Frames,
    /// Asking before a page is read that the own network answered for under a public name.
    Answers,
    /// Writing into fields only.
    Fields,
    /// Asking before a shortcut of unknown effect where the person may be signed in.
    Keys,
    /// Keeping the permission of a plan's step to its effects, its sites and once.
    Leave,
    /// Keeping what was gone over in a form's review to its sites, and to values.
    Review,
    /// Keeping the yes to a deed to what the page asks once more about that very deed.
    Meant,
    /// Not letting a request carry what nobody asked for.
    Carried,
    /// Not taking a text that takes effect for a draft.
    Drafts,
    /// Counting what leaves a field as saving it.
    Leaves,
    /// Treating a link that sends something as a button.
    Links,
    /// Judging an address that is fetched by the verb in it.
    Fetched,
    /// Judging a press in a frame by the page around it as well.
    Around,
    /// Keeping a yes to a press to one kind of request that carries nothing unshown.
    Deeds,
    /// Keeping what the person spoke of apart from what others are called.
    Rows,
    /// Keeping an order to the places of its own clause.
    Clauses,
    /// Going by the gravest method that a request names.
    Methods,
    /// Counting what a page sends as it is left, and what any field sends as it is, as saving what was entered.
    Left,
    /// Not counting words that are in every text as what somebody speaks of.
    Closed,
    /// Treating what search engines are told in pieces as one text, and looking for secrets in addresses.
    Pieces,
    /// Keeping a yes that lasts to the addresses and grants that were shown.
    Kinds,
    /// Judging a link and an address that is opened as what a script fetches, and what is fetched elsewhere as the person.
    Opened,
    /// Not treating a request whose content nobody knows as one that carries nothing.
    Unread,
    /// Counting what is put into several fields at once as that many entries.
    Each,
    /// Judging what pages send over sockets.
    Messages,
}

#[cfg(feature = "switches")]
impl Switch {
    /// All of them.
    pub const ALL: [Self; 45] = [
        Self::Effects,
        Self::Secrets,
        Self::Contact,
        Self::Moves,
        Self::Influence,
        Self::Passages,
        Self::Local,
        Self::Tabs,
        Self::Seal,
        Self::Scheme,
        Self::Refusals,
        Self::Mask,
        Self::Fence,
        Self::Inner,
        Self::Hold,
        Self::Authority,
        Self::Terms,
        Self::Requests,
        Self::Clipboard,
        Self::Cookies,
        Self::Frames,
        Self::Answers,
        Self::Fields,
        Self::Keys,
        Self::Leave,
        Self::Review,
        Self::Meant,
        Self::Carried,
        Self::Drafts,
        Self::Leaves,
        Self::Links,
        Self::Fetched,
        Self::Around,
        Self::Deeds,
        Self::Rows,
        Self::Clauses,
        Self::Methods,
        Self::Left,
        Self::Closed,
        Self::Pieces,
        Self::Kinds,
        Self::Opened,
        Self::Unread,
        Self::Each,
        Self::Messages,
    ];

    /// Whether the gate is on.
    pub fn is_on(self) -> bool {
        match OFF.get() {
            Off::Nothing => true,
            Off::One(gate) => gate != self,
            Off::All => false,
        }
    }

    /// Switches one gate off, and all others on; none: all on. For this thread.
    pub fn only_off(gate: Option<Self>) {
        OFF.set(gate.map_or(Off::Nothing, Off::One));
        edith_model::fence::leave_open(gate == Some(Self::Fence));
    }

    /// Switches every gate off, to see that an attack would do harm. For this thread.
    pub fn all_off() {
        OFF.set(Off::All);
        edith_model::fence::leave_open(true);
    }
}

#[cfg(feature = "switches")]
#[derive(Clone, Copy)]
enum Off {
    Nothing,
    One(Switch),
    All,
}

#[cfg(feature = "switches")]
thread_local! {
    static OFF: std::cell::Cell<Off> = const { std::cell::Cell::new(Off::Nothing) };
}
