//! A form's eyes, and the comparison of what models claim with its sources.

use super::Hands;
use super::resending::judge;
use crate::form::claims::{Claim, Claims, read};
use crate::form::verify::{Of, Source, chooses, named, verified};
use crate::form::{Answer, Compared, FormLook, Sight, Ways};
use crate::run::{AnswersWork, Input, ReadOrNot, Run};
use edith_documents::quote::{QuotedText, page_text};
use edith_forms::{
    Facts, Question, answer_in, asks_about_others, kinds_said, labelled, page_ways, questions, text_around,
};
use edith_gate::{PageView, RequestWatch};
use edith_model::fence::Data;
use edith_page::{Index, without_uids, without_unseen};
use edith_protocol::{FieldType, FormSource, HitShown, ModelRole, TabId};
use edith_records::profile::Put;
use edith_tools::target;
use std::collections::BTreeMap;

/// Characters of the page's text that are a source: what is around a form, not all of a long page.
const PAGE_CHARS: usize = 6_000;
/// Pages of a document that a quote is looked for on, beside the one that the model names.
const PAGES: u32 = 60;
/// How sure code is of a line that says what it is.
const OF_LINE: f64 = 0.9;
/// The roles of what a list is opened from. Menus do things.
const LISTS: [&str; 2] = ["combobox", "listbox"];
/// How long the lists of one look are read, in milliseconds.
const LISTS_MS: f64 = 10_000.0;
/// Passages that the search for one question brings.
const HITS: usize = 4;
/// Characters of a document's beginning that show what it is.
const BEGINNING: usize = 800;

impl Hands {
    /// What a look found of a run's form.
    pub(super) fn form_look(&self, run: &Run, index: &Index) -> Option<FormLook> {
        let form = run.form()?;
        let has_model = self.models.of(ModelRole::Form, "").is_some();
        let answers = if form.is_exact() { ModelRole::Strong } else { ModelRole::Fast };
        let is_small = self.models.of(answers, "").is_some_and(|server| server.small);
        // How many entries a part is to have only a model can tell.
        let questions: Vec<Question> =
            questions(index).into_iter().filter(|question| has_model || !question.opens()).collect();
        let origin = edith_gate::origin_of(&index.url);
        let fields: Vec<&edith_page::Element> =
            questions.iter().flat_map(|question| &question.parts).filter_map(|part| index.element(part.uid)).collect();
        let frames = fields.iter().filter_map(|field| index.frame_of(field));
        let actions = fields.iter().filter_map(|field| field.form.as_ref()).map(|form| form.action.as_str());
        let others = frames.chain(actions).map(edith_gate::origin_of).filter(|other| !other.is_empty());
        let places = edith_page::order::distinct(std::iter::once(origin).chain(others));
        let (next, submit) = page_ways(index);
        let page = without_uids(&without_unseen(&index.text), |uid| index.element(uid).is_some());
        let page: String = text_around(&page, &questions).chars().take(PAGE_CHARS).collect();
        Some(FormLook { questions, ways: Ways { next, submit }, page, has_model, is_small, places })
    }

    /// Reads the options of lists that show them only when they are opened: once each, and no more of them than a person waits for.
    pub(super) async fn read_lists(&mut self, run: &Run, id: TabId, index: &Index, look: &mut FormLook) {
        let Some(form) = run.form().filter(|form| form.undo.is_empty()) else { return };
        let Ok(tab) = self.attach(run, id).await else { return };
        let begun = self.ports.clock.now();
        // Nobody asked for it to be opened.
        let watch = RequestWatch::of_look(&index.url);
        for question in &mut look.questions {
            if let Some(known) = form.listed(&question.id) {
                (question.options, question.listed) = (known.options.clone(), true);
                continue;
            }
            let is_list = |uid: &u32| index.element(*uid).is_some_and(|element| LISTS.contains(&element.role.as_str()));
            let Some(uid) = question.closed_list().filter(is_list) else { continue };
            if self.ports.clock.now() - begun > LISTS_MS {
                break;
            }
            let Ok(target) = target(uid, index) else { continue };
            // What shows no options is searched when it is filled in.
            tab.watch(Some(judge(&watch)));
            question.list(tab.list_options(&target).await.unwrap_or_default());
        }
    }

    /// What a first look at the documents of a form shows: what they say they are, and without a model what their lines answer.
    pub(super) async fn first_sight(&self, run: &Run, read: &[ReadOrNot]) -> Sight {
        let mut kinds = BTreeMap::new();
        if run.form().is_some() {
            for (document, info) in read.iter().filter_map(|(document, info)| Some((document, info.as_ref().ok()?))) {
                // What cannot be read says nothing, and the person chooses.
                let Ok(page) = self.document_page(run, document, 1).await else { continue };
                kinds.insert(document.id.clone(), kinds_said(info.title.as_deref(), &page));
            }
        }
        Sight { answers: self.read_lines(run, read).await, kinds }
    }

    /// What documents say in so many words about a form's questions, where no model is asked.
    async fn read_lines(&self, run: &Run, read: &[ReadOrNot]) -> Vec<Answer> {
        let Some(form) = run.form().filter(|form| !form.has_model) else { return Vec::new() };
        let mut lines = Vec::new();
        let mut places = Vec::new();
        for (document, info) in read.iter().filter_map(|(document, info)| Some((document, info.as_ref().ok()?))) {
            for number in 1..=info.pages.clamp(1, PAGES) {
                let Ok(page) = self.document_page(run, document, number).await else { continue };
                let found = labelled(&page_text(&page).text);
                places.extend(found.iter().map(|_| (document.id.clone(), number)));
                lines.extend(found);
            }
        }
        let open = form.rows.iter().filter(|row| form.is_looked_for(row)).map(|row| &row.question);
        let answer = |question: &Question| {
            let (value, line) = answer_in(question, &lines)?;
            let (document_id, page) = lines.iter().position(|one| one == line).and_then(|at| places.get(at))?.clone();
            let source = FormSource::Document { document_id, page, quote: line.quote.clone() };
            let id = question.id.clone();
            Some(Answer { id, value, source, confidence: OF_LINE, ..Answer::default() })
        };
        open.filter_map(answer).collect()
    }

    /// Puts what the person wants into the profile as it is stored now.
    pub(super) async fn store_profile(&self, run: &Run) -> Result<Vec<Put>, String> {
        let Some(form) = run.form() else { return Ok(Vec::new()) };
        let store = &*self.ports.store;
        let mut profile = edith_records::profile::read(store).await.map_err(|error| error.for_person())?;
        let put = form.put_into(&mut profile);
        edith_records::profile::write(store, &profile).await.map_err(|error| error.for_person())?;
        Ok(put)
    }

    /// Starts the runs of these calls.
    pub(super) async fn ask_batches(&self, run: &Run, which: Vec<usize>) -> Vec<(usize, Result<(), String>)> {
        let mut asked = Vec::with_capacity(which.len());
        for at in which {
            let started = match run.for_batch(at, self.ports.clock.now()) {
                // One started by an earlier worker continues by itself.
                Some(batch) if self.source_runs.is_running(&batch.id) => Ok(()),
                Some(batch) => self.source_runs.start(batch).await.map_err(|error| error.to_string()),
                None => Err(String::new()),
            };
            asked.push((at, started));
        }
        asked
    }

    /// Searches the documents for each question in the words of its title, section and options.
    pub(super) async fn search_for_answers(&self, run: &Run) -> Vec<Data> {
        let ids: Vec<String> = run.task.documents.iter().map(|document| document.id.clone()).collect();
        let mut all = Vec::new();
        for question in run.answers_work().into_iter().flat_map(|work| &work.questions) {
            // What fails here has no answer.
            let hits = match question.kind {
                FieldType::File => self.beginnings(run, question).await,
                _ => self.ports.reader.search(&ids, &query(question), HITS).await.unwrap_or_default(),
            };
            all.extend(hits.into_iter().filter(|hit| !all.contains(hit)).collect::<Vec<_>>());
        }
        self.passages(&run.task.documents, all)
    }

    /// How the documents begin that a field for files may ask for.
    async fn beginnings(&self, run: &Run, question: &Question) -> Vec<HitShown> {
        let mut all = Vec::new();
        for document in run.task.documents.iter().filter(|document| question.options.contains(&document.name)) {
            let Ok(text) = self.ports.reader.text(&document.id, 1, 1, BEGINNING).await else { continue };
            let (document_id, text) = (document.id.clone(), text.text);
            all.push(HitShown { document_id, page: 1, text, score: 0.0, lexical: 0.0, semantic: None });
        }
        all
    }

    /// Compares what a model claims with the sources that it names.
    pub(super) async fn compare_claims(&self, run: &Run, answer: &str) -> Input {
        let Some(work) = run.answers_work() else { return Input::AnswersCompared(None) };
        let Some(Claims { all: claims, is_whole }) = read(answer) else { return Input::AnswersCompared(None) };
        let is_left = |id: &String| !is_whole && !claims.iter().any(|claim| claim.id == *id);
        let left = work.questions.iter().map(|question| question.id.clone()).filter(is_left).collect();
        if !work.checked.is_empty() {
            return Input::AnswersCompared(Some(Compared { found: objections(work, answer, &claims), left }));
        }
        let documents = &run.task.documents;
        let facts = Facts::of(&work.profile);
        let today = crate::today::date(self.ports.clock.now());
        let mut found: Vec<Answer> = Vec::new();
        for claim in claims.iter().filter(|claim| !claim.value.is_empty()) {
            let Some(question) = work.questions.iter().find(|question| question.id == claim.id) else { continue };
            if found.iter().any(|answer| answer.id == claim.id) {
                continue;
            }
            let Some(of) = named(claim, documents) else { continue };
            if question.kind == FieldType::File && !chooses(question, claim, &of, documents) {
                continue;
            }
            // The person's own facts are nobody else's.
            if asks_about_others(question) && facts.is_persons(&claim.value) {
                continue;
            }
            let sources = self.sources_of(run, work, question, &of, claim).await;
            found.extend(verified(question, claim, &of, &sources, today));
        }
        Input::AnswersCompared(Some(Compared { found, left }))
    }

    async fn sources_of(
        &self,
        run: &Run,
        work: &AnswersWork,
        question: &Question,
        of: &Of,
        claim: &Claim,
    ) -> Vec<Source> {
        let one = |text: &str| vec![Source { of: of.clone(), page: 0, text: QuotedText::new(text) }];
        let id = match of {
            Of::Task => return one(&run.task.prompt),
            Of::Profile => return one(&Facts::of(&work.profile).text_for(question)),
            Of::Page => return one(&work.page),
            Of::Document(id) => id,
        };
        let Some(document) = run.task.documents.iter().find(|document| document.id == *id) else { return Vec::new() };
        let pages = self.read_document(run, document).await.map(|info| info.pages.max(1)).unwrap_or_default();
        let wanted = claim.page.filter(|page| (1..=pages).contains(page));
        let others = (1..=pages.min(PAGES)).filter(|page| Some(*page) != wanted);
        let mut sources = Vec::new();
        for number in wanted.into_iter().chain(others) {
            let Ok(page) = self.document_page(run, document, number).await else { continue };
            let text = QuotedText::new(&page_text(&page).text);
            let has = claim.quotes.iter().all(|quote| text.find(quote).is_some());
            sources.push(Source { of: of.clone(), page: number, text });
            if has && !claim.quotes.is_empty() {
                break;
            }
        }
        sources
    }
}

/// What a question is searched by.
fn query(question: &Question) -> String {
    let options = question.options.iter().take(8).cloned().collect::<Vec<_>>().join(" ");
    format!("{} {} {} {options}", question.title, question.section, question.hint)
}

/// What a check objects to. It writes no values.
fn objections(work: &AnswersWork, answer: &str, claims: &[Claim]) -> Vec<Answer> {
    let reasons = crate::form::claims::reasons(answer);
    let known = claims.iter().filter(|claim| work.questions.iter().any(|question| question.id == claim.id));
    known
        .map(|claim| Answer {
            id: claim.id.clone(),
            concluded: true,
            reason: reasons
                .iter()
                .find(|(id, _)| *id == claim.id)
                .map(|(_, reason)| reason.clone())
                .unwrap_or_default(),
            ..Answer::default()
        })
        .collect()
}
