//! One command at a time where two would get in each other's way: a lock file, released when the value is dropped.

use std::fs::{File, TryLockError};
use std::path::Path;

/// Held while a folder is changed. The system releases it too when the process ends, however it ends.
#[derive(Debug)]
pub struct Lock {
    _file: File,
}

impl Lock {
    /// Takes the lock of a folder, saying so when another command has it and this one must wait.
    ///
    /// # Errors
    /// When the folder or the lock file cannot be made.
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
