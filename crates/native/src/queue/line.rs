//! The way to a queue: its streams, what is put in and what is heard.

use super::error::QueueError;
use super::names::{QueueAddress, TaskKey};
use super::parts;
use async_nats::jetstream::consumer::{AckPolicy, Consumer, DeliverPolicy, pull};
use async_nats::jetstream::context::PublishErrorKind;
use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::stream::{Config, DiscardPolicy, LastRawMessageErrorKind, RetentionPolicy, Stream};
use async_nats::jetstream::{self, kv};
use async_nats::{Client, ConnectOptions};
use bytes::Bytes;
use futures_util::StreamExt;
use std::time::Duration;

/// The workers' common consumer.
const WORKERS: &str = "workers";
/// How long results, dead tasks and journals of tasks that nobody takes stay.
const KEPT: Duration = Duration::from_secs(7 * 24 * 3_600);
/// How long a server remembers which messages it has.
const REMEMBERED: Duration = Duration::from_secs(600);
/// How many tasks may be under way at once, by all workers, and how many may be waited for.
const UNDER_WAY: i64 = 100_000;
/// How long the server may take to connect.
pub(super) const CONNECT: Duration = Duration::from_secs(5);
/// The header of a task that is too long for a message: in how many pieces it lies in the key-value store.
pub(super) const PIECES: &str = "Edith-Pieces";

const TASKS: &str = "tasks";
const RESULTS: &str = "results";
pub(super) const DEAD: &str = "dead";

/// An open queue; cheap to clone.
#[derive(Clone)]
pub struct Queue {
    client: Client,
    context: jetstream::Context,
    pub(super) place: QueueAddress,
    pub(super) tasks: Stream,
    results: Stream,
    pub(super) journals: kv::Store,
    pub(super) workers: Consumer<pull::Config>,
}

impl Queue {
    /// Goes to a queue, and makes what of it is not there. `silence`: how long a worker may say nothing before its task is given to another; it counts when
    /// the queue is made.
    ///
    /// # Errors
    /// When there is no server, or it refuses.
    pub async fn open(place: QueueAddress, silence: Duration) -> Result<Self, QueueError> {
        let options = ConnectOptions::new().name("edith").connection_timeout(CONNECT);
        let client = options.connect(place.server.as_str()).await.map_err(QueueError::server)?;
        let context = jetstream::new(client.clone());
        let lasting = |what: &str| Config {
            name: place.stream(what),
            subjects: vec![place.subjects(what)],
            duplicate_window: REMEMBERED,
            max_messages_per_subject: 1,
            discard: DiscardPolicy::New,
            discard_new_per_subject: true,
            ..Config::default()
        };
        let tasks = Config { retention: RetentionPolicy::WorkQueue, ..lasting(TASKS) };
        let tasks = context.get_or_create_stream(tasks).await.map_err(QueueError::server)?;
        let results = Config { max_age: KEPT, ..lasting(RESULTS) };
        let results = context.get_or_create_stream(results).await.map_err(QueueError::server)?;
        let dead = Config { max_age: KEPT, ..lasting(DEAD) };
        context.get_or_create_stream(dead).await.map_err(QueueError::server)?;
        let bucket = place.stream("journals");
        // The stream that a key-value store is by its definition: servers before 2.10 do not answer what the client asks when it makes one itself.
        let journals = Config {
            name: format!("KV_{bucket}"),
            subjects: vec![format!("$KV.{bucket}.>")],
            max_messages_per_subject: 1,
            max_age: KEPT,
            discard: DiscardPolicy::New,
            duplicate_window: REMEMBERED,
            allow_rollup: true,
            deny_delete: true,
            allow_direct: true,
            ..Config::default()
        };
        context.get_or_create_stream(journals).await.map_err(QueueError::server)?;
        let journals = context.get_key_value(&bucket).await.map_err(QueueError::server)?;
        let workers = pull::Config {
            durable_name: Some(WORKERS.to_owned()),
            ack_policy: AckPolicy::Explicit,
            ack_wait: silence,
            max_ack_pending: UNDER_WAY,
            // 512 unless one says otherwise; the next one is refused.
            max_waiting: UNDER_WAY,
            ..pull::Config::default()
        };
        let workers = tasks.get_or_create_consumer(WORKERS, workers).await.map_err(QueueError::server)?;
        Ok(Self { client, context, place, tasks, results, journals, workers })
    }

    /// Puts a task in. Whether it was not there.
    ///
    /// # Errors
    /// When the server does not confirm it: then it may be there or not, and may be put in again.
    pub async fn post(&self, task: &TaskKey, payload: Bytes) -> Result<bool, QueueError> {
        let mut message = PublishMessage::build().message_id(task.message()).expected_last_subject_sequence(0);
        if payload.len() <= parts::room(self.longest()) {
            message = message.payload(payload);
        } else {
            let pieces = parts::put(&self.journals, &task.key("task"), &payload, self.longest()).await?;
            message = message.header(PIECES, pieces.to_string().as_str());
        }
        self.published(TASKS, task, message).await
    }

    /// How many tasks are not done.
    ///
    /// # Errors
    /// When the server does not answer.
    pub async fn left(&self) -> Result<u64, QueueError> {
        Ok(self.tasks.get_info().await.map_err(QueueError::server)?.state.messages)
    }

    /// Puts a task's result in. Whether there was none.
    ///
    /// # Errors
    /// When the server does not confirm it: then it may be put in again.
    pub async fn tell(&self, task: &TaskKey, result: Bytes) -> Result<bool, QueueError> {
        let message = PublishMessage::build().message_id(task.message()).expected_last_subject_sequence(0);
        self.published(RESULTS, task, message.payload(result)).await
    }

    /// Whether a task has its result.
    ///
    /// # Errors
    /// When the server does not answer.
    pub async fn is_told(&self, task: &TaskKey) -> Result<bool, QueueError> {
        match self.results.get_last_raw_message_by_subject(&self.place.subject(RESULTS, task)).await {
            Ok(_) => Ok(true),
            Err(error) if error.kind() == LastRawMessageErrorKind::NoMessageFound => Ok(false),
            Err(error) => Err(QueueError::server(error)),
        }
    }

    /// Hears the results of a batch, those that are there and those that come, each at least once and with the task that it is of. Ends when `hear` wants no more.
    ///
    /// # Errors
    /// When the server refuses.
    pub async fn hear(
        &self,
        batch: &str,
        mut hear: impl FnMut(Option<TaskKey>, &[u8]) -> bool,
    ) -> Result<(), QueueError> {
        let config = pull::OrderedConfig {
            filter_subject: self.place.subjects_of(RESULTS, batch),
            deliver_policy: DeliverPolicy::All,
            ..pull::OrderedConfig::default()
        };
        let consumer = self.results.create_consumer(config).await.map_err(QueueError::server)?;
        let mut messages = consumer.messages().await.map_err(QueueError::server)?;
        while let Some(message) = messages.next().await {
            let message = message.map_err(QueueError::server)?;
            if !hear(self.place.task_of(&message.subject), &message.payload) {
                return Ok(());
            }
        }
        Err(QueueError::Server("it ended the stream of results".to_owned()))
    }

    /// Forgets the results of a batch.
    ///
    /// # Errors
    /// When the server does not answer: then they go by themselves after a while.
    pub async fn forget(&self, batch: &str) -> Result<(), QueueError> {
        let of = self.place.subjects_of(RESULTS, batch);
        self.results.purge().filter(of).await.map(drop).map_err(QueueError::server)
    }

    /// Publishes a message that is to be the only one of its subject; whether it is new.
    pub(super) async fn published(
        &self,
        what: &str,
        task: &TaskKey,
        message: PublishMessage,
    ) -> Result<bool, QueueError> {
        let sent =
            self.context.send_publish(self.place.subject(what, task), message).await.map_err(QueueError::server)?;
        match sent.await {
            Ok(ack) => Ok(!ack.duplicate),
            Err(error) if error.kind() == PublishErrorKind::WrongLastSequence => Ok(false),
            Err(error) => Err(QueueError::server(error)),
        }
    }

    /// The longest message that the server takes, in bytes.
    pub(super) fn longest(&self) -> usize {
        self.client.max_payload()
    }
}
