//! Requests that pages make while an action is carried out: what they do, and which of them are not made before a person allowed them.
//!
//! A button may be called anything, and so may what it sends: words make a request graver, and none makes it harmless. That is only what is so by its
//! form (a method that is safe, a query, another site that is told nothing of who the person is), what a control that only shows leads to, a draft, and
//! what the person asked for. Anything else is not sent, and the person is asked about it.

use crate::effect::facts;
use crate::place::decode::{percent, without_fragment};
use crate::place::link_effect::does_when_fetched;
use crate::request::carried::{Explained, Weight, addresses, carries_more, is_setting, is_to, weight};
use crate::request::request_body::{Body, Operation, method_in, named};
use crate::request::request_identity::{identity, kind};
use crate::request::strangers::tells_who;
use crate::task::wish::Wish;
use crate::words::gravity;
use crate::words::request_words::{of_name, of_path, of_verbs, tokens};
use crate::{Commitment, MASK, Site, masked};
use edith_actions::action::{HeldRequest, SentRequest};
use edith_words::say;
use std::cell::RefCell;
use std::rc::Rc;

/// Most characters of an address, and of a field's value, in a question. Of a longer one its length is shown.
const VALUE_CHARS: usize = 1_000;
/// Most characters of a field's name.
const NAME_CHARS: usize = 80;
/// A shorter text may be in a value by chance, in bytes.
const LONG_BYTES: usize = 8;
/// Most fields in a question. Of others it is shown how many there are.
const FIELDS: usize = 60;
/// What stands for a method where a page sends something over a socket.
const MESSAGE: &str = "WebSocket";
/// Fields whose values are never shown.
#[rustfmt::skip]
const SECRETS: &[&str] = &[
    "password", "passwd", "pwd", "pass", "secret", "token", "cvv", "cvc", "card", "cardnumber", "otp", "pin", "csrf", "xsrf", "authenticity", "nonce",
];

/// By which requests that pages make are judged while an action is carried out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestWatch {
    /// The sites of the page, and of the frame in it where the action happens.
    pub pages: Vec<Site>,
    /// Whether any of them may know the person: elsewhere a POST that nobody knows changes nothing of theirs.
    pub knows_person: bool,
    /// The one of them that does not, if it is a frame: what goes there is no page's around it.
    pub stranger: Option<Site>,
    /// What the action is to it.
    pub press: Press,
    /// What it writes into fields that are drafts by themselves: text areas and editors.
    pub drafts: Vec<String>,
    /// What it writes into others, or chooses.
    pub settings: Vec<String>,
    /// What was entered on the site before.
    pub entered: Vec<String>,
    /// Passwords and codes that were entered in the page, each after a yes.
    pub secrets: Vec<String>,
    /// What was in the fields beside it before anything was entered.
    pub standing: Vec<String>,
    /// What is in the fields that belong to what is pressed.
    pub values: Vec<String>,
    /// Whether what is pressed is the person's, of several things of one name and of what is in rows.
    pub is_preferred: bool,
    /// Where the link leads that it follows; empty: it follows none.
    pub link: String,
    /// The page's address.
    pub page: String,
    /// Whether the person spoke of what is pressed.
    pub is_spoken_of: bool,
    /// Whether the person went over what is entered.
    pub is_reviewed: bool,
    /// What is pressed, as far as it is no field: how, and its name.
    pub pressed: Option<String>,
    /// What they want changed on this site; none: nothing.
    pub wish: Option<Wish>,
    /// What its requests may do.
    pub allowed: Vec<Commitment>,
    /// Whether they may be any that nobody knows.
    pub allows_unknown: bool,
    /// What was shown of a press that was allowed; none: of none was anything. What nobody knows is that deed as far as it is of one kind and carries
    /// nothing else.
    pub shown: Option<Vec<String>>,
    /// What was made of it.
    pub deed: Rc<RefCell<Deed>>,
    /// Whether the press gives the site a file.
    pub gives_file: bool,
    /// Whether its forms may be sent to new windows.
    pub allows_windows: bool,
    /// The kinds of unknown ones that they may be besides.
    pub kinds: Vec<String>,
    /// Which requests a person has allowed, by their ids: before they are made nothing else is.
    pub asked: Vec<String>,
    /// The requests that were made although they may change something, by their ids.
    pub made: Rc<RefCell<Vec<String>>>,
}

/// What was made of a press that was allowed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Deed {
    /// Nothing yet.
    #[default]
    Open,
    /// A request whose effect is known: what nobody knows is another deed from then on.
    Known,
    /// Requests of this kind, which nobody knows.
    Kind(String),
}

/// What an action is to a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Press {
    /// It moves the focus or opens or searches by what it is: a tab, an unfolding, a search field.
    Shows,
    /// It puts something into a field.
    Fills,
    /// It leaves a field in which something was entered, which may be saved by that.
    Leaves,
    /// The same of a page, for another one.
    Goes,
    /// Anything else.
    Acts,
}

/// What a request does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Nature {
    /// It changes nothing, by its form.
    Safe,
    Unknown,
    Does(Commitment),
}

impl RequestWatch {
    /// What a page may send while it is only looked at: what asks for something, by its form.
    pub fn of_look(page: &str) -> Self {
        Self {
            pages: Site::parse(page).into_iter().collect(),
            knows_person: true,
            stranger: None,
            press: Press::Acts,
            drafts: Vec::new(),
            settings: Vec::new(),
            entered: Vec::new(),
            secrets: Vec::new(),
            standing: Vec::new(),
            values: Vec::new(),
            is_preferred: false,
            link: String::new(),
            page: page.to_owned(),
            is_spoken_of: false,
            is_reviewed: false,
            pressed: None,
            wish: None,
            allowed: Vec::new(),
            allows_unknown: false,
            shown: None,
            deed: Rc::default(),
            gives_file: false,
            allows_windows: false,
            kinds: Vec::new(),
            asked: Vec::new(),
            made: Rc::default(),
        }
    }

    /// The request as a person is asked about it; none: it may be made.
    pub fn holds(&self, request: &SentRequest) -> Option<HeldRequest> {
        let body = Body::read(&request.body);
        let method = true_method(request, &body);
        let nature = match method.as_str() {
            "GET" | "HEAD" | "OPTIONS" => self.fetched(request).map_or(Nature::Safe, Nature::Does),
            _ => self.nature(request, &method, &body),
        };
        let nature = match nature {
            Nature::Does(what) if self.is_said(request, &method, what, &body) => Nature::Unknown,
            other => other,
        };
        let what = match nature {
            Nature::Safe => return None,
            Nature::Does(Commitment::Posts)
                if !request.is_message && is_of_one_thing(request) && self.saves_draft(request, &method, &body) =>
            {
                return None;
            }
            // Where nobody seems to be known little is lost: what they put into a cart they may take out of it.
            Nature::Does(Commitment::Deletes) if !self.is_of_person(request) && self.is_asked_for(request, &body) => {
                return None;
            }
            Nature::Does(what) => what,
            // A site may know the person without a sign: there a POST may load something, and no other method does.
            Nature::Unknown if method == "POST" && !self.is_of_person(request) => return None,
            Nature::Unknown if self.only_shows(request, &method) => return None,
            // Over a socket a text takes effect where it is read, as in a terminal.
            Nature::Unknown if !request.is_message && self.saves_draft(request, &method, &body) => return None,
            Nature::Unknown if self.is_asked_for(request, &body) || self.signs_in(request, &method, &body) => {
                return None;
            }
            Nature::Unknown => Commitment::Sends,
        };
        let id = identity(request, &method, &body);
        let mut kind = (what == Commitment::Sends).then(|| kind(request, &method, &body));
        // Where everything goes to one address and nothing can be read, it is what was pressed, and of what was written each by itself.
        if let Some(kind) = kind.as_mut().filter(|_| request.is_message && request.is_unread()) {
            kind.push_str(self.pressed.as_deref().unwrap_or(&request.token));
        }
        let is_free = kind.as_ref().is_some_and(|kind| self.kinds.contains(kind))
            || match nature {
                Nature::Unknown => self.allows_unknown || self.is_deed(request, &body, kind.as_deref()),
                _ => self.allowed.contains(&what),
            };
        let is_due = !self.is_made(&id) && self.asked.contains(&id);
        if is_due || (self.has_made_all() && is_free) {
            self.deed.replace_with(|deed| match deed {
                Deed::Open => Deed::Known,
                made => made.clone(),
            });
            self.made.borrow_mut().push(id);
            return None;
        }
        let kind = kind.unwrap_or_default();
        let (mut url, mut fields) = (facts::shortened(&masked(&request.url), VALUE_CHARS), shown(&body.fields));
        if request.is_unread() {
            fields.insert(0, (String::new(), say!(UnreadBody).to_string()));
        }
        let is_message = request.is_message;
        let method = if is_message { MESSAGE.to_owned() } else { method };
        if is_message {
            url = url.replacen("http", "ws", 1);
        }
        Some(HeldRequest { id, kind, method, url, what, fields, is_message })
    }

    /// Whether what nobody knows is held back.
    pub fn holds_unknown(&self) -> bool {
        let may_be_wanted = self.wish.is_some() || self.is_reviewed;
        self.knows_person
            && self.press == Press::Acts
            && self.link.is_empty()
            && !may_be_wanted
            && !self.allows_unknown
            && self.shown.is_none()
    }

    /// Whether what the page sends over sockets is judged as well: where nothing is to change, unless the action was allowed. Elsewhere it is mostly the
    /// page's own business.
    pub fn judges_messages(&self) -> bool {
        is_on!(Messages)
            && self.knows_person
            && self.wish.is_none()
            && !self.is_reviewed
            && !self.allows_unknown
            && self.shown.is_none()
    }

    /// The allowed requests that were not made yet.
    pub fn unmade(&self) -> Vec<String> {
        self.asked.iter().filter(|id| !self.is_made(id)).cloned().collect()
    }

    /// Whether a request was made that may change something.
    pub fn has_made_any(&self) -> bool {
        !self.made.borrow().is_empty()
    }

    /// The same for requests that are made by themselves: the page makes no others meanwhile.
    pub fn alone(&self) -> Self {
        let (allowed, kinds) = (Vec::new(), Vec::new());
        Self { allowed, kinds, allows_unknown: false, shown: None, press: Press::Acts, ..self.clone() }
    }

    fn is_made(&self, id: &String) -> bool {
        self.made.borrow().contains(id)
    }

    fn has_made_all(&self) -> bool {
        self.asked.iter().all(|id| self.is_made(id))
    }

    /// Whether forms may not be sent to new windows, where no request can be paused.
    pub fn holds_windows(&self) -> bool {
        !self.allows_unknown && !self.allows_windows
    }

    /// Whether a request that nobody knows is what was allowed by a press: nothing goes along that was not shown, and all of them are of one kind.
    fn is_deed(&self, request: &SentRequest, body: &Body, kind: Option<&str>) -> bool {
        let (Some(shown), Some(kind)) = (&self.shown, kind) else { return false };
        let is_open = match &*self.deed.borrow() {
            Deed::Open => true,
            Deed::Known => false,
            Deed::Kind(made) => made == kind,
        };
        let known = self.settings.iter().chain(&self.drafts).chain(shown).chain(&self.standing);
        let entered: Vec<&str> = known.map(String::as_str).collect();
        let explained = Explained {
            wish: self.wish.as_ref(),
            ordered: entered.clone(),
            entered,
            chosen: self.settings.len() + shown.len(),
            gives_file: self.gives_file,
        };
        let is_it =
            !is_on!(Deeds) || is_open && is_to(request, &self.pages) && !carries_more(request, body, &explained);
        if is_it {
            self.deed.replace(Deed::Kind(kind.to_owned()));
        }
        is_it
    }

    /// What an address does that is fetched on the page's own site, by the verb in it: as its POST would be judged. Where a link leads was judged with it.
    fn fetched(&self, request: &SentRequest) -> Option<Commitment> {
        // Where the tab goes was judged with the call.
        let is_gone_to = request.url == self.link || self.press == Press::Goes && request.is_document;
        // Elsewhere it is the person's where it says who they are.
        let is_known = || is_on!(Opened) && !request.is_document && tells_who(request, &Body::default());
        let is_here =
            is_on!(Fetched) && self.is_of_person(request) && (is_to(request, &self.pages) || is_known()) && !is_gone_to;
        is_here.then(|| does_when_fetched(&request.url).or_else(|| mutates(&request.url))).flatten()
    }

    fn nature(&self, request: &SentRequest, method: &str, body: &Body) -> Nature {
        let Ok(url) = url::Url::parse(&request.url) else { return Nature::Unknown };
        let query: Vec<(String, String)> = url.query_pairs().into_owned().collect();
        let operations: Vec<Operation> = body.operations.iter().cloned().chain(named(&query)).collect();
        let only_queries = !operations.is_empty() && operations.iter().all(|one| *one == Operation::Queries);
        let is_graphql = tokens(url.path()).iter().any(|word| matches!(word.as_str(), "graphql" | "gql" | "graph"));
        if only_queries && is_graphql && method == "POST" {
            return Nature::Safe;
        }
        let by_operations = operations.iter().filter_map(|operation| match operation {
            Operation::Queries | Operation::Unclear => None,
            Operation::Mutates(names) => {
                names.iter().filter_map(|name| of_name(name)).min_by_key(|what| gravity(*what))
            }
            Operation::Named(name) => of_name(name),
        });
        let said = by_operations.chain(of_path(&percent(url.path()))).min_by_key(|what| gravity(*what));
        match (method, said) {
            ("DELETE", Some(what)) if what.is_always_asked() => Nature::Does(what),
            ("DELETE", _) => Nature::Does(Commitment::Deletes),
            (_, Some(what)) => Nature::Does(what),
            // Who a socket is for was said as it was opened.
            ("POST", None) if !request.is_message && self.is_to_strangers(request, body) => Nature::Safe,
            (_, None) => Nature::Unknown,
        }
    }

    /// Whether it does what an order says in its very words (`Like the post`, `POST /posts/7/like`), and publishes no text; or edits one thing, whatever such
    /// things are called (`PUT /contacts/7`): the order decides.
    fn is_said(&self, request: &SentRequest, method: &str, what: Commitment, body: &Body) -> bool {
        let path = url::Url::parse(&request.url).map(|url| percent(url.path())).unwrap_or_default();
        let Some(wish) = self.wish.as_ref().filter(|_| body.operations.is_empty()) else { return false };
        let texts = || self.entered.iter().chain(&self.drafts).chain(&self.settings);
        let is_word = |word: &String| of_name(word) == Some(what);
        let last = || path.rsplit('/').find(|segment| !segment.is_empty()).map(tokens).unwrap_or_default();
        match what {
            Commitment::Posts => {
                let verbs: Vec<String> = last().into_iter().filter(is_word).collect();
                let publishes_text = texts().any(|text| !text.trim().is_empty() && is_sent(text, body));
                self.is_spoken_of
                    && !publishes_text
                    && !verbs.is_empty()
                    && verbs.iter().all(|verb| wish.has_word(verb))
            }
            Commitment::Sends => {
                matches!(method, "PUT" | "PATCH") && is_of_one_thing(request) && of_verbs(&path).is_none()
            }
            _ => false,
        }
    }

    /// Whether it is made where the person is known, or says itself whose it is.
    fn is_of_person(&self, request: &SentRequest) -> bool {
        let is_stranger = self.stranger.as_ref().is_some_and(|site| is_to(request, std::slice::from_ref(site)));
        self.knows_person && !is_stranger
            || request.headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("authorization"))
    }

    /// Whether it goes to another site with nothing that says who the person is.
    fn is_to_strangers(&self, request: &SentRequest, body: &Body) -> bool {
        let is_ours = Site::parse(&request.url).is_none_or(|site| self.pages.contains(&site));
        !is_ours && !tells_who(request, body)
    }

    /// Whether it is what a control leads to that only shows something. A link leads to its address and to nothing else: what is sent before the page has
    /// gone there by itself is a button's.
    fn only_shows(&self, request: &SentRequest, method: &str) -> bool {
        let from = || request.headers.iter().find(|(name, _)| name.eq_ignore_ascii_case("referer"));
        let has_led = || {
            let link = without_fragment(&self.link);
            link != without_fragment(&self.page)
                && !request.is_document
                && from().is_some_and(|(_, from)| without_fragment(from) == link)
        };
        let shows = if self.link.is_empty() { self.press == Press::Shows } else { has_led() || !is_on!(Links) };
        shows && method == "POST"
    }

    /// Whether it only keeps what is being written into a text area or an editor.
    fn saves_draft(&self, request: &SentRequest, method: &str, body: &Body) -> bool {
        let is_draft = matches!(self.press, Press::Fills | Press::Leaves | Press::Goes)
            && method != "DELETE"
            && holds_one_of(&self.drafts, body);
        is_draft
            && is_to(request, &self.pages)
            && !is_setting(request, &self.drafts)
            && !self.carries_more(request, body)
    }

    /// Whether it carries what neither the person wrote nor was entered.
    fn carries_more(&self, request: &SentRequest, body: &Body) -> bool {
        let wish = self.wish.as_ref();
        let is_theirs = |text: &&String| wish.is_none_or(|wish| wish.covers(text) || wish.names(text));
        let is_ordered = |text: &&String| wish.is_none_or(|wish| wish.orders(text) || wish.names(text));
        // What is being written into a draft is there, whosever it is.
        let is_draft = matches!(self.press, Press::Fills | Press::Leaves | Press::Goes);
        let drafts = || self.drafts.iter().filter(|text| is_draft || is_theirs(text));
        let put_in = || self.settings.iter().chain(&self.entered);
        let entered = put_in().filter(is_theirs).chain(drafts()).chain(&self.standing).map(String::as_str).collect();
        let chosen = put_in().filter(is_ordered).count();
        let ordered = put_in().filter(is_ordered).chain(drafts()).chain(&self.standing).map(String::as_str).collect();
        carries_more(request, body, &Explained { wish, entered, ordered, chosen, gives_file: self.gives_file })
    }

    /// Whether it hands over who signs in, as the page that gets it was told with a yes: one password, and beside it a name that was entered, too. A
    /// password alone confirms something else, and two of them set a new one.
    fn signs_in(&self, request: &SentRequest, method: &str, body: &Body) -> bool {
        let is_secret = |value: &str| self.secrets.iter().any(|secret| secret == value);
        let is_name = |value: &str| self.entered.iter().any(|text| !text.is_empty() && text.trim() == value.trim());
        let values = || body.fields.iter().map(|(_, value)| value.as_str());
        let known = self.entered.iter().chain(&self.secrets).chain(&self.standing);
        let entered: Vec<&str> = known.map(String::as_str).collect();
        let explained = Explained { wish: None, ordered: entered.clone(), entered, chosen: 0, gives_file: false };
        method == "POST"
            && self.press == Press::Acts
            && values().filter(|value| is_secret(value)).count() == 1
            && values().any(|value| is_name(value) && !is_secret(value))
            && is_to(request, &self.pages)
            && !carries_more(request, body, &explained)
    }

    /// Whether the person's own words ask for it: they want something changed here and spoke of what is pressed, of what is entered or of what is sent; and
    /// nothing that was entered is somebody else's.
    fn is_asked_for(&self, request: &SentRequest, body: &Body) -> bool {
        if self.is_reviewed && self.press == Press::Fills {
            return true;
        }
        let Some(wish) = &self.wish else { return false };
        // A field that was left empty says nothing.
        let before = || self.entered.iter().filter(|text| !text.trim().is_empty() && is_sent(text, body));
        let is_theirs = self.settings.iter().chain(before()).all(|text| wish.covers(text) || wish.names(text));
        // A value that others wrote, such as what somebody calls themselves, asks for nothing: this run entered it, into a field of what is pressed.
        let is_own = |text: &&String| self.values.iter().any(|value| is_within(text, value));
        let names_value = || {
            let given = self.settings.iter().chain(&self.drafts).filter(|text| is_sent(text, body));
            given.chain(before().filter(is_own)).any(|text| wish.names_value(text))
        };
        let is_named = match self.press {
            Press::Shows => false,
            Press::Fills => wish.acts() && !self.settings.is_empty(),
            Press::Leaves | Press::Goes => wish.acts() && before().next().is_some(),
            Press::Acts => self.is_spoken_of || self.is_preferred && (wish.buys() || wish.acts() && names_value()),
        };
        is_theirs && is_named && is_to(request, &self.pages) && !self.carries_more(request, body)
    }
}

/// What a document in an address does that changes something, such as a mutation of GraphQL.
fn mutates(address: &str) -> Option<Commitment> {
    let query: Vec<(String, String)> = url::Url::parse(address).ok()?.query_pairs().into_owned().collect();
    let mut operations = named(&query).into_iter().filter(|_| is_on!(Opened));
    operations.find_map(|operation| match operation {
        Operation::Mutates(names) => {
            let said = names.iter().filter_map(|name| of_name(name)).min_by_key(|what| gravity(*what));
            Some(said.unwrap_or(Commitment::Sends))
        }
        Operation::Queries | Operation::Named(_) | Operation::Unclear => None,
    })
}

/// Whether a body has what was entered before as a value, or a long text within one.
fn is_sent(entered: &str, body: &Body) -> bool {
    body.fields.iter().any(|(_, value)| is_within(entered, value))
}

/// Whether a value is what was entered, or has it in it where that is long.
fn is_within(entered: &str, value: &str) -> bool {
    let entered = entered.trim();
    value.trim().eq_ignore_ascii_case(entered) || entered.len() >= LONG_BYTES && value.contains(entered)
}

/// Whether a body holds one of these texts, or its beginning.
fn holds_one_of(texts: &[String], body: &Body) -> bool {
    let is_it = |text: &str, value: &str| {
        let (text, value) = (text.trim(), value.trim());
        !text.is_empty() && !value.is_empty() && (value.contains(text) || text.starts_with(value))
    };
    texts.iter().any(|text| body.fields.iter().any(|(_, value)| is_it(text, value)))
}

/// Whether a request's path ends with one thing of many, by its number: what is saved there is not a new one.
fn is_of_one_thing(request: &SentRequest) -> bool {
    let url = url::Url::parse(&request.url).ok();
    let last = url.as_ref().and_then(|url| url.path_segments()?.rfind(|segment| !segment.is_empty()));
    last.is_some_and(|last| last.chars().any(|c| c.is_ascii_digit()))
}

/// The method that the server goes by: the gravest that anything of the request names, or its own.
fn true_method(request: &SentRequest, body: &Body) -> String {
    let query: Vec<(String, String)> =
        url::Url::parse(&request.url).map(|url| url.query_pairs().into_owned().collect()).unwrap_or_default();
    let said = [&request.headers, &query, &body.fields].into_iter().filter_map(|named| method_in(named));
    let own = request.method.to_ascii_uppercase();
    if !is_on!(Methods) {
        return own;
    }
    let rank = |method: &String| match method.as_str() {
        "GET" | "HEAD" | "OPTIONS" => 0,
        "POST" => 1,
        "DELETE" => 3,
        _ => 2,
    };
    said.chain([own.clone()]).max_by_key(rank).unwrap_or(own)
}

fn shown(fields: &[(String, String)]) -> Vec<(String, String)> {
    let is_secret = |name: &str| tokens(name).iter().any(|word| SECRETS.contains(&word.as_str()));
    let mut filled: Vec<&(String, String)> = fields.iter().filter(|(_, value)| !value.trim().is_empty()).collect();
    // What is cut off is the least.
    let is_weighty = |name: &str, value: &str| weight(name) != Weight::None || facts::is_weighty(name, value);
    edith_page::order::sort_by_key(&mut filled, |(name, value)| !is_weighty(name, value));
    let told = filled.iter().take(FIELDS).map(|(name, value)| {
        // Whose address it is is not a secret, whatever it is called.
        let is_covered = is_secret(name) && addresses(value).next().is_none();
        let value = if is_covered { MASK.to_owned() } else { facts::shortened(&masked(value), VALUE_CHARS) };
        (facts::shortened(name, NAME_CHARS), value)
    });
    let others = filled.len().saturating_sub(FIELDS);
    let more = (others > 0).then(|| (String::new(), say!(MoreFields { count: others }).to_string()));
    told.chain(more).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use Commitment::{Account, Buys, Deletes, Pays, Posts, Sends};

    fn watch(press: Press, task: &str) -> RequestWatch {
        RequestWatch {
            press,
            drafts: vec!["lamp shade".to_owned()],
            wish: Some((*Wish::of(std::iter::once(task))).clone()).filter(Wish::changes),
            ..RequestWatch::of_look("https://app.example/")
        }
    }

    const ASKS: &str = "Tell me what the page says";

    fn request(line: &str, body: &str) -> SentRequest {
        let (method, url) = line.split_once(' ').unwrap();
        let url = if url.starts_with('/') { format!("https://app.example{url}") } else { url.to_owned() };
        SentRequest { method: method.to_owned(), url, body: body.to_owned(), ..SentRequest::default() }
    }

    #[test]
    fn while_a_page_is_looked_at_it_may_only_ask_for_something() {
        let held = |line: &str, body: &str| {
            RequestWatch::of_look("https://app.example/form").holds(&request(line, body)).map(|held| held.what)
        };
        assert_eq!(held("GET /options?q=", ""), None);
        assert_eq!(held("POST /graphql", r#"{"query":"query { options { id } }"}"#), None);
        assert_eq!(held("POST /options", "{}"), Some(Sends));
        assert_eq!(held("PUT /opened", "{}"), Some(Sends));
    }

    #[test]
    fn a_press_is_known_by_what_it_sends_and_words_only_make_it_graver() {
        let held = |line: &str, body: &str| watch(Press::Acts, ASKS).holds(&request(line, body)).map(|held| held.what);
        for (line, body, expected) in [
            ("GET /items/7", "", None),
            ("GET /search?q=delete", "", None),
            ("GET /delete/7", "", Some(Deletes)),
            ("GET /posts/7/like", "", Some(Posts)),
            ("GET /account?action=unsubscribe", "", Some(Account)),
            ("HEAD /invoices/7/pay", "", Some(Pays)),
            // Whatever others count there.
            ("GET https://stats.other.example/posts/7/like", "", None),
            ("POST /graphql", r#"{"query":"query { orders { id } }"}"#, None),
            ("POST https://stats.other.example/g/collect?v=2", "en=click", None),
            ("POST https://o7.ingest.example/api/7/envelope/", "{}", None),
            // Each of these names sounds as if nothing changed.
            ("POST /products/search", r#"{"q":"lamp"}"#, Some(Sends)),
            ("POST /x/status", "{}", Some(Sends)),
            ("PUT /users/7/status", "{}", Some(Sends)),
            ("POST /signin/oauth/consent", "", Some(Sends)),
            ("POST /telemetry", "[]", Some(Sends)),
            ("POST https://stats.app.example/x", "{}", Some(Sends)),
            ("POST /api/rpc", r#"{"jsonrpc":"2.0","method":"page.delete","id":1}"#, Some(Deletes)),
            ("POST /api/rpc", r#"{"jsonrpc":"2.0","method":"delete.page","id":1}"#, Some(Deletes)),
            ("POST /wp-admin/admin-ajax.php", "action=get_posts", Some(Posts)),
            ("DELETE /cart/items/7", "", Some(Deletes)),
            ("POST /payments/collect", "", Some(Pays)),
            ("POST /x", r#"{"a":1}"#, Some(Sends)),
            ("PUT /items/7", "{}", Some(Sends)),
            ("DELETE /items/7", "", Some(Deletes)),
            ("POST /items/7", "_method=delete&x=1", Some(Deletes)),
            ("POST /items/7?_method=DELETE", "", Some(Deletes)),
            ("POST /api/orders", "{}", Some(Buys)),
            ("POST /cart/checkout", "", Some(Buys)),
            ("POST /graphql", r#"{"query":"mutation { placeOrder(id: 1) { id } }"}"#, Some(Buys)),
            ("POST /graphql", r#"{"query":"mutation { searchOrders(id: 1) { id } }"}"#, Some(Buys)),
            ("POST /graphql", r#"{"query":"mutation { frob(id: 1) { id } }"}"#, Some(Sends)),
            ("POST /graphql", r#"[{"query":"{ a }"},{"query":"mutation { deleteAll }"}]"#, Some(Deletes)),
            ("PUT /graphql", r#"{"query":"query { a }"}"#, Some(Sends)),
            ("POST /search", r#"{"jsonrpc":"2.0","method":"user.setPassword","id":1}"#, Some(Account)),
            ("PATCH /members/7/role", r#"{"role":"admin"}"#, Some(Account)),
            ("POST /graphql", r#"{"query":"query { a }","doc_id":"77"}"#, Some(Sends)),
            ("POST /api/query", r#"{"query":"{ call drop_all }"}"#, Some(Sends)),
            ("DELETE /items/7", "_method=post", Some(Deletes)),
            ("POST /items/7", r#"{"x_tunnel_method":"delete"}"#, Some(Deletes)),
            ("POST https://api.other.example/x?access_token=abc", "a=1", Some(Sends)),
            ("POST https://api.other.example/x?tab=abc", "a=1", None),
            ("POST https://api.other.example/x", r#"{"token":"abc"}"#, Some(Sends)),
            ("POST https://api.other.example/x", "headers=Authorization%3ABearer%20abc", Some(Sends)),
        ] {
            assert_eq!(held(line, body), expected, "{line} {body}");
        }
        let with = |name: &str, value: &str, line: &str| SentRequest {
            headers: vec![(name.into(), value.into())],
            ..request(line, "")
        };
        let holds = |request: &SentRequest| watch(Press::Acts, ASKS).holds(request);
        assert_eq!(holds(&with("X-HTTP-Method-Override", "DELETE", "POST /items/7")).unwrap().method, "DELETE");
        for (name, value, is_held) in [
            ("Authorization", "Bearer x", true),
            ("apikey", "x", true),
            ("X-User-Id", "7", true),
            ("Content-Type", "application/json", true),
            ("Content-Type", "text/plain;charset=UTF-8", false),
            ("Sec-Fetch-Mode", "cors", false),
        ] {
            let held = holds(&with(name, value, "POST https://api.other.example/x"));
            assert_eq!(held.is_some(), is_held, "{name}: {value}");
        }
        assert!(holds(&SentRequest { is_document: true, ..request("POST https://pay.other.example/x", "") }).is_some());
    }

    #[test]
    fn what_shows_by_its_form_and_what_keeps_a_draft_goes_through_and_settings_do_not() {
        let held = |press, line: &str, body: &str| watch(press, ASKS).holds(&request(line, body)).map(|held| held.what);
        assert_eq!(held(Press::Shows, "POST /x", "{}"), None);
        assert_eq!(held(Press::Shows, "PUT /x", "{}"), Some(Sends));
        assert_eq!(held(Press::Shows, "POST /orders", "{}"), Some(Buys));
        assert_eq!(held(Press::Shows, "DELETE /x", ""), Some(Deletes));
        assert_eq!(held(Press::Fills, "PUT /notes/7", r#"{"text":"lamp shade"}"#), None);
        assert_eq!(held(Press::Fills, "POST /posts/7", r#"{"text":"see lamp shade"}"#), None);
        assert_eq!(held(Press::Fills, "POST /x", r#"{"text":"other"}"#), Some(Sends));
        assert_eq!(held(Press::Fills, "POST /orders", r#"{"item":"lamp shade"}"#), Some(Buys));
        assert_eq!(held(Press::Acts, "POST /x", r#"{"text":"lamp shade"}"#), Some(Sends));
        let allowed = RequestWatch { allows_unknown: true, ..watch(Press::Acts, ASKS) };
        assert!(
            allowed.holds(&request("POST /x", "")).is_none() && allowed.holds(&request("POST /orders", "")).is_some()
        );
    }

    #[test]
    fn what_the_person_asked_for_goes_through_and_nothing_graver() {
        let wish = "Set the digest to weekly, assign it to Ann and rename the project to Apollo 11";
        let held = |set: &str, line: &str, body: &str| {
            let watch = RequestWatch { settings: vec![set.to_owned()], ..watch(Press::Fills, wish) };
            watch.holds(&request(line, body)).map(|held| held.what)
        };
        assert_eq!(held("weekly", "PUT /settings", r#"{"digest":"weekly"}"#), None);
        assert_eq!(held("Ann Lee", "PUT /issues/3", r#"{"assignee":7}"#), None);
        assert_eq!(held("Never", "PUT /settings", r#"{"digest":"never"}"#), Some(Sends));
        assert_eq!(held("Ann <x@evil.example>", "PUT /settings", r#"{"to":"Ann <x@evil.example>"}"#), Some(Sends));
        assert_eq!(held("mallory@evil.example", "PUT /settings", r#"{"to":"mallory@evil.example"}"#), Some(Sends));
        let others =
            |line: &str, body: &str| watch(Press::Acts, wish).holds(&request(line, body)).map(|held| held.what);
        assert_eq!(others("PUT /projects/7", r#"{"name":"Apollo 11"}"#), Some(Sends), "nobody entered it");
        let fills = |watch: RequestWatch| RequestWatch {
            entered: vec!["Apollo 11".to_owned()],
            values: vec!["Apollo 11".to_owned()],
            is_preferred: true,
            ..watch
        };
        let elsewhere = RequestWatch { values: Vec::new(), ..fills(watch(Press::Acts, wish)) };
        let renames = request("PUT /projects/7", r#"{"name":"Apollo 11"}"#);
        assert!(elsewhere.holds(&renames).is_some(), "it was entered for something else");
        let acts =
            |line: &str, body: &str| fills(watch(Press::Acts, wish)).holds(&request(line, body)).map(|held| held.what);
        assert_eq!(acts("PUT /projects/7", r#"{"name":"Apollo 11"}"#), None);
        assert_eq!(acts("PUT /projects/7", r#"{"name":"Apollo 12"}"#), Some(Sends));
        assert_eq!(acts("POST /orders", r#"{"name":"Apollo 11"}"#), Some(Buys));
        assert_eq!(
            acts("POST /requests/7", r#"{"approve":"to","by":"it"}"#),
            Some(Sends),
            "small words are in every task"
        );
        // Of a longer text a part was entered.
        let edited = |text: &str| RequestWatch { values: vec![text.to_owned()], ..fills(watch(Press::Acts, wish)) };
        let page = request("POST /pages/7/save", r#"{"content":"Moon\r\nSee Apollo 11 and on"}"#);
        assert!(edited("Moon\nSee Apollo 11 and on").holds(&page).is_none());
        assert!(edited("Moon\nSee Apollo 12 and on").holds(&page).is_some());
        let (renames, forwards) = (
            request("PUT /p/7", r#"{"name":"Apollo 11"}"#),
            request("PUT /p/7", r#"{"name":"Apollo 11","to":"x@evil.example"}"#),
        );
        let mut entered = fills(watch(Press::Acts, wish));
        entered.entered.push("x@evil.example".to_owned());
        assert!(entered.holds(&renames).is_none() && entered.holds(&forwards).is_some(), "what the run entered before");
        let public = RequestWatch { knows_person: false, ..watch(Press::Acts, ASKS) };
        assert!(
            public.holds(&request("PUT /x", "{}")).is_some()
                && public.holds(&request("PATCH /x", "{}")).is_some()
                && public.holds(&request("DELETE /x", "")).is_some()
                && public.holds(&request("POST /load", "{}")).is_none()
                && public.holds(&request("POST /orders", "")).is_some()
        );
        let mut signed = request("POST /x", r#"{"a":1}"#);
        assert_eq!(public.holds(&signed), None, "the control");
        signed.headers = vec![("authorization".to_owned(), "Bearer abc".to_owned())];
        assert_eq!(public.holds(&signed).map(|held| held.what), Some(Sends), "it says whose it is");
        let pressed = RequestWatch { is_spoken_of: true, ..watch(Press::Acts, wish) };
        assert!(
            pressed.holds(&request("PUT /x", "{}")).is_none() && pressed.holds(&request("DELETE /x", "")).is_some()
        );
        let only_asks = RequestWatch { is_spoken_of: true, ..watch(Press::Acts, ASKS) };
        assert!(only_asks.holds(&request("PUT /x", "{}")).is_some());
    }

    #[test]
    fn a_link_that_sends_something_to_where_it_leads_is_none() {
        let link = RequestWatch { link: "https://app.example/requests/7/ok".to_owned(), ..watch(Press::Shows, ASKS) };
        assert!(link.holds(&request("POST /requests/7/ok", "")).is_some());
        assert!(link.holds(&SentRequest { is_document: true, ..request("POST /x", "") }).is_some());
        assert!(link.holds(&request("POST /api/load", "{}")).is_some());
        let from = |address: &str| SentRequest {
            headers: vec![("Referer".into(), address.into())],
            ..request("POST /api/load", "{}")
        };
        assert!(link.holds(&from("https://app.example/")).is_some(), "the page has not gone there");
        assert!(link.holds(&from("https://app.example/requests/7/ok#top")).is_none(), "it has, and loads it");
        let here = RequestWatch { page: link.link.clone(), ..link.clone() };
        assert!(here.holds(&from("https://app.example/requests/7/ok")).is_some(), "it was there already");
    }

    #[test]
    fn after_a_yes_nothing_else_is_sent_before_what_was_shown_and_that_once() {
        let (on, off) = (request("PUT /star", r#"{"on":true}"#), request("PUT /star", r#"{"on":false}"#));
        let asked = vec![watch(Press::Acts, ASKS).holds(&on).unwrap().id];
        let allowed = RequestWatch { allows_unknown: true, asked, ..watch(Press::Acts, ASKS) };
        assert!(allowed.holds(&off).is_some(), "the opposite");
        assert!(!allowed.has_made_any() && allowed.unmade().len() == 1);
        assert!(allowed.alone().holds(&off).is_some() && allowed.alone().holds(&on).is_none());
        assert!(allowed.unmade().is_empty() && allowed.has_made_any());
        // What follows from it is of the kind that was allowed; made by itself, nothing follows.
        assert!(allowed.holds(&off).is_none() && allowed.holds(&request("POST /orders", "")).is_some());
        assert!(allowed.alone().holds(&on).is_some());
    }

    #[test]
    fn a_yes_to_a_press_is_for_one_kind_of_request_that_carries_nothing_unshown() {
        let shown = || RequestWatch { shown: Some(vec!["ann@own.example".to_owned()]), ..watch(Press::Acts, ASKS) };
        let (first, same) =
            (request("POST /x/7", r#"{"to":"ann@own.example"}"#), request("POST /x/8", r#"{"to":"ann@own.example"}"#));
        let deed = shown();
        assert!(deed.holds(&first).is_none() && deed.holds(&same).is_none());
        assert!(deed.holds(&request("POST /y/7", "{}")).is_some(), "a second kind");
        for (line, body) in [
            ("POST /x/7", r#"{"to":"x@evil.example"}"#),
            ("POST https://api.other.example/x?token=a", r#"{"to":"ann@own.example"}"#),
            ("DELETE /x/7", ""),
            ("POST /orders", "{}"),
        ] {
            assert!(shown().holds(&request(line, body)).is_some(), "{line} {body}");
        }
        let known = RequestWatch { allowed: vec![Posts], ..shown() };
        assert!(known.holds(&request("POST /posts/7/like", "{}")).is_none(), "the deed itself");
        assert!(known.holds(&first).is_some(), "it is done");
        let file = request(
            "POST /files",
            "--b\r\nContent-Disposition: form-data; name=\"f\"; filename=\"a.pdf\"\r\n\r\nx\r\n--b--\r\n",
        );
        let gives = RequestWatch { gives_file: true, ..shown() };
        assert!(gives.holds(&file).is_none() && shown().holds(&file).is_some());
    }

    #[test]
    fn a_password_and_a_name_beside_it_sign_in_and_nothing_else_goes_along() {
        let signs = RequestWatch {
            secrets: vec!["lampe-42".to_owned()],
            entered: vec!["ada".to_owned()],
            ..watch(Press::Acts, ASKS)
        };
        let (json, plain) =
            (r#"{"user":"ada","password":"lampe-42","remember":true}"#, "name=ada&pw=lampe-42&next=%2F&csrf=1");
        assert!(signs.holds(&request("POST /x/session", json)).is_none());
        assert!(signs.holds(&request("POST /x", plain)).is_none());
        for (line, body) in [
            ("POST /x", r#"{"password":"lampe-42"}"#),
            ("POST /x", r#"{"user":"bob","password":"lampe-42"}"#),
            ("POST /x", r#"{"user":"ada","password":"lampe-42","repeat":"lampe-42"}"#),
            ("POST /x", r#"{"user":"ada","password":"lampe-42","role":"owner"}"#),
            ("POST /x", r#"{"user":"ada","password":"lampe-42","copy":"x@evil.example"}"#),
            ("POST /x", r#"{"user":"ada","password":"lampe-42!"}"#),
            ("PUT /x", json),
            ("POST /account/delete", json),
            ("POST https://api.other.example/x?token=a", json),
        ] {
            assert!(signs.holds(&request(line, body)).is_some(), "{line} {body}");
        }
        let other = RequestWatch { secrets: Vec::new(), ..signs.clone() };
        assert!(other.holds(&request("POST /x", json)).is_some(), "nobody allowed the password");
        let looks = RequestWatch { press: Press::Fills, ..signs };
        assert!(looks.holds(&request("POST /x", json)).is_some(), "nothing was pressed");
    }

    #[test]
    fn a_question_shows_the_request_without_its_secrets() {
        let long = "y".repeat(300);
        let body = format!(
            r#"{{"to":"ann","password":"hunter2","card":{{"number":"1"}},"key":"sk-a1{long}","text":"{long}"}}"#
        );
        let held = watch(Press::Acts, ASKS).holds(&request(&format!("post /x?q={long}"), &body)).unwrap();
        assert_eq!((held.method, held.url), ("POST".to_owned(), format!("https://app.example/x?q={long}")));
        let (more, length) = ("y".repeat(2_000), "https://app.example/x?q=".len() + 2_000);
        let held = watch(Press::Acts, ASKS).holds(&request(&format!("POST /x?q={more}"), &body)).unwrap();
        assert!(held.url.ends_with(&format!("y… ({length})")) && held.url.chars().count() < 1_100, "{}", held.url);
        assert!(held.fields.contains(&("to".to_owned(), "ann".to_owned())), "{:?}", held.fields);
        let told = format!("{:?}", held.fields);
        assert!(!told.contains("hunter2") && !told.contains("sk-a1") && told.len() < 1_200, "{told}");
    }
}
