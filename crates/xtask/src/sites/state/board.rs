//! What the task board remembers.

use serde::Serialize;

/// One task.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Task {
    /// Its number, from 1 on, never used again.
    pub id: u32,
    /// What is to be done.
    pub title: String,
    /// `low`, `normal` or `high`.
    pub priority: String,
    /// Whether it is done.
    pub done: bool,
}

/// What the board remembers.
#[derive(Debug, Clone, Serialize)]
pub struct Board {
    /// The tasks in the order they were added.
    pub tasks: Vec<Task>,
    /// The number that the next task gets.
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
