//! A question of a form: what belongs together on the page, as one thing to answer.

use crate::dates::DateForm;
use crate::meaning::{Meaning, Role};
use edith_protocol::{FieldType, FormValue};
use serde::{Deserialize, Serialize};

/// A question of a form. Its words are the page's, so data.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Question {
    /// `q` and the number of its first element in looks: it stays while the element does.
    pub id: String,
    /// The question as the page words it.
    pub title: String,
    /// The part of the form that it is in; empty: none is named.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub section: String,
    /// The address of the frame of another site that it is in; empty: it is the page's own.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub frame: String,
    /// What the page says about it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub hint: String,
    /// What the page objects to in its present value.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub error: String,
    /// The type of its value.
    pub kind: FieldType,
    /// Whether the page requires it.
    pub required: bool,
    /// What can be chosen; empty for a list that shows it only when it is opened.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<String>,
    /// The rows of a grid.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rows: Vec<String>,
    /// Whether nobody sees it on the page: it is filled in only if the person says so.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub unseen: bool,
    /// Whether its list was opened to read the options.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub listed: bool,
    /// What its value must keep to.
    pub limits: Limits,
    /// How a date is written into it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<DateForm>,
    /// What it holds now.
    pub current: FormValue,
    /// Whether it holds something, shown or not.
    pub holds: bool,
    /// What it asks for, if code can tell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub meaning: Option<Meaning>,
    /// Which of several addresses or phones its author's tokens name.
    pub role: Role,
    /// Whether it is about somebody else, or another time or entry, as what is around it says: then no fact of the person's today answers it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_apart: bool,
    /// Whether its value is a signature.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub signs: bool,
    /// Its elements in the page's order.
    pub parts: Vec<QuestionElement>,
    /// Which entry of its part it belongs to, from 1: the second job has 2; 0: the part has one entry.
    #[serde(skip_serializing_if = "is_zero")]
    pub entry: u32,
    /// The language of its words, as the page says: `de`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub language: String,
}

impl Question {
    /// Whether only the person answers it.
    pub fn is_persons(&self) -> bool {
        self.signs || matches!(self.kind, FieldType::Secret | FieldType::Consent)
    }

    /// Whether it asks how many entries a part of the form is to have, each opened by a press.
    pub fn opens(&self) -> bool {
        self.parts.first().is_some_and(|part| part.way == Way::Open)
    }

    /// The list to open for its options: it shows none, and holds nothing that stays.
    pub fn closed_list(&self) -> Option<u32> {
        let is_list = matches!(self.kind, FieldType::Choice | FieldType::Choices);
        match self.parts.as_slice() {
            [only] if is_list && only.way == Way::Choose && self.options.is_empty() && !self.listed && !self.holds => {
                Some(only.uid)
            }
            _ => None,
        }
    }

    /// Takes the options that its list shows.
    pub fn list(&mut self, options: Vec<String>) {
        self.options = options.into_iter().filter(|option| !crate::words::is_unchosen(option)).collect();
        self.listed = true;
    }

    /// How long its options and rows are together, in characters.
    pub(crate) fn listed_characters(&self) -> usize {
        self.options.iter().chain(&self.rows).map(|text| text.chars().count()).sum()
    }
}

/// One element of a question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct QuestionElement {
    /// Its number in looks.
    pub uid: u32,
    /// How it takes its value.
    pub way: Way,
    /// Which part of the answer it takes.
    pub piece: Piece,
    /// Of a tick: whether it is on.
    #[serde(default)]
    pub on: bool,
    /// Of one list of several, as that of the months: its options.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<String>,
}

/// How an element takes its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Way {
    /// It is typed into.
    Type,
    /// It is set: dates, times, numbers, sliders.
    Set,
    /// An option of it is chosen.
    Choose,
    /// It is on or off.
    Tick,
    /// It takes files.
    Attach,
    /// It opens another entry with each press.
    Open,
}

/// Which part of an answer an element takes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Piece {
    /// All of it.
    Whole,
    /// This option: it is on if the option is chosen.
    Option(String),
    /// A row of a grid and the option in it.
    Cell(String, String),
    /// The day of a date.
    Day,
    /// The month of a date.
    Month,
    /// The year of a date.
    Year,
}

/// What a value must keep to; empty or 0: nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Limits {
    /// Lowest value, in the field's own format.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub min: String,
    /// Highest value.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub max: String,
    /// Step.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub step: String,
    /// How a value looks, as the field shows it: a sample, or a place for each figure.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub shape: String,
    /// The code of the country that a telephone number without one is taken to be of: `+44`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub dial: String,
    /// Most characters.
    #[serde(skip_serializing_if = "is_zero")]
    pub max_length: u32,
    /// Which files it takes, as in HTML's `accept`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub accept: String,
    /// Whether it takes several.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub multiple: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn is_zero(number: &u32) -> bool {
    *number == 0
}
