//! What can be wrong with a call, as sentences telling the model what to write.

use edith_actions::http_url::UrlError;
use edith_words::{Sentence, Word, say};

/// A call that is not carried out. The model is told; the run continues.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CallError {
    /// No such tool.
    #[error("There is no tool {wrote:?}. Did you mean {nearest}? The tools are: {offered}.")]
    UnknownTool {
        /// What the model wrote.
        wrote: String,
        /// The tool with the most similar name.
        nearest: String,
        /// All names.
        offered: String,
    },
    /// A tool that is not offered now.
    #[error("{tool} cannot be used now: {why}")]
    NotOffered {
        /// The tool.
        tool: String,
        /// What to do instead.
        why: String,
    },
    /// The arguments are not one JSON object.
    #[error(
        "The arguments of {tool} could not be read ({problem}). Nothing was done. Write one JSON object, like {example}"
    )]
    Unreadable {
        /// The tool.
        tool: String,
        /// What the parser said.
        problem: String,
        /// Valid arguments.
        example: &'static str,
    },
    /// An argument is missing or wrong.
    #[error(
        "The argument {:?} of {tool} {}. Nothing was done. Write the arguments like {example}", fault.argument, fault.problem
    )]
    Argument {
        /// The tool.
        tool: &'static str,
        /// Which, and what is wrong.
        fault: Fault,
        /// Valid arguments.
        example: &'static str,
    },
    /// No element has this uid, and nothing is beyond doubt what it meant.
    #[error("No element with uid {uid} is on the page{}. Nothing was done. Use a uid or a name of the latest look.", alike_now(was.as_deref(), alike))]
    UnknownUid {
        /// What the model wrote.
        uid: u32,
        /// What it named, as in looks; none: that is not known.
        was: Option<String>,
        /// What is called the same by now, as in looks.
        alike: Vec<String>,
    },
    /// An element says something else than when the call was decided on.
    #[error("{uid} was {was} when you decided on this, and is {now} now. Nothing was done.")]
    ChangedUid {
        /// Its uid.
        uid: u32,
        /// What it was, as in looks.
        was: String,
        /// What it is.
        now: String,
    },
    /// No element is named so, or several are.
    #[error("{wrote} {problem}{} Nothing was done. {advice}", listed(candidates))]
    NotNamed {
        /// The name.
        name: String,
        /// The name and its place, as the model wrote them.
        wrote: String,
        /// What is wrong.
        problem: &'static str,
        /// Those that may be meant, as in looks.
        candidates: Vec<String>,
        /// What to write.
        advice: &'static str,
    },
    /// A secret is to be entered in what is only named.
    #[error(
        "A secret is entered by name only if the page has a single field for it. Nothing was done. Find out which field is meant, and give its uid."
    )]
    SecretByName,
    /// Something is to be written into what takes none.
    #[error(
        "{what} is not a field: it takes no {takes}. Nothing was done. To press it, click it; else give the uid of a field. A file field takes only a document that the user gave to this task."
    )]
    NoField {
        /// The element as in looks.
        what: String,
        /// `text` or `value`.
        takes: &'static str,
    },
    /// Fields of several sites.
    #[error(
        "These fields are in frames of different sites: {}. Nothing was done. Fill in those of one site in each call.",
        by_place(places)
    )]
    SeveralSites {
        /// Each site's origin, with the uids of the fields.
        places: Vec<(String, Vec<u32>)>,
    },
    /// Fields without a button, in none of which Enter submits them.
    #[error(
        "No button that submits these fields is known. Nothing was done. Fill them in without submit, then click the button."
    )]
    NothingSubmits,
    /// No document has this name.
    #[error("The user gave no document {wrote:?} to this task.{} Nothing was done.", candidates_named(given))]
    UnknownDocument {
        /// What the model wrote.
        wrote: String,
        /// The names of those there are.
        given: Vec<String>,
    },
    /// The page offers no tool of this name.
    #[error(
        "The page offers no tool {wrote:?}.{} Nothing was done. Take a snapshot to see what it offers now.",
        candidates_named(offered)
    )]
    UnknownPageTool {
        /// What the model wrote.
        wrote: String,
        /// The names of those it offers.
        offered: Vec<String>,
    },
    /// The input of a tool of the page does not fit its form.
    #[error("The input of the page's tool {tool:?} does not fit: {problem}. Nothing was done.")]
    PageToolInput {
        /// The tool.
        tool: String,
        /// What does not fit.
        problem: String,
    },
    /// A forbidden address.
    #[error("{0} Nothing was opened.")]
    Address(#[from] UrlError),
}

impl CallError {
    /// For the person, if the call is valid and only its target is missing.
    pub fn for_person(&self) -> Option<Sentence> {
        match self {
            Self::UnknownUid { .. } | Self::ChangedUid { .. } => Some(say!(NoSuchElement)),
            Self::UnknownDocument { wrote, .. } => Some(say!(NoSuchDocument { name: Word::Quoted(wrote.clone()) })),
            Self::NotNamed { name, .. } => Some(say!(NoSuchName { name: Word::Quoted(name.clone()) })),
            Self::SecretByName
            | Self::NoField { .. }
            | Self::SeveralSites { .. }
            | Self::NothingSubmits
            | Self::UnknownPageTool { .. }
            | Self::PageToolInput { .. } => Some(say!(NotPossibleHere)),
            Self::UnknownTool { .. }
            | Self::NotOffered { .. }
            | Self::Unreadable { .. }
            | Self::Argument { .. }
            | Self::Address(_) => None,
        }
    }
}

/// An argument and its fault as the rest of a sentence: `must be from 1 to 3`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The argument's name.
    pub argument: &'static str,
    /// What is wrong.
    pub problem: String,
}

fn candidates_named(given: &[String]) -> String {
    if given.is_empty() { String::new() } else { format!(" There are: {}.", given.join(", ")) }
}

fn by_place(places: &[(String, Vec<u32>)]) -> String {
    let of = |uids: &[u32]| uids.iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
    places.iter().map(|(place, uids)| format!("{} in {place}", of(uids))).collect::<Vec<_>>().join("; ")
}

fn listed(candidates: &[String]) -> String {
    if candidates.is_empty() { ".".to_owned() } else { format!(": {}.", candidates.join("; ")) }
}

fn alike_now(was: Option<&str>, alike: &[String]) -> String {
    let was = was.map(|was| format!(" any more; it was {was}")).unwrap_or_default();
    if alike.is_empty() { was } else { format!("{was}, and these are called the same: {}", alike.join("; ")) }
}
