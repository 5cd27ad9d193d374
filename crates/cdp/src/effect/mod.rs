//! What an action starts.

pub mod settle;
