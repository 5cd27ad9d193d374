//! The layers of the folders of the core and the gate: each may import only from lower ones.

use crate::circles::Needs;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Folders and files of `crates/core/src` from the lowest layer up. Those of one layer are independent of each other.
pub(crate) const LAYERS: &[&[&str]] = &[
    &["figures", "today"],
    &["unread"],
    &["bring"],
    &["history", "references"],
    &["answer", "research"],
    &["form", "plan", "replay"],
    &["run"],
    &["journal", "models", "usage"],
    &["conversations", "request_log"],
    &["hands"],
    &["driver"],
];

/// The same of `crates/app/src`.
pub(crate) const APP_LAYERS: &[&[&str]] = &[&["service"], &["schedule"], &["router"]];

/// The same of `crates/gate/src`.
pub(crate) const GATE_LAYERS: &[&[&str]] = &[
    &["switches", "words"],
    &["secret"],
    &["place"],
    &["effect"],
    &["read", "task"],
    &["request"],
    &["proposal"],
    &["permit"],
    &["reach"],
    &["verdict"],
    &["file"],
    &["ask"],
];

/// The folder or file directly below `src` that a file belongs to; none for the crate's root.
fn part(file: &Path, src: &Path) -> Option<String> {
    let below = file.strip_prefix(src).ok()?.with_extension("");
    let part = below.components().next()?.as_os_str().to_str()?.to_owned();
    (part != "lib").then_some(part)
}

/// Imports that point up: importer, imported part, and name. A part without a layer counts as above all others.
pub(crate) fn against<'n>(
    needs: &'n Needs,
    src: &Path,
    layers: &[&[&str]],
) -> BTreeMap<(String, String), BTreeSet<&'n str>> {
    let height = |part: &str| layers.iter().position(|layer| layer.contains(&part)).unwrap_or(layers.len());
    let mut found: BTreeMap<(String, String), BTreeSet<&str>> = BTreeMap::new();
    for ((from, to), names) in needs {
        let (Some(from), Some(to)) = (part(from, src), part(to, src)) else { continue };
        if from != to && height(&to) >= height(&from) {
            found.entry((from, to)).or_default().extend(names.iter().map(String::as_str));
        }
    }
    found
}
