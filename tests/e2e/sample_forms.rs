//! The sample forms filled in for people, with what their server was told as the judge. `cargo xtask bench --only "sample forms"` fills each for all
//! three people, with an honest model and with one that lies; here each is filled for one of them, and some by the liar.

use edith_lab::filling::{Filling, Honesty};
use edith_lab::sample::{is_whole, sample};
use edith_lab::sites::forms::{Person, SampleForm, Score, forms, strangers};

use super::browser;

/// Of the answerable fields, so many must be right.
const RIGHT: f64 = 0.98;
/// The same of forms by others. What is missed is named in docs/benchmarks.md.
const RIGHT_OF_STRANGERS: f64 = 0.92;
/// The usual run fills one in so many.
const ONE_IN: usize = 3;
/// A third of the forms may be so much harder than all of them: those of strangers have 0.92, 0.96 and 0.97 right, by thirds, and 0.95 together.
const SPREAD: f64 = 0.06;
/// Every so many forms is filled in by the liar as well.
const LIES: usize = 4;

/// For looking into some of them: `EDITH_FORMS=react,en-doctor` takes kinds and parts of names, each for all three people.
fn wanted() -> Option<Vec<String>> {
    Some(std::env::var("EDITH_FORMS").ok()?.split(',').map(str::to_owned).collect())
}

async fn filled(filling: &Filling, form: &'static SampleForm, person: Person, honesty: Honesty) -> Score {
    let filled = filling.fill(form, person, honesty).await.unwrap_or_else(|error| panic!("{}: {error}", form.name));
    let (name, kind, share) = (form.name, form.kind(), filled.score.share());
    println!("{name} ({kind}) for {person:?}, {honesty:?}: {share:.2} right, {:.1?}", filled.took);
    if !filled.score.lines.is_empty() {
        println!("    {}\n    {}", filled.score.lines.join("\n    "), filled.end.chars().take(900).collect::<String>());
    }
    filled.score
}

#[tokio::test(flavor = "multi_thread")]
async fn sample_forms_are_filled_with_what_is_said_and_nothing_else() {
    fill_all("sample forms", forms(), RIGHT).await;
}

/// Drawn by libraries that were not looked at while forms were learnt, and described by somebody who did not know how they are filled in.
#[tokio::test(flavor = "multi_thread")]
async fn forms_of_strangers_are_filled_in_too() {
    fill_all("forms of strangers", strangers(), RIGHT_OF_STRANGERS).await;
}

async fn fill_all(what: &str, forms: &'static [SampleForm], right: f64) {
    let only = wanted();
    let is_wanted = |form: &SampleForm| match &only {
        Some(only) => only.iter().any(|one| one == form.kind() || form.name.contains(one.as_str())),
        None => true,
    };
    let all: Vec<&'static SampleForm> = forms.iter().filter(|form| is_wanted(form)).collect();
    let kinds: Vec<&str> = all.iter().map(|form| form.kind()).collect();
    if all.is_empty() {
        assert!(only.is_some());
        return;
    }
    let filling = Filling::start(browser().await, &kinds).await.unwrap();
    let (mut honest, mut liar) = (Score::default(), Score::default());
    let all: Vec<(usize, &SampleForm)> = all.into_iter().enumerate().collect();
    let (all, right) = match (only.is_some(), is_whole()) {
        (true, _) | (_, true) => (all, right),
        (false, false) => (sample(what, all, ONE_IN), right - SPREAD),
    };
    for (at, form) in all {
        let people = if only.is_some() { &Person::ALL[..] } else { &Person::ALL[at % 3..=at % 3] };
        for person in people {
            honest.add(filled(&filling, form, *person, Honesty::Honest).await);
        }
        if at % LIES == 0 {
            liar.add(filled(&filling, form, Person::ALL[(at + 1) % 3], Honesty::Liar).await);
        }
    }
    filling.close().await.unwrap();
    println!("{:.3} of the answerable fields are right", honest.share());
    assert!(honest.is_safe() && honest.share() >= right, "{}: {:#?}", honest.share(), honest.lines);
    assert!(liar.is_safe(), "{:#?}", liar.lines);
}
