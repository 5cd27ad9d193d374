//! Ordinary requests of people who do not know the grammar, in four languages, with pages and right answers, in sets. `a` was worked with. `b` was
//! written before the grammar was read and looked at after it had been run: 25 of 30 useful and 1 wrong. `c` was then written, run and looked at: 16 of 28
//! and 1 wrong. `d` was written last and only run: 27 of 44 and none wrong. Of what is declined, about half has no answer on its page. `e` and `f` were
//! written later without a look at the grammar: of `e` 4 of 16 useful and 1 wrong, then it was worked with; `f` was only run: 4 of 17 and 1 wrong, and
//! nothing but that one was looked at. `g` and `h` are of other kinds of pages, written before the grammar's code was read: of `g` 22 of 77 useful and
//! 4 wrong at first, then it was worked with; of `h` 24 of 84 before, and 51 of 84 with 1 wrong when it was run again at the end, and nothing but that one
//! was looked at; later it came to 53 and none wrong, for which one more was looked at. `t` and `u` are near misses without an answer: of `t` 13 of 142 were
//! wrong, then it was worked with; of `u`, which was only run, 2 of 72. Of `w`, which was only run, 7 of 60 were useful and 4 wrong; then its even numbers
//! (2, 4, … 60) were looked at and worked with: 20 of 30. Of the odd ones, which nobody looks at, 8 of 30 are useful, and none of either is wrong. Of `x`, written as people talk and worked with, 21 of 69 were useful and 6 wrong at first.
//! Of `y`, written by somebody who had never seen the interpreter, 19 of 60 were useful and none wrong; then its odd numbers were worked with: 15 of 30. Of the even
//! ones, which were only run, 9 of 30. `p` and `q` stand on pages that were walked in a browser, and were written before the grammar was
//! looked at: of the 60 of `p`, 20 were useful and 5 wrong at first, then it was worked with: 44. Of the 60 of `q`, 11 were useful at first and 16 when they were run
//! again at the end, none wrong; then they were looked at, too: 25. `n` are near misses on the same pages.

use super::{Drawn, Talk, done, shows};
use edith_page::ElementKind as K;
use edith_page::raw::RawPage;
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;

const FILE: &str = include_str!("ordinary.json");
const STRANGERS: &str = include_str!("strangers.json");
/// Pages as a browser walked them.
const WALKED: &str = include_str!("walked.json");

/// All pages and requests.
fn file() -> File {
    let mut all: File = serde_json::from_str(FILE).unwrap();
    for more in [STRANGERS, WALKED] {
        let more: File = serde_json::from_str(more).unwrap();
        all.pages.extend(more.pages);
        all.cases.extend(more.cases);
    }
    all
}

#[derive(Deserialize)]
struct File {
    pages: BTreeMap<String, PageDrawn>,
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct PageDrawn {
    #[serde(default)]
    url: String,
    #[serde(default)]
    title: String,
    #[serde(default)]
    text: String,
    #[serde(default)]
    elements: Vec<ElementDrawn>,
    /// Instead of the above: what a browser's walk answered.
    walked: Option<RawPage>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ElementDrawn {
    kind: String,
    name: String,
    #[serde(default)]
    r#in: String,
    #[serde(default)]
    value: String,
    #[serde(default)]
    format: String,
    #[serde(default)]
    options: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    /// The set: `a` to `h`; `t` and `u` have no answer on their pages; `w` and `y` are by somebody who had never seen the interpreter, in words of every day; `x` is in such words, too.
    half: String,
    language: String,
    page: String,
    task: String,
    /// What is to be done, in this order and nothing else: `press NAME`, `type NAME = TEXT`, `choose NAME = OPTION`.
    #[serde(default)]
    does: Vec<String>,
    /// What else may be done.
    #[serde(default)]
    may: Vec<String>,
    /// What the answer has to contain.
    #[serde(default)]
    says: Vec<String>,
    /// What it must not contain.
    #[serde(default)]
    never: Vec<String>,
    /// The pages that what is done leads to.
    #[serde(default)]
    then: Then,
    /// Whether the page has no answer, so that any is wrong.
    #[serde(default)]
    unanswerable: bool,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Then {
    One(String),
    Each(Vec<String>),
}

impl Default for Then {
    fn default() -> Self {
        Self::Each(Vec::new())
    }
}

impl Then {
    fn page(&self, at: usize) -> Option<&str> {
        match self {
            Self::One(page) => (at == 0).then_some(page.as_str()),
            Self::Each(pages) => pages.get(at).map(String::as_str),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Verdict {
    /// All that was asked, and nothing else.
    Useful,
    /// Not done, and said so.
    Declined,
    /// Another thing done, or another answer given, or said to be done and not.
    Wrong,
}

fn kind(name: &str) -> K {
    let known = [K::Input, K::Textarea, K::Button, K::Link, K::Checkbox, K::Radio, K::Select, K::Editor];
    known.into_iter().find(|kind| format!("{kind:?}") == name).unwrap_or_else(|| panic!("{name}"))
}

fn drawn(page: &PageDrawn) -> Drawn {
    if let Some(walked) = &page.walked {
        return Drawn::walked(walked.clone());
    }
    let add = |drawn: Drawn, element: &ElementDrawn| {
        let options: Vec<&str> = element.options.iter().map(String::as_str).collect();
        let mut drawn = drawn.add(kind(&element.kind), &element.name).options(&options);
        if !element.value.is_empty() {
            drawn = drawn.value(&element.value);
        }
        if !element.format.is_empty() {
            drawn = drawn.format(&element.format);
        }
        if element.r#in.is_empty() { drawn } else { drawn.within(&element.r#in, 1) }
    };
    page.elements.iter().fold(Drawn::new(&page.url, &page.title), add).text(&page.text)
}

/// A call as the cases write it; none if it only looks.
fn act(tool: &str, args: &Value) -> Option<String> {
    let given = |name: &str| args[name].as_str().unwrap_or_default().to_owned();
    match tool {
        "find_on_page" | "read_page" | "scroll" | "wait_for_page_update" | "hover" | "take_snapshot" => None,
        "task_complete" => None,
        "click" => Some(format!("press {}", given("uid"))),
        "type_text" => Some(format!("type {} = {}", given("uid"), given("text"))),
        "set_value" => Some(format!("type {} = {}", given("uid"), given("value"))),
        "select_option" => Some(format!("choose {} = {}", given("uid"), given("value"))),
        other => Some(format!("{other} {args}")),
    }
    .map(|act| act.to_lowercase())
}

fn played(file: &File, case: &Case) -> (Verdict, String) {
    let page = |name: &str| drawn(file.pages.get(name).unwrap_or_else(|| panic!("no page {name}")));
    let wanted: Vec<String> = case.does.iter().map(|one| one.to_lowercase()).collect();
    let may: Vec<String> = case.may.iter().map(|one| one.to_lowercase()).collect();
    let mut acts: Vec<String> = Vec::new();
    let mut talk = Talk::on(&case.task, &page(&case.page));
    let end = talk.run(|_, tool, args| {
        let Some(act) = act(tool, args) else { return done() };
        acts.push(act);
        case.then.page(acts.len() - 1).map_or_else(done, |name| shows(page(name)))
    });
    let completed = talk.steps.last().is_some_and(|step| step.starts_with("task_complete"));
    let told = format!("{acts:?} {}: {end}", if completed { "done" } else { "not done" });
    let strays = acts.iter().any(|act| !wanted.contains(act) && !may.contains(act));
    let mut left = acts.iter();
    let did = wanted.iter().all(|one| left.any(|act| act == one || may.contains(act)));
    let has = |words: &String| end.to_lowercase().contains(&words.to_lowercase());
    let right = did && case.says.iter().all(has) && !case.never.iter().any(has) && !case.unanswerable;
    let verdict = match (strays, completed, right) {
        (true, ..) | (_, true, false) => Verdict::Wrong,
        (_, true, true) => Verdict::Useful,
        (_, false, _) => Verdict::Declined,
    };
    (verdict, told)
}

/// The halves that nobody who works on the interpreter looks at: the odd numbers of `w`, from 1, and the even ones of `y`.
const NEVER_SHOWN: &[&str] = &["w1", "y2"];

/// The requests of a set.
fn cases<'f>(file: &'f File, half: &str) -> Vec<&'f Case> {
    let (name, parity) = match half.split_at(1) {
        (name, "1") => (name, Some(0)),
        (name, "2") => (name, Some(1)),
        _ => (half, None),
    };
    let all = file.cases.iter().filter(|case| case.half == name).enumerate();
    all.filter(|(at, _)| parity.is_none_or(|parity| at % 2 == parity)).map(|(_, case)| case).collect()
}

/// Useful, declined and wrong, of one half.
fn tally(half: &str, told: bool) -> [usize; 3] {
    let file = file();
    let mut counts = [0; 3];
    for case in cases(&file, half) {
        let (verdict, what) = played(&file, case);
        counts[verdict as usize] += 1;
        let is_shown = verdict == Verdict::Wrong || told && verdict == Verdict::Declined;
        if is_shown && !NEVER_SHOWN.contains(&half) {
            println!("{verdict:?} {} {}: {what}\n", case.language, case.task);
        }
    }
    let all: usize = counts.iter().sum();
    println!("half {half}: {all} requests, useful {}, declined {}, wrong {}", counts[0], counts[1], counts[2]);
    counts
}

/// What was reached, which is not to get less.
#[test]
fn of_ordinary_requests_most_are_useful_and_none_is_answered_wrongly() {
    let mut less = Vec::new();
    for (half, reached) in [
        ("a", 50),
        ("b", 27),
        ("c", 19),
        ("d", 30),
        ("e", 12),
        ("f", 12),
        ("g", 62),
        ("t", 0),
        ("h", 54),
        ("u", 0),
        ("w1", 8),
        ("w2", 20),
        ("x", 32),
        ("y1", 15),
        ("y2", 9),
        ("p", 44),
        ("q", 25),
        ("n", 0),
    ] {
        let [useful, _, wrong] = tally(half, std::env::var("SHOWN").is_ok_and(|shown| shown.contains(half)));
        let allowed = match half {
            // One is told the one line of hours, which leaves the day out.
            "u" => 1,
            _ => 0,
        };
        if wrong > allowed || useful < reached {
            less.push(format!("{half}: {useful} useful, {wrong} wrong"));
        }
    }
    assert!(less.is_empty(), "{less:?}");
}

/// English words of the interpreter that are not in a language's own.
fn english(catalogue: &str) -> Vec<&'static str> {
    let own = edith_words::Sentence::ALL.iter().filter(|(key, _)| key.starts_with("built_in"));
    let parts = own.flat_map(|(_, english)| english.split(['{', '}', '\n']).step_by(2));
    let tells = |part: &&str| part.chars().filter(|c| c.is_alphabetic()).count() >= 5 && !catalogue.contains(part);
    parts.map(str::trim).filter(tells).collect()
}

/// Who asks in a language is answered in it, whatever language the pages of the extension are in.
#[test]
fn an_answer_is_in_the_language_of_the_request() {
    let file = file();
    for (language, texts) in [
        ("de", include_str!("../../../../extension/_locales/de/messages.json")),
        ("fr", include_str!("../../../../extension/_locales/fr/messages.json")),
        ("es", include_str!("../../../../extension/_locales/es/messages.json")),
    ] {
        let english = english(texts);
        let ends = || {
            let cases = file.cases.iter().filter(|case| case.language == language && case.half == "a");
            cases.map(|case| (case.task.as_str(), played(&file, case).1)).collect::<Vec<_>>()
        };
        let found = |end: &str| english.iter().copied().find(|part| end.contains(part));
        let told = ends().iter().filter(|(_, end)| found(end).is_some()).count();
        assert!(told * 2 > ends().len(), "the control: without its texts {told} are in English");
        edith_words::know(edith_words::Catalogue::read(language, texts));
        for (task, end) in ends() {
            assert_eq!(found(&end), None, "{task}: {end}");
        }
    }
    // Nor is English answered in the language of the pages.
    edith_words::speak(edith_words::Catalogue::read(
        "de",
        include_str!("../../../../extension/_locales/de/messages.json"),
    ));
    let case = file.cases.iter().find(|case| case.task == "how heavy is it").unwrap();
    assert!(played(&file, case).1.contains("The page says"), "{}", played(&file, case).1);
    assert_eq!(edith_words::language(), "de", "it was spoken meanwhile only");
}
