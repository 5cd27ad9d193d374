//! What a tab shows that is read like a document: a PDF in the browser's viewer, which cannot be walked, from its file, and a page that a document's
//! link led to, from its article.

use super::Hands;
use crate::bring::{Bringing, Chosen, NotBrought};
use crate::research::quote::Page;
use crate::run::{Acted, Run, fingerprint};
use crate::unread::sentence;
use edith_actions::http_url::HttpUrl;
use edith_documents::call::{Failure, ReadInfo};
use edith_page::Index;
use edith_protocol::{Document, MAX_DOCUMENT_BYTES, MAX_DOCUMENTS, TabId};
use edith_records::documents::{DocumentError, Documents, free_name};
use std::rc::Rc;

/// Most characters of its name: a site chose it, and it is among EDITH's own words.
const NAME_CHARS: usize = 60;
/// Characters of its text that a source's quotes are compared with, at most.
const QUOTED_CHARS: usize = 1_000_000;

impl Hands {
    /// Makes a page that is a PDF, or that a link of a document led to, one of the run's documents, and says so, or why not.
    pub(super) async fn take_viewed(&mut self, run: &Run, tab: TabId, index: &Index, acted: &mut Acted) {
        let address = index.url.split('#').next().unwrap_or_default();
        let is_pdf = index.content_type == "application/pdf";
        let what = if is_pdf { "PDF" } else { "page" };
        let is_taken = is_pdf || run.bytes_left_for_link().is_some() && !run.rules().is_planned;
        let Some(url) = HttpUrl::parse(address).ok().filter(|_| is_taken) else { return };
        // The same after the worker's death: what it stored is found again.
        let id = format!("{}-{:016x}", run.id, fingerprint(&[url.as_str()]));
        if let Some(known) = run.task.documents.iter().find(|known| known.id == id) {
            acted.text.push_str(&format!("\nThis {what} is the document {:?} of this task.", known.name));
            return;
        }
        self.leave.given().await;
        let document = match self.bring_viewed(run, &id, &url, (!is_pdf).then_some(tab)).await {
            Ok(document) => document,
            // The page is in view all the same.
            Err(_) if !is_pdf => return,
            Err(why) => {
                acted.text.push_str(&format!("\nThe file of this PDF could not be read: {why}"));
                return;
            }
        };
        let name = &document.name;
        let told = match self.read_document(run, &document).await {
            Ok(info) => {
                self.capture_viewed(run, index, &id, &info).await;
                format!(
                    "This {what} is now the document {name:?} of this task, with {} pages: search_documents, read_document and query_table read it.",
                    info.pages
                )
            }
            Err(Failure::NeedsPassword | Failure::WrongPassword) => {
                format!(
                    "This PDF is now the document {name:?} of this task. It is encrypted: read_document asks the user for its password."
                )
            }
            Err(_) if !is_pdf => return,
            Err(failure) => sentence(&failure, name).english(),
        };
        acted.text.push_str(&format!("\n{told}"));
        acted.viewed = Some((document, url.origin()));
    }

    /// `tab`: the one whose article it is; none: it is the file of that address.
    async fn bring_viewed(&self, run: &Run, id: &str, url: &HttpUrl, tab: Option<TabId>) -> Result<Document, String> {
        if run.task.documents.len() - run.task.earlier_documents.min(run.task.documents.len()) >= MAX_DOCUMENTS {
            return Err(DocumentError::TooMany.for_person().english());
        }
        let failed = |error: DocumentError| error.for_person().english();
        let most = run.bytes_left_for_link();
        let documents = Documents::new(Rc::clone(&self.ports.store));
        if !documents.is_there(id).await.map_err(DocumentError::from).map_err(failed)? {
            let bringing = Bringing { ports: &self.ports, documents: &documents };
            let bytes = most.unwrap_or(MAX_DOCUMENT_BYTES);
            let brought = match tab {
                Some(tab) => bringing.article(id, tab, bytes).await,
                None => bringing.at_most(id, url.as_str(), "", Chosen::Shown, bytes).await,
            };
            brought.map_err(|error| match error {
                NotBrought::Document(DocumentError::TooLarge(_)) if most.is_some() => {
                    "Documents that links in documents lead to may have 20 MB in all.".to_owned()
                }
                error => error.for_person().english(),
            })?;
        }
        let about = documents.about(id).await.map_err(DocumentError::from).map_err(failed)?;
        let stored = about.ok_or_else(|| failed(DocumentError::Unknown(id.to_owned())))?.document;
        let taken = run.task.documents.iter().map(|document| document.name.to_lowercase()).collect();
        Ok(Document { name: free_name(&plain(&stored.name), &taken), ..stored })
    }

    /// What a source's quotes are compared with.
    async fn capture_viewed(&mut self, run: &Run, index: &Index, id: &str, info: &ReadInfo) {
        if run.rules().is_planned
            && let Ok(text) = self.ports.reader.text(id, 1, info.pages.max(1), QUOTED_CHARS).await
        {
            self.capture(run, Page { url: index.url.clone(), text: text.text }).await;
        }
    }
}

/// A name of letters, digits and few signs.
fn plain(name: &str) -> String {
    let name = name.chars().map(|c| if c.is_alphanumeric() || matches!(c, '.' | '_' | '-') { c } else { '-' });
    let name: String = name.take(NAME_CHARS).collect();
    if name.is_empty() { "document.pdf".to_owned() } else { name }
}
