//! Whether, and how, the requests of a page are watched while a proposal is carried out: in places that know the person, and on sites that nobody named.

use crate::effect::recognise;
use crate::on_effect;
use crate::reach::concern::PROFILE;
use crate::request::carried::names_setting;
use crate::request::requests::{Press, RequestWatch};
use crate::words::request_words::tokens;
use crate::{
    Commitment, Contact, DialogAnswer, EffectClass, ElementFacts, Facts, FieldInput, Ground, HeldRequests, Proposal,
    Read, Sends, Site, Trail, Verdict, Wish,
};
use edith_actions::http_url::HttpUrl;
use edith_page::ElementKind;
use std::rc::Rc;

/// Keys that only move the focus or the view.
#[rustfmt::skip]
const QUIET_KEYS: &[&str] = &[
    "tab", "shift+tab", "escape", "arrowup", "arrowdown", "arrowleft", "arrowright", "pageup", "pagedown", "home", "end",
];

/// How to watch the requests of a proposal that is about to be carried out; none: it need not be.
pub(crate) fn watch(proposal: &Proposal, ground: Ground<'_>, trail: Option<&Trail<'_>>) -> Option<RequestWatch> {
    let trail = trail.filter(|_| is_on!(Requests) && proposal.facts.server_tool.is_none())?;
    let facts = &proposal.facts;
    // What a page does as it is opened is its own.
    let opens = proposal.leads.address.is_some() || proposal.leads.leaves_page || proposal.contact == Contact::None;
    let address = HttpUrl::parse(facts.place_url()).ok()?;
    let page = Site::of(&address);
    let knows_person = facts.places().any(|place| trail.places.is_private(place));
    let is_plain = trail.named.has(&page, &address) && !knows_person;
    if proposal.held.is_none() && (opens || is_plain) {
        return None;
    }
    let asked = proposal.held.as_ref().map(HeldRequests::ids).unwrap_or_default();
    let (press, (allowed, allows_unknown)) = (press(proposal), allowed(proposal, ground));
    let kinds = ground.grants.kinds(facts);
    let (drafts, settings) = written(proposal);
    let is_reviewed = ground.review.is_some_and(|review| review.covers(proposal));
    let is_here = trail.named.has(&page, &address) || trail.home.as_ref() == Some(&page);
    let is_given = |read: &&Read<'_>| read.origin == PROFILE || read.origin.starts_with("document:");
    let given = || trail.reads.iter().filter(is_given).map(|read| read.text);
    let wish = is_here
        .then(|| Wish::of(trail.typed.iter().copied()))
        .filter(|wish| wish.changes() && wish.is_at(&page, &address));
    let wish = wish.map(|wish| wish.with(given()));
    let was_entered = |text: &String| trail.sent.iter().any(|(origin, sent)| *origin == facts.origin && sent == text);
    // A list beside it was set to what they named.
    let is_set = |wish: &Wish| facts.choices.iter().any(|choice| wish.names_value(choice) && was_entered(choice));
    let is_spoken_of = wish.as_ref().is_some_and(|wish| speaks_of(wish, proposal) || is_set(wish));
    let is_preferred = wish.as_ref().is_some_and(|wish| pressed(facts).is_none_or(|element| wish.prefers(element)));
    let entered =
        trail.sent.iter().filter(|(origin, _)| *origin == facts.origin).map(|(_, text)| text.clone()).collect();
    let link = if proposal.class == EffectClass::Navigates { facts.follows.clone() } else { String::new() };
    let made = Rc::default();
    let mut pages: Vec<Site> = Site::parse(&facts.url).into_iter().collect();
    pages.push(page);
    Some(RequestWatch {
        pages,
        knows_person,
        press,
        drafts,
        settings,
        entered,
        standing: facts.standing.clone(),
        values: facts.values.clone(),
        is_preferred,
        link,
        is_spoken_of,
        is_reviewed,
        wish,
        allowed,
        allows_unknown,
        kinds,
        asked,
        made,
    })
}

/// What it writes: into fields that are drafts by themselves, and into others.
fn written(proposal: &Proposal) -> (Vec<String>, Vec<String>) {
    let facts = &proposal.facts;
    let is_draft = |input: &&FieldInput| {
        facts
            .element_or_focus(input.uid)
            .filter(|field| matches!(field.kind, ElementKind::Textarea | ElementKind::Editor))
            .is_some_and(|field| !names_setting(&field.name))
    };
    let (drafts, settings): (Vec<&FieldInput>, Vec<&FieldInput>) =
        proposal.input.iter().chain(&proposal.entries).partition(is_draft);
    let filled = match (&proposal.sends, &facts.page_tool) {
        (Some(Sends::Arguments(given)), Some(_)) => given.iter().map(|(_, value)| value.clone()).collect(),
        _ => Vec::new(),
    };
    let texts = |inputs: Vec<&FieldInput>| inputs.into_iter().map(|input| input.text.clone()).collect::<Vec<_>>();
    (texts(drafts), texts(settings).into_iter().chain(filled).collect())
}

/// What is pressed.
fn pressed(facts: &Facts) -> Option<&ElementFacts> {
    facts.elements.last().or(facts.focused.as_ref())
}

/// Whether the person spoke of what is pressed.
fn speaks_of(wish: &Wish, proposal: &Proposal) -> bool {
    if let Some(tool) = &proposal.facts.page_tool {
        return wish.speaks_of(&tokens(&tool.name).join(" "));
    }
    pressed(&proposal.facts).filter(|element| wish.prefers(element)).is_some_and(|element| match element.kind {
        ElementKind::Option | ElementKind::Row | ElementKind::Radio | ElementKind::Menuitem => {
            wish.speaks_of(&element.name) || wish.names(&element.name)
        }
        _ => wish.speaks_of(&element.name) || wish.sets_to(&element.name),
    })
}

/// What requests may do unasked, and whether they may be such as nobody knows: what was asked about and allowed, and what need not be asked about.
fn allowed(proposal: &Proposal, ground: Ground<'_>) -> (Vec<Commitment>, bool) {
    use Commitment::{Account, Buys, Deletes, Pays, Posts, Sends, Shares};
    let (money, others) = ([Buys, Pays], [Account, Deletes, Posts, Sends, Shares]);
    let class = &proposal.class;
    let was_asked = matches!(
        class,
        EffectClass::Commits(_) | EffectClass::EntersSecret(..) | EffectClass::Uploads | EffectClass::AnswersDialog(_)
    );
    let accepted = match class {
        EffectClass::AnswersDialog(DialogAnswer::Accepts(what)) => *what,
        class => class.commitment(),
    };
    let of_money = accepted.is_some_and(Commitment::is_always_asked);
    let is_free = |what: &Commitment| {
        let class = EffectClass::Commits(*what);
        on_effect(&class, &proposal.facts, ground.approvals, ground.grants) == Verdict::Allow
    };
    let may = |what: &Commitment| match ground.uses {
        [] => {
            if what.is_always_asked() {
                of_money
            } else {
                was_asked
            }
        }
        // An approved plan allows what it names, and nothing that a question shows besides.
        _ => accepted.is_some_and(|accepted| accepted.is_same_deed(*what)),
    };
    // A yes to sending is none to what nobody knows.
    let unknown = Facts { kinds: vec![String::new()], ..proposal.facts.clone() };
    let sends = EffectClass::Commits(Sends);
    let frees_unknown = || on_effect(&sends, &unknown, ground.approvals, ground.grants) == Verdict::Allow;
    let allows_unknown = may(&Sends) || frees_unknown();
    (money.into_iter().chain(others).filter(|what| may(what) || is_free(what)).collect(), allows_unknown)
}

fn press(proposal: &Proposal) -> Press {
    let facts = &proposal.facts;
    let argument = |name: &str| {
        let read = serde_json::from_str::<serde_json::Value>(&proposal.call.arguments).ok();
        read.and_then(|read| read.get(name).cloned()).unwrap_or_default()
    };
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
        let is_quiet = QUIET_KEYS.contains(&key.to_ascii_lowercase().as_str());
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
    if follows || is_quiet { Press::Shows } else { Press::Acts }
}
