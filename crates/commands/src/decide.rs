//! The next turn: the current command, the outcome of the last call, and what to do now.

use super::asked;
use super::attempt::attempt;
use super::command::{Command, Target, Wants};
use super::matcher::search_button;
use super::parser::{Parsed, parse, yes_or_no};
use super::placing::placed;
use super::plans;
use super::pointing::click_on;
use super::progress::{END, FAIL, Progress, Round, STEP_DONE, STEP_FAILED, Stage, call_id};
use super::record::{Kind, Line, kept};
use super::scene::{Move, Scene};
use super::speech::{ENTRY, done_list, filled, not_understood, nothing_asked, quoted_list, step, summary};
use super::suggest::suggestions;
use edith_model::{CallEnd, ChatRequest, DialogShown, ModelTurn, Purpose};
use edith_protocol::ToolCall;
use edith_words::{Sentence, say};
use serde_json::{Value, json};

/// Most calls for one command: whatever a page does, a run ends.
const MAX_TRIES: usize = 14;

/// The run's position while a turn is made.
struct TurnAt<'a> {
    request: &'a ChatRequest,
    progress: Progress,
    commands: Vec<Command>,
    /// How many of them are in the task; the rest was said during the run.
    in_task: usize,
    dialog_open: bool,
    /// The tools that end the task, or the step of a plan: done and unfinished.
    ends: (&'static str, &'static str),
    /// Whether there is a tool for ending unfinished.
    can_fail: bool,
    index: usize,
    tries: usize,
    /// The purpose of the last call, if it was for the current command.
    stage: Option<Stage>,
    /// What is new for the end.
    lines: Vec<Line>,
}

pub(crate) fn decide(request: &ChatRequest) -> ModelTurn {
    let progress = Progress::read(request);
    let mut task = parse(&request.brief.task);
    if asks_documents(request, &task) {
        let arguments = json!({ "query": request.brief.task }).to_string();
        let call = ToolCall { id: call_id(0, 0, Stage::Act), name: "search_documents".to_owned(), arguments };
        return ModelTurn { tool_calls: vec![call], ..ModelTurn::default() };
    }
    if task.commands.is_empty()
        && !task.unknown.is_empty()
        && let Some(commands) = progress.page.as_ref().and_then(|page| placed(page, &request.brief.task))
    {
        task = Parsed { commands, ..Parsed::default() };
    }
    if is_meant(request, &progress, &task) {
        let target = Target { meant: true, ..Target::named(request.brief.task.trim()) };
        task = Parsed { commands: vec![click_on(target)], ..Parsed::default() };
    }
    if let ([], [about], Some(page)) = (task.commands.as_slice(), task.unknown.as_slice(), &progress.page)
        && asked::named(page, about).is_some()
    {
        let (about, question) = (about.clone(), about.clone());
        task = Parsed { commands: vec![Command::Read { about, wants: Wants::Line, question }], ..Parsed::default() };
    }
    if !task.unknown.is_empty() {
        let id = call_id(0, 0, Stage::End);
        let near = match (task.unknown.as_slice(), &progress.page) {
            ([asked], Some(page)) if asked.ends_with('?') => there(&quoted_list(&asked::closest(page, asked))),
            _ => String::new(),
        };
        let why = format!("{}{near}", not_understood(&task.unknown, &task.commands));
        return instead(request, &progress, give_up(request, why, &id));
    }
    let mut commands = task.commands;
    let in_task = commands.len();
    let mut unclear = Vec::new();
    for said in &request.brief.said {
        let more = parse(said);
        commands.extend(more.commands);
        unclear.extend(more.unknown);
    }
    let ends = ends(request);
    if commands.is_empty() {
        let nothing = nothing_asked(&request.brief.task);
        let id = call_id(0, 0, Stage::End);
        let turn = if ends.0 == END { text(nothing) } else { give_up(request, nothing, &id) };
        return instead(request, &progress, turn);
    }
    let dialog_open = request.tools.iter().any(|tool| tool.name == "handle_dialog");
    let can_fail = request.tools.iter().any(|tool| tool.name == ends.1);
    let lines = Vec::new();
    let mut turn = TurnAt {
        request,
        progress,
        commands,
        in_task,
        dialog_open,
        ends,
        can_fail,
        index: 0,
        tries: 0,
        stage: None,
        lines,
    };
    if !unclear.is_empty() {
        let note = Line::new(Kind::Note, say!(BuiltInUnclear { words: quoted_list(&unclear) }));
        if !turn.progress.own_lines.contains(&note) {
            turn.lines.push(note);
        }
    }
    turn.next()
}

/// Whether a task with documents has nothing to do on a page: it only asks for something, or is no command.
fn asks_documents(request: &ChatRequest, task: &Parsed) -> bool {
    let brief = &request.brief;
    if brief.purpose != Purpose::Task || brief.documents.is_empty() {
        return false;
    }
    match task.commands.as_slice() {
        [] => true,
        [Command::Search { .. }] => task.unknown.is_empty(),
        [Command::Read { wants, .. }] => task.unknown.is_empty() && !matches!(wants, Wants::Title | Wants::Address),
        [Command::Click { target, .. }] => task.unknown.is_empty() && target.words.starts_with("show page "),
        _ => false,
    }
}

/// Whether a task that is no command of the grammar, or one for which the page has nothing, means one thing on the page in view, or did when it was
/// begun.
fn is_meant(request: &ChatRequest, progress: &Progress, task: &Parsed) -> bool {
    if let Some(round) = &progress.last {
        return round.stage == Stage::Meant;
    }
    let Some(page) = &progress.page else { return false };
    let is_free = match task.commands.as_slice() {
        [] => !task.unknown.is_empty(),
        [command] => {
            let scene = Scene { page: Some(page), round: None, before: None, stage: None, page_before: None };
            let is_named = matches!(
                command,
                Command::Click { .. }
                    | Command::Check { .. }
                    | Command::Select { .. }
                    | Command::Set { .. }
                    | Command::Read { wants: Wants::Shown, .. }
            );
            let is_fetched = matches!(command, Command::Read { question, .. } if question.is_empty())
                && asked::fetched(page, &request.brief.task);
            task.unknown.is_empty()
                && (is_named || is_fetched)
                && matches!(attempt(command, &scene), Move::Missing { .. })
        }
        _ => false,
    };
    is_free && asked::meant(page, &request.brief.task).is_some()
}

/// The turn with what can be asked for instead.
fn instead(request: &ChatRequest, progress: &Progress, turn: ModelTurn) -> ModelTurn {
    ModelTurn { suggestions: suggestions(request, progress.page.as_ref()), ..turn }
}

/// What comes nearest, in a sentence behind the one that it is not there.
fn there(near: &str) -> String {
    if near.is_empty() { String::new() } else { say!(BuiltInNearest { near: near }).to_string() }
}

fn text(text: String) -> ModelTurn {
    ModelTurn { text, ..ModelTurn::default() }
}

/// The tools that end what is done: a task, or a step of a plan.
fn ends(request: &ChatRequest) -> (&'static str, &'static str) {
    if request.brief.purpose == Purpose::PlanStep { (STEP_DONE, STEP_FAILED) } else { (END, FAIL) }
}

/// Ends without doing anything, by the tool for it or else in words.
fn give_up(request: &ChatRequest, why: String, id: &str) -> ModelTurn {
    let fail = ends(request).1;
    if !request.tools.iter().any(|tool| tool.name == fail) {
        return text(why);
    }
    let call = ToolCall { id: id.to_owned(), name: fail.to_owned(), arguments: json!({ "reason": why }).to_string() };
    ModelTurn { tool_calls: vec![call], ..ModelTurn::default() }
}

impl TurnAt<'_> {
    /// The question that is all of the task, where no page is open that could answer it.
    fn asked_of_no_page(&self) -> Option<String> {
        match self.commands.as_slice() {
            [Command::Read { question, .. }] if self.progress.page.is_none() && !question.is_empty() => {
                Some(question.clone())
            }
            _ => None,
        }
    }

    fn next(mut self) -> ModelTurn {
        if let Some(round) = self.progress.last.clone() {
            self.index = round.index;
            self.tries = round.tries;
            if let Some(turn) = self.take_in(&round) {
                return turn;
            }
        }
        // Being told to stop takes precedence over everything still to do.
        let said_after = self.index.max(self.in_task);
        if let Some(stop) = self.commands.iter().skip(said_after).position(|command| *command == Command::Stop) {
            self.commands.truncate(said_after + stop);
            return self.halt(&say!(BuiltInStopped).to_string());
        }
        loop {
            if self.tries >= MAX_TRIES {
                return self.halt(&say!(BuiltInTooOften).to_string());
            }
            if self.dialog_open
                && let Some(turn) = self.dialog()
            {
                return turn;
            }
            let Some(command) = self.commands.get(self.index).cloned() else { return self.finish() };
            match self.attempt(&command) {
                Move::Call { tool, args, stage, remark } => {
                    let again = matches!(self.stage, Some(Stage::Pause)) && stage == Stage::Act;
                    if !remark.is_empty() && matches!(stage, Stage::Act | Stage::Meant) {
                        self.lines.push(Line::new(Kind::Note, remark));
                    }
                    return self.call(tool, args, if again { Stage::Again } else { stage });
                }
                Move::Done(remark) => self.advance(Some(Line::new(Kind::Note, remark))),
                Move::Skip => self.advance(None),
                Move::Answer(answer) => {
                    self.lines.extend(answer.lines().map(|line| Line::new(Kind::Answer, line)));
                    self.advance(None);
                }
                Move::NoAnswer(why) => {
                    self.advance(Some(Line::new(Kind::NoAnswer, why.lines().collect::<Vec<_>>().join(" "))))
                }
                Move::Halt(why) if command == Command::Stop => return self.halt(&why),
                Move::Halt(why) => match self.asked_of_no_page() {
                    Some(question) => {
                        let id = call_id(0, 0, Stage::End);
                        let turn = give_up(self.request, not_understood(&[question], &[]), &id);
                        return instead(self.request, &self.progress, turn);
                    }
                    None => return self.stuck(&why),
                },
                Move::Unanswered { query } => {
                    if let Some(turn) = self.look_further(&command, &query) {
                        return turn;
                    }
                    let page = self.progress.page.as_ref();
                    let title = page.map(|page| page.title.clone()).unwrap_or_default();
                    let near = match (page, &command) {
                        (Some(page), Command::Read { question, .. }) => asked::closest(page, question),
                        _ => Vec::new(),
                    };
                    let why = format!("{}{}", say!(BuiltInUnanswered { title: title }), there(&quoted_list(&near)));
                    self.advance(Some(Line::new(Kind::NoAnswer, why)));
                }
                Move::Missing { what, query, near } => {
                    if let Some(turn) = self.look_further(&command, &query) {
                        return turn;
                    }
                    if let Command::Fact { .. } = command {
                        self.advance(Some(Line::new(Kind::Unfilled, say!(BuiltInNoField { what: what }))));
                        continue;
                    }
                    let page = self.progress.page.as_ref().map(|page| page.title.clone()).unwrap_or_default();
                    let there = there(&near.join(", "));
                    let sentence = say!(BuiltInNotFound { what: what, page: page, there: there }).to_string();
                    if !command.only_reads() {
                        return self.stuck(&sentence);
                    }
                    self.advance(Some(Line::new(Kind::NoAnswer, sentence)));
                }
            }
        }
    }

    /// Moves to the next command.
    fn advance(&mut self, line: Option<Line>) {
        self.lines.extend(line);
        self.index += 1;
        self.tries = 0;
        self.stage = None;
    }

    /// Processes the last call's outcome.
    fn take_in(&mut self, round: &Round) -> Option<ModelTurn> {
        match (round.stage, round.end) {
            (Stage::AskAgain, _) => {
                if yes_or_no(&round.words) == Some(false) {
                    self.advance(None);
                }
                None
            }
            (Stage::AskDialog, _) => {
                self.stage = Some(Stage::AskDialog);
                None
            }
            (Stage::End, _) => None,
            (Stage::Dialog, CallEnd::Done) => None,
            (_, CallEnd::Denied | CallEnd::Forbidden) => Some(self.denied(round)),
            (Stage::Act | Stage::Again | Stage::Meant | Stage::Settle, CallEnd::Done) => {
                if let Some(turn) = self.found_nothing(round.stage) {
                    return Some(turn);
                }
                let filled = self.commands.get(self.index).and_then(filled_in);
                self.advance(filled.map(|filled| Line::new(Kind::Filled, filled)));
                None
            }
            (Stage::Act | Stage::Again | Stage::Meant, CallEnd::Unknown) => self.after_restart(),
            // A dialog came up: answer it, then retry.
            (_, CallEnd::Failed) if self.dialog_open => None,
            (Stage::Act, CallEnd::Failed) => {
                let is_final = matches!(
                    self.commands.get(self.index),
                    Some(
                        Command::Open { .. }
                            | Command::SwitchTab { .. }
                            | Command::CloseTab { .. }
                            | Command::Back
                            | Command::Upload { .. }
                    )
                );
                if is_final {
                    Some(self.failed(&round.words))
                } else {
                    Some(self.call("wait_for_page_update", json!({}), Stage::Pause))
                }
            }
            (Stage::Meant, CallEnd::Failed) => Some(self.failed(&round.words)),
            (Stage::Again, CallEnd::Failed) => match self.commands.get(self.index) {
                Some(Command::Fact { key, .. }) => {
                    let line = Line::new(Kind::Unfilled, format!("{key} ({})", first_line(&round.words)));
                    self.advance(Some(line));
                    None
                }
                _ => Some(self.failed(&round.words)),
            },
            (stage, _) => {
                self.stage = Some(stage);
                None
            }
        }
    }

    /// A search that found nothing is not done; the page gets the time to show it.
    fn found_nothing(&mut self, stage: Stage) -> Option<ModelTurn> {
        let Some(Command::Search { text }) = self.commands.get(self.index).cloned() else { return None };
        let now = self.progress.page.as_ref()?;
        if !asked::shows_nothing(self.progress.page_before.as_ref(), now, &text) {
            return None;
        }
        if stage == Stage::Settle {
            // Where Enter sent nothing, the field's own button does.
            let is_unsent =
                self.tries <= 2 && self.progress.page_before.as_ref().is_none_or(|page| page.text == now.text);
            if let Some(button) = search_button(now).filter(|_| is_unsent).map(|button| button.uid) {
                return Some(self.call("click", json!({ "uid": button }), Stage::Again));
            }
            return Some(self.stuck(&say!(BuiltInFoundNothing { text: text }).to_string()));
        }
        Some(self.call("wait_for_page_update", json!({}), Stage::Settle))
    }

    /// The worker was restarted during the command: the page shows whether it was carried out.
    fn after_restart(&mut self) -> Option<ModelTurn> {
        let command = self.commands.get(self.index)?.clone();
        let repeatable = match &command {
            Command::Click { .. }
            | Command::Pick { .. }
            | Command::Press { .. }
            | Command::Drag { .. }
            | Command::Back
            | Command::CloseTab { .. }
            | Command::Upload { .. }
            | Command::Dialog { .. }
            | Command::Reply { .. }
            | Command::Stop => false,
            Command::Type { submit, append, .. } => !submit && !append,
            Command::Open { .. }
            | Command::Reload
            | Command::Search { .. }
            | Command::Limit { .. }
            | Command::Compose { .. }
            | Command::Check { .. }
            | Command::Select { .. }
            | Command::Set { .. }
            | Command::Fact { .. }
            | Command::FillForm
            | Command::Hover { .. }
            | Command::Scroll { .. }
            | Command::ScrollTo { .. }
            | Command::SwitchTab { .. }
            | Command::ListTabs
            | Command::Wait { .. }
            | Command::Screenshot
            | Command::Read { .. } => true,
        };
        if repeatable {
            // Retried against the present page: what is as wanted is not done again.
            return None;
        }
        if self.progress.has_changed {
            self.advance(Some(Line::new(Kind::Note, say!(BuiltInInterrupted { doing: command.to_string() }))));
            return None;
        }
        let question = say!(BuiltInAgain { doing: command.to_string() }).to_string();
        Some(self.ask(&question, [say!(Yes), say!(No)], Stage::AskAgain))
    }

    fn attempt(&self, command: &Command) -> Move {
        let round = self.progress.last.as_ref().filter(|_| self.stage.is_some());
        let page = self.progress.page.as_ref();
        let before = self.index.checked_sub(1).and_then(|at| self.commands.get(at));
        let page_before = self.progress.page_before.as_ref();
        attempt(command, &Scene { page, round, before, stage: self.stage, page_before })
    }

    /// The next way to find what the page does not show: search all of it (or read the rest of its text), scroll, wait once.
    fn look_further(&mut self, command: &Command, query: &str) -> Option<ModelTurn> {
        let rest = self.progress.page.as_ref().and_then(|page| page.more_text_at);
        let next = match self.stage {
            None | Some(Stage::Look | Stage::Open | Stage::Pause | Stage::AskDialog) => {
                match (command.only_reads(), rest) {
                    (true, Some(_)) => Stage::Read,
                    (true, None) => Stage::Wait,
                    (false, _) if query.trim().is_empty() => Stage::Scroll,
                    (false, _) => Stage::Find,
                }
            }
            Some(Stage::Find) if matches!(command, Command::Fact { .. }) => return None,
            Some(Stage::Find) => Stage::Scroll,
            Some(Stage::Read | Stage::Scroll) => Stage::Wait,
            Some(_) => return None,
        };
        Some(match next {
            Stage::Find => self.call("find_on_page", json!({ "query": query }), next),
            Stage::Read => self.call("read_page", json!({ "offset": rest }), next),
            Stage::Scroll => self.call("scroll", json!({ "direction": "down" }), next),
            _ => self.call("wait_for_page_update", json!({}), Stage::Wait),
        })
    }

    /// An open dialog is answered first, as the next command or the person says.
    fn dialog(&mut self) -> Option<ModelTurn> {
        if let Some(Command::Dialog { accept, text }) = self.commands.get(self.index).cloned() {
            return Some(self.answer_dialog(accept, text, Stage::Act));
        }
        let DialogShown { kind, message } = self.progress.dialog.clone().unwrap_or_default();
        if kind == "alert" {
            self.lines.push(Line::new(Kind::Note, say!(BuiltInDialogSaid { message: message })));
            return Some(self.answer_dialog(true, None, Stage::Dialog));
        }
        if self.stage == Some(Stage::AskDialog) {
            let said = self.progress.last.as_ref().map(|round| round.words.clone()).unwrap_or_default();
            self.stage = None;
            // Anything but yes or no is the text to enter.
            let accept = yes_or_no(&said);
            let entered = accept.is_none().then_some(said);
            return Some(self.answer_dialog(accept.unwrap_or(true), entered, Stage::Dialog));
        }
        let shown = if message.is_empty() { String::new() } else { format!(": “{message}”") };
        let question = say!(BuiltInDialogAsk { shown: shown }).to_string();
        Some(self.ask(&question, [say!(Ok), say!(Cancel)], Stage::AskDialog))
    }

    fn answer_dialog(&mut self, accept: bool, entered: Option<String>, stage: Stage) -> ModelTurn {
        let args = match entered {
            Some(entered) => json!({ "accept": accept, "text": entered }),
            None => json!({ "accept": accept }),
        };
        self.call("handle_dialog", args, stage)
    }

    fn ask(&mut self, question: &str, options: [Sentence; 2], stage: Stage) -> ModelTurn {
        let options = options.map(String::from);
        self.call("ask_user", json!({ "question": question, "options": options }), stage)
    }

    fn call(&mut self, tool: &str, args: Value, stage: Stage) -> ModelTurn {
        self.tries += 1;
        let doing = match (self.commands.get(self.index), stage) {
            (Some(command), Stage::Act | Stage::Again | Stage::Meant) => command.to_string(),
            (Some(command), Stage::AskAgain | Stage::AskDialog | Stage::Dialog) => {
                say!(BuiltInQuestionFirst { doing: command.to_string() }).into()
            }
            (Some(command), Stage::Pause | Stage::Wait | Stage::Settle) => {
                say!(BuiltInWaiting { doing: command.to_string() }).into()
            }
            (Some(command), _) => say!(BuiltInLooking { doing: command.to_string() }).into(),
            (None, _) => say!(BuiltInFinish).into(),
        };
        let at = self.index.min(self.commands.len().saturating_sub(1));
        let step = step(at, &self.commands, &doing);
        let text: Vec<String> = self.lines.iter().map(Line::to_string).chain([step]).collect();
        let call =
            ToolCall { id: call_id(self.index, self.tries, stage), name: tool.to_owned(), arguments: args.to_string() };
        let continuation = Some(kept(&self.own_lines()));
        ModelTurn { text: text.join("\n"), tool_calls: vec![call], continuation, ..ModelTurn::default() }
    }

    fn own_lines(&self) -> Vec<Line> {
        self.progress.own_lines.iter().chain(&self.lines).cloned().collect()
    }

    fn finish(&mut self) -> ModelTurn {
        let lines = self.own_lines();
        let lacks = |line: &Line| matches!(line.kind, Kind::NoAnswer | Kind::Unfilled);
        if lines.iter().any(lacks) {
            let turn = self.end_with(self.ends.1, None);
            return instead(self.request, &self.progress, turn);
        }
        self.end_with(self.ends.0, None)
    }

    /// Ends unfinished, where something else may help.
    fn stuck(&mut self, why: &str) -> ModelTurn {
        let turn = self.halt(why);
        instead(self.request, &self.progress, turn)
    }

    /// Ends unfinished.
    fn halt(&mut self, why: &str) -> ModelTurn {
        if !self.can_fail {
            return text(summary(&self.own_lines(), &self.commands, self.index, Some(why)));
        }
        self.end_with(self.ends.1, Some(why))
    }

    /// The final words repeat all earlier lines, so these are not sent again.
    fn end_with(&mut self, tool: &str, why: Option<&str>) -> ModelTurn {
        self.tries += 1;
        let id = call_id(self.index, self.tries, Stage::End);
        let mut said = summary(&self.own_lines(), &self.commands, self.index, why);
        if let Some(ended) = self.progress.ended.clone() {
            // Questioned, with nothing after it: the same again.
            if self.progress.last.as_ref().is_some_and(|round| round.stage == Stage::End) {
                return ModelTurn { tool_calls: vec![ToolCall { id, ..ended }], ..ModelTurn::default() };
            }
            said = format!("{}\n\n{said}", words_of(&ended));
        }
        let lines = self.own_lines();
        let answers = lines.iter().filter(|line| line.kind == Kind::Answer);
        let answers: Vec<&str> = answers.map(|line| line.words.as_str()).collect();
        let arguments = match tool {
            STEP_DONE => json!({ "outputs": plans::outputs(&answers, &self.commands, &self.progress) }),
            FAIL => {
                let done = self.commands.get(..self.index).unwrap_or_default();
                // Mere navigation, or looking for a missing answer, did nothing of the task.
                let filled = filled(&lines);
                let changed = |command: &Command| command.changes() && !matches!(command, Command::Fact { .. });
                let counts = !answers.is_empty() || !filled.is_empty() || done.iter().any(changed);
                let list = done_list(done);
                let done = if list.is_empty() { filled } else { list };
                if counts { json!({ "reason": said, "done": done }) } else { json!({ "reason": said }) }
            }
            END if !answers.is_empty() => json!({ "summary": said, "evidence": evidence(&answers) }),
            END => json!({ "summary": said }),
            _ => json!({ "reason": said }),
        };
        let call = ToolCall { id, name: tool.to_owned(), arguments: arguments.to_string() };
        ModelTurn { tool_calls: vec![call], ..ModelTurn::default() }
    }

    fn failed(&mut self, said: &str) -> ModelTurn {
        let doing = self.commands.get(self.index).map(Command::to_string).unwrap_or_default();
        self.stuck(&say!(BuiltInCouldNot { doing: doing, why: first_line(said) }).to_string())
    }

    fn denied(&mut self, round: &Round) -> ModelTurn {
        let doing = self.commands.get(self.index).map(Command::to_string).unwrap_or_default();
        let why = match round.end {
            CallEnd::Forbidden => say!(BuiltInCouldNot { doing: doing, why: first_line(&round.words) }).to_string(),
            _ => say!(BuiltInDenied { doing: doing }).to_string(),
        };
        self.halt(&why)
    }
}

/// The text of a call that ends a run.
fn words_of(end: &ToolCall) -> String {
    let arguments: Value = serde_json::from_str(&end.arguments).unwrap_or_default();
    let text = |name: &str| arguments.get(name).and_then(Value::as_str);
    text("summary").or_else(|| text("reason")).unwrap_or_default().to_owned()
}

/// What the page is to show: the answers, of a list its first entry.
fn evidence(answers: &[&str]) -> String {
    match answers.iter().find_map(|answer| answer.strip_prefix(ENTRY)) {
        Some(entry) => entry.to_owned(),
        None => answers.join("\n"),
    }
}

/// A fact as it was entered; a secret is not repeated.
fn filled_in(command: &Command) -> Option<String> {
    let Command::Fact { key, value, .. } = command else { return None };
    let secret = Target::named(key.clone()).is_secret();
    Some(if secret { key.clone() } else { format!("{key}: {value}") })
}

fn first_line(text: &str) -> String {
    text.trim().lines().next().unwrap_or("").to_owned()
}
