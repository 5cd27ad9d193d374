//! A run's history and the part the model is sent: the user's and assistant's texts, the last tool rounds, and no superseded look. A call is never
//! split from its answer.

use edith_gate::{MASK, Told, is_on, marked};
use edith_model::fence::Data;
use edith_model::{CallEnd, ChatMessage, Content, ContentPart, Continuation, LastCall};
use edith_protocol::ToolCall;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// Tool rounds sent whole, at least (a figure of the product's rules). As many at once are left out, so that between two such cuts each prompt begins
/// with the one before: servers then take it from their cache.
const ROUNDS: usize = 6;
/// The same after the model said that the history is too long.
const ROUNDS_COMPACTED: usize = 2;
/// Replaces a superseded look, whether or not a model was sent it.
pub(crate) const EVICTED: &str = "(The page as it was then is left out: a later look replaces it.)";

/// A page as shown to the model.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "StoredLook")]
pub struct PageText {
    /// Random and new for each look: it fences the text when sent.
    pub nonce: String,
    /// The text.
    pub text: String,
    /// Whether it is a whole view rather than changes since an earlier one.
    pub whole: bool,
    /// The page's address; empty: not known.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub url: String,
}

/// A stored look; the previous version stored it fenced, without a nonce.
#[derive(Deserialize)]
struct StoredLook {
    nonce: Option<String>,
    text: String,
    whole: bool,
    #[serde(default)]
    url: String,
}

impl From<StoredLook> for PageText {
    fn from(StoredLook { nonce, text, whole, url }: StoredLook) -> Self {
        match (nonce, Data::unfenced(&text)) {
            (Some(nonce), _) => Self { nonce, text, whole, url },
            (None, Some((_, data))) => Self { nonce: data.nonce, text: data.text, whole, url },
            (None, None) => Self { nonce: String::new(), text, whole, url },
        }
    }
}

impl PageText {
    /// As a part of a message.
    pub(crate) fn data(&self) -> Data {
        Data::new("page", &self.nonce, self.text.as_str())
    }
}

/// What was said and done in a run.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Transcript {
    /// Oldest first.
    pub entries: Vec<Entry>,
    /// Unanswered calls of the last turn; the first is in progress.
    pub pending: VecDeque<ToolCall>,
    /// What the user said during the run and the model does not know yet.
    pub said: Vec<String>,
    /// What of that answers EDITH's questions about a plan: others may have led to these.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub replies: Vec<String>,
    /// What of what was said was not typed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) put: Vec<Put>,
    /// The model's notes for when older rounds are no longer sent.
    pub notes: Vec<String>,
    /// The history is sent shortened since the model called it too long.
    pub(crate) compacted: bool,
    /// How the last call ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) last: Option<LastCall>,
}

/// Something said in which there is more than what the person typed.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Put {
    /// All of it.
    said: String,
    /// What was not typed, piece by piece.
    pub pasted: Vec<String>,
    /// All of it with these pieces marked as quoted.
    typed: String,
}

/// One thing said or done.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Entry {
    /// The page when the run began.
    Page {
        /// In words.
        text: String,
        /// The look, if there was a page.
        look: Option<PageText>,
        /// A data URL, for a planner that takes images.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        picture: Option<String>,
        /// The page's origin; empty: none.
        #[serde(default)]
        from: String,
    },
    /// The user's words during the run.
    User {
        /// The text.
        text: String,
    },
    /// EDITH's own words to the model between its turns, and others' words with them. A document's have its origin for their kind.
    Prompt {
        /// EDITH's.
        text: String,
        /// Others'.
        data: Vec<Data>,
    },
    /// The person's answer to an ask. The model gets it as the answer to its call; here it counts as the person's words.
    Told {
        /// The call asked about.
        call: String,
        /// The question, if it was one.
        question: Option<String>,
        /// The person's words.
        text: String,
        /// When, in milliseconds since 1970.
        at: f64,
    },
    /// A model turn.
    Assistant {
        /// Its text.
        text: String,
        /// Its calls.
        calls: Vec<ToolCall>,
        /// What its server wants back with them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        continuation: Option<Continuation>,
        /// When, in milliseconds since 1970.
        at: f64,
    },
    /// The answer to a call.
    Answer {
        /// The call.
        call: ToolCall,
        /// Its arguments with secrets masked; none if never parsed.
        shown_args: Option<serde_json::Value>,
        /// What it revealed to its site.
        #[serde(default, skip_serializing_if = "Told::is_not_kept")]
        told: Told,
        /// The tool's words.
        text: String,
        /// Others' words in it: a page that was read, the tabs, a dialog.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        data: Vec<Data>,
        /// The page afterwards.
        look: Option<PageText>,
        /// A data URL, for models that take images.
        picture: Option<String>,
        /// The origin of the page it reports; empty: none.
        #[serde(default)]
        from: String,
        /// Whether the person did not allow it, so that it revealed nothing.
        #[serde(default)]
        denied: bool,
        /// When, in milliseconds since 1970.
        at: f64,
    },
}

/// How the answer to a call begins that the person did not allow. Only text that was stored without more is read by it.
pub const DENIED: &str = "The user did not allow this";

impl Entry {
    /// A turn without calls.
    pub(crate) fn words(text: impl Into<String>, at: f64) -> Self {
        Self::Assistant { text: text.into(), calls: Vec::new(), continuation: None, at }
    }

    /// The look in it, if any.
    pub(crate) fn look(&self) -> Option<&PageText> {
        match self {
            Self::Page { look, .. } | Self::Answer { look, .. } => look.as_ref(),
            Self::User { .. } | Self::Prompt { .. } | Self::Told { .. } | Self::Assistant { .. } => None,
        }
    }
}

impl Transcript {
    /// Notes what was put into something that the person says, if anything.
    pub fn note_put(&mut self, said: &str, pasted: Vec<String>) {
        if !pasted.is_empty() {
            let typed = marked(said, &pasted);
            self.put.push(Put { said: said.to_owned(), pasted, typed });
        }
    }

    /// What was put into something said, if anything was.
    pub(crate) fn put_into(&self, said: &str) -> Option<&Put> {
        self.put.iter().find(|put| put.said == said)
    }

    /// What the person typed of something said, with the rest marked as quoted.
    pub(crate) fn typed<'a>(&'a self, said: &'a str) -> &'a str {
        self.put_into(said).map_or(said, |put| &put.typed)
    }

    /// Notes how a call ended: its answer's words alone say it to a language model, not to a model that is code.
    pub(crate) fn ended(&mut self, call: &ToolCall, end: CallEnd, words: &str) {
        self.last = Some(LastCall { id: call.id.clone(), end, words: words.to_owned() });
    }

    /// Notes that the person did not allow a call that has its answer; `why`: in their words, if they gave a reason.
    pub(crate) fn denied(&mut self, call: &ToolCall, why: &str) {
        self.ended(call, CallEnd::Denied, why);
        let answers = self.entries.iter_mut().rev();
        let mut of_call = answers.filter_map(|entry| match entry {
            Entry::Answer { call: answered, denied, .. } if answered.id == call.id => Some(denied),
            _ => None,
        });
        if let Some(denied) = of_call.next() {
            *denied = true;
        }
    }

    /// The last call, if its answer stands after that entry.
    pub(crate) fn last_call(&self, from: usize) -> Option<&LastCall> {
        let entries = self.entries.get(from..).unwrap_or_default();
        let is_answer = |last: &&LastCall| {
            entries.iter().any(|entry| matches!(entry, Entry::Answer { call, .. } if call.id == last.id))
        };
        self.last.as_ref().filter(is_answer)
    }

    /// The tool that was called last.
    pub(crate) fn last_tool(&self) -> Option<&str> {
        self.entries.iter().rev().find_map(|entry| match entry {
            Entry::Answer { call, .. } => Some(call.name.as_str()),
            _ => None,
        })
    }

    /// Separates what the previous version stored as one text.
    pub(crate) fn separate_data(&mut self) {
        for entry in &mut self.entries {
            if let Entry::Answer { text, data, .. } = entry
                && let Some((before, found)) = Data::unfenced(text)
            {
                data.push(found);
                *text = before.to_owned();
            }
        }
    }

    /// Appends what the model is sent of it, from an entry on.
    pub(crate) fn append_to(&self, from: usize, messages: &mut Vec<ChatMessage>) {
        let entries = self.entries.get(from..).unwrap_or_default();
        let rounds = if self.compacted { ROUNDS_COMPACTED } else { ROUNDS };
        let first_round = first_kept_round(entries, rounds);
        let first_look = first_kept_look(entries);
        for (at, entry) in entries.iter().enumerate() {
            match entry {
                Entry::Page { text, look, picture, .. } => {
                    let text = format!("CURRENT PAGE: {text}");
                    let picture = picture.clone().filter(|_| at >= first_look).map(|url| ContentPart::Picture { url });
                    let content = answer(text, &[], look.as_ref(), at >= first_look);
                    messages.push(ChatMessage::user(content.with(picture)));
                }
                Entry::User { text } => messages.push(ChatMessage::user(format!("USER SAYS: {text}"))),
                Entry::Prompt { text, data } => {
                    messages.push(ChatMessage::user(answer(text.clone(), data, None, true)));
                }
                Entry::Told { .. } => {}
                Entry::Assistant { text, calls, continuation, .. } => {
                    let tool_calls: Vec<_> = if at >= first_round {
                        calls.iter().map(|call| self.without_secrets(call)).collect()
                    } else {
                        Vec::new()
                    };
                    if !text.is_empty() || !tool_calls.is_empty() {
                        let continuation = continuation.clone().filter(|_| !tool_calls.is_empty());
                        messages.push(ChatMessage::Assistant { content: text.clone(), tool_calls, continuation });
                    }
                }
                // Newer changes build on it: otherwise a long series of calls without looks would leave them without a page.
                Entry::Answer { look: Some(look), .. } if at < first_round && at >= first_look => {
                    messages
                        .push(ChatMessage::user(Content::from("CURRENT PAGE:").with(ContentPart::Data(look.data()))));
                }
                Entry::Answer { .. } if at < first_round => {}
                Entry::Answer { call, text, data, look, picture, .. } => {
                    let picture = picture.clone().filter(|_| at >= first_look).map(|url| ContentPart::Picture { url });
                    let content = answer(text.clone(), data, look.as_ref(), at >= first_look);
                    messages.push(ChatMessage::tool(&call.id, content.with(picture)));
                }
            }
        }
    }

    /// The call as resent to the model: without secrets it typed.
    fn without_secrets(&self, call: &ToolCall) -> ToolCall {
        let shown = self.entries.iter().rev().find_map(|entry| match entry {
            Entry::Answer { call: answered, shown_args, .. } if answered.id == call.id => shown_args.as_ref(),
            _ => None,
        });
        // Of a server's tool it may be anywhere in them.
        let has_mask = |args: &serde_json::Value| args.to_string().contains(MASK);
        match shown.filter(|args| has_mask(args) && is_on!(Mask)) {
            Some(args) => ToolCall { arguments: args.to_string(), ..call.clone() },
            None => call.clone(),
        }
    }
}

/// A tool's or EDITH's words with their look; `keep`: it is not superseded.
fn answer(mut text: String, data: &[Data], look: Option<&PageText>, keep: bool) -> Content {
    if look.is_some() && !keep && data.is_empty() {
        text = format!("{text}\n{EVICTED}");
    }
    let mut content = Content::from(text);
    for data in data {
        content = content.with(ContentPart::Data(data.clone()));
    }
    match look {
        Some(look) if keep => content.with(ContentPart::Data(look.data())),
        Some(_) if !data.is_empty() => content.with(ContentPart::Text(EVICTED.to_owned())),
        _ => content,
    }
}

/// Where the oldest round sent whole begins: `rounds` are sent at least, and as many are left out at once.
fn first_kept_round(entries: &[Entry], rounds: usize) -> usize {
    let is_round = |entry: &Entry| matches!(entry, Entry::Assistant { calls, .. } if !calls.is_empty());
    let begins: Vec<usize> =
        entries.iter().enumerate().filter(|(_, entry)| is_round(entry)).map(|(at, _)| at).collect();
    let left_out = begins.len().saturating_sub(rounds) / rounds * rounds;
    begins.get(left_out).copied().unwrap_or(0)
}

/// The last whole look and every change since: together, the present page.
pub(crate) fn first_kept_look(entries: &[Entry]) -> usize {
    entries.iter().rposition(|entry| entry.look().is_some_and(|look| look.whole)).unwrap_or(0)
}
