//! What a page asks once more: an answer to it is for those words, and for no others that the page chooses next. And what a question shows of the requests
//! that are held back: each of them, whole or with its length.

use super::{SHOP, Try, json_of};
use edith_protocol::AskKind;
use edith_testkit::FakePage;
use fastrand::Rng;
use serde_json::json;

const DELETES: [(&str, &str); 6] = [
    ("Delete", "Draft of Monday"),
    ("Löschen", "Entwurf vom Montag"),
    ("Supprimer", "Brouillon de lundi"),
    ("Eliminar", "Borrador del lunes"),
    ("Elimina", "Bozza di lunedì"),
    ("Usuń", "Szkic z poniedziałku"),
];
/// What only asks, in the same languages.
const ASKS: [&[&str]; 6] = [
    &["Are you sure?", "Do you really want to delete this draft?", "Delete “Draft of Monday”? This can't be undone."],
    &["Sind Sie sicher?", "Möchten Sie den Entwurf wirklich löschen?", "Das kann nicht rückgängig gemacht werden."],
    &["Êtes-vous sûr ?", "Voulez-vous vraiment supprimer ce brouillon ?"],
    &["¿Seguro?", "¿Seguro que quieres eliminar este borrador?"],
    &["Sei sicuro?", "Vuoi davvero eliminare questa bozza?"],
    &["Czy na pewno chcesz usunąć ten szkic?"],
];
/// What adds to it. `@` is a name that was not shown.
const ADDS: [&[&str]; 6] = [
    &[
        "Delete @ and everything of all members?",
        "Delete the whole team?",
        "Delete this and its backups?",
        "Delete all?",
        "Delete @?",
    ],
    &["@ und alles aller Mitglieder löschen?", "Das ganze Team löschen?", "Wirklich alles löschen?", "@ löschen?"],
    &["Supprimer @ et tout le contenu des membres ?", "Tout supprimer ?", "Supprimer @ ?"],
    &["¿Eliminar @ y todo lo de los miembros?", "¿Eliminar todo?", "¿Eliminar @?"],
    &["Eliminare @ e tutto dei membri?", "Eliminare tutto?", "Eliminare @?"],
    &["Usunąć @ i wszystko?", "Usunąć wszystko?", "Usunąć @?"],
];
const NAMES: [&str; 5] = ["Payroll", "Finance", "Archive", "Mallory", "Production"];

/// How often the person was asked about a deletion that they allowed once, and whether the page's question was answered with OK.
fn confirmed(label: &str, within: &str, asks: &str, drawn: bool) -> (usize, bool) {
    let page = FakePage::new("Mail");
    let page = match drawn {
        true => page.button(label).within(within).dialog_by(label, asks, &["OK"]).button("Log out"),
        false => page.asking(label, asks).within(within).button("Log out"),
    };
    let one = Try::new("Tidy up at https://shop.example/").page(SHOP, page).opens(SHOP);
    let one = one.clicks(&format!("BUTTON:{label}"));
    let one = match drawn {
        true => one.clicks("BUTTON:OK"),
        false => one.does("handle_dialog", json!({ "accept": true })),
    };
    let played = one.answers(&["once"]).play();
    (played.asks.len(), played.did("dialog true") || played.did("click \"OK\""))
}

#[test]
fn a_yes_to_a_deed_is_for_a_question_that_adds_nothing_to_it() {
    let (mut rng, mut wrong, mut tries) = (Rng::with_seed(32_305), Vec::new(), 0);
    for ((at, (label, within)), (asks, adds)) in DELETES.into_iter().enumerate().zip(ASKS.into_iter().zip(ADDS)) {
        for drawn in [false, true] {
            for text in adds {
                let text = text.replace('@', NAMES[rng.usize(..NAMES.len())]);
                tries += 1;
                let seen = confirmed(label, within, &text, drawn);
                if seen != (2, false) {
                    wrong.push(format!("{text}: {seen:?}"));
                }
            }
            // The control: what only asks needs no second yes.
            for text in asks {
                tries += 1;
                let seen = confirmed(label, within, text, drawn);
                if seen != (1, true) {
                    wrong.push(format!("{at} {text}, drawn {drawn}: {seen:?}"));
                }
            }
        }
    }
    println!("{tries} questions after a yes: {wrong:#?}");
    assert!(wrong.is_empty(), "{} of {tries}", wrong.len());
}

/// Answers two questions of a page with OK; the person allows the first for as long as this.
fn accepted(first: &str, second: &str, answer: &'static str) -> (usize, usize) {
    let page = FakePage::new("Board").asking("Weiter", first).asking("Tovább", second).button("Log out");
    let ok = || json!({ "accept": true });
    let one = Try::new("Look at https://shop.example/").page(SHOP, page).opens(SHOP);
    let one = one.clicks("BUTTON:Weiter").does("handle_dialog", ok()).clicks("BUTTON:Tovább");
    let played = one.does("handle_dialog", ok()).answers(&[answer]).play();
    let done = played.world.browser.done();
    (played.asks.len(), done.iter().filter(|done| *done == "dialog true").count())
}

#[test]
fn an_ok_that_lasts_is_for_the_words_that_were_shown() {
    let texts = [
        "Shall I go on?",
        "Let Mallory in?",
        "Soll es weitergehen?",
        "Alles übernehmen?",
        "On continue ?",
        "¿Seguimos?",
        "よろしいですか？",
        "Shall I go on with all 57?",
        "Shall I go on with all 58?",
        "Keep it?",
    ];
    let mut wrong = Vec::new();
    for answer in ["task", "site"] {
        for (at, first) in texts.into_iter().enumerate() {
            let second = texts[(at + 1) % texts.len()];
            let (other, same) = (accepted(first, second, answer), accepted(first, first, answer));
            if (other, same) != ((2, 1), (1, 2)) {
                wrong.push(format!("{answer}: {first} {second}: {other:?} {same:?}"));
            }
        }
    }
    println!("words of questions: {wrong:#?}");
    assert!(wrong.is_empty(), "{}", wrong.len());
}

/// Presses keys of a page that knows the person, one after the other.
#[test]
fn a_yes_to_a_key_is_for_that_key() {
    let keys = ["e", "u", "y", "x", "Shift+I", "s"];
    for answer in ["once", "task", "site"] {
        for (at, first) in keys.into_iter().enumerate() {
            let second = keys[(at + 1) % keys.len()];
            let pressed = |second: &str| {
                let page = FakePage::new("Mail").text("Inbox").button("Log out");
                let one = Try::new("Look at https://shop.example/").page(SHOP, page).opens(SHOP);
                let one = one.does("press_key", json!({ "key": first })).does("press_key", json!({ "key": second }));
                one.answers(&[answer]).play().asks.len()
            };
            assert_eq!((pressed(second), pressed(first)), (2, 1), "{answer}: {first}, {second}");
        }
    }
}

#[test]
fn a_question_names_every_request_that_is_held_back() {
    for count in [1, 16, 17, 40, 64, 90] {
        let mut page = FakePage::new("Board").button("Weiter").button("Log out");
        let long = "y".repeat(700);
        for at in 0..count {
            let url = format!("{SHOP}x/{at}/frob?q={long}{at}");
            page.more_requests.entry("Weiter".to_owned()).or_default().push(json_of("POST", &url, "{}"));
        }
        let played =
            Try::new("Look at https://shop.example/").page(SHOP, page).opens(SHOP).clicks("BUTTON:Weiter").play();
        let ask = played.asks.first().unwrap();
        let AskKind::Approval(shown) = &ask.kind else { panic!("{ask:?}") };
        let has = |at: usize| {
            let url = format!("{SHOP}x/{at}/frob?q={long}{at}");
            shown.values.iter().any(|value| value.value == url)
        };
        let named = (0..count).filter(|at| has(*at)).count();
        let counted = shown.values.iter().any(|value| value.value.contains(&format!("{} more", count - named)));
        assert!(named == count || named >= 64 && counted, "{named} of {count}");
        assert!(!played.sent());
    }
}
