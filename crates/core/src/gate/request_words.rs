//! What the words of a request say that it does: its path, and the names of its operations.

use super::Commitment::{self, Account, Buys, Deletes, Pays, Posts, Sends, Shares};

/// What a word says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Meaning {
    /// It asks for something to be shown.
    Reads,
    /// It changes what is easily changed back: a cart, a draft, how the page looks, whether somebody is signed in.
    Notes,
    /// It does this.
    Does(Commitment),
}

#[rustfmt::skip]
const READS: &[&str] = &[
    "search", "searches", "msearch", "query", "queries", "find", "filter", "filters", "facet", "facets", "list", "listing", "get", "mget", "fetch", "load",
    "lookup", "suggest", "suggestion", "suggestions", "autocomplete", "typeahead", "validate", "validation", "exists", "available", "availability",
    "preview", "calculate", "calc", "compute", "estimate", "count", "page", "paginate", "pagination", "more", "sort", "browse", "recommend",
    "recommendations", "feed", "read", "view", "views", "render", "translate", "detect", "parse", "prefetch", "preload", "refresh", "reload", "poll",
    "status", "results", "show", "retrieve", "timeline", "history", "info", "detail", "details", "metadata", "schema", "tooltip", "suche", "suchen",
    "buscar", "recherche",
];

#[rustfmt::skip]
const NOTES: &[&str] = &[
    "cart", "carts", "minicart", "basket", "bag", "trolley", "wishlist", "wishlists", "compare", "warenkorb", "panier", "carrito", "cesta",
    "draft", "drafts", "autosave", "locale", "language", "currency", "theme", "timezone", "layout", "consent", "cookie", "cookies", "gdpr", "dismiss",
    "seen", "viewed", "login", "logout", "signin", "signout", "logon", "connexion", "session", "sessions", "oauth", "auth", "authenticate", "sso", "saml", "csrf",
    "xsrf", "heartbeat", "keepalive", "ping", "presence", "typing",
];

/// What can be taken out of again: removing from these loses nothing.
#[rustfmt::skip]
const HOLDERS: &[&str] = &[
    "cart", "carts", "minicart", "basket", "bag", "trolley", "wishlist", "wishlists", "compare", "warenkorb", "panier", "carrito", "cesta", "filter",
    "filters", "selection", "cookie", "cookies", "session", "sessions",
];

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

/// Parts of addresses that pages report to about themselves.
#[rustfmt::skip]
const REPORTS: &[&str] = &[
    "analytics", "telemetry", "metrics", "beacon", "beacons", "collect", "collector", "rum", "pixel", "sentry", "envelope", "csp", "gen204",
    "stats", "impression", "impressions", "amplitude", "mixpanel", "bugsnag", "newrelic", "datadoghq", "hotjar", "clarity", "doubleclick", "matomo",
    "piwik", "plausible", "logevent", "clientlog", "errorlog",
];

/// The same, where they mean something else on a site of one's own: its calendar has `events`.
const REPORTS_ELSEWHERE: &[&str] =
    &["event", "events", "log", "logs", "track", "tracking", "ingest", "capture", "batch"];

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

/// What a name says: its first word that says anything, as commands are named.
pub(super) fn of_name(name: &str) -> Option<Meaning> {
    let words = tokens(name);
    let meaning = words.iter().find_map(|word| of_word(word))?;
    Some(if meaning == Meaning::Does(Deletes) && holds(&words) { Meaning::Notes } else { meaning })
}

/// What a path says: its last segment that says anything, as resources are nested.
pub(super) fn of_path(path: &str) -> Option<Meaning> {
    let meaning = path.rsplit('/').find_map(of_name)?;
    Some(if meaning == Meaning::Does(Deletes) && holds(&tokens(path)) { Meaning::Notes } else { meaning })
}

/// Whether something that is only held for now is named.
pub(super) fn holds(words: &[String]) -> bool {
    words.iter().any(|word| HOLDERS.contains(&word.as_str()))
}

/// Whether an address is one that pages report to about themselves.
pub(super) fn is_report(host_and_path: &str, is_elsewhere: bool) -> bool {
    let is_it = |word: &String| {
        REPORTS.contains(&word.as_str()) || (is_elsewhere && REPORTS_ELSEWHERE.contains(&word.as_str()))
    };
    tokens(&host_and_path.replace("gen_204", "gen204").replace("log_event", "logevent")).iter().any(is_it)
}

fn of_word(word: &str) -> Option<Meaning> {
    if READS.contains(&word) {
        return Some(Meaning::Reads);
    }
    if NOTES.contains(&word) {
        return Some(Meaning::Notes);
    }
    DOES.iter().find(|(_, words)| words.contains(&word)).map(|(what, _)| Meaning::Does(*what))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_begin_with_their_verb_and_paths_end_with_it() {
        assert_eq!(tokens("placeOrder_v2/get-Cart"), ["place", "order", "v2", "get", "cart"]);
        for (name, expected) in [
            ("searchOrders", Some(Meaning::Reads)),
            ("placeOrder", Some(Meaning::Does(Buys))),
            ("removeFromCart", Some(Meaning::Notes)),
            ("deleteOrder", Some(Meaning::Does(Deletes))),
            ("addToCart", Some(Meaning::Notes)),
            ("frobnicate", None),
        ] {
            assert_eq!(of_name(name), expected, "{name}");
        }
        for (path, expected) in [
            ("/orders/search", Some(Meaning::Reads)),
            ("/search/orders/delete", Some(Meaning::Does(Deletes))),
            ("/checkout/cart/add", Some(Meaning::Notes)),
            ("/cart/checkout", Some(Meaning::Does(Buys))),
            ("/cart/items/remove", Some(Meaning::Notes)),
            ("/rpc/Shop/GetOrders", Some(Meaning::Reads)),
            ("/api/v2/messages", Some(Meaning::Does(Sends))),
            ("/messages/12/read", Some(Meaning::Reads)),
            ("/a/b", None),
        ] {
            assert_eq!(of_path(path), expected, "{path}");
        }
        assert!(is_report("stats.example/x", false) && is_report("o1.example/events", true));
        assert!(!is_report("calendar.example/events", false));
    }
}
