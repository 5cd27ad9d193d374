//! Recognises what a click, an Enter, a text or an answer amounts to: from the element, its form, its context, and the page.

pub use crate::effect::label::option;
use crate::effect::label::{Label, Reach, asks_for};
use crate::place::decode;
use crate::place::link_effect::{does, does_as_said, does_to_person, does_when_fetched};
use crate::secret::mask::has_check_digit;
pub use crate::words::gravity;
use crate::words::phrases::{At, any_of, is_one_of, stands, words};
use crate::words::{self};
use crate::{Commitment, DialogAnswer, EffectClass, SecretKind};
use crate::{ElementFacts, Facts, FieldInput, FormShape, origin_of};
use edith_page::ElementKind;

/// The effect of a click.
pub fn click(element: Option<&ElementFacts>, facts: &Facts) -> EffectClass {
    use ElementKind as K;
    let Some(element) = element else { return EffectClass::Acts };
    match element.kind {
        // A switch acts at once, and so may a choice that nothing else submits.
        K::Switch => switch(element).map_or(EffectClass::Acts, EffectClass::Commits),
        K::Checkbox | K::Radio
            if !is_pressed(element) && element.form.as_ref().is_none_or(|form| form.submit_name.is_empty()) =>
        {
            switch(element).map_or(EffectClass::Acts, EffectClass::Commits)
        }
        // These only choose or take the focus; something else submits the choice. Whatever its role, an element that submits a form is judged as a
        // button.
        K::Checkbox
        | K::Radio
        | K::Select
        | K::Slider
        | K::Tab
        | K::Input
        | K::Textarea
        | K::Editor
        | K::File
        | K::Video
            if !is_pressed(element) =>
        {
            EffectClass::Acts
        }
        K::Checkbox
        | K::Radio
        | K::Select
        | K::Slider
        | K::Tab
        | K::Input
        | K::Textarea
        | K::Editor
        | K::File
        | K::Video
        | K::Button
        | K::Link
        | K::Menuitem
        | K::Option
        | K::Row
        | K::Element => {
            let leads = leads_elsewhere(element, facts);
            match commitment(element, facts, leads) {
                Some(what) => EffectClass::Commits(what),
                None if leads => EffectClass::Navigates,
                None => EffectClass::Acts,
            }
        }
    }
}

/// Whether a click on it presses a button or an entry of a menu, whatever else it looks like.
fn is_pressed(element: &ElementFacts) -> bool {
    element.is_submit || !element.triggers.is_empty() || element.role.starts_with("menuitem")
}

/// The effect of Enter: on buttons and links a click, in a form's fields its submit button, in message fields sending.
pub fn enter(element: Option<&ElementFacts>, facts: &Facts) -> EffectClass {
    use ElementKind as K;
    let Some(element) = element else { return EffectClass::Acts };
    match (element.kind, &element.form) {
        (K::Button | K::Link | K::Menuitem | K::Option | K::Row | K::Element | K::Tab, _) => {
            click(Some(element), facts)
        }
        (K::Textarea | K::Editor, _) | (K::Input, None) => {
            written(element).map_or(EffectClass::Acts, EffectClass::Commits)
        }
        (K::Input | K::Checkbox | K::Radio | K::Switch | K::Slider, Some(form)) => send_form(element, form, facts),
        (K::Checkbox | K::Radio | K::Switch | K::Slider, None) => EffectClass::Acts,
        (K::Select | K::File | K::Video, _) => EffectClass::Acts,
    }
}

/// The effect of Control+Enter: in editors and text areas it sends, whatever Enter does.
pub fn send_chord(element: Option<&ElementFacts>, facts: &Facts) -> EffectClass {
    let class = enter(element, facts);
    match (class, element) {
        (EffectClass::Acts, Some(element)) if matches!(element.kind, ElementKind::Textarea | ElementKind::Editor) => {
            match &element.form {
                Some(form) => match send_form(element, form, facts) {
                    EffectClass::Commits(what) => EffectClass::Commits(what),
                    _ => EffectClass::Commits(Commitment::Sends),
                },
                None => EffectClass::Commits(Commitment::Sends),
            }
        }
        _ => class,
    }
}

/// The effect of Control+S: as the form's button, if there is one.
pub fn save(element: Option<&ElementFacts>, facts: &Facts) -> EffectClass {
    match element.and_then(|element| Some((element, element.form.as_ref()?))) {
        Some((element, form)) => send_form(element, form, facts),
        None => EffectClass::Acts,
    }
}

/// The effect of putting the text into the field.
pub fn entry(element: Option<&ElementFacts>, text: &str) -> EffectClass {
    match secret(element, text) {
        // Emptying a field reveals nothing.
        Some(kind) if !text.is_empty() => EffectClass::EntersSecret(kind, None),
        _ => EffectClass::Fills,
    }
}

/// The effect of dropping something on the element.
pub fn drop_on(element: Option<&ElementFacts>) -> EffectClass {
    let is_bin = element.is_some_and(|element| {
        let label = words(&element.name);
        words::BINS.iter().any(|bin| stands(bin, At::Whole, &label))
            || Label::plain(&label).says(Reach::Anything) == Some(Commitment::Deletes)
    });
    if is_bin { EffectClass::Commits(Commitment::Deletes) } else { EffectClass::Acts }
}

/// The effect of answering a dialog: what it says, and what the action did that it follows. An unknown dialog counts as a question.
pub fn dialog(accept: bool, facts: &Facts) -> DialogAnswer {
    let (dialog, committed) = (facts.dialog.as_ref(), facts.committed);
    match (accept, dialog) {
        (false, _) => DialogAnswer::Dismisses,
        (true, Some(dialog)) if dialog.kind == "alert" => DialogAnswer::Acknowledges,
        (true, dialog) => {
            let asked = dialog.and_then(|dialog| asks_for(&dialog.message));
            DialogAnswer::Accepts(asked.into_iter().chain(committed).min_by_key(|what| gravity(*what)))
        }
    }
}

/// Whether the text is a secret, by its field or its content.
pub fn holds_secret(input: &FieldInput, facts: &Facts) -> bool {
    secret(facts.element_or_focus(input.uid), &input.text).is_some()
}

/// The effect of opening an address beyond showing a page: what the browser saves to disk is a download.
pub fn opens(address: &str) -> EffectClass {
    file(address).or_else(|| does(address)).map_or(EffectClass::Navigates, EffectClass::Commits)
}

/// The same on a site that is known to know the person.
pub(crate) fn opens_to_person(address: &str) -> Option<Commitment> {
    file(address).or_else(|| does_there(address))
}

/// What opening an address does on a site that may know the person, whoever opens it: a script by fetching it, or a link.
fn does_there(address: &str) -> Option<Commitment> {
    if is_on!(Opened) { does_when_fetched(address) } else { does_to_person(address) }
}

/// The commitment of saving a file, by name and address: a program is more than a file.
pub fn saved(name: &str, address: &str) -> Commitment {
    let is_program = file(name) == Some(Commitment::Installs) || file(address) == Some(Commitment::Installs);
    if is_program { Commitment::Installs } else { Commitment::Downloads }
}

/// What a click saves, by the file's name or the address.
fn file(address: &str) -> Option<Commitment> {
    let path = address.split(['?', '#']).next().unwrap_or_default();
    let name = path.rsplit(['/', '\\']).next().unwrap_or_default();
    // The host is not a file: `https://shop.run`.
    if path.split_once("://").is_some_and(|(_, rest)| !rest.contains('/')) {
        return None;
    }
    let ending = name.rsplit_once('.')?.1.to_ascii_lowercase();
    if words::PROGRAMS.contains(&ending.as_str()) {
        Some(Commitment::Installs)
    } else {
        words::FILES.contains(&ending.as_str()).then_some(Commitment::Downloads)
    }
}

/// What following the link saves: by its attribute, its destination, or its label for an address that names a file.
fn saves(element: &ElementFacts, leads: bool) -> Option<Commitment> {
    let href = if leads || element.download.is_some() { element.href.as_str() } else { "" };
    let by_name = element.download.as_deref().and_then(file);
    let by_address = file(href);
    if by_name == Some(Commitment::Installs) || by_address == Some(Commitment::Installs) {
        return Some(Commitment::Installs);
    }
    if by_address.is_some() || element.download.is_some() {
        return Some(Commitment::Downloads);
    }
    let names_file = href.contains("download") || href.contains("attachment") || href.contains("export");
    let said = Label::plain(&words(&element.name)).says(Reach::Plain);
    said.filter(|what| leads && names_file && matches!(what, Commitment::Downloads | Commitment::Installs))
}

fn switch(element: &ElementFacts) -> Option<Commitment> {
    let label = words(&element.name);
    words::SWITCHES.iter().find(|(_, list)| is_one_of(list, &label)).map(|(what, _)| *what)
}

/// What the element's own label says, else what it confirms.
fn commitment(element: &ElementFacts, facts: &Facts, leads: bool) -> Option<Commitment> {
    if !element.triggers.is_empty() {
        // A label presses its button, whatever the label says.
        let button = ElementFacts { name: element.triggers.clone(), triggers: String::new(), ..element.clone() };
        if let Some(what) = commitment(&button, facts, leads) {
            return Some(what);
        }
    }
    if let Some(what) = saves(element, leads) {
        return Some(what);
    }
    let label = words(&element.name);
    let sends_something = element.is_submit || (element.form.is_some() && !leads);
    let beside_text = facts.focused.as_ref().is_some_and(|focused| {
        focused.has_text
            && (matches!(focused.kind, ElementKind::Textarea | ElementKind::Editor) || written(focused).is_some())
    });
    let reach = match (leads, sends_something) {
        (true, _) => Reach::Firm,
        (false, true) => Reach::Anything,
        (false, false) if beside_text => Reach::WeakPosts,
        (false, false) => Reach::Plain,
    };
    let label_of = label_of(&label, element, facts);
    // Where nobody is known there is nothing to grant: a bare `Allow` is a banner's.
    let grants_nothing = facts.is_public && element.form.is_none() && label.len() == 1;
    let said = label_of.says(reach).filter(|what| *what != Commitment::Account || !grants_nothing);
    if leads {
        let as_said = || label_of.says(Reach::Anything).filter(|what| does_as_said(&element.href, *what));
        // What else its address says is of others, and nothing of theirs makes it milder where the person may be known.
        let is_here = origin_of(&element.href) == facts.place();
        let by_address = if is_here && !facts.is_public { does_there } else { does };
        return said.or_else(|| by_address(&element.href)).or_else(as_said);
    }
    if said.is_some() {
        return said;
    }
    let kept = keeps(&label, element, facts);
    kept.or_else(|| confirms(&label, element, facts)).or_else(|| unknown(&label, element, facts))
}

/// The element's label: a command on what is only there to be pressed.
fn label_of<'a>(words: &'a [String], element: &ElementFacts, facts: &Facts) -> Label<'a> {
    use ElementKind::{Button, Menuitem, Switch};
    let is_command = is_pressed(element) || matches!(element.kind, Button | Menuitem | Switch);
    let at_checkout = element.is_submit && element.form.is_some()
        || place_of(&facts.url).is_some_and(|what| matches!(what, Commitment::Pays | Commitment::Buys));
    Label { words, is_command, at_checkout }
}

/// `Save` and the like, on a form or page about an account.
fn keeps(label: &[String], element: &ElementFacts, facts: &Facts) -> Option<Commitment> {
    let keeps = is_one_of(words::SAVES, label);
    let form = element.form.as_ref();
    let about = form.and_then(form_place).or_else(|| place(&path_words(&facts.url)));
    let changes = element.beside.password || about == Some(Commitment::Account);
    (keeps && element.is_submit && changes).then_some(Commitment::Account)
}

/// What a button with an unknown label does: by the fields beside it (a card number, an amount, a new password, a written text), and by its form's
/// target. Nothing that it is called makes that harmless; the person's own words do, for what costs no money.
fn unknown(label: &[String], element: &ElementFacts, facts: &Facts) -> Option<Commitment> {
    let beside = element.beside;
    let presses = match &element.form {
        Some(form) => element.is_submit && !is_harmless(form, element, facts),
        // Without a form any button may be the one, except a picture without a word.
        None => beside.card && element.kind == ElementKind::Button && !label.is_empty(),
    };
    if !presses {
        return None;
    }
    if let Some(what) = beside.says.filter(|_| element.is_submit) {
        return Some(what);
    }
    // Where nobody is known, an amount is only calculated with.
    if beside.card || beside.amount && !facts.is_public {
        return Some(Commitment::Pays);
    }
    let about = element.form.as_ref().and_then(form_place);
    if facts.wanted {
        return about.filter(is_heavy);
    }
    let posts = element.form.as_ref().is_some_and(|form| form.method == "post");
    // A text that somebody wrote goes to somebody.
    let sent = || (beside.text && posts).then(|| about.unwrap_or(Commitment::Sends));
    about.filter(is_heavy).or(beside.password.then_some(Commitment::Account)).or_else(sent)
}

/// What a neutral label agrees to: the question around it, its form, and for `Confirm` and the like the page.
fn confirms(label: &[String], element: &ElementFacts, facts: &Facts) -> Option<Commitment> {
    let is_in = |list: &[&'static str]| is_one_of(list, label);
    let confirms = is_in(words::CONFIRMS) && (!label.is_empty() || element.is_submit);
    if !confirms && !is_in(words::AGREES) {
        return None;
    }
    let asked = element.context.iter().find_map(|around| {
        let said = Label::plain(&words(around)).says(Reach::Plain);
        said.or_else(|| if around.contains('?') { asks_for(around) } else { None })
    });
    if asked.is_some() || !confirms {
        return asked;
    }
    let form = element.form.as_ref();
    if form.is_some_and(|form| is_harmless(form, element, facts)) {
        return None;
    }
    let about_form = form.and_then(form_place);
    // A page's title and address do not tell what a button does, unless the button confirms what the page laid out.
    let about_page = || if is_in(words::CONFIRMS_PAGE) { place_of(&facts.url) } else { None };
    // A form submitted without a hint of its purpose still goes to somebody, but for choices and lines that the person ordered.
    let is_ordered = facts.wanted && !element.beside.text;
    let goes_out = form.is_some() && element.is_submit && !is_ordered;
    about_form.or_else(about_page).or_else(|| goes_out.then_some(Commitment::Sends))
}

/// Whether the field only serves a search, by what it is.
pub fn only_finds(element: &ElementFacts, facts: &Facts) -> bool {
    element.role == "searchbox" || element.form.as_ref().is_some_and(|form| gets(form, facts))
}

/// Whether a form gets its answer from another address: by HTTP's meaning, that changes nothing.
fn gets(form: &FormShape, facts: &Facts) -> bool {
    let is_heavy = form_place(form).as_ref().is_some_and(is_heavy);
    form.method == "get" && without_query(&form.action) != without_query(&facts.url) && !is_heavy
}

/// Whether a form only searches or signs in, by its structure: by its method, a search field, or one password that is known already.
fn is_harmless(form: &FormShape, element: &ElementFacts, facts: &Facts) -> bool {
    let beside = element.beside;
    let knows_nobody = facts.is_public || beside.line;
    let signs_in = beside.password && knows_nobody && !beside.new_password && !beside.text && !beside.card;
    let is_heavy = || form_place(form).as_ref().is_some_and(is_heavy);
    gets(form, facts) || (beside.search || signs_in) && !is_heavy()
}

/// Enter in a form presses its submit button.
fn send_form(element: &ElementFacts, form: &FormShape, facts: &Facts) -> EffectClass {
    let button = ElementFacts {
        kind: ElementKind::Button,
        name: form.submit_name.clone(),
        href: String::new(),
        is_submit: true,
        triggers: String::new(),
        download: None,
        ..element.clone()
    };
    match click(Some(&button), facts) {
        EffectClass::Acts if form.submit_name.is_empty() => {
            written(element).map_or(EffectClass::Acts, EffectClass::Commits)
        }
        class => class,
    }
}

/// Within so many words the name of a field of one line says what is written into it.
const LINE_WORDS: usize = 3;

/// The effect of Enter in a field for messages or comments.
fn written(element: &ElementFacts) -> Option<Commitment> {
    let name = words(&element.name);
    let is_part = name.iter().all(|word| {
        let is = |list: &[&'static str]| is_one_of(list, std::slice::from_ref(word));
        is(words::MESSAGE_FIELDS) || is(words::MESSAGE_PARTS) || is(words::FILLERS)
    });
    if element.role == "searchbox" {
        None
    } else if any_of(words::COMMENT_FIELDS.iter(), &name) {
        Some(Commitment::Posts)
    } else {
        // What is written into a line is named first, as in `Type a message`; in `Search for a message` something else is.
        let begin = if element.kind == ElementKind::Input { name.get(..LINE_WORDS).unwrap_or(&name) } else { &name };
        let is_message = any_of(words::MESSAGE_FIELDS.iter(), begin);
        // In the body of a mail, Enter begins a line.
        let is_body = is_part && any_of(words::MESSAGE_PARTS.iter(), &name);
        (is_message && !is_body).then_some(Commitment::Sends)
    }
}

fn is_heavy(what: &Commitment) -> bool {
    matches!(what, Commitment::Pays | Commitment::Buys | Commitment::Deletes)
}

fn place(text: &[String]) -> Option<Commitment> {
    words::PLACES.iter().find(|(_, list)| any_of(list.iter(), text)).map(|(what, _)| *what)
}

/// A page's purpose by a whole segment of its address: `/checkout/review`, not `/help/how-to-transfer-files`.
fn place_of(address: &str) -> Option<Commitment> {
    let parts = path_parts(address);
    let is_it = |list: &[&'static str]| parts.iter().any(|part| is_one_of(list, part));
    words::PLACES.iter().find(|(_, list)| is_it(list)).map(|(what, _)| *what)
}

/// What a form is for, by the end of its address, where a verb stands, and by its name.
fn form_place(form: &FormShape) -> Option<Commitment> {
    let parts = path_parts(&form.action);
    let last = parts.iter().rev().find(|part| !is_number(part)).and_then(|part| place(part));
    let light = || parts.iter().filter_map(|part| place(part)).find(|what| !is_heavy(what));
    does(&form.action).filter(is_heavy).or(last).or_else(|| place(&words(&form.name))).or_else(light)
}

fn is_number(part: &[String]) -> bool {
    part.iter().all(|word| word.chars().any(|c| c.is_ascii_digit()))
}

/// The words of each part of an address's path.
fn path_parts(address: &str) -> Vec<Vec<String>> {
    let url = url::Url::parse(address).ok();
    let parts = url.as_ref().and_then(|url| url.path_segments()).into_iter().flatten();
    parts.map(|part| words(&decode::percent(part))).filter(|part| !part.is_empty()).collect()
}

fn path_words(address: &str) -> Vec<String> {
    url::Url::parse(address).map(|url| words(&decode::percent(url.path()))).unwrap_or_default()
}

fn without_query(address: &str) -> &str {
    address.split(['?', '#']).next().unwrap_or_default()
}

/// Whether a click merely follows the element as a link to another address.
fn leads_elsewhere(element: &ElementFacts, facts: &Facts) -> bool {
    let href = element.href.trim();
    let scheme = href.split_once(':').map(|(scheme, _)| scheme.to_ascii_lowercase());
    match scheme.as_deref() {
        None | Some("javascript") => false,
        Some(_) => {
            let stays = href.contains('#') && decode::without_fragment(href) == decode::without_fragment(&facts.url);
            !stays
        }
    }
}

fn secret(element: Option<&ElementFacts>, text: &str) -> Option<SecretKind> {
    let by_field = element.and_then(|element| crate::effect::secret_of(element.field));
    by_field.or_else(|| is_card_number(text).then_some(SecretKind::Card))
}

/// Whether the text is a payment card number, a secret wherever it is typed, since payment fields are often in unknown frames. 13 to 19 digits with a
/// card's prefix and a valid check digit (ISO/IEC 7812-1).
pub fn is_card_number(text: &str) -> bool {
    if !text.chars().all(|c| c.is_ascii_digit() || matches!(c, ' ' | '-')) {
        return false;
    }
    let digits: Vec<u32> = text.chars().filter_map(|c| c.to_digit(10)).collect();
    (13..=19).contains(&digits.len())
        && digits.first().is_some_and(|first| (3..=6).contains(first))
        && has_check_digit(&digits)
}
