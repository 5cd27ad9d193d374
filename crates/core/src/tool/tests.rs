//! Tests of all tools together.
