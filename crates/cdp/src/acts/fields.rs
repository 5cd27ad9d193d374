//! Actions on fields and scrollers that the page's own functions carry out: choosing, setting values, scrolling.

use crate::acts::typing::holds;
use crate::effect::settle::Mark;
use crate::input::pointer::Press;
use crate::page::element::{Need, Subject, quoted};
use crate::session::CdpTab;
use crate::wire::keys;
use edith_core::action::{TabError, Target};
use edith_page::page_api::{Centre, Direction, FocusInfo, Note, Probe, ReadValue, Scrolled, SelectOption, SetNative};
use edith_protocol::ScrollDirection;
use serde_json::{Value, json};

/// Most options named in a refusal.
const OPTIONS: usize = 20;
/// How far the wheel turns where no amount is given and the page's size is unknown, in CSS pixels.
const WHEEL: f64 = 600.0;

/// A box may take so long to show that it was ticked, in milliseconds, and is asked again after such a pause.
const TAKEN_MS: f64 = 1_000.0;
const TAKEN_PAUSE: u64 = 30;

/// How often a slider's way to its value is measured anew, and how many presses one way has at most.
const SLIDER_ROUNDS: u32 = 4;
const SLIDER_PRESSES: usize = 300;
/// Values nearer to each other than this are the same.
const SAME: f64 = 1e-6;

/// The number that a value begins with: `40`, `40.5 %`.
fn number(text: &str) -> Option<f64> {
    let end = text.trim().find(|c: char| !c.is_ascii_digit() && !matches!(c, '-' | '.')).unwrap_or(text.trim().len());
    text.trim().get(..end)?.parse().ok()
}

/// What was scrolled, by as much of role and name as it has.
fn box_of(note: &Note) -> String {
    match (note.role.as_str(), note.name.as_str()) {
        ("", "") => "a part of the page".to_owned(),
        (role, "") => role.to_owned(),
        ("", name) => quoted(name),
        (role, name) => format!("{role} {}", quoted(name)),
    }
}

/// Whether it is ticked, switched or chosen instead of holding a value.
fn is_toggle(probe: &Probe) -> bool {
    const ROLES: [&str; 5] = ["checkbox", "radio", "switch", "menuitemcheckbox", "menuitemradio"];
    matches!(probe.input_type.as_str(), "checkbox" | "radio") || ROLES.contains(&probe.role.as_str()) && !probe.editable
}

/// Whether a value says that something is to be ticked; of one of many also by its own name.
fn ticked(value: &str, name: &str, one_of_many: bool) -> Option<bool> {
    let value = value.trim().to_lowercase();
    match value.as_str() {
        "true" | "on" | "yes" | "1" | "checked" | "ticked" | "selected" => Some(true),
        "false" | "off" | "no" | "0" | "" | "unchecked" | "unticked" => Some(false),
        own if one_of_many && own == name.trim().to_lowercase() => Some(true),
        _ => None,
    }
}

impl CdpTab {
    pub(crate) async fn select_option(
        &self,
        target: &Target,
        value: &str,
        add: bool,
        mark: &mut Mark,
    ) -> Result<(), TabError> {
        let subject = self.ready(target, Need::USE).await?;
        self.reach(mark, format!("Chose {} in {}.", quoted(value), subject.label)).await?;
        let answer: Option<SelectOption> = self.page("selectOption", json!([subject.node, [value], add])).await?;
        let Some(answer) = answer else { return Err(TabError::Gone { what: subject.what }) };
        if !answer.native {
            return self.select_drawn(subject, target, value, mark).await;
        }
        if !answer.ok {
            let named: Vec<String> = answer.options.iter().take(OPTIONS).map(|option| quoted(option)).collect();
            let rest = answer.options.len().saturating_sub(OPTIONS);
            let more = if rest > 0 { format!(" and {rest} more") } else { String::new() };
            let list = if named.is_empty() { "none".to_owned() } else { named.join(", ") };
            let why = format!("{} has no single usable option {}. Options: {list}{more}.", subject.what, quoted(value));
            return Err(TabError::NotPossible(why));
        }
        let now: Vec<String> = answer.selected.iter().map(|option| quoted(option)).collect();
        let now = if now.is_empty() { "nothing".to_owned() } else { now.join(", ") };
        let already = if answer.changed { "" } else { " It was chosen already." };
        self.say(format!("Chose {now} in {}.{already}", subject.label));
        Ok(())
    }

    pub(crate) async fn set_value(&self, target: &Target, value: &str, mark: &mut Mark) -> Result<(), TabError> {
        let subject = self.ready(target, Need::USE).await?;
        if subject.probe.readonly {
            return Err(TabError::Disabled { what: subject.what, state: "read-only".to_owned() });
        }
        if is_toggle(&subject.probe) {
            return self.set_toggle(&subject, target, value, mark).await;
        }
        let shown = if subject.probe.field.is_masked() { "a value".to_owned() } else { quoted(value) };
        self.reach(mark, format!("Set {} to {shown}.", subject.label)).await?;
        // What holds its value in its text is typed into.
        let by_keys = matches!(subject.probe.role.as_str(), "slider" | "spinbutton") && !subject.probe.editable;
        if by_keys && subject.probe.tag != "input" {
            return self.set_by_keys(&subject, value).await;
        }
        if let Some(now) = self.set_native(&subject, value).await? {
            self.say(format!("Set {} to {shown}.{now}", subject.label));
        }
        Ok(())
    }

    /// Ticks, unticks or chooses by a click, as a person does, and sees that it was taken.
    async fn set_toggle(
        &self,
        subject: &Subject,
        target: &Target,
        value: &str,
        mark: &mut Mark,
    ) -> Result<(), TabError> {
        let one_of_many = subject.probe.role.ends_with("radio");
        let Some(wanted) = ticked(value, &subject.probe.name, one_of_many) else {
            let why = format!("{} takes true or false, not {}. Nothing was done.", subject.what, quoted(value));
            return Err(TabError::NotPossible(why));
        };
        if one_of_many && !wanted {
            let why = format!("{} is let go of by choosing another one of its group. Nothing was done.", subject.what);
            return Err(TabError::NotPossible(why));
        }
        let state = |on: bool| match (one_of_many, on) {
            (true, _) => "chosen",
            (false, true) => "ticked",
            (false, false) => "not ticked",
        };
        if self.is_ticked(subject).await? == Some(wanted) {
            self.reach(mark, format!("{} is {} already.", subject.label, state(wanted))).await?;
            return Ok(());
        }
        self.click(target, &Press { count: 1, ..Press::default() }, mark).await?;
        let end = self.clock.now() + TAKEN_MS;
        loop {
            match self.is_ticked(subject).await? {
                Some(now) if now == wanted => break,
                Some(now) if self.clock.now() >= end => {
                    return Err(TabError::NotTaken {
                        what: subject.what.clone(),
                        now: state(now && !one_of_many).to_owned(),
                    });
                }
                // Redrawn by its page, or without a state of its own: the look tells.
                None if self.clock.now() >= end => {
                    self.say(format!("Clicked {}, which does not tell its state.", subject.label));
                    return Ok(());
                }
                _ => self.clock.sleep(TAKEN_PAUSE).await,
            }
        }
        self.say(format!("Clicked {}: it is {} now.", subject.label, state(wanted)));
        Ok(())
    }

    async fn is_ticked(&self, subject: &Subject) -> Result<Option<bool>, TabError> {
        let value: Option<ReadValue> = self.page("readValue", json!([subject.node])).await?;
        Ok(value.and_then(|value| value.checked))
    }

    /// Through the field's own setter; what it holds then, where that is written in another way.
    pub(crate) async fn set_native(&self, subject: &Subject, value: &str) -> Result<Option<String>, TabError> {
        let answer: Option<SetNative> = self.page("setNative", json!([subject.node, value])).await?;
        let what = subject.what.clone();
        let Some(answer) = answer else { return Err(TabError::Gone { what }) };
        if answer.ok {
            return Ok(answer.value.filter(|now| now != value).map(holds));
        }
        if !answer.problem.is_empty() {
            return Err(TabError::NotPossible(format!("{what} cannot be set: {}", answer.problem)));
        }
        let now = answer.value.as_deref().map_or_else(|| "something hidden".to_owned(), quoted);
        Err(TabError::NotTaken { what, now })
    }

    /// Sets a slider or a number that the page made itself, as a person without a mouse would: with the arrow keys.
    async fn set_by_keys(&self, subject: &Subject, value: &str) -> Result<(), TabError> {
        let Some(wanted) = number(value) else {
            return Err(TabError::NotPossible(format!("{} takes a number, not {}.", subject.what, quoted(value))));
        };
        let _: Option<FocusInfo> = self.page("focus", json!([subject.node])).await?;
        let mut now = self.slider_at(subject).await?;
        for _ in 0..SLIDER_ROUNDS {
            let left = wanted - now;
            if left.abs() < SAME {
                return Ok(());
            }
            // One press tells how far a press goes.
            let (key, code) = match (subject.probe.role == "spinbutton", left > 0.0) {
                (true, true) => ("ArrowUp", 38),
                (true, false) => ("ArrowDown", 40),
                (false, true) => ("ArrowRight", 39),
                (false, false) => ("ArrowLeft", 37),
            };
            self.send_keys(keys::plain(key, code)).await?;
            let after = self.slider_at(subject).await?;
            let step = after - now;
            now = after;
            let presses = ((wanted - now) / step).round();
            // A step that leads away, or none at all: it does not go by these keys.
            if !presses.is_finite() || presses < 0.0 {
                break;
            }
            for _ in 0..(presses as usize).min(SLIDER_PRESSES) {
                self.send_keys(keys::plain(key, code)).await?;
            }
            now = self.slider_at(subject).await?;
        }
        if (wanted - now).abs() < SAME {
            return Ok(());
        }
        Err(TabError::NotTaken { what: subject.what.clone(), now: now.to_string() })
    }

    async fn slider_at(&self, subject: &Subject) -> Result<f64, TabError> {
        let value: Option<ReadValue> = self.page("readValue", json!([subject.node])).await?;
        let text = value.ok_or_else(|| TabError::Gone { what: subject.what.clone() })?.value.unwrap_or_default();
        number(&text).ok_or_else(|| TabError::NotPossible(format!("{} does not tell its value.", subject.what)))
    }

    pub(crate) async fn scroll(
        &self,
        direction: ScrollDirection,
        amount: Option<f64>,
        target: Option<&Target>,
        mark: &mut Mark,
    ) -> Result<(), TabError> {
        let node = match target {
            Some(target) => self.ready(target, Need::BE).await?.node,
            None => 0,
        };
        let (way, words) = match direction {
            ScrollDirection::Up => (Direction::Up, "up"),
            ScrollDirection::Down => (Direction::Down, "down"),
            ScrollDirection::Top => (Direction::Top, "to the top"),
            ScrollDirection::Bottom => (Direction::Bottom, "to the bottom"),
        };
        self.reach(mark, format!("Scrolled {words}.")).await?;
        let pixels = amount.filter(|amount| *amount > 0.0).unwrap_or(0.0);
        let answer: Option<Scrolled> = self.page("scrollBy", json!([node, way, pixels])).await?;
        let Some(done) = answer else {
            return Err(TabError::Gone { what: target.map(|t| t.uid.to_string()).unwrap_or_default() });
        };
        let of = done.scroller.as_ref().map_or_else(String::new, |note| format!(" in {}", box_of(note)));
        let place = format!("now at {:.0} of {:.0} px", done.after[1], done.max[1]);
        if done.moved {
            let end = if done.end { "; nothing is left in that direction" } else { "" };
            self.say(format!("Scrolled {words}{of}: {place}{end}."));
            return Ok(());
        }
        // Maps, canvases and virtual lists listen to the wheel themselves.
        let at = self.wheel_point(node).await?;
        let distance = if pixels > 0.0 { pixels } else { WHEEL };
        let sign = match direction {
            ScrollDirection::Up | ScrollDirection::Top => -1.0,
            ScrollDirection::Down | ScrollDirection::Bottom => 1.0,
        };
        self.wheel(at, 0.0, sign * distance).await?;
        let what = if done.end { "nothing is left to scroll in that direction" } else { "it did not move" };
        self.say(format!("Turned the wheel {words}{of}: {what} ({place})."));
        Ok(())
    }

    async fn wheel_point(&self, node: u32) -> Result<[f64; 2], TabError> {
        if node != 0 {
            let centre: Option<Centre> = self.page("centre", json!([node])).await?;
            if let Some(point) = centre.and_then(|centre| centre.point) {
                return Ok(self.lifted(node, point).await?.point);
            }
        }
        let metrics = self.call("Page.getLayoutMetrics", json!({})).await?;
        let half = |name: &str| {
            let size = metrics.pointer(&format!("/cssLayoutViewport/{name}")).and_then(Value::as_f64);
            size.unwrap_or(WHEEL) / 2.0
        };
        Ok([half("clientWidth"), half("clientHeight")])
    }
}
