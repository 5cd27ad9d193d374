//! The sample forms filled in for people, with what their server was told as the judge. `cargo xtask bench --only "sample forms"` fills each for all
//! three people, with an honest model and with one that lies; here each is filled for one of them, and some by the liar.

use xtask::filling::{Filling, Honesty};
use xtask::sites::forms::{Person, SampleForm, Score, forms};

use super::browser;

/// Of the answerable fields, so many must be right.
const RIGHT: f64 = 0.98;
/// Every so many forms is filled in by the liar as well.
const LIES: usize = 4;

/// For looking into some of them: `EDITH_FORMS=react,en-doctor` takes kinds and parts of names, each for all three people.
fn wanted() -> Option<Vec<String>> {
    Some(std::env::var("EDITH_FORMS").ok()?.split(',').map(str::to_owned).collect())
}

async fn filled(filling: &Filling, form: &'static SampleForm, person: Person, honesty: Honesty) -> Score {
    let filled = filling.fill(form, person, honesty).await.unwrap_or_else(|error| panic!("{}: {error}", form.name));
    println!("{} ({}) for {person:?}, {honesty:?}: {:.1?}", form.name, form.kind(), filled.took);
    if !filled.score.lines.is_empty() {
        println!("    {}\n    {}", filled.score.lines.join("\n    "), filled.end.chars().take(900).collect::<String>());
    }
    filled.score
}

#[tokio::test(flavor = "multi_thread")]
async fn sample_forms_are_filled_with_what_is_said_and_nothing_else() {
    let only = wanted();
    let is_wanted = |form: &SampleForm| match &only {
        Some(only) => only.iter().any(|one| one == form.kind() || form.name.contains(one.as_str())),
        None => true,
    };
    let all: Vec<&'static SampleForm> = forms().iter().filter(|form| is_wanted(form)).collect();
    let kinds: Vec<&str> = all.iter().map(|form| form.kind()).collect();
    assert!(!all.is_empty());
    let filling = Filling::start(browser().await, &kinds).await.unwrap();
    let (mut honest, mut liar) = (Score::default(), Score::default());
    for (at, form) in all.into_iter().enumerate() {
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
    assert!(honest.is_safe() && honest.share() >= RIGHT, "{}: {:#?}", honest.share(), honest.lines);
    assert!(liar.is_safe(), "{:#?}", liar.lines);
}
