//! Documents: added, read, shown, searched, listed, and deleted once unused.
//!
//! What was only added is swept after a day unless a conversation has it. What the person had read, or fetched from an address or a tab, is in the
//! library: it stays until it is deleted there, or with the last conversation that it was given to.

use super::{Services, page, page_shown};
use edith_core::bring::{Bringing, Chosen};
use edith_core::unread;
use edith_documents::OutlineEntry;
use edith_documents::call::{Failure, Kept, ReadInfo};
use edith_port::StoreError;
use edith_protocol::{AnswerBody, DocumentShown, DocumentState, ErrorBody, ErrorCode, LogLevel, OutlineShown, TabId};
use edith_records::documents::{About, DocumentError};
use edith_words::say;

/// Hits of a search, if none are named.
const HITS: usize = 10;
/// Hits of a search, at most.
const MOST_HITS: usize = 100;

/// A picture's width in pixels, if none is named.
const PICTURE_WIDTH: u32 = 1_200;

/// What `DOCUMENT_ADD` adds.
pub(crate) struct Added {
    pub id: Option<String>,
    pub name: String,
    pub mime: String,
    pub data: Option<String>,
    pub url: Option<String>,
    pub tab: Option<TabId>,
    pub server: Option<String>,
}

impl Services {
    /// Stores a document or its next part, the file at an address, or what a tab shows.
    pub(crate) async fn add_document(&self, added: Added) -> Result<AnswerBody, ErrorBody> {
        let _active = self.activity.enter();
        let documents = &self.stores.documents;
        let bringing = Bringing { ports: &self.ports, documents };
        let Added { id, name, mime, data, url, tab, server } = added;
        let document_id = match id {
            Some(id) if data.is_none() || documents.is_there(&id).await? => id,
            Some(id) => return Err(DocumentError::Unknown(id).into()),
            None => self.ports.entropy.id(),
        };
        match (data, url, tab, server) {
            (Some(data), None, None, None) => {
                documents.add(&document_id, &name, &mime, &data, self.ports.clock.now()).await?;
            }
            (None, Some(uri), None, Some(server)) => self.add_resource(&document_id, &server, &uri, &name).await?,
            (None, Some(url), None, None) => bringing.address(&document_id, &url, &name, Chosen::ByPerson).await?,
            (None, None, Some(tab), None) => bringing.tab(&document_id, tab, &name).await?,
            _ => return Err(ErrorBody::new(ErrorCode::BadDocument, say!(DocumentNothing))),
        }
        Ok(AnswerBody::DocumentStored { document_id })
    }

    /// Reads a document, and keeps it in the library.
    pub(crate) async fn read_document(&self, id: &str, password: Option<&str>) -> Result<AnswerBody, ErrorBody> {
        let _active = self.activity.enter();
        let (about, info) = self.read(id, password).await?;
        self.stores.documents.keep(id, "").await?;
        let outline = |OutlineEntry { title, level, page }| OutlineShown { title, level, page };
        let document = shown(&about, Some(&info), 0);
        Ok(AnswerBody::DocumentRead {
            document: DocumentShown { outline: info.outline.into_iter().map(outline).collect(), ..document },
        })
    }

    async fn read(&self, id: &str, password: Option<&str>) -> Result<(About, ReadInfo), ErrorBody> {
        let about = self.about(id).await?;
        let read = self.ports.reader.read(&about.stored(), password).await;
        match read {
            Ok(info) => Ok((about, info)),
            Err(failure) => Err(refused(&failure, &about.document.name)),
        }
    }

    async fn about(&self, id: &str) -> Result<About, ErrorBody> {
        let about = self.stores.documents.about(id).await?;
        about.ok_or_else(|| DocumentError::Unknown(id.to_owned()).into())
    }

    /// A page of a document, which is read before if it was not.
    pub(crate) async fn document_page(
        &self,
        id: &str,
        number: u32,
        after: Option<u32>,
    ) -> Result<AnswerBody, ErrorBody> {
        let _active = self.activity.enter();
        let about = self.about(id).await?;
        let reader = &self.ports.reader;
        let page = match reader.page(id, number).await {
            Err(Failure::NotRead | Failure::Unknown) => {
                self.read(id, None).await?;
                reader.page(id, number).await
            }
            other => other,
        };
        let page = page.map_err(|failure| refused(&failure, &about.document.name))?;
        let (page, after) = page_shown::part(page, after);
        Ok(AnswerBody::Page { page, after })
    }

    /// A page as a picture.
    pub(crate) async fn document_picture(
        &self,
        id: &str,
        page: u32,
        width: Option<u32>,
        password: Option<&str>,
    ) -> Result<AnswerBody, ErrorBody> {
        let _active = self.activity.enter();
        let about = self.about(id).await?;
        let drawn = self.ports.reader.picture(&about.stored(), page, width.unwrap_or(PICTURE_WIDTH), password).await;
        let picture = drawn.map_err(|failure| refused(&failure, &about.document.name))?;
        Ok(AnswerBody::Picture { picture })
    }

    /// The best passages of documents that were read.
    pub(crate) async fn search_documents(
        &self,
        query: &str,
        documents: Option<Vec<String>>,
        limit: Option<usize>,
    ) -> Result<AnswerBody, ErrorBody> {
        let _active = self.activity.enter();
        let stored = self.stores.documents.all().await?;
        let is_stored = |id: &String| stored.iter().any(|about| about.document.id == *id);
        if let Some(id) = documents.iter().flatten().find(|id| !is_stored(id)) {
            return Err(DocumentError::Unknown(id.clone()).into());
        }
        let failed = |failure: Failure| refused(&failure, query);
        let kept = self.ports.reader.kept().await.map_err(failed)?;
        let is_wanted = |id: &String| documents.as_ref().is_none_or(|all| all.contains(id)) && is_stored(id);
        let read = kept.into_iter().filter(|kept| kept.read.is_some()).map(|kept| kept.document).filter(is_wanted);
        let read: Vec<String> = read.collect();
        let limit = limit.unwrap_or(HITS).min(MOST_HITS);
        if query.trim().is_empty() || read.is_empty() || limit == 0 {
            return Ok(AnswerBody::Passages { hits: Vec::new() });
        }
        let hits = self.ports.reader.search(&read, query, limit).await.map_err(failed)?;
        Ok(AnswerBody::Passages { hits })
    }

    /// All documents with what is kept of them.
    pub(crate) async fn list_documents(&self, after: Option<u32>) -> Result<AnswerBody, ErrorBody> {
        let _active = self.activity.enter();
        let all = self.stores.documents.all().await?;
        // Without it the files are still listed, and can be deleted.
        let kept: Vec<Kept> =
            if all.is_empty() { Vec::new() } else { self.ports.reader.kept().await.unwrap_or_default() };
        let documents = all.iter().map(|about| {
            let kept = kept.iter().find(|kept| kept.document == about.document.id);
            shown(about, kept.and_then(|kept| kept.read.as_ref()), kept.map_or(0, |kept| kept.bytes))
        });
        let (documents, after) = page(documents, after);
        Ok(AnswerBody::Documents { documents, after })
    }

    /// Deletes a document and what was read of it, unless a conversation has it in which a run is on.
    pub(crate) async fn delete_document(&self, id: &str) -> Result<AnswerBody, ErrorBody> {
        if let Some(about) = self.stores.documents.about(id).await? {
            for conversation in self.stores.conversations.with_document(id).await? {
                if !self.runs.in_conversation(&conversation).is_empty() {
                    return Err(ErrorBody::new(ErrorCode::Busy, say!(DocumentBusy { name: about.document.name })));
                }
            }
        }
        self.drop_documents(&[id.to_owned()]).await?;
        Ok(AnswerBody::Nothing {})
    }

    /// Deletes documents and what was read of them.
    pub(super) async fn drop_documents(&self, ids: &[String]) -> Result<(), StoreError> {
        for id in ids {
            self.stores.documents.delete(id).await?;
        }
        if !ids.is_empty() && self.ports.reader.forget(ids).await.is_err() {
            self.ports.log.write(LogLevel::Warn, "documents.forget", &[]);
        }
        Ok(())
    }

    /// Deletes old documents that no conversation has and that are not in the library.
    pub(super) async fn sweep_documents(&self) -> Result<(), StoreError> {
        let mut old = self.stores.documents.old(self.ports.clock.now()).await?;
        if old.is_empty() {
            return Ok(());
        }
        let named = self.stores.conversations.documents().await?;
        old.retain(|id| !named.iter().any(|document| document.id == *id));
        self.drop_documents(&old).await
    }
}

/// A document as pages show it; without `info` it was not read.
fn shown(about: &About, info: Option<&ReadInfo>, bytes: u64) -> DocumentShown {
    let document = about.document.clone();
    let mut shown = DocumentShown {
        id: document.id,
        name: document.name,
        mime: document.mime,
        size: document.size,
        added_at: about.at,
        url: Some(about.url.clone()).filter(|url| !url.is_empty()),
        bytes,
        ..DocumentShown::default()
    };
    if let Some(info) = info {
        shown.state = DocumentState::Read;
        shown.kind = Some(info.kind.name().to_owned());
        shown.title = info.title.clone();
        shown.hash = Some(info.hash.clone());
        shown.pages = info.pages;
        shown.characters = info.characters;
        shown.tables = info.tables;
        shown.ocr_pages = info.ocr_pages;
        shown.warnings = info.warnings.iter().map(unread::warning).collect();
        shown.read_ms = info.read_ms;
    }
    shown
}

fn refused(failure: &Failure, name: &str) -> ErrorBody {
    ErrorBody::new(unread::code(failure), unread::sentence(failure, name))
}
