//! The core's ports: what it needs from the outside, one trait per file (those that models need too are theirs). Each has a fake in the testkit.

mod bringer;
mod browser;
pub mod browser_ask;
mod entropy;
mod events;
mod log;
mod notices;
mod permit;
mod reader;
mod spawner;
mod store;
mod tab;
mod timetable;
mod tool_servers;
mod tools;

pub use bringer::{Answered, BringError, Bringer, Brought, TabPage};
pub use browser::{Browser, TabInfo, Windows};
pub use edith_actions::{Arrival, FrameArrival, SentCookie, ServerTool};
pub use edith_gate::{Confined, Deed, TabBounds};
pub use edith_model::{Clock, Models};
pub use entropy::Entropy;
pub use events::Events;
pub use log::{Coded, Log, LogArg, NamedArg};
pub use notices::{Notice, Notices};
pub use permit::Permit;
pub use reader::Reader;
pub use spawner::Spawner;
pub use store::{Store, StoreError, Table, Which};
pub use tab::Tab;
pub use timetable::{Timetable, Zone};
pub use tool_servers::{ServerResource, ToolServers};
pub use tools::{
    ListedTool, ServerAsk, ServerAsks, ServerReply, ToolAnswer, ToolError, ToolProgress, ToolSaid, ToolUse, Tools,
};

use std::rc::Rc;

/// Everything the core needs from the outside.
#[derive(Clone)]
pub struct Ports {
    /// Where models come from.
    pub models: Rc<dyn Models>,
    /// The person's browser.
    pub browser: Rc<dyn Browser>,
    /// What outlives the worker.
    pub store: Rc<dyn Store>,
    /// Time.
    pub clock: Rc<dyn Clock>,
    /// The panel.
    pub events: Rc<dyn Events>,
    /// Random ids and nonces.
    pub entropy: Rc<dyn Entropy>,
    /// Background work.
    pub spawner: Rc<dyn Spawner>,
    /// The clock and alarm of schedules.
    pub timetable: Rc<dyn Timetable>,
    /// The person, when no page of the extension is open.
    pub notices: Rc<dyn Notices>,
    /// Who reads documents.
    pub reader: Rc<dyn Reader>,
    /// Who fetches documents.
    pub bringer: Rc<dyn Bringer>,
    /// Tools outside EDITH.
    pub tools: Rc<dyn Tools>,
    /// The servers that offer them.
    pub servers: Rc<dyn ToolServers>,
    /// The log of recovered failures.
    pub log: Rc<dyn Log>,
}
