//! The same tasks through the extension and through the program: whether they end alike, whether the model is told the same, and how long they take.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use edith_lab::folder::Folder;
use edith_lab::sites::Sites;
use edith_lab::{paths, say};

use crate::TrialError;
use crate::account::Account;
use crate::agent::Agent;
use crate::decider::{option, unknown};
use crate::host::Through;
use crate::infinity::Applications;
use crate::miniwob::Episodes;
use crate::stage::{Decider, Rules, Stage};
use crate::step::Step;
use crate::trouble::Trouble;

/// How many tasks of each kind: small pages, applications, and the pages below. 60 in all.
const EPISODES: usize = 30;
const APPLICATIONS: usize = 20;

/// Pages of the sample sites, on which the first fields are written into and a button is pressed.
const PAGES: [&str; 10] =
    ["shop", "shop?q=lamp", "mail", "form", "board", "pages", "pages/libraries", "speed/list/1000", "forms", "see"];

/// What holds once a page has drawn what it fetches.
const DRAWN: &str = "document.readyState === 'complete' && new Promise(drawn => setTimeout(() => drawn(true), 500))";

const STEPS: usize = 120;
const RUN: Duration = Duration::from_secs(300);
const OPEN: Duration = Duration::from_secs(40);
/// A window as people have it, without the bar that says that an extension debugs: pages would be lower beside it.
const WINDOW: [&str; 2] = ["--window-size=1440,1000", "--silent-debugger-extension-api"];

/// Whether a letter is part of what is a run's own.
type Own = fn(char) -> bool;

/// What each run has of its own before it is compared: ports, numbers of tabs, and the random names of what a page says.
const OWN: [(&str, Own); 5] = [
    ("127.0.0.1:", |c| c.is_ascii_digit()),
    ("localhost:", |c| c.is_ascii_digit()),
    ("tab ", |c| c.is_ascii_digit()),
    ("<<<DATA page ", |c| c.is_ascii_hexdigit()),
    ("<<<END ", |c| c.is_ascii_hexdigit()),
];

/// A text without what its run alone has.
fn plain(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    let next = |rest: &str| {
        let found = OWN.iter().filter_map(|(mark, is_own)| Some((rest.find(mark)? + mark.len(), is_own)));
        found.min_by_key(|(at, _)| *at)
    };
    while let Some((at, is_own)) = next(rest) {
        let (before, after) = rest.split_at(at);
        out.push_str(before);
        rest = after.trim_start_matches(is_own);
        if rest.len() < after.len() {
            out.push('#');
        }
    }
    out + rest
}

/// How two accounts of a task differ.
#[derive(Debug, Default, PartialEq, Eq)]
struct Compared {
    ends_alike: bool,
    /// Answers of tools, and those of them that are the same byte for byte.
    told: usize,
    same: usize,
    /// The first answers that are not.
    differ: Option<(String, String, String)>,
}

fn compare(one: &Account, other: &Account) -> Compared {
    let told = one.told.len().max(other.told.len());
    let none = ("(no call)".to_owned(), String::new());
    let pairs = (0..told).map(|at| (one.told.get(at).unwrap_or(&none), other.told.get(at).unwrap_or(&none)));
    let mut compared = Compared { ends_alike: plain(&one.end) == plain(&other.end), told, ..Compared::default() };
    for ((call, text), (also, words)) in pairs {
        let (call, also, text, words) = (plain(call), plain(also), plain(text), plain(words));
        if call == also && text == words {
            compared.same += 1;
        } else if compared.differ.is_none() {
            compared.differ = Some((call, text, words));
        }
    }
    compared
}

/// Plays one task through each of both, and prints a line.
struct Game {
    file: std::fs::File,
    tasks: usize,
    alike: usize,
    told: usize,
    same: usize,
    /// The milliseconds of each task, through the extension and through the program.
    times: Vec<(u64, u64)>,
}

impl Game {
    fn note(&mut self, name: &str, both: Result<(Account, Account), Trouble>) -> std::io::Result<()> {
        self.tasks += 1;
        let (one, other) = match both {
            Ok(both) => both,
            Err(trouble) => {
                println!("{name:<44} not played: {trouble}");
                return writeln!(self.file, "== {name}\nnot played: {trouble}");
            }
        };
        let compared = compare(&one, &other);
        self.alike += usize::from(compared.ends_alike);
        self.told += compared.told;
        self.same += compared.same;
        self.times.push((one.ms, other.ms));
        let end = if compared.ends_alike { "ends alike" } else { "ENDS OTHERWISE" };
        println!(
            "{name:<44} {end:<14} {:>3} of {:>3} told the same  {:>6} ms {:>6} ms",
            compared.same, compared.told, one.ms, other.ms
        );
        if !compared.ends_alike {
            writeln!(self.file, "== {name}: the ends\n{}\n-- program\n{}", one.end, other.end)?;
        }
        if let Some((call, text, words)) = compared.differ {
            writeln!(self.file, "== {name}: {call}\n{text}\n-- program\n{words}")?;
        }
        Ok(())
    }

    fn sum(mut self, file: &Path) {
        let middle = |times: &mut Vec<u64>| {
            times.sort_unstable();
            times.get(times.len() / 2).copied().unwrap_or_default()
        };
        let (mut extension, mut program): (Vec<u64>, Vec<u64>) = self.times.drain(..).unzip();
        println!(
            "\n{} of {} tasks end alike; {} of {} answers are the same byte for byte, but for ports and numbers of tabs\n\
             median of a task: extension {} ms, program {} ms",
            self.alike,
            self.tasks,
            self.same,
            self.told,
            middle(&mut extension),
            middle(&mut program)
        );
        say(&format!("what differs: {}", file.display()));
    }
}

/// A stage of each, started when it is first needed.
pub(crate) struct Both<'a> {
    dist: &'a Path,
    pub extension: Stage,
    pub program: Stage,
}

impl<'a> Both<'a> {
    fn start(dist: &'a Path) -> Result<Self, Trouble> {
        let stage = |through| {
            Stage::start(
                dist,
                &Decider::Oracle,
                &Rules { steps: STEPS, run: RUN, flags: &WINDOW, small: None, through },
            )
        };
        Ok(Self { dist, extension: stage(Through::Extension)?, program: stage(Through::Program)? })
    }

    /// The same with new browsers, after trouble.
    fn renewed(self) -> Result<Self, Trouble> {
        let dist = self.dist;
        drop(self);
        Self::start(dist)
    }

    /// A task through both, in turn with which of them is first.
    fn play(
        &self,
        turn: usize,
        play: impl Fn(&Stage) -> Result<Account, Trouble>,
    ) -> Result<(Account, Account), Trouble> {
        if turn.is_multiple_of(2) {
            let one = play(&self.extension)?;
            return Ok((one, play(&self.program)?));
        }
        let other = play(&self.program)?;
        Ok((play(&self.extension)?, other))
    }
}

/// `cargo xtask bench --only same …`, given a built extension and a browser.
///
/// # Errors
/// When nothing could be played. Differences are results, not errors.
pub fn run_cli(words: &[String]) -> Result<(), TrialError> {
    let mut parser = lexopt::Parser::from_args(words);
    let (mut suite, mut pages) = (None::<PathBuf>, None::<PathBuf>);
    while let Some(word) = parser.next()? {
        match option(word)?.as_str() {
            "suite" => suite = Some(parser.value()?.into()),
            "pages" => pages = Some(parser.value()?.into()),
            other => return Err(unknown(other)),
        }
    }
    let applications = Applications::take(suite, APPLICATIONS)?;
    let episodes = Episodes::take(pages, EPISODES)?;
    let path = paths::artifacts().join("same.diff.txt");
    let file = std::fs::create_dir_all(paths::artifacts()).and_then(|()| std::fs::File::create(&path));
    let file = file.map_err(|error| TrialError::File(path.clone(), error))?;
    let mut game = Game { file, tasks: 0, alike: 0, told: 0, same: 0, times: Vec::new() };
    let dist = paths::dist();
    play(&mut game, &dist, &episodes, &applications).map_err(TrialError::Browser)?;
    game.sum(&path);
    Ok(())
}

/// A task by its name.
type Task<'a> = (String, Box<dyn Fn(&Stage) -> Result<Account, Trouble> + 'a>);

fn play(game: &mut Game, dist: &Path, episodes: &Episodes, applications: &Applications) -> Result<(), Trouble> {
    let mut both = Both::start(dist)?;
    let runtime = edith_lab::browser::runtime()?;
    let served = runtime.block_on(Folder::serve(episodes.pages().to_owned()))?;
    let mut tasks: Vec<Task<'_>> = Vec::new();
    for path in PAGES {
        let runtime = &runtime;
        tasks.push((format!("site {path}"), Box::new(move |stage| on_a_site(stage, runtime, path))));
    }
    let origin = served.origin.clone();
    for (name, at) in episodes.names() {
        let origin = origin.clone();
        tasks.push((name, Box::new(move |stage| episodes.play(stage, &origin, at))));
    }
    for (name, at) in applications.names() {
        tasks.push((name, Box::new(move |stage| applications.play(stage, at))));
    }
    for (turn, (name, task)) in tasks.iter().enumerate() {
        let played = both.play(turn, task);
        let broke = played.is_err();
        game.note(name, played)?;
        if broke {
            both = both.renewed()?;
        }
    }
    Ok(())
}

/// Writes into the first fields of a page and presses its first button.
fn on_a_site(stage: &Stage, runtime: &tokio::runtime::Runtime, path: &str) -> Result<Account, Trouble> {
    // Each play has sites of its own, so that nothing is left of another.
    let sites = runtime.block_on(Sites::start())?;
    let url = format!("{}/{path}", sites.origin);
    stage.open(&url, DRAWN, OPEN)?;
    let started = std::time::Instant::now();
    let run = stage.run(&format!("Fill in the first fields of {path} and press the first button"), &sites.origin)?;
    let told = match Agent::begin(stage, &run, String::new()) {
        Ok(mut agent) => {
            // A page without fields or buttons is only looked at.
            let _stopped = fields_and_button(&mut agent);
            agent.log
        }
        Err(stop) => return Err(stop.0.into()),
    };
    stage.end(&run)?;
    let ms = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
    let shown = stage.eval(
        "location.pathname + '\\n' + document.body.innerText + '\\n' + \
         [...document.querySelectorAll('input, textarea, select')].map(field => field.checked ?? field.value).join('|')",
    )?;
    Ok(Account { end: shown.as_str().unwrap_or_default().to_owned(), told, ms })
}

fn fields_and_button(agent: &mut Agent<'_>) -> Step {
    for at in 0..3 {
        let Ok(field) = agent.nth_field(at) else { break };
        agent.write(field.uid, "Lamp 12")?;
    }
    let button = agent.nth("BUTTON", 0)?;
    agent.click(button.uid)?;
    agent.look_again().map(drop)
}

#[cfg(test)]
mod tests {
    use super::{Account, compare, plain};

    #[test]
    fn ports_and_numbers_of_tabs_are_no_difference_and_everything_else_is() {
        assert_eq!(plain("http://127.0.0.1:4711/a in tab 12, tab bar"), "http://127.0.0.1:#/a in tab #, tab bar");
        assert_eq!(plain("<<<DATA page 17e2>>>\nbead 17\n<<<END 17e2>>>"), "<<<DATA page #>>>\nbead 17\n<<<END #>>>");
        let account = |end: &str, answer: &str| Account {
            end: end.to_owned(),
            told: vec![("click {}".to_owned(), answer.to_owned())],
            ms: 1,
        };
        let same = compare(&account("tab 1", "on localhost:1/x"), &account("tab 7", "on localhost:22/x"));
        assert!(same.ends_alike && same.same == 1 && same.differ.is_none());
        let other = compare(&account("a", "1 | BUTTON"), &account("b", "2 | BUTTON"));
        assert!(!other.ends_alike && other.same == 0);
        assert_eq!(other.differ, Some(("click {}".into(), "1 | BUTTON".into(), "2 | BUTTON".into())));
        let short = Account { end: "a".into(), told: Vec::new(), ms: 1 };
        assert_eq!(compare(&short, &account("a", "x")).same, 0);
    }
}
