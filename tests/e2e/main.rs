//! End-to-end tests: the built `dist/` in a real Chromium.
