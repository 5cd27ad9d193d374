//! What things are called in a queue's server: subjects, streams, keys.

use sha2::{Digest, Sha256};

/// The queue that is meant where an address names none.
const USUAL: &str = "edith";
/// How much of a hash names a task, in bytes.
const HASHED: usize = 16;

/// Where a queue is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QueueAddress {
    /// The server's address, with what signs in to it.
    pub(super) server: String,
    /// The queue's own name: several may share a server.
    pub(super) name: String,
}

/// Why an address names no queue.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum QueueAddressError {
    /// It is not an address.
    #[error("{0} is no address of a queue, like nats://HOST:4222 or nats://HOST:4222/NAME")]
    Address(String),
    /// Its path is not a name.
    #[error("{0} is no name of a queue: letters, digits, - and _ make one")]
    Name(String),
}

impl std::str::FromStr for QueueAddress {
    type Err = QueueAddressError;

    fn from_str(text: &str) -> Result<Self, QueueAddressError> {
        let wrong = || QueueAddressError::Address(text.to_owned());
        let (scheme, rest) = text.split_once("://").ok_or_else(wrong)?;
        if !matches!(scheme, "nats" | "tls") {
            return Err(wrong());
        }
        let (host, name) = rest.split_once('/').unwrap_or((rest, ""));
        if host.is_empty() {
            return Err(wrong());
        }
        let name = if name.is_empty() { USUAL } else { name };
        if !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_')) {
            return Err(QueueAddressError::Name(name.to_owned()));
        }
        Ok(Self { server: format!("{scheme}://{host}"), name: name.to_owned() })
    }
}

impl QueueAddress {
    /// The address without what signs in.
    #[must_use]
    pub fn shown(&self) -> String {
        let (scheme, rest) = self.server.split_once("://").unwrap_or_default();
        let host = rest.rsplit_once('@').map_or(rest, |(_, host)| host);
        format!("{scheme}://{host}/{}", self.name)
    }

    pub(super) fn stream(&self, what: &str) -> String {
        format!("EDITH-{}-{what}", self.name)
    }

    /// Every subject of a kind: tasks, results, dead.
    pub(super) fn subjects(&self, what: &str) -> String {
        format!("edith.{}.{what}.>", self.name)
    }

    pub(super) fn subject(&self, what: &str, task: &TaskKey) -> String {
        format!("edith.{}.{what}.{}.{}", self.name, task.batch, task.task)
    }

    /// Those of one batch.
    pub(super) fn subjects_of(&self, what: &str, batch: &str) -> String {
        format!("edith.{}.{what}.{batch}.>", self.name)
    }

    /// The task that a subject is about.
    pub(super) fn task_of(&self, subject: &str) -> Option<TaskKey> {
        let mut parts = subject.rsplit('.');
        let (task, batch) = (parts.next()?, parts.next()?);
        Some(TaskKey { batch: batch.to_owned(), task: task.to_owned() })
    }
}

/// A task in a queue.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct TaskKey {
    batch: String,
    task: String,
}

impl TaskKey {
    /// The task of this id in a batch; `batch` is letters and digits.
    #[must_use]
    pub fn of(batch: &str, id: &str) -> Self {
        let hash = Sha256::digest(id.as_bytes());
        let task = hash.iter().take(HASHED).map(|byte| format!("{byte:02x}")).collect();
        Self { batch: batch.to_owned(), task }
    }

    /// What its message is known by, so that it is not in a stream twice.
    pub(super) fn message(&self) -> String {
        format!("{}.{}", self.batch, self.task)
    }

    /// A key of its own in the key-value store.
    pub(super) fn key(&self, of: &str) -> String {
        format!("{}.{}.{of}", self.batch, self.task)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_names_its_queue_or_the_usual_one() {
        let place = |text: &str| text.parse::<QueueAddress>().map(|place| (place.server.clone(), place.name.clone()));
        let named = |server: &str, name: &str| Ok((server.to_owned(), name.to_owned()));
        assert_eq!(place("nats://h:4222"), named("nats://h:4222", "edith"));
        assert_eq!(place("tls://u:p@h/shop-1"), named("tls://u:p@h", "shop-1"));
        for wrong in ["h:4222", "http://h", "nats://", "nats://h/a.b", "nats://h/a/b"] {
            assert!(place(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn what_signs_in_is_not_shown() {
        assert_eq!("nats://u:secret@h:1/x".parse::<QueueAddress>().unwrap().shown(), "nats://h:1/x");
    }

    #[test]
    fn a_task_is_found_again_by_its_subject_whatever_its_id() {
        let place: QueueAddress = "nats://h/x".parse().unwrap();
        for id in ["1", "a.b > *", "ü"] {
            let task = TaskKey::of("b1", id);
            assert_eq!(place.task_of(&place.subject("tasks", &task)), Some(task.clone()));
            assert!(task.key("head").bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'.'));
        }
        assert_ne!(TaskKey::of("b1", "1"), TaskKey::of("b1", "2"));
        assert_ne!(TaskKey::of("b1", "1"), TaskKey::of("b2", "1"));
    }
}
