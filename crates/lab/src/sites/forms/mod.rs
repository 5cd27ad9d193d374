//! Forms to be filled for three people: pages as different authors write them, and what is right in every field of them.
//!
//! Every page tells the server what it holds after each change, so that it is known without anything being sent. Some are files as their authors wrote
//! them, with the [truth](truth) at the end, which is not served; the others are [described](definition), and drawn by libraries or by scripts of ours.

mod definition;
mod libraries;
mod oracle;
mod people;
mod score;
mod truth;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use axum::Router;
use axum::extract::{Path, State as Shared};
use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Json, Response};
use axum::routing::{get, post};
use serde::Deserialize;
use serde_json::{Map, Value, json};

pub use libraries::LIBRARIES;
pub use people::{Fact, Person};
pub use score::{Score, perfect, score, untouched};
pub use truth::{Expected, Field, Is, Right};

use super::html::{escape, missing, page};
use super::site::Site;
pub use super::state::FormState;
use crate::npm::NpmError;
use definition::Definition;

/// A form that is to be filled.
#[derive(Debug, Clone)]
pub struct SampleForm {
    /// In its address, `/forms/NAME`; it begins with the page's language.
    pub name: &'static str,
    source: Source,
}

#[derive(Debug, Clone)]
enum Source {
    /// A page as somebody wrote it, with its truth at the end.
    Page(&'static str),
    Definition(Definition),
}

/// Pages by name.
const PAGES: [(&str, &str); 10] = [
    ("de-kita", include_str!("pages/de-kita.html")),
    ("de-miete", include_str!("pages/de-miete.html")),
    ("de-schaden", include_str!("pages/de-schaden.html")),
    ("en-checkout", include_str!("pages/en-checkout.html")),
    ("en-doctor", include_str!("pages/en-doctor.html")),
    ("en-library", include_str!("pages/en-library.html")),
    ("es-alquiler", include_str!("pages/es-alquiler.html")),
    ("es-tienda", include_str!("pages/es-tienda.html")),
    ("fr-commande", include_str!("pages/fr-commande.html")),
    ("fr-medecin", include_str!("pages/fr-medecin.html")),
];

/// The described ones.
const DEFINITIONS: [&str; 4] = [
    include_str!("definitions/english.forms"),
    include_str!("definitions/french.forms"),
    include_str!("definitions/german.forms"),
    include_str!("definitions/spanish.forms"),
];

/// Those that were described by somebody who does not know how forms are filled here.
const STRANGERS: [&str; 1] = [include_str!("definitions/strangers.forms")];

static FORMS: LazyLock<Vec<SampleForm>> = LazyLock::new(|| {
    let pages = PAGES.iter().map(|(name, file)| SampleForm { name, source: Source::Page(file) });
    pages.chain(described(&DEFINITIONS)).collect()
});

static STRANGE_FORMS: LazyLock<Vec<SampleForm>> = LazyLock::new(|| described(&STRANGERS).collect());

fn described(files: &'static [&'static str]) -> impl Iterator<Item = SampleForm> {
    let defined = files.iter().flat_map(|text| definition::definitions(text));
    defined.map(|form| SampleForm { name: form.name, source: Source::Definition(form) })
}

/// All of them but the strangers'.
pub fn forms() -> &'static [SampleForm] {
    &FORMS
}

/// The forms of strangers.
pub fn strangers() -> &'static [SampleForm] {
    &STRANGE_FORMS
}

/// One of all.
pub fn form(name: &str) -> Option<&'static SampleForm> {
    forms().iter().chain(strangers()).find(|form| form.name == name)
}

/// What a person's form is to hold.
pub fn expected(form: &SampleForm, person: Person) -> Vec<Expected> {
    form.fields().into_iter().map(|field| Expected { is: field.expected(person), field }).collect()
}

impl SampleForm {
    /// The page's language.
    pub fn language(&self) -> &'static str {
        self.name.split('-').next().unwrap_or_default()
    }

    /// How it is made: `plain`, `react`, `wizard` and so on.
    pub fn kind(&self) -> &'static str {
        match &self.source {
            Source::Page(file) => truth_of(file).lines().next().unwrap_or_default(),
            Source::Definition(form) => form.kind,
        }
    }

    /// Whether it has one page after another.
    pub fn has_pages(&self) -> bool {
        self.kind() == "wizard" || matches!(&self.source, Source::Definition(form) if form.is_stepper())
    }

    /// What is right in each field.
    pub fn fields(&self) -> Vec<Field> {
        match &self.source {
            Source::Page(file) => truth::fields(truth_of(file)),
            Source::Definition(form) => form.fields.clone(),
        }
    }

    /// The page, or a frame's; none: it has no such part.
    fn part(&self, part: &str, other: &str) -> Option<String> {
        match &self.source {
            Source::Page(file) => {
                let page = file.split_once("<!--truth ").map_or(*file, |(page, _)| page);
                let head = format!(
                    "</title>\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
                     <script src=\"/forms-scripts/tell.js\" data-form=\"{}\" data-part=\"page\"></script>",
                    self.name
                );
                part.is_empty().then(|| format!("<!doctype html>\n{}", page.replacen("</title>", &head, 1)))
            }
            Source::Definition(form) if part.is_empty() => Some(form.page(self.language(), other)),
            Source::Definition(form) => form.frame(self.language(), part),
        }
    }
}

fn truth_of(file: &'static str) -> &'static str {
    file.split_once("<!--truth ").map_or("", |(_, truth)| truth.trim_end().trim_end_matches("-->"))
}

/// The scripts of these kinds with the libraries that they are drawn with; the packages are installed once.
pub(super) fn scripts(kinds: &[&str]) -> Result<BTreeMap<String, Vec<u8>>, NpmError> {
    let mut scripts = BTreeMap::new();
    for kind in kinds {
        if let Some(script) = libraries::script(kind)? {
            scripts.insert((*kind).to_owned(), script);
        }
    }
    Ok(scripts)
}

pub(super) fn routes() -> Router<Site> {
    Router::new()
        .route("/forms", get(index))
        .route("/forms/{name}", get(show).post(sent))
        .route("/forms/{name}/frame/{part}", get(frame))
        .route("/forms/{name}/told", post(told))
        .route("/forms/{name}/sent", post(sent))
        .route("/forms-scripts/{script}", get(script))
}

async fn index() -> Html<String> {
    let row = |form: &SampleForm| {
        format!("<li><a href=\"/forms/{0}\">{0}</a> {1}</li>", escape(form.name), escape(form.kind()))
    };
    let rows: String = forms().iter().chain(strangers()).map(row).collect();
    page("Forms", "Forms", "/", "", &format!("<h1>Forms</h1><ul class=\"list panel\">{rows}</ul>"))
}

async fn show(Shared(site): Shared<Site>, Path(name): Path<String>) -> Response {
    served(&site, &name, "")
}

async fn frame(Shared(site): Shared<Site>, Path((name, part)): Path<(String, String)>) -> Response {
    served(&site, &name, &part)
}

fn served(site: &Site, name: &str, part: &str) -> Response {
    let text = form(name).and_then(|form| form.part(part, &site.other));
    text.map_or_else(|| missing("There is no such form."), |text| Html(text).into_response())
}

async fn script(Shared(site): Shared<Site>, Path(script): Path<String>) -> Response {
    let script_type =
        |text: Vec<u8>| ([(header::CONTENT_TYPE, "text/javascript; charset=utf-8")], text).into_response();
    match script.as_str() {
        "tell.js" => script_type(include_bytes!("scripts/tell.js").to_vec()),
        "own.js" => script_type(include_bytes!("scripts/own.js").to_vec()),
        "forms.css" => {
            ([(header::CONTENT_TYPE, "text/css; charset=utf-8")], include_str!("scripts/forms.css")).into_response()
        }
        _ => {
            let known = site.form_scripts.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            let found = script.strip_suffix(".js").and_then(|kind| known.get(kind)).cloned();
            found.map_or_else(|| missing("No such script."), script_type)
        }
    }
}

#[derive(Deserialize)]
struct Told {
    part: String,
    /// Milliseconds; what is told later may arrive earlier.
    at: f64,
    values: Map<String, Value>,
}

async fn told(Shared(site): Shared<Site>, Path(name): Path<String>, Json(told): Json<Told>) -> Response {
    if form(&name).is_none() {
        return StatusCode::NOT_FOUND.into_response();
    }
    site.lock().forms.entry(name).or_default().tell(told.part, told.at, told.values);
    Json(json!({ "ok": true })).into_response()
}

async fn sent(Shared(site): Shared<Site>, Path(name): Path<String>) -> Html<&'static str> {
    site.lock().forms.entry(name).or_default().sent += 1;
    Html("<!doctype html><title>Sent</title><h1>Sent</h1>")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn no_truth_is_served_and_every_line_of_it_is_read() {
        for form in forms().iter().chain(strangers()) {
            let page = form.part("", "").unwrap();
            assert!(!page.contains(" | ") && page.contains("</title>") && page.contains("tell.js"), "{}", form.name);
            if let Source::Page(file) = &form.source {
                assert_eq!(
                    truth_of(file).lines().skip(1).count(),
                    form.fields().len(),
                    "{}: a line is not read",
                    form.name
                );
            }
            let names: BTreeSet<&str> = form.fields().iter().map(|field| field.name).collect();
            assert_eq!(names.len(), form.fields().len(), "{}: a field twice", form.name);
        }
        assert!(form("en-nowhere").is_none());
    }

    #[test]
    fn every_rule_names_a_fact_that_somebody_has_and_has_an_option_for_it() {
        for form in forms().iter().chain(strangers()) {
            for field in form.fields() {
                let known = |key: &str| key == "cv" || Person::ALL.iter().any(|person| person.fact(key).is_some());
                assert!(
                    field.keys.is_empty() || field.keys.split('+').all(known),
                    "{} {}: {}",
                    form.name,
                    field.name,
                    field.keys
                );
                for person in Person::ALL {
                    let has = !field.keys.is_empty() && field.keys.split('+').all(|key| person.fact(key).is_some());
                    let is = field.expected(person);
                    assert!(
                        !has || is != Is::Untouched && is != Is::Exactly(Vec::new()),
                        "{} {} {person:?}",
                        form.name,
                        field.name
                    );
                }
            }
        }
    }

    #[test]
    fn there_are_sixty_forms_and_a_third_of_their_fields_is_unanswerable() {
        let all = forms();
        let fields: Vec<Field> = all.iter().flat_map(SampleForm::fields).collect();
        let share =
            |is: fn(&Right) -> bool| fields.iter().filter(|field| is(&field.right)).count() * 100 / fields.len();
        let (unanswerable, answerable) = (
            share(|right| *right == Right::Unanswerable),
            share(|right| matches!(right, Right::Profile(_) | Right::Document(_))),
        );
        for by in [SampleForm::language, SampleForm::kind] {
            let mut counts = std::collections::BTreeMap::new();
            for form in all {
                *counts.entry(by(form)).or_insert(0) += 1;
            }
            println!("{counts:?}");
        }
        println!(
            "{} forms, {} fields: {answerable} % answerable, {unanswerable} % unanswerable",
            all.len(),
            fields.len()
        );
        assert_eq!(all.len(), 60);
        assert!((28..=40).contains(&unanswerable) && answerable > 45, "{unanswerable} {answerable}");
    }
}
