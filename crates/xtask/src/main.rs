//! The command line of `cargo xtask`.

use std::process::ExitCode;

use lexopt::prelude::*;
use xtask::build::Profile;

const USAGE: &str = "\
cargo xtask <command>

  demo       run a real task on the bundled sample sites in a real browser, and check the result
               --headed            show the browser
               --task TEXT         another task
               --api-base URL --api-key-env NAME --model NAME
                                   a real model instead of the built-in one; NAME is the variable that holds the key
               --answers FOLDER    answers that somebody writes beside each request in this folder, instead of a model
               --yes               approve what your task asks for, once each
               --debug             with a debug build
  test       everything that must be green
               --quick             without the browser
               --all               costly tables in full; otherwise a share of each, which the last lines name
  build      dist/, which \"Load unpacked\" takes as it is
               --debug             quick to compile, large
  reader     pdf.js and Tesseract for the program, which reads PDFs and pictures of text with them
               FOLDER              here: a folder of your choice, which EDITH_READER names
  package    a zip for the store, with the size of each file
  chrome     a browser with a kept profile and the extension
               --debug             with a debug build
  dev        a browser with a debug build that follows your edits, to scripts and to Rust
  bench      every performance figure
               --only TEXT         only those whose name contains this
               --beside FOLDER     compared with another build of the extension instead of the other agents
               --against COMMIT    compared with the build of an earlier commit, made once: the times of a step
               --only miniwob      instead: MiniWoB++, 100 tasks with 3 seeds each, decided by our own oracles
                 --api-base URL --api-key-env NAME --model NAME
                                   by a real model instead; NAME is the variable that holds the key
                 --prices IN,OUT   its price, in dollars for a million tokens, where EDITH does not know it
                 --task A,B        only these tasks
                 --seeds N         seeds of each task (3)
                 --jobs N          browsers at once (2)
               --only small        instead: ten tasks of it as a small model gets them, with tools as tools and as text
                 --api-base URL --model NAME, --task A,B, --seeds N (1)
                                   the model that is tried, and on what
               --only infinity     instead: the function tasks of six applications of WebArena-Infinity, decided by our own oracles
                 --api-base URL --api-key-env NAME --model NAME, --prices IN,OUT
                                   the real tasks by a real model instead
                 --answers FOLDER  the real tasks by answers that somebody writes beside each request in this folder
                 --tasks KIND      function or real, whoever decides
                 --task A,B        only these: an application (gmail), or a task of one (gmail/task_h1)
                 --suite FOLDER    the suite from here instead of fetching it once
                 --jobs N          browsers at once (1)
                 --dist FOLDER     another build of the extension
  conformance
             the Model Context Protocol's own suite for clients, against our client
               --only TEXT         only scenarios whose name contains this
  screenshots
             a picture of every surface, light, dark, narrow and in the other languages
               store               instead: the five pictures of the store's listing, in docs/store
               film                instead: the front page's moving picture, docs/task.webp
               --debug             of a debug build
               --language A,B      only in these languages (en,de,fr,es)
  sites      serve the bundled sample sites
               --port N            on this port
  model      serve a scripted model, to see what the extension does with its answers
               --script FILE       a list of replies as JSON, as in crates/lab/src/model_server/example.json
               --answers FOLDER    instead: each request is written into this folder, and its answer awaited beside it
               --port N            on this port
               --refuse-extensions as Ollama does by default
  setup      install what is missing; every other command does this as needed
";

type Outcome = Result<(), Box<dyn std::error::Error>>;

/// What is made instead of pictures of every surface.
#[derive(Debug, Clone, Copy)]
enum Of {
    /// The pictures of the store's listing.
    Store,
    /// The front page's moving picture.
    Film,
}

enum Arguments {
    /// A command that parses its own arguments.
    Own(fn(&[String]) -> Outcome, Vec<String>),
    Help,
    Setup,
    Build(Profile),
    Package,
    Screenshots {
        /// None: every surface.
        of: Option<Of>,
        profile: Profile,
        languages: Vec<String>,
    },
    Chrome(Profile),
    Dev,
    Test {
        quick: bool,
        all: bool,
    },
    Conformance {
        only: Option<String>,
    },
    Bench {
        only: Option<String>,
        /// Another build of the extension.
        beside: Option<std::path::PathBuf>,
        /// The commit whose build is measured beside this one.
        against: Option<String>,
        /// Arguments for what `only` names.
        words: Vec<String>,
    },
}

fn main() -> ExitCode {
    let asked = match read(lexopt::Parser::from_env()) {
        Ok(asked) => asked,
        Err(error) => {
            eprintln!("error: {error}\n\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    let outcome: Outcome = match asked {
        Arguments::Own(command, words) => command(&words),
        Arguments::Help => {
            print!("{USAGE}");
            Ok(())
        }
        Arguments::Setup => xtask::setup::everything().map_err(Into::into),
        Arguments::Build(profile) => xtask::build::build(profile).map(drop).map_err(Into::into),
        Arguments::Package => xtask::package::package().map(drop).map_err(Into::into),
        Arguments::Screenshots { of: Some(Of::Store), profile, .. } => {
            xtask::store::pictures::pictures(profile).map_err(Into::into)
        }
        Arguments::Screenshots { of: Some(Of::Film), profile, .. } => {
            xtask::store::film::film(profile).map_err(Into::into)
        }
        Arguments::Screenshots { profile, languages, .. } => {
            xtask::screenshots::screenshots(profile, &languages).map_err(Into::into)
        }
        Arguments::Chrome(profile) => xtask::chrome::chrome(profile).map_err(Into::into),
        Arguments::Dev => xtask::dev::dev().map_err(Into::into),
        Arguments::Conformance { only } => xtask::conformance::conformance(only.as_deref()).map_err(Into::into),
        Arguments::Bench { only: Some(only), words, .. } if xtask::bench::is_suite(&only) => {
            xtask::bench::suite(&only, &words).map_err(Into::into)
        }
        Arguments::Bench { only, against: Some(commit), .. } => {
            xtask::bench::against(&commit, only.as_deref()).map_err(Into::into)
        }
        Arguments::Bench { only, beside, .. } => {
            xtask::bench::bench(only.as_deref(), beside.as_deref()).map_err(Into::into)
        }
        Arguments::Test { quick, all } => {
            // It prints its own error, because the counts must come last.
            return if xtask::test::test(quick, all).is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE };
        }
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn read(mut words: lexopt::Parser) -> Result<Arguments, lexopt::Error> {
    let command = match words.next()? {
        Some(Value(command)) => command.string()?,
        None | Some(Long("help") | Short('h')) => return Ok(Arguments::Help),
        Some(other) => return Err(other.unexpected()),
    };
    let own: Option<fn(&[String]) -> Outcome> = match command.as_str() {
        "demo" => Some(|words| Ok(xtask::demo::run_cli(words)?)),
        "reader" => Some(|words| Ok(xtask::reader::run_cli(words)?)),
        "sites" => Some(|words| Ok(xtask::serve::sites(words)?)),
        "model" => Some(|words| Ok(xtask::serve::model(words)?)),
        _ => None,
    };
    if let Some(own) = own {
        let words: Vec<String> = words.raw_args()?.map(|word| word.string()).collect::<Result<_, _>>()?;
        let help = words.iter().any(|word| word == "--help" || word == "-h");
        return Ok(if help { Arguments::Help } else { Arguments::Own(own, words) });
    }
    let mut asked = match command.as_str() {
        "help" => Arguments::Help,
        "setup" => Arguments::Setup,
        "build" => Arguments::Build(Profile::Release),
        "package" => Arguments::Package,
        "screenshots" => Arguments::Screenshots { of: None, profile: Profile::Release, languages: Vec::new() },
        "chrome" => Arguments::Chrome(Profile::Release),
        "dev" => Arguments::Dev,
        "test" => Arguments::Test { quick: false, all: false },
        "conformance" => Arguments::Conformance { only: None },
        "bench" => Arguments::Bench { only: None, beside: None, against: None, words: Vec::new() },
        _ => return Err(format!("there is no command `{command}`").into()),
    };
    while let Some(word) = words.next()? {
        match (&mut asked, word) {
            (_, Long("help") | Short('h')) => return Ok(Arguments::Help),
            (
                Arguments::Build(profile) | Arguments::Chrome(profile) | Arguments::Screenshots { profile, .. },
                Long("debug"),
            ) => *profile = Profile::Debug,
            (Arguments::Test { quick, .. }, Long("quick")) => *quick = true,
            (Arguments::Test { all, .. }, Long("all")) => *all = true,
            (Arguments::Screenshots { of, .. }, Value(word)) if word == "store" => *of = Some(Of::Store),
            (Arguments::Screenshots { of, .. }, Value(word)) if word == "film" => *of = Some(Of::Film),
            (Arguments::Screenshots { languages, .. }, Long("language")) => {
                *languages = words.value()?.string()?.split(',').map(str::to_owned).collect();
            }
            (Arguments::Bench { against, .. }, Long("against")) => *against = Some(words.value()?.string()?),
            (Arguments::Bench { beside, .. }, Long("beside")) => *beside = Some(words.value()?.into()),
            (Arguments::Bench { only, .. } | Arguments::Conformance { only }, Long("only")) => {
                *only = Some(words.value()?.string()?)
            }
            (Arguments::Bench { only: Some(only), words: own, .. }, Long(name)) if xtask::bench::is_suite(only) => {
                let name = format!("--{name}");
                own.extend([name, words.value()?.string()?]);
            }
            (_, other) => return Err(other.unexpected()),
        }
    }
    Ok(asked)
}
