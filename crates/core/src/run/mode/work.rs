//! State specific to each mode: a run has none of another mode.

use super::list::modes;
use edith_protocol::json;
use serde::{Deserialize, Deserializer, Serialize};

macro_rules! work {
    ($($(#[$when:meta])* $name:ident $folder:ident $(($state:ty))?: $does:literal,)*) => {
        /// A mode's own state, as it is stored.
        #[derive(Debug, Clone, PartialEq, Serialize)]
        #[serde(tag = "mode", content = "state", rename_all = "lowercase")]
        pub enum Work {
            $($(#[$when])* #[doc = $does] $name $((Box<$state>))?,)*
        }

        #[derive(Deserialize)]
        #[serde(rename_all = "lowercase")]
        enum Kind {
            $($(#[$when])* $name,)*
        }

        impl<'de> Deserialize<'de> for Work {
            fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                let (kind, state) = json::tagged(from, "mode", "state")?;
                Ok(match kind {
                    $($(#[$when])* Kind::$name => Self::$name $((json::as_content::<Box<$state>, _>(state)?))?,)*
                })
            }
        }
    };
}

modes!(work);
