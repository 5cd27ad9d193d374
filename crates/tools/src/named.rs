//! Elements that a call names: their names become the uids of what the page shows now, so that everything else knows uids alone.

use super::CallError;
use super::declare::line;
use super::reading::whole;
use super::shape::{Field, Kind, Names, each, names_of};
use edith_page::named::{Named, Wanted, named, only_field_in};
use edith_page::relocate::{Relocated, Sight};
use edith_page::{Element, Index};
use serde_json::{Map, Value};

/// Most characters of where a candidate leads, and of its row.
const MARK_CHARS: usize = 60;

/// How a call says which elements it means.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Naming {
    /// Whether it names any.
    pub by_name: bool,
    /// Uids of things that have another one by now.
    pub followed: Vec<(u32, u32)>,
}

impl Naming {
    /// Whether it gives uids, and they are good.
    pub fn is_plain(&self) -> bool {
        !self.by_name && self.followed.is_empty()
    }
}

/// Puts uids in place of names, and of uids of things that have another one by now; also in lists of objects. `takes_value`: something is entered or
/// chosen in what is named.
pub(super) fn resolve(
    fields: &'static [Field],
    given: &mut Map<String, Value>,
    sight: Sight<'_>,
    takes_value: bool,
) -> Result<Naming, CallError> {
    let mut naming = Naming::default();
    for field in each(fields) {
        if let (Kind::List(Kind::Object(inner)), Some(items)) = (&field.kind, given.get_mut(field.name)) {
            for item in items.as_array_mut().into_iter().flatten().filter_map(Value::as_object_mut) {
                let inner = resolve(inner, item, sight, takes_value)?;
                naming.by_name |= inner.by_name;
                naming.followed.extend(inner.followed);
            }
        }
        let Some(names) = names_of(fields, field) else { continue };
        let uid = match asked(field.name, names, given, sight.now, takes_value) {
            Argument::Uid(uid) => Value::from(uid),
            Argument::Name(wanted) => Value::from(found(&wanted, sight.now)?),
            Argument::Nothing => {
                let uid = given.get(field.name).and_then(whole).and_then(|uid| u32::try_from(uid).ok());
                let Some(uid) = uid else { continue };
                let is = meant(uid, sight)?;
                if uid != is {
                    naming.followed.push((uid, is));
                    given.insert(field.name.to_owned(), Value::from(is));
                }
                continue;
            }
        };
        naming.by_name = true;
        given.insert(field.name.to_owned(), uid);
    }
    Ok(naming)
}

/// The uid of what was meant when the call was decided on.
fn meant(uid: u32, sight: Sight<'_>) -> Result<u32, CallError> {
    let was = sight.was(uid);
    match sight.find(uid) {
        Relocated::Still => Ok(uid),
        Relocated::Successor(uid) => Ok(uid),
        Relocated::Changed => Err(CallError::ChangedUid {
            uid,
            was: was.unwrap_or_default(),
            now: sight.now.element(uid).map(line).unwrap_or_default(),
        }),
        Relocated::Alike(alike) => Err(CallError::UnknownUid { uid, was, alike: told_apart(alike, sight.now) }),
    }
}

/// What a call gives for an element.
enum Argument {
    /// A uid where a name belongs.
    Uid(i64),
    /// Its name.
    Name(Wanted),
    /// What needs no change.
    Nothing,
}

fn asked(uid: &str, names: Names, given: &Map<String, Value>, page: &Index, takes_value: bool) -> Argument {
    let word = |value: Option<&Value>| match value {
        Some(Value::String(text)) => Some(text.trim().to_owned()).filter(|text| !text.is_empty()),
        Some(Value::Number(number)) => Some(number.to_string()),
        _ => None,
    };
    let number = given.get(uid).and_then(whole);
    let is_there = number.and_then(|number| u32::try_from(number).ok()).is_some_and(|uid| page.element(uid).is_some());
    if is_there {
        return Argument::Nothing;
    }
    // Models give all that they know of an element as one object, or a uid as its name.
    let inner = given.get(names.text).and_then(Value::as_object);
    if let Some(uid) = inner.and_then(|inner| inner.get("uid")).and_then(whole) {
        return Argument::Uid(uid);
    }
    let part = |name: &str, bare: &str| inner.map_or_else(|| given.get(name), |inner| inner.get(bare));
    let place = word(part(names.place, "in")).unwrap_or_default();
    let nth = part(names.nth, "nth").and_then(whole).and_then(|nth| u32::try_from(nth).ok());
    let text = word(part(names.text, "text")).or_else(|| word(given.get(uid)).filter(|_| number.is_none()));
    match text {
        Some(text) => Argument::Name(Wanted { text, place, nth, takes_value }),
        // Where `text` is what is entered, the place may be the field itself, or have only one.
        None if number.is_none() && names.text == "name" && !place.is_empty() => match only_field_in(page, &place) {
            Some(only) if takes_value && !matches!(by_name(&place, nth, takes_value, page), Named::One(_)) => {
                Argument::Uid(only.into())
            }
            _ => Argument::Name(Wanted { text: place, place: String::new(), nth, takes_value }),
        },
        None => Argument::Nothing,
    }
}

fn by_name(text: &str, nth: Option<u32>, takes_value: bool, page: &Index) -> Named {
    named(page, &Wanted { text: text.to_owned(), place: String::new(), nth, takes_value })
}

fn found(wanted: &Wanted, page: &Index) -> Result<u32, CallError> {
    let (problem, listed, advice) = match named(page, wanted) {
        Named::One(uid) => return Ok(uid),
        Named::Several(all) => (
            "is the name of several elements",
            all,
            "Say which with \"in\" (words of its row, section or dialog) or \"nth\" (from 1), or give its uid.",
        ),
        Named::Elsewhere(all) => ("is not there, but elsewhere", all, "Give the place as it is shown, or a uid."),
        Named::Unknown(all) if page.text.contains(&wanted.text) => (
            "is not an element, though the page's text has it",
            all,
            "find_on_page with these words gives them a uid, if they can be acted on.",
        ),
        Named::Unknown(all) => ("is not an element of the page", all, "Use a name or uid of the latest look."),
    };
    let place = if wanted.place.is_empty() { String::new() } else { format!(" in {:?}", wanted.place) };
    Err(CallError::NotNamed {
        name: wanted.text.clone(),
        wrote: format!("{:?}{place}", wanted.text),
        problem,
        candidates: told_apart(listed, page),
        advice,
    })
}

/// Elements as looks show them, each with what tells it from the others: its two nearest places, then where it leads, its row, and where it is.
fn told_apart(uids: Vec<u32>, page: &Index) -> Vec<String> {
    let elements: Vec<&Element> = uids.into_iter().filter_map(|uid| page.element(uid)).collect();
    let mut said: Vec<String> = elements
        .iter()
        .map(|element| format!("{} | {:?}{}", element.kind.label(), element.name, placed(element)))
        .collect();
    for mark in [leads_to, row, position] {
        let alike = |one: &String| said.iter().filter(|other| *other == one).count() > 1;
        let marked = said.iter().zip(&elements);
        said = marked
            .map(|(said, element)| if alike(said) { said.clone() + &mark(element, page) } else { said.clone() })
            .collect();
    }
    let mut known: Vec<&String> = Vec::new();
    let mut told = Vec::new();
    for (element, said) in elements.iter().zip(&said) {
        // What nothing tells apart is one thing.
        if !known.contains(&said) {
            known.push(said);
            told.push(format!("{} | {said}", element.uid));
        }
    }
    told
}

fn placed(element: &Element) -> String {
    let places: Vec<&str> = element.context.iter().take(2).map(String::as_str).collect();
    if places.is_empty() { String::new() } else { format!(" [in: {}]", places.join(" < ")) }
}

fn leads_to(element: &Element, page: &Index) -> String {
    let here = edith_gate::origin_of(&page.url);
    let to = element.href.strip_prefix(&here).filter(|path| path.starts_with('/')).unwrap_or(&element.href);
    if to.is_empty() { String::new() } else { format!(" [to: {}]", short(to)) }
}

fn row(element: &Element, page: &Index) -> String {
    let row = page.row_of(element.uid).split_whitespace().collect::<Vec<_>>().join(" ");
    if row.is_empty() { String::new() } else { format!(" [row: {}]", short(&row)) }
}

fn position(element: &Element, _page: &Index) -> String {
    format!(" [at: {}, {}]", element.rect.x, element.rect.y)
}

/// The end of a long text, which tells more apart than its beginning.
fn short(text: &str) -> String {
    match text.char_indices().rev().nth(MARK_CHARS) {
        Some((at, c)) => format!("…{}", text.get(at + c.len_utf8()..).unwrap_or_default()),
        None => text.to_owned(),
    }
}
