//! Claims against pages: what counts as proof, and what as objection.

use super::*;
use edith_page::raw::RawNode;
use edith_page::{RawPage, UidTable};

/// A page with this text and fields `(name, value)`.
fn page(url: &str, text: &[&str], fields: &[(&str, &str)]) -> Index {
    let node = |((name, value), node): (&(&str, &str), u32)| RawNode {
        node,
        tag: "input".into(),
        input_type: "text".into(),
        name: (*name).into(),
        value: Some((*value).into()),
        ..RawNode::default()
    };
    let raw = RawPage {
        url: url.into(),
        title: "A page".into(),
        document: "doc".into(),
        text: text.join("\n"),
        nodes: fields.iter().zip(1..).map(node).collect(),
        ..RawPage::default()
    };
    Index::build(raw, &mut UidTable::default())
}

const SHOP: &str = "https://shop.example/cart";
const LIST: &str = "https://a.example/list";

/// A whole look at a page elsewhere.
fn whole(text: &str) -> Read<'_> {
    Read { place: LIST, text, is_changes: false }
}

/// The check of a claim after an action led from the first page to the second.
fn after(summary: &str, words: &str, before: &[&str], now: &[&str]) -> Checked {
    let deeds = Deeds { changes: 1, last: Some(Deed::Acted), ..Deeds::default() };
    let claim = Claim::new(summary, Some(words));
    check(&claim, &deeds, Some(&page(SHOP, before, &[])), &page(SHOP, now, &[]), &[])
}

fn texts(checked: &Checked) -> Vec<&str> {
    checked.proofs.iter().map(|proof| proof.text.as_str()).collect()
}

#[test]
fn only_what_the_action_brought_shows_that_it_worked() {
    for (summary, words, before, now, shown) in [
        ("The profile is saved.", "", &["Profile"][..], &["Profile", "Profile saved"][..], &["Profile saved"][..]),
        ("Signed in.", "", &["Sign in"], &["Welcome back, Ada"], &["Welcome back, Ada"]),
        ("Das Profil ist gespeichert.", "", &["Profil"], &["Profil wurde gespeichert"], &["Profil wurde gespeichert"]),
        ("La commande est envoyée.", "", &["Panier"], &["Merci pour votre commande"], &["Merci pour votre commande"]),
        ("El pedido está enviado.", "", &["Cesta"], &["Gracias por su pedido"], &["Gracias por su pedido"]),
        // The model's evidence must exist, and be new.
        ("Added.", "Desk lamp", &["Cart"], &["Cart", "Desk lamp"], &["Desk lamp"]),
        ("Added.", "Desk lamp", &["Cart", "Desk lamp"], &["Cart", "Desk lamp"], &[]),
        ("Added.", "Floor lamp", &["Cart"], &["Cart", "Desk lamp"], &[]),
        ("Added.", "", &["Cart (1)"], &["Cart (2)"], &["Cart (1) → Cart (2)"]),
        // Clocks run by themselves.
        ("Added.", "", &["Ends in 12 minutes"], &["Ends in 11 minutes"], &[]),
        ("The total is 24.90.", "", &["Cart"], &["Total: € 24.90"], &["Total: € 24.90"]),
        // A number found nowhere casts doubt on everything else.
        ("Saved; the total is 24.90.", "", &["Cart"], &["Saved", "Total: € 124.90"], &[]),
        ("It says “Order 4711 placed”.", "", &["Cart"], &["Order 4711 placed"], &["Order 4711 placed"]),
        ("I clicked it.", "", &["Cart"], &["Cart", "Something else"], &[]),
    ] {
        let checked = after(summary, words, before, now);
        assert_eq!((texts(&checked), &checked.complaint), (shown.to_vec(), &None), "{summary}");
    }
}

#[test]
fn what_a_page_says_against_it_is_told() {
    for (before, now, complaint) in [
        (&["Sign in"][..], &["Sign in", "Wrong password."][..], Some("Wrong password.")),
        (&["Anmelden"], &["Das Passwort ist falsch."], Some("Das Passwort ist falsch.")),
        (&["Connexion"], &["Mot de passe incorrect"], Some("Mot de passe incorrect")),
        (&["Entrar"], &["Contraseña incorrecta"], Some("Contraseña incorrecta")),
        (&["Name"], &["Name", "This field is required"], Some("This field is required")),
        // It was there before.
        (&["Wrong password?"], &["Wrong password?"], None),
        (
            &["Sign in"],
            &[
                "Read how an error of the clerk led to the sale of the whole collection for nothing at all, and what the court said about it then",
            ],
            None,
        ),
    ] {
        let checked = after("Signed in.", "", before, now);
        assert_eq!(checked.complaint.as_deref(), complaint, "{now:?}");
        assert!(checked.proofs.is_empty(), "{now:?}");
    }
    // Reporting a failure is not a false claim, and no success either.
    let told = after("The page says: wrong password.", "Wrong password.", &["Sign in"], &["Wrong password."]);
    assert_eq!(told, Checked::default());
}

#[test]
fn answers_are_shown_by_the_page_or_by_what_was_read() {
    let now = page("https://b.example/", &["Desk lamp € 31.50", "In stock"], &[]);
    let read = [whole("<<<DATA page x>>>\n7 | LINK | \"Desk lamp, € 24.90\" [in: results]\n<<<END x>>>")];
    let claim = |summary: &str| Claim::new(summary, None);
    let checked = |summary: &str| check(&claim(summary), &Deeds::default(), None, &now, &read);
    assert_eq!(texts(&checked("It costs € 31.50.")), ["Desk lamp € 31.50"]);
    let both = checked("24.90 on the first, 31.50 on the second.");
    assert_eq!(texts(&both), ["Desk lamp, € 24.90", "Desk lamp € 31.50"]);
    assert_eq!(both.proofs[0].url, LIST);
    assert_eq!(texts(&checked("It costs € 19.90.")), Vec::<&str>::new());
    assert_eq!(texts(&checked("I think so.")), Vec::<&str>::new());
}

#[test]
fn headings_of_a_look_that_are_ours_show_nothing() {
    let now = page("https://b.example/", &["Nothing here"], &[]);
    let look = "URL: https://a.example/orders\nTitle: All orders are paid\nELEMENTS of this page as numbered:\n7 | LINK | \"Order 4711 is paid\"\nTEXT of the whole page here:\nURL of the shop: a.example\nRemarks on all of the orders:";
    let read = [whole(look)];
    let shown = |words: &str, summary: &str| {
        let claim = Claim::new(summary, Some(words));
        texts(&check(&claim, &Deeds::default(), None, &now, &read)).join("|")
    };
    for ours in ["All orders are paid", "ELEMENTS of this page", "TEXT of the whole page here", "a.example/orders"] {
        assert_eq!(shown(ours, "So it is."), "", "{ours}");
        assert_eq!(shown("", &format!("It says: {ours}.")), "", "{ours}");
    }
    // The control: what the page says in the same look counts, also in lines of that kind.
    assert_eq!(shown("Order 4711 is paid", "So it is."), "Order 4711 is paid");
    assert_eq!(shown("", "It says: remarks on all of the orders."), "Remarks on all of the orders:");
    assert_eq!(shown("Remarks on all", "So it is."), "Remarks on all of the orders:");
}

#[test]
fn what_a_person_reads_is_the_words_without_the_marks() {
    let now =
        page(SHOP, &["## Nana", "- Page 'Herbstfest' deleted.", "| 4 | Bergen | 31 |", "Due [unseen: Oslo] now"], &[]);
    let look = "URL: https://a.example/list\n93 | LINK | \"93\" [in: Rome, 93 < Trips] [to: /trips/93]\n12 | INPUT | \"City \\\"A\\\"\" [named by id] [value: \"Lyon\"]\n\
                40 | ROW | \"Emma · Austen\" [41 Open]\nTEXT:\n## Les villes\n| [33] 1 | Turin | [34 Ouvrir → /x] 12 |\n- Bath [1]";
    let changes = "CHANGES since step 2:\n+ TEXT (after the 2nd \"a) b\") Published: May 1, 1898\n+ TEXT (at the top) Deleted for good.\n\
                   - TEXT Draft of 1897\n+ 95 | LINK | \"Quito\"\n- 50 | ROW with 51";
    let read = [whole(look), Read { is_changes: true, ..whole(changes) }];
    let shown = |words: &str| {
        let checked = check(&Claim::new("So it is.", Some(words)), &Deeds::default(), None, &now, &read);
        checked.proofs.into_iter().map(|proof| (proof.text, proof.url)).collect::<Vec<_>>()
    };
    for (words, text, place) in [
        ("Nana", "Nana", SHOP),
        ("## Nana", "Nana", SHOP),
        ("Herbstfest", "Page 'Herbstfest' deleted.", SHOP),
        ("4 | Bergen", "4 · Bergen · 31", SHOP),
        ("Les villes", "Les villes", LIST),
        ("Rome", "Rome, 93", LIST),
        ("Lyon", "City \"A\": Lyon", LIST),
        ("Austen", "Emma · Austen", LIST),
        ("40 | ROW | \"Emma · Austen\" [41 Open]", "Emma · Austen", LIST),
        ("Turin", "1 · Turin · Ouvrir 12", LIST),
        ("Bath", "Bath", LIST),
        ("May 1, 1898", "Published: May 1, 1898", LIST),
        ("Deleted for good", "Deleted for good.", LIST),
        ("Quito", "Quito", LIST),
    ] {
        assert_eq!(shown(words), [(text.to_owned(), place.to_owned())], "{words}");
    }
    // What went, what nobody sees and what EDITH wrote show nothing.
    for words in ["Draft of 1897", "Oslo", "ROW with", "the 2nd", "/trips/93"] {
        assert_eq!(shown(words), [], "{words}");
    }
}

#[test]
fn fields_are_read_back_and_addresses_compared() {
    let filled = Deeds {
        changes: 2,
        last: Some(Deed::Filled(vec![(1, "Ada".into()), (2, "Paris".into())])),
        ..Deeds::default()
    };
    let before = page(SHOP, &[], &[("Name", ""), ("City", "Bonn")]);
    let now = page(SHOP, &[], &[("Name", "Ada"), ("City", "Bonn")]);
    let checked = check(&Claim::new("Filled in.", None), &filled, Some(&before), &now, &[]);
    assert_eq!(texts(&checked), ["Name: Ada"]);
    let went = |to: &str, summary: &str| {
        let deeds = Deeds { changes: 0, last: Some(Deed::Went(to.into())), ..Deeds::default() };
        texts(&check(&Claim::new(summary, None), &deeds, None, &now, &[])).join("|")
    };
    assert_eq!(went("https://www.shop.example/cart/", "Opened shop.example."), "A page");
    assert_eq!(went("https://shop.example/account", "Opened shop.example."), "");
    assert_eq!(went("https://shop.example/cart", "Everything is bought."), "");
}

#[test]
fn after_a_restart_nothing_is_new() {
    let deeds = Deeds { changes: 1, last: Some(Deed::Acted), ..Deeds::default() };
    let now = page(SHOP, &["Profile saved", "Wrong password"], &[]);
    assert_eq!(check(&Claim::new("Saved.", Some("saved")), &deeds, None, &now, &[]), Checked::default());
}

#[test]
fn words_that_give_up_are_known() {
    for (text, not_done) in [
        ("I cannot sum up this text.", true),
        ("**Sorry**, the shop is closed.", true),
        ("Leider gibt es das nicht.", true),
        ("Je n'ai pas pu me connecter.", true),
        ("No he podido entrar.", true),
        ("The lamp is in the cart.", false),
        ("Nothing else was needed; I cannot think of more.", false),
        ("Leiderts is the name of the shop.", false),
    ] {
        assert_eq!(says_not_done(text), not_done, "{text}");
    }
}

#[test]
fn a_task_that_wants_something_sent_says_so() {
    for (task, wants) in [
        ("Fill in the form and submit it", true),
        ("Trag meinen Namen ein und schicke es ab", true),
        ("Remplis le formulaire puis envoie tout", true),
        ("Rellene el formulario; envíe todo", true),
        ("Fill in the form, but do not submit it", false),
        ("Fülle es aus, ohne es abzusenden", false),
        ("Type 5 into the order field", false),
        ("Write the sender's name into the field", false),
    ] {
        assert_eq!(wants_sending(task), wants, "{task}");
    }
}
