//! From a page to the questions that its forms ask.

use crate::dates;
use crate::entries;
use crate::field::{Field, stands_for_none};
use crate::grids::{Cell, cells};
use crate::kind::{kind, opens_days};
use crate::meaning::{Meaning, Role, is_no_label, of_words};
use crate::question::{Limits, Piece, Question, QuestionElement, Way};
use crate::signing::{self, is_declaration};
use crate::whose;
use crate::words::{CONSENT, SEARCH, UNCHOSEN, has_any};
use edith_page::fold::fold;
use edith_page::{ElementKind, FieldKind, FieldValue, Index, RawOption, raw::state};
use edith_protocol::{FieldType, FormValue};
use std::collections::{BTreeMap, BTreeSet};

/// Questions of a page, at most (the interface's figure).
pub const MOST_QUESTIONS: usize = 300;
/// So few fields beside the password make a form that signs in.
const LOGIN_FIELDS: usize = 2;

/// The questions of a page's forms in the page's order. Navigation, searches, logins and boxes that subscribe to a newsletter are left out.
pub fn questions(page: &Index) -> Vec<Question> {
    let fields: Vec<Field<'_>> = page.elements.iter().filter_map(|element| Field::of(element, page)).collect();
    let asides = asides(&fields);
    // What a button opens beside days may be anything.
    let is_asked = |field: &Field<'_>| {
        !field.facts.opens || field.element.kind != ElementKind::Button || opens_days(field, &title(field))
    };
    let is_one = |field: &Field<'_>| !asides.contains(&field.element.uid) && is_asked(field);
    let fields: Vec<Field<'_>> = fields.into_iter().filter(is_one).collect();
    let cells = cells(&fields);
    let mut done = BTreeSet::new();
    let mut questions = Vec::new();
    for (at, field) in fields.iter().enumerate() {
        if done.contains(&field.element.uid) {
            continue;
        }
        let members = grid(&fields, field, &cells)
            .or_else(|| group(&fields, field))
            .or_else(|| date(fields.get(at..).unwrap_or_default()))
            .unwrap_or_else(|| vec![field]);
        done.extend(members.iter().map(|member| member.element.uid));
        if questions.len() < MOST_QUESTIONS {
            let frame = field.element.frame.and_then(|at| page.frames.get(at)).map(|frame| frame.src.clone());
            let frame = frame.filter(|src| !same_site(src, &page.url)).unwrap_or_default();
            questions.push(Question { frame, ..question(&members, &cells) });
        }
    }
    entries::add_openers(page, &mut questions);
    entries::number(&mut questions);
    whose::settle(&mut questions);
    signing::mark(&mut questions);
    questions
}

/// Whether two addresses have the same scheme, host and port. A frame without an address is its page's own.
fn same_site(frame: &str, page: &str) -> bool {
    let site = |address: &str| {
        address
            .split_once("://")
            .map(|(scheme, rest)| format!("{scheme}://{}", rest.split(['/', '?', '#']).next().unwrap_or_default()))
    };
    site(frame).is_none_or(|frame| Some(frame) == site(page))
}

/// The fields of forms that are not questions: to sign in, to search, to subscribe.
fn asides(fields: &[Field<'_>]) -> BTreeSet<u32> {
    let mut forms: BTreeMap<u32, Vec<&Field<'_>>> = BTreeMap::new();
    for field in fields {
        forms.entry(field.element.form_number).or_default().push(field);
    }
    let mut asides = BTreeSet::new();
    for (number, members) in &forms {
        let form = members.first().and_then(|field| field.element.form.as_ref());
        let is = |wanted: FieldKind| move |field: &&&Field<'_>| field.element.field == wanted;
        let passwords = members.iter().filter(is(FieldKind::Password)).count();
        let texts = members.iter().filter(|field| !field.is_tick() && field.element.field == FieldKind::Plain).count();
        let signs_in = passwords == 1
            && texts <= LOGIN_FIELDS
            && !members.iter().any(|field| field.meaning == Some(Meaning::NewPassword));
        let named = form.is_some_and(|form| {
            has_any(&form.submit_name, SEARCH) || has_any(&form.name, SEARCH) || form.action.contains("search")
        });
        let searches = named && texts <= 1 && passwords == 0;
        let others = fields.len() - members.len();
        let subscribes = *number > 0
            && texts == 1
            && members.len() <= 2
            && others > 2
            && members.iter().any(|field| field.meaning == Some(Meaning::Email));
        if *number > 0 && (signs_in || searches || subscribes) {
            asides.extend(members.iter().map(|field| field.element.uid));
        }
    }
    asides
}

/// The ticks of the grid that this one is in.
fn grid<'f, 'p>(fields: &'f [Field<'p>], field: &Field<'p>, cells: &BTreeMap<u32, Cell>) -> Option<Vec<&'f Field<'p>>> {
    let grid = cells.get(&field.element.uid)?.grid;
    Some(fields.iter().filter(|other| cells.get(&other.element.uid).is_some_and(|cell| cell.grid == grid)).collect())
}

/// The ticks that answer one question together with this one.
fn group<'f, 'p>(fields: &'f [Field<'p>], field: &Field<'p>) -> Option<Vec<&'f Field<'p>>> {
    if !field.is_tick() || field.facts.group == 0 {
        return None;
    }
    let is_same =
        |other: &&Field<'_>| other.facts.group == field.facts.group && other.element.kind == field.element.kind;
    Some(fields.iter().filter(is_same).collect())
}

/// The lists or fields that take one date together, from the first of these on.
fn date<'f, 'p>(fields: &'f [Field<'p>]) -> Option<Vec<&'f Field<'p>>> {
    let mut pieces: Vec<Piece> = Vec::new();
    let mut members: Vec<&Field<'_>> = Vec::new();
    for field in fields.iter().take(3) {
        let Some(piece) = date_piece(field).filter(|piece| !pieces.contains(piece)) else { break };
        pieces.push(piece);
        members.push(field);
    }
    let has = |piece| pieces.contains(&piece);
    match members.len() {
        3 => Some(members),
        2 if has(Piece::Month) && has(Piece::Year) => Some(members),
        3.. if has(Piece::Month) && has(Piece::Year) => Some(members),
        _ => None,
    }
}

fn date_piece(field: &Field<'_>) -> Option<Piece> {
    let of_meaning = match field.meaning {
        Some(Meaning::BirthDay) => Some(Piece::Day),
        Some(Meaning::BirthMonth) => Some(Piece::Month),
        Some(Meaning::BirthYear) => Some(Piece::Year),
        Some(meaning) if meaning.is_secret() => return None,
        _ => None,
    };
    if of_meaning.is_some() {
        return of_meaning;
    }
    if !field.element.options.is_empty() {
        return dates::list_of(&field.options()).map(|list| match list {
            dates::DateList::Days => Piece::Day,
            dates::DateList::Months => Piece::Month,
            dates::DateList::Years => Piece::Year,
        });
    }
    if field.element.kind != ElementKind::Input
        || !matches!(field.element.input_type.as_str(), "" | "text" | "number" | "tel")
    {
        return None;
    }
    let said = [&field.element.name, &field.element.placeholder, &field.facts.name];
    let is = |words: &[&str]| said.iter().any(|text| words.contains(&fold(text).as_str()));
    match () {
        () if is(&["day", "tag", "jour", "dia", "dd", "tt", "jj"]) => Some(Piece::Day),
        () if is(&["month", "monat", "mois", "mes", "mm"]) => Some(Piece::Month),
        () if is(&["year", "jahr", "annee", "ano", "yyyy", "jjjj", "aaaa"]) => Some(Piece::Year),
        () => None,
    }
}

fn question(members: &[&Field<'_>], cells: &BTreeMap<u32, Cell>) -> Question {
    let mut question = match members {
        [one] if !one.is_tick() => single(one),
        [one] if one.element.kind != ElementKind::Radio => tick(one),
        all if all.first().is_some_and(|field| field.is_tick()) => choice(all, cells),
        all => split_date(all),
    };
    if let Some(first) = members.first() {
        question.id = format!("q{}", first.element.uid);
        question.unseen = members.iter().all(|field| field.facts.unseen);
        question.required |= members.iter().any(|field| field.element.states.required || field.facts.required);
        question.error = members.iter().find_map(|field| field.element.states.invalid.clone()).unwrap_or_default();
        question.section = section(first, &question.title);
        question.language = first.facts.language.to_lowercase();
        question.role = Role::of_tokens(&first.element.autocomplete);
    }
    question
}

/// The nearest thing around a field that is named otherwise than the question.
fn section(field: &Field<'_>, title: &str) -> String {
    let (title, question) = (fold(title), fold(&field.facts.question));
    let is_other = |context: &&String| {
        let context = fold(context);
        context != title
            && context != question
            && !title.starts_with(&context)
            && context.chars().any(char::is_alphabetic)
    };
    field.element.context.iter().find(is_other).cloned().unwrap_or_default()
}

/// What a field is called: by its name, the words before it, its placeholder, or its author's name for it.
fn title(field: &Field<'_>) -> String {
    let Field { element, facts, .. } = field;
    let name = if is_no_label(element) { "" } else { element.name.as_str() };
    // Before a button that gives a file; a heading names the part.
    let is_asked = element.kind == ElementKind::File && !element.context.contains(&facts.question);
    let asked = if is_asked { facts.question.as_str() } else { "" };
    let all = [asked, name, &facts.before, &element.placeholder, &element.name, &facts.row, &facts.name];
    all.into_iter().find(|text| !text.trim().is_empty()).unwrap_or_default().to_owned()
}

fn hint(field: &Field<'_>, title: &str) -> String {
    let Field { element, facts, .. } = field;
    let button = Some(&element.name).filter(|_| element.kind == ElementKind::File && !facts.question.is_empty());
    let all = button.into_iter().chain([&element.placeholder, &facts.about, &facts.before]);
    let mut said: Vec<&str> = Vec::new();
    for text in all {
        if !text.is_empty() && text != title && !said.contains(&text.as_str()) {
            said.push(text);
        }
    }
    said.join(" · ")
}

fn limits(field: &Field<'_>) -> Limits {
    let Field { element, facts, .. } = field;
    Limits {
        min: element.limits.min.clone(),
        max: element.limits.max.clone(),
        // Elsewhere it says how far the arrow keys go.
        step: if element.input_type == "number" { element.limits.step.clone() } else { String::new() },
        shape: crate::shapes::shown(&element.placeholder, facts),
        dial: facts.dial.clone(),
        max_length: facts.max_length,
        accept: facts.accept.clone(),
        multiple: facts.multiple || element.states.multiple,
    }
}

/// A field that is a question by itself.
fn single(field: &Field<'_>) -> Question {
    let Field { element, facts, meaning } = field;
    let title = title(field);
    let hint = hint(field, &title);
    let (kind, way, date) = kind(field, &title, &hint);
    let options = if matches!(kind, FieldType::Choice | FieldType::Choices) { field.options() } else { Vec::new() };
    let kind = if is_declaration(&options, *meaning) { FieldType::Consent } else { kind };
    let (current, holds) = held(field, kind);
    let part = QuestionElement { uid: element.uid, way, piece: Piece::Whole, on: false, options: Vec::new() };
    let language = facts.language.clone();
    Question {
        title,
        hint,
        kind,
        date,
        options,
        limits: limits(field),
        current,
        holds,
        meaning: *meaning,
        parts: vec![part],
        language,
        ..Question::default()
    }
}

/// What a field holds, and whether that is anything.
fn held(field: &Field<'_>, kind: FieldType) -> (FormValue, bool) {
    let element = field.element;
    let chosen: Vec<&RawOption> =
        element.options.iter().filter(|option| option.states & state::SELECTED != 0).collect();
    if !chosen.is_empty() {
        let labels: Vec<String> =
            chosen.iter().filter(|option| !stands_for_none(option)).map(|option| option.label.clone()).collect();
        let holds = !labels.is_empty();
        let value = match kind {
            FieldType::Choices => FormValue::Many(labels),
            _ => FormValue::Text(labels.into_iter().next().unwrap_or_default()),
        };
        return (value, holds);
    }
    // A list of several that is drawn shows each by itself.
    if kind == FieldType::Choices && !field.facts.held.is_empty() {
        return (FormValue::Many(field.facts.held.clone()), true);
    }
    match &element.value {
        Some(FieldValue::Shown(text) | FieldValue::Typed(text)) => {
            let is_none = text.trim().is_empty()
                || (matches!(kind, FieldType::Choice | FieldType::Choices) && has_any(text, UNCHOSEN))
                || text.chars().all(|c| matches!(c, '_' | '/' | '.' | '-' | ' '));
            // A slider always holds something, which nobody chose.
            let holds = !is_none
                && element.kind != ElementKind::Slider
                && element.input_type != "range"
                && element.input_type != "color";
            let value = match kind {
                FieldType::Choices if is_none => FormValue::Many(Vec::new()),
                FieldType::Choices => FormValue::Many(
                    text.split(['\n', ',']).map(|one| one.trim().to_owned()).filter(|one| !one.is_empty()).collect(),
                ),
                _ if is_none => FormValue::default(),
                _ => FormValue::Text(text.clone()),
            };
            (value, holds)
        }
        Some(FieldValue::Masked) => (FormValue::Text("•••".to_owned()), true),
        None => (FormValue::default(), false),
    }
}

/// A tick that stands alone.
fn tick(field: &Field<'_>) -> Question {
    let title = title(field);
    let hint = hint(field, &title);
    let asks = format!("{title} {} {hint}", field.facts.question);
    let on = field.is_on();
    let part = QuestionElement {
        uid: field.element.uid,
        way: Way::Tick,
        piece: Piece::Option(title.clone()),
        on,
        options: Vec::new(),
    };
    // What has to be ticked can only be agreed to, in any language.
    let must = field.element.states.required || field.facts.required;
    let kind = if must || has_any(&asks, CONSENT) { FieldType::Consent } else { FieldType::Choices };
    let chosen = if on { vec![title.clone()] } else { Vec::new() };
    Question {
        options: vec![title.clone()],
        title,
        hint,
        kind,
        current: FormValue::Many(chosen),
        holds: on,
        parts: vec![part],
        ..Question::default()
    }
}

/// Ticks that answer one question together, or a grid of them.
fn choice(members: &[&Field<'_>], cells: &BTreeMap<u32, Cell>) -> Question {
    let Some(first) = members.first() else { return Question::default() };
    let rows = edith_page::order::distinct(members.iter().map(|member| member.facts.group));
    let is_grid = rows.len() > 1 && cells.contains_key(&first.element.uid);
    let mut question = Question { hint: first.facts.about.clone(), ..Question::default() };
    let is_radio = first.element.kind == ElementKind::Radio;
    if is_grid {
        question.title =
            if first.facts.table_name.is_empty() { section(first, "") } else { first.facts.table_name.clone() };
        question.kind = FieldType::Grid;
        let mut chosen = BTreeMap::new();
        for member in members {
            let Some(Cell { row, option, .. }) = cells.get(&member.element.uid).cloned() else { continue };
            if !question.rows.contains(&row) {
                question.rows.push(row.clone());
            }
            if !question.options.contains(&option) {
                question.options.push(option.clone());
            }
            if member.is_on() {
                chosen.insert(row.clone(), option.clone());
            }
            let piece = Piece::Cell(row, option);
            question.parts.push(QuestionElement {
                uid: member.element.uid,
                way: Way::Tick,
                piece,
                on: member.is_on(),
                options: Vec::new(),
            });
        }
        question.holds = !chosen.is_empty();
        question.current = FormValue::Rows(chosen);
        return question;
    }
    question.title = match () {
        () if !first.facts.question.is_empty() => first.facts.question.clone(),
        () if !first.facts.row.is_empty() => first.facts.row.clone(),
        () => first.element.context.first().cloned().unwrap_or_default(),
    };
    question.options = members.iter().map(|member| member.option()).collect();
    // What comes after a tick is often its own label.
    if question.options.contains(&question.hint) {
        question.hint.clear();
    }
    let chosen: Vec<String> = members.iter().filter(|member| member.is_on()).map(|member| member.option()).collect();
    question.holds = !chosen.is_empty();
    question.parts = members
        .iter()
        .map(|member| {
            let piece = Piece::Option(member.option());
            QuestionElement { uid: member.element.uid, way: Way::Tick, piece, on: member.is_on(), options: Vec::new() }
        })
        .collect();
    let all = format!("{} {}", question.title, question.options.join(" "));
    question.kind = match () {
        () if has_any(&all, CONSENT) || is_declaration(&question.options, first.meaning) => FieldType::Consent,
        () if is_radio => FieldType::Choice,
        () => FieldType::Choices,
    };
    let told = || of_words(&question.title).filter(|meaning| matches!(meaning, Meaning::Gender | Meaning::Prefix));
    question.meaning = first.meaning.or_else(told).filter(|_| is_radio);
    question.current = match is_radio {
        true => FormValue::Text(chosen.into_iter().next().unwrap_or_default()),
        false => FormValue::Many(chosen),
    };
    question
}

/// Lists or fields that take one date together.
fn split_date(members: &[&Field<'_>]) -> Question {
    let Some(first) = members.first() else { return Question::default() };
    let piece = |member: &Field<'_>| date_piece(member).unwrap_or(Piece::Whole);
    let parts = members.iter().map(|member| {
        let way = if member.element.options.is_empty() { Way::Type } else { Way::Choose };
        QuestionElement { uid: member.element.uid, way, piece: piece(member), on: false, options: member.options() }
    });
    let words = [&first.facts.question, &first.facts.before];
    let title = words.into_iter().find(|text| !text.is_empty()).cloned();
    let title = title.or_else(|| first.element.context.first().cloned()).unwrap_or_else(|| first.element.name.clone());
    let has_day = members.iter().any(|member| piece(member) == Piece::Day);
    let is_birth = members
        .iter()
        .any(|member| matches!(member.meaning, Some(Meaning::BirthDay | Meaning::BirthMonth | Meaning::BirthYear)));
    let held: Vec<(FormValue, bool)> = members.iter().map(|member| held(member, FieldType::Text)).collect();
    let shown: Vec<String> = held.iter().map(|(value, _)| value.to_string()).filter(|text| !text.is_empty()).collect();
    let told = || of_words(&title).filter(|meaning| *meaning == Meaning::BirthDate);
    Question {
        meaning: if is_birth { Some(Meaning::BirthDate) } else { told() },
        title,
        kind: FieldType::Date,
        date: Some(if has_day { dates::DateForm::Iso } else { dates::DateForm::IsoMonth }),
        current: FormValue::Text(shown.join(" ")),
        holds: held.iter().any(|(_, holds)| *holds),
        parts: parts.collect(),
        ..Question::default()
    }
}
