//! Where the program keeps things.

use crate::ends::Stop;
use crate::words::{Sentence, say};
use directories::ProjectDirs;
use edith_native::store::Database;
use std::path::{Path, PathBuf};

/// The file with settings and journals.
const FILE: &str = "edith.db";
/// The file with servers that have tools.
const TOOLS: &str = "mcp.json";
/// The folder for saved files.
const DOWNLOADS: &str = "downloads";

/// The program's folder.
pub(crate) struct Home {
    folder: PathBuf,
}

impl Home {
    /// The folder that was named, else the system's usual one for data; made if it is not there.
    pub(crate) fn open(named: Option<&Path>) -> Result<Self, Stop> {
        let usual = || ProjectDirs::from("", "", "edith").map(|dirs| dirs.data_dir().to_owned());
        let folder = named.map(Path::to_owned).or_else(usual);
        let folder = folder.ok_or_else(|| Stop::usage(say!(NoHome)))?;
        let home = Self { folder };
        let refused = |error: std::io::Error| {
            let folder = home.folder.display().to_string();
            Stop::unavailable(say!(FolderUnusable { folder: folder, error: error.to_string() }))
        };
        std::fs::create_dir_all(home.downloads()).map_err(refused)?;
        Ok(home)
    }

    /// The folder itself.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// The file with settings and journals.
    pub(crate) fn database(&self) -> Result<Database, Stop> {
        let file = self.folder.join(FILE);
        Database::open(&file).map_err(|error| {
            Stop::unavailable(say!(About { what: file.display().to_string(), why: Sentence::from(error) }))
        })
    }

    /// The file with the servers that every start has.
    pub(crate) fn tools(&self) -> PathBuf {
        self.folder.join(TOOLS)
    }

    /// Where files go that a task may save.
    pub(crate) fn downloads(&self) -> PathBuf {
        self.folder.join(DOWNLOADS)
    }
}
