//! Files that an action would load, and what leads to them.

pub(crate) mod files;
