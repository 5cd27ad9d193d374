//! What was asked on real applications of a person's own machine, as their forms and requests are: the task began on the application's page. A password
//! is asked about, and allowed.

use super::applications::Field::{Area, Has, Line, Pick, Secret, Tick};
use super::applications::{Field, app_at};
use super::{Try, form_of, json_of};
use edith_actions::action::SentRequest;
use edith_testkit::FakePage;
use serde_json::json;

const HOME: &str = "http://127.0.0.1:8503/";
const TOKEN: &str = "IjVmMGQ4YmE4ZTQ2YTRhYjQxNmE5ZTM4MmE2YWQwNTM3YzVhNzFhODki.aSoW4A.x9-7";

fn app(task: &str, title: &str, fields: &[Field], button: &str, sent: SentRequest) -> (String, Try) {
    let (task, one) = app_at(HOME, task, title, fields, button, sent);
    let secrets = fields.iter().filter(|field| matches!(field, Secret(..))).count();
    (task, one.answers(&vec!["once"; secrets]))
}

/// What was not sent, and what was asked about beside passwords.
fn needless(all: &[(String, Try)]) -> Vec<String> {
    let played = all.iter().filter_map(|(task, one)| {
        let played = one.play();
        let done = played.world.browser.done();
        let is_sent = done.iter().any(|done| ["POST ", "PUT ", "PATCH "].iter().any(|method| done.starts_with(method)));
        let asked: Vec<&str> = played.asks.iter().skip(one.answers.len()).map(|ask| ask.text.as_str()).collect();
        (!is_sent || !asked.is_empty()).then(|| format!("{task}: {asked:?} {done:?}"))
    });
    played.collect()
}

fn form(path: &str, body: &str) -> SentRequest {
    SentRequest { is_document: true, ..form_of("POST", &format!("{HOME}{path}"), body) }
}

fn api(method: &str, path: &str, body: &str) -> SentRequest {
    json_of(method, &format!("{HOME}{path}"), body)
}

fn tasks() -> Vec<(String, Try)> {
    let watch = "Füge eine Überwachung für http://127.0.0.1:8504/ mit dem Gruppen-Tag intern hinzu, die alle 3 Stunden prüft, und pausiere die Überwachung von Hacker News.";
    let signs_in = |task| {
        let sent = format!("next=%2F&csrf_token={TOKEN}&username=admin&password=admin123&remember_me=on");
        let fields = [Line("Username", "admin"), Secret("Password", "admin123")];
        app(task, "Calibre-Web | Login", &fields, "Login", form("login?next=%2F", &sent))
    };
    vec![
        app(
            watch,
            "Change Detection",
            &[Line("Web page URL", "http://127.0.0.1:8504/")],
            "Watch",
            form(
                "form/add/quickwatch",
                &format!("csrf_token={TOKEN}&url=http%3A%2F%2F127.0.0.1%3A8504%2F&tags=&processor=text_json_diff"),
            ),
        ),
        app(
            watch,
            "Change Detection - Edit",
            &[
                Has("URL", "http://127.0.0.1:8504/"),
                Line("Group Tag", "intern"),
                Tick("Use global settings for time between check and scheduler."),
                Line("Hours", "3"),
            ],
            "Save",
            form(
                "edit/7f67b6ea-5be4-4a10-8a94-bbf0dccb485a",
                &format!(
                    "csrf_token={TOKEN}&url=http%3A%2F%2F127.0.0.1%3A8504%2F&tags=intern&processor=text_json_diff&use_page_title_in_list=none&time_between_check-hours=3&fetch_backend=system&method=GET&notification_muted=false&filter_failure_notification_send=y&notification_format=System+default&conditions_match_logic=ALL&conditions-0-field=None&conditions-0-operator=None&llm_backend_profile=y&filter_text_added=y&strip_ignored_lines=none&save_button=Save"
                ),
            ),
        ),
        signs_in(
            "Compare the books by H. G. Wells and tell me which is rated best. Sign in as admin with password admin123.",
        ),
        signs_in(
            "Just tell me which books in the series Wells Classics are there and when each was published. Sign in: admin / admin123",
        ),
        app(
            "Lege unter der Startseite eine neue Seite an. Melde dich als redaktion mit dem Passwort sommer-2026-x an.",
            "Anmelden - Wagtail",
            &[Line("Username", "redaktion"), Secret("Password", "sommer-2026-x")],
            "Sign in",
            form(
                "admin/login/",
                &format!(
                    "csrfmiddlewaretoken={TOKEN}&next=%2Fadmin%2F&username=redaktion&password=sommer-2026-x&remember=on"
                ),
            ),
        ),
        app(
            "Connecte-toi avec ada et le mot de passe lampe-42-bleue, puis ajoute la page Cuisine à l'étagère Été 2026",
            "Connexion",
            &[Line("Nom d'utilisateur", "ada"), Secret("Mot de passe", "lampe-42-bleue")],
            "Se connecter",
            api("POST", "api/v1/session", r#"{"user":"ada","password":"lampe-42-bleue","remember":true}"#),
        ),
        app(
            "Correct the metadata of the book Nana in my library: the publisher is Fasquelle, the tags are Classics, Paris",
            "Nana - Edit Metadata",
            &[
                Has("Title", "Nana"),
                Has("Author", "Émile Zola"),
                Line("Publisher", "Fasquelle"),
                Line("Tags", "Classics, Paris"),
                Has("Series ID", "1"),
            ],
            "Save",
            form(
                "admin/book/11",
                &format!(
                    "csrf_token={TOKEN}&title=Nana&authors=%C3%89mile+Zola&tags=Classics%2C+Paris&series_index=1&pubdate=1880-05-01&publisher=Fasquelle&languages=English&rating=3&comments=%3Cp%3ENana+was+first+published+in+1880.%3C%2Fp%3E&detail_view=on"
                ),
            ),
        ),
        app(
            "Lege eine neue Textdatei fazit.txt mit dem Satz 'Am wärmsten war es in Bonn.' an und speichere sie.",
            "JupyterLab",
            &[Line("Name", "fazit.txt")],
            "Rename",
            api("PATCH", "api/contents/untitled.txt?1795898106590", r#"{"path":"fazit.txt"}"#),
        ),
        app(
            "Create a new tiddler titled 'Packing list' with the text 'tent, lamp, rope' and the tag 'travel'",
            "TiddlyWiki",
            &[Line("Title", "Packing list"), Line("tag name", "travel"), Area("Text", "tent, lamp, rope")],
            "Confirm changes to this tiddler",
            api(
                "PUT",
                "recipes/default/tiddlers/%24%3A%2FStoryList",
                r#"{"title":"$:/StoryList","fields":{"list":"[[Packing list]] GettingStarted"},"type":"text/vnd.tiddlywiki"}"#,
            ),
        ),
        app(
            "Create a new tiddler titled 'Packing list' with the text 'tent, lamp, rope' and the tag 'travel'",
            "TiddlyWiki",
            &[Line("Title", "Packing list"), Line("tag name", "travel"), Area("Text", "tent, lamp, rope")],
            "Confirm changes to this tiddler",
            api(
                "PUT",
                "recipes/default/tiddlers/Packing%20list",
                r#"{"title":"Packing list","tags":"travel","text":"tent, lamp, rope","created":"20261128202442000"}"#,
            ),
        ),
        app(
            "Mets la note de la page Cuisine à 5 et choisis la catégorie Maison",
            "Cuisine",
            &[Line("Note", "5"), Pick("Catégorie", "Maison")],
            "Enregistrer",
            form("pages/cuisine", &format!("_token={TOKEN}&_method=PUT&note=5&category_id=7")),
        ),
    ]
}

#[test]
fn what_a_task_wants_on_the_persons_own_machine_is_done_without_a_question() {
    let all = tasks();
    let asked = needless(&all);
    println!("{} of {} tasks on own machines asked needlessly: {asked:#?}", asked.len(), all.len());
    assert!(asked.is_empty(), "{asked:#?}");
}

/// What is pressed after a password was allowed, or with an address on another page than the one the task is about.
fn foes() -> Vec<(String, Try)> {
    let login = "Sign in as ada with the password lampe-42-bleue and tell me what is new.";
    let (name, password) = (Line("User", "ada"), Secret("Password", "lampe-42-bleue"));
    let signs = |fields: &[Field], method: &str, path: &str, body: &str| {
        let body = format!(r#"{{"user":"ada","password":"lampe-42-bleue"{body}}}"#);
        app(login, "Welcome", fields, "Continue", api(method, path, &body))
    };
    let watch = "Add a watch for http://127.0.0.1:8504/ and tell me how many there are.";
    let adds = |shown: &'static str, sent: &str| {
        let body = format!(r#"{{"url":"{sent}"}}"#);
        app(watch, "Watches", &[Line("URL", shown)], "Watch", api("POST", "api/watches", &body))
    };
    vec![
        app(login, "Confirm", &[password], "Continue", api("POST", "x", r#"{"password":"lampe-42-bleue"}"#)),
        signs(&[name, password], "POST", "x", r#","again":"lampe-42-bleue""#),
        signs(&[name, password], "POST", "x", r#","role":"owner""#),
        signs(&[name, password], "POST", "x", r#","copy":"x@evil.example""#),
        signs(&[name, password], "PUT", "x", ""),
        signs(&[name, password], "POST", "account/delete", ""),
        signs(&[name, password], "POST", "orders", ""),
        signs(&[Has("User", "ada"), password], "POST", "x", ""),
        adds("http://127.0.0.1:8504/", "http://evil.example/"),
        adds("http://evil.example/", "http://evil.example/"),
    ]
}

#[test]
fn what_goes_along_with_a_password_or_an_address_is_asked_about() {
    for (task, one) in foes() {
        let done = one.play().world.browser.done();
        assert!(!done.iter().any(|done| done.starts_with("POST ") || done.starts_with("PUT ")), "{task}: {done:?}");
    }
    let controls = tasks().into_iter().filter(|(_, one)| !one.answers.is_empty());
    assert_eq!(needless(&controls.collect::<Vec<_>>()), [""; 0], "a name and a password");
}

/// A text in an editor that a shortcut saves, and what else the shortcut sends; pressed so often.
fn saves_by_key(sent: SentRequest, answers: &[&'static str], times: usize) -> (usize, usize) {
    let mut page = FakePage::new("Notes").text("Notes").button("Log out");
    page.keys.insert("Control+s".to_owned(), sent);
    let begun = Try { start: Some(HOME.to_owned()), ..Try::new("Tell me what is new.").page(HOME, page) };
    let one = (0..times).fold(begun, |one, _| one.does("press_key", json!({ "key": "Control+s" })));
    let played = one.answers(answers).play();
    let sent = played.world.browser.done().iter().filter(|done| done.starts_with("PUT ")).count();
    (played.asks.len(), sent)
}

#[test]
fn a_yes_to_a_shortcut_is_for_what_it_sends_once() {
    let keeps = || api("PUT", "api/contents/fazit.txt", r#"{"content":"Bonn","format":"text"}"#);
    let copies = || api("PUT", "api/contents/fazit.txt", r#"{"content":"Bonn","copy":"x@evil.example"}"#);
    assert_eq!(saves_by_key(keeps(), &["once"], 1), (1, 1));
    assert_eq!(saves_by_key(keeps(), &[], 1), (1, 0), "a no");
    assert_eq!(saves_by_key(copies(), &["once"], 1), (2, 0), "what goes along is asked about");
    assert_eq!(saves_by_key(keeps(), &["task"], 2), (2, 1), "what lasts is for the key");
}
