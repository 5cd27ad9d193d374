//! Servers with tools, as the settings and the composer show them.

mod draft;
mod own_request;
mod shown;
mod values;

pub use draft::{Draft, Header, headers, headers_of, whole_address};
pub use own_request::{Role, is_own_request, role};
pub use shown::{
    Sign, allowed_all, allowed_with, finds, host_of, is_host_changed, is_unasked, name_of, notes_of, sign, tool_name,
};
pub use values::{Problem, problem, problem_words};
