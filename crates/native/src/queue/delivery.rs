//! A task that was given to this worker.

use super::error::QueueError;
use super::journal::Journal;
use super::line::{CONNECT, DEAD, PIECES, Queue};
use super::names::TaskKey;
use super::parts;
use super::room::QueueRoom;
use crate::small::SystemEntropy;
use crate::store::RoomStore;
use async_nats::jetstream::AckKind;
use async_nats::jetstream::message::{Acker, Message, PublishMessage};
use async_nats::jetstream::stream::LastRawMessageErrorKind;
use bytes::Bytes;
use edith_port::Entropy;
use futures_util::StreamExt;
use std::rc::Rc;
use std::time::Duration;

/// How many workers may die of a task.
const DEATHS: u32 = 3;
/// How often the server is told that a task is worked on, in parts of the silence that it bears.
const PARTS: u32 = 3;

/// What is to be done with a task that was begun.
pub enum Begun {
    /// Work on it, from where its journal is.
    Work(Rc<QueueRoom>),
    /// Nothing: it was done by another worker.
    Done,
    /// Three workers have died of it.
    Dead,
}

/// The task.
pub struct Delivery {
    queue: Queue,
    task: TaskKey,
    payload: Bytes,
    pieces: Option<u32>,
    acker: Acker,
    /// Its place in the stream.
    sequence: u64,
}

impl Queue {
    /// Takes the next task; none: there was none for so long.
    ///
    /// # Errors
    /// When the server does not answer.
    pub async fn take(&self, wait: Duration) -> Result<Option<Delivery>, QueueError> {
        let batch = self.workers.batch().max_messages(1).expires(wait).messages();
        let asked = async {
            let mut messages = batch.await.map_err(QueueError::server)?;
            messages.next().await.transpose().map_err(QueueError::server)
        };
        // A server that was restarted no longer knows that it was asked.
        let message = tokio::time::timeout(wait + CONNECT, asked).await.ok().transpose()?.flatten();
        message.map(|message| Delivery::of(self, message)).transpose()
    }
}

impl Delivery {
    fn of(queue: &Queue, message: Message) -> Result<Self, QueueError> {
        let unreadable = || QueueError::Unreadable(format!("no task has the subject {}", message.subject));
        let task = queue.place.task_of(&message.subject).ok_or_else(unreadable)?;
        let sequence = message.info().map_err(QueueError::server)?.stream_sequence;
        let pieces = message.headers.as_ref().and_then(|headers| headers.get(PIECES));
        let pieces = pieces.and_then(|pieces| pieces.as_str().parse().ok());
        let (message, acker) = message.split();
        Ok(Self { queue: queue.clone(), task, payload: message.payload, pieces, acker, sequence })
    }

    /// Which task it is.
    #[must_use]
    pub fn task(&self) -> &TaskKey {
        &self.task
    }

    /// What was put in.
    ///
    /// # Errors
    /// When its pieces cannot be had.
    pub async fn payload(&self) -> Result<Vec<u8>, QueueError> {
        match self.pieces {
            None => Ok(self.payload.to_vec()),
            Some(pieces) => parts::get(&self.queue.journals, &self.task.key("task"), pieces).await,
        }
    }

    /// Begins or goes on with it. `settings`: the worker's own.
    ///
    /// # Errors
    /// When the server does not answer.
    pub async fn begin(&self, settings: RoomStore) -> Result<Begun, QueueError> {
        let queue = &self.queue;
        let writer = SystemEntropy.id();
        let taken = Journal::take(queue.journals.clone(), self.task.clone(), writer, queue.longest()).await?;
        let (journal, before) = taken;
        let room = QueueRoom::open(journal, settings).await?;
        if room.result().is_some() {
            return Ok(Begun::Work(Rc::new(room)));
        }
        // Asked after the journal was taken: whoever finished it deleted its journal last, and then one of these shows it.
        if queue.is_told(&self.task).await? || !self.is_there().await? {
            return Ok(Begun::Done);
        }
        if before >= DEATHS {
            return Ok(Begun::Dead);
        }
        Ok(Begun::Work(Rc::new(room)))
    }

    /// Whether it is still in the work queue: what was acknowledged is not.
    async fn is_there(&self) -> Result<bool, QueueError> {
        match self.queue.tasks.get_raw_message(self.sequence).await {
            Ok(_) => Ok(true),
            Err(error) if error.kind() == LastRawMessageErrorKind::NoMessageFound => Ok(false),
            Err(error) => Err(QueueError::server(error)),
        }
    }

    /// Says that it is worked on, again and again; never ends.
    pub async fn keep(&self) {
        let silence = self.queue.workers.cached_info().config.ack_wait;
        let every = (silence / PARTS).max(Duration::from_millis(100));
        loop {
            tokio::time::sleep(every).await;
            // A server that is away for a moment hears the next.
            let _unheard = self.acker.ack_with(AckKind::Progress).await;
        }
    }

    /// It has its result in the stream: takes it out of the queue, and forgets its journal once that is confirmed.
    ///
    /// # Errors
    /// When the server does not confirm it: it is then given to a worker again, who finds its result.
    pub async fn done(&self) -> Result<(), QueueError> {
        self.acker.double_ack().await.map_err(QueueError::server)?;
        let journal = format!("{}{}", self.queue.journals.prefix, self.task.key(">"));
        self.queue.journals.stream.purge().filter(journal).await.map(drop).map_err(QueueError::server)
    }

    /// It is set aside, with its journal: takes it out of the queue.
    ///
    /// # Errors
    /// When the server does not confirm it.
    pub async fn put_aside(&self) -> Result<(), QueueError> {
        self.acker.double_ack().await.map_err(QueueError::server)
    }

    /// Has it given to any worker at once.
    ///
    /// # Errors
    /// When the server does not hear it: it is then given after a while.
    pub async fn give_back(&self) -> Result<(), QueueError> {
        self.acker.ack_with(AckKind::Nak(None)).await.map_err(QueueError::server)
    }

    /// Sets it aside, where it stays for a person to look into.
    ///
    /// # Errors
    /// When the server does not confirm it.
    pub async fn bury(&self) -> Result<(), QueueError> {
        let mut message = PublishMessage::build().message_id(self.task.message()).payload(self.payload.clone());
        if let Some(pieces) = self.pieces {
            message = message.header(PIECES, pieces.to_string().as_str());
        }
        self.queue.published(DEAD, &self.task, message.expected_last_subject_sequence(0)).await.map(drop)
    }
}
