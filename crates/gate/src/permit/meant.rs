//! What a page asks once more about a deed that was just allowed, whether it is meant: the yes to the deed is the yes to that, once.
//!
//! A dialog that the deed brought, at the same place, about nothing graver, in which nothing else can be chosen, and whose words add nothing to what was
//! shown of the deed: each of them was there, says the deed itself, or only asks. Or the page at the address of the link that was the deed, whose form goes
//! to that very address with nothing filled in or chosen. In doubt it is a question of its own.

use crate::effect::label::{Label, Reach, asks_for};
use crate::place::decode::without_fragment;
use crate::request::request_identity::path_names_thing;
use crate::words::asking_words::ASKING;
use crate::words::phrases::words;
use crate::{Commitment, DialogAnswer, Effect, EffectClass, Proposal};
use serde::{Deserialize, Serialize};

/// A deed that was just allowed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Meant {
    what: Commitment,
    /// The origin of the document in which it was done.
    place: String,
    /// The page's dialogs that were open before it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    open: Vec<u32>,
    /// The address that it followed as a link, without its fragment; empty: it was none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    link: String,
    /// What was known of it: what it is called, what it is in, and what it submits.
    known: Vec<String>,
    /// What of a plan's step it used.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    uses: Vec<Effect>,
}

impl Meant {
    /// The deed that is carried out, if it commits to something and was not itself the answer to such a question. `uses`: what of a plan's step allows it.
    pub fn by(proposal: &Proposal, uses: &[Effect]) -> Option<Self> {
        let EffectClass::Commits(what) = proposal.class else { return None };
        let facts = &proposal.facts;
        if facts.place().is_empty() || facts.places().count() > 1 {
            return None;
        }
        let named = facts.elements.iter().chain(&facts.focused);
        let named = named.flat_map(|element| element.context.iter().chain([&element.name, &element.triggers]));
        let submitted = facts.fields.iter().map(|field| &field.value);
        let sent = proposal.held.iter().flat_map(|held| &held.requests).flat_map(|request| &request.fields);
        let known = named.chain(submitted).chain(sent.map(|(_, value)| value));
        Some(Self {
            what,
            place: facts.place().to_owned(),
            open: facts.dialogs.clone(),
            link: without_fragment(&facts.follows).to_owned(),
            known: known.filter(|text| !text.is_empty()).cloned().collect(),
            uses: uses.to_vec(),
        })
    }

    /// Whether a proposal only says yes to what this deed asks once more.
    pub fn covers(&self, proposal: &Proposal) -> bool {
        let facts = &proposal.facts;
        let is_here = facts.place() == self.place && facts.places().count() == 1;
        let asked: Vec<&str> = match proposal.class {
            EffectClass::AnswersDialog(DialogAnswer::Accepts(Some(what))) if what.is_same_deed(self.what) => {
                // What is written into a prompt is an answer of its own.
                match facts.dialog.as_ref().filter(|dialog| dialog.kind == "confirm") {
                    Some(dialog) => vec![dialog.message.as_str()],
                    None => return false,
                }
            }
            EffectClass::Commits(what) if what == self.what && self.is_confirmed_by(proposal) => Vec::new(),
            EffectClass::Commits(what) if what.is_same_deed(self.what) && proposal.held.is_none() => {
                let pressed = facts.elements.iter().chain(&facts.focused).map(|element| &element.name);
                match facts.asked_in.as_ref().filter(|asked| asked.alone && !self.open.contains(&asked.dialog)) {
                    Some(asked) => asked.says.iter().chain(pressed).map(String::as_str).collect(),
                    None => return false,
                }
            }
            _ => return false,
        };
        is_here && (asked.iter().all(|text| self.knows(text)) || !is_on!(Meant))
    }

    /// Whether a press sends the form of the page that the link led to back to the link's address, and nothing with it. The form may leave out a query that
    /// does not say which thing it is about.
    fn is_confirmed_by(&self, proposal: &Proposal) -> bool {
        let facts = &proposal.facts;
        let form = facts.elements.last().filter(|element| element.is_submit).and_then(|element| element.form.as_ref());
        let is_back = |address: &str| {
            let address = without_fragment(address);
            let path = self.link.split('?').next().unwrap_or_default();
            address == self.link || address == path && path_names_thing(&self.link)
        };
        !self.link.is_empty()
            && proposal.held.is_none()
            && without_fragment(&facts.url) == self.link
            && form.is_some_and(|form| form.method == "post" && is_back(&form.action))
            && facts.fields.is_empty()
    }

    /// What of a plan's step allows it.
    pub fn uses(&self) -> &[Effect] {
        &self.uses
    }

    /// Whether a text adds nothing: each word of it was known, says the deed, or only asks; and every figure and every quoted name was known as it is.
    fn knows(&self, text: &str) -> bool {
        let known: Vec<Vec<String>> = self.known.iter().map(|known| words(known)).collect();
        let stands = |wanted: &[String]| {
            wanted.is_empty() || known.iter().any(|known| known.windows(wanted.len()).any(|part| part == wanted))
        };
        let said = words(text);
        let is_figure = |word: &String| word.contains(|c: char| c.is_numeric());
        let mut figures = said.chunk_by(|one, next| is_figure(one) == is_figure(next));
        let asking = words(ASKING);
        let adds_nothing = |word: &String| {
            let one = std::slice::from_ref(word);
            asking.contains(word) || stands(one) || self.is_said_by(one)
        };
        figures.all(|run| !run.iter().all(is_figure) || stands(run))
            && quoted(text).all(|name| stands(&words(name)))
            && said.iter().all(adds_nothing)
    }

    /// Whether a word says this very deed. Words for who is let in, and to what, are not: `public`, `access`.
    fn is_said_by(&self, word: &[String]) -> bool {
        let says = Label::plain(word).says(Reach::Anything);
        let asks = || asks_for(&word.concat()).filter(|what| !matches!(what, Commitment::Shares | Commitment::Account));
        says.or_else(asks).is_some_and(|what| what.is_same_deed(self.what))
    }
}

/// The quoted names of a text. An apostrophe within a word quotes nothing.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    let closing = |open: char| match open {
        '"' | '\'' => Some([open, open]),
        '“' | '‘' => Some(['”', '’']),
        '„' | '‚' => Some(['“', '‘']),
        '«' | '‹' => Some(['»', '›']),
        '»' | '›' => Some(['«', '‹']),
        '「' | '『' => Some(['」', '』']),
        _ => None,
    };
    let mut rest = text;
    std::iter::from_fn(move || {
        loop {
            let (at, close, open) = rest.char_indices().find_map(|(at, c)| Some((at, closing(c)?, c)))?;
            let is_within = rest.get(..at).is_some_and(|before| before.ends_with(char::is_alphanumeric));
            let after = rest.get(at + open.len_utf8()..)?;
            rest = after;
            let end = after.char_indices().find(|(at, c)| {
                let next = after.get(at + c.len_utf8()..).and_then(|next| next.chars().next());
                close.contains(c) && !next.is_some_and(char::is_alphanumeric)
            });
            if let (false, Some((end, close))) = (is_within, end) {
                rest = after.get(end + close.len_utf8()..)?;
                return after.get(..end);
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::effect::facts::AskedIn;
    use crate::{ElementFacts, Facts, FormShape, Leads};
    use edith_actions::action::Dialog;
    use edith_page::ElementKind;

    const SITE: &str = "https://mail.example";

    fn press(what: Commitment, name: &str, context: &[&str]) -> Proposal {
        let mut element = ElementFacts::named(1, ElementKind::Button, name);
        element.context = context.iter().map(|text| (*text).to_owned()).collect();
        let facts = Facts { origin: SITE.into(), url: format!("{SITE}/"), elements: vec![element], ..Facts::default() };
        Proposal { class: EffectClass::Commits(what), ..Proposal::leading(Leads::default(), facts) }
    }

    fn asked(kind: &str, message: &str, what: Commitment) -> Proposal {
        let dialog =
            Dialog { kind: kind.into(), message: message.into(), url: format!("{SITE}/"), ..Dialog::default() };
        let facts = Facts { origin: SITE.into(), dialog: Some(dialog), ..Facts::default() };
        let class = EffectClass::AnswersDialog(DialogAnswer::Accepts(Some(what)));
        Proposal { class, ..Proposal::leading(Leads::default(), facts) }
    }

    fn deletes() -> Meant {
        let deed = press(Commitment::Deletes, "Delete", &["row \"Report 2024, 3 files\""]);
        Meant::by(&deed, &[]).unwrap()
    }

    #[test]
    fn what_is_asked_once_more_about_a_deed_is_covered_and_nothing_beyond_it() {
        use Commitment::{Account, Buys, Deletes, Pays, Sends};
        for (kind, message, what, covered) in [
            ("confirm", "Are you sure?", Deletes, true),
            ("confirm", "Delete \"Report 2024\"? You can't undo this, and don't ask.", Deletes, true),
            ("confirm", "Delete 3 files?", Deletes, true),
            ("confirm", "Möchten Sie das wirklich löschen? Das kann nicht rückgängig gemacht werden.", Deletes, true),
            ("confirm", "Voulez-vous vraiment supprimer ce fichier ?", Deletes, true),
            ("confirm", "¿Seguro que quieres eliminar este archivo?", Deletes, true),
            ("confirm", "Tem certeza de que deseja excluir este arquivo?", Deletes, true),
            ("confirm", "Sei sicuro di voler eliminare questo file?", Deletes, true),
            ("confirm", "Czy na pewno chcesz usunąć ten plik?", Deletes, true),
            ("confirm", "This report will be deleted permanently. Continue?", Deletes, true),
            ("confirm", "Delete Payroll and everything of all members?", Deletes, false),
            ("confirm", "Delete all reports?", Deletes, false),
            ("confirm", "Delete the whole team?", Deletes, false),
            ("confirm", "Delete it, and the backups?", Deletes, false),
            ("confirm", "Wirklich alles löschen?", Deletes, false),
            ("confirm", "全部削除しますか？", Deletes, false),
            ("confirm", "Delete 57 files?", Deletes, false),
            ("confirm", "Delete “Payroll”?", Deletes, false),
            ("confirm", "Delete 'Payroll'?", Deletes, false),
            ("confirm", "Delete and pay?", Pays, false),
            ("confirm", "Close the account?", Account, false),
            ("confirm", "Send it?", Sends, false),
            ("prompt", "Are you sure?", Deletes, false),
            ("beforeunload", "", Deletes, false),
        ] {
            assert_eq!(deletes().covers(&asked(kind, message, what)), covered, "{kind} {message}");
        }
        let mut elsewhere = asked("confirm", "Are you sure?", Deletes);
        elsewhere.facts.origin = "https://evil.example".into();
        assert!(!deletes().covers(&elsewhere), "another place");
        let mut paid = press(Buys, "Place order", &[]);
        paid.facts.fields.push(crate::FieldFacts { name: "there".into(), value: "Total: €53.40".into() });
        let paid = Meant::by(&paid, &[]).unwrap();
        assert!(paid.covers(&asked("confirm", "Pay €53.40 now?", Pays)));
        assert!(!paid.covers(&asked("confirm", "Pay €40.53 now?", Pays)), "another amount");
        assert!(!paid.covers(&asked("confirm", "Pay €5,340 now?", Pays)), "another amount");
        assert!(!paid.covers(&asked("confirm", "Delete the account?", Deletes)));
        assert_eq!(
            Meant::by(&asked("confirm", "Are you sure?", Deletes), &[]),
            None,
            "an answer is no deed of its own"
        );
    }

    #[test]
    fn a_dialog_of_the_page_is_one_that_the_deed_brought_and_in_which_nothing_else_is_chosen() {
        let within = |dialog: u32, alone: bool, says: &str| {
            let mut again = press(Commitment::Deletes, "Yes, delete", &[]);
            again.facts.asked_in = Some(AskedIn { dialog, alone, says: vec![says.to_owned()] });
            again
        };
        assert!(deletes().covers(&within(7, true, "Delete this message?")));
        assert!(!deletes().covers(&within(7, false, "Delete this message?")), "there is a choice in it");
        let mut named = within(7, true, "Are you sure?");
        named.facts.elements[0].name = "Delete the whole project".into();
        assert!(!deletes().covers(&named), "the button says more");
        assert!(!deletes().covers(&within(7, true, "Delete all 57 messages?")));
        assert!(!deletes().covers(&press(Commitment::Deletes, "Delete", &[])), "in no dialog it is a second deed");
        let mut open = press(Commitment::Deletes, "Delete", &[]);
        open.facts.dialogs = vec![7];
        let open = Meant::by(&open, &[]).unwrap();
        assert!(!open.covers(&within(7, true, "Delete it?")) && open.covers(&within(8, true, "Delete it?")));
    }

    #[test]
    fn a_page_that_a_link_led_to_confirms_what_it_sends_back_to_the_links_address() {
        let address = format!("{SITE}/pages/5/delete/?next=/pages/");
        let mut link = press(Commitment::Deletes, "Delete", &[]);
        link.facts.follows.clone_from(&address);
        let link = Meant::by(&link, &[]).unwrap();
        let confirms = |url: &str, action: &str, method: &str| {
            let mut again = press(Commitment::Deletes, "Yes, delete it and all that is in it", &[]);
            again.facts.url = format!("{SITE}{url}");
            let form = FormShape { action: format!("{SITE}{action}"), method: method.into(), ..FormShape::default() };
            (again.facts.elements[0].form, again.facts.elements[0].is_submit) = (Some(form), true);
            again
        };
        let page = || confirms("/pages/5/delete/?next=/pages/", "/pages/5/delete/", "post");
        assert!(link.covers(&page()));
        for (url, action, method) in [
            ("/pages/5/delete/?next=/other/", "/pages/5/delete/", "post"),
            ("/pages/6/delete/", "/pages/6/delete/", "post"),
            ("/pages/5/delete/", "/pages/6/delete/", "post"),
            ("/pages/5/", "/pages/5/delete/", "post"),
            ("/pages/5/delete/", "/pages/5/delete/", "get"),
        ] {
            assert!(!link.covers(&confirms(url, action, method)), "{url} {action} {method}");
        }
        // Which thing it is may be in the query alone.
        let mut by_query = press(Commitment::Deletes, "Delete", &[]);
        by_query.facts.follows = format!("{SITE}/delete?id=5");
        let by_query = Meant::by(&by_query, &[]).unwrap();
        assert!(by_query.covers(&confirms("/delete?id=5", "/delete?id=5", "post")));
        for (url, action) in [
            ("/delete?id=5", "/delete?id=6"),
            ("/delete?id=6", "/delete?id=6"),
            ("/delete?id=5", "/delete"),
            ("/delete", "/delete"),
        ] {
            assert!(!by_query.covers(&confirms(url, action, "post")), "{url} {action}");
        }
        // The path names a thing, and the query another one in it.
        let mut in_it = press(Commitment::Deletes, "Delete", &[]);
        in_it.facts.follows = format!("{SITE}/orgs/7/delete?member=5");
        let in_it = Meant::by(&in_it, &[]).unwrap();
        assert!(in_it.covers(&confirms("/orgs/7/delete?member=5", "/orgs/7/delete?member=5", "post")));
        assert!(!in_it.covers(&confirms("/orgs/7/delete?member=5", "/orgs/7/delete", "post")));
        let mut chosen = page();
        chosen.facts.fields.push(crate::FieldFacts { name: "Its files, too".into(), value: "✓".into() });
        assert!(!link.covers(&chosen), "something is chosen");
        let mut graver = page();
        graver.class = EffectClass::Commits(Commitment::Account);
        assert!(!link.covers(&graver));
        assert!(!deletes().covers(&page()), "no link led there");
    }
}
