//! What opening an address does by itself: one that deletes, signs out, unsubscribes or buys when it is merely fetched.

use crate::place::decode::percent;
use crate::words::phrases::{At, any_of, is_one_of, stands, words};
use edith_protocol::Commitment::{self, Account, Buys, Deletes, Pays, Posts, Sends, Shares};

/// Parts of a path, or values of a parameter for an action, that do something when fetched.
#[rustfmt::skip]
const ACTS: &[(Commitment, &[&str])] = &[
    (Pays, &["pay now", "paynow", "confirm payment", "make payment", "send money", "execute payment", "capture payment"]),
    (Buys, &[
        "buy now", "buynow", "one click", "oneclick", "1 click", "1click", "one click buy", "place order", "placeorder", "confirm order", "complete order", "order now", "quick buy",
        "quickbuy", "instant buy", "cancel order",
    ]),
    (Deletes, &[
        "delete", "remove", "destroy", "erase", "purge", "delete account", "delete my account", "close account", "loeschen", "löschen", "entfernen", "eliminar", "borrar", "supprimer", "excluir", "apagar", "elimina", "usun", "empty trash",
    ]),
    (Account, SIGNS_OUT),
    (Account, &[
        "unsubscribe", "optout", "opt out", "abbestellen",
        "deactivate", "revoke", "unlink", "disconnect", "cancel subscription", "make admin", "grant access", "transfer ownership", "change password", "reset password now",
    ]),
];
/// Further ones in a parameter for an action, and at the end of a path under a label that says the same.
#[rustfmt::skip]
const MAY_ACT: &[(Commitment, &[&str])] = &[
    (Pays, &["pay", "payment", "donate", "transfer", "bezahlen", "pagar", "payer"]),
    (Buys, &["buy", "order", "purchase", "checkout", "kaufen", "bestellen", "comprar", "acheter"]),
    (Deletes, &["trash", "discard", "clear", "del", "rm"]),
    (Account, &["approve", "grant", "ban", "block", "kick", "promote", "leave", "accept"]),
    (Shares, &["share", "invite", "publicize"]),
    (Posts, &["publish", "post", "repost"]),
    (Sends, &["send", "resend", "submit", "notify"]),
];
/// What a script that fetches an address says besides, by a verb that is not a noun there: `/posts/7/like`, `/vote?id=7`.
#[rustfmt::skip]
const FETCHED: &[(Commitment, &[&str])] = &[
    (Pays, &["pay", "donate", "bezahlen", "pagar", "payer"]),
    (Buys, &["buy", "purchase", "kaufen", "comprar", "acheter"]),
    (Deletes, &["discard", "trash"]),
    (Account, &["approve", "grant", "ban", "kick", "promote", "subscribe", "abonnieren", "accept", "decline", "reject", "block", "unblock"]),
    (Posts, &["like", "unlike", "dislike", "vote", "upvote", "downvote", "follow", "unfollow", "publish", "unpublish", "repost", "retweet", "abstimmen", "votar", "voter"]),
    (Sends, &["send", "resend", "senden", "enviar", "envoyer", "submit", "notify", "forward"]),
];
/// Parameters that name an action.
#[rustfmt::skip]
const ACTIONS: &[&str] = &["action", "act", "do", "cmd", "command", "op", "operation", "method", "task", "func", "function", "event", "todo", "perform", "btn", "button", "a"];
/// Parts of a path below which pages only speak of something.
#[rustfmt::skip]
const SPEAKS: &[&str] = &[
    "help", "docs", "doc", "documentation", "support", "faq", "blog", "guide", "guides", "wiki", "articles", "article", "kb", "learn", "hc", "questions", "news", "how to", "tutorials", "manual", "hilfe",
    "ayuda", "aide", "ajuda", "aiuto", "pomoc", "search", "tag", "tags", "topics",
];
/// What may be removed without loss.
#[rustfmt::skip]
const BASKETS: &[&str] = &[
    "cart", "basket", "bag", "warenkorb", "carrito", "cesta", "panier", "carrinho", "carrello", "koszyk", "wishlist", "compare", "filter", "filters", "favorites", "favourites",
];
/// With one of these a part of a path is a title, and no command.
#[rustfmt::skip]
const ARTICLES: &[&str] = &["a", "an", "the", "my", "your", "this", "it", "der", "die", "das", "den", "ein", "eine", "le", "la", "les", "un", "une", "el", "los", "una", "il", "lo"];
/// The longest part of a path that is a command and no title, in words.
const PART_WORDS: usize = 4;

/// An address in parts.
struct Parts {
    path: Vec<Vec<String>>,
    query: Vec<(Vec<String>, Vec<String>)>,
}

/// Parts of a path, or values of a parameter for an action, that end a session.
#[rustfmt::skip]
const SIGNS_OUT: &[&str] = &[
    "logout", "log out", "logoff", "log off", "signout", "sign out", "signoff", "abmelden", "ausloggen", "deconnexion", "se deconnecter", "cerrar sesion", "wyloguj",
];

/// Whether opening the address ends a session, which only somebody who is signed in is offered.
pub(crate) fn signs_out(address: &str) -> bool {
    // Most addresses need not be taken apart.
    let lower = address.to_ascii_lowercase();
    if !["out", "off", "abmeld", "auslogg", "deconne", "d%c3%a9conne", "sesi", "wylog"]
        .iter()
        .any(|stem| lower.contains(stem))
    {
        return false;
    }
    Parts::of(address).is_some_and(|parts| {
        let is_it = |part: &Vec<String>| is_one_of(SIGNS_OUT, part);
        let speaks = parts.path.iter().any(|part| is_one_of(SPEAKS, part));
        let in_query =
            parts.query.iter().any(|(name, value)| is_it(name) || (is_one_of(ACTIONS, name) && is_it(value)));
        in_query || (!speaks && parts.path.iter().any(is_it))
    })
}

/// What opening the address does.
pub(crate) fn does(address: &str) -> Option<Commitment> {
    let parts = Parts::of(address)?;
    parts.by_query(true).or_else(|| parts.by_path(true))
}

/// The same on a site that may know the person: no word around the verb, such as a page's title or a thing's name, makes it milder there.
pub(crate) fn does_to_person(address: &str) -> Option<Commitment> {
    let parts = Parts::of(address)?;
    parts.by_query(false).or_else(|| parts.by_path(false))
}

/// The same for an address there that nothing shows and a script fetches.
pub(crate) fn does_when_fetched(address: &str) -> Option<Commitment> {
    does_to_person(address).or_else(|| Parts::of(address)?.by_verb())
}

/// The same if a label that says it leads there: with a number or parameters, so to one thing.
pub(crate) fn does_as_said(address: &str, said: Commitment) -> bool {
    Parts::of(address).is_some_and(|parts| {
        let names = |part: &Vec<String>| is_it(MAY_ACT, part) == Some(said);
        let last = parts.path.iter().rev().find(|part| !is_id(part));
        parts.is_about_one() && last.is_some_and(names)
    })
}

impl Parts {
    fn of(address: &str) -> Option<Self> {
        let url = url::Url::parse(address).ok().filter(|url| matches!(url.scheme(), "http" | "https"))?;
        let path = url.path_segments()?.map(|part| command(&percent(part))).filter(|part| !part.is_empty()).collect();
        let query = url.query_pairs().map(|(name, value)| (command(&name), command(&value))).collect();
        Some(Self { path, query })
    }

    fn by_query(&self, is_softened: bool) -> Option<Commitment> {
        let is_confirmed = |(name, value): &&(Vec<String>, Vec<String>)| {
            any_of(["confirm", "confirmed", "really", "sure"].iter(), name)
                && value.first().is_none_or(|value| matches!(value.as_str(), "1" | "yes" | "true" | "y" | "on" | "ok"))
        };
        let confirmed = || {
            self.query
                .iter()
                .find(is_confirmed)
                .and_then(|_| self.path.iter().rev().find_map(|part| is_it(MAY_ACT, part)))
        };
        let named = self.query.iter().find_map(|(name, value)| {
            if is_one_of(ACTIONS, name) {
                return is_it(ACTS, value).or_else(|| is_it(MAY_ACT, value));
            }
            is_it(ACTS, name)
        });
        let named = named.filter(|what| !is_softened || *what != Deletes || !self.is_about_baskets(self.path.len()));
        named.or_else(confirmed)
    }

    fn by_path(&self, is_softened: bool) -> Option<Commitment> {
        let (at, what) = self.path.iter().enumerate().rev().find_map(|(at, part)| Some((at, is_it(ACTS, part)?)))?;
        // Of one thing something is done, whatever the place is called: `/docs/7/delete`.
        let (is_whole, is_about_one) = (is_whole(ACTS, self.path.get(at)?), self.is_about_one());
        let only_speaks =
            is_softened && !(is_about_one && is_whole) && self.path.iter().take(at).any(|part| is_one_of(SPEAKS, part));
        let then = self.path.get(at + 1..).unwrap_or_default();
        let is_last = then.iter().all(|part| is_id(part) || is_it(MAY_ACT, part).is_some());
        let loses_nothing = is_softened && what == Deletes && self.is_about_baskets(at + 1);
        // A part that says more may be a title, unless the address is about one thing.
        let is_title = !is_softened && self.path.get(at)?.iter().any(|word| ARTICLES.contains(&word.as_str()));
        let is_sure = is_whole || is_about_one && !is_title;
        (is_last && !only_speaks && !loses_nothing && is_sure).then_some(what)
    }

    /// A verb that stands alone in a part of the path beside the one thing that it is done to.
    fn by_verb(&self) -> Option<Commitment> {
        let at = self.path.iter().rposition(|part| !is_id(part))?;
        let verb = self.path.get(at)?;
        let is_of_one = self.path.len() > at + 1
            || at.checked_sub(1).and_then(|before| self.path.get(before)).is_some_and(|thing| is_id(thing))
            || self.query.iter().any(|(_, value)| is_id(value));
        let is_it = |list: &&(Commitment, &[&'static str])| is_one_of(list.1, verb);
        FETCHED.iter().find(is_it).filter(|_| is_of_one).map(|(what, _)| *what)
    }

    fn is_about_one(&self) -> bool {
        !self.query.is_empty() || self.path.iter().any(|part| is_id(part))
    }

    /// Whether the part of the path before this one, or that one itself, names a basket.
    fn is_about_baskets(&self, end: usize) -> bool {
        self.path.iter().take(end).rev().take(2).any(|part| any_of(BASKETS.iter(), part))
    }
}

fn is_it(list: &[(Commitment, &[&'static str])], part: &[String]) -> Option<Commitment> {
    let has = |phrase: &&'static str| part.len() <= PART_WORDS && stands(phrase, At::Edge, part);
    list.iter().find(|(_, phrases)| phrases.iter().any(has)).map(|(what, _)| *what)
}

fn is_whole(list: &[(Commitment, &[&'static str])], part: &[String]) -> bool {
    list.iter().any(|(_, phrases)| is_one_of(phrases, part))
}

/// The words of a part, `deleteItem` and `delete_item.php` being two.
fn command(part: &str) -> Vec<String> {
    let mut spaced = String::with_capacity(part.len());
    let mut was_lower = false;
    for c in part.chars() {
        if was_lower && c.is_uppercase() {
            spaced.push(' ');
        }
        was_lower = c.is_lowercase();
        spaced.push(c);
    }
    let mut all = words(&spaced);
    let is_ending = |word: &String| {
        matches!(word.as_str(), "php" | "html" | "htm" | "asp" | "aspx" | "jsp" | "cgi" | "do" | "action")
    };
    if all.len() > 1 && part.contains('.') && all.last().is_some_and(is_ending) {
        all.pop();
    }
    all
}

/// Whether the part of a path is a number or another thing's name that no person chose.
fn is_id(part: &[String]) -> bool {
    let digits = part.iter().flat_map(|word| word.chars()).filter(char::is_ascii_digit).count();
    digits > 0 || part.iter().any(|word| word.len() >= 20)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_that_act_when_fetched_are_told_from_pages() {
        for (path, expected) in [
            ("/items/3/delete", Some(Deletes)),
            ("/delete/3", Some(Deletes)),
            ("/delete", Some(Deletes)),
            ("/deleteAccount?token=x", Some(Deletes)),
            ("/admin.php?action=remove&id=3", Some(Deletes)),
            ("/account?delete=1", Some(Deletes)),
            ("/x?_method=delete", Some(Deletes)),
            ("/users/sign_out", Some(Account)),
            ("/logout.php?next=%2F", Some(Account)),
            ("/wp-login.php?action=logout", Some(Account)),
            ("/unsubscribe/a8s7d6f5g4h3j2k1l0q9", Some(Account)),
            ("/list/unsubscribe?u=3", Some(Account)),
            ("/one-click/buy/4711", Some(Buys)),
            ("/account/delete-account", Some(Deletes)),
            ("/tools/remove-background", None),
            ("/lamp/one-click", Some(Buys)),
            ("/4711/buy-now", Some(Buys)),
            ("/shop?do=buy&item=3", Some(Buys)),
            ("/checkout/place-order", Some(Buys)),
            ("/pay?confirm=1&to=x", Some(Pays)),
            ("/mail?op=send&id=3", Some(Sends)),
            ("/", None),
            ("/lamp/buy", None),
            ("/checkout", None),
            ("/help/delete", None),
            ("/docs/7/delete", Some(Deletes)),
            ("/news/7/how-to-delete-it", None),
            ("/blog/how-to-delete-your-account", None),
            ("/cart/remove/3", None),
            ("/cart/?remove_item=8f14e45f", None),
            ("/wiki/start?action=edit", None),
            ("/wiki/start?action=history", None),
            ("/search?q=delete", None),
            ("/mail/trash", None),
            ("/orders/1/confirm", None),
            ("/removed-items", None),
            ("/products/stain-remover", None),
        ] {
            assert_eq!(does(&format!("https://a.example{path}")), expected, "{path}");
        }
        for (path, expected) in [
            ("/posts/7/like", Some(Posts)),
            ("/vote?id=38211&how=up", Some(Posts)),
            ("/upvote/7", Some(Posts)),
            ("/api/v2/invoices/12/pay", Some(Pays)),
            ("/items/3/delete", Some(Deletes)),
            ("/list/unsubscribe?u=3", Some(Account)),
            ("/api/v2/posts/7", None),
            ("/posts/7/likes", None),
            ("/polls/7/votes?page=2", None),
            ("/api/like", None),
            ("/vote?sort=new", None),
            ("/orders/7", None),
            ("/news/7/like", Some(Posts)),
            ("/news/like-it/7", None),
            ("/search?q=delete+7", None),
            ("/follow-up/7", None),
        ] {
            assert_eq!(does_when_fetched(&format!("https://a.example{path}")), expected, "{path}");
        }
        for (path, expected) in [
            ("/docs/quarterly-plan/delete", Some(Deletes)),
            ("/settings/filters/7/remove", Some(Deletes)),
            ("/cart/?remove_item=8f14e45f", Some(Deletes)),
            ("/help/7/delete-an-account", None),
            ("/blog/how-to-delete-your-account", None),
            ("/docs/quarterly-plan/history", None),
        ] {
            assert_eq!(does_to_person(&format!("https://a.example{path}")), expected, "{path}");
        }
        assert!(does_as_said("https://a.example/invoices/12/pay", Pays));
        assert!(!does_as_said("https://a.example/pay", Pays) && !does_as_said("https://a.example/invoices/12", Pays));
    }
}
