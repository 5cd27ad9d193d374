//! The gate: code decides what a call may do, from its effect and the facts of the page. Never the prompt.
//!
//! What it promises, each sentence with the attack that would refute it, stands in `docs/safety.md`. In short:
//! - Words that others wrote make an action graver, never milder. Milder makes only structure (a request's method and body, a form, a native control)
//!   or the person's own words.
//! - What does something for good is asked, unless the person named that very thing or permitted it: one effect, at one place, for so often.
//! - What was read in one place is told to no other that the person did not name, but for a counted number of moves in a conversation.
//! - Secrets are typed and shown to nobody else; a model sees a mask.
//! - A page of the internet leads to no address of the person's own network.
//! - A question shows what takes effect, and a yes is for exactly that.
//!
//! A call takes this way: its [`Facts`] are collected, [`recognise`] finds its [`EffectClass`], the tool makes a [`Proposal`] of both, and [`judge`]
//! returns the [`Verdict`]: carry it out, ask, or refuse. Requests that it would make are held and judged in turn ([`RequestWatch`]).
//!
//! The rooms, each using only those above it:
//!
//! | room | its question |
//! |---|---|
//! | `words` | what do labels say? Tables of all languages, as data |
//! | `secret` | what is a secret? |
//! | `place` | whose is it, did the person name it, does it know them? |
//! | `effect` | what does an action do, tell, and lead to? |
//! | `task` | what do the person's own words want changed? |
//! | `read` | what was read where? |
//! | `request` | what would a held request change? |
//! | `proposal` | what is decided on, and shown? |
//! | `permit` | what did the person allow ahead? |
//! | `reach` | whom does it reach, and where may its tab go? |
//! | `verdict` | what does its effect alone decide? |
//! | `file` | what may be saved? |
//! | `ask` | all of it: carry out, ask, or refuse |

// Its macro is for all that follow.
#[macro_use]
mod switches;

mod ask;
mod effect;
mod file;
mod permit;
mod place;
mod proposal;
mod reach;
mod read;
mod request;
mod secret;
mod task;
mod verdict;
mod words;

pub use ask::judge::must_be_examined_again;
pub use ask::judge::{concerns, judge};
use ask::limits::limits;
pub use ask::watching::filled;
pub use effect::facts::Beside;
pub use effect::facts::{AskedIn, Facts};
pub use effect::facts::{ElementFacts, FieldFacts, FormShape, PageView};
pub use effect::facts::{choices, origin_of, own_fields, standing, values};
pub use effect::held_files::LedToFile;
pub use effect::held_files::remember;
pub use effect::leads::Contact;
pub use effect::leads::Leads;
pub use effect::recognise::holds_secret;
pub use effect::sends::FieldInput;
pub use effect::sends::leaves;
pub use effect::sends::{Sends, Told};
pub use effect::tool_facts::ToolFacts;
pub use effect::{Commitment, DialogAnswer, EffectClass, SecretKind};
pub use effect::{key_effect, recognise};
pub use file::files::may_be_saved;
pub use permit::Effect;
pub use permit::answers::Answers;
pub use permit::authority::Authority;
pub use permit::grants::Grants;
pub use permit::mandate::{Mandate, MandateError};
pub use permit::meant::Meant;
pub use permit::review::Review;
pub use permit::step_permits::StepPermits;
pub use permit::terms::Terms;
pub use place::named::{Named, marked, passages};
pub use place::origins::is_local;
pub use place::places::{Framed, Places, framed, is_private};
pub use place::session_cookies::{has_framed_session, has_session, is_authorised};
pub use place::site::Site;
pub use proposal::Proposal;
pub use reach::concern::{Concern, Trail};
pub use reach::concern::{EARLIER, PROFILE, TABS, open};
pub use reach::contact_log::ContactLog;
pub use reach::tab_bounds::{Confined, Deed, HOME, HOME_NAMES, TabBounds};
pub use read::Read;
pub use read::clipboard::{Clipboard, ClipboardUse};
pub use request::held_requests::HeldRequests;
pub use request::requests::RequestWatch;
pub use secret::mask::{MASK, cover, is_sensitive, masked};
#[cfg(feature = "switches")]
pub use switches::Switch;
pub use task::orders::{Order, order};
pub use task::user_words::UserWords;
pub use task::wish::Wish;
pub use verdict::on_effect::on_effect;
pub use verdict::{Ground, Verdict};
pub use verdict::{Limits, Moment, Now};
pub use words::phrases::words;
