//! A queue of tasks for any number of workers: a NATS server with JetStream.
//!
//! Tasks lie in a work queue until they are acknowledged, results in a stream of their own, what no worker survived in a third, and each task's journal in a
//! key-value store, from where any worker goes on with it. A task is acknowledged when its result is in the stream, and its journal is deleted when that is
//! confirmed: whoever is given a task can tell whether it was done, is being done, or is to be done.

mod delivery;
mod error;
mod journal;
mod line;
mod names;
mod parts;
mod room;

pub use delivery::{Begun, Delivery};
pub use error::QueueError;
pub use line::Queue;
pub use names::{QueueAddress, QueueAddressError, TaskKey};
pub use room::QueueRoom;
