//! A program that was started, with what it says.

use super::exchange::Exchange;
use super::program::ToolProgram;
use edith_http::Broken;
use futures_channel::mpsc::{UnboundedReceiver, UnboundedSender, unbounded};
use futures_util::StreamExt;
use futures_util::stream::Stream;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::pin::Pin;
use std::process::Stdio;
use std::rc::Rc;
use std::task::{Context, Poll};
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWriteExt, BufReader};
use tokio::process::{Child, ChildStdin, Command};

/// What a program is given of this one's environment: enough to run, and none of its keys.
const INHERITED: [&str; 18] = [
    "HOME",
    "LANG",
    "LC_ALL",
    "LOGNAME",
    "PATH",
    "SHELL",
    "TERM",
    "TMPDIR",
    "USER",
    "APPDATA",
    "HOMEDRIVE",
    "HOMEPATH",
    "LOCALAPPDATA",
    "PATHEXT",
    "SYSTEMROOT",
    "TEMP",
    "TMP",
    "USERPROFILE",
];
/// How many of its last lines of errors are kept, and how much of each, in characters.
const LINES: usize = 5;
const LINE: usize = 300;

/// The program.
pub(super) struct Running {
    said: UnboundedSender<String>,
    exchange: Exchange,
    /// What it last said about its errors, apart from its messages.
    errors: RefCell<VecDeque<String>>,
    /// Why it is no longer running.
    gone: RefCell<Option<String>>,
    child: RefCell<Option<Child>>,
}

impl Running {
    /// Starts it. Must be called on a `LocalSet`.
    pub(super) fn start(program: &ToolProgram) -> Result<Rc<Self>, Broken> {
        let mut command = Command::new(&program.command);
        command.args(&program.arguments).env_clear();
        command.envs(INHERITED.iter().filter_map(|name| Some((name, std::env::var_os(name)?))));
        command.envs(&program.variables).kill_on_drop(true);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let started = command.spawn();
        let mut child = started.map_err(|error| Broken(format!("{} cannot be started: {error}", program.command)))?;
        let (input, output, errors) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (said, saying) = unbounded();
        let running = Rc::new(Self {
            said,
            exchange: Exchange::default(),
            errors: RefCell::default(),
            gone: RefCell::default(),
            child: RefCell::new(Some(child)),
        });
        if let Some(input) = input {
            tokio::task::spawn_local(write(saying, input));
        }
        if let Some(output) = output {
            let hearing = Rc::downgrade(&running);
            tokio::task::spawn_local(async move {
                lines(output, |line| {
                    if let Some(running) = hearing.upgrade() {
                        running.exchange.hear(&line);
                    }
                })
                .await;
                if let Some(running) = hearing.upgrade() {
                    running.is_gone().await;
                }
            });
        }
        if let Some(errors) = errors {
            let hearing = Rc::downgrade(&running);
            tokio::task::spawn_local(lines(errors, move |line| {
                if let Some(running) = hearing.upgrade() {
                    let mut kept = running.errors.borrow_mut();
                    kept.push_back(line.chars().take(LINE).collect());
                    if kept.len() > LINES {
                        kept.pop_front();
                    }
                }
            }));
        }
        Ok(running)
    }

    /// Why it has ended, if it has.
    pub(super) fn ended(&self) -> Option<String> {
        self.gone.borrow().clone()
    }

    /// Sends a message that wants no answer.
    pub(super) fn say(&self, message: &Value) {
        // One that has ended hears nothing, and whoever asks it next is told.
        let _unheard = self.said.unbounded_send(format!("{message}\n"));
    }

    /// Sends a message and hears what belongs to it, up to its answer. Dropped before, the program is told that nobody wants it.
    pub(super) fn ask(self: &Rc<Self>, id: &Value, message: &Value) -> PendingAnswer {
        let heard = self.exchange.ask(id);
        self.say(message);
        PendingAnswer { heard, id: id.clone(), forget: self.forgetting() }
    }

    /// Hears what belongs to nothing that was asked.
    pub(super) fn listen(&self) -> UnboundedReceiver<String> {
        self.exchange.listen()
    }

    /// Ends it.
    pub(super) fn end(&self) {
        if let Some(mut child) = self.child.borrow_mut().take() {
            // It may have ended by itself.
            let _ended = child.start_kill();
        }
    }

    /// What forgets questions, on this thread.
    fn forgetting(self: &Rc<Self>) -> UnboundedSender<Value> {
        let (forget, mut forgotten) = unbounded::<Value>();
        let running = Rc::downgrade(self);
        tokio::task::spawn_local(async move {
            while let Some(id) = forgotten.next().await {
                if let Some(running) = running.upgrade()
                    && running.exchange.forget(&id)
                {
                    running.say(
                        &json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}}),
                    );
                }
            }
        });
        forget
    }

    async fn is_gone(&self) {
        let child = self.child.borrow_mut().take();
        let status = match child {
            Some(mut child) => child.wait().await.map_or_else(|error| error.to_string(), |status| status.to_string()),
            None => "it was ended".to_owned(),
        };
        let errors = self.errors.borrow().iter().cloned().collect::<Vec<_>>().join(" | ");
        let why = if errors.is_empty() { status } else { format!("{status}: {errors}") };
        *self.gone.borrow_mut() = Some(why.clone());
        self.exchange.end(&why);
    }
}

/// The outcome of a question.
pub(super) struct PendingAnswer {
    heard: UnboundedReceiver<Result<String, Broken>>,
    id: Value,
    forget: UnboundedSender<Value>,
}

impl Stream for PendingAnswer {
    type Item = Result<String, Broken>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.heard.poll_next_unpin(context)
    }
}

impl Drop for PendingAnswer {
    fn drop(&mut self) {
        // A program that has ended need not be told.
        let _unheard = self.forget.unbounded_send(self.id.clone());
    }
}

async fn write(mut saying: UnboundedReceiver<String>, mut input: ChildStdin) {
    while let Some(line) = saying.next().await {
        let written = async {
            input.write_all(line.as_bytes()).await?;
            input.flush().await
        };
        if written.await.is_err() {
            return;
        }
    }
}

async fn lines(from: impl AsyncRead + Unpin, mut hear: impl FnMut(String)) {
    let mut lines = BufReader::new(from).split(b'\n');
    while let Ok(Some(line)) = lines.next_segment().await {
        hear(String::from_utf8_lossy(&line).into_owned());
    }
}
