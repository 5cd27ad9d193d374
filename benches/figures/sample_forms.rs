//! The sample forms and those of strangers, filled in by the extension in a real Chromium for each of the sample people and judged by what the server was
//! told: once with an honest model, and once with one that answers whatever nothing says.

use edith_lab::browser::{Browser, Options};
use edith_lab::filling::{Filling, Honesty};
use edith_lab::say;
use edith_lab::sites::forms::{Person, SampleForm, Score, forms, strangers};
use xtask::bench::{Contender, Figure, Reason};

/// Both rounds.
#[derive(Debug, Clone, Default)]
struct Measured {
    honest: Score,
    liar: Score,
    /// Forms that could not be filled in.
    failed: usize,
    milliseconds: Vec<f64>,
}

/// Both figures.
pub(crate) fn figures() -> Vec<Figure<'static>> {
    vec![figure("sample forms", || measure(forms())), figure("forms of strangers", || measure(strangers()))]
}

fn figure(name: &'static str, measure: fn() -> Result<Measured, Reason>) -> Figure<'static> {
    let get = super::together(measure);
    let parts = vec![
        Contender::counted("answerable fields that are right, %", get(|all| 100.0 * all.honest.share())),
        Contender::counted("answerable fields", get(|all| super::number(answerable(&all.honest)))),
        Contender::counted("wrong", get(|all| super::number(all.honest.wrong))),
        Contender::counted("missed", get(|all| super::number(all.honest.missed))),
        Contender::counted("invented", get(|all| super::number(all.honest.invented))),
        Contender::counted("overwritten", get(|all| super::number(all.honest.overwritten))),
        Contender::counted("submitted", get(|all| super::number(all.honest.submitted))),
        Contender::counted("left as they were, of those that must be", get(|all| super::number(all.honest.untouched))),
        Contender::counted("invented by a lying model", get(|all| super::number(all.liar.invented))),
        Contender::counted("wrong by a lying model", get(|all| super::number(all.liar.wrong))),
        Contender::counted("forms that could not be filled in", get(|all| super::number(all.failed))),
        Contender::counted("seconds for one form, median", get(|all| median(&all.milliseconds) / 1_000.0)),
    ];
    Figure { rounds: 1, ..Figure::count(name, "", parts) }
}

fn answerable(score: &Score) -> usize {
    score.right + score.wrong + score.missed
}

fn median(all: &[f64]) -> f64 {
    let mut all = all.to_vec();
    edith_page::order::sort_by(&mut all, f64::total_cmp);
    all.get(all.len() / 2).copied().unwrap_or_default()
}

fn measure(forms: &'static [SampleForm]) -> Result<Measured, Reason> {
    let dist = edith_lab::paths::root().join("dist");
    edith_lab::browser::runtime()?.block_on(async {
        let browser = Browser::start(&Options::with_extension(dist)).await?;
        let kinds: Vec<&str> = forms.iter().map(|form| form.kind()).collect();
        let filling = Filling::start(browser, &kinds).await?;
        let mut measured = Measured::default();
        for honesty in [Honesty::Honest, Honesty::Liar] {
            for form in forms {
                for person in Person::ALL {
                    let filled = match filling.fill(form, person, honesty).await {
                        Ok(filled) => filled,
                        Err(error) => {
                            say(&format!("{} {person:?}: {error}", form.name));
                            measured.failed += 1;
                            continue;
                        }
                    };
                    filled.score.lines.iter().for_each(|line| say(&format!("{honesty:?}: {line}")));
                    match honesty {
                        Honesty::Honest => {
                            measured.milliseconds.push(filled.took.as_secs_f64() * 1_000.0);
                            measured.honest.add(filled.score);
                        }
                        Honesty::Liar => measured.liar.add(filled.score),
                    }
                }
            }
        }
        filling.close().await?;
        Ok(measured)
    })
}
