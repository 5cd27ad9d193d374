//! How the requests of a page are watched while a proposal is carried out. That nothing shows that a site knows the person does not prove that it does
//! not, and that they named it makes nothing harmless.

use crate::effect::facts::VALUE_CHARS;
use crate::effect::recognise;
use crate::on_effect;
use crate::request::carried::names_setting;
use crate::request::requests::{Press, RequestWatch};
use crate::words::request_words::tokens;
use crate::{
    Commitment, Contact, DialogAnswer, Effect, EffectClass, ElementFacts, Facts, FieldInput, Ground, HeldRequests,
    PageView, Proposal, Sends, Site, Trail, Verdict, Wish,
};
use edith_actions::http_url::HttpUrl;
use edith_page::{Element, ElementKind, FieldValue};
use std::rc::Rc;

/// Keys that leave the field that has the focus, and do nothing else.
const LEAVING_KEYS: &[&str] = &["tab", "shift+tab", "escape"];
/// Keys that only move the focus or the view within something.
const MOVING_KEYS: &[&str] = &["arrowup", "arrowdown", "arrowleft", "arrowright", "pageup", "pagedown", "home", "end"];

/// How to watch the requests of a proposal that is about to be carried out; none: it need not be. `was_asked`: whether the person was asked about it just now.
pub(crate) fn watch(
    proposal: &Proposal,
    ground: Ground<'_>,
    trail: Option<&Trail<'_>>,
    was_asked: bool,
) -> Option<RequestWatch> {
    let trail = trail.filter(|_| is_on!(Requests) && proposal.facts.server_tool.is_none())?;
    let facts = &proposal.facts;
    // What a page does as it is opened is its own, and what the one before does with what was entered is not.
    let goes = is_on!(Left)
        && proposal.leaves()
        && proposal.contact > Contact::None
        && (!facts.filled.is_empty() || may_be_new(facts.focused.as_ref(), facts));
    let opens = proposal.leaves() || proposal.contact == Contact::None;
    let address = HttpUrl::parse(facts.place_url()).ok()?;
    let page = Site::of(&address);
    // A page acts on what a frame in it tells, and is told what is pressed there.
    let around = std::iter::once(facts.origin.as_str()).filter(|_| is_on!(Around) && !facts.frame.is_empty());
    let knows_person = facts.places().chain(around).any(|place| trail.places.is_private(place));
    if proposal.held.is_none() && opens && !goes {
        return None;
    }
    let asked = proposal.held.as_ref().map(HeldRequests::ids).unwrap_or_default();
    let (allowed, allows_unknown) = allowed(proposal, ground);
    let kinds = ground.grants.kinds(facts);
    let (mut drafts, settings) = written(proposal);
    let is_reviewed = ground.review.is_some_and(|review| review.covers(proposal));
    let is_home = trail.home.as_ref() == Some(&page);
    let is_here = is_home || trail.named.has(&page, &address);
    let wish = is_here
        .then(|| trail.wish())
        .flatten()
        .filter(|wish| wish.is_at(&page, &address, trail.named.open()) || is_home && wish.is_about(&facts.values));
    let was_entered = |text: &String| trail.sent.iter().any(|(origin, sent)| *origin == facts.origin && sent == text);
    // A list beside it was set to what they named.
    let is_set =
        |wish: &Wish| wish.acts() && facts.choices.iter().any(|choice| wish.names_value(choice) && was_entered(choice));
    let is_spoken_of = wish.as_ref().is_some_and(|wish| speaks_of(wish, proposal) || is_set(wish));
    let is_preferred =
        wish.as_ref().is_some_and(|wish| what_is_pressed(facts).is_none_or(|element| wish.prefers(element)));
    let entered: Vec<String> =
        trail.sent.iter().filter(|(origin, _)| *origin == facts.origin).map(|(_, text)| text.clone()).collect();
    let typed_here = trail.secrets.iter().filter(|(_, origin)| facts.frame.is_empty() && *origin == facts.origin);
    let secrets = typed_here.map(|(secret, _)| secret.clone()).collect();
    let press = if goes { Press::Goes } else { press(proposal, !entered.is_empty()) };
    drafts.extend(facts.filled.iter().filter(|(_, is_draft)| *is_draft).map(|(text, _)| text.clone()));
    if matches!(press, Press::Leaves | Press::Goes) && facts.focused.as_ref().is_some_and(is_draft) {
        drafts.extend(entered.last().cloned());
    }
    let is_named = ground.uses.is_empty() || allowed.contains(&Commitment::Sends);
    // An OK that lasts was given to other requests than what follows it now.
    let by_lasting_ok = is_on!(Kinds)
        && !was_asked
        && matches!(proposal.class, EffectClass::AnswersDialog(_))
        && ground.grants.cover(&proposal.class, facts);
    // Of a shortcut it was said that nobody knows what it does: the yes is for that, once.
    let was_asked_as_shortcut = || was_asked && proposal.held.is_none() && trail.shortcut(proposal).is_some();
    let is_asked = is_deed(proposal) || was_asked_as_shortcut();
    let shown = is_asked.then(|| shown(proposal, &entered)).filter(|_| is_named && !by_lasting_ok);
    // Of a form for a new window nothing tells which one it is.
    let allows_windows = shown.is_some() || proposal.held.as_ref().is_some_and(|held| !held.can_be_resent());
    let gives_file = proposal.class == EffectClass::Uploads;
    let link = match (&proposal.leads.address, proposal.class) {
        (Some(address), _) => address.to_string(),
        (None, EffectClass::Navigates) => facts.follows.clone(),
        (None, _) => String::new(),
    };
    let is_field = |element: &ElementFacts| element.holds_value() || element.kind == ElementKind::Editor;
    let pressed = what_is_pressed(facts).filter(|element| !is_field(element)).map(|element| {
        let key = argument(proposal, "key").as_str().map(str::to_owned).unwrap_or_default();
        format!(" {:?} {key} {}", element.kind, element.name)
    });
    let made = Rc::default();
    let mut pages: Vec<Site> = Site::parse(&facts.url).into_iter().collect();
    // A frame that knows nobody does nothing on its own site.
    let is_stranger = !facts.places().any(|place| trail.places.is_private(place)) && !pages.contains(&page);
    let stranger = is_stranger.then(|| page.clone());
    pages.push(page);
    Some(RequestWatch {
        pages,
        knows_person,
        stranger,
        press,
        drafts,
        settings,
        entered,
        secrets,
        standing: facts.standing.clone(),
        values: facts.values.clone(),
        is_preferred,
        link,
        page: facts.url.clone(),
        is_spoken_of,
        is_reviewed,
        pressed,
        wish,
        allowed,
        allows_unknown,
        shown,
        deed: Rc::default(),
        gives_file,
        allows_windows,
        kinds,
        asked,
        made,
    })
}

/// What it writes: into fields that are drafts by themselves, and into others.
fn written(proposal: &Proposal) -> (Vec<String>, Vec<String>) {
    let facts = &proposal.facts;
    let is_draft = |input: &&FieldInput| facts.element_or_focus(input.uid).is_some_and(is_draft);
    let (drafts, settings): (Vec<&FieldInput>, Vec<&FieldInput>) =
        proposal.input.iter().chain(&proposal.entries).partition(is_draft);
    let filled = match (&proposal.sends, &facts.page_tool) {
        (Some(Sends::Arguments(given)), Some(_)) => given.iter().map(|(_, value)| value.clone()).collect(),
        _ => Vec::new(),
    };
    let texts = |inputs: Vec<&FieldInput>| inputs.into_iter().map(|input| input.text.clone()).collect::<Vec<_>>();
    (texts(drafts), texts(settings).into_iter().chain(filled).collect())
}

/// What of these texts, which were entered, is in the fields of a page, each with whether it is a draft by itself. What only searches is left out.
pub fn filled(page: &dyn PageView, entered: &[String]) -> Vec<(String, bool)> {
    let own = |field: &Element| match &field.value {
        Some(FieldValue::Shown(text)) => entered.iter().find(|one| one.trim() == text.trim()),
        _ => None,
    };
    let all = page.fields().into_iter().filter(|field| field.role != "searchbox");
    let all = all.filter_map(|field| Some((own(field)?.clone(), is_draft(&ElementFacts::of(field)))));
    all.filter(|(text, _)| !text.trim().is_empty()).collect()
}

/// What is pressed.
fn what_is_pressed(facts: &Facts) -> Option<&ElementFacts> {
    facts.elements.last().or(facts.focused.as_ref())
}

/// Whether what is written into a field is a draft by itself.
fn is_draft(field: &ElementFacts) -> bool {
    matches!(field.kind, ElementKind::Textarea | ElementKind::Editor) && !names_setting(&field.name)
}

/// Whether the person spoke of what is pressed.
fn speaks_of(wish: &Wish, proposal: &Proposal) -> bool {
    if let Some(tool) = &proposal.facts.page_tool {
        return wish.speaks_of(&tokens(&tool.name).join(" "));
    }
    what_is_pressed(&proposal.facts).filter(|element| wish.prefers(element)).is_some_and(|element| match element.kind {
        ElementKind::Option | ElementKind::Row | ElementKind::Radio | ElementKind::Menuitem => {
            wish.speaks_of(&element.name) || wish.names(&element.name)
        }
        _ => wish.speaks_of(&element.name) || wish.sets_to(&element.name),
    })
}

/// What requests may do unasked, and whether they may be such as nobody knows: what was asked about and allowed, and what need not be asked about. A yes
/// is for the deed that it was given for. Of what was held back it is for that and no more, whatever follows.
fn allowed(proposal: &Proposal, ground: Ground<'_>) -> (Vec<Commitment>, bool) {
    use Commitment::{Account, Buys, Deletes, Pays, Posts, Sends, Shares};
    let asked = if is_deed(proposal) { Effect::of(&proposal.class, &proposal.facts) } else { Vec::new() };
    let is_free = |what: Commitment, kinds: Vec<String>| {
        let facts = Facts { kinds, ..proposal.facts.clone() };
        on_effect(&EffectClass::Commits(what), &facts, ground.approvals, ground.grants) == Verdict::Allow
    };
    // An approved plan allows what it names, and nothing that a question shows besides.
    let goes_out = |what: Commitment| ground.uses.is_empty() && matches!(what, Sends | Posts);
    let is_asked = |what: Commitment| {
        asked.iter().any(|effect| match effect {
            Effect::Commits(asked) => asked.is_same_deed(what) || goes_out(*asked) && goes_out(what),
            _ => false,
        })
    };
    let all = [Buys, Pays, Account, Deletes, Posts, Sends, Shares].into_iter();
    // A yes to sending is none to what nobody knows.
    let allows_unknown = is_free(Sends, vec![String::new()]);
    (all.filter(|what| is_asked(*what) || is_free(*what, Vec::new())).collect(), allows_unknown)
}

/// Whether it is itself what a person is asked about before it is done, and not the requests that it was held back for.
fn is_deed(proposal: &Proposal) -> bool {
    let is_asked = match proposal.class {
        EffectClass::Commits(_)
        | EffectClass::EntersSecret(..)
        | EffectClass::Uploads
        | EffectClass::AnswersDialog(DialogAnswer::Accepts(_)) => true,
        EffectClass::AnswersDialog(DialogAnswer::Dismisses | DialogAnswer::Acknowledges)
        | EffectClass::External
        | EffectClass::Reads
        | EffectClass::Navigates
        | EffectClass::Acts
        | EffectClass::Fills
        | EffectClass::Asks
        | EffectClass::Ends => false,
    };
    is_asked && proposal.held.is_none()
}

/// What a person was shown of a deed, with the texts entered before of which a field shows at least the beginning.
fn shown(proposal: &Proposal, entered: &[String]) -> Vec<String> {
    let fields = &proposal.facts.fields;
    let is_shown = |text: &&String| {
        let begin: String = text.trim().chars().take(VALUE_CHARS).collect();
        !begin.is_empty() && fields.iter().any(|field| field.value.contains(&begin))
    };
    let values = fields.iter().map(|field| &field.value).filter(|value| !value.trim().is_empty());
    values.chain(entered.iter().filter(is_shown)).cloned().collect()
}

/// What it is to the page. `has_entered`: something was entered there before, which a page may save as its field is left.
fn press(proposal: &Proposal, has_entered: bool) -> Press {
    let by_itself = pressed(proposal);
    if by_itself == Press::Shows && is_on!(Leaves) && leaves(proposal, has_entered) { Press::Leaves } else { by_itself }
}

/// Whether it takes the focus from a field that may hold something new.
fn leaves(proposal: &Proposal, has_entered: bool) -> bool {
    let facts = &proposal.facts;
    let field = facts.focused.as_ref();
    let target = facts.elements.last();
    let is_field = |field: &ElementFacts| holds_value(field) && !recognise::only_finds(field, facts);
    let in_field = match field {
        Some(field) => is_field(field),
        None => facts.focus_takes_text,
    };
    let elsewhere = target.is_some_and(|target| field.is_none_or(|field| field.uid != target.uid));
    let by_key = || {
        let key = argument(proposal, "key").as_str().map(str::to_ascii_lowercase);
        key.is_some_and(|key| LEAVING_KEYS.contains(&key.as_str()))
    };
    let is_new = in_field && elsewhere && (has_entered || may_be_new(field, facts));
    is_new || (in_field || is_on!(Left) && target.is_some_and(is_field)) && by_key()
}

/// Whether it holds something that may be saved as it is left.
fn holds_value(field: &ElementFacts) -> bool {
    if is_on!(Left) { field.holds_value() } else { field.kind.takes_text() }
}

/// Whether a field that has the focus may hold something new: a text, or whatever was chosen or set in it.
fn may_be_new(field: Option<&ElementFacts>, facts: &Facts) -> bool {
    field.is_some_and(|field| {
        let is_filled = field.has_text || !field.kind.takes_text();
        holds_value(field) && is_filled && !recognise::only_finds(field, facts)
    })
}

fn argument(proposal: &Proposal, name: &str) -> serde_json::Value {
    let read = serde_json::from_str::<serde_json::Value>(&proposal.call.arguments).ok();
    read.and_then(|read| read.get(name).cloned()).unwrap_or_default()
}

fn pressed(proposal: &Proposal) -> Press {
    let facts = &proposal.facts;
    let argument = |name: &str| argument(proposal, name);
    if proposal.input.is_some() || !proposal.entries.is_empty() {
        let submits = argument("submit").as_bool() == Some(true);
        // Of several fields only their button tells that they search.
        let field = match proposal.entries.len() {
            0 => facts.elements.first().or(facts.focused.as_ref()),
            entries => facts.elements.get(entries),
        };
        return match submits {
            true if field.is_some_and(|field| recognise::only_finds(field, facts)) => Press::Shows,
            true => Press::Acts,
            false => Press::Fills,
        };
    }
    if let Some(tool) = &facts.page_tool {
        return if tool.is_form && !tool.submits { Press::Fills } else { Press::Acts };
    }
    if let Some(key) = argument("key").as_str() {
        let field = facts.elements.first().or(facts.focused.as_ref());
        // Another key than those that leave a list chooses in it.
        let is_list = field.is_some_and(|field| field.steps);
        let is_one_of = |keys: &[&str]| keys.iter().any(|known| key.eq_ignore_ascii_case(known));
        let is_quiet = is_one_of(LEAVING_KEYS) || !is_list && is_one_of(MOVING_KEYS);
        return if is_quiet || field.is_some_and(|field| recognise::only_finds(field, facts)) {
            Press::Shows
        } else {
            Press::Acts
        };
    }
    let follows = proposal.class == EffectClass::Navigates && !facts.follows.is_empty();
    let is_quiet = facts.elements.first().is_some_and(|element| {
        element.kind.takes_text()
            || element.kind == ElementKind::Tab
            || element.unfolds
            || recognise::only_finds(element, facts)
    });
    if is_quiet && !follows { Press::Shows } else { Press::Acts }
}
