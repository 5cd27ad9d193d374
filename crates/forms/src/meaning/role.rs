//! Which of several addresses and phones is meant: at home, at work, for deliveries; a mobile one.

use super::phrases::{Words, roles};
use serde::{Deserialize, Serialize};

/// Which of several facts of one meaning is meant. Nothing is said where both are none.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Role {
    /// What it is for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sphere: Option<Sphere>,
    /// Of a phone: how it is reached.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<Line>,
}

/// What an address or a phone is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sphere {
    /// The person's own life.
    Private,
    /// Their work.
    Work,
    /// Bills go there.
    Billing,
    /// Goods go there.
    Delivery,
}

/// How a phone is reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Line {
    /// Anywhere.
    Mobile,
    /// At its place.
    Landline,
}

impl Role {
    /// The role that a label names.
    pub(crate) fn of_label(text: &str) -> Self {
        Self::of(&Words::of_attribute(text))
    }

    fn of(words: &Words) -> Self {
        let mut role = Self::default();
        for row in words.rows(roles()) {
            match row {
                0 => role.sphere = role.sphere.or(Some(Sphere::Private)),
                1 => role.sphere = Some(Sphere::Work),
                2 => role.sphere = Some(Sphere::Billing),
                3 => role.sphere = Some(Sphere::Delivery),
                4 => role.line = role.line.or(Some(Line::Mobile)),
                _ => role.line = Some(Line::Landline),
            }
        }
        role
    }

    /// The role that the tokens of `autocomplete` name: `shipping`, `home`, `work`, `mobile`.
    pub(crate) fn of_tokens(autocomplete: &str) -> Self {
        let mut role = Self::default();
        for token in autocomplete.split_whitespace() {
            match token.to_lowercase().as_str() {
                "home" => role.sphere = Some(Sphere::Private),
                "work" => role.sphere = Some(Sphere::Work),
                "billing" => role.sphere = Some(Sphere::Billing),
                "shipping" => role.sphere = Some(Sphere::Delivery),
                "mobile" => role.line = Some(Line::Mobile),
                _ => {}
            }
        }
        role
    }

    /// This role, and of another one what it does not say.
    pub(crate) fn or(self, other: Self) -> Self {
        Self { sphere: self.sphere.or(other.sphere), line: self.line.or(other.line) }
    }

    /// How well a fact of the person with this role answers a question with that one, the higher the better; none: it is another one. What is not
    /// called anything is the person's own, and may be carried along; it is not taken for that of their work, nor for the one that is at home.
    pub(crate) fn answers(self, asked: Self) -> Option<u8> {
        let sphere = match (asked.sphere, self.sphere) {
            (None, None) => 2,
            (None, Some(Sphere::Private)) => 1,
            (None, Some(_)) => 0,
            (Some(wanted), Some(has)) if wanted == has => 2,
            (Some(Sphere::Work), _) => return None,
            (Some(_), None) => 1,
            (Some(Sphere::Billing | Sphere::Delivery), Some(Sphere::Private)) => 0,
            (Some(_), Some(_)) => return None,
        };
        let line = match (asked.line, self.line) {
            (wanted, has) if wanted == has => 2,
            (None, Some(_)) | (Some(Line::Mobile), None) => 1,
            (Some(_), _) => return None,
            (None, None) => 2,
        };
        Some(sphere * 3 + line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roles_are_read_from_labels_and_tokens() {
        let role = |sphere, line| Role { sphere, line };
        for (label, wanted) in [
            ("Phone", Role::default()),
            ("Work mobile", role(Some(Sphere::Work), Some(Line::Mobile))),
            ("Home phone", role(Some(Sphere::Private), Some(Line::Landline))),
            ("Diensttelefon", role(Some(Sphere::Work), None)),
            ("E-Mail (privat)", role(Some(Sphere::Private), None)),
            ("Téléphone fixe", role(None, Some(Line::Landline))),
            ("Dirección de entrega", role(Some(Sphere::Delivery), None)),
            ("Rechnungsadresse", role(Some(Sphere::Billing), None)),
        ] {
            assert_eq!(Role::of_label(label), wanted, "{label}");
        }
        assert_eq!(Role::of_tokens("section-a shipping street-address").sphere, Some(Sphere::Delivery));
        assert_eq!(Role::of_tokens("work tel"), role(Some(Sphere::Work), None));
    }

    #[test]
    fn a_role_is_answered_by_the_same_or_by_what_is_called_nothing() {
        let said = Role::of_label;
        for (fact, asked, answers) in [
            ("Phone", "Phone", true),
            ("Phone", "Mobile", true),
            ("Phone", "Private phone", true),
            ("Phone", "Work phone", false),
            ("Phone", "Landline", false),
            ("Work phone", "Phone", true),
            ("Work phone", "Private phone", false),
            ("Mobile", "Landline", false),
            ("Home address", "Delivery address", true),
            ("Work address", "Delivery address", false),
            ("Billing address", "Delivery address", false),
        ] {
            assert_eq!(said(fact).answers(said(asked)).is_some(), answers, "{fact} for {asked}");
        }
        assert!(said("Mobile").answers(said("Mobile")) > said("Phone").answers(said("Mobile")));
    }
}
