//! Documents: how much of real files is read, how well it is found, and how long it takes. Collections are fetched by name when a figure is wanted.

#![allow(clippy::indexing_slicing, reason = "only JSON values are indexed, which answer null for what is not there")]

mod articles;
mod browser;
mod corpora;
mod evidence;
mod layout;
mod office;
mod pdf;
mod quotes;
mod retrieval;
mod words;

use edith_documents::Document;
use edith_documents::formats::{Input, Limits, read};
use std::cell::RefCell;
use std::path::Path;
use std::rc::Rc;
use xtask::bench::{Figure, Reason};

pub(crate) fn figures() -> Vec<Figure<'static>> {
    [
        pdf::figures(),
        layout::figures(),
        office::figures(),
        articles::figures(),
        retrieval::figures(),
        evidence::figures(),
        quotes::figures(),
        browser::figures(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Something that several contenders share and that is made once, when the first of them is wanted.
fn once<T: Clone + 'static>(make: impl Fn() -> Result<T, Reason> + 'static) -> Rc<dyn Fn() -> Result<T, Reason>> {
    let made: RefCell<Option<T>> = RefCell::new(None);
    Rc::new(move || {
        if made.borrow().is_none() {
            *made.borrow_mut() = Some(make()?);
        }
        made.borrow().clone().ok_or_else(|| Reason::from("not made"))
    })
}

/// A file's text, block by block, and the document.
fn all_text(path: &Path) -> Result<(String, Document), Reason> {
    text_of(&std::fs::read(path)?, &path.file_name().unwrap_or_default().to_string_lossy())
}

/// The same of bytes with a file name.
fn text_of(bytes: &[u8], name: &str) -> Result<(String, Document), Reason> {
    let input = Input { bytes, name, mime: "", password: None, base: None };
    // In the package a fault ends the reader alone.
    let read = std::panic::catch_unwind(|| read(&input, Limits::default(), &mut |_, _| ()))
        .map_err(|_| Reason::from("the reader panicked"))??;
    let blocks = read.document.pages.iter().flat_map(|page| &page.blocks);
    let text = blocks.map(|block| block.text.as_str()).collect::<Vec<_>>().join("\n");
    Ok((text, read.document))
}
