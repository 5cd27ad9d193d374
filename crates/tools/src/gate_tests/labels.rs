//! What the labels of buttons commit to, in four languages.

use super::*;

/// Each line: the effect of clicking buttons with these names.
fn check_buttons(expected: char, names: &[&str]) {
    for name in names {
        assert_eq!(letter(click_on(element(1, K::Button, name), SHOP)), expected, "{name}");
        assert_eq!(letter(click_on(element(1, K::Menuitem, &name.to_uppercase()), SHOP)), expected, "{name}");
    }
}

#[test]
fn buying_is_recognised() {
    check_buttons(
        'b',
        &[
            "Place order",
            "Place your order",
            "Buy now",
            "Buy",
            "Buy it now",
            "Buy now with 1-Click",
            "Order now",
            "Confirm order",
        ],
    );
    check_buttons(
        'b',
        &["Complete purchase", "Review and place order", "Submit order", "Confirm booking", "Place bid", "Buy for $20"],
    );
    check_buttons(
        'b',
        &[
            "Kaufen",
            "Jetzt kaufen",
            "Zahlungspflichtig bestellen",
            "Bestellung abschicken",
            "Bestellen",
            "Kauf abschließen",
        ],
    );
    check_buttons(
        'b',
        &["Comprar", "Comprar ahora", "Realizar pedido", "Confirmar compra", "Acheter", "Passer la commande"],
    );
    check_buttons('b', &["Valider ma commande", "Confirmer l’achat", "Commande avec obligation de paiement"]);
}

#[test]
fn paying_is_recognised() {
    check_buttons(
        'p',
        &[
            "Pay",
            "Pay €12",
            "Pay $12.50 now",
            "Pay with PayPal",
            "Order and pay",
            "Agree & pay",
            "Confirm payment",
            "Send money",
            "Donate",
        ],
    );
    check_buttons(
        'p',
        &["Bezahlen", "12,00 € bezahlen", "Jetzt zahlen", "Mit PayPal bezahlen", "Überweisen", "Zahlung bestätigen"],
    );
    check_buttons('p', &["Pagar", "Pagar 12 €", "Realizar pago", "Payer", "Payer 12 €", "Valider et payer"]);
}

#[test]
fn sending_posting_and_deleting_are_recognised() {
    check_buttons(
        's',
        &[
            "Send",
            "Send message",
            "Send \u{202a}(Ctrl-Enter)\u{202c}",
            "Send feedback",
            "Save and send",
            "Submit application",
        ],
    );
    check_buttons(
        's',
        &[
            "Senden",
            "Nachricht senden",
            "Absenden",
            "Abschicken",
            "E-Mail verschicken",
            "Enviar",
            "Enviar mensaje",
            "Envoyer",
        ],
    );
    check_buttons(
        'o',
        &["Post", "Publish", "Tweet", "Post comment", "Publish now", "Submit review", "Post your review"],
    );
    check_buttons(
        'o',
        &["Veröffentlichen", "Beitrag veröffentlichen", "Posten", "Publicar", "Publier", "Publier l’avis"],
    );
    check_buttons(
        'd',
        &[
            "Delete",
            "Delete account",
            "Delete 3 messages",
            "Permanently delete",
            "Move to trash",
            "Yes, delete it",
            "Empty bin",
        ],
    );
    check_buttons(
        'd',
        &[
            "Löschen",
            "Konto löschen",
            "Endgültig löschen",
            "In den Papierkorb verschieben",
            "Eliminar",
            "Borrar cuenta",
            "Supprimer",
        ],
    );
}

#[test]
fn compound_words_and_divided_verbs_are_recognised() {
    check_buttons(
        'b',
        &["Book now", "Book a table", "Jetzt buchen", "Prenota ora", "Zarezerwuj teraz", "Upgrade plan"],
    );
    check_buttons(
        'o',
        &["Create issue", "Ticket erstellen", "Créer un sujet", "Utwórz zgłoszenie", "Salva e pubblica"],
    );
    check_buttons('d', &["Kontolöschung bestätigen", "Forzar eliminación", "Datenbank zurücksetzen", "Skasuj"]);
    check_buttons('s', &["Rechnung versenden", "Reiche den Antrag ein", "Prześlij zgłoszenie"]);
    check_buttons('p', &["Zahlung leisten", "Zwrot wybranych płatności", "Manuelle Rückerstattung veranlassen"]);
    check_buttons('-', &["Prześlij plik", "Clé publique", "Notebook", "Booking details", "Neue Bestellungen"]);
}

#[test]
fn what_only_sounds_like_it_is_not_asked() {
    check_buttons(
        '-',
        &[
            "Add to cart",
            "Add to basket",
            "Search",
            "Proceed to checkout",
            "Checkout",
            "Go to checkout",
            "Continue",
            "Next",
        ],
    );
    check_buttons(
        '-',
        &[
            "Pay attention to the sizes",
            "Pay later",
            "Pay per view",
            "Ways to pay",
            "Payment methods",
            "Payslips",
            "How to pay",
        ],
    );
    // Another word beside them may be a name that somebody chose.
    check_buttons('s', &["Send feedback later?", "Send settings to Ann"]);
    let grants = |name: &str| click_on(element(1, K::Button, name), SHOP) == EffectClass::Commits(Commitment::Account);
    assert!(grants("Grant access: Cookie Monster") && grants("Grant access to Help Desk"));
    check_buttons(
        '-',
        &[
            "Send later?",
            "Send code",
            "Send me a new code",
            "Sender",
            "Sent",
            "Schedule",
            "Resend code",
            "Send to back",
        ],
    );
    check_buttons(
        '-',
        &[
            "Blog posts",
            "Posts",
            "Postcode",
            "Post office",
            "Most recent posts",
            "Publisher",
            "Share",
            "Reply",
            "Comment",
        ],
    );
    check_buttons(
        '-',
        &[
            "Remove filter",
            "Remove from cart",
            "Delete from cart",
            "Delete filters",
            "Deleted items",
            "Clear all",
            "Undelete",
        ],
    );
    check_buttons(
        '-',
        &[
            "Order by price",
            "Orders",
            "Your orders",
            "Order",
            "Buyer protection",
            "Buying guide",
            "Cancel",
            "Close",
            "Save",
            "Submit",
        ],
    );
    check_buttons(
        '-',
        &[
            "In den Warenkorb",
            "Zur Kasse",
            "Suchen",
            "Filter löschen",
            "Aus dem Warenkorb löschen",
            "Später senden",
            "Daten und Zahlen",
        ],
    );
    check_buttons(
        '-',
        &["Code senden", "Teilen", "Weiter", "Sendungen", "Posteingang", "Kaufberatung", "Bestellungen"],
    );
    check_buttons(
        '-',
        &[
            "Añadir al carrito",
            "Tramitar pedido",
            "Buscar",
            "Eliminar del carrito",
            "Borrar filtros",
            "Publicaciones",
            "Compras",
        ],
    );
    check_buttons(
        '-',
        &[
            "Ajouter au panier",
            "Procéder au paiement",
            "Rechercher",
            "Supprimer du panier",
            "Publications",
            "Continuer",
            "Commander",
        ],
    );
    check_buttons('-', &["OK", "Yes", "Confirm", "Accept cookies", "Like", "Log in", "Sign in with PayPal", ""]);
}

#[test]
fn a_label_is_read_to_its_end_and_no_other_words_soften_money_or_loss() {
    let filler =
        "and much more about our shop in which somebody explains at length what every single thing of it means ";
    for (expected, label) in [
        ('d', format!("Delete nothing: {filler}")),
        ('d', format!("{} delete {filler}", filler.repeat(20))),
        ('b', format!("{} place order {filler}", filler.repeat(20))),
        ('p', format!("{} pay now", filler.repeat(20))),
    ] {
        assert_eq!(letter(click_on(element(1, K::Button, &label), SHOP)), expected, "{label}");
    }
    check_buttons('b', &["Buy now, pay later", "Place order as guest", "Preview and place order", "Order now: draft"]);
    check_buttons('p', &["Confirm payment later", "Pay all", "Send money as a draft"]);
    check_buttons(
        'd',
        &[
            "Delete all",
            "Delete account and filters",
            "Delete from cart and account",
            "Delete drafts",
            "Preview and delete",
        ],
    );
    let pay_later = |url| letter(click_on(element(1, K::Button, "Pay later"), url));
    assert_eq!((pay_later(SHOP), pay_later("https://shop.example/checkout")), ('-', 'p'));
    let all = click_on(element(1, K::Button, "Sign out of all devices"), SHOP);
    assert_eq!(all, EffectClass::Commits(Commitment::Account));
    // A written text goes to somebody, whatever the label says.
    let beside_text = |name: &str, method: &str| {
        let form = form(method, "https://shop.example/x", name);
        let beside = Beside { text: true, ..Beside::default() };
        letter(click_on(ElementFacts { form, beside, is_submit: true, ..element(1, K::Button, name) }, SHOP))
    };
    for (name, method, expected) in [
        ("Verzenden", "post", 's'),
        ("Verzenden", "dialog", '-'),
        ("Save", "post", 's'),
        ("Translate", "post", 's'),
        ("Search", "post", 's'),
    ] {
        assert_eq!(beside_text(name, method), expected, "{name} {method}");
    }
    // Beside a card's number each word may be the one for paying.
    let submit = |name: &str| {
        let beside = Beside { card: true, ..Beside::default() };
        let form = form("post", "https://shop.example/x", name);
        letter(click_on(ElementFacts { form, beside, is_submit: true, ..element(1, K::Button, name) }, SHOP))
    };
    for (name, expected) in [
        ("Continue", 'p'),
        ("Continue to payment", 'p'),
        ("Betaal, continue", 'p'),
        ("Zapłać i zapisz: save", 'p'),
        ("Preview betaling", 'p'),
    ] {
        assert_eq!(submit(name), expected, "{name}");
    }
}

#[test]
fn the_end_of_the_longest_label_is_seen() {
    let label = "every word of a label that a page makes as long as it can ".repeat(4);
    assert_eq!(letter(click_on(element(1, K::Button, &format!("{label} delete")), SHOP)), 'd');
}

#[test]
fn hidden_characters_and_accents_change_nothing() {
    check_buttons('b', &["Pl\u{200b}ace or\u{ad}der", "  place   ORDER  ", "Place\u{a0}order", "Place-order"]);
    check_buttons('d', &["Lo\u{308}schen", "LÖSCHEN"]);
    assert_eq!(words("Straße – Œuvre, l’été"), ["strasse", "oeuvre", "l", "ete"]);
}
