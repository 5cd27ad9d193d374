//! The pages' logic without a browser: from events and stored data to what is shown.

pub mod ask;
pub mod conversations;
pub mod documents;
pub mod draft;
pub mod examples;
pub mod export;
pub mod format;
pub mod log;
pub mod markdown;
pub mod mend;
pub mod mode;
pub mod picker;
pub mod plan;
pub mod presets;
pub mod runs;
pub mod schedules;
pub mod server;
pub mod servers;
pub mod settings;
pub mod sources;
pub mod tested;
pub mod text;
pub mod timeline;
pub mod tool_title;
pub mod wire;
