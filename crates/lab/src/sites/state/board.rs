//! The task board's state.

use serde::Serialize;

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Task {
    /// From 1, never reused.
    pub id: u32,
    pub title: String,
    /// `low`, `normal` or `high`.
    pub priority: String,
    pub done: bool,
}

#[derive(Debug, Clone, Serialize)]
pub struct Board {
    /// In order of creation.
    pub tasks: Vec<Task>,
    /// The next task's number.
    next: u32,
}

impl Board {
    pub(super) fn new() -> Self {
        let mut board = Self { tasks: Vec::new(), next: 1 };
        for (title, done) in [("Water the plants", false), ("Call the plumber", false), ("Book the train", true)] {
            board.add(title, "normal");
            board.tasks.iter_mut().filter(|task| task.title == title).for_each(|task| task.done = done);
        }
        board
    }

    pub(in crate::sites) fn add(&mut self, title: &str, priority: &str) {
        let task = Task { id: self.next, title: title.to_owned(), priority: priority.to_owned(), done: false };
        self.tasks.push(task);
        self.next += 1;
    }
}
