//! The fields of a form.

use super::links::rect;
use super::piece::Extent;
use super::raw::RawField;
use crate::{Field, FieldKind};
use std::collections::HashMap;

/// The fields of a page; the buttons of a group of radio buttons are one choice.
pub(super) fn fields(raw: &[RawField], extent: Extent) -> Vec<Field> {
    let mut fields: Vec<Field> = Vec::new();
    let mut groups: HashMap<&str, usize> = HashMap::new();
    for field in raw.iter().take(20_000) {
        let kind = match field.kind.as_str() {
            "text" => FieldKind::Text,
            "check" => FieldKind::Check,
            "radio" | "choice" => FieldKind::Choice,
            "signature" => FieldKind::Signature,
            _ => FieldKind::Button,
        };
        if field.kind == "radio" {
            if let Some(group) = groups.get(field.name.as_str()).and_then(|at| fields.get_mut(*at)) {
                group.options.extend(field.options.iter().cloned());
                if !field.value.is_empty() {
                    group.value.clone_from(&field.value);
                }
                continue;
            }
            groups.insert(&field.name, fields.len());
        }
        fields.push(Field {
            name: field.name.clone(),
            label: field.label.clone().filter(|label| !label.trim().is_empty()),
            kind,
            value: field.value.clone(),
            options: field.options.clone(),
            area: Some(extent.area(rect(field.area))),
        });
    }
    fields
}
