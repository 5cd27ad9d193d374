//! Typing: into the right field, by the first method that takes, and read back.

pub mod readback;

use crate::acts::typing::readback::{Fate, Taken, Typed, shows, taken};
use crate::effect::settle::Mark;
use crate::page::element::{Need, Subject, label, quoted};
use crate::session::CdpTab;
use crate::state::TabState;
use crate::wire::keys;
use edith_core::action::{TabError, Target};
use edith_page::page_api::{FocusInfo, Probe, ReadValue, Selected, SetNative, TypingSeen};
use edith_page::uid::{Seen, same_identity};
use edith_protocol::MouseButton;
use edith_protocol::Typing;
use serde_json::{Value, json};

/// A text longer than this, in characters, is inserted at once when typing is fast.
const LONG: usize = 200;
/// A page may put its own form on a value within this after the last key, in milliseconds.
const FORMAT_MS: f64 = 60.0;
/// Pause between two looks at a value that is not there yet, in milliseconds.
const FORMAT_PAUSE: u64 = 15;

/// A page that empties a field may show within this what it made of it, in milliseconds.
const REACTION_MS: f64 = 400.0;
/// A page that draws its field anew when it is pressed has done so within this, in milliseconds.
const SUCCESSOR_MS: f64 = 200.0;
/// What is told of a field that went away while it was typed into.
const LEFT: &str = " The field is no longer there, so what it took cannot be read back.";
/// What is told of a field that passed on what it got.
const CONSUMED: &str =
    " The page took it: the field does not hold it any more. Look at what came of it before typing it again.";
/// The same where the field is emptied only by the next key.
const CONSUMED_BY_KEYS: &str =
    " The page took it key by key: the field holds only the end of it. Look at what came of it before typing it again.";
/// So much of the end of a text is told to the page, which looks for it elsewhere; in characters.
const LOOKED_FOR: usize = 200;

/// How to type.
#[derive(Debug, Clone, Copy)]
pub(crate) struct How {
    pub submit: bool,
    pub append: bool,
    pub typing: Typing,
}

/// A way to get text into a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Method {
    /// Key by key.
    Keys,
    /// At once, as an input method does.
    Insert,
    /// As what is pasted, which no editor changes: it sets nothing in, closes no bracket and suggests nothing.
    Paste,
    /// Through the field's own setter, with events.
    Native,
}

/// What code editors add something of their own to when it is typed.
const COMPLETED: [char; 8] = ['\n', '\t', '(', '[', '{', '"', '\'', '`'];

/// The methods in the order in which they are tried.
fn ladder(typing: Typing, text: &str, probe: &Probe) -> &'static [Method] {
    let at_once = typing == Typing::Fast && text.chars().count() > LONG;
    match (probe.input_type.as_str(), probe.tag.as_str()) {
        // Keys in these depend on the browser's language.
        ("date" | "time" | "month" | "week" | "datetime-local" | "color" | "range", _) => &[Method::Native],
        _ if probe.code && text.contains(COMPLETED) => &[Method::Paste, Method::Insert, Method::Keys],
        (_, "input" | "textarea") if at_once => &[Method::Insert, Method::Keys, Method::Native],
        (_, "input" | "textarea") => &[Method::Keys, Method::Insert, Method::Native],
        _ if at_once => &[Method::Insert, Method::Keys, Method::Paste],
        _ => &[Method::Keys, Method::Insert, Method::Paste],
    }
}

/// A person's pause before the `at`th character, in milliseconds: uneven, but the same each time.
fn human_pause(at: usize, c: char, before: Option<char>) -> u64 {
    // A small multiplicative hash (Knuth's constant) is uneven enough.
    let noise = (at as u32).wrapping_mul(2_654_435_761).wrapping_add(u32::from(c).wrapping_mul(40_503)) >> 24;
    let base = 55 + u64::from(noise) * 75 / 255;
    match before {
        Some('.' | ',' | '!' | '?' | '\n') => base + 140,
        Some(' ') => base + 40,
        _ => base,
    }
}

/// What the field can hold of the text: one line in an `input`.
fn fitted(text: &str, tag: &str) -> String {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    if tag == "input" { text.trim_end_matches('\n').replace('\n', " ") } else { text }
}

/// The first character of a text, where every keyboard has one key for it that opens nothing, with the rest.
fn key_and_rest(text: &str) -> Option<(&str, &str)> {
    let first = text.chars().next().filter(char::is_ascii_alphanumeric)?;
    text.split_at_checked(first.len_utf8()).filter(|(_, rest)| !rest.is_empty())
}

/// What is told of a text that the page took.
fn consumed(typed: &Typed<'_>) -> String {
    let by_keys = !typed.is_as_before() && typed.holds_its_end();
    if by_keys { CONSUMED_BY_KEYS } else { CONSUMED }.to_owned()
}

/// How a text that was typed is told.
fn told(text: &str, probe: &Probe) -> String {
    if probe.field.is_masked() { format!("{} characters", text.chars().count()) } else { quoted(text) }
}

impl CdpTab {
    pub(crate) async fn type_text(
        &self,
        target: Option<&Target>,
        text: &str,
        how: How,
        mark: &mut Mark,
    ) -> Result<(), TabError> {
        let Some(subject) = self.field(target, mark).await? else { return self.type_blind(text, how, mark).await };
        mark.suggests = !how.submit && subject.probe.suggests;
        let text = fitted(text, &subject.probe.tag);
        let mut note = format!("Typed {} into {}", told(&text, &subject.probe), subject.label);
        self.reach(mark, format!("{note}.")).await?;
        let shown = if ladder(how.typing, "", &subject.probe) == [Method::Native] && !how.append {
            self.set_native(&subject, &text).await?
        } else if target.is_none() && !how.append {
            self.fill_at_caret(&subject, &text, how.typing).await?
        } else {
            self.fill(&subject, &text, how).await?
        };
        if how.submit {
            note.push_str(" and pressed Enter");
            self.say(format!("{note}."));
            self.send_keys(keys::enter()).await?;
        }
        self.say(format!("{note}.{}", shown.unwrap_or_default()));
        Ok(())
    }

    /// Where the caret is, as a person goes on typing: what stands there stays, but for what is selected.
    async fn fill_at_caret(&self, subject: &Subject, text: &str, typing: Typing) -> Result<Option<String>, TabError> {
        // The setter knows no caret.
        let methods = ladder(typing, text, &subject.probe).iter().filter(|method| **method != Method::Native);
        for (turn, method) in methods.enumerate() {
            let Some((base, asked)) = self.write(*method, subject, text, typing, turn == 0).await? else { break };
            let end = self.clock.now() + FORMAT_MS;
            let now = loop {
                let Some(now) = self.read_now(subject.node).await? else { return Ok(Some(LEFT.to_owned())) };
                if shows(text, &base, &now) {
                    self.typing_seen(subject.node, true).await;
                    return Ok(None);
                }
                if self.clock.now() >= end {
                    break now;
                }
                self.clock.sleep(FORMAT_PAUSE).await;
            };
            let typed = Typed { text, base: &base, now: &now, found: Taken::No };
            match self.fate(subject, *method, &typed, asked).await {
                Fate::Untouched => {}
                Fate::Consumed => return Ok(Some(consumed(&typed))),
                Fate::Stands | Fate::Refused => return Ok(now.value.filter(|_| !now.typed_before).map(holds)),
            }
        }
        Err(TabError::NotTaken { what: subject.what.clone(), now: "what it held before".to_owned() })
    }

    /// Writes and reads back; what is worth telling about the value then.
    async fn fill(&self, subject: &Subject, text: &str, how: How) -> Result<Option<String>, TabError> {
        let before = if how.append { self.value(subject.node).await? } else { None };
        // Without knowing what was there it cannot be written anew, so that only typing after it is left.
        let known = before.as_ref().map(|value| value.value.clone());
        let wanted = match &known {
            Some(Some(value)) => Some(format!("{value}{text}")),
            Some(None) => None,
            None => Some(text.to_owned()),
        };
        let mut last = Taken::No;
        let mut now = ReadValue::default();
        // A method that got the words in, but not the lines: the best there is unless a later one does better.
        let mut loose = None;
        let methods = ladder(how.typing, text, &subject.probe);
        let mut turns = methods.iter().enumerate();
        while let Some((turn, method)) = turns.next().or_else(|| if last == Taken::Loose { None } else { loose.take() })
        {
            // A setter would put in more than the field lets a person type.
            if *method == Method::Native && last == Taken::Cut {
                break;
            }
            let anew = turn > 0 || *method == Method::Native || !how.append;
            let written = match (anew && how.append, &wanted) {
                (false, _) => text,
                (true, Some(wanted)) => wanted,
                (true, None) => break,
            };
            match (anew, method) {
                (_, Method::Native) => {}
                (true, _) => self.clear(subject.node).await?,
                // Editors take End for the end of a line.
                (false, _) if subject.probe.code => self.press_chord("Control+End").await?,
                (false, _) => {
                    self.send_keys(keys::editing("End", 35, "moveToEndOfDocument")).await?;
                }
            }
            let Some((base, asked)) = self.write(*method, subject, written, how.typing, turn == 0).await? else {
                (last, now) = (Taken::No, self.value(subject.node).await?.unwrap_or_default());
                break;
            };
            let Some((found, value)) = self.read_back(subject.node, wanted.as_deref(), before.as_ref(), text).await?
            else {
                return Ok(Some(LEFT.to_owned()));
            };
            (last, now) = (found, value);
            match last {
                Taken::Yes => {
                    self.typing_seen(subject.node, true).await;
                    return Ok(None);
                }
                Taken::Formatted => {
                    self.typing_seen(subject.node, true).await;
                    return Ok(now.value.filter(|_| !now.typed_before).map(holds));
                }
                Taken::Loose | Taken::Cut | Taken::No => {}
            }
            let typed = Typed { text: written, base: &base, now: &now, found: last };
            match self.fate(subject, *method, &typed, asked).await {
                Fate::Consumed => return Ok(Some(consumed(&typed))),
                Fate::Refused => break,
                Fate::Untouched | Fate::Stands if last == Taken::Loose && loose.is_none() => {
                    loose = Some((methods.len(), method));
                }
                Fate::Untouched | Fate::Stands => {}
            }
        }
        if last == Taken::Loose {
            return Ok(Some(" Its words are there, but not all of its lines are as they were given.".to_owned()));
        }
        let now = match (&now.value, now.typed_before) {
            (None, _) => format!("{} characters", now.length),
            (Some(_), true) => "[filled]".to_owned(),
            (Some(value), false) if last == Taken::Cut => format!("{}, it takes no more", quoted(value)),
            (Some(value), false) => quoted(value),
        };
        Err(TabError::NotTaken { what: subject.what.clone(), now })
    }

    /// What the field holds before a text is typed into it, and how many requests the page had made by then.
    async fn begin_typing(&self, node: u32, text: &str) -> Result<(ReadValue, u64), TabError> {
        let skipped = text.chars().count().saturating_sub(LOOKED_FOR);
        let end: String = text.chars().skip(skipped).collect();
        let base: Option<ReadValue> = self.page("beginTyping", json!([node, end])).await?;
        Ok((base.unwrap_or_default(), self.hub.read(TabState::next_request)))
    }

    async fn typing_seen(&self, node: u32, last: bool) -> TypingSeen {
        self.page("typingSeen", json!([node, last])).await.ok().flatten().unwrap_or_default()
    }

    /// What became of a text that the field does not show as it was written. `asked`: the requests the page had made before.
    async fn fate(&self, subject: &Subject, method: Method, typed: &Typed<'_>, asked: u64) -> Fate {
        let end = self.clock.now() + REACTION_MS;
        loop {
            let seen = self.typing_seen(subject.node, false).await;
            let asks = self.hub.read(TabState::next_request) > asked;
            let fate = typed.fate(&subject.probe, &seen, asks);
            let is_gone = typed.now.length == 0 || typed.is_as_before() || typed.holds_its_end();
            // A page that takes a text out of its field may show only a moment later what it made of it.
            let may_react = fate == Fate::Refused && is_gone;
            if !may_react || self.clock.now() >= end {
                self.typing_seen(subject.node, true).await;
                // Pages that believe only keys take out again what came at once, and nothing else comes of it.
                let is_turned_away = method == Method::Insert && typed.is_as_before() && seen.refused == 0;
                return if may_react && is_turned_away && seen.caused == 0 && !asks { Fate::Untouched } else { fate };
            }
            self.clock.sleep(FORMAT_PAUSE).await;
        }
    }

    /// What the field holds now; none when it, or its document, is gone.
    async fn read_now(&self, node: u32) -> Result<Option<ReadValue>, TabError> {
        match self.value(node).await {
            Ok(value) => Ok(value),
            // Typing made the page go on: to another document, or to another state of this one.
            Err(TabError::Protocol(_)) if !self.is_detached() => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// What the field holds, given a moment to put its form on it; none when it is gone.
    async fn read_back(
        &self,
        node: u32,
        wanted: Option<&str>,
        before: Option<&ReadValue>,
        text: &str,
    ) -> Result<Option<(Taken, ReadValue)>, TabError> {
        let end = self.clock.now() + FORMAT_MS;
        loop {
            let Some(value) = self.read_now(node).await? else { return Ok(None) };
            let found = match (wanted, before) {
                (Some(wanted), _) => taken(wanted, &value),
                // Something hidden was there before: the length must have grown by what was typed.
                (None, Some(before)) => {
                    let grown = value.length.saturating_sub(before.length);
                    taken(text, &ReadValue { length: grown, ..ReadValue::default() })
                }
                (None, None) => Taken::No,
            };
            let done = matches!(found, Taken::Yes | Taken::Formatted);
            if done || self.clock.now() >= end {
                return Ok(Some((found, value)));
            }
            self.clock.sleep(FORMAT_PAUSE).await;
        }
    }

    async fn value(&self, node: u32) -> Result<Option<ReadValue>, TabError> {
        self.page("readValue", json!([node])).await
    }

    /// Empties a field as a person does: select all, Backspace.
    pub(crate) async fn clear(&self, node: u32) -> Result<(), TabError> {
        let selected: Option<Selected> = self.page("selectAllIn", json!([node])).await?;
        match selected {
            Some(Selected { ok: true, length: 0 }) => return Ok(()),
            Some(Selected { ok: true, .. }) => {}
            Some(Selected { ok: false, .. }) | None => self.press_chord("Control+a").await?,
        }
        self.send_keys(keys::plain("Backspace", 8)).await
    }

    /// Writes a text into a field that has the focus; what it held before and how many requests the page had made by then, or none where the page turned
    /// the text away in a way that must not be followed by another. `first`: nothing of it was written before.
    async fn write(
        &self,
        method: Method,
        subject: &Subject,
        text: &str,
        typing: Typing,
        first: bool,
    ) -> Result<Option<(ReadValue, u64)>, TabError> {
        let node = subject.node;
        let begun = self.begin_typing(node, text).await?;
        match method {
            Method::Keys => self.type_keys(text, typing).await?,
            Method::Insert => match key_and_rest(text).filter(|_| first && !subject.probe.code) {
                Some((key, rest)) => return self.insert_after(subject, (key, rest), begun).await,
                None => self.insert(text).await?,
            },
            Method::Paste => {
                let _: Option<Value> = self.page("paste", json!([node, text])).await?;
            }
            Method::Native => {
                // Whether it took is read back by the caller.
                let _: Option<SetNative> = self.page("setNative", json!([node, text])).await?;
            }
        }
        Ok(Some(begun))
    }

    async fn insert(&self, text: &str) -> Result<(), TabError> {
        self.call("Input.insertText", json!({"text": text})).await.map(|_| ())
    }

    /// Types the first character by key, and the rest at once. A field that holds the first and then nothing more has turned away what came at once, as
    /// those do that believe only keys: then the rest is typed too.
    async fn insert_after(
        &self,
        subject: &Subject,
        (key, rest): (&str, &str),
        (base, asked): (ReadValue, u64),
    ) -> Result<Option<(ReadValue, u64)>, TabError> {
        let node = subject.node;
        self.type_keys(key, Typing::Fast).await?;
        let now = self.changed_from(node, &base).await?;
        if now.as_ref().is_some_and(|now| now.is_like(&base)) {
            let typed = Typed { text: key, base: &base, now: &base, found: Taken::No };
            let fate = self.fate(subject, Method::Keys, &typed, asked).await;
            let whole = format!("{key}{rest}");
            return match fate {
                // Keys do nothing here.
                Fate::Untouched => {
                    let begun = self.begin_typing(node, &whole).await?;
                    self.insert(&whole).await?;
                    Ok(Some(begun))
                }
                // It passes on what is typed.
                Fate::Consumed => {
                    let begun = self.begin_typing(node, rest).await?;
                    self.type_keys(rest, Typing::Fast).await?;
                    Ok(Some(begun))
                }
                Fate::Stands | Fate::Refused => Ok(None),
            };
        }
        self.insert(rest).await?;
        if let Some(held) = now
            && self.changed_from(node, &held).await?.is_some_and(|now| now.is_like(&held))
            && !self.typing_seen(node, false).await.shown
        {
            self.type_keys(rest, Typing::Fast).await?;
        }
        Ok(Some((base, asked)))
    }

    /// What the field holds as soon as that is something else than it was, or after a while; none when it is gone.
    async fn changed_from(&self, node: u32, before: &ReadValue) -> Result<Option<ReadValue>, TabError> {
        let end = self.clock.now() + REACTION_MS;
        loop {
            let now = self.read_now(node).await?;
            if now.as_ref().is_none_or(|now| !now.is_like(before)) || self.clock.now() >= end {
                return Ok(now);
            }
            self.clock.sleep(FORMAT_PAUSE).await;
        }
    }

    pub(crate) async fn type_keys(&self, text: &str, typing: Typing) -> Result<(), TabError> {
        let mut before = None;
        for (at, c) in text.chars().enumerate() {
            if typing == Typing::Human {
                self.clock.sleep(human_pause(at, c, before)).await;
            }
            // What no keyboard has a key for comes from an input method, at once.
            if u32::from(c) > 0xffff {
                self.insert(&c.to_string()).await?;
            } else {
                self.send_keys(keys::character(c)).await?;
            }
            before = Some(c);
        }
        Ok(())
    }

    /// The field to type into, focused; none when what has the focus is no field.
    async fn field(&self, target: Option<&Target>, mark: &mut Mark) -> Result<Option<Subject>, TabError> {
        match target {
            Some(target) => self.target_field(target, mark).await.map(Some),
            None => self.focused_field().await,
        }
    }

    async fn target_field(&self, target: &Target, mark: &mut Mark) -> Result<Subject, TabError> {
        let subject = match self.ready(target, Need::CLICK).await {
            // A field that never stands still, as in an animated dialog, can still be focused without the pointer.
            Err(TabError::Moving { .. }) => self.ready(target, Need::USE).await?,
            other => other?,
        };
        let subject = match subject {
            // Lists that can be searched let nobody type until they are open.
            closed if closed.probe.readonly && closed.probe.role == "combobox" => {
                self.reach(mark, format!("Clicked {}.", closed.label)).await?;
                self.click_at(closed.point, MouseButton::Left, 1, 0).await?;
                self.ready(target, Need::USE).await?
            }
            other => other,
        };
        let probe = &subject.probe;
        if probe.input_type == "file" {
            return Err(TabError::NotPossible(format!("{} takes a file, not text.", subject.what)));
        }
        if probe.readonly {
            let state = "read-only; a click on it may open something to choose from".to_owned();
            return Err(TabError::Disabled { what: subject.what, state });
        }
        let is_native = ladder(Typing::Fast, "", probe) == [Method::Native];
        if is_native {
            return Ok(subject);
        }
        let focus = |function: &'static str| self.page::<FocusInfo>(function, json!([subject.node]));
        let gone = || TabError::Gone { what: subject.what.clone() };
        let mut info = focus("focusInfo").await?.ok_or_else(gone)?;
        if !info.focused && probe.point.is_some() && probe.hit.reaches() {
            self.reach(mark, format!("Clicked {}.", subject.label)).await?;
            self.click_at(subject.point, MouseButton::Left, 1, 0).await?;
            match focus("focusInfo").await? {
                Some(now) => info = now,
                None => return self.successor(&subject).await?.ok_or_else(gone),
            }
        }
        if !info.focused && probe.editable {
            self.reach(mark, format!("Focused {}.", subject.label)).await?;
            info = focus("focus").await?.ok_or_else(gone)?;
        }
        if info.focused && (probe.editable || info.editable) {
            return Ok(subject);
        }
        // A click may have opened the field that the text is for, e.g. in a table's cell.
        match self.focused_field().await? {
            Some(field) if !probe.editable => Ok(field),
            _ => Err(TabError::NotPossible(format!("No text can be typed into {}.", subject.what))),
        }
    }

    /// The field that the page put in the place of one it drew anew under the press, if that has the focus now.
    async fn successor(&self, pressed: &Subject) -> Result<Option<Subject>, TabError> {
        let seen = Seen { role: pressed.probe.role.clone(), name: pressed.probe.name.clone() };
        let end = self.clock.now() + SUCCESSOR_MS;
        loop {
            match self.focused_field().await {
                Ok(Some(field)) if same_identity(&seen, &field.probe.role, &field.probe.name) => {
                    return Ok(Some(field));
                }
                Ok(_) | Err(TabError::NotPossible(_) | TabError::Disabled { .. }) => {}
                Err(error) => return Err(error),
            }
            if self.clock.now() >= end {
                return Ok(None);
            }
            self.clock.sleep(FORMAT_PAUSE).await;
        }
    }

    async fn focused_field(&self) -> Result<Option<Subject>, TabError> {
        let info: FocusInfo = self.page("focusInfo", json!([0])).await?.unwrap_or_default();
        let Some(active) = info.active else {
            let why = "Nothing has the focus: click a field first, or give its uid.";
            return Err(TabError::NotPossible(why.to_owned()));
        };
        if !info.editable {
            return Ok(None);
        }
        let probe: Option<Probe> = self.page("probe", json!([active.node, {"scroll": false, "stable": false}])).await?;
        let Some(probe) = probe else { return Ok(None) };
        if probe.readonly {
            return Err(TabError::Disabled { what: label(&probe), state: "read-only".to_owned() });
        }
        let point = probe.point.unwrap_or_default();
        Ok(Some(Subject { node: active.node, what: label(&probe), label: label(&probe), point, probe }))
    }

    /// Types where no field is known that could be read back: games, tables drawn on a canvas.
    async fn type_blind(&self, text: &str, how: How, mark: &mut Mark) -> Result<(), TabError> {
        let note = format!("Typed {} into what has the focus", quoted(text));
        self.reach(mark, format!("{note}.")).await?;
        self.type_keys(text, how.typing).await?;
        let mut events = Vec::<Value>::new();
        if how.submit {
            events = keys::enter();
        }
        let enter = if how.submit { " and pressed Enter" } else { "" };
        self.say(format!("{note}{enter}. It is no field, so that the text cannot be read back."));
        self.send_keys(events).await
    }

    pub(crate) async fn press_key(&self, key: &str, target: Option<&Target>, mark: &mut Mark) -> Result<(), TabError> {
        let mut note = format!("Pressed {key}");
        if let Some(target) = target {
            let subject = self.ready(target, Need::USE).await?;
            self.reach(mark, format!("Focused {}.", subject.label)).await?;
            let info: Option<FocusInfo> = self.page("focus", json!([subject.node])).await?;
            if !info.is_some_and(|info| info.focused) {
                return Err(TabError::NotPossible(format!("{} cannot have the focus.", subject.what)));
            }
            note = format!("{note} in {}", subject.label);
        }
        self.reach(mark, format!("{note}.")).await?;
        self.press_chord(key).await
    }
}

pub(crate) fn holds(value: String) -> String {
    format!(" It now holds {}.", quoted(&value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_method_fits_the_field_and_the_text() {
        let probe = |tag: &str, kind: &str, code| Probe {
            tag: tag.to_owned(),
            input_type: kind.to_owned(),
            code,
            ..Probe::default()
        };
        let check = |typing, text: &str, probe: Probe, expected: &[Method]| {
            assert_eq!(ladder(typing, text, &probe), expected, "{text:.20} {probe:?}");
        };
        let long = "x".repeat(201);
        check(Typing::Fast, "short", probe("input", "text", false), &[Method::Keys, Method::Insert, Method::Native]);
        check(Typing::Fast, &long, probe("textarea", "", false), &[Method::Insert, Method::Keys, Method::Native]);
        check(Typing::Human, &long, probe("textarea", "", false), &[Method::Keys, Method::Insert, Method::Native]);
        check(Typing::Fast, "2026-01-01", probe("input", "date", false), &[Method::Native]);
        check(Typing::Fast, "short", probe("div", "", false), &[Method::Keys, Method::Insert, Method::Paste]);
        check(Typing::Fast, "f(x)", probe("textarea", "", true), &[Method::Paste, Method::Insert, Method::Keys]);
        check(Typing::Fast, "short", probe("textarea", "", true), &[Method::Keys, Method::Insert, Method::Native]);
    }

    #[test]
    fn a_line_break_never_submits_an_input() {
        assert_eq!(fitted("a\r\nb\n", "input"), "a b");
        assert_eq!(fitted("a\r\nb\n", "textarea"), "a\nb\n");
    }

    #[test]
    fn human_pauses_are_uneven_bounded_and_repeatable() {
        let pauses: Vec<u64> = "hello there, you".chars().enumerate().map(|(at, c)| human_pause(at, c, None)).collect();
        assert!(pauses.iter().all(|pause| (55..=130).contains(pause)), "{pauses:?}");
        assert!(pauses.windows(2).any(|pair| pair.first() != pair.last()));
        assert_eq!(human_pause(3, 'x', None), human_pause(3, 'x', None));
        assert!(human_pause(3, 'x', Some('.')) > human_pause(3, 'x', None));
    }
}
