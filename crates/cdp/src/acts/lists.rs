//! Choosing in a list that the page draws itself, as a person does: open it, find the option (typing or scrolling where the list needs it), click it,
//! and see that it was taken.

use crate::effect::settle::Mark;
use crate::page::element::{Need, Subject, quoted};
use crate::session::CdpTab;
use crate::wire::keys;
use edith_core::action::{TabError, Target};
use edith_page::page_api::{DrawnOption, Probe, Selected};
use edith_protocol::MouseButton;
use edith_protocol::Typing;
use serde_json::{Value, json};

/// How long a list may take to open, or to show what was searched, in milliseconds.
const OPEN_MS: f64 = 2_500.0;
/// A list whose options have not changed for this long is complete, in milliseconds.
const REST_MS: f64 = 250.0;
/// How long the control may take to show what was chosen, in milliseconds.
const TAKEN_MS: f64 = 1_000.0;
/// Pause between two looks, in milliseconds.
const PAUSE: u64 = 30;
/// How often a long list is scrolled on.
const SCROLLS: u32 = 60;

impl CdpTab {
    pub(crate) async fn select_drawn(
        &self,
        subject: Subject,
        target: &Target,
        value: &str,
        mark: &mut Mark,
    ) -> Result<(), TabError> {
        let mut list = self.drawn(&subject, value).await?;
        if !list.opens {
            let why = format!("{} opens no list of options: click it, then click what appears.", subject.what);
            return Err(TabError::NotPossible(why));
        }
        if list.node == 0 && !list.expanded {
            let _: Option<Value> = self.page("noteLists", json!([subject.node])).await?;
            let ready = self.ready(target, Need::CLICK).await?;
            self.reach(mark, format!("Clicked {}.", ready.label)).await?;
            self.click_at(ready.point, MouseButton::Left, 1, 0).await?;
            list = self.opened(&subject, value).await?;
        }
        if list.node == 0 && subject.probe.editable && !subject.probe.readonly {
            let all = list;
            list = self.searched(&subject, value).await?;
            if list.node == 0 {
                // What was typed to search with is not to stay, and what there is without it is worth telling.
                self.clear(subject.node).await?;
                list = if all.options.is_empty() { list } else { all };
            }
        }
        for _ in 0..SCROLLS {
            let moved = |answer: Option<Value>| answer.is_some_and(|answer| answer.get("moved") == Some(&json!(true)));
            if list.node != 0 || !moved(self.page("scrollList", json!([subject.node])).await?) {
                break;
            }
            list = self.drawn(&subject, value).await?;
        }
        if list.node == 0 {
            return Err(TabError::NotPossible(missing(&subject, value, &list)));
        }
        if !list.selected || list.expanded {
            self.pick(&subject, &list).await?;
        }
        self.confirm(&subject, &list).await
    }

    async fn drawn(&self, subject: &Subject, value: &str) -> Result<DrawnOption, TabError> {
        let answer = self.page("drawnOption", json!([subject.node, value])).await?;
        answer.ok_or_else(|| TabError::Gone { what: subject.what.clone() })
    }

    /// Waits until the list shows the option, or all it has.
    async fn opened(&self, subject: &Subject, value: &str) -> Result<DrawnOption, TabError> {
        let start = self.clock.now();
        let mut since = start;
        let mut count = 0;
        loop {
            let list = self.drawn(subject, value).await?;
            let now = self.clock.now();
            if list.count != count {
                (count, since) = (list.count, now);
            }
            let complete = list.open && now - since >= REST_MS;
            if list.node != 0 || complete || now - start >= OPEN_MS {
                return Ok(list);
            }
            self.clock.sleep(PAUSE).await;
        }
    }

    /// Types the wanted text into a field that filters its list.
    async fn searched(&self, subject: &Subject, value: &str) -> Result<DrawnOption, TabError> {
        let selected: Option<Selected> = self.page("selectAllIn", json!([subject.node])).await?;
        if selected.is_some_and(|selected| selected.ok && selected.length > 0) {
            self.send_keys(keys::plain("Backspace", 8)).await?;
        }
        self.type_keys(value, Typing::Fast).await?;
        self.opened(subject, value).await
    }

    async fn pick(&self, subject: &Subject, list: &DrawnOption) -> Result<(), TabError> {
        let end = self.clock.now() + OPEN_MS;
        let point = loop {
            let probe: Option<Probe> = self.page("probe", json!([list.node])).await?;
            let gone = || TabError::Gone { what: format!("the option {}", quoted(&list.label)) };
            let probe = probe.ok_or_else(gone)?;
            // Lists come in with an animation.
            match probe.point.filter(|_| probe.hit.reaches() && probe.enabled && probe.stable) {
                Some(point) => break point,
                None if self.clock.now() < end => self.clock.sleep(PAUSE).await,
                None => {
                    let why = format!("The option {} of {} cannot be reached.", quoted(&list.label), subject.what);
                    return Err(TabError::NotPossible(why));
                }
            }
        };
        let point = self.lifted(list.node, point).await?.point;
        self.click_at(point, MouseButton::Left, 1, 0).await
    }

    /// Waits until the control shows what was chosen, and closes a list that stays open.
    async fn confirm(&self, subject: &Subject, list: &DrawnOption) -> Result<(), TabError> {
        let end = self.clock.now() + TAKEN_MS;
        let (shows, shown) = loop {
            let answer: Option<Value> = self.page("showsChoice", json!([subject.node, list.label])).await?;
            let Some(answer) = answer else {
                let note = format!("Chose {} in {}, which is no longer there.", quoted(&list.label), subject.label);
                self.say(note);
                return Ok(());
            };
            let shows = answer.get("shows") == Some(&json!(true));
            if shows || self.clock.now() >= end {
                break (shows, answer.get("shown").and_then(Value::as_str).unwrap_or_default().to_owned());
            }
            self.clock.sleep(PAUSE).await;
        };
        if !shows {
            return Err(TabError::NotTaken { what: subject.what.clone(), now: quoted(&shown) });
        }
        // Lists for several choices stay open, over what is below them.
        let is_popup = subject.probe.role != "listbox";
        if is_popup && self.drawn(subject, &list.label).await.is_ok_and(|list| list.expanded && list.open) {
            self.send_keys(keys::plain("Escape", 27)).await?;
        }
        self.say(format!("Chose {} in {}.", quoted(&list.label), subject.label));
        Ok(())
    }
}

fn missing(subject: &Subject, value: &str, list: &DrawnOption) -> String {
    let named: Vec<String> = list.options.iter().map(|option| quoted(option)).collect();
    let rest = (list.count as usize).saturating_sub(named.len());
    let more = if rest > 0 { format!(" and {rest} more") } else { String::new() };
    if named.is_empty() {
        return format!(
            "{} shows no list of options to choose {} from: click what it shows.",
            subject.what,
            quoted(value)
        );
    }
    format!("{} shows no single usable option {}. Options: {}{more}.", subject.what, quoted(value), named.join(", "))
}
