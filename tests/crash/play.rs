//! A crash schedule: a task, deaths at random boundaries, a user beside it, and the invariants at the end.

use super::model::{self, NEXT, SENT, SHOP, STEPS};
use super::rng::Rng;
use edith_model::{ChatMessage, ChatRequest};
use edith_port::Table;
use edith_protocol::{AnswerBody, AskKind, Command, Conversation, Reply, Role, RunInfo, RunState};
use edith_testkit::{FakePage, Scripted, World};
use serde_json::json;
use std::cell::Cell;
use std::collections::BTreeMap;

/// The approximate number of boundaries in an undisturbed task: deaths fall anywhere among them.
const BOUNDARIES: u64 = 420;
/// Rounds of deaths and words after which a run counts as stuck.
const ROUNDS: u32 = 60;

/// The kinds of schedules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// The task with deaths only.
    Task,
    /// The user pauses and resumes.
    Paused,
    /// The user speaks.
    Said,
    /// The user stops it.
    Stopped,
    /// A research on three sites.
    Research,
    /// The task, started by a schedule.
    Scheduled,
    /// Chat.
    Chat,
    /// A worker believed dead continues beside the new one.
    Stale,
}

impl Kind {
    pub(crate) const ALL: [Self; 8] =
        [Self::Task, Self::Paused, Self::Said, Self::Stopped, Self::Research, Self::Scheduled, Self::Chat, Self::Stale];

    pub(crate) fn from_seed(seed: u64) -> Self {
        Self::ALL[(seed % Self::ALL.len() as u64) as usize]
    }
}

/// The result of a schedule.
#[derive(Debug, Clone, Default)]
pub(crate) struct Tally {
    pub deaths: u64,
    pub stale: u64,
    pub effects: u64,
    pub requests: u64,
    pub boundaries: u64,
}

impl Tally {
    pub(crate) fn add(&mut self, other: &Self) {
        self.deaths += other.deaths;
        self.stale += other.stale;
        self.effects += other.effects;
        self.requests += other.requests;
        self.boundaries += other.boundaries;
    }
}

const SITES: [&str; 3] = ["http://a.example/", "http://b.example/", "http://c.example/"];
/// 2026-05-04 00:00 UTC, a Monday.
pub(crate) const MONDAY: f64 = 1_777_852_800_000.0;
const HOUR: f64 = 3_600_000.0;

struct Play {
    world: World,
    rng: Rng,
    kind: Kind,
    /// The remaining deaths.
    deaths_left: u64,
    tally: Tally,
    loud: bool,
    /// The commands acknowledged to the user.
    said: Option<String>,
    stopped_at: Option<usize>,
    paused_at: Option<usize>,
    /// Whether the word, pause or stop is still to come, and after how many boundaries.
    act_in: Option<u64>,
    answered: BTreeMap<String, String>,
}

/// A browser with the task's pages.
pub(crate) fn shop_world() -> World {
    let world = World::default();
    world.clock.set(MONDAY);
    let shop = FakePage::new("Shop").button("Add lamp").button("Place order").link("More", NEXT).input("Name");
    world.browser.add_page(SHOP, shop);
    let (method, url) = SENT.split_once(' ').unwrap();
    // Whoever can log out is logged in.
    let next = FakePage::new("Next").sending("Count", method, url, "{}").button("Send message").button("Log out");
    world.browser.add_page(NEXT, next);
    for site in SITES {
        world.browser.add_page(site, FakePage::new("Lamps").text(&format!("Desk lamp on {site} costs 24.90")));
    }
    world
}

fn world(kind: Kind) -> World {
    let world = shop_world();
    let number = Cell::new(0);
    world.model.always(move |request| {
        number.set(number.get() + 1);
        match kind {
            Kind::Chat => Scripted::Text("Hello!".to_owned()),
            Kind::Research => research(request),
            _ => model::answer(request, number.get()),
        }
    });
    world
}

fn research(request: &ChatRequest) -> Scripted {
    let all = serde_json::to_string(&request.messages).unwrap();
    if request.tools.iter().any(|tool| tool.name == "extract_data") {
        let url = SITES.iter().find(|url| all.contains(&format!("begin with: {url}"))).unwrap();
        let quote = format!("Desk lamp on {url} costs 24.90");
        let fact = json!({"fact": "It costs 24.90.", "quote": quote, "url": url});
        return Scripted::call("extract_data", &json!({"data": {"facts": [fact]}}).to_string());
    }
    if matches!(&request.messages[0], ChatMessage::System { content } if content.contains("You write the answer")) {
        return Scripted::Text("It costs 24.90 [1].".to_owned());
    }
    let tasks: Vec<_> =
        SITES.iter().map(|url| json!({"description": url, "url": url, "extractionGoal": "price"})).collect();
    Scripted::Text(json!({"isResearch": true, "subTasks": tasks}).to_string())
}

/// Plays a seed's schedule. The error names the broken invariant.
pub(crate) fn play(seed: u64, loud: bool) -> Result<Tally, String> {
    let mut rng = Rng::new(seed);
    let kind = Kind::from_seed(seed);
    // One in four schedules has the maximum number of deaths.
    let deaths_left = if rng.one_in(4) { 12 } else { 1 + rng.below(4) };
    let act_in = match kind {
        Kind::Paused | Kind::Said | Kind::Stopped => Some(1 + rng.below(BOUNDARIES)),
        _ => None,
    };
    let mut play = Play {
        world: world(kind),
        rng,
        kind,
        deaths_left,
        tally: Tally::default(),
        loud,
        said: None,
        stopped_at: None,
        paused_at: None,
        act_in,
        answered: BTreeMap::new(),
    };
    play.whole()?;
    play.tally.effects = play.world.browser.done().len() as u64;
    play.tally.requests = play.world.model.requests().len() as u64;
    Ok(play.tally)
}

impl Play {
    fn tell(&self, text: impl FnOnce() -> String) {
        if self.loud {
            println!("  {}", text());
        }
    }

    fn dies_in(&mut self) -> Option<u64> {
        if self.deaths_left == 0 {
            return None;
        }
        // Half of the deaths come early, where freshly stored data is read again.
        let span = match self.rng.below(4) {
            0 => 12,
            1 => 60,
            _ => BOUNDARIES,
        };
        Some(1 + self.rng.below(span))
    }

    fn plan_death(&mut self) {
        if let Some(more) = self.dies_in() {
            let life = self.world.life();
            life.die_at(life.passed() + more);
        }
    }

    /// Starts the next worker where the last one died. Returns whether there was a death.
    fn revive(&mut self) -> bool {
        let life = self.world.life();
        if !life.is_over() {
            return false;
        }
        self.tally.boundaries += life.passed();
        self.tally.deaths += 1;
        self.deaths_left = self.deaths_left.saturating_sub(1);
        self.tell(|| format!("died after {} boundaries; done: {:?}", life.passed(), self.world.browser.done()));
        match self.dies_in() {
            Some(at) => self.world.restart_to_die(at),
            None => self.world.restart_worker(),
        }
        true
    }

    /// Sends a command until it is acknowledged, as a user without a response would.
    fn say(&mut self, command: &Command) -> Reply {
        for _ in 0..ROUNDS {
            if let Some(reply) = self.world.send(command.clone()) {
                return reply;
            }
            self.revive();
        }
        panic!("{command:?} is never answered");
    }

    fn runs(&mut self) -> Vec<RunInfo> {
        match self.say(&Command::RunList { after: None }).body {
            Some(AnswerBody::Runs { runs, .. }) => runs,
            other => panic!("{other:?}"),
        }
    }

    fn begin(&mut self) -> Result<(), String> {
        self.plan_death();
        match self.kind {
            Kind::Scheduled => {
                let schedule = json!({"id": "d", "name": "Daily", "prompt": "do it", "cronExpression": "0 9 * * *", "enabled": true,
                    "may": ["buy", "pay", "send", "post", "delete"]});
                self.world.set("edith_schedules", json!([schedule]));
                self.world.check_schedules();
                while self.revive() {}
                self.world.clock.set(MONDAY + 9.0 * HOUR + 1.0);
                self.world.check_schedules();
                Ok(())
            }
            _ => {
                let prompt = "do the task".to_owned();
                let command = match self.kind {
                    Kind::Chat => Command::Chat { prompt, conversation_id: None },
                    Kind::Research => Command::ResearchRun { prompt, conversation_id: None },
                    _ => Command::AgentRun { prompt, conversation_id: None, tab_id: None },
                };
                for _ in 0..ROUNDS {
                    if self.world.send(command.clone()).is_some() {
                        return Ok(());
                    }
                    self.revive();
                    // Not acknowledged; the user checks whether it runs anyway.
                    if !self.conversations().is_empty() || !self.runs().is_empty() {
                        return Ok(());
                    }
                }
                Err("the command is never answered: stuck".to_owned())
            }
        }
    }

    /// Sends the user's word, pause or stop once it is due.
    fn act(&mut self) -> Result<(), String> {
        let Some(after) = self.act_in.take() else { return Ok(()) };
        self.world.settle_until(after);
        if self.world.life().is_over() {
            // It is due in the next life.
            self.act_in = Some(1 + after.saturating_sub(self.world.life().passed()));
            return Ok(());
        }
        let Some(run) = self.runs().into_iter().find(|run| run.state != RunState::Done).map(|run| run.run_id) else {
            return Ok(());
        };
        let command = match self.kind {
            Kind::Paused => Command::AgentPause { run_id: run },
            Kind::Said => Command::AgentSay { run_id: run, text: "make it green".to_owned() },
            _ => Command::AgentStop { run_id: Some(run) },
        };
        let Some(reply) = self.world.send(command) else {
            // Without an acknowledgement it counts as unsaid, though it may have been heard.
            self.act_in = Some(1 + self.rng.below(40));
            return Ok(());
        };
        self.tell(|| format!("{:?} acknowledged: {}", self.kind, reply.ok));
        if reply.ok {
            let done = self.world.browser.done().len();
            match self.kind {
                Kind::Paused => self.paused_at = Some(done),
                Kind::Said => self.said = Some("make it green".to_owned()),
                _ => self.stopped_at = Some(done),
            }
        }
        Ok(())
    }

    fn whole(&mut self) -> Result<(), String> {
        self.begin()?;
        for _ in 0..ROUNDS {
            if self.act_in.is_some() {
                self.act()?;
            }
            if self.kind == Kind::Stale && self.tally.stale < 3 && self.rng.one_in(2) {
                self.second_worker();
            }
            self.world.settle();
            if self.revive() {
                continue;
            }
            if self.step()? {
                if self.world.has_dead_beside() {
                    // What a dying worker held is the next one's to release, whenever that starts.
                    self.world.restart_worker();
                    self.world.settle();
                }
                return self.check();
            }
        }
        Err(format!("stuck: {:?}; {:?}", self.runs(), self.world.browser.done()))
    }

    /// Another worker starts beside a live one: they take turns, or the older one freezes and resumes when the newer one has done all it could.
    fn second_worker(&mut self) {
        let old = self.world.life();
        let at = old.passed() + 1 + self.rng.below(120);
        self.world.settle_until(at);
        if old.is_over() {
            return;
        }
        self.tally.stale += 1;
        self.tell(|| format!("a second worker; done: {:?}", self.world.browser.done()));
        if self.rng.one_in(4) {
            let mut dice = Rng::new(self.rng.next());
            self.world.take_turns(move || dice.next() >> 8);
            self.world.start_beside();
        } else {
            old.hold_at(Some(at));
            self.world.start_beside();
            self.world.settle();
            old.hold_at(None);
        }
        self.plan_death();
    }

    /// The user's action when nothing moves. Returns whether all is over.
    fn step(&mut self) -> Result<bool, String> {
        let runs = self.runs();
        if self.world.life().is_over() {
            return Ok(false);
        }
        let Some(run) = runs.iter().find(|run| run.state != RunState::Done && run.parent_run_id.is_none()) else {
            return Ok(true);
        };
        if let Some(ask) = runs.iter().find_map(|run| run.ask.clone()) {
            let text = match ask.kind {
                AskKind::Approval(_) => "once".to_owned(),
                AskKind::Question { .. } if ask.text.contains("colour") => "green".to_owned(),
                // Asked whether something happened, the user looks.
                AskKind::Question { .. } => {
                    let done = self.world.browser.done();
                    let about = STEPS.iter().find(|step| !step.label.is_empty() && ask.text.contains(step.label));
                    let about = about.ok_or_else(|| format!("stuck: asked {:?}", ask.text))?;
                    let happened = done.iter().any(|done| done == about.effect);
                    if happened { "it happened" } else { "it did not happen" }.to_owned()
                }
                AskKind::Limit { .. } | AskKind::Plan { .. } | AskKind::Form { .. } => {
                    return Err(format!("asked {ask:?}"));
                }
            };
            let id = ask.ask_id.0.clone();
            let reply = self.world.send(Command::AgentAnswer {
                run_id: ask.run_id,
                ask_id: ask.ask_id,
                answer: text.clone().into(),
            });
            self.tell(|| format!("{} answered {text:?}: {}", ask.text, reply.is_some()));
            if reply.is_some_and(|reply| reply.ok) && self.answered.insert(id.clone(), text).is_some() {
                return Err(format!("the acknowledged answer to {id} is lost"));
            }
            return Ok(false);
        }
        if run.state == RunState::Paused {
            if let Some(at) = self.paused_at
                && self.world.browser.done().len() > at + 1
            {
                return Err("a paused run went on: the acknowledged pause is lost".to_owned());
            }
            let _heard = self.world.send(Command::AgentResume { run_id: run.run_id.clone() });
            self.paused_at = None;
            return Ok(false);
        }
        // Stuck: nothing moves and nobody is asked.
        Err(format!("stuck: {:?} {:?}; {:?}", run.state, run.run_id, self.world.browser.done()))
    }

    fn conversations(&self) -> Vec<Conversation> {
        self.world.store.conversations()
    }

    /// The invariants at the end.
    fn check(&mut self) -> Result<(), String> {
        let done = self.world.browser.done();
        let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
        for effect in done.iter().filter(|effect| !(effect.starts_with("navigate") && self.kind == Kind::Research)) {
            *counts.entry(effect).or_default() += 1;
        }
        if let Some((effect, times)) = counts.iter().find(|(_, times)| **times > 1) {
            return Err(format!("doubled: {effect} {times} times in {done:?}"));
        }
        if let Some(at) = self.stopped_at
            && done.len() > at
        {
            return Err(format!("acted after an acknowledged stop: the stop is lost; {done:?}"));
        }
        let conversations = self.conversations();
        let [conversation] = conversations.as_slice() else {
            return Err(format!("lost: {} conversations", conversations.len()));
        };
        self.check_ends(conversation)?;
        self.check_answers(conversation)?;
        for request in self.world.model.requests() {
            paired(&request)?;
        }
        if self.world.store.count(Table::Runs) + self.world.store.count(Table::Pages) > 0 {
            return Err("records of runs that are over are left: stuck".to_owned());
        }
        if !self.world.browser.attached().is_empty() {
            return Err("a tab is still attached: stuck".to_owned());
        }
        Ok(())
    }

    /// It ended as it should, with everything done, and reports that.
    fn check_ends(&self, conversation: &Conversation) -> Result<(), String> {
        let last = conversation.messages.last().filter(|message| message.role == Role::Assistant);
        let end = last.map(|message| message.content.clone()).unwrap_or_default();
        let done = self.world.browser.done();
        match self.kind {
            Kind::Chat if end == "Hello!" => Ok(()),
            Kind::Research if end.contains("It costs 24.90 [1]") => Ok(()),
            Kind::Stopped if self.stopped_at.is_some() && end == "You stopped this." => Ok(()),
            Kind::Chat | Kind::Research => Err(format!("lost: it ended with {end:?}")),
            // Nobody can say what became of an effect that died halfway: the run ends with the question.
            Kind::Scheduled
                if end.contains("It asks you") || end.contains("It is not known whether it took effect") =>
            {
                Ok(())
            }
            // An unacknowledged stop may still have been heard.
            Kind::Stopped if self.stopped_at.is_none() && end == "You stopped this." => Ok(()),
            _ => {
                let missing: Vec<_> = STEPS
                    .iter()
                    .filter(|step| !step.effect.is_empty() && !done.iter().any(|done| done == step.effect))
                    .map(|step| step.effect)
                    .collect();
                if missing.is_empty() && end == "all done" {
                    Ok(())
                } else {
                    Err(format!("lost: {missing:?} is missing, and it ended with {end:?}"))
                }
            }
        }
    }

    /// Every call has one result, and the user's words are there.
    fn check_answers(&self, conversation: &Conversation) -> Result<(), String> {
        let mut open: Vec<&str> = Vec::new();
        for message in &conversation.messages {
            match message.role {
                Role::Assistant => open.extend(message.tool_calls.iter().map(|call| call.id.as_str())),
                Role::Tool => {
                    let id = message.tool_call_id.as_deref().unwrap_or_default();
                    let at = open.iter().position(|open| *open == id);
                    open.remove(at.ok_or_else(|| format!("doubled: a second answer to {id}"))?);
                }
                Role::User => {}
            }
        }
        if !open.is_empty() {
            return Err(format!("lost: no answer to {open:?}"));
        }
        let all = serde_json::to_string(conversation).unwrap();
        if let Some(said) = self.said.as_ref().filter(|said| !all.contains(said.as_str())) {
            return Err(format!("lost: {said:?} was acknowledged"));
        }
        Ok(())
    }
}

/// Every call in a request has exactly one result, right after it.
fn paired(request: &ChatRequest) -> Result<(), String> {
    let mut open: Vec<&str> = Vec::new();
    for message in &request.messages {
        match message {
            ChatMessage::Assistant { tool_calls, .. } if open.is_empty() => {
                open = tool_calls.iter().map(|call| call.id.as_str()).collect();
            }
            ChatMessage::Tool { tool_call_id, .. } => {
                let at = open.iter().position(|open| open == tool_call_id);
                open.remove(at.ok_or("doubled: an answer without its call was sent")?);
            }
            ChatMessage::System { .. } | ChatMessage::User { .. } if open.is_empty() => {}
            _ => return Err(format!("lost: no answer to {open:?} was sent")),
        }
    }
    if open.is_empty() { Ok(()) } else { Err(format!("lost: no answer to {open:?} was sent")) }
}
