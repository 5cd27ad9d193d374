//! What the panel and the worker say to each other: commands, events, settings, conversations.
//!
//! Everything here is plain data whose JSON form is the product's public interface, so a changed name is a
//! breaking change.

mod command;
mod conversation;
mod document;
mod event;
mod id;
mod input;
pub mod json;
mod mode;
mod price;
mod reference;
mod servers;
mod settings;

pub use command::{AnswerBody, Command, ConversationHit, ErrorBody, Reply, RunInfo, RunState, ServerTested};
pub use conversation::{
    Conversation, ConversationHead, ConversationList, Ending, MAX_CONVERSATIONS, Message, Role, TITLE_CHARS, ToolCall,
    conversation_name, run_ids,
};
pub use document::{Document, Given, MAX_DOCUMENT_BYTES, MAX_DOCUMENTS};
pub use event::{ActionShown, Ask, AskKind, Done, Event, Outcome, Progress, Proof, Usage, ValueShown};
pub use id::{AskId, ConversationId, RunId, TabId};
pub use input::{Modifier, MouseButton, ScrollDirection};
pub use mode::Mode;
pub use price::{DayUsage, ModelPrice, default_price};
pub use reference::{Extras, Reference, read_command};
pub use servers::{NamedServer, Servers};
pub use settings::{Approvals, Language, ModelServer, Settings, Typing, keys};
