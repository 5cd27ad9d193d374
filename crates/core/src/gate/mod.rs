//! The gate: what a call may do is decided here, in code, from its effect and the facts of the page. Never by the prompt.
//!
//! [`recognise`] tells what a call does (an [`EffectClass`]), [`judge`] what to make of it (a [`Verdict`]).

mod breath;
mod chosen;
mod concern;
mod decode;
mod effect;
mod facts;
mod files;
mod flow;
mod grants;
mod judge;
mod mask;
mod origins;
mod places;
pub(crate) mod recognise;
mod seal;
mod sends;
mod shown;
mod switches;
mod tab_bounds;
mod terms;
#[cfg(test)]
mod tests;
mod trace;
mod words;

pub use breath::Breath;
pub(crate) use breath::at_once;
pub use chosen::{is_chosen, is_given};
pub use concern::{Concern, EARLIER, TABS, Trail, concerns, open};
pub(crate) use concern::{inner, tells, told_by};
pub use effect::{Commitment, DialogAnswer, EffectClass, SecretKind};
pub(crate) use facts::origin_of;
pub use facts::{Beside, ElementFacts, Facts, FieldFacts, FormShape, MASK, PageView};
pub use files::{LedToFile, may_be_saved, remember, saves, with_files};
pub use flow::Read;
pub use grants::Grants;
pub use judge::{Verdict, judge};
pub(crate) use mask::masked;
pub use origins::Named;
pub(crate) use origins::{finds, is_local};
pub use places::{Places, Way, is_private};
pub(crate) use recognise::holds_secret;
pub use seal::seal;
pub use sends::{FieldInput, Sends};
pub use shown::{action_shown, document_shown};
pub use switches::Switch;
pub use tab_bounds::{HOME, HOME_NAMES, TabBounds};
pub use terms::Terms;
pub(crate) use words::is_invisible;
