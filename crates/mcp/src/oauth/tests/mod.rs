//! Sign-ins against a strict authorization server, and what its enemies try.

mod attacks;
mod challenges;
mod discovering;
mod enemies;
mod fake;
mod registering;
mod renewing;
mod stepping_up;
mod strict;
mod texts;
