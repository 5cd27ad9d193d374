//! Drawing pages for the viewer, which asks for one after another.

use crate::hands::WorkerHands;
use edith_chrome::store::ChromeStore;
use edith_documents::call::{Failure, Stored};
use edith_library::reading::Drawn;
use edith_records::documents::Documents;
use std::cell::RefCell;
use std::rc::Rc;

thread_local! {
    static LAST: RefCell<Option<(String, Rc<Drawn>)>> = const { RefCell::new(None) };
}

/// A page as a data URL.
pub(crate) async fn draw(stored: &Stored, page: u32, width: u32, password: Option<&str>) -> Result<String, Failure> {
    let last = LAST.with(|last| last.borrow().clone()).filter(|(id, _)| *id == stored.id);
    let drawn = match last {
        Some((_, drawn)) => drawn,
        None => {
            let documents = Documents::new(Rc::new(ChromeStore::new()));
            let drawn = Rc::new(Drawn::open(&WorkerHands, &documents, stored, password).await?);
            LAST.with(|last| *last.borrow_mut() = Some((stored.id.clone(), Rc::clone(&drawn))));
            drawn
        }
    };
    drawn.page(&WorkerHands, page, width).await
}
