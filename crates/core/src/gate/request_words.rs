//! What the words of a request say that it does: its path, and the names of its operations. They only make it graver: whoever makes an application
//! chooses them, and none proves that nothing is changed.

use super::Commitment::{self, Account, Buys, Deletes, Pays, Posts, Sends, Shares};
use super::label::gravity;

#[rustfmt::skip]
const DOES: &[(Commitment, &[&str])] = &[
    (Pays, &[
        "pay", "payment", "payments", "payout", "charge", "charges", "donate", "donation", "donations", "transfer", "transfers", "refund", "refunds",
        "withdraw", "withdrawal", "tip", "zahlung", "bezahlen", "überweisung", "ueberweisung", "pago", "paiement", "virement",
    ]),
    (Buys, &[
        "order", "orders", "placeorder", "checkout", "purchase", "purchases", "buy", "book", "booking", "bookings", "reserve", "reservation",
        "reservations", "bid", "bids", "subscribe", "subscription", "subscriptions", "kasse", "bestellung", "bestellen", "buchung", "pedido", "compra",
        "commande", "achat",
    ]),
    (Deletes, &[
        "delete", "deletes", "deleted", "deletion", "remove", "destroy", "trash", "purge", "erase", "wipe", "clear", "löschen", "loeschen", "eliminar",
        "borrar", "supprimer",
    ]),
    (Account, &[
        "password", "passwords", "role", "roles", "permission", "permissions", "grant", "revoke", "authorize", "2fa", "mfa", "apikey", "apikeys",
        "members", "collaborators", "security",
    ]),
    (Shares, &["share", "shares", "sharing", "invite", "invites", "invitation", "invitations"]),
    (Posts, &[
        "post", "posts", "comment", "comments", "reply", "replies", "review", "reviews", "publish", "tweet", "vote", "votes", "like", "likes",
        "reaction", "reactions", "follow",
    ]),
    (Sends, &["send", "sends", "message", "messages", "mail", "mails", "email", "emails", "contact", "submit", "feedback", "forward"]),
];

/// The words of a name: `addToCart`, `add-to-cart` and `add_to_cart` alike.
pub(super) fn tokens(name: &str) -> Vec<String> {
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
pub(super) fn of_name(name: &str) -> Option<Commitment> {
    tokens(name).iter().filter_map(|word| of_word(word)).min_by_key(|what| gravity(*what))
}

/// What a path says: the gravest word where a verb stands, in its last segment that is no number; and money and access wherever they are spoken of.
pub(super) fn of_path(path: &str) -> Option<Commitment> {
    let is_number = |segment: &&str| segment.chars().any(|c| c.is_ascii_digit()) && of_name(segment).is_none();
    let mut segments = path.rsplit('/').filter(|segment| !segment.is_empty());
    let last = segments.by_ref().find(|segment| !is_number(segment)).and_then(of_name);
    let grave = segments.filter_map(of_name).filter(|what| matches!(what, Pays | Account));
    last.into_iter().chain(grave).min_by_key(|what| gravity(*what))
}

fn of_word(word: &str) -> Option<Commitment> {
    DOES.iter().find(|(_, words)| words.contains(&word)).map(|(what, _)| *what)
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
        ] {
            assert_eq!(of_path(path), expected, "{path}");
        }
    }
}
