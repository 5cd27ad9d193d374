//! What the panel and the worker say to each other: commands, events, settings, conversations.
