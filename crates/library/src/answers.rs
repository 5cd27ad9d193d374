//! Answers from what was read.

use crate::kept::{Info, Library};
use edith_documents::ask::{AskedDocument, interpret};
use edith_documents::calculate::{Source, calculate};
use edith_documents::call::{Answer, Call, Failure, Figure, Text};
use edith_documents::quote::page_text;
use edith_documents::search::{Index, Query};
use edith_documents::table::query_table;
use edith_documents::vectors::{VectorError, Vectors};
use edith_documents::{Document, to_markdown};
use edith_port::Store;
use edith_protocol::HitShown;
use std::cell::RefCell;
use std::rc::Rc;

/// The most documents that are held in memory.
const OPEN: usize = 4;

/// A read document in memory.
struct Open {
    content: String,
    document: Document,
}

/// Answers from a library, with what was used last in memory. It is held as long as its owner lives.
pub struct Answers {
    library: Library,
    index: RefCell<Index>,
    /// The documents in the index.
    indexed: RefCell<Vec<String>>,
    /// The last used is the last.
    documents: RefCell<Vec<Rc<Open>>>,
}

impl Answers {
    /// Answers from what is kept in a store.
    #[must_use]
    pub fn new(store: Rc<dyn Store>) -> Self {
        Self {
            library: Library::new(store),
            index: RefCell::default(),
            indexed: RefCell::default(),
            documents: RefCell::default(),
        }
    }

    /// Carries out every call but reading and drawing.
    ///
    /// # Errors
    /// When a document was not read, has no such page or table, or the store fails.
    pub async fn answer(&self, call: Call) -> Result<Answer, Failure> {
        let library = &self.library;
        match call {
            Call::Page { document, page } => {
                let (content, info) = self.described(&document).await?;
                let found = library.page(&content, page).await?;
                found.map(|page| Answer::Page(Box::new(page))).ok_or(Failure::NoPage { pages: info.read.pages })
            }
            Call::Text { document, from, to, characters } => {
                let open = self.open(&document).await?;
                let pages = u32::try_from(open.document.pages.len()).unwrap_or(u32::MAX);
                if from.max(1) > pages || from > to {
                    return Err(Failure::NoPage { pages });
                }
                Ok(Answer::Text(to_markdown(&open.document, from.max(1)..=to.min(pages), characters)))
            }
            Call::Search { documents, query, limit, meaning } => {
                for document in &documents {
                    self.index(document).await?;
                    if let Some(meaning) = &meaning {
                        self.load_vectors(document, &meaning.model).await?;
                    }
                }
                let query = Query { text: &query, documents: Some(&documents), limit, meaning: meaning.as_ref() };
                let found = self.index.borrow().search(&query);
                Ok(Answer::Hits(found.hits.into_iter().map(HitShown::from).collect()))
            }
            Call::Embed { document, model, made } => {
                let content = library.content_of(&document).await?.ok_or(Failure::NotRead)?;
                self.index(&document).await?;
                self.load_vectors(&document, &model).await?;
                if !made.is_empty() {
                    let mut vectors = Vectors::by(&model);
                    made.iter().try_for_each(|(chunk, vector)| vectors.insert(*chunk, vector)).map_err(unfit)?;
                    self.index.borrow_mut().add_vectors(&document, &vectors).map_err(unfit)?;
                    library.put_vectors(&content, &vectors).await?;
                }
                Ok(Answer::Unembedded(self.index.borrow().unembedded(&document, &model)))
            }
            Call::Query { document, query } => {
                self.index(&document).await?;
                let open = self.open(&document).await?;
                let point = self.index.borrow().language(&document).decimal_point();
                let answer = query_table(&open.document, &query, point);
                let answer = answer.map_err(|why| Failure::BadQuery { why: why.to_string() })?;
                let cut = answer.rows.len() < answer.found;
                Ok(Answer::Text(Text { text: answer.to_markdown(), to: 0, cut }))
            }
            Call::Calculate { calculation, results } => {
                let mut documents = Vec::new();
                for figure in calculation.figures.iter().filter(|figure| figure.page.is_some()) {
                    if !documents.iter().any(|(id, _)| *id == figure.document) {
                        self.index(&figure.document).await?;
                        documents.push((figure.document.clone(), self.open(&figure.document).await?));
                    }
                }
                let source = |figure: &Figure| {
                    let Some(number) = figure.page else {
                        return Ok(Source { text: results.clone(), point: Some('.') });
                    };
                    let open = documents.iter().find(|(id, _)| *id == figure.document).map(|(_, open)| open);
                    let page = open.and_then(|open| open.document.pages.get(number.checked_sub(1)? as usize));
                    let page = page.ok_or_else(|| format!("There is no page {number}."))?;
                    let point = self.index.borrow().language(&figure.document).decimal_point();
                    Ok(Source { text: page_text(page).text, point })
                };
                let text = calculate(&calculation, source).map_err(|why| Failure::BadQuery { why: why.to_string() })?;
                Ok(Answer::Text(Text { text, to: 0, cut: false }))
            }
            Call::Interpret { documents, question } => {
                let mut read = Vec::new();
                for document in &documents {
                    self.index(document).await?;
                    let name = library.name_of(document).await?.unwrap_or_default();
                    read.push((document, name, self.open(document).await?));
                }
                let asked: Vec<AskedDocument<'_>> =
                    read.iter().map(|(id, name, open)| AskedDocument { id, name, document: &open.document }).collect();
                let answered = interpret(&self.index.borrow(), &asked, &question);
                Ok(Answer::Interpreted(answered.into()))
            }
            Call::Kept => library.kept().await.map(Answer::Kept),
            Call::Forget { documents } => {
                self.documents.borrow_mut().clear();
                documents.iter().for_each(|document| self.index.borrow_mut().remove(document));
                self.indexed.borrow_mut().retain(|document| !documents.contains(document));
                library.forget(&documents).await?;
                Ok(Answer::Done)
            }
            Call::Read { .. } | Call::Picture { .. } => {
                Err(Failure::Failed { error: "another worker does this".to_owned() })
            }
        }
    }

    async fn described(&self, document: &str) -> Result<(String, Info), Failure> {
        let content = self.library.content_of(document).await?.ok_or(Failure::NotRead)?;
        let info = self.library.info(&content).await?.ok_or(Failure::NotRead)?;
        Ok((content, info))
    }

    async fn open(&self, document: &str) -> Result<Rc<Open>, Failure> {
        let content = self.library.content_of(document).await?.ok_or(Failure::NotRead)?;
        if let Some(one) = self.opened(&content) {
            return Ok(one);
        }
        let info = self.library.info(&content).await?.ok_or(Failure::NotRead)?;
        let pages = self.library.pages(&content).await?;
        let Info { read, outline, .. } = info;
        let document = Document { kind: read.kind, title: read.title, pages, outline, warnings: read.warnings };
        let one = Rc::new(Open { content, document });
        let mut open = self.documents.borrow_mut();
        if open.len() >= OPEN {
            open.remove(0);
        }
        open.push(Rc::clone(&one));
        Ok(one)
    }

    fn opened(&self, content: &str) -> Option<Rc<Open>> {
        let mut open = self.documents.borrow_mut();
        let at = open.iter().position(|one| one.content == content)?;
        let one = open.remove(at);
        open.push(Rc::clone(&one));
        Some(one)
    }

    /// Adds the kept vectors of an indexed document if another model's or none are there.
    async fn load_vectors(&self, document: &str, model: &str) -> Result<(), Failure> {
        if self.index.borrow().has_vectors(document, model) {
            return Ok(());
        }
        let content = self.library.content_of(document).await?.ok_or(Failure::NotRead)?;
        let kept = self.library.vectors(&content, model).await?;
        self.index.borrow_mut().add_vectors(document, &kept).map_err(unfit)
    }

    /// Adds a document to the index if it is not there. All that were asked about stay.
    async fn index(&self, document: &str) -> Result<(), Failure> {
        if self.indexed.borrow().iter().any(|known| known == document) {
            return Ok(());
        }
        let open = self.open(document).await?;
        let mut index = self.index.borrow_mut();
        index.remove(document);
        for (number, page) in (1..).zip(&open.document.pages) {
            index.add_page(document, number, page);
        }
        self.indexed.borrow_mut().push(document.to_owned());
        Ok(())
    }
}

fn unfit(error: VectorError) -> Failure {
    Failure::Failed { error: error.to_string() }
}
