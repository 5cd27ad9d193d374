//! Fakes for every port of the core: scripted model, scripted network, fake browser, memory store, manual clock, event log.
//! [`World`] combines them: a whole agent without a browser, whose worker can be killed before and after any port call.

mod acts;
mod bringer;
mod browser;
mod clock;
mod contents;
mod entropy;
mod events;
mod fake_tool;
mod http;
mod language;
mod life;
mod model;
mod mortal;
mod notices;
mod page;
mod page_tools;
mod reader;
mod servers;
mod sights;
mod spawner;
mod store;
mod tab;
mod timetable;
mod tools;
mod world;

pub use bringer::FakeBringer;
pub use browser::FakeBrowser;
pub use clock::ManualClock;
pub use entropy::CountingIds;
pub use events::EventLog;
pub use fake_tool::FakeTool;
pub use http::{FakeAnswer, FakeHttp, Feed, Piece};
pub use language::FakeLanguage;
pub use life::Life;
pub use model::{Scripted, ScriptedModel};
pub use notices::NoticeLog;
pub use page::{FakeFrame, FakePage};
pub use reader::FakeReader;
pub use servers::FakeServers;
pub use sights::{Seen, Sight};
pub use store::MemoryStore;
pub use timetable::ManualTimetable;
pub use tools::{FakeTools, Heard, ToolScript};
pub use world::World;
