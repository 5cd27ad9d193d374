//! Serialises conflicting commands: a lock file, released on drop.

use std::fs::{File, TryLockError};
use std::path::Path;

/// Held while a folder is changed. The system also releases it when the process ends, however it ends.
#[derive(Debug)]
pub struct Lock {
    _file: File,
}

impl Lock {
    /// Takes a folder's lock, saying so if it has to wait for another command.
    pub fn take(folder: &Path) -> std::io::Result<Self> {
        std::fs::create_dir_all(folder)?;
        let file = File::options().create(true).truncate(false).write(true).open(folder.join(".lock"))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                println!("waiting for another cargo xtask that uses {}", folder.display());
                file.lock()?;
            }
            Err(TryLockError::Error(error)) => return Err(error),
        }
        Ok(Self { _file: file })
    }
}
