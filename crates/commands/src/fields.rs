//! Commands on fields: tick, choose, type, set.

use super::command::{FactPart, Target};
use super::grammar::{colour, moment};
use super::matcher::{Purpose, agrees, covered_by, find, option};
use super::page::{Element, Page};
use super::progress::Stage;
use super::scene::{Move, Scene, call, call_for, missing, on_target};
use super::words::score;
use edith_forms::meaning::{Meaning, of_words};
use edith_page::ElementKind;
use edith_words::say;
use serde_json::json;

/// Options of a list that is known to be whole; of a longer one some may be left out.
const ALL_OPTIONS: usize = 40;

/// Ticks or unticks unless already as wanted.
pub(crate) fn check(target: &Target, on: bool, page: &Page) -> Move {
    on_target(page, target, Purpose::Switch, |found| {
        if found.element.is_checkable() && found.element.is_checked == on {
            return Move::Done(ticked_already(&found.element.label, on));
        }
        call("click", json!({ "uid": found.element.uid }))
    })
}

fn ticked_already(label: &str, on: bool) -> String {
    if on { say!(TickedAlready { label: label }).into() } else { say!(UntickedAlready { label: label }).into() }
}

/// Chooses an option: in the named select, in any select that has it, or by clicking what bears the name.
pub(crate) fn select(wanted: &str, target: Option<&Target>, page: &Page, scene: &Scene) -> Move {
    let lists = page.elements.iter().filter(|element| element.kind == ElementKind::Select);
    let named = target.and_then(|target| find(page, target, Purpose::Value)).map(|found| found.element);
    let list = match named.filter(|element| element.kind == ElementKind::Select) {
        Some(list) => Some(list),
        None if target.is_none() || named.is_none() => lists
            .filter_map(|list| Some((option(&list.options, wanted)?.1, list)))
            .filter(|(points, _)| *points >= 0.7)
            .max_by(|a, b| a.0.total_cmp(&b.0))
            .map(|(_, list)| list),
        None => None,
    };
    if let Some(list) = list {
        return choose_in(list, wanted);
    }
    // Radio buttons, options of an open list, filter links or checkboxes.
    let clickable = |element: &&Element| {
        matches!(
            element.kind,
            ElementKind::Radio
                | ElementKind::Option
                | ElementKind::Menuitem
                | ElementKind::Checkbox
                | ElementKind::Switch
                | ElementKind::Tab
                | ElementKind::Link
                | ElementKind::Button
        )
    };
    let order = |element: &Element| match element.kind {
        ElementKind::Radio | ElementKind::Option | ElementKind::Menuitem => 0.06,
        ElementKind::Checkbox | ElementKind::Switch | ElementKind::Tab => 0.04,
        _ => 0.0,
    };
    let group = |element: &Element| target.map_or(0.0, |target| 0.1 * covered_by(&target.words, &element.context));
    let best = page
        .elements
        .iter()
        .filter(clickable)
        .map(|element| (score(wanted, &element.label), element))
        .filter(|(points, element)| *points >= 0.6 && agrees(wanted, &element.label))
        .map(|(points, element)| (points + order(element) + group(element), element))
        .rev()
        .max_by(|a, b| a.0.total_cmp(&b.0));
    if let Some((_, element)) = best {
        let is_on =
            element.is_checkable() && element.is_checked || element.is_selected && element.kind != ElementKind::Link;
        if is_on {
            return Move::Done(say!(BuiltInChosenAlready { label: &element.label }).into());
        }
        return call("click", json!({ "uid": element.uid }));
    }
    // A list made of a button or field is opened first.
    let opener =
        named.or_else(|| target.and_then(|target| find(page, target, Purpose::Press)).map(|found| found.element));
    match opener {
        Some(opener) if !scene.was(Stage::Open) => call_for(Stage::Open, "click", json!({ "uid": opener.uid })),
        _ => missing(page, &Target::named(wanted), Purpose::Press),
    }
}

fn choose_in(list: &Element, wanted: &str) -> Move {
    let chosen = of_moment(&list.options, wanted).map(|option| (option, 1.0));
    let chosen = chosen.or_else(|| option(&list.options, wanted));
    if chosen.is_none() && (1..ALL_OPTIONS).contains(&list.options.len()) {
        let near = list.options.iter().take(5).map(|option| say!(ThatNamed { words: option }).to_string());
        return Move::Missing {
            what: Target::named(wanted).to_string(),
            query: wanted.to_owned(),
            near: near.collect(),
        };
    }
    let value = chosen.map_or(wanted, |(option, _)| option.as_str());
    let exact = chosen.is_some_and(|(_, points)| points > 0.99);
    if exact && list.value.as_deref() == Some(value) {
        return Move::Done(say!(BuiltInChosenAlready { label: value }).into());
    }
    call("select_option", json!({ "uid": list.uid, "value": value }))
}

/// Types into a field or the focused element.
pub(crate) fn type_text(
    text: &str,
    target: Option<&Target>,
    submit: bool,
    append: bool,
    page: &Page,
    scene: &Scene,
) -> Move {
    let Some(target) = target else {
        return call("type_text", typed(None, text, submit, append));
    };
    on_target(page, target, Purpose::Value, |found| {
        if submit || append {
            call("type_text", typed(Some(found.element.uid), text, submit, append))
        } else {
            fill(found.element, text, page, scene)
        }
    })
}

fn typed(uid: Option<u32>, text: &str, submit: bool, append: bool) -> serde_json::Value {
    let mut args = serde_json::Map::new();
    if let Some(uid) = uid {
        args.insert("uid".to_owned(), json!(uid));
    }
    args.insert("text".to_owned(), json!(text));
    if submit {
        args.insert("submit".to_owned(), json!(true));
    }
    if append {
        args.insert("append".to_owned(), json!(true));
    }
    args.into()
}

/// Sets a field in the way its kind takes values.
pub(crate) fn set(target: &Target, value: &str, page: &Page, scene: &Scene) -> Move {
    if let Some(list) = of_section(target, value, page) {
        return choose_in(list, value);
    }
    on_target(page, target, Purpose::Value, |found| {
        // A field that searches is not set to something by a word that it has in common with others.
        if found.element.is_search && covered_by(&found.element.label, &target.words) < 1.0 {
            return missing(page, target, Purpose::Value);
        }
        fill(found.element, value, page, scene)
    })
}

/// Of a section that the words name, the one list that has such an option; none if a field is called so.
fn of_section<'a>(target: &Target, value: &str, page: &'a Page) -> Option<&'a Element> {
    if find(page, target, Purpose::Value).is_some() {
        return None;
    }
    let is_it = |element: &&Element| {
        element.kind == ElementKind::Select
            && !element.context.is_empty()
            && covered_by(&element.context, &target.words) > 0.99
            && (element.options.iter().any(|option| option == value) || of_moment(&element.options, value).is_some())
    };
    let mut found = page.elements.iter().filter(is_it);
    let one = found.next()?;
    found.next().is_none().then_some(one)
}

/// The option that is the same moment: `23:00` for 11 pm.
fn of_moment<'a>(options: &'a [String], wanted: &str) -> Option<&'a String> {
    let wanted = moment(wanted)?;
    options.iter().find(|option| moment(option).as_ref() == Some(&wanted))
}

/// Enters a fact into the field that asks for it, by what both mean, else by their names. Of a name the whole goes before its halves.
pub(crate) fn fact(key: &str, value: &str, part: FactPart, page: &Page, scene: &Scene) -> Move {
    let missing = || Move::Missing { what: key.to_owned(), query: key.to_owned(), near: Vec::new() };
    // Words beside the facts, which nothing is filled with.
    if value.is_empty() {
        return missing();
    }
    let meaning = of_words(key);
    let takes = |element: &&Element| {
        !element.is_disabled
            && (element.takes_text() || element.kind == ElementKind::Select || element.kind == ElementKind::Slider)
    };
    let asking =
        |wanted: Meaning| page.elements.iter().filter(takes).find(|element| of_words(&element.label) == Some(wanted));
    let halves = [asking(Meaning::GivenName), asking(Meaning::FamilyName)].iter().any(Option::is_some);
    let named = || {
        let found = find(page, &Target::named(key), Purpose::Value)?.element;
        // "Company name" asks for no name of a person.
        let fits = meaning.is_none() || of_words(&found.label).is_none_or(|of_field| Some(of_field) == meaning);
        (fits && !found.is_disabled).then_some(found)
    };
    let whole = meaning.and_then(asking);
    let field = match part {
        FactPart::Whole if meaning == Some(Meaning::FullName) && halves => whole,
        FactPart::Whole => whole.or_else(named),
        FactPart::Given if whole.is_none() => asking(Meaning::GivenName),
        FactPart::Family if whole.is_none() => asking(Meaning::FamilyName),
        FactPart::Given | FactPart::Family => None,
    };
    match (field, part) {
        (Some(field), _) => fill(field, value, page, scene),
        (None, FactPart::Whole) if meaning != Some(Meaning::FullName) || !halves => missing(),
        (None, _) => Move::Skip,
    }
}

fn fill(field: &Element, value: &str, page: &Page, scene: &Scene) -> Move {
    let uid = field.uid;
    match field.kind {
        ElementKind::Select => choose_in(field, value),
        ElementKind::Slider => call("set_value", json!({ "uid": uid, "value": value })),
        ElementKind::File => call("upload_file", json!({ "uid": uid, "document": value })),
        ElementKind::Radio => {
            let by_group = select(value, None, page, scene);
            if matches!(by_group, Move::Missing { .. }) { call("click", json!({ "uid": uid })) } else { by_group }
        }
        ElementKind::Checkbox | ElementKind::Switch => {
            let off = ["no", "off", "false", "unticked", "unchecked", "0", "nein", "aus"]
                .contains(&value.trim().to_lowercase().as_str());
            if field.is_checked != off {
                return Move::Done(ticked_already(&field.label, !off));
            }
            call("click", json!({ "uid": uid }))
        }
        _ if field.value.as_deref() == Some(value) && !value.is_empty() => {
            Move::Done(say!(BuiltInHeldAlready { label: &field.label }).into())
        }
        _ => {
            let given = field.is_given_whole();
            // What was refused at first is tried the other way.
            let by_value = given != scene.was(Stage::Pause);
            let converted = moment(value).or_else(|| colour(value)).filter(|_| given);
            let value = converted.as_deref().unwrap_or(value);
            if by_value {
                call("set_value", json!({ "uid": uid, "value": value }))
            } else {
                call("type_text", typed(Some(uid), value, false, false))
            }
        }
    }
}
