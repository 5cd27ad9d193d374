//! The agent without a browser: run machine, driver, tools, gate, snapshot, history, models.
