//! Examines what a call touches: the facts the gate decides on, and a person's name for an element.

use super::declare::Choice;
use super::{Call, declare};
use edith_gate::{AskedIn, Commitment, ElementFacts, Facts, FieldFacts, PageView, Sends, origin_of, recognise};
use edith_page::order::{distinct, sort_by_key};
use edith_page::{Element, ElementKind, Tri};
use edith_words::{Sentence, Word, say};

/// Most fields listed beside an element. Of others it is said how many there are.
const FIELDS: usize = 60;

/// Collects what is known of the page and of the elements the call names.
pub fn gather(call: &Call, page: Option<&dyn PageView>) -> Facts {
    if let Some(tool) = call.server_tool() {
        return Facts::of_server(tool.clone());
    }
    let Some(page) = page else { return Facts::default() };
    if let Call::PageTool(call) = call {
        return call.examine(page);
    }
    let named = call.uids().into_iter().chain(call.also_touches(page));
    let named: Vec<&Element> = named.filter_map(|uid| page.element(uid)).collect();
    let focused = page.focused();
    let mut facts = Facts {
        url: page.url().to_owned(),
        title: page.title().to_owned(),
        origin: origin_of(page.url()),
        elements: named.iter().map(|element| ElementFacts::on(page, element)).collect(),
        focused: focused.map(|element| ElementFacts::on(page, element)),
        focus_takes_text: page.focus_takes_text(),
        access_key: call
            .presses()
            .into_iter()
            .find_map(|key| page.with_access_key(key))
            .map(|element| ElementFacts::on(page, element)),
        chosen: {
            let all = call.choices_made().into_iter().filter_map(|choice| chosen(&choice, page));
            all.min_by_key(|what| recognise::gravity(*what))
        },
        ..Facts::default()
    };
    let around = |element: &Element| page.frame_of(element).map(origin_of).unwrap_or_default();
    let frame = match (named.first().copied(), focused) {
        (Some(element), _) => around(element),
        // What needs no focus is done on the page, whichever frame has it.
        (None, _) if !call.goes_to_focus() => String::new(),
        (None, Some(element)) => around(element),
        (None, None) => page.focused_frame().map(origin_of).unwrap_or_default(),
    };
    facts.frame = if frame == facts.origin { String::new() } else { frame };
    let others = named.iter().skip(1).map(|element| match around(element) {
        page if page.is_empty() => facts.origin.clone(),
        frame => frame,
    });
    let first = facts.place();
    facts.beside = distinct(others.filter(|other| other != first));
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
        let fields = page.shown_with(about);
        let near = page.fields_with(about);
        let uids: Vec<u32> = near.iter().map(|field| field.uid).chain([about.uid]).collect();
        let values: Vec<FieldFacts> =
            fields.into_iter().map(FieldFacts::of).filter(|field| !field.value.is_empty()).collect();
        let is_new = |address: &String| values.iter().all(|field| !field.value.contains(address.as_str()));
        // What is paid, as the page says it.
        let pays = matches!(call.class(&facts).commitment(), Some(Commitment::Pays | Commitment::Buys));
        let amounts = if pays { page.amounts_near(about.uid) } else { Vec::new() };
        let beside = page.addresses_among(&uids).into_iter().chain(amounts).filter(is_new);
        let name = say!(StandsThere).to_string();
        let beside: Vec<_> = beside.map(|value| FieldFacts { name: name.clone(), value }).collect();
        facts.fields = values.into_iter().chain(beside).collect();
        // What is cut off is the least.
        sort_by_key(&mut facts.fields, |field| !field.is_weighty());
        facts.row = page.row_of(about.uid);
        if facts.row.is_empty() && page.dialog_around(about).is_none() {
            facts.row = page.opened_for(about.uid);
        }
        facts.dialogs = page.dialogs();
        facts.asked_in = asked_in(page, about, &facts);
        let others = facts.fields.len().saturating_sub(FIELDS);
        facts.fields.truncate(FIELDS);
        if others > 0 {
            let value = say!(MoreFields { count: others }).to_string();
            facts.fields.push(FieldFacts { name: String::new(), value });
        }
    }
    facts
}

/// The dialog of the page in which this is pressed.
fn asked_in(page: &dyn PageView, pressed: &Element, facts: &Facts) -> Option<AskedIn> {
    let (dialog, others) = page.dialog_around(pressed)?;
    let is_off = |other: &Element| other.kind == ElementKind::Checkbox && other.states.checked == Some(Tri::No);
    let is_choice =
        |other: &Element| other.value.is_some() || other.kind.takes_text() || other.states.checked.is_some();
    let commits = |other: &Element| {
        recognise::click(Some(&ElementFacts::on(page, other)), facts).commitment().is_some()
            || other.kind == ElementKind::Option
    };
    let alone = others.into_iter().all(|other| !commits(other) && (!is_choice(other) || is_off(other)));
    let says = pressed.context.iter().cloned().chain(page.amounts_near(pressed.uid)).collect();
    Some(AskedIn { dialog, alone, says })
}

/// The element's name for a sentence to the person.
pub(crate) fn name_of(facts: &Facts, uid: u32) -> Word {
    match facts.element(uid) {
        Some(element) if !element.name.trim().is_empty() => declare::quoted(&element.name),
        Some(element) => {
            let kind = kind_name(element.kind);
            // Its number would tell nobody which one it is.
            let place = std::iter::once(&element.row).chain(&element.context).find(|place| !place.trim().is_empty());
            match place {
                Some(place) => say!(TheNamelessIn { kind: kind, place: declare::quoted(place) }).into(),
                None => say!(TheNameless { kind: kind }).into(),
            }
        }
        None => say!(TheElement).into(),
    }
}

/// What the gravest of the options says that may be chosen. A page may take a part of a text for the whole.
fn chosen(choice: &Choice, page: &dyn PageView) -> Option<Commitment> {
    let list = choice.uid.map_or_else(|| page.focused(), |uid| page.element(uid));
    let options = list.map(|list| list.options.as_slice()).unwrap_or_default();
    let wanted: Option<Vec<String>> = choice.wanted.as_ref().map(|wanted| wanted.lines().map(folded).collect());
    let may_be = |text: &str| {
        wanted
            .as_ref()
            .is_none_or(|all| all.iter().any(|wanted| !wanted.is_empty() && folded(text).contains(wanted.as_str())))
    };
    let labels = options.iter().filter(|option| may_be(&option.label) || may_be(&option.value));
    let texts = labels.flat_map(|option| [option.label.as_str(), option.value.as_str()]);
    let all = texts.chain(choice.wanted.iter().flat_map(|wanted| wanted.lines()));
    all.filter_map(recognise::option).min_by_key(|what| recognise::gravity(*what))
}

fn folded(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
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
        ElementKind::Row => say!(KindRow),
        ElementKind::Element => say!(KindElement),
    }
}
