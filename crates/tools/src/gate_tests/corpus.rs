//! Labels of real applications in seven languages: how many of those with effects are asked about, and how many of the others.
//!
//! Words were chosen on one half of the messages; the other half was held back. A message's translations are on the same side. Six further applications
//! were added when the words were finished: nobody changed a word because of them.

use super::*;
use edith_gate::Beside;
use edith_protocol::Approvals;
use std::collections::BTreeMap;

const LABELS: &str = include_str!("../../../../tests/data/labels.txt");
const LATER: &str = include_str!("../../../../tests/data/labels_later.txt");
const LANGUAGES: [&str; 7] = ["en", "de", "es", "fr", "pt", "it", "pl"];

/// Which half a message is in, by its key (FNV-1a).
#[derive(Clone, Copy, PartialEq, Eq)]
enum Half {
    Development,
    HeldBack,
}

fn half_of(key: &str) -> Half {
    let hash = key
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
    if (hash >> 32).is_multiple_of(2) { Half::Development } else { Half::HeldBack }
}

fn button(label: &str, submits: bool) -> ElementFacts {
    let form = submits.then(|| form("post", "https://a.example/x", label).unwrap());
    let beside = Beside { text: submits, ..Beside::default() };
    ElementFacts { is_submit: submits, form, beside, ..element(1, K::Button, label) }
}

fn is_asked(label: &str, submits: bool) -> bool {
    let facts = facts("https://a.example/x", vec![button(label, submits)]);
    let class = call("click", r#"{"uid": 1}"#).class(&facts);
    on_effect(&class, &facts, Approvals::Ask, &Grants::default()) != Verdict::Allow
}

/// Asked and all labels, by what they do; with the wrong ones.
#[derive(Default)]
struct Figures {
    by_class: BTreeMap<String, (usize, usize)>,
    by_language: BTreeMap<&'static str, (usize, usize)>,
    wrong: Vec<String>,
}

impl Figures {
    fn of(labels: &str, is_in: impl Fn(&str) -> bool) -> Self {
        let mut figures = Self::default();
        for line in labels.lines().filter(|line| !line.starts_with('#')) {
            let mut columns = line.split('\t');
            let (class, key) = (columns.next().unwrap(), columns.next().unwrap());
            if !is_in(key) {
                continue;
            }
            let (class, submits) = class.split_once(' ').map_or((class, false), |(class, _)| (class, true));
            for (language, label) in LANGUAGES.into_iter().zip(columns).filter(|(_, label)| !label.is_empty()) {
                let asked = is_asked(label, submits);
                let count = figures.by_class.entry(class.to_owned()).or_default();
                *count = (count.0 + usize::from(asked), count.1 + 1);
                if class != "none" {
                    let count = figures.by_language.entry(language).or_default();
                    *count = (count.0 + usize::from(asked), count.1 + 1);
                }
                if asked == (class == "none") {
                    figures.wrong.push(format!("{class}\t{language}\t{label}\t{key}"));
                }
            }
        }
        figures
    }

    /// Of the labels with effects, and of the others: asked, and all.
    fn sums(&self) -> [(usize, usize); 2] {
        [true, false].map(|with| {
            let all = self.by_class.iter().filter(|(class, _)| (class.as_str() != "none") == with);
            all.fold((0, 0), |sum, (_, one)| (sum.0 + one.0, sum.1 + one.1))
        })
    }

    fn print(&self, half: &str) {
        let [effects, none] = self.sums();
        let percent = |(asked, all): (usize, usize)| 100.0 * asked as f64 / all as f64;
        println!("{half}: {} of {} with effects asked ({:.2} %),", effects.0, effects.1, percent(effects));
        println!("  {} of {} without effects asked ({:.2} %)", none.0, none.1, percent(none));
        for (class, count) in &self.by_class {
            println!("  {class}: {} of {} ({:.1} %)", count.0, count.1, percent(*count));
        }
        for (language, count) in &self.by_language {
            println!("  {language}: {} of {} ({:.1} %)", count.0, count.1, percent(*count));
        }
    }
}

#[test]
fn corpus_of_development() {
    let figures = Figures::of(LABELS, |key| half_of(key) == Half::Development);
    figures.print("development");
    if std::env::var_os("WRONG").is_some() {
        println!("{}", figures.wrong.join("\n"));
    }
    let [effects, none] = figures.sums();
    assert!(effects.0 * 100 >= effects.1 * 97, "{effects:?}");
    assert!(none.0 * 100 <= none.1 * 3, "{none:?}");
}

#[test]
fn corpus_held_back() {
    let figures = Figures::of(LABELS, |key| half_of(key) == Half::HeldBack);
    figures.print("held back");
    let [effects, none] = figures.sums();
    // 92.3 % and 2.4 %, on words that were chosen without it. The aim by words alone was 97 %; the requests of what is missed are held.
    assert!(effects.0 * 100 >= effects.1 * 92, "{effects:?}");
    assert!(none.0 * 100 <= none.1 * 3, "{none:?}");
}

#[test]
fn corpus_of_later_applications() {
    let figures = Figures::of(LATER, |_| true);
    figures.print("held back, later applications");
    let [effects, none] = figures.sums();
    // 81.8 % and 2.5 %: these were decided by what the template's form does, so that more of them say it only by their place.
    assert!(effects.0 * 100 >= effects.1 * 81, "{effects:?}");
    assert!(none.0 * 100 <= none.1 * 3, "{none:?}");
}
