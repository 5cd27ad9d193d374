//! What a look-up offers: open tabs, documents, resources and prompts, filtered and ranked by what is typed.

use super::Sign;
use crate::state::text::{fill, t};

/// Offers shown at once.
const SHOWN: usize = 12;

/// A prompt that comes with EDITH.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BuiltIn {
    /// Fills in the form of the page: a command of its own, which takes a quality and wishes.
    Form,
    /// Sums the page up.
    Summary,
    /// Translates the page into a language, which is its field.
    Translate,
}

/// The prompts that come with EDITH.
pub const BUILT_IN: [BuiltIn; 3] = [BuiltIn::Form, BuiltIn::Summary, BuiltIn::Translate];

impl BuiltIn {
    /// What is typed for it, in every language.
    pub fn name(self) -> &'static str {
        match self {
            Self::Form => "/form",
            Self::Summary => "/summary",
            Self::Translate => "/translate",
        }
    }

    /// What it does.
    fn note(self) -> &'static str {
        match self {
            Self::Form => t("fill_form"),
            Self::Summary => t("slash_summary"),
            Self::Translate => t("slash_translate"),
        }
    }

    /// The text that it writes; none: it is a command of its own.
    pub fn text(self) -> Option<String> {
        match self {
            Self::Form => None,
            Self::Summary => Some(t("slash_summary").to_owned()),
            Self::Translate => {
                Some(fill("slash_translate_into", &[("language", &format!("{{{{{}}}}}", t("slash_language")))]))
            }
        }
    }
}

/// What is offered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Offered {
    /// An open tab: its id.
    Tab(i32),
    /// A document: its id.
    Document(String),
    /// A saved prompt: its id.
    Prompt(String),
    /// A prompt of a server: its id, and the prompt's name.
    ServerPrompt(String, String),
    /// A resource of a server: its id, and the resource's address.
    Resource(String, String),
    /// A prompt that comes with EDITH.
    BuiltIn(BuiltIn),
}

/// The groups of offers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Group {
    /// Open tabs.
    Tabs,
    /// Documents.
    Documents,
    /// Resources of servers.
    Resources,
    /// The person's prompts.
    Own,
    /// The prompts of the server that is called so.
    Server(String),
    /// Those that come with EDITH.
    BuiltIn,
}

impl Group {
    /// Its place among those that a sign offers; none: it is not offered by it.
    fn place(&self, sign: Sign) -> Option<u8> {
        match (sign, self) {
            (Sign::At, Self::Tabs) | (Sign::Slash, Self::Own) => Some(0),
            (Sign::At, Self::Documents) | (Sign::Slash, Self::Server(_)) => Some(1),
            (Sign::At, Self::Resources) | (Sign::Slash, Self::BuiltIn) => Some(2),
            _ => None,
        }
    }
}

/// An offer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offer {
    /// What it is.
    pub what: Offered,
    /// Its group.
    pub group: Group,
    /// Its title.
    pub title: String,
    /// What describes it: a tab's host, a prompt's text.
    pub note: String,
}

impl Offer {
    /// An offer of a prompt that comes with EDITH.
    pub fn built_in(one: BuiltIn) -> Self {
        Self {
            what: Offered::BuiltIn(one),
            group: Group::BuiltIn,
            title: one.name().to_owned(),
            note: one.note().to_owned(),
        }
    }
}

/// A text in lower case without the accents of the panel's languages, so that what is typed without them is found.
fn plain(text: &str) -> String {
    let bare = |c: char| match c {
        'á' | 'à' | 'â' | 'ä' | 'ã' => 'a',
        'é' | 'è' | 'ê' | 'ë' => 'e',
        'í' | 'ì' | 'î' | 'ï' => 'i',
        'ó' | 'ò' | 'ô' | 'ö' | 'õ' => 'o',
        'ú' | 'ù' | 'û' | 'ü' => 'u',
        'ç' => 'c',
        'ñ' => 'n',
        // Names made for programs are found by their words, and words by such names.
        '_' | '-' => ' ',
        c => c,
    };
    text.to_lowercase().chars().map(bare).collect()
}

/// How well an offer fits: less is better; none: not at all.
fn rank(offer: &Offer, typed: &str) -> Option<u8> {
    let (title, note) = (plain(&offer.title), plain(&offer.note));
    let title = title.strip_prefix('/').unwrap_or(&title);
    let begins_word = |text: &str| {
        text.match_indices(typed).any(|(at, _)| {
            text.get(..at).and_then(|before| before.chars().next_back()).is_none_or(|c| !c.is_alphanumeric())
        })
    };
    // What a prompt says is not what it is called.
    let by_note = matches!(offer.group, Group::Tabs | Group::Documents | Group::Resources);
    Some(match () {
        () if title.starts_with(typed) => 0,
        () if by_note && note.starts_with(typed) => 1,
        () if begins_word(title) => 2,
        () if by_note && begins_word(&note) => 3,
        () if title.contains(typed) => 4,
        () if by_note && note.contains(typed) => 5,
        () if typed.split_whitespace().all(|word| title.contains(word) || by_note && note.contains(word)) => 6,
        () => return None,
    })
}

/// The offers that fit what is typed: the groups in their order, within each the best first, and otherwise in the order they came in.
pub fn offers(sign: Sign, all: Vec<Offer>, typed: &str) -> Vec<Offer> {
    let typed = plain(typed.trim());
    let mut groups: Vec<Fitting> = Vec::new();
    for offer in all {
        let Some(place) = offer.group.place(sign) else { continue };
        let Some(rank) = rank(&offer, &typed) else { continue };
        match groups.iter_mut().find(|one| one.group == offer.group) {
            Some(one) => one.offers.push((rank, offer)),
            None => groups.push(Fitting { place, group: offer.group.clone(), offers: vec![(rank, offer)] }),
        }
    }
    groups.sort_by_key(|one| one.place);
    // Each leaves some room for those after it.
    let share = SHOWN / (groups.len() + 1);
    let mut found = Vec::new();
    let mut after: usize = groups.iter().map(|one| one.offers.len().min(share)).sum();
    for Fitting { mut offers, .. } in groups {
        after -= offers.len().min(share);
        offers.sort_by_key(|(rank, _)| *rank);
        let room = SHOWN.saturating_sub(found.len() + after);
        found.extend(offers.into_iter().take(room).map(|(_, offer)| offer));
    }
    found
}

/// The offers of a group that fit, each with how well it does.
struct Fitting {
    place: u8,
    group: Group,
    offers: Vec<(u8, Offer)>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offer(group: Group, title: &str, note: &str) -> Offer {
        Offer { what: Offered::Document(title.into()), group, title: title.into(), note: note.into() }
    }

    fn titles(sign: Sign, all: &[Offer], typed: &str) -> Vec<String> {
        offers(sign, all.to_vec(), typed).into_iter().map(|offer| offer.title).collect()
    }

    #[test]
    fn tabs_are_found_by_title_and_host_and_documents_after_them() {
        let all = [
            offer(Group::Documents, "lamps.pdf", ""),
            offer(Group::Tabs, "A shop of desks and lamps", "desks.example"),
            offer(Group::Tabs, "Lamps", "shop.example"),
            offer(Group::Tabs, "Élan vital", "books.example"),
        ];
        assert_eq!(titles(Sign::At, &all, "LAMP"), ["Lamps", "A shop of desks and lamps", "lamps.pdf"]);
        assert_eq!(titles(Sign::At, &all, "shop"), ["Lamps", "A shop of desks and lamps"]);
        assert_eq!(titles(Sign::At, &all, "elan"), ["Élan vital"]);
        assert_eq!(titles(Sign::At, &all, "lamps desks"), ["A shop of desks and lamps"]);
        assert_eq!(titles(Sign::At, &all, "").len(), 4);
        assert!(titles(Sign::At, &all, "chairs").is_empty() && titles(Sign::Slash, &all, "").is_empty());
    }

    #[test]
    fn prompts_are_found_by_name_alone_the_persons_own_first() {
        let mut all: Vec<Offer> = BUILT_IN.map(Offer::built_in).into();
        all.push(offer(Group::Own, "Format a letter", "summary of {{topic}}"));
        assert_eq!(titles(Sign::Slash, &all, "for"), ["Format a letter", "/form"]);
        assert_eq!(titles(Sign::Slash, &all, "sum"), ["/summary"]);
        assert_eq!(titles(Sign::Slash, &all, "letter"), ["Format a letter"]);
    }

    #[test]
    fn what_comes_with_edith_speaks_of_the_page_and_asks_for_a_language() {
        for one in BUILT_IN {
            let Some(text) = one.text() else { continue };
            assert!(super::super::speaks_of_page(&text), "{text}");
            let fields = super::super::fields(&text).len();
            assert_eq!(fields, usize::from(one == BuiltIn::Translate), "{text}");
        }
    }

    #[test]
    fn many_tabs_leave_room_for_documents() {
        let mut all: Vec<Offer> = (0..40).map(|n| offer(Group::Tabs, &format!("Tab {n}"), "")).collect();
        all.extend((0..40).map(|n| offer(Group::Documents, &format!("Tab {n}.pdf"), "")));
        let found = offers(Sign::At, all, "tab");
        assert_eq!(found.iter().filter(|offer| offer.group == Group::Tabs).count(), 8);
        assert_eq!((found.len(), found[0].title.as_str(), found[8].title.as_str()), (12, "Tab 0", "Tab 0.pdf"));
    }

    #[test]
    fn a_servers_prompts_stand_together_and_leave_room_for_what_comes_after() {
        let of = |server: &str, title: &str| offer(Group::Server(server.into()), title, "create a summary");
        let mut all: Vec<Offer> = BUILT_IN.map(Offer::built_in).into();
        all.extend([of("Tracker", "review code"), of("Files", "code_review"), of("Tracker", "code review")]);
        all.push(offer(Group::Own, "My code", ""));
        assert_eq!(titles(Sign::Slash, &all, "code"), ["My code", "code review", "review code", "code_review"]);
        // Written as programs do, it is found by words and the other way round; what it says does not count.
        assert_eq!(titles(Sign::Slash, &all, "code_rev"), ["code review", "review code", "code_review"]);
        assert_eq!(titles(Sign::Slash, &all, "sum"), ["/summary"]);
        all.extend((0..40).map(|n| of("Tracker", &format!("prompt {n}"))));
        all.extend((0..40).map(|n| offer(Group::Own, &format!("own {n}"), "")));
        let found = offers(Sign::Slash, all, "");
        assert_eq!(found.len(), 12);
        for group in [Group::Own, Group::Server("Tracker".into()), Group::Server("Files".into()), Group::BuiltIn] {
            assert!(found.iter().any(|offer| offer.group == group), "{group:?}");
        }
    }
}
