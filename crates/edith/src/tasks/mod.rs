//! What many tasks need, in a batch of one program or from a queue: their `lines` and results, the `pool` of browsers, and an `attempt` at one.

pub(crate) mod attempt;
pub(crate) mod lines;
pub(crate) mod pool;
