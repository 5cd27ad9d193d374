//! The interface between pages and worker: commands, events, settings, conversations.
//!
//! Everything is plain data whose JSON form is the product's public interface, so renaming is a breaking change.

mod answer;
mod arguments;
mod ask;
mod command;
mod conversation;
mod debug;
mod document;
mod effect;
mod error;
mod event;
mod exported;
mod extras;
mod form;
mod gather;
mod grant;
mod id;
mod input;
#[cfg(test)]
mod interface;
pub mod json;
mod json_reader;
mod language_tool;
mod log;
mod mcp;
mod mode;
mod model_server;
mod origin;
mod plan;
mod price;
mod prompt;
mod read_command;
mod reference;
mod replay;
mod reply;
mod role;
mod schedule;
mod server_test;
mod servers;
mod settings;
mod source;
mod suggestion;

pub use answer::{AnswerShown, Citation, MAX_QUESTIONS, QuestionState};
pub use arguments::Arguments;
pub use ask::{ActionShown, Ask, AskAnswer, AskKind, CallShown, LimitKind, LimitShown, LimitSpan, ValueShown};
pub use command::Command;
pub use conversation::{
    Contacts, Conversation, ConversationHead, ConversationList, Ending, MAX_CONVERSATIONS, Message, Role, TITLE_CHARS,
    ToolCall, Unreadable, run_ids, shorten, title_of,
};
pub use debug::{DebugAnswer, DebugCall, DebugEntry, DebugMessage, DebugServer};
pub use document::{
    BlockShown, BoxShown, Document, DocumentProgress, DocumentShown, DocumentStage, DocumentState, DocumentWarning,
    FieldShown, Given, HitShown, LinkShown, MAX_DOCUMENT_BYTES, MAX_DOCUMENTS, OutlineShown, PageShown,
};
pub use effect::{Commitment, DialogAnswer, EffectClass, Lasts, SecretKind};
pub use error::{ErrorBody, ErrorCode};
pub use event::{Done, Event, Outcome, Progress, Proof, Usage, WaitShown};
pub use exported::Exported;
pub use extras::{Extras, read_command};
pub use form::{
    FACT_CHARS, Fact, FieldType, FormEnd, FormQuality, FormQuestion, FormShown, FormSource, FormState, FormTarget,
    FormValue, MAX_FACTS, Profile,
};
pub use gather::Gather;
pub use grant::{Grant, SiteGrants};
pub use id::{AskId, ConversationId, RunId, TabId};
pub use input::{Modifier, MouseButton, ScrollDirection};
pub use language_tool::{LanguageDownload, LanguageTool};
pub use log::{LogEntry, LogLevel};
pub use mcp::{
    MAX_MCP_SERVERS, McpArgument, McpCall, McpLeftOut, McpOutcome, McpPrompt, McpResource, McpServer, McpServerShown,
    McpState, McpTool, McpTransport, McpTrust,
};
pub use mode::Mode;
pub use model_server::{ModelServer, ToolStyle};
pub use origin::Origin;
pub use plan::{MAX_PLAN_STEPS, PlanStep, StepAction, StepShown, StepState};
pub use price::{DayUsage, ListedPrice, ModelDetails, ModelPrice, default_context, default_price};
pub use prompt::{MAX_PROMPTS, PROMPT_CHARS, PROMPT_NAME_CHARS, SavedPrompt};
pub use reference::{Reference, ReferenceKind};
pub use replay::{Recorded, RecordedElement, RecordedPage, ReplayField, ReplayShown};
pub use reply::{AnswerBody, ConversationHit, Reply, RunInfo, RunState};
pub use role::ModelRole;
pub use schedule::{PastOutcome, PastRun, Schedule, ScheduleInfo, ScheduleLimits, StartReason};
pub use server_test::{ServerTested, TestedServer};
pub use servers::{FIRST_SERVER, NamedServer, Servers, StoredSettings};
pub use settings::{Approvals, INSTRUCTIONS_CHARS, Language, Settings, Theme, Typing, keys};
pub use source::{SourceShown, SourceState};
pub use suggestion::Suggestion;
