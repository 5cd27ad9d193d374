//! The command line.

use crate::record::Wish;
use crate::words::language::Language;
use clap::{Args, Parser, Subcommand, ValueEnum};
use edith_gate::Mandate;
use edith_native::queue::QueueAddress;
use edith_protocol::Mode;
use std::path::PathBuf;

/// Does web tasks in a browser: with plain commands and no model, or with your model.
#[derive(Debug, Parser)]
#[command(name = "edith", version, arg_required_else_help = true)]
pub(crate) struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub(crate) order: Order,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Order {
    /// Do one task.
    #[command(after_help = CODES)]
    Run(Run),
    /// Do many tasks, several at once. Started again, it continues where it was.
    #[command(after_help = BATCH_CODES)]
    Batch(Batch),
    /// Do the tasks of a queue, as one of any number of workers, until stopped.
    #[command(after_help = WORKER_CODES)]
    Worker(Worker),
    /// List what is allowed on sites from now on, or revoke it.
    #[command(after_help = CODES)]
    Grants(Grants),
    /// Print the stored settings as JSON, with keys masked, or replace them with a file's.
    #[command(after_help = CODES)]
    Settings {
        /// The file with the new settings: model servers, roles, prices and so on.
        #[arg(value_name = "FILE.json")]
        file: Option<PathBuf>,
    },
    /// Print a completion script for a shell.
    Completions {
        /// The shell.
        #[arg(value_enum)]
        shell: clap_complete::Shell,
    },
    /// Print the manual, with all commands on one page.
    Man,
}

/// How a run ends.
const CODES: &str = "Ends with 0: completed, 2: done in part, 3: failed, 4: refused or needs a person, 5: stopped, 64: wrong arguments, 69: no browser or \
                     server.";

/// How a batch ends.
const BATCH_CODES: &str = "Ends with 0 if all its tasks are completed. If all of them ended alike, with that end's code: 2: done in part, 3: failed, 4: refused \
                           or needs a person. Else with 2 if any is done at least in part, and with 3 if none is. 5: stopped, 64: wrong arguments, 69: no \
                           browser or server, or no room for the results.";

/// How a worker ends, which says nothing about how its tasks ended.
const WORKER_CODES: &str = "Ends with 0: the queue is empty (--until-empty), 5: stopped, 64: wrong arguments, 69: no browser or server, or a record that could \
                            not be written. How the tasks ended is in their results.";

/// What every command takes.
#[derive(Debug, Args)]
pub(crate) struct Common {
    /// The folder for settings and journals, instead of the system's usual one.
    #[arg(long, global = true, value_name = "DIR")]
    pub(crate) home: Option<PathBuf>,
    /// A file of servers with tools, in the usual form: {"mcpServers": {NAME: {"command": …, "args": […]} or {"url": …}}}. Programs in it are started.
    #[arg(long, global = true, value_name = "FILE")]
    pub(crate) mcp: Vec<PathBuf>,
    /// The language to speak, instead of that of LC_ALL, LC_MESSAGES or LANG.
    #[arg(long, global = true, value_name = "LANGUAGE")]
    pub(crate) language: Option<Language>,
    #[command(flatten)]
    pub(crate) browser: BrowserWanted,
    #[command(flatten)]
    pub(crate) model: ModelWanted,
}

/// Which browser is driven.
#[derive(Debug, Clone, Args)]
pub(crate) struct BrowserWanted {
    /// A running browser: its DevTools WebSocket (ws://…), or http://HOST:PORT. For many tasks there may be several: the tasks are spread over them in turn.
    #[arg(long = "browser", global = true, value_name = "URL", conflicts_with_all = ["webdriver", "headed", "profile"])]
    pub(crate) browsers: Vec<String>,
    /// A WebDriver that lends one: chromedriver or a Selenium Grid.
    #[arg(long, global = true, value_name = "URL", conflicts_with = "profile")]
    pub(crate) webdriver: Option<String>,
    /// Show the browser's window.
    #[arg(long, global = true)]
    pub(crate) headed: bool,
    /// Keep the browser's profile there: cookies, sign-ins.
    #[arg(long, global = true, value_name = "DIR")]
    pub(crate) profile: Option<PathBuf>,
    /// Start it without Chromium's sandbox even if this program is not root: for containers that allow none.
    #[arg(long, global = true, conflicts_with = "browsers")]
    pub(crate) no_sandbox: bool,
}

impl BrowserWanted {
    /// Whether anything was said about it.
    pub(crate) fn is_named(&self) -> bool {
        !self.browsers.is_empty()
            || self.webdriver.is_some()
            || self.headed
            || self.profile.is_some()
            || self.no_sandbox
    }

    /// Each of the running browsers; if none is named, the one to start.
    pub(crate) fn each(&self) -> Vec<Self> {
        if self.browsers.is_empty() {
            return vec![self.clone()];
        }
        self.browsers.iter().map(|address| Self { browsers: vec![address.clone()], ..self.clone() }).collect()
    }
}

/// Which model is asked.
#[derive(Debug, Clone, Args)]
pub(crate) struct ModelWanted {
    /// The address of a model server. If none is given or stored: the built-in interpreter of plain commands.
    #[arg(long, global = true, value_name = "URL")]
    pub(crate) api_base: Option<String>,
    /// The model.
    #[arg(long, global = true, value_name = "NAME")]
    pub(crate) model: Option<String>,
    /// The environment variable with the server's key.
    #[arg(long, global = true, value_name = "NAME")]
    pub(crate) api_key_env: Option<String>,
}

/// One task.
#[derive(Debug, Args)]
pub(crate) struct Run {
    /// The task, in plain words.
    #[arg(value_name = "TASK")]
    pub(crate) task: String,
    /// The page to begin on.
    #[arg(long, value_name = "URL")]
    pub(crate) url: Option<String>,
    /// A file for the task, or the address of one.
    #[arg(long = "document", value_name = "FILE")]
    pub(crate) documents: Vec<String>,
    /// What may be done on a host without asking: buy, pay, send, post, delete, share, account, install, download, password, one_time_code, card, upload,
    /// accept_dialog.
    #[arg(long, value_name = "EFFECT@HOST")]
    pub(crate) may: Vec<Mandate>,
    /// Which questions are answered with yes automatically.
    #[arg(long, value_name = "WHICH", default_value = "never")]
    pub(crate) yes_to_asks: YesTo,
    /// The kind of work.
    #[arg(long, value_name = "MODE", default_value = "agent")]
    pub(crate) mode: ModeWanted,
    /// Report everything as JSON, one event per line.
    #[arg(long)]
    pub(crate) json: bool,
    /// Write the requests of its tabs there as a HAR 1.2, with credentials masked and without bodies.
    #[arg(long, value_name = "FILE.har")]
    pub(crate) har: Option<PathBuf>,
    /// Write a film of its tab there, an animated WebP.
    #[arg(long, value_name = "FILE.webp")]
    pub(crate) film: Option<PathBuf>,
}

impl Run {
    /// What is recorded.
    pub(crate) fn wish(&self) -> Wish {
        Wish { har: self.har.clone(), film: self.film.clone() }
    }
}

/// What is recorded of many tasks.
#[derive(Debug, Clone, Args)]
pub(crate) struct RecordsWanted {
    /// Write the requests of each task's tabs there, one HAR 1.2 per task, with credentials masked and without bodies.
    #[arg(long, value_name = "DIR")]
    pub(crate) har: Option<PathBuf>,
    /// Write a film of each task's tab there, one animated WebP per task.
    #[arg(long, value_name = "DIR")]
    pub(crate) film: Option<PathBuf>,
}

impl RecordsWanted {
    /// What is recorded.
    pub(crate) fn wish(&self) -> Wish {
        Wish { har: self.har.clone(), film: self.film.clone() }
    }

    /// Whether anything is.
    pub(crate) fn is_named(&self) -> bool {
        self.har.is_some() || self.film.is_some()
    }
}

/// Many tasks.
#[derive(Debug, Args)]
pub(crate) struct Batch {
    /// The tasks, one JSON object per line: {id, task, url?, documents?, may?, limits?}.
    #[arg(value_name = "TASKS.jsonl")]
    pub(crate) tasks: PathBuf,
    /// Where the results go, one line each, in the order in which tasks end. Tasks with a result there are not done again.
    #[arg(long, value_name = "RESULTS.jsonl")]
    pub(crate) out: PathBuf,
    /// How many tasks are done at once.
    #[arg(long, value_name = "N", default_value_t = 1, conflicts_with = "queue")]
    pub(crate) parallel: usize,
    /// Put the tasks into a queue for any number of `edith worker`: a NATS server with JetStream. For a separate queue on it: nats://HOST:4222/NAME.
    #[arg(long, value_name = "nats://HOST:4222")]
    pub(crate) queue: Option<QueueAddress>,
    /// How long a worker may be silent before its task is given to another. Set when the queue is created.
    #[arg(long, value_name = "SECONDS", default_value_t = SILENCE, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) silence: u64,
    /// Where to write the report as a page.
    #[arg(long, value_name = "FILE.html")]
    pub(crate) report: Option<PathBuf>,
    /// Which questions are answered with yes automatically.
    #[arg(long, value_name = "WHICH", default_value = "never")]
    pub(crate) yes_to_asks: YesTo,
    #[command(flatten)]
    pub(crate) records: RecordsWanted,
}

/// How long a worker may be silent, in seconds.
const SILENCE: u64 = 30;

/// One of a queue's workers.
#[derive(Debug, Args)]
pub(crate) struct Worker {
    /// The queue: a NATS server with JetStream.
    #[arg(long, value_name = "nats://HOST:4222", env = "EDITH_QUEUE", hide_env_values = true)]
    pub(crate) queue: QueueAddress,
    /// How many tasks are done at once.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) parallel: usize,
    /// End when the queue has no task left, done or being done.
    #[arg(long)]
    pub(crate) until_empty: bool,
    /// How long a worker may be silent before its task is given to another. Set when the queue is created.
    #[arg(long, value_name = "SECONDS", default_value_t = SILENCE, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) silence: u64,
    #[command(flatten)]
    pub(crate) records: RecordsWanted,
}

/// What is allowed on sites from now on.
#[derive(Debug, Args)]
pub(crate) struct Grants {
    /// List them as JSON, with their names in the settings, one per line.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(subcommand)]
    pub(crate) order: Option<GrantsOrder>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum GrantsOrder {
    /// Revoke one, or all, for every task that begins later.
    Revoke {
        /// The number in the list.
        #[arg(value_name = "N", required_unless_present = "all", conflicts_with = "all")]
        number: Option<usize>,
        /// All of them.
        #[arg(long)]
        all: bool,
    },
}

/// Which questions are answered with yes automatically.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum YesTo {
    /// None.
    Never,
    /// Those about actions that only read.
    Reads,
}

/// The kinds of work that a person can begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ModeWanted {
    /// Work on pages.
    Agent,
    /// Read several sites and report.
    Research,
    /// Make a plan, have it approved, carry it out.
    Plan,
    /// Answer from the documents.
    Documents,
}

impl From<ModeWanted> for Mode {
    fn from(wanted: ModeWanted) -> Self {
        match wanted {
            ModeWanted::Agent => Self::Agent,
            ModeWanted::Research => Self::Research,
            ModeWanted::Plan => Self::Plan,
            ModeWanted::Documents => Self::Documents,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;
    use clap::error::ErrorKind;

    fn parse(words: &[&str]) -> Result<Run, ErrorKind> {
        let all = ["edith", "run"].iter().chain(words);
        match Arguments::try_parse_from(all) {
            Ok(Arguments { order: Order::Run(run), .. }) => Ok(run),
            Ok(_) => panic!("another command"),
            Err(error) => Err(error.kind()),
        }
    }

    #[test]
    fn the_command_line_is_sound() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn many_tasks_may_have_several_browsers() {
        let all = Arguments::try_parse_from(
            "edith batch t.jsonl --out r.jsonl --browser ws://a --browser http://b:9222".split(' '),
        );
        let browser = all.unwrap().common.browser;
        assert!(browser.is_named());
        let each: Vec<Vec<String>> = browser.each().into_iter().map(|one| one.browsers).collect();
        assert_eq!(each, [["ws://a"], ["http://b:9222"]]);
        let own = Arguments::try_parse_from(["edith", "run", "look"]).unwrap().common.browser;
        assert_eq!((own.is_named(), own.each().len()), (false, 1));
    }

    #[test]
    fn the_codes_are_those_that_the_program_ends_with() {
        for code in crate::ends::Code::ALL {
            assert!(CODES.contains(&format!("{}: {}", code.number(), code.meaning())), "{code:?}");
        }
    }

    #[test]
    fn a_task_is_read_with_what_it_may_do() {
        let run = parse(&["look", "--may", "send@a.example", "--may", "buy@b.example:8080", "--mode", "plan"]).unwrap();
        let may = ["send@a.example", "buy@b.example:8080"].map(|text| text.parse::<Mandate>().unwrap());
        assert_eq!((run.task.as_str(), run.may.as_slice(), run.mode), ("look", &may[..], ModeWanted::Plan));
        assert_eq!((run.yes_to_asks, run.json), (YesTo::Never, false));
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        for (words, kind) in [
            (&[][..], ErrorKind::MissingRequiredArgument),
            (&["look", "--may", "send"], ErrorKind::ValueValidation),
            (&["look", "--may", "cook@a.example"], ErrorKind::ValueValidation),
            (&["look", "--mode", "source"], ErrorKind::InvalidValue),
            (&["look", "--yes-to-asks", "all"], ErrorKind::InvalidValue),
            (&["look", "--browser", "ws://a", "--headed"], ErrorKind::ArgumentConflict),
            (&["look", "--browser", "ws://a", "--webdriver", "http://b"], ErrorKind::ArgumentConflict),
            (&["look", "there"], ErrorKind::UnknownArgument),
        ] {
            assert_eq!(parse(words).map(drop).unwrap_err(), kind, "{words:?}");
        }
    }
}
