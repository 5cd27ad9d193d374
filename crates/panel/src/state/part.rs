//! The four parts of the settings, their names in addresses, and the keys that lead from one to the next.

use crate::state::text::{key, t};

/// A part of the settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SettingsPart {
    /// What thinks, and what it is told.
    #[default]
    Model,
    /// What is asked about, what is allowed where, and how pages are worked on.
    Permissions,
    /// What a task and a day may take.
    Limits,
    /// What is known of the person, and what is stored.
    Data,
}

impl SettingsPart {
    /// In their order.
    pub const ALL: [Self; 4] = [Self::Model, Self::Permissions, Self::Limits, Self::Data];

    /// Its name in addresses: `options.html#limits`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Model => "model",
            Self::Permissions => "permissions",
            Self::Limits => "limits",
            Self::Data => "data",
        }
    }

    /// The part of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|part| part.name() == name)
    }

    /// Its title.
    pub fn title(self) -> &'static str {
        t(match self {
            Self::Model => key("part_model"),
            Self::Permissions => key("part_permissions"),
            Self::Limits => key("limits"),
            Self::Data => key("part_data"),
        })
    }

    /// The part that a key leads to from this one; none if it is not a key of a list of tabs.
    pub fn after(self, pressed: &str) -> Option<Self> {
        let at = Self::ALL.iter().position(|part| *part == self)?;
        let last = Self::ALL.len() - 1;
        let to = match pressed {
            "ArrowRight" | "ArrowDown" => (at + 1) % Self::ALL.len(),
            "ArrowLeft" | "ArrowUp" => at.checked_sub(1).unwrap_or(last),
            "Home" => 0,
            "End" => last,
            _ => return None,
        };
        Self::ALL.get(to).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_has_its_address() {
        for part in SettingsPart::ALL {
            assert_eq!(SettingsPart::named(part.name()), Some(part));
            assert!(!part.title().contains('_'), "{}", part.title());
        }
        assert_eq!(SettingsPart::named("new-server"), None);
    }

    #[test]
    fn arrows_go_round() {
        assert_eq!(SettingsPart::Model.after("ArrowRight"), Some(SettingsPart::Permissions));
        assert_eq!(SettingsPart::Data.after("ArrowDown"), Some(SettingsPart::Model));
        assert_eq!(SettingsPart::Model.after("ArrowLeft"), Some(SettingsPart::Data));
        assert_eq!(SettingsPart::Limits.after("Home"), Some(SettingsPart::Model));
        assert_eq!(SettingsPart::Limits.after("End"), Some(SettingsPart::Data));
        assert_eq!(SettingsPart::Limits.after("Enter"), None);
    }
}
