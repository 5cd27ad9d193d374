//! Examines what a call touches: the facts the gate decides on, and a person's name for an element.

use super::{Call, declare};
use crate::gate::{ElementFacts, Facts, FieldFacts, PageView, Sends, origin_of};
use edith_page::{Element, ElementKind};
use edith_words::{Sentence, Word, say};

/// Most fields listed beside an element.
const FIELDS: usize = 12;

impl Facts {
    /// Collects what is known of the page and of the elements the call names.
    pub(crate) fn gather(call: &Call, page: Option<&dyn PageView>) -> Self {
        if let Some(tool) = call.server_tool() {
            return Self::of_server(tool.clone());
        }
        let Some(page) = page else { return Self::default() };
        let named: Vec<&Element> = call.uids().into_iter().filter_map(|uid| page.element(uid)).collect();
        let focused = page.focused();
        let mut facts = Self {
            url: page.url().to_owned(),
            title: page.title().to_owned(),
            origin: origin_of(page.url()),
            elements: named.iter().map(|element| ElementFacts::on(page, element)).collect(),
            focused: focused.map(|element| ElementFacts::on(page, element)),
            ..Self::default()
        };
        if let Some(about) = named.first().copied().or(focused) {
            let frame = page.frame_of(about).map(origin_of).unwrap_or_default();
            facts.frame = if frame == facts.origin { String::new() } else { frame };
        }
        facts.follows = call.followed(&facts).map(|link| link.href.clone()).unwrap_or_default();
        // Opening a link's destination is following it.
        if let Some(Sends::Address(address)) = call.sends()
            && page.leads_to(&address)
        {
            facts.follows = address;
        }
        // Other fields are private unless about to be submitted.
        if call.class(&facts).commitment().is_some()
            && let Some(about) = named.first().copied().or(focused)
        {
            facts.fields = page.fields_with(about).into_iter().take(FIELDS).map(FieldFacts::of).collect();
        }
        facts
    }

    /// The element's name for a sentence to the person.
    pub(crate) fn name_of(&self, uid: u32) -> Word {
        match self.element(uid) {
            Some(element) if !element.name.trim().is_empty() => declare::quoted(&element.name),
            Some(element) => say!(TheNameless { kind: kind_name(element.kind), uid: uid }).into(),
            None => say!(TheElement { uid: uid }).into(),
        }
    }
}

/// A person's name for an element of this kind.
fn kind_name(kind: ElementKind) -> Sentence {
    match kind {
        ElementKind::Input => say!(KindInput),
        ElementKind::Textarea => say!(KindTextarea),
        ElementKind::Button => say!(KindButton),
        ElementKind::Link => say!(KindLink),
        ElementKind::Checkbox => say!(KindCheckbox),
        ElementKind::Radio => say!(KindRadio),
        ElementKind::Select => say!(KindSelect),
        ElementKind::Option => say!(KindOption),
        ElementKind::Slider => say!(KindSlider),
        ElementKind::Tab => say!(KindTab),
        ElementKind::Menuitem => say!(KindMenuitem),
        ElementKind::Switch => say!(KindSwitch),
        ElementKind::File => say!(KindFile),
        ElementKind::Video => say!(KindVideo),
        ElementKind::Editor => say!(KindEditor),
        ElementKind::Element => say!(KindElement),
    }
}
