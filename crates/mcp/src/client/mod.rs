//! The protocol: one server, spoken to in the revision that both know.
