//! The gate: what a call may do is decided here, in code, from its effect and the facts of the page. Never by the prompt.
//!
//! [`recognise`] tells what a call does (an [`EffectClass`]), the tool makes a [`Proposal`] of it, and [`judge`] what becomes of that (a [`Verdict`]).

mod addresses;
mod breath;
mod concern;
mod decode;
mod effect;
mod facts;
mod files;
mod flow;
mod grants;
mod held_files;
mod judge;
mod leads;
mod limits;
mod mask;
mod on_effect;
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
mod verdict;
mod words;

pub use breath::Breath;
pub(crate) use breath::at_once;
pub(crate) use concern::tells;
pub use concern::{Concern, EARLIER, TABS, Trail, concerns, open};
pub use effect::{Commitment, DialogAnswer, EffectClass, SecretKind};
pub(crate) use facts::origin_of;
pub use facts::{Beside, ElementFacts, Facts, FieldFacts, FormShape, MASK, PageView};
pub use files::may_be_saved;
pub use flow::Read;
pub use grants::Grants;
pub use held_files::{LedToFile, remember};
pub use judge::{judge, must_be_examined_again};
pub use leads::Leads;
use limits::limits;
pub(crate) use mask::{cover, masked};
pub use on_effect::on_effect;
pub use origins::Named;
pub(crate) use origins::{finds, is_local};
pub use places::{Places, Way, is_private};
pub use proposal::Proposal;
pub(crate) use recognise::holds_secret;
pub(crate) use sends::leaves;
pub use sends::{FieldInput, Sends, Told};
pub use switches::Switch;
pub use tab_bounds::{HOME, HOME_NAMES};
pub use terms::Terms;
pub use user_words::UserWords;
pub use verdict::{Ground, Limits, Moment, Now, Verdict};
#[cfg(test)]
pub(crate) use words::words;
