//! Content controls and the older form fields.

use super::pieces::Piece;
use super::walker::{Walker, text_of};
use crate::formats::xml::{Element, is_on};
use crate::{Field, FieldKind};

/// The field of a form that an `ffData` describes; a text's value comes with the field's result.
pub(super) fn form_field(data: Element<'_>) -> Field {
    let text = |names: &[&str]| data.value_at(names).map(std::borrow::Cow::into_owned).filter(|text| !text.is_empty());
    let name = text(&["name"]).unwrap_or_default();
    let label = text(&["statusText"]).or_else(|| text(&["helpText"]));
    let mut field = Field { name, label, kind: FieldKind::Text, value: String::new(), options: Vec::new(), area: None };
    if let Some(check) = data.child("checkBox") {
        field.kind = FieldKind::Check;
        let state = check.child("checked").or_else(|| check.child("default"));
        let on = state.is_some_and(|state| is_on(state.attribute("val").as_deref()));
        field.value = on.to_string();
    } else if let Some(list) = data.child("ddList") {
        field.kind = FieldKind::Choice;
        let entries = list.elements().filter(|e| e.name() == "listEntry");
        field.options = entries.filter_map(|entry| Some(entry.attribute("val")?.into_owned())).collect();
        let index = list.value_at(&["result"]).or_else(|| list.value_at(&["default"]));
        let index: usize = index.and_then(|index| index.parse().ok()).unwrap_or(0);
        field.value = field.options.get(index).cloned().unwrap_or_default();
    }
    field
}

/// The field that a content control is; None for one that only marks a part of the document.
fn control(properties: Element<'_>, shown: &str) -> Option<Field> {
    let value =
        |name| properties.value_at(&[name]).map(std::borrow::Cow::into_owned).filter(|text: &String| !text.is_empty());
    let (tag, label) = (value("tag"), value("alias"));
    let placeholder = properties.child("showingPlcHdr").is_some_and(|e| is_on(e.attribute("val").as_deref()));
    let shown = if placeholder { "" } else { shown.trim() };
    let list = properties.child("dropDownList").or_else(|| properties.child("comboBox"));
    let check = properties.child("checkbox");
    let (kind, value) = if let Some(check) = check {
        (FieldKind::Check, check.child("checked").is_some_and(|e| is_on(e.attribute("val").as_deref())).to_string())
    } else if list.is_some() {
        (FieldKind::Choice, shown.to_owned())
    } else {
        let marked = [
            "docPartObj",
            "docPartList",
            "citation",
            "bibliography",
            "picture",
            "equation",
            "group",
            "repeatingSection",
        ];
        let is_text = ["text", "date", "richText"].iter().any(|name| properties.child(name).is_some());
        let is_plain = placeholder || tag.is_some() || label.is_some();
        if !is_text && (!is_plain || marked.iter().any(|name| properties.child(name).is_some())) {
            return None;
        }
        (FieldKind::Text, shown.to_owned())
    };
    let entries = list.into_iter().flat_map(Element::elements).filter(|e| e.name() == "listItem");
    let options = entries
        .filter_map(|e| e.attribute("displayText").or_else(|| e.attribute("value")))
        .map(std::borrow::Cow::into_owned);
    let options = options.filter(|option| !option.is_empty()).collect();
    Some(Field { name: tag.or_else(|| label.clone()).unwrap_or_default(), label, kind, value, options, area: None })
}

impl Walker<'_> {
    /// A content control round blocks.
    pub(super) fn block_control(&mut self, control_element: Element<'_>) {
        let Some(content) = control_element.child("sdtContent") else { return };
        let before = self.sink.len();
        self.blocks(content);
        let Some(properties) = control_element.child("sdtPr") else { return };
        let is_field = control(properties, "").is_some();
        if is_field {
            let texts = self.sink.get(before..).unwrap_or_default().iter().filter_map(|piece| match piece {
                Piece::Block(block) => Some(block.text.as_str()),
                Piece::Item { text, .. } => Some(text.as_str()),
                _ => None,
            });
            let shown = texts.collect::<Vec<_>>().join("\n");
            self.sink.extend(control(properties, &shown).map(Piece::Field));
        }
    }

    /// A content control inside a paragraph.
    pub(super) fn inline_control(&mut self, control_element: Element<'_>) {
        let Some(content) = control_element.child("sdtContent") else { return };
        let start = self.line.text.len();
        self.inline(content);
        let Some(properties) = control_element.child("sdtPr") else { return };
        let shown = self.line.text.get(start..).unwrap_or_default();
        let field = control(properties, shown);
        self.line.beside.extend(field.map(Piece::Field));
    }

    /// The text of blocks, with everything else of them left where the walk is.
    pub(super) fn text_apart(&mut self, element: Element<'_>) -> String {
        let pieces = self.apart(|walker| walker.blocks(element));
        let (text, rest) = text_of(pieces);
        self.sink.extend(rest);
        text
    }
}
