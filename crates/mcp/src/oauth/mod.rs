//! Signing in to a server: OAuth 2.1 as the specification of the protocol has it.
