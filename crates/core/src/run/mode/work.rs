//! State specific to each mode: a run has none of another mode.

use super::list::modes;
use serde::{Deserialize, Serialize};

macro_rules! work {
    ($($(#[$when:meta])* $name:ident $folder:ident $(($state:ty))?: $does:literal,)*) => {
        /// A mode's own state, as it is stored.
        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
        #[serde(tag = "mode", content = "state", rename_all = "lowercase")]
        pub(crate) enum Work {
            $($(#[$when])* #[doc = $does] $name $((Box<$state>))?,)*
        }
    };
}

modes!(work);
