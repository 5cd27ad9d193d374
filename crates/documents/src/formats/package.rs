//! The packages of Office Open XML (ECMA-376 part 2): an archive whose parts point to each other.

use super::archive::Archive;
use super::reading::{Limits, ReadError};
use super::xml::{self, Tree};
use crate::Warning;

/// An open package.
pub(crate) struct Package<'a> {
    /// The archive that it is.
    pub(crate) archive: Archive<'a>,
}

/// What a part points to.
#[derive(Debug, Clone)]
pub(crate) struct Relationship {
    /// By which the part names it.
    pub(crate) id: String,
    /// The last word of its type's address: `image`, `hyperlink`, `slide` …
    pub(crate) kind: String,
    /// A part's full name, or an address outside the package.
    pub(crate) target: String,
    /// Whether the target is outside.
    pub(crate) external: bool,
}

/// What a part points to, by id.
#[derive(Debug, Clone, Default)]
pub(crate) struct Relationships(pub(crate) Vec<Relationship>);

impl Relationships {
    /// The one with this id.
    pub(crate) fn by_id(&self, id: &str) -> Option<&Relationship> {
        self.0.iter().find(|relationship| relationship.id == id)
    }

    /// The parts of this kind inside the package.
    pub(crate) fn of_kind(&self, kind: &str) -> impl Iterator<Item = &str> {
        self.0.iter().filter(move |r| r.kind == kind && !r.external).map(|r| r.target.as_str())
    }
}

/// The full name of `target` as the part `source` means it.
fn resolve(source: &str, target: &str) -> String {
    if let Some(absolute) = target.strip_prefix('/') {
        return absolute.to_owned();
    }
    let mut path: Vec<&str> = source.split('/').collect();
    path.pop();
    for step in target.split('/') {
        match step {
            "." | "" => {}
            ".." => {
                path.pop();
            }
            step => path.push(step),
        }
    }
    path.join("/")
}

impl<'a> Package<'a> {
    /// Opens a package.
    pub(crate) fn open(bytes: &'a [u8], limits: &Limits) -> Result<Self, ReadError> {
        Ok(Self { archive: Archive::open(bytes, limits)? })
    }

    /// A part as text; None if it is not there or cannot be read.
    pub(crate) fn text(&self, name: &str) -> Result<Option<String>, ReadError> {
        Ok(self.archive.read(name)?.map(xml::decode))
    }

    /// Reads a part's tree and has `walk` take from it what is wanted.
    pub(crate) fn tree<T>(&self, name: &str, walk: impl FnOnce(&Tree<'_>) -> T) -> Result<Option<T>, ReadError> {
        let Some(text) = self.text(name)? else { return Ok(None) };
        let tree = Tree::parse(&text);
        if tree.damaged {
            self.archive.mark_damaged(name);
        }
        Ok(Some(walk(&tree)))
    }

    /// What a part points to; the package itself has the name "".
    pub(crate) fn relationships(&self, part: &str) -> Result<Relationships, ReadError> {
        let (folder, file) = part.rsplit_once('/').unwrap_or(("", part));
        let name = if folder.is_empty() { format!("_rels/{file}.rels") } else { format!("{folder}/_rels/{file}.rels") };
        let read = |tree: &Tree<'_>| {
            let of = |r: xml::Element<'_>| {
                let external = r.attribute("TargetMode").is_some_and(|mode| mode == "External");
                let target = r.attribute("Target")?;
                Some(Relationship {
                    id: r.attribute("Id")?.into_owned(),
                    kind: r.attribute("Type")?.rsplit('/').next().unwrap_or_default().to_owned(),
                    target: if external { target.into_owned() } else { resolve(part, &target) },
                    external,
                })
            };
            Relationships(tree.root().elements().filter_map(of).collect())
        };
        Ok(self.tree(&name, read)?.unwrap_or_default())
    }

    /// The main part: what the package points to as its document, or else `usual`.
    pub(crate) fn main_part(&self, usual: &str) -> Result<String, ReadError> {
        let relationships = self.relationships("")?;
        let named = relationships.of_kind("officeDocument").find(|target| self.archive.has(target));
        Ok(named.unwrap_or(usual).to_owned())
    }

    /// The title that the file gives itself.
    pub(crate) fn title(&self) -> Result<Option<String>, ReadError> {
        let title =
            self.tree("docProps/core.xml", |tree| tree.root().child("title").map(xml::Element::text))?.flatten();
        Ok(title.map(|title| title.trim().to_owned()).filter(|title| !title.is_empty()))
    }

    /// What could not be read of it.
    pub(crate) fn warnings(&self) -> Vec<Warning> {
        let mut warnings: Vec<Warning> =
            self.archive.damaged().into_iter().map(|part| Warning::PartDamaged { part }).collect();
        if self.archive.truncated {
            warnings.push(Warning::Truncated);
        }
        warnings
    }
}

/// What a package holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Family {
    /// Text.
    Word,
    /// Slides.
    Slides,
    /// Sheets.
    Sheets,
    /// Sheets in binary parts.
    BinarySheets,
    /// Sheets of an OpenDocument.
    OpenSheets,
}

/// What an archive holds, by its content types and, where they are lost, by the names of its parts.
pub(crate) fn family(bytes: &[u8]) -> Option<Family> {
    if !bytes.starts_with(b"PK") {
        return None;
    }
    let limits = Limits { characters: 4 << 20, ..Limits::default() };
    let package = Package::open(bytes, &limits).ok()?;
    if let Some(mimetype) = package.text("mimetype").ok().flatten() {
        let mimetype = mimetype.trim();
        if mimetype.starts_with("application/vnd.oasis.opendocument.spreadsheet") {
            return Some(Family::OpenSheets);
        }
    }
    let of_types = |tree: &Tree<'_>| {
        tree.root().elements().find_map(|part| {
            let kind = part.attribute("ContentType")?.to_ascii_lowercase();
            let main = kind.contains(".main");
            if main && kind.contains("sheet.binary") {
                return Some(Family::BinarySheets);
            }
            let families = [
                ("word", Family::Word),
                ("presentation", Family::Slides),
                ("slideshow", Family::Slides),
                ("powerpoint", Family::Slides),
                ("sheet", Family::Sheets),
                ("excel", Family::Sheets),
            ];
            families.into_iter().find(|(word, _)| main && kind.contains(word)).map(|(_, family)| family)
        })
    };
    let by_type = package.tree("[Content_Types].xml", of_types).ok().flatten().flatten();
    by_type.or_else(|| {
        let parts = [
            ("word/document.xml", Family::Word),
            ("ppt/presentation.xml", Family::Slides),
            ("xl/workbook.xml", Family::Sheets),
            ("xl/workbook.bin", Family::BinarySheets),
        ];
        parts.into_iter().find(|(name, _)| package.archive.has(name)).map(|(_, family)| family)
    })
}
