//! Files that were held back, and what led to them.

use crate::effect::recognise;
use crate::{Commitment, EffectClass, Leads};
use edith_actions::action::HeldFile;
use edith_page::ElementRef;
use serde::{Deserialize, Serialize};

/// Most held-back files remembered.
const REMEMBERED: usize = 20;

/// What led to a held-back file: repeating that call is a download.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LedToFile {
    /// The element acted on; none: an address was opened.
    element: Option<ElementRef>,
    /// The file's address.
    url: String,
    /// The commitment of saving it.
    what: Commitment,
}

impl LedToFile {
    /// What an action led to, for each file.
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

/// The class of a call known to lead to a file.
pub(crate) fn led_to_file(class: EffectClass, leads: &Leads, known: &[LedToFile]) -> EffectClass {
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

#[cfg(test)]
mod tests {
    use super::*;
    use edith_actions::http_url::HttpUrl;

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
}
