//! What is written in the composer, as data: what it speaks of, what is looked up while it is typed, the fields of a saved prompt.

mod fields;
mod page;
mod sees;
mod sent;
mod served;
mod suggest;
mod trigger;

pub use fields::{Field, Filling, FromServer, explained, fields, prompt_name};
pub use page::{addresses, leads_elsewhere, speaks_of_page, starts_here};
pub use sees::sees;
pub use sent::{File, Sent};
pub use served::{prompt_offers, resource_offers, resources};
pub use suggest::{BUILT_IN, BuiltIn, Group, Offer, Offered, offers};
pub use trigger::{Sign, Trigger, trigger};
