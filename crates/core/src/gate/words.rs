//! The words by which commitments are recognised, as data: English, German, Spanish, French.
//!
//! Written as people write them and compared folded (lower case, no accents), whole words only. A phrase that is missing here lets an
//! action pass unasked, one that is too wide asks too often; the tests beside hold examples of both kinds for each language.

use super::Commitment;
use super::Commitment::{Buys, Deletes, Pays, Posts, Sends};

/// Where in a label a phrase must stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum At {
    /// It is the whole label.
    Whole,
    /// The label starts with it.
    Start,
    /// The label ends with it, as German commands do.
    End,
    /// Anywhere in the label.
    Anywhere,
}

/// How sure a phrase is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sure {
    /// Also on a link that only leads somewhere.
    Firm,
    /// On everything but such links.
    Plain,
    /// Only on what sends a form, or beside a text that was just written: elsewhere it opens an editor or sorts a list.
    Weak,
}

/// Phrases of one meaning.
pub(super) struct Row {
    pub what: Commitment,
    pub at: At,
    pub sure: Sure,
    pub phrases: &'static [&'static str],
}

const fn row(what: Commitment, at: At, sure: Sure, phrases: &'static [&'static str]) -> Row {
    Row { what, at, sure, phrases }
}

/// What labels of buttons say. The first row that fits counts, so what weighs more stands first.
#[rustfmt::skip]
pub(super) const LABELS: &[Row] = &[
    // Money.
    row(Pays, At::Start, Sure::Plain, &["pay", "pagar", "payer", "donate now", "donate with", "transfer money", "transfer now", "transfer funds"]),
    row(Pays, At::Whole, Sure::Plain, &["donate", "donar", "spenden", "überweisen", "transferir", "faire un don"]),
    row(Pays, At::End, Sure::Plain, &["bezahlen", "zahlen"]),
    row(Pays, At::Anywhere, Sure::Firm, &[
        "and pay", "confirm payment", "submit payment", "complete payment", "make payment", "make a payment", "authorize payment",
        "authorise payment", "confirm pay", "confirm transfer", "und bezahlen", "und zahlen", "zahlung bestätigen", "zahlung freigeben",
        "zahlung abschließen", "überweisung ausführen", "überweisung bestätigen", "y pagar", "confirmar pago", "confirmar el pago",
        "realizar pago", "realizar el pago", "confirmar transferencia", "et payer", "and pagar", "and payer", "confirmer le paiement", "effectuer le paiement",
        "valider le paiement", "confirmer le virement",
    ]),
    row(Pays, At::Anywhere, Sure::Plain, &[
        "pay now", "send money", "send payment", "jetzt bezahlen", "jetzt zahlen", "jetzt spenden", "geld senden", "pagar ahora",
        "enviar dinero", "donar ahora", "payer maintenant", "envoyer de l'argent",
    ]),
    row(Buys, At::Anywhere, Sure::Firm, &[
        "place order", "place your order", "place my order", "place the order", "confirm order", "confirm your order", "confirm my order",
        "confirm purchase", "confirm your purchase", "complete order", "complete your order", "complete purchase",
        "complete your purchase", "submit order", "submit your order", "finalize order", "finalise order", "order with obligation to pay",
        "confirm booking", "complete booking", "confirm reservation", "complete reservation", "place bid", "confirm bid",
        "zahlungspflichtig", "kostenpflichtig", "kauf abschließen", "kauf bestätigen", "bestellung abschicken", "bestellung abschließen",
        "bestellung aufgeben", "bestellung absenden", "bestellung bestätigen", "verbindlich bestellen", "verbindlich buchen",
        "buchung abschließen", "buchung bestätigen", "gebot abgeben", "realizar pedido", "realizar el pedido", "realiza tu pedido",
        "realizar mi pedido", "confirmar pedido", "confirmar el pedido", "confirmar compra", "confirmar la compra", "confirmar reserva",
        "finalizar pedido", "completar compra", "completar pedido", "hacer pedido", "obligación de pago", "passer commande",
        "passer la commande", "passer ma commande", "valider la commande", "valider ma commande", "confirmer la commande",
        "confirmer ma commande", "confirmer l'achat", "confirmer mon achat", "finaliser la commande", "finaliser ma commande",
        "obligation de paiement", "confirmer la réservation",
    ]),
    row(Buys, At::Start, Sure::Plain, &[
        "buy now", "buy it", "buy this", "buy for", "buy with", "buy and", "order now", "purchase now", "jetzt kaufen", "sofort kaufen",
        "jetzt bestellen", "jetzt buchen", "comprar ahora", "comprar ya", "comprar por", "comprar con", "pedir ahora",
        "acheter maintenant", "acheter pour", "acheter avec", "acheter en", "commander maintenant",
    ]),
    row(Buys, At::Whole, Sure::Plain, &["buy", "purchase", "1-click", "kaufen", "bestellen", "comprar", "acheter"]),
    row(Buys, At::Whole, Sure::Weak, &["order", "book", "pedir", "finalizar compra", "commander", "réserver", "reservar", "buchen"]),
    // Loss.
    row(Deletes, At::Start, Sure::Firm, &[
        "delete", "permanently delete", "yes delete", "confirm delete", "confirm deletion", "löschen", "eliminar", "borrar", "supprimer",
    ]),
    row(Deletes, At::End, Sure::Firm, &["löschen"]),
    row(Deletes, At::Start, Sure::Plain, &[
        "move to trash", "move to bin", "empty trash", "empty bin", "empty recycle bin", "erase", "remove permanently",
        "permanently remove", "remove account", "close account", "close my account", "close your account", "deactivate account",
        "discard draft", "clear history", "clear all data", "factory reset", "mover a la papelera", "vaciar papelera",
        "vaciar la papelera", "cerrar cuenta", "vider la corbeille", "mettre à la corbeille", "déplacer vers la corbeille",
        "fermer le compte", "fermer mon compte",
    ]),
    row(Deletes, At::Anywhere, Sure::Plain, &["in den papierkorb", "papierkorb leeren", "konto schließen", "entwurf verwerfen"]),
    row(Deletes, At::Whole, Sure::Plain, &["trash", "wipe", "papierkorb", "papelera", "corbeille"]),
    // The public.
    row(Posts, At::Whole, Sure::Plain, &["post", "publish", "tweet", "repost", "retweet", "go live", "post it", "post all"]),
    row(Posts, At::Start, Sure::Plain, &[
        "post reply", "post comment", "post a comment", "post your", "post my", "post this", "post now", "post to", "post review",
        "post a review", "post answer", "post question", "post message", "post update", "post tweet", "post ad", "post listing",
        "publish now", "publish post", "publish article", "publish changes", "publish page", "publish review", "publish comment",
        "publish to", "submit review", "submit comment", "submit reply", "submit post", "share now", "share post", "publicar", "tuitear",
        "publier", "poster", "tweeter",
    ]),
    row(Posts, At::End, Sure::Plain, &["veröffentlichen", "posten", "twittern"]),
    row(Posts, At::Whole, Sure::Weak, &[
        "reply", "comment", "share", "answer", "antworten", "kommentieren", "teilen", "responder", "comentar", "compartir", "répondre",
        "commenter", "partager",
    ]),
    // Somebody else.
    row(Sends, At::Start, Sure::Plain, &["send", "enviar", "envoyer", "expédier", "senden", "absenden", "abschicken"]),
    row(Sends, At::End, Sure::Plain, &["senden", "absenden", "abschicken", "verschicken", "einsenden"]),
    row(Sends, At::Anywhere, Sure::Plain, &["and send", "und senden", "y enviar", "et envoyer"]),
    row(Sends, At::Start, Sure::Plain, &[
        "submit application", "submit request", "submit form", "submit ticket", "submit inquiry", "submit enquiry", "submit message",
        "submit claim", "submit report", "submit feedback", "submit your", "submit my",
    ]),
];

/// Phrases that take a meaning away from a label, wherever in it they stand.
#[rustfmt::skip]
pub(super) const NOT: &[(Commitment, &[&str])] = &[
    (Pays, &[
        "pay attention", "pay later", "pay per", "pay as", "pay scale", "pay gap", "pay rise", "pay raise", "pay slip", "pay slips",
        "pay grade", "pay stub", "pay stubs", "pay period", "pay heed", "pay tribute", "pay a visit", "pay equity", "pay transparency",
        "pay rate", "pay rates", "pay range", "pay and benefits", "payment reminder", "später bezahlen", "später zahlen", "in zahlen",
        "daten und zahlen", "fakten", "pagar después", "pagar más tarde", "pagar luego", "payer plus tard",
    ]),
    (Buys, &["order by", "how to", "buying guide", "buy later", "später kaufen", "comprar más tarde", "acheter plus tard"]),
    (Deletes, &[
        "cart", "basket", "shopping bag", "filter", "filters", "search", "delete key", "warenkorb", "einkaufswagen", "suche", "eingabe",
        "auswahl", "carrito", "cesta", "filtro", "filtros", "búsqueda", "selección", "panier", "filtre", "filtres", "recherche", "sélection",
    ]),
    (Posts, &["later", "settings", "más tarde", "plus tard", "später"]),
    (Sends, &[
        "later", "settings", "send code", "send a code", "send the code", "send me", "send otp", "send verification", "send new code",
        "send reset", "send to back", "send backward", "send backwards", "später", "code senden", "code erneut senden", "enviar código",
        "enviar el código", "enviar un código", "más tarde", "envoyer le code", "envoyer un code", "plus tard",
    ]),
];

/// Labels that confirm whatever the form or page is about.
#[rustfmt::skip]
pub(super) const CONFIRMS: &[&str] = &[
    "", "confirm", "submit", "complete", "finish", "finalize", "finalise", "yes confirm", "submit form", "bestätigen", "abschließen",
    "confirmar", "completar", "finalizar", "confirmer", "valider", "terminer", "soumettre",
];

/// Labels that agree to a question beside them, and mean nothing without one.
#[rustfmt::skip]
pub(super) const AGREES: &[&str] = &[
    "ok", "okay", "yes", "yes please", "yes i m sure", "i m sure", "i agree", "agree", "accept", "continue", "proceed", "go ahead",
    "remove", "discard", "ja", "ja bitte", "ja ich bin sicher", "weiter", "fortfahren", "entfernen", "zustimmen", "akzeptieren", "si",
    "aceptar", "continuar", "quitar", "oui", "accepter", "continuer", "retirer", "d'accord",
];

/// What questions are about: words anywhere in a dialog's text.
#[rustfmt::skip]
pub(super) const QUESTIONS: &[(Commitment, &[&str])] = &[
    (Pays, &[
        "pay", "payment", "charge", "charged", "transfer", "donate", "bezahlen", "zahlen", "zahlung", "überweisen", "überweisung",
        "abgebucht", "pagar", "pago", "cobrar", "cobrará", "transferir", "payer", "paiement", "débité", "débiter", "virement",
    ]),
    (Buys, &[
        "buy", "purchase", "order", "bid", "booking", "kaufen", "kauf", "bestellen", "bestellung", "zahlungspflichtig",
        "kostenpflichtig", "buchen", "buchung", "comprar", "compra", "pedido", "acheter", "achat", "commande", "commander",
    ]),
    (Deletes, &[
        "delete", "deleted", "deleting", "erase", "erased", "permanently", "trash", "löschen", "gelöscht", "löscht", "endgültig",
        "papierkorb", "eliminar", "eliminará", "borrar", "borrará", "papelera", "supprimer", "supprimé", "supprimée", "effacer",
        "définitivement", "corbeille",
    ]),
    (Posts, &["publish", "published", "post", "tweet", "veröffentlichen", "veröffentlicht", "posten", "publicar", "publicará", "publier", "publié"]),
    (Sends, &["send", "sent", "senden", "absenden", "abschicken", "gesendet", "verschicken", "enviar", "enviará", "envoyer", "envoyé"]),
];

/// What a form or page is about: words in the form's address and name, in the page's address and title.
#[rustfmt::skip]
pub(super) const PLACES: &[(Commitment, &[&str])] = &[
    (Deletes, &["delete", "destroy", "deletion", "löschen", "eliminar", "borrar", "supprimer"]),
    (Pays, &["pay", "payment", "payments", "donate", "donation", "transfer", "zahlung", "bezahlen", "überweisung", "pago", "paiement", "virement"]),
    (Buys, &[
        "checkout", "order", "purchase", "buy", "booking", "placeorder", "kasse", "bestellung", "bestellen", "buchung", "pedido", "compra",
        "commande", "achat",
    ]),
    (Posts, &["comment", "comments", "post", "review", "reviews", "reply", "publish", "kommentar", "bewertung", "comentario", "commentaire", "avis"]),
    (Sends, &[
        "contact", "message", "messages", "mail", "email", "send", "compose", "feedback", "inquiry", "enquiry", "application", "apply",
        "kontakt", "nachricht", "contacto", "mensaje", "contactez",
    ]),
];

/// Forms that only ask for something to be shown, or for somebody to be let in.
#[rustfmt::skip]
pub(super) const HARMLESS_FORMS: &[&str] = &[
    "search", "filter", "find", "lookup", "login", "signin", "logon", "session", "log in", "sign in", "sign on", "suche", "suchen",
    "anmelden", "buscar", "búsqueda", "iniciar sesión", "recherche", "rechercher", "connexion",
];

/// Names of fields in which Enter sends a message.
#[rustfmt::skip]
pub(super) const MESSAGE_FIELDS: &[&str] = &[
    "message", "chat", "reply", "write to", "nachricht", "antwort", "mensaje", "respuesta", "réponse",
];

/// Names of fields in which Enter publishes a comment.
#[rustfmt::skip]
pub(super) const COMMENT_FIELDS: &[&str] = &[
    "comment", "what's happening", "what's on your mind", "post text", "kommentar", "comentario", "commentaire",
];

/// Words of fields in which Enter does not send although they name a message: searches, and the parts of a mail.
#[rustfmt::skip]
pub(super) const OTHER_FIELDS: &[&str] = &[
    "search", "find", "suche", "suchen", "buscar", "rechercher", "recherche", "body", "subject", "betreff", "asunto", "objet",
];

/// Places to drop things for good.
pub(super) const BINS: &[&str] = &["trash", "bin", "recycle bin", "papierkorb", "papelera", "corbeille"];

/// The words of a text: folded to lower case without accents, invisible characters dropped, cut at everything but letters and digits.
pub(super) fn words(text: &str) -> Vec<String> {
    let folded: String = text
        .chars()
        .filter(|c| !crate::tool::fence::is_invisible(*c))
        .flat_map(char::to_lowercase)
        .flat_map(|c| Folded::of(c).into_iter())
        .collect::<String>()
        .replace('&', " and ");
    folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// Whether the phrase stands there in the words.
pub(super) fn stands(phrase: &str, at: At, label: &[String]) -> bool {
    let phrase = words(phrase);
    match at {
        At::Whole => label == phrase,
        At::Start => label.starts_with(&phrase),
        At::End => label.ends_with(&phrase),
        At::Anywhere => !phrase.is_empty() && label.windows(phrase.len()).any(|part| part == phrase),
    }
}

/// One or two letters that a letter with an accent is compared as.
struct Folded([Option<char>; 2]);

impl Folded {
    fn of(c: char) -> Self {
        let one = match c {
            'á' | 'à' | 'â' | 'ä' | 'ã' | 'å' => 'a',
            'é' | 'è' | 'ê' | 'ë' => 'e',
            'í' | 'ì' | 'î' | 'ï' => 'i',
            'ó' | 'ò' | 'ô' | 'ö' | 'õ' => 'o',
            'ú' | 'ù' | 'û' | 'ü' => 'u',
            'ç' => 'c',
            'ñ' => 'n',
            'ß' => return Self([Some('s'), Some('s')]),
            'œ' => return Self([Some('o'), Some('e')]),
            // Combining accents of decomposed text.
            '\u{300}'..='\u{36f}' => return Self([None, None]),
            other => other,
        };
        Self([Some(one), None])
    }

    fn into_iter(self) -> impl Iterator<Item = char> {
        self.0.into_iter().flatten()
    }
}
