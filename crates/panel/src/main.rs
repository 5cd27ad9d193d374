//! The side panel, the new tab and the options page.

fn main() {}
