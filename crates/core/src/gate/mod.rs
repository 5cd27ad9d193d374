//! The gate: what a call may do is decided here, in code, from its effect and the facts of the page. Never by the prompt.
//!
//! [`recognise`] tells what a call does (an [`EffectClass`]), the tool makes a [`Proposal`] of it, and [`judge`] what becomes of that (a [`Verdict`]).

mod breath;
mod concern;
mod decode;
mod effect;
mod facts;
mod files;
mod flow;
mod grants;
mod judge;
mod limits;
mod mask;
mod origins;
mod places;
mod proposal;
pub(crate) mod recognise;
mod seal;
mod sends;
mod shown;
mod switches;
mod tab_bounds;
mod terms;
mod trace;
mod user_words;
mod words;

pub use breath::Breath;
pub(crate) use breath::at_once;
pub use concern::{Concern, EARLIER, TABS, Trail, concerns, open};
pub(crate) use concern::{inner, tells, told_by};
pub use effect::{Commitment, DialogAnswer, EffectClass, SecretKind};
pub(crate) use facts::origin_of;
pub use facts::{Beside, ElementFacts, Facts, FieldFacts, FormShape, MASK, PageView};
pub use files::{LedToFile, may_be_saved, remember};
pub use flow::Read;
pub use grants::Grants;
pub use judge::{Ground, Moment, Now, Verdict, judge, must_be_examined_again, on_effect};
pub use limits::Limits;
use limits::limits;
pub(crate) use mask::masked;
pub use origins::Named;
pub(crate) use origins::{finds, is_local};
pub use places::{Places, Way, is_private};
pub use proposal::{Leads, Proposal};
pub(crate) use recognise::holds_secret;
pub use sends::{FieldInput, Sends, Told};
pub use switches::Switch;
pub use tab_bounds::{HOME, HOME_NAMES, TabBounds};
pub use terms::Terms;
pub use user_words::UserWords;
pub(crate) use words::is_invisible;
#[cfg(test)]
pub(crate) use words::words;
