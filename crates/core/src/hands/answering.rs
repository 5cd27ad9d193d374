//! A question's work: its run, what is searched first, whole documents in the prompt, compared quotes.

use super::Hands;
use crate::answer::checked::{self, Made, Shelf};
use crate::history::Entry;
use crate::research::quote;
use crate::run::{Input, Run};
use crate::unread::sentence;
use edith_documents::Page;
use edith_documents::call::{Cited, Failure};
use edith_documents::quote::page_text;
use edith_model::fence::Data;
use edith_model::{ChatMessage, ChatRequest, Content, ContentPart, ModelTurn};
use edith_protocol::Document;
use edith_records::documents::{self, origin};
use edith_tools::Calculate;

/// Passages of the first search.
const FIRST_HITS: usize = 8;

impl Hands {
    /// Starts the runs of these questions.
    pub(super) async fn ask_questions(&self, run: &Run, which: Vec<usize>) -> Vec<(usize, Result<(), String>)> {
        let mut asked = Vec::with_capacity(which.len());
        for at in which {
            let started = match run.for_question(at, self.ports.clock.now()) {
                // One started by an earlier worker continues by itself.
                Some(question) if self.source_runs.is_running(&question.id) => Ok(()),
                Some(question) => self.source_runs.start(question).await.map_err(|error| error.to_string()),
                None => Err(String::new()),
            };
            asked.push((at, started));
        }
        asked
    }

    /// Searches the documents for a question's own words.
    pub(super) async fn search_first(&self, run: &Run) -> Vec<Data> {
        let ids: Vec<String> = run.task.documents.iter().map(|document| document.id.clone()).collect();
        // What fails here, the model's own search will show.
        let hits = self.ports.reader.search(&ids, &run.task.prompt, FIRST_HITS).await.unwrap_or_default();
        self.passages(&run.task.documents, hits)
    }

    /// Whether code answers in place of a model: no server is set, and there are documents.
    pub(super) fn interprets(&self, run: &Run) -> bool {
        run.answers_from_documents() && !self.has_server(run)
    }

    /// Whether the interpreter of commands leaves a task to that of documents.
    pub(super) fn leaves_to_documents(&self, run: &Run, turn: &ModelTurn) -> bool {
        matches!(turn.tool_calls.as_slice(), [call] if call.name == "search_documents") && !self.has_server(run)
    }

    pub(super) fn has_server(&self, run: &Run) -> bool {
        self.models.serving(run.role(), &run.serving).is_some()
    }

    /// The built-in interpreter's answer, with its citations confirmed like any other.
    pub(super) async fn interpret(&self, run: &Run) -> Input {
        let mut ids = Vec::new();
        for document in &run.task.documents {
            match self.read_document(run, document).await {
                Ok(_) => ids.push(document.id.clone()),
                Err(failure) => self.tell(run, document, &failure),
            }
        }
        let answer = match self.ports.reader.interpret(&ids, &run.task.prompt).await {
            Ok(answer) => answer,
            Err(failure) => {
                let name = run.task.documents.first().map(|document| document.name.as_str()).unwrap_or_default();
                return Input::NotAsked(sentence(&failure, name).to_string());
            }
        };
        let documents = &run.task.documents;
        let made = answer.citations.into_iter().filter_map(|Cited { document, page, quote }| {
            let at = documents.iter().position(|known| known.id == document)?;
            Some(Made { document: at, page, quote })
        });
        let made: Vec<Made> = made.collect();
        let shelf = self.shelf(run, made.iter().map(|made| (made.document, made.page)).collect()).await;
        let checked = checked::check_made(&answer.text, made, documents, &shelf);
        Input::Compared(Box::new(checked))
    }

    fn tell(&self, run: &Run, document: &Document, failure: &Failure) {
        self.ports.events.emit(run.progress(sentence(failure, &document.name), self.ports.clock.now()));
    }

    /// Compares an answer's quotes with the documents.
    pub(super) async fn compare(&self, run: &Run, answer: &str) -> Input {
        Input::Compared(Box::new(self.compared(run, answer).await))
    }

    /// Those pages, by the document's index.
    async fn shelf(&self, run: &Run, wanted: Vec<(usize, u32)>) -> Shelf {
        let mut shelf = Shelf::default();
        for (at, number) in wanted {
            let Some(document) = run.task.documents.get(at) else { continue };
            if let Ok(page) = self.document_page(run, document, number).await {
                shelf.put(at, number, &page);
            }
        }
        shelf
    }

    pub(super) async fn compared(&self, run: &Run, answer: &str) -> checked::Checked {
        let documents = &run.task.documents;
        let mut shelf = self.shelf(run, checked::wanted(answer, documents)).await;
        for Computed { document, text, inputs } in computed(run) {
            shelf.put_computed(document, text, inputs);
        }
        checked::check(answer, documents, &shelf)
    }

    /// The pages of documents that a source's facts are said to be on, and what was computed from their tables, each under its place for a url.
    pub(super) async fn cited_pages(&self, run: &Run, places: impl Iterator<Item = String>) -> Vec<quote::Page> {
        let documents = &run.task.documents;
        let cited: String = places.map(|place| format!("[{place}]")).collect();
        let mut pages = Vec::new();
        for (at, number) in checked::wanted(&cited, documents) {
            let Some(document) = documents.get(at) else { continue };
            if let Ok(page) = self.document_page(run, document, number).await {
                let url = format!("{}, p. {number}", document.name);
                pages.push(quote::Page { url, text: page_text(&page).text });
            }
        }
        pages.extend(computed(run).into_iter().filter_map(|Computed { document, text, .. }| {
            let url = format!("{}, computed", documents.get(document)?.name);
            Some(quote::Page { url, text: text.to_owned() })
        }));
        pages
    }

    pub(super) async fn document_page(&self, run: &Run, document: &Document, number: u32) -> Result<Page, Failure> {
        let page = self.ports.reader.page(&document.id, number).await;
        if page == Err(Failure::NotRead) {
            self.read_document(run, document).await?;
            return self.ports.reader.page(&document.id, number).await;
        }
        page
    }

    /// The request with the whole documents in front of the question: the same beginning for all questions of a run, which servers need not read again.
    pub(super) async fn with_whole_documents(
        &self,
        run: &Run,
        mut request: ChatRequest,
    ) -> Result<ChatRequest, Failure> {
        if !run.room().sends_whole(run) || run.transcript.compacted {
            return Ok(request);
        }
        // No document knows it, and it is the same for each question.
        let nonce = run.parent().map_or_else(|| run.id.0.clone(), |parent| parent.0.clone());
        let mut content = Content::default();
        for document in &run.task.documents {
            let info = self.read_document(run, document).await?;
            let text = self.ports.reader.text(&document.id, 1, info.pages.max(1), usize::MAX >> 1).await?;
            let head = format!("DOCUMENT {:?}, pages 1 to {}:", document.name, info.pages.max(1));
            let data = Data::new(&origin(document), &nonce, edith_gate::masked(&text.text));
            content = content.with(ContentPart::Text(head)).with(ContentPart::Data(data));
        }
        let begins = 1 + run.task.earlier.len();
        if let Some(ChatMessage::User { content: question }) = request.messages.get_mut(begins) {
            for part in question.parts() {
                content = content.with(part.clone());
            }
            *question = content;
        }
        Ok(request)
    }
}

/// A result of `query_table` or `calculate`.
struct Computed<'a> {
    /// The document's index.
    document: usize,
    /// The result.
    text: &'a str,
    /// What it was computed from, as far as the call says it; code has found it there before.
    inputs: Vec<Made>,
}

/// What was computed from documents, oldest first.
fn computed(run: &Run) -> Vec<Computed<'_>> {
    let mut computed = Vec::new();
    for entry in &run.transcript.entries {
        let Entry::Answer { call, data, .. } = entry else { continue };
        let calculation = match call.name.as_str() {
            "query_table" => None,
            "calculate" => edith_protocol::json::read::<Calculate>(&call.arguments).ok(),
            _ => continue,
        };
        for data in data {
            let Some(document) = run.task.documents.iter().position(|document| origin(document) == data.kind) else {
                continue;
            };
            let inputs = calculation.iter().flat_map(|calculation| inputs(calculation, &run.task.documents)).collect();
            computed.push(Computed { document, text: &data.text, inputs });
        }
    }
    computed
}

/// The pages and words that a calculation's figures rest on.
fn inputs(calculation: &Calculate, documents: &[Document]) -> Vec<Made> {
    let made = calculation.figures.iter().filter_map(|figure| {
        let named = documents::named(documents, &figure.document)?;
        let document = documents.iter().position(|document| document.id == named.id)?;
        Some(Made { document, page: figure.page?, quote: figure.quote.clone() })
    });
    made.collect()
}

/// All results so far, for calculations that go on from them.
pub(super) fn results(run: &Run) -> String {
    computed(run).into_iter().map(|computed| format!("{}\n\n", computed.text)).collect()
}
