//! From a run's state to its mode.

use super::kind::Mode;
use super::list::modes;
use super::rules::Rules;
use super::work::Work;
use crate::run::{Run, State};
use edith_protocol::{ModelRole, RunId};

macro_rules! table {
    ($($(#[$when:meta])* $name:ident $folder:ident $(($state:ty))?: $does:literal,)*) => {
        /// Every mode.
        const ROOMS: &[&dyn Mode] = &[$($(#[$when])* &super::$folder::Room,)*];

        impl Work {
            /// The mode that it is the state of.
            pub(crate) fn room(&self) -> &'static dyn Mode {
                match self {
                    $($(#[$when])* Self::$name { .. } => &super::$folder::Room,)*
                }
            }
        }
    };
}

modes!(table);

impl Work {
    /// For a mode that has just begun. A source's run begins with [`Run::for_source`].
    pub fn new(mode: edith_protocol::Mode) -> Self {
        ROOMS.iter().find(|room| room.row().mode == mode).map_or(Work::Agent, |room| room.begins())
    }
}

impl Run {
    /// The mode that decides its course.
    pub(crate) fn room(&self) -> &'static dyn Mode {
        self.work.room()
    }

    /// What kind of work it is.
    pub(crate) fn mode(&self) -> edith_protocol::Mode {
        self.room().row().mode
    }

    /// The rules of what it does now.
    pub fn rules(&self) -> &'static Rules {
        self.room().rules(self)
    }

    /// Whose models it asks.
    pub fn role(&self) -> ModelRole {
        self.rules().role
    }

    /// Goes on as a task with tools, from a look at its tab.
    pub(in crate::run) fn go_on_as_task(&mut self) {
        (self.work, self.state) = (Work::Agent, State::Starting);
    }

    /// The run that it is a part of.
    pub fn parent(&self) -> Option<&RunId> {
        self.room().parent(self)
    }
}
