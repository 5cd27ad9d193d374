//! Documents from addresses and tabs, and what is kept of them, on fakes.

use edith_documents::call::Failure;
use edith_port::{BringError, Clock, TabPage, Table};
use edith_protocol::{
    AnswerBody, Command, ConversationId, DocumentShown, DocumentStage, DocumentState, ErrorBody, ErrorCode, Event,
    Extras, Given, HitShown, PageShown, TabId,
};
use edith_testkit::{Scripted, World};

const PDF: &str = "application/pdf";
const DAY: f64 = 86_400_000.0;
const LEASE: &[u8] =
    b"Lease\n=====\n\nThe notice period is three months.\n\nHeating is paid by the tenant.\n\x0cSecond page.\n";

fn sent(world: &World, command: Command) -> Result<AnswerBody, ErrorBody> {
    let reply = world.send(command).expect("the worker answers");
    reply.body.ok_or_else(|| reply.error.unwrap())
}

fn add(name: &str, url: Option<&str>, tab: Option<i32>, data: Option<&str>) -> Command {
    Command::DocumentAdd {
        document_id: None,
        name: name.into(),
        mime: String::new(),
        data: data.map(str::to_owned),
        url: url.map(str::to_owned),
        tab_id: tab.map(TabId),
        server_id: None,
    }
}

fn stored(answer: Result<AnswerBody, ErrorBody>) -> String {
    match answer {
        Ok(AnswerBody::DocumentStored { document_id }) => document_id,
        other => panic!("{other:?}"),
    }
}

fn fetched(world: &World, url: &str) -> Result<String, ErrorBody> {
    sent(world, add("", Some(url), None, None)).map(|body| stored(Ok(body)))
}

fn given(world: &World, text: &[u8]) -> String {
    use base64::Engine;
    let data = base64::engine::general_purpose::STANDARD.encode(text);
    stored(sent(world, add("lease.txt", None, None, Some(&data))))
}

fn read(world: &World, id: &str, password: Option<&str>) -> Result<DocumentShown, ErrorBody> {
    let command = Command::DocumentRead { document_id: id.into(), password: password.map(str::to_owned) };
    match sent(world, command)? {
        AnswerBody::DocumentRead { document } => Ok(document),
        other => panic!("{other:?}"),
    }
}

fn page(world: &World, id: &str, page: u32) -> Result<PageShown, ErrorBody> {
    match sent(world, Command::DocumentPage { document_id: id.into(), page, after: None })? {
        AnswerBody::Page { page, after: None } => Ok(page),
        other => panic!("{other:?}"),
    }
}

fn list(world: &World) -> Vec<DocumentShown> {
    match sent(world, Command::DocumentList { after: None }) {
        Ok(AnswerBody::Documents { documents, after: None }) => documents,
        other => panic!("{other:?}"),
    }
}

fn search(world: &World, query: &str, documents: Option<Vec<String>>) -> Result<Vec<HitShown>, ErrorBody> {
    match sent(world, Command::DocumentSearch { query: query.into(), documents, limit: None })? {
        AnswerBody::Passages { hits } => Ok(hits),
        other => panic!("{other:?}"),
    }
}

fn delete(world: &World, id: &str) -> Result<AnswerBody, ErrorBody> {
    sent(world, Command::DocumentDelete { document_id: id.into() })
}

/// Starts a run with a document; it waits for the model until the worker ends.
fn task_with(world: &World, id: &str) -> ConversationId {
    world.model.will([Scripted::Hang]);
    let documents = vec![Given { id: id.into(), ..Given::default() }];
    let command = Command::AgentRun { prompt: "read it".into(), conversation_id: None, tab_id: None };
    let reply = world.send_with(command, Extras { documents, ..Extras::default() }).unwrap();
    let Some(AnswerBody::Started { conversation_id, .. }) = reply.body else { panic!("{reply:?}") };
    world.settle_now();
    conversation_id
}

#[test]
fn a_file_comes_from_its_address_with_its_name_and_is_told_while_it_comes() {
    let world = World::default();
    world.bringer.leads("https://a.example/get?id=3", "https://cdn.example/f/x");
    world.bringer.file("https://cdn.example/f/x", PDF, "attachment; filename*=UTF-8''Miete%20%C3%9C.pdf", LEASE);
    let id = fetched(&world, "https://a.example/get?id=3").unwrap();
    let all = list(&world);
    assert_eq!((all.len(), all[0].name.as_str(), all[0].mime.as_str()), (1, "Miete Ü.pdf", PDF));
    assert_eq!((all[0].size, all[0].state), (LEASE.len() as u64, DocumentState::Stored));
    assert_eq!(all[0].url.as_deref(), Some("https://cdn.example/f/x"));
    let told = world.events.all().into_iter().filter_map(|event| match event {
        Event::Document(told) => Some(told),
        _ => None,
    });
    let told: Vec<_> = told.collect();
    assert!(told.iter().all(|told| told.document_id == id && told.stage == DocumentStage::Fetch));
    assert_eq!(told.last().unwrap().done, told.last().unwrap().total);
    let named = sent(&world, add("mine.pdf", Some("https://cdn.example/f/x"), None, None));
    stored(named);
    assert!(list(&world).iter().any(|one| one.name == "mine.pdf"));
}

#[test]
fn nothing_that_others_lead_to_is_asked_for_in_the_persons_own_network() {
    let inside = [
        "http://localhost/",
        "http://LOCALHOST:8080/x.pdf",
        "http://localhost./",
        "http://a.localhost/",
        "http://127.0.0.1/",
        "http://127.1/",
        "http://127.0.1/",
        "http://127.255.255.254:9999/",
        "http://2130706433/",
        "http://0x7f000001/",
        "http://0x7f.0.0.1/",
        "http://0177.0.0.1/",
        "http://017700000001/",
        "http://0/",
        "http://0.0.0.0/",
        "http://0.1.2.3/",
        "http://10.0.0.1/",
        "http://10.255.1/",
        "http://167772161/",
        "http://172.16.0.1/",
        "http://172.31.255.255/",
        "http://192.168.0.1/",
        "http://192.168.257/",
        "http://3232235777/",
        "http://0xC0A80001/",
        "http://169.254.169.254/latest/meta-data/",
        "http://0xa9fea9fe/",
        "http://2852039166/",
        "http://100.64.0.1/",
        "http://100.127.255.255/",
        "http://[::1]/",
        "http://[::]/",
        "http://[0:0:0:0:0:0:0:1]/",
        "http://[::ffff:127.0.0.1]/",
        "http://[::ffff:7f00:1]/",
        "http://[::ffff:192.168.0.1]/",
        "http://[::127.0.0.1]/",
        "http://[64:ff9b::10.0.0.1]/",
        "http://[64:ff9b:1::c0a8:1]/",
        "http://[2002:7f00:1::]/",
        "http://[2002:c0a8:101::1]/",
        "http://[2001:0:4136:e378:8000:63bf:3f57:fefe]/",
        "http://[fe80::1]/",
        "http://[febf::1]/",
        "http://[fec0::1]/",
        "http://[fc00::1]/",
        "http://[fd12:3456::1]/",
        "http://router/",
        "http://printer.local/",
        "http://printer.local./",
        "http://nas.lan/",
        "http://wiki.corp/",
        "http://a.b.internal/",
        "http://fritz.home.arpa/",
        "http://intranet/hr.pdf",
        "HTTP://LocalHost/",
        "http:\\\\localhost\\x",
        "https://1.1.1.1.local/",
    ];
    assert!(inside.len() >= 40);
    for address in inside {
        let world = World::default();
        world.bringer.leads("https://a.example/", address);
        let error = fetched(&world, "https://a.example/").unwrap_err();
        assert_eq!(error.code, ErrorCode::AddressRefused, "{address}: {error}");
        assert_eq!(world.bringer.asked(), ["https://a.example/"], "{address}");
        assert_eq!(world.store.count(Table::Documents), 0, "{address}");
    }
    // A control: the same way to the internet is gone.
    for address in ["http://8.8.8.8/", "http://172.32.0.1/", "http://[2606:4700::1111]/", "http://local.example/"] {
        let world = World::default();
        world.bringer.leads("https://a.example/", address);
        world.bringer.file(address, PDF, "", LEASE);
        fetched(&world, "https://a.example/").unwrap();
    }
}

#[test]
fn no_other_scheme_is_asked_for_whoever_leads_there() {
    for address in ["file:///etc/passwd", "ftp://a.example/x", "data:text/plain,x", "chrome://settings", "javascript:1"]
    {
        let world = World::default();
        assert_eq!(fetched(&world, address).unwrap_err().code, ErrorCode::AddressRefused, "{address}");
        world.bringer.leads("https://a.example/", address);
        assert_eq!(fetched(&world, "https://a.example/").unwrap_err().code, ErrorCode::AddressRefused, "{address}");
        assert_eq!(world.bringer.asked(), ["https://a.example/"], "{address}");
    }
    let world = World::default();
    world.bringer.leads("https://a.example/", "https://me:secret@b.example/");
    assert_eq!(fetched(&world, "https://a.example/").unwrap_err().code, ErrorCode::AddressRefused);
}

#[test]
fn a_private_address_that_the_person_writes_is_theirs_to_open_but_no_way_back() {
    let world = World::default();
    world.bringer.file_by("http://192.168.0.9/scan.pdf", PDF, "", LEASE, "192.168.0.9");
    fetched(&world, "http://192.168.0.9/scan.pdf").unwrap();
    world.bringer.leads("http://nas.local/a", "http://192.168.0.9/scan.pdf");
    fetched(&world, "http://nas.local/a").unwrap();
    // Through the internet it leads back into the network no more.
    world.bringer.leads("http://nas.local/b", "https://a.example/");
    world.bringer.leads("https://a.example/", "http://192.168.0.9/scan.pdf");
    assert_eq!(fetched(&world, "http://nas.local/b").unwrap_err().code, ErrorCode::AddressRefused);
}

#[test]
fn a_public_name_that_the_own_network_answers_for_gives_nothing() {
    let world = World::default();
    for by in ["192.168.0.1", "10.0.0.7", "169.254.169.254", "::ffff:10.0.0.7", "fd00::7"] {
        world.bringer.file_by("https://rebound.example/a.pdf", PDF, "", LEASE, by);
        let error = fetched(&world, "https://rebound.example/a.pdf").unwrap_err();
        assert_eq!(error.code, ErrorCode::AddressRefused, "{by}");
    }
    // Behind a public machine, a name is not bound to this one.
    world.bringer.leads("https://a.example/", "https://rebound.example/b.pdf");
    world.bringer.file_by("https://rebound.example/b.pdf", PDF, "", LEASE, "127.0.0.1");
    assert_eq!(fetched(&world, "https://a.example/").unwrap_err().code, ErrorCode::AddressRefused);
    assert_eq!(world.store.count(Table::Documents), 0);
    // A program of the person's that stands between answers for all names.
    world.bringer.file_by("https://c.example/c.pdf", PDF, "", LEASE, "127.0.0.1");
    fetched(&world, "https://c.example/c.pdf").unwrap();
    world.bringer.file_by("https://d.example/d.pdf", PDF, "", LEASE, "");
    fetched(&world, "https://d.example/d.pdf").unwrap();
}

#[test]
fn a_page_to_sign_in_is_no_document() {
    let world = World::default();
    let refused = |url: &str| fetched(&world, url).unwrap_err().code;
    for to in [
        "https://accounts.google.com/ServiceLogin?continue=x",
        "https://login.microsoftonline.com/common/oauth2/authorize",
        "https://a.example/users/sign_in",
        "https://a.example/login.aspx?ReturnUrl=x",
    ] {
        world.bringer.leads("https://a.example/a.pdf", to);
        assert_eq!(refused("https://a.example/a.pdf"), ErrorCode::SignInNeeded, "{to}");
    }
    let form = b"<html><form><input name=u><input TYPE='password' name=p></form></html>";
    world.bringer.file("https://b.example/a.pdf", "text/html", "", form);
    assert_eq!(refused("https://b.example/a.pdf"), ErrorCode::SignInNeeded);
    world.bringer.fails("https://c.example/a.pdf", BringError::Status(401));
    assert_eq!(refused("https://c.example/a.pdf"), ErrorCode::SignInNeeded);
    // A link that shares a file is answered with a file or with none.
    let file = "https://drive.usercontent.google.com/download?id=1aB&export=download&confirm=t";
    world.bringer.file(file, "text/html", "", b"<html>You need access</html>");
    assert_eq!(refused("https://drive.google.com/file/d/1aB/view"), ErrorCode::SignInNeeded);
    world.bringer.file(file, PDF, "", LEASE);
    fetched(&world, "https://drive.google.com/file/d/1aB/view").unwrap();
    // Controls: a page without a password, and one that is about signing in.
    world.bringer.file("https://d.example/", "text/html", "", b"<html>News</html>");
    fetched(&world, "https://d.example/").unwrap();
    world.bringer.file("https://d.example/login/help", "text/html", "", b"<html>How to sign in</html>");
    fetched(&world, "https://d.example/login/help").unwrap();
}

#[test]
fn what_does_not_come_is_said() {
    let world = World::default();
    let said = |url: &str| fetched(&world, url).unwrap_err();
    for (error, code, word) in [
        (BringError::Status(404), ErrorCode::DocumentNotFetched, "404"),
        (BringError::Status(500), ErrorCode::DocumentNotFetched, "500"),
        (BringError::Unreachable("no network".into()), ErrorCode::DocumentNotFetched, "no network"),
        (BringError::TooLarge, ErrorCode::DocumentLimit, "50 MB"),
    ] {
        world.bringer.fails("https://a.example/big.pdf", error);
        let error = said("https://a.example/big.pdf");
        assert!(error.code == code && error.message.contains(word), "{error:?}");
    }
    assert_eq!(said("https://nowhere.example/").code, ErrorCode::DocumentNotFetched);
    world.bringer.file("https://a.example/none.pdf", PDF, "", b"");
    assert!(said("https://a.example/none.pdf").message.contains("none.pdf"));
    world.bringer.leads("https://a.example/1", "https://a.example/2");
    world.bringer.leads("https://a.example/2", "https://a.example/1");
    assert!(said("https://a.example/1").message.contains("without end"));
    world.bringer.hangs("https://a.example/slow.pdf");
    let before = world.clock.now();
    assert!(said("https://a.example/slow.pdf").message.contains("120 seconds"));
    assert!((119_000.0..130_000.0).contains(&(world.clock.now() - before)));
    assert_eq!(world.store.count(Table::Documents), 0);
    for nothing in [add("a.pdf", None, None, None), add("a.pdf", Some("https://a.example/"), None, Some("AAAA"))] {
        assert_eq!(sent(&world, nothing).unwrap_err().code, ErrorCode::BadDocument);
    }
}

#[test]
fn a_tab_gives_its_article_or_its_file() {
    let world = World::default();
    let open = |url: &str| world.browser.open_in_front(url);
    let article = open("https://news.example/a");
    let html = "<!DOCTYPE html>\n<html><title>News / today</title><p>Rain.</p></html>";
    let shown = TabPage {
        url: "https://news.example/a".into(),
        mime: "text/html".into(),
        title: "News / today".into(),
        html: html.into(),
    };
    world.bringer.shows(article, shown);
    stored(sent(&world, add("", None, Some(article.0), None)));
    let first = list(&world).remove(0);
    assert_eq!((first.name.as_str(), first.mime.as_str()), ("News   today.html", "text/html"));
    assert_eq!((first.size, first.url.as_deref()), (html.len() as u64, Some("https://news.example/a")));
    assert!(world.bringer.asked().is_empty());
    // A file is fetched once more with the person's session, also from their own network: they see it.
    let file = open("http://192.168.0.9/scan.pdf");
    world.bringer.shows(file, TabPage { mime: PDF.into(), ..TabPage::default() });
    world.bringer.file_by("http://192.168.0.9/scan.pdf", PDF, "", LEASE, "192.168.0.9");
    stored(sent(&world, add("", None, Some(file.0), None)));
    assert!(list(&world).iter().any(|one| one.name == "scan.pdf"));
    let refused = |tab: i32| sent(&world, add("", None, Some(tab), None)).unwrap_err();
    let local = open("file:///home/me/a.pdf");
    assert!(refused(local.0).message.contains("Attach it"));
    let own = open("chrome://settings/");
    for tab in [own.0, 4_711] {
        assert_eq!(refused(tab).code, ErrorCode::DocumentNotFetched);
    }
}

#[test]
fn a_read_document_is_shown_searched_listed_and_deleted() {
    let world = World::default();
    let id = given(&world, LEASE);
    assert_eq!(list(&world)[0].state, DocumentState::Stored);
    assert_eq!(search(&world, "notice", None).unwrap(), []);
    let shown = read(&world, &id, None).unwrap();
    assert_eq!((shown.pages, shown.state, shown.kind.as_deref()), (2, DocumentState::Read, Some("text")));
    assert!(shown.hash.is_some_and(|hash| hash.len() == 64));
    let first = page(&world, &id, 1).unwrap();
    assert_eq!((first.blocks.len(), first.blocks[0].kind.as_str(), first.blocks[0].level), (3, "heading", Some(1)));
    assert!(first.text.contains("three months") && page(&world, &id, 2).unwrap().text.contains("Second"));
    for wrong in [0, 3] {
        assert_eq!(page(&world, &id, wrong).unwrap_err().code, ErrorCode::NoPage);
    }
    let hits = search(&world, "notice period", Some(vec![id.clone()])).unwrap();
    assert_eq!((hits[0].document_id.as_str(), hits[0].page), (id.as_str(), 1));
    assert_eq!(search(&world, "notice", Some(vec!["nowhere".into()])).unwrap_err().code, ErrorCode::UnknownDocument);
    assert_eq!(search(&world, "  ", None).unwrap(), []);
    assert!(list(&world)[0].bytes > 0);
    // Another worker finds what was read.
    world.restart_worker();
    read(&world, &id, None).unwrap();
    assert_eq!((world.reader.readings(), search(&world, "notice", None).unwrap().len()), (1, 1));
    delete(&world, &id).unwrap();
    assert_eq!((list(&world), world.store.count(Table::Documents)), (vec![], 0));
    assert_eq!(search(&world, "notice", None).unwrap(), []);
    assert_eq!(read(&world, &id, None).unwrap_err().code, ErrorCode::UnknownDocument);
    assert_eq!(page(&world, &id, 1).unwrap_err().code, ErrorCode::UnknownDocument);
}

#[test]
fn a_page_is_read_when_it_is_asked_for_and_a_worker_may_die_over_it() {
    let mut deaths = 0;
    for at in 1..60 {
        let world = World::default();
        let id = given(&world, LEASE);
        world.life().die_at(world.life().passed() + at);
        let first = world.send(Command::DocumentRead { document_id: id.clone(), password: None });
        if !world.life().is_over() {
            assert!(first.unwrap().ok);
            break;
        }
        deaths += 1;
        world.restart_worker();
        assert!(page(&world, &id, 1).unwrap().text.contains("three months"), "killed at {at}");
        assert_eq!(read(&world, &id, None).unwrap().pages, 2, "killed at {at}");
        assert_eq!(world.reader.readings(), 1, "killed at {at}");
    }
    assert!(deaths > 4, "{deaths}");
}

#[test]
fn pages_of_a_pdf_are_shown_as_pictures_and_a_text_has_none() {
    let world = World::default();
    world.bringer.file("https://a.example/lease.pdf", PDF, "", LEASE);
    let lease = fetched(&world, "https://a.example/lease.pdf").unwrap();
    let text = given(&world, LEASE);
    for id in [&lease, &text] {
        read(&world, id, None).unwrap();
    }
    let picture = |id: &str, page: u32, width: Option<u32>| match sent(
        &world,
        Command::DocumentPicture { document_id: id.into(), page, width, password: None },
    )? {
        AnswerBody::Picture { picture } => Ok(picture),
        other => panic!("{other:?}"),
    };
    assert_eq!(picture(&lease, 2, None).unwrap(), "data:image/jpeg,2 1200");
    assert_eq!(picture(&lease, 1, Some(800)).unwrap(), "data:image/jpeg,1 800");
    let refused = |id: &str, page: u32| -> ErrorBody { picture(id, page, None).unwrap_err() };
    assert!(refused(&lease, 9).message.contains('2'), "{:?}", refused(&lease, 9));
    assert_ne!(refused(&text, 1).message, "");
    assert_eq!(refused("gone", 1).code, ErrorCode::UnknownDocument);
}

#[test]
fn an_encrypted_document_asks_for_its_password_and_keeps_it_nowhere() {
    let world = World::default();
    let id = given(&world, b"password: sesame-31\nHidden.");
    assert_eq!(read(&world, &id, None).unwrap_err().code, ErrorCode::NeedsPassword);
    assert_eq!(page(&world, &id, 1).unwrap_err().code, ErrorCode::NeedsPassword);
    assert_eq!(read(&world, &id, Some("open")).unwrap_err().code, ErrorCode::WrongPassword);
    assert_eq!(read(&world, &id, Some("sesame-31")).unwrap().pages, 1);
    assert!(page(&world, &id, 1).unwrap().text.contains("Hidden"));
    let events = serde_json::to_string(&world.events.all()).unwrap();
    assert!(!events.contains("sesame-31"));
}

#[test]
fn what_cannot_be_read_is_said_and_stays_to_be_deleted() {
    let world = World::default();
    let id = given(&world, b"%DAMAGED");
    let error = read(&world, &id, None).unwrap_err();
    assert_eq!(error.code, ErrorCode::UnreadableDocument);
    assert!(error.message.contains("lease.txt") && error.message.contains("it has no end"), "{error}");
    for (failure, code) in [
        (Failure::Crashed, ErrorCode::UnreadableDocument),
        (Failure::TimedOut { seconds: 60 }, ErrorCode::UnreadableDocument),
        (Failure::TooLarge { limit: 200_000_000 }, ErrorCode::DocumentLimit),
        (Failure::UnsupportedKind { kind: "Word 97".into() }, ErrorCode::UnreadableDocument),
    ] {
        world.reader.will_fail([failure.clone()]);
        assert_eq!(read(&world, &id, None).unwrap_err().code, code, "{failure:?}");
    }
    assert_eq!(list(&world)[0].state, DocumentState::Stored);
    delete(&world, &id).unwrap();
    assert_eq!(list(&world), []);
}

#[test]
fn the_library_stays_and_what_was_never_used_goes() {
    let world = World::default();
    let left = given(&world, b"left");
    let kept = given(&world, LEASE);
    read(&world, &kept, None).unwrap();
    world.bringer.file("https://a.example/a.pdf", PDF, "", LEASE);
    let fetched = fetched(&world, "https://a.example/a.pdf").unwrap();
    world.clock.advance(2.0 * DAY);
    world.restart_worker();
    let mut ids: Vec<String> = list(&world).into_iter().map(|one| one.id).collect();
    ids.sort();
    let mut expected = [kept, fetched];
    expected.sort();
    assert_eq!(ids, expected);
    assert!(!ids.contains(&left));
}

#[test]
fn a_document_goes_with_the_last_conversation_that_it_was_given_to() {
    let world = World::default();
    let id = given(&world, LEASE);
    read(&world, &id, None).unwrap();
    let conversation = task_with(&world, &id);
    // While a task has it, it stays.
    assert_eq!(delete(&world, &id).unwrap_err().code, ErrorCode::Busy);
    assert_eq!(list(&world).len(), 1);
    sent(&world, Command::ConversationDelete { conversation_id: conversation }).unwrap();
    assert_eq!((list(&world), search(&world, "notice", None).unwrap()), (vec![], vec![]));
    // Once its task is over, the person may delete it from the library.
    let id = given(&world, LEASE);
    task_with(&world, &id);
    sent(&world, Command::AgentStop { run_id: None }).unwrap();
    world.settle();
    delete(&world, &id).unwrap();
    assert_eq!(list(&world), []);
}

#[test]
fn a_task_is_given_a_document_by_its_address() {
    let world = World::default();
    world.bringer.file("https://a.example/a.pdf", PDF, "", LEASE);
    world.model.will([Scripted::Hang]);
    let by = |url: &str| Extras { documents: vec![Given { url: url.into(), ..Given::default() }], ..Extras::default() };
    let command = Command::AgentRun { prompt: "read it".into(), conversation_id: None, tab_id: None };
    let reply = world.send_with(command.clone(), by("https://a.example/a.pdf")).unwrap();
    assert!(reply.ok, "{reply:?}");
    world.settle_now();
    let asked = format!("{:?}", world.model.requests().last().unwrap().messages);
    assert!(asked.contains("a.pdf"), "{asked}");
    world.bringer.leads("https://b.example/", "http://192.168.0.1/");
    let reply = world.send_with(command, by("https://b.example/")).unwrap();
    assert_eq!(reply.error.unwrap().code, ErrorCode::AddressRefused);
}
