//! A field of a page, with what it says about itself.

use crate::meaning::{Meaning, meaning, says_more};
use crate::words::{SEARCH, has_any, is_unchosen};
use edith_page::{Element, ElementKind, FieldFacts, Index, RawOption, Tri, raw::state};

/// A field with what it says about itself.
pub(crate) struct Field<'p> {
    pub element: &'p Element,
    pub facts: &'p FieldFacts,
    pub meaning: Option<Meaning>,
}

impl<'p> Field<'p> {
    pub(crate) fn of(element: &'p Element, page: &Index) -> Option<Self> {
        use ElementKind::{
            Button, Checkbox, Editor, Element as Other, File, Input, Radio, Select, Slider, Switch, Textarea,
        };
        let facts = element.facts.as_deref()?;
        let is_field = match element.kind {
            Input | Textarea | Select | Slider | File | Checkbox | Radio | Switch | Editor => true,
            Button | Other => {
                element.states.has_popup
                    || facts.opens
                    || !element.options.is_empty()
                    || matches!(element.role.as_str(), "listbox" | "combobox")
            }
            _ => false,
        };
        let states = &element.states;
        let shows_list = matches!(element.kind, Select | Button)
            || element.role == "combobox"
            || states.has_popup
            || opens_calendar(element, facts);
        if !is_field || states.disabled || states.behind_modal || (states.readonly && !shows_list) {
            return None;
        }
        let meaning = meaning(element, page);
        let by_type = element.input_type == "search" || element.role == "searchbox";
        // Some lists are opened from a box that filters them, which takes no words of its own or is called otherwise than a search.
        let filters = element.role == "combobox"
            && (states.readonly || !element.name.is_empty() && !has_any(&element.name, SEARCH));
        let searches = by_type || meaning == Some(Meaning::Search);
        let meaning = meaning.filter(|meaning| {
            *meaning != Meaning::Search && (meaning.is_secret() || !says_more(element, facts, *meaning))
        });
        (!searches || filters).then_some(Self { element, facts, meaning })
    }

    pub(crate) fn is_tick(&self) -> bool {
        self.element.kind.is_checkable()
    }

    pub(crate) fn is_on(&self) -> bool {
        self.element.states.checked == Some(Tri::Yes)
    }

    /// What it stands for among its group. In grids the name has its row before or after the option: `English, fluent`.
    pub(crate) fn option(&self) -> String {
        let Element { name, .. } = self.element;
        if name.is_empty() {
            return self.facts.name.clone();
        }
        let row = self.facts.row.as_str();
        let signs = |c: char| c.is_whitespace() || matches!(c, ',' | ':' | ';' | '-' | '–' | '|' | '/' | '(' | ')');
        let bare = |rest: &str| Some(rest.trim_matches(signs).to_owned()).filter(|rest| !rest.is_empty());
        let rest = (!row.is_empty())
            .then(|| name.strip_prefix(row).or_else(|| name.strip_suffix(row)).and_then(bare))
            .flatten();
        rest.unwrap_or_else(|| name.clone())
    }

    /// The options of a list that can be chosen, as a person reads them.
    pub(crate) fn options(&self) -> Vec<String> {
        let all = self.element.options.iter();
        all.filter(|option| option.states & state::DISABLED == 0 && !stands_for_none(option))
            .map(|option| option.label.clone())
            .collect()
    }
}

/// Words in what authors call fields that open a calendar: those of its well-known makers.
const PICKERS: [&str; 4] = ["flatpickr", "datepicker", "date-picker", "calendar"];

/// Whether a calendar opens from a field that takes no words, though it does not say so.
pub(crate) fn opens_calendar(element: &Element, facts: &FieldFacts) -> bool {
    element.kind == ElementKind::Input && element.states.readonly && is_made_for_dates(facts)
}

/// Whether its author calls it as a well-known maker of calendars does.
pub(crate) fn is_made_for_dates(facts: &FieldFacts) -> bool {
    let class = facts.class.to_lowercase();
    PICKERS.iter().any(|word| class.contains(word))
}

/// Whether an option stands for no choice.
pub(crate) fn stands_for_none(option: &RawOption) -> bool {
    option.states & state::NO_CHOICE != 0 || is_unchosen(&option.label)
}
