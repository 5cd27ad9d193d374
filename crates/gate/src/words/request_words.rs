//! What the words of a request say that it does: its path, and the names of its operations. They only make it graver: whoever makes an application
//! chooses them, and none proves that nothing is changed.

use crate::words::gravity;
use edith_protocol::Commitment::{self, Account, Buys, Deletes, Pays, Posts, Sends, Shares};

/// What is done, by verbs; and what it is done with, by names that stand for it: `POST /orders` orders.
#[rustfmt::skip]
const DOES: &[(Commitment, &[&str], &[&str])] = &[
    (Pays, &["pay", "payout", "charge", "donate", "transfer", "refund", "withdraw", "tip", "bezahlen"], &[
        "payment", "payments", "charges", "donation", "donations", "transfers", "withdrawal", "zahlung", "überweisung", "ueberweisung", "pago", "paiement", "virement",
    ]),
    (Buys, &["placeorder", "checkout", "purchase", "buy", "reserve", "bid", "subscribe", "bestellen"], &[
        "order", "orders", "purchases", "book", "booking", "bookings", "reservation", "reservations", "bids", "subscription", "subscriptions", "kasse",
        "bestellung", "buchung", "pedido", "compra", "commande", "achat",
    ]),
    (Deletes, &[
        "delete", "deletes", "remove", "destroy", "trash", "purge", "erase", "wipe", "clear", "löschen", "loeschen", "eliminar", "borrar", "supprimer",
    ], &["deleted", "deletion"]),
    (Account, &["grant", "revoke", "authorize"], &[
        "password", "passwords", "role", "roles", "permission", "permissions", "2fa", "mfa", "apikey", "apikeys", "members", "collaborators", "security",
    ]),
    (Shares, &["share", "invite"], &["shares", "sharing", "invites", "invitation", "invitations"]),
    (Posts, &["publish", "tweet", "vote", "follow"], &[
        "post", "posts", "comment", "comments", "reply", "replies", "review", "reviews", "votes", "like", "likes", "reaction", "reactions",
    ]),
    (Sends, &["send", "sends", "submit", "forward"], &["message", "messages", "mail", "mails", "email", "emails", "contact", "feedback"]),
];

/// The words of a name: `addToCart`, `add-to-cart` and `add_to_cart` alike.
pub(crate) fn tokens(name: &str) -> Vec<String> {
    let mut all = Vec::new();
    let mut word = String::new();
    let mut was_lower = false;
    for c in name.chars() {
        if !c.is_alphanumeric() || (c.is_uppercase() && was_lower) {
            all.extend((!word.is_empty()).then(|| std::mem::take(&mut word)));
        }
        was_lower = c.is_lowercase() || c.is_ascii_digit();
        word.extend(c.is_alphanumeric().then(|| c.to_lowercase()).into_iter().flatten());
    }
    all.extend((!word.is_empty()).then_some(word));
    all
}

/// What the name of an operation says: its gravest word.
pub(crate) fn of_name(name: &str) -> Option<Commitment> {
    tokens(name).iter().filter_map(|word| of_word(word)).min_by_key(|what| gravity(*what))
}

/// What a path says: the gravest word where a verb stands, in its last segment that is not a number; and money and access wherever they are spoken of. The
/// name of a collection before the number of one thing in it says what that thing is, and not what is done to it: `/orders/11` is an order, and orders
/// nothing. After a thing it stands for a deed again: `/posts/7/like/2`.
pub(crate) fn of_path(path: &str) -> Option<Commitment> {
    let is_number = |segment: &&str| segment.chars().any(|c| c.is_ascii_digit()) && of_name(segment).is_none();
    let mut segments = path.rsplit('/').filter(|segment| !segment.is_empty()).peekable();
    let numbers = std::iter::from_fn(|| segments.next_if(is_number)).count();
    let last = segments.next();
    let is_thing = numbers > 0 && !segments.peek().is_some_and(is_number);
    let deed = last.and_then(if is_thing { of_verbs } else { of_name });
    let grave = last.into_iter().chain(segments).filter_map(of_name).filter(|what| matches!(what, Pays | Account));
    deed.into_iter().chain(grave).min_by_key(|what| gravity(*what))
}

/// What the verbs of a name say, where nothing says that something is sent to it: `search_mail` sends no mail.
pub(crate) fn of_verbs(name: &str) -> Option<Commitment> {
    let of_word =
        |word: &String| DOES.iter().find(|(_, verbs, _)| verbs.contains(&word.as_str())).map(|(what, ..)| *what);
    tokens(name).iter().filter_map(of_word).min_by_key(|what| gravity(*what))
}

fn of_word(word: &str) -> Option<Commitment> {
    DOES.iter().find(|(_, verbs, names)| verbs.contains(&word) || names.contains(&word)).map(|(what, ..)| *what)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_gravest_word_of_a_name_counts_and_in_paths_where_a_verb_stands() {
        assert_eq!(tokens("placeOrder_v2/get-Cart"), ["place", "order", "v2", "get", "cart"]);
        for (name, expected) in [
            ("searchOrders", Some(Buys)),
            ("placeOrder", Some(Buys)),
            ("page.delete", Some(Deletes)),
            ("deleteOrder", Some(Buys)),
            ("listMembers", Some(Account)),
            ("addToCart", None),
            ("frobnicate", None),
        ] {
            assert_eq!(of_name(name), expected, "{name}");
        }
        for (path, expected) in [
            ("/orders/search", None),
            ("/search/orders/delete", Some(Deletes)),
            ("/cart/checkout", Some(Buys)),
            ("/api/orders", Some(Buys)),
            ("/book/60/change/", None),
            ("/api/v2/messages", Some(Sends)),
            ("/members/7", Some(Account)),
            ("/users/7/role/history", Some(Account)),
            ("/payments/collect", Some(Pays)),
            ("/a/b", None),
            // One thing of a collection, and a deed to a thing.
            ("/admin/book/11", None),
            ("/api/orders/11/", None),
            ("/comments/5", None),
            ("/blog/posts/7/like", Some(Posts)),
            ("/posts/7/like/2", Some(Posts)),
            ("/checkout/11", Some(Buys)),
            ("/mails/delete/11", Some(Deletes)),
            ("/payments/7", Some(Pays)),
            ("/11", None),
        ] {
            assert_eq!(of_path(path), expected, "{path}");
        }
    }
}
