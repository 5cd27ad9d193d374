//! Files that pages have saved: what of them needs a question, and what is known of those that were held back.

use super::{Commitment, EffectClass, Facts, Grants, Leads, Verdict, on_effect, recognise};
use crate::action::{HeldFile, Saves};
use edith_page::ElementRef;
use edith_protocol::Approvals;
use serde::{Deserialize, Serialize};

/// So many files that were held back are remembered.
const REMEMBERED: usize = 20;

/// What led to a file that was held back: the same call once more is a download.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LedToFile {
    /// The element that was acted on; none: an address was gone to.
    element: Option<ElementRef>,
    /// The file's address.
    url: String,
    /// What saving it comes to.
    what: Commitment,
}

impl LedToFile {
    /// What an action led to, for each of the files.
    pub fn of(leads: &Leads, files: Vec<HeldFile>) -> Vec<Self> {
        let element = leads.element.clone();
        let one = |file: HeldFile| Self {
            element: element.clone(),
            what: recognise::saved(&file.name, &file.url),
            url: file.url,
        };
        files.into_iter().map(one).collect()
    }
}

/// Adds to what is remembered.
pub fn remember(known: &mut Vec<LedToFile>, new: Vec<LedToFile>) {
    known.extend(new);
    let surplus = known.len().saturating_sub(REMEMBERED);
    known.drain(..surplus);
}

/// The class of a call that is known to lead to a file.
pub(super) fn led_to_file(class: EffectClass, leads: &Leads, known: &[LedToFile]) -> EffectClass {
    if !matches!(class, EffectClass::Navigates | EffectClass::Acts | EffectClass::Fills) {
        return class;
    }
    let is_known = |file: &&LedToFile| match (&leads.element, &leads.address) {
        (Some(element), _) => file.element.as_ref() == Some(element),
        (None, Some(url)) => file.url == url.as_str(),
        (None, None) => false,
    };
    known.iter().rev().find(is_known).map_or(class, |file| EffectClass::Commits(file.what))
}

/// What may be saved while an action is done that has been allowed.
pub(super) fn saves(class: &EffectClass, facts: &Facts, approvals: Approvals, grants: &Grants) -> Saves {
    let is_free = |what| on_effect(&EffectClass::Commits(what), facts, approvals, grants) == Verdict::Allow;
    match class.commitment() {
        Some(Commitment::Downloads | Commitment::Installs) => Saves::Everything,
        _ if is_free(Commitment::Installs) => Saves::Everything,
        _ if is_free(Commitment::Downloads) => Saves::Files,
        _ => Saves::Nothing,
    }
}

/// Whether a file of this name, from this address, may be saved.
pub fn may_be_saved(saves: Saves, name: &str, url: &str) -> bool {
    match saves {
        Saves::Everything => true,
        Saves::Files => recognise::saved(name, url) != Commitment::Installs,
        Saves::Nothing => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http_url::HttpUrl;

    #[test]
    fn what_led_to_a_file_is_a_download_the_next_time() {
        let go = |url: &str| Leads { address: Some(HttpUrl::parse(url).unwrap()), ..Leads::default() };
        let file = |name: &str| HeldFile { url: "http://a.test/get?id=7".into(), name: name.into() };
        let check = |name: &str, what: Commitment| {
            let mut known = Vec::new();
            remember(&mut known, LedToFile::of(&go("http://a.test/get?id=7"), vec![file(name)]));
            let again = led_to_file(EffectClass::Navigates, &go("http://a.test/get?id=7"), &known);
            assert_eq!(again, EffectClass::Commits(what), "{name}");
            let other = led_to_file(EffectClass::Navigates, &go("http://a.test/get?id=8"), &known);
            assert_eq!(other, EffectClass::Navigates);
        };
        check("invoice.pdf", Commitment::Downloads);
        check("", Commitment::Downloads);
        check("setup.EXE", Commitment::Installs);
    }

    #[test]
    fn only_what_was_allowed_is_saved() {
        let facts = Facts { url: "http://a.test/".into(), origin: "http://a.test".into(), ..Facts::default() };
        let saves = |class, approvals| saves(&class, &facts, approvals, &Grants::default());
        assert_eq!(saves(EffectClass::Acts, Approvals::Ask), Saves::Nothing);
        assert_eq!(saves(EffectClass::Acts, Approvals::Auto), Saves::Files);
        // Allowed by now: nothing is done before.
        assert_eq!(saves(EffectClass::Commits(Commitment::Downloads), Approvals::Ask), Saves::Everything);
        assert_eq!(saves(EffectClass::Commits(Commitment::Posts), Approvals::Ask), Saves::Nothing);
        assert!(may_be_saved(Saves::Files, "a.pdf", "") && !may_be_saved(Saves::Files, "a.exe", ""));
        assert!(!may_be_saved(Saves::Files, "", "http://a.test/x/setup.msi?v=1"));
        assert!(!may_be_saved(Saves::Nothing, "a.pdf", "") && may_be_saved(Saves::Everything, "a.exe", ""));
    }
}
