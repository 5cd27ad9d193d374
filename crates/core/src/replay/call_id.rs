//! The ids of a replay's calls, which say what each is for.

/// What a call of a replay is for: part of its id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum What {
    /// The step itself.
    Do,
    /// Opening the first page.
    Open,
    /// Waiting for the page.
    Wait,
    /// Looking, so that what is new there has a number.
    Look,
    /// Nothing is left to do for the step.
    Pass,
    /// Asking the person.
    Ask,
    /// The end.
    End,
}

impl What {
    const NAMES: [(Self, &str); 7] = [
        (Self::Do, "do"),
        (Self::Open, "open"),
        (Self::Wait, "wait"),
        (Self::Look, "look"),
        (Self::Pass, "pass"),
        (Self::Ask, "ask"),
        (Self::End, "end"),
    ];

    pub(super) fn id(self, step: usize, turn: u32, letters: &str) -> String {
        let name = Self::NAMES.iter().find(|(what, _)| *what == self).map_or("do", |(_, name)| name);
        format!("again-{}-{turn}-{name}-{letters}", step + 1)
    }

    /// What the call with this id is for; none: it is not a replay's.
    pub(super) fn of_id(id: &str) -> Option<Self> {
        Some(Self::with_letters(id)?.0)
    }

    /// The same with the letters of the choices that it offers.
    pub(super) fn with_letters(id: &str) -> Option<(Self, &str)> {
        let mut parts = id.strip_prefix("again-")?.splitn(4, '-');
        let (_, _, name, letters) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
        Some((Self::NAMES.iter().find(|(_, known)| *known == name)?.0, letters))
    }
}
