//! A run with a long history, for measuring what judging a step costs.

use super::{NewRun, Run, Work};
use crate::history::{Entry, PageText};
use edith_gate::{Moment, Now, Told, Verdict};
use edith_page::raw::{RAW_VERSION, RawNode, RawPage};
use edith_page::{Index, UidTable};
use edith_protocol::{Mode, Settings, ToolCall};
use serde_json::{Value, json};

/// Sites that the history has pages of.
const SITES: usize = 20;

/// A run that has read and typed much, and is on a page with many links.
#[derive(Debug)]
pub struct Judging {
    run: Run,
    page: Index,
}

impl Judging {
    /// After so many calls, each with a page of so many bytes.
    pub fn after(calls: usize, bytes: usize) -> Self {
        let mut run = Run::new(NewRun {
            id: "r".into(),
            conversation: "c".into(),
            work: Work::new(Mode::default()),
            prompt: "Read my mail at mail.example and compare what the shops in it say".into(),
            tab: None,
            settings: Settings::default(),
            earlier: Vec::new(),
            grants: Default::default(),
            now: 0.0,
        });
        for at in 0..calls {
            let site = format!("https://s{}.example", at % SITES);
            run.guard.places.arrive(&site, at % SITES == 0);
            // No line twice: none of it can be stored once for all.
            let mut text = String::new();
            for line in 0.. {
                if text.len() >= bytes {
                    break;
                }
                text.push_str(&format!("Lamp {line} costs 24.90, see {site}/lamps/{at}-{line}?sort=price and write\n"));
            }
            let arguments = json!({ "uid": 1, "text": format!("lamp {at}") });
            run.transcript.entries.push(Entry::Answer {
                call: ToolCall { id: at.to_string(), name: "type_text".into(), arguments: arguments.to_string() },
                shown_args: Some(arguments),
                told: Told::Text(format!("lamp {at}")),
                text: "Typed.".into(),
                data: Vec::new(),
                look: Some(PageText { nonce: at.to_string(), text, whole: true, ..PageText::default() }),
                picture: None,
                from: site,
                denied: false,
                at: 0.0,
            });
        }
        let field = RawNode { node: 1, tag: "input".into(), role: "searchbox".into(), ..RawNode::default() };
        let links = (2..200).map(|node| RawNode {
            node,
            tag: "a".into(),
            role: "link".into(),
            name: format!("Lamp {node}"),
            href: format!("https://shop.example/lamps/{node}"),
            ..RawNode::default()
        });
        let raw = RawPage {
            version: RAW_VERSION,
            url: "https://shop.example/".into(),
            document: "d".into(),
            nodes: std::iter::once(field).chain(links).collect(),
            ..RawPage::default()
        };
        Self { run, page: Index::build(raw, &mut UidTable::default()) }
    }

    /// Judges a call as a new one, and again as at its dispatch. Whether a person would be asked; none: it is not a call.
    pub fn judge(&self, tool: &str, arguments: &Value) -> Option<bool> {
        let call = ToolCall { id: "new".into(), name: tool.into(), arguments: arguments.to_string() };
        let read = self.run.read_call(&call).ok()?;
        let intent = self.run.intend(call, read, &self.page, None).ok()?;
        let concerns = self.run.concerns(&intent.proposal);
        let verdict = edith_gate::judge(&intent.proposal, self.run.ground(), Moment::New(&concerns));
        let again = self.run.judge_dispatch(&intent, Now::Unseen);
        let asked = matches!(verdict, Verdict::Ask { .. });
        matches!(again, Verdict::CarryOut(_)).then_some(asked)
    }
}
