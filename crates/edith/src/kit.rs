//! What each command that does tasks begins with.

use crate::arguments::Common;
use crate::ends::Stop;
use crate::given;
use crate::home::Home;
use crate::toolbox::Toolbox;
use crate::traces::Collector;
use edith_native::store::Database;
use serde_json::Value;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The program's folders and database, and what the command line and the environment say.
pub(crate) struct Kit {
    pub(crate) home: Home,
    pub(crate) database: Database,
    /// What is read instead of stored settings.
    pub(crate) instead: BTreeMap<String, Value>,
    pub(crate) collector: Option<Rc<Collector>>,
    pub(crate) toolbox: Toolbox,
}

impl Kit {
    /// # Errors
    /// When a folder, a file or a variable is missing or makes no sense.
    pub(crate) async fn open(common: &Common) -> Result<Self, Stop> {
        let variable = |name: &str| std::env::var(name).ok();
        let home = Home::open(common.home.as_deref())?;
        let database = home.database()?;
        let instead = given::instead(&common.model, &database, variable).await?;
        let collector = Collector::named(variable)?;
        let toolbox = Toolbox::open(&home, &common.mcp)?;
        let instead = toolbox.among(instead, &database).await?;
        Ok(Self { home, database, instead, collector, toolbox })
    }
}
