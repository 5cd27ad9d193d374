//! Search by meaning on fakes: what only vectors find, servers that fail in every way, and vectors that are made through deaths and deletions.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use edith_lab::vector::vector;
use edith_port::{Clock, Store, Table};
use edith_protocol::{AnswerBody, Command, DocumentShown, DocumentStage, Event, HitShown};
use edith_testkit::{FakeAnswer, Piece, World};
use futures_util::FutureExt;
use serde_json::{Value, json};
use std::cell::Cell;
use std::rc::Rc;

const MODEL: &str = "embed-small";
const HOUSE: &str =
    "The flat has three rooms.\u{c}Pets are allowed if they are small.\u{c}The garden is behind the house.";

/// A server's answer with these vectors.
fn with(vectors: impl Iterator<Item = Vec<f32>>) -> FakeAnswer {
    let data: Vec<Value> =
        vectors.enumerate().map(|(index, vector)| json!({ "index": index, "embedding": vector })).collect();
    FakeAnswer::ok(json!({ "object": "list", "data": data }).to_string())
}

fn right(texts: &[String]) -> FakeAnswer {
    with(texts.iter().map(|text| vector(text)))
}

/// A world whose model server makes vectors like this.
fn embedding(answer: impl Fn(&[String]) -> FakeAnswer + 'static) -> World {
    let world = World::default();
    world.set("edith_settings", json!({ "embeddingModel": MODEL }));
    world.model.embeds(answer);
    world
}

fn add(world: &World, text: &str) -> String {
    let command = Command::DocumentAdd {
        document_id: None,
        name: "house.txt".into(),
        mime: "text/plain".into(),
        data: Some(STANDARD.encode(text)),
        url: None,
        tab_id: None,
        server_id: None,
    };
    match world.send(command).unwrap().body {
        Some(AnswerBody::DocumentStored { document_id }) => document_id,
        other => panic!("{other:?}"),
    }
}

fn read(world: &World, id: &str) -> DocumentShown {
    let reply = world.send(Command::DocumentRead { document_id: id.into(), password: None }).unwrap();
    match reply.body {
        Some(AnswerBody::DocumentRead { document }) => document,
        other => panic!("{other:?} {:?}", reply.error),
    }
}

fn search(world: &World, query: &str) -> Vec<HitShown> {
    let reply = world.send(Command::DocumentSearch { query: query.into(), documents: None, limit: None }).unwrap();
    match reply.body {
        Some(AnswerBody::Passages { hits }) => hits,
        other => panic!("{other:?} {:?}", reply.error),
    }
}

fn listed(world: &World) -> DocumentShown {
    match world.send(Command::DocumentList { after: None }).unwrap().body {
        Some(AnswerBody::Documents { mut documents, .. }) => documents.remove(0),
        other => panic!("{other:?}"),
    }
}

fn warnings(document: &DocumentShown) -> Vec<&str> {
    document.warnings.iter().map(|warning| warning.code.as_str()).collect()
}

/// The texts of each request so far.
fn sent(world: &World) -> Vec<Vec<String>> {
    let texts = |body: Option<String>| {
        let body: Value = serde_json::from_str(&body.unwrap()).unwrap();
        serde_json::from_value(body["input"].clone()).unwrap()
    };
    world.model.sent().into_iter().map(|request| texts(request.body)).collect()
}

/// A document of so many pages, each with a chunk of its own.
fn long(pages: usize) -> String {
    let page = |number: usize| format!("This page tells of matter{number} and of nothing else.");
    (1..=pages).map(page).collect::<Vec<_>>().join("\u{c}")
}

#[test]
fn a_paraphrase_is_found_by_meaning_alone() {
    let world = embedding(right);
    let id = add(&world, HOUSE);
    read(&world, &id);
    world.settle();
    let hits = search(&world, "animals");
    assert_eq!((hits[0].page, hits[0].lexical, hits[0].semantic), (2, 0.0, Some(1.0)), "{hits:?}");
    // Words and meaning together.
    let hits = search(&world, "garden");
    assert_eq!((hits[0].page, hits[0].lexical, hits[0].semantic), (3, 1.0, Some(1.0)), "{hits:?}");
    assert!(warnings(&listed(&world)).is_empty());
    // The control: the same without a model for it.
    let world = World::default();
    world.model.embeds(right);
    let id = add(&world, HOUSE);
    read(&world, &id);
    world.settle();
    assert!(search(&world, "animals").is_empty());
    let hits = search(&world, "garden");
    assert_eq!((hits[0].page, hits[0].lexical, hits[0].semantic), (3, 1.0, None));
    assert!(world.model.sent().is_empty());
}

#[test]
fn requests_go_to_the_set_server_with_its_key_and_without_secrets() {
    let world = embedding(right);
    world.set("edith_api_key", json!("sk-mine"));
    let id = add(&world, "The card 4111 1111 1111 1111 pays for pets.");
    read(&world, &id);
    world.settle();
    search(&world, "card 4111 1111 1111 1111");
    let requests = world.model.sent();
    assert_eq!(requests.len(), 2);
    for request in &requests {
        assert_eq!((request.method, request.url.as_str()), ("POST", "http://model.example/v1/embeddings"));
        assert_eq!(request.headers.get("authorization").map(String::as_str), Some("Bearer sk-mine"));
        let body: Value = serde_json::from_str(request.body.as_deref().unwrap()).unwrap();
        assert_eq!(body["model"], MODEL);
        assert!(!body.to_string().contains("4111"), "{body}");
    }
    // A server that is named for it gets them instead; the first one's key stays where it is.
    let world = embedding(right);
    world.set("edith_api_key", json!("sk-mine"));
    let server = json!({ "id": "s1", "name": "", "baseUrl": "http://other.example/v1/", "apiKey": "", "model": "own" });
    world.set(
        "edith_settings",
        json!({ "embeddingModel": MODEL, "servers": [server], "roles": { "embeddings": ["s1"] } }),
    );
    let id = add(&world, HOUSE);
    read(&world, &id);
    world.settle();
    let [request] = &world.model.sent()[..] else { panic!() };
    assert_eq!(request.url, "http://other.example/v1/embeddings");
    assert!(!request.headers.contains_key("authorization") && request.body.as_deref().unwrap().contains("\"own\""));
}

#[test]
fn a_server_that_fails_costs_a_warning_and_nothing_else() {
    let same = |texts: &[String]| vec![vec![1.0, 2.0]; texts.len()];
    type Fails = Box<dyn Fn(&[String]) -> FakeAnswer>;
    let status = |status, headers: &'static [(&'static str, &'static str)]| -> Fails {
        Box::new(move |_: &[String]| FakeAnswer::status(status, headers, r#"{"error":{"message":"its words"}}"#))
    };
    let table: Vec<(&str, Fails, usize, &str)> = vec![
        ("one too few", Box::new(move |texts| with(same(texts).into_iter().skip(1))), 2, "vectors for"),
        (
            "one too many",
            Box::new(move |texts| with(same(texts).into_iter().chain([vec![0.0, 1.0]]))),
            2,
            "vectors for",
        ),
        (
            "lengths",
            Box::new(|texts| with((1..=texts.len()).map(|length| vec![1.0; length]))),
            2,
            "vectors of 1 and of 2 numbers",
        ),
        ("no JSON", Box::new(|_| FakeAnswer::ok("vectors")), 2, ""),
        ("web page", Box::new(|_| FakeAnswer::ok("<html>")), 2, "web page"),
        ("nobody", Box::new(|_| FakeAnswer::Unreachable), 2, "http://model.example"),
        ("elsewhere", Box::new(|_| FakeAnswer::Redirect), 1, ""),
        ("busy", status(429, &[("retry-after", "7")]), 2, "its words"),
        ("down", status(503, &[]), 2, "its words"),
        ("no key", status(401, &[]), 1, "its words"),
        ("no model", status(404, &[]), 1, "its words"),
        ("silent", Box::new(|_| FakeAnswer::Silence), 2, ""),
        ("breaks", Box::new(|_| FakeAnswer::pieces([Piece::Bytes(b"{\"data\":[".to_vec()), Piece::Break])), 2, "broke"),
    ];
    for (name, fails, requests, words) in table {
        let world = embedding(fails);
        let id = add(&world, HOUSE);
        let document = read(&world, &id);
        assert!(document.pages == 3 && document.warnings.is_empty(), "{name}: {document:?}");
        world.settle();
        assert_eq!(world.model.sent().len(), requests, "{name}");
        let document = listed(&world);
        assert_eq!(warnings(&document), ["not_embedded"], "{name}");
        let message = &document.warnings[0].message;
        assert!(
            message.contains(words) && message.ends_with(['.', '?']) && !message.ends_with(".."),
            "{name}: {message}"
        );
        let hits = search(&world, "garden");
        assert_eq!((hits[0].page, hits[0].semantic), (3, None), "{name}");
        world.settle();
        // A query is not asked for twice, and the document is left alone for a while.
        // One that said when it wants to be asked again is not asked before.
        assert_eq!(world.model.sent().len(), requests + usize::from(name != "busy"), "{name}");
        assert!(world.send(Command::LogList).is_some());
        // Later it is tried again, and all is well.
        world.model.embeds(right);
        world.clock.advance(100_000.0);
        read(&world, &id);
        world.settle();
        assert!(warnings(&listed(&world)).is_empty(), "{name}");
        assert_eq!(search(&world, "animals")[0].page, 2, "{name}");
    }
}

#[test]
fn a_busy_server_is_asked_again_when_it_wants_to_be_and_a_long_text_in_short() {
    let first = Cell::new(true);
    let world = embedding(move |texts| {
        if first.replace(false) {
            return FakeAnswer::status(429, &[("retry-after", "7")], "");
        }
        right(texts)
    });
    let id = add(&world, HOUSE);
    read(&world, &id);
    let before = world.clock.now();
    world.settle();
    let waited = world.clock.now() - before;
    assert!((7_000.0..60_000.0).contains(&waited), "{waited}");
    assert_eq!((world.model.sent().len(), search(&world, "animals")[0].page), (2, 2));

    let world = embedding(|texts| {
        if texts.iter().any(|text| text.chars().count() > 512) {
            let why = r#"{"error":{"code":500,"message":"input (612 tokens) is too large to process. increase the physical batch size"}}"#;
            return FakeAnswer::status(500, &[], why);
        }
        right(texts)
    });
    let id = add(&world, &format!("Pets are welcome. {}", "Nothing else is said here. ".repeat(40)));
    read(&world, &id);
    world.settle();
    assert!(warnings(&listed(&world)).is_empty());
    assert_eq!(search(&world, "animals").len(), 1);
}

#[test]
fn a_query_whose_vector_is_late_is_answered_by_words() {
    let world = embedding(|texts| match texts {
        [query] if query == "garden" => FakeAnswer::pieces([Piece::Pause(60_000), Piece::Bytes(b"{}".to_vec())]),
        [query] if query == "house" => FakeAnswer::Silence,
        texts => right(texts),
    });
    let id = add(&world, HOUSE);
    read(&world, &id);
    world.settle();
    for query in ["garden", "house"] {
        let before = world.clock.now();
        let hits = search(&world, query);
        assert_eq!((hits.len(), hits[0].page, hits[0].semantic), (1, 3, None), "{query}");
        assert!(world.clock.now() - before < 2_000.0);
    }
    assert_eq!(search(&world, "animals")[0].page, 2);
}

#[test]
fn what_was_made_outlives_the_worker_and_is_not_asked_for_again() {
    let answers = Rc::new(Cell::new(2));
    let left = Rc::clone(&answers);
    let world = embedding(move |texts| {
        if left.get() == 0 {
            return FakeAnswer::Silence;
        }
        left.set(left.get() - 1);
        right(texts)
    });
    let id = add(&world, &long(150));
    read(&world, &id);
    world.settle_now();
    let before = sent(&world);
    assert_eq!(before.iter().map(Vec::len).collect::<Vec<_>>(), [32, 32, 32], "the third is under way");
    // What is there is already used.
    answers.set(1);
    assert!(search(&world, "matter7")[0].semantic.is_some());
    world.kill_worker();
    answers.set(1_000);
    world.start_beside();
    world.settle();
    let made: Vec<Vec<String>> = sent(&world).into_iter().filter(|texts| texts.len() > 1).collect();
    assert_eq!(made.iter().map(Vec::len).collect::<Vec<_>>(), [32, 32, 32, 32, 32, 22]);
    assert_eq!(made[2], made[3], "only what was under way is asked for again");
    let mut texts: Vec<String> =
        made.into_iter().enumerate().filter(|(at, _)| *at != 2).flat_map(|(_, texts)| texts).collect();
    texts.sort();
    texts.dedup();
    assert_eq!(texts.len(), 150);
    let told = |event: Event| match event {
        Event::Document(told) if told.stage == DocumentStage::Embed => Some((told.done, told.total)),
        _ => None,
    };
    let told: Vec<(f64, f64)> = world.events.all().into_iter().filter_map(told).collect();
    assert!(
        told.is_sorted() && told.first() == Some(&(0.0, 150.0)) && told.last() == Some(&(150.0, 150.0)),
        "{told:?}"
    );
    // Once all is made, nothing more is: not by reading again, nor by another worker.
    let requests = world.model.sent().len();
    read(&world, &id);
    world.restart_worker();
    read(&world, &id);
    world.settle();
    assert_eq!(world.model.sent().len(), requests);
}

#[test]
fn another_model_makes_its_own_vectors_and_without_one_nothing_is_sent_any_more() {
    let world = embedding(right);
    let id = add(&world, &long(100));
    read(&world, &id);
    world.settle();
    let of = |world: &World| {
        let model = |body: Option<String>| serde_json::from_str::<Value>(&body.unwrap()).unwrap()["model"].clone();
        world.model.sent().into_iter().map(|request| model(request.body)).collect::<Vec<_>>()
    };
    assert_eq!(of(&world), [MODEL; 4]);
    world.set("edith_settings", json!({ "embeddingModel": "other" }));
    // Its vectors are not compared with the first one's.
    assert_eq!(search(&world, "matter7")[0].semantic, None);
    world.settle();
    assert_eq!(of(&world)[4..], ["other"; 5]);
    assert!(search(&world, "matter7")[0].semantic.is_some());

    // Taken away while vectors are made.
    let world = World::default();
    world.set("edith_settings", json!({ "embeddingModel": MODEL }));
    let store = world.store.clone();
    world.model.embeds(move |texts| {
        store.write("edith_settings", json!({})).now_or_never().unwrap().unwrap();
        right(texts)
    });
    let id = add(&world, &long(100));
    read(&world, &id);
    world.settle();
    assert_eq!(world.model.sent().len(), 1);
    assert_eq!(search(&world, "matter7")[0].semantic, None);
}

#[test]
fn a_document_that_is_deleted_meanwhile_leaves_nothing() {
    for command in [None, Some(Command::DataDelete)] {
        let hold = Rc::new(Cell::new(true));
        let held = Rc::clone(&hold);
        let world =
            embedding(move |texts| if held.get() { FakeAnswer::pieces([Piece::Pause(5_000)]) } else { right(texts) });
        let id = add(&world, &long(100));
        read(&world, &id);
        world.settle_now();
        assert_eq!((world.model.sent().len(), world.store.count(Table::Documents)), (1, 3));
        let deletes = command.unwrap_or(Command::DocumentDelete { document_id: id });
        assert!(world.send(deletes).unwrap().ok);
        hold.set(false);
        world.settle();
        assert!(world.model.sent().len() <= 2, "one batch was under way");
        assert_eq!(world.store.count(Table::Documents), 0);
        assert!(search(&world, "matter7").is_empty());
    }
}

#[test]
fn the_next_key_of_a_server_makes_the_vectors_where_the_first_is_refused() {
    let world = World::default();
    let server =
        json!({ "id": "e", "baseUrl": "https://e.example/v1", "apiKeys": ["sk-refused", "sk-good"], "model": MODEL });
    world.set("edith_settings", json!({ "servers": [server], "roles": { "embeddings": ["e"] } }));
    let asked = Cell::new(0);
    world.model.embeds(move |texts| {
        asked.set(asked.get() + 1);
        if asked.get() == 1 { FakeAnswer::status(401, &[], "{}") } else { right(texts) }
    });
    let id = add(&world, HOUSE);
    read(&world, &id);
    world.settle();
    assert!(warnings(&listed(&world)).is_empty(), "{:?}", listed(&world));
    assert_eq!(search(&world, "animals")[0].page, 2);
    let keys: Vec<String> = world.model.sent().iter().map(|sent| sent.headers["authorization"].clone()).collect();
    assert_eq!(keys, ["Bearer sk-refused", "Bearer sk-good", "Bearer sk-good"], "the query knows it");
}
