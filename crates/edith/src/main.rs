//! EDITH as a program: the same agent as the extension's, in a browser that it starts or is lent, for terminals, other programs and servers.
//!
//! `arguments` (the command line), `home` (where it keeps things), `given` and `toolbox` (what a start is given), `kit` (both, with what the program keeps), `source` (where its browser comes from), `asks` (who
//! answers what), `follow` (a run from its start to its end), `told` (what is said about it: to a person or as JSON), `terminal` (where it is said), `traces` (what is told to OpenTelemetry), `record` (a HAR and a film of a task), `tasks` (what many need), `run`, `batch`,
//! `worker`, `grants`, `settings` and `manual` (the commands), `words` (every sentence that is said).

mod arguments;
mod asks;
mod batch;
mod ends;
mod follow;
mod given;
mod grants;
mod home;
mod interrupted;
mod kit;
mod manual;
mod record;
mod run;
mod settings;
mod source;
mod tasks;
mod terminal;
mod told;
mod toolbox;
mod traces;
mod words;
mod worker;

use arguments::{Arguments, Order};
use clap::{CommandFactory, Parser};
use edith_native::lent::{is_underway, settled};
use ends::{Code, Stop};
use std::ffi::OsString;
use std::process::ExitCode;
use std::time::Duration;
use terminal::tell;
use tokio::runtime::Builder;
use tokio::task::LocalSet;
use words::language::Language;
use words::{foreign, say};

/// How long to wait for sessions that nobody needs, to give them back.
const GIVING_BACK: Duration = Duration::from_secs(10);

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            // Help and the version are not mistakes. If they cannot be written, nothing can.
            let _written = error.print();
            if !error.use_stderr() {
                return ExitCode::SUCCESS;
            }
            if is_json(std::env::args_os()) {
                told::Lines::new().fail(&Stop::usage(foreign(error.render())));
            }
            return Code::Usage.into();
        }
    };
    speak(&arguments);
    match arguments.order {
        Order::Completions { shell } => {
            let mut text = Vec::new();
            clap_complete::generate(shell, &mut Arguments::command(), "edith", &mut text);
            return printed(&text);
        }
        Order::Man => {
            return match manual::manual() {
                Ok(page) => printed(&page),
                Err(error) => told(&Stop::broken(error)),
            };
        }
        Order::Run(_) | Order::Batch(_) | Order::Worker(_) | Order::Grants(_) | Order::Settings { .. } => {}
    }
    let runtime = match Builder::new_current_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return told(&Stop::broken(error)),
    };
    let ended = LocalSet::new().block_on(&runtime, async {
        let ended = match arguments.order {
            Order::Run(order) => run::run(&order, &arguments.common).await,
            Order::Batch(order) => batch::batch(&order, &arguments.common).await,
            Order::Worker(order) => worker::worker(&order, &arguments.common).await,
            Order::Grants(order) => grants::grants(&order, &arguments.common).await,
            Order::Settings { file } => settings::settings(file.as_deref(), &arguments.common).await,
            // Printed above: they need no browser.
            Order::Completions { .. } | Order::Man => Ok(Code::Completed),
        };
        if is_underway() {
            tell(&say!(GivingBack));
            settled(GIVING_BACK).await;
        }
        ended
    });
    // Whoever waits for a line of the terminal does not hold the end up.
    runtime.shutdown_background();
    match ended {
        Ok(code) => code.into(),
        Err(stop) => told(&stop),
    }
}

/// Speaks the person's language. What a program reads is the same in every environment, unless a language is named.
fn speak(arguments: &Arguments) {
    let is_read_by_programs = matches!(&arguments.order, Order::Run(order) if order.json);
    let variable = |name: &str| if is_read_by_programs { None } else { std::env::var(name).ok() };
    Language::wanted(arguments.common.language, variable).speak();
}

/// Whether a command line that makes no sense wants everything as JSON.
fn is_json(words: impl Iterator<Item = OsString>) -> bool {
    // What comes after it is words of the task.
    let words: Vec<_> = words.skip(1).take_while(|word| word != "--").collect();
    words.iter().any(|word| word == "run") && words.iter().any(|word| word == "--json")
}

/// Prints a text that a program makes.
fn printed(text: &[u8]) -> ExitCode {
    match terminal::printed(&String::from_utf8_lossy(text)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(stop) => told(&stop),
    }
}

/// Says why nothing was done, and with which code that ends.
fn told(stop: &Stop) -> ExitCode {
    tell(&say!(Edith { why: stop.why.clone() }));
    stop.code.into()
}
